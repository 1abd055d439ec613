//! Turns 64-bit values into pairs of 32-bit ones, for devices without 64-bit integers.
//!
//! Requires: phase Resolved, a graph, no op of group `float`. Ensures: 64-bit values are left only where an op has no other
//! form: as addresses of guest memory, data of 64-bit atomics and of accesses that must be one, lane masks as bits, host floats
//! of 64 bits. There each operand is a `pack` and each result is taken apart by `lo` and `hi`; no arithmetic, no select and no
//! parameter has 64 bits. Leaves alone: everything else. The same bits come out.
//!
//! ```text
//! v2 = iadd v0, v1    →    v6 = iadd v2, v4; v7 = ult v6, v2; v8 = zext v7; v9 = iadd v3, v5; v10 = iadd v9, v8
//! ```
//!
//! Products: schoolbook, by halves. Tests: below, on all ops with corner values and random ones.

use super::util::{Aliases, targets_mut};
use super::{Changed, PassError};
use crate::error::TranslateErrorKind;
use cranelift_entity::SecondaryMap;
use ir::attr::{Coherence, Mem};
use ir::dom::Dominators;
use ir::function::{Def, ValueData};
use ir::{Attr, Block, Builder, Function, Inst, Op, Phase, Type, Value, Width};
use smallvec::SmallVec;

/// A 64-bit value: low half, high half.
type Pair = [Value; 2];

/// Splits every 64-bit value.
///
/// # Errors
/// Divisions of 64 bits, which no guest instruction becomes.
pub fn run(func: &mut Function) -> Result<Changed, PassError> {
    if func.phase != Phase::Resolved {
        return Err(PassError::bug("legalize_int64 wants phase Resolved"));
    }
    let dom = Dominators::new(func);
    let mut split = Split { pairs: SecondaryMap::new(), aliases: Aliases::default(), changed: false };
    for &block in dom.rpo() {
        split.params(func, block);
    }
    for &block in dom.rpo() {
        for inst in std::mem::take(&mut func.blocks[block].insts) {
            let pc = func.insts[inst].pc;
            split.inst(func, block, inst).map_err(|kind| PassError { pc, kind })?;
        }
    }
    split.aliases.rewrite_graph(func);
    Ok(split.changed.into())
}

struct Split {
    pairs: SecondaryMap<Value, Option<Pair>>,
    /// What stands for results of other widths.
    aliases: Aliases,
    changed: bool,
}

fn is_wide(func: &Function, v: Value) -> bool {
    func.ty(v).width == Width::B64
}

fn half_of(ty: Type) -> Type {
    Type { width: Width::B32, ..ty }
}

impl Split {
    /// Each 64-bit parameter becomes two.
    fn params(&mut self, func: &mut Function, block: Block) {
        if !func.blocks[block].params.iter().any(|&p| is_wide(func, p)) {
            return;
        }
        self.changed = true;
        for param in std::mem::take(&mut func.blocks[block].params) {
            if is_wide(func, param) {
                let ty = half_of(func.ty(param));
                self.pairs[param] = Some([func.add_param(block, ty), func.add_param(block, ty)]);
            } else {
                let at = func.blocks[block].params.len() as u16;
                func.values[param] = ValueData { ty: func.ty(param), def: Def::Param(block, at) };
                func.blocks[block].params.push(param);
            }
        }
    }

    fn inst(&mut self, func: &mut Function, block: Block, inst: Inst) -> Result<(), TranslateErrorKind> {
        let mut touched = func.results(inst).any(|v| is_wide(func, v));
        func.for_each_use(inst, |v| touched |= is_wide(func, v));
        if !touched {
            func.blocks[block].insts.push(inst);
            return Ok(());
        }
        self.changed = true;
        let op = func.insts[inst].op;
        if op.is_terminator() {
            let mut attr = std::mem::replace(&mut func.insts[inst].attr, Attr::None);
            for call in targets_mut(&mut attr) {
                call.args = self.flat(func, &call.args)?;
            }
            func.insts[inst].attr = attr;
            func.blocks[block].insts.push(inst);
            return Ok(());
        }
        let pc = func.insts[inst].pc;
        let mut b = Builder::new(func, block);
        b.pc = pc;
        let mut e = Halves { b };
        if op.group() == "int" {
            return self.int(&mut e, inst, op);
        }
        match op {
            Op::readlane | Op::readfirst | Op::writelane | Op::shuffle => self.by_halves(&mut e, inst, op),
            Op::load | Op::store => self.access(&mut e, inst, op),
            _ => self.whole(&mut e, inst),
        }
    }

