//! Blocks that are entered through one block that dispatches to them: the form that every graph has.
//!
//! Requires: targets in one region only. Ensures: all edges to a target go to its region's dispatch block with a number that
//! says which target is wanted, and a `switch` there goes on; no block is copied; what is added is a constant for each target,
//! each edge to one and each value that dominance no longer brings to its uses. Such values, and what edges give a target's
//! parameters, go through variables: as parameters of the dispatch block all of them would be handed on over each edge.
//! Leaves alone: everything else.
//!
//! ```text
//! b0: brif v0, b1, b2(v1)            b0: brif v0, b4(0), b3
//! b1: v2 = …; br b2(v2)         →    b3: set %x0, v1; br b4(1)
//! b2(v3): brif v4, b1, b9            b1: v2 = …; set %x0, v2; br b4(1)
//!                                    b4(v5): switch v5, 0: b1, default: b6
//!                                    b6: v6 = get %x0; br b2(v6)
//!                                    b2(v3): brif v4, b4(0), b9
//! ```

use super::loops::NONE;
use crate::passes::util;
use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::PackedOption;
use ir::attr::{BlockCall, Switch};
use ir::dom::Dominators;
use ir::function::{VarData, VarName};
use ir::{Attr, Block, Builder, Function, Inst, Op, Type, Value, Var, Width};
use smallvec::SmallVec;

/// Blocks with one dispatch block.
#[derive(Clone, Debug)]
pub(super) struct Region {
    /// In the order of their numbers.
    pub(super) targets: Vec<Block>,
    /// Edges from what a target dominates stay as they are: loops that have one entry.
    pub(super) keep_loops: bool,
}

/// A block that is entered through a dispatch block.
struct Target {
    region: u32,
    number: u32,
    /// What its parameters are handed over in.
    vars: SmallVec<[Var; 4]>,
}

struct Dispatch<'a> {
    func: &'a mut Function,
    /// Index in `targets` of each block.
    target: SecondaryMap<Block, u32>,
    targets: Vec<Target>,
    /// The dispatch block of each region.
    heads: Vec<Block>,
}

/// Puts dispatch blocks in front of regions; gives the dominators of the new graph.
pub(super) fn apply(func: &mut Function, dom: &Dominators, regions: &[Region]) -> Dominators {
    let mut d = Dispatch { func, target: SecondaryMap::with_default(NONE), targets: vec![], heads: vec![] };
    for (i, region) in regions.iter().enumerate() {
        d.head(i as u32, region);
    }
    for &from in dom.rpo() {
        d.redirect(from, dom, regions);
    }
    let dom = Dominators::new(func);
    carry(func, &dom);
    dom
}

fn new_var(func: &mut Function, ty: Type) -> Var {
    let name = VarName::Numbered("x", func.vars.len() as u32);
    func.vars.push(VarData { name, ty })
}

impl Dispatch<'_> {
    /// The dispatch block of a region and what stands between it and its targets.
    fn head(&mut self, number: u32, region: &Region) {
        let head = self.func.add_block();
        let wanted = self.func.add_param(head, Type::U32);
        let mut calls: Vec<(u32, BlockCall)> = Vec::with_capacity(region.targets.len());
        for (i, &block) in region.targets.iter().enumerate() {
            let params = self.func.blocks[block].params.clone();
            let types: SmallVec<[Type; 4]> = params.iter().map(|&p| self.func.ty(p)).collect();
            let vars: SmallVec<[Var; 4]> = types.iter().map(|&ty| new_var(self.func, ty)).collect();
            let mut to = BlockCall::to(block);
            if !vars.is_empty() {
                let landing = self.func.add_block();
                let mut b = Builder::new(self.func, landing);
                to.args = vars.iter().map(|&v| b.get(v)).collect();
                b.br(to);
                to = BlockCall::to(landing);
            }
            calls.push((i as u32, to));
            self.target[block] = self.targets.len() as u32;
            self.targets.push(Target { region: number, number: i as u32, vars });
        }
        let mut b = Builder::new(self.func, head);
        // The last target needs no test.
        if let Some((_, default)) = calls.pop() {
            if calls.is_empty() {
                b.br(default);
            } else {
                let attr = Attr::Switch(Box::new(Switch { cases: calls, default }));
                b.emit(Op::switch, &[wanted], attr, &[]);
            }
        }
        self.heads.push(head);
    }

    /// Leads a block's edges to targets through their dispatch blocks.
    fn redirect(&mut self, from: Block, dom: &Dominators, regions: &[Region]) {
        let Some(end) = self.func.terminator(from) else { return };
        let pc = self.func.insts[end].pc;
        let is_jump = matches!(self.func.insts[end].attr, Attr::Jump(_));
        let mut attr = std::mem::replace(&mut self.func.insts[end].attr, Attr::None);
        for call in util::targets_mut(&mut attr) {
            let Some(target) = self.targets.get(self.target[call.block] as usize) else { continue };
            let keep = regions.get(target.region as usize).is_some_and(|r| r.keep_loops);
            let Some(&head) = self.heads.get(target.region as usize) else { continue };
            if keep && dom.dominates(call.block, from) {
                continue;
            }
            let code = self.func.constant(Width::B32, u64::from(target.number));
            let mut to = BlockCall::to(head);
            to.args.push(code);
            if target.vars.is_empty() {
                *call = to;
                continue;
            }
            let sets: SmallVec<[Inst; 4]> = target
                .vars
                .iter()
                .zip(&call.args)
                .map(|(&var, &arg)| self.func.add_inst(Op::set, &[arg], Attr::Var(var), &[], pc))
                .collect();
            if is_jump {
                let at = self.func.blocks[from].insts.len().saturating_sub(1);
                self.func.blocks[from].insts.splice(at..at, sets);
                *call = to;
            } else {
                let between = self.func.add_block();
                self.func.blocks[between].insts.extend(sets);
                let mut b = Builder::new(self.func, between);
                b.pc = pc;
                b.br(to);
                *call = BlockCall::to(between);
            }
        }
        self.func.insts[end].attr = attr;
    }
}

