//! Sum, product, fused product and sum, rounding to integers, extremes, scaling.
//!
//! NaN rule: the first NaN in operand order, quieted where the environment says so; an invalid operation gives the default
//! NaN, and an invalid product does so even where the addend is a NaN (measured-facts 5, 7).

use super::soft::{Format, Number, Tiny, order, quantize, shift_jam};
use crate::float::{FloatEnv, Round};
use std::cmp::Ordering;

/// The first NaN as it is passed on.
fn first_nan(f: Format, env: &FloatEnv, operands: &[u64]) -> Option<u64> {
    operands.iter().find(|&&v| f.is_nan(v)).map(|&v| f.pass_nan(v, env.quiet))
}

/// Zero of an exact sum of opposite numbers, or of zeros.
fn sum_zero(f: Format, env: &FloatEnv, a_negative: bool, b_negative: bool) -> u64 {
    f.zero(if a_negative == b_negative { a_negative } else { env.round == Round::Down })
}

/// An infinity that a finite operation passes on; f16 saturation spares infinities that were operands.
fn infinity(f: Format, negative: bool) -> u64 {
    f.zero(negative) | f.infinity()
}

/// Sum of two numbers, aligned so that lost bits cannot matter; `None` where it is zero.
fn sum(a: Number, b: Number) -> Option<Number> {
    let normal = |n: Number| {
        let up = n.significand.leading_zeros().saturating_sub(2);
        Number { significand: n.significand << up, exponent: n.exponent - up as i32, ..n }
    };
    let (a, b) = (normal(a), normal(b));
    let (big, small) =
        if (a.exponent, a.significand) >= (b.exponent, b.significand) { (a, b) } else { (b, a) };
    let small_bits = shift_jam(small.significand, (big.exponent - small.exponent).unsigned_abs());
    let significand = if big.negative == small.negative {
        big.significand + small_bits
    } else {
        big.significand - small_bits
    };
    (significand != 0).then_some(Number { significand, ..big })
}

/// Sum.
pub fn add(f: Format, env: &FloatEnv, a: u64, b: u64) -> u64 {
    let (a, b) = (f.flush(a, env.flush_in), f.flush(b, env.flush_in));
    if let Some(nan) = first_nan(f, env, &[a, b]) {
        return nan;
    }
    let (na, nb) = (f.is_negative(a), f.is_negative(b));
    match (f.is_infinite(a), f.is_infinite(b)) {
        (true, true) if na != nb => return f.default_nan(),
        (true, _) => return a,
        (_, true) => return b,
        _ => {}
    }
    match (f.number(a), f.number(b)) {
        (None, None) => sum_zero(f, env, na, nb),
        (Some(n), None) | (None, Some(n)) => f.round(n, env, Tiny::Unbounded),
        (Some(x), Some(y)) => {
            sum(x, y).map_or_else(|| sum_zero(f, env, na, nb), |n| f.round(n, env, Tiny::Unbounded))
        }
    }
}

/// The exact product of finite operands; `None` where it is zero.
fn product(f: Format, a: u64, b: u64) -> Option<Number> {
    let (x, y) = (f.number(a)?, f.number(b)?);
    Some(Number {
        negative: x.negative != y.negative,
        significand: x.significand * y.significand,
        exponent: x.exponent + y.exponent,
    })
}

fn invalid_product(f: Format, a: u64, b: u64) -> bool {
    f.is_infinite(a) && f.is_zero(b) || f.is_zero(a) && f.is_infinite(b)
}

/// Product.
pub fn mul(f: Format, env: &FloatEnv, a: u64, b: u64) -> u64 {
    let (a, b) = (f.flush(a, env.flush_in), f.flush(b, env.flush_in));
    if let Some(nan) = first_nan(f, env, &[a, b]) {
        return nan;
    }
    let negative = f.is_negative(a) != f.is_negative(b);
    if invalid_product(f, a, b) {
        return f.default_nan();
    }
    if f.is_infinite(a) || f.is_infinite(b) {
        return infinity(f, negative);
    }
    product(f, a, b).map_or(f.zero(negative), |n| f.round(n, env, Tiny::Unbounded))
}

