//! Blocks of 4x4 texels: BC1 to BC5 and BC7 as real numbers.
//!
//! Requires: the block's bytes as a little-endian number. Ensures: the values that the Khronos data format specification
//! defines, in f64; the interpolated ones are exact quotients, rounded once when they become f32. Leaves alone: sRGB.
//! BC6H is not here.

use super::blocks7;

/// The components of a texel of a block, `None` for formats that are not decoded. Components that the format lacks are
/// 0, 0, 0 and 1.
#[must_use]
pub fn texel(number: u8, signed: bool, block: u128, x: u32, y: u32) -> Option<[f64; 4]> {
    let place = (y & 3) * 4 + (x & 3);
    let (low, high) = (block as u64, (block >> 64) as u64);
    Some(match number {
        1 => color(low, place, true),
        2 => {
            let [r, g, b, _] = color(high, place, false);
            [r, g, b, (low >> (place * 4) & 15) as f64 / 15.0]
        }
        3 => {
            let [r, g, b, _] = color(high, place, false);
            [r, g, b, channel(low, place, false)]
        }
        4 => [channel(low, place, signed), 0.0, 0.0, 1.0],
        5 => [channel(low, place, signed), channel(high, place, signed), 0.0, 1.0],
        7 => blocks7::texel(block, place).map(|v| f64::from(v) / 255.0),
        _ => return None,
    })
}

/// A block of two colours of 5, 6 and 5 bits, and what lies between them. With `punch`, colours that do not descend have
/// one mean and transparent black.
fn color(block: u64, place: u32, punch: bool) -> [f64; 4] {
    let (first, second) = (block & 0xffff, block >> 16 & 0xffff);
    let index = block >> (32 + place * 2) & 3;
    let (a, b, of) = match index {
        0 => (1, 0, 1),
        1 => (0, 1, 1),
        2 if first > second || !punch => (2, 1, 3),
        _ if first > second || !punch => (1, 2, 3),
        2 => (1, 1, 2),
        _ => return [0.0; 4],
    };
    let part = |low: u32, max: u64| {
        let (first, second) = (first >> low & max, second >> low & max);
        (first * a + second * b) as f64 / (max * of) as f64
    };
    [part(11, 31), part(5, 63), part(0, 31), 1.0]
}

/// A block of one component: two values of eight bits, and six or four between them.
fn channel(block: u64, place: u32, signed: bool) -> f64 {
    let (first, second) = (block as u8, (block >> 8) as u8);
    let index = block >> (16 + place * 3) & 7;
    let value = |bits: u8| if signed { f64::from(bits.cast_signed().max(-127)) } else { f64::from(bits) };
    let max = if signed { 127.0 } else { 255.0 };
    let falling = if signed { first.cast_signed() > second.cast_signed() } else { first > second };
    let (a, b) = (value(first), value(second));
    let between =
        |steps: u64, index: u64| (a * (steps - index) as f64 + b * index as f64) / (steps as f64 * max);
    match index {
        0 => a / max,
        1 => b / max,
        _ if falling => between(7, index - 1),
        6 => {
            if signed {
                -1.0
            } else {
                0.0
            }
        }
        7 => 1.0,
        _ => between(5, index - 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_colour_block_has_two_ends_and_thirds() {
        // Red 31 and blue 31, indices 0, 1, 2, 3 in the first row.
        let block = 0xf800 | 0x001f << 16 | 0b1110_0100 << 32;
        let row: Vec<_> = (0..4).filter_map(|x| texel(1, false, block, x, 0)).collect();
        assert_eq!(row[0], [1.0, 0.0, 0.0, 1.0]);
        assert_eq!(row[1], [0.0, 0.0, 1.0, 1.0]);
        assert_eq!(row[2], [2.0 / 3.0, 0.0, 1.0 / 3.0, 1.0]);
        assert_eq!(row[3], [1.0 / 3.0, 0.0, 2.0 / 3.0, 1.0]);
    }

    #[test]
    fn ascending_colours_have_transparent_black_in_bc1_only() {
        let block = 0x001f | 0xf800 << 16 | 0b11 << 32;
        assert_eq!(texel(1, false, block, 0, 0), Some([0.0; 4]));
        assert_eq!(texel(3, false, block << 64, 0, 0), Some([2.0 / 3.0, 0.0, 1.0 / 3.0, 0.0]));
    }

    #[test]
    fn a_channel_block_has_five_or_seven_steps() {
        let block = |first: u128, second: u128, index: u128| first | second << 8 | index << 16;
        let at = |b| texel(4, false, b, 0, 0).map(|t| t[0] * 255.0);
        assert_eq!(at(block(70, 0, 2)), Some(60.0));
        assert_eq!(at(block(0, 50, 2)), Some(10.0));
        assert_eq!(at(block(0, 50, 6)), Some(0.0));
        assert_eq!(at(block(0, 50, 7)), Some(255.0));
        let signed = |b| texel(4, true, b, 0, 0).map(|t| t[0]);
        assert_eq!(signed(block(0x80, 0x81, 0)), Some(-1.0));
        assert_eq!(signed(block(0, 50, 6)), Some(-1.0));
    }

    #[test]
    fn bc6h_is_not_decoded() {
        assert_eq!(texel(6, false, 0, 0, 0), None);
    }
}
