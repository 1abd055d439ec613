//! Flat, global and scratch memory, one encoded instruction each.

use crate::exec::testing::{APERTURES, Bench, DATA, SIZE};
use crate::memory::AlignmentMode;

/// v[0:1] has the address of dword `lane`, s[2:3] that of the region.
fn bench() -> Bench {
    let mut b = Bench::new(64);
    b.fill64(0, |lane| DATA + lane * 4);
    b.set_s(2, &[DATA as u32, (DATA >> 32) as u32]);
    b
}

#[test]
fn global_addresses_have_a_signed_constant() {
    let mut b = bench();
    b.wave.set_exec(!1);
    b.ok(&[0xdc30_8ffc, 0x027d_0000]); // global_load_dword v2, v[0:1], off offset:-4
    assert_eq!((b.v(2, 1), b.v(2, 63)), (0xa000_0000, 0xa000_00f8));
}

#[test]
fn with_a_scalar_base_the_lane_gives_an_unsigned_offset() {
    let mut b = bench();
    b.fill(0, |lane| lane * 8);
    b.ok(&[0xdc30_8008, 0x0202_0000]); // global_load_dword v2, v0, s[2:3] offset:8
    assert_eq!((b.v(2, 0), b.v(2, 5)), (0xa000_0008, 0xa000_0030));
    b.fill(0, |_| 0xffff_fff8);
    let (text, lane) = b.stop(&[0xdc30_8008, 0x0202_0000]);
    assert!(text.contains("0x200001000: unmapped"), "{text}");
    assert_eq!(lane, Some(0));
}

#[test]
fn a_load_may_overwrite_its_own_address() {
    let mut b = bench();
    b.ok(&[0xdc3c_8000, 0x007d_0000]); // global_load_dwordx3 v[0:2], v[0:1], off
    for lane in [0, 1, 63] {
        let first = 0xa000_0000 + lane * 4;
        let registers = [0, 1, 2].map(|r| b.v(r, lane as usize));
        assert_eq!(registers, [first, first + 4, first + 8]);
    }
}

#[test]
fn narrow_loads_extend_or_keep_a_half() {
    let mut b = bench();
    b.ok(&[0xdc24_8003, 0x027d_0000]); // global_load_sbyte v2, v[0:1], off offset:3
    assert_eq!(b.v(2, 9), 0xffff_ffa0);
    b.ok(&[0xdc80_8000, 0x027d_0000]); // global_load_ubyte_d16 v2, v[0:1], off
    assert_eq!(b.v(2, 9), 0xffff_0024);
    b.ok(&[0xdc94_8002, 0x027d_0000]); // global_load_short_d16_hi v2, v[0:1], off offset:2
    assert_eq!(b.v(2, 9), 0xa000_0024);
}

#[test]
fn inactive_lanes_touch_neither_memory_nor_registers() {
    let mut b = bench();
    b.wave.set_exec(0b10);
    b.fill(4, |lane| lane);
    b.fill64(0, |lane| if lane == 1 { DATA } else { 0 });
    b.ok(&[0xdc78_8000, 0x007d_0400]); // global_store_dwordx4 v[0:1], v[4:7], off
    assert_eq!(b.data(0), 1);
    let before = b.v(2, 0);
    b.ok(&[0xdc30_8000, 0x027d_0000]); // global_load_dword v2, v[0:1], off
    assert_eq!((b.v(2, 0), b.v(2, 1)), (before, 1));
}

#[test]
fn the_highest_lane_wins_a_common_address() {
    let mut b = bench();
    b.fill(0, |_| 16);
    b.fill(4, |lane| lane);
    b.ok(&[0xdc70_8000, 0x0002_0400]); // global_store_dword v0, v4, s[2:3]
    assert_eq!(b.data(16), 63);
    b.fill(4, |lane| lane << 16 | 0xffff);
    b.fill64(0, |_| DATA + 16);
    b.ok(&[0xdc64_8000, 0x007d_0400]); // global_store_byte_d16_hi v[0:1], v4, off
    assert_eq!(b.data(16), 63);
}

#[test]
fn atomics_serialise_in_lane_order_and_return_with_glc_only() {
    let mut b = bench();
    b.fill(0, |_| 0);
    b.fill(4, |_| 1);
    b.set_data(0, 100);
    b.ok(&[0xdcc9_8000, 0x0202_0400]); // global_atomic_add v2, v0, v4, s[2:3] glc
    assert_eq!((b.v(2, 0), b.v(2, 63), b.data(0)), (100, 163, 164));
    b.ok(&[0xdcc8_8000, 0x0002_0400]); // global_atomic_add v0, v4, s[2:3]
    assert_eq!((b.v(0, 0), b.data(0)), (0, 228));
}

#[test]
fn wide_compare_and_swap_has_data_then_comparand() {
    let mut b = bench();
    b.wave.set_exec(1);
    b.fill(0, |_| 8);
    for (register, value) in [(4, 1), (5, 2), (6, 0xa000_0008), (7, 0xa000_000c)] {
        b.fill(register, |_| value);
    }
    b.ok(&[0xdd45_8000, 0x0202_0400]); // global_atomic_cmpswap_x2 v[2:3], v0, v[4:7], s[2:3] glc
    assert_eq!((b.v(2, 0), b.v(3, 0), b.data(8), b.data(12)), (0xa000_0008, 0xa000_000c, 1, 2));
}

