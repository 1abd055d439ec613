//! Value of the host ops under a personality.
//!
//! A fixed personality computes correctly rounded results. An adversary decides each time anew, within the caps and the op's
//! sentence: denormals kept or flushed, tiny results found before or after rounding, NaNs of any bits, rounding in any
//! direction where none is promised, a fused op split, and results off by as much as the op allows.

use super::soft::Format;
use super::{arith, convert, transcend};
use crate::attr::Attr;
use crate::float::{FloatEnv, Round};
use crate::host::{Denormals, FloatCaps, Personality, Rounding, Specials};
use crate::ops::Op;
use crate::types::Width;

/// Value of a host op. `width` is T, `to` the result's width. `None` for ops of other groups, for widths without a format
/// and where operands are missing.
pub fn eval_host(
    op: Op,
    width: Width,
    to: Width,
    args: &[u64],
    attr: &Attr,
    host: &mut Personality,
) -> Option<u64> {
    if matches!(op, Op::s_to_h | Op::u_to_h) {
        let to_format = Format::of(to)?;
        let caps = FloatCaps { rounding: host.caps.from_int, ..host.caps.of(to) };
        let mut run = Run { f: to_format, caps, host };
        let a = *args.first()?;
        return Some(
            run.finish(to_format, |env| convert::from_int(width, to_format, env, op == Op::s_to_h, a)),
        );
    }
    let f = Format::of(width)?;
    let mut run = Run { f, caps: host.caps.of(width), host };
    let mut values = [0; 3];
    let mut raw = [0; 3];
    for (i, &v) in args.iter().take(3).enumerate() {
        raw[i] = v;
        values[i] = if i == 1 && op == Op::hldexp { v } else { run.input(v) };
    }
    let floats = if op == Op::hldexp { 1 } else { op.row().args.len().min(3) };
    if args.len() < op.row().args.len() {
        return None;
    }
    run.value(op, to, attr, values, &raw[..floats])
}

/// An operation on a host.
struct Run<'a> {
    f: Format,
    caps: FloatCaps,
    host: &'a mut Personality,
}

