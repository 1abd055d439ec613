//! What tests of the whole workspace share.
#![forbid(unsafe_code)]

pub mod approximations;
pub mod corpus;
pub mod float_cost;
pub mod fuzzing;
pub mod graphs;
pub mod lifted;
pub mod long;
pub mod measured;
pub mod mutation;
pub mod realworld;

use std::path::PathBuf;

/// The folder of the shared corpora: `WAVEWRIGHT_CORPUS`, else `../shared/corpus` beside the
/// workspace. `None` where it is absent.
pub fn corpus_dir() -> Option<PathBuf> {
    let default = || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../shared/corpus");
    let dir = std::env::var_os("WAVEWRIGHT_CORPUS").map_or_else(default, PathBuf::from);
    dir.is_dir().then_some(dir)
}

/// As [`corpus_dir`], for tests: says that it skips and why, and fails where `WAVEWRIGHT_CORPUS` names no folder.
#[expect(clippy::print_stderr, reason = "a skipped test says so")]
pub fn corpus_or_skip(test: &str) -> Option<PathBuf> {
    let dir = corpus_dir();
    if dir.is_none() {
        let named = std::env::var_os("WAVEWRIGHT_CORPUS").is_some();
        assert!(!named, "{test}: WAVEWRIGHT_CORPUS is not a folder");
        let required = std::env::var_os("CI").is_some_and(|v| v == "true");
        assert!(!required, "{test}: the corpora are required where CI=true");
        eprintln!("{test}: skipped, the corpora are absent (set WAVEWRIGHT_CORPUS)");
    }
    dir
}
