//! Rows of scalar memory and buffer instructions: SMEM, MUBUF, MTBUF.

use super::rows;

rows! {
    /// Scalar memory instructions.
    pub enum Smem in SMEM {
        s_load_dword = 0x00 { sdata: B32, sbase: B64, soffset: B32 } mem(Load)
            "load 1 dword(s) to SGPRs from 64 bit base + sext(imm21) + soffset SGPR; address is dword aligned (low 2 bits dropped)";
        s_load_dwordx2 = 0x01 { sdata: B64, sbase: B64, soffset: B32 } mem(Load)
            "load 2 dword(s) to SGPRs from 64 bit base + sext(imm21) + soffset SGPR; address is dword aligned (low 2 bits dropped)";
        s_load_dwordx4 = 0x02 { sdata: B128, sbase: B64, soffset: B32 } mem(Load)
            "load 4 dword(s) to SGPRs from 64 bit base + sext(imm21) + soffset SGPR; address is dword aligned (low 2 bits dropped)";
        s_load_dwordx8 = 0x03 { sdata: B256, sbase: B64, soffset: B32 } mem(Load)
            "load 8 dword(s) to SGPRs from 64 bit base + sext(imm21) + soffset SGPR; address is dword aligned (low 2 bits dropped)";
        s_load_dwordx16 = 0x04 { sdata: B512, sbase: B64, soffset: B32 } mem(Load)
            "load 16 dword(s) to SGPRs from 64 bit base + sext(imm21) + soffset SGPR; address is dword aligned (low 2 bits dropped)";
        s_scratch_load_dword = 0x05 { sdata: B32, sbase: B64, soffset: B32 } reads(FLAT_SCR) on(GFX1010|GFX1013) mem(Load)
            "scalar scratch load, offset in units of 64 bytes scaled by hardware (GFX10.1 only)";
        s_scratch_load_dwordx2 = 0x06 { sdata: B64, sbase: B64, soffset: B32 } reads(FLAT_SCR) on(GFX1010|GFX1013) mem(Load)
            "scalar scratch load, offset in units of 64 bytes scaled by hardware (GFX10.1 only)";
        s_scratch_load_dwordx4 = 0x07 { sdata: B128, sbase: B64, soffset: B32 } reads(FLAT_SCR) on(GFX1010|GFX1013) mem(Load)
            "scalar scratch load, offset in units of 64 bytes scaled by hardware (GFX10.1 only)";
        s_buffer_load_dword = 0x08 { sdata: B32, sbase: B128, soffset: B32 } mem(Load)
            "load 1 dword(s) to SGPRs through a buffer descriptor, range checked";
        s_buffer_load_dwordx2 = 0x09 { sdata: B64, sbase: B128, soffset: B32 } mem(Load)
            "load 2 dword(s) to SGPRs through a buffer descriptor, range checked";
        s_buffer_load_dwordx4 = 0x0a { sdata: B128, sbase: B128, soffset: B32 } mem(Load)
            "load 4 dword(s) to SGPRs through a buffer descriptor, range checked";
        s_buffer_load_dwordx8 = 0x0b { sdata: B256, sbase: B128, soffset: B32 } mem(Load)
            "load 8 dword(s) to SGPRs through a buffer descriptor, range checked";
        s_buffer_load_dwordx16 = 0x0c { sdata: B512, sbase: B128, soffset: B32 } mem(Load)
            "load 16 dword(s) to SGPRs through a buffer descriptor, range checked";
        s_store_dword = 0x10 { sdata: B32, sbase: B64, soffset: B32 } on(GFX1010|GFX1013) mem(Store)
            "store 1 dword(s) from SGPRs (GFX10.1 only)";
        s_store_dwordx2 = 0x11 { sdata: B64, sbase: B64, soffset: B32 } on(GFX1010|GFX1013) mem(Store)
            "store 2 dword(s) from SGPRs (GFX10.1 only)";
        s_store_dwordx4 = 0x12 { sdata: B128, sbase: B64, soffset: B32 } on(GFX1010|GFX1013) mem(Store)
            "store 4 dword(s) from SGPRs (GFX10.1 only)";
        s_scratch_store_dword = 0x15 { sdata: B32, sbase: B64, soffset: B32 } reads(FLAT_SCR) on(GFX1010|GFX1013) mem(Store)
            "scalar scratch store (GFX10.1 only)";
        s_scratch_store_dwordx2 = 0x16 { sdata: B64, sbase: B64, soffset: B32 } reads(FLAT_SCR) on(GFX1010|GFX1013) mem(Store)
            "scalar scratch store (GFX10.1 only)";
        s_scratch_store_dwordx4 = 0x17 { sdata: B128, sbase: B64, soffset: B32 } reads(FLAT_SCR) on(GFX1010|GFX1013) mem(Store)
            "scalar scratch store (GFX10.1 only)";
        s_buffer_store_dword = 0x18 { sdata: B32, sbase: B128, soffset: B32 } on(GFX1010|GFX1013) mem(Store)
            "store 1 dword(s) through a descriptor (GFX10.1 only)";
        s_buffer_store_dwordx2 = 0x19 { sdata: B64, sbase: B128, soffset: B32 } on(GFX1010|GFX1013) mem(Store)
            "store 2 dword(s) through a descriptor (GFX10.1 only)";
        s_buffer_store_dwordx4 = 0x1a { sdata: B128, sbase: B128, soffset: B32 } on(GFX1010|GFX1013) mem(Store)
            "store 4 dword(s) through a descriptor (GFX10.1 only)";
        s_gl1_inv = 0x1f {} mem(Cache) "invalidate GL1";
        s_dcache_inv = 0x20 {} mem(Cache) "invalidate scalar data cache";
        s_dcache_wb = 0x21 {} on(GFX1010|GFX1013) mem(Cache) "write back scalar data cache (GFX10.1)";
        s_memtime = 0x24 { sdata: B64 } mem(Cache) "64 bit shader clock to SGPR pair";
        s_memrealtime = 0x25 { sdata: B64 } mem(Cache) "64 bit constant-rate clock to SGPR pair";
        s_atc_probe = 0x26 { sbase: B64, soffset: B32 } mem(Cache) "address probe/prefetch, no data";
        s_atc_probe_buffer = 0x27 { sbase: B128, soffset: B32 } mem(Cache)
            "address probe/prefetch through a descriptor";
        s_dcache_discard = 0x28 { sbase: B64, soffset: B32 } on(GFX1010|GFX1013) mem(Cache)
            "discard one dirty scalar cache line";
        s_dcache_discard_x2 = 0x29 { sbase: B64, soffset: B32 } on(GFX1010|GFX1013) mem(Cache)
            "discard two dirty scalar cache lines";
        s_get_waveid_in_workgroup = 0x2a { sdata: B32 } on(GFX1010|GFX1013)
            "D=wave index within its work-group (returns via LGKM counter)";
        s_buffer_atomic_swap = 0x40 { sdata: B32, sbase: B128, soffset: B32 } on(GFX1010|GFX1013) mem(Atomic)
            "scalar buffer (GFX10.1 only) atomic, 32 bit: M=data; old value returned when GLC=1";
        s_buffer_atomic_cmpswap = 0x41 { sdata: B64, sbase: B128, soffset: B32 } on(GFX1010|GFX1013) mem(Atomic)
            "scalar buffer (GFX10.1 only) atomic, 32 bit: if M==cmp then M=src; old value returned when GLC=1; data registers hold {src, cmp} in that order (cmp is the upper half)";
        s_buffer_atomic_add = 0x42 { sdata: B32, sbase: B128, soffset: B32 } on(GFX1010|GFX1013) mem(Atomic)
            "scalar buffer (GFX10.1 only) atomic, 32 bit: M+=data; old value returned when GLC=1";
        s_buffer_atomic_sub = 0x43 { sdata: B32, sbase: B128, soffset: B32 } on(GFX1010|GFX1013) mem(Atomic)
            "scalar buffer (GFX10.1 only) atomic, 32 bit: M-=data; old value returned when GLC=1";
        s_buffer_atomic_smin = 0x44 { sdata: B32, sbase: B128, soffset: B32 } on(GFX1010|GFX1013) mem(Atomic)
            "scalar buffer (GFX10.1 only) atomic, 32 bit: M=signed min; old value returned when GLC=1";
        s_buffer_atomic_umin = 0x45 { sdata: B32, sbase: B128, soffset: B32 } on(GFX1010|GFX1013) mem(Atomic)
            "scalar buffer (GFX10.1 only) atomic, 32 bit: M=unsigned min; old value returned when GLC=1";
        s_buffer_atomic_smax = 0x46 { sdata: B32, sbase: B128, soffset: B32 } on(GFX1010|GFX1013) mem(Atomic)
            "scalar buffer (GFX10.1 only) atomic, 32 bit: M=signed max; old value returned when GLC=1";
        s_buffer_atomic_umax = 0x47 { sdata: B32, sbase: B128, soffset: B32 } on(GFX1010|GFX1013) mem(Atomic)
            "scalar buffer (GFX10.1 only) atomic, 32 bit: M=unsigned max; old value returned when GLC=1";
        s_buffer_atomic_and = 0x48 { sdata: B32, sbase: B128, soffset: B32 } on(GFX1010|GFX1013) mem(Atomic)
            "scalar buffer (GFX10.1 only) atomic, 32 bit: M&=data; old value returned when GLC=1";
        s_buffer_atomic_or = 0x49 { sdata: B32, sbase: B128, soffset: B32 } on(GFX1010|GFX1013) mem(Atomic)
            "scalar buffer (GFX10.1 only) atomic, 32 bit: M|=data; old value returned when GLC=1";
        s_buffer_atomic_xor = 0x4a { sdata: B32, sbase: B128, soffset: B32 } on(GFX1010|GFX1013) mem(Atomic)
            "scalar buffer (GFX10.1 only) atomic, 32 bit: M^=data; old value returned when GLC=1";
        s_buffer_atomic_inc = 0x4b { sdata: B32, sbase: B128, soffset: B32 } on(GFX1010|GFX1013) mem(Atomic)
            "scalar buffer (GFX10.1 only) atomic, 32 bit: M=(M>=data)?0:M+1; old value returned when GLC=1";
        s_buffer_atomic_dec = 0x4c { sdata: B32, sbase: B128, soffset: B32 } on(GFX1010|GFX1013) mem(Atomic)
            "scalar buffer (GFX10.1 only) atomic, 32 bit: M=(M==0||M>data)?data:M-1; old value returned when GLC=1";
        s_buffer_atomic_swap_x2 = 0x60 { sdata: B64, sbase: B128, soffset: B32 } on(GFX1010|GFX1013) mem(Atomic)
            "scalar buffer (GFX10.1 only) atomic, 64 bit: M=data; old value returned when GLC=1";
        s_buffer_atomic_cmpswap_x2 = 0x61 { sdata: B128, sbase: B128, soffset: B32 } on(GFX1010|GFX1013) mem(Atomic)
            "scalar buffer (GFX10.1 only) atomic, 64 bit: if M==cmp then M=src; old value returned when GLC=1; data registers hold {src, cmp} in that order (cmp is the upper half)";
        s_buffer_atomic_add_x2 = 0x62 { sdata: B64, sbase: B128, soffset: B32 } on(GFX1010|GFX1013) mem(Atomic)
            "scalar buffer (GFX10.1 only) atomic, 64 bit: M+=data; old value returned when GLC=1";
        s_buffer_atomic_sub_x2 = 0x63 { sdata: B64, sbase: B128, soffset: B32 } on(GFX1010|GFX1013) mem(Atomic)
            "scalar buffer (GFX10.1 only) atomic, 64 bit: M-=data; old value returned when GLC=1";
        s_buffer_atomic_smin_x2 = 0x64 { sdata: B64, sbase: B128, soffset: B32 } on(GFX1010|GFX1013) mem(Atomic)
            "scalar buffer (GFX10.1 only) atomic, 64 bit: M=signed min; old value returned when GLC=1";
        s_buffer_atomic_umin_x2 = 0x65 { sdata: B64, sbase: B128, soffset: B32 } on(GFX1010|GFX1013) mem(Atomic)
            "scalar buffer (GFX10.1 only) atomic, 64 bit: M=unsigned min; old value returned when GLC=1";
        s_buffer_atomic_smax_x2 = 0x66 { sdata: B64, sbase: B128, soffset: B32 } on(GFX1010|GFX1013) mem(Atomic)
            "scalar buffer (GFX10.1 only) atomic, 64 bit: M=signed max; old value returned when GLC=1";
        s_buffer_atomic_umax_x2 = 0x67 { sdata: B64, sbase: B128, soffset: B32 } on(GFX1010|GFX1013) mem(Atomic)
            "scalar buffer (GFX10.1 only) atomic, 64 bit: M=unsigned max; old value returned when GLC=1";
        s_buffer_atomic_and_x2 = 0x68 { sdata: B64, sbase: B128, soffset: B32 } on(GFX1010|GFX1013) mem(Atomic)
            "scalar buffer (GFX10.1 only) atomic, 64 bit: M&=data; old value returned when GLC=1";
        s_buffer_atomic_or_x2 = 0x69 { sdata: B64, sbase: B128, soffset: B32 } on(GFX1010|GFX1013) mem(Atomic)
            "scalar buffer (GFX10.1 only) atomic, 64 bit: M|=data; old value returned when GLC=1";
        s_buffer_atomic_xor_x2 = 0x6a { sdata: B64, sbase: B128, soffset: B32 } on(GFX1010|GFX1013) mem(Atomic)
            "scalar buffer (GFX10.1 only) atomic, 64 bit: M^=data; old value returned when GLC=1";
        s_buffer_atomic_inc_x2 = 0x6b { sdata: B64, sbase: B128, soffset: B32 } on(GFX1010|GFX1013) mem(Atomic)
            "scalar buffer (GFX10.1 only) atomic, 64 bit: M=(M>=data)?0:M+1; old value returned when GLC=1";
        s_buffer_atomic_dec_x2 = 0x6c { sdata: B64, sbase: B128, soffset: B32 } on(GFX1010|GFX1013) mem(Atomic)
            "scalar buffer (GFX10.1 only) atomic, 64 bit: M=(M==0||M>data)?data:M-1; old value returned when GLC=1";
        s_atomic_swap = 0x80 { sdata: B32, sbase: B64, soffset: B32 } on(GFX1010|GFX1013) mem(Atomic)
            "scalar (GFX10.1 only) memory atomic, 32 bit: M=data; old value returned when GLC=1";
        s_atomic_cmpswap = 0x81 { sdata: B64, sbase: B64, soffset: B32 } on(GFX1010|GFX1013) mem(Atomic)
            "scalar (GFX10.1 only) memory atomic, 32 bit: if M==cmp then M=src; old value returned when GLC=1; data registers hold {src, cmp} in that order (cmp is the upper half)";
        s_atomic_add = 0x82 { sdata: B32, sbase: B64, soffset: B32 } on(GFX1010|GFX1013) mem(Atomic)
            "scalar (GFX10.1 only) memory atomic, 32 bit: M+=data; old value returned when GLC=1";
        s_atomic_sub = 0x83 { sdata: B32, sbase: B64, soffset: B32 } on(GFX1010|GFX1013) mem(Atomic)
            "scalar (GFX10.1 only) memory atomic, 32 bit: M-=data; old value returned when GLC=1";
        s_atomic_smin = 0x84 { sdata: B32, sbase: B64, soffset: B32 } on(GFX1010|GFX1013) mem(Atomic)
            "scalar (GFX10.1 only) memory atomic, 32 bit: M=signed min; old value returned when GLC=1";
        s_atomic_umin = 0x85 { sdata: B32, sbase: B64, soffset: B32 } on(GFX1010|GFX1013) mem(Atomic)
            "scalar (GFX10.1 only) memory atomic, 32 bit: M=unsigned min; old value returned when GLC=1";
        s_atomic_smax = 0x86 { sdata: B32, sbase: B64, soffset: B32 } on(GFX1010|GFX1013) mem(Atomic)
            "scalar (GFX10.1 only) memory atomic, 32 bit: M=signed max; old value returned when GLC=1";
        s_atomic_umax = 0x87 { sdata: B32, sbase: B64, soffset: B32 } on(GFX1010|GFX1013) mem(Atomic)
            "scalar (GFX10.1 only) memory atomic, 32 bit: M=unsigned max; old value returned when GLC=1";
        s_atomic_and = 0x88 { sdata: B32, sbase: B64, soffset: B32 } on(GFX1010|GFX1013) mem(Atomic)
            "scalar (GFX10.1 only) memory atomic, 32 bit: M&=data; old value returned when GLC=1";
        s_atomic_or = 0x89 { sdata: B32, sbase: B64, soffset: B32 } on(GFX1010|GFX1013) mem(Atomic)
            "scalar (GFX10.1 only) memory atomic, 32 bit: M|=data; old value returned when GLC=1";
        s_atomic_xor = 0x8a { sdata: B32, sbase: B64, soffset: B32 } on(GFX1010|GFX1013) mem(Atomic)
            "scalar (GFX10.1 only) memory atomic, 32 bit: M^=data; old value returned when GLC=1";
        s_atomic_inc = 0x8b { sdata: B32, sbase: B64, soffset: B32 } on(GFX1010|GFX1013) mem(Atomic)
            "scalar (GFX10.1 only) memory atomic, 32 bit: M=(M>=data)?0:M+1; old value returned when GLC=1";
        s_atomic_dec = 0x8c { sdata: B32, sbase: B64, soffset: B32 } on(GFX1010|GFX1013) mem(Atomic)
            "scalar (GFX10.1 only) memory atomic, 32 bit: M=(M==0||M>data)?data:M-1; old value returned when GLC=1";
        s_atomic_swap_x2 = 0xa0 { sdata: B64, sbase: B64, soffset: B32 } on(GFX1010|GFX1013) mem(Atomic)
            "scalar (GFX10.1 only) memory atomic, 64 bit: M=data; old value returned when GLC=1";
        s_atomic_cmpswap_x2 = 0xa1 { sdata: B128, sbase: B64, soffset: B32 } on(GFX1010|GFX1013) mem(Atomic)
            "scalar (GFX10.1 only) memory atomic, 64 bit: if M==cmp then M=src; old value returned when GLC=1; data registers hold {src, cmp} in that order (cmp is the upper half)";
        s_atomic_add_x2 = 0xa2 { sdata: B64, sbase: B64, soffset: B32 } on(GFX1010|GFX1013) mem(Atomic)
            "scalar (GFX10.1 only) memory atomic, 64 bit: M+=data; old value returned when GLC=1";
        s_atomic_sub_x2 = 0xa3 { sdata: B64, sbase: B64, soffset: B32 } on(GFX1010|GFX1013) mem(Atomic)
            "scalar (GFX10.1 only) memory atomic, 64 bit: M-=data; old value returned when GLC=1";
        s_atomic_smin_x2 = 0xa4 { sdata: B64, sbase: B64, soffset: B32 } on(GFX1010|GFX1013) mem(Atomic)
            "scalar (GFX10.1 only) memory atomic, 64 bit: M=signed min; old value returned when GLC=1";
        s_atomic_umin_x2 = 0xa5 { sdata: B64, sbase: B64, soffset: B32 } on(GFX1010|GFX1013) mem(Atomic)
            "scalar (GFX10.1 only) memory atomic, 64 bit: M=unsigned min; old value returned when GLC=1";
        s_atomic_smax_x2 = 0xa6 { sdata: B64, sbase: B64, soffset: B32 } on(GFX1010|GFX1013) mem(Atomic)
            "scalar (GFX10.1 only) memory atomic, 64 bit: M=signed max; old value returned when GLC=1";
        s_atomic_umax_x2 = 0xa7 { sdata: B64, sbase: B64, soffset: B32 } on(GFX1010|GFX1013) mem(Atomic)
            "scalar (GFX10.1 only) memory atomic, 64 bit: M=unsigned max; old value returned when GLC=1";
        s_atomic_and_x2 = 0xa8 { sdata: B64, sbase: B64, soffset: B32 } on(GFX1010|GFX1013) mem(Atomic)
            "scalar (GFX10.1 only) memory atomic, 64 bit: M&=data; old value returned when GLC=1";
        s_atomic_or_x2 = 0xa9 { sdata: B64, sbase: B64, soffset: B32 } on(GFX1010|GFX1013) mem(Atomic)
            "scalar (GFX10.1 only) memory atomic, 64 bit: M|=data; old value returned when GLC=1";
        s_atomic_xor_x2 = 0xaa { sdata: B64, sbase: B64, soffset: B32 } on(GFX1010|GFX1013) mem(Atomic)
            "scalar (GFX10.1 only) memory atomic, 64 bit: M^=data; old value returned when GLC=1";
        s_atomic_inc_x2 = 0xab { sdata: B64, sbase: B64, soffset: B32 } on(GFX1010|GFX1013) mem(Atomic)
            "scalar (GFX10.1 only) memory atomic, 64 bit: M=(M>=data)?0:M+1; old value returned when GLC=1";
        s_atomic_dec_x2 = 0xac { sdata: B64, sbase: B64, soffset: B32 } on(GFX1010|GFX1013) mem(Atomic)
            "scalar (GFX10.1 only) memory atomic, 64 bit: M=(M==0||M>data)?data:M-1; old value returned when GLC=1";
    }
}

