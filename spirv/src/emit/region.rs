//! The region of a base pointer, looked up once where the pointer is computed, and the check of each access against it.
//!
//! Drivers put the code of functions in at every call, and a search at every access of guest memory makes them take minutes.
//! So the search is made once for each base pointer that accesses are computed from, at its definition, and an access only
//! compares. What the base is, is read off the form of the address; a wrong guess, a pointer that wanders into another
//! region than its base, or an address that is no multiple of the element's size (so that the element is put together from
//! two dwords) is the fault [`fault::NOT_HOISTED`]: the caller runs the work again from the same memory with
//! [`crate::Lookup::Every`]. A fault is kept in private variables (the invocation's first one stays) and recorded at the end,
//! so that an access has no branch of its own.

use super::Emitter;
use crate::interface::{fault, range};
use crate::module::{FaultSite, Ty};
use cranelift_entity::SecondaryMap;
use ir::attr::Space;
use ir::function::Def;
use ir::{Attr, Block, Inst, Op as IrOp, Value, Width};
use rspirv::spirv::Op;
use rustc_hash::FxHashMap;

/// Steps from an address to its base.
const MAX_STEPS: usize = 32;

/// A base pointer: one value, or two dwords.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Base {
    One(Value),
    Two(Value, Value),
}

/// A region: base as a 64-bit value, size, offset in the buffer, permissions.
#[derive(Clone, Copy, Debug)]
struct Region([u32; 4]);

/// What is known of base pointers.
#[derive(Debug, Default)]
pub(super) struct State {
    /// The base of each access.
    bases: FxHashMap<Inst, Base>,
    /// Values whose definition is the place for lookups.
    triggers: SecondaryMap<Value, bool>,
    waiting: FxHashMap<Value, Vec<Base>>,
    regions: FxHashMap<Base, Region>,
    /// What, address low and high of the first fault.
    fault: Option<[u32; 3]>,
    /// Instructions that may record one.
    pub(super) sites: Vec<FaultSite>,
    find: u32,
}

