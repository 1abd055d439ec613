//! Folds and merges equal values in one walk: what [`super::fold`] and [`super::gvn`] do one after the other.
//!
//! Requires: no variables, a graph. Ensures: the identities of [`super::rules`] have been applied to every instruction, with
//! operands that are merged already, and of two instructions that compute the same, where one dominates the other, only the
//! first is left; no branch on a constant, no block that cannot be reached. Leaves alone: what the two leave alone.
//!
//! One walk over the dominator tree in place of several rounds of both: a merged operand shows an identity at once (`select c,
//! x, x`), and what a rule makes is merged at once.
//!
//! ```text
//! v2 = inot v0; v3 = inot v0; v4 = select v1, v2, v3    →    v2 = inot v0, uses of v4 are uses of v2
//! ```
//!
//! Tests: tests/filetests/passes/simplify/

use super::fold::{self, Walk};
use super::{Changed, PassError};
use ir::Function;

/// Folds and merges.
///
/// # Errors
/// None.
pub fn run(func: &mut Function) -> Result<Changed, PassError> {
    fold::walk(func, Walk::FoldAndMerge)
}
