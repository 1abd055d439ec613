//! Where blocks are placed: loops, placement tree, order, and how far control may want to go.
//!
//! Blocks are their places in reverse post order. Requires: a reducible graph without unreachable blocks. Ensures: see
//! [`Forest`]; nothing recurses.

use super::loops::{Loops, NONE};
use crate::passes::PassError;
use crate::passes::util::SmallMap;
use ir::attr::BlockCall;
use ir::dom::Dominators;
use ir::{Attr, Block, Function};
use smallvec::SmallVec;

/// How a loop is left.
#[derive(Clone, Debug)]
pub(super) struct Loop {
    pub(super) header: u32,
    /// The loop around it.
    pub(super) parent: u32,
    /// Greatest number of a block placed in it.
    pub(super) end: u32,
    /// It is left for the head of the loop around it.
    pub(super) continues: bool,
    /// It is left for somewhere outside the loop around it.
    pub(super) breaks: bool,
    /// Greatest number of a block of the loop around it that it is left for; 0 for none.
    pub(super) reach: u32,
}

/// How an edge is taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Way {
    /// The target stands in the arm.
    Inline,
    /// The bodies end up to where the target stands.
    Forward,
    /// To the head of the innermost loop.
    Continue,
    /// Out of the innermost loop.
    Break,
}

/// An edge out of a block.
#[derive(Clone, Debug)]
pub(super) struct Edge {
    pub(super) to: u32,
    pub(super) call: BlockCall,
    pub(super) way: Way,
}

/// How a block's terminator decides between its edges.
#[derive(Clone, Debug)]
pub(super) enum Decide {
    /// `ret`, `unreachable`.
    End,
    /// One edge.
    Jump,
    /// Two edges.
    Branch,
    /// Values of each edge; the last edge is the default.
    Switch(Vec<SmallVec<[u32; 2]>>),
}

/// A block.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) block: Block,
    pub(super) decide: Decide,
    pub(super) edges: SmallVec<[Edge; 2]>,
    /// The innermost loop that it is in.
    pub(super) in_loop: u32,
    /// The loop that it is the head of.
    pub(super) heads: u32,
    /// Blocks that stand behind it, inside the loop that it heads.
    pub(super) followers: Vec<u32>,
    /// Blocks that stand behind the loop that it heads.
    pub(super) after: Vec<u32>,
    /// Number in the order of placement; the entry has 0.
    pub(super) number: u32,
    /// Greatest number that control may want when everything placed under it is done; 0: it never comes out.
    pub(super) reach: u32,
}

/// The placement of all blocks.
#[derive(Clone, Debug)]
pub(super) struct Forest {
    pub(super) nodes: Vec<Node>,
    /// By the numbers of `natural`.
    pub(super) loops: Vec<Loop>,
    natural: Loops,
    /// The block that each block is placed under.
    parent: Vec<u32>,
}

impl Forest {
    pub(super) fn new(func: &Function, dom: &Dominators) -> Result<Forest, PassError> {
        let natural = Loops::new(dom);
        let mut nodes: Vec<Node> = dom.rpo().iter().map(|&block| node(func, dom, block)).collect();
        for (x, node) in nodes.iter_mut().enumerate() {
            (node.in_loop, node.heads) = (natural.in_loop[x], natural.heads[x]);
        }
        let loops = natural.loops.iter().map(|l| Loop {
            header: l.header,
            parent: l.parent,
            end: 0,
            continues: false,
            breaks: false,
            reach: 0,
        });
        let loops = loops.collect();
        let mut forest = Forest { nodes, loops, natural, parent: vec![] };
        forest.check(dom)?;
        forest.place(dom);
        forest.exits();
        forest.reaches()?;
        Ok(forest)
    }

    /// What the selector holds for an edge to the head of this loop: behind all numbers of blocks, outer loops last.
    pub(super) fn continue_code(&self, l: u32) -> u32 {
        self.nodes.len() as u32 + self.natural.depth - self.natural.loops[l as usize].depth
    }

    /// What the selector holds for an edge.
    pub(super) fn code(&self, from: u32, edge: &Edge) -> u32 {
        let to = &self.nodes[edge.to as usize];
        if edge.to <= from { self.continue_code(to.heads) } else { to.number }
    }

    /// Greatest number that control may want behind an arm; 0: it does not come out.
    pub(super) fn edge_reach(&self, edge: &Edge) -> u32 {
        let to = &self.nodes[edge.to as usize];
        match edge.way {
            Way::Inline => to.reach,
            Way::Forward => to.number,
            Way::Continue | Way::Break => 0,
        }
    }

    fn contains(&self, l: u32, node: u32) -> bool {
        self.natural.contains(l, node)
    }

    fn check(&self, dom: &Dominators) -> Result<(), PassError> {
        for (from, node) in self.nodes.iter().enumerate() {
            for edge in &node.edges {
                let to = self.nodes[edge.to as usize].block;
                if edge.to as usize <= from && !dom.dominates(to, node.block) {
                    return Err(PassError::bug("a region with several entries is left"));
                }
            }
        }
        Ok(())
    }

