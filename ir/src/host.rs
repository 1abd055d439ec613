//! What a host's float ops may do, and a personality that does it.
//!
//! [`HostCaps`] is plain data: what a device promises, or has shown when probed. A [`Personality`] chooses, for each
//! operation and each execution, within what the caps and the op's sentence leave open. Code that gives the same bits under
//! every personality of some caps is exact on every device with these caps.

use crate::types::Width;

/// What a host does with denormal operands and results.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Denormals {
    /// Kept.
    Keep,
    /// Zero of the same sign, at input and output.
    Flush,
    /// One or the other, each time anew.
    #[default]
    Unknown,
}

/// How a host rounds the ops that are correctly rounded.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Rounding {
    /// To nearest, ties to even.
    Even,
    /// Toward zero.
    Zero,
    /// In some direction, each time anew.
    #[default]
    Unknown,
}

/// What a host does with signed zeros, infinities and NaNs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Specials {
    /// Zeros and infinities as IEEE 754 says, NaN where it says NaN; which NaN is open.
    #[default]
    SomeNan,
    /// Nothing is promised: zeros have some sign, and any bits may come where an operand or result is infinite or NaN.
    Loose,
}

/// What is known of one width.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct FloatCaps {
    /// Denormals.
    pub denormals: Denormals,
    /// Rounding.
    pub rounding: Rounding,
    /// Zeros, infinities, NaNs.
    pub specials: Specials,
}

/// What is known of a host.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct HostCaps {
    /// 16 bits.
    pub b16: FloatCaps,
    /// 32 bits.
    pub b32: FloatCaps,
    /// 64 bits.
    pub b64: FloatCaps,
    /// Conversions of integers that have more bits than the float: SwiftShader rounds its arithmetic once,
    /// and some of these twice.
    pub from_int: Rounding,
}

impl HostCaps {
    /// What is known of a width; of those without floats what is known of b32.
    pub const fn of(&self, width: Width) -> FloatCaps {
        match width {
            Width::B16 => self.b16,
            Width::B64 => self.b64,
            Width::B1 | Width::B8 | Width::B32 => self.b32,
        }
    }

    /// The same for every width.
    pub const fn all(caps: FloatCaps) -> HostCaps {
        HostCaps { b16: caps, b32: caps, b64: caps, from_int: caps.rounding }
    }
}

/// Decides what a host may decide.
#[derive(Clone, Debug)]
pub struct Personality {
    /// What is known.
    pub caps: HostCaps,
    adverse: bool,
    state: u64,
}

impl Personality {
    /// IEEE 754 to nearest with denormals, NaNs quieted; unknown bits are zero.
    pub const fn ieee() -> Personality {
        Personality::fixed(Denormals::Keep)
    }

    /// As [`Personality::ieee`] with denormals flushed.
    pub const fn flush() -> Personality {
        Personality::fixed(Denormals::Flush)
    }

    const fn fixed(denormals: Denormals) -> Personality {
        let caps = FloatCaps { denormals, rounding: Rounding::Even, specials: Specials::SomeNan };
        Personality { caps: HostCaps::all(caps), adverse: false, state: 0 }
    }

    /// An adversary within these caps; equal seeds decide equally.
    pub const fn adversary(caps: HostCaps, seed: u64) -> Personality {
        Personality { caps, adverse: true, state: seed }
    }

    /// The next random number (the splitmix64 sequence).
    pub fn random(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Whether it decides against the code wherever it may.
    pub const fn is_adverse(&self) -> bool {
        self.adverse
    }

    /// Bits that nobody knows.
    #[inline]
    pub fn unknown(&mut self) -> u64 {
        if self.adverse { self.random() } else { 0 }
    }

    /// Fills memory whose content nobody knows.
    pub fn fill(&mut self, bytes: &mut [u8]) {
        if self.adverse {
            for chunk in bytes.chunks_mut(8) {
                let random = self.random().to_le_bytes();
                chunk.copy_from_slice(&random[..chunk.len()]);
            }
        }
    }
}
