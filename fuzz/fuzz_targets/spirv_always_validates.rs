//! What is emitted is valid SPIR-V. The body is `wavewright_tests::fuzzing::recompile::spirv`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| wavewright_tests::fuzzing::recompile::spirv(data));
