//! Where the levels, layers and rows of an image lie.
//!
//! Requires: a decoded descriptor. Ensures: sizes as RADV states them for every row of `descriptors-gfx10.tsv`; addresses
//! of linear images as the corpus's cases have them. Leaves alone: whether memory is mapped there.
//!
//! Levels lie from the smallest to the largest; the smallest of a tiled image share one block, its tail. Level sizes are
//! rounded up when halved. Linear rows begin at multiples of 256 bytes. Addresses in tiled images are refused: no result of
//! a tiled access is at hand to check an equation with, and those of the XOR modes depend on the pipes of the chip.

use super::format::TexelLayout;
use super::image::{ImageDescriptor, SwizzleMode};
use crate::image::Dim;
use thiserror::Error;

/// An image whose texels this cannot place.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum LayoutError {
    /// Tiled images.
    #[error("addresses in images of swizzle mode {mode} are not known")]
    Tiled {
        /// The mode.
        mode: u32,
    },
    /// Fragment masks, and three-component formats in tiled images.
    #[error("the size of an element of image format {code} in swizzle mode {mode} is not known")]
    Element {
        /// The format.
        code: u16,
        /// The mode.
        mode: u32,
    },
}

/// A level of an image; all in elements (texels, or blocks of 4x4 texels).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LevelLayout {
    /// Bytes from the start of a layer (of the image, for 3D images), 0 in the tail.
    pub offset: u64,
    /// Elements of a row that hold texels.
    pub width: u32,
    /// Rows that hold texels.
    pub height: u32,
    /// Bytes from row to row; 0 in the tail.
    pub row_pitch: u64,
}

/// Where everything of an image lies.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ImageLayout {
    /// Bytes of an element.
    pub element_bytes: u32,
    /// The levels of the whole image.
    pub levels: Vec<LevelLayout>,
    /// Bytes from layer to layer, or slice to slice.
    pub slice_bytes: u64,
    /// Layers or slices, rounded up to whole blocks.
    pub slices: u32,
    mode: SwizzleMode,
}

/// Half of `size` after `level` halvings, each rounded up.
const fn halved(size: u32, level: u32) -> u32 {
    let size = size.div_ceil(1 << level);
    if size == 0 { 1 } else { size }
}

/// Log2 of width, height and depth of a block of `block_log2` bytes.
fn block(bytes: u32, block_log2: u32, samples: u32, thick: bool) -> Option<[u32; 3]> {
    let size = usize::try_from(bytes.trailing_zeros()).ok()?;
    if thick {
        // 1 KiB blocks of 3D images, doubled in x, y and z, in turns, the depth first.
        let [w, h, d] = *[[4, 3, 3], [3, 3, 3], [3, 3, 2], [3, 2, 2], [2, 2, 2]].get(size)?;
        // From the 4 KiB blocks that RADV's sizes confirm.
        return match block_log2 {
            12 => [[4, 4, 4], [3, 4, 4], [3, 4, 3], [3, 3, 3], [2, 3, 3]].get(size).copied(),
            _ => Some([w + 2, h + 2, d + 2]),
        };
    }
    let [w, h] = *[[4, 4], [4, 3], [3, 3], [3, 2], [2, 2]].get(size)?;
    let more = (block_log2 - 8) / 2;
    let samples = samples.ilog2();
    // Samples take texels away from both directions in turns, from the width first.
    Some([(w + more).checked_sub(samples.div_ceil(2))?, (h + more).checked_sub(samples / 2)?, 0])
}

impl ImageLayout {
    /// The layout of an image. It has the layers up to the last one of the view.
    ///
    /// # Errors
    /// The size of an element is not known.
    pub fn of(image: &ImageDescriptor) -> Result<Self, LayoutError> {
        let slices = match image.kind {
            Dim::D1 | Dim::D2 | Dim::D2Msaa => 1,
            _ => u32::from(image.last_slice) + 1,
        };
        Self::with_slices(image, slices)
    }

