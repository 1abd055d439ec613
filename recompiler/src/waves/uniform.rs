//! Which values and blocks are the same for all waves of a workgroup.
//!
//! Requires: phase Ssa. Ensures: a value is called uniform only if every wave that computes it gets the same bits (in lane n what
//! the other waves have in their lanes n), a block only if every wave of the group comes to it as often. Leaves alone:
//! everything. Host barriers may stand in uniform blocks only.
//!
//! What lanes are computed from may well be the same for all waves: a counter in a vector register is. Unknown bits count as
//! the same, since every back end takes the same for them.

use cranelift_entity::SecondaryMap;
use ir::attr::Space;
use ir::dom::Dominators;
use ir::{Attr, Block, Function, Op, Value};

/// The answer.
#[derive(Debug)]
pub(super) struct Uniform {
    divergent: SecondaryMap<Block, bool>,
}

impl Uniform {
    /// Whether all waves come to a block.
    pub(super) fn block(&self, block: Block) -> bool {
        !self.divergent[block]
    }
}

/// Finds what is the same for all waves of a workgroup.
pub(super) fn workgroup_uniform(func: &Function, dominators: &Dominators) -> Uniform {
    let mut varying: SecondaryMap<Value, bool> = SecondaryMap::new();
    let mut divergent: SecondaryMap<Block, bool> = SecondaryMap::new();
    loop {
        let mut changed = false;
        for &block in dominators.rpo() {
            for &inst in &func.blocks[block].insts {
                let d = &func.insts[inst];
                let own = match d.op {
                    Op::wave_id | Op::local_index | Op::atomic | Op::get => true,
                    // Memory that nobody writes gives all waves the same.
                    Op::load => !matches!(&d.attr, Attr::Mem(m) if m.space == Space::Constant),
                    _ => false,
                };
                let vary = own || d.args.iter().any(|&a| varying[a]);
                for r in func.results(inst) {
                    if vary && !varying[r] {
                        varying[r] = true;
                        changed = true;
                    }
                }
            }
            let Some(terminator) = func.terminator(block) else { continue };
            let splits = func.insts[terminator].args.iter().any(|&a| varying[a]);
            for call in func.targets(terminator) {
                for (i, &arg) in call.args.iter().enumerate() {
                    let Some(&param) = func.blocks[call.block].params.get(i) else { continue };
                    if (varying[arg] || divergent[block] || splits) && !varying[param] {
                        varying[param] = true;
                        changed = true;
                    }
                }
            }
            if splits {
                changed |= spread(func, dominators, block, &mut divergent, &mut varying);
            }
        }
        if !changed {
            return Uniform { divergent };
        }
    }
}

/// Marks what lies between a branch that waves take differently and the place where all of them meet again.
fn spread(
    func: &Function,
    dominators: &Dominators,
    branch: Block,
    divergent: &mut SecondaryMap<Block, bool>,
    varying: &mut SecondaryMap<Value, bool>,
) -> bool {
    let mut changed = false;
    let meet = meeting_place(func, dominators, branch);
    let mut seen: SecondaryMap<Block, bool> = SecondaryMap::new();
    let mut work = func.successors(branch).to_vec();
    while let Some(block) = work.pop() {
        if Some(block) == meet {
            // Values that come over different ways differ.
            for &p in &func.blocks[block].params {
                changed |= !std::mem::replace(&mut varying[p], true);
            }
            continue;
        }
        if std::mem::replace(&mut seen[block], true) {
            continue;
        }
        changed |= !std::mem::replace(&mut divergent[block], true);
        for &p in &func.blocks[block].params {
            changed |= !std::mem::replace(&mut varying[p], true);
        }
        work.extend(func.successors(block));
    }
    changed
}

/// The first block that every way from a branch comes to, if there is one.
fn meeting_place(func: &Function, dominators: &Dominators, branch: Block) -> Option<Block> {
    // A block is met by all ways if no way from the branch to an end avoids it.
    let candidates = dominators.rpo().iter().copied().filter(|&b| b != branch);
    candidates.into_iter().find(|&candidate| {
        let mut seen: SecondaryMap<Block, bool> = SecondaryMap::new();
        let mut work = func.successors(branch).to_vec();
        let mut reached = false;
        while let Some(block) = work.pop() {
            if block == candidate {
                reached = true;
                continue;
            }
            if std::mem::replace(&mut seen[block], true) {
                continue;
            }
            let next = func.successors(block);
            if next.is_empty() {
                return false;
            }
            // Around to the branch itself: waves go around as often as they like, and meet behind the loop.
            if block == branch {
                continue;
            }
            work.extend(next);
        }
        reached
    })
}
