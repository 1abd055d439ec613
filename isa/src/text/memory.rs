//! Text of memory instructions: SMEM, LDS, flat, buffer.
//!
//! Requires, ensures: see [`super`]. Facts: LLVM 19's printer for gfx10; every row of the decode vectors.

use super::operand::{Constant, literal, scalar, sgpr, vgpr};
use crate::fields::{DsFields, Fields, FlatFields, MtbufFields, MubufFields, SmemFields};
use crate::inst::Inst;
use crate::op::Op;
use crate::row::{Family, Flags, Memory, Row, Slot};
use crate::table::{Ds, Smem};

/// A line of text that grows: the mnemonic, operands separated by commas, modifiers separated by spaces.
pub(super) struct Line {
    text: String,
    operands: bool,
}

impl Line {
    pub(super) fn new(name: &str) -> Line {
        let mut text = String::with_capacity(64);
        text.push_str(name);
        Line { text, operands: false }
    }

    pub(super) fn operand(&mut self, operand: &str) {
        self.text.push_str(if self.operands { ", " } else { " " });
        self.operands = true;
        self.text.push_str(operand);
    }

    pub(super) fn modifier(&mut self, modifier: &str) {
        self.text.push(' ');
        self.text.push_str(modifier);
    }

    pub(super) fn flag(&mut self, set: bool, name: &str) {
        if set {
            self.modifier(name);
        }
    }

    fn offset(&mut self, name: &str, value: i32) {
        if value != 0 {
            self.modifier(&format!("{name}:{value}"));
        }
    }

    pub(super) fn finish(self) -> String {
        self.text
    }
}

/// The text of an instruction.
pub(super) fn text(inst: &Inst, wave: u32) -> String {
    let row = inst.op.row();
    let mut line = Line::new(row.name);
    match &inst.fields {
        Fields::Smem(f) => smem(&mut line, inst, row, f, wave),
        Fields::Ds(f) => ds(&mut line, inst, row, f, wave),
        Fields::Flat(f) => flat(&mut line, row, f, wave),
        Fields::Mubuf(f) => mubuf(&mut line, inst, row, f, wave),
        Fields::Mtbuf(f) => mtbuf(&mut line, inst, row, f, wave),
        // The decoder gives these families no other fields.
        _ => {}
    }
    line.finish()
}

fn smem(line: &mut Line, inst: &Inst, row: &Row, f: &SmemFields, wave: u32) {
    if let Some(ty) = row.ty(Slot::sdata) {
        line.operand(&sgpr(f.sdata.into(), ty.dwords(wave).into()));
    } else if matches!(inst.op, Op::Smem(Smem::s_atc_probe | Smem::s_atc_probe_buffer)) {
        // The probes read the field as a number.
        line.operand(&literal(f.sdata.into(), Constant::B32));
    }
    if let Some(ty) = row.ty(Slot::sbase) {
        line.operand(&sgpr(u32::from(f.sbase) * 2, ty.dwords(wave).into()));
    }
    if row.operand(Slot::soffset).is_none() {
        return;
    }
    let offset = f.signed_offset();
    let (sign, size) = if offset < 0 { ("-", offset.unsigned_abs()) } else { ("", offset.unsigned_abs()) };
    match f.offset_register() {
        None if offset == 0 => line.operand("null"),
        None => line.operand(&format!("{sign}{size:#x}")),
        Some(register) => {
            line.operand(&sgpr(register.into(), 1));
            if offset != 0 {
                line.modifier(&format!("offset:{sign}{size:#x}"));
            }
        }
    }
    // Probes and cache instructions do not print them.
    let prints = row.memory != Memory::Cache;
    line.flag(f.glc && prints, "glc");
    line.flag(f.dlc && prints, "dlc");
}

fn ds(line: &mut Line, inst: &Inst, row: &Row, f: &DsFields, wave: u32) {
    for operand in row.operands {
        let first = match operand.slot {
            Slot::vdst => f.vdst,
            Slot::vaddr => f.addr,
            Slot::data0 => f.data0,
            _ => f.data1,
        };
        line.operand(&vgpr(first.into(), operand.ty.dwords(wave).into()));
    }
    if row.flags.contains(Flags::TWO_OFFSETS) {
        line.offset("offset0", f.offset0.into());
        line.offset("offset1", f.offset1.into());
    } else if inst.op == Op::Ds(Ds::ds_swizzle_b32) {
        if let Some(text) = swizzle(f.offset()) {
            line.modifier(&text);
        }
    } else if inst.op != Op::Ds(Ds::ds_nop) {
        line.offset("offset", f.offset().into());
    }
    line.flag(f.gds, "gds");
}

