//! The compute part of `../shared/corpus/gfx10-realworld` on its way to SPIR-V: every program becomes a module that
//! spirv-val takes for Vulkan 1.3, or a typed refusal that `docs/src/refused-shaders.md` lists.
//!
//! `BLESS=1` writes the page.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test ends by panicking")]

use recompiler::caps::DeviceCaps;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use wavewright_tests::corpus_or_skip;
use wavewright_tests::realworld::{Outcome, Program, compile, programs};

/// Hosts for which all programs are compiled: name, what it is, caps.
fn hosts() -> [(&'static str, DeviceCaps); 3] {
    let narrow = DeviceCaps { subgroup_size: 8, ..DeviceCaps::PROMISING };
    let unknown = DeviceCaps {
        float: ir::host::HostCaps::default(),
        float_known: recompiler::caps::Known::Unknown,
        subgroup_size: 8,
        ..DeviceCaps::PROMISING
    };
    let wave = DeviceCaps { subgroup_size: 32, ..DeviceCaps::PROMISING };
    [
        ("promised floats, subgroups of 32", wave),
        ("promised floats, subgroups of 8", narrow),
        ("unknown floats, subgroups of 8", unknown),
    ]
}

/// A kind of refusal: how often, and the first place.
#[derive(Default)]
struct Row {
    programs: usize,
    first: String,
}

/// What one host gives: modules, refusals by code and reason.
#[derive(Default)]
struct Column {
    modules: usize,
    refusals: BTreeMap<(&'static str, String), Row>,
}

fn run(host: &str, caps: &DeviceCaps, programs: &[Program], problems: &mut Vec<String>) -> Column {
    let mut column = Column::default();
    for program in programs {
        match compile(program, caps) {
            Outcome::Module(words) => {
                if let Err(e) = spirv::tools::validate(&words) {
                    problems.push(format!("{host}, {}: {e}", program.name));
                }
                column.modules += 1;
            }
            Outcome::Refused(refusal) => {
                let row = column.refusals.entry((refusal.code, refusal.reason)).or_default();
                row.programs += 1;
                if row.first.is_empty() {
                    row.first = format!("`{}` {}", program.name, refusal.place);
                }
            }
            Outcome::Broken(why) => problems.push(format!("{host}, {}: {why}", program.name)),
        }
    }
    column
}

const HEAD: &str = "# What is refused of public shaders

The 382 compute programs of `../shared/corpus/gfx10-realworld` (Mesa's ACO, waves of 64 and of 32 lanes), taken to SPIR-V for
three hosts. Each one becomes a module that spirv-val takes for Vulkan 1.3, or it is refused with code, place and words.
This page is written by the test that holds it:

    BLESS=1 cargo test -p wavewright-tests --test realworld_compute
";

fn page(programs: usize, columns: &[(&str, Column)]) -> String {
    let mut text = HEAD.to_owned();
    text.push_str("\n| host | programs | valid modules | refused |\n|---|---|---|---|\n");
    for (host, c) in columns {
        let refused: usize = c.refusals.values().map(|r| r.programs).sum();
        writeln!(text, "| {host} | {programs} | {} | {refused} |", c.modules).unwrap();
    }
    for (host, column) in columns {
        write!(text, "\n## {}{}\n\n", host[..1].to_uppercase(), &host[1..]).unwrap();
        if column.refusals.is_empty() {
            text.push_str("Nothing is refused.\n");
            continue;
        }
        text.push_str("| code | what | programs | first |\n|---|---|---|---|\n");
        let mut rows: Vec<_> = column.refusals.iter().collect();
        rows.sort_by_key(|(key, row)| (key.0, std::cmp::Reverse(row.programs), key.1.clone()));
        for ((code, reason), row) in rows {
            writeln!(text, "| {code} | {reason} | {} | {} |", row.programs, row.first).unwrap();
        }
    }
    text
}

#[test]
fn every_public_compute_shader_is_valid_spirv_or_refused_by_type() {
    let Some(corpus) = corpus_or_skip("every_public_compute_shader_is_valid_spirv_or_refused_by_type") else {
        return;
    };
    let programs = programs(&corpus).unwrap();
    assert_eq!(programs.len(), 382, "the corpus is complete");
    let mut problems = Vec::new();
    let columns: Vec<_> = std::thread::scope(|scope| {
        let programs = &programs;
        let running = hosts().map(|(host, caps)| {
            scope.spawn(move || {
                let mut problems = Vec::new();
                (host, run(host, &caps, programs, &mut problems), problems)
            })
        });
        let ended = running.into_iter().map(|r| r.join().unwrap());
        ended
            .map(|(host, column, found)| {
                problems.extend(found);
                (host, column)
            })
            .collect()
    });
    assert!(
        problems.is_empty(),
        "{} problems:\n{}",
        problems.len(),
        problems[..problems.len().min(20)].join("\n")
    );
    let text = page(programs.len(), &columns);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/src/refused-shaders.md");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &text).unwrap();
    }
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(written == text, "docs/src/refused-shaders.md is old: run this test with BLESS=1");
}
