//! The scalar ALU, one encoded instruction each; words are LLVM's, values follow from the ISA guide's definitions.

use crate::exec::Flow;
use crate::exec::testing::Bench;

/// Runs an instruction with s1 and s2 set and returns s0 and SCC.
fn two(word: u32, a: u32, b: u32) -> (u32, bool) {
    let mut bench = Bench::new(64);
    bench.set_s(1, &[a, b]);
    bench.ok(&[word]);
    (bench.wave.sgpr(0), bench.wave.scc)
}

/// Runs an instruction with s[2:3] and s4 set and returns s[0:1] and SCC.
fn wide(word: u32, a: u64, b: u32) -> (u64, bool) {
    let mut bench = Bench::new(64);
    bench.set_s(2, &[a as u32, (a >> 32) as u32, b]);
    bench.ok(&[word]);
    (bench.wave.sgpr64(0), bench.wave.scc)
}

#[test]
fn scc_of_max_is_clear_for_equal_operands() {
    // s_max_i32 s0, s1, s2; s_min_i32 s0, s1, s2
    assert_eq!(two(0x8400_0201, 7, 7), (7, false));
    assert_eq!(two(0x8400_0201, 8, 0xffff_fff0), (8, true));
    assert_eq!(two(0x8300_0201, 7, 7), (7, false));
    assert_eq!(two(0x8300_0201, 0x8000_0000, 7), (0x8000_0000, true));
}

#[test]
fn absolute_difference_wraps_at_the_smallest_number() {
    // s_absdiff_i32 s0, s1, s2: the rows are those of the RDNA 2 guide.
    for (a, b, d) in [
        (2, 5, 3),
        (u32::MAX, 0, 1),
        (0x8000_0000, 0, 0x8000_0000),
        (0x8000_0000, 1, 0x7fff_ffff),
        (0x8000_0000, u32::MAX, 0x7fff_ffff),
        (0x8000_0000, 0xffff_fffe, 0x7fff_fffe),
    ] {
        assert_eq!(two(0x9600_0201, a, b), (d, d != 0), "{a:#x} {b:#x}");
    }
}

#[test]
fn searches_count_from_the_sign_and_give_minus_one_for_nothing() {
    let flbit = |v| two(0xbe80_1701, v, 0).0; // s_flbit_i32 s0, s1
    assert_eq!((flbit(0), flbit(u32::MAX)), (u32::MAX, u32::MAX));
    assert_eq!((flbit(1), flbit(0x4000_0000), flbit(0xfffe_ffff)), (31, 1, 15));
    assert_eq!(wide(0xbe80_1202, u64::MAX, 0).0 as u32, u32::MAX); // s_ff0_i32_b64 s0, s[2:3]
    assert_eq!(wide(0xbe80_1202, 0xffff_ffff, 0).0 as u32, 32);
}

#[test]
fn quads() {
    // s_quadmask_b64 s[0:1], s[2:3]
    assert_eq!(wide(0xbe80_2d02, 0x8000_0000_0000_0102, 0), (0x8005, true));
    assert_eq!(wide(0xbe80_2d02, 0, 0), (0, false));
    // s_wqm_b32 s0, s1
    assert_eq!(two(0xbe80_0901, 0x0000_8010, 0), (0x0000_f0f0, true));
    // s_bitreplicate_b64_b32 s[0:1], s2
    assert_eq!(wide(0xbe80_3b02, 0x8000_0005, 0).0, 0xc000_0000_0000_0033);
}

#[test]
fn fields() {
    // s_bfe_i32 s0, s1, s2: offset in bits 4:0, width in bits 22:16.
    assert_eq!(two(0x9400_0201, 0x0000_0f00, 8 | 4 << 16), (u32::MAX, true));
    assert_eq!(two(0x9400_0201, 0x0000_0f00, 8), (0, false));
    assert_eq!(two(0x9400_0201, 0x8000_0000, 31 | 8 << 16), (u32::MAX, true));
    // s_bfe_u64 s[0:1], s[2:3], s4
    assert_eq!(wide(0x9480_0402, 0xabcd_0000_0000_0000, 48 | 127 << 16), (0xabcd, true));
    // s_bfm_b32 s0, s1, s2: low five bits of both, SCC unchanged (measured-facts 61).
    assert_eq!(two(0x9200_0201, 36, 28), (0xf000_0000, false));
}

