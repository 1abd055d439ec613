//! Conversions between float formats, integers and normalised integers.
//!
//! Requires: source bits after source modifiers. Ensures: destination bits; integer results saturate, a NaN
//! becomes 0. Functions that give a half apply FP16_OVFL where the instruction does.
//! Facts stand at the functions; "GCN2" are results that shadPS4 took from a PS4.

use super::arith16::{self, overflow_f16};
use super::arith32;
use super::env::{FloatMode, Round};
use super::mix::{narrow_special, widen};
use super::soft::{Exact, F16, F32, F64, Format, Tiny};

/// Rounds to an integer in `round`'s direction and saturates to `[min, max]`; NaN is 0.
fn to_int(f: Format, bits: u64, round: Round, min: i64, max: i64) -> i64 {
    if f.is_nan(bits) {
        return 0;
    }
    let limit = if f.negative(bits) { min } else { max };
    if f.is_inf(bits) {
        return limit;
    }
    int_of(f.exact(bits), round, min, max)
}

/// As [`to_int`] for a finite exact value.
fn int_of(x: Exact, round: Round, min: i64, max: i64) -> i64 {
    let lead = x.exp + 128 - x.sig.leading_zeros() as i32;
    if x.sig != 0 && lead > 40 {
        return if x.negative { min } else { max };
    }
    let magnitude = x.round_to(0, round) as i64;
    (if x.negative { -magnitude } else { magnitude }).clamp(min, max)
}

fn of_int(f: Format, value: i64, round: Round, tiny: Tiny) -> u64 {
    Exact { negative: value < 0, sig: u128::from(value.unsigned_abs()), exp: 0 }.round(f, round, tiny)
}

/// v_cvt_f32_i32.
#[inline]
pub fn cvt_f32_i32(m: FloatMode, a: u32) -> u32 {
    match m.env32().round {
        Round::NearestEven => (a as i32 as f32).to_bits(),
        round => of_int(F32, i64::from(a as i32), round, Tiny::Keep) as u32,
    }
}

/// v_cvt_f32_u32.
#[inline]
pub fn cvt_f32_u32(m: FloatMode, a: u32) -> u32 {
    match m.env32().round {
        Round::NearestEven => (a as f32).to_bits(),
        round => of_int(F32, i64::from(a), round, Tiny::Keep) as u32,
    }
}

/// v_cvt_f32_ubyte0 to 3: byte `n & 3` as a float, exact.
#[inline]
pub fn cvt_f32_ubyte(a: u32, n: u32) -> u32 {
    f32::from(a.to_le_bytes()[(n & 3) as usize]).to_bits()
}

/// v_cvt_off_f32_i4: the signed low four bits over sixteen, exact.
#[inline]
pub fn cvt_off_f32_i4(a: u32) -> u32 {
    let nibble = (a as i32) << 28 >> 28;
    (nibble as f32 / 16.0).to_bits()
}

/// v_cvt_i32_f32: toward zero (denormal inputs give 0 with or without the flush of measured-facts 10).
#[inline]
pub fn cvt_i32_f32(a: u32) -> u32 {
    f32::from_bits(a) as i32 as u32
}

/// v_cvt_u32_f32: toward zero.
#[inline]
pub fn cvt_u32_f32(a: u32) -> u32 {
    f32::from_bits(a) as u32
}

/// A NaN of v_cvt_rpi and v_cvt_flr saturates by its sign: seen on GCN2 and, in AMD's emulator sources, on
/// gfx1201, against the ISA's 0 (`unmeasured` on gfx10).
fn nan_by_sign(a: u32) -> u32 {
    if a >> 31 == 0 { i32::MAX as u32 } else { i32::MIN as u32 }
}

/// v_cvt_rpi_i32_f32: `floor(a + 0.5)` of the exact sum, so ties go up (ISA; seen on GCN2 and gfx1201). Input
/// flushed by bit 0 (measured-facts 10).
pub fn cvt_rpi_i32_f32(m: FloatMode, a: u32) -> u32 {
    let a = arith32::flush(a, m.env32().denorm.keep_in);
    let x = f32::from_bits(a);
    if x.is_nan() {
        return nan_by_sign(a);
    }
    if x.is_infinite() {
        return x as i32 as u32;
    }
    let half = Exact { negative: false, sig: 1, exp: -1 };
    int_of(F32.exact(a.into()).plus(half), Round::MinusInf, i32::MIN.into(), i32::MAX.into()) as u32
}

/// v_cvt_flr_i32_f32: `floor(a)` (measured-facts 10).
pub fn cvt_flr_i32_f32(m: FloatMode, a: u32) -> u32 {
    let a = arith32::flush(a, m.env32().denorm.keep_in);
    let x = f32::from_bits(a);
    if x.is_nan() { nan_by_sign(a) } else { x.floor() as i32 as u32 }
}

