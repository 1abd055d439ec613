//! The scalar ALU: SOP1, SOP2, SOPC, SOPK, SOPP, a file each.
//!
//! Mask arithmetic on slots in mask form stays mask arithmetic (see [`crate::rdna::masks`] and [`masks`]); everything else is
//! arithmetic on uniform values. Facts: RDNA 1 ISA guide; measured-facts 61 (bitfield masks).

mod hwreg;
mod masks;
mod relative;
mod sop1;
mod sop2;
mod sopc;
mod sopk;
mod sopp;
mod subvector;

use super::Lift;
use ir::Value;

impl Lift<'_> {
    /// Sets a 32-bit result and SCC to "is not zero".
    pub(super) fn result32(&mut self, sdst: u8, value: Value) {
        self.set_sgpr(sdst, value);
        let scc = self.not_zero(value);
        self.set_scc(scc);
    }

    /// Sets a 64-bit result and SCC to "is not zero".
    pub(super) fn result64(&mut self, sdst: u8, value: Value) {
        self.set_sgpr64(sdst, value);
        let scc = self.not_zero(value);
        self.set_scc(scc);
    }

    pub(super) fn constant_like(&mut self, value: Value, bits: u64) -> Value {
        let width = self.b.func.ty(value).width;
        self.b.func.constant(width, bits)
    }
}
