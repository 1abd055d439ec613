//! IR text reads back as what was printed. The body is `wavewright_tests::fuzzing::print_parse`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| wavewright_tests::fuzzing::print_parse(data));
