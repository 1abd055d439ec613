//! What exact floats cost in programs: IR ops in front of float legalization and behind it, for devices of several kinds.
//!
//! **Requires** programs that the recompiler takes. **Ensures** the counts are of functions that were mapped alike (as for a host
//! with subgroups of 32) and cleaned alike behind legalization, so that nothing but the fix-ups differs. The page
//! `docs/src/float-cost.md` is made of [`table`]s.
//! **Leaves alone** time: the bench `legalize` has it.

use driver::profiles::{Profile, lavapipe, moltenvk, nvidia, promising, radv, unknown};
use ir::Function;
use recompiler::caps::DeviceCaps;
use recompiler::compile::{Options, Upto, compile};
use recompiler::passes::legalize_float::{FixUps, run_with};
use recompiler::passes::{Manager, pass};
use recompiler::request::Request;
use std::fmt::Write as _;

/// The kinds of devices, and the class of what is known of their floats.
pub fn devices() -> Vec<(&'static str, Profile)> {
    vec![
        ("promised", promising(32)),
        ("probed", lavapipe(8)),
        ("unknown", unknown(32)),
        ("promised", radv(false)),
        ("promised", radv(true)),
        ("promised", nvidia(false)),
        ("promised", nvidia(true)),
        ("probed", moltenvk()),
    ]
}

/// Counts of a program.
#[derive(Clone, Debug)]
pub struct Cost {
    /// Ops with a float environment in front of legalization.
    pub floats: usize,
    /// All ops there.
    pub before: usize,
    /// For each device: ops with all fix-ups, and with those that can matter.
    pub after: Vec<[usize; 2]>,
}

fn ops(func: &Function) -> usize {
    func.layout.iter().map(|&b| func.blocks[b].insts.len()).sum()
}

/// A program as it comes to float legalization on a host with subgroups of 32; none where it is refused.
pub fn mapped(request: &Request<'_>) -> Option<Function> {
    let caps = DeviceCaps { subgroup_size: 32, ..DeviceCaps::PROMISING };
    let options = Options::default();
    let mut manager = Manager::new(options.passes.clone());
    let mut func = compile(request, &caps, &options, Upto::Mapped, &mut manager).ok()?.func;
    func.phase = ir::Phase::Resolved;
    Some(func)
}

/// Counts a mapped program; none where it is refused.
pub fn cost(mapped: &Function, devices: &[(&str, Profile)]) -> Option<Cost> {
    let is_float = |func: &Function| {
        let insts = func.layout.iter().flat_map(|&b| &func.blocks[b].insts);
        insts.filter(|&&i| func.insts[i].op.group() == "float").count()
    };
    let legal = |caps: &DeviceCaps, fix_ups: FixUps| {
        let mut func = mapped.clone();
        (pass("legalize_atomics")?.run)(&mut func).ok()?;
        run_with(&mut func, caps, fix_ups).ok()?;
        for name in ["gvn", "dce"] {
            (pass(name)?.run)(&mut func).ok()?;
        }
        Some(ops(&func))
    };
    let after = devices.iter().map(|(_, device)| {
        let counts = [FixUps::All, FixUps::Needed].map(|fix_ups| legal(&device.caps, fix_ups));
        Some([counts[0]?, counts[1]?])
    });
    Some(Cost { floats: is_float(mapped), before: ops(mapped), after: after.collect::<Option<_>>()? })
}

/// A table of the page.
pub fn table(title: &str, costs: &[Cost], devices: &[(&str, Profile)]) -> String {
    let sum = |of: &dyn Fn(&Cost) -> usize| costs.iter().map(of).sum::<usize>();
    let (floats, before) = (sum(&|c| c.floats), sum(&|c| c.before));
    let mut text =
        format!("## {title}\n\n{} programs, {before} IR ops, of them {floats} float ops.\n\n", costs.len());
    text += "| device | floats are | with all fix-ups | with those that can matter | of what was before | of a program: median | worst |\n";
    text += "|---|---|---|---|---|---|---|\n";
    for (i, (class, device)) in devices.iter().enumerate() {
        let [all, needed] = [0, 1].map(|k| sum(&|c| c.after[i][k]));
        let mut each: Vec<f64> = costs
            .iter()
            .filter(|c| c.floats > 0)
            .map(|c| c.after[i][1] as f64 / c.before.max(1) as f64)
            .collect();
        each.sort_by(f64::total_cmp);
        let median = each.get(each.len() / 2).copied().unwrap_or(1.0);
        let worst = each.last().copied().unwrap_or(1.0);
        let of_before = needed as f64 / before.max(1) as f64;
        let _ = writeln!(
            text,
            "| {} | {class} | {all} | {needed} | {of_before:.2} | {median:.2} | {worst:.2} |",
            device.name
        );
    }
    text
}
