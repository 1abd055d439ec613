//! The encodings an instruction is written in: its own and the ones its row lists besides.
//!
//! Requires: nothing. Ensures: every form of every row, each once. Leaves alone: field values.

use crate::fields::{
    Dpp8Fields, Dpp16Fields, DsFields, ExpFields, Fields, FlatFields, MimgFields, MtbufFields, MubufFields,
    SdwaFields, SdwabFields, SmemFields, Sop1Fields, Sop2Fields, SopcFields, SopkFields, SoppFields,
    VintrpFields, Vop1Fields, Vop2Fields, Vop3Fields, Vop3bFields, Vop3pFields, VopcFields,
};
use crate::op::Op;
use crate::row::{Family, Flags, Forms};

/// How an instruction is written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Form {
    /// The encoding of its family.
    Own,
    /// The 64-bit VOP3 encoding of a short instruction.
    Vop3,
    /// Sub-dword addressing.
    Sdwa,
    /// Data-parallel primitives with a 9-bit control.
    Dpp16,
    /// Data-parallel primitives with eight lane selects.
    Dpp8,
}

impl Form {
    /// All forms.
    pub const ALL: [Form; 5] = [Form::Own, Form::Vop3, Form::Sdwa, Form::Dpp16, Form::Dpp8];

    /// The forms of an instruction, its own first.
    pub fn of(op: Op) -> impl Iterator<Item = Form> {
        let forms = op.row().forms;
        Form::ALL.into_iter().filter(move |form| match form {
            Form::Own => true,
            Form::Vop3 => forms.contains(Forms::VOP3),
            Form::Sdwa => forms.contains(Forms::SDWA),
            Form::Dpp16 => forms.contains(Forms::DPP16),
            Form::Dpp8 => forms.contains(Forms::DPP8),
        })
    }

    /// The form in which an instruction's fields are.
    pub const fn of_fields(family: Family, fields: &Fields) -> Form {
        match fields {
            Fields::Sdwa(_) | Fields::Sdwab(_) => Form::Sdwa,
            Fields::Dpp16(_) => Form::Dpp16,
            Fields::Dpp8(_) => Form::Dpp8,
            Fields::Vop3(_) | Fields::Vop3b(_) if !matches!(family, Family::VOP3) => Form::Vop3,
            _ => Form::Own,
        }
    }

    /// The name in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Form::Own => "own",
            Form::Vop3 => "VOP3",
            Form::Sdwa => "SDWA",
            Form::Dpp16 => "DPP16",
            Form::Dpp8 => "DPP8",
        }
    }
}

/// Reads the fields of an instruction's form out of the bits of its first two dwords. Fixed bits and opcode are not
/// looked at; fields that the family fixes (segment, selector of the form) get their value.
pub(crate) fn unpack(op: Op, form: Form, bits: u64) -> Fields {
    let row = op.row();
    match form {
        Form::Sdwa if row.family == Family::VOPC => return Fields::Sdwab(SdwabFields::unpack(bits)),
        Form::Sdwa => {
            let mut f = SdwaFields::unpack(bits);
            f.vsrc1 = if row.family == Family::VOP1 { 0 } else { f.vsrc1 };
            return Fields::Sdwa(f);
        }
        Form::Dpp16 => {
            let mut f = Dpp16Fields::unpack(bits);
            f.vsrc1 = if row.family == Family::VOP1 { 0 } else { f.vsrc1 };
            return Fields::Dpp16(f);
        }
        Form::Dpp8 => {
            let mut f = Dpp8Fields::unpack(bits);
            f.vsrc1 = if row.family == Family::VOP1 { 0 } else { f.vsrc1 };
            f.src0_code = crate::decode::DPP8 + (f.src0_code & 1);
            return Fields::Dpp8(f);
        }
        Form::Own | Form::Vop3 => {}
    }
    let vop3 = || {
        if row.flags.contains(Flags::VOP3B) {
            Fields::Vop3b(Vop3bFields::unpack(bits))
        } else {
            Fields::Vop3(Vop3Fields::unpack(bits))
        }
    };
    if form == Form::Vop3 {
        return vop3();
    }
    let flat = |seg: u8| Fields::Flat(FlatFields { seg, ..FlatFields::unpack(bits) });
    match row.family {
        Family::SOP1 => Fields::Sop1(Sop1Fields::unpack(bits)),
        Family::SOP2 => Fields::Sop2(Sop2Fields::unpack(bits)),
        Family::SOPC => Fields::Sopc(SopcFields::unpack(bits)),
        Family::SOPK => Fields::Sopk(SopkFields::unpack(bits)),
        Family::SOPP => Fields::Sopp(SoppFields::unpack(bits)),
        Family::SMEM => Fields::Smem(SmemFields::unpack(bits)),
        Family::VOP1 => Fields::Vop1(Vop1Fields::unpack(bits)),
        Family::VOP2 => Fields::Vop2(Vop2Fields::unpack(bits)),
        Family::VOPC => Fields::Vopc(VopcFields::unpack(bits)),
        Family::VOP3 => vop3(),
        Family::VOP3P => Fields::Vop3p(Vop3pFields::unpack(bits)),
        Family::VINTRP => Fields::Vintrp(VintrpFields::unpack(bits)),
        Family::DS => Fields::Ds(DsFields::unpack(bits)),
        Family::FLAT => flat(0),
        Family::SCRATCH => flat(1),
        Family::GLOBAL => flat(2),
        Family::MUBUF => Fields::Mubuf(MubufFields::unpack(bits)),
        Family::MTBUF => Fields::Mtbuf(MtbufFields::unpack(bits)),
        Family::MIMG => Fields::Mimg(MimgFields::unpack(bits)),
        Family::EXP => Fields::Exp(ExpFields::unpack(bits)),
    }
}
