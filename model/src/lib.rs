//! A bit-exact software gfx1013: the judge of everything that is recompiled.
//!
//! In: decoded instructions, guest memory as regions, waves with their entry registers. Out: the memory they leave, or
//! a fault with pc, words, lane and address. It runs whole waves (all lanes, EXEC, SCC, VCC, M0, MODE), LDS, GDS and
//! barriers, one group after the other on the caller's thread. It knows no captures, no files and no Vulkan, and it
//! shares no arithmetic with the recompiler. Start at [`group::run_group`], then [`exec`].
#![forbid(unsafe_code)]

pub mod code;
pub mod exec;
pub mod fault;
pub mod float;
pub mod group;
pub mod machine;
pub mod memory;
pub mod probe;
pub mod wave;

pub use fault::{Fault, FaultClass, FaultKind, Stop};
pub use wave::Wave;
