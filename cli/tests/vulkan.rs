//! What the program does with Vulkan and without it.
//!
//! The tests that need a device say so when they skip, and must run where CI=true (`./check` installs lavapipe).
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use serde_json::{Value, json};
use support::{CODE, TestCase, stdout, vulkan_or_skip, wavewright, without_vulkan};

fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap()
}

fn example(name: &str) -> String {
    format!("{}/../examples/{name}", env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn auto_takes_the_model_where_no_vulkan_device_works_and_says_so() {
    let vadd = example("vadd");
    let out = without_vulkan(&["replay", &vadd]);
    let (shown, said) = (text(out.stdout), text(out.stderr));
    assert_eq!(out.status.code(), Some(0), "{shown}{said}");
    assert!(shown.contains("ran on    the software model") && shown.ends_with("PASS\n"), "{shown}");
    assert!(said.starts_with("note: --on auto takes the software model: "), "{said}");
    assert!(said.contains("[VUL000"), "{said}");
    let out = without_vulkan(&["--json", "replay", &vadd]);
    let value: Value = serde_json::from_slice(&out.stdout).unwrap();
    assert_eq!(value["on"], "model");
    assert!(value["why_model"].as_str().unwrap().contains("VUL000"), "{value}");
    let out = without_vulkan(&["check", &vadd]);
    assert_eq!((out.status.code(), text(out.stdout).as_str()), (Some(0), "1 passed, 0 failed, 0 refused\n"));
    assert!(text(out.stderr).contains("1 cases ran on the software model"));
}

#[test]
fn a_device_that_is_asked_for_and_not_there_is_a_device_error() {
    for args in [vec!["replay", "--on", "vulkan"], vec!["check", "--on", "vulkan"]] {
        let vadd = example("vadd");
        let out = without_vulkan(&[&args[..], &[vadd.as_str()]].concat());
        assert_eq!(out.status.code(), Some(4), "{args:?}: {}", text(out.stderr));
    }
    for args in
        [&["devices"][..], &["--json", "devices"], &["bench-compile", "--caps", "probed", &example("vadd")]]
    {
        let out = without_vulkan(args);
        assert_eq!(out.status.code(), Some(4), "{args:?}");
        assert!(text(out.stderr).contains("[VUL000"), "{args:?}");
    }
}

#[test]
fn a_dispatch_runs_on_vulkan_under_the_validation_layer() {
    if !vulkan_or_skip("a_dispatch_runs_on_vulkan_under_the_validation_layer") {
        return;
    }
    for name in ["vadd", "shared_reduce"] {
        let out = wavewright(&["replay", &example(name), "--on", "vulkan", "--validate"]);
        let shown = text(out.stdout);
        assert_eq!(out.status.code(), Some(0), "{shown}{}", text(out.stderr));
        assert!(shown.contains("ran on    the Vulkan device ") && shown.ends_with("PASS\n"), "{shown}");
    }
    let differs = TestCase::new("vulkan-differs", &CODE, 7, "compute");
    assert_eq!(wavewright(&["replay", differs.path(), "--on", "vulkan"]).status.code(), Some(1));
}

#[test]
fn auto_takes_the_device_and_for_a_refused_program_the_model() {
    if !vulkan_or_skip("auto_takes_the_device_and_for_a_refused_program_the_model") {
        return;
    }
    let pass = TestCase::passing("auto-pass");
    let out = wavewright(&["--json", "replay", pass.path()]);
    let value: Value = serde_json::from_slice(&out.stdout).unwrap();
    assert_eq!(
        (&value["on"], &value["why_model"], &value["passed"]),
        (&json!("vulkan"), &Value::Null, &json!(true))
    );
    // s_and_saveexec_b64 s[10:11], exec in a wave of 32: the model knows it, the recompiler does not.
    let code: Vec<u32> = [0xbe8a_247e].into_iter().chain(CODE).collect();
    let refused = TestCase::new("auto-refused", &code, 100, "compute");
    let out = wavewright(&["--json", "replay", refused.path()]);
    let (value, said) = (serde_json::from_slice::<Value>(&out.stdout).unwrap(), text(out.stderr));
    assert_eq!((&value["on"], &value["passed"]), (&json!("model"), &json!(true)), "{value}");
    assert!(value["why_model"].as_str().unwrap().contains("other wave size"), "{value}");
    assert!(said.contains("takes the software model") && said.contains("REC0010"), "{said}");
    // Who asks for Vulkan gets Vulkan or a refusal.
    assert_eq!(wavewright(&["replay", refused.path(), "--on", "vulkan"]).status.code(), Some(3));
}

#[test]
fn devices_are_listed_with_what_is_used_of_them() {
    if !vulkan_or_skip("devices_are_listed_with_what_is_used_of_them") {
        return;
    }
    let value: Value = serde_json::from_str(&stdout(&["--json", "devices"])).unwrap();
    let devices = value["devices"].as_array().unwrap();
    let usable: Vec<_> = devices.iter().filter(|d| d["usable"] == true).collect();
    assert!(!usable.is_empty(), "{value}");
    for device in usable {
        assert!(device["subgroup"]["size"].as_u64().unwrap() > 0, "{device}");
        assert_eq!(device["floats"]["f32"]["known"], "probed", "{device}");
        let shown = stdout(&["devices"]);
        assert!(
            shown.contains(device["name"].as_str().unwrap()) && shown.contains("usable      yes"),
            "{shown}"
        );
    }
    let unprobed: Value = serde_json::from_str(&stdout(&["--json", "devices", "--no-probe"])).unwrap();
    assert_eq!(unprobed["devices"][0]["floats"]["f32"]["known"], "unknown");
}
