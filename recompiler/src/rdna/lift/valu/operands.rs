//! Sources with their modifiers.
//!
//! Facts: isa README traps 4 (a literal of an f64 operand is its high dword) and 9; inline constants of 16-bit operands are
//! f16 for f16 operands, f32 bits for integer operands (LLVM, `getInlineEncodingV216`); a 64-bit integer gets a literal
//! zero-extended.

use super::dpp::Dpp;
use super::emit::sign;
use super::sdwa::{self, Place};
use super::{Lifts, Valu};
use crate::rdna::lift::{inline16, inline64, mismatch};
use ir::{Op, Value, Width};
use isa::Fields;
use isa::access::{DWORD, Source, VGPR, source};
use isa::row::{Family, Slot, Ty};

/// SDWA selects and treatments of unused bits that the ISA guide leaves out.
const RESERVED_SEL: u8 = 7;
const RESERVED_UNUSED: u8 = 3;

const SLOTS: [Slot; 3] = [Slot::src0, Slot::src1, Slot::src2];

/// The VGPR that a source code names.
pub(super) fn vgpr(code: u16) -> Option<u32> {
    code.checked_sub(VGPR).map(u32::from)
}

impl Valu<'_, '_> {
    /// Reads what the encoding says besides registers.
    pub(super) fn modifiers(&mut self) -> Lifts<()> {
        match self.inst.fields {
            Fields::Vop3(f) => {
                (self.op_sel, self.clamp, self.omod) = (f.op_sel, f.clamp, f.omod);
                if f.op_sel != 0 && self.row.family != Family::VOP3 {
                    return self.refuse("op_sel on an instruction that has a short encoding");
                }
            }
            Fields::Vop3b(f) => (self.clamp, self.omod) = (f.clamp, f.omod),
            Fields::Vop3p(f) => self.clamp = f.clamp,
            Fields::Sdwa(f) => {
                if f.dst_sel == RESERVED_SEL || f.dst_unused == RESERVED_UNUSED {
                    return self.refuse("a reserved SDWA select of the destination");
                }
                (self.clamp, self.omod) = (f.clamp, f.omod);
                self.place = Some(Place { sel: f.dst_sel, unused: f.dst_unused });
            }
            Fields::Dpp16(f) => {
                let dpp = Dpp::row(&f)?;
                self.apply_dpp(dpp);
            }
            Fields::Dpp8(f) => {
                let dpp = Dpp::eight(&f);
                self.apply_dpp(dpp);
            }
            _ => {}
        }
        if (0..2).filter_map(|n| self.operand(n)).any(|source| source.sel == RESERVED_SEL) {
            return self.refuse("a reserved SDWA select of a source");
        }
        Ok(())
    }

    /// Source operand `n`.
    pub(super) fn operand(&self, n: usize) -> Option<Source> {
        source(self.row, &self.inst.fields, *SLOTS.get(n)?)
    }

    /// The row's type of source `n`.
    pub(super) fn ty(&self, n: usize) -> Ty {
        SLOTS.get(n).and_then(|&slot| self.row.ty(slot)).unwrap_or(Ty::B32)
    }

    /// All 32 bits of a source, permuted by DPP but without SDWA and modifiers.
    pub(super) fn raw(&mut self, n: usize, ty: Ty) -> Lifts<Value> {
        let code = self.operand(n).ok_or_else(mismatch)?.code;
        let value = match vgpr(code) {
            Some(register) => self.l.vgpr(register),
            None => match inline16(code) {
                Some(bits) if ty == Ty::F16 && code >= 240 => self.k32(bits.into()),
                _ => self.l.ssrc32(code, self.inst.literal)?,
            },
        };
        Ok(match self.dpp {
            Some(dpp) if n == 0 => self.permute(dpp, value),
            _ => value,
        })
    }

    fn has_sel(source: Source) -> bool {
        source.sel != DWORD
    }

    /// Source `n` as 32 bits of the row's type; 16-bit sources are zero-extended.
    pub(super) fn src(&mut self, n: usize) -> Lifts<Value> {
        self.src_as(n, self.ty(n))
    }

