//! The division macro: `v_div_scale`, `v_div_fmas`, `v_div_fixup`; and `v_trig_preop_f64`.
//!
//! Facts: flushing measured-facts 12, 13, 19, 43, 55, 56, 59; scale and fixup cases by the ISA, its vague places (scale
//! thresholds, direction of the fmas scale, underflow and NaN quotient of fixup) as in AMD's emulator sources.

use super::Valu;
use super::emit::{default_nan, fraction_bits, infinity, sign};
use crate::rdna::lift::Lifted;
use ir::float::{FloatEnv, Round};
use ir::{Op, Value, Width};

/// Scale factor's power, exponent distance from which one operand alone is scaled, largest exponent field of a tiny
/// numerator, exponent distance below which a quotient is tiny.
struct Limits {
    by: u32,
    apart: i64,
    tiny: u64,
    underflow: Option<i64>,
}

fn limits(width: Width) -> Limits {
    match width {
        Width::B64 => Limits { by: 128, apart: 768, tiny: 53, underflow: Some(-1075) },
        Width::B16 => Limits { by: 0, apart: 0, tiny: 0, underflow: None },
        _ => Limits { by: 64, apart: 96, tiny: 24, underflow: Some(-150) },
    }
}

/// The exponent field as 32 bits.
fn exponent(x: &mut Valu<'_, '_>, v: Value) -> Value {
    match x.width(v) {
        Width::B64 => {
            let high = x.p(Op::hi, &[v]);
            x.field(high, 20, 11)
        }
        Width::B16 => {
            let wide = x.zext(v, Width::B32);
            x.field(wide, 10, 5)
        }
        _ => x.field(v, 23, 8),
    }
}

/// `v_div_scale_*`: the value to scale, the denominator, the numerator.
pub(super) fn scale(x: &mut Valu<'_, '_>) -> Lifted {
    let width = x.env_width();
    let (value, den, num) = (x.fsrc(0)?, x.fsrc(1)?, x.fsrc(2)?);
    let flush = x.flush_in(width);
    let [value, den, num] = [value, den, num].map(|v| x.flushed(v, flush));
    let l = limits(width);
    let (e_den, e_num) = (exponent(x, den), exponent(x, num));
    let apart = x.i2(Op::isub, e_num, e_den);
    let (far, near) = (x.k32(l.apart as u32), x.k32((-l.apart) as u32));
    let above = x.i2(Op::sle, far, apart);
    let below = x.i2(Op::sle, apart, near);
    let flag = x.i2(Op::ior, above, below);
    let is_den = x.i2(Op::ieq, value, den);
    let not_den = x.not(is_den);
    let den_small = x.ik(Op::ieq, e_den, 0);
    // One over the denominator would be denormal.
    let all = infinity(width) >> fraction_bits(width);
    let limit = x.k32((all - 2) as u32);
    let den_huge = x.i2(Op::ule, limit, e_den);
    let tiny = x.ik(Op::ule, e_num, l.tiny);
    let no = x.l.b.c1(false);
    let yes = x.l.b.c1(true);
    let up = x.select(below, not_den, tiny);
    let up = x.select(den_huge, no, up);
    let up = x.select(den_small, yes, up);
    let up = x.select(above, is_den, up);
    let alone = x.i2(Op::iand, flag, not_den);
    let kept = x.twice(Op::ior, above, den_small, alone);
    let not_kept = x.not(kept);
    let down = x.i2(Op::iand, den_huge, not_kept);
    // Exact, whatever the mode: a NaN is not quieted (measured-facts 8).
    let env = FloatEnv { quiet: false, ..FloatEnv::IEEE };
    let by = x.k32(l.by);
    let larger = x.f_in(Op::fldexp, env, &[value, by]);
    let by = x.k32(l.by.wrapping_neg());
    let smaller = x.f_in(Op::fldexp, env, &[value, by]);
    // Measured quirk: an exponent field that underflows makes an infinity.
    let e_value = exponent(x, value);
    let low = x.ik(Op::ult, e_value, l.by.into());
    let zero = x.is_zero(value, false);
    let not_zero = x.not(zero);
    let low = x.i2(Op::iand, low, not_zero);
    let signed = x.ik(Op::iand, value, sign(width));
    let infinite = x.ik(Op::ior, signed, infinity(width));
    let smaller = x.select(low, infinite, smaller);
    let v = x.select(down, smaller, value);
    let v = x.select(up, larger, v);
    let (zd, zn) = (x.is_zero(den, false), x.is_zero(num, false));
    let invalid = x.i2(Op::ior, zd, zn);
    let v = x.select_k(invalid, default_nan(width), v);
    x.fput(v)?;
    x.put_mask(flag)
}

