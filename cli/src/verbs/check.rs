//! `wavewright check`: many cases, each in a child process that is replaced when it dies.

use super::worker::{Answer, Verdict};
use super::{executor_name, threads};
use crate::args::{Check, RunOptions};
use crate::exit::{CliError, Exit};
use crate::output::{line, progress};
use std::collections::HashSet;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// Levels of folders that are searched for cases.
const DEPTH: usize = 4;

fn name(path: &Path) -> String {
    let stem =
        if path.extension().is_some_and(|e| e == "wwcap") { path.file_stem() } else { path.file_name() };
    stem.map_or_else(|| path.display().to_string(), |s| s.to_string_lossy().into_owned())
}

fn is_case(path: &Path) -> bool {
    path.join("case.json").is_file() || path.extension().is_some_and(|e| e == "wwcap") && path.is_file()
}

fn find(dir: &Path, depth: usize, out: &mut Vec<PathBuf>) -> std::io::Result<()> {
    if is_case(dir) {
        out.push(dir.to_owned());
        return Ok(());
    }
    if depth == 0 || !dir.is_dir() {
        return Ok(());
    }
    for entry in std::fs::read_dir(dir)? {
        find(&entry?.path(), depth - 1, out)?;
    }
    Ok(())
}

/// The cases that the arguments select, by name.
fn select(args: &Check) -> Result<Vec<PathBuf>, CliError> {
    let mut cases = Vec::new();
    for dir in &args.dirs {
        if !dir.exists() {
            return Err(CliError::bad_input("CLI0003", format!("{}: no such file or folder", dir.display())));
        }
        find(dir, DEPTH, &mut cases)
            .map_err(|e| CliError::bad_input("CLI0001", format!("{}: {e}", dir.display())))?;
    }
    if let Some(file) = &args.list {
        let text = std::fs::read_to_string(file)
            .map_err(|e| CliError::bad_input("CLI0001", format!("{}: {e}", file.display())))?;
        let wanted: Vec<&str> = text.lines().map(str::trim).filter(|l| !l.is_empty()).collect();
        let there: HashSet<String> = cases.iter().map(|p| name(p)).collect();
        if let Some(missing) = wanted.iter().find(|w| !there.contains(**w)) {
            return Err(CliError::bad_input(
                "CLI0004",
                format!("{} names the case `{missing}`, which is not in the folders given", file.display()),
            ));
        }
        let wanted: HashSet<&str> = wanted.into_iter().collect();
        cases.retain(|p| wanted.contains(name(p).as_str()));
    }
    if let Some(pattern) = &args.filter {
        let glob =
            globset::Glob::new(pattern).map_err(|e| CliError::bad_input("CLI0005", e))?.compile_matcher();
        cases.retain(|p| glob.is_match(name(p)));
    }
    cases.sort();
    if cases.is_empty() {
        return Err(CliError::bad_input("CLI0006", "no case was found"));
    }
    Ok(cases)
}

/// A running child and the lines it prints.
struct Worker {
    child: Child,
    stdin: ChildStdin,
    lines: Receiver<String>,
}

impl Worker {
    fn start(options: &RunOptions) -> Result<Worker, CliError> {
        let executor = executor_name(options.on);
        let mut child = Command::new(std::env::current_exe()?)
            .args(["check-worker", "--on", executor])
            .args(["--instruction-limit", &options.instruction_limit.to_string()])
            .args(["--seed", &options.seed.to_string(), "--subgroup", &options.subgroup.to_string()])
            .args(options.validate.then_some("--validate"))
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
            none => none.insert(Worker::start(&args.run)?),
        };
        let answer = running.ask(case, Duration::from_secs(args.timeout)).unwrap_or_else(|message| {
            worker = None;
            Answer::stopped(Verdict::Failed, "CLI0008", message)
        });
        done(i, answer, start.elapsed());
    }
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
    let mut verdicts = Vec::new();
    let start = Instant::now();
    let mut instructions = 0;
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
            instructions += answer.instructions;
            verdicts.push(answer.verdict);
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
    let count = |v: Verdict| verdicts.iter().filter(|x| **x == v).count();
    let (passed, refused, bad) = (count(Verdict::Passed), count(Verdict::Refused), count(Verdict::BadInput));
    let failed = count(Verdict::Failed) + bad;
    if json {
        line(
            &serde_json::json!({
                "passed": passed, "failed": failed, "refused": refused, "on": executor_name(args.run.on),
                "instructions": instructions, "seconds": start.elapsed().as_secs_f64(),
            })
            .to_string(),
        );
    } else {
        line(&format!("{passed} passed, {failed} failed, {refused} refused"));
    }
    Ok(if failed > bad {
        Exit::Mismatch
    } else if bad > 0 {
        Exit::BadInput
    } else if refused > 0 {
        Exit::Refused
    } else {
        Exit::Ok
    })
}
