//! Computes once for the wave what is the same in all lanes that are looked at.
//!
//! 1. A lane-by-lane op of values that are the same in all lanes is done once and splatted (floats and conversions; `fold` does
//!    integers).
//! 2. `readfirst x, m` reads some lane of m where m has one. Where that is known (m is every lane, or a branch on `any` of it
//!    or of a part of it was taken), x may be computed as a lane of m sees it: a selection by m, or by a mask of which m is a
//!    part, is its first side. If all that is left is the same in all lanes, that is the value.
//!
//! Requires: phase Ssa or Resolved, a graph; equal masks are one value (`gvn`). Ensures: no op of point 1, no `readfirst` of
//! point 2 is left. Leaves alone: a `readfirst` of a mask that may be empty (it reads lane 0), memory, unknown values.
//!
//! ```text
//! v1 = splat v0; v2 = frcp v1; v3 = select m, v2, v9; v4 = readfirst v3, m    →    v4 = frcp v0 (m is not empty)
//! ```
//!
//! Tests: tests/filetests/passes/uniform_lanes/

use super::util::{self, Aliases, SmallMap};
use super::{Changed, PassError};
use ir::dom::Dominators;
use ir::{Attr, Block, Function, Inst, Op, Phase, Type, Value, Width};
use smallvec::SmallVec;

/// Ops that one `readfirst` may be followed back through.
const MAX_OPS: usize = 96;
/// Steps through `iand` and up the branches when a mask is looked for.
const MAX_STEPS: usize = 16;

/// Computes uniform values once.
///
/// # Errors
/// None.
pub fn run(func: &mut Function) -> Result<Changed, PassError> {
    if func.phase == Phase::Legal {
        return Err(PassError::bug("uniform_lanes wants a graph"));
    }
    let dom = Dominators::new(func);
    let mut aliases = Aliases::default();
    for &block in dom.rpo() {
        let insts = std::mem::take(&mut func.blocks[block].insts);
        let mut out = Vec::with_capacity(insts.len());
        for inst in insts {
            aliases.rewrite(func, inst);
            let new = match func.insts[inst].op {
                Op::readfirst => first_lane(func, &dom, block, inst, &mut out),
                _ => once(func, inst, &mut out),
            };
            match (new, func.result(inst)) {
                (Some(new), Some(old)) => aliases.set(old, new),
                _ => out.push(inst),
            }
        }
        func.blocks[block].insts = out;
    }
    aliases.rewrite_graph(func);
    Ok(aliases.any().into())
}

/// Whether an op computes each lane's result from this lane's operands alone, and always the same from the same.
fn lane_by_lane(op: Op) -> bool {
    op.is_pure() && matches!(op.group(), "int" | "float") && op != Op::unknown
}

/// The uniform value that a value has in every lane.
fn same_everywhere(func: &Function, value: Value) -> Option<Value> {
    if !func.ty(value).is_lane() {
        return Some(value);
    }
    let data = &func.insts[func.def_inst(value)?];
    (data.op == Op::splat).then(|| data.args[0]).filter(|&inner| !func.ty(inner).is_lane())
}

/// Point 1: the splatted result.
fn once(func: &mut Function, inst: Inst, out: &mut Vec<Inst>) -> Option<Value> {
    let data = func.insts[inst].clone();
    let ty = func.ty(func.result(inst)?);
    if !ty.is_lane() || !lane_by_lane(data.op) || data.op == Op::splat || data.args.is_empty() {
        return None;
    }
    let args: SmallVec<[Value; 4]> =
        data.args.iter().map(|&a| same_everywhere(func, a)).collect::<Option<_>>()?;
    let (one, value) =
        util::new_inst(func, data.op, &args, data.attr.clone(), Type::uniform(ty.width), data.pc);
    let (all, splat) = util::new_inst(func, Op::splat, &[value], Attr::None, ty, data.pc);
    out.extend([one, all]);
    Some(splat)
}

