//! Captures of console GPU work, and what is needed to compare their results.
//!
//! **In:** case directories, `.wwcap` files, ELF code objects. **Out:** checked, typed values and the
//! differences between actual and expected memory. **Does not** decode an instruction.
//! Start at [`capture::Case::load`].
#![forbid(unsafe_code)]

pub mod capture;
pub mod compare;
pub mod elf;
pub mod recompiled;
pub mod reference;
pub mod replay;
