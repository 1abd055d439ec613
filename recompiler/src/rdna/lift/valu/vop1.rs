//! Vector instructions with one source.
//!
//! Facts: rows of the instruction table. `v_sat_pk_u8_i16` writes the whole dword (Mesa, `instr_is_16bit`).

use super::{Valu, convert, float, lane};
use crate::rdna::lift::Lifted;
use ir::{Op, Value, Width};
use isa::row::Ty;
use isa::table::Vop1;

/// A bit number counted from the highest bit; all ones stay.
fn from_top(x: &mut Valu<'_, '_>, op: Op, a: Value) -> Value {
    let n = x.p(op, &[a]);
    let (top, none) = (x.k32(31), x.k32(u32::MAX));
    let v = x.i2(Op::isub, top, n);
    let missing = x.i2(Op::ieq, n, none);
    x.select(missing, none, v)
}

pub(super) fn lift(op: Vop1, x: &mut Valu<'_, '_>) -> Lifted {
    use Vop1 as O;
    match op {
        // None of these has an effect that a program can see.
        O::v_nop | O::v_pipeflush | O::v_clrexcp => Ok(()),
        // Source modifiers act as on f32, but nothing is computed: no quieting, no flush.
        O::v_mov_b32 => {
            let a = x.src_as(0, Ty::F32)?;
            x.put(a)
        }
        O::v_readfirstlane_b32 => lane::readfirstlane(x),
        O::v_not_b32 => x.one(|x, a| x.not(a)),
        O::v_bfrev_b32 => x.one(|x, a| x.p(Op::bitrev, &[a])),
        O::v_ffbh_u32 => x.one(|x, a| from_top(x, Op::find_umsb, a)),
        O::v_ffbl_b32 => x.one(|x, a| x.p(Op::find_lsb, &[a])),
        O::v_ffbh_i32 => x.one(|x, a| from_top(x, Op::find_smsb, a)),
        O::v_sat_pk_u8_i16 => {
            let a = x.src_as(0, Ty::B32)?;
            let low = x.low_signed(a);
            let high = x.ik(Op::sshr, a, 16);
            let (low, high) = (x.clamp_signed(low, 0, 255), x.clamp_signed(high, 0, 255));
            let high = x.ik(Op::ishl, high, 8);
            let v = x.i2(Op::ior, low, high);
            x.put_dword(v)
        }
        O::v_movreld_b32 | O::v_movrels_b32 | O::v_movrelsd_b32 | O::v_movrelsd_2_b32 => lane::movrel(op, x),
        O::v_swap_b32 | O::v_swaprel_b32 => lane::swap(op, x),

        O::v_cvt_f32_i32 => convert::from_int(x, true, Width::B32),
        O::v_cvt_f32_u32 => convert::from_int(x, false, Width::B32),
        O::v_cvt_f64_i32 => convert::from_int(x, true, Width::B64),
        O::v_cvt_f64_u32 => convert::from_int(x, false, Width::B64),
        O::v_cvt_f16_i16 => convert::from_int(x, true, Width::B16),
        O::v_cvt_f16_u16 => convert::from_int(x, false, Width::B16),
        O::v_cvt_i32_f32 | O::v_cvt_i32_f64 => convert::to_int(x, true),
        O::v_cvt_u32_f32 | O::v_cvt_u32_f64 => convert::to_int(x, false),
        O::v_cvt_i16_f16 => convert::to_int16(x, true),
        O::v_cvt_u16_f16 => convert::to_int16(x, false),
        O::v_cvt_f16_f32 => convert::narrow(x, Width::B16),
        O::v_cvt_f32_f64 => convert::narrow(x, Width::B32),
        O::v_cvt_f32_f16 => convert::widen(x, Width::B32),
        O::v_cvt_f64_f32 => convert::widen(x, Width::B64),
        O::v_cvt_rpi_i32_f32 => convert::floor_int(x, true),
        O::v_cvt_flr_i32_f32 => convert::floor_int(x, false),
        O::v_cvt_off_f32_i4 => convert::offset(x),
        O::v_cvt_f32_ubyte0 => convert::byte(x, 0),
        O::v_cvt_f32_ubyte1 => convert::byte(x, 1),
        O::v_cvt_f32_ubyte2 => convert::byte(x, 2),
        O::v_cvt_f32_ubyte3 => convert::byte(x, 3),
        O::v_cvt_norm_i16_f16 | O::v_cvt_norm_u16_f16 => {
            let a = x.half(0, Ty::F16)?;
            let v = convert::norm(x, a, op == O::v_cvt_norm_i16_f16);
            x.put(v)
        }

        O::v_fract_f32 | O::v_fract_f64 | O::v_fract_f16 => x.float_op(Op::ffract, 1),
        O::v_trunc_f32 | O::v_trunc_f64 | O::v_trunc_f16 => x.float_op(Op::ftrunc, 1),
        O::v_ceil_f32 | O::v_ceil_f64 | O::v_ceil_f16 => x.float_op(Op::fceil, 1),
        O::v_rndne_f32 | O::v_rndne_f64 | O::v_rndne_f16 => x.float_op(Op::frndne, 1),
        O::v_floor_f32 | O::v_floor_f64 | O::v_floor_f16 => x.float_op(Op::ffloor, 1),
        O::v_frexp_mant_f32 | O::v_frexp_mant_f64 | O::v_frexp_mant_f16 => x.float_op(Op::ffrexp_mant, 1),
        O::v_frexp_exp_i32_f32 | O::v_frexp_exp_i32_f64 | O::v_frexp_exp_i16_f16 => {
            let a = x.fsrc(0)?;
            let v = x.f(Op::ffrexp_exp, &[a]);
            x.put(v)
        }
        O::v_exp_f32 | O::v_exp_f16 => float::approximate(x, Op::fexp2),
        O::v_log_f32 | O::v_log_f16 => float::approximate(x, Op::flog2),
        O::v_rcp_f32 | O::v_rcp_iflag_f32 | O::v_rcp_f64 | O::v_rcp_f16 => float::approximate(x, Op::frcp),
        O::v_rsq_f32 | O::v_rsq_f64 | O::v_rsq_f16 => float::approximate(x, Op::frsq),
        O::v_sqrt_f32 | O::v_sqrt_f64 | O::v_sqrt_f16 => float::approximate(x, Op::fsqrt),
        O::v_sin_f32 | O::v_sin_f16 => x.float_op(Op::fsin, 1),
        O::v_cos_f32 | O::v_cos_f16 => float::cosine(x),
    }
}
