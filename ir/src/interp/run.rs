//! Runs workgroups: waves, control flow, barriers, budget.

use super::code::{Extra, Program, Slot, Step, Target};
use super::memory::{AccessError, Memory};
use crate::host::Personality;
use crate::ops::Op;
use smallvec::SmallVec;

/// Steps that a wave makes before the next one has its turn: waves that wait for each other get on.
const SLICE: u32 = 4096;

/// A dispatch.
#[derive(Clone, Copy, Debug)]
pub struct Dispatch<'a> {
    /// Number of workgroups in each dimension.
    pub workgroups: [u32; 3],
    /// What `user_data` reads.
    pub user_data: &'a [u32],
    /// What the lanes are that a workgroup does not fill.
    pub padding: Padding,
}

/// Lanes of the last wave beyond the workgroup's invocations.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Padding {
    /// They run as others do; the function masks them.
    #[default]
    Runs,
    /// They do not exist, as where each lane is an invocation of the host.
    Absent,
}

/// Reason of a fault.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// A memory access that is not made.
    Access {
        /// Address or offset of the element.
        address: u64,
        /// Why not.
        error: AccessError,
    },
    /// The `fault` op with this code.
    Code(u32),
}

/// The first fault of a workgroup.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fault {
    /// What happened.
    pub reason: Reason,
    /// Guest address that the instruction carries.
    pub pc: u32,
    /// Number of the workgroup.
    pub workgroup: [u32; 3],
    /// Wave in the workgroup.
    pub wave: u32,
    /// Lane in the wave.
    pub lane: u32,
}

/// Why a run ends early. `pc` is the guest address that the instruction carries.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RunError {
    /// The budget is used up: an endless loop, or too small a budget.
    #[error("pc {pc:#x}: instruction budget used up")]
    Budget {
        /// Where.
        pc: u32,
    },
    /// The function says that control never comes here.
    #[error("pc {pc:#x}: control reached `unreachable`")]
    Unreachable {
        /// Where.
        pc: u32,
    },
    /// An op that needs the whole wave, while lanes are off its path.
    #[error("pc {pc:#x}: {op} while some lanes are on another path")]
    Divergent {
        /// Where.
        pc: u32,
        /// The op.
        op: &'static str,
    },
    /// A terminator of structured control outside its region, or another number of values than its region gives.
    #[error("pc {pc:#x}: {op} does not belong here")]
    Control {
        /// Where.
        pc: u32,
        /// The op.
        op: &'static str,
    },
    /// The op has no value of these widths.
    #[error("pc {pc:#x}: {op} has no value at this width")]
    NoValue {
        /// Where.
        pc: u32,
        /// The op.
        op: &'static str,
    },
    /// An address that is not a multiple of what the access promises: a bug of a pass or front end.
    #[error("pc {pc:#x}: address {address:#x} breaks the promised alignment")]
    Alignment {
        /// Where.
        pc: u32,
        /// The address.
        address: u64,
    },
    /// The dispatch gives too few dwords of user data.
    #[error("pc {pc:#x}: dword {index} of the user data is not given")]
    UserData {
        /// Where.
        pc: u32,
        /// Which dword.
        index: u32,
    },
}

enum Frame {
    /// An `if_` or `sswitch`: lanes that have come to its end, and bodies still to run with their lanes.
    Choice { step: u32, joined: u64, pending: SmallVec<[(u32, u64); 2]> },
    /// A `loop_`: lanes that go round again, and lanes that have left.
    Loop { step: u32, again: u64, done: u64 },
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Ready,
    AtBarrier,
    /// At a barrier with a vote, which the result is to be put in.
    Votes {
        vote: bool,
        result: u32,
    },
    Ended,
}

/// A wave.
pub(super) struct Wave {
    pub regs: Vec<u64>,
    pub scratch: Vec<u8>,
    pub id: u32,
    /// Lanes on the path.
    pub active: u64,
    /// All lanes that run.
    pub full: u64,
    ip: u32,
    frames: Vec<Frame>,
    state: State,
    temp: Vec<u64>,
}

