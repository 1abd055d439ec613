//! f32 arithmetic: add, mul, fma, mad, legacy forms, min/max, rounding, fract, frexp, ldexp.
//!
//! Requires: operand bits after source modifiers. Ensures: the bits that the instruction gives before output
//! modifiers, in every rounding and denormal mode. Round to nearest even takes the host's f32 operations when
//! the result is not a NaN and no flush question is open; everything else goes through [`super::generic`].
//! Facts stand at the functions. Denormal modes 1 and 2 are `unmeasured` for everything here but ldexp: each
//! field bit is taken to act on its own side, as it does there (measured-facts 22).

use super::env::{FloatMode, Round};
use super::generic;
use super::soft::{F32, Tiny};

const SIGN: u32 = 0x8000_0000;
const ABS: u32 = 0x7fff_ffff;
const INF: u32 = 0x7f80_0000;
const MIN_NORMAL: u32 = 0x0080_0000;
const ONE: u32 = 0x3f80_0000;
/// The most negative finite f32, the "minus infinity" of [`mullit_f32`].
const NEG_MAX: u32 = 0xff7f_ffff;

/// A denormal becomes a zero of its sign unless `keep`.
#[inline(always)]
pub(super) fn flush(bits: u32, keep: bool) -> u32 {
    if !keep && bits & INF == 0 { bits & SIGN } else { bits }
}

#[inline(always)]
fn is_nan(bits: u32) -> bool {
    bits & ABS > INF
}

#[inline(always)]
fn is_zero(bits: u32) -> bool {
    bits & ABS == 0
}

/// v_add_f32 (measured-facts 5, 9).
#[inline]
pub fn add_f32(m: FloatMode, a: u32, b: u32) -> u32 {
    let env = m.env32();
    let (a, b) = (flush(a, env.denorm.keep_in), flush(b, env.denorm.keep_in));
    if env.round == Round::NearestEven {
        let sum = (f32::from_bits(a) + f32::from_bits(b)).to_bits();
        if !is_nan(sum) {
            return flush(sum, env.denorm.keep_out);
        }
    }
    generic::add(F32, env, a.into(), b.into()) as u32
}

/// v_sub_f32: `a - b`; a NaN subtrahend is returned negated (measured-facts 5).
#[inline]
pub fn sub_f32(m: FloatMode, a: u32, b: u32) -> u32 {
    add_f32(m, a, b ^ SIGN)
}

/// v_subrev_f32: `b - a`, NaN operands still in operand order (measured-facts 5).
#[inline]
pub fn subrev_f32(m: FloatMode, a: u32, b: u32) -> u32 {
    add_f32(m, a ^ SIGN, b)
}

/// v_mul_f32 (measured-facts 5, 9, 14).
#[inline]
pub fn mul_f32(m: FloatMode, a: u32, b: u32) -> u32 {
    let env = m.env32();
    let (a, b) = (flush(a, env.denorm.keep_in), flush(b, env.denorm.keep_in));
    if env.round == Round::NearestEven {
        let product = (f32::from_bits(a) * f32::from_bits(b)).to_bits();
        let magnitude = product & ABS;
        // Only a product that rounded up to the smallest normal leaves the flush rule open.
        if !is_nan(product) && (env.denorm.keep_out || magnitude != MIN_NORMAL) {
            return flush(product, env.denorm.keep_out);
        }
    }
    generic::mul(F32, env, a.into(), b.into()) as u32
}

/// v_mul_legacy_f32: a zero factor gives +0, also with an infinity or a NaN (measured-facts 5).
#[inline]
pub fn mul_legacy_f32(m: FloatMode, a: u32, b: u32) -> u32 {
    let keep = m.env32().denorm.keep_in;
    if is_zero(flush(a, keep)) || is_zero(flush(b, keep)) {
        return 0;
    }
    mul_f32(m, a, b)
}

/// v_fma_f32, v_fmac_f32, v_fmamk_f32, v_fmaak_f32: `a * b + c` rounded once (measured-facts 5, 9, 15).
#[inline]
pub fn fma_f32(m: FloatMode, a: u32, b: u32, c: u32) -> u32 {
    let env = m.env32();
    let keep_in = env.denorm.keep_in;
    let (a, b, c) = (flush(a, keep_in), flush(b, keep_in), flush(c, keep_in));
    if env.round == Round::NearestEven {
        let sum = f32::from_bits(a).mul_add(f32::from_bits(b), f32::from_bits(c)).to_bits();
        let open = !env.denorm.keep_out && sum & ABS == MIN_NORMAL && is_zero(c);
        if !is_nan(sum) && !open {
            return flush(sum, env.denorm.keep_out);
        }
    }
    let tiny = Tiny::unless(env.denorm.keep_out, if is_zero(c) { Tiny::After } else { Tiny::OnGrid });
    generic::fma(F32, env, tiny, a.into(), b.into(), c.into()) as u32
}

