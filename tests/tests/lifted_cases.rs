//! Every compute case through lift and interpreter: the IR as the front end writes it, before any pass.
//!
//! Facts: results of native runs (OpenCL) and of lavapipe (RADV). The cases named here differ on the model in the same
//! places: their expectation rounds otherwise than the instructions of the guest do.
#![allow(clippy::unwrap_used, reason = "a test ends by panicking")]

use driver::capture::{Case, Limits};
use std::path::Path;
use wavewright_tests::corpus::{Archive, case_dirs};
use wavewright_tests::lifted::{Outcome, run_case};

const DIFFER_ON_THE_MODEL_TOO: [&str; 4] = ["c_f16_vec", "c_f16_vec_w32", "c_pack", "c_pack_w32"];

/// Cases that pass, and what is refused because images are not lifted; everything else fails the test.
fn run_all(cases: &Path) -> (usize, usize) {
    let (mut passed, mut images, mut wrong) = (0, 0, Vec::new());
    for dir in case_dirs(cases).unwrap() {
        let case = Case::load(&dir, &Limits::default()).unwrap();
        match run_case(&case, 2_000_000_000) {
            Outcome::Passed => passed += 1,
            Outcome::Refused(why) if why.contains("image_") => images += 1,
            Outcome::Failed(_) if DIFFER_ON_THE_MODEL_TOO.contains(&case.name.as_str()) => {}
            other => wrong.push(format!("{}: {other:?}", case.name)),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    (passed, images)
}

#[test]
fn opencl_programs_leave_what_native_runs_leave() {
    let dir = Archive::OpenclCases.unpack().unwrap();
    assert_eq!(run_all(&dir.path().join("cases")), (416, 0));
}

#[test]
fn shaders_leave_what_lavapipe_leaves() {
    let dir = Archive::RadvCompute.unpack().unwrap();
    let (passed, images) = run_all(&dir.path().join("cases"));
    assert!(passed >= 262 && passed + images + DIFFER_ON_THE_MODEL_TOO.len() == 400, "{passed} {images}");
}