    fn pair(&self, func: &mut Function, v: Value) -> Result<Pair, TranslateErrorKind> {
        if let Some(bits) = func.as_const(v) {
            return Ok([bits & 0xffff_ffff, bits >> 32].map(|half| func.constant(Width::B32, half)));
        }
        self.pairs[v].ok_or(TranslateErrorKind::Bug { what: "a 64-bit value is used before it is split" })
    }

    /// Values with each 64-bit one replaced by its halves.
    fn flat(
        &self,
        func: &mut Function,
        values: &[Value],
    ) -> Result<SmallVec<[Value; 4]>, TranslateErrorKind> {
        let mut flat = SmallVec::new();
        for &v in values {
            if is_wide(func, v) {
                flat.extend(self.pair(func, v)?);
            } else {
                flat.push(v);
            }
        }
        Ok(flat)
    }

    /// An op that has no other form: its operands are put together, its results taken apart.
    fn whole(&mut self, e: &mut Halves<'_>, inst: Inst) -> Result<(), TranslateErrorKind> {
        self.join(e, inst)?;
        let block = e.b.block;
        e.b.func.blocks[block].insts.push(inst);
        for v in e.b.func.results(inst) {
            if is_wide(e.b.func, v) {
                self.pairs[v] = Some([e.b.pure(Op::lo, &[v]), e.b.pure(Op::hi, &[v])]);
            }
        }
        Ok(())
    }

    /// Puts 64-bit operands together.
    fn join(&mut self, e: &mut Halves<'_>, inst: Inst) -> Result<(), TranslateErrorKind> {
        let mut args = e.b.func.insts[inst].args.clone();
        for arg in &mut args {
            if is_wide(e.b.func, *arg) && e.b.func.as_const(*arg).is_none() {
                let pair = self.pair(e.b.func, *arg)?;
                *arg = e.b.pure(Op::pack, &pair);
            }
        }
        e.b.func.insts[inst].args = args;
        Ok(())
    }

    /// An op of lanes, done for each half.
    fn by_halves(&mut self, e: &mut Halves<'_>, inst: Inst, op: Op) -> Result<(), TranslateErrorKind> {
        let args = e.b.func.insts[inst].args.clone();
        let mut halves = [args.clone(), args.clone()];
        for (i, &arg) in args.iter().enumerate() {
            if is_wide(e.b.func, arg) {
                let pair = self.pair(e.b.func, arg)?;
                for (half, v) in halves.iter_mut().zip(pair) {
                    half[i] = v;
                }
            }
        }
        let [low, high] = halves.map(|args| e.b.pure(op, &args));
        if let Some(old) = e.b.func.result(inst) {
            self.pairs[old] = Some([low, high]);
        }
        Ok(())
    }

