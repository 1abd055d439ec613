//! In which lanes each value is looked at: an analysis that passes and wave maps share.
//!
//! Requires: phase Ssa or Resolved, a graph; equal masks are one value (`gvn`). Ensures: changing a value in lanes where it is
//! not demanded, at its definition, changes no access, no branch and no demanded value. Leaves alone: everything.
//!
//! Demand starts at accesses (data and address under the access's mask) and branches, and goes backwards through
//! lane-by-lane ops and block parameters. A uniform value is demanded in lanes of a mask where only lane values that are
//! demanded there are computed from it: it may then differ for a lane outside, were each lane to compute its own.
//!
//! Sound because a demand "in lanes of m" is only kept for values whose definition m's definition dominates: then m is the
//! same m at the definition and at the use, also around loops. Across an edge a mask that is a parameter of the same block is
//! the edge's argument. Limits: a demand is one mask; two demands that do not imply each other become "all lanes"; a mask
//! implies another one if it is an `iand` of it.

use super::util;
use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::PackedOption;
use ir::attr::Atomic;
use ir::dom::Dominators;
use ir::function::Def;
use ir::ops::Effect;
use ir::{Attr, Block, Function, Inst, Op, Type, Value};
use smallvec::SmallVec;

/// Steps through `iand` when one mask is looked for in another.
const MAX_STEPS: usize = 16;
/// Changes of a demand before it becomes all lanes: a bound on work.
const MAX_CHANGES: u8 = 8;

/// In which lanes a value is looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Demand {
    /// In none.
    #[default]
    Nowhere,
    /// In lanes of this mask.
    In(Value),
    /// In lanes that this mask does not have.
    Out(Value),
    /// In all.
    Everywhere,
}

/// Number of each instruction in its block.
fn orders(func: &Function) -> SecondaryMap<Inst, u32> {
    let mut order = SecondaryMap::with_capacity(func.insts.len());
    for &block in &func.layout {
        for (i, &inst) in func.blocks[block].insts.iter().enumerate() {
            order[inst] = i as u32;
        }
    }
    order
}

/// The demands of a function's values.
pub(crate) struct Demands<'a> {
    func: &'a Function,
    dom: &'a Dominators,
    home: SecondaryMap<Inst, PackedOption<Block>>,
    order: SecondaryMap<Inst, u32>,
    incoming: SecondaryMap<Block, SmallVec<[(Inst, u16); 2]>>,
    demand: SecondaryMap<Value, Demand>,
    changes: SecondaryMap<Value, u8>,
    work: Vec<Value>,
}

