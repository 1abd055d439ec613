//! A function: arenas of values, instructions and blocks.
//!
//! Ensures: every value has one definition; results of an instruction are consecutive values; constants are values without
//! an instruction and are interned.

use crate::attr::{Attr, BlockCall};
use crate::entity::{Block, Inst, Resource, Value, Var};
use crate::ops::Op;
use crate::types::{Type, Width};
use cranelift_entity::PrimaryMap;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// How far a function has come. Phases only go forward; each is defined by what it forbids.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Phase {
    /// Variables for registers; `get` and `set`.
    Raw,
    /// No variables.
    Ssa,
    /// No ambient mode, resources named.
    Resolved,
    /// Structured control, host float ops, only what the back ends emit.
    Legal,
}

/// Where a value comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Def {
    /// Result of an instruction, by number.
    Result(Inst, u16),
    /// Parameter of a block, by number.
    Param(Block, u16),
    /// A constant's bits.
    Const(u64),
}

/// A value's type and definition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ValueData {
    /// Type.
    pub ty: Type,
    /// Definition.
    pub def: Def,
}

/// An instruction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InstData {
    /// What it does.
    pub op: Op,
    /// Operands.
    pub args: SmallVec<[Value; 4]>,
    /// Payload.
    pub attr: Attr,
    /// First result; the others follow.
    pub first: Option<Value>,
    /// Number of results.
    pub results: u16,
    /// Guest address of the instruction it comes from, relative to the code; `u32::MAX` for none.
    pub pc: u32,
}

/// A basic block or the body of a region.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BlockData {
    /// Parameters.
    pub params: SmallVec<[Value; 4]>,
    /// Instructions; the last one is the terminator.
    pub insts: Vec<Inst>,
}

/// Name of a variable. Front ends declare hundreds of numbered ones a function, most of which nobody prints.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum VarName {
    /// A letter or word and a number.
    Numbered(&'static str, u32),
    /// Any other.
    Named(String),
}

impl From<&str> for VarName {
    fn from(name: &str) -> VarName {
        VarName::Named(name.to_owned())
    }
}

impl std::fmt::Display for VarName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            VarName::Numbered(word, number) => write!(f, "{word}{number}"),
            VarName::Named(name) => f.write_str(name),
        }
    }
}

/// A variable of phase Raw or Legal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VarData {
    /// Name in text.
    pub name: VarName,
    /// Type.
    pub ty: Type,
}

/// A buffer or image that a plan binds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ResourceData {
    /// Name in text.
    pub name: String,
    /// Whether the function writes it.
    pub written: bool,
}

/// A function.
#[derive(Clone, Debug)]
pub struct Function {
    /// Name in text.
    pub name: String,
    /// How far it has come.
    pub phase: Phase,
    /// Lanes of a wave.
    pub wave_size: u32,
    /// Invocations of a workgroup in each dimension.
    pub local_size: [u32; 3],
    /// Bytes of workgroup memory.
    pub lds_bytes: u32,
    /// Bytes of scratch a lane has.
    pub scratch_bytes: u32,
    /// Values.
    pub values: PrimaryMap<Value, ValueData>,
    /// Instructions.
    pub insts: PrimaryMap<Inst, InstData>,
    /// Blocks.
    pub blocks: PrimaryMap<Block, BlockData>,
    /// Blocks of the graph in order, entry first. In Legal the entry alone: all others are bodies of regions.
    pub layout: Vec<Block>,
    /// Variables (Raw, Legal).
    pub vars: PrimaryMap<Var, VarData>,
    /// Resources.
    pub resources: PrimaryMap<Resource, ResourceData>,
    constants: FxHashMap<(Width, u64), Value>,
}

impl Function {
    /// An empty function of phase Raw.
    pub fn new(name: &str, wave_size: u32) -> Function {
        Function {
            name: name.to_owned(),
            phase: Phase::Raw,
            wave_size,
            local_size: [1; 3],
            lds_bytes: 0,
            scratch_bytes: 0,
            values: PrimaryMap::new(),
            insts: PrimaryMap::new(),
            blocks: PrimaryMap::new(),
            layout: Vec::new(),
            vars: PrimaryMap::new(),
            resources: PrimaryMap::new(),
            constants: FxHashMap::default(),
        }
    }

    /// The entry block, if there are blocks.
    pub fn entry(&self) -> Option<Block> {
        self.layout.first().copied()
    }

    /// A constant; equal constants are one value. Constants are uniform.
    pub fn constant(&mut self, width: Width, bits: u64) -> Value {
        let bits = bits & width.mask();
        let values = &mut self.values;
        *self
            .constants
            .entry((width, bits))
            .or_insert_with(|| values.push(ValueData { ty: Type::uniform(width), def: Def::Const(bits) }))
    }

    /// A new block at the end of the layout.
    pub fn add_block(&mut self) -> Block {
        let block = self.blocks.push(BlockData::default());
        self.layout.push(block);
        block
    }

    /// A new block outside the layout: the body of a region.
    pub fn add_body(&mut self) -> Block {
        self.blocks.push(BlockData::default())
    }

