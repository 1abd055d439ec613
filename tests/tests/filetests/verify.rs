//! `test verify`: the verifier finds what `;~ rule` says at the line where it stands, and nothing else.

use super::{File, Outcome};
use ir::text::parse_all;
use ir::verify::{Place, Rule, verify};
use std::path::Path;

/// Invariants that text cannot break, since the parser or the arenas of a parsed function keep them. They are tested with
/// functions built by hand, next to the verifier.
const NOT_IN_TEXT: &[&str] = &["names", "one-place", "one-definition", "constant"];

/// Every other invariant has a file named after it, which expects it.
pub fn every_rule_has_a_file(folder: &Path) -> Result<(), String> {
    let mut missing = vec![];
    for rule in Rule::ALL.iter().map(|rule| rule.name()).filter(|name| !NOT_IN_TEXT.contains(name)) {
        let text = std::fs::read_to_string(folder.join(format!("verify/{rule}.ir"))).unwrap_or_default();
        if !text.contains(&format!(";~ {rule}\n")) {
            missing.push(rule);
        }
    }
    if missing.is_empty() { Ok(()) } else { Err(format!("no file in verify/ expects {missing:?}")) }
}

pub fn run(file: &File) -> Result<Outcome, String> {
    let mut expected = vec![];
    for (i, line) in file.source.lines().enumerate() {
        for rule in line.split(";~").skip(1).map(str::trim) {
            if Rule::ALL.iter().all(|r| r.name() != rule) {
                return Err(format!("line {}: there is no rule {rule}", i + 1));
            }
            expected.push((i as u32 + 1, rule.to_owned()));
        }
    }
    let (mut found, mut messages) = (vec![], vec![]);
    for parsed in parse_all(&file.source).map_err(|e| format!("{}: {e}", file.name))? {
        let Err(errors) = verify(&parsed.func) else { continue };
        for error in errors.0 {
            let line = match error.place {
                Place::Function => parsed.line,
                Place::Block(block) => parsed.block_lines[block],
                Place::Inst(inst) => parsed.inst_lines[inst],
            };
            found.push((line, error.rule.name().to_owned()));
            messages.push(format!("line {line}: {error}"));
        }
    }
    expected.sort();
    found.sort();
    if expected == found {
        return Ok(Outcome::Pass);
    }
    let less: Vec<String> =
        expected.iter().filter(|e| !found.contains(e)).map(|(l, r)| format!("line {l}: {r}")).collect();
    Err(format!("errors found:\n{}\nexpected and not found:\n{}", messages.join("\n"), less.join("\n")))
}
