//! Data that lanes of a wave exchange through LDS: where barriers have to stand.
//!
//! The lanes of a wave make an access all at once; alone, they run ahead of each other. Between two accesses of which one
//! writes, and which may touch the same bytes in different lanes, the order has to be kept: by a barrier that is there, or by
//! one that is put in. A barrier may stand where all invocations of the workgroup come: outside of what lane branches guard,
//! and, with several waves in a group, where [`super::super::uniform`] shows that all waves come.
//!
//! Requires: lane branches were looked at ([`super::guarded`]). Ensures: every pair of accesses that may touch the same bytes
//! in different lanes has a barrier on every way between, or the answer is no. Leaves alone: the order of one lane's accesses.
//!
//! That two accesses never meet in different lanes is shown only for addresses `lane number * constant + constant`, for such
//! that a loop counts up by a constant, and for the same with one uniform value added to both, inside one block. Atomics of
//! one kind without results may come in any order, and so may stores of one and the same byte.

use super::super::uniform::Uniform;
use crate::passes::util::{self, SmallMap};
use cranelift_entity::SecondaryMap;
use ir::attr::{Atomic, Space};
use ir::dom::Dominators;
use ir::function::Def;
use ir::{Attr, Block, Function, Inst, Op, Value};
use smallvec::SmallVec;

/// Accesses that are kept apart at one place; beyond, all of LDS is taken to be touched by the last one.
const MAX_PENDING: usize = 256;
/// Steps through an address.
const MAX_STEPS: usize = 16;

/// Blocks that not all lanes come to: what a lane branch guards, as far as the lanes' ways part.
pub(super) struct Divergent {
    /// The block that ends in the branch.
    pub(super) branch: Block,
    pub(super) blocks: Vec<Block>,
    /// Whether all lanes may go there without a difference: it ends, and is quiet for lanes outside the mask.
    pub(super) open: bool,
}

/// What keeps the order of accesses.
pub(super) enum Order {
    /// Barriers in front of these instructions.
    Barriers(Vec<Inst>),
    /// All lanes have to go into what this block's branch guards.
    Open(Block),
    /// Nothing: guest address of the access.
    No(u32),
}

/// Finds what keeps the order of a function's LDS accesses.
pub(super) fn order(
    func: &Function,
    dom: &Dominators,
    parts: &[Divergent],
    waves: Option<&Uniform>,
) -> Order {
    let accesses = accesses(func, dom);
    let group: u64 = func.local_size.iter().map(|&l| u64::from(l)).product();
    if accesses.is_empty() || group <= 1 {
        return Order::Barriers(vec![]);
    }
    let mut inside: SecondaryMap<Block, bool> = SecondaryMap::new();
    parts.iter().flat_map(|p| &p.blocks).for_each(|&b| inside[b] = true);
    let mut search = Search {
        func,
        dom,
        accesses,
        inside,
        waves,
        lanes: group.min(u64::from(func.wave_size.max(1))) as i64,
        barriers: SmallMap::default(),
    };
    // Each round puts in at least one barrier.
    loop {
        match search.round() {
            Found::Nothing => break,
            Found::Barriers => {}
            Found::Stuck(inst, block) => {
                let part = parts.iter().find(|p| p.open && p.blocks.contains(&block));
                return match part {
                    Some(part) => Order::Open(part.branch),
                    None => Order::No(func.insts[inst].pc),
                };
            }
        }
    }
    Order::Barriers(search.barriers.into_keys().collect())
}

/// An access of LDS.
#[derive(Clone, Copy)]
struct Access {
    block: Block,
    writes: bool,
    /// The result of an atomic, or a load's.
    reads: bool,
    atomic: Option<Atomic>,
    address: Option<Address>,
    bytes: i64,
    /// What a store of one element writes.
    data: Option<Value>,
}

/// `lane number * scale + offset + base`, and any multiple of `modulus` if that is not 0.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Address {
    scale: i64,
    offset: i64,
    base: Option<Value>,
    modulus: i64,
}

