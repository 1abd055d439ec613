//! Validity of the fields of vector ALU instructions in all their forms, and of exports.
//!
//! Facts: what LLVM 19 takes for gfx1013, found by probing every bit of every form of every instruction; it follows
//! from the operand types but for the flags that the rows carry.

use super::Checker;
use crate::access::{self, Destination};
use crate::decode::DecodeErrorKind;
use crate::fields::{
    Dpp16Fields, ExpFields, Fields, SdwaFields, SdwabFields, Vop3Fields, Vop3bFields, Vop3pFields,
};
use crate::row::{Family, Flags, Row, Slot, Ty};

type Checked = Result<(), DecodeErrorKind>;

const SOURCES: [(Slot, &str); 3] = [(Slot::src0, "src0"), (Slot::src1, "src1"), (Slot::src2, "src2")];

/// Checks the fields.
pub(super) fn check(c: &mut Checker<'_>) -> Checked {
    match c.inst.fields {
        Fields::Vop1(f) => {
            if c.row.operands.is_empty() {
                c.lenient("src0", u32::from(f.src0), 0);
                return c.unused("vdst", u32::from(f.vdst), 0);
            }
            destination(c)?;
            source(c, Slot::src0, "src0")
        }
        Fields::Vop2(f) => {
            if c.row.operands.is_empty() {
                c.unused("src0", u32::from(f.src0), 0)?;
                c.unused("vsrc1", u32::from(f.vsrc1), 0)?;
                return c.unused("vdst", u32::from(f.vdst), 0);
            }
            destination(c)?;
            source(c, Slot::src0, "src0")?;
            source(c, Slot::src1, "vsrc1")
        }
        Fields::Vopc(_) => {
            source(c, Slot::src0, "src0")?;
            source(c, Slot::src1, "vsrc1")
        }
        Fields::Vop3(f) => vop3(c, f),
        Fields::Vop3b(f) => vop3b(c, f),
        Fields::Vop3p(f) => vop3p(c, f),
        Fields::Sdwa(f) => sdwa(c, f),
        Fields::Sdwab(f) => sdwab(c, f),
        Fields::Dpp16(f) => dpp16(c, f),
        Fields::Dpp8(f) => {
            if c.row.operands.is_empty() {
                c.unused("vdst", u32::from(f.vdst), 0)?;
                c.unused("src0", u32::from(f.src0), 0)?;
            }
            Ok(())
        }
        Fields::Exp(f) => {
            export(c, f);
            Ok(())
        }
        _ => Ok(()),
    }
}

/// All destinations of the row, where the fields name them.
#[inline]
fn destination(c: &Checker<'_>) -> Checked {
    for o in c.row.operands.iter().take(2) {
        let Some(d) = access::destination(c.row, &c.inst.fields, o.slot) else { return Ok(()) };
        let dwords = u32::from(o.ty.dwords(c.wave));
        match d {
            Destination::Vgpr(v) => c.vgpr("vdst", u32::from(v), dwords)?,
            Destination::Scalar(code) => {
                let code = u32::from(code);
                match code {
                    0..=127 => c.scalar_register("sdst", code, dwords)?,
                    235..=239 | 251..=253 => {}
                    254 if dwords == 1 && o.ty == Ty::Mask => {}
                    _ => c.bad("sdst", code, "no scalar register")?,
                }
            }
        }
    }
    Ok(())
}

/// Codes that LLVM lets stand for a register of any class: null, the apertures, the condition codes.
const fn register_of_any_class(code: u32) -> bool {
    matches!(code, 125 | 235..=239 | 251..=253)
}

/// One source, if the row has it.
#[inline]
fn source(c: &Checker<'_>, slot: Slot, field: &'static str) -> Checked {
    let Some(ty) = c.row.ty(slot) else { return Ok(()) };
    let Some(s) = access::source(c.row, &c.inst.fields, slot) else { return Ok(()) };
    let code = u32::from(s.code);
    let dwords = u32::from(ty.dwords(c.wave));
    if (c.row.flags.bits() & SPECIAL) != 0 || c.row.is_interpolation() {
        special_source(c, slot, field, code)?;
    }
    c.source(field, code, dwords)
}

const SPECIAL: u32 = Flags::REGISTER_SOURCE.bits() | Flags::SCALAR_SOURCES.bits();

