//! From words to [`Inst`].
//!
//! Requires: dwords in memory order. Ensures: one instruction or an error with pc and words; never a panic, never a
//! guess. The encoding is found by its fixed bits, most fixed bits first; the opcode by the family's index.
//! Leaves alone: everything after the instruction.

use crate::fields::{
    Dpp8Fields, Dpp16Fields, DsFields, ExpFields, Fields, FlatFields, MimgFields, MtbufFields, MubufFields,
    SdwaFields, SdwabFields, SmemFields, Sop1Fields, Sop2Fields, SopcFields, SopkFields, SoppFields,
    VintrpFields, Vop1Fields, Vop2Fields, Vop3Fields, Vop3bFields, Vop3pFields, VopcFields,
};
use crate::inst::{Inst, Words};
use crate::op::Op;
use crate::row::{Family, Flags, Forms, Slot, Targets};
use smallvec::SmallVec;

/// How much the decoder takes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Strictness {
    /// What hardware very likely takes: unused fields may hold anything (reported in [`Inst::ignored`]) and the opcodes
    /// that only console code or other gfx10 parts show are known.
    #[default]
    Default,
    /// What LLVM's gfx1013 takes.
    Strict,
}

/// Options of the decoder.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct DecodeOptions {
    /// How much is taken.
    pub strictness: Strictness,
    /// Lanes of a wave: 32 or 64.
    pub wave_size: u32,
}

impl Default for DecodeOptions {
    fn default() -> Self {
        DecodeOptions { strictness: Strictness::Default, wave_size: 64 }
    }
}

/// Why words are no instruction.
#[derive(Clone, PartialEq, Eq, Hash, Debug, thiserror::Error)]
pub enum DecodeErrorKind {
    /// The code ends inside the instruction.
    #[error("truncated: the instruction needs {need} bytes, {have} are left")]
    Truncated {
        /// Bytes the instruction has.
        need: u32,
        /// Bytes that are there.
        have: u32,
    },
    /// The fixed bits belong to no encoding.
    #[error("no encoding of gfx10 begins with these bits")]
    UnknownEncoding,
    /// The opcode is not defined in its encoding.
    #[error("{family:?} has no opcode {number:#x}")]
    UnknownOpcode {
        /// The encoding.
        family: Family,
        /// The number.
        number: u16,
    },
    /// The instruction exists, but not on this part.
    #[error("{name} does not exist on gfx1013")]
    NotOnTarget {
        /// The instruction.
        name: &'static str,
    },
    /// The instruction has no such form (SDWA, DPP, literal).
    #[error("{name} has no {form} form")]
    NoSuchForm {
        /// The instruction.
        name: &'static str,
        /// The form.
        form: &'static str,
    },
    /// A field has a value that means nothing.
    #[error("{name}: field {field} must not be {value:#x}: {why}")]
    BadField {
        /// The instruction.
        name: &'static str,
        /// The field.
        field: &'static str,
        /// Its value.
        value: u32,
        /// What is wrong with it.
        why: &'static str,
    },
}

/// Words that are no instruction: where, which, why.
#[derive(Clone, PartialEq, Eq, Hash, Debug, thiserror::Error)]
#[error("pc {pc:#06x}, words {}: {kind}", hex(.words))]
pub struct DecodeError {
    /// Byte address of the first word.
    pub pc: u64,
    /// The words as far as they were looked at.
    pub words: Words,
    /// The reason.
    pub kind: DecodeErrorKind,
}

/// Words as hexadecimal numbers separated by spaces.
pub fn hex(words: &[u32]) -> String {
    words.iter().map(|w| format!("{w:08x}")).collect::<Vec<_>>().join(" ")
}

impl DecodeError {
    /// Stable code of the kind of error.
    pub fn code(&self) -> &'static str {
        match self.kind {
            DecodeErrorKind::Truncated { .. } => "ISA0001",
            DecodeErrorKind::UnknownEncoding => "ISA0002",
            DecodeErrorKind::UnknownOpcode { .. } => "ISA0003",
            DecodeErrorKind::NotOnTarget { .. } => "ISA0004",
            DecodeErrorKind::NoSuchForm { .. } => "ISA0005",
            DecodeErrorKind::BadField { .. } => "ISA0006",
        }
    }
}

/// Source code that says "a literal dword follows".
pub const LITERAL: u16 = 255;
/// `src0` code that says SDWA.
pub const SDWA: u16 = 249;
/// `src0` code that says DPP16.
pub const DPP16: u16 = 250;
/// `src0` code that says DPP8.
pub const DPP8: u16 = 233;
/// `src0` code that says DPP8 with values of inactive lanes fetched.
pub const DPP8_FI: u16 = 234;

