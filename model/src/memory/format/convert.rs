//! Conversions of one component, exact or correctly rounded.
//!
//! Requires: `bits` of the low `width` bits (1 to 32) of a component. Host floats are only used where IEEE gives the
//! result: quotients of two exact integers, and products and conversions that are exact.
//! Rules: Vulkan specification, "Conversion from Normalized Fixed-Point to Floating-Point" and the reverse.

/// The largest value of `width` bits.
fn unsigned_max(width: u32) -> u32 {
    if width >= 32 { u32::MAX } else { (1 << width) - 1 }
}

/// The largest signed value of `width` bits.
fn signed_max(width: u32) -> i32 {
    (unsigned_max(width) >> 1).cast_signed()
}

/// The low `width` bits as a signed number.
pub(super) fn sign_extend(bits: u32, width: u32) -> i32 {
    let unused = 32 - width.clamp(1, 32);
    (bits << unused).cast_signed() >> unused
}

/// `bits / max`. Both are exact as f32 (widths up to 16), so the division rounds once, to nearest even.
pub(super) fn unorm_to_f32(bits: u32, width: u32) -> u32 {
    (bits as f32 / unsigned_max(width) as f32).to_bits()
}

/// `max(value / max, -1)`.
pub(super) fn snorm_to_f32(bits: u32, width: u32) -> u32 {
    (sign_extend(bits, width) as f32 / signed_max(width) as f32).max(-1.0).to_bits()
}

/// `bits / max` as f16.
///
/// The f64 quotient is near enough to round again: a quotient with a denominator below 2^16 that is not itself halfway
/// between two f16 differs from any such halfway point (a multiple of 2^-25) by more than 2^-42.
pub(super) fn unorm_to_f16(bits: u32, width: u32) -> u16 {
    f64_to_f16(f64::from(bits) / f64::from(unsigned_max(width)))
}

/// `max(value / max, -1)` as f16; see [`unorm_to_f16`].
pub(super) fn snorm_to_f16(bits: u32, width: u32) -> u16 {
    f64_to_f16((f64::from(sign_extend(bits, width)) / f64::from(signed_max(width))).max(-1.0))
}

/// f16 to f32, exact. NaNs keep sign and payload and are not quieted.
pub(super) fn f16_to_f32(bits: u16) -> u32 {
    let sign = u32::from(bits & 0x8000) << 16;
    let exponent = u32::from(bits >> 10) & 0x1f;
    let mantissa = u32::from(bits) & 0x3ff;
    match exponent {
        0 => sign | (mantissa as f32 * f32::from_bits((127 - 24) << 23)).to_bits(),
        31 => sign | 0x7f80_0000 | (mantissa << 13),
        _ => sign | ((exponent + 127 - 15) << 23) | (mantissa << 13),
    }
}

/// The f16 that a float of 10, 11 or 16 bits is: the short ones have no sign, five exponent bits and the rest mantissa.
fn small_float_as_f16(bits: u32, width: u32) -> u16 {
    let missing = 15u32.saturating_sub(width);
    (bits << missing) as u16
}

/// A float of 10, 11, 16 or 32 bits as f32, exact.
pub(super) fn small_float_to_f32(bits: u32, width: u32) -> u32 {
    if width == 32 { bits } else { f16_to_f32(small_float_as_f16(bits, width)) }
}

/// A float of 10, 11, 16 or 32 bits as f16; exact but for 32 bits.
pub(super) fn small_float_to_f16(bits: u32, width: u32) -> u16 {
    if width == 32 { f32_to_f16(bits) } else { small_float_as_f16(bits, width) }
}

/// The float of 10 or 11 bits that has exactly this f32 value, if there is one.
pub(super) fn exact_small_float(bits: u32, width: u32) -> Option<u32> {
    let short = u32::from(f32_to_f16(bits)) >> 15u32.saturating_sub(width) & unsigned_max(width);
    (small_float_to_f32(short, width) == bits).then_some(short)
}

/// The integer of `width` (at most 16) bits that has exactly this f32 value, if there is one.
pub(super) fn exact_integer(bits: u32, width: u32, signed: bool) -> Option<u32> {
    let value = f32::from_bits(bits);
    let integer = value as i32;
    let max = if signed { signed_max(width) } else { unsigned_max(width).cast_signed() };
    let min = if signed { -max - 1 } else { 0 };
    ((integer as f32) == value && (min..=max).contains(&integer))
        .then(|| integer.cast_unsigned() & unsigned_max(width))
}

/// f32 to f16, to nearest even. NaNs keep their sign and the high bits of their payload and become quiet.
pub(super) fn f32_to_f16(bits: u32) -> u16 {
    let value = f32::from_bits(bits);
    if value.is_nan() {
        let sign = (bits >> 16) & 0x8000;
        return (sign | 0x7e00 | ((bits >> 13) & 0x3ff)) as u16;
    }
    f64_to_f16(f64::from(value))
}

