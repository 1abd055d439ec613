//! BC7 blocks: eight modes, integers only, so every result is exact.
//!
//! Facts: the Khronos data format specification, chapter "BPTC compressed texture image formats".

/// What a mode has: subsets, partition bits, rotation bits, index selection bits, colour bits, alpha bits, end point
/// parity bits (one an end point, one a subset), bits of the first and of the second index.
struct Mode {
    subsets: u32,
    partition: u32,
    rotation: u32,
    selection: u32,
    color: u32,
    alpha: u32,
    endpoint_parity: bool,
    shared_parity: bool,
    index: u32,
    second: u32,
}

const fn mode(counts: [u32; 6], endpoint_parity: bool, shared_parity: bool, index: u32, second: u32) -> Mode {
    let [subsets, partition, rotation, selection, color, alpha] = counts;
    Mode {
        subsets,
        partition,
        rotation,
        selection,
        color,
        alpha,
        endpoint_parity,
        shared_parity,
        index,
        second,
    }
}

const MODES: [Mode; 8] = [
    mode([3, 4, 0, 0, 4, 0], true, false, 3, 0),
    mode([2, 6, 0, 0, 6, 0], false, true, 3, 0),
    mode([3, 6, 0, 0, 5, 0], false, false, 2, 0),
    mode([2, 6, 0, 0, 7, 0], true, false, 2, 0),
    mode([1, 0, 2, 1, 5, 6], false, false, 2, 3),
    mode([1, 0, 2, 0, 7, 8], false, false, 2, 2),
    mode([1, 0, 0, 0, 7, 7], true, false, 4, 0),
    mode([2, 6, 0, 0, 5, 5], true, false, 2, 0),
];

/// The subset of each texel for two subsets, two bits a texel.
const TWO: [u32; 64] = [
    0x5050_5050,
    0x4040_4040,
    0x5454_5454,
    0x5450_5040,
    0x5040_4000,
    0x5554_5450,
    0x5554_5040,
    0x5450_4000,
    0x5040_0000,
    0x5555_5450,
    0x5554_4000,
    0x5440_0000,
    0x5555_5440,
    0x5555_0000,
    0x5555_5500,
    0x5500_0000,
    0x5515_0100,
    0x0000_4054,
    0x1501_0000,
    0x0040_5054,
    0x0000_4050,
    0x1505_0100,
    0x0501_0000,
    0x4050_5054,
    0x0040_4050,
    0x0501_0100,
    0x1414_1414,
    0x0514_1450,
    0x0115_5440,
    0x0055_5500,
    0x1501_4054,
    0x0541_4150,
    0x4444_4444,
    0x5500_5500,
    0x1144_1144,
    0x0505_5050,
    0x0550_0550,
    0x1111_4444,
    0x4114_4114,
    0x4411_1144,
    0x1505_5054,
    0x0105_5040,
    0x0504_1050,
    0x0545_5150,
    0x1441_4114,
    0x5005_0550,
    0x4141_1414,
    0x0014_1400,
    0x0004_1504,
    0x0010_5410,
    0x1054_1000,
    0x0415_0400,
    0x5041_0514,
    0x4105_1450,
    0x0541_5014,
    0x1405_4150,
    0x4105_0514,
    0x4150_5014,
    0x4001_1554,
    0x5415_0140,
    0x5050_5500,
    0x0055_5050,
    0x1515_1010,
    0x5454_0404,
];

/// The same for three.
const THREE: [u32; 64] = [
    0xaa68_5050,
    0x6a5a_5040,
    0x5a5a_4200,
    0x5450_a0a8,
    0xa5a5_0000,
    0xa0a0_5050,
    0x5555_a0a0,
    0x5a5a_5050,
    0xaa55_0000,
    0xaa55_5500,
    0xaaaa_5500,
    0x9090_9090,
    0x9494_9494,
    0xa4a4_a4a4,
    0xa9a5_9450,
    0x2a0a_4250,
    0xa594_5040,
    0x0a42_5054,
    0xa5a5_a500,
    0x55a0_a0a0,
    0xa8a8_5454,
    0x6a6a_4040,
    0xa4a4_5000,
    0x1a1a_0500,
    0x0050_a4a4,
    0xaaa5_9090,
    0x1469_6914,
    0x6969_1400,
    0xa085_85a0,
    0xaa82_1414,
    0x50a4_a450,
    0x6a5a_0200,
    0xa9a5_8000,
    0x5090_a0a8,
    0xa8a0_9050,
    0x2424_2424,
    0x00aa_5500,
    0x2492_4924,
    0x2449_9224,
    0x50a5_0a50,
    0x500a_a550,
    0xaaaa_4444,
    0x6666_0000,
    0xa5a0_a5a0,
    0x50a0_50a0,
    0x6928_6928,
    0x44aa_aa44,
    0x6666_6600,
    0xaa44_4444,
    0x54a8_54a8,
    0x9580_9580,
    0x9696_9600,
    0xa854_54a8,
    0x8095_9580,
    0xaa14_1414,
    0x9696_0000,
    0xaaaa_1414,
    0xa050_50a0,
    0xa0a5_a5a0,
    0x9600_0000,
    0x4080_4080,
    0xa9a8_a9a8,
    0xaaaa_aa44,
    0x2a4a_5254,
];

