//! MODE: which float modes can reach an instruction, and instructions compiled for more than one.
//!
//! A forward analysis gives each block the set of float modes that can reach it. Where it is one mode, instructions are lifted
//! in it. Where it is more, an instruction is lifted in one of them, and what of MODE the lift looked at is noted: all modes
//! that agree in these bits are served. The rest follows in the same way, and each register that was written gets the value
//! that belongs to the register MODE at run time. So an instruction is lifted as often as its own meaning differs.
//!
//! Ensures: the variable `mode` holds the whole register; nothing is refused but a program in which instructions are lifted
//! more than [`MOST_VARIANTS`] times for their modes. Facts: RDNA 1 ISA guide, 3.3 (layout), SOPP and SOPK.

use super::{Lift, Lifted, State, mismatch};
use crate::error::{TranslateError, TranslateErrorKind};
use crate::rdna::cfg::{Cfg, at};
use crate::request::{Mode, Request};
use ir::{Op, Value};
use isa::effects::RegFile;
use isa::table::{Sop1, Sopk, Sopp};
use isa::{Fields, Inst};
use std::collections::BTreeMap;

/// Number of the register for `s_getreg_b32` and `s_setreg_b32`.
pub(super) const HWREG_MODE: u16 = 1;
/// Bits of the register that floats depend on: FLOAT_MODE, DX10_CLAMP, IEEE, FP16_OVFL.
const FLOAT_BITS: u32 = 0x0080_03ff;
/// Times that instructions of a program are lifted again for another mode.
pub const MOST_VARIANTS: u32 = 1 << 14;

/// DX10_CLAMP in a [`Bits`].
pub(super) const DX10_CLAMP: Bits = 1 << 8;
/// IEEE in a [`Bits`].
pub(super) const IEEE: Bits = 1 << 9;
/// FP16_OVFL in a [`Bits`].
pub(super) const FP16_OVFL: Bits = 1 << 10;

/// The bits of MODE that floats depend on: as in the register, FP16_OVFL moved down to bit 10.
pub(crate) type Bits = u16;

/// All of [`Bits`].
const ALL: Bits = 0x7ff;

/// Offset and mask of the field that a hardware register constant names.
pub(super) fn field(simm16: u16) -> (u32, u32) {
    (u32::from(simm16 >> 6 & 31), u32::MAX >> (31 - u32::from(simm16 >> 11)))
}

fn of_register(register: u32) -> Bits {
    (register & 0x3ff | register >> 13 & 0x400) as Bits
}

fn to_register(bits: Bits) -> u32 {
    let bits = u32::from(bits);
    bits & 0x3ff | (bits & 0x400) << 13
}

fn of_mode(mode: Mode) -> Bits {
    let flag = |on: bool, bit: Bits| if on { bit } else { 0 };
    Bits::from(mode.float_mode)
        | flag(mode.dx10_clamp, DX10_CLAMP)
        | flag(mode.ieee, IEEE)
        | flag(mode.fp16_ovfl, FP16_OVFL)
}

/// The register at the start of the program.
pub(super) fn initial(request: &Request<'_>) -> u32 {
    to_register(of_mode(request.mode))
}

/// A set of modes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Modes([u64; 32]);

impl Modes {
    fn none() -> Modes {
        Modes([0; 32])
    }

    fn only(mode: Bits) -> Modes {
        let mut modes = Modes::none();
        modes.insert(mode);
        modes
    }

    /// Gives whether it is new.
    fn insert(&mut self, mode: Bits) -> bool {
        let Some(word) = self.0.get_mut(usize::from(mode >> 6)) else { return false };
        let bit = 1 << (mode & 63);
        let new = *word & bit == 0;
        *word |= bit;
        new
    }

    fn contains(&self, mode: Bits) -> bool {
        self.0.get(usize::from(mode >> 6)).is_some_and(|w| w >> (mode & 63) & 1 != 0)
    }