/// Sources that take less than any source does.
fn special_source(c: &Checker<'_>, slot: Slot, field: &'static str, code: u32) -> Checked {
    // SDWA and DPP have fields of their own; LLVM does not limit them.
    if !matches!(c.inst.fields, Fields::Vop1(_) | Fields::Vop3(_)) {
        return Ok(());
    }
    let flags = c.row.flags;
    let vgpr = code >= 256 || register_of_any_class(code);
    if c.row.is_interpolation() {
        return c.must(vgpr, field, code, "the source must be a VGPR");
    }
    if flags.contains(Flags::SCALAR_SOURCES) {
        if slot != Slot::src0 {
            return c.must(code < 256 && code != 254, field, code, "the source must be scalar");
        }
        if !flags.contains(Flags::REGISTER_SOURCE) {
            return c.must(code < 256, field, code, "the source must be scalar");
        }
    }
    // What moves a lane to a scalar register can take it from LDS.
    let lds = code == 254 && flags.contains(Flags::SCALAR_DST);
    c.must(vgpr || lds, field, code, "the source must be a VGPR")
}

/// Which of the three sources take the bits of `abs` and `neg`, and which of these LLVM reads without a meaning.
struct Modifiers {
    abs: u8,
    neg: u8,
    /// Taken, but not printed: halves of integers.
    idle: u8,
    /// Sources that exist.
    present: u8,
}

fn modifiers(row: &Row) -> Modifiers {
    let mut m = Modifiers { abs: 0, neg: 0, idle: 0, present: 0 };
    for o in row.operands {
        let bit = match o.slot {
            Slot::src0 => 1,
            Slot::src1 | Slot::vsrc => 2,
            Slot::src2 => 4,
            _ => continue,
        };
        m.present |= bit;
        if row.has_float_modifiers(o.ty) {
            m.abs |= bit;
            m.neg |= bit;
        } else if row.has_sign_extension(o.ty) {
            m.neg |= bit;
            m.idle |= bit;
        } else if row.flags.contains(Flags::OP_SEL) {
            m.idle |= bit;
        }
    }
    m
}

/// Whether the VOP3 form has a clamp.
fn has_clamp(row: &Row) -> bool {
    if row.flags.contains(Flags::CLAMP) || row.is_interpolation() {
        return true;
    }
    let mut sources = row.operands.iter().filter(|o| matches!(o.slot, Slot::src0 | Slot::src1 | Slot::src2));
    match row.family {
        Family::VOPC => sources.all(|o| o.ty.is_float()),
        _ => row.ty(Slot::vdst).is_some_and(Ty::is_float) || sources.any(|o| o.ty.is_float()),
    }
}

/// Whether the VOP3 form has an output multiplier.
fn has_omod(row: &Row) -> bool {
    !row.flags.contains(Flags::NO_OMOD)
        && (row.ty(Slot::vdst).is_some_and(Ty::is_float)
            || row.family == Family::VOP1 && row.ty(Slot::src0).is_some_and(Ty::is_float))
}

fn vop3(c: &mut Checker<'_>, f: Vop3Fields) -> Checked {
    let row = c.row;
    destination(c)?;
    if row.operands.is_empty() {
        c.unused("vdst", u32::from(f.vdst), 0)?;
    } else if row.family == Family::VOPC && row.ty(Slot::vcc_dst).is_none() {
        // v_cmpx writes EXEC; what the assembler puts here is the code of EXEC.
        c.lenient("vdst", u32::from(f.vdst), 0x7e);
    }
    if row.is_interpolation() {
        // src0 is the attribute, src1 the coordinate or the parameter to copy.
        if !row.flags.contains(Flags::INTERPOLATION) {
            c.unused("src0", u32::from(f.src0 & !0xff), 0)?;
        }
        source(c, Slot::vsrc, "src1")?;
        source(c, Slot::src1, "src1")?;
        source(c, Slot::src2, "src2")?;
        if row.ty(Slot::src2).is_none() {
            c.unused("src2", u32::from(f.src2), 0)?;
        }
    } else {
        for ((slot, name), code) in SOURCES.into_iter().zip([f.src0, f.src1, f.src2]) {
            match row.ty(slot) {
                Some(_) => source(c, slot, name)?,
                None => c.unused(name, u32::from(code), 0)?,
            }
        }
    }
    let used = f.abs | f.neg | f.op_sel | f.omod | u8::from(f.clamp);
    if used == 0 {
        return Ok(());
    }
    let m = modifiers(row);
    c.unused("abs", u32::from(f.abs & !(m.abs | m.idle)), 0)?;
    c.unused("neg", u32::from(f.neg & !(m.neg | m.idle)), 0)?;
    c.lenient("abs", u32::from(f.abs & m.idle), 0);
    c.lenient("neg", u32::from(f.neg & m.idle & !m.neg), 0);
    if !row.flags.contains(Flags::OP_SEL) {
        c.lenient("op_sel", u32::from(f.op_sel), 0);
    } else if row.flags.contains(Flags::SCALAR_SOURCES) {
        c.lenient("op_sel", u32::from(f.op_sel & 12), 0);
    } else {
        c.unused("op_sel", u32::from(f.op_sel & 7 & !m.present), 0)?;
    }
    if f.clamp && !has_clamp(row) {
        c.unused("clamp", 1, 0)?;
    }
    if f.omod != 0 && !has_omod(row) {
        c.unused("omod", u32::from(f.omod), 0)?;
    }
    Ok(())
}

