//! One file a verb.

mod bench_compile;
mod check;
mod compile;
mod coverage;
mod devices;
mod difftest;
mod disasm;
mod explain;
mod fuzz;
mod pack;
mod program;
mod replay;
mod runner;
mod select;
mod trace;
mod worker;

use crate::args::{Cli, RunOptions, Verb};
use crate::exit::{CliError, Exit};
use driver::capture::{Case, Limits};
use driver::replay::ReplayOptions;
use std::path::Path;

/// Does what the command line asks.
pub fn run(cli: Cli) -> Result<Exit, CliError> {
    match cli.verb {
        Verb::Disasm(args) => disasm::run(&args, cli.json),
        Verb::Explain(args) => explain::run(&args, cli.json),
        Verb::Compile(args) => compile::run(&args, cli.json),
        Verb::BenchCompile(args) => bench_compile::run(&args, cli.json),
        Verb::Devices(args) => devices::run(&args, cli.json),
        Verb::Coverage(args) => coverage::run(&args, cli.json),
        Verb::Difftest(args) => difftest::run(&args, cli.json),
        Verb::Fuzz(args) => fuzz::run(&args, cli.json),
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
        force_dispatch: options.force_dispatch,
        ..ReplayOptions::default()
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
