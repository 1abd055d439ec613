//! Wave maps: how guest waves of W lanes run on host subgroups of S invocations.
//!
//! Requires: phase Ssa, simplified. Ensures: a function for waves of one lane (per-lane) or of S lanes (native, packed) that
//! does the same; the map is chosen by analysis, cheapest exact one first, and the choice says why.
//! Leaves alone: floats, memory, control flow.

mod barriers;
mod lane_numbers;
mod packed;
mod per_lane;
mod uniform;

use crate::caps::DeviceCaps;
use crate::error::TranslateErrorKind;
use crate::passes::{Changed, PassError};
use ir::attr::Space;
use ir::{Attr, Function, Op};

/// A way to run guest waves on the host.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum WaveMap {
    /// Every invocation is a lane of its own; no invocation looks at another one.
    PerLane,
    /// A guest wave is a host subgroup; each invocation carries this many lanes (1: native).
    Packed {
        /// Lanes of an invocation.
        lanes: u32,
    },
}

/// What was chosen and why the cheaper maps were not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// The map.
    pub map: WaveMap,
    /// Why the per-lane map is not exact: guest address of the reason, and what it is.
    pub not_per_lane: Option<(u32, &'static str)>,
    /// Waves wait at one place for each other, since nobody can tell that they come to the same barriers.
    pub one_place: bool,
}

/// What the caller wants.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Force {
    /// The cheapest exact map.
    #[default]
    No,
    /// A packed map even where per-lane would do.
    Packed,
}

/// The per-lane map as a pass: makes every invocation a wave of one lane.
///
/// # Errors
/// [`TranslateErrorKind::WaveMap`] with the reason where that is not exact.
pub fn per_lane(func: &mut Function) -> Result<Changed, PassError> {
    let refused = |(pc, why)| PassError { pc, kind: TranslateErrorKind::WaveMap { why } };
    per_lane::run(func).map(|()| Changed::Yes).map_err(refused)
}

/// As a pass: waves that need not come to the same barriers wait for each other at one place (see [`barriers`]).
///
/// # Errors
/// Bugs of ours alone.
pub fn one_barrier(func: &mut Function) -> Result<Changed, PassError> {
    if func.phase != ir::Phase::Ssa || packed::barriers_meet(func) {
        return Ok(Changed::No);
    }
    barriers::meet_at_one_place(func).map(|()| Changed::Yes)
}

/// Chooses a map and rewrites the function for it.
///
/// # Errors
/// [`TranslateErrorKind::WaveMap`] where no map is exact on this device.
pub fn map(func: &mut Function, caps: &DeviceCaps, force: Force) -> Result<Choice, TranslateErrorKind> {
    let group: u64 = func.local_size.iter().map(|&l| u64::from(l)).product();
    let group = group.next_multiple_of(u64::from(func.wave_size.max(1)));
    let not_per_lane = match force {
        Force::No if group > u64::from(caps.max_workgroup_invocations) => {
            Some((u32::MAX, "the workgroup has more lanes than the host's may have invocations"))
        }
        Force::No => match per_lane::run(func) {
            Ok(()) => return Ok(Choice { map: WaveMap::PerLane, not_per_lane: None, one_place: false }),
            Err(obstacle) => Some(obstacle),
        },
        Force::Packed => Some((u32::MAX, "the caller forces another map")),
    };
    let (w, s) = (func.wave_size, caps.subgroup_size);
    if s == 0 || s > w || w % s != 0 {
        return Err(TranslateErrorKind::WaveMap {
            why: "the host's subgroups are wider than the guest's waves",
        });
    }
    let lanes = w / s;
    let one_place = one_barrier(func).map_err(|e| e.kind)? == Changed::Yes;
    packed::rewrite(func, lanes);
    Ok(Choice { map: WaveMap::Packed { lanes }, not_per_lane, one_place })
}

/// Whether an op only exists to look at lanes.
pub(crate) fn is_cross(op: Op) -> bool {
    matches!(op, Op::ballot | Op::readlane | Op::readfirst | Op::shuffle)
}

/// Whether an access is one to the lanes' own memory, which every lane makes whatever the rate of address and mask.
pub(crate) fn is_scratch(attr: &Attr) -> bool {
    matches!(attr, Attr::Mem(m) if m.space == Space::Scratch)
}
