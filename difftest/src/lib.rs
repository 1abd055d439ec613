//! The differential test: every instruction of the vector and scalar ALU, software model against recompiled programs.
//!
//! In: names of instructions, a seed, an executor. Out: what differs, with the values that went in and a case that shows it.
//! Guest programs are generated: each loads operands, runs instructions in all forms, modifiers and float modes, and stores what
//! they left. They go through the same doors as captured ones, so that nothing is tested that nobody runs.
//! It has no clock and writes no files. Start at [`Difftest`].
#![forbid(unsafe_code)]

mod asm;
pub mod instruction;
pub mod numbers;
pub mod program;
mod run;

pub use run::{Config, Counts, Difftest, Executor, Mismatch, corners};

/// Why a run ends before its time.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The frame around the tests is wrong: a bug of this crate.
    #[error("the frame of the tests: {0}")]
    Frame(String),
    /// The model did not run a program to its end.
    #[error("{0}")]
    Model(driver::replay::ReplayError),
    /// The recompiled program was not made, or did not run to its end.
    #[error("{0}")]
    Run(driver::replay::ReplayError),
    /// A device failed.
    #[error("{error} (in: {text})")]
    At {
        /// What happened.
        error: driver::replay::ReplayError,
        /// The instructions of the program.
        text: String,
    },
    /// No instruction is selected.
    #[error("no instruction is selected")]
    Nothing,
}
