//! Sums, products, fused sums and products, and rounding to integers in integers alone: for hosts of which nothing is known,
//! in every environment.
//!
//! A number is a significand whose leading one stands at a fixed place of a word and the exponent of that one; a word of 32
//! bits for all of f16 and for sums of f32, one of 64 bits for products of f32, two for f64 ([`super::fused64`]). The terms of a
//! sum are aligned; what falls off goes into the lowest bit, and nothing falls off where the difference could cancel more than
//! two bits. One rounding ([`super::round`]) follows.

use super::format::Fmt;
use super::round::{Parts, Tiny};
use super::{Legal, Rounded};
use ir::float::{FloatEnv, Round};
use ir::{Op, Value, Width};

/// Exponent of a zero: below all others, even after scaling.
pub(super) const ZERO: i32 = -16384;

/// A number: `significand * 2^(exponent - unit)`, where `unit` is the third bit from the top of the significand's word. The
/// leading one is that bit or, of a product, the next one. A zero has significand 0 and exponent [`ZERO`].
#[derive(Clone, Copy)]
pub(super) struct Term {
    significand: Value,
    exponent: Value,
    /// The sign bit in the format of the result.
    sign: Value,
}

/// Number of the bit that has the weight of the exponent.
const fn unit(word: Width) -> u32 {
    word.bits() - 3
}

