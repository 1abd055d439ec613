//! What a row of the instruction tables says.
//!
//! Requires: nothing. Ensures: plain constant data, usable in `const`. Leaves alone: bit positions (see
//! [`crate::fields`]) and text (see [`crate::text`]).

use bitflags::bitflags;

/// Families of instructions as AMD's manuals group them: the encoding in which the number is counted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[allow(missing_docs, reason = "the manual's own names")]
pub enum Family {
    SOP1,
    SOP2,
    SOPC,
    SOPK,
    SOPP,
    SMEM,
    VOP1,
    VOP2,
    VOPC,
    VOP3,
    VOP3P,
    VINTRP,
    DS,
    FLAT,
    GLOBAL,
    SCRATCH,
    MUBUF,
    MTBUF,
    MIMG,
    EXP,
}

impl Family {
    /// All families.
    pub const ALL: [Family; 20] = [
        Family::SOP1,
        Family::SOP2,
        Family::SOPC,
        Family::SOPK,
        Family::SOPP,
        Family::SMEM,
        Family::VOP1,
        Family::VOP2,
        Family::VOPC,
        Family::VOP3,
        Family::VOP3P,
        Family::VINTRP,
        Family::DS,
        Family::FLAT,
        Family::GLOBAL,
        Family::SCRATCH,
        Family::MUBUF,
        Family::MTBUF,
        Family::MIMG,
        Family::EXP,
    ];

    /// The family's name in the manuals.
    pub fn name(self) -> String {
        format!("{self:?}")
    }

    /// What has to be added to a number of this family to get its number in the VOP3 encoding
    /// (RDNA 1 ISA guide, chapter 13.3.4: VOPC at 0, VOP2 at 256, VOP1 at 384, VINTRP at 512).
    pub const fn vop3_base(self) -> Option<u16> {
        match self {
            Family::VOPC | Family::VOP3 => Some(0),
            Family::VOP2 => Some(0x100),
            Family::VOP1 => Some(0x180),
            Family::VINTRP => Some(0x200),
            _ => None,
        }
    }
}

/// The places of an encoding that name an operand. Slots of one row stand in the order of LLVM's text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[allow(non_camel_case_types, missing_docs, reason = "the field names of the encodings")]
pub enum Slot {
    /// Scalar destination (7 bits).
    sdst,
    /// First scalar source (8 bits, constants and literal allowed).
    ssrc0,
    /// Second scalar source.
    ssrc1,
    /// Scalar register read through the `sdst` field (SOPK compares, `s_setreg_b32`).
    ssrc,
    /// Vector destination; an SGPR for `v_readfirstlane_b32`, `v_readlane_b32` and compares in VOP3 form.
    vdst,
    /// Lane mask written besides the vector destination (VOP3B), VCC in the short encodings.
    vcc_dst,
    /// First vector source (9 bits).
    src0,
    /// Second vector source (9 bits in VOP3, VGPR in VOP2 and VOPC).
    src1,
    /// Third vector source (9 bits), VOP3 only; VCC in the short encodings.
    src2,
    /// Literal that is always there, before or after `src1` in text as the row has it.
    literal,
    /// VGPR of the barycentric coordinate of the interpolation instructions.
    vsrc,
    /// Vector address (LDS address, flat address, buffer index and offset, image coordinates).
    vaddr,
    /// Vector data of buffer and image instructions.
    vdata,
    /// First data VGPR of LDS instructions, data of flat stores and atomics.
    data0,
    /// Second data VGPR of LDS instructions.
    data1,
    /// Scalar address of flat instructions (null: none).
    saddr,
    /// Buffer or image descriptor.
    srsrc,
    /// Sampler descriptor.
    ssamp,
    /// Scalar byte offset.
    soffset,
    /// Scalar base address or descriptor of SMEM.
    sbase,
    /// Scalar data of SMEM.
    sdata,
    /// The four sources of an export.
    exp_src,
}

/// Type of an operand: width and how the bits are read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[allow(missing_docs, reason = "kind letter and width in bits")]
pub enum Ty {
    U8,
    I8,
    I4,
    B16,
    U16,
    I16,
    F16,
    U24,
    I24,
    B32,
    U32,
    I32,
    F32,
    B64,
    U64,
    I64,
    F64,
    B96,
    B128,
    B160,
    B256,
    B512,
    /// One bit per lane: 32 or 64 bits by the wave size.
    Mask,
    /// As many dwords as `dmask`, `d16`, `tfe` (data) or `dim`, `a16` and the modifiers (address) say.
    Image,
    /// 4 or 8 dwords: an image descriptor, 4 with `r128`.
    ImageRsrc,
}