    /// Loads and stores: elements of 64 bits are two of 32, unless the access has to be one.
    fn access(&mut self, e: &mut Halves<'_>, inst: Inst, op: Op) -> Result<(), TranslateErrorKind> {
        let Attr::Mem(mem) = e.b.func.insts[inst].attr else {
            return Err(TranslateErrorKind::Bug { what: "an access without its place" });
        };
        let one = mem.coherence == Coherence::Device || mem.count > 8;
        if mem.width != Width::B64 || one {
            return self.whole(e, inst);
        }
        let attr = Attr::Mem(Mem { width: Width::B32, count: mem.count * 2, ..mem });
        let args = e.b.func.insts[inst].args.clone();
        let (place, data) = args.split_at(args.len().min(2));
        let mut args: SmallVec<[Value; 4]> = SmallVec::new();
        for &v in place {
            if is_wide(e.b.func, v) && e.b.func.as_const(v).is_none() {
                let pair = self.pair(e.b.func, v)?;
                args.push(e.b.pure(Op::pack, &pair));
            } else {
                args.push(v);
            }
        }
        args.extend(self.flat(e.b.func, data)?);
        let old: SmallVec<[Value; 4]> = e.b.func.results(inst).collect();
        let types: SmallVec<[Type; 8]> = old.iter().flat_map(|&v| [half_of(e.b.func.ty(v)); 2]).collect();
        let new = e.b.emit(op, &args, attr, &types);
        let halves: SmallVec<[Value; 8]> = e.b.func.results(new).collect();
        let (halves, _) = halves.as_chunks::<2>();
        for (&v, &pair) in old.iter().zip(halves) {
            self.pairs[v] = Some(pair);
        }
        Ok(())
    }

    fn int(&mut self, e: &mut Halves<'_>, inst: Inst, op: Op) -> Result<(), TranslateErrorKind> {
        let data = &e.b.func.insts[inst];
        let (args, attr) = (data.args.clone(), data.attr.clone());
        let Some(old) = e.b.func.result(inst) else {
            return Err(TranslateErrorKind::Bug { what: "an integer op without a result" });
        };
        let mut wide = [None; 3];
        for (slot, &arg) in wide.iter_mut().zip(&args) {
            if is_wide(e.b.func, arg) {
                *slot = Some(self.pair(e.b.func, arg)?);
            }
        }
        let missing =
            || TranslateErrorKind::Bug { what: "an integer op with other operands than its row says" };
        let w = |i: usize| wide.get(i).copied().flatten().ok_or_else(missing);
        let n = |i: usize| args.get(i).copied().ok_or_else(missing);
        let to = if let Attr::Width(width) = attr { width } else { Width::B32 };
        let mut single = |e: &mut Halves<'_>, v: Value| {
            let v = e.as_lane(v, e.b.func.ty(old));
            self.aliases.set(old, v);
        };
        let pair = match op {
            Op::iadd => e.add(w(0)?, w(1)?),
            Op::isub => e.sub(w(0)?, w(1)?),
            Op::imul => e.mul(w(0)?, w(1)?),
            Op::umulhi => e.mul_high(w(0)?, w(1)?),
            Op::smulhi => e.smul_high(w(0)?, w(1)?),
            Op::udiv | Op::urem => {
                return Err(TranslateErrorKind::Unsupported {
                    what: "a division of 64 bits",
                    why: "the device has no 64-bit integers",
                });
            }
            Op::iand | Op::ior | Op::ixor => e.each(op, w(0)?, w(1)?),
            Op::inot => w(0)?.map(|v| e.b.pure(op, &[v])),
            Op::ishl => e.shl(w(0)?, n(1)?),
            Op::ushr => e.shr(w(0)?, n(1)?, false),
            Op::sshr => e.shr(w(0)?, n(1)?, true),
            Op::umin | Op::umax | Op::smin | Op::smax => {
                let (a, b) = (w(0)?, w(1)?);
                let less = e.less(b, a, matches!(op, Op::smin | Op::smax));
                if matches!(op, Op::umin | Op::smin) { e.select(less, b, a) } else { e.select(less, a, b) }
            }
            Op::bitrev => {
                let [low, high] = w(0)?.map(|v| e.b.pure(op, &[v]));
                [high, low]
            }
            Op::select => e.select(n(0)?, w(1)?, w(2)?),
            Op::zext | Op::sext => {
                let v = n(0)?;
                let low = match e.b.func.ty(v).width {
                    Width::B32 => v,
                    _ => e.b.op(op, &[v], Attr::Width(Width::B32)),
                };
                [low, if op == Op::zext { e.b.c32(0) } else { e.k(Op::sshr, low, 31) }]
            }
            Op::pack => [n(0)?, n(1)?],
            Op::splat => w(0)?.map(|v| e.b.pure(op, &[v])),
            Op::unknown => {
                let ty = half_of(e.b.func.ty(old));
                [(); 2].map(|()| e.b.op(op, &[], Attr::Type(ty)))
            }
            _ => {
                let v = match op {
                    Op::trunc => {
                        let [low, _] = w(0)?;
                        if to == Width::B32 { low } else { e.b.op(op, &[low], attr) }
                    }
                    Op::lo => w(0)?[0],
                    Op::hi => w(0)?[1],
                    Op::popcnt => {
                        let [low, high] = w(0)?.map(|v| e.b.pure(op, &[v]));
                        e.b.pure(Op::iadd, &[low, high])
                    }
                    Op::find_lsb => {
                        let [low, high] = w(0)?;
                        e.find(op, low, high, 0, 32)
                    }
                    Op::find_umsb => {
                        let [low, high] = w(0)?;
                        e.find(op, high, low, 32, 0)
                    }
                    Op::find_smsb => {
                        let [low, high] = w(0)?;
                        let sign = e.k(Op::sshr, high, 31);
                        let (low, high) =
                            (e.b.pure(Op::ixor, &[low, sign]), e.b.pure(Op::ixor, &[high, sign]));
                        e.find(Op::find_umsb, high, low, 32, 0)
                    }
                    Op::ieq | Op::ine => {
                        let [low, high] = e.each(Op::ixor, w(0)?, w(1)?);
                        let any = e.b.pure(Op::ior, &[low, high]);
                        e.k(op, any, 0)
                    }
                    Op::ult => e.less(w(0)?, w(1)?, false),
                    Op::slt => e.less(w(0)?, w(1)?, true),
                    Op::ule | Op::sle => {
                        let more = e.less(w(1)?, w(0)?, op == Op::sle);
                        e.b.pure(Op::inot, &[more])
                    }
                    _ => return Err(TranslateErrorKind::Bug { what: "an integer op that is not split" }),
                };
                single(e, v);
                return Ok(());
            }
        };
        let ty = half_of(e.b.func.ty(old));
        self.pairs[old] = Some(pair.map(|v| e.as_lane(v, ty)));
        Ok(())
    }
}

