//! Reciprocal, roots, power, logarithm, sine and cosine in fixed point: for hosts whose f64 steps are not known to be exact.
//!
//! Every step is an integer op of 64 bits, so the results are the same on every host. `Qn` in comments: the integer times
//! 2^-n. High halves of products: Qa times Qb gives Q(a + b - 64). Errors, relative to the result and before the one rounding:
//! below 2^-31 for b16 and b32, below 2^-57 for the reciprocal and the roots of b64; so results are within 1 unit in the last
//! place, which the bound of the rows is, and all but some 2^-7 of them correctly rounded. Method: Newton's iteration for the
//! reciprocal and the root, series (Taylor's; Gregory's for the logarithm) on ranges that are reduced exactly.

use super::Legal;
use super::format::Fmt;
use super::round::{Parts, Tiny};
use ir::float::{FloatEnv, Round};
use ir::{Op, Value, Width};

const WORD: Width = Width::B64;

/// `value` as Qn; constants of series are rounded to it.
fn q(value: f64, n: i32) -> u64 {
    // Exact: a power of two.
    (value * (n as f64).exp2()) as u64
}

/// A fixed-point result: `magnitude * 2^(exponent - unit)`.
struct Fixed {
    magnitude: Value,
    exponent: Value,
    unit: u32,
}

