//! Replaces `select(m, new, old)` by `new` where nobody looks at lanes outside `m`.
//!
//! A vector register keeps its old value in lanes that are off; most code never looks at those lanes, because what looks is
//! masked by the same lanes. This pass finds for every lane value in which lanes it is demanded, from accesses (data and
//! address under the access's mask), through lane-by-lane ops and block parameters, and drops selections that all demanded
//! lanes decide alike.
//!
//! Requires: phase Ssa or Resolved, a graph; equal masks are one value (`gvn`). Ensures: no selection is left whose result is
//! only demanded in lanes where its condition is true. Leaves alone: everything whose value in a demanded lane would change.
//!
//! ```text
//! v2 = select m, v1, v0; store lds.b32 v2, m, v2    →    store lds.b32 v1, m, v1
//! ```
//!
//! Sound because a demand "in lanes of m" is only kept for values whose definition m's definition dominates: then m is the
//! same m at the definition and at the use, also around loops. Across an edge a mask that is a parameter of the same block is
//! the edge's argument. Limits: a demand is one mask; two demands that do not imply each other become "all lanes"; a mask
//! implies another one if it is an `iand` of it; demands of the false side of a selection are those of its result.
//! Tests: tests/filetests/passes/masked_writes/

use super::util::{self, Aliases};
use super::{Changed, PassError};
use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::PackedOption;
use ir::attr::Atomic;
use ir::dom::Dominators;
use ir::function::Def;
use ir::ops::Effect;
use ir::{Attr, Block, Function, Inst, Op, Phase, Type, Value};
use smallvec::SmallVec;

/// Steps through `iand` when one mask is looked for in another.
const MAX_STEPS: usize = 16;
/// Changes of a demand before it becomes all lanes: a bound on work.
const MAX_CHANGES: u8 = 8;

/// In which lanes a value is looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Demand {
    #[default]
    Nowhere,
    /// In lanes of this mask.
    In(Value),
    Everywhere,
}

/// Drops masked writes that do not matter.
///
/// # Errors
/// None.
pub fn run(func: &mut Function) -> Result<Changed, PassError> {
    if func.phase == Phase::Legal {
        return Err(PassError::bug("masked_writes wants a graph"));
    }
    let selects = func.layout.iter().flat_map(|&b| &func.blocks[b].insts).any(|&i| is_masked(func, i));
    if !selects {
        return Ok(Changed::No);
    }
    let dom = Dominators::new(func);
    let mut lanes = Lanes {
        home: util::homes(func),
        order: orders(func),
        incoming: util::incoming(func),
        func,
        dom: &dom,
        demand: SecondaryMap::new(),
        changes: SecondaryMap::new(),
        work: vec![],
    };
    lanes.roots();
    lanes.spread();
    let mut aliases = Aliases::default();
    for &block in &lanes.func.layout {
        for &inst in &lanes.func.blocks[block].insts {
            if !is_masked(lanes.func, inst) {
                continue;
            }
            let args = &lanes.func.insts[inst].args;
            let (Some(result), &[mask, new, _]) = (lanes.func.result(inst), &args[..]) else { continue };
            let decided = match lanes.demand[result] {
                Demand::In(m) => lanes.implies(m, mask),
                Demand::Nowhere | Demand::Everywhere => false,
            };
            // The types agree, or the value would change what kind an access is.
            if decided && lanes.func.ty(new) == lanes.func.ty(result) {
                aliases.set(result, new);
            }
        }
    }
    aliases.rewrite_graph(func);
    Ok(aliases.any().into())
}

/// A selection by a mask of lanes.
fn is_masked(func: &Function, inst: Inst) -> bool {
    let data = &func.insts[inst];
    data.op == Op::select && data.args.first().is_some_and(|&m| func.ty(m) == Type::MASK)
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

struct Lanes<'a> {
    func: &'a Function,
    dom: &'a Dominators,
    home: SecondaryMap<Inst, PackedOption<Block>>,
    order: SecondaryMap<Inst, u32>,
    incoming: SecondaryMap<Block, SmallVec<[(Inst, u16); 2]>>,
    demand: SecondaryMap<Value, Demand>,
    changes: SecondaryMap<Value, u8>,
    work: Vec<Value>,
}

impl Lanes<'_> {
    /// Whether a lane of the first mask is always one of the second: the second is found among the first one's parts.
    fn implies(&self, strong: Value, weak: Value) -> bool {
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
            Demand::In(mask) if self.func.ty(value).is_lane() => self.known(mask, value),
            Demand::In(_) => Demand::Everywhere,
            other => other,
        };
        let old = self.demand[value];
        let mut new = match (old, demand) {
            (Demand::Nowhere, d) | (d, Demand::Nowhere) => d,
            (Demand::In(a), Demand::In(b)) if a == b || self.implies(b, a) => Demand::In(a),
            (Demand::In(a), Demand::In(b)) if self.implies(a, b) => Demand::In(b),
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
                let inside = func.ty(c) == Type::MASK && demand == Demand::Everywhere;
                self.want(a, if inside { Demand::In(c) } else { demand });
                self.want(b, demand);
            }
            // The bits of a mask that another mask takes away do not matter.
            (Op::iand, &[a, b])
                if func.ty(a) == Type::MASK && func.ty(b) == Type::MASK && demand == Demand::Everywhere =>
            {
                // Only one of the two: each would rest on the other.
                let (first, second) = if self.above(a, b) { (a, b) } else { (b, a) };
                self.want(first, Demand::Everywhere);
                self.want(second, Demand::In(first));
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
