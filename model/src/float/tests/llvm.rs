//! Rows folded by LLVM 19 for gfx1030 (instsimplify, instcombine): the cell with IEEE on, denormals kept, rounding
//! to nearest even.

use super::COMPUTE;
use crate::float::*;

const M: FloatMode = COMPUTE;

#[test]
fn cubeid_equals_llvm() {
    let rows = [
        ([0x3a1e_c87d, 0xb8a5_6ae7, 0xc09e_7093], 0x40a0_0000),
        ([0x0000_0000, 0x4049_0fdb, 0x8000_0000], 0x4000_0000),
        ([0xba40_efb1, 0x39aa_6e3b, 0x3fe3_ad11], 0x4080_0000),
        ([0x3a1c_e068, 0x4499_9dec, 0xbe4c_3378], 0x4000_0000),
        ([0x38eb_744e, 0xc29b_2406, 0xb80c_2679], 0x4040_0000),
        ([0xb875_5bb2, 0xb8a2_ce65, 0xc5c6_a9b4], 0x40a0_0000),
        ([0x45c3_cdf4, 0x8000_0000, 0xc0c3_f6c6], 0x0000_0000),
        ([0xbeb3_89d6, 0xc3b1_31a8, 0x3f80_0000], 0x4040_0000),
    ];
    for ([a, b, c], want) in rows {
        assert_eq!(cubeid_f32(M, a, b, c), want);
    }
}

#[test]
fn cubesc_equals_llvm() {
    let rows = [
        ([0x3a1e_c87d, 0xb8a5_6ae7, 0xc09e_7093], 0xba1e_c87d),
        ([0x0000_0000, 0x4049_0fdb, 0x8000_0000], 0x0000_0000),
        ([0xba40_efb1, 0x39aa_6e3b, 0x3fe3_ad11], 0xba40_efb1),
        ([0x3a1c_e068, 0x4499_9dec, 0xbe4c_3378], 0x3a1c_e068),
        ([0x38eb_744e, 0xc29b_2406, 0xb80c_2679], 0x38eb_744e),
        ([0xb875_5bb2, 0xb8a2_ce65, 0xc5c6_a9b4], 0x3875_5bb2),
        ([0x45c3_cdf4, 0x8000_0000, 0xc0c3_f6c6], 0x40c3_f6c6),
        ([0xbeb3_89d6, 0xc3b1_31a8, 0x3f80_0000], 0xbeb3_89d6),
    ];
    for ([a, b, c], want) in rows {
        assert_eq!(cubesc_f32(M, a, b, c), want);
    }
}

#[test]
fn cubetc_equals_llvm() {
    let rows = [
        ([0x3a1e_c87d, 0xb8a5_6ae7, 0xc09e_7093], 0x38a5_6ae7),
        ([0x0000_0000, 0x4049_0fdb, 0x8000_0000], 0x8000_0000),
        ([0xba40_efb1, 0x39aa_6e3b, 0x3fe3_ad11], 0xb9aa_6e3b),
        ([0x3a1c_e068, 0x4499_9dec, 0xbe4c_3378], 0xbe4c_3378),
        ([0x38eb_744e, 0xc29b_2406, 0xb80c_2679], 0x380c_2679),
        ([0xb875_5bb2, 0xb8a2_ce65, 0xc5c6_a9b4], 0x38a2_ce65),
        ([0x45c3_cdf4, 0x8000_0000, 0xc0c3_f6c6], 0x0000_0000),
        ([0xbeb3_89d6, 0xc3b1_31a8, 0x3f80_0000], 0xbf80_0000),
    ];
    for ([a, b, c], want) in rows {
        assert_eq!(cubetc_f32(M, a, b, c), want);
    }
}

#[test]
fn cubema_equals_llvm() {
    let rows = [
        ([0x3a1e_c87d, 0xb8a5_6ae7, 0xc09e_7093], 0xc11e_7093),
        ([0x0000_0000, 0x4049_0fdb, 0x8000_0000], 0x40c9_0fdb),
        ([0xba40_efb1, 0x39aa_6e3b, 0x3fe3_ad11], 0x4063_ad11),
        ([0x3a1c_e068, 0x4499_9dec, 0xbe4c_3378], 0x4519_9dec),
        ([0x38eb_744e, 0xc29b_2406, 0xb80c_2679], 0xc31b_2406),
        ([0xb875_5bb2, 0xb8a2_ce65, 0xc5c6_a9b4], 0xc646_a9b4),
        ([0x45c3_cdf4, 0x8000_0000, 0xc0c3_f6c6], 0x4643_cdf4),
        ([0xbeb3_89d6, 0xc3b1_31a8, 0x3f80_0000], 0xc431_31a8),
    ];
    for ([a, b, c], want) in rows {
        assert_eq!(cubema_f32(M, a, b, c), want);
    }
}

