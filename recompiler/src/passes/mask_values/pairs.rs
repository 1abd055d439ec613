//! Joins halves of masks: parameters that are the two halves of one, and bitwise ops that were done half by half.

use super::super::util::{self, SmallMap};
use ir::{Attr, Block, Function, Inst, Op, Type, Value, Width};
use smallvec::SmallVec;

/// Partners that are found; a bound on work.
const MAX_PAIRS: usize = 4096;

/// Joins pairs of 32-bit parameters whose halves are used together as bits of a mask; whether there are any.
pub(super) fn join(func: &mut Function) -> bool {
    let pairs = find(func);
    if pairs.is_empty() {
        return false;
    }
    let mut aliases = util::Aliases::default();
    let mut halves: Vec<(Block, [Inst; 2])> = vec![];
    for &(block, low, high) in &pairs {
        let whole = func.add_param(block, Type::U64);
        let half =
            |func: &mut Function, op: Op| util::new_inst(func, op, &[whole], Attr::None, Type::U32, u32::MAX);
        let ((lo, new_low), (hi, new_high)) = (half(func, Op::lo), half(func, Op::hi));
        aliases.set(low, new_low);
        aliases.set(high, new_high);
        halves.push((block, [lo, hi]));
    }
    // All edges still bring the old parameters; `dce` takes them, since nothing uses them.
    aliases.rewrite_graph(func);
    for (block, insts) in halves {
        func.blocks[block].insts.splice(0..0, insts);
    }
    // Arguments last: they are the new halves where pairs feed pairs.
    let places: SmallMap<Block, SmallVec<[(usize, usize); 2]>> = {
        let mut places: SmallMap<Block, SmallVec<[(usize, usize); 2]>> = SmallMap::default();
        for &(block, low, high) in &pairs {
            let at = |v: Value| func.blocks[block].params.iter().position(|&p| p == v);
            if let (Some(low), Some(high)) = (at(low), at(high)) {
                places.entry(block).or_default().push((low, high));
            }
        }
        places
    };
    for block in func.layout.clone() {
        let Some(end) = func.terminator(block) else { continue };
        let mut added: SmallVec<[SmallVec<[Value; 4]>; 2]> = SmallVec::new();
        let mut packs = vec![];
        for call in func.targets(end).into_iter().cloned().collect::<SmallVec<[_; 2]>>() {
            let mut new = SmallVec::new();
            for &(low, high) in places.get(&call.block).into_iter().flatten() {
                let (Some(&low), Some(&high)) = (call.args.get(low), call.args.get(high)) else { continue };
                let pc = func.insts[end].pc;
                let (inst, whole) = util::new_inst(func, Op::pack, &[low, high], Attr::None, Type::U64, pc);
                packs.push(inst);
                new.push(whole);
            }
            added.push(new);
        }
        for (call, new) in util::targets_mut(&mut func.insts[end].attr).zip(added) {
            call.args.extend(new);
        }
        let at = func.blocks[block].insts.len() - 1;
        func.blocks[block].insts.splice(at..at, packs);
    }
    true
}

/// Pairs: block, low half, high half.
fn find(func: &Function) -> Vec<(Block, Value, Value)> {
    let incoming = util::incoming(func);
    let mut partner: SmallMap<Value, Value> = SmallMap::default();
    let mut pairs = vec![];
    let mut work: Vec<(Value, Value)> = vec![];
    for &block in &func.layout {
        for &inst in &func.blocks[block].insts {
            let data = &func.insts[inst];
            let masks = match data.op {
                Op::lanebit => true,
                // A constant on the other side is an address or a field rather than a mask.
                Op::iand | Op::ior | Op::ixor | Op::inot => {
                    data.args.iter().all(|&a| func.as_const(a).is_none())
                }
                _ => false,
            };
            if !masks {
                continue;
            }
            for &arg in &data.args {
                let Some(def) = func.def_inst(arg) else { continue };
                if let (Op::pack, &[low, high]) = (func.insts[def].op, &func.insts[def].args[..]) {
                    work.push((low, high));
                }
            }
        }
    }
    while let Some((low, high)) = work.pop() {
        let (ir::function::Def::Param(block, l), ir::function::Def::Param(other, h)) =
            (func.values[low].def, func.values[high].def)
        else {
            continue;
        };
        let free = !partner.contains_key(&low) && !partner.contains_key(&high);
        let half = Type::uniform(Width::B32);
        let fits = low != high && func.ty(low) == half && func.ty(high) == half;
        if block != other || !fits || !free || func.entry() == Some(block) || pairs.len() >= MAX_PAIRS {
            continue;
        }
        partner.insert(low, high);
        partner.insert(high, low);
        pairs.push((block, low, high));
        for &(end, target) in &incoming[block] {
            let arg = |i: u16| util::edge_arg(func, end, target, usize::from(i));
            if let (Some(low), Some(high)) = (arg(l), arg(h)) {
                work.push((low, high));
            }
        }
    }
    pairs
}

