//! `wavewright coverage`: what is decoded and what the software model executes, by family.

use crate::args::Coverage;
use crate::exit::{CliError, Exit};
use crate::output::line;
use isa::coverage::coverage;
use isa::row::Targets;
use model::probe::{Support, probe};
use serde_json::json;

pub fn run(args: &Coverage, as_json: bool) -> Result<Exit, CliError> {
    let mut documents = Vec::new();
    let mut sums = [0usize; 4];
    if !as_json {
        line(&format!("{:<8} {:>8} {:>6} {:>9} {:>8}", "family", "decoded", "forms", "executed", "refused"));
    }
    for family in coverage() {
        let supports: Vec<_> = family.instructions.iter().map(|i| (i, probe(i.op))).collect();
        let executed = supports.iter().filter(|(_, s)| *s == Support::Executed).count();
        let row = [supports.len(), family.forms(), executed, supports.len() - executed];
        sums.iter_mut().zip(row).for_each(|(sum, n)| *sum += n);
        if as_json {
            let instructions: Vec<_> = supports
                .iter()
                .map(|(i, s)| {
                    json!({
                        "name": i.row.name, "number": i.row.number, "meaning": i.row.doc,
                        "forms": i.forms.iter().map(|f| format!("{f:?}")).collect::<Vec<_>>(),
                        "gfx1013": i.row.targets.contains(Targets::GFX1013),
                        "model": matches!(s, Support::Executed),
                        "refused": if let Support::Refused(why) = s { Some(why) } else { None },
                    })
                })
                .collect();
            documents.push(json!({ "family": family.family.name(), "instructions": instructions }));
            continue;
        }
        let [decoded, forms, executed, refused] = row;
        line(&format!("{:<8} {decoded:>8} {forms:>6} {executed:>9} {refused:>8}", family.family.name()));
        if args.all {
            for (i, support) in &supports {
                let state = match support {
                    Support::Executed => "executed".to_owned(),
                    Support::Refused(why) => format!("refused: {why}"),
                };
                line(&format!("    {:<34} {:>#6x}  {state}", i.row.name, i.row.number));
            }
        }
    }
    if as_json {
        line(&json!(documents).to_string());
    } else {
        let [decoded, forms, executed, refused] = sums;
        line(&format!("{:<8} {decoded:>8} {forms:>6} {executed:>9} {refused:>8}", "all"));
    }
    Ok(Exit::Ok)
}
