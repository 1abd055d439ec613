//! Compares, classes, cube coordinates, mixed precision, modifiers and atomics: measured rows.

use super::{COMPUTE, GRAPHICS, corners32, mode};
use crate::float::FloatMode;
use crate::float::atomic::*;
use crate::float::compare::*;
use crate::float::cube::*;
use crate::float::mix::*;
use crate::float::modifiers::*;
use std::cmp::Ordering::{Equal, Greater, Less};

const ONE: u32 = 0x3f80_0000;

#[test]
fn facts_20_and_23_compares_flush_by_bit_0() {
    for d in 0..4 {
        let m = mode(0, 0, d, 3, true);
        let flush = |x: u32| if d & 1 == 0 && x & 0x7f80_0000 == 0 { x & 0x8000_0000 } else { x };
        for &a in &corners32() {
            for &b in &corners32() {
                let (x, y) = (f32::from_bits(flush(a)), f32::from_bits(flush(b)));
                let order = x.partial_cmp(&y);
                let unordered = order.is_none();
                let (lt, eq, gt) = (order == Some(Less), order == Some(Equal), order == Some(Greater));
                let ordered = [false, lt, eq, lt || eq, gt, lt || gt, gt || eq, !unordered];
                let negated = [unordered, !(gt || eq), !(lt || gt), !gt, !(lt || eq), !eq, !lt, true];
                let want = ordered.into_iter().chain(negated).enumerate();
                for (code, want) in want {
                    let p = Predicate::from_code(code as u8);
                    assert_eq!(cmp_f32(m, p, a, b), want, "{p:?} {a:08x} {b:08x} d{d}");
                }
            }
        }
    }
}

#[test]
fn facts_45_and_60_f16_and_f64_compares() {
    for d in 0..4 {
        let m = mode(0, 0, 0, d, false);
        let flushed = d & 1 == 0;
        assert_eq!(cmp_f16(m, Predicate::Eq, 0x0001, 0x8000), flushed);
        assert_eq!(cmp_f16(m, Predicate::Lt, 0x83ff, 0x0000), !flushed);
        assert_eq!(cmp_f64(m, Predicate::Eq, 1, 1 << 63), flushed);
        assert!(cmp_f16(m, Predicate::Nlg, 0x7e00, 0x3c00));
        assert!(class_f64(1, 1 << 7) && class_f16(0x8001, 1 << 4));
    }
}

#[test]
fn classes() {
    let rows = [
        (0x7f81_2345, 0),
        (0x7fc0_0000, 1),
        (0xffc0_0000, 1),
        (0xff80_0000, 2),
        (0xbf80_0000, 3),
        (0x8000_0001, 4),
        (0x8000_0000, 5),
        (0, 6),
        (1, 7),
        (ONE, 8),
        (0x7f80_0000, 9),
    ];
    for (bits, class) in rows {
        for n in 0..10 {
            assert_eq!(class_f32(bits, 1 << n), n == class, "{bits:08x} {n}");
        }
    }
}

#[test]
fn fact_1_signalling_nans_are_quieted_only_with_ieee() {
    use crate::float::*;
    let (one, half_one) = (0x3f80_0000, 0x3c00);
    for ieee in [false, true] {
        let m = mode(0, 0, 3, 3, ieee);
        let (want, want16) = if ieee { (0xffc1_2345, 0xff01) } else { (0xff81_2345, 0xfd01) };
        for f in [
            sqrt_f32,
            rcp_f32,
            rsq_f32,
            log_f32,
            exp_f32,
            sin_f32,
            cos_f32,
            fract_f32,
            floor_f32,
            ceil_f32,
            trunc_f32,
            rndne_f32,
            rcp_iflag_f32,
            frexp_mant_f32,
        ] {
            assert_eq!(f(m, 0xff81_2345), want);
        }
        for f in [
            sqrt_f16,
            rcp_f16,
            rsq_f16,
            log_f16,
            exp_f16,
            sin_f16,
            cos_f16,
            fract_f16,
            floor_f16,
            ceil_f16,
            trunc_f16,
            rndne_f16,
            frexp_mant_f16,
        ] {
            assert_eq!(f(m, 0xfd01), want16);
        }
        assert_eq!(ldexp_f32(m, 0xff81_2345, 1), want);
        assert_eq!(ldexp_f16(m, 0xfd01, 1), want16);
        assert_eq!(div_fixup_f32(m, one, 0xff81_2345, one), want);
        assert_eq!(div_fixup_f16(m, half_one, half_one, 0xfd01), want16);
        assert_eq!(mullit_f32(m, 0xff81_2345, one, one), want);
    }
}

