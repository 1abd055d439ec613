//! What the benches share. The benches themselves are in `benches/benches`, run by `cargo bench -p wavewright-benches`.
#![forbid(unsafe_code)]
