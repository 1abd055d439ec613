//! Float arithmetic that is more than one op.
//!
//! Facts stand at the functions.

use super::emit::infinity;
use super::{Lifts, Valu};
use crate::rdna::lift::Lifted;
use ir::float::{FCmp, FloatEnv};
use ir::{Op, Value, Width};

/// An f32 environment that flushes on both sides whatever MODE says.
pub(super) fn flushing(x: &Valu<'_, '_>, width: Width) -> FloatEnv {
    FloatEnv { flush_in: true, flush_out: true, ..x.env(width) }
}

/// Reciprocal, roots, exponential, logarithm: in f32 they neither read nor make denormals in any mode (AMD's public
/// emulator sources; LLVM relies on it).
pub(super) fn approximate(x: &mut Valu<'_, '_>, op: Op) -> Lifted {
    let a = x.fsrc(0)?;
    let width = x.width(a);
    let env = x.env_even(width);
    let env = FloatEnv {
        flush_in: env.flush_in || width == Width::B32,
        flush_out: env.flush_out || width == Width::B32,
        ..env
    };
    let v = x.f_in(op, env, &[a]);
    x.fput(v)
}

/// The f32 cosine makes no denormals (measured-facts 9, 34).
pub(super) fn cosine(x: &mut Valu<'_, '_>) -> Lifted {
    let a = x.fsrc(0)?;
    let env = x.env_even(x.width(a));
    let env = FloatEnv { flush_out: env.flush_out || x.width(a) == Width::B32, ..env };
    let v = x.f_in(Op::fcos, env, &[a]);
    x.fput(v)
}

/// `a - b`, or `b - a`, with the NaN operands still in order: a NaN subtrahend comes out negated (measured-facts 5).
pub(super) fn difference(x: &mut Valu<'_, '_>, reversed: bool) -> Lifted {
    let (a, b) = (x.fsrc(0)?, x.fsrc(1)?);
    let (a, b) = if reversed { (x.negated(a), b) } else { (a, x.negated(b)) };
    let v = x.f(Op::fadd, &[a, b]);
    x.fput(v)
}

/// Whether a factor is zero as the flush rule sees it.
fn zero_factor(x: &mut Valu<'_, '_>, a: Value, b: Value, flush: bool) -> Value {
    let (za, zb) = (x.is_zero(a, flush), x.is_zero(b, flush));
    x.i2(Op::ior, za, zb)
}

/// Product where a zero factor gives +0, also with an infinity or a NaN (measured-facts 5).
pub(super) fn legacy_product(x: &mut Valu<'_, '_>, a: Value, b: Value) -> Value {
    let flush = x.flush_in(Width::B32);
    let zero = zero_factor(x, a, b, flush);
    let product = x.f(Op::fmul, &[a, b]);
    x.select_k(zero, 0, product)
}

/// Multiply, round, add, round, flushed everywhere in every mode (measured-facts 27).
pub(super) fn mad(x: &mut Valu<'_, '_>, a: Value, b: Value, c: Value) -> Value {
    let env = flushing(x, Width::B32);
    x.f_in(Op::fmad, env, &[a, b, c])
}

/// As [`mad`]; a zero factor makes the product +0 (measured-facts 25).
pub(super) fn mad_legacy(x: &mut Valu<'_, '_>, a: Value, b: Value, c: Value) -> Value {
    let zero = zero_factor(x, a, b, true);
    let (a, b) = (x.select_k(zero, 0, a), x.select_k(zero, 0, b));
    mad(x, a, b, c)
}

/// The lighting product (ISA; measured-facts 11, 14, 24).
pub(super) fn mullit(x: &mut Valu<'_, '_>, a: Value, b: Value, c: Value) -> Value {
    const NEG_MAX: u64 = 0xff7f_ffff;
    let flush = x.flush_in(Width::B32);
    let c = x.flushed(c, flush);
    // Positive: from 1 to infinity as a number.
    let less = x.ik(Op::isub, c, 1);
    let positive = x.ik(Op::ult, less, infinity(Width::B32));
    let not_positive = x.not(positive);
    let nan = x.is_nan(b);
    let limit = x.k(Width::B32, NEG_MAX);
    let low = x.i2(Op::ule, limit, b);
    let bad = x.twice(Op::ior, not_positive, nan, low);
    let product = legacy_product(x, a, b);
    x.select_k(bad, NEG_MAX, product)
}