#[test]
fn fract_equals_llvm() {
    let rows = [
        ([0x3f80_0000], 0x0000_0000),
        ([0x3855_51be], 0x3855_51be),
        ([0x3ecf_96ac], 0x3ecf_96ac),
        ([0x3a70_4ad9], 0x3a70_4ad9),
        ([0xbbf6_632c], 0x3f7e_133a),
        ([0xc0ca_9c40], 0x3f2b_1e00),
        ([0xb300_0000], 0x3f7f_ffff),
    ];
    for ([a], want) in rows {
        assert_eq!(fract_f32(M, a), want);
    }
}

#[test]
fn mul_legacy_equals_llvm() {
    let rows = [
        ([0xbd8f_1745, 0xc548_0a78], 0x435f_a010),
        ([0x44b1_f3fe, 0x456d_77a5], 0x4aa5_120d),
        ([0xbb24_d131, 0x374b_c149], 0xb303_2e53),
        ([0x44a0_21e7, 0xc48b_06a1], 0xc9ad_ed1c),
        ([0x3f80_0000, 0x4049_0fdb], 0x4049_0fdb),
        ([0x4559_e726, 0x3e52_d662], 0x4433_7618),
        ([0x8000_0000, 0x7f80_0000], 0x0000_0000),
    ];
    for ([a, b], want) in rows {
        assert_eq!(mul_legacy_f32(M, a, b), want);
    }
}

#[test]
fn frexp_mant_equals_llvm() {
    let rows = [
        ([0x413c_5aaa], 0x3f3c_5aaa),
        ([0x4049_0fdb], 0x3f49_0fdb),
        ([0x375e_186b], 0x3f5e_186b),
        ([0x3c74_f9f8], 0x3f74_f9f8),
        ([0xb79b_2695], 0xbf1b_2695),
        ([0xb706_0943], 0xbf06_0943),
    ];
    for ([a], want) in rows {
        assert_eq!(frexp_mant_f32(M, a), want);
    }
}

#[test]
fn frexp_exp_equals_llvm() {
    let rows = [
        ([0xb892_de52], 0xffff_fff3),
        ([0xb814_acd0], 0xffff_fff2),
        ([0x3f80_0000], 0x0000_0001),
        ([0x3ce0_9f17], 0xffff_fffb),
        ([0xc0c7_cfd2], 0x0000_0003),
        ([0xb93f_6d4b], 0xffff_fff4),
    ];
    for ([a], want) in rows {
        assert_eq!(frexp_exp_i32_f32(M, a), want);
    }
}

#[test]
fn med3_equals_llvm() {
    let rows = [
        ([0x376b_f7ff, 0x45e8_5baf, 0xb707_f61c], 0x376b_f7ff),
        ([0x37fa_a813, 0xbf62_82df, 0xc05b_2481], 0xbf62_82df),
        ([0x3f1a_1d9a, 0xbd95_2a22, 0x8000_0000], 0x8000_0000),
        ([0xbefe_1531, 0xc143_2017, 0xbd7c_0e14], 0xbefe_1531),
        ([0xb7c3_8bf7, 0x0000_0000, 0xbf00_0000], 0xb7c3_8bf7),
        ([0xbfec_dcbe, 0x370e_0667, 0xbf00_0000], 0xbf00_0000),
    ];
    for ([a, b, c], want) in rows {
        assert_eq!(med3_f32(M, a, b, c), want);
    }
}

#[test]
fn ldexp_equals_llvm() {
    let rows = [
        ([0x3f80_0000, 0x0000_0056], 0x6a80_0000),
        ([0xbb4c_93ee, 0x0000_0093], 0xff80_0000),
        ([0x3fd8_feb9, 0xffff_fff1], 0x3858_feb9),
        ([0xc547_eaf7, 0xffff_ffe2], 0xb647_eaf7),
        ([0xbc07_bdc2, 0xffff_ffea], 0xb107_bdc2),
        ([0xc3a1_7e62, 0xffff_ff73], 0x8001_42fd),
        ([0x3fc0_0000, 0xffff_ff6b], 0x0000_0002),
    ];
    for ([a, b], want) in rows {
        assert_eq!(ldexp_f32(M, a, b), want);
    }
}
