//! A guest program of several tests, as a case that any executor runs.
//!
//! Requires: tests of one wave size. Ensures: each wave loads the operands of a test, runs its instruction with the EXEC that the
//! test wants, and stores what it left; the case is complete, so that what it shows can be shown again with `replay`.
//! Leaves alone: what memory should hold afterwards; the model says that.
//!
//! Registers of the frame: s\[0:1\] operands of lanes, s\[2:3\] results, s\[4:5\] operands of waves, s6 the group's number, s\[8:9\] the
//! wave's operands, s10 to s14 for a moment; v0 the lane, v2 and v3 byte offsets of its operands and results, v4 for a moment.

use crate::Error;
use crate::asm::Asm;
use crate::instruction::{Out, Place, Test, Values, is_scalar};
use driver::capture::{Case, Limits, MemoryFiles};
use isa::make::{ALL_ONES, EXEC, M0, ONE, ZERO};
use isa::table::{Sop1, Sop2, Vop2};
use recompiler::request::Mode;
use serde_json::json;
use std::collections::BTreeMap;

/// Dwords of a row that loads and stores reach: their offset has 12 bits with a sign.
const MOST_SLOTS: usize = 511;

const LANES: u64 = 0x10_0000_0000;
const RESULTS: u64 = 0x20_0000_0000;
const WAVES: u64 = 0x30_0000_0000;
const CODE: u64 = 0x40_0000_0000;

/// What results hold before.
const BEFORE: u8 = 0xa5;

/// Tests with their values.
#[derive(Clone, Debug)]
pub struct Program {
    /// Lanes of a wave.
    pub size: u32,
    /// Waves, one a group.
    pub waves: usize,
    /// The tests, and their values.
    pub tests: Vec<(Test, Values)>,
}

/// A program as a case, and where its results lie.
#[derive(Debug)]
pub struct Built {
    /// The case; it expects nothing yet.
    pub case: Case,
    /// Test and place of each dword of a row of results.
    pub outs: Vec<(usize, Out)>,
}

/// Where the results are in a case.
pub const REGION: &str = "results";

impl Program {
    /// The same with one test and, where asked, one wave.
    pub fn only(&self, test: usize, wave: Option<usize>) -> Program {
        let mut tests: Vec<_> = self.tests.get(test).cloned().into_iter().collect();
        let Some(wave) = wave else { return Program { size: self.size, waves: self.waves, tests } };
        for (test, values) in &mut tests {
            for (load, column) in test.loads.iter().zip(&mut values.0) {
                let lanes = if matches!(load.place, Place::Lane(_)) { self.size as usize } else { 1 };
                *column = column.iter().copied().skip(wave * lanes).take(lanes).collect();
            }
        }
        Program { size: self.size, waves: 1, tests }
    }

    /// The half of the tests before a place, and those behind it.
    pub fn halves(&self) -> [Program; 2] {
        let (a, b) = self.tests.split_at(self.tests.len() / 2);
        [a, b].map(|tests| Program { size: self.size, waves: self.waves, tests: tests.to_vec() })
    }

    /// Whether its scalar instructions want one row a wave.
    pub fn is_scalar(&self) -> bool {
        self.tests.iter().all(|(t, _)| is_scalar(t.inst.op))
    }

    /// Rows of results: one a lane, or one a wave.
    pub fn rows(&self) -> usize {
        if self.is_scalar() { self.waves } else { self.waves * self.size as usize }
    }

    /// Makes the case.
    ///
    /// # Errors
    /// An instruction of the frame that cannot be encoded, more tests than a row has room for: bugs here.
    pub fn build(&self, name: &str) -> Result<Built, Error> {
        let scalar = self.is_scalar();
        let count = |of: fn(&Place) -> bool| {
            self.tests.iter().flat_map(|(t, _)| &t.loads).filter(|l| of(&l.place)).count()
        };
        let is_lane = |p: &Place| matches!(p, Place::Lane(_));
        let lane_slots = count(is_lane).max(1);
        // A value of MODE, too, for each test.
        let wave_slots = count(|p| !matches!(p, Place::Lane(_))) + self.tests.len();
        let outs: Vec<(usize, Out)> = self
            .tests
            .iter()
            .enumerate()
            .flat_map(|(i, (t, _))| t.outs.iter().map(move |&o| (i, o)))
            .collect();
        if lane_slots > MOST_SLOTS || outs.len() > MOST_SLOTS {
            return Err(Error::Frame("a row is too long".to_owned()));
        }
        let lanes_of_row = self.size as usize;
        let mut lanes = vec![0u32; lane_slots * self.waves * if scalar { 1 } else { lanes_of_row }];
        let mut waves = vec![0u32; wave_slots * self.waves];
        let mut frame = Frame {
            asm: Asm::default(),
            mode: None,
            wide: self.size == 64,
            scalar,
            lane_slot: 0,
            wave_slot: 0,
            out_slot: 0,
        };
        frame.prologue(lane_slots, wave_slots, outs.len().max(1))?;
        for (test, values) in &self.tests {
            let (mut lane_slot, mut wave_slot) = (frame.lane_slot, frame.wave_slot);
            for (load, column) in test.loads.iter().zip(&values.0) {
                let (into, slot, stride) = if is_lane(&load.place) {
                    (&mut lanes, &mut lane_slot, lane_slots)
                } else {
                    (&mut waves, &mut wave_slot, wave_slots)
                };
                for (row, &value) in column.iter().enumerate() {
                    if let Some(word) = into.get_mut(row * stride + *slot) {
                        *word = value;
                    }
                }
                *slot += 1;
            }
            for row in 0..self.waves {
                if let Some(word) = waves.get_mut(row * wave_slots + wave_slot) {
                    // What a field of MODE becomes: anything, but the same for the same program.
                    *word = (row as u32).wrapping_mul(0x9e37_79b9) >> 7;
                }
            }
            frame.test(test)?;
        }
        frame.asm.end()?;
        let results = vec![BEFORE; outs.len().max(1) * 4 * self.rows()];
        let case = self.case(name, &frame.asm.words, &lanes, &waves, results)?;
        Ok(Built { case, outs })
    }

