//! Programs of a few instructions, assembled by LLVM, whose results follow from a measured fact or the ISA guide: on the
//! software model, and recompiled on the interpreter in every stage.
#![allow(clippy::unwrap_used, reason = "a test ends by panicking")]

use driver::capture::{Case, Limits, MemoryFiles};
use driver::recompiled::{Stage, interpret};
use driver::replay::{Replay, ReplayOptions, replay};
use serde_json::json;
use std::collections::BTreeMap;

/// One group of one wave; s[0:1] points to 256 bytes of output, v0 is the lane.
fn case(words: &[u32], wave_size: u32, output: &[u32]) -> Case {
    let bytes = |words: &[u32]| words.iter().flat_map(|w| w.to_le_bytes()).collect::<Vec<u8>>();
    let size = output.len() * 4;
    let json = json!({
        "format": 1, "name": "small", "program": "small", "sources": [], "kind": "compute", "gfx": "gfx1013",
        "wave_size": wave_size, "ngg": false,
        "dispatch": {"groups": [1, 1, 1], "local_size": [wave_size, 1, 1]},
        "stages": [{
            "code": {"file": "code", "address": "0x1000", "bytes": words.len() * 4},
            "sgprs": [{"reg": 0, "count": 2, "name": "kernarg_segment_ptr", "value": ["0x00002000", "0x00000000"]}],
            "vgprs": [{"reg": 0, "count": 1, "name": "local_id_x"}],
            "facts": {"stages": ["CS"], "hw_stage": "CS", "wave_size": wave_size, "lds_bytes": 512, "float_mode": 192,
                      "ieee_mode": 0, "dx10_clamp": 1, "rsrc3": 0, "local_size": [wave_size, 1, 1]}
        }],
        "memory": [
            {"name": "out", "address": "0x2000", "size": size, "file": "in", "role": "memory", "access": "rw"}
        ],
        "expect": [{"memory": "out", "file": "out", "compare": "bits"}],
        "output_differs_from_input": true
    });
    let files = [("code", bytes(words)), ("in", vec![0; size]), ("out", bytes(output))];
    let files: BTreeMap<String, Vec<u8>> = files.into_iter().map(|(n, b)| (n.to_owned(), b)).collect();
    Case::from_json_and_files(
        "small",
        json.to_string().as_bytes(),
        &mut MemoryFiles(files),
        &Limits::default(),
    )
    .unwrap()
}

fn passes(words: &[u32], wave_size: u32, output: &[u32]) {
    let case = case(words, wave_size, output);
    let shown = |r: &Replay| format!("{:?}", r.comparisons);
    let on_model = replay(&case, ReplayOptions::default()).unwrap();
    assert!(on_model.passed(), "model: {}", shown(&on_model));
    for stage in [
        Stage::Guest,
        Stage::Mapped { subgroup_size: 8 },
        Stage::Legal { subgroup_size: 4 },
        Stage::Legal { subgroup_size: 32 },
    ] {
        let run = interpret(&case, ReplayOptions::default(), stage).unwrap();
        assert!(run.passed(), "{stage:?}: {}", shown(&run));
    }
}

/// Measured-facts 64: the body runs for the low half, then for the high half, and EXEC is whole again behind it.
#[test]
fn a_subvector_loop_runs_once_for_each_half() {
    let words = [
        0xbe85_0380, // s_mov_b32 s5, 0
        0xbd86_0003, // s_subvector_loop_begin s6, +3
        0x8105_8105, // s_add_i32 s5, s5, 1
        0x7e02_0205, // v_mov_b32 v1, s5
        0xbe06_fffd, // s_subvector_loop_end s6, -3
        0x3400_0082, // v_lshlrev_b32 v0, 2, v0
        0xdc70_8000, // global_store_dword v0, v1, s[0:1]
        0x0000_0100,
        0xbf81_0000, // s_endpgm
    ];
    let output: Vec<u32> = (0..64).map(|lane| if lane < 32 { 1 } else { 2 }).collect();
    passes(&words, 64, &output);
}

/// With an empty low half the body runs once, for the high half.
#[test]
fn a_subvector_loop_leaves_out_an_empty_half() {
    let words = [
        0xbe85_0380, // s_mov_b32 s5, 0
        0xbefe_0380, // s_mov_b32 exec_lo, 0
        0xbd86_0003, // s_subvector_loop_begin s6, +3
        0x8105_8105, // s_add_i32 s5, s5, 1
        0x7e02_0205, // v_mov_b32 v1, s5
        0xbe06_fffd, // s_subvector_loop_end s6, -3
        0x3400_0082, // v_lshlrev_b32 v0, 2, v0
        0xdc70_8000, // global_store_dword v0, v1, s[0:1]
        0x0000_0100,
        0xbf81_0000, // s_endpgm
    ];
    let output: Vec<u32> = (0..64).map(|lane| u32::from(lane >= 32)).collect();
    passes(&words, 64, &output);
}

/// A scalar register by an index that is only known at run time (lane 5's number plus 3 is 8).
#[test]
fn a_scalar_register_is_named_by_m0() {
    let words = [
        0xbe88_03ff, // s_mov_b32 s8, 0x1234
        0x0000_1234,
        0xd760_0007, // v_readlane_b32 s7, v0, 5
        0x0001_0b00,
        0xbefc_0307, // s_mov_b32 m0, s7
        0xbe85_2e03, // s_movrels_b32 s5, s3
        0x7e02_0205, // v_mov_b32 v1, s5
        0x3400_0082, // v_lshlrev_b32 v0, 2, v0
        0xdc70_8000, // global_store_dword v0, v1, s[0:1]
        0x0000_0100,
        0xbf81_0000, // s_endpgm
    ];
    passes(&words, 32, &[0x1234; 32]);
}

