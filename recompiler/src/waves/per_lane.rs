//! The per-lane map: every invocation is a wave of one lane.
//!
//! It is exact if nothing looks at another lane, and if a branch that a wave takes because *some* lane wants it does nothing
//! to the lanes that do not. The first is a matter of ops. The second is shown for each branch on `any(m)` by evaluating
//! the code between the branch and the place where both ways meet for a lane outside `m`: it must make no access, and
//! every value that leaves must be the one that the lane had before. Such a lane can take the other way instead.
//!
//! Requires: phase Ssa. Ensures: [`rewrite`] gives a function of wave size 1 in which all values are uniform.

use super::is_cross;
use cranelift_entity::SecondaryMap;
use ir::dom::Dominators;
use ir::{Attr, Block, Function, Inst, Op, Rate, Value, Width};

/// Why the map is not exact: guest address and reason.
pub(super) fn obstacle(func: &Function) -> Option<(u32, &'static str)> {
    let dominators = Dominators::new(func);
    let mut branches = Vec::new();
    for &block in dominators.rpo() {
        for &inst in &func.blocks[block].insts {
            let data = &func.insts[inst];
            if is_cross(data.op) {
                return Some((data.pc, "an instruction looks at other lanes"));
            }
            match data.op {
                Op::any if !only_branches(func, inst) => {
                    return Some((data.pc, "whether a mask has a lane is used as a value"));
                }
                Op::store | Op::atomic
                    if data.args.iter().take(2).all(|&a| func.ty(a).rate == Rate::Uniform) =>
                {
                    return Some((data.pc, "an access is made once for the wave"));
                }
                Op::fault if func.ty(data.args[0]).rate == Rate::Uniform => {
                    return Some((data.pc, "a fault is recorded once for the wave"));
                }
                Op::wave_barrier => return Some((data.pc, "lanes of a wave exchange data through memory")),
                _ => {}
            }
        }
        if let Some(branch) = lane_branch(func, block) {
            branches.push(branch);
        }
    }
    if let Some(pc) = exchange_in_lds(func, &dominators) {
        return Some((pc, "lanes of a wave may exchange data through LDS without a barrier"));
    }
    let uses = Uses::new(func);
    branches.iter().find_map(|b| check_branch(func, &dominators, &uses, b))
}

/// Whether all uses of an `any` are branches, perhaps inverted.
fn only_branches(func: &Function, any: Inst) -> bool {
    let Some(value) = func.result(any) else { return false };
    let used = |v: Value, allow_not: bool| -> (bool, Vec<Value>) {
        let mut nots = Vec::new();
        for data in func.blocks.values().flat_map(|b| &b.insts) {
            let d = &func.insts[*data];
            let mut here = false;
            func.for_each_use(*data, |u| here |= u == v);
            if !here {
                continue;
            }
            if d.op == Op::brif && d.args.first() == Some(&v) {
                let mut passed = false;
                for call in func.targets(*data) {
                    passed |= call.args.contains(&v);
                }
                if passed {
                    return (false, nots);
                }
            } else if d.op == Op::inot && allow_not {
                nots.extend(func.result(*data));
            } else {
                return (false, nots);
            }
        }
        (true, nots)
    };
    let (ok, nots) = used(value, true);
    ok && nots.iter().all(|&n| used(n, false).0)
}

/// A branch on whether a mask has a lane.
struct LaneBranch {
    block: Block,
    /// Where control goes if it has one.
    some: Block,
    /// Where it goes otherwise.
    none: Block,
    /// The mask.
    mask: Value,
    /// Arguments for `none`.
    none_args: Vec<Value>,
    pc: u32,
}

fn lane_branch(func: &Function, block: Block) -> Option<LaneBranch> {
    let terminator = func.terminator(block)?;
    let data = &func.insts[terminator];
    let Attr::Branch(calls) = &data.attr else { return None };
    let mut condition = *data.args.first()?;
    let mut inverted = false;
    loop {
        let inst = func.def_inst(condition)?;
        let d = &func.insts[inst];
        match d.op {
            Op::inot => {
                inverted = !inverted;
                condition = *d.args.first()?;
            }
            Op::any => {
                let (some, none) = if inverted { (&calls[1], &calls[0]) } else { (&calls[0], &calls[1]) };
                return Some(LaneBranch {
                    block,
                    some: some.block,
                    none: none.block,
                    mask: *d.args.first()?,
                    none_args: none.args.to_vec(),
                    pc: data.pc,
                });
            }
            _ => return None,
        }
    }
}

