//! The blocks that an entry reaches.
//!
//! Requires: code bytes and an entry. Ensures: every block is reached; control between blocks is a jump, a branch on one
//! condition or an end. Calls with known targets are followed with their return address as context, so that a callee
//! appears once for each place that calls it (see [`calls`]). Leaves alone: what instructions mean.
//!
//! Programs without calls and computed jumps take one pass over flat arrays of one entry a dword.

mod calls;
mod consts;
mod indexed;
#[cfg(test)]
mod tests;

use crate::error::{TranslateError, TranslateErrorKind};
use crate::request::Request;
use isa::table::{Sop1, Sopk, Sopp};
use isa::{DecodeOptions, Fields, Inst, Op, Words};

/// Number of a guest block.
pub type BlockId = u32;

/// What a branch looks at. All are once per wave.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Condition {
    /// SCC is clear.
    Scc0,
    /// SCC is set.
    Scc1,
    /// VCC has no lane.
    VccZ,
    /// VCC has a lane.
    VccNz,
    /// EXEC has no lane.
    ExecZ,
    /// EXEC has a lane.
    ExecNz,
    /// The last instruction of the block knows (`s_subvector_loop_end`).
    Instruction,
    /// A pair of scalar registers holds this address (calls through registers).
    Target {
        /// Its first register.
        pair: u8,
        /// The address.
        address: u64,
    },
}

/// How a block ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum End {
    /// The wave ends.
    Program,
    /// Control goes on at a block.
    Jump(BlockId),
    /// Control goes to one of two blocks.
    Branch {
        /// What decides.
        condition: Condition,
        /// Where it goes if the condition holds.
        taken: BlockId,
        /// Where it goes otherwise.
        next: BlockId,
    },
}

/// What a pair of scalar registers is taken to hold.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Assumed {
    /// The first register.
    pub pair: u8,
    /// What it holds.
    pub address: u64,
    /// The fault where it holds something else, see [`crate::fault`].
    pub fault: u32,
}

/// A run of instructions with one entry and one end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GuestBlock {
    /// Address of the first instruction.
    pub pc: u64,
    /// Instructions with their addresses; branches and ends are not among them, but calls' and jumps' register writes
    /// are (`s_swappc_b64` writes its link).
    pub insts: Vec<(u64, Inst)>,
    /// How it ends.
    pub end: End,
    /// Set where the jump at the end goes through registers whose content is not proven: it is taken to be this, and the
    /// program must check that it is, and fault where it is not.
    pub assumed: Option<Assumed>,
}

/// The blocks of a program; block 0 is the entry.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Cfg {
    /// All blocks.
    pub blocks: Vec<GuestBlock>,
}

impl Cfg {
    /// Successors of a block.
    pub fn successors(&self, block: BlockId) -> impl Iterator<Item = BlockId> + use<> {
        let (a, b) = match self.blocks.get(block as usize).map(|b| &b.end) {
            Some(End::Jump(to)) => (Some(*to), None),
            Some(End::Branch { taken, next, .. }) => (Some(*taken), Some(*next)),
            _ => (None, None),
        };
        a.into_iter().chain(b)
    }

    /// Finds the blocks of a program.
    ///
    /// # Errors
    /// Words that are no instruction, control that leaves the code, jumps whose targets are not known, too many
    /// instructions.
    pub fn build(request: &Request<'_>) -> Result<Cfg, TranslateError> {
        discover(request)
    }
}

/// An error at a place.
pub(crate) fn at(pc: u64, words: Words, kind: TranslateErrorKind) -> TranslateError {
    TranslateError { pc, words, kind }
}

/// An error at an instruction.
fn at_inst(pc: u64, inst: &Inst, kind: TranslateErrorKind) -> TranslateError {
    at(pc, isa::encode(inst).unwrap_or_default(), kind)
}

/// What an instruction does to control.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Control {
    /// Goes on behind it.
    Next,
    /// The wave ends.
    End,
    /// Goes to an address.
    Jump(u64),
    /// Goes to an address, or on behind it.
    Branch(Condition, u64),
    /// Calls a known address; the link is written to a register pair.
    Call(u64),
    /// Goes to the address in a pair of registers.
    SetPc(u8),
    /// Calls the address in a pair of registers.
    SwapPc(u8),
    /// Control that is not followed.
    Refused(&'static str),
}

/// Whether a branch also writes registers, so that it stays in its block.
fn writes_too(inst: &Inst) -> bool {
    matches!(inst.op, Op::Sopk(Sopk::s_subvector_loop_begin | Sopk::s_subvector_loop_end))
}

