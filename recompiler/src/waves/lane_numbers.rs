//! Lane numbers that depend on nothing but the lane: which lane each lane of the wave reads in a `shuffle`.
//!
//! DPP, swizzles and permutes by constants compute the number of a lane from the lane's own. Where the source is known, a
//! packed wave needs to look at the carries that hold it only, and at no other invocation where it is its own.
//!
//! Requires: phase Ssa or Resolved, before a map is applied. Ensures: a table is what the ops compute. Leaves alone: numbers
//! that come from data.

use crate::passes::rules::operand_width;
use crate::passes::util::SmallMap;
use ir::function::Def;
use ir::ops::{Effect, eval_int};
use ir::{Function, Inst, Op, Value};
use smallvec::SmallVec;

/// Ops that one number is computed by at the most.
const MAX_OPS: usize = 64;

/// The lane that each lane reads.
pub(super) type Table = [u8; 64];

/// The tables of all shuffles that have one.
pub(super) fn tables(func: &Function) -> SmallMap<Inst, Table> {
    let mut found = SmallMap::default();
    let mut known: SmallMap<Value, [u64; 64]> = SmallMap::default();
    for &block in &func.layout {
        for &inst in &func.blocks[block].insts {
            let data = &func.insts[inst];
            if let (Op::shuffle, &[_, index]) = (data.op, &data.args[..])
                && let Some(numbers) = evaluate(func, index, &mut known)
            {
                let last = u64::from(func.wave_size.max(1) - 1);
                found.insert(inst, numbers.map(|n| (n & last) as u8));
            }
        }
    }
    found
}

/// A value in all lanes, if it is computed from lane numbers and constants alone.
fn evaluate(func: &Function, value: Value, known: &mut SmallMap<Value, [u64; 64]>) -> Option<[u64; 64]> {
    let mut work: SmallVec<[(Value, bool); 16]> = SmallVec::from_slice(&[(value, false)]);
    let mut steps = MAX_OPS;
    while let Some((at, done)) = work.pop() {
        if known.contains_key(&at) {
            continue;
        }
        let inst = match func.values[at].def {
            Def::Const(bits) => {
                known.insert(at, [bits; 64]);
                continue;
            }
            Def::Result(inst, _) => inst,
            Def::Param(..) => return None,
        };
        let data = &func.insts[inst];
        if data.op == Op::lane_id {
            known.insert(at, std::array::from_fn(|lane| lane as u64));
            continue;
        }
        if data.op.row().effect != Effect::Pure || data.op.group() != "int" || data.op == Op::unknown {
            return None;
        }
        if !done {
            steps = steps.checked_sub(1)?;
            work.push((at, true));
            work.extend(data.args.iter().map(|&a| (a, false)));
            continue;
        }
        let to = func.ty(at).width;
        let from = operand_width(func, data.op, &data.args, to);
        let mut out = [0; 64];
        for (lane, out) in out.iter_mut().enumerate() {
            let mut args: SmallVec<[u64; 4]> = SmallVec::new();
            for arg in &data.args {
                args.push(known.get(arg).and_then(|n| n.get(lane)).copied()?);
            }
            *out = match (data.op, &args[..]) {
                (Op::splat, &[x]) => x,
                (Op::select, &[c, a, b]) => {
                    if c & 1 != 0 {
                        a
                    } else {
                        b
                    }
                }
                _ => eval_int(data.op, from, to, &args)?,
            };
        }
        known.insert(at, out);
    }
    known.get(&value).copied()
}
