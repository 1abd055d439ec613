//! Value of the float ops under their environment.

use super::soft::Format;
use super::{arith, convert, transcend};
use crate::attr::Attr;
use crate::float::{FloatEnv, Round};
use crate::ops::Op;
use crate::types::Width;

/// Value of a pure float op. `width` is T, `to` the result's width. `None` for ops of other groups, for widths without a
/// format and where operands are missing.
pub fn eval_float(op: Op, width: Width, to: Width, args: &[u64], attr: &Attr) -> Option<u64> {
    let a = *args.first()?;
    let arg = |i: usize| args.get(i).copied();
    let env = match attr {
        Attr::Float(env) | Attr::FCmp(_, env) | Attr::FloatTo(_, env) => *env,
        _ => FloatEnv::IEEE,
    };
    if width == Width::B32
        && env.round == Round::Even
        && let Some(value) = native32(op, &env, args)
    {
        return Some(value);
    }
    let value = match op {
        Op::s_to_f | Op::u_to_f => {
            return Some(convert::from_int(width, Format::of(to)?, &env, op == Op::s_to_f, a));
        }
        _ => Format::of(width),
    };
    let f = value?;
    Some(match op {
        Op::fadd => arith::add(f, &env, a, arg(1)?),
        Op::fmul => arith::mul(f, &env, a, arg(1)?),
        Op::ffma => arith::fma(f, f, &env, [a, arg(1)?, arg(2)?]),
        Op::fmad => arith::mad(f, &env, [a, arg(1)?, arg(2)?]),
        Op::ffma_to => arith::fma(f, Format::of(to)?, &env, [a, arg(1)?, arg(2)?]),
        Op::ffma_scale => arith::fma_scaled(f, &env, [a, arg(1)?, arg(2)?], (arg(3)? as u32).cast_signed()),
        Op::fmin | Op::fmax => arith::extreme(f, &env, a, arg(1)?, op == Op::fmin),
        Op::ffloor => arith::integral(f, &env, a, Round::Down),
        Op::fceil => arith::integral(f, &env, a, Round::Up),
        Op::ftrunc => arith::integral(f, &env, a, Round::Zero),
        Op::frndne => arith::integral(f, &env, a, Round::Even),
        Op::ffract => arith::fract(f, &env, a),
        Op::fldexp => arith::ldexp(f, &env, a, (arg(1)? as u32).cast_signed()),
        Op::ffrexp_mant => arith::frexp(f, &env, a).0,
        Op::ffrexp_exp => u64::from(arith::frexp(f, &env, a).1.cast_unsigned()),
        Op::fcmp => {
            let Attr::FCmp(want, _) = attr else { return None };
            u64::from(arith::compare(f, env.flush_in, a, arg(1)?) & want.0 != 0)
        }
        Op::fclass => arg(1)? >> arith::class(f, a) & 1,
        Op::fcvt => convert::float(f, Format::of(to)?, &env, a),
        Op::f_to_s | Op::f_to_u => convert::to_int(f, to, op == Op::f_to_s, f.flush(a, env.flush_in)),
        _ => transcend::eval(op, f, &env, a)?,
    })
}

/// The common ops of b32 by the host's own, where operands and result are such that neither denormals nor NaNs have a
/// part: operands zero or normal, the result normal and not the smallest.
#[inline]
fn native32(op: Op, env: &FloatEnv, args: &[u64]) -> Option<u64> {
    let normal = |v: u64| {
        let m = v as u32 & 0x7fff_ffff;
        m == 0 || (0x0080_0000..0x7f80_0000).contains(&m)
    };
    if !args.iter().all(|&v| normal(v)) {
        return None;
    }
    let arg = |i: usize| args.get(i).map(|&v| f32::from_bits(v as u32));
    let value = match op {
        Op::fadd => arg(0)? + arg(1)?,
        Op::fmul => arg(0)? * arg(1)?,
        Op::ffma => arg(0)?.mul_add(arg(1)?, arg(2)?),
        Op::fmad if !(env.flush_in || env.flush_out) || (arg(0)? * arg(1)?).abs() > f32::MIN_POSITIVE => {
            arg(0)? * arg(1)? + arg(2)?
        }
        _ => return None,
    };
    let bits = value.to_bits();
    (0x0080_0001..0x7f80_0000).contains(&(bits & 0x7fff_ffff)).then_some(u64::from(bits))
}
