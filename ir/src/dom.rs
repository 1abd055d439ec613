//! Order, dominators and loops of a function's graph.
//!
//! Requires: targets of terminators are blocks of the layout (others are left out). Ensures: nothing recurses; time is
//! blocks plus edges up to a log factor (semidominators by path compression, then nearest common ancestors: Georgiadis'
//! SEMI-NCA, "Linear-Time Algorithms for Dominators and Related Problems", 2005); dominance is asked in constant time.

use crate::entity::Block;
use crate::function::Function;
use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::ReservedValue;
use smallvec::SmallVec;

/// Number of a block that cannot be reached.
const NONE: u32 = u32::MAX;

/// Predecessors, reverse post order, dominator tree and loops. Blocks that cannot be reached from the entry are in none.
#[derive(Clone, Debug)]
pub struct Dominators {
    rpo: Vec<Block>,
    /// Place in `rpo`.
    place: SecondaryMap<Block, u32>,
    preds: SecondaryMap<Block, SmallVec<[Block; 2]>>,
    idom: SecondaryMap<Block, Option<Block>>,
    /// First and last number below a block in a walk over the dominator tree.
    span: SecondaryMap<Block, (u32, u32)>,
    header: SecondaryMap<Block, bool>,
    reducible: bool,
}

impl Dominators {
    /// Looks at a function's graph.
    pub fn new(func: &Function) -> Dominators {
        let mut dom = Dominators {
            rpo: vec![],
            place: SecondaryMap::with_default(NONE),
            preds: SecondaryMap::new(),
            idom: SecondaryMap::new(),
            span: SecondaryMap::with_default((1, 0)),
            header: SecondaryMap::new(),
            reducible: true,
        };
        if let Some(entry) = func.entry().filter(|b| func.blocks.is_valid(*b)) {
            let search = dom.search(func, entry);
            dom.dominators(&search);
            dom.spans();
            dom.loops();
        }
        dom
    }

    /// Blocks that can be reached, each before its successors except along edges back into loops.
    pub fn rpo(&self) -> &[Block] {
        &self.rpo
    }

    /// Place of a block in [`Dominators::rpo`].
    pub fn place(&self, block: Block) -> Option<usize> {
        Some(self.place[block]).filter(|p| *p != NONE).map(|p| p as usize)
    }

    /// Whether a block can be reached from the entry.
    pub fn is_reachable(&self, block: Block) -> bool {
        self.place[block] != NONE
    }

    /// Predecessors that can be reached; twice where two edges come from one block.
    pub fn preds(&self, block: Block) -> &[Block] {
        &self.preds[block]
    }

    /// The nearest block that all paths to a block go through; none for the entry and blocks that cannot be reached.
    pub fn idom(&self, block: Block) -> Option<Block> {
        self.idom[block]
    }

    /// Whether all paths from the entry to `b` go through `a`. A block dominates itself; a block that cannot be reached
    /// dominates nothing and is dominated by nothing.
    #[inline]
    pub fn dominates(&self, a: Block, b: Block) -> bool {
        let ((first, last), (at, end)) = (self.span[a], self.span[b]);
        at <= end && first <= at && at <= last
    }

    /// Whether an edge goes back to a block that dominates its source, or that stands no later in the order.
    pub fn is_back_edge(&self, from: Block, to: Block) -> bool {
        self.is_reachable(from) && self.is_reachable(to) && self.place[to] <= self.place[from]
    }

    /// Whether a back edge comes to the block: the header of a loop, or one of the entries of an irreducible region.
    pub fn is_loop_header(&self, block: Block) -> bool {
        self.header[block]
    }

    /// Whether every back edge goes to a block that dominates its source.
    pub fn is_reducible(&self) -> bool {
        self.reducible
    }

    /// Children of each block in the dominator tree, in reverse post order.
    pub fn children(&self) -> SecondaryMap<Block, Vec<Block>> {
        let mut children: SecondaryMap<Block, Vec<Block>> = SecondaryMap::new();
        for &block in &self.rpo {
            if let Some(parent) = self.idom[block] {
                children[parent].push(block);
            }
        }
        children
    }