/// Emits the arithmetic of pairs.
struct Halves<'a> {
    b: Builder<'a>,
}

impl Halves<'_> {
    /// A uniform value in every lane, where a lane value is wanted.
    fn as_lane(&mut self, v: Value, wanted: Type) -> Value {
        if wanted.is_lane() && !self.b.func.ty(v).is_lane() { self.b.pure(Op::splat, &[v]) } else { v }
    }

    /// An op with a constant of 32 bits as its second operand.
    fn k(&mut self, op: Op, a: Value, constant: u32) -> Value {
        let constant = self.b.c32(constant);
        self.b.pure(op, &[a, constant])
    }

    fn two(&mut self, op: Op, a: Value, b: Value) -> Value {
        self.b.pure(op, &[a, b])
    }

    fn each(&mut self, op: Op, [a, b]: Pair, [c, d]: Pair) -> Pair {
        [self.two(op, a, c), self.two(op, b, d)]
    }

    fn select(&mut self, condition: Value, [a, b]: Pair, [c, d]: Pair) -> Pair {
        [self.b.pure(Op::select, &[condition, a, c]), self.b.pure(Op::select, &[condition, b, d])]
    }

    /// A sum of 32 bits and its carry.
    fn carry(&mut self, a: Value, b: Value) -> (Value, Value) {
        let sum = self.two(Op::iadd, a, b);
        let carry = self.two(Op::ult, sum, a);
        (sum, self.b.op(Op::zext, &[carry], Attr::Width(Width::B32)))
    }

    fn add(&mut self, [a, b]: Pair, [c, d]: Pair) -> Pair {
        let (low, carry) = self.carry(a, c);
        let high = self.two(Op::iadd, b, d);
        [low, self.two(Op::iadd, high, carry)]
    }

    fn sub(&mut self, [a, b]: Pair, [c, d]: Pair) -> Pair {
        let low = self.two(Op::isub, a, c);
        let borrow = self.two(Op::ult, a, c);
        let borrow = self.b.op(Op::zext, &[borrow], Attr::Width(Width::B32));
        let high = self.two(Op::isub, b, d);
        [low, self.two(Op::isub, high, borrow)]
    }

    /// A product of 32 bits, both halves.
    fn product(&mut self, a: Value, b: Value) -> Pair {
        [self.two(Op::imul, a, b), self.two(Op::umulhi, a, b)]
    }

    fn mul(&mut self, [a, b]: Pair, [c, d]: Pair) -> Pair {
        let [low, high] = self.product(a, c);
        let (x, y) = (self.two(Op::imul, a, d), self.two(Op::imul, b, c));
        let high = self.two(Op::iadd, high, x);
        [low, self.two(Op::iadd, high, y)]
    }

    fn mul_high(&mut self, [a, b]: Pair, [c, d]: Pair) -> Pair {
        let first = self.two(Op::umulhi, a, c);
        let [x_low, x_high] = self.product(a, d);
        let [y_low, y_high] = self.product(b, c);
        let last = self.product(b, d);
        let (sum, c1) = self.carry(first, x_low);
        let (_, c2) = self.carry(sum, y_low);
        let zero = self.b.c32(0);
        let result = self.add(last, [x_high, zero]);
        let result = self.add(result, [y_high, zero]);
        let carries = self.two(Op::iadd, c1, c2);
        self.add(result, [carries, zero])
    }

    fn smul_high(&mut self, a: Pair, b: Pair) -> Pair {
        let mut result = self.mul_high(a, b);
        for (of, other) in [(a, b), (b, a)] {
            let sign = self.k(Op::sshr, of[1], 31);
            let off = self.each(Op::iand, other, [sign, sign]);
            result = self.sub(result, off);
        }
        result
    }

    /// Whether the count reaches from one half into the other.
    fn far(&mut self, by: Value) -> Value {
        let bit = self.k(Op::iand, by, 32);
        self.k(Op::ine, bit, 0)
    }

    // Counts are taken modulo 32 by the ops; 31 - count is its complement there.

    fn shl(&mut self, [low, high]: Pair, by: Value) -> Pair {
        let rest = self.b.pure(Op::inot, &[by]);
        let near_low = self.two(Op::ishl, low, by);
        let up = self.k(Op::ushr, low, 1);
        let up = self.two(Op::ushr, up, rest);
        let near_high = self.two(Op::ishl, high, by);
        let near_high = self.two(Op::ior, near_high, up);
        let (far, zero) = (self.far(by), self.b.c32(0));
        self.select(far, [zero, near_low], [near_low, near_high])
    }

    fn shr(&mut self, [low, high]: Pair, by: Value, signed: bool) -> Pair {
        let rest = self.b.pure(Op::inot, &[by]);
        let near_high = self.two(if signed { Op::sshr } else { Op::ushr }, high, by);
        let down = self.k(Op::ishl, high, 1);
        let down = self.two(Op::ishl, down, rest);
        let near_low = self.two(Op::ushr, low, by);
        let near_low = self.two(Op::ior, near_low, down);
        let end = if signed { self.k(Op::sshr, high, 31) } else { self.b.c32(0) };
        let far = self.far(by);
        self.select(far, [near_high, end], [near_low, near_high])
    }

    fn less(&mut self, [a, b]: Pair, [c, d]: Pair, signed: bool) -> Value {
        let high = self.two(if signed { Op::slt } else { Op::ult }, b, d);
        let same = self.two(Op::ieq, b, d);
        let low = self.two(Op::ult, a, c);
        let low = self.two(Op::iand, same, low);
        self.two(Op::ior, high, low)
    }

    /// The place of a bit in the half that is looked at first, else in the other; all ones where there is none.
    fn find(&mut self, op: Op, first: Value, then: Value, first_at: u32, then_at: u32) -> Value {
        let none = self.k(Op::ieq, first, 0);
        let [f, t] = [(first, first_at), (then, then_at)].map(|(v, at)| {
            let place = self.b.pure(op, &[v]);
            if at == 0 { place } else { self.k(Op::ior, place, at) }
        });
        self.b.pure(Op::select, &[none, t, f])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ir::attr::Space;
    use ir::function::ResourceData;
    use ir::host::Personality;
    use ir::interp::{Bytes, Dispatch, Padding, Program};
    use ir::ops::{W, eval_int};
    use ir::verify::verify;

    const CORNERS: [u64; 14] = [
        0,
        1,
        2,
        31,
        32,
        63,
        0x7fff_ffff,
        0x8000_0000,
        0xffff_ffff,
        0x1_0000_0000,
        0x7fff_ffff_ffff_ffff,
        0x8000_0000_0000_0000,
        0xffff_ffff_0000_0000,
        u64::MAX,
    ];

    fn mem(resource: u32, offset: i32) -> Attr {
        Attr::Mem(Mem {
            space: Space::Buffer(ir::Resource::from_u32(resource)),
            width: Width::B64,
            count: 1,
            align: 8,
            coherence: Coherence::Wave,
            offset,
        })
    }

    /// Loads operands of 64 bits each, does the op at width 64, stores 64 bits.
    fn function(op: Op, attr: &Attr, lanes: u32) -> (Function, Width) {
        let mut func = Function::new("f", 64);
        func.phase = Phase::Resolved;
        func.local_size = [lanes, 1, 1];
        for name in ["in", "out"] {
            func.resources.push(ResourceData { name: name.into(), written: name == "out" });
        }
        let block = func.add_block();
        let mut b = Builder::new(&mut func, block);
        let yes = b.c1(true);
        let index = b.pure(Op::local_index, &[]);
        let five = b.c32(5);
        let at = b.pure(Op::ishl, &[index, five]);
        let from_narrow = matches!(op, Op::zext | Op::sext | Op::pack);
        let args: Vec<Value> = op
            .row()
            .args
            .iter()
            .enumerate()
            .map(|(i, sig)| {
                let inst = b.emit(Op::load, &[at, yes], mem(0, i as i32 * 8), &[Type::L64]);
                let wide = b.func.result(inst).unwrap();
                let width = match sig.width {
                    W::B32 => Width::B32,
                    W::B1 => Width::B1,
                    _ if from_narrow => Width::B32,
                    _ => Width::B64,
                };
                if width == Width::B64 { wide } else { b.op(Op::trunc, &[wide], Attr::Width(width)) }
            })
            .collect();
        let result = b.op(op, &args, attr.clone());
        let to = b.func.ty(result).width;
        let wide = if to == Width::B64 { result } else { b.op(Op::zext, &[result], Attr::Width(Width::B64)) };
        b.emit(Op::store, &[at, yes, wide], mem(1, 0), &[]);
        b.ret();
        (func, to)
    }

    fn results(func: &Function, sets: &[[u64; 3]]) -> Vec<u64> {
        let program = Program::new(func).unwrap_or_else(|e| panic!("{e:?}\n{func}"));
        let mut memory = Bytes::default();
        let bytes = sets.iter().flat_map(|s| [s[0], s[1], s[2], 0]).flat_map(u64::to_le_bytes).collect();
        memory.buffers.insert(0, bytes);
        memory.buffers.insert(1, vec![0; sets.len() * 32]);
        let dispatch = Dispatch { workgroups: [1; 3], user_data: &[], padding: Padding::Absent };
        let mut host = Personality::ieee();
        assert_eq!(ir::interp::run(&program, &dispatch, &mut memory, &mut host, &mut 100_000_000), Ok(None));
        let (chunks, _) = memory.buffers[&1].as_chunks::<32>();
        chunks.iter().map(|c| u64::from_le_bytes(c[..8].try_into().unwrap())).collect()
    }

    #[test]
    fn every_integer_op_of_64_bits_is_what_it_was() {
        let mut random = Personality::adversary(ir::host::HostCaps::default(), 5);
        let mut sets = vec![];
        for a in CORNERS {
            for b in CORNERS {
                sets.push([a, b, !a ^ b << 1]);
            }
        }
        for _ in 0..300 {
            sets.push([random.random(), random.random() >> (random.random() & 63), random.random()]);
        }
        let mut done = 0;
        for &op in Op::ALL.iter().filter(|op| op.group() == "int") {
            if matches!(op, Op::udiv | Op::urem | Op::unknown | Op::splat) {
                continue;
            }
            let widths: &[Width] = match op {
                Op::trunc => &[Width::B1, Width::B8, Width::B16, Width::B32],
                Op::zext | Op::sext => &[Width::B64],
                _ => &[Width::B32],
            };
            for &width in widths {
                let given = matches!(op, Op::trunc | Op::zext | Op::sext);
                let attr = if given { Attr::Width(width) } else { Attr::None };
                let (mut func, to) = function(op, &attr, sets.len() as u32);
                let narrow = matches!(op, Op::zext | Op::sext | Op::pack);
                let t = if narrow { Width::B32 } else { Width::B64 };
                run(&mut func).unwrap();
                verify(&func).unwrap_or_else(|e| panic!("{e}\n{func}"));
                let wide = func.blocks[func.layout[0]].insts.iter().flat_map(|&i| func.results(i));
                assert!(wide.into_iter().all(|v| func.ty(v).width != Width::B64), "{func}");
                for (set, got) in sets.iter().zip(results(&func, &sets)) {
                    let mut args = *set;
                    for (arg, sig) in args.iter_mut().zip(op.row().args) {
                        *arg &= match sig.width {
                            W::B32 => 0xffff_ffff,
                            W::B1 => 1,
                            _ => t.mask(),
                        };
                    }
                    let want = eval_int(op, t, to, &args[..op.row().args.len()]).unwrap();
                    assert_eq!(got, want, "{} of {args:x?}", op.row().name);
                }
                done += 1;
            }
        }
        assert!(done > 30, "{done} ops");
    }

    #[test]
    fn parameters_become_two() {
        let mut func = Function::new("f", 64);
        func.phase = Phase::Resolved;
        let (first, second) = (func.add_block(), func.add_block());
        let one = func.constant(Width::B64, 0x1_0000_0002);
        let param = func.add_param(second, Type::U64);
        let low = func.add_param(second, Type::U32);
        let three = func.constant(Width::B32, 3);
        let call = ir::attr::BlockCall { block: second, args: SmallVec::from_slice(&[one, three]) };
        Builder::new(&mut func, first).br(call);
        let mut b = Builder::new(&mut func, second);
        let sum = b.pure(Op::iadd, &[param, param]);
        let low_of_sum = b.pure(Op::lo, &[sum]);
        let both = b.pure(Op::iadd, &[low_of_sum, low]);
        b.pure(Op::inot, &[both]);
        b.ret();
        assert_eq!(run(&mut func), Ok(Changed::Yes));
        verify(&func).unwrap_or_else(|e| panic!("{e}\n{func}"));
        assert_eq!(func.blocks[second].params.len(), 3);
    }

    #[test]
    fn a_function_without_64_bits_stays() {
        let mut func = Function::new("f", 64);
        func.phase = Phase::Resolved;
        let block = func.add_block();
        let mut b = Builder::new(&mut func, block);
        let index = b.pure(Op::local_index, &[]);
        b.pure(Op::inot, &[index]);
        b.ret();
        let before = func.to_string();
        assert_eq!(run(&mut func), Ok(Changed::No));
        assert_eq!(func.to_string(), before);
    }
}
