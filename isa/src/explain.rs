//! Everything known about one instruction word by word: what `wavewright explain` shows.
//!
//! Requires: the words of one instruction. Ensures: a value with all facts as data, whose `Display` is a table for
//! people. Leaves alone: errata (they are documentation) and what follows the instruction.

use crate::decode::{DecodeError, DecodeOptions, decode, hex};
use crate::fields::{FieldInfo, Fields};
use crate::inst::{Inst, Words};
use crate::row::{Memory, Operand, Row, Slot};
use crate::text::disasm;
use std::fmt;

/// A field and its value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FieldValue {
    /// Name and place.
    pub info: FieldInfo,
    /// Its value.
    pub value: u32,
    /// The instruction does not use it and it is not what it should be.
    pub ignored: bool,
}

/// An operand of the row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExplainedOperand {
    /// Slot and type.
    pub operand: Operand,
    /// As it stands in the text; `None` where the text leaves it out.
    pub text: Option<String>,
}

/// What is known of an instruction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explanation {
    /// The words.
    pub words: Words,
    /// The instruction.
    pub inst: Inst,
    /// Its row.
    pub row: &'static Row,
    /// LLVM's text.
    pub text: String,
    /// The encoding it is written in (`Vop3`, `Sdwa`, ...).
    pub encoding: &'static str,
    /// The fields in the order of the encoding.
    pub fields: Vec<FieldValue>,
    /// The operands in the order of the text.
    pub operands: Vec<ExplainedOperand>,
}

/// Explains the instruction at the start of `words`.
///
/// # Errors
/// [`DecodeError`] where the words are no instruction.
pub fn explain(words: &[u32], options: DecodeOptions) -> Result<Explanation, DecodeError> {
    let inst = decode(words, 0, options)?;
    let row = inst.op.row();
    let text = disasm(&inst, options.wave_size);
    let bits = inst.fields.pack();
    let fields = inst
        .fields
        .infos()
        .iter()
        .map(|&info| FieldValue {
            info,
            value: (bits >> info.low & ((1 << info.width) - 1)) as u32,
            ignored: inst.ignored.contains(&info.name),
        })
        .collect();
    let operands = operands(&inst, row, &text);
    let words = words.iter().take(inst.dwords() as usize).copied().collect();
    let encoding = encoding_name(&inst.fields);
    Ok(Explanation { words, row, text, encoding, fields, operands, inst })
}

/// The name of the variant that holds the fields.
fn encoding_name(fields: &Fields) -> &'static str {
    match fields {
        Fields::Sop1(_) => "SOP1",
        Fields::Sop2(_) => "SOP2",
        Fields::Sopc(_) => "SOPC",
        Fields::Sopk(_) => "SOPK",
        Fields::Sopp(_) => "SOPP",
        Fields::Smem(_) => "SMEM",
        Fields::Vop1(_) => "VOP1",
        Fields::Vop2(_) => "VOP2",
        Fields::Vopc(_) => "VOPC",
        Fields::Vintrp(_) => "VINTRP",
        Fields::Vop3(_) => "VOP3A",
        Fields::Vop3b(_) => "VOP3B",
        Fields::Vop3p(_) => "VOP3P",
        Fields::Sdwa(_) => "SDWA",
        Fields::Sdwab(_) => "SDWAB",
        Fields::Dpp16(_) => "DPP16",
        Fields::Dpp8(_) => "DPP8",
        Fields::Ds(_) => "DS",
        Fields::Flat(_) => "FLAT",
        Fields::Mubuf(_) => "MUBUF",
        Fields::Mtbuf(_) => "MTBUF",
        Fields::Mimg(_) => "MIMG",
        Fields::Exp(_) => "EXP",
    }
}

/// Pairs the operands of the row with the parts of the text, which has them in the same order and may leave out a
/// result that is not returned.
fn operands(inst: &Inst, row: &Row, text: &str) -> Vec<ExplainedOperand> {
    let list = text.split_once(' ').map_or("", |(_, operands)| operands);
    let mut parts = split_operands(list);
    let absent = row.operands.len().saturating_sub(parts.len());
    let returns = match inst.fields {
        Fields::Flat(f) => !f.writes_lds(row) && (row.memory != Memory::Atomic || f.glc),
        Fields::Mubuf(f) => !f.writes_lds(row),
        _ => true,
    };
    let mut out = Vec::with_capacity(row.operands.len());
    for &operand in row.operands {
        let left_out = absent > 0 && !returns && matches!(operand.slot, Slot::vdst | Slot::vdata);
        let text = if left_out || parts.is_empty() { None } else { Some(parts.remove(0)) };
        out.push(ExplainedOperand { operand, text });
    }
    out
}