impl<'a> Demands<'a> {
    /// Finds them.
    pub(crate) fn new(func: &'a Function, dom: &'a Dominators) -> Demands<'a> {
        let mut demands = Demands {
            home: util::homes(func),
            order: orders(func),
            incoming: util::incoming(func),
            func,
            dom,
            demand: SecondaryMap::new(),
            changes: SecondaryMap::new(),
            work: vec![],
        };
        demands.roots();
        demands.spread();
        demands
    }

    /// In which lanes a value is looked at.
    pub(crate) fn of(&self, value: Value) -> Demand {
        self.demand[value]
    }

    /// Whether a lane of the first mask is always one of the second: the second is found among the first one's parts.
    pub(crate) fn implies(&self, strong: Value, weak: Value) -> bool {
        let mut work: SmallVec<[Value; 8]> = SmallVec::from_slice(&[strong]);
        for _ in 0..MAX_STEPS {
            let Some(mask) = work.pop() else { return false };
            if mask == weak {
                return true;
            }
            work.extend(self.parts(mask).into_iter().flatten());
        }
        false
    }

    /// The two masks of which this one is the `iand`.
    fn parts(&self, mask: Value) -> Option<[Value; 2]> {
        let data = &self.func.insts[self.func.def_inst(mask)?];
        match (data.op, &data.args[..]) {
            (Op::iand, &[a, b]) => Some([a, b]),
            _ => None,
        }
    }

    /// The mask of which this one has all other lanes.
    fn negated(&self, mask: Value) -> Option<Value> {
        let data = &self.func.insts[self.func.def_inst(mask)?];
        (data.op == Op::inot).then(|| data.args[0])
    }

    /// Whether a mask's definition dominates another value's.
    fn above(&self, mask: Value, value: Value) -> bool {
        let func = self.func;
        let (Some(a), Some(b)) =
            (util::def_block(func, &self.home, mask), util::def_block(func, &self.home, value))
        else {
            return func.as_const(mask).is_some();
        };
        if a != b {
            return self.dom.dominates(a, b);
        }
        match (func.values[mask].def, func.values[value].def) {
            (Def::Param(..), _) => true,
            (Def::Result(m, _), Def::Result(v, _)) => self.order[m] <= self.order[v],
            _ => false,
        }
    }

    /// The demand in a mask that is known where the value is defined: the mask itself, or one that it is a part of.
    fn known(&self, mask: Value, value: Value) -> Demand {
        let mut work: SmallVec<[Value; 8]> = SmallVec::from_slice(&[mask]);
        for _ in 0..MAX_STEPS {
            let Some(mask) = work.pop() else { break };
            if self.above(mask, value) {
                return Demand::In(mask);
            }
            work.extend(self.parts(mask).into_iter().flatten());
        }
        Demand::Everywhere
    }

    fn want(&mut self, value: Value, demand: Demand) {
        if matches!(self.func.values[value].def, Def::Const(_)) {
            return;
        }
        let demand = match demand {
            Demand::In(mask) => self.known(mask, value),
            Demand::Out(mask) if !self.above(mask, value) => Demand::Everywhere,
            other => other,
        };
        let old = self.demand[value];
        let mut new = match (old, demand) {
            (Demand::Nowhere, d) | (d, Demand::Nowhere) => d,
            (Demand::In(a), Demand::In(b)) if a == b || self.implies(b, a) => Demand::In(a),
            (Demand::In(a), Demand::In(b)) if self.implies(a, b) => Demand::In(b),
            (Demand::Out(a), Demand::Out(b)) if a == b || self.implies(a, b) => Demand::Out(a),
            (Demand::Out(a), Demand::Out(b)) if self.implies(b, a) => Demand::Out(b),
            _ => Demand::Everywhere,
        };
        if new == old {
            return;
        }
        if self.changes[value] >= MAX_CHANGES {
            new = Demand::Everywhere;
        }
        self.changes[value] += 1;
        self.demand[value] = new;
        self.work.push(value);
    }

    /// Which operand a union or intersection of masks is the same as in the lanes of a demand, where that is known.
    pub(crate) fn decided(&self, inst: Inst, demand: Demand) -> Option<Value> {
        let data = &self.func.insts[inst];
        let &[a, b] = &data.args[..] else { return None };
        let union = match data.op {
            Op::ior => true,
            Op::iand => false,
            _ => return None,
        };
        match (self.truth(a, demand), self.truth(b, demand)) {
            // True in a union and false in an intersection decides; else the other one does.
            (Some(a_is), _) => Some(if a_is == union { a } else { b }),
            (None, Some(b_is)) => Some(if b_is == union { b } else { a }),
            (None, None) => None,
        }
    }

    /// What a mask is in all lanes of a demand.
    fn truth(&self, mask: Value, demand: Demand) -> Option<bool> {
        match demand {
            Demand::In(m) if self.implies(m, mask) => Some(true),
            Demand::In(m) => self.negated(mask).filter(|&n| self.implies(m, n)).map(|_| false),
            Demand::Out(m) if self.implies(mask, m) => Some(false),
            Demand::Out(m) => self.negated(mask).filter(|&n| self.implies(n, m)).map(|_| true),
            Demand::Nowhere | Demand::Everywhere => None,
        }
    }

    /// What effects and control look at.
    fn roots(&mut self) {
        let func = self.func;
        for &block in &func.layout {
            for &inst in &func.blocks[block].insts {
                let data = &func.insts[inst];
                match data.op.row().effect {
                    Effect::Pure => {}
                    _ => match (&data.attr, &data.args[..]) {
                        (Attr::Mem(_) | Attr::Atomic(..), &[address, mask, ref rest @ ..]) => {
                            self.want(mask, Demand::Everywhere);
                            self.want(address, Demand::In(mask));
                            // An atomic that compares or swaps looks at its data like the others.
                            debug_assert!(
                                !matches!(data.attr, Attr::Atomic(_, Atomic::CmpSwap, _)) || rest.len() == 2
                            );
                            rest.iter().for_each(|&v| self.want(v, Demand::In(mask)));
                        }
                        // Arguments of edges follow their parameters.
                        (_, args) => args.iter().for_each(|&v| self.want(v, Demand::Everywhere)),
                    },
                }
            }
        }
    }

    fn spread(&mut self) {
        while let Some(value) = self.work.pop() {
            let demand = self.demand[value];
            match self.func.values[value].def {
                Def::Param(block, index) => self.across(block, index, demand),
                Def::Result(inst, _) => self.through(inst, demand),
                Def::Const(_) => {}
            }
        }
    }

    /// From a parameter to the arguments of edges.
    fn across(&mut self, block: Block, index: u16, demand: Demand) {
        for i in 0..self.incoming[block].len() {
            let (end, target) = self.incoming[block][i];
            let arg = |n: u16| util::edge_arg(self.func, end, target, usize::from(n));
            let demand = match demand {
                Demand::In(mask) => match self.func.values[mask].def {
                    Def::Param(b, n) if b == block => arg(n).map_or(Demand::Everywhere, Demand::In),
                    _ => demand,
                },
                Demand::Out(mask) => match self.func.values[mask].def {
                    Def::Param(b, n) if b == block => arg(n).map_or(Demand::Everywhere, Demand::Out),
                    _ => demand,
                },
                other => other,
            };
            if let Some(value) = arg(index) {
                self.want(value, demand);
            }
        }
    }

    /// From a result to operands.
    fn through(&mut self, inst: Inst, demand: Demand) {
        let func = self.func;
        let data = &func.insts[inst];
        if data.op.row().effect != Effect::Pure {
            // Operands of all others were wanted from the start.
            return;
        }
        match (data.op, &data.args[..]) {
            (Op::select, &[c, a, b]) => {
                self.want(c, demand);
                let mask = func.ty(c) == Type::MASK;
                // A side that no demanded lane takes is not looked at.
                match demand {
                    Demand::In(m) if mask && self.implies(m, c) => self.want(a, demand),
                    Demand::Out(m) if mask && self.implies(c, m) => self.want(b, demand),
                    Demand::Everywhere if mask => {
                        self.want(a, Demand::In(c));
                        self.want(b, Demand::Out(c));
                    }
                    _ => {
                        self.want(a, demand);
                        self.want(b, demand);
                    }
                }
            }
            // In the lanes that are looked at one of the two is known, and decides or does not matter.
            (Op::iand | Op::ior, &[a, b])
                if func.ty(a) == Type::MASK
                    && func.ty(b) == Type::MASK
                    && self.decided(inst, demand).is_some() =>
            {
                if let Some(kept) = self.decided(inst, demand) {
                    debug_assert!(kept == a || kept == b);
                    self.want(kept, demand);
                }
            }
            // The bits of a mask that another mask takes away do not matter.
            (Op::iand, &[a, b])
                if func.ty(a) == Type::MASK
                    && func.ty(b) == Type::MASK
                    && matches!(demand, Demand::Everywhere | Demand::Out(_)) =>
            {
                // A demand outside of a mask says less than one inside of a part. Only one of the two: each would rest on the other.
                let (first, second) = if self.above(a, b) { (a, b) } else { (b, a) };
                self.want(first, Demand::Everywhere);
                let demand = match self.negated(first) {
                    Some(mask) => Demand::Out(mask),
                    None => Demand::In(first),
                };
                self.want(second, demand);
            }
            // And those that another mask sets.
            (Op::ior, &[a, b])
                if func.ty(a) == Type::MASK && func.ty(b) == Type::MASK && demand == Demand::Everywhere =>
            {
                let over = |x: Value, y: Value| self.above(self.negated(x).unwrap_or(x), y);
                let (first, second) = if over(a, b) { (a, b) } else { (b, a) };
                self.want(first, Demand::Everywhere);
                let demand = match self.negated(first) {
                    Some(mask) => Demand::In(mask),
                    None => Demand::Out(first),
                };
                self.want(second, demand);
            }
            // The written lane's value and number are the wave's.
            (Op::writelane, &[old, at, new]) => {
                self.want(old, demand);
                self.want(at, Demand::Everywhere);
                self.want(new, Demand::Everywhere);
            }
            (_, args) => {
                let lanes = func.results(inst).all(|r| func.ty(r).is_lane());
                let demand = if lanes { demand } else { Demand::Everywhere };
                args.iter().for_each(|&v| self.want(v, demand));
            }
        }
    }
}