    /// Depth-first search: fills order and predecessors.
    fn search(&mut self, func: &Function, entry: Block) -> Search {
        let mut search = Search { order: vec![], parent: vec![], number: SecondaryMap::with_default(NONE) };
        let mut in_layout: SecondaryMap<Block, bool> = SecondaryMap::new();
        for &block in &func.layout {
            in_layout[block] = func.blocks.is_valid(block);
        }
        let mut post = vec![];
        let mut stack = vec![];
        search.enter(entry, 0);
        stack.push((entry, func.successors(entry), 0));
        while let Some((block, successors, next)) = stack.last_mut() {
            let block = *block;
            let Some(&to) = successors.get(*next) else {
                post.push(block);
                stack.pop();
                continue;
            };
            *next += 1;
            if to.is_reserved_value() || !in_layout[to] {
                continue;
            }
            self.preds[to].push(block);
            if search.number[to] == NONE {
                let parent = search.number[block];
                search.enter(to, parent);
                stack.push((to, func.successors(to), 0));
            }
        }
        post.reverse();
        for (i, &block) in post.iter().enumerate() {
            self.place[block] = i as u32;
        }
        self.rpo = post;
        search
    }

    fn dominators(&mut self, search: &Search) {
        let count = search.order.len();
        let mut semi: Vec<u32> = (0..count as u32).collect();
        let mut label = semi.clone();
        let mut ancestor = search.parent.clone();
        let mut path = vec![];
        for w in (1..count).rev() {
            let mut best = search.parent[w];
            for &pred in &self.preds[search.order[w]] {
                let v = search.number[pred];
                // Vertices after `w` are linked: the least label on the path up to one that is not.
                let least = if (v as usize) <= w {
                    v
                } else {
                    compress(v, w as u32, &mut ancestor, &mut label, &semi, &mut path);
                    semi[label[v as usize] as usize]
                };
                best = best.min(least);
            }
            semi[w] = best;
        }
        let mut idom = search.parent.clone();
        for w in 1..count {
            let mut at = idom[w];
            while at > semi[w] {
                at = idom[at as usize];
            }
            idom[w] = at;
            self.idom[search.order[w]] = Some(search.order[at as usize]);
        }
    }

    /// Numbers the dominator tree without a walk: sizes bottom up, then first numbers top down.
    fn spans(&mut self) {
        let mut size: SecondaryMap<Block, u32> = SecondaryMap::with_default(1);
        for &block in self.rpo.iter().rev() {
            if let Some(parent) = self.idom[block] {
                size[parent] += size[block];
            }
        }
        let mut next: SecondaryMap<Block, u32> = SecondaryMap::new();
        for &block in &self.rpo {
            let first = match self.idom[block] {
                Some(parent) => {
                    let first = next[parent];
                    next[parent] += size[block];
                    first
                }
                None => 0,
            };
            next[block] = first + 1;
            self.span[block] = (first, first + size[block] - 1);
        }
    }

    fn loops(&mut self) {
        for i in 0..self.rpo.len() {
            let to = self.rpo[i];
            for at in 0..self.preds[to].len() {
                let from = self.preds[to][at];
                if self.is_back_edge(from, to) {
                    self.header[to] = true;
                    self.reducible &= self.dominates(to, from);
                }
            }
        }
    }
}

/// Blocks in the order of a depth-first search, with the number of the block each was reached from.
struct Search {
    order: Vec<Block>,
    parent: Vec<u32>,
    number: SecondaryMap<Block, u32>,
}

impl Search {
    fn enter(&mut self, block: Block, parent: u32) {
        self.number[block] = self.order.len() as u32;
        self.order.push(block);
        self.parent.push(parent);
    }
}

