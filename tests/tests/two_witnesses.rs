//! The IR's float ops and the model's instructions are two implementations that share no code: where an instruction is one op,
//! they give the same bits in every mode.
//!
//! Operands: the corner sets of measured-facts, section 2, and bits of every kind. What an instruction does beside its op
//! (flushing in every mode, quieting always) is written out as the environment that a front end gives the op.

use ir::float::{FloatEnv, Round};
use ir::ops::eval_float;
use ir::{Attr, Op, Width};
use model::float::{self as m, FloatMode};

const F16: &[u64] = &[
    0, 1, 0x1ff, 0x3ff, 0x400, 0x401, 0x7ff, 0x1001, 0x3800, 0x3bff, 0x3c00, 0x3c01, 0x4000, 0x4248, 0x4c00,
    0x7bff, 0x7c00, 0x7c01, 0x7d55, 0x7e00, 0x7f23,
];
const F32: &[u64] = &[
    0,
    1,
    0x003f_ffff,
    0x007f_ffff,
    0x0080_0000,
    0x0080_0001,
    0x00ff_ffff,
    0x1fff_ffff,
    0x3380_0000,
    0x3e80_0000,
    0x3f00_0000,
    0x3f7f_fffe,
    0x3f7f_ffff,
    0x3f80_0000,
    0x3f80_0001,
    0x4020_0000,
    0x42fe_1234,
    0x477f_f000,
    0x4b00_0001,
    0x4f00_0000,
    0x7e80_0001,
    0x7f7f_ffff,
    0x7f80_0000,
    0x7f81_2345,
    0x7fa0_0000,
    0x7fc0_0000,
    0x7fc1_2345,
];
const F64: &[u64] = &[
    0,
    1,
    0x000f_ffff_ffff_ffff,
    1 << 52,
    (1 << 52) + 1,
    0x1fff_ffff_ffff_fffe,
    0x2000_0000_0000_0001,
    0x380f_ffff_ffff_ffff,
    0x3f80_0000_1234_5678,
    0x3fe0_0000_0000_0000,
    0x3fef_ffff_ffff_ffff,
    0x3ff0_0000_0000_0000,
    0x3ff8_0000_1000_0001,
    0x41e0_0000_0000_0000,
    0x4340_0000_0000_0001,
    0x7fef_ffff_ffff_ffff,
    0x7ff0_0000_0000_0000,
    0x7ff4_0000_0000_1234,
    0x7ff8_0000_0000_0000,
    0x7ff9_2345_0000_0000,
];

/// An instruction with one operand.
type F32Instruction = fn(FloatMode, u32) -> u32;

/// Both signs of a corner set.
fn signed(corners: &[u64], width: Width) -> Vec<u64> {
    corners.iter().flat_map(|&v| [v, v | 1 << (width.bits() - 1)]).collect()
}

fn modes() -> impl Iterator<Item = FloatMode> {
    (0..=255u8).flat_map(|float_mode| {
        [(false, false), (true, false), (true, true)].map(|(ieee, fp16_ovfl)| FloatMode {
            float_mode,
            ieee,
            dx10_clamp: true,
            fp16_ovfl,
        })
    })
}

/// The environment of an op of this width.
fn env(mode: FloatMode, width: Width) -> FloatEnv {
    let shift = if width == Width::B32 { 0 } else { 2 };
    let round = [Round::Even, Round::Up, Round::Down, Round::Zero][usize::from(mode.float_mode >> shift & 3)];
    let denormals = mode.float_mode >> (4 + shift);
    FloatEnv {
        round,
        flush_in: denormals & 1 == 0,
        flush_out: denormals & 2 == 0,
        quiet: mode.ieee,
        dx10_clamp: mode.dx10_clamp,
        f16_saturate: mode.fp16_ovfl,
    }
}