    fn case(
        &self,
        name: &str,
        code: &[u32],
        lanes: &[u32],
        waves: &[u32],
        results: Vec<u8>,
    ) -> Result<Case, Error> {
        let bytes = |words: &[u32]| words.iter().flat_map(|w| w.to_le_bytes()).collect::<Vec<u8>>();
        let hex = |v: u64| format!("{v:#x}");
        let pointer = |reg: u32, name: &str, to: u64| json!({ "reg": reg, "count": 2, "name": name, "value": [hex(to & 0xffff_ffff), hex(to >> 32)] });
        let region = |name: &str, address: u64, size: usize, access: &str| {
            json!({
                "name": name, "address": hex(address), "size": size, "file": format!("{name}.bin"),
                "role": "memory", "access": access,
            })
        };
        let code = bytes(code);
        let text = match self.tests.as_slice() {
            [(test, _)] => isa::disasm(&test.inst, self.size),
            tests => format!("{} instructions", tests.len()),
        };
        let files = [("lanes", bytes(lanes)), ("waves", bytes(waves)), (REGION, results)];
        let mode = START;
        let document = json!({
            "format": 1, "name": name, "program": text, "generator": "wavewright difftest",
            "kind": "compute", "gfx": "gfx1013", "wave_size": self.size,
            "dispatch": { "groups": [self.waves, 1, 1], "local_size": [self.size, 1, 1] },
            "apertures": { "shared_high": "0x00010000", "private_high": "0x00020000" },
            "stages": [{
                "code": { "file": "code.bin", "address": hex(CODE), "bytes": code.len() },
                "sgprs": [
                    pointer(0, "dispatch_ptr", LANES), pointer(2, "queue_ptr", RESULTS),
                    pointer(4, "kernarg_segment_ptr", WAVES), { "reg": 6, "count": 1, "name": "workgroup_id_x" },
                ],
                "vgprs": [{ "reg": 0, "count": 1, "name": "local_id_x" }],
                "float_mode": mode.float_mode, "ieee_mode": u8::from(mode.ieee),
                "dx10_clamp": u8::from(mode.dx10_clamp),
                "facts": { "stages": ["CS"], "hw_stage": "CS", "wave_size": self.size },
            }],
            "memory": [
                region("lanes", LANES, files[0].1.len(), "r"), region("waves", WAVES, files[1].1.len(), "r"),
                region(REGION, RESULTS, files[2].1.len(), "rw"),
            ],
        });
        let mut source = MemoryFiles(BTreeMap::from([("code.bin".to_owned(), code)]));
        source.0.extend(files.into_iter().map(|(name, bytes)| (format!("{name}.bin"), bytes)));
        let text = document.to_string();
        Case::from_json_and_files(name, text.as_bytes(), &mut source, &Limits::default())
            .map_err(|e| Error::Frame(e.to_string()))
    }
}

/// MODE at the start of every program; tests set theirs.
const START: Mode = Mode { float_mode: 0xc0, ieee: false, dx10_clamp: true, fp16_ovfl: false };

/// Writes the frame around the tests.
struct Frame {
    asm: Asm,
    /// MODE as it is, where that is known.
    mode: Option<Mode>,
    wide: bool,
    scalar: bool,
    lane_slot: usize,
    wave_slot: usize,
    out_slot: usize,
}

impl Frame {
    /// EXEC as the frame wants it: all lanes, or the first where one row is a wave.
    fn all_lanes(&mut self) -> Result<(), Error> {
        let lanes = if self.scalar { ONE } else { ALL_ONES };
        self.asm.sop1(if self.wide { Sop1::s_mov_b64 } else { Sop1::s_mov_b32 }, EXEC, lanes)
    }

