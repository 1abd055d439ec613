//! What the benches share: the cases of `tests/corpus` in memory.
//!
//! The benches are in `benches/benches` and run by `cargo bench -p wavewright-benches`. Results and the machine they are
//! from: `docs/src/speed.md`.
#![forbid(unsafe_code)]

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
