//! `test pass=NAME,NAME…`: what passes make of a function. Behind the line `; after` stands the result, or `; unchanged`
//! where the passes must leave the function alone, or `; error: …` where they must refuse it. The function is verified before
//! and after each pass.

use super::{File, Outcome};
use ir::text::{PrintOptions, parse, print};
use ir::verify::verify;
use recompiler::passes::pass;

const AFTER: &str = "\n; after\n";

/// Runs the passes and compares.
pub fn run(file: &File) -> Result<Outcome, String> {
    let (before, expected) = file.source.split_once(AFTER).unwrap_or((&file.source, ""));
    let got = result(before, &file.argument)?;
    if got.trim() == expected.trim() {
        return Ok(Outcome::Pass);
    }
    let head = file.text.split_once(AFTER).map_or(file.text.trim_end(), |(head, _)| head.trim_end());
    let message = format!("the passes give\n{got}\nnot\n{}", expected.trim());
    Ok(Outcome::Differs { text: format!("{head}\n{AFTER}{got}"), message })
}

fn result(before: &str, names: &str) -> Result<String, String> {
    let mut func = parse(before).map_err(|e| e.to_string())?;
    verify(&func).map_err(|e| format!("before the passes: {e}"))?;
    let start = print(&func, PrintOptions::default());
    for name in names.split(',').map(str::trim) {
        let pass = pass(name).ok_or_else(|| format!("there is no pass {name}"))?;
        if let Err(e) = (pass.run)(&mut func) {
            return Ok(format!("; error: {e}\n"));
        }
        verify(&func).map_err(|e| format!("after {name}: {e}\n{func}"))?;
    }
    let end = print(&func, PrintOptions::default());
    Ok(if end == start { "; unchanged\n".to_owned() } else { end })
}
