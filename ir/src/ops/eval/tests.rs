//! Float values against LLVM's software floats (`rustc_apfloat`), the host's processor and measured rows.

use super::soft::Format;
use super::{arith, eval_atomic, eval_float, eval_host};
use crate::attr::{Atomic, Attr};
use crate::float::{FCmp, FloatEnv, Round};
use crate::host::{Denormals, FloatCaps, HostCaps, Personality, Rounding, Specials};
use crate::ops::Op;
use crate::types::Width;
use rustc_apfloat::ieee::{Double, Half, Single};
use rustc_apfloat::{Float, FloatConvert, Round as ApRound};

const ROUNDS: [(Round, ApRound); 4] = [
    (Round::Even, ApRound::NearestTiesToEven),
    (Round::Up, ApRound::TowardPositive),
    (Round::Down, ApRound::TowardNegative),
    (Round::Zero, ApRound::TowardZero),
];
const KEEP: FloatEnv = FloatEnv::IEEE;
const FLUSH: FloatEnv = FloatEnv { flush_in: true, flush_out: true, ..KEEP };
/// Results alone are flushed.
const FLUSH_OUT: FloatEnv = FloatEnv { flush_out: true, ..KEEP };

fn f(op: Op, width: Width, env: FloatEnv, args: &[u64]) -> u64 {
    eval_float(op, width, width, args, &Attr::Float(env)).unwrap()
}

fn to(op: Op, from: Width, to: Width, env: FloatEnv, args: &[u64]) -> u64 {
    eval_float(op, from, to, args, &Attr::FloatTo(to, env)).unwrap()
}

/// Corners of a format, then numbers of every exponent.
fn operands(f: Format, more: usize) -> Vec<u64> {
    let one = f.one();
    let smallest = f.fraction() + 1;
    let mut v =
        vec![0, 1, 2, f.fraction(), smallest, smallest + 1, one - 1, one, one + 1, f.largest(), f.infinity()];
    let mut random = Personality::adversary(HostCaps::default(), u64::from(f.bits));
    v.extend(
        (0..more).map(|_| random.random() >> (64 - f.bits)).filter(|&v| !f.is_nan(v)).map(|v| v & !f.sign()),
    );
    let negative: Vec<u64> = v.iter().map(|v| v | f.sign()).collect();
    v.extend(negative);
    v
}

/// Sum, product and fused product of all operands in all directions equal a judge's, NaNs apart.
fn against<F: Float>(width: Width, more: usize) {
    let format = Format::of(width).unwrap();
    let values = operands(format, more);
    let float = |v: u64| F::from_bits(u128::from(v));
    let addends: Vec<u64> = values.iter().copied().step_by(3).collect();
    for (round, judge) in ROUNDS {
        let env = FloatEnv { round, ..KEEP };
        let same = |want: F, got: u64, what: &[u64]| {
            let want = want.to_bits() as u64;
            let nan = format.is_nan(want);
            assert!(
                if nan { got == format.default_nan() } else { got == want },
                "{what:x?}: {got:x}, not {want:x}"
            );
        };
        for &a in &values {
            for &b in &values {
                same(float(a).add_r(float(b), judge).value, f(Op::fadd, width, env, &[a, b]), &[a, b]);
                same(float(a).mul_r(float(b), judge).value, f(Op::fmul, width, env, &[a, b]), &[a, b]);
                same(float(a).div_r(float(b), judge).value, arith::div(format, &env, a, b), &[a, b]);
                for &c in &addends {
                    let want = float(a).mul_add_r(float(b), float(c), judge).value;
                    same(want, f(Op::ffma, width, env, &[a, b, c]), &[a, b, c]);
                }
            }
        }
    }
}

#[test]
fn f16_arithmetic_is_llvms() {
    against::<Half>(Width::B16, 30);
}

#[test]
fn f32_arithmetic_is_llvms() {
    against::<Single>(Width::B32, 30);
}

#[test]
fn f64_arithmetic_is_llvms() {
    against::<Double>(Width::B64, 30);
}