/// The encodings of gfx10 by their fixed bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "the manual's own names")]
pub enum Encoding {
    Sop1,
    Sopc,
    Sopp,
    Vop1,
    Vopc,
    Vintrp,
    Vop3,
    Vop3p,
    Smem,
    Ds,
    Flat,
    Mubuf,
    Mtbuf,
    Mimg,
    Exp,
    Sopk,
    Sop2,
    Vop2,
}

/// Fixed bits of the first dword, most fixed bits first: value, mask, encoding.
pub const ENCODINGS: [(u32, u32, Encoding); 18] = [
    (0xbe80_0000, 0xff80_0000, Encoding::Sop1),
    (0xbf00_0000, 0xff80_0000, Encoding::Sopc),
    (0xbf80_0000, 0xff80_0000, Encoding::Sopp),
    (0xcc00_0000, 0xff00_0000, Encoding::Vop3p),
    (0x7e00_0000, 0xfe00_0000, Encoding::Vop1),
    (0x7c00_0000, 0xfe00_0000, Encoding::Vopc),
    (0xc800_0000, 0xfc00_0000, Encoding::Vintrp),
    (0xd400_0000, 0xfc00_0000, Encoding::Vop3),
    (0xf400_0000, 0xfc00_0000, Encoding::Smem),
    (0xd800_0000, 0xfc00_0000, Encoding::Ds),
    (0xdc00_0000, 0xfc00_0000, Encoding::Flat),
    (0xe000_0000, 0xfc00_0000, Encoding::Mubuf),
    (0xe800_0000, 0xfc00_0000, Encoding::Mtbuf),
    (0xf000_0000, 0xfc00_0000, Encoding::Mimg),
    (0xf800_0000, 0xfc00_0000, Encoding::Exp),
    (0xb000_0000, 0xf000_0000, Encoding::Sopk),
    (0x8000_0000, 0xc000_0000, Encoding::Sop2),
    (0x0000_0000, 0x8000_0000, Encoding::Vop2),
];

/// The encoding a first dword belongs to.
#[inline]
pub fn encoding(word: u32) -> Option<Encoding> {
    ENCODINGS.iter().find(|(value, mask, _)| word & mask == *value).map(|(_, _, encoding)| *encoding)
}

struct Reader<'a> {
    words: &'a [u32],
    pc: u64,
}

impl Reader<'_> {
    fn error(&self, used: usize, kind: DecodeErrorKind) -> DecodeError {
        DecodeError { pc: self.pc, words: self.words.iter().take(used.max(1)).copied().collect(), kind }
    }

    fn word(&self, i: usize) -> Result<u32, DecodeError> {
        self.words.get(i).copied().ok_or_else(|| {
            let have = self.words.len() as u32 * 4;
            self.error(i, DecodeErrorKind::Truncated { need: (i as u32 + 1) * 4, have })
        })
    }

    /// Both first dwords as one number.
    fn two(&self) -> Result<u64, DecodeError> {
        Ok(u64::from(self.word(0)?) | u64::from(self.word(1)?) << 32)
    }
}

/// Decodes the instruction at the start of `words`. `pc` is its byte address and only goes into errors.
///
/// # Errors
/// [`DecodeError`] with the reason; see [`Strictness`] for what is taken.
pub fn decode(words: &[u32], pc: u64, options: DecodeOptions) -> Result<Inst, DecodeError> {
    let r = Reader { words, pc };
    let first = r.word(0)?;
    let encoding = encoding(first).ok_or_else(|| r.error(1, DecodeErrorKind::UnknownEncoding))?;
    let (op, fields, size) = split(&r, first, encoding, options.strictness)?;
    let mut inst = Inst { op, fields, literal: None, nsa: SmallVec::new(), ignored: SmallVec::new() };
    let mut size = size;
    if let (Op::Mimg(image), Fields::Mimg(f)) = (op, fields) {
        if options.strictness == Strictness::Strict && !crate::check::image::list_exists(image, &f) {
            let why = "the instruction has no address list of this length";
            let kind = DecodeErrorKind::BadField { name: op.name(), field: "nsa", value: f.nsa.into(), why };
            return Err(r.error(2, kind));
        }
        for i in 0..usize::from(f.nsa) {
            inst.nsa.extend(r.word(size + i)?.to_le_bytes());
        }
        size += usize::from(f.nsa);
    }
    if wants_literal(op, &fields) {
        inst.literal = Some(r.word(size)?);
        size += 1;
    }
    let targets = op.row().targets;
    if options.strictness == Strictness::Strict && !targets.contains(Targets::GFX1013) {
        return Err(r.error(size, DecodeErrorKind::NotOnTarget { name: op.name() }));
    }
    crate::check::check(&mut inst, options).map_err(|kind| r.error(size, kind))?;
    Ok(inst)
}

