//! `wavewright trace`: what one wave does, instruction by instruction.

use super::{load_case, replay_options};
use crate::args::Trace;
use crate::exit::{CliError, Exit};
use crate::output::line;
use driver::replay::{Prepared, ReplayError};
use isa::Inst;
use model::Wave;
use model::group::{Observer, Unobserved};
use model::wave::code;
use serde_json::json;

/// Prints the registers that changed since the instruction before.
struct Tracer<'a> {
    args: &'a Trace,
    json: bool,
    /// State after the instruction before; the entry registers at the start.
    before: Wave,
    started: bool,
    left: u64,
}

/// Name of a scalar register by operand code.
fn scalar_name(c: u8) -> String {
    match c {
        code::VCC_LO => "vcc_lo".to_owned(),
        code::VCC_HI => "vcc_hi".to_owned(),
        108..=123 => format!("ttmp{}", c - 108),
        code::M0 => "m0".to_owned(),
        code::EXEC_LO => "exec_lo".to_owned(),
        code::EXEC_HI => "exec_hi".to_owned(),
        _ => format!("s{c}"),
    }
}

/// Names and new values of what differs between two states, seen from a lane.
fn changes(before: &Wave, after: &Wave, lane: usize) -> Vec<(String, String)> {
    let mut out = Vec::new();
    for c in (0..128u8).filter(|&c| before.sgpr(c) != after.sgpr(c)) {
        out.push((scalar_name(c), format!("{:08x}", after.sgpr(c))));
    }
    if before.scc != after.scc {
        out.push(("scc".to_owned(), u8::from(after.scc).to_string()));
    }
    for r in 0..256 {
        let (old, new) = (before.vgpr(r), after.vgpr(r));
        if old[lane] != new[lane] {
            out.push((format!("v{r}"), format!("{:08x}", new[lane])));
        } else if old != new {
            let others = old.iter().zip(new).filter(|(a, b)| a != b).count();
            out.push((format!("v{r}"), format!("(in {others} other lanes)")));
        }
    }
    if before.mode != after.mode {
        out.push(("mode".to_owned(), format!("{:02x}", after.mode.float_mode)));
    }
    if before.flat_scratch != after.flat_scratch {
        out.push(("flat_scratch".to_owned(), format!("{:016x}", after.flat_scratch)));
    }
    out
}

impl Observer for Tracer<'_> {
    fn executed(&mut self, wave: &Wave, pc: u64, inst: &Inst) {
        if wave.id != self.args.wave || self.left == 0 {
            return;
        }
        self.started |= self.args.from.is_none_or(|from| from == pc);
        if self.started {
            self.left -= 1;
            let text = isa::text::disasm(inst, wave.size);
            let changed = changes(&self.before, wave, (self.args.lane & 63) as usize);
            if self.json {
                let changed: serde_json::Map<_, _> =
                    changed.into_iter().map(|(k, v)| (k, v.into())).collect();
                line(&json!({ "pc": format!("{pc:#x}"), "text": text, "changed": changed }).to_string());
            } else {
                let changed: Vec<_> = changed.into_iter().map(|(k, v)| format!("{k}={v}")).collect();
                line(format!("{pc:#x}  {text:<60} {}", changed.join(" ")).trim_end());
            }
        }
        self.before.clone_from(wave);
    }
}

pub fn run(args: &Trace, json: bool) -> Result<Exit, CliError> {
    let case = load_case(&args.case)?;
    let prepared = Prepared::new(&case, replay_options(&args.run, 1))?;
    let number = prepared.group_number(args.group).ok_or_else(|| {
        CliError::bad_input("CLI0010", format!("the dispatch has no group {:?}", args.group))
    })?;
    let waves = prepared.waves(number)?;
    let Some(before) = waves.into_iter().nth(args.wave as usize) else {
        let count = prepared.waves_per_group();
        return Err(CliError::bad_input(
            "CLI0010",
            format!("the group has {count} waves, there is no {}", args.wave),
        ));
    };
    if args.lane >= before.size {
        return Err(CliError::bad_input("CLI0010", format!("a wave has {} lanes", before.size)));
    }
    // Groups before it may have written what it reads.
    for earlier in 0..number {
        prepared.run_group(earlier, &mut Unobserved)?;
    }
    let mut tracer = Tracer { args, json, before, started: false, left: args.count };
    let result: Result<u64, ReplayError> = prepared.run_group(number, &mut tracer);
    result?;
    Ok(Exit::Ok)
}