/// v_cvt_f64_i32: exact.
#[inline]
pub fn cvt_f64_i32(a: u32) -> u64 {
    f64::from(a as i32).to_bits()
}

/// v_cvt_f64_u32: exact.
#[inline]
pub fn cvt_f64_u32(a: u32) -> u64 {
    f64::from(a).to_bits()
}

/// v_cvt_i32_f64: toward zero.
#[inline]
pub fn cvt_i32_f64(a: u64) -> u32 {
    f64::from_bits(a) as i32 as u32
}

/// v_cvt_u32_f64: toward zero.
#[inline]
pub fn cvt_u32_f64(a: u64) -> u32 {
    f64::from_bits(a) as u32
}

/// v_cvt_f64_f32: exact; input flushed by the f32 field, a NaN quieted with IEEE (measured-facts 2, 10).
#[inline]
pub fn cvt_f64_f32(m: FloatMode, a: u32) -> u64 {
    let a = arith32::flush(a, m.env32().denorm.keep_in);
    let bits = u64::from(a);
    if F32.is_nan(bits) {
        let sign = (bits & F32.sign()) << 32;
        return F64.nan_result(sign | F64.inf() | (bits & 0x7f_ffff) << 29, m.ieee);
    }
    f64::from(f32::from_bits(a)).to_bits()
}

/// v_cvt_f32_f64: input flushed by the f64 field, rounded and flushed by the f32 fields, a NaN always quiet
/// (measured-facts 8; GCN2 flushes so).
#[inline]
pub fn cvt_f32_f64(m: FloatMode, a: u64) -> u32 {
    let env = m.env32();
    let a = F64.flush(a, m.env16_64().denorm.keep_in);
    let sign = (a >> 32) as u32 & 0x8000_0000;
    if F64.is_nan(a) {
        return sign | 0x7fc0_0000 | (a >> 29 & 0x7f_ffff) as u32;
    }
    if F64.is_inf(a) {
        return sign | 0x7f80_0000;
    }
    F64.exact(a).round(F32, env.round, Tiny::unless(env.denorm.keep_out, Tiny::After)) as u32
}

/// v_cvt_f16_f32: input flushed by the f32 field, rounded and flushed by the f16 fields, a NaN always quiet
/// (measured-facts 8, 10, 48, 49).
pub fn cvt_f16_f32(m: FloatMode, a: u32) -> u16 {
    let env = m.env16_64();
    let tiny = Tiny::unless(env.denorm.keep_out, Tiny::After);
    let result = narrow(m, a, env.round, tiny);
    overflow_f16(m, result, F32.is_inf(a.into()))
}

fn narrow(m: FloatMode, a: u32, round: Round, tiny: Tiny) -> u16 {
    let magnitude = a & 0x7fff_ffff;
    // 2^-13 and 65504: no flush and no overflow question between them.
    if (0x3900_0000..0x477f_e000).contains(&magnitude) && matches!(round, Round::NearestEven | Round::Zero) {
        let nearest = 0xfff + (magnitude >> 13 & 1);
        let rounded = magnitude + if round == Round::NearestEven { nearest } else { 0 };
        return (a >> 16) as u16 & 0x8000 | ((rounded >> 13) - (112 << 10)) as u16;
    }
    let a = u64::from(arith32::flush(a, m.env32().denorm.keep_in));
    if F32.is_nan(a) || F32.is_inf(a) {
        return narrow_special(if F32.is_nan(a) { a | F32.quiet() } else { a });
    }
    F32.exact(a).round(F16, round, tiny) as u16
}

/// v_cvt_f32_f16: exact; input flushed by the f16 field (measured-facts 41), a NaN quieted with IEEE only (as
/// v_cvt_f64_f32; GCN2 does not quiet it with IEEE off).
#[inline]
pub fn cvt_f32_f16(m: FloatMode, a: u16) -> u32 {
    let wide = widen(arith16::flush(a, m.env16_64().denorm.keep_in));
    if F32.is_nan(wide) { F32.nan_result(wide, m.ieee) as u32 } else { wide as u32 }
}

/// v_cvt_f16_i16: rounded by the f16 field; FP16_OVFL never matters (measured-facts 49).
pub fn cvt_f16_i16(m: FloatMode, a: u16) -> u16 {
    of_int(F16, i64::from(a as i16), m.env16_64().round, Tiny::Keep) as u16
}

