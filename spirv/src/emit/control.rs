//! Structured control: selections, loops and switches, their results as phis.
//!
//! The walk keeps its own stack of open constructs instead of recursing: how deep they nest is up to the function.
//! A result that only one body gives needs no phi: that body's end is the only way to the merge block.

use super::Emitter;
use crate::module::Ty;
use ir::{Attr, Block, Inst, Op as IrOp};
use rspirv::spirv::Op;
use smallvec::SmallVec;

/// Deepest nest that SPIR-V allows, with room for the constructs that accesses add.
const MAX_DEPTH: usize = 1000;

/// Which construct is open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Function,
    If,
    Switch,
    Loop,
}

/// An open construct and how far its bodies are written.
#[derive(Debug)]
struct Frame {
    kind: Kind,
    inst: Inst,
    block: Block,
    /// Next instruction of the block.
    next: usize,
    /// Bodies that follow, with their labels; the last one is next.
    bodies: SmallVec<[(Block, u32); 2]>,
    merge: u32,
    /// Label of the loop's continue block.
    again: u32,
    /// Ways to the merge block: label and values of each.
    exits: SmallVec<[u32; 8]>,
    /// Ways to the continue block.
    repeats: SmallVec<[u32; 8]>,
    /// Ids of the phis in the continue block.
    carried: SmallVec<[u32; 4]>,
    header: u32,
}

impl Frame {
    fn new(kind: Kind, inst: Inst, block: Block) -> Frame {
        Frame {
            kind,
            inst,
            block,
            next: 0,
            bodies: SmallVec::new(),
            merge: 0,
            again: 0,
            exits: SmallVec::new(),
            repeats: SmallVec::new(),
            carried: SmallVec::new(),
            header: 0,
        }
    }
}

