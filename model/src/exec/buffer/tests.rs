//! Buffers, one encoded instruction each.

use crate::exec::testing::{Bench, DATA, SCRATCH};
use crate::wave::code;

/// Word 3 of a raw dword buffer as RADV makes it: identity selects, 32_FLOAT, raw range check.
const RAW: u32 = 0x3100_0000 | 22 << 12 | 0xfac;
/// The same with the index checked against the records.
const STRUCTURED: u32 = RAW & !(3 << 28) | 1 << 28;

/// v0 has `lane * 4`; s[4:7] a descriptor of `data`.
fn bench(stride: u32, records: u32, word3: u32) -> Bench {
    let mut b = Bench::new(64);
    b.fill(0, |lane| lane * 4);
    b.set_s(4, &[DATA as u32, (DATA >> 32) as u32 | stride << 16, records, word3]);
    b
}

fn format(word3: u32, code: u32) -> u32 {
    word3 & !(0x7f << 12) | code << 12
}

#[test]
fn offsets_add_up() {
    let mut b = bench(0, 0x1000, RAW);
    b.set_s(2, &[0x100]);
    b.ok(&[0xe030_1004, 0x0201_0200]); // buffer_load_dword v2, v0, s[4:7], s2 offen offset:4
    assert_eq!((b.v(2, 0), b.v(2, 5)), (0xa000_0104, 0xa000_0118));
    b.ok(&[0xe030_0000, 0x7d01_0200]); // buffer_load_dword v2, off, s[4:7], null
    assert_eq!(b.v(2, 5), 0xa000_0000);
}

#[test]
fn the_index_comes_before_the_offset() {
    let mut b = bench(16, 64, STRUCTURED);
    b.fill(0, |lane| lane);
    b.fill(1, |_| 8);
    b.ok(&[0xe030_3000, 0x8001_0200]); // buffer_load_dword v2, v[0:1], s[4:7], 0 idxen offen
    assert_eq!(b.v(2, 3), 0xa000_0038);
    b.set_s(6, &[3]);
    b.ok(&[0xe038_2000, 0x8001_0200]); // buffer_load_dwordx4 v[2:5], v0, s[4:7], 0 idxen
    assert_eq!([2, 3, 4, 5].map(|r| b.v(r, 2)), [0xa000_0020, 0xa000_0024, 0xa000_0028, 0xa000_002c]);
    assert_eq!([2, 3, 4, 5].map(|r| b.v(r, 3)), [0; 4]);
}

#[test]
fn range_checks_go_dword_by_dword() {
    let mut b = bench(0, 24, RAW);
    b.ok(&[0xe038_1000, 0x8001_0200]); // buffer_load_dwordx4 v[2:5], v0, s[4:7], 0 offen
    assert_eq!([2, 3, 4, 5].map(|r| b.v(r, 4)), [0xa000_0010, 0xa000_0014, 0, 0]);
    b.fill(4, |_| 1);
    b.fill(5, |_| 2);
    b.ok(&[0xe074_1000, 0x8001_0400]); // buffer_store_dwordx2 v[4:5], v0, s[4:7], 0 offen
    assert_eq!((b.data(20), b.data(24)), (1, 0xa000_0018));
}

#[test]
fn narrow_accesses_out_of_range() {
    let mut b = bench(0, 2, RAW);
    b.fill(2, |_| 0x1111_2222);
    b.ok(&[0xe08c_1000, 0x8001_0200]); // buffer_load_sbyte_d16_hi v2, v0, s[4:7], 0 offen
    assert_eq!((b.v(2, 0), b.v(2, 1)), (0x0000_2222, 0x0000_2222));
    b.fill(4, |_| 0xffff);
    b.ok(&[0xe068_1000, 0x8001_0400]); // buffer_store_short v4, v0, s[4:7], 0 offen
    assert_eq!((b.data(0), b.data(4)), (0xa000_ffff, 0xa000_0004));
}

#[test]
fn atomics_are_whole_and_return_zero_out_of_range() {
    let mut b = bench(0, 8, RAW);
    b.fill(4, |_| 5);
    b.ok(&[0xe0c8_5000, 0x8001_0400]); // buffer_atomic_add v4, v0, s[4:7], 0 offen glc
    assert_eq!([0, 1, 2].map(|lane| b.v(4, lane)), [0xa000_0000, 0xa000_0004, 0]);
    assert_eq!([0, 4, 8].map(|o| b.data(o)), [0xa000_0005, 0xa000_0009, 0xa000_0008]);
    b.fill(4, |_| 1);
    b.ok(&[0xe0c8_1000, 0x8001_0400]); // buffer_atomic_add v4, v0, s[4:7], 0 offen
    assert_eq!((b.v(4, 0), b.data(0)), (1, 0xa000_0006));
    b.fill(4, |_| 77);
    b.fill(5, |_| 0xa000_0006);
    b.ok(&[0xe0c4_5000, 0x8001_0400]); // buffer_atomic_cmpswap v[4:5], v0, s[4:7], 0 offen glc
    assert_eq!((b.v(4, 0), b.v(4, 1), b.data(0), b.data(4)), (0xa000_0006, 0xa000_000a, 77, 0xa000_000a));
}

