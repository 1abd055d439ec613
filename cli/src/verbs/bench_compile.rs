//! `wavewright bench-compile`: how long compiling takes, phase by phase, on one thread.
//!
//! Ensures: what is timed is the path that a dispatch takes, from words to SPIR-V words, with nothing kept from run to run; of
//! several runs the fastest counts. Validation and optimization cost far more and are timed apart, where asked.

use super::program::{Failure, Output, Program, Ready, device};
use super::select::{Programs, Wanted};
use crate::args::BenchCompile;
use crate::exit::{CliError, Exit};
use crate::output::{line, progress};
use driver::profiles::Profile;
use recompiler::passes::{Manager, Options, Report};
use serde_json::json;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// The phases, in order. `decode` is decoding and the graph of blocks, `clean` the passes over whole guest waves, `waves` the
/// choice of a wave map and the passes after it, `finish` those after the legalization of floats.
const PHASES: [&str; 8] = ["decode", "lift", "clean", "waves", "legalize", "finish", "structurize", "emit"];

/// Times of one program, or the sums of many.
#[derive(Clone, Debug, Default)]
struct Times {
    instructions: usize,
    words: usize,
    total: Duration,
    phases: [Duration; PHASES.len()],
    passes: BTreeMap<&'static str, Duration>,
    validate: Option<Duration>,
    optimize: Option<Duration>,
    optimized_words: Option<usize>,
}

fn micros(time: Duration) -> f64 {
    time.as_secs_f64() * 1e6
}

impl Times {
    fn sort(&mut self, reports: &[Report]) {
        let mut phase = 0;
        for report in reports {
            *self.passes.entry(report.name).or_default() += report.time;
            phase = match report.name {
                "decode" => 0,
                "lift" => 1,
                "waves" => 3,
                "legalize_float" => 4,
                "structurize" => 6,
                "emit" => 7,
                // A pass belongs to the phase that it follows: cleaning after the lift, finishing after legalization.
                _ => match phase {
                    0..=2 => 2,
                    3 => 3,
                    _ => 5,
                },
            };
            self.phases[phase] += report.time;
        }
    }

    fn add(&mut self, other: &Times) {
        self.instructions += other.instructions;
        self.words += other.words;
        self.total += other.total;
        for (to, from) in self.phases.iter_mut().zip(other.phases) {
            *to += from;
        }
        for (name, time) in &other.passes {
            *self.passes.entry(name).or_default() += *time;
        }
        let sum = |to: &mut Option<Duration>, from: Option<Duration>| {
            if let Some(from) = from {
                *to.get_or_insert_default() += from;
            }
        };
        sum(&mut self.validate, other.validate);
        sum(&mut self.optimize, other.optimize);
        if let Some(words) = other.optimized_words {
            *self.optimized_words.get_or_insert_default() += words;
        }
    }

    fn per_instruction(&self) -> f64 {
        micros(self.total) / self.instructions.max(1) as f64
    }

    fn json(&self) -> serde_json::Value {
        let phases: serde_json::Map<_, _> = PHASES
            .iter()
            .zip(self.phases)
            .map(|(name, time)| ((*name).to_owned(), micros(time).into()))
            .collect();
        let passes: serde_json::Map<_, _> =
            self.passes.iter().map(|(name, time)| ((*name).to_owned(), micros(*time).into())).collect();
        json!({
            "instructions": self.instructions, "words": self.words, "us": micros(self.total),
            "us_per_instruction": self.per_instruction(), "phases_us": phases, "passes_us": passes,
            "validate_us": self.validate.map(micros), "optimize_us": self.optimize.map(micros),
            "optimized_words": self.optimized_words,
        })
    }

    fn row(&self, name: &str) -> String {
        let mut row = format!(
            "{name:<40} {:>7} {:>8} {:>10.1} {:>7.3}",
            self.instructions,
            self.words,
            micros(self.total),
            self.per_instruction()
        );
        for time in self.phases {
            row.push_str(&format!(" {:>11.1}", micros(time)));
        }
        for time in [self.validate, self.optimize].into_iter().flatten() {
            row.push_str(&format!(" {:>11.1}", micros(time)));
        }
        row
    }
}

fn head(args: &BenchCompile) -> String {
    let mut head = format!("{:<40} {:>7} {:>8} {:>10} {:>7}", "program", "instr.", "words", "us", "us/in.");
    let more = [args.validate.then_some("validate"), args.optimize.then_some("optimize")];
    for name in PHASES.into_iter().chain(more.into_iter().flatten()) {
        head.push_str(&format!(" {name:>11}"));
    }
    head
}

