//! Dependencies point one way.

use super::{no_violations, root};
use serde_json::Value;
use std::collections::BTreeMap;
use std::process::Command;

/// For each crate, the crates of this workspace that it may use. A new edge is a decision: write it into
/// `docs/src/tour.md` and here.
const ALLOWED: &[(&str, &[&str])] = &[
    ("isa", &[]),
    ("ir", &[]),
    // The judge shares nothing with what it judges.
    ("model", &["isa"]),
    ("recompiler", &["isa", "ir"]),
    ("spirv", &["ir"]),
    // It never decodes: it hands code to the model or the recompiler, with the decoder's options.
    ("driver", &["isa", "ir", "model", "recompiler", "spirv"]),
    // It makes guest programs and gives them to the driver's executors.
    ("difftest", &["isa", "model", "recompiler", "driver"]),
    ("cli", &["isa", "ir", "model", "recompiler", "spirv", "driver", "difftest"]),
    ("tests", &["isa", "ir", "model", "recompiler", "spirv", "driver", "difftest"]),
    ("benches", &["isa", "ir", "model", "recompiler", "spirv", "driver", "tests"]),
];

/// Crates that must work without threads, files, clock and Vulkan (so that they can run in a browser), and the only
/// outside crates they may use.
const PURE: &[(&str, &[&str])] = &[
    ("isa", &["bitflags", "smallvec", "thiserror"]),
    ("ir", &["bitflags", "cranelift-entity", "rustc-hash", "rustc_apfloat", "smallvec", "thiserror"]),
    ("model", &["bitflags", "half", "rustc_apfloat", "smallvec", "thiserror"]),
];

/// Folder of a crate → names of its normal and build dependencies; ours by folder, others by name.
fn dependencies() -> BTreeMap<String, Vec<String>> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let out = Command::new(cargo)
        .args(["metadata", "--format-version", "1", "--no-deps", "--locked", "--offline"])
        .current_dir(root())
        .output()
        .unwrap();
    assert!(out.status.success(), "cargo metadata: {}", String::from_utf8_lossy(&out.stderr));
    let metadata: Value = serde_json::from_slice(&out.stdout).unwrap();
    let folder = |package: &Value| {
        let manifest = package["manifest_path"].as_str().unwrap().replace('\\', "/");
        manifest.rsplit('/').nth(1).unwrap().to_owned()
    };
    let packages = metadata["packages"].as_array().unwrap();
    let names: BTreeMap<&str, String> =
        packages.iter().map(|p| (p["name"].as_str().unwrap(), folder(p))).collect();
    let of = |package: &Value| {
        let all = package["dependencies"].as_array().unwrap().iter();
        let used = all.filter(|d| d["kind"].as_str() != Some("dev"));
        used.map(|d| {
            let name = d["name"].as_str().unwrap();
            names.get(name).cloned().unwrap_or_else(|| name.to_owned())
        })
        .collect()
    };
    packages.iter().map(|p| (folder(p), of(p))).collect()
}

#[test]
fn crates_use_only_crates_below_them() {
    let all = dependencies();
    let mut found = vec![];
    for (name, uses) in &all {
        let Some((_, allowed)) = ALLOWED.iter().find(|(n, _)| n == name) else {
            found.push(format!("{name} is a new crate: give it a line in ALLOWED"));
            continue;
        };
        for used in uses.iter().filter(|u| all.contains_key(*u)) {
            if !allowed.contains(&used.as_str()) {
                found.push(format!("{name} -> {used}"));
            }
        }
    }
    no_violations("an edge that is not in the list of allowed ones:", &found);
}

#[test]
fn the_inner_crates_stay_small_and_portable() {
    let all = dependencies();
    let mut found = vec![];
    for (name, allowed) in PURE {
        for used in all[*name].iter().filter(|u| !all.contains_key(*u)) {
            if !allowed.contains(&used.as_str()) {
                found.push(format!("{name} -> {used}"));
            }
        }
    }
    no_violations("these crates need no files, threads or clock; their outside crates are listed:", &found);
}