/// v_mad_f32, v_mac_f32, v_madmk_f32, v_madak_f32 (gfx10.1): the product is rounded before the sum, denormals
/// are flushed everywhere in every mode (measured-facts 27, gfx1010).
#[inline]
pub fn mad_f32(m: FloatMode, a: u32, b: u32, c: u32) -> u32 {
    let env = m.env32();
    if env.round == Round::NearestEven {
        let (a, b, c) = (flush(a, false), flush(b, false), flush(c, false));
        let product = (f32::from_bits(a) * f32::from_bits(b)).to_bits();
        let sum = (f32::from_bits(flush(product, false)) + f32::from_bits(c)).to_bits();
        if !is_nan(sum) && product & ABS != MIN_NORMAL {
            return flush(sum, false);
        }
    }
    generic::mad(F32, env, a.into(), b.into(), c.into()) as u32
}

/// v_mad_legacy_f32, v_mac_legacy_f32 (gfx10.1): as [`mad_f32`], and a zero factor makes the product +0, also
/// with an infinity or a NaN; a NaN addend still wins (measured-facts 25, gfx1010). The flush boundary of the
/// product and the zero sums in directed modes are `unmeasured` and follow [`mad_f32`].
#[inline]
pub fn mad_legacy_f32(m: FloatMode, a: u32, b: u32, c: u32) -> u32 {
    if is_zero(flush(a, false)) || is_zero(flush(b, false)) {
        return mad_f32(m, 0, 0, c);
    }
    mad_f32(m, a, b, c)
}

/// v_mullit_f32: the lighting product. `b` of -MAX, -inf or NaN, or `c` not positive, gives -MAX; otherwise a
/// zero factor gives +0 and the rest multiplies as [`mul_f32`] (ISA; measured-facts 11, 14, 24).
pub fn mullit_f32(m: FloatMode, a: u32, b: u32, c: u32) -> u32 {
    let keep = m.env32().denorm.keep_in;
    let c = flush(c, keep);
    let c_positive = c & SIGN == 0 && !is_zero(c) && !is_nan(c);
    if is_nan(b) || b >= NEG_MAX || !c_positive {
        return NEG_MAX;
    }
    mul_legacy_f32(m, a, b)
}

/// Key that orders non-NaN f32 bits with -0 below +0.
#[inline(always)]
fn order(bits: u32) -> i32 {
    let signed = bits as i32;
    if signed < 0 { signed ^ i32::MAX } else { signed }
}

#[inline(always)]
fn min_max(m: FloatMode, max: bool, a: u32, b: u32) -> u32 {
    let keep = m.env32().denorm.keep_in;
    let (a, b) = (flush(a, keep), flush(b, keep));
    if is_nan(a) || is_nan(b) {
        return generic::min_max(F32, m.ieee, max, a.into(), b.into()) as u32;
    }
    if (order(a) > order(b)) == max { a } else { b }
}

/// v_min_f32: -0 is below +0; denormal inputs are flushed by bit 0, the result has no rule of its own (ISA;
/// measured-facts 9).
#[inline]
pub fn min_f32(m: FloatMode, a: u32, b: u32) -> u32 {
    min_max(m, false, a, b)
}

/// v_max_f32; `max(x, x)` canonicalises: it flushes and, with IEEE, quiets (see [`min_f32`]).
#[inline]
pub fn max_f32(m: FloatMode, a: u32, b: u32) -> u32 {
    min_max(m, true, a, b)
}

/// v_min3_f32: two minima in a row (ISA).
#[inline]
pub fn min3_f32(m: FloatMode, a: u32, b: u32, c: u32) -> u32 {
    min_f32(m, min_f32(m, a, b), c)
}

/// v_max3_f32: two maxima in a row (ISA).
#[inline]
pub fn max3_f32(m: FloatMode, a: u32, b: u32, c: u32) -> u32 {
    max_f32(m, max_f32(m, a, b), c)
}

