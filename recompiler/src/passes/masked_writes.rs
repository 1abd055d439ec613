//! Replaces `select(m, new, old)` by `new` where nobody looks at lanes outside `m`.
//!
//! A vector register keeps its old value in lanes that are off; most code never looks at those lanes, because what looks is
//! masked by the same lanes. This pass asks [`super::lane_demand`] for every lane value in which lanes it is demanded and drops
//! selections that all demanded lanes decide alike. A union or intersection of masks that is demanded only where one of its
//! operands is known is dropped in the same way: masks keep lanes that nobody looks at, too.
//!
//! Requires: phase Ssa or Resolved, a graph; equal masks are one value (`gvn`). Ensures: no selection is left whose result is
//! only demanded in lanes where its condition is true, or only where it is false. Leaves alone: everything whose value in a demanded lane would change.
//!
//! ```text
//! v2 = select m, v1, v0; store lds.b32 v2, m, v2    →    store lds.b32 v1, m, v1
//! ```
//!
//! Tests: tests/filetests/passes/masked_writes/

use super::lane_demand::{Demand, Demands};
use super::util::Aliases;
use super::{Changed, PassError};
use ir::dom::Dominators;
use ir::{Function, Inst, Op, Phase, Type, Value};
use smallvec::smallvec;

/// Drops masked writes that do not matter.
///
/// # Errors
/// None.
pub fn run(func: &mut Function) -> Result<Changed, PassError> {
    if func.phase == Phase::Legal {
        return Err(PassError::bug("masked_writes wants a graph"));
    }
    let mut insts = func.layout.iter().flat_map(|&b| &func.blocks[b].insts);
    if !insts.any(|&i| is_masked(func, i) || is_logic(func, i)) {
        return Ok(Changed::No);
    }
    let dom = Dominators::new(func);
    let lanes = Demands::new(func, &dom);
    let mut aliases = Aliases::default();
    // What a scalar wrote to the lanes: a uniform value for a lane's would change what kind an access is.
    let mut splats: Vec<(Inst, Value)> = vec![];
    for &block in &func.layout {
        for &inst in &func.blocks[block].insts {
            if is_logic(func, inst) {
                if let Some(result) = func.result(inst)
                    && let Some(kept) = lanes.decided(inst, lanes.of(result))
                {
                    aliases.set(result, kept);
                }
                continue;
            }
            if !is_masked(func, inst) {
                continue;
            }
            let args = &func.insts[inst].args;
            let (Some(result), &[mask, new, old]) = (func.result(inst), &args[..]) else { continue };
            let decided = match lanes.of(result) {
                Demand::In(m) if lanes.implies(m, mask) => new,
                Demand::Out(m) if lanes.implies(mask, m) => old,
                Demand::In(_) | Demand::Out(_) | Demand::Nowhere | Demand::Everywhere => continue,
            };
            if func.ty(decided) == func.ty(result) {
                aliases.set(result, decided);
            } else {
                splats.push((inst, decided));
            }
        }
    }
    let changed = aliases.any() || !splats.is_empty();
    for (inst, value) in splats {
        let data = &mut func.insts[inst];
        data.op = Op::splat;
        data.args = smallvec![value];
    }
    aliases.rewrite_graph(func);
    Ok(changed.into())
}

/// A union or intersection of masks.
fn is_logic(func: &Function, inst: Inst) -> bool {
    let data = &func.insts[inst];
    matches!(data.op, Op::iand | Op::ior) && data.args.iter().all(|&a| func.ty(a) == Type::MASK)
}

/// A selection by a mask of lanes.
fn is_masked(func: &Function, inst: Inst) -> bool {
    let data = &func.insts[inst];
    data.op == Op::select && data.args.first().is_some_and(|&m| func.ty(m) == Type::MASK)
}