#[test]
fn the_scratch_descriptor_and_scratch_instructions_agree() {
    for (lanes, index_stride) in [(32, 2), (64, 3)] {
        let mut b = Bench::new(lanes);
        let word3 = 0xfac | 20 << 12 | index_stride << 21 | 1 << 23 | 1 << 24 | 2 << 28;
        b.set_s(4, &[SCRATCH as u32, (SCRATCH >> 32) as u32 | 1 << 31, 0x4000, word3]);
        b.fill(0, |_| 12);
        b.fill(4, |lane| lane << 16);
        b.ok(&[0xe068_1000, 0x8001_0400]); // buffer_store_short v4, v0, s[4:7], 0 offen
        b.fill(4, |lane| 0x700 + lane);
        b.ok(&[0xe070_1004, 0x8001_0400]); // buffer_store_dword v4, v0, s[4:7], 0 offen offset:4
        b.fill(0, |_| 16);
        b.ok(&[0xdc30_4000, 0x027d_0000]); // scratch_load_dword v2, v0, off
        assert_eq!((b.v(2, 0), b.v(2, 31)), (0x700, 0x71f));
    }
}

#[test]
fn lds_loads_write_no_register() {
    let mut b = bench(0, 0x1000, RAW);
    b.wave.set_sgpr(code::M0, 0x40);
    let before = b.v(0, 3);
    b.ok(&[0xe031_1008, 0x8001_0000]); // buffer_load_dword v0, s[4:7], 0 offen offset:8 lds
    assert_eq!((b.v(0, 3), b.lds.read_u32(0x48 + 12)), (before, 0xa000_0014));
}

#[test]
fn tfe_is_refused_by_name() {
    let (text, _) = bench(0, 4, RAW).stop(&[0xe030_1000, 0x8081_0200]); // buffer_load_dword ... offen tfe
    assert!(text.starts_with("buffer_load_dword is not supported"), "{text}");
}

#[test]
fn a_descriptor_of_an_image_is_a_fault() {
    let (text, _) = bench(0, 4, RAW | 1 << 31).stop(&[0xe030_1000, 0x8001_0200]);
    assert!(text.contains("a buffer has 0"), "{text}");
}

#[test]
fn formatted_loads_convert_and_select() {
    // 8_8_8_8_UNORM with X and Z exchanged.
    let word3 = format(STRUCTURED, 56) & !0xfff | 6 | 5 << 3 | 4 << 6 | 7 << 9;
    let mut b = bench(4, 3, word3);
    b.fill(0, |lane| lane);
    b.set_data(4, 0xff00_80ff);
    b.ok(&[0xe00c_2000, 0x8001_0200]); // buffer_load_format_xyzw v[2:5], v0, s[4:7], 0 idxen
    let half = (128.0f32 / 255.0).to_bits();
    assert_eq!([2, 3, 4, 5].map(|r| b.v(r, 1)), [0, half, 1.0f32.to_bits(), 1.0f32.to_bits()]);
    assert_eq!([2, 3, 4, 5].map(|r| b.v(r, 3)), [0; 4], "out of range");
    for (register, value) in [(4, 1.0f32), (5, 0.0), (6, -3.0), (7, 0.5)] {
        b.fill(register, |_| value.to_bits());
    }
    b.ok(&[0xe01c_2000, 0x8001_0400]); // buffer_store_format_xyzw v[4:7], v0, s[4:7], 0 idxen
    assert_eq!((b.data(8), b.data(12)), (0x80ff_0000, 0xa000_000c));
}

#[test]
fn d16_loads_fill_halves() {
    let mut b = bench(8, 64, format(STRUCTURED, 71)); // 16_16_16_16_FLOAT
    b.fill(0, |lane| lane);
    b.set_data(8, 0x2222_1111);
    b.set_data(12, 0x4444_3333);
    for register in [2, 3] {
        b.fill(register, |_| 0xffff_ffff);
    }
    b.ok(&[0xe208_2000, 0x8001_0200]); // buffer_load_format_d16_xyz v[2:3], v0, s[4:7], 0 idxen
    assert_eq!((b.v(2, 1), b.v(3, 1)), (0x2222_1111, 0xffff_3333));
    b.ok(&[0xe098_2000, 0x8001_0200]); // buffer_load_format_d16_hi_x v2, v0, s[4:7], 0 idxen
    assert_eq!(b.v(2, 1), 0x1111_1111);
}

#[test]
fn typed_accesses_have_their_own_format() {
    let mut b = bench(4, 64, format(STRUCTURED, 0) & !0xfff);
    b.fill(0, |lane| lane);
    b.ok(&[0xe8d9_2000, 0x8001_0200]); // tbuffer_load_format_xy v[2:3], v0, s[4:7], 0 format:[16_16_UINT] idxen
    assert_eq!((b.v(2, 3), b.v(3, 3)), (12, 0xa000));
    for register in 4..8 {
        b.fill(register, |_| 1.0f32.to_bits());
    }
    b.ok(&[0xe9c7_2000, 0x8001_0400]); // tbuffer_store_format_xyzw v[4:7], v0, s[4:7], 0 format:[8_8_8_8_UNORM] idxen
    assert_eq!(b.data(12), 0xffff_ffff);
}

#[test]
fn a_null_descriptor_reads_zero_and_a_bad_format_is_refused() {
    let mut b = bench(0, 0, 0);
    b.ok(&[0xe00c_2000, 0x8001_0200]); // buffer_load_format_xyzw v[2:5], v0, s[4:7], 0 idxen
    assert_eq!([2, 3, 4, 5].map(|r| b.v(r, 0)), [0; 4]);
    b.ok(&[0xe01c_2000, 0x8001_0400]); // buffer_store_format_xyzw v[4:7], v0, s[4:7], 0 idxen
    b.set_s(6, &[1]);
    let (text, lane) = b.stop(&[0xe00c_2000, 0x8001_0200]);
    assert!(text.contains("0 is not a buffer data format"), "{text}");
    assert_eq!(lane, Some(0));
}
