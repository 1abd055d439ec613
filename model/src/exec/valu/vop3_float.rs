//! The f32 and f64 instructions of the VOP3 encoding.
//!
//! Facts: rows of the instruction table; arithmetic is [`crate::float`]. The cube instructions have output modifiers of
//! their own (measured-facts 29).

use super::{Lanes64, Valu};
use crate::exec::mismatch;
use crate::fault::Stop;
use crate::float::modifiers::Omod;
use crate::float::modifiers::output_cube_f32;
use crate::float::{FloatMode, arith32, arith64, convert, cube, div};
use crate::wave::{ActiveLanes, Lanes};
use isa::row::Ty;
use isa::table::Vop3;

/// An f32 function of three sources.
macro_rules! single3 {
    ($x:ident, $f:path) => {{
        let m = $x.mode;
        $x.three(|a, b, c| $f(m, a, b, c))
    }};
}

/// An f64 function of two sources.
macro_rules! double2 {
    ($x:ident, $f:path) => {{
        let m = $x.mode;
        $x.two64(|a, b| $f(m, a, b))
    }};
}

/// An f64 function of three sources.
macro_rules! double3 {
    ($x:ident, $f:path) => {{
        let m = $x.mode;
        $x.three64(|a, b, c| $f(m, a, b, c))
    }};
}

pub(super) fn vop3(op: Vop3, x: &mut Valu<'_>) -> Result<(), Stop> {
    use Vop3 as O;
    let m = x.mode;
    match op {
        O::v_mad_legacy_f32 => single3!(x, arith32::mad_legacy_f32),
        O::v_mad_f32 => single3!(x, arith32::mad_f32),
        O::v_fma_f32 => single3!(x, arith32::fma_f32),
        O::v_mullit_f32 => single3!(x, arith32::mullit_f32),
        O::v_min3_f32 => single3!(x, arith32::min3_f32),
        O::v_max3_f32 => single3!(x, arith32::max3_f32),
        O::v_med3_f32 => single3!(x, arith32::med3_f32),
        O::v_div_fixup_f32 => single3!(x, div::div_fixup_f32),
        O::v_cubeid_f32 => cube(x, cube::cubeid_f32),
        O::v_cubesc_f32 => cube(x, cube::cubesc_f32),
        O::v_cubetc_f32 => cube(x, cube::cubetc_f32),
        O::v_cubema_f32 => cube(x, cube::cubema_f32),
        O::v_ldexp_f32 => x.two(|a, b| arith32::ldexp_f32(m, a, b)),
        O::v_cvt_pk_u8_f32 => x.three(|a, b, c| convert::cvt_pk_u8_f32(m, a, b, c)),
        O::v_cvt_pknorm_i16_f32 => {
            let (a, b) = (x.src(0)?, x.src(1)?);
            let value = x.map2(&a, &b, |a, b| convert::cvt_pknorm_i16_f32(m, a, b));
            x.put_dword(value)
        }
        O::v_cvt_pknorm_u16_f32 => {
            let (a, b) = (x.src(0)?, x.src(1)?);
            let value = x.map2(&a, &b, |a, b| convert::cvt_pknorm_u16_f32(m, a, b));
            x.put_dword(value)
        }
        O::v_add_f64 => double2!(x, arith64::add_f64),
        O::v_mul_f64 => double2!(x, arith64::mul_f64),
        O::v_min_f64 => double2!(x, arith64::min_f64),
        O::v_max_f64 => double2!(x, arith64::max_f64),
        O::v_fma_f64 => double3!(x, arith64::fma_f64),
        O::v_div_fixup_f64 => double3!(x, div::div_fixup_f64),
        O::v_ldexp_f64 => with_int(x, |a, n| arith64::ldexp_f64(m, a, n)),
        O::v_trig_preop_f64 => with_int(x, |a, n| div::trig_preop_f64(m, a, n)),
        O::v_div_fmas_f32 => {
            let (a, b, c, vcc) = (x.src(0)?, x.src(1)?, x.src(2)?, x.wave.vcc());
            let mut out: Lanes = [0; 64];
            for i in ActiveLanes(x.exec) {
                out[i] = div::div_fmas_f32(m, a[i], b[i], c[i], vcc >> i & 1 != 0);
            }
            x.put(out)
        }
        O::v_div_fmas_f64 => {
            let (a, b, c, vcc) = (x.src64(0)?, x.src64(1)?, x.src64(2)?, x.wave.vcc());
            let mut out: Lanes64 = [0; 64];
            for i in ActiveLanes(x.exec) {
                out[i] = div::div_fmas_f64(m, a[i], b[i], c[i], vcc >> i & 1 != 0);
            }
            x.put64(out)
        }
        O::v_div_scale_f32 => {
            let (a, b, c) = (x.src(0)?, x.src(1)?, x.src(2)?);
            let (mut out, mut flags): (Lanes, u64) = ([0; 64], 0);
            for i in ActiveLanes(x.exec) {
                let (value, flag) = div::div_scale_f32(m, a[i], b[i], c[i]);
                out[i] = value;
                flags |= u64::from(flag) << i;
            }
            x.put_with_mask(out, flags)
        }
        O::v_div_scale_f64 => {
            let (a, b, c) = (x.src64(0)?, x.src64(1)?, x.src64(2)?);
            let (mut out, mut flags): (Lanes64, u64) = ([0; 64], 0);
            for i in ActiveLanes(x.exec) {
                let (value, flag) = div::div_scale_f64(m, a[i], b[i], c[i]);
                out[i] = value;
                flags |= u64::from(flag) << i;
            }
            x.put64(out)?;
            x.wave.set_mask(x.form.mask_dst, flags);
            Ok(())
        }
        _ => Err(mismatch()),
    }
}

fn cube(x: &mut Valu<'_>, f: fn(FloatMode, u32, u32, u32) -> u32) -> Result<(), Stop> {
    let (m, omod, clamp) = (x.mode, x.form.omod, x.form.clamp);
    let (a, b, c) = (x.src(0)?, x.src(1)?, x.src(2)?);
    let value = x.map3(&a, &b, &c, |a, b, c| output_cube_f32(m, f(m, a, b, c), omod, clamp));
    (x.form.omod, x.form.clamp) = (Omod::None, false);
    x.put_as(value, Ty::B32)
}

/// An f64 and a 32-bit integer source.
fn with_int(x: &mut Valu<'_>, f: impl Fn(u64, u32) -> u64) -> Result<(), Stop> {
    let (a, n) = (x.src64(0)?, x.src(1)?);
    let mut out: Lanes64 = [0; 64];
    for i in ActiveLanes(x.exec) {
        out[i] = f(a[i], n[i]);
    }
    x.put64(out)
}