/// `v_div_fmas_*`: flushes its result only; a lane of VCC asks for the scale back, up where the quotient estimate is 2 or
/// more, else down.
pub(super) fn fmas(x: &mut Valu<'_, '_>) -> Lifted {
    let width = x.env_width();
    let (a, b, c) = (x.fsrc(0)?, x.fsrc(1)?, x.fsrc(2)?);
    let vcc = x.l.mask(106);
    let l = limits(width);
    let e = exponent(x, c);
    let bias = x.k32(((infinity(width) >> fraction_bits(width)) / 2) as u32);
    let large = x.i2(Op::ult, bias, e);
    let (up, down) = (x.k32(l.by), x.k32(l.by.wrapping_neg()));
    let by = x.select(large, up, down);
    let zero = x.k32(0);
    let by = x.select(vcc, by, zero);
    let env = FloatEnv { flush_in: false, ..x.env(width) };
    let v = x.f_in(Op::ffma_scale, env, &[a, b, c, by]);
    x.fput(v)
}

/// `v_div_fixup_*`: the quotient with the special cases of numerator over denominator.
pub(super) fn fixup(x: &mut Valu<'_, '_>) -> Lifted {
    let width = x.env_width();
    let env = x.env(width);
    let (quotient, den, num) = (x.fsrc(0)?, x.fsrc(1)?, x.fsrc(2)?);
    let (den, num) = (x.flushed(den, env.flush_in), x.flushed(num, env.flush_in));
    let signs = x.i2(Op::ixor, den, num);
    let s = x.ik(Op::iand, signs, sign(width));
    let inf = infinity(width);
    let magnitude = x.magnitude(quotient);
    // A quotient that is no number overflows by the direction; f16 saturates.
    let saturates = env.f16_saturate && width == Width::B16;
    let overflow = by_sign(x, s, env.round, if saturates { inf - 1 } else { inf }, inf - 1);
    let inf_value = x.k(width, inf);
    let no_number = x.i2(Op::ule, inf_value, magnitude);
    let mut v = x.select(no_number, overflow, magnitude);
    if let Some(limit) = limits(width).underflow {
        let (en, ed) = (exponent(x, num), exponent(x, den));
        let apart = x.i2(Op::isub, en, ed);
        let tiny = x.ik(Op::slt, apart, (limit as u32).into());
        let smallest = by_sign(x, s, env.round, u64::from(!env.flush_out), 0);
        let smallest = if env.round == Round::Even { x.k(width, 0) } else { smallest };
        v = x.select(tiny, smallest, v);
    }
    let (zd, zn) = (x.is_zero(den, false), x.is_zero(num, false));
    let (id, in_) = (x.is_infinite(den), x.is_infinite(num));
    let to_zero = x.i2(Op::ior, id, zn);
    let v = x.select_k(to_zero, 0, v);
    let to_inf = x.i2(Op::ior, zd, in_);
    let v = x.select_k(to_inf, inf, v);
    let v = x.i2(Op::ior, v, s);
    let zeros = x.i2(Op::iand, zd, zn);
    let infinities = x.i2(Op::iand, id, in_);
    let invalid = x.i2(Op::ior, zeros, infinities);
    let v = x.select_k(invalid, default_nan(width), v);
    let (nd, nn) = (x.is_nan(den), x.is_nan(num));
    let (qd, qn) = (x.quieted(den), x.quieted(num));
    let v = x.select(nd, qd, v);
    let v = x.select(nn, qn, v);
    x.fput(v)
}

