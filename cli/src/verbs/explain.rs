//! `wavewright explain`: everything the words of one instruction say.

use crate::args::Explain;
use crate::errata;
use crate::exit::{CliError, Exit};
use crate::output::line;
use crate::parse::word;
use isa::DecodeOptions;
use isa::explain::explain;
use serde_json::json;

/// Words from the command line.
pub(super) fn words(texts: &[String]) -> Result<Vec<u32>, CliError> {
    texts
        .iter()
        .map(|t| {
            word(t).ok_or_else(|| {
                CliError::bad_input("CLI0011", format!("`{t}` is neither a file nor a hexadecimal word"))
            })
        })
        .collect()
}

/// A decode error as the end of a verb.
pub(super) fn bad(error: &isa::DecodeError) -> CliError {
    CliError::bad_input(error.code(), error)
}

pub fn run(args: &Explain, as_json: bool) -> Result<Exit, CliError> {
    let words = words(&args.words)?;
    let options = DecodeOptions { wave_size: args.wave.lanes(), ..DecodeOptions::default() };
    let e = explain(&words, options).map_err(|e| bad(&e))?;
    let used = e.words.len();
    if !as_json {
        line(e.to_string().trim_end());
        let errata = errata::about(e.row.name);
        if !errata.is_empty() {
            line("\nerrata (docs/src/errata.md)");
            errata.iter().for_each(|title| line(&format!("  {title}")));
        }
        if used < words.len() {
            line(&format!("({} words behind the instruction are not explained)", words.len() - used));
        }
        return Ok(Exit::Ok);
    }
    let fields: Vec<_> = e
        .fields
        .iter()
        .map(|f| {
            json!({ "name": f.info.name, "low": f.info.low, "width": f.info.width, "value": f.value, "ignored": f.ignored })
        })
        .collect();
    let operands: Vec<_> = e
        .operands
        .iter()
        .map(|o| json!({ "slot": format!("{:?}", o.operand.slot), "type": format!("{:?}", o.operand.ty), "text": o.text }))
        .collect();
    let names = |i: isa::row::Implicit| i.iter_names().map(|(n, _)| n).collect::<Vec<_>>();
    line(
        &json!({
            "words": isa::decode::hex(&e.words), "text": e.text, "name": e.row.name, "encoding": e.encoding,
            "family": format!("{:?}", e.row.family), "number": e.row.number, "fields": fields, "operands": operands,
            "reads": names(e.row.reads), "writes": names(e.row.writes), "memory": format!("{:?}", e.row.memory),
            "meaning": e.row.doc, "errata": errata::about(e.row.name),
        })
        .to_string(),
    );
    Ok(Exit::Ok)
}
