#![forbid(unsafe_code)]

pub mod memory;
