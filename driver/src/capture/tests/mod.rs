//! One small case that loads, and one test for each rule that breaks it.

mod forms;
mod rules;

use super::*;
use serde_json::{Value, json};

/// A compute case: 2 groups of 64 write to `out` (16 bytes); scratch; a descriptor set.
fn case() -> Value {
    json!({
        "format": 1, "name": "small", "program": "small", "sources": ["small.comp"], "generator": "by hand",
        "kind": "compute", "gfx": "gfx1013", "wave_size": 32, "ngg": false,
        "dispatch": {"groups": [2, 1, 1], "local_size": [64, 1, 1]},
        "apertures": {"shared_high": "0x10000", "private_high": "0x20000"},
        "stages": [{
            "code": {"file": "code.bin", "address": "0x1000", "bytes": 12, "instruction_bytes": 8, "entry": "0x1004"},
            "sgprs": [
                {"reg": 0, "count": 2, "name": "kernarg_segment_ptr", "value": ["0x00002000", "0x00000000"]},
                {"reg": 2, "count": 1, "name": "descriptor_set0_lo", "value": ["0x00010000"]},
                {"reg": 3, "count": 1, "name": "workgroup_id_x"}
            ],
            "vgprs": [{"reg": 0, "count": 1, "name": "local_id_x"}],
            "float_mode": 240, "ieee_mode": 1, "dx10_clamp": 1,
            "facts": {"stages": ["CS"], "hw_stage": "CS", "wave_size": 32, "lds_bytes": 512,
                      "rsrc1": "0x60af0041", "rsrc2": 5, "rsrc3": 0, "denorm_32": 3, "local_size": [64, 1, 1]}
        }],
        "memory": [
            {"name": "out", "address": "0x2000", "size": 16, "file": "out.in.bin", "role": "memory", "access": "rw"},
            {"name": "scratch", "address": "0x3000", "size": 4096, "file": null, "role": "scratch", "access": "rw",
             "bytes_per_wave": 1024},
            {"name": "set0", "address": "0xffff800000010000", "size": 16, "file": "../shared/set0.bin",
             "role": "descriptors", "access": "r", "set": 0}
        ],
        "descriptors": [{"set": 0, "binding": 0, "index": 0, "type": "STORAGE_BUFFER", "offset": 0,
                         "words": "00002000 00000000 00000010 31016fac", "memory": "out"}],
        "expect": [{"memory": "out", "file": "out.out.bin", "compare": "f32:ulp:2"}],
        "output_differs_from_input": true
    })
}

/// A draw into one target with depth.
fn graphics() -> Value {
    let stage = |hw: &str, api: &str, address: &str| {
        json!({
            "code": {"file": "code.bin", "address": address, "bytes": 12},
            "sgprs": [{"reg": 8, "count": 1, "name": "base_vertex", "value": ["0x00000000"]}], "vgprs": [],
            "facts": {"stages": [api], "hw_stage": hw, "wave_size": 64, "float_mode": 192}
        })
    };
    json!({
        "format": 1, "name": "triangle", "kind": "graphics", "gfx": "gfx1010", "wave_size": 64,
        "draw": {
            "topology": "TRIANGLE_LIST", "vertices": 3, "instances": 1, "first_vertex": 0, "first_instance": 0,
            "viewport": [0, 0, 2, 2, 0.0, 1.0], "cull": "", "front_face": "COUNTER_CLOCKWISE", "blend": "none",
            "samples": 1, "attributes": [{"location": 0, "binding": 0, "format": "R32_SFLOAT", "offset": 0}],
            "targets": [{"index": 0, "format": "R8G8B8A8_UNORM", "extent": [2, 2], "clear": [0, 0, 0, 0],
                         "file": "out.in.bin", "compare": "u8:abs:1"}],
            "depth": {"format": "D32_SFLOAT", "compare_op": "LESS", "clear": 1.0, "write": true,
                      "file": "out.out.bin", "compare": "f32:abs:1e-6"}
        },
        "stages": [stage("NGG", "VS", "0x1000"), stage("PS", "FS", "0x2000")]
    })
}

fn files() -> MemoryFiles {
    let set0: Vec<u8> = [0x2000u32, 0, 0x10, 0x3101_6fac].iter().flat_map(|w| w.to_le_bytes()).collect();
    let all: [(&str, Vec<u8>); 4] = [
        ("code.bin", vec![0, 0, 0x80, 0xbf, 0, 0, 0x81, 0xbf, 1, 2, 3, 4]),
        ("out.in.bin", vec![0; 16]),
        ("out.out.bin", vec![0x3f; 16]),
        ("../shared/set0.bin", set0),
    ];
    MemoryFiles(all.into_iter().map(|(n, b)| (n.to_owned(), b)).collect())
}

fn read(case: &Value, limits: &Limits) -> Result<Case, CaseError> {
    Case::from_json_and_files("test", case.to_string().as_bytes(), &mut files(), limits)
}

/// The case after a change, which must make it unreadable with this code at this place.
fn refused(code: &str, at: &str, change: impl FnOnce(&mut Value)) -> String {
    refused_of(case(), code, at, change)
}

fn refused_of(mut c: Value, code: &str, at: &str, change: impl FnOnce(&mut Value)) -> String {
    change(&mut c);
    let e = match read(&c, &Limits::default()) {
        Ok(_) => panic!("{at}: accepted, expected {code}"),
        Err(e) => e,
    };
    assert_eq!((e.code(), e.at.as_str()), (code, at), "{e}");
    let text = e.to_string();
    assert!(text.starts_with("test: ") && text.ends_with(&format!("[{code}]")), "{text}");
    text
}
