//! Accesses of every space, width and alignment give valid modules.

mod common;
use common::{NATIVE, PER_LANE, text, try_emit, valid, valid_with};
use spirv::interface::fault;
use spirv::{BindingKind, Features, Lookup, Options};
use std::fmt::Write as _;

fn accesses(lane: &str) -> String {
    let mut body = format!(
        " resource @out written\nb0:\n v0 = {lane}\n v1 = ult v0, 0x4:b32\n v2 = zext v0 to b64\n v3: l.b64 = unknown l.b64\n"
    );
    let mut n = 10;
    for space in ["buffer(@out)", "lds", "scratch", "gds", "global"] {
        let address = if space == "global" { "v2" } else { "v0" };
        for (width, align) in [(8, 1), (16, 1), (16, 2), (32, 1), (32, 4), (64, 1), (64, 8)] {
            for count in [1, 3] {
                let results: Vec<String> = (0..count).map(|i| format!("v{}: l.b64", n + i)).collect();
                let many = if count == 1 { String::new() } else { format!("x{count}") };
                let _ = writeln!(
                    body,
                    " {} = load {space}.b{width}{many} {address}, v1 align {align} +4",
                    results.join(", ")
                );
                let data: Vec<String> = (0..count).map(|i| format!("v{}", n + i)).collect();
                let _ = writeln!(
                    body,
                    " store {space}.b{width}{many} {address}, v1, {} align {align} -8 device",
                    data.join(", ")
                );
                n += count;
            }
        }
    }
    body.push_str(" ret\n");
    body
}

#[test]
fn every_space_width_and_alignment() {
    for head in [PER_LANE, NATIVE] {
        valid(head, &accesses("lane_id"));
        valid_with(head, &accesses("lane_id"), &Options { lookup: Lookup::Every, ..Options::default() });
        let features = Features::all() - Features::STORAGE8 - Features::STORAGE16 - Features::DEVICE_SCOPE;
        valid_with(head, &accesses("lane_id"), &Options { features, ..Options::default() });
    }
}

#[test]
fn accesses_of_the_wave() {
    let body = " resource @in
b0:
 v0 = user_data #40
 v1 = user_data #3
 v2 = pack v1, v0
 v3: u.b32 = load global.b32 v2, 0x1:b1 align 4
 v4: u.b32, v5: u.b32 = load constant.b32x2 v2, 0x1:b1 align 8
 v6: u.b32 = load buffer(@in).b32 v3, 0x1:b1 align 4 group
 store lds.b32 v6, 0x1:b1, v4 align 4
 v7: u.b32 = atomic add lds.b32 v5, 0x1:b1, v4 align 4 {round=even}
 store global.b64 v2, 0x1:b1, v2 align 8
 barrier
 v8 = buffer_size #0
 ret
";
    valid(PER_LANE, body);
    let module = valid(NATIVE, body);
    assert_eq!(module.subgroup_size, Some(4));
    assert_eq!((module.push_dwords, module.user_dwords), (32, 41));
    let kinds: Vec<BindingKind> = module.bindings.iter().map(|b| b.kind).collect();
    let expected = [
        BindingKind::Guest,
        BindingKind::Table,
        BindingKind::Fault,
        BindingKind::UserData,
        BindingKind::Places,
        BindingKind::Resource(0),
    ];
    assert_eq!(kinds, expected);
}

#[test]
fn every_atomic() {
    for (space, address) in [("lds", "v0"), ("gds", "v0"), ("buffer(@out)", "v0"), ("global", "v2")] {
        for width in [32, 64] {
            let mut body = format!(
                " resource @out written\nb0:\n v0 = lane_id\n v1 = ult v0, 0x4:b32\n v2 = zext v0 to b64\n v3 = unknown l.b{width}\n"
            );
            for (i, op) in "swap add sub smin umin smax umax and or xor inc dec csub".split(' ').enumerate() {
                let n = i + 10;
                let _ = writeln!(
                    body,
                    " v{n}: l.b{width} = atomic {op} {space}.b{width} {address}, v1, v3 align 8 {{round=even}}"
                );
            }
            let _ = writeln!(
                body,
                " v9: l.b{width} = atomic cmpswap {space}.b{width} {address}, v1, v3, v3 align 8 {{round=even}}"
            );
            body.push_str(" ret\n");
            valid(PER_LANE, &body);
            valid(NATIVE, &body);
        }
    }
}

#[test]
fn workgroup_memory_that_the_device_lacks_lies_in_a_buffer() {
    let body = "b0:
 v0 = lane_id
 store lds.b32 v0, 0x1:b1, v0 align 1
 v1 = unknown l.b64
 v2: l.b64 = atomic add lds.b64 v0, 0x1:b1, v1 align 8 {round=even}
 ret
";
    let strides = |options: &Options| {
        [PER_LANE, NATIVE].map(|head| {
            let module = valid_with(head, body, options);
            assert_eq!(module.bindings.iter().any(|b| b.kind == BindingKind::Lds), module.lds_stride > 0);
            module.lds_stride
        })
    };
    assert_eq!(strides(&Options::default()), [0, 0]);
    let no_view = Options { features: Features::all() - Features::SHARED_ATOMIC64, ..Options::default() };
    assert!(strides(&no_view).iter().all(|&n| n > 0));
    let small = Options { max_workgroup_memory: 16, ..Options::default() };
    assert!(strides(&small).iter().all(|&n| n > 0));
}

