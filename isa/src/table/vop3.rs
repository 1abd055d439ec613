//! Rows of vector instructions that exist in the 64-bit VOP3 encoding only.

use super::rows;

rows! {
    /// Vector instructions of the VOP3 encoding without a short form.
    pub enum Vop3 in VOP3 {
        v_mad_legacy_f32 = 0x140 { vdst: F32, src0: F32, src1: F32, src2: F32 } reads(MODE|EXEC) on(GFX1010|GFX1013)
            "S0*S1+S2 unfused, 0*x=0 (GFX10.1; slot is v_fma_legacy_f32 on gfx1030)";
        v_mad_f32 = 0x141 { vdst: F32, src0: F32, src1: F32, src2: F32 } reads(MODE|EXEC) on(GFX1010|GFX1013)
            "S0*S1+S2 unfused, denormals flushed (GFX10.1)";
        v_mad_i32_i24 = 0x142 { vdst: I32, src0: I24, src1: I24, src2: I24 } reads(EXEC) flags(CLAMP)
            "signed 24 bit product + S2";
        v_mad_u32_u24 = 0x143 { vdst: U32, src0: U24, src1: U24, src2: U24 } reads(EXEC) flags(CLAMP)
            "unsigned 24 bit product + S2";
        v_cubeid_f32 = 0x144 { vdst: F32, src0: F32, src1: F32, src2: F32 } reads(MODE|EXEC)
            "cube face id of (x,y,z) as float 0..5";
        v_cubesc_f32 = 0x145 { vdst: F32, src0: F32, src1: F32, src2: F32 } reads(MODE|EXEC)
            "cube face S coordinate (not divided)";
        v_cubetc_f32 = 0x146 { vdst: F32, src0: F32, src1: F32, src2: F32 } reads(MODE|EXEC)
            "cube face T coordinate (not divided)";
        v_cubema_f32 = 0x147 { vdst: F32, src0: F32, src1: F32, src2: F32 } reads(MODE|EXEC)
            "2 * major axis of cube face";
        v_bfe_u32 = 0x148 { vdst: U32, src0: U32, src1: U32, src2: U32 } reads(EXEC)
            "zero-extended field of S0: offset S1[4:0], width S2[4:0]";
        v_bfe_i32 = 0x149 { vdst: I32, src0: I32, src1: I32, src2: I32 } reads(EXEC)
            "sign-extended field of S0: offset S1[4:0], width S2[4:0]";
        v_bfi_b32 = 0x14a { vdst: B32, src0: B32, src1: B32, src2: B32 } reads(EXEC) "(S0&S1)|(~S0&S2)";
        v_fma_f32 = 0x14b { vdst: F32, src0: F32, src1: F32, src2: F32 } reads(MODE|EXEC) "fused S0*S1+S2";
        v_fma_f64 = 0x14c { vdst: F64, src0: F64, src1: F64, src2: F64 } reads(MODE|EXEC) "fused S0*S1+S2";
        v_lerp_u8 = 0x14d { vdst: U8, src0: U8, src1: U8, src2: U8 } reads(EXEC)
            "per byte (S0+S1+S2[bit0 of byte])>>1";
        v_alignbit_b32 = 0x14e { vdst: B32, src0: B32, src1: B32, src2: B32 } reads(EXEC)
            "low 32 of {S0,S1}>>S2[4:0]";
        v_alignbyte_b32 = 0x14f { vdst: B32, src0: B32, src1: B32, src2: B32 } reads(EXEC)
            "low 32 of {S0,S1}>>(8*S2[1:0])";
        v_mullit_f32 = 0x150 { vdst: F32, src0: F32, src1: F32, src2: F32 } reads(MODE|EXEC)
            "lighting multiply with special zero/inf rules";
        v_min3_f32 = 0x151 { vdst: F32, src0: F32, src1: F32, src2: F32 } reads(MODE|EXEC)
            "minimum of three";
        v_min3_i32 = 0x152 { vdst: I32, src0: I32, src1: I32, src2: I32 } reads(EXEC)
            "signed minimum of three";
        v_min3_u32 = 0x153 { vdst: U32, src0: U32, src1: U32, src2: U32 } reads(EXEC)
            "unsigned minimum of three";
        v_max3_f32 = 0x154 { vdst: F32, src0: F32, src1: F32, src2: F32 } reads(MODE|EXEC)
            "maximum of three";
        v_max3_i32 = 0x155 { vdst: I32, src0: I32, src1: I32, src2: I32 } reads(EXEC)
            "signed maximum of three";
        v_max3_u32 = 0x156 { vdst: U32, src0: U32, src1: U32, src2: U32 } reads(EXEC)
            "unsigned maximum of three";
        v_med3_f32 = 0x157 { vdst: F32, src0: F32, src1: F32, src2: F32 } reads(MODE|EXEC)
            "median of three; with a NaN input acts as min3";
        v_med3_i32 = 0x158 { vdst: I32, src0: I32, src1: I32, src2: I32 } reads(EXEC)
            "signed median of three";
        v_med3_u32 = 0x159 { vdst: U32, src0: U32, src1: U32, src2: U32 } reads(EXEC)
            "unsigned median of three";
        v_sad_u8 = 0x15a { vdst: U8, src0: U8, src1: U8, src2: U8 } reads(EXEC) flags(CLAMP)
            "S2 + sum of 4 byte absolute differences";
        v_sad_hi_u8 = 0x15b { vdst: U8, src0: U8, src1: U8, src2: U8 } reads(EXEC) flags(CLAMP) "S2 + (byte SAD<<16)";
        v_sad_u16 = 0x15c { vdst: U32, src0: B32, src1: B32, src2: U32 } reads(EXEC) flags(CLAMP)
            "S2 + sum of 2 halfword absolute differences";
        v_sad_u32 = 0x15d { vdst: U32, src0: U32, src1: U32, src2: U32 } reads(EXEC) flags(CLAMP) "S2 + |S0-S1| unsigned";
        v_cvt_pk_u8_f32 = 0x15e { vdst: B32, src0: F32, src1: U32, src2: B32 } reads(MODE|EXEC)
            "f32 S0 to u8 inserted in byte S1[1:0] of S2";
        v_div_fixup_f32 = 0x15f { vdst: F32, src0: F32, src1: F32, src2: F32 } reads(MODE|EXEC)
            "final fix-up of a quotient (S0=quotient,S1=denominator,S2=numerator): special values, sign";
        v_div_fixup_f64 = 0x160 { vdst: F64, src0: F64, src1: F64, src2: F64 } reads(MODE|EXEC)
            "final fix-up of a quotient (S0=quotient,S1=denominator,S2=numerator): special values, sign";
        v_add_f64 = 0x164 { vdst: F64, src0: F64, src1: F64 } reads(MODE|EXEC) "float add";
        v_mul_f64 = 0x165 { vdst: F64, src0: F64, src1: F64 } reads(MODE|EXEC) "float multiply";
        v_min_f64 = 0x166 { vdst: F64, src0: F64, src1: F64 } reads(MODE|EXEC)
            "float minimum; IEEE mode quiets and returns signaling NaN, otherwise the number wins; -0<+0";
        v_max_f64 = 0x167 { vdst: F64, src0: F64, src1: F64 } reads(MODE|EXEC)
            "float maximum, NaN rules as for min";
        v_ldexp_f64 = 0x168 { vdst: F64, src0: F64, src1: I32 } reads(MODE|EXEC) "S0*2^S1 with integer S1";
        v_mul_lo_u32 = 0x169 { vdst: U32, src0: U32, src1: U32 } reads(EXEC) "low 32 of product";
        v_mul_hi_u32 = 0x16a { vdst: U32, src0: U32, src1: U32 } reads(EXEC) "high 32 of unsigned product";
        v_mul_lo_i32 = 0x16b { vdst: I32, src0: I32, src1: I32 } reads(EXEC) on(GFX1010|GFX1013)
            "low 32 of product (GFX10.1 only opcode; same bits as v_mul_lo_u32)";
        v_mul_hi_i32 = 0x16c { vdst: I32, src0: I32, src1: I32 } reads(EXEC) "high 32 of signed product";
        v_div_scale_f32 = 0x16d { vdst: F32, vcc_dst: Mask, src0: F32, src1: F32, src2: F32 } reads(MODE|EXEC) flags(VOP3B)
            "pre-scale for division (S0 is the one of S1 denominator / S2 numerator to scale); VCC/sdst flags that post-scaling is needed";
        v_div_scale_f64 = 0x16e { vdst: F64, vcc_dst: Mask, src0: F64, src1: F64, src2: F64 } reads(MODE|EXEC) flags(VOP3B)
            "pre-scale for division (S0 is the one of S1 denominator / S2 numerator to scale); VCC/sdst flags that post-scaling is needed";
        v_div_fmas_f32 = 0x16f { vdst: F32, src0: F32, src1: F32, src2: F32 } reads(MODE|VCC|EXEC)
            "FMA with result scaled by 2^32 (f32) or 2^64 (f64) where VCC bit is set";
        v_div_fmas_f64 = 0x170 { vdst: F64, src0: F64, src1: F64, src2: F64 } reads(MODE|VCC|EXEC)
            "FMA with result scaled by 2^32 (f32) or 2^64 (f64) where VCC bit is set";
        v_msad_u8 = 0x171 { vdst: U8, src0: U8, src1: U8, src2: U8 } reads(EXEC) flags(CLAMP)
            "like v_sad_u8, bytes whose S1 byte is 0 are skipped";
        v_qsad_pk_u16_u8 = 0x172 { vdst: B64, src0: I64, src1: U8, src2: I64 } reads(EXEC) flags(CLAMP)
            "four byte-SADs at byte offsets 0..3 of 64 bit S0 against S1, each added to a 16 bit lane of S2";
        v_mqsad_pk_u16_u8 = 0x173 { vdst: B64, src0: I64, src1: U8, src2: I64 } reads(EXEC) flags(CLAMP)
            "masked form of v_qsad_pk_u16_u8";
        v_trig_preop_f64 = 0x174 { vdst: F64, src0: F64, src1: I32 } reads(MODE|EXEC)
            "segment S1[4:0] of the bits of 2/pi scaled for argument reduction of S0";
        v_mqsad_u32_u8 = 0x175 { vdst: B128, src0: I64, src1: U8, src2: B128 } reads(EXEC) flags(CLAMP)
            "masked quad SAD with 4 x 32 bit accumulators";
        v_mad_u64_u32 = 0x176 { vdst: U64, vcc_dst: Mask, src0: U32, src1: U32, src2: I64 } reads(EXEC) flags(CLAMP|VOP3B)
            "64 bit S0*S1+S2 unsigned; carry-out to sdst";
        v_mad_i64_i32 = 0x177 { vdst: I64, vcc_dst: Mask, src0: I32, src1: I32, src2: I64 } reads(EXEC) flags(CLAMP|VOP3B)
            "64 bit S0*S1+S2 signed; overflow to sdst";
        v_xor3_b32 = 0x178 { vdst: B32, src0: B32, src1: B32, src2: B32 } reads(EXEC) "S0^S1^S2";
        v_lshlrev_b64 = 0x2ff { vdst: B64, src0: I32, src1: B64 } reads(EXEC) "S1<<S0[5:0]";
        v_lshrrev_b64 = 0x300 { vdst: B64, src0: I32, src1: B64 } reads(EXEC) "S1>>S0[5:0] logical";
        v_ashrrev_i64 = 0x301 { vdst: I64, src0: I32, src1: I64 } reads(EXEC) "S1>>S0[5:0] arithmetic";
        v_add_nc_u16 = 0x303 { vdst: U16, src0: U16, src1: U16 } reads(EXEC) flags(OP_SEL|CLAMP) "16 bit add (clamp saturates)";
        v_sub_nc_u16 = 0x304 { vdst: U16, src0: U16, src1: U16 } reads(EXEC) flags(OP_SEL|CLAMP) "16 bit subtract";
        v_mul_lo_u16 = 0x305 { vdst: U16, src0: U16, src1: U16 } reads(EXEC) "16 bit multiply low";
        v_lshrrev_b16 = 0x307 { vdst: B16, src0: B16, src1: B16 } reads(EXEC) "16 bit S1>>S0[3:0]";
        v_ashrrev_i16 = 0x308 { vdst: I16, src0: I16, src1: I16 } reads(EXEC)
            "16 bit arithmetic S1>>S0[3:0]";
        v_max_u16 = 0x309 { vdst: U16, src0: U16, src1: U16 } reads(EXEC) "unsigned 16 bit maximum";
        v_max_i16 = 0x30a { vdst: I16, src0: I16, src1: I16 } reads(EXEC) "signed 16 bit maximum";
        v_min_u16 = 0x30b { vdst: U16, src0: U16, src1: U16 } reads(EXEC) "unsigned 16 bit minimum";
        v_min_i16 = 0x30c { vdst: I16, src0: I16, src1: I16 } reads(EXEC) "signed 16 bit minimum";
        v_add_nc_i16 = 0x30d { vdst: I16, src0: I16, src1: I16 } reads(EXEC) flags(OP_SEL|CLAMP) "signed 16 bit add";
        v_sub_nc_i16 = 0x30e { vdst: I16, src0: I16, src1: I16 } reads(EXEC) flags(OP_SEL|CLAMP) "signed 16 bit subtract";
        v_add_co_u32 = 0x30f { vdst: U32, vcc_dst: Mask, src0: U32, src1: U32 } reads(EXEC) flags(CLAMP|VOP3B)
            "S0+S1; carry-out per lane to sdst";
        v_sub_co_u32 = 0x310 { vdst: U32, vcc_dst: Mask, src0: U32, src1: U32 } reads(EXEC) flags(CLAMP|VOP3B)
            "S0-S1; borrow-out";
        v_pack_b32_f16 = 0x311 { vdst: B32, src0: F16, src1: F16 } reads(MODE|EXEC) flags(OP_SEL) "{S1.f16,S0.f16}";
        v_cvt_pknorm_i16_f16 = 0x312 { vdst: I16, src0: F16, src1: F16 } reads(MODE|EXEC) flags(OP_SEL)
            "two f16 to packed snorm16";
        v_cvt_pknorm_u16_f16 = 0x313 { vdst: U16, src0: F16, src1: F16 } reads(MODE|EXEC) flags(OP_SEL)
            "two f16 to packed unorm16";
        v_lshlrev_b16 = 0x314 { vdst: B16, src0: B16, src1: B16 } reads(EXEC) "16 bit S1<<S0[3:0]";
        v_subrev_co_u32 = 0x319 { vdst: U32, vcc_dst: Mask, src0: U32, src1: U32 } reads(EXEC) flags(CLAMP|VOP3B)
            "S1-S0; borrow-out";
        v_mad_u16 = 0x340 { vdst: U16, src0: U16, src1: U16, src2: U16 } reads(EXEC) flags(OP_SEL|CLAMP) "16 bit S0*S1+S2";
        v_interp_p1ll_f16 = 0x342 { vdst: F32, src1: F32 } reads(MODE|M0|EXEC) flags(REGISTER_SOURCE|INTERPOLATION)
            "f16 interpolation first step, both values from LDS";
        v_interp_p1lv_f16 = 0x343 { vdst: F32, src1: F32, src2: F16 } reads(MODE|M0|EXEC) flags(REGISTER_SOURCE|INTERPOLATION)
            "f16 interpolation first step, one value from VGPR";
        v_perm_b32 = 0x344 { vdst: B32, src0: B32, src1: B32, src2: B32 } reads(EXEC)
            "each result byte picks a byte of {S0,S1} by selector byte of S2 (0-3 from S1, 4-7 from S0, 8-11 sign fills, 12 = 0x00, >=13 = 0xff)";
        v_xad_u32 = 0x345 { vdst: U32, src0: U32, src1: U32, src2: U32 } reads(EXEC) "(S0^S1)+S2";
        v_lshl_add_u32 = 0x346 { vdst: U32, src0: U32, src1: U32, src2: U32 } reads(EXEC) "(S0<<S1[4:0])+S2";
        v_add_lshl_u32 = 0x347 { vdst: U32, src0: U32, src1: U32, src2: U32 } reads(EXEC) "(S0+S1)<<S2[4:0]";
        v_fma_f16 = 0x34b { vdst: F16, src0: F16, src1: F16, src2: F16 } reads(MODE|EXEC) flags(OP_SEL) "fused S0*S1+S2";
        v_min3_f16 = 0x351 { vdst: F16, src0: F16, src1: F16, src2: F16 } reads(MODE|EXEC) flags(OP_SEL)
            "minimum of three";
        v_min3_i16 = 0x352 { vdst: I16, src0: I16, src1: I16, src2: I16 } reads(EXEC) flags(OP_SEL|CLAMP)
            "signed 16 bit minimum of three";
        v_min3_u16 = 0x353 { vdst: U16, src0: U16, src1: U16, src2: U16 } reads(EXEC) flags(OP_SEL|CLAMP)
            "unsigned 16 bit minimum of three";
        v_max3_f16 = 0x354 { vdst: F16, src0: F16, src1: F16, src2: F16 } reads(MODE|EXEC) flags(OP_SEL)
            "maximum of three";
        v_max3_i16 = 0x355 { vdst: I16, src0: I16, src1: I16, src2: I16 } reads(EXEC) flags(OP_SEL|CLAMP)
            "signed 16 bit maximum of three";
        v_max3_u16 = 0x356 { vdst: U16, src0: U16, src1: U16, src2: U16 } reads(EXEC) flags(OP_SEL|CLAMP)
            "unsigned 16 bit maximum of three";
        v_med3_f16 = 0x357 { vdst: F16, src0: F16, src1: F16, src2: F16 } reads(MODE|EXEC) flags(OP_SEL)
            "median of three; with a NaN input acts as min3";
        v_med3_i16 = 0x358 { vdst: I16, src0: I16, src1: I16, src2: I16 } reads(EXEC) flags(OP_SEL|CLAMP)
            "signed 16 bit median of three";
        v_med3_u16 = 0x359 { vdst: U16, src0: U16, src1: U16, src2: U16 } reads(EXEC) flags(OP_SEL|CLAMP)
            "unsigned 16 bit median of three";
        v_interp_p2_f16 = 0x35a { vdst: F16, src1: F32, src2: F32 } reads(MODE|M0|EXEC) flags(REGISTER_SOURCE|INTERPOLATION|NO_OMOD)
            "f16 interpolation second step";
        v_mad_i16 = 0x35e { vdst: I16, src0: I16, src1: I16, src2: I16 } reads(EXEC) flags(OP_SEL|CLAMP)
            "signed 16 bit S0*S1+S2";
        v_div_fixup_f16 = 0x35f { vdst: F16, src0: F16, src1: F16, src2: F16 } reads(MODE|EXEC) flags(OP_SEL)
            "final fix-up of a quotient (S0=quotient,S1=denominator,S2=numerator): special values, sign";
        v_readlane_b32 = 0x360 { vdst: B32, src0: B32, src1: B32 } flags(SCALAR_SOURCES|SCALAR_DST|REGISTER_SOURCE)
            "SGPR D = S0 of lane S1 (mod wave size); ignores EXEC";
        v_writelane_b32 = 0x361 { vdst: B32, src0: B32, src1: B32 } flags(SCALAR_SOURCES|TIED)
            "D of lane S1 = scalar S0; ignores EXEC";
        v_ldexp_f32 = 0x362 { vdst: F32, src0: F32, src1: I32 } reads(MODE|EXEC) "S0*2^S1 with integer S1";
        v_bfm_b32 = 0x363 { vdst: B32, src0: B32, src1: B32 } reads(EXEC)
            "S0[4:0] ones shifted left by S1[4:0]";
        v_bcnt_u32_b32 = 0x364 { vdst: U32, src0: B32, src1: B32 } reads(EXEC) "popcount(S0)+S1";
        v_mbcnt_lo_u32_b32 = 0x365 { vdst: U32, src0: B32, src1: B32 } reads(EXEC)
            "popcount of S0 bits below this lane (lanes 0-31) + S1";
        v_mbcnt_hi_u32_b32 = 0x366 { vdst: U32, src0: B32, src1: B32 } reads(EXEC)
            "popcount of S0 bits below this lane (lanes 32-63) + S1";
        v_cvt_pknorm_i16_f32 = 0x368 { vdst: I16, src0: F32, src1: F32 } reads(EXEC)
            "two f32 to packed snorm16";
        v_cvt_pknorm_u16_f32 = 0x369 { vdst: U16, src0: F32, src1: F32 } reads(EXEC)
            "two f32 to packed unorm16";
        v_cvt_pk_u16_u32 = 0x36a { vdst: U16, src0: U32, src1: U32 } reads(EXEC)
            "two u32 saturated to packed u16";
        v_cvt_pk_i16_i32 = 0x36b { vdst: I16, src0: I32, src1: I32 } reads(EXEC)
            "two i32 saturated to packed i16";
        v_add3_u32 = 0x36d { vdst: U32, src0: U32, src1: U32, src2: U32 } reads(EXEC) "S0+S1+S2";
        v_lshl_or_b32 = 0x36f { vdst: B32, src0: B32, src1: B32, src2: B32 } reads(EXEC) "(S0<<S1[4:0])|S2";
        v_and_or_b32 = 0x371 { vdst: B32, src0: B32, src1: B32, src2: B32 } reads(EXEC) "(S0&S1)|S2";
        v_or3_b32 = 0x372 { vdst: B32, src0: B32, src1: B32, src2: B32 } reads(EXEC) "S0|S1|S2";
        v_mad_u32_u16 = 0x373 { vdst: U32, src0: U16, src1: U16, src2: U32 } reads(EXEC) flags(OP_SEL|CLAMP) "u16 product + u32";
        v_mad_i32_i16 = 0x375 { vdst: I32, src0: I16, src1: I16, src2: I32 } reads(EXEC) flags(OP_SEL|CLAMP) "i16 product + i32";
        v_sub_nc_i32 = 0x376 { vdst: I32, src0: I32, src1: I32 } reads(EXEC) flags(CLAMP)
            "signed subtract (clamp saturates)";
        v_permlane16_b32 = 0x377 { vdst: B32, src0: B32, src1: B32, src2: B32 } reads(EXEC) flags(SCALAR_SOURCES|REGISTER_SOURCE|OP_SEL|TIED)
            "gather within each row of 16 lanes by 64 bit selector {S2,S1}; op_sel[0]=fetch-inactive, op_sel[1]=bound-control";
        v_permlanex16_b32 = 0x378 { vdst: B32, src0: B32, src1: B32, src2: B32 } reads(EXEC) flags(SCALAR_SOURCES|REGISTER_SOURCE|OP_SEL|TIED)
            "same, from the other row of each pair of rows";
        v_add_nc_i32 = 0x37f { vdst: I32, src0: I32, src1: I32 } reads(EXEC) flags(CLAMP) "signed add (clamp saturates)";
    }
}
