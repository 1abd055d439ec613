//! Validity of the fields of image instructions.
//!
//! Requires, ensures: see [`super`]. Strict decoding takes the lengths of address lists that LLVM's tables have;
//! default decoding takes longer ones and reports them. A list shorter than the address is taken in both: LLVM prints
//! what there is, whoever executes the instruction has to refuse it ([`crate::image::address_registers`]).

use super::Checker;
use crate::decode::DecodeErrorKind;
use crate::fields::{Fields, MimgFields};
use crate::image::{ImageAccess, LlvmSizes};
use crate::op::Op;
use crate::row::Slot;
use crate::table::Mimg;

/// Checks the fields.
pub(super) fn check(c: &mut Checker<'_>) -> Result<(), DecodeErrorKind> {
    let (Op::Mimg(op), Fields::Mimg(f)) = (c.inst.op, c.inst.fields) else { return Ok(()) };
    let access = ImageAccess::new(op, &f);
    c.lenient("unused6", f.unused6.into(), 0);
    c.lenient("unused14", f.unused14.into(), 0);
    c.lenient("unused58", f.unused58.into(), 0);
    if c.row.operand(Slot::ssamp).is_some() {
        c.sgprs("ssamp", u32::from(f.ssamp) * 4, f.ssamp, 4)?;
    } else {
        c.unused("ssamp", f.ssamp.into(), 0)?;
    }
    if op == Mimg::image_bvh_unknown_e5 {
        // Nothing is known of its fields.
        return Ok(());
    }
    if access.modifiers.ray.is_some() {
        return ray(c, &f, &access);
    }
    // LLVM asks for eight registers with r128 too.
    c.sgprs("srsrc", u32::from(f.srsrc) * 4, f.srsrc, 8)?;
    if !access.modifiers.halves {
        c.unused("d16", f.d16.into(), 0)?;
    }
    let sizes = LlvmSizes::of(access.modifiers);
    c.vgpr("vdata", f.vdata.into(), sizes.first_data())?;
    match sizes.first_address(f.nsa) {
        Some(address) if f.nsa == 0 => c.vgpr("vaddr", f.vaddr.into(), address),
        Some(_) => Ok(()),
        // More list dwords than the longest address of the instruction needs.
        None => c.unused("nsa", f.nsa.into(), 0),
    }
}

/// Whether LLVM has an instruction with a list of so many dwords. Asked before the list is read, so that a wrong length
/// is not taken for truncated code.
pub(crate) fn list_exists(op: Mimg, f: &MimgFields) -> bool {
    let access = ImageAccess::new(op, f);
    match access.modifiers.ray {
        Some(_) => f.nsa == 0 || u32::from(f.nsa) == (access.address_dwords - 1).div_ceil(4),
        None => LlvmSizes::of(access.modifiers).first_address(f.nsa).is_some(),
    }
}

/// Ray-tracing instructions: all flags are fixed, the length of the list follows a16.
fn ray(c: &mut Checker<'_>, f: &MimgFields, access: &ImageAccess) -> Result<(), DecodeErrorKind> {
    c.sgprs("srsrc", u32::from(f.srsrc) * 4, f.srsrc, 4)?;
    c.vgpr("vdata", f.vdata.into(), access.data_dwords)?;
    let fixed = "the field is fixed in ray-tracing instructions";
    c.must(f.dmask == 15, "dmask", f.dmask.into(), fixed)?;
    c.must(f.unorm, "unorm", f.unorm.into(), fixed)?;
    c.must(f.r128, "r128", f.r128.into(), fixed)?;
    for (field, value) in [
        ("dim", u32::from(f.dim)),
        ("dlc", f.dlc.into()),
        ("glc", f.glc.into()),
        ("slc", f.slc.into()),
        ("tfe", f.tfe.into()),
        ("lwe", f.lwe.into()),
        ("d16", f.d16.into()),
    ] {
        c.unused(field, value, 0)?;
    }
    if f.nsa == 0 {
        return c.vgpr("vaddr", f.vaddr.into(), access.address_dwords);
    }
    let want = (access.address_dwords - 1).div_ceil(4);
    c.must(u32::from(f.nsa) >= want, "nsa", f.nsa.into(), "the address list is too short")?;
    c.unused("nsa", f.nsa.into(), want)
}
