//! Compiling without running: modules, stages, pages, times, refusals by reason.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod support;

use serde_json::{Value, json};
use std::path::Path;
use support::{CODE, TestCase, code, stdout, wavewright};

fn example(name: &str) -> String {
    format!("{}/../examples/{name}", env!("CARGO_MANIFEST_DIR"))
}

/// Machine code with the facts of its compiler, as a public shader comes.
fn program(dir: &Path, name: &str, hw_stage: &str, code: &[u32]) -> String {
    let bytes: Vec<u8> = code.iter().flat_map(|w| w.to_le_bytes()).collect();
    let facts = json!({
        "stages": [if hw_stage == "PS" { "FS" } else { "CS" }], "hw_stage": hw_stage, "wave_size": 32, "local_size": [32, 1, 1],
        "float_mode": 192, "ieee_mode": 0, "dx10_clamp": 1,
        "sgpr_args": [{ "reg": 0, "count": 1, "name": "push_constant_dword0" }, { "reg": 2, "count": 2, "name": "num_workgroups_ptr" }],
        "vgpr_args": [{ "reg": 0, "count": 1, "name": "local_id_x" }],
    });
    let file = dir.join(format!("{name}.bin"));
    std::fs::write(&file, bytes).unwrap();
    std::fs::write(dir.join(format!("{name}.json")), facts.to_string()).unwrap();
    file.to_str().unwrap().to_owned()
}

/// `s_trap` is not translated.
const TRAP: [u32; 2] = [0xbf92_0001, 0xbf81_0000];

#[test]
fn a_module_is_written_and_begins_with_the_magic_number() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("vadd.spv");
    let path = file.to_str().unwrap();
    assert_eq!(code(&["compile", &example("vadd"), "-o", path]), 0);
    let bytes = std::fs::read(&file).unwrap();
    assert_eq!(bytes[..4], 0x0723_0203u32.to_le_bytes());
    let text = stdout(&["compile", &example("vadd"), "--emit", "spirv-text"]);
    assert!(text.contains("OpEntryPoint GLCompute"), "{text}");
    // A module is no text.
    assert_eq!(code(&["compile", &example("vadd"), "--emit", "spirv"]), 2);
}

#[test]
fn the_ir_is_shown_after_the_passes_that_are_asked_for() {
    let all = stdout(&["compile", &example("vadd"), "--all"]);
    let titles: Vec<&str> = all.lines().filter(|l| l.starts_with("; ") && !l.starts_with("; pc")).collect();
    assert_eq!(titles.first(), Some(&"; as lifted"));
    for pass in ["after ssa", "after the wave map", "after legalize_float", "after structurize"] {
        assert!(titles.iter().any(|t| t.contains(pass)), "{pass}: {titles:?}");
    }
    let gvn = stdout(&["--json", "compile", &example("vadd"), "--after", "gvn"]);
    let value: Value = serde_json::from_str(&gvn).unwrap();
    let stages = value["stages"].as_array().unwrap();
    assert!(!stages.is_empty() && stages.iter().all(|s| s["pass"] == "gvn"), "{value}");
    let out = wavewright(&["compile", &example("vadd"), "--after", "no_such_pass"]);
    assert_eq!(out.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&out.stderr).contains("CLI0018"));
}

#[test]
fn a_page_shows_all_forms_and_loads_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("page.html");
    assert_eq!(code(&["compile", &example("vadd"), "--html", file.to_str().unwrap()]), 0);
    let page = std::fs::read_to_string(&file).unwrap();
    for part in ["<svg", "global_store_dword", "as lifted", "after structurize", "SPIR-V", "OpStore"] {
        assert!(page.contains(part), "{part}");
    }
    for outside in ["http", "src=", "url(", "@import", "<link"] {
        assert!(!page.contains(outside), "{outside}");
    }
    // A row a guest address: the store's row has the IR of the store.
    let row = page.split("<tr id=").find(|r| r.contains("global_store_dword")).unwrap();
    assert!(row.contains("store") && row.contains("OpFunctionCall") || row.contains("OpStore"), "{row}");
}

#[test]
fn the_page_of_a_refused_program_has_the_reason() {
    let dir = tempfile::tempdir().unwrap();
    let trap = program(dir.path(), "trap", "CS", &TRAP);
    let file = dir.path().join("page.html");
    assert_eq!(code(&["compile", &trap, "--html", file.to_str().unwrap()]), 3);
    assert!(std::fs::read_to_string(&file).unwrap().contains("REC0010"));
}

#[test]
fn the_wave_map_is_explained_with_the_pc() {
    let value: Value =
        serde_json::from_str(&stdout(&["--json", "compile", &example("vadd"), "--explain-waves"])).unwrap();
    assert_eq!((&value["map"], &value["not_per_lane"]), (&json!("per-lane"), &Value::Null), "{value}");
    let text = stdout(&["compile", &example("shared_reduce"), "--explain-waves"]);
    assert!(
        text.contains("map  ") && text.contains("per-lane   is not exact: ") && text.contains("(pc 0x"),
        "{text}"
    );
}

