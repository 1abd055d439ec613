//! f16 arithmetic, scalar; packed instructions call these once per half.
//!
//! Requires: half bits after source modifiers and op_sel. Ensures: the half that the instruction gives before
//! output modifiers, FP16_OVFL applied. The f16/f64 fields of MODE apply.
//! Facts stand at the functions. Directed rounding of add, mul and fma, FP16_OVFL with directed rounding and
//! FP16_OVFL of packed instructions are `unmeasured` and follow the general rule.

use super::env::{Env, FloatMode, Round};
use super::generic;
use super::mix::widen;
use super::soft::{F16, Tiny};

const SIGN: u16 = 0x8000;
const INF: u16 = 0x7c00;

/// A denormal becomes a zero of its sign unless `keep`.
#[inline(always)]
pub(super) fn flush(bits: u16, keep: bool) -> u16 {
    if !keep && bits & INF == 0 { bits & SIGN } else { bits }
}

/// FP16_OVFL: an infinite result becomes the largest finite value unless a source was infinite
/// (measured-facts 48).
#[inline]
pub fn overflow_f16(m: FloatMode, result: u16, source_infinite: bool) -> u16 {
    if m.fp16_ovfl && result & !SIGN == INF && !source_infinite {
        (result & SIGN) | (INF - 1)
    } else {
        result
    }
}

/// A sum or product to nearest even by the host's f32, whose 24 bits make the second rounding harmless (24 is at
/// least twice 11 plus 2). `None` when the result is not well inside the normal range.
#[inline]
fn nearest(env: Env, a: u16, b: u16, op: impl Fn(f32, f32) -> f32) -> Option<u16> {
    let wide = |x: u16| f32::from_bits(widen(x) as u32);
    let result = op(wide(a), wide(b)).to_bits();
    let magnitude = result & 0x7fff_ffff;
    // 2^-13 and 65504: no flush and no overflow question between them.
    if env.round != Round::NearestEven || !(0x3900_0000..0x477f_e000).contains(&magnitude) {
        return None;
    }
    let rounded = magnitude + 0xfff + (magnitude >> 13 & 1);
    Some((result >> 16) as u16 & SIGN | ((rounded >> 13) - (112 << 10)) as u16)
}

fn any_infinite(sources: &[u16]) -> bool {
    sources.iter().any(|&x| x & !SIGN == INF)
}

/// v_add_f16 (measured-facts 37, 47, 48).
pub fn add_f16(m: FloatMode, a: u16, b: u16) -> u16 {
    let env = m.env16_64();
    let (a, b) = (flush(a, env.denorm.keep_in), flush(b, env.denorm.keep_in));
    if let Some(sum) = nearest(env, a, b, |x, y| x + y) {
        return sum;
    }
    let sum = generic::add(F16, env, a.into(), b.into()) as u16;
    overflow_f16(m, sum, any_infinite(&[a, b]))
}

/// v_sub_f16: `a - b` (measured-facts 40).
pub fn sub_f16(m: FloatMode, a: u16, b: u16) -> u16 {
    add_f16(m, a, b ^ SIGN)
}

/// v_subrev_f16: `b - a` (measured-facts 40).
pub fn subrev_f16(m: FloatMode, a: u16, b: u16) -> u16 {
    add_f16(m, a ^ SIGN, b)
}

/// v_mul_f16 (measured-facts 37, 38, 47, 48).
pub fn mul_f16(m: FloatMode, a: u16, b: u16) -> u16 {
    let env = m.env16_64();
    let (a, b) = (flush(a, env.denorm.keep_in), flush(b, env.denorm.keep_in));
    if let Some(product) = nearest(env, a, b, |x, y| x * y) {
        return product;
    }
    let product = generic::mul(F16, env, a.into(), b.into()) as u16;
    overflow_f16(m, product, any_infinite(&[a, b]))
}

/// v_fma_f16, v_fmac_f16, v_fmamk_f16, v_fmaak_f16 and the packed forms (measured-facts 7, 39, 47).
pub fn fma_f16(m: FloatMode, a: u16, b: u16, c: u16) -> u16 {
    let env = m.env16_64();
    let keep_in = env.denorm.keep_in;
    let (a, b, c) = (flush(a, keep_in), flush(b, keep_in), flush(c, keep_in));
    let tiny = Tiny::unless(env.denorm.keep_out, Tiny::After);
    let sum = generic::fma(F16, env, tiny, a.into(), b.into(), c.into()) as u16;
    overflow_f16(m, sum, any_infinite(&[a, b, c]))
}

