//! Image descriptors (T#), eight words.
//!
//! Requires: the eight words in order. Ensures: decoded fields in the ranges their documentation gives; [`ImageDescriptor::encode`]
//! gives back every defined bit. Leaves alone: whether the image fits in memory. Facts: guest-abi 7.5.

use super::format::ImageFormat;
use super::{DescriptorError, Select, bits};
use crate::image::Dim;

/// The order of texels in memory.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SwizzleMode(u8);

impl SwizzleMode {
    /// Rows.
    pub const LINEAR: Self = Self(0);

    /// The mode of a field; `None` for 12 to 15 and 28 to 31, which gfx10.1 lacks.
    #[must_use]
    pub const fn from_bits(mode: u32) -> Option<Self> {
        match mode {
            0..=11 | 16..=27 => Some(Self(mode.to_le_bytes()[0])),
            _ => None,
        }
    }

    /// Its field.
    #[must_use]
    pub const fn bits(self) -> u32 {
        self.0 as u32
    }

    /// Log2 of the bytes of a block: 8, 12 or 16; `None` for linear images, which have rows.
    #[must_use]
    pub const fn block_log2(self) -> Option<u32> {
        Some(match self.0 {
            0 => return None,
            1..=3 => 8,
            4..=7 | 20..=23 => 12,
            _ => 16,
        })
    }

    /// Whether the place in a block depends on which block it is (the XOR modes, `_X` and `_T`).
    #[must_use]
    pub const fn is_xor(self) -> bool {
        self.0 >= 16
    }

    /// Whether it is a depth layout (Z order): 4, 8, 16, 20, 24.
    #[must_use]
    pub const fn is_depth(self) -> bool {
        matches!(self.0, 4 | 8 | 16 | 20 | 24)
    }

    /// Whether it is a standard layout (S).
    #[must_use]
    pub const fn is_standard(self) -> bool {
        matches!(self.0, 1 | 5 | 9 | 17 | 21 | 25)
    }
}

/// The bit of the type that all images have; a [`Dim`] is below it.
const IMAGE: u32 = 8;

/// A decoded image descriptor.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ImageDescriptor {
    /// Byte address, 48 bits, a multiple of 256.
    pub base: u64,
    /// Least level of detail in units of 1/256, relative to level 0 of the image.
    pub min_lod: u16,
    /// Format.
    pub format: ImageFormat,
    /// Width of level 0 in texels, 1 to 16384.
    pub width: u32,
    /// Height of level 0 in texels, 1 to 16384.
    pub height: u32,
    /// As read; drivers set it on gfx10.
    pub resource_level: bool,
    /// Destination selects.
    pub select: [Select; 4],
    /// First level of the view; 0 for multisampled images.
    pub base_level: u8,
    /// Last level of the view, or log2 of the samples.
    pub last_level: u8,
    /// Order of texels.
    pub swizzle_mode: SwizzleMode,
    /// Order of the border colour's components, as read.
    pub bc_swizzle: u8,
    /// Type.
    pub kind: Dim,
    /// Depth less one of 3D images, last layer of the others.
    pub last_slice: u16,
    /// First layer of the view.
    pub base_layer: u16,
    /// As read.
    pub array_pitch: u8,
    /// Last level of the whole image, or log2 of its samples.
    pub max_level: u8,
    /// Bits 31:8 of word 5: warnings, tuning and counters, without an effect on results.
    pub tuning: u32,
    /// Word 6: compression, counters and the low bits of the metadata's address.
    pub compression: u32,
    /// Word 7: the high bits of the metadata's address.
    pub metadata: u32,
}