#[test]
fn float_atomics_compare_as_floats() {
    let mut b = bench();
    b.wave.set_exec(0b11);
    b.fill(0, |_| 0);
    b.set_data(0, (-1.0f32).to_bits());
    b.fill(4, |lane| if lane == 0 { 2.0f32 } else { -5.0 }.to_bits());
    b.ok(&[0xdd01_8000, 0x0202_0400]); // global_atomic_fmax v2, v0, v4, s[2:3] glc
    assert_eq!((b.v(2, 0), b.v(2, 1), b.data(0)), ((-1.0f32).to_bits(), 2.0f32.to_bits(), 2.0f32.to_bits()));
}

#[test]
fn a_misaligned_atomic_is_a_fault_unless_the_mode_drops_the_bits() {
    let mut b = bench();
    b.fill(0, |lane| lane * 4 + u32::from(lane == 7));
    let (text, lane) = b.stop(&[0xdcc9_8000, 0x0202_0400]); // global_atomic_add v2, v0, v4, s[2:3] glc
    assert!(text.contains("off its natural alignment"), "{text}");
    assert_eq!(lane, Some(7));
    b.alignment = AlignmentMode::Dword;
    b.ok(&[0xdcc9_8000, 0x0202_0400]);
    assert_eq!(b.v(2, 8), 0xa000_0020);
}

#[test]
fn a_fault_names_the_lane_that_leaves_the_region() {
    let mut b = bench();
    b.fill64(0, |lane| DATA + SIZE - 4 * 11 + lane * 4);
    let (text, lane) = b.stop(&[0xdc30_8000, 0x027d_0000]); // global_load_dword v2, v[0:1], off
    assert!(text.contains("unmapped"), "{text}");
    assert_eq!(lane, Some(11));
}

#[test]
fn flat_addresses_go_where_their_high_dword_says() {
    let mut b = bench();
    b.wave.set_exec(0b111);
    b.fill(0, |lane| if lane == 2 { DATA as u32 } else { 8 });
    b.fill(1, |lane| match lane {
        0 => APERTURES.shared_high,
        1 => APERTURES.private_high,
        _ => (DATA >> 32) as u32,
    });
    b.fill(4, |lane| 0x50 + lane);
    b.ok(&[0xdc70_0000, 0x007d_0400]); // flat_store_dword v[0:1], v4
    // Dword 2 of lane 1's scratch in a wave of 64.
    assert_eq!((b.lds.read_u32(8), b.scratch(2 * 256 + 4), b.data(0)), (0x50, 0x51, 0x52));
    b.ok(&[0xdc30_0000, 0x027d_0000]); // flat_load_dword v2, v[0:1]
    assert_eq!([0, 1, 2].map(|lane| b.v(2, lane)), [0x50, 0x51, 0x52]);
    let (text, lane) = b.stop(&[0xdcc9_0000, 0x027d_0400]); // flat_atomic_add v2, v[0:1], v4 glc
    assert!(text.contains("scratch aperture"), "{text}");
    assert_eq!((lane, b.v(2, 0), b.lds.read_u32(8)), (Some(1), 0x50, 0xa0));
}

#[test]
fn the_flat_constant_is_ignored_in_global_memory_and_refused_elsewhere() {
    let mut b = bench();
    b.ok(&[0xdc30_0010, 0x027d_0000]); // flat_load_dword v2, v[0:1] offset:16
    assert_eq!(b.v(2, 1), 0xa000_0004);
    b.fill(1, |_| APERTURES.shared_high);
    let (text, _) = b.stop(&[0xdc30_0010, 0x027d_0000]);
    assert!(text.starts_with("flat offset is not supported"), "{text}");
}

#[test]
fn scratch_interleaves_the_dwords_of_the_lanes() {
    for lanes in [32u32, 64] {
        let mut b = Bench::new(lanes);
        b.fill(0, |_| 8);
        b.fill(4, |lane| 0x100 + lane);
        b.fill(5, |lane| 0x200 + lane);
        b.ok(&[0xdc74_4004, 0x007d_0400]); // scratch_store_dwordx2 v0, v[4:5], off offset:4
        let row = u64::from(lanes) * 4;
        assert_eq!(
            (b.scratch(3 * row), b.scratch(3 * row + 8), b.scratch(4 * row + 4)),
            (0x100, 0x102, 0x201)
        );
        b.set_s(2, &[16]);
        b.ok(&[0xdc30_4ffc, 0x0202_0000]); // scratch_load_dword v2, off, s2 offset:-4
        assert_eq!(b.v(2, 9), 0x109);
    }
}

#[test]
fn scratch_bytes_of_a_lane_are_contiguous_for_the_lane() {
    let mut b = Bench::new(64);
    b.fill(0, |_| 0);
    b.fill(4, |_| 0x4433_2211);
    b.fill(5, |_| 0x8877_6655);
    b.ok(&[0xdc74_4004, 0x007d_0400]); // scratch_store_dwordx2 v0, v[4:5], off offset:4
    b.fill(0, |_| 5);
    b.ok(&[0xdc30_4000, 0x027d_0000]); // scratch_load_dword v2, v0, off
    assert_eq!(b.v(2, 3), 0x5544_3322);
    b.fill(0, |_| 6);
    b.ok(&[0xdc28_4001, 0x027d_0000]); // scratch_load_ushort v2, v0, off offset:1
    assert_eq!(b.v(2, 3), 0x5544);
}