#[test]
fn programs_without_a_case_compile_and_refusals_are_counted_by_reason() {
    let dir = tempfile::tempdir().unwrap();
    program(dir.path(), "adds", "CS", &CODE);
    let folder = dir.path().to_str().unwrap().to_owned();
    let out = wavewright(&["check", "--compile-only", "--validate", &folder]);
    let text = String::from_utf8(out.stdout).unwrap();
    assert_eq!(out.status.code(), Some(0), "{text}{}", String::from_utf8_lossy(&out.stderr));
    assert!(
        text.ends_with("1 passed, 0 failed, 0 refused\n") && text.contains("3 guest instructions"),
        "{text}"
    );
    program(dir.path(), "pixel", "PS", &CODE);
    program(dir.path(), "trap0", "CS", &TRAP);
    program(dir.path(), "trap1", "CS", &TRAP);
    let out = wavewright(&["check", "--compile-only", &folder]);
    let text = String::from_utf8(out.stdout).unwrap();
    assert_eq!(out.status.code(), Some(3), "{text}");
    assert!(text.contains("refused     2  [REC0010] s_trap is not translated"), "{text}");
    assert!(text.contains("refused     1  [RPL0001] a program of the stage Pixel"), "{text}");
    assert!(text.ends_with("1 passed, 0 failed, 3 refused\n"), "{text}");
    // Words that are no instruction are bad input, and facts of another shape, too.
    program(dir.path(), "words", "CS", &[0xffff_ffff]);
    assert_eq!(code(&["check", "--compile-only", &folder, "--filter", "words"]), 2);
    std::fs::write(dir.path().join("adds.json"), "{}").unwrap();
    assert_eq!(code(&["check", "--compile-only", &folder, "--filter", "adds"]), 2);
    // Without --compile-only there is no case.
    assert_eq!(code(&["check", &folder]), 2);
    // Cases compile, too, each for its dispatch.
    let pass = TestCase::passing("compile-only");
    assert_eq!(code(&["check", "--compile-only", "--caps", "lavapipe", pass.path()]), 0);
}

#[test]
fn times_come_by_phase_and_sum_up() {
    let dir = tempfile::tempdir().unwrap();
    // Code alone: the options say how it begins.
    let bytes: Vec<u8> = CODE.iter().flat_map(|w| w.to_le_bytes()).collect();
    std::fs::write(dir.path().join("flow-1.bin"), bytes).unwrap();
    let folder = dir.path().to_str().unwrap().to_owned();
    let text =
        stdout(&["--json", "bench-compile", &folder, "--runs", "2", "--wave", "32", "--caps", "lavapipe"]);
    let lines: Vec<Value> = text.lines().map(|l| serde_json::from_str(l).unwrap()).collect();
    let [one, sum] = lines.as_slice() else { panic!("{text}") };
    assert_eq!(
        (&one["program"], &one["instructions"], &sum["compiled"]),
        (&json!("flow-1"), &json!(3), &json!(1))
    );
    for phase in ["decode", "lift", "clean", "waves", "legalize", "finish", "structurize", "emit"] {
        assert!(one["phases_us"][phase].as_f64().unwrap() > 0.0, "{phase}: {one}");
    }
    let phases: f64 = one["phases_us"].as_object().unwrap().values().filter_map(Value::as_f64).sum();
    assert!(phases <= one["us"].as_f64().unwrap(), "{one}");
    assert!(one["validate_us"].is_null() && one["optimize_us"].is_null(), "{one}");
    let text = stdout(&["bench-compile", &folder, "--wave", "32", "--validate", "--optimize"]);
    assert!(
        text.contains("validate") && text.contains("optimized: ") && text.contains("1 compiled, 0 failed"),
        "{text}"
    );
    std::fs::write(dir.path().join("trap.bin"), TRAP.map(u32::to_le_bytes).concat()).unwrap();
    assert_eq!(code(&["bench-compile", &folder]), 3);
    assert_eq!(code(&["bench-compile", "no/such/folder"]), 2);
}

#[test]
fn a_picture_shows_where_memory_differs_and_only_when_asked() {
    let dir = tempfile::tempdir().unwrap();
    let differs = TestCase::new("picture", &CODE, 7, "compute");
    let file = dir.path().join("differs.png");
    let args = ["replay", "--on", "model", differs.path(), "--diff-image", file.to_str().unwrap()];
    assert_eq!(code(&args), 1);
    let mut reader =
        png::Decoder::new(std::io::Cursor::new(std::fs::read(&file).unwrap())).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    assert_eq!((info.width, info.height), (64, 1));
    let red = |p: &[u8]| p[0] == 255;
    assert!(red(&pixels[..3]) && !pixels.as_chunks::<3>().0[1..].iter().any(|p| red(p)));
    assert_eq!(code(&["replay", "--on", "model", differs.path()]), 1);
    assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 1);
}
