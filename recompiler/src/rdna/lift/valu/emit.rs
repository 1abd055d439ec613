//! Short ways to write IR, and bit-level questions about floats.

use super::Valu;
use crate::rdna::lift::mode;
use ir::float::{FCmp, FloatEnv, Round};
use ir::{Attr, Op, Value, Width};

/// Sign bit.
pub(super) const fn sign(width: Width) -> u64 {
    1 << (width.bits() - 1)
}

/// Plus infinity; also the mask of the exponent field.
pub(super) const fn infinity(width: Width) -> u64 {
    match width {
        Width::B16 => 0x7c00,
        Width::B64 => 0x7ff0_0000_0000_0000,
        _ => 0x7f80_0000,
    }
}

/// Bits of the fraction.
pub(super) const fn fraction_bits(width: Width) -> u32 {
    match width {
        Width::B16 => 10,
        Width::B64 => 52,
        _ => 23,
    }
}

/// The bit that makes a NaN quiet.
pub(super) const fn quiet_bit(width: Width) -> u64 {
    1 << (fraction_bits(width) - 1)
}

/// The NaN of an invalid operation.
pub(super) const fn default_nan(width: Width) -> u64 {
    sign(width) | infinity(width) | quiet_bit(width)
}

/// One.
pub(super) const fn one(width: Width) -> u64 {
    match width {
        Width::B16 => 0x3c00,
        Width::B64 => 0x3ff0_0000_0000_0000,
        _ => 0x3f80_0000,
    }
}

impl Valu<'_, '_> {
    pub(super) fn p(&mut self, op: Op, args: &[Value]) -> Value {
        self.l.b.pure(op, args)
    }

    pub(super) fn i2(&mut self, op: Op, a: Value, b: Value) -> Value {
        self.l.b.pure(op, &[a, b])
    }

    /// An op with a constant as its second operand: of the first one's width, a count for shifts.
    pub(super) fn ik(&mut self, op: Op, a: Value, bits: u64) -> Value {
        let width = if matches!(op, Op::ishl | Op::ushr | Op::sshr) { Width::B32 } else { self.width(a) };
        let b = self.k(width, bits);
        self.l.b.pure(op, &[a, b])
    }

    pub(super) fn not(&mut self, a: Value) -> Value {
        self.l.b.pure(Op::inot, &[a])
    }

    pub(super) fn select(&mut self, condition: Value, yes: Value, no: Value) -> Value {
        self.l.b.pure(Op::select, &[condition, yes, no])
    }

    /// A constant where the condition holds.
    pub(super) fn select_k(&mut self, condition: Value, yes: u64, no: Value) -> Value {
        let yes = self.k(self.width(no), yes);
        self.select(condition, yes, no)
    }

    pub(super) fn k(&mut self, width: Width, bits: u64) -> Value {
        self.l.b.func.constant(width, bits)
    }

    pub(super) fn k32(&mut self, bits: u32) -> Value {
        self.l.b.c32(bits)
    }

    pub(super) fn width(&self, v: Value) -> Width {
        self.l.b.func.ty(v).width
    }

    pub(super) fn constant(&self, v: Value) -> Option<u64> {
        self.l.b.func.as_const(v)
    }

    pub(super) fn zext(&mut self, v: Value, to: Width) -> Value {
        self.l.b.op(Op::zext, &[v], Attr::Width(to))
    }

    pub(super) fn sext(&mut self, v: Value, to: Width) -> Value {
        self.l.b.op(Op::sext, &[v], Attr::Width(to))
    }

    /// The low 16 bits of 32, sign-extended.
    pub(super) fn low_signed(&mut self, v: Value) -> Value {
        let low = self.p(Op::lo, &[v]);
        self.sext(low, Width::B32)
    }

    /// A field of bits, zero-extended.
    pub(super) fn field(&mut self, v: Value, low: u32, bits: u32) -> Value {
        let width = self.width(v).bits();
        let v = if low == 0 { v } else { self.ik(Op::ushr, v, low.into()) };
        if low + bits >= width { v } else { self.ik(Op::iand, v, u64::MAX >> (64 - bits)) }
    }

    /// Between two signed limits.
    pub(super) fn clamp_signed(&mut self, v: Value, low: i64, high: i64) -> Value {
        let v = self.ik(Op::smax, v, low.cast_unsigned());
        self.ik(Op::smin, v, high.cast_unsigned())
    }

    /// Lower of a and b, by an op, then with c, and so on: `op(op(a, b), c)`.
    pub(super) fn twice(&mut self, op: Op, a: Value, b: Value, c: Value) -> Value {
        let v = self.i2(op, a, b);
        self.i2(op, v, c)
    }

    /// Median of three by an order.
    pub(super) fn median(&mut self, min: Op, max: Op, [a, b, c]: [Value; 3]) -> Value {
        let (low, high) = (self.i2(min, a, b), self.i2(max, a, b));
        let inner = self.i2(min, high, c);
        self.i2(max, low, inner)
    }

    // ---- floats ----

    /// Where the fields of a width lie in MODE: rounding, denormals.
    fn fields(width: Width) -> (u32, u32) {
        if width == Width::B32 { (0, 4) } else { (2, 6) }
    }

