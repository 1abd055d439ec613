//! Transcendentals: special operands exactly, captured words within their bound, the host's f64 functions
//! elsewhere.
//!
//! The captured words were published by AMD with an emulator (captures of gfx1100 and gfx1201; facts only). They
//! show the bound and the special cases; RDNA1 is not among them.

use super::{COMPUTE, GRAPHICS, Random, mode};
use crate::float::FloatMode;
use crate::float::transcend::*;

fn ulps(a: u32, b: u32) -> u32 {
    let key = |x: u32| if x >> 31 == 0 { i64::from(x) } else { -i64::from(x & 0x7fff_ffff) };
    key(a).abs_diff(key(b)) as u32
}

type Unary = fn(FloatMode, u32) -> u32;

#[test]
fn special_operands_of_f32() {
    let (inf, neg, nan) = (0x7f80_0000, 0xbf80_0000, 0xffc0_0000);
    let rows: [(Unary, u32, u32); 30] = [
        (rcp_f32, 0, inf),
        (rcp_f32, 0x8000_0000, 0xff80_0000),
        (rcp_f32, 1, inf),
        (rcp_f32, 0x0080_0000, 0x7e80_0000),
        (rcp_f32, 0x7f00_0000, 0),
        (rcp_f32, inf, 0),
        (rcp_iflag_f32, 0x8000_0001, 0xff80_0000),
        (rsq_f32, 0, inf),
        (rsq_f32, 0x8000_0000, 0xff80_0000),
        (rsq_f32, 0x8000_0001, 0xff80_0000),
        (rsq_f32, neg, nan),
        (rsq_f32, 0xff80_0000, nan),
        (rsq_f32, inf, 0),
        (sqrt_f32, 0x8000_0001, 0x8000_0000),
        (sqrt_f32, 1, 0),
        (sqrt_f32, neg, nan),
        (sqrt_f32, inf, inf),
        (log_f32, 0x8000_0000, 0xff80_0000),
        (log_f32, 1, 0xff80_0000),
        (log_f32, neg, nan),
        (log_f32, inf, inf),
        (log_f32, 0x3f80_0000, 0),
        (exp_f32, 0xff80_0000, 0),
        (exp_f32, inf, inf),
        (exp_f32, 0x3f80_0000, 0x4000_0000),
        (exp_f32, 0xc2fc_0000, 0x0080_0000),
        (exp_f32, 0xc2fc_0001, 0),
        (exp_f32, 0x4300_0000, inf),
        (sin_f32, inf, nan),
        (cos_f32, 0xff80_0000, nan),
    ];
    for m in [COMPUTE, GRAPHICS] {
        for (i, (f, a, want)) in rows.into_iter().enumerate() {
            assert_eq!(f(m, a), want, "row {i} {a:08x}");
        }
        let snan = if m.ieee { 0xffe1_2345 } else { 0xffa1_2345 };
        for f in [rcp_f32, rsq_f32, sqrt_f32, log_f32, exp_f32, sin_f32, cos_f32] {
            assert_eq!(f(m, 0xffa1_2345), snan);
        }
    }
}

#[test]
fn captured_words_are_within_one_ulp() {
    let rcp = [
        (0x3f80_0001, 0x3f7f_fffe),
        (0x3f81_ffff, 0x3f7c_0fc3),
        (0x3f82_0000, 0x3f7c_0fc1),
        (0x3fc0_0000, 0x3f2a_aaaa),
        (0x3fff_ffff, 0x3f00_0001),
        (0x3f80_2922, 0x3f7f_add6),
        (0x3f93_2edd, 0x3f5e_a262),
        (0x3fb0_333c, 0x3f39_f868),
    ];
    let rsq = [
        (0x3f80_0001, 0x3f7f_ffff),
        (0x3f83_ffff, 0x3f7c_1765),
        (0x3f80_40c4, 0x3f7f_bf55),
        (0x3fc0_0000, 0x3f51_05ec),
        (0x4000_0001, 0x3f35_04f2),
        (0x4004_0000, 0x3f32_416a),
        (0x403f_ffff, 0x3f13_cd3b),
        (0x407f_ffff, 0x3f00_0000),
    ];
    let sqrt = [
        (0x3f7a_2707, 0x3f7d_0f30),
        (0x3f80_0005, 0x3f80_0002),
        (0x4005_a8f7, 0x3fb8_fa71),
        (0x4006_e699, 0x3fb9_d5ba),
        (0x00ff_ffff, 0x2035_04f3),
        (0x0100_0001, 0x2035_04f4),
        (0x407f_ffff, 0x3fff_ffff),
        (0x7f7f_ffff, 0x5f7f_ffff),
    ];
    let log = [
        (0x3f00_0000, 0xbf80_0000),
        (0x3f7b_ffff, 0xbcba_1fa3),
        (0x3f7d_ffec, 0xbc39_6b23),
        (0x3f7f_ffff, 0xb3b8_aa3c),
        (0x3f80_0001, 0x3438_aa3b),
        (0x3f80_0c30, 0x3a0c_a2fa),
        (0x3f83_5d48, 0x3d19_508b),
        (0x3fff_ffff, 0x3f7f_ffff),
    ];
    let exp = [
        (0x337f_ffff, 0x3f80_0000),
        (0xb380_0001, 0x3f7f_ffff),
        (0x42ff_ffff, 0x7f7f_ffa7),
        (0x3f05_67ec, 0x3fb7_b03d),
        (0xc114_ed44, 0x3ace_cc1e),
        (0x3550_0000, 0x3f80_0004),
        (0x3e80_001e, 0x3f98_37f6),
        (0x3f60_0022, 0x3fea_c0dc),
    ];
    let all: [(Unary, [(u32, u32); 8]); 5] =
        [(rcp_f32, rcp), (rsq_f32, rsq), (sqrt_f32, sqrt), (log_f32, log), (exp_f32, exp)];
    for (f, rows) in all {
        for (a, hardware) in rows {
            assert!(
                ulps(f(COMPUTE, a), hardware) <= 1,
                "{a:08x}: {:08x}, hardware {hardware:08x}",
                f(COMPUTE, a)
            );
        }
    }
}

