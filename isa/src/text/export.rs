//! Text of exports.

use super::operand::vgpr;
use crate::fields::Fields;
use crate::inst::Inst;

/// The text of an export.
pub(super) fn text(inst: &Inst) -> String {
    let Fields::Exp(f) = inst.fields else { return inst.name().to_string() };
    let mut out = format!("exp {}", target(f.tgt));
    let all = [f.vsrc0, f.vsrc1, f.vsrc2, f.vsrc3];
    // Compressed exports name two registers, each for two components.
    let sources = if f.compr { [f.vsrc0, f.vsrc0, f.vsrc1, f.vsrc1] } else { all };
    for (i, v) in sources.into_iter().enumerate() {
        out += if i == 0 { " " } else { ", " };
        out += &if f.en >> i & 1 == 1 { vgpr(u32::from(v), 1) } else { "off".to_string() };
    }
    for (on, name) in [(f.done, " done"), (f.compr, " compr"), (f.vm, " vm")] {
        if on {
            out += name;
        }
    }
    out
}

/// The name of an export target.
pub(crate) fn target(tgt: u8) -> String {
    match tgt {
        0..=7 => format!("mrt{tgt}"),
        8 => "mrtz".to_string(),
        9 => "null".to_string(),
        12..=16 => format!("pos{}", tgt - 12),
        20 => "prim".to_string(),
        32..=63 => format!("param{}", tgt - 32),
        _ => format!("invalid_target_{tgt}"),
    }
}
