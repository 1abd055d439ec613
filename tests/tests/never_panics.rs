//! Random words, random programs and damaged cases never panic: the bodies of the fuzz targets with fixed random numbers.
//!
//! The counts fit a normal test run. The long runs use the same code:
//! `cargo run --release -p wavewright-tests --example fuzz_long -- decode 10000000`.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test ends by panicking")]

use std::fs;
use std::path::Path;
use wavewright_tests::fuzzing::{self, MODEL_HEAD, Random, bytes};
use wavewright_tests::long::{Run, seeds};

#[test]
fn random_words_decode_or_are_refused() {
    Run::Decode.repeat(1, 30_000);
}

#[test]
fn random_programs_end_or_fault() {
    Run::Model.repeat(1, 4_000);
}

#[test]
fn damaged_cases_load_or_are_refused() {
    Run::Case.repeat(1, 2_000);
}

#[test]
fn sound_cases_load_and_run() {
    for seed in seeds().unwrap() {
        fuzzing::case(&seed.bundle());
    }
}

#[test]
fn the_end_of_the_data_may_come_anywhere() {
    let seed = &seeds().unwrap()[0];
    let whole = seed.bundle();
    for end in (0..whole.len()).step_by(7) {
        fuzzing::case(&whole[..end]);
    }
    let mut random = Random(7);
    let program = bytes(&random.program());
    for end in 0..program.len() {
        fuzzing::decode(&program[..end]);
        fuzzing::model(&program[..end.min(MODEL_HEAD)]);
    }
}

/// What fuzzing found stays here as seeds; each one must pass.
#[test]
fn what_fuzzing_found_stays_mended() {
    let seeds = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/seeds");
    for (target, body) in [
        ("decode_never_panics", fuzzing::decode as fn(&[u8])),
        ("case_never_panics", fuzzing::case),
        ("model_never_panics", fuzzing::model),
    ] {
        let mut n = 0;
        for entry in fs::read_dir(seeds.join(target)).unwrap() {
            body(&fs::read(entry.unwrap().path()).unwrap());
            n += 1;
        }
        assert!(n > 0, "no seeds for {target}");
    }
}
