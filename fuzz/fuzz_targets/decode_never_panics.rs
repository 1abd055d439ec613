//! Words decode, print and encode back, or are refused. The body is `wavewright_tests::fuzzing::decode`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| wavewright_tests::fuzzing::decode(data));