impl Ty {
    /// Width in dwords of the registers that hold it; `wave` in lanes for masks. 0 where only the instruction knows.
    pub const fn dwords(self, wave: u32) -> u8 {
        match self {
            Ty::B64 | Ty::U64 | Ty::I64 | Ty::F64 => 2,
            Ty::B96 => 3,
            Ty::B128 => 4,
            Ty::B160 => 5,
            Ty::B256 => 8,
            Ty::B512 => 16,
            Ty::Mask => (wave / 32) as u8,
            Ty::Image | Ty::ImageRsrc => 0,
            _ => 1,
        }
    }

    /// Whether the bits are read as a floating-point number, so that `neg` and `abs` may stand.
    pub const fn is_float(self) -> bool {
        matches!(self, Ty::F16 | Ty::F32 | Ty::F64)
    }

    /// Whether only 16 bits are read.
    pub const fn is_16bit(self) -> bool {
        matches!(self, Ty::B16 | Ty::U16 | Ty::I16 | Ty::F16)
    }
}

/// One operand of a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Operand {
    /// Where the encoding names it.
    pub slot: Slot,
    /// What it is.
    pub ty: Ty,
}

bitflags! {
    /// State outside the named operands.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub struct Implicit: u16 {
        /// Scalar condition code.
        const SCC = 1;
        /// Vector condition code.
        const VCC = 2;
        /// Mask of active lanes.
        const EXEC = 4;
        /// M0.
        const M0 = 8;
        /// The MODE register (rounding, denormals, IEEE, clamp).
        const MODE = 16;
        /// FLAT_SCRATCH.
        const FLAT_SCR = 32;
        /// The program counter.
        const PC = 64;
    }
}

bitflags! {
    /// Encodings in which an instruction exists besides its own.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub struct Forms: u8 {
        /// Sub-dword addressing.
        const SDWA = 1;
        /// Data-parallel primitives with a 9-bit control.
        const DPP16 = 2;
        /// Data-parallel primitives with eight lane selects.
        const DPP8 = 4;
        /// The 64-bit VOP3 encoding.
        const VOP3 = 8;
    }
}

bitflags! {
    /// Parts that decode an instruction.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub struct Targets: u8 {
        /// Navi 10 and its sisters.
        const GFX1010 = 1;
        /// The console part as LLVM knows it.
        const GFX1013 = 2;
        /// Navi 21 and its sisters.
        const GFX1030 = 4;
        /// Not in LLVM's gfx1013: seen in console code, in AMD's machine-readable description or measured on silicon.
        const CONSOLE = 8;
    }
}

bitflags! {
    /// Peculiarities that decoding or text need.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub struct Flags: u32 {
        /// The destination is read too (multiply-accumulate, partial writes, swaps).
        const TIED = 1;
        /// VOP3B: bits 14:8 of the first word name a lane mask that is written.
        const VOP3B = 2;
        /// The first source names a register, never a constant.
        const REGISTER_SOURCE = 4;
        /// The 16-bit constant of the encoding is not used.
        const NO_IMMEDIATE = 8;
        /// The VOP3 form of an integer instruction has a clamp (float instructions have it anyway).
        const CLAMP = 16;
        /// The VOP3 form selects halves of its operands.
        const OP_SEL = 32;
        /// No output multiplier although the result is a float or is converted from one.
        const NO_OMOD = 64;
        /// The vector destination field names a scalar register.
        const SCALAR_DST = 128;
        /// The sources behind the first are scalar (lane numbers).
        const SCALAR_SOURCES = 256;
        /// Each source is a 32-bit or a 16-bit float, as `op_sel_hi` says.
        const MIXED = 512;
        /// The sources take sign and absolute value although they are not typed as floats.
        const FLOAT_MODIFIERS = 1024;
        /// Two 16-bit values in each operand of an instruction outside VOP3P.
        const PACKED = 2048;
        /// Interpolation outside the VINTRP family.
        const INTERPOLATION = 4096;
        /// LDS: two 8-bit offsets in units of the element instead of one 16-bit byte offset.
        const TWO_OFFSETS = 0x2000;
        /// A load that may write LDS instead of VGPRs (`lds` bit), which then has no data operand.
        const LDS = 0x4000;
        /// LDS encoding, but only the global data share takes it.
        const GDS = 0x8000;
        /// M0 shifts the number of a register operand: any register may be meant.
        const INDIRECT = 0x1_0000;
    }
}

/// What an instruction does to memory.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Memory {
    /// Nothing.
    None,
    /// Reads.
    Load,
    /// Writes.
    Store,
    /// Reads, computes and writes in one step.
    Atomic,
    /// Acts on caches or counters only.
    Cache,
}