#[test]
fn fact_33_and_34_small_sines() {
    let c = f32::from_bits(0x40c9_0fd5);
    for bits in [0x397f_ffffu32, 0xb97f_ffff, 0x3000_1234, 0x0080_0000, 0x8000_0000] {
        assert_eq!(sin_f32(COMPUTE, bits), (f32::from_bits(bits) * c).to_bits());
    }
    assert_eq!(sin_f32(COMPUTE, 1), 6);
    assert_eq!(sin_f32(GRAPHICS, 1), 0);
}

#[test]
fn quarter_turns_are_exact() {
    for n in -1100i32..1100 {
        let turns = (n as f32 / 4.0).to_bits();
        let sin = [0.0f32, 1.0, 0.0, -1.0][n.rem_euclid(4) as usize];
        let cos = [1.0f32, 0.0, -1.0, 0.0][n.rem_euclid(4) as usize];
        assert_eq!(f32::from_bits(sin_f32(COMPUTE, turns)), sin, "{n}");
        assert_eq!(f32::from_bits(cos_f32(COMPUTE, turns)), cos, "{n}");
    }
    assert_eq!(cos_f32(COMPUTE, 0x7f7f_ffff), 0x3f80_0000);
}

#[test]
fn sine_and_cosine_equal_the_host_in_radians() {
    let mut rng = Random(51);
    for _ in 0..100_000 {
        let x = f32::from_bits(rng.next() as u32 & 0x80ff_ffff | 0x3f00_0000);
        let angle = f64::from(x) * std::f64::consts::TAU;
        for (f, want) in [(sin_f32 as Unary, angle.sin()), (cos_f32, angle.cos())] {
            if want.abs() > 1e-6 {
                assert!(ulps(f(COMPUTE, x.to_bits()), (want as f32).to_bits()) <= 1, "{x}");
            }
        }
    }
}

#[test]
fn fact_41_f16_functions_flush_by_their_bits() {
    for ieee in [false, true] {
        let m = |d| mode(0, 0, 3, d, ieee);
        assert_eq!([0, 1, 2, 3].map(|d| rcp_f16(m(d), 0x0300)), [0x7c00, 0x7555, 0x7c00, 0x7555]);
        assert_eq!([0, 1, 2, 3].map(|d| rcp_f16(m(d), 0x7bff)), [0, 0, 0x0100, 0x0100]);
        assert_eq!([0, 1, 2, 3].map(|d| exp_f16(m(d), 0xcc00)), [0, 0, 0x0100, 0x0100]);
        assert_eq!([0, 1, 2, 3].map(|d| sqrt_f16(m(d), 0x0100)), [0, 0x1c00, 0, 0x1c00]);
        assert_eq!([0, 1, 2, 3].map(|d| log_f16(m(d), 0x0001)), [0xfc00, 0xce00, 0xfc00, 0xce00]);
        assert_eq!([0, 1, 2, 3].map(|d| sin_f16(m(d), 0x0001)), [0, 0, 0, 6]);
        assert_eq!(rsq_f16(m(3), 0x4400), 0x3800);
        assert_eq!(cos_f16(m(3), 0x3800), 0xbc00);
    }
}

#[test]
fn fact_48_f16_functions_overflow() {
    let m = FloatMode { fp16_ovfl: true, ..mode(0, 0, 3, 3, false) };
    assert_eq!(rcp_f16(m, 0x8000), 0xfbff);
    assert_eq!(rsq_f16(m, 0), 0x7bff);
    assert_eq!(log_f16(m, 0), 0xfbff);
    assert_eq!(exp_f16(m, 0x4c00), 0x7bff);
    assert_eq!(exp_f16(m, 0x7c00), 0x7c00);
    assert_eq!(sqrt_f16(m, 0x7c00), 0x7c00);
}

#[test]
fn f64_functions() {
    assert_eq!(rcp_f64(COMPUTE, 3f64.to_bits()), (1.0f64 / 3.0).to_bits());
    assert_eq!(sqrt_f64(COMPUTE, (-1f64).to_bits()), 0xfff8_0000_0000_0000);
    assert_eq!(rsq_f64(COMPUTE, 1 << 63), 0xfff0_0000_0000_0000);
    assert_eq!(rcp_f64(mode(0, 0, 3, 2, false), 1), 0x7ff0_0000_0000_0000);
}
