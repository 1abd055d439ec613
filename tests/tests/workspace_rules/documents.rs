//! Rules about documents: what they name exists.

use super::{NOT_SOURCE, files, no_violations, read, root};

fn documents() -> Vec<String> {
    files().into_iter().filter(|f| f.ends_with(".md")).collect()
}

fn folder(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// The text without fenced blocks.
fn prose(text: &str) -> String {
    let mut fenced = false;
    let mut out = String::new();
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
        } else if !fenced {
            out.push_str(line);
        }
        out.push('\n');
    }
    out
}

/// Targets of `[text](target)`.
fn links(text: &str) -> impl Iterator<Item = &str> {
    text.split("](").skip(1).filter_map(|rest| rest.split_once(')').map(|(target, _)| target))
}

/// What stands between single backticks, line by line.
fn code_spans(text: &str) -> impl Iterator<Item = &str> {
    text.lines().flat_map(|line| line.split('`').skip(1).step_by(2))
}

#[test]
fn links_lead_somewhere() {
    let mut found = vec![];
    for doc in documents() {
        let text = prose(&read(&doc));
        for target in links(&text) {
            let path = target.split('#').next().unwrap_or_default();
            if path.is_empty() || path.contains("://") || path.starts_with("mailto:") {
                continue;
            }
            if !root().join(folder(&doc)).join(path).exists() {
                found.push(format!("{doc}: {target}"));
            }
        }
    }
    no_violations("links to nothing:", &found);
}

/// Top-level entries that a path in backticks may begin with.
const TOP: &[&str] = &[
    "isa/",
    "model/",
    "driver/",
    "cli/",
    "tests/",
    "benches/",
    "fuzz/",
    "docs/",
    "examples/",
    "third_party/",
    ".ci/",
];

#[test]
fn paths_in_documents_exist() {
    let mut found = vec![];
    for doc in documents() {
        let text = prose(&read(&doc));
        for span in code_spans(&text) {
            let is_path = TOP.iter().any(|t| span.starts_with(t))
                && span.chars().all(|c| c.is_ascii_alphanumeric() || "/._-".contains(c));
            if is_path && !NOT_SOURCE.contains(&span) && !root().join(span).exists() {
                found.push(format!("{doc}: {span}"));
            }
        }
    }
    no_violations("paths to nothing (write a pattern as <NAME> or *):", &found);
}

#[test]
fn every_chapter_is_in_the_summary() {
    let summary = read("docs/src/SUMMARY.md");
    let listed: Vec<String> =
        links(&summary).map(|t| format!("docs/src/{}", t.trim_start_matches("./"))).collect();
    let missing: Vec<String> = documents()
        .into_iter()
        .filter(|d| d.starts_with("docs/src/") && d != "docs/src/SUMMARY.md" && !listed.contains(d))
        .collect();
    no_violations("chapters that docs/src/SUMMARY.md does not list:", &missing);
}

/// An entry of the errata is a `## ` section with the lines that the head of the page explains.
const ERRATA: &str = "docs/src/errata.md";
const ERRATA_LINES: [&str; 4] =
    ["**The manual says:**", "**Hardware does:**", "**How we know:**", "**Test:**"];

#[test]
fn every_erratum_is_complete_and_names_a_test_that_exists() {
    let text = read(ERRATA);
    let mut found = vec![];
    let entries: Vec<&str> = text.split("\n## ").skip(1).collect();
    assert!(!entries.is_empty(), "{ERRATA} has no entries");
    for entry in entries {
        let title = entry.lines().next().unwrap_or_default();
        for line in ERRATA_LINES.iter().filter(|l| !entry.contains(**l)) {
            found.push(format!("{title}: no line {line}"));
        }
        let Some((_, tests)) = entry.split_once("**Test:**") else { continue };
        let mut named = 0;
        for span in code_spans(tests.split("\n\n").next().unwrap_or_default()) {
            let Some((path, name)) = span.split_once("::") else { continue };
            named += 1;
            let source = std::fs::read_to_string(root().join(path)).unwrap_or_default();
            if !source.contains(&format!("fn {name}(")) && !source.contains(&format!(": {name} ")) {
                found.push(format!("{title}: no test {span}"));
            }
        }
        if named == 0 {
            found.push(format!("{title}: name the test as `path/of/file.rs::name`"));
        }
    }
    no_violations("errata:", &found);
}

/// Codes like `ISA0001` in a text.
fn error_codes(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_ascii_alphanumeric()).filter(|w| {
        w.len() == 7
            && w.is_char_boundary(3)
            && !w.starts_with("GFX")
            && w[..3].chars().all(|c| c.is_ascii_uppercase())
            && w[3..].chars().all(|c| c.is_ascii_digit())
    })
}

#[test]
fn every_error_code_is_documented() {
    let page = read("docs/src/errors.md");
    let known: Vec<&str> = error_codes(&page).collect();
    let mut found = vec![];
    for path in files().iter().filter(|f| f.ends_with(".rs") && f.contains("/src/")) {
        for code in error_codes(&read(path)) {
            if !known.contains(&code) {
                found.push(format!("{path}: {code}"));
            }
        }
    }
    no_violations("docs/src/errors.md says nothing of these codes:", &found);
}

#[test]
fn no_file_names_a_folder_of_one_machine() {
    // Put together so that this file does not find itself.
    let places = [["/wo", "rk/"], ["/tm", "p/"], ["/ro", "ot/"], ["/ho", "me/"]].map(|p| p.concat());
    let mut found = vec![];
    for path in files() {
        let Ok(text) = std::fs::read_to_string(root().join(&path)) else { continue };
        for (i, line) in text.lines().enumerate() {
            if places.iter().any(|p| line.contains(p.as_str())) {
                found.push(format!(
                    "{path}:{}: {}",
                    i + 1,
                    line.trim().chars().take(120).collect::<String>()
                ));
            }
        }
    }
    no_violations("paths of one machine do not belong into the project:", &found);
}
