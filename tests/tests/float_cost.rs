//! `docs/src/float-cost.md` says what exact floats cost in programs, to a tenth; `BLESS=1` writes it again.
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test ends by panicking and tells what it skips"
)]

use driver::capture::{Case, Kind, Limits};
use std::fs;
use std::path::{Path, PathBuf};
use wavewright_tests::corpus::{Archive, case_dirs};
use wavewright_tests::float_cost::{Cost, cost, devices, mapped, table};
use wavewright_tests::realworld;

const HEAD: &str = "# What exact floats cost

Written by `BLESS=1 cargo test -p wavewright-tests --test float_cost`, which also holds the ratios to a tenth.

IR ops of whole programs: in front of float legalization, behind it with every fix-up, and behind it without the fix-ups that
cannot matter by what is known of operands (no denormals: results that were flushed, integers, fractions; no NaNs: integers,
extremes with a number). That is decided where the fix-ups are made, so there is no pass that takes them out again. All counts are
behind `gvn` and `dce`. The programs have the mode of titles: FLOAT_MODE 0xC0 (f32 flushed), IEEE off.

The rows of RADV and NVIDIA are what their drivers promise by float controls as published; a device that promises both kinds of
denormals is asked for the one that suits the program. MoltenVK stands for devices without 64 bits and without promises. One float
op in each environment: the tables in [Floats](floats.md). Time: `cargo bench -p wavewright-benches --bench legalize`.

";

fn page() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/src/float-cost.md")
}

/// The part of the page from a title up to the next one.
fn part<'a>(text: &'a str, title: &str) -> &'a str {
    let Some(at) = text.find(&format!("## {title}\n")) else { return "" };
    let end = text[at + 3..].find("\n## ").map_or(text.len(), |e| at + 3 + e + 1);
    text[at..end].trim_end()
}

const OWN: &str = "Compute shaders of the test corpus";
const PUBLIC: &str = "Public compute shaders";

fn own() -> Vec<Cost> {
    let folder = Archive::RadvCompute.unpack().unwrap();
    let devices = devices();
    let mut costs = Vec::new();
    // Every fifth: all take minutes in a debug build and say the same.
    for dir in case_dirs(&folder.path().join("cases")).unwrap() {
        let case = Case::load(&dir, &Limits::default()).unwrap();
        if case.kind == Kind::Compute
            && let Ok((request, _)) = driver::recompiled::request(&case)
            && let Some(func) = mapped(&request)
        {
            costs.extend(cost(&func, &devices));
        }
    }
    costs
}

fn public(corpus: &Path) -> Vec<Cost> {
    let devices = devices();
    let mut costs = Vec::new();
    for program in realworld::programs(corpus).unwrap() {
        if let Ok(request) = driver::program::request(&program.facts, &program.code, 0x1_0000_0000)
            && let Some(func) = mapped(&request)
        {
            costs.extend(cost(&func, &devices));
        }
    }
    costs
}

#[test]
fn the_page_says_what_floats_cost() {
    let corpus = std::env::var_os("WAVEWRIGHT_CORPUS").map(PathBuf::from);
    let corpus = corpus.filter(|c| c.join("gfx10-realworld").is_dir());
    let devices = devices();
    let old = fs::read_to_string(page()).unwrap_or_default();
    let own = table(OWN, &own(), &devices);
    let public = match corpus {
        Some(corpus) => table(PUBLIC, &public(&corpus), &devices),
        None => {
            println!("skipped: the_page_says_what_floats_cost: the corpus of public shaders is absent");
            format!("{}\n", part(&old, PUBLIC))
        }
    };
    let new = format!("{HEAD}{own}\n{public}");
    if std::env::var_os("BLESS").is_some() {
        fs::write(page(), new).unwrap();
        return;
    }
    // Counts drift with every pass; what they say does not.
    let (was, is) = (ratios(&old), ratios(&new));
    assert_eq!(was.len(), is.len(), "docs/src/float-cost.md is old:\n{new}");
    for ((name, was), (other, is)) in was.iter().zip(&is) {
        assert!(name == other && is / was < 1.1 && was / is < 1.1, "{name}: {was}, now {other}: {is}\n{new}");
    }
}

/// Device and what it needs of what was before, for each row of the page's tables.
fn ratios(page: &str) -> Vec<(&str, f64)> {
    let rows = page.lines().filter(|l| l.starts_with("| "));
    rows.filter_map(|l| {
        let cells: Vec<&str> = l.split('|').map(str::trim).collect();
        Some((*cells.get(1)?, cells.get(5)?.parse().ok()?))
    })
    .collect()
}
