//! Guest addresses: the functions that look an address up in the range table and that record a fault.
//!
//! Both are functions of the module, written at first use. The table is searched by halving. With [`Lookup::Every`] each
//! access searches, unless it is near the last one, whose record stays in private variables; with [`Lookup::Hoisted`] see
//! [`super::region`].

use super::Emitter;
use super::place::Root;
use crate::interface::{BindingKind, Lookup, fault, range};
use crate::module::Ty;
use crate::sink::Section;
use ir::Width;
use rspirv::spirv::{FunctionControl, MemorySemantics, Op, StorageClass};

/// Byte offset that says that the access may not be made. No region reaches it.
const NOWHERE: u32 = u32::MAX;

impl Emitter<'_> {
    /// Byte offset of a guest address in the buffer of guest memory (0 where it is nowhere), and whether it is somewhere.
    /// Lanes outside the mask are nowhere and do not fault. A hoisted lookup wants a multiple of `natural`.
    pub(super) fn translate(
        &mut self,
        address: u32,
        mask: Option<u32>,
        bytes: u32,
        natural: u32,
        need: u32,
    ) -> (u32, u32) {
        if self.options.lookup == Lookup::Hoisted {
            return self.in_region(address, mask, bytes, natural, need);
        }
        let function = match self.memory.translate {
            0 => self.translate_function(),
            known => known,
        };
        let mask = mask.unwrap_or_else(|| self.g.constant(Ty::Bool, 1));
        let site = self.site(bytes, 0);
        let (bytes, need, site, nowhere, zero) =
            (self.g.c32(bytes), self.g.c32(need), self.g.c32(site), self.g.c32(NOWHERE), self.g.c32(0));
        let found = self.opt(Op::FunctionCall, Ty::U32, [function, address, mask, bytes, need, site]);
        let ok = self.opt(Op::INotEqual, Ty::Bool, [found, nowhere]);
        (self.opt(Op::Select, Ty::U32, [ok, found, zero]), ok)
    }

    /// Calls the function that records a fault: what, address low, high.
    pub(super) fn record_fault(&mut self, [what, low, high]: [u32; 3]) {
        let function = match self.memory.record {
            0 => self.record_function(),
            known => known,
        };
        self.opt(Op::FunctionCall, Ty::Void, [function, what, low, high]);
    }

    /// Begins a function among the helpers. Gives its id, its parameters' ids, and what [`Self::end_helper`] restores.
    fn begin_helper<const N: usize>(
        &mut self,
        result: Ty,
        params: [Ty; N],
    ) -> (u32, [u32; N], (Section, u32)) {
        let signature = self.g.signature(result, &params);
        let (result, types) = (self.g.ty(result), params.map(|ty| self.g.ty(ty)));
        let function = self.g.sink.id();
        let saved = (self.section, self.label);
        self.section = Section::Helpers;
        self.effect(Op::Function, &[result, function, FunctionControl::NONE.bits(), signature]);
        let ids = types.map(|ty| self.op(Op::FunctionParameter, ty, []));
        let label = self.g.sink.id();
        self.start(label);
        (function, ids, saved)
    }

    fn end_helper(&mut self, (section, label): (Section, u32)) {
        self.effect(Op::FunctionEnd, &[]);
        self.section = section;
        self.label = label;
    }

    fn record_function(&mut self) -> u32 {
        let (function, [what, low, high], saved) = self.begin_helper(Ty::Void, [Ty::U32; 3]);
        let root = Root::Buffer(BindingKind::Fault);
        self.g.write(BindingKind::Fault);
        let none = self.g.c32(fault::NONE);
        let first = self.pointer(root, Ty::U32, none);
        let (scope, relaxed) = (self.atomic_scope(root), self.g.c32(MemorySemantics::RELAXED.bits()));
        let old = self.opt(Op::AtomicCompareExchange, Ty::U32, [first, scope, relaxed, relaxed, what, none]);
        let mine = self.opt(Op::IEqual, Ty::Bool, [old, none]);
        let merge = self.begin_if(mine);
        for (index, value) in [(1, low), (2, high)] {
            let index = self.g.c32(index);
            let pointer = self.pointer(root, Ty::U32, index);
            self.effect(Op::Store, &[pointer, value]);
        }
        self.end_if(merge);
        self.effect(Op::Return, &[]);
        self.end_helper(saved);
        self.g.name(function, "record_fault");
        self.memory.record = function;
        function
    }

    fn local(&mut self, ty: Ty) -> u32 {
        let ty = self.g.ty(ty);
        let pointer = self.g.pointer(StorageClass::Function, ty);
        self.op(Op::Variable, pointer, [StorageClass::Function as u32])
    }

    /// A dword of the range table.
    fn table(&mut self, index: u32) -> u32 {
        let pointer = self.pointer(Root::Buffer(BindingKind::Table), Ty::U32, index);
        self.opt(Op::Load, Ty::U32, [pointer])
    }

    /// Base, size, offset and permissions of a record.
    fn record(&mut self, first: u32) -> [u32; 4] {
        let mut words = [0; 5];
        for (i, word) in words.iter_mut().enumerate() {
            let index = self.add(first, i as u32);
            *word = self.table(index);
        }
        let [low, high, size, offset, permissions] = words;
        [self.pack(low, high, Width::B32, Width::B64), size, offset, permissions]
    }

    fn record_index(&mut self, number: u32) -> u32 {
        let size = self.g.c32(range::RECORD);
        let offset = self.opt(Op::IMul, Ty::U32, [number, size]);
        self.add(offset, range::HEAD)
    }

    /// Whether an access is inside a region, and its offset there.
    pub(super) fn inside(&mut self, address: u32, bytes: u32, base: u32, size: u32) -> (u32, u32) {
        let (distance, begins) = self.distance(address, base, size);
        let left = self.opt(Op::ISub, Ty::U32, [size, distance]);
        let ends = self.opt(Op::UGreaterThanEqual, Ty::Bool, [left, bytes]);
        (self.opt(Op::LogicalAnd, Ty::Bool, [begins, ends]), distance)
    }

    /// Permissions that are needed and not there.
    fn missing(&mut self, permissions: u32, need: u32) -> u32 {
        let absent = self.opt(Op::Not, Ty::U32, [permissions]);
        self.opt(Op::BitwiseAnd, Ty::U32, [absent, need])
    }

    fn load_u32(&mut self, variable: u32) -> u32 {
        self.opt(Op::Load, Ty::U32, [variable])
    }

    fn translate_function(&mut self) -> u32 {
        self.ty(Width::B64);
        if self.memory.record == 0 {
            self.record_function();
        }
        let cache = [Ty::U64, Ty::U32, Ty::U32, Ty::U32].map(|ty| self.g.private(ty));
        let (function, [address, mask, bytes, need, site], saved) =
            self.begin_helper(Ty::U32, [Ty::U64, Ty::Bool, Ty::U32, Ty::U32, Ty::U32]);
        let [low, high, result] = [(); 3].map(|()| self.local(Ty::U32));
        let (nowhere, zero) = (self.g.c32(NOWHERE), self.g.c32(0));
        self.effect(Op::Store, &[result, nowhere]);
        let masked = self.begin_if(mask);
        // The record that was found last.
        let base = self.opt(Op::Load, Ty::U64, [cache[0]]);
        let [size, offset, permissions] = [1, 2, 3].map(|i| self.load_u32(cache[i]));
        let (is_inside, distance) = self.inside(address, bytes, base, size);
        let missing = self.missing(permissions, need);
        let allowed = self.opt(Op::IEqual, Ty::Bool, [missing, zero]);
        let hit = self.opt(Op::LogicalAnd, Ty::Bool, [is_inside, allowed]);
        let [near, far, found] = [(); 3].map(|()| self.g.sink.id());
        self.effect(Op::SelectionMerge, &[found, 0]);
        self.effect(Op::BranchConditional, &[hit, near, far]);
        self.start(near);
        let place = self.opt(Op::IAdd, Ty::U32, [offset, distance]);
        self.effect(Op::Store, &[result, place]);
        self.effect(Op::Branch, &[found]);
        self.start(far);
        let number = self.search(address, low, high);
        let some = self.opt(Op::UGreaterThan, Ty::Bool, [number, zero]);
        let ones = self.g.c32(u32::MAX);
        let last = self.opt(Op::IAdd, Ty::U32, [number, ones]);
        let last = self.opt(Op::Select, Ty::U32, [some, last, zero]);
        let first = self.record_index(last);
        let [base, size, offset, permissions] = self.record(first);
        let (is_inside, distance) = self.inside(address, bytes, base, size);
        let is_inside = self.opt(Op::LogicalAnd, Ty::Bool, [is_inside, some]);
        let missing = self.missing(permissions, need);
        let allowed = self.opt(Op::IEqual, Ty::Bool, [missing, zero]);
        let ok = self.opt(Op::LogicalAnd, Ty::Bool, [is_inside, allowed]);
        let [yes, no, done] = [(); 3].map(|()| self.g.sink.id());
        self.effect(Op::SelectionMerge, &[done, 0]);
        self.effect(Op::BranchConditional, &[ok, yes, no]);
        self.start(yes);
        for (variable, value) in cache.into_iter().zip([base, size, offset, permissions]) {
            self.effect(Op::Store, &[variable, value]);
        }
        let place = self.opt(Op::IAdd, Ty::U32, [offset, distance]);
        self.effect(Op::Store, &[result, place]);
        self.effect(Op::Branch, &[done]);
        self.start(no);
        let read = self.g.c32(range::READ);
        let unreadable = self.opt(Op::BitwiseAnd, Ty::U32, [missing, read]);
        let unreadable = self.opt(Op::INotEqual, Ty::Bool, [unreadable, zero]);
        let denied =
            self.choose(unreadable, Width::B32, fault::NOT_READABLE.into(), fault::NOT_WRITABLE.into());
        let unmapped = self.g.c32(fault::UNMAPPED);
        let reason = self.opt(Op::Select, Ty::U32, [is_inside, denied, unmapped]);
        let what = self.opt(Op::BitwiseOr, Ty::U32, [site, reason]);
        let (address_low, address_high) = self.split(address);
        self.record_fault([what, address_low, address_high]);
        self.effect(Op::Branch, &[done]);
        self.start(done);
        self.effect(Op::Branch, &[found]);
        self.start(found);
        self.end_if(masked);
        let value = self.load_u32(result);
        self.effect(Op::ReturnValue, &[value]);
        self.end_helper(saved);
        self.g.name(function, "translate");
        self.memory.translate = function;
        function
    }

    /// The function that gives the record of an address, without looking at sizes: base low and high, size, offset and
    /// permissions in one (offsets are multiples of 16). Of nothing where no base is low enough.
    pub(super) fn find_function(&mut self) -> u32 {
        let (function, [address], saved) = self.begin_helper(Ty::V4, [Ty::U64]);
        let [low, high] = [(); 2].map(|()| self.local(Ty::U32));
        let zero = self.g.c32(0);
        let number = self.search(address, low, high);
        let some = self.opt(Op::UGreaterThan, Ty::Bool, [number, zero]);
        let ones = self.g.c32(u32::MAX);
        let last = self.opt(Op::IAdd, Ty::U32, [number, ones]);
        let last = self.opt(Op::Select, Ty::U32, [some, last, zero]);
        let first = self.record_index(last);
        let words = [0, 1, 2, 3, 4].map(|i| {
            let index = self.add(first, i);
            self.table(index)
        });
        let [low, high, size, offset, permissions] = words;
        let size = self.opt(Op::Select, Ty::U32, [some, size, zero]);
        let place = self.opt(Op::BitwiseOr, Ty::U32, [offset, permissions]);
        let result = self.opt(Op::CompositeConstruct, Ty::V4, [low, high, size, place]);
        self.effect(Op::ReturnValue, &[result]);
        self.end_helper(saved);
        self.g.name(function, "find_region");
        function
    }

    /// Number of records whose base is not above the address.
    fn search(&mut self, address: u32, low: u32, high: u32) -> u32 {
        let (zero, one) = (self.g.c32(0), self.g.c32(1));
        let count = self.table(zero);
        self.effect(Op::Store, &[low, zero]);
        self.effect(Op::Store, &[high, count]);
        let [header, test, body, again, merge] = [(); 5].map(|()| self.g.sink.id());
        self.effect(Op::Branch, &[header]);
        self.start(header);
        self.effect(Op::LoopMerge, &[merge, again, 0]);
        self.effect(Op::Branch, &[test]);
        self.start(test);
        let (from, to) = (self.load_u32(low), self.load_u32(high));
        let more = self.opt(Op::ULessThan, Ty::Bool, [from, to]);
        self.effect(Op::BranchConditional, &[more, body, merge]);
        self.start(body);
        let sum = self.opt(Op::IAdd, Ty::U32, [from, to]);
        let middle = self.opt(Op::ShiftRightLogical, Ty::U32, [sum, one]);
        let first = self.record_index(middle);
        let base_low = self.table(first);
        let second = self.add(first, 1);
        let base_high = self.table(second);
        let base = self.pack(base_low, base_high, Width::B32, Width::B64);
        let below = self.not_above(base, address);
        let next = self.add(middle, 1);
        let new_low = self.opt(Op::Select, Ty::U32, [below, next, from]);
        let new_high = self.opt(Op::Select, Ty::U32, [below, to, middle]);
        self.effect(Op::Store, &[low, new_low]);
        self.effect(Op::Store, &[high, new_high]);
        self.effect(Op::Branch, &[again]);
        self.start(again);
        self.effect(Op::Branch, &[header]);
        self.start(merge);
        self.load_u32(low)
    }
}
