//! Add, multiply, fused multiply-add, min/max and rounding to integer for any format.
//!
//! These are the complete rules; the `arith*` files put native fast paths in front of them. Operands arrive
//! already flushed where the instruction flushes them.
//! Facts: NaN choice measured-facts 5 to 8; flushing 9, 14, 15, 38, 39, 56, 58; min/max by the ISA.

use super::env::{Env, Round};
use super::soft::{Format, Tiny};

/// Sum; the first NaN in operand order is returned, quieted when IEEE is set (measured-facts 5).
pub(super) fn add(f: Format, env: Env, a: u64, b: u64) -> u64 {
    if f.is_nan(a) {
        return f.nan_result(a, env.ieee);
    }
    if f.is_nan(b) {
        return f.nan_result(b, env.ieee);
    }
    match (f.is_inf(a), f.is_inf(b)) {
        (true, true) if a != b => return f.default_nan(),
        (true, _) => return a,
        (_, true) => return b,
        _ => {}
    }
    // A denormal sum of two representable numbers is exact, so every tininess rule agrees.
    let tiny = Tiny::unless(env.denorm.keep_out, Tiny::After);
    f.exact(a).plus(f.exact(b)).round_sum(f, env.round, tiny, [f.negative(a), f.negative(b)])
}

/// Product.
pub(super) fn mul(f: Format, env: Env, a: u64, b: u64) -> u64 {
    if f.is_nan(a) {
        return f.nan_result(a, env.ieee);
    }
    if f.is_nan(b) {
        return f.nan_result(b, env.ieee);
    }
    let sign = (a ^ b) & f.sign();
    if f.is_inf(a) || f.is_inf(b) {
        return if f.is_zero(a) || f.is_zero(b) { f.default_nan() } else { sign | f.inf() };
    }
    let tiny = Tiny::unless(env.denorm.keep_out, Tiny::After);
    f.exact(a).times(f.exact(b)).round(f, env.round, tiny)
}

/// The special results of `a * b + c`: NaN and infinity. An invalid product gives the default NaN even when `c`
/// is a NaN, but not when a factor is one (measured-facts 5, 7). `None`: all operands are finite.
pub(super) fn fma_special(f: Format, ieee: bool, a: u64, b: u64, c: u64) -> Option<u64> {
    if f.is_nan(a) {
        return Some(f.nan_result(a, ieee));
    }
    if f.is_nan(b) {
        return Some(f.nan_result(b, ieee));
    }
    let product_inf = f.is_inf(a) || f.is_inf(b);
    if product_inf && (f.is_zero(a) || f.is_zero(b)) {
        return Some(f.default_nan());
    }
    if f.is_nan(c) {
        return Some(f.nan_result(c, ieee));
    }
    let sign = (a ^ b) & f.sign();
    if product_inf {
        let opposite = f.is_inf(c) && (c & f.sign()) != sign;
        return Some(if opposite { f.default_nan() } else { sign | f.inf() });
    }
    if f.is_inf(c) { Some(c) } else { None }
}

/// Fused multiply-add; `tiny` is the flush rule of the instruction, already [`Tiny::Keep`] when results are kept.
pub(super) fn fma(f: Format, env: Env, tiny: Tiny, a: u64, b: u64, c: u64) -> u64 {
    if let Some(special) = fma_special(f, env.ieee, a, b, c) {
        return special;
    }
    let product = f.exact(a).times(f.exact(b));
    product.plus(f.exact(c)).round_sum(f, env.round, tiny, [product.negative, f.negative(c)])
}

/// Multiply, round, add, round: the gfx10.1 mad. Sources, product and result are flushed in every denormal mode,
/// the product when tiny after rounding (measured-facts 27, gfx1010).
pub(super) fn mad(f: Format, env: Env, a: u64, b: u64, c: u64) -> u64 {
    let env = env.with_denorm(super::env::Denorm::FLUSH);
    let [a, b, c] = [a, b, c].map(|x| f.flush(x, false));
    // The fma NaN rule puts an invalid product before a NaN addend, which adding the rounded product to `c` in
    // operand order gives by itself: the product is then the (default) NaN.
    add(f, env, mul(f, env, a, b), c)
}

/// Total order of non-NaN values as the hardware compares them: -0 below +0 (ISA, min/max).
#[inline]
pub(super) fn order_key(f: Format, bits: u64) -> i64 {
    let magnitude = f.abs(bits) as i64;
    if f.negative(bits) { -1 - magnitude } else { magnitude }
}

