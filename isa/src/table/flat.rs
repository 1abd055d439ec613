//! Rows of flat, global and scratch instructions.

use super::rows;

rows! {
    /// Flat memory (global, LDS or scratch by address).
    pub enum Flat in FLAT {
        flat_load_ubyte = 0x08 { vdst: B32, vaddr: B64 } reads(EXEC|FLAT_SCR) mem(Load)
            "flat load zero-extended byte";
        flat_load_sbyte = 0x09 { vdst: B32, vaddr: B64 } reads(EXEC|FLAT_SCR) mem(Load)
            "flat load sign-extended byte";
        flat_load_ushort = 0x0a { vdst: B32, vaddr: B64 } reads(EXEC|FLAT_SCR) mem(Load)
            "flat load zero-extended 16 bit";
        flat_load_sshort = 0x0b { vdst: B32, vaddr: B64 } reads(EXEC|FLAT_SCR) mem(Load)
            "flat load sign-extended 16 bit";
        flat_load_dword = 0x0c { vdst: B32, vaddr: B64 } reads(EXEC|FLAT_SCR) mem(Load) "flat load 1 dword";
        flat_load_dwordx2 = 0x0d { vdst: B64, vaddr: B64 } reads(EXEC|FLAT_SCR) mem(Load)
            "flat load 2 dwords";
        flat_load_dwordx4 = 0x0e { vdst: B128, vaddr: B64 } reads(EXEC|FLAT_SCR) mem(Load)
            "flat load 4 dwords";
        flat_load_dwordx3 = 0x0f { vdst: B96, vaddr: B64 } reads(EXEC|FLAT_SCR) mem(Load)
            "flat load 3 dwords";
        flat_store_byte = 0x18 { vaddr: B64, data0: B32 } reads(EXEC|FLAT_SCR) mem(Store) "flat store byte";
        flat_store_byte_d16_hi = 0x19 { vaddr: B64, data0: B32 } reads(EXEC|FLAT_SCR) mem(Store)
            "flat store byte from bits 23:16";
        flat_store_short = 0x1a { vaddr: B64, data0: B32 } reads(EXEC|FLAT_SCR) mem(Store)
            "flat store 16 bit";
        flat_store_short_d16_hi = 0x1b { vaddr: B64, data0: B32 } reads(EXEC|FLAT_SCR) mem(Store)
            "flat store 16 bit from high half";
        flat_store_dword = 0x1c { vaddr: B64, data0: B32 } reads(EXEC|FLAT_SCR) mem(Store)
            "flat store 1 dword";
        flat_store_dwordx2 = 0x1d { vaddr: B64, data0: B64 } reads(EXEC|FLAT_SCR) mem(Store)
            "flat store 2 dwords";
        flat_store_dwordx4 = 0x1e { vaddr: B64, data0: B128 } reads(EXEC|FLAT_SCR) mem(Store)
            "flat store 4 dwords";
        flat_store_dwordx3 = 0x1f { vaddr: B64, data0: B96 } reads(EXEC|FLAT_SCR) mem(Store)
            "flat store 3 dwords";
        flat_load_ubyte_d16 = 0x20 { vdst: B32, vaddr: B64 } reads(EXEC|FLAT_SCR) mem(Load) flags(TIED)
            "flat load zero-extended byte to low half";
        flat_load_ubyte_d16_hi = 0x21 { vdst: B32, vaddr: B64 } reads(EXEC|FLAT_SCR) mem(Load) flags(TIED)
            "flat load zero-extended byte to high half";
        flat_load_sbyte_d16 = 0x22 { vdst: B32, vaddr: B64 } reads(EXEC|FLAT_SCR) mem(Load) flags(TIED)
            "flat load sign-extended byte to low half";
        flat_load_sbyte_d16_hi = 0x23 { vdst: B32, vaddr: B64 } reads(EXEC|FLAT_SCR) mem(Load) flags(TIED)
            "flat load sign-extended byte to high half";
        flat_load_short_d16 = 0x24 { vdst: B32, vaddr: B64 } reads(EXEC|FLAT_SCR) mem(Load) flags(TIED)
            "flat load 16 bit to low half";
        flat_load_short_d16_hi = 0x25 { vdst: B32, vaddr: B64 } reads(EXEC|FLAT_SCR) mem(Load) flags(TIED)
            "flat load 16 bit to high half";
        flat_atomic_swap = 0x30 { vdst: B32, vaddr: B64, data0: B32 } reads(EXEC|FLAT_SCR) mem(Atomic)
            "flat (global/LDS) atomic, 32 bit: M=data; old value returned when GLC=1";
        flat_atomic_cmpswap = 0x31 { vdst: B32, vaddr: B64, data0: B64 } reads(EXEC|FLAT_SCR) mem(Atomic)
            "flat (global/LDS) atomic, 32 bit: if M==cmp then M=src; old value returned when GLC=1; data registers hold {src, cmp} in that order (cmp is the upper half)";
        flat_atomic_add = 0x32 { vdst: B32, vaddr: B64, data0: B32 } reads(EXEC|FLAT_SCR) mem(Atomic)
            "flat (global/LDS) atomic, 32 bit: M+=data; old value returned when GLC=1";
        flat_atomic_sub = 0x33 { vdst: B32, vaddr: B64, data0: B32 } reads(EXEC|FLAT_SCR) mem(Atomic)
            "flat (global/LDS) atomic, 32 bit: M-=data; old value returned when GLC=1";
        flat_atomic_smin = 0x35 { vdst: B32, vaddr: B64, data0: B32 } reads(EXEC|FLAT_SCR) mem(Atomic)
            "flat (global/LDS) atomic, 32 bit: M=signed min; old value returned when GLC=1";
        flat_atomic_umin = 0x36 { vdst: B32, vaddr: B64, data0: B32 } reads(EXEC|FLAT_SCR) mem(Atomic)
            "flat (global/LDS) atomic, 32 bit: M=unsigned min; old value returned when GLC=1";
        flat_atomic_smax = 0x37 { vdst: B32, vaddr: B64, data0: B32 } reads(EXEC|FLAT_SCR) mem(Atomic)
            "flat (global/LDS) atomic, 32 bit: M=signed max; old value returned when GLC=1";
        flat_atomic_umax = 0x38 { vdst: B32, vaddr: B64, data0: B32 } reads(EXEC|FLAT_SCR) mem(Atomic)
            "flat (global/LDS) atomic, 32 bit: M=unsigned max; old value returned when GLC=1";
        flat_atomic_and = 0x39 { vdst: B32, vaddr: B64, data0: B32 } reads(EXEC|FLAT_SCR) mem(Atomic)
            "flat (global/LDS) atomic, 32 bit: M&=data; old value returned when GLC=1";
        flat_atomic_or = 0x3a { vdst: B32, vaddr: B64, data0: B32 } reads(EXEC|FLAT_SCR) mem(Atomic)
            "flat (global/LDS) atomic, 32 bit: M|=data; old value returned when GLC=1";
        flat_atomic_xor = 0x3b { vdst: B32, vaddr: B64, data0: B32 } reads(EXEC|FLAT_SCR) mem(Atomic)
            "flat (global/LDS) atomic, 32 bit: M^=data; old value returned when GLC=1";
        flat_atomic_inc = 0x3c { vdst: B32, vaddr: B64, data0: B32 } reads(EXEC|FLAT_SCR) mem(Atomic)
            "flat (global/LDS) atomic, 32 bit: M=(M>=data)?0:M+1; old value returned when GLC=1";
        flat_atomic_dec = 0x3d { vdst: B32, vaddr: B64, data0: B32 } reads(EXEC|FLAT_SCR) mem(Atomic)
            "flat (global/LDS) atomic, 32 bit: M=(M==0||M>data)?data:M-1; old value returned when GLC=1";
        flat_atomic_fcmpswap = 0x3e { vdst: B32, vaddr: B64, data0: B64 } reads(EXEC|FLAT_SCR) mem(Atomic)
            "flat (global/LDS) atomic, 32 bit: float compare and swap; old value returned when GLC=1; data registers hold {src, cmp} in that order (cmp is the upper half)";
        flat_atomic_fmin = 0x3f { vdst: B32, vaddr: B64, data0: B32 } reads(EXEC|FLAT_SCR) mem(Atomic)
            "flat (global/LDS) atomic, 32 bit: float minimum; old value returned when GLC=1";
        flat_atomic_fmax = 0x40 { vdst: B32, vaddr: B64, data0: B32 } reads(EXEC|FLAT_SCR) mem(Atomic)
            "flat (global/LDS) atomic, 32 bit: float maximum; old value returned when GLC=1";
        flat_atomic_swap_x2 = 0x50 { vdst: B64, vaddr: B64, data0: B64 } reads(EXEC|FLAT_SCR) mem(Atomic)
            "flat (global/LDS) atomic, 64 bit: M=data; old value returned when GLC=1";
        flat_atomic_cmpswap_x2 = 0x51 { vdst: B64, vaddr: B64, data0: B128 } reads(EXEC|FLAT_SCR) mem(Atomic)
            "flat (global/LDS) atomic, 64 bit: if M==cmp then M=src; old value returned when GLC=1; data registers hold {src, cmp} in that order (cmp is the upper half)";
        flat_atomic_add_x2 = 0x52 { vdst: B64, vaddr: B64, data0: B64 } reads(EXEC|FLAT_SCR) mem(Atomic)
            "flat (global/LDS) atomic, 64 bit: M+=data; old value returned when GLC=1";
        flat_atomic_sub_x2 = 0x53 { vdst: B64, vaddr: B64, data0: B64 } reads(EXEC|FLAT_SCR) mem(Atomic)
            "flat (global/LDS) atomic, 64 bit: M-=data; old value returned when GLC=1";
        flat_atomic_smin_x2 = 0x55 { vdst: B64, vaddr: B64, data0: B64 } reads(EXEC|FLAT_SCR) mem(Atomic)
            "flat (global/LDS) atomic, 64 bit: M=signed min; old value returned when GLC=1";
        flat_atomic_umin_x2 = 0x56 { vdst: B64, vaddr: B64, data0: B64 } reads(EXEC|FLAT_SCR) mem(Atomic)
            "flat (global/LDS) atomic, 64 bit: M=unsigned min; old value returned when GLC=1";
        flat_atomic_smax_x2 = 0x57 { vdst: B64, vaddr: B64, data0: B64 } reads(EXEC|FLAT_SCR) mem(Atomic)
            "flat (global/LDS) atomic, 64 bit: M=signed max; old value returned when GLC=1";
        flat_atomic_umax_x2 = 0x58 { vdst: B64, vaddr: B64, data0: B64 } reads(EXEC|FLAT_SCR) mem(Atomic)
            "flat (global/LDS) atomic, 64 bit: M=unsigned max; old value returned when GLC=1";
        flat_atomic_and_x2 = 0x59 { vdst: B64, vaddr: B64, data0: B64 } reads(EXEC|FLAT_SCR) mem(Atomic)
            "flat (global/LDS) atomic, 64 bit: M&=data; old value returned when GLC=1";
        flat_atomic_or_x2 = 0x5a { vdst: B64, vaddr: B64, data0: B64 } reads(EXEC|FLAT_SCR) mem(Atomic)
            "flat (global/LDS) atomic, 64 bit: M|=data; old value returned when GLC=1";
        flat_atomic_xor_x2 = 0x5b { vdst: B64, vaddr: B64, data0: B64 } reads(EXEC|FLAT_SCR) mem(Atomic)
            "flat (global/LDS) atomic, 64 bit: M^=data; old value returned when GLC=1";
        flat_atomic_inc_x2 = 0x5c { vdst: B64, vaddr: B64, data0: B64 } reads(EXEC|FLAT_SCR) mem(Atomic)
            "flat (global/LDS) atomic, 64 bit: M=(M>=data)?0:M+1; old value returned when GLC=1";
        flat_atomic_dec_x2 = 0x5d { vdst: B64, vaddr: B64, data0: B64 } reads(EXEC|FLAT_SCR) mem(Atomic)
            "flat (global/LDS) atomic, 64 bit: M=(M==0||M>data)?data:M-1; old value returned when GLC=1";
        flat_atomic_fcmpswap_x2 = 0x5e { vdst: B64, vaddr: B64, data0: B128 } reads(EXEC|FLAT_SCR) mem(Atomic)
            "flat (global/LDS) atomic, 64 bit: float compare and swap; old value returned when GLC=1; data registers hold {src, cmp} in that order (cmp is the upper half)";
        flat_atomic_fmin_x2 = 0x5f { vdst: B64, vaddr: B64, data0: B64 } reads(EXEC|FLAT_SCR) mem(Atomic)
            "flat (global/LDS) atomic, 64 bit: float minimum; old value returned when GLC=1";
        flat_atomic_fmax_x2 = 0x60 { vdst: B64, vaddr: B64, data0: B64 } reads(EXEC|FLAT_SCR) mem(Atomic)
            "flat (global/LDS) atomic, 64 bit: float maximum; old value returned when GLC=1";
    }
}

