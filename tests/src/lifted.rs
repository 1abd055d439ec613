//! Cases run through the recompiler's front end and the IR's interpreter.
//!
//! **Requires** a compute case that says its registers and memory. **Ensures** the memory that the lifted program
//! leaves is compared with what the case expects; refusals and faults are told apart from wrong results.

use driver::capture::{Case, Kind};
use driver::compare::compare;
use ir::Function;
use ir::interp::{Bytes, Dispatch, Padding, Personality, Program, run};
use recompiler::Request;
use recompiler::rdna::{cfg::Cfg, lift::lift};
use std::collections::BTreeMap;

/// What came of a case.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// Memory is as expected.
    Passed,
    /// It is not, or the program faults, or the interpreter refuses the IR.
    Failed(String),
    /// The recompiler does not translate it.
    Refused(String),
}

/// Lifts a case and interprets the IR as it is.
pub fn run_case(case: &Case, budget: u64) -> Outcome {
    if case.kind != Kind::Compute {
        return Outcome::Refused("not a dispatch".to_owned());
    }
    let (request, user_data) = match driver::recompiled::request(case) {
        Ok(made) => made,
        Err(e) => return Outcome::Refused(e.to_string()),
    };
    let func = match Cfg::build(&request).and_then(|cfg| lift(&request, &cfg)) {
        Ok(func) => func,
        Err(e) => return Outcome::Refused(e.to_string()),
    };
    if let Err(errors) = ir::verify::verify(&func) {
        let text = errors.0.iter().take(3).map(|e| e.to_string()).collect::<Vec<_>>().join("; ");
        return Outcome::Failed(format!("the verifier: {text}"));
    }
    run_func(case, &request, &user_data, &func, budget)
}

/// Interprets what a case's program became, in any phase before the back ends, and compares memory.
pub fn run_func(
    case: &Case,
    request: &Request<'_>,
    user_data: &[u32],
    func: &Function,
    budget: u64,
) -> Outcome {
    let program = match Program::new(func) {
        Ok(program) => program,
        Err(e) => return Outcome::Failed(e.to_string()),
    };
    let mut memory = Bytes { gds: vec![0; 64 << 10], ..Bytes::default() };
    for region in &case.memory {
        let bytes = region.bytes.as_ref().map_or_else(|| vec![0; region.size as usize], |b| b.to_vec());
        memory.regions.insert(region.address, bytes);
    }
    memory.regions.insert(request.base, request.code.to_vec());
    let groups = case.dispatch.map(|d| d.groups).unwrap_or_default();
    let padding = if func.wave_size == 1 { Padding::Absent } else { Padding::Runs };
    let dispatch = Dispatch { workgroups: groups, user_data, padding };
    let mut left = budget;
    match run(&program, &dispatch, &mut memory, &mut Personality::ieee(), &mut left) {
        Err(e) => return Outcome::Failed(e.to_string()),
        Ok(Some(fault)) => return Outcome::Failed(format!("{fault:x?}")),
        Ok(None) => {}
    }
    verdict(case, &memory.regions)
}

fn verdict(case: &Case, regions: &BTreeMap<u64, Vec<u8>>) -> Outcome {
    for expect in &case.expect {
        let region = case.memory.iter().find(|r| r.name == expect.region);
        let Some((region, actual)) = region.and_then(|r| Some((r, regions.get(&r.address)?))) else {
            return Outcome::Failed("an expectation without region".to_owned());
        };
        match compare(&expect.rule, &region.name, region.address, &expect.bytes, actual) {
            Ok(c) if c.is_equal() => {}
            Ok(c) => return Outcome::Failed(format!("{c:?}").chars().take(300).collect()),
            Err(e) => return Outcome::Failed(e.to_string()),
        }
    }
    Outcome::Passed
}
