//! Rounding to integers, and the fraction.

use super::format::Fmt;
use super::{Legal, Refused, refuse};
use ir::float::FloatEnv;
use ir::{Op, Value, Width};

impl Legal<'_> {
    /// An integer in the op's direction, in the same format.
    pub(super) fn integral(&mut self, f: Fmt, env: &FloatEnv, a: Value, op: Op) -> Result<Value, Refused> {
        let a = self.flush(f, a, env.flush_in);
        let bits = self.integral_bits(f, a, op, env.flush_in)?;
        Ok(self.or_nan(f, env, a, bits))
    }

    /// The integer of a flushed operand; NaNs give anything.
    fn integral_bits(&mut self, f: Fmt, a: Value, op: Op, no_denormals: bool) -> Result<Value, Refused> {
        let host = match op {
            Op::ffloor => Op::hfloor,
            Op::fceil => Op::hceil,
            Op::ftrunc => Op::htrunc,
            _ => Op::hrndne,
        };
        match f.width {
            Width::B16 => {
                let wide = self.widen(f, Fmt::F32, a, no_denormals)?;
                let whole = self.integral_bits(Fmt::F32, wide, op, true)?;
                // An integer of at most 11 bits, a zero or an infinity.
                let env = FloatEnv::IEEE;
                return Ok(self.narrow(Fmt::F32, f, &env, whole, super::round::Tiny::Unbounded));
            }
            Width::B64 => self.need_wide(false)?,
            _ if !self.specials_known(f) => return Err(refuse("zeros and infinities of 32-bit floats")),
            _ => {}
        }
        let whole = self.op1(host, a);
        if no_denormals || self.keeps(f) {
            return Ok(whole);
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
        Ok(self.select(small, of_small, whole))
    }

    /// Operand minus the integer below, kept less than one; a zero is +0, infinities are invalid.
    pub(super) fn fract(&mut self, f: Fmt, env: &FloatEnv, a: Value) -> Result<Value, Refused> {
        let a = self.flush(f, a, env.flush_in);
        let below = self.integral_bits(f, a, Op::ffloor, env.flush_in)?;
        let minus = self.negate(f, below);
        let part = self.add_rounded(f, env, a, minus)?;
        let m = self.mag(f, part.bits);
        let most = self.c(f.width, f.power(0) - 1);
        let bits = self.op2(Op::umin, m, most);
        let infinite = self.is_infinite(f, a);
        let invalid = self.c(f.width, f.default_nan());
        let bits = self.select(infinite, invalid, bits);
        Ok(self.or_nan(f, env, a, bits))
    }
}
