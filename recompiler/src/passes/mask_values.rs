//! Turns uniform values that are only masks as bits into masks of lanes.
//!
//! Code that handles EXEC and VCC by hand keeps ballots in scalar registers, combines them bit by bit and hands them through
//! blocks. Rules cancel `lanebit(ballot m)` inside a block; this pass does it across block parameters. A web is what hangs
//! together by bitwise ops, selections by uniform conditions and parameters. It is turned if it has a ballot and all that is
//! done with it is done with masks too: `lanebit`, compares with 0 (whether the mask has a lane), the web's own ops.
//!
//! Requires: phase Ssa or Resolved, a graph; waves of 32 or 64 lanes. Ensures: no such web is left; values of other origin
//! enter by `lanebit`. Leaves alone: a web of which something else looks at the bits.
//!
//! ```text
//! b0: v1 = ballot v0; br b1(v1)                          b0: br b1(v0)
//! b1(v2: u.b64): v3 = ballot v4; v5 = ior v2, v3    →    b1(v2: l.b1): v5 = ior v2, v4
//!     v6 = lanebit v5                                        (v6 is v5)
//! ```
//!
//! In waves of 64 lanes, 32-bit parameters of which one is the low half and one the high half of a mask become one parameter
//! first. In waves of 32 lanes the low half is the mask: `lo`, `zext` and `pack` keep it.
//! Tests: tests/filetests/passes/mask_values/

mod pairs;

use super::util::{self, Aliases};
use super::{Changed, PassError, dce};
use cranelift_entity::SecondaryMap;
use ir::dom::Dominators;
use ir::{Attr, Block, Function, Inst, Op, Phase, Type, Value, Width};
use smallvec::{SmallVec, smallvec};

/// Rounds of joining halves.
const MAX_JOINS: usize = 8;

/// Turns webs of mask bits into masks.
///
/// # Errors
/// None.
pub fn run(func: &mut Function) -> Result<Changed, PassError> {
    if func.phase == Phase::Legal {
        return Err(PassError::bug("mask_values wants a graph"));
    }
    let ballots = func.layout.iter().flat_map(|&b| &func.blocks[b].insts);
    let ballots = ballots.into_iter().any(|&i| func.insts[i].op == Op::ballot);
    if !ballots || !matches!(func.wave_size, 32 | 64) {
        return Ok(Changed::No);
    }
    let mut paired = false;
    if func.wave_size == 64 {
        // Ops on halves hide which parameters are halves of one mask.
        paired = pairs::rejoin(func);
        // Each pair that is joined may show others.
        for _ in 0..MAX_JOINS {
            if !pairs::join(func) {
                break;
            }
            pairs::rejoin(func);
            paired = true;
        }
        // Halves that nobody uses any more would be uses of the whole.
        dce::run(func)?;
    }
    let webs = Webs::find(func);
    if !webs.any() {
        return Ok(paired.into());
    }
    Turn::new(func, webs).run();
    dce::run(func)?;
    Ok(Changed::Yes)
}

/// What a value is to a web.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Part {
    /// A ballot: the mask is at hand.
    Ballot(Value),
    /// A bitwise op, or a selection by a uniform condition.
    Logic,
    /// A parameter.
    Param,
    /// Keeps the mask of its first operand (waves of 32).
    Same(Value),
    /// Bits of any other origin, constants among them.
    Source,
}

/// Whether a value has the bits of a mask: one bit for each lane.
fn fits(func: &Function, value: Value) -> bool {
    let ty = func.ty(value);
    !ty.is_lane() && (ty.width == Width::B64 || ty.width == Width::B32 && func.wave_size == 32)
}

fn part(func: &Function, value: Value) -> Part {
    let inst = match func.values[value].def {
        ir::function::Def::Param(block, _) if func.entry() != Some(block) => return Part::Param,
        ir::function::Def::Result(inst, _) => inst,
        _ => return Part::Source,
    };
    let data = &func.insts[inst];
    let narrow = func.wave_size == 32;
    match (data.op, &data.args[..]) {
        (Op::ballot, &[mask]) => Part::Ballot(mask),
        (Op::iand | Op::ior | Op::ixor | Op::inot, _) => Part::Logic,
        (Op::select, &[c, ..]) if !func.ty(c).is_lane() => Part::Logic,
        (Op::lo | Op::zext, &[x]) if narrow && fits(func, x) => Part::Same(x),
        (Op::pack, &[x, _]) if narrow && fits(func, x) => Part::Same(x),
        _ => Part::Source,
    }
}

/// Operands of a web's op that are of the web.
fn web_args(func: &Function, inst: Inst) -> &[Value] {
    let data = &func.insts[inst];
    match data.op {
        Op::select => data.args.get(1..).unwrap_or(&[]),
        Op::pack => data.args.get(..1).unwrap_or(&[]),
        _ => &data.args,
    }
}

