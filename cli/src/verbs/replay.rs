//! `wavewright replay`: one case, with all its differences.

use super::{Runner, describe, executor_name, load_case, threads};
use crate::args::Replay;
use crate::exit::{CliError, Exit};
use crate::output::line;
use driver::compare::Comparison;
use serde_json::json;
use std::time::Instant;

/// A comparison as JSON.
pub(super) fn comparison_json(region: &str, c: &Comparison) -> serde_json::Value {
    json!({
        "region": region,
        "elements": c.elements,
        "differing": c.differing,
        "first": c.first.as_ref().map(|m| json!({
            "address": format!("{:#x}", m.address),
            "offset": m.offset,
            "element": m.index,
            "type": m.element().to_string(),
            "expected": m.expected.to_string(),
            "actual": m.actual.to_string(),
            "ulp": m.ulp,
        })),
    })
}

pub fn run(args: &Replay, json: bool) -> Result<Exit, CliError> {
    let case = load_case(&args.case)?;
    let threads = threads(&args.run);
    let start = Instant::now();
    let replay = Runner::new(&args.run, threads).run(&case)?;
    let seconds = start.elapsed().as_secs_f64();
    let passed = replay.passed();
    if let Some(dir) = &args.dump {
        std::fs::create_dir_all(dir)?;
        for (region, bytes) in &replay.differing {
            std::fs::write(dir.join(format!("{region}.bin")), bytes)?;
        }
    }
    if json {
        let notes: Vec<_> = replay.widened.iter().map(ToString::to_string).collect();
        let regions: Vec<_> = replay.comparisons.iter().map(|(r, c)| comparison_json(r, c)).collect();
        line(
            &json!({
                "case": case.name, "on": executor_name(args.run.on), "threads": threads, "passed": passed, "groups": replay.groups,
                "waves": replay.waves, "instructions": replay.instructions, "seconds": seconds, "regions": regions,
                "notes": notes,
            })
            .to_string(),
        );
    } else {
        line(&format!("case      {} (compute, wave{}, {})", case.name, case.wave_size.lanes(), case.gfx.0));
        line(&format!("ran on    {}, {threads} threads", describe(args.run.on)));
        line(&format!(
            "executed  {} groups, {} waves, {} instructions in {:.1} ms",
            replay.groups,
            replay.waves,
            replay.instructions,
            seconds * 1e3
        ));
        for (region, c) in &replay.comparisons {
            match &c.first {
                None => line(&format!("equal     {region}: {} elements", c.elements)),
                Some(first) => {
                    line(&format!(
                        "differs   {region}: {} of {} elements; the first:",
                        c.differing, c.elements
                    ));
                    line(&format!("          {first}"));
                }
            }
        }
        for applied in &replay.widened {
            line(&format!("note      {applied}"));
        }
        if case.output_differs_from_input == Some(false) {
            line("note      the expected memory equals the memory before the run: this case checks little");
        }
        line(if passed { "PASS" } else { "FAIL" });
    }
    Ok(if passed { Exit::Ok } else { Exit::Mismatch })
}
