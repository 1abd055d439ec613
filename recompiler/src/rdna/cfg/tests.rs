//! Graphs of programs assembled by LLVM (`llvm-mc --arch=amdgcn --mcpu=gfx1013`).
#![allow(clippy::unwrap_used, reason = "a test ends by panicking")]

use super::*;

const ENDPGM: u32 = 0xbf81_0000;

fn graph(words: &[u32]) -> Result<Cfg, TranslateError> {
    let code: Vec<u8> = words.iter().flat_map(|w| w.to_le_bytes()).collect();
    Cfg::build(&Request {
        base: 0x1000,
        entry: 0x1000,
        shared_high: 0,
        private_high: 0,
        instruction_limit: 100,
        ..Request::bare(&code, 32)
    })
}

fn shape(cfg: &Cfg) -> Vec<(u64, usize, End)> {
    cfg.blocks.iter().map(|b| (b.pc, b.insts.len(), b.end.clone())).collect()
}

#[test]
fn data_behind_the_code_is_not_looked_at() {
    // s_cbranch_scc0 +1; s_nop 0; s_endpgm; no instruction
    let cfg = graph(&[0xbf84_0001, 0xbf80_0000, ENDPGM, 0xffff_ffff]).unwrap();
    assert_eq!(
        shape(&cfg),
        [
            (0x1000, 0, End::Branch { condition: Condition::Scc0, taken: 2, next: 1 }),
            (0x1004, 1, End::Jump(2)),
            (0x1008, 0, End::Program),
        ]
    );
}

#[test]
fn a_jump_back_splits_what_was_decoded() {
    // s_nop 0; s_nop 0; s_cbranch_scc1 -2; s_endpgm
    let cfg = graph(&[0xbf80_0000, 0xbf80_0000, 0xbf85_fffe, ENDPGM]).unwrap();
    assert_eq!(
        shape(&cfg),
        [
            (0x1000, 1, End::Jump(1)),
            (0x1004, 1, End::Branch { condition: Condition::Scc1, taken: 1, next: 2 }),
            (0x100c, 0, End::Program),
        ]
    );
}

#[test]
fn control_that_leaves_the_code_is_an_error() {
    assert_eq!(graph(&[0xbf80_0000]).unwrap_err().kind, TranslateErrorKind::OutsideCode);
    assert_eq!(graph(&[0xbf82_0100]).unwrap_err().kind, TranslateErrorKind::OutsideCode);
}

#[test]
fn words_that_are_no_instruction_are_named_with_their_place() {
    let e = graph(&[0xbf80_0000, 0xffff_ffff]).unwrap_err();
    assert!(matches!(e.kind, TranslateErrorKind::Decode(_)) && e.pc == 0x1004, "{e}");
}

#[test]
fn too_many_instructions_are_refused() {
    let e = graph(&[0xbf80_0000; 200]).unwrap_err();
    assert!(matches!(e.kind, TranslateErrorKind::TooLarge { .. }), "{e}");
}

#[test]
fn a_long_jump_is_followed() {
    // s_getpc_b64 s[4:5]; s_add_u32 s4, s4, 20; s_addc_u32 s5, s5, 0; s_setpc_b64 s[4:5]; no instruction; s_endpgm
    let cfg = graph(&[0xbe84_1f00, 0x8004_ff04, 20, 0x8205_8005, 0xbe80_2004, 0xffff_ffff, ENDPGM]).unwrap();
    assert_eq!(shape(&cfg), [(0x1000, 4, End::Jump(1)), (0x1018, 0, End::Program)]);
}

#[test]
fn a_callee_appears_once_for_each_place_that_calls_it() {
    // s_call_b64 s[30:31], +2; s_call_b64 s[30:31], +1; s_endpgm; s_setpc_b64 s[30:31]
    let cfg = graph(&[0xbb1e_0002, 0xbb1e_0001, ENDPGM, 0xbe80_201e]).unwrap();
    let callees = cfg.blocks.iter().filter(|b| b.pc == 0x100c).count();
    assert_eq!((cfg.blocks.len(), callees), (5, 2));
    assert!(cfg.blocks.iter().all(|b| b.assumed.is_none()));
}

#[test]
fn a_link_spilled_to_lanes_is_known() {
    // s_call_b64 s[30:31], +1; s_endpgm;
    // v_writelane_b32 v40, s30, 0; v_writelane_b32 v40, s31, 1; s_mov_b64 s[30:31], 0;
    // v_readlane_b32 s30, v40, 0; v_readlane_b32 s31, v40, 1; s_setpc_b64 s[30:31]
    let cfg = graph(&[
        0xbb1e_0001,
        ENDPGM,
        0xd761_0028,
        0x0001_001e,
        0xd761_0028,
        0x0001_021f,
        0xbe9e_0480,
        0xd760_001e,
        0x0001_0128,
        0xd760_001f,
        0x0001_0328,
        0xbe80_201e,
    ])
    .unwrap();
    assert_eq!(cfg.blocks.len(), 3);
    assert!(cfg.blocks.iter().all(|b| b.assumed.is_none()));
}

#[test]
fn a_return_through_memory_is_checked_and_a_jump_through_memory_is_refused() {
    // s_call_b64 s[30:31], +1; s_endpgm; s_load_dwordx2 s[30:31], s[2:3], 0; s_setpc_b64 s[30:31]
    let cfg = graph(&[0xbb1e_0001, ENDPGM, 0xf404_0781, 0xfa00_0000, 0xbe80_201e]).unwrap();
    assert_eq!(cfg.blocks.iter().filter_map(|b| b.assumed.map(|a| a.address)).collect::<Vec<_>>(), [0x1004]);
    let e = graph(&[0xf404_0781, 0xfa00_0000, 0xbe80_201e]).unwrap_err();
    assert_eq!((e.kind, e.pc), (TranslateErrorKind::UnknownTarget, 0x1008));
}

#[test]
fn a_call_through_unknown_registers_goes_to_the_functions_whose_addresses_are_formed() {
    // s_getpc_b64 s[4:5]; s_add_u32 s4, s4, 28; s_addc_u32 s5, s5, 0; s_load_dwordx2 s[6:7], s[2:3], 0;
    // s_swappc_b64 s[30:31], s[6:7]; s_endpgm; s_setpc_b64 s[30:31]
    let cfg = graph(&[
        0xbe84_1f00,
        0x8004_ff04,
        28,
        0x8205_8005,
        0xf404_0181,
        0xfa00_0000,
        0xbe9e_2106,
        ENDPGM,
        0xbe80_201e,
    ])
    .unwrap();
    let assumed: Vec<_> = cfg.blocks.iter().filter_map(|b| b.assumed).collect();
    assert_eq!(assumed, [Assumed { pair: 6, address: 0x1020, fault: crate::fault::UNLINKED_CALL }]);
    assert_eq!(cfg.blocks.len(), 5);
}

#[test]
fn recursion_is_refused() {
    // s_call_b64 s[30:31], -1
    let e = graph(&[0xbb1e_ffff]).unwrap_err();
    assert!(matches!(e.kind, TranslateErrorKind::TooLarge { .. }), "{e}");
}
