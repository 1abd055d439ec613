//! Reciprocals, roots, exponential, logarithm, sine and cosine.
//!
//! Requires: operand bits after source modifiers. Ensures: special operands (NaN, infinity, zero, denormal,
//! negative) and exact cases exactly; other results within the bounds below of the true value.
//!
//! The hardware approximates these; its last bits are not modelled. Bounds against hardware:
//! - f32 rcp, rsq, sqrt, exp: we round correctly, hardware is within 1 ULP (ISA; measured-facts 32);
//! - f32 log: as above; within 1/8 of 1.0 hardware is within 1 ULP of the correctly rounded value (35);
//! - f32 sin, cos: we round correctly except below 2^-12 turn, hardware is up to 9 ULP away (33), more beyond
//!   256 turns, where its own reduction differs;
//! - f16: correctly rounded to nearest even, hardware within 1 ULP;
//! - f64 rcp, rsq: within 1 ULP of the true value; the hardware's seeds are far coarser, so only the usual
//!   refinement sequences give portable bits; f64 sqrt: correctly rounded.
//!
//! Denormals: rcp, rsq, sqrt, exp, log and the result of cos in f32 cannot produce or read denormals in any mode
//! (AMD's public emulator sources state it for RDNA, LLVM relies on it for rcp, rsq, log and exp); sin follows
//! the f32 field (measured-facts 9, 34), f16 the f16 field (41). f64 follows the general rule (`unmeasured`).
//! Rounding fields do not matter (`unmeasured`), though omod overflow of these still follows them here.

use super::arith16::{self, overflow_f16};
use super::arith32;
use super::env::{FloatMode, Round};
use super::mix::widen;
use super::soft::{F16, F32, F64, Tiny};

const DEFAULT_NAN: u32 = 0xffc0_0000;

/// Rounds the f64 approximation of an f32 result, flushing denormals unless `keep`.
#[inline]
fn narrow32(x: f64, keep: bool) -> u32 {
    if x.is_nan() { DEFAULT_NAN } else { arith32::flush((x as f32).to_bits(), keep) }
}

/// A f32 unary function in f64, for operands that are not NaN, denormals flushed on both sides.
#[inline]
fn unary32(m: FloatMode, a: u32, f: impl Fn(f64) -> f64) -> u32 {
    if F32.is_nan(a.into()) {
        return F32.nan_result(a.into(), m.ieee) as u32;
    }
    narrow32(f(f64::from(f32::from_bits(arith32::flush(a, false)))), false)
}

/// v_rcp_f32: correctly rounded (see the module head).
#[inline]
pub fn rcp_f32(m: FloatMode, a: u32) -> u32 {
    if F32.is_nan(a.into()) {
        return F32.nan_result(a.into(), m.ieee) as u32;
    }
    arith32::flush((1.0 / f32::from_bits(arith32::flush(a, false))).to_bits(), false)
}

/// v_rcp_iflag_f32: the value of [`rcp_f32`]; its exception flag is not modelled.
#[inline]
pub fn rcp_iflag_f32(m: FloatMode, a: u32) -> u32 {
    rcp_f32(m, a)
}

/// v_rsq_f32: of -0 it is -inf, of a negative number the default NaN.
#[inline]
pub fn rsq_f32(m: FloatMode, a: u32) -> u32 {
    unary32(m, a, |x| 1.0 / x.sqrt())
}

/// v_sqrt_f32: of -0 it is -0.
#[inline]
pub fn sqrt_f32(m: FloatMode, a: u32) -> u32 {
    unary32(m, a, f64::sqrt)
}

/// v_exp_f32: 2^a.
#[inline]
pub fn exp_f32(m: FloatMode, a: u32) -> u32 {
    unary32(m, a, f64::exp2)
}

/// v_log_f32: log2(a).
#[inline]
pub fn log_f32(m: FloatMode, a: u32) -> u32 {
    unary32(m, a, f64::log2)
}

/// sin(2 pi x) of the exact fraction of `x`, exact at every quarter turn; infinity gives NaN.
fn sin_turns(x: f64) -> f64 {
    if !x.is_finite() {
        return f64::NAN;
    }
    // Every step is exact for f32 and f16 operands.
    let quarters = (4.0 * x).round_ties_even();
    quadrant(quarters, x - quarters / 4.0)
}

/// cos(2 pi x), exact at every quarter turn.
fn cos_turns(x: f64) -> f64 {
    if !x.is_finite() {
        return f64::NAN;
    }
    let quarters = (4.0 * x).round_ties_even();
    // Reduced before adding one, which would be lost in a huge operand.
    quadrant(quarters % 4.0 + 1.0, x - quarters / 4.0)
}

/// sin(pi/2 * quarters + 2 pi * fraction) with |fraction| at most 1/8. An exact zero is +0.
fn quadrant(quarters: f64, fraction: f64) -> f64 {
    let angle = std::f64::consts::TAU * fraction;
    match quarters.rem_euclid(4.0) as u8 {
        0 => angle.sin() + 0.0,
        1 => angle.cos(),
        2 => 0.0 - angle.sin(),
        _ => -angle.cos(),
    }
}

/// 2 pi as the hardware multiplies small sine operands (measured-facts 33).
const TURN: u32 = 0x40c9_0fd5;

