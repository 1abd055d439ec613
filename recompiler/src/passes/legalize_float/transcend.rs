//! Reciprocal, roots, power, logarithm, sine and cosine of turns: within 1 unit in the last place, special values exact.
//!
//! Where the host's b64 steps are exact, b16 and b32 are computed there: the host's quotient and root are loose by units that
//! are 2^-29 of a result's, and series (Taylor, on ranges that are reduced exactly) are off by less than 2^-38. b64 has a
//! quotient and roots alone: the host's, on a significand in [1, 4), with one Newton step whose residual is exact (Dekker's
//! product), then scaled. Everywhere else: [`super::soft_transcend`].

use super::format::Fmt;
use super::round::{Parts, Tiny};
use super::{Legal, Refused, refuse};
use ir::float::{FloatEnv, Round};
use ir::{Op, Value, Width};

const F: Fmt = Fmt::F64;

impl Legal<'_> {
    pub(super) fn transcend(&mut self, op: Op, f: Fmt, env: &FloatEnv, a: Value) -> Result<Value, Refused> {
        // The environment's direction does not reach these. Infinities are told from overflows below.
        let saturate = env.f16_saturate && f == Fmt::F16;
        let env = &FloatEnv { round: Round::Even, f16_saturate: false, ..*env };
        let a = self.flush(f, a, env.flush_in);
        let rounded = matches!(op, Op::frcp | Op::fsqrt | Op::frsq);
        if !rounded && (f == F || !matches!(op, Op::fexp2 | Op::flog2 | Op::fsin | Op::fcos)) {
            return Err(refuse("64-bit powers, logarithms and sines"));
        }
        // The steps that must be exact are so in every direction; the others may be off by units of b64.
        let bits = if f == F && self.wide(true) {
            let bits = self.transcend64(op, env, a);
            self.at_ends(op, f, a, bits)
        } else if f != F && self.wide(false) {
            self.narrow_transcend(op, f, env, a)
        } else {
            let bits = self.soft_transcend(op, f, env, a);
            self.at_ends(op, f, a, bits)
        };
        let bits = if saturate {
            // Only infinities that were operands stay.
            let is = self.is_infinite(f, bits);
            let was = self.is_infinite(f, a);
            let new = self.not(was);
            let new = self.op2(Op::iand, is, new);
            let largest = self.opc(Op::isub, bits, 1);
            self.select(new, largest, bits)
        } else {
            bits
        };
        let invalid = match op {
            Op::fsqrt | Op::frsq | Op::flog2 => {
                let negative = self.is_negative(a);
                let zero = self.is_zero(f, a);
                let not_zero = self.not(zero);
                Some(self.op2(Op::iand, negative, not_zero))
            }
            Op::fsin | Op::fcos => Some(self.is_infinite(f, a)),
            _ => None,
        };
        let bits = match invalid {
            Some(invalid) => {
                let default = self.c(f.width, f.default_nan());
                self.select(invalid, default, bits)
            }
            None => bits,
        };
        Ok(self.or_nan(f, env, a, bits))
    }

    /// Of b16 and b32, in b64.
    fn narrow_transcend(&mut self, op: Op, f: Fmt, env: &FloatEnv, a: Value) -> Value {
        let x = self.widen(f, F, a, env.flush_in);
        let one = self.c(Width::B64, F.power(0));
        let value = match op {
            Op::frcp => self.op2(Op::hdiv, one, x),
            Op::fsqrt => self.op1(Op::hsqrt, x),
            Op::frsq => {
                let root = self.op1(Op::hsqrt, x);
                self.op2(Op::hdiv, one, root)
            }
            Op::fexp2 => self.exp2(x),
            Op::flog2 => self.log2(x),
            _ => self.turns(x, i32::from(op == Op::fcos)),
        };
        self.narrow(F, f, env, value, Tiny::Unbounded)
    }

    /// What zeros and infinities give; `bits` for all others.
    fn at_ends(&mut self, op: Op, f: Fmt, a: Value, bits: Value) -> Value {
        let sign = self.sign(f, a);
        let (infinity, none) = (self.c(f.width, f.infinity()), self.c(f.width, 0));
        let signed = self.op2(Op::ior, sign, infinity);
        let (of_zero, of_infinity) = match op {
            Op::frcp => (signed, sign),
            Op::fsqrt => (a, infinity),
            Op::frsq => (signed, none),
            Op::flog2 => (self.c(f.width, f.sign() | f.infinity()), infinity),
            Op::fexp2 => {
                let negative = self.is_negative(a);
                (bits, self.select(negative, none, infinity))
            }
            _ => (bits, bits),
        };
        let infinite = self.is_infinite(f, a);
        let bits = self.select(infinite, of_infinity, bits);
        let zero = self.is_zero(f, a);
        self.select(zero, of_zero, bits)
    }

    fn f64(&mut self, value: f64) -> Value {
        self.c(Width::B64, value.to_bits())
    }

    fn hadd(&mut self, a: Value, b: Value) -> Value {
        self.op2(Op::hadd, a, b)
    }

    fn hmul(&mut self, a: Value, b: Value) -> Value {
        self.op2(Op::hmul, a, b)
    }

    fn hsub(&mut self, a: Value, b: Value) -> Value {
        let minus = self.negate(F, b);
        self.op2(Op::hadd, a, minus)
    }

    /// `c[0] + x (c[1] + x (c[2] + …))`.
    fn horner(&mut self, x: Value, coefficients: &[f64]) -> Value {
        let mut sum: Option<Value> = None;
        for &c in coefficients.iter().rev() {
            let c = self.f64(c);
            sum = Some(match sum {
                Some(s) => {
                    let s = self.hmul(s, x);
                    self.hadd(s, c)
                }
                None => c,
            });
        }
        sum.unwrap_or(x)
    }

    /// Two to the power x.
    fn exp2(&mut self, x: Value) -> Value {
        // Beyond 400 every result overflows or vanishes.
        let m = self.mag(F, x);
        let far = self.f64(400.0);
        let beyond = self.op2(Op::ult, far, m);
        let sign = self.sign(F, x);
        let end = self.op2(Op::ior, far, sign);
        let x = self.select(beyond, end, x);
        let whole = self.op1(Op::hrndne, x);
        let part = self.hsub(x, whole);
        let n = self.with_width(Op::h_to_s, whole, Width::B32);
        let mut coefficients = [1.0; 13];
        for k in 1..coefficients.len() {
            coefficients[k] = coefficients[k - 1] * std::f64::consts::LN_2 / k as f64;
        }
        let power = self.horner(part, &coefficients);
        let scale = self.power_of_two(n, 400);
        self.hmul(power, scale)
    }

    /// The logarithm to base two of a positive number, a zero or plus infinity.
    fn log2(&mut self, x: Value) -> Value {
        // The exponent such that the rest lies in [sqrt(1/2), sqrt(2)).
        let above = self.opc(Op::isub, x, std::f64::consts::FRAC_1_SQRT_2.to_bits());
        let e = self.shift(Op::sshr, above, F.fraction_bits());
        let field = self.shift(Op::ishl, e, F.fraction_bits());
        let rest = self.op2(Op::isub, x, field);
        let one = self.f64(1.0);
        let (up, down) = (self.hsub(rest, one), self.hadd(rest, one));
        let s = self.op2(Op::hdiv, up, down);
        let s2 = self.hmul(s, s);
        let mut coefficients = [0.0; 11];
        for (k, c) in coefficients.iter_mut().enumerate() {
            *c = 2.0 * std::f64::consts::LOG2_E / (2 * k + 1) as f64;
        }
        let series = self.horner(s2, &coefficients);
        let part = self.hmul(s, series);
        let e = self.resize(Op::trunc, e, Width::B32);
        let e = self.with_width(Op::s_to_h, e, Width::B64);
        let sum = self.hadd(e, part);
        // A quotient of zero may be off by some denormals, of either sign.
        let (is_one, plain_zero) = (self.op2(Op::ieq, x, one), self.c(Width::B64, 0));
        let sum = self.select(is_one, plain_zero, sum);
        let zero = self.is_zero(F, x);
        let least = self.c(Width::B64, F.sign() | F.infinity());
        let sum = self.select(zero, least, sum);
        let endless = self.opc(Op::ieq, x, F.infinity());
        self.select(endless, x, sum)
    }

    /// `sin(pi / 2 * quarters + 2 pi x)`; small operands of a sine are multiplied by a constant (measured-facts 33).
    fn turns(&mut self, x: Value, quarters: i32) -> Value {
        let whole = self.op1(Op::htrunc, x);
        let part = self.hsub(x, whole);
        let four = self.f64(4.0);
        let scaled = self.hmul(part, four);
        let nearest = self.op1(Op::hrndne, scaled);
        let quarter = self.f64(0.25);
        let back = self.hmul(nearest, quarter);
        let rest = self.hsub(part, back);
        let tau = self.f64(std::f64::consts::TAU);
        let y = self.hmul(rest, tau);
        let y2 = self.hmul(y, y);
        let (mut sin, mut cos) = ([1.0; 9], [1.0; 9]);
        for k in 1..sin.len() {
            sin[k] = -sin[k - 1] / ((2 * k) * (2 * k + 1)) as f64;
            cos[k] = -cos[k - 1] / ((2 * k - 1) * (2 * k)) as f64;
        }
        let sin = self.horner(y2, &sin);
        let sin = self.hmul(sin, y);
        let cos = self.horner(y2, &cos);
        // Of infinities and NaNs this has any bits; they are replaced later.
        let q = self.with_width(Op::h_to_s, nearest, Width::B32);
        let by = self.c32(quarters);
        let q = self.op2(Op::iadd, q, by);
        let odd = self.opc(Op::iand, q, 1);
        let odd = self.opc(Op::ine, odd, 0);
        let value = self.select(odd, cos, sin);
        let minus = self.negate(F, value);
        let second = self.opc(Op::iand, q, 2);
        let second = self.opc(Op::ine, second, 0);
        let value = self.select(second, minus, value);
        let zero = self.is_zero(F, value);
        let plus = self.c(Width::B64, 0);
        let value = self.select(zero, plus, value);
        if quarters != 0 {
            return value;
        }
        let m = self.mag(F, x);
        let small = self.opc(Op::ult, m, F.power(-12));
        let two_pi = self.f64(f64::from(f32::from_bits(0x40c9_0fd5)));
        let product = self.hmul(x, two_pi);
        self.select(small, product, value)
    }

    /// Reciprocal and roots of f64, of numbers that are finite and not zero.
    fn transcend64(&mut self, op: Op, env: &FloatEnv, a: Value) -> Value {
        let Parts { significand, exponent, precision } = self.unpack_any(F, a, env.flush_in);
        let one = self.f64(1.0);
        let fraction = self.opc(Op::iand, significand, F.fraction());
        let m = self.op2(Op::ior, fraction, one);
        let zero = self.c32(0);
        // The result is `y` times two to the power `scale`.
        let (y, scale) = if op == Op::frcp {
            let y = self.op2(Op::hdiv, one, m);
            let (high, low) = self.product(m, y);
            let left = self.hsub(one, high);
            let left = self.hsub(left, low);
            let step = self.hmul(y, left);
            (self.hadd(y, step), self.op2(Op::isub, zero, exponent))
        } else {
            // An even exponent and a significand in [1, 4).
            let odd = self.opc(Op::iand, exponent, 1);
            let half = self.shift(Op::sshr, exponent, 1);
            let odd = self.resize(Op::zext, odd, Width::B64);
            let odd = self.shift(Op::ishl, odd, F.fraction_bits());
            let m = self.op2(Op::iadd, m, odd);
            let root = self.op1(Op::hsqrt, m);
            let by_two = self.f64(0.5);
            if op == Op::fsqrt {
                let (high, low) = self.product(root, root);
                let left = self.hsub(m, high);
                let left = self.hsub(left, low);
                let left = self.hmul(left, by_two);
                let step = self.op2(Op::hdiv, left, root);
                (self.hadd(root, step), half)
            } else {
                let y = self.op2(Op::hdiv, one, root);
                // 1 - m y^2, with the square as a sum of two.
                let (square, below) = self.product(y, y);
                let (high, low) = self.product(m, square);
                let left = self.hsub(one, high);
                let left = self.hsub(left, low);
                let rest = self.hmul(m, below);
                let left = self.hsub(left, rest);
                let left = self.hmul(left, by_two);
                let step = self.hmul(y, left);
                (self.hadd(y, step), self.op2(Op::isub, zero, half))
            }
        };
        let sign = self.sign(F, a);
        let parts = self.unpack(F, y);
        let exponent = self.op2(Op::iadd, parts.exponent, scale);
        let sign_of = if op == Op::frcp { sign } else { self.c(Width::B64, 0) };
        let parts = Parts { exponent, precision, ..parts };
        self.round_parts(parts, sign_of, F, env, Tiny::Unbounded)
    }

    /// The exact product of two numbers near one, as a sum of two (Dekker's, with Veltkamp's split).
    fn product(&mut self, a: Value, b: Value) -> (Value, Value) {
        let high = self.hmul(a, b);
        let (ah, al) = self.split(a);
        let (bh, bl) = self.split(b);
        let hh = self.hmul(ah, bh);
        let hl = self.hmul(ah, bl);
        let lh = self.hmul(al, bh);
        let ll = self.hmul(al, bl);
        let e = self.hsub(hh, high);
        let e = self.hadd(e, hl);
        let e = self.hadd(e, lh);
        (high, self.hadd(e, ll))
    }

    fn split(&mut self, a: Value) -> (Value, Value) {
        let factor = self.f64(134_217_729.0);
        let big = self.hmul(a, factor);
        let over = self.hsub(big, a);
        let high = self.hsub(big, over);
        (high, self.hsub(a, high))
    }
}
