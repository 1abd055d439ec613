//! Data-parallel primitives: source 0 of a lane comes from another lane, through a shuffle.
//!
//! Facts: RDNA 1 ISA guide; isa README trap 10. A source lane outside the row, or one that EXEC masks out while `fi` is
//! off, is invalid: with `bound_ctrl` the lane gets zero, without it the lane is not written. DPP8 gives zero. Row and bank
//! masks act on the write of the VGPR only.

use super::{Lifts, Valu};
use crate::rdna::lift::unsupported;
use ir::{Op, Value};
use isa::decode::DPP8_FI;
use isa::fields::{Dpp8Fields, Dpp16Fields};

#[derive(Clone, Copy, Debug)]
enum Control {
    Quad(u8),
    ShiftLeft(u32),
    ShiftRight(u32),
    Rotate(u32),
    Share(u32),
    Xor(u32),
    Eight(u32),
}

/// A permutation of source 0.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dpp {
    control: Control,
    row_mask: u8,
    bank_mask: u8,
    zero_invalid: bool,
    fetch_inactive: bool,
    /// The lanes read and which of them are valid; set when the permutation is first used.
    lanes: Option<(Value, Option<Value>)>,
}

impl Dpp {
    pub fn row(f: &Dpp16Fields) -> Lifts<Dpp> {
        let n = u32::from(f.dpp_ctrl & 15);
        let control = match f.dpp_ctrl {
            0..=0xff => Control::Quad(f.dpp_ctrl as u8),
            0x101..=0x10f => Control::ShiftLeft(n),
            0x111..=0x11f => Control::ShiftRight(n),
            0x121..=0x12f => Control::Rotate(n),
            0x140 => Control::Xor(15),
            0x141 => Control::Xor(7),
            0x150..=0x15f => Control::Share(n),
            0x160..=0x16f => Control::Xor(n),
            _ => return unsupported("dpp_ctrl", "a DPP control that gfx10 does not have"),
        };
        Ok(Dpp {
            control,
            row_mask: f.row_mask,
            bank_mask: f.bank_mask,
            zero_invalid: f.bound_ctrl,
            fetch_inactive: f.fi,
            lanes: None,
        })
    }

    pub fn eight(f: &Dpp8Fields) -> Dpp {
        Dpp {
            control: Control::Eight(f.sel),
            row_mask: 15,
            bank_mask: 15,
            zero_invalid: true,
            fetch_inactive: f.src0_code == DPP8_FI,
            lanes: None,
        }
    }

    /// The lanes that row and bank mask let through; none where that is all.
    fn written(self) -> Option<u64> {
        if self.row_mask == 15 && self.bank_mask == 15 {
            return None;
        }
        let banks = (0..4).filter(|b| self.bank_mask >> b & 1 != 0).fold(0u64, |m, b| m | 0xf << (4 * b));
        let rows = (0..4).filter(|r| self.row_mask >> r & 1 != 0);
        Some(rows.fold(0, |m, r| m | banks << (16 * r)))
    }
}

impl Valu<'_, '_> {
    /// The lane that each lane reads, and where that lane is inside the row.
    fn dpp_lanes(&mut self, control: Control) -> (Value, Option<Value>) {
        let lane = self.p(Op::lane_id, &[]);
        let grouped = |x: &mut Self, keep: u64, inner: Value| {
            let base = x.ik(Op::iand, lane, keep);
            x.i2(Op::ior, base, inner)
        };
        match control {
            Control::Quad(sel) => {
                let i = self.ik(Op::iand, lane, 3);
                let by = self.ik(Op::ishl, i, 1);
                let sel = self.k32(sel.into());
                let moved = self.i2(Op::ushr, sel, by);
                let inner = self.ik(Op::iand, moved, 3);
                (grouped(self, !3, inner), None)
            }
            Control::Eight(sel) => {
                let i = self.ik(Op::iand, lane, 7);
                let by = self.ik(Op::imul, i, 3);
                let sel = self.k32(sel);
                let moved = self.i2(Op::ushr, sel, by);
                let inner = self.ik(Op::iand, moved, 7);
                (grouped(self, !7, inner), None)
            }
            Control::ShiftLeft(n) => {
                let i = self.ik(Op::iand, lane, 15);
                let inside = self.ik(Op::ult, i, u64::from(16 - n));
                (self.ik(Op::iadd, lane, n.into()), Some(inside))
            }
            Control::ShiftRight(n) => {
                let i = self.ik(Op::iand, lane, 15);
                let outside = self.ik(Op::ult, i, n.into());
                let inside = self.not(outside);
                (self.ik(Op::isub, lane, n.into()), Some(inside))
            }
            Control::Rotate(n) => {
                let back = self.ik(Op::isub, lane, n.into());
                let inner = self.ik(Op::iand, back, 15);
                (grouped(self, !15, inner), None)
            }
            Control::Share(n) => {
                let inner = self.k32(n);
                (grouped(self, !15, inner), None)
            }
            Control::Xor(n) => (self.ik(Op::ixor, lane, n.into()), None),
        }
    }

    /// Takes the permutation into use: which lanes compute and which are written.
    pub(super) fn apply_dpp(&mut self, mut dpp: Dpp) {
        let (from, inside) = self.dpp_lanes(dpp.control);
        let exec = self.exec;
        let active = (!dpp.fetch_inactive).then(|| self.i2(Op::shuffle, exec, from));
        let valid = match (inside, active) {
            (Some(a), Some(b)) => Some(self.i2(Op::iand, a, b)),
            (a, b) => a.or(b),
        };
        dpp.lanes = Some((from, valid));
        if let (false, Some(valid)) = (dpp.zero_invalid, valid) {
            self.exec = self.i2(Op::iand, exec, valid);
        }
        self.write = match dpp.written() {
            None => self.exec,
            Some(lanes) => {
                let bits = self.l.b.c64(lanes);
                let lanes = self.p(Op::lanebit, &[bits]);
                self.i2(Op::iand, self.exec, lanes)
            }
        };
        self.dpp = Some(dpp);
    }

    /// What each lane reads.
    pub(super) fn permute(&mut self, dpp: Dpp, value: Value) -> Value {
        let Some((from, valid)) = dpp.lanes else { return value };
        let moved = self.i2(Op::shuffle, value, from);
        match valid {
            Some(valid) if dpp.zero_invalid => {
                let zero = self.k(self.width(moved), 0);
                self.select(valid, moved, zero)
            }
            _ => moved,
        }
    }
}
