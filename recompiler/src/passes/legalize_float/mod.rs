//! Turns float ops with their environment into host ops and integer fix-ups, for a device's caps.
//!
//! Requires: phase Resolved, a graph; runs after the choice of a wave map. Ensures: no op of group `float` is left, and
//! each result has the bits that `eval_float` gives under every personality that the caps allow; the approximations (`frcp`,
//! `fsqrt`, `frsq`, `fexp2`, `flog2`, `fsin`, `fcos`) stay within the bounds of their rows instead. Leaves alone: atomics, which
//! memory legalization owns.
//!
//! Three ways, the first that is exact:
//! - the host's op of the same width, where its rounding and what it does with denormals agree with the environment;
//! - the host's b64 ops for b16 and b32: products are exact there, sums are rounded to odd with the error of the sum (Knuth's
//!   two-sum, Boldo and Melquiond's rounding to odd), and one rounding by integers or `hcvt` follows;
//! - integers alone (`soft`, `fused64`, `soft_transcend`): every op in every environment on every host. Classes,
//!   extremes, scaling by powers of two and rounding of what is known exactly are always done so.
//!
//! So no guest op is refused: what is left to refuse are ops that no guest instruction becomes (powers and sines of b64, fused
//! b64 into another width). Facts: measured-facts 5, 7, 14, 15, 46 to 49, all of them part of the meaning of the op.

mod arith;
mod compare;
mod convert;
mod facts;
mod format;
mod fused64;
mod round;
mod scale;
mod soft;
mod soft_transcend;
#[cfg(test)]
mod tests;
mod transcend;
mod whole;

use super::util::Aliases;
use super::{Changed, PassError};
use crate::caps::DeviceCaps;
use crate::error::TranslateErrorKind;
use format::Fmt;
use ir::float::{FloatEnv, Round};
use ir::host::{Denormals, Rounding, Specials};
use ir::{Attr, Block, Builder, Function, Op, Phase, Value, Width};
use smallvec::SmallVec;

/// Which fix-ups are emitted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum FixUps {
    /// Those that can matter, by what is known of operands: see [`facts`].
    #[default]
    Needed,
    /// All. To see what the others cost, and what leaving them out may break.
    All,
}

/// Legalizes every float op.
///
/// # Errors
/// [`TranslateErrorKind::FloatEnvironment`] for ops that no guest instruction becomes.
pub fn run(func: &mut Function, caps: &DeviceCaps) -> Result<Changed, PassError> {
    run_with(func, caps, FixUps::Needed)
}

/// [`run`], with the choice of fix-ups.
///
/// # Errors
/// As [`run`].
pub fn run_with(func: &mut Function, caps: &DeviceCaps, fix_ups: FixUps) -> Result<Changed, PassError> {
    if func.phase != Phase::Resolved {
        return Err(PassError::bug("legalize_float wants phase Resolved"));
    }
    let mut aliases = Aliases::default();
    for block in func.layout.clone() {
        if func.blocks[block].insts.iter().any(|&i| func.insts[i].op.group() == "float") {
            rewrite(func, block, caps, fix_ups, &mut aliases)?;
        }
    }
    aliases.rewrite_graph(func);
    Ok(aliases.any().into())
}

fn rewrite(
    func: &mut Function,
    block: Block,
    caps: &DeviceCaps,
    fix_ups: FixUps,
    aliases: &mut Aliases,
) -> Result<(), PassError> {
    let insts = std::mem::take(&mut func.blocks[block].insts);
    for inst in insts {
        let data = &func.insts[inst];
        if data.op.group() != "float" {
            func.blocks[block].insts.push(inst);
            continue;
        }
        let (op, attr, pc) = (data.op, data.attr.clone(), data.pc);
        let args: SmallVec<[Value; 4]> = data.args.iter().map(|&a| aliases.get(a)).collect();
        let mut known = |fact: fn(&Function, Value) -> bool| -> SmallVec<[Value; 8]> {
            if fix_ups == FixUps::All {
                return SmallVec::new();
            }
            data.args.iter().filter(|&&a| fact(func, a)).map(|&a| aliases.get(a)).collect()
        };
        let (clean, numbers) = (known(facts::no_denormal), known(facts::no_nan));
        let Some(old) = func.result(inst) else { return Err(PassError::bug("a float op without a result")) };
        let mut b = Builder::new(func, block);
        b.pc = pc;
        let mut legal = Legal { b, caps, clean, numbers };
        let new = legal.float_op(op, &args, &attr).map_err(|kind| PassError { pc, kind })?;
        let new = if func.ty(old).is_lane() && !func.ty(new).is_lane() {
            let mut b = Builder::new(func, block);
            b.pc = pc;
            b.pure(Op::splat, &[new])
        } else {
            new
        };
        aliases.set(old, new);
    }
    Ok(())
}

