//! Samplers: from coordinates to texels with weights, and levels of detail.
//!
//! Requires: coordinates as real numbers, a size in texels. Ensures: linear weights are rounded to 8 bits, to nearest even
//! (measured-facts 83); what no rule covers is refused. Leaves alone: reading texels (the caller does).
//!
//! Rules: the Vulkan specification, chapter "Image operations", for address modes, the choice of levels and comparisons.
//! Weights between levels are rounded as those between texels (inferred). A NaN coordinate counts as 0 (inferred).

use super::ImageError;
use isa::descriptor::{Clamp, CompareFunction, MipFilter, SamplerDescriptor};

/// Texels along a coordinate with their weights; `None` is outside, the border. Without a filter the second weight is 0.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Taps {
    /// The two texels.
    pub texel: [Option<i64>; 2],
    /// The weight of the second, a multiple of 1/256; that of the first is what lacks to 1.
    pub weight: f64,
}

/// A weight on the grid of the hardware (measured-facts 83).
#[must_use]
pub fn weight(fraction: f64) -> f64 {
    (fraction * 256.0).round_ties_even() / 256.0
}

/// Where coordinates beyond this lie makes no difference.
const FAR: f64 = 1e9;

/// Applies an address mode to the number of a texel of `size`.
///
/// # Errors
/// The half-border modes, which nobody measured.
pub fn address(mode: Clamp, texel: i64, size: i64) -> Result<Option<i64>, ImageError> {
    let mirrored = if texel < 0 { -1 - texel } else { texel };
    let inside = |t: i64| (0..size).contains(&t).then_some(t);
    Ok(match mode {
        Clamp::Wrap => Some(texel.rem_euclid(size)),
        Clamp::Mirror => {
            let t = texel.rem_euclid(2 * size);
            Some(if t < size { t } else { 2 * size - 1 - t })
        }
        Clamp::LastTexel => Some(texel.clamp(0, size - 1)),
        Clamp::MirrorOnceLastTexel => Some(mirrored.min(size - 1)),
        Clamp::Border => inside(texel),
        Clamp::MirrorOnceBorder => inside(mirrored),
        Clamp::HalfBorder | Clamp::MirrorOnceHalfBorder => {
            return Err(ImageError::Use {
                why: "address modes with half a texel of border are not modelled",
            });
        }
    })
}

/// The texels along a coordinate that counts texels. `linear` takes two.
///
/// # Errors
/// As [`address`].
pub fn taps(mode: Clamp, at: f64, size: u32, offset: i32, linear: bool) -> Result<Taps, ImageError> {
    let size = i64::from(size);
    let at = if matches!(mode, Clamp::Wrap | Clamp::Mirror) { at % (2 * size) as f64 } else { at };
    let at = if at.is_nan() { 0.0 } else { at.clamp(-FAR, FAR) } - if linear { 0.5 } else { 0.0 };
    let first = at.floor();
    let texel = first as i64 + i64::from(offset);
    let other = if linear { texel + 1 } else { texel };
    Ok(Taps {
        texel: [address(mode, texel, size)?, address(mode, other, size)?],
        weight: if linear { weight(at - first) } else { 0.0 },
    })
}

/// Which levels of a view of `levels` a level of detail takes, and the weight of the second.
#[must_use]
pub fn levels(filter: MipFilter, lod: f64, levels: u32) -> (u32, u32, f64) {
    let last = f64::from(levels.saturating_sub(1));
    let lod = lod.clamp(0.0, last);
    match filter {
        MipFilter::None => (0, 0, 0.0),
        MipFilter::Point => {
            let level = (lod + 0.5).floor().min(last) as u32;
            (level, level, 0.0)
        }
        MipFilter::Linear => {
            let first = lod.floor();
            (first as u32, (first + 1.0).min(last) as u32, weight(lod - first))
        }
    }
}

/// A level of detail with the sampler's bias, between the sampler's bounds. NaN counts as the lower bound.
#[must_use]
pub fn bounded(sampler: &SamplerDescriptor, lod: f64) -> f64 {
    let least = f64::from(sampler.min_lod) / 256.0;
    let most = f64::from(sampler.max_lod) / 256.0;
    (lod + f64::from(sampler.lod_bias) / 256.0).max(least).min(most.max(least))
}

/// The outcome of a comparison of the reference with a texel; false with NaN but for [`CompareFunction::NotEqual`] and
/// [`CompareFunction::Always`].
#[must_use]
pub fn compare(function: CompareFunction, reference: f64, texel: f64) -> bool {
    match function {
        CompareFunction::Never => false,
        CompareFunction::Less => reference < texel,
        CompareFunction::Equal => reference == texel,
        CompareFunction::LessEqual => reference <= texel,
        CompareFunction::Greater => reference > texel,
        CompareFunction::NotEqual => reference != texel,
        CompareFunction::GreaterEqual => reference >= texel,
        CompareFunction::Always => true,
    }
}

