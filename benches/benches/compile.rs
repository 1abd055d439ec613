//! From words to SPIR-V words: the programs of `../shared/corpus/bench-flow`, for a device that promises everything and for
//! lavapipe. By phase: the example `compile_times`.
#![allow(missing_docs, reason = "a bench")]

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use std::path::Path;
use wavewright_benches::{devices, phases, programs};

fn bench(c: &mut Criterion) {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/corpus/bench-flow");
    let Ok(programs) = programs::flow_folder(&corpus) else { return };
    for device in [devices::promising(), devices::lavapipe()] {
        let mut group = c.benchmark_group(format!("compile, {}", device.name));
        group.sample_size(10);
        for program in &programs {
            let Ok(run) = phases::run(program, &device) else { continue };
            group.throughput(Throughput::Elements(run.instructions as u64));
            group.bench_with_input(BenchmarkId::from_parameter(&program.name), program, |b, program| {
                b.iter(|| black_box(phases::spirv_words(program, &device)));
            });
        }
        group.finish();
    }
}

criterion_group!(benches, bench);
criterion_main!(benches);
