//! Cube map coordinates: v_cubeid, v_cubesc, v_cubetc, v_cubema.
//!
//! Requires: x, y, z bits after source modifiers. Ensures: bits before output modifiers; their omod rule differs
//! ([`super::modifiers::output_cube_f32`]).
//! Facts: face selection by the ISA; NaN results measured-facts 4; directed cubema 29. Flushing of denormals is
//! `unmeasured` and follows the general f32 rule.

use super::arith32::flush;
use super::env::{FloatMode, Round};
use super::soft::{F32, Tiny};

const SIGN: u32 = 0x8000_0000;

#[derive(Clone, Copy)]
enum Axis {
    X,
    Y,
    Z,
}

/// Major axis: z wins ties over y, y over x; comparisons with a NaN are false.
fn major(x: u32, y: u32, z: u32) -> Axis {
    let [ax, ay, az] = [x, y, z].map(|v| f32::from_bits(v & !SIGN));
    if az >= ax && az >= ay {
        Axis::Z
    } else if ay >= ax {
        Axis::Y
    } else {
        Axis::X
    }
}

fn negative(bits: u32) -> bool {
    f32::from_bits(bits) < 0.0
}

fn flushed(m: FloatMode, xyz: [u32; 3]) -> [u32; 3] {
    xyz.map(|v| flush(v, m.env32().denorm.keep_in))
}

fn quieted(m: FloatMode, bits: u32) -> u32 {
    if F32.is_nan(bits.into()) { F32.nan_result(bits.into(), m.ieee) as u32 } else { bits }
}

/// v_cubeid_f32: face 0 to 5 as a float.
pub fn cubeid_f32(m: FloatMode, x: u32, y: u32, z: u32) -> u32 {
    let [x, y, z] = flushed(m, [x, y, z]);
    let (base, axis) = match major(x, y, z) {
        Axis::X => (0.0f32, x),
        Axis::Y => (2.0, y),
        Axis::Z => (4.0, z),
    };
    (base + f32::from(u8::from(negative(axis)))).to_bits()
}

/// v_cubesc_f32.
pub fn cubesc_f32(m: FloatMode, x: u32, y: u32, z: u32) -> u32 {
    let [x, y, z] = flushed(m, [x, y, z]);
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
    let [x, y, z] = flushed(m, [x, y, z]);
    let bits = match major(x, y, z) {
        Axis::Y if negative(y) => z ^ SIGN,
        Axis::Y => z,
        Axis::X | Axis::Z => y ^ SIGN,
    };
    quieted(m, bits)
}

/// v_cubema_f32: twice the major axis, overflowing as the rounding mode says; toward minus infinity a zero with
/// a NaN operand is -0 (measured-facts 29).
pub fn cubema_f32(m: FloatMode, x: u32, y: u32, z: u32) -> u32 {
    let env = m.env32();
    let [x, y, z] = flushed(m, [x, y, z]);
    let axis = match major(x, y, z) {
        Axis::X => x,
        Axis::Y => y,
        Axis::Z => z,
    };
    if F32.is_nan(axis.into()) || F32.is_inf(axis.into()) {
        return quieted(m, axis);
    }
    let any_nan = [x, y, z].iter().any(|&v| F32.is_nan(v.into()));
    if axis & !SIGN == 0 {
        return if env.round == Round::MinusInf && any_nan { SIGN } else { axis };
    }
    let mut value = F32.exact(axis.into());
    value.exp += 1;
    value.round(F32, env.round, Tiny::unless(env.denorm.keep_out, Tiny::After)) as u32
}
