//! Sum, product, fused and separate product and sum.
//!
//! NaN rule: the first NaN in operand order; an invalid product gives the default NaN even where the addend is a NaN
//! (measured-facts 5, 7). NaN results of the host are recognized, never passed on.

use super::format::Fmt;
use super::round::Tiny;
use super::{Legal, Refused, Rounded, refuse};
use ir::float::{FloatEnv, Round};
use ir::{Op, Value, Width};

/// The product is looked at again times two to this power: far enough that no result near the smallest normal number is a
/// denormal, near enough that an overflow means a product far from it.
const RAISE: i32 = 64;

impl Legal<'_> {
    pub(super) fn add(&mut self, f: Fmt, env: &FloatEnv, a: Value, b: Value) -> Value {
        let flush = env.flush_in && !self.host_flushes(f, env);
        let (a, b) = (self.flush(f, a, flush), self.flush(f, b, flush));
        let sum = self.add_rounded(f, env, a, b);
        self.first_nan(f, env, &[a, b], sum)
    }

    pub(super) fn mul(&mut self, f: Fmt, env: &FloatEnv, a: Value, b: Value) -> Value {
        let flush = env.flush_in && !self.host_flushes(f, env);
        let (a, b) = (self.flush(f, a, flush), self.flush(f, b, flush));
        let product = self.mul_rounded(f, env, a, b);
        self.first_nan(f, env, &[a, b], product)
    }

    /// Whether the host's own op of this width is taken and flushes operands and exact results by itself.
    fn host_flushes(&self, f: Fmt, env: &FloatEnv) -> bool {
        self.direct(f, env) && self.caps.float.of(f.width).denormals == ir::host::Denormals::Flush
    }

    /// The result, or the first NaN of the operands, or the default NaN.
    fn first_nan(&mut self, f: Fmt, env: &FloatEnv, operands: &[Value], result: Rounded) -> Value {
        let mut nan = self.c(f.width, f.default_nan());
        for &operand in operands.iter().rev() {
            nan = self.or_nan(f, env, operand, nan);
        }
        self.select(result.nan, nan, result.bits)
    }

    /// Sum of operands that are flushed already.
    pub(super) fn add_rounded(&mut self, f: Fmt, env: &FloatEnv, a: Value, b: Value) -> Rounded {
        if self.direct(f, env) {
            let sum = self.op2(Op::hadd, a, b);
            let nan = self.is_nan(f, sum);
            // Sums below the normal numbers are exact: tiny is what is a denormal.
            let flush = env.flush_out && !self.host_flushes(f, env);
            return Rounded { bits: self.flush(f, sum, flush), nan };
        }
        // 24 bits hold a sum of two numbers of 11 bits so that rounding again to nearest is harmless.
        let single = FloatEnv { round: env.round, ..FloatEnv::IEEE };
        let (wide, sum) = match f.width {
            Width::B16 if self.rounds(Fmt::F32, &single) || self.wide(true) => {
                let wide = if self.rounds(Fmt::F32, &single) { Fmt::F32 } else { Fmt::F64 };
                let (a, b) = (self.widen(f, wide, a, env.flush_in), self.widen(f, wide, b, env.flush_in));
                (wide, self.op2(Op::hadd, a, b))
            }
            Width::B32 if self.wide(true) => {
                let wide = Fmt::F64;
                let (a, b) = (self.widen(f, wide, a, env.flush_in), self.widen(f, wide, b, env.flush_in));
                (wide, self.odd_sum(a, b))
            }
            Width::B64 => {
                let one = self.c(f.width, f.power(0));
                // Sums below the normal numbers are exact: each rule for what is tiny gives the same.
                return self.fused64(env, [a, one, b], None, Tiny::Exact).0;
            }
            _ => return self.soft_add(f, env, a, b),
        };
        let nan = self.is_nan(wide, sum);
        let bits = self.narrow(wide, f, env, sum, Tiny::Unbounded);
        let bits = self.zero_down(env, wide, sum, f, bits, a, b);
        Rounded { bits, nan }
    }

    /// Rounding down, a sum of opposite numbers is -0. `x` and `y` have the signs of what is added.
    #[allow(clippy::too_many_arguments, reason = "two values with their formats and the operands")]
    fn zero_down(
        &mut self,
        env: &FloatEnv,
        wide: Fmt,
        sum: Value,
        f: Fmt,
        bits: Value,
        x: Value,
        y: Value,
    ) -> Value {
        if env.round != Round::Down {
            return bits;
        }
        let zero = self.is_zero(wide, sum);
        let either = self.op2(Op::ior, x, y);
        let sign = match (self.b.func.ty(either).width, f.width) {
            (w, to) if w == to => either,
            (w, to) => {
                let high = self.shift(Op::ushr, either, w.bits() - to.bits());
                self.resize(Op::trunc, high, to)
            }
        };
        let sign = self.sign(f, sign);
        self.select(zero, sign, bits)
    }

    /// Sum of two f64 rounded to odd. Neither overflow nor a denormal comes up with operands made of narrower formats.
    pub(super) fn odd_sum(&mut self, a: Value, b: Value) -> Value {
        let f = Fmt::F64;
        let sum = self.op2(Op::hadd, a, b);
        let minus_a = self.negate(f, a);
        let of_b = self.op2(Op::hadd, sum, minus_a);
        let minus_of_b = self.negate(f, of_b);
        let of_a = self.op2(Op::hadd, sum, minus_of_b);
        let minus_of_a = self.negate(f, of_a);
        let lost_a = self.op2(Op::hadd, a, minus_of_a);
        let lost_b = self.op2(Op::hadd, b, minus_of_b);
        let lost = self.op2(Op::hadd, lost_a, lost_b);
        // Neither zero nor, where the sum is endless, NaN.
        let m = self.mag(f, lost);
        let m = self.opc(Op::isub, m, 1);
        let inexact = self.opc(Op::ult, m, f.infinity() - 1);
        let even = self.opc(Op::iand, sum, 1);
        let even = self.opc(Op::ieq, even, 0);
        let moves = self.op2(Op::iand, inexact, even);
        let across = self.op2(Op::ixor, lost, sum);
        let across = self.is_negative(across);
        let (up, down) = (self.c(f.width, 1), self.c(f.width, u64::MAX));
        let step = self.select(across, down, up);
        let moved = self.op2(Op::iadd, sum, step);
        self.select(moves, moved, sum)
    }

    /// Product of operands that are flushed already.
    pub(super) fn mul_rounded(&mut self, f: Fmt, env: &FloatEnv, a: Value, b: Value) -> Rounded {
        if self.direct(f, env) {
            let product = self.op2(Op::hmul, a, b);
            let nan = self.is_nan(f, product);
            let bits = if env.flush_out { self.flush_product(f, a, b, product) } else { product };
            return Rounded { bits, nan };
        }
        let wide = match f.width {
            // 22 bits: exact in both.
            Width::B16 if self.specials_known(Fmt::F32) => Fmt::F32,
            Width::B16 | Width::B32 if self.wide(false) => Fmt::F64,
            Width::B64 => {
                // A zero of the product's sign adds nothing.
                let either = self.op2(Op::ixor, a, b);
                let zero = self.sign(f, either);
                return self.fused64(env, [a, b, zero], None, Tiny::Unbounded).0;
            }
            _ => return self.soft_mul(f, env, a, b),
        };
        let (a, b) = (self.widen(f, wide, a, env.flush_in), self.widen(f, wide, b, env.flush_in));
        let product = self.op2(Op::hmul, a, b);
        let nan = self.is_nan(wide, product);
        let bits = self.narrow(wide, f, env, product, Tiny::Unbounded);
        Rounded { bits, nan }
    }

    /// Flushes a product that is tiny after rounding with unbounded exponent (measured-facts 14): whether it is shows in the
    /// product with one factor raised, which rounds to the full precision.
    fn flush_product(&mut self, f: Fmt, a: Value, b: Value, product: Value) -> Value {
        let raised = self.opc(Op::hmul, a, f.power(RAISE));
        let high = self.op2(Op::hmul, raised, b);
        let m = self.mag(f, high);
        let edge = f.power(f.min_exponent() + RAISE);
        let either = self.op2(Op::ixor, a, b);
        let sign = self.sign(f, either);
        let bits = if self.keeps(f) {
            product
        } else {
            // The host may have found it tiny before rounding.
            let at_edge = self.opc(Op::ieq, m, edge);
            let least = self.opc(Op::ior, sign, f.fraction() + 1);
            self.select(at_edge, least, product)
        };
        let tiny = self.opc(Op::ult, m, edge);
        self.select(tiny, sign, bits)
    }

    /// Product and sum rounded once into `to`, after multiplying with two to the power of `scale`.
    pub(super) fn fma(
        &mut self,
        f: Fmt,
        to: Fmt,
        env: &FloatEnv,
        operands: [Value; 3],
        scale: Option<Value>,
    ) -> Result<Value, Refused> {
        let [a, b, c] = operands.map(|v| self.flush(f, v, env.flush_in));
        if f == Fmt::F64 && to == Fmt::F64 {
            // Tiny before rounding (measured-facts 56).
            let (result, invalid) = self.fused64(env, [a, b, c], scale, Tiny::Exact);
            return Ok(self.fused_nan(f, to, env, [a, b, c], invalid, result));
        }
        if f == Fmt::F64 || to == Fmt::F64 {
            return Err(refuse("fused products and sums of 64-bit floats in another width"));
        }
        let tiny = if to == Fmt::F32 && scale.is_none() && env.flush_out {
            Tiny::DeliveredUnless(self.is_zero(f, c))
        } else {
            Tiny::Unbounded
        };
        if !self.wide(true) {
            let (result, invalid) = self.soft_fma(f, to, env, [a, b, c], scale, tiny);
            return Ok(self.fused_nan(f, to, env, [a, b, c], invalid, result));
        }
        let wide = Fmt::F64;
        let [x, y, z] = [a, b, c].map(|v| self.widen(f, wide, v, env.flush_in));
        let product = self.op2(Op::hmul, x, y);
        let sum = self.odd_sum(product, z);
        let nan = self.is_nan(wide, sum);
        let value = match scale {
            // Sums lie between 2^-298 and 2^257: beyond 500 every result overflows or vanishes, and f64 holds all of them.
            Some(n) => {
                let factor = self.power_of_two(n, 500);
                self.op2(Op::hmul, sum, factor)
            }
            None => sum,
        };
        let bits = self.narrow(wide, to, env, value, tiny);
        let bits = self.zero_down(env, wide, sum, to, bits, product, z);
        let invalid = self.is_nan(wide, product);
        Ok(self.fused_nan(f, to, env, [a, b, c], invalid, Rounded { bits, nan }))
    }

    /// f64 two to the power of a b32 that is clamped to `-most ..= most`.
    pub(super) fn power_of_two(&mut self, n: Value, most: i32) -> Value {
        let (low, high) = (self.c32(-most), self.c32(most));
        let n = self.op2(Op::smax, n, low);
        let n = self.op2(Op::smin, n, high);
        let bias = self.c32(Fmt::F64.bias());
        let field = self.op2(Op::iadd, n, bias);
        let field = self.resize(Op::zext, field, Width::B64);
        self.shift(Op::ishl, field, Fmt::F64.fraction_bits())
    }

    /// The result, or the NaN of a product and sum. `invalid`: the product is NaN.
    fn fused_nan(
        &mut self,
        f: Fmt,
        to: Fmt,
        env: &FloatEnv,
        [a, b, c]: [Value; 3],
        invalid: Value,
        result: Rounded,
    ) -> Value {
        let default = self.c(to.width, to.default_nan());
        let mut nan = default;
        let pass = self.nan_in(f, to, env, c);
        let is_nan = self.is_nan(f, c);
        nan = self.select(is_nan, pass, nan);
        nan = self.select(invalid, default, nan);
        for v in [b, a] {
            let pass = self.nan_in(f, to, env, v);
            let is_nan = self.is_nan(f, v);
            nan = self.select(is_nan, pass, nan);
        }
        self.select(result.nan, nan, result.bits)
    }

    /// Product rounded, then sum rounded.
    pub(super) fn mad(&mut self, f: Fmt, env: &FloatEnv, operands: [Value; 3]) -> Value {
        let [a, b, c] = operands.map(|v| self.flush(f, v, env.flush_in));
        let product = self.mul_rounded(f, env, a, b);
        let factor = if env.flush_out { product.bits } else { self.flush(f, product.bits, env.flush_in) };
        let sum = self.add_rounded(f, env, factor, c);
        let nan = self.op2(Op::ior, product.nan, sum.nan);
        self.fused_nan(f, f, env, [a, b, c], product.nan, Rounded { bits: sum.bits, nan })
    }
}
