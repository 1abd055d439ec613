//! From words to SPIR-V words with a clock beside it.
//!
//! Requires: a program and a device. Ensures: what is timed is the path that a dispatch takes: no verification, no
//! validation, no optimizer, one thread, nothing kept from one run to the next.

use crate::devices::Device;
use crate::programs::Program;
use recompiler::compile::{Options, Upto, compile};
use recompiler::passes::Manager;
use rustix::time::{ClockId, clock_gettime};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// The phases, in order. `decode` is decoding and the graph of blocks, `clean` the passes over whole guest waves, `waves` the
/// choice of a wave map and the passes after it, `finish` those after the legalization of floats.
pub const PHASES: [&str; 8] =
    ["decode", "lift", "clean", "waves", "legalize", "finish", "structurize", "emit"];

/// Time that this thread has run: other programs on a busy machine do not count.
fn thread_time() -> Duration {
    let now = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(now.tv_sec.unsigned_abs(), now.tv_nsec as u32)
}

/// One run.
#[derive(Clone, Debug, Default)]
pub struct Run {
    /// Guest instructions.
    pub instructions: usize,
    /// SPIR-V words.
    pub words: usize,
    /// IR instructions and blocks at the end.
    pub ir: (usize, usize),
    /// All of it.
    pub total: Duration,
    /// By pass, and `decode`, `lift`, `waves`, `emit`; a pass that runs several times with all its runs.
    pub passes: BTreeMap<&'static str, Duration>,
    /// By the names of [`PHASES`].
    pub phases: [Duration; PHASES.len()],
}

/// Compiles once.
///
/// # Errors
/// The refusal as text.
pub fn spirv_words(program: &Program, device: &Device) -> Result<Vec<u32>, String> {
    let mut manager = Manager::new(recompiler::passes::Options::default());
    words(program, device, &mut manager).map(|e| e.words)
}

/// A module and what it was made of.
struct Emitted {
    words: Vec<u32>,
    /// Guest instructions.
    instructions: usize,
    /// Instructions and blocks of the last IR.
    ir: (usize, usize),
}

fn words(program: &Program, device: &Device, manager: &mut Manager<'_>) -> Result<Emitted, String> {
    let request = program.request();
    let options = Options::default();
    let compiled =
        compile(&request, &device.caps, &options, Upto::Legal, manager).map_err(|e| e.to_string())?;
    let module =
        manager.timed("emit", || spirv::emit(&compiled.func, &device.spirv)).map_err(|e| e.to_string())?;
    let ir = (compiled.func.insts.len(), compiled.func.blocks.len());
    Ok(Emitted { words: module.words, instructions: compiled.instructions, ir })
}

/// Compiles once and says what took how long.
///
/// # Errors
/// The refusal as text.
pub fn run(program: &Program, device: &Device) -> Result<Run, String> {
    let start = thread_time();
    let mut manager = Manager::new(recompiler::passes::Options::default()).clock(&thread_time);
    let Emitted { words, instructions, ir } = words(program, device, &mut manager)?;
    let mut run =
        Run { instructions, words: words.len(), ir, total: thread_time() - start, ..Run::default() };
    let mut phase = 0;
    for report in manager.reports() {
        *run.passes.entry(report.name).or_default() += report.time;
        phase = match (report.name, phase) {
            ("decode", _) => 0,
            ("lift", _) => 1,
            ("waves", _) => 3,
            ("legalize_float", _) => 4,
            ("structurize", _) => 6,
            ("emit", _) => 7,
            // A pass belongs to the phase that it follows.
            (_, 0..=2) => 2,
            (_, 3) => 3,
            _ => 5,
        };
        run.phases[phase] += report.time;
    }
    Ok(run)
}

/// The best of several runs: at least three, more while they take less than `budget` together.
///
/// # Errors
/// The refusal as text.
pub fn best(program: &Program, device: &Device, budget: Duration) -> Result<Run, String> {
    let mut best = run(program, device)?;
    let start = Instant::now();
    let mut runs = 1;
    while runs < 3 || start.elapsed() < budget {
        let next = run(program, device)?;
        if next.total < best.total {
            best = next;
        }
        runs += 1;
    }
    Ok(best)
}