/// A refusal.
type Refused = TranslateErrorKind;

fn refuse(what: &'static str) -> Refused {
    TranslateErrorKind::FloatEnvironment { what }
}

/// A rounded value, and whether the operation gives NaN; its bits mean nothing then.
#[derive(Clone, Copy)]
struct Rounded {
    bits: Value,
    nan: Value,
}

/// Emits the replacement of one op.
struct Legal<'a> {
    b: Builder<'a>,
    caps: &'a DeviceCaps,
    /// Values that are known to be no denormals.
    clean: SmallVec<[Value; 8]>,
    /// Values that are known to be no NaNs.
    numbers: SmallVec<[Value; 8]>,
}

impl Legal<'_> {
    fn float_op(&mut self, op: Op, args: &[Value], attr: &Attr) -> Result<Value, Refused> {
        let bug = || TranslateErrorKind::Bug { what: "a float op with other operands than its row says" };
        let env = match attr {
            Attr::Float(env) | Attr::FCmp(_, env) | Attr::FloatTo(_, env) => *env,
            _ => FloatEnv::IEEE,
        };
        let to = match attr {
            Attr::FloatTo(width, _) => Some(*width),
            _ => None,
        };
        let arg = |i: usize| args.get(i).copied().ok_or_else(bug);
        let a = arg(0)?;
        let width = self.b.func.ty(a).width;
        if matches!(op, Op::s_to_f | Op::u_to_f) {
            let to = to.and_then(Fmt::of).ok_or_else(bug)?;
            return Ok(self.of_integer(a, to, &env, op == Op::s_to_f));
        }
        let f = Fmt::of(width).ok_or_else(bug)?;
        match op {
            Op::fadd => Ok(self.add(f, &env, a, arg(1)?)),
            Op::fmul => Ok(self.mul(f, &env, a, arg(1)?)),
            Op::ffma => self.fma(f, f, &env, [a, arg(1)?, arg(2)?], None),
            Op::fmad => Ok(self.mad(f, &env, [a, arg(1)?, arg(2)?])),
            Op::ffma_to => {
                let to = to.and_then(Fmt::of).ok_or_else(bug)?;
                self.fma(f, to, &env, [a, arg(1)?, arg(2)?], None)
            }
            Op::ffma_scale => self.fma(f, f, &env, [a, arg(1)?, arg(2)?], Some(arg(3)?)),
            Op::fmin | Op::fmax => Ok(self.extreme(f, &env, a, arg(1)?, op == Op::fmin)),
            Op::ffloor | Op::fceil | Op::ftrunc | Op::frndne => Ok(self.integral(f, &env, a, op)),
            Op::ffract => Ok(self.fract(f, &env, a)),
            Op::fldexp => Ok(self.ldexp(f, &env, a, arg(1)?)),
            Op::ffrexp_mant => Ok(self.frexp(f, &env, a).0),
            Op::ffrexp_exp => Ok(self.frexp(f, &env, a).1),
            Op::fcmp => {
                let Attr::FCmp(want, _) = attr else { return Err(bug()) };
                Ok(self.compare(f, &env, a, arg(1)?, *want))
            }
            Op::fclass => Ok(self.class(f, a, arg(1)?)),
            Op::fcvt => {
                let to = to.and_then(Fmt::of).ok_or_else(bug)?;
                Ok(self.cvt(f, to, &env, a))
            }
            Op::f_to_s | Op::f_to_u => self.truncated(f, to.ok_or_else(bug)?, a, op == Op::f_to_s),
            _ => self.transcend(op, f, &env, a),
        }
    }

    // What the device can do.

    /// The host op of this width gives the environment's rounding, and zeros, infinities and NaNs where they belong.
    fn rounds(&self, f: Fmt, env: &FloatEnv) -> bool {
        let caps = self.caps.float.of(f.width);
        let there = match f.width {
            Width::B32 => true,
            Width::B64 => self.caps.float64,
            _ => false,
        };
        there
            && env.round == Round::Even
            && caps.rounding == Rounding::Even
            && caps.specials == Specials::SomeNan
    }

    /// [`Legal::rounds`], and denormals are kept or both sides of the environment flush them.
    fn direct(&self, f: Fmt, env: &FloatEnv) -> bool {
        self.rounds(f, env) && (self.keeps(f) || env.flush_in && env.flush_out)
    }

    fn keeps(&self, f: Fmt) -> bool {
        self.caps.float.of(f.width).denormals == Denormals::Keep
    }

    /// The host's b64 ops compute exact steps; with `rounding`, sums that are rounded to nearest too.
    fn wide(&self, rounding: bool) -> bool {
        let caps = self.caps.float.b64;
        self.caps.float64
            && caps.specials == Specials::SomeNan
            && (!rounding || caps.rounding == Rounding::Even)
    }

    // Short names for emission.

    fn c(&mut self, width: Width, bits: u64) -> Value {
        self.b.func.constant(width, bits)
    }

    fn c32(&mut self, bits: i32) -> Value {
        self.b.c32(bits.cast_unsigned())
    }

    fn op1(&mut self, op: Op, a: Value) -> Value {
        self.b.pure(op, &[a])
    }

    fn op2(&mut self, op: Op, a: Value, b: Value) -> Value {
        self.b.pure(op, &[a, b])
    }

    /// `op(a, constant)`, the constant of `a`'s width.
    fn opc(&mut self, op: Op, a: Value, constant: u64) -> Value {
        let width = self.b.func.ty(a).width;
        let constant = self.c(width, constant);
        self.b.pure(op, &[a, constant])
    }

    /// A shift by a constant.
    fn shift(&mut self, op: Op, a: Value, count: u32) -> Value {
        let count = self.b.c32(count);
        self.b.pure(op, &[a, count])
    }

    fn select(&mut self, condition: Value, yes: Value, no: Value) -> Value {
        if yes == no { yes } else { self.b.pure(Op::select, &[condition, yes, no]) }
    }

    /// An op with a width, such as `zext`; nothing where the width is the same.
    fn resize(&mut self, op: Op, a: Value, to: Width) -> Value {
        if self.b.func.ty(a).width == to { a } else { self.b.op(op, &[a], Attr::Width(to)) }
    }

    fn with_width(&mut self, op: Op, a: Value, to: Width) -> Value {
        self.b.op(op, &[a], Attr::Width(to))
    }

    fn not(&mut self, a: Value) -> Value {
        self.op1(Op::inot, a)
    }

    // Bits of floats.

    fn mag(&mut self, f: Fmt, v: Value) -> Value {
        self.opc(Op::iand, v, f.sign() - 1)
    }

    fn sign(&mut self, f: Fmt, v: Value) -> Value {
        self.opc(Op::iand, v, f.sign())
    }

    fn negate(&mut self, f: Fmt, v: Value) -> Value {
        self.opc(Op::ixor, v, f.sign())
    }

    fn is_negative(&mut self, v: Value) -> Value {
        self.opc(Op::slt, v, 0)
    }

    fn is_nan(&mut self, f: Fmt, v: Value) -> Value {
        let m = self.mag(f, v);
        let inf = self.c(f.width, f.infinity());
        self.op2(Op::ult, inf, m)
    }

    fn is_infinite(&mut self, f: Fmt, v: Value) -> Value {
        let m = self.mag(f, v);
        self.opc(Op::ieq, m, f.infinity())
    }

    fn is_zero(&mut self, f: Fmt, v: Value) -> Value {
        let m = self.mag(f, v);
        self.opc(Op::ieq, m, 0)
    }

    /// Denormal or zero.
    fn is_small(&mut self, f: Fmt, v: Value) -> Value {
        let m = self.mag(f, v);
        self.opc(Op::ult, m, f.fraction() + 1)
    }

    /// Whether a value is known to be no denormal.
    fn is_clean(&self, v: Value) -> bool {
        self.clean.contains(&v)
    }

    /// Zero of the same sign for a denormal, where `on`.
    fn flush(&mut self, f: Fmt, v: Value, on: bool) -> Value {
        if !on || self.is_clean(v) {
            return v;
        }
        let small = self.is_small(f, v);
        let sign = self.sign(f, v);
        let flushed = self.select(small, sign, v);
        self.clean.push(flushed);
        if self.numbers.contains(&v) {
            self.numbers.push(flushed);
        }
        flushed
    }

    /// A NaN as it is passed on.
    fn pass(&mut self, f: Fmt, env: &FloatEnv, v: Value) -> Value {
        if env.quiet { self.opc(Op::ior, v, f.quiet_bit()) } else { v }
    }

    /// `bits`, or for a NaN operand that NaN.
    fn or_nan(&mut self, f: Fmt, env: &FloatEnv, operand: Value, bits: Value) -> Value {
        if self.numbers.contains(&operand) {
            return bits;
        }
        let nan = self.is_nan(f, operand);
        let pass = self.pass(f, env, operand);
        self.select(nan, pass, bits)
    }
}
