//! Vector instructions with one source.
//!
//! Facts: rows of the instruction table; measured-facts 67 (relative addressing). `v_sat_pk_u8_i16` writes the whole
//! dword on gfx10 (Mesa, `instr_is_16bit` does not name it).

use super::{Valu, int, lane};
use crate::fault::Stop;
use crate::float::{arith16, arith32, arith64, convert, transcend};
use isa::row::Ty;
use isa::table::Vop1;

/// An f16 function as a function of the low half.
macro_rules! half {
    ($x:ident, $f:path) => {{
        let m = $x.mode;
        $x.one(|a| $f(m, a as u16).into())
    }};
}

/// An f32 function.
macro_rules! single {
    ($x:ident, $f:path) => {{
        let m = $x.mode;
        $x.one(|a| $f(m, a))
    }};
}

/// An f64 function.
macro_rules! double {
    ($x:ident, $f:path) => {{
        let m = $x.mode;
        $x.one64(|a| $f(m, a))
    }};
}

pub(super) fn vop1(op: Vop1, mut x: Valu<'_>) -> Result<(), Stop> {
    use Vop1 as O;
    let m = x.mode;
    match op {
        // Neither has an effect that a program can see.
        O::v_nop | O::v_pipeflush | O::v_clrexcp => Ok(()),
        // Source modifiers act as on f32, but nothing is computed: no quieting, no flush, no output modifiers.
        O::v_mov_b32 => {
            let a = x.src_as(0, Ty::F32)?;
            x.put(a)
        }
        O::v_readfirstlane_b32 => lane::readfirstlane(&mut x),
        O::v_not_b32 => x.one(|a| !a),
        O::v_bfrev_b32 => x.one(u32::reverse_bits),
        O::v_ffbh_u32 => x.one(int::ffbh_u32),
        O::v_ffbl_b32 => x.one(int::ffbl),
        O::v_ffbh_i32 => x.one(int::ffbh_i32),
        O::v_sat_pk_u8_i16 => {
            let a = x.src_as(0, Ty::B32)?;
            let value = x.map1(&a, int::sat_pk_u8_i16);
            x.put_dword(value)
        }
        O::v_movreld_b32 | O::v_movrels_b32 | O::v_movrelsd_b32 | O::v_movrelsd_2_b32 => {
            lane::movrel(op, &mut x)
        }
        O::v_swap_b32 | O::v_swaprel_b32 => lane::swap(op, &mut x),

        O::v_cvt_f32_i32 => single!(x, convert::cvt_f32_i32),
        O::v_cvt_f32_u32 => single!(x, convert::cvt_f32_u32),
        O::v_cvt_u32_f32 => x.one(convert::cvt_u32_f32),
        O::v_cvt_i32_f32 => x.one(convert::cvt_i32_f32),
        O::v_cvt_f16_f32 => x.one(|a| convert::cvt_f16_f32(m, a).into()),
        O::v_cvt_f32_f16 => x.one(|a| convert::cvt_f32_f16(m, a as u16)),
        O::v_cvt_rpi_i32_f32 => single!(x, convert::cvt_rpi_i32_f32),
        O::v_cvt_flr_i32_f32 => single!(x, convert::cvt_flr_i32_f32),
        O::v_cvt_off_f32_i4 => x.one(convert::cvt_off_f32_i4),
        O::v_cvt_f32_ubyte0 => x.one(|a| convert::cvt_f32_ubyte(a, 0)),
        O::v_cvt_f32_ubyte1 => x.one(|a| convert::cvt_f32_ubyte(a, 1)),
        O::v_cvt_f32_ubyte2 => x.one(|a| convert::cvt_f32_ubyte(a, 2)),
        O::v_cvt_f32_ubyte3 => x.one(|a| convert::cvt_f32_ubyte(a, 3)),
        O::v_cvt_f16_u16 => half!(x, convert::cvt_f16_u16),
        O::v_cvt_f16_i16 => half!(x, convert::cvt_f16_i16),
        O::v_cvt_u16_f16 => x.one(|a| convert::cvt_u16_f16(a as u16).into()),
        O::v_cvt_i16_f16 => x.one(|a| convert::cvt_i16_f16(a as u16).into()),
        O::v_cvt_norm_i16_f16 => half!(x, convert::cvt_norm_i16_f16),
        O::v_cvt_norm_u16_f16 => half!(x, convert::cvt_norm_u16_f16),
        O::v_cvt_i32_f64 => x.one_narrow(convert::cvt_i32_f64),
        O::v_cvt_u32_f64 => x.one_narrow(convert::cvt_u32_f64),
        O::v_cvt_f32_f64 => x.one_narrow(|a| convert::cvt_f32_f64(m, a)),
        O::v_cvt_f64_i32 => x.one_widen(convert::cvt_f64_i32),
        O::v_cvt_f64_u32 => x.one_widen(convert::cvt_f64_u32),
        O::v_cvt_f64_f32 => x.one_widen(|a| convert::cvt_f64_f32(m, a)),

        O::v_fract_f32 => single!(x, arith32::fract_f32),
        O::v_trunc_f32 => single!(x, arith32::trunc_f32),
        O::v_ceil_f32 => single!(x, arith32::ceil_f32),
        O::v_rndne_f32 => single!(x, arith32::rndne_f32),
        O::v_floor_f32 => single!(x, arith32::floor_f32),
        O::v_frexp_exp_i32_f32 => single!(x, arith32::frexp_exp_i32_f32),
        O::v_frexp_mant_f32 => single!(x, arith32::frexp_mant_f32),
        O::v_exp_f32 => single!(x, transcend::exp_f32),
        O::v_log_f32 => single!(x, transcend::log_f32),
        O::v_rcp_f32 => single!(x, transcend::rcp_f32),
        O::v_rcp_iflag_f32 => single!(x, transcend::rcp_iflag_f32),
        O::v_rsq_f32 => single!(x, transcend::rsq_f32),
        O::v_sqrt_f32 => single!(x, transcend::sqrt_f32),
        O::v_sin_f32 => single!(x, transcend::sin_f32),
        O::v_cos_f32 => single!(x, transcend::cos_f32),

        O::v_trunc_f64 => double!(x, arith64::trunc_f64),
        O::v_ceil_f64 => double!(x, arith64::ceil_f64),
        O::v_rndne_f64 => double!(x, arith64::rndne_f64),
        O::v_floor_f64 => double!(x, arith64::floor_f64),
        O::v_fract_f64 => double!(x, arith64::fract_f64),
        O::v_frexp_mant_f64 => double!(x, arith64::frexp_mant_f64),
        O::v_frexp_exp_i32_f64 => x.one_narrow(|a| arith64::frexp_exp_i32_f64(m, a)),
        O::v_rcp_f64 => double!(x, transcend::rcp_f64),
        O::v_rsq_f64 => double!(x, transcend::rsq_f64),
        O::v_sqrt_f64 => double!(x, transcend::sqrt_f64),

        O::v_rcp_f16 => half!(x, transcend::rcp_f16),
        O::v_sqrt_f16 => half!(x, transcend::sqrt_f16),
        O::v_rsq_f16 => half!(x, transcend::rsq_f16),
        O::v_log_f16 => half!(x, transcend::log_f16),
        O::v_exp_f16 => half!(x, transcend::exp_f16),
        O::v_sin_f16 => half!(x, transcend::sin_f16),
        O::v_cos_f16 => half!(x, transcend::cos_f16),
        O::v_frexp_mant_f16 => half!(x, arith16::frexp_mant_f16),
        O::v_frexp_exp_i16_f16 => half!(x, arith16::frexp_exp_i16_f16),
        O::v_floor_f16 => half!(x, arith16::floor_f16),
        O::v_ceil_f16 => half!(x, arith16::ceil_f16),
        O::v_trunc_f16 => half!(x, arith16::trunc_f16),
        O::v_rndne_f16 => half!(x, arith16::rndne_f16),
        O::v_fract_f16 => half!(x, arith16::fract_f16),
    }
}
