//! What can be wrong with a text, and where.

use super::super::lex::At;
use super::MAX_DEPTH;
use thiserror::Error;

/// Text that is not a function.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}, column {column}: {kind}")]
pub struct ParseError {
    /// Line, from 1.
    pub line: u32,
    /// Character in the line, from 1.
    pub column: u32,
    /// What is wrong.
    pub kind: ParseErrorKind,
}

/// What is wrong with a text.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ParseErrorKind {
    /// Something else should stand here.
    #[error("expected {expected}, found {found}")]
    Expected {
        /// What should stand here.
        expected: &'static str,
        /// What stands here.
        found: String,
    },
    /// A name that nothing has.
    #[error("there is no {what} {name}")]
    Unknown {
        /// Kind of thing.
        what: &'static str,
        /// Its name.
        name: String,
    },
    /// A name that is taken.
    #[error("{what} {name} is defined before")]
    Twice {
        /// Kind of thing.
        what: &'static str,
        /// Its name.
        name: String,
    },
    /// A result whose type does not follow.
    #[error("the results of `{op}` need types here: they do not follow from its operands")]
    NeedsTypes {
        /// Name of the op.
        op: &'static str,
    },
    /// A constant that is too large.
    #[error("{bits:#x} does not fit {width} bits")]
    TooWide {
        /// The constant.
        bits: u64,
        /// Bits it should fit.
        width: u32,
    },
    /// Bodies in bodies in bodies.
    #[error("more than {MAX_DEPTH} bodies stand in each other")]
    TooDeep,
    /// More than there may be.
    #[error("too many {what}")]
    TooMany {
        /// Of what.
        what: &'static str,
    },
}

pub(in crate::text) type Result<T> = std::result::Result<T, ParseError>;

pub(super) fn twice(at: At, what: &'static str, name: String) -> ParseError {
    ParseError { line: at.line, column: at.column, kind: ParseErrorKind::Twice { what, name } }
}

pub(super) fn unknown(at: At, what: &'static str, name: String) -> ParseError {
    ParseError { line: at.line, column: at.column, kind: ParseErrorKind::Unknown { what, name } }
}
