//! The graphs that the recompiler finds in programs that compilers made.
//!
//! Facts: every program of the corpora is complete, so control neither leaves the code nor reaches data.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test ends by panicking")]

use driver::capture::{Case, Kind, Limits};
use recompiler::rdna::cfg::Cfg;
use recompiler::request::Request;
use std::path::Path;
use wavewright_tests::corpus::{Archive, case_dirs};

fn request(code: &[u8], base: u64, entry: u64, wave_size: u32) -> Request<'_> {
    Request { base, entry, shared_high: 0, private_high: 0, ..Request::bare(code, wave_size) }
}

/// Number of graphs, of graphs with checked returns, and the refusals.
fn build_all(cases: &Path) -> (usize, usize, Vec<String>) {
    let (mut good, mut checked, mut refused) = (0, 0, Vec::new());
    for dir in case_dirs(cases).unwrap() {
        let case = Case::load(&dir, &Limits::default()).unwrap();
        if case.kind != Kind::Compute {
            continue;
        }
        let stage = &case.stages[0];
        let (base, entry) = (stage.code.address.unwrap(), stage.entry().unwrap());
        match Cfg::build(&request(&stage.code.bytes, base, entry, case.wave_size.lanes())) {
            Ok(cfg) => {
                good += 1;
                checked += usize::from(cfg.blocks.iter().any(|b| b.assumed.is_some()));
            }
            Err(e) => refused.push(format!("{}: {e}", case.name)),
        }
    }
    (good, checked, refused)
}

#[test]
fn programs_with_known_results_have_graphs() {
    let opencl = Archive::OpenclCases.unpack().unwrap();
    let (good, checked, refused) = build_all(&opencl.path().join("cases"));
    println!("OpenCL: {good} graphs, {checked} with checked returns; refused:\n{}", refused.join("\n"));
    // Function pointers that differ from lane to lane are compared; all returns are proven.
    assert_eq!((good, checked, refused), (416, 8, vec![]));
    let radv = Archive::RadvCompute.unpack().unwrap();
    let (good, _, refused) = build_all(&radv.path().join("cases"));
    assert_eq!((good, refused), (400, vec![]));
}
