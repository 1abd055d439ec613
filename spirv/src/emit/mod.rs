//! The walk over the function and the helpers that all groups share.
//!
//! [`Emitter::instruction`] sends every op to the file of its group, by an exhaustive choice: a new op does not compile until
//! it has a place. Errors do not travel through results: the first one
//! is kept ([`Emitter::refuse`], [`Emitter::bug`]), emission goes on with harmless ids, and [`emit`] returns it.

mod control;
mod host;
mod int;
mod memory;
mod place;
mod region;
mod translate;
mod wave;

use crate::error::{EmitError, EmitErrorKind};
use crate::interface::{Features, Lookup, Options};
use crate::module::{Globals, Module, Ty};
use crate::sink::Section;
use cranelift_entity::{EntityRef as _, SecondaryMap};
use ir::{Attr, Function, Inst, Op as IrOp, Phase, Value, Width};
use rspirv::spirv::{FunctionControl, Op};

/// Emits a function of phase Legal, which the verifier has passed, as a compute shader.
///
/// # Errors
/// Where the device lacks something, an op has no exact form, or the function is not legal; see [`EmitErrorKind`].
pub fn emit(func: &Function, options: &Options) -> Result<Module, EmitError> {
    let mut e = Emitter::new(func, options);
    if func.phase != Phase::Legal {
        e.bug("the phase is not Legal");
    }
    let entry = e.function();
    if let Some(kind) = e.error.take() {
        let data = func.insts.get(e.inst);
        return Err(EmitError {
            inst: e.inst,
            op: data.map_or(IrOp::ret, |d| d.op),
            pc: data.map_or(u32::MAX, |d| d.pc),
            kind,
        });
    }
    let subgroup = (func.wave_size > 1).then_some(func.wave_size);
    let sites = std::mem::take(&mut e.region.sites);
    let stride = e.lds_stride();
    Ok(e.g.finish(entry, func.local_size, subgroup, sites, stride, options))
}

/// Dwords of user data that a function uses: one more than the highest number.
fn user_dwords(func: &Function) -> u32 {
    let numbers = func.insts.values().map(|data| match data.attr {
        Attr::Index(n) if data.op == IrOp::user_data => n.saturating_add(1),
        _ => 0,
    });
    numbers.max().unwrap_or(0)
}

/// State of an emission.
struct Emitter<'a> {
    func: &'a Function,
    options: &'a Options,
    g: Globals,
    /// Section that instructions go to.
    section: Section,
    /// Ids of values; 0 where there is none yet.
    ids: SecondaryMap<Value, u32>,
    /// Ids of values that are results of float ops, as floats; 0 for others.
    floats: SecondaryMap<Value, u32>,
    /// Label of the block that is written.
    label: u32,
    /// Instruction that is emitted.
    inst: Inst,
    error: Option<EmitErrorKind>,
    /// String of the line table and the pc that was written last.
    line_file: u32,
    line: u32,
    memory: memory::State,
    wave: wave::State,
    region: region::State,
}

