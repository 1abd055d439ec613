//! Packed math and mixed precision.
//!
//! Facts: rows of the instruction table; isa README traps 5 and 6; measured-facts 16 to 18, 46, 47, 52, 54. The dot products
//! write zero in every lane on gfx1013 silicon (their rows). A source of `v_fma_mix*` whose `op_sel_hi` bit is clear is
//! f32 whatever its `op_sel` bit says (Vega ISA guide, V_MAD_MIX_F32).

use super::{Valu, int};
use crate::exec::mismatch;
use crate::fault::Stop;
use crate::float::mix::{self, MixSource};
use crate::float::{FloatMode, arith16, modifiers};
use crate::wave::{ActiveLanes, Lanes};
use isa::fields::Vop3pFields;
use isa::row::{Slot, Ty};
use isa::table::Vop3p;
use isa::{Fields, Inst};

/// The halves of the sources, one array for the low and one for the high results.
struct Halves {
    low: [Lanes; 3],
    high: [Lanes; 3],
}

pub(super) fn vop3p(op: Vop3p, inst: &Inst, mut x: Valu<'_>) -> Result<(), Stop> {
    use Vop3p as O;
    let Fields::Vop3p(f) = inst.fields else { return Err(mismatch()) };
    let x = &mut x;
    let (s, u) = (|v: u32| i64::from(int::i16(v)), |v: u32| i64::from(v));
    let (signed, unsigned) = (int::sat_i16 as fn(i64) -> u32, int::sat_u16 as fn(i64) -> u32);
    match op {
        O::v_pk_mad_i16 => exact(op, &f, x, signed, |a, b, c| s(a) * s(b) + s(c)),
        O::v_pk_mad_u16 => exact(op, &f, x, unsigned, |a, b, c| u(a) * u(b) + u(c)),
        O::v_pk_add_i16 => exact(op, &f, x, signed, |a, b, _| s(a) + s(b)),
        O::v_pk_add_u16 => exact(op, &f, x, unsigned, |a, b, _| u(a) + u(b)),
        O::v_pk_sub_i16 => exact(op, &f, x, signed, |a, b, _| s(a) - s(b)),
        O::v_pk_sub_u16 => exact(op, &f, x, unsigned, |a, b, _| u(a) - u(b)),
        O::v_pk_max_i16 => exact(op, &f, x, signed, |a, b, _| s(a).max(s(b))),
        O::v_pk_min_i16 => exact(op, &f, x, signed, |a, b, _| s(a).min(s(b))),
        O::v_pk_max_u16 => exact(op, &f, x, unsigned, |a, b, _| u(a.max(b))),
        O::v_pk_min_u16 => exact(op, &f, x, unsigned, |a, b, _| u(a.min(b))),
        O::v_pk_mul_lo_u16 => bits(op, &f, x, |a, b| a * b),
        O::v_pk_lshlrev_b16 => bits(op, &f, x, |a, b| b << (a & 15)),
        O::v_pk_lshrrev_b16 => bits(op, &f, x, |a, b| b >> (a & 15)),
        O::v_pk_ashrrev_i16 => bits(op, &f, x, |a, b| (int::i16(b) >> (a & 15)) as u32),
        O::v_pk_fma_f16 => float(op, &f, x, arith16::fma_f16),
        O::v_pk_add_f16 => float(op, &f, x, |m, a, b, _| arith16::add_f16(m, a, b)),
        O::v_pk_mul_f16 => float(op, &f, x, |m, a, b, _| arith16::mul_f16(m, a, b)),
        O::v_pk_min_f16 => float(op, &f, x, |m, a, b, _| arith16::min_f16(m, a, b)),
        O::v_pk_max_f16 => float(op, &f, x, |m, a, b, _| arith16::max_f16(m, a, b)),
        O::v_fma_mix_f32 => {
            let m = x.mode;
            let value = mixed(&f, x, |a, b, c| mix::fma_mix_f32(m, a, b, c))?;
            x.put_as(value, Ty::F32)
        }
        O::v_fma_mixlo_f16 | O::v_fma_mixhi_f16 => {
            let m = x.mode;
            let value = mixed(&f, x, |a, b, c| mix::fma_mix_f16(m, a, b, c).into())?;
            x.form.op_sel = if op == O::v_fma_mixhi_f16 { 8 } else { 0 };
            x.put_as(value, Ty::F16)
        }
        O::v_dot2_f32_f16
        | O::v_dot2_i32_i16
        | O::v_dot2_u32_u16
        | O::v_dot4_i32_i8
        | O::v_dot4_u32_u8
        | O::v_dot8_i32_i4
        | O::v_dot8_u32_u4 => {
            x.form.clamp = false;
            x.put_dword([0; 64])
        }
    }
}

