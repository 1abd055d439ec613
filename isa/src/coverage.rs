//! Which instructions there are: the lists that `wavewright coverage` shows.
//!
//! Requires: nothing. Ensures: every row once, in table order, with its forms. Leaves alone: who executes them.

use crate::form::Form;
use crate::op::Op;
use crate::row::{Family, Row, Targets};

/// The instructions of one family.
#[derive(Clone, Debug)]
pub struct FamilyCoverage {
    /// The family.
    pub family: Family,
    /// Its instructions in table order.
    pub instructions: Vec<InstructionCoverage>,
}

/// One instruction and the ways to write it.
#[derive(Clone, Debug)]
pub struct InstructionCoverage {
    /// The opcode.
    pub op: Op,
    /// Its row.
    pub row: &'static Row,
    /// Its forms, its own first.
    pub forms: Vec<Form>,
}

impl FamilyCoverage {
    /// How many (instruction, form) pairs the family has.
    pub fn forms(&self) -> usize {
        self.instructions.iter().map(|i| i.forms.len()).sum()
    }

    /// How many of its instructions LLVM's gfx1013 lacks.
    pub fn beyond_llvm(&self) -> usize {
        self.instructions.iter().filter(|i| !i.row.targets.contains(Targets::GFX1013)).count()
    }
}

/// All families with their instructions.
pub fn coverage() -> Vec<FamilyCoverage> {
    Family::ALL
        .into_iter()
        .map(|family| FamilyCoverage {
            family,
            instructions: Op::all()
                .filter(|op| op.family() == family)
                .map(|op| InstructionCoverage { op, row: op.row(), forms: Form::of(op).collect() })
                .collect(),
        })
        .collect()
}
