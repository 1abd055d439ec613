//! Instructions that move data between lanes, and registers by index.

use super::*;

fn numbered(size: u32) -> Wave {
    let mut w = wave(size);
    *w.vgpr_mut(0) = [0xdead; 64];
    *w.vgpr_mut(1) = std::array::from_fn(|i| i as u32 + 100);
    w
}

fn moved(words: &[u32], exec: u64) -> [u32; 64] {
    let mut w = numbered(64);
    w.set_exec(exec);
    step(words, &mut w).expect("executes");
    *w.vgpr(0)
}

#[test]
fn dpp_permutes_inside_quads_and_rows() {
    let quad = moved(&[0x7e00_02fa, 0xff00_1b01], u64::MAX);
    let ror = moved(&[0x7e00_02fa, 0xff01_2301], u64::MAX);
    let share = moved(&[0x7e00_02fa, 0xff05_5501], u64::MAX);
    let xmask = moved(&[0x7e00_02fa, 0xff01_6601], u64::MAX);
    let eight = moved(&[0x7e00_02e9, 0x0539_7701], u64::MAX);
    for i in 0..64u32 {
        let row = i & !15;
        assert_eq!(quad[i as usize], 100 + (i ^ 3));
        assert_eq!(ror[i as usize], 100 + (row | (i.wrapping_sub(3) & 15)));
        assert_eq!(share[i as usize], 100 + (row | 5));
        assert_eq!(xmask[i as usize], 100 + (i ^ 6));
        assert_eq!(eight[i as usize], 100 + (i ^ 7));
    }
}

#[test]
fn dpp_lanes_without_a_source_keep_or_get_zero() {
    // row_shr:1 without and with bound_ctrl
    let keep = moved(&[0x7e00_02fa, 0xff01_1101], u64::MAX);
    let zero = moved(&[0x7e00_02fa, 0xff09_1101], u64::MAX);
    assert_eq!(keep[15..18], [114, 0xdead, 116]);
    assert_eq!(zero[15..18], [114, 0, 116]);
    // A source that EXEC masks out is no source: lane 2 is off.
    let keep = moved(&[0x7e00_02fa, 0xff01_1101], !4);
    assert_eq!(keep[1..5], [100, 0xdead, 0xdead, 103]);
}

#[test]
fn dpp_fetches_inactive_lanes_when_told() {
    // row_share:5 fi:1 with only lane 0 on
    assert_eq!(moved(&[0x7e00_02fa, 0xff05_5501], 1)[0], 105);
    // dpp8:[7,6,5,4,3,2,1,0] without fi gives zero, with fi the value.
    assert_eq!(moved(&[0x7e00_02e9, 0x0539_7701], 1)[0], 0);
    assert_eq!(moved(&[0x7e00_02ea, 0x0539_7701], 1)[0], 107);
}

#[test]
fn row_and_bank_masks_stop_writes() {
    // row_ror:3 row_mask:0x5 bank_mask:0x3
    let masked = moved(&[0x7e00_02fa, 0x5301_2301], u64::MAX);
    for (i, &v) in masked.iter().enumerate() {
        let on = (i < 16 || (32..48).contains(&i)) && i % 16 < 8;
        assert_eq!(v != 0xdead, on, "lane {i}");
    }
}

#[test]
fn readlane_and_writelane_take_the_lane_modulo_the_wave() {
    for (size, expected) in [(64u32, 135u32), (32, 103)] {
        let mut w = numbered(size);
        w.set_exec(0);
        w.set_sgpr(5, 64 + 35);
        step(&[0xd760_0004, 0x0000_0b01], &mut w).expect("v_readlane_b32 s4, v1, s5");
        assert_eq!(w.sgpr(4), expected);
        w.set_sgpr(4, 7);
        step(&[0xd761_0000, 0x0000_0a04], &mut w).expect("v_writelane_b32 v0, s4, s5");
        assert_eq!(w.vgpr(0)[expected as usize - 100], 7);
    }
}

#[test]
fn readfirstlane_takes_lane_zero_when_none_is_active() {
    for (exec, expected) in [(0, 100), (0x30, 104), (1 << 63, 163)] {
        let mut w = numbered(64);
        w.set_exec(exec);
        step(&[0x7e08_0501], &mut w).expect("v_readfirstlane_b32 s4, v1");
        assert_eq!(w.sgpr(4), expected);
    }
}

#[test]
fn permlane_gathers_inside_rows_and_across() {
    let mut w = numbered(64);
    w.set_sgpr64(4, 0x0123_4567_89ab_cdef);
    step(&[0xd777_0000, 0x0014_0901], &mut w).expect("v_permlane16_b32 v0, v1, s4, s5");
    assert!((0..64).all(|i| w.vgpr(0)[i] == 100 + (i as u32 ^ 15)));
    step(&[0xd778_0800, 0x0014_0901], &mut w).expect("v_permlanex16_b32 with fetch-inactive");
    assert!((0..64).all(|i| w.vgpr(0)[i] == 100 + (i as u32 ^ 31)));
    // Lane 15 is off: lane 0 keeps its value, or gets zero with bound control.
    for (words, expected) in [([0xd777_0000, 0x0014_0901], 0xdead), ([0xd777_1000, 0x0014_0901], 0)] {
        *w.vgpr_mut(0) = [0xdead; 64];
        w.set_exec(!0x8000);
        step(&words, &mut w).expect("v_permlane16_b32");
        assert_eq!(w.vgpr(0)[0], expected);
        assert_eq!(w.vgpr(0)[1], 114);
    }
}

#[test]
fn mbcnt_counts_lanes_below() {
    let mut w = wave(64);
    step(&[0xd765_0001, 0x0001_00c1], &mut w).expect("v_mbcnt_lo_u32_b32 v1, -1, 0");
    step(&[0xd766_0000, 0x0002_02c1], &mut w).expect("v_mbcnt_hi_u32_b32 v0, -1, v1");
    assert!((0..64).all(|i| w.vgpr(0)[i] == i as u32));
}

#[test]
fn relative_registers_outside_the_window_read_v0_and_drop_writes() {
    let mut w = numbered(64);
    *w.vgpr_mut(4) = [44; 64];
    w.set_sgpr(code::M0, 3);
    step(&[0x7e00_8701], &mut w).expect("v_movrels_b32 v0, v1");
    assert_eq!(w.vgpr(0)[0], 44);
    step(&[0x7e00_8501], &mut w).expect("v_movreld_b32 v0, v1");
    assert_eq!(w.vgpr(3)[5], 105);
    w.set_sgpr(code::M0, u32::MAX);
    *w.vgpr_mut(0) = [7; 64];
    step(&[0x7e04_8701], &mut w).expect("v_movrels_b32 v2, v1");
    assert_eq!(w.vgpr(2)[0], 7);
    let before: Vec<u32> = (0..256).map(|r| w.vgpr(r)[1]).collect();
    step(&[0x7e00_8501], &mut w).expect("v_movreld_b32 v0, v1");
    assert!((0..256).all(|r| w.vgpr(r)[1] == before[r as usize]));
}

#[test]
fn swaps_exchange_active_lanes() {
    let mut w = numbered(64);
    w.set_exec(1);
    step(&[0x7e00_cb01], &mut w).expect("v_swap_b32 v0, v1");
    assert_eq!((w.vgpr(0)[0], w.vgpr(1)[0], w.vgpr(0)[1], w.vgpr(1)[1]), (100, 0xdead, 0xdead, 101));
}