/// Fetches the sources and takes their halves; `neg` and `neg_hi` negate f16 halves.
fn halves(op: Vop3p, f: &Vop3pFields, x: &Valu<'_>, ty: Ty) -> Result<Halves, Stop> {
    let count = if op.row().operand(Slot::src2).is_some() { 3 } else { 2 };
    if ty != Ty::F16 && (f.neg | f.neg_hi) & ((1 << count) - 1) != 0 {
        return x.refuse("neg on an integer source");
    }
    let hi = f.op_sel_hi | u8::from(f.op_sel_hi2) << 2;
    let mut out = Halves { low: [[0; 64]; 3], high: [[0; 64]; 3] };
    for n in 0..count {
        let raw = x.raw(n, ty)?;
        let take = |select: u8, neg: u8| {
            let (shift, sign) =
                (if select >> n & 1 != 0 { 16 } else { 0 }, if neg >> n & 1 != 0 { 0x8000 } else { 0 });
            raw.map(|v| (v >> shift & 0xffff) ^ sign)
        };
        out.low[n] = take(f.op_sel, f.neg);
        out.high[n] = take(hi, f.neg_hi);
    }
    Ok(out)
}

/// Applies `f` to both halves and packs the results.
fn pack(x: &Valu<'_>, h: &Halves, f: impl Fn(u32, u32, u32) -> u32) -> Lanes {
    let (l, u) = (&h.low, &h.high);
    let mut out = [0; 64];
    for i in ActiveLanes(x.exec) {
        out[i] = f(l[0][i], l[1][i], l[2][i]) & 0xffff | f(u[0][i], u[1][i], u[2][i]) << 16;
    }
    out
}

/// Integer instructions by their exact results, cut to 16 bits or saturated where `clamp` says so.
fn exact(
    op: Vop3p,
    f: &Vop3pFields,
    x: &mut Valu<'_>,
    sat: fn(i64) -> u32,
    g: impl Fn(u32, u32, u32) -> i64,
) -> Result<(), Stop> {
    let h = halves(op, f, x, Ty::I16)?;
    let value = if x.form.clamp {
        pack(x, &h, |a, b, c| sat(g(a, b, c)))
    } else {
        pack(x, &h, |a, b, c| g(a, b, c) as u32)
    };
    x.form.clamp = false;
    x.put_dword(value)
}

/// Integer instructions whose result is cut to 16 bits.
fn bits(op: Vop3p, f: &Vop3pFields, x: &mut Valu<'_>, g: impl Fn(u32, u32) -> u32) -> Result<(), Stop> {
    let h = halves(op, f, x, Ty::I16)?;
    let value = pack(x, &h, |a, b, _| g(a, b));
    x.put_dword(value)
}

fn float(
    op: Vop3p,
    f: &Vop3pFields,
    x: &mut Valu<'_>,
    g: impl Fn(FloatMode, u16, u16, u16) -> u16,
) -> Result<(), Stop> {
    let h = halves(op, f, x, Ty::F16)?;
    let (m, clamp) = (x.mode, x.form.clamp);
    let value = pack(x, &h, |a, b, c| {
        modifiers::output_f16(m, g(m, a as u16, b as u16, c as u16), modifiers::Omod::None, clamp).into()
    });
    x.form.clamp = false;
    x.put_dword(value)
}

/// `v_fma_mix*`: each source is f32 or a half, `neg_hi` means abs.
fn mixed(
    f: &Vop3pFields,
    x: &Valu<'_>,
    g: impl Fn(MixSource, MixSource, MixSource) -> u32,
) -> Result<Lanes, Stop> {
    let hi = f.op_sel_hi | u8::from(f.op_sel_hi2) << 2;
    let half = |n: usize| hi >> n & 1 != 0;
    let fetch = |n: usize| -> Result<Lanes, Stop> {
        let ty = if half(n) { Ty::F16 } else { Ty::F32 };
        let raw = x.raw(n, ty)?;
        let shift = if half(n) && f.op_sel >> n & 1 != 0 { 16 } else { 0 };
        let (abs, neg) = (f.neg_hi >> n & 1 != 0, f.neg >> n & 1 != 0);
        Ok(raw.map(|v| {
            if half(n) {
                modifiers::source_f16((v >> shift) as u16, abs, neg).into()
            } else {
                modifiers::source_f32(v, abs, neg)
            }
        }))
    };
    let (a, b, c) = (fetch(0)?, fetch(1)?, fetch(2)?);
    let source = |n: usize, v: u32| if half(n) { MixSource::F16(v as u16) } else { MixSource::F32(v) };
    Ok(x.map3(&a, &b, &c, |a, b, c| g(source(0, a), source(1, b), source(2, c))))
}
