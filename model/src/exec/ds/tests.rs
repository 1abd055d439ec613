//! LDS, GDS and exchanges between lanes, one encoded instruction each.

use crate::exec::testing::Bench;
use crate::wave::code;

fn at(offset: u32) -> u32 {
    0x1d00_0000 + offset
}

/// v0 has the address of dword `lane`.
fn bench() -> Bench {
    let mut b = Bench::new(64);
    b.fill(0, |lane| lane * 4);
    b
}

#[test]
fn addresses_take_a_constant_and_wrap() {
    let mut b = bench();
    b.ok(&[0xd8d8_0008, 0x0200_0000]); // ds_read_b32 v2, v0 offset:8
    assert_eq!((b.v(2, 0), b.v(2, 63)), (at(8), at(260)));
    b.fill(0, |_| 0xffff_fff0);
    b.ok(&[0xdbfc_03f0, 0x0200_0000]); // ds_read_b128 v[2:5], v0 offset:1008
    assert_eq!([2, 3, 4, 5].map(|r| b.v(r, 1)), [992, 996, 1000, 1004].map(at));
}

#[test]
fn outside_reads_zero_and_writes_nothing() {
    let mut b = bench();
    b.fill(0, |lane| 1016 + lane * 4);
    b.fill(4, |_| 9);
    let before = b.lds.clone();
    b.ok(&[0xd834_0008, 0x0000_0400]); // ds_write_b32 v0, v4 offset:8
    assert_eq!(b.lds, before);
    b.ok(&[0xd8d8_0008, 0x0200_0000]); // ds_read_b32 v2, v0 offset:8
    assert_eq!(b.v(2, 0), 0);
}

#[test]
fn two_offsets_count_elements_or_sixty_four_of_them() {
    let mut b = bench();
    b.ok(&[0xd8dc_0301, 0x0200_0000]); // ds_read2_b32 v[2:3], v0 offset0:1 offset1:3
    assert_eq!((b.v(2, 5), b.v(3, 5)), (at(24), at(32)));
    b.fill(0, |lane| lane * 8);
    b.ok(&[0xd9e0_0100, 0x0000_0000]); // ds_read2st64_b64 v[0:3], v0 offset1:1
    assert_eq!([0, 1, 2, 3].map(|r| b.v(r, 2)), [16, 20, 528, 532].map(at));
}

#[test]
fn all_first_stores_come_before_any_second() {
    let mut b = bench();
    b.wave.set_exec(0b1111);
    b.fill(4, |lane| 0x100 + lane);
    b.fill(5, |lane| 0x200 + lane);
    b.ok(&[0xd838_0301, 0x0005_0400]); // ds_write2_b32 v0, v4, v5 offset0:1 offset1:3
    // Lane 0's second store and lane 2's first one go to dword 3.
    let words = [1, 2, 3, 4, 5, 6].map(|i| b.lds.read_u32(i * 4));
    assert_eq!(words, [0x100, 0x101, 0x200, 0x201, 0x202, 0x203]);
}

#[test]
fn narrow_accesses() {
    let mut b = bench();
    b.fill(2, |_| 0x5555_6666);
    b.ok(&[0xda9c_0000, 0x0200_0000]); // ds_read_u16_d16_hi v2, v0
    assert_eq!(b.v(2, 3), 0x000c_6666);
    b.fill(4, |lane| lane << 16 | 0xffff);
    b.ok(&[0xda80_0000, 0x0000_0400]); // ds_write_b8_d16_hi v0, v4
    assert_eq!(b.lds.read_u32(40), at(10));
    b.fill(0, |lane| lane * 12);
    for register in 4..7 {
        b.fill(register, |lane| lane << 8 | register);
    }
    b.ok(&[0xdb78_0000, 0x0000_0400]); // ds_write_b96 v0, v[4:6]
    assert_eq!([12, 16, 20].map(|o| b.lds.read_u32(o)), [0x104, 0x105, 0x106]);
}

