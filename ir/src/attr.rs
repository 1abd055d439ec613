//! What an instruction carries besides its operands.

use crate::entity::{Block, Resource, Value, Var};
use crate::float::{FCmp, FloatEnv};
use crate::types::{Type, Width};
use smallvec::SmallVec;

/// A block and the arguments for its parameters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BlockCall {
    /// Where to.
    pub block: Block,
    /// One value a parameter.
    pub args: SmallVec<[Value; 4]>,
}

impl BlockCall {
    /// A call without arguments.
    pub fn to(block: Block) -> BlockCall {
        BlockCall { block, args: SmallVec::new() }
    }
}

/// Address spaces. The operands of an access are given with each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Space {
    /// A bound buffer: 32-bit byte offset. Out of range: loads give 0, stores are dropped.
    Buffer(Resource),
    /// Guest memory by 64-bit address; an address outside the guest's regions is a fault.
    Global,
    /// Guest memory that nobody writes during the run, by 64-bit address, at uniform rate.
    Constant,
    /// Memory of the workgroup: 32-bit byte offset. Out of range: loads give 0, stores are dropped.
    Lds,
    /// Memory shared by the dispatch: 32-bit byte offset.
    Gds,
    /// Memory of a lane: 32-bit byte offset.
    Scratch,
}

/// Who sees an access, and when.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Coherence {
    /// The wave that makes it; others after a barrier.
    #[default]
    Wave,
    /// The workgroup at once.
    Group,
    /// The device at once: never cached, never repeated, never left out.
    Device,
}

/// A memory access.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Mem {
    /// Where.
    pub space: Space,
    /// Width of an element in memory; a narrower element than the value is zero-extended.
    pub width: Width,
    /// Elements, one value each, at consecutive places.
    pub count: u8,
    /// Bytes that the address is known to be a multiple of.
    pub align: u8,
    /// Who sees it.
    pub coherence: Coherence,
    /// Constant byte offset added to the address (wrapping in the address's width).
    pub offset: i32,
}

/// What an atomic computes from old memory and data.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "the usual names")]
pub enum Atomic {
    Swap,
    /// Stores the data where memory equals the compare operand.
    CmpSwap,
    Add,
    Sub,
    SMin,
    UMin,
    SMax,
    UMax,
    And,
    Or,
    Xor,
    /// `old >= data ? 0 : old + 1`.
    Inc,
    /// `old == 0 || old > data ? data : old - 1`.
    Dec,
    /// `old < data ? 0 : old - data`.
    CSub,
    /// `data - old`.
    RSub,
    /// `old & !data | second`.
    MaskOr,
    /// `old >= data ? old - data : old + second`.
    Wrap,
    /// Of 64 bits: each half of the data whose top bit is set is stored without that bit, the others leave memory as it is.
    CondSwap32,
    /// Float minimum, maximum, compare-and-swap and addition by the environment's flush rule.
    FMin,
    FMax,
    FCmpSwap,
    FAdd,
}

impl Atomic {
    /// Data operands: one, or two where a compare value or a second operand follows.
    pub const fn operands(self) -> usize {
        match self {
            Atomic::CmpSwap | Atomic::FCmpSwap | Atomic::MaskOr | Atomic::Wrap => 2,
            _ => 1,
        }
    }
}

/// Payload of an instruction; which one belongs to an op is said by the op's row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Attr {
    /// Nothing.
    None,
    /// A small number: element index, code of a fault.
    Index(u32),
    /// Float environment.
    Float(FloatEnv),
    /// Float comparison and its environment.
    FCmp(FCmp, FloatEnv),
    /// Width of the result of a conversion.
    Width(Width),
    /// Width of the result of a float conversion and its environment.
    FloatTo(Width, FloatEnv),
    /// A register variable.
    Var(Var),
    /// Type of an unknown value.
    Type(Type),
    /// Memory access.
    Mem(Mem),
    /// Atomic access.
    Atomic(Mem, Atomic, FloatEnv),
    /// Jump.
    Jump(Box<BlockCall>),
    /// Branch: taken, not taken.
    Branch(Box<[BlockCall; 2]>),
    /// Switch: cases and default.
    Switch(Box<Switch>),
    /// Bodies of a structured op.
    Regions(SmallVec<[Block; 2]>),
    /// Bodies of a structured switch with their case values; the last one without values is the default.
    Cases(Box<Vec<(SmallVec<[u32; 2]>, Block)>>),
}

impl Attr {
    /// The memory access of a load, a store or an atomic.
    pub fn mem(&self) -> Option<&Mem> {
        match self {
            Attr::Mem(mem) | Attr::Atomic(mem, ..) => Some(mem),
            _ => None,
        }
    }
}

/// An unstructured switch.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Switch {
    /// Value and target.
    pub cases: Vec<(u32, BlockCall)>,
    /// Target of all other values.
    pub default: BlockCall,
}
