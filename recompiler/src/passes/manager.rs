//! Runs lists of steps: names, switches, dumps, verification, times, fuel.
//!
//! Ensures: passes know nothing of all this. With fuel for n passes the function is what the first n passes made of it, so a
//! wrong result is narrowed to one pass by bisection; later passes that a phase needs ([`NEEDED`]) run all the same.

use super::{Changed, PassError, pass, structurize};
use ir::Function;
use ir::verify::VerifyErrors;
use std::time::Duration;

/// A step of a list.
#[derive(Clone, Copy, Debug)]
pub enum Step {
    /// A pass.
    Once(&'static str),
    /// Passes in turn until each has run since another one changed something, at most [`MAX_ROUNDS`] times.
    UntilStable(&'static [&'static str]),
    /// Steps that only a function with memory of the lanes needs.
    WithScratch(&'static [Step]),
    /// Steps again and again until none changes anything, at most so many times.
    Rounds(usize, &'static [Step]),
}

impl Step {
    /// A pass.
    pub const fn once(name: &'static str) -> Step {
        Step::Once(name)
    }

    /// A few passes until nothing changes.
    pub const fn until_stable(names: &'static [&'static str]) -> Step {
        Step::UntilStable(names)
    }
}

/// Rounds of an [`Step::UntilStable`]: what is left after them is rare and small.
pub const MAX_ROUNDS: usize = 4;

/// What is wanted around the passes.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Passes that are left out, by name. Those that a phase needs cannot be.
    pub disabled: Vec<String>,
    /// Verify after each pass.
    pub verify: bool,
    /// Passes that may still run; none: all.
    pub fuel: Option<usize>,
    /// Switches of `structurize`.
    pub structurize: structurize::Options,
}

/// When a dump is taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Before the pass.
    Before,
    /// After the pass.
    After,
}

/// One run of a pass, or of other work that [`Manager::timed`] was asked to time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Report {
    /// Its name.
    pub name: &'static str,
    /// Whether it changed the function.
    pub changed: Changed,
    /// How long it took, by the manager's clock.
    pub time: Duration,
}

/// Called around each pass.
pub type Dump<'a> = &'a mut dyn FnMut(&'static str, Stage, &Function);

/// Runs passes.
pub struct Manager<'a> {
    options: Options,
    /// Time since some start. The library has no clock of its own.
    clock: Option<&'a dyn Fn() -> Duration>,
    dump: Option<Dump<'a>>,
    reports: Vec<Report>,
    broken: Option<(&'static str, VerifyErrors)>,
}

impl std::fmt::Debug for Manager<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Manager").field("options", &self.options).field("reports", &self.reports).finish()
    }
}

/// Passes that a phase needs.
const NEEDED: [&str; 3] = ["ssa", "legalize_atomics", "structurize"];

impl<'a> Manager<'a> {
    /// A manager without clock and dumps.
    pub fn new(options: Options) -> Manager<'a> {
        Manager { options, clock: None, dump: None, reports: vec![], broken: None }
    }

    /// Takes times from this clock.
    #[must_use]
    pub fn clock(mut self, clock: &'a dyn Fn() -> Duration) -> Manager<'a> {
        self.clock = Some(clock);
        self
    }

    /// Calls this before and after each pass.
    #[must_use]
    pub fn dump(mut self, dump: Dump<'a>) -> Manager<'a> {
        self.dump = Some(dump);
        self
    }

    /// Bodies nest at most this deep: what the device allows.
    pub fn nest_at_most(&mut self, depth: u32) {
        let most = &mut self.options.structurize.max_depth;
        *most = depth.min(*most);
    }

    /// What has run so far.
    pub fn reports(&self) -> &[Report] {
        &self.reports
    }

    /// The pass after which the function broke rules, and which.
    pub fn broken(&self) -> Option<&(&'static str, VerifyErrors)> {
        self.broken.as_ref()
    }

    /// Runs a list.
    ///
    /// # Errors
    /// What the passes refuse; a name that there is no pass for and a function that breaks a rule after a pass are bugs.
    pub fn run(&mut self, func: &mut Function, steps: &[Step]) -> Result<(), PassError> {
        for step in steps {
            match *step {
                Step::Once(name) => {
                    self.pass(func, name)?;
                }
                Step::WithScratch(_) if func.scratch_bytes == 0 => {}
                Step::WithScratch(steps) => self.run(func, steps)?,
                Step::Rounds(most, steps) => {
                    for _ in 0..most {
                        let before = self.reports.len();
                        self.run(func, steps)?;
                        if self.reports.iter().skip(before).all(|r| r.changed == Changed::No) {
                            break;
                        }
                    }
                }
                Step::UntilStable(names) => {
                    // A pass leaves nothing that it would do again by itself: all is done once each has run since the last
                    // change by another one.
                    let mut done = 0;
                    for name in names.iter().cycle().take(names.len() * MAX_ROUNDS) {
                        done = if self.pass(func, name)? == Changed::Yes { 1 } else { done + 1 };
                        if done == names.len() {
                            break;
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// Runs work that is no pass and takes its time under a name.
    pub fn timed<T>(&mut self, name: &'static str, work: impl FnOnce() -> T) -> T {
        let start = self.clock.map(|c| c());
        let result = work();
        let time = self.clock.zip(start).map_or(Duration::ZERO, |(c, start)| c().saturating_sub(start));
        self.reports.push(Report { name, changed: Changed::Yes, time });
        result
    }

    /// Runs a pass by name.
    ///
    /// # Errors
    /// As [`Manager::run`].
    pub fn pass(&mut self, func: &mut Function, name: &'static str) -> Result<Changed, PassError> {
        if name == "structurize" {
            let options = self.options.structurize;
            return self.with(func, name, |func| structurize::run_with(func, options));
        }
        let pass = pass(name).ok_or_else(|| PassError::bug("a step names no pass"))?;
        self.with(func, name, pass.run)
    }

    /// Runs a pass that needs more than the function; everything around it as for the others.
    ///
    /// # Errors
    /// As [`Manager::run`].
    pub fn with(
        &mut self,
        func: &mut Function,
        name: &'static str,
        run: impl FnOnce(&mut Function) -> Result<Changed, PassError>,
    ) -> Result<Changed, PassError> {
        if !NEEDED.contains(&name) {
            if self.options.disabled.iter().any(|d| d == name) || self.options.fuel == Some(0) {
                return Ok(Changed::No);
            }
            if let Some(fuel) = &mut self.options.fuel {
                *fuel -= 1;
            }
        }
        if let Some(dump) = &mut self.dump {
            dump(name, Stage::Before, func);
        }
        let start = self.clock.map(|c| c());
        let changed = run(func)?;
        let time = self.clock.zip(start).map_or(Duration::ZERO, |(c, start)| c().saturating_sub(start));
        self.reports.push(Report { name, changed, time });
        if let Some(dump) = &mut self.dump {
            dump(name, Stage::After, func);
        }
        if self.options.verify
            && let Err(errors) = ir::verify::verify(func)
        {
            self.broken = Some((name, errors));
            return Err(PassError::bug("a pass broke a rule of the IR"));
        }
        Ok(changed)
    }
}
