//! Vector registers that the halves of a wave of 64 share: lanes n and n + 32 have one.
//!
//! Requires: [`Lift`]. Ensures: both lanes of a pair hold the register's content at any time. The hardware runs an instruction
//! for the low half and then for the high one, so the high half's value stays where both write; where both also read what
//! they write, the high half would see the low one's result, and that is a fault instead.
//! Leaves alone: waves of 32, which have no halves.
//!
//! Facts: RDNA 1 ISA guide, "shared VGPRs"; the wave64 shuffles of Mesa's compiler rely on it.

use super::{Lift, Lifted, unsupported};
use ir::{Attr, Op, Value};
use isa::effects::{RegFile, RegRange};

/// Lanes of a half.
const HALF: u32 = 32;

impl Lift<'_> {
    /// Writes a vector register of which the lanes of a mask are new.
    pub(super) fn write_lanes(&mut self, register: u32, value: Value, written: Value) {
        let value = if self.request.shared_vgprs.contains(register & 255) {
            if self.rereads_shared {
                self.check_halves(written);
            }
            self.settled(value, Some(written))
        } else {
            value
        };
        self.state.set_vgpr(register, value);
    }

    /// The registers at the start: unknown, and the same in both lanes of a pair.
    pub(super) fn settle_shared(&mut self) {
        let shared = self.request.shared_vgprs;
        for register in shared.first..shared.first.saturating_add(shared.count).min(256) {
            let unknown = self.vgpr(register);
            let value = self.settled(unknown, None);
            self.state.set_vgpr(register, value);
        }
    }

    /// The high lane's value in both lanes where it was written, else the low one's.
    fn settled(&mut self, value: Value, written: Option<Value>) -> Value {
        let lane = self.b.pure(Op::lane_id, &[]);
        let (in_half, half) = (self.b.c32(HALF - 1), self.b.c32(HALF));
        let low = self.b.pure(Op::iand, &[lane, in_half]);
        let low_value = self.b.pure(Op::shuffle, &[value, low]);
        let Some(written) = written else { return low_value };
        let high = self.b.pure(Op::ior, &[low, half]);
        let high_value = self.b.pure(Op::shuffle, &[value, high]);
        let is_new = self.b.pure(Op::shuffle, &[written, high]);
        self.b.pure(Op::select, &[is_new, high_value, low_value])
    }

    /// Notes whether an instruction reads a shared register that it writes.
    pub(super) fn note_shared(&mut self, inst: &isa::Inst) -> Lifted {
        let shared = self.request.shared_vgprs;
        if shared.count == 0 {
            return Ok(());
        }
        let effects = isa::effects::effects(inst, self.request.wave_size);
        if effects.indirect {
            return unsupported(
                inst.name(),
                "a register by index beside registers that halves of the wave share",
            );
        }
        let registers = |ranges: &[RegRange]| -> Vec<u32> {
            let vector = ranges.iter().filter(|r| r.file == RegFile::Vgpr);
            let all = vector.flat_map(|r| u32::from(r.first)..u32::from(r.first) + u32::from(r.count));
            all.filter(|&r| shared.contains(r)).collect()
        };
        let written = registers(&effects.writes);
        self.rereads_shared = registers(&effects.reads).iter().any(|r| written.contains(r));
        Ok(())
    }

    /// Records a fault where both halves write a register that they read.
    fn check_halves(&mut self, written: Value) {
        let lane = self.b.pure(Op::lane_id, &[]);
        let half = self.b.c32(HALF);
        let other = self.b.pure(Op::ixor, &[lane, half]);
        let others = self.b.pure(Op::shuffle, &[written, other]);
        let both = self.b.pure(Op::iand, &[written, others]);
        self.b.emit(Op::fault, &[both], Attr::Index(crate::fault::SHARED_HALVES), &[]);
    }
}
