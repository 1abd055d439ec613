//! Where blocks are placed: loops, placement tree, order, and how far control may want to go.
//!
//! Blocks are their places in reverse post order. Requires: no unreachable blocks. Ensures: see [`Forest`]; nothing recurses.

use crate::error::TranslateErrorKind;
use crate::passes::PassError;
use ir::attr::BlockCall;
use ir::dom::Dominators;
use ir::{Attr, Block, Function};
use smallvec::SmallVec;

/// No loop, no block.
pub(super) const NONE: u32 = u32::MAX;

/// A loop with one head.
#[derive(Clone, Debug)]
pub(super) struct Loop {
    pub(super) header: u32,
    /// The loop around it.
    pub(super) parent: u32,
    pub(super) depth: u32,
    /// Numbers of the loops in it, itself first: for tests of membership.
    span: (u32, u32),
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
    pub(super) loops: Vec<Loop>,
    depth: u32,
}

impl Forest {
    pub(super) fn new(func: &Function, dom: &Dominators) -> Result<Forest, PassError> {
        let nodes = dom.rpo().iter().map(|&block| node(func, dom, block)).collect();
        let mut forest = Forest { nodes, loops: vec![], depth: 0 };
        forest.check(func, dom)?;
        forest.find_loops();
        forest.place(dom);
        forest.exits();
        forest.reaches()?;
        Ok(forest)
    }

    /// What the selector holds for an edge to the head of this loop: behind all numbers of blocks, outer loops last.
    pub(super) fn continue_code(&self, l: u32) -> u32 {
        self.nodes.len() as u32 + self.depth - self.loops[l as usize].depth
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
        let inner = self.nodes[node as usize].in_loop;
        inner != NONE && {
            let (first, last) = self.loops[l as usize].span;
            (first..=last).contains(&self.loops[inner as usize].span.0)
        }
    }

    fn check(&self, func: &Function, dom: &Dominators) -> Result<(), PassError> {
        for (from, node) in self.nodes.iter().enumerate() {
            for edge in &node.edges {
                let to = self.nodes[edge.to as usize].block;
                if edge.to as usize <= from && !dom.dominates(to, node.block) {
                    let pc =
                        func.blocks[to].insts.iter().map(|&i| func.insts[i].pc).find(|&pc| pc != u32::MAX);
                    return Err(PassError {
                        pc: pc.unwrap_or(u32::MAX),
                        kind: TranslateErrorKind::Irreducible,
                    });
                }
            }
        }
        Ok(())
    }

    /// Loops from the innermost head outwards: blocks that reach the back edges without passing the head. A loop that was
    /// found before counts as one block.
    fn find_loops(&mut self) {
        let count = self.nodes.len();
        let mut preds: Vec<SmallVec<[u32; 2]>> = vec![SmallVec::new(); count];
        for (from, node) in self.nodes.iter().enumerate() {
            for edge in &node.edges {
                preds[edge.to as usize].push(from as u32);
            }
        }
        // The outermost loop known so far, with shortened paths.
        let mut outer: Vec<u32> = vec![];
        let mut work = vec![];
        for h in (0..count as u32).rev() {
            work.extend(preds[h as usize].iter().copied().filter(|&p| p >= h));
            if work.is_empty() {
                continue;
            }
            let l = self.loops.len() as u32;
            outer.push(l);
            self.loops.push(Loop {
                header: h,
                parent: NONE,
                depth: 0,
                span: (0, 0),
                end: 0,
                continues: false,
                breaks: false,
                reach: 0,
            });
            self.nodes[h as usize].heads = l;
            self.nodes[h as usize].in_loop = l;
            while let Some(b) = work.pop() {
                let inner = self.nodes[b as usize].in_loop;
                if inner == NONE {
                    self.nodes[b as usize].in_loop = l;
                    work.extend(&preds[b as usize]);
                    continue;
                }
                let top = outermost(&mut outer, inner);
                if top != l {
                    outer[top as usize] = l;
                    self.loops[top as usize].parent = l;
                    work.extend(&preds[self.loops[top as usize].header as usize]);
                }
            }
        }
        // Outer loops come later: depths from the end, numbers so that a loop's own are together.
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

    /// How far control may want to go behind a follower.
    pub(super) fn behind(&self, reach: u32, follower: u32) -> Result<u32, PassError> {
        let f = &self.nodes[follower as usize];
        if reach < f.number {
            return Err(PassError::bug("a block is placed where nothing goes to it"));
        }
        Ok(if reach == f.number { f.reach } else { reach.max(f.reach) })
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

fn node(func: &Function, dom: &Dominators, block: Block) -> Node {
    let mut edges: SmallVec<[Edge; 2]> = SmallVec::new();
    let mut add = |call: &BlockCall| -> usize {
        if let Some(i) = edges.iter().position(|e| e.call == *call) {
            return i;
        }
        let to = dom.place(call.block).unwrap_or(0) as u32;
        edges.push(Edge { to, call: call.clone(), way: Way::Forward });
        edges.len() - 1
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
