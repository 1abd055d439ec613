//! What compiling costs, as a table: `cargo run --release -p wavewright-benches --example compile_times -- --help`.
//!
//! Times are of the thread, so that other programs on a busy machine count less; of several runs the fastest counts. Memory
//! is how far the resident set of a process of its own grows while it compiles the program once (Linux).
#![allow(clippy::print_stdout, reason = "a table is what it is for")]

use std::error::Error;
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;
use wavewright_benches::devices::{self, Device};
use wavewright_benches::phases::{self, PHASES};
use wavewright_benches::programs::{self, Program};

const USAGE: &str =
    "compile_times [--corpus DIR] [--device NAME] [--millis N] [--passes] [--optimize] [PROGRAM…]
DIR is ../shared/corpus if not given; devices: promising, keeping, lavapipe (all if none is given);
--passes adds a line by pass, --optimize sizes and times with the recipe of spirv-opt";

#[derive(Default)]
struct Args {
    corpus: Option<PathBuf>,
    device: Option<String>,
    millis: Option<u64>,
    passes: bool,
    optimize: bool,
    /// Compile once and print by how many KiB the process grew.
    memory: bool,
    programs: Vec<String>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = Args::default();
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        match word.as_str() {
            "--corpus" => args.corpus = words.next().map(PathBuf::from),
            "--device" => args.device = words.next(),
            "--millis" => args.millis = words.next().map(|n| n.parse()).transpose()?,
            "--passes" => args.passes = true,
            "--optimize" => args.optimize = true,
            "--memory" => args.memory = true,
            "--help" => {
                println!("{USAGE}");
                return Ok(());
            }
            name => args.programs.push(name.to_owned()),
        }
    }
    let corpus = args.corpus.clone().unwrap_or_else(|| "../shared/corpus".into());
    let mut programs = programs::flow_folder(&corpus.join("bench-flow"))?;
    programs.retain(|p| args.programs.is_empty() || args.programs.contains(&p.name));
    let wanted = |d: &Device| args.device.as_deref().is_none_or(|name| name == d.name);
    for device in devices::all().into_iter().filter(wanted) {
        if args.memory {
            for program in &programs {
                let before = high_water()?;
                phases::spirv_words(program, &device)?;
                println!("{}", high_water()? - before);
            }
            continue;
        }
        table(&args, &corpus, &programs, &device)?;
    }
    Ok(())
}

fn table(
    args: &Args,
    corpus: &std::path::Path,
    programs: &[Program],
    device: &Device,
) -> Result<(), Box<dyn Error>> {
    println!("\n{}, us a guest instruction by phase\n", device.name);
    print!("| program | instr. | words | ms | us/instr. |");
    PHASES.iter().for_each(|name| print!(" {name} |"));
    println!(" peak KiB |{}", if args.optimize { " words, optimized | optimizer ms |" } else { "" });
    println!("{}", "|---".repeat(PHASES.len() + 6 + 2 * usize::from(args.optimize)) + "|");
    for program in programs {
        let budget = Duration::from_millis(args.millis.unwrap_or(500));
        let run = match phases::best(program, device, budget) {
            Ok(run) => run,
            Err(why) => {
                println!("| {} | {why} |", program.name);
                continue;
            }
        };
        let each = |time: Duration| time.as_secs_f64() * 1e6 / run.instructions.max(1) as f64;
        let ms = run.total.as_secs_f64() * 1e3;
        print!(
            "| {} | {} | {} | {ms:.3} | {:.2} |",
            program.name,
            run.instructions,
            run.words,
            each(run.total)
        );
        run.phases.iter().for_each(|&time| print!(" {:.2} |", each(time)));
        print!(" {} |", memory(corpus, program, device).map_or_else(|| "?".to_owned(), |k| k.to_string()));
        if args.optimize {
            optimized(program, device)?;
        }
        println!();
        if args.passes {
            for (name, &time) in &run.passes {
                print!(" {name} {:.3}", each(time));
            }
            println!();
        }
    }
    Ok(())
}

/// Two columns: words after the optimizer's recipe, and milliseconds that it took, the start of its process included.
fn optimized(program: &Program, device: &Device) -> Result<(), Box<dyn Error>> {
    let words = phases::spirv_words(program, device)?;
    let start = std::time::Instant::now();
    match spirv::tools::optimize(&words, spirv::tools::RECIPE) {
        Ok(words) => print!(" {} | {:.0} |", words.len(), start.elapsed().as_secs_f64() * 1e3),
        Err(why) => print!(" {why} | |"),
    }
    Ok(())
}

/// By how many KiB a process grows that compiles the program once.
fn memory(corpus: &std::path::Path, program: &Program, device: &Device) -> Option<u64> {
    let output = Command::new(std::env::current_exe().ok()?)
        .arg("--corpus")
        .arg(corpus)
        .args(["--device", device.name, "--memory", &program.name])
        .output()
        .ok()?;
    String::from_utf8(output.stdout).ok()?.trim().parse().ok()
}

/// The largest resident set that this process has had, in KiB.
fn high_water() -> Result<u64, Box<dyn Error>> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|l| l.strip_prefix("VmHWM:")).ok_or("no VmHWM")?;
    Ok(line.trim().trim_end_matches("kB").trim().parse()?)
}
