//! Vector instructions with two sources.
//!
//! Facts: rows of the instruction table.

use super::vop3_int::{self, Limits};
use super::{Valu, convert, float};
use crate::rdna::lift::Lifted;
use ir::float::FCmp;
use ir::{Op, Value, Width};
use isa::row::Ty;
use isa::table::Vop2;

/// Sum or difference with carry, and the carry that leaves it.
pub(super) fn add_with_carry(
    x: &mut Valu<'_, '_>,
    a: Value,
    b: Value,
    carry: Option<Value>,
) -> (Value, Value) {
    let sum = x.i2(Op::iadd, a, b);
    let out = x.i2(Op::ult, sum, a);
    let Some(carry) = carry else { return (sum, out) };
    let one = x.zext(carry, Width::B32);
    let total = x.i2(Op::iadd, sum, one);
    let again = x.i2(Op::ult, total, sum);
    (total, x.i2(Op::ior, out, again))
}

/// Difference with borrow, and the borrow that leaves it.
pub(super) fn sub_with_borrow(
    x: &mut Valu<'_, '_>,
    a: Value,
    b: Value,
    borrow: Option<Value>,
) -> (Value, Value) {
    let difference = x.i2(Op::isub, a, b);
    let out = x.i2(Op::ult, a, b);
    let Some(borrow) = borrow else { return (difference, out) };
    let one = x.zext(borrow, Width::B32);
    let total = x.i2(Op::isub, difference, one);
    let again = x.i2(Op::ult, difference, one);
    (total, x.i2(Op::ior, out, again))
}

/// The kinds of carry instructions.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Carry {
    Add,
    Sub,
    SubRev,
}

/// Sum or difference with a mask; `clamp` gives the limit where there is a carry.
pub(super) fn carry(x: &mut Valu<'_, '_>, kind: Carry, carry_in: bool) -> Lifted {
    let carry = if carry_in { Some(x.mask_src()?) } else { None };
    let (a, b) = (x.src(0)?, x.src(1)?);
    let (mut v, out) = match kind {
        Carry::Add => add_with_carry(x, a, b, carry),
        Carry::Sub => sub_with_borrow(x, a, b, carry),
        Carry::SubRev => sub_with_borrow(x, b, a, carry),
    };
    if x.clamp {
        v = x.select_k(out, if kind == Carry::Add { u64::MAX } else { 0 }, v);
    }
    x.put_with_mask(v, out)
}

