//! `wavewright check`: many cases, each in a child process that is replaced when it dies.

use super::runner;
use super::select::{Programs, Wanted, name};
use super::threads;
use super::worker::{Answer, Verdict};
use crate::args::{Check, Executor};
use crate::exit::{CliError, Exit};
use crate::output::{line, progress};
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// A running child and the lines it prints.
struct Worker {
    child: Child,
    stdin: ChildStdin,
    lines: Receiver<String>,
}

impl Worker {
    fn start(args: &Check) -> Result<Worker, CliError> {
        let options = &args.run;
        let executor = runner::name(options.on);
        let mut child = Command::new(std::env::current_exe()?)
            .args(["check-worker", "--on", executor])
            .args(["--instruction-limit", &options.instruction_limit.to_string()])
            .args(["--seed", &options.seed.to_string(), "--subgroup", &options.subgroup.to_string()])
            .args(options.validate.then_some("--validate"))
            .args(args.compile_only.then_some("--compile-only"))
            .args(["--caps", args.target.caps.name()])
            .args(options.force_dispatch.then_some("--force-dispatch"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let (Some(stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(CliError::bad_input("CLI0007", "the child process has no pipes"));
        };
        let (send, lines) = channel();
        // Ends with the child: its output closes.
        std::thread::spawn(move || {
            for text in BufReader::new(stdout).lines().map_while(Result::ok) {
                if send.send(text).is_err() {
                    return;
                }
            }
        });
        Ok(Worker { child, stdin, lines })
    }

    /// Runs a case; `None` if the child died or was stopped, with what to say about it.
    fn ask(&mut self, case: &Path, timeout: Duration) -> Result<Answer, String> {
        if writeln!(self.stdin, "{}", case.display()).is_err() {
            return Err(self.died());
        }
        match self.lines.recv_timeout(timeout) {
            Ok(text) => serde_json::from_str(&text).map_err(|e| format!("the child answered nonsense: {e}")),
            Err(RecvTimeoutError::Timeout) => Err(format!("no result within {} s", timeout.as_secs())),
            Err(RecvTimeoutError::Disconnected) => Err(self.died()),
        }
    }

    fn died(&mut self) -> String {
        match self.child.wait() {
            Ok(status) => format!("the process that ran it crashed ({status})"),
            Err(error) => format!("the process that ran it is gone ({error})"),
        }
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        // Fails only for a child that is gone already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Takes cases from the list until it is empty; restarts its child when a case kills it.
fn work(
    args: &Check,
    cases: &[PathBuf],
    next: &AtomicUsize,
    done: &dyn Fn(usize, Answer, Duration),
) -> Result<(), CliError> {
    let mut worker = None;
    loop {
        let i = next.fetch_add(1, Ordering::Relaxed);
        let Some(case) = cases.get(i) else { return Ok(()) };
        let start = Instant::now();
        let running = match &mut worker {
            Some(running) => running,
            none => none.insert(Worker::start(args)?),
        };
        let answer = running.ask(case, Duration::from_secs(args.timeout)).unwrap_or_else(|message| {
            worker = None;
            Answer::stopped(Verdict::Failed, "CLI0008", message)
        });
        done(i, answer, start.elapsed());
    }
}

/// What became of the cases so far.
#[derive(Default)]
struct Tally {
    passed: usize,
    failed: usize,
    /// Those of the failed whose own files are wrong.
    bad: usize,
    /// Those of the failed for which the device or its driver is to blame.
    device: usize,
    refused: usize,
    instructions: u64,
    words: u64,
    /// Refusals by code and reason.
    reasons: BTreeMap<String, usize>,
    /// What cases ran on.
    ran_on: BTreeMap<String, usize>,
    /// Why `--on auto` took the software model.
    why_model: BTreeMap<String, usize>,
}

impl Tally {
    fn add(&mut self, answer: &Answer) {
        self.instructions += answer.instructions;
        self.words += answer.words;
        match answer.verdict {
            Verdict::Passed => self.passed += 1,
            Verdict::Refused => {
                self.refused += 1;
                let reason = answer.reason.as_ref().or(answer.message.as_ref()).cloned().unwrap_or_default();
                let code = answer.code.as_deref().unwrap_or_default();
                *self.reasons.entry(format!("[{code}] {reason}")).or_default() += 1;
            }
            Verdict::BadInput => {
                self.bad += 1;
                self.failed += 1;
            }
            Verdict::Failed => {
                self.failed += 1;
                // The validation layer's words (VUL0009) are our bug and no fault of the device.
                let code = answer.code.as_deref().unwrap_or_default();
                self.device += usize::from(code.starts_with("VUL") && code != "VUL0009");
            }
        }
        if let Some(ran) = &answer.ran {
            *self.ran_on.entry(ran.describe()).or_default() += 1;
            if let Some(why) = &ran.why_model {
                *self.why_model.entry(why.clone()).or_default() += 1;
            }
        }
    }

    fn exit(&self) -> Exit {
        if self.failed > self.bad + self.device {
            Exit::Mismatch
        } else if self.device > 0 {
            Exit::Device
        } else if self.bad > 0 {
            Exit::BadInput
        } else if self.refused > 0 {
            Exit::Refused
        } else {
            Exit::Ok
        }
    }

    fn print(&self, args: &Check, seconds: f64, json: bool) {
        let (passed, failed, refused) = (self.passed, self.failed, self.refused);
        if json {
            let mut sums = serde_json::json!({
                "passed": passed, "failed": failed, "refused": refused, "refusals": self.reasons, "seconds": seconds,
            });
            let more = if args.compile_only {
                serde_json::json!({ "on": "compile-only", "instructions": self.instructions, "words": self.words })
            } else {
                serde_json::json!({
                    "on": runner::name(args.run.on), "ran_on": self.ran_on, "why_model": self.why_model,
                    "instructions": self.instructions,
                })
            };
            if let (Some(to), serde_json::Value::Object(from)) = (sums.as_object_mut(), more) {
                to.extend(from);
            }
            line(&sums.to_string());
            return;
        }
        if args.compile_only {
            for (reason, n) in by_count(&self.reasons) {
                line(&format!("refused {n:5}  {reason}"));
            }
            line(&format!("{} guest instructions, {} words of SPIR-V", self.instructions, self.words));
        } else if args.run.on == Executor::Auto {
            for (on, n) in &self.ran_on {
                eprintln!("note: --on auto: {n} cases ran on {on}");
            }
            for (why, n) in by_count(&self.why_model) {
                eprintln!("note: the software model ran {n} of them: {why}");
            }
        }
        line(&format!("{passed} passed, {failed} failed, {refused} refused"));
    }
}

/// The most frequent first.
fn by_count(counts: &BTreeMap<String, usize>) -> Vec<(&str, usize)> {
    let mut list: Vec<_> = counts.iter().map(|(text, &n)| (text.as_str(), n)).collect();
    list.sort_by_key(|&(_, n)| std::cmp::Reverse(n));
    list
}

fn print(case: &Path, answer: &Answer, time: Duration, args: &Check, json: bool) {
    if json {
        let mut value =
            serde_json::json!({ "case": name(case), "path": case, "seconds": time.as_secs_f64() });
        if let (Some(to), Ok(serde_json::Value::Object(from))) =
            (value.as_object_mut(), serde_json::to_value(answer))
        {
            to.extend(from);
        }
        line(&value.to_string());
        return;
    }
    for note in &answer.notes {
        line(&format!("note {}: {note}", name(case)));
    }
    // Refusals of a compile are printed by reason at the end.
    if args.compile_only && answer.verdict == Verdict::Refused && !args.verbose {
        return;
    }
    let word = match answer.verdict {
        Verdict::Passed if args.verbose => "pass",
        Verdict::Passed => return,
        Verdict::Failed => "FAIL",
        Verdict::BadInput => "BAD",
        Verdict::Refused => "refused",
    };
    let code = answer.code.as_ref().map(|c| format!(" [{c}]")).unwrap_or_default();
    let why = answer.message.as_ref().map(|m| format!(": {m}")).unwrap_or_default();
    line(&format!("{word} {}{code}{why}", name(case)));
}

pub fn run(args: &Check, json: bool) -> Result<Exit, CliError> {
    let cases = select(args)?;
    let workers = threads(&args.run).min(cases.len());
    let bar = progress(cases.len() as u64, "cases", json);
    let next = AtomicUsize::new(0);
    let (send, answers) = channel();
    let mut tally = Tally::default();
    let start = Instant::now();
    std::thread::scope(|scope| -> Result<(), CliError> {
        let handles: Vec<_> = (0..workers)
            .map(|_| {
                let (send, cases, next) = (send.clone(), &cases, &next);
                scope.spawn(move || {
                    work(args, cases, next, &|i, answer, time| {
                        // The receiver lives as long as the scope.
                        let _ = send.send((i, answer, time));
                    })
                })
            })
            .collect();
        drop(send);
        for (i, answer, time) in answers {
            bar.inc(1);
            tally.add(&answer);
            if let Some(case) = cases.get(i) {
                bar.suspend(|| print(case, &answer, time, args, json));
            }
        }
        for handle in handles {
            handle.join().map_err(|_| CliError::bad_input("CLI0009", "a worker thread panicked"))??;
        }
        Ok(())
    })?;
    bar.finish_and_clear();
    tally.print(args, start.elapsed().as_secs_f64(), json);
    Ok(tally.exit())
}

/// The cases, or with `--compile-only` the programs, that the arguments select.
fn select(args: &Check) -> Result<Vec<PathBuf>, CliError> {
    let wanted = Wanted {
        paths: &args.dirs,
        list: args.list.as_deref(),
        filter: args.filter.as_deref(),
        programs: if args.compile_only { Programs::WithFacts } else { Programs::None },
    };
    wanted.find()
}
