//! `wavewright devices`: the Vulkan devices, what is used of them, and whether they can be used.
//!
//! Ensures: a device that cannot be opened or probed is listed with the reason and does not hide the others.

use crate::args::Devices;
use crate::exit::{CliError, Exit};
use crate::output::line;
use driver::on_device::{Target, device_error};
use driver::vulkan::{Device, DeviceInfo, Instance, InstanceOptions, VulkanError};
use ir::host::{Denormals, FloatCaps, Rounding};
use recompiler::caps::Known;
use serde_json::{Value, json};
use std::sync::Arc;

/// A device, and what opening it showed.
struct Found {
    info: DeviceInfo,
    /// Nothing where it was not asked.
    target: Option<Result<Target, VulkanError>>,
}

/// Names of the float controls, in the order of [`DeviceInfo::float_controls`].
const CONTROLS: [&str; 5] = [
    "denorm-preserve",
    "denorm-flush-to-zero",
    "rounding-rte",
    "rounding-rtz",
    "signed-zero-inf-nan-preserve",
];

/// Float widths, in the order of [`DeviceInfo::float_controls`].
const WIDTHS: [&str; 3] = ["f16", "f32", "f64"];

fn all(probe: bool) -> Result<Vec<Found>, VulkanError> {
    let instance = Arc::new(Instance::new(InstanceOptions::default())?);
    let open = |info: &DeviceInfo| Target::new(Device::open(instance.clone(), info)?);
    let infos = DeviceInfo::all(&instance)?;
    Ok(infos
        .into_iter()
        .map(|info| {
            let target = (probe && info.obstacle().is_none()).then(|| open(&info));
            Found { info, target }
        })
        .collect())
}

impl Found {
    /// Why it cannot be used.
    fn obstacle(&self) -> Option<String> {
        match (self.info.obstacle(), &self.target) {
            (Some(why), _) => Some(why.to_owned()),
            (None, Some(Err(error))) => Some(format!("{error} [{}]", error.code())),
            (None, _) => None,
        }
    }

    fn known(&self) -> Option<(&Target, [FloatCaps; 3])> {
        let target = self.target.as_ref()?.as_ref().ok()?;
        let float = target.caps.float;
        Some((target, [float.b16, float.b32, float.b64]))
    }

    /// Whether the device has floats of a width.
    fn has(&self, width: usize) -> bool {
        match width {
            0 => self.info.features.contains(spirv::Features::FLOAT16),
            2 => self.info.features.contains(spirv::Features::FLOAT64),
            _ => true,
        }
    }

    fn promises(&self, width: usize) -> Vec<&'static str> {
        let controls = self.info.float_controls.get(width).copied().unwrap_or_default();
        CONTROLS.into_iter().zip(controls).filter_map(|(name, there)| there.then_some(name)).collect()
    }

    /// Wave maps that its pipelines can carry.
    fn maps(&self) -> Vec<&'static str> {
        if self.info.requires_subgroup_size && self.info.full_subgroups {
            vec!["per-lane", "native", "packed"]
        } else {
            vec!["per-lane"]
        }
    }

    fn quirks(&self) -> Vec<String> {
        let quirks = self.known().map_or(spirv::Quirks::empty(), |(target, _)| target.options.quirks);
        quirks.iter_names().map(|(name, _)| name.to_lowercase().replace('_', "-")).collect()
    }
}

fn flags(set: spirv::Features) -> Vec<String> {
    set.iter_names().map(|(name, _)| name.to_lowercase().replace('_', "-")).collect()
}

fn denormals(caps: FloatCaps) -> &'static str {
    match caps.denormals {
        Denormals::Keep => "keep",
        Denormals::Flush => "flush",
        Denormals::Unknown => "unknown",
    }
}

fn rounding(caps: FloatCaps) -> &'static str {
    match caps.rounding {
        Rounding::Even => "nearest-even",
        Rounding::Zero => "toward-zero",
        Rounding::Unknown => "unknown",
    }
}

fn known(known: Known) -> &'static str {
    match known {
        Known::Promised => "promised",
        Known::Probed => "probed",
        Known::Unknown => "unknown",
    }
}

