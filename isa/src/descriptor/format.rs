//! Image format codes of gfx10: how a texel's bits are laid out and read.
//!
//! Requires nothing. Ensures: every code of 1 to 182 that a source defines has a [`TexelLayout`] and a [`NumberFormat`].
//! Leaves alone: the conversions themselves (`model::memory::image`).
//! Facts: guest-abi 7.8; the order of the components of 133 to 136 is that of RADV's rows (component X has the lowest bits).

/// How the bits of a component are read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum NumberFormat {
    /// Unsigned, 0 to 1.
    Unorm,
    /// Signed, -1 to 1.
    Snorm,
    /// Unsigned integer as a float.
    Uscaled,
    /// Signed integer as a float.
    Sscaled,
    /// Unsigned integer.
    Uint,
    /// Signed integer.
    Sint,
    /// Float of the component's width.
    Float,
    /// As unorm, then through the sRGB curve in all components but the fourth.
    Srgb,
}

/// How a texel, or a block of texels, lies in memory.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TexelLayout {
    /// Bits of X, Y, Z and W from the lowest up; 0 for components that the format lacks.
    Packed([u8; 4]),
    /// Three mantissas of nine bits with one exponent of five.
    SharedExponent,
    /// A block of 4x4 texels: BC1 to BC7.
    Block(u8),
    /// Fragment masks of multisampled images.
    Fmask,
}

/// A format that a source defines.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ImageFormat {
    code: u16,
    layout: TexelLayout,
    number: NumberFormat,
}

use NumberFormat::{Float, Sint, Snorm, Srgb, Sscaled, Uint, Unorm, Uscaled};
use TexelLayout::{Block, Fmask, Packed, SharedExponent};

const ALL: &[NumberFormat] = &[Unorm, Snorm, Uscaled, Sscaled, Uint, Sint, Float];
const NO_FLOAT: &[NumberFormat] = &[Unorm, Snorm, Uscaled, Sscaled, Uint, Sint];
const WIDE: &[NumberFormat] = &[Uint, Sint, Float];
const COLOR: &[NumberFormat] = &[Unorm, Srgb];
const SIGNS: &[NumberFormat] = &[Unorm, Snorm];

/// First code, layout, and the number formats of the codes from there on.
const FORMATS: &[(u16, TexelLayout, &[NumberFormat])] = &[
    (1, Packed([8, 0, 0, 0]), NO_FLOAT),
    (7, Packed([16, 0, 0, 0]), ALL),
    (14, Packed([8, 8, 0, 0]), NO_FLOAT),
    (20, Packed([32, 0, 0, 0]), WIDE),
    (23, Packed([16, 16, 0, 0]), ALL),
    (30, Packed([11, 11, 10, 0]), ALL),
    (37, Packed([10, 11, 11, 0]), ALL),
    (44, Packed([2, 10, 10, 10]), NO_FLOAT),
    (50, Packed([10, 10, 10, 2]), NO_FLOAT),
    (56, Packed([8, 8, 8, 8]), NO_FLOAT),
    (62, Packed([32, 32, 0, 0]), WIDE),
    (65, Packed([16, 16, 16, 16]), ALL),
    (72, Packed([32, 32, 32, 0]), WIDE),
    (75, Packed([32, 32, 32, 32]), WIDE),
    (128, Packed([8, 0, 0, 0]), &[Srgb]),
    (129, Packed([8, 8, 0, 0]), &[Srgb]),
    (130, Packed([8, 8, 8, 8]), &[Srgb]),
    (132, SharedExponent, &[Float]),
    (133, Packed([5, 6, 5, 0]), &[Unorm]),
    (134, Packed([5, 5, 5, 1]), &[Unorm]),
    (135, Packed([1, 5, 5, 5]), &[Unorm]),
    (136, Packed([4, 4, 4, 4]), &[Unorm]),
    (156, Fmask, &[Uint; 13]),
    (169, Block(1), COLOR),
    (171, Block(2), COLOR),
    (173, Block(3), COLOR),
    (175, Block(4), SIGNS),
    (177, Block(5), SIGNS),
    // The unsigned and the signed half floats of BC6H.
    (179, Block(6), &[Float, Float]),
    (181, Block(7), COLOR),
];

impl ImageFormat {
    /// The format of a code; `None` where no source defines one: 0, 78 to 127, 131 (peers disagree), 137 to 155, and
    /// above 182.
    #[must_use]
    pub fn from_code(code: u16) -> Option<Self> {
        let (first, layout, numbers) = FORMATS.iter().rev().find(|(first, ..)| *first <= code)?;
        let number = *numbers.get(usize::from(code - first))?;
        Some(Self { code, layout: *layout, number })
    }

    /// Its code.
    #[must_use]
    pub const fn code(self) -> u16 {
        self.code
    }

    /// Where its components lie.
    #[must_use]
    pub const fn layout(self) -> TexelLayout {
        self.layout
    }

    /// How its components are read.
    #[must_use]
    pub const fn number(self) -> NumberFormat {
        self.number
    }

    /// Whether registers hold integers and not floats.
    #[must_use]
    pub const fn is_integer(self) -> bool {
        matches!(self.number, Uint | Sint)
    }

    /// Bytes of an element, that is of a texel or of a block of 4x4 texels; `None` for fragment masks, whose size depends
    /// on the samples.
    #[must_use]
    pub fn element_bytes(self) -> Option<u32> {
        Some(match self.layout {
            Packed(widths) => widths.iter().map(|width| u32::from(*width)).sum::<u32>() / 8,
            SharedExponent => 4,
            Block(1 | 4) => 8,
            Block(_) => 16,
            Fmask => return None,
        })
    }

    /// Texels of an element in each direction: 4 for blocks, 1 otherwise.
    #[must_use]
    pub const fn block_extent(self) -> u32 {
        if matches!(self.layout, Block(_)) { 4 } else { 1 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_without_a_source_have_no_format() {
        for code in [0, 78, 127, 131, 137, 155, 183, 511] {
            assert_eq!(ImageFormat::from_code(code), None, "{code}");
        }
        assert_eq!((1..=182).filter(|c| ImageFormat::from_code(*c).is_some()).count(), 77 + 3 + 5 + 13 + 14);
    }

    #[test]
    fn sizes_are_those_of_texels_and_blocks() {
        for (code, bytes, extent) in [
            (1, 1, 1),
            (74, 12, 1),
            (77, 16, 1),
            (132, 4, 1),
            (135, 2, 1),
            (169, 8, 4),
            (175, 8, 4),
            (182, 16, 4),
        ] {
            let format = ImageFormat::from_code(code).expect("defined");
            assert_eq!((format.element_bytes(), format.block_extent()), (Some(bytes), extent), "{code}");
        }
    }
}
