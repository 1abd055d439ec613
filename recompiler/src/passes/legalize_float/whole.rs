//! Rounding to integers, and the fraction.

use super::Legal;
use super::format::Fmt;
use ir::float::FloatEnv;
use ir::{Op, Value, Width};

impl Legal<'_> {
    /// An integer in the op's direction, in the same format.
    pub(super) fn integral(&mut self, f: Fmt, env: &FloatEnv, a: Value, op: Op) -> Value {
        let a = self.flush(f, a, env.flush_in);
        let bits = self.integral_bits(f, a, op, env.flush_in);
        self.or_nan(f, env, a, bits)
    }

    /// The integer of a flushed operand; NaNs give anything.
    fn integral_bits(&mut self, f: Fmt, a: Value, op: Op, no_denormals: bool) -> Value {
        let host = match op {
            Op::ffloor => Op::hfloor,
            Op::fceil => Op::hceil,
            Op::ftrunc => Op::htrunc,
            _ => Op::hrndne,
        };
        let has_host = match f.width {
            Width::B32 => self.specials_known(f),
            Width::B64 => self.wide(false),
            // Masks are fewer ops than the way there and back.
            _ => false,
        };
        if !has_host {
            return self.soft_integral(f, a, op);
        }
        let whole = self.op1(host, a);
        if no_denormals || self.is_clean(a) || self.keeps(f) {
            return whole;
        }
        let small = self.is_small(f, a);
        let sign = self.sign(f, a);
        let zero = self.is_zero(f, a);
        let negative = self.is_negative(a);
        let one = self.c(f.width, f.power(0));
        let minus_one = self.c(f.width, f.power(0) | f.sign());
        let of_denormal = match op {
            Op::ffloor => self.select(negative, minus_one, sign),
            Op::fceil => self.select(negative, sign, one),
            _ => sign,
        };
        let of_small = self.select(zero, sign, of_denormal);
        self.select(small, of_small, whole)
    }

    /// Operand minus the integer below, kept less than one; a zero is +0, infinities are invalid.
    pub(super) fn fract(&mut self, f: Fmt, env: &FloatEnv, a: Value) -> Value {
        let a = self.flush(f, a, env.flush_in);
        let below = self.integral_bits(f, a, Op::ffloor, env.flush_in);
        let minus = self.negate(f, below);
        let part = self.add_rounded(f, env, a, minus);
        let m = self.mag(f, part.bits);
        let most = self.c(f.width, f.power(0) - 1);
        let bits = self.op2(Op::umin, m, most);
        let infinite = self.is_infinite(f, a);
        let invalid = self.c(f.width, f.default_nan());
        let bits = self.select(infinite, invalid, bits);
        self.or_nan(f, env, a, bits)
    }
}
