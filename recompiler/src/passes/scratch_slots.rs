//! Turns dwords of scratch at constant offsets into values: what unoptimized code keeps in memory goes to registers again.
//!
//! Requires: phase Ssa, constants folded. Ensures: a dword of scratch that is only accessed at constant offsets, by elements that
//! lie in it, and that no access at a computed offset may touch, is a value of each lane: its loads are gone, its stores are
//! selects by their masks. A store of all lanes hands on the stored value itself, so that lanes of a spilled register are
//! found by `lane_slots`.
//! Leaves alone: everything else; the bytes of scratch that a function has (whoever runs it must know that it has any).
//!
//! ```text
//! store scratch.b32 0x8:b32, 0x1:b1, v1; v2 = load scratch.b32 0x8:b32, v0    →    uses of v2 are uses of v1
//! ```
//!
//! A computed offset touches what its range allows: sums, shifts, masks and extensions of bounded values are bounded, everything
//! else may be anything. [`super::scratch_fences`] goes further where that is too much.
//!
//! Slots become variables for a moment, and [`super::ssa`] turns them into values. One round over the instructions, plus one
//! over the accesses for each access of several dwords that holds back others. Tests: tests/filetests/passes/scratch_slots/

use super::util::{self, Aliases};
use super::{Changed, PassError, ssa};
use cranelift_entity::SecondaryMap;
use ir::attr::{Mem, Space};
use ir::dom::Dominators;
use ir::function::{Def, VarData, VarName};
use ir::{Attr, Block, Function, Inst, Op, Phase, Type, Value, Var, Width};
use smallvec::SmallVec;

/// Promotes slots that no computed offset may touch.
///
/// # Errors
/// A function of another phase is our bug.
pub fn run(func: &mut Function) -> Result<Changed, PassError> {
    if func.scratch_bytes == 0 {
        return Ok(Changed::No);
    }
    let Some(accesses) = Accesses::find(func)? else { return Ok(Changed::No) };
    let plan = accesses.plan(func, |_| false);
    Ok(promote(func, &accesses, &plan)?.into())
}

/// Bounds of a 32-bit value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Range {
    pub(super) min: u32,
    pub(super) max: u32,
}

impl Range {
    const ANY: Range = Range { min: 0, max: u32::MAX };

    fn constant(bits: u32) -> Range {
        Range { min: bits, max: bits }
    }

    fn below(max: u64) -> Range {
        Range { min: 0, max: u32::try_from(max).unwrap_or(u32::MAX) }
    }

    /// Bounds of a result that grows with its operands; none where it does not fit.
    fn between(min: Option<u32>, max: Option<u32>) -> Range {
        min.zip(max).map_or(Range::ANY, |(min, max)| Range { min, max })
    }

    fn plus(self, other: Range) -> Range {
        Range::between(self.min.checked_add(other.min), self.max.checked_add(other.max))
    }

    fn union(self, other: Range) -> Range {
        Range { min: self.min.min(other.min), max: self.max.max(other.max) }
    }
}

/// The ranges of values, in one walk down the dominator tree's order: what a loop hands around is anything.
struct Ranges(SecondaryMap<Value, Option<Range>>);

impl Ranges {
    fn new(func: &Function, dom: &Dominators) -> Ranges {
        let mut ranges = Ranges(SecondaryMap::new());
        for &block in dom.rpo() {
            for &inst in &func.blocks[block].insts {
                if let Some(result) = func.result(inst)
                    && func.ty(result).width == Width::B32
                {
                    ranges.0[result] = Some(ranges.of_inst(func, inst));
                }
            }
        }
        ranges
    }

    fn get(&self, func: &Function, value: Value) -> Range {
        match func.values[value].def {
            Def::Const(bits) => Range::constant(bits as u32),
            _ => self.0[value].unwrap_or(Range::below(func.ty(value).width.mask())),
        }
    }

