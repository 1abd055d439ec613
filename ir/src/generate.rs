//! Random valid functions, made from the op rows: what fuzzers and property tests run passes and printers on.
//!
//! Requires a source of choices: a function that gives a number below its argument. Ensures: the function passes
//! [`crate::verify::verify`]; the same choices give the same function; its size is bounded whatever is chosen. A graph may
//! loop for ever: what runs it needs a limit. A loop of Legal is left after one round.

use crate::attr::{Atomic, Attr, BlockCall, Coherence, Mem, Space, Switch};
use crate::builder::Builder;
use crate::entity::{Block, Resource, Value, Var};
use crate::float::{FCmp, FloatEnv, Round};
use crate::function::{Function, Phase, ResourceData, VarData, VarName};
use crate::ops::{AttrKind, Effect, More, Op, R, W};
use crate::signature;
use crate::types::{Rate, Type, Width};
use cranelift_entity::EntityRef;

/// Bodies that stand in each other.
const MAX_NEST: usize = 4;

const WIDTHS: [Width; 5] = [Width::B1, Width::B8, Width::B16, Width::B32, Width::B64];

/// A random function of any phase.
pub fn generate(choose: &mut dyn FnMut(usize) -> usize) -> Function {
    let phase = [Phase::Raw, Phase::Ssa, Phase::Resolved, Phase::Legal][choose(4) & 3];
    let mut func = Function::new("random", if choose(2) == 0 { 64 } else { 32 });
    func.phase = phase;
    func.local_size = [1 + (choose(64) as u32 & 63), 1, 1];
    func.lds_bytes = 256;
    func.scratch_bytes = 64;
    for i in 0..2 {
        func.resources.push(ResourceData { name: format!("buffer{i}"), written: i == 1 });
    }
    if phase == Phase::Raw {
        for (i, ty) in [Type::U32, Type::L32, Type::MASK].into_iter().enumerate() {
            func.vars.push(VarData { name: VarName::Numbered("r", i as u32), ty });
        }
    }
    let entry = func.add_block();
    let mut g = Generate { func, block: entry, values: vec![], choose };
    if phase == Phase::Legal {
        g.body(0, false);
        g.emit(Op::ret, &[], Attr::None, &[]);
    } else {
        g.graph();
    }
    g.func
}

/// Resource that a straight function reads, and the bytes of it: a row of dwords a lane, then dwords of the wave.
pub const STRAIGHT_INPUT: (u32, usize) = (0, 64 * 16 + 16);
/// Resource that a straight function writes, and the bytes of it: a dword a lane for each value.
pub const STRAIGHT_OUTPUT: (u32, usize) = (1, 256 * MOST_VALUES);
/// Values that are stored at most.
const MOST_VALUES: usize = 48;

/// A random function of phase Ssa without branches, whose every result has a meaning: ops of integers, floats and waves on values
/// that it loads, and stores of them. Approximations are left out: their last bit is open.
pub fn straight(choose: &mut dyn FnMut(usize) -> usize) -> Function {
    let wave = if choose(2) == 0 { 64 } else { 32 };
    let mut func = Function::new("straight", wave);
    func.phase = Phase::Ssa;
    func.local_size = [wave, 1, 1];
    for (name, written) in [("input", false), ("output", true)] {
        func.resources.push(ResourceData { name: name.to_owned(), written });
    }
    let block = func.add_block();
    let mut g = Generate { func, block, values: vec![], choose };
    g.inputs();
    let ops: Vec<Op> = Op::ALL.iter().copied().filter(|&op| has_one_result(op)).collect();
    for _ in 0..1 + g.below(MOST_VALUES) {
        let op = g.pick(&ops, Op::iadd);
        g.op(op, false);
    }
    g.outputs();
    g.emit(Op::ret, &[], Attr::None, &[]);
    g.func
}

/// Whether all hosts agree on the result.
fn has_one_result(op: Op) -> bool {
    let approximate = matches!(
        op,
        Op::fsqrt
            | Op::frcp
            | Op::frsq
            | Op::fexp2
            | Op::flog2
            | Op::fsin
            | Op::fcos
            | Op::unknown
            | Op::user_data
    );
    matches!(op.group(), "int" | "float" | "wave") && !approximate
}

struct Generate<'a> {
    func: Function,
    block: Block,
    /// Values that may be used.
    values: Vec<Value>,
    choose: &'a mut dyn FnMut(usize) -> usize,
}

