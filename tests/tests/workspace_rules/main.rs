//! The rules of the workspace that a compiler does not hold: which crate may use which, no global state, who reads the
//! environment, file sizes, and that documents name only what exists.
//!
//! Each test says which rule was broken where, and what to do. Where the rules come from: `CONTRIBUTING.md`.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a test ends by panicking"
)]

mod code;
mod documents;
mod edges;

use std::fs;
use std::path::{Path, PathBuf};

/// The root of the workspace.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

/// Folders that hold no source: build output, version control, what fuzzing writes.
const NOT_SOURCE: &[&str] = &[".git", "target", "docs/book", "fuzz/target", "fuzz/corpus", "fuzz/artifacts"];

/// Paths of all files below the root, relative to it, with `/`, sorted.
fn files() -> Vec<String> {
    let root = root();
    let (mut found, mut folders) = (vec![], vec![root.clone()]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap().map(Result::unwrap) {
            let path = entry.path();
            let name = path.strip_prefix(&root).unwrap().to_str().unwrap().replace('\\', "/");
            if entry.file_type().unwrap().is_dir() {
                if !NOT_SOURCE.contains(&name.as_str()) {
                    folders.push(path);
                }
            } else {
                found.push(name);
            }
        }
    }
    found.sort();
    found
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|e| panic!("{path}: {e}"))
}

/// Rust files of the workspace with their text.
fn rust_files() -> impl Iterator<Item = (String, String)> {
    files().into_iter().filter(|f| f.ends_with(".rs")).map(|f| {
        let text = read(&f);
        (f, text)
    })
}

/// A line without its `//` comment. Strings that hold `//` are cut too; no rule here looks for such.
fn without_comment(line: &str) -> &str {
    line.split_once("//").map_or(line, |(code, _)| code)
}

/// Fails with all that was found, one a line.
fn no_violations(rule: &str, found: &[String]) {
    assert!(found.is_empty(), "{rule}\n  {}", found.join("\n  "));
}
