//! Rows of the scalar ALU: SOP1, SOP2, SOPC, SOPK, SOPP.

use super::rows;

rows! {
    /// Scalar instructions with one source.
    pub enum Sop1 in SOP1 {
        s_mov_b32 = 0x03 { sdst: B32, ssrc0: B32 } "D=S0";
        s_mov_b64 = 0x04 { sdst: B64, ssrc0: B64 } "D=S0";
        s_cmov_b32 = 0x05 { sdst: B32, ssrc0: B32 } reads(SCC) flags(TIED) "if SCC then D=S0, else D kept";
        s_cmov_b64 = 0x06 { sdst: B64, ssrc0: B64 } reads(SCC) flags(TIED) "if SCC then D=S0, else D kept";
        s_not_b32 = 0x07 { sdst: B32, ssrc0: B32 } writes(SCC) "D=~S0; SCC=(D!=0)";
        s_not_b64 = 0x08 { sdst: B64, ssrc0: B64 } writes(SCC) "D=~S0; SCC=(D!=0)";
        s_wqm_b32 = 0x09 { sdst: B32, ssrc0: B32 } writes(SCC)
            "whole quad mode: each group of 4 bits becomes 1111 if any bit of it is set; SCC=(D!=0)";
        s_wqm_b64 = 0x0a { sdst: B64, ssrc0: B64 } writes(SCC)
            "whole quad mode: each group of 4 bits becomes 1111 if any bit of it is set; SCC=(D!=0)";
        s_brev_b32 = 0x0b { sdst: B32, ssrc0: B32 } "bit order reversed";
        s_brev_b64 = 0x0c { sdst: B64, ssrc0: B64 } "bit order reversed";
        s_bcnt0_i32_b32 = 0x0d { sdst: I32, ssrc0: B32 } writes(SCC)
            "count of zero bits of a 32 bit source; SCC=(D!=0)";
        s_bcnt0_i32_b64 = 0x0e { sdst: I32, ssrc0: B64 } writes(SCC)
            "count of zero bits of a 64 bit source; SCC=(D!=0)";
        s_bcnt1_i32_b32 = 0x0f { sdst: I32, ssrc0: B32 } writes(SCC)
            "count of one bits of a 32 bit source; SCC=(D!=0)";
        s_bcnt1_i32_b64 = 0x10 { sdst: I32, ssrc0: B64 } writes(SCC)
            "count of one bits of a 64 bit source; SCC=(D!=0)";
        s_ff0_i32_b32 = 0x11 { sdst: I32, ssrc0: B32 } "index of lowest zero bit, -1 if none";
        s_ff0_i32_b64 = 0x12 { sdst: I32, ssrc0: B64 } "index of lowest zero bit, -1 if none";
        s_ff1_i32_b32 = 0x13 { sdst: I32, ssrc0: B32 } "index of lowest one bit, -1 if none";
        s_ff1_i32_b64 = 0x14 { sdst: I32, ssrc0: B64 } "index of lowest one bit, -1 if none";
        s_flbit_i32_b32 = 0x15 { sdst: I32, ssrc0: B32 }
            "count of leading zeros (32 bit), -1 if source is zero";
        s_flbit_i32_b64 = 0x16 { sdst: I32, ssrc0: B64 }
            "count of leading zeros (64 bit), -1 if source is zero";
        s_flbit_i32 = 0x17 { sdst: I32, ssrc0: I32 }
            "count of bits after the sign bit equal to it plus one (leading sign bits), -1 if all bits equal";
        s_flbit_i32_i64 = 0x18 { sdst: I32, ssrc0: I64 } "same as s_flbit_i32 for a 64 bit source";
        s_sext_i32_i8 = 0x19 { sdst: I32, ssrc0: I8 } "sign extend low 8 bits";
        s_sext_i32_i16 = 0x1a { sdst: I32, ssrc0: I16 } "sign extend low 16 bits";
        s_bitset0_b32 = 0x1b { sdst: B32, ssrc0: B32 } flags(TIED)
            "clear bit S0[4:0] of D (D is read and written)";
        s_bitset0_b64 = 0x1c { sdst: B64, ssrc0: I32 } flags(TIED)
            "clear bit S0[5:0] of D (D is read and written)";
        s_bitset1_b32 = 0x1d { sdst: B32, ssrc0: B32 } flags(TIED)
            "set bit S0[4:0] of D (D is read and written)";
        s_bitset1_b64 = 0x1e { sdst: B64, ssrc0: I32 } flags(TIED)
            "set bit S0[5:0] of D (D is read and written)";
        s_getpc_b64 = 0x1f { sdst: B64 } reads(PC) "D=address of the next instruction";
        s_setpc_b64 = 0x20 { ssrc0: B64 } writes(PC) flags(REGISTER_SOURCE) "PC=S0";
        s_swappc_b64 = 0x21 { sdst: B64, ssrc0: B64 } reads(PC) writes(PC)
            "D=address of next instruction; PC=S0 (call)";
        s_rfe_b64 = 0x22 { ssrc0: B64 } writes(PC) flags(REGISTER_SOURCE) "return from trap: PC=S0, leave privileged mode";
        s_and_saveexec_b64 = 0x24 { sdst: B64, ssrc0: B64 } reads(EXEC) writes(EXEC|SCC)
            "D=old EXEC; EXEC=S0&E with E=old EXEC; SCC=(new EXEC!=0)";
        s_or_saveexec_b64 = 0x25 { sdst: B64, ssrc0: B64 } reads(EXEC) writes(EXEC|SCC)
            "D=old EXEC; EXEC=S0|E with E=old EXEC; SCC=(new EXEC!=0)";
        s_xor_saveexec_b64 = 0x26 { sdst: B64, ssrc0: B64 } reads(EXEC) writes(EXEC|SCC)
            "D=old EXEC; EXEC=S0^E with E=old EXEC; SCC=(new EXEC!=0)";
        s_andn2_saveexec_b64 = 0x27 { sdst: B64, ssrc0: B64 } reads(EXEC) writes(EXEC|SCC)
            "D=old EXEC; EXEC=S0&~E with E=old EXEC; SCC=(new EXEC!=0)";
        s_orn2_saveexec_b64 = 0x28 { sdst: B64, ssrc0: B64 } reads(EXEC) writes(EXEC|SCC)
            "D=old EXEC; EXEC=S0|~E with E=old EXEC; SCC=(new EXEC!=0)";
        s_nand_saveexec_b64 = 0x29 { sdst: B64, ssrc0: B64 } reads(EXEC) writes(EXEC|SCC)
            "D=old EXEC; EXEC=~(S0&E) with E=old EXEC; SCC=(new EXEC!=0)";
        s_nor_saveexec_b64 = 0x2a { sdst: B64, ssrc0: B64 } reads(EXEC) writes(EXEC|SCC)
            "D=old EXEC; EXEC=~(S0|E) with E=old EXEC; SCC=(new EXEC!=0)";
        s_xnor_saveexec_b64 = 0x2b { sdst: B64, ssrc0: B64 } reads(EXEC) writes(EXEC|SCC)
            "D=old EXEC; EXEC=~(S0^E) with E=old EXEC; SCC=(new EXEC!=0)";
        s_quadmask_b32 = 0x2c { sdst: B32, ssrc0: B32 }
            "one result bit per group of 4 source bits (OR of the group), packed low; SCC=(D!=0)";
        s_quadmask_b64 = 0x2d { sdst: B64, ssrc0: B64 }
            "one result bit per group of 4 source bits (OR of the group), packed low; SCC=(D!=0)";
        s_movrels_b32 = 0x2e { sdst: B32, ssrc0: B32 } reads(M0) flags(INDIRECT|REGISTER_SOURCE) "D=SGPR[S0 index + M0]";
        s_movrels_b64 = 0x2f { sdst: B64, ssrc0: B64 } reads(M0) flags(INDIRECT|REGISTER_SOURCE) "D=SGPR[S0 index + M0]";
        s_movreld_b32 = 0x30 { sdst: B32, ssrc0: B32 } reads(M0) flags(INDIRECT) "SGPR[D index + M0]=S0";
        s_movreld_b64 = 0x31 { sdst: B64, ssrc0: B64 } reads(M0) flags(INDIRECT) "SGPR[D index + M0]=S0";
        s_abs_i32 = 0x34 { sdst: I32, ssrc0: I32 } writes(SCC) "D=|S0| (0x80000000 stays); SCC=(D!=0)";
        s_andn1_saveexec_b64 = 0x37 { sdst: B64, ssrc0: B64 } reads(EXEC) writes(EXEC|SCC)
            "D=old EXEC; EXEC=~S0&E with E=old EXEC; SCC=(new EXEC!=0)";
        s_orn1_saveexec_b64 = 0x38 { sdst: B64, ssrc0: B64 } reads(EXEC) writes(EXEC|SCC)
            "D=old EXEC; EXEC=~S0|E with E=old EXEC; SCC=(new EXEC!=0)";
        s_andn1_wrexec_b64 = 0x39 { sdst: B64, ssrc0: B64 } reads(EXEC) writes(EXEC|SCC)
            "EXEC=~S0&EXEC; D=the new EXEC; SCC=(result!=0)";
        s_andn2_wrexec_b64 = 0x3a { sdst: B64, ssrc0: B64 } reads(EXEC) writes(EXEC|SCC)
            "EXEC=S0&~EXEC; D=the new EXEC; SCC=(result!=0)";
        s_bitreplicate_b64_b32 = 0x3b { sdst: B64, ssrc0: B32 } "each source bit doubled: 32 bits to 64";
        s_and_saveexec_b32 = 0x3c { sdst: B32, ssrc0: B32 } reads(EXEC) writes(EXEC|SCC)
            "D=old EXEC_LO; EXEC_LO=S0&E with E=old EXEC_LO; SCC=(new EXEC_LO!=0)";
        s_or_saveexec_b32 = 0x3d { sdst: B32, ssrc0: B32 } reads(EXEC) writes(EXEC|SCC)
            "D=old EXEC_LO; EXEC_LO=S0|E with E=old EXEC_LO; SCC=(new EXEC_LO!=0)";
        s_xor_saveexec_b32 = 0x3e { sdst: B32, ssrc0: B32 } reads(EXEC) writes(EXEC|SCC)
            "D=old EXEC_LO; EXEC_LO=S0^E with E=old EXEC_LO; SCC=(new EXEC_LO!=0)";
        s_andn2_saveexec_b32 = 0x3f { sdst: B32, ssrc0: B32 } reads(EXEC) writes(EXEC|SCC)
            "D=old EXEC_LO; EXEC_LO=S0&~E with E=old EXEC_LO; SCC=(new EXEC_LO!=0)";
        s_orn2_saveexec_b32 = 0x40 { sdst: B32, ssrc0: B32 } reads(EXEC) writes(EXEC|SCC)
            "D=old EXEC_LO; EXEC_LO=S0|~E with E=old EXEC_LO; SCC=(new EXEC_LO!=0)";
        s_nand_saveexec_b32 = 0x41 { sdst: B32, ssrc0: B32 } reads(EXEC) writes(EXEC|SCC)
            "D=old EXEC_LO; EXEC_LO=~(S0&E) with E=old EXEC_LO; SCC=(new EXEC_LO!=0)";
        s_nor_saveexec_b32 = 0x42 { sdst: B32, ssrc0: B32 } reads(EXEC) writes(EXEC|SCC)
            "D=old EXEC_LO; EXEC_LO=~(S0|E) with E=old EXEC_LO; SCC=(new EXEC_LO!=0)";
        s_xnor_saveexec_b32 = 0x43 { sdst: B32, ssrc0: B32 } reads(EXEC) writes(EXEC|SCC)
            "D=old EXEC_LO; EXEC_LO=~(S0^E) with E=old EXEC_LO; SCC=(new EXEC_LO!=0)";
        s_andn1_saveexec_b32 = 0x44 { sdst: B32, ssrc0: B32 } reads(EXEC) writes(EXEC|SCC)
            "D=old EXEC_LO; EXEC_LO=~S0&E with E=old EXEC_LO; SCC=(new EXEC_LO!=0)";
        s_orn1_saveexec_b32 = 0x45 { sdst: B32, ssrc0: B32 } reads(EXEC) writes(EXEC|SCC)
            "D=old EXEC_LO; EXEC_LO=~S0|E with E=old EXEC_LO; SCC=(new EXEC_LO!=0)";
        s_andn1_wrexec_b32 = 0x46 { sdst: B32, ssrc0: B32 } reads(EXEC) writes(EXEC|SCC)
            "EXEC_LO=~S0&EXEC_LO; D=the new EXEC_LO; SCC=(result!=0)";
        s_andn2_wrexec_b32 = 0x47 { sdst: B32, ssrc0: B32 } reads(EXEC) writes(EXEC|SCC)
            "EXEC_LO=S0&~EXEC_LO; D=the new EXEC_LO; SCC=(result!=0)";
        s_movrelsd_2_b32 = 0x49 { sdst: B32, ssrc0: B32 } reads(M0) flags(INDIRECT)
            "SGPR[D index + M0[25:16]] = SGPR[S0 index + M0[9:0]]";
    }
}