rows! {
    /// Untyped buffer instructions.
    pub enum Mubuf in MUBUF {
        buffer_load_format_x = 0x00 { vdata: B32, vaddr: B32, srsrc: B128, soffset: B32 } reads(EXEC) mem(Load) flags(LDS)
            "buffer load 1 component(s) with format conversion (format of the descriptor)";
        buffer_load_format_xy = 0x01 { vdata: B64, vaddr: B32, srsrc: B128, soffset: B32 } reads(EXEC) mem(Load)
            "buffer load 2 component(s) with format conversion (format of the descriptor)";
        buffer_load_format_xyz = 0x02 { vdata: B96, vaddr: B32, srsrc: B128, soffset: B32 } reads(EXEC) mem(Load)
            "buffer load 3 component(s) with format conversion (format of the descriptor)";
        buffer_load_format_xyzw = 0x03 { vdata: B128, vaddr: B32, srsrc: B128, soffset: B32 } reads(EXEC) mem(Load)
            "buffer load 4 component(s) with format conversion (format of the descriptor)";
        buffer_store_format_x = 0x04 { vdata: B32, vaddr: B32, srsrc: B128, soffset: B32 } reads(EXEC) mem(Store)
            "buffer store 1 component(s) with format conversion (format of the descriptor)";
        buffer_store_format_xy = 0x05 { vdata: B64, vaddr: B32, srsrc: B128, soffset: B32 } reads(EXEC) mem(Store)
            "buffer store 2 component(s) with format conversion (format of the descriptor)";
        buffer_store_format_xyz = 0x06 { vdata: B96, vaddr: B32, srsrc: B128, soffset: B32 } reads(EXEC) mem(Store)
            "buffer store 3 component(s) with format conversion (format of the descriptor)";
        buffer_store_format_xyzw = 0x07 { vdata: B128, vaddr: B32, srsrc: B128, soffset: B32 } reads(EXEC) mem(Store)
            "buffer store 4 component(s) with format conversion (format of the descriptor)";
        buffer_load_ubyte = 0x08 { vdata: B32, vaddr: B32, srsrc: B128, soffset: B32 } reads(EXEC) mem(Load) flags(LDS)
            "buffer load zero-extended byte";
        buffer_load_sbyte = 0x09 { vdata: B32, vaddr: B32, srsrc: B128, soffset: B32 } reads(EXEC) mem(Load) flags(LDS)
            "buffer load sign-extended byte";
        buffer_load_ushort = 0x0a { vdata: B32, vaddr: B32, srsrc: B128, soffset: B32 } reads(EXEC) mem(Load) flags(LDS)
            "buffer load zero-extended 16 bit";
        buffer_load_sshort = 0x0b { vdata: B32, vaddr: B32, srsrc: B128, soffset: B32 } reads(EXEC) mem(Load) flags(LDS)
            "buffer load sign-extended 16 bit";
        buffer_load_dword = 0x0c { vdata: B32, vaddr: B32, srsrc: B128, soffset: B32 } reads(EXEC) mem(Load) flags(LDS)
            "buffer load 1 dword";
        buffer_load_dwordx2 = 0x0d { vdata: B64, vaddr: B32, srsrc: B128, soffset: B32 } reads(EXEC) mem(Load)
            "buffer load 2 dwords";
        buffer_load_dwordx4 = 0x0e { vdata: B128, vaddr: B32, srsrc: B128, soffset: B32 } reads(EXEC) mem(Load)
            "buffer load 4 dwords";
        buffer_load_dwordx3 = 0x0f { vdata: B96, vaddr: B32, srsrc: B128, soffset: B32 } reads(EXEC) mem(Load)
            "buffer load 3 dwords";
        buffer_store_byte = 0x18 { vdata: B32, vaddr: B32, srsrc: B128, soffset: B32 } reads(EXEC) mem(Store)
            "buffer store byte";
        buffer_store_byte_d16_hi = 0x19 { vdata: B32, vaddr: B32, srsrc: B128, soffset: B32 } reads(EXEC) mem(Store)
            "buffer store byte from bits 23:16";
        buffer_store_short = 0x1a { vdata: B32, vaddr: B32, srsrc: B128, soffset: B32 } reads(EXEC) mem(Store)
            "buffer store 16 bit";
        buffer_store_short_d16_hi = 0x1b { vdata: B32, vaddr: B32, srsrc: B128, soffset: B32 } reads(EXEC) mem(Store)
            "buffer store 16 bit from high half";
        buffer_store_dword = 0x1c { vdata: B32, vaddr: B32, srsrc: B128, soffset: B32 } reads(EXEC) mem(Store)
            "buffer store 1 dword";
        buffer_store_dwordx2 = 0x1d { vdata: B64, vaddr: B32, srsrc: B128, soffset: B32 } reads(EXEC) mem(Store)
            "buffer store 2 dwords";
        buffer_store_dwordx4 = 0x1e { vdata: B128, vaddr: B32, srsrc: B128, soffset: B32 } reads(EXEC) mem(Store)
            "buffer store 4 dwords";
        buffer_store_dwordx3 = 0x1f { vdata: B96, vaddr: B32, srsrc: B128, soffset: B32 } reads(EXEC) mem(Store)
            "buffer store 3 dwords";
        buffer_load_ubyte_d16 = 0x20 { vdata: B32, vaddr: B32, srsrc: B128, soffset: B32 } reads(EXEC) mem(Load) flags(TIED)
            "buffer load zero-extended byte to low half";
        buffer_load_ubyte_d16_hi = 0x21 { vdata: B32, vaddr: B32, srsrc: B128, soffset: B32 } reads(EXEC) mem(Load) flags(TIED)
            "buffer load zero-extended byte to high half";
        buffer_load_sbyte_d16 = 0x22 { vdata: B32, vaddr: B32, srsrc: B128, soffset: B32 } reads(EXEC) mem(Load) flags(TIED)
            "buffer load sign-extended byte to low half";
        buffer_load_sbyte_d16_hi = 0x23 { vdata: B32, vaddr: B32, srsrc: B128, soffset: B32 } reads(EXEC) mem(Load) flags(TIED)
            "buffer load sign-extended byte to high half";
        buffer_load_short_d16 = 0x24 { vdata: B32, vaddr: B32, srsrc: B128, soffset: B32 } reads(EXEC) mem(Load) flags(TIED)
            "buffer load 16 bit to low half";
        buffer_load_short_d16_hi = 0x25 { vdata: B32, vaddr: B32, srsrc: B128, soffset: B32 } reads(EXEC) mem(Load) flags(TIED)
            "buffer load 16 bit to high half";
        buffer_load_format_d16_hi_x = 0x26 { vdata: B32, vaddr: B32, srsrc: B128, soffset: B32 } reads(EXEC) mem(Load) flags(TIED)
            "buffer load 1 component(s) with format conversion (format of the descriptor), 16 bit in high half";
        buffer_store_format_d16_hi_x = 0x27 { vdata: B32, vaddr: B32, srsrc: B128, soffset: B32 } reads(EXEC) mem(Store)
            "buffer store 1 component(s) with format conversion (format of the descriptor), 16 bit in high half";
        buffer_atomic_swap = 0x30 { vdata: B32, vaddr: B32, srsrc: B128, soffset: B32 } reads(EXEC) mem(Atomic) flags(TIED)
            "buffer atomic, 32 bit: M=data; old value returned when GLC=1";
        buffer_atomic_cmpswap = 0x31 { vdata: B64, vaddr: B32, srsrc: B128, soffset: B32 } reads(EXEC) mem(Atomic) flags(TIED)
            "buffer atomic, 32 bit: if M==cmp then M=src; old value returned when GLC=1; data registers hold {src, cmp} in that order (cmp is the upper half)";
        buffer_atomic_add = 0x32 { vdata: B32, vaddr: B32, srsrc: B128, soffset: B32 } reads(EXEC) mem(Atomic) flags(TIED)
            "buffer atomic, 32 bit: M+=data; old value returned when GLC=1";
        buffer_atomic_sub = 0x33 { vdata: B32, vaddr: B32, srsrc: B128, soffset: B32 } reads(EXEC) mem(Atomic) flags(TIED)
            "buffer atomic, 32 bit: M-=data; old value returned when GLC=1";
        buffer_atomic_smin = 0x35 { vdata: B32, vaddr: B32, srsrc: B128, soffset: B32 } reads(EXEC) mem(Atomic) flags(TIED)
            "buffer atomic, 32 bit: M=signed min; old value returned when GLC=1";
        buffer_atomic_umin = 0x36 { vdata: B32, vaddr: B32, srsrc: B128, soffset: B32 } reads(EXEC) mem(Atomic) flags(TIED)
            "buffer atomic, 32 bit: M=unsigned min; old value returned when GLC=1";
        buffer_atomic_smax = 0x37 { vdata: B32, vaddr: B32, srsrc: B128, soffset: B32 } reads(EXEC) mem(Atomic) flags(TIED)
            "buffer atomic, 32 bit: M=signed max; old value returned when GLC=1";
        buffer_atomic_umax = 0x38 { vdata: B32, vaddr: B32, srsrc: B128, soffset: B32 } reads(EXEC) mem(Atomic) flags(TIED)
            "buffer atomic, 32 bit: M=unsigned max; old value returned when GLC=1";
        buffer_atomic_and = 0x39 { vdata: B32, vaddr: B32, srsrc: B128, soffset: B32 } reads(EXEC) mem(Atomic) flags(TIED)
            "buffer atomic, 32 bit: M&=data; old value returned when GLC=1";
        buffer_atomic_or = 0x3a { vdata: B32, vaddr: B32, srsrc: B128, soffset: B32 } reads(EXEC) mem(Atomic) flags(TIED)
            "buffer atomic, 32 bit: M|=data; old value returned when GLC=1";
        buffer_atomic_xor = 0x3b { vdata: B32, vaddr: B32, srsrc: B128, soffset: B32 } reads(EXEC) mem(Atomic) flags(TIED)
            "buffer atomic, 32 bit: M^=data; old value returned when GLC=1";
        buffer_atomic_inc = 0x3c { vdata: B32, vaddr: B32, srsrc: B128, soffset: B32 } reads(EXEC) mem(Atomic) flags(TIED)
            "buffer atomic, 32 bit: M=(M>=data)?0:M+1; old value returned when GLC=1";
        buffer_atomic_dec = 0x3d { vdata: B32, vaddr: B32, srsrc: B128, soffset: B32 } reads(EXEC) mem(Atomic) flags(TIED)
            "buffer atomic, 32 bit: M=(M==0||M>data)?data:M-1; old value returned when GLC=1";
        buffer_atomic_fcmpswap = 0x3e { vdata: B64, vaddr: B32, srsrc: B128, soffset: B32 } reads(EXEC) mem(Atomic) flags(TIED)
            "buffer atomic, 32 bit: float compare and swap; old value returned when GLC=1; data registers hold {src, cmp} in that order (cmp is the upper half)";
        buffer_atomic_fmin = 0x3f { vdata: B32, vaddr: B32, srsrc: B128, soffset: B32 } reads(EXEC) mem(Atomic) flags(TIED)
            "buffer atomic, 32 bit: float minimum; old value returned when GLC=1";
        buffer_atomic_fmax = 0x40 { vdata: B32, vaddr: B32, srsrc: B128, soffset: B32 } reads(EXEC) mem(Atomic) flags(TIED)
            "buffer atomic, 32 bit: float maximum; old value returned when GLC=1";
        buffer_atomic_swap_x2 = 0x50 { vdata: B64, vaddr: B32, srsrc: B128, soffset: B32 } reads(EXEC) mem(Atomic) flags(TIED)
            "buffer atomic, 64 bit: M=data; old value returned when GLC=1";
        buffer_atomic_cmpswap_x2 = 0x51 { vdata: B128, vaddr: B32, srsrc: B128, soffset: B32 } reads(EXEC) mem(Atomic) flags(TIED)
            "buffer atomic, 64 bit: if M==cmp then M=src; old value returned when GLC=1; data registers hold {src, cmp} in that order (cmp is the upper half)";
        buffer_atomic_add_x2 = 0x52 { vdata: B64, vaddr: B32, srsrc: B128, soffset: B32 } reads(EXEC) mem(Atomic) flags(TIED)
            "buffer atomic, 64 bit: M+=data; old value returned when GLC=1";
        buffer_atomic_sub_x2 = 0x53 { vdata: B64, vaddr: B32, srsrc: B128, soffset: B32 } reads(EXEC) mem(Atomic) flags(TIED)
            "buffer atomic, 64 bit: M-=data; old value returned when GLC=1";
        buffer_atomic_smin_x2 = 0x55 { vdata: B64, vaddr: B32, srsrc: B128, soffset: B32 } reads(EXEC) mem(Atomic) flags(TIED)
            "buffer atomic, 64 bit: M=signed min; old value returned when GLC=1";
        buffer_atomic_umin_x2 = 0x56 { vdata: B64, vaddr: B32, srsrc: B128, soffset: B32 } reads(EXEC) mem(Atomic) flags(TIED)
            "buffer atomic, 64 bit: M=unsigned min; old value returned when GLC=1";
        buffer_atomic_smax_x2 = 0x57 { vdata: B64, vaddr: B32, srsrc: B128, soffset: B32 } reads(EXEC) mem(Atomic) flags(TIED)
            "buffer atomic, 64 bit: M=signed max; old value returned when GLC=1";
        buffer_atomic_umax_x2 = 0x58 { vdata: B64, vaddr: B32, srsrc: B128, soffset: B32 } reads(EXEC) mem(Atomic) flags(TIED)
            "buffer atomic, 64 bit: M=unsigned max; old value returned when GLC=1";
        buffer_atomic_and_x2 = 0x59 { vdata: B64, vaddr: B32, srsrc: B128, soffset: B32 } reads(EXEC) mem(Atomic) flags(TIED)
            "buffer atomic, 64 bit: M&=data; old value returned when GLC=1";
        buffer_atomic_or_x2 = 0x5a { vdata: B64, vaddr: B32, srsrc: B128, soffset: B32 } reads(EXEC) mem(Atomic) flags(TIED)
            "buffer atomic, 64 bit: M|=data; old value returned when GLC=1";
        buffer_atomic_xor_x2 = 0x5b { vdata: B64, vaddr: B32, srsrc: B128, soffset: B32 } reads(EXEC) mem(Atomic) flags(TIED)
            "buffer atomic, 64 bit: M^=data; old value returned when GLC=1";
        buffer_atomic_inc_x2 = 0x5c { vdata: B64, vaddr: B32, srsrc: B128, soffset: B32 } reads(EXEC) mem(Atomic) flags(TIED)
            "buffer atomic, 64 bit: M=(M>=data)?0:M+1; old value returned when GLC=1";
        buffer_atomic_dec_x2 = 0x5d { vdata: B64, vaddr: B32, srsrc: B128, soffset: B32 } reads(EXEC) mem(Atomic) flags(TIED)
            "buffer atomic, 64 bit: M=(M==0||M>data)?data:M-1; old value returned when GLC=1";
        buffer_atomic_fcmpswap_x2 = 0x5e { vdata: B128, vaddr: B32, srsrc: B128, soffset: B32 } reads(EXEC) mem(Atomic) flags(TIED)
            "buffer atomic, 64 bit: float compare and swap; old value returned when GLC=1; data registers hold {src, cmp} in that order (cmp is the upper half)";
        buffer_atomic_fmin_x2 = 0x5f { vdata: B64, vaddr: B32, srsrc: B128, soffset: B32 } reads(EXEC) mem(Atomic) flags(TIED)
            "buffer atomic, 64 bit: float minimum; old value returned when GLC=1";
        buffer_atomic_fmax_x2 = 0x60 { vdata: B64, vaddr: B32, srsrc: B128, soffset: B32 } reads(EXEC) mem(Atomic) flags(TIED)
            "buffer atomic, 64 bit: float maximum; old value returned when GLC=1";
        buffer_gl0_inv = 0x71 {} reads(EXEC) mem(Cache) "invalidate GL0";
        buffer_gl1_inv = 0x72 {} reads(EXEC) mem(Cache) "invalidate GL1";
        buffer_load_format_d16_x = 0x80 { vdata: B32, vaddr: B32, srsrc: B128, soffset: B32 } reads(EXEC) mem(Load)
            "buffer load 1 component(s) with format conversion (format of the descriptor), 16 bit data packed two per VGPR";
        buffer_load_format_d16_xy = 0x81 { vdata: B32, vaddr: B32, srsrc: B128, soffset: B32 } reads(EXEC) mem(Load)
            "buffer load 2 component(s) with format conversion (format of the descriptor), 16 bit data packed two per VGPR";
        buffer_load_format_d16_xyz = 0x82 { vdata: B64, vaddr: B32, srsrc: B128, soffset: B32 } reads(EXEC) mem(Load)
            "buffer load 3 component(s) with format conversion (format of the descriptor), 16 bit data packed two per VGPR";
        buffer_load_format_d16_xyzw = 0x83 { vdata: B64, vaddr: B32, srsrc: B128, soffset: B32 } reads(EXEC) mem(Load)
            "buffer load 4 component(s) with format conversion (format of the descriptor), 16 bit data packed two per VGPR";
        buffer_store_format_d16_x = 0x84 { vdata: B32, vaddr: B32, srsrc: B128, soffset: B32 } reads(EXEC) mem(Store)
            "buffer store 1 component(s) with format conversion (format of the descriptor), 16 bit data packed two per VGPR";
        buffer_store_format_d16_xy = 0x85 { vdata: B32, vaddr: B32, srsrc: B128, soffset: B32 } reads(EXEC) mem(Store)
            "buffer store 2 component(s) with format conversion (format of the descriptor), 16 bit data packed two per VGPR";
        buffer_store_format_d16_xyz = 0x86 { vdata: B64, vaddr: B32, srsrc: B128, soffset: B32 } reads(EXEC) mem(Store)
            "buffer store 3 component(s) with format conversion (format of the descriptor), 16 bit data packed two per VGPR";
        buffer_store_format_d16_xyzw = 0x87 { vdata: B64, vaddr: B32, srsrc: B128, soffset: B32 } reads(EXEC) mem(Store)
            "buffer store 4 component(s) with format conversion (format of the descriptor), 16 bit data packed two per VGPR";
        // Outside LLVM's gfx1013.
        buffer_atomic_csub = 0x34 { vdata: B32, vaddr: B32, srsrc: B128, soffset: B32 } reads(EXEC) on(CONSOLE|GFX1030) mem(Atomic) flags(TIED)
            "old=M; M=(old<data)?0:old-data; returns old";
    }
}

