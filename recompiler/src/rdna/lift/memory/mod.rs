//! Memory instructions: SMEM, FLAT, GLOBAL, SCRATCH, MUBUF, MTBUF, DS.
//!
//! Ensures: every access carries EXEC and its other conditions as its mask; what is out of the range of a descriptor
//! loads 0 and stores nothing; a load writes its registers in active lanes only. Addresses are those of the lane, in
//! full: nothing is assumed of a descriptor but what its words say, so code folds where they are constants.
//! Loads and stores may lie at any byte, as the guest's do; atomics are aligned to their size, or fault; scalar loads drop
//! the low bits of their address.
//!
//! Where [`crate::rdna::scratch`] proves that an access goes to the wave's own scratch, it is one to [`Space::Scratch`].
//!
//! What depends on run-time words and has no known meaning (a descriptor of another type, a format that does not exist,
//! an access over the elements of a swizzled buffer) records a fault, see [`crate::fault`].
//!
//! Scalar loads read [`Space::Constant`] where the program never touches the scalar cache's coherence: without
//! `s_dcache_inv` and scalar stores, hardware does not show them what the dispatch writes either.

mod buffer;
mod ds;
mod flat;
mod format;
mod kinds;
mod scratch;
mod smem;

use super::{Lift, Lifted, unsupported};
use crate::error::TranslateErrorKind;
use crate::fault;
use crate::rdna::cfg::Cfg;
use ir::attr::{Atomic, Coherence, Mem, Space};
use ir::float::FloatEnv;
use ir::{Attr, Op, Type, Value, Width};
use isa::row::Memory;
use kinds::{Kind, Load, Store, has_second};
use smallvec::SmallVec;

/// What memory lifting remembers.
#[derive(Clone, Debug)]
pub(crate) struct Context {
    /// Where scalar loads read.
    scalar: Space,
    /// Descriptors that were checked in this block: their second and fourth word.
    checked: SmallVec<[(Value, Value); 4]>,
}

/// Float environments that are possible, with the condition for each where there is more than one.
type Envs = SmallVec<[(FloatEnv, Option<Value>); 1]>;

impl Context {
    /// For a program.
    pub(crate) fn new(cfg: &Cfg) -> Context {
        let writes = cfg.blocks.iter().flat_map(|b| &b.insts).any(|(_, inst)| match inst.op {
            isa::Op::Smem(op) => {
                matches!(op.row().memory, Memory::Store | Memory::Atomic)
                    || op.row().name.starts_with("s_dcache_")
            }
            _ => false,
        });
        let scalar = if writes { Space::Global } else { Space::Constant };
        Context { scalar, checked: SmallVec::new() }
    }
}

/// Addresses of an access.
#[derive(Clone, Debug)]
enum Address {
    /// Dwords follow each other.
    Run(Value),
    /// One for each dword.
    Each(SmallVec<[Value; 4]>),
}

/// One place that lanes of an access may go to.
#[derive(Clone, Debug)]
struct Target {
    space: Space,
    address: Address,
    /// Constant part of the address.
    offset: i32,
    /// Lanes that go there.
    mask: Value,
    /// For each dword the lanes (within the mask) for which it is in range; out of range reads 0. Empty: all.
    parts: SmallVec<[Value; 4]>,
    /// Bytes that the address is known to be a multiple of.
    align: u8,
}

impl Target {
    fn new(space: Space, address: Value, offset: i32, mask: Value) -> Target {
        Target { space, address: Address::Run(address), offset, mask, parts: SmallVec::new(), align: 1 }
    }

    /// The access to elements at an offset from the address.
    fn mem(&self, width: Width, count: u32, coherence: Coherence, offset: i32) -> Mem {
        Mem { align: self.align, ..Lift::mem(self.space, width, count, coherence, offset) }
    }
}

/// Registers of an access.
#[derive(Clone, Copy, Debug)]
struct Registers {
    /// Destination, where one is written.
    dst: Option<u32>,
    data: u32,
    /// Compare value or second operand.
    extra: u32,
}

const BEYOND: &str = "registers behind the last one";

