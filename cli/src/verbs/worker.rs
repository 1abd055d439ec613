//! The child of `wavewright check`: reads case paths, one a line, and answers each with one line of JSON.
//!
//! Ensures: an answer for every path. A panic ends the process after its message; the parent counts the case and
//! starts another child.

use super::replay::comparison_json;
use super::{Runner, load_case};
use crate::args::RunOptions;
use crate::exit::{CliError, Exit};
use crate::output::line;
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
    /// Comparisons of the regions that differ.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub regions: Vec<serde_json::Value>,
    /// What else there is to know, such as that a reference was widened.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// Guest instructions executed.
    #[serde(default)]
    pub instructions: u64,
}

impl Answer {
    /// A case that did not come to a comparison.
    pub fn stopped(verdict: Verdict, code: &str, message: String) -> Answer {
        Answer {
            verdict,
            code: Some(code.to_owned()),
            message: Some(message),
            regions: Vec::new(),
            notes: Vec::new(),
            instructions: 0,
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
    match runner.run(&case) {
        Err(error) => {
            let verdict = if error.is_refusal() { Verdict::Refused } else { Verdict::Failed };
            Answer::stopped(verdict, error.code(), error.to_string())
        }
        Ok(run) => {
            let differing: Vec<_> = run.comparisons.iter().filter(|(_, c)| !c.is_equal()).collect();
            let message = differing.first().and_then(|(_, c)| c.first.as_ref()).map(ToString::to_string);
            Answer {
                verdict: if differing.is_empty() { Verdict::Passed } else { Verdict::Failed },
                code: None,
                message,
                regions: differing.iter().map(|(r, c)| comparison_json(r, c)).collect(),
                notes: run.widened.iter().map(ToString::to_string).collect(),
                instructions: run.instructions,
            }
        }
    }
}

pub fn run(options: &RunOptions) -> Result<Exit, CliError> {
    let mut runner = Runner::new(options, 1);
    for path in std::io::stdin().lock().lines() {
        let answer = answer(Path::new(&path?), &mut runner);
        line(&serde_json::to_string(&answer).map_err(|e| CliError::bad_input("CLI0002", e))?);
    }
    Ok(Exit::Ok)
}
