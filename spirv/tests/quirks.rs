//! What is emitted otherwise for drivers that break the usual shape.

mod common;
use common::{NATIVE, PER_LANE, text, valid_with};
use spirv::{Options, Quirks};

fn emitted(head: &str, body: &str, quirks: Quirks) -> String {
    text(&valid_with(head, body, &Options { quirks, ..Options::default() }))
}

#[test]
fn a_barrier_of_the_subgroup_is_of_memory_only() {
    let body = "b0:\n v0 = lane_id\n store lds.b32 v0, 0x1:b1, v0 align 4\n wave_barrier\n ret\n";
    let usual = emitted(NATIVE, body, Quirks::empty());
    assert!(usual.contains("OpControlBarrier") && !usual.contains("OpMemoryBarrier"), "{usual}");
    let other = emitted(NATIVE, body, Quirks::SUBGROUP_BARRIER_IS_THE_GROUPS);
    assert!(!other.contains("OpControlBarrier") && other.contains("OpMemoryBarrier"), "{other}");
    let group = "b0:\n barrier\n ret\n";
    assert!(emitted(NATIVE, group, Quirks::all()).contains("OpControlBarrier"), "the workgroup's stays");
}

#[test]
fn narrow_loads_are_volatile() {
    let body = " resource @out written\nb0:\n v0 = lane_id\n v1: l.b32 = load buffer(@out).b8 v0, 0x1:b1 align 1\n v2: l.b32 = load buffer(@out).b32 v0, 0x1:b1 align 4\n store buffer(@out).b32x2 v0, 0x1:b1, v1, v2 align 4\n ret\n";
    let volatile = |quirks| emitted(PER_LANE, body, quirks).matches("Volatile").count();
    assert_eq!((volatile(Quirks::empty()), volatile(Quirks::NARROW_LOADS_ARE_VOLATILE)), (0, 1));
}
