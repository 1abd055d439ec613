//! Rows of image instructions and of the export.

use super::rows;

rows! {
    /// Image instructions.
    pub enum Mimg in MIMG {
        image_load = 0x00 { vdata: Image, vaddr: Image, srsrc: ImageRsrc } reads(EXEC) mem(Load)
            "load texel (mip 0), format conversion";
        image_load_mip = 0x01 { vdata: Image, vaddr: Image, srsrc: ImageRsrc } reads(EXEC) mem(Load)
            "load texel from given mip";
        image_load_pck = 0x02 { vdata: Image, vaddr: Image, srsrc: ImageRsrc } reads(EXEC) mem(Load)
            "load raw bits (mip 0), no conversion";
        image_load_pck_sgn = 0x03 { vdata: Image, vaddr: Image, srsrc: ImageRsrc } reads(EXEC) mem(Load)
            "load raw bits, sign extended";
        image_load_mip_pck = 0x04 { vdata: Image, vaddr: Image, srsrc: ImageRsrc } reads(EXEC) mem(Load)
            "load raw bits from given mip";
        image_load_mip_pck_sgn = 0x05 { vdata: Image, vaddr: Image, srsrc: ImageRsrc } reads(EXEC) mem(Load)
            "load raw bits from given mip, sign extended";
        image_store = 0x08 { vdata: Image, vaddr: Image, srsrc: ImageRsrc } reads(EXEC) mem(Store)
            "store texel (mip 0)";
        image_store_mip = 0x09 { vdata: Image, vaddr: Image, srsrc: ImageRsrc } reads(EXEC) mem(Store)
            "store texel to given mip";
        image_store_pck = 0x0a { vdata: Image, vaddr: Image, srsrc: ImageRsrc } reads(EXEC) mem(Store)
            "store raw bits";
        image_store_mip_pck = 0x0b { vdata: Image, vaddr: Image, srsrc: ImageRsrc } reads(EXEC) mem(Store)
            "store raw bits to given mip";
        image_get_resinfo = 0x0e { vdata: Image, vaddr: Image, srsrc: ImageRsrc } reads(EXEC)
            "return width,height,depth/layers,mips for the mip in vaddr";
        image_atomic_swap = 0x0f { vdata: Image, vaddr: Image, srsrc: ImageRsrc } reads(EXEC) mem(Atomic) flags(TIED)
            "image texel atomic, 32 bit: M=data; old value returned when GLC=1";
        image_atomic_cmpswap = 0x10 { vdata: Image, vaddr: Image, srsrc: ImageRsrc } reads(EXEC) mem(Atomic) flags(TIED)
            "image texel atomic, 32 bit: if M==cmp then M=src; old value returned when GLC=1; data registers hold {src, cmp} in that order (cmp is the upper half)";
        image_atomic_add = 0x11 { vdata: Image, vaddr: Image, srsrc: ImageRsrc } reads(EXEC) mem(Atomic) flags(TIED)
            "image texel atomic, 32 bit: M+=data; old value returned when GLC=1";
        image_atomic_sub = 0x12 { vdata: Image, vaddr: Image, srsrc: ImageRsrc } reads(EXEC) mem(Atomic) flags(TIED)
            "image texel atomic, 32 bit: M-=data; old value returned when GLC=1";
        image_atomic_smin = 0x14 { vdata: Image, vaddr: Image, srsrc: ImageRsrc } reads(EXEC) mem(Atomic) flags(TIED)
            "image texel atomic, 32 bit: M=signed min; old value returned when GLC=1";
        image_atomic_umin = 0x15 { vdata: Image, vaddr: Image, srsrc: ImageRsrc } reads(EXEC) mem(Atomic) flags(TIED)
            "image texel atomic, 32 bit: M=unsigned min; old value returned when GLC=1";
        image_atomic_smax = 0x16 { vdata: Image, vaddr: Image, srsrc: ImageRsrc } reads(EXEC) mem(Atomic) flags(TIED)
            "image texel atomic, 32 bit: M=signed max; old value returned when GLC=1";
        image_atomic_umax = 0x17 { vdata: Image, vaddr: Image, srsrc: ImageRsrc } reads(EXEC) mem(Atomic) flags(TIED)
            "image texel atomic, 32 bit: M=unsigned max; old value returned when GLC=1";
        image_atomic_and = 0x18 { vdata: Image, vaddr: Image, srsrc: ImageRsrc } reads(EXEC) mem(Atomic) flags(TIED)
            "image texel atomic, 32 bit: M&=data; old value returned when GLC=1";
        image_atomic_or = 0x19 { vdata: Image, vaddr: Image, srsrc: ImageRsrc } reads(EXEC) mem(Atomic) flags(TIED)
            "image texel atomic, 32 bit: M|=data; old value returned when GLC=1";
        image_atomic_xor = 0x1a { vdata: Image, vaddr: Image, srsrc: ImageRsrc } reads(EXEC) mem(Atomic) flags(TIED)
            "image texel atomic, 32 bit: M^=data; old value returned when GLC=1";
        image_atomic_inc = 0x1b { vdata: Image, vaddr: Image, srsrc: ImageRsrc } reads(EXEC) mem(Atomic) flags(TIED)
            "image texel atomic, 32 bit: M=(M>=data)?0:M+1; old value returned when GLC=1";
        image_atomic_dec = 0x1c { vdata: Image, vaddr: Image, srsrc: ImageRsrc } reads(EXEC) mem(Atomic) flags(TIED)
            "image texel atomic, 32 bit: M=(M==0||M>data)?data:M-1; old value returned when GLC=1";
        image_atomic_fcmpswap = 0x1d { vdata: Image, vaddr: Image, srsrc: ImageRsrc } reads(EXEC) mem(Atomic) flags(TIED)
            "image texel atomic, 32 bit: float compare and swap; old value returned when GLC=1; data registers hold {src, cmp} in that order (cmp is the upper half)";
        image_atomic_fmin = 0x1e { vdata: Image, vaddr: Image, srsrc: ImageRsrc } reads(EXEC) mem(Atomic) flags(TIED)
            "image texel atomic, 32 bit: float minimum; old value returned when GLC=1";
        image_atomic_fmax = 0x1f { vdata: Image, vaddr: Image, srsrc: ImageRsrc } reads(EXEC) mem(Atomic) flags(TIED)
            "image texel atomic, 32 bit: float maximum; old value returned when GLC=1";
        image_sample = 0x20 { vdata: Image, vaddr: Image, srsrc: ImageRsrc, ssamp: B128 } reads(EXEC) mem(Load)
            "sample, LOD from implicit derivatives";
        image_sample_cl = 0x21 { vdata: Image, vaddr: Image, srsrc: ImageRsrc, ssamp: B128 } reads(EXEC) mem(Load)
            "sample: LOD clamp";
        image_sample_d = 0x22 { vdata: Image, vaddr: Image, srsrc: ImageRsrc, ssamp: B128 } reads(EXEC) mem(Load)
            "sample: user derivatives";
        image_sample_d_cl = 0x23 { vdata: Image, vaddr: Image, srsrc: ImageRsrc, ssamp: B128 } reads(EXEC) mem(Load)
            "sample: user derivatives, LOD clamp";
        image_sample_l = 0x24 { vdata: Image, vaddr: Image, srsrc: ImageRsrc, ssamp: B128 } reads(EXEC) mem(Load)
            "sample: explicit LOD";
        image_sample_b = 0x25 { vdata: Image, vaddr: Image, srsrc: ImageRsrc, ssamp: B128 } reads(EXEC) mem(Load)
            "sample: LOD bias";
        image_sample_b_cl = 0x26 { vdata: Image, vaddr: Image, srsrc: ImageRsrc, ssamp: B128 } reads(EXEC) mem(Load)
            "sample: LOD bias, LOD clamp";
        image_sample_lz = 0x27 { vdata: Image, vaddr: Image, srsrc: ImageRsrc, ssamp: B128 } reads(EXEC) mem(Load)
            "sample: LOD 0";
        image_sample_c = 0x28 { vdata: Image, vaddr: Image, srsrc: ImageRsrc, ssamp: B128 } reads(EXEC) mem(Load)
            "sample: depth compare";
        image_sample_c_cl = 0x29 { vdata: Image, vaddr: Image, srsrc: ImageRsrc, ssamp: B128 } reads(EXEC) mem(Load)
            "sample: depth compare, LOD clamp";
        image_sample_c_d = 0x2a { vdata: Image, vaddr: Image, srsrc: ImageRsrc, ssamp: B128 } reads(EXEC) mem(Load)
            "sample: depth compare, user derivatives";
        image_sample_c_d_cl = 0x2b { vdata: Image, vaddr: Image, srsrc: ImageRsrc, ssamp: B128 } reads(EXEC) mem(Load)
            "sample: depth compare, user derivatives, LOD clamp";
        image_sample_c_l = 0x2c { vdata: Image, vaddr: Image, srsrc: ImageRsrc, ssamp: B128 } reads(EXEC) mem(Load)
            "sample: depth compare, explicit LOD";
        image_sample_c_b = 0x2d { vdata: Image, vaddr: Image, srsrc: ImageRsrc, ssamp: B128 } reads(EXEC) mem(Load)
            "sample: depth compare, LOD bias";
        image_sample_c_b_cl = 0x2e { vdata: Image, vaddr: Image, srsrc: ImageRsrc, ssamp: B128 } reads(EXEC) mem(Load)
            "sample: depth compare, LOD bias, LOD clamp";
        image_sample_c_lz = 0x2f { vdata: Image, vaddr: Image, srsrc: ImageRsrc, ssamp: B128 } reads(EXEC) mem(Load)
            "sample: depth compare, LOD 0";
        image_sample_o = 0x30 { vdata: Image, vaddr: Image, srsrc: ImageRsrc, ssamp: B128 } reads(EXEC) mem(Load)
            "sample: texel offsets";
        image_sample_cl_o = 0x31 { vdata: Image, vaddr: Image, srsrc: ImageRsrc, ssamp: B128 } reads(EXEC) mem(Load)
            "sample: LOD clamp, texel offsets";
        image_sample_d_o = 0x32 { vdata: Image, vaddr: Image, srsrc: ImageRsrc, ssamp: B128 } reads(EXEC) mem(Load)
            "sample: user derivatives, texel offsets";
        image_sample_d_cl_o = 0x33 { vdata: Image, vaddr: Image, srsrc: ImageRsrc, ssamp: B128 } reads(EXEC) mem(Load)
            "sample: user derivatives, LOD clamp, texel offsets";
        image_sample_l_o = 0x34 { vdata: Image, vaddr: Image, srsrc: ImageRsrc, ssamp: B128 } reads(EXEC) mem(Load)
            "sample: explicit LOD, texel offsets";
        image_sample_b_o = 0x35 { vdata: Image, vaddr: Image, srsrc: ImageRsrc, ssamp: B128 } reads(EXEC) mem(Load)
            "sample: LOD bias, texel offsets";
        image_sample_b_cl_o = 0x36 { vdata: Image, vaddr: Image, srsrc: ImageRsrc, ssamp: B128 } reads(EXEC) mem(Load)
            "sample: LOD bias, LOD clamp, texel offsets";
        image_sample_lz_o = 0x37 { vdata: Image, vaddr: Image, srsrc: ImageRsrc, ssamp: B128 } reads(EXEC) mem(Load)
            "sample: LOD 0, texel offsets";
        image_sample_c_o = 0x38 { vdata: Image, vaddr: Image, srsrc: ImageRsrc, ssamp: B128 } reads(EXEC) mem(Load)
            "sample: depth compare, texel offsets";
        image_sample_c_cl_o = 0x39 { vdata: Image, vaddr: Image, srsrc: ImageRsrc, ssamp: B128 } reads(EXEC) mem(Load)
            "sample: depth compare, LOD clamp, texel offsets";
        image_sample_c_d_o = 0x3a { vdata: Image, vaddr: Image, srsrc: ImageRsrc, ssamp: B128 } reads(EXEC) mem(Load)
            "sample: depth compare, user derivatives, texel offsets";
        image_sample_c_d_cl_o = 0x3b { vdata: Image, vaddr: Image, srsrc: ImageRsrc, ssamp: B128 } reads(EXEC) mem(Load)
            "sample: depth compare, user derivatives, LOD clamp, texel offsets";
        image_sample_c_l_o = 0x3c { vdata: Image, vaddr: Image, srsrc: ImageRsrc, ssamp: B128 } reads(EXEC) mem(Load)
            "sample: depth compare, explicit LOD, texel offsets";
        image_sample_c_b_o = 0x3d { vdata: Image, vaddr: Image, srsrc: ImageRsrc, ssamp: B128 } reads(EXEC) mem(Load)
            "sample: depth compare, LOD bias, texel offsets";
        image_sample_c_b_cl_o = 0x3e { vdata: Image, vaddr: Image, srsrc: ImageRsrc, ssamp: B128 } reads(EXEC) mem(Load)
            "sample: depth compare, LOD bias, LOD clamp, texel offsets";
        image_sample_c_lz_o = 0x3f { vdata: Image, vaddr: Image, srsrc: ImageRsrc, ssamp: B128 } reads(EXEC) mem(Load)
            "sample: depth compare, LOD 0, texel offsets";
        image_gather4 = 0x40 { vdata: Image, vaddr: Image, srsrc: ImageRsrc, ssamp: B128 } reads(EXEC) mem(Load)
            "gather4 (one component of a 2x2 footprint), LOD from implicit derivatives";
        image_gather4_cl = 0x41 { vdata: Image, vaddr: Image, srsrc: ImageRsrc, ssamp: B128 } reads(EXEC) mem(Load)
            "gather4 (one component of a 2x2 footprint): LOD clamp";
        image_gather4_l = 0x44 { vdata: Image, vaddr: Image, srsrc: ImageRsrc, ssamp: B128 } reads(EXEC) mem(Load)
            "gather4 (one component of a 2x2 footprint): explicit LOD";
        image_gather4_b = 0x45 { vdata: Image, vaddr: Image, srsrc: ImageRsrc, ssamp: B128 } reads(EXEC) mem(Load)
            "gather4 (one component of a 2x2 footprint): LOD bias";
        image_gather4_b_cl = 0x46 { vdata: Image, vaddr: Image, srsrc: ImageRsrc, ssamp: B128 } reads(EXEC) mem(Load)
            "gather4 (one component of a 2x2 footprint): LOD bias, LOD clamp";
        image_gather4_lz = 0x47 { vdata: Image, vaddr: Image, srsrc: ImageRsrc, ssamp: B128 } reads(EXEC) mem(Load)
            "gather4 (one component of a 2x2 footprint): LOD 0";
        image_gather4_c = 0x48 { vdata: Image, vaddr: Image, srsrc: ImageRsrc, ssamp: B128 } reads(EXEC) mem(Load)
            "gather4 (one component of a 2x2 footprint): depth compare";
        image_gather4_c_cl = 0x49 { vdata: Image, vaddr: Image, srsrc: ImageRsrc, ssamp: B128 } reads(EXEC) mem(Load)
            "gather4 (one component of a 2x2 footprint): depth compare, LOD clamp";
        image_gather4_c_l = 0x4c { vdata: Image, vaddr: Image, srsrc: ImageRsrc, ssamp: B128 } reads(EXEC) mem(Load)
            "gather4 (one component of a 2x2 footprint): depth compare, explicit LOD";
        image_gather4_c_b = 0x4d { vdata: Image, vaddr: Image, srsrc: ImageRsrc, ssamp: B128 } reads(EXEC) mem(Load)
            "gather4 (one component of a 2x2 footprint): depth compare, LOD bias";
        image_gather4_c_b_cl = 0x4e { vdata: Image, vaddr: Image, srsrc: ImageRsrc, ssamp: B128 } reads(EXEC) mem(Load)
            "gather4 (one component of a 2x2 footprint): depth compare, LOD bias, LOD clamp";
        image_gather4_c_lz = 0x4f { vdata: Image, vaddr: Image, srsrc: ImageRsrc, ssamp: B128 } reads(EXEC) mem(Load)
            "gather4 (one component of a 2x2 footprint): depth compare, LOD 0";
        image_gather4_o = 0x50 { vdata: Image, vaddr: Image, srsrc: ImageRsrc, ssamp: B128 } reads(EXEC) mem(Load)
            "gather4 (one component of a 2x2 footprint): texel offsets";
        image_gather4_cl_o = 0x51 { vdata: Image, vaddr: Image, srsrc: ImageRsrc, ssamp: B128 } reads(EXEC) mem(Load)
            "gather4 (one component of a 2x2 footprint): LOD clamp, texel offsets";
        image_gather4_l_o = 0x54 { vdata: Image, vaddr: Image, srsrc: ImageRsrc, ssamp: B128 } reads(EXEC) mem(Load)
            "gather4 (one component of a 2x2 footprint): explicit LOD, texel offsets";
        image_gather4_b_o = 0x55 { vdata: Image, vaddr: Image, srsrc: ImageRsrc, ssamp: B128 } reads(EXEC) mem(Load)
            "gather4 (one component of a 2x2 footprint): LOD bias, texel offsets";
        image_gather4_b_cl_o = 0x56 { vdata: Image, vaddr: Image, srsrc: ImageRsrc, ssamp: B128 } reads(EXEC) mem(Load)
            "gather4 (one component of a 2x2 footprint): LOD bias, LOD clamp, texel offsets";
        image_gather4_lz_o = 0x57 { vdata: Image, vaddr: Image, srsrc: ImageRsrc, ssamp: B128 } reads(EXEC) mem(Load)
            "gather4 (one component of a 2x2 footprint): LOD 0, texel offsets";
        image_gather4_c_o = 0x58 { vdata: Image, vaddr: Image, srsrc: ImageRsrc, ssamp: B128 } reads(EXEC) mem(Load)
            "gather4 (one component of a 2x2 footprint): depth compare, texel offsets";
        image_gather4_c_cl_o = 0x59 { vdata: Image, vaddr: Image, srsrc: ImageRsrc, ssamp: B128 } reads(EXEC) mem(Load)
            "gather4 (one component of a 2x2 footprint): depth compare, LOD clamp, texel offsets";
        image_gather4_c_l_o = 0x5c { vdata: Image, vaddr: Image, srsrc: ImageRsrc, ssamp: B128 } reads(EXEC) mem(Load)
            "gather4 (one component of a 2x2 footprint): depth compare, explicit LOD, texel offsets";
        image_gather4_c_b_o = 0x5d { vdata: Image, vaddr: Image, srsrc: ImageRsrc, ssamp: B128 } reads(EXEC) mem(Load)
            "gather4 (one component of a 2x2 footprint): depth compare, LOD bias, texel offsets";
        image_gather4_c_b_cl_o = 0x5e { vdata: Image, vaddr: Image, srsrc: ImageRsrc, ssamp: B128 } reads(EXEC) mem(Load)
            "gather4 (one component of a 2x2 footprint): depth compare, LOD bias, LOD clamp, texel offsets";
        image_gather4_c_lz_o = 0x5f { vdata: Image, vaddr: Image, srsrc: ImageRsrc, ssamp: B128 } reads(EXEC) mem(Load)
            "gather4 (one component of a 2x2 footprint): depth compare, LOD 0, texel offsets";
        image_get_lod = 0x60 { vdata: Image, vaddr: Image, srsrc: ImageRsrc, ssamp: B128 } reads(EXEC)
            "return computed LOD (clamped, raw)";
        image_gather4h = 0x61 { vdata: Image, vaddr: Image, srsrc: ImageRsrc, ssamp: B128 } reads(EXEC) mem(Load)
            "gather one component of a 4x1 row";
        image_sample_cd = 0x68 { vdata: Image, vaddr: Image, srsrc: ImageRsrc, ssamp: B128 } reads(EXEC) mem(Load)
            "sample: coarse user derivatives";
        image_sample_cd_cl = 0x69 { vdata: Image, vaddr: Image, srsrc: ImageRsrc, ssamp: B128 } reads(EXEC) mem(Load)
            "sample: coarse user derivatives, LOD clamp";
        image_sample_c_cd = 0x6a { vdata: Image, vaddr: Image, srsrc: ImageRsrc, ssamp: B128 } reads(EXEC) mem(Load)
            "sample: depth compare, coarse user derivatives";
        image_sample_c_cd_cl = 0x6b { vdata: Image, vaddr: Image, srsrc: ImageRsrc, ssamp: B128 } reads(EXEC) mem(Load)
            "sample: depth compare, coarse user derivatives, LOD clamp";
        image_sample_cd_o = 0x6c { vdata: Image, vaddr: Image, srsrc: ImageRsrc, ssamp: B128 } reads(EXEC) mem(Load)
            "sample: coarse user derivatives, texel offsets";
        image_sample_cd_cl_o = 0x6d { vdata: Image, vaddr: Image, srsrc: ImageRsrc, ssamp: B128 } reads(EXEC) mem(Load)
            "sample: coarse user derivatives, LOD clamp, texel offsets";
        image_sample_c_cd_o = 0x6e { vdata: Image, vaddr: Image, srsrc: ImageRsrc, ssamp: B128 } reads(EXEC) mem(Load)
            "sample: depth compare, coarse user derivatives, texel offsets";
        image_sample_c_cd_cl_o = 0x6f { vdata: Image, vaddr: Image, srsrc: ImageRsrc, ssamp: B128 } reads(EXEC) mem(Load)
            "sample: depth compare, coarse user derivatives, LOD clamp, texel offsets";
        image_msaa_load = 0x80 { vdata: Image, vaddr: Image, srsrc: ImageRsrc } reads(EXEC) on(GFX1013|GFX1030) mem(Load)
            "load up to 4 samples of one component of an MSAA texel";
        image_sample_d_g16 = 0xa2 { vdata: Image, vaddr: Image, srsrc: ImageRsrc, ssamp: B128 } reads(EXEC) mem(Load)
            "sample: user derivatives, 16 bit derivatives";
        image_sample_d_cl_g16 = 0xa3 { vdata: Image, vaddr: Image, srsrc: ImageRsrc, ssamp: B128 } reads(EXEC) mem(Load)
            "sample: user derivatives, LOD clamp, 16 bit derivatives";
        image_sample_c_d_g16 = 0xaa { vdata: Image, vaddr: Image, srsrc: ImageRsrc, ssamp: B128 } reads(EXEC) mem(Load)
            "sample: depth compare, user derivatives, 16 bit derivatives";
        image_sample_c_d_cl_g16 = 0xab { vdata: Image, vaddr: Image, srsrc: ImageRsrc, ssamp: B128 } reads(EXEC) mem(Load)
            "sample: depth compare, user derivatives, LOD clamp, 16 bit derivatives";
        image_sample_d_o_g16 = 0xb2 { vdata: Image, vaddr: Image, srsrc: ImageRsrc, ssamp: B128 } reads(EXEC) mem(Load)
            "sample: user derivatives, texel offsets, 16 bit derivatives";
        image_sample_d_cl_o_g16 = 0xb3 { vdata: Image, vaddr: Image, srsrc: ImageRsrc, ssamp: B128 } reads(EXEC) mem(Load)
            "sample: user derivatives, LOD clamp, texel offsets, 16 bit derivatives";
        image_sample_c_d_o_g16 = 0xba { vdata: Image, vaddr: Image, srsrc: ImageRsrc, ssamp: B128 } reads(EXEC) mem(Load)
            "sample: depth compare, user derivatives, texel offsets, 16 bit derivatives";
        image_sample_c_d_cl_o_g16 = 0xbb { vdata: Image, vaddr: Image, srsrc: ImageRsrc, ssamp: B128 } reads(EXEC) mem(Load)
            "sample: depth compare, user derivatives, LOD clamp, texel offsets, 16 bit derivatives";
        image_bvh_intersect_ray = 0xe6 { vdata: B128, vaddr: Image, srsrc: B128 } reads(EXEC) on(GFX1013|GFX1030) mem(Load)
            "ray against one BVH node (32 bit node pointer): vaddr = node, extent, origin xyz, dir xyz, inv dir xyz";
        image_bvh64_intersect_ray = 0xe7 { vdata: B128, vaddr: Image, srsrc: B128 } reads(EXEC) on(GFX1013|GFX1030) mem(Load)
            "same with a 64 bit node pointer";
        image_sample_cd_g16 = 0xe8 { vdata: Image, vaddr: Image, srsrc: ImageRsrc, ssamp: B128 } reads(EXEC) mem(Load)
            "sample: coarse user derivatives, 16 bit derivatives";
        image_sample_cd_cl_g16 = 0xe9 { vdata: Image, vaddr: Image, srsrc: ImageRsrc, ssamp: B128 } reads(EXEC) mem(Load)
            "sample: coarse user derivatives, LOD clamp, 16 bit derivatives";
        image_sample_c_cd_g16 = 0xea { vdata: Image, vaddr: Image, srsrc: ImageRsrc, ssamp: B128 } reads(EXEC) mem(Load)
            "sample: depth compare, coarse user derivatives, 16 bit derivatives";
        image_sample_c_cd_cl_g16 = 0xeb { vdata: Image, vaddr: Image, srsrc: ImageRsrc, ssamp: B128 } reads(EXEC) mem(Load)
            "sample: depth compare, coarse user derivatives, LOD clamp, 16 bit derivatives";
        image_sample_cd_o_g16 = 0xec { vdata: Image, vaddr: Image, srsrc: ImageRsrc, ssamp: B128 } reads(EXEC) mem(Load)
            "sample: coarse user derivatives, texel offsets, 16 bit derivatives";
        image_sample_cd_cl_o_g16 = 0xed { vdata: Image, vaddr: Image, srsrc: ImageRsrc, ssamp: B128 } reads(EXEC) mem(Load)
            "sample: coarse user derivatives, LOD clamp, texel offsets, 16 bit derivatives";
        image_sample_c_cd_o_g16 = 0xee { vdata: Image, vaddr: Image, srsrc: ImageRsrc, ssamp: B128 } reads(EXEC) mem(Load)
            "sample: depth compare, coarse user derivatives, texel offsets, 16 bit derivatives";
        image_sample_c_cd_cl_o_g16 = 0xef { vdata: Image, vaddr: Image, srsrc: ImageRsrc, ssamp: B128 } reads(EXEC) mem(Load)
            "sample: depth compare, coarse user derivatives, LOD clamp, texel offsets, 16 bit derivatives";
        // Outside LLVM's gfx1013.
        image_load_by2 = 0x42 { vdata: Image, vaddr: Image, srsrc: ImageRsrc } reads(EXEC) on(CONSOLE) mem(Load)
            "load 2 horizontal texels of the largest mip, converted by the descriptor format (formats with at most 2 components)";
        image_load_by4 = 0x43 { vdata: Image, vaddr: Image, srsrc: ImageRsrc } reads(EXEC) on(CONSOLE) mem(Load)
            "load 4 horizontal texels, converted (1 component formats)";
        image_load_mip_by2 = 0x4a { vdata: Image, vaddr: Image, srsrc: ImageRsrc } reads(EXEC) on(CONSOLE) mem(Load)
            "as by2 from a given mip";
        image_load_mip_by4 = 0x4b { vdata: Image, vaddr: Image, srsrc: ImageRsrc } reads(EXEC) on(CONSOLE) mem(Load)
            "as by4 from a given mip";
        image_store_by2 = 0x52 { vdata: Image, vaddr: Image, srsrc: ImageRsrc } reads(EXEC) on(CONSOLE) mem(Store)
            "store 2 horizontal texels, converted";
        image_store_by4 = 0x53 { vdata: Image, vaddr: Image, srsrc: ImageRsrc } reads(EXEC) on(CONSOLE) mem(Store)
            "store 4 horizontal texels, converted";
        image_store_mip_by2 = 0x5a { vdata: Image, vaddr: Image, srsrc: ImageRsrc } reads(EXEC) on(CONSOLE) mem(Store)
            "as store_by2 to a given mip";
        image_store_mip_by4 = 0x5b { vdata: Image, vaddr: Image, srsrc: ImageRsrc } reads(EXEC) on(CONSOLE) mem(Store)
            "as store_by4 to a given mip";
        image_gather4h_pck = 0x62 { vdata: Image, vaddr: Image, srsrc: ImageRsrc, ssamp: B128 } reads(EXEC) on(CONSOLE) mem(Load)
            "gather all components of a 4x1 row, raw packed; uses a sampler; dmask bit i writes result word i";
        image_gather8h_pck = 0x63 { vdata: Image, vaddr: Image, srsrc: ImageRsrc, ssamp: B128 } reads(EXEC) on(CONSOLE) mem(Load)
            "same for an 8x1 row";
        image_load_pck2 = 0x70 { vdata: Image, vaddr: Image, srsrc: ImageRsrc } reads(EXEC) on(CONSOLE) mem(Load)
            "load raw bits of 2 horizontal elements, 8/16 bit parts zero extended (element <= 64 bit)";
        image_load_pck4 = 0x71 { vdata: Image, vaddr: Image, srsrc: ImageRsrc } reads(EXEC) on(CONSOLE) mem(Load)
            "load raw bits of 4 horizontal elements (element <= 32 bit)";
        image_load_mip_pck2 = 0x73 { vdata: Image, vaddr: Image, srsrc: ImageRsrc } reads(EXEC) on(CONSOLE) mem(Load)
            "as load_pck2 from a given mip";
        image_load_mip_pck4 = 0x74 { vdata: Image, vaddr: Image, srsrc: ImageRsrc } reads(EXEC) on(CONSOLE) mem(Load)
            "as load_pck4 from a given mip";
        image_store_pck2 = 0x76 { vdata: Image, vaddr: Image, srsrc: ImageRsrc } reads(EXEC) on(CONSOLE) mem(Store)
            "store raw bits of 2 horizontal elements";
        image_store_pck4 = 0x77 { vdata: Image, vaddr: Image, srsrc: ImageRsrc } reads(EXEC) on(CONSOLE) mem(Store)
            "store raw bits of 4 horizontal elements";
        image_store_mip_pck2 = 0x79 { vdata: Image, vaddr: Image, srsrc: ImageRsrc } reads(EXEC) on(CONSOLE) mem(Store)
            "as store_pck2 to a given mip";
        image_store_mip_pck4 = 0x7a { vdata: Image, vaddr: Image, srsrc: ImageRsrc } reads(EXEC) on(CONSOLE) mem(Store)
            "as store_pck4 to a given mip";
        image_sample_a = 0xa0 { vdata: Image, vaddr: Image, srsrc: ImageRsrc, ssamp: B128 } reads(EXEC) on(CONSOLE) mem(Load)
            "plain image_sample with opcode bit 7 set ('adjust' flag); three PS5 decoders name it, no AMD file does; effect of the flag unknown";
        image_sample_cl_a = 0xa1 { vdata: Image, vaddr: Image, srsrc: ImageRsrc, ssamp: B128 } reads(EXEC) on(CONSOLE) mem(Load)
            "plain image_sample_cl with opcode bit 7 set ('adjust' flag); three PS5 decoders name it, no AMD file does; effect of the flag unknown";
        image_sample_b_a = 0xa5 { vdata: Image, vaddr: Image, srsrc: ImageRsrc, ssamp: B128 } reads(EXEC) on(CONSOLE) mem(Load)
            "plain image_sample_b with opcode bit 7 set ('adjust' flag); three PS5 decoders name it, no AMD file does; effect of the flag unknown";
        image_sample_b_cl_a = 0xa6 { vdata: Image, vaddr: Image, srsrc: ImageRsrc, ssamp: B128 } reads(EXEC) on(CONSOLE) mem(Load)
            "plain image_sample_b_cl with opcode bit 7 set ('adjust' flag); three PS5 decoders name it, no AMD file does; effect of the flag unknown";
        image_sample_c_a = 0xa8 { vdata: Image, vaddr: Image, srsrc: ImageRsrc, ssamp: B128 } reads(EXEC) on(CONSOLE) mem(Load)
            "plain image_sample_c with opcode bit 7 set ('adjust' flag); three PS5 decoders name it, no AMD file does; effect of the flag unknown";
        image_sample_c_cl_a = 0xa9 { vdata: Image, vaddr: Image, srsrc: ImageRsrc, ssamp: B128 } reads(EXEC) on(CONSOLE) mem(Load)
            "plain image_sample_c_cl with opcode bit 7 set ('adjust' flag); three PS5 decoders name it, no AMD file does; effect of the flag unknown";
        image_sample_c_b_a = 0xad { vdata: Image, vaddr: Image, srsrc: ImageRsrc, ssamp: B128 } reads(EXEC) on(CONSOLE) mem(Load)
            "plain image_sample_c_b with opcode bit 7 set ('adjust' flag); three PS5 decoders name it, no AMD file does; effect of the flag unknown";
        image_sample_c_b_cl_a = 0xae { vdata: Image, vaddr: Image, srsrc: ImageRsrc, ssamp: B128 } reads(EXEC) on(CONSOLE) mem(Load)
            "plain image_sample_c_b_cl with opcode bit 7 set ('adjust' flag); three PS5 decoders name it, no AMD file does; effect of the flag unknown";
        image_sample_o_a = 0xb0 { vdata: Image, vaddr: Image, srsrc: ImageRsrc, ssamp: B128 } reads(EXEC) on(CONSOLE) mem(Load)
            "plain image_sample_o with opcode bit 7 set ('adjust' flag); three PS5 decoders name it, no AMD file does; effect of the flag unknown";
        image_sample_cl_o_a = 0xb1 { vdata: Image, vaddr: Image, srsrc: ImageRsrc, ssamp: B128 } reads(EXEC) on(CONSOLE) mem(Load)
            "plain image_sample_cl_o with opcode bit 7 set ('adjust' flag); three PS5 decoders name it, no AMD file does; effect of the flag unknown";
        image_sample_b_o_a = 0xb5 { vdata: Image, vaddr: Image, srsrc: ImageRsrc, ssamp: B128 } reads(EXEC) on(CONSOLE) mem(Load)
            "plain image_sample_b_o with opcode bit 7 set ('adjust' flag); three PS5 decoders name it, no AMD file does; effect of the flag unknown";
        image_sample_b_cl_o_a = 0xb6 { vdata: Image, vaddr: Image, srsrc: ImageRsrc, ssamp: B128 } reads(EXEC) on(CONSOLE) mem(Load)
            "plain image_sample_b_cl_o with opcode bit 7 set ('adjust' flag); three PS5 decoders name it, no AMD file does; effect of the flag unknown";
        image_sample_c_o_a = 0xb8 { vdata: Image, vaddr: Image, srsrc: ImageRsrc, ssamp: B128 } reads(EXEC) on(CONSOLE) mem(Load)
            "plain image_sample_c_o with opcode bit 7 set ('adjust' flag); three PS5 decoders name it, no AMD file does; effect of the flag unknown";
        image_sample_c_cl_o_a = 0xb9 { vdata: Image, vaddr: Image, srsrc: ImageRsrc, ssamp: B128 } reads(EXEC) on(CONSOLE) mem(Load)
            "plain image_sample_c_cl_o with opcode bit 7 set ('adjust' flag); three PS5 decoders name it, no AMD file does; effect of the flag unknown";
        image_sample_c_b_o_a = 0xbd { vdata: Image, vaddr: Image, srsrc: ImageRsrc, ssamp: B128 } reads(EXEC) on(CONSOLE) mem(Load)
            "plain image_sample_c_b_o with opcode bit 7 set ('adjust' flag); three PS5 decoders name it, no AMD file does; effect of the flag unknown";
        image_sample_c_b_cl_o_a = 0xbe { vdata: Image, vaddr: Image, srsrc: ImageRsrc, ssamp: B128 } reads(EXEC) on(CONSOLE) mem(Load)
            "plain image_sample_c_b_cl_o with opcode bit 7 set ('adjust' flag); three PS5 decoders name it, no AMD file does; effect of the flag unknown";
        image_bvh_unknown_e5 = 0xe5 { vdata: B128, vaddr: Image, srsrc: B128 } reads(EXEC) on(CONSOLE) mem(Load)
            "seen in console code beside the ray tracing instructions; meaning unknown";
    }
}

rows! {
    /// Export.
    pub enum Exp in EXP {
        exp = 0x00 { exp_src: B32 } reads(EXEC)
            "export EN-masked components from up to 4 VGPRs to target (mrt,mrtz,null,pos,prim,param); COMPR = two VGPRs of packed 16 bit; DONE marks last; VM = valid mask";
    }
}