rows! {
    /// Global memory.
    pub enum Global in GLOBAL {
        global_load_ubyte = 0x08 { vdst: B32, vaddr: B64, saddr: B64 } reads(EXEC) mem(Load) flags(LDS)
            "global load zero-extended byte";
        global_load_sbyte = 0x09 { vdst: B32, vaddr: B64, saddr: B64 } reads(EXEC) mem(Load) flags(LDS)
            "global load sign-extended byte";
        global_load_ushort = 0x0a { vdst: B32, vaddr: B64, saddr: B64 } reads(EXEC) mem(Load) flags(LDS)
            "global load zero-extended 16 bit";
        global_load_sshort = 0x0b { vdst: B32, vaddr: B64, saddr: B64 } reads(EXEC) mem(Load) flags(LDS)
            "global load sign-extended 16 bit";
        global_load_dword = 0x0c { vdst: B32, vaddr: B64, saddr: B64 } reads(EXEC) mem(Load) flags(LDS)
            "global load 1 dword";
        global_load_dwordx2 = 0x0d { vdst: B64, vaddr: B64, saddr: B64 } reads(EXEC) mem(Load)
            "global load 2 dwords";
        global_load_dwordx4 = 0x0e { vdst: B128, vaddr: B64, saddr: B64 } reads(EXEC) mem(Load)
            "global load 4 dwords";
        global_load_dwordx3 = 0x0f { vdst: B96, vaddr: B64, saddr: B64 } reads(EXEC) mem(Load)
            "global load 3 dwords";
        global_store_byte = 0x18 { vaddr: B64, data0: B32, saddr: B64 } reads(EXEC) mem(Store)
            "global store byte";
        global_store_byte_d16_hi = 0x19 { vaddr: B64, data0: B32, saddr: B64 } reads(EXEC) mem(Store)
            "global store byte from bits 23:16";
        global_store_short = 0x1a { vaddr: B64, data0: B32, saddr: B64 } reads(EXEC) mem(Store)
            "global store 16 bit";
        global_store_short_d16_hi = 0x1b { vaddr: B64, data0: B32, saddr: B64 } reads(EXEC) mem(Store)
            "global store 16 bit from high half";
        global_store_dword = 0x1c { vaddr: B64, data0: B32, saddr: B64 } reads(EXEC) mem(Store)
            "global store 1 dword";
        global_store_dwordx2 = 0x1d { vaddr: B64, data0: B64, saddr: B64 } reads(EXEC) mem(Store)
            "global store 2 dwords";
        global_store_dwordx4 = 0x1e { vaddr: B64, data0: B128, saddr: B64 } reads(EXEC) mem(Store)
            "global store 4 dwords";
        global_store_dwordx3 = 0x1f { vaddr: B64, data0: B96, saddr: B64 } reads(EXEC) mem(Store)
            "global store 3 dwords";
        global_load_ubyte_d16 = 0x20 { vdst: B32, vaddr: B64, saddr: B64 } reads(EXEC) mem(Load) flags(TIED)
            "global load zero-extended byte to low half";
        global_load_ubyte_d16_hi = 0x21 { vdst: B32, vaddr: B64, saddr: B64 } reads(EXEC) mem(Load) flags(TIED)
            "global load zero-extended byte to high half";
        global_load_sbyte_d16 = 0x22 { vdst: B32, vaddr: B64, saddr: B64 } reads(EXEC) mem(Load) flags(TIED)
            "global load sign-extended byte to low half";
        global_load_sbyte_d16_hi = 0x23 { vdst: B32, vaddr: B64, saddr: B64 } reads(EXEC) mem(Load) flags(TIED)
            "global load sign-extended byte to high half";
        global_load_short_d16 = 0x24 { vdst: B32, vaddr: B64, saddr: B64 } reads(EXEC) mem(Load) flags(TIED)
            "global load 16 bit to low half";
        global_load_short_d16_hi = 0x25 { vdst: B32, vaddr: B64, saddr: B64 } reads(EXEC) mem(Load) flags(TIED)
            "global load 16 bit to high half";
        global_atomic_swap = 0x30 { vdst: B32, vaddr: B64, data0: B32, saddr: B64 } reads(EXEC) mem(Atomic)
            "global atomic, 32 bit: M=data; old value returned when GLC=1";
        global_atomic_cmpswap = 0x31 { vdst: B32, vaddr: B64, data0: B64, saddr: B64 } reads(EXEC) mem(Atomic)
            "global atomic, 32 bit: if M==cmp then M=src; old value returned when GLC=1; data registers hold {src, cmp} in that order (cmp is the upper half)";
        global_atomic_add = 0x32 { vdst: B32, vaddr: B64, data0: B32, saddr: B64 } reads(EXEC) mem(Atomic)
            "global atomic, 32 bit: M+=data; old value returned when GLC=1";
        global_atomic_sub = 0x33 { vdst: B32, vaddr: B64, data0: B32, saddr: B64 } reads(EXEC) mem(Atomic)
            "global atomic, 32 bit: M-=data; old value returned when GLC=1";
        global_atomic_smin = 0x35 { vdst: B32, vaddr: B64, data0: B32, saddr: B64 } reads(EXEC) mem(Atomic)
            "global atomic, 32 bit: M=signed min; old value returned when GLC=1";
        global_atomic_umin = 0x36 { vdst: B32, vaddr: B64, data0: B32, saddr: B64 } reads(EXEC) mem(Atomic)
            "global atomic, 32 bit: M=unsigned min; old value returned when GLC=1";
        global_atomic_smax = 0x37 { vdst: B32, vaddr: B64, data0: B32, saddr: B64 } reads(EXEC) mem(Atomic)
            "global atomic, 32 bit: M=signed max; old value returned when GLC=1";
        global_atomic_umax = 0x38 { vdst: B32, vaddr: B64, data0: B32, saddr: B64 } reads(EXEC) mem(Atomic)
            "global atomic, 32 bit: M=unsigned max; old value returned when GLC=1";
        global_atomic_and = 0x39 { vdst: B32, vaddr: B64, data0: B32, saddr: B64 } reads(EXEC) mem(Atomic)
            "global atomic, 32 bit: M&=data; old value returned when GLC=1";
        global_atomic_or = 0x3a { vdst: B32, vaddr: B64, data0: B32, saddr: B64 } reads(EXEC) mem(Atomic)
            "global atomic, 32 bit: M|=data; old value returned when GLC=1";
        global_atomic_xor = 0x3b { vdst: B32, vaddr: B64, data0: B32, saddr: B64 } reads(EXEC) mem(Atomic)
            "global atomic, 32 bit: M^=data; old value returned when GLC=1";
        global_atomic_inc = 0x3c { vdst: B32, vaddr: B64, data0: B32, saddr: B64 } reads(EXEC) mem(Atomic)
            "global atomic, 32 bit: M=(M>=data)?0:M+1; old value returned when GLC=1";
        global_atomic_dec = 0x3d { vdst: B32, vaddr: B64, data0: B32, saddr: B64 } reads(EXEC) mem(Atomic)
            "global atomic, 32 bit: M=(M==0||M>data)?data:M-1; old value returned when GLC=1";
        global_atomic_fcmpswap = 0x3e { vdst: B32, vaddr: B64, data0: B64, saddr: B64 } reads(EXEC) mem(Atomic)
            "global atomic, 32 bit: float compare and swap; old value returned when GLC=1; data registers hold {src, cmp} in that order (cmp is the upper half)";
        global_atomic_fmin = 0x3f { vdst: B32, vaddr: B64, data0: B32, saddr: B64 } reads(EXEC) mem(Atomic)
            "global atomic, 32 bit: float minimum; old value returned when GLC=1";
        global_atomic_fmax = 0x40 { vdst: B32, vaddr: B64, data0: B32, saddr: B64 } reads(EXEC) mem(Atomic)
            "global atomic, 32 bit: float maximum; old value returned when GLC=1";
        global_atomic_swap_x2 = 0x50 { vdst: B64, vaddr: B64, data0: B64, saddr: B64 } reads(EXEC) mem(Atomic)
            "global atomic, 64 bit: M=data; old value returned when GLC=1";
        global_atomic_cmpswap_x2 = 0x51 { vdst: B64, vaddr: B64, data0: B128, saddr: B64 } reads(EXEC) mem(Atomic)
            "global atomic, 64 bit: if M==cmp then M=src; old value returned when GLC=1; data registers hold {src, cmp} in that order (cmp is the upper half)";
        global_atomic_add_x2 = 0x52 { vdst: B64, vaddr: B64, data0: B64, saddr: B64 } reads(EXEC) mem(Atomic)
            "global atomic, 64 bit: M+=data; old value returned when GLC=1";
        global_atomic_sub_x2 = 0x53 { vdst: B64, vaddr: B64, data0: B64, saddr: B64 } reads(EXEC) mem(Atomic)
            "global atomic, 64 bit: M-=data; old value returned when GLC=1";
        global_atomic_smin_x2 = 0x55 { vdst: B64, vaddr: B64, data0: B64, saddr: B64 } reads(EXEC) mem(Atomic)
            "global atomic, 64 bit: M=signed min; old value returned when GLC=1";
        global_atomic_umin_x2 = 0x56 { vdst: B64, vaddr: B64, data0: B64, saddr: B64 } reads(EXEC) mem(Atomic)
            "global atomic, 64 bit: M=unsigned min; old value returned when GLC=1";
        global_atomic_smax_x2 = 0x57 { vdst: B64, vaddr: B64, data0: B64, saddr: B64 } reads(EXEC) mem(Atomic)
            "global atomic, 64 bit: M=signed max; old value returned when GLC=1";
        global_atomic_umax_x2 = 0x58 { vdst: B64, vaddr: B64, data0: B64, saddr: B64 } reads(EXEC) mem(Atomic)
            "global atomic, 64 bit: M=unsigned max; old value returned when GLC=1";
        global_atomic_and_x2 = 0x59 { vdst: B64, vaddr: B64, data0: B64, saddr: B64 } reads(EXEC) mem(Atomic)
            "global atomic, 64 bit: M&=data; old value returned when GLC=1";
        global_atomic_or_x2 = 0x5a { vdst: B64, vaddr: B64, data0: B64, saddr: B64 } reads(EXEC) mem(Atomic)
            "global atomic, 64 bit: M|=data; old value returned when GLC=1";
        global_atomic_xor_x2 = 0x5b { vdst: B64, vaddr: B64, data0: B64, saddr: B64 } reads(EXEC) mem(Atomic)
            "global atomic, 64 bit: M^=data; old value returned when GLC=1";
        global_atomic_inc_x2 = 0x5c { vdst: B64, vaddr: B64, data0: B64, saddr: B64 } reads(EXEC) mem(Atomic)
            "global atomic, 64 bit: M=(M>=data)?0:M+1; old value returned when GLC=1";
        global_atomic_dec_x2 = 0x5d { vdst: B64, vaddr: B64, data0: B64, saddr: B64 } reads(EXEC) mem(Atomic)
            "global atomic, 64 bit: M=(M==0||M>data)?data:M-1; old value returned when GLC=1";
        global_atomic_fcmpswap_x2 = 0x5e { vdst: B64, vaddr: B64, data0: B128, saddr: B64 } reads(EXEC) mem(Atomic)
            "global atomic, 64 bit: float compare and swap; old value returned when GLC=1; data registers hold {src, cmp} in that order (cmp is the upper half)";
        global_atomic_fmin_x2 = 0x5f { vdst: B64, vaddr: B64, data0: B64, saddr: B64 } reads(EXEC) mem(Atomic)
            "global atomic, 64 bit: float minimum; old value returned when GLC=1";
        global_atomic_fmax_x2 = 0x60 { vdst: B64, vaddr: B64, data0: B64, saddr: B64 } reads(EXEC) mem(Atomic)
            "global atomic, 64 bit: float maximum; old value returned when GLC=1";
        // Outside LLVM's gfx1013.
        global_atomic_csub = 0x34 { vdst: B32, vaddr: B64, data0: B32, saddr: B64 } reads(EXEC) on(CONSOLE|GFX1030) mem(Atomic)
            "old=M; M=(old<data)?0:old-data; returns old";
        global_load_dword_addtid = 0x16 { vdst: B32, saddr: B64 } reads(EXEC) on(CONSOLE|GFX1030) mem(Load)
            "load dword at saddr + imm offset + lane id*4, no address VGPR";
        global_store_dword_addtid = 0x17 { data0: B32, saddr: B64 } reads(EXEC) on(CONSOLE|GFX1030) mem(Store)
            "store dword at saddr + imm offset + lane id*4";
    }
}

