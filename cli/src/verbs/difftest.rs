//! `wavewright difftest`: generated programs of single instructions, software model against recompiled.
//!
//! Ensures: the time is kept between programs; each difference is printed once, with the case that shows it where one is written.

use super::runner::open_device;
use crate::args::{DiffExecutor, Difftest as Arguments};
use crate::exit::{CliError, Exit};
use crate::output::line;
use difftest::{Config, Counts, Difftest, Error, Executor, Mismatch};
use driver::on_device::{Target, device_error};
use globset::{Glob, GlobMatcher};
use serde_json::json;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

pub fn run(args: &Arguments, as_json: bool) -> Result<Exit, CliError> {
    let patterns: Vec<GlobMatcher> = args
        .ops
        .iter()
        .map(|p| Glob::new(p).map(|g| g.compile_matcher()).map_err(|e| CliError::bad_input("CLI0005", e)))
        .collect::<Result<_, _>>()?;
    let mut config = Config::new(args.seed, |name| patterns.iter().any(|p| p.is_match(name)));
    if config.ops.is_empty() {
        return Err(CliError::bad_input("CLI0019", "no instruction that is tested has such a name"));
    }
    if let Some(waves) = args.waves {
        config.waves = vec![waves.lanes()];
    }
    config.every_mode = args.every_mode;
    config.tests = args.tests.clamp(1, 48);
    let target = match args.executor {
        DiffExecutor::Vulkan => {
            Some(open_device(args.validate).map_err(|e| CliError::from(device_error(&e)))?)
        }
        DiffExecutor::Interp | DiffExecutor::InterpLegal => None,
    };
    let executor = match (args.executor, &target) {
        (DiffExecutor::InterpLegal, _) => Executor::InterpLegal,
        (DiffExecutor::Vulkan, Some(target)) => Executor::Vulkan(target),
        (DiffExecutor::Interp | DiffExecutor::Vulkan, _) => Executor::Interp,
    };
    if let Some(dir) = &args.out {
        std::fs::create_dir_all(dir)?;
    }
    let begin = Instant::now();
    let limit = Duration::from_secs(args.seconds);
    let wanted: Vec<&'static str> = config.ops.iter().map(|op| op.name()).collect();
    let mut test = Difftest::new(config, executor);
    let mut found: BTreeMap<&'static str, u64> = BTreeMap::new();
    while begin.elapsed() < limit && (args.programs == 0 || test.counts.programs < args.programs) {
        for mismatch in test.step().map_err(failed)? {
            let count = found.entry(mismatch.name).or_default();
            *count += 1;
            // The same instruction over and over again says nothing new.
            if *count <= 3 {
                show(&mismatch, args, as_json)?;
            }
        }
    }
    summary(&test.counts, &wanted, begin.elapsed(), target.as_ref(), &found, as_json);
    Ok(if found.is_empty() && test.counts.failed.is_empty() { Exit::Ok } else { Exit::Mismatch })
}

fn failed(error: Error) -> CliError {
    let message = error.to_string();
    match error {
        Error::At { error, .. } | Error::Run(error) | Error::Model(error) => {
            CliError { message, ..CliError::from(error) }
        }
        Error::Frame(_) | Error::Nothing => CliError::bad_input("CLI0020", message),
    }
}

fn show(mismatch: &Mismatch, args: &Arguments, as_json: bool) -> Result<(), CliError> {
    let file = match (&args.out, &mismatch.case) {
        (Some(dir), Some(case)) => {
            let path = dir.join(format!("{}.wwcap", case.name));
            case.write_wwcap(&path)?;
            Some(path)
        }
        _ => None,
    };
    if as_json {
        let hex = |v: u32| format!("{v:08x}");
        let inputs: BTreeMap<_, _> = mismatch.inputs.iter().map(|(n, v)| (n, hex(*v))).collect();
        line(
            &json!({
                "mismatch": mismatch.name, "text": mismatch.text, "wave": mismatch.wave,
                "float_mode": mismatch.mode.float_mode, "ieee": mismatch.mode.ieee,
                "dx10_clamp": mismatch.mode.dx10_clamp, "fp16_ovfl": mismatch.mode.fp16_ovfl,
                "mode_from_register": mismatch.from_register, "row": mismatch.row, "inputs": inputs,
                "place": mismatch.place, "model": hex(mismatch.model), "recompiled": hex(mismatch.recompiled),
                "case": file,
            })
            .to_string(),
        );
        return Ok(());
    }
    line(&format!("MISMATCH {mismatch}"));
    match (file, &mismatch.case) {
        (Some(path), _) => line(&format!("  case       {}", path.display())),
        (None, Some(_)) => line("  case       with --out DIR it is written"),
        (None, None) => line("  case       it differs only beside the other instructions of its program"),
    }
    Ok(())
}

fn summary(
    counts: &Counts,
    wanted: &[&'static str],
    time: Duration,
    target: Option<&Target>,
    found: &BTreeMap<&'static str, u64>,
    as_json: bool,
) {
    let refused: u64 = counts.refused.values().sum();
    let failed: u64 = counts.failed.values().sum();
    let not_run: Vec<_> = wanted.iter().filter(|name| !counts.ran.contains_key(*name)).collect();
    let device = target.map(|t| t.device.info.name.clone());
    if as_json {
        let list = |of: &BTreeMap<(&'static str, String), u64>| -> Vec<_> {
            of.iter().map(|((name, why), n)| json!({ "name": name, "why": why, "times": n })).collect()
        };
        line(
            &json!({
                "programs": counts.programs, "instructions": counts.instructions, "rows": counts.rows,
                "names": counts.ran.len(), "wanted": wanted.len(), "not_run": not_run, "mismatches": counts.mismatches, "refused": refused,
                "refusals": list(&counts.refused), "failed": failed, "failures": list(&counts.failed),
                "seconds": time.as_secs_f64(), "device": device,
            })
            .to_string(),
        );
        return;
    }
    for ((name, why), n) in &counts.refused {
        line(&format!("refused {n:>5}  {name}: {why}"));
    }
    for ((name, why), n) in &counts.failed {
        line(&format!("FAILED  {n:>5}  {name}: {why}"));
    }
    for (name, n) in found {
        line(&format!("differs {n:>5}  {name}"));
    }
    let on = device.map_or(String::new(), |d| format!(" on {d}"));
    line(&format!(
        "{} programs{on}: {} instructions of {} of {} names, {} rows, {refused} refused, {failed} failed, {} mismatches, {:.1} s",
        counts.programs,
        counts.instructions,
        counts.ran.len(),
        wanted.len(),
        counts.rows,
        counts.mismatches,
        time.as_secs_f64()
    ));
}
