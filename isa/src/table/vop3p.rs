//! Rows of packed-math instructions.

use super::rows;

rows! {
    /// Packed math and mixed precision.
    pub enum Vop3p in VOP3P {
        v_pk_mad_i16 = 0x00 { vdst: I16, src0: I16, src1: I16, src2: I16 } reads(EXEC)
            "two 16 bit lanes: S0*S1+S2 signed; op_sel/op_sel_hi pick halves for the low/high lane, neg/neg_hi negate (float)";
        v_pk_mul_lo_u16 = 0x01 { vdst: U16, src0: U16, src1: U16 } reads(EXEC)
            "two 16 bit lanes: multiply low; op_sel/op_sel_hi pick halves for the low/high lane, neg/neg_hi negate (float)";
        v_pk_add_i16 = 0x02 { vdst: I16, src0: I16, src1: I16 } reads(EXEC)
            "two 16 bit lanes: signed add; op_sel/op_sel_hi pick halves for the low/high lane, neg/neg_hi negate (float)";
        v_pk_sub_i16 = 0x03 { vdst: I16, src0: I16, src1: I16 } reads(EXEC)
            "two 16 bit lanes: signed subtract; op_sel/op_sel_hi pick halves for the low/high lane, neg/neg_hi negate (float)";
        v_pk_lshlrev_b16 = 0x04 { vdst: B16, src0: B16, src1: B16 } reads(EXEC)
            "two 16 bit lanes: S1<<S0; op_sel/op_sel_hi pick halves for the low/high lane, neg/neg_hi negate (float)";
        v_pk_lshrrev_b16 = 0x05 { vdst: B16, src0: B16, src1: B16 } reads(EXEC)
            "two 16 bit lanes: S1>>S0 logical; op_sel/op_sel_hi pick halves for the low/high lane, neg/neg_hi negate (float)";
        v_pk_ashrrev_i16 = 0x06 { vdst: I16, src0: I16, src1: I16 } reads(EXEC)
            "two 16 bit lanes: S1>>S0 arithmetic; op_sel/op_sel_hi pick halves for the low/high lane, neg/neg_hi negate (float)";
        v_pk_max_i16 = 0x07 { vdst: I16, src0: I16, src1: I16 } reads(EXEC)
            "two 16 bit lanes: signed max; op_sel/op_sel_hi pick halves for the low/high lane, neg/neg_hi negate (float)";
        v_pk_min_i16 = 0x08 { vdst: I16, src0: I16, src1: I16 } reads(EXEC)
            "two 16 bit lanes: signed min; op_sel/op_sel_hi pick halves for the low/high lane, neg/neg_hi negate (float)";
        v_pk_mad_u16 = 0x09 { vdst: U16, src0: U16, src1: U16, src2: U16 } reads(EXEC)
            "two 16 bit lanes: S0*S1+S2 unsigned; op_sel/op_sel_hi pick halves for the low/high lane, neg/neg_hi negate (float)";
        v_pk_add_u16 = 0x0a { vdst: U16, src0: U16, src1: U16 } reads(EXEC)
            "two 16 bit lanes: unsigned add; op_sel/op_sel_hi pick halves for the low/high lane, neg/neg_hi negate (float)";
        v_pk_sub_u16 = 0x0b { vdst: U16, src0: U16, src1: U16 } reads(EXEC)
            "two 16 bit lanes: unsigned subtract; op_sel/op_sel_hi pick halves for the low/high lane, neg/neg_hi negate (float)";
        v_pk_max_u16 = 0x0c { vdst: U16, src0: U16, src1: U16 } reads(EXEC)
            "two 16 bit lanes: unsigned max; op_sel/op_sel_hi pick halves for the low/high lane, neg/neg_hi negate (float)";
        v_pk_min_u16 = 0x0d { vdst: U16, src0: U16, src1: U16 } reads(EXEC)
            "two 16 bit lanes: unsigned min; op_sel/op_sel_hi pick halves for the low/high lane, neg/neg_hi negate (float)";
        v_pk_fma_f16 = 0x0e { vdst: F16, src0: F16, src1: F16, src2: F16 } reads(MODE|EXEC)
            "two 16 bit lanes: fused multiply-add; op_sel/op_sel_hi pick halves for the low/high lane, neg/neg_hi negate (float)";
        v_pk_add_f16 = 0x0f { vdst: F16, src0: F16, src1: F16 } reads(MODE|EXEC)
            "two 16 bit lanes: add; op_sel/op_sel_hi pick halves for the low/high lane, neg/neg_hi negate (float)";
        v_pk_mul_f16 = 0x10 { vdst: F16, src0: F16, src1: F16 } reads(MODE|EXEC)
            "two 16 bit lanes: multiply; op_sel/op_sel_hi pick halves for the low/high lane, neg/neg_hi negate (float)";
        v_pk_min_f16 = 0x11 { vdst: F16, src0: F16, src1: F16 } reads(MODE|EXEC)
            "two 16 bit lanes: minimum; op_sel/op_sel_hi pick halves for the low/high lane, neg/neg_hi negate (float)";
        v_pk_max_f16 = 0x12 { vdst: F16, src0: F16, src1: F16 } reads(MODE|EXEC)
            "two 16 bit lanes: maximum; op_sel/op_sel_hi pick halves for the low/high lane, neg/neg_hi negate (float)";
        v_fma_mix_f32 = 0x20 { vdst: F32, src0: F32, src1: F32, src2: F32 } reads(MODE|EXEC) flags(MIXED)
            "f32 fused multiply-add with each source f32, low f16 or high f16 (op_sel_hi=1 means f16, op_sel picks half); neg_hi bits are abs";
        v_fma_mixlo_f16 = 0x21 { vdst: F16, src0: F32, src1: F32, src2: F32 } reads(MODE|EXEC) flags(MIXED|TIED)
            "as v_fma_mix_f32, result f16 in low half, high half kept";
        v_fma_mixhi_f16 = 0x22 { vdst: F16, src0: F32, src1: F32, src2: F32 } reads(MODE|EXEC) flags(MIXED|TIED)
            "as v_fma_mix_f32, result f16 in high half, low half kept";
        // Outside LLVM's gfx1013.
        v_dot2_f32_f16 = 0x13 { vdst: B32, src0: B32, src1: B32, src2: B32 } reads(EXEC) on(CONSOLE|GFX1030)
            "writes 0 in every lane on gfx1013 silicon; a dot product on other parts";
        v_dot2_i32_i16 = 0x14 { vdst: B32, src0: B32, src1: B32, src2: B32 } reads(EXEC) on(CONSOLE|GFX1030)
            "writes 0 in every lane on gfx1013 silicon; a dot product on other parts";
        v_dot2_u32_u16 = 0x15 { vdst: B32, src0: B32, src1: B32, src2: B32 } reads(EXEC) on(CONSOLE|GFX1030)
            "writes 0 in every lane on gfx1013 silicon; a dot product on other parts";
        v_dot4_i32_i8 = 0x16 { vdst: B32, src0: B32, src1: B32, src2: B32 } reads(EXEC) on(CONSOLE|GFX1030)
            "writes 0 in every lane on gfx1013 silicon; a dot product on other parts";
        v_dot4_u32_u8 = 0x17 { vdst: B32, src0: B32, src1: B32, src2: B32 } reads(EXEC) on(CONSOLE|GFX1030)
            "writes 0 in every lane on gfx1013 silicon; a dot product on other parts";
        v_dot8_i32_i4 = 0x18 { vdst: B32, src0: B32, src1: B32, src2: B32 } reads(EXEC) on(CONSOLE|GFX1030)
            "writes 0 in every lane on gfx1013 silicon; a dot product on other parts";
        v_dot8_u32_u4 = 0x19 { vdst: B32, src0: B32, src1: B32, src2: B32 } reads(EXEC) on(CONSOLE|GFX1030)
            "writes 0 in every lane on gfx1013 silicon; a dot product on other parts";
    }
}
