//! Runs every measured row in each of its modes on a Vulkan device, which takes minutes: `measured_rows [PART-OF-A-NAME]`.
#![expect(clippy::print_stdout, reason = "it reports")]

use driver::on_device::{self, Target};
use driver::replay::ReplayOptions;
use driver::vulkan::{Device, Instance, InstanceOptions};
use std::sync::Arc;
use wavewright_tests::measured::{Modes, REGION, facts, programs};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let part = std::env::args().nth(1).unwrap_or_default();
    let instance = Arc::new(Instance::new(InstanceOptions { validation: false })?);
    let target = Target::new(Device::first(&instance)?)?;
    let (mut rows, mut refused, mut wrong) = (0, 0, 0);
    for program in programs(&facts()?, 24, Modes::Every)? {
        if !program.case.name.contains(&part) {
            continue;
        }
        rows += program.rows();
        match on_device::run(&target, &program.case, ReplayOptions::default()) {
            Ok(replay) => {
                let bytes = replay.differing.iter().find(|(name, _)| name == REGION);
                for line in bytes.map(|(_, b)| program.differences(b)).into_iter().flatten() {
                    println!("{line}");
                    wrong += 1;
                }
            }
            Err(e) => {
                println!("{}: {e}", program.case.name);
                refused += program.rows();
            }
        }
    }
    println!("{rows} rows, {refused} refused, {wrong} wrong");
    if wrong > 0 { Err("rows are wrong".into()) } else { Ok(()) }
}
