//! The operands of a vector instruction in one shape for all encodings.
//!
//! Requires: fields as the decoder gives them. Ensures: every encoding (short, VOP3, VOP3B, SDWA, DPP16, DPP8) is
//! described by one [`Form`]; what an encoding cannot say has its neutral value.
//!
//! Facts: RDNA 1 ISA guide chapter 13; the short encodings name VCC for carries and masks; VOPC in VOP3 form names its
//! destination in `vdst`, SDWAB in `sdst` when `sd` is set (isa README, traps 7 and 9).

use super::dpp::Dpp;
use super::sdwa::{Place, Select};
use crate::exec::mismatch;
use crate::fault::Stop;
use crate::float::modifiers::Omod;
use crate::wave::code;
use isa::fields::{SdwaFields, SdwabFields};
use isa::row::{Slot, Ty};
use isa::{Family, Fields, Inst};

/// Operand code of VGPR 0 among the 9-bit source codes.
const VGPR0: u16 = 256;

/// Operands and modifiers of a vector instruction.
#[derive(Clone, Copy, Debug)]
pub(super) struct Form {
    /// LLVM's mnemonic, for refusals.
    pub name: &'static str,
    /// 9-bit source codes.
    pub src: [u16; 3],
    /// Types of the sources as the row has them.
    pub ty: [Ty; 3],
    /// Type of the destination.
    pub dst_ty: Ty,
    /// The literal dword.
    pub literal: Option<u32>,
    /// Bit n: source n is negated.
    pub neg: u8,
    /// Bit n: the absolute value of source n is taken, before it is negated.
    pub abs: u8,
    /// Bit n: source n is a high half; bit 3: the result goes to the high half (VOP3 only).
    pub op_sel: u8,
    /// Clamp modifier.
    pub clamp: bool,
    /// Output multiplier.
    pub omod: Omod,
    /// Destination VGPR.
    pub vdst: u32,
    /// Scalar register of a mask that is written.
    pub mask_dst: u8,
    /// Source code of a mask that is read.
    pub mask_src: u16,
    /// SDWA selects of the first two sources.
    pub select: Option<[Select; 2]>,
    /// SDWA place of the result.
    pub place: Option<Place>,
    /// Permutation of source 0.
    pub dpp: Option<Dpp>,
}

impl Form {
    /// Reads operands and modifiers of a vector instruction.
    pub fn new(inst: &Inst) -> Result<Form, Stop> {
        let row = inst.op.row();
        let mut form = Form {
            name: row.name,
            src: [128; 3],
            ty: [Ty::B32; 3],
            dst_ty: Ty::B32,
            literal: inst.literal,
            neg: 0,
            abs: 0,
            op_sel: 0,
            clamp: false,
            omod: Omod::None,
            vdst: 0,
            mask_dst: code::VCC_LO,
            mask_src: u16::from(code::VCC_LO),
            select: None,
            place: None,
            dpp: None,
        };
        for operand in row.operands {
            match operand.slot {
                Slot::vdst => form.dst_ty = operand.ty,
                Slot::src0 => form.ty[0] = operand.ty,
                Slot::src1 => form.ty[1] = operand.ty,
                Slot::src2 => form.ty[2] = operand.ty,
                _ => {}
            }
        }
        form.read(inst, row.family)?;
        Ok(form)
    }