    /// Followers, arms, numbers.
    fn place(&mut self, dom: &Dominators) {
        let count = self.nodes.len();
        let mut forward = vec![0u32; count];
        for (from, node) in self.nodes.iter().enumerate() {
            for edge in &node.edges {
                forward[edge.to as usize] += u32::from(edge.to as usize > from);
            }
        }
        let mut parent = vec![NONE; count];
        let mut inline: Vec<SmallVec<[u32; 2]>> = vec![SmallVec::new(); count];
        for x in 1..count as u32 {
            let above = dom.idom(self.nodes[x as usize].block).and_then(|d| dom.place(d)).unwrap_or(0) as u32;
            // The outermost loop that is left on the way.
            let mut left = NONE;
            let mut l = self.nodes[above as usize].in_loop;
            while l != NONE && !self.contains(l, x) {
                left = l;
                l = self.loops[l as usize].parent;
            }
            if left != NONE {
                let header = self.loops[left as usize].header;
                parent[x as usize] = header;
                self.nodes[header as usize].after.push(x);
            } else {
                parent[x as usize] = above;
                if forward[x as usize] == 1 {
                    inline[above as usize].push(x);
                } else {
                    self.nodes[above as usize].followers.push(x);
                }
            }
        }
        // Sizes bottom up, then numbers top down: a block, its arms, its followers, what is after its loop.
        let mut inside = vec![1u32; count];
        let mut size = vec![0u32; count];
        for x in (0..count).rev() {
            let node = &self.nodes[x];
            inside[x] += inline[x].iter().chain(&node.followers).map(|&c| size[c as usize]).sum::<u32>();
            size[x] = inside[x] + node.after.iter().map(|&c| size[c as usize]).sum::<u32>();
        }
        for x in 0..count {
            let mut next = self.nodes[x].number + 1;
            let children: Vec<u32> = inline[x]
                .iter()
                .chain(&self.nodes[x].followers)
                .chain(&self.nodes[x].after)
                .copied()
                .collect();
            for c in children {
                self.nodes[c as usize].number = next;
                next += size[c as usize];
            }
            let heads = self.nodes[x].heads;
            if heads != NONE {
                self.loops[heads as usize].end = self.nodes[x].number + inside[x] - 1;
            }
        }
        let mut in_arm = vec![false; count];
        inline.iter().flatten().for_each(|&x| in_arm[x as usize] = true);
        for from in 0..self.nodes.len() {
            for i in 0..self.nodes[from].edges.len() {
                let to = self.nodes[from].edges[i].to;
                let l = self.nodes[from].in_loop;
                let way = if l != NONE && to == self.loops[l as usize].header {
                    Way::Continue
                } else if l != NONE && !self.contains(l, to) {
                    Way::Break
                } else if parent[to as usize] == from as u32 && in_arm[to as usize] {
                    Way::Inline
                } else {
                    Way::Forward
                };
                self.nodes[from].edges[i].way = way;
            }
        }
        self.parent = parent;
    }

    /// What loops are left for.
    fn exits(&mut self) {
        for from in 0..self.nodes.len() {
            for i in 0..self.nodes[from].edges.len() {
                let Edge { to, way, .. } = self.nodes[from].edges[i];
                if way != Way::Break {
                    continue;
                }
                let mut l = self.nodes[from].in_loop;
                while l != NONE {
                    let around = self.loops[l as usize].parent;
                    if around == NONE
                        || (self.contains(around, to) && self.loops[around as usize].header != to)
                    {
                        let number = self.nodes[to as usize].number;
                        let reach = &mut self.loops[l as usize].reach;
                        *reach = number.max(*reach);
                        break;
                    }
                    if self.loops[around as usize].header == to {
                        self.loops[l as usize].continues = true;
                        break;
                    }
                    self.loops[l as usize].breaks = true;
                    l = around;
                }
            }
        }
    }

    /// How far control may want to go behind each block, from the last block to the first.
    fn reaches(&mut self) -> Result<(), PassError> {
        for x in (0..self.nodes.len()).rev() {
            let node = &self.nodes[x];
            let mut reach = node.edges.iter().map(|e| self.edge_reach(e)).max().unwrap_or(0);
            for &f in &node.followers {
                reach = self.behind(reach, f)?;
            }
            if node.heads != NONE {
                if reach != 0 {
                    return Err(PassError::bug("a loop's body has a way out at its end"));
                }
                reach = self.loops[node.heads as usize].reach;
                for &f in &node.after {
                    reach = self.behind(reach, f)?;
                }
            }
            self.nodes[x].reach = reach;
        }
        Ok(())
    }

