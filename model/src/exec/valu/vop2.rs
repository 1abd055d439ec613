//! Vector instructions with two sources.
//!
//! Facts: rows of the instruction table. The legacy minimum and maximum and the dot slot were measured on gfx1013
//! silicon: comparisons of the unflushed values, bits returned as they are (rows `v_min_legacy_f32` and following).

use super::{Valu, int};
use crate::fault::{FaultKind, Stop};
use crate::float::{arith16, arith32, convert};
use isa::row::Ty;
use isa::table::Vop2;

/// An f32 function of two sources.
macro_rules! single {
    ($x:ident, $f:path) => {{
        let m = $x.mode;
        $x.two(|a, b| $f(m, a, b))
    }};
}

/// An f16 function of two sources.
macro_rules! half {
    ($x:ident, $f:path) => {{
        let m = $x.mode;
        $x.two(|a, b| $f(m, a as u16, b as u16).into())
    }};
}

/// Sum, carry in, carry out.
#[inline]
pub(super) fn add(a: u32, b: u32, c: u32) -> (u32, bool) {
    let sum = u64::from(a) + u64::from(b) + u64::from(c);
    (sum as u32, sum >> 32 != 0)
}

/// Difference, borrow in, borrow out.
#[inline]
pub(super) fn sub(a: u32, b: u32, c: u32) -> (u32, bool) {
    let (d, x) = a.overflowing_sub(b);
    let (d, y) = d.overflowing_sub(c);
    (d, x | y)
}

