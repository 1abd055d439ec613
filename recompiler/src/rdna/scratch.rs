//! Where scratch is memory of the lanes themselves: which registers still lead to the wave's own scratch.
//!
//! Scratch is a region of guest memory that descriptors and FLAT_SCRATCH lead to. As such, every access to it is one to
//! memory that other lanes could see, and nothing that is spilled there can become a value again. This analysis follows, for
//! each scalar register and the halves of FLAT_SCRATCH, whether it still holds a word of the scratch descriptor or of the
//! flat base that the wave began with, and whether the wave's offset has been added to it. An access whose descriptor or
//! base is proven so becomes one to [`Space::Scratch`](ir::attr::Space::Scratch), with a byte offset in the lane's memory.
//!
//! # Why this is exact
//! * The descriptor has stride 0, is swizzled, adds the lane's number and interleaves as many records as the wave has lanes W
//!   ([`LaneScratch`] says so). Without an index register, byte `o` of lane `l` is therefore at
//!   `base + (o & !3) * W + l * 4 + (o & 3)`, and SCRATCH and flat accesses use the same formula from FLAT_SCRATCH. The scalar
//!   offset counts in bytes of memory: a multiple of `4 * W` moves every lane by as many dwords, anything else would lead to
//!   another lane and faults. Different `(l, o)` with `o` in the lane's bytes are different bytes of the wave's part.
//! * What lies outside the lane's bytes faults; it is never another lane's memory.
//! * Nothing else reaches the region: whoever runs a program with lane scratch leaves it out of guest memory, so that a
//!   pointer that leads there in another way faults.
//! * Where one access uses a word of the descriptor that is not proven, or uses it in another way than to load and store,
//!   the program keeps its scratch in guest memory altogether.
//!
//! Requires: the graph, what the caller knows of scratch. Ensures: [`analyse`] gives the state at the start of every block, or
//! none; [`State::step`] takes it over an instruction. What is not modelled forgets the registers it writes, as the effects
//! query names them. Leaves alone: what the words are; the caller has checked them.

use super::cfg::Cfg;
use crate::request::{LaneScratch, Request, SgprInput};
use isa::effects::{RegFile, effects};
use isa::row::{Family, Implicit, Memory};
use isa::table::{Sop1, Sop2, Sopk};
use isa::{Fields, Inst, Op};

/// Which address a word belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Root {
    /// The descriptor's.
    Descriptor,
    /// The flat base.
    Flat,
}

/// What a register is known to hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Word {
    /// Anything.
    Any,
    /// The wave's byte offset.
    Offset,
    /// A half of an address, of all waves' scratch or, with the offset added, of the wave's.
    Half { root: Root, high: bool, own: bool },
    /// Word 2 or 3 of the descriptor.
    Rest(u8),
}

/// Number of the low half of FLAT_SCRATCH behind the scalar registers.
const FLAT_SCRATCH: usize = 128;

/// Bytes of a lane up to which scratch becomes memory of the lanes; hosts hold it in arrays.
const MAX_BYTES: u32 = 1 << 16;

/// Hardware registers of `s_setreg`.
const FLAT_SCR_LO: u16 = 20;
const FLAT_SCR_HI: u16 = 21;

/// What is known at a place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    words: [Word; FLAT_SCRATCH + 2],
    /// SCC is the carry of adding the offset to this address.
    carry: Option<Root>,
    /// What is added to the high half of the flat base.
    flat_high: u32,
    wave_size: u32,
}

impl State {
    /// At the entry.
    fn entry(scratch: &LaneScratch, request: &Request<'_>) -> State {
        let mut state = State {
            words: [Word::Any; FLAT_SCRATCH + 2],
            carry: None,
            flat_high: scratch.flat.map_or(0, |f| f.high),
            wave_size: request.wave_size,
        };
        if let Some(first) = scratch.descriptor {
            for high in [false, true] {
                state.set(first + u8::from(high), Word::Half { root: Root::Descriptor, high, own: false });
            }
            state.set(first + 2, Word::Rest(2));
            state.set(first + 3, Word::Rest(3));
        }
        if let Some(flat) = scratch.flat {
            for high in [false, true] {
                let word = Word::Half { root: Root::Flat, high, own: false };
                state.set(flat.register + u8::from(high), word);
            }
        }
        let is_offset = |&(r, input): &(u8, SgprInput)| {
            r == scratch.offset && matches!(input, SgprInput::ScratchOffset { .. })
        };
        if request.sgprs.iter().any(is_offset) {
            state.set(scratch.offset, Word::Offset);
        }
        state
    }

    fn get(&self, code: u8) -> Word {
        match code {
            // Null reads zero.
            125 | 128.. => Word::Any,
            _ => self.words[usize::from(code)],
        }
    }

