//! What is proven of scratch. Words are what LLVM's assembler gives for the text beside them.
#![allow(clippy::unwrap_used, reason = "a test ends by panicking")]

use super::*;
use crate::request::FlatBase;

/// s_add_u32 s0, s0, s15; s_addc_u32 s1, s1, 0
const ADD: [u32; 2] = [0x8000_0f00, 0x8201_8001];
/// buffer_store_dword v2, off, s[0:3], s33 offset:60
const STORE: [u32; 2] = [0xe070_003c, 0x2100_0200];
/// scratch_store_dword off, v2, s8
const SCRATCH: [u32; 2] = [0xdc70_4000, 0x0008_0280];
const ENDPGM: u32 = 0xbf81_0000;

fn proven(parts: &[&[u32]], flat_high: u32) -> bool {
    let words = parts.concat();
    let code: Vec<u8> = words.iter().chain(&[ENDPGM]).flat_map(|w| w.to_le_bytes()).collect();
    let flat = FlatBase { register: 10, high: flat_high };
    let request = Request {
        base: 0x1000,
        entry: 0x1000,
        sgprs: vec![(15, SgprInput::ScratchOffset { bytes_per_wave: 8192 })],
        scratch: Some(LaneScratch { bytes_per_lane: 128, offset: 15, descriptor: Some(0), flat: Some(flat) }),
        instruction_limit: 100,
        ..Request::bare(&code, 64)
    };
    let cfg = Cfg::build(&request).unwrap();
    analyse(&request, &cfg).is_some()
}

#[test]
fn the_descriptor_with_the_offset_of_the_wave_is_its_own() {
    assert!(proven(&[&ADD, &STORE], 0));
    // Without the offset it is that of the first wave.
    assert!(!proven(&[&STORE], 0));
    // s_nop 0 between changes nothing, s_add_u32 s20, s20, s20 takes the carry.
    assert!(proven(&[&ADD[..1], &[0xbf80_0000], &ADD[1..], &STORE], 0));
    assert!(!proven(&[&ADD[..1], &[0x8014_1414], &ADD[1..], &STORE], 0));
    // Twice is another wave's.
    assert!(!proven(&[&ADD, &ADD, &STORE], 0));
}

#[test]
fn copies_are_followed_and_writes_forget() {
    // s_mov_b64 s[20:21], s[0:1]; s_mov_b64 s[0:1], 0; s_mov_b64 s[0:1], s[20:21]
    let (save, clear, restore) = (0xbe94_0400, 0xbe80_0480, 0xbe80_0414);
    assert!(proven(&[&ADD, &[save, clear, restore], &STORE], 0));
    assert!(!proven(&[&ADD, &[save, clear], &STORE], 0));
    // s_mov_b32 s2, 0: one word is another one.
    assert!(!proven(&[&ADD, &[0xbe82_0380], &STORE], 0));
}

#[test]
fn a_register_that_only_one_way_changes_is_not_known_where_they_meet() {
    // s_cbranch_scc0 +1; s_mov_b32 s2, 0
    assert!(!proven(&[&ADD, &[0xbf84_0001, 0xbe82_0380], &STORE], 0));
    // s_cbranch_scc0 +1; s_mov_b32 s4, 0
    assert!(proven(&[&ADD, &[0xbf84_0001, 0xbe84_0380], &STORE], 0));
}

#[test]
fn other_uses_of_the_descriptor_keep_scratch_in_memory() {
    // buffer_store_dword v2, v0, s[0:3], s33 idxen offset:60; buffer_atomic_add v2, off, s[0:3], s33;
    // s_load_dwordx2 s[8:9], s[0:1], null
    for other in [[0xe070_203c, 0x2100_0200], [0xe0c8_0000, 0x2100_0200], [0xf404_0200, 0xfa00_0000]] {
        assert!(!proven(&[&ADD, &STORE, &other], 0), "{other:x?}");
    }
}

#[test]
fn the_flat_base_is_what_the_program_makes_of_the_pair() {
    // s_add_u32 s10, s10, s15; s_addc_u32 s11, s11, 0
    let add = [0x800a_0f0a, 0x820b_800b];
    // s_setreg_b32 hwreg(HW_REG_FLAT_SCR_LO), s10; s_setreg_b32 hwreg(HW_REG_FLAT_SCR_HI), s11
    let set = [0xb98a_f814, 0xb98b_f815];
    assert!(proven(&[&add, &set, &SCRATCH], 0));
    assert!(!proven(&[&add, &set, &SCRATCH], 0x7fff_0000));
    assert!(!proven(&[&add, &set[..1], &SCRATCH], 0));
    // s_addc_u32 s11, s11, 0x7fff0000
    let ring = [0x800a_0f0a, 0x820b_ff0b, 0x7fff_0000];
    assert!(proven(&[&ring, &set, &SCRATCH], 0x7fff_0000));
    assert!(!proven(&[&ring, &set, &SCRATCH], 0));
    // s_setreg_b32 hwreg(HW_REG_FLAT_SCR_HI, 0, 16), s11
    assert!(!proven(&[&add, &set, &[0xb98b_7815], &SCRATCH], 0));
}