    fn read(&mut self, inst: &Inst, family: Family) -> Result<(), Stop> {
        match inst.fields {
            Fields::Vop1(f) => {
                self.src[0] = f.src0;
                self.vdst = f.vdst.into();
            }
            Fields::Vop2(f) => {
                self.src = [f.src0, VGPR0 + u16::from(f.vsrc1), 128];
                self.vdst = f.vdst.into();
            }
            Fields::Vopc(f) => self.src = [f.src0, VGPR0 + u16::from(f.vsrc1), 128],
            Fields::Vop3(f) => {
                self.src = [f.src0, f.src1, f.src2];
                (self.neg, self.abs, self.op_sel) = (f.neg, f.abs, f.op_sel);
                (self.clamp, self.omod) = (f.clamp, Omod::from_bits(f.omod));
                self.vdst = f.vdst.into();
                if family == Family::VOPC {
                    self.mask_dst = f.vdst & 127;
                }
                if family != Family::VOP3 && f.op_sel != 0 {
                    let why = "what op_sel does to an instruction that has a short encoding is not known";
                    return Err(Stop::unsupported(self.name, why));
                }
                self.mask_src = f.src2;
            }
            Fields::Vop3b(f) => {
                self.src = [f.src0, f.src1, f.src2];
                (self.neg, self.clamp, self.omod) = (f.neg, f.clamp, Omod::from_bits(f.omod));
                self.vdst = f.vdst.into();
                self.mask_dst = f.sdst;
                self.mask_src = f.src2;
            }
            // Halves and signs of packed sources are read where they are used.
            Fields::Vop3p(f) => {
                self.src = [f.src0, f.src1, f.src2];
                self.clamp = f.clamp;
                self.vdst = f.vdst.into();
            }
            Fields::Sdwa(f) => self.sdwa(&f)?,
            Fields::Sdwab(f) => self.sdwab(&f)?,
            Fields::Dpp16(f) => {
                self.src = [VGPR0 + u16::from(f.src0), VGPR0 + u16::from(f.vsrc1), 128];
                self.neg = u8::from(f.src0_neg) | u8::from(f.src1_neg) << 1;
                self.abs = u8::from(f.src0_abs) | u8::from(f.src1_abs) << 1;
                self.vdst = f.vdst.into();
                self.dpp = Some(Dpp::row(&f)?);
            }
            Fields::Dpp8(f) => {
                self.src = [VGPR0 + u16::from(f.src0), VGPR0 + u16::from(f.vsrc1), 128];
                self.vdst = f.vdst.into();
                self.dpp = Some(Dpp::eight(&f));
            }
            _ => return Err(mismatch()),
        }
        Ok(())
    }

    fn sdwa(&mut self, f: &SdwaFields) -> Result<(), Stop> {
        self.src = [sdwa_code(f.src0, f.s0), sdwa_code(f.vsrc1, f.s1), 128];
        self.neg = u8::from(f.src0_neg) | u8::from(f.src1_neg) << 1;
        self.abs = u8::from(f.src0_abs) | u8::from(f.src1_abs) << 1;
        (self.clamp, self.omod) = (f.clamp, Omod::from_bits(f.omod));
        self.vdst = f.vdst.into();
        self.select = Some([
            Select::new(f.src0_sel, f.src0_sext, self.name)?,
            Select::new(f.src1_sel, f.src1_sext, self.name)?,
        ]);
        self.place = Some(Place::new(f.dst_sel, f.dst_unused, self.name)?);
        Ok(())
    }

    fn sdwab(&mut self, f: &SdwabFields) -> Result<(), Stop> {
        self.src = [sdwa_code(f.src0, f.s0), sdwa_code(f.vsrc1, f.s1), 128];
        self.neg = u8::from(f.src0_neg) | u8::from(f.src1_neg) << 1;
        self.abs = u8::from(f.src0_abs) | u8::from(f.src1_abs) << 1;
        self.select = Some([
            Select::new(f.src0_sel, f.src0_sext, self.name)?,
            Select::new(f.src1_sel, f.src1_sext, self.name)?,
        ]);
        if f.sd {
            self.mask_dst = f.sdst;
        }
        Ok(())
    }
}

/// An SDWA source: a VGPR, or with its scalar bit set an 8-bit scalar code.
fn sdwa_code(field: u8, scalar: bool) -> u16 {
    if scalar { field.into() } else { VGPR0 + u16::from(field) }
}

/// The VGPR a source code names.
pub(super) fn vgpr(code: u16) -> Option<u32> {
    code.checked_sub(VGPR0).map(u32::from)
}
