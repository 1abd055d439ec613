//! Rounding once: from a value known exactly, or rounded to odd in a wider format, to the bits of a result.
//!
//! A value rounded to odd (its lowest bit also stands for everything below) rounds as the exact one to any format with two bits
//! less. Tininess: after rounding with unbounded exponent, but for f32 fused sums with an addend, where it is the delivered
//! result that counts (measured-facts 14, 15).

use super::Legal;
use super::format::Fmt;
use ir::float::{FloatEnv, Round};
use ir::{Op, Value, Width};

/// Which results count as tiny.
#[derive(Clone, Copy)]
pub(super) enum Tiny {
    /// Below the smallest normal number after rounding with unbounded exponent.
    Unbounded,
    /// Below it as delivered; where the flag is true as [`Tiny::Unbounded`].
    DeliveredUnless(Value),
    /// Below it before rounding.
    Exact,
}

/// A finite number that is not zero: `significand * 2^(exponent - (precision - 1))`, the leading one at its place.
#[derive(Clone, Copy)]
pub(super) struct Parts {
    pub(super) significand: Value,
    pub(super) exponent: Value,
    pub(super) precision: u32,
}

impl Legal<'_> {
    /// Parts of a normal number. A denormal comes out as another number below the smallest normal one, which rounds the same
    /// way to every narrower format; so does a zero under rounding to nearest.
    pub(super) fn unpack(&mut self, f: Fmt, v: Value) -> Parts {
        let m = self.mag(f, v);
        let field = self.shift(Op::ushr, m, f.fraction_bits());
        let field = self.int32(field);
        let bias = self.c32(f.bias());
        let exponent = self.op2(Op::isub, field, bias);
        let fraction = self.opc(Op::iand, m, f.fraction());
        let significand = self.opc(Op::ior, fraction, f.fraction() + 1);
        Parts { significand, exponent, precision: f.precision }
    }

    /// An integer of up to 32 bits as b32.
    pub(super) fn int32(&mut self, v: Value) -> Value {
        match self.b.func.ty(v).width {
            Width::B64 => self.resize(Op::trunc, v, Width::B32),
            _ => self.resize(Op::zext, v, Width::B32),
        }
    }

    /// Parts of any number; denormals are shifted up.
    pub(super) fn unpack_any(&mut self, f: Fmt, v: Value, no_denormals: bool) -> Parts {
        let parts = self.unpack(f, v);
        if no_denormals || self.is_clean(v) {
            return parts;
        }
        let small = self.is_small(f, v);
        let m = self.mag(f, v);
        let top = self.op1(Op::find_umsb, m);
        let full = self.c32(f.fraction_bits() as i32);
        let up = self.op2(Op::isub, full, top);
        let shifted = self.op2(Op::ishl, m, up);
        let min = self.c32(f.min_exponent());
        let exponent = self.op2(Op::isub, min, up);
        Parts {
            significand: self.select(small, shifted, parts.significand),
            exponent: self.select(small, exponent, parts.exponent),
            precision: f.precision,
        }
    }

    /// Rounds a number into a format. `sign` is the sign bit in that format.
    pub(super) fn round_parts(
        &mut self,
        parts: Parts,
        sign: Value,
        to: Fmt,
        env: &FloatEnv,
        tiny: Tiny,
    ) -> Value {
        let Parts { significand, exponent, precision } = parts;
        let w = self.b.func.ty(significand).width;
        let (zero, min) = (self.c32(0), self.c32(to.min_exponent()));
        let negative = self.is_negative(sign);
        // Bits that fall off; one more than all are as good as any number.
        let below = self.op2(Op::isub, min, exponent);
        let below = self.op2(Op::smax, below, zero);
        let most = self.b.c32(precision + 1);
        let below = self.op2(Op::umin, below, most);
        let base = self.b.c32(precision - to.precision);
        let drop = self.op2(Op::iadd, below, base);
        let drop = self.op2(Op::umin, drop, most);
        let one = self.c(w, 1);
        let unit = self.op2(Op::ishl, one, drop);
        let rest = self.opc(Op::isub, unit, 1);
        let rest = self.op2(Op::iand, significand, rest);
        let kept = self.op2(Op::ushr, significand, drop);
        let inexact = self.opc(Op::ine, rest, 0);
        let up = match env.round {
            Round::Even => {
                // Where nothing falls off the count wraps and half is larger than any rest.
                let all = self.c32(-1);
                let half = self.op2(Op::iadd, drop, all);
                let half = self.op2(Op::ishl, one, half);
                let odd = self.op2(Op::iand, kept, one);
                let rest = self.op2(Op::iadd, rest, odd);
                self.op2(Op::ult, half, rest)
            }
            Round::Zero => self.b.c1(false),
            Round::Up => {
                let positive = self.not(negative);
                self.op2(Op::iand, inexact, positive)
            }
            Round::Down => self.op2(Op::iand, inexact, negative),
        };
        let up = self.with_width(Op::zext, up, w);
        let rounded = self.op2(Op::iadd, kept, up);
        let field = self.op2(Op::isub, exponent, min);
        let field = self.op2(Op::smax, field, zero);
        let largest = self.c32(2 * to.bias() + 1);
        let field = self.op2(Op::umin, field, largest);
        let field = self.resize(Op::zext, field, w);
        let field = self.shift(Op::ishl, field, to.fraction_bits());
        let bits = self.op2(Op::iadd, field, rounded);
        // The largest field makes more than infinity.
        let infinity = self.c(w, to.infinity());
        let over = self.op2(Op::ule, infinity, bits);
        let overflow = self.overflow(to, negative, env, w);
        let bits = self.select(over, overflow, bits);
        let bits = self.resize(Op::trunc, bits, to.width);
        let bits = self.op2(Op::ior, bits, sign);
        if !env.flush_out {
            return bits;
        }
        let is_tiny = self.is_tiny(parts, negative, to, env.round, tiny);
        self.select(is_tiny, sign, bits)
    }

    /// What a number too large becomes, without its sign, as an integer of width `w`.
    fn overflow(&mut self, to: Fmt, negative: Value, env: &FloatEnv, w: Width) -> Value {
        let (infinity, largest) = (self.c(w, to.infinity()), self.c(w, to.infinity() - 1));
        if env.f16_saturate && to == Fmt::F16 {
            return largest;
        }
        match env.round {
            Round::Even => infinity,
            Round::Zero => largest,
            Round::Up => self.select(negative, largest, infinity),
            Round::Down => self.select(negative, infinity, largest),
        }
    }

    fn is_tiny(&mut self, parts: Parts, negative: Value, to: Fmt, round: Round, tiny: Tiny) -> Value {
        let min = self.c32(to.min_exponent());
        let before = self.op2(Op::slt, parts.exponent, min);
        let unbounded = self.stays_below(parts, negative, round, to.precision);
        let stays = match tiny {
            Tiny::Unbounded => unbounded,
            Tiny::Exact => return before,
            // The grid of denormals has one bit less here.
            Tiny::DeliveredUnless(flag) => {
                let delivered = self.stays_below(parts, negative, round, to.precision - 1);
                self.select(flag, unbounded, delivered)
            }
        };
        // Numbers smaller than half of the smallest normal one cannot reach it.
        let just_below = self.c32(to.min_exponent() - 1);
        let far = self.op2(Op::slt, parts.exponent, just_below);
        let stays = self.op2(Op::ior, stays, far);
        self.op2(Op::iand, before, stays)
    }

    /// Whether rounding the significand to `kept` bits does not carry to the next power of two.
    fn stays_below(&mut self, parts: Parts, negative: Value, round: Round, kept: u32) -> Value {
        let lost = parts.precision - kept.min(parts.precision);
        let yes = self.b.c1(true);
        if lost == 0 {
            return yes;
        }
        let next = 1u64 << parts.precision;
        match round {
            Round::Zero => yes,
            Round::Even => self.opc(Op::ult, parts.significand, next - (1 << (lost - 1))),
            Round::Up | Round::Down => {
                let stays = self.opc(Op::ule, parts.significand, next - (1 << lost));
                if round == Round::Up {
                    self.select(negative, yes, stays)
                } else {
                    self.select(negative, stays, yes)
                }
            }
        }
    }

    /// Rounds a float into a narrower format; NaNs give anything.
    pub(super) fn narrow(&mut self, from: Fmt, to: Fmt, env: &FloatEnv, v: Value, tiny: Tiny) -> Value {
        if from == Fmt::F64
            && to == Fmt::F32
            && self.wide(false)
            && self.rounds(to, env)
            && (env.flush_out || self.keeps(to))
        {
            return self.narrow_by_host(env, v, tiny);
        }
        let sign = self.shift(Op::ushr, v, from.width.bits() - to.width.bits());
        let sign = self.resize(Op::trunc, sign, to.width);
        let sign = self.sign(to, sign);
        let parts = self.unpack(from, v);
        let bits = self.round_parts(parts, sign, to, env, tiny);
        let bits = if env.round == Round::Even {
            bits
        } else {
            let zero = self.is_zero(from, v);
            self.select(zero, sign, bits)
        };
        if env.round == Round::Even && !env.f16_saturate {
            return bits;
        }
        let infinite = self.is_infinite(from, v);
        let infinity = self.opc(Op::ior, sign, to.infinity());
        self.select(infinite, infinity, bits)
    }

    /// f64 to f32 with the host's rounding; where results are flushed, those at the edge are chosen by the operand.
    fn narrow_by_host(&mut self, env: &FloatEnv, v: Value, tiny: Tiny) -> Value {
        let (from, to) = (Fmt::F64, Fmt::F32);
        let bits = self.with_width(Op::hcvt, v, Width::B32);
        if !env.flush_out {
            return bits;
        }
        let m = self.mag(from, v);
        let high = self.op1(Op::hi, v);
        let sign = self.sign(to, high);
        let normal = from.power(to.min_exponent());
        let bits = if self.keeps(to) {
            bits
        } else {
            let below = self.opc(Op::ult, m, normal);
            let least = self.opc(Op::ior, sign, to.fraction() + 1);
            self.select(below, least, bits)
        };
        // Below the power of two a step of f64 is 2^-53 of it; these are 2^-25 and 2^-24 of it.
        let unbounded = self.opc(Op::ult, m, normal - (1 << 28));
        let is_tiny = match tiny {
            Tiny::Unbounded => unbounded,
            Tiny::Exact => self.opc(Op::ult, m, normal),
            Tiny::DeliveredUnless(flag) => {
                let delivered = self.opc(Op::ult, m, normal - (1 << 29));
                self.select(flag, unbounded, delivered)
            }
        };
        self.select(is_tiny, sign, bits)
    }

    /// A float in a wider format, exact; NaNs give some NaN. `no_denormals`: none comes here.
    pub(super) fn widen(&mut self, from: Fmt, to: Fmt, v: Value, no_denormals: bool) -> Value {
        if from == to {
            return v;
        }
        let no_denormals = no_denormals || self.is_clean(v);
        let host = if to == Fmt::F64 { self.wide(false) } else { self.specials_known(to) };
        if host && from == Fmt::F32 && (no_denormals || self.keeps(from)) && self.specials_known(from) {
            return self.with_width(Op::hcvt, v, to.width);
        }
        if !host && !no_denormals {
            return self.soft_widen(from, to, v, no_denormals);
        }
        let m = self.mag(from, v);
        let sign = self.sign_in(from, to, v);
        let wide = self.resize(Op::zext, m, to.width);
        let bits = self.shift(Op::ishl, wide, to.fraction_bits() - from.fraction_bits());
        let rebias = ((to.bias() - from.bias()) as u64) << to.fraction_bits();
        let normal = self.opc(Op::iadd, bits, rebias);
        let endless = self.opc(Op::iadd, normal, rebias);
        let finite = self.opc(Op::ult, m, from.infinity());
        let bits = self.select(finite, normal, endless);
        let small = self.opc(Op::ult, m, from.fraction() + 1);
        let denormal = if no_denormals {
            self.c(to.width, 0)
        } else {
            // Exact: a small integer times a power of two.
            let m32 = self.resize(Op::zext, m, Width::B32);
            let whole = self.with_width(Op::u_to_h, m32, to.width);
            let step = from.min_exponent() - from.fraction_bits() as i32;
            self.opc(Op::hmul, whole, to.power(step))
        };
        let bits = self.select(small, denormal, bits);
        self.op2(Op::ior, bits, sign)
    }

    /// Zeros, infinities and NaNs of this width are where IEEE 754 has them.
    pub(super) fn specials_known(&self, f: Fmt) -> bool {
        self.caps.float.of(f.width).specials == ir::host::Specials::SomeNan
    }
}