    fn iter(&self) -> impl Iterator<Item = Bits> + '_ {
        self.0.iter().enumerate().flat_map(|(i, &word)| {
            (0..64).filter(move |b| word >> b & 1 != 0).map(move |b| (i as Bits) << 6 | b as Bits)
        })
    }

    fn first(&self) -> Option<Bits> {
        let i = self.0.iter().position(|&w| w != 0)?;
        Some((i as Bits) << 6 | self.0.get(i)?.trailing_zeros() as Bits)
    }

    /// The mode, where it is one.
    fn single(&self) -> Option<Bits> {
        let count: u32 = self.0.iter().map(|w| w.count_ones()).sum();
        if count == 1 { self.first() } else { None }
    }

    fn retain(&mut self, keep: impl Fn(Bits) -> bool) {
        for (i, word) in self.0.iter_mut().enumerate() {
            let mut rest = *word;
            while rest != 0 {
                let b = rest.trailing_zeros();
                rest &= rest - 1;
                if !keep((i as Bits) << 6 | b as Bits) {
                    *word &= !(1 << b);
                }
            }
        }
    }
}

/// MODE after some instructions in terms of MODE before them: bits that stay, bits that are set, bits that may be anything.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Change {
    keep: Bits,
    ones: Bits,
    free: Bits,
}

impl Change {
    const NONE: Change = Change { keep: ALL, ones: 0, free: 0 };

    /// With the bits of `mask` from another change.
    fn with(self, mask: Bits, other: Change) -> Change {
        let mix = |a: Bits, b: Bits| a & !mask | b & mask;
        Change {
            keep: mix(self.keep, other.keep),
            ones: mix(self.ones, other.ones),
            free: mix(self.free, other.free),
        }
    }

    fn set(self, mask: Bits, value: Bits) -> Change {
        self.with(mask, Change { keep: 0, ones: value, free: 0 })
    }

    /// Calls with each mode that may come of one.
    fn apply(self, mode: Bits, mut f: impl FnMut(Bits)) {
        let base = mode & self.keep | self.ones;
        // All subsets of the free bits.
        let mut free = self.free;
        loop {
            f(base | free);
            if free == 0 {
                return;
            }
            free = (free - 1) & self.free;
        }
    }

    fn image(self, from: &Modes) -> Modes {
        let mut to = Modes::none();
        for mode in from.iter() {
            self.apply(mode, |m| {
                to.insert(m);
            });
        }
        to
    }
}

/// What a scalar register holds that a write to MODE may take.
#[derive(Clone, Copy, Debug)]
enum Known {
    Const(u32),
    /// A field of MODE as it was then.
    Field {
        simm16: u16,
        then: Change,
    },
}

/// Follows MODE through a block.
#[derive(Clone, Debug)]
pub(super) struct Tracker {
    change: Change,
    known: BTreeMap<u8, Known>,
}

impl Tracker {
    pub(super) fn new() -> Tracker {
        Tracker { change: Change::NONE, known: BTreeMap::new() }
    }

    /// Modes that are possible here, from those that are possible at the start of the block.
    pub(super) fn modes(&self, start: &Modes) -> Modes {
        if self.change == Change::NONE { start.clone() } else { self.change.image(start) }
    }

    /// Takes in an instruction. Gives whether MODE may have changed.
    pub(super) fn step(&mut self, inst: &Inst, wave_size: u32) -> Result<bool, TranslateErrorKind> {
        let before = self.change;
        match (inst.op, inst.fields) {
            (isa::Op::Sopp(Sopp::s_round_mode), Fields::Sopp(f)) => {
                self.change = before.set(0x0f, f.simm16 & 15);
            }
            (isa::Op::Sopp(Sopp::s_denorm_mode), Fields::Sopp(f)) => {
                self.change = before.set(0xf0, (f.simm16 & 15) << 4);
            }
            (isa::Op::Sopk(Sopk::s_setreg_imm32_b32), Fields::Sopk(f)) if f.simm16 & 63 == HWREG_MODE => {
                let value = inst.literal.ok_or_else(mismatch)?;
                self.write(f.simm16, Some(Known::Const(value)));
            }
            (isa::Op::Sopk(Sopk::s_setreg_b32), Fields::Sopk(f)) if f.simm16 & 63 == HWREG_MODE => {
                self.write(f.simm16, self.known.get(&f.sdst).copied());
            }
            _ => self.registers(inst, wave_size),
        }
        Ok(self.change != before)
    }

