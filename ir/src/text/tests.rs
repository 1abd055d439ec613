//! Tests of printing and parsing.

use super::*;

fn round_trip(text: &str) {
    let func = match parse(text) {
        Ok(func) => func,
        Err(e) => panic!("{e}"),
    };
    assert_eq!(print(&func, PrintOptions::default()), text);
}

#[test]
fn a_graph_with_everything() {
    round_trip(
        r#"function "a name" raw wave 64 local [64, 2, 1] lds 256 scratch 16 {
    var %s0: u.b32
    var %"odd \"\u{a}": l.b64
    resource @in
    resource @out written
b0:
    v0 = get %s0
    v1 = unknown l.b16
    set %s0, 0x10:b32
    v2 = zext v1 to b32
    v3 = fcmp ult v2, v0 {round=down, flush_in, f16_saturate}
    v4: u.b64, v5: u.b64 = load global.b32x2 0x0:b64, 0x1:b1 align 16 -2147483648 device
    v6: l.b32 = atomic fadd lds.b32 v2, v3, 0x3f800000:b32 align 4 +8 {round=even}
    store buffer(@out).b8x2 v0, 0x1:b1, v2, v2 align 1 group
    v7 = buffer_size #1
    v8 = any v3
    brif v8, b1(v0, v7), b2
b1(v9: u.b32, v10: u.b32):
    v11 = iadd v9, v10
    switch v11 [0x1: b1(v11, v11), 0x2: b2] else b3
b2:
    br b1(0x0:b32, 0x1:b32)
b3:
    fault 0x1:b1 #3
    ret
}
"#,
    );
}

#[test]
fn bodies_nest() {
    round_trip(
        "function main legal wave 32 {
b0:
    v0 = lane_id
    v1 = ult v0, 0x4:b32
    v2: l.b32 = if_ v1 {
        yield_ v0
    } else {
        v3: u.b32, v4: u.b32 = loop_ 0x0:b32, 0x1:b32 { |v5: u.b32, v6: u.b32|
            sswitch v5 case 0x1, 0x2 {
                break_ v5, v6
            } case 0x3 {
                yield_
            } default {
                yield_
            }
            continue_ v6, v5
        }
        yield_ v3
    }
    ret
}
",
    );
}

#[test]
fn a_value_defined_further_down_needs_a_type() {
    round_trip(
        "function main ssa wave 32 {
b0:
    br b2
b1:
    v0: u.b32 = iadd v1, v1
    ret
b2:
    v1: l.b32 = iadd 0x1:b32, 0x2:b32
    br b1
}
",
    );
    let error = parse("function main ssa wave 32 {\nb0:\n v0 = inot v1\n v1 = lane_id\n ret\n}\n");
    assert_eq!(
        error.map_err(|e| e.to_string()).err().as_deref(),
        Some("line 3, column 7: the results of `inot` need types here: they do not follow from its operands")
    );
}

#[test]
fn errors_say_line_column_and_what_was_expected() {
    let head = "function main ssa wave 32 {\nb0:\n";
    for (body, expected) in [
        (
            "    v0 = iadd 0x1:b32,\n",
            "line 3, column 23: expected an operand such as `v0` or `0x10:b32`, found the end of the line",
        ),
        ("    v0 = addi\n", "line 3, column 10: there is no op addi"),
        ("    br b7\n", "line 3, column 8: there is no block b7"),
        ("    v0 = inot 0x100:b8\n", "line 3, column 15: 0x100 does not fit 8 bits"),
        (
            "    v0 = unknown x.b8\n",
            "line 3, column 18: expected a type such as `u.b32` or `l.b1`, found `x.b8`",
        ),
        ("    v0 = lane_id\n    v0 = lane_id\n", "line 4, column 5: value v0 is defined before"),
        ("    v0: u.b32 = inot v3\n}\n", "line 3, column 22: there is no value v3"),
        ("    ret\nb0:\n}", "line 4, column 1: block b0 is defined before"),
        ("    v0 = get %s0\n", "line 3, column 15: there is no variable %s0"),
        ("    ret\n", "line 4, column 1: expected an instruction, a label or `}`, found the end of the text"),
        (
            "    v0 = iadd 99999999999999999999:b32\n",
            "line 3, column 15: expected a number of at most 64 bits, found `99999999999999999999`",
        ),
    ] {
        let error = parse(&format!("{head}{body}"));
        assert_eq!(error.map_err(|e| e.to_string()).err().as_deref(), Some(expected), "{body}");
    }
}

#[test]
fn depth_is_limited() {
    let text = format!("function f legal wave 32 {{\nb0:\n{}", "if_ 0x1:b1 {\n".repeat(100_000));
    assert!(matches!(parse(&text), Err(ParseError { line: 1003, kind: ParseErrorKind::TooDeep, .. })));
}

#[test]
fn comments_with_places_are_not_read() {
    let text = "function main ssa wave 32 {\nb0:\n    v0 = lane_id\n    ret\n}\n";
    let mut func = match parse(text) {
        Ok(func) => func,
        Err(e) => panic!("{e}"),
    };
    for inst in func.insts.values_mut() {
        inst.pc = 0x40;
    }
    let with_pc = print(&func, PrintOptions { pc: true });
    assert!(with_pc.contains("    v0 = lane_id ; pc 0x40\n"), "{with_pc}");
    assert_eq!(parse(&with_pc).map(|f| f.to_string()).as_deref(), Ok(text));
}
