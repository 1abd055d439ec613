//! The program `wavewright`: the only part of the project that reads arguments and the environment.
//!
//! Start at [`args`] for what can be asked and at [`verbs`] for what is done. Exit codes: [`exit`].
#![forbid(unsafe_code)]
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a command line program prints")]

mod args;
mod diff_image;
mod errata;
mod exit;
mod output;
mod parse;
mod verbs;

use clap::Parser;
use exit::{CliError, Exit};
use std::process::ExitCode;

fn main() -> ExitCode {
    let cli = match args::Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // clap prints help and version through the same door; only real errors are bad input.
            let exit = if error.use_stderr() { Exit::BadInput } else { Exit::Ok };
            return match error.print() {
                Ok(()) => ExitCode::from(exit as u8),
                Err(_) => ExitCode::from(Exit::BadInput as u8),
            };
        }
    };
    let json = cli.json;
    match verbs::run(cli) {
        Ok(exit) => ExitCode::from(exit as u8),
        Err(error) => {
            report(&error, json);
            ExitCode::from(error.exit as u8)
        }
    }
}

/// An error goes to standard error as text; with `--json` standard output gets it as a document, too.
fn report(error: &CliError, json: bool) {
    if json {
        output::line(
            &serde_json::json!({ "error": { "code": error.code, "message": error.message }, "exit": error.exit as u8 })
                .to_string(),
        );
    }
    eprintln!("{error}");
}
