//! Types: a width and a rate. There are no integer and float types to convert between.

use std::fmt;

/// Bits of a value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[repr(u8)]
pub enum Width {
    /// A truth value. At lane rate it is a mask.
    B1,
    /// 8 bits.
    B8,
    /// 16 bits.
    B16,
    /// 32 bits.
    B32,
    /// 64 bits.
    B64,
}

impl Width {
    /// Number of bits.
    pub const fn bits(self) -> u32 {
        match self {
            Width::B1 => 1,
            Width::B8 => 8,
            Width::B16 => 16,
            Width::B32 => 32,
            Width::B64 => 64,
        }
    }

    /// All bits set.
    pub const fn mask(self) -> u64 {
        u64::MAX >> (64 - self.bits())
    }

    /// The width with this number of bits.
    pub const fn from_bits(bits: u32) -> Option<Width> {
        Some(match bits {
            1 => Width::B1,
            8 => Width::B8,
            16 => Width::B16,
            32 => Width::B32,
            64 => Width::B64,
            _ => return None,
        })
    }
}

/// How often a value exists.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[repr(u8)]
pub enum Rate {
    /// One per wave.
    Uniform,
    /// One per lane; a lane value has all lanes of the wave, active or not.
    Lane,
}

/// Type of a value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Type {
    /// Bits.
    pub width: Width,
    /// How often it exists.
    pub rate: Rate,
}

impl Type {
    /// A lane mask.
    pub const MASK: Type = Type::lane(Width::B1);
    /// A truth value of the wave.
    pub const BOOL: Type = Type::uniform(Width::B1);
    /// 32 bits a wave.
    pub const U32: Type = Type::uniform(Width::B32);
    /// 32 bits a lane.
    pub const L32: Type = Type::lane(Width::B32);
    /// 64 bits a wave.
    pub const U64: Type = Type::uniform(Width::B64);
    /// 64 bits a lane.
    pub const L64: Type = Type::lane(Width::B64);

    /// One per wave.
    pub const fn uniform(width: Width) -> Type {
        Type { width, rate: Rate::Uniform }
    }

    /// One per lane.
    pub const fn lane(width: Width) -> Type {
        Type { width, rate: Rate::Lane }
    }

    /// The same rate, another width.
    pub const fn with_width(self, width: Width) -> Type {
        Type { width, rate: self.rate }
    }

    /// Whether it exists once per lane.
    pub const fn is_lane(self) -> bool {
        matches!(self.rate, Rate::Lane)
    }
}

impl fmt::Display for Type {
    /// `u.b32`, `l.b1`: rate and bits.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rate = if self.is_lane() { 'l' } else { 'u' };
        write!(f, "{rate}.b{}", self.width.bits())
    }
}

impl fmt::Debug for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
