//! The division macro: v_div_scale, v_div_fmas, v_div_fixup, and v_trig_preop_f64.
//!
//! Requires: operand bits after source modifiers. Ensures: the usual Newton sequence around these gives the
//! correctly rounded quotient (tested against the host).
//! Facts: flushing measured-facts 12, 13, 19, 43, 56, 59; scale and fixup cases by the ISA. Where the ISA is
//! vague (scale thresholds, direction of the fmas scale, underflow and NaN quotient of fixup) the rules are those
//! that AMD's emulator sources report of gfx1100 and gfx1201 and others of gfx1151; `unmeasured` on gfx10.

use super::arith16::{self, overflow_f16};
use super::env::{Env, FloatMode, Round};
use super::generic;
use super::soft::{Exact, F16, F32, F64, Format, Tiny};

/// Numbers that differ between the f32 and f64 forms of div_scale.
struct Scale {
    /// Power of two that operands are scaled by.
    by: i32,
    /// Exponent difference from which numerator or denominator alone is scaled.
    apart: i64,
    /// Largest biased numerator exponent that counts as tiny.
    tiny: i64,
}

const SCALE32: Scale = Scale { by: 64, apart: 96, tiny: 24 };
const SCALE64: Scale = Scale { by: 128, apart: 768, tiny: 53 };

fn field(f: Format, bits: u64) -> i64 {
    ((bits & f.inf()) >> f.frac) as i64
}

/// Multiplies by 2^n exactly by exponent; NaN and infinity unchanged, a denormal is normalised.
fn scaled(f: Format, bits: u64, n: i32) -> u64 {
    if f.is_nan(bits) || f.is_inf(bits) || f.is_zero(bits) {
        return bits;
    }
    if n < 0 && field(f, bits) < i64::from(-n) {
        // Measured quirk: the exponent field underflows and the result is an infinity. It needs an operand that
        // is neither the numerator nor the denominator.
        return (bits & f.sign()) | f.inf();
    }
    let mut value = f.exact(bits);
    value.exp += n;
    value.round(f, Round::NearestEven, Tiny::Keep)
}

/// The value to scale, the denominator and the numerator, compared by their biased exponents; the flag asks
/// div_fmas to scale the quotient back.
fn div_scale(f: Format, s: &Scale, value: u64, den: u64, num: u64) -> (u64, bool) {
    let (e_den, e_num) = (field(f, den), field(f, num));
    let apart = e_num - e_den;
    let flag = apart >= s.apart || apart <= -s.apart;
    if f.is_zero(den) || f.is_zero(num) {
        return (f.default_nan(), flag);
    }
    let is_den = value == den;
    // 1/den would be denormal.
    let huge_den = e_den >= (1 << f.exp) - 3;
    let result = if apart >= s.apart {
        if is_den { scaled(f, value, s.by) } else { value }
    } else if e_den == 0 {
        scaled(f, value, s.by)
    } else if huge_den {
        if flag && !is_den { value } else { scaled(f, value, -s.by) }
    } else if apart <= -s.apart {
        if is_den { value } else { scaled(f, value, s.by) }
    } else if e_num <= s.tiny {
        scaled(f, value, s.by)
    } else {
        value
    };
    (result, flag)
}

/// v_div_scale_f32: scaled `value` and the lane's VCC bit. All three inputs are flushed by bit 0, a NaN is never
/// quieted (measured-facts 8, 12).
pub fn div_scale_f32(m: FloatMode, value: u32, den: u32, num: u32) -> (u32, bool) {
    let keep = m.env32().denorm.keep_in;
    let [value, den, num] = [value, den, num].map(|x| F32.flush(x.into(), keep));
    let (result, flag) = div_scale(F32, &SCALE32, value, den, num);
    (result as u32, flag)
}

/// v_div_scale_f64 (thresholds by analogy with f32).
pub fn div_scale_f64(m: FloatMode, value: u64, den: u64, num: u64) -> (u64, bool) {
    let keep = m.env16_64().denorm.keep_in;
    let [value, den, num] = [value, den, num].map(|x| F64.flush(x, keep));
    div_scale(F64, &SCALE64, value, den, num)
}

/// `(a * b + c) * 2^(+-scale)` rounded once; the direction is that which undoes div_scale, told by the exponent
/// of the quotient estimate `c`.
fn div_fmas(f: Format, m: FloatMode, env: Env, tiny: Tiny, scale: i32, [a, b, c]: [u64; 3]) -> u64 {
    if let Some(special) = generic::fma_special(f, m.ieee, a, b, c) {
        return special;
    }
    let product = f.exact(a).times(f.exact(b));
    let signs = [product.negative, f.negative(c)];
    let mut sum = product.plus(f.exact(c));
    sum.exp += if field(f, c) > i64::from(f.bias()) { scale } else { -scale };
    sum.round_sum(f, env.round, tiny, signs)
}

/// v_div_fmas_f32 with the lane's VCC bit; flushes only its result (measured-facts 19).
pub fn div_fmas_f32(m: FloatMode, a: u32, b: u32, c: u32, vcc: bool) -> u32 {
    let env = m.env32();
    let scale = if vcc { SCALE32.by } else { 0 };
    let tiny = Tiny::unless(env.denorm.keep_out, Tiny::After);
    div_fmas(F32, m, env, tiny, scale, [a.into(), b.into(), c.into()]) as u32
}

/// v_div_fmas_f64 with the lane's VCC bit; rounds once, flushes only its result (measured-facts 55, 56).
pub fn div_fmas_f64(m: FloatMode, a: u64, b: u64, c: u64, vcc: bool) -> u64 {
    let env = m.env16_64();
    let scale = if vcc { SCALE64.by } else { 0 };
    div_fmas(F64, m, env, Tiny::unless(env.denorm.keep_out, Tiny::Before), scale, [a, b, c])
}

