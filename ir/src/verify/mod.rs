//! Checks what every function must keep. The list of the invariants is [`Rule`]: each has a name, a sentence and a
//! filetest under `tests/filetests/verify`.
//!
//! Requires nothing: any arenas give errors, not panics. Ensures: what passes can be printed, read back, interpreted and
//! rewritten without looking at these things again. Several errors are collected, at most [`MAX_ERRORS`]. Where an entity
//! does not exist or stands in two places, nothing further is looked at.

mod flow;
mod inst;
mod structure;

use crate::entity::{Block, Inst};
use crate::function::{Function, Phase};
use crate::text::{Names, inst_line};
use std::fmt;
use thiserror::Error;

/// Errors that are collected.
pub const MAX_ERRORS: usize = 100;

macro_rules! rules {
    ($($rule:ident = $name:literal: $doc:literal;)*) => {
        /// An invariant.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
        pub enum Rule { $(#[doc = $doc] $rule,)* }

        impl Rule {
            /// All of them.
            pub const ALL: &'static [Rule] = &[$(Rule::$rule,)*];

            /// Name in errors and filetests.
            pub const fn name(self) -> &'static str {
                match self { $(Rule::$rule => $name,)* }
            }

            /// The invariant in a sentence.
            pub const fn doc(self) -> &'static str {
                match self { $(Rule::$rule => $doc,)* }
            }
        }
    };
}
rules! {
    // The function as a whole.
    Names = "names": "No two variables and no two resources have one name.";
    WaveSize = "wave-size": "A wave has a power of two of lanes, at most 64; where it has no size (0), no op looks at lanes.";
    LocalSize = "local-size": "A workgroup has at least one invocation and at most 2^32 - 1.";
    Reference = "reference": "Every value, instruction, block, variable and resource that is named exists; targets of branches are blocks of the layout, bodies are not.";
    OnePlace = "one-place": "Every block and every instruction stands in one place.";
    OneDefinition = "one-definition": "Every value is defined where it says: result of one instruction, parameter of one block.";
    Constant = "constant": "A constant is uniform and fits its width.";
    Entry = "entry": "There is an entry; it has no parameters and no predecessors; in Legal it is the only block of the layout.";
    Terminator = "terminator": "Every block ends with an instruction that ends blocks, and has no other one.";
    // Phases.
    Variables = "variables-in-raw-and-legal": "`get` and `set` stand only in Raw and in Legal.";
    Graph = "graph-only-before-legal": "`br`, `brif` and `switch` stand only before Legal.";
    Structured = "structured-only-in-legal": "Structured ops stand only in Legal.";
    FloatEnv = "float-env-only-before-legal": "Float ops with an environment stand only before Legal.";
    HostFloat = "host-float-only-from-resolved": "Float ops of the host stand only in Resolved and Legal.";
    // Rows.
    OperandCount = "operand-count": "An instruction has the operands of its row.";
    OperandWidth = "operand-width": "Operands have the widths of the row; all that are T have one width.";
    OperandRate = "operand-rate": "A uniform operand is uniform; a uniform value may stand for a lane one.";
    ResultCount = "result-count": "An instruction has the results of its row.";
    ResultType = "result-type": "Results have the types that follow from row, operands and attribute; one that takes its rate from the operands may be at lane rate all the same.";
    Attribute = "attribute": "The attribute is of the row's kind and its numbers mean something.";
    ConversionWidth = "conversion-width": "`zext` and `sext` widen, `trunc` narrows, `pack` and halves have a width to go to.";
    FloatWidth = "float-width": "Floats are b16, b32 or b64.";
    Memory = "memory-access": "An access has a width of whole bytes no wider than its values, 1 to 16 elements, a power of two as alignment, an address of the space's width; it takes lane data only with a lane address or mask; constant memory is read only, by uniform addresses.";
    Atomic = "atomic": "An atomic has one element of b32 or b64 as wide as its data, one result, and a compare value only where it compares.";
    // Flow.
    Dominance = "dominance": "A definition stands above its uses on every path; in Legal, above them in the same body or one around it.";
    BlockArgs = "block-args": "A target gets as many arguments as it has parameters, of their widths; a uniform parameter gets uniform ones.";
    CaseValues = "case-values": "No two cases of a switch have one value.";
    BodyShape = "body-shape": "`if_` has two bodies, `loop_` one; `sswitch` has one default, its last body; only a loop's body has parameters, one an operand, as its operands fit.";
    BodyEnd = "body-end": "A body of `if_` or `sswitch` ends with `yield_`, one of a loop with `break_` or `continue_`; or with what leaves further: a loop around it, the wave.";
    BodyResults = "body-results": "`yield_` and `break_` give values that fit the results; `continue_` gives values that fit the parameters.";
    LoopExit = "loop-exit": "`break_` and `continue_` stand in loops.";
    LaneFlow = "lane-flow": "Under a condition at lane rate, and in a loop left by one, nothing looks at other lanes, acts once a wave, waits or ends the wave; results that depend on it are at lane rate.";
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What an error is about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Place {
    /// The function as a whole.
    Function,
    /// A block or body.
    Block(Block),
    /// An instruction.
    Inst(Inst),
}

/// A broken invariant.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{text}: {message} [{rule}]")]
pub struct VerifyError {
    /// The invariant.
    pub rule: Rule,
    /// Where.
    pub place: Place,
    /// The instruction, the block's label or the function's name, as text.
    pub text: String,
    /// How it is broken.
    pub message: String,
}

/// Broken invariants of a function, in the order in which they were found; never empty.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub struct VerifyErrors(pub Vec<VerifyError>);

impl fmt::Display for VerifyErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, error) in self.0.iter().enumerate() {
            if i > 0 {
                f.write_str("\n")?;
            }
            write!(f, "{error}")?;
        }
        Ok(())
    }
}