/// Opcode, fields and size in dwords without literal and NSA list.
fn split(
    r: &Reader<'_>,
    w: u32,
    encoding: Encoding,
    strictness: Strictness,
) -> Result<(Op, Fields, usize), DecodeError> {
    let bits = u64::from(w);
    let find = |family: Family, number: u32| {
        let number = number as u16;
        Op::from_number(family, number)
            .ok_or_else(|| r.error(1, DecodeErrorKind::UnknownOpcode { family, number }))
    };
    Ok(match encoding {
        Encoding::Sop1 => (find(Family::SOP1, w >> 8 & 0xff)?, Fields::Sop1(Sop1Fields::unpack(bits)), 1),
        Encoding::Sop2 => (find(Family::SOP2, w >> 23 & 0x7f)?, Fields::Sop2(Sop2Fields::unpack(bits)), 1),
        Encoding::Sopc => (find(Family::SOPC, w >> 16 & 0x7f)?, Fields::Sopc(SopcFields::unpack(bits)), 1),
        Encoding::Sopk => (find(Family::SOPK, w >> 23 & 0x1f)?, Fields::Sopk(SopkFields::unpack(bits)), 1),
        Encoding::Sopp => (find(Family::SOPP, w >> 16 & 0x7f)?, Fields::Sopp(SoppFields::unpack(bits)), 1),
        Encoding::Vintrp => {
            (find(Family::VINTRP, w >> 16 & 3)?, Fields::Vintrp(VintrpFields::unpack(bits)), 1)
        }
        Encoding::Vop1 => short_vector(r, find(Family::VOP1, w >> 9 & 0xff)?, w, strictness)?,
        Encoding::Vop2 => short_vector(r, find(Family::VOP2, w >> 25 & 0x3f)?, w, strictness)?,
        Encoding::Vopc => short_vector(r, find(Family::VOPC, w >> 17 & 0xff)?, w, strictness)?,
        Encoding::Vop3 => {
            let number = (w >> 16 & 0x3ff) as u16;
            let op = Op::from_vop3_number(number)
                .ok_or_else(|| r.error(2, DecodeErrorKind::UnknownOpcode { family: Family::VOP3, number }))?;
            let bits = r.two()?;
            let fields = if op.row().flags.contains(Flags::VOP3B) {
                Fields::Vop3b(Vop3bFields::unpack(bits))
            } else {
                Fields::Vop3(Vop3Fields::unpack(bits))
            };
            (op, fields, 2)
        }
        Encoding::Vop3p => {
            (find(Family::VOP3P, w >> 16 & 0x7f)?, Fields::Vop3p(Vop3pFields::unpack(r.two()?)), 2)
        }
        Encoding::Smem => {
            (find(Family::SMEM, w >> 18 & 0xff)?, Fields::Smem(SmemFields::unpack(r.two()?)), 2)
        }
        Encoding::Ds => (find(Family::DS, w >> 18 & 0xff)?, Fields::Ds(DsFields::unpack(r.two()?)), 2),
        Encoding::Flat => {
            let family = match w >> 14 & 3 {
                0 => Family::FLAT,
                1 => Family::SCRATCH,
                2 => Family::GLOBAL,
                _ => return Err(r.error(2, DecodeErrorKind::UnknownEncoding)),
            };
            (find(family, w >> 18 & 0x7f)?, Fields::Flat(FlatFields::unpack(r.two()?)), 2)
        }
        Encoding::Mubuf => {
            (find(Family::MUBUF, w >> 18 & 0xff)?, Fields::Mubuf(MubufFields::unpack(r.two()?)), 2)
        }
        Encoding::Mtbuf => {
            let bits = r.two()?;
            let number = w >> 16 & 7 | ((bits >> 53) as u32 & 1) << 3;
            (find(Family::MTBUF, number)?, Fields::Mtbuf(MtbufFields::unpack(bits)), 2)
        }
        Encoding::Mimg => {
            let number = w >> 18 & 0x7f | (w & 1) << 7;
            (find(Family::MIMG, number)?, Fields::Mimg(MimgFields::unpack(r.two()?)), 2)
        }
        Encoding::Exp => (find(Family::EXP, 0)?, Fields::Exp(ExpFields::unpack(r.two()?)), 2),
    })
}

