//! f64 arithmetic against the host, the judge and the measured rows.

use super::{ROUNDS, Random, judge_round, mode};
use crate::float::FloatMode;
use crate::float::arith64::*;
use rustc_apfloat::Float;
use rustc_apfloat::ieee::Double;

fn check(name: &str, m: FloatMode, args: &[u64], got: u64, want: u64) {
    if f64::from_bits(want).is_nan() {
        assert!(f64::from_bits(got).is_nan(), "{name} {m:?} {args:x?}: {got:016x}, judge says NaN");
    } else {
        assert_eq!(got, want, "{name} {m:?} {args:x?}: {got:016x} != {want:016x}");
    }
}

fn samples(random: usize) -> Vec<[u64; 3]> {
    let c = [
        0u64,
        1,
        0x000f_ffff_ffff_ffff,
        0x0010_0000_0000_0000,
        0x0010_0000_0000_0001,
        0x1fff_ffff_ffff_ffff,
        0x2000_0000_0000_0001,
        0x3fe0_0000_0000_0000,
        0x3fef_ffff_ffff_ffff,
        0x3ff0_0000_0000_0000,
        0x3ff0_0000_0000_0001,
        0x7fef_ffff_ffff_ffff,
        0x7ff0_0000_0000_0000,
        0x7ff0_0000_0000_1234,
    ];
    let c: Vec<u64> = c.iter().flat_map(|&x| [x, x | 1 << 63]).collect();
    let mut out = Vec::new();
    for &x in &c {
        for &y in &c {
            for &z in &c {
                out.push([x, y, z]);
            }
        }
    }
    let mut rng = Random(21);
    for _ in 0..random {
        let [x, y, z] = [rng.f64(), rng.f64(), rng.f64()];
        out.push([x, y, z]);
        let product = f64::from_bits(x) * f64::from_bits(y);
        out.push([x, y, (-product).to_bits() ^ (z & 3)]);
    }
    out
}

#[test]
fn nearest_with_denormals_kept_equals_the_host() {
    let m = mode(0, 0, 3, 3, true);
    for [a, b, c] in samples(100_000) {
        let [x, y, z] = [a, b, c].map(f64::from_bits);
        check("add", m, &[a, b], add_f64(m, a, b), (x + y).to_bits());
        check("mul", m, &[a, b], mul_f64(m, a, b), (x * y).to_bits());
        check("fma", m, &[a, b, c], fma_f64(m, a, b, c), x.mul_add(y, z).to_bits());
    }
}

#[test]
fn every_direction_with_denormals_kept_equals_the_judge() {
    for (field, round) in ROUNDS {
        let m = mode(0, field, 3, 3, true);
        let r = judge_round(round);
        for [a, b, c] in samples(10_000) {
            let [x, y, z] = [a, b, c].map(|v| Double::from_bits(v.into()));
            check("add", m, &[a, b], add_f64(m, a, b), x.add_r(y, r).value.to_bits() as u64);
            check("mul", m, &[a, b], mul_f64(m, a, b), x.mul_r(y, r).value.to_bits() as u64);
            check("fma", m, &[a, b, c], fma_f64(m, a, b, c), x.mul_add_r(y, z, r).value.to_bits() as u64);
        }
    }
}

#[test]
fn fact_58_products_are_tiny_after_rounding() {
    for ieee in [false, true] {
        for d in 0..4 {
            let m = mode(0, 0, 3, d, ieee);
            assert_eq!(mul_f64(m, 0x2000_0000_0000_0001, 0x1fff_ffff_ffff_fffe), 0x0010_0000_0000_0000);
        }
        let flush = mode(0, 0, 3, 0, ieee);
        assert_eq!(mul_f64(flush, 0x2000_0000_0000_0000, 0x1fff_ffff_ffff_ffff), 0);
        assert_eq!(add_f64(flush, 0x0010_0000_0000_0001, 0x8010_0000_0000_0000), 0);
        assert_eq!(add_f64(mode(0, 0, 3, 2, ieee), 0x0010_0000_0000_0001, 0x8010_0000_0000_0000), 1);
        assert_eq!(add_f64(mode(0, 0, 3, 2, ieee), 1, 0), 0);
    }
}

