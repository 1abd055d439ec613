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
fn random_programs_lift_or_are_refused() {
    Run::Lift.repeat(1, 1_500);
}

/// Each module goes through spirv-val, a program of its own: hence few.
#[test]
fn what_is_emitted_is_valid() {
    Run::Spirv.repeat(1, 300);
}

#[test]
fn passes_keep_what_straight_functions_leave() {
    Run::Passes.repeat(1, 400);
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
    let program = bytes(&fuzzing::program(&mut random));
    for end in 0..program.len() {
        fuzzing::decode(&program[..end]);
        fuzzing::model(&program[..end.min(MODEL_HEAD)]);
    }
}

/// Texts of the filetests with bytes left out, put in twice or changed.
#[test]
fn damaged_ir_text_is_refused_or_reads_back() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("filetests/cat");
    let mut random = Random(11);
    for entry in fs::read_dir(folder).unwrap() {
        let text = fs::read_to_string(entry.unwrap().path()).unwrap();
        let text = &text.as_bytes()[text.find("function").unwrap()..];
        fuzzing::print_parse(text);
        for _ in 0..1000 {
            let mut damaged = text.to_vec();
            for _ in 0..=random.below(3) {
                let (from, to) = (8 + random.below(text.len() - 8), 8 + random.below(text.len() - 8));
                match random.below(3) {
                    0 => drop(damaged.splice(from.min(damaged.len())..(from + 3).min(damaged.len()), [])),
                    1 => damaged.extend_from_slice(&text[from.min(to)..from.max(to)]),
                    _ => {
                        let at = from % damaged.len();
                        damaged[at.max(8)] = text[to];
                    }
                }
            }
            fuzzing::print_parse(&damaged);
        }
    }
}

#[test]
fn random_functions_read_back() {
    let mut random = Random(5);
    for _ in 0..2000 {
        let choices: Vec<u8> = (0..random.below(4000)).map(|_| random.bits() as u8).collect();
        fuzzing::print_parse(&choices);
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
        ("print_parse_is_identity", fuzzing::print_parse),
        ("descriptors_never_panic", fuzzing::descriptors::descriptors),
        ("lift_never_panics", fuzzing::recompile::lift),
        ("spirv_always_validates", fuzzing::recompile::spirv),
        ("passes_keep_interp_result", fuzzing::recompile::passes_keep_results),
    ] {
        let mut n = 0;
        for entry in fs::read_dir(seeds.join(target)).unwrap() {
            body(&fs::read(entry.unwrap().path()).unwrap());
            n += 1;
        }
        assert!(n > 0, "no seeds for {target}");
    }
}
