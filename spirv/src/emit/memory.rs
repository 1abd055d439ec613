//! Loads, stores, atomics, barriers and faults.
//!
//! Every access is bounded. A load that is out of range reads the first bytes of its memory and gives zero (no branch); a
//! store or atomic is made inside a selection. Lanes that the mask leaves out read whatever their offset says, bounded,
//! where nobody can tell (their result is unknown by the op's row); in guest memory they look nothing up, so they cannot
//! fault.
//!
//! Where a wave has several lanes, an access of the wave is made by lane 0 if it writes; what it reads is broadcast from
//! lane 0. Between accesses of different lanes to the same memory stands a `wave_barrier` where it matters.

use super::Emitter;
use super::place::Root;
use crate::interface::{BindingKind, Features, Lookup, Quirks, fault, range};
use crate::module::Ty;
use cranelift_entity::SecondaryMap;
use ir::attr::{Atomic, Mem, Space};
use ir::{Attr, Inst, Op as IrOp, Value, Var, Width};
use rspirv::spirv::{Capability, MemorySemantics, Op, Scope, StorageClass};
use rustc_hash::FxHashMap;

/// Words in which votes are collected in turn.
const VOTES: u32 = 3;

/// What memory needs to remember.
#[derive(Debug, Default)]
pub(super) struct State {
    /// Variable and pointer type of workgroup memory and scratch.
    pub(super) lds: Option<(u32, u32)>,
    pub(super) scratch: Option<(u32, u32)>,
    /// Workgroup memory has an explicit layout, and its views as dwords and as 64-bit elements.
    pub(super) explicit_lds: bool,
    pub(super) views: [Option<(u32, u32)>; 2],
    /// Workgroup memory is a part of a buffer, from this offset on.
    lds_in_buffer: bool,
    lds_base: u32,
    /// Variables of the function; 0 where there is none yet.
    vars: SecondaryMap<Var, u32>,
    /// Words of votes with the type of a pointer to one, and the variable that says whose turn it is.
    votes: Option<((u32, u32), u32)>,
    /// Functions of the module.
    pub(super) translate: u32,
    pub(super) record: u32,
    /// Offset and size of resources in their bindings.
    places: FxHashMap<u32, (u32, u32)>,
    /// Number of offsets that are in range, by size and bytes of an element.
    limits: FxHashMap<(u32, u32), u32>,
}

/// Where an access goes.
struct Place {
    root: Root,
    /// Byte offset in the guest's view: before `base` is added.
    offset: u32,
    /// Byte offset of the view in its buffer.
    base: Option<u32>,
    bound: Bound,
    align: u32,
}

/// When an access is in range.
#[derive(Clone, Copy)]
enum Bound {
    /// Decided already for the whole access; the offset is safe.
    Known(u32),
    /// Where the element's offset is below this.
    Below(u32),
}

