//! Conversions against the host, the `half` crate, the judge and the measured rows.

use super::{COMPUTE, GRAPHICS, ROUNDS, Random, corners32, judge_round, mode};
use crate::float::FloatMode;
use crate::float::convert::*;
use rustc_apfloat::ieee::{Double, Half, Single};
use rustc_apfloat::{Float, FloatConvert};

#[test]
fn every_half_widens_and_narrows_back() {
    for bits in 0..=u16::MAX {
        let x = half::f16::from_bits(bits);
        let wide = cvt_f32_f16(COMPUTE, bits);
        if x.is_nan() {
            assert_eq!(wide, u32::from(bits & 0x8000) << 16 | 0x7fc0_0000 | u32::from(bits & 0x3ff) << 13);
            assert_eq!(cvt_f16_f32(COMPUTE, wide), bits | 0x200);
            assert_eq!(cvt_f32_f16(GRAPHICS, bits) | 0x40_0000, wide);
        } else {
            assert_eq!(wide, x.to_f32().to_bits());
            assert_eq!(cvt_f16_f32(COMPUTE, wide), bits);
            let flushed = if x.is_normal() { wide } else { wide & 0x8000_0000 };
            let special = bits & 0x7fff == 0x7c00;
            assert_eq!(cvt_f32_f16(mode(0, 0, 3, 2, true), bits), if special { wide } else { flushed });
        }
        assert_eq!(cvt_i16_f16(bits) as i16, x.to_f32() as i16, "{bits:04x}");
        assert_eq!(cvt_u16_f16(bits), x.to_f32() as u16, "{bits:04x}");
        let norm = |scale: f64, min: f64| (x.to_f64() * scale).round_ties_even().clamp(min, scale);
        assert_eq!(cvt_norm_i16_f16(COMPUTE, bits) as i16, norm(32767.0, -32767.0) as i16, "{bits:04x}");
        assert_eq!(cvt_norm_u16_f16(COMPUTE, bits), norm(65535.0, 0.0) as u16, "{bits:04x}");
    }
}

#[test]
fn narrowing_equals_the_judge_in_every_direction() {
    let mut rng = Random(31);
    for (field, round) in ROUNDS {
        let m = mode(field, field, 3, 3, true);
        let r = judge_round(round);
        for i in 0..200_000u32 {
            // Half of the inputs sit around the f16 range and its ties.
            let bits = rng.f32();
            let bits = if i % 2 == 0 { (bits & 0x8fff_ffff) | 0x3000_0000 } else { bits };
            if f32::from_bits(bits).is_nan() {
                continue;
            }
            let mut lost = false;
            let want: Half = Single::from_bits(bits.into()).convert_r(r, &mut lost).value;
            assert_eq!(u128::from(cvt_f16_f32(m, bits)), want.to_bits(), "{m:?} {bits:08x}");
            let wide = rng.f64() & 0x83ff_ffff_ffff_ffff | [0x3800, 0x4600, 0x3600][i as usize % 3] << 48;
            let want: Single = Double::from_bits(wide.into()).convert_r(r, &mut lost).value;
            assert_eq!(u128::from(cvt_f32_f64(m, wide)), want.to_bits(), "{m:?} {wide:016x}");
            let int = rng.next() as u32;
            let want = Single::from_i128_r((int as i32).into(), r).value;
            assert_eq!(u128::from(cvt_f32_i32(m, int)), want.to_bits());
            let want = Single::from_u128_r(int.into(), r).value;
            assert_eq!(u128::from(cvt_f32_u32(m, int)), want.to_bits());
        }
        for int in 0..=u16::MAX {
            let want = Half::from_i128_r((int as i16).into(), r).value;
            assert_eq!(u128::from(cvt_f16_i16(m, int)), want.to_bits());
            let want = Half::from_u128_r(int.into(), r).value;
            assert_eq!(u128::from(cvt_f16_u16(m, int)), want.to_bits());
        }
    }
}

#[test]
fn fact_49_flushed_half_results_round_first() {
    // Just below 2^-14: rounds up to it to nearest and toward plus infinity, otherwise it is flushed.
    let just_below = 0x387f_ffff;
    for (r, want) in [(0, 0x0400), (1, 0x0400), (2, 0), (3, 0)] {
        assert_eq!(cvt_f16_f32(mode(0, r, 3, 1, false), just_below), want);
        // 2^-14 less 3/4 of an 11-bit unit: to nearest, only the coarser denormal grid rounds it up.
        assert_eq!(cvt_f16_f32(mode(0, r, 3, 1, false), 0x387f_e800), if r == 1 { 0x0400 } else { 0 });
    }
    assert_eq!(cvt_f16_f32(mode(0, 0, 3, 3, false), 0x387f_e800), 0x0400);
}

