//! Natural loops of a graph, nested.
//!
//! Blocks are their places in reverse post order. Requires: no unreachable blocks; the graph need not be reducible: a back edge
//! goes to a block that dominates its source, and other edges back make no loop here. Ensures: natural loops have one head
//! each and are nested or apart; time is blocks plus edges up to a log factor; nothing recurses.

use ir::dom::Dominators;
use smallvec::SmallVec;

/// No loop, no block.
pub(super) const NONE: u32 = u32::MAX;

/// A loop with one head.
#[derive(Clone, Copy, Debug)]
pub(super) struct Natural {
    pub(super) header: u32,
    /// The loop around it.
    pub(super) parent: u32,
    pub(super) depth: u32,
    /// Numbers of the loops in it, itself first: for tests of membership.
    span: (u32, u32),
}

/// All natural loops.
#[derive(Clone, Debug)]
pub(super) struct Loops {
    pub(super) loops: Vec<Natural>,
    /// The innermost loop that each block is in.
    pub(super) in_loop: Vec<u32>,
    /// The loop that each block is the head of.
    pub(super) heads: Vec<u32>,
    /// Greatest depth.
    pub(super) depth: u32,
}

impl Loops {
    /// Finds loops from the innermost head outwards: blocks that reach the back edges without passing the head. A loop that
    /// was found before counts as one block.
    pub(super) fn new(dom: &Dominators) -> Loops {
        let rpo = dom.rpo();
        let count = rpo.len();
        let place = |b| dom.place(b).map_or(NONE, |p| p as u32);
        let preds: Vec<SmallVec<[u32; 2]>> =
            rpo.iter().map(|&b| dom.preds(b).iter().map(|&p| place(p)).collect()).collect();
        let mut all = Loops { loops: vec![], in_loop: vec![NONE; count], heads: vec![NONE; count], depth: 0 };
        // The outermost loop known so far, with shortened paths.
        let mut outer: Vec<u32> = vec![];
        let mut work: Vec<u32> = vec![];
        for h in (0..count as u32).rev() {
            let is_back = |&p: &u32| p >= h && dom.dominates(rpo[h as usize], rpo[p as usize]);
            work.extend(preds[h as usize].iter().copied().filter(is_back));
            if work.is_empty() {
                continue;
            }
            let l = all.loops.len() as u32;
            outer.push(l);
            all.loops.push(Natural { header: h, parent: NONE, depth: 0, span: (0, 0) });
            all.heads[h as usize] = l;
            all.in_loop[h as usize] = l;
            while let Some(b) = work.pop() {
                let inner = all.in_loop[b as usize];
                if inner == NONE {
                    all.in_loop[b as usize] = l;
                    work.extend(&preds[b as usize]);
                    continue;
                }
                let top = outermost(&mut outer, inner);
                if top != l {
                    outer[top as usize] = l;
                    all.loops[top as usize].parent = l;
                    work.extend(&preds[all.loops[top as usize].header as usize]);
                }
            }
        }
        all.number();
        all
    }

    /// Outer loops come later: depths from the end, numbers so that a loop's own are together.
    fn number(&mut self) {
        let total = self.loops.len();
        let mut size = vec![1u32; total];
        for l in 0..total {
            let parent = self.loops[l].parent;
            if parent != NONE {
                size[parent as usize] += size[l];
            }
        }
        let mut next = 0;
        let mut free = vec![0u32; total];
        for l in (0..total).rev() {
            let parent = self.loops[l].parent;
            let first = if parent == NONE {
                next += size[l];
                next - size[l]
            } else {
                let p = parent as usize;
                self.loops[l].depth = self.loops[p].depth + 1;
                free[p] += size[l];
                free[p] - size[l]
            };
            free[l] = first + 1;
            self.loops[l].span = (first, first + size[l] - 1);
            self.depth = self.depth.max(self.loops[l].depth);
        }
    }

    /// Whether a loop is another one or in it.
    pub(super) fn is_in(&self, inner: u32, outer: u32) -> bool {
        inner != NONE && {
            let (first, last) = self.loops[outer as usize].span;
            (first..=last).contains(&self.loops[inner as usize].span.0)
        }
    }

    /// Whether a block is in a loop.
    pub(super) fn contains(&self, l: u32, block: u32) -> bool {
        self.is_in(self.in_loop[block as usize], l)
    }
}

fn outermost(outer: &mut [u32], l: u32) -> u32 {
    let mut top = l;
    while outer[top as usize] != top {
        top = outer[top as usize];
    }
    let mut at = l;
    while outer[at as usize] != at {
        at = std::mem::replace(&mut outer[at as usize], top);
    }
    top
}