    /// Writes a field of MODE.
    fn write(&mut self, simm16: u16, value: Option<Known>) {
        let (offset, mask) = field(simm16);
        let bits = of_register(mask << offset);
        self.change = match value {
            Some(Known::Const(value)) => self.change.set(bits, of_register((value & mask) << offset)),
            Some(Known::Field { simm16: from, then }) if from == simm16 => self.change.with(bits, then),
            _ => self.change.with(bits, Change { keep: 0, ones: 0, free: bits }),
        };
    }

    /// What scalar registers hold after an instruction.
    fn registers(&mut self, inst: &Inst, wave_size: u32) {
        let known = match (inst.op, inst.fields) {
            (isa::Op::Sopk(Sopk::s_movk_i32), Fields::Sopk(f)) => {
                Some((f.sdst, Known::Const(i32::from(f.simm16.cast_signed()).cast_unsigned())))
            }
            (isa::Op::Sopk(Sopk::s_getreg_b32), Fields::Sopk(f)) if f.simm16 & 63 == HWREG_MODE => {
                Some((f.sdst, Known::Field { simm16: f.simm16, then: self.change }))
            }
            (isa::Op::Sop1(Sop1::s_mov_b32), Fields::Sop1(f)) => {
                let value = match f.ssrc0 {
                    255 => inst.literal.map(Known::Const),
                    code @ 0..=127 => self.known.get(&code).copied(),
                    code => super::inline32(code.into()).map(Known::Const),
                };
                value.map(|v| (f.sdst, v))
            }
            _ => None,
        };
        if !self.known.is_empty() {
            let effects = isa::effects::effects(inst, wave_size);
            for write in effects.writes.iter().filter(|w| w.file == RegFile::Scalar) {
                let end = write.first.saturating_add(write.count);
                self.known.retain(|&code, _| !(write.first..end).contains(&u16::from(code)));
            }
        }
        if let Some((code @ 0..=127, value)) = known {
            self.known.insert(code, value);
        }
    }
}

/// The modes that can reach the start of every block.
pub(super) fn analyse(request: &Request<'_>, cfg: &Cfg) -> Result<Vec<Modes>, TranslateError> {
    let mut changes = Vec::with_capacity(cfg.blocks.len());
    for block in &cfg.blocks {
        let mut tracker = Tracker::new();
        for (pc, inst) in &block.insts {
            tracker
                .step(inst, request.wave_size)
                .map_err(|kind| at(*pc, isa::encode(inst).unwrap_or_default(), kind))?;
        }
        changes.push(tracker.change);
    }
    let mut start = vec![Modes::none(); cfg.blocks.len()];
    // A mode is followed from a block once.
    let mut work = vec![(0u32, of_mode(request.mode))];
    while let Some((id, mode)) = work.pop() {
        let i = id as usize;
        if !start.get_mut(i).is_some_and(|s| s.insert(mode)) {
            continue;
        }
        let Some(change) = changes.get(i) else { continue };
        for next in cfg.successors(id) {
            change.apply(mode, |m| {
                if start.get(next as usize).is_some_and(|s| !s.contains(m)) {
                    work.push((next, m));
                }
            });
        }
    }
    Ok(start)
}

/// MODE as a block has it so far.
#[derive(Clone, Debug)]
pub(crate) struct Current {
    start: Modes,
    tracker: Tracker,
    /// What is possible now.
    modes: Modes,
    /// The mode that instructions are lifted in.
    assumed: Bits,
    /// What of it was looked at.
    seen: std::cell::Cell<Bits>,
}

