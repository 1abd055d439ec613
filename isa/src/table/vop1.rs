//! Rows of vector instructions with one source, and of interpolation.

use super::rows;

rows! {
    /// Vector instructions with one source.
    pub enum Vop1 in VOP1 {
        v_nop = 0x00 {} reads(EXEC) forms(SDWA|DPP16|DPP8|VOP3) "no operation";
        v_mov_b32 = 0x01 { vdst: B32, src0: B32 } reads(EXEC) forms(SDWA|DPP16|DPP8|VOP3)
            "D=S0 (input modifiers allowed in VOP3/SDWA/DPP as f32)";
        v_readfirstlane_b32 = 0x02 { vdst: B32, src0: B32 } reads(EXEC) flags(SCALAR_DST|REGISTER_SOURCE)
            "SGPR D = S0 of lowest active lane (lane 0 if EXEC=0); ignores EXEC";
        v_cvt_i32_f64 = 0x03 { vdst: I32, src0: F64 } reads(MODE|EXEC) forms(VOP3)
            "truncate f64 to i32, saturating, NaN->0";
        v_cvt_f64_i32 = 0x04 { vdst: F64, src0: I32 } reads(MODE|EXEC) forms(VOP3) "i32 to f64 exact";
        v_cvt_f32_i32 = 0x05 { vdst: F32, src0: I32 } reads(MODE|EXEC) forms(SDWA|DPP16|DPP8|VOP3)
            "i32 to f32, round mode";
        v_cvt_f32_u32 = 0x06 { vdst: F32, src0: U32 } reads(MODE|EXEC) forms(SDWA|DPP16|DPP8|VOP3)
            "u32 to f32, round mode";
        v_cvt_u32_f32 = 0x07 { vdst: U32, src0: F32 } reads(MODE|EXEC) forms(SDWA|DPP16|DPP8|VOP3)
            "truncate f32 to u32, saturating, NaN->0";
        v_cvt_i32_f32 = 0x08 { vdst: I32, src0: F32 } reads(MODE|EXEC) forms(SDWA|DPP16|DPP8|VOP3)
            "truncate f32 to i32, saturating, NaN->0";
        v_cvt_f16_f32 = 0x0a { vdst: F16, src0: F32 } reads(MODE|EXEC) forms(SDWA|DPP16|DPP8|VOP3)
            "f32 to f16, round mode";
        v_cvt_f32_f16 = 0x0b { vdst: F32, src0: F16 } reads(MODE|EXEC) forms(SDWA|DPP16|DPP8|VOP3)
            "f16 to f32";
        v_cvt_rpi_i32_f32 = 0x0c { vdst: I32, src0: F32 } reads(EXEC) forms(SDWA|DPP16|DPP8|VOP3) flags(NO_OMOD)
            "floor(x+0.5) to i32";
        v_cvt_flr_i32_f32 = 0x0d { vdst: I32, src0: F32 } reads(EXEC) forms(SDWA|DPP16|DPP8|VOP3) flags(NO_OMOD)
            "floor(x) to i32";
        v_cvt_off_f32_i4 = 0x0e { vdst: F32, src0: I4 } reads(EXEC) forms(SDWA|DPP16|DPP8|VOP3)
            "signed 4 bit value / 16 as f32";
        v_cvt_f32_f64 = 0x0f { vdst: F32, src0: F64 } reads(MODE|EXEC) forms(VOP3) "f64 to f32";
        v_cvt_f64_f32 = 0x10 { vdst: F64, src0: F32 } reads(MODE|EXEC) forms(VOP3) "f32 to f64";
        v_cvt_f32_ubyte0 = 0x11 { vdst: F32, src0: U32 } reads(EXEC) forms(SDWA|DPP16|DPP8|VOP3)
            "byte 0 of S0 to f32";
        v_cvt_f32_ubyte1 = 0x12 { vdst: F32, src0: U32 } reads(EXEC) forms(SDWA|DPP16|DPP8|VOP3)
            "byte 1 of S0 to f32";
        v_cvt_f32_ubyte2 = 0x13 { vdst: F32, src0: U32 } reads(EXEC) forms(SDWA|DPP16|DPP8|VOP3)
            "byte 2 of S0 to f32";
        v_cvt_f32_ubyte3 = 0x14 { vdst: F32, src0: U32 } reads(EXEC) forms(SDWA|DPP16|DPP8|VOP3)
            "byte 3 of S0 to f32";
        v_cvt_u32_f64 = 0x15 { vdst: U32, src0: F64 } reads(MODE|EXEC) forms(VOP3)
            "truncate f64 to u32, saturating, NaN->0";
        v_cvt_f64_u32 = 0x16 { vdst: F64, src0: U32 } reads(MODE|EXEC) forms(VOP3) "u32 to f64 exact";
        v_trunc_f64 = 0x17 { vdst: F64, src0: F64 } reads(MODE|EXEC) forms(VOP3) "round toward zero";
        v_ceil_f64 = 0x18 { vdst: F64, src0: F64 } reads(MODE|EXEC) forms(VOP3) "round up";
        v_rndne_f64 = 0x19 { vdst: F64, src0: F64 } reads(MODE|EXEC) forms(VOP3)
            "round to nearest even integer";
        v_floor_f64 = 0x1a { vdst: F64, src0: F64 } reads(MODE|EXEC) forms(VOP3) "round down";
        v_pipeflush = 0x1b {} reads(EXEC) forms(VOP3) "flush VALU destination cache";
        v_fract_f32 = 0x20 { vdst: F32, src0: F32 } reads(MODE|EXEC) forms(SDWA|DPP16|DPP8|VOP3)
            "x-floor(x), result below 1";
        v_trunc_f32 = 0x21 { vdst: F32, src0: F32 } reads(MODE|EXEC) forms(SDWA|DPP16|DPP8|VOP3)
            "round toward zero";
        v_ceil_f32 = 0x22 { vdst: F32, src0: F32 } reads(MODE|EXEC) forms(SDWA|DPP16|DPP8|VOP3) "round up";
        v_rndne_f32 = 0x23 { vdst: F32, src0: F32 } reads(MODE|EXEC) forms(SDWA|DPP16|DPP8|VOP3)
            "round to nearest even integer";
        v_floor_f32 = 0x24 { vdst: F32, src0: F32 } reads(MODE|EXEC) forms(SDWA|DPP16|DPP8|VOP3)
            "round down";
        v_exp_f32 = 0x25 { vdst: F32, src0: F32 } reads(MODE|EXEC) forms(SDWA|DPP16|DPP8|VOP3)
            "2^x approximate";
        v_log_f32 = 0x27 { vdst: F32, src0: F32 } reads(MODE|EXEC) forms(SDWA|DPP16|DPP8|VOP3)
            "log2(x) approximate";
        v_rcp_f32 = 0x2a { vdst: F32, src0: F32 } reads(MODE|EXEC) forms(SDWA|DPP16|DPP8|VOP3)
            "approximate 1/x";
        v_rcp_iflag_f32 = 0x2b { vdst: F32, src0: F32 } reads(MODE|EXEC) forms(SDWA|DPP16|DPP8|VOP3)
            "reciprocal for integer division: only integer div-by-zero flag";
        v_rsq_f32 = 0x2e { vdst: F32, src0: F32 } reads(MODE|EXEC) forms(SDWA|DPP16|DPP8|VOP3)
            "approximate 1/sqrt(x)";
        v_rcp_f64 = 0x2f { vdst: F64, src0: F64 } reads(MODE|EXEC) forms(VOP3) "approximate 1/x";
        v_rsq_f64 = 0x31 { vdst: F64, src0: F64 } reads(MODE|EXEC) forms(VOP3) "approximate 1/sqrt(x)";
        v_sqrt_f32 = 0x33 { vdst: F32, src0: F32 } reads(MODE|EXEC) forms(SDWA|DPP16|DPP8|VOP3)
            "approximate sqrt(x)";
        v_sqrt_f64 = 0x34 { vdst: F64, src0: F64 } reads(MODE|EXEC) forms(VOP3) "approximate sqrt(x)";
        v_sin_f32 = 0x35 { vdst: F32, src0: F32 } reads(MODE|EXEC) forms(SDWA|DPP16|DPP8|VOP3)
            "sine of 2*pi*x";
        v_cos_f32 = 0x36 { vdst: F32, src0: F32 } reads(MODE|EXEC) forms(SDWA|DPP16|DPP8|VOP3)
            "cosine of 2*pi*x";
        v_not_b32 = 0x37 { vdst: B32, src0: B32 } reads(EXEC) forms(SDWA|DPP16|DPP8|VOP3) "D=~S0";
        v_bfrev_b32 = 0x38 { vdst: B32, src0: B32 } reads(EXEC) forms(SDWA|DPP16|DPP8|VOP3) "bit reverse";
        v_ffbh_u32 = 0x39 { vdst: U32, src0: U32 } reads(EXEC) forms(SDWA|DPP16|DPP8|VOP3)
            "leading zero count, -1 if zero";
        v_ffbl_b32 = 0x3a { vdst: B32, src0: B32 } reads(EXEC) forms(SDWA|DPP16|DPP8|VOP3)
            "index of lowest set bit, -1 if zero";
        v_ffbh_i32 = 0x3b { vdst: I32, src0: I32 } reads(EXEC) forms(SDWA|DPP16|DPP8|VOP3)
            "leading bits equal to the sign (count to first differing bit), -1 if none differs";
        v_frexp_exp_i32_f64 = 0x3c { vdst: I32, src0: F64 } reads(MODE|EXEC) forms(VOP3)
            "exponent for frexp as i32; 0 for inf/nan";
        v_frexp_mant_f64 = 0x3d { vdst: F64, src0: F64 } reads(MODE|EXEC) forms(VOP3)
            "mantissa in [0.5,1) with sign; inf/nan pass through";
        v_fract_f64 = 0x3e { vdst: F64, src0: F64 } reads(MODE|EXEC) forms(VOP3)
            "x-floor(x), result below 1";
        v_frexp_exp_i32_f32 = 0x3f { vdst: I32, src0: F32 } reads(MODE|EXEC) forms(SDWA|DPP16|DPP8|VOP3) flags(NO_OMOD)
            "exponent for frexp as i32; 0 for inf/nan";
        v_frexp_mant_f32 = 0x40 { vdst: F32, src0: F32 } reads(MODE|EXEC) forms(SDWA|DPP16|DPP8|VOP3)
            "mantissa in [0.5,1) with sign; inf/nan pass through";
        v_clrexcp = 0x41 {} reads(EXEC) forms(VOP3) "clear exception state";
        v_movreld_b32 = 0x42 { vdst: B32, src0: B32 } reads(M0|EXEC) forms(SDWA|DPP16|DPP8|VOP3) flags(INDIRECT)
            "VGPR[D index + M0]=S0";
        v_movrels_b32 = 0x43 { vdst: B32, src0: B32 } reads(M0|EXEC) forms(SDWA|DPP16|DPP8|VOP3) flags(INDIRECT|REGISTER_SOURCE)
            "D=VGPR[S0 index + M0]";
        v_movrelsd_b32 = 0x44 { vdst: B32, src0: B32 } reads(M0|EXEC) forms(SDWA|DPP16|DPP8|VOP3) flags(INDIRECT|REGISTER_SOURCE)
            "VGPR[D+M0]=VGPR[S0+M0]";
        v_movrelsd_2_b32 = 0x48 { vdst: B32, src0: B32 } reads(M0) forms(SDWA|DPP16|DPP8|VOP3) flags(INDIRECT|REGISTER_SOURCE)
            "VGPR[D+M0[25:16]]=VGPR[S0+M0[9:0]]";
        v_cvt_f16_u16 = 0x50 { vdst: F16, src0: U16 } reads(MODE|EXEC) forms(SDWA|DPP16|DPP8|VOP3)
            "u16 to f16";
        v_cvt_f16_i16 = 0x51 { vdst: F16, src0: I16 } reads(MODE|EXEC) forms(SDWA|DPP16|DPP8|VOP3)
            "i16 to f16";
        v_cvt_u16_f16 = 0x52 { vdst: U16, src0: F16 } reads(MODE|EXEC) forms(SDWA|DPP16|DPP8|VOP3)
            "truncate f16 to u16 saturating";
        v_cvt_i16_f16 = 0x53 { vdst: I16, src0: F16 } reads(MODE|EXEC) forms(SDWA|DPP16|DPP8|VOP3)
            "truncate f16 to i16 saturating";
        v_rcp_f16 = 0x54 { vdst: F16, src0: F16 } reads(MODE|EXEC) forms(SDWA|DPP16|DPP8|VOP3)
            "approximate 1/x";
        v_sqrt_f16 = 0x55 { vdst: F16, src0: F16 } reads(MODE|EXEC) forms(SDWA|DPP16|DPP8|VOP3)
            "approximate sqrt(x)";
        v_rsq_f16 = 0x56 { vdst: F16, src0: F16 } reads(MODE|EXEC) forms(SDWA|DPP16|DPP8|VOP3)
            "approximate 1/sqrt(x)";
        v_log_f16 = 0x57 { vdst: F16, src0: F16 } reads(MODE|EXEC) forms(SDWA|DPP16|DPP8|VOP3)
            "log2(x) approximate";
        v_exp_f16 = 0x58 { vdst: F16, src0: F16 } reads(MODE|EXEC) forms(SDWA|DPP16|DPP8|VOP3)
            "2^x approximate";
        v_frexp_mant_f16 = 0x59 { vdst: F16, src0: F16 } reads(MODE|EXEC) forms(SDWA|DPP16|DPP8|VOP3)
            "mantissa in [0.5,1) with sign; inf/nan pass through";
        v_frexp_exp_i16_f16 = 0x5a { vdst: I16, src0: F16 } reads(MODE|EXEC) forms(SDWA|DPP16|DPP8|VOP3)
            "exponent for frexp as i16; 0 for inf/nan";
        v_floor_f16 = 0x5b { vdst: F16, src0: F16 } reads(MODE|EXEC) forms(SDWA|DPP16|DPP8|VOP3)
            "round down";
        v_ceil_f16 = 0x5c { vdst: F16, src0: F16 } reads(MODE|EXEC) forms(SDWA|DPP16|DPP8|VOP3) "round up";
        v_trunc_f16 = 0x5d { vdst: F16, src0: F16 } reads(MODE|EXEC) forms(SDWA|DPP16|DPP8|VOP3)
            "round toward zero";
        v_rndne_f16 = 0x5e { vdst: F16, src0: F16 } reads(MODE|EXEC) forms(SDWA|DPP16|DPP8|VOP3)
            "round to nearest even integer";
        v_fract_f16 = 0x5f { vdst: F16, src0: F16 } reads(MODE|EXEC) forms(SDWA|DPP16|DPP8|VOP3)
            "x-floor(x), result below 1";
        v_sin_f16 = 0x60 { vdst: F16, src0: F16 } reads(MODE|EXEC) forms(SDWA|DPP16|DPP8|VOP3)
            "sine of 2*pi*x";
        v_cos_f16 = 0x61 { vdst: F16, src0: F16 } reads(MODE|EXEC) forms(SDWA|DPP16|DPP8|VOP3)
            "cosine of 2*pi*x";
        v_sat_pk_u8_i16 = 0x62 { vdst: B32, src0: B32 } reads(EXEC) forms(SDWA|DPP16|DPP8|VOP3)
            "two i16 halves saturated to u8, packed in low 16 bits";
        v_cvt_norm_i16_f16 = 0x63 { vdst: I16, src0: F16 } reads(MODE|EXEC) forms(SDWA|DPP16|DPP8|VOP3)
            "f16 to snorm16";
        v_cvt_norm_u16_f16 = 0x64 { vdst: U16, src0: F16 } reads(MODE|EXEC) forms(SDWA|DPP16|DPP8|VOP3)
            "f16 to unorm16";
        v_swap_b32 = 0x65 { vdst: B32, src0: B32 } reads(EXEC) flags(REGISTER_SOURCE|TIED) "exchange D and S0 VGPRs";
        v_swaprel_b32 = 0x68 { vdst: B32, src0: B32 } reads(M0) flags(INDIRECT|REGISTER_SOURCE|TIED)
            "exchange VGPR[D+M0[25:16]] and VGPR[S0+M0[9:0]]";
    }
}

rows! {
    /// Interpolation of pixel inputs.
    pub enum Vintrp in VINTRP {
        v_interp_p1_f32 = 0x00 { vdst: F32, vsrc: F32 } reads(MODE|M0|EXEC) forms(VOP3) "P10*I + P0 of attribute";
        v_interp_p2_f32 = 0x01 { vdst: F32, vsrc: F32 } reads(MODE|M0|EXEC) forms(VOP3) flags(TIED) "D + P20*J";
        v_interp_mov_f32 = 0x02 { vdst: F32 } reads(MODE|M0|EXEC) forms(VOP3) "copy P10/P20/P0 of attribute";
    }
}
