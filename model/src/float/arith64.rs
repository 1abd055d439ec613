//! f64 arithmetic: add, mul, fma, min/max, rounding, fract, frexp, ldexp.
//!
//! Requires: operand bits after source modifiers. Ensures: the bits that the instruction gives before output
//! modifiers. The f16/f64 fields of MODE apply; round to nearest even takes the host's f64 operations where no
//! NaN or flush question is open.
//! Facts stand at the functions; NaN choice follows the f32 rule ("the same rule on hardware", measured-facts 5,
//! bits of f64 `unmeasured`).

use super::env::{FloatMode, Round};
use super::generic;
use super::soft::{F64, Tiny};

const SIGN: u64 = 0x8000_0000_0000_0000;
const INF: u64 = 0x7ff0_0000_0000_0000;
const MIN_NORMAL: u64 = 0x0010_0000_0000_0000;

/// A denormal becomes a zero of its sign unless `keep`.
#[inline(always)]
pub(super) fn flush(bits: u64, keep: bool) -> u64 {
    if !keep && bits & INF == 0 { bits & SIGN } else { bits }
}

#[inline(always)]
fn is_nan(bits: u64) -> bool {
    bits & !SIGN > INF
}

/// v_add_f64 (measured-facts 58).
#[inline]
pub fn add_f64(m: FloatMode, a: u64, b: u64) -> u64 {
    let env = m.env16_64();
    let (a, b) = (flush(a, env.denorm.keep_in), flush(b, env.denorm.keep_in));
    if env.round == Round::NearestEven {
        let sum = (f64::from_bits(a) + f64::from_bits(b)).to_bits();
        if !is_nan(sum) {
            return flush(sum, env.denorm.keep_out);
        }
    }
    generic::add(F64, env, a, b)
}

/// v_mul_f64: flushed when tiny after rounding (measured-facts 58).
#[inline]
pub fn mul_f64(m: FloatMode, a: u64, b: u64) -> u64 {
    let env = m.env16_64();
    let (a, b) = (flush(a, env.denorm.keep_in), flush(b, env.denorm.keep_in));
    if env.round == Round::NearestEven {
        let product = (f64::from_bits(a) * f64::from_bits(b)).to_bits();
        if !is_nan(product) && (env.denorm.keep_out || product & !SIGN != MIN_NORMAL) {
            return flush(product, env.denorm.keep_out);
        }
    }
    generic::mul(F64, env, a, b)
}

/// v_fma_f64: flushed when tiny before rounding (measured-facts 55, 56).
#[inline]
pub fn fma_f64(m: FloatMode, a: u64, b: u64, c: u64) -> u64 {
    let env = m.env16_64();
    let keep_in = env.denorm.keep_in;
    let (a, b, c) = (flush(a, keep_in), flush(b, keep_in), flush(c, keep_in));
    if env.round == Round::NearestEven {
        let sum = f64::from_bits(a).mul_add(f64::from_bits(b), f64::from_bits(c)).to_bits();
        if !is_nan(sum) && (env.denorm.keep_out || sum & !SIGN != MIN_NORMAL) {
            return flush(sum, env.denorm.keep_out);
        }
    }
    generic::fma(F64, env, Tiny::unless(env.denorm.keep_out, Tiny::Before), a, b, c)
}

fn min_max(m: FloatMode, max: bool, a: u64, b: u64) -> u64 {
    let keep = m.env16_64().denorm.keep_in;
    generic::min_max(F64, m.ieee, max, flush(a, keep), flush(b, keep))
}

/// v_min_f64 (ISA; flushing as the f32 form).
pub fn min_f64(m: FloatMode, a: u64, b: u64) -> u64 {
    min_max(m, false, a, b)
}

/// v_max_f64 (ISA; flushing as the f32 form).
pub fn max_f64(m: FloatMode, a: u64, b: u64) -> u64 {
    min_max(m, true, a, b)
}

fn integral(m: FloatMode, round: Round, a: u64) -> u64 {
    generic::to_integral(F64, m.ieee, round, flush(a, m.env16_64().denorm.keep_in))
}

/// v_floor_f64 (measured-facts 2, 57).
pub fn floor_f64(m: FloatMode, a: u64) -> u64 {
    integral(m, Round::MinusInf, a)
}

/// v_ceil_f64 (measured-facts 2, 57).
pub fn ceil_f64(m: FloatMode, a: u64) -> u64 {
    integral(m, Round::PlusInf, a)
}

/// v_trunc_f64 (measured-facts 2, 57).
pub fn trunc_f64(m: FloatMode, a: u64) -> u64 {
    integral(m, Round::Zero, a)
}

/// v_rndne_f64 (measured-facts 2, 57).
pub fn rndne_f64(m: FloatMode, a: u64) -> u64 {
    integral(m, Round::NearestEven, a)
}

/// v_fract_f64: `a - floor(a)`, at most the largest value below one (measured-facts 2, 57).
pub fn fract_f64(m: FloatMode, a: u64) -> u64 {
    let env = m.env16_64();
    generic::fract(F64, env, flush(a, env.denorm.keep_in))
}

/// v_frexp_mant_f64 (measured-facts 2, 57).
pub fn frexp_mant_f64(m: FloatMode, a: u64) -> u64 {
    generic::frexp_mant(F64, m.ieee, flush(a, m.env16_64().denorm.keep_in))
}

/// v_frexp_exp_i32_f64 (measured-facts 57).
pub fn frexp_exp_i32_f64(m: FloatMode, a: u64) -> u32 {
    generic::frexp_exp(F64, flush(a, m.env16_64().denorm.keep_in)) as u32
}

/// v_ldexp_f64: `a * 2^n` with `n` a signed 32-bit integer (measured-facts 2; flushing as the f32 form).
pub fn ldexp_f64(m: FloatMode, a: u64, n: u32) -> u64 {
    generic::ldexp(F64, m.env16_64(), a, n as i32)
}
