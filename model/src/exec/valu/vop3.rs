//! Vector instructions that exist in the VOP3 encoding only: dispatch, and the integer ones of 32 and 64 bits.
//!
//! Facts: rows of the instruction table; LLVM's folding (measured-facts section 4). The integer instructions that take
//! the clamp modifier are those for which LLVM's assembler takes it; it saturates the exact result to the result's type.

use super::vop2::{add, sub};
use super::{Lanes64, Valu, int, lane, vop3_16, vop3_float};
use crate::fault::Stop;
use crate::wave::{ActiveLanes, Lanes};
use isa::row::Ty;
use isa::table::Vop3;

pub(super) fn vop3(op: Vop3, mut x: Valu<'_>) -> Result<(), Stop> {
    use Vop3 as O;
    let x = &mut x;
    match op {
        O::v_readlane_b32 => lane::readlane(x),
        O::v_writelane_b32 => lane::writelane(x),
        O::v_permlane16_b32 => lane::permlane16(x, false),
        O::v_permlanex16_b32 => lane::permlane16(x, true),
        O::v_mbcnt_lo_u32_b32 => lane::mbcnt(x, false),
        O::v_mbcnt_hi_u32_b32 => lane::mbcnt(x, true),

        O::v_bfe_u32 => x.three(int::bfe_u32),
        O::v_bfe_i32 => x.three(int::bfe_i32),
        O::v_bfi_b32 => x.three(|a, b, c| a & b | !a & c),
        O::v_bfm_b32 => x.two(int::bfm),
        O::v_bcnt_u32_b32 => x.two(|a, b| a.count_ones().wrapping_add(b)),
        O::v_alignbit_b32 => x.three(|a, b, c| int::align(a, b, c & 31)),
        O::v_alignbyte_b32 => x.three(|a, b, c| int::align(a, b, (c & 3) * 8)),
        O::v_perm_b32 => x.three(int::perm),
        O::v_lerp_u8 => x.three(int::lerp_u8),
        O::v_xor3_b32 => x.three(|a, b, c| a ^ b ^ c),
        O::v_or3_b32 => x.three(|a, b, c| a | b | c),
        O::v_and_or_b32 => x.three(|a, b, c| a & b | c),
        O::v_lshl_or_b32 => x.three(|a, b, c| a << (b & 31) | c),
        O::v_xad_u32 => x.three(|a, b, c| (a ^ b).wrapping_add(c)),
        O::v_lshl_add_u32 => x.three(|a, b, c| (a << (b & 31)).wrapping_add(c)),
        O::v_add_lshl_u32 => x.three(|a, b, c| a.wrapping_add(b) << (c & 31)),
        O::v_add3_u32 => x.three(|a, b, c| a.wrapping_add(b).wrapping_add(c)),
        O::v_min3_i32 => x.three(|a, b, c| (a as i32).min(b as i32).min(c as i32) as u32),
        O::v_max3_i32 => x.three(|a, b, c| (a as i32).max(b as i32).max(c as i32) as u32),
        O::v_med3_i32 => x.three(|a, b, c| int::med3(a as i32, b as i32, c as i32) as u32),
        O::v_min3_u32 => x.three(|a, b, c| a.min(b).min(c)),
        O::v_max3_u32 => x.three(|a, b, c| a.max(b).max(c)),
        O::v_med3_u32 => x.three(int::med3::<u32>),
        O::v_mul_lo_u32 | O::v_mul_lo_i32 => x.two(u32::wrapping_mul),
        O::v_mul_hi_u32 => x.two(|a, b| ((u64::from(a) * u64::from(b)) >> 32) as u32),
        O::v_mul_hi_i32 => x.two(|a, b| ((i64::from(a as i32) * i64::from(b as i32)) >> 32) as u32),
        // The addend is 32 bits wide.
        O::v_mad_i32_i24 => x.three_sat(
            |a, b, c| int::i24(a).wrapping_mul(int::i24(b)).wrapping_add(c as i32) as u32,
            |a, b, c| int::sat_i32(i64::from(int::i24(a)) * i64::from(int::i24(b)) + i64::from(c as i32)),
        ),
        O::v_mad_u32_u24 => x.three_sat(
            |a, b, c| int::u24(a).wrapping_mul(int::u24(b)).wrapping_add(c),
            |a, b, c| int::sat_u32(i64::from(int::u24(a)) * i64::from(int::u24(b)) + i64::from(c)),
        ),
        O::v_mad_u32_u16 => {
            let (a, b, c) = (x.src(0)?, x.src(1)?, x.src_as(2, Ty::U32)?);
            let sat = x.form.clamp;
            let value =
                x.map3(
                    &a,
                    &b,
                    &c,
                    |a, b, c| {
                        if sat { (a * b).saturating_add(c) } else { (a * b).wrapping_add(c) }
                    },
                );
            x.put_clamped(value)
        }
        O::v_mad_i32_i16 => {
            let (a, b, c) = (x.src(0)?, x.src(1)?, x.src_as(2, Ty::I32)?);
            let sat = x.form.clamp;
            let value = x.map3(&a, &b, &c, |a, b, c| {
                let product = int::i16(a) * int::i16(b);
                if sat {
                    product.saturating_add(c as i32) as u32
                } else {
                    product.wrapping_add(c as i32) as u32
                }
            });
            x.put_clamped(value)
        }
        O::v_add_nc_i32 => {
            x.two_sat(u32::wrapping_add, |a, b| int::sat_i32(i64::from(a as i32) + i64::from(b as i32)))
        }
        O::v_sub_nc_i32 => {
            x.two_sat(u32::wrapping_sub, |a, b| int::sat_i32(i64::from(a as i32) - i64::from(b as i32)))
        }
        O::v_add_co_u32 => x.carry(0, u32::MAX, add),
        O::v_sub_co_u32 => x.carry(0, 0, sub),
        O::v_subrev_co_u32 => x.carry(0, 0, |a, b, c| sub(b, a, c)),
        O::v_cvt_pk_u16_u32 => {
            let (a, b) = (x.src(0)?, x.src(1)?);
            let value = x.map2(&a, &b, |a, b| a.min(0xffff) | b.min(0xffff) << 16);
            x.put_dword(value)
        }
        O::v_cvt_pk_i16_i32 => {
            let (a, b) = (x.src(0)?, x.src(1)?);
            let sat = |v: u32| int::sat_i16(i64::from(v as i32));
            let value = x.map2(&a, &b, |a, b| sat(a) | sat(b) << 16);
            x.put_dword(value)
        }
        O::v_sad_u8 => sad(x, |a, b| int::sad_u8(a, b).into()),
        O::v_sad_hi_u8 => sad(x, |a, b| u64::from(int::sad_u8(a, b)) << 16),
        O::v_sad_u16 => sad(x, |a, b| int::sad_u16(a, b).into()),
        O::v_sad_u32 => sad(x, |a, b| a.abs_diff(b).into()),
        O::v_msad_u8 => sad(x, |a, b| int::msad_u8(a, b).into()),
        O::v_qsad_pk_u16_u8 => quad_sad(x, int::sad_u8),
        O::v_mqsad_pk_u16_u8 => quad_sad(x, int::msad_u8),
        O::v_mqsad_u32_u8 => quad_sad_wide(x),

        O::v_lshlrev_b64 => shift64(x, |v, n| v << n),
        O::v_lshrrev_b64 => shift64(x, |v, n| v >> n),
        O::v_ashrrev_i64 => shift64(x, |v, n| (v as i64 >> n) as u64),
        O::v_mad_u64_u32 => mad64(x, |a, b, c| (u64::from(a) * u64::from(b)).overflowing_add(c)),
        O::v_mad_i64_i32 => mad64(x, |a, b, c| {
            let (sum, overflow) = (i64::from(a as i32) * i64::from(b as i32)).overflowing_add(c as i64);
            (sum as u64, overflow)
        }),

        O::v_add_nc_u16
        | O::v_sub_nc_u16
        | O::v_mul_lo_u16
        | O::v_lshrrev_b16
        | O::v_ashrrev_i16
        | O::v_lshlrev_b16
        | O::v_max_u16
        | O::v_max_i16
        | O::v_min_u16
        | O::v_min_i16
        | O::v_add_nc_i16
        | O::v_sub_nc_i16
        | O::v_mad_u16
        | O::v_mad_i16
        | O::v_min3_i16
        | O::v_min3_u16
        | O::v_max3_i16
        | O::v_max3_u16
        | O::v_med3_i16
        | O::v_med3_u16
        | O::v_pack_b32_f16
        | O::v_cvt_pknorm_i16_f16
        | O::v_cvt_pknorm_u16_f16
        | O::v_fma_f16
        | O::v_min3_f16
        | O::v_max3_f16
        | O::v_med3_f16
        | O::v_div_fixup_f16 => vop3_16::vop3(op, x),

        O::v_mad_legacy_f32
        | O::v_mad_f32
        | O::v_cubeid_f32
        | O::v_cubesc_f32
        | O::v_cubetc_f32
        | O::v_cubema_f32
        | O::v_fma_f32
        | O::v_fma_f64
        | O::v_mullit_f32
        | O::v_min3_f32
        | O::v_max3_f32
        | O::v_med3_f32
        | O::v_cvt_pk_u8_f32
        | O::v_div_fixup_f32
        | O::v_div_fixup_f64
        | O::v_add_f64
        | O::v_mul_f64
        | O::v_min_f64
        | O::v_max_f64
        | O::v_ldexp_f64
        | O::v_div_scale_f32
        | O::v_div_scale_f64
        | O::v_div_fmas_f32
        | O::v_div_fmas_f64
        | O::v_trig_preop_f64
        | O::v_ldexp_f32
        | O::v_cvt_pknorm_i16_f32
        | O::v_cvt_pknorm_u16_f32 => vop3_float::vop3(op, x),

        O::v_interp_p1ll_f16 | O::v_interp_p1lv_f16 | O::v_interp_p2_f16 => {
            x.refuse("attribute interpolation is not modelled")
        }
    }
}

