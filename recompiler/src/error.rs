//! Why a program is not translated.

use isa::Words;

/// What kind of problem it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ErrorClass {
    /// The program is wrong.
    Invalid,
    /// Not translated yet, or not exactly on this device.
    Unsupported,
    /// Two parts of this program disagree.
    Bug,
}

/// The reason.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TranslateErrorKind {
    /// Words that are no instruction are reached.
    #[error("not an instruction: {0}")]
    Decode(isa::DecodeErrorKind),
    /// Control leaves the code.
    #[error("control leaves the code")]
    OutsideCode,
    /// An instruction or a use of it that is not translated.
    #[error("{what} is not translated: {why}")]
    Unsupported {
        /// Instruction or feature.
        what: &'static str,
        /// What is missing.
        why: &'static str,
    },
    /// An indirect jump whose targets are not known.
    #[error("the targets of this jump are not known")]
    UnknownTarget,
    /// So many float modes are possible that the program is not compiled for all of them.
    #[error("too many float modes: {why}")]
    FloatMode {
        /// What there are too many of.
        why: &'static str,
    },
    /// No wave map is exact for this program on this device.
    #[error("no wave map is exact: {why}")]
    WaveMap {
        /// What stands in the way.
        why: &'static str,
    },
    /// The device neither promises nor shows the float environment that the program needs.
    #[error("this device cannot give {what} exactly")]
    FloatEnvironment {
        /// What it cannot give.
        what: &'static str,
    },
    /// The program is larger than the caller allows.
    #[error("the program is too large: {what}")]
    TooLarge {
        /// What there is too much of.
        what: &'static str,
    },
    /// Our bug.
    #[error("internal error: {what}")]
    Bug {
        /// What does not fit.
        what: &'static str,
    },
}

impl TranslateErrorKind {
    /// Stable code.
    pub fn code(&self) -> &'static str {
        match self {
            TranslateErrorKind::Decode(_) => "REC0001",
            TranslateErrorKind::OutsideCode => "REC0002",
            TranslateErrorKind::Unsupported { .. } => "REC0010",
            TranslateErrorKind::UnknownTarget => "REC0011",
            TranslateErrorKind::FloatMode { .. } => "REC0013",
            TranslateErrorKind::WaveMap { .. } => "REC0014",
            TranslateErrorKind::FloatEnvironment { .. } => "REC0015",
            TranslateErrorKind::TooLarge { .. } => "REC0016",
            TranslateErrorKind::Bug { .. } => "REC0099",
        }
    }

    /// What kind of problem it is.
    pub fn class(&self) -> ErrorClass {
        match self {
            TranslateErrorKind::Decode(_)
            | TranslateErrorKind::OutsideCode
            | TranslateErrorKind::TooLarge { .. } => ErrorClass::Invalid,
            TranslateErrorKind::Bug { .. } => ErrorClass::Bug,
            _ => ErrorClass::Unsupported,
        }
    }
}

/// A program that is not translated: where, which words, why.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("pc {pc:#x}, words {}: {kind} [{}]", isa::decode::hex(.words), .kind.code())]
pub struct TranslateError {
    /// Guest address.
    pub pc: u64,
    /// Words of the instruction, as far as they are known.
    pub words: Words,
    /// The reason.
    pub kind: TranslateErrorKind,
}
