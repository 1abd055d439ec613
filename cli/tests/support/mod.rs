//! Running the program, and small cases to run it on.
#![allow(dead_code, reason = "each test takes what it needs")]

use serde_json::Value;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

pub fn wavewright(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_wavewright")).args(args).output().unwrap()
}

pub fn code(args: &[&str]) -> i32 {
    let out = wavewright(args);
    let code = out.status.code();
    assert!(code.is_some(), "{args:?} was killed: {}", String::from_utf8_lossy(&out.stderr));
    code.unwrap()
}

pub fn stdout(args: &[&str]) -> String {
    String::from_utf8(wavewright(args).stdout).unwrap()
}

/// Words of a program for lane 0 of wave 0: stores `s0 + local id` at the address in s[2:3] + 4 * local id.
/// v_add_nc_u32 v1, s0, v0; v_lshlrev_b32 v2, 2, v0; global_store_dword v2, v1, s[2:3]; s_endpgm
pub const CODE: [u32; 5] = [0x4a02_0000, 0x3404_0082, 0xdc70_8000, 0x0002_0102, 0xbf81_0000];

/// A case in a folder of its own, removed at the end.
pub struct TestCase(pub PathBuf);

impl TestCase {
    pub fn new(name: &str, code: &[u32], expect_first: u32, kind: &str) -> TestCase {
        let root = std::env::temp_dir().join(format!("wavewright-exit-{}-{name}", std::process::id()));
        let dir = root.join(name);
        std::fs::create_dir_all(&dir).unwrap();
        let bytes: Vec<u8> = code.iter().flat_map(|w| w.to_le_bytes()).collect();
        std::fs::write(dir.join("code.bin"), &bytes).unwrap();
        let expected: Vec<u8> = (0..32u32)
            .map(|i| if i == 0 { expect_first } else { 100 + i })
            .flat_map(u32::to_le_bytes)
            .collect();
        std::fs::write(dir.join("out.bin"), expected).unwrap();
        let json = serde_json::json!({
            "format": 1, "name": name, "program": name, "sources": [], "kind": kind, "gfx": "gfx1013", "wave_size": 32,
            "ngg": false, "dispatch": { "groups": [1, 1, 1], "local_size": [32, 1, 1] },
            "stages": [{
                "code": { "file": "code.bin", "address": "0x1000", "bytes": bytes.len(), "instruction_bytes": bytes.len() },
                "sgprs": [
                    { "reg": 0, "count": 1, "name": "push_constant_dword0", "value": ["0x00000064"] },
                    { "reg": 2, "count": 2, "name": "kernarg_segment_ptr", "value": ["0x00020000", "0x00000000"] },
                ],
                "vgprs": [{ "reg": 0, "count": 1, "name": "local_id_x" }],
                "float_mode": 192, "ieee_mode": 0, "dx10_clamp": 1,
                "facts": { "stages": ["CS"], "hw_stage": "CS", "wave_size": 32 },
            }],
            "memory": [{ "name": "out", "address": "0x20000", "size": 128, "file": null, "role": "memory", "access": "rw" }],
            "descriptors": [],
            "expect": [{ "memory": "out", "file": "out.bin", "compare": "bits" }],
            "output_differs_from_input": true,
        });
        std::fs::write(dir.join("case.json"), serde_json::to_vec(&json).unwrap()).unwrap();
        TestCase(dir)
    }

    /// With a `case.json` that is changed before it is written.
    pub fn changed(name: &str, change: impl FnOnce(&mut Value)) -> TestCase {
        let case = TestCase::passing(name);
        let file = case.0.join("case.json");
        let mut json: Value = serde_json::from_slice(&std::fs::read(&file).unwrap()).unwrap();
        change(&mut json);
        std::fs::write(file, json.to_string()).unwrap();
        case
    }

    pub fn passing(name: &str) -> TestCase {
        TestCase::new(name, &CODE, 100, "compute")
    }

    pub fn path(&self) -> &str {
        self.0.to_str().unwrap()
    }
}

impl Drop for TestCase {
    fn drop(&mut self) {
        // Left-overs in the temporary folder harm nobody.
        let _ = std::fs::remove_dir_all(self.0.parent().unwrap_or(Path::new("/nowhere")));
    }
}

/// Runs it where the Vulkan loader, if there is one, finds no driver.
pub fn without_vulkan(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_wavewright"))
        .args(args)
        .env("VK_DRIVER_FILES", "/nonexistent.json")
        .env("VK_ICD_FILENAMES", "/nonexistent.json")
        .output()
        .unwrap()
}

/// Whether a Vulkan device can be used. If not, says that the test is skipped, where `cargo test` cannot hold it back, and
/// fails where CI=true.
#[allow(clippy::explicit_write, reason = "cargo test holds back what the macro prints")]
pub fn vulkan_or_skip(test: &str) -> bool {
    let out = wavewright(&["devices"]);
    if out.status.success() {
        return true;
    }
    let why = [out.stdout, out.stderr].map(|b| String::from_utf8_lossy(&b).into_owned()).concat();
    let why = why.lines().last().unwrap_or("no reason given").to_owned();
    assert!(
        std::env::var_os("CI").is_none_or(|v| v != "true"),
        "{test}: Vulkan is required where CI=true: {why}"
    );
    writeln!(std::io::stderr(), "skipped: {test}: {why}").unwrap();
    false
}
