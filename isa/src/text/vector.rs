//! Text of vector ALU instructions in all their forms.
//!
//! Requires: an instruction of VOP1, VOP2, VOPC, VOP3, VOP3P or VINTRP. Ensures: LLVM's text.
//!
//! Facts: LLVM 19's printers for gfx10 (suffixes, order of modifiers, DPP and SDWA names).

use super::operand::{self, Constant};
use crate::access::{self, Destination, Source};
use crate::decode::DPP8_FI;
use crate::fields::{Dpp8Fields, Dpp16Fields, Fields, Vop3Fields, Vop3pFields};
use crate::inst::Inst;
use crate::op::Op;
use crate::row::{Family, Flags, Forms, Operand, Row, Slot, Ty};
use crate::table::Vintrp;

/// The text of an instruction.
pub(super) fn text(inst: &Inst, wave: u32) -> String {
    let row = inst.op.row();
    let mut out = format!("{}{}", row.name, suffix(row, &inst.fields));
    let mut first = true;
    let mut push = |out: &mut String, text: &str| {
        *out += if first { " " } else { ", " };
        *out += text;
        first = false;
    };
    let interpolation = row.is_interpolation();
    for o in row.operands {
        push(&mut out, &operand_text(inst, row, *o, wave));
        // The attribute stands behind the coordinate, or where it would be.
        if interpolation && is_coordinate(row, *o) {
            if inst.op == Op::Vintrp(Vintrp::v_interp_mov_f32) {
                push(&mut out, &parameter(&inst.fields));
            }
            push(&mut out, &attribute(&inst.fields));
        }
    }
    modifiers(&mut out, inst, row);
    out
}

/// `_e32`, `_e64`, `_sdwa`, `_dpp`: only where the instruction has more than one form and operands at all.
fn suffix(row: &Row, fields: &Fields) -> &'static str {
    if row.operands.is_empty() || row.family == Family::VOP3 {
        return "";
    }
    match fields {
        Fields::Sdwa(_) | Fields::Sdwab(_) => "_sdwa",
        Fields::Dpp16(_) | Fields::Dpp8(_) => "_dpp",
        Fields::Vop3(_) | Fields::Vop3b(_) => "_e64",
        Fields::Vop3p(_) => "",
        _ if row.forms.contains(Forms::VOP3) => "_e32",
        _ => "",
    }
}

/// Whether the attribute is printed behind this operand.
fn is_coordinate(row: &Row, o: Operand) -> bool {
    let has_coordinate = row.operands.iter().any(|o| matches!(o.slot, Slot::vsrc | Slot::src1));
    if has_coordinate { matches!(o.slot, Slot::vsrc | Slot::src1) } else { o.slot == Slot::vdst }
}

fn attribute(fields: &Fields) -> String {
    let (attr, chan) = match fields {
        Fields::Vintrp(f) => (f.attr, f.attrchan),
        Fields::Vop3(f) => ((f.src0 & 63) as u8, (f.src0 >> 6 & 3) as u8),
        _ => (0, 0),
    };
    format!("attr{attr}.{}", ['x', 'y', 'z', 'w'][usize::from(chan & 3)])
}

fn parameter(fields: &Fields) -> String {
    let code = match fields {
        Fields::Vintrp(f) => u16::from(f.vsrc),
        Fields::Vop3(f) => f.src1,
        _ => 0,
    };
    match code {
        0 => "p10".to_string(),
        1 => "p20".to_string(),
        2 => "p0".to_string(),
        n => format!("invalid_param_{n}"),
    }
}

