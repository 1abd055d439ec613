//! A bounded slice of `wavewright difftest`, with seeds that never change: every instruction in all its forms on the IR's
//! interpreter, part of them after all passes, on hosts that decide against the code.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a test ends by panicking and tells what it ran"
)]

use difftest::instruction::{Out, Place, Test};
use difftest::numbers::Numbers;
use difftest::program::{Program, REGION};
use difftest::{Config, Counts, Difftest, Executor};
use driver::replay::{Prepared, ReplayOptions};
use isa::{DecodeOptions, decode};
use model::group::Unobserved;
use recompiler::request::Mode;

/// Makes programs and wants no difference.
fn run(config: Config, executor: Executor<'_>, programs: u64) -> Counts {
    let mut test = Difftest::new(config, executor);
    let mut found = Vec::new();
    while test.counts.programs < programs {
        found.extend(test.step().unwrap().iter().map(ToString::to_string));
    }
    let counts = test.counts;
    assert!(found.is_empty(), "{} differ; the first:\n{}", found.len(), found[0]);
    assert!(counts.failed.is_empty(), "{:?}", counts.failed);
    println!("{} instructions of {} names, {} rows", counts.instructions, counts.ran.len(), counts.rows);
    counts
}

#[test]
fn every_instruction_does_on_the_interpreter_what_the_model_does() {
    let config = Config { rows: 256, ..Config::new(101, |_| true) };
    let wanted = config.ops.len();
    let counts = run(config, Executor::Interp, 420);
    assert!(counts.ran.len() * 100 > wanted * 95, "{} of {wanted} names ran", counts.ran.len());
}

#[test]
fn what_a_back_end_gets_does_the_same_on_hosts_of_all_kinds() {
    run(Config { rows: 256, ..Config::new(102, |_| true) }, Executor::InterpLegal, 120);
}

#[test]
fn common_instructions_do_the_same_in_all_2048_modes() {
    for name in ["v_add_f32", "v_fma_f16"] {
        let config = Config {
            every_mode: true,
            rows: 64,
            tests: 16,
            waves: vec![32],
            ..Config::new(103, |n| n == name)
        };
        run(config, Executor::Interp, 128);
    }
}

#[test]
fn a_frame_gives_an_instruction_its_operands_and_stores_what_it_left() {
    let mode = Mode { float_mode: 0xf0, ieee: true, dx10_clamp: true, fp16_ovfl: false };
    // v_add_f32 v8, v9, v10 (encoding: RDNA 1 ISA guide, VOP2).
    let inst = decode(&[0x0610_1509], 0, DecodeOptions::default()).unwrap();
    assert_eq!(isa::disasm(&inst, 64), "v_add_f32_e32 v8, v9, v10");
    let test = Test::of(inst, 64, mode);
    let values = test.values(26, 64, &mut Numbers::new(1));
    let places: Vec<Place> = test.loads.iter().map(|l| l.place).collect();
    let column = |n: u8| places.iter().position(|&p| p == Place::Lane(n)).unwrap();
    let (old, a, b) = (column(8), column(9), column(10));
    let exec = places.iter().position(|&p| p == Place::Scalar(126)).unwrap();
    let program = Program { size: 64, waves: 26, tests: vec![(test, values)] };
    let built = program.build("frame").unwrap();
    assert_eq!(built.outs, [(0, Out::Lane(8))]);
    let prepared = Prepared::new(&built.case, ReplayOptions::default()).unwrap();
    (0..26).for_each(|group| _ = prepared.run_group(group, &mut Unobserved).unwrap());
    let results = prepared.snapshot(REGION).unwrap();
    let values = &program.tests[0].1.0;
    let mut sums = 0;
    for row in 0..26 * 64 {
        let got = u32::from_le_bytes(results[row * 4..row * 4 + 4].try_into().unwrap());
        let active = values[exec + row % 64 / 32][row / 64] >> (row % 32) & 1 != 0;
        let sum = f32::from_bits(values[a][row]) + f32::from_bits(values[b][row]);
        if !active {
            assert_eq!(got, values[old][row], "row {row}");
        } else if !sum.is_nan() {
            assert_eq!(got, sum.to_bits(), "row {row}");
            sums += 1;
        }
    }
    assert!(sums > 500, "{sums} sums");
}