fn accesses(func: &Function, dom: &Dominators) -> SmallMap<Inst, Access> {
    let mut found = SmallMap::default();
    let incoming = util::incoming(func);
    for &block in dom.rpo() {
        for &inst in &func.blocks[block].insts {
            let data = &func.insts[inst];
            let (mem, atomic) = match &data.attr {
                Attr::Mem(m) => (m, None),
                Attr::Atomic(m, a, _) => (m, Some(*a)),
                _ => continue,
            };
            if mem.space != Space::Lds {
                continue;
            }
            let access = Access {
                block,
                writes: data.op != Op::load,
                reads: data.op == Op::load || atomic.is_some() && data.results > 0,
                atomic,
                address: data
                    .args
                    .first()
                    .and_then(|&a| address(func, &incoming, a, true))
                    .map(|a| Address { offset: a.offset + i64::from(mem.offset), ..a }),
                data: match (data.op, &data.args[..]) {
                    (Op::store, &[_, _, value]) => Some(value),
                    _ => None,
                },
                bytes: i64::from(mem.width.bits().div_ceil(8)) * i64::from(mem.count.max(1)),
            };
            found.insert(inst, access);
        }
    }
    found
}

/// Edges to each block: the terminator and the number of the target.
type Incoming = SecondaryMap<Block, SmallVec<[(Inst, u16); 2]>>;

/// Takes an address apart; none if it is no sum of a multiple of the lane's number and something uniform. A parameter that
/// a loop counts up by a constant is its first value and multiples of the constant; this is looked for once.
fn address(func: &Function, incoming: &Incoming, value: Value, loops: bool) -> Option<Address> {
    let plain = |base| Address { scale: 0, offset: 0, base, modulus: 0 };
    let (mut factor, mut sum) = (1i64, 0i64);
    let mut at = value;
    for _ in 0..MAX_STEPS {
        if let Some(bits) = func.as_const(at) {
            return Some(Address { offset: sum + factor * small(bits)?, ..plain(None) });
        }
        if !func.ty(at).is_lane() {
            // Times one only: a multiple of a value is no value at hand.
            return (factor == 1).then_some(Address { offset: sum, ..plain(Some(at)) });
        }
        let inst = match func.values[at].def {
            Def::Result(inst, 0) => inst,
            Def::Param(block, index) if loops => {
                let from = counted(func, incoming, block, index)?;
                let Address { scale, offset, modulus, .. } = from;
                return Some(Address {
                    scale: factor * scale,
                    offset: sum + factor * offset,
                    base: None,
                    modulus: power_of_two(factor * modulus),
                });
            }
            _ => return None,
        };
        let data = &func.insts[inst];
        match (data.op, &data.args[..]) {
            (Op::local_index, _) => {
                return Some(Address { scale: factor, offset: sum, ..plain(None) });
            }
            (Op::splat, &[x]) => at = x,
            (Op::iadd, &[x, c]) if func.as_const(c).is_some() => {
                sum += factor * small(func.as_const(c)?)?;
                at = x;
            }
            (Op::iadd, &[x, y]) if factor == 1 && func.ty(x).is_lane() != func.ty(y).is_lane() => {
                let (lane, base) = if func.ty(x).is_lane() { (x, y) } else { (y, x) };
                let rest = address(func, incoming, lane, false)?;
                return (rest.base.is_none()).then_some(Address {
                    offset: rest.offset + sum,
                    base: Some(base),
                    ..rest
                });
            }
            (Op::ishl, &[x, c]) => {
                factor *= 1i64.checked_shl(u32::try_from(func.as_const(c)?).ok()?.min(20))?;
                at = x;
            }
            (Op::imul, &[x, c]) => {
                factor *= small(func.as_const(c)?)?;
                at = x;
            }
            _ => return None,
        }
        if factor.abs() > 1 << 20 || sum.abs() > 1 << 30 {
            return None;
        }
    }
    None
}

