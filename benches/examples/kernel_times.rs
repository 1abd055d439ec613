//! How long recompiled kernels run against the GLSL that they were made of, both on this machine's Vulkan device:
//! `cargo run --release -p wavewright-benches --example kernel_times -- [CORPUS] [COUNT] [TIMES]`.
//!
//! Of `../shared/corpus/gfx10-radv` the first COUNT (30) programs of one set of plain storage buffers. GLSL is compiled by the
//! installed `glslangValidator`. Each side runs TIMES (200) times in one submission, three submissions; the fastest counts.
//! The clock is the processor time of the whole process, device threads included: it means something for drivers that run on
//! the CPU (lavapipe), where it does not mind other programs.
#![allow(clippy::print_stdout, reason = "a table is what it is for")]

use driver::capture::{Case, DescriptorType, Limits};
use driver::on_device::{Target, time};
use driver::replay::{Prepared, ReplayOptions};
use driver::vulkan::{Buffer, Device, Instance, InstanceOptions, Work};
use rustix::time::{ClockId, clock_gettime};
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

/// Submissions of which the fastest counts.
const ROUNDS: u32 = 3;

fn process_time() -> Duration {
    let now = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(now.tv_sec.unsigned_abs(), now.tv_nsec as u32)
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let corpus =
        PathBuf::from(args.next().unwrap_or_else(|| "../shared/corpus".to_owned())).join("gfx10-radv");
    let count: usize = args.next().map_or(Ok(30), |n| n.parse())?;
    let times: u32 = args.next().map_or(Ok(200), |n| n.parse())?;
    let instance = Arc::new(Instance::new(InstanceOptions::default())?);
    let target = Target::new(Device::first(&instance)?)?;
    println!("{} ({})\n", target.device.info.name, target.device.info.driver);
    println!("| program | original us | recompiled us | ratio |");
    println!("|---|---|---|---|");
    let mut sources: Vec<PathBuf> = std::fs::read_dir(corpus.join("src"))?
        .filter_map(|e| Some(e.ok()?.path()))
        .filter(|p| p.extension().is_some_and(|e| e == "comp"))
        .collect();
    sources.sort();
    let mut ratios = vec![];
    for source in sources {
        if ratios.len() == count {
            break;
        }
        match compare(&target, &corpus, &source, times) {
            Ok(Some((name, original, recompiled))) => {
                let each = |t: Duration| t.as_secs_f64() * 1e6 / f64::from(times);
                let ratio = each(recompiled) / each(original);
                println!("| {name} | {:.2} | {:.2} | {ratio:.2} |", each(original), each(recompiled));
                ratios.push((ratio, name));
            }
            Ok(None) => {}
            Err(why) => println!("| {} | {why} | | |", source.display()),
        }
    }
    ratios.sort_by(|a, b| a.0.total_cmp(&b.0));
    if let (Some(median), Some(worst)) = (ratios.get(ratios.len() / 2), ratios.last()) {
        println!("\n{} programs, median {:.2}, worst {:.2} ({})", ratios.len(), median.0, worst.0, worst.1);
    }
    Ok(())
}

/// Name of a program, how long it runs recompiled, how long its original does.
type Times = (String, Duration, Duration);

/// Name, time of the original and of the recompiled program; none for programs that this bench does not run.
fn compare(
    target: &Target,
    corpus: &Path,
    source: &Path,
    times: u32,
) -> Result<Option<Times>, Box<dyn Error>> {
    let text = std::fs::read_to_string(source)?;
    let plain = |line: &str| line.starts_with("buf 0.") || line.starts_with("groups");
    if !text.lines().filter_map(|l| l.strip_prefix("//@ ")).all(plain) {
        return Ok(None);
    }
    let name = source.file_stem().and_then(|n| n.to_str()).ok_or("a name that is no text")?.to_owned();
    let folder = corpus.join("cases").join(&name);
    if !folder.is_dir() {
        return Ok(None);
    }
    let case = Case::load(&folder, &Limits::default())?;
    let simple = case.descriptors.iter().all(|d| d.ty == DescriptorType::StorageBuffer && d.index == 0);
    if !simple || case.descriptors.is_empty() {
        return Ok(None);
    }
    let options = ReplayOptions::default();
    // What does not run recompiled is not compared.
    match driver::on_device::run(target, &case, options) {
        Ok(replay) if replay.passed() => {}
        _ => return Ok(None),
    }
    let module = glsl(source)?;
    let prepared = Prepared::new(&case, options)?;
    let mut buffers = vec![];
    for descriptor in &case.descriptors {
        let region = descriptor.memory.as_deref().and_then(|m| prepared.snapshot(m));
        buffers.push(Buffer {
            binding: descriptor.binding,
            bytes: region.ok_or("a buffer without memory")?.into(),
        });
    }
    let work = Work {
        words: &module,
        subgroup_size: 1,
        push: &[],
        groups: prepared.groups(),
        timeout: Duration::from_secs(120),
    };
    let (mut original, mut recompiled) = (Duration::MAX, Duration::MAX);
    for _ in 0..ROUNDS {
        let mut buffers = buffers.clone();
        original = original.min(target.device.repeat(&work, &mut buffers, times, &process_time)?.1);
        recompiled = recompiled.min(time(target, &case, options, times, &process_time)?);
    }
    Ok(Some((name, original, recompiled)))
}

/// SPIR-V of a GLSL file.
fn glsl(source: &Path) -> Result<Vec<u32>, Box<dyn Error>> {
    let out = std::env::temp_dir().join(format!("wavewright-bench-{}.spv", std::process::id()));
    let tool = Command::new("glslangValidator")
        .args(["-V", "--target-env", "vulkan1.3", "-o"])
        .arg(&out)
        .arg(source)
        .output()?;
    if !tool.status.success() {
        return Err(String::from_utf8_lossy(&tool.stdout).into_owned().into());
    }
    let bytes = std::fs::read(&out)?;
    std::fs::remove_file(&out)?;
    Ok(bytes.as_chunks::<4>().0.iter().map(|w| u32::from_le_bytes(*w)).collect())
}
