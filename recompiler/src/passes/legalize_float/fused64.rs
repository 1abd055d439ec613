//! Fused product and sum of b64 in integers: no host float has the bits for it. All environments; sums and products of b64
//! that the host does not round as wanted are special cases of it.
//!
//! Product and addend are 128-bit integers whose bit 125 has the weight two to the power of their exponent: the product's
//! leading one is bit 125 or 126, its lowest bit 21. The one with the smaller exponent is shifted down, what falls off goes
//! into its lowest bit; nothing falls off where the difference could cancel more than two bits.

use super::format::Fmt;
use super::round::{Parts, Tiny};
use super::soft::ZERO;
use super::{Legal, Rounded};
use ir::float::FloatEnv;
use ir::{Op, Value, Width};

const F: Fmt = Fmt::F64;

/// A 128-bit integer.
#[derive(Clone, Copy)]
struct Pair {
    hi: Value,
    lo: Value,
}

impl Legal<'_> {
    /// Product and sum of flushed operands, times two to the power `scale`, rounded once; and whether the product is invalid.
    pub(super) fn fused64(
        &mut self,
        env: &FloatEnv,
        [a, b, c]: [Value; 3],
        scale: Option<Value>,
        tiny: Tiny,
    ) -> (Rounded, Value) {
        let [pa, pb, pc] = [a, b, c].map(|v| self.unpack_any(F, v, env.flush_in));
        let [za, zb, zc] = [a, b, c].map(|v| self.is_zero(F, v));
        let (none, nothing) = (self.c(Width::B64, 0), self.c32(ZERO));
        // The product.
        let x = self.shift(Op::ishl, pa.significand, 10);
        let y = self.shift(Op::ishl, pb.significand, 11);
        let (hi, lo) = (self.op2(Op::umulhi, x, y), self.op2(Op::imul, x, y));
        let zero = self.op2(Op::ior, za, zb);
        let product = Pair { hi: self.select(zero, none, hi), lo: self.select(zero, none, lo) };
        let ep = self.op2(Op::iadd, pa.exponent, pb.exponent);
        let ep = self.select(zero, nothing, ep);
        let either = self.op2(Op::ixor, a, b);
        let sign_p = self.sign(F, either);
        // The addend.
        let hi = self.shift(Op::ishl, pc.significand, 9);
        let addend = Pair { hi: self.select(zc, none, hi), lo: none };
        let ec = self.select(zc, nothing, pc.exponent);
        let sign_c = self.sign(F, c);
        // The one with the larger exponent first.
        let swap = self.op2(Op::slt, ep, ec);
        let big = self.select_pair(swap, addend, product);
        let small = self.select_pair(swap, product, addend);
        let (more, less) = (self.op2(Op::smax, ep, ec), self.op2(Op::smin, ep, ec));
        let sign_big = self.select(swap, sign_c, sign_p);
        let by = self.op2(Op::isub, more, less);
        let small = self.shift_jam(small, by);
        let differ = self.op2(Op::ine, sign_p, sign_c);
        let sum = self.add_pair(big, small);
        let (difference, across) = self.distance_pair(big, small);
        let total = self.select_pair(differ, difference, sum);
        let turned = self.op2(Op::iand, differ, across);
        let flipped = self.negate(F, sign_big);
        let sign = self.select(turned, flipped, sign_big);
        let (significand, lead) = self.leading(total);
        let below = self.c32(125);
        let exponent = self.op2(Op::iadd, more, lead);
        let mut exponent = self.op2(Op::isub, exponent, below);
        if let Some(n) = scale {
            let (low, high) = (self.c32(-8192), self.c32(8192));
            let n = self.op2(Op::smax, n, low);
            let n = self.op2(Op::smin, n, high);
            exponent = self.op2(Op::iadd, exponent, n);
        }
        let bits = self.round_parts(Parts { significand, exponent, precision: 62 }, sign, F, env, tiny);
        let any = self.op2(Op::ior, total.hi, total.lo);
        let vanished = self.opc(Op::ieq, any, 0);
        let of_zero = self.sum_zero(env, sign_p, sign_c);
        let bits = self.select(vanished, of_zero, bits);
        self.endless(F, F, [a, b, c], [sign_p, sign_c], bits)
    }

    fn select_pair(&mut self, condition: Value, yes: Pair, no: Pair) -> Pair {
        Pair { hi: self.select(condition, yes.hi, no.hi), lo: self.select(condition, yes.lo, no.lo) }
    }

    /// Shifted right; lost ones go into the lowest bit.
    fn shift_jam(&mut self, v: Pair, by: Value) -> Pair {
        let most = self.c32(127);
        let by = self.op2(Op::umin, by, most);
        let k = self.opc(Op::iand, by, 63);
        let far = self.opc(Op::iand, by, 64);
        let far = self.opc(Op::ine, far, 0);
        let rest = self.opc(Op::ixor, k, 63);
        let (high, low) = (self.op2(Op::ushr, v.hi, k), self.op2(Op::ushr, v.lo, k));
        let down = self.shift(Op::ishl, v.hi, 1);
        let down = self.op2(Op::ishl, down, rest);
        let low = self.op2(Op::ior, low, down);
        let one = self.c(Width::B64, 1);
        let mask = self.op2(Op::ishl, one, k);
        let mask = self.opc(Op::isub, mask, 1);
        let lost = self.op2(Op::iand, v.lo, mask);
        let lost_far = self.op2(Op::iand, v.hi, mask);
        let lost_far = self.op2(Op::ior, lost_far, v.lo);
        let lost = self.select(far, lost_far, lost);
        let lost = self.opc(Op::ine, lost, 0);
        let lost = self.with_width(Op::zext, lost, Width::B64);
        let low = self.select(far, high, low);
        let none = self.c(Width::B64, 0);
        Pair { hi: self.select(far, none, high), lo: self.op2(Op::ior, low, lost) }
    }

    fn add_pair(&mut self, a: Pair, b: Pair) -> Pair {
        let lo = self.op2(Op::iadd, a.lo, b.lo);
        let carry = self.op2(Op::ult, lo, a.lo);
        let carry = self.with_width(Op::zext, carry, Width::B64);
        let hi = self.op2(Op::iadd, a.hi, b.hi);
        Pair { hi: self.op2(Op::iadd, hi, carry), lo }
    }

    /// Distance of two integers below 2^127, and whether the second is larger.
    fn distance_pair(&mut self, a: Pair, b: Pair) -> (Pair, Value) {
        let lo = self.op2(Op::isub, a.lo, b.lo);
        let borrow = self.op2(Op::ult, a.lo, b.lo);
        let borrow = self.with_width(Op::zext, borrow, Width::B64);
        let hi = self.op2(Op::isub, a.hi, b.hi);
        let hi = self.op2(Op::isub, hi, borrow);
        let across = self.is_negative(hi);
        let none = self.c(Width::B64, 0);
        let minus_lo = self.op2(Op::isub, none, lo);
        let minus_hi = self.op1(Op::inot, hi);
        let carry = self.opc(Op::ieq, lo, 0);
        let carry = self.with_width(Op::zext, carry, Width::B64);
        let minus_hi = self.op2(Op::iadd, minus_hi, carry);
        let minus = Pair { hi: minus_hi, lo: minus_lo };
        (self.select_pair(across, minus, Pair { hi, lo }), across)
    }

    /// 62 bits from the leading one on, lost ones in the lowest, and the number of the leading one.
    fn leading(&mut self, v: Pair) -> (Value, Value) {
        let none = self.c(Width::B64, 0);
        let low_only = self.opc(Op::ieq, v.hi, 0);
        let hi = self.select(low_only, v.lo, v.hi);
        let lo = self.select(low_only, none, v.lo);
        let top = self.op1(Op::find_umsb, hi);
        let most = self.c32(63);
        let up = self.op2(Op::isub, most, top);
        let up = self.opc(Op::iand, up, 63);
        let rest = self.opc(Op::ixor, up, 63);
        let high = self.op2(Op::ishl, hi, up);
        let from_low = self.shift(Op::ushr, lo, 1);
        let from_low = self.op2(Op::ushr, from_low, rest);
        let high = self.op2(Op::ior, high, from_low);
        let low = self.op2(Op::ishl, lo, up);
        let kept = self.shift(Op::ushr, high, 2);
        let dropped = self.opc(Op::iand, high, 3);
        let dropped = self.op2(Op::ior, dropped, low);
        let lost = self.opc(Op::ine, dropped, 0);
        let lost = self.with_width(Op::zext, lost, Width::B64);
        let significand = self.op2(Op::ior, kept, lost);
        let by = self.c32(64);
        let above = self.op2(Op::iadd, top, by);
        (significand, self.select(low_only, top, above))
    }
}
