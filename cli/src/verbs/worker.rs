//! The child of `wavewright check`: reads case paths, one a line, and answers each with one line of JSON.
//!
//! Ensures: an answer for every path. A panic ends the process after its message; the parent counts the case and
//! starts another child.

use super::load_case;
use super::program::{Program, device};
use super::replay::comparison_json;
use super::runner::{RanOn, Runner};
use crate::args::CheckWorker;
use crate::exit::{CliError, Exit};
use crate::output::line;
use driver::profiles::Profile;
use recompiler::passes::{Manager, Options as PassOptions};
use serde::{Deserialize, Serialize};
use std::io::BufRead;
use std::path::Path;

/// How a case ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// All expectations hold.
    Passed,
    /// A difference, a fault, or a crash.
    Failed,
    /// The case itself is wrong.
    BadInput,
    /// Not supported.
    Refused,
}

/// A child's answer.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Answer {
    /// How it ended.
    pub verdict: Verdict,
    /// Error code where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// Why it did not pass.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// The same without its place, for counting.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Comparisons of the regions that differ.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub regions: Vec<serde_json::Value>,
    /// What else there is to know, such as that a reference was widened.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// What it ran on, if it came to that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ran: Option<RanOn>,
    /// Guest instructions executed.
    #[serde(default)]
    pub instructions: u64,
    /// Words of SPIR-V, for a compile.
    #[serde(default)]
    pub words: u64,
}

impl Answer {
    /// A case that did not come to a comparison.
    pub fn stopped(verdict: Verdict, code: &str, message: String) -> Answer {
        Answer {
            verdict,
            code: Some(code.to_owned()),
            message: Some(message),
            reason: None,
            regions: Vec::new(),
            notes: Vec::new(),
            ran: None,
            instructions: 0,
            words: 0,
        }
    }
}

fn answer(path: &Path, runner: &mut Runner<'_>) -> Answer {
    let case = match load_case(path) {
        Ok(case) => case,
        Err(error) => {
            let verdict = if error.exit == Exit::Refused { Verdict::Refused } else { Verdict::BadInput };
            return Answer::stopped(verdict, error.code, error.message);
        }
    };
    let (ran, result) = runner.run(&case);
    match result {
        Err(error) => {
            let verdict = if error.is_refusal() { Verdict::Refused } else { Verdict::Failed };
            Answer { ran: Some(ran), ..Answer::stopped(verdict, error.code(), error.to_string()) }
        }
        Ok(run) => {
            let differing: Vec<_> = run.comparisons.iter().filter(|(_, c)| !c.is_equal()).collect();
            let message = differing.first().and_then(|(_, c)| c.first.as_ref()).map(ToString::to_string);
            Answer {
                verdict: if differing.is_empty() { Verdict::Passed } else { Verdict::Failed },
                code: None,
                message,
                reason: None,
                regions: differing.iter().map(|(r, c)| comparison_json(r, c)).collect(),
                notes: run.widened.iter().map(ToString::to_string).collect(),
                ran: Some(ran),
                instructions: run.instructions,
                words: 0,
            }
        }
    }
}

/// Compiles a program and, where asked, has the module validated.
fn compile(path: &Path, device: &Profile, validate: bool) -> Answer {
    let stopped = |error: &CliError, reason| {
        let verdict = match error.exit {
            Exit::Refused => Verdict::Refused,
            Exit::BadInput => Verdict::BadInput,
            _ => Verdict::Failed,
        };
        Answer { reason, ..Answer::stopped(verdict, error.code, error.message.clone()) }
    };
    let program = match Program::load(path, None) {
        Ok(program) => program,
        Err(error) => return stopped(&error, None),
    };
    let manager = &mut Manager::new(PassOptions::default());
    let compiled = match program.ready().map_err(Box::from).and_then(|ready| ready.compile(device, manager)) {
        Ok(compiled) => compiled,
        Err(failure) => return stopped(&failure.error, Some(failure.reason)),
    };
    let words = &compiled.module.words;
    let mut answer = Answer {
        verdict: Verdict::Passed,
        code: None,
        message: None,
        reason: None,
        regions: Vec::new(),
        notes: Vec::new(),
        ran: None,
        instructions: compiled.compiled.instructions as u64,
        words: words.len() as u64,
    };
    if validate && let Err(error) = spirv::tools::validate(words) {
        answer.verdict = Verdict::Failed;
        answer.code = Some("EMT0003".to_owned());
        answer.message = Some(error.to_string());
    }
    answer
}

pub fn run(args: &CheckWorker) -> Result<Exit, CliError> {
    let options = &args.run;
    let mut runner = Runner::new(options, 1);
    let device = if args.compile_only { Some(device(&args.target, options.subgroup)?) } else { None };
    for path in std::io::stdin().lock().lines() {
        let path = path?;
        let path = Path::new(&path);
        let answer = match &device {
            Some(device) => compile(path, device, options.validate),
            None => answer(path, &mut runner),
        };
        line(&serde_json::to_string(&answer).map_err(|e| CliError::bad_input("CLI0002", e))?);
    }
    Ok(Exit::Ok)
}
