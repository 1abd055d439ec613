//! f32 arithmetic against the host, the judge and the measured rows.

use super::{COMPUTE, FloatMode, GRAPHICS, ROUNDS, Random, corners32, judge_round, mode};
use crate::float::arith32::*;
use rustc_apfloat::ieee::{Quad, Single};
use rustc_apfloat::{Float, FloatConvert};

fn is_nan(x: u32) -> bool {
    x & 0x7fff_ffff > 0x7f80_0000
}

fn single(x: u32) -> Single {
    Single::from_bits(x.into())
}

/// Pairs and triples: the corner product and random ones.
fn triples(seed: u64, random: usize) -> Vec<[u32; 3]> {
    let c = corners32();
    let mut out = Vec::new();
    for &x in &c {
        for &y in &c {
            for &z in &c {
                out.push([x, y, z]);
            }
        }
    }
    let mut rng = Random(seed);
    for _ in 0..random {
        let [x, y, z] = [rng.f32(), rng.f32(), rng.f32()];
        out.push([x, y, z]);
        // A nearly cancelling addend.
        let product = f32::from_bits(x) * f32::from_bits(y);
        out.push([x, y, (-product).to_bits() ^ (z & 3)]);
    }
    out
}

fn check(name: &str, m: FloatMode, args: &[u32], got: u32, want: u32) {
    if is_nan(want) {
        assert!(is_nan(got), "{name} {m:?} {args:x?}: {got:08x}, judge says NaN");
    } else {
        assert_eq!(got, want, "{name} {m:?} {args:x?}: {got:08x} != {want:08x}");
    }
}

#[test]
fn nearest_with_denormals_kept_equals_the_host() {
    let m = mode(0, 0, 3, 3, true);
    for [a, b, c] in triples(1, 200_000) {
        let [x, y, z] = [a, b, c].map(f32::from_bits);
        check("add", m, &[a, b], add_f32(m, a, b), (x + y).to_bits());
        check("sub", m, &[a, b], sub_f32(m, a, b), (x - y).to_bits());
        check("subrev", m, &[a, b], subrev_f32(m, a, b), (y - x).to_bits());
        check("mul", m, &[a, b], mul_f32(m, a, b), (x * y).to_bits());
        check("fma", m, &[a, b, c], fma_f32(m, a, b, c), x.mul_add(y, z).to_bits());
    }
}

#[test]
fn every_direction_with_denormals_kept_equals_the_judge() {
    for (field, round) in ROUNDS {
        let m = mode(field, 0, 3, 3, true);
        let r = judge_round(round);
        for [a, b, c] in triples(2, 20_000) {
            let [x, y, z] = [a, b, c].map(single);
            check("add", m, &[a, b], add_f32(m, a, b), x.add_r(y, r).value.to_bits() as u32);
            check("mul", m, &[a, b], mul_f32(m, a, b), x.mul_r(y, r).value.to_bits() as u32);
            check("fma", m, &[a, b, c], fma_f32(m, a, b, c), x.mul_add_r(y, z, r).value.to_bits() as u32);
        }
    }
}

/// The general rule by the judge: round to 24 bits far above the denormal range, then compare with 2^-126.
fn judge_flushed(exact: Quad, r: rustc_apfloat::Round) -> u32 {
    let mut lost = false;
    let result: Single = exact.convert_r(r, &mut lost).value;
    let unbounded: Single = exact.scalbn(100).convert_r(r, &mut lost).value;
    let limit = single(0x0080_0000).scalbn(100);
    if unbounded.abs() < limit {
        if exact.is_negative() { 0x8000_0000 } else { 0 }
    } else {
        result.to_bits() as u32
    }
}

#[test]
fn flushed_products_follow_the_general_rule_in_every_direction() {
    let mut rng = Random(3);
    for (field, round) in ROUNDS {
        let m = mode(field, 0, 0, 3, false);
        let r = judge_round(round);
        for _ in 0..100_000 {
            // Exponents that make the product land around 2^-126.
            let a = (rng.f32() & 0x807f_ffff) | 0x2000_0000;
            let b = (rng.f32() & 0x807f_ffff)
                | [0x1f80_0000u32, 0x2000_0000, 0x1f00_0000][(rng.next() % 3) as usize];
            let mut lost = false;
            let x: Quad = single(a).convert(&mut lost).value;
            let y: Quad = single(b).convert(&mut lost).value;
            let want = judge_flushed((x * y).value, r);
            check("mul", m, &[a, b], mul_f32(m, a, b), want);
            check("mul_legacy", m, &[a, b], mul_legacy_f32(m, a, b), want);
            check("mullit", m, &[a, b], mullit_f32(m, a, b, 0x3f80_0000), want);
            if round == crate::float::Round::NearestEven {
                // A flushed result keeps the sign of the exact one; a flushed product of mad is a zero addend.
                check("fma", m, &[a, b], fma_f32(m, a, b, 0), want);
                check("mad", m, &[a, b], mad_f32(m, a, b, 0), if want == 0x8000_0000 { 0 } else { want });
            }
        }
    }
}