impl Generate<'_> {
    /// A number below `end`, whatever the source gives.
    fn below(&mut self, end: usize) -> usize {
        (self.choose)(end.max(1)) % end.max(1)
    }

    fn pick<T: Copy>(&mut self, from: &[T], or: T) -> T {
        let at = self.below(from.len());
        from.get(at).copied().unwrap_or(or)
    }

    fn emit(&mut self, op: Op, args: &[Value], attr: Attr, results: &[Type]) {
        let inst = Builder::new(&mut self.func, self.block).emit(op, args, attr, results);
        self.values.extend(self.func.results(inst));
    }

    fn constant(&mut self, width: Width) -> Value {
        let low = self.below(256) as u64;
        let bits = match self.below(4) {
            0 => low,
            1 => low << width.bits().saturating_sub(8),
            2 => !low,
            _ => low.wrapping_mul(0x0123_4567_89ab_cdef),
        };
        self.func.constant(width, bits)
    }

    /// A value that fits a type.
    fn value(&mut self, ty: Type) -> Value {
        let fits: Vec<Value> = self
            .values
            .iter()
            .copied()
            .filter(|&v| self.func.ty(v).width == ty.width && self.func.ty(v).rate <= ty.rate)
            .collect();
        let at = self.below(fits.len() + 2);
        match fits.get(at) {
            Some(&value) => value,
            None => self.constant(ty.width),
        }
    }

    fn any_type(&mut self) -> Type {
        let width = self.pick(&WIDTHS, Width::B32);
        if self.below(2) == 0 { Type::uniform(width) } else { Type::lane(width) }
    }

    fn env(&mut self) -> FloatEnv {
        let bits = self.below(64);
        if bits < 8 {
            return FloatEnv::IEEE;
        }
        FloatEnv {
            round: self.pick(&[Round::Even, Round::Up, Round::Down, Round::Zero], Round::Even),
            flush_in: bits & 1 != 0,
            flush_out: bits & 2 != 0,
            quiet: bits & 4 != 0,
            dx10_clamp: bits & 8 != 0,
            f16_saturate: bits & 16 != 0,
        }
    }

    /// Instructions in the current block, no terminator. `lane`: some lanes only come here.
    fn line(&mut self, lane: bool) {
        for _ in 0..self.below(8) {
            let op = self.pick(Op::ALL, Op::iadd);
            self.op(op, lane);
        }
    }

    /// One instruction, if the op may stand here.
    fn op(&mut self, op: Op, lane: bool) {
        let row = op.row();
        let phase = self.func.phase;
        let allowed = match op.group() {
            "float" => phase != Phase::Legal,
            "host" => phase >= Phase::Resolved,
            "control" => false,
            _ => true,
        };
        if !allowed || lane && matches!(row.effect, Effect::Cross | Effect::Write) {
            return;
        }
        match row.attr {
            AttrKind::Mem | AttrKind::Atomic => return self.access(op),
            AttrKind::Var if !matches!(phase, Phase::Raw | Phase::Legal) => return,
            AttrKind::Var => return self.variable(op),
            _ => {}
        }
        let Some((t, to)) = self.widths(op) else { return };
        let env = self.env();
        let attr = match row.attr {
            AttrKind::Index => Attr::Index(self.below(2) as u32),
            AttrKind::Float => Attr::Float(env),
            AttrKind::FCmp => Attr::FCmp(FCmp(self.below(16) as u8), env),
            AttrKind::Width => Attr::Width(to),
            AttrKind::FloatTo => Attr::FloatTo(to, env),
            AttrKind::Type => Attr::Type(self.any_type()),
            _ => Attr::None,
        };
        let mut args = vec![];
        for sig in row.args {
            let width = match sig.width {
                W::T => Some(t),
                W::Double => Width::from_bits(t.bits() * 2),
                W::Half => Width::from_bits(t.bits() / 2),
                W::Attr => Some(to),
                W::Any => Some(Width::B32),
                W::B1 => Some(Width::B1),
                W::B32 => Some(Width::B32),
                W::B64 => Some(Width::B64),
            };
            let rate = if sig.rate == R::U { Rate::Uniform } else { Rate::Lane };
            let Some(width) = width else { return };
            args.push(self.value(Type { width, rate }));
        }
        if row.more_args != More::No {
            return;
        }
        let types: Vec<Type> = args.iter().map(|&a| self.func.ty(a)).collect();
        if let Some(results) = signature::result_types(&self.func.vars, op, &types, &attr) {
            self.emit(op, &args, attr, &results);
        }
    }

    /// Width T and width of the attribute, as the op can have them.
    fn widths(&mut self, op: Op) -> Option<(Width, Width)> {
        let (a, b) = (self.pick(&WIDTHS, Width::B32), self.pick(&WIDTHS, Width::B32));
        let float = |w: Width| w >= Width::B16;
        let good = match op {
            Op::zext | Op::sext => b > a,
            Op::trunc => b < a,
            Op::pack => (Width::B8..=Width::B32).contains(&a),
            Op::lo | Op::hi => a > Width::B8,
            Op::ffma_to => float(b) && b < a,
            Op::s_to_f | Op::u_to_f | Op::s_to_h | Op::u_to_h => a > Width::B1 && float(b),
            Op::f_to_s | Op::f_to_u | Op::h_to_s | Op::h_to_u => float(a) && b > Width::B1,
            _ if matches!(op.group(), "float" | "host") => float(a) && float(b),
            _ => true,
        };
        good.then_some((a, b))
    }

    fn variable(&mut self, op: Op) {
        if self.func.vars.is_empty() {
            return;
        }
        let var = Var::new(self.below(self.func.vars.len()));
        let ty = self.func.vars[var].ty;
        if op == Op::get {
            self.emit(op, &[], Attr::Var(var), &[ty]);
        } else {
            let value = self.value(ty);
            self.emit(op, &[value], Attr::Var(var), &[]);
        }
    }

    fn access(&mut self, op: Op) {
        let spaces = [
            Space::Buffer(Resource::new(0)),
            Space::Buffer(Resource::new(1)),
            Space::Lds,
            Space::Gds,
            Space::Scratch,
            Space::Global,
            Space::Constant,
        ];
        let space = self.pick(&spaces, Space::Lds);
        let readonly = matches!(space, Space::Constant) || space == Space::Buffer(Resource::new(0));
        if readonly && op != Op::load {
            return;
        }
        let mem_width = if op == Op::atomic {
            self.pick(&[Width::B32, Width::B64], Width::B32)
        } else {
            self.pick(&WIDTHS[1..], Width::B32)
        };
        let mem = Mem {
            space,
            width: mem_width,
            count: if op == Op::atomic { 1 } else { 1 + self.below(4) as u8 },
            align: 1 << self.below(4),
            coherence: self.pick(&[Coherence::Wave, Coherence::Group, Coherence::Device], Coherence::Wave),
            offset: self.below(64) as i32 - 32,
        };
        let address = if matches!(space, Space::Global | Space::Constant) { Width::B64 } else { Width::B32 };
        let rate = if space == Space::Constant { Rate::Uniform } else { Rate::Lane };
        let mut args =
            vec![self.value(Type { width: address, rate }), self.value(Type { width: Width::B1, rate })];
        let lanes = space == Space::Scratch || args.iter().any(|&a| self.func.ty(a).is_lane());
        let rate = if lanes { Rate::Lane } else { Rate::Uniform };
        let ty = Type { width: mem_width, rate };
        match op {
            Op::load => {
                let wide = Type { width: mem_width.max(Width::B32), rate };
                let ty = if self.below(2) == 0 { ty } else { wide };
                self.emit(op, &args, Attr::Mem(mem), &vec![ty; usize::from(mem.count)]);
            }
            Op::store => {
                for _ in 0..mem.count {
                    args.push(self.value(ty));
                }
                self.emit(op, &args, Attr::Mem(mem), &[]);
            }
            _ => {
                let kinds = [Atomic::Add, Atomic::CmpSwap, Atomic::UMin, Atomic::FMax, Atomic::Dec];
                let kind = self.pick(&kinds, Atomic::Swap);
                for _ in 0..if kind == Atomic::CmpSwap { 2 } else { 1 } {
                    args.push(self.value(ty));
                }
                let env = self.env();
                let results = vec![ty; self.below(2)];
                self.emit(op, &args, Attr::Atomic(mem, kind, env), &results);
            }
        }
    }

    // --- straight lines ---

    fn dword(&mut self, op: Op, at: Value, offset: usize, store: Option<Value>) {
        let mem = Mem {
            space: Space::Buffer(Resource::new(usize::from(store.is_some()))),
            width: Width::B32,
            count: 1,
            align: 4,
            coherence: Coherence::Wave,
            offset: offset as i32,
        };
        let rate = self.func.ty(at).rate;
        let yes = self.func.constant(Width::B1, 1);
        let mut args = vec![at, yes];
        args.extend(store);
        let results = if store.is_some() { vec![] } else { vec![Type { width: Width::B32, rate }] };
        self.emit(op, &args, Attr::Mem(mem), &results);
    }

    /// The last value.
    fn last(&mut self) -> Value {
        match self.values.last() {
            Some(&value) => value,
            None => self.func.constant(Width::B32, 0),
        }
    }

    /// A byte offset for each lane: its number times two to a power.
    fn of_lane(&mut self, shift: u64) -> Value {
        self.emit(Op::lane_id, &[], Attr::None, &[Type::L32]);
        let (lane, count) = (self.last(), self.func.constant(Width::B32, shift));
        self.emit(Op::ishl, &[lane, count], Attr::None, &[Type::L32]);
        self.last()
    }

    /// Values of every width and rate.
    fn inputs(&mut self) {
        let row = self.of_lane(4);
        self.values.clear();
        (0..4).for_each(|i| self.dword(Op::load, row, i * 4, None));
        let wave = self.func.constant(Width::B32, 64 * 16);
        (0..4).for_each(|i| self.dword(Op::load, wave, i * 4, None));
        for pair in self.values.clone().as_chunks::<2>().0 {
            let rate = self.func.ty(pair[0]).rate;
            self.emit(Op::pack, pair, Attr::None, &[Type { width: Width::B64, rate }]);
            for width in [Width::B16, Width::B8, Width::B1] {
                self.emit(Op::trunc, &pair[..1], Attr::Width(width), &[Type { width, rate }]);
            }
        }
    }

    /// Stores the values: 64 bits as two dwords, narrow ones widened.
    fn outputs(&mut self) {
        let row = self.of_lane(2);
        let values: Vec<Value> = self.values.iter().rev().copied().take(MOST_VALUES / 2).collect();
        let mut number = 0;
        for value in values {
            let ty = self.func.ty(value);
            let dword = Type { width: Width::B32, rate: ty.rate };
            let from = self.values.len();
            match ty.width {
                Width::B64 => {
                    self.emit(Op::lo, &[value], Attr::None, &[dword]);
                    self.emit(Op::hi, &[value], Attr::None, &[dword]);
                }
                Width::B32 => self.values.push(value),
                Width::B1 | Width::B8 | Width::B16 => {
                    self.emit(Op::zext, &[value], Attr::Width(Width::B32), &[dword]);
                }
            }
            for value in self.values.split_off(from) {
                let value = if ty.is_lane() {
                    value
                } else {
                    self.emit(Op::splat, &[value], Attr::None, &[Type::L32]);
                    self.last()
                };
                self.dword(Op::store, row, number * 256, Some(value));
                number += 1;
            }
        }
    }

    // --- graphs ---

    /// Up to six blocks. A block uses what the entry and itself define; edges go anywhere but to the entry.
    fn graph(&mut self) {
        let count = 1 + self.below(6);
        let mut blocks = vec![self.block];
        for _ in 1..count {
            let block = self.func.add_block();
            for _ in 0..self.below(3) {
                let ty = self.any_type();
                self.func.add_param(block, ty);
            }
            blocks.push(block);
        }
        self.line(false);
        let of_entry = self.values.len();
        for (i, &block) in blocks.iter().enumerate() {
            if i > 0 {
                self.block = block;
                self.values.truncate(of_entry);
                self.values.extend(self.func.blocks[block].params.iter().copied());
                self.line(false);
            }
            let targets = blocks.get(1..).unwrap_or_default();
            self.end(targets);
        }
    }

    fn end(&mut self, targets: &[Block]) {
        let Some(&first) = targets.first() else { return self.emit(Op::ret, &[], Attr::None, &[]) };
        match self.below(5) {
            0 => self.emit(Op::ret, &[], Attr::None, &[]),
            1 => {
                let call = self.call(targets, first);
                self.emit(Op::br, &[], Attr::Jump(Box::new(call)), &[]);
            }
            2 | 3 => {
                let condition = self.value(Type::BOOL);
                let calls = [self.call(targets, first), self.call(targets, first)];
                self.emit(Op::brif, &[condition], Attr::Branch(Box::new(calls)), &[]);
            }
            _ => {
                let on = self.value(Type::U32);
                let cases = (0..self.below(4)).map(|i| (i as u32 * 3, self.call(targets, first))).collect();
                let switch = Switch { cases, default: self.call(targets, first) };
                self.emit(Op::switch, &[on], Attr::Switch(Box::new(switch)), &[]);
            }
        }
    }

    fn call(&mut self, targets: &[Block], or: Block) -> BlockCall {
        let mut call = BlockCall::to(self.pick(targets, or));
        for param in self.func.blocks[call.block].params.clone() {
            let ty = self.func.ty(param);
            call.args.push(self.value(ty));
        }
        call
    }

    // --- bodies ---

    /// Instructions and structured ops in the current block, no terminator.
    fn body(&mut self, depth: usize, lane: bool) {
        for _ in 0..1 + self.below(3) {
            self.line(lane);
            if depth < MAX_NEST {
                match self.below(4) {
                    0 => self.choice(depth, lane, true),
                    1 => self.choice(depth, lane, false),
                    2 => self.repeat(depth, lane),
                    _ => {}
                }
            }
        }
    }

    /// Types of results; at lane rate where they depend on a lane's path.
    fn result_types(&mut self, lane: bool) -> Vec<Type> {
        (0..self.below(3))
            .map(|_| {
                let ty = self.any_type();
                if lane { Type::lane(ty.width) } else { ty }
            })
            .collect()
    }

    /// A body that ends by giving values of these types, or of those that it gives itself.
    fn sub_body(&mut self, depth: usize, lane: bool, params: &[Type], end: Op, gives: &[Type]) -> Block {
        let (parent, values) = (self.block, self.values.len());
        let body = self.func.add_body();
        for &ty in params {
            let param = self.func.add_param(body, ty);
            self.values.push(param);
        }
        self.block = body;
        self.body(depth + 1, lane);
        let args: Vec<Value> = gives.iter().map(|&ty| self.value(ty)).collect();
        self.emit(end, &args, Attr::None, &[]);
        self.values.truncate(values);
        self.block = parent;
        body
    }

    /// An `if_` or a switch.
    fn choice(&mut self, depth: usize, lane: bool, two: bool) {
        let width = if two { Width::B1 } else { Width::B32 };
        let condition = self.value(Type::lane(width));
        let splits = self.func.ty(condition).is_lane();
        let results = self.result_types(splits);
        let count = if two { 2 } else { 1 + self.below(3) };
        let bodies: Vec<Block> =
            (0..count).map(|_| self.sub_body(depth, lane || splits, &[], Op::yield_, &results)).collect();
        if two {
            self.emit(Op::if_, &[condition], Attr::Regions(bodies.into_iter().collect()), &results);
        } else {
            let last = bodies.len().saturating_sub(1);
            let values = |i: usize| if i == last { vec![] } else { vec![i as u32 * 2, i as u32 * 2 + 1] };
            let cases = bodies.into_iter().enumerate().map(|(i, body)| (values(i).into(), body)).collect();
            self.emit(Op::sswitch, &[condition], Attr::Cases(Box::new(cases)), &results);
        }
    }

    /// A loop that is left at its end.
    fn repeat(&mut self, depth: usize, lane: bool) {
        let params = self.result_types(false);
        let results = self.result_types(false);
        let args: Vec<Value> = params.iter().map(|&ty| self.value(ty)).collect();
        let body = self.sub_body(depth, lane, &params, Op::break_, &results);
        self.emit(Op::loop_, &args, Attr::Regions([body].into_iter().collect()), &results);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::{PrintOptions, parse, print};
    use crate::verify::verify;

    #[test]
    fn straight_functions_are_valid_and_have_all_exact_ops() {
        let mut seen = std::collections::HashSet::new();
        for seed in 0..2000u64 {
            let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
            let func = straight(&mut |end| {
                state ^= state << 13;
                state ^= state >> 7;
                state ^= state << 17;
                (state >> 11) as usize % end
            });
            if let Err(errors) = verify(&func) {
                panic!("seed {seed}: {errors}\n{func}");
            }
            seen.extend(func.insts.values().map(|data| data.op));
        }
        let missing: Vec<_> =
            Op::ALL.iter().filter(|&&op| has_one_result(op) && !seen.contains(&op)).collect();
        assert!(missing.is_empty(), "never made: {missing:?}");
    }

    #[test]
    fn random_functions_are_valid_and_read_back() {
        let mut seen = std::collections::HashSet::new();
        for seed in 0..3000u64 {
            let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
            let func = generate(&mut |end| {
                state ^= state << 13;
                state ^= state >> 7;
                state ^= state << 17;
                (state >> 11) as usize % end
            });
            let text = print(&func, PrintOptions::default());
            if let Err(errors) = verify(&func) {
                panic!("seed {seed}: {errors}\n{text}");
            }
            match parse(&text) {
                Ok(again) => {
                    assert_eq!(print(&again, PrintOptions::default()), text, "seed {seed}");
                    assert!(verify(&again).is_ok(), "seed {seed}");
                }
                Err(e) => panic!("seed {seed}: {e}\n{text}"),
            }
            seen.extend(func.insts.values().map(|data| data.op));
        }
        let missing: Vec<_> = Op::ALL
            .iter()
            .filter(|op| !seen.contains(op) && !matches!(op, Op::continue_ | Op::unreachable))
            .collect();
        assert!(missing.is_empty(), "never made: {missing:?}");
    }
}
