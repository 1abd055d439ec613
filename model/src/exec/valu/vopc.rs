//! Vector compares.
//!
//! Ensures: one bit a lane, 0 in lanes that EXEC masks out; `v_cmpx_*` writes EXEC and nothing else (isa README trap 7).
//! The clamp modifier of the VOP3 form only concerns exceptions, which are not modelled.

use super::Valu;
use crate::fault::Stop;
use crate::float::compare::Predicate as P;
use isa::row::Implicit;
use isa::table::Vopc;

pub(super) fn vopc(op: Vopc, mut x: Valu<'_>) -> Result<(), Stop> {
    if x.write != x.wave.exec() {
        return x.refuse("what a compare gives in lanes that DPP leaves out is not known");
    }
    let mask = compare(op, &mut x)?;
    if op.row().writes.contains(Implicit::EXEC) {
        x.wave.set_exec(mask);
    } else {
        x.wave.set_mask(x.form.mask_dst, mask);
    }
    Ok(())
}

fn compare(op: Vopc, x: &mut Valu<'_>) -> Result<u64, Stop> {
    use Vopc as O;
    let x = &*x;
    match op {
        O::v_cmp_f_f32 | O::v_cmpx_f_f32 => float::f32(x, P::F),
        O::v_cmp_lt_f32 | O::v_cmpx_lt_f32 => float::f32(x, P::Lt),
        O::v_cmp_eq_f32 | O::v_cmpx_eq_f32 => float::f32(x, P::Eq),
        O::v_cmp_le_f32 | O::v_cmpx_le_f32 => float::f32(x, P::Le),
        O::v_cmp_gt_f32 | O::v_cmpx_gt_f32 => float::f32(x, P::Gt),
        O::v_cmp_lg_f32 | O::v_cmpx_lg_f32 => float::f32(x, P::Lg),
        O::v_cmp_ge_f32 | O::v_cmpx_ge_f32 => float::f32(x, P::Ge),
        O::v_cmp_o_f32 | O::v_cmpx_o_f32 => float::f32(x, P::O),
        O::v_cmp_u_f32 | O::v_cmpx_u_f32 => float::f32(x, P::U),
        O::v_cmp_nge_f32 | O::v_cmpx_nge_f32 => float::f32(x, P::Nge),
        O::v_cmp_nlg_f32 | O::v_cmpx_nlg_f32 => float::f32(x, P::Nlg),
        O::v_cmp_ngt_f32 | O::v_cmpx_ngt_f32 => float::f32(x, P::Ngt),
        O::v_cmp_nle_f32 | O::v_cmpx_nle_f32 => float::f32(x, P::Nle),
        O::v_cmp_neq_f32 | O::v_cmpx_neq_f32 => float::f32(x, P::Neq),
        O::v_cmp_nlt_f32 | O::v_cmpx_nlt_f32 => float::f32(x, P::Nlt),
        O::v_cmp_tru_f32 | O::v_cmpx_tru_f32 => float::f32(x, P::Tru),
        O::v_cmp_class_f32 | O::v_cmpx_class_f32 => float::class_f32(x),
        O::v_cmp_f_f16 | O::v_cmpx_f_f16 => float::f16(x, P::F),
        O::v_cmp_lt_f16 | O::v_cmpx_lt_f16 => float::f16(x, P::Lt),
        O::v_cmp_eq_f16 | O::v_cmpx_eq_f16 => float::f16(x, P::Eq),
        O::v_cmp_le_f16 | O::v_cmpx_le_f16 => float::f16(x, P::Le),
        O::v_cmp_gt_f16 | O::v_cmpx_gt_f16 => float::f16(x, P::Gt),
        O::v_cmp_lg_f16 | O::v_cmpx_lg_f16 => float::f16(x, P::Lg),
        O::v_cmp_ge_f16 | O::v_cmpx_ge_f16 => float::f16(x, P::Ge),
        O::v_cmp_o_f16 | O::v_cmpx_o_f16 => float::f16(x, P::O),
        O::v_cmp_u_f16 | O::v_cmpx_u_f16 => float::f16(x, P::U),
        O::v_cmp_nge_f16 | O::v_cmpx_nge_f16 => float::f16(x, P::Nge),
        O::v_cmp_nlg_f16 | O::v_cmpx_nlg_f16 => float::f16(x, P::Nlg),
        O::v_cmp_ngt_f16 | O::v_cmpx_ngt_f16 => float::f16(x, P::Ngt),
        O::v_cmp_nle_f16 | O::v_cmpx_nle_f16 => float::f16(x, P::Nle),
        O::v_cmp_neq_f16 | O::v_cmpx_neq_f16 => float::f16(x, P::Neq),
        O::v_cmp_nlt_f16 | O::v_cmpx_nlt_f16 => float::f16(x, P::Nlt),
        O::v_cmp_tru_f16 | O::v_cmpx_tru_f16 => float::f16(x, P::Tru),
        O::v_cmp_class_f16 | O::v_cmpx_class_f16 => float::class_f16(x),
        O::v_cmp_f_f64 | O::v_cmpx_f_f64 => float::f64(x, P::F),
        O::v_cmp_lt_f64 | O::v_cmpx_lt_f64 => float::f64(x, P::Lt),
        O::v_cmp_eq_f64 | O::v_cmpx_eq_f64 => float::f64(x, P::Eq),
        O::v_cmp_le_f64 | O::v_cmpx_le_f64 => float::f64(x, P::Le),
        O::v_cmp_gt_f64 | O::v_cmpx_gt_f64 => float::f64(x, P::Gt),
        O::v_cmp_lg_f64 | O::v_cmpx_lg_f64 => float::f64(x, P::Lg),
        O::v_cmp_ge_f64 | O::v_cmpx_ge_f64 => float::f64(x, P::Ge),
        O::v_cmp_o_f64 | O::v_cmpx_o_f64 => float::f64(x, P::O),
        O::v_cmp_u_f64 | O::v_cmpx_u_f64 => float::f64(x, P::U),
        O::v_cmp_nge_f64 | O::v_cmpx_nge_f64 => float::f64(x, P::Nge),
        O::v_cmp_nlg_f64 | O::v_cmpx_nlg_f64 => float::f64(x, P::Nlg),
        O::v_cmp_ngt_f64 | O::v_cmpx_ngt_f64 => float::f64(x, P::Ngt),
        O::v_cmp_nle_f64 | O::v_cmpx_nle_f64 => float::f64(x, P::Nle),
        O::v_cmp_neq_f64 | O::v_cmpx_neq_f64 => float::f64(x, P::Neq),
        O::v_cmp_nlt_f64 | O::v_cmpx_nlt_f64 => float::f64(x, P::Nlt),
        O::v_cmp_tru_f64 | O::v_cmpx_tru_f64 => float::f64(x, P::Tru),
        O::v_cmp_class_f64 | O::v_cmpx_class_f64 => float::class_f64(x),
        O::v_cmp_f_i32 | O::v_cmpx_f_i32 => i32(x, |_, _| false),
        O::v_cmp_lt_i32 | O::v_cmpx_lt_i32 => i32(x, |a, b| a < b),
        O::v_cmp_eq_i32 | O::v_cmpx_eq_i32 => i32(x, |a, b| a == b),
        O::v_cmp_le_i32 | O::v_cmpx_le_i32 => i32(x, |a, b| a <= b),
        O::v_cmp_gt_i32 | O::v_cmpx_gt_i32 => i32(x, |a, b| a > b),
        O::v_cmp_ne_i32 | O::v_cmpx_ne_i32 => i32(x, |a, b| a != b),
        O::v_cmp_ge_i32 | O::v_cmpx_ge_i32 => i32(x, |a, b| a >= b),
        O::v_cmp_t_i32 | O::v_cmpx_t_i32 => i32(x, |_, _| true),
        O::v_cmp_f_u32 | O::v_cmpx_f_u32 => u32(x, |_, _| false),
        O::v_cmp_lt_u32 | O::v_cmpx_lt_u32 => u32(x, |a, b| a < b),
        O::v_cmp_eq_u32 | O::v_cmpx_eq_u32 => u32(x, |a, b| a == b),
        O::v_cmp_le_u32 | O::v_cmpx_le_u32 => u32(x, |a, b| a <= b),
        O::v_cmp_gt_u32 | O::v_cmpx_gt_u32 => u32(x, |a, b| a > b),
        O::v_cmp_ne_u32 | O::v_cmpx_ne_u32 => u32(x, |a, b| a != b),
        O::v_cmp_ge_u32 | O::v_cmpx_ge_u32 => u32(x, |a, b| a >= b),
        O::v_cmp_t_u32 | O::v_cmpx_t_u32 => u32(x, |_, _| true),
        O::v_cmp_lt_i16 | O::v_cmpx_lt_i16 => i16(x, |a, b| a < b),
        O::v_cmp_eq_i16 | O::v_cmpx_eq_i16 => i16(x, |a, b| a == b),
        O::v_cmp_le_i16 | O::v_cmpx_le_i16 => i16(x, |a, b| a <= b),
        O::v_cmp_gt_i16 | O::v_cmpx_gt_i16 => i16(x, |a, b| a > b),
        O::v_cmp_ne_i16 | O::v_cmpx_ne_i16 => i16(x, |a, b| a != b),
        O::v_cmp_ge_i16 | O::v_cmpx_ge_i16 => i16(x, |a, b| a >= b),
        O::v_cmp_lt_u16 | O::v_cmpx_lt_u16 => u16(x, |a, b| a < b),
        O::v_cmp_eq_u16 | O::v_cmpx_eq_u16 => u16(x, |a, b| a == b),
        O::v_cmp_le_u16 | O::v_cmpx_le_u16 => u16(x, |a, b| a <= b),
        O::v_cmp_gt_u16 | O::v_cmpx_gt_u16 => u16(x, |a, b| a > b),
        O::v_cmp_ne_u16 | O::v_cmpx_ne_u16 => u16(x, |a, b| a != b),
        O::v_cmp_ge_u16 | O::v_cmpx_ge_u16 => u16(x, |a, b| a >= b),
        O::v_cmp_f_i64 | O::v_cmpx_f_i64 => i64(x, |_, _| false),
        O::v_cmp_lt_i64 | O::v_cmpx_lt_i64 => i64(x, |a, b| a < b),
        O::v_cmp_eq_i64 | O::v_cmpx_eq_i64 => i64(x, |a, b| a == b),
        O::v_cmp_le_i64 | O::v_cmpx_le_i64 => i64(x, |a, b| a <= b),
        O::v_cmp_gt_i64 | O::v_cmpx_gt_i64 => i64(x, |a, b| a > b),
        O::v_cmp_ne_i64 | O::v_cmpx_ne_i64 => i64(x, |a, b| a != b),
        O::v_cmp_ge_i64 | O::v_cmpx_ge_i64 => i64(x, |a, b| a >= b),
        O::v_cmp_t_i64 | O::v_cmpx_t_i64 => i64(x, |_, _| true),
        O::v_cmp_f_u64 | O::v_cmpx_f_u64 => u64(x, |_, _| false),
        O::v_cmp_lt_u64 | O::v_cmpx_lt_u64 => u64(x, |a, b| a < b),
        O::v_cmp_eq_u64 | O::v_cmpx_eq_u64 => u64(x, |a, b| a == b),
        O::v_cmp_le_u64 | O::v_cmpx_le_u64 => u64(x, |a, b| a <= b),
        O::v_cmp_gt_u64 | O::v_cmpx_gt_u64 => u64(x, |a, b| a > b),
        O::v_cmp_ne_u64 | O::v_cmpx_ne_u64 => u64(x, |a, b| a != b),
        O::v_cmp_ge_u64 | O::v_cmpx_ge_u64 => u64(x, |a, b| a >= b),
        O::v_cmp_t_u64 | O::v_cmpx_t_u64 => u64(x, |_, _| true),
    }
}