#[test]
fn carries_count_every_bit_that_leaves() {
    // s_lshl4_add_u32 s0, s1, s2: bits shifted out count.
    assert_eq!(two(0x9880_0201, 0x1000_0000, 1), (1, true));
    // s_mul_hi_i32 s0, s1, s2
    assert_eq!(two(0x9b00_0201, u32::MAX, 5).0, u32::MAX);
    // s_subb_u32 s0, s1, s2 with SCC set
    let mut bench = Bench::new(64);
    bench.set_s(1, &[5, 5]);
    bench.wave.scc = true;
    bench.ok(&[0x8280_0201]);
    assert_eq!((bench.wave.sgpr(0), bench.wave.scc), (u32::MAX, true));
}

#[test]
fn save_and_write_of_exec() {
    // s_orn2_saveexec_b64 s[0:1], s[2:3]: D = old, EXEC = S | ~old
    let mut bench = Bench::new(64);
    bench.wave.set_exec(0xff00);
    bench.set_s(2, &[1, 0]);
    bench.ok(&[0xbe80_2802]);
    assert_eq!((bench.wave.sgpr64(0), bench.wave.exec()), (0xff00, !0xff00 | 1));
    // s_andn1_wrexec_b64 s[0:1], s[2:3]: D = EXEC = ~S & old
    bench.wave.set_exec(0xff);
    bench.set_s(2, &[0x0f, 0]);
    bench.ok(&[0xbe80_3902]);
    assert_eq!((bench.wave.sgpr64(0), bench.wave.exec(), bench.wave.scc), (0xf0, 0xf0, true));
}

#[test]
fn constants_of_compares_are_extended_by_their_type() {
    let mut bench = Bench::new(64);
    bench.set_s(1, &[0xffff]);
    bench.ok(&[0xb481_ffff]); // s_cmpk_eq_u32 s1, 0xffff
    assert!(bench.wave.scc);
    bench.ok(&[0xb181_ffff]); // s_cmpk_eq_i32 s1, 0xffff
    assert!(!bench.wave.scc);
}

#[test]
fn the_mode_register_is_read_and_written_in_fields() {
    let mut bench = Bench::new(64);
    bench.wave.mode.float_mode = 0xc5;
    bench.ok(&[0xb900_1901]); // s_getreg_b32 s0, hwreg(HW_REG_MODE, 4, 4)
    assert_eq!(bench.wave.sgpr(0), 0xc);
    bench.ok(&[0xba80_1801, 3]); // s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 4), 3
    assert_eq!(bench.wave.mode.float_mode, 0xc3);
}

#[test]
fn apertures_are_64_bits_wide() {
    let mut bench = Bench::new(64);
    bench.ok(&[0xbe80_04eb]); // s_mov_b64 s[0:1], src_shared_base
    assert_eq!(bench.wave.sgpr64(0), 0x0001_0000_0000_0000);
}

#[test]
fn the_subvector_loop_runs_the_low_half_then_the_high_half() {
    // s_subvector_loop_begin s0, 4; s_subvector_loop_end s0, -4 (SOPK 27 and 28)
    let (begin, end) = (0xbd80_0004, 0xbe00_fffc);
    let mut bench = Bench::new(64);
    bench.wave.set_exec(0x0000_0003_0000_0005);
    assert_eq!(bench.run(&[begin]), Ok(Flow::Next));
    assert_eq!(bench.wave.exec(), 5);
    let after = bench.wave.pc + 4;
    assert_eq!(bench.run(&[end]), Ok(Flow::Jump(after - 16)));
    assert_eq!(bench.wave.exec(), 3 << 32);
    assert_eq!(bench.run(&[end]), Ok(Flow::Next));
    assert_eq!(bench.wave.exec(), 0x0000_0003_0000_0005);
    bench.wave.set_exec(0);
    assert_eq!(bench.run(&[begin]), Ok(Flow::Jump(after + 16)));
}