#[test]
fn conversions_between_floats_are_llvms() {
    for (round, judge) in ROUNDS {
        let env = FloatEnv { round, ..KEEP };
        let mut lost = false;
        let near = |v: u64| [v.wrapping_sub(1), v, v.wrapping_add(1)];
        let halves =
            operands(Format::F16, 300).into_iter().map(|h| to(Op::fcvt, Width::B16, Width::B64, KEEP, &[h]));
        for v in halves.flat_map(near).chain(operands(Format::F64, 2000)).filter(|&v| !Format::F64.is_nan(v))
        {
            let d = Double::from_bits(u128::from(v));
            let h: Half = d.convert_r(judge, &mut lost).value;
            let s: Single = d.convert_r(judge, &mut lost).value;
            assert_eq!(to(Op::fcvt, Width::B64, Width::B16, env, &[v]), h.to_bits() as u64, "{v:x}");
            assert_eq!(to(Op::fcvt, Width::B64, Width::B32, env, &[v]), s.to_bits() as u64, "{v:x}");
        }
    }
}

#[test]
fn conversions_to_and_from_integers_are_the_processors() {
    for v in operands(Format::F32, 2000) {
        let x = f32::from_bits(v as u32);
        let int = |op, w| to(op, Width::B32, w, KEEP, &[v]);
        assert_eq!(int(Op::f_to_s, Width::B32), u64::from((x as i32).cast_unsigned()), "{x}");
        assert_eq!(int(Op::f_to_u, Width::B32), u64::from(x as u32), "{x}");
        assert_eq!(int(Op::f_to_s, Width::B16), u64::from((x as i16).cast_unsigned()), "{x}");
        assert_eq!(int(Op::f_to_u, Width::B64), x as u64, "{x}");
        assert_eq!(
            to(Op::s_to_f, Width::B32, Width::B32, KEEP, &[v]),
            u64::from((v as i32 as f32).to_bits())
        );
        assert_eq!(
            to(Op::u_to_f, Width::B32, Width::B32, KEEP, &[v]),
            u64::from((v as u32 as f32).to_bits())
        );
        let long = v << 32 | v;
        assert_eq!(
            to(Op::s_to_f, Width::B64, Width::B64, KEEP, &[long]),
            (long.cast_signed() as f64).to_bits()
        );
    }
    assert_eq!(to(Op::f_to_s, Width::B32, Width::B32, KEEP, &[0x7fc0_0000]), 0);
}

#[test]
fn rounding_to_integers_is_the_processors() {
    for v in operands(Format::F64, 2000) {
        let x = f64::from_bits(v);
        for (op, want) in [
            (Op::ffloor, x.floor()),
            (Op::fceil, x.ceil()),
            (Op::ftrunc, x.trunc()),
            (Op::frndne, x.round_ties_even()),
        ] {
            assert_eq!(f(op, Width::B64, KEEP, &[v]), want.to_bits(), "{op:?} {x}");
        }
    }
}

