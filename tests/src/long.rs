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
    /// Programs of random instructions, and of damaged real code.
    Lift,
    /// The same, and random functions, to SPIR-V.
    Spirv,
    /// Random words of descriptors.
    Descriptors,
    /// Random functions without branches, through the passes.
    Passes,
}

impl Run {
    /// By its name: `decode`, `model`, `case`, `lift`, `spirv`, `descriptors`, `passes`.
    pub fn named(name: &str) -> Option<Run> {
        match name {
            "decode" => Some(Run::Decode),
            "model" => Some(Run::Model),
            "case" => Some(Run::Case),
            "lift" => Some(Run::Lift),
            "spirv" => Some(Run::Spirv),
            "descriptors" => Some(Run::Descriptors),
            "passes" => Some(Run::Passes),
            _ => None,
        }
    }

    /// The input of one iteration.
    fn input(self, number: u64, seeds: &[Seed]) -> Vec<u8> {
        let mut random = Random(number.wrapping_mul(0x2545_f491_4f6c_dd1d));
        match self {
            Run::Decode => bytes(&fuzzing::program(&mut random)),
            Run::Model => {
                let mut data: Vec<u8> = random.bits().to_le_bytes()[..MODEL_HEAD].to_vec();
                data.extend(bytes(&fuzzing::program(&mut random)));
                data
            }
            Run::Case => {
                let seed = random.below(seeds.len());
                seeds[seed].damaged(&mut random)
            }
            Run::Lift | Run::Spirv => program(&mut random, seeds),
            Run::Descriptors => {
                // Half of them of an image's type, which random words have half of the time only.
                let mut words: Vec<u32> = (0..8).map(|_| random.bits() as u32).collect();
                words[3] |= (random.bits() as u32 & 1) << 31;
                bytes(&words)
            }
            Run::Passes => (0..128).flat_map(|_| random.bits().to_le_bytes()).collect(),
        }
    }

    /// Runs the iterations from `first` on. The first that panics is named, with its input.
    #[allow(clippy::panic, clippy::expect_used, reason = "this is a test")]
    pub fn repeat(self, first: u64, count: u64) {
        let seeds = match self {
            Run::Case | Run::Lift | Run::Spirv => seeds().expect("the cases unpack"),
            Run::Decode | Run::Model | Run::Descriptors | Run::Passes => vec![],
        };
        for number in first..first.saturating_add(count) {
            let input = self.input(number, &seeds);
            let result = catch_unwind(AssertUnwindSafe(|| match self {
                Run::Decode => fuzzing::decode(&input),
                Run::Model => fuzzing::model(&input),
                Run::Case => fuzzing::case(&input),
                Run::Lift => fuzzing::recompile::lift(&input),
                Run::Spirv => fuzzing::recompile::spirv(&input),
                Run::Descriptors => fuzzing::descriptors::descriptors(&input),
                Run::Passes => fuzzing::recompile::passes_keep_results(&input),
            }));
            if result.is_err() {
                let path = std::env::temp_dir().join(format!("wavewright-{self:?}-{number}"));
                let kept = std::fs::write(&path, &input);
                panic!("iteration {number} of {self:?} panics; input: {} ({kept:?})", path.display());
            }
        }
    }
}

/// Settings and a program: random instructions, or a piece of real code with a few bits changed.
fn program(random: &mut Random, seeds: &[Seed]) -> Vec<u8> {
    let mut data: Vec<u8> = random.bits().to_le_bytes().to_vec();
    if random.below(2) == 0 {
        data.extend(bytes(&fuzzing::program(random)));
        return data;
    }
    let code = seeds[random.below(seeds.len())].code();
    let start = random.below(code.len() / 4 + 1) * 4;
    let mut piece = code[start..code.len().min(start + 4 * random.below(96))].to_vec();
    for _ in 0..random.below(4) {
        if let Some(at) = piece.len().checked_sub(1).map(|n| random.below(n + 1)) {
            piece[at] ^= 1 << random.below(8);
        }
    }
    data.extend(piece);
    data
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