/// The instructions that use each value.
struct Uses(SecondaryMap<Value, Vec<(Block, Inst)>>);

impl Uses {
    fn new(func: &Function) -> Uses {
        let mut map: SecondaryMap<Value, Vec<(Block, Inst)>> = SecondaryMap::new();
        for (block, data) in func.blocks.iter() {
            for &inst in &data.insts {
                func.for_each_use(inst, |v| map[v].push((block, inst)));
            }
        }
        Uses(map)
    }
}

/// What is known of a value, seen by a lane outside the mask.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Fact {
    /// Not reached yet.
    #[default]
    Top,
    /// These bits.
    Bits(u64),
    /// The same as a value had at the branch.
    Same(Value),
    /// Anything.
    Unknown,
}

impl Fact {
    fn meet(self, other: Fact) -> Fact {
        match (self, other) {
            (Fact::Top, x) | (x, Fact::Top) => x,
            (a, b) if a == b => a,
            _ => Fact::Unknown,
        }
    }
}

/// Evaluation of a region for a lane outside the mask.
struct Region<'a> {
    func: &'a Function,
    inside: SecondaryMap<Block, bool>,
    /// Facts of the values that the region computes; all others have none.
    facts: SecondaryMap<Value, Option<Fact>>,
    mask: Value,
}

impl Region<'_> {
    /// What a use inside the region sees.
    fn fact(&self, value: Value) -> Fact {
        self.facts[value].unwrap_or_else(|| region_before(self, value))
    }

    /// Adds to what is known of a value; whether that changed it.
    fn learn(&mut self, value: Value, fact: Fact) -> bool {
        let old = self.facts[value].unwrap_or_default();
        let met = old.meet(fact);
        self.facts[value] = Some(met);
        met != old
    }

    fn evaluate(&self, inst: Inst) -> Fact {
        let d = &self.func.insts[inst];
        let arg = |i: usize| d.args.get(i).map_or(Fact::Unknown, |&a| self.fact(a));
        match d.op {
            Op::iand => match (arg(0), arg(1)) {
                (Fact::Bits(0), _) | (_, Fact::Bits(0)) => Fact::Bits(0),
                (Fact::Top, _) | (_, Fact::Top) => Fact::Top,
                (a, b) if a == b => a,
                (Fact::Bits(1), x) | (x, Fact::Bits(1)) if self.is_bool(inst) => x,
                _ => self.folded(inst),
            },
            Op::ior => match (arg(0), arg(1)) {
                (Fact::Top, _) | (_, Fact::Top) => Fact::Top,
                (Fact::Bits(0), x) | (x, Fact::Bits(0)) => x,
                (a, b) if a == b => a,
                _ => self.folded(inst),
            },
            Op::ixor => match (arg(0), arg(1)) {
                (Fact::Top, _) | (_, Fact::Top) => Fact::Top,
                (Fact::Bits(0), x) | (x, Fact::Bits(0)) => x,
                (a, b) if a == b && a != Fact::Unknown => Fact::Bits(0),
                _ => self.folded(inst),
            },
            Op::select => match arg(0) {
                Fact::Top => Fact::Top,
                Fact::Bits(0) => arg(2),
                Fact::Bits(_) => arg(1),
                _ if arg(1) == arg(2) => arg(1),
                _ => Fact::Unknown,
            },
            Op::splat => arg(0),
            _ => self.folded(inst),
        }
    }

    fn is_bool(&self, inst: Inst) -> bool {
        self.func.result(inst).is_some_and(|v| self.func.ty(v).width == Width::B1)
    }

    /// The value of a pure integer op of constants; an op of values from before the branch is not looked for.
    fn folded(&self, inst: Inst) -> Fact {
        let d = &self.func.insts[inst];
        let mut bits = Vec::with_capacity(d.args.len());
        for &a in &d.args {
            match self.fact(a) {
                Fact::Top => return Fact::Top,
                Fact::Bits(b) => bits.push(b),
                _ => return Fact::Unknown,
            }
        }
        let (Some(result), Some(&first)) = (self.func.result(inst), d.args.last()) else {
            return Fact::Unknown;
        };
        let width = self
            .func
            .ty(if d.op == Op::ishl || d.op == Op::ushr || d.op == Op::sshr { d.args[0] } else { first })
            .width;
        ir::ops::eval_int(d.op, width, self.func.ty(result).width, &bits).map_or(Fact::Unknown, Fact::Bits)
    }
}

