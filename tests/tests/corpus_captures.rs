//! Every case of the shared corpora, and of the archives beside these tests, loads, as it is and packed.
#![expect(clippy::unwrap_used, reason = "a test that cannot read its input fails")]

use driver::capture::{Case, Facts, Kind, Limits};
use std::collections::BTreeMap;
use std::path::Path;
use wavewright_tests::corpus::{Archive, case_dirs};
use wavewright_tests::corpus_or_skip;

fn load_all(cases: &Path) -> Vec<Case> {
    let limits = Limits::default();
    let (mut good, mut bad) = (vec![], vec![]);
    for dir in case_dirs(cases).unwrap() {
        match Case::load(&dir, &limits) {
            Ok(c) => good.push(c),
            Err(e) => bad.push(e.to_string()),
        }
    }
    assert!(bad.is_empty(), "{} of {} do not load:\n{}", bad.len(), bad.len() + good.len(), bad.join("\n"));
    good
}

fn count(cases: &[Case]) -> BTreeMap<String, usize> {
    let mut n = BTreeMap::new();
    for c in cases {
        *n.entry(c.kind.to_string()).or_default() += 1;
    }
    n
}

#[test]
fn all_radv_cases_load() {
    let Some(corpus) = corpus_or_skip("all_radv_cases_load") else { return };
    let cases = load_all(&corpus.join("gfx10-radv/cases"));
    let expected =
        [("compile-only", 18), ("compute", 400), ("graphics", 260)].map(|(k, n)| (k.to_owned(), n));
    assert_eq!(count(&cases), BTreeMap::from(expected));
}

#[test]
fn all_opencl_cases_load() {
    let Some(corpus) = corpus_or_skip("all_opencl_cases_load") else { return };
    let cases = load_all(&corpus.join("gfx1013-opencl/cases"));
    assert_eq!(cases.len(), 416);
    for c in &cases {
        assert_eq!(c.kind, Kind::Compute);
        let stage = &c.stages[0];
        // clang's start mode: round to nearest even, denormals on, IEEE and DX10_CLAMP on.
        let mode = (stage.float_mode(), stage.ieee_mode(), stage.dx10_clamp());
        assert_eq!(mode, (Some(0xf0), Some(true), Some(true)), "{}", c.name);
        assert!(stage.entry().is_some() && c.apertures.is_some(), "{}", c.name);
    }
}

#[test]
fn all_cases_of_the_archives_load() {
    for (archive, n) in [(Archive::OpenclCases, 416), (Archive::RadvCompute, 400)] {
        let dir = archive.unpack().unwrap();
        let cases = load_all(&dir.path().join("cases"));
        assert_eq!(count(&cases), BTreeMap::from([("compute".to_owned(), n)]), "{archive:?}");
    }
}

#[test]
fn packed_cases_are_equal_to_their_directories() {
    let Some(corpus) = corpus_or_skip("packed_cases_are_equal_to_their_directories") else { return };
    let limits = Limits::default();
    for folder in ["gfx10-radv/cases", "gfx1013-opencl/cases"] {
        // A prime stride takes all kinds and wave sizes.
        for dir in case_dirs(&corpus.join(folder)).unwrap().iter().step_by(7) {
            let case = Case::load(dir, &limits).unwrap();
            let packed = case.to_wwcap_bytes().unwrap();
            let again = Case::from_wwcap_bytes("packed", &packed, &limits).unwrap();
            assert_eq!(without_file_names(case), without_file_names(again), "{}", dir.display());
        }
    }
}

fn without_file_names(mut c: Case) -> Case {
    c.stages.iter_mut().for_each(|s| s.code.file.clear());
    c.memory.iter_mut().filter_map(|r| r.file.as_mut()).for_each(String::clear);
    c.expect.iter_mut().for_each(|e| e.file.clear());
    if let Some(d) = &mut c.draw {
        d.targets.iter_mut().for_each(|t| t.file.clear());
        d.depth.iter_mut().for_each(|t| t.file.clear());
    }
    c
}

#[test]
fn all_facts_of_real_programs_are_known() {
    let Some(corpus) = corpus_or_skip("all_facts_of_real_programs_are_known") else { return };
    let mut folders = vec![corpus.join("gfx10-realworld")];
    let mut n = 0;
    while let Some(dir) = folders.pop() {
        for path in std::fs::read_dir(&dir).unwrap().map(|e| e.unwrap().path()) {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "json") {
                let text = std::fs::read(&path).unwrap();
                let facts: Result<Facts, _> = serde_json::from_slice(&text);
                assert!(facts.is_ok(), "{}: {}", path.display(), facts.unwrap_err());
                n += 1;
            }
        }
    }
    assert!(n > 1000, "{n}");
}
