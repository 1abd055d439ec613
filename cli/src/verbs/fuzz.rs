//! `wavewright fuzz`: random programs on the software model and recompiled; failures are shrunk.
//!
//! Ensures: the same arguments make the same programs; the device is opened once for all; every refusal is counted with its
//! reason, and only differences and errors of ours are failures.

use super::runner::open_device;
use crate::args::{Fuzz, FuzzOn, WaveArg};
use crate::exit::{CliError, Exit};
use crate::output::{line, progress};
use driver::on_device::device_error;
use driver::random::{Features, On, Outcome, Program, Random, Settings, judge, settle, shrink};
use driver::recompiled::Stage;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::time::Instant;

/// Differences that are printed of a program.
const SHOWN: usize = 12;

/// What came of all programs.
#[derive(Default)]
struct Counts {
    equal: u32,
    invalid: u32,
    refused: u32,
    failed: u32,
    /// Steps that were left out or programs that were given up, by code and reason.
    refusals: BTreeMap<String, u32>,
}

fn settings(args: &Fuzz, n: u64) -> Settings {
    let wave_size = args.waves.map_or(if n & 1 == 0 { 64 } else { 32 }, WaveArg::lanes);
    let features = args.features.as_ref().map_or(Features::all(), |f| f.iter().copied().collect());
    Settings { wave_size, ops: args.ops.max(1), features }
}

pub fn run(args: &Fuzz, as_json: bool) -> Result<Exit, CliError> {
    let device = match args.on {
        FuzzOn::Vulkan => Some(open_device(false).map_err(|e| CliError::from(device_error(&e)))?),
        FuzzOn::Interp => None,
    };
    let stages = [Stage::Guest, Stage::Legal { subgroup_size: args.subgroup }];
    let on = device.as_ref().map_or(On::Interpreter(&stages), On::Vulkan);
    let mut seeds = Random(args.seed);
    let seeds: Vec<u64> =
        args.program.map_or_else(|| (0..args.count).map(|_| seeds.bits()).collect(), |seed| vec![seed]);
    let bar = progress(seeds.len() as u64, "programs", as_json);
    let start = Instant::now();
    let mut counts = Counts::default();
    for &seed in &seeds {
        // The wave size goes with the seed, so that a program can be named by it alone.
        let program = Program::random(seed, &settings(args, seed));
        if args.program.is_some() && !as_json {
            line(&program.assembly());
        }
        let (program, outcome, refusals) = settle(&program, on);
        for (code, why) in refusals {
            *counts.refusals.entry(format!("[{code}] {}", reason(&why))).or_default() += 1;
        }
        match &outcome {
            Outcome::Equal => counts.equal += 1,
            Outcome::Invalid { .. } => counts.invalid += 1,
            Outcome::Refused { .. } => counts.refused += 1,
            Outcome::Differs { .. } | Outcome::Broken { .. } => {
                counts.failed += 1;
                let (small, outcome) = if args.no_shrink {
                    (program, outcome)
                } else {
                    shrink(&program, &outcome, &mut |p| judge(p, on))
                };
                bar.suspend(
                    || if as_json { json_failure(&small, &outcome) } else { failure(&small, &outcome) },
                );
            }
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    let seconds = start.elapsed().as_secs_f64();
    let rate = seeds.len() as f64 / seconds.max(1e-9);
    let where_ = device.as_ref().map_or("the interpreter", |t| t.device.info.name.as_str());
    if as_json {
        line(
            &json!({
                "seed": args.seed, "programs": seeds.len(), "equal": counts.equal, "failed": counts.failed,
                "invalid": counts.invalid, "refused": counts.refused, "refusals": counts.refusals, "on": where_,
                "subgroup": device.as_ref().map_or(args.subgroup, |t| t.caps.subgroup_size),
                "seconds": seconds, "programs_per_second": rate,
            })
            .to_string(),
        );
    } else {
        for (reason, n) in &counts.refusals {
            line(&format!("left out {n:5}  {reason}"));
        }
        line(&format!(
            "{} equal, {} failed, {} refused, {} invalid on {where_}, seed {}: {rate:.1} programs a second",
            counts.equal, counts.failed, counts.refused, counts.invalid, args.seed
        ));
    }
    Ok(if counts.failed > 0 {
        Exit::Mismatch
    } else if counts.equal == 0 {
        Exit::Refused
    } else {
        Exit::Ok
    })
}

/// A refusal without its place and its instruction.
fn reason(why: &str) -> &str {
    let behind = |text: &'static str| why.split_once(text).map(|(_, rest)| rest);
    let why = behind(" is not translated: ").or_else(|| behind(" is not supported: ")).unwrap_or(why);
    why.split_once(" [").map_or(why, |(what, _)| what)
}

fn head(program: &Program) -> String {
    format!(
        "program {:#x}: wave{}, {} invocations, FLOAT_MODE {:#x}, IEEE {}, DX10_CLAMP {}",
        program.seed,
        program.wave_size,
        program.invocations,
        program.float_mode,
        program.ieee,
        program.dx10_clamp
    )
}

fn failure(program: &Program, outcome: &Outcome) {
    line(&head(program));
    line(&program.assembly());
    match outcome {
        Outcome::Differs { on, differences } => {
            line(&format!("{} dwords differ on {on}:", differences.len()));
            for d in differences.iter().take(SHOWN) {
                line(&format!("  {}: model {:08x}, recompiled {:08x}", d.place, d.model, d.recompiled));
            }
        }
        Outcome::Broken { on, code, why } => line(&format!("on {on}: {why} [{code}]")),
        Outcome::Equal | Outcome::Invalid { .. } | Outcome::Refused { .. } => {}
    }
}

fn json_failure(program: &Program, outcome: &Outcome) {
    let words: Vec<String> = program.words().iter().map(|w| format!("{w:08x}")).collect();
    let mut value = json!({
        "program": format!("{:#x}", program.seed), "wave_size": program.wave_size,
        "invocations": program.invocations, "float_mode": program.float_mode, "ieee": program.ieee,
        "dx10_clamp": program.dx10_clamp, "assembly": program.assembly(), "words": words,
    });
    let more = match outcome {
        Outcome::Differs { on, differences } => {
            let differences: Vec<Value> = differences
                .iter()
                .map(|d| {
                    json!({
                        "place": d.place.to_string(), "model": format!("{:08x}", d.model),
                        "recompiled": format!("{:08x}", d.recompiled),
                    })
                })
                .collect();
            json!({"on": on, "differences": differences})
        }
        Outcome::Broken { on, code, why } => json!({"on": on, "code": code, "message": why}),
        Outcome::Equal | Outcome::Invalid { .. } | Outcome::Refused { .. } => json!({}),
    };
    if let (Some(value), Value::Object(more)) = (value.as_object_mut(), more) {
        value.extend(more);
    }
    line(&value.to_string());
}
