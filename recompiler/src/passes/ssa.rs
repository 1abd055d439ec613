//! Turns variables into values with block parameters.
//!
//! A variable that is read on a path on which nothing wrote it is `unknown`, one value for each such variable. Parameters
//! are pruned: a block gets one only where the variable is live and different writes meet.
//!
//! Requires: phase Raw. Ensures: phase Ssa: no `get`, no `set`, no variables, no unreachable blocks; the entry has no
//! predecessors. Leaves alone: all other instructions and their order. A parameter has its variable's type; a uniform value
//! that is written to a variable at lane rate goes through `splat`.
//!
//! ```text
//! b0: set %s0, v1; brif v2, b1, b2         b0: brif v2, b1, b2(v1)
//! b1: set %s0, v3; br b2              →    b1: br b2(v3)
//! b2: v4 = get %s0; v5 = inot v4           b2(v4): v5 = inot v4
//! ```
//!
//! Joins of a variable are found on the dominator tree with its join edges (Sreedhar and Gao, "A linear time algorithm for
//! placing phi-nodes", 1995), so that deep loop nests do not make frontiers of quadratic size; subtrees that no join edge
//! leaves upwards are skipped. Tests: tests/filetests/passes/ssa/

use super::util::{self, Aliases};
use super::{Changed, PassError};
use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::PackedOption;
use ir::attr::BlockCall;
use ir::dom::Dominators;
use ir::{Attr, Block, Function, Op, Phase, Type, Value, Var};

/// Builds SSA form.
///
/// # Errors
/// A function that is not in phase Raw is our bug.
pub fn run(func: &mut Function) -> Result<Changed, PassError> {
    if func.phase != Phase::Raw {
        return Err(PassError::bug("ssa wants phase Raw"));
    }
    let mut dom = Dominators::new(func);
    if func.entry().is_some_and(|e| !dom.preds(e).is_empty()) {
        split_entry(func);
        dom = Dominators::new(func);
    }
    util::drop_unreachable(func, &dom);
    let tree = Tree::new(&dom);
    let joins = Placement::new(func, &dom, &tree).run(func);
    Rename::new(func, &dom, joins).run(func);
    func.vars.clear();
    func.phase = Phase::Ssa;
    Ok(Changed::Yes)
}

/// A new entry in front of one that is a loop header.
fn split_entry(func: &mut Function) {
    let Some(old) = func.entry() else { return };
    let block = func.add_block();
    func.layout.rotate_right(1);
    let inst = func.add_inst(Op::br, &[], Attr::Jump(Box::new(BlockCall::to(old))), &[], u32::MAX);
    func.blocks[block].insts.push(inst);
}

/// The dominator tree by places in reverse post order.
struct Tree {
    /// Depth of a block.
    level: Vec<u32>,
    children: Vec<Vec<u32>>,
    /// Targets of edges that do not follow the tree.
    joins: Vec<Vec<u32>>,
    /// Least level of a target of such an edge from the subtree.
    least: Vec<u32>,
    preds: Vec<Vec<u32>>,
}

impl Tree {
    fn new(dom: &Dominators) -> Tree {
        let count = dom.rpo().len();
        let mut tree = Tree {
            level: vec![0; count],
            children: vec![vec![]; count],
            joins: vec![vec![]; count],
            least: vec![u32::MAX; count],
            preds: vec![vec![]; count],
        };
        let place = |b: Block| dom.place(b).unwrap_or(0);
        for (i, &block) in dom.rpo().iter().enumerate() {
            if let Some(parent) = dom.idom(block) {
                tree.level[i] = tree.level[place(parent)] + 1;
                tree.children[place(parent)].push(i as u32);
            }
            for &pred in dom.preds(block) {
                tree.preds[i].push(place(pred) as u32);
                if dom.idom(block) != Some(pred) {
                    tree.joins[place(pred)].push(i as u32);
                }
            }
        }
        for i in (0..count).rev() {
            let own = tree.joins[i].iter().map(|&j| tree.level[j as usize]).min().unwrap_or(u32::MAX);
            tree.least[i] = tree.least[i].min(own);
            if let Some(parent) = dom.idom(dom.rpo()[i]) {
                let p = place(parent);
                tree.least[p] = tree.least[p].min(tree.least[i]);
            }
        }
        tree
    }
}

/// Where a variable is written and read before it is written.
#[derive(Clone, Debug, Default)]
struct Sites {
    writes: Vec<u32>,
    reads: Vec<u32>,
}

