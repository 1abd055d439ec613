//! Runs programs on the model and on an executor, and finds the instructions that differ.
//!
//! Requires: a configuration. Ensures: every difference is reported once an instruction with the values that went in and came out,
//! and with a case of that instruction alone which shows it; what is refused is counted by its reason.
//! Leaves alone: time and files; the caller says when to stop and keeps the cases.

use crate::Error;
use crate::instruction::{Out, Place, Test, is_scalar, is_tested};
use crate::numbers::{Kind, Numbers};
use crate::program::{Built, Program, REGION};
use driver::capture::{Case, Expect};
use driver::compare::Rule;
use driver::on_device::Target;
use driver::profiles;
use driver::recompiled::{Stage, interpret, interpret_for};
use driver::replay::{Prepared, Replay, ReplayError, ReplayOptions};
use isa::row::{Slot, Ty};
use isa::{Form, Op};
use model::group::Unobserved;
use recompiler::caps::DeviceCaps;
use recompiler::request::Mode;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

/// What runs the recompiled programs.
#[derive(Clone, Copy, Debug)]
pub enum Executor<'a> {
    /// The IR's interpreter, whole guest waves.
    Interp,
    /// The same after everything that a back end wants, for hosts of several kinds which decide against the code.
    InterpLegal,
    /// A Vulkan device.
    Vulkan(&'a Target),
}

/// What is tested.
#[derive(Clone, Debug)]
pub struct Config {
    /// Names of the instructions.
    pub ops: Vec<Op>,
    /// Makes everything.
    pub seed: u64,
    /// Wave sizes.
    pub waves: Vec<u32>,
    /// MODE goes through all its 2,048 values, in place of samples.
    pub every_mode: bool,
    /// Tests of a program.
    pub tests: usize,
    /// Rows of a program of vector instructions.
    pub rows: usize,
}

impl Config {
    /// For the instructions whose names are wanted.
    pub fn new(seed: u64, wanted: impl Fn(&str) -> bool) -> Config {
        Config {
            ops: Op::all().filter(|&op| is_tested(op) && wanted(op.name())).collect(),
            seed,
            waves: vec![32, 64],
            every_mode: false,
            tests: 12,
            rows: 1024,
        }
    }
}

/// A dword as what it may be.
struct Word(u32);

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let half = |v: u32| half::f16::from_bits(v as u16).to_f32();
        let v = self.0;
        write!(f, "{v:08x} (f32 {:e}, f16 {:e} {:e})", f32::from_bits(v), half(v >> 16), half(v))
    }
}

/// A difference.
#[derive(Clone, Debug)]
pub struct Mismatch {
    /// The instruction's name.
    pub name: &'static str,
    /// Its text.
    pub text: String,
    /// Lanes of a wave.
    pub wave: u32,
    /// MODE before it.
    pub mode: Mode,
    /// A field of MODE that came from a register.
    pub from_register: Option<(u16, u16)>,
    /// Row of the program: lanes of all waves, or waves.
    pub row: usize,
    /// Registers and what they held.
    pub inputs: Vec<(String, u32)>,
    /// Where the difference is.
    pub place: String,
    /// What the model left there.
    pub model: u32,
    /// What the recompiled program left there.
    pub recompiled: u32,
    /// Dwords that differ in the whole program.
    pub differing: usize,
    /// The case that shows it, if it does so alone.
    pub case: Option<Box<Case>>,
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let m = self.mode;
        writeln!(
            f,
            "{} (wave{}, FLOAT_MODE {:#04x}, IEEE {}, DX10_CLAMP {}, FP16_OVFL {}), row {}, {} dwords differ",
            self.text,
            self.wave,
            m.float_mode,
            u8::from(m.ieee),
            u8::from(m.dx10_clamp),
            u8::from(m.fp16_ovfl),
            self.row,
            self.differing
        )?;
        if let Some((offset, size)) = self.from_register {
            writeln!(f, "  MODE     {size} bits from bit {offset} on were written from a register")?;
        }
        for (name, value) in &self.inputs {
            writeln!(f, "  Input      {name:<8} {}", Word(*value))?;
        }
        writeln!(f, "  Model      {:<8} {}", self.place, Word(self.model))?;
        write!(f, "  Recompiled {:<8} {}", self.place, Word(self.recompiled))
    }
}