/// What the waves of a workgroup share.
pub(super) struct Group<'a> {
    pub program: &'a Program,
    pub dispatch: &'a Dispatch<'a>,
    pub id: [u32; 3],
    pub lds: Vec<u8>,
    pub memory: &'a mut dyn Memory,
    pub personality: &'a mut Personality,
    pub fault: Option<Fault>,
}

/// Runs all workgroups of a dispatch in order. `budget` is the number of instructions that may run, counted once a wave;
/// what is left of it is left in it.
///
/// # Errors
/// See [`RunError`]. A fault is no error: it is the answer.
pub fn run(
    program: &Program,
    dispatch: &Dispatch<'_>,
    memory: &mut dyn Memory,
    personality: &mut Personality,
    budget: &mut u64,
) -> Result<Option<Fault>, RunError> {
    let mut fault = None;
    let [nx, ny, nz] = dispatch.workgroups;
    for z in 0..nz {
        for y in 0..ny {
            for x in 0..nx {
                let found = run_group(program, dispatch, [x, y, z], memory, personality, budget)?;
                fault = fault.or(found);
            }
        }
    }
    Ok(fault)
}

/// Runs one workgroup; see [`run`].
///
/// # Errors
/// See [`RunError`].
pub fn run_group(
    program: &Program,
    dispatch: &Dispatch<'_>,
    id: [u32; 3],
    memory: &mut dyn Memory,
    personality: &mut Personality,
    budget: &mut u64,
) -> Result<Option<Fault>, RunError> {
    let mut lds = vec![0; program.lds_bytes as usize];
    personality.fill(&mut lds);
    let mut group = Group { program, dispatch, id, lds, memory, personality, fault: None };
    let waves = program.invocations.div_ceil(program.wave_size);
    let mut waves: Vec<Wave> = (0..waves).map(|n| group.wave(n)).collect();
    loop {
        let mut ready = false;
        for wave in &mut waves {
            if wave.state == State::Ready {
                wave.run(&mut group, budget)?;
                ready |= wave.state == State::Ready;
            }
        }
        if ready {
            continue;
        }
        // Every wave has ended or waits; ended waves are not waited for.
        if waves.iter().all(|w| w.state == State::Ended) {
            return Ok(group.fault);
        }
        let any = waves.iter().any(|w| matches!(w.state, State::Votes { vote: true, .. }));
        for wave in waves.iter_mut().filter(|w| w.state != State::Ended) {
            if let State::Votes { result, .. } = wave.state
                && let Some(reg) = wave.regs.get_mut(result as usize)
            {
                *reg = u64::from(any);
            }
            wave.state = State::Ready;
        }
    }
}

impl Group<'_> {
    fn wave(&mut self, id: u32) -> Wave {
        let program = self.program;
        let mut regs = vec![0; program.regs];
        for &(reg, bits) in &program.constants {
            regs[reg as usize] = bits;
        }
        for &(base, count, width) in &program.unknown {
            for reg in &mut regs[base as usize..][..count as usize] {
                *reg = self.personality.unknown() & width.mask();
            }
        }
        let mut scratch = vec![0; program.scratch_bytes as usize * program.wave_size as usize];
        self.personality.fill(&mut scratch);
        let lanes = match self.dispatch.padding {
            Padding::Runs => program.wave_size,
            Padding::Absent => program.wave_size.min(program.invocations - id * program.wave_size),
        };
        let full = u64::MAX >> (64 - lanes);
        Wave {
            regs,
            scratch,
            id,
            active: full,
            full,
            ip: program.entry,
            frames: Vec::new(),
            state: State::Ready,
            temp: Vec::new(),
        }
    }

    /// Records a fault; the first one stays.
    pub fn record(&mut self, reason: Reason, pc: u32, wave: u32, lane: u32) {
        let workgroup = self.id;
        self.fault.get_or_insert(Fault { reason, pc, workgroup, wave, lane });
    }
}

