//! MODE and the other hardware registers: what changes them, what reads them.

use super::super::mode::{HWREG_MODE, field};
use super::super::{Lift, Lifted, unsupported};
use crate::error::TranslateErrorKind;
use ir::{Op, Value};
use isa::Inst;

// Numbers in the low six bits of the field constant.
const HWREG_SH_MEM_BASES: u16 = 15;
const HWREG_FLAT_SCR_LO: u16 = 20;
const HWREG_FLAT_SCR_HI: u16 = 21;

impl Lift<'_> {
    pub(super) fn getreg(&mut self, simm16: u16) -> Result<Value, TranslateErrorKind> {
        let (offset, mask) = field(simm16);
        let whole = match simm16 & 63 {
            HWREG_MODE => self.read_mode(simm16),
            HWREG_SH_MEM_BASES => {
                let bits = self.request.private_high >> 16 | self.request.shared_high & 0xffff_0000;
                self.b.c32(bits)
            }
            HWREG_FLAT_SCR_LO => self.flat_scratch(0),
            HWREG_FLAT_SCR_HI => self.flat_scratch(1),
            _ => return unsupported("s_getreg_b32", "this hardware register"),
        };
        let (by, mask) = (self.b.c32(offset), self.b.c32(mask));
        let moved = self.b.pure(Op::ushr, &[whole, by]);
        Ok(self.b.pure(Op::iand, &[moved, mask]))
    }

    pub(super) fn setreg(&mut self, inst: &Inst, simm16: u16, value: Value) -> Lifted {
        let (offset, mask) = field(simm16);
        match simm16 & 63 {
            HWREG_MODE => {
                let old = self.register_of_mode();
                let new = self.replaced(old, offset, mask, value);
                self.set_register_of_mode(new);
                Ok(())
            }
            id @ (HWREG_FLAT_SCR_LO | HWREG_FLAT_SCR_HI) => {
                let half = usize::from(id - HWREG_FLAT_SCR_LO);
                let old = self.flat_scratch(half);
                let new = self.replaced(old, offset, mask, value);
                self.set_flat_scratch(half, new);
                Ok(())
            }
            _ => unsupported(inst.name(), "this hardware register"),
        }
    }

    /// A register with a field replaced.
    pub(super) fn replaced(&mut self, old: Value, offset: u32, mask: u32, value: Value) -> Value {
        if mask == u32::MAX && offset == 0 {
            return value;
        }
        let (by, keep, mask) = (self.b.c32(offset), self.b.c32(!(mask << offset)), self.b.c32(mask));
        let kept = self.b.pure(Op::iand, &[old, keep]);
        let new = self.b.pure(Op::iand, &[value, mask]);
        let new = self.b.pure(Op::ishl, &[new, by]);
        self.b.pure(Op::ior, &[kept, new])
    }
}
