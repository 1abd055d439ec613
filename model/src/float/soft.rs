//! Generic soft float: exact value, then one rounding to a binary format.
//!
//! The rule of the measured facts: round to p bits with unbounded exponent in the mode's direction, then
//! compare with the smallest normal; [`Tiny`] names the exceptions. Nothing here reads MODE; callers pass the
//! direction and the flush rule.
//!
//! Requires: operand bits in the low bits of a `u64`. Ensures: no panic for any input, results correctly
//! rounded (judged against `rustc_apfloat` in the tests).

use super::env::Round;

/// A binary interchange format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Format {
    /// Stored fraction bits.
    pub frac: u32,
    /// Exponent bits.
    pub exp: u32,
}

/// IEEE binary16.
pub const F16: Format = Format { frac: 10, exp: 5 };
/// IEEE binary32.
pub const F32: Format = Format { frac: 23, exp: 8 };
/// IEEE binary64.
pub const F64: Format = Format { frac: 52, exp: 11 };

impl Format {
    /// Exponent bias.
    #[inline]
    pub const fn bias(self) -> i32 {
        (1 << (self.exp - 1)) - 1
    }
    /// Exponent of the smallest normal number.
    #[inline]
    pub const fn emin(self) -> i32 {
        1 - self.bias()
    }
    /// Sign bit.
    #[inline]
    pub const fn sign(self) -> u64 {
        1 << (self.frac + self.exp)
    }
    /// Plus infinity; also the mask of the exponent field.
    #[inline]
    pub const fn inf(self) -> u64 {
        ((1 << self.exp) - 1) << self.frac
    }
    /// The bit that makes a NaN quiet.
    #[inline]
    pub const fn quiet(self) -> u64 {
        1 << (self.frac - 1)
    }
    /// The NaN an invalid operation gives: negative, quiet, no payload (measured-facts 5, 7).
    #[inline]
    pub const fn default_nan(self) -> u64 {
        self.sign() | self.inf() | self.quiet()
    }
    /// Smallest normal number.
    #[inline]
    pub const fn min_normal(self) -> u64 {
        1 << self.frac
    }
    /// Largest finite number.
    #[inline]
    pub const fn max_finite(self) -> u64 {
        self.inf() - 1
    }
    /// Bits without the sign.
    #[inline]
    pub const fn abs(self, bits: u64) -> u64 {
        bits & (self.sign() - 1)
    }
    /// Any NaN.
    #[inline]
    pub const fn is_nan(self, bits: u64) -> bool {
        self.abs(bits) > self.inf()
    }
    /// A signalling NaN.
    #[inline]
    pub const fn is_snan(self, bits: u64) -> bool {
        self.is_nan(bits) && bits & self.quiet() == 0
    }
    /// An infinity of either sign.
    #[inline]
    pub const fn is_inf(self, bits: u64) -> bool {
        self.abs(bits) == self.inf()
    }
    /// A zero of either sign.
    #[inline]
    pub const fn is_zero(self, bits: u64) -> bool {
        self.abs(bits) == 0
    }
    /// A denormal number (not zero).
    #[inline]
    pub const fn is_denormal(self, bits: u64) -> bool {
        self.abs(bits) != 0 && self.abs(bits) < self.min_normal()
    }
    /// Sign of `bits`.
    #[inline]
    pub const fn negative(self, bits: u64) -> bool {
        bits & self.sign() != 0
    }
    /// A denormal becomes a zero of its sign unless `keep`.
    #[inline]
    pub const fn flush(self, bits: u64, keep: bool) -> u64 {
        if !keep && bits & self.inf() == 0 { bits & self.sign() } else { bits }
    }
    /// `bits`, a NaN, as the instruction returns it: quieted only when `ieee`.
    #[inline]
    pub const fn nan_result(self, bits: u64, ieee: bool) -> u64 {
        if ieee { bits | self.quiet() } else { bits }
    }

    /// The exact value of finite `bits` (the caller has handled infinity and NaN).
    #[inline]
    pub const fn exact(self, bits: u64) -> Exact {
        let field = ((bits & self.inf()) >> self.frac) as i32;
        let frac = bits & (self.min_normal() - 1);
        let (sig, exp) = if field == 0 { (frac, 1) } else { (frac | self.min_normal(), field) };
        Exact { negative: self.negative(bits), sig: sig as u128, exp: exp - self.bias() - self.frac as i32 }
    }
}

/// When a result counts as denormal and is flushed to a zero of its sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tiny {
    /// Denormal results are kept.
    Keep,
    /// Flushed when the value rounded with unbounded exponent is below the smallest normal (the general rule).
    After,
    /// Flushed when the result as rounded to the denormal grid is denormal: a value just below the smallest
    /// normal that rounds up to it on the coarser grid is kept (measured-facts 15).
    OnGrid,
    /// Flushed when the exact value is below the smallest normal (measured-facts 56).
    Before,
}

impl Tiny {
    /// [`Tiny::Keep`] when results are kept, `otherwise` when they are flushed.
    #[inline]
    pub const fn unless(keep: bool, otherwise: Tiny) -> Tiny {
        if keep { Tiny::Keep } else { otherwise }
    }
}

