//! What the waves of a group share while they run.

use crate::memory::AlignmentMode;
use crate::memory::guest::GuestView;
use crate::memory::lds::{Gds, Lds};

/// Everything outside a wave that instructions reach.
#[derive(Debug)]
pub struct Machine<'a> {
    /// Guest memory, shared by all groups.
    pub memory: GuestView<'a>,
    /// How misaligned addresses are treated.
    pub alignment: AlignmentMode,
    /// The group's local data share.
    pub lds: Lds,
    /// Global data share, shared by all groups.
    pub gds: &'a Gds,
    /// Number of the group in each dimension.
    pub group: [u32; 3],
    /// Waves of the group.
    pub waves: u32,
    /// What `s_memtime` reads: instructions that the group has executed so far.
    pub clock: u64,
}