pub(super) fn vop2(op: Vop2, mut x: Valu<'_>) -> Result<(), Stop> {
    use Vop2 as O;
    let m = x.mode;
    match op {
        O::v_illegal => Err(FaultKind::Illegal { what: "v_illegal" }.into()),
        // Source modifiers act as on f32.
        O::v_cndmask_b32 => {
            let (a, b) = (x.src_as(0, Ty::F32)?, x.src_as(1, Ty::F32)?);
            let mask = x.mask_src()?;
            let value = std::array::from_fn(|i| if mask >> i & 1 != 0 { b[i] } else { a[i] });
            x.put(value)
        }
        O::v_add_f32 => single!(x, arith32::add_f32),
        O::v_sub_f32 => single!(x, arith32::sub_f32),
        O::v_subrev_f32 => single!(x, arith32::subrev_f32),
        O::v_mul_legacy_f32 => single!(x, arith32::mul_legacy_f32),
        O::v_mul_f32 => single!(x, arith32::mul_f32),
        O::v_min_f32 => single!(x, arith32::min_f32),
        O::v_max_f32 => single!(x, arith32::max_f32),
        O::v_min_legacy_f32 => single!(x, arith32::min_legacy_f32),
        O::v_max_legacy_f32 => single!(x, arith32::max_legacy_f32),
        O::v_mac_legacy_f32 => accumulate(&mut x, |a, b, d| arith32::mad_legacy_f32(m, a, b, d)),
        O::v_mac_f32 => accumulate(&mut x, |a, b, d| arith32::mad_f32(m, a, b, d)),
        O::v_fmac_f32 => accumulate(&mut x, |a, b, d| arith32::fma_f32(m, a, b, d)),
        O::v_madmk_f32 => literal(&mut x, |a, b, k| arith32::mad_f32(m, a, k, b)),
        O::v_madak_f32 => literal(&mut x, |a, b, k| arith32::mad_f32(m, a, b, k)),
        O::v_fmamk_f32 => literal(&mut x, |a, b, k| arith32::fma_f32(m, a, k, b)),
        O::v_fmaak_f32 => literal(&mut x, |a, b, k| arith32::fma_f32(m, a, b, k)),
        O::v_dot2c_f32_f16 => x.put_dword([0; 64]),

        O::v_mul_i32_i24 => x.two_sat(
            |a, b| int::i24(a).wrapping_mul(int::i24(b)) as u32,
            |a, b| int::sat_i32(i64::from(int::i24(a)) * i64::from(int::i24(b))),
        ),
        O::v_mul_u32_u24 => x.two_sat(
            |a, b| int::u24(a).wrapping_mul(int::u24(b)),
            |a, b| int::sat_u32(i64::from(int::u24(a)) * i64::from(int::u24(b))),
        ),
        O::v_mul_hi_i32_i24 => x.two(|a, b| ((i64::from(int::i24(a)) * i64::from(int::i24(b))) >> 32) as u32),
        O::v_mul_hi_u32_u24 => x.two(|a, b| ((u64::from(int::u24(a)) * u64::from(int::u24(b))) >> 32) as u32),
        O::v_min_i32 => {
            x.two_sat(|a, b| (a as i32).min(b as i32) as u32, |a, b| (a as i32).min(b as i32) as u32)
        }
        O::v_max_i32 => {
            x.two_sat(|a, b| (a as i32).max(b as i32) as u32, |a, b| (a as i32).max(b as i32) as u32)
        }
        O::v_min_u32 => x.two_sat(u32::min, u32::min),
        O::v_max_u32 => x.two_sat(u32::max, u32::max),
        O::v_lshrrev_b32 => x.two(|a, b| b >> (a & 31)),
        O::v_ashrrev_i32 => x.two(|a, b| (b as i32 >> (a & 31)) as u32),
        O::v_lshlrev_b32 => x.two(|a, b| b << (a & 31)),
        O::v_and_b32 => x.two(|a, b| a & b),
        O::v_or_b32 => x.two(|a, b| a | b),
        O::v_xor_b32 => x.two(|a, b| a ^ b),
        O::v_xnor_b32 => x.two(|a, b| !(a ^ b)),
        O::v_add_nc_u32 => x.two_sat(u32::wrapping_add, u32::saturating_add),
        O::v_sub_nc_u32 => x.two_sat(u32::wrapping_sub, u32::saturating_sub),
        O::v_subrev_nc_u32 => x.two_sat(|a, b| b.wrapping_sub(a), |a, b| b.saturating_sub(a)),
        O::v_add_co_ci_u32 => {
            let carry = x.mask_src()?;
            x.carry(carry, u32::MAX, add)
        }
        O::v_sub_co_ci_u32 => {
            let carry = x.mask_src()?;
            x.carry(carry, 0, sub)
        }
        O::v_subrev_co_ci_u32 => {
            let carry = x.mask_src()?;
            x.carry(carry, 0, |a, b, c| sub(b, a, c))
        }

        O::v_cvt_pkrtz_f16_f32 => {
            let (a, b) = (x.src(0)?, x.src(1)?);
            let value = x.map2(&a, &b, |a, b| convert::cvt_pkrtz_f16_f32(m, a, b));
            x.put_dword(value)
        }
        O::v_add_f16 => half!(x, arith16::add_f16),
        O::v_sub_f16 => half!(x, arith16::sub_f16),
        O::v_subrev_f16 => half!(x, arith16::subrev_f16),
        O::v_mul_f16 => half!(x, arith16::mul_f16),
        O::v_max_f16 => half!(x, arith16::max_f16),
        O::v_min_f16 => half!(x, arith16::min_f16),
        O::v_ldexp_f16 => half!(x, arith16::ldexp_f16),
        O::v_fmac_f16 => {
            accumulate(&mut x, |a, b, d| arith16::fma_f16(m, a as u16, b as u16, d as u16).into())
        }
        O::v_fmamk_f16 => literal(&mut x, |a, b, k| arith16::fma_f16(m, a as u16, k as u16, b as u16).into()),
        O::v_fmaak_f16 => literal(&mut x, |a, b, k| arith16::fma_f16(m, a as u16, b as u16, k as u16).into()),
        // Both halves; the short encoding has no way to select halves.
        O::v_pk_fmac_f16 => {
            let (a, b, d) = (x.src_as(0, Ty::B32)?, x.src_as(1, Ty::B32)?, x.old());
            let fma = |a: u32, b: u32, d: u32| u32::from(arith16::fma_f16(m, a as u16, b as u16, d as u16));
            let value = x.map3(&a, &b, &d, |a, b, d| fma(a, b, d) | fma(a >> 16, b >> 16, d >> 16) << 16);
            x.put_dword(value)
        }
    }
}

/// Two sources and the destination. In VOP3 form `neg` and `abs` bit 2 would act on the destination: refused.
fn accumulate(x: &mut Valu<'_>, f: impl Fn(u32, u32, u32) -> u32) -> Result<(), Stop> {
    if (x.form.neg | x.form.abs) & 4 != 0 {
        return x.refuse("a modifier on the accumulator");
    }
    let (a, b, d) = (x.src(0)?, x.src(1)?, x.old());
    let value = x.map3(&a, &b, &d, f);
    x.put(value)
}

/// Two sources and the literal.
fn literal(x: &mut Valu<'_>, f: impl Fn(u32, u32, u32) -> u32) -> Result<(), Stop> {
    let (a, b, k) = (x.src(0)?, x.src(1)?, x.literal()?);
    let value = x.map2(&a, &b, |a, b| f(a, b, k));
    x.put(value)
}