fn vop3b(c: &mut Checker<'_>, f: Vop3bFields) -> Checked {
    let row = c.row;
    destination(c)?;
    for ((slot, name), code) in SOURCES.into_iter().zip([f.src0, f.src1, f.src2]) {
        match row.ty(slot) {
            Some(_) => source(c, slot, name)?,
            None => c.unused(name, u32::from(code), 0)?,
        }
    }
    let m = modifiers(row);
    c.unused("neg", u32::from(f.neg & !m.neg), 0)?;
    if f.omod != 0 && !has_omod(row) {
        c.unused("omod", u32::from(f.omod), 0)?;
    }
    Ok(())
}

fn vop3p(c: &mut Checker<'_>, f: Vop3pFields) -> Checked {
    let row = c.row;
    destination(c)?;
    c.must(f.unused23 == 0, "op", 0x80, "opcodes have seven bits")?;
    for ((slot, name), code) in SOURCES.into_iter().zip([f.src0, f.src1, f.src2]) {
        match row.ty(slot) {
            Some(_) => source(c, slot, name)?,
            None => c.unused(name, u32::from(code), 0)?,
        }
    }
    if row.ty(Slot::src2).is_none() {
        c.unused("op_sel", u32::from(f.op_sel & 4), 0)?;
        c.unused("neg", u32::from(f.neg & 4), 0)?;
        c.unused("neg_hi", u32::from(f.neg_hi & 4), 0)?;
        // The assembler writes 1 for the source that is not there.
        c.lenient("op_sel_hi2", u32::from(f.op_sel_hi2), 1);
    }
    Ok(())
}

