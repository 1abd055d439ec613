//! Conversions between floats, integers and normalised integers.
//!
//! Facts: measured-facts 8 and 10 (which field flushes, which NaNs become quiet), 41 and 42 (normalised), 48 to 50 (f16).

use super::emit::sign;
use super::{Lifts, Valu};
use crate::rdna::lift::Lifted;
use ir::float::{FCmp, FloatEnv, Round};
use ir::{Op, Value, Width};
use isa::row::Ty;

/// An integer as a float.
pub(super) fn from_int(x: &mut Valu<'_, '_>, signed: bool, to: Width) -> Lifted {
    let a = if signed && x.ty(0).is_16bit() { x.src_signed(0)? } else { x.src(0)? };
    let env = x.env(to);
    let v = x.cvt(if signed { Op::s_to_f } else { Op::u_to_f }, a, to, env);
    x.fput(v)
}

/// A float toward zero as 32 bits.
pub(super) fn to_int(x: &mut Valu<'_, '_>, signed: bool) -> Lifted {
    let a = x.fsrc(0)?;
    let v = whole(x, a, signed);
    x.put(v)
}

fn whole(x: &mut Valu<'_, '_>, a: Value, signed: bool) -> Value {
    let env = FloatEnv { flush_in: x.flush_in(x.width(a)), ..FloatEnv::IEEE };
    x.cvt(if signed { Op::f_to_s } else { Op::f_to_u }, a, Width::B32, env)
}

/// A float toward zero, saturated to 16 bits.
pub(super) fn to_int16(x: &mut Valu<'_, '_>, signed: bool) -> Lifted {
    let a = x.fsrc(0)?;
    let v = whole(x, a, signed);
    let v = if signed { x.clamp_signed(v, -0x8000, 0x7fff) } else { x.ik(Op::umin, v, 0xffff) };
    x.put(v)
}

/// To a narrower float: operand flushed by its own field, result by the other, a NaN always quiet.
pub(super) fn narrow(x: &mut Valu<'_, '_>, to: Width) -> Lifted {
    let a = x.fsrc(0)?;
    let env = FloatEnv { flush_in: x.flush_in(x.width(a)), quiet: true, ..x.env(to) };
    let v = x.cvt(Op::fcvt, a, to, env);
    x.fput(v)
}

/// To a wider float: exact; a NaN is quieted with IEEE.
pub(super) fn widen(x: &mut Valu<'_, '_>, to: Width) -> Lifted {
    let a = x.fsrc(0)?;
    let env = FloatEnv { flush_in: x.flush_in(x.width(a)), quiet: x.ieee(), ..FloatEnv::IEEE };
    let v = x.cvt(Op::fcvt, a, to, env);
    x.fput(v)
}

/// The integer below, or the one nearest with ties up, saturated; a NaN saturates by its sign.
pub(super) fn floor_int(x: &mut Valu<'_, '_>, nearest: bool) -> Lifted {
    let a = x.fsrc(0)?;
    let env = FloatEnv { flush_in: x.flush_in(Width::B32), ..FloatEnv::IEEE };
    let a = x.flushed(a, env.flush_in);
    let floor = x.f_in(Op::ffloor, env, &[a]);
    let mut v = x.cvt(Op::f_to_s, floor, Width::B32, env);
    if nearest {
        // The fraction is exact up to a half, and rounding cannot carry it across.
        let minus = x.negated(floor);
        let fraction = x.f_in(Op::fadd, env, &[a, minus]);
        let half = x.k32(0x3f00_0000);
        let up = x.fcmp(FCmp::GT | FCmp::EQ, env, fraction, half);
        let up = x.zext(up, Width::B32);
        v = x.i2(Op::iadd, v, up);
    }
    let nan = x.is_nan(a);
    let extended = x.ik(Op::sshr, a, 31);
    let by_sign = x.ik(Op::ixor, extended, sign(Width::B32) - 1);
    let v = x.select(nan, by_sign, v);
    x.put(v)
}

/// The signed low four bits over sixteen.
pub(super) fn offset(x: &mut Valu<'_, '_>) -> Lifted {
    let a = x.src(0)?;
    let up = x.ik(Op::ishl, a, 28);
    let nibble = x.ik(Op::sshr, up, 28);
    let env = x.env(Width::B32);
    let v = x.cvt(Op::s_to_f, nibble, Width::B32, env);
    let sixteenth = x.k32(0x3d80_0000);
    let v = x.f(Op::fmul, &[v, sixteenth]);
    x.fput(v)
}