/// The lane pattern of `ds_swizzle_b32`; `None` for 0, which LLVM does not print.
fn swizzle(pattern: u16) -> Option<String> {
    if pattern == 0 {
        return None;
    }
    let name = if pattern & 0xff00 == 0x8000 {
        let lane = |i: u32| pattern >> (2 * i) & 3;
        format!("QUAD_PERM,{},{},{},{}", lane(0), lane(1), lane(2), lane(3))
    } else if pattern & 0x8000 != 0 {
        return Some(format!("offset:{pattern}"));
    } else {
        let (and, or, xor) = (pattern & 31, pattern >> 5 & 31, pattern >> 10 & 31);
        let group = 32 - and;
        if and == 31 && or == 0 && xor.count_ones() == 1 {
            format!("SWAP,{xor}")
        } else if and == 31 && or == 0 && xor > 0 && (xor + 1).is_power_of_two() {
            format!("REVERSE,{}", xor + 1)
        } else if group > 1 && group.is_power_of_two() && or < group && xor == 0 {
            format!("BROADCAST,{group},{or}")
        } else {
            // Each lane number bit: constant, passed on or inverted.
            let (zeros, ones) = (or ^ xor, (and | or) ^ xor);
            let bits: String = (0..5)
                .rev()
                .map(|i| match (zeros >> i & 1, ones >> i & 1) {
                    (0, 0) => '0',
                    (1, 1) => '1',
                    (0, _) => 'p',
                    _ => 'i',
                })
                .collect();
            format!("BITMASK_PERM,\"{bits}\"")
        }
    };
    Some(format!("offset:swizzle({name})"))
}

fn flat(line: &mut Line, row: &Row, f: &FlatFields, wave: u32) {
    let base = f.scalar_base(row.family);
    let lds = f.writes_lds(row);
    for operand in row.operands {
        let dwords = u32::from(operand.ty.dwords(wave));
        match operand.slot {
            Slot::vdst if lds || row.memory == Memory::Atomic && !f.glc => {}
            Slot::vdst => line.operand(&vgpr(f.vdst.into(), dwords)),
            Slot::data0 => line.operand(&vgpr(f.data.into(), dwords)),
            Slot::saddr => line.operand(&base.map_or("off".to_string(), |base| sgpr(base.into(), dwords))),
            // With a scalar base, global addresses are 32-bit offsets and scratch has no vector address at all.
            _ if !f.has_vector_address(row.family) => line.operand("off"),
            _ if row.family == Family::GLOBAL && base.is_some() => line.operand(&vgpr(f.addr.into(), 1)),
            _ => line.operand(&vgpr(f.addr.into(), dwords)),
        }
    }
    line.offset("offset", f.byte_offset(row.family));
    line.flag(f.glc, "glc");
    line.flag(f.slc, "slc");
    line.flag(f.dlc, "dlc");
    line.flag(lds, "lds");
}

/// Index and offset of a buffer address.
fn buffer_address(line: &mut Line, vaddr: u8, idxen: bool, offen: bool) {
    match u32::from(idxen) + u32::from(offen) {
        0 => line.operand("off"),
        dwords => line.operand(&vgpr(vaddr.into(), dwords)),
    }
}

fn mubuf(line: &mut Line, inst: &Inst, row: &Row, f: &MubufFields, wave: u32) {
    let Some(data) = row.ty(Slot::vdata) else { return };
    let lds = f.writes_lds(row);
    if !lds {
        line.operand(&vgpr(f.vdata.into(), u32::from(data.dwords(wave)) + u32::from(f.has_status(row))));
    }
    buffer_address(line, f.vaddr, f.idxen, f.offen);
    line.operand(&sgpr(u32::from(f.srsrc) * 4, 4));
    line.operand(&scalar(f.soffset.into(), 1, Constant::B32, inst.literal));
    line.flag(f.idxen, "idxen");
    line.flag(f.offen, "offen");
    line.offset("offset", f.offset.into());
    line.flag(f.glc, "glc");
    line.flag(f.slc, "slc");
    line.flag(f.dlc && row.memory != Memory::Atomic, "dlc");
    line.flag(f.has_status(row), "tfe");
    line.flag(lds, "lds");
}

