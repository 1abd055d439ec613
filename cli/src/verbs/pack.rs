//! `wavewright pack` and `unpack`: a case as one file, and back.

use crate::args::{Pack, Unpack};
use crate::exit::{CliError, Exit};
use crate::output::line;
use driver::capture::{Limits, pack as to_file, unpack as to_dir};
use std::path::Path;

fn done(what: &str, path: &Path, json: bool) -> Exit {
    if json {
        line(&serde_json::json!({ what: path }).to_string());
    } else {
        line(&format!("{what} {}", path.display()));
    }
    Exit::Ok
}

pub fn pack(args: &Pack, json: bool) -> Result<Exit, CliError> {
    to_file(&args.case, &args.output, &Limits::default())?;
    Ok(done("packed", &args.output, json))
}

pub fn unpack(args: &Unpack, json: bool) -> Result<Exit, CliError> {
    to_dir(&args.file, &args.output, &Limits::default())?;
    Ok(done("unpacked", &args.output, json))
}
