//! What can be wrong with a capture, in words that say where and what.
//!
//! **Ensures:** every error names the capture, the place inside it (a JSON path or a file) and what
//! was found; [`CaseError::code`] is stable, messages may change.

use std::fmt::{self, Write as _};
use thiserror::Error;

/// Why something was not accepted. The three are never mixed (design.md section 12).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ErrorKind {
    /// The input contradicts its format or itself.
    InvalidInput,
    /// The input may be right, but this version does not handle it.
    Unsupported,
}

/// A capture that was not accepted.
#[derive(Debug)]
pub struct CaseError {
    /// The capture: its path, or the name the caller gave.
    pub origin: String,
    /// Place inside: a JSON path such as `stages[0].code.bytes`, a file name, or empty for the whole.
    pub at: String,
    /// What is wrong.
    pub problem: Box<Problem>,
}

impl fmt::Display for CaseError {
    /// `ORIGIN: PLACE: what is wrong [CODE]`, on one line: messages quote the input, and control
    /// characters in it must not steer a terminal.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = format!("{}: ", self.origin);
        if !self.at.is_empty() {
            text.push_str(&self.at);
            text.push_str(": ");
        }
        text.push_str(&self.problem.to_string());
        for c in text.chars() {
            f.write_char(if c.is_control() { char::REPLACEMENT_CHARACTER } else { c })?;
        }
        write!(f, " [{}]", self.code())
    }
}

impl std::error::Error for CaseError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        // The problem's own text is in ours; what lies below it is not.
        self.problem.source()
    }
}

impl CaseError {
    /// An error at `at` inside the capture `origin`.
    pub fn new(origin: &str, at: impl Into<String>, problem: Problem) -> Self {
        let mut at = at.into();
        // An unknown field is part of the path, and may be as long as the file.
        if at.len() > 1000 {
            at = at.chars().take(1000).collect();
        }
        Self { origin: origin.to_owned(), at, problem: Box::new(problem) }
    }

    /// The stable code, for example `CAP0009`.
    pub fn code(&self) -> &'static str {
        self.problem.code()
    }

    /// Invalid input or unsupported.
    pub fn kind(&self) -> ErrorKind {
        self.problem.kind()
    }
}