    fn set(&mut self, code: u8, word: Word) {
        if code < 125 || code == 126 || code == 127 {
            self.words[usize::from(code)] = word;
        }
    }

    /// Whether four registers hold the wave's scratch descriptor.
    pub fn is_descriptor(&self, first: u8) -> bool {
        let half = |high| Word::Half { root: Root::Descriptor, high, own: true };
        let wanted = [half(false), half(true), Word::Rest(2), Word::Rest(3)];
        (first..).zip(wanted).all(|(r, w)| self.get(r) == w)
    }

    /// Whether FLAT_SCRATCH holds the wave's base.
    pub fn is_flat(&self) -> bool {
        let half = |high| Word::Half { root: Root::Flat, high, own: true };
        self.words[FLAT_SCRATCH..] == [half(false), half(true)]
    }

    /// Whether one of some registers holds a word of scratch's.
    fn any_word(&self, first: u8, count: u8) -> bool {
        (first..first.saturating_add(count)).any(|r| !matches!(self.get(r), Word::Any | Word::Offset))
    }

    /// Keeps what both know. Gives whether something was lost.
    fn meet(&mut self, other: &State) -> bool {
        let mut lost = false;
        for (a, b) in self.words.iter_mut().zip(&other.words) {
            if a != b && *a != Word::Any {
                *a = Word::Any;
                lost = true;
            }
        }
        if self.carry != other.carry && self.carry.is_some() {
            self.carry = None;
            lost = true;
        }
        lost
    }

    /// The state after an instruction.
    pub fn step(&mut self, inst: &Inst) {
        match (inst.op, inst.fields) {
            (Op::Sop1(Sop1::s_mov_b32), Fields::Sop1(f)) => {
                let word = self.get(f.ssrc0);
                self.set(f.sdst, word);
            }
            (Op::Sop1(Sop1::s_mov_b64), Fields::Sop1(f)) if f.sdst != 125 => {
                let pair = |code: u8, high: u8| if code < 125 { code & 126 | high } else { code };
                let words = [0, 1].map(|high| self.get(pair(f.ssrc0, high)));
                for (high, word) in [0, 1].into_iter().zip(words) {
                    let word = if f.ssrc0 < 125 { word } else { Word::Any };
                    self.set(f.sdst & 126 | high, word);
                }
            }
            (Op::Sop2(Sop2::s_add_u32), Fields::Sop2(f)) => {
                let (word, carry) = match (self.get(f.ssrc0), self.get(f.ssrc1)) {
                    (Word::Half { root, high: false, own: false }, Word::Offset)
                    | (Word::Offset, Word::Half { root, high: false, own: false }) => {
                        (Word::Half { root, high: false, own: true }, Some(root))
                    }
                    _ => (Word::Any, None),
                };
                self.set(f.sdst, word);
                self.carry = carry;
            }
            (Op::Sop2(Sop2::s_addc_u32), Fields::Sop2(f)) => {
                let mut word = Word::Any;
                for (half, constant) in [(f.ssrc0, f.ssrc1), (f.ssrc1, f.ssrc0)] {
                    if let Word::Half { root, high: true, own: false } = self.get(half)
                        && self.carry == Some(root)
                        && constant_of(constant, inst) == Some(self.high(root))
                    {
                        word = Word::Half { root, high: true, own: true };
                    }
                }
                self.set(f.sdst, word);
                self.carry = None;
            }
            (Op::Sopk(Sopk::s_setreg_b32), Fields::Sopk(f)) => {
                // The whole register: offset 0, 32 bits.
                let word = if f.simm16 >> 6 == 31 << 5 { self.get(f.sdst) } else { Word::Any };
                self.set_hardware(f.simm16, word);
            }
            (Op::Sopk(Sopk::s_setreg_imm32_b32), Fields::Sopk(f)) => {
                self.set_hardware(f.simm16, Word::Any);
            }
            _ => self.other(inst),
        }
    }

    /// What the program adds to the high half.
    fn high(&self, root: Root) -> u32 {
        match root {
            Root::Descriptor => 0,
            Root::Flat => self.flat_high,
        }
    }

    fn set_hardware(&mut self, simm16: u16, word: Word) {
        match simm16 & 63 {
            FLAT_SCR_LO => self.words[FLAT_SCRATCH] = word,
            FLAT_SCR_HI => self.words[FLAT_SCRATCH + 1] = word,
            _ => {}
        }
    }