fn json_of(found: &Found) -> Value {
    let info = &found.info;
    let caps = found.known();
    let floats: serde_json::Map<_, _> = WIDTHS
        .iter()
        .enumerate()
        .map(|(i, name)| {
            let used =
                caps.as_ref().and_then(|(t, floats)| Some((known(t.caps.float_known), *floats.get(i)?)));
            let value = json!({
                "available": found.has(i),
                "promises": found.promises(i),
                "known": used.map_or("unknown", |(k, _)| k),
                "denormals": used.map_or("unknown", |(_, f)| denormals(f)),
                "rounding": used.map_or("unknown", |(_, f)| rounding(f)),
            });
            ((*name).to_owned(), value)
        })
        .collect();
    json!({
        "name": info.name, "driver": info.driver, "software": info.software,
        "api": info.api.map(|n| n.to_string()).join("."),
        "usable": found.obstacle().is_none(), "why_not": found.obstacle(), "probed": caps.is_some(),
        "subgroup": {
            "size": info.subgroup_size, "min": info.subgroup_sizes[0], "max": info.subgroup_sizes[1],
            "can_be_required": info.requires_subgroup_size, "full": info.full_subgroups,
        },
        "wave_maps": found.maps(), "imports_host_pages": info.imports_host_pages,
        "limits": {
            "workgroup_invocations": info.max_workgroup_invocations, "workgroup_x": info.max_workgroup_x,
            "workgroup_memory": info.max_workgroup_memory, "storage_buffer": info.max_storage_buffer,
        },
        "features": flags(info.features), "lacks": flags(info.features.complement()),
        "floats": floats, "quirks": found.quirks(),
    })
}

fn list(words: &[impl AsRef<str>], none: &str) -> String {
    if words.is_empty() {
        return none.to_owned();
    }
    words.iter().map(AsRef::as_ref).collect::<Vec<_>>().join(" ")
}

fn print(found: &Found) {
    let info = &found.info;
    let row = |name: &str, text: String| line(&format!("  {name:<11} {text}"));
    line(&info.name);
    let kind = if info.software { ", runs on the processor" } else { "" };
    row("driver", format!("{}, Vulkan {}{kind}", info.driver, info.api.map(|n| n.to_string()).join(".")));
    match found.obstacle() {
        Some(why) => row("usable", format!("no: {why}")),
        None => row("usable", "yes".to_owned()),
    }
    if info.api < [1, 3, 0] {
        return;
    }
    let [min, max] = info.subgroup_sizes;
    let required = if info.requires_subgroup_size {
        format!("{min} to {max} can be required")
    } else {
        "no size can be required".to_owned()
    };
    let full = if info.full_subgroups { "full ones" } else { "not always full" };
    row("subgroups", format!("{} invocations, {required}, {full}", info.subgroup_size));
    row("wave maps", list(&found.maps(), ""));
    row(
        "workgroups",
        format!(
            "{} invocations, {} in x, {} bytes of memory",
            info.max_workgroup_invocations, info.max_workgroup_x, info.max_workgroup_memory
        ),
    );
    let pages = if info.imports_host_pages { "the host's own pages" } else { "copies" };
    row("buffers", format!("{} bytes, {pages}", info.max_storage_buffer));
    row("features", list(&flags(info.features), "none"));
    row("lacks", list(&flags(info.features.complement()), "nothing"));
    for (i, width) in WIDTHS.iter().enumerate() {
        let promises = list(&found.promises(i), "nothing");
        let used = match found.known() {
            _ if !found.has(i) => "not there".to_owned(),
            Some((target, floats)) => {
                let caps = floats.get(i).copied().unwrap_or_default();
                format!(
                    "denormals {}, rounding {} ({})",
                    denormals(caps),
                    rounding(caps),
                    known(target.caps.float_known)
                )
            }
            None => "unknown".to_owned(),
        };
        row(width, format!("{used}; promises {promises}"));
    }
    row("quirks", list(&found.quirks(), "none"));
}

pub fn run(args: &Devices, as_json: bool) -> Result<Exit, CliError> {
    let found = all(!args.no_probe).map_err(|e| CliError::from(device_error(&e)))?;
    if as_json {
        let devices: Vec<_> = found.iter().map(json_of).collect();
        line(&json!({ "devices": devices }).to_string());
    } else {
        for device in &found {
            print(device);
        }
    }
    if found.iter().any(|d| d.obstacle().is_none()) {
        return Ok(Exit::Ok);
    }
    if !as_json {
        line("no Vulkan device can be used; the software model needs none (--on model)");
    }
    Ok(Exit::Device)
}