struct Placement<'a> {
    tree: &'a Tree,
    sites: Vec<Sites>,
    /// Stamps by block: join found, subtree walked, live.
    joined: Vec<u32>,
    walked: Vec<u32>,
    live: Vec<u32>,
}

impl<'a> Placement<'a> {
    fn new(func: &Function, dom: &Dominators, tree: &'a Tree) -> Placement<'a> {
        let mut sites = vec![Sites::default(); func.vars.len()];
        for (i, &block) in dom.rpo().iter().enumerate() {
            let i = i as u32;
            for &inst in &func.blocks[block].insts {
                let data = &func.insts[inst];
                let Attr::Var(var) = data.attr else { continue };
                let site = &mut sites[util::index(var)];
                if data.op == Op::set {
                    if site.writes.last() != Some(&i) {
                        site.writes.push(i);
                    }
                } else if site.writes.last() != Some(&i) && site.reads.last() != Some(&i) {
                    site.reads.push(i);
                }
            }
        }
        let count = dom.rpo().len();
        Placement { tree, sites, joined: vec![0; count], walked: vec![0; count], live: vec![0; count] }
    }

    /// Variables that get a parameter, by block, in the order of variables.
    fn run(mut self, func: &Function) -> Vec<Vec<Var>> {
        let mut result = vec![vec![]; self.tree.level.len()];
        let mut queue: Vec<Vec<u32>> = vec![];
        for var in func.vars.keys() {
            let site = std::mem::take(&mut self.sites[util::index(var)]);
            if site.reads.is_empty() || site.writes.is_empty() {
                continue;
            }
            let stamp = util::index(var) as u32 + 1;
            let found = self.joins(&site, stamp, &mut queue);
            if found.is_empty() {
                continue;
            }
            self.liveness(&site, stamp);
            for block in found {
                if self.live[block as usize] == stamp {
                    result[block as usize].push(var);
                }
            }
        }
        result
    }

    /// Blocks where different writes may meet: from the deepest writes upwards.
    fn joins(&mut self, site: &Sites, stamp: u32, queue: &mut Vec<Vec<u32>>) -> Vec<u32> {
        let tree = self.tree;
        let mut found = vec![];
        let mut deepest = 0;
        let put = |queue: &mut Vec<Vec<u32>>, block: u32| {
            let level = tree.level[block as usize] as usize;
            if queue.len() <= level {
                queue.resize_with(level + 1, Vec::new);
            }
            queue[level].push(block);
            level
        };
        for &block in &site.writes {
            if tree.least[block as usize] <= tree.level[block as usize] {
                deepest = deepest.max(put(queue, block));
            }
        }
        let mut stack = vec![];
        let mut level = deepest as isize;
        while level >= 0 {
            let Some(root) = queue.get_mut(level as usize).and_then(Vec::pop) else {
                level -= 1;
                continue;
            };
            stack.push(root);
            while let Some(at) = stack.pop() {
                if std::mem::replace(&mut self.walked[at as usize], stamp) == stamp {
                    continue;
                }
                for &to in &tree.joins[at as usize] {
                    if tree.level[to as usize] as isize <= level
                        && std::mem::replace(&mut self.joined[to as usize], stamp) != stamp
                    {
                        found.push(to);
                        if tree.least[to as usize] <= tree.level[to as usize] {
                            put(queue, to);
                        }
                    }
                }
                stack.extend(
                    tree.children[at as usize].iter().filter(|&&c| tree.least[c as usize] as isize <= level),
                );
            }
        }
        found
    }

    /// Marks the blocks at whose start the variable is live.
    fn liveness(&mut self, site: &Sites, stamp: u32) {
        let mut stack = site.reads.clone();
        // Writes stop the walk; `walked` is reused as the mark of a write with a stamp of its own.
        let write = u32::MAX - stamp;
        site.writes.iter().for_each(|&b| self.walked[b as usize] = write);
        while let Some(at) = stack.pop() {
            if std::mem::replace(&mut self.live[at as usize], stamp) == stamp {
                continue;
            }
            for &pred in &self.tree.preds[at as usize] {
                if self.walked[pred as usize] != write && self.live[pred as usize] != stamp {
                    stack.push(pred);
                }
            }
        }
    }
}

enum Step {
    Enter(Block),
    /// Takes back the writes from here on.
    Leave(usize),
}

struct Rename {
    children: SecondaryMap<Block, Vec<Block>>,
    joins: SecondaryMap<Block, Vec<Var>>,
    current: SecondaryMap<Var, PackedOption<Value>>,
    undo: Vec<(Var, PackedOption<Value>)>,
    aliases: Aliases,
    /// `unknown` of variables, in the order in which they were wanted.
    unknown: Vec<(Var, Value)>,
    first: SecondaryMap<Var, PackedOption<Value>>,
}

impl Rename {
    fn new(func: &mut Function, dom: &Dominators, joins: Vec<Vec<Var>>) -> Rename {
        let mut by_block = SecondaryMap::with_capacity(func.blocks.len());
        for (vars, &block) in joins.into_iter().zip(dom.rpo()) {
            for &var in &vars {
                let ty = func.vars[var].ty;
                func.add_param(block, ty);
            }
            by_block[block] = vars;
        }
        Rename {
            children: dom.children(),
            joins: by_block,
            current: SecondaryMap::new(),
            undo: vec![],
            aliases: Aliases::default(),
            unknown: vec![],
            first: SecondaryMap::new(),
        }
    }