/// A parameter that gets one value from outside of its loop, and itself with a constant added from inside.
fn counted(func: &Function, incoming: &Incoming, block: Block, index: u16) -> Option<Address> {
    let param = *func.blocks[block].params.get(usize::from(index))?;
    let mut first = None;
    let mut modulus = 0i64;
    for &(end, target) in &incoming[block] {
        let arg = util::edge_arg(func, end, target, usize::from(index))?;
        match steps(func, param, arg) {
            Some(step) => modulus = gcd(modulus, step),
            None if first.is_none() => first = Some(address(func, incoming, arg, false)?),
            None => return None,
        }
    }
    let modulus = power_of_two(modulus);
    first.filter(|f| f.base.is_none()).map(|f| Address { modulus, ..f })
}

/// The power of two in a modulus: addresses wrap at a power of two, too.
fn power_of_two(modulus: i64) -> i64 {
    if modulus == 0 { 0 } else { 1 << modulus.trailing_zeros() }
}

/// What is added to a parameter: a constant, or in some lanes nothing.
fn steps(func: &Function, param: Value, value: Value) -> Option<i64> {
    let mut at = value;
    let mut step = 0i64;
    for _ in 0..MAX_STEPS {
        if at == param {
            return Some(step);
        }
        let data = &func.insts[func.def_inst(at)?];
        match (data.op, &data.args[..]) {
            (Op::iadd, &[x, c]) => {
                let c = small(func.as_const(c)?)?;
                step = if step == 0 { c } else { gcd(step, c) };
                at = x;
            }
            // One side is the parameter as it was.
            (Op::select, &[_, x, old]) if old == param => at = x,
            _ => return None,
        }
    }
    None
}

