//! The part of the graph between a branch and the place where its ways meet.
//!
//! Requires: targets are blocks of the graph. Ensures: blocks in order and dominance inside, seen from the entry; time is
//! blocks plus edges of the part but for nests of loops. Leaves alone: the rest of the graph.

use crate::passes::util::SmallMap;
use ir::{Block, Function};

/// The blocks that a branch guards: those that its first way reaches without the place where both ways meet.
pub(super) struct Region {
    /// In reverse post order from the entry.
    blocks: Vec<Block>,
    place: SmallMap<Block, u32>,
    idom: Vec<u32>,
}

impl Region {
    /// The blocks from `entry` on, up to `meet`.
    pub(super) fn new(func: &Function, entry: Block, meet: Block) -> Region {
        let mut seen: SmallMap<Block, ()> = SmallMap::default();
        let mut post = Vec::new();
        let mut stack = vec![(entry, false)];
        while let Some((block, done)) = stack.pop() {
            if done {
                post.push(block);
                continue;
            }
            if block == meet || seen.insert(block, ()).is_some() {
                continue;
            }
            stack.push((block, true));
            stack.extend(func.successors(block).into_iter().map(|b| (b, false)));
        }
        post.reverse();
        let place: SmallMap<Block, u32> = post.iter().enumerate().map(|(i, &b)| (b, i as u32)).collect();
        let mut preds = vec![Vec::new(); post.len()];
        for (i, &b) in post.iter().enumerate() {
            for s in func.successors(b) {
                if let Some(&p) = place.get(&s) {
                    preds[p as usize].push(i as u32);
                }
            }
        }
        let mut idom = vec![u32::MAX; post.len()];
        if let Some(first) = idom.first_mut() {
            *first = 0;
        }
        let mut changed = true;
        while changed {
            changed = false;
            for i in 1..post.len() {
                let mut new = u32::MAX;
                for &p in &preds[i] {
                    if idom[p as usize] != u32::MAX {
                        new = if new == u32::MAX { p } else { common(&idom, p, new) };
                    }
                }
                if new != idom[i] {
                    idom[i] = new;
                    changed = true;
                }
            }
        }
        Region { blocks: post, place, idom }
    }

    /// Its blocks, each before its successors except along edges back into loops.
    pub(super) fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    /// Whether a block is one of it.
    pub(super) fn contains(&self, block: Block) -> bool {
        self.place.contains_key(&block)
    }

    /// Whether every way from the entry to `b` that stays inside goes through `a`.
    pub(super) fn dominates(&self, a: Block, b: Block) -> bool {
        let (Some(&a), Some(&(mut b))) = (self.place.get(&a), self.place.get(&b)) else { return false };
        while b > a {
            let Some(&up) = self.idom.get(b as usize) else { return false };
            if up >= b {
                return false;
            }
            b = up;
        }
        a == b
    }
}

/// The lowest common ancestor of two places in a dominator tree numbered in reverse post order.
fn common(idom: &[u32], mut a: u32, mut b: u32) -> u32 {
    while a != b {
        if a > b {
            a = idom[a as usize];
        } else {
            b = idom[b as usize];
        }
    }
    a
}