/// What was done.
#[derive(Clone, Debug, Default)]
pub struct Counts {
    /// Programs run.
    pub programs: u64,
    /// Instructions in them.
    pub instructions: u64,
    /// Rows of results that were compared, over all instructions.
    pub rows: u64,
    /// Tests by instruction that ran.
    pub ran: BTreeMap<&'static str, u64>,
    /// Tests that were refused, by instruction and reason.
    pub refused: BTreeMap<(&'static str, String), u64>,
    /// Tests that the model ran and the recompiled program did not come to an end with, by instruction and error: bugs.
    pub failed: BTreeMap<(&'static str, String), u64>,
    /// Instructions that differed.
    pub mismatches: u64,
}

/// Instructions whose last bit is not defined: both sides stay within one of the true value.
fn is_approximate(name: &str) -> bool {
    ["v_rcp", "v_rsq", "v_sqrt", "v_exp", "v_log", "v_sin", "v_cos"].iter().any(|p| name.starts_with(p))
}

/// Whether two results of such an instruction are as near as they have to be: one in the last place of a float that begins
/// at some byte of the register (SDWA shifts results).
fn near(a: u32, b: u32) -> bool {
    let apart = a.wrapping_sub(b);
    [0, 8, 16, 24].iter().any(|&at| [1 << at, (1u32 << at).wrapping_neg()].contains(&apart))
}

/// Tests as long as the caller wants.
#[derive(Debug)]
pub struct Difftest<'a> {
    config: Config,
    executor: Executor<'a>,
    next: Numbers,
    /// What is left of the current round.
    round: Vec<(Op, Form)>,
    mode: u32,
    serial: u64,
    /// What was done so far.
    pub counts: Counts,
}

impl<'a> Difftest<'a> {
    /// A new one.
    pub fn new(config: Config, executor: Executor<'a>) -> Difftest<'a> {
        let next = Numbers::new(config.seed);
        Difftest { config, executor, next, round: Vec::new(), mode: 0, serial: 0, counts: Counts::default() }
    }

    fn next_mode(&mut self) -> Mode {
        const USUAL: [u32; 6] = [0xc0, 0xf0, 0x2f0, 0x1c0, 0x1f0, 0x3f0];
        let bits = if self.config.every_mode {
            self.mode += 1;
            self.mode - 1
        } else if self.next.one_in(4) {
            self.next.pick(&USUAL).unwrap_or(0xc0)
        } else {
            self.next.bits() as u32
        };
        Mode {
            float_mode: bits as u8,
            dx10_clamp: bits >> 8 & 1 != 0,
            ieee: bits >> 9 & 1 != 0,
            fp16_ovfl: bits >> 10 & 1 != 0,
        }
    }

    /// All instructions in all their forms, in another order each time.
    fn refill(&mut self) {
        let all = self.config.ops.iter();
        let mut all: Vec<_> = all.flat_map(|&op| Form::of(op).map(move |form| (op, form))).collect();
        while !all.is_empty() {
            let i = self.next.below(all.len());
            self.round.push(all.swap_remove(i));
        }
    }

    /// A program of instructions that go together: of one wave size, scalar or vector, looking at other lanes or not.
    fn program(&mut self) -> Option<Program> {
        let size = self.next.pick(&self.config.waves)?;
        let mut tests: Vec<Test> = Vec::new();
        let mut kind = None;
        let mut later = Vec::new();
        let mut most = self.config.tests;
        let modes = self.config.every_mode;
        while tests.len() < most {
            if self.round.is_empty() {
                if !tests.is_empty() {
                    break;
                }
                self.refill();
            }
            let Some((op, form)) = self.round.pop() else { break };
            let is_first = tests.is_empty();
            let repeat = if modes && is_first { most } else { 1 };
            for _ in 0..repeat {
                let mode = self.next_mode();
                let Some(mut test) = Test::random(op, form, size, mode, &mut self.next) else { break };
                let this = (is_scalar(op), test.crosses(size));
                if *kind.get_or_insert(this) != this {
                    later.push((op, form));
                    break;
                }
                if this.1 && !this.0 && matches!(self.executor, Executor::Vulkan(_)) {
                    // Programs whose lanes look at each other take software drivers seconds to compile: fewer of them, and
                    // one instruction each.
                    if !self.next.one_in(4) && self.config.ops.len() > 20 {
                        kind = None;
                        break;
                    }
                    most = 1;
                } else if this.1 && !this.0 {
                    most = most.min(4);
                }
                if !modes && self.next.one_in(12) {
                    let fields = [(0, 2), (2, 2), (4, 2), (6, 2), (8, 1), (9, 1), (23, 1), (4, 4)];
                    test.from_register = self.next.pick(&fields);
                }
                tests.push(test);
            }
            if modes || later.len() > 4 * most {
                break;
            }
        }
        self.round.append(&mut later);
        let (scalar, crosses) = kind?;
        let waves = match (scalar, crosses) {
            (true, _) => 96,
            (false, false) => self.config.rows / size as usize,
            (false, true) => (self.config.rows / 4 / size as usize).max(1),
        };
        let lanes = size as usize;
        let tests = tests
            .into_iter()
            .map(|test| {
                let rows = if scalar { 1 } else { lanes };
                let values = test.values(waves, rows, &mut self.next);
                (test, values)
            })
            .collect();
        Some(Program { size, waves, tests })
    }

    /// Makes a program, runs it on both sides and returns what differs.
    ///
    /// # Errors
    /// Bugs of this crate and failures of a device; no instruction is at fault.
    pub fn step(&mut self) -> Result<Vec<Mismatch>, Error> {
        let Some(program) = self.program() else { return Err(Error::Nothing) };
        self.counts.programs += 1;
        self.run(&program)
    }

    /// Runs a program; one that is refused is divided until each refused instruction stands alone.
    fn run(&mut self, program: &Program) -> Result<Vec<Mismatch>, Error> {
        // No recursion: at most as many halves as there are tests.
        let mut work = vec![program.clone()];
        let mut found = Vec::new();
        while let Some(program) = work.pop() {
            self.serial += 1;
            let name = format!("difftest-{:x}-{}", self.config.seed, self.serial);
            match self.compare(&program, &name) {
                Ok(differing) => {
                    self.counts.instructions += program.tests.len() as u64;
                    self.counts.rows += (program.tests.len() * program.rows()) as u64;
                    for (test, _) in &program.tests {
                        *self.counts.ran.entry(test.inst.name()).or_default() += 1;
                    }
                    found.extend(self.report(&program, differing, &name)?);
                }
                Err(Error::Frame(text)) => return Err(Error::Frame(text)),
                Err(Error::Nothing) => return Err(Error::Nothing),
                Err(Error::Model(error) | Error::Run(error))
                    if matches!(error, ReplayError::Device { refusal: false, .. }) =>
                {
                    let text: Vec<_> =
                        program.tests.iter().map(|(t, _)| isa::disasm(&t.inst, program.size)).collect();
                    return Err(Error::At { error, text: text.join("; ") });
                }
                Err(Error::At { error, text }) => return Err(Error::At { error, text }),
                // One of several instructions: which?
                Err(_) if program.tests.len() > 1 => work.extend(program.halves()),
                Err(error @ (Error::Model(_) | Error::Run(_))) => {
                    let Some((test, _)) = program.tests.first() else { continue };
                    let (list, error) = match error {
                        Error::Run(error) if !error.is_refusal() => (&mut self.counts.failed, error),
                        Error::Run(error) | Error::Model(error) => (&mut self.counts.refused, error),
                        _ => continue,
                    };
                    *list.entry((test.inst.name(), reason(&error))).or_default() += 1;
                }
            }
        }
        Ok(found)
    }

    /// The dwords that differ: number in the results, model, recompiled.
    fn compare(&mut self, program: &Program, name: &str) -> Result<Differing, Error> {
        let mut built = program.build(name)?;
        let options = ReplayOptions { seed: self.config.seed as u32, ..ReplayOptions::default() };
        let model = expected(&built.case, options)?;
        built.case.expect = vec![Expect {
            region: REGION.to_owned(),
            file: "expected.bin".to_owned(),
            rule: Rule::Bits,
            bytes: Arc::from(model.as_slice()),
        }];
        let replay = self.execute(&built.case, options)?;
        let Some((_, bytes)) = replay.differing.first() else {
            return Ok(Differing { built, words: Vec::new() });
        };
        let pairs = model.as_chunks::<4>().0.iter().zip(bytes.as_chunks::<4>().0).enumerate();
        let stride = built.outs.len().max(1);
        let approximate = |at: usize| {
            let test = built.outs.get(at % stride).and_then(|&(t, _)| program.tests.get(t));
            test.is_some_and(|(t, _)| is_approximate(t.inst.name()))
        };
        let words = pairs
            .map(|(at, (m, r))| (at, u32::from_le_bytes(*m), u32::from_le_bytes(*r)))
            .filter(|&(at, m, r)| m != r && !(approximate(at) && near(m, r)))
            .collect();
        Ok(Differing { built, words })
    }

    fn execute(&mut self, case: &Case, options: ReplayOptions) -> Result<Replay, Error> {
        Ok(match self.executor {
            Executor::Interp => interpret(case, options, Stage::Guest).map_err(Error::Run)?,
            Executor::InterpLegal => {
                let caps = self.host();
                interpret_for(case, options, &caps).map_err(Error::Run)?
            }
            Executor::Vulkan(target) => driver::on_device::run(target, case, options).map_err(Error::Run)?,
        })
    }

    /// A host of some kind.
    fn host(&mut self) -> DeviceCaps {
        let subgroup_size = self.next.pick(&[4, 8, 32, 64]).unwrap_or(8);
        let profile = match self.next.below(4) {
            0 => profiles::promising(subgroup_size),
            1 => profiles::lavapipe(subgroup_size),
            2 => profiles::swiftshader(),
            _ => profiles::unknown(subgroup_size),
        };
        DeviceCaps {
            int64: profile.caps.int64 && !self.next.one_in(4),
            float64: profile.caps.float64 && !self.next.one_in(4),
            float16: profile.caps.float16 && !self.next.one_in(4),
            ..profile.caps
        }
    }

    /// One report for each instruction that differs.
    fn report(&mut self, program: &Program, found: Differing, name: &str) -> Result<Vec<Mismatch>, Error> {
        let stride = found.built.outs.len().max(1);
        let mut out: Vec<Mismatch> = Vec::new();
        let mut seen: Vec<usize> = Vec::new();
        for &(at, model, recompiled) in &found.words {
            let Some(&(number, place)) = found.built.outs.get(at % stride) else { continue };
            if seen.contains(&number) {
                continue;
            }
            seen.push(number);
            let Some((test, values)) = program.tests.get(number) else { continue };
            let (row, of_test) = (at / stride, |w: &&(usize, u32, u32)| {
                found.built.outs.get(w.0 % stride).is_some_and(|o| o.0 == number)
            });
            let per_wave = program.rows() / program.waves.max(1);
            let inputs = test.loads.iter().zip(&values.0).map(|(load, column)| {
                let index = if matches!(load.place, Place::Lane(_)) { row } else { row / per_wave.max(1) };
                (load.place.name(), column.get(index).copied().unwrap_or(0))
            });
            self.counts.mismatches += 1;
            let alone = program.only(number, Some(row / per_wave.max(1)));
            out.push(Mismatch {
                name: test.inst.name(),
                text: isa::disasm(&test.inst, program.size),
                wave: program.size,
                mode: test.mode,
                from_register: test.from_register,
                row,
                inputs: inputs.collect(),
                place: out_name(place),
                model,
                recompiled,
                differing: found.words.iter().filter(of_test).count(),
                case: self.alone(&alone, &format!("{name}-{}", test.inst.name()))?,
            });
        }
        Ok(out)
    }

    /// The case of one instruction and one wave, if that shows a difference.
    fn alone(&mut self, program: &Program, name: &str) -> Result<Option<Box<Case>>, Error> {
        match self.compare(program, name) {
            Ok(found) if !found.words.is_empty() => Ok(Some(Box::new(found.built.case))),
            Ok(_) => Ok(None),
            Err(Error::Run(_) | Error::Model(_)) => Ok(None),
            Err(error) => Err(error),
        }
    }
}

fn out_name(out: Out) -> String {
    out.name()
}

/// A program and its dwords that differ.
struct Differing {
    built: Built,
    words: Vec<(usize, u32, u32)>,
}

/// What the model leaves in the results.
fn expected(case: &Case, options: ReplayOptions) -> Result<Vec<u8>, Error> {
    let prepared = Prepared::new(case, options).map_err(Error::Model)?;
    for group in 0..prepared.group_count() {
        prepared.run_group(group, &mut Unobserved).map_err(Error::Model)?;
    }
    prepared.snapshot(REGION).ok_or_else(|| Error::Frame("there are no results".to_owned()))
}

/// An error without the place, for counting.
fn reason(error: &ReplayError) -> String {
    let text = error.to_string();
    let text = text.split(": pc 0x").next().unwrap_or_default();
    let is_place = |part: &&str| part.starts_with("pc ") || part.starts_with("words ");
    let text = text.split(": ").skip_while(is_place).collect::<Vec<_>>().join(": ");
    let code = error.code();
    if text.contains(code) { text } else { format!("{text} [{code}]") }
}

/// How many corner values the types of an instruction's sources have at least.
pub fn corners(op: Op) -> usize {
    let slots = [Slot::src0, Slot::src1, Slot::src2, Slot::ssrc0, Slot::ssrc1];
    let types = slots.iter().filter_map(|&slot| op.row().ty(slot)).filter(|&ty| ty != Ty::Mask);
    types.map(|ty| Kind::of(ty).corners()).min().unwrap_or(usize::MAX)
}