rows! {
    /// Scalar instructions with two sources.
    pub enum Sop2 in SOP2 {
        s_add_u32 = 0x00 { sdst: U32, ssrc0: U32, ssrc1: U32 } writes(SCC) "D=S0+S1 mod 2^32; SCC=carry out";
        s_sub_u32 = 0x01 { sdst: U32, ssrc0: U32, ssrc1: U32 } writes(SCC)
            "D=S0-S1 mod 2^32; SCC=borrow (S1>S0 unsigned)";
        s_add_i32 = 0x02 { sdst: I32, ssrc0: I32, ssrc1: I32 } writes(SCC) "D=S0+S1; SCC=signed overflow";
        s_sub_i32 = 0x03 { sdst: I32, ssrc0: I32, ssrc1: I32 } writes(SCC) "D=S0-S1; SCC=signed overflow";
        s_addc_u32 = 0x04 { sdst: U32, ssrc0: U32, ssrc1: U32 } reads(SCC) writes(SCC)
            "D=S0+S1+SCC; SCC=carry out";
        s_subb_u32 = 0x05 { sdst: U32, ssrc0: U32, ssrc1: U32 } reads(SCC) writes(SCC)
            "D=S0-S1-SCC; SCC=borrow out";
        s_min_i32 = 0x06 { sdst: I32, ssrc0: I32, ssrc1: I32 } writes(SCC)
            "D=signed minimum; SCC=1 when S0 is chosen by S0<S1";
        s_min_u32 = 0x07 { sdst: U32, ssrc0: U32, ssrc1: U32 } writes(SCC)
            "D=unsigned minimum; SCC=1 when S0 is chosen by S0<S1";
        s_max_i32 = 0x08 { sdst: I32, ssrc0: I32, ssrc1: I32 } writes(SCC)
            "D=signed maximum; SCC=1 when S0>S1";
        s_max_u32 = 0x09 { sdst: U32, ssrc0: U32, ssrc1: U32 } writes(SCC)
            "D=unsigned maximum; SCC=1 when S0>S1";
        s_cselect_b32 = 0x0a { sdst: B32, ssrc0: B32, ssrc1: B32 } reads(SCC)
            "D = SCC ? S0 : S1 (32 bit); SCC unchanged";
        s_cselect_b64 = 0x0b { sdst: B64, ssrc0: B64, ssrc1: B64 } reads(SCC)
            "D = SCC ? S0 : S1 (64 bit); SCC unchanged";
        s_and_b32 = 0x0e { sdst: B32, ssrc0: B32, ssrc1: B32 } writes(SCC) "D=S0&S1, 32 bit; SCC=(D!=0)";
        s_and_b64 = 0x0f { sdst: B64, ssrc0: B64, ssrc1: B64 } writes(SCC) "D=S0&S1, 64 bit; SCC=(D!=0)";
        s_or_b32 = 0x10 { sdst: B32, ssrc0: B32, ssrc1: B32 } writes(SCC) "D=S0|S1, 32 bit; SCC=(D!=0)";
        s_or_b64 = 0x11 { sdst: B64, ssrc0: B64, ssrc1: B64 } writes(SCC) "D=S0|S1, 64 bit; SCC=(D!=0)";
        s_xor_b32 = 0x12 { sdst: B32, ssrc0: B32, ssrc1: B32 } writes(SCC) "D=S0^S1, 32 bit; SCC=(D!=0)";
        s_xor_b64 = 0x13 { sdst: B64, ssrc0: B64, ssrc1: B64 } writes(SCC) "D=S0^S1, 64 bit; SCC=(D!=0)";
        s_andn2_b32 = 0x14 { sdst: B32, ssrc0: B32, ssrc1: B32 } writes(SCC) "D=S0&~S1, 32 bit; SCC=(D!=0)";
        s_andn2_b64 = 0x15 { sdst: B64, ssrc0: B64, ssrc1: B64 } writes(SCC) "D=S0&~S1, 64 bit; SCC=(D!=0)";
        s_orn2_b32 = 0x16 { sdst: B32, ssrc0: B32, ssrc1: B32 } writes(SCC) "D=S0|~S1, 32 bit; SCC=(D!=0)";
        s_orn2_b64 = 0x17 { sdst: B64, ssrc0: B64, ssrc1: B64 } writes(SCC) "D=S0|~S1, 64 bit; SCC=(D!=0)";
        s_nand_b32 = 0x18 { sdst: B32, ssrc0: B32, ssrc1: B32 } writes(SCC) "D=~(S0&S1), 32 bit; SCC=(D!=0)";
        s_nand_b64 = 0x19 { sdst: B64, ssrc0: B64, ssrc1: B64 } writes(SCC) "D=~(S0&S1), 64 bit; SCC=(D!=0)";
        s_nor_b32 = 0x1a { sdst: B32, ssrc0: B32, ssrc1: B32 } writes(SCC) "D=~(S0|S1), 32 bit; SCC=(D!=0)";
        s_nor_b64 = 0x1b { sdst: B64, ssrc0: B64, ssrc1: B64 } writes(SCC) "D=~(S0|S1), 64 bit; SCC=(D!=0)";
        s_xnor_b32 = 0x1c { sdst: B32, ssrc0: B32, ssrc1: B32 } writes(SCC) "D=~(S0^S1), 32 bit; SCC=(D!=0)";
        s_xnor_b64 = 0x1d { sdst: B64, ssrc0: B64, ssrc1: B64 } writes(SCC) "D=~(S0^S1), 64 bit; SCC=(D!=0)";
        s_lshl_b32 = 0x1e { sdst: B32, ssrc0: B32, ssrc1: B32 } writes(SCC) "D=S0<<S1[4:0]; SCC=(D!=0)";
        s_lshl_b64 = 0x1f { sdst: B64, ssrc0: B64, ssrc1: I32 } writes(SCC) "D=S0<<S1[5:0]; SCC=(D!=0)";
        s_lshr_b32 = 0x20 { sdst: B32, ssrc0: B32, ssrc1: B32 } writes(SCC)
            "D=S0>>S1[4:0] logical; SCC=(D!=0)";
        s_lshr_b64 = 0x21 { sdst: B64, ssrc0: B64, ssrc1: I32 } writes(SCC)
            "D=S0>>S1[5:0] logical; SCC=(D!=0)";
        s_ashr_i32 = 0x22 { sdst: I32, ssrc0: I32, ssrc1: I32 } writes(SCC)
            "D=S0>>S1[4:0] arithmetic; SCC=(D!=0)";
        s_ashr_i64 = 0x23 { sdst: I64, ssrc0: I64, ssrc1: I32 } writes(SCC)
            "D=S0>>S1[5:0] arithmetic; SCC=(D!=0)";
        s_bfm_b32 = 0x24 { sdst: B32, ssrc0: B32, ssrc1: B32 }
            "bit field mask: S0[4:0] ones shifted left by S1[4:0] (all in 32 bits); SCC unchanged";
        s_bfm_b64 = 0x25 { sdst: B64, ssrc0: I32, ssrc1: I32 }
            "bit field mask: S0[5:0] ones shifted left by S1[5:0] (all in 64 bits); SCC unchanged";
        s_mul_i32 = 0x26 { sdst: I32, ssrc0: I32, ssrc1: I32 } "low 32 bits of the product; SCC unchanged";
        s_bfe_u32 = 0x27 { sdst: U32, ssrc0: U32, ssrc1: U32 } writes(SCC)
            "zero-extended field of S0 at offset S1[4:0], width S1[22:16]; SCC=(D!=0)";
        s_bfe_i32 = 0x28 { sdst: I32, ssrc0: I32, ssrc1: I32 } writes(SCC)
            "sign-extended field of S0 at offset S1[4:0], width S1[22:16]; SCC=(D!=0)";
        s_bfe_u64 = 0x29 { sdst: U64, ssrc0: U64, ssrc1: I32 } writes(SCC)
            "zero-extended field of S0 at offset S1[5:0], width S1[22:16]; SCC=(D!=0)";
        s_bfe_i64 = 0x2a { sdst: I64, ssrc0: I64, ssrc1: I32 } writes(SCC)
            "sign-extended field of S0 at offset S1[5:0], width S1[22:16]; SCC=(D!=0)";
        s_absdiff_i32 = 0x2c { sdst: I32, ssrc0: I32, ssrc1: I32 } writes(SCC)
            "D=|S0-S1| computed as 32 bit subtract then negate if negative (0x80000000 stays); SCC=(D!=0)";
        s_lshl1_add_u32 = 0x2e { sdst: U32, ssrc0: U32, ssrc1: U32 } writes(SCC)
            "D=(S0<<1)+S1; SCC=carry of the full sum (bits shifted out count)";
        s_lshl2_add_u32 = 0x2f { sdst: U32, ssrc0: U32, ssrc1: U32 } writes(SCC)
            "D=(S0<<2)+S1; SCC=carry of the full sum (bits shifted out count)";
        s_lshl3_add_u32 = 0x30 { sdst: U32, ssrc0: U32, ssrc1: U32 } writes(SCC)
            "D=(S0<<3)+S1; SCC=carry of the full sum (bits shifted out count)";
        s_lshl4_add_u32 = 0x31 { sdst: U32, ssrc0: U32, ssrc1: U32 } writes(SCC)
            "D=(S0<<4)+S1; SCC=carry of the full sum (bits shifted out count)";
        s_pack_ll_b32_b16 = 0x32 { sdst: B32, ssrc0: B16, ssrc1: B16 } "D={S1[15:0],S0[15:0]}";
        s_pack_lh_b32_b16 = 0x33 { sdst: B32, ssrc0: B16, ssrc1: B16 } "D={S1[31:16],S0[15:0]}";
        s_pack_hh_b32_b16 = 0x34 { sdst: B32, ssrc0: B16, ssrc1: B16 } "D={S1[31:16],S0[31:16]}";
        s_mul_hi_u32 = 0x35 { sdst: U32, ssrc0: U32, ssrc1: U32 }
            "high 32 bits of unsigned product; SCC unchanged";
        s_mul_hi_i32 = 0x36 { sdst: I32, ssrc0: I32, ssrc1: I32 }
            "high 32 bits of signed product; SCC unchanged";
    }
}

