//! A wave with a little memory, for tests of single instructions.
//!
//! Words in the tests are what LLVM's assembler gives for the text beside them.

use super::{Flow, step};
use crate::fault::Stop;
use crate::float::FloatMode;
use crate::machine::Machine;
use crate::memory::AlignmentMode;
use crate::memory::guest::{GuestMemory, Initial, Permissions, WriteOnly};
use crate::memory::lds::{Gds, Lds};
use crate::wave::{Apertures, Unknown, Wave};
use isa::Inst;

/// Address of the region `data`: [`SIZE`] bytes, the dword at offset `o` is `0xa0000000 + o`.
pub(crate) const DATA: u64 = 0x1_0000_1000;
/// Bytes of `data`.
pub(crate) const SIZE: u64 = 0x1000;
/// Address of the wave's scratch, zeros: 16 KiB.
pub(crate) const SCRATCH: u64 = 0x3_0000_0000;
/// Bytes of LDS; the dword at offset `o` is `0x1d000000 + o`.
pub(crate) const LDS_BYTES: u32 = 1024;
pub(crate) const APERTURES: Apertures = Apertures { shared_high: 0x1_0000, private_high: 0x2_0000 };

/// A wave and what it reaches.
pub(crate) struct Bench {
    pub(crate) wave: Wave,
    pub(crate) lds: Lds,
    pub(crate) gds: Gds,
    pub(crate) alignment: AlignmentMode,
    memory: GuestMemory,
}

impl Bench {
    /// A wave of `lanes` lanes, all active, in the mode that compilers start with: denormals kept, round to even.
    pub(crate) fn new(lanes: u32) -> Bench {
        let mut memory = GuestMemory::new(1 << 20, WriteOnly::Readable);
        let bytes: Vec<u8> = (0..SIZE as u32 / 4).flat_map(|i| (0xa000_0000 + i * 4).to_le_bytes()).collect();
        memory.add("data", DATA, SIZE, Permissions::READ_WRITE, Initial::Bytes(&bytes)).unwrap();
        memory.add("scratch", SCRATCH, 0x4000, Permissions::READ_WRITE, Initial::Zero).unwrap();
        let mode = FloatMode { float_mode: 0xf0, ieee: true, dx10_clamp: true, fp16_ovfl: false };
        let mut wave = Wave::new(3, lanes, 0x1000, mode, APERTURES, Unknown(7));
        wave.set_exec(u64::MAX);
        wave.flat_scratch = SCRATCH;
        Bench {
            wave,
            lds: Lds::new(LDS_BYTES, |i| 0x1d00_0000 + i * 4).unwrap(),
            gds: Gds::new(1024, |i| i).unwrap(),
            alignment: AlignmentMode::Unaligned,
            memory,
        }
    }

    /// Executes one instruction.
    pub(crate) fn run(&mut self, words: &[u32]) -> Result<Flow, Stop> {
        let options = isa::DecodeOptions { wave_size: self.wave.size, ..isa::DecodeOptions::default() };
        let inst = isa::decode(words, self.wave.pc, options).unwrap();
        assert_eq!(inst.dwords() as usize, words.len());
        self.execute(&inst)
    }

    /// Executes a decoded instruction.
    pub(crate) fn execute(&mut self, inst: &Inst) -> Result<Flow, Stop> {
        let mut machine = Machine {
            memory: self.memory.view(),
            alignment: self.alignment,
            lds: std::mem::replace(&mut self.lds, Lds::new(0, |_| 0).unwrap()),
            gds: &self.gds,
            group: [0; 3],
            waves: 1,
            clock: 1234,
        };
        let result = step(inst, self.wave.pc + u64::from(inst.bytes()), &mut self.wave, &mut machine);
        self.lds = machine.lds;
        result
    }

    /// Executes an instruction that has to work.
    pub(crate) fn ok(&mut self, words: &[u32]) {
        assert_eq!(self.run(words), Ok(Flow::Next));
    }

    /// The message of an instruction that stops, with its lane.
    pub(crate) fn stop(&mut self, words: &[u32]) -> (String, Option<u32>) {
        let stop = self.run(words).unwrap_err();
        (stop.kind.to_string(), stop.lane)
    }

    /// Sets a VGPR in every lane.
    pub(crate) fn fill(&mut self, register: u32, value: impl Fn(u32) -> u32) {
        for lane in 0..64 {
            self.wave.vgpr_mut(register)[lane as usize] = value(lane);
        }
    }

    /// Sets a VGPR pair in every lane.
    pub(crate) fn fill64(&mut self, register: u32, value: impl Fn(u64) -> u64) {
        self.fill(register, |lane| value(u64::from(lane)) as u32);
        self.fill(register + 1, |lane| (value(u64::from(lane)) >> 32) as u32);
    }

    /// One lane of a VGPR.
    pub(crate) fn v(&self, register: u32, lane: usize) -> u32 {
        self.wave.vgpr(register)[lane]
    }

    /// Sets scalar registers.
    pub(crate) fn set_s(&mut self, first: u8, values: &[u32]) {
        for (value, register) in values.iter().zip(first..) {
            self.wave.set_sgpr(register, *value);
        }
    }

    /// Scalar registers.
    pub(crate) fn s<const N: usize>(&self, first: u8) -> [u32; N] {
        std::array::from_fn(|i| self.wave.sgpr(first + i as u8))
    }

    /// The dword at an offset of `data`.
    pub(crate) fn data(&self, offset: u64) -> u32 {
        self.memory.view().read_u32(DATA + offset).unwrap()
    }

    /// The dword at an offset of the scratch.
    pub(crate) fn scratch(&self, offset: u64) -> u32 {
        self.memory.view().read_u32(SCRATCH + offset).unwrap()
    }

    /// Stores a dword at an offset of `data`.
    pub(crate) fn set_data(&mut self, offset: u64, value: u32) {
        self.memory.view().write_u32(DATA + offset, value).unwrap();
    }
}