impl<'a> Emitter<'a> {
    fn new(func: &'a Function, options: &'a Options) -> Emitter<'a> {
        let mut ids = SecondaryMap::new();
        ids.resize(func.values.len());
        let mut floats = SecondaryMap::new();
        floats.resize(func.values.len());
        let mut g = Globals::new(func.insts.len() * 12, user_dwords(func));
        g.wide_is_pair = !options.features.contains(Features::INT64);
        g.narrow_is_word = [Features::INT8, Features::INT16].map(|f| !options.features.contains(f));
        Emitter {
            func,
            options,
            g,
            section: Section::Body,
            ids,
            floats,
            label: 0,
            inst: Inst::new(0),
            error: None,
            line_file: 0,
            line: u32::MAX,
            memory: memory::State::default(),
            wave: wave::State::default(),
            region: region::State::default(),
        }
    }

    fn function(&mut self) -> u32 {
        let void = self.g.ty(Ty::Void);
        let signature = self.g.sink.id();
        self.g.sink.put(Section::Globals, Op::TypeFunction, &[signature, void]);
        let entry = self.g.sink.id();
        self.g.sink.put(
            Section::Prologue,
            Op::Function,
            &[void, entry, FunctionControl::NONE.bits(), signature],
        );
        self.label = self.g.sink.id();
        self.g.sink.put(Section::Prologue, Op::Label, &[self.label]);
        if self.options.lines {
            self.line_file = self.g.sink.id();
            self.g.sink.put_str(Section::Debug, Op::String, &[self.line_file], &self.func.name, &[]);
        }
        if self.options.lookup == Lookup::Hoisted {
            self.find_bases();
        }
        self.declare_lds();
        self.control();
        self.g.sink.put(Section::Body, Op::FunctionEnd, &[]);
        if self.options.names {
            self.names(entry);
        }
        entry
    }

    fn names(&mut self, entry: u32) {
        self.g.name(entry, &self.func.name);
        for value in self.func.values.keys() {
            let id = self.ids[value];
            if id != 0 && self.func.as_const(value).is_none() {
                self.g.name(id, &value.to_string());
            }
        }
    }

    /// Emits an instruction that is not of the control group.
    fn instruction(&mut self, inst: Inst) {
        self.inst = inst;
        let data = &self.func.insts[inst];
        if self.line_file != 0 && data.pc != self.line && data.pc != u32::MAX {
            self.line = data.pc;
            self.g.sink.put(self.section, Op::Line, &[self.line_file, data.pc, 0]);
        }
        let op = data.op;
        use IrOp as O;
        match op {
            O::iadd
            | O::isub
            | O::imul
            | O::udiv
            | O::urem
            | O::umulhi
            | O::smulhi
            | O::iand
            | O::ior
            | O::ixor
            | O::inot
            | O::ishl
            | O::ushr
            | O::sshr
            | O::umin
            | O::umax
            | O::smin
            | O::smax
            | O::popcnt
            | O::bitrev
            | O::find_lsb
            | O::find_umsb
            | O::find_smsb
            | O::ieq
            | O::ine
            | O::ult
            | O::ule
            | O::slt
            | O::sle
            | O::select
            | O::zext
            | O::sext
            | O::trunc
            | O::pack
            | O::lo
            | O::hi
            | O::splat
            | O::unknown => self.int(inst),
            O::hadd
            | O::hmul
            | O::hfma
            | O::hdiv
            | O::hmin
            | O::hmax
            | O::hfloor
            | O::hceil
            | O::htrunc
            | O::hrndne
            | O::hsqrt
            | O::hrsq
            | O::hexp2
            | O::hlog2
            | O::hsin
            | O::hcos
            | O::hldexp
            | O::hcmp
            | O::hcvt
            | O::h_to_s
            | O::h_to_u
            | O::s_to_h
            | O::u_to_h => self.host(inst),
            O::lane_id
            | O::ballot
            | O::lanebit
            | O::any
            | O::readlane
            | O::readfirst
            | O::writelane
            | O::shuffle
            | O::wave_id
            | O::local_index
            | O::workgroup_id
            | O::num_workgroups
            | O::user_data => {
                self.wave(inst);
            }
            O::load
            | O::store
            | O::atomic
            | O::buffer_size
            | O::barrier
            | O::vote_barrier
            | O::wave_barrier
            | O::fault
            | O::get
            | O::set => self.access(inst),
            O::fadd
            | O::fmul
            | O::ffma
            | O::fmad
            | O::ffma_to
            | O::ffma_scale
            | O::fmin
            | O::fmax
            | O::ffloor
            | O::fceil
            | O::ftrunc
            | O::frndne
            | O::ffract
            | O::fsqrt
            | O::frcp
            | O::frsq
            | O::fexp2
            | O::flog2
            | O::fsin
            | O::fcos
            | O::fldexp
            | O::ffrexp_mant
            | O::ffrexp_exp
            | O::fcmp
            | O::fclass
            | O::fcvt
            | O::f_to_s
            | O::f_to_u
            | O::s_to_f
            | O::u_to_f => self.bug("float ops are host ops in phase Legal"),
            O::br
            | O::brif
            | O::switch
            | O::ret
            | O::unreachable
            | O::if_
            | O::loop_
            | O::sswitch
            | O::break_
            | O::continue_
            | O::yield_ => self.bug("control out of place"),
        }
        let func = self.func;
        func.results(inst).for_each(|value| self.defined(value));
    }

    /// Keeps the first error: something that is not supported.
    fn refuse(&mut self, what: &'static str) {
        self.error.get_or_insert(EmitErrorKind::Unsupported(what));
    }

    /// Keeps the first error: the function is not legal.
    fn bug(&mut self, what: &'static str) {
        self.error.get_or_insert(EmitErrorKind::NotLegal(what));
    }

    /// Refuses by name where a feature is missing.
    fn need(&mut self, feature: Features) {
        if !self.options.features.contains(feature) {
            let name = match feature {
                Features::INT16 => "16-bit integers (shaderInt16)",
                Features::INT64 => "64-bit integers (shaderInt64)",
                Features::FLOAT16 => "16-bit floats (shaderFloat16)",
                Features::FLOAT64 => "64-bit floats (shaderFloat64)",
                Features::BUFFER_ATOMIC64 => "64-bit atomics in buffers (shaderBufferInt64Atomics)",
                Features::SHARED_ATOMIC64 => {
                    "64-bit atomics in workgroup memory (shaderSharedInt64Atomics, workgroupMemoryExplicitLayout)"
                }
                _ => "a device feature",
            };
            self.refuse(name);
        }
    }

    /// Type of values of a width.
    #[inline]
    fn ty(&mut self, width: Width) -> u32 {
        // Without 64-bit integers a value is a pair of dwords, on which a few ops work; without narrow ones it is a dword.
        self.g.ty(Ty::of(width))
    }

    /// Whether values of a width are dwords whose upper bits are zero.
    fn is_word(&self, width: Width) -> bool {
        let [bytes, halves] = self.g.narrow_is_word;
        width == Width::B8 && bytes || width == Width::B16 && halves
    }

    /// A dword as a value of a width that is one: without what lies above.
    fn fitted(&mut self, id: u32, width: Width) -> u32 {
        let mask = self.g.c32(width.mask() as u32);
        self.opt(Op::BitwiseAnd, Ty::U32, [id, mask])
    }

    /// A narrow value as a dword.
    fn widened(&mut self, id: u32, width: Width, signed: bool) -> u32 {
        if !self.is_word(width) {
            return self.opt(if signed { Op::SConvert } else { Op::UConvert }, Ty::U32, [id]);
        }
        if !signed {
            return id;
        }
        let count = self.g.c32(32 - width.bits());
        let high = self.opt(Op::ShiftLeftLogical, Ty::U32, [id, count]);
        self.opt(Op::ShiftRightArithmetic, Ty::U32, [high, count])
    }

    /// Id of a value.
    #[inline]
    fn v(&mut self, value: Value) -> u32 {
        let id = self.ids[value];
        if id != 0 { id } else { self.late(value) }
    }

    /// Id of a value that has none yet: a constant, or a bug.
    fn late(&mut self, value: Value) -> u32 {
        let width = self.func.ty(value).width;
        self.ty(width);
        let bits = self.func.as_const(value);
        if bits.is_none() {
            self.bug("a value is used before it is defined");
        }
        let id = self.g.constant(Ty::of(width), bits.unwrap_or(0));
        self.ids[value] = id;
        id
    }

    /// Operand of the current instruction; missing ones are a bug.
    #[inline]
    fn arg(&mut self, index: usize) -> Value {
        match self.func.insts[self.inst].args.get(index) {
            Some(&value) => value,
            None => {
                self.bug("an operand is missing");
                self.func.insts[self.inst].args.first().copied().unwrap_or(Value::from_u32(0))
            }
        }
    }

    /// Id of an operand of the current instruction.
    #[inline]
    fn a(&mut self, index: usize) -> u32 {
        let value = self.arg(index);
        if self.func.values.is_valid(value) { self.v(value) } else { self.g.c32(0) }
    }

    /// Width of an operand of the current instruction.
    #[inline]
    fn aw(&mut self, index: usize) -> Width {
        let value = self.arg(index);
        self.func.values.get(value).map_or(Width::B32, |v| v.ty.width)
    }

    /// Gives the only result of the current instruction an id.
    #[inline]
    fn define(&mut self, id: u32) {
        match self.func.insts[self.inst].first {
            Some(value) => self.ids[value] = id,
            None => self.bug("an op without its result"),
        }
    }

    /// Width of the first result of the current instruction.
    fn rw(&self) -> Width {
        self.func.insts[self.inst].first.map_or(Width::B32, |v| self.func.ty(v).width)
    }

    /// An instruction with result type, result and operands.
    #[inline]
    fn op<const N: usize>(&mut self, op: Op, ty: u32, args: [u32; N]) -> u32 {
        let id = self.g.sink.id();
        self.g.sink.fixed(self.section, op, [ty, id], args);
        id
    }

    /// The same with a type by name.
    #[inline]
    fn opt<const N: usize>(&mut self, op: Op, ty: Ty, args: [u32; N]) -> u32 {
        let ty = self.g.ty(ty);
        self.op(op, ty, args)
    }

    /// An instruction without result.
    #[inline]
    fn effect(&mut self, op: Op, words: &[u32]) {
        self.g.sink.put(self.section, op, words);
    }

    /// Instruction of GLSL.std.450.
    fn glsl<const N: usize>(&mut self, number: u32, ty: u32, args: [u32; N]) -> u32 {
        let set = self.g.glsl();
        let id = self.g.sink.id();
        self.g.sink.fixed(self.section, Op::ExtInst, [ty, id, set, number], args);
        id
    }

    /// Starts a block.
    fn start(&mut self, label: u32) {
        self.effect(Op::Label, &[label]);
        self.label = label;
    }

    /// Begins code that runs where the condition holds; gives the label for [`Self::end_if`].
    fn begin_if(&mut self, condition: u32) -> u32 {
        let (then, merge) = (self.g.sink.id(), self.g.sink.id());
        self.effect(Op::SelectionMerge, &[merge, 0]);
        self.effect(Op::BranchConditional, &[condition, then, merge]);
        self.start(then);
        merge
    }

    /// Ends such code.
    fn end_if(&mut self, merge: u32) {
        self.effect(Op::Branch, &[merge]);
        self.start(merge);
    }

    /// Runs `f` with instructions going to the prologue, whose values are defined everywhere.
    fn in_prologue<T>(&mut self, f: impl FnOnce(&mut Self) -> T) -> T {
        let section = std::mem::replace(&mut self.section, Section::Prologue);
        let result = f(self);
        self.section = section;
        result
    }

    /// Converts an unsigned integer between widths of at least 8 bits.
    fn resize(&mut self, id: u32, from: Width, to: Width) -> u32 {
        if from == to {
            return id;
        }
        if self.is_word(from) {
            return self.resize(id, Width::B32, to);
        }
        if self.is_word(to) {
            let low = self.resize(id, from, Width::B32);
            return self.fitted(low, to);
        }
        if self.g.wide_is_pair {
            if to == Width::B64 {
                let (low, zero) = (self.resize(id, from, Width::B32), self.g.c32(0));
                return self.opt(Op::CompositeConstruct, Ty::U64, [low, zero]);
            }
            if from == Width::B64 {
                let low = self.opt(Op::CompositeExtract, Ty::U32, [id, 0]);
                return self.resize(low, Width::B32, to);
            }
        }
        let ty = self.ty(to);
        self.op(Op::UConvert, ty, [id])
    }
}
