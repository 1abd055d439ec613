//! Float atomics become loops around a compare-and-swap: no host's own ones keep the bits.
//!
//! Requires: a graph, behind the choice of a wave map; float ops are still there with their environment. Ensures: no atomic is a
//! float minimum, maximum, compare-and-swap or sum; the new value of an extreme or a comparison is made of integers, a sum is
//! an `fadd` that rounds to nearest even and quiets NaNs, with the flush rule of the atomic (measured-facts 70, 71). A lane that
//! has stored its value stays in the loop with its mask off until all lanes of the wave have: the loop's condition is the
//! wave's. Leaves alone: all other atomics.
//!
//! ```text
//! v3 = atomic fmin lds.b32 v0, v1, v2    →    v4 = load lds.b32 v0, v1; br b1(v4, v1)
//! b1(v5, v6): v7 = …; v8 = atomic cmpswap lds.b32 v0, v6, v7, v5; v9 = ine v8, v5; v10 = iand v6, v9
//!             v11 = select v10, v8, v5; v12 = any v10; brif v12, b1(v11, v10), b2(v11)
//! b2(v3): …
//! ```

use super::util::Aliases;
use super::{Changed, PassError};
use ir::attr::{Atomic, BlockCall, Mem};
use ir::float::{FloatEnv, Round};
use ir::{Attr, Block, Builder, Function, Inst, Op, Rate, Type, Value, Width};
use smallvec::smallvec;

/// Rewrites every float atomic.
///
/// # Errors
/// An atomic that breaks the row's rules.
pub fn run(func: &mut Function) -> Result<Changed, PassError> {
    let mut aliases = Aliases::default();
    let mut work: Vec<Block> = func.layout.clone();
    let mut layout = Vec::with_capacity(work.len());
    work.reverse();
    let mut changed = false;
    while let Some(block) = work.pop() {
        layout.push(block);
        let place = func.blocks[block].insts.iter().position(|&inst| float_atomic(func, inst).is_some());
        let Some(place) = place else { continue };
        changed = true;
        let rest = func.blocks[block].insts.split_off(place + 1);
        let Some(inst) = func.blocks[block].insts.pop() else { continue };
        let [head, done] = rewrite(func, block, inst, &mut aliases)?;
        func.blocks[done].insts = rest;
        layout.push(head);
        // What follows may hold another one.
        work.push(done);
    }
    func.layout = layout;
    aliases.rewrite_graph(func);
    Ok(changed.into())
}

fn float_atomic(func: &Function, inst: Inst) -> Option<(Mem, Atomic, FloatEnv)> {
    match &func.insts[inst].attr {
        Attr::Atomic(mem, what, env)
            if matches!(what, Atomic::FMin | Atomic::FMax | Atomic::FCmpSwap | Atomic::FAdd) =>
        {
            Some((*mem, *what, *env))
        }
        _ => None,
    }
}

/// Ends the block with the loop; gives the loop's block and the one behind it.
fn rewrite(
    func: &mut Function,
    block: Block,
    inst: Inst,
    aliases: &mut Aliases,
) -> Result<[Block; 2], PassError> {
    let bug = || PassError::bug("a float atomic with other operands than its row says");
    let (mem, what, env) = float_atomic(func, inst).ok_or_else(bug)?;
    let pc = func.insts[inst].pc;
    let args = func.insts[inst].args.clone();
    let (&[address, mask, data], compare) =
        (args.get(..3).and_then(|a| a.first_chunk::<3>()).ok_or_else(bug)?, args.get(3).copied());
    if compare.is_some() != (what == Atomic::FCmpSwap) {
        return Err(bug());
    }
    // An access of the whole wave stays one.
    let lanes = func.ty(address).is_lane() || func.ty(mask).is_lane();
    let rate = if lanes { Rate::Lane } else { Rate::Uniform };
    let ty = Type { width: mem.width, rate };

    let [head, done] = [(); 2].map(|()| func.add_body());
    let old = func.add_param(head, ty);
    let pending = func.add_param(head, Type { width: Width::B1, rate });
    let result = func.add_param(done, ty);

    let mut b = Builder::new(func, block);
    b.pc = pc;
    let first = b.emit(Op::load, &[address, mask], Attr::Mem(mem), &[ty]);
    let first = b.func.result(first).ok_or_else(bug)?;
    b.br(BlockCall { block: head, args: smallvec![first, mask] });

    let mut b = Builder::new(func, head);
    b.pc = pc;
    let mut new = New { b, width: mem.width, env };
    let value = match what {
        Atomic::FAdd => new.sum(old, data),
        Atomic::FCmpSwap => new.swapped(old, data, compare.ok_or_else(bug)?),
        _ => new.extreme(old, data, what == Atomic::FMin),
    };
    let mut b = new.b;
    let attr = Attr::Atomic(mem, Atomic::CmpSwap, env);
    let seen = b.emit(Op::atomic, &[address, pending, value, old], attr, &[ty]);
    let seen = b.func.result(seen).ok_or_else(bug)?;
    let missed = b.pure(Op::ine, &[seen, old]);
    let again = b.pure(Op::iand, &[pending, missed]);
    let next = b.pure(Op::select, &[again, seen, old]);
    let any = if b.func.ty(again).is_lane() { b.pure(Op::any, &[again]) } else { again };
    b.brif(
        any,
        BlockCall { block: head, args: smallvec![next, again] },
        BlockCall { block: done, args: smallvec![next] },
    );
    if let Some(value) = func.result(inst) {
        aliases.set(value, result);
    }
    Ok([head, done])
}

