//! A function resolved for running: a flat list of steps with register slots.
//!
//! Ensures: every step has the operands, results and attribute that its op's row asks for, every slot lies in the register
//! file, every target is the first step of a block.

use crate::attr::{Atomic, Attr, BlockCall, Mem, Space};
use crate::entity::{Block, Inst, Value};
use crate::float::FloatEnv;
use crate::function::{Def, Function};
use crate::ops::{AttrKind, More, Op, R, W};
use crate::types::{Rate, Type, Width};
use cranelift_entity::SecondaryMap;
use smallvec::SmallVec;

/// Registers that a wave may need: 64 MiB.
const MAX_REGS: u64 = 1 << 23;
/// Bytes of workgroup memory or of a wave's scratch.
const MAX_BYTES: u64 = 1 << 24;

/// Why a function cannot be run.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CompileError {
    /// There is no block.
    #[error("the function has no entry block")]
    NoEntry,
    /// Waves have 1 to 64 lanes, workgroups at least one invocation.
    #[error("a wave of {wave_size} lanes in a workgroup of {local_size:?} cannot be run")]
    Size {
        /// Lanes.
        wave_size: u32,
        /// Invocations.
        local_size: [u32; 3],
    },
    /// More registers or memory than the interpreter gives.
    #[error("needs {amount} {what}, more than the interpreter gives")]
    TooLarge {
        /// Which thing.
        what: &'static str,
        /// How much of it.
        amount: u64,
    },
    /// An instruction breaks its row; the verifier says more.
    #[error("{inst} ({op}): {what}")]
    Malformed {
        /// The instruction.
        inst: Inst,
        /// Its op.
        op: &'static str,
        /// What is wrong.
        what: &'static str,
    },
    /// A block does not end in a terminator, or has one in its middle.
    #[error("{0} does not end in its only terminator")]
    Unterminated(Block),
}

/// Where a value lies: the register of lane 0 and the step from lane to lane, 0 for uniform values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Slot {
    pub base: u32,
    pub stride: u32,
}

impl Slot {
    #[inline(always)]
    pub fn at(self, lane: usize) -> usize {
        self.base as usize + self.stride as usize * lane
    }

    pub const fn is_lane(self) -> bool {
        self.stride != 0
    }
}

pub(super) type Slots = SmallVec<[Slot; 4]>;

/// A jump: its step, and the copies that make the parameters.
#[derive(Clone, Debug)]
pub(super) struct Target {
    pub ip: u32,
    pub from: Slots,
    pub to: Slots,
}

/// What a step carries.
#[derive(Clone, Debug)]
pub(super) enum Extra {
    None,
    Index(u32),
    /// Payload of float ops.
    Attr(Attr),
    Mem(Mem),
    Atomic(Mem, Atomic, FloatEnv),
    Var(Slot),
    Jump(Target),
    Branch(Box<[Target; 2]>),
    Switch(Box<(Vec<(u32, Target)>, Target)>),
    /// First steps of the bodies; one or two.
    If(u32, Option<u32>),
    /// Body, parameters, and the places where values for the next turn wait.
    Loop(u32, Slots, Slots),
    /// Values with bodies, then the default.
    Cases(Vec<(SmallVec<[u32; 2]>, u32)>, u32),
}

/// An instruction.
#[derive(Clone, Debug)]
pub(super) struct Step {
    pub op: Op,
    /// The width T of the row.
    pub width: Width,
    /// Width of the first result.
    pub to: Width,
    /// Whether the first result exists per lane.
    pub lanes: bool,
    pub args: Slots,
    pub results: SmallVec<[Slot; 2]>,
    pub widths: SmallVec<[Width; 2]>,
    pub extra: Extra,
    pub pc: u32,
}

/// A function ready to run.
#[derive(Clone, Debug)]
pub struct Program {
    pub(super) steps: Vec<Step>,
    pub(super) entry: u32,
    /// Registers of a wave.
    pub(super) regs: usize,
    /// Registers with the values of constants.
    pub(super) constants: Vec<(u32, u64)>,
    /// Registers that begin unknown (parameters of the entry, variables), with their widths and counts.
    pub(super) unknown: Vec<(u32, u32, Width)>,
    pub(super) wave_size: u32,
    pub(super) invocations: u32,
    pub(super) lds_bytes: u32,
    pub(super) scratch_bytes: u32,
    /// Structured ops: a bound of how deep they can nest.
    pub(super) depth: usize,
}

