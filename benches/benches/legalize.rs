//! Float legalization: cases of the test corpus, mapped, for devices of several kinds, with all fix-ups and with those that can
//! matter. What it costs in ops: `docs/src/float-cost.md`.
#![allow(missing_docs, reason = "a bench")]

use criterion::{BatchSize, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use recompiler::passes::legalize_float::{FixUps, run_with};
use wavewright_benches::opencl_cases;
use wavewright_tests::float_cost::{devices, mapped};

fn bench(c: &mut Criterion) {
    let Ok(cases) = opencl_cases(|name| name.ends_with(".w64.O2") && name.contains('f')) else { return };
    let requests = cases.iter().filter_map(|case| driver::recompiled::request(case).ok());
    let funcs: Vec<_> = requests.filter_map(|(request, _)| mapped(&request)).collect();
    let ops: usize =
        funcs.iter().map(|f| f.layout.iter().map(|&b| f.blocks[b].insts.len()).sum::<usize>()).sum();
    let mut group = c.benchmark_group("legalize_float");
    group.sample_size(10).throughput(Throughput::Elements(ops as u64));
    for (class, device) in devices() {
        for fix_ups in [FixUps::All, FixUps::Needed] {
            let name = BenchmarkId::new(format!("{} ({class})", device.name), format!("{fix_ups:?}"));
            group.bench_with_input(name, &device, |b, device| {
                let legalize = |mut funcs: Vec<ir::Function>| {
                    for func in &mut funcs {
                        let _ = run_with(func, &device.caps, fix_ups);
                    }
                    funcs
                };
                b.iter_batched(|| funcs.clone(), legalize, BatchSize::LargeInput);
            });
        }
    }
    group.finish();
}

criterion_group!(benches, bench);
criterion_main!(benches);
