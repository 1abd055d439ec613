//! The state of one wave: registers, masks, modes.
//!
//! Requires: 32 or 64 lanes. Ensures: reads and writes by operand code follow the operand table of gfx10 (RDNA 1 ISA
//! guide, table 25; codes as in LLVM's `src9` table); the null register reads zero and drops writes.
//! Leaves alone: memory and what instructions mean.

use crate::fault::{FaultKind, Stop};
use crate::float::FloatMode;

/// The 64 lanes of a VGPR; wave32 uses the first 32.
pub type Lanes = [u32; 64];

/// Operand codes of scalar registers that have a meaning of their own.
pub mod code {
    /// VCC, low half.
    pub const VCC_LO: u8 = 106;
    /// VCC, high half.
    pub const VCC_HI: u8 = 107;
    /// M0.
    pub const M0: u8 = 124;
    /// The null register.
    pub const NULL: u8 = 125;
    /// EXEC, low half.
    pub const EXEC_LO: u8 = 126;
    /// EXEC, high half.
    pub const EXEC_HI: u8 = 127;
}

/// High dwords of the flat apertures: a 64-bit flat address with such a high dword goes to LDS or scratch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Apertures {
    /// High dword of LDS addresses.
    pub shared_high: u32,
    /// High dword of scratch addresses.
    pub private_high: u32,
}

/// What registers hold before anything wrote them: a pattern that is different in every register and lane.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unknown(pub u32);

impl Unknown {
    /// The bits at a place, for example register number and lane.
    pub fn bits(self, place: u32) -> u32 {
        let mut x = self.0 ^ place.wrapping_mul(0x9e37_79b9);
        x = (x ^ x >> 16).wrapping_mul(0x85eb_ca6b);
        x ^ x >> 13
    }
}

/// One wave.
#[derive(Clone, Debug)]
pub struct Wave {
    /// Number in the group.
    pub id: u32,
    /// Lanes: 32 or 64.
    pub size: u32,
    /// Address of the next instruction.
    pub pc: u64,
    /// Scalar condition code.
    pub scc: bool,
    /// Float fields of MODE.
    pub mode: FloatMode,
    /// FLAT_SCRATCH as the hardware registers 20 and 21 hold it.
    pub flat_scratch: u64,
    /// High dwords of the flat apertures.
    pub apertures: Apertures,
    /// Bits of MODE besides the float fields, as `s_setreg` wrote them.
    pub mode_other: u32,
    /// Instructions executed so far.
    pub executed: u64,
    sgprs: [u32; 128],
    vgprs: Vec<Lanes>,
    shared: Option<Shared>,
}

impl Wave {
    /// A wave at `pc` whose registers hold unknown bits; EXEC has the low `active` lanes.
    pub fn new(id: u32, size: u32, pc: u64, mode: FloatMode, apertures: Apertures, unknown: Unknown) -> Wave {
        let mut sgprs = [0; 128];
        for (i, s) in sgprs.iter_mut().enumerate() {
            *s = unknown.bits(i as u32 | 0x8000);
        }
        sgprs[usize::from(code::NULL)] = 0;
        let vgprs = (0..256u32).map(|r| std::array::from_fn(|l| unknown.bits(r << 6 | l as u32))).collect();
        Wave {
            id,
            size,
            pc,
            scc: false,
            mode,
            flat_scratch: 0,
            apertures,
            mode_other: 0,
            executed: 0,
            sgprs,
            vgprs,
            shared: None,
        }
    }

    /// The mask of lanes that a wave of this size has.
    pub fn lane_mask(&self) -> u64 {
        if self.size == 64 { u64::MAX } else { 0xffff_ffff }
    }

    /// The lanes that are active. In wave32 the high half of the register is an ordinary register.
    pub fn exec(&self) -> u64 {
        self.sgpr64(code::EXEC_LO) & self.lane_mask()
    }

    /// Writes EXEC; in wave32 only its low half.
    pub fn set_exec(&mut self, mask: u64) {
        self.set_mask(code::EXEC_LO, mask);
    }

    /// VCC as a mask of lanes.
    pub fn vcc(&self) -> u64 {
        self.sgpr64(code::VCC_LO) & self.lane_mask()
    }

    /// Writes VCC; in wave32 only its low half.
    pub fn set_vcc(&mut self, mask: u64) {
        self.set_mask(code::VCC_LO, mask);
    }

    /// M0.
    pub fn m0(&self) -> u32 {
        self.sgprs[usize::from(code::M0)]
    }

    /// A scalar register by operand code 0 to 127; null reads zero.
    pub fn sgpr(&self, code: u8) -> u32 {
        self.sgprs[usize::from(code & 127)]
    }

