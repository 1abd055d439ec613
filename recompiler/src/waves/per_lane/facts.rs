//! What is known of values, seen by one lane that is outside the mask of a branch.
//!
//! Requires: phase Ssa. Ensures: [`Before`] says of values what they were at the branch, given that the lane's bit of the mask
//! is 0: known bits, or the same as another value. Facts follow from the mask downwards (a false `ior` has two false parts)
//! and upwards (an `iand` with it is false). Leaves alone: what other lanes have; floats, memory.

use super::alone::Alone;
use crate::passes::rules::operand_width;
use crate::passes::util::{SmallMap, opposite_compare};
use ir::function::Def;
use ir::{Function, Inst, Op, Value, Width};
use smallvec::SmallVec;

/// How deep a value from before the branch is taken apart.
const MAX_DEPTH: u32 = 12;
/// Values of which something is assumed.
const MAX_ASSUMED: usize = 32;

/// What is known of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Fact {
    /// Not reached yet.
    #[default]
    Top,
    /// These bits.
    Bits(u64),
    /// The same as a value had at the branch.
    Same(Value),
    /// Anything.
    Unknown,
}

impl Fact {
    pub(super) fn meet(self, other: Fact) -> Fact {
        match (self, other) {
            (Fact::Top, x) | (x, Fact::Top) => x,
            (a, b) if a == b => a,
            _ => Fact::Unknown,
        }
    }
}

/// What values were at the branch.
pub(super) struct Before<'a> {
    func: &'a Function,
    alone: &'a Alone,
    known: SmallMap<Value, Fact>,
    /// Compares whose results are known.
    compares: SmallVec<[(Op, Value, Value, bool); 2]>,
}

impl<'a> Before<'a> {
    /// Nothing but what lanes know wherever they are.
    pub(super) fn new(func: &'a Function, alone: &'a Alone) -> Before<'a> {
        Before { func, alone, known: SmallMap::default(), compares: SmallVec::new() }
    }

    /// Takes these bits for a value, and what follows for its operands.
    pub(super) fn assume(&mut self, value: Value, bits: u64) {
        self.assume_all(&[(value, bits)]);
    }

    /// Takes these bits for these values, and what follows for their operands.
    pub(super) fn assume_all(&mut self, facts: &[(Value, u64)]) {
        // What was found without these facts has to be found anew.
        self.known.retain(|_, f| matches!(f, Fact::Bits(_)));
        let mut work: SmallVec<[(Value, u64); 8]> = SmallVec::from_slice(facts);
        let mut conjunctions: SmallVec<[(Value, Value); 4]> = SmallVec::new();
        for _ in 0..MAX_ASSUMED {
            let Some((value, bits)) = work.pop() else { break };
            let done = self.func.as_const(value).is_some() || self.known.contains_key(&value);
            if !done {
                self.take(value, bits, &mut work, &mut conjunctions);
            }
            if work.is_empty() {
                // One part of a false conjunction is true: the other is not.
                for (x, y) in std::mem::take(&mut conjunctions) {
                    match (self.of(x), self.of(y)) {
                        (Fact::Bits(1), Fact::Same(_)) => work.push((y, 0)),
                        (Fact::Same(_), Fact::Bits(1)) => work.push((x, 0)),
                        _ => {}
                    }
                }
                self.known.retain(|_, f| matches!(f, Fact::Bits(_)));
            }
        }
        self.known.retain(|_, f| matches!(f, Fact::Bits(_)));
    }

    /// Takes bits for one value; what follows for its operands goes to `work`.
    fn take(
        &mut self,
        value: Value,
        bits: u64,
        work: &mut SmallVec<[(Value, u64); 8]>,
        conjunctions: &mut SmallVec<[(Value, Value); 4]>,
    ) {
        self.known.insert(value, Fact::Bits(bits));
        let Some(inst) = self.func.def_inst(value) else { return };
        let data = &self.func.insts[inst];
        let truth = self.func.ty(value).width == Width::B1;
        match (data.op, &data.args[..], bits) {
            (Op::inot, &[x], _) if truth => work.push((x, bits ^ 1)),
            (Op::iand, &[x, y], 1) if truth => work.extend([(x, 1), (y, 1)]),
            (Op::iand, &[x, y], 0) if truth => conjunctions.push((x, y)),
            (Op::ior, &[x, y], 0) => work.extend([(x, 0), (y, 0)]),
            (Op::splat, &[x], _) => work.push((x, bits)),
            (Op::zext, &[x], 0) => work.push((x, 0)),
            (Op::ieq | Op::ine, &[x, y], _) => {
                self.compares.push((data.op, x, y, bits != 0));
                if let Some(c) = self.func.as_const(y)
                    && (data.op == Op::ieq) == (bits != 0)
                {
                    work.push((x, c));
                }
            }
            (op, &[x, y], _) if opposite_compare(op).is_some() => self.compares.push((op, x, y, bits != 0)),
            _ => {}
        }
    }

    /// What a value was: known bits, or the same as itself or another value.
    pub(super) fn of(&mut self, value: Value) -> Fact {
        self.look(value, 0)
    }

    fn look(&mut self, value: Value, depth: u32) -> Fact {
        if let Def::Const(bits) = self.func.values[value].def {
            return Fact::Bits(bits);
        }
        if let Some(&fact) = self.known.get(&value) {
            return fact;
        }
        let fact = match self.func.def_inst(value) {
            Some(inst) if depth < MAX_DEPTH && self.func.insts[inst].results == 1 => {
                let args: SmallVec<[Fact; 4]> =
                    self.func.insts[inst].args.iter().map(|&a| self.look(a, depth + 1)).collect();
                match self.compared(inst) {
                    Some(truth) => Fact::Bits(u64::from(truth)),
                    None => evaluate(self.func, inst, &args),
                }
            }
            None if self.alone.holds(value) => Fact::Bits(1),
            _ => Fact::Unknown,
        };
        let fact = match fact {
            Fact::Bits(_) | Fact::Same(_) => fact,
            Fact::Top | Fact::Unknown => Fact::Same(value),
        };
        self.known.insert(value, fact);
        fact
    }

    /// The result of a compare of operands whose compare, or its opposite, is known.
    pub(super) fn compared(&self, inst: Inst) -> Option<bool> {
        let data = &self.func.insts[inst];
        let &[a, b] = &data.args[..] else { return None };
        self.compares.iter().find_map(|&(op, x, y, truth)| {
            if op == data.op && (x, y) == (a, b) {
                return Some(truth);
            }
            let (opposite, swapped) = opposite_compare(op)?;
            let same = (x, y) == if swapped { (b, a) } else { (a, b) };
            (opposite == data.op && same).then_some(!truth)
        })
    }
}

