//! The blocks that an entry reaches.
//!
//! Requires: code bytes and an entry. Ensures: every block is reached; control between blocks is a jump, a branch on one
//! condition or an end. Calls with known targets are followed with their return address as context, so that a callee
//! appears once for each place that calls it. Leaves alone: what instructions mean.

use crate::error::{TranslateError, TranslateErrorKind};
use crate::request::Request;
use isa::{Inst, Words};

/// Number of a guest block.
pub type BlockId = u32;

/// What a branch looks at. All are once per wave.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Condition {
    /// SCC is clear.
    Scc0,
    /// SCC is set.
    Scc1,
    /// VCC has no lane.
    VccZ,
    /// VCC has a lane.
    VccNz,
    /// EXEC has no lane.
    ExecZ,
    /// EXEC has a lane.
    ExecNz,
}

/// How a block ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum End {
    /// The wave ends.
    Program,
    /// Control goes on at a block.
    Jump(BlockId),
    /// Control goes to one of two blocks.
    Branch {
        /// What decides.
        condition: Condition,
        /// Where it goes if the condition holds.
        taken: BlockId,
        /// Where it goes otherwise.
        next: BlockId,
    },
}

/// A run of instructions with one entry and one end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GuestBlock {
    /// Address of the first instruction.
    pub pc: u64,
    /// Instructions with their addresses; branches and ends are not among them, but calls' and jumps' register writes
    /// are (`s_swappc_b64` writes its link).
    pub insts: Vec<(u64, Inst)>,
    /// How it ends.
    pub end: End,
}

/// The blocks of a program; block 0 is the entry.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Cfg {
    /// All blocks.
    pub blocks: Vec<GuestBlock>,
}

impl Cfg {
    /// Successors of a block.
    pub fn successors(&self, block: BlockId) -> impl Iterator<Item = BlockId> + use<> {
        let (a, b) = match self.blocks.get(block as usize).map(|b| &b.end) {
            Some(End::Jump(to)) => (Some(*to), None),
            Some(End::Branch { taken, next, .. }) => (Some(*taken), Some(*next)),
            _ => (None, None),
        };
        a.into_iter().chain(b)
    }

    /// Finds the blocks of a program.
    ///
    /// # Errors
    /// Words that are no instruction, control that leaves the code, jumps whose targets are not known, too many
    /// instructions.
    pub fn build(request: &Request<'_>) -> Result<Cfg, TranslateError> {
        discover(request)
    }
}

/// An error at a place.
pub(crate) fn at(pc: u64, words: Words, kind: TranslateErrorKind) -> TranslateError {
    TranslateError { pc, words, kind }
}

fn discover(request: &Request<'_>) -> Result<Cfg, TranslateError> {
    Err(at(request.entry, Words::new(), TranslateErrorKind::Bug { what: "blocks are not found yet" }))
}
