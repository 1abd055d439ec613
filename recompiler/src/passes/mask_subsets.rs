//! Takes out ops on masks of which one has all lanes of the other.
//!
//! Code saves EXEC, goes on with some of its lanes and puts the mask together again: `exec = exec | saved`. What came of
//! `saved` by taking lanes away, on whatever way, is a part of it; so the union is `saved` itself, which later passes know.
//!
//! Requires: phase Ssa or Resolved, a graph. Ensures: no `ior` or `iand` of masks is left of which one is seen to be a part of
//! the other. Leaves alone: uniform values; what a search of [`MAX_STEPS`] values does not show.
//!
//! ```text
//! b1: v1 = iand v0, c; brif any(v1), b2, b3(v1)       (v0: lanes before)
//! b2: v2 = iand v1, d; br b3(v2)
//! b3(v3): v4 = ior v3, v0                          →  v4 is v0
//! ```
//!
//! A parameter is a part of a mask that is defined above its block if what each edge brings is; while that is looked into,
//! the parameter itself counts as one. That is sound: where an edge brings the parameter's old value, it was a part of the
//! mask when it was set, and the mask has not been computed anew since, or the way would lead through the block again.
//! Tests: tests/filetests/passes/mask_subsets/

use super::fold::constant;
use super::util::{self, Aliases};
use super::{Changed, PassError};
use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::PackedOption;
use ir::dom::Dominators;
use ir::function::Def;
use ir::{Block, Function, Inst, Op, Phase, Type, Value};
use smallvec::SmallVec;

/// Values that a search looks at.
const MAX_STEPS: usize = 48;

/// Takes the ops out.
///
/// # Errors
/// None.
pub fn run(func: &mut Function) -> Result<Changed, PassError> {
    if func.phase == Phase::Legal {
        return Err(PassError::bug("mask_subsets wants a graph"));
    }
    let dom = Dominators::new(func);
    let (home, incoming) = (util::homes(func), util::incoming(func));
    let mut aliases = Aliases::default();
    let search = Search { func, dom: &dom, home: &home, incoming: &incoming };
    for &block in dom.rpo() {
        for &inst in &func.blocks[block].insts {
            let data = &func.insts[inst];
            let (Op::iand | Op::ior, &[x, y], Some(result)) = (data.op, &data.args[..], func.result(inst))
            else {
                continue;
            };
            if [x, y, result].iter().any(|&v| func.ty(v) != Type::MASK) {
                continue;
            }
            let kept = if search.part(x, y) {
                if data.op == Op::iand { x } else { y }
            } else if search.part(y, x) {
                if data.op == Op::iand { y } else { x }
            } else {
                continue;
            };
            aliases.set(result, kept);
        }
    }
    aliases.rewrite_graph(func);
    Ok(aliases.any().into())
}

struct Search<'a> {
    func: &'a Function,
    dom: &'a Dominators,
    home: &'a SecondaryMap<Inst, PackedOption<Block>>,
    incoming: &'a SecondaryMap<Block, SmallVec<[(Inst, u16); 2]>>,
}

impl Search<'_> {
    /// Whether every lane of one mask is in the other, whenever both are there.
    fn part(&self, part: Value, whole: Value) -> bool {
        // What has to be shown, all of it.
        let mut work: SmallVec<[Value; 16]> = SmallVec::from_slice(&[part]);
        let mut seen: SmallVec<[Value; 16]> = SmallVec::new();
        let mut steps = MAX_STEPS;
        while let Some(value) = work.pop() {
            if value == whole || constant(self.func, value) == Some(0) || seen.contains(&value) {
                continue;
            }
            if steps == 0 {
                return false;
            }
            steps -= 1;
            match self.func.values[value].def {
                Def::Result(inst, _) => {
                    let data = &self.func.insts[inst];
                    match (data.op, &data.args[..]) {
                        (Op::iand, &[x, y]) => {
                            // One of both is enough: the one that leads there by `iand` alone, or through parameters.
                            if self.leads(x, whole, &mut steps) {
                                continue;
                            }
                            work.push(if self.leads(y, whole, &mut steps) {
                                continue;
                            } else if self.through(x) {
                                x
                            } else {
                                y
                            });
                        }
                        (Op::ior, &[x, y]) => work.extend([x, y]),
                        (Op::select, &[_, x, y]) => work.extend([x, y]),
                        _ => return false,
                    }
                }
                Def::Param(block, index) => {
                    let above = util::def_block(self.func, self.home, whole)
                        .is_some_and(|b| b != block && self.dom.dominates(b, block));
                    if !above || self.incoming[block].is_empty() {
                        return false;
                    }
                    seen.push(value);
                    for &(end, target) in &self.incoming[block] {
                        let Some(arg) = util::edge_arg(self.func, end, target, usize::from(index)) else {
                            return false;
                        };
                        work.push(arg);
                    }
                }
                Def::Const(_) => return false,
            }
        }
        true
    }

    /// Whether a mask is found among the parts of an `iand`.
    fn leads(&self, from: Value, whole: Value, steps: &mut usize) -> bool {
        let mut work: SmallVec<[Value; 8]> = SmallVec::from_slice(&[from]);
        while let Some(value) = work.pop() {
            if value == whole {
                return true;
            }
            if *steps == 0 {
                return false;
            }
            *steps -= 1;
            if let Some(inst) = self.func.def_inst(value) {
                let data = &self.func.insts[inst];
                if data.op == Op::iand {
                    work.extend(data.args.iter().copied());
                }
            }
        }
        false
    }

    /// Whether a mask is put together rather than computed from data.
    fn through(&self, value: Value) -> bool {
        match self.func.values[value].def {
            Def::Param(..) => true,
            Def::Result(inst, _) => matches!(self.func.insts[inst].op, Op::iand | Op::ior),
            Def::Const(_) => false,
        }
    }
}
