//! A picture of where memory differs from what was expected.
//!
//! A pixel is a dword, [`WIDTH`] of them (256 bytes) a row, so that a row begins at a multiple of 0x100 of its region. The
//! regions follow one another in the order of the case's expectations, each from a new row, with a row of [`RULE`] between
//! two. Colours: [`EQUAL`]; where any bit differs red, and the greener the more bits do; [`OUTSIDE`] behind a region's end.
//! Comparison rules with a tolerance are not looked at: the bits are shown.

use std::io::Write;

/// Pixels of a row.
pub const WIDTH: usize = 64;
/// A dword that is as expected.
pub const EQUAL: [u8; 3] = [24, 24, 24];
/// The row between two regions.
pub const RULE: [u8; 3] = [255, 255, 255];
/// Behind the last byte of a region.
pub const OUTSIDE: [u8; 3] = [64, 64, 96];
/// Pixels that are drawn at the most.
const MAX_PIXELS: usize = 1 << 26;

/// Why there is no picture.
#[derive(Debug, thiserror::Error)]
pub enum ImageError {
    /// More memory than a picture shows.
    #[error("the picture would have {0} rows of {WIDTH} pixels, too many")]
    TooLarge(usize),
    /// It cannot be written.
    #[error("{0}")]
    Png(#[from] png::EncodingError),
}

/// Colour of a dword whose bits differ as `xor` has them.
fn pixel(xor: u32) -> [u8; 3] {
    // 32 bits: 248.
    if xor == 0 { EQUAL } else { [255, (xor.count_ones() * 31 / 4) as u8, 0] }
}

fn dword(bytes: &[u8]) -> u32 {
    bytes.iter().rev().fold(0, |word, &b| word << 8 | u32::from(b))
}

/// Writes the picture of regions given as expected and actual bytes.
///
/// # Errors
/// See [`ImageError`].
pub fn write(out: impl Write, regions: &[(&[u8], &[u8])]) -> Result<(), ImageError> {
    let rows_of = |expected: &[u8]| expected.len().div_ceil(WIDTH * 4).max(1);
    let rows = regions.iter().map(|(e, _)| rows_of(e)).sum::<usize>() + regions.len().saturating_sub(1);
    let rows = rows.max(1);
    if rows > MAX_PIXELS / WIDTH {
        return Err(ImageError::TooLarge(rows));
    }
    let mut pixels = Vec::with_capacity(rows * WIDTH * 3);
    for (i, (expected, actual)) in regions.iter().enumerate() {
        if i > 0 {
            pixels.extend(RULE.repeat(WIDTH));
        }
        let start = pixels.len();
        for (e, a) in expected.chunks(4).zip(actual.chunks(4)) {
            pixels.extend(pixel(dword(e) ^ dword(a)));
        }
        let end = start + rows_of(expected) * WIDTH * 3;
        pixels.extend(OUTSIDE.iter().cycle().take(end - pixels.len()));
    }
    pixels.resize(rows * WIDTH * 3, 0);
    let mut encoder = png::Encoder::new(out, WIDTH as u32, rows as u32);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&pixels)?;
    writer.finish()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Width and pixels.
    fn decode(file: &[u8]) -> (u32, Vec<[u8; 3]>) {
        let mut reader = png::Decoder::new(std::io::Cursor::new(file)).read_info().unwrap();
        let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut bytes).unwrap();
        (info.width, bytes.as_chunks::<3>().0.to_vec())
    }

    #[test]
    fn a_pixel_is_a_dword_and_a_row_256_bytes() {
        let expected = [0u8; 300];
        let mut actual = expected;
        actual[5] = 1;
        actual[256..260].fill(0xff);
        let mut file = Vec::new();
        write(&mut file, &[(&expected, &actual), (&[1, 2], &[1, 2])]).unwrap();
        let (width, pixels) = decode(&file);
        assert_eq!((width, pixels.len()), (64, 64 * 4));
        let red: Vec<_> = pixels.iter().enumerate().filter(|(_, p)| p[0] == 255 && p[2] == 0).collect();
        assert_eq!(red, [(1, &[255, 7, 0]), (64, &[255, 248, 0])]);
        // 300 bytes are a row and 11 dwords; then the rule and the region of two bytes.
        assert_eq!((pixels[74], pixels[75]), (EQUAL, OUTSIDE));
        assert_eq!((pixels[128], pixels[191]), (RULE, RULE));
        assert_eq!((pixels[192], pixels[193]), (EQUAL, OUTSIDE));
    }

    #[test]
    fn nothing_expected_is_an_empty_picture() {
        let mut file = Vec::new();
        write(&mut file, &[]).unwrap();
        assert_eq!(decode(&file).1.len(), 64);
    }
}