/// Checks a function by its phase.
///
/// # Errors
/// The invariants that it breaks.
pub fn verify(func: &Function) -> Result<(), VerifyErrors> {
    verify_as(func, func.phase)
}

/// Checks a function by a phase that it is about to enter.
///
/// # Errors
/// The invariants that it breaks.
pub fn verify_as(func: &Function, phase: Phase) -> Result<(), VerifyErrors> {
    let mut v = Verifier { func, phase, errors: vec![], names: None };
    if let Some(places) = structure::check(&mut v) {
        inst::check(&mut v, &places);
        flow::check(&mut v, &places);
    }
    if v.errors.is_empty() { Ok(()) } else { Err(VerifyErrors(v.errors)) }
}

struct Verifier<'a> {
    func: &'a Function,
    phase: Phase,
    errors: Vec<VerifyError>,
    /// Made for the first error.
    names: Option<Names>,
}

impl Verifier<'_> {
    fn names(&mut self) -> &Names {
        self.names.get_or_insert_with(|| Names::new(self.func))
    }

    /// An error in an instruction, which exists and so do its operands.
    fn inst(&mut self, rule: Rule, inst: Inst, message: impl fmt::Display) {
        if self.errors.len() < MAX_ERRORS {
            let func = self.func;
            let text = format!("`{}`", inst_line(func, self.names(), inst));
            self.errors.push(VerifyError {
                rule,
                place: Place::Inst(inst),
                text,
                message: message.to_string(),
            });
        }
    }

    fn block(&mut self, rule: Rule, block: Block, message: impl fmt::Display) {
        if self.errors.len() < MAX_ERRORS {
            let text = match self.names().block(block) {
                Some(number) => format!("b{number}"),
                None => "a body".to_owned(),
            };
            self.errors.push(VerifyError {
                rule,
                place: Place::Block(block),
                text,
                message: message.to_string(),
            });
        }
    }

    fn function(&mut self, rule: Rule, message: impl fmt::Display) {
        if self.errors.len() < MAX_ERRORS {
            let text = format!("function {}", self.func.name);
            self.errors.push(VerifyError {
                rule,
                place: Place::Function,
                text,
                message: message.to_string(),
            });
        }
    }

    /// An error that is found before things are known to exist: nothing is printed.
    fn broken(&mut self, rule: Rule, place: Place, message: impl fmt::Display) {
        if self.errors.len() < MAX_ERRORS {
            let text = match place {
                Place::Function => format!("function {}", self.func.name),
                Place::Block(block) => format!("{block}"),
                Place::Inst(inst) => format!("{inst}"),
            };
            self.errors.push(VerifyError { rule, place, text, message: message.to_string() });
        }
    }
}

#[cfg(test)]
mod tests;
