//! Text of an instruction as LLVM 19 prints it for gfx1013.
//!
//! Requires: an instruction from the decoder. Ensures: the text that `llvm-mc --disassemble` prints for the same words,
//! runs of spaces collapsed to one. Leaves alone: addresses and words in front of the text.

mod export;
mod image;
mod memory;
pub(crate) mod operand;
mod scalar;
mod vector;

use crate::inst::Inst;
use crate::row::Family;

/// The text of an instruction in a wave of `wave_size` lanes. Branch targets print as the 16-bit offset in dwords, as
/// LLVM does without labels.
pub fn disasm(inst: &Inst, wave_size: u32) -> String {
    match inst.op.family() {
        Family::SOP1 | Family::SOP2 | Family::SOPC | Family::SOPK | Family::SOPP => {
            scalar::text(inst, wave_size)
        }
        Family::VOP1 | Family::VOP2 | Family::VOPC | Family::VOP3 | Family::VOP3P | Family::VINTRP => {
            vector::text(inst, wave_size)
        }
        Family::SMEM
        | Family::DS
        | Family::FLAT
        | Family::GLOBAL
        | Family::SCRATCH
        | Family::MUBUF
        | Family::MTBUF => memory::text(inst, wave_size),
        Family::MIMG => image::text(inst, wave_size),
        Family::EXP => export::text(inst),
    }
}

/// The text of an instruction at byte address `pc`; `label` names the target of a branch, which then stands in place of
/// the offset.
pub fn disasm_with(inst: &Inst, wave_size: u32, pc: u64, label: &dyn Fn(u64) -> Option<String>) -> String {
    let name = scalar::branch_target(inst, pc).and_then(label);
    match name {
        Some(name) => scalar::with_label(inst, wave_size, &name),
        None => disasm(inst, wave_size),
    }
}

/// Byte address of the target of a direct branch at byte address `pc`; `None` for anything else.
pub fn branch_target(inst: &Inst, pc: u64) -> Option<u64> {
    scalar::branch_target(inst, pc)
}
