//! Any words are a descriptor or refused. The body is `wavewright_tests::fuzzing::descriptors`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| wavewright_tests::fuzzing::descriptors::descriptors(data));