/// One instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Row {
    /// LLVM's mnemonic without an encoding suffix.
    pub name: &'static str,
    /// The encoding in which `number` counts.
    pub family: Family,
    /// Opcode number in that encoding.
    pub number: u16,
    /// Operands in the order of LLVM's text.
    pub operands: &'static [Operand],
    /// State read besides the operands.
    pub reads: Implicit,
    /// State written besides the operands.
    pub writes: Implicit,
    /// Other encodings.
    pub forms: Forms,
    /// Parts that have it.
    pub targets: Targets,
    /// What it does to memory.
    pub memory: Memory,
    /// Peculiarities.
    pub flags: Flags,
    /// Meaning in a sentence.
    pub doc: &'static str,
}

impl Row {
    /// Whether hardware takes the instruction with DPP although LLVM does not: ACO fuses DPP into the compares of 16
    /// and 32 bits that do not write EXEC, on all generations since gfx8.
    pub const fn takes_dpp_unlisted(&self) -> bool {
        matches!(self.family, Family::VOPC)
            && self.forms.contains(Forms::SDWA)
            && !self.writes.contains(Implicit::EXEC)
    }

    /// A row without attributes, present on all gfx10 parts.
    pub const fn new(
        name: &'static str,
        family: Family,
        number: u16,
        operands: &'static [Operand],
        doc: &'static str,
    ) -> Row {
        Row {
            name,
            family,
            number,
            operands,
            doc,
            reads: Implicit::empty(),
            writes: Implicit::empty(),
            forms: Forms::empty(),
            targets: Targets::GFX1010.union(Targets::GFX1013).union(Targets::GFX1030),
            memory: Memory::None,
            flags: Flags::empty(),
        }
    }

    pub(crate) const fn with_reads(mut self, v: Implicit) -> Row {
        self.reads = v;
        self
    }
    pub(crate) const fn with_writes(mut self, v: Implicit) -> Row {
        self.writes = v;
        self
    }
    pub(crate) const fn with_forms(mut self, v: Forms) -> Row {
        self.forms = v;
        self
    }
    pub(crate) const fn with_targets(mut self, v: Targets) -> Row {
        self.targets = v;
        self
    }
    pub(crate) const fn with_memory(mut self, v: Memory) -> Row {
        self.memory = v;
        self
    }
    pub(crate) const fn with_flags(mut self, v: Flags) -> Row {
        self.flags = v;
        self
    }

    /// The operand in a slot.
    pub fn operand(&self, slot: Slot) -> Option<Operand> {
        self.operands.iter().copied().find(|o| o.slot == slot)
    }

    /// The operand's type in a slot.
    pub fn ty(&self, slot: Slot) -> Option<Ty> {
        self.operand(slot).map(|o| o.ty)
    }

    /// Whether each operand holds two 16-bit values.
    pub fn is_packed(&self) -> bool {
        self.flags.contains(Flags::PACKED)
            || self.family == Family::VOP3P && !self.flags.contains(Flags::MIXED)
    }

    /// Whether it is one of the interpolation instructions, which read an attribute from the parameter cache.
    pub fn is_interpolation(&self) -> bool {
        self.family == Family::VINTRP || self.flags.contains(Flags::INTERPOLATION)
    }

    /// How many of `src0`, `src1`, `src2` there are.
    pub fn source_count(&self) -> usize {
        self.operands.iter().filter(|o| matches!(o.slot, Slot::src0 | Slot::src1 | Slot::src2)).count()
    }

    /// Whether a source of type `ty` takes sign and absolute value.
    pub fn has_float_modifiers(&self, ty: Ty) -> bool {
        ty.is_float() || self.flags.contains(Flags::FLOAT_MODIFIERS) && ty != Ty::Mask
    }

    /// Whether an integer source of type `ty` takes the negation bit as a sign extension: LLVM gives this meaning to
    /// integer sources next to a float one (`v_ldexp_*`, `v_trig_preop_f64`, `v_cvt_pk_u8_f32`), compares excepted.
    pub fn has_sign_extension(&self, ty: Ty) -> bool {
        self.family != Family::VOPC
            && !ty.is_float()
            && ty != Ty::Mask
            && self.ty(Slot::src0).is_some_and(Ty::is_float)
    }

    /// Number in the VOP3 encoding, where the instruction has that form.
    pub fn vop3_number(&self) -> Option<u16> {
        if self.family != Family::VOP3 && !self.forms.contains(Forms::VOP3) {
            return None;
        }
        Some(self.number + self.family.vop3_base()?)
    }
}
