//! Sampler descriptors (S#), four words.
//!
//! Requires: the four words in order. Ensures: [`SamplerDescriptor::encode`] gives back every defined bit.
//! Leaves alone: what filtering computes (`model::memory::image`). Facts: guest-abi 7.6; values of the address modes, filters and comparisons are those that
//! RADV writes for Vulkan's names, the half-border modes by the manual's names.

use super::{DescriptorError, bits};

/// What happens to coordinates outside the image.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Clamp {
    /// 0: repeats.
    Wrap,
    /// 1: repeats, every second time mirrored.
    Mirror,
    /// 2: the last texel.
    LastTexel,
    /// 3: mirrored once, then the last texel.
    MirrorOnceLastTexel,
    /// 4: half a texel of border.
    HalfBorder,
    /// 5: mirrored once, then half a texel of border.
    MirrorOnceHalfBorder,
    /// 6: the border colour.
    Border,
    /// 7: mirrored once, then the border colour.
    MirrorOnceBorder,
}

/// A comparison of reference and texel.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "the usual names, in the order of their codes")]
pub enum CompareFunction {
    Never,
    Less,
    Equal,
    LessEqual,
    Greater,
    NotEqual,
    GreaterEqual,
    Always,
}

/// How texels of a level are filtered.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Filter {
    /// The nearest texel.
    Point,
    /// Linear interpolation.
    Linear,
    /// The nearest texel at several places along the longer direction.
    AnisoPoint,
    /// Linear interpolation at several places along the longer direction.
    AnisoLinear,
}

/// How levels are combined.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MipFilter {
    /// The first level of the view only.
    None,
    /// The nearest level.
    Point,
    /// Linear interpolation of two levels.
    Linear,
}

/// What becomes of the texels of a filter.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reduction {
    /// Weighted average.
    Blend,
    /// Least of those with a weight.
    Min,
    /// Greatest of those with a weight.
    Max,
}

/// The border colour.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Border {
    /// (0, 0, 0, 0).
    TransparentBlack,
    /// (0, 0, 0, 1).
    OpaqueBlack,
    /// (1, 1, 1, 1).
    OpaqueWhite,
    /// An entry of the table of colours, by the pointer field.
    Table(u16),
}

/// A decoded sampler descriptor.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SamplerDescriptor {
    /// Address modes of x, y and z.
    pub clamp: [Clamp; 3],
    /// Log2 of the most samples of anisotropic filters, 0 to 7.
    pub max_aniso: u8,
    /// Comparison.
    pub compare: CompareFunction,
    /// Coordinates count texels.
    pub unnormalized: bool,
    /// As read.
    pub aniso_threshold: u8,
    /// As read.
    pub mc_coord_trunc: bool,
    /// Linearize texels that are not sRGB (measured-facts 98).
    pub force_degamma: bool,
    /// As read.
    pub aniso_bias: u8,
    /// Nearest texels are found by truncation, not by rounding.
    pub trunc_coord: bool,
    /// Faces of cubes are filtered alone.
    pub disable_cube_wrap: bool,
    /// What becomes of the texels.
    pub reduction: Reduction,
    /// Texels of sRGB formats stay as they are.
    pub disable_degamma: bool,
    /// Least level of detail in units of 1/256.
    pub min_lod: u16,
    /// Greatest level of detail in units of 1/256.
    pub max_lod: u16,
    /// Bits 31:24 of word 1: tuning.
    pub tuning: u8,
    /// Added to the level of detail, in units of 1/256: -8192 to 8191.
    pub lod_bias: i16,
    /// As read: a finer bias, six bits.
    pub secondary_bias: u8,
    /// Filter where texels are larger than pixels.
    pub mag: Filter,
    /// Filter where they are smaller.
    pub min: Filter,
    /// Filter between slices of 3D images, as read: 0 to 3.
    pub z_filter: u8,
    /// Filter between levels.
    pub mip: MipFilter,
    /// Bits 31:28 of word 2, as read.
    pub flags: u8,
    /// Bits 29:12 of word 3, as read.
    pub reserved: u32,
    /// Border colour.
    pub border: Border,
    /// The pointer field where the border colour is not of the table.
    pub border_pointer: u16,
}

const CLAMPS: [Clamp; 8] = [
    Clamp::Wrap,
    Clamp::Mirror,
    Clamp::LastTexel,
    Clamp::MirrorOnceLastTexel,
    Clamp::HalfBorder,
    Clamp::MirrorOnceHalfBorder,
    Clamp::Border,
    Clamp::MirrorOnceBorder,
];

const COMPARES: [CompareFunction; 8] = [
    CompareFunction::Never,
    CompareFunction::Less,
    CompareFunction::Equal,
    CompareFunction::LessEqual,
    CompareFunction::Greater,
    CompareFunction::NotEqual,
    CompareFunction::GreaterEqual,
    CompareFunction::Always,
];

const FILTERS: [Filter; 4] = [Filter::Point, Filter::Linear, Filter::AnisoPoint, Filter::AnisoLinear];
const MIP_FILTERS: [MipFilter; 3] = [MipFilter::None, MipFilter::Point, MipFilter::Linear];
const REDUCTIONS: [Reduction; 3] = [Reduction::Blend, Reduction::Min, Reduction::Max];

