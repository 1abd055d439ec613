//! Rules about Rust source.

use super::{files, no_violations, rust_files, without_comment};

/// Folders whose code is a program or a test and not a library of the project.
const OUTER: &[&str] = &["cli/", "tests/", "benches/", "fuzz/"];

fn is_outer(path: &str) -> bool {
    OUTER.iter().any(|o| path.starts_with(o))
}

/// Lines of the libraries (all crates but the outer ones) that `broken` matches, as `path:line: text`.
fn lines_of_libraries(broken: impl Fn(&str, &str) -> bool) -> Vec<String> {
    let mut found = vec![];
    for (path, text) in rust_files().filter(|(p, _)| !is_outer(p)) {
        for (i, line) in text.lines().enumerate() {
            if broken(&path, without_comment(line)) {
                found.push(format!("{path}:{}: {}", i + 1, line.trim()));
            }
        }
    }
    found
}

fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '\'').filter(|w| !w.is_empty())
}

/// Types that make a `static` a place to keep state.
fn holds_state(ty: &str) -> bool {
    const CELLS: [&str; 9] =
        ["OnceLock", "LazyLock", "OnceCell", "LazyCell", "Mutex", "RwLock", "Cell", "RefCell", "UnsafeCell"];
    words(ty).any(|w| CELLS.contains(&w) || w.starts_with("Atomic"))
}

#[test]
fn there_is_no_global_state() {
    let found = lines_of_libraries(|_, line| {
        let start = line.trim_start().trim_start_matches("pub ").trim_start_matches("pub(crate) ");
        line.contains("static mut ")
            || line.contains("lazy_static!")
            || line.contains("thread_local!")
            || start.starts_with("static ") && holds_state(start)
    });
    no_violations("state belongs into values that are handed on, not into statics:", &found);
}

#[test]
fn the_rule_about_global_state_sees_what_it_should() {
    assert!(holds_state("static A: OnceLock<u32> = OnceLock::new();"));
    assert!(holds_state("static A: AtomicU64 = AtomicU64::new(0);"));
    assert!(holds_state("static A: [std::sync::Mutex<u8>; 2] = x;"));
    assert!(!holds_state("static A: [u32; 4] = [0; 4];"));
    assert!(!holds_state("static CELLS: &str = \"\";"));
}

#[test]
fn only_the_program_reads_the_environment() {
    let found = lines_of_libraries(|_, line| {
        ["env::var", "env::args", "env::set_var", "env::current_dir", "env::temp_dir", "option_env!"]
            .iter()
            .any(|name| line.contains(name))
            || line.contains("use std::env")
    });
    no_violations("only `cli` (and tests) reads the environment; take an option instead:", &found);
}

#[test]
fn libraries_do_not_look_at_the_clock() {
    let found = lines_of_libraries(|path, line| {
        let exempt = path.starts_with("driver/") || path.ends_with("/tests.rs");
        !exempt && (line.contains("Instant::now") || line.contains("SystemTime"))
    });
    no_violations("these crates have no clock; the same input gives the same result:", &found);
}

/// Files that deal with opcode numbers: the rows, and what turns rows into a decoder and an encoder.
const OPCODE_NUMBERS: &[&str] =
    &["isa/src/table/", "isa/src/decode.rs", "isa/src/encode.rs", "isa/src/op.rs", "isa/src/row.rs"];

#[test]
fn opcode_numbers_are_named_in_the_tables_only() {
    let found = lines_of_libraries(|path, line| {
        let line = line.trim();
        let calls = line.contains("from_number(") || line.contains("from_vop3_number(");
        // A row: `name = 0x12 { … }`.
        let row = line.split_once(" = 0x").is_some_and(|(name, rest)| {
            name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
                && name.contains('_')
                && rest.trim_start_matches(|c: char| c.is_ascii_hexdigit()).starts_with(" {")
        });
        (calls || row) && !OPCODE_NUMBERS.iter().any(|f| path.starts_with(f))
    });
    no_violations("name the instruction (`Op`), not its number:", &found);
}

#[test]
fn every_crate_forbids_unsafe_code_and_says_what_it_is() {
    let mut found = vec![];
    for (path, text) in rust_files() {
        let crate_root = path.ends_with("/src/lib.rs") || path.ends_with("/src/main.rs");
        // The Vulkan layer is the one home of unsafe code; its crate denies it elsewhere.
        let lint =
            if path.starts_with("driver/") { "#![deny(unsafe_code)]" } else { "#![forbid(unsafe_code)]" };
        if crate_root && !text.lines().any(|l| l == lint) {
            found.push(format!("{path}: {lint} is missing"));
        }
        let layer = path.starts_with("driver/src/vulkan/") || path == "driver/src/lib.rs";
        if !layer && text.contains(&["allow(unsafe", "_code"].concat()) {
            found.push(format!("{path}: unsafe code belongs into driver/src/vulkan"));
        }
        // Unit tests beside their code are explained by it.
        if !path.ends_with("/tests.rs") && !text.starts_with("//! ") {
            found.push(format!("{path}: a file opens with `//!`: what it does, requires, ensures"));
        }
    }
    no_violations("heads of files:", &found);
}

/// Lines that a source file may have, and the files that may have more, with the reason.
const LINES: usize = 1200;
const LINES_EXCEPTIONS: &[(&str, &str)] = &[];

#[test]
fn source_files_stay_readable() {
    let mut found = vec![];
    for (path, text) in rust_files() {
        let lines = text.lines().count();
        if lines > 600 {
            println!("{path}: {lines} lines (aim at 600)");
        }
        if lines > LINES && !LINES_EXCEPTIONS.iter().any(|(p, _)| *p == path) {
            found.push(format!("{path}: {lines} lines"));
        }
    }
    no_violations("split by instruction group, or give a reason in LINES_EXCEPTIONS:", &found);
    let all = files();
    let gone = LINES_EXCEPTIONS.iter().filter(|(p, _)| !all.iter().any(|f| f == p));
    no_violations(
        "exceptions for files that do not exist:",
        &gone.map(|(p, _)| (*p).to_owned()).collect::<Vec<_>>(),
    );
}

#[test]
fn nothing_is_left_undone_in_silence() {
    // Put together so that this file does not find itself.
    let marks = [["TO", "DO"], ["FIX", "ME"], ["to", "do!("], ["unimple", "mented!("], ["#[ig", "nore"]]
        .map(|m| m.concat());
    let mut found = vec![];
    for (path, text) in rust_files() {
        for (i, line) in text.lines().enumerate() {
            if marks.iter().any(|m| line.contains(m.as_str())) {
                found.push(format!("{path}:{}: {}", i + 1, line.trim()));
            }
        }
    }
    no_violations("finish it, refuse it with a typed error, or file an issue:", &found);
}