#[test]
fn cube_faces_and_coordinates() {
    let f = f32::to_bits;
    let (a, b, c) = (f(2.0), f(-0.5), f(0.25));
    let neg = |x: u32| x ^ 0x8000_0000;
    // Major axis x, y, z of both signs: face, s, t, 2 * major.
    let rows = [
        ([a, b, c], 0.0, neg(c), neg(b), 4.0),
        ([neg(a), b, c], 1.0, c, neg(b), -4.0),
        ([b, a, c], 2.0, b, c, 4.0),
        ([b, neg(a), c], 3.0, b, neg(c), -4.0),
        ([b, c, a], 4.0, b, neg(c), 4.0),
        ([b, c, neg(a)], 5.0, neg(b), neg(c), -4.0),
    ];
    for ([x, y, z], id, sc, tc, ma) in rows {
        assert_eq!(cubeid_f32(COMPUTE, x, y, z), f(id));
        assert_eq!(cubesc_f32(COMPUTE, x, y, z), sc);
        assert_eq!(cubetc_f32(COMPUTE, x, y, z), tc);
        assert_eq!(cubema_f32(COMPUTE, x, y, z), f(ma));
    }
    // Denormals count as zero, but are copied.
    assert_eq!(cubeid_f32(COMPUTE, 0x8000_0001, 0, 0x8000_0002), f(4.0));
    assert_eq!(cubesc_f32(COMPUTE, 1, ONE, 0), 1);
    assert_eq!(cubema_f32(COMPUTE, 0, 0, 0x8000_0001), 0);
    // LLVM folds cubeid(1, 1, 1) to 4.
    assert_eq!(cubeid_f32(COMPUTE, ONE, ONE, ONE), f(4.0));
}

#[test]
fn fact_4_and_29_cube_nan_and_directed_results() {
    let snan = 0x7f81_2345;
    assert_eq!(cubesc_f32(GRAPHICS, 0xbf80_0000, 0, snan), snan);
    assert_eq!(cubesc_f32(COMPUTE, ONE, 0, snan), 0xffc1_2345);
    assert_eq!(cubetc_f32(COMPUTE, 0, ONE, snan), 0x7fc1_2345);
    assert_eq!(cubetc_f32(GRAPHICS, ONE, snan, 0), 0xff81_2345);
    for (r, want) in [(0, 0x7f80_0000), (1, 0x7f80_0000), (2, 0x7f7f_ffff), (3, 0x7f7f_ffff)] {
        assert_eq!(cubema_f32(mode(r, 0, 0, 3, false), 0x7f7f_ffff, 0, 0), want);
        let m = mode(r, 0, 3, 3, false);
        assert_eq!(output_cube_f32(m, 0x7f7f_ffff, Omod::Mul2, false), want);
        assert_eq!(cubema_f32(m, 0, snan, 0), if r == 2 { 0x8000_0000 } else { 0 });
    }
    // omod follows IEEE alone for these.
    assert_eq!(output_cube_f32(GRAPHICS, ONE, Omod::Mul4, true), ONE);
    assert_eq!(output_cube_f32(COMPUTE, ONE, Omod::Mul4, false), ONE);
}

#[test]
fn fact_16_mix_with_a_zero_addend() {
    for ieee in [false, true] {
        let m = mode(0, 0, 0, 3, ieee);
        for zero in [MixSource::F32(0), MixSource::F16(0)] {
            for (a, want) in [(0x0080_1002, 0x0080_0000), (0x0080_1001, 0), (0x0080_1003, 0x0080_0001)] {
                assert_eq!(fma_mix_f32(m, MixSource::F32(a), MixSource::F16(0x3bff), zero), want);
                assert_eq!(fma_mix_f32(m, MixSource::F16(0x3bff), MixSource::F32(a), zero), want);
            }
        }
    }
}

#[test]
fn fact_17_f16_sources_follow_the_f16_field() {
    for d32 in [0, 3] {
        for d16 in 0..4 {
            let m = mode(0, 0, d32, d16, false);
            let want = if d16 & 1 == 0 { 0 } else { 0x3380_0000 };
            assert_eq!(fma_mix_f32(m, MixSource::F16(1), MixSource::F32(ONE), MixSource::F32(0)), want);
        }
    }
}