/// Point 2: the uniform value.
fn first_lane(
    func: &mut Function,
    dom: &Dominators,
    block: Block,
    inst: Inst,
    out: &mut Vec<Inst>,
) -> Option<Value> {
    let data = func.insts[inst].clone();
    let &[value, mask] = &data.args[..] else { return None };
    if !has_lane(func, dom, block, mask) {
        return None;
    }
    // Operands before what uses them.
    let mut order: Vec<Value> = vec![];
    let mut seen: SmallMap<Value, bool> = SmallMap::default();
    let mut work = vec![(value, false)];
    while let Some((v, ready)) = work.pop() {
        if ready {
            order.push(v);
            continue;
        }
        if seen.insert(v, true).is_some() {
            continue;
        }
        match step(func, mask, v)? {
            Seen::Is(_) => order.push(v),
            Seen::Like(x) => work.extend([(v, true), (x, false)]),
            Seen::Op(inst) => {
                work.push((v, true));
                work.extend(func.insts[inst].args.iter().map(|&a| (a, false)));
            }
        }
        if seen.len() > MAX_OPS {
            return None;
        }
    }
    let mut uniform: SmallMap<Value, Value> = SmallMap::default();
    for v in order {
        let new = match step(func, mask, v)? {
            Seen::Is(Is::Value(u)) => u,
            Seen::Is(Is::True) => func.constant(Width::B1, 1),
            Seen::Like(x) => *uniform.get(&x)?,
            Seen::Op(inst) => {
                let (op, attr) = (func.insts[inst].op, func.insts[inst].attr.clone());
                let args: SmallVec<[Value; 4]> =
                    func.insts[inst].args.iter().map(|a| uniform.get(a).copied()).collect::<Option<_>>()?;
                let ty = Type::uniform(func.ty(v).width);
                let (one, value) = util::new_inst(func, op, &args, attr, ty, data.pc);
                out.push(one);
                value
            }
        };
        uniform.insert(v, new);
    }
    uniform.get(&value).copied()
}

/// A value as lanes of a mask see it.
enum Seen {
    Is(Is),
    /// Like another value.
    Like(Value),
    /// The same in all of them if the operands are.
    Op(Inst),
}

enum Is {
    /// A uniform value.
    Value(Value),
    /// A mask that all these lanes are in.
    True,
}

fn step(func: &Function, mask: Value, value: Value) -> Option<Seen> {
    if let Some(same) = same_everywhere(func, value) {
        return Some(Seen::Is(Is::Value(same)));
    }
    if func.ty(value) == Type::MASK && part_of(func, mask, value) {
        return Some(Seen::Is(Is::True));
    }
    let inst = func.def_inst(value)?;
    let data = &func.insts[inst];
    match (data.op, &data.args[..]) {
        (Op::select, &[c, a, _]) if func.ty(c) == Type::MASK && part_of(func, mask, c) => Some(Seen::Like(a)),
        (op, args) if lane_by_lane(op) && !args.is_empty() && data.results == 1 => Some(Seen::Op(inst)),
        _ => None,
    }
}

/// Whether a mask is another one, or an `iand` of it.
fn part_of(func: &Function, part: Value, whole: Value) -> bool {
    let mut work: SmallVec<[Value; 8]> = SmallVec::from_slice(&[part]);
    for _ in 0..MAX_STEPS {
        let Some(mask) = work.pop() else { return false };
        if mask == whole {
            return true;
        }
        if let Some(inst) = func.def_inst(mask) {
            let data = &func.insts[inst];
            if data.op == Op::iand {
                work.extend(data.args.iter().copied());
            }
        }
    }
    false
}

/// Whether a mask is known to have a lane in a block.
fn has_lane(func: &Function, dom: &Dominators, block: Block, mask: Value) -> bool {
    if same_everywhere(func, mask).and_then(|m| func.as_const(m)) == Some(1) {
        return true;
    }
    let mut at = block;
    for _ in 0..MAX_STEPS {
        let Some(up) = dom.idom(at) else { return false };
        if dom.preds(at) == [up]
            && let Some(some) = taken_for(func, up, at)
            && part_of(func, some, mask)
        {
            return true;
        }
        at = up;
    }
    false
}

/// The mask that has a lane if control goes from one block to another.
fn taken_for(func: &Function, from: Block, to: Block) -> Option<Value> {
    let data = &func.insts[func.terminator(from)?];
    let Attr::Branch(calls) = &data.attr else { return None };
    if calls[0].block == calls[1].block {
        return None;
    }
    let mut truth = calls[0].block == to;
    let mut condition = data.args[0];
    for _ in 0..MAX_STEPS {
        let data = &func.insts[func.def_inst(condition)?];
        match data.op {
            Op::inot => {
                truth = !truth;
                condition = data.args[0];
            }
            Op::any => return truth.then(|| data.args[0]),
            _ => return None,
        }
    }
    None
}
