//! How large a capture may be.

use super::error::Problem;

/// Bounds that are checked before anything is allocated. Defaults fit real captures on a desktop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// All code, memory regions (also those without a file) and expected bytes together. 1 GiB.
    pub max_total_bytes: u64,
    /// `case.json`. 16 MiB.
    pub max_json_bytes: u64,
    /// A `.wwcap` file. 1 GiB.
    pub max_packed_bytes: u64,
    /// Regions, descriptors, expected regions, targets, files: each. 65,536.
    pub max_items: u64,
    /// Workgroups of a dispatch. 2^24.
    pub max_groups: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            max_total_bytes: 1 << 30,
            max_json_bytes: 16 << 20,
            max_packed_bytes: 1 << 30,
            max_items: 1 << 16,
            max_groups: 1 << 24,
        }
    }
}

impl Limits {
    /// An error if `found` is more than `limit`.
    pub(super) fn check(&self, what: &str, found: u64, limit: u64) -> Result<(), Problem> {
        if found > limit {
            return Err(Problem::Limit { what: what.to_owned(), found, limit });
        }
        Ok(())
    }
}
