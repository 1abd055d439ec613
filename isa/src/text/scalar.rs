//! Text of scalar ALU and program control instructions.

use crate::fields::Fields;
use crate::inst::Inst;

/// The text of an instruction.
pub(super) fn text(inst: &Inst, _wave: u32) -> String {
    inst.name().to_string()
}

/// Byte address of the target of a direct branch at `pc`.
pub(super) fn branch_target(inst: &Inst, pc: u64) -> Option<u64> {
    let simm16 = match inst.fields {
        Fields::Sopp(f) if inst.name().contains("branch") => f.simm16,
        Fields::Sopk(f) if inst.name() == "s_call_b64" || inst.name().starts_with("s_subvector_loop") => {
            f.simm16
        }
        _ => return None,
    };
    Some(pc.wrapping_add(4).wrapping_add_signed(i64::from(simm16 as i16) * 4))
}

/// The text with a label in place of the offset.
pub(super) fn with_label(inst: &Inst, wave: u32, label: &str) -> String {
    let plain = text(inst, wave);
    match plain.rfind(' ') {
        Some(at) => format!("{} {label}", &plain[..at]),
        None => plain,
    }
}
