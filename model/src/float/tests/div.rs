//! The division macro: the sequences compilers emit give the host's quotient.

use super::{COMPUTE, GRAPHICS, Random, corners32, mode};
use crate::float::FloatMode;
use crate::float::arith32::{fma_f32, mul_f32};
use crate::float::arith64::{fma_f64, mul_f64};
use crate::float::div::*;
use crate::float::transcend::{rcp_f32, rcp_f64};

const ONE: u32 = 0x3f80_0000;
const SIGN: u32 = 0x8000_0000;

/// The f32 division LLVM emits with denormals enabled.
fn divide_f32(m: FloatMode, num: u32, den: u32) -> u32 {
    let (d, _) = div_scale_f32(m, den, den, num);
    let (n, vcc) = div_scale_f32(m, num, den, num);
    let r = rcp_f32(m, d);
    let e = fma_f32(m, d ^ SIGN, r, ONE);
    let r = fma_f32(m, e, r, r);
    let q = mul_f32(m, n, r);
    let e = fma_f32(m, d ^ SIGN, q, n);
    let q = fma_f32(m, e, r, q);
    let e = fma_f32(m, d ^ SIGN, q, n);
    let q = div_fmas_f32(m, e, r, q, vcc);
    div_fixup_f32(m, q, den, num)
}

/// The f64 division LLVM emits, starting from a reciprocal with `noise` in its low bits (the hardware's is coarse).
fn divide_f64(m: FloatMode, num: u64, den: u64, noise: u64) -> u64 {
    let one = 1f64.to_bits();
    let (d, _) = div_scale_f64(m, den, den, num);
    let neg_d = d ^ 1 << 63;
    let mut r = rcp_f64(m, d);
    if f64::from_bits(r).is_normal() {
        r ^= noise & 0x3ff_ffff;
    }
    for _ in 0..2 {
        let e = fma_f64(m, neg_d, r, one);
        r = fma_f64(m, r, e, r);
    }
    let (n, vcc) = div_scale_f64(m, num, den, num);
    let q = mul_f64(m, n, r);
    let e = fma_f64(m, neg_d, q, n);
    let q = div_fmas_f64(m, e, r, q, vcc);
    div_fixup_f64(m, q, den, num)
}

#[test]
fn the_f32_sequence_divides_correctly() {
    let mut pairs: Vec<[u32; 2]> = Vec::new();
    for &x in &corners32() {
        pairs.extend(corners32().iter().map(|&y| [x, y]));
    }
    let mut rng = Random(41);
    pairs.extend((0..500_000).map(|_| [rng.f32(), rng.f32()]));
    // Quotients in the denormal range, huge denominators, tiny numerators.
    pairs.extend((0..200_000).map(|_| [rng.f32() & 0x9fff_ffff, rng.f32() | 0x5f80_0000]));
    for [num, den] in pairs {
        let want = f32::from_bits(num) / f32::from_bits(den);
        let got = divide_f32(COMPUTE, num, den);
        if want.is_nan() {
            assert!(f32::from_bits(got).is_nan());
        } else {
            assert_eq!(got, want.to_bits(), "{num:08x} / {den:08x} = {got:08x}, host {:08x}", want.to_bits());
        }
    }
}

#[test]
fn the_f64_sequence_divides_correctly() {
    let mut rng = Random(42);
    let corners: Vec<u64> = [
        0u64,
        1,
        3,
        0x000f_ffff_ffff_ffff,
        0x0010_0000_0000_0000,
        0x0010_0000_0000_0001,
        0x0360_0000_0000_0001,
        0x3ff0_0000_0000_0000,
        0x3fff_ffff_ffff_ffff,
        0x7fd0_0000_0000_0000,
        0x7fd8_0000_0000_0001,
        0x7fe0_0000_0000_0000,
        0x7fef_ffff_ffff_ffff,
        0x7ff0_0000_0000_0000,
        0x7ff8_0000_0000_0000,
    ]
    .iter()
    .flat_map(|&x| [x, x | 1 << 63])
    .collect();
    let mut pairs: Vec<[u64; 2]> = Vec::new();
    for &x in &corners {
        pairs.extend(corners.iter().map(|&y| [x, y]));
    }
    pairs.extend((0..300_000).map(|_| [rng.f64(), rng.f64()]));
    pairs
        .extend((0..200_000).map(|_| [rng.f64() & 0x9fff_ffff_ffff_ffff, rng.f64() | 0x5ff0_0000_0000_0000]));
    for [num, den] in pairs {
        let want = f64::from_bits(num) / f64::from_bits(den);
        let got = divide_f64(COMPUTE, num, den, 0);
        // A denominator of all ones is the one significand for which Newton needs a good seed.
        if den << 12 != u64::MAX << 12 {
            let coarse = divide_f64(COMPUTE, num, den, rng.next());
            assert!(coarse == got || want.is_nan(), "{num:016x} / {den:016x} = {got:016x} or {coarse:016x}");
        }
        if want.is_nan() {
            assert!(f64::from_bits(got).is_nan());
        } else {
            assert_eq!(
                got,
                want.to_bits(),
                "{num:016x} / {den:016x} = {got:016x}, host {:016x}",
                want.to_bits()
            );
        }
    }
}

