//! Passes: each is one file with a contract at its top, a function that rewrites a function and says whether it did.
//!
//! [`manager`] runs a list of steps and does everything around them: names, switches, dumps, verification, times, fuel.
//! A pass never prints and never reads a switch.
//!
//! # Adding a pass
//! 1. A file here whose head says what it does, **Requires**, **Ensures**, **Leaves alone**, with an example.
//! 2. `pub fn run(&mut Function, …) -> Result<Changed, PassError>`, nothing recursive, near linear in instructions.
//! 3. A line in [`PASSES`], and where it belongs in the lists below with a word why there.
//! 4. Filetests under `tests/filetests/passes/NAME/`: one where it applies and one where it must not.

pub mod branch_facts;
pub mod copies;
pub mod dce;
pub mod fold;
pub mod gvn;
pub mod known_zeros;
pub mod lane_constants;
pub(crate) mod lane_demand;
pub mod lane_slots;
pub mod legalize_atomics;
pub mod legalize_float;
pub mod legalize_int64;
pub mod manager;
pub mod mask_invariants;
pub mod mask_subsets;
pub mod mask_values;
pub mod masked_writes;
pub(crate) mod rules;
pub mod scratch_fences;
pub mod scratch_slots;
pub mod simplify;
pub mod ssa;
pub mod structurize;
#[cfg(test)]
mod tests;
pub mod uniform_lanes;
pub(crate) mod util;

use crate::error::TranslateErrorKind;
use ir::Function;
pub use manager::{Manager, Options, Report, Stage, Step};

/// Whether a pass changed the function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Changed {
    /// It did.
    Yes,
    /// It did not.
    No,
}

impl From<bool> for Changed {
    fn from(changed: bool) -> Changed {
        if changed { Changed::Yes } else { Changed::No }
    }
}

/// Why a pass gave up, and where.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{kind}")]
pub struct PassError {
    /// Guest address relative to the code; `u32::MAX` for no place.
    pub pc: u32,
    /// The reason.
    pub kind: TranslateErrorKind,
}

impl PassError {
    /// Two parts of this program disagree.
    pub(crate) fn bug(what: &'static str) -> PassError {
        PassError { pc: u32::MAX, kind: TranslateErrorKind::Bug { what } }
    }
}

/// A pass by name.
#[derive(Clone, Copy, Debug)]
pub struct Pass {
    /// Name in lists, dumps and filetests.
    pub name: &'static str,
    /// Rewrites a function.
    pub run: fn(&mut Function) -> Result<Changed, PassError>,
}

/// All passes that need nothing but the function.
pub const PASSES: &[Pass] = &[
    Pass { name: "ssa", run: ssa::run },
    Pass { name: "fold", run: fold::run },
    Pass { name: "gvn", run: gvn::run },
    Pass { name: "known_zeros", run: known_zeros::run },
    Pass { name: "simplify", run: simplify::run },
    Pass { name: "dce", run: dce::run },
    Pass { name: "copies", run: copies::run },
    Pass { name: "mask_invariants", run: mask_invariants::run },
    Pass { name: "mask_subsets", run: mask_subsets::run },
    Pass { name: "mask_values", run: mask_values::run },
    Pass { name: "masked_writes", run: masked_writes::run },
    Pass { name: "scratch_slots", run: scratch_slots::run },
    Pass { name: "scratch_fences", run: scratch_fences::run },
    Pass { name: "lane_slots", run: lane_slots::run },
    Pass { name: "lane_constants", run: lane_constants::run },
    Pass { name: "uniform_lanes", run: uniform_lanes::run },
    Pass { name: "branch_facts", run: branch_facts::run },
    Pass { name: "one_barrier", run: crate::waves::one_barrier },
    Pass { name: "per_lane", run: crate::waves::per_lane },
    Pass { name: "legalize_atomics", run: legalize_atomics::run },
    Pass { name: "structurize", run: structurize::run },
];

