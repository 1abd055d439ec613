//! Runs of the fuzz bodies with random numbers, as long as one likes.
//!
//! **Ensures** that an iteration depends on its number only, so that a failure names the number that repeats it.

use crate::corpus::{Archive, case_dirs};
use crate::fuzzing::{self, MODEL_HEAD, Random, bytes};
use crate::mutation::Seed;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Which body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Run {
    /// Random words.
    Decode,
    /// Random instructions.
    Model,
    /// Damaged cases.
    Case,
}

impl Run {
    /// By its name: `decode`, `model`, `case`.
    pub fn named(name: &str) -> Option<Run> {
        match name {
            "decode" => Some(Run::Decode),
            "model" => Some(Run::Model),
            "case" => Some(Run::Case),
            _ => None,
        }
    }

    /// The input of one iteration.
    fn input(self, number: u64, seeds: &[Seed]) -> Vec<u8> {
        let mut random = Random(number.wrapping_mul(0x2545_f491_4f6c_dd1d));
        match self {
            Run::Decode => bytes(&random.program()),
            Run::Model => {
                let mut data: Vec<u8> = random.bits().to_le_bytes()[..MODEL_HEAD].to_vec();
                data.extend(bytes(&random.program()));
                data
            }
            Run::Case => {
                let seed = random.below(seeds.len());
                seeds[seed].damaged(&mut random)
            }
        }
    }

    /// Runs the iterations from `first` on. The first that panics is named, with its input.
    #[allow(clippy::panic, clippy::expect_used, reason = "this is a test")]
    pub fn repeat(self, first: u64, count: u64) {
        let seeds = if self == Run::Case { seeds().expect("the cases unpack") } else { vec![] };
        for number in first..first.saturating_add(count) {
            let input = self.input(number, &seeds);
            let result = catch_unwind(AssertUnwindSafe(|| match self {
                Run::Decode => fuzzing::decode(&input),
                Run::Model => fuzzing::model(&input),
                Run::Case => fuzzing::case(&input),
            }));
            if result.is_err() {
                let path = std::env::temp_dir().join(format!("wavewright-{self:?}-{number}"));
                let kept = std::fs::write(&path, &input);
                panic!("iteration {number} of {self:?} panics; input: {} ({kept:?})", path.display());
            }
        }
    }
}

/// Sound cases to start from: small ones of both archives, both wave sizes.
///
/// # Errors
/// An archive cannot be unpacked or read.
pub fn seeds() -> io::Result<Vec<Seed>> {
    let mut seeds = vec![];
    for archive in [Archive::OpenclCases, Archive::RadvCompute] {
        let dir = archive.unpack()?;
        for case in case_dirs(&dir.path().join("cases"))?.iter().step_by(3) {
            let seed = Seed::read(case)?;
            if seed.size() < 64 << 10 {
                seeds.push(seed);
            }
        }
    }
    Ok(seeds)
}