    /// The layout of an image with this many layers, which may be more than its view has.
    ///
    /// # Errors
    /// As [`ImageLayout::of`].
    pub fn with_slices(image: &ImageDescriptor, slices: u32) -> Result<Self, LayoutError> {
        let unknown = LayoutError::Element { code: image.format.code(), mode: image.swizzle_mode.bits() };
        let element_bytes = image.format.element_bytes().ok_or(unknown)?;
        let extent = image.format.block_extent();
        let (width, height) = (image.width.div_ceil(extent), image.height.div_ceil(extent));
        let height = if matches!(image.kind, Dim::D1 | Dim::D1Array) { 1 } else { height };
        let count = image.levels();
        let mut layout =
            Self { element_bytes, levels: vec![], slice_bytes: 0, slices, mode: image.swizzle_mode };
        let level = |level| LevelLayout {
            width: halved(width, level),
            height: halved(height, level),
            ..LevelLayout::default()
        };
        layout.levels = (0..count).map(level).collect();
        let bytes = u64::from(element_bytes);
        let Some(block_log2) = image.swizzle_mode.block_log2() else {
            for level in layout.levels.iter_mut().rev() {
                level.offset = layout.slice_bytes;
                level.row_pitch = (u64::from(level.width) * bytes).next_multiple_of(256);
                layout.slice_bytes += level.row_pitch * u64::from(level.height);
            }
            return Ok(layout);
        };
        if !element_bytes.is_power_of_two() {
            return Err(unknown);
        }
        let thick = image.kind == Dim::D3 && image.swizzle_mode.is_standard() && block_log2 > 8;
        let [w, h, d] = block(element_bytes, block_log2, image.samples(), thick).ok_or(unknown)?;
        let (block_width, block_height, block_depth) = (1 << w, 1 << h, 1u32 << d);
        // The tail is a block, half as high (3D) or half as wide as the others.
        let (tail_width, tail_height) =
            if thick { (block_width, block_height / 2) } else { (block_width / 2, block_height) };
        let most = match (block_log2, thick) {
            (..=11, _) => 0,
            (12, true) => 3,
            _ => block_log2 - 4,
        };
        let in_tail = |level: &LevelLayout, at: u32| {
            count > 1
                && level.width <= tail_width
                && level.height <= tail_height
                && (!thick || halved(slices, at) <= block_depth)
                && count - at <= most
        };
        let first = layout.levels.iter().zip(0..).find_map(|(l, at)| in_tail(l, at).then_some(at));
        if first.is_some() {
            layout.slice_bytes = (1 << block_log2) / u64::from(block_depth);
        }
        let above = usize::try_from(first.unwrap_or(count)).unwrap_or(usize::MAX);
        for level in layout.levels.iter_mut().take(above).rev() {
            level.offset = layout.slice_bytes;
            level.row_pitch =
                u64::from(level.width.next_multiple_of(block_width)) * bytes * u64::from(image.samples());
            layout.slice_bytes += level.row_pitch * u64::from(level.height.next_multiple_of(block_height));
        }
        layout.slices = slices.next_multiple_of(block_depth);
        Ok(layout)
    }

    /// Bytes of the whole image.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.slice_bytes * u64::from(self.slices)
    }

    /// The byte offset of an element from the image's base address; `None` where the image has no such element.
    ///
    /// # Errors
    /// The image is tiled.
    pub fn element(&self, level: u32, slice: u32, x: u32, y: u32) -> Result<Option<u64>, LayoutError> {
        if self.mode != SwizzleMode::LINEAR {
            return Err(LayoutError::Tiled { mode: self.mode.bits() });
        }
        let Some(at) = usize::try_from(level).ok().and_then(|l| self.levels.get(l)) else { return Ok(None) };
        if x >= at.width || y >= at.height || slice >= self.slices {
            return Ok(None);
        }
        Ok(Some(
            at.offset
                + u64::from(slice) * self.slice_bytes
                + u64::from(y) * at.row_pitch
                + u64::from(x) * u64::from(self.element_bytes),
        ))
    }
}

impl ImageDescriptor {
    /// Whether texels lie in blocks of 4x4.
    #[must_use]
    pub const fn has_blocks(&self) -> bool {
        matches!(self.format.layout(), TexelLayout::Block(_))
    }
}
