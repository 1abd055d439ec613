//! Rows of LDS and GDS instructions.

use super::rows;

rows! {
    /// Local and global data share.
    pub enum Ds in DS {
        ds_add_u32 = 0x00 { vaddr: B32, data0: B32 } reads(M0|EXEC) mem(Atomic)
            "LDS/GDS atomic u32: M+=data";
        ds_sub_u32 = 0x01 { vaddr: B32, data0: B32 } reads(M0|EXEC) mem(Atomic)
            "LDS/GDS atomic u32: M-=data";
        ds_rsub_u32 = 0x02 { vaddr: B32, data0: B32 } reads(M0|EXEC) mem(Atomic)
            "LDS/GDS atomic u32: M=data-M";
        ds_inc_u32 = 0x03 { vaddr: B32, data0: B32 } reads(M0|EXEC) mem(Atomic)
            "LDS/GDS atomic u32: M=(M>=data)?0:M+1";
        ds_dec_u32 = 0x04 { vaddr: B32, data0: B32 } reads(M0|EXEC) mem(Atomic)
            "LDS/GDS atomic u32: M=(M==0||M>data)?data:M-1";
        ds_min_i32 = 0x05 { vaddr: B32, data0: B32 } reads(M0|EXEC) mem(Atomic)
            "LDS/GDS atomic i32: minimum";
        ds_max_i32 = 0x06 { vaddr: B32, data0: B32 } reads(M0|EXEC) mem(Atomic)
            "LDS/GDS atomic i32: maximum";
        ds_min_u32 = 0x07 { vaddr: B32, data0: B32 } reads(M0|EXEC) mem(Atomic)
            "LDS/GDS atomic u32: minimum";
        ds_max_u32 = 0x08 { vaddr: B32, data0: B32 } reads(M0|EXEC) mem(Atomic)
            "LDS/GDS atomic u32: maximum";
        ds_and_b32 = 0x09 { vaddr: B32, data0: B32 } reads(M0|EXEC) mem(Atomic)
            "LDS/GDS atomic b32: M&=data";
        ds_or_b32 = 0x0a { vaddr: B32, data0: B32 } reads(M0|EXEC) mem(Atomic) "LDS/GDS atomic b32: M|=data";
        ds_xor_b32 = 0x0b { vaddr: B32, data0: B32 } reads(M0|EXEC) mem(Atomic)
            "LDS/GDS atomic b32: M^=data";
        ds_mskor_b32 = 0x0c { vaddr: B32, data0: B32, data1: B32 } reads(M0|EXEC) mem(Atomic)
            "LDS/GDS atomic b32: M=(M&~data0)|data1";
        ds_write_b32 = 0x0d { vaddr: B32, data0: B32 } reads(M0|EXEC) mem(Store) "store b32";
        ds_write2_b32 = 0x0e { vaddr: B32, data0: B32, data1: B32 } reads(M0|EXEC) mem(Store) flags(TWO_OFFSETS)
            "two store b32 at addr+offset0*size and addr+offset1*size";
        ds_write2st64_b32 = 0x0f { vaddr: B32, data0: B32, data1: B32 } reads(M0|EXEC) mem(Store) flags(TWO_OFFSETS)
            "two store b32 at addr+offset*size*64";
        ds_cmpst_b32 = 0x10 { vaddr: B32, data0: B32, data1: B32 } reads(M0|EXEC) mem(Atomic)
            "LDS/GDS atomic b32: if M==data0 then M=data1 (note: compare value is data0)";
        ds_cmpst_f32 = 0x11 { vaddr: B32, data0: B32, data1: B32 } reads(M0|EXEC) mem(Atomic)
            "LDS/GDS atomic f32: if M==data0 then M=data1 (note: compare value is data0)";
        ds_min_f32 = 0x12 { vaddr: B32, data0: B32 } reads(M0|EXEC) mem(Atomic)
            "LDS/GDS atomic f32: minimum";
        ds_max_f32 = 0x13 { vaddr: B32, data0: B32 } reads(M0|EXEC) mem(Atomic)
            "LDS/GDS atomic f32: maximum";
        ds_nop = 0x14 {} reads(M0|EXEC) "no operation";
        ds_add_f32 = 0x15 { vaddr: B32, data0: B32 } reads(M0|EXEC) mem(Atomic)
            "LDS/GDS atomic f32: M+=data";
        // The data of the global wave sync instructions lies in the addr field.
        ds_gws_sema_release_all = 0x18 {} reads(M0|EXEC) mem(Cache) flags(GDS)
            "GDS global wave sync: sema release all";
        ds_gws_init = 0x19 { vaddr: B32 } reads(M0|EXEC) mem(Cache) flags(GDS)
            "GDS global wave sync: init";
        ds_gws_sema_v = 0x1a {} reads(M0|EXEC) mem(Cache) flags(GDS)
            "GDS global wave sync: sema v";
        ds_gws_sema_br = 0x1b { vaddr: B32 } reads(M0|EXEC) mem(Cache) flags(GDS)
            "GDS global wave sync: sema br";
        ds_gws_sema_p = 0x1c {} reads(M0|EXEC) mem(Cache) flags(GDS)
            "GDS global wave sync: sema p";
        ds_gws_barrier = 0x1d { vaddr: B32 } reads(M0|EXEC) mem(Cache) flags(GDS)
            "GDS global wave sync: barrier";
        ds_write_b8 = 0x1e { vaddr: B32, data0: B32 } reads(M0|EXEC) mem(Store) "store b8";
        ds_write_b16 = 0x1f { vaddr: B32, data0: B32 } reads(M0|EXEC) mem(Store) "store b16";
        ds_add_rtn_u32 = 0x20 { vdst: U32, vaddr: B32, data0: B32 } reads(M0|EXEC) mem(Atomic)
            "LDS/GDS atomic u32: M+=data; returns old value";
        ds_sub_rtn_u32 = 0x21 { vdst: U32, vaddr: B32, data0: B32 } reads(M0|EXEC) mem(Atomic)
            "LDS/GDS atomic u32: M-=data; returns old value";
        ds_rsub_rtn_u32 = 0x22 { vdst: U32, vaddr: B32, data0: B32 } reads(M0|EXEC) mem(Atomic)
            "LDS/GDS atomic u32: M=data-M; returns old value";
        ds_inc_rtn_u32 = 0x23 { vdst: U32, vaddr: B32, data0: B32 } reads(M0|EXEC) mem(Atomic)
            "LDS/GDS atomic u32: M=(M>=data)?0:M+1; returns old value";
        ds_dec_rtn_u32 = 0x24 { vdst: U32, vaddr: B32, data0: B32 } reads(M0|EXEC) mem(Atomic)
            "LDS/GDS atomic u32: M=(M==0||M>data)?data:M-1; returns old value";
        ds_min_rtn_i32 = 0x25 { vdst: I32, vaddr: B32, data0: B32 } reads(M0|EXEC) mem(Atomic)
            "LDS/GDS atomic i32: minimum; returns old value";
        ds_max_rtn_i32 = 0x26 { vdst: I32, vaddr: B32, data0: B32 } reads(M0|EXEC) mem(Atomic)
            "LDS/GDS atomic i32: maximum; returns old value";
        ds_min_rtn_u32 = 0x27 { vdst: U32, vaddr: B32, data0: B32 } reads(M0|EXEC) mem(Atomic)
            "LDS/GDS atomic u32: minimum; returns old value";
        ds_max_rtn_u32 = 0x28 { vdst: U32, vaddr: B32, data0: B32 } reads(M0|EXEC) mem(Atomic)
            "LDS/GDS atomic u32: maximum; returns old value";
        ds_and_rtn_b32 = 0x29 { vdst: B32, vaddr: B32, data0: B32 } reads(M0|EXEC) mem(Atomic)
            "LDS/GDS atomic b32: M&=data; returns old value";
        ds_or_rtn_b32 = 0x2a { vdst: B32, vaddr: B32, data0: B32 } reads(M0|EXEC) mem(Atomic)
            "LDS/GDS atomic b32: M|=data; returns old value";
        ds_xor_rtn_b32 = 0x2b { vdst: B32, vaddr: B32, data0: B32 } reads(M0|EXEC) mem(Atomic)
            "LDS/GDS atomic b32: M^=data; returns old value";
        ds_mskor_rtn_b32 = 0x2c { vdst: B32, vaddr: B32, data0: B32, data1: B32 } reads(M0|EXEC) mem(Atomic)
            "LDS/GDS atomic b32: M=(M&~data0)|data1; returns old value";
        ds_wrxchg_rtn_b32 = 0x2d { vdst: B32, vaddr: B32, data0: B32 } reads(M0|EXEC) mem(Atomic)
            "LDS/GDS atomic b32: exchange; returns old value";
        ds_wrxchg2_rtn_b32 = 0x2e { vdst: B64, vaddr: B32, data0: B32, data1: B32 } reads(M0|EXEC) mem(Atomic) flags(TWO_OFFSETS)
            "LDS/GDS atomic b32: two exchanges at offset0/offset1 (units of the element size); returns old value";
        ds_wrxchg2st64_rtn_b32 = 0x2f { vdst: B64, vaddr: B32, data0: B32, data1: B32 } reads(M0|EXEC) mem(Atomic) flags(TWO_OFFSETS)
            "LDS/GDS atomic b32: two exchanges, offsets in units of 64 elements; returns old value";
        ds_cmpst_rtn_b32 = 0x30 { vdst: B32, vaddr: B32, data0: B32, data1: B32 } reads(M0|EXEC) mem(Atomic)
            "LDS/GDS atomic b32: if M==data0 then M=data1 (note: compare value is data0); returns old value";
        ds_cmpst_rtn_f32 = 0x31 { vdst: F32, vaddr: B32, data0: B32, data1: B32 } reads(M0|EXEC) mem(Atomic)
            "LDS/GDS atomic f32: if M==data0 then M=data1 (note: compare value is data0); returns old value";
        ds_min_rtn_f32 = 0x32 { vdst: F32, vaddr: B32, data0: B32 } reads(M0|EXEC) mem(Atomic)
            "LDS/GDS atomic f32: minimum; returns old value";
        ds_max_rtn_f32 = 0x33 { vdst: F32, vaddr: B32, data0: B32 } reads(M0|EXEC) mem(Atomic)
            "LDS/GDS atomic f32: maximum; returns old value";
        ds_wrap_rtn_b32 = 0x34 { vdst: B32, vaddr: B32, data0: B32, data1: B32 } reads(M0|EXEC) mem(Atomic)
            "LDS/GDS atomic b32: M=(M>=data0)?M-data0:M+data1; returns old value";
        ds_swizzle_b32 = 0x35 { vdst: B32, vaddr: B32 } reads(EXEC)
            "lane swizzle by 16 bit offset: quad permute (bit15=1) or and/or/xor masks within 32 lanes; no memory";
        ds_read_b32 = 0x36 { vdst: B32, vaddr: B32 } reads(M0|EXEC) mem(Load) "load b32";
        ds_read2_b32 = 0x37 { vdst: B64, vaddr: B32 } reads(M0|EXEC) mem(Load) flags(TWO_OFFSETS)
            "two load b32 at addr+offset0*size and addr+offset1*size";
        ds_read2st64_b32 = 0x38 { vdst: B64, vaddr: B32 } reads(M0|EXEC) mem(Load) flags(TWO_OFFSETS)
            "two load b32 at addr+offset*size*64";
        ds_read_i8 = 0x39 { vdst: I8, vaddr: B32 } reads(M0|EXEC) mem(Load) "load i8";
        ds_read_u8 = 0x3a { vdst: U8, vaddr: B32 } reads(M0|EXEC) mem(Load) "load u8";
        ds_read_i16 = 0x3b { vdst: I16, vaddr: B32 } reads(M0|EXEC) mem(Load) "load i16";
        ds_read_u16 = 0x3c { vdst: U16, vaddr: B32 } reads(M0|EXEC) mem(Load) "load u16";
        ds_consume = 0x3d { vdst: B32 } reads(M0|EXEC) mem(Atomic)
            "M -= active lane count, old value broadcast (address from M0)";
        ds_append = 0x3e { vdst: B32 } reads(M0|EXEC) mem(Atomic)
            "M += active lane count, old value broadcast (address from M0)";
        ds_ordered_count = 0x3f { vdst: B32, vaddr: B32 } reads(M0|EXEC) mem(Atomic) flags(GDS)
            "GDS ordered count";
        ds_add_u64 = 0x40 { vaddr: B32, data0: B64 } reads(M0|EXEC) mem(Atomic)
            "LDS/GDS atomic u64: M+=data";
        ds_sub_u64 = 0x41 { vaddr: B32, data0: B64 } reads(M0|EXEC) mem(Atomic)
            "LDS/GDS atomic u64: M-=data";
        ds_rsub_u64 = 0x42 { vaddr: B32, data0: B64 } reads(M0|EXEC) mem(Atomic)
            "LDS/GDS atomic u64: M=data-M";
        ds_inc_u64 = 0x43 { vaddr: B32, data0: B64 } reads(M0|EXEC) mem(Atomic)
            "LDS/GDS atomic u64: M=(M>=data)?0:M+1";
        ds_dec_u64 = 0x44 { vaddr: B32, data0: B64 } reads(M0|EXEC) mem(Atomic)
            "LDS/GDS atomic u64: M=(M==0||M>data)?data:M-1";
        ds_min_i64 = 0x45 { vaddr: B32, data0: B64 } reads(M0|EXEC) mem(Atomic)
            "LDS/GDS atomic i64: minimum";
        ds_max_i64 = 0x46 { vaddr: B32, data0: B64 } reads(M0|EXEC) mem(Atomic)
            "LDS/GDS atomic i64: maximum";
        ds_min_u64 = 0x47 { vaddr: B32, data0: B64 } reads(M0|EXEC) mem(Atomic)
            "LDS/GDS atomic u64: minimum";
        ds_max_u64 = 0x48 { vaddr: B32, data0: B64 } reads(M0|EXEC) mem(Atomic)
            "LDS/GDS atomic u64: maximum";
        ds_and_b64 = 0x49 { vaddr: B32, data0: B64 } reads(M0|EXEC) mem(Atomic)
            "LDS/GDS atomic b64: M&=data";
        ds_or_b64 = 0x4a { vaddr: B32, data0: B64 } reads(M0|EXEC) mem(Atomic) "LDS/GDS atomic b64: M|=data";
        ds_xor_b64 = 0x4b { vaddr: B32, data0: B64 } reads(M0|EXEC) mem(Atomic)
            "LDS/GDS atomic b64: M^=data";
        ds_mskor_b64 = 0x4c { vaddr: B32, data0: B64, data1: B64 } reads(M0|EXEC) mem(Atomic)
            "LDS/GDS atomic b64: M=(M&~data0)|data1";
        ds_write_b64 = 0x4d { vaddr: B32, data0: B64 } reads(M0|EXEC) mem(Store) "store b64";
        ds_write2_b64 = 0x4e { vaddr: B32, data0: B64, data1: B64 } reads(M0|EXEC) mem(Store) flags(TWO_OFFSETS)
            "two store b64 at addr+offset0*size and addr+offset1*size";
        ds_write2st64_b64 = 0x4f { vaddr: B32, data0: B64, data1: B64 } reads(M0|EXEC) mem(Store) flags(TWO_OFFSETS)
            "two store b64 at addr+offset*size*64";
        ds_cmpst_b64 = 0x50 { vaddr: B32, data0: B64, data1: B64 } reads(M0|EXEC) mem(Atomic)
            "LDS/GDS atomic b64: if M==data0 then M=data1 (note: compare value is data0)";
        ds_cmpst_f64 = 0x51 { vaddr: B32, data0: B64, data1: B64 } reads(M0|EXEC) mem(Atomic)
            "LDS/GDS atomic f64: if M==data0 then M=data1 (note: compare value is data0)";
        ds_min_f64 = 0x52 { vaddr: B32, data0: B64 } reads(M0|EXEC) mem(Atomic)
            "LDS/GDS atomic f64: minimum";
        ds_max_f64 = 0x53 { vaddr: B32, data0: B64 } reads(M0|EXEC) mem(Atomic)
            "LDS/GDS atomic f64: maximum";
        ds_add_rtn_f32 = 0x55 { vdst: F32, vaddr: B32, data0: B32 } reads(M0|EXEC) mem(Atomic)
            "LDS/GDS atomic f32: M+=data; returns old value";
        ds_add_rtn_u64 = 0x60 { vdst: U64, vaddr: B32, data0: B64 } reads(M0|EXEC) mem(Atomic)
            "LDS/GDS atomic u64: M+=data; returns old value";
        ds_sub_rtn_u64 = 0x61 { vdst: U64, vaddr: B32, data0: B64 } reads(M0|EXEC) mem(Atomic)
            "LDS/GDS atomic u64: M-=data; returns old value";
        ds_rsub_rtn_u64 = 0x62 { vdst: U64, vaddr: B32, data0: B64 } reads(M0|EXEC) mem(Atomic)
            "LDS/GDS atomic u64: M=data-M; returns old value";
        ds_inc_rtn_u64 = 0x63 { vdst: U64, vaddr: B32, data0: B64 } reads(M0|EXEC) mem(Atomic)
            "LDS/GDS atomic u64: M=(M>=data)?0:M+1; returns old value";
        ds_dec_rtn_u64 = 0x64 { vdst: U64, vaddr: B32, data0: B64 } reads(M0|EXEC) mem(Atomic)
            "LDS/GDS atomic u64: M=(M==0||M>data)?data:M-1; returns old value";
        ds_min_rtn_i64 = 0x65 { vdst: I64, vaddr: B32, data0: B64 } reads(M0|EXEC) mem(Atomic)
            "LDS/GDS atomic i64: minimum; returns old value";
        ds_max_rtn_i64 = 0x66 { vdst: I64, vaddr: B32, data0: B64 } reads(M0|EXEC) mem(Atomic)
            "LDS/GDS atomic i64: maximum; returns old value";
        ds_min_rtn_u64 = 0x67 { vdst: U64, vaddr: B32, data0: B64 } reads(M0|EXEC) mem(Atomic)
            "LDS/GDS atomic u64: minimum; returns old value";
        ds_max_rtn_u64 = 0x68 { vdst: U64, vaddr: B32, data0: B64 } reads(M0|EXEC) mem(Atomic)
            "LDS/GDS atomic u64: maximum; returns old value";
        ds_and_rtn_b64 = 0x69 { vdst: B64, vaddr: B32, data0: B64 } reads(M0|EXEC) mem(Atomic)
            "LDS/GDS atomic b64: M&=data; returns old value";
        ds_or_rtn_b64 = 0x6a { vdst: B64, vaddr: B32, data0: B64 } reads(M0|EXEC) mem(Atomic)
            "LDS/GDS atomic b64: M|=data; returns old value";
        ds_xor_rtn_b64 = 0x6b { vdst: B64, vaddr: B32, data0: B64 } reads(M0|EXEC) mem(Atomic)
            "LDS/GDS atomic b64: M^=data; returns old value";
        ds_mskor_rtn_b64 = 0x6c { vdst: B64, vaddr: B32, data0: B64, data1: B64 } reads(M0|EXEC) mem(Atomic)
            "LDS/GDS atomic b64: M=(M&~data0)|data1; returns old value";
        ds_wrxchg_rtn_b64 = 0x6d { vdst: B64, vaddr: B32, data0: B64 } reads(M0|EXEC) mem(Atomic)
            "LDS/GDS atomic b64: exchange; returns old value";
        ds_wrxchg2_rtn_b64 = 0x6e { vdst: B128, vaddr: B32, data0: B64, data1: B64 } reads(M0|EXEC) mem(Atomic) flags(TWO_OFFSETS)
            "LDS/GDS atomic b64: two exchanges at offset0/offset1 (units of the element size); returns old value";
        ds_wrxchg2st64_rtn_b64 = 0x6f { vdst: B128, vaddr: B32, data0: B64, data1: B64 } reads(M0|EXEC) mem(Atomic) flags(TWO_OFFSETS)
            "LDS/GDS atomic b64: two exchanges, offsets in units of 64 elements; returns old value";
        ds_cmpst_rtn_b64 = 0x70 { vdst: B64, vaddr: B32, data0: B64, data1: B64 } reads(M0|EXEC) mem(Atomic)
            "LDS/GDS atomic b64: if M==data0 then M=data1 (note: compare value is data0); returns old value";
        ds_cmpst_rtn_f64 = 0x71 { vdst: F64, vaddr: B32, data0: B64, data1: B64 } reads(M0|EXEC) mem(Atomic)
            "LDS/GDS atomic f64: if M==data0 then M=data1 (note: compare value is data0); returns old value";
        ds_min_rtn_f64 = 0x72 { vdst: F64, vaddr: B32, data0: B64 } reads(M0|EXEC) mem(Atomic)
            "LDS/GDS atomic f64: minimum; returns old value";
        ds_max_rtn_f64 = 0x73 { vdst: F64, vaddr: B32, data0: B64 } reads(M0|EXEC) mem(Atomic)
            "LDS/GDS atomic f64: maximum; returns old value";
        ds_read_b64 = 0x76 { vdst: B64, vaddr: B32 } reads(M0|EXEC) mem(Load) "load b64";
        ds_read2_b64 = 0x77 { vdst: B128, vaddr: B32 } reads(M0|EXEC) mem(Load) flags(TWO_OFFSETS)
            "two load b64 at addr+offset0*size and addr+offset1*size";
        ds_read2st64_b64 = 0x78 { vdst: B128, vaddr: B32 } reads(M0|EXEC) mem(Load) flags(TWO_OFFSETS)
            "two load b64 at addr+offset*size*64";
        ds_condxchg32_rtn_b64 = 0x7e { vdst: B64, vaddr: B32, data0: B64 } reads(M0|EXEC) mem(Atomic)
            "conditional exchange of two dwords";
        ds_add_src2_u32 = 0x80 { vaddr: B32 } reads(M0|EXEC) on(GFX1010|GFX1013) mem(Atomic)
            "LDS/GDS atomic u32: M+=data; data comes from a second LDS address (base+offset, not on gfx1030)";
        ds_sub_src2_u32 = 0x81 { vaddr: B32 } reads(M0|EXEC) on(GFX1010|GFX1013) mem(Atomic)
            "LDS/GDS atomic u32: M-=data; data comes from a second LDS address (base+offset, not on gfx1030)";
        ds_rsub_src2_u32 = 0x82 { vaddr: B32 } reads(M0|EXEC) on(GFX1010|GFX1013) mem(Atomic)
            "LDS/GDS atomic u32: M=data-M; data comes from a second LDS address (base+offset, not on gfx1030)";
        ds_inc_src2_u32 = 0x83 { vaddr: B32 } reads(M0|EXEC) on(GFX1010|GFX1013) mem(Atomic)
            "LDS/GDS atomic u32: M=(M>=data)?0:M+1; data comes from a second LDS address (base+offset, not on gfx1030)";
        ds_dec_src2_u32 = 0x84 { vaddr: B32 } reads(M0|EXEC) on(GFX1010|GFX1013) mem(Atomic)
            "LDS/GDS atomic u32: M=(M==0||M>data)?data:M-1; data comes from a second LDS address (base+offset, not on gfx1030)";
        ds_min_src2_i32 = 0x85 { vaddr: B32 } reads(M0|EXEC) on(GFX1010|GFX1013) mem(Atomic)
            "LDS/GDS atomic i32: minimum; data comes from a second LDS address (base+offset, not on gfx1030)";
        ds_max_src2_i32 = 0x86 { vaddr: B32 } reads(M0|EXEC) on(GFX1010|GFX1013) mem(Atomic)
            "LDS/GDS atomic i32: maximum; data comes from a second LDS address (base+offset, not on gfx1030)";
        ds_min_src2_u32 = 0x87 { vaddr: B32 } reads(M0|EXEC) on(GFX1010|GFX1013) mem(Atomic)
            "LDS/GDS atomic u32: minimum; data comes from a second LDS address (base+offset, not on gfx1030)";
        ds_max_src2_u32 = 0x88 { vaddr: B32 } reads(M0|EXEC) on(GFX1010|GFX1013) mem(Atomic)
            "LDS/GDS atomic u32: maximum; data comes from a second LDS address (base+offset, not on gfx1030)";
        ds_and_src2_b32 = 0x89 { vaddr: B32 } reads(M0|EXEC) on(GFX1010|GFX1013) mem(Atomic)
            "LDS/GDS atomic b32: M&=data; data comes from a second LDS address (base+offset, not on gfx1030)";
        ds_or_src2_b32 = 0x8a { vaddr: B32 } reads(M0|EXEC) on(GFX1010|GFX1013) mem(Atomic)
            "LDS/GDS atomic b32: M|=data; data comes from a second LDS address (base+offset, not on gfx1030)";
        ds_xor_src2_b32 = 0x8b { vaddr: B32 } reads(M0|EXEC) on(GFX1010|GFX1013) mem(Atomic)
            "LDS/GDS atomic b32: M^=data; data comes from a second LDS address (base+offset, not on gfx1030)";
        ds_write_src2_b32 = 0x8d { vaddr: B32 } reads(M0|EXEC) on(GFX1010|GFX1013) mem(Store)
            "copy from a second LDS address (not on gfx1030)";
        ds_min_src2_f32 = 0x92 { vaddr: B32 } reads(M0|EXEC) on(GFX1010|GFX1013) mem(Atomic)
            "LDS/GDS atomic f32: minimum; data comes from a second LDS address (base+offset, not on gfx1030)";
        ds_max_src2_f32 = 0x93 { vaddr: B32 } reads(M0|EXEC) on(GFX1010|GFX1013) mem(Atomic)
            "LDS/GDS atomic f32: maximum; data comes from a second LDS address (base+offset, not on gfx1030)";
        ds_add_src2_f32 = 0x95 { vaddr: B32 } reads(M0|EXEC) on(GFX1010|GFX1013) mem(Atomic)
            "LDS/GDS atomic f32: M+=data; data comes from a second LDS address (base+offset, not on gfx1030)";
        ds_write_b8_d16_hi = 0xa0 { vaddr: B32, data0: B32 } reads(EXEC) mem(Store)
            "store b8 from high half of VGPR";
        ds_write_b16_d16_hi = 0xa1 { vaddr: B32, data0: B32 } reads(EXEC) mem(Store)
            "store b16 from high half of VGPR";
        ds_read_u8_d16 = 0xa2 { vdst: U8, vaddr: B32 } reads(EXEC) mem(Load) flags(TIED)
            "load u8 into low half of the VGPR, other half kept";
        ds_read_u8_d16_hi = 0xa3 { vdst: U8, vaddr: B32 } reads(EXEC) mem(Load) flags(TIED)
            "load u8 into high half of the VGPR, other half kept";
        ds_read_i8_d16 = 0xa4 { vdst: I8, vaddr: B32 } reads(EXEC) mem(Load) flags(TIED)
            "load i8 into low half of the VGPR, other half kept";
        ds_read_i8_d16_hi = 0xa5 { vdst: I8, vaddr: B32 } reads(EXEC) mem(Load) flags(TIED)
            "load i8 into high half of the VGPR, other half kept";
        ds_read_u16_d16 = 0xa6 { vdst: U16, vaddr: B32 } reads(EXEC) mem(Load) flags(TIED)
            "load u16 into low half of the VGPR, other half kept";
        ds_read_u16_d16_hi = 0xa7 { vdst: U16, vaddr: B32 } reads(EXEC) mem(Load) flags(TIED)
            "load u16 into high half of the VGPR, other half kept";
        ds_write_addtid_b32 = 0xb0 { data0: B32 } reads(M0|EXEC) mem(Store)
            "store b32 at M0 offset + imm16 + lane*4 (no address VGPR)";
        ds_read_addtid_b32 = 0xb1 { vdst: B32 } reads(M0|EXEC) mem(Load)
            "load b32 at M0 offset + imm16 + lane*4 (no address VGPR)";
        ds_permute_b32 = 0xb2 { vdst: B32, vaddr: B32, data0: B32 } reads(EXEC)
            "push: lane addr/4 receives this lane data (EXEC active lanes only)";
        ds_bpermute_b32 = 0xb3 { vdst: B32, vaddr: B32, data0: B32 } reads(EXEC)
            "pull: read data of lane addr/4";
        ds_add_src2_u64 = 0xc0 { vaddr: B32 } reads(M0|EXEC) on(GFX1010|GFX1013) mem(Atomic)
            "LDS/GDS atomic u64: M+=data; data comes from a second LDS address (base+offset, not on gfx1030)";
        ds_sub_src2_u64 = 0xc1 { vaddr: B32 } reads(M0|EXEC) on(GFX1010|GFX1013) mem(Atomic)
            "LDS/GDS atomic u64: M-=data; data comes from a second LDS address (base+offset, not on gfx1030)";
        ds_rsub_src2_u64 = 0xc2 { vaddr: B32 } reads(M0|EXEC) on(GFX1010|GFX1013) mem(Atomic)
            "LDS/GDS atomic u64: M=data-M; data comes from a second LDS address (base+offset, not on gfx1030)";
        ds_inc_src2_u64 = 0xc3 { vaddr: B32 } reads(M0|EXEC) on(GFX1010|GFX1013) mem(Atomic)
            "LDS/GDS atomic u64: M=(M>=data)?0:M+1; data comes from a second LDS address (base+offset, not on gfx1030)";
        ds_dec_src2_u64 = 0xc4 { vaddr: B32 } reads(M0|EXEC) on(GFX1010|GFX1013) mem(Atomic)
            "LDS/GDS atomic u64: M=(M==0||M>data)?data:M-1; data comes from a second LDS address (base+offset, not on gfx1030)";
        ds_min_src2_i64 = 0xc5 { vaddr: B32 } reads(M0|EXEC) on(GFX1010|GFX1013) mem(Atomic)
            "LDS/GDS atomic i64: minimum; data comes from a second LDS address (base+offset, not on gfx1030)";
        ds_max_src2_i64 = 0xc6 { vaddr: B32 } reads(M0|EXEC) on(GFX1010|GFX1013) mem(Atomic)
            "LDS/GDS atomic i64: maximum; data comes from a second LDS address (base+offset, not on gfx1030)";
        ds_min_src2_u64 = 0xc7 { vaddr: B32 } reads(M0|EXEC) on(GFX1010|GFX1013) mem(Atomic)
            "LDS/GDS atomic u64: minimum; data comes from a second LDS address (base+offset, not on gfx1030)";
        ds_max_src2_u64 = 0xc8 { vaddr: B32 } reads(M0|EXEC) on(GFX1010|GFX1013) mem(Atomic)
            "LDS/GDS atomic u64: maximum; data comes from a second LDS address (base+offset, not on gfx1030)";
        ds_and_src2_b64 = 0xc9 { vaddr: B32 } reads(M0|EXEC) on(GFX1010|GFX1013) mem(Atomic)
            "LDS/GDS atomic b64: M&=data; data comes from a second LDS address (base+offset, not on gfx1030)";
        ds_or_src2_b64 = 0xca { vaddr: B32 } reads(M0|EXEC) on(GFX1010|GFX1013) mem(Atomic)
            "LDS/GDS atomic b64: M|=data; data comes from a second LDS address (base+offset, not on gfx1030)";
        ds_xor_src2_b64 = 0xcb { vaddr: B32 } reads(M0|EXEC) on(GFX1010|GFX1013) mem(Atomic)
            "LDS/GDS atomic b64: M^=data; data comes from a second LDS address (base+offset, not on gfx1030)";
        ds_write_src2_b64 = 0xcd { vaddr: B32 } reads(M0|EXEC) on(GFX1010|GFX1013) mem(Store)
            "copy from a second LDS address (not on gfx1030)";
        ds_min_src2_f64 = 0xd2 { vaddr: B32 } reads(M0|EXEC) on(GFX1010|GFX1013) mem(Atomic)
            "LDS/GDS atomic f64: minimum; data comes from a second LDS address (base+offset, not on gfx1030)";
        ds_max_src2_f64 = 0xd3 { vaddr: B32 } reads(M0|EXEC) on(GFX1010|GFX1013) mem(Atomic)
            "LDS/GDS atomic f64: maximum; data comes from a second LDS address (base+offset, not on gfx1030)";
        ds_write_b96 = 0xde { vaddr: B32, data0: B96 } reads(M0|EXEC) mem(Store) "store b96";
        ds_write_b128 = 0xdf { vaddr: B32, data0: B128 } reads(M0|EXEC) mem(Store) "store b128";
        ds_read_b96 = 0xfe { vdst: B96, vaddr: B32 } reads(M0|EXEC) mem(Load) "load b96";
        ds_read_b128 = 0xff { vdst: B128, vaddr: B32 } reads(M0|EXEC) mem(Load) "load b128";
    }
}