#[test]
fn atomics_serialise_in_lane_order() {
    let mut b = bench();
    b.fill(0, |_| 0);
    b.fill(4, |_| 1);
    b.ok(&[0xd880_0000, 0x0200_0400]); // ds_add_rtn_u32 v2, v0, v4
    assert_eq!((b.v(2, 0), b.v(2, 63), b.lds.read_u32(0)), (at(0), at(63), at(64)));
    b.fill(5, |_| 0);
    b.ok(&[0xd900_0000, 0x0000_0400]); // ds_add_u64 v0, v[4:5]
    assert_eq!((b.lds.read_u32(0), b.lds.read_u32(4)), (at(128), at(4)));
    b.fill(0, |_| 4);
    let (text, lane) = b.stop(&[0xd900_0000, 0x0000_0400]);
    assert!(text.contains("LDS atomic of 8 bytes at 0x4"), "{text}");
    assert_eq!(lane, Some(0));
}

#[test]
fn compare_and_store_has_the_comparand_first() {
    let mut b = bench();
    b.fill(4, |lane| if lane % 2 == 0 { at(lane * 4) } else { 0 });
    b.fill(5, |lane| lane);
    b.ok(&[0xd8c0_0000, 0x0205_0400]); // ds_cmpst_rtn_b32 v2, v0, v4, v5
    assert_eq!((b.v(2, 6), b.lds.read_u32(24)), (at(24), 6));
    assert_eq!((b.v(2, 7), b.lds.read_u32(28)), (at(28), at(28)));
}

#[test]
fn masked_or_and_wrap_take_both_operands() {
    let mut b = bench();
    b.fill(4, |_| 0xff00_0000);
    b.fill(5, |_| 0x2200_0000);
    b.ok(&[0xd830_0000, 0x0005_0400]); // ds_mskor_b32 v0, v4, v5
    assert_eq!(b.lds.read_u32(4), 0x2200_0004);
    b.fill(4, |_| 0x2200_0004);
    b.fill(5, |_| 1);
    b.ok(&[0xd8d0_0000, 0x0205_0400]); // ds_wrap_rtn_b32 v2, v0, v4, v5
    assert_eq!((b.v(2, 1), b.lds.read_u32(4), b.lds.read_u32(0)), (0x2200_0004, 0, 0x2200_0001));
}

#[test]
fn float_add_stores_the_sum_and_returns_the_old_value() {
    let mut b = bench();
    b.wave.set_exec(0b11);
    b.fill(0, |_| 0);
    b.lds.write_u32(0, 1.5f32.to_bits());
    b.fill(4, |_| 2.0f32.to_bits());
    b.ok(&[0xd954_0000, 0x0200_0400]); // ds_add_rtn_f32 v2, v0, v4
    assert_eq!((b.v(2, 1), b.lds.read_u32(0)), (3.5f32.to_bits(), 5.5f32.to_bits()));
}

#[test]
fn all_first_exchanges_come_before_any_second() {
    let mut b = bench();
    b.wave.set_exec(0b11);
    b.fill(4, |lane| 0x100 + lane);
    b.fill(5, |lane| 0x200 + lane);
    b.ok(&[0xd8b8_0100, 0x0205_0400]); // ds_wrxchg2_rtn_b32 v[2:3], v0, v4, v5 offset1:1
    assert_eq!((b.v(2, 0), b.v(2, 1)), (at(0), at(4)));
    // Lane 0's second exchange finds what lane 1's first one left.
    assert_eq!((b.v(3, 0), b.v(3, 1)), (0x101, at(8)));
    assert_eq!([0, 4, 8].map(|o| b.lds.read_u32(o)), [0x100, 0x200, 0x201]);
}

#[test]
fn conditional_exchange_needs_bit_31_and_clears_it() {
    let mut b = bench();
    b.fill(0, |lane| lane * 8);
    b.fill(4, |_| 0x8000_0005);
    b.fill(5, |_| 7);
    b.ok(&[0xd9f8_0000, 0x0200_0400]); // ds_condxchg32_rtn_b64 v[2:3], v0, v[4:5]
    assert_eq!((b.v(2, 1), b.v(3, 1)), (at(8), at(12)));
    assert_eq!((b.lds.read_u32(8), b.lds.read_u32(12)), (5, at(12)));
    assert_eq!((b.v(2, 63), b.lds.read_u32(504)), (at(504), 5));
}