/// Legacy minimum `a < b ? a : b` and maximum `a >= b ? a : b`: what compares false gives `b`.
pub(super) fn legacy_extreme(x: &mut Valu<'_, '_>, relations: u8) -> Lifted {
    let (a, b) = (x.fsrc(0)?, x.fsrc(1)?);
    let flush = x.flush_in(Width::B32);
    let (a, b) = (x.flushed(a, flush), x.flushed(b, flush));
    let first = x.fcmp(relations, FloatEnv::IEEE, a, b);
    let v = x.select(first, a, b);
    let v = x.quieted(v);
    x.fput(v)
}

/// Median of three with -0 below +0, or the minimum where an operand is a NaN (ISA).
pub(super) fn median(x: &mut Valu<'_, '_>) -> Lifted {
    let (a, b, c) = (x.fsrc(0)?, x.fsrc(1)?, x.fsrc(2)?);
    let env = FloatEnv::IEEE;
    let nan_ab = x.fcmp(FCmp::UN, env, a, b);
    let nan_c = x.fcmp(FCmp::UN, env, c, c);
    let nan = x.i2(Op::ior, nan_ab, nan_c);
    let low = x.f(Op::fmin, &[a, b]);
    let high = x.f(Op::fmax, &[a, b]);
    let lowest = x.f(Op::fmin, &[low, c]);
    let inner = x.f(Op::fmin, &[high, c]);
    let middle = x.f(Op::fmax, &[low, inner]);
    let v = x.select(nan, lowest, middle);
    x.fput(v)
}

/// Two extremes in a row.
pub(super) fn extreme3(x: &mut Valu<'_, '_>, op: Op) -> Lifted {
    let (a, b, c) = (x.fsrc(0)?, x.fsrc(1)?, x.fsrc(2)?);
    let v = x.f(op, &[a, b]);
    let v = x.f(op, &[v, c]);
    x.fput(v)
}

/// Three sources and a function of f32 values.
pub(super) fn three(
    x: &mut Valu<'_, '_>,
    f: impl FnOnce(&mut Valu<'_, '_>, Value, Value, Value) -> Value,
) -> Lifted {
    let (a, b, c) = (x.fsrc(0)?, x.fsrc(1)?, x.fsrc(2)?);
    let v = f(x, a, b, c);
    x.fput(v)
}

/// Two sources and the destination.
pub(super) fn accumulate(
    x: &mut Valu<'_, '_>,
    f: impl FnOnce(&mut Valu<'_, '_>, Value, Value, Value) -> Value,
) -> Lifted {
    let (a, b, d) = (x.fsrc(0)?, x.fsrc(1)?, x.accumulator()?);
    let v = f(x, a, b, d);
    x.fput(v)
}

/// Two sources and the literal, which is the second factor or the addend.
pub(super) fn with_literal(
    x: &mut Valu<'_, '_>,
    literal_is_factor: bool,
    f: impl FnOnce(&mut Valu<'_, '_>, Value, Value, Value) -> Value,
) -> Lifted {
    let (a, b) = (x.fsrc(0)?, x.fsrc(1)?);
    let k = x.literal(x.width(a))?;
    let v = if literal_is_factor { f(x, a, k, b) } else { f(x, a, b, k) };
    x.fput(v)
}

pub(super) fn fma(x: &mut Valu<'_, '_>, a: Value, b: Value, c: Value) -> Value {
    x.f(Op::ffma, &[a, b, c])
}

/// A float times two to the power of an integer.
pub(super) fn ldexp(x: &mut Valu<'_, '_>) -> Lifted {
    let a = x.fsrc(0)?;
    let n = exponent(x)?;
    let v = x.f(Op::fldexp, &[a, n]);
    x.fput(v)
}

fn exponent(x: &mut Valu<'_, '_>) -> Lifts<Value> {
    if x.ty(1).is_16bit() { x.src_signed(1) } else { x.src(1) }
}