    /// The arm of a two-way branch that never comes out, so that the other one needs no body: it stands behind.
    pub(super) fn leaving_arm(&self, edges: &[Edge]) -> Option<usize> {
        let stays = |i: usize| edges.get(i).is_none_or(|e| self.edge_reach(e) == 0);
        match (stays(0), stays(1)) {
            // The shorter one goes inside.
            (true, true) => Some(usize::from(edges.first().is_some_and(|e| e.way == Way::Inline))),
            (true, false) => Some(0),
            (false, true) => Some(1),
            (false, false) => None,
        }
    }

    /// Whether bodies nest deeper than this, and then the parts that are cut off to help: blocks placed deeper than `cut`,
    /// each part entered at its first block alone.
    pub(super) fn too_deep(&self, limit: u32, cut: u32) -> Result<Vec<Vec<Block>>, PassError> {
        let count = self.nodes.len();
        let mut depth = vec![0u32; count];
        let mut deepest = 0;
        for x in 0..count {
            let node = &self.nodes[x];
            let inside = depth[x] + u32::from(node.heads != NONE);
            deepest = deepest.max(inside + 1);
            let leaves = match node.decide {
                Decide::Branch => self.leaving_arm(&node.edges),
                _ => None,
            };
            for (i, edge) in node.edges.iter().enumerate() {
                if edge.way == Way::Inline {
                    let behind = matches!(node.decide, Decide::Jump) || leaves.is_some_and(|arm| arm != i);
                    depth[edge.to as usize] = inside + u32::from(!behind);
                }
            }
            let mut reach = node.edges.iter().map(|e| self.edge_reach(e)).max().unwrap_or(0);
            for &f in &node.followers {
                depth[f as usize] = inside + u32::from(reach != self.nodes[f as usize].number);
                reach = self.behind(reach, f)?;
            }
            if node.heads != NONE {
                reach = self.loops[node.heads as usize].reach;
            }
            for &f in &node.after {
                depth[f as usize] = depth[x] + u32::from(reach != self.nodes[f as usize].number);
                reach = self.behind(reach, f)?;
            }
        }
        if deepest <= limit {
            return Ok(vec![]);
        }
        let mut parts: Vec<Vec<Block>> = vec![];
        let mut part = vec![NONE; count];
        for x in 1..count {
            let above = part[self.parent[x] as usize];
            part[x] = if above == NONE && depth[x] >= cut {
                parts.push(vec![]);
                parts.len() as u32 - 1
            } else {
                above
            };
            if let Some(list) = parts.get_mut(part[x] as usize) {
                list.push(self.nodes[x].block);
            }
        }
        Ok(parts)
    }

    /// How far control may want to go behind a follower.
    pub(super) fn behind(&self, reach: u32, follower: u32) -> Result<u32, PassError> {
        let f = &self.nodes[follower as usize];
        if reach < f.number {
            return Err(PassError::bug("a block is placed where nothing goes to it"));
        }
        Ok(if reach == f.number { f.reach } else { reach.max(f.reach) })
    }
}

/// Edges of a block that are compared one by one.
const FEW: usize = 8;

fn node(func: &Function, dom: &Dominators, block: Block) -> Node {
    let mut edges: SmallVec<[Edge; 2]> = SmallVec::new();
    // Edges by target, once there are many.
    let mut known: SmallMap<u32, SmallVec<[u32; 2]>> = SmallMap::default();
    let mut add = |call: &BlockCall| -> usize {
        let to = dom.place(call.block).map_or(0, |p| p as u32);
        let same = |&i: &usize| edges.get(i).is_some_and(|e| e.call == *call);
        let found = (0..edges.len().min(FEW)).find(same);
        let found = found.or_else(|| known.get(&to)?.iter().map(|&i| i as usize).find(same));
        found.unwrap_or_else(|| {
            if edges.len() >= FEW {
                known.entry(to).or_default().push(edges.len() as u32);
            }
            edges.push(Edge { to, call: call.clone(), way: Way::Forward });
            edges.len() - 1
        })
    };
    let decide = match func.terminator(block).map(|t| &func.insts[t].attr) {
        Some(Attr::Jump(call)) => {
            add(call);
            Decide::Jump
        }
        Some(Attr::Branch(calls)) => {
            add(&calls[0]);
            if add(&calls[1]) == 0 { Decide::Jump } else { Decide::Branch }
        }
        Some(Attr::Switch(switch)) => {
            // The default's edge comes last; cases that go the same way need no value.
            let mut values: Vec<SmallVec<[u32; 2]>> = vec![];
            for (value, call) in &switch.cases {
                if *call != switch.default {
                    let i = add(call);
                    values.resize_with(values.len().max(i + 1), SmallVec::new);
                    values[i].push(*value);
                }
            }
            add(&switch.default);
            if values.is_empty() { Decide::Jump } else { Decide::Switch(values) }
        }
        _ => Decide::End,
    };
    Node {
        block,
        decide,
        edges,
        in_loop: NONE,
        heads: NONE,
        followers: vec![],
        after: vec![],
        number: 0,
        reach: 0,
    }
}
