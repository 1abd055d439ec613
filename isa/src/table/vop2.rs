//! Rows of vector instructions with two sources.

use super::rows;

rows! {
    /// Vector instructions with two sources.
    pub enum Vop2 in VOP2 {
        v_illegal = 0x00 {} reads(EXEC) "all-zero word; illegal instruction marker";
        v_cndmask_b32 = 0x01 { vdst: B32, src0: B32, src1: B32, src2: Mask } reads(VCC|EXEC) forms(SDWA|DPP16|DPP8|VOP3) flags(FLOAT_MODIFIERS)
            "D = mask bit ? S1 : S0 (mask = VCC, or SGPR src2 in VOP3)";
        v_add_f32 = 0x03 { vdst: F32, src0: F32, src1: F32 } reads(MODE|EXEC) forms(SDWA|DPP16|DPP8|VOP3)
            "float add";
        v_sub_f32 = 0x04 { vdst: F32, src0: F32, src1: F32 } reads(MODE|EXEC) forms(SDWA|DPP16|DPP8|VOP3)
            "S0-S1";
        v_subrev_f32 = 0x05 { vdst: F32, src0: F32, src1: F32 } reads(MODE|EXEC) forms(SDWA|DPP16|DPP8|VOP3)
            "S1-S0";
        v_mac_legacy_f32 = 0x06 { vdst: F32, src0: F32, src1: F32 } reads(MODE|EXEC) forms(VOP3) on(GFX1010|GFX1013) flags(TIED)
            "D=S0*S1+D unfused, 0*x=0 (GFX10.1)";
        v_mul_legacy_f32 = 0x07 { vdst: F32, src0: F32, src1: F32 } reads(MODE|EXEC) forms(SDWA|DPP16|DPP8|VOP3)
            "S0*S1 with 0*x=0 for any x";
        v_mul_f32 = 0x08 { vdst: F32, src0: F32, src1: F32 } reads(MODE|EXEC) forms(SDWA|DPP16|DPP8|VOP3)
            "float multiply";
        v_mul_i32_i24 = 0x09 { vdst: I32, src0: I24, src1: I24 } reads(EXEC) forms(SDWA|DPP16|DPP8|VOP3) flags(CLAMP)
            "signed 24x24 multiply, low 32";
        v_mul_hi_i32_i24 = 0x0a { vdst: I32, src0: I24, src1: I24 } reads(EXEC) forms(SDWA|DPP16|DPP8|VOP3)
            "signed 24x24 multiply, high bits (>>32)";
        v_mul_u32_u24 = 0x0b { vdst: U32, src0: U24, src1: U24 } reads(EXEC) forms(SDWA|DPP16|DPP8|VOP3) flags(CLAMP)
            "unsigned 24x24 multiply, low 32";
        v_mul_hi_u32_u24 = 0x0c { vdst: U32, src0: U24, src1: U24 } reads(EXEC) forms(SDWA|DPP16|DPP8|VOP3)
            "unsigned 24x24 multiply, high bits (>>32)";
        v_min_f32 = 0x0f { vdst: F32, src0: F32, src1: F32 } reads(MODE|EXEC) forms(SDWA|DPP16|DPP8|VOP3)
            "float minimum; IEEE mode quiets and returns signaling NaN, otherwise the number wins; -0<+0";
        v_max_f32 = 0x10 { vdst: F32, src0: F32, src1: F32 } reads(MODE|EXEC) forms(SDWA|DPP16|DPP8|VOP3)
            "float maximum, NaN rules as for min";
        v_min_i32 = 0x11 { vdst: I32, src0: I32, src1: I32 } reads(EXEC) forms(SDWA|DPP16|DPP8|VOP3)
            "signed minimum";
        v_max_i32 = 0x12 { vdst: I32, src0: I32, src1: I32 } reads(EXEC) forms(SDWA|DPP16|DPP8|VOP3)
            "signed maximum";
        v_min_u32 = 0x13 { vdst: U32, src0: U32, src1: U32 } reads(EXEC) forms(SDWA|DPP16|DPP8|VOP3)
            "unsigned minimum";
        v_max_u32 = 0x14 { vdst: U32, src0: U32, src1: U32 } reads(EXEC) forms(SDWA|DPP16|DPP8|VOP3)
            "unsigned maximum";
        v_lshrrev_b32 = 0x16 { vdst: B32, src0: B32, src1: B32 } reads(EXEC) forms(SDWA|DPP16|DPP8|VOP3)
            "S1>>S0[4:0] logical";
        v_ashrrev_i32 = 0x18 { vdst: I32, src0: I32, src1: I32 } reads(EXEC) forms(SDWA|DPP16|DPP8|VOP3)
            "S1>>S0[4:0] arithmetic";
        v_lshlrev_b32 = 0x1a { vdst: B32, src0: B32, src1: B32 } reads(EXEC) forms(SDWA|DPP16|DPP8|VOP3)
            "S1<<S0[4:0]";
        v_and_b32 = 0x1b { vdst: B32, src0: B32, src1: B32 } reads(EXEC) forms(SDWA|DPP16|DPP8|VOP3) "S0&S1";
        v_or_b32 = 0x1c { vdst: B32, src0: B32, src1: B32 } reads(EXEC) forms(SDWA|DPP16|DPP8|VOP3) "S0|S1";
        v_xor_b32 = 0x1d { vdst: B32, src0: B32, src1: B32 } reads(EXEC) forms(SDWA|DPP16|DPP8|VOP3) "S0^S1";
        v_xnor_b32 = 0x1e { vdst: B32, src0: B32, src1: B32 } reads(EXEC) forms(SDWA|DPP16|DPP8|VOP3)
            "~(S0^S1)";
        v_mac_f32 = 0x1f { vdst: F32, src0: F32, src1: F32 } reads(MODE|EXEC) forms(DPP16|DPP8|VOP3) on(GFX1010|GFX1013) flags(TIED)
            "D=S0*S1+D unfused, denormals flushed (GFX10.1)";
        v_madmk_f32 = 0x20 { vdst: F32, src0: F32, literal: F32, src1: F32 } reads(MODE|EXEC) on(GFX1010|GFX1013)
            "D=S0*K+S1 unfused, K literal (GFX10.1)";
        v_madak_f32 = 0x21 { vdst: F32, src0: F32, src1: F32, literal: F32 } reads(MODE|EXEC) on(GFX1010|GFX1013)
            "D=S0*S1+K unfused, K literal (GFX10.1)";
        v_add_nc_u32 = 0x25 { vdst: U32, src0: U32, src1: U32 } reads(EXEC) forms(SDWA|DPP16|DPP8|VOP3) flags(CLAMP)
            "S0+S1 no carry (clamp saturates in VOP3)";
        v_sub_nc_u32 = 0x26 { vdst: U32, src0: U32, src1: U32 } reads(EXEC) forms(SDWA|DPP16|DPP8|VOP3) flags(CLAMP)
            "S0-S1 no carry";
        v_subrev_nc_u32 = 0x27 { vdst: U32, src0: U32, src1: U32 } reads(EXEC) forms(SDWA|DPP16|DPP8|VOP3) flags(CLAMP)
            "S1-S0 no carry";
        v_add_co_ci_u32 = 0x28 { vdst: U32, vcc_dst: Mask, src0: U32, src1: U32, src2: Mask } reads(VCC|EXEC) forms(SDWA|DPP16|DPP8|VOP3) flags(CLAMP|VOP3B)
            "S0+S1+carry-in; carry-out per lane";
        v_sub_co_ci_u32 = 0x29 { vdst: U32, vcc_dst: Mask, src0: U32, src1: U32, src2: Mask } reads(VCC|EXEC) forms(SDWA|DPP16|DPP8|VOP3) flags(CLAMP|VOP3B)
            "S0-S1-borrow-in; borrow-out per lane";
        v_subrev_co_ci_u32 = 0x2a { vdst: U32, vcc_dst: Mask, src0: U32, src1: U32, src2: Mask } reads(VCC|EXEC) forms(SDWA|DPP16|DPP8|VOP3) flags(CLAMP|VOP3B)
            "S1-S0-borrow-in; borrow-out per lane";
        v_fmac_f32 = 0x2b { vdst: F32, src0: F32, src1: F32 } reads(MODE|EXEC) forms(DPP16|DPP8|VOP3) flags(TIED)
            "fused D=S0*S1+D";
        v_fmamk_f32 = 0x2c { vdst: F32, src0: F32, literal: F32, src1: F32 } reads(MODE|EXEC)
            "fused D=S0*K+S1, K literal dword always present";
        v_fmaak_f32 = 0x2d { vdst: F32, src0: F32, src1: F32, literal: F32 } reads(MODE|EXEC)
            "fused D=S0*S1+K, K literal dword always present";
        v_cvt_pkrtz_f16_f32 = 0x2f { vdst: F16, src0: F32, src1: F32 } reads(MODE|EXEC) forms(SDWA|DPP16|DPP8|VOP3)
            "two f32 to packed f16, round toward zero always";
        v_add_f16 = 0x32 { vdst: F16, src0: F16, src1: F16 } reads(MODE|EXEC) forms(SDWA|DPP16|DPP8|VOP3)
            "float add";
        v_sub_f16 = 0x33 { vdst: F16, src0: F16, src1: F16 } reads(MODE|EXEC) forms(SDWA|DPP16|DPP8|VOP3)
            "S0-S1";
        v_subrev_f16 = 0x34 { vdst: F16, src0: F16, src1: F16 } reads(MODE|EXEC) forms(SDWA|DPP16|DPP8|VOP3)
            "S1-S0";
        v_mul_f16 = 0x35 { vdst: F16, src0: F16, src1: F16 } reads(MODE|EXEC) forms(SDWA|DPP16|DPP8|VOP3)
            "float multiply";
        v_fmac_f16 = 0x36 { vdst: F16, src0: F16, src1: F16 } reads(MODE|EXEC) forms(DPP16|DPP8|VOP3) flags(TIED)
            "fused D=S0*S1+D";
        v_fmamk_f16 = 0x37 { vdst: F16, src0: F16, literal: F16, src1: F16 } reads(MODE|EXEC)
            "fused D=S0*K+S1, K literal dword always present";
        v_fmaak_f16 = 0x38 { vdst: F16, src0: F16, src1: F16, literal: F16 } reads(MODE|EXEC)
            "fused D=S0*S1+K, K literal dword always present";
        v_max_f16 = 0x39 { vdst: F16, src0: F16, src1: F16 } reads(MODE|EXEC) forms(SDWA|DPP16|DPP8|VOP3)
            "float maximum, NaN rules as for min";
        v_min_f16 = 0x3a { vdst: F16, src0: F16, src1: F16 } reads(MODE|EXEC) forms(SDWA|DPP16|DPP8|VOP3)
            "float minimum; IEEE mode quiets and returns signaling NaN, otherwise the number wins; -0<+0";
        v_ldexp_f16 = 0x3b { vdst: F16, src0: F16, src1: I16 } reads(MODE|EXEC) forms(SDWA|DPP16|DPP8|VOP3)
            "S0*2^S1 with integer S1";
        v_pk_fmac_f16 = 0x3c { vdst: F16, src0: F16, src1: F16 } reads(MODE|EXEC) flags(PACKED|TIED)
            "packed f16 fused D=S0*S1+D";
        // Outside LLVM's gfx1013.
        v_min_legacy_f32 = 0x0d { vdst: F32, src0: F32, src1: F32 } reads(EXEC) forms(SDWA|DPP16|DPP8) on(CONSOLE)
            "D = (S0 < S1) ? S0 : S1 on f32, no NaN quieting, tie gives S1";
        v_max_legacy_f32 = 0x0e { vdst: F32, src0: F32, src1: F32 } reads(EXEC) forms(SDWA|DPP16|DPP8) on(CONSOLE)
            "D = (S0 >= S1) ? S0 : S1 on f32, no NaN quieting, tie gives S0";
        v_dot2c_f32_f16 = 0x02 { vdst: F32, src0: F16, src1: F16 } reads(EXEC) forms(SDWA|DPP16|DPP8) on(CONSOLE|GFX1030) flags(TIED)
            "writes 0 in every lane on gfx1013 silicon; a dot product on other parts";
    }
}