/// v_cvt_f16_u16: rounded by the f16 field (measured-facts 48, 49).
pub fn cvt_f16_u16(m: FloatMode, a: u16) -> u16 {
    overflow_f16(m, of_int(F16, a.into(), m.env16_64().round, Tiny::Keep) as u16, false)
}

/// v_cvt_i16_f16: toward zero, saturating.
pub fn cvt_i16_f16(a: u16) -> u16 {
    to_int(F16, a.into(), Round::Zero, i16::MIN.into(), i16::MAX.into()) as u16
}

/// v_cvt_u16_f16: toward zero, saturating.
pub fn cvt_u16_f16(a: u16) -> u16 {
    to_int(F16, a.into(), Round::Zero, 0, u16::MAX.into()) as u16
}

/// `a * scale` rounded to nearest even and clamped to `[-scale or 0, scale]`; NaN is 0.
fn to_norm(f: Format, a: u64, scale: u32, signed: bool) -> u16 {
    let max = i64::from(scale);
    let min = if signed { -max } else { 0 };
    if f.is_nan(a) || f.is_inf(a) {
        return to_int(f, a, Round::NearestEven, min, max) as u16;
    }
    let scale = Exact { negative: false, sig: scale.into(), exp: 0 };
    int_of(f.exact(a).times(scale), Round::NearestEven, min, max) as u16
}

/// v_cvt_norm_i16_f16, and each half of v_cvt_pknorm_i16_f16: input flushed by bit 0, always to nearest even
/// (measured-facts 41, 42).
pub fn cvt_norm_i16_f16(m: FloatMode, a: u16) -> u16 {
    to_norm(F16, arith16::flush(a, m.env16_64().denorm.keep_in).into(), 0x7fff, true)
}

/// v_cvt_norm_u16_f16, and each half of v_cvt_pknorm_u16_f16 (measured-facts 41, 42).
pub fn cvt_norm_u16_f16(m: FloatMode, a: u16) -> u16 {
    to_norm(F16, arith16::flush(a, m.env16_64().denorm.keep_in).into(), 0xffff, false)
}

fn pack(low: u16, high: u16) -> u32 {
    u32::from(low) | u32::from(high) << 16
}

/// v_cvt_pknorm_i16_f16.
pub fn cvt_pknorm_i16_f16(m: FloatMode, a: u16, b: u16) -> u32 {
    pack(cvt_norm_i16_f16(m, a), cvt_norm_i16_f16(m, b))
}

/// v_cvt_pknorm_u16_f16.
pub fn cvt_pknorm_u16_f16(m: FloatMode, a: u16, b: u16) -> u32 {
    pack(cvt_norm_u16_f16(m, a), cvt_norm_u16_f16(m, b))
}

/// v_cvt_pknorm_i16_f32: the exact product rounded once (measured-facts 10 for the flush; GCN2 rounds so).
pub fn cvt_pknorm_i16_f32(m: FloatMode, a: u32, b: u32) -> u32 {
    let one = |x: u32| to_norm(F32, arith32::flush(x, m.env32().denorm.keep_in).into(), 0x7fff, true);
    pack(one(a), one(b))
}

/// v_cvt_pknorm_u16_f32 (see [`cvt_pknorm_i16_f32`]).
pub fn cvt_pknorm_u16_f32(m: FloatMode, a: u32, b: u32) -> u32 {
    let one = |x: u32| to_norm(F32, arith32::flush(x, m.env32().denorm.keep_in).into(), 0xffff, false);
    pack(one(a), one(b))
}

/// v_cvt_pkrtz_f16_f32: both toward zero whatever the mode, inputs flushed by the f32 field, results by bit 1 of
/// the f16 field; FP16_OVFL never applies (measured-facts 10, 48, 50).
#[inline]
pub fn cvt_pkrtz_f16_f32(m: FloatMode, a: u32, b: u32) -> u32 {
    let tiny = Tiny::unless(m.env16_64().denorm.keep_out, Tiny::After);
    pack(narrow(m, a, Round::Zero, tiny), narrow(m, b, Round::Zero, tiny))
}

/// v_cvt_pk_u8_f32: `a` to nearest even, saturated to a byte, NaN 0, inserted into byte `index & 3` of `base`
/// (shadPS4 settled the rounding on GCN2 hardware; `unmeasured` on gfx10 and in directed modes).
pub fn cvt_pk_u8_f32(m: FloatMode, a: u32, index: u32, base: u32) -> u32 {
    let a = arith32::flush(a, m.env32().denorm.keep_in);
    let byte = f32::from_bits(a).round_ties_even() as u8;
    let mut bytes = base.to_le_bytes();
    bytes[(index & 3) as usize] = byte;
    u32::from_le_bytes(bytes)
}