pub(super) fn lift(op: Vop2, x: &mut Valu<'_, '_>) -> Lifted {
    use Vop2 as O;
    match op {
        O::v_illegal => x.refuse("it marks words that are no code"),
        // Source modifiers act as on f32.
        O::v_cndmask_b32 => {
            let (a, b) = (x.src_as(0, Ty::F32)?, x.src_as(1, Ty::F32)?);
            let mask = x.mask_src()?;
            let v = x.select(mask, b, a);
            x.put(v)
        }
        O::v_add_f32 | O::v_add_f16 => x.float_op(Op::fadd, 2),
        O::v_sub_f32 | O::v_sub_f16 => float::difference(x, false),
        O::v_subrev_f32 | O::v_subrev_f16 => float::difference(x, true),
        O::v_mul_f32 | O::v_mul_f16 => x.float_op(Op::fmul, 2),
        O::v_min_f32 | O::v_min_f16 => x.float_op(Op::fmin, 2),
        O::v_max_f32 | O::v_max_f16 => x.float_op(Op::fmax, 2),
        O::v_mul_legacy_f32 => {
            let (a, b) = (x.fsrc(0)?, x.fsrc(1)?);
            let v = float::legacy_product(x, a, b);
            x.fput(v)
        }
        O::v_min_legacy_f32 => float::legacy_extreme(x, FCmp::LT),
        O::v_max_legacy_f32 => float::legacy_extreme(x, FCmp::GT | FCmp::EQ),
        O::v_mac_legacy_f32 => float::accumulate(x, float::mad_legacy),
        O::v_mac_f32 => float::accumulate(x, float::mad),
        O::v_fmac_f32 | O::v_fmac_f16 => float::accumulate(x, float::fma),
        O::v_madmk_f32 => float::with_literal(x, true, float::mad),
        O::v_madak_f32 => float::with_literal(x, false, float::mad),
        O::v_fmamk_f32 | O::v_fmamk_f16 => float::with_literal(x, true, float::fma),
        O::v_fmaak_f32 | O::v_fmaak_f16 => float::with_literal(x, false, float::fma),
        O::v_ldexp_f16 => float::ldexp(x),
        O::v_pk_fmac_f16 => packed_fmac(x),
        // Writes zero on gfx1013 silicon (its row).
        O::v_dot2c_f32_f16 => {
            let zero = x.k32(0);
            x.put_dword(zero)
        }
        O::v_cvt_pkrtz_f16_f32 => convert::pack_toward_zero(x),

        O::v_mul_i32_i24 => vop3_int::mul24(x, true, None),
        O::v_mul_u32_u24 => vop3_int::mul24(x, false, None),
        O::v_mul_hi_i32_i24 => x.two(|x, a, b| {
            let (a, b) = (vop3_int::i24(x, a), vop3_int::i24(x, b));
            x.i2(Op::smulhi, a, b)
        }),
        O::v_mul_hi_u32_u24 => x.two(|x, a, b| {
            let (a, b) = (x.ik(Op::iand, a, 0xff_ffff), x.ik(Op::iand, b, 0xff_ffff));
            x.i2(Op::umulhi, a, b)
        }),
        O::v_min_i32 => in_range(x, Op::smin),
        O::v_max_i32 => in_range(x, Op::smax),
        O::v_min_u32 => in_range(x, Op::umin),
        O::v_max_u32 => in_range(x, Op::umax),
        O::v_lshrrev_b32 => x.two(|x, a, b| x.i2(Op::ushr, b, a)),
        O::v_ashrrev_i32 => x.two(|x, a, b| x.i2(Op::sshr, b, a)),
        O::v_lshlrev_b32 => x.two(|x, a, b| x.i2(Op::ishl, b, a)),
        O::v_and_b32 => x.two_op(Op::iand),
        O::v_or_b32 => x.two_op(Op::ior),
        O::v_xor_b32 => x.two_op(Op::ixor),
        O::v_xnor_b32 => x.two(|x, a, b| {
            let v = x.i2(Op::ixor, a, b);
            x.not(v)
        }),
        O::v_add_nc_u32 => vop3_int::sum(x, Op::iadd, Limits::Unsigned, false),
        O::v_sub_nc_u32 => vop3_int::sum(x, Op::isub, Limits::Unsigned, false),
        O::v_subrev_nc_u32 => vop3_int::sum(x, Op::isub, Limits::Unsigned, true),
        O::v_add_co_ci_u32 => carry(x, Carry::Add, true),
        O::v_sub_co_ci_u32 => carry(x, Carry::Sub, true),
        O::v_subrev_co_ci_u32 => carry(x, Carry::SubRev, true),
    }
}

/// Results that lie in the range of the type: clamp has nothing to do.
fn in_range(x: &mut Valu<'_, '_>, op: Op) -> Lifted {
    let (a, b) = (x.src(0)?, x.src(1)?);
    let v = x.i2(op, a, b);
    x.put_clamped(v)
}

/// Both halves; the short encoding has no way to select them.
fn packed_fmac(x: &mut Valu<'_, '_>) -> Lifted {
    let (a, b) = (x.raw(0, Ty::B32)?, x.raw(1, Ty::B32)?);
    let register = x.vdst()?;
    let d = x.l.vgpr(register);
    let halves = [Op::lo, Op::hi].map(|part| {
        let [a, b, d] = [a, b, d].map(|v| x.p(part, &[v]));
        x.f(Op::ffma, &[a, b, d])
    });
    let v = x.p(Op::pack, &halves);
    x.put_dword(v)
}
