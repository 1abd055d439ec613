//! f16 arithmetic against the judge and the measured rows.

use super::{ROUNDS, Random, judge_round, mode};
use crate::float::FloatMode;
use crate::float::arith16::*;
use rustc_apfloat::ieee::{Half, Quad};
use rustc_apfloat::{Float, FloatConvert};

fn is_nan(x: u16) -> bool {
    x & 0x7fff > 0x7c00
}

fn half(x: u16) -> Half {
    Half::from_bits(x.into())
}

fn check(name: &str, m: FloatMode, args: &[u16], got: u16, want: u16) {
    if is_nan(want) {
        assert!(is_nan(got), "{name} {m:?} {args:x?}: {got:04x}, judge says NaN");
    } else {
        assert_eq!(got, want, "{name} {m:?} {args:x?}: {got:04x} != {want:04x}");
    }
}

/// The 20 halves of the measured sweeps plus random ones.
fn samples() -> Vec<[u16; 3]> {
    let c = [
        0u16, 1, 0x3ff, 0x400, 0x401, 0x7ff, 0x800, 0x3800, 0x3bff, 0x3c00, 0x3c01, 0x7bff, 0x7c00, 0x7d01,
        0x7e01,
    ];
    let c: Vec<u16> = c.iter().flat_map(|&x| [x, x | 0x8000]).collect();
    let mut out = Vec::new();
    for &x in &c {
        for &y in &c {
            for &z in &c {
                out.push([x, y, z]);
            }
        }
    }
    let mut rng = Random(11);
    out.extend((0..20_000).map(|_| {
        let r = rng.next();
        [r as u16, (r >> 16) as u16, (r >> 32) as u16]
    }));
    out
}

#[test]
fn every_direction_with_denormals_kept_equals_the_judge() {
    for (field, round) in ROUNDS {
        let m = mode(0, field, 3, 3, true);
        let r = judge_round(round);
        for [a, b, c] in samples() {
            let [x, y, z] = [a, b, c].map(half);
            check("add", m, &[a, b], add_f16(m, a, b), x.add_r(y, r).value.to_bits() as u16);
            check("sub", m, &[a, b], sub_f16(m, a, b), x.sub_r(y, r).value.to_bits() as u16);
            check("mul", m, &[a, b], mul_f16(m, a, b), x.mul_r(y, r).value.to_bits() as u16);
            check("fma", m, &[a, b, c], fma_f16(m, a, b, c), x.mul_add_r(y, z, r).value.to_bits() as u16);
        }
    }
}

#[test]
fn flushed_results_follow_the_general_rule() {
    for (field, round) in ROUNDS {
        let m = mode(0, field, 3, 0, false);
        let r = judge_round(round);
        for [a, b, c] in samples() {
            let flushed = |x: u16| if x & 0x7c00 == 0 { x & 0x8000 } else { x };
            let [a, b, c] = [a, b, c].map(flushed);
            let mut lost = false;
            let [x, y, z]: [Quad; 3] = [a, b, c].map(|v| half(v).convert(&mut lost).value);
            // Exact in 113 bits: 22 product bits and an addend within 2^63 of them.
            let exact = x.mul_add_r(y, z, r).value;
            if !exact.is_finite() || exact.is_zero() {
                continue;
            }
            let unbounded: Half = exact.scalbn(12).convert_r(r, &mut lost).value;
            let want = if unbounded.abs() < half(0x0400).scalbn(12) {
                if exact.is_negative() { 0x8000 } else { 0 }
            } else {
                let bits: Half = exact.convert_r(r, &mut lost).value;
                bits.to_bits() as u16
            };
            check("fma", m, &[a, b, c], fma_f16(m, a, b, c), want);
        }
    }
}

#[test]
fn fact_37_flush_bits_act_on_their_own_side() {
    for ieee in [false, true] {
        let m = |d| mode(0, 0, 3, d, ieee);
        // 0x0001 + 0x0400: input denormal; 0x0401 - 0x0400: result denormal.
        assert_eq!([0, 1, 2, 3].map(|d| add_f16(m(d), 1, 0x400)), [0x400, 0x401, 0x400, 0x401]);
        assert_eq!([0, 1, 2, 3].map(|d| sub_f16(m(d), 0x401, 0x400)), [0, 0, 1, 1]);
        assert_eq!([0, 1, 2, 3].map(|d| sub_f16(m(d), 0x400, 0x401)), [0x8000, 0x8000, 0x8001, 0x8001]);
    }
}

