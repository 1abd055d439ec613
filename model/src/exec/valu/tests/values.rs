//! Results of single instructions.

use super::*;

/// Three sources, checked against native arithmetic on 500 triples.
fn against(words: &[u32], native: impl Fn(u32, u32, u32) -> u32) {
    let mut state = 0x9e37_79b9_7f4a_7c15;
    for _ in 0..500 {
        let (a, b, c) = (random(&mut state), random(&mut state), random(&mut state));
        assert_eq!(run(words, &[a, b, c]), native(a, b, c), "{a:#x} {b:#x} {c:#x}");
    }
}

#[test]
fn integers_follow_native_arithmetic() {
    against(&[0x4a00_0501], |a, b, _| a.wrapping_add(b));
    against(&[0xd548_0000, 0x040e_0501], |a, b, c| {
        (0..c % 32).fold(0, |m, i| m | ((u64::from(a) >> (b % 32 + i)) as u32 & 1) << i)
    });
    against(
        &[0xd54e_0000, 0x040e_0501],
        |a, b, c| {
            if c % 32 == 0 { b } else { b >> (c % 32) | a << (32 - c % 32) }
        },
    );
    against(&[0xd54f_0000, 0x040e_0501], |a, b, c| {
        if c % 4 == 0 { b } else { b >> (c % 4 * 8) | a << (32 - c % 4 * 8) }
    });
    against(&[0xd55d_0000, 0x040e_0501], |a, b, c| a.abs_diff(b).wrapping_add(c));
    against(&[0xd56c_0000, 0x0002_0501], |a, b, _| {
        ((i128::from(a as i32) * i128::from(b as i32)) >> 32) as u32
    });
    against(&[0xd558_0000, 0x040e_0501], |a, b, c| {
        let mut v = [a as i32, b as i32, c as i32];
        v.sort_unstable();
        v[1] as u32
    });
    against(&[0xd542_0000, 0x040e_0501], |a, b, c| {
        let s = |x: u32| i64::from((x << 8) as i32) / 256;
        (s(a) * s(b) + i64::from(c)) as u32
    });
    against(&[0x1600_0501], |a, b, _| (u64::from(a % (1 << 24)) * u64::from(b % (1 << 24))) as u32);
    against(&[0xd763_0000, 0x0002_0501], |a, b, _| {
        ((((1u64 << (a % 32)) - 1) << (b % 32)) & 0xffff_ffff) as u32
    });
    against(&[0x7e00_7701], |a, _, _| {
        let bits: Vec<bool> = (0..32).rev().map(|i| a >> i & 1 != 0).collect();
        bits.iter().position(|&b| b != bits[0]).map_or(u32::MAX, |p| p as u32)
    });
}

#[test]
fn bytes_are_compared_one_by_one() {
    assert_eq!(run(&[0xd55a_0000, 0x040e_0501], &[0x0103_ff00, 0x0201_00ff, 1000]), 1000 + 1 + 2 + 255 + 255);
    assert_eq!(run(&[0xd571_0000, 0x040e_0501], &[0x0103_ff00, 0x0201_00ff, 1000]), 1000 + 1 + 2 + 255);
    assert_eq!(run(&[0xd54d_0000, 0x040e_0501], &[0xff01_0200, 0xff02_0300, 0x0101_0000]), 0xff02_0200);
}

#[test]
fn perm_selectors_as_llvm_folds_them() {
    let perm = |s: u32| run(&[0xd744_0000, 0x040e_0501], &[0x8877_66f5, 0x1122_b3c4, s]);
    assert_eq!(perm(0x0706_0504), 0x8877_66f5);
    assert_eq!(perm(0x0302_0100), 0x1122_b3c4);
    // 8 and 9 repeat the signs of the words of S1, 10 and 11 those of S0; 12 is 00, 13 and more ff.
    assert_eq!(perm(0x0b0a_0908), 0xff00_00ff);
    assert_eq!(perm(0xff0e_0d0c), 0xffff_ff00);
}

#[test]
fn carries_go_through_masks() {
    let mut w = wave(64);
    *w.vgpr_mut(1) = std::array::from_fn(|i| if i & 1 == 0 { u32::MAX } else { 5 });
    *w.vgpr_mut(2) = [0; 64];
    w.set_vcc(u64::MAX);
    step(&[0x5000_0501], &mut w).expect("v_add_co_ci_u32 v0, vcc, v1, v2, vcc");
    assert_eq!((w.vgpr(0)[0], w.vgpr(0)[1], w.vcc()), (0, 6, 0x5555_5555_5555_5555));
    w.set_sgpr64(4, 0b10);
    *w.vgpr_mut(1) = [3; 64];
    *w.vgpr_mut(2) = [3; 64];
    step(&[0xd529_0600, 0x0012_0501], &mut w).expect("v_sub_co_ci_u32 v0, s[6:7], v1, v2, s[4:5]");
    assert_eq!((w.vgpr(0)[0], w.vgpr(0)[1], w.sgpr64(6)), (0, u32::MAX, 0b10));
}