impl Emitter<'_> {
    /// Decides where workgroup memory lies: with an explicit layout where 64-bit atomics want a second view; in a buffer where
    /// the device has no such layout, or less memory than the guest.
    pub(super) fn declare_lds(&mut self) {
        let wide = self.func.insts.values().any(|data| match &data.attr {
            Attr::Atomic(mem, ..) => mem.space == Space::Lds && mem.width == Width::B64,
            _ => false,
        });
        // Workgroup memory with an explicit layout can have no other variable beside it.
        let votes = self.func.insts.values().any(|data| data.op == IrOp::vote_barrier);
        let explicit = self.options.features.contains(Features::SHARED_ATOMIC64) && !votes;
        let taken = if votes { VOTES * 4 } else { 0 };
        self.memory.lds_in_buffer = self.func.lds_bytes.saturating_add(taken)
            > self.options.max_workgroup_memory
            || wide && !explicit;
        self.memory.explicit_lds = wide && !self.memory.lds_in_buffer;
    }

    /// Bytes of workgroup memory of a group in the buffer that stands for it; 0 where none does.
    pub(super) fn lds_stride(&self) -> u32 {
        if self.memory.lds_in_buffer { self.func.lds_bytes.next_multiple_of(16) } else { 0 }
    }

    /// Byte offset of the group's workgroup memory in its buffer.
    fn lds_base(&mut self) -> u32 {
        if self.memory.lds_base == 0 {
            let stride = self.lds_stride();
            let group = self.group_number();
            self.memory.lds_base = self.in_prologue(|e| {
                let stride = e.g.c32(stride);
                e.opt(Op::IMul, Ty::U32, [group, stride])
            });
        }
        self.memory.lds_base
    }

    /// Emits an op of the group.
    pub(super) fn access(&mut self, inst: Inst) {
        let data = &self.func.insts[inst];
        match (data.op, &data.attr) {
            (IrOp::load, Attr::Mem(mem)) => self.load(inst, *mem),
            (IrOp::store, Attr::Mem(mem)) => self.store(inst, *mem),
            (IrOp::atomic, Attr::Atomic(mem, what, _)) => self.atomic(*mem, *what),
            (IrOp::buffer_size, Attr::Index(number)) => {
                let (_, size) = self.resource(*number);
                self.define(size);
            }
            (IrOp::barrier, _) => self.barrier(Scope::Workgroup),
            (IrOp::vote_barrier, _) => self.vote_barrier(),
            // The lanes of a guest's wave run in lock step; those of a subgroup need not. The map says where that matters.
            (IrOp::wave_barrier, _) if self.crosses() => {
                self.subgroup();
                self.barrier(Scope::Subgroup);
            }
            (IrOp::wave_barrier, _) => {}
            (IrOp::fault, Attr::Index(reason)) => self.fault(*reason),
            (IrOp::get, Attr::Var(var)) => {
                if let Some((pointer, width)) = self.variable(*var) {
                    let ty = self.ty(width);
                    let value = self.op(Op::Load, ty, [pointer]);
                    self.define(value);
                }
            }
            (IrOp::set, Attr::Var(var)) => {
                if let Some((pointer, _)) = self.variable(*var) {
                    let value = self.a(0);
                    self.effect(Op::Store, &[pointer, value]);
                }
            }
            _ => self.bug("an access without its attribute"),
        }
    }

    /// A variable of the function and its width: each invocation has its own.
    fn variable(&mut self, var: Var) -> Option<(u32, Width)> {
        let Some(data) = self.func.vars.get(var) else {
            self.bug("a variable that the function does not have");
            return None;
        };
        let width = data.ty.width;
        if self.memory.vars[var] == 0 {
            self.ty(width);
            self.memory.vars[var] = self.g.private(Ty::of(width));
        }
        Some((self.memory.vars[var], width))
    }

    /// Offset and size of a resource in its binding.
    fn resource(&mut self, number: u32) -> (u32, u32) {
        if let Some(&known) = self.memory.places.get(&number) {
            return known;
        }
        let place = self.in_prologue(|e| {
            let mut word = |index: u32| {
                let index = e.g.c32(index);
                let pointer = e.pointer(Root::Buffer(BindingKind::Places), Ty::U32, index);
                e.opt(Op::Load, Ty::U32, [pointer])
            };
            let first = number.saturating_mul(2);
            (word(first), word(first.saturating_add(1)))
        });
        self.memory.places.insert(number, place);
        place
    }

    /// Number of offsets at which an element of this many bytes is in range of a memory with this size.
    fn limit(&mut self, size: u32, bytes: u32) -> u32 {
        if bytes == 1 {
            return size;
        }
        if let Some(&id) = self.memory.limits.get(&(size, bytes)) {
            return id;
        }
        let id = self.in_prologue(|e| {
            let (least, less, zero) = (e.g.c32(bytes), e.g.c32(bytes - 1), e.g.c32(0));
            let fits = e.opt(Op::UGreaterThanEqual, Ty::Bool, [size, least]);
            let limit = e.opt(Op::ISub, Ty::U32, [size, less]);
            e.opt(Op::Select, Ty::U32, [fits, limit, zero])
        });
        self.memory.limits.insert((size, bytes), id);
        id
    }

    /// Works out where an access goes. `mask`: lanes that may make it; `need`: permissions.
    fn place(&mut self, mem: Mem, mask: Option<u32>, need: u32) -> Place {
        let bytes = mem.width.bits() / 8;
        if bytes == 0 || mem.count == 0 {
            self.bug("an access of no bytes");
        }
        let align = (u32::from(mem.align.max(1))).min(lowest_bit(mem.offset.cast_unsigned()));
        let address_width = self.aw(0);
        let is_guest = matches!(mem.space, Space::Global | Space::Constant);
        if address_width != if is_guest { Width::B64 } else { Width::B32 } {
            self.bug("an address of the wrong width");
        }
        let address = self.a(0);
        if is_guest {
            let address = if mem.offset == 0 { address } else { self.add_wide(address, mem.offset.into()) };
            let total = bytes * u32::from(mem.count);
            let natural = bytes.clamp(1, 4);
            let hoisted = self.options.lookup == Lookup::Hoisted;
            let wanted = if align < natural { natural } else { 1 };
            let (offset, ok) = self.translate(address, mask, total, wanted, need);
            let align = if hoisted { align.max(natural) } else { align }.min(16);
            return Place {
                root: Root::Buffer(BindingKind::Guest),
                offset,
                base: None,
                bound: Bound::Known(ok),
                align,
            };
        }
        let offset = self.add(address, mem.offset.cast_unsigned());
        let (root, base, size) = match mem.space {
            Space::Buffer(resource) => {
                let (base, size) = self.resource(resource.as_u32());
                (Root::Buffer(BindingKind::Resource(resource.as_u32())), Some(base), size)
            }
            Space::Lds if self.memory.lds_in_buffer => {
                let base = self.lds_base();
                (Root::Buffer(BindingKind::Lds), Some(base), self.g.c32(self.func.lds_bytes))
            }
            Space::Lds => (Root::Lds, None, self.g.c32(self.func.lds_bytes)),
            Space::Scratch => (Root::Scratch, None, self.g.c32(self.func.scratch_bytes)),
            Space::Gds | Space::Global | Space::Constant => {
                let size = self.gds_size();
                (Root::Buffer(BindingKind::Gds), None, size)
            }
        };
        let limit = match mem.space {
            // Known sizes make known limits.
            Space::Lds => self.g.c32((self.func.lds_bytes + 1).saturating_sub(bytes)),
            Space::Scratch => self.g.c32((self.func.scratch_bytes + 1).saturating_sub(bytes)),
            _ => self.limit(size, bytes),
        };
        Place { root, offset, base, bound: Bound::Below(limit), align: align.min(4) }
    }

    /// Bytes of the buffer behind the memory of the dispatch.
    fn gds_size(&mut self) -> u32 {
        const KEY: (u32, u32) = (0, 0);
        if let Some(&id) = self.memory.limits.get(&KEY) {
            return id;
        }
        let id = self.in_prologue(|e| {
            let variable = e.g.buffer(BindingKind::Gds, Ty::U32, e.options);
            let (ty, two) = (e.g.ty(Ty::U32), e.g.c32(2));
            let dwords = e.op(Op::ArrayLength, ty, [variable, 0]);
            e.op(Op::ShiftLeftLogical, ty, [dwords, two])
        });
        self.memory.limits.insert(KEY, id);
        id
    }

    /// Offset of an element in its buffer, safe to read, and whether it is in range.
    fn element(&mut self, place: &Place, offset: u32) -> (u32, u32) {
        let zero = self.g.c32(0);
        let (offset, ok) = match place.bound {
            Bound::Known(ok) => (offset, ok),
            Bound::Below(limit) => {
                let ok = self.opt(Op::ULessThan, Ty::Bool, [offset, limit]);
                (self.opt(Op::Select, Ty::U32, [ok, offset, zero]), ok)
            }
        };
        match place.base {
            Some(base) => (self.opt(Op::IAdd, Ty::U32, [base, offset]), ok),
            None => (offset, ok),
        }
    }

    /// The mask operand of the current instruction; `None` for all lanes.
    fn mask(&mut self) -> Option<u32> {
        let value: Value = self.arg(1);
        match self.func.as_const(value) {
            Some(bits) if bits & 1 != 0 => None,
            _ => Some(self.v(value)),
        }
    }

    /// Whether the access is made once for the wave.
    fn is_once(&mut self) -> bool {
        let (address, mask): (Value, Value) = (self.arg(0), self.arg(1));
        // The memory of a lane is each lane's own, whatever the address.
        let own = matches!(&self.func.insts[self.inst].attr, Attr::Mem(m) if m.space == Space::Scratch);
        self.crosses() && !own && !self.func.ty(address).is_lane() && !self.func.ty(mask).is_lane()
    }

    fn and(&mut self, a: Option<u32>, b: Option<u32>) -> Option<u32> {
        match (a, b) {
            (Some(a), Some(b)) => Some(self.opt(Op::LogicalAnd, Ty::Bool, [a, b])),
            (a, b) => a.or(b),
        }
    }

    fn is_lane_zero(&mut self) -> u32 {
        let (lane, zero) = (self.lane(), self.g.c32(0));
        self.opt(Op::IEqual, Ty::Bool, [lane, zero])
    }

    /// A barrier at which the invocations of a scope meet and see each other's accesses.
    fn barrier(&mut self, scope: Scope) {
        let semantics = MemorySemantics::ACQUIRE_RELEASE
            | MemorySemantics::UNIFORM_MEMORY
            | MemorySemantics::WORKGROUP_MEMORY
            | MemorySemantics::MAKE_AVAILABLE
            | MemorySemantics::MAKE_VISIBLE;
        let groups = self.options.quirks.contains(Quirks::SUBGROUP_BARRIER_IS_THE_GROUPS);
        let memory_only = scope == Scope::Subgroup && groups;
        let (scope, semantics) = (self.g.c32(scope as u32), self.g.c32(semantics.bits()));
        if memory_only {
            self.effect(Op::MemoryBarrier, &[scope, semantics]);
        } else {
            self.effect(Op::ControlBarrier, &[scope, scope, semantics]);
        }
    }

    /// A barrier at which all invocations of the workgroup vote whether one of them goes on.
    ///
    /// Votes are collected in one of [`VOTES`] words in turn. Before a barrier the next one's word is cleared: nobody votes
    /// there before this barrier, and what the last vote in it gave was read before the last barrier.
    fn vote_barrier(&mut self) {
        let vote = self.a(0);
        let ((words, pointer), turn) = match self.memory.votes {
            Some(known) => known,
            None => {
                let (words, pointer) = self.g.array(StorageClass::Workgroup, VOTES);
                let turn = self.g.private(Ty::U32);
                self.memory.votes = Some(((words, pointer), turn));
                self.in_prologue(|e| {
                    let zero = e.g.c32(0);
                    let first = e.op(Op::AccessChain, pointer, [words, zero]);
                    e.clear_votes(first);
                    e.barrier(Scope::Workgroup);
                });
                ((words, pointer), turn)
            }
        };
        let (zero, one, last) = (self.g.c32(0), self.g.c32(1), self.g.c32(VOTES - 1));
        let at = self.opt(Op::Load, Ty::U32, [turn]);
        let more = self.opt(Op::IAdd, Ty::U32, [at, one]);
        let is_last = self.opt(Op::IEqual, Ty::Bool, [at, last]);
        let next = self.opt(Op::Select, Ty::U32, [is_last, zero, more]);
        let cleared = self.op(Op::AccessChain, pointer, [words, next]);
        self.clear_votes(cleared);
        let here = self.op(Op::AccessChain, pointer, [words, at]);
        let bit = self.opt(Op::Select, Ty::U32, [vote, one, zero]);
        let (scope, relaxed) =
            (self.g.c32(Scope::Workgroup as u32), self.g.c32(MemorySemantics::RELAXED.bits()));
        self.opt(Op::AtomicOr, Ty::U32, [here, scope, relaxed, bit]);
        self.barrier(Scope::Workgroup);
        let votes = self.opt(Op::AtomicLoad, Ty::U32, [here, scope, relaxed]);
        self.effect(Op::Store, &[turn, next]);
        let any = self.opt(Op::INotEqual, Ty::Bool, [votes, zero]);
        self.define(any);
    }

    fn clear_votes(&mut self, word: u32) {
        let (scope, relaxed, zero) =
            (self.g.c32(Scope::Workgroup as u32), self.g.c32(MemorySemantics::RELAXED.bits()), self.g.c32(0));
        self.effect(Op::AtomicStore, &[word, scope, relaxed, zero]);
    }

    fn load(&mut self, inst: Inst, mem: Mem) {
        let func = self.func;
        if func.insts[inst].results != u16::from(mem.count) {
            return self.bug("results that do not fit the access");
        }
        // What nobody writes is the same for all lanes; else another wave may write between the lanes' reads.
        let once = self.is_once() && mem.space != Space::Constant;
        let mask = self.mask();
        let place = self.place(mem, mask, range::READ);
        let bytes = mem.width.bits() / 8;
        let mut offset = place.offset;
        for (i, value) in func.results(inst).enumerate() {
            if i > 0 {
                offset = self.add(offset, bytes);
            }
            let align = place.align.min(lowest_bit(i as u32 * bytes));
            let (at, ok) = self.element(&place, offset);
            let loaded = self.load_element(place.root, at, mem.width, align, mem.coherence);
            let raw = if mem.width == Width::B64 { Width::B64 } else { Width::B32 };
            let ty = self.ty(raw);
            let zero = self.g.constant(Ty::of(raw), 0);
            let mut id = self.op(Op::Select, ty, [ok, loaded, zero]);
            let to = func.ty(value).width;
            if to < mem.width {
                self.bug("a load to a narrower value");
            }
            if once {
                let lane = self.g.c32(0);
                id = self.read_lane(id, raw, lane, true);
            }
            self.ids[value] = self.resize(id, raw, to);
        }
    }

    fn store(&mut self, inst: Inst, mem: Mem) {
        let func = self.func;
        if func.insts[inst].args.len() != 2 + usize::from(mem.count) {
            return self.bug("operands that do not fit the access");
        }
        let mut mask = self.mask();
        if self.is_once() {
            let zero = self.is_lane_zero();
            mask = self.and(mask, Some(zero));
        }
        let place = self.place(mem, mask, range::WRITE);
        let bytes = mem.width.bits() / 8;
        // In guest memory the whole access is decided at once.
        let whole = match place.bound {
            Bound::Known(ok) => Some(self.begin_if(ok)),
            Bound::Below(_) => None,
        };
        let mut offset = place.offset;
        for i in 0..usize::from(mem.count) {
            let value = self.arg(2 + i);
            let width = func.ty(value).width;
            if width < mem.width {
                return self.bug("a store of a narrower value");
            }
            let id = self.v(value);
            let raw = if mem.width == Width::B64 { Width::B64 } else { Width::B32 };
            let id = self.resize(id, width, raw);
            if i > 0 {
                offset = self.add(offset, bytes);
            }
            let align = place.align.min(lowest_bit(i as u32 * bytes));
            if whole.is_some() {
                self.store_element(place.root, offset, id, mem.width, align, mem.coherence);
                continue;
            }
            let (at, ok) = self.element(&place, offset);
            let condition = self.and(mask, Some(ok)).unwrap_or(ok);
            let merge = self.begin_if(condition);
            self.store_element(place.root, at, id, mem.width, align, mem.coherence);
            self.end_if(merge);
        }
        if let Some(merge) = whole {
            self.end_if(merge);
        }
    }

    fn atomic(&mut self, mem: Mem, what: Atomic) {
        let once = self.is_once();
        let mut mask = self.mask();
        if once {
            let zero = self.is_lane_zero();
            mask = self.and(mask, Some(zero));
        }
        let place = self.place(mem, mask, range::READ | range::WRITE);
        let ty = match (mem.width, place.root) {
            (Width::B32, _) => Ty::U32,
            (Width::B64, Root::Buffer(_)) => {
                self.need(Features::INT64);
                self.need(Features::BUFFER_ATOMIC64);
                self.g.sink.capability(Capability::Int64Atomics);
                Ty::U64
            }
            (Width::B64, Root::Lds) => {
                self.need(Features::SHARED_ATOMIC64);
                self.g.sink.capability(Capability::Int64Atomics);
                Ty::U64
            }
            (Width::B64, Root::Scratch) => {
                self.refuse("64-bit atomics in the memory of a lane");
                Ty::U64
            }
            _ => {
                self.bug("an atomic of this width");
                Ty::U32
            }
        };
        let wanted = 2 + what.operands();
        if self.func.insts[self.inst].args.len() != wanted
            || self.aw(2) != mem.width
            || self.rw() != mem.width
        {
            return self.bug("an atomic whose operands do not fit");
        }
        if self.crosses()
            && !once
            && self.func.insts[self.inst].first.is_some_and(|v| !self.func.ty(v).is_lane())
        {
            self.bug("a uniform result of an atomic of the lanes");
        }
        let (at, ok) = self.element(&place, place.offset);
        let condition = match place.bound {
            Bound::Known(ok) => ok,
            Bound::Below(_) => self.and(mask, Some(ok)).unwrap_or(ok),
        };
        let before = self.label;
        let merge = self.begin_if(condition);
        let shift = self.g.c32(if ty == Ty::U64 { 3 } else { 2 });
        let index = self.opt(Op::ShiftRightLogical, Ty::U32, [at, shift]);
        if let Root::Buffer(kind) = place.root {
            self.g.write(kind);
        }
        if place.root == Root::Scratch {
            return self.refuse("atomics in the memory of a lane");
        }
        let pointer = self.pointer(place.root, ty, index);
        let scope = self.atomic_scope(place.root);
        let old = self.atomic_at(pointer, scope, ty, what);
        let inside = self.label;
        self.end_if(merge);
        let zero = self.g.constant(ty, 0);
        let mut id = self.opt(Op::Phi, ty, [zero, before, old, inside]);
        if once {
            let lane = self.g.c32(0);
            id = self.read_lane(id, mem.width, lane, true);
        }
        self.define(id);
    }

    fn atomic_at(&mut self, pointer: u32, scope: u32, ty: Ty, what: Atomic) -> u32 {
        let relaxed = self.g.c32(MemorySemantics::RELAXED.bits());
        let data = self.a(2);
        let op = match what {
            Atomic::Swap => Op::AtomicExchange,
            Atomic::Add => Op::AtomicIAdd,
            Atomic::Sub => Op::AtomicISub,
            Atomic::SMin => Op::AtomicSMin,
            Atomic::UMin => Op::AtomicUMin,
            Atomic::SMax => Op::AtomicSMax,
            Atomic::UMax => Op::AtomicUMax,
            Atomic::And => Op::AtomicAnd,
            Atomic::Or => Op::AtomicOr,
            Atomic::Xor => Op::AtomicXor,
            Atomic::CmpSwap => {
                let compare = self.a(3);
                return self.opt(
                    Op::AtomicCompareExchange,
                    ty,
                    [pointer, scope, relaxed, relaxed, data, compare],
                );
            }
            Atomic::Inc
            | Atomic::Dec
            | Atomic::CSub
            | Atomic::RSub
            | Atomic::MaskOr
            | Atomic::Wrap
            | Atomic::CondSwap32 => {
                return self.atomic_loop(pointer, scope, ty, what, data);
            }
            Atomic::FMin | Atomic::FMax | Atomic::FCmpSwap | Atomic::FAdd => {
                self.refuse("float atomics (to be rewritten to a loop around a compare-and-swap)");
                return data;
            }
        };
        self.opt(op, ty, [pointer, scope, relaxed, data])
    }

    /// Tries a compare-and-swap with the new value until nobody was faster.
    fn atomic_loop(&mut self, pointer: u32, scope: u32, ty: Ty, what: Atomic, data: u32) -> u32 {
        let relaxed = self.g.c32(MemorySemantics::RELAXED.bits());
        let (zero, one) = (self.g.constant(ty, 0), self.g.constant(ty, 1));
        let [header, body, again, merge] = [(); 4].map(|()| self.g.sink.id());
        let first = self.opt(Op::AtomicLoad, ty, [pointer, scope, relaxed]);
        let before = self.label;
        self.effect(Op::Branch, &[header]);
        self.start(header);
        let seen = self.g.sink.id();
        let expected = self.opt(Op::Phi, ty, [first, before, seen, again]);
        self.effect(Op::LoopMerge, &[merge, again, 0]);
        self.effect(Op::Branch, &[body]);
        self.start(body);
        let type_id = self.g.ty(ty);
        let new = match what {
            Atomic::Inc => {
                let wraps = self.opt(Op::UGreaterThanEqual, Ty::Bool, [expected, data]);
                let more = self.op(Op::IAdd, type_id, [expected, one]);
                self.op(Op::Select, type_id, [wraps, zero, more])
            }
            Atomic::Dec => {
                let is_zero = self.opt(Op::IEqual, Ty::Bool, [expected, zero]);
                let above = self.opt(Op::UGreaterThan, Ty::Bool, [expected, data]);
                let wraps = self.opt(Op::LogicalOr, Ty::Bool, [is_zero, above]);
                let less = self.op(Op::ISub, type_id, [expected, one]);
                self.op(Op::Select, type_id, [wraps, data, less])
            }
            Atomic::RSub => self.op(Op::ISub, type_id, [data, expected]),
            Atomic::MaskOr => {
                let second = self.a(3);
                let rest = self.op(Op::Not, type_id, [data]);
                let kept = self.op(Op::BitwiseAnd, type_id, [expected, rest]);
                self.op(Op::BitwiseOr, type_id, [kept, second])
            }
            Atomic::Wrap => {
                let second = self.a(3);
                let enough = self.opt(Op::UGreaterThanEqual, Ty::Bool, [expected, data]);
                let less = self.op(Op::ISub, type_id, [expected, data]);
                let more = self.op(Op::IAdd, type_id, [expected, second]);
                self.op(Op::Select, type_id, [enough, less, more])
            }
            Atomic::CondSwap32 => {
                // All ones in each half whose top bit is set.
                let tops = self.g.constant(ty, 0x8000_0000_8000_0000);
                let set = self.op(Op::BitwiseAnd, type_id, [data, tops]);
                let places = self.g.c32(31);
                let low = self.op(Op::ShiftRightLogical, type_id, [set, places]);
                let half = self.g.constant(ty, 0xffff_ffff);
                let mask = self.op(Op::IMul, type_id, [low, half]);
                let rest = self.op(Op::Not, type_id, [mask]);
                let kept = self.op(Op::BitwiseAnd, type_id, [expected, rest]);
                let without = self.op(Op::Not, type_id, [tops]);
                let new = self.op(Op::BitwiseAnd, type_id, [data, without]);
                let new = self.op(Op::BitwiseAnd, type_id, [new, mask]);
                self.op(Op::BitwiseOr, type_id, [kept, new])
            }
            _ => {
                let below = self.opt(Op::ULessThan, Ty::Bool, [expected, data]);
                let less = self.op(Op::ISub, type_id, [expected, data]);
                self.op(Op::Select, type_id, [below, zero, less])
            }
        };
        let words = [type_id, seen, pointer, scope, relaxed, relaxed, new, expected];
        self.effect(Op::AtomicCompareExchange, &words);
        let done = self.opt(Op::IEqual, Ty::Bool, [seen, expected]);
        self.effect(Op::BranchConditional, &[done, merge, again]);
        self.start(again);
        self.effect(Op::Branch, &[header]);
        self.start(merge);
        expected
    }

    fn fault(&mut self, reason: u32) {
        let value: Value = self.arg(0);
        let mask = match self.func.as_const(value) {
            Some(bits) if bits & 1 != 0 => None,
            _ => Some(self.v(value)),
        };
        let site = self.site(0, reason);
        let what = self.g.c32(site | fault::OWN);
        self.keep_fault(mask, what, None);
    }
}

/// The largest power of two that divides a number, at most 16.
fn lowest_bit(n: u32) -> u32 {
    1 << n.trailing_zeros().min(4)
}
