//! Runs the body of a fuzz target with random numbers for as many iterations as one likes.
//!
//! usage: `cargo run --release -p wavewright-tests --example fuzz_long -- decode|model|case|lift|spirv|passes COUNT [FIRST]`
//!
//! All cores are used. An iteration depends on its number only: a failure names it and keeps its input in the temporary
//! folder, and `1 NUMBER` repeats it.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program")]

use std::process::ExitCode;
use std::thread;
use std::time::Instant;
use wavewright_tests::long::Run;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |i: usize| args.get(i).and_then(|s| s.parse::<u64>().ok());
    let (Some(run), Some(count)) = (args.first().and_then(|n| Run::named(n)), number(1)) else {
        eprintln!("usage: fuzz_long decode|model|case|lift|spirv|passes COUNT [FIRST]");
        return ExitCode::from(2);
    };
    let first = number(2).unwrap_or(0);
    let threads = thread::available_parallelism().map_or(1, |n| n.get() as u64);
    let share = count.div_ceil(threads);
    let start = Instant::now();
    let failed = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads)
            .map(|t| {
                scope.spawn(move || run.repeat(first + t * share, share.min(count.saturating_sub(t * share))))
            })
            .collect();
        workers.into_iter().map(|w| w.join().is_err()).fold(false, |a, b| a | b)
    });
    println!("{run:?}: {count} iterations from {first} in {:.1} s", start.elapsed().as_secs_f64());
    if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}
