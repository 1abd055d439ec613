//! The formats binary16, binary32 and binary64 as constants. Facts: IEEE 754-2019, 3.4.

use ir::Width;

/// A binary interchange format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Fmt {
    /// Of all bits.
    pub(super) width: Width,
    /// Bits of the significand with the leading one.
    pub(super) precision: u32,
}

impl Fmt {
    pub(super) const F16: Fmt = Fmt { width: Width::B16, precision: 11 };
    pub(super) const F32: Fmt = Fmt { width: Width::B32, precision: 24 };
    pub(super) const F64: Fmt = Fmt { width: Width::B64, precision: 53 };

    /// The format of a width.
    pub(super) const fn of(width: Width) -> Option<Fmt> {
        match width {
            Width::B16 => Some(Fmt::F16),
            Width::B32 => Some(Fmt::F32),
            Width::B64 => Some(Fmt::F64),
            Width::B1 | Width::B8 => None,
        }
    }

    /// Bits of the fraction.
    pub(super) const fn fraction_bits(self) -> u32 {
        self.precision - 1
    }

    /// All bits of the fraction.
    pub(super) const fn fraction(self) -> u64 {
        (1 << (self.precision - 1)) - 1
    }

    /// The sign bit.
    pub(super) const fn sign(self) -> u64 {
        1 << (self.width.bits() - 1)
    }

    /// Plus infinity.
    pub(super) const fn infinity(self) -> u64 {
        (self.sign() - 1) & !self.fraction()
    }

    /// The bit that makes a NaN quiet.
    pub(super) const fn quiet_bit(self) -> u64 {
        1 << (self.precision - 2)
    }

    /// The NaN of an invalid operation.
    pub(super) const fn default_nan(self) -> u64 {
        self.sign() | self.infinity() | self.quiet_bit()
    }

    /// Exponent of the largest number, and what the exponent field is biased by.
    pub(super) const fn bias(self) -> i32 {
        (1 << (self.width.bits() - self.precision - 1)) - 1
    }

    /// Exponent of the smallest normal number.
    pub(super) const fn min_exponent(self) -> i32 {
        1 - self.bias()
    }

    /// Bits of two to the power of a normal exponent.
    pub(super) const fn power(self, exponent: i32) -> u64 {
        ((exponent + self.bias()) as u64) << (self.precision - 1)
    }
}
