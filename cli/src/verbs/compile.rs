//! `wavewright compile`: a program, recompiled as far as asked: SPIR-V, IR after passes, a page with everything side by side.
//!
//! Ensures: what was made before a refusal is shown before it; the exit code is the refusal's.

mod page;
mod stages;

use super::program::{Failure, Program, Ready, device};
use crate::args::{Compile, Emit};
use crate::exit::{CliError, Exit};
use crate::output::line;
use driver::profiles::Profile;
use recompiler::compile::{Compiled, Upto};
use recompiler::passes::{Manager, Options};
use recompiler::waves::{Choice, WaveMap};
use serde_json::json;
use stages::Stages;
use std::path::Path;

fn write(path: &Path, bytes: &[u8]) -> Result<(), CliError> {
    std::fs::write(path, bytes)
        .map_err(|e| CliError::bad_input("CLI0001", format!("{}: {e}", path.display())))
}

/// Where there is a file for it, there; else on standard output.
fn put(args: &Compile, as_json: bool, value: &serde_json::Value, text: &str) -> Result<(), CliError> {
    match &args.output {
        Some(path) => write(path, text.as_bytes())?,
        None if as_json => line(&value.to_string()),
        None => line(text.trim_end()),
    }
    Ok(())
}

/// How far to go for what is asked.
fn upto(emit: Emit) -> Upto {
    match emit {
        Emit::Raw => Upto::Raw,
        Emit::Ssa => Upto::Ssa,
        Emit::Mapped => Upto::Mapped,
        Emit::Legal | Emit::SpirvText | Emit::Spirv => Upto::Legal,
    }
}

fn switches(args: &Compile) -> Options {
    let mut options = Options::default();
    options.structurize.force_dispatch = args.force_dispatch;
    options
}

fn compile(
    program: &Ready<'_>,
    device: &Profile,
    upto: Upto,
    options: Options,
    stages: Option<&mut Stages>,
) -> Result<Compiled, Box<Failure>> {
    let manager = Manager::new(options);
    match stages {
        None => program.compile_upto(device, upto, &mut { manager }),
        Some(stages) => {
            let mut dump = |name: &'static str, when, func: &ir::Function| stages.take(name, when, func);
            program.compile_upto(device, upto, &mut manager.dump(&mut dump))
        }
    }
}

fn explain(choice: Option<&Choice>, base: u64, as_json: bool) {
    let map = match choice.map(|c| c.map) {
        Some(WaveMap::PerLane) => "per-lane".to_owned(),
        Some(WaveMap::Packed { lanes: 1 }) => "native".to_owned(),
        Some(WaveMap::Packed { lanes }) => format!("packed, {lanes} lanes an invocation"),
        None => "none".to_owned(),
    };
    let why = choice.and_then(|c| c.not_per_lane);
    let one_place = choice.is_some_and(|c| c.one_place);
    let pc = why.map(|(pc, _)| pc).filter(|pc| *pc != u32::MAX);
    let address = pc.map(|pc| format!("{:#x}", base.wrapping_add(u64::from(pc))));
    if as_json {
        line(
            &json!({
                "map": map, "not_per_lane": why.map(|(_, w)| w), "pc": pc, "address": address,
                "barriers_at_one_place": one_place
            })
            .to_string(),
        );
        return;
    }
    line(&format!("map        {map}"));
    if let Some((_, why)) = why {
        let place = match (pc, address) {
            (Some(pc), Some(address)) => format!(" (pc {address}, code + {pc:#x})"),
            _ => String::new(),
        };
        line(&format!("per-lane   is not exact: {why}{place}"));
    }
    if one_place {
        line("barriers   at one place: nobody can tell that all waves come to the same ones");
    }
}

pub fn run(args: &Compile, as_json: bool) -> Result<Exit, CliError> {
    let program = Program::load(&args.input, Some(&args.raw))?;
    let device = device(&args.target, args.subgroup)?;
    let ready = program.ready()?;
    if args.explain_waves {
        let compiled = compile(&ready, &device, Upto::Mapped, switches(args), None).map_err(|f| f.error)?;
        explain(compiled.choice.as_ref(), ready.request.base, as_json);
        return Ok(Exit::Ok);
    }
    if let Some(path) = &args.html {
        return page::write_page(path, &ready, program.extent(), &device);
    }
    if args.all || args.after.is_some() {
        return passes(args, &ready, &device, as_json);
    }
    let emit = args.emit.unwrap_or(if args.output.is_some() { Emit::Spirv } else { Emit::Legal });
    if !matches!(emit, Emit::Spirv | Emit::SpirvText) {
        let compiled = compile(&ready, &device, upto(emit), switches(args), None).map_err(|f| f.error)?;
        let text = compiled.func.to_string();
        let value = json!({ "case": program.name, "instructions": compiled.instructions, "text": text });
        put(args, as_json, &value, &text)?;
        return Ok(Exit::Ok);
    }
    let output = ready.compile(&device, &mut Manager::new(switches(args))).map_err(|f| f.error)?;
    let (words, instructions) = (&output.module.words, output.compiled.instructions);
    if emit == Emit::Spirv {
        let path = args.output.as_ref().ok_or_else(|| {
            CliError::bad_input("CLI0017", "a SPIR-V module is no text: say where it goes with -o FILE")
        })?;
        let bytes: Vec<u8> = words.iter().flat_map(|w| w.to_le_bytes()).collect();
        write(path, &bytes)?;
        if as_json {
            let value = json!({ "case": program.name, "instructions": instructions, "words": words.len() });
            line(&value.to_string());
        }
        return Ok(Exit::Ok);
    }
    let text = spirv::text::disassemble(words).map_err(|e| CliError::bad_input("EMT0002", e))?;
    let value = json!({ "case": program.name, "instructions": instructions, "text": text });
    put(args, as_json, &value, &text)?;
    Ok(Exit::Ok)
}

/// The IR after every pass that changed something, or after every run of one.
fn passes(args: &Compile, program: &Ready<'_>, device: &Profile, as_json: bool) -> Result<Exit, CliError> {
    if let Some(name) = &args.after
        && !stages::is_pass(name)
    {
        let names = stages::pass_names().join(", ");
        return Err(CliError::bad_input("CLI0018", format!("no pass is named `{name}`; there are: {names}")));
    }
    let mut stages = Stages::new(args.after.clone());
    let result = compile(program, device, Upto::Legal, switches(args), Some(&mut stages));
    let mut text = String::new();
    for stage in stages.list() {
        text.push_str(&format!("; {}\n{}\n", stage.title, stage.text));
    }
    let list: Vec<_> =
        stages.list().iter().map(|s| json!({ "title": s.title, "pass": s.pass, "text": s.text })).collect();
    put(args, as_json, &json!({ "case": program.name, "stages": list }), &text)?;
    result.map(|_| Exit::Ok).map_err(|f| f.error)
}