fn i32(x: &Valu<'_>, f: impl Fn(i32, i32) -> bool) -> Result<u64, Stop> {
    u32(x, |a, b| f(a as i32, b as i32))
}

fn u32(x: &Valu<'_>, f: impl Fn(u32, u32) -> bool) -> Result<u64, Stop> {
    let (a, b) = (x.src(0)?, x.src(1)?);
    Ok(x.test(|i| f(a[i & 63], b[i & 63])))
}

fn i16(x: &Valu<'_>, f: impl Fn(i16, i16) -> bool) -> Result<u64, Stop> {
    u32(x, |a, b| f(a as i16, b as i16))
}

fn u16(x: &Valu<'_>, f: impl Fn(u16, u16) -> bool) -> Result<u64, Stop> {
    u32(x, |a, b| f(a as u16, b as u16))
}

fn i64(x: &Valu<'_>, f: impl Fn(i64, i64) -> bool) -> Result<u64, Stop> {
    u64(x, |a, b| f(a as i64, b as i64))
}

fn u64(x: &Valu<'_>, f: impl Fn(u64, u64) -> bool) -> Result<u64, Stop> {
    let (a, b) = (x.src64(0)?, x.src64(1)?);
    Ok(x.test(|i| f(a[i & 63], b[i & 63])))
}