#[test]
fn append_counts_active_lanes_once() {
    let mut b = bench();
    b.wave.set_exec(0xf0f);
    b.lds.write_u32(16, 100);
    let inactive = b.v(2, 4);
    b.ok(&[0xd8f8_0010, 0x0200_0000]); // ds_append v2 offset:16
    assert_eq!((b.v(2, 0), b.v(2, 11), b.v(2, 4), b.lds.read_u32(16)), (100, 100, inactive, 108));
    b.ok(&[0xd8f4_0010, 0x0200_0000]); // ds_consume v2 offset:16
    assert_eq!((b.v(2, 0), b.lds.read_u32(16)), (108, 100));
}

#[test]
fn gds_has_its_window_in_m0() {
    let mut b = bench();
    b.wave.set_sgpr(code::M0, 64 << 16 | 8);
    b.ok(&[0xd8fa_0004, 0x0200_0000]); // ds_append v2 offset:4 gds
    assert_eq!((b.v(2, 0), b.gds.read_u32(68)), (17, 81));
    b.fill(4, |_| 1);
    b.ok(&[0xd882_0000, 0x0200_0400]); // ds_add_rtn_u32 v2, v0, v4 gds
    assert_eq!([0, 1, 2].map(|lane| b.v(2, lane)), [16, 81, 0]);
    assert_eq!([64, 68, 72].map(|o| b.gds.read_u32(o)), [17, 82, 18]);
}

#[test]
fn add_tid_takes_m0_and_the_lane() {
    let mut b = bench();
    b.wave.set_sgpr(code::M0, 0xffff_0100);
    b.ok(&[0xdac4_0004, 0x0200_0000]); // ds_read_addtid_b32 v2 offset:4
    assert_eq!(b.v(2, 3), at(0x110));
    b.fill(4, |lane| lane);
    b.ok(&[0xdac0_0004, 0x0000_0400]); // ds_write_addtid_b32 v4 offset:4
    assert_eq!(b.lds.read_u32(0x110), 3);
}

#[test]
fn src2_forms_read_a_second_address() {
    let mut b = bench();
    b.wave.set_exec(1);
    b.fill(0, |_| 8);
    b.ok(&[0xda00_0004, 0x0000_0000]); // ds_add_src2_u32 v0 offset:4
    assert_eq!(b.lds.read_u32(8), at(8).wrapping_add(at(24)));
    b.lds.write_u32(8, 1);
    b.ok(&[0xda00_7fff, 0x0000_0000]); // ds_add_src2_u32 v0 offset:32767, which is -1
    assert_eq!(b.lds.read_u32(8), at(4) + 1);
    let (text, _) = b.stop(&[0xda00_8000, 0x0000_0000]);
    assert!(text.starts_with("ds_add_src2_u32 is not supported"), "{text}");
}

#[test]
fn permute_pushes_and_the_highest_lane_wins() {
    let mut b = bench();
    b.fill(4, |lane| 0x100 + lane);
    b.fill(0, |lane| lane * 4);
    b.ok(&[0xdac8_0004, 0x0200_0400]); // ds_permute_b32 v2, v0, v4 offset:4
    // Each half of the wave rotates on its own.
    assert_eq!([0, 1, 31, 32, 63].map(|lane| b.v(2, lane)), [0x11f, 0x100, 0x11e, 0x13f, 0x13e]);
    b.fill(0, |_| 0);
    b.wave.set_exec(0xffff_ffff_0000_ffff);
    b.ok(&[0xdac8_0000, 0x0200_0400]);
    assert_eq!([0, 1, 32].map(|lane| b.v(2, lane)), [0x10f, 0, 0x13f]);
}

#[test]
fn bpermute_pulls_and_inactive_sources_give_zero() {
    let mut b = bench();
    b.fill(4, |lane| 0x100 + lane);
    b.fill(0, |lane| (lane ^ 1) * 4);
    b.wave.set_exec(!2);
    let inactive = b.v(2, 1);
    b.ok(&[0xdacc_0000, 0x0200_0400]); // ds_bpermute_b32 v2, v0, v4
    assert_eq!([0, 1, 2, 40].map(|lane| b.v(2, lane)), [0, inactive, 0x103, 0x129]);
    // The index counts within the half.
    b.fill(0, |_| 33 * 4);
    b.wave.set_exec(u64::MAX);
    b.ok(&[0xdacc_0000, 0x0200_0400]);
    assert_eq!((b.v(2, 0), b.v(2, 32)), (0x101, 0x121));
}

