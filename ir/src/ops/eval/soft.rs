//! Software floats: a number as sign, significand and exponent, and the one place where numbers are rounded.
//!
//! Everything is integer arithmetic: no host rounding mode or denormal mode can reach it.

use crate::float::{FloatEnv, Round};
use crate::types::Width;
use std::cmp::Ordering;

/// A binary interchange format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Format {
    /// All bits.
    pub bits: u32,
    /// Bits of the significand with the leading one.
    pub precision: u32,
}

/// Which results count as tiny.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tiny {
    /// Below the smallest normal number after rounding as if the exponent had no bound: the rule (measured-facts 14, 38).
    Unbounded,
    /// Below it after rounding to the grid of denormals: f32 fma with an addend (measured-facts 15).
    Delivered,
    /// Below it before rounding: f64 fma (measured-facts 56).
    Exact,
}

/// A number that is not zero: `significand * 2^exponent`. A significand whose lowest bit stands for lost bits too must have
/// two bits more than any format keeps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Number {
    /// Below zero.
    pub negative: bool,
    /// Not zero.
    pub significand: u128,
    /// Weight of its lowest bit.
    pub exponent: i32,
}

impl Format {
    /// binary16.
    pub const F16: Format = Format { bits: 16, precision: 11 };
    /// binary32.
    pub const F32: Format = Format { bits: 32, precision: 24 };
    /// binary64.
    pub const F64: Format = Format { bits: 64, precision: 53 };

    /// The format of a width.
    pub const fn of(width: Width) -> Option<Format> {
        match width {
            Width::B16 => Some(Format::F16),
            Width::B32 => Some(Format::F32),
            Width::B64 => Some(Format::F64),
            Width::B1 | Width::B8 => None,
        }
    }

    /// Bits of the fraction.
    pub const fn fraction_bits(self) -> u32 {
        self.precision - 1
    }

    /// The sign bit.
    pub const fn sign(self) -> u64 {
        1 << (self.bits - 1)
    }

    /// Plus infinity.
    pub const fn infinity(self) -> u64 {
        (self.sign() - 1) & !self.fraction()
    }

    /// All bits of the fraction.
    pub const fn fraction(self) -> u64 {
        (1 << (self.precision - 1)) - 1
    }

    /// The bit that makes a NaN quiet.
    pub const fn quiet_bit(self) -> u64 {
        1 << (self.precision - 2)
    }

    /// The NaN of an invalid operation: negative, quiet, no payload.
    pub const fn default_nan(self) -> u64 {
        self.sign() | self.infinity() | self.quiet_bit()
    }

    /// One.
    pub const fn one(self) -> u64 {
        (self.bias() as u64) << (self.precision - 1)
    }

    /// The largest finite number.
    pub const fn largest(self) -> u64 {
        self.infinity() - 1
    }

    /// Exponent of the largest finite number, and what the exponent field is biased by.
    pub const fn bias(self) -> i32 {
        (1 << (self.bits - self.precision - 1)) - 1
    }

    /// Exponent of the smallest normal number.
    pub const fn min_exponent(self) -> i32 {
        1 - self.bias()
    }

    /// Without the sign.
    pub const fn magnitude(self, v: u64) -> u64 {
        v & (self.sign() - 1)
    }

    /// Whether the sign bit is set.
    pub const fn is_negative(self, v: u64) -> bool {
        v & self.sign() != 0
    }

    /// A NaN.
    pub const fn is_nan(self, v: u64) -> bool {
        self.magnitude(v) > self.infinity()
    }

    /// A signalling NaN.
    pub const fn is_signalling(self, v: u64) -> bool {
        self.is_nan(v) && v & self.quiet_bit() == 0
    }

    /// An infinity.
    pub const fn is_infinite(self, v: u64) -> bool {
        self.magnitude(v) == self.infinity()
    }

    /// A zero.
    pub const fn is_zero(self, v: u64) -> bool {
        self.magnitude(v) == 0
    }

    /// A denormal; zeros are none.
    pub const fn is_denormal(self, v: u64) -> bool {
        let m = self.magnitude(v);
        m != 0 && m <= self.fraction()
    }

    /// Zero of the same sign for a denormal, where `flush`.
    pub const fn flush(self, v: u64, flush: bool) -> u64 {
        if flush && self.is_denormal(v) { v & self.sign() } else { v }
    }

