#![forbid(unsafe_code)]

pub mod float;
pub mod memory;
