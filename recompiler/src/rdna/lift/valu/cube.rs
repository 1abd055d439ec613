//! Cube map coordinates: `v_cubeid`, `v_cubesc`, `v_cubetc`, `v_cubema`.
//!
//! Facts: face selection by the ISA; NaN results measured-facts 4; output multiplier and directed rounding 29. That
//! denormals count as zero in every mode while sc and tc copy their source is as AMD's emulator sources have it.

use super::emit::sign;
use super::{Lifts, Valu, float};
use crate::rdna::lift::Lifted;
use ir::float::{FCmp, FloatEnv, Round};
use ir::{Op, Value, Width};

/// The sources, which axis is the major one, and its value.
struct Axes {
    xyz: [Value; 3],
    is_z: Value,
    is_y: Value,
    major: Value,
    negative: Value,
}

fn axes(x: &mut Valu<'_, '_>) -> Lifts<Axes> {
    let xyz = [x.fsrc(0)?, x.fsrc(1)?, x.fsrc(2)?];
    let env = float::flushing(x, Width::B32);
    let [ax, ay, az] = xyz.map(|v| x.magnitude(v));
    let not_less = FCmp::GT | FCmp::EQ;
    let zx = x.fcmp(not_less, env, az, ax);
    let zy = x.fcmp(not_less, env, az, ay);
    let is_z = x.i2(Op::iand, zx, zy);
    let yx = x.fcmp(not_less, env, ay, ax);
    let not_z = x.not(is_z);
    let is_y = x.i2(Op::iand, yx, not_z);
    let major = x.select(is_y, xyz[1], xyz[0]);
    let major = x.select(is_z, xyz[2], major);
    let zero = x.k32(0);
    let negative = x.fcmp(FCmp::LT, env, major, zero);
    Ok(Axes { xyz, is_z, is_y, major, negative })
}

/// Writes with the output modifiers of these instructions: omod whatever the denormal field says.
fn put(x: &mut Valu<'_, '_>, v: Value) -> Lifted {
    let v = x.scaled(v);
    let v = if x.clamp { x.clamped(v) } else { v };
    x.store(v)
}

/// `v_cubeid_f32`: the face, 0 to 5.
pub(super) fn face(x: &mut Valu<'_, '_>) -> Lifted {
    let a = axes(x)?;
    let number = |x: &mut Valu<'_, '_>, faces: [f32; 3]| {
        let [fx, fy, fz] = faces.map(|f| x.k32(f.to_bits()));
        let v = x.select(a.is_y, fy, fx);
        x.select(a.is_z, fz, v)
    };
    let positive = number(x, [0.0, 2.0, 4.0]);
    let negative = number(x, [1.0, 3.0, 5.0]);
    let v = x.select(a.negative, negative, positive);
    put(x, v)
}

/// `v_cubesc_f32` and `v_cubetc_f32`.
pub(super) fn coordinate(x: &mut Valu<'_, '_>, s: bool) -> Lifted {
    let a = axes(x)?;
    let [vx, vy, vz] = a.xyz;
    let either = x.i2(Op::ior, a.is_z, a.is_y);
    let is_x = x.not(either);
    let positive = x.not(a.negative);
    let (base, flip) = if s {
        let base = x.select(is_x, vz, vx);
        let on_z = x.i2(Op::iand, a.is_z, a.negative);
        let on_x = x.i2(Op::iand, is_x, positive);
        (base, x.i2(Op::ior, on_z, on_x))
    } else {
        let base = x.select(a.is_y, vz, vy);
        let not_y = x.not(a.is_y);
        (base, x.i2(Op::ior, not_y, a.negative))
    };
    let flipped = x.negated(base);
    let v = x.select(flip, flipped, base);
    let v = x.quieted(v);
    put(x, v)
}

/// `v_cubema_f32`: twice the major axis. A zero or denormal axis gives +0; toward minus infinity it keeps its sign, and is
/// -0 when an operand is a NaN.
pub(super) fn major_axis(x: &mut Valu<'_, '_>) -> Lifted {
    let a = axes(x)?;
    let env = FloatEnv { flush_in: false, flush_out: false, ..x.env(Width::B32) };
    let two = x.k32(0x4000_0000);
    let double = x.f_in(Op::fmul, env, &[a.major, two]);
    let mut zero = x.k32(0);
    if env.round == Round::Down {
        let [nx, ny, nz] = a.xyz.map(|v| x.is_nan(v));
        let nan = x.twice(Op::ior, nx, ny, nz);
        let below = x.ik(Op::slt, a.major, 0);
        let minus = x.i2(Op::ior, nan, below);
        zero = x.select_k(minus, sign(Width::B32), zero);
    }
    let small = x.is_zero(a.major, true);
    let v = x.select(small, zero, double);
    put(x, v)
}