    fn of_inst(&self, func: &Function, inst: Inst) -> Range {
        let data = &func.insts[inst];
        let arg = |i: usize| data.args.get(i).map_or(Range::ANY, |&a| self.get(func, a));
        let (a, b) = (arg(0), arg(1));
        let count = data.args.get(1).and_then(|&c| func.as_const(c)).map(|c| c as u32 & 31);
        match data.op {
            Op::splat | Op::zext => a,
            Op::iadd => a.plus(b),
            Op::isub => Range::between(a.min.checked_sub(b.max), a.max.checked_sub(b.min)),
            Op::imul => Range::between(a.min.checked_mul(b.min), a.max.checked_mul(b.max)),
            Op::ishl => match count {
                Some(c) if a.max.leading_zeros() >= c => Range { min: a.min << c, max: a.max << c },
                _ => Range::ANY,
            },
            Op::ushr => match count {
                Some(c) => Range { min: a.min >> c, max: a.max >> c },
                None => Range { max: a.max, ..Range::ANY },
            },
            Op::iand => Range { min: 0, max: a.max.min(b.max) },
            Op::ior => {
                let max = u32::MAX.checked_shr((a.max | b.max).leading_zeros()).unwrap_or(0);
                Range { min: a.min.max(b.min), max }
            }
            Op::umin => Range { min: a.min.min(b.min), max: a.max.min(b.max) },
            Op::urem if b.min > 0 => Range::below(u64::from(b.max - 1)),
            Op::select => b.union(arg(2)),
            Op::lane_id => Range::below(u64::from(func.wave_size.max(1) - 1)),
            // Outside of its mask a load gives any bits.
            Op::load => match (&data.attr, data.args.get(1)) {
                (Attr::Mem(mem), Some(&mask)) if is_full(func, mask) => Range::below(mem.width.mask()),
                _ => Range::ANY,
            },
            _ => Range::ANY,
        }
    }
}

/// An access to scratch.
#[derive(Clone, Copy, Debug)]
pub(super) struct Access {
    pub(super) block: Block,
    pub(super) inst: Inst,
    pub(super) mem: Mem,
    /// Where it starts.
    pub(super) start: Range,
}

impl Access {
    fn element_bytes(&self) -> u32 {
        self.mem.width.bits() / 8
    }

    /// Bytes of all elements.
    pub(super) fn bytes(&self) -> u32 {
        self.element_bytes() * u32::from(self.mem.count)
    }

    /// Whether its place is a constant.
    pub(super) fn is_constant(&self) -> bool {
        self.start.min == self.start.max
    }

    /// Slots that it may touch, of those that there are.
    fn slots(&self, count: usize) -> std::ops::Range<usize> {
        let first = (self.start.min / 4) as usize;
        // Behind the last byte of all; an element that starts near the end of the address space wraps to its start.
        match self.start.max.checked_add(self.bytes()) {
            Some(end) => first.min(count)..(end.div_ceil(4) as usize).min(count),
            None => 0..count,
        }
    }
}

/// All accesses to scratch.
pub(super) struct Accesses {
    pub(super) all: Vec<Access>,
    /// Number of dwords.
    count: usize,
}

/// The slots that become values.
pub(super) struct Plan {
    /// By slot.
    pub(super) promoted: Vec<bool>,
}

impl Accesses {
    /// Finds them; none where there are none.
    ///
    /// # Errors
    /// Another phase.
    pub(super) fn find(func: &Function) -> Result<Option<Accesses>, PassError> {
        if func.phase != Phase::Ssa {
            return Err(PassError::bug("scratch_slots wants phase Ssa"));
        }
        let dom = Dominators::new(func);
        let is_scratch =
            |inst: Inst| matches!(&func.insts[inst].attr, Attr::Mem(m) if m.space == Space::Scratch);
        if !dom.rpo().iter().any(|&b| func.blocks[b].insts.iter().any(|&i| is_scratch(i))) {
            return Ok(None);
        }
        let ranges = Ranges::new(func, &dom);
        let mut all = vec![];
        for &block in dom.rpo() {
            for &inst in func.blocks[block].insts.iter().filter(|&&i| is_scratch(i)) {
                let data = &func.insts[inst];
                if let (Attr::Mem(mem), Some(&address)) = (&data.attr, data.args.first()) {
                    let offset = Range::constant(mem.offset.cast_unsigned());
                    let start = match ranges.get(func, address) {
                        // The sum of constants wraps.
                        at if at.min == at.max => Range::constant(at.min.wrapping_add(offset.min)),
                        at => at.plus(offset),
                    };
                    all.push(Access { block, inst, mem: *mem, start });
                }
            }
        }
        Ok(Some(Accesses { all, count: (func.scratch_bytes / 4) as usize }))
    }

