//! What the encodings add: halves, sub-dwords, source and output modifiers, constants.

use super::*;

#[test]
fn sixteen_bit_results_keep_the_other_half() {
    // v_add_f16 v0, v1, v2: 1 + 2 = 3, high half of v0 kept.
    let mut w = wave(64);
    *w.vgpr_mut(0) = [0xabcd_0000; 64];
    *w.vgpr_mut(1) = [0x7777_3c00; 64];
    *w.vgpr_mut(2) = [0x8888_4000; 64];
    step(&[0x6400_0501], &mut w).expect("v_add_f16");
    assert_eq!(w.vgpr(0)[0], 0xabcd_4200);
    // v_add_nc_u16 v0, v1, v2 op_sel:[0,1,1]: low half + high half into the high half.
    *w.vgpr_mut(1) = [0x7777_0001; 64];
    *w.vgpr_mut(2) = [0x0010_8888; 64];
    step(&[0xd703_5000, 0x0002_0501], &mut w).expect("v_add_nc_u16");
    assert_eq!(w.vgpr(0)[0], 0x0011_4200);
    // v_fma_f16 v0, v1, v2, v3 op_sel:[1,0,0,1]: 2 * 3 + 1 = 7.
    *w.vgpr_mut(1) = [0x4000_0000; 64];
    *w.vgpr_mut(2) = [0x0000_4200; 64];
    *w.vgpr_mut(3) = [0x0000_3c00; 64];
    step(&[0xd74b_4800, 0x040e_0501], &mut w).expect("v_fma_f16");
    assert_eq!(w.vgpr(0)[0], 0x4700_4200);
}

#[test]
fn sdwa_selects_and_places() {
    let mut w = wave(64);
    *w.vgpr_mut(0) = [0x1122_3344; 64];
    *w.vgpr_mut(1) = [0x80ab_0003; 64];
    // v_mov_b32_sdwa v0, v1 dst_sel:BYTE_1 dst_unused:UNUSED_PRESERVE src0_sel:WORD_1
    step(&[0x7e00_02f9, 0x0005_1101], &mut w).expect("v_mov_b32_sdwa");
    assert_eq!(w.vgpr(0)[0], 0x1122_ab44);
    // v_mov_b32_sdwa v0, sext(v1) dst_sel:DWORD src0_sel:BYTE_3
    step(&[0x7e00_02f9, 0x000b_0601], &mut w).expect("v_mov_b32_sdwa");
    assert_eq!(w.vgpr(0)[0], 0xffff_ff80);
    // v_add_nc_u32_sdwa v0, v1, v2 dst_sel:WORD_1 dst_unused:UNUSED_SEXT src0_sel:BYTE_0 src1_sel:BYTE_1
    *w.vgpr_mut(2) = [0x0000_ff00; 64];
    step(&[0x4a00_04f9, 0x0100_0d01], &mut w).expect("v_add_nc_u32_sdwa");
    assert_eq!(w.vgpr(0)[0], 0x0102_0000);
    // v_cmp_eq_u32_sdwa s[4:5], v1, v2 src0_sel:BYTE_0 src1_sel:WORD_1
    *w.vgpr_mut(2) = [0x0003_ff00; 64];
    step(&[0x7d84_04f9, 0x0500_8401], &mut w).expect("v_cmp_eq_u32_sdwa");
    assert_eq!(w.sgpr64(4), u64::MAX);
}

#[test]
fn cndmask_negates_as_f32() {
    let mut w = wave(64);
    *w.vgpr_mut(1) = [0x3f80_0000; 64];
    *w.vgpr_mut(2) = [0xc000_0000; 64];
    w.set_sgpr64(4, 2);
    // v_cndmask_b32 v0, -v1, |v2|, s[4:5]
    step(&[0xd501_0200, 0x2012_0501], &mut w).expect("v_cndmask_b32");
    assert_eq!(w.vgpr(0)[..3], [0xbf80_0000, 0x4000_0000, 0xbf80_0000]);
}

#[test]
fn packed_constants_are_16_bits_for_floats_and_32_for_integers() {
    // v_pk_add_u16 v0, v1, -1: the constant is 0xffffffff.
    assert_eq!(run(&[0xcc0a_4000, 0x1801_8301], &[0x0005_0007]), 0x0004_0006);
    // v_pk_add_f16 v0, v1, 1.0 with op_sel_hi set: the high half of the constant is zero.
    assert_eq!(run(&[0xcc0f_4000, 0x1801_e501], &[0x3c00_3c00]), 0x3c00_4000);
}

