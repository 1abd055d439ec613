//! Why a wave stopped before its end.
//!
//! Ensures: a fault names pc, words and, where there is one, lane and address. Nothing in the model panics on guest
//! data; what cannot be executed exactly is refused by name.

use crate::memory::format::FormatError;
use crate::memory::guest::{MemoryError, MemoryErrorKind};
use crate::memory::image::ImageError;
use crate::memory::lds::LdsError;
use crate::memory::vsharp::ResourceError;
use isa::{DecodeError, Words};

/// What kind of problem a fault is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FaultClass {
    /// The program or its memory is wrong: the console would fault, hang or do something undefined too.
    Invalid,
    /// The model does not execute this yet, or nobody knows what hardware does.
    Unsupported,
    /// Two parts of the model disagree.
    Bug,
}

/// The reason of a fault.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FaultKind {
    /// An access of guest memory.
    #[error("{0}")]
    Memory(MemoryError),
    /// An access of LDS or GDS.
    #[error("{0}")]
    Lds(LdsError),
    /// A buffer descriptor, or a use of it.
    #[error("{0}")]
    Resource(ResourceError),
    /// A buffer format, or a use of it.
    #[error("{0}")]
    Format(FormatError),
    /// An image or sampler descriptor, or a use of it.
    #[error("{0}")]
    Image(ImageError),
    /// The words at the pc are no instruction.
    #[error("not an instruction: {}", .0.kind)]
    Decode(DecodeError),
    /// The pc is not in a code region, or not a multiple of four.
    #[error("the program counter leaves the code")]
    PcOutsideCode,
    /// A register operand of several dwords runs past the last register.
    #[error("operand {what} runs past the last register")]
    RegisterRange {
        /// The operand.
        what: &'static str,
    },
    /// An instruction, or a use of it, that the model does not execute.
    #[error("{what} is not supported: {why}")]
    Unsupported {
        /// The instruction or feature.
        what: &'static str,
        /// What is missing.
        why: &'static str,
    },
    /// `v_illegal`, `s_trap` without a handler, `s_code_end`: the program reached code that must not run.
    #[error("{what} was executed")]
    Illegal {
        /// The instruction.
        what: &'static str,
    },
    /// The wave ran longer than the caller allows.
    #[error("the limit of {limit} instructions a wave was reached")]
    InstructionLimit {
        /// The limit.
        limit: u64,
    },
    /// Two parts of this program disagree: our bug, please report it.
    #[error("internal error: {what}")]
    Bug {
        /// What does not fit.
        what: &'static str,
    },
}

impl FaultKind {
    /// Stable code.
    pub fn code(&self) -> &'static str {
        match self {
            FaultKind::Memory(e) => match e.kind {
                MemoryErrorKind::Unmapped => "MOD0001",
                MemoryErrorKind::PastEnd => "MOD0002",
                MemoryErrorKind::Wraps => "MOD0003",
                MemoryErrorKind::ReadOnly => "MOD0004",
                MemoryErrorKind::WriteOnly => "MOD0005",
                MemoryErrorKind::Unaligned => "MOD0006",
            },
            FaultKind::Lds(_) => "MOD0007",
            FaultKind::Resource(_) => "MOD0008",
            FaultKind::Format(_) => "MOD0009",
            FaultKind::Decode(_) => "MOD0010",
            FaultKind::PcOutsideCode => "MOD0011",
            FaultKind::RegisterRange { .. } => "MOD0012",
            FaultKind::Image(e) if e.is_invalid() => "MOD0013",
            FaultKind::Image(_) => "MOD0014",
            FaultKind::Unsupported { .. } => "MOD0020",
            FaultKind::Illegal { .. } => "MOD0030",
            FaultKind::InstructionLimit { .. } => "MOD0031",
            FaultKind::Bug { .. } => "MOD0099",
        }
    }

    /// Whether the program is to blame or the model.
    pub fn class(&self) -> FaultClass {
        match self {
            FaultKind::Unsupported { .. }
            | FaultKind::Resource(ResourceError::SpansElements { .. })
            | FaultKind::Format(_) => FaultClass::Unsupported,
            FaultKind::Image(e) if !e.is_invalid() => FaultClass::Unsupported,
            FaultKind::Bug { .. } => FaultClass::Bug,
            _ => FaultClass::Invalid,
        }
    }
}

/// A fault as an instruction's execution reports it; the run loop adds where it was.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stop {
    /// The reason.
    pub kind: FaultKind,
    /// The lane whose access failed.
    pub lane: Option<u32>,
    /// The address or offset.
    pub address: Option<u64>,
}

impl Stop {
    /// A refusal.
    pub fn unsupported(what: &'static str, why: &'static str) -> Stop {
        FaultKind::Unsupported { what, why }.into()
    }

    /// Adds the lane.
    #[must_use]
    pub fn in_lane(mut self, lane: u32) -> Stop {
        self.lane = Some(lane);
        self
    }
}

impl From<FaultKind> for Stop {
    fn from(kind: FaultKind) -> Stop {
        Stop { kind, lane: None, address: None }
    }
}

impl From<MemoryError> for Stop {
    fn from(error: MemoryError) -> Stop {
        Stop { address: Some(error.address), kind: FaultKind::Memory(error), lane: None }
    }
}

impl From<LdsError> for Stop {
    fn from(error: LdsError) -> Stop {
        let address = match error {
            LdsError::Unaligned { address, .. } => Some(u64::from(address)),
            LdsError::TooLarge { .. } | LdsError::Allocation { .. } => None,
        };
        Stop { address, kind: FaultKind::Lds(error), lane: None }
    }
}

impl From<ResourceError> for Stop {
    fn from(error: ResourceError) -> Stop {
        FaultKind::Resource(error).into()
    }
}

impl From<ImageError> for Stop {
    fn from(error: ImageError) -> Stop {
        FaultKind::Image(error).into()
    }
}

impl From<FormatError> for Stop {
    fn from(error: FormatError) -> Stop {
        FaultKind::Format(error).into()
    }
}

/// Where and why a wave stopped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The reason.
    pub kind: FaultKind,
    /// Address of the instruction.
    pub pc: u64,
    /// Its words as far as they are known.
    pub words: Words,
    /// LLVM's text of the instruction, empty where there is none.
    pub text: String,
    /// The lane, where one is to blame.
    pub lane: Option<u32>,
    /// The address, where the fault has one.
    pub address: Option<u64>,
    /// Number of the group in each dimension.
    pub group: [u32; 3],
    /// Number of the wave in the group.
    pub wave: u32,
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} [{}]: pc {:#x}", self.kind, self.kind.code(), self.pc)?;
        if !self.words.is_empty() {
            write!(f, ", words {}", isa::decode::hex(&self.words))?;
        }
        if !self.text.is_empty() {
            write!(f, ", {}", self.text)?;
        }
        if let Some(lane) = self.lane {
            write!(f, ", lane {lane}")?;
        }
        if let Some(address) = self.address {
            write!(f, ", address {address:#x}")?;
        }
        let [x, y, z] = self.group;
        write!(f, ", group ({x}, {y}, {z}), wave {}", self.wave)
    }
}

impl std::error::Error for Fault {}