    /// A new parameter of a block.
    pub fn add_param(&mut self, block: Block, ty: Type) -> Value {
        let index = self.blocks[block].params.len() as u16;
        let value = self.values.push(ValueData { ty, def: Def::Param(block, index) });
        self.blocks[block].params.push(value);
        value
    }

    /// A new instruction, not in a block yet, with results of these types.
    pub fn add_inst(&mut self, op: Op, args: &[Value], attr: Attr, results: &[Type], pc: u32) -> Inst {
        let first = (!results.is_empty()).then(|| self.values.next_key());
        let args = SmallVec::from_slice(args);
        let inst = self.insts.push(InstData { op, args, attr, first, results: results.len() as u16, pc });
        for (i, &ty) in results.iter().enumerate() {
            self.values.push(ValueData { ty, def: Def::Result(inst, i as u16) });
        }
        inst
    }

    /// Results of an instruction.
    pub fn results(&self, inst: Inst) -> impl ExactSizeIterator<Item = Value> + use<> {
        let data = &self.insts[inst];
        let first = data.first.map_or(0, |v| v.as_u32());
        (first..first + u32::from(data.results)).map(Value::from_u32)
    }

    /// The only result of an instruction that has one.
    pub fn result(&self, inst: Inst) -> Option<Value> {
        let data = &self.insts[inst];
        if data.results == 1 { data.first } else { None }
    }

    /// A value's type.
    #[inline]
    pub fn ty(&self, value: Value) -> Type {
        self.values[value].ty
    }

    /// A constant's bits.
    #[inline]
    pub fn as_const(&self, value: Value) -> Option<u64> {
        match self.values[value].def {
            Def::Const(bits) => Some(bits),
            _ => None,
        }
    }

    /// The instruction that a value is the result of.
    pub fn def_inst(&self, value: Value) -> Option<Inst> {
        match self.values[value].def {
            Def::Result(inst, _) => Some(inst),
            _ => None,
        }
    }

    /// The terminator of a block.
    pub fn terminator(&self, block: Block) -> Option<Inst> {
        let last = self.blocks[block].insts.last().copied()?;
        self.insts[last].op.is_terminator().then_some(last)
    }

    /// Blocks that a terminator goes to, with their arguments.
    pub fn targets(&self, inst: Inst) -> SmallVec<[&BlockCall; 2]> {
        match &self.insts[inst].attr {
            Attr::Jump(call) => SmallVec::from_slice(&[&**call]),
            Attr::Branch(calls) => calls.iter().collect(),
            Attr::Switch(switch) => switch.cases.iter().map(|(_, c)| c).chain([&switch.default]).collect(),
            _ => SmallVec::new(),
        }
    }

    /// Successors of a block.
    pub fn successors(&self, block: Block) -> SmallVec<[Block; 2]> {
        self.terminator(block)
            .map_or_else(SmallVec::new, |t| self.targets(t).iter().map(|c| c.block).collect())
    }

    /// Calls `f` with every operand of an instruction, arguments of its targets included.
    pub fn for_each_use(&self, inst: Inst, mut f: impl FnMut(Value)) {
        let data = &self.insts[inst];
        data.args.iter().copied().for_each(&mut f);
        match &data.attr {
            Attr::Jump(call) => call.args.iter().copied().for_each(f),
            Attr::Branch(calls) => calls.iter().flat_map(|c| c.args.iter().copied()).for_each(f),
            Attr::Switch(s) => {
                s.cases.iter().flat_map(|(_, c)| c.args.iter().copied()).for_each(&mut f);
                s.default.args.iter().copied().for_each(f);
            }
            _ => {}
        }
    }

    /// Lets `f` replace every operand of an instruction, arguments of its targets included.
    #[inline]
    pub fn replace_uses(&mut self, inst: Inst, mut f: impl FnMut(Value) -> Value) {
        let data = &mut self.insts[inst];
        if !matches!(data.attr, Attr::Jump(_) | Attr::Branch(_) | Attr::Switch(_)) {
            data.args.iter_mut().for_each(|v| *v = f(*v));
            return;
        }
        let mut all = |values: &mut [Value]| values.iter_mut().for_each(|v| *v = f(*v));
        all(&mut data.args);
        match &mut data.attr {
            Attr::Jump(call) => all(&mut call.args),
            Attr::Branch(calls) => calls.iter_mut().for_each(|c| all(&mut c.args)),
            Attr::Switch(s) => {
                s.cases.iter_mut().for_each(|(_, c)| all(&mut c.args));
                all(&mut s.default.args);
            }
            _ => {}
        }
    }

    /// Bodies of a structured op.
    pub fn bodies(&self, inst: Inst) -> SmallVec<[Block; 2]> {
        match &self.insts[inst].attr {
            Attr::Regions(blocks) => blocks.clone(),
            Attr::Cases(cases) => cases.iter().map(|(_, b)| *b).collect(),
            _ => SmallVec::new(),
        }
    }
}
