//! `wavewright compile`: the program of a case, recompiled as far as asked.

use super::load_case;
use crate::args::{Compile, Emit};
use crate::exit::{CliError, Exit};
use crate::output::line;
use driver::recompiled::compile_upto;
use driver::replay::ReplayError;
use recompiler::compile::Upto;
use recompiler::waves::WaveMap;
use serde_json::json;

pub fn run(args: &Compile, as_json: bool) -> Result<Exit, CliError> {
    let case = load_case(&args.case)?;
    let upto = match args.emit {
        _ if args.explain_waves => Upto::Mapped,
        Emit::Raw => Upto::Raw,
        Emit::Ssa => Upto::Ssa,
        Emit::Mapped => Upto::Mapped,
        Emit::Legal | Emit::SpirvText => Upto::Legal,
    };
    let (compiled, _) = compile_upto(&case, args.subgroup.max(1), upto)?;
    if args.explain_waves {
        let choice = compiled.choice.as_ref();
        let map = match choice.map(|c| c.map) {
            Some(WaveMap::PerLane) => "per-lane".to_owned(),
            Some(WaveMap::Packed { lanes: 1 }) => "native".to_owned(),
            Some(WaveMap::Packed { lanes }) => format!("packed, {lanes} lanes an invocation"),
            None => "none".to_owned(),
        };
        let why = choice.and_then(|c| c.not_per_lane);
        if as_json {
            line(
                &json!({ "map": map, "not_per_lane": why.map(|(_, w)| w), "pc": why.map(|(pc, _)| pc) })
                    .to_string(),
            );
        } else {
            line(&format!("map        {map}"));
            if let Some((pc, why)) = why {
                line(&format!("per-lane   is not exact: {why} (code + {pc:#x})"));
            }
        }
        return Ok(Exit::Ok);
    }
    let text = if args.emit == Emit::SpirvText {
        let module = spirv::emit(&compiled.func, &spirv::Options::default()).map_err(|e| {
            CliError::from(ReplayError::Translate { refusal: true, code: "EMT0001", message: e.to_string() })
        })?;
        spirv::text::disassemble(&module.words).map_err(|e| CliError::bad_input("EMT0002", e))?
    } else {
        compiled.func.to_string()
    };
    if as_json {
        line(&json!({ "case": case.name, "instructions": compiled.instructions, "text": text }).to_string());
    } else {
        line(text.trim_end());
    }
    Ok(Exit::Ok)
}
