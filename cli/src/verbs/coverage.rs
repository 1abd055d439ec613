//! `wavewright coverage`: what is decoded, executed by the software model, recompiled and tested against outside truth, by
//! family.
//!
//! Nothing here is typed: the rows are the decoder's, model and recompiler are asked by trying, and the names of tested
//! instructions are written by the tests that run the cases (`tests/tests/model_corpus.rs`).

use crate::args::Coverage;
use crate::exit::{CliError, Exit};
use crate::output::line;
use isa::coverage::{InstructionCoverage, coverage};
use isa::row::Targets;
use model::probe::Support;
use recompiler::probe::Support as Lift;
use serde_json::json;
use std::collections::BTreeSet;

/// Instructions that cases execute whose results come from elsewhere: native runs of the same OpenCL source, and lavapipe.
const EXECUTED: [&str; 4] = [
    include_str!("../../../tests/coverage/opencl.txt"),
    include_str!("../../../tests/coverage/radv.txt"),
    include_str!("../../../tests/coverage/own-opencl.txt"),
    include_str!("../../../tests/coverage/own-glsl.txt"),
];

/// What is known about one instruction.
struct State<'a> {
    instruction: &'a InstructionCoverage,
    model: Support,
    lift: Lift,
    tested: bool,
}

impl State<'_> {
    /// Why it is refused, by the recompiler or by the model.
    fn refused(&self) -> Option<String> {
        match (&self.model, &self.lift) {
            (_, Lift::Refused(why)) => Some(why.clone()),
            (Support::Refused(why), Lift::Lifted) => Some(format!("by the model only: {why}")),
            _ => None,
        }
    }

    fn counts(&self) -> [usize; 6] {
        let row = [
            true,
            matches!(self.model, Support::Executed),
            matches!(self.lift, Lift::Lifted),
            self.tested,
            self.refused().is_some(),
        ];
        let [decoded, model, lift, tested, refused] = row.map(usize::from);
        [decoded, self.instruction.forms.len(), model, lift, tested, refused]
    }
}

pub fn run(args: &Coverage, as_json: bool) -> Result<Exit, CliError> {
    let tested: BTreeSet<&str> = EXECUTED.iter().flat_map(|t| t.lines()).collect();
    let mut documents = Vec::new();
    let mut sums = [0usize; 6];
    let print = |name: &str, n: &[usize; 6]| {
        let [decoded, forms, model, lift, tested, refused] = n;
        line(&format!("{name:<8} {decoded:>8} {forms:>6} {model:>6} {lift:>11} {tested:>7} {refused:>8}"));
    };
    if !as_json {
        line(&format!(
            "{:<8} {:>8} {:>6} {:>6} {:>11} {:>7} {:>8}",
            "family", "decoded", "forms", "model", "recompiled", "tested", "refused"
        ));
    }
    for family in coverage() {
        let states: Vec<State<'_>> = family
            .instructions
            .iter()
            .map(|instruction| State {
                instruction,
                model: model::probe::probe(instruction.op),
                lift: recompiler::probe::probe(instruction.op),
                tested: tested.contains(instruction.row.name),
            })
            .collect();
        let mut row = [0usize; 6];
        for state in &states {
            row.iter_mut().zip(state.counts()).for_each(|(sum, n)| *sum += n);
        }
        sums.iter_mut().zip(row).for_each(|(sum, n)| *sum += n);
        if as_json {
            documents.push(json!({ "family": family.family.name(), "instructions": states.iter().map(document).collect::<Vec<_>>() }));
            continue;
        }
        print(&family.family.name(), &row);
        if args.all {
            for state in &states {
                let text = match (state.refused(), state.tested) {
                    (Some(why), _) => format!("refused: {why}"),
                    (None, true) => "executed, recompiled, tested".to_owned(),
                    (None, false) => "executed, recompiled".to_owned(),
                };
                let row = state.instruction.row;
                line(&format!("    {:<34} {:>#6x}  {text}", row.name, row.number));
            }
        }
    }
    if as_json {
        line(&json!(documents).to_string());
    } else {
        print("all", &sums);
    }
    Ok(Exit::Ok)
}

fn document(state: &State<'_>) -> serde_json::Value {
    let i = state.instruction;
    json!({
        "name": i.row.name, "number": i.row.number, "meaning": i.row.doc,
        "forms": i.forms.iter().map(|f| format!("{f:?}")).collect::<Vec<_>>(),
        "gfx1013": i.row.targets.contains(Targets::GFX1013),
        "model": matches!(state.model, Support::Executed),
        "recompiled": matches!(state.lift, Lift::Lifted),
        "tested": state.tested,
        "refused": state.refused(),
    })
}
