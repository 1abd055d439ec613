//! Unpacks the archives of `tests/corpus` into a folder; `./check` runs the cases from there.
//!
//! usage: `cargo run -p wavewright-tests --example unpack_corpus -- FOLDER`

use std::io;
use std::path::PathBuf;
use wavewright_tests::corpus::Archive;

fn main() -> io::Result<()> {
    let folder = std::env::args_os().nth(1).map(PathBuf::from);
    let folder = folder.ok_or_else(|| io::Error::other("usage: unpack_corpus FOLDER"))?;
    Archive::OpenclCases.unpack_to(&folder.join("opencl-cases"))?;
    Archive::RadvCompute.unpack_to(&folder.join("radv-compute"))
}
