//! Makes a failing program smaller.
//!
//! Requires: a program that fails. Ensures: a program that fails in the same way, from which no step can be left out.
//! Leaves alone: what is in a step.

use super::{Outcome, Program, Step};

/// Leaves out steps, and lanes, while the program fails as it did. Gives the smallest one and what came of it.
pub fn shrink(
    program: &Program,
    outcome: &Outcome,
    judge: &mut impl FnMut(&Program) -> Outcome,
) -> (Program, Outcome) {
    let mut best = (program.clone(), outcome.clone());
    let mut fails = |candidate: Program, best: &mut (Program, Outcome)| {
        let outcome = judge(&candidate);
        let same = outcome.is_like(&best.1);
        if same {
            *best = (candidate, outcome);
        }
        same
    };
    if best.0.invocations != best.0.wave_size {
        let whole = Program { invocations: best.0.wave_size, ..best.0.clone() };
        fails(whole, &mut best);
    }
    loop {
        let before = best.0.steps.len();
        let mut size = before.div_ceil(2).max(1);
        loop {
            let mut at = 0;
            while at < best.0.steps.len() {
                let mut steps = best.0.steps.clone();
                let end = (at + size).min(steps.len());
                steps.drain(at..end);
                without_labels(&mut steps);
                let candidate = Program { steps, ..best.0.clone() };
                if !fails(candidate, &mut best) {
                    at += size;
                }
            }
            if size == 1 {
                break;
            }
            size = size.div_ceil(2);
        }
        if best.0.steps.len() == before {
            return best;
        }
    }
}

/// Leaves out labels that nothing goes to; branches to labels that are gone go to the end, and cost no fuel.
fn without_labels(steps: &mut Vec<Step>) {
    let used: Vec<u32> =
        steps.iter().filter_map(|s| if let Step::Branch { to, .. } = s { Some(*to) } else { None }).collect();
    steps.retain(|s| !matches!(s, Step::Label(l) if !used.contains(l)));
}