/// Whether a compare asks if a mask has a lane; the mask's bits.
fn has_lane(func: &Function, inst: Inst) -> Option<Value> {
    let data = &func.insts[inst];
    let (Op::ieq | Op::ine, &[x, y]) = (data.op, &data.args[..]) else { return None };
    let x = if func.as_const(y) == Some(0) {
        x
    } else if func.as_const(x) == Some(0) {
        y
    } else {
        return None;
    };
    // In waves of 32 the high half of 64 bits is not the mask's.
    let whole = func.ty(x).width.bits() == func.wave_size;
    (fits(func, x) && whole).then_some(x)
}

/// Webs by union of values.
struct Webs {
    parent: SecondaryMap<Value, u32>,
    turned: SecondaryMap<Value, bool>,
    any: bool,
}

#[derive(Clone, Copy, Default)]
struct Count {
    ballots: u32,
    asked: u32,
    /// Something looks at the bits.
    bits: bool,
}

impl Webs {
    fn any(&self) -> bool {
        self.any
    }

    /// Whether a value is of a web that is turned.
    fn turned(&self, value: Value) -> bool {
        self.turned[value]
    }

    fn root(&mut self, value: Value) -> Value {
        let mut at = value;
        while self.parent[at] != 0 {
            let up = Value::from_u32(self.parent[at] - 1);
            if self.parent[up] != 0 {
                self.parent[at] = self.parent[up];
            }
            at = up;
        }
        at
    }

    fn union(&mut self, a: Value, b: Value) {
        let (a, b) = (self.root(a), self.root(b));
        if a != b {
            self.parent[a] = b.as_u32() + 1;
        }
    }

    fn find(func: &Function) -> Webs {
        let mut webs = Webs { parent: SecondaryMap::new(), turned: SecondaryMap::new(), any: false };
        let member = |v: Value| fits(func, v) && part(func, v) != Part::Source;
        let insts = || func.layout.iter().flat_map(|&b| func.blocks[b].insts.iter().copied());
        // What hangs together.
        for inst in insts() {
            if let Some(result) = func.result(inst).filter(|&v| member(v))
                && !matches!(part(func, result), Part::Ballot(_))
            {
                for &arg in web_args(func, inst).iter().filter(|&&a| member(a)) {
                    webs.union(result, arg);
                }
            }
            for call in func.targets(inst) {
                let params = &func.blocks[call.block].params;
                for (&param, &arg) in params.iter().zip(&call.args) {
                    if member(param) && member(arg) {
                        webs.union(param, arg);
                    }
                }
            }
        }
        // What is done with it.
        let mut counts: SecondaryMap<Value, Count> = SecondaryMap::new();
        for inst in insts() {
            let data = &func.insts[inst];
            let own = func.result(inst).filter(|&v| member(v));
            let asked = match data.op {
                Op::lanebit => data.args.first().copied(),
                _ => has_lane(func, inst),
            };
            for (i, &arg) in data.args.iter().enumerate() {
                if !member(arg) {
                    continue;
                }
                let of_web = own.is_some()
                    && web_args(func, inst).contains(&arg)
                    && !(data.op == Op::select && i == 0);
                let root = webs.root(arg);
                if asked == Some(arg) {
                    counts[root].asked += 1;
                } else if !of_web {
                    counts[root].bits = true;
                }
            }
            if let Some(result) = own.filter(|&v| matches!(part(func, v), Part::Ballot(_))) {
                let root = webs.root(result);
                counts[root].ballots += 1;
            }
            for call in func.targets(inst) {
                let params = &func.blocks[call.block].params;
                for (&param, &arg) in params.iter().zip(&call.args) {
                    if member(arg) && !member(param) {
                        let root = webs.root(arg);
                        counts[root].bits = true;
                    }
                }
            }
        }
        for value in func.values.keys().filter(|&v| member(v)) {
            let root = webs.root(value);
            let c = counts[root];
            let turned = c.ballots > 0 && c.asked > 0 && !c.bits;
            webs.turned[value] = turned;
            webs.any |= turned;
        }
        webs
    }
}

/// Builds the masks.
struct Turn<'a> {
    func: &'a mut Function,
    webs: Webs,
    /// The mask of a value of a web or of a source.
    mask: SecondaryMap<Value, Option<Value>>,
    /// Masks of constants and of parameters of the entry: made at its start.
    first: Vec<Inst>,
}

