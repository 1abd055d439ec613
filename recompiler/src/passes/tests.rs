//! Passes on small functions in text.

use super::*;
use ir::text::{PrintOptions, parse, print};
use ir::verify::verify;

fn after(text: &str, passes: &[&str]) -> String {
    let mut func = parse(text).unwrap_or_else(|e| panic!("{e}"));
    verify(&func).unwrap_or_else(|e| panic!("{e}"));
    for name in passes {
        (pass(name).unwrap().run)(&mut func).unwrap_or_else(|e| panic!("{e}"));
        verify(&func).unwrap_or_else(|e| panic!("{name}: {e}\n{func}"));
    }
    print(&func, PrintOptions::default())
}

fn becomes(text: &str, passes: &[&str], expected: &str) {
    let expected = print(&parse(expected).unwrap_or_else(|e| panic!("{e}")), PrintOptions::default());
    let got = after(text, passes);
    assert_eq!(got, expected, "{got}");
}

#[test]
fn ssa_makes_parameters_where_writes_meet() {
    becomes(
        "function f raw wave 64 {
    var %s0: u.b32
    var %s1: u.b32
    var %v0: l.b32
b0:
    set %s0, 0x5:b32
    set %v0, 0x1:b32
    v1 = get %s1
    v2 = ieq v1, 0x0:b32
    brif v2, b1, b2
b1:
    set %s0, 0x7:b32
    br b2
b2:
    v3 = get %s0
    v4 = get %v0
    store lds.b32 v3, 0x1:b1, v3 align 4
    store lds.b32 v4, 0x1:b1, v4 align 4
    brif v2, b2, b3
b3:
    ret
}
",
        &["ssa"],
        "function f ssa wave 64 {
b0:
    v1 = unknown u.b32
    v4 = splat 0x1:b32
    v2 = ieq v1, 0x0:b32
    brif v2, b1, b2(0x5:b32)
b1:
    br b2(0x7:b32)
b2(v3: u.b32):
    store lds.b32 v3, 0x1:b1, v3 align 4
    store lds.b32 v4, 0x1:b1, v4 align 4
    brif v2, b2(v3), b3
b3:
    ret
}
",
    );
}

#[test]
fn folding_cancels_ballots_and_branches() {
    becomes(
        "function f ssa wave 64 {
b0:
    v0 = lane_id
    v1 = ult v0, 0x7:b32
    v2 = ballot v1
    v3 = lo v2
    v4 = hi v2
    v5 = pack v3, v4
    v6 = lanebit v5
    v7 = iadd v0, 0x0:b32
    v8 = isub 0x3:b32, 0x3:b32
    v9 = ieq v8, 0x0:b32
    brif v9, b1(v7), b2(v6)
b1(v10: l.b32):
    store lds.b32 v10, v6, v10 align 4
    ret
b2(v11: l.b1):
    br b1(v0)
}
",
        &["fold", "copies", "dce"],
        "function f ssa wave 64 {
b0:
    v0 = lane_id
    v1 = ult v0, 0x7:b32
    br b1
b1:
    store lds.b32 v0, v1, v0 align 4
    ret
}
",
    );
}