/// The result of an op from what is known of its operands.
pub(super) fn evaluate(func: &Function, inst: Inst, args: &[Fact]) -> Fact {
    let data = &func.insts[inst];
    let arg = |i: usize| args.get(i).copied().unwrap_or(Fact::Unknown);
    let truth = || func.result(inst).is_some_and(|v| func.ty(v).width == Width::B1);
    match data.op {
        Op::iand => match (arg(0), arg(1)) {
            (Fact::Bits(0), _) | (_, Fact::Bits(0)) => Fact::Bits(0),
            (Fact::Top, _) | (_, Fact::Top) => Fact::Top,
            (a, b) if a == b => a,
            (Fact::Bits(1), x) | (x, Fact::Bits(1)) if truth() => x,
            _ => folded(func, inst, args),
        },
        Op::ior => match (arg(0), arg(1)) {
            (Fact::Bits(1), _) | (_, Fact::Bits(1)) if truth() => Fact::Bits(1),
            (Fact::Top, _) | (_, Fact::Top) => Fact::Top,
            (Fact::Bits(0), x) | (x, Fact::Bits(0)) => x,
            (a, b) if a == b => a,
            _ => folded(func, inst, args),
        },
        Op::ixor => match (arg(0), arg(1)) {
            (Fact::Top, _) | (_, Fact::Top) => Fact::Top,
            (Fact::Bits(0), x) | (x, Fact::Bits(0)) => x,
            (a, b) if a == b && a != Fact::Unknown => Fact::Bits(0),
            _ => folded(func, inst, args),
        },
        Op::select => match arg(0) {
            Fact::Top => Fact::Top,
            Fact::Bits(0) => arg(2),
            Fact::Bits(_) => arg(1),
            _ if arg(1) == arg(2) => arg(1),
            _ if arg(1) == Fact::Top || arg(2) == Fact::Top => Fact::Top,
            _ => Fact::Unknown,
        },
        Op::splat => arg(0),
        // One lane is enough; without this one there may be others.
        Op::any => match arg(0) {
            Fact::Bits(0) => Fact::Unknown,
            fact @ (Fact::Top | Fact::Bits(_)) => fact,
            Fact::Same(_) | Fact::Unknown => Fact::Unknown,
        },
        Op::load | Op::get | Op::unknown => Fact::Unknown,
        _ => folded(func, inst, args),
    }
}

/// The value of a pure integer op of constants; an op of values from before the branch is not looked for.
fn folded(func: &Function, inst: Inst, args: &[Fact]) -> Fact {
    let data = &func.insts[inst];
    let mut bits: SmallVec<[u64; 4]> = SmallVec::new();
    if args.contains(&Fact::Top) {
        return Fact::Top;
    }
    for fact in args {
        match fact {
            Fact::Bits(b) => bits.push(*b),
            Fact::Top | Fact::Same(_) | Fact::Unknown => return Fact::Unknown,
        }
    }
    let Some(result) = func.result(inst) else { return Fact::Unknown };
    let to = func.ty(result).width;
    ir::ops::eval_int(data.op, operand_width(func, data.op, &data.args, to), to, &bits)
        .map_or(Fact::Unknown, Fact::Bits)
}
