//! Scaling by powers of two and taking numbers apart: integers alone.

use super::Legal;
use super::format::Fmt;
use super::round::{Parts, Tiny};
use ir::float::FloatEnv;
use ir::{Op, Value, Width};

impl Legal<'_> {
    /// Parts of a number in an integer of at least 32 bits.
    fn parts32(&mut self, f: Fmt, a: Value, no_denormals: bool) -> Parts {
        let parts = self.unpack_any(f, a, no_denormals);
        let significand = match f.width {
            Width::B64 => parts.significand,
            _ => self.resize(Op::zext, parts.significand, Width::B32),
        };
        Parts { significand, ..parts }
    }

    /// First operand times two to the power `n`, rounded once (measured-facts 21, 22, 44).
    pub(super) fn ldexp(&mut self, f: Fmt, env: &FloatEnv, a: Value, n: Value) -> Value {
        let a = self.flush(f, a, env.flush_in);
        let parts = self.parts32(f, a, env.flush_in);
        // Beyond this every result overflows or vanishes.
        let (low, high) = (self.c32(-8192), self.c32(8192));
        let n = self.op2(Op::smax, n, low);
        let n = self.op2(Op::smin, n, high);
        let exponent = self.op2(Op::iadd, parts.exponent, n);
        let sign = self.sign(f, a);
        let bits = self.round_parts(Parts { exponent, ..parts }, sign, f, env, Tiny::Unbounded);
        let bits = self.unless_number(f, a, a, bits);
        self.or_nan(f, env, a, bits)
    }

    /// `other` for zeros, infinities and NaNs, else `bits`.
    fn unless_number(&mut self, f: Fmt, a: Value, other: Value, bits: Value) -> Value {
        let m = self.mag(f, a);
        // Zero wraps to the largest.
        let m = self.opc(Op::isub, m, 1);
        let number = self.opc(Op::ult, m, f.infinity() - 1);
        self.select(number, bits, other)
    }

    /// Fraction in [0.5, 1) with the operand's sign, and its exponent.
    pub(super) fn frexp(&mut self, f: Fmt, env: &FloatEnv, a: Value) -> (Value, Value) {
        let a = self.flush(f, a, env.flush_in);
        let parts = self.unpack_any(f, a, env.flush_in);
        let fraction = self.opc(Op::iand, parts.significand, f.fraction());
        let sign = self.sign(f, a);
        let bits = self.op2(Op::ior, fraction, sign);
        let bits = self.opc(Op::ior, bits, f.power(-1));
        let bits = self.unless_number(f, a, a, bits);
        let bits = self.or_nan(f, env, a, bits);
        let one = self.c32(1);
        let exponent = self.op2(Op::iadd, parts.exponent, one);
        let none = self.c32(0);
        (bits, self.unless_number(f, a, none, exponent))
    }
}
