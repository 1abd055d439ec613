//! Scalar memory, one encoded instruction each.

use crate::exec::testing::{Bench, DATA, SIZE};

fn bench() -> Bench {
    let mut b = Bench::new(64);
    b.set_s(2, &[DATA as u32, (DATA >> 32) as u32]);
    b
}

/// A descriptor of 32 bytes of `data` in s[4:7].
fn buffer(b: &mut Bench, stride: u32, records: u32) {
    b.set_s(4, &[DATA as u32, (DATA >> 32) as u32 | stride << 16, records, 0]);
}

#[test]
fn loads_add_constant_and_scalar_offset() {
    let mut b = bench();
    b.ok(&[0xf400_0101, 0xfa00_0014]); // s_load_dword s4, s[2:3], 0x14
    assert_eq!(b.s(4), [0xa000_0014]);
    b.set_s(5, &[0x100]);
    b.ok(&[0xf404_0201, 0x0a00_0010]); // s_load_dwordx2 s[8:9], s[2:3], s5 offset:0x10
    assert_eq!(b.s(8), [0xa000_0110, 0xa000_0114]);
    b.set_s(2, &[DATA as u32 + 0x40]);
    b.ok(&[0xf408_0201, 0xfa1f_fff8]); // s_load_dwordx4 s[8:11], s[2:3], -0x8
    assert_eq!(b.s(8), [0xa000_0038, 0xa000_003c, 0xa000_0040, 0xa000_0044]);
}

#[test]
fn loads_drop_the_low_bits_of_an_address_but_refuse_a_carry() {
    let mut b = bench();
    b.set_s(2, &[DATA as u32 + 3]);
    b.set_s(5, &[2]);
    b.ok(&[0xf404_0201, 0x0a00_0010]); // s_load_dwordx2 s[8:9], s[2:3], s5 offset:0x10
    assert_eq!(b.s(8), [0xa000_0010, 0xa000_0014]);
    let (text, _) = b.stop(&[0xf404_0201, 0x0a00_0012]); // ... offset:0x12
    assert!(text.contains("carry"), "{text}");
}

#[test]
fn wide_loads_reach_vcc_and_null_takes_nothing() {
    let mut b = bench();
    b.ok(&[0xf408_1a01, 0xfa00_0000]); // s_load_dwordx4 s[104:107], s[2:3], 0x0
    assert_eq!(b.s(104), [0xa000_0000, 0xa000_0004, 0xa000_0008, 0xa000_000c]);
    let before: [u32; 2] = b.s(124);
    b.ok(&[0xf404_1f41, 0xfa00_0000]); // s_load_dwordx2 null, s[2:3], 0x0
    assert_eq!(b.s(124), before);
}

#[test]
fn a_load_that_leaves_its_region_writes_no_register() {
    let mut b = bench();
    b.set_s(2, &[(DATA + SIZE) as u32 - 8]);
    let before: [u32; 4] = b.s(8);
    let (text, lane) = b.stop(&[0xf408_0201, 0xfa00_0000]); // s_load_dwordx4 s[8:11], s[2:3], 0x0
    assert!(text.contains("past the end of its region"), "{text}");
    assert_eq!((lane, b.s(8)), (None, before));
}

#[test]
fn buffer_loads_give_zero_out_of_range() {
    let mut b = bench();
    buffer(&mut b, 0, 32);
    b.ok(&[0xf428_0202, 0xfa00_0018]); // s_buffer_load_dwordx4 s[8:11], s[4:7], 0x18
    assert_eq!(b.s(8), [0xa000_0018, 0xa000_001c, 0, 0]);
    // With a stride the records count elements.
    buffer(&mut b, 16, 2);
    b.ok(&[0xf428_0202, 0xfa00_0018]);
    assert_eq!(b.s(8), [0xa000_0018, 0xa000_001c, 0, 0]);
    // The offset register is unsigned: no wrap to the start.
    b.set_s(12, &[0xffff_fffc]);
    b.ok(&[0xf420_0202, 0x1800_0004]); // s_buffer_load_dword s8, s[4:7], s12 offset:0x4
    assert_eq!(b.s(8), [0]);
}

#[test]
fn stores_and_atomics_act_once_whatever_exec_is() {
    let mut b = bench();
    b.wave.set_exec(0);
    b.set_s(8, &[11, 22]);
    b.ok(&[0xf444_0201, 0xfa00_0020]); // s_store_dwordx2 s[8:9], s[2:3], 0x20
    assert_eq!((b.data(0x20), b.data(0x24)), (11, 22));
    b.ok(&[0xf609_0201, 0xfa00_0040]); // s_atomic_add s8, s[2:3], 0x40 glc
    assert_eq!((b.s(8), b.data(0x40)), ([0xa000_0040], 0xa000_004b));
}

#[test]
fn compare_and_swap_has_the_comparand_in_the_second_register() {
    let mut b = bench();
    b.set_s(8, &[5, 0xa000_0040]);
    b.ok(&[0xf605_0201, 0xfa00_0040]); // s_atomic_cmpswap s[8:9], s[2:3], 0x40 glc
    assert_eq!((b.s(8), b.data(0x40)), ([0xa000_0040, 0xa000_0040], 5));
    b.set_s(8, &[1, 2, 5, 0xa000_0044]);
    b.ok(&[0xf685_0201, 0xfa00_0040]); // s_atomic_cmpswap_x2 s[8:11], s[2:3], 0x40 glc
    assert_eq!((b.s(8), b.data(0x40), b.data(0x44)), ([5, 0xa000_0044], 1, 2));
}

#[test]
fn clock_and_wave_number() {
    let mut b = bench();
    b.ok(&[0xf490_0200, 0x0000_0000]); // s_memtime s[8:9]
    assert_eq!(b.s(8), [1234, 0]);
    b.ok(&[0xf4a8_0200, 0x0000_0000]); // s_get_waveid_in_workgroup s8
    assert_eq!(b.s(8), [3]);
}

#[test]
fn scalar_scratch_is_refused_by_name() {
    let (text, _) = bench().stop(&[0xf414_0201, 0xfa00_0000]); // s_scratch_load_dword s8, s[2:3], 0x0
    assert!(text.starts_with("s_scratch_load_dword is not supported"), "{text}");
}