/// Measured rows: the bits that measured-facts 14 to 16, 22, 38, 39, 44, 52 and 58 state.
#[test]
fn tiny_results_flush_as_measured() {
    let env = |round| FloatEnv { round, ..FLUSH };
    // 14
    assert_eq!(f(Op::fmul, Width::B32, FLUSH, &[0x3f7f_fffe, 0x0080_0001]), 0x0080_0000);
    assert_eq!(f(Op::fmul, Width::B32, FLUSH, &[0x3f7f_ffff, 0x0080_0000]), 0);
    // 15
    assert_eq!(f(Op::ffma, Width::B32, FLUSH, &[0x1fff_ffff, 0x1fff_ffff, 0x0080_0000]), 0x00ff_ffff);
    // 16: halves 1002, 1001, 1003 of the mixed rows stand for their f32 values.
    for (a, want) in [(0x0080_1002u64, 0x0080_0000), (0x0080_1001, 0), (0x0080_1003, 0x0080_0001)] {
        let half = to(Op::fcvt, Width::B16, Width::B32, KEEP, &[0x3bff]);
        assert_eq!(f(Op::ffma, Width::B32, FLUSH, &[a, half, 0]), want, "{a:x}");
    }
    // 22: results are flushed before they are rounded to the grid of denormals; mode 2 flushes the input.
    let scale = (-127i32).cast_unsigned().into();
    assert_eq!(f(Op::fldexp, Width::B32, FLUSH_OUT, &[0x3fff_ffff, scale]), 0);
    // 38
    assert_eq!(f(Op::fmul, Width::B16, FLUSH, &[0x3bff, 0x0400]), 0);
    assert_eq!(f(Op::fmul, Width::B16, FLUSH_OUT, &[0x3c01, 0x03ff]), 0x0400);
    // 39
    assert_eq!(f(Op::ffma, Width::B16, FLUSH, &[0x0400, 0x0400, 0x8400]), 0x8400);
    // 44
    assert_eq!(f(Op::fldexp, Width::B16, FLUSH_OUT, &[0x07ff, u64::from(u32::MAX)]), 0);
    // 52
    let mix = |env| to(Op::ffma_to, Width::B32, Width::B16, env, &[0xbfc0_0000, 0x3380_0000, 0x0080_0000]);
    assert_eq!(mix(KEEP), 0x8001);
    assert_eq!(mix(FLUSH_OUT), 0x8000);
    assert_eq!(mix(FloatEnv { round: Round::Down, ..KEEP }), 0x8002);
    // 58
    let product = f(Op::fmul, Width::B64, FLUSH, &[0x2000_0000_0000_0001, 0x1fff_ffff_ffff_fffe]);
    assert_eq!(product, 1 << 52);
    // 27: a zero sum of opposite signs.
    assert_eq!(f(Op::fmad, Width::B32, env(Round::Down), &[0, 0, 0x8000_0000]), 0x8000_0000);
}

/// measured-facts 5, 7, 8, 46.
#[test]
fn nans_are_chosen_as_measured() {
    let pass = FloatEnv { quiet: false, ..KEEP };
    let (s, q, inf) = (0x7f81_2345, 0x7fc5_4321, 0x7f80_0000);
    assert_eq!(f(Op::fadd, Width::B32, KEEP, &[s, q]), 0x7fc1_2345);
    assert_eq!(f(Op::fadd, Width::B32, pass, &[s, q]), s);
    assert_eq!(f(Op::fadd, Width::B32, pass, &[inf, inf | 1 << 31]), 0xffc0_0000);
    assert_eq!(f(Op::ffma, Width::B32, pass, &[inf, 0, q]), 0xffc0_0000);
    assert_eq!(f(Op::fmad, Width::B32, pass, &[inf, 0, q]), 0xffc0_0000);
    assert_eq!(f(Op::ffma, Width::B16, pass, &[0x7c00, 0, 0x7d00]), 0xfe00);
    assert_eq!(f(Op::ffma, Width::B32, pass, &[inf, 0x3f80_0000, q]), q);
    assert_eq!(to(Op::fcvt, Width::B32, Width::B16, KEEP, &[s]), 0x7e09);
    for op in [Op::fmin, Op::fmax] {
        assert_eq!(f(op, Width::B32, KEEP, &[q, 5]), 5);
        assert_eq!(f(op, Width::B32, KEEP, &[5, s]), 0x7fc1_2345);
        assert_eq!(f(op, Width::B32, pass, &[5, s]), 5);
    }
    assert_eq!(f(Op::fmin, Width::B32, KEEP, &[0, 1 << 31]), 1 << 31);
    assert_eq!(f(Op::fmax, Width::B32, KEEP, &[1 << 31, 0]), 0);
}

/// measured-facts 48: infinities become the largest number, but not where an operand is infinite.
#[test]
fn f16_saturation_spares_infinite_operands() {
    let env = FloatEnv { f16_saturate: true, ..KEEP };
    assert_eq!(f(Op::fadd, Width::B16, env, &[0x7bff, 0x7bff]), 0x7bff);
    assert_eq!(f(Op::fadd, Width::B16, env, &[0x7c00, 0x7bff]), 0x7c00);
    assert_eq!(f(Op::frcp, Width::B16, env, &[0x8000]), 0xfbff);
    assert_eq!(f(Op::fexp2, Width::B16, env, &[0x4c00]), 0x7bff);
    assert_eq!(f(Op::flog2, Width::B16, env, &[0]), 0xfbff);
    assert_eq!(f(Op::fadd, Width::B32, env, &[0x7f7f_ffff, 0x7f7f_ffff]), 0x7f80_0000);
}

