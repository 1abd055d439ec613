//! Packed math and mixed precision.
//!
//! Facts: rows of the instruction table; isa README traps 5 and 6; measured-facts 16 to 18, 46, 47, 52, 54. The dot products
//! write zero in every lane on gfx1013 silicon (their rows). A source of `v_fma_mix*` whose `op_sel_hi` bit is clear is f32
//! whatever its `op_sel` bit says (Vega ISA guide, V_MAD_MIX_F32).

use super::vop3_16::{Kind, compute, saturated};
use super::{Lifts, Valu, convert};
use crate::rdna::lift::{Lifted, mismatch};
use ir::float::FloatEnv;
use ir::{Op, Value, Width};
use isa::Fields;
use isa::fields::Vop3pFields;
use isa::row::Ty;
use isa::table::Vop3p;

pub(super) fn lift(op: Vop3p, x: &mut Valu<'_, '_>) -> Lifted {
    use Vop3p as O;
    let Fields::Vop3p(f) = x.inst.fields else { return Err(mismatch()) };
    let sum = |op: Op, signed: bool| Kind::Sum { op, signed };
    match op {
        O::v_pk_mad_i16 => int(x, &f, Kind::Mad, true, true),
        O::v_pk_mad_u16 => int(x, &f, Kind::Mad, false, true),
        O::v_pk_add_i16 => int(x, &f, sum(Op::iadd, true), true, true),
        O::v_pk_add_u16 => int(x, &f, sum(Op::iadd, false), false, true),
        O::v_pk_sub_i16 => int(x, &f, sum(Op::isub, true), true, true),
        O::v_pk_sub_u16 => int(x, &f, sum(Op::isub, false), false, true),
        O::v_pk_max_i16 => int(x, &f, Kind::Op(Op::smax), true, true),
        O::v_pk_min_i16 => int(x, &f, Kind::Op(Op::smin), true, true),
        O::v_pk_max_u16 => int(x, &f, Kind::Op(Op::umax), false, true),
        O::v_pk_min_u16 => int(x, &f, Kind::Op(Op::umin), false, true),
        O::v_pk_mul_lo_u16 => int(x, &f, Kind::Op(Op::imul), false, false),
        O::v_pk_lshlrev_b16 => int(x, &f, Kind::Reversed(Op::ishl), false, false),
        O::v_pk_lshrrev_b16 => int(x, &f, Kind::Reversed(Op::ushr), false, false),
        O::v_pk_ashrrev_i16 => int(x, &f, Kind::Reversed(Op::sshr), true, false),
        O::v_pk_fma_f16 => float(x, &f, Op::ffma),
        O::v_pk_add_f16 => float(x, &f, Op::fadd),
        O::v_pk_mul_f16 => float(x, &f, Op::fmul),
        O::v_pk_min_f16 => float(x, &f, Op::fmin),
        O::v_pk_max_f16 => float(x, &f, Op::fmax),
        O::v_fma_mix_f32 => {
            let args = mixed(x, &f)?;
            let v = x.f(Op::ffma, &args);
            x.fput(v)
        }
        O::v_fma_mixlo_f16 | O::v_fma_mixhi_f16 => {
            let args = mixed(x, &f)?;
            // A NaN is always quiet (measured-facts 8, 18).
            let env = FloatEnv { flush_in: x.flush_in(Width::B32), quiet: true, ..x.env(Width::B16) };
            let v = x.l.b.op(Op::ffma_to, &args, ir::Attr::FloatTo(Width::B16, env));
            x.op_sel = if op == O::v_fma_mixhi_f16 { 8 } else { 0 };
            x.fput(v)
        }
        O::v_dot2_f32_f16
        | O::v_dot2_i32_i16
        | O::v_dot2_u32_u16
        | O::v_dot4_i32_i8
        | O::v_dot4_u32_u8
        | O::v_dot8_i32_i4
        | O::v_dot8_u32_u4 => {
            x.clamp = false;
            let zero = x.k32(0);
            x.put_dword(zero)
        }
    }
}

/// The half of source `n` that the low or the high result takes.
fn half(x: &mut Valu<'_, '_>, f: &Vop3pFields, n: usize, high: bool, ty: Ty) -> Lifts<Value> {
    let raw = x.raw(n, ty)?;
    let (select, neg) =
        if high { (f.op_sel_hi | u8::from(f.op_sel_hi2) << 2, f.neg_hi) } else { (f.op_sel, f.neg) };
    let v = x.p(if select >> n & 1 != 0 { Op::hi } else { Op::lo }, &[raw]);
    if neg >> n & 1 == 0 {
        return Ok(v);
    }
    if ty != Ty::F16 {
        return x.refuse("neg on an integer source");
    }
    Ok(x.negated(v))
}

fn int(x: &mut Valu<'_, '_>, f: &Vop3pFields, kind: Kind, signed: bool, clamps: bool) -> Lifted {
    let clamp = x.clamp && clamps;
    let zero = x.k32(0);
    let mut results = [zero; 2];
    for (result, high) in results.iter_mut().zip([false, true]) {
        let mut args = [zero; 3];
        for (n, arg) in args.iter_mut().enumerate().take(x.row.source_count()) {
            let v = half(x, f, n, high, Ty::I16)?;
            *arg = if signed { x.sext(v, Width::B32) } else { x.zext(v, Width::B32) };
        }
        let mut v = compute(x, kind, args, clamp);
        if clamp && kind == Kind::Mad {
            v = saturated(x, v, signed);
        }
        *result = v;
    }
    if clamps {
        x.clamp = false;
    }
    let v = convert::pack(x, results[0], results[1]);
    x.put_dword(v)
}

fn float(x: &mut Valu<'_, '_>, f: &Vop3pFields, op: Op) -> Lifted {
    let zero = x.k32(0);
    let mut results = [zero; 2];
    for (result, high) in results.iter_mut().zip([false, true]) {
        let mut args = smallvec::SmallVec::<[Value; 3]>::new();
        for n in 0..x.row.source_count() {
            args.push(half(x, f, n, high, Ty::F16)?);
        }
        let v = x.f(op, &args);
        *result = x.output(v);
    }
    x.clamp = false;
    let v = x.p(Op::pack, &results);
    x.put_dword(v)
}

/// Sources of `v_fma_mix*` as f32: a half is flushed by the f16 field (measured-facts 17) and widened, not quieted.
fn mixed(x: &mut Valu<'_, '_>, f: &Vop3pFields) -> Lifts<[Value; 3]> {
    let zero = x.k32(0);
    let mut args = [zero; 3];
    let hi = f.op_sel_hi | u8::from(f.op_sel_hi2) << 2;
    for (n, arg) in args.iter_mut().enumerate() {
        let is_half = hi >> n & 1 != 0;
        let raw = x.raw(n, if is_half { Ty::F16 } else { Ty::F32 })?;
        let mut v = raw;
        if is_half {
            v = x.p(if f.op_sel >> n & 1 != 0 { Op::hi } else { Op::lo }, &[raw]);
        }
        if f.neg_hi >> n & 1 != 0 {
            v = x.magnitude(v);
        }
        if f.neg >> n & 1 != 0 {
            v = x.negated(v);
        }
        if is_half {
            let env = FloatEnv { flush_in: x.flush_in(Width::B16), quiet: false, ..FloatEnv::IEEE };
            v = x.cvt(Op::fcvt, v, Width::B32, env);
        }
        *arg = v;
    }
    Ok(args)
}