#[test]
fn fact_56_fma_is_tiny_before_rounding() {
    let (flush, keep) = (mode(0, 0, 3, 1, false), mode(0, 0, 3, 3, false));
    let args = (0x2000_0000_0000_0001, 0x1fff_ffff_ffff_fffe);
    // The product of fact 58 rounds up to the smallest normal, but is below it before rounding.
    assert_eq!(fma_f64(keep, args.0, args.1, 0), 0x0010_0000_0000_0000);
    assert_eq!(fma_f64(flush, args.0, args.1, 0), 0);
    // Fact 55: one rounding with a subnormal operand.
    assert_eq!(fma_f64(keep, 0x3ff8_0000_0000_0000, 1, 0), 2);
    assert_eq!(fma_f64(keep, 0x3ff8_0000_0000_0000, 1, 1), 2);
}

#[test]
fn fact_57_rounding_flushes_inputs_and_fract_its_result() {
    for ieee in [false, true] {
        let m = |d| mode(0, 0, 3, d, ieee);
        assert_eq!([0, 1, 2, 3].map(|d| floor_f64(m(d), 1 << 63 | 1) >> 52), [0x800, 0xbff, 0x800, 0xbff]);
        assert_eq!([0, 1, 2, 3].map(|d| ceil_f64(m(d), 1) >> 52), [0, 0x3ff, 0, 0x3ff]);
        assert_eq!([0, 1, 2, 3].map(|d| fract_f64(m(d), 1)), [0, 0, 0, 1]);
        assert_eq!([0, 1, 2, 3].map(|d| frexp_exp_i32_f64(m(d), 1) as i32), [0, -1073, 0, -1073]);
        assert_eq!([0, 1, 2, 3].map(|d| frexp_mant_f64(m(d), 1) >> 52), [0, 0x3fe, 0, 0x3fe]);
    }
}

#[test]
fn fact_2_signalling_nans_are_quieted_only_with_ieee() {
    let snan = 0x7ff0_0000_0000_1234;
    for (ieee, want) in [(false, snan), (true, snan | 1 << 51)] {
        let m = mode(0, 0, 3, 3, ieee);
        for f in [fract_f64, floor_f64, ceil_f64, trunc_f64, rndne_f64, frexp_mant_f64] {
            assert_eq!(f(m, snan), want);
        }
        assert_eq!(ldexp_f64(m, snan, 1), want);
        for f in [
            crate::float::transcend::sqrt_f64,
            crate::float::transcend::rcp_f64,
            crate::float::transcend::rsq_f64,
        ] {
            assert_eq!(f(m, snan), want);
        }
        assert_eq!(crate::float::div::div_fixup_f64(m, 0, 0, snan), want);
    }
}

#[test]
fn ldexp_and_integral_values_equal_the_host() {
    let m = mode(0, 0, 3, 3, true);
    let mut rng = Random(22);
    for _ in 0..50_000 {
        let bits = rng.f64();
        let x = f64::from_bits(bits);
        if x.is_nan() {
            continue;
        }
        check("floor", m, &[bits], floor_f64(m, bits), x.floor().to_bits());
        check("ceil", m, &[bits], ceil_f64(m, bits), x.ceil().to_bits());
        check("trunc", m, &[bits], trunc_f64(m, bits), x.trunc().to_bits());
        check("rndne", m, &[bits], rndne_f64(m, bits), x.round_ties_even().to_bits());
        let n = (rng.next() % 4000) as i32 - 2000;
        let want = Double::from_bits(bits.into()).scalbn(n).to_bits() as u64;
        check("ldexp", m, &[bits], ldexp_f64(m, bits, n as u32), want);
    }
}
