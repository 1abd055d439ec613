//! The 16-bit integer instructions of the VOP3 encoding, computed in 32 bits.
//!
//! Facts: rows of the instruction table; measured-facts 54 (clamp saturates).

use super::Valu;
use crate::rdna::lift::{Lifted, mismatch};
use ir::{Op, Value};
use isa::table::Vop3;

/// What a 16-bit instruction computes from sources that are extended to 32 bits.
pub(super) fn compute(x: &mut Valu<'_, '_>, kind: Kind, [a, b, c]: [Value; 3], clamp: bool) -> Value {
    let v = match kind {
        Kind::Op(op) => x.i2(op, a, b),
        Kind::Reversed(op) => {
            let by = x.ik(Op::iand, a, 15);
            x.i2(op, b, by)
        }
        Kind::Twice(op) => x.twice(op, a, b, c),
        Kind::Median { signed: true } => x.median(Op::smin, Op::smax, [a, b, c]),
        Kind::Median { signed: false } => x.median(Op::umin, Op::umax, [a, b, c]),
        Kind::Mad => {
            let v = x.i2(Op::imul, a, b);
            x.i2(Op::iadd, v, c)
        }
        Kind::Sum { op, .. } => x.i2(op, a, b),
    };
    if !clamp {
        return v;
    }
    match kind {
        Kind::Sum { op: Op::isub, signed: false } => x.clamp_signed(v, 0, 0xffff),
        Kind::Sum { signed: false, .. } => x.ik(Op::umin, v, 0xffff),
        Kind::Sum { signed: true, .. } => x.clamp_signed(v, -0x8000, 0x7fff),
        _ => v,
    }
}

/// Saturates a multiply-add.
pub(super) fn saturated(x: &mut Valu<'_, '_>, v: Value, signed: bool) -> Value {
    if signed { x.clamp_signed(v, -0x8000, 0x7fff) } else { x.ik(Op::umin, v, 0xffff) }
}

/// Shapes of 16-bit instructions.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// An op whose result is in range.
    Op(Op),
    /// A shift of source 1 by the low four bits of source 0.
    Reversed(Op),
    /// An op, twice.
    Twice(Op),
    Median {
        signed: bool,
    },
    Mad,
    /// A sum or difference that clamp saturates.
    Sum {
        op: Op,
        signed: bool,
    },
}

pub(super) fn lift(op: Vop3, x: &mut Valu<'_, '_>) -> Lifted {
    use Vop3 as O;
    let (kind, signed, clamps) = match op {
        O::v_add_nc_u16 => (Kind::Sum { op: Op::iadd, signed: false }, false, true),
        O::v_sub_nc_u16 => (Kind::Sum { op: Op::isub, signed: false }, false, true),
        O::v_add_nc_i16 => (Kind::Sum { op: Op::iadd, signed: true }, true, true),
        O::v_sub_nc_i16 => (Kind::Sum { op: Op::isub, signed: true }, true, true),
        O::v_mul_lo_u16 => (Kind::Op(Op::imul), false, false),
        O::v_lshrrev_b16 => (Kind::Reversed(Op::ushr), false, false),
        O::v_ashrrev_i16 => (Kind::Reversed(Op::sshr), true, false),
        O::v_lshlrev_b16 => (Kind::Reversed(Op::ishl), false, false),
        O::v_max_u16 => (Kind::Op(Op::umax), false, true),
        O::v_min_u16 => (Kind::Op(Op::umin), false, true),
        O::v_max_i16 => (Kind::Op(Op::smax), true, true),
        O::v_min_i16 => (Kind::Op(Op::smin), true, true),
        O::v_min3_i16 => (Kind::Twice(Op::smin), true, true),
        O::v_max3_i16 => (Kind::Twice(Op::smax), true, true),
        O::v_min3_u16 => (Kind::Twice(Op::umin), false, true),
        O::v_max3_u16 => (Kind::Twice(Op::umax), false, true),
        O::v_med3_i16 => (Kind::Median { signed: true }, true, true),
        O::v_med3_u16 => (Kind::Median { signed: false }, false, true),
        O::v_mad_u16 => (Kind::Mad, false, true),
        O::v_mad_i16 => (Kind::Mad, true, true),
        _ => return Err(mismatch()),
    };
    let zero = x.k32(0);
    let mut args = [zero; 3];
    for (n, arg) in args.iter_mut().enumerate().take(x.row.source_count()) {
        *arg = if signed { x.src_signed(n)? } else { x.src(n)? };
    }
    let clamp = x.clamp;
    let mut v = compute(x, kind, args, clamp);
    if clamp && kind == Kind::Mad {
        v = saturated(x, v, signed);
    }
    if clamps { x.put_clamped(v) } else { x.put(v) }
}