/// Dominators inside a region, seen from its entry.
struct RegionOrder {
    place: SecondaryMap<Block, Option<u32>>,
    idom: Vec<u32>,
}

impl RegionOrder {
    fn new(
        func: &Function,
        entry: Block,
        inside: &SecondaryMap<Block, bool>,
        blocks: &[Block],
    ) -> RegionOrder {
        // Reverse post order from the entry, inside the region only.
        let mut state: SecondaryMap<Block, u8> = SecondaryMap::new();
        let mut post = Vec::with_capacity(blocks.len());
        let mut stack = vec![(entry, false)];
        while let Some((block, done)) = stack.pop() {
            if done {
                post.push(block);
                continue;
            }
            if !inside[block] || state[block] != 0 {
                continue;
            }
            state[block] = 1;
            stack.push((block, true));
            stack.extend(func.successors(block).into_iter().map(|b| (b, false)));
        }
        post.reverse();
        let mut place = SecondaryMap::new();
        for (i, &b) in post.iter().enumerate() {
            place[b] = Some(i as u32);
        }
        let mut preds = vec![Vec::new(); post.len()];
        for (i, &b) in post.iter().enumerate() {
            for s in func.successors(b) {
                if let Some(p) = place[s] {
                    let p: u32 = p;
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
        RegionOrder { place, idom }
    }

    fn dominates(&self, a: Block, b: Block) -> bool {
        let (Some(a), Some(mut b)) = (self.place[a], self.place[b]) else { return false };
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

/// Shows that a lane outside the mask of a branch may skip what the branch guards; else says why not.
fn check_branch(
    func: &Function,
    dominators: &Dominators,
    uses: &Uses,
    branch: &LaneBranch,
) -> Option<(u32, &'static str)> {
    let bad = |why| Some((branch.pc, why));
    // Blocks from `some` on, up to `none`, where both ways meet.
    let mut inside: SecondaryMap<Block, bool> = SecondaryMap::new();
    let mut blocks = Vec::new();
    let mut work = vec![branch.some];
    while let Some(block) = work.pop() {
        if block == branch.none || inside[block] {
            continue;
        }
        inside[block] = true;
        blocks.push(block);
        let next = func.successors(block);
        if next.is_empty() {
            return bad("a guarded branch ends the wave");
        }
        work.extend(next);
    }
    blocks.sort_by_key(|&b| dominators.place(b));
    let mut region = Region { func, inside, facts: SecondaryMap::new(), mask: branch.mask };
    let order = RegionOrder::new(func, branch.some, &region.inside, &blocks);
    for &block in &blocks {
        let values = func.blocks[block]
            .params
            .iter()
            .copied()
            .chain(func.blocks[block].insts.iter().flat_map(|&i| func.results(i)));
        for value in values.collect::<Vec<_>>() {
            // A use that may be reached before the value is computed anew sees what it was, too.
            let mixed = uses.0[value].iter().any(|&(b, _)| region.inside[b] && !order.dominates(block, b));
            region.facts[value] = Some(if mixed { Fact::Unknown } else { Fact::Top });
        }
    }
    evaluate(&mut region, branch, &blocks);
    for &block in &blocks {
        for &inst in &func.blocks[block].insts {
            let d = &func.insts[inst];
            let masked = |i: usize| d.args.get(i).is_some_and(|&m| region.fact(m) == Fact::Bits(0));
            let quiet = match d.op {
                Op::store | Op::atomic => masked(1),
                Op::fault => masked(0),
                Op::barrier | Op::wave_barrier => false,
                _ => true,
            };
            if !quiet {
                return bad("a guarded branch acts for lanes outside its mask");
            }
        }
        // What leaves must be what the lane had.
        let Some(terminator) = func.terminator(block) else { continue };
        for call in func.targets(terminator) {
            if call.block != branch.none || (block == branch.block) {
                continue;
            }
            for (arg, &kept) in call.args.iter().zip(&branch.none_args) {
                if region.fact(*arg) != region_before(&region, kept) {
                    return bad("a guarded branch changes a value of lanes outside its mask");
                }
            }
        }
        let leaves = func.blocks[block]
            .params
            .iter()
            .copied()
            .chain(func.blocks[block].insts.iter().flat_map(|&i| func.results(i)));
        for value in leaves {
            let escapes = uses.0[value].iter().any(|(b, _)| !region.inside[*b]);
            // A value that does not exist at the branch cannot be used where the lane comes from the branch.
            let fact = region.fact(value);
            let kept = fact == Fact::Same(value) || value == branch.mask && fact == Fact::Bits(0);
            if escapes && !kept && dominates_branch(func, dominators, value, branch) {
                return bad("a value of lanes outside the mask of a guarded branch changes");
            }
        }
    }
    None
}

/// What a value was at the branch.
fn region_before(region: &Region<'_>, value: Value) -> Fact {
    match region.func.values[value].def {
        ir::function::Def::Const(bits) => Fact::Bits(bits),
        _ if value == region.mask => Fact::Bits(0),
        _ => Fact::Same(value),
    }
}

/// Whether a value of the region was already defined when the branch was made (the region is the loop around it).
fn dominates_branch(func: &Function, dominators: &Dominators, value: Value, branch: &LaneBranch) -> bool {
    let block = match func.values[value].def {
        ir::function::Def::Param(block, _) => block,
        ir::function::Def::Result(inst, _) => {
            let Some((block, _)) = func.blocks.iter().find(|(_, d)| d.insts.contains(&inst)) else {
                return true;
            };
            block
        }
        ir::function::Def::Const(_) => return false,
    };
    dominators.dominates(block, branch.block)
}

/// Propagates facts through the region until nothing changes. Parameters start from what comes from outside.
fn evaluate(region: &mut Region<'_>, branch: &LaneBranch, blocks: &[Block]) {
    let func = region.func;
    // Entry into the region from the branch.
    let enter = |region: &mut Region<'_>, block: Block, from_branch: bool| -> bool {
        let Some(terminator) = func.terminator(block) else { return false };
        let mut changed = false;
        for call in func.targets(terminator) {
            if !region.inside[call.block] {
                continue;
            }
            for (i, &arg) in call.args.iter().enumerate() {
                let Some(&param) = func.blocks[call.block].params.get(i) else { continue };
                let fact = if from_branch { region_before(region, arg) } else { region.fact(arg) };
                changed |= region.learn(param, fact);
            }
        }
        changed
    };
    enter(region, branch.block, true);
    // Facts only go down, two steps each: this ends.
    loop {
        let mut changed = false;
        for &block in blocks {
            for &inst in &func.blocks[block].insts {
                let d = &func.insts[inst];
                let fact = match d.op {
                    Op::load | Op::get | Op::any | Op::unknown => Fact::Unknown,
                    _ if func.insts[inst].results != 1 => Fact::Unknown,
                    _ => region.evaluate(inst),
                };
                for r in func.results(inst) {
                    changed |= region.learn(r, fact);
                }
            }
            changed |= enter(region, block, false);
        }
        if !changed {
            break;
        }
    }
}

/// An LDS access that may read what another lane of the wave wrote without a barrier between: the guest address.
///
/// Sound and simple: a load or atomic with a result that a store or atomic reaches without a barrier on the way.
fn exchange_in_lds(func: &Function, dominators: &Dominators) -> Option<u32> {
    let lds = |inst: Inst| match &func.insts[inst].attr {
        Attr::Mem(m) => m.space == ir::attr::Space::Lds,
        Attr::Atomic(m, _, _) => m.space == ir::attr::Space::Lds,
        _ => false,
    };
    let one_wave = func.local_size.iter().map(|&l| u64::from(l)).product::<u64>() <= 1;
    if one_wave {
        return None;
    }
    // Whether LDS was written since the last barrier, at the start of each block.
    let mut dirty: SecondaryMap<Block, bool> = SecondaryMap::new();
    let mut changed = true;
    let mut found = None;
    while changed {
        changed = false;
        found = None;
        for &block in dominators.rpo() {
            let mut written = dirty[block];
            for &inst in &func.blocks[block].insts {
                let d = &func.insts[inst];
                match d.op {
                    Op::barrier => written = false,
                    Op::store if lds(inst) => written = true,
                    // Atomics of lanes are ordered among themselves; what they leave is read only after a barrier.
                    Op::atomic if lds(inst) && written && d.results > 0 => {
                        found.get_or_insert(d.pc);
                    }
                    Op::load if lds(inst) && written => {
                        found.get_or_insert(d.pc);
                    }
                    _ => {}
                }
            }
            for next in func.successors(block) {
                if written && !dirty[next] {
                    dirty[next] = true;
                    changed = true;
                }
            }
        }
    }
    found
}

/// Makes every invocation a wave of one lane.
pub(super) fn rewrite(func: &mut Function) {
    let lanes = func.wave_size;
    let blocks = func.layout.clone();
    let w = func.constant(Width::B32, u64::from(lanes));
    let zero = func.constant(Width::B32, 0);
    let mut replaced: SecondaryMap<Value, Option<Value>> = SecondaryMap::new();
    for value in func.values.keys().collect::<Vec<_>>() {
        func.values[value].ty.rate = Rate::Uniform;
    }
    for &block in &blocks {
        let insts = std::mem::take(&mut func.blocks[block].insts);
        let mut out = Vec::with_capacity(insts.len());
        for inst in insts {
            let (op, pc) = (func.insts[inst].op, func.insts[inst].pc);
            let args = func.insts[inst].args.clone();
            let ty = func.result(inst).map(|v| func.ty(v));
            let mut make = |func: &mut Function, op: Op, args: &[Value], attr: Attr, width: Width| {
                // The number of the invocation is at lane rate by its row; the one lane's is the wave's.
                let rate = if op == Op::local_index { Rate::Lane } else { Rate::Uniform };
                let new = func.add_inst(op, args, attr, &[ir::Type { width, rate }], pc);
                out.push(new);
                let value = func.result(new).unwrap_or(w);
                if op != Op::local_index {
                    return value;
                }
                let read =
                    func.add_inst(Op::readlane, &[value, zero], Attr::None, &[ir::Type::uniform(width)], pc);
                out.push(read);
                func.result(read).unwrap_or(w)
            };
            let replacement = match op {
                Op::any | Op::splat => args.first().copied(),
                Op::local_index => Some(make(func, Op::local_index, &[], Attr::None, Width::B32)),
                Op::lane_id | Op::wave_id => {
                    let index = make(func, Op::local_index, &[], Attr::None, Width::B32);
                    let op = if op == Op::lane_id { Op::urem } else { Op::udiv };
                    Some(make(func, op, &[index, w], Attr::None, Width::B32))
                }
                Op::lanebit => {
                    let index = make(func, Op::local_index, &[], Attr::None, Width::B32);
                    let lane = make(func, Op::urem, &[index, w], Attr::None, Width::B32);
                    let moved = make(func, Op::ushr, &[args[0], lane], Attr::None, Width::B64);
                    Some(make(func, Op::trunc, &[moved], Attr::Width(Width::B1), Width::B1))
                }
                Op::writelane => {
                    let index = make(func, Op::local_index, &[], Attr::None, Width::B32);
                    let lane = make(func, Op::urem, &[index, w], Attr::None, Width::B32);
                    let wanted = make(func, Op::urem, &[args[1], w], Attr::None, Width::B32);
                    let hit = make(func, Op::ieq, &[lane, wanted], Attr::None, Width::B1);
                    let width = ty.map_or(Width::B32, |t| t.width);
                    Some(make(func, Op::select, &[hit, args[2], args[0]], Attr::None, width))
                }
                _ => None,
            };
            // The type that an unknown value names goes along with its rate.
            if let Attr::Type(ty) = &mut func.insts[inst].attr {
                ty.rate = Rate::Uniform;
            }
            match (replacement, func.result(inst)) {
                (Some(new), Some(old)) => replaced[old] = Some(new),
                _ => out.push(inst),
            }
        }
        func.blocks[block].insts = out;
    }
    let resolve = |mut v: Value| {
        while let Some(next) = replaced[v] {
            v = next;
        }
        v
    };
    for &block in &blocks {
        for i in 0..func.blocks[block].insts.len() {
            let inst = func.blocks[block].insts[i];
            func.replace_uses(inst, resolve);
        }
    }
    func.local_size = [func.local_size.iter().fold(1u32, |n, &l| n.saturating_mul(l)), 1, 1];
    func.wave_size = 1;
}
