//! Reciprocal, roots, powers, logarithm, sine and cosine of turns.
//!
//! Special values are exact. Others come from a quotient or root in integers, or from the host's f64 functions rounded once
//! to nearest (f32 and f16 results are then correctly rounded but for one in some 2^28). The rounding direction of the
//! environment does not reach these ops. Facts: measured-facts 32 to 36, 41, 48.

use super::soft::{Format, Number, Tiny, shift_jam};
use crate::float::{FloatEnv, Round};
use crate::ops::Op;

/// 2 pi as a small operand of a sine is multiplied by it (measured-facts 33).
const TWO_PI: u64 = 0x40c9_0fd5;

/// Value of a transcendental op at this format; `None` for other ops.
pub fn eval(op: Op, f: Format, env: &FloatEnv, a: u64) -> Option<u64> {
    let env = &FloatEnv { round: Round::Even, ..*env };
    let a = f.flush(a, env.flush_in);
    if f.is_nan(a) {
        return Some(f.pass_nan(a, env.quiet));
    }
    let negative = f.is_negative(a);
    let sign = f.zero(negative);
    let infinite = if env.f16_saturate && f == Format::F16 { f.largest() } else { f.infinity() };
    let round = |n: Number| f.round(n, env, Tiny::Unbounded);
    Some(match op {
        Op::frcp if f.is_zero(a) => sign | infinite,
        Op::frcp => f.number(a).map_or(sign, |n| round(reciprocal(n))),
        Op::fsqrt | Op::frsq if f.is_zero(a) => {
            if op == Op::fsqrt {
                a
            } else {
                sign | infinite
            }
        }
        Op::fsqrt | Op::frsq | Op::flog2 if negative && !f.is_zero(a) => f.default_nan(),
        Op::fsqrt => f.number(a).map_or(a, |n| round(root(n))),
        Op::frsq => f.number(a).map_or(0, |n| round(reciprocal_root(n))),
        Op::flog2 if f.is_zero(a) => f.sign() | infinite,
        Op::flog2 if f.is_infinite(a) => a,
        Op::flog2 => near(f, env, log2(to_f64(f, a))),
        Op::fexp2 if f.is_infinite(a) => {
            if negative {
                0
            } else {
                a
            }
        }
        Op::fexp2 => power(f, env, a, infinite),
        Op::fsin | Op::fcos if f.is_infinite(a) => f.default_nan(),
        Op::fsin if is_small(f, a) => {
            // The product with the f32 constant, rounded once.
            let Some(x) = f.number(a) else { return Some(a) };
            let c = Format::F32.number(TWO_PI)?;
            round(Number {
                negative,
                significand: x.significand * c.significand,
                exponent: x.exponent + c.exponent,
            })
        }
        Op::fsin => near(f, env, turns(to_f64(f, a), 0)),
        Op::fcos => near(f, env, turns(to_f64(f, a), 1)),
        _ => return None,
    })
}

fn is_small(f: Format, a: u64) -> bool {
    to_f64(f, a).abs() < 1.0 / 4096.0
}

/// The number as f64, exact: no format is wider.
pub fn to_f64(f: Format, a: u64) -> f64 {
    f64::from_bits(super::convert::float(f, Format::F64, &FloatEnv::IEEE, a))
}

/// An f64 rounded to nearest.
pub fn near(f: Format, env: &FloatEnv, value: f64) -> u64 {
    let bits = value.to_bits();
    let Some(n) = Format::F64.number(bits) else {
        let negative = value.is_sign_negative();
        return f.zero(negative) | if value == 0.0 { 0 } else { f.overflow(negative, env) };
    };
    f.round(n, env, Tiny::Unbounded)
}

/// The quotient with 70 bits or more, lost bits in the lowest.
pub fn quotient(a: Number, b: Number) -> Number {
    let up = a.significand.leading_zeros();
    let (high, below) = (a.significand << up, b.significand);
    // `below` has 53 bits at most, `high` 128: 74 bits of quotient at least.
    let significand = (high / below) | u128::from(!high.is_multiple_of(below));
    let exponent = a.exponent - up as i32 - b.exponent;
    Number { negative: a.negative != b.negative, significand, exponent }
}

/// One over a number.
fn reciprocal(n: Number) -> Number {
    let one = Number { negative: n.negative, significand: 1, exponent: 0 };
    quotient(one, Number { negative: false, ..n })
}

/// The square root with 62 bits or more, lost bits in the lowest.
fn root(n: Number) -> Number {
    let up = n.significand.leading_zeros() - 2;
    let up = if (n.exponent - up as i32) % 2 == 0 { up } else { up + 1 };
    let significand = n.significand << up;
    let root = significand.isqrt();
    // A place for the lost bits below the root's own.
    let lost = u128::from(root * root != significand);
    Number { negative: false, significand: root << 1 | lost, exponent: (n.exponent - up as i32) / 2 - 1 }
}

/// One over the square root, from a quotient of 74 bits: correctly rounded in f16 and f32, and in f64 but for results
/// within 2^-74 of the middle of two numbers, which are within 1 unit all the same.
fn reciprocal_root(n: Number) -> Number {
    let q = reciprocal(n);
    let drop = (128 - q.significand.leading_zeros()).saturating_sub(125);
    root(Number { significand: shift_jam(q.significand, drop), exponent: q.exponent + drop as i32, ..q })
}

/// The logarithm to base two, exact for powers of two and accurate near one.
pub fn log2(x: f64) -> f64 {
    if (x - 1.0).abs() < 0.25 { (x - 1.0).ln_1p() * std::f64::consts::LOG2_E } else { x.log2() }
}

/// Two to the power of a finite operand.
fn power(f: Format, env: &FloatEnv, a: u64, infinite: u64) -> u64 {
    let x = to_f64(f, a);
    if x > 2000.0 {
        return infinite;
    }
    let whole = x.max(-4000.0).floor();
    let fraction = (x.max(-4000.0) - whole).exp2();
    let Some(n) = Format::F64.number(fraction.to_bits()) else { return f.one() };
    f.round(Number { exponent: n.exponent + whole as i32, ..n }, env, Tiny::Unbounded)
}

/// `sin(pi / 2 * quarters + 2 pi x)`; whole quarters of a turn are exact, zeros are +0.
pub fn turns(x: f64, quarters: i32) -> f64 {
    let part = x - x.trunc();
    // Nearest quarter; the rest lies in [-1/8, 1/8] and is exact.
    let nearest = (part * 4.0).round_ties_even();
    let rest = (part - nearest / 4.0) * std::f64::consts::TAU;
    let value = match (nearest as i32 + quarters).rem_euclid(4) {
        0 => rest.sin(),
        1 => rest.cos(),
        2 => -rest.sin(),
        _ => -rest.cos(),
    };
    if value == 0.0 { 0.0 } else { value }
}
