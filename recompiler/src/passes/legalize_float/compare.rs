//! Comparisons, classes, minimum and maximum: integers alone, but for comparisons that the host makes exactly.

use super::Legal;
use super::format::Fmt;
use ir::float::{FCmp, FloatEnv};
use ir::{Attr, Op, Value, Width};

impl Legal<'_> {
    /// Signed order of all floats but NaNs, -0 below +0.
    fn key(&mut self, f: Fmt, v: Value) -> Value {
        let sign = self.shift(Op::sshr, v, f.width.bits() - 1);
        let flip = self.shift(Op::ushr, sign, 1);
        self.op2(Op::ixor, v, flip)
    }

    /// Minimum or maximum: a signalling NaN wins where those are quieted, any other NaN loses (measured-facts 46).
    pub(super) fn extreme(&mut self, f: Fmt, env: &FloatEnv, a: Value, b: Value, least: bool) -> Value {
        let (a, b) = (self.flush(f, a, env.flush_in), self.flush(f, b, env.flush_in));
        let (ka, kb) = (self.key(f, a), self.key(f, b));
        let second = if least { self.op2(Op::slt, kb, ka) } else { self.op2(Op::slt, ka, kb) };
        let (nan_a, nan_b) = (self.is_nan(f, a), self.is_nan(f, b));
        let second = self.op2(Op::ior, second, nan_a);
        let not_b = self.not(nan_b);
        let second = self.op2(Op::iand, second, not_b);
        let mut result = self.select(second, b, a);
        if env.quiet {
            for (v, nan) in [(b, nan_b), (a, nan_a)] {
                let quiet = self.opc(Op::iand, v, f.quiet_bit());
                let loud = self.opc(Op::ieq, quiet, 0);
                let signalling = self.op2(Op::iand, nan, loud);
                let quieted = self.opc(Op::ior, v, f.quiet_bit());
                result = self.select(signalling, quieted, result);
            }
        }
        result
    }

    /// Whether one of the wanted relations holds.
    pub(super) fn compare(&mut self, f: Fmt, env: &FloatEnv, a: Value, b: Value, want: FCmp) -> Value {
        let (a, b) = (self.flush(f, a, env.flush_in), self.flush(f, b, env.flush_in));
        match want.0 & 15 {
            0 => return self.b.c1(false),
            15 => return self.b.c1(true),
            _ => {}
        }
        let host = match f.width {
            Width::B32 => true,
            Width::B64 => self.wide(false),
            _ => false,
        };
        // No denormal is left, or the host sees them.
        if host && self.specials_known(f) && (self.is_clean(a) && self.is_clean(b) || self.keeps(f)) {
            return self.b.op(Op::hcmp, &[a, b], Attr::FCmp(want, FloatEnv::IEEE));
        }
        let zero = self.c(f.width, 0);
        let mut keys = [a, b];
        for key in &mut keys {
            // Both zeros are 0 here.
            let negative = self.is_negative(*key);
            let m = self.mag(f, *key);
            let below = self.op2(Op::isub, zero, m);
            *key = self.select(negative, below, m);
        }
        let [ka, kb] = keys;
        let ordered = match want.0 & 7 {
            FCmp::LT => self.op2(Op::slt, ka, kb),
            FCmp::EQ => self.op2(Op::ieq, ka, kb),
            3 => self.op2(Op::sle, ka, kb),
            FCmp::GT => self.op2(Op::slt, kb, ka),
            5 => self.op2(Op::ine, ka, kb),
            6 => self.op2(Op::sle, kb, ka),
            7 => self.b.c1(true),
            _ => self.b.c1(false),
        };
        let (nan_a, nan_b) = (self.is_nan(f, a), self.is_nan(f, b));
        let unordered = self.op2(Op::ior, nan_a, nan_b);
        if want.0 & FCmp::UN != 0 {
            self.op2(Op::ior, unordered, ordered)
        } else {
            let number = self.not(unordered);
            self.op2(Op::iand, number, ordered)
        }
    }

    /// Whether the class is in the mask.
    pub(super) fn class(&mut self, f: Fmt, a: Value, mask: Value) -> Value {
        let m = self.mag(f, a);
        // Of a number without its sign: infinity 0, normal 1, denormal 2, zero 3.
        let [zero, one, two, three] = [0, 1, 2, 3].map(|n| self.c32(n));
        let infinite = self.opc(Op::ieq, m, f.infinity());
        let small = self.opc(Op::ult, m, f.fraction() + 1);
        let is_zero = self.opc(Op::ieq, m, 0);
        let kind = self.select(infinite, zero, one);
        let kind = self.select(small, two, kind);
        let kind = self.select(is_zero, three, kind);
        let below = self.op2(Op::iadd, kind, two);
        let nine = self.c32(9);
        let above = self.op2(Op::isub, nine, kind);
        let negative = self.is_negative(a);
        let class = self.select(negative, below, above);
        let quiet = self.opc(Op::iand, a, f.quiet_bit());
        let quiet = self.opc(Op::ine, quiet, 0);
        let nan_class = self.select(quiet, one, zero);
        let nan = self.is_nan(f, a);
        let class = self.select(nan, nan_class, class);
        let bit = self.op2(Op::ushr, mask, class);
        let bit = self.opc(Op::iand, bit, 1);
        self.opc(Op::ine, bit, 0)
    }
}
