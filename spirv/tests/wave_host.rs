//! Ops on waves, and float ops of the host.

mod common;
use common::{NATIVE, PER_LANE, text, valid, valid_with};
use spirv::{Features, FloatControls, Options};
use std::fmt::Write as _;

const WAVE: &str = "b0:
 v0 = lane_id
 v1 = ult v0, 0x4:b32
 v2 = ballot v1
 v3 = lanebit v2
 v4 = any v1
 v5 = wave_id
 v6 = local_index
 v7 = workgroup_id #0
 v8 = workgroup_id #2
 v9 = num_workgroups #1
 v10 = user_data #31
 v11 = user_data #32
";

fn lanes() -> String {
    let mut body = WAVE.to_owned();
    for (i, width) in [1, 8, 16, 32, 64].into_iter().enumerate() {
        let n = 20 + i * 10;
        let _ = writeln!(body, " v{n} = unknown l.b{width}");
        let _ = writeln!(body, " v{} = readlane v{n}, v5", n + 1);
        let _ = writeln!(body, " v{} = readfirst v{n}, v1", n + 2);
        let _ = writeln!(body, " v{} = writelane v{n}, v5, v{}", n + 3, n + 1);
        let _ = writeln!(body, " v{} = shuffle v{n}, v0", n + 4);
    }
    body + " ret\n"
}

#[test]
fn every_op_for_waves_of_one_to_64_lanes() {
    for size in [1, 2, 4, 8, 16, 32, 64] {
        let head = format!("wave {size} local [64, 2, 1]");
        let module = valid(&head, &lanes());
        assert_eq!(text(&module).contains("OpGroupNonUniform"), size > 1);
        let features = Features::all() - Features::BROADCAST_DYNAMIC;
        valid_with(&head, &lanes(), &Options { features, ..Options::default() });
    }
}

#[test]
fn every_float_op_at_every_width() {
    for width in [16, 32, 64] {
        let mut body = format!("b0:\n v0 = lane_id\n v1 = unknown l.b{width}\n");
        let mut n = 1;
        let mut line = |text: String| {
            n += 1;
            let _ = writeln!(body, " v{n} = {text}");
        };
        for op in ["hadd", "hmul", "hdiv", "hmin", "hmax"] {
            line(format!("{op} v1, v1"));
        }
        line("hfma v1, v1, 0x3c00:b16".replace("b16", &format!("b{width}")));
        for op in ["hfloor", "hceil", "htrunc", "hrndne", "hsqrt", "hrsq"] {
            line(format!("{op} v1"));
        }
        if width < 64 {
            for op in ["hexp2", "hlog2", "hsin", "hcos"] {
                line(format!("{op} v1"));
            }
        }
        line("hldexp v1, v0".to_owned());
        for to in [16, 32, 64] {
            line(format!("hcvt v1 to b{to}"));
            line(format!("h_to_s v1 to b{to}"));
            line(format!("h_to_u v1 to b{to}"));
            line(format!("s_to_h v1 to b{to}"));
            line(format!("u_to_h v1 to b{to}"));
        }
        for name in ir::text::COMPARISONS {
            line(format!("hcmp {name} v1, v1 {{round=even}}"));
        }
        body.push_str(" ret\n");
        valid(PER_LANE, &body);
    }
}

#[test]
fn float_ops_are_not_contracted() {
    let body = "b0:\n v0 = unknown l.b32\n v1 = hmul v0, v0\n v2 = hadd v1, v0\n ret\n";
    let text = text(&valid(NATIVE, body));
    assert_eq!(text.matches("NoContraction").count(), 2);
}

#[test]
fn float_controls_are_execution_modes() {
    let controls =
        FloatControls { denorm_preserve: true, denorm_flush: false, round_even: true, special: true };
    let options = Options { float: [controls; 3], names: true, lines: true, ..Options::default() };
    let body = "b0:\n v0 = unknown l.b32\n v1 = hmul v0, v0\n ret\n";
    let text = text(&valid_with(NATIVE, body, &options));
    assert!(text.contains("DenormPreserve 32") && text.contains("RoundingModeRTE 64"), "{text}");
    assert!(text.contains("OpName"), "{text}");
}