/// Makes the path from `v` up to the vertices that are not linked (at most `last`) short; `label[v]` becomes the vertex
/// with the least semidominator on it.
fn compress(v: u32, last: u32, ancestor: &mut [u32], label: &mut [u32], semi: &[u32], path: &mut Vec<u32>) {
    path.clear();
    let mut at = v;
    while at > last && ancestor[at as usize] > last {
        path.push(at);
        at = ancestor[at as usize];
    }
    while let Some(below) = path.pop() {
        let (below, above) = (below as usize, ancestor[below as usize] as usize);
        if semi[label[above] as usize] < semi[label[below] as usize] {
            label[below] = label[above];
        }
        ancestor[below] = ancestor[above];
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attr::{Attr, BlockCall, Switch};
    use crate::builder::Builder;
    use crate::function::Function;

    /// A function whose block `i` goes to the blocks `edges[i]`.
    fn graph(edges: &[Vec<usize>]) -> (Function, Vec<Block>) {
        let mut func = Function::new("graph", 64);
        let blocks: Vec<Block> = edges.iter().map(|_| func.add_block()).collect();
        for (i, to) in edges.iter().enumerate() {
            let zero = func.constant(crate::Width::B32, 0);
            let mut b = Builder::new(&mut func, blocks[i]);
            match to.split_last() {
                None => b.ret(),
                Some((last, cases)) => {
                    let cases = cases
                        .iter()
                        .enumerate()
                        .map(|(v, &c)| (v as u32, BlockCall::to(blocks[c])))
                        .collect();
                    let switch = Switch { cases, default: BlockCall::to(blocks[*last]) };
                    b.emit(crate::Op::switch, &[zero], Attr::Switch(Box::new(switch)), &[]);
                }
            }
        }
        (func, blocks)
    }

    /// Blocks that can be reached without going through `without`.
    fn reach(edges: &[Vec<usize>], without: Option<usize>) -> Vec<bool> {
        let mut seen = vec![false; edges.len()];
        let mut stack = vec![0];
        while let Some(at) = stack.pop() {
            if Some(at) != without && !std::mem::replace(&mut seen[at], true) {
                stack.extend(&edges[at]);
            }
        }
        seen
    }

    #[test]
    fn dominance_is_what_leaving_a_block_out_cuts_off() {
        let mut seed = 1u64;
        let mut next = |end: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            ((seed >> 33) as usize) % end
        };
        for _ in 0..500 {
            let count = 1 + next(14);
            let edges: Vec<Vec<usize>> =
                (0..count).map(|_| (0..next(4)).map(|_| next(count)).collect()).collect();
            let (func, blocks) = graph(&edges);
            let dom = Dominators::new(&func);
            let reachable = reach(&edges, None);
            for a in 0..count {
                assert_eq!(dom.is_reachable(blocks[a]), reachable[a], "{edges:?}");
                let rest = reach(&edges, Some(a));
                for b in 0..count {
                    let expected = reachable[a] && reachable[b] && !rest[b];
                    assert_eq!(dom.dominates(blocks[a], blocks[b]), expected, "{a} {b} {edges:?}");
                }
            }
            for &b in dom.rpo() {
                for &p in dom.preds(b) {
                    assert!(dom.is_back_edge(p, b) || dom.place(p) < dom.place(b), "{edges:?}");
                }
            }
        }
    }

    #[test]
    fn headers_and_reducibility() {
        let (func, blocks) = graph(&[vec![1], vec![2], vec![1, 3], vec![]]);
        let dom = Dominators::new(&func);
        assert!(dom.is_loop_header(blocks[1]) && !dom.is_loop_header(blocks[2]) && dom.is_reducible());
        assert_eq!(dom.idom(blocks[3]), Some(blocks[2]));
        let (func, _) = graph(&[vec![1, 2], vec![2], vec![1, 3], vec![]]);
        assert!(!Dominators::new(&func).is_reducible());
    }

    #[test]
    fn long_chains_and_deep_nests_need_no_stack() {
        let count = 200_000;
        // A chain in which every block may go back to the one before and to the middle.
        let edges: Vec<Vec<usize>> = (0..count)
            .map(|i: usize| if i + 1 == count { vec![] } else { vec![i.saturating_sub(1), count / 2, i + 1] })
            .collect();
        let (func, blocks) = graph(&edges);
        let dom = Dominators::new(&func);
        assert!(dom.dominates(blocks[0], blocks[count - 1]));
        assert!(!dom.dominates(blocks[count / 2 - 1], blocks[count - 1]));
    }
}
