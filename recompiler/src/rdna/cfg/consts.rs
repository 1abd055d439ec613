//! What is known about scalar registers, and about lanes of vector registers that hold spilled ones, while calls are followed.
//!
//! Ensures: a known value is the value on every path seen so far; knowledge only shrinks where paths meet. Whatever writes a
//! register in a way that is not modelled here makes it unknown. Facts: RDNA 1 ISA guide (SOP1, SOP2, SOPK).

use super::Code;
use super::indexed::Indexed;
use crate::rdna::lift::{inline32, inline64};
use isa::effects::{RegFile, effects};
use isa::row::Implicit;
use isa::table::{Sop1, Sop2, Sopk, Vop3};
use isa::{Fields, Inst, Op};
use std::collections::BTreeMap;

/// Known scalar registers and spill lanes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Consts {
    known: u128,
    values: Box<[u32; 128]>,
    scc: Option<bool>,
    /// Key: register times 64 plus lane.
    lanes: BTreeMap<u16, u32>,
    /// Registers by an index.
    pub(super) indexed: Indexed,
}

impl Consts {
    /// Nothing is known.
    pub(super) fn new() -> Consts {
        Consts {
            known: 0,
            values: Box::new([0; 128]),
            scc: None,
            lanes: BTreeMap::new(),
            indexed: Indexed::default(),
        }
    }

    pub(super) fn get(&self, code: u8) -> Option<u32> {
        match code {
            125 => Some(0),
            _ if self.known >> (code & 127) & 1 != 0 => self.values.get(usize::from(code)).copied(),
            _ => None,
        }
    }

    pub(super) fn set(&mut self, code: u8, value: Option<u32>) {
        let code = code & 127;
        self.indexed.forget(code);
        match value {
            Some(value) => {
                self.known |= 1 << code;
                if let Some(v) = self.values.get_mut(usize::from(code)) {
                    *v = value;
                }
            }
            None => self.known &= !(1 << code),
        }
    }

    /// The address in a pair of registers.
    pub(super) fn pair(&self, code: u8) -> Option<u64> {
        let low = self.get(code & 126)?;
        let high = self.get(code & 126 | 1)?;
        Some(u64::from(high) << 32 | u64::from(low))
    }

    /// Sets a pair of registers.
    pub(super) fn set_pair(&mut self, code: u8, value: Option<u64>) {
        if code & 127 == 125 {
            return;
        }
        self.set(code & 126, value.map(|v| v as u32));
        self.set(code & 126 | 1, value.map(|v| (v >> 32) as u32));
    }

    /// Keeps what both know. Gives whether something was lost.
    pub(super) fn meet(&mut self, other: &Consts) -> bool {
        let old = self.known;
        let mut same = self.known & other.known;
        for (i, (a, b)) in self.values.iter().zip(other.values.iter()).enumerate() {
            if a != b {
                same &= !(1 << i);
            }
        }
        self.known = same;
        let before = self.lanes.len();
        self.lanes.retain(|k, v| other.lanes.get(k) == Some(v));
        let scc = self.scc;
        if self.scc != other.scc {
            self.scc = None;
        }
        let indexed = self.indexed.meet(&other.indexed);
        old != same || before != self.lanes.len() || scc != self.scc || indexed
    }

    /// SCC, where it is known.
    pub(super) fn scc(&self) -> Option<bool> {
        self.scc
    }

    /// SCC is written with what is not known.
    pub(super) fn forget_scc(&mut self) {
        self.scc = None;
        self.indexed.forget_scc();
    }

    pub(super) fn source(&self, code: u8, literal: Option<u32>) -> Option<u32> {
        match code {
            0..=127 => self.get(code),
            255 => literal,
            _ => inline32(u16::from(code)),
        }
    }

    fn source64(&self, code: u8, literal: Option<u32>) -> Option<u64> {
        match code {
            125 => Some(0),
            0..=127 => self.pair(code),
            255 => literal.map(u64::from),
            _ => inline64(u16::from(code)),
        }
    }

    /// Forgets everything.
    fn clear(&mut self) {
        *self = Consts::new();
    }