/// v_med3_f32: the median with -0 below +0, or [`min3_f32`] when an operand is a NaN (ISA; order of the zeros as
/// reported of gfx1201).
#[inline]
pub fn med3_f32(m: FloatMode, a: u32, b: u32, c: u32) -> u32 {
    if is_nan(a) || is_nan(b) || is_nan(c) {
        return min3_f32(m, a, b, c);
    }
    max_f32(m, min_f32(m, a, b), min_f32(m, max_f32(m, a, b), c))
}

/// Legacy minimum (VOP2 0x0d on PS5-class parts): `a < b ? a : b`, so a NaN or equal operands give `b`.
/// NaN quieting and flushing are `unmeasured` (taken from [`min_f32`]).
pub fn min_legacy_f32(m: FloatMode, a: u32, b: u32) -> u32 {
    let keep = m.env32().denorm.keep_in;
    let (a, b) = (flush(a, keep), flush(b, keep));
    legacy_result(m, if f32::from_bits(a) < f32::from_bits(b) { a } else { b })
}

/// Legacy maximum (VOP2 0x0e on PS5-class parts): `a >= b ? a : b`. NaN quieting and flushing `unmeasured`.
pub fn max_legacy_f32(m: FloatMode, a: u32, b: u32) -> u32 {
    let keep = m.env32().denorm.keep_in;
    let (a, b) = (flush(a, keep), flush(b, keep));
    legacy_result(m, if f32::from_bits(a) >= f32::from_bits(b) { a } else { b })
}

fn legacy_result(m: FloatMode, bits: u32) -> u32 {
    if is_nan(bits) { F32.nan_result(bits.into(), m.ieee) as u32 } else { bits }
}

#[inline(always)]
fn integral(m: FloatMode, round: Round, a: u32) -> u32 {
    let a = flush(a, m.env32().denorm.keep_in);
    if is_nan(a) {
        return F32.nan_result(a.into(), m.ieee) as u32;
    }
    let x = f32::from_bits(a);
    let r = match round {
        Round::NearestEven => x.round_ties_even(),
        Round::PlusInf => x.ceil(),
        Round::MinusInf => x.floor(),
        Round::Zero => x.trunc(),
    };
    r.to_bits()
}

/// v_floor_f32 (measured-facts 1, 9).
#[inline]
pub fn floor_f32(m: FloatMode, a: u32) -> u32 {
    integral(m, Round::MinusInf, a)
}

/// v_ceil_f32 (measured-facts 1, 9).
#[inline]
pub fn ceil_f32(m: FloatMode, a: u32) -> u32 {
    integral(m, Round::PlusInf, a)
}

/// v_trunc_f32 (measured-facts 1).
#[inline]
pub fn trunc_f32(m: FloatMode, a: u32) -> u32 {
    integral(m, Round::Zero, a)
}

/// v_rndne_f32 (measured-facts 1).
#[inline]
pub fn rndne_f32(m: FloatMode, a: u32) -> u32 {
    integral(m, Round::NearestEven, a)
}

/// v_fract_f32: `a - floor(a)`, at most 0x3f7fffff; infinity gives the default NaN (measured-facts 1, 9).
#[inline]
pub fn fract_f32(m: FloatMode, a: u32) -> u32 {
    let env = m.env32();
    let a = flush(a, env.denorm.keep_in);
    let x = f32::from_bits(a);
    // From 2^-24 up the difference is exact or rounds once, far from the denormal range.
    if env.round == Round::NearestEven && x.abs() >= 1.0 / 16_777_216.0 && x.abs() < f32::INFINITY {
        let fraction = x - x.floor();
        return if fraction == 0.0 { 0 } else { fraction.to_bits().min(ONE - 1) };
    }
    generic::fract(F32, env, a.into()) as u32
}

/// v_frexp_mant_f32 (measured-facts 1, 9).
#[inline]
pub fn frexp_mant_f32(m: FloatMode, a: u32) -> u32 {
    generic::frexp_mant(F32, m.ieee, flush(a, m.env32().denorm.keep_in).into()) as u32
}

/// v_frexp_exp_i32_f32 (measured-facts 10).
#[inline]
pub fn frexp_exp_i32_f32(m: FloatMode, a: u32) -> u32 {
    generic::frexp_exp(F32, flush(a, m.env32().denorm.keep_in).into()) as u32
}

/// v_ldexp_f32: `a * 2^n` with `n` a signed 32-bit integer (measured-facts 21, 22).
#[inline]
pub fn ldexp_f32(m: FloatMode, a: u32, n: u32) -> u32 {
    generic::ldexp(F32, m.env32(), a.into(), n as i32) as u32
}