/// The pass with this name.
pub fn pass(name: &str) -> Option<Pass> {
    PASSES.iter().copied().find(|p| p.name == name)
}

/// From Raw to clean SSA.
pub const CLEAN: &[Step] = &[
    // First: everything below needs values.
    Step::once("ssa"),
    // Parameters that loops only hand around hide constants from folding.
    Step::once("copies"),
    // Before lane_slots: spilled registers are values then. First all that is exact, then what has to be fenced.
    Step::WithScratch(&[
        Step::until_stable(&["simplify", "scratch_slots", "copies"]),
        Step::once("scratch_fences"),
        Step::until_stable(&["simplify", "scratch_slots", "copies"]),
        // Registers that held spilled scalars are written over where nobody looks at what was in them: without these uses
        // the writes of lanes are dead, and no mask is a number any more.
        Step::until_stable(&["simplify", "lane_slots"]),
        Step::once("masked_writes"),
        Step::once("dce"),
    ]),
    // Spilled scalars become the values they were, and their loads' addresses equal again.
    Step::until_stable(&["simplify", "lane_slots"]),
    // Behind lane_slots: spilled masks are values now.
    Step::Rounds(1, KNOWN_MASKS),
    // Masks that mask nothing are gone before values are compared for the last time.
    Step::once("known_zeros"),
    // Removed selects and merged values show new constants and copies.
    Step::until_stable(&["simplify", "copies"]),
    Step::once("dce"),
    // Each round ends reads of registers that held spilled masks, and so makes more masks known.
    Step::WithScratch(&[Step::Rounds(5, SPILLED_MASKS)]),
];

/// Masks that were spilled are compared with those they came from only when they are masks again: once more around.
const SPILLED_MASKS: &[Step] = &[
    Step::once("masked_writes"),
    Step::Rounds(1, KNOWN_MASKS),
    Step::until_stable(&["simplify", "copies"]),
    Step::once("dce"),
];

/// Masks are values that can be compared, and writes that they mask where nobody looks are gone.
const KNOWN_MASKS: &[Step] = &[
    // Most of what the lift wrote to be exact in general is dead by now; dead code would look at the bits of masks.
    Step::once("dce"),
    // Before masked_writes: masks of lanes can be compared.
    Step::once("mask_values"),
    Step::until_stable(&["simplify", "copies"]),
    // Lanes that left a loop and those that still run are all lanes together.
    Step::once("mask_invariants"),
    // Masks that were saved are known again behind what they guarded.
    Step::once("mask_subsets"),
    // Counters and masks that are the wave's.
    Step::once("lane_constants"),
    // Need equal masks to be one value.
    Step::once("uniform_lanes"),
    Step::once("masked_writes"),
];

/// After descriptors' shapes were compiled in: selects by their fields and the arithmetic of strides fold away.
pub const SPECIALIZED: &[Step] = &[Step::until_stable(&["simplify", "known_zeros"]), Step::once("dce")];

/// After the choice of a wave map: branches on lanes' own conditions are known inside.
pub const AFTER_WAVES: &[Step] = &[
    Step::once("fold"),
    Step::once("branch_facts"),
    // Facts turn selects by EXEC into their first operand.
    Step::until_stable(&["simplify", "copies"]),
    Step::once("masked_writes"),
    // Addresses have their last form: what they are multiples of is stated with the accesses.
    Step::once("known_zeros"),
    Step::once("dce"),
];

/// In front of float legalization: the sums of float atomics are float ops.
pub const ATOMICS: &[Step] = &[Step::once("legalize_atomics")];

/// The last steps.
pub const LAST: &[Step] = &[
    // What legalization repeats; it leaves next to nothing to fold, and looking costs more than all it finds.
    Step::once("gvn"),
    // Last before structure: what is dead would be carried through results.
    Step::once("dce"),
    Step::once("structurize"),
];