#[test]
fn fact_13_fixup_flushes_denominator_and_numerator_only() {
    assert_eq!(div_fixup_f32(GRAPHICS, 0x0000_0123, ONE, ONE), 0x0000_0123);
    assert_eq!(div_fixup_f32(GRAPHICS, ONE, 1, ONE | SIGN), 0xff80_0000);
    assert_eq!(div_fixup_f32(GRAPHICS, ONE, ONE, 1), 0);
    assert_eq!(div_fixup_f32(COMPUTE, ONE, 1, ONE), ONE);
    assert_eq!(div_fixup_f32(COMPUTE, ONE, 0, SIGN), 0xffc0_0000);
    assert_eq!(div_fixup_f32(COMPUTE, ONE, 0x7f80_0000, 0xff80_0000), 0xffc0_0000);
    assert_eq!(div_fixup_f32(COMPUTE, ONE, 0x7f81_2345, 0xff81_2345), 0xffc1_2345);
    assert_eq!(div_fixup_f32(GRAPHICS, ONE, 0x7f81_2345, ONE), 0x7f81_2345);
    // Fact 59, the f64 form.
    assert_eq!(div_fixup_f64(mode(0, 0, 3, 2, false), 5, 1f64.to_bits(), 1f64.to_bits()), 5);
    assert_eq!(div_fixup_f64(mode(0, 0, 3, 2, false), 5, 1, 1f64.to_bits()), 0x7ff0_0000_0000_0000);
}

#[test]
fn fact_43_and_48_fixup_f16() {
    let m = FloatMode { fp16_ovfl: true, ..mode(0, 0, 3, 0, false) };
    assert_eq!(div_fixup_f16(m, 0x0001, 0x3c00, 0xbc00), 0x8001);
    assert_eq!(div_fixup_f16(m, 0x3c00, 0x0001, 0x3c00), 0x7c00);
    assert_eq!(div_fixup_f16(m, 0x3c00, 0x3c00, 0xfc00), 0xfc00);
    assert_eq!(div_fixup_f16(m, 0x7c00, 0x3c00, 0x3c00), 0x7bff);
    assert_eq!(div_fixup_f16(m, 0x7e00, 0x3c00, 0xbc00), 0xfbff);
}

#[test]
fn fact_12_and_8_scale_flushes_inputs_and_never_quiets() {
    assert_eq!(div_scale_f32(GRAPHICS, ONE, 1, ONE).0, 0xffc0_0000);
    assert_eq!(div_scale_f32(COMPUTE, 0x7f81_2345, ONE, ONE).0, 0x7f81_2345);
    // A denormal denominator is scaled up together with the numerator.
    assert_eq!(div_scale_f32(COMPUTE, 1, 1, 0x0080_0000), (0x1500_0000, false));
    assert_eq!(div_scale_f32(COMPUTE, 0x0080_0000, 1, 0x0080_0000), (0x2080_0000, false));
}

#[test]
fn fact_19_and_56_fmas_flushes_only_its_result() {
    assert_eq!(div_fmas_f32(GRAPHICS, 1, 0x7f00_0000, 0, false), 0x3480_0000);
    assert_eq!(div_fmas_f32(GRAPHICS, 0, 0, 0x0000_0123, false), 0);
    assert_eq!(div_fmas_f64(mode(0, 0, 3, 0, false), 1, 1f64.to_bits(), 1 << 52, false), (1 << 52) + 1);
}

/// Rows folded by LLVM 19 (instcombine, gfx1030).
#[test]
fn trig_preop_equals_llvm() {
    let rows: [(u64, u32, u64); 21] = [
        (0x3ff0_1234_5678_9abc, 0, 0x3fe4_5f30_6dc9_c882),
        (0x3ff0_1234_5678_9abc, 1, 0x3c94_a7f0_9d5f_47d4),
        (0x3ff0_1234_5678_9abc, 2, 0x394a_6ee0_6db1_4acc),
        (0x4340_1234_5678_9abc, 0, 0x3fe4_5f30_6dc9_c882),
        (0x4350_1234_5678_9abc, 3, 0x35f3_c439_041f_e516),
        (0x4360_1234_5678_9abc, 0, 0x3fc1_7cc1_b727_220a),
        (0x4550_1234_5678_9abc, 0, 0x3dd3_9105_4a7f_09d4),
        (0x5dc0_1234_5678_9abc, 1, 0x2214_baed_1213_a670),
        (0x5dc0_1234_5678_9abc, 7, 0x0e26_b414_da3e_da6c),
        (0x7af0_1234_5678_9abc, 2, 0x01a7_cbe2_f67a_0e73),
        (0x7b00_1234_5678_9abc, 0, 0x1037_4f46_3f66_9e5f),
        (0x7b00_1234_5678_9abc, 1, 0x0ced_45ae_a4f7_58fd),
        (0x7b00_1234_5678_9abc, 4, 0x02f5_fb11_f8d5_d085),
        (0x7b00_1234_5678_9abc, 5, 0),
        (0x7de0_1234_5678_9abc, 5, 0),
        (0x7fe0_1234_5678_9abc, 0, 0x0b43_dd63_f5f2_f8bc),
        (0x7fe0_1234_5678_9abc, 2, 0x04b2_ea6b_fb5f_b11f),
        (0x7ff0_0000_0000_0000, 0, 0x0b43_dd63_f5f2_f8bd),
        (0x3ff0_1234_5678_9abc, 20, 0x0000_0000_0000_294a),
        (0x3ff0_1234_5678_9abc, 35, 0x35f3_c439_041f_e516),
        (0x7ff4_0000_0000_0000, 0, 0x7ffc_0000_0000_0000),
    ];
    for (a, segment, want) in rows {
        assert_eq!(trig_preop_f64(COMPUTE, a, segment), want, "{a:016x} {segment}");
    }
}
