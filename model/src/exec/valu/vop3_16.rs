//! The 16-bit instructions of the VOP3 encoding, with halves of sources and destination by `op_sel`.
//!
//! Facts: rows of the instruction table; measured-facts 3, 42, 51, 54. Packed results are whole dwords.

use super::{Valu, int};
use crate::exec::mismatch;
use crate::fault::Stop;
use crate::float::{arith16, convert, div};
use isa::table::Vop3;

/// An f16 function of three sources.
macro_rules! half3 {
    ($x:ident, $f:path) => {{
        let m = $x.mode;
        $x.three(|a, b, c| $f(m, a as u16, b as u16, c as u16).into())
    }};
}

/// Two f16 sources, a packed result.
macro_rules! packed {
    ($x:ident, $f:path) => {{
        let m = $x.mode;
        let (a, b) = ($x.src(0)?, $x.src(1)?);
        let value = $x.map2(&a, &b, |a, b| $f(m, a as u16, b as u16));
        $x.put_dword(value)
    }};
}

fn s(x: u32) -> i64 {
    int::i16(x).into()
}

/// Results whose exact value `f` gives: cut to 16 bits, or saturated where `clamp` says so.
fn two(x: &mut Valu<'_>, sat: fn(i64) -> u32, f: impl Fn(u32, u32) -> i64) -> Result<(), Stop> {
    x.two_sat(|a, b| f(a, b) as u32 & 0xffff, |a, b| sat(f(a, b)))
}

fn three(x: &mut Valu<'_>, sat: fn(i64) -> u32, f: impl Fn(u32, u32, u32) -> i64) -> Result<(), Stop> {
    x.three_sat(|a, b, c| f(a, b, c) as u32 & 0xffff, |a, b, c| sat(f(a, b, c)))
}

pub(super) fn vop3(op: Vop3, x: &mut Valu<'_>) -> Result<(), Stop> {
    use Vop3 as O;
    let u = |v: u32| i64::from(v);
    match op {
        O::v_add_nc_u16 => two(x, int::sat_u16, |a, b| u(a) + u(b)),
        O::v_sub_nc_u16 => two(x, int::sat_u16, |a, b| u(a) - u(b)),
        O::v_add_nc_i16 => two(x, int::sat_i16, |a, b| s(a) + s(b)),
        O::v_sub_nc_i16 => two(x, int::sat_i16, |a, b| s(a) - s(b)),
        O::v_mul_lo_u16 => x.two(|a, b| (a * b) & 0xffff),
        O::v_lshrrev_b16 => x.two(|a, b| b >> (a & 15)),
        O::v_ashrrev_i16 => x.two(|a, b| (int::i16(b) >> (a & 15)) as u32 & 0xffff),
        O::v_lshlrev_b16 => x.two(|a, b| b << (a & 15) & 0xffff),
        // Results that lie in the range of the type: clamp has nothing to do.
        O::v_max_u16 => two(x, int::sat_u16, |a, b| u(a.max(b))),
        O::v_min_u16 => two(x, int::sat_u16, |a, b| u(a.min(b))),
        O::v_max_i16 => two(x, int::sat_i16, |a, b| s(a).max(s(b))),
        O::v_min_i16 => two(x, int::sat_i16, |a, b| s(a).min(s(b))),
        O::v_min3_i16 => three(x, int::sat_i16, |a, b, c| s(a).min(s(b)).min(s(c))),
        O::v_max3_i16 => three(x, int::sat_i16, |a, b, c| s(a).max(s(b)).max(s(c))),
        O::v_med3_i16 => three(x, int::sat_i16, |a, b, c| int::med3(s(a), s(b), s(c))),
        O::v_min3_u16 => three(x, int::sat_u16, |a, b, c| u(a.min(b).min(c))),
        O::v_max3_u16 => three(x, int::sat_u16, |a, b, c| u(a.max(b).max(c))),
        O::v_med3_u16 => three(x, int::sat_u16, |a, b, c| u(int::med3(a, b, c))),
        O::v_mad_u16 => three(x, int::sat_u16, |a, b, c| u(a) * u(b) + u(c)),
        O::v_mad_i16 => three(x, int::sat_i16, |a, b, c| s(a) * s(b) + s(c)),

        O::v_pack_b32_f16 => packed!(x, arith16::pack_b32_f16),
        O::v_cvt_pknorm_i16_f16 => packed!(x, convert::cvt_pknorm_i16_f16),
        O::v_cvt_pknorm_u16_f16 => packed!(x, convert::cvt_pknorm_u16_f16),
        O::v_fma_f16 => half3!(x, arith16::fma_f16),
        O::v_min3_f16 => half3!(x, arith16::min3_f16),
        O::v_max3_f16 => half3!(x, arith16::max3_f16),
        O::v_med3_f16 => half3!(x, arith16::med3_f16),
        O::v_div_fixup_f16 => half3!(x, div::div_fixup_f16),
        _ => Err(mismatch()),
    }
}