    /// Source `n` as 32 bits of a type; 16-bit sources are zero-extended.
    pub(super) fn src_as(&mut self, n: usize, ty: Ty) -> Lifts<Value> {
        if ty.is_16bit() {
            let half = self.half(n, ty)?;
            return Ok(self.zext(half, Width::B32));
        }
        let source = self.operand(n).ok_or_else(mismatch)?;
        let mut value = self.raw(n, ty)?;
        if Self::has_sel(source) {
            value = sdwa::part(self, value, source.sel, source.sext);
        }
        if self.op_sel >> n & 1 != 0 {
            return self.refuse("op_sel on a 32-bit source");
        }
        self.signs(value, source, ty == Ty::F32)
    }

    /// A 16-bit source, sign-extended to 32 bits.
    pub(super) fn src_signed(&mut self, n: usize) -> Lifts<Value> {
        let half = self.half(n, self.ty(n))?;
        Ok(self.sext(half, Width::B32))
    }

    /// A 16-bit source as 16 bits.
    pub(super) fn half(&mut self, n: usize, ty: Ty) -> Lifts<Value> {
        let source = self.operand(n).ok_or_else(mismatch)?;
        let mut value = self.raw(n, ty)?;
        let mut high = self.op_sel >> n & 1 != 0;
        match source.sel {
            DWORD | 4 => {}
            5 => high = true,
            sel => value = sdwa::part(self, value, sel, source.sext),
        }
        let value = self.p(if high { Op::hi } else { Op::lo }, &[value]);
        self.signs(value, source, ty == Ty::F16)
    }

    /// abs, then neg.
    fn signs(&mut self, value: Value, source: Source, float: bool) -> Lifts<Value> {
        if (source.abs || source.neg) && !float {
            return self.refuse("abs or neg on an integer source");
        }
        let bit = sign(self.width(value));
        Ok(match (source.abs, source.neg) {
            (false, false) => value,
            (true, false) => self.magnitude(value),
            (false, true) => self.negated(value),
            (true, true) => self.ik(Op::ior, value, bit),
        })
    }

    /// A 64-bit source.
    pub(super) fn src64(&mut self, n: usize) -> Lifts<Value> {
        let source = self.operand(n).ok_or_else(mismatch)?;
        let ty = self.ty(n);
        if self.op_sel >> n & 1 != 0 {
            return self.refuse("op_sel on a 64-bit source");
        }
        let value = match (vgpr(source.code), self.inst.literal) {
            (Some(register), _) => self.l.vgpr64(register),
            (None, Some(literal)) if source.code == 255 && ty == Ty::F64 => {
                self.l.b.c64(u64::from(literal) << 32)
            }
            (None, _) => match inline64(source.code) {
                Some(bits) => self.l.b.c64(bits),
                None => self.l.ssrc64(source.code, self.inst.literal)?,
            },
        };
        self.signs(value, source, ty == Ty::F64)
    }

    /// A float source at its own width.
    pub(super) fn fsrc(&mut self, n: usize) -> Lifts<Value> {
        match self.ty(n) {
            Ty::F64 => self.src64(n),
            Ty::F16 => self.half(n, Ty::F16),
            ty => self.src_as(n, ty),
        }
    }

    /// The destination's old value at the width of the result.
    pub(super) fn accumulator(&mut self) -> Lifts<Value> {
        if let Fields::Vop3(f) = self.inst.fields
            && (f.neg | f.abs) & 4 != 0
        {
            return self.refuse("a modifier on the accumulator");
        }
        let register = self.vdst()?;
        let old = self.l.vgpr(register);
        Ok(if self.dst_ty() == Ty::F16 { self.p(Op::lo, &[old]) } else { old })
    }

    /// The literal of an instruction that always has one, at a width.
    pub(super) fn literal(&mut self, width: Width) -> Lifts<Value> {
        let bits = self.inst.literal.ok_or_else(mismatch)?;
        Ok(self.k(width, bits.into()))
    }
}
