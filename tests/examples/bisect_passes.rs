//! Finds the pass that makes a case go wrong: `bisect_passes CASE [SUBGROUP]`.
//!
//! The case is compiled with fuel for 0, 1, 2, … passes, as far as the wave map for subgroups of SUBGROUP invocations
//! (default 8), and interpreted each time. The first count whose outcome is not that of the program as lifted names the pass;
//! the function before it is printed, ready to become a filetest.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "it reports")]

use driver::capture::{Case, Limits};
use recompiler::caps::DeviceCaps;
use recompiler::compile::{Options, Upto, compile};
use recompiler::passes::{self, Manager};
use std::process::ExitCode;
use wavewright_tests::lifted::{Outcome, run_func};

/// Instructions that a run may take.
const BUDGET: u64 = 2_000_000_000;

fn main() -> ExitCode {
    match bisect() {
        Ok(code) => code,
        Err(e) => {
            eprintln!("{e}");
            ExitCode::from(2)
        }
    }
}

fn bisect() -> Result<ExitCode, String> {
    let mut args = std::env::args().skip(1);
    let path = args.next().ok_or("usage: bisect_passes CASE [SUBGROUP]")?;
    let subgroup_size = args.next().map_or(Ok(8), |s| s.parse().map_err(|_| "SUBGROUP is no number"))?;
    let case = Case::load(path.as_ref(), &Limits::default()).map_err(|e| e.to_string())?;
    let (request, user_data) = driver::recompiled::request(&case).map_err(|e| e.to_string())?;
    let caps = DeviceCaps { subgroup_size, ..DeviceCaps::PROMISING };
    let with = |fuel: usize| -> Result<(Outcome, Vec<&'static str>, String), String> {
        let passes = passes::Options { fuel: Some(fuel), ..passes::Options::default() };
        let options = Options { passes: passes.clone(), ..Options::default() };
        let mut manager = Manager::new(passes);
        let compiled =
            compile(&request, &caps, &options, Upto::Mapped, &mut manager).map_err(|e| e.to_string())?;
        let names = manager.reports().iter().map(|r| r.name).collect();
        Ok((run_func(&case, &request, &user_data, &compiled.func, BUDGET), names, compiled.func.to_string()))
    };
    let (first, mut names, mut before) = with(0)?;
    println!("without passes: {first:?}");
    for fuel in 1.. {
        let (outcome, ran, func) = with(fuel)?;
        if ran.len() == names.len() {
            println!("all {} passes: the same", ran.len());
            return Ok(ExitCode::SUCCESS);
        }
        if outcome != first {
            println!("with {fuel} passes: {outcome:?}");
            println!("the last one is {}; the function before it:\n{before}", ran.last().unwrap_or(&"none"));
            return Ok(ExitCode::from(1));
        }
        (names, before) = (ran, func);
    }
    Ok(ExitCode::SUCCESS)
}