/// A number that is not NaN to f16, to nearest even.
pub(super) fn f64_to_f16(value: f64) -> u16 {
    let sign = if value.is_sign_negative() { 0x8000 } else { 0 };
    let size = value.abs();
    // Halfway between the largest f16 and what would follow it.
    if size >= 65520.0 {
        return sign | 0x7c00;
    }
    // Scaled so that the unit in the last place of the result is 1; the subnormals share that of 2^-14.
    let exponent = (size.to_bits() >> 52).max(1023 - 14);
    let scale = f64::from_bits((1023 + 10 + 1023 - exponent) << 52);
    let units = (size * scale).round_ties_even() as u16;
    // The implicit bit of `units` adds one to the exponent field, as does rounding up to the next power of two.
    sign | ((((exponent - (1023 - 14)) as u16) << 10) + units)
}

/// Clamped to 0..1, NaN as 0, times the maximum, to nearest even. The product of at most 24 and 16 bits is exact.
pub(super) fn f64_to_unorm(value: f64, width: u32) -> u32 {
    let value = if value.is_nan() { 0.0 } else { value.clamp(0.0, 1.0) };
    (value * f64::from(unsigned_max(width))).round_ties_even() as u32
}

/// Clamped to -1..1, NaN as 0, times the maximum, to nearest even, in `width` bits.
pub(super) fn f64_to_snorm(value: f64, width: u32) -> u32 {
    let value = if value.is_nan() { 0.0 } else { value.clamp(-1.0, 1.0) };
    let scaled = (value * f64::from(signed_max(width))).round_ties_even() as i32;
    scaled.cast_unsigned() & unsigned_max(width)
}

/// The nearest value of `width` unsigned bits.
pub(super) fn saturate_unsigned(value: u32, width: u32) -> u32 {
    value.min(unsigned_max(width))
}