fn operand_text(inst: &Inst, row: &Row, o: Operand, wave: u32) -> String {
    let dwords = u32::from(o.ty.dwords(wave));
    if let Some(d) = access::destination(row, &inst.fields, o.slot) {
        return match d {
            Destination::Vgpr(v) => operand::vgpr(u32::from(v), dwords),
            Destination::Scalar(s) => operand::scalar(u32::from(s), dwords, Constant::B32, None),
        };
    }
    if o.slot == Slot::literal {
        return format!("{:#x}", inst.literal.unwrap_or(0));
    }
    let Some(s) = access::source(row, &inst.fields, o.slot) else { return String::new() };
    let mut text = operand::vector(u32::from(s.code), dwords, constant(row, o.ty), inst.literal);
    if o.ty == Ty::Mask {
        // LLVM reads any source here and says what it thinks of it.
        text += match s.code {
            126 | 127 | 254 | 256.. => "/*Invalid register, operand has 'SReg_1_XEXEC' register class*/",
            128..=208 | 240..=248 | 255 => "/*Invalid immediate*/",
            _ => "",
        };
    }
    decorate(row, o.ty, s, text)
}

/// How constants of an operand print.
fn constant(row: &Row, ty: Ty) -> Constant {
    if row.flags.contains(Flags::MIXED) {
        return Constant::F16;
    }
    // The exponent of v_ldexp_f16.
    if ty == Ty::I16 && row.ty(Slot::src0) == Some(Ty::F16) {
        return Constant::F16;
    }
    match (row.is_packed(), ty.is_float()) {
        (true, true) => Constant::PackedF16,
        (true, false) => Constant::PackedI16,
        (false, _) => Constant::of(ty),
    }
}

/// Puts the source modifiers around an operand.
fn decorate(row: &Row, ty: Ty, s: Source, text: String) -> String {
    if s.sext {
        return format!("sext({text})");
    }
    if !row.has_float_modifiers(ty) {
        // Integer sources next to a float one take the negation bit as a sign extension.
        return if s.neg && row.has_sign_extension(ty) { format!("sext({text})") } else { text };
    }
    let constant = matches!(s.code, 128..=208 | 240..=248 | 255);
    match (s.neg, s.abs) {
        (false, false) => text,
        (false, true) => format!("|{text}|"),
        (true, true) => format!("-|{text}|"),
        (true, false) if constant => format!("neg({text})"),
        (true, false) => format!("-{text}"),
    }
}

fn modifiers(out: &mut String, inst: &Inst, row: &Row) {
    match inst.fields {
        Fields::Vop3(f) => vop3(out, row, f),
        Fields::Vop3b(f) => tail(out, f.clamp, f.omod),
        Fields::Vop3p(f) => vop3p(out, row, f),
        Fields::Sdwa(f) if !row.operands.is_empty() => {
            tail(out, f.clamp, f.omod);
            *out += &format!(" dst_sel:{} dst_unused:{}", select(f.dst_sel), unused(f.dst_unused));
            *out += &format!(" src0_sel:{}", select(f.src0_sel));
            if row.ty(Slot::src1).is_some() {
                *out += &format!(" src1_sel:{}", select(f.src1_sel));
            }
        }
        Fields::Sdwab(f) => {
            *out += &format!(" src0_sel:{} src1_sel:{}", select(f.src0_sel), select(f.src1_sel));
        }
        Fields::Dpp16(f) => dpp16(out, f),
        Fields::Dpp8(f) => dpp8(out, f),
        _ => {}
    }
}

/// Clamp and output multiplier.
fn tail(out: &mut String, clamp: bool, omod: u8) {
    if clamp {
        *out += " clamp";
    }
    *out += ["", " mul:2", " mul:4", " div:2"][usize::from(omod & 3)];
}

fn list(name: &str, bits: u8, n: usize) -> String {
    let items: Vec<String> = (0..n).map(|i| (bits >> i & 1).to_string()).collect();
    format!(" {name}:[{}]", items.join(","))
}

fn vop3(out: &mut String, row: &Row, f: Vop3Fields) {
    let high = row.is_interpolation() && f.src0 & 0x100 != 0;
    if high {
        *out += " high";
    }
    if row.flags.contains(Flags::OP_SEL) {
        let sources = row.source_count();
        // The lane permutations use the bits of the first two sources for something else and have no other.
        if row.flags.contains(Flags::SCALAR_SOURCES) {
            if f.op_sel & 3 != 0 {
                *out += &list("op_sel", f.op_sel, 2);
            }
        } else {
            // The destination's bit stands behind those of the sources.
            let mask = (1u8 << sources) - 1;
            let bits = f.op_sel & mask | (f.op_sel >> 3 & 1) << sources;
            if bits != 0 {
                *out += &list("op_sel", bits, sources + 1);
            }
        }
    }
    tail(out, f.clamp, f.omod);
}