/// `quotient` with the special cases of `num / den`; `underflow` is the exponent difference below which the
/// quotient rounds as a tiny number. A NaN or infinite quotient overflows by the rounding direction. The second
/// value: the result is an infinity by the case, not by the quotient.
fn div_fixup(f: Format, env: Env, underflow: Option<i64>, [quotient, den, num]: [u64; 3]) -> (u64, bool) {
    let sign = (den ^ num) & f.sign();
    if f.is_nan(num) {
        return (f.nan_result(num, env.ieee), false);
    }
    if f.is_nan(den) {
        return (f.nan_result(den, env.ieee), false);
    }
    if (f.is_zero(den) && f.is_zero(num)) || (f.is_inf(den) && f.is_inf(num)) {
        return (f.default_nan(), false);
    }
    if f.is_zero(den) || f.is_inf(num) {
        return (sign | f.inf(), true);
    }
    if f.is_inf(den) || f.is_zero(num) {
        return (sign, false);
    }
    let beyond = |exp| Exact { negative: sign != 0, sig: 1, exp };
    if underflow.is_some_and(|limit| field(f, num) - field(f, den) < limit) {
        let tiny = Tiny::unless(env.denorm.keep_out, Tiny::After);
        return (beyond(-4 * f.bias()).round(f, env.round, tiny), false);
    }
    if f.is_nan(quotient) || f.is_inf(quotient) {
        return (beyond(4 * f.bias()).round(f, env.round, Tiny::Keep), false);
    }
    (sign | f.abs(quotient), false)
}

/// v_div_fixup_f32 (quotient, denominator, numerator): flushes src1 and src2 only (measured-facts 1, 13).
pub fn div_fixup_f32(m: FloatMode, quotient: u32, den: u32, num: u32) -> u32 {
    let keep = m.env32().denorm.keep_in;
    let [den, num] = [den, num].map(|x| F32.flush(x.into(), keep));
    div_fixup(F32, m.env32(), Some(-150), [quotient.into(), den, num]).0 as u32
}

/// v_div_fixup_f64 (measured-facts 2, 59).
pub fn div_fixup_f64(m: FloatMode, quotient: u64, den: u64, num: u64) -> u64 {
    let keep = m.env16_64().denorm.keep_in;
    let [den, num] = [den, num].map(|x| F64.flush(x, keep));
    div_fixup(F64, m.env16_64(), Some(-1075), [quotient, den, num]).0
}

/// v_div_fixup_f16: FP16_OVFL keeps the infinity of a zero denominator or an infinite numerator and clamps any
/// other infinite quotient, that of a NaN quotient included (measured-facts 43, 48).
pub fn div_fixup_f16(m: FloatMode, quotient: u16, den: u16, num: u16) -> u16 {
    let keep = m.env16_64().denorm.keep_in;
    let [den, num] = [den, num].map(|x| u64::from(arith16::flush(x, keep)));
    let (result, by_case) = div_fixup(F16, m.env16_64(), None, [quotient.into(), den, num]);
    overflow_f16(m, result as u16, by_case)
}

/// The leading 1201 bits of 2/pi, most significant first, padded with zeros.
const TWO_OVER_PI: [u32; 38] = [
    0xa2f9_836e,
    0x4e44_1529,
    0xfc27_57d1,
    0xf534_ddc0,
    0xdb62_9599,
    0x3c43_9041,
    0xfe51_63ab,
    0xdebb_c561,
    0xb724_6e3a,
    0x424d_d2e0,
    0x0649_2eea,
    0x09d1_921c,
    0xfe1d_eb1c,
    0xb129_a73e,
    0xe882_35f5,
    0x2ebb_4484,
    0xe99c_7026,
    0xb45f_7e41,
    0x3991_d639,
    0x8353_39f4,
    0x9c84_5f8b,
    0xbdf9_283b,
    0x1ff8_97ff,
    0xde05_980f,
    0xef2f_118b,
    0x5a0a_6d1f,
    0x6d36_7ecf,
    0x27cb_09b7,
    0x4f46_3f66,
    0x9e5f_ea2d,
    0x7527_bac7,
    0xebe5_f17b,
    0x3d07_39f7,
    0x8a52_92ea,
    0x6bfb_5fb1,
    0x1f8d_5d08,
    0x5603_3046,
    0xfc7b_0000,
];

/// v_trig_preop_f64: the 53-bit segment `segment[4:0]` of 2/pi that belongs to the exponent of `a` (ISA; LLVM
/// folds the same values, NaN and the end of the table included). The sign of `a` does not matter.
pub fn trig_preop_f64(m: FloatMode, a: u64, segment: u32) -> u64 {
    if F64.is_nan(a) {
        return F64.nan_result(a, m.ieee);
    }
    let exponent = field(F64, a) as u32;
    let shift = (segment & 31) * 53 + exponent.saturating_sub(1077);
    // A segment that would reach past the table is zero as a whole.
    if shift / 32 + 2 >= TWO_OVER_PI.len() as u32 {
        return 0;
    }
    let word = |i: u32| u128::from(TWO_OVER_PI.get(i as usize).copied().unwrap_or(0));
    let first = shift / 32;
    let window = word(first) << 96 | word(first + 1) << 64 | word(first + 2) << 32 | word(first + 3);
    let sig = window << (shift % 32) >> 75;
    let scale = -53 - shift as i32 + if exponent >= 1968 { 128 } else { 0 };
    Exact { negative: false, sig, exp: scale }.round(F64, Round::NearestEven, Tiny::Keep)
}
