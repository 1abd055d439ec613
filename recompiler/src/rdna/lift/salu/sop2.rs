//! SOP2: two sources, one result, SCC.

use super::super::{Lift, Lifted, mismatch};
use ir::{Attr, Op, Value, Width};
use isa::table::Sop2;
use isa::{Fields, Inst};

impl Lift<'_> {
    pub(in crate::rdna::lift) fn sop2(&mut self, op: Sop2, inst: &Inst) -> Lifted {
        use Sop2 as O;
        let Fields::Sop2(f) = inst.fields else { return Err(mismatch()) };
        if self.mask_arithmetic(inst)? {
            return Ok(());
        }
        let row = op.row();
        let wide = |slot| matches!(row.ty(slot), Some(t) if t.dwords(64) == 2);
        let (c0, c1, lit) = (u16::from(f.ssrc0), u16::from(f.ssrc1), inst.literal);
        let a = if wide(isa::row::Slot::ssrc0) { self.ssrc64(c0, lit)? } else { self.ssrc32(c0, lit)? };
        let b = if wide(isa::row::Slot::ssrc1) { self.ssrc64(c1, lit)? } else { self.ssrc32(c1, lit)? };
        let d = f.sdst;
        let two = |l: &mut Self, op: Op, a: Value, b: Value| l.b.pure(op, &[a, b]);
        match op {
            O::s_add_u32 => {
                let v = two(self, Op::iadd, a, b);
                let carry = two(self, Op::ult, v, a);
                self.set_sgpr(d, v);
                self.set_scc(carry);
            }
            O::s_sub_u32 => {
                let v = two(self, Op::isub, a, b);
                let borrow = two(self, Op::ult, a, b);
                self.set_sgpr(d, v);
                self.set_scc(borrow);
            }
            O::s_add_i32 | O::s_sub_i32 => {
                let sub = op == O::s_sub_i32;
                let v = two(self, if sub { Op::isub } else { Op::iadd }, a, b);
                let overflow = self.signed_overflow(a, b, v, sub);
                self.set_sgpr(d, v);
                self.set_scc(overflow);
            }
            O::s_addc_u32 | O::s_subb_u32 => {
                let scc = self.scc();
                let c = self.b.op(Op::zext, &[scc], Attr::Width(Width::B32));
                let (step, first, second);
                if op == O::s_addc_u32 {
                    step = two(self, Op::iadd, a, b);
                    first = two(self, Op::ult, step, a);
                    let v = two(self, Op::iadd, step, c);
                    second = two(self, Op::ult, v, step);
                    self.set_sgpr(d, v);
                } else {
                    step = two(self, Op::isub, a, b);
                    first = two(self, Op::ult, a, b);
                    let v = two(self, Op::isub, step, c);
                    second = two(self, Op::ult, step, c);
                    self.set_sgpr(d, v);
                }
                let out = two(self, Op::ior, first, second);
                self.set_scc(out);
            }
            O::s_min_i32 | O::s_min_u32 | O::s_max_i32 | O::s_max_u32 => {
                // SCC says that the first source was taken; strict on both (errata: scc of s_max on ties).
                let (less, x, y) = match op {
                    O::s_min_i32 => (Op::slt, a, b),
                    O::s_min_u32 => (Op::ult, a, b),
                    O::s_max_i32 => (Op::slt, b, a),
                    _ => (Op::ult, b, a),
                };
                let first = two(self, less, x, y);
                let v = self.b.pure(Op::select, &[first, a, b]);
                self.set_sgpr(d, v);
                self.set_scc(first);
            }
            O::s_cselect_b32 => {
                let scc = self.scc();
                let v = self.b.pure(Op::select, &[scc, a, b]);
                self.set_sgpr(d, v);
            }
            O::s_cselect_b64 => {
                let scc = self.scc();
                let v = self.b.pure(Op::select, &[scc, a, b]);
                self.set_sgpr64(d, v);
            }
            O::s_and_b32 => self.bits32(d, Op::iand, a, b, false, false),
            O::s_and_b64 => self.bits64(d, Op::iand, a, b, false, false),
            O::s_or_b32 => self.bits32(d, Op::ior, a, b, false, false),
            O::s_or_b64 => self.bits64(d, Op::ior, a, b, false, false),
            O::s_xor_b32 => self.bits32(d, Op::ixor, a, b, false, false),
            O::s_xor_b64 => self.bits64(d, Op::ixor, a, b, false, false),
            O::s_andn2_b32 => self.bits32(d, Op::iand, a, b, true, false),
            O::s_andn2_b64 => self.bits64(d, Op::iand, a, b, true, false),
            O::s_orn2_b32 => self.bits32(d, Op::ior, a, b, true, false),
            O::s_orn2_b64 => self.bits64(d, Op::ior, a, b, true, false),
            O::s_nand_b32 => self.bits32(d, Op::iand, a, b, false, true),
            O::s_nand_b64 => self.bits64(d, Op::iand, a, b, false, true),
            O::s_nor_b32 => self.bits32(d, Op::ior, a, b, false, true),
            O::s_nor_b64 => self.bits64(d, Op::ior, a, b, false, true),
            O::s_xnor_b32 => self.bits32(d, Op::ixor, a, b, false, true),
            O::s_xnor_b64 => self.bits64(d, Op::ixor, a, b, false, true),
            O::s_lshl_b32 => self.bits32(d, Op::ishl, a, b, false, false),
            O::s_lshl_b64 => self.bits64(d, Op::ishl, a, b, false, false),
            O::s_lshr_b32 => self.bits32(d, Op::ushr, a, b, false, false),
            O::s_lshr_b64 => self.bits64(d, Op::ushr, a, b, false, false),
            O::s_ashr_i32 => self.bits32(d, Op::sshr, a, b, false, false),
            O::s_ashr_i64 => self.bits64(d, Op::sshr, a, b, false, false),
            O::s_bfm_b32 => {
                let v = self.field_mask(a, b, Width::B32);
                self.set_sgpr(d, v);
            }
            O::s_bfm_b64 => {
                let v = self.field_mask(a, b, Width::B64);
                self.set_sgpr64(d, v);
            }
            O::s_mul_i32 => {
                let v = two(self, Op::imul, a, b);
                self.set_sgpr(d, v);
            }
            O::s_mul_hi_u32 => {
                let v = two(self, Op::umulhi, a, b);
                self.set_sgpr(d, v);
            }
            O::s_mul_hi_i32 => {
                let v = two(self, Op::smulhi, a, b);
                self.set_sgpr(d, v);
            }
            O::s_bfe_u32 | O::s_bfe_i32 => {
                let v = self.scalar_field(a, b, op == O::s_bfe_i32);
                self.result32(d, v);
            }
            O::s_bfe_u64 | O::s_bfe_i64 => {
                let v = self.scalar_field(a, b, op == O::s_bfe_i64);
                self.result64(d, v);
            }
            O::s_absdiff_i32 => {
                let v = two(self, Op::isub, a, b);
                let zero = self.b.c32(0);
                let n = two(self, Op::isub, zero, v);
                let v = two(self, Op::smax, v, n);
                self.result32(d, v);
            }
            O::s_lshl1_add_u32 => self.shift_add(d, a, b, 1),
            O::s_lshl2_add_u32 => self.shift_add(d, a, b, 2),
            O::s_lshl3_add_u32 => self.shift_add(d, a, b, 3),
            O::s_lshl4_add_u32 => self.shift_add(d, a, b, 4),
            O::s_pack_ll_b32_b16 | O::s_pack_lh_b32_b16 | O::s_pack_hh_b32_b16 => {
                let (al, ah) = self.halves(a);
                let (bl, bh) = self.halves(b);
                let (low, high) = match op {
                    O::s_pack_ll_b32_b16 => (al, bl),
                    O::s_pack_lh_b32_b16 => (al, bh),
                    _ => (ah, bh),
                };
                let v = self.b.pure(Op::pack, &[low, high]);
                self.set_sgpr(d, v);
            }
        }
        Ok(())
    }

    fn bits(&mut self, op: Op, a: Value, b: Value, invert_b: bool, invert: bool) -> Value {
        let b = if invert_b { self.b.pure(Op::inot, &[b]) } else { b };
        let v = self.b.pure(op, &[a, b]);
        if invert { self.b.pure(Op::inot, &[v]) } else { v }
    }

    fn bits32(&mut self, d: u8, op: Op, a: Value, b: Value, invert_b: bool, invert: bool) {
        let v = self.bits(op, a, b, invert_b, invert);
        self.result32(d, v);
    }

    fn bits64(&mut self, d: u8, op: Op, a: Value, b: Value, invert_b: bool, invert: bool) {
        let v = self.bits(op, a, b, invert_b, invert);
        self.result64(d, v);
    }

    /// Whether a signed sum or difference does not fit.
    pub(crate) fn signed_overflow(&mut self, a: Value, b: Value, result: Value, sub: bool) -> Value {
        let x = self.b.pure(Op::ixor, &[a, result]);
        let y = if sub { self.b.pure(Op::ixor, &[a, b]) } else { self.b.pure(Op::ixor, &[b, result]) };
        let both = self.b.pure(Op::iand, &[x, y]);
        let zero = self.constant_like(both, 0);
        self.b.pure(Op::slt, &[both, zero])
    }

    /// `width` ones, moved up by `offset`; both modulo the width.
    fn field_mask(&mut self, width: Value, offset: Value, ty: Width) -> Value {
        let (w, o) = if ty == Width::B64 { (self.low32(width), self.low32(offset)) } else { (width, offset) };
        let one = self.b.func.constant(ty, 1);
        let top = self.b.pure(Op::ishl, &[one, w]);
        let ones = self.b.pure(Op::isub, &[top, one]);
        self.b.pure(Op::ishl, &[ones, o])
    }

    fn low32(&mut self, value: Value) -> Value {
        if self.b.func.ty(value).width == Width::B64 { self.b.pure(Op::lo, &[value]) } else { value }
    }

    /// The field of `value` that the second source of `s_bfe_*` names: offset in the low bits, width from bit 16.
    fn scalar_field(&mut self, value: Value, spec: Value, signed: bool) -> Value {
        let bits = self.b.func.ty(value).width.bits();
        let offset_mask = self.b.c32(bits - 1);
        let offset = self.b.pure(Op::iand, &[spec, offset_mask]);
        let (sixteen, seven) = (self.b.c32(16), self.b.c32(127));
        let width = self.b.pure(Op::ushr, &[spec, sixteen]);
        let width = self.b.pure(Op::iand, &[width, seven]);
        // A field that runs past the top ends there.
        let all = self.b.c32(bits);
        let room = self.b.pure(Op::isub, &[all, offset]);
        let width = self.b.pure(Op::umin, &[width, room]);
        let up = self.b.pure(Op::isub, &[room, width]);
        let down = self.b.pure(Op::isub, &[all, width]);
        let moved = self.b.pure(Op::ishl, &[value, up]);
        let v = self.b.pure(if signed { Op::sshr } else { Op::ushr }, &[moved, down]);
        // Shift counts are taken modulo the width, so an empty field needs its own answer.
        let (zero, none) = (self.constant_like(value, 0), self.b.c32(0));
        let empty = self.b.pure(Op::ieq, &[width, none]);
        self.b.pure(Op::select, &[empty, zero, v])
    }

    /// SCC is the carry out of bit 31 of the full sum.
    fn shift_add(&mut self, d: u8, a: Value, b: Value, shift: u32) {
        let by = self.b.c32(shift);
        let (a, b) = (
            self.b.op(Op::zext, &[a], Attr::Width(Width::B64)),
            self.b.op(Op::zext, &[b], Attr::Width(Width::B64)),
        );
        let moved = self.b.pure(Op::ishl, &[a, by]);
        let sum = self.b.pure(Op::iadd, &[moved, b]);
        let (low, high) = self.halves(sum);
        self.set_sgpr(d, low);
        let carry = self.not_zero(high);
        self.set_scc(carry);
    }
}
