//! Runs the files under `tests/filetests`: `*.ir`, text of functions with lines `test …` at the top that say what to do.
//!
//! | line | what holds | `BLESS=1` |
//! |---|---|---|
//! | `test cat` | printing what was read gives the file (comments apart) | rewrites files without comments |
//! | `test interpret` | each line `; run: before => after` holds under every personality (see [`interpret`]) | writes what came out, where all personalities agree |
//! | `test pass=NAME,NAME…` | the passes, one after the other, make of the first function what stands behind the line `; after` | rewrites what stands there |
//! | `test verify` | every error of the verifier is expected at its line by `;~ rule`, and no other is | never: the mark is doubled so that nobody blesses an error by accident |
//!
//! A name filters: `cargo test -p wavewright-tests --test filetests -- verify/dominance`. To add a kind: a file of its own
//! with a function `run(&File) -> Result<Outcome, String>`, a row in [`KINDS`] and one in the table above.

mod cat;
mod interpret;
mod pass;
mod verify;

use libtest_mimic::{Arguments, Failed, Trial};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// What came out of a test.
#[derive(Debug)]
pub enum Outcome {
    /// It holds.
    Pass,
    /// It does not, but would if the file had this text.
    Differs {
        /// The text that the file should have.
        text: String,
        /// What differs.
        message: String,
    },
}

/// A file and one of its `test` lines.
#[derive(Debug)]
pub struct File {
    /// Path below `tests/filetests`.
    pub name: String,
    /// The whole file.
    pub text: String,
    /// The same with its `test` lines empty, so that places in the two agree.
    pub source: String,
    /// What stands behind the kind in the `test` line: `NAME` of `test pass=NAME`, else nothing.
    pub argument: String,
}

/// One kind of test: its word in `test` lines and what it does.
type Kind = (&'static str, fn(&File) -> Result<Outcome, String>);

/// All kinds.
const KINDS: &[Kind] =
    &[("cat", cat::run), ("interpret", interpret::run), ("pass", pass::run), ("verify", verify::run)];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("filetests")
}

/// Files with the ending below a folder, sorted.
fn find(folder: &Path, found: &mut Vec<PathBuf>) -> std::io::Result<()> {
    let mut entries = std::fs::read_dir(folder)?.collect::<Result<Vec<_>, _>>()?;
    entries.sort_by_key(std::fs::DirEntry::file_name);
    for entry in entries {
        let path = entry.path();
        if path.is_dir() {
            find(&path, found)?;
        } else if path.extension().is_some_and(|e| e == "ir") {
            found.push(path);
        }
    }
    Ok(())
}

/// The `test` lines of a file and its text without them.
fn split(text: &str) -> (Vec<String>, String) {
    let (mut tests, mut source, mut head) = (vec![], String::new(), true);
    for line in text.split_inclusive('\n') {
        match line.strip_prefix("test ") {
            Some(test) if head => {
                tests.push(test.trim().to_owned());
                source.push('\n');
            }
            _ => {
                head &= line.trim().is_empty() || line.starts_with(';');
                source.push_str(line);
            }
        }
    }
    (tests, source)
}

fn run(path: &Path, kind: &Kind, file: &File, bless: bool) -> Result<(), Failed> {
    match kind.1(file)? {
        Outcome::Pass => Ok(()),
        Outcome::Differs { text, .. } if bless => Ok(std::fs::write(path, text)?),
        Outcome::Differs { message, .. } => Err(format!("{message}\n(BLESS=1 rewrites the file)").into()),
    }
}

fn trials(bless: bool) -> Result<Vec<Trial>, Box<dyn std::error::Error>> {
    let mut paths = vec![];
    let folder = folder();
    let root = folder.clone();
    find(&folder, &mut paths)?;
    let mut trials =
        vec![Trial::test("every invariant has a file", move || Ok(verify::every_rule_has_a_file(&root)?))];
    for path in paths {
        let text = std::fs::read_to_string(&path)?;
        let name = path.strip_prefix(&folder)?.to_string_lossy().replace('\\', "/");
        let (tests, source) = split(&text);
        if tests.is_empty() {
            let message = "the file has no line `test …` at its top";
            trials.push(Trial::test(name, move || Err(message.into())));
            continue;
        }
        for test in tests {
            let (word, argument) = test.split_once(['=', ' ']).unwrap_or((&test, ""));
            let title = format!("{name}::{test}");
            let Some(kind) = KINDS.iter().find(|(k, _)| *k == word) else {
                let message = format!("there is no kind of test `{word}`");
                trials.push(Trial::test(title, move || Err(message.into())));
                continue;
            };
            let file = File {
                name: name.clone(),
                text: text.clone(),
                source: source.clone(),
                argument: argument.to_owned(),
            };
            let path = path.clone();
            trials.push(Trial::test(title, move || run(&path, kind, &file, bless)));
        }
    }
    Ok(trials)
}

#[allow(clippy::print_stderr, reason = "a test program says what is wrong")]
fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    match trials(std::env::var_os("BLESS").is_some()) {
        Ok(trials) => libtest_mimic::run(&arguments, trials).exit_code(),
        Err(e) => {
            eprintln!("cannot read the files: {e}");
            ExitCode::FAILURE
        }
    }
}
