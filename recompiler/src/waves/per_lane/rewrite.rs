//! Makes every invocation a wave of one lane.
//!
//! Requires: no obstacle ([`super::obstacle`]). Ensures: a function of wave size 1 in which all values are uniform.
//! Leaves alone: the graph.

use cranelift_entity::SecondaryMap;
use ir::{Attr, Function, Op, Rate, Value, Width};

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
    // Whole waves: a program may switch on lanes that it was started without.
    let total = func.local_size.iter().fold(1u32, |n, &l| n.saturating_mul(l));
    func.local_size = [total.checked_next_multiple_of(func.wave_size).unwrap_or(total), 1, 1];
    func.wave_size = 1;
}
