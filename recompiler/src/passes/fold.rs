//! Folds constants and applies identities; turns branches on constants into jumps.
//!
//! Requires: no variables. Ensures: no pure integer op of constants is left; the identities of [`super::rules`] have been
//! applied once to every instruction, operands first (loops may show more: the list repeats the pass); no branch on a
//! constant, no block that cannot be reached. Leaves alone: effects, float ops (their values are `legalize_float`'s), types:
//! a value at lane rate is only replaced by one at lane rate, because an access with uniform address and mask is another
//! access.
//!
//! ```text
//! v1 = ishl v0, 0x0:b32; v2 = ballot m; v3 = lanebit v2; v4 = select v3, v1, v1    →    uses of v4 are uses of v0
//! ```
//!
//! Tests: tests/filetests/passes/fold/

use super::gvn::Known;
use super::rules::{self, Cx, Rewrite};
use super::util::{self, Aliases};
use super::{Changed, PassError};
use ir::attr::BlockCall;
use ir::dom::Dominators;
use ir::function::Def;
use ir::{Attr, Block, Function, Inst, Op, Phase, Value};

/// Rewrites of one instruction before the next is looked at.
const MAX_REWRITES: usize = 8;

/// Folds.
///
/// # Errors
/// None.
pub fn run(func: &mut Function) -> Result<Changed, PassError> {
    walk(func, Walk::Fold)
}

/// What is done on the way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Walk {
    /// Fold.
    Fold,
    /// Fold and merge equal values, which is [`super::simplify`].
    FoldAndMerge,
}

/// Goes over the dominator tree: definitions come before uses, but for arguments of edges.
pub(super) fn walk(func: &mut Function, what: Walk) -> Result<Changed, PassError> {
    if func.phase == Phase::Legal {
        return Err(PassError::bug("fold wants a graph"));
    }
    let dom = Dominators::new(func);
    let mut changed = util::drop_unreachable(func, &dom);
    let table = rules::table();
    let known = (what == Walk::FoldAndMerge).then(|| Known::new(func));
    let mut fold = Fold { aliases: Aliases::default(), changed: false, known };
    let children = dom.children();
    let mut stack: Vec<Block> = func.entry().into_iter().collect();
    while let Some(block) = stack.pop() {
        fold.block(func, &table, &dom, block);
        stack.extend(children[block].iter().rev());
    }
    // Arguments of edges back into loops.
    fold.aliases.rewrite_ends(func);
    changed |= fold.changed || fold.aliases.any();
    if branches(func, dom.rpo()) {
        changed = true;
        let dom = Dominators::new(func);
        util::drop_unreachable(func, &dom);
    }
    Ok(changed.into())
}

struct Fold {
    aliases: Aliases,
    changed: bool,
    known: Option<Known>,
}

impl Fold {
    fn block(&mut self, func: &mut Function, table: &rules::Table, dom: &Dominators, block: Block) {
        let insts = std::mem::take(&mut func.blocks[block].insts);
        let mut out = Vec::with_capacity(insts.len());
        for inst in insts {
            self.aliases.rewrite(func, inst);
            let made = out.len();
            let gone = table.has(func.insts[inst].op) && self.inst(func, table, inst, &mut out);
            if out.len() > made && self.known.is_some() {
                // What rules put in front may be known already.
                let mut at = made;
                while let Some(&new) = out.get(at) {
                    self.aliases.rewrite(func, new);
                    if self.merge(func, dom, block, new) {
                        out.remove(at);
                    } else {
                        at += 1;
                    }
                }
                self.aliases.rewrite(func, inst);
            }
            if !gone && !self.merge(func, dom, block, inst) {
                out.push(inst);
            }
        }
        func.blocks[block].insts = out;
    }

    /// Lets an equal value stand for an instruction's; says whether there is one.
    fn merge(&mut self, func: &Function, dom: &Dominators, block: Block, inst: Inst) -> bool {
        let Some(known) = &mut self.known else { return false };
        let Some((result, leader)) = known.leader(func, dom, block, inst) else { return false };
        self.aliases.set(result, leader);
        true
    }

    /// Rewrites one instruction; says whether it is gone.
    fn inst(&mut self, func: &mut Function, table: &rules::Table, inst: Inst, out: &mut Vec<Inst>) -> bool {
        let Some(result) = func.result(inst) else { return false };
        for _ in 0..MAX_REWRITES {
            let mut cx = Cx { func, out, pc: u32::MAX };
            let Some(rewrite) = table.apply(&mut cx, inst) else { return false };
            let ty = func.ty(result);
            let value = match rewrite {
                Rewrite::Value(value) => value,
                Rewrite::Const(bits) => func.constant(ty.width, bits),
                Rewrite::Op(op, args, attr) => {
                    let data = &mut func.insts[inst];
                    (data.op, data.args, data.attr) = (op, args, attr);
                    self.changed = true;
                    continue;
                }
            };
            if func.ty(value) == ty {
                self.aliases.set(result, value);
                return true;
            }
            debug_assert!(ty.is_lane(), "a uniform value became one of lanes");
            if !ty.is_lane() || func.ty(value).width != ty.width {
                return false;
            }
            let data = &mut func.insts[inst];
            let same = data.op == Op::splat && data.args[..] == [value];
            (data.op, data.attr) = (Op::splat, Attr::None);
            data.args = smallvec::smallvec![value];
            self.changed |= !same;
            return false;
        }
        false
    }
}

/// Branches on constants, and branches whose targets are the same.
fn branches(func: &mut Function, blocks: &[Block]) -> bool {
    let mut changed = false;
    for &block in blocks {
        let Some(end) = func.terminator(block) else { continue };
        let condition = func.insts[end].args.first().copied();
        let bits = condition.and_then(|c| constant(func, c));
        let call: Option<BlockCall> = match (&func.insts[end].attr, bits) {
            (Attr::Branch(calls), Some(bits)) => Some(calls[usize::from(bits & 1 == 0)].clone()),
            (Attr::Branch(calls), None) if calls[0] == calls[1] => Some(calls[0].clone()),
            (Attr::Switch(s), Some(bits)) => {
                let case = s.cases.iter().find(|(v, _)| u64::from(*v) == bits);
                Some(case.map_or(&s.default, |(_, c)| c).clone())
            }
            (Attr::Switch(s), None) if s.cases.iter().all(|(_, c)| *c == s.default) => {
                Some(s.default.clone())
            }
            _ => None,
        };
        if let Some(call) = call {
            let data = &mut func.insts[end];
            data.op = Op::br;
            data.args.clear();
            data.attr = Attr::Jump(Box::new(call));
            changed = true;
        }
    }
    changed
}

/// The bits of a constant, or of a constant in every lane.
pub(crate) fn constant(func: &Function, value: Value) -> Option<u64> {
    match func.values[value].def {
        Def::Const(bits) => Some(bits),
        Def::Result(inst, _) if func.insts[inst].op == Op::splat => {
            func.as_const(*func.insts[inst].args.first()?)
        }
        _ => None,
    }
}