impl Current {
    /// At the start of a block; for blocks that nothing reaches in some mode.
    pub(super) fn new(start: Modes, request: &Request<'_>) -> Current {
        let start = if start.first().is_none() { Modes::only(of_mode(request.mode)) } else { start };
        Current {
            tracker: Tracker::new(),
            modes: start.clone(),
            assumed: start.first().unwrap_or_default(),
            start,
            seen: std::cell::Cell::new(0),
        }
    }

    /// At the start of a program.
    pub(super) fn entry(request: &Request<'_>) -> Current {
        Current::new(Modes::none(), request)
    }

    /// Bits of the mode that the instruction is lifted in.
    pub(super) fn look(&self, mask: Bits) -> Bits {
        self.seen.set(self.seen.get() | mask);
        self.assumed & mask
    }

    /// Whether any of these bits is set.
    pub(super) fn is(&self, mask: Bits) -> bool {
        self.look(mask) != 0
    }
}

impl Lift<'_> {
    /// The value that `s_getreg_b32` reads a field of.
    pub(super) fn read_mode(&mut self, simm16: u16) -> Value {
        let (offset, mask) = field(simm16);
        match self.mode.modes.single() {
            Some(mode) if mask << offset & !FLOAT_BITS == 0 => self.b.c32(to_register(mode)),
            _ => self.register_of_mode(),
        }
    }

    /// Lifts an instruction in every mode that can reach it.
    pub(super) fn in_every_mode(&mut self, inst: &Inst) -> Lifted {
        if let Some(mode) = self.mode.modes.single() {
            self.mode.assumed = mode;
            self.one(inst)?;
        } else {
            self.variants(inst)?;
        }
        if self.mode.tracker.step(inst, self.request.wave_size)? {
            self.mode.modes = self.mode.tracker.modes(&self.mode.start);
        }
        Ok(())
    }

    fn variants(&mut self, inst: &Inst) -> Lifted {
        let before = self.state.clone();
        let mut left = self.mode.modes.clone();
        let mut done: Vec<(Bits, Bits, State)> = vec![];
        while let Some(mode) = left.first() {
            self.mode.assumed = mode;
            self.mode.seen.set(0);
            self.one(inst)?;
            let seen = self.mode.seen.get();
            left.retain(|m| (m ^ mode) & seen != 0);
            if left.first().is_none() && done.is_empty() {
                return Ok(());
            }
            self.count_variant()?;
            let after = std::mem::replace(&mut self.state, before.clone());
            done.push((seen, mode & seen, after));
        }
        let Some((_, _, last)) = done.pop() else { return Ok(()) };
        self.state = last;
        for (seen, value, state) in done.into_iter().rev() {
            let here = self.mode_is(seen, value);
            self.merge(here, state);
        }
        Ok(())
    }

    fn count_variant(&mut self) -> Lifted {
        self.variants_left = self.variants_left.checked_sub(1).ok_or(TranslateErrorKind::FloatMode {
            why: "more modes reach instructions than are compiled",
        })?;
        Ok(())
    }

    /// Whether the register has these bits.
    fn mode_is(&mut self, seen: Bits, value: Bits) -> Value {
        let register = self.register_of_mode();
        let (mask, want) = (self.b.c32(to_register(seen)), self.b.c32(to_register(value)));
        let bits = self.b.pure(Op::iand, &[register, mask]);
        self.b.pure(Op::ieq, &[bits, want])
    }

    /// The values that these bits have in the modes that are possible, each with the condition for it; none where it is one.
    pub(super) fn modes_of(&mut self, mask: Bits) -> Result<Vec<(Bits, Option<Value>)>, TranslateErrorKind> {
        let mut values: Vec<Bits> = self.mode.modes.iter().map(|m| m & mask).collect();
        values.sort_unstable();
        values.dedup();
        if let [one] = values[..] {
            return Ok(vec![(one, None)]);
        }
        let mut all = Vec::with_capacity(values.len());
        for value in values {
            self.count_variant()?;
            all.push((value, Some(self.mode_is(mask, value))));
        }
        Ok(all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rdna::cfg::{Condition, End, GuestBlock};
    use crate::rdna::lift::lift;
    use ir::Attr;
    use ir::float::Round;

    // What LLVM's assembler gives for the text.
    const ROUND_MODE_1: u32 = 0xbfa4_0001; // s_round_mode 0x1
    const ADD: u32 = 0x0600_0501; // v_add_f32_e32 v0, v1, v2
    const MAX: u32 = 0x2000_0501; // v_max_f32_e32 v0, v1, v2
    const GETREG: u32 = 0xb900_f801; // s_getreg_b32 s0, hwreg(HW_REG_MODE)
    const SETREG: u32 = 0xb980_f801; // s_setreg_b32 hwreg(HW_REG_MODE), s0

    fn request() -> Request<'static> {
        Request { instruction_limit: 10, ..Request::bare(&[], 32) }
    }

    fn block(words: &[u32], end: End) -> GuestBlock {
        let insts = words
            .iter()
            .enumerate()
            .map(|(i, &word)| {
                let pc = 4 * i as u64;
                (pc, isa::decode(&[word], pc, isa::DecodeOptions::default()).expect("LLVM assembled these"))
            })
            .collect();
        GuestBlock { pc: 0, insts, end, assumed: None }
    }

    /// Rounding of the float ops of this kind.
    fn rounds(blocks: Vec<GuestBlock>, op: Op) -> Vec<Round> {
        let func = lift(&request(), &Cfg { blocks }).expect("is lifted");
        let insts = func.layout.iter().flat_map(|&b| func.blocks[b].insts.clone());
        let of = |i: ir::Inst| match (func.insts[i].op, &func.insts[i].attr) {
            (o, Attr::Float(env)) if o == op => Some(env.round),
            _ => None,
        };
        insts.filter_map(of).collect()
    }

    /// A branch around a block, then another.
    fn diamond(side: &[u32], join: &[u32]) -> Vec<GuestBlock> {
        vec![
            block(&[], End::Branch { condition: Condition::Scc1, taken: 1, next: 2 }),
            block(side, End::Jump(2)),
            block(join, End::Program),
        ]
    }

    #[test]
    fn where_modes_meet_an_instruction_is_lifted_in_each() {
        let mut found = rounds(diamond(&[ROUND_MODE_1], &[ADD]), Op::fadd);
        found.sort_unstable_by_key(|r| *r as u8);
        assert_eq!(found, [Round::Even, Round::Up]);
    }

    #[test]
    fn an_instruction_that_does_not_look_at_the_difference_is_lifted_once() {
        assert_eq!(rounds(diamond(&[ROUND_MODE_1], &[MAX]), Op::fmax).len(), 1);
    }

    #[test]
    fn a_saved_mode_is_restored() {
        let blocks = vec![block(&[GETREG, ROUND_MODE_1, ADD, SETREG, ADD], End::Program)];
        assert_eq!(rounds(blocks, Op::fadd), [Round::Up, Round::Even]);
    }

    #[test]
    fn a_mode_from_a_register_may_be_any() {
        assert_eq!(rounds(vec![block(&[SETREG, ADD], End::Program)], Op::fadd).len(), 32);
    }

    #[test]
    fn a_set_knows_its_only_mode() {
        let mut modes = Modes::only(0x4c0);
        assert_eq!(modes.single(), Some(0x4c0));
        modes.insert(3);
        assert_eq!((modes.single(), modes.iter().collect::<Vec<_>>()), (None, vec![3, 0x4c0]));
        modes.retain(|m| m == 3);
        assert_eq!(modes.single(), Some(3));
    }
}
