//! From the IR to SPIR-V for Vulkan.
//!
//! In: a [`ir::Function`] of phase Legal, [`Options`]. Out: a [`Module`]: words and the bindings that they use. The
//! emitter does not look at a device, does not optimize and does not validate (`tools`, feature `validate`, does the
//! latter two with the installed programs of SPIRV-Tools; [`text`] disassembles).
//!
//! # What the function must be
//! * Phase Legal: one block in the layout, structured ops, ops of the groups int, host, wave and memory.
//! * `wave_size` is the width of the *host's* subgroup for which the function was mapped. At 1 an invocation is a wave of
//!   its own: uniform and lane values are both plain values and the ops that look at lanes see the one lane. Above 1 the
//!   pipeline must require that subgroup size and full subgroups, and lane ops become subgroup ops.
//! * Conditions of structured ops that contain lane-crossing ops or barriers are uniform.
//! * Float atomics were rewritten to a loop around a compare-and-swap (`legalize_atomics`): they are refused here.
//!
//! # Guarantees
//! * No access leaves its buffer, whatever the function computes: see [`interface`].
//! * Float ops are marked so that the driver does not contract them.
//! * Each error names instruction, op and pc, and is either a lack of the device or a bug of the caller.
//!
//! Start at [`emit()`](emit()), then `emit/`: one file for each group of ops, as in `ir/src/ops`.
#![forbid(unsafe_code)]

mod emit;
pub mod error;
pub mod interface;
mod module;
mod sink;
pub mod text;
#[cfg(feature = "validate")]
pub mod tools;

pub use emit::emit;
pub use error::{EmitError, EmitErrorKind};
pub use interface::{Binding, BindingKind, Bindings, Features, FloatControls, Lookup, Options, Quirks};
pub use module::{FaultSite, Module, RecordedFault};
