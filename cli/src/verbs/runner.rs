//! What runs a case: the software model, the interpreter, or a Vulkan device, and which of them `--on auto` takes.
//!
//! Ensures: a device is opened once, at the first case that needs it; one that failed is not asked again. `auto` takes a
//! Vulkan device where one works and the recompiler takes the program, else the software model, and says why.

use super::replay_options;
use crate::args::{Executor, RunOptions};
use driver::capture::Case;
use driver::on_device::{Target, device_error};
use driver::recompiled::{Stage, interpret};
use driver::replay::{Replay, ReplayError, replay};
use driver::vulkan::{Device, Instance, InstanceOptions, VulkanError};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// What a case ran on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RanOn {
    /// The executor, as `--on` names it; never `auto`.
    pub on: String,
    /// The Vulkan device, where it was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub device: Option<String>,
    /// Why `--on auto` took the software model.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why_model: Option<String>,
}

impl RanOn {
    fn plain(executor: Executor) -> RanOn {
        RanOn { on: name(executor).to_owned(), device: None, why_model: None }
    }

    /// For people.
    pub fn describe(&self) -> String {
        match (self.on.as_str(), &self.device) {
            (_, Some(device)) => format!("the Vulkan device {device}, recompiled"),
            ("interp", _) => "the interpreter, recompiled".to_owned(),
            ("interp-mapped", _) => "the interpreter, recompiled and mapped to subgroups".to_owned(),
            ("interp-legal", _) => "the interpreter, recompiled as for a back end".to_owned(),
            ("vulkan", None) => "a Vulkan device, recompiled".to_owned(),
            _ => "the software model of gfx1013".to_owned(),
        }
    }
}

/// The name of an executor in `--on` and in JSON.
pub fn name(executor: Executor) -> &'static str {
    match executor {
        Executor::Auto => "auto",
        Executor::Model => "model",
        Executor::Interp => "interp",
        Executor::InterpMapped => "interp-mapped",
        Executor::InterpLegal => "interp-legal",
        Executor::Vulkan => "vulkan",
    }
}

/// What is known of this machine's Vulkan.
enum Vulkan {
    /// Nobody asked yet.
    NotTried,
    /// An open device.
    Open(Box<Target>),
    /// No device works, and why.
    Unusable(String),
}

/// Runs cases on the executor that is asked for.
pub struct Runner<'a> {
    options: &'a RunOptions,
    threads: usize,
    vulkan: Vulkan,
}

impl<'a> Runner<'a> {
    /// A runner without an open device.
    pub fn new(options: &'a RunOptions, threads: usize) -> Runner<'a> {
        Runner { options, threads, vulkan: Vulkan::NotTried }
    }

    /// Runs a case and says on what.
    pub fn run(&mut self, case: &Case) -> (RanOn, Result<Replay, ReplayError>) {
        let executor = self.options.on;
        let replay_options = replay_options(self.options, self.threads);
        let subgroup_size = self.options.subgroup.max(1);
        let result = match executor {
            Executor::Auto => return self.auto(case),
            Executor::Model => replay(case, replay_options),
            Executor::Interp => interpret(case, replay_options, Stage::Guest),
            Executor::InterpMapped => interpret(case, replay_options, Stage::Mapped { subgroup_size }),
            Executor::InterpLegal => interpret(case, replay_options, Stage::Legal { subgroup_size }),
            Executor::Vulkan => return self.on_device(case),
        };
        (RanOn::plain(executor), result)
    }

    /// On a Vulkan device and nowhere else.
    fn on_device(&mut self, case: &Case) -> (RanOn, Result<Replay, ReplayError>) {
        let mut ran = RanOn::plain(Executor::Vulkan);
        if !matches!(self.vulkan, Vulkan::Open(_)) {
            match open_device(self.options.validate) {
                Ok(target) => self.vulkan = Vulkan::Open(Box::new(target)),
                Err(error) => return (ran, Err(device_error(&error))),
            }
        }
        let Vulkan::Open(target) = &self.vulkan else {
            return (ran, Err(ReplayError::Incomplete { why: "no device is open".to_owned() }));
        };
        ran.device = Some(target.device.info.name.clone());
        let result = driver::on_device::run(target, case, replay_options(self.options, self.threads));
        if matches!(result, Err(ReplayError::Device { refusal: false, .. })) {
            self.vulkan = Vulkan::NotTried;
        }
        (ran, result)
    }

    fn auto(&mut self, case: &Case) -> (RanOn, Result<Replay, ReplayError>) {
        if matches!(self.vulkan, Vulkan::NotTried) {
            self.vulkan = match open_device(self.options.validate) {
                Ok(target) => Vulkan::Open(Box::new(target)),
                // Who asks for validation is not given a run without it, and what it says is our bug.
                Err(error @ VulkanError::Lacks { .. }) if self.options.validate => {
                    return (RanOn::plain(Executor::Vulkan), Err(device_error(&error)));
                }
                Err(error @ VulkanError::Validation(_)) => {
                    return (RanOn::plain(Executor::Vulkan), Err(device_error(&error)));
                }
                Err(error) => Vulkan::Unusable(format!("{error} [{}]", error.code())),
            };
        }
        let why = match &self.vulkan {
            Vulkan::Unusable(why) => why.clone(),
            Vulkan::NotTried | Vulkan::Open(_) => {
                let (ran, result) = self.on_device(case);
                match result {
                    // What the recompiler or the device does not do exactly, the model does.
                    Err(error) if error.is_refusal() => with_code(&error),
                    result => return (ran, result),
                }
            }
        };
        let ran = RanOn { why_model: Some(why), ..RanOn::plain(Executor::Model) };
        (ran, replay(case, replay_options(self.options, self.threads)))
    }
}

/// An error with its code once.
fn with_code(error: &ReplayError) -> String {
    let (text, code) = (error.to_string(), error.code());
    if text.contains(code) { text } else { format!("{text} [{code}]") }
}

/// Opens the first Vulkan device.
///
/// # Errors
/// No loader, no device, a failed call.
pub fn open_device(validation: bool) -> Result<Target, VulkanError> {
    let instance = Arc::new(Instance::new(InstanceOptions { validation })?);
    Target::new(Device::first(&instance)?)
}