/// Anchor of the second of two subsets.
const ANCHOR_TWO: [u8; 64] = [
    15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 2, 8, 2, 2, 8, 8, 15, 2, 8, 2, 2, 8,
    8, 2, 2, 15, 15, 6, 8, 2, 8, 15, 15, 2, 8, 2, 2, 2, 15, 15, 6, 6, 2, 6, 8, 15, 15, 2, 2, 15, 15, 15, 15,
    15, 2, 2, 15,
];
/// Anchor of the second of three.
const ANCHOR_SECOND: [u8; 64] = [
    3, 3, 15, 15, 8, 3, 15, 15, 8, 8, 6, 6, 6, 5, 3, 3, 3, 3, 8, 15, 3, 3, 6, 10, 5, 8, 8, 6, 8, 5, 15, 15,
    8, 15, 3, 5, 6, 10, 8, 15, 15, 3, 15, 5, 15, 15, 15, 15, 3, 15, 5, 5, 5, 8, 5, 10, 5, 10, 8, 13, 15, 12,
    3, 3,
];
/// Anchor of the third.
const ANCHOR_THIRD: [u8; 64] = [
    15, 8, 8, 3, 15, 15, 3, 8, 15, 15, 15, 15, 15, 15, 15, 8, 15, 8, 15, 3, 15, 8, 15, 8, 3, 15, 6, 10, 15,
    15, 10, 8, 15, 3, 15, 10, 10, 8, 9, 10, 6, 15, 8, 15, 3, 6, 6, 8, 15, 3, 15, 15, 15, 15, 15, 15, 15, 15,
    15, 15, 3, 15, 15, 8,
];

/// Weights of indices of two, three and four bits, in 64ths.
const WEIGHTS: [&[u32]; 3] = [
    &[0, 21, 43, 64],
    &[0, 9, 18, 27, 37, 46, 55, 64],
    &[0, 4, 9, 13, 17, 21, 26, 30, 34, 38, 43, 47, 51, 55, 60, 64],
];

/// Reads bits from the lowest on.
struct Bits(u128);

impl Bits {
    fn take(&mut self, count: u32) -> u32 {
        let value = (self.0 & ((1 << count) - 1)) as u32;
        self.0 >>= count;
        value
    }
}

/// The index of a texel: the first bit of the indices at anchors is left out, being 0.
fn index(bits: u128, width: u32, place: u32, anchors: &[u32]) -> u32 {
    let before = anchors.iter().filter(|a| **a < place).count() as u32;
    let own = width - u32::from(anchors.contains(&place));
    (bits >> (place * width - before) & ((1 << own) - 1)) as u32
}

fn weight(width: u32, index: u32) -> u32 {
    WEIGHTS.get(width.wrapping_sub(2) as usize).and_then(|w| w.get(index as usize)).copied().unwrap_or(0)
}

/// A texel's red, green, blue and alpha, 0 to 255. A block without a mode is zero.
pub(super) fn texel(block: u128, place: u32) -> [u32; 4] {
    let number = block.trailing_zeros();
    let Some(mode) = MODES.get(number as usize) else { return [0; 4] };
    let mut bits = Bits(block >> (number + 1));
    let partition = bits.take(mode.partition) as usize & 63;
    let rotation = bits.take(mode.rotation);
    let selection = bits.take(mode.selection);
    let ends = mode.subsets as usize * 2;
    // End points: all reds, all greens, all blues, all alphas.
    let mut points = [[0u32; 4]; 6];
    for component in 0..4 {
        let width = if component < 3 { mode.color } else { mode.alpha };
        for point in points.iter_mut().take(ends) {
            point[component] = bits.take(width);
        }
    }
    let mut parity = [0; 6];
    if mode.endpoint_parity {
        parity.iter_mut().take(ends).for_each(|p| *p = bits.take(1));
    } else if mode.shared_parity {
        for pair in parity.chunks_exact_mut(2).take(mode.subsets as usize) {
            pair.fill(bits.take(1));
        }
    }
    let has_parity = mode.endpoint_parity || mode.shared_parity;
    for (point, parity) in points.iter_mut().zip(parity).take(ends) {
        for (component, value) in point.iter_mut().enumerate() {
            let width = if component < 3 { mode.color } else { mode.alpha };
            if width == 0 {
                *value = 255;
                continue;
            }
            let (width, bits) = if has_parity { (width + 1, *value << 1 | parity) } else { (width, *value) };
            let high = bits << (8 - width);
            *value = high | high >> width;
        }
    }
    let (subset, anchors) = match mode.subsets {
        1 => (0, [0, 0, 0]),
        2 => (TWO[partition] >> (place * 2) & 3, [0, u32::from(ANCHOR_TWO[partition]), 0]),
        _ => (
            THREE[partition] >> (place * 2) & 3,
            [0, u32::from(ANCHOR_SECOND[partition]), u32::from(ANCHOR_THIRD[partition])],
        ),
    };
    let anchors = anchors.get(..mode.subsets as usize).unwrap_or(&anchors);
    let first = index(bits.0, mode.index, place, anchors);
    let first_bits = 16 * mode.index - mode.subsets;
    let mut of_color = weight(mode.index, first);
    let mut of_alpha = of_color;
    if mode.second != 0 {
        of_alpha = weight(mode.second, index(bits.0 >> first_bits, mode.second, place, anchors));
        if selection == 1 {
            (of_color, of_alpha) = (of_alpha, of_color);
        }
    }
    let at = subset as usize * 2;
    let (low, high) =
        (points.get(at).copied().unwrap_or_default(), points.get(at + 1).copied().unwrap_or_default());
    let mut out = [0; 4];
    for (component, value) in out.iter_mut().enumerate() {
        let weight = if component < 3 { of_color } else { of_alpha };
        *value = ((64 - weight) * low[component] + weight * high[component] + 32) >> 6;
    }
    if rotation != 0 {
        out.swap(rotation as usize - 1, 3);
    }
    out
}