/// Hands values that no longer dominate their uses over in variables: set where the value is made, read at the head of each
/// block that uses it. A value's variable holds what its definition gave last, which is what a use of it means.
pub(crate) fn carry(func: &mut Function, dom: &Dominators) {
    let homes = util::homes(func);
    let mut var: SecondaryMap<Value, PackedOption<Var>> = SecondaryMap::new();
    let mut carried: Vec<Value> = vec![];
    // What stands for a value in the block that is rewritten.
    let mut here: SecondaryMap<Value, PackedOption<Value>> = SecondaryMap::new();
    for &block in dom.rpo() {
        let mut reads: Vec<(Value, Inst)> = vec![];
        for i in 0..func.blocks[block].insts.len() {
            let inst = func.blocks[block].insts[i];
            let mut lost: SmallVec<[Value; 4]> = SmallVec::new();
            func.for_each_use(inst, |value| {
                let home = util::def_block(func, &homes, value);
                if home.is_some_and(|h| h != block && !dom.dominates(h, block)) {
                    lost.push(value);
                }
            });
            if lost.is_empty() {
                continue;
            }
            for value in lost {
                if here[value].is_some() {
                    continue;
                }
                let ty = func.ty(value);
                let of = match var[value].expand() {
                    Some(known) => known,
                    None => {
                        let new = new_var(func, ty);
                        var[value] = new.into();
                        carried.push(value);
                        new
                    }
                };
                let (read, result) = util::new_inst(func, Op::get, &[], Attr::Var(of), ty, u32::MAX);
                here[value] = result.into();
                reads.push((value, read));
            }
            func.replace_uses(inst, |v| here[v].expand().unwrap_or(v));
        }
        for &(value, _) in &reads {
            here[value] = None.into();
        }
        func.blocks[block].insts.splice(0..0, reads.into_iter().map(|(_, read)| read));
    }
    // By block, so that a block with many of them is rebuilt once.
    let mut at_head: SecondaryMap<Block, Vec<Inst>> = SecondaryMap::new();
    let mut behind: SecondaryMap<Inst, Vec<Inst>> = SecondaryMap::new();
    let mut touched: SecondaryMap<Block, bool> = SecondaryMap::new();
    for value in carried {
        let Some(of) = var[value].expand() else { continue };
        let Some(home) = util::def_block(func, &homes, value) else { continue };
        let set = func.add_inst(Op::set, &[value], Attr::Var(of), &[], u32::MAX);
        touched[home] = true;
        match func.def_inst(value) {
            Some(inst) => behind[inst].push(set),
            None => at_head[home].push(set),
        }
    }
    for &block in dom.rpo() {
        if touched[block] {
            let old = std::mem::take(&mut func.blocks[block].insts);
            let mut new = std::mem::take(&mut at_head[block]);
            for inst in old {
                new.push(inst);
                new.append(&mut behind[inst]);
            }
            func.blocks[block].insts = new;
        }
    }
}