    /// A key that orders everything but NaNs, -0 below +0.
    pub const fn key(self, v: u64) -> i64 {
        let m = self.magnitude(v).cast_signed();
        if self.is_negative(v) { -1 - m } else { m }
    }

    /// The NaN as an op passes it on.
    pub const fn pass_nan(self, v: u64, quiet: bool) -> u64 {
        if quiet { v | self.quiet_bit() } else { v }
    }

    /// The number that finite bits stand for; `None` for zeros, infinities and NaNs.
    pub fn number(self, v: u64) -> Option<Number> {
        let m = self.magnitude(v);
        if m == 0 || m >= self.infinity() {
            return None;
        }
        let field = (m >> self.fraction_bits()) as i32;
        let (significand, field) = match field {
            0 => (m, 1),
            _ => ((m & self.fraction()) | (self.fraction() + 1), field),
        };
        Some(Number {
            negative: self.is_negative(v),
            significand: u128::from(significand),
            exponent: field - self.bias() - self.fraction_bits() as i32,
        })
    }

    /// A zero with this sign.
    pub const fn zero(self, negative: bool) -> u64 {
        if negative { self.sign() } else { 0 }
    }

    /// Rounds a number into the format in the environment's direction, with its rules for denormals and overflow.
    pub fn round(self, n: Number, env: &FloatEnv, tiny: Tiny) -> u64 {
        let sign = self.zero(n.negative);
        if n.significand == 0 {
            return sign;
        }
        let top = n.exponent + (127 - n.significand.leading_zeros() as i32);
        let min = self.min_exponent();
        let p = self.precision as i32;
        // Unit in the last place as if the exponent had no bound, and the one that there is.
        let free = top - (p - 1);
        let unit = free.max(min - (p - 1));
        let m = quantize(n, unit, env.round);
        if env.flush_out && top < min {
            let is_tiny = match tiny {
                Tiny::Exact => true,
                Tiny::Delivered => m < 1 << (p - 1),
                Tiny::Unbounded => top + 1 < min || quantize(n, free, env.round) >> p == 0,
            };
            if is_tiny {
                return sign;
            }
        }
        // A carry out of the significand makes the next power of two: the sum below is right for it as well.
        let field = if m >> (p - 1) == 0 { 0 } else { unit + (p - 1) + self.bias() };
        if field > 2 * self.bias() {
            return sign | self.overflow(n.negative, env);
        }
        let bits = if field == 0 { m as u64 } else { ((field as u64 - 1) << (p - 1)) + m as u64 };
        if bits >= self.infinity() {
            return sign | self.overflow(n.negative, env);
        }
        sign | bits
    }

    /// What a number too large becomes.
    pub fn overflow(self, negative: bool, env: &FloatEnv) -> u64 {
        let to_infinity = match env.round {
            Round::Even => true,
            Round::Zero => false,
            Round::Up => !negative,
            Round::Down => negative,
        };
        let saturates = env.f16_saturate && self == Format::F16;
        if to_infinity && !saturates { self.infinity() } else { self.largest() }
    }
}

/// The significand in units of `2^unit`, rounded.
pub fn quantize(n: Number, unit: i32, round: Round) -> u128 {
    let shift = unit - n.exponent;
    if shift <= 0 {
        // At most the precision of the format: callers choose `unit` so.
        return n.significand << shift.unsigned_abs().min(127);
    }
    let shift = shift.unsigned_abs();
    let (kept, rest, half) = match shift {
        ..=127 => (n.significand >> shift, n.significand & ((1 << shift) - 1), 1 << (shift - 1)),
        // Less than half of a unit: any number in between serves.
        _ => (0, 1, 2),
    };
    let up = match round {
        Round::Even => rest > half || rest == half && kept & 1 == 1,
        Round::Zero => false,
        Round::Up => rest != 0 && !n.negative,
        Round::Down => rest != 0 && n.negative,
    };
    kept + u128::from(up)
}

/// Order of two operands that are not NaN; the zeros are equal.
pub fn order(f: Format, a: u64, b: u64) -> Ordering {
    if f.is_zero(a) && f.is_zero(b) { Ordering::Equal } else { f.key(a).cmp(&f.key(b)) }
}

/// Shifts right; lost ones go into the lowest bit.
pub fn shift_jam(v: u128, shift: u32) -> u128 {
    match shift {
        0 => v,
        1..=127 => v >> shift | u128::from(v & ((1 << shift) - 1) != 0),
        _ => u128::from(v != 0),
    }
}