    /// Decides. `fenced` says of a slot that accesses at computed places do not touch it, whatever their ranges say.
    pub(super) fn plan(&self, func: &Function, fenced: impl Fn(usize) -> bool) -> Plan {
        let mut used = vec![false; self.count];
        let mut kept = vec![false; self.count];
        for access in &self.all {
            let slots = access.slots(self.count);
            if !access.is_constant() {
                slots.for_each(|s| kept[s] |= !fenced(s));
            } else if Self::is_simple(func, access, self.count) {
                slots.for_each(|s| used[s] = true);
            } else {
                slots.for_each(|s| kept[s] = true);
            }
        }
        // An access becomes values as a whole.
        let mut changed = true;
        while changed {
            changed = false;
            for access in self.all.iter().filter(|a| a.is_constant() && a.mem.count > 1) {
                let slots = access.slots(self.count);
                let some = slots.clone().any(|s| kept[s]);
                if some && slots.clone().any(|s| !kept[s]) {
                    slots.for_each(|s| kept[s] = true);
                    changed = true;
                }
            }
        }
        Plan { promoted: used.iter().zip(&kept).map(|(&u, &k)| u && !k).collect() }
    }

    /// Whether every element lies in one dword of those that there are, and its value is one of 32 bits.
    fn is_simple(func: &Function, access: &Access, count: usize) -> bool {
        let one = access.element_bytes();
        let Some(end) = access.start.min.checked_add(access.bytes()) else { return false };
        let inside = end.div_ceil(4) as usize <= count;
        // Elements follow each other: if the first one is aligned, all are.
        let whole = one <= 4 && (access.start.min.is_multiple_of(one.max(1)) || access.mem.count == 1);
        let fits = access.start.min % 4 + one <= 4;
        let data = &func.insts[access.inst];
        let narrow = match data.op {
            Op::load => func.results(access.inst).all(|r| func.ty(r).width == Width::B32),
            Op::store => data.args.iter().skip(2).all(|&v| func.ty(v).width == Width::B32),
            _ => false,
        };
        inside && whole && fits && narrow
    }
}

/// Whether a mask has all lanes.
pub(super) fn is_full(func: &Function, mask: Value) -> bool {
    match func.def_inst(mask).map(|i| &func.insts[i]) {
        Some(data) if data.op == Op::splat => data.args.first().is_some_and(|&a| func.as_const(a) == Some(1)),
        _ => func.as_const(mask) == Some(1),
    }
}

