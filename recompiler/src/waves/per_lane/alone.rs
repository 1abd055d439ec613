//! What a lane knows where it is by its own run: the ways it took.
//!
//! Alone, a lane takes a branch on `any(m)` by its own bit of m. So behind the edges that it took bits are known
//! ([`Alone::guards`]), and a mask that gets a known true bit on every edge ([`Alone::holds`]: EXEC of a loop that lanes leave
//! one by one) is true for the lane wherever it can be seen.
//!
//! Requires: phase Ssa. Ensures: facts of a lane's own run. Where the value is demanded everywhere the wave's run has the same
//! bit in this lane (see [`super::guarded`]). Leaves alone: lanes that skip a region.

use super::facts::{Before, Fact};
use super::{LaneBranch, lane_branch};
use crate::passes::lane_demand::{Demand, Demands};
use crate::passes::util;
use cranelift_entity::SecondaryMap;
use ir::dom::Dominators;
use ir::function::Def;
use ir::{Attr, Block, Function, Type, Value};
use smallvec::SmallVec;

/// Edges that are looked at on the way up from a block.
const MAX_GUARDS: usize = 16;
/// Rounds after which masks that still change are given up.
const MAX_ROUNDS: usize = 8;

/// Facts of lanes' own runs.
pub(super) struct Alone {
    /// What the only edge to a block says: a value and its bits.
    edges: SecondaryMap<Block, Option<(Value, u64)>>,
    holds: SecondaryMap<Value, bool>,
}

impl Alone {
    pub(super) fn new(func: &Function, dom: &Dominators, demands: &Demands<'_>) -> Alone {
        let mut alone = Alone { edges: SecondaryMap::new(), holds: SecondaryMap::new() };
        for &block in dom.rpo() {
            let &[pred] = dom.preds(block) else { continue };
            alone.edges[block] = edge(func, pred, block);
        }
        alone.find(func, dom, demands);
        alone
    }

    /// Whether a mask is true in every lane that is there by its own run.
    pub(super) fn holds(&self, mask: Value) -> bool {
        self.holds[mask]
    }

    /// Values whose bits are known for a lane that is in a block by its own run.
    pub(super) fn guards(&self, dom: &Dominators, block: Block) -> SmallVec<[(Value, u64); 8]> {
        let mut guards = SmallVec::new();
        let mut at = Some(block);
        while let Some(block) = at {
            guards.extend(self.edges[block]);
            if guards.len() >= MAX_GUARDS {
                break;
            }
            at = dom.idom(block);
        }
        guards
    }

    /// Optimistic: takes every mask parameter for true, and drops those of which an edge does not show it.
    fn find(&mut self, func: &Function, dom: &Dominators, demands: &Demands<'_>) {
        let incoming = util::incoming(func);
        let mut masks: Vec<Value> = Vec::new();
        for &block in dom.rpo().iter().skip(1) {
            let params = func.blocks[block].params.iter();
            masks
                .extend(params.filter(|&&p| func.ty(p) == Type::MASK && demands.of(p) == Demand::Everywhere));
        }
        masks.iter().for_each(|&m| self.holds[m] = true);
        for _ in 0..MAX_ROUNDS {
            let before = masks.len();
            let mut kept = Vec::with_capacity(before);
            for &mask in &masks {
                let Def::Param(block, index) = func.values[mask].def else { continue };
                let shown = dom.preds(block).iter().all(|&pred| {
                    let Some(end) = func.terminator(pred) else { return false };
                    let edges = incoming[block].iter().filter(|(e, _)| *e == end);
                    edges.into_iter().all(|&(end, target)| {
                        util::edge_arg(func, end, target, usize::from(index))
                            .is_some_and(|arg| self.true_at(func, dom, arg, pred, block))
                    })
                });
                if shown {
                    kept.push(mask);
                } else {
                    self.holds[mask] = false;
                }
            }
            if kept.len() == before {
                return;
            }
            masks = kept;
        }
        masks.iter().for_each(|&m| self.holds[m] = false);
    }

    /// Whether a mask is true for a lane that goes from one block to another.
    fn true_at(&self, func: &Function, dom: &Dominators, mask: Value, from: Block, to: Block) -> bool {
        let mut facts = Before::new(func, self);
        facts.assume_all(&self.guards(dom, from));
        if let Some((value, bits)) = edge(func, from, to) {
            facts.assume(value, bits);
        }
        facts.of(mask) == Fact::Bits(1)
    }
}

/// What a lane knows that goes from one block to another.
fn edge(func: &Function, from: Block, to: Block) -> Option<(Value, u64)> {
    if let Some(LaneBranch { some, none, mask, .. }) = lane_branch(func, from) {
        return (some.block != none.block).then_some((mask, u64::from(some.block == to)));
    }
    let end = func.terminator(from)?;
    let data = &func.insts[end];
    match &data.attr {
        Attr::Branch(calls) if calls[0].block != calls[1].block => {
            Some((data.args[0], u64::from(calls[0].block == to)))
        }
        _ => None,
    }
}
