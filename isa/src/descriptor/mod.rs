//! Resource descriptors of gfx10: images (T#) and samplers (S#) as typed values, and their words again.
//!
//! In: the words that a program loads into scalar registers, guest data. Out: [`ImageDescriptor`], [`SamplerDescriptor`],
//! or a [`DescriptorError`] for values that no source gives a meaning. Nothing here computes an address or reads memory.
//! Fields are those of guest-abi 7.5, 7.6 and 7.8, checked against every row of `descriptors-gfx10.tsv` (what RADV makes of
//! known parameters). Buffers (V#) are decoded where their addresses are computed, in `model::memory::vsharp`.

mod format;
mod image;
mod layout;
mod sampler;

pub use format::{ImageFormat, NumberFormat, TexelLayout};
pub use image::{ImageDescriptor, SwizzleMode};
pub use layout::{ImageLayout, LayoutError, LevelLayout};
pub use sampler::{Border, Clamp, CompareFunction, Filter, MipFilter, Reduction, SamplerDescriptor};

use thiserror::Error;

/// A descriptor that no source gives a meaning.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum DescriptorError {
    /// The type field is not that of an image (0 to 7).
    #[error("descriptor {words:08x?} has type {kind}, images have 8 to 15")]
    NotAnImage {
        /// The descriptor.
        words: [u32; 8],
        /// Its type field.
        kind: u32,
    },
    /// The format code names nothing that a source defines.
    #[error("descriptor {words:08x?} has the image format code {code}, which no source defines")]
    Format {
        /// The descriptor.
        words: [u32; 8],
        /// The code, 0 to 511.
        code: u16,
    },
    /// A destination select is 2 or 3, which have no meaning.
    #[error("descriptor {words:08x?} has the reserved destination select {select}")]
    ReservedSelect {
        /// The descriptor.
        words: [u32; 8],
        /// The select.
        select: u32,
    },
    /// The swizzle mode is one that gfx10.1 does not have.
    #[error("descriptor {words:08x?} has the reserved swizzle mode {mode}")]
    ReservedSwizzleMode {
        /// The descriptor.
        words: [u32; 8],
        /// The mode.
        mode: u32,
    },
    /// The view's levels or layers are not in order.
    #[error("descriptor {words:08x?} has an empty range of {what}: first {first}, last {last}")]
    EmptyRange {
        /// The descriptor.
        words: [u32; 8],
        /// Levels or layers.
        what: &'static str,
        /// First of the range.
        first: u32,
        /// Last of the range.
        last: u32,
    },
    /// A sampler's field has a value without a meaning.
    #[error("sampler {words:08x?} has the reserved {field} {value}")]
    Sampler {
        /// The sampler.
        words: [u32; 4],
        /// The field.
        field: &'static str,
        /// Its value.
        value: u32,
    },
}

/// What a destination component of a load is made from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Select {
    /// Zero.
    Zero,
    /// One, in the number format: 1.0 or the integer 1.
    One,
    /// First component in memory.
    X,
    /// Second.
    Y,
    /// Third.
    Z,
    /// Fourth.
    W,
}

impl Select {
    /// Every component itself.
    pub const IDENTITY: [Self; 4] = [Self::X, Self::Y, Self::Z, Self::W];

    /// The select of a three-bit field; `None` for 2 and 3.
    #[must_use]
    pub const fn from_bits(bits: u32) -> Option<Self> {
        Some(match bits & 7 {
            0 => Self::Zero,
            1 => Self::One,
            4 => Self::X,
            5 => Self::Y,
            6 => Self::Z,
            7 => Self::W,
            _ => return None,
        })
    }

    /// Its field.
    #[must_use]
    pub const fn bits(self) -> u32 {
        match self {
            Self::Zero => 0,
            Self::One => 1,
            Self::X => 4,
            Self::Y => 5,
            Self::Z => 6,
            Self::W => 7,
        }
    }
}

/// Bits `low` to `low + width - 1` of `word`; `width` is 1 to 31.
const fn bits(word: u32, low: u32, width: u32) -> u32 {
    (word >> low) & ((1 << width) - 1)
}