fn vop3p(out: &mut String, row: &Row, f: Vop3pFields) {
    let n = row.source_count();
    let mask = (1u8 << n) - 1;
    let op_sel_hi = f.op_sel_hi | u8::from(f.op_sel_hi2) << 2;
    if f.op_sel & mask != 0 {
        *out += &list("op_sel", f.op_sel, n);
    }
    // Packed math reads the high half for the high lane unless told otherwise; mixed math reads 32 bits.
    let plain = if row.flags.contains(Flags::MIXED) { 0 } else { mask };
    if op_sel_hi & mask != plain {
        *out += &list("op_sel_hi", op_sel_hi, n);
    }
    if !row.flags.contains(Flags::MIXED) {
        if f.neg & mask != 0 {
            *out += &list("neg_lo", f.neg, n);
        }
        if f.neg_hi & mask != 0 {
            *out += &list("neg_hi", f.neg_hi, n);
        }
    }
    tail(out, f.clamp, 0);
}

/// Name of an SDWA select.
pub(crate) fn select(sel: u8) -> &'static str {
    ["BYTE_0", "BYTE_1", "BYTE_2", "BYTE_3", "WORD_0", "WORD_1", "DWORD", "reserved"][usize::from(sel & 7)]
}

/// Name of what SDWA does with the rest of the destination.
pub(crate) fn unused(code: u8) -> &'static str {
    ["UNUSED_PAD", "UNUSED_SEXT", "UNUSED_PRESERVE", "reserved"][usize::from(code & 3)]
}

/// Name of a DPP control, as far as it means something on gfx10.
pub(crate) fn dpp_control(ctrl: u16) -> Option<String> {
    Some(match ctrl {
        0..=255 => {
            let [a, b, c, d] = [ctrl & 3, ctrl >> 2 & 3, ctrl >> 4 & 3, ctrl >> 6 & 3];
            format!("quad_perm:[{a},{b},{c},{d}]")
        }
        257..=271 => format!("row_shl:{}", ctrl - 256),
        273..=287 => format!("row_shr:{}", ctrl - 272),
        289..=303 => format!("row_ror:{}", ctrl - 288),
        // Controls of older parts: LLVM reads them and says so.
        304 => "/* wave_shl is not supported starting from GFX10 */".to_string(),
        308 => "/* wave_rol is not supported starting from GFX10 */".to_string(),
        312 => "/* wave_shr is not supported starting from GFX10 */".to_string(),
        316 => "/* wave_ror is not supported starting from GFX10 */".to_string(),
        320 => "row_mirror".to_string(),
        321 => "row_half_mirror".to_string(),
        322 | 323 => "/* row_bcast is not supported starting from GFX10 */".to_string(),
        336..=351 => format!("row_share:{}", ctrl - 336),
        352..=367 => format!("row_xmask:{}", ctrl - 352),
        _ => return None,
    })
}

fn dpp16(out: &mut String, f: Dpp16Fields) {
    let control = dpp_control(f.dpp_ctrl).unwrap_or_else(|| format!("dpp_ctrl:{:#x}", f.dpp_ctrl));
    *out += &format!(" {control} row_mask:{:#x} bank_mask:{:#x}", f.row_mask, f.bank_mask);
    if f.bound_ctrl {
        *out += " bound_ctrl:1";
    }
    if f.fi {
        *out += " fi:1";
    }
}

fn dpp8(out: &mut String, f: Dpp8Fields) {
    let items: Vec<String> = (0..8).map(|i| (f.sel >> (3 * i) & 7).to_string()).collect();
    *out += &format!(" dpp8:[{}]", items.join(","));
    if f.src0_code == DPP8_FI {
        *out += " fi:1";
    }
}