/// A distance added to source 2; `clamp` saturates.
fn sad(x: &mut Valu<'_>, f: impl Fn(u32, u32) -> u64) -> Result<(), Stop> {
    let (a, b, c) = (x.src_as(0, Ty::B32)?, x.src_as(1, Ty::B32)?, x.src_as(2, Ty::B32)?);
    let sat = x.form.clamp;
    let value = x.map3(&a, &b, &c, |a, b, c| {
        let sum = f(a, b) + u64::from(c);
        if sat { sum.min(u32::MAX.into()) as u32 } else { sum as u32 }
    });
    x.form.clamp = false;
    x.put_dword(value)
}

/// Four distances, each added to 16 bits of source 2; `clamp` saturates.
fn quad_sad(x: &mut Valu<'_>, f: impl Fn(u32, u32) -> u32) -> Result<(), Stop> {
    let (a, b, c) = (x.src64(0)?, x.src_as(1, Ty::B32)?, x.src64(2)?);
    let mut out: Lanes64 = [0; 64];
    for i in ActiveLanes(x.exec) {
        for (n, window) in int::windows(a[i]).into_iter().enumerate() {
            let sum = f(window, b[i]) + (c[i] >> (16 * n) & 0xffff) as u32;
            let sum = if x.form.clamp { sum.min(0xffff) } else { sum & 0xffff };
            out[i] |= u64::from(sum) << (16 * n);
        }
    }
    x.form.clamp = false;
    x.put64(out)
}