    /// Writes a scalar register by operand code 0 to 127; a write to null is dropped.
    pub fn set_sgpr(&mut self, code: u8, value: u32) {
        if code != code::NULL {
            self.sgprs[usize::from(code & 127)] = value;
        }
    }

    /// Two scalar registers. The low bit of the code of a pair is dropped as LLVM does; null is 64 bits wide.
    pub fn sgpr64(&self, code: u8) -> u64 {
        if code == code::NULL {
            return 0;
        }
        let low = code & 126;
        u64::from(self.sgpr(low)) | u64::from(self.sgpr(low + 1)) << 32
    }

    /// Writes two scalar registers; see [`Wave::sgpr64`].
    pub fn set_sgpr64(&mut self, code: u8, value: u64) {
        if code == code::NULL {
            return;
        }
        let low = code & 126;
        self.set_sgpr(low, value as u32);
        self.set_sgpr(low + 1, (value >> 32) as u32);
    }

    /// `count` scalar registers from a code that is aligned down to min(count, 4), as descriptors and wide scalar
    /// loads name them.
    ///
    /// # Errors
    /// [`FaultKind::RegisterRange`] where they run past the last scalar register.
    pub fn sgprs(&self, code: u8, count: u8, what: &'static str) -> Result<&[u32], Stop> {
        let first = usize::from(code & 127 & !(count.min(4) - 1));
        self.sgprs
            .get(first..first + usize::from(count))
            .ok_or_else(|| FaultKind::RegisterRange { what }.into())
    }

    /// A lane mask of the wave's size in scalar registers.
    pub fn mask(&self, code: u8) -> u64 {
        if self.size == 64 { self.sgpr64(code) } else { u64::from(self.sgpr(code)) }
    }

    /// Writes a lane mask: one scalar register in wave32, two in wave64.
    pub fn set_mask(&mut self, code: u8, mask: u64) {
        if self.size == 64 { self.set_sgpr64(code, mask) } else { self.set_sgpr(code, mask as u32) }
    }

    /// Makes `count` VGPRs from number `first` shared between the two halves of a wave64 (RSRC3.SHARED_VGPR_CNT): lanes
    /// n and n + 32 have one register. A wave32 has no halves: nothing changes.
    pub fn share_vgprs(&mut self, first: u32, count: u32) {
        if self.size != 64 || count == 0 {
            return;
        }
        let (first, end) = (first.min(256), (first + count).min(256));
        let lanes = (first..end).map(|r| std::array::from_fn(|l| self.vgpr(r)[l])).collect();
        self.shared = Some(Shared { first, lanes });
        self.settle_shared();
    }

    /// Carries what an instruction wrote to shared VGPRs over to the other half of the wave.
    ///
    /// The hardware issues a wave64 instruction for the low half and then for the high half, so the high half's value
    /// stays where both write. A write of the value that was there already is not seen as one: it only matters if the
    /// other half wrote something else in the same instruction, which no compiler has a use for.
    #[inline]
    pub(crate) fn settle_shared(&mut self) {
        if self.shared.is_some() {
            self.settle();
        }
    }

    #[cold]
    fn settle(&mut self) {
        let Some(shared) = &mut self.shared else { return };
        for (register, values) in self.vgprs.iter_mut().skip(shared.first as usize).zip(&mut shared.lanes) {
            let (low, high) = register.split_at_mut(32);
            for ((low, high), value) in low.iter_mut().zip(high).zip(values) {
                *value = if *high == *value { *low } else { *high };
                (*low, *high) = (*value, *value);
            }
        }
    }

    /// A VGPR. Numbers past 255 wrap; operands that run past the last register are refused when decoded.
    pub fn vgpr(&self, register: u32) -> &Lanes {
        &self.vgprs[(register & 255) as usize]
    }

    /// A VGPR to write.
    pub fn vgpr_mut(&mut self, register: u32) -> &mut Lanes {
        &mut self.vgprs[(register & 255) as usize]
    }

    /// One lane of two VGPRs.
    pub fn vgpr64(&self, register: u32, lane: usize) -> u64 {
        u64::from(self.vgpr(register)[lane & 63]) | u64::from(self.vgpr(register + 1)[lane & 63]) << 32
    }

    /// Writes one lane of two VGPRs.
    pub fn set_vgpr64(&mut self, register: u32, lane: usize, value: u64) {
        self.vgpr_mut(register)[lane & 63] = value as u32;
        self.vgpr_mut(register + 1)[lane & 63] = (value >> 32) as u32;
    }

    /// The active lanes in ascending order.
    pub fn active(&self) -> ActiveLanes {
        ActiveLanes(self.exec())
    }