#[test]
fn fact_38_and_39_tininess_after_rounding_to_11_bits() {
    for ieee in [false, true] {
        let flush = mode(0, 0, 3, 1, ieee);
        assert_eq!(mul_f16(flush, 0x3bff, 0x0400), 0);
        assert_eq!(mul_f16(flush, 0x3c01, 0x03ff), 0x0400);
        assert_eq!(fma_f16(mode(0, 0, 3, 0, ieee), 0x0400, 0x0400, 0x8400), 0x8400);
    }
}

#[test]
fn fact_7_invalid_products_give_the_default_nan() {
    for m in [mode(0, 0, 3, 3, true), mode(0, 0, 0, 0, false)] {
        for c in [0x3c00u16, 0x7d01, 0x7e01, 0xfd01, 0x7c00] {
            assert_eq!(fma_f16(m, 0x7c00, 0, c), 0xfe00);
            assert_eq!(fma_f16(m, 0x8000, 0xfc00, c), 0xfe00);
        }
    }
}

#[test]
fn fact_46_and_47_packed_nan_and_denormal_rules() {
    let (on, off) = (mode(0, 0, 3, 3, true), mode(0, 0, 3, 3, false));
    assert_eq!(add_f16(on, 0x7d01, 0x3c00), 0x7f01);
    assert_eq!(add_f16(off, 0x7d01, 0x3c00), 0x7d01);
    assert_eq!(min_f16(on, 0x7d01, 0x3c00), 0x7f01);
    assert_eq!(min_f16(on, 0x7e01, 0x3c00), 0x3c00);
    assert_eq!(min_f16(off, 0x7d01, 0x3c00), 0x3c00);
    // inf * 0x0001 is invalid when inputs are flushed.
    assert_eq!(mul_f16(mode(0, 0, 3, 0, false), 0x7c00, 1), 0xfe00);
    assert_eq!(mul_f16(mode(0, 0, 3, 1, false), 0x7c00, 1), 0x7c00);
    assert_eq!(max_f16(mode(0, 0, 3, 1, false), 1, 0), 1);
}

#[test]
fn fact_44_ldexp_f16() {
    for ieee in [false, true] {
        assert_eq!(ldexp_f16(mode(0, 0, 3, 1, ieee), 0x07ff, 0xffff), 0);
        assert_eq!(ldexp_f16(mode(0, 0, 3, 3, ieee), 0x07ff, 0xffff), 0x0400);
        assert_eq!(ldexp_f16(mode(0, 0, 3, 2, ieee), 0x83ff, 0), 0x8000);
    }
}

#[test]
fn fact_48_overflow_gives_the_largest_finite_value() {
    let m = FloatMode { fp16_ovfl: true, ..mode(0, 0, 3, 3, false) };
    assert_eq!(add_f16(m, 0x7bff, 0x7bff), 0x7bff);
    assert_eq!(mul_f16(m, 0xfbff, 0x4000), 0xfbff);
    assert_eq!(add_f16(m, 0x7c00, 0x7bff), 0x7c00);
    assert_eq!(fma_f16(m, 0x7bff, 0x4000, 0xfc00), 0xfc00);
    assert_eq!(ldexp_f16(m, 0x3c00, 16), 0x7bff);
}

#[test]
fn fact_51_and_3_pack() {
    assert_eq!(pack_b32_f16(mode(0, 0, 3, 0, false), 0x8001, 0x7d01), 0x7d01_8000);
    assert_eq!(pack_b32_f16(mode(0, 0, 3, 1, true), 0x8001, 0x7d01), 0x7f01_8001);
}

#[test]
fn integral_values_of_every_half() {
    let m = mode(0, 0, 3, 3, true);
    for bits in 0..=u16::MAX {
        if is_nan(bits) {
            continue;
        }
        let x = half::f16::from_bits(bits).to_f64();
        let same = |name, got, want: f64| {
            let got = half::f16::from_bits(got).to_f64();
            assert_eq!(got.to_bits(), want.to_bits(), "{name} {bits:04x}");
        };
        same("floor", floor_f16(m, bits), x.floor());
        same("ceil", ceil_f16(m, bits), x.ceil());
        same("trunc", trunc_f16(m, bits), x.trunc());
        same("rndne", rndne_f16(m, bits), x.round_ties_even());
        let (mant, exp) = (frexp_mant_f16(m, bits), frexp_exp_i16_f16(m, bits) as i16);
        same("frexp", bits, half::f16::from_bits(mant).to_f64() * 2f64.powi(exp.into()));
    }
}
