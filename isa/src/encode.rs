//! From [`Inst`] back to words.
//!
//! Requires: fields of the encoding the opcode has. Ensures: `encode(decode(w)) = w`, ignored fields included.

use crate::decode::{DPP8, DPP8_FI, DPP16, SDWA};
use crate::fields::Fields;
use crate::inst::{Inst, Words};
use crate::row::{Family, Forms};

/// Why an instruction cannot be encoded.
#[derive(Clone, PartialEq, Eq, Hash, Debug, thiserror::Error)]
pub enum EncodeError {
    /// The opcode does not exist in the encoding of the fields.
    #[error("{name} does not exist in this encoding")]
    WrongEncoding {
        /// The instruction.
        name: &'static str,
    },
    /// A literal is there but not asked for, or the other way round.
    #[error("{name}: the sources and the literal dword do not agree")]
    Literal {
        /// The instruction.
        name: &'static str,
    },
    /// The number of NSA address bytes does not fit the `nsa` field.
    #[error("{name}: {have} address bytes, the nsa field asks for {want}")]
    Nsa {
        /// The instruction.
        name: &'static str,
        /// Bytes given.
        have: usize,
        /// Bytes wanted.
        want: usize,
    },
}

/// The words of an instruction.
///
/// # Errors
/// [`EncodeError`] where opcode, fields and literal do not belong together.
pub fn encode(inst: &Inst) -> Result<Words, EncodeError> {
    let row = inst.op.row();
    let wrong = EncodeError::WrongEncoding { name: row.name };
    let number = u64::from(row.number);
    // Fixed bits and opcode of a short vector instruction whose src0 field holds `code`.
    let short = |code: u16| {
        Ok(u64::from(code)
            | match row.family {
                Family::VOP1 => 0x7e00_0000 | number << 9,
                Family::VOP2 => number << 25,
                Family::VOPC => 0x7c00_0000 | number << 17,
                _ => return Err(wrong.clone()),
            })
    };
    let family = |family: Family, bits: u64| if row.family == family { Ok(bits) } else { Err(wrong.clone()) };
    let unlisted = row.takes_dpp_unlisted();
    let form = |form: Forms, code: u16| {
        if row.forms.contains(form) || unlisted { short(code) } else { Err(wrong.clone()) }
    };
    let (fixed, dwords) = match inst.fields {
        Fields::Sop1(_) => (family(Family::SOP1, 0xbe80_0000 | number << 8)?, 1),
        Fields::Sop2(_) => (family(Family::SOP2, 0x8000_0000 | number << 23)?, 1),
        Fields::Sopc(_) => (family(Family::SOPC, 0xbf00_0000 | number << 16)?, 1),
        Fields::Sopk(_) => (family(Family::SOPK, 0xb000_0000 | number << 23)?, 1),
        Fields::Sopp(_) => (family(Family::SOPP, 0xbf80_0000 | number << 16)?, 1),
        Fields::Vintrp(_) => (family(Family::VINTRP, 0xc800_0000 | number << 16)?, 1),
        Fields::Vop1(_) => (family(Family::VOP1, short(0)?)?, 1),
        Fields::Vop2(_) => (family(Family::VOP2, short(0)?)?, 1),
        Fields::Vopc(_) => (family(Family::VOPC, short(0)?)?, 1),
        Fields::Vop3(_) | Fields::Vop3b(_) => {
            (0xd400_0000 | u64::from(row.vop3_number().ok_or(wrong)?) << 16, 2)
        }
        Fields::Vop3p(_) => (family(Family::VOP3P, 0xcc00_0000 | number << 16)?, 2),
        Fields::Sdwa(_) | Fields::Sdwab(_) => (form(Forms::SDWA, SDWA)?, 2),
        Fields::Dpp16(_) => (form(Forms::DPP16, DPP16)?, 2),
        Fields::Dpp8(f) if f.src0_code == DPP8 || f.src0_code == DPP8_FI => (form(Forms::DPP8, 0)?, 2),
        Fields::Dpp8(_) => return Err(wrong),
        Fields::Smem(_) => (family(Family::SMEM, 0xf400_0000 | number << 18)?, 2),
        Fields::Ds(_) => (family(Family::DS, 0xd800_0000 | number << 18)?, 2),
        Fields::Flat(f) => match (row.family, f.seg) {
            (Family::FLAT, 0) | (Family::SCRATCH, 1) | (Family::GLOBAL, 2) => (0xdc00_0000 | number << 18, 2),
            _ => return Err(wrong),
        },
        Fields::Mubuf(_) => (family(Family::MUBUF, 0xe000_0000 | number << 18)?, 2),
        Fields::Mtbuf(_) => {
            (family(Family::MTBUF, 0xe800_0000 | (number & 7) << 16 | (number >> 3) << 53)?, 2)
        }
        Fields::Mimg(_) => (family(Family::MIMG, 0xf000_0000 | (number & 0x7f) << 18 | number >> 7)?, 2),
        Fields::Exp(_) => (family(Family::EXP, 0xf800_0000)?, 2),
    };
    let bits = fixed | inst.fields.pack();
    let mut words = Words::new();
    words.push(bits as u32);
    if dwords == 2 {
        words.push((bits >> 32) as u32);
    }
    let nsa = if let Fields::Mimg(f) = inst.fields { usize::from(f.nsa) * 4 } else { 0 };
    if inst.nsa.len() != nsa {
        return Err(EncodeError::Nsa { name: row.name, have: inst.nsa.len(), want: nsa });
    }
    for quad in inst.nsa.chunks_exact(4) {
        words.push(quad.iter().rev().fold(0, |w, &b| w << 8 | u32::from(b)));
    }
    if inst.literal.is_some() != crate::decode::wants_literal(inst.op, &inst.fields) {
        return Err(EncodeError::Literal { name: row.name });
    }
    words.extend(inst.literal);
    Ok(words)
}