impl Run<'_> {
    fn coin(&mut self) -> bool {
        self.host.is_adverse() && self.host.random() & 1 != 0
    }

    /// A random number from `-most` to `most`; 0 for a fixed personality.
    fn off(&mut self, most: u32) -> i64 {
        if !self.host.is_adverse() {
            return 0;
        }
        let span = 2 * u64::from(most) + 1;
        (self.host.random() % span).cast_signed() - i64::from(most)
    }

    fn flushes(&mut self) -> bool {
        match self.caps.denormals {
            Denormals::Keep => false,
            Denormals::Flush => true,
            Denormals::Unknown => self.coin(),
        }
    }

    fn input(&mut self, v: u64) -> u64 {
        if self.f.is_denormal(v) && self.flushes() { v & self.f.sign() } else { v }
    }

    fn round(&mut self) -> Round {
        match self.caps.rounding {
            Rounding::Even => Round::Even,
            Rounding::Zero => Round::Zero,
            Rounding::Unknown if self.host.is_adverse() => {
                [Round::Even, Round::Up, Round::Down, Round::Zero][(self.host.random() & 3) as usize]
            }
            Rounding::Unknown => Round::Even,
        }
    }

    /// A result in the format `to`, rounded as the host rounds and flushed as it flushes.
    fn finish(&mut self, to: Format, value: impl Fn(&FloatEnv) -> u64) -> u64 {
        let env = FloatEnv { round: self.round(), ..FloatEnv::IEEE };
        let result = value(&env);
        let smallest = to.fraction() + 1;
        let tiny = to.is_denormal(result)
            // Tiny before rounding alone: either is right.
            || to.magnitude(result) == smallest
                && to.is_denormal(value(&FloatEnv { round: Round::Zero, ..env }))
                && self.coin();
        if tiny && self.flushes() { result & to.sign() } else { result }
    }

    /// Some NaN.
    fn nan(&mut self, f: Format, computed: u64, operands: &[u64]) -> u64 {
        if !self.host.is_adverse() {
            return computed;
        }
        let random = self.host.random();
        let nan = operands.iter().copied().filter(|&v| f.is_nan(v)).nth((random >> 8 & 1) as usize);
        let nan = match random & 7 {
            0..=3 => nan.or_else(|| operands.iter().copied().find(|&v| f.is_nan(v))).unwrap_or(computed),
            4 => f.default_nan(),
            5 => f.magnitude(f.default_nan()),
            _ => f.infinity() | (random >> 12 & f.fraction()).max(1),
        };
        let nan = if random >> 9 & 1 != 0 { nan | f.quiet_bit() } else { nan };
        if random >> 10 & 3 == 0 { nan ^ f.sign() } else { nan }
    }

    /// NaNs and what is not promised of zeros and infinities.
    fn specials(&mut self, f: Format, result: u64, operands: &[u64]) -> u64 {
        let endless = |f: Format, v: u64| f.magnitude(v) >= f.infinity();
        if self.caps.specials == Specials::Loose && self.host.is_adverse() {
            let from = self.f;
            if endless(f, result) || operands.iter().any(|&v| endless(from, v)) {
                let random = self.host.random();
                return if random & 1 == 0 { result } else { random >> (64 - f.bits) };
            }
            if f.is_zero(result) && self.coin() {
                return result ^ f.sign();
            }
        }
        if f.is_nan(result) {
            let same: &[u64] = if f == self.f { operands } else { &[] };
            return self.nan(f, result, same);
        }
        result
    }

    /// A result moved by some units in the last place, still of its sign and finite.
    fn nudge(&mut self, result: u64, most: u32) -> u64 {
        let f = self.f;
        let m = f.magnitude(result);
        if m == 0 || m >= f.infinity() {
            return result;
        }
        let moved = m.cast_signed().saturating_add(self.off(most)).clamp(1, f.largest().cast_signed());
        let moved = result & f.sign() | moved.cast_unsigned();
        if f.is_denormal(moved) && self.flushes() { moved & f.sign() } else { moved }
    }

    fn value(&mut self, op: Op, to: Width, attr: &Attr, values: [u64; 3], raw: &[u64]) -> Option<u64> {
        let f = self.f;
        let [a, b, c] = values;
        let result = match op {
            Op::hadd => self.finish(f, |e| arith::add(f, e, a, b)),
            Op::hmul => self.finish(f, |e| arith::mul(f, e, a, b)),
            Op::hfma if self.coin() => {
                let product = self.finish(f, |e| arith::mul(f, e, a, b));
                self.finish(f, |e| arith::add(f, e, product, c))
            }
            Op::hfma => self.finish(f, |e| arith::fma(f, f, e, [a, b, c])),
            Op::hdiv => {
                let result = self.finish(f, |e| arith::div(f, e, a, b));
                self.nudge(result, 2)
            }
            Op::hmin | Op::hmax => return Some(self.extreme(op, a, b, raw)),
            Op::hfloor => self.finish(f, |e| arith::integral(f, e, a, Round::Down)),
            Op::hceil => self.finish(f, |e| arith::integral(f, e, a, Round::Up)),
            Op::htrunc => self.finish(f, |e| arith::integral(f, e, a, Round::Zero)),
            Op::hrndne => self.finish(f, |e| arith::integral(f, e, a, Round::Even)),
            Op::hldexp => self.ldexp(a, (b as u32).cast_signed()),
            Op::hsqrt | Op::hrsq | Op::hexp2 | Op::hlog2 | Op::hsin | Op::hcos => self.approximate(op, a)?,
            Op::hcmp => {
                let Attr::FCmp(want, _) = attr else { return None };
                let holds = u64::from(arith::compare(f, false, a, b) & want.0 != 0);
                let loose = self.caps.specials == Specials::Loose && raw.iter().any(|&v| f.is_nan(v));
                return Some(if loose && self.coin() { holds ^ 1 } else { holds });
            }
            Op::hcvt => {
                let wide = Format::of(to)?;
                self.caps = FloatCaps { specials: self.caps.specials, ..self.host.caps.of(to) };
                let result = self.finish(wide, |e| convert::float(f, wide, e, a));
                return Some(self.specials(wide, result, raw));
            }
            Op::h_to_s | Op::h_to_u => {
                let signed = op == Op::h_to_s;
                let (least, greatest) = convert::range(to, signed);
                let inside = convert::whole(f, a).is_some_and(|v| (least..=greatest).contains(&v));
                return Some(if inside || !self.host.is_adverse() {
                    convert::to_int(f, to, signed, a)
                } else {
                    self.host.random() & to.mask()
                });
            }
            _ => return None,
        };
        Some(self.specials(f, result, raw))
    }

    /// With a NaN or two zeros either operand may be the answer.
    fn extreme(&mut self, op: Op, a: u64, b: u64, raw: &[u64]) -> u64 {
        let f = self.f;
        let open = f.is_nan(a) || f.is_nan(b) || f.is_zero(a) && f.is_zero(b);
        let result = match open && self.host.is_adverse() {
            true if self.coin() => a,
            true => b,
            false => arith::extreme(f, &FloatEnv { quiet: false, ..FloatEnv::IEEE }, a, b, op == Op::hmin),
        };
        self.specials(f, result, raw)
    }

    /// Exact where result and scale are normal; a scale too large gives anything, one too small may give zero.
    fn ldexp(&mut self, a: u64, n: i32) -> u64 {
        let f = self.f;
        if n > f.bias() + 1 && f.number(a).is_some() && self.coin() {
            return self.host.random() >> (64 - f.bits);
        }
        if n < f.min_exponent() && self.coin() {
            return a & f.sign();
        }
        self.finish(f, |e| arith::ldexp(f, e, a, n))
    }

    fn approximate(&mut self, op: Op, a: u64) -> Option<u64> {
        let f = self.f;
        let x = transcend::to_f64(f, a);
        let exact = |op| move |env: &FloatEnv| transcend::eval(op, f, env, a).unwrap_or(a);
        // Vulkan's absolute bounds of f16 are wider.
        let absolute = |coarse: f64, fine: f64| if f == Format::F16 { coarse } else { fine };
        Some(match op {
            Op::hsqrt => {
                let result = self.finish(f, exact(Op::fsqrt));
                self.nudge(result, 4)
            }
            Op::hrsq => {
                let result = self.finish(f, exact(Op::frsq));
                self.nudge(result, 2)
            }
            Op::hexp2 => {
                let result = self.finish(f, exact(Op::fexp2));
                self.nudge(result, 3 + (2.0 * x.abs()).min(2048.0) as u32)
            }
            Op::hlog2 if (0.5..=2.0).contains(&x) => {
                let log = transcend::log2(x);
                self.near(log, absolute(1.0 / 128.0, 1.0 / 2_097_152.0))
            }
            Op::hlog2 => {
                let result = self.finish(f, exact(Op::flog2));
                self.nudge(result, 3)
            }
            Op::hsin | Op::hcos if f.magnitude(a) >= f.infinity() => self.finish(f, exact(Op::fsin)),
            Op::hsin | Op::hcos => {
                let value = if op == Op::hsin { x.sin() } else { x.cos() };
                let inside = x.abs() <= std::f64::consts::PI;
                self.near(value, if inside { absolute(1.0 / 128.0, 1.0 / 2048.0) } else { 1.0 })
            }
            _ => return None,
        })
    }

    /// A value off by at most `error`.
    fn near(&mut self, value: f64, error: f64) -> u64 {
        let f = self.f;
        let off = self.off(1 << 16) as f64 / f64::from(1 << 16) * error;
        // Half of the bound leaves room for the rounding of the result.
        let value = value + off * 0.5;
        self.finish(f, |env| transcend::near(f, env, value))
    }
}