#[test]
fn fact_5_first_nan_in_operand_order_quieted_by_ieee() {
    for (m, snan) in [(COMPUTE, 0x7fc1_2345u32), (GRAPHICS, 0x7f81_2345)] {
        assert_eq!(add_f32(m, 0x7f81_2345, 0xffc0_0777), snan);
        assert_eq!(add_f32(m, 0x3f80_0000, 0x7f81_2345), snan);
        assert_eq!(sub_f32(m, 0x3f80_0000, 0x7f81_2345), snan | 0x8000_0000);
        assert_eq!(subrev_f32(m, 0x7f81_2345, 0x7fc0_0001), snan | 0x8000_0000);
        assert_eq!(mul_f32(m, 0x7f81_2345, 0x7fc0_0001), snan);
        assert_eq!(fma_f32(m, 0x3f80_0000, 0x3f80_0000, 0x7f81_2345), snan);
        assert_eq!(mad_f32(m, 0x3f80_0000, 0x3f80_0000, 0x7f81_2345), snan);
        // Invalid operations; an invalid product beats a NaN addend.
        assert_eq!(add_f32(m, 0x7f80_0000, 0xff80_0000), 0xffc0_0000);
        assert_eq!(mul_f32(m, 0x7f80_0000, 0), 0xffc0_0000);
        assert_eq!(fma_f32(m, 0x7f80_0000, 0, 0x7f81_2345), 0xffc0_0000);
        assert_eq!(mad_f32(m, 0x7f80_0000, 0, 0x7f81_2345), 0xffc0_0000);
        // The zero rule hides a NaN factor, a NaN addend still wins.
        assert_eq!(mul_legacy_f32(m, 0x7f81_2345, 0x8000_0000), 0);
        assert_eq!(mul_legacy_f32(m, 0x7f81_2345, 0x3f80_0000), snan);
        assert_eq!(mad_legacy_f32(m, 0x7f80_0000, 0, 0x7f81_2345), snan);
        assert_eq!(mad_legacy_f32(m, 0x7fc0_0001, 0x8000_0000, 0x3f80_0000), 0x3f80_0000);
        // Fact 6.
        assert_eq!(mad_legacy_f32(m, 0x7f80_0000, 0x3f80_0000, 0xff80_0000), 0xffc0_0000);
    }
}

#[test]
fn fact_9_flush_of_inputs_and_results() {
    let m = GRAPHICS;
    let denormal = 0x8000_1234;
    assert_eq!(add_f32(m, denormal, 0x8000_0000), 0x8000_0000);
    assert_eq!(add_f32(m, 0x0080_0001, 0x8080_0000), 0);
    assert_eq!(add_f32(m, 0x8080_0001, 0x0080_0000), 0x8000_0000);
    assert_eq!(mul_f32(m, 0x7f80_0000, denormal), 0xffc0_0000);
    assert_eq!(min_f32(m, denormal, 0x3f80_0000), 0x8000_0000);
    assert_eq!(max_f32(m, 0x0000_1234, 0x0000_1234), 0);
    assert_eq!(max_f32(COMPUTE, 0x0000_1234, 0x0000_1234), 0x1234);
    assert_eq!(floor_f32(m, denormal), 0x8000_0000);
    assert_eq!(floor_f32(COMPUTE, denormal), 0xbf80_0000);
    assert_eq!(ceil_f32(m, 0x0000_0001), 0);
    assert_eq!(ceil_f32(COMPUTE, 0x0000_0001), 0x3f80_0000);
    assert_eq!(fract_f32(m, 0x0000_0001), 0);
    assert_eq!(fract_f32(COMPUTE, 0x0000_0001), 1);
    assert_eq!(frexp_mant_f32(m, denormal), 0x8000_0000);
    assert_eq!(frexp_mant_f32(COMPUTE, 0x8000_0001), 0xbf00_0000);
    assert_eq!(frexp_exp_i32_f32(m, 1), 0);
    assert_eq!(frexp_exp_i32_f32(COMPUTE, 1) as i32, -148);
    // Fact 11: a flushed denormal src2 of mullit is not positive.
    assert_eq!(mullit_f32(m, 0x3f80_0000, 0x3f80_0000, 1), 0xff7f_ffff);
    assert_eq!(mullit_f32(COMPUTE, 0x3f80_0000, 0x3f80_0000, 1), 0x3f80_0000);
}

