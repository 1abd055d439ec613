//! Images: what a texel holds, where it lies, and how samplers combine texels.
//!
//! Comes in: decoded descriptors, coordinates, raw bits. Goes out: register bits, or an [`ImageError`] where no rule is
//! known. Nothing here decodes an instruction or knows registers; the executor's MIMG group is written on top.
//!
//! * [`texel`]: formats: memory bits to register bits and back.
//! * [`mod@blocks`]: BC1 to BC5 and BC7.
//! * [`sample`]: coordinates, levels of detail, filters, comparisons.

pub mod blocks;
mod blocks7;
pub mod sample;
pub mod texel;

use isa::descriptor::{DescriptorError, LayoutError};
use thiserror::Error;

/// An image, or a use of one, that no rule here covers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum ImageError {
    /// The descriptor.
    #[error("{0}")]
    Descriptor(DescriptorError),
    /// Where texels lie.
    #[error("{0}")]
    Layout(LayoutError),
    /// A format that cannot be read in this way.
    #[error("image format {code}: {why}")]
    Format {
        /// The code.
        code: u16,
        /// What is not known.
        why: &'static str,
    },
    /// A use that nobody has measured, or that is not modelled.
    #[error("{why}")]
    Use {
        /// What it is.
        why: &'static str,
    },
}

impl ImageError {
    /// Whether the guest is to blame: a descriptor that means nothing.
    #[must_use]
    pub fn is_invalid(&self) -> bool {
        matches!(self, Self::Descriptor(_))
    }
}

impl From<DescriptorError> for ImageError {
    fn from(error: DescriptorError) -> Self {
        Self::Descriptor(error)
    }
}

impl From<LayoutError> for ImageError {
    fn from(error: LayoutError) -> Self {
        Self::Layout(error)
    }
}