/// Minimum or maximum by the IEEE bit: with IEEE a signalling NaN wins quieted and a quiet NaN loses; without
/// it any NaN loses, and two NaNs give `a` unquieted (ISA; measured-facts 46 for packed f16).
pub(super) fn min_max(f: Format, ieee: bool, max: bool, a: u64, b: u64) -> u64 {
    if ieee {
        if f.is_snan(a) {
            return a | f.quiet();
        }
        if f.is_snan(b) {
            return b | f.quiet();
        }
    }
    if f.is_nan(b) {
        return a;
    }
    if f.is_nan(a) {
        return b;
    }
    let a_first = if max { order_key(f, a) > order_key(f, b) } else { order_key(f, a) < order_key(f, b) };
    if a_first { a } else { b }
}

/// Median of three; with a NaN operand it is the minimum of the three (ISA). The zeros are ordered, as AMD's
/// emulator sources report of gfx1201, where the ISA's pseudocode compares them equal.
pub(super) fn med3(f: Format, ieee: bool, a: u64, b: u64, c: u64) -> u64 {
    let min = |x, y| min_max(f, ieee, false, x, y);
    let max = |x, y| min_max(f, ieee, true, x, y);
    if f.is_nan(a) || f.is_nan(b) || f.is_nan(c) {
        return min(min(a, b), c);
    }
    max(min(a, b), min(max(a, b), c))
}

/// Rounds to an integral value in the direction `round`; NaN by the IEEE bit, infinity and zero unchanged.
pub(super) fn to_integral(f: Format, ieee: bool, round: Round, a: u64) -> u64 {
    if f.is_nan(a) {
        return f.nan_result(a, ieee);
    }
    let x = f.exact(a);
    if f.is_inf(a) || x.exp >= 0 {
        return a;
    }
    let whole = x.round_to(0, round);
    super::soft::Exact { negative: x.negative, sig: u128::from(whole), exp: 0 }.round(
        f,
        Round::NearestEven,
        Tiny::Keep,
    )
}

/// `a - floor(a)`, at most the largest value below one; a zero fraction is +0. Infinity is invalid.
pub(super) fn fract(f: Format, env: Env, a: u64) -> u64 {
    if f.is_nan(a) {
        return f.nan_result(a, env.ieee);
    }
    if f.is_inf(a) {
        return f.default_nan();
    }
    let one = (f.bias() as u64) << f.frac;
    let floor = to_integral(f, env.ieee, Round::MinusInf, a);
    let exact = f.exact(a).plus(f.exact(floor ^ f.sign()));
    if exact.sig == 0 {
        return 0;
    }
    exact.round(f, env.round, Tiny::unless(env.denorm.keep_out, Tiny::After)).min(one - 1)
}

/// Significand in [0.5, 1) with the sign of `a`; zero, infinity and NaN are returned (NaN by the IEEE bit).
pub(super) fn frexp_mant(f: Format, ieee: bool, a: u64) -> u64 {
    if f.is_nan(a) {
        return f.nan_result(a, ieee);
    }
    if f.is_inf(a) || f.is_zero(a) {
        return a;
    }
    let x = f.exact(a);
    let lead = 127 - x.sig.leading_zeros() as i32;
    super::soft::Exact { exp: -1 - lead, ..x }.round(f, Round::NearestEven, Tiny::Keep)
}

/// Exponent that goes with [`frexp_mant`]; 0 for zero, infinity and NaN.
pub(super) fn frexp_exp(f: Format, a: u64) -> i32 {
    if f.is_nan(a) || f.is_inf(a) || f.is_zero(a) {
        return 0;
    }
    let x = f.exact(a);
    x.exp + 128 - x.sig.leading_zeros() as i32
}

/// `a * 2^n`, rounded once; a NaN by the IEEE bit (measured-facts 1, 2, 21, 22, 44).
pub(super) fn ldexp(f: Format, env: Env, a: u64, n: i32) -> u64 {
    if f.is_nan(a) {
        return f.nan_result(a, env.ieee);
    }
    let a = f.flush(a, env.denorm.keep_in);
    if f.is_inf(a) || f.is_zero(a) {
        return a;
    }
    let x = f.exact(a);
    // Beyond this every format has overflowed or underflowed; the clamp keeps the exponent arithmetic small.
    let n = n.clamp(-10_000, 10_000);
    // `a` has at most p significant bits, so flushing before or after rounding to p bits is the same.
    super::soft::Exact { exp: x.exp + n, ..x }.round(
        f,
        env.round,
        Tiny::unless(env.denorm.keep_out, Tiny::After),
    )
}
