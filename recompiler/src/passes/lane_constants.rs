//! Computes once for the wave what is the same in all lanes although it is kept for each: counters of loops in vector
//! registers, and masks that are all or nothing.
//!
//! A lane value is the same in all lanes if it is a splat, a lane-by-lane op of such values, or a parameter of which every
//! edge brings such a value (control is the wave's, so all lanes get the argument of one edge). This is assumed of all values
//! and taken back where it does not hold, so that loops are seen through.
//!
//! Requires: phase Ssa or Resolved, a graph. Ensures: every such value is a splat of a uniform one; parameters among them have
//! become uniform. Leaves alone: memory, unknown lanes (each has its own bits), cross-lane ops.
//!
//! ```text
//! b0: v0 = splat 0; br b1(v0)                            b0: br b1(0)
//! b1(v1: l.b32): v2 = iadd v1, 1; …; br b1(v2)      →    b1(v1: u.b32): v2 = iadd v1, 1; …; br b1(v2)
//! ```
//!
//! Tests: tests/filetests/passes/lane_constants/

use super::util::{self, Aliases};
use super::{Changed, PassError};
use cranelift_entity::SecondaryMap;
use ir::dom::Dominators;
use ir::ops::Effect;
use ir::{Attr, Function, Inst, Op, Phase, Rate, Type, Value};
use smallvec::SmallVec;

/// Computes once what is the same in all lanes.
///
/// # Errors
/// None.
pub fn run(func: &mut Function) -> Result<Changed, PassError> {
    if func.phase == Phase::Legal {
        return Err(PassError::bug("lane_constants wants a graph"));
    }
    let dom = Dominators::new(func);
    let differs = differing(func, &dom);
    let same = |func: &Function, v: Value| func.ty(v).is_lane() && !differs[v];
    let params = dom.rpo().iter().skip(1).flat_map(|&b| &func.blocks[b].params);
    let useful = params.copied().any(|p| same(func, p));
    if !useful {
        // Without parameters among them `fold` has found the rest.
        return Ok(Changed::No);
    }
    // The uniform value of each.
    let mut once: SecondaryMap<Value, Option<Value>> = SecondaryMap::new();
    let mut aliases = Aliases::default();
    let blocks = dom.rpo().to_vec();
    for &block in blocks.iter().skip(1) {
        let params: SmallVec<[Value; 8]> = func.blocks[block].params.iter().copied().collect();
        let mut splats: SmallVec<[Inst; 8]> = SmallVec::new();
        for param in params {
            if !same(func, param) {
                continue;
            }
            let ty = func.ty(param);
            let new = func.add_param(block, Type { rate: Rate::Uniform, ..ty });
            once[param] = Some(new);
            let (inst, splat) = util::new_inst(func, Op::splat, &[new], Attr::None, ty, u32::MAX);
            splats.push(inst);
            aliases.set(param, splat);
            once[splat] = Some(new);
        }
        func.blocks[block].insts.splice(0..0, splats);
    }
    for &block in &blocks {
        let insts = std::mem::take(&mut func.blocks[block].insts);
        let mut out = Vec::with_capacity(insts.len());
        for inst in insts {
            arguments(func, inst, &once);
            let result = func.result(inst).filter(|&v| same(func, v) && once[v].is_none());
            let Some(result) = result else {
                out.push(inst);
                continue;
            };
            let data = func.insts[inst].clone();
            if data.op == Op::splat {
                once[result] = data.args.first().copied();
                out.push(inst);
                continue;
            }
            let args: SmallVec<[Value; 4]> = data.args.iter().map(|&a| once[a].unwrap_or(a)).collect();
            let ty = func.ty(result);
            let single = Type { rate: Rate::Uniform, ..ty };
            let (new, value) = util::new_inst(func, data.op, &args, data.attr.clone(), single, data.pc);
            out.push(new);
            once[result] = Some(value);
            // The lane value is the splat of it.
            let old = &mut func.insts[inst];
            (old.op, old.attr) = (Op::splat, Attr::None);
            old.args.clear();
            old.args.push(value);
            out.push(inst);
        }
        func.blocks[block].insts = out;
    }
    aliases.rewrite_graph(func);
    Ok(Changed::Yes)
}

/// Arguments for the uniform parameters that a terminator's targets have got.
fn arguments(func: &mut Function, inst: Inst, once: &SecondaryMap<Value, Option<Value>>) {
    let mut added: SmallVec<[SmallVec<[Value; 4]>; 2]> = SmallVec::new();
    for call in func.targets(inst) {
        let params = func.blocks[call.block].params.iter().zip(&call.args);
        let new = params.filter(|&(&p, _)| once[p].is_some()).map(|(_, &arg)| once[arg].unwrap_or(arg));
        added.push(new.collect());
    }
    for (call, new) in util::targets_mut(&mut func.insts[inst].attr).zip(added) {
        call.args.extend(new);
    }
}

/// Whether an op gives the same in all lanes if its operands are the same in all.
fn lane_by_lane(func: &Function, inst: Inst) -> bool {
    let data = &func.insts[inst];
    data.results == 1
        && data.op.row().effect == Effect::Pure
        && !matches!(
            data.op,
            Op::lane_id | Op::local_index | Op::lanebit | Op::writelane | Op::unknown | Op::get
        )
}

/// Lane values that are not seen to be the same in all lanes.
fn differing(func: &Function, dom: &Dominators) -> SecondaryMap<Value, bool> {
    let mut differs: SecondaryMap<Value, bool> = SecondaryMap::new();
    if let Some(entry) = func.entry() {
        func.blocks[entry].params.iter().for_each(|&p| differs[p] = true);
    }
    loop {
        let mut changed = false;
        for &block in dom.rpo() {
            for &inst in &func.blocks[block].insts {
                let op = lane_by_lane(func, inst);
                for result in func.results(inst).filter(|&v| func.ty(v).is_lane()) {
                    let now = !op || func.insts[inst].args.iter().any(|&a| differs[a]);
                    changed |= now && !std::mem::replace(&mut differs[result], true);
                }
                for call in func.targets(inst) {
                    for (&param, &arg) in func.blocks[call.block].params.iter().zip(&call.args) {
                        let lane = func.ty(param).is_lane() && differs[arg];
                        changed |= lane && !std::mem::replace(&mut differs[param], true);
                    }
                }
            }
        }
        if !changed {
            return differs;
        }
    }
}