#[test]
fn packed_halves_and_signs() {
    assert_eq!(run(&[0xcc0a_4000, 0x1802_0501], &[0xffff_0001, 0x0002_0003]), 0x0001_0004);
    // op_sel:[1,0] op_sel_hi:[0,1]
    assert_eq!(run(&[0xcc0a_4800, 0x1002_0501], &[0x0010_0001, 0x0200_0100]), 0x0201_0110);
    // v_pk_add_f16 v0, v1, v2 neg_lo:[0,1] neg_hi:[1,0]
    assert_eq!(run(&[0xcc0f_4100, 0x5802_0501], &[0x3c00_4000, 0x4200_3c00]), 0x4000_3c00);
    // v_pk_add_i16 clamp
    assert_eq!(run(&[0xcc02_c000, 0x1802_0501], &[0x7fff_8000, 0x0001_ffff]), 0x7fff_8000);
}

#[test]
fn mixed_precision_takes_halves() {
    // v_fma_mix_f32 v0, v1, v2, v3 op_sel:[1,0,0] op_sel_hi:[1,1,0]: 2 * 3 + 0.5
    assert_eq!(run(&[0xcc20_0800, 0x1c0e_0501], &[0x4000_0000, 0x4200, 0x3f00_0000]), 0x40d0_0000);
    // v_fma_mixhi_f16: f32 sources, 1 * 1 + 1 into the high half.
    let mut w = wave(64);
    *w.vgpr_mut(0) = [0x1234; 64];
    for r in 1..4 {
        *w.vgpr_mut(r) = [0x3f80_0000; 64];
    }
    step(&[0xcc22_0000, 0x040e_0501], &mut w).expect("v_fma_mixhi_f16");
    assert_eq!(w.vgpr(0)[0], 0x4000_1234);
}

#[test]
fn integer_clamp_saturates() {
    assert_eq!(run(&[0xd525_8000, 0x0002_0501], &[0xffff_fff0, 0x20]), u32::MAX);
    assert_eq!(run(&[0xd526_8000, 0x0002_0501], &[3, 5]), 0);
    assert_eq!(run(&[0xd70d_8000, 0x0002_0501], &[0x7fff, 1]) & 0xffff, 0x7fff);
}

#[test]
fn float_clamp_turns_nan_into_zero() {
    // v_mul_f32 v0, v1, v2 clamp (measured-facts 30)
    let mul = [0xd508_8000, 0x0002_0501];
    assert_eq!(run(&mul, &[0x4000_0000, 0x3f80_0000]), 0x3f80_0000);
    assert_eq!(run(&mul, &[0xc000_0000, 0x3f80_0000]), 0);
    assert_eq!(run(&mul, &[0x7fc0_0000, 0x3f80_0000]), 0);
}

#[test]
fn f64_literal_is_the_high_dword() {
    // v_add_f64 v[0:1], v[2:3], 0x40080000: 1 + 3
    let mut w = wave(64);
    *w.vgpr_mut(2) = [0; 64];
    *w.vgpr_mut(3) = [0x3ff0_0000; 64];
    step(&[0xd564_0000, 0x0001_ff02, 0x4008_0000], &mut w).expect("v_add_f64");
    assert_eq!(w.vgpr64(0, 0), 4f64.to_bits());
}

#[test]
fn dot_products_write_zero_on_this_part() {
    // v_dot4_i32_i8 v0, v1, v2, v3: VOP3P opcode 0x16.
    assert_eq!(run(&[0xcc16_4000, 0x1c0e_0501], &[0x0101_0101, 0x0101_0101, 5]), 0);
}

#[test]
fn modifiers_that_no_source_explains_are_refused() {
    // neg on the accumulator of v_fmac_f32 in VOP3 form, neg on an integer source.
    for words in [[0xd52b_0000, 0x8002_0501], [0xd525_0000, 0x2002_0501]] {
        if let Err(stop) = step(&words, &mut wave(64)) {
            assert!(matches!(stop.kind, FaultKind::Unsupported { .. }), "{stop:?}");
        } else {
            panic!("{words:x?} must be refused");
        }
    }
}

#[test]
fn compares_take_dpp_as_aco_writes_them() {
    let mut w = wave(32);
    for lane in 0..32 {
        w.vgpr_mut(8)[lane] = lane as u32 ^ 1;
        w.vgpr_mut(3)[lane] = if lane == 4 { 99 } else { lane as u32 };
    }
    // v_cmp_eq_i32_dpp vcc_lo, v3, v8 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf bound_ctrl:0 fi:1
    step(&[0x7d04_10fa, 0xff0c_b103], &mut w).expect("v_cmp_eq_i32_dpp");
    assert_eq!(w.vcc(), 0xffff_ffff & !(1 << 5));
    let stop = step(&[0x7d04_10fa, 0xdf0c_b103], &mut w).expect_err("a row is left out");
    assert!(stop.kind.to_string().contains("DPP leaves out"), "{stop:?}");
}
