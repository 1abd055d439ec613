//! The packed maps: a guest wave of W lanes is a host subgroup of S invocations, each of which carries K = W / S lanes.
//!
//! Lane k * S + i of the wave is carry k of invocation i, so that a ballot of the wave is K ballots of the subgroup side by
//! side. Uniform values stay single; every invocation computes them alike. A lane value becomes K values.
//!
//! Requires: phase Ssa; branches on uniform values only. Ensures: a function of wave size S. An access that is made once for
//! the wave is made by invocation 0, and its result is given to all. Leaves alone: what is uniform.

use super::is_scratch;
use super::lane_numbers::{self, Table};
use crate::passes::util::SmallMap;
use cranelift_entity::SecondaryMap;
use ir::attr::{BlockCall, Space};
use ir::{Attr, Builder, Function, Inst, Op, Rate, Type, Value, Width};
use smallvec::SmallVec;

/// Whether every barrier of the guest's stands where all waves of the workgroup come.
pub(super) fn barriers_meet(func: &Function) -> bool {
    let dominators = ir::dom::Dominators::new(func);
    let group: u64 = func.local_size.iter().map(|&l| u64::from(l)).product();
    if group <= u64::from(func.wave_size) {
        return true;
    }
    let uniform = super::uniform::workgroup_uniform(func, &dominators);
    dominators
        .rpo()
        .iter()
        .filter(|&&b| func.blocks[b].insts.iter().any(|&i| func.insts[i].op == Op::barrier))
        .all(|&b| uniform.block(b))
}

/// The values that a guest value became.
type Carried = SmallVec<[Value; 4]>;

struct Packer<'a> {
    func: &'a mut Function,
    lanes: u32,
    host: u32,
    map: SecondaryMap<Value, Option<Carried>>,
    /// Which lane each lane reads in shuffles where that is known.
    sources: SmallMap<Inst, Table>,
    /// LDS was read since the last place where the lanes met, or may have been.
    lds_read: bool,
}

/// Rewrites a function so that every invocation carries `lanes` lanes.
pub(super) fn rewrite(func: &mut Function, lanes: u32) {
    let host = func.wave_size / lanes;
    // Each carry has its part of the invocation's scratch.
    func.scratch_bytes = func.scratch_bytes.saturating_mul(lanes);
    let sources = lane_numbers::tables(func);
    let mut p = Packer { func, lanes, host, map: SecondaryMap::new(), sources, lds_read: true };
    let blocks = p.func.layout.clone();
    // Parameters first: a use may stand before the definition in the order of blocks.
    for &block in &blocks {
        let params = std::mem::take(&mut p.func.blocks[block].params);
        for param in params {
            let ty = p.func.ty(param);
            let copies = if ty.is_lane() { lanes } else { 1 };
            let new: Carried = (0..copies).map(|_| p.func.add_param(block, ty)).collect();
            p.map[param] = Some(new);
        }
    }
    let order: Vec<_> = ir::dom::Dominators::new(p.func).rpo().to_vec();
    for block in order {
        let insts = std::mem::take(&mut p.func.blocks[block].insts);
        p.lds_read = true;
        for inst in insts {
            p.instruction(block, inst);
        }
    }
    // The host's group: whole subgroups in a row.
    let total = p.func.local_size.iter().fold(1u32, |n, &l| n.saturating_mul(l));
    p.func.local_size = [total.div_ceil(lanes * host).saturating_mul(host), 1, 1];
    p.func.wave_size = host;
}

