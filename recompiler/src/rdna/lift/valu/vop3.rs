//! Vector instructions that exist in the VOP3 encoding only: dispatch.

use super::vop2::{Carry, carry};
use super::vop3_int::{self as int, Limits};
use super::{Valu, convert, cube, div, float, lane, vop3_16};
use crate::rdna::lift::Lifted;
use ir::Op;
use isa::table::Vop3;

pub(super) fn lift(op: Vop3, x: &mut Valu<'_, '_>) -> Lifted {
    use Vop3 as O;
    match op {
        O::v_readlane_b32 => lane::readlane(x),
        O::v_writelane_b32 => lane::writelane(x),
        O::v_permlane16_b32 => lane::permlane16(x, false),
        O::v_permlanex16_b32 => lane::permlane16(x, true),
        O::v_mbcnt_lo_u32_b32 => lane::mbcnt(x, false),
        O::v_mbcnt_hi_u32_b32 => lane::mbcnt(x, true),

        O::v_bfe_u32 => x.three(int::bfe_u32),
        O::v_bfe_i32 => x.three(int::bfe_i32),
        O::v_bfi_b32 => x.three(|x, a, b, c| {
            let v = x.i2(Op::ixor, b, c);
            let v = x.i2(Op::iand, a, v);
            x.i2(Op::ixor, c, v)
        }),
        O::v_bfm_b32 => x.two(|x, a, b| {
            let mask = int::ones(x, a);
            x.i2(Op::ishl, mask, b)
        }),
        O::v_bcnt_u32_b32 => x.two(|x, a, b| {
            let n = x.p(Op::popcnt, &[a]);
            x.i2(Op::iadd, n, b)
        }),
        O::v_alignbit_b32 => x.three(int::align),
        O::v_alignbyte_b32 => x.three(|x, a, b, c| {
            let c = x.ik(Op::iand, c, 3);
            let c = x.ik(Op::ishl, c, 3);
            int::align(x, a, b, c)
        }),
        O::v_perm_b32 => x.three(int::perm),
        O::v_lerp_u8 => x.three(int::lerp_u8),
        O::v_xor3_b32 => x.three(|x, a, b, c| x.twice(Op::ixor, a, b, c)),
        O::v_or3_b32 => x.three(|x, a, b, c| x.twice(Op::ior, a, b, c)),
        O::v_and_or_b32 => chain(x, Op::iand, Op::ior),
        O::v_lshl_or_b32 => chain(x, Op::ishl, Op::ior),
        O::v_xad_u32 => chain(x, Op::ixor, Op::iadd),
        O::v_lshl_add_u32 => chain(x, Op::ishl, Op::iadd),
        O::v_add_lshl_u32 => chain(x, Op::iadd, Op::ishl),
        O::v_add3_u32 => chain(x, Op::iadd, Op::iadd),
        O::v_min3_i32 => chain(x, Op::smin, Op::smin),
        O::v_max3_i32 => chain(x, Op::smax, Op::smax),
        O::v_min3_u32 => chain(x, Op::umin, Op::umin),
        O::v_max3_u32 => chain(x, Op::umax, Op::umax),
        O::v_med3_i32 => x.three(|x, a, b, c| x.median(Op::smin, Op::smax, [a, b, c])),
        O::v_med3_u32 => x.three(|x, a, b, c| x.median(Op::umin, Op::umax, [a, b, c])),
        O::v_mul_lo_u32 | O::v_mul_lo_i32 => x.two_op(Op::imul),
        O::v_mul_hi_u32 => x.two_op(Op::umulhi),
        O::v_mul_hi_i32 => x.two_op(Op::smulhi),
        O::v_mad_i32_i24 => int::mul24(x, true, Some(2)),
        O::v_mad_u32_u24 => int::mul24(x, false, Some(2)),
        O::v_mad_u32_u16 => int::mad16(x, false),
        O::v_mad_i32_i16 => int::mad16(x, true),
        O::v_add_nc_i32 => int::sum(x, Op::iadd, Limits::Signed, false),
        O::v_sub_nc_i32 => int::sum(x, Op::isub, Limits::Signed, false),
        O::v_add_co_u32 => carry(x, Carry::Add, false),
        O::v_sub_co_u32 => carry(x, Carry::Sub, false),
        O::v_subrev_co_u32 => carry(x, Carry::SubRev, false),
        O::v_cvt_pk_u16_u32 => {
            let (a, b) = (x.src_as(0, isa::row::Ty::U32)?, x.src_as(1, isa::row::Ty::U32)?);
            let (a, b) = (x.ik(Op::umin, a, 0xffff), x.ik(Op::umin, b, 0xffff));
            let v = convert::pack(x, a, b);
            x.put_dword(v)
        }
        O::v_cvt_pk_i16_i32 => {
            let (a, b) = (x.src_as(0, isa::row::Ty::I32)?, x.src_as(1, isa::row::Ty::I32)?);
            let (a, b) = (x.clamp_signed(a, -0x8000, 0x7fff), x.clamp_signed(b, -0x8000, 0x7fff));
            let v = convert::pack(x, a, b);
            x.put_dword(v)
        }
        O::v_sad_u8 => int::sad(x, |x, a, b| int::sad_u8(x, a, b, false)),
        O::v_sad_hi_u8 => int::sad(x, |x, a, b| {
            let v = int::sad_u8(x, a, b, false);
            x.ik(Op::ishl, v, 16)
        }),
        O::v_sad_u16 => int::sad(x, int::sad_u16),
        O::v_sad_u32 => int::sad(x, int::distance),
        O::v_msad_u8 => int::sad(x, |x, a, b| int::sad_u8(x, a, b, true)),
        O::v_qsad_pk_u16_u8 => int::quad_sad(x, false),
        O::v_mqsad_pk_u16_u8 => int::quad_sad(x, true),
        O::v_mqsad_u32_u8 => int::quad_sad_wide(x),
        O::v_lshlrev_b64 => int::shift64(x, Op::ishl),
        O::v_lshrrev_b64 => int::shift64(x, Op::ushr),
        O::v_ashrrev_i64 => int::shift64(x, Op::sshr),
        O::v_mad_u64_u32 => int::mad64(x, false),
        O::v_mad_i64_i32 => int::mad64(x, true),

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
        | O::v_med3_u16 => vop3_16::lift(op, x),
        O::v_pack_b32_f16 => convert::pack_halves(x),
        O::v_cvt_pknorm_i16_f16 | O::v_cvt_pknorm_i16_f32 => convert::pack_norm(x, true),
        O::v_cvt_pknorm_u16_f16 | O::v_cvt_pknorm_u16_f32 => convert::pack_norm(x, false),
        O::v_cvt_pk_u8_f32 => convert::insert_byte(x),

        O::v_mad_legacy_f32 => float::three(x, float::mad_legacy),
        O::v_mad_f32 => float::three(x, float::mad),
        O::v_fma_f32 | O::v_fma_f64 | O::v_fma_f16 => x.float_op(Op::ffma, 3),
        O::v_mullit_f32 => float::three(x, float::mullit),
        O::v_min3_f32 | O::v_min3_f16 => float::extreme3(x, Op::fmin),
        O::v_max3_f32 | O::v_max3_f16 => float::extreme3(x, Op::fmax),
        O::v_med3_f32 | O::v_med3_f16 => float::median(x),
        O::v_cubeid_f32 => cube::face(x),
        O::v_cubesc_f32 => cube::coordinate(x, true),
        O::v_cubetc_f32 => cube::coordinate(x, false),
        O::v_cubema_f32 => cube::major_axis(x),
        O::v_add_f64 => x.float_op(Op::fadd, 2),
        O::v_mul_f64 => x.float_op(Op::fmul, 2),
        O::v_min_f64 => x.float_op(Op::fmin, 2),
        O::v_max_f64 => x.float_op(Op::fmax, 2),
        O::v_ldexp_f64 | O::v_ldexp_f32 => float::ldexp(x),
        O::v_div_scale_f32 | O::v_div_scale_f64 => div::scale(x),
        O::v_div_fmas_f32 | O::v_div_fmas_f64 => div::fmas(x),
        O::v_div_fixup_f32 | O::v_div_fixup_f64 | O::v_div_fixup_f16 => div::fixup(x),
        O::v_trig_preop_f64 => div::trig_preop(x),

        O::v_interp_p1ll_f16 | O::v_interp_p1lv_f16 | O::v_interp_p2_f16 => {
            x.refuse("attribute interpolation is not lifted")
        }
    }
}

/// `second(first(a, b), c)`.
fn chain(x: &mut Valu<'_, '_>, first: Op, second: Op) -> Lifted {
    x.three(|x, a, b, c| {
        let v = x.i2(first, a, b);
        x.i2(second, v, c)
    })
}
