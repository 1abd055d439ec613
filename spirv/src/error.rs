//! Errors of the emitter: what a device lacks, and what the caller got wrong.

use ir::{Inst, Op};

/// Why a function was not emitted.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{} at {inst:?}, pc {pc:#x}: {kind}", op.row().name)]
pub struct EmitError {
    /// The instruction.
    pub inst: Inst,
    /// Its op.
    pub op: Op,
    /// Guest address that it comes from; `u32::MAX` for none.
    pub pc: u32,
    /// What is wrong.
    pub kind: EmitErrorKind,
}

/// What is wrong.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum EmitErrorKind {
    /// Not supported: the device lacks a feature, or there is no exact form of the op.
    #[error("not supported: {0}")]
    Unsupported(&'static str),
    /// Our bug: the function is not what the phase Legal allows.
    #[error("not legal IR: {0}")]
    NotLegal(&'static str),
}