#[test]
fn fact_14_tininess_after_rounding() {
    for m in [mode(0, 0, 0, 3, false), mode(0, 0, 0, 3, true)] {
        for f in [mul_f32, mul_legacy_f32, |m, a, b| mullit_f32(m, a, b, 0x3f80_0000)] {
            assert_eq!(f(m, 0x3f7f_fffe, 0x0080_0001), 0x0080_0000);
            assert_eq!(f(m, 0x3f7f_ffff, 0x0080_0000), 0);
        }
        assert_eq!(mad_f32(m, 0x3f7f_fffe, 0x0080_0001, 0), 0x0080_0000);
        assert_eq!(fma_f32(m, 0x3f7f_fffe, 0x0080_0001, 0), 0x0080_0000);
    }
}

#[test]
fn fact_15_fma_with_a_nonzero_addend_keeps_the_fused_result() {
    let m = GRAPHICS;
    assert_eq!(fma_f32(m, 0x1fff_ffff, 0x1fff_ffff, 0x0080_0000), 0x00ff_ffff);
    // 2^-126 less three quarters of the 24-bit unit below it: rounds to 2^-126 on the denormal grid.
    assert_eq!(fma_f32(m, 0xb340_0000, 0x0080_0000, 0x0080_0000), 0x0080_0000);
}

#[test]
fn fact_21_ldexp_keeps_subnormals_and_rounds_by_mode() {
    let kept = |r| mode(r, 0, 3, 3, true);
    for (r, want) in [(0, 2), (1, 2), (2, 1), (3, 1)] {
        // 1.5 * 2^-149.
        assert_eq!(ldexp_f32(kept(r), 0x3fc0_0000, -149i32 as u32), want);
    }
    assert_eq!(ldexp_f32(COMPUTE, 0x0000_0001, 149), 0x3f80_0000);
    for (r, want) in [(0, 0x7f80_0000), (1, 0x7f80_0000), (2, 0x7f7f_ffff), (3, 0x7f7f_ffff)] {
        assert_eq!(ldexp_f32(kept(r), 0x3f80_0000, i32::MAX as u32), want);
    }
    assert_eq!(ldexp_f32(GRAPHICS, 0x3f80_0000, i32::MIN as u32), 0);
}

#[test]
fn fact_22_ldexp_in_denormal_modes_1_and_2() {
    for r in 0..4 {
        let mode1 = mode(r, 0, 1, 3, false);
        assert_eq!(ldexp_f32(mode1, 0x3fff_ffff, -127i32 as u32), 0);
        assert_eq!(ldexp_f32(mode1, 0x0000_0001, 149), 0x3f80_0000);
        assert_eq!(ldexp_f32(mode(r, 0, 2, 3, false), 0x8000_0001, 149), 0x8000_0000);
    }
    assert_eq!(ldexp_f32(mode(0, 0, 2, 3, false), 0x3fff_ffff, -127i32 as u32), 0x0080_0000);
}

#[test]
fn fact_25_and_27_mad_rounds_the_product_and_flushes_in_every_mode() {
    for d in 0..4 {
        let m = mode(0, 0, d, 3, false);
        for f in [mad_f32, mad_legacy_f32] {
            // (1 + 2^-23)^2 - (1 + 2^-22): the product loses its last bit.
            assert_eq!(f(m, 0x3f80_0001, 0x3f80_0001, 0xbf80_0002), 0);
            assert_eq!(f(m, 0x0000_0001, 0x7f00_0000, 0x3f80_0000), 0x3f80_0000);
            assert_eq!(f(m, 0x0080_0000, 0x3f00_0000, 0x8000_0000), 0);
            assert_eq!(f(m, 0x0080_0001, 0x3f80_0000, 0x8080_0000), 0);
        }
        assert_eq!(mad_legacy_f32(m, 0, 0xbf80_0000, 0x8000_0000), 0);
        assert_eq!(mad_f32(mode(2, 0, d, 3, false), 0, 0x3f80_0000, 0x8000_0000), 0x8000_0000);
    }
    assert_ne!(fma_f32(GRAPHICS, 0x3f80_0001, 0x3f80_0001, 0xbf80_0002), 0);
}

