//! Programs with calls and computed jumps.
//!
//! A block is an address and the calls that led to it, so a callee has its own blocks for each chain of calls. Targets come
//! from what [`super::consts`] knows: `s_getpc_b64` with an offset added, links, links spilled to lanes. A return whose
//! register is not known is taken to go back to the caller and marked ([`GuestBlock::assumed`]): the translated program
//! checks it and faults where that is wrong. A jump by a table goes to what [`super::indexed`] finds in it, by comparison, and
//! faults where it is none of that. A call through a register that is not known goes to every function whose
//! address the program forms, by comparison, and faults where it is none of them. Everything else is refused.
//!
//! Requires: code that [`super::direct`] gave up on. Ensures: as [`super::discover`].

use super::consts::Consts;
use super::{
    Assumed, Cfg, Code, Condition, Control, End, GuestBlock, Reached, at, at_inst, control, writes_too,
};
use crate::error::{TranslateError, TranslateErrorKind};
use crate::fault;
use isa::table::Sop2;
use isa::{Fields, Inst, Op, Words};
use std::collections::HashMap;

/// Calls that are open at a time.
const MAX_DEPTH: u32 = 64;

/// A chain of calls.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
struct Frame {
    /// Number of the caller's chain.
    parent: u32,
    /// Where it returns to.
    back: u64,
}

/// A block being found.
struct Node {
    pc: u64,
    chain: u32,
    start: Consts,
    /// Numbers of its instructions; filled at the first visit.
    insts: Vec<u32>,
    end: Option<End>,
    assumed: Option<Assumed>,
    /// A call through this pair of registers to one of these addresses, with their blocks.
    table: Option<Table>,
    kept: bool,
    queued: bool,
}

/// A jump through registers that is compared with the addresses it is known to go to.
struct Table {
    /// The first of the registers.
    pair: u8,
    /// Addresses and their blocks.
    targets: Vec<(u64, u32)>,
    /// The fault where it is none of them.
    fault: u32,
}

struct Walk<'a> {
    code: &'a Code,
    reached: Reached,
    nodes: Vec<Node>,
    by_place: HashMap<(u64, u32), u32>,
    /// Chain 0 is the program itself.
    chains: Vec<(Frame, u32)>,
    by_frame: HashMap<Frame, u32>,
    work: Vec<u32>,
    /// Addresses in the code that the program forms.
    functions: Vec<u64>,
    /// Blocks that end with a call through unknown registers.
    indirect: Vec<u32>,
    total: usize,
    /// A block that was visited has been split.
    split: bool,
}

pub(super) fn discover(code: &Code, entry: u64) -> Result<Cfg, TranslateError> {
    let mut reached = Reached::new(code);
    reached.follow(code, entry, false)?;
    loop {
        reached.split = false;
        let mut walk = Walk {
            code,
            reached,
            nodes: Vec::new(),
            by_place: HashMap::new(),
            chains: vec![(Frame { parent: 0, back: 0 }, 0)],
            by_frame: HashMap::new(),
            work: Vec::new(),
            functions: Vec::new(),
            indirect: Vec::new(),
            total: 0,
            split: false,
        };
        walk.run(entry)?;
        if !walk.split {
            return walk.finish();
        }
        // Leaders are only added, so this ends.
        reached = walk.reached;
    }
}

