//! Shows of a branch on whether a mask has a lane that a lane outside the mask may skip what the branch guards.
//!
//! A wave goes one way (`some`) if the mask has a lane, else the other (`none`). Alone, a lane outside the mask goes the other
//! way. That is the same if, for such a lane, the wave on its way from `some` to the start of `none`
//! 1. does nothing: accesses and faults are masked off, there is no barrier and no end of the wave;
//! 2. brings the lane to `none` with the values that it would have had there, or with others in values that are not looked at
//!    in this lane from there on ([`Demands`]).
//!
//! What the wave does there for the lane is found by abstract evaluation ([`super::facts`]) of the region between the two.
//! Branches inside whose outcome the lane's facts decide (its bit is in the mask) go that way only.
//!
//! Point 2 rests on this relation between the wave's run and the lane's own run, at every place to which both come: a value
//! that is demanded in the lane is the same in both. Ops keep it, since what a demanded result is computed from is demanded;
//! branches keep it, since conditions are demanded everywhere and a mask's bit decides for a lane alone; and this file shows
//! that the ends of regions keep it, for parameters of `none` and for values older than the branch that the region (the loop
//! around the branch) computes anew.
//!
//! A fault that is the same for all lanes is let pass inside a region: where the wave is there is always a lane that is there
//! by its own run and records it, as long as no branch on the way is taken for lanes that are not (see [`Guarded::hosted`]).

use super::alone::Alone;
use super::facts::{Before, Fact, evaluate};
use super::lds::Divergent;
use super::region::Region;
use super::{LaneBranch, Uses, lane_branch};
use crate::passes::lane_demand::{Demand, Demands};
use crate::passes::util::{self, SmallMap};
use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::PackedOption;
use ir::attr::BlockCall;
use ir::dom::Dominators;
use ir::function::Def;
use ir::ops::Effect;
use ir::{Attr, Block, Function, Inst, Op, Value};
use smallvec::{SmallVec, smallvec};

/// What the check needs to know of the whole function.
pub(super) struct Graph<'a> {
    pub(super) func: &'a Function,
    pub(super) dom: &'a Dominators,
    pub(super) home: &'a SecondaryMap<Inst, PackedOption<Block>>,
    pub(super) uses: &'a Uses,
    pub(super) demands: &'a Demands<'a>,
    pub(super) alone: &'a Alone,
}

/// Blocks that a lane outside the mask may go through before both ways meet.
const MAX_STEPS: usize = 4;

/// Shows that a lane outside the mask may skip what the branch guards, and says where lanes' ways part; else why it may not.
pub(super) fn check(graph: &Graph<'_>, branch: &LaneBranch) -> Result<Divergent, &'static str> {
    let mut before = Before::new(graph.func, graph.alone);
    before.assume_all(&graph.alone.guards(graph.dom, branch.block));
    if before.of(branch.mask) == Fact::Bits(1) {
        // No lane that comes here by its own run is outside.
        return Ok(Divergent { branch: branch.block, blocks: vec![], open: false });
    }
    before.assume(branch.mask, 0);
    let kept = branch.none.args.iter().map(|&a| before.of(a)).collect();
    let mut meet = Meet { block: branch.none.block, kept };
    let mut first = "a guarded branch does not come back";
    let mut passed = vec![];
    for i in 0..MAX_STEPS {
        let mut guarded = Guarded {
            graph,
            branch,
            region: Region::new(graph.func, branch.some.block, meet.block),
            meet,
            before,
            facts: SmallMap::default(),
            reached: SmallMap::default(),
        };
        guarded.evaluate();
        let Some(found) = guarded.acts().or_else(|| guarded.changes()) else {
            let open = passed.is_empty() && guarded.open();
            passed.extend(guarded.region.blocks());
            return Ok(Divergent { branch: branch.block, blocks: passed, open });
        };
        if i == 0 {
            first = found;
        }
        let Some(next) = guarded.step() else { break };
        passed.push(guarded.meet.block);
        meet = next;
        before = guarded.before;
    }
    Err(first)
}

/// Where both ways meet, and with what arguments a lane comes there that is outside the mask.
struct Meet {
    block: Block,
    kept: SmallVec<[Fact; 4]>,
}

struct Guarded<'a> {
    graph: &'a Graph<'a>,
    branch: &'a LaneBranch,
    meet: Meet,
    region: Region,
    before: Before<'a>,
    /// Facts of the values that the region computes; all others are from before.
    facts: SmallMap<Value, Fact>,
    /// Blocks that the wave may come to, as far as the lane's facts tell.
    reached: SmallMap<Block, ()>,
}

