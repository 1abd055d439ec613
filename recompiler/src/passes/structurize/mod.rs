//! Turns a graph into structured control.
//!
//! Requires: phase Resolved, every float op a host op. Ensures: phase Legal: the entry is the only block, everything else
//! stands in bodies of `if_`, `loop_` and `sswitch`; no instruction is copied; bodies nest at most as deep as allowed; the
//! number of ops is bounded by a constant times blocks, edges and the loops that edges leave. Leaves alone: instructions and
//! their order in a block; whether the program ends. Refuses nothing.
//!
//! ```text
//! b0: brif v0, b1, b2                     v3 = if_ v0 {
//! b1: v1 = …; brif v2, b2, b3             v1 = …
//! b2: …; br b3                   →        v4 = if_ v2 { yield_ 2 } else { yield_ 3 }; yield_ v4
//! b3: ret                             } else { yield_ 2 }
//!                                     if_ (ieq v3, 2) { … }
//!                                     ret
//! ```
//!
//! How it works, in steps that each run once over the graph:
//! 1. [`irreducible`]: a region with several entries gets a [`dispatch`] block, which becomes the head of one loop.
//! 2. [`forest`]: where every block is placed. A block with one forward edge to it stands in the arm of the branch that goes
//!    there. Any other one (a place where ways meet, or one outside a loop that it is reached from) follows the block or loop
//!    that dominates it. Numbers say in which order blocks come, so that "where may control want to go now" is one number.
//!    Where this nests too deep, all blocks of what is placed deepest get a dispatch block, and blocks are placed once more.
//! 3. [`emit`]: bodies. An edge to what comes next is nothing at all; one to the head of the innermost loop is `continue_`,
//!    one out of it `break_`; any other ends its bodies, and a follower that not all ways want is guarded by a test of the
//!    selector, once for each. After a loop that is left for more than one place the selector says for which.
//! 4. [`scope`]: values. A value that is used where it is not in scope becomes a result of the ops around it, on demand.
//!
//! The placement is that of Ramsey ("Beyond Relooper", 2022) with loops closed before what they dominate, so that code
//! after a loop is not in it, and with selectors in place of labelled exits. Tests: tests/filetests/passes/structurize/ and
//! random graphs in tests/tests/structured_graphs.rs.

mod dispatch;
mod emit;
mod forest;
mod irreducible;
mod loops;
mod scope;

use super::{Changed, PassError, util};
use dispatch::Region;
pub(crate) use dispatch::carry;
use ir::dom::Dominators;
use ir::{Function, Phase};

/// Bodies in bodies. SPIR-V allows 1,023 and drivers recurse over them.
pub const MAX_DEPTH: u32 = 500;

/// Levels that a dispatch block and what it needs around it take: so much earlier a nest that is too deep is cut off.
const CUT: u32 = 20;

/// Switches of the pass.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Options {
    /// Every graph gets one dispatch block for all its blocks: for tests, since the result is slow and right.
    pub force_dispatch: bool,
    /// Bodies in bodies; at least 40, at most [`MAX_DEPTH`].
    pub max_depth: u32,
}

impl Default for Options {
    fn default() -> Options {
        Options { force_dispatch: false, max_depth: MAX_DEPTH }
    }
}

/// Structures a function.
///
/// # Errors
/// Bugs of ours alone.
pub fn run(func: &mut Function) -> Result<Changed, PassError> {
    run_with(func, Options::default())
}

/// Structures a function the way that the switches say.
///
/// # Errors
/// Bugs of ours alone.
pub fn run_with(func: &mut Function, options: Options) -> Result<Changed, PassError> {
    if func.phase != Phase::Resolved {
        return Err(PassError::bug("structurize wants phase Resolved"));
    }
    let mut dom = Dominators::new(func);
    util::drop_unreachable(func, &dom);
    let regions = if options.force_dispatch {
        let targets = dom.rpo().iter().skip(1).copied().collect();
        vec![Region { targets, keep_loops: false }]
    } else if dom.is_reducible() {
        vec![]
    } else {
        irreducible::regions(func, &dom)
    };
    if regions.iter().any(|r| !r.targets.is_empty()) {
        dom = dispatch::apply(func, &dom, &regions);
    }
    let mut forest = forest::Forest::new(func, &dom)?;
    let most = options.max_depth.clamp(2 * CUT, MAX_DEPTH);
    let parts = forest.too_deep(most, most - CUT)?;
    if !parts.is_empty() {
        let regions: Vec<Region> =
            parts.into_iter().map(|targets| Region { targets, keep_loops: false }).collect();
        dom = dispatch::apply(func, &dom, &regions);
        forest = forest::Forest::new(func, &dom)?;
    }
    let skeleton = emit::emit(func, &dom, &forest)?;
    scope::repair(func, skeleton);
    func.phase = Phase::Legal;
    Ok(Changed::Yes)
}
