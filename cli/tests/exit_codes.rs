//! The exit-code table, for every verb: what a script relies on.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use support::{CODE, TestCase, code, stdout, wavewright};

/// `s_trap` is refused by the model.
const TRAP: [u32; 2] = [0xbf92_0001, 0xbf81_0000];
/// A store to an address outside all regions: global_store_dword v[0:1], v0, off with v1 unknown; s_endpgm.
const WILD: [u32; 4] = [0x7e02_02ff, 0x0000_7fff, 0xdc70_8000, 0x007d_0000];

#[test]
fn replay_ends_with_each_code() {
    let pass = TestCase::passing("replay-pass");
    assert_eq!(code(&["replay", "--on", "model", pass.path()]), 0);
    assert!(stdout(&["replay", "--on", "model", pass.path()]).ends_with("PASS\n"));
    let differs = TestCase::new("replay-differs", &CODE, 7, "compute");
    assert_eq!(code(&["replay", "--on", "model", differs.path()]), 1);
    let out = stdout(&["replay", "--on", "model", differs.path()]);
    assert!(
        out.contains("address 0x20000") && out.contains("expected 0x00000007") && out.ends_with("FAIL\n"),
        "{out}"
    );
    let wild = TestCase::new("replay-wild", &WILD, 100, "compute");
    assert_eq!(code(&["replay", "--on", "model", wild.path()]), 2);
    let trap = TestCase::new("replay-trap", &TRAP, 100, "compute");
    assert_eq!(code(&["replay", "--on", "model", trap.path()]), 3);
    assert_eq!(code(&["replay", "no/such/case"]), 2);
}

#[test]
fn a_fault_names_pc_words_lane_and_address() {
    let wild = TestCase::new("fault", &WILD, 100, "compute");
    let err = String::from_utf8(wavewright(&["replay", "--on", "model", wild.path()]).stderr).unwrap();
    for part in ["pc 0x1008", "words dc708000 007d0000", "lane 0", "address 0x7fff", "MOD0001"] {
        assert!(err.contains(part), "`{part}` is missing in: {err}");
    }
}

#[test]
fn check_ends_with_each_code() {
    let pass = TestCase::passing("check-pass");
    assert_eq!(code(&["check", "--on", "model", pass.path()]), 0);
    assert_eq!(stdout(&["check", "--on", "model", pass.path()]), "1 passed, 0 failed, 0 refused\n");
    let differs = TestCase::new("check-differs", &CODE, 7, "compute");
    assert_eq!(code(&["check", "--on", "model", pass.path(), differs.path()]), 1);
    assert!(
        stdout(&["check", "--on", "model", pass.path(), differs.path()])
            .ends_with("1 passed, 1 failed, 0 refused\n")
    );
    let trap = TestCase::new("check-trap", &TRAP, 100, "compute");
    assert_eq!(code(&["check", "--on", "model", pass.path(), trap.path()]), 3);
    assert_eq!(code(&["check", "--on", "model", "no/such/folder"]), 2);
    let broken = TestCase::passing("check-broken");
    std::fs::write(broken.0.join("code.bin"), [0u8; 3]).unwrap();
    assert_eq!(code(&["check", "--on", "model", broken.path()]), 2);
}

#[test]
fn check_takes_lists_and_patterns() {
    let pass = TestCase::passing("list-pass");
    let parent = pass.0.parent().unwrap();
    let list = parent.join("list.txt");
    std::fs::write(&list, "list-pass\n").unwrap();
    let (root, list) = (parent.to_str().unwrap(), list.to_str().unwrap().to_owned());
    assert_eq!(code(&["check", "--on", "model", root, "--list", &list]), 0);
    assert_eq!(code(&["check", "--on", "model", root, "--filter", "list-*"]), 0);
    assert_eq!(code(&["check", "--on", "model", root, "--filter", "other-*"]), 2);
    std::fs::write(&list, "list-pass\nnot-there\n").unwrap();
    assert_eq!(code(&["check", "--on", "model", root, "--list", &list]), 2);
}

