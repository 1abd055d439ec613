//! Runs cases as devices run them that have less: `poor_hosts FOLDER [PART-OF-A-NAME] [--vulkan]`.
//!
//! On the interpreter: a host without 64-bit integers and floats that flushes denormals, and one without both of whose floats
//! nothing is known. On a Vulkan device: the first one, as if it lacked both.
#![expect(clippy::print_stdout, reason = "it reports")]

use driver::capture::{Case, Kind, Limits};
use driver::on_device::{self, Target};
use driver::recompiled::interpret_for;
use driver::replay::{ReplayError, ReplayOptions};
use driver::vulkan::{Device, Instance, InstanceOptions};
use ir::host::{Denormals, FloatCaps, HostCaps, Rounding, Specials};
use recompiler::caps::DeviceCaps;
use std::collections::BTreeMap;
use std::sync::Arc;
use wavewright_tests::corpus::case_dirs;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (switches, names): (Vec<String>, Vec<String>) =
        std::env::args().skip(1).partition(|a| a.starts_with("--"));
    let folder = names.first().cloned().unwrap_or_default();
    let part = names.get(1).cloned().unwrap_or_default();
    let poor = |denormals, rounding, specials| DeviceCaps {
        float: HostCaps::all(FloatCaps { denormals, rounding, specials }),
        float16: false,
        float64: false,
        int64: false,
        subgroup_size: 4,
        ..DeviceCaps::PROMISING
    };
    let hosts = [
        ("flushes", poor(Denormals::Flush, Rounding::Even, Specials::SomeNan)),
        ("unknown", poor(Denormals::Unknown, Rounding::Unknown, Specials::Loose)),
    ];
    let device = if switches.iter().any(|s| s == "--vulkan") {
        let instance = Arc::new(Instance::new(InstanceOptions { validation: false })?);
        let target = Target::new(Device::first(&instance)?)?;
        Some(target.narrowed())
    } else {
        None
    };
    let mut counts: BTreeMap<(&str, &str), u32> = BTreeMap::new();
    for dir in case_dirs(folder.as_ref())? {
        let name = dir.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
        if !name.contains(&part) {
            continue;
        }
        let case = Case::load(&dir, &Limits::default()).map_err(std::io::Error::other)?;
        if case.kind != Kind::Compute {
            continue;
        }
        let mut report = |host, result: Result<driver::replay::Replay, ReplayError>| {
            let (word, why) = match result {
                Ok(replay) if replay.passed() => ("pass", String::new()),
                Ok(_) => ("FAIL", "memory differs".to_owned()),
                Err(e) => ("error", e.to_string()),
            };
            *counts.entry((host, word)).or_default() += 1;
            if word != "pass" {
                println!("{word} {name} ({host}) {why}");
            }
        };
        match &device {
            Some(target) => report("vulkan", on_device::run(target, &case, ReplayOptions::default())),
            None => {
                for (host, caps) in &hosts {
                    report(host, interpret_for(&case, ReplayOptions::default(), caps));
                }
            }
        }
    }
    println!("{counts:?}");
    Ok(())
}
