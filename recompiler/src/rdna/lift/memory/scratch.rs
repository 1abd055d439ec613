//! Accesses to the wave's own scratch: memory of each lane, by byte offset.
//!
//! Requires: [`crate::rdna::scratch`] proves that the access goes there. Ensures: offsets outside of the lane's bytes fault; an
//! access over several elements of the swizzled descriptor faults as it does in guest memory. Leaves alone: whether the
//! lanes' memory is memory at all; see the pass `scratch_slots`.

use super::kinds::{Kind, Load, Store};
use super::{Registers, Target, coherence};
use crate::fault;
use crate::rdna::lift::{Lift, Lifted};
use ir::attr::Space;
use ir::{Op, Value};
use isa::fields::MubufFields;

impl Lift<'_> {
    /// Bytes of a lane.
    fn lane_scratch_bytes(&self) -> u32 {
        self.request.scratch.map_or(0, |s| s.bytes_per_lane)
    }

    /// Records a fault for the lanes of a mask whose access is not wholly in their scratch.
    pub(super) fn outside_scratch(&mut self, offset: Value, mask: Value, bytes: u32) {
        let limit = (self.lane_scratch_bytes() + 1).saturating_sub(bytes);
        let limit = self.b.c32(limit);
        let outside = self.two(Op::ule, limit, offset);
        self.fault_masked(outside, mask, fault::SCRATCH_RANGE);
    }

    /// A load or store through the descriptor of scratch.
    pub(super) fn buffer_scratch(&mut self, name: &'static str, kind: Kind, f: &MubufFields) -> Lifted {
        let wave = self.request.wave_size;
        let register = if f.offen { self.vgpr(u32::from(f.vaddr)) } else { self.b.c32(0) };
        let immediate = self.b.c32(u32::from(f.offset));
        let offset = self.plus(register, immediate);
        let scalar = self.byte_offset_of(name, f.soffset)?;
        let exec = self.exec();
        let part = self.imm(Op::iand, scalar, 4 * wave - 1);
        let part = self.imm(Op::ine, part, 0);
        self.fault_masked(part, exec, fault::SCRATCH_OFFSET);
        let inside = self.imm(Op::iand, offset, 3);
        let spans = match kind.bytes() {
            1 => self.b.c1(false),
            2 => self.imm(Op::ieq, inside, 3),
            4 => self.imm(Op::ine, inside, 0),
            _ => self.b.c1(true),
        };
        self.fault_masked(spans, exec, fault::SPANS);
        let rows = self.imm(Op::ushr, scalar, wave.trailing_zeros());
        if self.number(rows) != Some(0) {
            // Neither part alone may be outside: then the sum does not wrap.
            self.outside_scratch(offset, exec, 1);
        }
        let mut at = self.plus(offset, rows);
        self.outside_scratch(at, exec, kind.bytes());
        let dwords = matches!(kind, Kind::Load(Load::Dwords(_)) | Kind::Store(Store::Dwords(_)));
        if dwords {
            // Where the low bits are set, the lane has faulted.
            at = self.imm(Op::iand, at, !3);
        }
        let align = if dwords { 4 } else { 1 };
        let target = Target { align, ..Target::new(Space::Scratch, at, 0, exec) };
        let data = u32::from(f.vdata);
        let dst = matches!(kind, Kind::Load(_)).then_some(data);
        let regs = Registers { dst, data, extra: data };
        self.access(name, kind, regs, &[target], coherence(f.glc))
    }
}