#[test]
fn trace_shows_what_changes() {
    let pass = TestCase::passing("trace");
    let out = stdout(&["trace", pass.path(), "--lane", "3"]);
    assert!(out.contains("v_add_nc_u32_e32 v1, s0, v0") && out.contains("v1=00000067"), "{out}");
    assert_eq!(code(&["trace", pass.path(), "--wave", "9"]), 2);
    assert_eq!(code(&["trace", pass.path(), "--group", "4"]), 2);
    assert_eq!(code(&["trace", "no/such/case"]), 2);
    let trap = TestCase::new("trace-trap", &TRAP, 100, "compute");
    assert_eq!(code(&["trace", trap.path()]), 3);
}

#[test]
fn disasm_and_explain_refuse_what_is_no_instruction() {
    assert_eq!(stdout(&["disasm", "--bare", "7e000280", "bf810000"]), "v_mov_b32_e32 v0, 0\ns_endpgm\n");
    assert_eq!(code(&["disasm", "ffffffff"]), 2);
    assert_eq!(code(&["disasm", "no-such-file.bin"]), 2);
    assert_eq!(code(&["explain", "d5410001", "041a0702"]), 0);
    assert_eq!(code(&["explain", "d5410001"]), 2);
    assert_eq!(code(&["explain", "zzz"]), 2);
    let pass = TestCase::passing("disasm");
    assert!(stdout(&["disasm", pass.path()]).contains("global_store_dword v2, v1, s[2:3]"));
}

#[test]
fn packed_cases_run_like_folders() {
    let pass = TestCase::passing("packed");
    let file = pass.0.parent().unwrap().join("packed.wwcap");
    let dir = pass.0.parent().unwrap().join("unpacked");
    let (file, dir) = (file.to_str().unwrap(), dir.to_str().unwrap());
    assert_eq!(code(&["pack", pass.path(), "-o", file]), 0);
    assert_eq!(code(&["replay", "--on", "model", file]), 0);
    assert_eq!(code(&["unpack", file, "-o", dir]), 0);
    assert_eq!(code(&["replay", "--on", "model", dir]), 0);
    assert_eq!(code(&["pack", "no/such/case", "-o", file]), 2);
    assert_eq!(code(&["unpack", "no/such/file", "-o", dir]), 2);
}

#[test]
fn coverage_help_and_bad_arguments() {
    assert_eq!(code(&["coverage"]), 0);
    assert_eq!(code(&["--help"]), 0);
    assert_eq!(code(&["--version"]), 0);
    assert_eq!(code(&[]), 2);
    assert_eq!(code(&["no-such-verb"]), 2);
    for verb in [
        "disasm",
        "explain",
        "replay",
        "check",
        "trace",
        "compile",
        "bench-compile",
        "devices",
        "coverage",
        "pack",
        "unpack",
    ] {
        assert_eq!(code(&[verb, "--help"]), 0, "{verb}");
        assert_eq!(code(&[verb, "--no-such-flag"]), 2, "{verb}");
    }
}

#[test]
fn json_is_json() {
    let pass = TestCase::passing("json");
    for args in [
        vec!["--json", "replay", "--on", "model", pass.path()],
        vec!["--json", "check", "--on", "model", pass.path()],
        vec!["--json", "trace", pass.path()],
        vec!["--json", "disasm", pass.path()],
        vec!["--json", "explain", "bf810000"],
        vec!["--json", "coverage"],
        vec!["--json", "replay", "--on", "model", "no/such/case"],
    ] {
        let out = stdout(&args);
        assert!(!out.is_empty(), "{args:?}");
        for line in out.lines() {
            assert!(serde_json::from_str::<serde_json::Value>(line).is_ok(), "{args:?}: {line}");
        }
    }
}
