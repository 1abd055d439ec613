//! Rows of vector compares.

use super::rows;

rows! {
    /// Vector compares.
    pub enum Vopc in VOPC {
        v_cmp_f_f32 = 0x00 { vcc_dst: Mask, src0: F32, src1: F32 } reads(MODE|EXEC) forms(SDWA|VOP3)
            "f32: compare S0 always false; one bit per active lane, inactive lanes 0";
        v_cmp_lt_f32 = 0x01 { vcc_dst: Mask, src0: F32, src1: F32 } reads(MODE|EXEC) forms(SDWA|VOP3)
            "f32: compare S0 < S1; one bit per active lane, inactive lanes 0";
        v_cmp_eq_f32 = 0x02 { vcc_dst: Mask, src0: F32, src1: F32 } reads(MODE|EXEC) forms(SDWA|VOP3)
            "f32: compare S0 == S1; one bit per active lane, inactive lanes 0";
        v_cmp_le_f32 = 0x03 { vcc_dst: Mask, src0: F32, src1: F32 } reads(MODE|EXEC) forms(SDWA|VOP3)
            "f32: compare S0 <= S1; one bit per active lane, inactive lanes 0";
        v_cmp_gt_f32 = 0x04 { vcc_dst: Mask, src0: F32, src1: F32 } reads(MODE|EXEC) forms(SDWA|VOP3)
            "f32: compare S0 > S1; one bit per active lane, inactive lanes 0";
        v_cmp_lg_f32 = 0x05 { vcc_dst: Mask, src0: F32, src1: F32 } reads(MODE|EXEC) forms(SDWA|VOP3)
            "f32: compare S0 != and ordered S1; one bit per active lane, inactive lanes 0";
        v_cmp_ge_f32 = 0x06 { vcc_dst: Mask, src0: F32, src1: F32 } reads(MODE|EXEC) forms(SDWA|VOP3)
            "f32: compare S0 >= S1; one bit per active lane, inactive lanes 0";
        v_cmp_o_f32 = 0x07 { vcc_dst: Mask, src0: F32, src1: F32 } reads(MODE|EXEC) forms(SDWA|VOP3)
            "f32: compare S0 ordered (no NaN); one bit per active lane, inactive lanes 0";
        v_cmp_u_f32 = 0x08 { vcc_dst: Mask, src0: F32, src1: F32 } reads(MODE|EXEC) forms(SDWA|VOP3)
            "f32: compare S0 unordered (a NaN); one bit per active lane, inactive lanes 0";
        v_cmp_nge_f32 = 0x09 { vcc_dst: Mask, src0: F32, src1: F32 } reads(MODE|EXEC) forms(SDWA|VOP3)
            "f32: compare S0 not >= S1; one bit per active lane, inactive lanes 0";
        v_cmp_nlg_f32 = 0x0a { vcc_dst: Mask, src0: F32, src1: F32 } reads(MODE|EXEC) forms(SDWA|VOP3)
            "f32: compare S0 not (< or >) S1; one bit per active lane, inactive lanes 0";
        v_cmp_ngt_f32 = 0x0b { vcc_dst: Mask, src0: F32, src1: F32 } reads(MODE|EXEC) forms(SDWA|VOP3)
            "f32: compare S0 not > S1; one bit per active lane, inactive lanes 0";
        v_cmp_nle_f32 = 0x0c { vcc_dst: Mask, src0: F32, src1: F32 } reads(MODE|EXEC) forms(SDWA|VOP3)
            "f32: compare S0 not <= S1; one bit per active lane, inactive lanes 0";
        v_cmp_neq_f32 = 0x0d { vcc_dst: Mask, src0: F32, src1: F32 } reads(MODE|EXEC) forms(SDWA|VOP3)
            "f32: compare S0 != or unordered S1; one bit per active lane, inactive lanes 0";
        v_cmp_nlt_f32 = 0x0e { vcc_dst: Mask, src0: F32, src1: F32 } reads(MODE|EXEC) forms(SDWA|VOP3)
            "f32: compare S0 not < S1; one bit per active lane, inactive lanes 0";
        v_cmp_tru_f32 = 0x0f { vcc_dst: Mask, src0: F32, src1: F32 } reads(MODE|EXEC) forms(SDWA|VOP3)
            "f32: compare S0 always true; one bit per active lane, inactive lanes 0";
        v_cmpx_f_f32 = 0x10 { src0: F32, src1: F32 } reads(MODE|EXEC) writes(EXEC) forms(SDWA|VOP3)
            "f32: compare S0 always false; writes EXEC only (GFX10), no VCC";
        v_cmpx_lt_f32 = 0x11 { src0: F32, src1: F32 } reads(MODE|EXEC) writes(EXEC) forms(SDWA|VOP3)
            "f32: compare S0 < S1; writes EXEC only (GFX10), no VCC";
        v_cmpx_eq_f32 = 0x12 { src0: F32, src1: F32 } reads(MODE|EXEC) writes(EXEC) forms(SDWA|VOP3)
            "f32: compare S0 == S1; writes EXEC only (GFX10), no VCC";
        v_cmpx_le_f32 = 0x13 { src0: F32, src1: F32 } reads(MODE|EXEC) writes(EXEC) forms(SDWA|VOP3)
            "f32: compare S0 <= S1; writes EXEC only (GFX10), no VCC";
        v_cmpx_gt_f32 = 0x14 { src0: F32, src1: F32 } reads(MODE|EXEC) writes(EXEC) forms(SDWA|VOP3)
            "f32: compare S0 > S1; writes EXEC only (GFX10), no VCC";
        v_cmpx_lg_f32 = 0x15 { src0: F32, src1: F32 } reads(MODE|EXEC) writes(EXEC) forms(SDWA|VOP3)
            "f32: compare S0 != and ordered S1; writes EXEC only (GFX10), no VCC";
        v_cmpx_ge_f32 = 0x16 { src0: F32, src1: F32 } reads(MODE|EXEC) writes(EXEC) forms(SDWA|VOP3)
            "f32: compare S0 >= S1; writes EXEC only (GFX10), no VCC";
        v_cmpx_o_f32 = 0x17 { src0: F32, src1: F32 } reads(MODE|EXEC) writes(EXEC) forms(SDWA|VOP3)
            "f32: compare S0 ordered (no NaN); writes EXEC only (GFX10), no VCC";
        v_cmpx_u_f32 = 0x18 { src0: F32, src1: F32 } reads(MODE|EXEC) writes(EXEC) forms(SDWA|VOP3)
            "f32: compare S0 unordered (a NaN); writes EXEC only (GFX10), no VCC";
        v_cmpx_nge_f32 = 0x19 { src0: F32, src1: F32 } reads(MODE|EXEC) writes(EXEC) forms(SDWA|VOP3)
            "f32: compare S0 not >= S1; writes EXEC only (GFX10), no VCC";
        v_cmpx_nlg_f32 = 0x1a { src0: F32, src1: F32 } reads(MODE|EXEC) writes(EXEC) forms(SDWA|VOP3)
            "f32: compare S0 not (< or >) S1; writes EXEC only (GFX10), no VCC";
        v_cmpx_ngt_f32 = 0x1b { src0: F32, src1: F32 } reads(MODE|EXEC) writes(EXEC) forms(SDWA|VOP3)
            "f32: compare S0 not > S1; writes EXEC only (GFX10), no VCC";
        v_cmpx_nle_f32 = 0x1c { src0: F32, src1: F32 } reads(MODE|EXEC) writes(EXEC) forms(SDWA|VOP3)
            "f32: compare S0 not <= S1; writes EXEC only (GFX10), no VCC";
        v_cmpx_neq_f32 = 0x1d { src0: F32, src1: F32 } reads(MODE|EXEC) writes(EXEC) forms(SDWA|VOP3)
            "f32: compare S0 != or unordered S1; writes EXEC only (GFX10), no VCC";
        v_cmpx_nlt_f32 = 0x1e { src0: F32, src1: F32 } reads(MODE|EXEC) writes(EXEC) forms(SDWA|VOP3)
            "f32: compare S0 not < S1; writes EXEC only (GFX10), no VCC";
        v_cmpx_tru_f32 = 0x1f { src0: F32, src1: F32 } reads(MODE|EXEC) writes(EXEC) forms(SDWA|VOP3)
            "f32: compare S0 always true; writes EXEC only (GFX10), no VCC";
        v_cmp_f_f64 = 0x20 { vcc_dst: Mask, src0: F64, src1: F64 } reads(MODE|EXEC) forms(VOP3)
            "f64: compare S0 always false; one bit per active lane, inactive lanes 0";
        v_cmp_lt_f64 = 0x21 { vcc_dst: Mask, src0: F64, src1: F64 } reads(MODE|EXEC) forms(VOP3)
            "f64: compare S0 < S1; one bit per active lane, inactive lanes 0";
        v_cmp_eq_f64 = 0x22 { vcc_dst: Mask, src0: F64, src1: F64 } reads(MODE|EXEC) forms(VOP3)
            "f64: compare S0 == S1; one bit per active lane, inactive lanes 0";
        v_cmp_le_f64 = 0x23 { vcc_dst: Mask, src0: F64, src1: F64 } reads(MODE|EXEC) forms(VOP3)
            "f64: compare S0 <= S1; one bit per active lane, inactive lanes 0";
        v_cmp_gt_f64 = 0x24 { vcc_dst: Mask, src0: F64, src1: F64 } reads(MODE|EXEC) forms(VOP3)
            "f64: compare S0 > S1; one bit per active lane, inactive lanes 0";
        v_cmp_lg_f64 = 0x25 { vcc_dst: Mask, src0: F64, src1: F64 } reads(MODE|EXEC) forms(VOP3)
            "f64: compare S0 != and ordered S1; one bit per active lane, inactive lanes 0";
        v_cmp_ge_f64 = 0x26 { vcc_dst: Mask, src0: F64, src1: F64 } reads(MODE|EXEC) forms(VOP3)
            "f64: compare S0 >= S1; one bit per active lane, inactive lanes 0";
        v_cmp_o_f64 = 0x27 { vcc_dst: Mask, src0: F64, src1: F64 } reads(MODE|EXEC) forms(VOP3)
            "f64: compare S0 ordered (no NaN); one bit per active lane, inactive lanes 0";
        v_cmp_u_f64 = 0x28 { vcc_dst: Mask, src0: F64, src1: F64 } reads(MODE|EXEC) forms(VOP3)
            "f64: compare S0 unordered (a NaN); one bit per active lane, inactive lanes 0";
        v_cmp_nge_f64 = 0x29 { vcc_dst: Mask, src0: F64, src1: F64 } reads(MODE|EXEC) forms(VOP3)
            "f64: compare S0 not >= S1; one bit per active lane, inactive lanes 0";
        v_cmp_nlg_f64 = 0x2a { vcc_dst: Mask, src0: F64, src1: F64 } reads(MODE|EXEC) forms(VOP3)
            "f64: compare S0 not (< or >) S1; one bit per active lane, inactive lanes 0";
        v_cmp_ngt_f64 = 0x2b { vcc_dst: Mask, src0: F64, src1: F64 } reads(MODE|EXEC) forms(VOP3)
            "f64: compare S0 not > S1; one bit per active lane, inactive lanes 0";
        v_cmp_nle_f64 = 0x2c { vcc_dst: Mask, src0: F64, src1: F64 } reads(MODE|EXEC) forms(VOP3)
            "f64: compare S0 not <= S1; one bit per active lane, inactive lanes 0";
        v_cmp_neq_f64 = 0x2d { vcc_dst: Mask, src0: F64, src1: F64 } reads(MODE|EXEC) forms(VOP3)
            "f64: compare S0 != or unordered S1; one bit per active lane, inactive lanes 0";
        v_cmp_nlt_f64 = 0x2e { vcc_dst: Mask, src0: F64, src1: F64 } reads(MODE|EXEC) forms(VOP3)
            "f64: compare S0 not < S1; one bit per active lane, inactive lanes 0";
        v_cmp_tru_f64 = 0x2f { vcc_dst: Mask, src0: F64, src1: F64 } reads(MODE|EXEC) forms(VOP3)
            "f64: compare S0 always true; one bit per active lane, inactive lanes 0";
        v_cmpx_f_f64 = 0x30 { src0: F64, src1: F64 } reads(MODE|EXEC) writes(EXEC) forms(VOP3)
            "f64: compare S0 always false; writes EXEC only (GFX10), no VCC";
        v_cmpx_lt_f64 = 0x31 { src0: F64, src1: F64 } reads(MODE|EXEC) writes(EXEC) forms(VOP3)
            "f64: compare S0 < S1; writes EXEC only (GFX10), no VCC";
        v_cmpx_eq_f64 = 0x32 { src0: F64, src1: F64 } reads(MODE|EXEC) writes(EXEC) forms(VOP3)
            "f64: compare S0 == S1; writes EXEC only (GFX10), no VCC";
        v_cmpx_le_f64 = 0x33 { src0: F64, src1: F64 } reads(MODE|EXEC) writes(EXEC) forms(VOP3)
            "f64: compare S0 <= S1; writes EXEC only (GFX10), no VCC";
        v_cmpx_gt_f64 = 0x34 { src0: F64, src1: F64 } reads(MODE|EXEC) writes(EXEC) forms(VOP3)
            "f64: compare S0 > S1; writes EXEC only (GFX10), no VCC";
        v_cmpx_lg_f64 = 0x35 { src0: F64, src1: F64 } reads(MODE|EXEC) writes(EXEC) forms(VOP3)
            "f64: compare S0 != and ordered S1; writes EXEC only (GFX10), no VCC";
        v_cmpx_ge_f64 = 0x36 { src0: F64, src1: F64 } reads(MODE|EXEC) writes(EXEC) forms(VOP3)
            "f64: compare S0 >= S1; writes EXEC only (GFX10), no VCC";
        v_cmpx_o_f64 = 0x37 { src0: F64, src1: F64 } reads(MODE|EXEC) writes(EXEC) forms(VOP3)
            "f64: compare S0 ordered (no NaN); writes EXEC only (GFX10), no VCC";
        v_cmpx_u_f64 = 0x38 { src0: F64, src1: F64 } reads(MODE|EXEC) writes(EXEC) forms(VOP3)
            "f64: compare S0 unordered (a NaN); writes EXEC only (GFX10), no VCC";
        v_cmpx_nge_f64 = 0x39 { src0: F64, src1: F64 } reads(MODE|EXEC) writes(EXEC) forms(VOP3)
            "f64: compare S0 not >= S1; writes EXEC only (GFX10), no VCC";
        v_cmpx_nlg_f64 = 0x3a { src0: F64, src1: F64 } reads(MODE|EXEC) writes(EXEC) forms(VOP3)
            "f64: compare S0 not (< or >) S1; writes EXEC only (GFX10), no VCC";
        v_cmpx_ngt_f64 = 0x3b { src0: F64, src1: F64 } reads(MODE|EXEC) writes(EXEC) forms(VOP3)
            "f64: compare S0 not > S1; writes EXEC only (GFX10), no VCC";
        v_cmpx_nle_f64 = 0x3c { src0: F64, src1: F64 } reads(MODE|EXEC) writes(EXEC) forms(VOP3)
            "f64: compare S0 not <= S1; writes EXEC only (GFX10), no VCC";
        v_cmpx_neq_f64 = 0x3d { src0: F64, src1: F64 } reads(MODE|EXEC) writes(EXEC) forms(VOP3)
            "f64: compare S0 != or unordered S1; writes EXEC only (GFX10), no VCC";
        v_cmpx_nlt_f64 = 0x3e { src0: F64, src1: F64 } reads(MODE|EXEC) writes(EXEC) forms(VOP3)
            "f64: compare S0 not < S1; writes EXEC only (GFX10), no VCC";
        v_cmpx_tru_f64 = 0x3f { src0: F64, src1: F64 } reads(MODE|EXEC) writes(EXEC) forms(VOP3)
            "f64: compare S0 always true; writes EXEC only (GFX10), no VCC";
        v_cmp_f_i32 = 0x80 { vcc_dst: Mask, src0: I32, src1: I32 } reads(EXEC) forms(SDWA|VOP3)
            "i32: compare S0 always false; one bit per active lane, inactive lanes 0";
        v_cmp_lt_i32 = 0x81 { vcc_dst: Mask, src0: I32, src1: I32 } reads(EXEC) forms(SDWA|VOP3)
            "i32: compare S0 < S1; one bit per active lane, inactive lanes 0";
        v_cmp_eq_i32 = 0x82 { vcc_dst: Mask, src0: I32, src1: I32 } reads(EXEC) forms(SDWA|VOP3)
            "i32: compare S0 == S1; one bit per active lane, inactive lanes 0";
        v_cmp_le_i32 = 0x83 { vcc_dst: Mask, src0: I32, src1: I32 } reads(EXEC) forms(SDWA|VOP3)
            "i32: compare S0 <= S1; one bit per active lane, inactive lanes 0";
        v_cmp_gt_i32 = 0x84 { vcc_dst: Mask, src0: I32, src1: I32 } reads(EXEC) forms(SDWA|VOP3)
            "i32: compare S0 > S1; one bit per active lane, inactive lanes 0";
        v_cmp_ne_i32 = 0x85 { vcc_dst: Mask, src0: I32, src1: I32 } reads(EXEC) forms(SDWA|VOP3)
            "i32: compare S0 != S1; one bit per active lane, inactive lanes 0";
        v_cmp_ge_i32 = 0x86 { vcc_dst: Mask, src0: I32, src1: I32 } reads(EXEC) forms(SDWA|VOP3)
            "i32: compare S0 >= S1; one bit per active lane, inactive lanes 0";
        v_cmp_t_i32 = 0x87 { vcc_dst: Mask, src0: I32, src1: I32 } reads(EXEC) forms(SDWA|VOP3)
            "i32: compare S0 always true; one bit per active lane, inactive lanes 0";
        v_cmp_class_f32 = 0x88 { vcc_dst: Mask, src0: F32, src1: B32 } reads(EXEC) forms(SDWA|VOP3)
            "mask bit = S0 is in one of the classes of mask S1 (bits: sNaN,qNaN,-inf,-norm,-denorm,-0,+0,+denorm,+norm,+inf)";
        v_cmp_lt_i16 = 0x89 { vcc_dst: Mask, src0: I16, src1: I16 } reads(EXEC) forms(SDWA|VOP3)
            "i16: compare S0 < S1; one bit per active lane, inactive lanes 0";
        v_cmp_eq_i16 = 0x8a { vcc_dst: Mask, src0: I16, src1: I16 } reads(EXEC) forms(SDWA|VOP3)
            "i16: compare S0 == S1; one bit per active lane, inactive lanes 0";
        v_cmp_le_i16 = 0x8b { vcc_dst: Mask, src0: I16, src1: I16 } reads(EXEC) forms(SDWA|VOP3)
            "i16: compare S0 <= S1; one bit per active lane, inactive lanes 0";
        v_cmp_gt_i16 = 0x8c { vcc_dst: Mask, src0: I16, src1: I16 } reads(EXEC) forms(SDWA|VOP3)
            "i16: compare S0 > S1; one bit per active lane, inactive lanes 0";
        v_cmp_ne_i16 = 0x8d { vcc_dst: Mask, src0: I16, src1: I16 } reads(EXEC) forms(SDWA|VOP3)
            "i16: compare S0 != S1; one bit per active lane, inactive lanes 0";
        v_cmp_ge_i16 = 0x8e { vcc_dst: Mask, src0: I16, src1: I16 } reads(EXEC) forms(SDWA|VOP3)
            "i16: compare S0 >= S1; one bit per active lane, inactive lanes 0";
        v_cmp_class_f16 = 0x8f { vcc_dst: Mask, src0: F16, src1: B32 } reads(EXEC) forms(SDWA|VOP3)
            "mask bit = S0 is in one of the classes of mask S1 (bits: sNaN,qNaN,-inf,-norm,-denorm,-0,+0,+denorm,+norm,+inf)";
        v_cmpx_f_i32 = 0x90 { src0: I32, src1: I32 } reads(EXEC) writes(EXEC) forms(SDWA|VOP3)
            "i32: compare S0 always false; writes EXEC only (GFX10), no VCC";
        v_cmpx_lt_i32 = 0x91 { src0: I32, src1: I32 } reads(EXEC) writes(EXEC) forms(SDWA|VOP3)
            "i32: compare S0 < S1; writes EXEC only (GFX10), no VCC";
        v_cmpx_eq_i32 = 0x92 { src0: I32, src1: I32 } reads(EXEC) writes(EXEC) forms(SDWA|VOP3)
            "i32: compare S0 == S1; writes EXEC only (GFX10), no VCC";
        v_cmpx_le_i32 = 0x93 { src0: I32, src1: I32 } reads(EXEC) writes(EXEC) forms(SDWA|VOP3)
            "i32: compare S0 <= S1; writes EXEC only (GFX10), no VCC";
        v_cmpx_gt_i32 = 0x94 { src0: I32, src1: I32 } reads(EXEC) writes(EXEC) forms(SDWA|VOP3)
            "i32: compare S0 > S1; writes EXEC only (GFX10), no VCC";
        v_cmpx_ne_i32 = 0x95 { src0: I32, src1: I32 } reads(EXEC) writes(EXEC) forms(SDWA|VOP3)
            "i32: compare S0 != S1; writes EXEC only (GFX10), no VCC";
        v_cmpx_ge_i32 = 0x96 { src0: I32, src1: I32 } reads(EXEC) writes(EXEC) forms(SDWA|VOP3)
            "i32: compare S0 >= S1; writes EXEC only (GFX10), no VCC";
        v_cmpx_t_i32 = 0x97 { src0: I32, src1: I32 } reads(EXEC) writes(EXEC) forms(SDWA|VOP3)
            "i32: compare S0 always true; writes EXEC only (GFX10), no VCC";
        v_cmpx_class_f32 = 0x98 { src0: F32, src1: B32 } reads(EXEC) writes(EXEC) forms(SDWA|VOP3)
            "EXEC bit = S0 is in one of the classes of mask S1 (bits: sNaN,qNaN,-inf,-norm,-denorm,-0,+0,+denorm,+norm,+inf)";
        v_cmpx_lt_i16 = 0x99 { src0: I16, src1: I16 } reads(EXEC) writes(EXEC) forms(SDWA|VOP3)
            "i16: compare S0 < S1; writes EXEC only (GFX10), no VCC";
        v_cmpx_eq_i16 = 0x9a { src0: I16, src1: I16 } reads(EXEC) writes(EXEC) forms(SDWA|VOP3)
            "i16: compare S0 == S1; writes EXEC only (GFX10), no VCC";
        v_cmpx_le_i16 = 0x9b { src0: I16, src1: I16 } reads(EXEC) writes(EXEC) forms(SDWA|VOP3)
            "i16: compare S0 <= S1; writes EXEC only (GFX10), no VCC";
        v_cmpx_gt_i16 = 0x9c { src0: I16, src1: I16 } reads(EXEC) writes(EXEC) forms(SDWA|VOP3)
            "i16: compare S0 > S1; writes EXEC only (GFX10), no VCC";
        v_cmpx_ne_i16 = 0x9d { src0: I16, src1: I16 } reads(EXEC) writes(EXEC) forms(SDWA|VOP3)
            "i16: compare S0 != S1; writes EXEC only (GFX10), no VCC";
        v_cmpx_ge_i16 = 0x9e { src0: I16, src1: I16 } reads(EXEC) writes(EXEC) forms(SDWA|VOP3)
            "i16: compare S0 >= S1; writes EXEC only (GFX10), no VCC";
        v_cmpx_class_f16 = 0x9f { src0: F16, src1: B32 } reads(EXEC) writes(EXEC) forms(SDWA|VOP3)
            "EXEC bit = S0 is in one of the classes of mask S1 (bits: sNaN,qNaN,-inf,-norm,-denorm,-0,+0,+denorm,+norm,+inf)";
        v_cmp_f_i64 = 0xa0 { vcc_dst: Mask, src0: I64, src1: I64 } reads(EXEC) forms(VOP3)
            "i64: compare S0 always false; one bit per active lane, inactive lanes 0";
        v_cmp_lt_i64 = 0xa1 { vcc_dst: Mask, src0: I64, src1: I64 } reads(EXEC) forms(VOP3)
            "i64: compare S0 < S1; one bit per active lane, inactive lanes 0";
        v_cmp_eq_i64 = 0xa2 { vcc_dst: Mask, src0: I64, src1: I64 } reads(EXEC) forms(VOP3)
            "i64: compare S0 == S1; one bit per active lane, inactive lanes 0";
        v_cmp_le_i64 = 0xa3 { vcc_dst: Mask, src0: I64, src1: I64 } reads(EXEC) forms(VOP3)
            "i64: compare S0 <= S1; one bit per active lane, inactive lanes 0";
        v_cmp_gt_i64 = 0xa4 { vcc_dst: Mask, src0: I64, src1: I64 } reads(EXEC) forms(VOP3)
            "i64: compare S0 > S1; one bit per active lane, inactive lanes 0";
        v_cmp_ne_i64 = 0xa5 { vcc_dst: Mask, src0: I64, src1: I64 } reads(EXEC) forms(VOP3)
            "i64: compare S0 != S1; one bit per active lane, inactive lanes 0";
        v_cmp_ge_i64 = 0xa6 { vcc_dst: Mask, src0: I64, src1: I64 } reads(EXEC) forms(VOP3)
            "i64: compare S0 >= S1; one bit per active lane, inactive lanes 0";
        v_cmp_t_i64 = 0xa7 { vcc_dst: Mask, src0: I64, src1: I64 } reads(EXEC) forms(VOP3)
            "i64: compare S0 always true; one bit per active lane, inactive lanes 0";
        v_cmp_class_f64 = 0xa8 { vcc_dst: Mask, src0: F64, src1: B32 } reads(EXEC) forms(VOP3)
            "mask bit = S0 is in one of the classes of mask S1 (bits: sNaN,qNaN,-inf,-norm,-denorm,-0,+0,+denorm,+norm,+inf)";
        v_cmp_lt_u16 = 0xa9 { vcc_dst: Mask, src0: U16, src1: U16 } reads(EXEC) forms(SDWA|VOP3)
            "u16: compare S0 < S1; one bit per active lane, inactive lanes 0";
        v_cmp_eq_u16 = 0xaa { vcc_dst: Mask, src0: U16, src1: U16 } reads(EXEC) forms(SDWA|VOP3)
            "u16: compare S0 == S1; one bit per active lane, inactive lanes 0";
        v_cmp_le_u16 = 0xab { vcc_dst: Mask, src0: U16, src1: U16 } reads(EXEC) forms(SDWA|VOP3)
            "u16: compare S0 <= S1; one bit per active lane, inactive lanes 0";
        v_cmp_gt_u16 = 0xac { vcc_dst: Mask, src0: U16, src1: U16 } reads(EXEC) forms(SDWA|VOP3)
            "u16: compare S0 > S1; one bit per active lane, inactive lanes 0";
        v_cmp_ne_u16 = 0xad { vcc_dst: Mask, src0: U16, src1: U16 } reads(EXEC) forms(SDWA|VOP3)
            "u16: compare S0 != S1; one bit per active lane, inactive lanes 0";
        v_cmp_ge_u16 = 0xae { vcc_dst: Mask, src0: U16, src1: U16 } reads(EXEC) forms(SDWA|VOP3)
            "u16: compare S0 >= S1; one bit per active lane, inactive lanes 0";
        v_cmpx_f_i64 = 0xb0 { src0: I64, src1: I64 } reads(EXEC) writes(EXEC) forms(VOP3)
            "i64: compare S0 always false; writes EXEC only (GFX10), no VCC";
        v_cmpx_lt_i64 = 0xb1 { src0: I64, src1: I64 } reads(EXEC) writes(EXEC) forms(VOP3)
            "i64: compare S0 < S1; writes EXEC only (GFX10), no VCC";
        v_cmpx_eq_i64 = 0xb2 { src0: I64, src1: I64 } reads(EXEC) writes(EXEC) forms(VOP3)
            "i64: compare S0 == S1; writes EXEC only (GFX10), no VCC";
        v_cmpx_le_i64 = 0xb3 { src0: I64, src1: I64 } reads(EXEC) writes(EXEC) forms(VOP3)
            "i64: compare S0 <= S1; writes EXEC only (GFX10), no VCC";
        v_cmpx_gt_i64 = 0xb4 { src0: I64, src1: I64 } reads(EXEC) writes(EXEC) forms(VOP3)
            "i64: compare S0 > S1; writes EXEC only (GFX10), no VCC";
        v_cmpx_ne_i64 = 0xb5 { src0: I64, src1: I64 } reads(EXEC) writes(EXEC) forms(VOP3)
            "i64: compare S0 != S1; writes EXEC only (GFX10), no VCC";
        v_cmpx_ge_i64 = 0xb6 { src0: I64, src1: I64 } reads(EXEC) writes(EXEC) forms(VOP3)
            "i64: compare S0 >= S1; writes EXEC only (GFX10), no VCC";
        v_cmpx_t_i64 = 0xb7 { src0: I64, src1: I64 } reads(EXEC) writes(EXEC) forms(VOP3)
            "i64: compare S0 always true; writes EXEC only (GFX10), no VCC";
        v_cmpx_class_f64 = 0xb8 { src0: F64, src1: B32 } reads(EXEC) writes(EXEC) forms(VOP3)
            "EXEC bit = S0 is in one of the classes of mask S1 (bits: sNaN,qNaN,-inf,-norm,-denorm,-0,+0,+denorm,+norm,+inf)";
        v_cmpx_lt_u16 = 0xb9 { src0: U16, src1: U16 } reads(EXEC) writes(EXEC) forms(SDWA|VOP3)
            "u16: compare S0 < S1; writes EXEC only (GFX10), no VCC";
        v_cmpx_eq_u16 = 0xba { src0: U16, src1: U16 } reads(EXEC) writes(EXEC) forms(SDWA|VOP3)
            "u16: compare S0 == S1; writes EXEC only (GFX10), no VCC";
        v_cmpx_le_u16 = 0xbb { src0: U16, src1: U16 } reads(EXEC) writes(EXEC) forms(SDWA|VOP3)
            "u16: compare S0 <= S1; writes EXEC only (GFX10), no VCC";
        v_cmpx_gt_u16 = 0xbc { src0: U16, src1: U16 } reads(EXEC) writes(EXEC) forms(SDWA|VOP3)
            "u16: compare S0 > S1; writes EXEC only (GFX10), no VCC";
        v_cmpx_ne_u16 = 0xbd { src0: U16, src1: U16 } reads(EXEC) writes(EXEC) forms(SDWA|VOP3)
            "u16: compare S0 != S1; writes EXEC only (GFX10), no VCC";
        v_cmpx_ge_u16 = 0xbe { src0: U16, src1: U16 } reads(EXEC) writes(EXEC) forms(SDWA|VOP3)
            "u16: compare S0 >= S1; writes EXEC only (GFX10), no VCC";
        v_cmp_f_u32 = 0xc0 { vcc_dst: Mask, src0: U32, src1: U32 } reads(EXEC) forms(SDWA|VOP3)
            "u32: compare S0 always false; one bit per active lane, inactive lanes 0";
        v_cmp_lt_u32 = 0xc1 { vcc_dst: Mask, src0: U32, src1: U32 } reads(EXEC) forms(SDWA|VOP3)
            "u32: compare S0 < S1; one bit per active lane, inactive lanes 0";
        v_cmp_eq_u32 = 0xc2 { vcc_dst: Mask, src0: U32, src1: U32 } reads(EXEC) forms(SDWA|VOP3)
            "u32: compare S0 == S1; one bit per active lane, inactive lanes 0";
        v_cmp_le_u32 = 0xc3 { vcc_dst: Mask, src0: U32, src1: U32 } reads(EXEC) forms(SDWA|VOP3)
            "u32: compare S0 <= S1; one bit per active lane, inactive lanes 0";
        v_cmp_gt_u32 = 0xc4 { vcc_dst: Mask, src0: U32, src1: U32 } reads(EXEC) forms(SDWA|VOP3)
            "u32: compare S0 > S1; one bit per active lane, inactive lanes 0";
        v_cmp_ne_u32 = 0xc5 { vcc_dst: Mask, src0: U32, src1: U32 } reads(EXEC) forms(SDWA|VOP3)
            "u32: compare S0 != S1; one bit per active lane, inactive lanes 0";
        v_cmp_ge_u32 = 0xc6 { vcc_dst: Mask, src0: U32, src1: U32 } reads(EXEC) forms(SDWA|VOP3)
            "u32: compare S0 >= S1; one bit per active lane, inactive lanes 0";
        v_cmp_t_u32 = 0xc7 { vcc_dst: Mask, src0: U32, src1: U32 } reads(EXEC) forms(SDWA|VOP3)
            "u32: compare S0 always true; one bit per active lane, inactive lanes 0";
        v_cmp_f_f16 = 0xc8 { vcc_dst: Mask, src0: F16, src1: F16 } reads(MODE|EXEC) forms(SDWA|VOP3)
            "f16: compare S0 always false; one bit per active lane, inactive lanes 0";
        v_cmp_lt_f16 = 0xc9 { vcc_dst: Mask, src0: F16, src1: F16 } reads(MODE|EXEC) forms(SDWA|VOP3)
            "f16: compare S0 < S1; one bit per active lane, inactive lanes 0";
        v_cmp_eq_f16 = 0xca { vcc_dst: Mask, src0: F16, src1: F16 } reads(MODE|EXEC) forms(SDWA|VOP3)
            "f16: compare S0 == S1; one bit per active lane, inactive lanes 0";
        v_cmp_le_f16 = 0xcb { vcc_dst: Mask, src0: F16, src1: F16 } reads(MODE|EXEC) forms(SDWA|VOP3)
            "f16: compare S0 <= S1; one bit per active lane, inactive lanes 0";
        v_cmp_gt_f16 = 0xcc { vcc_dst: Mask, src0: F16, src1: F16 } reads(MODE|EXEC) forms(SDWA|VOP3)
            "f16: compare S0 > S1; one bit per active lane, inactive lanes 0";
        v_cmp_lg_f16 = 0xcd { vcc_dst: Mask, src0: F16, src1: F16 } reads(MODE|EXEC) forms(SDWA|VOP3)
            "f16: compare S0 != and ordered S1; one bit per active lane, inactive lanes 0";
        v_cmp_ge_f16 = 0xce { vcc_dst: Mask, src0: F16, src1: F16 } reads(MODE|EXEC) forms(SDWA|VOP3)
            "f16: compare S0 >= S1; one bit per active lane, inactive lanes 0";
        v_cmp_o_f16 = 0xcf { vcc_dst: Mask, src0: F16, src1: F16 } reads(MODE|EXEC) forms(SDWA|VOP3)
            "f16: compare S0 ordered (no NaN); one bit per active lane, inactive lanes 0";
        v_cmpx_f_u32 = 0xd0 { src0: U32, src1: U32 } reads(EXEC) writes(EXEC) forms(SDWA|VOP3)
            "u32: compare S0 always false; writes EXEC only (GFX10), no VCC";
        v_cmpx_lt_u32 = 0xd1 { src0: U32, src1: U32 } reads(EXEC) writes(EXEC) forms(SDWA|VOP3)
            "u32: compare S0 < S1; writes EXEC only (GFX10), no VCC";
        v_cmpx_eq_u32 = 0xd2 { src0: U32, src1: U32 } reads(EXEC) writes(EXEC) forms(SDWA|VOP3)
            "u32: compare S0 == S1; writes EXEC only (GFX10), no VCC";
        v_cmpx_le_u32 = 0xd3 { src0: U32, src1: U32 } reads(EXEC) writes(EXEC) forms(SDWA|VOP3)
            "u32: compare S0 <= S1; writes EXEC only (GFX10), no VCC";
        v_cmpx_gt_u32 = 0xd4 { src0: U32, src1: U32 } reads(EXEC) writes(EXEC) forms(SDWA|VOP3)
            "u32: compare S0 > S1; writes EXEC only (GFX10), no VCC";
        v_cmpx_ne_u32 = 0xd5 { src0: U32, src1: U32 } reads(EXEC) writes(EXEC) forms(SDWA|VOP3)
            "u32: compare S0 != S1; writes EXEC only (GFX10), no VCC";
        v_cmpx_ge_u32 = 0xd6 { src0: U32, src1: U32 } reads(EXEC) writes(EXEC) forms(SDWA|VOP3)
            "u32: compare S0 >= S1; writes EXEC only (GFX10), no VCC";
        v_cmpx_t_u32 = 0xd7 { src0: U32, src1: U32 } reads(EXEC) writes(EXEC) forms(SDWA|VOP3)
            "u32: compare S0 always true; writes EXEC only (GFX10), no VCC";
        v_cmpx_f_f16 = 0xd8 { src0: F16, src1: F16 } reads(MODE|EXEC) writes(EXEC) forms(SDWA|VOP3)
            "f16: compare S0 always false; writes EXEC only (GFX10), no VCC";
        v_cmpx_lt_f16 = 0xd9 { src0: F16, src1: F16 } reads(MODE|EXEC) writes(EXEC) forms(SDWA|VOP3)
            "f16: compare S0 < S1; writes EXEC only (GFX10), no VCC";
        v_cmpx_eq_f16 = 0xda { src0: F16, src1: F16 } reads(MODE|EXEC) writes(EXEC) forms(SDWA|VOP3)
            "f16: compare S0 == S1; writes EXEC only (GFX10), no VCC";
        v_cmpx_le_f16 = 0xdb { src0: F16, src1: F16 } reads(MODE|EXEC) writes(EXEC) forms(SDWA|VOP3)
            "f16: compare S0 <= S1; writes EXEC only (GFX10), no VCC";
        v_cmpx_gt_f16 = 0xdc { src0: F16, src1: F16 } reads(MODE|EXEC) writes(EXEC) forms(SDWA|VOP3)
            "f16: compare S0 > S1; writes EXEC only (GFX10), no VCC";
        v_cmpx_lg_f16 = 0xdd { src0: F16, src1: F16 } reads(MODE|EXEC) writes(EXEC) forms(SDWA|VOP3)
            "f16: compare S0 != and ordered S1; writes EXEC only (GFX10), no VCC";
        v_cmpx_ge_f16 = 0xde { src0: F16, src1: F16 } reads(MODE|EXEC) writes(EXEC) forms(SDWA|VOP3)
            "f16: compare S0 >= S1; writes EXEC only (GFX10), no VCC";
        v_cmpx_o_f16 = 0xdf { src0: F16, src1: F16 } reads(MODE|EXEC) writes(EXEC) forms(SDWA|VOP3)
            "f16: compare S0 ordered (no NaN); writes EXEC only (GFX10), no VCC";
        v_cmp_f_u64 = 0xe0 { vcc_dst: Mask, src0: U64, src1: U64 } reads(EXEC) forms(VOP3)
            "u64: compare S0 always false; one bit per active lane, inactive lanes 0";
        v_cmp_lt_u64 = 0xe1 { vcc_dst: Mask, src0: U64, src1: U64 } reads(EXEC) forms(VOP3)
            "u64: compare S0 < S1; one bit per active lane, inactive lanes 0";
        v_cmp_eq_u64 = 0xe2 { vcc_dst: Mask, src0: U64, src1: U64 } reads(EXEC) forms(VOP3)
            "u64: compare S0 == S1; one bit per active lane, inactive lanes 0";
        v_cmp_le_u64 = 0xe3 { vcc_dst: Mask, src0: U64, src1: U64 } reads(EXEC) forms(VOP3)
            "u64: compare S0 <= S1; one bit per active lane, inactive lanes 0";
        v_cmp_gt_u64 = 0xe4 { vcc_dst: Mask, src0: U64, src1: U64 } reads(EXEC) forms(VOP3)
            "u64: compare S0 > S1; one bit per active lane, inactive lanes 0";
        v_cmp_ne_u64 = 0xe5 { vcc_dst: Mask, src0: U64, src1: U64 } reads(EXEC) forms(VOP3)
            "u64: compare S0 != S1; one bit per active lane, inactive lanes 0";
        v_cmp_ge_u64 = 0xe6 { vcc_dst: Mask, src0: U64, src1: U64 } reads(EXEC) forms(VOP3)
            "u64: compare S0 >= S1; one bit per active lane, inactive lanes 0";
        v_cmp_t_u64 = 0xe7 { vcc_dst: Mask, src0: U64, src1: U64 } reads(EXEC) forms(VOP3)
            "u64: compare S0 always true; one bit per active lane, inactive lanes 0";
        v_cmp_u_f16 = 0xe8 { vcc_dst: Mask, src0: F16, src1: F16 } reads(MODE|EXEC) forms(SDWA|VOP3)
            "f16: compare S0 unordered (a NaN); one bit per active lane, inactive lanes 0";
        v_cmp_nge_f16 = 0xe9 { vcc_dst: Mask, src0: F16, src1: F16 } reads(MODE|EXEC) forms(SDWA|VOP3)
            "f16: compare S0 not >= S1; one bit per active lane, inactive lanes 0";
        v_cmp_nlg_f16 = 0xea { vcc_dst: Mask, src0: F16, src1: F16 } reads(MODE|EXEC) forms(SDWA|VOP3)
            "f16: compare S0 not (< or >) S1; one bit per active lane, inactive lanes 0";
        v_cmp_ngt_f16 = 0xeb { vcc_dst: Mask, src0: F16, src1: F16 } reads(MODE|EXEC) forms(SDWA|VOP3)
            "f16: compare S0 not > S1; one bit per active lane, inactive lanes 0";
        v_cmp_nle_f16 = 0xec { vcc_dst: Mask, src0: F16, src1: F16 } reads(MODE|EXEC) forms(SDWA|VOP3)
            "f16: compare S0 not <= S1; one bit per active lane, inactive lanes 0";
        v_cmp_neq_f16 = 0xed { vcc_dst: Mask, src0: F16, src1: F16 } reads(MODE|EXEC) forms(SDWA|VOP3)
            "f16: compare S0 != or unordered S1; one bit per active lane, inactive lanes 0";
        v_cmp_nlt_f16 = 0xee { vcc_dst: Mask, src0: F16, src1: F16 } reads(MODE|EXEC) forms(SDWA|VOP3)
            "f16: compare S0 not < S1; one bit per active lane, inactive lanes 0";
        v_cmp_tru_f16 = 0xef { vcc_dst: Mask, src0: F16, src1: F16 } reads(MODE|EXEC) forms(SDWA|VOP3)
            "f16: compare S0 always true; one bit per active lane, inactive lanes 0";
        v_cmpx_f_u64 = 0xf0 { src0: U64, src1: U64 } reads(EXEC) writes(EXEC) forms(VOP3)
            "u64: compare S0 always false; writes EXEC only (GFX10), no VCC";
        v_cmpx_lt_u64 = 0xf1 { src0: U64, src1: U64 } reads(EXEC) writes(EXEC) forms(VOP3)
            "u64: compare S0 < S1; writes EXEC only (GFX10), no VCC";
        v_cmpx_eq_u64 = 0xf2 { src0: U64, src1: U64 } reads(EXEC) writes(EXEC) forms(VOP3)
            "u64: compare S0 == S1; writes EXEC only (GFX10), no VCC";
        v_cmpx_le_u64 = 0xf3 { src0: U64, src1: U64 } reads(EXEC) writes(EXEC) forms(VOP3)
            "u64: compare S0 <= S1; writes EXEC only (GFX10), no VCC";
        v_cmpx_gt_u64 = 0xf4 { src0: U64, src1: U64 } reads(EXEC) writes(EXEC) forms(VOP3)
            "u64: compare S0 > S1; writes EXEC only (GFX10), no VCC";
        v_cmpx_ne_u64 = 0xf5 { src0: U64, src1: U64 } reads(EXEC) writes(EXEC) forms(VOP3)
            "u64: compare S0 != S1; writes EXEC only (GFX10), no VCC";
        v_cmpx_ge_u64 = 0xf6 { src0: U64, src1: U64 } reads(EXEC) writes(EXEC) forms(VOP3)
            "u64: compare S0 >= S1; writes EXEC only (GFX10), no VCC";
        v_cmpx_t_u64 = 0xf7 { src0: U64, src1: U64 } reads(EXEC) writes(EXEC) forms(VOP3)
            "u64: compare S0 always true; writes EXEC only (GFX10), no VCC";
        v_cmpx_u_f16 = 0xf8 { src0: F16, src1: F16 } reads(MODE|EXEC) writes(EXEC) forms(SDWA|VOP3)
            "f16: compare S0 unordered (a NaN); writes EXEC only (GFX10), no VCC";
        v_cmpx_nge_f16 = 0xf9 { src0: F16, src1: F16 } reads(MODE|EXEC) writes(EXEC) forms(SDWA|VOP3)
            "f16: compare S0 not >= S1; writes EXEC only (GFX10), no VCC";
        v_cmpx_nlg_f16 = 0xfa { src0: F16, src1: F16 } reads(MODE|EXEC) writes(EXEC) forms(SDWA|VOP3)
            "f16: compare S0 not (< or >) S1; writes EXEC only (GFX10), no VCC";
        v_cmpx_ngt_f16 = 0xfb { src0: F16, src1: F16 } reads(MODE|EXEC) writes(EXEC) forms(SDWA|VOP3)
            "f16: compare S0 not > S1; writes EXEC only (GFX10), no VCC";
        v_cmpx_nle_f16 = 0xfc { src0: F16, src1: F16 } reads(MODE|EXEC) writes(EXEC) forms(SDWA|VOP3)
            "f16: compare S0 not <= S1; writes EXEC only (GFX10), no VCC";
        v_cmpx_neq_f16 = 0xfd { src0: F16, src1: F16 } reads(MODE|EXEC) writes(EXEC) forms(SDWA|VOP3)
            "f16: compare S0 != or unordered S1; writes EXEC only (GFX10), no VCC";
        v_cmpx_nlt_f16 = 0xfe { src0: F16, src1: F16 } reads(MODE|EXEC) writes(EXEC) forms(SDWA|VOP3)
            "f16: compare S0 not < S1; writes EXEC only (GFX10), no VCC";
        v_cmpx_tru_f16 = 0xff { src0: F16, src1: F16 } reads(MODE|EXEC) writes(EXEC) forms(SDWA|VOP3)
            "f16: compare S0 always true; writes EXEC only (GFX10), no VCC";
    }
}