rows! {
    /// Scratch memory of a lane.
    pub enum Scratch in SCRATCH {
        scratch_load_ubyte = 0x08 { vdst: B32, vaddr: B32, saddr: B32 } reads(EXEC|FLAT_SCR) mem(Load) flags(LDS)
            "scratch load zero-extended byte";
        scratch_load_sbyte = 0x09 { vdst: B32, vaddr: B32, saddr: B32 } reads(EXEC|FLAT_SCR) mem(Load) flags(LDS)
            "scratch load sign-extended byte";
        scratch_load_ushort = 0x0a { vdst: B32, vaddr: B32, saddr: B32 } reads(EXEC|FLAT_SCR) mem(Load) flags(LDS)
            "scratch load zero-extended 16 bit";
        scratch_load_sshort = 0x0b { vdst: B32, vaddr: B32, saddr: B32 } reads(EXEC|FLAT_SCR) mem(Load) flags(LDS)
            "scratch load sign-extended 16 bit";
        scratch_load_dword = 0x0c { vdst: B32, vaddr: B32, saddr: B32 } reads(EXEC|FLAT_SCR) mem(Load) flags(LDS)
            "scratch load 1 dword";
        scratch_load_dwordx2 = 0x0d { vdst: B64, vaddr: B32, saddr: B32 } reads(EXEC|FLAT_SCR) mem(Load)
            "scratch load 2 dwords";
        scratch_load_dwordx4 = 0x0e { vdst: B128, vaddr: B32, saddr: B32 } reads(EXEC|FLAT_SCR) mem(Load)
            "scratch load 4 dwords";
        scratch_load_dwordx3 = 0x0f { vdst: B96, vaddr: B32, saddr: B32 } reads(EXEC|FLAT_SCR) mem(Load)
            "scratch load 3 dwords";
        scratch_store_byte = 0x18 { vaddr: B32, data0: B32, saddr: B32 } reads(EXEC|FLAT_SCR) mem(Store)
            "scratch store byte";
        scratch_store_byte_d16_hi = 0x19 { vaddr: B32, data0: B32, saddr: B32 } reads(EXEC|FLAT_SCR) mem(Store)
            "scratch store byte from bits 23:16";
        scratch_store_short = 0x1a { vaddr: B32, data0: B32, saddr: B32 } reads(EXEC|FLAT_SCR) mem(Store)
            "scratch store 16 bit";
        scratch_store_short_d16_hi = 0x1b { vaddr: B32, data0: B32, saddr: B32 } reads(EXEC|FLAT_SCR) mem(Store)
            "scratch store 16 bit from high half";
        scratch_store_dword = 0x1c { vaddr: B32, data0: B32, saddr: B32 } reads(EXEC|FLAT_SCR) mem(Store)
            "scratch store 1 dword";
        scratch_store_dwordx2 = 0x1d { vaddr: B32, data0: B64, saddr: B32 } reads(EXEC|FLAT_SCR) mem(Store)
            "scratch store 2 dwords";
        scratch_store_dwordx4 = 0x1e { vaddr: B32, data0: B128, saddr: B32 } reads(EXEC|FLAT_SCR) mem(Store)
            "scratch store 4 dwords";
        scratch_store_dwordx3 = 0x1f { vaddr: B32, data0: B96, saddr: B32 } reads(EXEC|FLAT_SCR) mem(Store)
            "scratch store 3 dwords";
        scratch_load_ubyte_d16 = 0x20 { vdst: B32, vaddr: B32, saddr: B32 } reads(EXEC|FLAT_SCR) mem(Load) flags(TIED)
            "scratch load zero-extended byte to low half";
        scratch_load_ubyte_d16_hi = 0x21 { vdst: B32, vaddr: B32, saddr: B32 } reads(EXEC|FLAT_SCR) mem(Load) flags(TIED)
            "scratch load zero-extended byte to high half";
        scratch_load_sbyte_d16 = 0x22 { vdst: B32, vaddr: B32, saddr: B32 } reads(EXEC|FLAT_SCR) mem(Load) flags(TIED)
            "scratch load sign-extended byte to low half";
        scratch_load_sbyte_d16_hi = 0x23 { vdst: B32, vaddr: B32, saddr: B32 } reads(EXEC|FLAT_SCR) mem(Load) flags(TIED)
            "scratch load sign-extended byte to high half";
        scratch_load_short_d16 = 0x24 { vdst: B32, vaddr: B32, saddr: B32 } reads(EXEC|FLAT_SCR) mem(Load) flags(TIED)
            "scratch load 16 bit to low half";
        scratch_load_short_d16_hi = 0x25 { vdst: B32, vaddr: B32, saddr: B32 } reads(EXEC|FLAT_SCR) mem(Load) flags(TIED)
            "scratch load 16 bit to high half";
    }
}
