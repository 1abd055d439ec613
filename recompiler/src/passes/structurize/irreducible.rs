//! Regions with several entries.
//!
//! Requires: no unreachable blocks. Ensures: with a dispatch block in front of each region (see [`super::dispatch`]) the graph
//! is reducible; loops with one entry, in a region or around it, are not touched. Nothing recurses; time is blocks plus edges
//! plus the loops that edges leave.
//!
//! How: natural loops are nested ([`Loops`]), and seen from outside a loop is one block. What remains at each level without
//! the loop's own head should have no cycle; a strongly connected part of it with more than one block is a region. Its
//! targets are the blocks where it is entered and those that edges go back to in reverse post order: with them entered
//! through the dispatch block alone the region has one entry, and no cycle without it.

use super::dispatch::Region;
use super::loops::{Loops, NONE};
use ir::Function;
use ir::dom::Dominators;

/// Finds the regions.
pub(super) fn regions(func: &Function, dom: &Dominators) -> Vec<Region> {
    let loops = Loops::new(dom);
    let rpo = dom.rpo();
    let count = rpo.len();
    // Edges of all levels. Each block belongs to the level around the loop that it heads, so levels share no edge.
    let mut edges: Vec<(u32, u32)> = vec![];
    let mut entered: Vec<bool> = vec![false; count];
    for (from, &block) in rpo.iter().enumerate() {
        for to in func.successors(block) {
            if dom.dominates(to, block) {
                continue;
            }
            let Some(to) = dom.place(to) else { continue };
            match stands_for(&loops, from as u32, level(&loops, to)) {
                Some(x) => edges.push((x, to as u32)),
                // The head of the loop itself: outside all regions of its level.
                None => entered[to] = true,
            }
        }
    }
    let part = components(count, &edges);
    let mut size = vec![0u32; count];
    part.iter().for_each(|&p| size[p as usize] += 1);
    let mut target = vec![false; count];
    for &(x, to) in &edges {
        let (x, to) = (x as usize, to as usize);
        target[to] |= part[x] != part[to] || x >= to;
    }
    let mut number = vec![NONE; count];
    let mut regions: Vec<Region> = vec![];
    for x in 0..count {
        let p = part[x] as usize;
        if size[p] < 2 || !(target[x] || entered[x]) {
            continue;
        }
        if number[p] == NONE {
            number[p] = regions.len() as u32;
            regions.push(Region { targets: vec![], keep_loops: true });
        }
        regions[number[p] as usize].targets.push(rpo[x]);
    }
    regions
}

/// The loop in which a block is one block.
fn level(loops: &Loops, block: usize) -> u32 {
    match loops.heads[block] {
        NONE => loops.in_loop[block],
        own => loops.loops[own as usize].parent,
    }
}

/// The block of a level that a block belongs to; none for the head of the level's loop.
fn stands_for(loops: &Loops, block: u32, level: u32) -> Option<u32> {
    let mut l = loops.in_loop[block as usize];
    if l == level {
        let head = level != NONE && loops.loops[level as usize].header == block;
        return (!head).then_some(block);
    }
    let mut at = block;
    while l != level && l != NONE {
        at = loops.loops[l as usize].header;
        l = loops.loops[l as usize].parent;
    }
    Some(at)
}

/// Strongly connected parts: the number of each block's (Tarjan's algorithm on a stack of its own).
fn components(count: usize, edges: &[(u32, u32)]) -> Vec<u32> {
    let mut first = vec![0u32; count + 1];
    edges.iter().for_each(|&(x, _)| first[x as usize + 1] += 1);
    for i in 0..count {
        first[i + 1] += first[i];
    }
    let mut fill = first.clone();
    let mut next = vec![0u32; edges.len()];
    for &(x, to) in edges {
        next[fill[x as usize] as usize] = to;
        fill[x as usize] += 1;
    }
    let mut part = vec![NONE; count];
    let mut number = vec![NONE; count];
    let mut low = vec![0u32; count];
    let mut at = first.clone();
    let (mut open, mut path): (Vec<u32>, Vec<u32>) = (vec![], vec![]);
    let (mut numbers, mut parts) = (0u32, 0u32);
    for root in 0..count {
        if number[root] == NONE {
            path.push(root as u32);
        }
        while let Some(&x) = path.last() {
            let i = x as usize;
            if number[i] == NONE {
                (number[i], low[i]) = (numbers, numbers);
                numbers += 1;
                open.push(x);
            }
            if at[i] < first[i + 1] {
                let to = next[at[i] as usize] as usize;
                if number[to] == NONE {
                    // Comes back to this edge when it is done.
                    path.push(to as u32);
                    continue;
                }
                at[i] += 1;
                if part[to] == NONE {
                    low[i] = low[i].min(low[to]);
                }
                continue;
            }
            path.pop();
            if low[i] == number[i] {
                while let Some(y) = open.pop() {
                    part[y as usize] = parts;
                    if y == x {
                        break;
                    }
                }
                parts += 1;
            }
        }
    }
    part
}
