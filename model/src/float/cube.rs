//! Cube map coordinates: v_cubeid, v_cubesc, v_cubetc, v_cubema.
//!
//! Requires: x, y, z bits after source modifiers. Ensures: bits before output modifiers; their omod rule differs
//! ([`super::modifiers::output_cube_f32`]).
//! Facts: face selection by the ISA; NaN results measured-facts 4; directed cubema 29. That denormals count as
//! zero in every mode while sc and tc copy their source, and the sign of a zero cubema, are as AMD's emulator
//! sources have them (`unmeasured` on gfx10).

use super::env::{FloatMode, Round};
use super::soft::{F32, Tiny};

const SIGN: u32 = 0x8000_0000;

#[derive(Clone, Copy)]
enum Axis {
    X,
    Y,
    Z,
}

/// Magnitude for comparisons: a denormal counts as zero.
fn magnitude(bits: u32) -> f32 {
    f32::from_bits(F32.flush((bits & !SIGN).into(), false) as u32)
}

/// Major axis: z wins ties over y, y over x; comparisons with a NaN are false.
fn major(x: u32, y: u32, z: u32) -> Axis {
    let [ax, ay, az] = [x, y, z].map(magnitude);
    if az >= ax && az >= ay {
        Axis::Z
    } else if ay >= ax {
        Axis::Y
    } else {
        Axis::X
    }
}

fn negative(bits: u32) -> bool {
    bits & SIGN != 0 && magnitude(bits) > 0.0
}

fn quieted(m: FloatMode, bits: u32) -> u32 {
    if F32.is_nan(bits.into()) { F32.nan_result(bits.into(), m.ieee) as u32 } else { bits }
}

/// v_cubeid_f32: face 0 to 5 as a float. MODE does not matter; the parameter keeps the four forms alike.
pub fn cubeid_f32(_: FloatMode, x: u32, y: u32, z: u32) -> u32 {
    let (base, axis) = match major(x, y, z) {
        Axis::X => (0.0f32, x),
        Axis::Y => (2.0, y),
        Axis::Z => (4.0, z),
    };
    (base + f32::from(u8::from(negative(axis)))).to_bits()
}

/// v_cubesc_f32.
pub fn cubesc_f32(m: FloatMode, x: u32, y: u32, z: u32) -> u32 {
    let bits = match major(x, y, z) {
        Axis::Z if negative(z) => x ^ SIGN,
        Axis::Z | Axis::Y => x,
        Axis::X if negative(x) => z,
        Axis::X => z ^ SIGN,
    };
    quieted(m, bits)
}

/// v_cubetc_f32.
pub fn cubetc_f32(m: FloatMode, x: u32, y: u32, z: u32) -> u32 {
    let bits = match major(x, y, z) {
        Axis::Y if negative(y) => z ^ SIGN,
        Axis::Y => z,
        Axis::X | Axis::Z => y ^ SIGN,
    };
    quieted(m, bits)
}

/// v_cubema_f32: twice the major axis, overflowing as the rounding mode says. A zero or denormal axis gives +0;
/// toward minus infinity it keeps its sign, and is -0 when an operand is a NaN (measured-facts 29).
pub fn cubema_f32(m: FloatMode, x: u32, y: u32, z: u32) -> u32 {
    let env = m.env32();
    let axis = match major(x, y, z) {
        Axis::X => x,
        Axis::Y => y,
        Axis::Z => z,
    };
    if F32.is_nan(axis.into()) || F32.is_inf(axis.into()) {
        return quieted(m, axis);
    }
    if magnitude(axis) == 0.0 {
        let any_nan = [x, y, z].iter().any(|&v| F32.is_nan(v.into()));
        let minus = env.round == Round::MinusInf && (any_nan || axis & SIGN != 0);
        return if minus { SIGN } else { 0 };
    }
    let mut value = F32.exact(axis.into());
    value.exp += 1;
    value.round(F32, env.round, Tiny::Keep) as u32
}
