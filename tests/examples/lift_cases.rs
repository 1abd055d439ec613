//! Runs cases of a folder through lift and interpreter: `lift_cases FOLDER [PART-OF-A-NAME]`.
#![expect(clippy::print_stdout, reason = "it reports")]

use driver::capture::{Case, Limits};
use std::collections::BTreeMap;
use wavewright_tests::corpus::case_dirs;
use wavewright_tests::lifted::{Outcome, run_case};

fn main() -> std::io::Result<()> {
    let mut args = std::env::args().skip(1);
    let folder = args.next().unwrap_or_default();
    let part = args.next().unwrap_or_default();
    let mut counts: BTreeMap<&str, u32> = BTreeMap::new();
    for dir in case_dirs(folder.as_ref())? {
        let name = dir.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
        if !name.contains(&part) {
            continue;
        }
        let case = Case::load(&dir, &Limits::default()).map_err(std::io::Error::other)?;
        if case.kind != driver::capture::Kind::Compute {
            continue;
        }
        let (word, why) = match run_case(&case, 2_000_000_000) {
            Outcome::Passed => ("pass", String::new()),
            Outcome::Failed(why) => ("FAIL", why),
            Outcome::Refused(why) => ("refused", why),
        };
        *counts.entry(word).or_default() += 1;
        println!("{word} {name} {why}");
    }
    println!("{counts:?}");
    Ok(())
}
