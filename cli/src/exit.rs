//! The exit codes of every verb, and errors as the user sees them.
//!
//! Ensures: one table, printed by `--help` and tested for every verb.

use std::fmt;

/// How a verb ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
#[repr(u8)]
pub enum Exit {
    /// Everything is as expected.
    Ok = 0,
    /// Something ran and its result is not what was expected.
    Mismatch = 1,
    /// The input is wrong: arguments, files, words, or a program that faults.
    BadInput = 2,
    /// The input needs something that this version does not do.
    Refused = 3,
    /// The device or its driver failed.
    Device = 4,
}

/// The table as `--help` shows it.
pub const TABLE: &str = "\
Exit codes:
  0  everything is as expected
  1  a result differs from what was expected
  2  bad input: arguments, files, words, or a program that faults
  3  refused: the input needs something that is not supported
  4  the device or its driver failed";

/// An error that ends a verb.
#[derive(Debug)]
pub struct CliError {
    /// What the program exits with.
    pub exit: Exit,
    /// Stable code of the error.
    pub code: &'static str,
    /// What is wrong and where.
    pub message: String,
}

impl CliError {
    /// Wrong input.
    pub fn bad_input(code: &'static str, message: impl fmt::Display) -> CliError {
        CliError { exit: Exit::BadInput, code, message: message.to_string() }
    }
}

impl fmt::Display for CliError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Errors of the libraries end with their code, or have it inside before the place.
        if self.message.contains(&format!("[{}]", self.code)) {
            write!(f, "error: {}", self.message)
        } else {
            write!(f, "error: {} [{}]", self.message, self.code)
        }
    }
}

impl From<driver::capture::CaseError> for CliError {
    fn from(error: driver::capture::CaseError) -> CliError {
        let exit = match error.kind() {
            driver::capture::ErrorKind::Unsupported => Exit::Refused,
            _ => Exit::BadInput,
        };
        CliError { exit, code: error.code(), message: error.to_string() }
    }
}

impl From<driver::replay::ReplayError> for CliError {
    fn from(error: driver::replay::ReplayError) -> CliError {
        let exit = match &error {
            _ if error.is_refusal() => Exit::Refused,
            driver::replay::ReplayError::Device { .. } => Exit::Device,
            _ => Exit::BadInput,
        };
        CliError { exit, code: error.code(), message: error.to_string() }
    }
}

impl From<std::io::Error> for CliError {
    fn from(error: std::io::Error) -> CliError {
        CliError::bad_input("CLI0001", error)
    }
}
