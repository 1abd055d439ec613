//! Turns dwords of scratch that hold spilled registers into values although computed offsets may touch them: those fault.
//!
//! Unoptimized code keeps scalars in lanes of a vector register, and the register, whole, in a dword of scratch. An access to an
//! array beside it has an offset that nothing bounds, so [`super::scratch_slots`] keeps the dword in memory, and with it the
//! reads of other lanes. No compiler lets an array reach its own spills; but that is no proof.
//!
//! Requires: phase Ssa, constants folded, after `scratch_slots`. Ensures: a dword that is only accessed at constant offsets by
//! whole dwords of all lanes, and that is stored from `writelane`, is a value; every access at a computed offset that its
//! range does not keep away from it faults with [`fault::SCRATCH_SPILL`] where it does touch it. So the result is right or
//! refused. Leaves alone: dwords that other stores fill; functions where no such dword is.
//!
//! ```text
//! store scratch.b32 v0, v1, v2    →    v3 = isub v0, 0x5:b32; v4 = ult v3, 0x7:b32; v5 = iand v1, v4; fault v5 #15; store …
//! ```
//!
//! Leaving the pass out (by name, as any other) leaves such dwords in memory. Tests: tests/filetests/passes/scratch_fences/

use super::scratch_slots::{Access, Accesses, is_full, promote};
use super::util;
use super::{Changed, PassError};
use crate::fault;
use cranelift_entity::SecondaryMap;
use ir::{Attr, Function, Inst, Op, Type, Value, Width};

/// Promotes spilled registers and fences them.
///
/// # Errors
/// A function of another phase is our bug.
pub fn run(func: &mut Function) -> Result<Changed, PassError> {
    if func.scratch_bytes == 0 {
        return Ok(Changed::No);
    }
    let Some(accesses) = Accesses::find(func)? else { return Ok(Changed::No) };
    let spills = spills(func, &accesses);
    if !spills.contains(&true) {
        return Ok(Changed::No);
    }
    let plan = accesses.plan(func, |slot| spills.get(slot).copied().unwrap_or(false));
    let ranges = ranges(&plan.promoted);
    let mut fences: SecondaryMap<Inst, Vec<(u32, u32)>> = SecondaryMap::new();
    for access in accesses.all.iter().filter(|a| !a.is_constant()) {
        let near = |&(first, end): &(u32, u32)| {
            // A range that wraps may be anywhere.
            access
                .start
                .max
                .checked_add(access.bytes())
                .is_none_or(|last| access.start.min < end && first < last)
        };
        fences[access.inst] = ranges.iter().copied().filter(near).collect();
    }
    for access in accesses.all.iter().filter(|a| !a.is_constant()) {
        fence(func, access, &fences[access.inst]);
    }
    Ok(promote(func, &accesses, &plan)?.into())
}

/// Slots that hold spilled registers.
fn spills(func: &Function, accesses: &Accesses) -> Vec<bool> {
    let count = (func.scratch_bytes / 4) as usize;
    let mut spilled = vec![false; count];
    let mut other = vec![false; count];
    for access in accesses.all.iter().filter(|a| a.is_constant()) {
        let data = &func.insts[access.inst];
        let whole = access.mem.width == Width::B32
            && access.mem.count == 1
            && access.start.min % 4 == 0
            && data.args.get(1).is_some_and(|&m| is_full(func, m));
        let first = access.start.min / 4;
        let last = access.start.min.saturating_add(access.bytes().saturating_sub(1)) / 4;
        for slot in first..=last {
            let Some(slot) = Some(slot as usize).filter(|&s| s < count) else { break };
            other[slot] |= !whole;
            spilled[slot] |= data.op == Op::store && data.args.get(2).is_some_and(|&v| written(func, v));
        }
    }
    spilled.iter().zip(&other).map(|(&s, &o)| s && !o).collect()
}

/// Whether a value comes from a write of a lane.
fn written(func: &Function, value: Value) -> bool {
    func.def_inst(value).is_some_and(|i| func.insts[i].op == Op::writelane)
}

/// Runs of promoted slots: first byte, byte behind the last one.
fn ranges(promoted: &[bool]) -> Vec<(u32, u32)> {
    let mut ranges: Vec<(u32, u32)> = vec![];
    for (i, _) in promoted.iter().enumerate().filter(|&(_, &p)| p) {
        let first = i as u32 * 4;
        match ranges.last_mut() {
            Some((_, end)) if *end == first => *end += 4,
            _ => ranges.push((first, first + 4)),
        }
    }
    ranges
}

/// Puts faults in front of an access, for the lanes that would touch one of the ranges.
fn fence(func: &mut Function, access: &Access, ranges: &[(u32, u32)]) {
    let data = &func.insts[access.inst];
    let (&[address, mask, ..], pc) = (&data.args[..], data.pc) else { return };
    let mut new: Vec<Inst> = vec![];
    for &(first, end) in ranges {
        // The first start that touches the range, and how many do.
        let low = (first + 1).saturating_sub(access.bytes());
        let back = low.wrapping_sub(access.mem.offset.cast_unsigned());
        let (back, length) =
            (func.constant(Width::B32, u64::from(back)), func.constant(Width::B32, u64::from(end - low)));
        let lane = func.ty(address).is_lane();
        let ty = |width: Width, lane: bool| if lane { Type::lane(width) } else { Type::uniform(width) };
        let (i, moved) =
            util::new_inst(func, Op::isub, &[address, back], Attr::None, ty(Width::B32, lane), pc);
        new.push(i);
        let (i, hit) = util::new_inst(func, Op::ult, &[moved, length], Attr::None, ty(Width::B1, lane), pc);
        new.push(i);
        let lane = lane || func.ty(mask).is_lane();
        let (i, mut hit) = util::new_inst(func, Op::iand, &[mask, hit], Attr::None, ty(Width::B1, lane), pc);
        new.push(i);
        if !lane {
            let (i, all) = util::new_inst(func, Op::splat, &[hit], Attr::None, Type::MASK, pc);
            new.push(i);
            hit = all;
        }
        new.push(func.add_inst(Op::fault, &[hit], Attr::Index(fault::SCRATCH_SPILL), &[], pc));
    }
    let insts = &mut func.blocks[access.block].insts;
    if let Some(at) = insts.iter().position(|&i| i == access.inst) {
        insts.splice(at..at, new);
    }
}
