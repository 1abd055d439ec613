//! Where the fields of an encoding put the operands of a vector instruction, in one shape for all its forms.
//!
//! Requires: fields of the encoding the opcode has. Ensures: for a slot of the row, the operand code and its modifiers.
//! Leaves alone: whether code and modifiers are allowed (the validity checks do that).

use crate::fields::Fields;
use crate::row::{Family, Flags, Row, Slot};

/// Code of VCC as a scalar operand.
pub const VCC: u16 = 106;
/// Code of VGPR 0 among the 9-bit source codes.
pub const VGPR: u16 = 256;
/// SDWA select of the whole dword.
pub const DWORD: u8 = 6;

/// A source operand of a vector instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Source {
    /// 9-bit operand code: 256 and above are VGPRs.
    pub code: u16,
    /// Negated; for integer sources that take it, sign-extended.
    pub neg: bool,
    /// Absolute value, applied before the negation.
    pub abs: bool,
    /// SDWA: the selected part is sign-extended.
    pub sext: bool,
    /// SDWA: which part is read; [`DWORD`] elsewhere.
    pub sel: u8,
}

impl Source {
    const fn plain(code: u16) -> Source {
        Source { code, neg: false, abs: false, sext: false, sel: DWORD }
    }
}

/// A destination of a vector instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Destination {
    /// A VGPR.
    Vgpr(u8),
    /// A scalar register by its operand code.
    Scalar(u8),
}

const fn bit(value: u8, i: u8) -> bool {
    value >> i & 1 != 0
}

/// The source in a slot (`src0`, `src1`, `src2`, `vsrc`), or `None` where the slot is none of these.
#[inline]
pub fn source(row: &Row, fields: &Fields, slot: Slot) -> Option<Source> {
    let index = match slot {
        Slot::src0 => 0u8,
        // The coordinate of an interpolation stands in src1 of the VOP3 form.
        Slot::src1 | Slot::vsrc => 1,
        Slot::src2 => 2,
        _ => return None,
    };
    let pick = |src0: u16, src1: u16, src2: u16| [src0, src1, src2][usize::from(index)];
    Some(match *fields {
        Fields::Vop1(f) => Source::plain(f.src0),
        Fields::Vop2(f) => Source::plain(pick(f.src0, VGPR + u16::from(f.vsrc1), VCC)),
        Fields::Vopc(f) => Source::plain(pick(f.src0, VGPR + u16::from(f.vsrc1), VCC)),
        Fields::Vintrp(f) => Source::plain(VGPR + u16::from(f.vsrc)),
        Fields::Vop3(f) => Source {
            code: pick(f.src0, f.src1, f.src2),
            neg: bit(f.neg, index),
            abs: bit(f.abs, index),
            sext: false,
            sel: DWORD,
        },
        Fields::Vop3b(f) => Source {
            code: pick(f.src0, f.src1, f.src2),
            neg: bit(f.neg, index),
            abs: false,
            sext: false,
            sel: DWORD,
        },
        // `neg` of packed math belongs to the low half and prints elsewhere; only mixed math reads it as a sign.
        Fields::Vop3p(f) => {
            let mixed = row.family == Family::VOP3P && row.flags.contains(Flags::MIXED);
            Source {
                code: pick(f.src0, f.src1, f.src2),
                neg: mixed && bit(f.neg, index),
                abs: mixed && bit(f.neg_hi, index),
                sext: false,
                sel: DWORD,
            }
        }
        Fields::Sdwa(f) => sdwa(
            index,
            (f.src0, f.s0, f.src0_sel, f.src0_sext, f.src0_neg, f.src0_abs),
            (f.vsrc1, f.s1, f.src1_sel, f.src1_sext, f.src1_neg, f.src1_abs),
        ),
        Fields::Sdwab(f) => sdwa(
            index,
            (f.src0, f.s0, f.src0_sel, f.src0_sext, f.src0_neg, f.src0_abs),
            (f.vsrc1, f.s1, f.src1_sel, f.src1_sext, f.src1_neg, f.src1_abs),
        ),
        Fields::Dpp16(f) => match index {
            0 => Source { neg: f.src0_neg, abs: f.src0_abs, ..Source::plain(VGPR + u16::from(f.src0)) },
            1 => Source { neg: f.src1_neg, abs: f.src1_abs, ..Source::plain(VGPR + u16::from(f.vsrc1)) },
            _ => Source::plain(VCC),
        },
        Fields::Dpp8(f) => Source::plain(pick(VGPR + u16::from(f.src0), VGPR + u16::from(f.vsrc1), VCC)),
        _ => return None,
    })
}

type SdwaSource = (u8, bool, u8, bool, bool, bool);

fn sdwa(index: u8, src0: SdwaSource, src1: SdwaSource) -> Source {
    let (code, scalar, sel, sext, neg, abs) = match index {
        0 => src0,
        1 => src1,
        _ => return Source::plain(VCC),
    };
    Source { code: u16::from(code) + if scalar { 0 } else { VGPR }, neg, abs, sext, sel }
}

/// The destination in a slot (`vdst`, `vcc_dst`), or `None` where the slot is neither.
#[inline]
pub fn destination(row: &Row, fields: &Fields, slot: Slot) -> Option<Destination> {
    const VCC: Destination = Destination::Scalar(106);
    let scalar = row.flags.contains(Flags::SCALAR_DST);
    let vector = |vdst: u8| if scalar { Destination::Scalar(vdst) } else { Destination::Vgpr(vdst) };
    Some(match (slot, *fields) {
        (Slot::vdst, Fields::Vop1(f)) => vector(f.vdst),
        (Slot::vdst, Fields::Vop2(f)) => vector(f.vdst),
        (Slot::vdst, Fields::Vintrp(f)) => vector(f.vdst),
        (Slot::vdst, Fields::Vop3(f)) => vector(f.vdst),
        (Slot::vdst, Fields::Vop3b(f)) => vector(f.vdst),
        (Slot::vdst, Fields::Vop3p(f)) => vector(f.vdst),
        (Slot::vdst, Fields::Sdwa(f)) => vector(f.vdst),
        (Slot::vdst, Fields::Dpp16(f)) => vector(f.vdst),
        (Slot::vdst, Fields::Dpp8(f)) => vector(f.vdst),
        // Compares write the lane mask that `vdst` of the VOP3 form names.
        (Slot::vcc_dst, Fields::Vop3(f)) => Destination::Scalar(f.vdst),
        (Slot::vcc_dst, Fields::Vop3b(f)) => Destination::Scalar(f.sdst),
        (Slot::vcc_dst, Fields::Sdwab(f)) if f.sd => Destination::Scalar(f.sdst),
        (Slot::vcc_dst, _) => VCC,
        _ => return None,
    })
}