/// Compares and classes of floats.
mod float {
    use super::super::Valu;
    use crate::fault::Stop;
    use crate::float::compare::{self, Predicate};

    pub fn f32(x: &Valu<'_>, p: Predicate) -> Result<u64, Stop> {
        let m = x.mode;
        super::u32(x, |a, b| compare::cmp_f32(m, p, a, b))
    }

    pub fn f16(x: &Valu<'_>, p: Predicate) -> Result<u64, Stop> {
        let m = x.mode;
        super::u32(x, |a, b| compare::cmp_f16(m, p, a as u16, b as u16))
    }

    pub fn f64(x: &Valu<'_>, p: Predicate) -> Result<u64, Stop> {
        let m = x.mode;
        super::u64(x, |a, b| compare::cmp_f64(m, p, a, b))
    }

    pub fn class_f32(x: &Valu<'_>) -> Result<u64, Stop> {
        super::u32(x, compare::class_f32)
    }

    pub fn class_f16(x: &Valu<'_>) -> Result<u64, Stop> {
        super::u32(x, |a, b| compare::class_f16(a as u16, b))
    }

    pub fn class_f64(x: &Valu<'_>) -> Result<u64, Stop> {
        let (a, b) = (x.src64(0)?, x.src(1)?);
        Ok(x.test(|i| compare::class_f64(a[i & 63], b[i & 63])))
    }
}