/// The parts of an operand list: separated by commas outside brackets, modifiers at the end left out.
fn split_operands(list: &str) -> Vec<String> {
    let mut parts = Vec::new();
    let mut part = String::new();
    let mut depth = 0u32;
    for c in list.chars() {
        match c {
            '[' | '(' => depth += 1,
            ']' | ')' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                parts.push(std::mem::take(&mut part));
                continue;
            }
            // The first operand is followed by a comma or by modifiers.
            ' ' if depth == 0 && !part.trim().is_empty() => {
                parts.push(std::mem::take(&mut part));
                return parts.into_iter().map(|p| p.trim().to_string()).collect();
            }
            _ => {}
        }
        part.push(c);
    }
    parts.push(part);
    parts.into_iter().map(|p| p.trim().to_string()).filter(|p| !p.is_empty()).collect()
}

fn flags<F: bitflags::Flags>(set: &F) -> String {
    set.iter_names().map(|(name, _)| name).collect::<Vec<_>>().join(" ")
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let row = self.row;
        writeln!(f, "{}", self.text)?;
        writeln!(f, "  {}", row.doc)?;
        writeln!(f)?;
        let mut line = |name: &str, value: &str| {
            if value.is_empty() { Ok(()) } else { writeln!(f, "{name:<10} {value}") }
        };
        line("words", &hex(&self.words))?;
        line("encoding", &format!("{}, {} bytes", self.encoding, self.words.len() * 4))?;
        line("opcode", &format!("{} {} ({:#x})", row.family.name(), row.number, row.number))?;
        line("exists on", &flags(&row.targets))?;
        line("forms", &flags(&row.forms))?;
        line("reads", &flags(&row.reads))?;
        line("writes", &flags(&row.writes))?;
        line(
            "memory",
            match row.memory {
                Memory::None => "",
                Memory::Load => "load",
                Memory::Store => "store",
                Memory::Atomic => "atomic",
                Memory::Cache => "caches and counters",
            },
        )?;
        if let Some(literal) = self.inst.literal {
            line("literal", &format!("{literal:#010x}"))?;
        }
        if !self.inst.nsa.is_empty() {
            let list: Vec<String> = self.inst.nsa.iter().map(|v| format!("v{v}")).collect();
            line("addresses", &list.join(" "))?;
        }
        line("ignored", &self.inst.ignored.join(" "))?;
        if !self.operands.is_empty() {
            writeln!(f, "\n{:<10} {:<9} text", "operand", "type")?;
            for o in &self.operands {
                let (slot, ty) = (format!("{:?}", o.operand.slot), format!("{:?}", o.operand.ty));
                writeln!(f, "{slot:<10} {ty:<9} {}", o.text.as_deref().unwrap_or("(not in the text)"))?;
            }
        }
        if !self.fields.is_empty() {
            writeln!(f, "\n{:<10} {:<9} value", "field", "bits")?;
            for v in &self.fields {
                let (low, high) = (v.info.low, v.info.low + v.info.width - 1);
                let bits = if low == high { low.to_string() } else { format!("{high}:{low}") };
                let note = if v.ignored { "  ignored" } else { "" };
                writeln!(f, "{:<10} {bits:<9} {} ({:#x}){note}", v.info.name, v.value, v.value)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test ends by panicking")]
mod tests {
    use super::*;

    #[test]
    fn operands_are_paired_with_the_text() {
        let e = explain(&[0xf000_0b1a, 0x0003_fc40, 0x0000_89e2], DecodeOptions::default()).unwrap();
        let texts: Vec<Option<&str>> = e.operands.iter().map(|o| o.text.as_deref()).collect();
        assert_eq!(texts, [Some("v[252:254]"), Some("[v64, v226, v137]"), Some("s[12:19]")]);
        assert!(e.to_string().contains("dmask      11:8      11 (0xb)"));
    }

    #[test]
    fn an_atomic_without_result_has_none_in_the_text() {
        let e = explain(&[0xdcc8_8010, 0x007d_0305], DecodeOptions::default()).unwrap();
        let texts: Vec<Option<&str>> = e.operands.iter().map(|o| o.text.as_deref()).collect();
        assert_eq!(texts, [None, Some("v[5:6]"), Some("v3"), Some("off")]);
    }
}