/// One kind of problem each; the texts are complete without the code.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Problem {
    /// The operating system refused.
    #[error("cannot be {action}: {source}")]
    Io {
        /// What was tried: "read", "written" …
        action: &'static str,
        /// The system's answer.
        #[source]
        source: std::io::Error,
    },
    /// Neither a case directory nor a packed capture.
    #[error("not a capture: {0}")]
    NotACase(String),
    /// `case.json` is not JSON.
    #[error("case.json is not valid JSON: {0}")]
    Syntax(String),
    /// JSON of another shape: an unknown, missing or duplicate field, a wrong type, an unknown name.
    #[error("{0}")]
    Shape(String),
    /// A later (or no) version of the format.
    #[error("case format {found} is not known; this version reads format {known}")]
    Version {
        /// The version in the file.
        found: u64,
        /// The version this code reads.
        known: u32,
    },
    /// Larger than [`super::Limits`] allow. Nothing was allocated.
    #[error("{what} is {found}, more than the limit of {limit}")]
    Limit {
        /// What was measured, with its unit.
        what: String,
        /// The measure.
        found: u64,
        /// What the options allow.
        limit: u64,
    },
    /// A named file does not exist.
    #[error("file `{0}` does not exist")]
    FileMissing(String),
    /// A file name that is not a plain relative name or leads out of the corpus.
    #[error("file name `{name}` is refused: {why}")]
    FileName {
        /// As written in the capture.
        name: String,
        /// Which rule it breaks.
        why: &'static str,
    },
    /// A file that is not of its declared size.
    #[error("file `{file}` has {found} bytes, but {declared} are declared")]
    WrongSize {
        /// The file.
        file: String,
        /// Size that the capture declares, in bytes.
        declared: u64,
        /// Size that the file has, in bytes.
        found: u64,
    },
    /// Two of the same name or place.
    #[error("{what} is given twice")]
    Duplicate {
        /// What is doubled.
        what: String,
    },
    /// Two address ranges share bytes.
    #[error("{a} and {b} overlap at address {address:#x}")]
    Overlap {
        /// The lower range.
        a: String,
        /// The other range.
        b: String,
        /// First shared address.
        address: u64,
    },
    /// An address range that leaves 64 bits.
    #[error("{size} bytes at {address:#x} go past the end of the 64-bit address space")]
    Wraps {
        /// Start.
        address: u64,
        /// Size in bytes.
        size: u64,
    },
    /// A reference to a region that is not in `memory`.
    #[error("no memory region is named `{0}`")]
    UnknownRegion(String),
    /// Code that cannot be started: alignment, entry, instruction bytes.
    #[error("{0}")]
    Code(String),
    /// A dispatch that the hardware does not have.
    #[error("{0}")]
    Dispatch(String),
    /// Start registers out of range, doubled, or with a wrong number of values.
    #[error("{0}")]
    Register(String),
    /// Two fields that must agree do not.
    #[error("{0}")]
    Contradiction(String),
    /// A field that this kind of case needs or must not have.
    #[error("{0}")]
    ForKind(String),
    /// A rule of `compare` that is not documented, or does not fit the data.
    #[error("{0}")]
    Compare(String),
    /// A `.wwcap` file that is not a sound archive.
    #[error("packed capture: {0}")]
    Packed(String),
    /// A field with a value outside its range.
    #[error("{0}")]
    Range(String),
    /// Valid, but not handled by this version.
    #[error("not supported: {0}")]
    Unsupported(String),
}

impl Problem {
    /// The stable code of this kind of problem.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Io { .. } => "CAP0001",
            Self::NotACase(_) => "CAP0002",
            Self::Syntax(_) => "CAP0003",
            Self::Shape(_) => "CAP0004",
            Self::Version { .. } => "CAP0005",
            Self::Limit { .. } => "CAP0006",
            Self::FileMissing(_) => "CAP0007",
            Self::FileName { .. } => "CAP0008",
            Self::WrongSize { .. } => "CAP0009",
            Self::Duplicate { .. } => "CAP0010",
            Self::Overlap { .. } => "CAP0011",
            Self::Wraps { .. } => "CAP0012",
            Self::UnknownRegion(_) => "CAP0013",
            Self::Code(_) => "CAP0014",
            Self::Dispatch(_) => "CAP0015",
            Self::Register(_) => "CAP0016",
            Self::Contradiction(_) => "CAP0017",
            Self::ForKind(_) => "CAP0018",
            Self::Compare(_) => "CAP0019",
            Self::Packed(_) => "CAP0020",
            Self::Range(_) => "CAP0021",
            Self::Unsupported(_) => "CAP0022",
        }
    }

    /// Invalid input or unsupported.
    pub fn kind(&self) -> ErrorKind {
        match self {
            Self::Version { .. } | Self::Unsupported(_) => ErrorKind::Unsupported,
            Self::Io { .. }
            | Self::NotACase(_)
            | Self::Syntax(_)
            | Self::Shape(_)
            | Self::Limit { .. }
            | Self::FileMissing(_)
            | Self::FileName { .. }
            | Self::WrongSize { .. }
            | Self::Duplicate { .. }
            | Self::Overlap { .. }
            | Self::Wraps { .. }
            | Self::UnknownRegion(_)
            | Self::Code(_)
            | Self::Dispatch(_)
            | Self::Register(_)
            | Self::Contradiction(_)
            | Self::ForKind(_)
            | Self::Compare(_)
            | Self::Packed(_)
            | Self::Range(_) => ErrorKind::InvalidInput,
        }
    }
}
