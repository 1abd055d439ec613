//! Runs a random program on the software model and recompiled, and compares.
//!
//! Requires: a program. Ensures: an [`Outcome`]; a program that the model or the recompiler refuses is told apart from one whose
//! results differ. Leaves alone: how programs are made and made smaller.

use super::build::REGION;
use super::{Place, Program};
use crate::on_device::{self, Target};
use crate::recompiled::{Stage, interpret, request};
use crate::replay::{ReplayError, ReplayOptions, replay};
use recompiler::caps::DeviceCaps;
use recompiler::compile::{Options, Upto, compile};
use recompiler::error::ErrorClass;
use recompiler::passes::Manager;

/// Where the recompiled program runs.
#[derive(Clone, Copy, Debug)]
pub enum On<'a> {
    /// On the interpreter, as it is at each of these stages.
    Interpreter(&'a [Stage]),
    /// On a Vulkan device.
    Vulkan(&'a Target),
}

/// A dword of the result that differs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Difference {
    /// What it is.
    pub place: Place,
    /// What the model left.
    pub model: u32,
    /// What the recompiled program left.
    pub recompiled: u32,
}

/// What came of a program.
#[derive(Clone, PartialEq, Debug)]
pub enum Outcome {
    /// The same results everywhere.
    Equal,
    /// The model does not run it, at this address if it knows.
    Invalid {
        /// Where.
        pc: Option<u64>,
        /// Stable code.
        code: &'static str,
        /// Why.
        why: String,
    },
    /// The recompiler refuses it.
    Refused {
        /// Where, if it is one instruction.
        pc: Option<u64>,
        /// Stable code.
        code: &'static str,
        /// Why.
        why: String,
    },
    /// Results differ.
    Differs {
        /// On what.
        on: String,
        /// The dwords.
        differences: Vec<Difference>,
    },
    /// The recompiled program does not come to its end, which the model does: a fault, an error of ours or of the device.
    Broken {
        /// On what.
        on: String,
        /// Stable code.
        code: &'static str,
        /// What it says.
        why: String,
    },
}

impl Outcome {
    /// Whether it is a mistake of ours.
    pub fn is_failure(&self) -> bool {
        matches!(self, Outcome::Differs { .. } | Outcome::Broken { .. })
    }

    /// Whether two programs fail in the same way.
    pub fn is_like(&self, other: &Outcome) -> bool {
        match (self, other) {
            (Outcome::Differs { on: a, .. }, Outcome::Differs { on: b, .. }) => a == b,
            (Outcome::Broken { on: a, code: x, .. }, Outcome::Broken { on: b, code: y, .. }) => {
                a == b && x == y
            }
            _ => false,
        }
    }
}

/// Instructions that a wave of a random program executes at the most.
const LIMIT: u64 = 100_000;
/// The same for the interpreter, which counts every instruction of the IR in every wave.
const INTERPRETER_LIMIT: u64 = 100_000_000;

fn dwords(bytes: &[u8]) -> impl Iterator<Item = u32> + '_ {
    bytes.as_chunks::<4>().0.iter().map(|w| u32::from_le_bytes(*w))
}

/// Runs a program everywhere.
pub fn judge(program: &Program, on: On<'_>) -> Outcome {
    let invalid = |pc, e: &ReplayError| Outcome::Invalid { pc, code: e.code(), why: e.to_string() };
    let mut case = match program.case() {
        Ok(case) => case,
        Err(e) => return Outcome::Invalid { pc: None, code: e.code(), why: e.to_string() },
    };
    let options = ReplayOptions { instruction_limit: LIMIT, ..ReplayOptions::default() };
    let model = match replay(&case, options) {
        Ok(run) => run,
        Err(ReplayError::Fault(fault)) => return invalid(Some(fault.pc), &ReplayError::Fault(fault)),
        Err(e) => return invalid(None, &e),
    };
    // Nothing differs from the bytes before only if nothing was written.
    if let (Some((_, bytes)), Some(expect)) = (model.differing.into_iter().next(), case.expect.first_mut()) {
        expect.bytes = bytes.into();
    }
    // What is refused at an instruction is told with its address.
    match request(&case) {
        Ok((request, _)) => {
            let mut manager = Manager::new(Options::default().passes);
            let raw = compile(&request, &DeviceCaps::PROMISING, &Options::default(), Upto::Raw, &mut manager);
            if let Err(e) = raw {
                let (pc, code, why) = (Some(e.pc), e.kind.code(), e.to_string());
                return if e.kind.class() == ErrorClass::Unsupported {
                    Outcome::Refused { pc, code, why }
                } else {
                    Outcome::Broken { on: "the recompiler".to_owned(), code, why }
                };
            }
        }
        Err(e) => return invalid(None, &e),
    }
    let options = ReplayOptions { instruction_limit: INTERPRETER_LIMIT, ..ReplayOptions::default() };
    let runs: Vec<(String, Result<_, _>)> = match on {
        On::Interpreter(stages) => stages
            .iter()
            .map(|&stage| (format!("the interpreter, {stage:?}"), interpret(&case, options, stage)))
            .collect(),
        On::Vulkan(target) => {
            vec![(target.device.info.name.clone(), on_device::run(target, &case, options))]
        }
    };
    for (on, run) in runs {
        match run {
            Ok(run) if run.passed() => {}
            Ok(run) => {
                let got = run.differing.into_iter().find(|(name, _)| name == REGION).map(|(_, b)| b);
                let want = case.expect.first().map(|e| e.bytes.to_vec());
                let (got, want) = (got.unwrap_or_default(), want.unwrap_or_default());
                let differences = dwords(&want).zip(dwords(&got)).enumerate();
                let differences = differences.filter(|(_, (a, b))| a != b).map(|(n, (model, recompiled))| {
                    Difference { place: program.place(n as u32 * 4), model, recompiled }
                });
                return Outcome::Differs { on, differences: differences.collect() };
            }
            Err(e) if e.is_refusal() => {
                return Outcome::Refused { pc: None, code: e.code(), why: e.to_string() };
            }
            Err(e) => return Outcome::Broken { on, code: e.code(), why: e.to_string() },
        }
    }
    Outcome::Equal
}

/// Runs a program everywhere, without the steps that model or recompiler refuse. Gives the program that ran, what came of it,
/// and the code and the reason of each refusal.
pub fn settle(program: &Program, on: On<'_>) -> (Program, Outcome, Vec<(&'static str, String)>) {
    let mut program = program.clone();
    let mut refusals = Vec::new();
    loop {
        let outcome = judge(&program, on);
        let (Outcome::Invalid { pc, code, why } | Outcome::Refused { pc, code, why }) = &outcome else {
            return (program, outcome, refusals);
        };
        refusals.push((*code, why.clone()));
        match pc.and_then(|pc| program.step_at(pc)) {
            Some(step) => drop(program.steps.remove(step)),
            None => return (program, outcome, refusals),
        }
    }
}
