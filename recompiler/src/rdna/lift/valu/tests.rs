//! The shape of what single instructions become. Words are what LLVM's assembler gives for the text beside them.

use crate::error::TranslateErrorKind;
use crate::rdna::cfg::{Cfg, End, GuestBlock};
use crate::rdna::lift::lift;
use crate::request::{Mode, Request};
use ir::Op;

/// The ops of an instruction in wave32, without reads and writes of registers.
fn ops(words: &[u32], float_mode: u8) -> Result<Vec<&'static str>, TranslateErrorKind> {
    let request = Request {
        mode: Mode { float_mode, ieee: false, dx10_clamp: true, fp16_ovfl: false },
        instruction_limit: 10,
        ..Request::bare(&[], 32)
    };
    let options = isa::DecodeOptions { wave_size: 32, ..isa::DecodeOptions::default() };
    let inst = isa::decode(words, 0, options).expect("LLVM assembled these words");
    let block = GuestBlock { pc: 0, insts: vec![(0, inst)], end: End::Program, assumed: None };
    let func = lift(&request, &Cfg { blocks: vec![block] }).map_err(|e| e.kind)?;
    let insts = func.layout.get(1).map_or(&[][..], |&b| &func.blocks[b].insts);
    let names = insts.iter().map(|&i| func.insts[i].op);
    Ok(names.filter(|op| !matches!(op, Op::get | Op::set | Op::ret)).map(|op| op.row().name).collect())
}

#[test]
fn a_sum_is_one_op_and_a_masked_write() {
    // v_add_f32_e32 v0, v1, v2
    assert_eq!(ops(&[0x0600_0501], 0xc0), Ok(vec!["fadd", "select"]));
}

#[test]
fn a_compare_is_masked_by_exec() {
    // v_cmp_lt_u32_e32 vcc_lo, v1, v2
    assert_eq!(ops(&[0x7d82_0501], 0xc0), Ok(vec!["ult", "iand"]));
}

#[test]
fn the_output_multiplier_is_ignored_where_denormals_are_kept() {
    // v_add_f32_e64 v0, v1, v2 mul:2
    let words = [0xd503_0000, 0x0802_0501];
    assert_eq!(ops(&words, 0xf0), Ok(vec!["fadd", "select"]));
    assert_eq!(ops(&words, 0xc0), Ok(vec!["fadd", "fmul", "iand", "ieq", "select", "select"]));
}

#[test]
fn a_shift_in_a_row_reads_other_lanes_and_their_exec() {
    // v_mov_b32_dpp v0, v1 row_shr:1 row_mask:0xf bank_mask:0xf
    let names = ops(&[0x7e00_02fa, 0xff01_1101], 0xc0).expect("is lifted");
    assert_eq!(names.iter().filter(|n| **n == "shuffle").count(), 2);
}

#[test]
fn a_lane_read_with_a_constant_lane_is_one_op() {
    // v_readlane_b32 s0, v1, 3
    assert_eq!(ops(&[0xd760_0000, 0x0001_0701], 0xc0), Ok(vec!["readlane"]));
}

#[test]
fn interpolation_is_refused() {
    // v_interp_p1_f32_e32 v0, v1, attr0.x
    let refused = ops(&[0xc800_0001], 0xc0);
    assert!(matches!(refused, Err(TranslateErrorKind::Unsupported { what: "v_interp_p1_f32", .. })));
}
