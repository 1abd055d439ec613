//! Runs the waves of one workgroup.
//!
//! Requires: waves with their entry registers. Ensures: every wave ends or the first fault is returned with its place.
//! Waves take turns of [`TURN`] instructions, so that a wave that waits for another one in a loop does not stop the
//! group; a wave at a barrier waits until all others that still run have come to one (barriers pair by count).
//! Leaves alone: threads. Groups are independent; the caller may run them on as many threads as it likes.

use crate::code::Code;
use crate::exec::{Flow, step};
use crate::fault::{Fault, FaultKind, Stop};
use crate::machine::Machine;
use crate::wave::Wave;
use isa::Inst;

/// Instructions a wave executes before the next wave of the group has its turn.
pub const TURN: u64 = 4096;

/// Limits of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RunLimits {
    /// Instructions a wave may execute.
    pub instructions: u64,
}

impl Default for RunLimits {
    fn default() -> Self {
        RunLimits { instructions: 1 << 32 }
    }
}

/// Watches execution. All methods do nothing unless overridden.
pub trait Observer {
    /// Called after each instruction, with the state it left; `pc` is the instruction's own address.
    fn executed(&mut self, _wave: &Wave, _pc: u64, _inst: &Inst) {}
}

/// Watches nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unobserved;

impl Observer for Unobserved {}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Running,
    AtBarrier,
    Done,
}

/// Runs the waves of a group to their ends and returns the number of instructions executed.
///
/// # Errors
/// The first fault; the waves stop where they are.
pub fn run_group(
    code: &Code,
    machine: &mut Machine<'_>,
    waves: &mut [Wave],
    limits: RunLimits,
    observer: &mut impl Observer,
) -> Result<u64, Fault> {
    let start = machine.clock;
    let mut states = vec![State::Running; waves.len()];
    loop {
        for (wave, state) in waves.iter_mut().zip(&mut states) {
            if *state == State::Running {
                *state = turn(code, machine, wave, limits, observer)?;
            }
        }
        if states.contains(&State::Running) {
            continue;
        }
        if !states.contains(&State::AtBarrier) {
            return Ok(machine.clock - start);
        }
        for state in &mut states {
            if *state == State::AtBarrier {
                *state = State::Running;
            }
        }
    }
}

/// Lets one wave run until its turn, its program or its way to a barrier ends.
fn turn(
    code: &Code,
    machine: &mut Machine<'_>,
    wave: &mut Wave,
    limits: RunLimits,
    observer: &mut impl Observer,
) -> Result<State, Fault> {
    for _ in 0..TURN {
        let pc = wave.pc;
        let inst = match code.fetch(pc) {
            Ok(inst) => inst,
            Err(stop) => return Err(fault(stop, pc, None, machine, wave)),
        };
        if wave.executed >= limits.instructions {
            let kind = FaultKind::InstructionLimit { limit: limits.instructions };
            return Err(fault(kind.into(), pc, Some(inst), machine, wave));
        }
        let next = pc.wrapping_add(u64::from(inst.bytes()));
        let flow = match step(inst, next, wave, machine) {
            Ok(flow) => flow,
            Err(stop) => return Err(fault(stop, pc, Some(inst), machine, wave)),
        };
        wave.executed += 1;
        machine.clock += 1;
        wave.pc = if let Flow::Jump(to) = flow { to } else { next };
        observer.executed(wave, pc, inst);
        match flow {
            Flow::Next | Flow::Jump(_) => {}
            Flow::Barrier if machine.waves > 1 => return Ok(State::AtBarrier),
            Flow::Barrier => {}
            Flow::End => return Ok(State::Done),
        }
    }
    Ok(State::Running)
}

#[cold]
fn fault(stop: Stop, pc: u64, inst: Option<&Inst>, machine: &Machine<'_>, wave: &Wave) -> Fault {
    let words = match (&stop.kind, inst) {
        (FaultKind::Decode(error), _) => error.words.clone(),
        (_, Some(inst)) => isa::encode(inst).unwrap_or_default(),
        _ => isa::Words::new(),
    };
    Fault {
        kind: stop.kind,
        pc,
        words,
        text: inst.map(|i| isa::disasm(i, wave.size)).unwrap_or_default(),
        lane: stop.lane,
        address: stop.address,
        group: machine.group,
        wave: wave.id,
    }
}
