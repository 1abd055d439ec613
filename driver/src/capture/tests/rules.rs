//! What a case must not be.

use super::*;

#[test]
fn the_small_cases_load() {
    let c = read(&case(), &Limits::default()).unwrap();
    let stage = &c.stages[0];
    assert_eq!(c.kind, Kind::Compute);
    assert_eq!((stage.entry(), stage.float_mode()), (Some(0x1004), Some(0xf0)));
    assert_eq!((stage.ieee_mode(), stage.dx10_clamp()), (Some(true), Some(true)));
    assert_eq!(stage.facts.rsrc1, Some(0x60af_0041));
    assert_eq!(stage.sgprs[2].name.workgroup_axis(), Some(Axis::X));
    assert_eq!(c.region("set0").unwrap().bytes.as_ref().unwrap().len(), 16);
    assert_eq!(c.region("scratch").unwrap().bytes, None);
    assert_eq!(&*c.expect[0].bytes, [0x3f; 16]);
    assert_eq!(c.dispatch.unwrap().waves_per_group(c.wave_size), 2);
    assert_eq!(read(&graphics(), &Limits::default()).unwrap().draw.unwrap().targets[0].bytes.len(), 16);
}

#[test]
fn the_float_mode_comes_from_stage_facts_or_rsrc1() {
    let mut c = case();
    let stage = c["stages"][0].as_object_mut().unwrap();
    for field in ["float_mode", "ieee_mode", "dx10_clamp"] {
        stage.remove(field);
    }
    let from_rsrc1 = read(&c, &Limits::default()).unwrap();
    let s = &from_rsrc1.stages[0];
    assert_eq!((s.float_mode(), s.ieee_mode(), s.dx10_clamp()), (Some(0xf0), Some(true), Some(true)));
    c["stages"][0]["facts"]["float_mode"] = json!(0xf0);
    c["stages"][0]["facts"]["ieee_mode"] = json!(0);
    let from_facts = read(&c, &Limits::default()).unwrap();
    assert_eq!(from_facts.stages[0].ieee_mode(), Some(false));
    c["stages"][0]["facts"] = json!({"stages": ["CS"], "hw_stage": "CS", "wave_size": 32});
    refused_of(c, "CAP0018", "stages[0].facts.float_mode", |_| {});
}

#[test]
fn another_version_is_refused_before_anything_else() {
    let e = refused("CAP0005", "format", |c| {
        c["format"] = json!(2);
        c["new_field"] = json!([]);
    });
    assert!(e.contains("format 2 is not known; this version reads format 1"), "{e}");
    refused("CAP0004", "case.json", |c| c["format"] = json!("1"));
    refused("CAP0004", "case.json", |c| _ = c.as_object_mut().unwrap().remove("format"));
}

#[test]
fn text_that_is_not_json_is_refused() {
    let limits = Limits::default();
    let whole = case().to_string();
    for text in ["", "{", "nonsense", &whole[..whole.len() - 1]] {
        let e = Case::from_json_and_files("test", text.as_bytes(), &mut files(), &limits).unwrap_err();
        assert_eq!(e.code(), "CAP0003", "{e}");
    }
    let e = Case::from_json_and_files("test", format!("{whole} {{}}").as_bytes(), &mut files(), &limits)
        .unwrap_err();
    assert_eq!(e.code(), "CAP0003", "{e}");
    // Deep nesting must not recurse without bound.
    let deep = "[".repeat(100_000);
    assert!(Case::from_json_and_files("test", deep.as_bytes(), &mut files(), &limits).is_err());
}