impl Packer<'_> {
    /// All carries of a value.
    fn all(&self, value: Value) -> Carried {
        match &self.map[value] {
            Some(new) => new.clone(),
            None => SmallVec::from_slice(&[value]),
        }
    }

    /// Carry `k` of a value; uniform values have one for all.
    fn carry(&self, value: Value, k: u32) -> Value {
        let all = self.all(value);
        all.get(k as usize).or(all.first()).copied().unwrap_or(value)
    }

    fn call(&self, call: &BlockCall) -> BlockCall {
        let params = &self.func.blocks[call.block].params;
        let mut args = SmallVec::new();
        for &arg in &call.args {
            let new = self.all(arg);
            // A uniform argument of a lane parameter stands for all carries.
            let wanted =
                params.get(args.len()).map_or(1, |&p| if self.func.ty(p).is_lane() { self.lanes } else { 1 });
            if new.len() == 1 {
                args.extend(std::iter::repeat_n(new[0], wanted as usize));
            } else {
                args.extend(new);
            }
        }
        BlockCall { block: call.block, args }
    }

    fn instruction(&mut self, block: ir::Block, inst: ir::Inst) {
        let data = self.func.insts[inst].clone();
        let lane_result = self.func.results(inst).next().is_some_and(|v| self.func.ty(v).is_lane());
        let lane_args = data.args.iter().any(|&a| self.func.ty(a).is_lane());
        let old: SmallVec<[Value; 4]> = self.func.results(inst).collect();
        let (lanes, host) = (self.lanes, self.host);
        let lds = data.attr.mem().is_some_and(|m| m.space == Space::Lds);
        let writes = lds && matches!(data.op, Op::store | Op::atomic);
        // Lanes of a wave exchange data through LDS without a barrier of the guest's: a write comes after the reads of all
        // lanes that stand before it, and before all that stands behind it.
        if writes && self.lds_read {
            self.builder(block, data.pc).emit(Op::wave_barrier, &[], Attr::None, &[]);
        }
        match data.op {
            _ if data.op.is_terminator() => {
                let attr = match &data.attr {
                    Attr::Jump(c) => Attr::Jump(Box::new(self.call(c))),
                    Attr::Branch(c) => Attr::Branch(Box::new([self.call(&c[0]), self.call(&c[1])])),
                    Attr::Switch(s) => Attr::Switch(Box::new(ir::attr::Switch {
                        cases: s.cases.iter().map(|(v, c)| (*v, self.call(c))).collect(),
                        default: self.call(&s.default),
                    })),
                    other => other.clone(),
                };
                let args: SmallVec<[Value; 4]> = data.args.iter().map(|&a| self.carry(a, 0)).collect();
                self.builder(block, data.pc).emit(data.op, &args, attr, &[]);
            }
            Op::ballot => {
                let masks = self.all(data.args[0]);
                let bits = self.ballot(block, data.pc, &masks);
                self.map[old[0]] = Some(SmallVec::from_slice(&[bits]));
            }
            Op::any => {
                let masks = self.all(data.args[0]);
                let mut b = self.builder(block, data.pc);
                let mut mask = masks[0];
                for &m in &masks[1..] {
                    mask = b.pure(Op::ior, &[mask, m]);
                }
                let any = b.pure(Op::any, &[mask]);
                self.map[old[0]] = Some(SmallVec::from_slice(&[any]));
            }
            Op::readlane => {
                let (values, index) = (self.all(data.args[0]), self.carry(data.args[1], 0));
                let v = self.read(block, data.pc, &values, index);
                self.map[old[0]] = Some(SmallVec::from_slice(&[v]));
            }
            Op::readfirst => {
                let (values, masks) = (self.all(data.args[0]), self.all(data.args[1]));
                let bits = self.ballot(block, data.pc, &masks);
                let mut b = self.builder(block, data.pc);
                let first = b.pure(Op::find_lsb, &[bits]);
                // All ones where the mask is empty: lane 0 then.
                let (none, zero) = (b.c32(u32::MAX), b.c32(0));
                let empty = b.pure(Op::ieq, &[first, none]);
                let index = b.pure(Op::select, &[empty, zero, first]);
                let v = self.read(block, data.pc, &values, index);
                self.map[old[0]] = Some(SmallVec::from_slice(&[v]));
            }
            Op::lane_id | Op::local_index => {
                let mut b = self.builder(block, data.pc);
                let lane = b.pure(Op::lane_id, &[]);
                let base = if data.op == Op::local_index {
                    let (wave, size) = (b.pure(Op::wave_id, &[]), b.c32(lanes * host));
                    b.pure(Op::imul, &[wave, size])
                } else {
                    b.c32(0)
                };
                let new = (0..lanes)
                    .map(|k| {
                        let at = b.c32(k * host);
                        let at = b.pure(Op::iadd, &[base, at]);
                        b.pure(Op::iadd, &[lane, at])
                    })
                    .collect();
                self.map[old[0]] = Some(new);
            }
            Op::lanebit => {
                let bits = self.carry(data.args[0], 0);
                let mut b = self.builder(block, data.pc);
                let lane = b.pure(Op::lane_id, &[]);
                let new = (0..lanes)
                    .map(|k| {
                        let at = b.c32(k * host);
                        let at = b.pure(Op::iadd, &[lane, at]);
                        let moved = b.pure(Op::ushr, &[bits, at]);
                        b.op(Op::trunc, &[moved], Attr::Width(Width::B1))
                    })
                    .collect();
                self.map[old[0]] = Some(new);
            }
            Op::writelane => {
                let (values, index, value) =
                    (self.all(data.args[0]), self.carry(data.args[1], 0), self.carry(data.args[2], 0));
                let mut b = self.builder(block, data.pc);
                let lane = b.pure(Op::lane_id, &[]);
                let all = b.c32(lanes * host - 1);
                let index = b.pure(Op::iand, &[index, all]);
                let new = (0..lanes)
                    .map(|k| {
                        let at = b.c32(k * host);
                        let at = b.pure(Op::iadd, &[lane, at]);
                        let hit = b.pure(Op::ieq, &[at, index]);
                        b.pure(Op::select, &[hit, value, values[(k as usize).min(values.len() - 1)]])
                    })
                    .collect();
                self.map[old[0]] = Some(new);
            }
            Op::shuffle => {
                let (values, indices) = (self.all(data.args[0]), self.all(data.args[1]));
                let new = (0..lanes)
                    .map(|k| {
                        let index = indices[(k as usize).min(indices.len() - 1)];
                        let known = self.sources.get(&inst).map(|&table| (k, table));
                        self.shuffled(block, data.pc, &values, index, known)
                    })
                    .collect();
                self.map[old[0]] = Some(new);
            }
            Op::load | Op::store if is_scratch(&data.attr) => self.scratch(block, &data, &old),
            Op::store | Op::atomic | Op::fault if !lane_args => self.once(block, &data, &old),
            _ if lane_result || lane_args && data.results == 0 => {
                // The lane op, once for each carry; once for all where the operands are the same in all, unless it acts.
                let acts = matches!(data.op, Op::store | Op::atomic);
                let same = !acts && data.args.iter().all(|&a| self.all(a).len() == 1);
                let types: SmallVec<[Type; 4]> = old.iter().map(|&v| self.func.ty(v)).collect();
                let mut new: SmallVec<[Carried; 4]> = old.iter().map(|_| Carried::new()).collect();
                for k in 0..if same { 1 } else { lanes } {
                    let args: SmallVec<[Value; 4]> = data.args.iter().map(|&a| self.carry(a, k)).collect();
                    let copy = self.builder(block, data.pc).emit(data.op, &args, data.attr.clone(), &types);
                    for (to, v) in new.iter_mut().zip(self.func.results(copy)) {
                        to.push(v);
                    }
                }
                for (&v, carried) in old.iter().zip(new) {
                    self.map[v] = Some(carried);
                }
            }
            _ => {
                let args: SmallVec<[Value; 4]> = data.args.iter().map(|&a| self.carry(a, 0)).collect();
                self.func.insts[inst].args = args;
                self.func.blocks[block].insts.push(inst);
            }
        }
        if writes {
            self.builder(block, data.pc).emit(Op::wave_barrier, &[], Attr::None, &[]);
        }
        self.lds_read =
            if lds { !writes } else { self.lds_read && !matches!(data.op, Op::barrier | Op::vote_barrier) };
    }

    fn builder(&mut self, block: ir::Block, pc: u32) -> Builder<'_> {
        let mut b = Builder::new(self.func, block);
        b.pc = pc;
        b
    }

    /// The ballot of the wave: ballots of the carries side by side.
    fn ballot(&mut self, block: ir::Block, pc: u32, masks: &[Value]) -> Value {
        let (lanes, host) = (self.lanes, self.host);
        let mut b = self.builder(block, pc);
        let mut bits = None;
        for k in 0..lanes {
            let mask = masks[(k as usize).min(masks.len() - 1)];
            let part = b.pure(Op::ballot, &[mask]);
            let part = if k == 0 {
                part
            } else {
                let by = b.c32(k * host);
                b.pure(Op::ishl, &[part, by])
            };
            bits = Some(bits.map_or(part, |bits| b.pure(Op::ior, &[bits, part])));
        }
        bits.unwrap_or_else(|| b.c64(0))
    }

    /// The value in lane `index` of the wave.
    fn read(&mut self, block: ir::Block, pc: u32, values: &[Value], index: Value) -> Value {
        let (lanes, host) = (self.lanes, self.host);
        let constant = self.func.as_const(index);
        let mut b = self.builder(block, pc);
        if values.len() == 1 && !b.func.ty(values[0]).is_lane() {
            return values[0];
        }
        let (in_host, shift) = (b.c32(host - 1), b.c32(host.trailing_zeros()));
        let at = b.pure(Op::iand, &[index, in_host]);
        if let Some(index) = constant {
            let k = (index as u32 % (lanes * host)) / host;
            return b.pure(Op::readlane, &[values[(k as usize).min(values.len() - 1)], at]);
        }
        let carry = b.pure(Op::ushr, &[index, shift]);
        let all = b.c32(lanes - 1);
        let carry = b.pure(Op::iand, &[carry, all]);
        let mut result = None;
        for (k, &v) in values.iter().enumerate() {
            let read = b.pure(Op::readlane, &[v, at]);
            result = Some(match result {
                None => read,
                Some(others) => {
                    let k = b.c32(k as u32);
                    let hit = b.pure(Op::ieq, &[carry, k]);
                    b.pure(Op::select, &[hit, read, others])
                }
            });
        }
        result.unwrap_or(index)
    }

    /// Each invocation's value from the lane of the wave whose number it gives. Where each lane's source is `known`, for a carry:
    /// only carries that hold a source are looked at, and no other invocation where every source is the invocation's own.
    fn shuffled(
        &mut self,
        block: ir::Block,
        pc: u32,
        values: &[Value],
        index: Value,
        known: Option<(u32, Table)>,
    ) -> Value {
        let (lanes, host) = (self.lanes, self.host);
        let mut b = self.builder(block, pc);
        if values.len() == 1 && !b.func.ty(values[0]).is_lane() {
            return values[0];
        }
        // For each invocation the lane that it reads.
        let sources: Option<SmallVec<[u32; 64]>> = known.map(|(k, table)| {
            (0..host).map(|i| table.get((k * host + i) as usize).map_or(0, |&s| u32::from(s))).collect()
        });
        let mut carries: SmallVec<[u32; 8]> = match &sources {
            Some(sources) => sources.iter().map(|s| s / host).collect(),
            None => (0..values.len() as u32).collect(),
        };
        carries.sort_unstable();
        carries.dedup();
        let (in_host, shift, all) = (b.c32(host - 1), b.c32(host.trailing_zeros()), b.c32(lanes - 1));
        let at = b.pure(Op::iand, &[index, in_host]);
        let carry = b.pure(Op::ushr, &[index, shift]);
        let carry = b.pure(Op::iand, &[carry, all]);
        let mut result = None;
        for &c in &carries {
            let value = values[(c as usize).min(values.len() - 1)];
            let own = sources
                .as_ref()
                .is_some_and(|sources| sources.iter().zip(0..).all(|(&s, i)| s / host != c || s % host == i));
            let got = if own { value } else { b.pure(Op::shuffle, &[value, at]) };
            result = Some(match result {
                None => got,
                Some(others) => {
                    let c = b.c32(c);
                    let hit = b.pure(Op::ieq, &[carry, c]);
                    b.pure(Op::select, &[hit, got, others])
                }
            });
        }
        result.unwrap_or(index)
    }

    /// An access of every lane to its own memory: each carry has its part of the invocation's, and what is out of range of
    /// the part reads 0 and stores nothing.
    fn scratch(&mut self, block: ir::Block, data: &ir::function::InstData, old: &[Value]) {
        let Attr::Mem(mem) = &data.attr else { return };
        let (part, one) = (self.func.scratch_bytes / self.lanes, mem.width.bits() / 8);
        let types: SmallVec<[Type; 4]> = old.iter().map(|&v| self.func.ty(v)).collect();
        let mut new: SmallVec<[Carried; 4]> = old.iter().map(|_| Carried::new()).collect();
        for k in 0..self.lanes {
            let args: SmallVec<[Value; 4]> = data.args.iter().map(|&a| self.carry(a, k)).collect();
            let &[base, mask, ref values @ ..] = &args[..] else { return };
            for i in 0..u32::from(mem.count) {
                let mut b = self.builder(block, data.pc);
                let offset = b.c32(mem.offset.cast_unsigned().wrapping_add(i * one));
                let offset = b.pure(Op::iadd, &[base, offset]);
                let limit = b.c32((part + 1).saturating_sub(one));
                let inside = b.pure(Op::ult, &[offset, limit]);
                let first = b.c32(k * part);
                let at = b.pure(Op::iadd, &[offset, first]);
                let mask = b.pure(Op::iand, &[mask, inside]);
                let align = mem.align.min(1 << (part | (i * one) | 16).trailing_zeros());
                let attr = Attr::Mem(ir::attr::Mem { count: 1, offset: 0, align, ..*mem });
                match types.get(i as usize) {
                    Some(&ty) => {
                        let load = b.emit(data.op, &[at, mask], attr, &[ty]);
                        let zero = b.func.constant(ty.width, 0);
                        let value = b.func.result(load).unwrap_or(zero);
                        new[i as usize].push(b.pure(Op::select, &[inside, value, zero]));
                    }
                    None => {
                        let value = values.get(i as usize).copied().unwrap_or(at);
                        b.emit(data.op, &[at, mask, value], attr, &[]);
                    }
                }
            }
        }
        for (&v, carried) in old.iter().zip(new) {
            self.map[v] = Some(carried);
        }
    }

    /// An access that is made once for the wave: by invocation 0, whose result all get.
    fn once(&mut self, block: ir::Block, data: &ir::function::InstData, old: &[Value]) {
        let mask_at = usize::from(data.op != Op::fault);
        let args: SmallVec<[Value; 4]> = data.args.iter().map(|&a| self.carry(a, 0)).collect();
        let types: SmallVec<[Type; 4]> =
            old.iter().map(|&v| Type { width: self.func.ty(v).width, rate: Rate::Lane }).collect();
        let mut b = self.builder(block, data.pc);
        let (lane, zero) = (b.pure(Op::lane_id, &[]), b.c32(0));
        let first = b.pure(Op::ieq, &[lane, zero]);
        let mut args = args;
        if let Some(mask) = args.get_mut(mask_at) {
            *mask = b.pure(Op::iand, &[first, *mask]);
        }
        let copy = b.emit(data.op, &args, data.attr.clone(), &types);
        let results: Vec<Value> = self.func.results(copy).collect();
        for (&v, r) in old.iter().zip(results) {
            let mut b = self.builder(block, data.pc);
            let value = b.pure(Op::readlane, &[r, zero]);
            self.map[v] = Some(SmallVec::from_slice(&[value]));
        }
    }
}
