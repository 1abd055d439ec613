//! `test cat`: printing what was read gives the file back.

use super::{File, Outcome};
use ir::text::{PrintOptions, parse_all, print};

/// A text without comments, empty lines and spaces at ends of lines. Names in quotes may hold a `;`.
fn bare(text: &str) -> String {
    let mut out = String::new();
    for line in text.lines() {
        let code = if line.contains('"') { line } else { line.split(';').next().unwrap_or_default() };
        if !code.trim().is_empty() {
            out.push_str(code.trim_end());
            out.push('\n');
        }
    }
    out
}

pub fn run(file: &File) -> Result<Outcome, String> {
    let functions = parse_all(&file.source).map_err(|e| format!("{}: {e}", file.name))?;
    let printed: Vec<String> = functions.iter().map(|p| print(&p.func, PrintOptions::default())).collect();
    let all = printed.concat();
    let again = parse_all(&all).map_err(|e| format!("what was printed does not read back: {e}\n{all}"))?;
    let again: String = again.iter().map(|p| print(&p.func, PrintOptions::default())).collect();
    if again != all {
        return Err(format!("printing is not stable:\n{all}\nthen\n{again}"));
    }
    let expected = bare(&file.source);
    if expected == all {
        return Ok(Outcome::Pass);
    }
    let message = difference(&expected, &all);
    if file.source.contains(';') {
        return Err(format!("{message}\n(a file with comments is not rewritten)"));
    }
    let head: String = file.text.split_inclusive('\n').take_while(|l| !l.starts_with("function")).collect();
    Ok(Outcome::Differs { text: head + &printed.join("\n"), message })
}

/// The first line that differs.
fn difference(expected: &str, printed: &str) -> String {
    let mut printed = printed.lines();
    for line in expected.lines() {
        let other = printed.next().unwrap_or("the end");
        if line != other {
            return format!("the file has:\n{line}\nprinted is:\n{other}");
        }
    }
    format!("printed is more: {}", printed.next().unwrap_or_default())
}
