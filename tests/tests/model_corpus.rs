//! The cases of the archives beside these tests, run on the software model.
//!
//! The names of the instructions that they execute are kept in `tests/coverage`, for `wavewright coverage`: each of them is
//! tested against results that come from elsewhere. `BLESS=1` writes them.
#![expect(clippy::unwrap_used, reason = "a test that cannot read its input fails")]

use driver::capture::{Case, Limits};
use driver::replay::{Prepared, Replay, ReplayError, ReplayOptions};
use model::group::Observer;
use model::wave::Wave;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use wavewright_tests::corpus::{Archive, case_dirs};

/// Names of instructions that were executed.
#[derive(Default)]
struct Names(BTreeSet<&'static str>);

impl Observer for Names {
    fn executed(&mut self, _: &Wave, _: u64, inst: &isa::Inst) {
        self.0.insert(inst.name());
    }
}

fn replay(case: &Case, options: ReplayOptions, names: &mut Names) -> Result<Replay, ReplayError> {
    let prepared = Prepared::new(case, options)?;
    let mut instructions = 0;
    for group in 0..prepared.group_count() {
        instructions += prepared.run_group(group, names)?;
    }
    prepared.finish(instructions)
}

/// The names in a file of `tests/coverage` are those that were executed.
fn hold(file: &str, names: &BTreeSet<&'static str>) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("coverage").join(file);
    let text: String = names.iter().map(|name| format!("{name}\n")).collect();
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &text).unwrap();
    }
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(written == text, "tests/coverage/{file} is old: run this test with BLESS=1");
}

/// Runs the cases of an archive that are of one of its lists (or all) and returns how many passed, with the instructions
/// that they executed; fails with what did not.
fn passed(archive: Archive, list: Option<&str>, seed: u32) -> (usize, BTreeSet<&'static str>) {
    let dir = archive.unpack().unwrap();
    let names = list.map(|l| std::fs::read_to_string(dir.path().join("lists").join(l)).unwrap());
    let names: Option<BTreeSet<&str>> = names.as_ref().map(|t| t.split_whitespace().collect());
    let mut cases = case_dirs(&dir.path().join("cases")).unwrap();
    if let Some(names) = &names {
        cases.retain(|c| names.contains(c.file_name().unwrap().to_str().unwrap()));
        assert_eq!(cases.len(), names.len(), "{archive:?} lacks cases of its list");
    }
    let (next, bad) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let all = Mutex::new(BTreeSet::new());
    let options = ReplayOptions { seed, ..ReplayOptions::default() };
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, Into::into) {
            scope.spawn(|| {
                let mut names = Names::default();
                while let Some(dir) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let case = Case::load(dir, &Limits::default()).unwrap();
                    let text = match replay(&case, options, &mut names) {
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
                all.lock().unwrap().append(&mut names.0);
            });
        }
    });
    let bad = bad.into_inner().unwrap();
    assert!(bad.is_empty(), "{} of {} do not pass:\n{}", bad.len(), cases.len(), bad.join("\n"));
    (cases.len(), all.into_inner().unwrap())
}

#[test]
fn opencl_programs() {
    let (n, names) = passed(Archive::OpenclCases, None, 1);
    assert_eq!(n, 416);
    hold("opencl.txt", &names);
}

#[test]
fn radv_programs_with_buffers() {
    let (n, mut names) = passed(Archive::RadvCompute, Some("compute-buffers.txt"), 1);
    let (texel, mut more) = passed(Archive::RadvCompute, Some("compute-texel-buffers.txt"), 1);
    assert_eq!((n, texel), (222, 42));
    names.append(&mut more);
    hold("radv.txt", &names);
}

#[test]
fn own_opencl_programs() {
    let (n, names) = passed(Archive::OwnOpencl, None, 1);
    assert!(n > 400);
    hold("own-opencl.txt", &names);
}

#[test]
fn own_glsl_programs() {
    let (n, names) = passed(Archive::OwnGlsl, None, 1);
    assert!(n > 250);
    hold("own-glsl.txt", &names);
}

#[test]
fn results_do_not_depend_on_what_registers_held() {
    for seed in [0, 2, 0xffff_ffff] {
        passed(Archive::OwnGlsl, None, seed);
    }
}
