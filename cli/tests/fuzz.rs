//! A slice of `wavewright fuzz`: random programs on the model and recompiled, and that the same seed makes the same programs.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod support;

use serde_json::Value;
use support::{stdout, vulkan_or_skip, wavewright};

fn last_line(args: &[&str]) -> Value {
    let text = stdout(args);
    serde_json::from_str(text.lines().last().unwrap()).unwrap_or_else(|e| panic!("{e}: {text}"))
}

#[test]
fn random_programs_do_on_the_interpreter_what_the_model_does() {
    let sum = last_line(&["--json", "fuzz", "--seed", "1013", "--count", "80"]);
    assert_eq!(sum["failed"], 0, "{sum}");
    assert!(sum["equal"].as_u64().unwrap() >= 76, "{sum}");
}

#[test]
fn random_programs_do_on_a_device_what_the_model_does() {
    if !vulkan_or_skip("random_programs_do_on_a_device_what_the_model_does") {
        return;
    }
    // Most of the time goes into the device's compiler.
    for (wave, count) in [("32", 3), ("64", 1)] {
        let n = count.to_string();
        let args = [
            "--json", "fuzz", "--seed", "1013", "--count", &n, "--ops", "10", "--waves", wave, "--on",
            "vulkan",
        ];
        let sum = last_line(&args);
        assert_eq!((&sum["failed"], &sum["programs"]), (&0.into(), &count.into()), "{sum}");
    }
}

#[test]
fn a_seed_names_a_program() {
    let once = || stdout(&["fuzz", "--program", "0x1013", "--waves", "32", "--features", "flow,lds"]);
    let listing = once();
    let upto = |text: &str| text.split("s_endpgm").next().unwrap().to_owned();
    assert!(listing.contains("; registers from memory") && listing.contains("end:"), "{listing}");
    assert_eq!(upto(&listing), upto(&once()));
}

#[test]
fn a_feature_that_there_is_not_is_bad_input() {
    let out = wavewright(&["fuzz", "--features", "flow,nothing"]);
    assert_eq!(out.status.code(), Some(2));
    let said = String::from_utf8_lossy(&out.stderr);
    assert!(said.contains("`nothing` is none of flow, wild"), "{said}");
}