impl Emitter<'_> {
    /// Emits the body of the function.
    pub(super) fn control(&mut self) {
        let func = self.func;
        let Some(entry) = func.entry() else { return self.bug("a function without blocks") };
        if func.layout.len() != 1 || !func.blocks[entry].params.is_empty() {
            return self.bug("the layout is not one block without parameters");
        }
        let mut frames = vec![Frame::new(Kind::Function, self.inst, entry)];
        // Every instruction is visited once in legal code; more means that a body is used twice.
        let mut left = func.insts.len();
        while let Some(frame) = frames.last_mut() {
            let Some(&inst) = func.blocks[frame.block].insts.get(frame.next) else {
                return self.bug("a body without an end");
            };
            frame.next += 1;
            self.inst = inst;
            if left == 0 || frames.len() > MAX_DEPTH {
                return self.too_much(left);
            }
            left -= 1;
            match func.insts[inst].op {
                IrOp::if_ => self.open_if(inst, &mut frames),
                IrOp::loop_ => self.open_loop(inst, &mut frames),
                IrOp::sswitch => self.open_switch(inst, &mut frames),
                IrOp::ret => {
                    self.record_kept_fault();
                    self.effect(Op::Return, &[]);
                    self.close_body(&mut frames);
                }
                IrOp::unreachable => {
                    self.effect(Op::Unreachable, &[]);
                    self.close_body(&mut frames);
                }
                IrOp::yield_ => {
                    self.leave(&mut frames, |k| k != Kind::Function, true);
                    self.close_body(&mut frames);
                }
                IrOp::break_ => {
                    self.leave(&mut frames, |k| k == Kind::Loop, true);
                    self.close_body(&mut frames);
                }
                IrOp::continue_ => {
                    self.leave(&mut frames, |k| k == Kind::Loop, false);
                    self.close_body(&mut frames);
                }
                _ => self.instruction(inst),
            }
            if self.error.is_some() {
                return;
            }
        }
    }

    fn too_much(&mut self, left: usize) {
        if left == 0 {
            self.bug("a body is used twice");
        } else {
            self.refuse("control that nests deeper than 1000");
        }
    }

    /// Goes to the merge block (or the continue block) of the innermost construct of a kind.
    fn leave(&mut self, frames: &mut [Frame], which: impl Fn(Kind) -> bool, exit: bool) {
        let inst = self.inst;
        let Some(frame) = frames.iter_mut().rev().find(|f| which(f.kind)) else {
            return self.bug("a construct is left that is not open");
        };
        let wanted = if exit { self.func.insts[frame.inst].results.into() } else { frame.carried.len() };
        if self.func.insts[inst].args.len() != wanted || (exit && which(Kind::If) && frame.kind == Kind::Loop)
        {
            return self.bug("an end that does not fit its construct");
        }
        let (target, list) =
            if exit { (frame.merge, &mut frame.exits) } else { (frame.again, &mut frame.repeats) };
        list.push(self.label);
        for &value in &self.func.insts[inst].args {
            let id = self.v(value);
            list.push(id);
        }
        self.effect(Op::Branch, &[target]);
    }

    fn open_if(&mut self, inst: Inst, frames: &mut Vec<Frame>) {
        let Attr::Regions(bodies) = &self.func.insts[inst].attr else {
            return self.bug("an if without bodies");
        };
        let [yes, no] = bodies[..] else { return self.bug("an if without two bodies") };
        let condition = self.a(0);
        let (then, merge) = (self.g.sink.id(), self.g.sink.id());
        // A body that only yields nothing is the merge block itself.
        let empty = self.is_empty_body(no);
        let other = if empty { merge } else { self.g.sink.id() };
        self.effect(Op::SelectionMerge, &[merge, 0]);
        self.effect(Op::BranchConditional, &[condition, then, other]);
        let mut frame = Frame::new(Kind::If, inst, yes);
        frame.merge = merge;
        if !empty {
            frame.bodies.push((no, other));
        }
        self.enter(frame, then, frames);
    }

    fn is_empty_body(&self, block: Block) -> bool {
        match self.func.blocks[block].insts[..] {
            [only] => {
                let data = &self.func.insts[only];
                data.op == IrOp::yield_ && data.args.is_empty()
            }
            _ => false,
        }
    }

    fn open_switch(&mut self, inst: Inst, frames: &mut Vec<Frame>) {
        let Attr::Cases(cases) = &self.func.insts[inst].attr else {
            return self.bug("a switch without cases");
        };
        let Some(((_, default), rest)) = cases.split_last().map(|((v, b), rest)| ((v, *b), rest)) else {
            return self.bug("a switch without a default");
        };
        let selector = self.a(0);
        let merge = self.g.sink.id();
        let default_label = self.g.sink.id();
        let mut words = vec![selector, default_label];
        let mut bodies = SmallVec::new();
        for (values, block) in rest {
            let label = self.g.sink.id();
            bodies.push((*block, label));
            words.extend(values.iter().flat_map(|&v| [v, label]));
        }
        bodies.push((default, default_label));
        bodies.reverse();
        self.effect(Op::SelectionMerge, &[merge, 0]);
        self.effect(Op::Switch, &words);
        let Some((block, label)) = bodies.pop() else { return };
        let mut frame = Frame::new(Kind::Switch, inst, block);
        frame.bodies = bodies;
        frame.merge = merge;
        self.enter(frame, label, frames);
    }

    fn open_loop(&mut self, inst: Inst, frames: &mut Vec<Frame>) {
        let func = self.func;
        let Attr::Regions(bodies) = &func.insts[inst].attr else { return self.bug("a loop without a body") };
        let [body] = bodies[..] else { return self.bug("a loop without one body") };
        let params = &func.blocks[body].params;
        if params.len() != func.insts[inst].args.len() {
            return self.bug("a loop whose operands do not fit its body");
        }
        let mut frame = Frame::new(Kind::Loop, inst, body);
        let (header, first) = (self.g.sink.id(), self.g.sink.id());
        frame.merge = self.g.sink.id();
        frame.again = self.g.sink.id();
        frame.header = header;
        let before = self.label;
        self.effect(Op::Branch, &[header]);
        let initial: SmallVec<[u32; 8]> = func.insts[inst].args.iter().map(|&v| self.v(v)).collect();
        self.start(header);
        for (&param, initial) in params.iter().zip(initial) {
            let carried = self.g.sink.id();
            let ty = self.ty(func.ty(param).width);
            let id = self.op(Op::Phi, ty, [initial, before, carried, frame.again]);
            self.ids[param] = id;
            frame.carried.push(carried);
        }
        self.effect(Op::LoopMerge, &[frame.merge, frame.again, 0]);
        self.effect(Op::Branch, &[first]);
        self.enter(frame, first, frames);
    }

    fn enter(&mut self, frame: Frame, label: u32, frames: &mut Vec<Frame>) {
        self.start(label);
        let func = self.func;
        func.blocks[frame.block].params.iter().for_each(|&value| self.defined(value));
        frames.push(frame);
    }

    /// A body has ended: begins the next one of its construct or ends the construct.
    fn close_body(&mut self, frames: &mut Vec<Frame>) {
        let Some(frame) = frames.last_mut() else { return };
        if let Some((block, label)) = frame.bodies.pop() {
            frame.block = block;
            frame.next = 0;
            self.start(label);
            return;
        }
        let Some(frame) = frames.pop() else { return };
        if frame.kind == Kind::Function {
            return;
        }
        let func = self.func;
        if frame.kind == Kind::Loop {
            self.start(frame.again);
            for (i, &id) in frame.carried.iter().enumerate() {
                let param = func.blocks[frame.block].params[i];
                let ty = func.ty(param).width;
                self.phi(id, Ty::of(ty), &frame.repeats, i, frame.carried.len());
            }
            self.effect(Op::Branch, &[frame.header]);
        }
        self.start(frame.merge);
        let count = usize::from(func.insts[frame.inst].results);
        for (i, value) in func.results(frame.inst).enumerate() {
            let ty = func.ty(value).width;
            self.ids[value] = if frame.exits.len() == count + 1 {
                frame.exits[i + 1]
            } else {
                let id = self.g.sink.id();
                self.ty(ty);
                self.phi(id, Ty::of(ty), &frame.exits, i, count)
            };
        }
        func.results(frame.inst).for_each(|value| self.defined(value));
    }

    /// Value number `index` of `count` by the way that control came. Where it never comes any value will do.
    fn phi(&mut self, id: u32, ty: Ty, ways: &[u32], index: usize, count: usize) -> u32 {
        let type_id = self.g.ty(ty);
        if ways.is_empty() {
            let zero = self.g.constant(ty, 0);
            self.effect(Op::CopyObject, &[type_id, id, zero]);
            return id;
        }
        let mut words: SmallVec<[u32; 18]> = SmallVec::from_slice(&[type_id, id]);
        for way in ways.chunks_exact(count + 1) {
            words.extend_from_slice(&[way[index + 1], way[0]]);
        }
        self.effect(Op::Phi, &words);
        id
    }
}