/// One run.
fn once(program: &Ready<'_>, device: &Profile) -> Result<(Times, Output), Box<Failure>> {
    let start = Instant::now();
    let clock = || start.elapsed();
    let mut manager = Manager::new(Options::default()).clock(&clock);
    let output = program.compile(device, &mut manager)?;
    let mut times = Times {
        total: start.elapsed(),
        instructions: output.compiled.instructions,
        words: output.module.words.len(),
        ..Times::default()
    };
    times.sort(manager.reports());
    Ok((times, output))
}

/// The fastest of several runs, and what the tools take, where asked.
fn time(program: &Ready<'_>, device: &Profile, args: &BenchCompile) -> Result<Times, Box<Failure>> {
    let (mut times, output) = once(program, device)?;
    for _ in 1..args.runs {
        let (next, _) = once(program, device)?;
        if next.total < times.total {
            times = next;
        }
    }
    let tool = |error: spirv::tools::ToolError, what: &str| {
        let error = CliError { exit: Exit::Mismatch, code: "EMT0003", message: error.to_string() };
        Box::new(Failure { error, reason: what.to_owned() })
    };
    if args.validate {
        let start = Instant::now();
        spirv::tools::validate(&output.module.words).map_err(|e| tool(e, "spirv-val objects"))?;
        times.validate = Some(start.elapsed());
    }
    if args.optimize {
        let start = Instant::now();
        let words = spirv::tools::optimize(&output.module.words, spirv::tools::RECIPE)
            .map_err(|e| tool(e, "spirv-opt objects"))?;
        times.optimize = Some(start.elapsed());
        times.optimized_words = Some(words.len());
    }
    Ok(times)
}

pub fn run(args: &BenchCompile, as_json: bool) -> Result<Exit, CliError> {
    let wanted = Wanted {
        paths: &args.dirs,
        list: args.list.as_deref(),
        filter: args.filter.as_deref(),
        programs: Programs::All,
    };
    let paths = wanted.find()?;
    let device = device(&args.target, args.subgroup)?;
    let bar = progress(paths.len() as u64, "programs", as_json);
    if !as_json {
        line(&head(args));
    }
    let mut sum = Times::default();
    let mut each = Vec::new();
    let mut reasons: BTreeMap<String, usize> = BTreeMap::new();
    let (mut refused, mut failed) = (0, 0);
    for path in &paths {
        bar.inc(1);
        let program = Program::load(path, Some(&args.raw))?;
        let timed = program.ready().map_err(Box::from).and_then(|ready| time(&ready, &device, args));
        match timed {
            Ok(times) => {
                sum.add(&times);
                each.push(times.per_instruction());
                bar.suspend(|| {
                    if as_json {
                        let mut value = times.json();
                        value["program"] = json!(program.name);
                        line(&value.to_string());
                    } else {
                        line(&times.row(&program.name));
                    }
                });
            }
            Err(failure) => {
                let is_refusal = failure.error.exit == Exit::Refused;
                refused += usize::from(is_refusal);
                failed += usize::from(!is_refusal);
                *reasons.entry(format!("[{}] {}", failure.error.code, failure.reason)).or_default() += 1;
                if !is_refusal {
                    bar.suspend(|| eprintln!("{}: {}", program.name, failure.error));
                }
            }
        }
    }
    bar.finish_and_clear();
    each.sort_by(f64::total_cmp);
    let median = each.get(each.len() / 2).copied();
    if as_json {
        let mut value = sum.json();
        value["compiled"] = json!(each.len());
        value["refused"] = json!(refused);
        value["failed"] = json!(failed);
        value["refusals"] = json!(reasons);
        value["median_us_per_instruction"] = json!(median);
        value["caps"] = json!(device.name);
        value["subgroup"] = json!(device.caps.subgroup_size);
        value["runs"] = json!(args.runs.max(1));
        line(&value.to_string());
    } else {
        line(&sum.row("all"));
        for (name, time) in &sum.passes {
            line(&format!("  {name:<20} {:>12.1} us", micros(*time)));
        }
        if let (Some(words), Some(_)) = (sum.optimized_words, sum.optimize) {
            line(&format!("optimized: {words} words"));
        }
        for (reason, n) in &reasons {
            line(&format!("refused {n:5}  {reason}"));
        }
        let median = median.map(|m| format!(", median {m:.3} us an instruction")).unwrap_or_default();
        line(&format!(
            "{} compiled, {failed} failed, {refused} refused for {}, subgroups of {}{median}",
            each.len(),
            device.name,
            device.caps.subgroup_size
        ));
    }
    Ok(if failed > 0 {
        Exit::Mismatch
    } else if refused > 0 {
        Exit::Refused
    } else {
        Exit::Ok
    })
}