fn mtbuf(line: &mut Line, inst: &Inst, row: &Row, f: &MtbufFields, wave: u32) {
    let Some(data) = row.ty(Slot::vdata) else { return };
    line.operand(&vgpr(f.vdata.into(), data.dwords(wave).into()));
    buffer_address(line, f.vaddr, f.idxen, f.offen);
    line.operand(&sgpr(u32::from(f.srsrc) * 4, 4));
    line.operand(&scalar(f.soffset.into(), 1, Constant::B32, inst.literal));
    match format_name(f.format) {
        _ if f.format == DEFAULT_FORMAT => {}
        Some(name) => line.modifier(&format!("format:[BUF_FMT_{name}]")),
        None => line.modifier(&format!("format:{}", f.format)),
    }
    line.flag(f.idxen, "idxen");
    line.flag(f.offen, "offen");
    line.offset("offset", f.offset.into());
    line.flag(f.glc, "glc");
    line.flag(f.slc, "slc");
    line.flag(f.dlc, "dlc");
}

/// The format LLVM does not print (`8_UNORM`).
const DEFAULT_FORMAT: u8 = 1;

/// Name of a buffer format number without the `BUF_FMT_` in front; `None` for numbers that name none (78 to 127).
pub(crate) fn format_name(format: u8) -> Option<&'static str> {
    /// By number (RDNA 1 ISA guide, table of buffer formats; LLVM's spelling).
    const NAMES: [&str; 78] = [
        "INVALID",
        "8_UNORM",
        "8_SNORM",
        "8_USCALED",
        "8_SSCALED",
        "8_UINT",
        "8_SINT",
        "16_UNORM",
        "16_SNORM",
        "16_USCALED",
        "16_SSCALED",
        "16_UINT",
        "16_SINT",
        "16_FLOAT",
        "8_8_UNORM",
        "8_8_SNORM",
        "8_8_USCALED",
        "8_8_SSCALED",
        "8_8_UINT",
        "8_8_SINT",
        "32_UINT",
        "32_SINT",
        "32_FLOAT",
        "16_16_UNORM",
        "16_16_SNORM",
        "16_16_USCALED",
        "16_16_SSCALED",
        "16_16_UINT",
        "16_16_SINT",
        "16_16_FLOAT",
        "10_11_11_UNORM",
        "10_11_11_SNORM",
        "10_11_11_USCALED",
        "10_11_11_SSCALED",
        "10_11_11_UINT",
        "10_11_11_SINT",
        "10_11_11_FLOAT",
        "11_11_10_UNORM",
        "11_11_10_SNORM",
        "11_11_10_USCALED",
        "11_11_10_SSCALED",
        "11_11_10_UINT",
        "11_11_10_SINT",
        "11_11_10_FLOAT",
        "10_10_10_2_UNORM",
        "10_10_10_2_SNORM",
        "10_10_10_2_USCALED",
        "10_10_10_2_SSCALED",
        "10_10_10_2_UINT",
        "10_10_10_2_SINT",
        "2_10_10_10_UNORM",
        "2_10_10_10_SNORM",
        "2_10_10_10_USCALED",
        "2_10_10_10_SSCALED",
        "2_10_10_10_UINT",
        "2_10_10_10_SINT",
        "8_8_8_8_UNORM",
        "8_8_8_8_SNORM",
        "8_8_8_8_USCALED",
        "8_8_8_8_SSCALED",
        "8_8_8_8_UINT",
        "8_8_8_8_SINT",
        "32_32_UINT",
        "32_32_SINT",
        "32_32_FLOAT",
        "16_16_16_16_UNORM",
        "16_16_16_16_SNORM",
        "16_16_16_16_USCALED",
        "16_16_16_16_SSCALED",
        "16_16_16_16_UINT",
        "16_16_16_16_SINT",
        "16_16_16_16_FLOAT",
        "32_32_32_UINT",
        "32_32_32_SINT",
        "32_32_32_FLOAT",
        "32_32_32_32_UINT",
        "32_32_32_32_SINT",
        "32_32_32_32_FLOAT",
    ];
    NAMES.get(usize::from(format)).copied()
}

#[cfg(test)]
mod tests {
    use super::swizzle;

    #[test]
    fn swizzle_patterns_have_names() {
        assert_eq!(swizzle(0), None);
        assert_eq!(swizzle(0x801b).as_deref(), Some("offset:swizzle(QUAD_PERM,3,2,1,0)"));
        assert_eq!(swizzle(0x041f).as_deref(), Some("offset:swizzle(SWAP,1)"));
        assert_eq!(swizzle(0x1c1f).as_deref(), Some("offset:swizzle(REVERSE,8)"));
        assert_eq!(swizzle(0x0010).as_deref(), Some("offset:swizzle(BROADCAST,16,0)"));
        assert_eq!(swizzle(0x0c00).as_deref(), Some("offset:swizzle(BITMASK_PERM,\"00011\")"));
        assert_eq!(swizzle(0xc000).as_deref(), Some("offset:49152"));
    }
}
