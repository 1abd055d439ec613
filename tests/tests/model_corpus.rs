//! The cases of the archives beside these tests, run on the software model.
#![expect(clippy::unwrap_used, reason = "a test that cannot read its input fails")]

use driver::capture::{Case, Limits};
use driver::replay::{ReplayOptions, replay};
use std::collections::BTreeSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use wavewright_tests::corpus::{Archive, case_dirs};

/// Runs the cases of an archive that are of one of its lists (or all) and returns how many passed; fails with what did
/// not.
fn passed(archive: Archive, list: Option<&str>, seed: u32) -> usize {
    let dir = archive.unpack().unwrap();
    let names = list.map(|l| std::fs::read_to_string(dir.path().join("lists").join(l)).unwrap());
    let names: Option<BTreeSet<&str>> = names.as_ref().map(|t| t.split_whitespace().collect());
    let mut cases = case_dirs(&dir.path().join("cases")).unwrap();
    if let Some(names) = &names {
        cases.retain(|c| names.contains(c.file_name().unwrap().to_str().unwrap()));
        assert_eq!(cases.len(), names.len(), "{archive:?} lacks cases of its list");
    }
    let (next, bad) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let options = ReplayOptions { seed, ..ReplayOptions::default() };
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, Into::into) {
            scope.spawn(|| {
                while let Some(dir) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let case = Case::load(dir, &Limits::default()).unwrap();
                    let text = match replay(&case, options) {
                        Err(error) => error.to_string(),
                        Ok(run) if run.passed() => continue,
                        Ok(run) => run
                            .comparisons
                            .iter()
                            .filter_map(|(_, c)| c.first.as_ref())
                            .map(|m| format!("{m} "))
                            .collect(),
                    };
                    bad.lock().unwrap().push(format!("{}: {text}", case.name));
                }
            });
        }
    });
    let bad = bad.into_inner().unwrap();
    assert!(bad.is_empty(), "{} of {} do not pass:\n{}", bad.len(), cases.len(), bad.join("\n"));
    cases.len()
}

#[test]
fn opencl_programs() {
    assert_eq!(passed(Archive::OpenclCases, None, 1), 416);
}

#[test]
fn radv_programs_with_buffers() {
    assert_eq!(passed(Archive::RadvCompute, Some("compute-buffers.txt"), 1), 222);
    assert_eq!(passed(Archive::RadvCompute, Some("compute-texel-buffers.txt"), 1), 42);
}

#[test]
fn own_opencl_programs() {
    assert!(passed(Archive::OwnOpencl, None, 1) > 400);
}

#[test]
fn own_glsl_programs() {
    assert!(passed(Archive::OwnGlsl, None, 1) > 250);
}

#[test]
fn results_do_not_depend_on_what_registers_held() {
    for seed in [0, 2, 0xffff_ffff] {
        passed(Archive::OwnGlsl, None, seed);
    }
}