impl Walk<'_> {
    fn run(&mut self, entry: u64) -> Result<(), TranslateError> {
        self.go(entry, 0, &Consts::new())?;
        while let Some(id) = self.work.pop() {
            self.visit(id)?;
            if self.split {
                break;
            }
        }
        Ok(())
    }

    /// Control comes to a place with this knowledge; gives the number of its block.
    fn go(&mut self, pc: u64, chain: u32, consts: &Consts) -> Result<u32, TranslateError> {
        let i = self.code.place(pc)?;
        if !self.reached.is_leader(i) {
            self.reached.follow(self.code, pc, false)?;
            // A block that was visited may run over this place, or over one that is reached from here.
            self.split |= self.reached.split;
        }
        if let Some(&id) = self.by_place.get(&(pc, chain)) {
            if let Some(node) = self.nodes.get_mut(id as usize)
                && node.start.meet(consts)
                && !node.queued
            {
                node.queued = true;
                self.work.push(id);
            }
            return Ok(id);
        }
        let id = self.nodes.len() as u32;
        self.by_place.insert((pc, chain), id);
        self.nodes.push(Node {
            pc,
            chain,
            start: consts.clone(),
            insts: Vec::new(),
            end: None,
            assumed: None,
            table: None,
            kept: true,
            queued: true,
        });
        self.work.push(id);
        Ok(id)
    }

    fn chain(&mut self, frame: Frame, pc: u64) -> Result<u32, TranslateError> {
        if let Some(&id) = self.by_frame.get(&frame) {
            return Ok(id);
        }
        let depth = self.chains.get(frame.parent as usize).map_or(0, |(_, d)| *d) + 1;
        if depth > MAX_DEPTH {
            return Err(at(pc, Words::new(), TranslateErrorKind::TooLarge { what: "nested calls" }));
        }
        let id = self.chains.len() as u32;
        self.chains.push((frame, depth));
        self.by_frame.insert(frame, id);
        Ok(id)
    }

    /// The chain after a return to an address, if a call of this chain returns there.
    fn unwind(&self, mut chain: u32, to: u64) -> Option<u32> {
        while chain != 0 {
            let (frame, _) = self.chains.get(chain as usize)?;
            if frame.back == to {
                return Some(frame.parent);
            }
            chain = frame.parent;
        }
        None
    }

    /// Notes an address that the program forms, if code that ends properly begins there.
    fn note_function(&mut self, address: u64) {
        if self.functions.contains(&address) || !self.is_code(address) {
            return;
        }
        self.functions.push(address);
        for &id in &self.indirect {
            if let Some(node) = self.nodes.get_mut(id as usize)
                && !node.queued
            {
                node.queued = true;
                self.work.push(id);
            }
        }
    }

    fn is_code(&self, mut pc: u64) -> bool {
        for _ in 0..self.code.limit {
            let Some(i) = self.code.index(pc) else { return false };
            let Ok(inst) = self.code.decode(i, pc) else { return false };
            match control(&inst, pc) {
                Control::Next | Control::Branch(..) => pc = pc.wrapping_add(u64::from(inst.bytes())),
                Control::Refused(_) => return false,
                _ => return true,
            }
        }
        false
    }

    fn inst(&self, number: u32) -> Option<&(u64, Inst)> {
        self.reached.insts.get(number as usize)
    }

    fn visit(&mut self, id: u32) -> Result<(), TranslateError> {
        let Some(node) = self.nodes.get_mut(id as usize) else { return Ok(()) };
        node.queued = false;
        let (mut pc, chain, mut consts) = (node.pc, node.chain, node.start.clone());
        let mut insts = std::mem::take(&mut node.insts);
        let first_visit = insts.is_empty();
        insts.clear();
        let wave = self.code.options.wave_size;
        let mut formed: Vec<u64> = Vec::new();
        let (last, flow) = loop {
            let i = self.code.place(pc)?;
            let number = self.reached.number.get(i).copied().unwrap_or_default().wrapping_sub(1);
            let Some((_, inst)) = self.reached.insts.get(number as usize) else {
                return Err(at(pc, Words::new(), TranslateErrorKind::Bug { what: "code not reached" }));
            };
            insts.push(number);
            let next = pc.wrapping_add(u64::from(inst.bytes()));
            let flow = match control(inst, pc) {
                Control::Next => {
                    consts.step(inst, next, wave, self.code);
                    if let (Op::Sop2(Sop2::s_addc_u32), Fields::Sop2(f)) = (inst.op, inst.fields) {
                        formed.extend(consts.pair(f.sdst));
                    }
                    pc = next;
                    match self.code.index(next) {
                        Some(i) if !self.reached.is_leader(i) => continue,
                        _ => Control::Next,
                    }
                }
                flow => flow,
            };
            break (number, flow);
        };
        for address in formed {
            self.note_function(address);
        }
        if first_visit {
            self.total += insts.len();
            if self.total > self.code.limit {
                return Err(self.code.too_large(pc));
            }
        }
        let Some((last_pc, last)) = self.inst(last).cloned() else { return Ok(()) };
        let next = last_pc.wrapping_add(u64::from(last.bytes()));
        let mut kept = true;
        let mut assumed = None;
        let mut table = None;
        let end = match flow {
            Control::End => {
                kept = false;
                End::Program
            }
            Control::Next | Control::Refused(_) => End::Jump(self.go(next, chain, &consts)?),
            Control::Jump(to) => {
                kept = false;
                End::Jump(self.go(to, chain, &consts)?)
            }
            Control::Branch(condition, to) => {
                kept = writes_too(&last);
                if kept {
                    consts.step(&last, next, wave, self.code);
                }
                let (yes, no) = match condition {
                    Condition::Scc0 => (consts.decided(last_pc, false), consts.decided(last_pc, true)),
                    Condition::Scc1 => (consts.decided(last_pc, true), consts.decided(last_pc, false)),
                    _ => (consts.clone(), consts),
                };
                let taken = self.go(to, chain, &yes)?;
                End::Branch { condition, taken, next: self.go(next, chain, &no)? }
            }
            Control::Call(to) => {
                consts.step(&last, next, wave, self.code);
                let callee = self.chain(Frame { parent: chain, back: next }, last_pc)?;
                End::Jump(self.go(to, callee, &consts)?)
            }
            Control::SwapPc(source) => {
                let to = consts.pair(source);
                consts.step(&last, next, wave, self.code);
                let callee = self.chain(Frame { parent: chain, back: next }, last_pc)?;
                match to {
                    Some(to) => End::Jump(self.go(to, callee, &consts)?),
                    None => {
                        // The registers are read after the link is written.
                        if matches!(last.fields, Fields::Sop1(f) if f.sdst & 126 == source & 126) {
                            return Err(at_inst(last_pc, &last, TranslateErrorKind::UnknownTarget));
                        }
                        if !self.indirect.contains(&id) {
                            self.indirect.push(id);
                        }
                        let mut targets = Vec::new();
                        for to in self.functions.clone() {
                            targets.push((to, self.go(to, callee, &consts)?));
                        }
                        table = Some(Table { pair: source, targets, fault: fault::UNLINKED_CALL });
                        End::Program
                    }
                }
            }
            Control::SetPc(source) => match consts.pair(source) {
                Some(to) => {
                    let after = self.unwind(chain, to).unwrap_or(chain);
                    End::Jump(self.go(to, after, &consts)?)
                }
                None if consts.addresses(source).is_some() => {
                    let known = consts.without_index();
                    let mut targets = Vec::new();
                    for to in consts.addresses(source).unwrap_or_default() {
                        targets.push((to, self.go(to, chain, &known)?));
                    }
                    table = Some(Table { pair: source, targets, fault: fault::JUMP });
                    End::Program
                }
                None if chain != 0 => {
                    let (frame, _) = self.chains.get(chain as usize).copied().unwrap_or_default();
                    let (pair, address) = (source & 126, frame.back);
                    assumed = Some(Assumed { pair, address, fault: fault::RETURN });
                    consts.set_pair(source, Some(frame.back));
                    End::Jump(self.go(frame.back, frame.parent, &consts)?)
                }
                None => return Err(at_inst(last_pc, &last, TranslateErrorKind::UnknownTarget)),
            },
        };
        if let Some(node) = self.nodes.get_mut(id as usize) {
            node.insts = insts;
            node.end = Some(end);
            node.assumed = assumed;
            node.table = table;
            node.kept = kept;
        }
        Ok(())
    }

    fn finish(self) -> Result<Cfg, TranslateError> {
        let Walk { nodes, reached, .. } = self;
        // Comparisons of calls through registers stand behind all other blocks.
        let mut next = nodes.len() as u32;
        let mut comparisons: Vec<GuestBlock> = Vec::new();
        let mut blocks = Vec::with_capacity(nodes.len());
        for node in nodes {
            let n = node.insts.len() - usize::from(!node.kept && !node.insts.is_empty());
            let insts = node.insts.iter().take(n);
            let insts: Vec<(u64, Inst)> =
                insts.filter_map(|&i| reached.insts.get(i as usize).cloned()).collect();
            let mut end = node.end.unwrap_or(End::Program);
            if let Some(Table { pair, targets, fault }) = node.table {
                let Some(&(address, _)) = targets.last() else {
                    let error =
                        |(pc, inst): &(u64, Inst)| at_inst(*pc, inst, TranslateErrorKind::UnknownTarget);
                    return Err(insts.last().map_or_else(
                        || at(node.pc, Words::new(), TranslateErrorKind::UnknownTarget),
                        error,
                    ));
                };
                end = End::Jump(next);
                let pair = pair & 126;
                let block = |end, assumed| GuestBlock { pc: node.pc, insts: Vec::new(), end, assumed };
                for (address, taken) in targets {
                    next += 1;
                    let condition = Condition::Target { pair, address };
                    comparisons.push(block(End::Branch { condition, taken, next }, None));
                }
                next += 1;
                comparisons.push(block(End::Program, Some(Assumed { pair, address, fault })));
            }
            blocks.push(GuestBlock { pc: node.pc, insts, end, assumed: node.assumed });
        }
        blocks.append(&mut comparisons);
        Ok(Cfg { blocks })
    }
}
