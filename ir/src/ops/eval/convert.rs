//! Conversions between float widths and between floats and integers.

use super::soft::{Format, Number, Tiny, quantize};
use crate::float::{FloatEnv, Round};
use crate::types::Width;

/// A NaN in another format: the high bits of its payload stay. A NaN never becomes an infinity.
pub fn nan(from: Format, to: Format, a: u64, quiet: bool) -> u64 {
    let (wide, narrow) = (from.fraction_bits(), to.fraction_bits());
    let payload = a & from.fraction();
    let payload = if wide >= narrow { payload >> (wide - narrow) } else { payload << (narrow - wide) };
    let payload = if quiet || payload == 0 { payload | to.quiet_bit() } else { payload };
    to.zero(from.is_negative(a)) | to.infinity() | payload
}

/// The same number in another format.
pub fn float(from: Format, to: Format, env: &FloatEnv, a: u64) -> u64 {
    let a = from.flush(a, env.flush_in);
    if from.is_nan(a) {
        return nan(from, to, a, env.quiet);
    }
    match from.number(a) {
        Some(n) => to.round(n, env, Tiny::Unbounded),
        None if from.is_infinite(a) => to.zero(from.is_negative(a)) | to.infinity(),
        None => to.zero(from.is_negative(a)),
    }
}

/// An integer toward zero, before it is clamped; `None` for NaN. Numbers beyond 2^100 stand for all that are larger.
pub fn whole(from: Format, a: u64) -> Option<i128> {
    if from.is_nan(a) {
        return None;
    }
    let negative = from.is_negative(a);
    let huge = 1i128 << 100;
    let magnitude = match from.number(a) {
        None if from.is_infinite(a) => huge,
        None => 0,
        Some(n) if n.exponent > 40 => huge,
        Some(n) => quantize(n, 0, Round::Zero).cast_signed(),
    };
    Some(if negative { -magnitude } else { magnitude })
}

/// Least and greatest integer of a width.
pub fn range(width: Width, signed: bool) -> (i128, i128) {
    let bits = width.bits();
    if signed { (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) } else { (0, (1 << bits) - 1) }
}

/// An integer toward zero, clamped; NaN gives 0.
pub fn to_int(from: Format, to: Width, signed: bool, a: u64) -> u64 {
    let (least, greatest) = range(to, signed);
    let value = whole(from, a).unwrap_or(0).clamp(least, greatest);
    (value as u64) & to.mask()
}

/// The float of an integer.
pub fn from_int(from: Width, to: Format, env: &FloatEnv, signed: bool, a: u64) -> u64 {
    let shift = 64 - from.bits();
    let negative = signed && (a << shift).cast_signed() < 0;
    let magnitude = if negative { ((a << shift).cast_signed() >> shift).unsigned_abs() } else { a };
    to.round(Number { negative, significand: u128::from(magnitude), exponent: 0 }, env, Tiny::Unbounded)
}
