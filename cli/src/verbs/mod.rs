//! One file a verb.

mod check;
mod compile;
mod coverage;
mod disasm;
mod explain;
mod pack;
mod replay;
mod trace;
mod worker;

use crate::args::{Cli, Executor, RunOptions, Verb};
use crate::exit::{CliError, Exit};
use driver::capture::{Case, Limits};
use driver::on_device::{Target, device_error};
use driver::recompiled::{Stage, interpret};
use driver::replay::{Replay, ReplayError, ReplayOptions, replay};
use driver::vulkan::{Device, Instance, InstanceOptions, VulkanError};
use std::path::Path;
use std::sync::Arc;

/// Does what the command line asks.
pub fn run(cli: Cli) -> Result<Exit, CliError> {
    match cli.verb {
        Verb::Disasm(args) => disasm::run(&args, cli.json),
        Verb::Explain(args) => explain::run(&args, cli.json),
        Verb::Compile(args) => compile::run(&args, cli.json),
        Verb::Coverage(args) => coverage::run(&args, cli.json),
        Verb::Replay(args) => replay::run(&args, cli.json),
        Verb::Check(args) => check::run(&args, cli.json),
        Verb::Trace(args) => trace::run(&args, cli.json),
        Verb::Pack(args) => pack::pack(&args, cli.json),
        Verb::Unpack(args) => pack::unpack(&args, cli.json),
        Verb::CheckWorker(args) => worker::run(&args),
    }
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

fn threads(options: &RunOptions) -> usize {
    if options.threads == 0 { cores() } else { options.threads }
}

fn replay_options(options: &RunOptions, threads: usize) -> ReplayOptions {
    ReplayOptions {
        threads,
        instruction_limit: options.instruction_limit,
        seed: options.seed,
        ..ReplayOptions::default()
    }
}

/// Runs cases on the executor that is asked for; a device is opened once, at the first case that needs it.
struct Runner<'a> {
    options: &'a RunOptions,
    threads: usize,
    target: Option<Target>,
}

impl<'a> Runner<'a> {
    fn new(options: &'a RunOptions, threads: usize) -> Runner<'a> {
        Runner { options, threads, target: None }
    }

    fn run(&mut self, case: &Case) -> Result<Replay, ReplayError> {
        let replay_options = replay_options(self.options, self.threads);
        match self.options.on {
            Executor::Auto | Executor::Model => replay(case, replay_options),
            Executor::Interp => interpret(case, replay_options, Stage::Guest),
            Executor::InterpMapped => {
                interpret(case, replay_options, Stage::Mapped { subgroup_size: self.options.subgroup.max(1) })
            }
            Executor::InterpLegal => {
                interpret(case, replay_options, Stage::Legal { subgroup_size: self.options.subgroup.max(1) })
            }
            Executor::Vulkan => {
                let target = match &mut self.target {
                    Some(target) => target,
                    none => none.insert(open_device(self.options)?),
                };
                let result = driver::on_device::run(target, case, replay_options);
                // A device that failed is not asked again.
                if matches!(result, Err(ReplayError::Device { refusal: false, .. })) {
                    self.target = None;
                }
                result
            }
        }
    }
}

/// Opens the first Vulkan device.
fn open_device(options: &RunOptions) -> Result<Target, ReplayError> {
    let open = || {
        let instance = Arc::new(Instance::new(InstanceOptions { validation: options.validate })?);
        Target::new(Device::first(&instance)?)
    };
    open().map_err(|e: VulkanError| device_error(&e))
}

/// What an executor is, for people.
fn describe(executor: Executor) -> &'static str {
    match executor {
        Executor::Auto | Executor::Model => "the software model of gfx1013",
        Executor::Interp => "the interpreter, recompiled",
        Executor::InterpMapped => "the interpreter, recompiled and mapped to subgroups",
        Executor::InterpLegal => "the interpreter, recompiled as for a back end",
        Executor::Vulkan => "a Vulkan device, recompiled",
    }
}

/// The name of an executor in `--on` and in JSON.
fn executor_name(executor: Executor) -> &'static str {
    match executor {
        Executor::Auto | Executor::Model => "model",
        Executor::Interp => "interp",
        Executor::InterpMapped => "interp-mapped",
        Executor::InterpLegal => "interp-legal",
        Executor::Vulkan => "vulkan",
    }
}

/// Loads a case from a directory, its `case.json`, or a `.wwcap`.
fn load_case(path: &Path) -> Result<Case, CliError> {
    let dir = match path.file_name() {
        Some(name) if name == "case.json" => match path.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent,
            _ => Path::new("."),
        },
        _ => path,
    };
    Ok(Case::load(dir, &Limits::default())?)
}