/// Emits new values of memory.
struct New<'a> {
    b: Builder<'a>,
    width: Width,
    env: FloatEnv,
}

impl New<'_> {
    fn sign(&self) -> u64 {
        1 << (self.width.bits() - 1)
    }

    /// Bits of the fraction.
    fn fraction(&self) -> u64 {
        if self.width == Width::B64 { (1 << 52) - 1 } else { (1 << 23) - 1 }
    }

    fn infinity(&self) -> u64 {
        self.sign() - 1 - self.fraction()
    }

    fn quiet(&self) -> u64 {
        (self.fraction() + 1) >> 1
    }

    fn c(&mut self, bits: u64) -> Value {
        self.b.func.constant(self.width, bits)
    }

    fn with(&mut self, op: Op, v: Value, bits: u64) -> Value {
        let c = self.c(bits);
        self.b.pure(op, &[v, c])
    }

    fn magnitude(&mut self, v: Value) -> Value {
        let bits = self.sign() - 1;
        self.with(Op::iand, v, bits)
    }

    fn flushed(&mut self, v: Value) -> Value {
        if !self.env.flush_in {
            return v;
        }
        let m = self.magnitude(v);
        let least = self.fraction() + 1;
        let small = self.with(Op::ult, m, least);
        let sign = self.sign();
        let zero = self.with(Op::iand, v, sign);
        self.b.pure(Op::select, &[small, zero, v])
    }

    fn is_nan(&mut self, v: Value) -> Value {
        let m = self.magnitude(v);
        let infinity = self.infinity();
        let infinity = self.c(infinity);
        self.b.pure(Op::ult, &[infinity, m])
    }

    fn is_signalling(&mut self, v: Value) -> Value {
        let nan = self.is_nan(v);
        let quiet = self.quiet();
        let bit = self.with(Op::iand, v, quiet);
        let without = self.with(Op::ieq, bit, 0);
        self.b.pure(Op::iand, &[nan, without])
    }

    /// An integer that orders floats: negative numbers have their magnitude inverted.
    fn key(&mut self, v: Value) -> Value {
        let places = self.b.c32(self.width.bits() - 1);
        let all = self.b.pure(Op::sshr, &[v, places]);
        let bits = self.sign() - 1;
        let flip = self.with(Op::iand, all, bits);
        self.b.pure(Op::ixor, &[v, flip])
    }

    /// A NaN of the data is stored before one of the old value.
    fn sum(&mut self, old: Value, data: Value) -> Value {
        let env = FloatEnv { round: Round::Even, quiet: true, ..self.env };
        self.b.op(Op::fadd, &[data, old], Attr::Float(env))
    }

    /// Signalling NaNs win quieted, that of the data first; quiet NaNs lose, that of the old value first.
    fn extreme(&mut self, old: Value, data: Value, least: bool) -> Value {
        let (old, data) = (self.flushed(old), self.flushed(data));
        let (a, b) = (self.key(data), self.key(old));
        let less = self.b.pure(Op::slt, &[a, b]);
        let (below, above) = if least { (data, old) } else { (old, data) };
        let value = self.b.pure(Op::select, &[less, below, above]);
        let quiet = self.quiet();
        let nan = self.is_nan(data);
        let value = self.b.pure(Op::select, &[nan, old, value]);
        let nan = self.is_nan(old);
        let value = self.b.pure(Op::select, &[nan, data, value]);
        let signalling = self.is_signalling(old);
        let quieted = self.with(Op::ior, old, quiet);
        let value = self.b.pure(Op::select, &[signalling, quieted, value]);
        let signalling = self.is_signalling(data);
        let quieted = self.with(Op::ior, data, quiet);
        self.b.pure(Op::select, &[signalling, quieted, value])
    }

    /// Zeros of either sign are equal, NaNs are equal to nothing.
    fn swapped(&mut self, old: Value, data: Value, compare: Value) -> Value {
        let (a, b) = (self.flushed(old), self.flushed(compare));
        let same = self.b.pure(Op::ieq, &[a, b]);
        let nan = self.is_nan(a);
        let number = self.b.pure(Op::inot, &[nan]);
        let same = self.b.pure(Op::iand, &[same, number]);
        let both = self.b.pure(Op::ior, &[a, b]);
        let both = self.magnitude(both);
        let zeros = self.with(Op::ieq, both, 0);
        let equal = self.b.pure(Op::ior, &[same, zeros]);
        self.b.pure(Op::select, &[equal, data, old])
    }
}
