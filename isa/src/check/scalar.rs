//! Validity of the fields of scalar ALU and program control instructions.

use super::Checker;
use crate::decode::DecodeErrorKind;
use crate::fields::Fields;
use crate::row::{Family, Flags, Slot};

/// Checks the fields.
pub(super) fn check(c: &mut Checker<'_>) -> Result<(), DecodeErrorKind> {
    match c.inst.fields {
        Fields::Sop1(f) => {
            // LLVM does not look at the fields that s_getpc_b64 and the jumps do not use.
            destination(c, Slot::sdst, f.sdst)?;
            source(c, Slot::ssrc0, "ssrc0", f.ssrc0)
        }
        Fields::Sop2(f) => {
            destination(c, Slot::sdst, f.sdst)?;
            source(c, Slot::ssrc0, "ssrc0", f.ssrc0)?;
            source(c, Slot::ssrc1, "ssrc1", f.ssrc1)
        }
        Fields::Sopc(f) => {
            source(c, Slot::ssrc0, "ssrc0", f.ssrc0)?;
            source(c, Slot::ssrc1, "ssrc1", f.ssrc1)
        }
        Fields::Sopk(f) => {
            if c.row.ty(Slot::ssrc).is_some() {
                return Ok(());
            }
            destination(c, Slot::sdst, f.sdst)
        }
        Fields::Sopp(f) if c.row.flags.contains(Flags::NO_IMMEDIATE) => {
            c.unused("simm16", u32::from(f.simm16), 0)
        }
        _ => {
            debug_assert_eq!(c.row.family, Family::SOPP);
            Ok(())
        }
    }
}

fn destination(c: &mut Checker<'_>, slot: Slot, code: u8) -> Result<(), DecodeErrorKind> {
    match c.row.ty(slot) {
        Some(ty) => c.scalar_register("sdst", u32::from(code), u32::from(ty.dwords(c.wave))),
        None => {
            c.lenient("sdst", u32::from(code), 0);
            Ok(())
        }
    }
}

fn source(c: &mut Checker<'_>, slot: Slot, field: &'static str, code: u8) -> Result<(), DecodeErrorKind> {
    let code = u32::from(code);
    let Some(ty) = c.row.ty(slot) else {
        c.lenient(field, code, 0);
        return Ok(());
    };
    c.must(code != 254, field, code, "the scalar ALU cannot read LDS")?;
    if c.row.flags.contains(Flags::REGISTER_SOURCE) {
        let register = code < 128 || (235..=239).contains(&code) || (251..=253).contains(&code);
        c.must(register, field, code, "the source must be a register")?;
    }
    c.source(field, code, u32::from(ty.dwords(c.wave)))
}
