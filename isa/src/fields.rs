//! Bit positions of every encoding: one struct an encoding, unpacked from and packed into the first two dwords.
//!
//! Requires: the two first dwords as one number, the first in the low half.
//! Ensures: `pack(unpack(x))` keeps every bit that a field covers; the fixed bits and the opcode are not fields.
//! Leaves alone: literals, the extra address dwords of MIMG, and what a field's value means.
//!
//! Facts: RDNA 1 ISA guide chapter 13; MIMG opcode bit 7 and MTBUF opcode bit 3 as in LLVM's gfx10 tables.

/// A field of an encoding: name, lowest bit (counted over both dwords) and width.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FieldInfo {
    /// The field's name.
    pub name: &'static str,
    /// Lowest bit; 32 and above lie in the second dword.
    pub low: u32,
    /// Number of bits.
    pub width: u32,
}

macro_rules! fields {
    ($( $(#[$meta:meta])* $name:ident { $( $(#[$fmeta:meta])* $field:ident : $ty:ident @ $low:literal + $width:literal ),* $(,)? } )*) => {
        $(
            $(#[$meta])*
            #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
            #[allow(missing_docs, reason = "the manual's field names")]
            pub struct $name { $( $(#[$fmeta])* pub $field: $ty, )* }

            impl $name {
                /// The fields, in the order of declaration.
                pub const FIELDS: &'static [FieldInfo] =
                    &[ $( FieldInfo { name: stringify!($field), low: $low, width: $width } ),* ];

                /// Reads the fields.
                #[inline]
                #[allow(unused_variables, reason = "an encoding may have no fields")]
                pub fn unpack(bits: u64) -> $name {
                    $name { $( $field: fields!(@get bits, $ty, $low, $width), )* }
                }

                /// Puts the fields at their places; all other bits are zero.
                #[inline]
                pub fn pack(self) -> u64 {
                    0 $( | ((u64::from(self.$field) & ((1u64 << $width) - 1)) << $low) )*
                }
            }
        )*
    };
    (@get $bits:ident, bool, $low:literal, $width:literal) => { ($bits >> $low) & 1 != 0 };
    (@get $bits:ident, $ty:ident, $low:literal, $width:literal) => { (($bits >> $low) & ((1u64 << $width) - 1)) as $ty };
}

fields! {
    /// SOP2: scalar, two sources.
    Sop2Fields { ssrc0: u8 @ 0 + 8, ssrc1: u8 @ 8 + 8, sdst: u8 @ 16 + 7 }
    /// SOP1: scalar, one source.
    Sop1Fields { ssrc0: u8 @ 0 + 8, sdst: u8 @ 16 + 7 }
    /// SOPC: scalar compare.
    SopcFields { ssrc0: u8 @ 0 + 8, ssrc1: u8 @ 8 + 8 }
    /// SOPK: scalar with a 16-bit constant.
    SopkFields { simm16: u16 @ 0 + 16, sdst: u8 @ 16 + 7 }
    /// SOPP: program control.
    SoppFields { simm16: u16 @ 0 + 16 }
    /// SMEM: scalar memory.
    SmemFields {
        sbase: u8 @ 0 + 6, sdata: u8 @ 6 + 7, unused13: u8 @ 13 + 1, dlc: bool @ 14 + 1, unused15: u8 @ 15 + 1,
        glc: bool @ 16 + 1, unused17: u8 @ 17 + 1, offset: u32 @ 32 + 21, unused53: u8 @ 53 + 4, soffset: u8 @ 57 + 7,
    }
    /// VOP1: vector, one source.
    Vop1Fields { src0: u16 @ 0 + 9, vdst: u8 @ 17 + 8 }
    /// VOP2: vector, two sources.
    Vop2Fields { src0: u16 @ 0 + 9, vsrc1: u8 @ 9 + 8, vdst: u8 @ 17 + 8 }
    /// VOPC: vector compare.
    VopcFields { src0: u16 @ 0 + 9, vsrc1: u8 @ 9 + 8 }
    /// VINTRP: interpolation.
    VintrpFields { vsrc: u8 @ 0 + 8, attrchan: u8 @ 8 + 2, attr: u8 @ 10 + 6, vdst: u8 @ 18 + 8 }
    /// VOP3 (VOP3A).
    Vop3Fields {
        vdst: u8 @ 0 + 8, abs: u8 @ 8 + 3, op_sel: u8 @ 11 + 4, clamp: bool @ 15 + 1,
        src0: u16 @ 32 + 9, src1: u16 @ 41 + 9, src2: u16 @ 50 + 9, omod: u8 @ 59 + 2, neg: u8 @ 61 + 3,
    }
    /// VOP3B: VOP3 with a scalar destination.
    Vop3bFields {
        vdst: u8 @ 0 + 8, sdst: u8 @ 8 + 7, clamp: bool @ 15 + 1,
        src0: u16 @ 32 + 9, src1: u16 @ 41 + 9, src2: u16 @ 50 + 9, omod: u8 @ 59 + 2, neg: u8 @ 61 + 3,
    }
    /// VOP3P: packed math. `op_sel_hi` bit 2 is `op_sel_hi2`.
    Vop3pFields {
        vdst: u8 @ 0 + 8, neg_hi: u8 @ 8 + 3, op_sel: u8 @ 11 + 3, op_sel_hi2: bool @ 14 + 1, clamp: bool @ 15 + 1,
        unused23: u8 @ 23 + 1,
        src0: u16 @ 32 + 9, src1: u16 @ 41 + 9, src2: u16 @ 50 + 9, op_sel_hi: u8 @ 59 + 2, neg: u8 @ 61 + 3,
    }
    /// SDWA of VOP1 and VOP2; the first dword's `src0` field says 249.
    SdwaFields {
        vsrc1: u8 @ 9 + 8, vdst: u8 @ 17 + 8,
        src0: u8 @ 32 + 8, dst_sel: u8 @ 40 + 3, dst_unused: u8 @ 43 + 2, clamp: bool @ 45 + 1, omod: u8 @ 46 + 2,
        src0_sel: u8 @ 48 + 3, src0_sext: bool @ 51 + 1, src0_neg: bool @ 52 + 1, src0_abs: bool @ 53 + 1,
        unused54: u8 @ 54 + 1, s0: bool @ 55 + 1,
        src1_sel: u8 @ 56 + 3, src1_sext: bool @ 59 + 1, src1_neg: bool @ 60 + 1, src1_abs: bool @ 61 + 1,
        unused62: u8 @ 62 + 1, s1: bool @ 63 + 1,
    }
    /// SDWA of VOPC ("SDWAB").
    SdwabFields {
        vsrc1: u8 @ 9 + 8,
        src0: u8 @ 32 + 8, sdst: u8 @ 40 + 7, sd: bool @ 47 + 1,
        src0_sel: u8 @ 48 + 3, src0_sext: bool @ 51 + 1, src0_neg: bool @ 52 + 1, src0_abs: bool @ 53 + 1,
        unused54: u8 @ 54 + 1, s0: bool @ 55 + 1,
        src1_sel: u8 @ 56 + 3, src1_sext: bool @ 59 + 1, src1_neg: bool @ 60 + 1, src1_abs: bool @ 61 + 1,
        unused62: u8 @ 62 + 1, s1: bool @ 63 + 1,
    }
    /// DPP16; the first dword's `src0` field says 250.
    Dpp16Fields {
        vsrc1: u8 @ 9 + 8, vdst: u8 @ 17 + 8,
        src0: u8 @ 32 + 8, dpp_ctrl: u16 @ 40 + 9, unused49: u8 @ 49 + 1, fi: bool @ 50 + 1, bound_ctrl: bool @ 51 + 1,
        src0_neg: bool @ 52 + 1, src0_abs: bool @ 53 + 1, src1_neg: bool @ 54 + 1, src1_abs: bool @ 55 + 1,
        bank_mask: u8 @ 56 + 4, row_mask: u8 @ 60 + 4,
    }
    /// DPP8; the first dword's `src0` field says 233, or 234 to fetch inactive lanes. `sel` holds eight 3-bit selects.
    Dpp8Fields { src0_code: u16 @ 0 + 9, vsrc1: u8 @ 9 + 8, vdst: u8 @ 17 + 8, src0: u8 @ 32 + 8, sel: u32 @ 40 + 24 }
    /// DS: LDS and GDS.
    DsFields {
        offset0: u8 @ 0 + 8, offset1: u8 @ 8 + 8, unused16: u8 @ 16 + 1, gds: bool @ 17 + 1,
        addr: u8 @ 32 + 8, data0: u8 @ 40 + 8, data1: u8 @ 48 + 8, vdst: u8 @ 56 + 8,
    }
    /// FLAT, GLOBAL, SCRATCH; `seg` is 0, 2, 1.
    FlatFields {
        offset: u16 @ 0 + 12, dlc: bool @ 12 + 1, lds: bool @ 13 + 1, seg: u8 @ 14 + 2, glc: bool @ 16 + 1,
        slc: bool @ 17 + 1, unused25: u8 @ 25 + 1,
        addr: u8 @ 32 + 8, data: u8 @ 40 + 8, saddr: u8 @ 48 + 7, unused55: u8 @ 55 + 1, vdst: u8 @ 56 + 8,
    }
    /// MUBUF: untyped buffer access.
    MubufFields {
        offset: u16 @ 0 + 12, offen: bool @ 12 + 1, idxen: bool @ 13 + 1, glc: bool @ 14 + 1, dlc: bool @ 15 + 1,
        lds: bool @ 16 + 1, unused17: u8 @ 17 + 1,
        vaddr: u8 @ 32 + 8, vdata: u8 @ 40 + 8, srsrc: u8 @ 48 + 5, unused53: u8 @ 53 + 1, slc: bool @ 54 + 1,
        tfe: bool @ 55 + 1, soffset: u8 @ 56 + 8,
    }
    /// MTBUF: typed buffer access.
    MtbufFields {
        offset: u16 @ 0 + 12, offen: bool @ 12 + 1, idxen: bool @ 13 + 1, glc: bool @ 14 + 1, dlc: bool @ 15 + 1,
        format: u8 @ 19 + 7,
        vaddr: u8 @ 32 + 8, vdata: u8 @ 40 + 8, srsrc: u8 @ 48 + 5, slc: bool @ 54 + 1,
        tfe: bool @ 55 + 1, soffset: u8 @ 56 + 8,
    }
    /// MIMG: image access. The addresses of an NSA list stand in [`crate::Inst::nsa`].
    MimgFields {
        nsa: u8 @ 1 + 2, dim: u8 @ 3 + 3, unused6: u8 @ 6 + 1, dlc: bool @ 7 + 1, dmask: u8 @ 8 + 4, unorm: bool @ 12 + 1,
        glc: bool @ 13 + 1, unused14: u8 @ 14 + 1, r128: bool @ 15 + 1, tfe: bool @ 16 + 1, lwe: bool @ 17 + 1,
        slc: bool @ 25 + 1,
        vaddr: u8 @ 32 + 8, vdata: u8 @ 40 + 8, srsrc: u8 @ 48 + 5, ssamp: u8 @ 53 + 5, unused58: u8 @ 58 + 4,
        a16: bool @ 62 + 1, d16: bool @ 63 + 1,
    }
    /// EXP: export.
    ExpFields {
        en: u8 @ 0 + 4, tgt: u8 @ 4 + 6, compr: bool @ 10 + 1, done: bool @ 11 + 1, vm: bool @ 12 + 1,
        unused13: u16 @ 13 + 13,
        vsrc0: u8 @ 32 + 8, vsrc1: u8 @ 40 + 8, vsrc2: u8 @ 48 + 8, vsrc3: u8 @ 56 + 8,
    }
}

/// Scalar register code that stands for "none".
pub const NULL: u8 = 125;

impl SmemFields {
    /// The immediate byte offset, 21 bits signed.
    pub const fn signed_offset(&self) -> i32 {
        ((self.offset << 11) as i32) >> 11
    }

    /// The SGPR that holds a byte offset; null means none.
    pub const fn offset_register(&self) -> Option<u8> {
        if self.soffset == NULL { None } else { Some(self.soffset) }
    }
}

impl DsFields {
    /// The 16-bit byte offset of instructions with one offset.
    pub const fn offset(&self) -> u16 {
        self.offset0 as u16 | (self.offset1 as u16) << 8
    }
}

impl MubufFields {
    /// Whether data goes to LDS instead of VGPRs.
    pub const fn writes_lds(&self, row: &crate::row::Row) -> bool {
        self.lds && row.flags.contains(crate::row::Flags::LDS)
    }

    /// Whether a dword of status follows the data (`tfe`).
    pub fn has_status(&self, row: &crate::row::Row) -> bool {
        self.tfe && !self.writes_lds(row) && row.memory != crate::row::Memory::Atomic
    }
}

impl FlatFields {
    /// Whether data goes to LDS instead of VGPRs.
    pub const fn writes_lds(&self, row: &crate::row::Row) -> bool {
        self.lds && row.flags.contains(crate::row::Flags::LDS)
    }

    /// The SGPR (pair) that holds the base address. Null means none; so does 127 in global addresses, as AMD's guide
    /// has it (LLVM refuses it). Flat addresses have none. In scratch addresses 127 turns both addresses off, see
    /// [`FlatFields::has_vector_address`].
    pub fn scalar_base(&self, family: crate::row::Family) -> Option<u8> {
        match (family, self.saddr) {
            (crate::row::Family::FLAT, _) | (_, NULL | 127) => None,
            (_, saddr) => Some(saddr),
        }
    }

    /// Whether a VGPR holds (a part of) the address: always but in scratch addresses with a scalar part.
    pub fn has_vector_address(&self, family: crate::row::Family) -> bool {
        family != crate::row::Family::SCRATCH || self.saddr == NULL
    }

    /// The immediate byte offset: 12 bits, signed but for flat addresses.
    pub fn byte_offset(&self, family: crate::row::Family) -> i32 {
        let offset = i32::from(self.offset & 0xfff);
        if family != crate::row::Family::FLAT && offset >= 0x800 { offset - 0x1000 } else { offset }
    }
}

macro_rules! field_sets {
    ($($variant:ident($ty:ident)),* $(,)?) => {
        /// The fields of an instruction, by the encoding it is written in.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[allow(missing_docs, reason = "one variant an encoding")]
        pub enum Fields { $( $variant($ty), )* }

        impl Fields {
            /// The fields at their places, without fixed bits and opcode.
            pub fn pack(self) -> u64 {
                match self { $( Fields::$variant(f) => f.pack(), )* }
            }

            /// Names and places of the fields.
            pub fn infos(self) -> &'static [FieldInfo] {
                match self { $( Fields::$variant(_) => $ty::FIELDS, )* }
            }
        }
    };
}
field_sets! {
    Sop1(Sop1Fields), Sop2(Sop2Fields), Sopc(SopcFields), Sopk(SopkFields), Sopp(SoppFields), Smem(SmemFields),
    Vop1(Vop1Fields), Vop2(Vop2Fields), Vopc(VopcFields), Vintrp(VintrpFields), Vop3(Vop3Fields), Vop3b(Vop3bFields),
    Vop3p(Vop3pFields), Sdwa(SdwaFields), Sdwab(SdwabFields), Dpp16(Dpp16Fields), Dpp8(Dpp8Fields), Ds(DsFields),
    Flat(FlatFields), Mubuf(MubufFields), Mtbuf(MtbufFields), Mimg(MimgFields), Exp(ExpFields),
}
