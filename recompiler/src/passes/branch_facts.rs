//! Uses what a branch has found out: inside its true edge the condition is true, inside its false edge it is not.
//!
//! Requires: phase Ssa or Resolved, a graph. Ensures: in every block that is only reached through one edge of a branch, uses of
//! the condition, and of what follows from it, are constants: both parts of a true `iand`, of a false `ior`, what an `inot`
//! inverts, the value that an `ieq` with a constant compares, and for `any(m)`, where it is false, m itself in every lane.
//! Leaves alone: the branch; `fold` does the rest. After the per-lane wave map the condition is the lane's own, so selections
//! by EXEC inside a branch on EXEC become their first operand.
//!
//! ```text
//! b0: brif c, b1, b2                          b0: brif c, b1, b2
//! b1: v2 = select c, v1, v0; …           →    b1: v2 = select 0x1:b1, v1, v0; …
//! ```
//!
//! Tests: tests/filetests/passes/branch_facts/

use super::util;
use super::{Changed, PassError};
use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::PackedOption;
use ir::dom::Dominators;
use ir::{Attr, Block, Function, Op, Phase, Type, Value, Width};

/// Facts that one branch may give.
const MAX_FACTS: usize = 16;

enum Step {
    Enter(Block),
    Leave(usize),
}

/// Applies facts.
///
/// # Errors
/// None.
pub fn run(func: &mut Function) -> Result<Changed, PassError> {
    if func.phase == Phase::Legal {
        return Err(PassError::bug("branch_facts wants a graph"));
    }
    let dom = Dominators::new(func);
    let children = dom.children();
    let mut facts = Facts { known: SecondaryMap::new(), undo: vec![], splats: vec![] };
    let mut changed = false;
    let mut stack: Vec<Step> = func.entry().map(Step::Enter).into_iter().collect();
    while let Some(step) = stack.pop() {
        match step {
            Step::Enter(block) => {
                stack.push(Step::Leave(facts.undo.len()));
                facts.learn(func, &dom, block);
                for i in 0..func.blocks[block].insts.len() {
                    let inst = func.blocks[block].insts[i];
                    func.replace_uses(inst, |v| match facts.known[v].expand() {
                        Some(known) => {
                            changed = true;
                            known
                        }
                        None => v,
                    });
                }
                stack.extend(children[block].iter().rev().map(|&c| Step::Enter(c)));
            }
            Step::Leave(to) => {
                for (value, old) in facts.undo.drain(to..).rev() {
                    facts.known[value] = old;
                }
            }
        }
    }
    if let Some(entry) = func.entry().filter(|_| changed) {
        let insts: Vec<_> = facts.splats.iter().filter_map(|(_, v)| func.def_inst(*v)).collect();
        func.blocks[entry].insts.splice(0..0, insts);
    }
    Ok(changed.into())
}

struct Facts {
    known: SecondaryMap<Value, PackedOption<Value>>,
    undo: Vec<(Value, PackedOption<Value>)>,
    /// Constants in every lane, made in the entry.
    splats: Vec<((Width, u64), Value)>,
}

impl Facts {
    /// What the only edge to a block says.
    fn learn(&mut self, func: &mut Function, dom: &Dominators, block: Block) {
        let &[pred] = dom.preds(block) else { return };
        let Some(end) = func.terminator(pred) else { return };
        let data = &func.insts[end];
        match &data.attr {
            Attr::Branch(calls) => {
                let truth = calls[0].block == block;
                self.learn_truth(func, data.args[0], truth);
            }
            Attr::Switch(switch) if switch.default.block != block => {
                if let Some(&(bits, _)) = switch.cases.iter().find(|(_, c)| c.block == block) {
                    let value = data.args[0];
                    self.set(func, value, u64::from(bits));
                }
            }
            _ => {}
        }
    }

    fn learn_truth(&mut self, func: &mut Function, condition: Value, truth: bool) {
        let mut work = vec![(condition, truth)];
        for _ in 0..MAX_FACTS {
            let Some((value, truth)) = work.pop() else { return };
            if func.as_const(value).is_some() {
                continue;
            }
            // A uniform fact is about the wave, one at lane rate about every lane.
            self.set(func, value, u64::from(truth));
            let Some(inst) = func.def_inst(value) else { continue };
            let data = &func.insts[inst];
            match (data.op, &data.args[..], truth) {
                (Op::inot, &[x], _) => work.push((x, !truth)),
                (Op::iand, &[x, y], true) | (Op::ior, &[x, y], false) => {
                    work.extend([(x, truth), (y, truth)])
                }
                (Op::any, &[mask], false) => work.push((mask, false)),
                (Op::ieq, &[x, c], true) | (Op::ine, &[x, c], false) => {
                    if let Some(bits) = func.as_const(c) {
                        self.set(func, x, bits);
                    }
                }
                _ => {}
            }
        }
    }

    fn set(&mut self, func: &mut Function, value: Value, bits: u64) {
        if func.as_const(value).is_some() {
            return;
        }
        let ty = func.ty(value);
        let constant = func.constant(ty.width, bits);
        let known = if ty.is_lane() { self.splat(func, ty, constant, bits) } else { constant };
        self.undo.push((value, self.known[value]));
        self.known[value] = known.into();
    }

    fn splat(&mut self, func: &mut Function, ty: Type, constant: Value, bits: u64) -> Value {
        if let Some((_, value)) = self.splats.iter().find(|(key, _)| *key == (ty.width, bits)) {
            return *value;
        }
        let (_, value) = util::new_inst(func, Op::splat, &[constant], Attr::None, ty, u32::MAX);
        // Many different constants at lane rate are rare: facts at lane rate are truths.
        self.splats.push(((ty.width, bits), value));
        value
    }
}
