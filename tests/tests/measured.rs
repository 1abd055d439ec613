//! Measured rows (`tests/vectors/measured`) on the software model, on the IR's interpreter as lifted and as legalized for hosts of
//! several kinds, and on a Vulkan device.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a test ends by panicking and tells what it counted"
)]

use driver::on_device::{self, Target};
use driver::recompiled::{Stage, interpret, interpret_for};
use driver::replay::{Replay, ReplayError, ReplayOptions, replay};
use driver::vulkan::{Device, Instance, InstanceOptions};
use ir::host::{Denormals, FloatCaps, HostCaps, Rounding, Specials};
use isa::{DecodeOptions, Strictness};
use recompiler::caps::{DeviceCaps, Known};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use wavewright_tests::measured::{Fact, Measured, Modes, REGION, facts, folder, programs};

/// Blocks of a program: as many as a driver compiles in a moment.
const BLOCKS: usize = 24;

/// Runs all programs and says what is wrong.
fn check(
    what: &str,
    modes: Modes,
    may_lack_wide_atomics: bool,
    mut run: impl FnMut(usize, &Measured) -> Result<Replay, ReplayError>,
) {
    let (mut rows, mut refused, mut wrong) = (0, 0, Vec::new());
    for (number, program) in programs(&facts().unwrap(), BLOCKS, modes).unwrap().iter().enumerate() {
        rows += program.rows();
        match run(number, program) {
            Err(e) if e.is_refusal() && program.wide_atomics && may_lack_wide_atomics => {
                println!("refused on {what}: {} rows of {}: {e}", program.rows(), program.case.name);
                refused += program.rows();
            }
            Ok(replay) => match replay.differing.iter().find(|(name, _)| name == REGION) {
                Some((_, bytes)) => wrong.extend(program.differences(bytes)),
                None => wrong.push(format!("{}: nothing was stored", program.case.name)),
            },
            Err(e) => wrong.push(format!("{}: {e}", program.case.name)),
        }
    }
    println!("{what}: {rows} rows, {refused} refused, {} wrong", wrong.len());
    let mut by_fact: BTreeMap<&str, (usize, &str)> = BTreeMap::new();
    for line in &wrong {
        let fact = line.split(',').next().unwrap_or(line);
        by_fact.entry(fact).or_insert((0, line)).0 += 1;
    }
    for (n, example) in by_fact.values() {
        println!("{n} times as {example}");
    }
    assert!(wrong.is_empty(), "{} of {rows} rows are wrong on {what}", wrong.len());
}

#[test]
fn the_model_gives_what_was_measured() {
    check("the model", Modes::Every, false, |_, program| replay(&program.case, ReplayOptions::default()));
}

#[test]
fn the_interpreter_gives_what_was_measured() {
    check("the interpreter", Modes::Every, false, |_, program| {
        interpret(&program.case, ReplayOptions::default(), Stage::Guest)
    });
}

/// Hosts: one that promises, one that flushes and has no 64-bit ints and floats, one of which nothing is known.
fn hosts() -> [DeviceCaps; 3] {
    let poor = |denormals, rounding, specials| DeviceCaps {
        float: HostCaps::all(FloatCaps { denormals, rounding, specials }),
        float_known: Known::Unknown,
        ..DeviceCaps::PROMISING
    };
    [
        DeviceCaps { subgroup_size: 8, ..DeviceCaps::PROMISING },
        DeviceCaps {
            float16: false,
            float64: false,
            int64: false,
            subgroup_size: 4,
            ..poor(Denormals::Flush, Rounding::Even, Specials::SomeNan)
        },
        poor(Denormals::Unknown, Rounding::Unknown, Specials::Loose),
    ]
}

/// Each program on one kind of host; which one goes around.
#[test]
fn legalized_programs_give_what_was_measured() {
    let hosts = hosts();
    check("hosts of several kinds", Modes::Every, false, |number, program| {
        let options = ReplayOptions { seed: number as u32, ..ReplayOptions::default() };
        interpret_for(&program.case, options, &hosts[number % hosts.len()])
    });
}

/// Every row in one mode; the example `measured_rows` has all.
#[test]
fn a_vulkan_device_gives_what_was_measured() {
    let device = Instance::new(InstanceOptions { validation: false })
        .map(Arc::new)
        .and_then(|instance| Device::first(&instance));
    let target = match device.and_then(Target::new) {
        Ok(target) => target,
        Err(e) => {
            assert!(std::env::var_os("CI").is_none_or(|ci| ci != "true"), "{e}");
            println!("skipped: measured rows on Vulkan: {e}");
            return;
        }
    };
    check("Vulkan", Modes::One, true, |_, program| {
        on_device::run(&target, &program.case, ReplayOptions::default())
    });
}

#[test]
fn words_are_what_their_text_says() {
    let options = DecodeOptions { strictness: Strictness::Strict, wave_size: 64 };
    for fact in facts().unwrap() {
        for rows in fact.case {
            let (mut at, mut text) = (0, Vec::new());
            while at < rows.words.len() {
                let inst = isa::decode(&rows.words[at..], 0, options).unwrap();
                text.push(isa::disasm(&inst, 64));
                at += inst.bytes() as usize / 4;
            }
            assert_eq!(text, rows.asm);
        }
    }
}

/// Facts of the index that have no rows here, and why. The same list stands in `docs/src/errata.md`.
const WITHOUT: &[(&str, &[u32])] = &[
    ("says how many results drivers have otherwise, not which", &[36]),
    ("wants the parameters of a pixel stage", &[53]),
    ("ends or stops the wave, or faults: nothing is left to compare", &[62, 78]),
    ("wave64 halves of a loop: a unit test of the model has it", &[64]),
    ("a clock, or what another wave sees in between", &[69, 79]),
    ("buffer descriptors at odd addresses: unit tests of the model have it", &[77]),
    (
        "images, their formats and samplers",
        &[76, 80, 81, 82, 83, 84, 85, 86, 87, 88, 89, 90, 91, 92, 93, 94, 95, 96, 97, 98],
    ),
    ("the rasterizer", &[99]),
];

#[test]
fn every_fact_has_rows_or_a_reason() {
    let facts = facts().unwrap();
    for number in 1..=99 {
        let rows = facts.iter().any(|f: &Fact| f.number == number && !f.case.is_empty());
        let reasons = WITHOUT.iter().filter(|(_, n)| n.contains(&number)).count();
        assert_eq!(usize::from(rows) + reasons, 1, "fact {number}");
    }
    // The counts stand in the errata.
    let page = std::fs::read_to_string(folder().join("../../../docs/src/errata.md")).unwrap();
    let rows: usize = facts.iter().flat_map(|f| &f.case).map(|c| c.rows.len()).sum();
    let numbers: BTreeSet<u32> = facts.iter().map(|f| f.number).collect();
    let counts = format!("{} facts have {rows} rows", numbers.len());
    assert!(page.contains(&counts), "docs/src/errata.md does not say: {counts}");
    for (reason, _) in WITHOUT {
        assert!(page.contains(reason), "docs/src/errata.md does not say: {reason}");
    }
}