rows! {
    /// Typed buffer instructions.
    pub enum Mtbuf in MTBUF {
        tbuffer_load_format_x = 0x00 { vdata: B32, vaddr: B32, srsrc: B128, soffset: B32 } reads(EXEC) mem(Load)
            "typed buffer load 1 component(s) with format conversion (format field of the instruction)";
        tbuffer_load_format_xy = 0x01 { vdata: B64, vaddr: B32, srsrc: B128, soffset: B32 } reads(EXEC) mem(Load)
            "typed buffer load 2 component(s) with format conversion (format field of the instruction)";
        tbuffer_load_format_xyz = 0x02 { vdata: B96, vaddr: B32, srsrc: B128, soffset: B32 } reads(EXEC) mem(Load)
            "typed buffer load 3 component(s) with format conversion (format field of the instruction)";
        tbuffer_load_format_xyzw = 0x03 { vdata: B128, vaddr: B32, srsrc: B128, soffset: B32 } reads(EXEC) mem(Load)
            "typed buffer load 4 component(s) with format conversion (format field of the instruction)";
        tbuffer_store_format_x = 0x04 { vdata: B32, vaddr: B32, srsrc: B128, soffset: B32 } reads(EXEC) mem(Store)
            "typed buffer store 1 component(s) with format conversion (format field of the instruction)";
        tbuffer_store_format_xy = 0x05 { vdata: B64, vaddr: B32, srsrc: B128, soffset: B32 } reads(EXEC) mem(Store)
            "typed buffer store 2 component(s) with format conversion (format field of the instruction)";
        tbuffer_store_format_xyz = 0x06 { vdata: B96, vaddr: B32, srsrc: B128, soffset: B32 } reads(EXEC) mem(Store)
            "typed buffer store 3 component(s) with format conversion (format field of the instruction)";
        tbuffer_store_format_xyzw = 0x07 { vdata: B128, vaddr: B32, srsrc: B128, soffset: B32 } reads(EXEC) mem(Store)
            "typed buffer store 4 component(s) with format conversion (format field of the instruction)";
        tbuffer_load_format_d16_x = 0x08 { vdata: B32, vaddr: B32, srsrc: B128, soffset: B32 } reads(EXEC) mem(Load)
            "typed buffer load 1 component(s) with format conversion (format field of the instruction), 16 bit data packed two per VGPR";
        tbuffer_load_format_d16_xy = 0x09 { vdata: B32, vaddr: B32, srsrc: B128, soffset: B32 } reads(EXEC) mem(Load)
            "typed buffer load 2 component(s) with format conversion (format field of the instruction), 16 bit data packed two per VGPR";
        tbuffer_load_format_d16_xyz = 0x0a { vdata: B64, vaddr: B32, srsrc: B128, soffset: B32 } reads(EXEC) mem(Load)
            "typed buffer load 3 component(s) with format conversion (format field of the instruction), 16 bit data packed two per VGPR";
        tbuffer_load_format_d16_xyzw = 0x0b { vdata: B64, vaddr: B32, srsrc: B128, soffset: B32 } reads(EXEC) mem(Load)
            "typed buffer load 4 component(s) with format conversion (format field of the instruction), 16 bit data packed two per VGPR";
        tbuffer_store_format_d16_x = 0x0c { vdata: B32, vaddr: B32, srsrc: B128, soffset: B32 } reads(EXEC) mem(Store)
            "typed buffer store 1 component(s) with format conversion (format field of the instruction), 16 bit data packed two per VGPR";
        tbuffer_store_format_d16_xy = 0x0d { vdata: B32, vaddr: B32, srsrc: B128, soffset: B32 } reads(EXEC) mem(Store)
            "typed buffer store 2 component(s) with format conversion (format field of the instruction), 16 bit data packed two per VGPR";
        tbuffer_store_format_d16_xyz = 0x0e { vdata: B64, vaddr: B32, srsrc: B128, soffset: B32 } reads(EXEC) mem(Store)
            "typed buffer store 3 component(s) with format conversion (format field of the instruction), 16 bit data packed two per VGPR";
        tbuffer_store_format_d16_xyzw = 0x0f { vdata: B64, vaddr: B32, srsrc: B128, soffset: B32 } reads(EXEC) mem(Store)
            "typed buffer store 4 component(s) with format conversion (format field of the instruction), 16 bit data packed two per VGPR";
    }
}
