//! Takes out what nobody uses: instructions without effect, block parameters, unreachable blocks.
//!
//! Requires: no variables. Ensures: every pure, cross-lane or reading instruction of the graph has a use that ends in an
//! effect or in control; effects with an empty mask are gone; every parameter of a graph block too, cycles of parameters that only feed each other included.
//! Leaves alone: effects, control, the parameters and results of structured ops (their bodies are cleaned).
//!
//! ```text
//! b0: v1 = iadd v0, v0; br b1(v0)      →    b0: br b1
//! b1(v2): v3 = inot v2; ret                 b1: ret
//! ```
//!
//! Tests: tests/filetests/passes/dce/

use super::util;
use super::{Changed, PassError};
use cranelift_entity::SecondaryMap;
use ir::dom::Dominators;
use ir::function::Def;
use ir::ops::Effect;
use ir::{Block, Function, Inst, Op, Value};
use smallvec::SmallVec;

/// Takes out dead code.
///
/// # Errors
/// None.
pub fn run(func: &mut Function) -> Result<Changed, PassError> {
    let dom = Dominators::new(func);
    let mut changed = util::drop_unreachable(func, &dom);
    let blocks = all_blocks(func);
    let mut live = Live {
        insts: vec![false; func.insts.len()],
        params: vec![false; func.values.len()],
        work: vec![],
        incoming: util::incoming(func),
    };
    for &block in &blocks {
        for &inst in &func.blocks[block].insts {
            if is_root(func, inst) {
                live.root(func, inst);
            }
        }
    }
    live.spread(func);
    for &block in &blocks {
        let mut insts = std::mem::take(&mut func.blocks[block].insts);
        let before = insts.len();
        insts.retain(|&i| live.insts[util::index(i)]);
        changed |= insts.len() != before;
        func.blocks[block].insts = insts;
    }
    changed |= drop_params(func, &live);
    Ok(changed.into())
}

/// Blocks of the graph and bodies of structured ops.
fn all_blocks(func: &Function) -> Vec<Block> {
    let mut blocks = func.layout.clone();
    let mut at = 0;
    while at < blocks.len() && blocks.len() <= func.blocks.len() {
        for &inst in &func.blocks[blocks[at]].insts {
            if func.insts[inst].op.row().effect == Effect::Structured {
                blocks.extend(func.bodies(inst));
            }
        }
        at += 1;
    }
    blocks
}

fn is_root(func: &Function, inst: Inst) -> bool {
    let data = &func.insts[inst];
    let mask = match data.op {
        Op::store | Op::atomic => data.args.get(1),
        Op::fault => data.args.first(),
        _ => None,
    };
    // What no lane does is not done.
    if mask.and_then(|&m| super::fold::constant(func, m)) == Some(0) {
        return false;
    }
    match data.op.row().effect {
        Effect::Write | Effect::Terminator | Effect::Structured => true,
        Effect::Read => data.op == Op::get,
        Effect::Pure | Effect::Cross => false,
    }
}

struct Live {
    /// By instruction.
    insts: Vec<bool>,
    /// By value.
    params: Vec<bool>,
    work: Vec<Value>,
    incoming: SecondaryMap<Block, SmallVec<[(Inst, u16); 2]>>,
}

impl Live {
    /// An instruction that stays. What a terminator of the graph hands to parameters lives only if they do.
    fn root(&mut self, func: &Function, inst: Inst) {
        if !std::mem::replace(&mut self.insts[util::index(inst)], true) {
            self.work.extend(&func.insts[inst].args);
        }
    }

    fn spread(&mut self, func: &Function) {
        while let Some(value) = self.work.pop() {
            match func.values[value].def {
                Def::Result(inst, _) => self.root(func, inst),
                Def::Param(block, index) => {
                    if !std::mem::replace(&mut self.params[util::index(value)], true) {
                        for &(end, target) in &self.incoming[block] {
                            self.work.extend(util::edge_arg(func, end, target, usize::from(index)));
                        }
                    }
                }
                Def::Const(_) => {}
            }
        }
    }
}

/// Takes dead parameters of graph blocks out, and the arguments for them.
fn drop_params(func: &mut Function, live: &Live) -> bool {
    let mut keep: SecondaryMap<Block, Option<SmallVec<[bool; 8]>>> = SecondaryMap::new();
    let mut any = false;
    for at in 0..func.layout.len() {
        let block = func.layout[at];
        let flags: SmallVec<[bool; 8]> =
            func.blocks[block].params.iter().map(|&p| at == 0 || live.params[util::index(p)]).collect();
        if flags.iter().all(|&f| f) {
            continue;
        }
        any = true;
        let mut flag = flags.iter();
        func.blocks[block].params.retain(|_| flag.next().copied().unwrap_or(true));
        for i in 0..func.blocks[block].params.len() {
            let param = func.blocks[block].params[i];
            func.values[param].def = Def::Param(block, i as u16);
        }
        keep[block] = Some(flags);
    }
    if any {
        for at in 0..func.layout.len() {
            let Some(end) = func.terminator(func.layout[at]) else { continue };
            for call in util::targets_mut(&mut func.insts[end].attr) {
                if let Some(flags) = &keep[call.block] {
                    let mut flag = flags.iter();
                    call.args.retain(|_| flag.next().copied().unwrap_or(true));
                }
            }
        }
    }
    any
}