/// What an instruction does to control.
fn control(inst: &Inst, pc: u64) -> Control {
    let condition = match inst.op {
        Op::Sopp(op) => match op {
            // A kill ends the wave (measured-facts 62).
            Sopp::s_endpgm | Sopp::s_endpgm_saved | Sopp::s_endpgm_ordered_ps_done | Sopp::s_setkill => {
                return Control::End;
            }
            Sopp::s_branch => return target(inst, pc).map_or(Control::Refused(BRANCH), Control::Jump),
            Sopp::s_cbranch_scc0 => Condition::Scc0,
            Sopp::s_cbranch_scc1 => Condition::Scc1,
            Sopp::s_cbranch_vccz => Condition::VccZ,
            Sopp::s_cbranch_vccnz => Condition::VccNz,
            Sopp::s_cbranch_execz => Condition::ExecZ,
            Sopp::s_cbranch_execnz => Condition::ExecNz,
            Sopp::s_code_end => return Control::Refused("padding is executed"),
            Sopp::s_trap => return Control::Refused("a trap"),
            _ => return Control::Next,
        },
        Op::Sop1(op) => {
            let Fields::Sop1(f) = inst.fields else { return Control::Next };
            return match op {
                Sop1::s_setpc_b64 => Control::SetPc(f.ssrc0),
                Sop1::s_swappc_b64 => Control::SwapPc(f.ssrc0),
                Sop1::s_rfe_b64 => Control::Refused("a return from a trap"),
                _ => Control::Next,
            };
        }
        Op::Sopk(Sopk::s_call_b64) => {
            return target(inst, pc).map_or(Control::Refused(BRANCH), Control::Call);
        }
        Op::Sopk(Sopk::s_subvector_loop_begin) => Condition::ExecZ,
        Op::Sopk(Sopk::s_subvector_loop_end) => Condition::Instruction,
        _ => return Control::Next,
    };
    target(inst, pc).map_or(Control::Refused(BRANCH), |t| Control::Branch(condition, t))
}

const BRANCH: &str = "a branch without target";

fn target(inst: &Inst, pc: u64) -> Option<u64> {
    isa::branch_target(inst, pc)
}

/// The words of a program.
struct Code {
    words: Vec<u32>,
    base: u64,
    options: DecodeOptions,
    limit: usize,
}

impl Code {
    fn new(request: &Request<'_>) -> Code {
        let chunks = request.code.chunks_exact(4);
        let words = chunks.map(|b| b.iter().rev().fold(0, |w, &b| w << 8 | u32::from(b))).collect();
        Code {
            words,
            base: request.base,
            options: DecodeOptions { wave_size: request.wave_size, ..DecodeOptions::default() },
            limit: request.instruction_limit as usize,
        }
    }

    /// Number of the dword at an address.
    fn index(&self, pc: u64) -> Option<usize> {
        let offset = pc.checked_sub(self.base).filter(|o| o % 4 == 0)?;
        usize::try_from(offset / 4).ok().filter(|&i| i < self.words.len())
    }

    /// Number of the dword at an address that control goes to.
    fn place(&self, pc: u64) -> Result<usize, TranslateError> {
        self.index(pc).ok_or_else(|| at(pc, Words::new(), TranslateErrorKind::OutsideCode))
    }

    fn decode(&self, i: usize, pc: u64) -> Result<Inst, TranslateError> {
        let rest = self.words.get(i..).unwrap_or_default();
        // No instruction is longer than five dwords.
        let rest = rest.get(..5).unwrap_or(rest);
        isa::decode(rest, pc, self.options).map_err(|e| at(pc, e.words, TranslateErrorKind::Decode(e.kind)))
    }

    fn too_large(&self, pc: u64) -> TranslateError {
        at(pc, Words::new(), TranslateErrorKind::TooLarge { what: "instructions" })
    }
}

fn discover(request: &Request<'_>) -> Result<Cfg, TranslateError> {
    let code = Code::new(request);
    match direct(&code, request.entry)? {
        Some(cfg) => Ok(cfg),
        None => calls::discover(&code, request.entry),
    }
}

fn refused(pc: u64, inst: &Inst, why: &'static str) -> TranslateError {
    at_inst(pc, inst, TranslateErrorKind::Unsupported { what: inst.name(), why })
}

