//! Float arithmetic of memory and LDS atomics under the wave's MODE.
//!
//! Facts: measured-facts 70 to 72; the rules themselves are in [`crate::float::atomic`]. The same rule serves LDS,
//! buffers and flat memory, which was measured for LDS only.

use crate::float::{FloatMode, atomic};
use crate::memory::atomic::{FloatAtomic, FloatAtomicMath};

/// The float rules of one wave.
#[derive(Clone, Copy, Debug)]
pub(super) struct Math(pub FloatMode);

impl FloatAtomicMath for Math {
    fn f32(&self, op: FloatAtomic, old: u32, data: u32, extra: u32) -> u32 {
        match op {
            FloatAtomic::Min => atomic::atomic_min_f32(self.0, old, data),
            FloatAtomic::Max => atomic::atomic_max_f32(self.0, old, data),
            FloatAtomic::CmpSwap => atomic::atomic_cmpswap_f32(self.0, old, extra, data).unwrap_or(old),
            FloatAtomic::Add => atomic::atomic_add_f32(self.0, old, data),
        }
    }

    /// There is no 64-bit float addition in any memory instruction of gfx10; [`FloatAtomic::Add`] keeps the old value.
    fn f64(&self, op: FloatAtomic, old: u64, data: u64, extra: u64) -> u64 {
        match op {
            FloatAtomic::Min => atomic::atomic_min_f64(self.0, old, data),
            FloatAtomic::Max => atomic::atomic_max_f64(self.0, old, data),
            FloatAtomic::CmpSwap => atomic::atomic_cmpswap_f64(self.0, old, extra, data).unwrap_or(old),
            FloatAtomic::Add => old,
        }
    }
}
