//! What a case says of its scratch, so that it may become memory of the lanes.
//!
//! Requires: a checked case. Ensures: an answer only where everything that [`LaneScratch`] states is so: one region holds the
//! scratch of all waves of the dispatch, begins with unknown bytes, is not compared afterwards; the descriptor's words are
//! those of that region with the layout of scratch; the flat pair becomes its address by what the program adds.
//! Leaves alone: whether the program uses any of it.

use crate::capture::{Access, Case, Region, SgprArg, SgprName};
use model::memory::vsharp::{BufferResource, RangeCheck};
use recompiler::request::{FlatBase, LaneScratch};

/// The facts, where scratch may become memory of the lanes.
pub(crate) fn facts(case: &Case) -> Option<LaneScratch> {
    let region = crate::replay::scratch(case)?;
    let lanes = u64::from(case.wave_size.lanes());
    let per_wave = region.bytes_per_wave?;
    let bytes_per_lane = u32::try_from(per_wave / lanes).ok()?;
    let one = case.memory.iter().filter(|r| r.role == region.role).count() == 1;
    let own = region.bytes.is_none()
        && region.access == Access::ReadWrite
        && case.expect.iter().all(|e| e.region != region.name);
    let dispatch = case.dispatch?;
    let groups = dispatch.groups.iter().try_fold(1u64, |n, &g| n.checked_mul(u64::from(g)))?;
    let local = dispatch.local_size.iter().try_fold(1u64, |n, &l| n.checked_mul(u64::from(l)))?;
    let total = groups.checked_mul(local.div_ceil(lanes))?.checked_mul(per_wave)?;
    // The offsets of all waves fit a register.
    if !one || !own || per_wave % (4 * lanes) != 0 || total > region.size || total > u64::from(u32::MAX) {
        return None;
    }
    let [stage] = case.stages.as_slice() else { return None };
    let argument = |name: SgprName| stage.sgprs.iter().find(|a| a.name == name);
    let register = |arg: &SgprArg| u8::try_from(arg.reg).ok();
    let offset = argument(SgprName::ScratchOffset).and_then(register)?;
    let descriptor = argument(SgprName::PrivateSegmentBuffer)
        .filter(|a| is_scratch(a.value.as_deref(), region, per_wave, case.wave_size.lanes()))
        .and_then(register);
    let flat = [SgprName::FlatScratchInit, SgprName::RingOffsets]
        .into_iter()
        .filter_map(argument)
        .find_map(|a| flat_base(register(a)?, a.value.as_deref()?, region));
    (descriptor.is_some() || flat.is_some()).then_some(LaneScratch {
        bytes_per_lane,
        offset,
        descriptor,
        flat,
    })
}

/// Whether four words are the descriptor of the region, with the lanes' dwords side by side and a range check that every
/// wave's scratch passes.
fn is_scratch(words: Option<&[u32]>, region: &Region, per_wave: u64, lanes: u32) -> bool {
    let Some(words) = words.and_then(|w| <[u32; 4]>::try_from(w).ok()) else { return false };
    let Ok(buffer) = BufferResource::decode(words) else { return false };
    let in_range = match buffer.range {
        RangeCheck::Disabled => buffer.num_records > 0,
        RangeCheck::Raw => u64::from(buffer.num_records) >= per_wave,
        RangeCheck::Structured => buffer.num_records >= lanes,
        RangeCheck::StructuredWithOffset => false,
    };
    let layout =
        buffer.stride == 0 && buffer.swizzle && buffer.add_tid && buffer.index_stride == lanes && in_range;
    layout && buffer.base == region.address && words.first() == Some(&(region.address as u32))
}

/// The pair from which the flat base is made.
fn flat_base(register: u8, words: &[u32], region: &Region) -> Option<FlatBase> {
    let &[low, high] = words else { return None };
    let wanted = (region.address >> 32) as u32;
    (low == region.address as u32).then(|| FlatBase { register, high: wanted.wrapping_sub(high) })
}

/// A region that is left out of guest memory: its first address and what follows its last.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Hidden {
    pub(crate) first: u64,
    size: u64,
}

impl Hidden {
    /// The scratch of a case.
    pub(crate) fn of(case: &Case) -> Option<Hidden> {
        crate::replay::scratch(case).map(|r| Hidden { first: r.address, size: r.size })
    }

    /// Whether one of some bytes is in it.
    pub(crate) fn touches(self, address: u64, bytes: u64) -> bool {
        address.wrapping_sub(self.first) < self.size || self.first.wrapping_sub(address) < bytes
    }
}