/// All instructions that direct control reaches, chunk by chunk.
#[derive(Default)]
struct Reached {
    /// In order of decoding; neighbours are neighbours in memory unless the second begins a block.
    insts: Vec<(u64, Inst)>,
    /// For each dword the number of its instruction plus one.
    number: Vec<u32>,
    /// For each dword whether a block begins there.
    leader: Vec<bool>,
    /// A block begins where instructions were known already.
    split: bool,
}

impl Reached {
    fn new(code: &Code) -> Reached {
        let n = code.words.len();
        Reached { insts: Vec::new(), number: vec![0; n], leader: vec![false; n], split: false }
    }

    fn mark(&mut self, code: &Code, pc: u64) -> Result<bool, TranslateError> {
        let i = code.place(pc)?;
        let new = self.leader.get_mut(i).is_some_and(|l| !std::mem::replace(l, true));
        self.split |= new && self.number.get(i).is_some_and(|&n| n != 0);
        Ok(new)
    }

    fn is_leader(&self, i: usize) -> bool {
        self.leader.get(i).copied().unwrap_or(false)
    }

    /// Follows direct control from an address. Gives whether calls or computed jumps were met; with `stop` it ends there.
    fn follow(&mut self, code: &Code, entry: u64, stop: bool) -> Result<bool, TranslateError> {
        let mut computed = false;
        let mut work = Vec::new();
        if self.mark(code, entry)? {
            work.push(entry);
        }
        while let Some(mut pc) = work.pop() {
            loop {
                let i = code.place(pc)?;
                match self.number.get_mut(i) {
                    Some(n) if *n == 0 => *n = self.insts.len() as u32 + 1,
                    _ => {
                        // Runs into what is known.
                        self.mark(code, pc)?;
                        break;
                    }
                }
                let inst = code.decode(i, pc)?;
                let next = pc.wrapping_add(u64::from(inst.bytes()));
                let flow = control(&inst, pc);
                if let Control::Refused(why) = flow {
                    return Err(refused(pc, &inst, why));
                }
                self.insts.push((pc, inst));
                if self.insts.len() > code.limit {
                    return Err(code.too_large(pc));
                }
                pc = match flow {
                    Control::Next | Control::Refused(_) => next,
                    Control::End => break,
                    Control::Jump(to) => {
                        if self.mark(code, to)? {
                            work.push(to);
                        }
                        break;
                    }
                    Control::Branch(_, to) => {
                        if self.mark(code, to)? {
                            work.push(to);
                        }
                        self.mark(code, next)?;
                        next
                    }
                    Control::Call(_) | Control::SetPc(_) | Control::SwapPc(_) => {
                        if stop {
                            return Ok(true);
                        }
                        computed = true;
                        break;
                    }
                };
            }
        }
        Ok(computed)
    }
}

/// The graph of a program without calls and computed jumps; `None` if it has some.
fn direct(code: &Code, entry: u64) -> Result<Option<Cfg>, TranslateError> {
    let mut reached = Reached::new(code);
    if reached.follow(code, entry, true)? {
        return Ok(None);
    }
    let Reached { insts, number, leader, .. } = reached;
    // From here on the number of a leader is the number of its block.
    let mut block_at = number;
    let mut lengths: Vec<u32> = Vec::new();
    for (pc, _) in &insts {
        let i = code.place(*pc)?;
        if leader.get(i) == Some(&true) {
            if let Some(n) = block_at.get_mut(i) {
                *n = lengths.len() as u32;
            }
            lengths.push(0);
        }
        if let Some(n) = lengths.last_mut() {
            *n += 1;
        }
    }
    let block = |pc: u64| -> Result<BlockId, TranslateError> {
        let i = code.place(pc)?;
        Ok(block_at.get(i).copied().unwrap_or_default())
    };
    let mut blocks = Vec::with_capacity(lengths.len());
    let mut rest = insts.into_iter();
    for n in lengths {
        let mut insts: Vec<(u64, Inst)> = rest.by_ref().take(n as usize).collect();
        let pc = insts.first().map_or(entry, |(pc, _)| *pc);
        let Some((last_pc, last)) = insts.last() else { continue };
        let next = last_pc.wrapping_add(u64::from(last.bytes()));
        let (end, kept) = match control(last, *last_pc) {
            Control::End => (End::Program, false),
            Control::Jump(to) => (End::Jump(block(to)?), false),
            Control::Branch(condition, to) => {
                (End::Branch { condition, taken: block(to)?, next: block(next)? }, writes_too(last))
            }
            _ => (End::Jump(block(next)?), true),
        };
        if !kept {
            insts.pop();
        }
        blocks.push(GuestBlock { pc, insts, end, assumed: None });
    }
    Ok(Some(Cfg { blocks }))
}