/// Compares an op with an instruction over all modes.
fn compare(
    name: &str,
    op: Op,
    width: Width,
    env: impl Fn(FloatMode) -> FloatEnv,
    args: &[Vec<u64>],
    f: impl Fn(FloatMode, &[u64]) -> u64,
) {
    let mut wrong = Vec::new();
    for mode in modes() {
        let env = env(mode);
        for args in args {
            let got = eval_float(op, width, width, args, &Attr::Float(env));
            let want = f(mode, args) & width.mask();
            if got != Some(want) {
                wrong.push(format!("{args:x?} in {mode:x?}: {got:x?}, the model {want:x}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{name}: {} differ\n{}", wrong.len(), wrong[..wrong.len().min(12)].join("\n"));
}

fn pairs(values: &[u64]) -> Vec<Vec<u64>> {
    values.iter().flat_map(|&a| values.iter().map(move |&b| vec![a, b])).collect()
}

fn triples(values: &[u64]) -> Vec<Vec<u64>> {
    let thin = |step: usize, from: usize| values.iter().copied().skip(from).step_by(step).collect::<Vec<_>>();
    let (a, b, c) = (thin(2, 0), thin(3, 1), thin(2, 1));
    a.iter()
        .flat_map(|&x| b.iter().flat_map(move |&y| [vec![x, y, 0], vec![x, y, 1]]))
        .chain(
            a.iter().flat_map(|&x| {
                b.iter().flat_map(|&y| c.iter().map(move |&z| vec![x, y, z])).collect::<Vec<_>>()
            }),
        )
        .collect()
}

fn singles(values: &[u64]) -> Vec<Vec<u64>> {
    values.iter().map(|&v| vec![v]).collect()
}

macro_rules! same {
    ($width:ident, $t:ty, $args:expr; $($op:ident = $f:ident($($n:literal),*);)*) => { $(
        compare(stringify!($f), Op::$op, Width::$width, |mode| env(mode, Width::$width), $args, |mode, a| {
            u64::from(m::$f(mode, $(a[$n] as $t),*))
        });
    )* };
}

#[test]
fn f32_ops_are_the_models() {
    let values = signed(F32, Width::B32);
    same!(B32, u32, &pairs(&values); fadd = add_f32(0, 1); fmul = mul_f32(0, 1); fmin = min_f32(0, 1); fmax = max_f32(0, 1););
    same!(B32, u32, &triples(&values); ffma = fma_f32(0, 1, 2););
    same!(B32, u32, &singles(&values); ffloor = floor_f32(0); fceil = ceil_f32(0); ftrunc = trunc_f32(0); frndne = rndne_f32(0);
        ffract = fract_f32(0); ffrexp_mant = frexp_mant_f32(0); ffrexp_exp = frexp_exp_i32_f32(0); fsin = sin_f32(0);
        fcos = cos_f32(0););
}

#[test]
fn f32_mad_flushes_in_every_mode() {
    let flush = |mode| FloatEnv { flush_in: true, flush_out: true, ..env(mode, Width::B32) };
    compare("mad_f32", Op::fmad, Width::B32, flush, &triples(&signed(F32, Width::B32)), |mode, a| {
        u64::from(m::mad_f32(mode, a[0] as u32, a[1] as u32, a[2] as u32))
    });
}

#[test]
fn f32_transcendentals_flush_in_every_mode() {
    let flush = |mode| FloatEnv { flush_in: true, flush_out: true, ..env(mode, Width::B32) };
    let args = singles(&signed(F32, Width::B32));
    let ops: [(Op, F32Instruction); 5] = [
        (Op::frcp, m::rcp_f32),
        (Op::frsq, m::rsq_f32),
        (Op::fsqrt, m::sqrt_f32),
        (Op::fexp2, m::exp_f32),
        (Op::flog2, m::log_f32),
    ];
    for (op, f) in ops {
        compare(op.row().name, op, Width::B32, flush, &args, |mode, a| u64::from(f(mode, a[0] as u32)));
    }
}

#[test]
fn f16_ops_are_the_models() {
    let values = signed(F16, Width::B16);
    same!(B16, u16, &pairs(&values); fadd = add_f16(0, 1); fmul = mul_f16(0, 1); fmin = min_f16(0, 1); fmax = max_f16(0, 1););
    same!(B16, u16, &triples(&values); ffma = fma_f16(0, 1, 2););
    same!(B16, u16, &singles(&values); ffloor = floor_f16(0); fceil = ceil_f16(0); ftrunc = trunc_f16(0); frndne = rndne_f16(0);
        ffract = fract_f16(0); ffrexp_mant = frexp_mant_f16(0);
        frcp = rcp_f16(0); frsq = rsq_f16(0); fsqrt = sqrt_f16(0); fexp2 = exp_f16(0); flog2 = log_f16(0); fsin = sin_f16(0);
        fcos = cos_f16(0););
}

#[test]
fn f64_ops_are_the_models() {
    let values = signed(F64, Width::B64);
    same!(B64, u64, &pairs(&values); fadd = add_f64(0, 1); fmul = mul_f64(0, 1); fmin = min_f64(0, 1); fmax = max_f64(0, 1););
    same!(B64, u64, &triples(&values); ffma = fma_f64(0, 1, 2););
    same!(B64, u64, &singles(&values); ffloor = floor_f64(0); fceil = ceil_f64(0); ftrunc = trunc_f64(0); frndne = rndne_f64(0);
        ffract = fract_f64(0); ffrexp_mant = frexp_mant_f64(0); frcp = rcp_f64(0); fsqrt = sqrt_f64(0); );
}

/// Both are within one unit of the root, and so within two of each other.
#[test]
fn f64_reciprocal_roots_are_near_the_models() {
    for mode in modes() {
        let env = env(mode, Width::B64);
        for v in F64.iter().copied().filter(|&v| v >> 52 != 0 && v < 0x7ff0_0000_0000_0000) {
            let got = eval_float(Op::frsq, Width::B64, Width::B64, &[v], &Attr::Float(env));
            assert!(got.is_some_and(|got| got.abs_diff(m::rsq_f64(mode, v)) <= 2), "{v:x}");
        }
    }
}

#[test]
fn scaling_is_the_models() {
    let scales: Vec<u64> = [0i32, 1, -1, 23, -23, -127, -149, 200, -300, 4000, i32::MAX, i32::MIN]
        .map(|n| n.cast_unsigned().into())
        .into();
    let args = |values: &[u64]| -> Vec<Vec<u64>> {
        values.iter().flat_map(|&a| scales.iter().map(move |&n| vec![a, n])).collect()
    };
    compare(
        "ldexp_f32",
        Op::fldexp,
        Width::B32,
        |mode| env(mode, Width::B32),
        &args(&signed(F32, Width::B32)),
        |mode, a| u64::from(m::ldexp_f32(mode, a[0] as u32, a[1] as u32)),
    );
    compare(
        "ldexp_f64",
        Op::fldexp,
        Width::B64,
        |mode| env(mode, Width::B64),
        &args(&signed(F64, Width::B64)),
        |mode, a| m::ldexp_f64(mode, a[0], a[1] as u32),
    );
}

#[test]
fn conversions_are_the_models() {
    // Inputs are flushed by the field of their width, results rounded and flushed by that of theirs; narrowing always quiets.
    let mut wrong = Vec::new();
    for mode in modes() {
        let (single, double) = (env(mode, Width::B32), env(mode, Width::B64));
        let mut check = |name: &str, from: Width, to: Width, a: u64, env: FloatEnv, want: u64| {
            let got = eval_float(Op::fcvt, from, to, &[a], &Attr::FloatTo(to, env));
            if got != Some(want) {
                wrong.push(format!("{name} {a:x} in {mode:x?}: {got:x?}, the model {want:x}"));
            }
        };
        let narrow = FloatEnv { flush_in: single.flush_in, quiet: true, ..double };
        let from_double = FloatEnv { flush_in: double.flush_in, quiet: true, ..single };
        let keep = |env: FloatEnv, flush_in| FloatEnv { flush_in, flush_out: false, ..env };
        for a in signed(F32, Width::B32) {
            check("cvt_f16_f32", Width::B32, Width::B16, a, narrow, m::cvt_f16_f32(mode, a as u32).into());
            check(
                "cvt_f64_f32",
                Width::B32,
                Width::B64,
                a,
                keep(single, single.flush_in),
                m::cvt_f64_f32(mode, a as u32),
            );
        }
        for a in signed(F64, Width::B64) {
            check("cvt_f32_f64", Width::B64, Width::B32, a, from_double, m::cvt_f32_f64(mode, a).into());
        }
        for a in signed(F16, Width::B16) {
            check(
                "cvt_f32_f16",
                Width::B16,
                Width::B32,
                a,
                keep(single, double.flush_in),
                m::cvt_f32_f16(mode, a as u16).into(),
            );
        }
    }
    assert!(wrong.is_empty(), "{} differ\n{}", wrong.len(), wrong[..wrong.len().min(12)].join("\n"));
}
