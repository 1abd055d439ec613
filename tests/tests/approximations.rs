//! Reciprocals, roots, powers, logarithms and sines stay within the bound of their rows on hosts of every kind, and in the model.
//! The example `float_sweep` does the same with 2^24 operands of each.
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test ends by panicking and tells what it found"
)]

use ir::{Op, Width};
use model::float::{self, FloatMode};
use wavewright_tests::approximations::{Found, OPS, OPS64, hosts, spread, sweep, uses_loose_functions};

/// Units of the last place, from the true value: the bound of the rows.
const BOUND: f64 = 1.0;

fn hold(what: &str, found: Found) {
    println!("{what}: {found}");
    assert!(found.worst <= BOUND && found.special == 0, "{what}: {found}");
}

/// Operands where approximations are worst: around one, around zeros of the functions, next to the ends of the range.
fn corners() -> impl Iterator<Item = u64> {
    let centres = [
        0x3f80_0000u32,
        0x3f00_0000,
        0x3e80_0000,
        0x3f40_0000,
        0x3980_0000,
        0x4380_0000,
        0x0080_0000,
        0x7f80_0000,
        0x4300_0000,
        0x42fe_0000,
        0x4b00_0000,
        0x3f35_04f3,
        0x3fb5_04f3,
    ];
    let near = |c: u32| (0..128u32).map(move |i| c.wrapping_add(i).wrapping_sub(64));
    centres.into_iter().flat_map(near).flat_map(|x| [x, x ^ 0x8000_0000]).map(u64::from)
}

#[test]
fn every_operand_of_16_bits_is_within_the_bound() {
    for (host, caps) in hosts() {
        for op in OPS {
            let found = sweep(op, Width::B16, &caps, spread(Width::B16, 0)).unwrap();
            hold(&format!("{host}: {}.16", op.row().name), found);
        }
    }
}

#[test]
fn operands_of_32_bits_are_within_the_bound() {
    for (host, caps) in hosts() {
        for op in OPS {
            let operands = spread(Width::B32, 1 << 14).chain(corners());
            let found = sweep(op, Width::B32, &caps, operands).unwrap();
            hold(&format!("{host}: {}.32", op.row().name), found);
        }
    }
}

#[test]
fn operands_of_64_bits_are_within_the_bound() {
    for (host, caps) in hosts() {
        for op in OPS64 {
            let found = sweep(op, Width::B64, &caps, spread(Width::B64, 1 << 13)).unwrap();
            hold(&format!("{host}: {}.64", op.row().name), found);
        }
    }
}

#[test]
fn no_host_is_asked_for_a_function_with_a_wide_bound() {
    for (host, caps) in hosts() {
        for op in OPS {
            for width in [Width::B16, Width::B32] {
                let uses = uses_loose_functions(op, width, &caps).unwrap();
                assert!(!uses, "{host}: {}.{}", op.row().name, width.bits());
            }
        }
    }
}

#[test]
fn the_model_is_within_the_bound() {
    let mode = FloatMode { float_mode: 0xf0, ieee: true, dx10_clamp: true, fp16_ovfl: false };
    let f16: [fn(FloatMode, u16) -> u16; 7] = [
        float::rcp_f16,
        float::sqrt_f16,
        float::rsq_f16,
        float::exp_f16,
        float::log_f16,
        float::sin_f16,
        float::cos_f16,
    ];
    let f32: [fn(FloatMode, u32) -> u32; 7] = [
        float::rcp_f32,
        float::sqrt_f32,
        float::rsq_f32,
        float::exp_f32,
        float::log_f32,
        float::sin_f32,
        float::cos_f32,
    ];
    let f64: [fn(FloatMode, u64) -> u64; 3] = [float::rcp_f64, float::sqrt_f64, float::rsq_f64];
    for (i, op) in OPS.into_iter().enumerate() {
        let name = op.row().name;
        let mut found = Found::default();
        (0..=u16::MAX).for_each(|a| found.look(op, Width::B16, a.into(), f16[i](mode, a).into()));
        hold(&format!("model: {name}.16"), found);
        let mut found = Found::default();
        for a in spread(Width::B32, 1 << 17).chain(corners()) {
            let got = f32[i](mode, a as u32);
            // The instructions other than the sine flush denormals in every mode.
            let denormal = |v: u32| v & 0x7f80_0000 == 0;
            if op == Op::fsin || !denormal(a as u32) && !denormal(got) {
                found.look(op, Width::B32, a, got.into());
            }
        }
        hold(&format!("model: {name}.32"), found);
    }
    for (i, op) in OPS64.into_iter().enumerate() {
        let mut found = Found::default();
        spread(Width::B64, 1 << 17).for_each(|a| found.look(op, Width::B64, a, f64[i](mode, a)));
        hold(&format!("model: {}.64", op.row().name), found);
    }
}