/// Makes the planned slots values.
///
/// # Errors
/// Those of [`ssa::run`].
pub(super) fn promote(func: &mut Function, accesses: &Accesses, plan: &Plan) -> Result<bool, PassError> {
    if !plan.promoted.contains(&true) {
        return Ok(false);
    }
    let vars: Vec<Option<Var>> = plan
        .promoted
        .iter()
        .enumerate()
        .map(|(i, &p)| {
            p.then(|| func.vars.push(VarData { name: VarName::Numbered("slot", i as u32), ty: Type::L32 }))
        })
        .collect();
    let mut edits: SecondaryMap<Inst, bool> = SecondaryMap::new();
    let mut blocks: Vec<Block> = vec![];
    for access in accesses.all.iter().filter(|a| a.is_constant()) {
        if access.slots(accesses.count).any(|s| plan.promoted[s]) {
            edits[access.inst] = true;
            if blocks.last() != Some(&access.block) {
                blocks.push(access.block);
            }
        }
    }
    let starts: SecondaryMap<Inst, u32> = {
        let mut map = SecondaryMap::new();
        accesses.all.iter().for_each(|a| map[a.inst] = a.start.min);
        map
    };
    let mut rewrite = Rewrite { out: vec![], aliases: Aliases::default(), vars };
    for block in blocks {
        let insts = std::mem::take(&mut func.blocks[block].insts);
        for inst in insts {
            if edits[inst] {
                rewrite.access(func, inst, starts[inst]);
            } else {
                rewrite.out.push(inst);
            }
        }
        func.blocks[block].insts = std::mem::take(&mut rewrite.out);
    }
    rewrite.aliases.rewrite_graph(func);
    func.phase = Phase::Raw;
    ssa::run(func)?;
    Ok(true)
}

struct Rewrite {
    out: Vec<Inst>,
    aliases: Aliases,
    vars: Vec<Option<Var>>,
}

impl Rewrite {
    fn op(&mut self, func: &mut Function, op: Op, args: &[Value], attr: Attr, pc: u32) -> Value {
        let ty =
            if op == Op::get || args.iter().any(|&a| func.ty(a).is_lane()) { Type::L32 } else { Type::U32 };
        let (inst, value) = util::new_inst(func, op, args, attr, ty, pc);
        self.out.push(inst);
        value
    }

    /// An access of a promoted slot.
    fn access(&mut self, func: &mut Function, inst: Inst, start: u32) {
        let data = func.insts[inst].clone();
        let Attr::Mem(mem) = data.attr else { return };
        let (one, pc) = (mem.width.bits() / 8, data.pc);
        let results: SmallVec<[Value; 4]> = func.results(inst).collect();
        for i in 0..u32::from(mem.count) {
            let at = start + i * one;
            let Some(var) = self.vars.get((at / 4) as usize).copied().flatten() else { continue };
            let (bit, bits) = (at % 4 * 8, mem.width.mask() as u32);
            let whole = mem.width == Width::B32;
            let mut constant = |bits: u32| func.constant(Width::B32, u64::from(bits));
            let (c_bit, c_bits, c_keep) = (constant(bit), constant(bits), constant(!(bits << bit)));
            let mask = data.args.get(1).copied();
            let full = mask.is_some_and(|m| is_full(func, m));
            let old = if data.op == Op::load || !whole || !full {
                Some(self.op(func, Op::get, &[], Attr::Var(var), pc))
            } else {
                None
            };
            match (data.op, old) {
                (Op::load, Some(old)) => {
                    let value = if whole {
                        old
                    } else {
                        let moved = self.op(func, Op::ushr, &[old, c_bit], Attr::None, pc);
                        self.op(func, Op::iand, &[moved, c_bits], Attr::None, pc)
                    };
                    if let Some(&result) = results.get(i as usize) {
                        self.aliases.set(result, value);
                    }
                }
                (_, old) => {
                    let (Some(&stored), Some(mask)) = (data.args.get(2 + i as usize), mask) else { continue };
                    let mut value = stored;
                    if let (false, Some(old)) = (whole, old) {
                        let low = self.op(func, Op::iand, &[stored, c_bits], Attr::None, pc);
                        let moved = self.op(func, Op::ishl, &[low, c_bit], Attr::None, pc);
                        let kept = self.op(func, Op::iand, &[old, c_keep], Attr::None, pc);
                        value = self.op(func, Op::ior, &[kept, moved], Attr::None, pc);
                    }
                    if let (false, Some(old)) = (full, old) {
                        value = self.op(func, Op::select, &[mask, value, old], Attr::None, pc);
                    }
                    let set = func.add_inst(Op::set, &[value], Attr::Var(var), &[], pc);
                    self.out.push(set);
                }
            }
        }
        // What is left of the instruction names nothing.
        func.insts[inst].attr = Attr::None;
    }
}