impl Program {
    /// Resolves a function.
    ///
    /// # Errors
    /// Where the function breaks the rules of its rows or is too large.
    pub fn new(func: &Function) -> Result<Program, CompileError> {
        Compiler::new(func)?.compile()
    }

    /// Lanes of a wave.
    pub fn wave_size(&self) -> u32 {
        self.wave_size
    }

    /// Steps of all blocks: a measure of the size.
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Whether there are no steps; never so.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }
}

struct Compiler<'a> {
    func: &'a Function,
    wave_size: u32,
    slots: SecondaryMap<Value, Option<Slot>>,
    starts: SecondaryMap<Block, Option<u32>>,
    order: Vec<Block>,
    vars: Vec<Slot>,
    program: Program,
    next: u64,
}

impl<'a> Compiler<'a> {
    fn new(func: &'a Function) -> Result<Compiler<'a>, CompileError> {
        let invocations = func.local_size.iter().try_fold(1u32, |n, &d| n.checked_mul(d)).unwrap_or(0);
        // A function that never looks at lanes has no wave size: any will do.
        let wave_size = if func.wave_size == 0 { 64 } else { func.wave_size };
        if !(1..=64).contains(&wave_size) || !(1..=4096).contains(&invocations) {
            return Err(CompileError::Size { wave_size: func.wave_size, local_size: func.local_size });
        }
        let bytes = |what, amount: u64| {
            if amount > MAX_BYTES { Err(CompileError::TooLarge { what, amount }) } else { Ok(()) }
        };
        bytes("bytes of workgroup memory", u64::from(func.lds_bytes))?;
        bytes("bytes of scratch in a wave", u64::from(func.scratch_bytes) * u64::from(wave_size))?;
        Ok(Compiler {
            func,
            wave_size,
            slots: SecondaryMap::new(),
            starts: SecondaryMap::new(),
            order: Vec::new(),
            vars: Vec::new(),
            program: Program {
                steps: Vec::new(),
                entry: 0,
                regs: 0,
                constants: Vec::new(),
                unknown: Vec::new(),
                wave_size,
                invocations,
                lds_bytes: func.lds_bytes,
                scratch_bytes: func.scratch_bytes,
                depth: 0,
            },
            next: 0,
        })
    }

    fn alloc(&mut self, ty: Type) -> Result<Slot, CompileError> {
        let count = if ty.is_lane() { self.wave_size } else { 1 };
        let base = self.next;
        self.next += u64::from(count);
        if self.next > MAX_REGS {
            return Err(CompileError::TooLarge { what: "registers", amount: self.next });
        }
        Ok(Slot { base: base as u32, stride: u32::from(ty.is_lane()) })
    }

    fn slot(&mut self, value: Value) -> Result<Slot, CompileError> {
        if let Some(slot) = self.slots[value] {
            return Ok(slot);
        }
        let slot = self.alloc(self.func.ty(value))?;
        if let Def::Const(bits) = self.func.values[value].def {
            let count = if slot.is_lane() { self.wave_size } else { 1 };
            self.program.constants.extend((0..count).map(|i| (slot.base + i, bits)));
        }
        self.slots[value] = Some(slot);
        Ok(slot)
    }

    fn unknown(&mut self, slot: Slot, ty: Type) {
        let count = if ty.is_lane() { self.wave_size } else { 1 };
        self.program.unknown.push((slot.base, count, ty.width));
    }

    /// Places the blocks that can be reached and gives each its first step.
    fn place(&mut self) -> Result<(), CompileError> {
        let entry = self.func.entry().ok_or(CompileError::NoEntry)?;
        let mut work = vec![entry];
        let mut next = 0u32;
        while let Some(block) = work.pop() {
            if self.starts[block].is_some() {
                continue;
            }
            let insts = self.func.blocks.get(block).map_or(&[][..], |b| &b.insts);
            let (last, body) = insts.split_last().ok_or(CompileError::Unterminated(block))?;
            let ends = |&i: &Inst| self.func.insts[i].op.is_terminator();
            if !ends(last) || body.iter().any(ends) {
                return Err(CompileError::Unterminated(block));
            }
            self.starts[block] = Some(next);
            next = u32::try_from(insts.len()).ok().and_then(|n| next.checked_add(n)).ok_or(
                CompileError::TooLarge { what: "instructions", amount: u64::from(next) + insts.len() as u64 },
            )?;
            self.order.push(block);
            work.extend(self.func.targets(*last).iter().map(|c| c.block));
            work.extend(insts.iter().flat_map(|&i| self.func.bodies(i)));
        }
        Ok(())
    }

    fn compile(mut self) -> Result<Program, CompileError> {
        self.place()?;
        for var in self.func.vars.keys() {
            let ty = self.func.vars[var].ty;
            let slot = self.alloc(ty)?;
            self.vars.push(slot);
            self.unknown(slot, ty);
        }
        if let Some(entry) = self.func.entry() {
            for &param in &self.func.blocks[entry].params {
                let slot = self.slot(param)?;
                self.unknown(slot, self.func.ty(param));
            }
            self.program.entry = self.starts[entry].unwrap_or(0);
        }
        for block in std::mem::take(&mut self.order) {
            for &inst in &self.func.blocks[block].insts {
                let step = self.step(inst)?;
                self.program.steps.push(step);
            }
        }
        self.program.regs = self.next as usize;
        Ok(self.program)
    }

    fn bad<T>(&self, inst: Inst, what: &'static str) -> Result<T, CompileError> {
        Err(CompileError::Malformed { inst, op: self.func.insts[inst].op.row().name, what })
    }

    fn all(&mut self, values: &[Value]) -> Result<Slots, CompileError> {
        values.iter().map(|&v| self.slot(v)).collect()
    }

    /// Values that go to places: as many, as wide, and no lane value to a uniform place.
    fn fits(&self, inst: Inst, from: &[Value], to: &[Value]) -> Result<(), CompileError> {
        let ok = from.len() == to.len()
            && from.iter().zip(to).all(|(&f, &t)| {
                let (f, t) = (self.func.ty(f), self.func.ty(t));
                f.width == t.width && f.rate <= t.rate
            });
        if ok { Ok(()) } else { self.bad(inst, "arguments do not fit the parameters") }
    }

    fn target(&mut self, inst: Inst, call: &BlockCall) -> Result<Target, CompileError> {
        let params = self.func.blocks[call.block].params.clone();
        self.fits(inst, &call.args, &params)?;
        Ok(Target { ip: self.start(inst, call.block)?, from: self.all(&call.args)?, to: self.all(&params)? })
    }

    fn start(&self, inst: Inst, block: Block) -> Result<u32, CompileError> {
        self.starts[block].map_or_else(|| self.bad(inst, "target is not a block"), Ok)
    }

    fn step(&mut self, inst: Inst) -> Result<Step, CompileError> {
        let func = self.func;
        let data = &func.insts[inst];
        let row = data.op.row();
        let results: SmallVec<[Value; 4]> = func.results(inst).collect();
        self.check_row(inst, &results)?;
        let types: SmallVec<[Type; 4]> = data.args.iter().map(|&a| func.ty(a)).collect();
        let t = row.args.iter().zip(&types).find(|(s, _)| s.width == W::T).map(|(_, t)| t.width);
        let first = results.first().map(|&r| func.ty(r));
        let args = self.all(&data.args)?;
        let extra = self.extra(inst, &results)?;
        Ok(Step {
            op: data.op,
            width: t.or(types.first().map(|t| t.width)).unwrap_or(Width::B32),
            to: first.map_or(Width::B32, |t| t.width),
            lanes: first.is_some_and(Type::is_lane),
            args,
            results: self.all(&results)?.into_iter().collect(),
            widths: results.iter().map(|&r| func.ty(r).width).collect(),
            extra,
            pc: data.pc,
        })
    }

    /// Numbers, widths and rates of operands and results.
    fn check_row(&self, inst: Inst, results: &[Value]) -> Result<(), CompileError> {
        let func = self.func;
        let data = &func.insts[inst];
        let row = data.op.row();
        let count = |fixed: usize, more: More, n: usize| match more {
            More::No => n == fixed,
            More::Elements | More::Any => n >= fixed,
        };
        if !count(row.args.len(), row.more_args, data.args.len()) {
            return self.bad(inst, "wrong number of operands");
        }
        if !count(row.results.len(), row.more_results, results.len()) {
            return self.bad(inst, "wrong number of results");
        }
        let mut t = None;
        for (sig, &arg) in row.args.iter().zip(&data.args) {
            let ty = func.ty(arg);
            let width_ok = match sig.width {
                W::T => *t.get_or_insert(ty.width) == ty.width,
                W::B1 => ty.width == Width::B1,
                W::B32 => ty.width == Width::B32,
                W::B64 => ty.width == Width::B64,
                W::Any | W::Attr | W::Double | W::Half => true,
            };
            if !width_ok {
                return self.bad(inst, "operand of another width");
            }
            if sig.rate == R::U && ty.is_lane() {
                return self.bad(inst, "lane operand where a uniform one belongs");
            }
        }
        let types: SmallVec<[Type; 4]> = data.args.iter().map(|&a| func.ty(a)).collect();
        let attr = match &data.attr {
            Attr::Width(w) | Attr::FloatTo(w, _) => Some(*w),
            Attr::Type(ty) => Some(ty.width),
            Attr::Var(v) => func.vars.get(*v).map(|v| v.ty.width),
            _ => None,
        };
        for (&sig, &result) in row.results.iter().zip(results) {
            let ty = func.ty(result);
            match data.op.result_type(sig, &types, attr) {
                Some(want) if want.width == ty.width => {
                    if want.rate > ty.rate && data.op != Op::get {
                        return self.bad(inst, "uniform result of lane operands");
                    }
                }
                _ => return self.bad(inst, "result of another width"),
            }
        }
        Ok(())
    }

    fn extra(&mut self, inst: Inst, results: &[Value]) -> Result<Extra, CompileError> {
        let func = self.func;
        let data = &func.insts[inst];
        Ok(match (data.op.row().attr, &data.attr) {
            (AttrKind::None, Attr::None) | (AttrKind::Type, Attr::Type(_)) => Extra::None,
            (AttrKind::Index, Attr::Index(n)) => Extra::Index(*n),
            (AttrKind::Width, Attr::Width(_))
            | (AttrKind::Float, Attr::Float(_))
            | (AttrKind::FCmp, Attr::FCmp(..))
            | (AttrKind::FloatTo, Attr::FloatTo(..)) => Extra::Attr(data.attr.clone()),
            (AttrKind::Var, Attr::Var(var)) => {
                let Some(&slot) = self.vars.get(var.as_u32() as usize) else {
                    return self.bad(inst, "no such variable");
                };
                let ty = func.vars[*var].ty;
                let fits = match (data.args.first(), results.first()) {
                    (Some(&a), None) => func.ty(a).width == ty.width && func.ty(a).rate <= ty.rate,
                    (None, Some(&r)) => func.ty(r).width == ty.width && ty.rate <= func.ty(r).rate,
                    _ => false,
                };
                if !fits {
                    return self.bad(inst, "another type than the variable's");
                }
                Extra::Var(slot)
            }
            (AttrKind::Mem, Attr::Mem(mem)) => {
                self.check_mem(inst, mem, results)?;
                Extra::Mem(*mem)
            }
            (AttrKind::Atomic, Attr::Atomic(mem, atomic, env)) => {
                self.check_mem(inst, mem, results)?;
                let needs = 2 + atomic.operands();
                if data.args.len() != needs || results.len() > 1 {
                    return self.bad(inst, "wrong number of operands or results");
                }
                Extra::Atomic(*mem, *atomic, *env)
            }
            (AttrKind::Jump, Attr::Jump(call)) => Extra::Jump(self.target(inst, call)?),
            (AttrKind::Branch, Attr::Branch(calls)) => {
                let [yes, no] = &**calls;
                Extra::Branch(Box::new([self.target(inst, yes)?, self.target(inst, no)?]))
            }
            (AttrKind::Switch, Attr::Switch(switch)) => {
                let cases: Result<Vec<_>, CompileError> =
                    switch.cases.iter().map(|(v, c)| Ok((*v, self.target(inst, c)?))).collect();
                Extra::Switch(Box::new((cases?, self.target(inst, &switch.default)?)))
            }
            (AttrKind::Regions, Attr::Regions(bodies)) => self.regions(inst, bodies, results)?,
            (AttrKind::Cases, Attr::Cases(cases)) => {
                self.check_joins(inst, results)?;
                let mut out = Vec::new();
                let mut default = None;
                for (values, body) in cases.iter() {
                    let start = self.start(inst, *body)?;
                    self.no_params(inst, *body)?;
                    if values.is_empty() {
                        default = Some(start);
                    } else {
                        out.push((values.clone(), start));
                    }
                }
                let Some(default) = default else { return self.bad(inst, "no default case") };
                Extra::Cases(out, default)
            }
            _ => return self.bad(inst, "another attribute than the row's"),
        })
    }

    /// A branch that is decided lane by lane gives lane values.
    fn check_joins(&mut self, inst: Inst, results: &[Value]) -> Result<(), CompileError> {
        self.program.depth += 1;
        let func = self.func;
        let by_lane = func.insts[inst].args.first().is_some_and(|&a| func.ty(a).is_lane());
        if by_lane && results.iter().any(|&r| !func.ty(r).is_lane()) {
            return self.bad(inst, "uniform result of a choice by lane");
        }
        Ok(())
    }

    fn no_params(&self, inst: Inst, body: Block) -> Result<(), CompileError> {
        if self.func.blocks[body].params.is_empty() {
            Ok(())
        } else {
            self.bad(inst, "the body has parameters")
        }
    }

    fn regions(&mut self, inst: Inst, bodies: &[Block], results: &[Value]) -> Result<Extra, CompileError> {
        let func = self.func;
        if func.insts[inst].op == Op::loop_ {
            self.program.depth += 1;
            let &[body] = bodies else { return self.bad(inst, "a loop has one body") };
            let params = func.blocks[body].params.clone();
            let args = func.insts[inst].args.clone();
            self.fits(inst, &args, &params)?;
            let wait: Result<Slots, CompileError> = params.iter().map(|&p| self.alloc(func.ty(p))).collect();
            return Ok(Extra::Loop(self.start(inst, body)?, self.all(&params)?, wait?));
        }
        self.check_joins(inst, results)?;
        for &body in bodies {
            self.no_params(inst, body)?;
        }
        match *bodies {
            [yes, no] => Ok(Extra::If(self.start(inst, yes)?, Some(self.start(inst, no)?))),
            [yes] if results.is_empty() => Ok(Extra::If(self.start(inst, yes)?, None)),
            _ => self.bad(inst, "wrong number of bodies"),
        }
    }

    fn check_mem(&self, inst: Inst, mem: &Mem, results: &[Value]) -> Result<(), CompileError> {
        let func = self.func;
        let data = &func.insts[inst];
        if mem.width == Width::B1 {
            return self.bad(inst, "memory has no elements of one bit");
        }
        let wide = matches!(mem.space, Space::Global | Space::Constant);
        let address = data.args.first().map(|&a| func.ty(a).width);
        if address != Some(if wide { Width::B64 } else { Width::B32 }) {
            return self.bad(inst, "address of another width than the space's");
        }
        let elements = match data.op {
            Op::load => Some(results),
            Op::store => data.args.get(2..),
            _ => None,
        };
        if elements.is_some_and(|e| e.len() != usize::from(mem.count)) {
            return self.bad(inst, "another number of elements than the access has");
        }
        let values = results.iter().chain(data.args.get(2..).unwrap_or(&[]));
        if values.clone().any(|&v| func.ty(v).width < mem.width) {
            return self.bad(inst, "element narrower than in memory");
        }
        let own = mem.space == Space::Scratch && self.wave_size != 1;
        let by_lane = data.args.iter().take(2).any(|&a| func.ty(a).is_lane()) || own;
        if by_lane && results.iter().any(|&r| func.ty(r).rate == Rate::Uniform) {
            return self.bad(inst, "uniform result of an access by lane");
        }
        Ok(())
    }
}