/// Quotient; a zero divisor gives an infinity, 0 / 0 and inf / inf are invalid.
pub fn div(f: Format, env: &FloatEnv, a: u64, b: u64) -> u64 {
    let (a, b) = (f.flush(a, env.flush_in), f.flush(b, env.flush_in));
    if let Some(nan) = first_nan(f, env, &[a, b]) {
        return nan;
    }
    let negative = f.is_negative(a) != f.is_negative(b);
    if f.is_infinite(a) && f.is_infinite(b) || f.is_zero(a) && f.is_zero(b) {
        return f.default_nan();
    }
    match (f.number(a), f.number(b)) {
        (Some(x), Some(y)) => f.round(super::transcend::quotient(x, y), env, Tiny::Unbounded),
        _ if f.is_infinite(a) || f.is_zero(b) => infinity(f, negative),
        _ => f.zero(negative),
    }
}

/// Product and sum rounded once into format `to`; operands have format `f`.
pub fn fma(f: Format, to: Format, env: &FloatEnv, operands: [u64; 3]) -> u64 {
    let tiny = match to {
        Format::F64 => Tiny::Exact,
        Format::F32 if !f.is_zero(f.flush(operands[2], env.flush_in)) => Tiny::Delivered,
        _ => Tiny::Unbounded,
    };
    fused(f, to, env, operands, 0, tiny)
}

/// Product and sum times two to the power `n`, rounded once (measured-facts 19, 55, 56).
pub fn fma_scaled(f: Format, env: &FloatEnv, operands: [u64; 3], n: i32) -> u64 {
    let tiny = if f == Format::F64 { Tiny::Exact } else { Tiny::Unbounded };
    // Beyond this every result overflows or vanishes.
    fused(f, f, env, operands, n.clamp(-8192, 8192), tiny)
}

fn fused(f: Format, to: Format, env: &FloatEnv, operands: [u64; 3], scale: i32, tiny: Tiny) -> u64 {
    let [a, b, c] = operands.map(|v| f.flush(v, env.flush_in));
    let nan = first_nan(f, env, &[a, b]);
    if nan.is_none() && invalid_product(f, a, b) {
        return to.default_nan();
    }
    if let Some(nan) = nan.or_else(|| first_nan(f, env, &[c])) {
        return super::convert::nan(f, to, nan, env.quiet);
    }
    let negative = f.is_negative(a) != f.is_negative(b);
    let c_negative = f.is_negative(c);
    match (f.is_infinite(a) || f.is_infinite(b), f.is_infinite(c)) {
        (true, true) if negative != c_negative => return to.default_nan(),
        (true, _) => return infinity(to, negative),
        (_, true) => return infinity(to, c_negative),
        _ => {}
    }
    let round = |n: Number| to.round(Number { exponent: n.exponent + scale, ..n }, env, tiny);
    match (product(f, a, b), f.number(c)) {
        (None, None) => sum_zero(to, env, negative, c_negative),
        (Some(n), None) | (None, Some(n)) => round(n),
        (Some(p), Some(c)) => sum(p, c).map_or_else(|| sum_zero(to, env, negative, c_negative), round),
    }
}

/// Product rounded, then sum rounded; NaNs as [`fma`].
pub fn mad(f: Format, env: &FloatEnv, operands: [u64; 3]) -> u64 {
    let [a, b, c] = operands.map(|v| f.flush(v, env.flush_in));
    if operands.iter().any(|&v| f.is_nan(v)) || invalid_product(f, a, b) {
        return fma(f, f, env, operands);
    }
    add(f, env, mul(f, env, a, b), c)
}

