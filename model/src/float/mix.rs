//! Mixed precision: v_fma_mix_f32, v_fma_mixlo_f16, v_fma_mixhi_f16 and the interpolation instructions.
//!
//! Requires: each source as f32 or f16 bits after source modifiers. Ensures: bits before output modifiers.
//! Facts: measured-facts 7, 8, 16, 17, 18, 52, 53. `unmeasured`: f32 interpolation (taken as an fma), FP16_OVFL
//! of mixlo/hi and p2 with infinite f32 sources, denormal modes 1 and 2, directed rounding of interpolation.

use super::arith16;
use super::arith32;
use super::env::{Env, FloatMode};
use super::generic;
use super::soft::{F16, F32, Tiny};

/// A source of a mixed-precision instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MixSource {
    /// f32 bits.
    F32(u32),
    /// f16 bits, from either half of a register.
    F16(u16),
}

impl MixSource {
    /// The source as f32 bits: f32 sources flushed by the f32 field, f16 sources by the f16 field (17), then
    /// widened exactly; a NaN keeps its payload and is not quieted here.
    #[inline]
    fn widened(self, m: FloatMode) -> u64 {
        match self {
            MixSource::F32(bits) => arith32::flush(bits, m.env32().denorm.keep_in).into(),
            MixSource::F16(bits) => widen(arith16::flush(bits, m.env16_64().denorm.keep_in)),
        }
    }

    fn infinite(self) -> bool {
        match self {
            MixSource::F32(bits) => F32.is_inf(bits.into()),
            MixSource::F16(bits) => F16.is_inf(bits.into()),
        }
    }
}

/// f16 bits as f32 bits: exact, NaN payload kept in place.
#[inline]
pub(super) fn widen(half: u16) -> u64 {
    let half = u64::from(half);
    if F16.is_nan(half) || F16.is_inf(half) {
        let sign = (half & F16.sign()) << 16;
        return sign | F32.inf() | ((half & 0x3ff) << 13);
    }
    if F16.is_denormal(half) {
        return F16.exact(half).round(F32, super::env::Round::NearestEven, Tiny::Keep);
    }
    let sign = (half & F16.sign()) << 16;
    if F16.is_zero(half) {
        return sign;
    }
    let rebias = (F32.bias() - F16.bias()) as u64;
    sign | ((F16.abs(half) << 13) + (rebias << F32.frac))
}

/// v_fma_mix_f32: one rounding to f32; flushed as v_fma_f32 (measured-facts 15, 16, 17).
pub fn fma_mix_f32(m: FloatMode, a: MixSource, b: MixSource, c: MixSource) -> u32 {
    let [a, b, c] = [a, b, c].map(|s| s.widened(m) as u32);
    // Widened halves are normal or zero, so the f32 input flush cannot touch them.
    arith32::fma_f32(m, a, b, c)
}

/// The half of v_fma_mixlo_f16 and v_fma_mixhi_f16: one rounding to f16 by the f16 fields, NaN always quiet
/// (measured-facts 8, 18, 52).
pub fn fma_mix_f16(m: FloatMode, a: MixSource, b: MixSource, c: MixSource) -> u16 {
    let env = m.env16_64();
    let [x, y, z] = [a, b, c].map(|s| s.widened(m));
    if let Some(special) = generic::fma_special(F32, true, x, y, z) {
        return narrow_special(special);
    }
    let product = F32.exact(x).times(F32.exact(y));
    let signs = [product.negative, F32.negative(z)];
    let tiny = Tiny::unless(env.denorm.keep_out, Tiny::After);
    let result = product.plus(F32.exact(z)).round_sum(F16, env.round, tiny, signs) as u16;
    arith16::overflow_f16(m, result, a.infinite() || b.infinite() || c.infinite())
}

/// A quieted f32 NaN or an infinity as f16; the payload keeps its leading bits.
#[inline]
pub(super) fn narrow_special(bits: u64) -> u16 {
    let sign = (bits >> 16 & 0x8000) as u16;
    sign | 0x7c00 | (bits >> 13 & 0x3ff) as u16
}

/// v_interp_p1_f32: `p10 * i + p0`. `unmeasured`: taken as one fma.
pub fn interp_p1_f32(m: FloatMode, p10: u32, i: u32, p0: u32) -> u32 {
    arith32::fma_f32(m, p10, i, p0)
}

/// v_interp_p2_f32: `p20 * j + d`. `unmeasured`: taken as one fma.
pub fn interp_p2_f32(m: FloatMode, p20: u32, j: u32, d: u32) -> u32 {
    arith32::fma_f32(m, p20, j, d)
}

/// v_interp_p1ll_f16 and v_interp_p1lv_f16: f16 `p10` times f32 `i` plus f16 `p0` (from the parameter or from
/// src2), rounded once to f32 (measured-facts 53).
pub fn interp_p1_f16(m: FloatMode, p10: u16, i: u32, p0: u16) -> u32 {
    fma_mix_f32(m, MixSource::F16(p10), MixSource::F32(i), MixSource::F16(p0))
}

/// v_interp_p2_f16: f16 `p20` times f32 `j` plus f32 `s2`, rounded once to f16, NaN always quiet
/// (measured-facts 53).
pub fn interp_p2_f16(m: FloatMode, p20: u16, j: u32, s2: u32) -> u16 {
    fma_mix_f16(m, MixSource::F16(p20), MixSource::F32(j), MixSource::F32(s2))
}

/// Vertex difference of an f16 parameter (P10 or P20), rounded to nearest even; `unmeasured` (53).
pub fn interp_difference_f16(m: FloatMode, vertex: u16, p0: u16) -> u16 {
    let env = Env { denorm: super::env::Denorm::KEEP, ..m.env16_64() }.nearest();
    generic::add(F16, env, vertex.into(), u64::from(p0) ^ F16.sign()) as u16
}