/// The nearest value of `width` signed bits, in `width` bits.
pub(super) fn saturate_signed(value: i32, width: u32) -> u32 {
    let max = signed_max(width);
    value.clamp(-max - 1, max).cast_unsigned() & unsigned_max(width)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The distance of a nonnegative f32 of at least 2^-16 or 0 from `num / den`, in units of `2^-40 / den`.
    fn distance(value: f32, num: u32, den: u32) -> u64 {
        let scaled = f64::from(value) * f64::from(1u32 << 20) * f64::from(1u32 << 20);
        assert!(scaled.fract() == 0.0);
        (u64::from(num) << 40).abs_diff(scaled as u64 * u64::from(den))
    }

    #[test]
    fn every_unorm_load_is_correctly_rounded() {
        for width in [2, 8, 10, 11, 16] {
            let max = unsigned_max(width);
            for bits in 1..=max {
                let value = f32::from_bits(unorm_to_f32(bits, width));
                let here = distance(value, bits, max);
                assert!(here <= distance(value.next_up(), bits, max), "{bits} of {width} bits");
                assert!(
                    value < f32::from_bits(0x3780_0001) || here <= distance(value.next_down(), bits, max)
                );
            }
            assert_eq!(unorm_to_f32(0, width), 0);
            assert_eq!(unorm_to_f32(max, width), 0x3f80_0000);
        }
    }

    #[test]
    fn snorm_has_two_codes_for_minus_one() {
        assert_eq!(snorm_to_f32(0x80, 8), 0xbf80_0000);
        assert_eq!(snorm_to_f32(0x81, 8), 0xbf80_0000);
        assert_eq!(snorm_to_f32(0, 8), 0);
        assert_eq!(snorm_to_f32(0x7f, 8), 0x3f80_0000);
        assert_eq!(
            [0, 1, 2, 3].map(|bits| snorm_to_f32(bits, 2)),
            [0, 0x3f80_0000, 0xbf80_0000, 0xbf80_0000]
        );
        assert_eq!(snorm_to_f16(0x8000, 16), 0xbc00);
    }

    #[test]
    fn every_f16_survives_f32_and_back() {
        for bits in 0..=u16::MAX {
            let nan = bits & 0x7fff > 0x7c00;
            let expected = if nan { bits | 0x200 } else { bits };
            assert_eq!(f32_to_f16(f16_to_f32(bits)), expected, "{bits:#06x}");
        }
    }

    #[test]
    fn f16_values_are_those_of_ieee_754() {
        for (bits, value) in [
            (0x0001u16, 5.960_464_5e-8f32),
            (0x03ff, 6.097_555e-5),
            (0x0400, 6.103_515_6e-5),
            (0x3555, 0.333_251_95),
            (0x3c00, 1.0),
            (0xc000, -2.0),
            (0x7bff, 65504.0),
            (0xfc00, f32::NEG_INFINITY),
        ] {
            assert_eq!(f16_to_f32(bits), value.to_bits(), "{bits:#06x}");
        }
        assert_eq!(f16_to_f32(0x8000), 0x8000_0000);
        assert_eq!(f16_to_f32(0x7d01), 0x7fa0_2000, "a signalling NaN stays one");
    }

    #[test]
    fn f16_rounds_halfway_to_even() {
        for (value, expected) in [
            (1.0 + 1.0 / 2048.0, 0x3c00),
            (1.0 + 3.0 / 2048.0, 0x3c02),
            (1.0 + 1.0 / 2048.0 + 1e-9, 0x3c01),
            (2047.5 / 1024.0, 0x4000),
            (65519.9, 0x7bff),
            (65520.0, 0x7c00),
            (-1e300, 0xfc00),
            (0.5 / 16_777_216.0, 0),
            (0.500_001 / 16_777_216.0, 1),
            (1.5 / 16_777_216.0, 2),
            (1023.5 / 16_777_216.0, 0x400),
            (-0.0, 0x8000),
        ] {
            assert_eq!(f64_to_f16(value), expected, "{value}");
        }
    }

    #[test]
    fn short_floats_read_as_the_vulkan_formulas_say() {
        // 11 bits: five of exponent, six of mantissa; 10 bits: five and five. No sign.
        for (width, mantissa_bits) in [(11, 6), (10, 5)] {
            for bits in 0..1u32 << width {
                let (exponent, mantissa) = (bits >> mantissa_bits, bits & ((1 << mantissa_bits) - 1));
                let fraction = f64::from(mantissa) / f64::from(1 << mantissa_bits);
                let value = f32::from_bits(small_float_to_f32(bits, width));
                match exponent {
                    0 => assert_eq!(f64::from(value), fraction / 16384.0),
                    31 if mantissa == 0 => assert_eq!(value, f32::INFINITY),
                    31 => assert!(value.is_nan()),
                    _ => assert_eq!(
                        f64::from(value) * 32768.0,
                        (1.0 + fraction) * f64::from(1u64.wrapping_shl(exponent) as u32)
                    ),
                }
            }
        }
    }

    #[test]
    fn normalized_stores_clamp_round_and_take_nan_as_zero() {
        for (value, unorm, snorm) in [
            (0.0, 0, 0),
            (-0.0, 0, 0),
            (1.0, 255, 127),
            (2.0, 255, 127),
            (f64::INFINITY, 255, 127),
            (-1.0, 0, 0x81),
            (-2.0, 0, 0x81),
            (f64::NEG_INFINITY, 0, 0x81),
            (f64::NAN, 0, 0),
            (0.5, 128, 64),
            (-0.5, 0, 0xc0),
            (0.5 / 255.0, 0, 0),
            (0.1, 26, 13),
        ] {
            assert_eq!(f64_to_unorm(value, 8), unorm, "{value}");
            assert_eq!(f64_to_snorm(value, 8), snorm, "{value}");
        }
        // 127.5 and 63.5 go to even.
        assert_eq!(f64_to_unorm(0.5, 8), 128);
        assert_eq!(f64_to_unorm(0.5, 10), 512);
        assert_eq!(f64_to_unorm(0.5, 2), 2);
        assert_eq!(f64_to_snorm(-0.5, 2), 0);
    }

    #[test]
    fn every_unorm_survives_a_load_and_a_store() {
        for width in [2, 8, 10, 11, 16] {
            for bits in 0..=unsigned_max(width) {
                let value = f64::from(f32::from_bits(unorm_to_f32(bits, width)));
                assert_eq!(f64_to_unorm(value, width), bits);
                let value = f64::from(f32::from_bits(snorm_to_f32(bits, width)));
                let lowest = unsigned_max(width) / 2 + 1;
                let expected = if bits == lowest { lowest + 1 } else { bits };
                assert_eq!(f64_to_snorm(value, width), expected);
            }
        }
    }

    #[test]
    fn integers_saturate() {
        assert_eq!(saturate_unsigned(256, 8), 255);
        assert_eq!(saturate_unsigned(u32::MAX, 32), u32::MAX);
        assert_eq!(saturate_signed(128, 8), 0x7f);
        assert_eq!(saturate_signed(-129, 8), 0x80);
        assert_eq!(saturate_signed(-1, 16), 0xffff);
        assert_eq!(saturate_signed(i32::MIN, 32), 0x8000_0000);
        assert_eq!(saturate_signed(i32::MAX, 2), 1);
    }
}
