//! The IR after each pass, kept as text.
//!
//! Ensures: a text is kept where it differs from the one before it, with the name of what made it.

use ir::Function;
use ir::text::{PrintOptions, print};
use recompiler::passes::{PASSES, Stage};

/// Passes that need more than the function and are in no list.
const OTHERS: [&str; 2] = ["specialize", "legalize_float"];

/// Whether `--after` may name it.
pub fn is_pass(name: &str) -> bool {
    pass_names().contains(&name)
}

/// All that `--after` may name.
pub fn pass_names() -> Vec<&'static str> {
    PASSES.iter().map(|p| p.name).chain(OTHERS).collect()
}

/// A text and what made it.
#[derive(Clone, Debug)]
pub struct Kept {
    /// For people.
    pub title: String,
    /// Name of the pass, `lift` or `wave map`.
    pub pass: &'static str,
    /// The function, with the guest address of each instruction.
    pub text: String,
}

/// The texts in the order in which they were made.
#[derive(Debug, Default)]
pub struct Stages {
    only: Option<String>,
    list: Vec<Kept>,
    last: String,
    runs: usize,
    mapped: bool,
}

impl Stages {
    /// Keeps those after one pass, or after all.
    pub fn new(only: Option<String>) -> Stages {
        Stages { only, ..Stages::default() }
    }

    /// Everything that was kept.
    pub fn list(&self) -> &[Kept] {
        &self.list
    }

    /// Called by the pass manager.
    pub fn take(&mut self, name: &'static str, when: Stage, func: &Function) {
        let text = print(func, PrintOptions { pc: true });
        if text == self.last && self.only.is_none() {
            self.runs += usize::from(when == Stage::After);
            return;
        }
        let (title, pass) = match when {
            Stage::After => {
                self.runs += 1;
                (format!("after {name} (run {} of a pass)", self.runs), name)
            }
            // What no pass did.
            Stage::Before if self.last.is_empty() => ("as lifted".to_owned(), "lift"),
            Stage::Before if text != self.last && !self.mapped => {
                self.mapped = true;
                ("after the wave map".to_owned(), "wave map")
            }
            // A function that changes its phase changes its head line.
            Stage::Before => {
                self.last = text;
                return;
            }
        };
        if self.only.as_ref().is_none_or(|only| only == pass) {
            self.list.push(Kept { title, pass, text: text.clone() });
        }
        self.last = text;
    }
}