/// A texel of a face of a cube of `size` that may lie past one edge, as a texel of the face there: (face, x, y). Past a
/// corner there is none.
#[must_use]
pub fn cube_texel(face: u32, x: i64, y: i64, size: u32) -> Option<(u32, i64, i64)> {
    let n = i64::from(size);
    let inside = |t: i64| (0..n).contains(&t);
    match (inside(x), inside(y)) {
        (true, true) => return Some((face, x, y)),
        (false, false) => return None,
        _ => {}
    }
    // The middle of the texel; one that is outside moves to just past the edge.
    let place = |t: i64| match t {
        t if t < 0 => -1.0 - EDGE,
        t if t >= n => 1.0 + EDGE,
        t => (2 * t + 1) as f64 / n as f64 - 1.0,
    };
    let (s, t) = (place(x), place(y));
    let [x, y, z] = match face {
        0 => [1.0, -t, -s],
        1 => [-1.0, -t, s],
        2 => [s, 1.0, t],
        3 => [s, -1.0, -t],
        4 => [s, -t, 1.0],
        _ => [-s, -t, -1.0],
    };
    let (face, major, s, t) = if f64::abs(x) > f64::abs(y) && f64::abs(x) > f64::abs(z) {
        if x > 0.0 { (0, x, -z, -y) } else { (1, -x, z, -y) }
    } else if f64::abs(y) > f64::abs(z) {
        if y > 0.0 { (2, y, x, z) } else { (3, -y, x, -z) }
    } else if z > 0.0 {
        (4, z, x, -y)
    } else {
        (5, -z, -x, -y)
    };
    let texel = |v: f64| (((v / major + 1.0) / 2.0 * n as f64).floor() as i64).clamp(0, n - 1);
    Some((face, texel(s), texel(t)))
}

/// Less than a texel of the largest image.
const EDGE: f64 = 1.0 / 1_048_576.0;

#[cfg(test)]
mod tests {
    use super::*;

    fn all(mode: Clamp) -> Vec<Option<i64>> {
        (-5..9).map(|t| address(mode, t, 4).expect("known")).collect()
    }

    #[test]
    fn address_modes_outside_an_image_of_four() {
        let some = |list: [i64; 14]| list.map(Some).to_vec();
        assert_eq!(all(Clamp::Wrap), some([3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0]));
        assert_eq!(all(Clamp::Mirror), some([3, 3, 2, 1, 0, 0, 1, 2, 3, 3, 2, 1, 0, 0]));
        assert_eq!(all(Clamp::LastTexel), some([0, 0, 0, 0, 0, 0, 1, 2, 3, 3, 3, 3, 3, 3]));
        assert_eq!(all(Clamp::MirrorOnceLastTexel), some([3, 3, 2, 1, 0, 0, 1, 2, 3, 3, 3, 3, 3, 3]));
        assert_eq!(all(Clamp::Border).iter().flatten().count(), 4);
        assert_eq!(all(Clamp::MirrorOnceBorder).iter().flatten().count(), 8);
        assert!(address(Clamp::HalfBorder, 0, 4).is_err());
    }

    /// measured-facts 83.
    #[test]
    fn weights_are_rounded_to_256ths_to_nearest_even() {
        assert_eq!(weight(0.5 / 256.0), 0.0);
        assert_eq!(weight(1.5 / 256.0), 2.0 / 256.0);
        assert_eq!(weight(0.999), 1.0);
        let taps = taps(Clamp::LastTexel, 1.75, 4, 0, true).expect("known");
        assert_eq!(taps, Taps { texel: [Some(1), Some(2)], weight: 0.25 });
    }

    #[test]
    fn any_coordinate_has_texels() {
        for at in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 3.4e38, -3.4e38, -0.0] {
            for mode in [Clamp::Wrap, Clamp::Mirror, Clamp::LastTexel, Clamp::MirrorOnceLastTexel] {
                let taps = taps(mode, at, 7, -8, true).expect("known");
                assert!(taps.texel.iter().all(|t| t.is_some_and(|t| (0..7).contains(&t))), "{at} {mode:?}");
            }
        }
    }

    #[test]
    fn levels_are_chosen_by_filter() {
        assert_eq!(levels(MipFilter::None, 3.0, 5), (0, 0, 0.0));
        assert_eq!(levels(MipFilter::Point, 1.75, 5), (2, 2, 0.0));
        assert_eq!(levels(MipFilter::Linear, 1.75, 5), (1, 2, 0.75));
        assert_eq!(levels(MipFilter::Linear, 9.0, 5), (4, 4, 0.0));
        assert_eq!(levels(MipFilter::Point, f64::NAN, 1).0, 0);
    }

    #[test]
    fn the_edges_of_a_cube_meet_each_other() {
        // The right edge of +Z meets the left edge of +X, row by row, and back.
        for row in 0..4 {
            assert_eq!(cube_texel(4, 4, row, 4), Some((0, 0, row)));
            assert_eq!(cube_texel(0, -1, row, 4), Some((4, 3, row)));
        }
        // Every step over an edge can be taken back.
        for face in 0..6 {
            for i in 0..8 {
                for (x, y) in [(-1, i), (8, i), (i, -1), (i, 8)] {
                    let (other, u, v) = cube_texel(face, x, y, 8).expect("an edge");
                    assert_ne!(other, face);
                    let back = [(u - 1, v), (u + 1, v), (u, v - 1), (u, v + 1)]
                        .into_iter()
                        .filter_map(|(a, b)| cube_texel(other, a, b, 8))
                        .any(|(f, a, b)| f == face && (a, b) == (x.clamp(0, 7), y.clamp(0, 7)));
                    assert!(back, "face {face} ({x}, {y})");
                }
            }
        }
        assert_eq!(cube_texel(0, -1, -1, 8), None);
    }
}
