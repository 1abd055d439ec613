//! Single encoded instructions on a wave. Words come from LLVM's assembler; values from outside: LLVM's constant folding
//! (measured-facts section 4), measured rows, native integer arithmetic.

use super::execute;
use crate::fault::{FaultKind, Stop};
use crate::float::FloatMode;
use crate::wave::{Apertures, Unknown, Wave, code};
use isa::{DecodeOptions, decode};

mod forms;
mod lanes;
mod values;

/// IEEE off, clamp as in DirectX 10, f16 and f64 denormals kept: what most console code runs in.
const MODE: FloatMode = FloatMode { float_mode: 0xc0, ieee: false, dx10_clamp: true, fp16_ovfl: false };
/// The base cell of LLVM's folding: IEEE on, denormals kept, to nearest.
const LLVM: FloatMode = FloatMode { float_mode: 0xf0, ieee: true, dx10_clamp: true, fp16_ovfl: false };

fn wave(size: u32) -> Wave {
    let apertures = Apertures { shared_high: 0x10000, private_high: 0x20000 };
    let mut wave = Wave::new(0, size, 0, MODE, apertures, Unknown(7));
    wave.set_exec(wave.lane_mask());
    wave
}

fn step(words: &[u32], wave: &mut Wave) -> Result<(), Stop> {
    let inst = decode(words, 0, DecodeOptions::default()).expect("LLVM assembled these words");
    execute(&inst, wave).map(|_| ())
}

/// Runs one instruction in wave64 with all lanes on, v0 zero and v1, v2, … set to `sources` in every lane; returns v0.
fn run(words: &[u32], sources: &[u32]) -> u32 {
    run_in(MODE, words, sources)
}

fn run_in(mode: FloatMode, words: &[u32], sources: &[u32]) -> u32 {
    let mut w = wave(64);
    w.mode = mode;
    *w.vgpr_mut(0) = [0; 64];
    for (i, &v) in sources.iter().enumerate() {
        *w.vgpr_mut(i as u32 + 1) = [v; 64];
    }
    step(words, &mut w).expect("executes");
    let first = w.vgpr(0)[0];
    assert!(w.vgpr(0).iter().all(|&v| v == first), "all lanes do the same");
    first
}

/// A small generator for operands.
fn random(state: &mut u64) -> u32 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    let x = (*state >> 16) as u32;
    // Small numbers and numbers around the ends of the range are as likely as the rest.
    match x & 3 {
        0 => x >> 24,
        1 => (x >> 28).wrapping_sub(8) ^ 0x8000_0000,
        _ => x,
    }
}

#[test]
fn all_zero_word_is_illegal() {
    let stop = step(&[0], &mut wave(64)).expect_err("must stop");
    assert!(matches!(stop.kind, FaultKind::Illegal { what: "v_illegal" }));
}

#[test]
fn lanes_off_in_exec_keep_registers_and_have_zero_in_masks() {
    let mut w = wave(64);
    *w.vgpr_mut(1) = [1; 64];
    *w.vgpr_mut(2) = [2; 64];
    *w.vgpr_mut(0) = [9; 64];
    w.set_exec(0x0000_ff00_0000_0001);
    step(&[0x4a00_0501], &mut w).expect("v_add_nc_u32 v0, v1, v2");
    for lane in 0..64 {
        let on = 0x0000_ff00_0000_0001u64 >> lane & 1 != 0;
        assert_eq!(w.vgpr(0)[lane], if on { 3 } else { 9 });
    }
    w.set_vcc(u64::MAX);
    step(&[0x7d82_0501], &mut w).expect("v_cmp_lt_u32 vcc, v1, v2");
    assert_eq!(w.vcc(), 0x0000_ff00_0000_0001);
}

#[test]
fn cmpx_writes_exec_and_leaves_vcc() {
    let mut w = wave(64);
    *w.vgpr_mut(1) = std::array::from_fn(|i| i as u32);
    *w.vgpr_mut(2) = [5; 64];
    w.set_vcc(0x1234);
    step(&[0x7da2_0501], &mut w).expect("v_cmpx_lt_u32 v1, v2");
    assert_eq!((w.exec(), w.vcc()), (0x1f, 0x1234));
}

#[test]
fn wave32_writes_one_scalar_register_of_a_mask() {
    let mut w = wave(32);
    *w.vgpr_mut(1) = [1; 64];
    *w.vgpr_mut(2) = [2; 64];
    w.set_sgpr(4, 0);
    w.set_sgpr(5, 77);
    step(&[0xd481_0004, 0x0002_0501], &mut w).expect("v_cmp_lt_i32 s4, v1, v2");
    assert_eq!((w.sgpr(4), w.sgpr(5)), (u32::MAX, 77));
    assert_eq!(w.sgpr(code::NULL), 0);
}

#[test]
fn random_vector_words_never_panic() {
    let mut state = 0x0123_4567_89ab_cdef;
    let mut executed = 0;
    for i in 0..100_000u32 {
        let mut words: [u32; 3] = std::array::from_fn(|_| random(&mut state));
        // VOP2, VOP1, VOPC, VOP3, VOP3P; every other short one in SDWA or DPP form.
        let (value, keep) = [
            (0, 0x7fff_ffff),
            (0x7e00_0000, 0x01ff_ffff),
            (0x7c00_0000, 0x01ff_ffff),
            (0xd400_0000, 0x03ff_ffff),
            (0xcc00_0000, 0x00ff_ffff),
        ][i as usize % 5];
        words[0] = words[0] & keep | value;
        if i % 5 < 3 && i & 8 != 0 {
            words[0] = words[0] & !0x1ff | [249, 250, 233, 234][i as usize >> 4 & 3];
        }
        if let Ok(inst) = decode(&words, 0, DecodeOptions::default()) {
            let mut w = wave(if i & 1 == 0 { 64 } else { 32 });
            w.set_exec(u64::from(random(&mut state)) << 16);
            executed += u32::from(execute(&inst, &mut w).is_ok());
        }
    }
    assert!(executed > 10_000, "most of them run: {executed}");
}
