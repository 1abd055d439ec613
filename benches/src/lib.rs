//! What the benches share: programs, devices as plain data, and the way from words to SPIR-V with a clock beside it.
//!
//! The benches are in `benches/benches` and run by `cargo bench -p wavewright-benches`; `benches/examples` print the tables of
//! the docs. Results and the machine they are from: `docs/src/speed.md` and `docs/src/benchmarks.md`. None of them is a test:
//! nothing fails because it is slow.
#![forbid(unsafe_code)]

pub mod devices;
pub mod phases;
pub mod programs;

use driver::capture::{Case, Limits};
use std::error::Error;
use wavewright_tests::corpus::{Archive, case_dirs};

/// The OpenCL cases whose names `wanted` accepts, sorted by name.
///
/// # Errors
/// The archive or a case of it cannot be read.
pub fn opencl_cases(wanted: impl Fn(&str) -> bool) -> Result<Vec<Case>, Box<dyn Error>> {
    let folder = Archive::OpenclCases.unpack()?;
    let mut cases = vec![];
    for dir in case_dirs(&folder.path().join("cases"))? {
        if dir.file_name().and_then(|n| n.to_str()).is_some_and(&wanted) {
            cases.push(Case::load(&dir, &Limits::default())?);
        }
    }
    Ok(cases)
}