    fn prologue(&mut self, lane_slots: usize, wave_slots: usize, outs: usize) -> Result<(), Error> {
        let asm = &mut self.asm;
        let bytes = |slots: usize| slots as u32 * 4;
        asm.sop2_literal(Sop2::s_mul_i32, 10, 6, bytes(wave_slots))?;
        asm.sop2(Sop2::s_add_u32, 8, 4, 10)?;
        asm.sop2(Sop2::s_addc_u32, 9, 5, ZERO)?;
        asm.v_mov(1, 6)?;
        if !self.scalar {
            let shift = if self.wide { 6 } else { 5 };
            asm.vop2(Vop2::v_lshlrev_b32, 1, u16::from(ZERO) + shift, 1)?;
            asm.vop2(Vop2::v_add_nc_u32, 1, 256, 1)?;
        }
        asm.v_mul(2, 1, bytes(lane_slots))?;
        asm.v_mul(3, 1, bytes(outs))?;
        self.mode = Some(START);
        self.all_lanes()
    }

    fn set_mode(&mut self, mode: Mode) -> Result<(), Error> {
        if self.mode == Some(mode) {
            return Ok(());
        }
        let low = u32::from(mode.float_mode) | u32::from(mode.dx10_clamp) << 8 | u32::from(mode.ieee) << 9;
        self.asm.mode_bits(0, 10, low)?;
        if self.mode.map(|m| m.fp16_ovfl) != Some(mode.fp16_ovfl) {
            self.asm.mode_bits(23, 1, mode.fp16_ovfl.into())?;
        }
        self.mode = Some(mode);
        Ok(())
    }

    fn test(&mut self, test: &Test) -> Result<(), Error> {
        self.set_mode(test.mode)?;
        let (mut scc, mut m0, mut exec) = (false, false, [false; 2]);
        for load in &test.loads {
            match load.place {
                Place::Lane(n) => {
                    self.asm.load_lane(n, 0, 2, self.lane_slot as u16 * 4)?;
                    self.lane_slot += 1;
                    continue;
                }
                Place::Scalar(M0) => {
                    m0 = true;
                    self.asm.load_scalar(11, 8, self.wave_slot as u32 * 4)?;
                }
                Place::Scalar(code @ (EXEC | 127)) => {
                    let at = code - EXEC;
                    if let Some(is) = exec.get_mut(usize::from(at)) {
                        *is = true;
                    }
                    self.asm.load_scalar(12 + at, 8, self.wave_slot as u32 * 4)?;
                }
                Place::Scalar(code) => self.asm.load_scalar(code, 8, self.wave_slot as u32 * 4)?,
                Place::Scc => {
                    scc = true;
                    self.asm.load_scalar(10, 8, self.wave_slot as u32 * 4)?;
                }
            }
            self.wave_slot += 1;
        }
        if test.from_register.is_some() {
            self.asm.load_scalar(14, 8, self.wave_slot as u32 * 4)?;
        }
        // The slot of the value of MODE is there in any case.
        self.wave_slot += 1;
        self.asm.wait()?;
        if let Some((offset, size)) = test.from_register {
            self.asm.mode_from(offset, size, 14)?;
            self.mode = None;
        }
        if m0 {
            self.asm.sop1(Sop1::s_mov_b32, M0, 11)?;
        }
        if scc {
            self.asm.scc_from(10)?;
        }
        match exec {
            [true, true] if self.wide => self.asm.sop1(Sop1::s_mov_b64, EXEC, 12)?,
            [low, high] => {
                if low {
                    self.asm.sop1(Sop1::s_mov_b32, EXEC, 12)?;
                }
                if high {
                    self.asm.sop1(Sop1::s_mov_b32, EXEC + 1, 13)?;
                }
            }
        }
        self.asm.inst(&test.inst)?;
        self.look(test)
    }

    /// Stores what the instruction left.
    fn look(&mut self, test: &Test) -> Result<(), Error> {
        if test.writes_exec() && self.wide {
            self.asm.sop1(Sop1::s_mov_b64, 12, EXEC)?;
        } else if test.writes_exec() {
            self.asm.sop1(Sop1::s_mov_b32, 12, EXEC)?;
            if test.outs.contains(&Out::Scalar(EXEC + 1)) {
                self.asm.sop1(Sop1::s_mov_b32, 13, EXEC + 1)?;
            }
        }
        self.all_lanes()?;
        if test.outs.contains(&Out::Scc) {
            self.asm.sop2(Sop2::s_cselect_b32, 10, ONE, ZERO)?;
        }
        for &out in &test.outs {
            let bytes = self.out_slot as u16 * 4;
            self.out_slot += 1;
            let data = match out {
                Out::Lane(n) => n,
                Out::Mask(code) => {
                    self.asm.lanes_of(4, code)?;
                    4
                }
                Out::ExecLanes => {
                    self.asm.lanes_of(4, 12)?;
                    4
                }
                Out::Scalar(code @ (EXEC | 127)) => {
                    self.asm.v_mov(4, u16::from(12 + code - EXEC))?;
                    4
                }
                Out::Scalar(code) => {
                    self.asm.v_mov(4, code.into())?;
                    4
                }
                Out::Scc => {
                    self.asm.v_mov(4, 10)?;
                    4
                }
                Out::Mode => {
                    self.mode = None;
                    self.asm.get_mode(11)?;
                    self.asm.v_mov(4, 11)?;
                    4
                }
            };
            self.asm.store_lane(data, 2, 3, bytes)?;
        }
        Ok(())
    }
}
