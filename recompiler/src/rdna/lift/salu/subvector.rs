//! The subvector loop: its body runs for the low half of a wave of 64, then for the high half.
//!
//! Ensures: what the two instructions do to EXEC and their register; whether the jump at the end of the block is taken is kept
//! for it, since it depends on values from before. The jump at the start is taken where EXEC is empty afterwards, which is
//! where it was before.
//!
//! Facts: measured-facts 64 (wave64 only).

use super::super::{Lift, Lifted, unsupported};
use ir::Op;
use isa::table::Sopk;

const EXEC_LO: u8 = 126;
const EXEC_HI: u8 = 127;

impl Lift<'_> {
    pub(super) fn subvector(&mut self, op: Sopk, sdst: u8) -> Lifted {
        let name = op.row().name;
        if self.request.wave_size != 64 {
            return unsupported(name, "not measured in wave32");
        }
        if sdst >= 106 {
            return unsupported(name, "a register that is no ordinary scalar register");
        }
        let (low, high) = (self.sgpr(EXEC_LO), self.sgpr(EXEC_HI));
        let zero = self.b.c32(0);
        let saved = self.sgpr(sdst);
        let (has_low, has_high) = (self.not_zero(low), self.not_zero(high));
        if op == Sopk::s_subvector_loop_begin {
            // With both halves the high one waits; with one of them nothing does; with none the body is left out.
            let both = self.b.pure(Op::iand, &[has_low, has_high]);
            let some = self.b.pure(Op::ior, &[has_low, has_high]);
            let waits = self.b.pure(Op::select, &[both, high, zero]);
            let register = self.b.pure(Op::select, &[some, waits, saved]);
            let high = self.b.pure(Op::select, &[both, zero, high]);
            self.set_sgpr(sdst, register);
            self.set_sgpr(EXEC_HI, high);
            return Ok(());
        }
        // In the high half: the low half comes back. In the low half: on with the high half where it waits.
        let waiting = self.not_zero(saved);
        let in_low = self.b.pure(Op::inot, &[has_high]);
        let again = self.b.pure(Op::iand, &[in_low, waiting]);
        let kept = self.b.pure(Op::select, &[has_high, saved, low]);
        let new_low = self.b.pure(Op::select, &[again, zero, kept]);
        let new_high = self.b.pure(Op::select, &[again, saved, high]);
        let register = self.b.pure(Op::select, &[again, low, saved]);
        self.set_sgpr(sdst, register);
        self.set_sgpr(EXEC_LO, new_low);
        self.set_sgpr(EXEC_HI, new_high);
        self.taken = Some(again);
        Ok(())
    }
}
