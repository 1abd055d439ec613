//! Validity of field values: what strict decoding refuses and default decoding reports as ignored.
//!
//! Requires: a decoded instruction. Ensures: strict decoding takes what LLVM's gfx1013 takes, no more; default decoding
//! takes unused fields with any value, names them in [`Inst::ignored`] and leaves them in place.
//! Leaves alone: the words.
//!
//! Rules follow from the rows (which slots exist, which types they have); exceptions stand at the rule they break, with
//! the reason.

pub(crate) mod image;
mod memory;
mod scalar;
mod vector;

use crate::decode::{DecodeErrorKind, DecodeOptions, Strictness};
use crate::inst::Inst;
use crate::row::{Family, Row};

/// What a check looks at and where it reports.
pub(crate) struct Checker<'a> {
    /// The instruction.
    pub inst: &'a mut Inst,
    /// Its row.
    pub row: &'static Row,
    /// Whether LLVM's limits hold.
    pub strict: bool,
    /// Lanes of a wave.
    pub wave: u32,
}

impl Checker<'_> {
    /// A field whose value means nothing anywhere.
    pub(crate) fn bad<T>(
        &self,
        field: &'static str,
        value: u32,
        why: &'static str,
    ) -> Result<T, DecodeErrorKind> {
        Err(DecodeErrorKind::BadField { name: self.row.name, field, value, why })
    }

    /// A field that the instruction does not use: refused in strict decoding, reported otherwise, when not `expected`.
    #[inline]
    pub(crate) fn unused(
        &mut self,
        field: &'static str,
        value: u32,
        expected: u32,
    ) -> Result<(), DecodeErrorKind> {
        if value == expected { Ok(()) } else { self.unused_slow(field, value) }
    }

    #[cold]
    fn unused_slow(&mut self, field: &'static str, value: u32) -> Result<(), DecodeErrorKind> {
        if self.strict {
            return self.bad(field, value, "the instruction does not use the field");
        }
        self.inst.ignored.push(field);
        Ok(())
    }

    /// A field that the instruction does not use and LLVM does not look at: reported when not `expected`.
    #[inline]
    pub(crate) fn lenient(&mut self, field: &'static str, value: u32, expected: u32) {
        if value != expected {
            self.inst.ignored.push(field);
        }
    }

    /// A scalar register or range, by its 7-bit code: pairs have no place at VCC_HI, M0 and EXEC_HI.
    #[inline]
    pub(crate) fn scalar_register(
        &self,
        field: &'static str,
        code: u32,
        dwords: u32,
    ) -> Result<(), DecodeErrorKind> {
        self.must(
            dwords < 2 || !matches!(code, 107 | 124 | 127),
            field,
            code,
            "no 64-bit operand begins there",
        )
    }

    /// A source of 8 or 9 bits: VGPR, scalar register, constant, literal or special value.
    #[inline]
    pub(crate) fn source(&self, field: &'static str, code: u32, dwords: u32) -> Result<(), DecodeErrorKind> {
        match code {
            0..=127 => self.scalar_register(field, code, dwords),
            209..=234 | 249 | 250 => self.bad(field, code, "reserved source code"),
            254 if dwords > 1 => self.bad(field, code, "LDS is read directly as 32 bits only"),
            256.. => self.vgpr(field, code - 256, dwords),
            _ => Ok(()),
        }
    }

    /// A range of VGPRs, which must end at v255.
    #[inline]
    pub(crate) fn vgpr(&self, field: &'static str, first: u32, dwords: u32) -> Result<(), DecodeErrorKind> {
        self.must(first + dwords <= 256, field, first, "the range ends behind v255")
    }

    /// Something that nothing takes: an error in both modes.
    #[inline]
    pub(crate) fn must(
        &self,
        ok: bool,
        field: &'static str,
        value: u32,
        why: &'static str,
    ) -> Result<(), DecodeErrorKind> {
        if ok { Ok(()) } else { self.bad(field, value, why) }
    }
}

/// Checks the values of an instruction's fields.
pub(crate) fn check(inst: &mut Inst, options: DecodeOptions) -> Result<(), DecodeErrorKind> {
    let row = inst.op.row();
    let strict = options.strictness == Strictness::Strict;
    let mut c = Checker { inst, row, strict, wave: options.wave_size };
    match row.family {
        Family::SOP1 | Family::SOP2 | Family::SOPC | Family::SOPK | Family::SOPP => scalar::check(&mut c),
        Family::VOP1
        | Family::VOP2
        | Family::VOPC
        | Family::VOP3
        | Family::VOP3P
        | Family::VINTRP
        | Family::EXP => vector::check(&mut c),
        Family::SMEM
        | Family::DS
        | Family::FLAT
        | Family::GLOBAL
        | Family::SCRATCH
        | Family::MUBUF
        | Family::MTBUF => memory::check(&mut c),
        Family::MIMG => image::check(&mut c),
    }
}
