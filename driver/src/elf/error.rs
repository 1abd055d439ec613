//! What can be wrong with a code object.

use crate::capture::ErrorKind;
use thiserror::Error;

/// A code object that was not accepted.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ElfError {
    /// Other bytes.
    #[error("not an ELF file [ELF0001]")]
    NotElf,
    /// Not even a header.
    #[error("the file ends inside its ELF header [ELF0002]")]
    Truncated,
    /// Not for a GPU.
    #[error("this ELF file is for {name} (machine {number}), not for an AMD GPU (machine 224) [ELF0003]")]
    Machine {
        /// e_machine.
        number: u16,
        /// What it is called.
        name: &'static str,
    },
    /// 32 bits or big endian.
    #[error("this ELF file is not 64-bit little endian, as code objects are [ELF0004]")]
    Class,
    /// For another GPU.
    #[error(
        "this code object is for {name} (EF_AMDGPU_MACH {mach:#x}); gfx1013, gfx1010 and gfx1012 are handled [ELF0005]"
    )]
    Processor {
        /// Bits 7:0 of e_flags.
        mach: u32,
        /// The processor's name.
        name: &'static str,
    },
    /// A table that cannot be read.
    #[error("{what} cannot be read: {why} [ELF0006]")]
    Damaged {
        /// Which one.
        what: &'static str,
        /// The reader's words.
        why: String,
    },
    /// More than [`super::ElfLimits`] allow. Nothing was allocated.
    #[error("more than {limit} {what} [ELF0007]")]
    Limit {
        /// What was counted.
        what: &'static str,
        /// What the options allow.
        limit: u64,
    },
    /// A segment that cannot be loaded.
    #[error("segment of {size} bytes at {address:#x} cannot be loaded: {why} [ELF0008]")]
    Segment {
        /// Address that the file states.
        address: u64,
        /// Size in memory.
        size: u64,
        /// Which rule it breaks.
        why: &'static str,
    },
    /// A relocation that cannot be applied.
    #[error("relocation at {offset:#x} cannot be applied: {why} [ELF0009]")]
    Relocation {
        /// Address that the file states.
        offset: u64,
        /// Which rule it breaks.
        why: String,
    },
    /// A kernel whose descriptor is wrong.
    #[error("kernel `{name}`: {why} [ELF0010]")]
    Kernel {
        /// Its name.
        name: String,
        /// What is wrong.
        why: String,
    },
    /// No executable segment.
    #[error("there is no code in this ELF file (no executable segment) [ELF0011]")]
    NoCode,
    /// Valid, but not handled.
    #[error("not supported: {0} [ELF0012]")]
    Unsupported(String),
}

impl ElfError {
    /// The stable code.
    pub fn code(&self) -> &'static str {
        match self {
            Self::NotElf => "ELF0001",
            Self::Truncated => "ELF0002",
            Self::Machine { .. } => "ELF0003",
            Self::Class => "ELF0004",
            Self::Processor { .. } => "ELF0005",
            Self::Damaged { .. } => "ELF0006",
            Self::Limit { .. } => "ELF0007",
            Self::Segment { .. } => "ELF0008",
            Self::Relocation { .. } => "ELF0009",
            Self::Kernel { .. } => "ELF0010",
            Self::NoCode => "ELF0011",
            Self::Unsupported(_) => "ELF0012",
        }
    }

    /// Invalid input or unsupported. A file for another machine is input of the wrong kind; a code
    /// object for another GPU is one that this version does not handle.
    pub fn kind(&self) -> ErrorKind {
        match self {
            Self::Processor { .. } | Self::Unsupported(_) => ErrorKind::Unsupported,
            Self::NotElf
            | Self::Truncated
            | Self::Machine { .. }
            | Self::Class
            | Self::Damaged { .. }
            | Self::Limit { .. }
            | Self::Segment { .. }
            | Self::Relocation { .. }
            | Self::Kernel { .. }
            | Self::NoCode => ErrorKind::InvalidInput,
        }
    }
}