/// An exact value `(-1)^negative * sig * 2^exp`; bit 0 of `sig` may be sticky when `sig` has more bits than any
/// rounding reads (see [`Exact::plus`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exact {
    /// Sign.
    pub negative: bool,
    /// Magnitude in units of 2^exp.
    pub sig: u128,
    /// Exponent of the unit.
    pub exp: i32,
}

impl Exact {
    /// The exact product. Requires both significands below 2^64.
    #[inline]
    pub const fn times(self, other: Exact) -> Exact {
        Exact {
            negative: self.negative != other.negative,
            sig: self.sig.wrapping_mul(other.sig),
            exp: self.exp + other.exp,
        }
    }

    /// The sum. Requires significands below 2^126. Exact, except that bits more than 100 places below the
    /// leading bit may be folded into a sticky bit, which no rounding to 53 bits can tell from the exact sum.
    /// A zero sum of opposite signs has `negative == false`; see [`Exact::round_sum`] for its sign by mode.
    #[inline]
    pub fn plus(self, other: Exact) -> Exact {
        if self.sig == 0 {
            return other;
        }
        if other.sig == 0 {
            return self;
        }
        let a = self.normalized();
        let b = other.normalized();
        let (hi, lo) = if (a.exp, a.sig) >= (b.exp, b.sig) { (a, b) } else { (b, a) };
        let distance = (hi.exp - lo.exp) as u32;
        let shifted = if distance >= 127 {
            1
        } else {
            let kept = lo.sig >> distance;
            kept | u128::from(kept << distance != lo.sig)
        };
        if hi.negative == lo.negative {
            Exact { sig: hi.sig + shifted, ..hi }
        } else {
            let sig = hi.sig - shifted;
            Exact { negative: hi.negative && sig != 0, sig, exp: hi.exp }
        }
    }

    /// The same value with its leading bit at position 125. Requires a nonzero significand below 2^126.
    #[inline]
    const fn normalized(self) -> Exact {
        let shift = self.sig.leading_zeros().saturating_sub(2);
        Exact { negative: self.negative, sig: self.sig << shift, exp: self.exp - shift as i32 }
    }

    /// Rounds a sum of two terms with the given `signs`: a zero sum keeps a common sign, otherwise it is +0, or
    /// -0 when rounding toward minus infinity.
    #[inline]
    pub fn round_sum(self, f: Format, round: Round, tiny: Tiny, signs: [bool; 2]) -> u64 {
        if self.sig == 0 {
            let negative = if signs[0] == signs[1] { signs[0] } else { matches!(round, Round::MinusInf) };
            return if negative { f.sign() } else { 0 };
        }
        self.round(f, round, tiny)
    }

    /// Rounds to `f`. Overflow gives infinity or the largest finite value as the direction says; a zero keeps
    /// its sign.
    #[inline]
    pub fn round(self, f: Format, round: Round, tiny: Tiny) -> u64 {
        let sign = if self.negative { f.sign() } else { 0 };
        if self.sig == 0 {
            return sign;
        }
        let lead = self.exp + 127 - self.sig.leading_zeros() as i32;
        let below = lead < f.emin();
        if below {
            match tiny {
                Tiny::Before => return sign,
                Tiny::After => {
                    let kept = self.round_to(lead - f.frac as i32, round);
                    if lead < f.emin() - 1 || kept >> (f.frac + 1) == 0 {
                        return sign;
                    }
                }
                Tiny::Keep | Tiny::OnGrid => {}
            }
        }
        let mut unit = lead.max(f.emin()) - f.frac as i32;
        let mut sig = self.round_to(unit, round);
        if sig >> (f.frac + 1) != 0 {
            sig >>= 1;
            unit += 1;
        }
        if sig < f.min_normal() {
            return if tiny == Tiny::OnGrid { sign } else { sign | sig };
        }
        let field = unit + f.frac as i32 + f.bias();
        if field >= (1 << f.exp) - 1 {
            let to_infinity = match round {
                Round::NearestEven => true,
                Round::PlusInf => !self.negative,
                Round::MinusInf => self.negative,
                Round::Zero => false,
            };
            return sign | if to_infinity { f.inf() } else { f.max_finite() };
        }
        sign | ((field as u64) << f.frac) | (sig & (f.min_normal() - 1))
    }

    /// The magnitude rounded to a multiple of 2^unit, in units of 2^unit. Requires a result below 2^64.
    #[inline]
    pub fn round_to(self, unit: i32, round: Round) -> u64 {
        let shift = unit - self.exp;
        if shift <= 0 {
            return (self.sig << (-shift).min(127)) as u64;
        }
        let shift = shift as u32;
        let (whole, half, rest) = if shift > 128 {
            (0, false, self.sig != 0)
        } else {
            let whole = if shift == 128 { 0 } else { self.sig >> shift };
            let half = self.sig >> (shift - 1) & 1 != 0;
            (whole, half, self.sig & ((1u128 << (shift - 1)) - 1) != 0)
        };
        let up = match round {
            Round::NearestEven => half && (rest || whole & 1 != 0),
            Round::PlusInf => (half || rest) && !self.negative,
            Round::MinusInf => (half || rest) && self.negative,
            Round::Zero => false,
        };
        whole as u64 + u64::from(up)
    }
}