/// Minimum or maximum: -0 below +0. Where signalling NaNs are quieted the first of them wins; any other NaN loses, and of
/// two the first stays (measured-facts 46). Denormals are flushed at input alone (47).
pub fn extreme(f: Format, env: &FloatEnv, a: u64, b: u64, least: bool) -> u64 {
    let (a, b) = (f.flush(a, env.flush_in), f.flush(b, env.flush_in));
    if env.quiet
        && let Some(&nan) = [a, b].iter().find(|&&v| f.is_signalling(v))
    {
        return nan | f.quiet_bit();
    }
    match (f.is_nan(a), f.is_nan(b)) {
        (_, true) => a,
        (true, false) => b,
        _ if (f.key(b) < f.key(a)) == least => b,
        _ => a,
    }
}

/// An integer in this direction, in the same format.
pub fn integral(f: Format, env: &FloatEnv, a: u64, round: Round) -> u64 {
    let a = f.flush(a, env.flush_in);
    if f.is_nan(a) {
        return f.pass_nan(a, env.quiet);
    }
    let Some(n) = f.number(a).filter(|n| n.exponent < 0) else { return a };
    let whole = Number { significand: quantize(n, 0, round), exponent: 0, ..n };
    f.round(whole, &FloatEnv::IEEE, Tiny::Unbounded)
}

/// Operand minus the integer below, kept less than one; a zero is +0. Infinities are invalid.
pub fn fract(f: Format, env: &FloatEnv, a: u64) -> u64 {
    let a = f.flush(a, env.flush_in);
    if f.is_nan(a) {
        return f.pass_nan(a, env.quiet);
    }
    if f.is_infinite(a) {
        return f.default_nan();
    }
    let below = integral(f, env, a, Round::Down);
    let below = if f.is_negative(below) { f.magnitude(below) } else { below | f.sign() };
    let value = add(f, env, a, below);
    // A zero is +0 in every direction (measured-facts 57).
    f.magnitude(value).min(f.one() - 1)
}

/// First operand times two to the power `n`, rounded once (measured-facts 21, 22, 44).
pub fn ldexp(f: Format, env: &FloatEnv, a: u64, n: i32) -> u64 {
    let a = f.flush(a, env.flush_in);
    if f.is_nan(a) {
        return f.pass_nan(a, env.quiet);
    }
    // Beyond this every result overflows or vanishes.
    let n = n.clamp(-8192, 8192);
    f.number(a).map_or(a, |x| f.round(Number { exponent: x.exponent + n, ..x }, env, Tiny::Unbounded))
}

/// Fraction in [0.5, 1) with the operand's sign, and its exponent.
pub fn frexp(f: Format, env: &FloatEnv, a: u64) -> (u64, i32) {
    let a = f.flush(a, env.flush_in);
    if f.is_nan(a) {
        return (f.pass_nan(a, env.quiet), 0);
    }
    let Some(n) = f.number(a) else { return (a, 0) };
    let bits = 128 - n.significand.leading_zeros() as i32;
    let fraction = f.round(Number { exponent: -bits, ..n }, &FloatEnv::IEEE, Tiny::Unbounded);
    (fraction, n.exponent + bits)
}

/// Which of less (1), equal (2), greater (4) and unordered (8) holds.
pub fn compare(f: Format, flush: bool, a: u64, b: u64) -> u8 {
    let (a, b) = (f.flush(a, flush), f.flush(b, flush));
    if f.is_nan(a) || f.is_nan(b) {
        return 8;
    }
    match order(f, a, b) {
        Ordering::Less => 1,
        Ordering::Equal => 2,
        Ordering::Greater => 4,
    }
}

/// The operand's class: signalling NaN, quiet NaN, -inf, -normal, -denormal, -0, +0, +denormal, +normal, +inf.
pub fn class(f: Format, a: u64) -> u32 {
    if f.is_nan(a) {
        return u32::from(!f.is_signalling(a));
    }
    let kind = match a {
        _ if f.is_infinite(a) => 0,
        _ if f.is_zero(a) => 3,
        _ if f.is_denormal(a) => 2,
        _ => 1,
    };
    if f.is_negative(a) { 2 + kind } else { 9 - kind }
}
