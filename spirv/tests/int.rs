//! Integer ops of every width give valid modules.

mod common;
use common::{NATIVE, PER_LANE, valid};
use std::fmt::Write as _;

const BINARY: &str =
    "iadd isub imul udiv urem umulhi smulhi iand ior ixor umin umax smin smax ieq ine ult ule slt sle";

#[test]
fn every_op_at_every_width() {
    for width in [1, 8, 16, 32, 64] {
        let mut body = format!("b0:\n v1 = unknown l.b{width}\n v2 = unknown u.b{width}\n v3 = lane_id\n");
        let mut n = 10;
        let mut line = |body: &mut String, text: String| {
            n += 1;
            let _ = writeln!(body, " v{n} = {text}");
        };
        for op in BINARY.split(' ') {
            line(&mut body, format!("{op} v1, v2"));
            line(&mut body, format!("{op} v1, 0x1:b{width}"));
            line(&mut body, format!("{op} v1, 0x0:b{width}"));
        }
        for op in ["ishl", "ushr", "sshr"] {
            line(&mut body, format!("{op} v1, v3"));
            line(&mut body, format!("{op} v1, 0x21:b32"));
        }
        for op in ["inot", "popcnt", "bitrev", "find_lsb", "find_umsb", "find_smsb", "splat"] {
            let v = if op == "splat" { "v2" } else { "v1" };
            line(&mut body, format!("{op} {v}"));
        }
        line(&mut body, "select 0x1:b1, v1, v2".to_owned());
        for to in [1, 8, 16, 32, 64] {
            if to < width {
                line(&mut body, format!("trunc v1 to b{to}"));
            } else if to > width {
                line(&mut body, format!("zext v1 to b{to}"));
                line(&mut body, format!("sext v1 to b{to}"));
            }
        }
        if (8..64).contains(&width) {
            line(&mut body, "pack v1, v2".to_owned());
        }
        if width > 8 {
            line(&mut body, "lo v1".to_owned());
            line(&mut body, "hi v1".to_owned());
        }
        body.push_str(" ret\n");
        valid(PER_LANE, &body);
        valid(NATIVE, &body);
    }
}
