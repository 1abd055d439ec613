//! A program of any words becomes IR that its phase allows, or is refused. The body is `wavewright_tests::fuzzing::recompile::lift`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| wavewright_tests::fuzzing::recompile::lift(data));