impl ImageDescriptor {
    /// Decodes eight words.
    ///
    /// # Errors
    /// The type is not an image's, or a field has a value that no source defines.
    pub fn decode(words: [u32; 8]) -> Result<Self, DescriptorError> {
        let [w0, w1, w2, w3, w4, w5, compression, metadata] = words;
        let kind = bits(w3, 28, 4);
        if kind & IMAGE == 0 {
            return Err(DescriptorError::NotAnImage { words, kind });
        }
        let kind = Dim::from_field(kind.to_le_bytes()[0]);
        let code = bits(w1, 20, 9).to_le_bytes();
        let code = u16::from_le_bytes([code[0], code[1]]);
        let format = ImageFormat::from_code(code).ok_or(DescriptorError::Format { words, code })?;
        let mut select = Select::IDENTITY;
        for (place, low) in select.iter_mut().zip([0, 3, 6, 9]) {
            let field = bits(w3, low, 3);
            *place =
                Select::from_bits(field).ok_or(DescriptorError::ReservedSelect { words, select: field })?;
        }
        let mode = bits(w3, 20, 5);
        let swizzle_mode =
            SwizzleMode::from_bits(mode).ok_or(DescriptorError::ReservedSwizzleMode { words, mode })?;
        let image = Self {
            base: (u64::from(w0) | u64::from(bits(w1, 0, 8)) << 32) << 8,
            min_lod: half(bits(w1, 8, 12)),
            format,
            width: (bits(w1, 30, 2) | bits(w2, 0, 12) << 2) + 1,
            height: bits(w2, 14, 14) + 1,
            resource_level: w2 >> 31 != 0,
            select,
            base_level: byte(bits(w3, 12, 4)),
            last_level: byte(bits(w3, 16, 4)),
            swizzle_mode,
            bc_swizzle: byte(bits(w3, 25, 3)),
            kind,
            last_slice: half(bits(w4, 0, 13)),
            base_layer: half(bits(w4, 16, 13)),
            array_pitch: byte(bits(w5, 0, 4)),
            max_level: byte(bits(w5, 4, 4)),
            tuning: w5 >> 8,
            compression,
            metadata,
        };
        if !kind.is_msaa() && image.base_level > image.last_level {
            let (first, last) = (u32::from(image.base_level), u32::from(image.last_level));
            return Err(DescriptorError::EmptyRange { words, what: "levels", first, last });
        }
        if kind.is_array() && image.base_layer > image.last_slice {
            let (first, last) = (u32::from(image.base_layer), u32::from(image.last_slice));
            return Err(DescriptorError::EmptyRange { words, what: "layers", first, last });
        }
        Ok(image)
    }

    /// The words. Bits that no source names are 0.
    #[must_use]
    pub fn encode(&self) -> [u32; 8] {
        let base = self.base >> 8;
        let (width, height) = (self.width.wrapping_sub(1), self.height.wrapping_sub(1));
        let select = self.select.iter().rev().fold(0, |word, select| word << 3 | select.bits());
        let kind = IMAGE | u32::from(self.kind.field());
        let [b0, b1, b2, b3, b4, ..] = base.to_le_bytes();
        [
            u32::from_le_bytes([b0, b1, b2, b3]),
            u32::from(b4)
                | bits(u32::from(self.min_lod), 0, 12) << 8
                | u32::from(self.format.code()) << 20
                | bits(width, 0, 2) << 30,
            bits(width, 2, 12) | bits(height, 0, 14) << 14 | u32::from(self.resource_level) << 31,
            select
                | bits(u32::from(self.base_level), 0, 4) << 12
                | bits(u32::from(self.last_level), 0, 4) << 16
                | self.swizzle_mode.bits() << 20
                | bits(u32::from(self.bc_swizzle), 0, 3) << 25
                | kind << 28,
            bits(u32::from(self.last_slice), 0, 13) | bits(u32::from(self.base_layer), 0, 13) << 16,
            bits(u32::from(self.array_pitch), 0, 4)
                | bits(u32::from(self.max_level), 0, 4) << 4
                | self.tuning << 8,
            self.compression,
            self.metadata,
        ]
    }

    /// Levels of the whole image.
    #[must_use]
    pub const fn levels(&self) -> u32 {
        if self.kind.is_msaa() { 1 } else { self.max_level as u32 + 1 }
    }

    /// Samples of a texel: 1 unless the type is multisampled.
    #[must_use]
    pub const fn samples(&self) -> u32 {
        if self.kind.is_msaa() { 1 << self.last_level } else { 1 }
    }

    /// Slices of level 0 of 3D images, 1 otherwise.
    #[must_use]
    pub const fn depth(&self) -> u32 {
        if matches!(self.kind, Dim::D3) { self.last_slice as u32 + 1 } else { 1 }
    }

    /// Layers of the view, faces of cubes counted.
    #[must_use]
    pub const fn layers(&self) -> u32 {
        if self.kind.is_array() {
            (self.last_slice as u32 + 1).saturating_sub(self.base_layer as u32)
        } else {
            1
        }
    }

    /// Whether texels are compressed by metadata (bit 21 of word 6).
    #[must_use]
    pub const fn is_compressed(&self) -> bool {
        self.compression >> 21 & 1 != 0
    }
}

/// The low 8 bits.
const fn byte(value: u32) -> u8 {
    value.to_le_bytes()[0]
}

/// The low 16 bits.
const fn half(value: u32) -> u16 {
    let [a, b, ..] = value.to_le_bytes();
    u16::from_le_bytes([a, b])
}