#[test]
fn the_short_way_of_b32_equals_the_long_one() {
    let values = operands(Format::F32, 60);
    for env in [KEEP, FLUSH, FLUSH_OUT] {
        for &a in &values {
            for &b in &values {
                assert_eq!(f(Op::fadd, Width::B32, env, &[a, b]), arith::add(Format::F32, &env, a, b));
                assert_eq!(f(Op::fmul, Width::B32, env, &[a, b]), arith::mul(Format::F32, &env, a, b));
                let args = [a, b, a ^ 0x8000_0001];
                assert_eq!(
                    f(Op::ffma, Width::B32, env, &args),
                    arith::fma(Format::F32, Format::F32, &env, args)
                );
                assert_eq!(
                    f(Op::fmad, Width::B32, env, &args),
                    arith::mad(Format::F32, &env, args),
                    "{args:x?}"
                );
            }
        }
    }
}

#[test]
fn roots_and_reciprocals_are_the_processors() {
    for v in operands(Format::F64, 3000).into_iter().filter(|v| !Format::F64.is_negative(*v)) {
        let x = f64::from_bits(v);
        assert_eq!(f(Op::fsqrt, Width::B64, KEEP, &[v]), x.sqrt().to_bits(), "{x:e}");
        assert_eq!(f(Op::frcp, Width::B64, KEEP, &[v]), (1.0 / x).to_bits(), "{x:e}");
        let rsq = f(Op::frsq, Width::B64, KEEP, &[v]).abs_diff((1.0 / x.sqrt()).to_bits());
        assert!(rsq <= 1, "{x:e}");
    }
    for v in operands(Format::F32, 3000).into_iter().filter(|v| !Format::F32.is_negative(*v)) {
        let x = f32::from_bits(v as u32);
        assert_eq!(f(Op::fsqrt, Width::B32, KEEP, &[v]), u64::from(x.sqrt().to_bits()), "{x:e}");
        let want = (1.0 / f64::from(x).sqrt()) as f32;
        assert_eq!(f(Op::frsq, Width::B32, KEEP, &[v]), u64::from(want.to_bits()), "{x:e}");
    }
}

#[test]
fn powers_and_logarithms_are_rounded_once() {
    for v in operands(Format::F32, 3000) {
        let x = f64::from(f32::from_bits(v as u32));
        let want = u64::from((x.exp2() as f32).to_bits());
        assert_eq!(f(Op::fexp2, Width::B32, KEEP, &[v]), want, "{x:e}");
        if x > 0.0 {
            let got = f(Op::flog2, Width::B32, KEEP, &[v]);
            assert!(got.abs_diff(u64::from((x.log2() as f32).to_bits())) <= 1, "{x:e}");
        }
    }
    assert_eq!(f(Op::flog2, Width::B32, KEEP, &[0xbf80_0000]), 0xffc0_0000);
    assert_eq!(f(Op::flog2, Width::B32, KEEP, &[0x8000_0000]), 0xff80_0000);
}

/// measured-facts 33, 34.
#[test]
fn sines_count_in_turns() {
    let sin = |v: f32| f32::from_bits(f(Op::fsin, Width::B32, KEEP, &[v.to_bits().into()]) as u32);
    let cos = |v: f32| f32::from_bits(f(Op::fcos, Width::B32, KEEP, &[v.to_bits().into()]) as u32);
    for (x, s, c) in [(0.25, 1.0, 0.0), (0.5, 0.0, -1.0), (-0.75, 1.0, 0.0), (1000.0, 0.0, 1.0)] {
        assert_eq!((sin(x), cos(x)), (s, c), "{x}");
    }
    let small = 1.2345e-5f32;
    assert_eq!(sin(small), small * f32::from_bits(0x40c9_0fd5));
    assert_eq!(f(Op::fsin, Width::B32, KEEP, &[0x7f80_0000]), 0xffc0_0000);
    assert_eq!(f(Op::fsin, Width::B32, KEEP, &[100]), 628);
    assert_eq!(f(Op::fsin, Width::B32, FLUSH, &[100]), 0);
}