fn min_max(m: FloatMode, max: bool, a: u16, b: u16) -> u16 {
    let keep = m.env16_64().denorm.keep_in;
    generic::min_max(F16, m.ieee, max, flush(a, keep).into(), flush(b, keep).into()) as u16
}

/// v_min_f16: inputs are flushed by bit 0, the result has no rule of its own (measured-facts 46, 47; ISA).
pub fn min_f16(m: FloatMode, a: u16, b: u16) -> u16 {
    min_max(m, false, a, b)
}

/// v_max_f16 (see [`min_f16`]).
pub fn max_f16(m: FloatMode, a: u16, b: u16) -> u16 {
    min_max(m, true, a, b)
}

/// v_min3_f16: two minima in a row (ISA).
pub fn min3_f16(m: FloatMode, a: u16, b: u16, c: u16) -> u16 {
    min_f16(m, min_f16(m, a, b), c)
}

/// v_max3_f16: two maxima in a row (ISA).
pub fn max3_f16(m: FloatMode, a: u16, b: u16, c: u16) -> u16 {
    max_f16(m, max_f16(m, a, b), c)
}

/// v_med3_f16: the median, or [`min3_f16`] when an operand is a NaN (ISA).
pub fn med3_f16(m: FloatMode, a: u16, b: u16, c: u16) -> u16 {
    let keep = m.env16_64().denorm.keep_in;
    let [a, b, c] = [a, b, c].map(|x| u64::from(flush(x, keep)));
    generic::med3(F16, m.ieee, a, b, c) as u16
}

fn integral(m: FloatMode, round: Round, a: u16) -> u16 {
    generic::to_integral(F16, m.ieee, round, flush(a, m.env16_64().denorm.keep_in).into()) as u16
}

/// v_floor_f16 (measured-facts 1, 41).
pub fn floor_f16(m: FloatMode, a: u16) -> u16 {
    integral(m, Round::MinusInf, a)
}

/// v_ceil_f16 (measured-facts 1, 41).
pub fn ceil_f16(m: FloatMode, a: u16) -> u16 {
    integral(m, Round::PlusInf, a)
}

/// v_trunc_f16 (measured-facts 1).
pub fn trunc_f16(m: FloatMode, a: u16) -> u16 {
    integral(m, Round::Zero, a)
}

/// v_rndne_f16 (measured-facts 1).
pub fn rndne_f16(m: FloatMode, a: u16) -> u16 {
    integral(m, Round::NearestEven, a)
}

/// v_fract_f16: `a - floor(a)`, at most 0x3bff (measured-facts 1, 41).
pub fn fract_f16(m: FloatMode, a: u16) -> u16 {
    let env = m.env16_64();
    generic::fract(F16, env, flush(a, env.denorm.keep_in).into()) as u16
}

/// v_frexp_mant_f16 (measured-facts 1, 41).
pub fn frexp_mant_f16(m: FloatMode, a: u16) -> u16 {
    generic::frexp_mant(F16, m.ieee, flush(a, m.env16_64().denorm.keep_in).into()) as u16
}

/// v_frexp_exp_i16_f16 (measured-facts 41).
pub fn frexp_exp_i16_f16(m: FloatMode, a: u16) -> u16 {
    generic::frexp_exp(F16, flush(a, m.env16_64().denorm.keep_in).into()) as u16
}

/// v_ldexp_f16: `a * 2^n` with `n` a signed 16-bit integer (measured-facts 44, 49).
pub fn ldexp_f16(m: FloatMode, a: u16, n: u16) -> u16 {
    let n = i32::from(n as i16);
    let result = generic::ldexp(F16, m.env16_64(), a.into(), n) as u16;
    overflow_f16(m, result, any_infinite(&[a]))
}

/// v_pack_b32_f16: each half flushed by bit 0 and, when a signalling NaN, quieted with IEEE (measured-facts 3,
/// 51). `low` goes to bits 15:0.
pub fn pack_b32_f16(m: FloatMode, low: u16, high: u16) -> u32 {
    let half = |x: u16| {
        let x = flush(x, m.env16_64().denorm.keep_in);
        if F16.is_nan(x.into()) { F16.nan_result(x.into(), m.ieee) as u32 } else { u32::from(x) }
    };
    half(low) | half(high) << 16
}