rows! {
    /// Scalar compares.
    pub enum Sopc in SOPC {
        s_cmp_eq_i32 = 0x00 { ssrc0: I32, ssrc1: I32 } writes(SCC) "SCC=(S0 == S1) signed";
        s_cmp_lg_i32 = 0x01 { ssrc0: I32, ssrc1: I32 } writes(SCC) "SCC=(S0 != S1) signed";
        s_cmp_gt_i32 = 0x02 { ssrc0: I32, ssrc1: I32 } writes(SCC) "SCC=(S0 > S1) signed";
        s_cmp_ge_i32 = 0x03 { ssrc0: I32, ssrc1: I32 } writes(SCC) "SCC=(S0 >= S1) signed";
        s_cmp_lt_i32 = 0x04 { ssrc0: I32, ssrc1: I32 } writes(SCC) "SCC=(S0 < S1) signed";
        s_cmp_le_i32 = 0x05 { ssrc0: I32, ssrc1: I32 } writes(SCC) "SCC=(S0 <= S1) signed";
        s_cmp_eq_u32 = 0x06 { ssrc0: U32, ssrc1: U32 } writes(SCC) "SCC=(S0 == S1) unsigned";
        s_cmp_lg_u32 = 0x07 { ssrc0: U32, ssrc1: U32 } writes(SCC) "SCC=(S0 != S1) unsigned";
        s_cmp_gt_u32 = 0x08 { ssrc0: U32, ssrc1: U32 } writes(SCC) "SCC=(S0 > S1) unsigned";
        s_cmp_ge_u32 = 0x09 { ssrc0: U32, ssrc1: U32 } writes(SCC) "SCC=(S0 >= S1) unsigned";
        s_cmp_lt_u32 = 0x0a { ssrc0: U32, ssrc1: U32 } writes(SCC) "SCC=(S0 < S1) unsigned";
        s_cmp_le_u32 = 0x0b { ssrc0: U32, ssrc1: U32 } writes(SCC) "SCC=(S0 <= S1) unsigned";
        s_bitcmp0_b32 = 0x0c { ssrc0: B32, ssrc1: B32 } writes(SCC) "SCC=(bit S1[4:0] of S0 is 0)";
        s_bitcmp1_b32 = 0x0d { ssrc0: B32, ssrc1: B32 } writes(SCC) "SCC=(bit S1[4:0] of S0 is 1)";
        s_bitcmp0_b64 = 0x0e { ssrc0: B64, ssrc1: I32 } writes(SCC) "SCC=(bit S1[5:0] of S0 is 0)";
        s_bitcmp1_b64 = 0x0f { ssrc0: B64, ssrc1: I32 } writes(SCC) "SCC=(bit S1[5:0] of S0 is 1)";
        s_cmp_eq_u64 = 0x12 { ssrc0: U64, ssrc1: U64 } writes(SCC) "SCC=(S0 == S1) 64 bit";
        s_cmp_lg_u64 = 0x13 { ssrc0: U64, ssrc1: U64 } writes(SCC) "SCC=(S0 != S1) 64 bit";
    }
}