impl<'a> Turn<'a> {
    fn new(func: &'a mut Function, webs: Webs) -> Turn<'a> {
        Turn { func, webs, mask: SecondaryMap::new(), first: vec![] }
    }

    fn run(mut self) {
        let order: Vec<Block> = Dominators::new(self.func).rpo().to_vec();
        for &block in &order {
            for param in self.func.blocks[block].params.clone() {
                if self.webs.turned(param) {
                    self.mask[param] = Some(self.func.add_param(block, Type::MASK));
                }
            }
        }
        let mut aliases = Aliases::default();
        for &block in &order {
            let insts = std::mem::take(&mut self.func.blocks[block].insts);
            let mut out = Vec::with_capacity(insts.len());
            for inst in insts {
                self.arguments(inst, &mut out);
                self.instruction(inst, &mut out, &mut aliases);
            }
            self.func.blocks[block].insts = out;
        }
        if let Some(entry) = self.func.entry() {
            let first = std::mem::take(&mut self.first);
            self.func.blocks[entry].insts.splice(0..0, first);
        }
        aliases.rewrite_graph(self.func);
    }

    /// Masks for the parameters that a terminator's targets have got.
    fn arguments(&mut self, inst: Inst, out: &mut Vec<Inst>) {
        let mut added: SmallVec<[SmallVec<[Value; 4]>; 2]> = SmallVec::new();
        for call in self.func.targets(inst).into_iter().cloned().collect::<SmallVec<[_; 2]>>() {
            let params = self.func.blocks[call.block].params.clone();
            let mut new = SmallVec::new();
            for (&param, &arg) in params.iter().zip(&call.args) {
                if self.webs.turned(param) {
                    new.push(self.mask_of(arg, out, self.func.insts[inst].pc));
                }
            }
            added.push(new);
        }
        for (call, new) in util::targets_mut(&mut self.func.insts[inst].attr).zip(added) {
            call.args.extend(new);
        }
    }

    fn instruction(&mut self, inst: Inst, out: &mut Vec<Inst>, aliases: &mut Aliases) {
        let data = self.func.insts[inst].clone();
        let result = self.func.result(inst);
        if let (Op::lanebit, Some(result), &[bits]) = (data.op, result, &data.args[..])
            && self.webs.turned(bits)
        {
            let mask = self.mask_of(bits, out, data.pc);
            aliases.set(result, mask);
            return;
        }
        if let (Some(bits), Some(result)) = (has_lane(self.func, inst), result)
            && self.webs.turned(bits)
        {
            let mask = self.mask_of(bits, out, data.pc);
            let mut any = self.emit(Op::any, &[mask], Type::BOOL, data.pc, out);
            if data.op == Op::ieq {
                any = self.emit(Op::inot, &[any], Type::BOOL, data.pc, out);
            }
            aliases.set(result, any);
            return;
        }
        let Some(result) = result.filter(|&v| self.webs.turned(v)) else {
            out.push(inst);
            return;
        };
        let mask = match part(self.func, result) {
            Part::Ballot(mask) => mask,
            Part::Same(x) => self.mask_of(x, out, data.pc),
            Part::Logic => {
                let mut args: SmallVec<[Value; 4]> = smallvec![];
                if data.op == Op::select {
                    args.push(data.args[0]);
                }
                for arg in web_args(self.func, inst).to_vec() {
                    args.push(self.mask_of(arg, out, data.pc));
                }
                self.emit(data.op, &args, Type::MASK, data.pc, out)
            }
            Part::Param | Part::Source => {
                out.push(inst);
                return;
            }
        };
        self.mask[result] = Some(mask);
        // The bits are dead now but for dead code.
        out.push(inst);
    }

    /// The mask of a value: of the web, a constant, or bits of other origin, which are taken apart here.
    fn mask_of(&mut self, value: Value, out: &mut Vec<Inst>, pc: u32) -> Value {
        if let Some(mask) = self.mask[value] {
            return mask;
        }
        if let Some(bits) = self.func.as_const(value) {
            let all = u64::MAX >> (64 - self.func.wave_size.clamp(1, 64));
            if bits & all == 0 || bits & all == all {
                let bit = self.func.constant(Width::B1, u64::from(bits & all != 0));
                let (inst, mask) =
                    util::new_inst(self.func, Op::splat, &[bit], Attr::None, Type::MASK, u32::MAX);
                self.first.push(inst);
                self.mask[value] = Some(mask);
                return mask;
            }
        }
        let mut bits = value;
        if self.func.ty(value).width == Width::B32 {
            let (inst, wide) =
                util::new_inst(self.func, Op::zext, &[value], Attr::Width(Width::B64), Type::U64, pc);
            out.push(inst);
            bits = wide;
        }
        // Not kept for other places: this one need not dominate them.
        self.emit(Op::lanebit, &[bits], Type::MASK, pc, out)
    }

    fn emit(&mut self, op: Op, args: &[Value], ty: Type, pc: u32, out: &mut Vec<Inst>) -> Value {
        let (inst, value) = util::new_inst(self.func, op, args, Attr::None, ty, pc);
        out.push(inst);
        value
    }
}
