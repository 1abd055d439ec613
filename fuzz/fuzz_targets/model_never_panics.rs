//! A program of any instructions ends or faults. The body is `wavewright_tests::fuzzing::model`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| wavewright_tests::fuzzing::model(data));