rows! {
    /// Scalar instructions with a 16-bit constant.
    pub enum Sopk in SOPK {
        s_movk_i32 = 0x00 { sdst: I32 } "D=sign-extended imm16";
        s_version = 0x01 {} "no effect; carries a code version for tools";
        s_cmovk_i32 = 0x02 { sdst: I32 } reads(SCC) flags(TIED) "if SCC then D=sign-extended imm16";
        s_cmpk_eq_i32 = 0x03 { ssrc: I32 } writes(SCC) "SCC=(sdst == sign-extended imm16), signed";
        s_cmpk_lg_i32 = 0x04 { ssrc: I32 } writes(SCC) "SCC=(sdst != sign-extended imm16), signed";
        s_cmpk_gt_i32 = 0x05 { ssrc: I32 } writes(SCC) "SCC=(sdst > sign-extended imm16), signed";
        s_cmpk_ge_i32 = 0x06 { ssrc: I32 } writes(SCC) "SCC=(sdst >= sign-extended imm16), signed";
        s_cmpk_lt_i32 = 0x07 { ssrc: I32 } writes(SCC) "SCC=(sdst < sign-extended imm16), signed";
        s_cmpk_le_i32 = 0x08 { ssrc: I32 } writes(SCC) "SCC=(sdst <= sign-extended imm16), signed";
        s_cmpk_eq_u32 = 0x09 { ssrc: U32 } writes(SCC) "SCC=(sdst == zero-extended imm16), unsigned";
        s_cmpk_lg_u32 = 0x0a { ssrc: U32 } writes(SCC) "SCC=(sdst != zero-extended imm16), unsigned";
        s_cmpk_gt_u32 = 0x0b { ssrc: U32 } writes(SCC) "SCC=(sdst > zero-extended imm16), unsigned";
        s_cmpk_ge_u32 = 0x0c { ssrc: U32 } writes(SCC) "SCC=(sdst >= zero-extended imm16), unsigned";
        s_cmpk_lt_u32 = 0x0d { ssrc: U32 } writes(SCC) "SCC=(sdst < zero-extended imm16), unsigned";
        s_cmpk_le_u32 = 0x0e { ssrc: U32 } writes(SCC) "SCC=(sdst <= zero-extended imm16), unsigned";
        s_addk_i32 = 0x0f { sdst: I32 } writes(SCC) flags(TIED) "D=D+sext(imm16); SCC=signed overflow";
        s_mulk_i32 = 0x10 { sdst: I32 } flags(TIED) "D=D*sext(imm16) low 32 bits; SCC unchanged";
        s_getreg_b32 = 0x12 { sdst: B32 } reads(MODE)
            "read a bit field of a hardware register: imm16={size-1[4:0],offset[4:0],id[5:0]}";
        s_setreg_b32 = 0x13 { ssrc: B32 } reads(MODE) writes(MODE)
            "write low bits of sdst source into a bit field of a hardware register";
        s_setreg_imm32_b32 = 0x15 { literal: B32 } reads(MODE) writes(MODE)
            "like s_setreg_b32, value comes from a following 32 bit literal (instruction is 8 bytes)";
        s_call_b64 = 0x16 { sdst: B64 } reads(PC) writes(PC) "D=PC+4 ; PC=PC+4+4*sext(imm16)";
        s_waitcnt_vscnt = 0x17 { ssrc: B32 }
            "wait until vector store count <= imm + SGPR[5:0] (null SGPR = immediate only)";
        s_waitcnt_vmcnt = 0x18 { ssrc: B32 } "wait until vector load count <= imm + SGPR";
        s_waitcnt_expcnt = 0x19 { ssrc: B32 } "wait until export count <= imm + SGPR";
        s_waitcnt_lgkmcnt = 0x1a { ssrc: B32 } "wait until LDS/GDS/scalar/message count <= imm + SGPR";
        s_subvector_loop_begin = 0x1b { sdst: B32 } reads(EXEC) writes(EXEC|PC) flags(TIED)
            "start of a loop over the two 32 lane halves of a wave64: picks the half to run, may jump past the block";
        s_subvector_loop_end = 0x1c { sdst: B32 } reads(EXEC) writes(EXEC|PC) flags(TIED)
            "end of the half-wave loop: switches to the other half and jumps back, or falls through";
    }
}