    /// Rounding that MODE gives to arithmetic of a width.
    pub(super) fn rounding(&self, width: Width) -> Round {
        let (low, _) = Self::fields(width);
        match self.l.mode.look(3 << low) >> low {
            0 => Round::Even,
            1 => Round::Up,
            2 => Round::Down,
            _ => Round::Zero,
        }
    }

    /// Whether MODE flushes denormal operands of a width.
    pub(super) fn flush_in(&self, width: Width) -> bool {
        !self.l.mode.is(1 << Self::fields(width).1)
    }

    /// Whether MODE flushes denormal results of a width.
    pub(super) fn flush_out(&self, width: Width) -> bool {
        !self.l.mode.is(2 << Self::fields(width).1)
    }

    /// IEEE.
    pub(super) fn ieee(&self) -> bool {
        self.l.mode.is(mode::IEEE)
    }

    /// The environment that MODE gives to arithmetic of a width. Clamps are written out, so that DX10_CLAMP is not looked at.
    pub(super) fn env(&self, width: Width) -> FloatEnv {
        FloatEnv { round: self.rounding(width), ..self.env_even(width) }
    }

    /// As [`Valu::env`] for what does not round: to nearest even.
    pub(super) fn env_even(&self, width: Width) -> FloatEnv {
        FloatEnv {
            round: Round::Even,
            flush_in: self.flush_in(width),
            flush_out: self.flush_out(width),
            quiet: self.ieee(),
            dx10_clamp: true,
            f16_saturate: width == Width::B16 && self.l.mode.is(mode::FP16_OVFL),
        }
    }

    /// The environment of an op as far as it depends on it.
    fn env_of(&self, op: Op, width: Width) -> FloatEnv {
        let none = FloatEnv { quiet: false, ..FloatEnv::IEEE };
        match op {
            Op::fmin | Op::fmax | Op::ffloor | Op::fceil | Op::ftrunc | Op::frndne | Op::ffrexp_mant => {
                FloatEnv { flush_in: self.flush_in(width), quiet: self.ieee(), ..none }
            }
            Op::ffrexp_exp => FloatEnv { flush_in: self.flush_in(width), ..none },
            Op::fsqrt | Op::frcp | Op::frsq | Op::fexp2 | Op::flog2 | Op::fsin | Op::fcos => {
                self.env_even(width)
            }
            _ => self.env(width),
        }
    }

    /// A float op in the environment of its first operand's width.
    pub(super) fn f(&mut self, op: Op, args: &[Value]) -> Value {
        let width = args.first().map_or(Width::B32, |&a| self.width(a));
        let env = self.env_of(op, width);
        self.f_in(op, env, args)
    }

    /// A float op in a given environment.
    pub(super) fn f_in(&mut self, op: Op, env: FloatEnv, args: &[Value]) -> Value {
        self.l.b.op(op, args, Attr::Float(env))
    }

    /// A float conversion.
    pub(super) fn cvt(&mut self, op: Op, v: Value, to: Width, env: FloatEnv) -> Value {
        self.l.b.op(op, &[v], Attr::FloatTo(to, env))
    }

    pub(super) fn fcmp(&mut self, relations: u8, env: FloatEnv, a: Value, b: Value) -> Value {
        self.l.b.op(Op::fcmp, &[a, b], Attr::FCmp(FCmp(relations), env))
    }

    /// Without the sign bit.
    pub(super) fn magnitude(&mut self, v: Value) -> Value {
        let mask = sign(self.width(v)) - 1;
        self.ik(Op::iand, v, mask)
    }

    /// With the sign bit inverted.
    pub(super) fn negated(&mut self, v: Value) -> Value {
        let bit = sign(self.width(v));
        self.ik(Op::ixor, v, bit)
    }

    pub(super) fn is_nan(&mut self, v: Value) -> Value {
        let m = self.magnitude(v);
        let inf = self.k(self.width(v), infinity(self.width(v)));
        self.i2(Op::ult, inf, m)
    }

    pub(super) fn is_infinite(&mut self, v: Value) -> Value {
        let m = self.magnitude(v);
        self.ik(Op::ieq, m, infinity(self.width(v)))
    }

    /// Zero, and where `flush` denormals too.
    pub(super) fn is_zero(&mut self, v: Value, flush: bool) -> Value {
        let width = self.width(v);
        let mask = if flush { infinity(width) } else { sign(width) - 1 };
        let m = self.ik(Op::iand, v, mask);
        self.ik(Op::ieq, m, 0)
    }

    /// Denormals become zeros of their sign, where `flush`.
    pub(super) fn flushed(&mut self, v: Value, flush: bool) -> Value {
        if !flush {
            return v;
        }
        let small = self.is_zero(v, true);
        let zero = self.ik(Op::iand, v, sign(self.width(v)));
        self.select(small, zero, v)
    }

    /// NaNs become quiet in IEEE mode.
    pub(super) fn quieted(&mut self, v: Value) -> Value {
        if !self.ieee() {
            return v;
        }
        let nan = self.is_nan(v);
        let quiet = self.ik(Op::ior, v, quiet_bit(self.width(v)));
        self.select(nan, quiet, v)
    }
}