#[test]
fn what_the_device_lacks_is_refused_by_name() {
    let body = "b0:\n v0 = unknown l.b64\n v1 = iadd v0, v0\n ret\n";
    let options = Options { features: Features::empty(), ..Options::default() };
    let error = try_emit(PER_LANE, body, &options).unwrap_err();
    assert_eq!(
        error.to_string(),
        "iadd at inst1, pc 0xffffffff: not supported: 64-bit integers (shaderInt64)"
    );
}

#[test]
fn faults_are_recorded_once() {
    let body = "b0:\n v0 = lane_id\n v1 = ult v0, 0x4:b32\n fault v1 #3\n fault 0x1:b1 #4\n ret\n";
    let module = valid(NATIVE, body);
    assert_eq!(text(&module).matches("OpAtomicCompareExchange").count(), 1);
    // Kept while the invocation runs, recorded where it ends.
    assert_eq!(text(&module).matches("OpFunctionCall").count(), 1);
}

#[test]
fn a_fault_record_names_its_instruction() {
    let body = "b0:\n v0 = unknown l.b1\n fault v0 #3\n fault 0x1:b1 #4\n ret\n";
    let module = valid(PER_LANE, body);
    assert_eq!(module.fault(&[0, 0, 0]), None);
    assert_eq!(module.fault(&[3 << fault::REASON_BITS, 0, 0]), None, "there are two places");
    let second = module.fault(&[2 << fault::REASON_BITS | fault::OWN, 0, 0]).unwrap();
    assert_eq!((second.reason, second.site.own, second.site.bytes), (fault::OWN, 4, 0));
}

#[test]
fn the_lanes_of_a_wave_meet_at_its_barrier() {
    let body = "b0:\n v0 = lane_id\n store lds.b32 v0, 0x1:b1, v0 align 4\n wave_barrier\n ret\n";
    assert_eq!(text(&valid(NATIVE, body)).matches("OpControlBarrier").count(), 1);
    assert!(!text(&valid(PER_LANE, body)).contains("OpControlBarrier"));
}

#[test]
fn a_base_pointer_is_looked_up_once() {
    let body = "b0:
 v0 = user_data #0
 v1 = user_data #1
 v2 = pack v0, v1
 v3 = user_data #2
 v4 = user_data #3
 v5 = pack v3, v4
 v6 = local_index
 v7 = zext v6 to b64
 v8 = iadd v2, v7
 v9 = iadd v7, v5
 v10: l.b32 = load global.b32 v8, 0x1:b1 align 1
 v11: l.b32 = load global.b32 v8, 0x1:b1 align 1 +4
 v12: u.b32 = load constant.b32 v2, 0x1:b1 align 4
 store global.b32x2 v9, 0x1:b1, v10, v11 align 1
 ret
";
    let calls = |lookup| {
        let options = Options { lookup, ..Options::default() };
        text(&valid_with(PER_LANE, body, &options)).matches("OpFunctionCall").count()
    };
    // Hoisted: two bases and the end. Every: four accesses, and the recorder in the function.
    assert_eq!((calls(Lookup::Hoisted), calls(Lookup::Every)), (3, 5));
}

#[test]
fn a_pointer_that_a_loop_carries_is_looked_up_before_it() {
    let body = "b0:
 v0 = user_data #0
 v1 = user_data #1
 v2 = pack v0, v1
 v3: u.b64 = loop_ v2 { |v4: u.b64|
  v5: u.b32 = load global.b32 v4, 0x1:b1 align 4
  v6 = iadd v4, 0x4:b64
  v7 = ine v5, 0x0:b32
  if_ v7 {
   continue_ v6
  } else {
   yield_
  }
  break_ v6
 }
 store global.b32 v3, 0x1:b1, v0 align 4
 ret
";
    let text = text(&valid(PER_LANE, body));
    let (call, header) = (text.find("OpFunctionCall"), text.find("OpLoopMerge"));
    assert!(call < header, "{text}");
    assert_eq!(text.matches("OpFunctionCall").count(), 2);
}

#[test]
fn without_64_bit_integers_addresses_and_masks_are_pairs_of_dwords() {
    let body = "b0:
 v0 = user_data #0
 v1 = user_data #1
 v2 = pack v0, v1
 v3: u.b32 = load global.b32 v2, 0x1:b1 align 4 +8
 v4 = lane_id
 v5 = ult v4, v3
 v6 = ballot v5
 v7 = lo v6
 v8 = hi v6
 v9 = pack v8, v7
 v10 = lanebit v9
 v11: u.b64 = load global.b64 0x123456789:b64, 0x1:b1 align 8 device
 v12 = hi v11
 store global.b32 v2, v10, v12 align 4 -8
 store global.b64 v2, v10, v9 align 8
 ret
";
    for lookup in [Lookup::Every, Lookup::Hoisted] {
        for head in [PER_LANE, NATIVE] {
            let features = Features::all() - Features::INT64 - Features::FLOAT64;
            let module = valid_with(head, body, &Options { features, lookup, ..Options::default() });
            assert!(!text(&module).contains("Int64"));
        }
    }
    let sum = "b0:\n v0 = user_data #0\n v1 = pack v0, v0\n v2 = iadd v1, v1\n v3 = lo v2\n store lds.b32 v3, 0x1:b1, v3 align 4\n ret\n";
    let options = Options { features: Features::all() - Features::INT64, ..Options::default() };
    assert!(try_emit(PER_LANE, sum, &options).is_err());
}