/// VOP1, VOP2 and VOPC, whose `src0` field may ask for SDWA or DPP.
fn short_vector(
    r: &Reader<'_>,
    op: Op,
    w: u32,
    strictness: Strictness,
) -> Result<(Op, Fields, usize), DecodeError> {
    let row = op.row();
    // Without sources the field asks for nothing, unless the instruction does have the other form and the words do.
    let plain = row.operands.is_empty()
        && (row.family == Family::VOP2 || row.forms == Forms::VOP3 || r.words.len() < 2);
    let unlisted = strictness != Strictness::Strict && row.takes_dpp_unlisted();
    let form = |form: Forms, name: &'static str| {
        if row.forms.contains(form) || unlisted {
            Ok(())
        } else {
            Err(r.error(2, DecodeErrorKind::NoSuchForm { name: row.name, form: name }))
        }
    };
    // VOP1 has its opcode where VOP2 has vsrc1; VOPC has it where the others have vdst.
    let (has_vsrc1, has_vdst) = (row.family != Family::VOP1, row.family != Family::VOPC);
    let mask = |f: u8, has: bool| if has { f } else { 0 };
    Ok(match (w & 0x1ff) as u16 {
        SDWA if !plain => {
            form(Forms::SDWA, "SDWA")?;
            let bits = r.two()?;
            if has_vdst {
                let mut f = SdwaFields::unpack(bits);
                f.vsrc1 = mask(f.vsrc1, has_vsrc1);
                (op, Fields::Sdwa(f), 2)
            } else {
                (op, Fields::Sdwab(SdwabFields::unpack(bits)), 2)
            }
        }
        DPP16 if !plain => {
            form(Forms::DPP16, "DPP16")?;
            let mut f = Dpp16Fields::unpack(r.two()?);
            f.vsrc1 = mask(f.vsrc1, has_vsrc1);
            f.vdst = mask(f.vdst, has_vdst);
            (op, Fields::Dpp16(f), 2)
        }
        DPP8 | DPP8_FI if !plain => {
            form(Forms::DPP8, "DPP8")?;
            let mut f = Dpp8Fields::unpack(r.two()?);
            f.vsrc1 = mask(f.vsrc1, has_vsrc1);
            f.vdst = mask(f.vdst, has_vdst);
            (op, Fields::Dpp8(f), 2)
        }
        _ => {
            let bits = u64::from(w);
            let fields = match row.family {
                Family::VOP1 => Fields::Vop1(Vop1Fields::unpack(bits)),
                Family::VOP2 => Fields::Vop2(Vop2Fields::unpack(bits)),
                _ => Fields::Vopc(VopcFields::unpack(bits)),
            };
            (op, fields, 1)
        }
    })
}

/// Whether a literal dword follows: some instructions always have one, others where a used source says 255.
pub(crate) fn wants_literal(op: Op, fields: &Fields) -> bool {
    let row = op.row();
    if row.operand(Slot::literal).is_some() {
        return true;
    }
    let has = |slot: Slot| row.operand(slot).is_some();
    match fields {
        Fields::Sop1(f) => has(Slot::ssrc0) && f.ssrc0 == 255,
        Fields::Sop2(f) => f.ssrc0 == 255 || f.ssrc1 == 255,
        Fields::Sopc(f) => f.ssrc0 == 255 || f.ssrc1 == 255,
        Fields::Vop1(f) => has(Slot::src0) && f.src0 == LITERAL,
        Fields::Vop2(f) => has(Slot::src0) && f.src0 == LITERAL,
        Fields::Vopc(f) => f.src0 == LITERAL,
        Fields::Vop3(Vop3Fields { src0, src1, src2, .. })
        | Fields::Vop3b(Vop3bFields { src0, src1, src2, .. })
        | Fields::Vop3p(Vop3pFields { src0, src1, src2, .. }) => {
            has(Slot::src0) && *src0 == LITERAL
                || has(Slot::src1) && *src1 == LITERAL
                || has(Slot::src2) && *src2 == LITERAL
        }
        Fields::Mubuf(f) => has(Slot::soffset) && f.soffset == 255,
        Fields::Mtbuf(f) => f.soffset == 255,
        _ => false,
    }
}