    /// The state after an instruction at `pc` (its effect on control apart).
    pub(super) fn step(&mut self, inst: &Inst, next: u64, wave_size: u32, code: &Code) {
        if self.indexed_step(inst, next, code) {
            return;
        }
        match (inst.op, inst.fields) {
            (Op::Sop1(op), Fields::Sop1(f)) => match op {
                Sop1::s_mov_b32 => self.set(f.sdst, self.source(f.ssrc0, inst.literal)),
                Sop1::s_mov_b64 => self.set_pair(f.sdst, self.source64(f.ssrc0, inst.literal)),
                Sop1::s_getpc_b64 | Sop1::s_swappc_b64 => self.set_pair(f.sdst, Some(next)),
                _ => self.other(inst, wave_size),
            },
            (Op::Sopk(op), Fields::Sopk(f)) => match op {
                Sopk::s_movk_i32 => self.set(f.sdst, Some(i32::from(f.simm16 as i16) as u32)),
                Sopk::s_call_b64 => self.set_pair(f.sdst, Some(next)),
                Sopk::s_addk_i32 => {
                    let value = self.get(f.sdst).map(|v| v.wrapping_add_signed(i32::from(f.simm16 as i16)));
                    self.forget_scc();
                    self.set(f.sdst, value);
                }
                _ => self.other(inst, wave_size),
            },
            (Op::Sop2(op), Fields::Sop2(f)) => {
                let a = self.source(f.ssrc0, inst.literal);
                let b = self.source(f.ssrc1, inst.literal);
                let (value, scc) = match (op, a.zip(b)) {
                    (Sop2::s_add_u32, Some((a, b))) => carry(a.overflowing_add(b)),
                    (Sop2::s_sub_u32, Some((a, b))) => carry(a.overflowing_sub(b)),
                    (Sop2::s_addc_u32, Some((a, b))) => match self.scc {
                        Some(c) => {
                            let sum = u64::from(a) + u64::from(b) + u64::from(c);
                            (Some(sum as u32), Some(sum >> 32 != 0))
                        }
                        None => (None, None),
                    },
                    (Sop2::s_subb_u32, Some((a, b))) => match self.scc {
                        Some(c) => {
                            let borrow = u64::from(b) + u64::from(c);
                            (Some((u64::from(a).wrapping_sub(borrow)) as u32), Some(borrow > u64::from(a)))
                        }
                        None => (None, None),
                    },
                    (Sop2::s_add_i32, Some((a, b))) => (Some(a.wrapping_add(b)), None),
                    (Sop2::s_sub_i32, Some((a, b))) => (Some(a.wrapping_sub(b)), None),
                    _ => return self.other(inst, wave_size),
                };
                self.forget_scc();
                self.scc = scc;
                self.set(f.sdst, value);
            }
            (Op::Vop3(Vop3::v_writelane_b32), Fields::Vop3(f)) => {
                let value = scalar(f.src0).and_then(|c| self.source(c, inst.literal));
                match scalar(f.src1).and_then(|c| self.source(c, inst.literal)) {
                    Some(lane) => {
                        let key = lane_key(f.vdst, lane, wave_size);
                        match value {
                            Some(value) => self.lanes.insert(key, value),
                            None => self.lanes.remove(&key),
                        };
                    }
                    None => self.forget_vgpr(u16::from(f.vdst)),
                }
            }
            (Op::Vop3(Vop3::v_readlane_b32), Fields::Vop3(f)) => {
                let lane = scalar(f.src1).and_then(|c| self.source(c, inst.literal));
                let value = match (f.src0.checked_sub(256), lane) {
                    (Some(v), Some(lane)) => {
                        self.lanes.get(&lane_key((v & 255) as u8, lane, wave_size)).copied()
                    }
                    _ => None,
                };
                self.set(f.vdst, value);
            }
            _ => self.other(inst, wave_size),
        }
    }

    fn forget_vgpr(&mut self, register: u16) {
        self.lanes.retain(|key, _| key >> 6 != register);
    }

    /// An instruction that is not modelled: what it writes is unknown.
    fn other(&mut self, inst: &Inst, wave_size: u32) {
        let e = effects(inst, wave_size);
        if e.indirect {
            return self.clear();
        }
        for range in &e.writes {
            for register in range.first..range.first.saturating_add(range.count) {
                match range.file {
                    RegFile::Scalar => self.set(register.min(127) as u8, None),
                    RegFile::Vgpr if self.lanes.is_empty() => break,
                    RegFile::Vgpr => self.forget_vgpr(register),
                }
            }
        }
        for (flag, first, count) in
            [(Implicit::VCC, 106, 2), (Implicit::EXEC, 126, 2), (Implicit::M0, 124, 1)]
        {
            if e.implicit_writes.contains(flag) {
                (first..first + count).for_each(|code| self.set(code, None));
            }
        }
        if e.implicit_writes.contains(Implicit::SCC) {
            self.forget_scc();
        }
    }
}

fn carry((value, carry): (u32, bool)) -> (Option<u32>, Option<bool>) {
    (Some(value), Some(carry))
}

/// A source code below 256.
fn scalar(code: u16) -> Option<u8> {
    u8::try_from(code).ok()
}

fn lane_key(register: u8, lane: u32, wave_size: u32) -> u16 {
    u16::from(register) << 6 | (lane & (wave_size - 1)) as u16
}