/// A byte as a float.
pub(super) fn byte(x: &mut Valu<'_, '_>, n: u32) -> Lifted {
    let a = x.src(0)?;
    let byte = x.field(a, n * 8, 8);
    let env = x.env(Width::B32);
    let v = x.cvt(Op::u_to_f, byte, Width::B32, env);
    x.fput(v)
}

/// `a` times 32767 or 65535, rounded to nearest even, clamped; in f64, where the product is exact.
pub(super) fn norm(x: &mut Valu<'_, '_>, a: Value, signed: bool) -> Value {
    let flush_in = x.flush_in(x.width(a));
    let env = FloatEnv { flush_in, ..FloatEnv::IEEE };
    let wide = x.cvt(Op::fcvt, a, Width::B64, env);
    let scale: f64 = if signed { 32767.0 } else { 65535.0 };
    let scale = x.k(Width::B64, scale.to_bits());
    let product = x.f_in(Op::fmul, FloatEnv::IEEE, &[wide, scale]);
    let rounded = x.f_in(Op::frndne, FloatEnv::IEEE, &[product]);
    if signed {
        let v = x.cvt(Op::f_to_s, rounded, Width::B32, FloatEnv::IEEE);
        x.clamp_signed(v, -0x7fff, 0x7fff)
    } else {
        let v = x.cvt(Op::f_to_u, rounded, Width::B32, FloatEnv::IEEE);
        x.ik(Op::umin, v, 0xffff)
    }
}

/// Two values in the halves of a dword.
pub(super) fn pack(x: &mut Valu<'_, '_>, low: Value, high: Value) -> Value {
    let halves = [low, high].map(|v| if x.width(v) == Width::B16 { v } else { x.p(Op::lo, &[v]) });
    x.p(Op::pack, &halves)
}

/// `v_cvt_pknorm_*`.
pub(super) fn pack_norm(x: &mut Valu<'_, '_>, signed: bool) -> Lifted {
    let (a, b) = (x.fsrc(0)?, x.fsrc(1)?);
    let (a, b) = (norm(x, a, signed), norm(x, b, signed));
    let v = pack(x, a, b);
    x.put_dword(v)
}

/// `v_cvt_pkrtz_f16_f32`: toward zero whatever the mode, never saturated (measured-facts 48, 50).
pub(super) fn pack_toward_zero(x: &mut Valu<'_, '_>) -> Lifted {
    let env = FloatEnv {
        round: Round::Zero,
        flush_in: x.flush_in(Width::B32),
        quiet: true,
        f16_saturate: false,
        ..x.env(Width::B16)
    };
    let (a, b) = (x.fsrc(0)?, x.fsrc(1)?);
    let (a, b) = (x.cvt(Op::fcvt, a, Width::B16, env), x.cvt(Op::fcvt, b, Width::B16, env));
    let v = pack(x, a, b);
    x.put_dword(v)
}

/// `v_pack_b32_f16`: each half flushed, and quieted with IEEE (measured-facts 3, 51).
pub(super) fn pack_halves(x: &mut Valu<'_, '_>) -> Lifted {
    let flush = x.flush_in(Width::B16);
    let half = |x: &mut Valu<'_, '_>, n: usize| -> Lifts<Value> {
        let v = x.half(n, Ty::F16)?;
        let v = x.flushed(v, flush);
        Ok(x.quieted(v))
    };
    let (low, high) = (half(x, 0)?, half(x, 1)?);
    let v = pack(x, low, high);
    x.put_dword(v)
}

/// `v_cvt_pk_u8_f32`: to nearest even, saturated, inserted into a byte.
pub(super) fn insert_byte(x: &mut Valu<'_, '_>) -> Lifted {
    let (a, index, base) = (x.fsrc(0)?, x.src(1)?, x.src(2)?);
    let rounded = x.f(Op::frndne, &[a]);
    let byte = whole(x, rounded, false);
    let byte = x.ik(Op::umin, byte, 255);
    let index = x.ik(Op::iand, index, 3);
    let by = x.ik(Op::ishl, index, 3);
    let ones = x.k32(0xff);
    let mask = x.i2(Op::ishl, ones, by);
    let keep = x.not(mask);
    let kept = x.i2(Op::iand, base, keep);
    let placed = x.i2(Op::ishl, byte, by);
    let v = x.i2(Op::ior, kept, placed);
    x.put(v)
}