/// Bitwise ops that one half may be taken apart to.
const MAX_OPS: usize = 64;

/// Does bitwise ops on halves that are put together afterwards on the whole: `pack(a & c, b & d)` is
/// `pack(a, b) & pack(c, d)`. Whether there were any.
pub(super) fn rejoin(func: &mut Function) -> bool {
    let mut aliases = util::Aliases::default();
    for block in func.layout.clone() {
        let insts = std::mem::take(&mut func.blocks[block].insts);
        let mut whole =
            Whole { func, made: SmallMap::default(), out: Vec::with_capacity(insts.len()), ops: 0 };
        for inst in insts {
            aliases.rewrite(whole.func, inst);
            let data = &whole.func.insts[inst];
            if let (Op::pack, &[low, high], Some(old)) = (data.op, &data.args[..], whole.func.result(inst))
                && whole.func.ty(old) == Type::U64
            {
                whole.ops = 0;
                if let Some(new) = whole.of(low, high, data.pc) {
                    aliases.set(old, new);
                    continue;
                }
            }
            whole.out.push(inst);
        }
        let out = whole.out;
        func.blocks[block].insts = out;
    }
    aliases.rewrite_graph(func);
    aliases.any()
}

/// Low and high halves of an op's operands.
type Halves = SmallVec<[(Value, Value); 2]>;

/// What two halves are together, in one block.
struct Whole<'a> {
    func: &'a mut Function,
    /// What was made in this block.
    made: SmallMap<(Value, Value), Value>,
    out: Vec<Inst>,
    ops: usize,
}

impl Whole<'_> {
    /// The whole of two halves that is at hand, if it is no `pack`.
    fn at_hand(&mut self, low: Value, high: Value) -> Option<Value> {
        if let Some(&made) = self.made.get(&(low, high)) {
            return Some(made);
        }
        if let (Some(l), Some(h)) = (self.func.as_const(low), self.func.as_const(high)) {
            return Some(self.func.constant(Width::B64, l | h << 32));
        }
        let half = |v: Value, op: Op| {
            let data = &self.func.insts[self.func.def_inst(v)?];
            (data.op == op).then(|| data.args[0])
        };
        half(low, Op::lo).filter(|&x| half(high, Op::hi) == Some(x))
    }

    /// Operands of the same bitwise op that gives both halves, in pairs.
    fn split(&self, low: Value, high: Value) -> Option<(Op, Halves)> {
        let (l, h) = (self.func.def_inst(low)?, self.func.def_inst(high)?);
        let (l, h) = (&self.func.insts[l], &self.func.insts[h]);
        let bitwise = matches!(l.op, Op::iand | Op::ior | Op::ixor | Op::inot);
        (bitwise && l.op == h.op)
            .then(|| (l.op, l.args.iter().copied().zip(h.args.iter().copied()).collect()))
    }

    /// The whole of two halves, made of bitwise ops on wholes.
    fn of(&mut self, low: Value, high: Value, pc: u32) -> Option<Value> {
        if let Some(whole) = self.at_hand(low, high) {
            return Some(whole);
        }
        self.split(low, high)?;
        let mut work = vec![(low, high, false)];
        while let Some((low, high, ready)) = work.pop() {
            if self.at_hand(low, high).is_some() {
                continue;
            }
            let split = self.split(low, high);
            let value = match split {
                Some((op, parts)) => {
                    let parts = self.order(op, parts);
                    if !ready {
                        self.ops += 1;
                        if self.ops > MAX_OPS {
                            return None;
                        }
                        work.push((low, high, true));
                        work.extend(parts.iter().map(|&(l, h)| (l, h, false)));
                        continue;
                    }
                    let args: SmallVec<[Value; 2]> =
                        parts.iter().map(|&(l, h)| self.at_hand(l, h)).collect::<Option<_>>()?;
                    self.emit(op, &args, pc)
                }
                None => self.emit(Op::pack, &[low, high], pc),
            };
            self.made.insert((low, high), value);
        }
        self.at_hand(low, high)
    }

    /// Pairs as they fit: operands of one half may stand the other way round.
    fn order(&mut self, op: Op, parts: Halves) -> Halves {
        let &[(a, c), (b, d)] = &parts[..] else { return parts };
        if op == Op::inot || self.at_hand(a, c).is_some() || self.at_hand(b, d).is_some() {
            return parts;
        }
        if self.at_hand(a, d).is_some() || self.at_hand(b, c).is_some() {
            return SmallVec::from_slice(&[(a, d), (b, c)]);
        }
        parts
    }

    fn emit(&mut self, op: Op, args: &[Value], pc: u32) -> Value {
        let (inst, value) = util::new_inst(self.func, op, args, Attr::None, Type::U64, pc);
        self.out.push(inst);
        value
    }
}