impl Legal<'_> {
    /// The sign bit of a number in another format.
    pub(super) fn sign_in(&mut self, f: Fmt, to: Fmt, v: Value) -> Value {
        let sign = self.sign(f, v);
        if f.width == to.width {
            return sign;
        }
        if f.precision > to.precision {
            let high = self.shift(Op::ushr, sign, f.width.bits() - to.width.bits());
            self.resize(Op::trunc, high, to.width)
        } else {
            let wide = self.resize(Op::zext, sign, to.width);
            self.shift(Op::ishl, wide, to.width.bits() - f.width.bits())
        }
    }

    /// A finite operand as a term of a sum.
    fn term(&mut self, f: Fmt, to: Fmt, word: Width, v: Value, no_denormals: bool) -> Term {
        let parts = self.unpack_any(f, v, no_denormals);
        let wide = self.resize(Op::zext, parts.significand, word);
        let wide = self.shift(Op::ishl, wide, unit(word) - f.fraction_bits());
        let zero = self.is_zero(f, v);
        let (none, nothing) = (self.c(word, 0), self.c32(ZERO));
        Term {
            significand: self.select(zero, none, wide),
            exponent: self.select(zero, nothing, parts.exponent),
            sign: self.sign_in(f, to, v),
        }
    }

    /// The exact product of two finite operands.
    fn product_term(&mut self, f: Fmt, to: Fmt, word: Width, a: Value, b: Value, no_denormals: bool) -> Term {
        let [pa, pb] = [a, b].map(|v| self.unpack_any(f, v, no_denormals));
        let [x, y] = [pa.significand, pb.significand].map(|v| self.resize(Op::zext, v, word));
        let both = self.op2(Op::imul, x, y);
        let both = self.shift(Op::ishl, both, unit(word) - 2 * f.fraction_bits());
        let exponent = self.op2(Op::iadd, pa.exponent, pb.exponent);
        let [za, zb] = [a, b].map(|v| self.is_zero(f, v));
        let zero = self.op2(Op::ior, za, zb);
        let (none, nothing) = (self.c(word, 0), self.c32(ZERO));
        let either = self.op2(Op::ixor, a, b);
        Term {
            significand: self.select(zero, none, both),
            exponent: self.select(zero, nothing, exponent),
            sign: self.sign_in(f, to, either),
        }
    }

    /// A word shifted right by at least 0; lost bits go into the lowest.
    fn jam(&mut self, word: Width, v: Value, by: Value) -> Value {
        let most = self.b.c32(word.bits() - 1);
        let by = self.op2(Op::umin, by, most);
        let kept = self.op2(Op::ushr, v, by);
        let back = self.op2(Op::ishl, kept, by);
        let lost = self.op2(Op::ine, back, v);
        let lost = self.with_width(Op::zext, lost, word);
        self.op2(Op::ior, kept, lost)
    }

    /// A significand with any leading one as parts; of zero anything.
    pub(super) fn normal(&mut self, word: Width, v: Value, exponent: Value, unit: u32) -> Parts {
        let precision = word.bits() - 2;
        let top = self.op1(Op::find_umsb, v);
        let most = self.b.c32(word.bits() - 1);
        let up = self.op2(Op::isub, most, top);
        let up = self.op2(Op::iand, up, most);
        let high = self.op2(Op::ishl, v, up);
        let kept = self.shift(Op::ushr, high, 2);
        let lost = self.opc(Op::iand, high, 3);
        let lost = self.opc(Op::ine, lost, 0);
        let lost = self.with_width(Op::zext, lost, word);
        let significand = self.op2(Op::ior, kept, lost);
        let unit = self.b.c32(unit);
        let exponent = self.op2(Op::iadd, exponent, top);
        let exponent = self.op2(Op::isub, exponent, unit);
        Parts { significand, exponent, precision }
    }

    /// A sum of two terms, times two to the power `scale`, rounded once.
    fn round_sum(
        &mut self,
        word: Width,
        to: Fmt,
        env: &FloatEnv,
        [p, c]: [Term; 2],
        scale: Option<Value>,
        tiny: Tiny,
    ) -> Value {
        let swap = self.op2(Op::slt, p.exponent, c.exponent);
        let big = self.select(swap, c.significand, p.significand);
        let small = self.select(swap, p.significand, c.significand);
        let sign_big = self.select(swap, c.sign, p.sign);
        let more = self.op2(Op::smax, p.exponent, c.exponent);
        let less = self.op2(Op::smin, p.exponent, c.exponent);
        let by = self.op2(Op::isub, more, less);
        let small = self.jam(word, small, by);
        let differ = self.op2(Op::ine, p.sign, c.sign);
        let sum = self.op2(Op::iadd, big, small);
        let difference = self.op2(Op::isub, big, small);
        let across = self.is_negative(difference);
        let none = self.c(word, 0);
        let minus = self.op2(Op::isub, none, difference);
        let distance = self.select(across, minus, difference);
        let total = self.select(differ, distance, sum);
        let turned = self.op2(Op::iand, differ, across);
        let flipped = self.negate(to, sign_big);
        let sign = self.select(turned, flipped, sign_big);
        let exponent = match scale {
            Some(n) => {
                let (low, high) = (self.c32(-8192), self.c32(8192));
                let n = self.op2(Op::smax, n, low);
                let n = self.op2(Op::smin, n, high);
                self.op2(Op::iadd, more, n)
            }
            None => more,
        };
        let parts = self.normal(word, total, exponent, unit(word));
        let bits = self.round_parts(parts, sign, to, env, tiny);
        let vanished = self.opc(Op::ieq, total, 0);
        let of_zero = self.sum_zero(env, p.sign, c.sign);
        self.select(vanished, of_zero, bits)
    }

    /// Sign of a sum that is zero.
    pub(super) fn sum_zero(&mut self, env: &FloatEnv, sign_a: Value, sign_b: Value) -> Value {
        let op = if env.round == Round::Down { Op::ior } else { Op::iand };
        self.op2(op, sign_a, sign_b)
    }

    /// Sum of flushed operands of f16 or f32.
    pub(super) fn soft_add(&mut self, f: Fmt, env: &FloatEnv, a: Value, b: Value) -> Rounded {
        let word = Width::B32;
        let terms = [a, b].map(|v| self.term(f, f, word, v, env.flush_in));
        // Sums below the normal numbers are exact: each rule for what is tiny gives the same.
        let bits = self.round_sum(word, f, env, terms, None, Tiny::Unbounded);
        let [ia, ib] = [a, b].map(|v| self.is_infinite(f, v));
        let of_b = self.select(ib, b, bits);
        let bits = self.select(ia, a, of_b);
        let differ = self.op2(Op::ixor, a, b);
        let differ = self.is_negative(differ);
        let both = self.op2(Op::iand, ia, ib);
        let mut nan = self.op2(Op::iand, both, differ);
        for v in [a, b] {
            let is_nan = self.is_nan(f, v);
            nan = self.op2(Op::ior, nan, is_nan);
        }
        Rounded { bits, nan }
    }

    /// Product of flushed operands of f16 or f32.
    pub(super) fn soft_mul(&mut self, f: Fmt, env: &FloatEnv, a: Value, b: Value) -> Rounded {
        let word = if f == Fmt::F16 { Width::B32 } else { Width::B64 };
        let p = self.product_term(f, f, word, a, b, env.flush_in);
        let parts = self.normal(word, p.significand, p.exponent, unit(word));
        let bits = self.round_parts(parts, p.sign, f, env, Tiny::Unbounded);
        let zero = self.opc(Op::ieq, p.significand, 0);
        let bits = self.select(zero, p.sign, bits);
        let [ia, ib] = [a, b].map(|v| self.is_infinite(f, v));
        let [za, zb] = [a, b].map(|v| self.is_zero(f, v));
        let endless = self.op2(Op::ior, ia, ib);
        let infinity = self.opc(Op::ior, p.sign, f.infinity());
        let bits = self.select(endless, infinity, bits);
        let mut nan = self.invalid_product([ia, ib], [za, zb]);
        for v in [a, b] {
            let is_nan = self.is_nan(f, v);
            nan = self.op2(Op::ior, nan, is_nan);
        }
        Rounded { bits, nan }
    }

    /// An infinity times a zero.
    fn invalid_product(&mut self, [ia, ib]: [Value; 2], [za, zb]: [Value; 2]) -> Value {
        let (one, other) = (self.op2(Op::iand, ia, zb), self.op2(Op::iand, za, ib));
        self.op2(Op::ior, one, other)
    }

    /// Product and sum of flushed operands of f16 or f32 into a format that is no wider, times two to the power `scale`,
    /// rounded once; and whether the product is invalid.
    #[allow(clippy::too_many_arguments, reason = "two formats, and all that one rounding depends on")]
    pub(super) fn soft_fma(
        &mut self,
        f: Fmt,
        to: Fmt,
        env: &FloatEnv,
        [a, b, c]: [Value; 3],
        scale: Option<Value>,
        tiny: Tiny,
    ) -> (Rounded, Value) {
        let word = if f == Fmt::F16 { Width::B32 } else { Width::B64 };
        let p = self.product_term(f, to, word, a, b, env.flush_in);
        let t = self.term(f, to, word, c, env.flush_in);
        let bits = self.round_sum(word, to, env, [p, t], scale, tiny);
        self.endless(f, to, [a, b, c], [p.sign, t.sign], bits)
    }

    /// Infinities and what is invalid in a fused product and sum: the result, and whether the product is invalid.
    pub(super) fn endless(
        &mut self,
        f: Fmt,
        to: Fmt,
        [a, b, c]: [Value; 3],
        [sign_p, sign_c]: [Value; 2],
        bits: Value,
    ) -> (Rounded, Value) {
        let [ia, ib, ic] = [a, b, c].map(|v| self.is_infinite(f, v));
        let [za, zb] = [a, b].map(|v| self.is_zero(f, v));
        let endless = self.op2(Op::ior, ia, ib);
        let of_c = self.opc(Op::ior, sign_c, to.infinity());
        let of_p = self.opc(Op::ior, sign_p, to.infinity());
        let bits = self.select(ic, of_c, bits);
        let bits = self.select(endless, of_p, bits);
        let invalid = self.invalid_product([ia, ib], [za, zb]);
        let differ = self.op2(Op::ine, sign_p, sign_c);
        let both = self.op2(Op::iand, endless, ic);
        let mut nan = self.op2(Op::iand, both, differ);
        nan = self.op2(Op::ior, nan, invalid);
        for v in [a, b, c] {
            let is_nan = self.is_nan(f, v);
            nan = self.op2(Op::ior, nan, is_nan);
        }
        (Rounded { bits, nan }, invalid)
    }

    /// The integer in the op's direction, by masking the fraction; infinities and NaNs stay as they are.
    pub(super) fn soft_integral(&mut self, f: Fmt, a: Value, op: Op) -> Value {
        let m = self.mag(f, a);
        let sign = self.sign(f, a);
        let negative = self.is_negative(a);
        let one = self.c(f.width, f.power(0));
        let none = self.c(f.width, 0);
        // At least one: the place of the units, at most all of the fraction below.
        let field = self.shift(Op::ushr, m, f.fraction_bits());
        let field = self.int32(field);
        let bias = self.c32(f.bias());
        let exponent = self.op2(Op::isub, field, bias);
        let zero = self.c32(0);
        let low = self.op2(Op::smax, exponent, zero);
        let all = self.b.c32(f.fraction_bits());
        let low = self.op2(Op::smin, low, all);
        let place = self.op2(Op::isub, all, low);
        let one_bit = self.c(f.width, 1);
        let unit = self.op2(Op::ishl, one_bit, place);
        let mask = self.opc(Op::isub, unit, 1);
        let rest = self.op2(Op::iand, m, mask);
        let keep = self.not(mask);
        let whole = self.op2(Op::iand, m, keep);
        // Below one.
        let small = self.op2(Op::ult, m, one);
        let whole = self.select(small, none, whole);
        let rest = self.select(small, m, rest);
        let inexact = self.opc(Op::ine, rest, 0);
        let up = match op {
            Op::ffloor => self.op2(Op::iand, inexact, negative),
            Op::fceil => {
                let positive = self.not(negative);
                self.op2(Op::iand, inexact, positive)
            }
            Op::ftrunc => self.b.c1(false),
            _ => {
                // More than a half of the unit, or a half and odd. The unit of [1, 2) is the lowest bit of its odd exponent.
                let half = self.shift(Op::ushr, unit, 1);
                let above = self.op2(Op::ult, half, rest);
                let tie = self.op2(Op::ieq, half, rest);
                let odd = self.op2(Op::iand, m, unit);
                let odd = self.opc(Op::ine, odd, 0);
                let tie = self.op2(Op::iand, tie, odd);
                let inside = self.op2(Op::ior, above, tie);
                let half_one = self.c(f.width, f.power(-1));
                let of_small = self.op2(Op::ult, half_one, m);
                let up = self.select(small, of_small, inside);
                self.op2(Op::iand, up, inexact)
            }
        };
        let raised = self.op2(Op::iadd, whole, unit);
        let raised = self.select(small, one, raised);
        let bits = self.select(up, raised, whole);
        let bits = self.op2(Op::ior, bits, sign);
        let has_fraction = self.opc(Op::ult, m, f.power(f.fraction_bits() as i32));
        self.select(has_fraction, bits, a)
    }

    /// A number in a wider format, exact; NaNs give some NaN.
    pub(super) fn soft_widen(&mut self, from: Fmt, to: Fmt, v: Value, no_denormals: bool) -> Value {
        let parts = self.unpack_any(from, v, no_denormals);
        let fraction = self.opc(Op::iand, parts.significand, from.fraction());
        let fraction = self.resize(Op::zext, fraction, to.width);
        let fraction = self.shift(Op::ishl, fraction, to.fraction_bits() - from.fraction_bits());
        let bias = self.c32(to.bias());
        let field = self.op2(Op::iadd, parts.exponent, bias);
        let field = self.resize(Op::zext, field, to.width);
        let field = self.shift(Op::ishl, field, to.fraction_bits());
        let bits = self.op2(Op::ior, field, fraction);
        let m = self.mag(from, v);
        let infinity = self.c(from.width, from.infinity());
        let endless = self.op2(Op::ule, infinity, m);
        let of_endless = self.opc(Op::ior, fraction, to.infinity());
        let bits = self.select(endless, of_endless, bits);
        let zero = self.opc(Op::ieq, m, 0);
        let none = self.c(to.width, 0);
        let bits = self.select(zero, none, bits);
        let sign = self.sign_in(from, to, v);
        self.op2(Op::ior, bits, sign)
    }

    /// A number toward zero as an integer of width `by`, where it fits.
    pub(super) fn soft_whole(&mut self, f: Fmt, a: Value, by: Width) -> Value {
        let word = if f.width == Width::B64 { Width::B64 } else { by };
        let parts = self.unpack(f, a);
        let v = self.resize(Op::zext, parts.significand, word);
        let all = self.b.c32(f.fraction_bits());
        let up = self.op2(Op::isub, parts.exponent, all);
        let zero = self.c32(0);
        let down = self.op2(Op::isub, zero, up);
        let most = self.b.c32(word.bits() - 1);
        let (up, down) = (self.op2(Op::smax, up, zero), self.op2(Op::smax, down, zero));
        let (up, down) = (self.op2(Op::umin, up, most), self.op2(Op::umin, down, most));
        let v = self.op2(Op::ushr, v, down);
        let v = self.op2(Op::ishl, v, up);
        let v = self.resize(Op::trunc, v, by);
        let none = self.c(by, 0);
        let minus = self.op2(Op::isub, none, v);
        let negative = self.is_negative(a);
        self.select(negative, minus, v)
    }

    /// The float of an integer of 32 or 64 bits.
    pub(super) fn soft_of_integer(&mut self, a: Value, to: Fmt, env: &FloatEnv, signed: bool) -> Value {
        let width = self.b.func.ty(a).width;
        let word = if to == Fmt::F64 { Width::B64 } else { width };
        let none = self.c(width, 0);
        let (m, negative) = if signed {
            let negative = self.is_negative(a);
            let minus = self.op2(Op::isub, none, a);
            (self.select(negative, minus, a), negative)
        } else {
            (a, self.b.c1(false))
        };
        let m = self.resize(Op::zext, m, word);
        let exponent = self.c32(0);
        let parts = self.normal(word, m, exponent, 0);
        let (plus, minus) = (self.c(to.width, 0), self.c(to.width, to.sign()));
        let sign = self.select(negative, minus, plus);
        let bits = self.round_parts(parts, sign, to, env, Tiny::Unbounded);
        let zero = self.opc(Op::ieq, m, 0);
        self.select(zero, plus, bits)
    }
}