/// `v_mqsad_u32_u8`: four masked distances added to the four dwords of source 2.
fn quad_sad_wide(x: &mut Valu<'_>) -> Result<(), Stop> {
    let (a, b) = (x.src64(0)?, x.src_as(1, Ty::B32)?);
    let Some(register) = super::operands::vgpr(x.form.src[2]) else {
        return x.refuse("a 128-bit source that is no vector register");
    };
    if x.form.op_sel != 0 || (x.form.neg | x.form.abs) & 4 != 0 {
        return x.refuse("modifiers");
    }
    let old: [Lanes; 4] = std::array::from_fn(|n| *x.wave.vgpr(register + n as u32));
    for i in ActiveLanes(x.write) {
        for (n, window) in int::windows(a[i]).into_iter().enumerate() {
            let (sum, carry) = old[n][i].overflowing_add(int::msad_u8(window, b[i]));
            let sum = if x.form.clamp && carry { u32::MAX } else { sum };
            x.wave.vgpr_mut(x.form.vdst + n as u32)[i] = sum;
        }
    }
    Ok(())
}

fn shift64(x: &mut Valu<'_>, f: impl Fn(u64, u32) -> u64) -> Result<(), Stop> {
    let (n, v) = (x.src(0)?, x.src64(1)?);
    let mut out: Lanes64 = [0; 64];
    for i in ActiveLanes(x.exec) {
        out[i] = f(v[i], n[i] & 63);
    }
    x.put64(out)
}

/// Product plus a 64-bit addend, with the bit that leaves the sum.
fn mad64(x: &mut Valu<'_>, f: impl Fn(u32, u32, u64) -> (u64, bool)) -> Result<(), Stop> {
    let (a, b, c) = (x.src(0)?, x.src(1)?, x.src64(2)?);
    let mut out: Lanes64 = [0; 64];
    let mut carry = 0;
    for i in ActiveLanes(x.exec) {
        let (value, bit) = f(a[i], b[i], c[i]);
        out[i] = value;
        carry |= u64::from(bit) << i;
    }
    x.put64(out)?;
    x.wave.set_mask(x.form.mask_dst, carry);
    Ok(())
}