/// The value of a field.
fn named<T: Copy>(all: &[T], words: [u32; 4], field: &'static str, value: u32) -> Result<T, DescriptorError> {
    all.get(value as usize).copied().ok_or(DescriptorError::Sampler { words, field, value })
}

/// The field of a value.
fn number<T: PartialEq>(all: &[T], value: &T) -> u32 {
    all.iter().zip(0..).find_map(|(v, n)| (v == value).then_some(n)).unwrap_or(0)
}

fn byte(value: u32) -> u8 {
    value.to_le_bytes()[0]
}

fn half(value: u32) -> u16 {
    let [a, b, ..] = value.to_le_bytes();
    u16::from_le_bytes([a, b])
}

impl SamplerDescriptor {
    /// Decodes four words.
    ///
    /// # Errors
    /// The reduction or the level filter is 3, which has no meaning.
    pub fn decode(words: [u32; 4]) -> Result<Self, DescriptorError> {
        let [w0, w1, w2, w3] = words;
        let clamp = |low| named(&CLAMPS, words, "address mode", bits(w0, low, 3));
        Ok(Self {
            clamp: [clamp(0)?, clamp(3)?, clamp(6)?],
            max_aniso: byte(bits(w0, 9, 3)),
            compare: named(&COMPARES, words, "comparison", bits(w0, 12, 3))?,
            unnormalized: bits(w0, 15, 1) != 0,
            aniso_threshold: byte(bits(w0, 16, 3)),
            mc_coord_trunc: bits(w0, 19, 1) != 0,
            force_degamma: bits(w0, 20, 1) != 0,
            aniso_bias: byte(bits(w0, 21, 6)),
            trunc_coord: bits(w0, 27, 1) != 0,
            disable_cube_wrap: bits(w0, 28, 1) != 0,
            reduction: named(&REDUCTIONS, words, "filter mode", bits(w0, 29, 2))?,
            disable_degamma: bits(w0, 31, 1) != 0,
            min_lod: half(bits(w1, 0, 12)),
            max_lod: half(bits(w1, 12, 12)),
            tuning: byte(bits(w1, 24, 8)),
            lod_bias: (half(bits(w2, 0, 14)) << 2).cast_signed() >> 2,
            secondary_bias: byte(bits(w2, 14, 6)),
            mag: named(&FILTERS, words, "filter", bits(w2, 20, 2))?,
            min: named(&FILTERS, words, "filter", bits(w2, 22, 2))?,
            z_filter: byte(bits(w2, 24, 2)),
            mip: named(&MIP_FILTERS, words, "level filter", bits(w2, 26, 2))?,
            flags: byte(bits(w2, 28, 4)),
            reserved: bits(w3, 12, 18),
            border: match bits(w3, 30, 2) {
                0 => Border::TransparentBlack,
                1 => Border::OpaqueBlack,
                2 => Border::OpaqueWhite,
                _ => Border::Table(half(bits(w3, 0, 12))),
            },
            border_pointer: half(bits(w3, 0, 12)),
        })
    }

    /// The words.
    #[must_use]
    pub fn encode(&self) -> [u32; 4] {
        let [x, y, z] = self.clamp.map(|c| number(&CLAMPS, &c));
        let flag = |value: bool, low: u32| u32::from(value) << low;
        let field = |value: u32, low: u32, width: u32| bits(value, 0, width) << low;
        let (border, pointer) = match self.border {
            Border::TransparentBlack => (0, self.border_pointer),
            Border::OpaqueBlack => (1, self.border_pointer),
            Border::OpaqueWhite => (2, self.border_pointer),
            Border::Table(entry) => (3, entry),
        };
        [
            x | y << 3
                | z << 6
                | field(u32::from(self.max_aniso), 9, 3)
                | number(&COMPARES, &self.compare) << 12
                | flag(self.unnormalized, 15)
                | field(u32::from(self.aniso_threshold), 16, 3)
                | flag(self.mc_coord_trunc, 19)
                | flag(self.force_degamma, 20)
                | field(u32::from(self.aniso_bias), 21, 6)
                | flag(self.trunc_coord, 27)
                | flag(self.disable_cube_wrap, 28)
                | number(&REDUCTIONS, &self.reduction) << 29
                | flag(self.disable_degamma, 31),
            field(u32::from(self.min_lod), 0, 12)
                | field(u32::from(self.max_lod), 12, 12)
                | u32::from(self.tuning) << 24,
            field(u32::from(self.lod_bias.cast_unsigned()), 0, 14)
                | field(u32::from(self.secondary_bias), 14, 6)
                | number(&FILTERS, &self.mag) << 20
                | number(&FILTERS, &self.min) << 22
                | field(u32::from(self.z_filter), 24, 2)
                | number(&MIP_FILTERS, &self.mip) << 26
                | field(u32::from(self.flags), 28, 4),
            field(u32::from(pointer), 0, 12) | field(self.reserved, 12, 18) | border << 30,
        ]
    }
}