/// Modifiers of one SDWA or DPP source: neg and abs of floats, sign extension of integers.
fn source_modifiers(
    c: &mut Checker<'_>,
    slot: Slot,
    names: [&'static str; 3],
    neg: bool,
    abs: bool,
    sext: bool,
) -> Checked {
    let ty = c.row.ty(slot);
    let float = ty.is_some_and(|ty| c.row.has_float_modifiers(ty));
    if !float {
        c.unused(names[0], u32::from(neg), 0)?;
        c.unused(names[1], u32::from(abs), 0)?;
    }
    if float || ty.is_none() {
        c.unused(names[2], u32::from(sext), 0)?;
    }
    Ok(())
}

/// An SDWA source: a select that is not reserved, and a code that SDWA can take.
fn sdwa_source(
    c: &Checker<'_>,
    slot: Slot,
    [select, field]: [&'static str; 2],
    sel: u8,
    scalar: bool,
) -> Checked {
    c.must(sel != 7, select, u32::from(sel), "reserved select")?;
    let literal = scalar && access::source(c.row, &c.inst.fields, slot).is_some_and(|s| s.code == 255);
    c.must(!literal, field, 255, "SDWA takes no literal")?;
    source(c, slot, field)
}

fn sdwa(c: &mut Checker<'_>, f: SdwaFields) -> Checked {
    let row = c.row;
    c.must(f.dst_sel != 7, "dst_sel", 7, "reserved select")?;
    c.must(f.dst_unused != 3, "dst_unused", 3, "reserved value")?;
    c.lenient("unused54", u32::from(f.unused54), 0);
    c.lenient("unused62", u32::from(f.unused62), 0);
    if row.operands.is_empty() {
        c.lenient("dst_sel", u32::from(f.dst_sel), 0);
        c.lenient("dst_unused", u32::from(f.dst_unused), 0);
        c.unused("vdst", u32::from(f.vdst), 0)?;
        c.unused("src0", u32::from(f.src0), 0)?;
        c.unused("src0_sel", u32::from(f.src0_sel), 0)?;
        c.unused("s0", u32::from(f.s0), 0)?;
        c.unused("clamp", u32::from(f.clamp), 0)?;
    }
    destination(c)?;
    sdwa_source(c, Slot::src0, ["src0_sel", "src0"], f.src0_sel, f.s0)?;
    source_modifiers(
        c,
        Slot::src0,
        ["src0_neg", "src0_abs", "src0_sext"],
        f.src0_neg,
        f.src0_abs,
        f.src0_sext,
    )?;
    if row.ty(Slot::src1).is_some() {
        sdwa_source(c, Slot::src1, ["src1_sel", "vsrc1"], f.src1_sel, f.s1)?;
    } else {
        c.unused("src1_sel", u32::from(f.src1_sel), 0)?;
        c.unused("s1", u32::from(f.s1), 0)?;
    }
    source_modifiers(
        c,
        Slot::src1,
        ["src1_neg", "src1_abs", "src1_sext"],
        f.src1_neg,
        f.src1_abs,
        f.src1_sext,
    )?;
    if f.omod != 0 && !row.ty(Slot::vdst).is_some_and(Ty::is_float) {
        c.unused("omod", u32::from(f.omod), 0)?;
    }
    Ok(())
}

fn sdwab(c: &mut Checker<'_>, f: SdwabFields) -> Checked {
    c.lenient("unused54", u32::from(f.unused54), 0);
    c.lenient("unused62", u32::from(f.unused62), 0);
    if c.row.ty(Slot::vcc_dst).is_none() {
        c.unused("sd", u32::from(f.sd), 0)?;
    }
    if !f.sd {
        c.lenient("sdst", u32::from(f.sdst), 0);
    }
    destination(c)?;
    sdwa_source(c, Slot::src0, ["src0_sel", "src0"], f.src0_sel, f.s0)?;
    source_modifiers(
        c,
        Slot::src0,
        ["src0_neg", "src0_abs", "src0_sext"],
        f.src0_neg,
        f.src0_abs,
        f.src0_sext,
    )?;
    sdwa_source(c, Slot::src1, ["src1_sel", "vsrc1"], f.src1_sel, f.s1)?;
    source_modifiers(
        c,
        Slot::src1,
        ["src1_neg", "src1_abs", "src1_sext"],
        f.src1_neg,
        f.src1_abs,
        f.src1_sext,
    )
}

fn dpp16(c: &mut Checker<'_>, f: Dpp16Fields) -> Checked {
    let row = c.row;
    let known = matches!(f.dpp_ctrl,
        0..=255 | 257..=271 | 273..=287 | 289..=303 | 304 | 308 | 312 | 316 | 320..=323 | 336..=367);
    c.must(known, "dpp_ctrl", u32::from(f.dpp_ctrl), "reserved control")?;
    c.lenient("unused49", u32::from(f.unused49), 0);
    if row.operands.is_empty() {
        c.unused("vdst", u32::from(f.vdst), 0)?;
        c.unused("src0", u32::from(f.src0), 0)?;
    }
    let m = modifiers(row);
    for (i, neg, abs, names) in [
        (0, f.src0_neg, f.src0_abs, ["src0_neg", "src0_abs"]),
        (1, f.src1_neg, f.src1_abs, ["src1_neg", "src1_abs"]),
    ] {
        if neg && m.neg >> i & 1 == 0 {
            c.unused(names[0], 1, 0)?;
        }
        if abs && m.abs >> i & 1 == 0 {
            if m.idle >> i & 1 == 1 {
                c.lenient(names[1], 1, 0);
            } else {
                c.unused(names[1], 1, 0)?;
            }
        }
    }
    Ok(())
}

/// Exports take everything; what they do not look at is reported.
fn export(c: &mut Checker<'_>, f: ExpFields) {
    c.lenient("unused13", u32::from(f.unused13), 0);
    if f.compr {
        c.lenient("vsrc2", u32::from(f.vsrc2), 0);
        c.lenient("vsrc3", u32::from(f.vsrc3), 0);
    }
}