#[test]
fn min_max_nan_rules_follow_the_ieee_bit() {
    let (s, q, one) = (0x7f81_2345, 0x7fc1_2345, 0x3f80_0000);
    assert_eq!(max_f32(COMPUTE, s, one), q);
    assert_eq!(max_f32(COMPUTE, one, s), q);
    assert_eq!(max_f32(COMPUTE, q, one), one);
    assert_eq!(max_f32(COMPUTE, one, q), one);
    assert_eq!(max_f32(GRAPHICS, s, one), one);
    assert_eq!(max_f32(GRAPHICS, s, q), s);
    assert_eq!(max_f32(GRAPHICS, 0x8000_0000, 0), 0);
    assert_eq!(min_f32(GRAPHICS, 0, 0x8000_0000), 0x8000_0000);
    // LLVM folds fmed3(sNaN, 5, 3) to 3.
    assert_eq!(med3_f32(COMPUTE, s, 0x40a0_0000, 0x4040_0000), 0x4040_0000);
    assert_eq!(med3_f32(GRAPHICS, 0x4040_0000, 0xbf80_0000, one), one);
    assert_eq!(med3_f32(GRAPHICS, 0x8000_0000, 0, 0x8000_0000), 0x8000_0000);
    assert_eq!(min3_f32(GRAPHICS, 0x4040_0000, 0xbf80_0000, one), 0xbf80_0000);
    assert_eq!(max3_f32(GRAPHICS, 0x4040_0000, 0xbf80_0000, one), 0x4040_0000);
}

#[test]
fn fact_24_mullit_special_operands() {
    let one = 0x3f80_0000;
    for bad in [0xff7f_ffff, 0xff80_0000, 0x7fc0_0000, 0xffc0_0000] {
        assert_eq!(mullit_f32(COMPUTE, one, bad, one), 0xff7f_ffff);
    }
    for not_positive in [0, 0x8000_0000, 0xbf80_0000, 0x7fc0_0000, 0xff80_0000] {
        assert_eq!(mullit_f32(COMPUTE, one, one, not_positive), 0xff7f_ffff);
    }
    assert_eq!(mullit_f32(COMPUTE, 0x7f81_2345, one, one), 0x7fc1_2345);
    assert_eq!(mullit_f32(GRAPHICS, 0x7f81_2345, one, one), 0x7f81_2345);
    assert_eq!(mullit_f32(COMPUTE, 0x7fc0_0000, 0, one), 0);
}

#[test]
fn integral_and_fract_values() {
    for bits in corners32().into_iter().chain((0..1000).map(|i| 0x3f00_0000 + i * 0x3_1415)) {
        let x = f32::from_bits(bits);
        if x.is_nan() {
            continue;
        }
        assert_eq!(trunc_f32(COMPUTE, bits), x.trunc().to_bits());
        assert_eq!(rndne_f32(COMPUTE, bits), x.round_ties_even().to_bits());
        if x.is_finite() {
            let fract = (f64::from(x) - f64::from(x).floor()) as f32;
            let want = if fract >= 1.0 { 0x3f7f_ffff } else { fract.to_bits() };
            if x.abs() > 1e-20 || x == 0.0 {
                assert_eq!(fract_f32(COMPUTE, bits), want, "{bits:08x}");
            }
            let (mant, exp) = (frexp_mant_f32(COMPUTE, bits), frexp_exp_i32_f32(COMPUTE, bits) as i32);
            assert_eq!(f64::from(f32::from_bits(mant)) * f64::powi(2.0, exp), f64::from(x));
        }
    }
    assert_eq!(fract_f32(COMPUTE, 0xb000_0000), 0x3f7f_ffff);
    assert_eq!(fract_f32(COMPUTE, 0x7f80_0000), 0xffc0_0000);
    assert_eq!(rndne_f32(GRAPHICS, 0x7f81_2345), 0x7f81_2345);
}
