//! Barriers that not all waves of a workgroup come to at the same place: hardware pairs them by count.
//!
//! A wave that waits, waits for one barrier of every other wave that has not ended, wherever that stands. A host's barrier
//! must be one place to which all invocations come. So all waves come to one place: whenever a wave waits, and when it has
//! ended. There they vote whether one of them goes on; the others come around and vote again.
//!
//! Requires: phase Ssa. Ensures: the only barrier is one `vote_barrier` in a loop around everything behind the first
//! barriers, which every wave of the group passes equally often. Leaves alone: what stands between barriers. Values that are
//! used behind a barrier go through variables, which become parameters where ways meet.
//!
//! ```text
//! b1: …; barrier; v1 = …; br b2        b1: …; br head(0)
//! b2: ret                          →   head(v0): v9 = vote_barrier (v0 != END); brif v9, again, b2
//!                                      again: switch v0, 0: b1b, default: head(END)
//!                                      b1b: v1 = …; br head(END)
//! ```

use crate::passes::{PassError, ssa, structurize, util};
use ir::attr::{BlockCall, Switch};
use ir::dom::Dominators;
use ir::{Attr, Block, Builder, Function, Inst, Op, Phase, Type};

/// Gives every wave one place to wait at.
///
/// # Errors
/// Bugs of ours alone.
pub(super) fn meet_at_one_place(func: &mut Function) -> Result<(), PassError> {
    let dom = Dominators::new(func);
    util::drop_unreachable(func, &dom);
    let head = func.add_block();
    let wanted = func.add_param(head, Type::U32);
    let mut resumes: Vec<Block> = vec![];
    let mut ends: Vec<Block> = vec![];
    for &block in dom.rpo() {
        let mut rest = std::mem::take(&mut func.blocks[block].insts);
        let mut at = block;
        while let Some(place) = rest.iter().position(|&i| func.insts[i].op == Op::barrier) {
            let behind: Vec<Inst> = rest.split_off(place + 1);
            let barrier = rest.pop();
            func.blocks[at].insts = rest;
            let number = func.constant(ir::Width::B32, resumes.len() as u64);
            let mut b = Builder::new(func, at);
            b.pc = barrier.map_or(u32::MAX, |i| b.func.insts[i].pc);
            let mut to = BlockCall::to(head);
            to.args.push(number);
            b.br(to);
            at = func.add_block();
            resumes.push(at);
            rest = behind;
        }
        func.blocks[at].insts = rest;
        if func.terminator(at).is_some_and(|end| func.insts[end].op == Op::ret) {
            ends.push(at);
        }
    }
    let end_code = resumes.len() as u64;
    let end = func.constant(ir::Width::B32, end_code);
    for &block in &ends {
        let Some(ret) = func.blocks[block].insts.pop() else { continue };
        let pc = func.insts[ret].pc;
        let mut b = Builder::new(func, block);
        b.pc = pc;
        let mut to = BlockCall::to(head);
        to.args.push(end);
        b.br(to);
    }
    let (again, leave) = (func.add_block(), func.add_block());
    let mut b = Builder::new(func, head);
    let goes_on = b.pure(Op::ine, &[wanted, end]);
    let vote = b.emit(Op::vote_barrier, &[goes_on], Attr::None, &[Type::BOOL]);
    let any = b.func.result(vote).ok_or_else(|| PassError::bug("a vote without result"))?;
    b.brif(any, BlockCall::to(again), BlockCall::to(leave));
    let cases = resumes.iter().enumerate().map(|(i, &r)| (i as u32, BlockCall::to(r))).collect();
    let mut default = BlockCall::to(head);
    default.args.push(end);
    let attr = Attr::Switch(Box::new(Switch { cases, default }));
    Builder::new(func, again).emit(Op::switch, &[wanted], attr, &[]);
    Builder::new(func, leave).ret();
    // Values across the place where waves wait.
    func.phase = Phase::Raw;
    let dom = Dominators::new(func);
    structurize::carry(func, &dom);
    ssa::run(func)?;
    Ok(())
}
