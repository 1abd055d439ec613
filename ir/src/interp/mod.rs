//! The interpreter: runs a function of any phase, wave by wave.
//!
//! In: a [`Program`] made of a [`crate::Function`], a [`Memory`], a [`Personality`] that decides what the host may decide.
//! Out: memory as the function leaves it and the first fault. All lanes of a wave run together; uniform values exist once.
//! Graph control moves the whole wave; structured control keeps the set of lanes on its path, so that an `if_` or a `loop_`
//! may be decided lane by lane. Lanes off the path neither read nor write; ops that look at other lanes, barriers and
//! uniform atomics are refused while lanes are off the path.
//!
//! Requires: what the verifier lists; where that is broken the answer is an error, never a panic. Ensures: no recursion, no
//! allocation that a function's numbers could make huge, an end within the budget.

mod code;
mod lanes;
mod memory;
mod run;
#[cfg(test)]
mod tests;

pub use crate::host::Personality;
pub use code::{CompileError, Program};
pub use memory::{AccessError, Bytes, External, Memory};
pub use run::{Dispatch, Fault, Padding, Reason, RunError, run, run_group};