/// The magnitude away from zero or toward it, as the direction says for a value with sign `s`.
fn by_sign(x: &mut Valu<'_, '_>, s: Value, round: Round, away: u64, toward: u64) -> Value {
    let width = x.width(s);
    match round {
        Round::Even => x.k(width, away),
        Round::Zero => x.k(width, toward),
        Round::Up | Round::Down => {
            let negative = x.ik(Op::ine, s, 0);
            let (plus, minus) = if round == Round::Up { (away, toward) } else { (toward, away) };
            let plus = x.k(width, plus);
            x.select_k(negative, minus, plus)
        }
    }
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

/// `v_trig_preop_f64`: 53 bits of 2/pi from a place that the exponent and the segment give, as a float.
pub(super) fn trig_preop(x: &mut Valu<'_, '_>) -> Lifted {
    let (a, segment) = (x.src64(0)?, x.src(1)?);
    let e = exponent(x, a);
    let limit = x.k32(1077);
    let e_min = x.i2(Op::umax, e, limit);
    let over = x.i2(Op::isub, e_min, limit);
    let segment = x.ik(Op::iand, segment, 31);
    let start = x.ik(Op::imul, segment, 53);
    let shift = x.i2(Op::iadd, start, over);
    let word = x.ik(Op::ushr, shift, 5);
    let words: [Value; 4] = [0, 1, 2, 3].map(|i| {
        let n = x.ik(Op::iadd, word, i);
        table_word(x, n)
    });
    // 64 bits from the place on: the two highest of three words, moved up by the low five bits.
    let [w0, w1, w2, _] = words;
    let back = x.ik(Op::iand, shift, 31);
    let up = |x: &mut Valu<'_, '_>, high: Value, low: Value| {
        let moved = x.i2(Op::ishl, high, back);
        let once = x.ik(Op::ushr, low, 1);
        let rest = x.not(back);
        let carried = x.i2(Op::ushr, once, rest);
        x.i2(Op::ior, moved, carried)
    };
    let high = up(x, w0, w1);
    let low = up(x, w1, w2);
    let bits = x.p(Op::pack, &[low, high]);
    let significand = x.ik(Op::ushr, bits, 11);
    let mantissa = x.cvt(Op::u_to_f, significand, Width::B64, FloatEnv::IEEE);
    let base = x.k32((-53i32).cast_unsigned());
    let scale = x.i2(Op::isub, base, shift);
    let huge_limit = x.k32(1968);
    let huge = x.i2(Op::ule, huge_limit, e);
    let raised = x.ik(Op::iadd, scale, 128);
    let scale = x.select(huge, raised, scale);
    let v = x.f_in(Op::fldexp, FloatEnv::IEEE, &[mantissa, scale]);
    // A segment that would reach past the table is zero as a whole.
    let inside = x.ik(Op::ult, word, TWO_OVER_PI.len() as u64 - 2);
    let outside = x.not(inside);
    let v = x.select_k(outside, 0, v);
    let nan = x.is_nan(a);
    let quiet = x.quieted(a);
    let v = x.select(nan, quiet, v);
    x.fput(v)
}

/// A word of the table by a number that is not known: a tree of selections, one level a bit.
fn table_word(x: &mut Valu<'_, '_>, n: Value) -> Value {
    let mut level: Vec<Value> = TWO_OVER_PI.iter().map(|&w| x.k32(w)).collect();
    let mut bit = 1;
    while level.len() > 1 {
        let v = x.ik(Op::iand, n, bit);
        let odd = x.ik(Op::ine, v, 0);
        let zero = x.k32(0);
        level = level
            .chunks(2)
            .map(|pair| match *pair {
                [even, next] => x.select(odd, next, even),
                [even] => x.select(odd, zero, even),
                _ => zero,
            })
            .collect();
        bit <<= 1;
    }
    level.first().copied().unwrap_or_else(|| x.k32(0))
}

impl Valu<'_, '_> {
    /// Width of the float result.
    fn env_width(&self) -> Width {
        match self.dst_ty() {
            isa::row::Ty::F64 => Width::B64,
            isa::row::Ty::F16 => Width::B16,
            _ => Width::B32,
        }
    }
}
