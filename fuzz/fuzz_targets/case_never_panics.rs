//! A capture loads and runs, or is refused. The body is `wavewright_tests::fuzzing::case`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| wavewright_tests::fuzzing::case(data));
