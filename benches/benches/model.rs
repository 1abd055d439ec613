//! How many guest instructions a second the software model executes, on one thread and on all.
//!
//! An instruction counts once a wave, whatever number of lanes it works on. The time covers the run alone, not loading,
//! mapping memory or comparing.
#![allow(clippy::unwrap_used, missing_docs, reason = "a bench")]

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use driver::replay::{Prepared, ReplayOptions};

/// Programs with different work: integer ALU, f32, f64, LDS with barriers, branches, memory.
const PROGRAMS: &[&str] = &["sha256", "matmul_tiled", "mandelbrot", "f64_poly", "scan_lds", "collatz"];

fn bench(c: &mut Criterion) {
    let cores = std::thread::available_parallelism().map_or(1, Into::into);
    let mut group = c.benchmark_group("model");
    group.sample_size(20);
    let wanted = |name: &str| name.strip_suffix(".w64.O2").is_some_and(|n| PROGRAMS.contains(&n));
    for case in wavewright_benches::opencl_cases(wanted).unwrap() {
        for threads in [1, cores] {
            let options = ReplayOptions { threads, ..ReplayOptions::default() };
            let run = Prepared::new(&case, options).unwrap().run().unwrap();
            assert!(run.passed(), "{}", case.name);
            group.throughput(Throughput::Elements(run.instructions));
            let name = format!("{}, {threads} thread{}", case.name, if threads == 1 { "" } else { "s" });
            group.bench_function(name, |b| {
                b.iter_batched(
                    || Prepared::new(&case, options).unwrap(),
                    |ready| ready.run().unwrap(),
                    BatchSize::LargeInput,
                );
            });
            if cores == 1 {
                break;
            }
        }
    }
    group.finish();
}

criterion_group!(benches, bench);
criterion_main!(benches);