#[test]
fn fractions_and_exponents() {
    assert_eq!(f(Op::ffract, Width::B32, KEEP, &[0x8000_0001]), 0x3f7f_ffff);
    assert_eq!(f(Op::ffract, Width::B32, KEEP, &[0xbfa0_0000]), 0x3f40_0000);
    assert_eq!(f(Op::ffrexp_mant, Width::B32, KEEP, &[1]), 0x3f00_0000);
    let exponent =
        |v| eval_float(Op::ffrexp_exp, Width::B32, Width::B32, &[v], &Attr::Float(KEEP)).unwrap() as u32;
    assert_eq!(exponent(1).cast_signed(), -148);
    assert_eq!(exponent(0x3f80_0000), 1);
    assert_eq!(exponent(0x7f80_0000), 0);
    // LLVM folds this so (measured-facts, section 4).
    assert_eq!(f(Op::fldexp, Width::B32, KEEP, &[0x3fc0_0000, (-149i32).cast_unsigned().into()]), 2);
}

#[test]
fn classes_are_numbered_by_the_row() {
    let values = [0x7c01, 0x7e00, 0xfc00, 0xbc00, 0x8001, 0x8000, 0, 1, 0x3c00, 0x7c00];
    for (bit, v) in values.into_iter().enumerate() {
        for mask in 0..10u64 {
            let got = eval_float(Op::fclass, Width::B16, Width::B1, &[v, 1 << mask], &Attr::None);
            assert_eq!(got, Some(u64::from(mask == bit as u64)), "{v:x}");
        }
    }
}

/// measured-facts 70, 71.
#[test]
fn float_atomics_follow_their_own_rules() {
    let run = |a, env, old, data| eval_atomic(a, Width::B32, &env, old, data, 0).unwrap();
    assert_eq!(run(Atomic::FMin, FLUSH, 0, 0x8000_0001), 0x8000_0000);
    assert_eq!(run(Atomic::FMax, KEEP, 0x7f81_0000, 5), 0x7fc1_0000);
    assert_eq!(run(Atomic::FMax, KEEP, 0x7fc1_0000, 5), 5);
    assert_eq!(run(Atomic::FAdd, KEEP, 0x7f80_0000, 0xff80_0000), 0xffc0_0000);
    assert_eq!(run(Atomic::FAdd, KEEP, 0x7fc0_0001, 0x7f80_0002), 0x7fc0_0002);
    assert_eq!(eval_atomic(Atomic::FCmpSwap, Width::B32, &KEEP, 0, 9, 1 << 31), Some(9));
}

fn host(op: Op, args: &[u64], personality: &mut Personality) -> u64 {
    let less = Attr::FCmp(FCmp(FCmp::LT), KEEP);
    eval_host(op, Width::B32, Width::B32, args, &less, personality).unwrap()
}

#[test]
fn an_adversary_keeps_what_is_promised() {
    let exact =
        FloatCaps { denormals: Denormals::Keep, rounding: Rounding::Even, specials: Specials::SomeNan };
    let mut adversary = Personality::adversary(HostCaps::all(exact), 5);
    let flush = FloatCaps { denormals: Denormals::Flush, ..exact };
    let mut flushing = Personality::adversary(HostCaps::all(flush), 6);
    let values = operands(Format::F32, 30);
    for &a in &values {
        for &b in &values {
            let want = f32::from_bits(a as u32) * f32::from_bits(b as u32);
            let got = host(Op::hmul, &[a, b], &mut adversary);
            assert!(got == u64::from(want.to_bits()) || want.is_nan() && Format::F32.is_nan(got));
            let got = host(Op::hmul, &[a, b], &mut flushing);
            assert!(!Format::F32.is_denormal(got));
        }
    }
}