    /// An instruction that is not modelled: what it writes is forgotten.
    fn other(&mut self, inst: &Inst) {
        let e = effects(inst, self.wave_size);
        if e.indirect {
            self.words = [Word::Any; FLAT_SCRATCH + 2];
        }
        for range in e.writes.iter().filter(|r| r.file == RegFile::Scalar) {
            for register in range.first..range.first.saturating_add(range.count) {
                self.set(register.min(127) as u8, Word::Any);
            }
        }
        for (flag, first, count) in
            [(Implicit::VCC, 106, 2), (Implicit::EXEC, 126, 2), (Implicit::M0, 124, 1)]
        {
            if e.implicit_writes.contains(flag) {
                (first..first + count).for_each(|code| self.set(code, Word::Any));
            }
        }
        if e.implicit_writes.contains(Implicit::FLAT_SCR) {
            self.words[FLAT_SCRATCH..].fill(Word::Any);
        }
        if e.indirect || e.implicit_writes.contains(Implicit::SCC) {
            self.carry = None;
        }
    }
}

/// A constant operand.
fn constant_of(code: u8, inst: &Inst) -> Option<u32> {
    match code {
        // Null, and inline integers.
        125 => Some(0),
        128..=192 => Some(u32::from(code) - 128),
        255 => inst.literal,
        _ => None,
    }
}

/// The state at the start of every block, if the program's scratch is memory of the lanes.
pub fn analyse(request: &Request<'_>, cfg: &Cfg) -> Option<Vec<State>> {
    let scratch = request.scratch.as_ref()?;
    if !(1..=MAX_BYTES).contains(&scratch.bytes_per_lane) || !uses_scratch(cfg) {
        return None;
    }
    let entry = State::entry(scratch, request);
    let mut start: Vec<Option<State>> = vec![None; cfg.blocks.len()];
    *start.first_mut()? = Some(entry.clone());
    let mut work = vec![0u32];
    while let Some(id) = work.pop() {
        let Some(mut state) = start.get(id as usize).cloned().flatten() else { continue };
        let Some(block) = cfg.blocks.get(id as usize) else { continue };
        block.insts.iter().for_each(|(_, inst)| state.step(inst));
        for next in cfg.successors(id) {
            let Some(slot) = start.get_mut(next as usize) else { continue };
            let changed = match slot {
                Some(old) => old.meet(&state),
                None => {
                    *slot = Some(state.clone());
                    true
                }
            };
            if changed {
                work.push(next);
            }
        }
    }
    let sets_flat = cfg.blocks.iter().flat_map(|b| &b.insts).any(|(_, inst)| match inst.fields {
        Fields::Sopk(f) => {
            matches!(inst.op, Op::Sopk(Sopk::s_setreg_b32 | Sopk::s_setreg_imm32_b32))
                && matches!(f.simm16 & 63, FLAT_SCR_LO | FLAT_SCR_HI)
        }
        _ => false,
    });
    let start: Vec<State> = start.into_iter().map(|s| s.unwrap_or_else(|| entry.clone())).collect();
    for (block, state) in cfg.blocks.iter().zip(&start) {
        let mut state = state.clone();
        for (_, inst) in &block.insts {
            if !keeps(&state, inst, sets_flat) {
                return None;
            }
            state.step(inst);
        }
    }
    Some(start)
}

/// Whether there is an instruction that may go to scratch.
fn uses_scratch(cfg: &Cfg) -> bool {
    cfg.blocks.iter().flat_map(|b| &b.insts).any(|(_, inst)| {
        matches!(inst.op.family(), Family::MUBUF | Family::MTBUF | Family::SCRATCH | Family::FLAT)
    })
}

/// Whether an access is one to scratch that is understood, or none to scratch.
fn keeps(state: &State, inst: &Inst, sets_flat: bool) -> bool {
    let row = inst.op.row();
    match inst.fields {
        Fields::Mubuf(f) if row.memory != Memory::Cache => {
            let first = f.srsrc.saturating_mul(4);
            !state.any_word(first, 4)
                || state.is_descriptor(first)
                    && !f.idxen
                    && !f.tfe
                    && !f.lds
                    && matches!(row.memory, Memory::Load | Memory::Store)
                    && !row.name.contains("_format_")
        }
        Fields::Mtbuf(f) => !state.any_word(f.srsrc.saturating_mul(4), 4),
        Fields::Mimg(f) => !state.any_word(f.srsrc.saturating_mul(4), 8),
        Fields::Smem(f) => {
            let words = if row.name.contains("_buffer_") { 4 } else { 2 };
            !state.any_word(f.sbase.saturating_mul(2), words)
        }
        Fields::Flat(_) => match inst.op.family() {
            Family::SCRATCH => state.is_flat(),
            Family::FLAT => state.is_flat() || !sets_flat,
            _ => true,
        },
        _ => true,
    }
}

#[cfg(test)]
mod tests;