#[test]
fn unknown_fields_are_named_with_their_place() {
    for (place, at) in [
        ("", "bogus"),
        ("/dispatch", "dispatch.bogus"),
        ("/apertures", "apertures.bogus"),
        ("/stages/0", "stages[0].bogus"),
        ("/stages/0/code", "stages[0].code.bogus"),
        ("/stages/0/sgprs/1", "stages[0].sgprs[1].bogus"),
        ("/stages/0/vgprs/0", "stages[0].vgprs[0].bogus"),
        ("/stages/0/facts", "stages[0].facts.bogus"),
        ("/memory/0", "memory[0].bogus"),
        ("/descriptors/0", "descriptors[0].bogus"),
        ("/expect/0", "expect[0].bogus"),
    ] {
        let e = refused("CAP0004", at, |c| c.pointer_mut(place).unwrap()["bogus"] = json!(1));
        assert!(e.contains("unknown field `bogus`"), "{e}");
    }
    for (place, at) in [
        ("/draw", "draw.bogus"),
        ("/draw/targets/0", "draw.targets[0].bogus"),
        ("/draw/depth", "draw.depth.bogus"),
        ("/draw/attributes/0", "draw.attributes[0].bogus"),
    ] {
        refused_of(graphics(), "CAP0004", at, |c| c.pointer_mut(place).unwrap()["bogus"] = json!(1));
    }
}

#[test]
fn messages_are_short_and_steer_no_terminal() {
    let long = "x".repeat(100_000);
    for text in [long.as_str(), "\u{1b}[2J"] {
        let mut c = case();
        c[text] = json!(1);
        let e = read(&c, &Limits::default()).unwrap_err().to_string();
        assert!(e.len() < 3000 && !e.contains('\u{1b}'), "{e}");
        let mut c = case();
        c["memory"][0]["address"] = json!(text);
        let e = read(&c, &Limits::default()).unwrap_err().to_string();
        assert!(e.len() < 3000 && !e.contains('\u{1b}'), "{e}");
    }
    refused("CAP0021", "memory[0].name", |c| c["memory"][0]["name"] = json!("\u{1b}[2J"));
    refused("CAP0021", "name", |c| c["name"] = json!(""));
}

#[test]
fn no_change_of_the_text_makes_it_panic() {
    let good = [case().to_string(), graphics().to_string()];
    // Knuth's MMIX generator; any would do.
    let mut state = 1u64;
    let mut next = |n: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(state >> 33).unwrap() % n
    };
    for round in 0..6000 {
        let mut text = good[round % 2].clone().into_bytes();
        for _ in 0..=next(3) {
            let at = next(text.len());
            match next(4) {
                0 => text[at] = b"0123456789-{}[]\",:xf"[next(20)],
                1 => _ = text.remove(at),
                2 => text.insert(at, b"0123456789"[next(10)]),
                _ => {
                    let piece = text[at..(at + next(40)).min(text.len())].to_vec();
                    let to = next(text.len());
                    text.splice(to..to, piece);
                }
            }
        }
        // Either answer is fine; what loads must also be writable and load again.
        if let Ok(c) = Case::from_json_and_files("test", &text, &mut files(), &Limits::default()) {
            let packed = c.to_wwcap_bytes().unwrap();
            assert!(Case::from_wwcap_bytes("test", &packed, &Limits::default()).is_ok());
        }
    }
}

#[test]
fn missing_and_doubled_fields_are_named() {
    let e = refused("CAP0004", "memory[0]", |c| _ = c["memory"][0].as_object_mut().unwrap().remove("file"));
    assert!(e.contains("`file`"), "{e}");
    let e = refused("CAP0004", "case.json", |c| _ = c.as_object_mut().unwrap().remove("kind"));
    assert!(e.contains("`kind`"), "{e}");
    let text = case().to_string().replacen("\"kind\":", "\"kind\":\"compute\",\"kind\":", 1);
    let e = Case::from_json_and_files("test", text.as_bytes(), &mut files(), &Limits::default()).unwrap_err();
    assert!(e.to_string().contains("duplicate field `kind`"), "{e}");
}