fn gcd(a: i64, b: i64) -> i64 {
    let (mut a, mut b) = (a.abs(), b.abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// A constant of 32 bits as a number near 0.
fn small(bits: u64) -> Option<i64> {
    let value = i64::from(bits as u32 as i32);
    (value.abs() < 1 << 24).then_some(value)
}

enum Found {
    Nothing,
    Barriers,
    /// No barrier may stand before this access.
    Stuck(Inst, Block),
}

/// Accesses since the last barrier; true where control came from another block since.
type Pending = SmallMap<Inst, bool>;

struct Search<'a> {
    func: &'a Function,
    dom: &'a Dominators,
    accesses: SmallMap<Inst, Access>,
    inside: SecondaryMap<Block, bool>,
    waves: Option<&'a Uniform>,
    lanes: i64,
    /// In front of these instructions.
    barriers: SmallMap<Inst, ()>,
}

impl Search<'_> {
    /// Accesses that may lie before each block's start without a barrier between.
    fn flow(&self) -> SecondaryMap<Block, Pending> {
        let mut starts: SecondaryMap<Block, Pending> = SecondaryMap::new();
        let mut changed = true;
        while changed {
            changed = false;
            for &block in self.dom.rpo() {
                let mut pending = starts[block].clone();
                for &inst in &self.func.blocks[block].insts {
                    self.pass(inst, &mut pending);
                }
                for next in self.func.successors(block) {
                    for &inst in pending.keys() {
                        changed |= starts[next].insert(inst, true).is_none();
                    }
                }
            }
        }
        starts
    }

    fn pass(&self, inst: Inst, pending: &mut Pending) {
        if self.func.insts[inst].op == Op::barrier || self.barriers.contains_key(&inst) {
            pending.clear();
        }
        if self.accesses.contains_key(&inst) {
            pending.insert(inst, false);
        }
    }

    fn round(&mut self) -> Found {
        if self.accesses.len() > MAX_PENDING {
            // Too many to keep apart: a barrier in front of each, where it may stand.
            return self.everywhere();
        }
        let starts = self.flow();
        let mut added = false;
        for &block in self.dom.rpo() {
            let mut pending = starts[block].clone();
            for &inst in &self.func.blocks[block].insts {
                if self.func.insts[inst].op == Op::barrier || self.barriers.contains_key(&inst) {
                    pending.clear();
                }
                let Some(&access) = self.accesses.get(&inst) else { continue };
                let meets = pending.iter().any(|(&other, &far)| {
                    self.accesses.get(&other).is_some_and(|o| self.may_meet(o, &access, far))
                });
                if meets {
                    let Some(at) = self.place(inst, block) else { return Found::Stuck(inst, block) };
                    self.barriers.insert(at, ());
                    added = true;
                    if at == inst {
                        pending.clear();
                    }
                }
                pending.insert(inst, false);
            }
        }
        if added { Found::Barriers } else { Found::Nothing }
    }

    fn everywhere(&mut self) -> Found {
        let mut added = false;
        let insts: Vec<(Inst, Block)> = self.accesses.iter().map(|(&i, a)| (i, a.block)).collect();
        for (inst, block) in insts {
            if !self.may_stand(block) {
                return Found::Stuck(inst, block);
            }
            added |= self.barriers.insert(inst, ()).is_none();
        }
        if added { Found::Barriers } else { Found::Nothing }
    }

    fn may_stand(&self, block: Block) -> bool {
        !self.inside[block] && self.waves.is_none_or(|w| w.block(block))
    }

    /// In front of which instruction a barrier may stand for an access: itself, or the end of the nearest block above that
    /// all invocations come to. None if it stands there already and does not help.
    fn place(&self, inst: Inst, block: Block) -> Option<Inst> {
        if self.may_stand(block) {
            return Some(inst);
        }
        let mut at = self.dom.idom(block);
        while let Some(above) = at {
            if self.may_stand(above) {
                let end = self.func.terminator(above)?;
                return (!self.barriers.contains_key(&end)).then_some(end);
            }
            at = self.dom.idom(above);
        }
        None
    }

    /// Whether two accesses may touch the same bytes in different lanes, and their order matters.
    fn may_meet(&self, a: &Access, b: &Access, far: bool) -> bool {
        if !a.writes && !b.writes {
            return false;
        }
        if let (Some(x), Some(y)) = (a.atomic, b.atomic) {
            let any_order = matches!(
                x,
                Atomic::Add
                    | Atomic::Sub
                    | Atomic::And
                    | Atomic::Or
                    | Atomic::Xor
                    | Atomic::SMin
                    | Atomic::SMax
                    | Atomic::UMin
                    | Atomic::UMax
            );
            if x == y && any_order && !a.reads && !b.reads {
                return false;
            }
        }
        // The same is written, in whatever order.
        if let (Some(x), Some(y)) = (a.data, b.data)
            && a.bytes == b.bytes
            && written(self.func, x).is_some_and(|x| Some(x) == written(self.func, y))
            && uniform_bytes(written(self.func, x), a.bytes)
        {
            return false;
        }
        let (Some(x), Some(y)) = (a.address, b.address) else { return true };
        if x.base != y.base || far && x.base.is_some() || x.scale != y.scale {
            return true;
        }
        let modulus = gcd(x.modulus, y.modulus);
        // Distances of the two lanes, both ways.
        (1 - self.lanes..self.lanes).filter(|&d| d != 0).any(|d| {
            let apart = x.scale * d + x.offset - y.offset;
            if modulus == 0 {
                let apart = i64::from(apart as i32);
                return apart < b.bytes && -apart < a.bytes;
            }
            let apart = apart.rem_euclid(modulus);
            apart < b.bytes || modulus - apart < a.bytes
        })
    }
}

/// The bits of a constant that a store writes, the same in all lanes.
fn written(func: &Function, value: Value) -> Option<u64> {
    if let Some(bits) = func.as_const(value) {
        return Some(bits);
    }
    let data = &func.insts[func.def_inst(value)?];
    match (data.op, &data.args[..]) {
        (Op::splat, &[x]) => func.as_const(x),
        _ => None,
    }
}

/// Whether all bytes that are written are the same: stores at any places then commute.
fn uniform_bytes(bits: Option<u64>, bytes: i64) -> bool {
    let Some(bits) = bits else { return false };
    (1..bytes.min(8)).all(|i| (bits >> (8 * i)) & 0xff == bits & 0xff)
}