#[test]
fn swizzle_patterns() {
    let mut b = bench();
    b.ok(&[0xd8d4_041f, 0x0200_0000]); // ds_swizzle_b32 v2, v0 offset:swizzle(SWAP,1)
    assert_eq!((b.v(2, 0), b.v(2, 35)), (4, 34 * 4));
    b.ok(&[0xd8d4_801b, 0x0200_0000]); // ds_swizzle_b32 v2, v0 offset:swizzle(QUAD_PERM,3,2,1,0)
    assert_eq!((b.v(2, 0), b.v(2, 61)), (12, 62 * 4));
    b.ok(&[0xd8d4_0018, 0x0200_0000]); // ds_swizzle_b32 v2, v0 offset:swizzle(BROADCAST,8,0)
    assert_eq!((b.v(2, 7), b.v(2, 45)), (0, 40 * 4));
    // The rows of the ISA guide, which numbers lanes from 1.
    let row = |b: &Bench, lanes: [usize; 6]| lanes.map(|l| b.v(2, l) + 1);
    b.fill(0, |lane| lane);
    b.ok(&[0xd8d4_c020, 0x0200_0000]); // rotate left by 1
    assert_eq!(row(&b, [0, 1, 30, 31, 32, 63]), [0x02, 0x03, 0x20, 0x01, 0x22, 0x21]);
    b.ok(&[0xd8d4_c420, 0x0200_0000]); // rotate right by 1
    assert_eq!(row(&b, [0, 1, 2, 31, 32, 33]), [0x20, 0x01, 0x02, 0x1f, 0x40, 0x21]);
    b.ok(&[0xd8d4_e000, 0x0200_0000]); // FFT
    assert_eq!(row(&b, [0, 1, 2, 3, 4, 31]), [0x01, 0x11, 0x09, 0x19, 0x05, 0x20]);
    b.ok(&[0xd8d4_e010, 0x0200_0000]);
    assert_eq!(row(&b, [0, 1, 2, 3, 15, 16]), [0x01, 0x09, 0x05, 0x0d, 0x10, 0x11]);
    b.ok(&[0xd8d4_e01f, 0x0200_0000]);
    assert_eq!(row(&b, [0, 1, 2, 3, 4, 31]), [0x01, 0x02, 0x03, 0x04, 0x05, 0x20]);
    let (text, _) = b.stop(&[0xd8d4_9880, 0x0200_0000]); // ds_swizzle_b32 v2, v0 offset:39040
    assert!(text.starts_with("ds_swizzle_b32 is not supported"), "{text}");
}

#[test]
fn a_wave64_permutes_across_its_halves_through_shared_vgprs() {
    // As RADV does it: the half that is read writes the shared register, the half that reads permutes it.
    let mut b = bench();
    b.wave.share_vgprs(20, 8);
    b.fill(8, |lane| 100 + lane);
    b.fill(4, |lane| (lane + 1) * 4);
    b.ok(&[0x7e2a_02fa, 0xcf04_e408]); // v_mov_b32_dpp v21, v8 quad_perm:[0,1,2,3] row_mask:0xc
    b.wave.set_exec(0xffff_ffff);
    b.ok(&[0xdacc_0000, 0x1500_1504]); // ds_bpermute_b32 v21, v4, v21
    assert_eq!((b.v(21, 0), b.v(21, 32), b.v(21, 30)), (133, 133, 163));
}

#[test]
fn what_orders_waves_is_refused_by_name() {
    let mut b = bench();
    let (text, _) = b.stop(&[0xd8fe_0000, 0x0200_0000]); // ds_ordered_count v2, v0 gds
    assert!(text.starts_with("ds_ordered_count is not supported"), "{text}");
    let (text, _) = b.stop(&[0xd876_0000, 0x0000_0000]); // ds_gws_barrier v0 gds
    assert!(text.starts_with("ds_gws_barrier is not supported"), "{text}");
}