#[test]
fn unknown_words_are_named() {
    for (place, at, value) in [
        ("/kind", "kind", "computer"),
        ("/stages/0/sgprs/1/name", "stages[0].sgprs[1].name", "descriptor_set32_lo"),
        ("/stages/0/sgprs/1/name", "stages[0].sgprs[1].name", "descriptor_set00_lo"),
        ("/stages/0/vgprs/0/name", "stages[0].vgprs[0].name", "local_id_w"),
        ("/stages/0/facts/hw_stage", "stages[0].facts.hw_stage", "XS"),
        ("/memory/0/role", "memory[0].role", "heap"),
        ("/memory/0/access", "memory[0].access", "x"),
        ("/descriptors/0/type", "descriptors[0].type", "BUFFER"),
        ("/expect/0/compare", "expect[0].compare", "f32:ulps:2"),
    ] {
        let e = refused("CAP0004", at, |c| *c.pointer_mut(place).unwrap() = json!(value));
        assert!(e.contains(&format!("`{value}`")), "{e}");
    }
    let e = refused("CAP0022", "gfx", |c| c["gfx"] = json!("gfx1030"));
    assert!(e.contains("`gfx1030`"), "{e}");
}

#[test]
fn numbers_and_hex_strings_must_fit() {
    for (place, at, value) in [
        ("/wave_size", "wave_size", json!(16)),
        ("/stages/0/facts/wave_size", "stages[0].facts.wave_size", json!(48)),
        ("/memory/0/address", "memory[0].address", json!("2000")),
        ("/memory/0/address", "memory[0].address", json!(0x2000)),
        ("/memory/0/address", "memory[0].address", json!("0x10000000000000000")),
        ("/memory/0/size", "memory[0].size", json!(-1)),
        ("/memory/0/size", "memory[0].size", json!(1.5)),
        ("/stages/0/sgprs/0/value/1", "stages[0].sgprs[0].value[1]", json!("0x100000000")),
        ("/stages/0/sgprs/0/value/1", "stages[0].sgprs[0].value[1]", json!(0)),
        ("/stages/0/facts/rsrc1", "stages[0].facts.rsrc1", json!(0x1_0000_0000u64)),
        ("/stages/0/facts/rsrc1", "stages[0].facts.rsrc1", json!("60af0041")),
        ("/stages/0/float_mode", "stages[0].float_mode", json!(256)),
        ("/descriptors/0/words", "descriptors[0].words", json!("2000")),
        ("/dispatch/groups", "dispatch.groups", json!([1, 1])),
    ] {
        refused("CAP0004", at, |c| *c.pointer_mut(place).unwrap() = value.clone());
    }
}

#[test]
fn sizes_must_be_those_of_the_files() {
    let e = refused("CAP0009", "memory[0]", |c| c["memory"][0]["size"] = json!(20));
    assert!(e.contains("`out.in.bin` has 16 bytes, but 20 are declared"), "{e}");
    refused("CAP0009", "stages[0].code", |c| c["stages"][0]["code"]["bytes"] = json!(16));
    // The region and its file agree; the expected file does not.
    refused("CAP0009", "expect[0]", |c| c["expect"][0]["file"] = json!("code.bin"));
    refused_of(graphics(), "CAP0009", "draw.targets[0]", |c| {
        c["draw"]["targets"][0]["extent"] = json!([4, 2])
    });
    refused_of(graphics(), "CAP0009", "draw.depth", |c| c["draw"]["depth"]["format"] = json!("D16_UNORM"));
}

#[test]
fn missing_and_escaping_files_are_refused() {
    refused("CAP0007", "memory[0]", |c| c["memory"][0]["file"] = json!("nothing.bin"));
    for name in [
        "/etc/passwd",
        "../../x",
        "a/../../x",
        "../x/../../y",
        "..",
        "../..",
        "",
        "a//b",
        "./a",
        "c:\\x",
        "a\0",
    ] {
        refused("CAP0008", "memory[0]", |c| c["memory"][0]["file"] = json!(name));
    }
}

#[test]
fn nothing_is_larger_than_the_limits() {
    let e = refused("CAP0006", "", |c| c["memory"][1]["size"] = json!(u64::MAX - 0x3000));
    assert!(e.contains("limit of 1073741824"), "{e}");
    refused("CAP0006", "dispatch.groups", |c| {
        c["dispatch"]["groups"] = json!([0xffff_ffffu32, 0xffff_ffffu32, 3])
    });
    let small = |change: fn(&mut Limits)| {
        let mut limits = Limits::default();
        change(&mut limits);
        read(&case(), &limits).unwrap_err()
    };
    assert_eq!(small(|l| l.max_total_bytes = 100).code(), "CAP0006");
    assert_eq!(small(|l| l.max_json_bytes = 100).code(), "CAP0006");
    assert_eq!(small(|l| l.max_items = 2).at, "memory");
    assert_eq!(small(|l| l.max_groups = 1).at, "dispatch.groups");
    assert_eq!(ErrorKind::InvalidInput, small(|l| l.max_groups = 1).kind());
}

