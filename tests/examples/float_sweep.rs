//! Holds the approximations, as legalized, against references: all operands of 16 bits, and N of 32 and 64 bits spread over all.
//! `float_sweep [N [PART-OF-A-HOST [PART-OF-AN-OP]]]`, by default 2^24. Prints the largest error of each in units of the
//! result's last place, see `tests/src/approximations.rs`.
#![expect(clippy::print_stdout, reason = "it reports")]

use ir::{Op, Width};
use wavewright_tests::approximations::{OPS, OPS64, hosts, spread, sweep};

fn main() {
    let mut args = std::env::args().skip(1);
    let count = args.next().and_then(|n| n.parse().ok()).unwrap_or(1u64 << 24);
    let (host_part, op_part) = (args.next().unwrap_or_default(), args.next().unwrap_or_default());
    for (host, caps) in hosts().into_iter().filter(|(host, _)| host.contains(&host_part)) {
        let look = |op: Op, width: Width, operands| {
            let name = op.row().name;
            if !name.contains(&op_part) {
                return;
            }
            if let Some(found) = sweep(op, width, &caps, spread(width, operands)) {
                println!("{host}: {name}.{}: {found}", width.bits());
            }
        };
        for op in OPS {
            look(op, Width::B16, 1 << 16);
            look(op, Width::B32, count);
        }
        for op in OPS64 {
            look(op, Width::B64, count);
        }
    }
}