impl Wave {
    fn run(&mut self, group: &mut Group<'_>, budget: &mut u64) -> Result<(), RunError> {
        let program = group.program;
        for _ in 0..SLICE {
            let step = &program.steps[self.ip as usize];
            *budget = budget.checked_sub(1).ok_or(RunError::Budget { pc: step.pc })?;
            match &step.extra {
                Extra::Jump(target) => self.jump(target),
                Extra::Branch(targets) => {
                    let taken = self.regs[step.args[0].at(0)] & 1 != 0;
                    self.jump(&targets[usize::from(!taken)]);
                }
                Extra::Switch(switch) => {
                    let (cases, default) = &**switch;
                    let value = self.regs[step.args[0].at(0)];
                    let case = cases.iter().find(|(v, _)| u64::from(*v) == value);
                    self.jump(case.map_or(default, |(_, target)| target));
                }
                Extra::If(yes, no) => self.begin_if(step, *yes, *no),
                Extra::Cases(cases, default) => self.begin_cases(step, cases, *default),
                Extra::Loop(body, params, _) => {
                    self.copy(&step.args, params, self.active);
                    self.frames.push(Frame::Loop { step: self.ip, again: 0, done: 0 });
                    self.ip = *body;
                }
                Extra::None if step.op.is_terminator() => self.end(program, step)?,
                Extra::None if step.op == Op::barrier => {
                    self.whole(step)?;
                    self.ip += 1;
                    self.state = State::AtBarrier;
                }
                Extra::None if step.op == Op::vote_barrier => {
                    self.whole(step)?;
                    self.ip += 1;
                    let vote = self.regs[step.args[0].at(0)] & 1 != 0;
                    let result = step.results.first().map_or(0, |slot| slot.at(0) as u32);
                    self.state = State::Votes { vote, result };
                }
                // Lanes of a wave run together: what one wrote the others see.
                Extra::None if step.op == Op::wave_barrier => {
                    self.whole(step)?;
                    self.ip += 1;
                }
                _ => {
                    self.execute(group, step)?;
                    self.ip += 1;
                }
            }
            if self.state != State::Ready {
                break;
            }
        }
        Ok(())
    }

    /// Refuses an op that needs all lanes while some are on another path.
    pub fn whole(&self, step: &Step) -> Result<(), RunError> {
        if self.active == self.full {
            Ok(())
        } else {
            Err(RunError::Divergent { pc: step.pc, op: step.op.row().name })
        }
    }

    fn jump(&mut self, target: &Target) {
        self.copy(&target.from, &target.to, self.active);
        self.ip = target.ip;
    }

    /// Copies values at once, so that places may be values as well; lane values only in the lanes of `mask`.
    fn copy(&mut self, from: &[Slot], to: &[Slot], mask: u64) {
        if from.is_empty() {
            return;
        }
        let mut temp = std::mem::take(&mut self.temp);
        temp.clear();
        for (from, to) in from.iter().zip(to) {
            if to.is_lane() {
                temp.extend(bits(mask).map(|lane| self.regs[from.at(lane)]));
            } else {
                temp.push(self.regs[from.at(0)]);
            }
        }
        let mut values = temp.iter().copied();
        for to in to {
            if to.is_lane() {
                for (lane, value) in bits(mask).zip(&mut values) {
                    self.regs[to.at(lane)] = value;
                }
            } else if let Some(value) = values.next() {
                self.regs[to.at(0)] = value;
            }
        }
        self.temp = temp;
    }

    /// Lanes on the path where a truth value holds.
    pub fn mask(&self, slot: Slot) -> u64 {
        if slot.is_lane() {
            bits(self.active).fold(0, |m, lane| m | (self.regs[slot.at(lane)] & 1) << lane)
        } else if self.regs[slot.at(0)] & 1 != 0 {
            self.active
        } else {
            0
        }
    }

    fn begin_if(&mut self, step: &Step, yes: u32, no: Option<u32>) {
        let taken = self.mask(step.args[0]);
        let other = self.active & !taken;
        let mut frame = (0, SmallVec::new());
        match no {
            Some(no) if other != 0 => frame.1.push((no, other)),
            _ => frame.0 = other,
        }
        if taken != 0 {
            frame.1.push((yes, taken));
        }
        self.frames.push(Frame::Choice { step: self.ip, joined: frame.0, pending: frame.1 });
        self.resume();
    }