/// Parameters and results of a block.
fn values(func: &Function, block: Block) -> impl Iterator<Item = Value> + '_ {
    let data = &func.blocks[block];
    data.params.iter().copied().chain(data.insts.iter().flat_map(|&i| func.results(i)))
}

impl Guarded<'_> {
    /// What a use inside the region, or behind it, sees.
    fn fact(&mut self, value: Value) -> Fact {
        match self.facts.get(&value) {
            Some(&fact) => fact,
            None => self.before.of(value),
        }
    }

    /// Adds to what is known of a value; whether that changed it.
    fn learn(&mut self, value: Value, fact: Fact) -> bool {
        let old = self.facts.get(&value).copied().unwrap_or_default();
        let met = old.meet(fact);
        self.facts.insert(value, met);
        met != old
    }

    /// The targets that a block's terminator may go to for all that is known.
    fn open_targets(&mut self, block: Block) -> SmallVec<[BlockCall; 2]> {
        let func = self.graph.func;
        let Some(end) = func.terminator(block) else { return SmallVec::new() };
        let data = &func.insts[end];
        match &data.attr {
            Attr::Branch(calls) => match self.fact(data.args[0]) {
                Fact::Top => SmallVec::new(),
                Fact::Bits(0) => smallvec![calls[1].clone()],
                Fact::Bits(_) => smallvec![calls[0].clone()],
                Fact::Same(_) | Fact::Unknown => calls.iter().cloned().collect(),
            },
            _ => func.targets(end).into_iter().cloned().collect(),
        }
    }

    /// Takes arguments along an edge into the region; whether that changed something. From the branch they are from before.
    fn enter(&mut self, call: &BlockCall, from_branch: bool) -> bool {
        if !self.region.contains(call.block) {
            return false;
        }
        let mut changed = self.reached.insert(call.block, ()).is_none();
        for (i, &arg) in call.args.iter().enumerate() {
            let Some(&param) = self.graph.func.blocks[call.block].params.get(i) else { continue };
            let fact = if from_branch { self.before.of(arg) } else { self.fact(arg) };
            changed |= self.learn(param, fact);
        }
        changed
    }

    /// Propagates facts through the region until nothing changes.
    fn evaluate(&mut self) {
        let func = self.graph.func;
        let blocks = self.region.blocks().to_vec();
        for &block in &blocks {
            for value in values(func, block) {
                // A use that may be reached before the value is computed anew sees what it was, too.
                let uses = self.graph.uses.of(value);
                let mixed = uses.iter().any(|&b| self.region.contains(b) && !self.region.dominates(block, b));
                let first = if mixed { self.before.of(value) } else { Fact::Top };
                self.facts.insert(value, first);
            }
        }
        let branch = self.branch;
        self.enter(&branch.some, true);
        // Facts only go down, two steps each: this ends.
        loop {
            let mut changed = false;
            for &block in &blocks {
                if !self.reached.contains_key(&block) {
                    continue;
                }
                for &inst in &func.blocks[block].insts {
                    let args: SmallVec<[Fact; 4]> =
                        func.insts[inst].args.iter().map(|&a| self.fact(a)).collect();
                    let fact = self.result(inst, &args);
                    for r in func.results(inst) {
                        changed |= self.learn(r, fact);
                    }
                }
                for call in self.open_targets(block) {
                    changed |= self.enter(&call, false);
                }
            }
            if !changed {
                break;
            }
        }
    }

    /// What an instruction inside the region gives.
    fn result(&mut self, inst: Inst, args: &[Fact]) -> Fact {
        let func = self.graph.func;
        let Some(result) = func.result(inst) else { return Fact::Unknown };
        let fact = evaluate(func, inst, args);
        let data = &func.insts[inst];
        let kept = fact == Fact::Unknown
            && args.iter().zip(&data.args).all(|(&fact, &arg)| fact == self.before.of(arg));
        if kept && let Some(truth) = self.before.compared(inst) {
            // A compare of operands as they were, of which the branch tells the result.
            return Fact::Bits(u64::from(truth));
        }
        let same = kept
            && data.op.row().effect == Effect::Pure
            && !matches!(data.op, Op::unknown | Op::get)
            && self.older(result);
        // The same op of the same operands was computed before the branch.
        if same { self.before.of(result) } else { fact }
    }

    /// One block further on the lane's own way: if it does nothing there and where it goes is known.
    fn step(&mut self) -> Option<Meet> {
        let (func, block) = (self.graph.func, self.meet.block);
        let mut own: SmallMap<Value, Fact> = SmallMap::default();
        own.extend(func.blocks[block].params.iter().copied().zip(self.meet.kept.iter().copied()));
        let end = func.terminator(block)?;
        for &inst in &func.blocks[block].insts {
            let data = &func.insts[inst];
            if inst == end {
                break;
            }
            if data.op.row().effect != Effect::Pure && data.op != Op::any {
                return None;
            }
            let args: SmallVec<[Fact; 4]> =
                data.args.iter().map(|a| own.get(a).copied().unwrap_or_else(|| self.before.of(*a))).collect();
            let fact = evaluate(func, inst, &args);
            own.extend(func.results(inst).map(|r| (r, fact)));
        }
        let mut look = |v: Value| own.get(&v).copied().unwrap_or_else(|| self.before.of(v));
        let call = match &func.insts[end].attr {
            Attr::Jump(call) => &**call,
            Attr::Branch(calls) => match look(func.insts[end].args[0]) {
                Fact::Bits(0) => &calls[1],
                Fact::Bits(_) => &calls[0],
                Fact::Top | Fact::Same(_) | Fact::Unknown => return None,
            },
            _ => return None,
        };
        // What the block computes must not be seen behind it: the wave may come there another way.
        let seen = self.graph.dom.dominates(block, call.block) || call.block == block;
        (!seen).then(|| Meet { block: call.block, kept: call.args.iter().map(|&a| look(a)).collect() })
    }

    /// The blocks of the region that the wave may come to, in order.
    fn reached(&self) -> Vec<Block> {
        self.region.blocks().iter().copied().filter(|b| self.reached.contains_key(b)).collect()
    }

    /// Whether the wave is in a block only if a lane is there by its own run: no mask that decides on the way there has
    /// lanes that skip the region.
    fn hosted(&mut self, block: Block) -> bool {
        let func = self.graph.func;
        let mut seen: SmallMap<Block, ()> = SmallMap::default();
        let mut work = self.graph.dom.preds(block).to_vec();
        while let Some(block) = work.pop() {
            if !self.reached.contains_key(&block) || seen.insert(block, ()).is_some() {
                continue;
            }
            let quiet = func.blocks[block].insts.iter().all(|&inst| {
                let data = &func.insts[inst];
                data.op != Op::any || self.fact(data.args[0]) == Fact::Bits(0)
            });
            // The mask of a branch may have been found before its block.
            let own = lane_branch(func, block).is_none_or(|b| self.fact(b.mask) == Fact::Bits(0));
            if !quiet || !own {
                return false;
            }
            work.extend(self.graph.dom.preds(block));
        }
        true
    }

    /// What the wave does for the lane inside the region.
    fn acts(&mut self) -> Option<&'static str> {
        let func = self.graph.func;
        for block in self.reached() {
            for &inst in &func.blocks[block].insts {
                let d = &func.insts[inst];
                let mask = match d.op {
                    Op::store | Op::atomic => d.args.get(1),
                    Op::fault => d.args.first(),
                    Op::barrier | Op::vote_barrier | Op::wave_barrier => None,
                    Op::ret => return Some("a guarded branch ends the wave"),
                    _ => continue,
                };
                let quiet = mask.is_some_and(|&m| self.fact(m) == Fact::Bits(0));
                let for_all = d.op == Op::fault
                    && mask.and_then(|&m| func.def_inst(m)).is_some_and(|i| func.insts[i].op == Op::splat);
                let quiet = quiet || for_all && self.hosted(block);
                if !quiet {
                    return Some("a guarded branch acts for lanes outside its mask");
                }
            }
        }
        None
    }

    /// Whether lanes may go into the region even if none is in the mask: it ends, and nothing in it acts then.
    fn open(&mut self) -> bool {
        let func = self.graph.func;
        let blocks = self.region.blocks().to_vec();
        let place = |b: Block| blocks.iter().position(|&x| x == b);
        for (i, &block) in blocks.iter().enumerate() {
            let loops = func.successors(block).into_iter().any(|s| place(s).is_some_and(|p| p <= i));
            if loops || !self.reached.contains_key(&block) {
                return false;
            }
            for &inst in &func.blocks[block].insts {
                let d = &func.insts[inst];
                let mask = match d.op {
                    Op::load | Op::store | Op::atomic => d.args.get(1),
                    Op::fault => d.args.first(),
                    _ => continue,
                };
                if !mask.is_some_and(|&m| self.fact(m) == Fact::Bits(0)) {
                    return false;
                }
            }
        }
        true
    }

    /// What the lane would find changed behind the region.
    fn changes(&mut self) -> Option<&'static str> {
        let (func, branch) = (self.graph.func, self.branch);
        let meet = self.meet.block;
        let mut leaves: Vec<BlockCall> = Vec::new();
        if branch.some.block == meet {
            leaves.push(branch.some.clone());
        }
        for block in self.reached() {
            leaves.extend(self.open_targets(block).into_iter().filter(|c| c.block == meet));
        }
        if leaves.is_empty() {
            return Some("a guarded branch does not come back");
        }
        for call in &leaves {
            for (i, &arg) in call.args.iter().enumerate() {
                let fact = self.fact(arg);
                if fact != Fact::Unknown && self.meet.kept.get(i) == Some(&fact) {
                    continue;
                }
                let Some(&param) = func.blocks[meet].params.get(i) else { continue };
                if !self.unobserved(param, Some(call)) {
                    return Some("a guarded branch changes a value of lanes outside its mask");
                }
            }
        }
        for block in self.reached() {
            for value in values(func, block) {
                if self.fact(value) != self.before.of(value)
                    && self.graph.dom.dominates(block, branch.block)
                    && self.live(value, block, meet)
                    && !self.unobserved(value, None)
                {
                    return Some("a value of lanes outside the mask of a guarded branch changes");
                }
            }
        }
        None
    }

    /// Whether a value is not looked at in the lane, behind the region that is left by this edge.
    fn unobserved(&mut self, value: Value, edge: Option<&BlockCall>) -> bool {
        let (mask, off) = match self.graph.demands.of(value) {
            Demand::Nowhere => return true,
            Demand::Everywhere => return false,
            Demand::In(mask) => (mask, Fact::Bits(0)),
            Demand::Out(mask) => (mask, Fact::Bits(1)),
        };
        match (self.graph.func.values[mask].def, edge) {
            (Def::Param(block, i), Some(call)) if block == call.block => {
                call.args.get(usize::from(i)).is_some_and(|&m| self.fact(m) == off)
            }
            _ => {
                // The mask may or may not have been computed anew.
                self.fact(mask) == off
                    && (!self.facts.contains_key(&mask) || !self.older(mask) || self.before.of(mask) == off)
            }
        }
    }

    /// Whether a value is defined wherever the branch is made.
    fn older(&self, value: Value) -> bool {
        let g = self.graph;
        util::def_block(g.func, g.home, value).is_some_and(|b| g.dom.dominates(b, self.branch.block))
    }

    /// Whether there is a way from the start of a block to a use of a value that does not go through its definition.
    fn live(&self, value: Value, def: Block, at: Block) -> bool {
        if def == at {
            return false;
        }
        let mut seen: SmallMap<Block, ()> = SmallMap::default();
        let mut work: Vec<Block> = self.graph.uses.of(value).to_vec();
        while let Some(block) = work.pop() {
            if block == def || seen.insert(block, ()).is_some() {
                continue;
            }
            if block == at {
                return true;
            }
            work.extend(self.graph.dom.preds(block));
        }
        false
    }
}