#[test]
fn regions_are_named_once_and_do_not_overlap_or_wrap() {
    refused("CAP0010", "memory[1].name", |c| c["memory"][1]["name"] = json!("out"));
    let e = refused("CAP0011", "memory[1].address", |c| c["memory"][1]["address"] = json!("0x200f"));
    assert!(e.contains("region `out` and region `scratch` overlap at address 0x200f"), "{e}");
    let e = refused("CAP0011", "memory[0].address", |c| c["memory"][0]["address"] = json!("0x1008"));
    assert!(e.contains("code of stage 0"), "{e}");
    refused("CAP0012", "memory[0].address", |c| c["memory"][0]["address"] = json!("0xfffffffffffffff8"));
    refused("CAP0012", "stages[0].code.address", |c| {
        c["stages"][0]["code"]["address"] = json!("0xfffffffffffffffc")
    });
    refused("CAP0021", "memory[1].size", |c| c["memory"][1]["size"] = json!(0));
}

#[test]
fn expectations_name_a_region_once_and_fit_it() {
    let e = refused("CAP0013", "expect[0].memory", |c| c["expect"][0]["memory"] = json!("nowhere"));
    assert!(e.contains("`nowhere`"), "{e}");
    refused("CAP0010", "expect[1].memory", |c| {
        let first = c["expect"][0].clone();
        c["expect"].as_array_mut().unwrap().push(first);
    });
    refused("CAP0019", "expect[0].compare", |c| {
        c["memory"][0]["size"] = json!(18);
        c["expect"][0]["compare"] = json!("f32:ulp:1");
    });
}

#[test]
fn code_is_aligned_and_holds_its_entry() {
    let code = |field: &str, value: Value| {
        let at = format!("stages[0].code.{field}");
        refused("CAP0014", &at, |c| c["stages"][0]["code"][field] = value)
    };
    code("address", json!("0x1002"));
    code("entry", json!("0x1006"));
    // The last instruction is at 0x1004; what follows is constants.
    code("entry", json!("0x1008"));
    code("entry", json!("0xffc"));
    code("instruction_bytes", json!(16));
    code("instruction_bytes", json!(6));
    code("instruction_bytes", json!(0));
    code("bytes", json!(0));
    refused("CAP0014", "stages[0].code.address", |c| {
        let code = c["stages"][0]["code"].as_object_mut().unwrap();
        code.remove("address");
        code.remove("entry");
    });
}

#[test]
fn dispatches_that_hardware_cannot_run_are_refused() {
    for local in [
        json!([0, 1, 1]),
        json!([1025, 1, 1]),
        json!([32, 33, 1]),
        json!([0xffff_ffffu32, 0xffff_ffffu32, 2]),
    ] {
        refused("CAP0015", "dispatch.local_size", |c| {
            c["dispatch"]["local_size"] = local.clone();
            c["stages"][0]["facts"]["local_size"] = local.clone();
        });
    }
    refused("CAP0015", "dispatch.groups", |c| c["dispatch"]["groups"] = json!([1, 0, 1]));
    let e = refused("CAP0021", "memory[1].size", |c| c["dispatch"]["groups"] = json!([3, 1, 1]));
    assert!(e.contains("6 waves need 6144"), "{e}");
}