impl Lift<'_> {
    fn imm(&mut self, op: Op, a: Value, b: u32) -> Value {
        let width = self.b.func.ty(a).width;
        let width = if matches!(op, Op::ishl | Op::ushr | Op::sshr) { Width::B32 } else { width };
        let b = self.b.func.constant(width, u64::from(b));
        self.b.pure(op, &[a, b])
    }

    fn two(&mut self, op: Op, a: Value, b: Value) -> Value {
        self.b.pure(op, &[a, b])
    }

    fn wide(&mut self, a: Value) -> Value {
        self.b.op(Op::zext, &[a], Attr::Width(Width::B64))
    }

    fn number(&self, value: Value) -> Option<u64> {
        self.b.func.as_const(value)
    }

    /// Adds, but not zero.
    fn plus(&mut self, a: Value, b: Value) -> Value {
        match (self.number(a), self.number(b)) {
            (Some(0), _) => b,
            (_, Some(0)) => a,
            _ => self.two(Op::iadd, a, b),
        }
    }

    /// Both conditions.
    fn both(&mut self, a: Value, b: Value) -> Value {
        match (self.number(a), self.number(b)) {
            (Some(1), _) => b,
            (_, Some(1)) => a,
            _ => self.two(Op::iand, a, b),
        }
    }

    /// One of two values; only what is needed is made where the condition is a constant.
    fn pick(
        &mut self,
        condition: Value,
        yes: impl FnOnce(&mut Self) -> Value,
        no: impl FnOnce(&mut Self) -> Value,
    ) -> Value {
        match self.number(condition) {
            Some(0) => no(self),
            Some(_) => yes(self),
            None => {
                let (a, b) = (yes(self), no(self));
                if a == b { a } else { self.b.pure(Op::select, &[condition, a, b]) }
            }
        }
    }

    /// EXEC and a condition, as a mask.
    fn active_and(&mut self, condition: Value) -> Value {
        let exec = self.exec();
        let mask = self.both(exec, condition);
        self.lanes(mask)
    }

    /// Records a fault for the active lanes for which a condition holds.
    fn fault_where(&mut self, condition: Value, reason: u32) {
        if self.number(condition) == Some(0) {
            return;
        }
        let mask = self.active_and(condition);
        self.b.emit(Op::fault, &[mask], Attr::Index(reason), &[]);
    }

    /// Records a fault for the lanes of a mask for which a condition holds.
    fn fault_masked(&mut self, condition: Value, mask: Value, reason: u32) {
        if self.number(condition) == Some(0) {
            return;
        }
        let mask = self.both(mask, condition);
        let mask = self.lanes(mask);
        self.b.emit(Op::fault, &[mask], Attr::Index(reason), &[]);
    }

    /// Records a fault where a condition holds, whatever EXEC holds.
    fn fault_anyway(&mut self, condition: Value, reason: u32) {
        if self.number(condition) == Some(0) {
            return;
        }
        let mask = self.lanes(condition);
        self.b.emit(Op::fault, &[mask], Attr::Index(reason), &[]);
    }

    /// Number of the lane times four.
    fn lane_bytes(&mut self) -> Value {
        let lane = self.b.pure(Op::lane_id, &[]);
        self.imm(Op::ishl, lane, 2)
    }

    fn mem(space: Space, width: Width, count: u32, coherence: Coherence, offset: i32) -> Mem {
        // LDS has no caches: all waves of the group see an access at once.
        let coherence = match (space, coherence) {
            (Space::Lds, Coherence::Wave) => Coherence::Group,
            (_, c) => c,
        };
        Mem { space, width, count: count as u8, align: (width.bits() / 8) as u8, coherence, offset }
    }

    /// The access without a promise about the address, except where the instruction drops its low bits or the lift does.
    fn anywhere(mem: Mem) -> Mem {
        if matches!(mem.space, Space::Constant | Space::Scratch) { mem } else { Mem { align: 1, ..mem } }
    }

    /// Elements at an address, as 32-bit values; unknown outside the mask.
    fn load(&mut self, address: Value, mask: Value, mem: Mem) -> SmallVec<[Value; 4]> {
        let lane = mem.space == Space::Scratch
            || self.b.func.ty(address).is_lane()
            || self.b.func.ty(mask).is_lane();
        let ty = if lane { Type::L32 } else { Type::U32 };
        let types: SmallVec<[Type; 16]> = (0..mem.count).map(|_| ty).collect();
        let inst = self.b.emit(Op::load, &[address, mask], Attr::Mem(Self::anywhere(mem)), &types);
        self.b.func.results(inst).collect()
    }

    fn store(&mut self, address: Value, mask: Value, values: &[Value], mem: Mem) {
        let mut args: SmallVec<[Value; 8]> = SmallVec::new();
        args.extend([address, mask]);
        args.extend(values.iter().copied());
        self.b.emit(Op::store, &args, Attr::Mem(Self::anywhere(mem)), &[]);
    }

    /// Float environments of atomics with the condition for each, where there is more than one: round to nearest even,
    /// denormals by MODE (measured-facts 70, 71).
    fn atomic_envs(&mut self, op: Atomic, width: Width) -> Result<Envs, TranslateErrorKind> {
        if !matches!(op, Atomic::FMin | Atomic::FMax | Atomic::FAdd | Atomic::FCmpSwap) {
            return Ok(smallvec::smallvec![(FloatEnv::IEEE, None)]);
        }
        let low = if width == Width::B64 { 6 } else { 4 };
        let modes = self.modes_of(3 << low)?;
        let env = |bits: u16| FloatEnv {
            flush_in: bits >> low & 1 == 0,
            flush_out: bits >> low & 2 == 0,
            ..FloatEnv::IEEE
        };
        Ok(modes.into_iter().map(|(bits, condition)| (env(bits), condition)).collect())
    }

    /// Loads elements of one target; 0 where they are out of range, unknown outside the mask.
    fn load_target(
        &mut self,
        t: &Target,
        width: Width,
        count: u32,
        coherence: Coherence,
    ) -> SmallVec<[Value; 4]> {
        let mem = |n, offset| t.mem(width, n, coherence, offset);
        if let (Address::Run(address), true) = (&t.address, t.parts.is_empty()) {
            return self.load(*address, t.mask, mem(count, t.offset));
        }
        if let (Address::Run(address), [part, rest @ ..]) = (&t.address, &t.parts[..])
            && rest.iter().all(|p| p == part)
        {
            let values = self.load(*address, *part, mem(count, t.offset));
            return values.into_iter().map(|v| self.or_zero(*part, v)).collect();
        }
        (0..count as usize)
            .map(|i| {
                let (address, offset) = match &t.address {
                    Address::Run(a) => (*a, t.offset + 4 * i as i32),
                    Address::Each(all) => (all.get(i).copied().unwrap_or(t.mask), t.offset),
                };
                let part = t.parts.get(i).copied();
                let values = self.load(address, part.unwrap_or(t.mask), mem(1, offset));
                let value = values.first().copied().unwrap_or(address);
                match part {
                    Some(part) => self.or_zero(part, value),
                    None => value,
                }
            })
            .collect()
    }

    fn or_zero(&mut self, mask: Value, value: Value) -> Value {
        let zero = self.b.c32(0);
        self.b.pure(Op::select, &[mask, value, zero])
    }

    /// Loads from the place each lane goes to.
    fn load_targets(
        &mut self,
        targets: &[Target],
        width: Width,
        count: u32,
        coherence: Coherence,
    ) -> SmallVec<[Value; 4]> {
        let mut merged: SmallVec<[Value; 4]> = SmallVec::new();
        for t in targets {
            let values = self.load_target(t, width, count, coherence);
            if merged.is_empty() {
                merged = values;
            } else {
                for (old, new) in merged.iter_mut().zip(values) {
                    *old = self.b.pure(Op::select, &[t.mask, new, *old]);
                }
            }
        }
        merged
    }

    fn store_targets(&mut self, targets: &[Target], values: &[Value], width: Width, coherence: Coherence) {
        for t in targets {
            let mem = |n: usize, offset| t.mem(width, n as u32, coherence, offset);
            match &t.address {
                Address::Run(address) if t.parts.iter().all(|p| Some(p) == t.parts.first()) => {
                    let mask = t.parts.first().copied().unwrap_or(t.mask);
                    self.store(*address, mask, values, mem(values.len(), t.offset));
                }
                _ => {
                    for (i, value) in values.iter().enumerate() {
                        let (address, offset) = match &t.address {
                            Address::Run(a) => (*a, t.offset + 4 * i as i32),
                            Address::Each(all) => (all.get(i).copied().unwrap_or(t.mask), t.offset),
                        };
                        let mask = t.parts.get(i).copied().unwrap_or(t.mask);
                        self.store(address, mask, &[*value], mem(1, offset));
                    }
                }
            }
        }
    }

    /// Old value of an atomic; 0 where it is out of range.
    fn atomic_target(
        &mut self,
        t: &Target,
        op: Atomic,
        data: Value,
        compare: Option<Value>,
    ) -> Result<Value, TranslateErrorKind> {
        let width = self.b.func.ty(data).width;
        let address = match &t.address {
            Address::Run(a) => *a,
            Address::Each(all) => all.first().copied().unwrap_or(t.mask),
        };
        let part = t.parts.first().copied();
        let whole = self.aligned(address, t.offset, width, part.unwrap_or(t.mask));
        let mem = Self::mem(t.space, width, 1, Coherence::Device, t.offset);
        let mut result: Option<Value> = None;
        for (env, condition) in self.atomic_envs(op, width)? {
            // Each mode's own atomic, in the lanes of no wave but those in that mode.
            let mask = match condition {
                Some(condition) => self.b.pure(Op::iand, &[whole, condition]),
                None => whole,
            };
            let mut args: SmallVec<[Value; 4]> = SmallVec::new();
            args.extend([address, mask, data]);
            args.extend(compare);
            let lane = self.b.func.ty(address).is_lane() || self.b.func.ty(mask).is_lane();
            let ty = if lane { Type::lane(width) } else { Type::uniform(width) };
            let inst = self.b.emit(Op::atomic, &args, Attr::Atomic(mem, op, env), &[ty]);
            let old = self.b.func.result(inst).unwrap_or(data);
            result = Some(match (result, condition) {
                (Some(others), Some(condition)) => self.b.pure(Op::select, &[condition, old, others]),
                _ => old,
            });
        }
        let old = result.unwrap_or(data);
        Ok(match part {
            Some(part) => {
                let zero = self.b.func.constant(width, 0);
                self.b.pure(Op::select, &[part, old, zero])
            }
            None => old,
        })
    }

    /// The lanes of a mask whose atomic is aligned to its size; the others fault (measured-facts 77, 78).
    fn aligned(&mut self, address: Value, offset: i32, width: Width, mask: Value) -> Value {
        let low = match self.b.func.ty(address).width {
            Width::B64 => self.b.pure(Op::lo, &[address]),
            _ => address,
        };
        let at = self.imm(Op::iadd, low, offset.cast_unsigned());
        let rest = self.imm(Op::iand, at, width.bits() / 8 - 1);
        let bad = self.imm(Op::ine, rest, 0);
        if self.number(bad) == Some(0) {
            return mask;
        }
        let faulting = self.both(bad, mask);
        let faulting = self.lanes(faulting);
        self.b.emit(Op::fault, &[faulting], Attr::Index(fault::MISALIGNED), &[]);
        let good = self.imm(Op::ieq, rest, 0);
        self.both(good, mask)
    }

    /// Does an access in every active lane.
    fn access(
        &mut self,
        name: &'static str,
        kind: Kind,
        registers: Registers,
        targets: &[Target],
        coherence: Coherence,
    ) -> Lifted {
        let count = kind.registers();
        let fits = |first: u32, n: u32| first + n <= 256;
        let data_count = match kind {
            Kind::Load(_) => 0,
            _ => count,
        };
        if registers.dst.is_some_and(|d| !fits(d, count))
            || !fits(registers.data, data_count)
            || matches!(kind, Kind::Atomic { op, .. } if has_second(op)) && !fits(registers.extra, count)
        {
            return unsupported(name, BEYOND);
        }
        match kind {
            Kind::Load(load) => {
                let Some(dst) = registers.dst else { return Ok(()) };
                self.do_load(load, dst, targets, coherence);
            }
            Kind::Store(store) => {
                let (width, n, high) = match store {
                    Store::Byte { high } => (Width::B8, 1, high),
                    Store::Short { high } => (Width::B16, 1, high),
                    Store::Dwords(n) => (Width::B32, n, false),
                };
                let values: SmallVec<[Value; 4]> = (registers.data..registers.data + n)
                    .map(|r| {
                        let v = self.vgpr(r);
                        if high { self.imm(Op::ushr, v, 16) } else { v }
                    })
                    .collect();
                self.store_targets(targets, &values, width, coherence);
            }
            Kind::Atomic { op, wide } => {
                let get = |l: &mut Self, r: u32| if wide { l.vgpr64(r) } else { l.vgpr(r) };
                let data = get(self, registers.data);
                let compare = has_second(op).then(|| get(self, registers.extra));
                let mut merged: Option<Value> = None;
                for t in targets {
                    let old = self.atomic_target(t, op, data, compare)?;
                    merged = Some(match merged {
                        None => old,
                        Some(m) => self.b.pure(Op::select, &[t.mask, old, m]),
                    });
                }
                match (registers.dst, merged) {
                    (Some(dst), Some(old)) if wide => self.set_vgpr64(dst, old),
                    (Some(dst), Some(old)) => self.set_vgpr(dst, old),
                    _ => {}
                }
            }
        }
        Ok(())
    }

    /// A loaded byte or 16 bits with the sign it has.
    fn extended(&mut self, value: Value, width: Width, signed: bool) -> Value {
        if !signed {
            return value;
        }
        let low = self.b.op(Op::trunc, &[value], Attr::Width(width));
        self.b.op(Op::sext, &[low], Attr::Width(Width::B32))
    }

    fn do_load(&mut self, load: Load, dst: u32, targets: &[Target], coherence: Coherence) {
        let (width, count, signed, half) = match load {
            Load::Dwords(n) => (Width::B32, n, false, None),
            Load::Byte { signed } => (Width::B8, 1, signed, None),
            Load::Short { signed } => (Width::B16, 1, signed, None),
            Load::ByteD16 { signed, high } => (Width::B8, 1, signed, Some(high)),
            Load::ShortD16 { high } => (Width::B16, 1, false, Some(high)),
        };
        let values = self.load_targets(targets, width, count, coherence);
        for (register, value) in (dst..).zip(values) {
            let value = self.extended(value, width, signed);
            match half {
                None => self.set_vgpr(register, value),
                Some(high) => self.set_half(register, value, high),
            }
        }
    }

    /// Writes one half of a VGPR in active lanes.
    fn set_half(&mut self, register: u32, value: Value, high: bool) {
        let old = self.vgpr(register);
        let new = if high {
            let kept = self.imm(Op::iand, old, 0xffff);
            let moved = self.imm(Op::ishl, value, 16);
            self.two(Op::ior, kept, moved)
        } else {
            let kept = self.imm(Op::iand, old, 0xffff_0000);
            let low = self.imm(Op::iand, value, 0xffff);
            self.two(Op::ior, kept, low)
        };
        self.set_vgpr(register, new);
    }

    /// Loads whose data goes to LDS: a dword a lane at M0[15:0] plus the constant plus four bytes a lane (RDNA 1 ISA guide,
    /// "memory buffer load to LDS").
    fn load_to_lds(
        &mut self,
        name: &'static str,
        kind: Kind,
        offset: i32,
        targets: &[Target],
        coherence: Coherence,
    ) -> Lifted {
        let (width, signed) = match kind {
            Kind::Load(Load::Dwords(1)) => (Width::B32, false),
            Kind::Load(Load::Byte { signed }) => (Width::B8, signed),
            Kind::Load(Load::Short { signed }) => (Width::B16, signed),
            _ => return unsupported(name, "the lds bit is known for loads of at most one dword only"),
        };
        let values = self.load_targets(targets, width, 1, coherence);
        let Some(&value) = values.first() else { return Ok(()) };
        let value = self.extended(value, width, signed);
        let m0 = self.sgpr(124);
        let base = self.imm(Op::iand, m0, 0xffff);
        let lane = self.lane_bytes();
        let address = self.plus(base, lane);
        let exec = self.exec();
        let to = Target::new(Space::Lds, address, offset, exec);
        self.store_targets(&[to], &[value], Width::B32, Coherence::Wave);
        Ok(())
    }

    /// `first + n` VGPRs exist.
    fn vgprs_exist(name: &'static str, first: u8, n: u32) -> Result<(), TranslateErrorKind> {
        if u32::from(first) + n <= 256 { Ok(()) } else { unsupported(name, BEYOND) }
    }
}

/// Coherence of a vector access with the `glc` bit.
fn coherence(glc: bool) -> Coherence {
    if glc { Coherence::Device } else { Coherence::Wave }
}
