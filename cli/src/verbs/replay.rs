//! `wavewright replay`: one case, with all its differences.

use super::runner::Runner;
use super::{load_case, threads};
use crate::args::Replay as ReplayArgs;
use crate::diff_image;
use crate::exit::{CliError, Exit};
use crate::output::line;
use driver::capture::Case;
use driver::compare::Comparison;
use driver::replay::Replay;
use serde_json::json;
use std::path::Path;
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

/// Writes the picture of where memory differs. Of a region that is as expected only its size is needed.
fn draw(path: &Path, case: &Case, replay: &Replay) -> Result<(), CliError> {
    let actual = |region: &str| replay.differing.iter().find(|(r, _)| r == region).map(|(_, b)| b.as_slice());
    let regions: Vec<(&[u8], &[u8])> =
        case.expect.iter().map(|e| (&*e.bytes, actual(&e.region).unwrap_or(&e.bytes))).collect();
    let fail = |e: &dyn std::fmt::Display| CliError::bad_input("CLI0001", format!("{}: {e}", path.display()));
    let file = std::fs::File::create(path).map_err(|e| fail(&e))?;
    diff_image::write(std::io::BufWriter::new(file), &regions).map_err(|e| fail(&e))
}

pub fn run(args: &ReplayArgs, json: bool) -> Result<Exit, CliError> {
    let case = load_case(&args.case)?;
    let threads = threads(&args.run);
    let start = Instant::now();
    let (ran, result) = Runner::new(&args.run, threads).run(&case);
    let seconds = start.elapsed().as_secs_f64();
    if let Some(why) = &ran.why_model {
        eprintln!("note: --on auto takes the software model: {why}");
    }
    let replay = result?;
    let passed = replay.passed();
    if let Some(dir) = &args.dump {
        std::fs::create_dir_all(dir)?;
        for (region, bytes) in &replay.differing {
            std::fs::write(dir.join(format!("{region}.bin")), bytes)?;
        }
    }
    if let Some(path) = &args.diff_image {
        draw(path, &case, &replay)?;
    }
    if json {
        let notes: Vec<_> = replay.widened.iter().map(ToString::to_string).collect();
        let regions: Vec<_> = replay.comparisons.iter().map(|(r, c)| comparison_json(r, c)).collect();
        line(
            &json!({
                "case": case.name, "on": ran.on, "device": ran.device, "why_model": ran.why_model, "threads": threads, "passed": passed, "groups": replay.groups,
                "waves": replay.waves, "instructions": replay.instructions, "seconds": seconds, "regions": regions,
                "notes": notes,
            })
            .to_string(),
        );
    } else {
        line(&format!("case      {} (compute, wave{}, {})", case.name, case.wave_size.lanes(), case.gfx.0));
        let threads = if ran.on == "model" { format!(", {threads} threads") } else { String::new() };
        line(&format!("ran on    {}{threads}", ran.describe()));
        // A device does not count instructions.
        let counted = if ran.device.is_some() {
            String::new()
        } else {
            format!(", {} instructions", replay.instructions)
        };
        let (groups, waves, ms) = (replay.groups, replay.waves, seconds * 1e3);
        line(&format!("executed  {groups} groups, {waves} waves{counted} in {ms:.1} ms"));
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
