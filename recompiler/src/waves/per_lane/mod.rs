//! The per-lane map: every invocation is a wave of one lane.
//!
//! It is exact if nothing looks at another lane, and if a branch that a wave takes because *some* lane wants it does nothing
//! to the lanes that do not. The first is a matter of ops. The second is shown for each branch on `any(m)` by evaluating
//! the code between the branch and the place where both ways meet for a lane outside `m`: it must make no access, and
//! every value that leaves must be the one that the lane had before. Such a lane can take the other way instead.
//!
//! Requires: phase Ssa. Ensures: [`rewrite`] gives a function of wave size 1 in which all values are uniform.

mod alone;
mod facts;
mod guarded;
mod lds;
mod region;
mod rewrite;

use super::uniform::workgroup_uniform;
use super::{is_cross, is_scratch};
use crate::passes::lane_demand::Demands;
use crate::passes::util;
use cranelift_entity::SecondaryMap;
use ir::attr::BlockCall;
use ir::dom::Dominators;
use ir::{Attr, Block, Function, Inst, Op, Rate, Value};
use lds::Order;
use smallvec::SmallVec;

/// Why the map is not exact: guest address and reason.
type Obstacle = (u32, &'static str);

/// Lane branches that may be opened; a bound on work.
const MAX_OPENED: usize = 64;

/// Makes every invocation a wave of one lane, if that is exact.
///
/// # Errors
/// Why it is not; the function is as before then.
pub(super) fn run(func: &mut Function) -> Result<(), Obstacle> {
    let mut opened: Option<Function> = None;
    for _ in 0..MAX_OPENED {
        let current = opened.as_ref().unwrap_or(func);
        match order(current)? {
            Order::Barriers(places) => {
                if let Some(opened) = opened {
                    *func = opened;
                }
                put_barriers(func, &places);
                rewrite::rewrite(func);
                return Ok(());
            }
            Order::No(pc) => {
                return Err((pc, "lanes of a wave may exchange data through LDS without a barrier"));
            }
            Order::Open(block) => {
                let branch = lane_branch(current, block);
                let mut next = opened.take().unwrap_or_else(|| func.clone());
                open(&mut next, block, branch.as_ref());
                opened = Some(next);
            }
        }
    }
    Err((u32::MAX, "lanes of a wave may exchange data through LDS without a barrier"))
}

/// Lets all lanes take the guarded way of a branch.
fn open(func: &mut Function, block: Block, branch: Option<&LaneBranch>) {
    let (Some(end), Some(branch)) = (func.terminator(block), branch) else { return };
    func.insts[end].op = Op::br;
    func.insts[end].args.clear();
    func.insts[end].attr = Attr::Jump(Box::new(branch.some.clone()));
}

fn put_barriers(func: &mut Function, places: &[Inst]) {
    for block in func.layout.clone() {
        if !func.blocks[block].insts.iter().any(|i| places.contains(i)) {
            continue;
        }
        let insts = std::mem::take(&mut func.blocks[block].insts);
        let mut out = Vec::with_capacity(insts.len() + 1);
        for inst in insts {
            if places.contains(&inst) {
                let pc = func.insts[inst].pc;
                out.push(func.add_inst(Op::barrier, &[], Attr::None, &[], pc));
            }
            out.push(inst);
        }
        func.blocks[block].insts = out;
    }
}

/// What keeps the order of lanes' accesses, if all else is exact.
fn order(func: &Function) -> Result<Order, Obstacle> {
    let dom = Dominators::new(func);
    let valued = used_as_values(func, &dom);
    let mut branches = Vec::new();
    for &block in dom.rpo() {
        for &inst in &func.blocks[block].insts {
            let data = &func.insts[inst];
            if is_cross(data.op) {
                return Err((data.pc, "an instruction looks at other lanes"));
            }
            match data.op {
                Op::any if func.result(inst).is_some_and(|v| valued[v]) => {
                    return Err((data.pc, "whether a mask has a lane is used as a value"));
                }
                Op::store | Op::atomic
                    if !is_scratch(&data.attr)
                        && data.args.iter().take(2).all(|&a| func.ty(a).rate == Rate::Uniform) =>
                {
                    return Err((data.pc, "an access is made once for the wave"));
                }
                Op::fault if func.ty(data.args[0]).rate == Rate::Uniform => {
                    return Err((data.pc, "a fault is recorded once for the wave"));
                }
                Op::wave_barrier => return Err((data.pc, "lanes of a wave exchange data through memory")),
                _ => {}
            }
        }
        branches.extend(lane_branch(func, block));
    }
    let (home, uses, demands) = (util::homes(func), Uses::new(func, &dom), Demands::new(func, &dom));
    let alone = alone::Alone::new(func, &dom, &demands);
    let graph =
        guarded::Graph { func, dom: &dom, home: &home, uses: &uses, demands: &demands, alone: &alone };
    let mut parts = Vec::with_capacity(branches.len());
    for branch in &branches {
        parts.push(guarded::check(&graph, branch).map_err(|why| (branch.pc, why))?);
    }
    let group: u64 = func.local_size.iter().map(|&l| u64::from(l)).product();
    let waves = (group > u64::from(func.wave_size)).then(|| workgroup_uniform(func, &dom));
    Ok(lds::order(func, &dom, &parts, waves.as_ref()))
}

/// Values that are used by something other than a branch on them or on their opposite, which counts as use of both.
fn used_as_values(func: &Function, dom: &Dominators) -> SecondaryMap<Value, bool> {
    let mut valued: SecondaryMap<Value, bool> = SecondaryMap::new();
    // A value's opposite stands behind it in this order.
    for &block in dom.rpo().iter().rev() {
        for &inst in func.blocks[block].insts.iter().rev() {
            let data = &func.insts[inst];
            let opposite_of_branched = data.op == Op::inot && func.result(inst).is_some_and(|v| !valued[v]);
            if data.op != Op::brif && !opposite_of_branched {
                data.args.iter().for_each(|&a| valued[a] = true);
            }
            for call in func.targets(inst) {
                call.args.iter().for_each(|&a| valued[a] = true);
            }
        }
    }
    valued
}

/// A branch on whether a mask has a lane.
struct LaneBranch {
    block: Block,
    /// Where control goes if it has one.
    some: BlockCall,
    /// Where it goes otherwise.
    none: BlockCall,
    /// The mask.
    mask: Value,
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
                    some: some.clone(),
                    none: none.clone(),
                    mask: *d.args.first()?,
                    pc: data.pc,
                });
            }
            _ => return None,
        }
    }
}

/// The blocks in which each value is used.
struct Uses(SecondaryMap<Value, SmallVec<[Block; 2]>>);

impl Uses {
    fn new(func: &Function, dominators: &Dominators) -> Uses {
        let mut map: SecondaryMap<Value, SmallVec<[Block; 2]>> = SecondaryMap::new();
        for &block in dominators.rpo() {
            for &inst in &func.blocks[block].insts {
                func.for_each_use(inst, |v| {
                    if map[v].last() != Some(&block) {
                        map[v].push(block);
                    }
                });
            }
        }
        Uses(map)
    }

    fn of(&self, value: Value) -> &[Block] {
        &self.0[value]
    }
}
