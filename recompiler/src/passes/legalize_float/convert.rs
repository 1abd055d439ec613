//! Conversions between float widths and between floats and integers.

use super::format::Fmt;
use super::round::Tiny;
use super::{Legal, Refused, refuse};
use ir::float::{FloatEnv, Round};
use ir::host::Rounding;
use ir::{Op, Value, Width};

impl Legal<'_> {
    /// A NaN in another format: the high bits of its payload stay.
    pub(super) fn nan_in(&mut self, f: Fmt, to: Fmt, env: &FloatEnv, v: Value) -> Value {
        if f == to {
            return self.pass(f, env, v);
        }
        let (wide, narrow) = (f.width.bits().max(to.width.bits()), f.width.bits().min(to.width.bits()));
        let bits = if f.precision > to.precision {
            let fraction = self.opc(Op::iand, v, f.fraction());
            let payload = self.shift(Op::ushr, fraction, f.fraction_bits() - to.fraction_bits());
            let sign = self.sign(f, v);
            let sign = self.shift(Op::ushr, sign, wide - narrow);
            let bits = self.op2(Op::ior, payload, sign);
            self.resize(Op::trunc, bits, to.width)
        } else {
            let bits = self.resize(Op::zext, v, to.width);
            let fraction = self.opc(Op::iand, bits, f.fraction());
            let payload = self.shift(Op::ishl, fraction, to.fraction_bits() - f.fraction_bits());
            let sign = self.opc(Op::iand, bits, f.sign());
            let sign = self.shift(Op::ishl, sign, wide - narrow);
            self.op2(Op::ior, payload, sign)
        };
        let bits = self.opc(Op::ior, bits, to.infinity());
        let quiet = self.opc(Op::ior, bits, to.quiet_bit());
        if env.quiet {
            return quiet;
        }
        let fraction = self.opc(Op::iand, bits, to.fraction());
        let empty = self.opc(Op::ieq, fraction, 0);
        self.select(empty, quiet, bits)
    }

    /// The same number in another float width.
    pub(super) fn cvt(&mut self, f: Fmt, to: Fmt, env: &FloatEnv, a: Value) -> Value {
        let a = self.flush(f, a, env.flush_in);
        let bits = if f == to {
            self.flush(f, a, env.flush_out)
        } else if f.precision < to.precision {
            self.widen(f, to, a, env.flush_in)
        } else {
            self.narrow(f, to, env, a, Tiny::Unbounded)
        };
        let nan = self.is_nan(f, a);
        let pass = self.nan_in(f, to, env, a);
        self.select(nan, pass, bits)
    }

    /// An integer toward zero, clamped; NaN gives 0.
    pub(super) fn truncated(&mut self, f: Fmt, to: Width, a: Value, signed: bool) -> Result<Value, Refused> {
        if to == Width::B1 {
            return Err(refuse("integers of one bit from floats"));
        }
        if f == Fmt::F16 {
            let wide = self.widen(f, Fmt::F32, a, false);
            return Ok(self.clamped(Fmt::F32, to, wide, signed));
        }
        Ok(self.clamped(f, to, a, signed))
    }

    fn clamped(&mut self, f: Fmt, to: Width, a: Value, signed: bool) -> Value {
        let by = if to == Width::B64 { Width::B64 } else { Width::B32 };
        let m = self.mag(f, a);
        let zero = self.c(f.width, 0);
        let bits = to.bits() as i32 - i32::from(signed);
        let limit = f.power(bits);
        let negative = self.is_negative(a);
        let inside = if signed {
            self.opc(Op::ult, m, limit)
        } else {
            // Numbers with a sign are larger than any limit here.
            self.opc(Op::ult, a, limit)
        };
        let safe = self.select(inside, a, zero);
        let whole = if f == Fmt::F32 || self.wide(false) {
            self.with_width(if signed { Op::h_to_s } else { Op::h_to_u }, safe, by)
        } else {
            self.soft_whole(f, safe, by)
        };
        let whole = self.resize(Op::trunc, whole, to);
        let (least, greatest) =
            if signed { (1u64 << (to.bits() - 1), (1u64 << (to.bits() - 1)) - 1) } else { (0, to.mask()) };
        let (least, greatest, none) = (self.c(to, least), self.c(to, greatest), self.c(to, 0));
        let end = self.select(negative, least, greatest);
        let nan = self.is_nan(f, a);
        let outside = self.select(nan, none, end);
        self.select(inside, whole, outside)
    }

    /// The float of an integer.
    pub(super) fn of_integer(&mut self, a: Value, to: Fmt, env: &FloatEnv, signed: bool) -> Value {
        let (op, extend) = if signed { (Op::s_to_h, Op::sext) } else { (Op::u_to_h, Op::zext) };
        let width = self.b.func.ty(a).width;
        let small = matches!(width, Width::B1 | Width::B8 | Width::B16);
        let a = if small { self.resize(extend, a, Width::B32) } else { a };
        let exact = match to {
            Fmt::F64 => width != Width::B64 && self.wide(false),
            Fmt::F32 => small && self.specials_known(to),
            _ => false,
        };
        let rounds = to != Fmt::F16 && self.rounds(to, &FloatEnv { round: env.round, ..FloatEnv::IEEE });
        if exact || rounds && self.caps.float.from_int == Rounding::Even {
            return self.with_width(op, a, to.width);
        }
        if rounds && to == Fmt::F32 && width != Width::B64 {
            // Both halves are exact, and so is the upper one at its place: the sum rounds once.
            let (shift, c16) = if signed { (Op::sshr, 16) } else { (Op::ushr, 16) };
            let high = self.shift(shift, a, c16);
            let low = self.opc(Op::iand, a, 0xffff);
            let (high, low) = (self.with_width(op, high, to.width), self.with_width(op, low, to.width));
            let high = self.opc(Op::hmul, high, to.power(16));
            return self.op2(Op::hadd, high, low);
        }
        if width == Width::B64 || to == Fmt::F64 || !self.wide(false) {
            return self.soft_of_integer(a, to, env, signed);
        }
        let wide = self.with_width(op, a, Width::B64);
        // No denormal comes of an integer.
        let env = FloatEnv { round: if small && to == Fmt::F32 { Round::Even } else { env.round }, ..*env };
        self.narrow(Fmt::F64, to, &env, wide, Tiny::Unbounded)
    }
}
