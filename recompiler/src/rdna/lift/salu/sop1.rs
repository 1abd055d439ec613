//! SOP1: moves, bit counts and searches, quads of lanes.

use super::super::{Lift, Lifted, mismatch, unsupported};
use ir::{Attr, Op, Value, Width};
use isa::table::Sop1;
use isa::{Fields, Inst};

impl Lift<'_> {
    pub(in crate::rdna::lift) fn sop1(&mut self, op: Sop1, inst: &Inst) -> Lifted {
        use Sop1 as O;
        let Fields::Sop1(f) = inst.fields else { return Err(mismatch()) };
        let (src, lit) = (u16::from(f.ssrc0), inst.literal);
        if self.mask_arithmetic(inst)? || self.save_exec(op, f.sdst, src, lit)? {
            return Ok(());
        }
        if matches!(
            op,
            O::s_movrels_b32 | O::s_movrels_b64 | O::s_movreld_b32 | O::s_movreld_b64 | O::s_movrelsd_2_b32
        ) {
            return self.scalar_by_index(op, inst);
        }
        let wide = matches!(op.row().ty(isa::row::Slot::ssrc0), Some(t) if t.dwords(64) == 2);
        // Only what the instruction reads is read.
        let s = match op {
            O::s_getpc_b64 => None,
            _ if wide => Some(self.ssrc64(src, lit)?),
            _ => Some(self.ssrc32(src, lit)?),
        };
        let a = s.unwrap_or_else(|| self.b.c32(0));
        let count = |l: &mut Self, v: Value, invert: bool| {
            let v = if invert { l.b.pure(Op::inot, &[v]) } else { v };
            l.b.pure(Op::popcnt, &[v])
        };
        match op {
            O::s_mov_b32 => self.set_sgpr(f.sdst, a),
            O::s_mov_b64 => self.set_sgpr64(f.sdst, a),
            O::s_cmov_b32 => {
                let (scc, old) = (self.scc(), self.sgpr(f.sdst));
                let v = self.b.pure(Op::select, &[scc, a, old]);
                self.set_sgpr(f.sdst, v);
            }
            O::s_cmov_b64 => {
                let (scc, old) = (self.scc(), self.sgpr64(f.sdst));
                let v = self.b.pure(Op::select, &[scc, a, old]);
                self.set_sgpr64(f.sdst, v);
            }
            O::s_not_b32 => {
                let v = self.b.pure(Op::inot, &[a]);
                self.result32(f.sdst, v);
            }
            O::s_not_b64 => {
                let v = self.b.pure(Op::inot, &[a]);
                self.result64(f.sdst, v);
            }
            O::s_wqm_b32 | O::s_wqm_b64 => {
                let v = self.whole_quads(a);
                if wide { self.result64(f.sdst, v) } else { self.result32(f.sdst, v) }
            }
            O::s_brev_b32 => {
                let v = self.b.pure(Op::bitrev, &[a]);
                self.set_sgpr(f.sdst, v);
            }
            O::s_brev_b64 => {
                let v = self.b.pure(Op::bitrev, &[a]);
                self.set_sgpr64(f.sdst, v);
            }
            O::s_bcnt0_i32_b32 | O::s_bcnt0_i32_b64 => {
                let v = count(self, a, true);
                self.result32(f.sdst, v);
            }
            O::s_bcnt1_i32_b32 | O::s_bcnt1_i32_b64 => {
                let v = count(self, a, false);
                self.result32(f.sdst, v);
            }
            O::s_ff0_i32_b32 | O::s_ff0_i32_b64 => {
                let n = self.b.pure(Op::inot, &[a]);
                let v = self.b.pure(Op::find_lsb, &[n]);
                self.set_sgpr(f.sdst, v);
            }
            O::s_ff1_i32_b32 | O::s_ff1_i32_b64 => {
                let v = self.b.pure(Op::find_lsb, &[a]);
                self.set_sgpr(f.sdst, v);
            }
            O::s_flbit_i32_b32 | O::s_flbit_i32_b64 => {
                let v = self.with_top(Op::find_umsb, a);
                self.set_sgpr(f.sdst, v);
            }
            O::s_flbit_i32 | O::s_flbit_i32_i64 => {
                let v = self.with_top(Op::find_smsb, a);
                self.set_sgpr(f.sdst, v);
            }
            O::s_sext_i32_i8 | O::s_sext_i32_i16 => {
                let width = if op == O::s_sext_i32_i8 { Width::B8 } else { Width::B16 };
                let low = self.b.op(Op::trunc, &[a], Attr::Width(width));
                let v = self.b.op(Op::sext, &[low], Attr::Width(Width::B32));
                self.set_sgpr(f.sdst, v);
            }
            O::s_bitset0_b32 | O::s_bitset1_b32 => {
                let (one, old) = (self.b.c32(1), self.sgpr(f.sdst));
                let bit = self.b.pure(Op::ishl, &[one, a]);
                let v = self.change_bit(old, bit, op == O::s_bitset1_b32);
                self.set_sgpr(f.sdst, v);
            }
            O::s_bitset0_b64 | O::s_bitset1_b64 => {
                let (one, old) = (self.b.c64(1), self.sgpr64(f.sdst));
                let bit = self.b.pure(Op::ishl, &[one, a]);
                let v = self.change_bit(old, bit, op == O::s_bitset1_b64);
                self.set_sgpr64(f.sdst, v);
            }
            O::s_getpc_b64 | O::s_swappc_b64 => {
                let v = self.b.c64(self.next);
                self.set_sgpr64(f.sdst, v);
            }
            // The jump itself is the block's end.
            O::s_setpc_b64 => {}
            O::s_quadmask_b32 | O::s_quadmask_b64 => {
                let v = self.quad_mask(a, wide);
                if wide { self.result64(f.sdst, v) } else { self.result32(f.sdst, v) }
            }
            O::s_abs_i32 => {
                let zero = self.b.c32(0);
                let n = self.b.pure(Op::isub, &[zero, a]);
                let v = self.b.pure(Op::smax, &[a, n]);
                self.result32(f.sdst, v);
            }
            O::s_bitreplicate_b64_b32 => {
                let v = self.spread_bits(a);
                self.set_sgpr64(f.sdst, v);
            }
            O::s_rfe_b64 => return unsupported("s_rfe_b64", "there is no trap handler"),
            _ => return unsupported(op.row().name, "this form of it"),
        }
        Ok(())
    }

    /// `old` with the bits of `bit` set or cleared.
    fn change_bit(&mut self, old: Value, bit: Value, set: bool) -> Value {
        if set {
            return self.b.pure(Op::ior, &[old, bit]);
        }
        let keep = self.b.pure(Op::inot, &[bit]);
        self.b.pure(Op::iand, &[old, keep])
    }

    /// A bit number counted from the highest bit; all ones stay.
    fn with_top(&mut self, op: Op, value: Value) -> Value {
        let bits = self.b.func.ty(value).width.bits();
        let n = self.b.pure(op, &[value]);
        let (top, none) = (self.b.c32(bits - 1), self.b.c32(u32::MAX));
        let v = self.b.pure(Op::isub, &[top, n]);
        let missing = self.b.pure(Op::ieq, &[n, none]);
        self.b.pure(Op::select, &[missing, none, v])
    }

    /// Bits 0 of each nibble: whether the nibble has a bit.
    fn any_of_quads(&mut self, value: Value) -> Value {
        let mut v = value;
        for shift in [1, 2] {
            let by = self.b.c32(shift);
            let moved = self.b.pure(Op::ushr, &[v, by]);
            v = self.b.pure(Op::ior, &[v, moved]);
        }
        let ones = self.constant_like(value, 0x1111_1111_1111_1111);
        self.b.pure(Op::iand, &[v, ones])
    }

    fn whole_quads(&mut self, value: Value) -> Value {
        let any = self.any_of_quads(value);
        let fifteen = self.constant_like(value, 15);
        self.b.pure(Op::imul, &[any, fifteen])
    }

    /// The lowest bits of all nibbles, moved together.
    fn quad_mask(&mut self, value: Value, wide: bool) -> Value {
        let mut v = self.any_of_quads(value);
        let steps: &[(u32, u64)] = &[
            (3, 0x0303_0303_0303_0303),
            (6, 0x000f_000f_000f_000f),
            (12, 0x0000_00ff_0000_00ff),
            (24, 0x0000_0000_0000_ffff),
        ];
        for &(shift, mask) in steps.iter().take(if wide { 4 } else { 3 }) {
            let by = self.b.c32(shift);
            let moved = self.b.pure(Op::ushr, &[v, by]);
            let both = self.b.pure(Op::ior, &[v, moved]);
            let mask = self.constant_like(value, mask);
            v = self.b.pure(Op::iand, &[both, mask]);
        }
        v
    }

    /// Every bit of 32 doubled.
    fn spread_bits(&mut self, value: Value) -> Value {
        let mut v = self.b.op(Op::zext, &[value], Attr::Width(Width::B64));
        for (shift, mask) in [
            (16, 0x0000_ffff_0000_ffff),
            (8, 0x00ff_00ff_00ff_00ff),
            (4, 0x0f0f_0f0f_0f0f_0f0f),
            (2, 0x3333_3333_3333_3333),
            (1, 0x5555_5555_5555_5555u64),
        ] {
            let by = self.b.c32(shift);
            let moved = self.b.pure(Op::ishl, &[v, by]);
            let both = self.b.pure(Op::ior, &[v, moved]);
            let mask = self.b.c64(mask);
            v = self.b.pure(Op::iand, &[both, mask]);
        }
        let three = self.b.c64(3);
        self.b.pure(Op::imul, &[v, three])
    }
}