    /// A 32-bit scalar source by 8-bit operand code (the scalar half of the 9-bit codes).
    ///
    /// # Errors
    /// Reserved codes and sources that this use does not have.
    pub fn scalar32(&self, code: u16, literal: Option<u32>) -> Result<u32, Stop> {
        Ok(match code {
            0..=127 => self.sgpr(code as u8),
            235..=238 => self.aperture(code) as u32,
            255 => literal.ok_or(Stop::from(FaultKind::Illegal { what: "a literal without its dword" }))?,
            _ => inline32(code).map_or_else(|| self.flag(code), Ok)?,
        })
    }

    /// A 64-bit scalar source of an integer instruction; a literal is zero-extended, inline integers sign-extended,
    /// inline floats are doubles.
    ///
    /// # Errors
    /// As [`Wave::scalar32`].
    pub fn scalar64(&self, code: u16, literal: Option<u32>) -> Result<u64, Stop> {
        Ok(match code {
            0..=127 => self.sgpr64(code as u8),
            235..=238 => self.aperture(code),
            255 => u64::from(
                literal.ok_or(Stop::from(FaultKind::Illegal { what: "a literal without its dword" }))?,
            ),
            _ => inline64(code).map_or_else(|| self.flag(code).map(u64::from), Ok)?,
        })
    }

    /// The 64-bit aperture sources 235 to 238 (measured-facts 68): base is the high dword over zero, limit over ones.
    fn aperture(&self, code: u16) -> u64 {
        let high = if code < 237 { self.apertures.shared_high } else { self.apertures.private_high };
        u64::from(high) << 32 | if code & 1 == 0 { 0xffff_ffff } else { 0 }
    }

    fn flag(&self, code: u16) -> Result<u32, Stop> {
        Ok(match code {
            251 => u32::from(self.vcc() == 0),
            252 => u32::from(self.exec() == 0),
            253 => u32::from(self.scc),
            239 => {
                return Err(Stop::unsupported(
                    "src_pops_exiting_wave_id",
                    "ordered pixel waves are not modelled",
                ));
            }
            254 => return Err(Stop::unsupported("src_lds_direct", "not available to this instruction")),
            _ => return Err(FaultKind::Illegal { what: "a reserved source code" }.into()),
        })
    }
}

/// VGPRs that both halves of a wave64 see.
#[derive(Clone, Debug)]
struct Shared {
    first: u32,
    /// What the registers held after the last instruction.
    lanes: Vec<[u32; 32]>,
}

/// Inline integers and f32 constants (codes 128 to 208 and 240 to 248).
pub fn inline32(code: u16) -> Option<u32> {
    const F32: [u32; 9] = [
        0x3f00_0000,
        0xbf00_0000,
        0x3f80_0000,
        0xbf80_0000,
        0x4000_0000,
        0xc000_0000,
        0x4080_0000,
        0xc080_0000,
        0x3e22_f983,
    ];
    match code {
        240..=248 => F32.get(usize::from(code - 240)).copied(),
        _ => inline_int(code).map(|v| v as u32),
    }
}

/// Inline integers and f64 constants.
pub fn inline64(code: u16) -> Option<u64> {
    const HIGH: [u32; 8] = [
        0x3fe0_0000,
        0xbfe0_0000,
        0x3ff0_0000,
        0xbff0_0000,
        0x4000_0000,
        0xc000_0000,
        0x4010_0000,
        0xc010_0000,
    ];
    match code {
        240..=247 => HIGH.get(usize::from(code - 240)).map(|&h| u64::from(h) << 32),
        248 => Some(0x3fc4_5f30_6dc9_c882),
        _ => inline_int(code).map(|v| v as u64),
    }
}

/// Inline integers and f16 constants (16-bit operands).
pub fn inline16(code: u16) -> Option<u16> {
    const F16: [u16; 9] = [0x3800, 0xb800, 0x3c00, 0xbc00, 0x4000, 0xc000, 0x4400, 0xc400, 0x3118];
    match code {
        240..=248 => F16.get(usize::from(code - 240)).copied(),
        _ => inline_int(code).map(|v| v as u16),
    }
}

fn inline_int(code: u16) -> Option<i64> {
    match code {
        128..=192 => Some(i64::from(code) - 128),
        193..=208 => Some(192 - i64::from(code)),
        _ => None,
    }
}

/// Iterator over the set bits of a lane mask.
#[derive(Clone, Debug)]
pub struct ActiveLanes(pub u64);

impl Iterator for ActiveLanes {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let lane = self.0.trailing_zeros() as usize;
        self.0 &= self.0 - 1;
        Some(lane)
    }
}
