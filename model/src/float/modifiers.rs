//! Source modifiers (neg, abs) and output modifiers (omod, clamp).
//!
//! Requires: result bits as the instruction functions give them, flush and FP16_OVFL already applied.
//! Ensures: the bits that are written. omod comes first, clamp second (measured-facts 29).
//! Facts: when omod applies and what clamp does with NaN: measured-facts 28 to 31. What omod does to zeros,
//! denormals and overflow, and that clamp turns -0 into +0: published by AMD with its emulator as captures of
//! gfx1010, gfx1030 and gfx1201 (with IEEE off and flushed results, gfx1010 and gfx1030 agree bit for bit).

use super::env::{Env, FloatMode};
use super::soft::{F16, F32, F64, Format, Tiny};

/// Output multiplier, in the encoding of the OMOD field.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Omod {
    /// None.
    #[default]
    None,
    /// Times two.
    Mul2,
    /// Times four.
    Mul4,
    /// Half.
    Div2,
}

impl Omod {
    /// Decodes the two-bit field.
    #[inline]
    pub const fn from_bits(bits: u8) -> Self {
        match bits & 3 {
            0 => Omod::None,
            1 => Omod::Mul2,
            2 => Omod::Mul4,
            _ => Omod::Div2,
        }
    }

    const fn exponent(self) -> i32 {
        match self {
            Omod::None => 0,
            Omod::Mul2 => 1,
            Omod::Mul4 => 2,
            Omod::Div2 => -1,
        }
    }
}

/// Scales by exponent: NaN and infinity pass, a zero or denormal of either sign becomes +0, a normal number
/// halved below the smallest normal becomes a zero of its sign, overflow goes as the rounding direction says.
fn scale(f: Format, env: Env, omod: Omod, bits: u64) -> u64 {
    if omod == Omod::None || f.is_nan(bits) || f.is_inf(bits) {
        return bits;
    }
    if f.is_zero(bits) || f.is_denormal(bits) {
        return 0;
    }
    let mut value = f.exact(bits);
    value.exp += omod.exponent();
    value.round(f, env.round, Tiny::After)
}

fn clamp(f: Format, m: FloatMode, bits: u64) -> u64 {
    let one = (f.bias() as u64) << f.frac;
    if f.is_nan(bits) {
        if m.dx10_clamp { 0 } else { bits }
    } else if f.negative(bits) {
        0
    } else {
        bits.min(one)
    }
}

fn output(f: Format, m: FloatMode, env: Env, bits: u64, omod: Omod, clamped: bool) -> u64 {
    // omod needs IEEE off and flushed results of this precision; otherwise the field is ignored.
    let applies = !m.ieee && !env.denorm.keep_out;
    let bits = if applies { scale(f, env, omod, bits) } else { bits };
    if clamped { clamp(f, m, bits) } else { bits }
}

/// Output modifiers of an f32 result (measured-facts 28, 30).
#[inline]
pub fn output_f32(m: FloatMode, bits: u32, omod: Omod, clamp: bool) -> u32 {
    if omod == Omod::None && !clamp {
        return bits;
    }
    output(F32, m, m.env32(), bits.into(), omod, clamp) as u32
}

/// Output modifiers of an f16 result (measured-facts 28, 30, 31, 48).
#[inline]
pub fn output_f16(m: FloatMode, bits: u16, omod: Omod, clamp: bool) -> u16 {
    if omod == Omod::None && !clamp {
        return bits;
    }
    let scaled = output(F16, m, m.env16_64(), bits.into(), omod, false) as u16;
    let scaled = super::arith16::overflow_f16(m, scaled, F16.is_inf(bits.into()));
    output(F16, m, m.env16_64(), scaled.into(), Omod::None, clamp) as u16
}

/// Output modifiers of an f64 result (measured-facts 28, 30).
#[inline]
pub fn output_f64(m: FloatMode, bits: u64, omod: Omod, clamp: bool) -> u64 {
    if omod == Omod::None && !clamp {
        return bits;
    }
    output(F64, m, m.env16_64(), bits, omod, clamp)
}

/// Output modifiers of the cube instructions: omod whenever IEEE is off, whatever the denormal field, with the
/// bits of the flushing f32 path (measured-facts 29).
#[inline]
pub fn output_cube_f32(m: FloatMode, bits: u32, omod: Omod, clamp: bool) -> u32 {
    // Only the condition differs, so the general path is asked with results flushed.
    let env = m.env32().with_denorm(super::env::Denorm::FLUSH);
    output(F32, m, env, bits.into(), omod, clamp) as u32
}

/// Source modifiers on f32 bits: abs first, then neg.
#[inline]
pub const fn source_f32(bits: u32, abs: bool, neg: bool) -> u32 {
    let bits = if abs { bits & 0x7fff_ffff } else { bits };
    if neg { bits ^ 0x8000_0000 } else { bits }
}

/// Source modifiers on f16 bits.
#[inline]
pub const fn source_f16(bits: u16, abs: bool, neg: bool) -> u16 {
    let bits = if abs { bits & 0x7fff } else { bits };
    if neg { bits ^ 0x8000 } else { bits }
}

/// Source modifiers on f64 bits.
#[inline]
pub const fn source_f64(bits: u64, abs: bool, neg: bool) -> u64 {
    let bits = if abs { bits & 0x7fff_ffff_ffff_ffff } else { bits };
    if neg { bits ^ 0x8000_0000_0000_0000 } else { bits }
}