#[test]
fn fact_48_overflow_of_conversions() {
    let m = FloatMode { fp16_ovfl: true, ..COMPUTE };
    assert_eq!(cvt_f16_f32(m, 65519.0f32.to_bits()), 0x7bff);
    assert_eq!(cvt_f16_f32(m, 65520.0f32.to_bits()), 0x7bff);
    assert_eq!(cvt_f16_f32(COMPUTE, 65519.0f32.to_bits()), 0x7bff);
    assert_eq!(cvt_f16_f32(COMPUTE, 65520.0f32.to_bits()), 0x7c00);
    assert_eq!(cvt_f16_f32(m, 0xff80_0000), 0xfc00);
    assert_eq!(cvt_f16_u16(m, 65535), 0x7bff);
    assert_eq!(cvt_f16_u16(COMPUTE, 65535), 0x7c00);
    assert_eq!(cvt_pkrtz_f16_f32(m, 70000.0f32.to_bits(), 0x7f80_0000), 0x7c00_7bff);
}

#[test]
fn fact_50_pkrtz_rounds_toward_zero_and_flushes_by_bit_1() {
    // Values LLVM folds: 70000, 1e-7, a signalling NaN.
    assert_eq!(cvt_pkrtz_f16_f32(COMPUTE, 70000.0f32.to_bits(), 1e-7f32.to_bits()), 0x0001_7bff);
    assert_eq!(cvt_pkrtz_f16_f32(COMPUTE, 0x7f81_2345, 0x7f80_0000), 0x7c00_7e09);
    for (d, want) in [(0, 0x8000), (1, 0x8000), (2, 0x8001), (3, 0x8001)] {
        assert_eq!(cvt_pkrtz_f16_f32(mode(0, 0, 3, d, true), (-1e-7f32).to_bits(), 0), want);
    }
}

#[test]
fn fact_8_and_10_nan_and_flush_of_wide_conversions() {
    for ieee in [false, true] {
        let m = mode(0, 0, 0, 3, ieee);
        assert_eq!(cvt_f16_f32(m, 0x7f81_2345), 0x7e09);
        assert_eq!(cvt_f32_f64(m, 0x7ff0_2468_a000_0000), 0x7fc1_2345);
        assert_eq!(cvt_f64_f32(m, 0x8000_0001), 1 << 63);
        let quiet = if ieee { 1 << 51 } else { 0 };
        assert_eq!(cvt_f64_f32(m, 0x7f81_2345), 0x7ff0_2468_a000_0000 | quiet);
        assert_eq!(cvt_flr_i32_f32(m, 0x8000_0001), 0);
    }
    assert_eq!(cvt_flr_i32_f32(COMPUTE, 0x8000_0001) as i32, -1);
    assert_eq!(f64::from_bits(cvt_f64_f32(COMPUTE, 1)), f64::from(f32::from_bits(1)));
}

#[test]
fn integers_saturate_and_nan_is_zero() {
    for bits in corners32() {
        let x = f32::from_bits(bits);
        assert_eq!(cvt_i32_f32(bits) as i32, x as i32);
        assert_eq!(cvt_u32_f32(bits), x as u32);
        if !x.is_nan() {
            assert_eq!(cvt_flr_i32_f32(COMPUTE, bits) as i32, x.floor() as i32);
        }
        let wide = f64::from(x).to_bits();
        assert_eq!(cvt_i32_f64(wide) as i32, x as i32);
        assert_eq!(cvt_u32_f64(wide), x as u32);
        if x.abs() > 1e-10 {
            // Exact in f64 for these magnitudes.
            assert_eq!(cvt_rpi_i32_f32(COMPUTE, bits) as i32, (f64::from(x) + 0.5).floor() as i32);
        }
    }
    assert_eq!(cvt_rpi_i32_f32(COMPUTE, (-0.5f32).to_bits()), 0);
    assert_eq!(cvt_rpi_i32_f32(COMPUTE, 2.5f32.to_bits()), 3);
    assert_eq!(cvt_off_f32_i4(0xffff_fff8), (-0.5f32).to_bits());
    assert_eq!(cvt_off_f32_i4(7), 0.4375f32.to_bits());
    assert_eq!(cvt_f32_ubyte(0x0403_0201, 2), 3.0f32.to_bits());
    assert_eq!(cvt_pk_u8_f32(COMPUTE, 300.0f32.to_bits(), 5, 0x1122_3344), 0x1122_ff44);
    assert_eq!(cvt_pk_u8_f32(COMPUTE, 2.5f32.to_bits(), 0, 0), 2);
    assert_eq!(cvt_pk_u8_f32(COMPUTE, 0x7fc0_0000, 0, 0xff), 0);
    assert_eq!(cvt_rpi_i32_f32(COMPUTE, 0xffc0_0000), 0x8000_0000);
    assert_eq!(cvt_rpi_i32_f32(COMPUTE, 0x3eff_ffff), 0);
    assert_eq!(cvt_flr_i32_f32(COMPUTE, 0x7fc0_0000), 0x7fff_ffff);
    assert_eq!(cvt_pknorm_i16_f32(COMPUTE, (-2.0f32).to_bits(), 1.0f32.to_bits()), 0x7fff_8001);
    assert_eq!(cvt_pknorm_u16_f32(COMPUTE, (-2.0f32).to_bits(), f32::INFINITY.to_bits()), 0xffff_0000);
}
