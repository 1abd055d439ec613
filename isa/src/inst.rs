//! A decoded instruction.

use crate::fields::Fields;
use crate::op::Op;
use smallvec::SmallVec;

/// The dwords of an instruction: two, a literal, up to three dwords of MIMG addresses.
pub type Words = SmallVec<[u32; 5]>;

/// A decoded instruction: everything its words say, nothing more.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Inst {
    /// What it does.
    pub op: Op,
    /// The encoding it is written in, with the values of its fields.
    pub fields: Fields,
    /// The literal dword, where a source says so or the instruction always has one.
    pub literal: Option<u32>,
    /// VGPR numbers of MIMG addresses after the first, four a dword as encoded; empty without NSA.
    pub nsa: SmallVec<[u8; 12]>,
    /// Names of unused fields that were not zero (default decoding takes such words and says so).
    pub ignored: SmallVec<[&'static str; 2]>,
}

impl Inst {
    /// Length in dwords.
    pub fn dwords(&self) -> u32 {
        let base = match self.fields {
            Fields::Sop1(_)
            | Fields::Sop2(_)
            | Fields::Sopc(_)
            | Fields::Sopk(_)
            | Fields::Sopp(_)
            | Fields::Vop1(_)
            | Fields::Vop2(_)
            | Fields::Vopc(_)
            | Fields::Vintrp(_) => 1,
            _ => 2,
        };
        base + u32::from(self.literal.is_some()) + (self.nsa.len() as u32).div_ceil(4)
    }

    /// Length in bytes.
    pub fn bytes(&self) -> u32 {
        self.dwords() * 4
    }

    /// LLVM's mnemonic without an encoding suffix.
    pub fn name(&self) -> &'static str {
        self.op.name()
    }
}