#[test]
fn wide_multiply_add_reports_what_leaves_64_bits() {
    let mut w = wave(64);
    *w.vgpr_mut(2) = [u32::MAX; 64];
    *w.vgpr_mut(3) = [u32::MAX; 64];
    *w.vgpr_mut(4) = [u32::MAX; 64];
    *w.vgpr_mut(5) = [u32::MAX; 64];
    step(&[0xd576_0400, 0x0412_0702], &mut w).expect("v_mad_u64_u32 v[0:1], s[4:5], v2, v3, v[4:5]");
    assert_eq!(w.vgpr64(0, 9), 0xffff_fffe_0000_0000);
    assert_eq!(w.sgpr64(4), u64::MAX);
    step(&[0xd577_0400, 0x0412_0702], &mut w).expect("v_mad_i64_i32: -1 * -1 + -1");
    assert_eq!((w.vgpr64(0, 9), w.sgpr64(4)), (0, 0));
}

#[test]
fn quad_sad_walks_byte_offsets() {
    let mut w = wave(64);
    (*w.vgpr_mut(4), *w.vgpr_mut(5), *w.vgpr_mut(6)) =
        ([0x0403_0201; 64], [0x0807_0605; 64], [0x0101_0101; 64]);
    for r in 8..12 {
        *w.vgpr_mut(r) = [0x0001_0002; 64];
    }
    step(&[0xd572_0000, 0x0422_0d04], &mut w).expect("v_qsad_pk_u16_u8 v[0:1], v[4:5], v6, v[8:9]");
    assert_eq!((w.vgpr(0)[0], w.vgpr(1)[0]), (0x000b_0008, 0x0013_0010));
    step(&[0xd575_0000, 0x0422_0d04], &mut w).expect("v_mqsad_u32_u8 v[0:3], v[4:5], v6, v[8:11]");
    let sums: Vec<u32> = (0..4).map(|r| w.vgpr(r)[0] - 0x0001_0002).collect();
    assert_eq!(sums, [6, 10, 14, 18]);
}

#[test]
fn floats_as_llvm_folds_them() {
    let llvm = |words: &[u32], sources: &[u32]| run_in(LLVM, words, sources);
    // v_cubeid_f32 v0, 1.0, 1.0, 1.0
    assert_eq!(llvm(&[0xd544_0000, 0x03c9_e4f2], &[]), 0x4080_0000);
    // v_med3_f32(sNaN, 5, 3) = 3
    assert_eq!(llvm(&[0xd557_0000, 0x040e_0501], &[0x7f81_2345, 0x40a0_0000, 0x4040_0000]), 0x4040_0000);
    // v_ldexp_f32(1.5, -149)
    assert_eq!(llvm(&[0xd762_0000, 0x0002_0501], &[0x3fc0_0000, -149i32 as u32]), 2);
    // v_cvt_pkrtz_f16_f32: 70000, infinity; 1e-7, a signalling NaN
    assert_eq!(llvm(&[0x5e00_0501], &[70000f32.to_bits(), 0x7f80_0000]), 0x7c00_7bff);
    assert_eq!(llvm(&[0x5e00_0501], &[1e-7f32.to_bits(), 0x7f81_2345]), 0x7e09_0001);
    // v_frexp_exp_i32_f32 of infinity and NaN
    assert_eq!(llvm(&[0x7e00_7f01], &[0x7f80_0000]), 0);
    assert_eq!(llvm(&[0x7e00_7f01], &[0x7fc0_0000]), 0);
}

#[test]
fn words_saturate_to_bytes() {
    assert_eq!(run(&[0x7e00_c501], &[0xffff_0123]), 0x0000_00ff);
    assert_eq!(run(&[0x7e00_c501], &[0x0042_8000]), 0x0000_4200);
}

#[test]
fn shifts_of_64_bits_take_six_bits() {
    let mut w = wave(64);
    *w.vgpr_mut(2) = [64 + 33; 64];
    (*w.vgpr_mut(4), *w.vgpr_mut(5)) = ([3; 64], [1; 64]);
    step(&[0xd6ff_0000, 0x0002_0902], &mut w).expect("v_lshlrev_b64 v[0:1], v2, v[4:5]");
    assert_eq!(w.vgpr64(0, 0), 3 << 33);
    // v_lshrrev_b64 v[4:5], 0, 0xffffffff: the literal is zero-extended.
    step(&[0xd700_0004, 0x0001_fe80, 0xffff_ffff], &mut w).expect("v_lshrrev_b64");
    assert_eq!(w.vgpr64(4, 0), 0xffff_ffff);
}