#[test]
fn start_registers_exist_once_and_have_a_word_each() {
    let sgpr = |n: usize, change: Value| {
        refused("CAP0016", &format!("stages[0].sgprs[{n}]"), |c| {
            for (k, v) in change.as_object().unwrap() {
                c["stages"][0]["sgprs"][n][k] = v.clone();
            }
        })
    };
    assert!(sgpr(2, json!({"reg": 106})).contains("s0 to s105"));
    sgpr(0, json!({"reg": 105}));
    sgpr(2, json!({"reg": 0xffff_ffffu32}));
    sgpr(2, json!({"reg": 2}));
    sgpr(2, json!({"count": 0}));
    sgpr(0, json!({"count": 1, "value": ["0x00000000"]}));
    assert!(sgpr(0, json!({"value": ["0x00000000"]})).contains("1 value words for 2 registers"));
    assert!(sgpr(2, json!({"value": ["0x00000000"]})).contains("comes from the dispatch"));
    refused("CAP0016", "stages[0].vgprs[0]", |c| c["stages"][0]["vgprs"][0]["reg"] = json!(256));
}

#[test]
fn facts_that_contradict_are_refused() {
    for (field, value) in [("float_mode", json!(192)), ("ieee_mode", json!(0)), ("dx10_clamp", json!(0))] {
        let at = format!("stages[0].{field}");
        refused("CAP0017", &at, |c| c["stages"][0]["facts"][field] = value);
    }
    for (field, value) in [
        ("denorm_32", json!(0)),
        ("code_bytes", json!(8)),
        ("instruction_bytes", json!(12)),
        ("sgpr_args", json!([])),
        ("vgpr_args", json!([])),
        ("wave_size", json!(64)),
        ("hw_stage", json!("PS")),
        ("local_size", json!([32, 1, 1])),
    ] {
        let at = format!("stages[0].facts.{field}");
        refused("CAP0017", &at, |c| c["stages"][0]["facts"][field] = value);
    }
    refused("CAP0021", "stages[0].ieee_mode", |c| c["stages"][0]["ieee_mode"] = json!(2));
    refused("CAP0021", "stages[0].facts.lds_bytes", |c| c["stages"][0]["facts"]["lds_bytes"] = json!(65537));
    refused("CAP0021", "stages[0].facts.vgprs", |c| c["stages"][0]["facts"]["vgprs"] = json!(257));
}

#[test]
fn each_kind_has_its_own_fields() {
    refused("CAP0018", "dispatch", |c| _ = c.as_object_mut().unwrap().remove("dispatch"));
    refused("CAP0018", "draw", |c| c["draw"] = graphics()["draw"].clone());
    refused("CAP0018", "stages", |c| c["stages"] = json!([]));
    refused("CAP0018", "stages", |c| {
        let s = c["stages"][0].clone();
        c["stages"].as_array_mut().unwrap().push(s);
    });
    refused("CAP0018", "dispatch", |c| c["kind"] = json!("compile-only"));
    refused_of(graphics(), "CAP0018", "draw", |c| _ = c.as_object_mut().unwrap().remove("draw"));
    refused_of(graphics(), "CAP0018", "dispatch", |c| c["dispatch"] = case()["dispatch"].clone());
}

#[test]
fn a_compile_only_case_needs_neither_addresses_nor_memory() {
    let c = json!({
        "format": 1, "name": "code", "kind": "compile-only", "gfx": "gfx1012", "wave_size": 64,
        "stages": [{"code": {"file": "code.bin", "bytes": 12}, "sgprs": [], "vgprs": [],
                    "facts": {"stages": ["CS"], "hw_stage": "CS", "wave_size": 64}}]
    });
    assert_eq!(read(&c, &Limits::default()).unwrap().stages[0].entry(), None);
}

#[test]
fn roles_need_their_fields() {
    refused("CAP0018", "memory[1].bytes_per_wave", |c| {
        _ = c["memory"][1].as_object_mut().unwrap().remove("bytes_per_wave")
    });
    refused("CAP0018", "memory[2].set", |c| _ = c["memory"][2].as_object_mut().unwrap().remove("set"));
    for (role, field) in [("texel_buffer", "format"), ("image", "image"), ("vertex_buffer", "binding")] {
        refused("CAP0018", &format!("memory[0].{field}"), |c| c["memory"][0]["role"] = json!(role));
    }
    refused("CAP0021", "memory[0].size", |c| {
        c["memory"][0]["role"] = json!("num_workgroups");
        c["memory"][0]["size"] = json!(8);
    });
}

