//! Text of memory instructions.

use crate::inst::Inst;

/// The text of an instruction.
pub(super) fn text(inst: &Inst, _wave: u32) -> String {
    inst.name().to_string()
}