impl Legal<'_> {
    fn high(&mut self, a: Value, b: Value) -> Value {
        self.op2(Op::umulhi, a, b)
    }

    fn q(&mut self, value: f64, n: i32) -> Value {
        self.c(WORD, q(value, n))
    }

    /// `c[0] + x (c[1] + x (c[2] + …))`, or with alternating signs. `x` is Q64, coefficients and result are Qn.
    fn series(&mut self, x: Value, coefficients: &[f64], n: i32, alternate: bool) -> Value {
        let mut sum = self.c(WORD, 0);
        for &c in coefficients.iter().rev() {
            let c = self.q(c, n);
            let rest = self.high(sum, x);
            sum = self.op2(if alternate { Op::isub } else { Op::iadd }, c, rest);
        }
        sum
    }

    /// One over `d` (Q63) as Q63, from a first guess `a - b d` that is off by less than 1/16.
    fn newton_reciprocal(&mut self, d: Value, [a, b]: [f64; 2], steps: u32) -> Value {
        let (a, b) = (self.q(a, 63), self.q(b, 64));
        let slope = self.high(b, d);
        let mut y = self.op2(Op::isub, a, slope);
        for _ in 0..steps {
            let one = self.high(d, y);
            let two = self.c(WORD, 1 << 63);
            let correction = self.op2(Op::isub, two, one);
            let next = self.high(y, correction);
            y = self.shift(Op::ishl, next, 2);
        }
        y
    }

    /// One over the square root of `d` (Q64, at least a quarter) as Q62.
    fn newton_root(&mut self, d: Value, steps: u32) -> Value {
        // Off by less than 0.09.
        let (a, b) = (self.q(2.137_5, 62), self.q(1.225, 62));
        let slope = self.high(b, d);
        let mut y = self.op2(Op::isub, a, slope);
        for _ in 0..steps {
            let square = self.high(y, y);
            let one = self.high(d, square);
            let three = self.q(3.0, 60);
            let correction = self.op2(Op::isub, three, one);
            let next = self.high(y, correction);
            y = self.shift(Op::ishl, next, 3);
        }
        y
    }

    /// An operation on a flushed operand that is finite and, where zero makes no number, not zero; the rest gives anything.
    pub(super) fn soft_transcend(&mut self, op: Op, f: Fmt, env: &FloatEnv, a: Value) -> Value {
        let parts = self.unpack_any(f, a, env.flush_in);
        let wide = self.resize(Op::zext, parts.significand, WORD);
        // Q63, in [1, 2).
        let m = self.shift(Op::ishl, wide, 63 - f.fraction_bits());
        let e = parts.exponent;
        let none = self.c(f.width, 0);
        let zero = self.c32(0);
        let double = f == Fmt::F64;
        let (fixed, sign) = match op {
            Op::frcp => {
                let y = self.newton_reciprocal(m, [24.0 / 17.0, 8.0 / 17.0], if double { 4 } else { 3 });
                let exponent = self.op2(Op::isub, zero, e);
                (Fixed { magnitude: y, exponent, unit: 63 }, self.sign(f, a))
            }
            Op::fsqrt | Op::frsq => (self.soft_root(op, m, e, if double { 5 } else { 4 }), none),
            Op::fexp2 => (self.soft_exp2(f, a, parts), none),
            Op::flog2 => self.soft_log2(f, m, e),
            _ => self.soft_turns(op, f, a, wide, e),
        };
        let bits = self.round_fixed(f, env, &fixed, sign);
        match op {
            Op::fsin => {
                // Small operands are multiplied by a constant, rounded once (measured-facts 33).
                let two_pi = self.c(WORD, u64::from(0x00c9_0fd5_u32));
                let both = self.op2(Op::imul, wide, two_pi);
                let exponent = self.opc(Op::iadd, e, 2);
                let unit = f.fraction_bits() + 23;
                let product = Fixed { magnitude: both, exponent, unit };
                let sign = self.sign(f, a);
                let product = self.round_fixed(f, env, &product, sign);
                let m = self.mag(f, a);
                let is_zero = self.opc(Op::ieq, m, 0);
                let product = self.select(is_zero, a, product);
                let small = self.opc(Op::ult, m, f.power(-12));
                self.select(small, product, bits)
            }
            _ => bits,
        }
    }

    fn round_fixed(&mut self, f: Fmt, env: &FloatEnv, v: &Fixed, sign: Value) -> Value {
        let env = &FloatEnv { round: Round::Even, ..*env };
        let parts = self.normal(WORD, v.magnitude, v.exponent, v.unit);
        let bits = self.round_parts(parts, sign, f, env, Tiny::Unbounded);
        // Exact zeros of logarithm and sine are +0.
        let zero = self.opc(Op::ieq, v.magnitude, 0);
        let none = self.c(f.width, 0);
        self.select(zero, none, bits)
    }

    fn soft_root(&mut self, op: Op, m: Value, e: Value, steps: u32) -> Fixed {
        // A quarter of the significand times two where the exponent is odd: Q64, in [1/4, 1).
        let odd = self.opc(Op::iand, e, 1);
        let one = self.c32(1);
        let down = self.op2(Op::isub, one, odd);
        let d = self.op2(Op::ushr, m, down);
        let half = self.shift(Op::sshr, e, 1);
        let y = self.newton_root(d, steps);
        if op == Op::frsq {
            // One over the root of four times d.
            let zero = self.c32(0);
            let exponent = self.op2(Op::isub, zero, half);
            return Fixed { magnitude: y, exponent, unit: 63 };
        }
        let root = self.high(d, y);
        Fixed { magnitude: root, exponent: half, unit: 61 }
    }

    fn soft_exp2(&mut self, f: Fmt, a: Value, parts: Parts) -> Fixed {
        // Q54 with sign; at 256 and beyond every result overflows or vanishes.
        let wide = self.resize(Op::zext, parts.significand, WORD);
        let eight = self.c32(8);
        let e = self.op2(Op::smin, parts.exponent, eight);
        let offset = self.c32(54 - f.fraction_bits() as i32);
        let up = self.op2(Op::iadd, e, offset);
        let zero = self.c32(0);
        let down = self.op2(Op::isub, zero, up);
        let most = self.c32(63);
        let up = self.op2(Op::smax, up, zero);
        let down = self.op2(Op::smax, down, zero);
        let down = self.op2(Op::smin, down, most);
        let x = self.op2(Op::ushr, wide, down);
        let x = self.op2(Op::ishl, x, up);
        let none = self.c(WORD, 0);
        let minus = self.op2(Op::isub, none, x);
        let negative = self.is_negative(a);
        let x = self.select(negative, minus, x);
        let whole = self.shift(Op::sshr, x, 54);
        let exponent = self.resize(Op::trunc, whole, Width::B32);
        let part = self.shift(Op::ishl, x, 10);
        let mut coefficients = [1.0; 15];
        for k in 1..coefficients.len() {
            coefficients[k] = coefficients[k - 1] * std::f64::consts::LN_2 / k as f64;
        }
        Fixed { magnitude: self.series(part, &coefficients, 62, false), exponent, unit: 62 }
    }

    fn soft_log2(&mut self, f: Fmt, m: Value, e: Value) -> (Fixed, Value) {
        // Half of the significand, in [sqrt(1/2) / 2, sqrt(2) / 2): Q64 minus the half of one is half of u.
        let large = self.q(std::f64::consts::SQRT_2, 63);
        let large = self.op2(Op::ule, large, m);
        let halved = self.shift(Op::ushr, m, 1);
        let m = self.select(large, halved, m);
        let more = self.opc(Op::iadd, e, 1);
        let e = self.select(large, more, e);
        let one = self.c(WORD, 1 << 63);
        let below = self.op2(Op::ult, m, one);
        let up = self.op2(Op::isub, m, one);
        let down = self.op2(Op::isub, one, m);
        // |u| as Q63, below 0.42: as Q64 it stays below one.
        let u = self.select(below, down, up);
        let u = self.shift(Op::ishl, u, 1);
        // d = (m + 1) / 2 as Q63.
        let half = self.shift(Op::ushr, m, 1);
        let d = self.opc(Op::iadd, half, 1 << 62);
        let y = self.newton_reciprocal(d, [1.985_1, 0.970_9], 3);
        // |s| = |u| / (m + 1): the product Q63 is twice that.
        let s = self.high(u, y);
        let square = self.high(s, s);
        let mut coefficients = [0.0; 10];
        for (k, c) in coefficients.iter_mut().enumerate() {
            *c = 1.0 / (2 * k + 1) as f64;
        }
        let sum = self.series(square, &coefficients, 63, false);
        let scale = self.q(2.0 * std::f64::consts::LOG2_E, 62);
        let scaled = self.high(sum, scale);
        let up = self.shift(Op::ishl, s, 2);
        // Q66 times Q61: the logarithm of the significand, at most a half, as Q63.
        let part = self.high(up, scaled);
        // With an exponent: Q54.
        let whole = self.resize(Op::sext, e, WORD);
        let whole = self.shift(Op::ishl, whole, 54);
        let low = self.shift(Op::ushr, part, 9);
        let (plus, minus) = (self.op2(Op::iadd, whole, low), self.op2(Op::isub, whole, low));
        let total = self.select(below, minus, plus);
        let none = self.c(WORD, 0);
        let under = self.is_negative(total);
        let turned = self.op2(Op::isub, none, total);
        let total = self.select(under, turned, total);
        let alone = self.opc(Op::ieq, e, 0);
        let magnitude = self.select(alone, part, total);
        let negative = self.select(alone, below, under);
        let (zero, nine) = (self.c32(0), self.c32(9));
        let exponent = self.select(alone, zero, nine);
        let (plus, minus) = (self.c(f.width, 0), self.c(f.width, f.sign()));
        let sign = self.select(negative, minus, plus);
        (Fixed { magnitude, exponent, unit: 63 }, sign)
    }

    fn soft_turns(&mut self, op: Op, f: Fmt, a: Value, wide: Value, e: Value) -> (Fixed, Value) {
        // The part of a turn, Q64.
        let offset = self.c32(64 - f.fraction_bits() as i32);
        let up = self.op2(Op::iadd, e, offset);
        let zero = self.c32(0);
        let down = self.op2(Op::isub, zero, up);
        let most = self.c32(63);
        let none = self.c(WORD, 0);
        let beyond = self.op2(Op::slt, most, up);
        let up = self.op2(Op::smax, up, zero);
        let down = self.op2(Op::smax, down, zero);
        let down = self.op2(Op::smin, down, most);
        let t = self.op2(Op::ushr, wide, down);
        let t = self.op2(Op::ishl, t, up);
        let t = self.select(beyond, none, t);
        // The nearest quarter and the rest, at most an eighth.
        let quarter = self.opc(Op::iadd, t, 1 << 61);
        let quarter = self.shift(Op::ushr, quarter, 62);
        let at = self.shift(Op::ishl, quarter, 62);
        let rest = self.op2(Op::isub, t, at);
        let back = self.is_negative(rest);
        let minus = self.op2(Op::isub, none, rest);
        let rest = self.select(back, minus, rest);
        let quarter = self.resize(Op::trunc, quarter, Width::B32);
        let by = self.c32(i32::from(op == Op::fcos));
        let quarter = self.op2(Op::iadd, quarter, by);
        // Radians as Q63, their square as Q64.
        let rest = self.shift(Op::ishl, rest, 2);
        let tau = self.q(std::f64::consts::TAU, 61);
        let y = self.high(rest, tau);
        let square = self.high(y, y);
        let square = self.shift(Op::ishl, square, 2);
        let (mut sin, mut cos) = ([1.0; 9], [1.0; 9]);
        for k in 1..sin.len() {
            sin[k] = sin[k - 1] / ((2 * k) * (2 * k + 1)) as f64;
            cos[k] = cos[k - 1] / ((2 * k - 1) * (2 * k)) as f64;
        }
        let sin = self.series(square, &sin, 63, true);
        let sin = self.high(sin, y);
        let cos = self.series(square, &cos, 63, true);
        let cos = self.shift(Op::ushr, cos, 1);
        let odd = self.opc(Op::iand, quarter, 1);
        let odd = self.opc(Op::ine, odd, 0);
        let magnitude = self.select(odd, cos, sin);
        // Quarters 2 and 3 are below zero; a sine of a rest below zero and a sine of an operand below zero turn it.
        let second = self.opc(Op::iand, quarter, 2);
        let second = self.opc(Op::ine, second, 0);
        let even = self.not(odd);
        let of_rest = self.op2(Op::iand, back, even);
        let mut negative = self.op2(Op::ixor, second, of_rest);
        if op == Op::fsin {
            let below = self.is_negative(a);
            negative = self.op2(Op::ixor, negative, below);
        }
        let zero = self.c32(0);
        let (plus, minus) = (self.c(f.width, 0), self.c(f.width, f.sign()));
        let sign = self.select(negative, minus, plus);
        (Fixed { magnitude, exponent: zero, unit: 62 }, sign)
    }
}