    fn begin_cases(&mut self, step: &Step, cases: &[(SmallVec<[u32; 2]>, u32)], default: u32) {
        let slot = step.args[0];
        let mut rest = self.active;
        let mut pending: SmallVec<[(u32, u64); 2]> = SmallVec::new();
        for (values, body) in cases {
            let chosen = bits(rest)
                .filter(|&lane| values.iter().any(|&v| u64::from(v) == self.regs[slot.at(lane)]))
                .fold(0, |m, lane| m | 1u64 << lane);
            if chosen != 0 {
                pending.push((*body, chosen));
                rest &= !chosen;
            }
        }
        if rest != 0 {
            pending.push((default, rest));
        }
        self.frames.push(Frame::Choice { step: self.ip, joined: 0, pending });
        self.resume();
    }

    /// `ret`, `unreachable`, `yield_`, `break_`, `continue_`.
    fn end(&mut self, program: &Program, step: &Step) -> Result<(), RunError> {
        let control = RunError::Control { pc: step.pc, op: step.op.row().name };
        let active = self.active;
        match step.op {
            Op::ret => {}
            Op::yield_ => {
                let Some(Frame::Choice { step: owner, joined, .. }) = self.frames.last_mut() else {
                    return Err(control);
                };
                *joined |= active;
                let owner = &program.steps[*owner as usize];
                if owner.results.len() != step.args.len() {
                    return Err(control);
                }
                self.copy(&step.args, &owner.results, active);
            }
            Op::break_ | Op::continue_ => {
                let leaves = step.op == Op::break_;
                let found = self.frames.iter_mut().rev().find_map(|f| match f {
                    Frame::Loop { step, again, done } => {
                        *(if leaves { done } else { again }) |= active;
                        Some(*step)
                    }
                    Frame::Choice { .. } => None,
                });
                let Some(owner) = found.map(|s| &program.steps[s as usize]) else { return Err(control) };
                let Extra::Loop(_, _, wait) = &owner.extra else { return Err(control) };
                let to: &[Slot] = if leaves { &owner.results } else { wait };
                if to.len() != step.args.len() {
                    return Err(control);
                }
                self.copy(&step.args, to, active);
            }
            _ => return Err(RunError::Unreachable { pc: step.pc }),
        }
        self.active = 0;
        self.resume_in(program);
        Ok(())
    }

    /// Goes on with the next body that has lanes, of the innermost choice.
    fn resume(&mut self) {
        if let Some(Frame::Choice { step, joined, pending }) = self.frames.last_mut() {
            if let Some((body, lanes)) = pending.pop() {
                self.ip = body;
                self.active = lanes;
            } else {
                self.ip = *step + 1;
                self.active = *joined;
                self.frames.pop();
            }
        }
    }

    /// Goes on after a path has ended: with another body, after the choice, with the next turn, after the loop.
    fn resume_in(&mut self, program: &Program) {
        while self.active == 0 {
            match self.frames.last_mut() {
                None => {
                    self.state = State::Ended;
                    return;
                }
                Some(Frame::Choice { .. }) => self.resume(),
                Some(Frame::Loop { step, again, done }) => {
                    let (owner, lanes) = (*step, std::mem::take(again));
                    if lanes == 0 {
                        self.ip = owner + 1;
                        self.active = *done;
                        self.frames.pop();
                    } else if let Extra::Loop(body, params, wait) = &program.steps[owner as usize].extra {
                        self.ip = *body;
                        self.active = lanes;
                        self.copy(wait, params, lanes);
                    }
                }
            }
        }
    }
}

/// Numbers of the ones.
pub(super) fn bits(mut mask: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        if mask == 0 {
            return None;
        }
        let lane = mask.trailing_zeros() as usize;
        mask &= mask - 1;
        Some(lane)
    })
}
