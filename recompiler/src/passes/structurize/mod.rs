//! Turns a reducible graph into structured control.
//!
//! Requires: phase Resolved, every float op a host op, a reducible graph. Ensures: phase Legal: the entry is the only block,
//! everything else stands in bodies of `if_`, `loop_` and `sswitch`; no instruction is copied; the size of the result is
//! bounded by blocks, edges and the loops that edges leave. Leaves alone: instructions and their order in a block.
//! Refuses: irreducible graphs, with the place of the block that is entered from aside; nests deeper than [`MAX_DEPTH`].
//!
//! ```text
//! b0: brif v0, b1, b2                 v3 = if_ v0 {
//! b1: v1 = …; brif v2, b2, b3             v1 = …
//! b2: …; br b3                   →        v4 = if_ v2 { yield_ 2 } else { yield_ 3 }; yield_ v4
//! b3: ret                             } else { yield_ 2 }
//!                                     if_ (ieq v3, 2) { … }
//!                                     ret
//! ```
//!
//! How it works, in three steps that each run once over the graph:
//! 1. [`forest`]: where every block is placed. A block with one forward edge to it stands in the arm of the branch that goes
//!    there. Any other one (a place where ways meet, or one outside a loop that it is reached from) follows the block or loop
//!    that dominates it. Numbers say in which order blocks come, so that "where may control want to go now" is one number.
//! 2. [`emit`]: bodies. An edge to what comes next is nothing at all; one to the head of the innermost loop is `continue_`,
//!    one out of it `break_`; any other ends its bodies, and a follower that not all ways want is guarded by a test of the
//!    selector, once for each. After a loop that is left for more than one place the selector says for which.
//! 3. [`scope`]: values. A value that is used where it is not in scope becomes a result of the ops around it, on demand.
//!
//! The placement is that of Ramsey ("Beyond Relooper", 2022) with loops closed before what they dominate, so that code
//! after a loop is not in it, and with selectors in place of labelled exits. Tests: tests/filetests/passes/structurize/ and the
//! random graphs in `tests.rs` beside this file.

mod emit;
mod forest;
mod scope;
#[cfg(test)]
mod tests;

use super::{Changed, PassError, util};
use ir::dom::Dominators;
use ir::{Function, Phase};

/// Bodies in bodies. SPIR-V allows 1,023 and drivers recurse over them.
pub const MAX_DEPTH: u32 = 500;

/// Structures a function.
///
/// # Errors
/// Irreducible graphs and nests that are too deep.
pub fn run(func: &mut Function) -> Result<Changed, PassError> {
    if func.phase != Phase::Resolved {
        return Err(PassError::bug("structurize wants phase Resolved"));
    }
    let dom = Dominators::new(func);
    util::drop_unreachable(func, &dom);
    let forest = forest::Forest::new(func, &dom)?;
    let skeleton = emit::emit(func, &dom, &forest)?;
    scope::repair(func, skeleton);
    func.phase = Phase::Legal;
    Ok(Changed::Yes)
}