    fn run(mut self, func: &mut Function) {
        let Some(entry) = func.entry() else { return };
        let mut stack = vec![Step::Enter(entry)];
        while let Some(step) = stack.pop() {
            match step {
                Step::Enter(block) => {
                    stack.push(Step::Leave(self.undo.len()));
                    self.block(func, block);
                    stack.extend(self.children[block].iter().rev().map(|&c| Step::Enter(c)));
                }
                Step::Leave(to) => {
                    for (var, old) in self.undo.drain(to..).rev() {
                        self.current[var] = old;
                    }
                }
            }
        }
        let insts = self.unknown.iter().filter_map(|(_, value)| func.def_inst(*value)).collect::<Vec<_>>();
        func.blocks[entry].insts.splice(0..0, insts);
    }

    fn write(&mut self, var: Var, value: Value) {
        self.undo.push((var, self.current[var]));
        self.current[var] = value.into();
    }

    fn read(&mut self, func: &mut Function, var: Var) -> Value {
        if let Some(value) = self.current[var].expand().or(self.first[var].expand()) {
            return value;
        }
        let ty: Type = func.vars[var].ty;
        let (_, value) = util::new_inst(func, Op::unknown, &[], Attr::Type(ty), ty, u32::MAX);
        self.unknown.push((var, value));
        self.first[var] = value.into();
        value
    }

    fn block(&mut self, func: &mut Function, block: Block) {
        // Parameters of variables stand behind those that the block had before.
        let vars = self.joins[block].len();
        let had = func.blocks[block].params.len().saturating_sub(vars);
        for i in 0..vars {
            let (var, value) = (self.joins[block][i], func.blocks[block].params[had + i]);
            self.write(var, value);
        }
        let insts = std::mem::take(&mut func.blocks[block].insts);
        let mut kept = Vec::with_capacity(insts.len());
        for inst in insts {
            self.aliases.rewrite(func, inst);
            let data = &func.insts[inst];
            match (data.op, &data.attr) {
                (Op::get, &Attr::Var(var)) => {
                    let value = self.read(func, var);
                    // The variable goes; what is left of the instruction names nothing.
                    func.insts[inst].attr = Attr::None;
                    if let Some(result) = func.result(inst) {
                        self.aliases.set(result, value);
                    }
                }
                (Op::set, &Attr::Var(var)) => {
                    let Some(&value) = data.args.first() else { continue };
                    if func.vars[var].ty.is_lane() && !func.ty(value).is_lane() {
                        let ty = func.vars[var].ty;
                        let data = &mut func.insts[inst];
                        (data.op, data.attr) = (Op::splat, Attr::None);
                        let value = util::give_result(func, inst, ty);
                        self.write(var, value);
                        kept.push(inst);
                    } else {
                        func.insts[inst].attr = Attr::None;
                        self.write(var, value);
                    }
                }
                _ => kept.push(inst),
            }
        }
        if let Some(&end) = kept.last() {
            self.arguments(func, end);
        }
        func.blocks[block].insts = kept;
    }

    /// Gives the targets of a terminator their arguments.
    fn arguments(&mut self, func: &mut Function, end: ir::Inst) {
        let mut attr = std::mem::replace(&mut func.insts[end].attr, Attr::None);
        for call in util::targets_mut(&mut attr) {
            for i in 0..self.joins[call.block].len() {
                let var = self.joins[call.block][i];
                call.args.push(self.read(func, var));
            }
        }
        func.insts[end].attr = attr;
    }
}