rows! {
    /// Program control.
    pub enum Sopp in SOPP {
        s_nop = 0x00 {} "idle for imm[3:0]+1 cycles";
        s_endpgm = 0x01 {} "end of the wave";
        s_branch = 0x02 {} writes(PC) "PC=PC+4+4*sext(imm16)";
        s_wakeup = 0x03 {} flags(NO_IMMEDIATE) "wake sleeping waves of the same work-group";
        s_cbranch_scc0 = 0x04 {} reads(SCC) writes(PC) "branch if SCC==0";
        s_cbranch_scc1 = 0x05 {} reads(SCC) writes(PC) "branch if SCC==1";
        s_cbranch_vccz = 0x06 {} reads(VCC) writes(PC) "branch if VCC==0 (wave32: low half)";
        s_cbranch_vccnz = 0x07 {} reads(VCC) writes(PC) "branch if VCC!=0";
        s_cbranch_execz = 0x08 {} reads(EXEC) writes(PC) "branch if EXEC==0";
        s_cbranch_execnz = 0x09 {} reads(EXEC) writes(PC) "branch if EXEC!=0";
        s_barrier = 0x0a {} flags(NO_IMMEDIATE) "work-group barrier";
        s_setkill = 0x0b {} "set the kill bit from imm[0]";
        s_waitcnt = 0x0c {} "wait for counters: vmcnt=imm{15:14,3:0}, expcnt=imm[6:4], lgkmcnt=imm[13:8]";
        s_sethalt = 0x0d {} "set or clear the halt bits from imm";
        s_sleep = 0x0e {} "sleep about 64*imm[6:0] clocks";
        s_setprio = 0x0f {} "set user wave priority imm[1:0]";
        s_sendmsg = 0x10 {} reads(EXEC|M0)
            "send a message (type imm[3:0], op/stream above), M0 is the payload";
        s_sendmsghalt = 0x11 {} reads(EXEC|M0) "send a message, then halt";
        s_trap = 0x12 {} "enter trap handler with id imm[7:0]";
        s_icache_inv = 0x13 {} flags(NO_IMMEDIATE) "invalidate the instruction cache";
        s_incperflevel = 0x14 {} "increment a performance counter";
        s_decperflevel = 0x15 {} "decrement a performance counter";
        s_ttracedata = 0x16 {} reads(M0) flags(NO_IMMEDIATE) "send M0 to the thread trace";
        s_cbranch_cdbgsys = 0x17 {} writes(PC) "branch if system debug flag set";
        s_cbranch_cdbguser = 0x18 {} writes(PC) "branch if user debug flag set";
        s_cbranch_cdbgsys_or_user = 0x19 {} writes(PC) "branch if either debug flag set";
        s_cbranch_cdbgsys_and_user = 0x1a {} writes(PC) "branch if both debug flags set";
        s_endpgm_saved = 0x1b {} flags(NO_IMMEDIATE) "end of wave after a context save";
        s_endpgm_ordered_ps_done = 0x1e {} flags(NO_IMMEDIATE) "end of wave and leave the ordered pixel section";
        s_code_end = 0x1f {} flags(NO_IMMEDIATE) "padding; illegal if executed";
        s_inst_prefetch = 0x20 {} "set instruction prefetch depth imm[1:0]";
        s_clause = 0x21 {} "next imm[5:0]+1 instructions form a memory clause (imm[11:8] = break interval)";
        s_wait_idle = 0x22 {} flags(NO_IMMEDIATE) "wait until the wave is idle";
        s_waitcnt_depctr = 0x23 {}
            "wait on dependency counters; imm fields (max value = do not wait): va_vdst[15:12] va_sdst[11:9] va_ssrc[8] hold_cnt[7] vm_vsrc[4:2] va_vcc[1] sa_sdst[0]";
        s_round_mode = 0x24 {} reads(MODE) writes(MODE)
            "MODE.fp_round = imm[3:0] (f32 bits 1:0, f64/f16 bits 3:2)";
        s_denorm_mode = 0x25 {} reads(MODE) writes(MODE)
            "MODE.fp_denorm = imm[3:0] (f32 bits 1:0, f64/f16 bits 3:2)";
        s_ttracedata_imm = 0x28 {} "send imm[7:0] to the thread trace";
    }
}
