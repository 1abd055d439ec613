//! MODE and the other hardware registers: what changes them, what reads them.

use super::super::{Lift, Lifted, mismatch, unsupported};
use crate::error::TranslateErrorKind;
use crate::request::Mode;
use ir::{Op, Value};
use isa::table::{Sopk, Sopp};
use isa::{Fields, Inst};

/// MODE as a hardware register: number in the low six bits of the field constant.
const HWREG_MODE: u16 = 1;
const HWREG_SH_MEM_BASES: u16 = 15;
const HWREG_FLAT_SCR_LO: u16 = 20;
const HWREG_FLAT_SCR_HI: u16 = 21;

/// MODE after an instruction.
///
/// # Errors
/// A mode that comes from a register.
pub(crate) fn mode_after(inst: &Inst, mut mode: Mode) -> Result<Mode, TranslateErrorKind> {
    match (inst.op, inst.fields) {
        (isa::Op::Sopp(Sopp::s_round_mode), Fields::Sopp(f)) => {
            mode.float_mode = mode.float_mode & 0xf0 | (f.simm16 & 15) as u8;
        }
        (isa::Op::Sopp(Sopp::s_denorm_mode), Fields::Sopp(f)) => {
            mode.float_mode = mode.float_mode & 0x0f | ((f.simm16 & 15) << 4) as u8;
        }
        (isa::Op::Sopk(Sopk::s_setreg_b32), Fields::Sopk(f)) if f.simm16 & 63 == HWREG_MODE => {
            return Err(TranslateErrorKind::FloatMode { why: "it comes from a register" });
        }
        (isa::Op::Sopk(Sopk::s_setreg_imm32_b32), Fields::Sopk(f)) if f.simm16 & 63 == HWREG_MODE => {
            let (offset, mask) = field(f.simm16);
            let old = mode_bits(mode);
            let value = inst.literal.ok_or_else(mismatch)?;
            let new = old & !(mask << offset) | (value & mask) << offset;
            mode = Mode {
                float_mode: new as u8,
                dx10_clamp: new >> 8 & 1 != 0,
                ieee: new >> 9 & 1 != 0,
                fp16_ovfl: new >> 23 & 1 != 0,
            };
        }
        _ => {}
    }
    Ok(mode)
}

fn mode_bits(mode: Mode) -> u32 {
    u32::from(mode.float_mode)
        | u32::from(mode.dx10_clamp) << 8
        | u32::from(mode.ieee) << 9
        | u32::from(mode.fp16_ovfl) << 23
}

/// Offset and mask of the field that a hardware register constant names.
fn field(simm16: u16) -> (u32, u32) {
    (u32::from(simm16 >> 6 & 31), u32::MAX >> (31 - u32::from(simm16 >> 11)))
}

impl Lift<'_> {
    pub(super) fn getreg(&mut self, simm16: u16) -> Result<Value, TranslateErrorKind> {
        let (offset, mask) = field(simm16);
        let whole = match simm16 & 63 {
            HWREG_MODE => self.b.c32(mode_bits(self.mode)),
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
        match simm16 & 63 {
            HWREG_MODE => {
                self.mode = mode_after(inst, self.mode)?;
                Ok(())
            }
            id @ (HWREG_FLAT_SCR_LO | HWREG_FLAT_SCR_HI) if simm16 >> 6 == 31 << 5 => {
                self.set_flat_scratch(usize::from(id - HWREG_FLAT_SCR_LO), value);
                Ok(())
            }
            HWREG_FLAT_SCR_LO | HWREG_FLAT_SCR_HI => unsupported(inst.name(), "a part of FLAT_SCRATCH"),
            _ => unsupported(inst.name(), "this hardware register"),
        }
    }
}