/// v_sin_f32 of a number of turns: below 2^-12 turn the operand times 0x40c90fd5, exact zeros at half turns
/// (measured-facts 1, 9, 33, 34).
pub fn sin_f32(m: FloatMode, a: u32) -> u32 {
    let denorm = m.env32().denorm;
    let a = arith32::flush(a, denorm.keep_in);
    if F32.is_nan(a.into()) {
        return F32.nan_result(a.into(), m.ieee) as u32;
    }
    let x = f32::from_bits(a);
    if x.abs() < 1.0 / 4096.0 {
        return arith32::flush((x * f32::from_bits(TURN)).to_bits(), denorm.keep_out);
    }
    narrow32(sin_turns(f64::from(x)), denorm.keep_out)
}

/// v_cos_f32 of a number of turns (measured-facts 1, 9, 33).
pub fn cos_f32(m: FloatMode, a: u32) -> u32 {
    let a = arith32::flush(a, m.env32().denorm.keep_in);
    if F32.is_nan(a.into()) {
        return F32.nan_result(a.into(), m.ieee) as u32;
    }
    narrow32(cos_turns(f64::from(f32::from_bits(a))), false)
}

/// A f16 unary function in f64: rounded to half first, then flushed when denormal (measured-facts 41), then
/// FP16_OVFL (48).
fn unary16(m: FloatMode, a: u16, f: impl Fn(f64) -> f64) -> u16 {
    let denorm = m.env16_64().denorm;
    let a = arith16::flush(a, denorm.keep_in);
    if F16.is_nan(a.into()) {
        return F16.nan_result(a.into(), m.ieee) as u16;
    }
    let x = f(f64::from(f32::from_bits(widen(a) as u32)));
    let bits = x.to_bits();
    if x.is_nan() {
        return F16.default_nan() as u16;
    }
    let result = if x.is_infinite() {
        (bits >> 48 & 0x8000) | F16.inf()
    } else {
        F64.exact(bits).round(F16, Round::NearestEven, Tiny::unless(denorm.keep_out, Tiny::OnGrid))
    };
    overflow_f16(m, result as u16, F16.is_inf(a.into()))
}

/// v_rcp_f16.
pub fn rcp_f16(m: FloatMode, a: u16) -> u16 {
    unary16(m, a, |x| 1.0 / x)
}

/// v_rsq_f16.
pub fn rsq_f16(m: FloatMode, a: u16) -> u16 {
    unary16(m, a, |x| 1.0 / x.sqrt())
}

/// v_sqrt_f16.
pub fn sqrt_f16(m: FloatMode, a: u16) -> u16 {
    unary16(m, a, f64::sqrt)
}

/// v_exp_f16: 2^a.
pub fn exp_f16(m: FloatMode, a: u16) -> u16 {
    unary16(m, a, f64::exp2)
}

/// v_log_f16: log2(a).
pub fn log_f16(m: FloatMode, a: u16) -> u16 {
    unary16(m, a, f64::log2)
}

/// v_sin_f16 of a number of turns; the small-operand constant of f32 is used as there (measured-facts 33).
pub fn sin_f16(m: FloatMode, a: u16) -> u16 {
    let small = |x: f64| x * f64::from(f32::from_bits(TURN));
    unary16(m, a, |x| if x.abs() < 1.0 / 4096.0 { small(x) } else { sin_turns(x) })
}

/// v_cos_f16 of a number of turns.
pub fn cos_f16(m: FloatMode, a: u16) -> u16 {
    unary16(m, a, cos_turns)
}

/// A f64 unary function, denormals by the f64 field.
fn unary64(m: FloatMode, a: u64, f: impl Fn(f64) -> f64) -> u64 {
    let denorm = m.env16_64().denorm;
    let a = F64.flush(a, denorm.keep_in);
    if F64.is_nan(a) {
        return F64.nan_result(a, m.ieee);
    }
    let x = f(f64::from_bits(a));
    if x.is_nan() { F64.default_nan() } else { F64.flush(x.to_bits(), denorm.keep_out) }
}

/// v_rcp_f64.
pub fn rcp_f64(m: FloatMode, a: u64) -> u64 {
    unary64(m, a, |x| 1.0 / x)
}

/// v_rsq_f64: the quotient by the root is off by up to 1.5 units, so one step by its residual follows.
pub fn rsq_f64(m: FloatMode, a: u64) -> u64 {
    unary64(m, a, |x| {
        let y = 1.0 / x.sqrt();
        if x == 0.0 || !y.is_normal() {
            return y;
        }
        // Both near one, so that the square neither over- nor underflows: x times 4^k, y over 2^k.
        let k = ((y.to_bits() >> 52 & 0x7ff) as i32) - 1023;
        let scale = f64::powi(2.0, k);
        let (x, near) = (x * scale * scale, y / scale);
        let square = near * near;
        let below = near.mul_add(near, -square);
        let residual = (-x).mul_add(square, 1.0) - x * below;
        near.mul_add(residual / 2.0, near) * scale
    })
}

/// v_sqrt_f64.
pub fn sqrt_f64(m: FloatMode, a: u64) -> u64 {
    unary64(m, a, f64::sqrt)
}