impl Emitter<'_> {
    /// Finds the base pointers of all accesses.
    pub(super) fn find_bases(&mut self) {
        let func = self.func;
        let is_guest = |inst: Inst| {
            let mem = func.insts[inst].attr.mem();
            mem.is_some_and(|m| matches!(m.space, Space::Global | Space::Constant))
        };
        let mut loops: FxHashMap<Block, Inst> = FxHashMap::default();
        for (inst, data) in &func.insts {
            if let (IrOp::loop_, Attr::Regions(bodies)) = (data.op, &data.attr) {
                loops.extend(bodies.iter().map(|&b| (b, inst)));
            }
        }
        for inst in func.insts.keys().filter(|&i| is_guest(i)) {
            let Some(&address) = func.insts[inst].args.first() else { continue };
            let base = self.base(address, &loops);
            self.region.bases.insert(inst, base);
            let trigger = match base {
                Base::One(value) => value,
                // The one that is defined later; where that is wrong the lookup is made at the access.
                Base::Two(low, high) => low.max(high),
            };
            self.region.triggers[trigger] = true;
            let waiting = self.region.waiting.entry(trigger).or_default();
            if !waiting.contains(&base) {
                waiting.push(base);
            }
        }
    }

    /// Follows sums to the operand that does not look like an offset, and what a loop carries to where it began.
    fn root(&self, mut value: Value, loops: &FxHashMap<Block, Inst>) -> Value {
        let func = self.func;
        let is_offset = |v: Value| match func.def_inst(v) {
            Some(inst) => matches!(func.insts[inst].op, IrOp::zext | IrOp::sext | IrOp::ishl | IrOp::imul),
            None => func.as_const(v).is_some(),
        };
        for _ in 0..MAX_STEPS {
            let next = match func.values[value].def {
                Def::Result(inst, number) => {
                    let data = &func.insts[inst];
                    match (data.op, &data.args[..]) {
                        (IrOp::iadd, &[a, b]) if is_offset(a) && !is_offset(b) => Some(b),
                        (IrOp::iadd | IrOp::isub, &[a, _]) => Some(a),
                        (IrOp::splat, &[a]) => Some(a),
                        (IrOp::loop_, args) => args.get(usize::from(number)).copied(),
                        _ => None,
                    }
                }
                Def::Param(block, number) => loops
                    .get(&block)
                    .and_then(|&inst| func.insts[inst].args.get(usize::from(number)).copied()),
                Def::Const(_) => None,
            };
            // A loop's result need not be what it carries at the same place.
            match next.filter(|&n| func.ty(n).width == func.ty(value).width) {
                Some(next) => value = next,
                None => break,
            }
        }
        value
    }

    fn base(&self, address: Value, loops: &FxHashMap<Block, Inst>) -> Base {
        let root = self.root(address, loops);
        let func = self.func;
        if let Some(inst) = func.def_inst(root)
            && let (IrOp::pack, &[low, high]) = (func.insts[inst].op, &func.insts[inst].args[..])
        {
            return Base::Two(self.root(low, loops), self.root(high, loops));
        }
        Base::One(root)
    }

    /// Looks up the regions of base pointers that are complete with this value.
    #[inline]
    pub(super) fn defined(&mut self, value: Value) {
        if self.region.triggers[value] {
            for base in self.region.waiting.remove(&value).unwrap_or_default() {
                if let Some(region) = self.look_up(base) {
                    self.region.regions.insert(base, region);
                }
            }
        }
    }

    /// Code that looks a base pointer up, where its values are defined.
    fn look_up(&mut self, base: Base) -> Option<Region> {
        let is_known = |e: &Self, v: Value| e.ids[v] != 0 || e.func.as_const(v).is_some();
        let address = match base {
            Base::One(value) if is_known(self, value) => self.v(value),
            Base::Two(low, high) if is_known(self, low) && is_known(self, high) => {
                let (low, high) = (self.v(low), self.v(high));
                self.pack(low, high, Width::B32, Width::B64)
            }
            _ => return None,
        };
        Some(self.region_of(address))
    }

    fn region_of(&mut self, address: u32) -> Region {
        if self.region.find == 0 {
            self.region.find = self.find_function();
        }
        let function = self.region.find;
        let found = self.opt(Op::FunctionCall, Ty::V4, [function, address]);
        let [low, high, size, place] =
            [0, 1, 2, 3].map(|i| self.opt(Op::CompositeExtract, Ty::U32, [found, i]));
        let base = self.pack(low, high, Width::B32, Width::B64);
        // Offsets are multiples of 16: their low bits hold the permissions.
        let (c15, rest) = (self.g.c32(15), self.g.c32(!15));
        let permissions = self.opt(Op::BitwiseAnd, Ty::U32, [place, c15]);
        let offset = self.opt(Op::BitwiseAnd, Ty::U32, [place, rest]);
        Region([base, size, offset, permissions])
    }

    /// Byte offset of an access in the buffer of guest memory (0 where it may not be made), and whether it may be made:
    /// `natural` is what the address must be a multiple of.
    pub(super) fn in_region(
        &mut self,
        address: u32,
        mask: Option<u32>,
        bytes: u32,
        natural: u32,
        need: u32,
    ) -> (u32, u32) {
        let base = self.region.bases.get(&self.inst).copied();
        let known = base.and_then(|b| self.region.regions.get(&b).copied());
        let Region([start, size, offset, permissions]) = match known {
            Some(region) => region,
            None => self.region_of(address),
        };
        let (count, zero) = (self.g.c32(bytes), self.g.c32(0));
        let (inside, distance) = self.inside(address, count, start, size);
        let mut hoisted = inside;
        if natural > 1 {
            let low = self.resize(address, Width::B64, Width::B32);
            let rest = self.g.c32(natural - 1);
            let rest = self.opt(Op::BitwiseAnd, Ty::U32, [low, rest]);
            let aligned = self.opt(Op::IEqual, Ty::Bool, [rest, zero]);
            hoisted = self.opt(Op::LogicalAnd, Ty::Bool, [inside, aligned]);
        }
        let needed = self.g.c32(need);
        let have = self.opt(Op::BitwiseAnd, Ty::U32, [permissions, needed]);
        let allowed = self.opt(Op::IEqual, Ty::Bool, [have, needed]);
        let good = self.opt(Op::LogicalAnd, Ty::Bool, [hoisted, allowed]);
        let mut ok = good;
        let mut bad = self.opt(Op::LogicalNot, Ty::Bool, [good]);
        if let Some(mask) = mask {
            ok = self.opt(Op::LogicalAnd, Ty::Bool, [good, mask]);
            bad = self.opt(Op::LogicalAnd, Ty::Bool, [bad, mask]);
        }
        let denied = if need == range::READ { fault::NOT_READABLE } else { fault::NOT_WRITABLE };
        let site = self.site(bytes, 0);
        let what =
            self.choose(hoisted, Width::B32, (site | denied).into(), (site | fault::NOT_HOISTED).into());
        self.keep_fault(Some(bad), what, Some(address));
        let place = self.opt(Op::IAdd, Ty::U32, [offset, distance]);
        (self.opt(Op::Select, Ty::U32, [ok, place, zero]), ok)
    }

    /// The number of the current instruction among those that may record a fault, where a record has it.
    pub(super) fn site(&mut self, bytes: u32, own: u32) -> u32 {
        let pc = self.func.insts[self.inst].pc;
        let site = FaultSite { pc, bytes, own };
        let sites = &mut self.region.sites;
        let number = match sites.last() {
            Some(last) if *last == site => sites.len(),
            _ => {
                sites.push(site);
                sites.len()
            }
        };
        (number as u32) << fault::REASON_BITS
    }

    /// Keeps a fault where there was none before: what happened, and the address if there is one.
    pub(super) fn keep_fault(&mut self, bad: Option<u32>, what: u32, address: Option<u32>) {
        let [kept, low_kept, high_kept] = match self.region.fault {
            Some(known) => known,
            None => {
                let new = [(); 3].map(|()| self.g.private(Ty::U32));
                self.region.fault = Some(new);
                new
            }
        };
        let zero = self.g.c32(0);
        let before = self.opt(Op::Load, Ty::U32, [kept]);
        let mut first = self.opt(Op::IEqual, Ty::Bool, [before, zero]);
        if let Some(bad) = bad {
            first = self.opt(Op::LogicalAnd, Ty::Bool, [bad, first]);
        }
        let new = self.opt(Op::Select, Ty::U32, [first, what, before]);
        self.effect(Op::Store, &[kept, new]);
        let Some(address) = address else { return };
        let (low, high) = self.split(address);
        for (variable, value) in [(low_kept, low), (high_kept, high)] {
            let old = self.opt(Op::Load, Ty::U32, [variable]);
            let new = self.opt(Op::Select, Ty::U32, [first, value, old]);
            self.effect(Op::Store, &[variable, new]);
        }
    }

    /// Records the invocation's fault, if there was one, where it ends.
    pub(super) fn record_kept_fault(&mut self) {
        let Some(variables) = self.region.fault else { return };
        let values = variables.map(|v| self.opt(Op::Load, Ty::U32, [v]));
        let zero = self.g.c32(0);
        let any = self.opt(Op::INotEqual, Ty::Bool, [values[0], zero]);
        let merge = self.begin_if(any);
        self.record_fault(values);
        self.end_if(merge);
    }
}
