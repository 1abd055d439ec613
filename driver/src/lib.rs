//! Captures of console GPU work, and what is needed to compare their results.
//!
//! **In:** case directories, `.wwcap` files, ELF code objects. **Out:** checked, typed values and the
//! differences between actual and expected memory. **Does not** decode an instruction.
//! Start at [`capture::Case::load`].
#![deny(unsafe_code)]

pub mod capture;
pub mod compare;
pub mod elf;
mod lane_scratch;
pub mod on_device;
pub mod profiles;
pub mod program;
pub mod random;
pub mod recompiled;
pub mod reference;
pub mod replay;
#[allow(unsafe_code, reason = "calls of the Vulkan API; each block says why it is sound")]
pub mod vulkan;
