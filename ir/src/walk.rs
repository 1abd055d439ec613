//! Visits the blocks and instructions of a function in the order of its text.
//!
//! Blocks of the layout in order; the bodies of a structured op right behind it, nested. No recursion. A block that stands
//! in two places (which the verifier refuses) is entered once, so a walk always ends.

use crate::entity::{Block, Inst};
use crate::function::Function;
use cranelift_entity::EntitySet;
use smallvec::SmallVec;

/// One step of a walk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// A block of the layout begins.
    Block(Block),
    /// An instruction. The bodies of a structured one follow.
    Inst(Inst),
    /// A body of the structured op begins: which op, the number of the body, its block.
    Body(Inst, usize, Block),
    /// What stands here was entered before; nothing of it follows.
    Again(Block),
    /// All bodies of the structured op have ended.
    End(Inst),
}

enum Task {
    Enter(Block),
    Rest(Block, usize),
    Bodies(Inst, SmallVec<[Block; 2]>, usize),
}

/// Calls `visit` with each step.
pub fn walk(func: &Function, mut visit: impl FnMut(Event)) {
    let mut seen = EntitySet::<Block>::with_capacity(func.blocks.len());
    let mut stack = vec![];
    for &block in &func.layout {
        visit(Event::Block(block));
        stack.push(Task::Enter(block));
        while let Some(task) = stack.pop() {
            match task {
                Task::Enter(block) if !func.blocks.is_valid(block) || !seen.insert(block) => {
                    visit(Event::Again(block));
                }
                Task::Enter(block) => stack.push(Task::Rest(block, 0)),
                Task::Rest(block, at) => {
                    let Some(&inst) = func.blocks[block].insts.get(at) else { continue };
                    visit(Event::Inst(inst));
                    stack.push(Task::Rest(block, at + 1));
                    let bodies = func.bodies(inst);
                    if !bodies.is_empty() {
                        stack.push(Task::Bodies(inst, bodies, 0));
                    }
                }
                Task::Bodies(inst, bodies, at) => match bodies.get(at).copied() {
                    Some(body) => {
                        visit(Event::Body(inst, at, body));
                        stack.push(Task::Bodies(inst, bodies, at + 1));
                        stack.push(Task::Enter(body));
                    }
                    None => visit(Event::End(inst)),
                },
            }
        }
    }
}
