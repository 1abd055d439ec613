//! How many words a second are decoded, printed and encoded: the code of all OpenCL cases, instruction after instruction.
#![allow(clippy::unwrap_used, missing_docs, reason = "a bench")]

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use isa::{DecodeOptions, Inst};
use std::hint::black_box;

/// The instructions of all cases and the words they stand in, one program after the other.
fn code() -> (Vec<Vec<u32>>, Vec<Inst>) {
    let cases = wavewright_benches::opencl_cases(|name| name.ends_with(".w64.O2")).unwrap();
    let programs: Vec<Vec<u32>> = cases
        .iter()
        .map(|c| c.stages[0].code.bytes.as_chunks::<4>().0.iter().map(|w| u32::from_le_bytes(*w)).collect())
        .collect();
    let mut insts = vec![];
    for program in &programs {
        walk(program, |inst| insts.push(inst));
    }
    (programs, insts)
}

/// Decodes from the first word to the last; a word that is no instruction (padding, constants) is stepped over.
fn walk(words: &[u32], mut take: impl FnMut(Inst)) {
    let mut at = 0;
    while at < words.len() {
        match isa::decode(&words[at..], at as u64 * 4, DecodeOptions::default()) {
            Ok(inst) => {
                at += inst.dwords() as usize;
                take(inst);
            }
            Err(_) => at += 1,
        }
    }
}

fn bench(c: &mut Criterion) {
    let (programs, insts) = code();
    let words: usize = programs.iter().map(Vec::len).sum();
    let mut group = c.benchmark_group("isa");
    group.sample_size(20);
    group.throughput(Throughput::Elements(words as u64));
    group.bench_function("decode, words", |b| {
        b.iter(|| programs.iter().for_each(|p| walk(p, |inst| drop(black_box(inst)))));
    });
    group.throughput(Throughput::Elements(insts.len() as u64));
    group.bench_function("disassemble, instructions", |b| {
        b.iter(|| insts.iter().for_each(|inst| drop(black_box(isa::disasm(inst, 64)))));
    });
    group.bench_function("encode, instructions", |b| {
        b.iter(|| insts.iter().for_each(|inst| drop(black_box(isa::encode(inst)))));
    });
    group.finish();
}

criterion_group!(benches, bench);
criterion_main!(benches);