#[test]
fn an_adversary_does_all_that_it_may() {
    let mut adversary = Personality::adversary(HostCaps::default(), 7);
    let seen = |op, args: &[u64], adversary: &mut Personality| {
        (0..400).map(|_| host(op, args, adversary)).collect::<std::collections::BTreeSet<u64>>()
    };
    // A denormal is kept or not, by min as well.
    assert_eq!(seen(Op::hmin, &[5, 0x3f80_0000], &mut adversary), [0, 5].into());
    // An inexact sum is one of its neighbours.
    let sum = seen(Op::hadd, &[0x3f80_0000, 0x3300_0001], &mut adversary);
    assert_eq!(sum, [0x3f80_0000, 0x3f80_0001].into());
    // A quotient may be off, an exact product of ordinary numbers may not.
    assert!(seen(Op::hdiv, &[0x3f80_0000, 0x4040_0000], &mut adversary).len() > 3);
    assert_eq!(seen(Op::hmul, &[0x4000_0000, 0x4040_0000], &mut adversary), [0x40c0_0000].into());
    // Which NaN is open.
    let nans = seen(Op::hadd, &[0x7f81_2345, 0x3f80_0000], &mut adversary);
    assert!(
        nans.contains(&0x7f81_2345)
            && nans.contains(&0x7fc1_2345)
            && nans.iter().all(|&v| Format::F32.is_nan(v))
    );
    // Outside the range nobody knows the integer.
    assert!(seen(Op::h_to_s, &[0x7f00_0000], &mut adversary).len() > 100);
    // A fused op may be split.
    let one_more = 0x3f80_0001;
    assert!(seen(Op::hfma, &[one_more, one_more, 0xbf80_0002], &mut adversary).contains(&0));
}

#[test]
fn the_ieee_personality_is_the_processor() {
    let mut ieee = Personality::ieee();
    for a in operands(Format::F32, 200) {
        let x = f32::from_bits(a as u32);
        assert_eq!(host(Op::hsqrt, &[a & 0x7fff_ffff], &mut ieee), u64::from(x.abs().sqrt().to_bits()));
        assert_eq!(host(Op::hdiv, &[0x3f80_0000, a], &mut ieee), u64::from((1.0 / x).to_bits()));
        assert_eq!(host(Op::hcmp, &[a, 0x3f80_0000], &mut ieee), u64::from(x < 1.0));
    }
}

#[test]
fn random_operands_never_panic_and_results_fit() {
    let mut random = Personality::adversary(HostCaps::default(), 8);
    let loose = FloatCaps { specials: Specials::Loose, ..FloatCaps::default() };
    let mut loose = Personality::adversary(HostCaps::all(loose), 9);
    let widths = [Width::B1, Width::B8, Width::B16, Width::B32, Width::B64];
    for _ in 0..400 {
        for &op in Op::ALL.iter().filter(|op| matches!(op.group(), "float" | "host")) {
            let bits = random.random();
            let (width, to) = (widths[(bits % 5) as usize], widths[(bits >> 8) as usize % 5]);
            let env = FloatEnv {
                round: ROUNDS[(bits >> 16) as usize % 4].0,
                flush_in: bits >> 20 & 1 != 0,
                flush_out: bits >> 21 & 1 != 0,
                quiet: bits >> 22 & 1 != 0,
                dx10_clamp: false,
                f16_saturate: bits >> 23 & 1 != 0,
            };
            let attr = match op {
                Op::fcmp | Op::hcmp => Attr::FCmp(FCmp((bits >> 24) as u8), env),
                _ => Attr::FloatTo(to, env),
            };
            let args: Vec<u64> = (0..4).map(|_| random.random() & width.mask()).collect();
            for value in [
                eval_float(op, width, to, &args, &attr),
                eval_host(op, width, to, &args, &attr, &mut loose),
                eval_host(op, width, to, &args, &attr, &mut random),
            ] {
                let widest = width.max(to).max(Width::B32);
                assert!(value.is_none_or(|v| v & !widest.mask() == 0), "{op:?}");
            }
        }
    }
}
