//! What is known of a value read as a float: fix-ups that cannot matter are left out.
//!
//! A value is known to be no denormal where the op that made it flushes its result, or makes integers, or normal fractions, and
//! known to be no NaN where the op makes numbers of what is none: of integers, of extremes with a number where IEEE is off.
//! Selects and sign bits pass both on. Nothing is known of parameters, loads and other registers.

use super::format::Fmt;
use ir::float::FloatEnv;
use ir::{Attr, Function, Op, Value};

/// How far selects are looked through.
const DEPTH: u32 = 6;

/// Whether a value is known to be no denormal of its own width.
pub(super) fn no_denormal(func: &Function, v: Value) -> bool {
    known(func, v, DEPTH)
}

fn known(func: &Function, v: Value, depth: u32) -> bool {
    let Some(f) = Fmt::of(func.ty(v).width) else { return false };
    if let Some(bits) = func.as_const(v) {
        let m = bits & (f.sign() - 1);
        return m == 0 || m > f.fraction();
    }
    let (Some(inst), Some(depth)) = (func.def_inst(v), depth.checked_sub(1)) else { return false };
    let data = &func.insts[inst];
    let arg = |i: usize| data.args.get(i).copied().filter(|&a| func.ty(a).width == f.width);
    let of = |i: usize| arg(i).is_some_and(|a| known(func, a, depth));
    let is = |i: usize, bits: u64| arg(i).and_then(|a| func.as_const(a)) == Some(bits);
    match data.op {
        Op::select => of(1) && of(2),
        Op::splat => of(0),
        // Sign bits.
        Op::ixor | Op::ior if is(1, f.sign()) => of(0),
        Op::iand if is(1, f.sign() - 1) => of(0),
        op if op.group() == "float" => {
            let env = match &data.attr {
                Attr::Float(env) | Attr::FloatTo(_, env) => *env,
                _ => FloatEnv::IEEE,
            };
            made_without(op, &env)
                || op == Op::fcvt && arg(0).is_none() && is_wider(func, data.args.first(), f)
        }
        _ => false,
    }
}

/// Whether a value is known to be no NaN of its own width.
pub(super) fn no_nan(func: &Function, v: Value) -> bool {
    number(func, v, DEPTH)
}

fn number(func: &Function, v: Value, depth: u32) -> bool {
    let Some(f) = Fmt::of(func.ty(v).width) else { return false };
    if let Some(bits) = func.as_const(v) {
        return bits & (f.sign() - 1) <= f.infinity();
    }
    let (Some(inst), Some(depth)) = (func.def_inst(v), depth.checked_sub(1)) else { return false };
    let data = &func.insts[inst];
    let of = |i: usize| data.args.get(i).is_some_and(|&a| number(func, a, depth));
    let is = |i: usize, bits: u64| data.args.get(i).and_then(|&a| func.as_const(a)) == Some(bits);
    match (data.op, &data.attr) {
        (Op::select, _) => of(1) && of(2),
        (Op::splat, _) => of(0),
        // Sign bits.
        (Op::ixor | Op::ior, _) if is(1, f.sign()) => of(0),
        (Op::iand, _) if is(1, f.sign() - 1) => of(0),
        (Op::s_to_f | Op::u_to_f, _) => true,
        // Without IEEE every NaN gives way to the other operand; with it a signalling one does not.
        (Op::fmin | Op::fmax, Attr::Float(env)) => {
            if env.quiet {
                of(0) && of(1)
            } else {
                of(0) || of(1)
            }
        }
        // No other operand of these than a NaN gives one.
        (Op::ffloor | Op::fceil | Op::ftrunc | Op::frndne | Op::frcp | Op::fexp2 | Op::fcvt, _) => of(0),
        _ => false,
    }
}

/// A conversion to a wider format makes no denormal.
fn is_wider(func: &Function, from: Option<&Value>, to: Fmt) -> bool {
    from.and_then(|&v| Fmt::of(func.ty(v).width)).is_some_and(|from| from.precision < to.precision)
}

/// Whether an op never has a denormal result in this environment.
fn made_without(op: Op, env: &FloatEnv) -> bool {
    match op {
        Op::ffloor | Op::fceil | Op::ftrunc | Op::frndne | Op::ffrexp_mant | Op::s_to_f | Op::u_to_f => true,
        Op::fmin | Op::fmax => env.flush_in,
        Op::fadd
        | Op::fmul
        | Op::ffma
        | Op::fmad
        | Op::ffma_to
        | Op::ffma_scale
        | Op::ffract
        | Op::fldexp
        | Op::fcvt
        | Op::frcp
        | Op::fsqrt
        | Op::frsq
        | Op::fexp2
        | Op::flog2
        | Op::fsin
        | Op::fcos => env.flush_out,
        _ => false,
    }
}