#[test]
fn fact_52_mixlo_rounds_once_by_the_f16_fields() {
    let args = [0xbfc0_0000, 0x3380_0000, 0x0080_0000].map(MixSource::F32);
    let run = |m: FloatMode| fma_mix_f16(m, args[0], args[1], args[2]);
    assert_eq!(run(mode(0, 0, 3, 3, false)), 0x8001);
    assert_eq!(run(mode(0, 0, 3, 0, false)), 0x8000);
    assert_eq!(run(mode(0, 2, 3, 3, false)), 0x8002);
    assert_eq!(run(mode(2, 0, 3, 3, false)), 0x8001);
}

#[test]
fn fact_18_mixlo_keeps_a_product_below_the_f32_range() {
    // 2^-130 as a product with a zero addend: seen by rounding toward plus infinity, also with f32 flushed.
    let (a, b) = (MixSource::F32(0x2000_0000), MixSource::F32(0x1d00_0000));
    assert_eq!(fma_mix_f16(mode(0, 1, 0, 3, false), a, b, MixSource::F32(0)), 1);
    assert_eq!(
        fma_mix_f16(mode(0, 1, 0, 3, false), MixSource::F32(1), MixSource::F32(ONE), MixSource::F32(0)),
        0
    );
}

#[test]
fn fact_8_mix_nan() {
    for ieee in [false, true] {
        let m = mode(0, 0, 3, 3, ieee);
        let (s, one) = (MixSource::F32(0x7f81_2345), MixSource::F32(ONE));
        assert_eq!(fma_mix_f16(m, s, one, one), 0x7e09);
        assert_eq!(fma_mix_f16(m, one, one, s), 0x7e09);
        assert_eq!(fma_mix_f32(m, s, one, one), if ieee { 0x7fc1_2345 } else { 0x7f81_2345 });
        // Fact 7: an invalid product beats a NaN addend.
        let inf = MixSource::F16(0x7c00);
        assert_eq!(fma_mix_f32(m, inf, MixSource::F16(0), MixSource::F16(0x7d01)), 0xffc0_0000);
        assert_eq!(fma_mix_f16(m, inf, MixSource::F16(0), s), 0xfe00);
    }
}

#[test]
fn fact_53_interpolation_rounds_once() {
    let m = mode(0, 0, 3, 3, false);
    // 1 + 2^-24 is not an f32; the exact sum with the low term of the product is above the tie.
    let i = f32::from_bits(0x3380_0001).to_bits();
    assert_eq!(interp_p1_f16(m, 0x3c00, i, 0x3c00), 0x3f80_0001);
    assert_eq!(interp_p1_f16(mode(0, 0, 0, 3, false), 0x3c00, 1, 0), 0);
    assert_eq!(interp_p2_f16(m, 0x7d01, ONE, ONE), 0x7f01);
    assert_eq!(interp_p1_f16(m, 0x7d01, ONE, 0), 0x7fa0_2000);
    assert_eq!(interp_p2_f16(mode(0, 0, 3, 1, false), 0x3c00, 0x3380_0000, 0), 0);
}

#[test]
fn fact_28_omod_needs_ieee_off_and_flushed_results() {
    let two = 0x4000_0000;
    assert_eq!(output_f32(mode(0, 0, 0, 3, false), ONE, Omod::Mul2, false), two);
    assert_eq!(output_f32(mode(0, 0, 1, 3, false), two, Omod::Div2, false), ONE);
    for m in [mode(0, 0, 2, 3, false), mode(0, 0, 3, 3, false), mode(0, 0, 0, 3, true)] {
        assert_eq!(output_f32(m, ONE, Omod::Mul4, false), ONE);
    }
    let m = mode(0, 0, 0, 0, false);
    assert_eq!(output_f32(m, 0x8080_0000, Omod::Div2, false), 0x8000_0000);
    // Captured on gfx1010 and gfx1030: a zero or denormal result loses its sign.
    assert_eq!(output_f32(m, 0x8000_0000, Omod::Mul2, false), 0);
    assert_eq!(output_f32(m, 0x8000_0001, Omod::Div2, false), 0);
    assert_eq!(output_f32(m, 0x7f7f_ffff, Omod::Mul2, false), 0x7f80_0000);
    assert_eq!(output_f16(m, 0x3c00, Omod::Mul4, false), 0x4400);
    assert_eq!(output_f64(m, 1f64.to_bits(), Omod::Div2, false), 0.5f64.to_bits());
    assert_eq!(output_f16(mode(0, 0, 0, 2, false), 0x3c00, Omod::Mul4, false), 0x3c00);
}

