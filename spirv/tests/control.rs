//! Structured control gives valid modules.

mod common;
use common::{PER_LANE, text, valid};

#[test]
fn results_of_a_selection_are_a_phi() {
    let body = "b0:
 v0 = local_index
 v1 = ult v0, 0x4:b32
 v2: l.b32, v9: l.b1 = if_ v1 {
  v3 = iadd v0, 0x1:b32
  yield_ v3, v1
 } else {
  yield_ 0x7:b32, 0x1:b1
 }
 store lds.b32 v2, v9, v0 align 4
 ret
";
    assert_eq!(text(&valid(PER_LANE, body)).matches("OpPhi").count(), 2);
}

#[test]
fn a_loop_carries_values_and_gives_them() {
    let body = "b0:
 v0 = user_data #0
 v1: u.b32, v2: u.b64 = loop_ 0x0:b32, 0x1:b64 { |v3: u.b32, v4: u.b64|
  v5 = iadd v3, 0x1:b32
  v6 = ult v5, v0
  if_ v6 {
   continue_ v5, v4
  } else {
   yield_
  }
  v7 = ieq v3, 0x3:b32
  if_ v7 {
   break_ v3, 0x5:b64
  } else {
   break_ v5, v4
  }
  unreachable
 }
 store lds.b32 v1, 0x1:b1, v1 align 4
 ret
";
    valid(PER_LANE, body);
}

#[test]
fn a_loop_that_never_repeats_and_one_that_never_ends() {
    valid(
        PER_LANE,
        "b0:\n v0: u.b32 = loop_ 0x1:b32 { |v1: u.b32|\n  break_ v1\n }\n v2 = iadd v0, v0\n ret\n",
    );
    valid(
        PER_LANE,
        "b0:\n v0: u.b32 = loop_ 0x1:b32 { |v1: u.b32|\n  continue_ v1\n }\n v2 = iadd v0, v0\n ret\n",
    );
}

#[test]
fn a_switch_inside_a_loop_leaves_it() {
    let body = "b0:
 v0 = user_data #0
 v1: u.b32 = loop_ v0 { |v2: u.b32|
  v3: u.b32 = sswitch v2 case 0x1, 0x2 {
   break_ v2
  } case 0x3 {
   yield_ 0x9:b32
  } case 0xffffffff {
   continue_ 0x1:b32
  } default {
   ret
  }
  continue_ v3
 }
 v4 = iadd v1, v1
 ret
";
    valid(PER_LANE, body);
}

#[test]
fn deep_nests_do_not_recurse() {
    let depth = 300;
    let mut body = "b0:\n v0 = user_data #0\n v1 = ine v0, 0x0:b32\n".to_owned();
    body.push_str(&"if_ v1 {\n".repeat(depth));
    body.push_str(&"yield_\n} else {\nyield_\n}\n".repeat(depth));
    body.push_str(" ret\n");
    valid(PER_LANE, &body);
}