/// Six rounds through a table of four offsets behind the code: the index is bounded by `s_min_u32`.
#[test]
fn a_jump_goes_where_its_table_says() {
    let words = [
        0xbe86_0380, // s_mov_b32 s6, 0
        0xbe87_0380, // s_mov_b32 s7, 0
        0x8388_8306, // loop: s_min_u32 s8, s6, 3
        0x8f08_8208, // s_lshl_b32 s8, s8, 2
        0xbe8a_1f00, // s_getpc_b64 s[10:11]
        0x800c_ff0a, // s_add_u32 s12, s10, table - here
        0x0000_006c,
        0x820d_800b, // s_addc_u32 s13, s11, 0
        0xf400_0246, // s_load_dword s9, s[12:13], s8
        0x1000_0000,
        0xbf8c_c07f, // s_waitcnt lgkmcnt(0)
        0x910e_9f09, // s_ashr_i32 s14, s9, 31
        0x800a_090c, // s_add_u32 s10, s12, s9
        0x820b_0e0d, // s_addc_u32 s11, s13, s14
        0xbe80_200a, // s_setpc_b64 s[10:11]
        0x8007_8107, // s_add_u32 s7, s7, 1
        0xbf82_0007, // s_branch join
        0x8007_9007, // s_add_u32 s7, s7, 0x10
        0xbf82_0005, // s_branch join
        0x8007_ff07, // s_add_u32 s7, s7, 0x100
        0x0000_0100,
        0xbf82_0002, // s_branch join
        0x8007_ff07, // s_add_u32 s7, s7, 0x1000
        0x0000_1000,
        0x8006_8106, // join: s_add_u32 s6, s6, 1
        0xbf0a_8606, // s_cmp_lt_u32 s6, 6
        0xbf85_ffe7, // s_cbranch_scc1 loop
        0x7e02_0207, // v_mov_b32 v1, s7
        0x3400_0082, // v_lshlrev_b32 v0, 2, v0
        0xdc70_8000, // global_store_dword v0, v1, s[0:1]
        0x0000_0100,
        0xbf81_0000, // s_endpgm
        0xffff_ffbc, // table
        0xffff_ffc4,
        0xffff_ffcc,
        0xffff_ffd8,
    ];
    passes(&words, 32, &[0x3111; 32]);
}

/// The same through a row of branches, the index bounded by a comparison.
#[test]
fn a_jump_goes_into_a_row_of_branches() {
    let words = [
        0xbe86_0380, // s_mov_b32 s6, 0
        0xbe87_0380, // s_mov_b32 s7, 0
        0xbf08_8206, // loop: s_cmp_gt_u32 s6, 2
        0xbf85_0010, // s_cbranch_scc1 case3
        0xbe8a_1f00, // s_getpc_b64 s[10:11]
        0x9788_ff06, // s_lshl2_add_u32 s8, s6, islands - here
        0x0000_0014,
        0x800a_080a, // s_add_u32 s10, s10, s8
        0x820b_800b, // s_addc_u32 s11, s11, 0
        0xbe80_200a, // s_setpc_b64 s[10:11]
        0xbf82_0002, // islands: s_branch case0
        0xbf82_0003, // s_branch case1
        0xbf82_0004, // s_branch case2
        0x8007_8107, // s_add_u32 s7, s7, 1
        0xbf82_0007, // s_branch join
        0x8007_9007, // s_add_u32 s7, s7, 0x10
        0xbf82_0005, // s_branch join
        0x8007_ff07, // s_add_u32 s7, s7, 0x100
        0x0000_0100,
        0xbf82_0002, // s_branch join
        0x8007_ff07, // case3: s_add_u32 s7, s7, 0x1000
        0x0000_1000,
        0x8006_8106, // join: s_add_u32 s6, s6, 1
        0xbf0a_8606, // s_cmp_lt_u32 s6, 6
        0xbf85_ffe9, // s_cbranch_scc1 loop
        0x7e02_0207, // v_mov_b32 v1, s7
        0x3400_0082, // v_lshlrev_b32 v0, 2, v0
        0xdc70_8000, // global_store_dword v0, v1, s[0:1]
        0x0000_0100,
        0xbf81_0000, // s_endpgm
    ];
    passes(&words, 32, &[0x3111; 32]);
}

/// Without a bound the targets are not known: refused, with the pc of the jump.
#[test]
fn a_jump_without_a_bound_is_refused() {
    let words = [
        0xbe8a_1f00, // s_getpc_b64 s[10:11]
        0x9788_ff02, // s_lshl2_add_u32 s8, s2, 20
        0x0000_0014,
        0x800a_080a, // s_add_u32 s10, s10, s8
        0x820b_800b, // s_addc_u32 s11, s11, 0
        0xbe80_200a, // s_setpc_b64 s[10:11]
        0xbf81_0000, // s_endpgm
    ];
    let error = interpret(&case(&words, 32, &[1]), ReplayOptions::default(), Stage::Guest).unwrap_err();
    assert!(error.to_string().contains("pc 0x1014") && error.to_string().contains("REC0011"), "{error}");
}
