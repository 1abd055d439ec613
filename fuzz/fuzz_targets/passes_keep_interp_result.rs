//! Random functions without branches leave the same memory after every list of passes, on hosts that decide against the code. The
//! body is `wavewright_tests::fuzzing::recompile::passes_keep_results`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| wavewright_tests::fuzzing::recompile::passes_keep_results(data));