#[test]
fn facts_30_and_31_clamp() {
    for ieee in [false, true] {
        let d1 = mode(0, 0, 3, 3, ieee);
        let d0 = FloatMode { dx10_clamp: false, ..d1 };
        assert_eq!(output_f32(d1, 0x7fc1_2345, Omod::None, true), 0);
        assert_eq!(output_f32(d0, 0x7fc1_2345, Omod::None, true), 0x7fc1_2345);
        assert_eq!(output_f16(d1, 0x7f01, Omod::None, true), 0);
        assert_eq!(output_f16(d0, 0x7f01, Omod::None, true), 0x7f01);
        assert_eq!(output_f64(d1, 0x7ff8_0000_0000_0001, Omod::None, true), 0);
        for m in [d0, d1] {
            assert_eq!(output_f32(m, 0x7f80_0000, Omod::None, true), ONE);
            assert_eq!(output_f32(m, 0xff80_0000, Omod::None, true), 0);
            assert_eq!(output_f32(m, 0x8000_0000, Omod::None, true), 0);
            assert_eq!(output_f32(m, 0x3f00_0000, Omod::None, true), 0x3f00_0000);
        }
    }
}

#[test]
fn fact_70_lds_min_max_and_compare_swap() {
    for ieee in [false, true] {
        let (keep, flush) = (mode(0, 0, 3, 3, ieee), mode(0, 0, 2, 2, ieee));
        let (snan, qnan) = (0x7f81_2345, 0xffc0_0777);
        assert_eq!(atomic_min_f32(keep, ONE, snan), 0x7fc1_2345);
        assert_eq!(atomic_min_f32(keep, snan, qnan), 0x7fc1_2345);
        assert_eq!(atomic_max_f32(keep, qnan, ONE), ONE);
        assert_eq!(atomic_max_f32(keep, ONE, qnan), ONE);
        assert_eq!(atomic_max_f32(keep, qnan, 0x7fc0_0001), 0x7fc0_0001);
        assert_eq!(atomic_min_f32(keep, 0, 0x8000_0000), 0x8000_0000);
        assert_eq!(atomic_max_f32(keep, 0x8000_0000, 0), 0);
        // The flushed value is written, also when the old one wins.
        assert_eq!(atomic_max_f32(flush, 1, 0x8000_0000), 0);
        assert_eq!(atomic_max_f32(keep, 1, 0x8000_0000), 1);
        assert_eq!(atomic_max_f64(flush, 1, 1 << 63), 0);
        assert_eq!(atomic_min_f64(keep, 1, 1 << 63 | 1), 1 << 63 | 1);
        assert_eq!(atomic_cmpswap_f32(keep, 0x8000_0000, 0, 5), Some(5));
        assert_eq!(atomic_cmpswap_f32(keep, 1, 0, 5), None);
        assert_eq!(atomic_cmpswap_f32(flush, 1, 0, 5), Some(5));
        assert_eq!(atomic_cmpswap_f32(keep, qnan, qnan, 5), None);
        assert_eq!(atomic_cmpswap_f64(flush, 1, 1 << 63, 5), Some(5));
    }
}

#[test]
fn fact_71_lds_add() {
    for r in 0..4 {
        for ieee in [false, true] {
            let m = |d| mode(r, 0, d, 3, ieee);
            // Always to nearest even: 1 + 2^-24.
            assert_eq!(atomic_add_f32(m(0), ONE, 0x3380_0000), ONE);
            assert_eq!([0, 1, 2, 3].map(|d| atomic_add_f32(m(d), 1, 1)), [0, 0, 0, 2]);
            assert_eq!([0, 1, 2, 3].map(|d| atomic_add_f32(m(d), 0x0080_0001, 0x8080_0000)), [0, 0, 1, 1]);
            assert_eq!(atomic_add_f32(m(3), 0xffc0_0777, 0x7f81_2345), 0x7fc1_2345);
            assert_eq!(atomic_add_f32(m(3), 0xff81_2345, ONE), 0xffc1_2345);
            assert_eq!(atomic_add_f32(m(3), 0x7f80_0000, 0xff80_0000), 0xffc0_0000);
        }
    }
}