#[test]
fn images_lie_in_their_region() {
    let image = |field: &'static str, value: Value| {
        let level = json!({"offset": 0, "row_pitch": 4, "depth_pitch": 16, "array_pitch": 16, "size": 16});
        move |c: &mut Value| {
            c["memory"][0]["role"] = json!("image");
            c["memory"][0]["image"] = json!({"format": "R8_UNORM", "view": "TYPE_2D", "extent": [4, 4, 1], "mips": 1,
                                             "layers": 1, "tiling": "LINEAR", "mip_layout": [level]});
            *c.pointer_mut(&format!("/memory/0/image/{field}")).unwrap() = value;
        }
    };
    let mut good = case();
    image("mips", json!(1))(&mut good);
    read(&good, &Limits::default()).unwrap();
    let at = "memory[0].image";
    refused("CAP0021", &format!("{at}.extent"), image("extent", json!([0, 4, 1])));
    refused("CAP0021", &format!("{at}.extent"), image("extent", json!([4, 99_999, 1])));
    refused("CAP0021", &format!("{at}.mips"), image("mips", json!(0)));
    refused("CAP0021", &format!("{at}.mip_layout"), image("mips", json!(2)));
    refused("CAP0021", &format!("{at}.layers"), image("layers", json!(0)));
    refused("CAP0021", &format!("{at}.mip_layout[0].offset"), image("mip_layout/0/offset", json!(16)));
    refused("CAP0004", &format!("{at}.tiling"), image("tiling", json!("OPTIMAL")));
}

#[test]
fn descriptors_are_what_the_set_holds() {
    let e = refused("CAP0017", "descriptors[0].words", |c| {
        c["descriptors"][0]["words"] = json!("00002000 00000000 00000011 31016fac");
    });
    assert!(e.contains("set 0"), "{e}");
    refused("CAP0013", "descriptors[0].memory", |c| c["descriptors"][0]["memory"] = json!("gone"));
    refused("CAP0013", "descriptors[0].set", |c| c["descriptors"][0]["set"] = json!(1));
    refused("CAP0021", "descriptors[0].offset", |c| c["descriptors"][0]["offset"] = json!(4));
    refused("CAP0021", "descriptors[0].offset", |c| c["descriptors"][0]["offset"] = json!(u64::MAX));
}

#[test]
fn sampler_state_is_strict_too() {
    let with = |state: Value| move |c: &mut Value| c["descriptors"][0]["sampler"] = state;
    let mut good = case();
    with(json!({"filter": "linear", "addr": "mirror_once", "bias": "0.5", "unnorm": "1"}))(&mut good);
    read(&good, &Limits::default()).unwrap();
    let at = "descriptors[0].sampler";
    refused("CAP0004", &format!("{at}.lod"), with(json!({"lod": "1"})));
    refused("CAP0004", &format!("{at}.filter"), with(json!({"filter": "cubic"})));
    refused("CAP0004", &format!("{at}.bias"), with(json!({"bias": "much"})));
}

#[test]
fn draws_are_checked() {
    let draw = |code: &str, field: &str, at: &str, value: Value| {
        refused_of(graphics(), code, at, |c| *c.pointer_mut(&format!("/draw/{field}")).unwrap() = value)
    };
    draw("CAP0004", "topology", "draw.topology", json!("QUADS"));
    draw("CAP0004", "blend", "draw.blend", json!("additive"));
    draw("CAP0021", "samples", "draw.samples", json!(3));
    draw("CAP0021", "targets/0/index", "draw.targets[0].index", json!(8));
    draw("CAP0021", "targets/0/extent", "draw.targets[0].extent", json!([2, 0]));
    draw("CAP0022", "targets/0/format", "draw.targets[0].format", json!("BC1_RGBA_UNORM_BLOCK"));
    refused_of(graphics(), "CAP0019", "draw.targets[0].compare", |c| {
        c["draw"]["targets"][0]["format"] = json!("R8_UNORM");
        c["draw"]["targets"][0]["compare"] = json!("f64:ulp:1");
    });
}
