//! Gives equal values one name.
//!
//! Requires: no variables, a graph. Ensures: of two instructions that compute the same from the same operands, where one
//! dominates the other, only the first is left; no unreachable blocks. Leaves alone: effects, reads, `unknown` (two
//! unknown values need not be equal).
//!
//! One table over a walk of the dominator tree in preorder: an entry whose block does not dominate the block at hand will
//! never be of use again, so it is overwritten. Operands of commutative ops are ordered.
//!
//! Ops that look at other lanes are merged like pure ones: in the graph a wave moves as a whole, so such an op sees all lanes
//! wherever it stands, and its value follows from its operands; the mask is one of them. (In structured form that would not
//! hold; this pass asks for a graph.)
//!
//! ```text
//! v2 = iadd v0, v1; v3 = iadd v1, v0    →    v3 is gone, its uses are uses of v2
//! ```
//!
//! Tests: tests/filetests/passes/gvn/

use super::util::{self, Aliases, SmallHasher};
use super::{Changed, PassError};
use cranelift_entity::packed_option::{PackedOption, ReservedValue};
use ir::dom::Dominators;
use ir::ops::Effect;
use ir::{Attr, Block, Function, Inst, Op, Phase, Value};
use std::hash::{Hash, Hasher};

/// Merges equal values.
///
/// # Errors
/// None.
pub fn run(func: &mut Function) -> Result<Changed, PassError> {
    if func.phase == Phase::Legal {
        return Err(PassError::bug("gvn wants a graph"));
    }
    let dom = Dominators::new(func);
    // The walk does not come there, so a value merged here would still be used there.
    let dropped = util::drop_unreachable(func, &dom);
    let children = dom.children();
    let mut known = Known::new(func);
    let mut aliases = Aliases::default();
    let mut stack: Vec<Block> = func.entry().into_iter().collect();
    while let Some(block) = stack.pop() {
        let mut insts = std::mem::take(&mut func.blocks[block].insts);
        insts.retain(|&inst| {
            aliases.rewrite(func, inst);
            let merged = known.leader(func, &dom, block, inst);
            if let Some((result, leader)) = merged {
                aliases.set(result, leader);
            }
            merged.is_none()
        });
        func.blocks[block].insts = insts;
        stack.extend(children[block].iter().rev());
    }
    // Arguments of edges back into loops.
    aliases.rewrite_ends(func);
    Ok((dropped || aliases.any()).into())
}

/// An instruction, its block and its hash.
#[derive(Clone, Copy, Debug)]
struct Slot {
    hash: u32,
    inst: PackedOption<Inst>,
    block: Block,
}

impl Slot {
    fn empty() -> Slot {
        Slot { hash: 0, inst: PackedOption::default(), block: Block::reserved_value() }
    }
}

/// The instructions seen so far, by what they compute: an open table whose keys are the instructions themselves.
#[derive(Clone, Debug)]
pub(super) struct Known {
    /// A power of two of them, at most half of them used.
    slots: Vec<Slot>,
    used: usize,
}

impl Known {
    /// Nothing yet; with room for what the function has.
    pub(super) fn new(func: &Function) -> Known {
        let insts: usize = func.layout.iter().map(|&b| func.blocks[b].insts.len()).sum();
        Known { slots: vec![Slot::empty(); (insts * 2).next_power_of_two().max(64)], used: 0 }
    }

    /// The result of an instruction, and the value that it equals, which dominates it; if there is none, it is known from now
    /// on. Its operands must be merged already.
    pub(super) fn leader(
        &mut self,
        func: &Function,
        dom: &Dominators,
        block: Block,
        inst: Inst,
    ) -> Option<(Value, Value)> {
        let data = &func.insts[inst];
        if !matches!(data.op.row().effect, Effect::Pure | Effect::Cross) || data.op == Op::unknown {
            return None;
        }
        let result = func.result(inst)?;
        let hash = hash(func, inst)?;
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        loop {
            let slot = self.slots[at];
            let Some(other) = slot.inst.expand() else { break };
            if slot.hash == hash && equal(func, inst, other) {
                if dom.dominates(slot.block, block)
                    && let Some(leader) = func.result(other)
                {
                    return Some((result, leader));
                }
                self.slots[at] = Slot { hash, inst: inst.into(), block };
                return None;
            }
            at = (at + 1) & mask;
        }
        self.slots[at] = Slot { hash, inst: inst.into(), block };
        self.used += 1;
        if self.used * 2 > self.slots.len() {
            self.grow();
        }
        None
    }

    fn grow(&mut self) {
        let bigger = vec![Slot::empty(); self.slots.len() * 2];
        let old = std::mem::replace(&mut self.slots, bigger);
        let mask = self.slots.len() - 1;
        for slot in old {
            if slot.inst.is_some() {
                let mut at = slot.hash as usize & mask;
                while self.slots[at].inst.is_some() {
                    at = (at + 1) & mask;
                }
                self.slots[at] = slot;
            }
        }
    }
}

/// Whether operands 0 and 1 may change places. Integer ops only: a float op's NaN follows the order of its operands.
fn commutes(func: &Function, inst: Inst) -> bool {
    let data = &func.insts[inst];
    data.op.row().commutes && data.args.len() == 2
}

/// Hash of what an instruction computes; none for a payload that no pure op has.
fn hash(func: &Function, inst: Inst) -> Option<u32> {
    let data = &func.insts[inst];
    let mut hasher = SmallHasher::default();
    let args = &data.args[..];
    match *args {
        [a, b] => {
            let (low, high) = if b < a && commutes(func, inst) { (b, a) } else { (a, b) };
            hasher.write_u64(u64::from(low.as_u32()) << 32 | u64::from(high.as_u32()));
        }
        [a] => hasher.write_u32(a.as_u32()),
        _ => args.iter().for_each(|a| hasher.write_u32(a.as_u32())),
    }
    let payload = match data.attr {
        Attr::None => 0,
        Attr::Index(i) => u64::from(i),
        Attr::Width(width) => u64::from(width.bits()),
        Attr::Float(env) => {
            env.hash(&mut hasher);
            1
        }
        Attr::FCmp(cmp, env) => {
            (cmp, env).hash(&mut hasher);
            2
        }
        Attr::FloatTo(width, env) => {
            (width, env).hash(&mut hasher);
            3
        }
        _ => return None,
    };
    hasher.write_u64(payload << 8 | data.op as u64);
    let hash = hasher.finish();
    Some((hash ^ hash >> 32) as u32)
}

/// Whether two instructions compute the same.
fn equal(func: &Function, one: Inst, other: Inst) -> bool {
    let (a, b) = (&func.insts[one], &func.insts[other]);
    if a.op != b.op || a.attr != b.attr {
        return false;
    }
    let same = a.args[..] == b.args[..]
        || commutes(func, one) && b.args.len() == 2 && a.args[0] == b.args[1] && a.args[1] == b.args[0];
    same && func.result(one).map(|v| func.ty(v)) == func.result(other).map(|v| func.ty(v))
}
