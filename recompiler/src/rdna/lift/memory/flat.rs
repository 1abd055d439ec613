//! FLAT, GLOBAL and SCRATCH.
//!
//! Facts: RDNA 1 ISA guide, chapter 9; measured-facts 68 (apertures). Dwords of scratch of the lanes of a wave are
//! interleaved. The constant of FLAT-segment instructions is ignored by gfx10.1 where the address is in global memory
//! (LLVM's flat-segment-offset-bug); what it does in the apertures is not known: such lanes fault.

use super::kinds::{Kind, compares, vector};
use super::{Address, Registers, Target, coherence};
use crate::fault;
use crate::rdna::lift::{Lift, Lifted, mismatch, unsupported};
use crate::rdna::scratch::State;
use ir::attr::Space;
use ir::{Op, Value};
use isa::fields::FlatFields;
use isa::row::Family;
use isa::{Fields, Inst};
use smallvec::SmallVec;

fn registers(kind: Kind, f: &FlatFields) -> Registers {
    let returns = match kind {
        Kind::Load(_) => true,
        Kind::Store(_) => false,
        Kind::Atomic { .. } => f.glc,
    };
    let data = u32::from(f.data);
    Registers { dst: returns.then_some(u32::from(f.vdst)), data, extra: data + kind.registers() }
}

impl Lift<'_> {
    pub(in crate::rdna::lift) fn flat(&mut self, inst: &Inst) -> Lifted {
        let Fields::Flat(f) = inst.fields else { return Err(mismatch()) };
        let name = inst.name();
        let kind = name.split_once('_').and_then(|(_, rest)| vector(rest)).ok_or_else(mismatch)?;
        if matches!(kind, Kind::Atomic { op, .. } if compares(op)) {
            Self::vgprs_exist(name, f.data, kind.registers() * 2)?;
        }
        match inst.op.family() {
            Family::FLAT => self.flat_segment(name, kind, &f),
            Family::GLOBAL => self.global(name, kind, &f),
            _ => self.scratch(name, kind, &f),
        }
    }

    fn global(&mut self, name: &'static str, kind: Kind, f: &FlatFields) -> Lifted {
        let base = f.scalar_base(Family::GLOBAL);
        let exec = self.exec();
        let address = if name.ends_with("_addtid") {
            // The lane's number takes the place of the address register.
            let lane = self.lane_bytes();
            let lane = self.wide(lane);
            match base {
                Some(s) => {
                    let s = self.sgpr64(s);
                    self.plus(s, lane)
                }
                None => lane,
            }
        } else if let Some(s) = base {
            let s = self.sgpr64(s);
            let v = self.vgpr(u32::from(f.addr));
            let v = self.wide(v);
            self.plus(s, v)
        } else {
            Self::vgprs_exist(name, f.addr, 2)?;
            self.vgpr64(u32::from(f.addr))
        };
        let offset = f.byte_offset(Family::GLOBAL);
        let target = [Target::new(Space::Global, address, offset, exec)];
        if f.lds {
            return self.load_to_lds(name, kind, offset, &target, coherence(f.glc));
        }
        self.access(name, kind, registers(kind, f), &target, coherence(f.glc))
    }

    /// Addresses of the dwords of an access at an offset of the lane's scratch.
    fn scratch_addresses(&mut self, offset: Value, dwords: u32) -> Address {
        let (low, high) = (self.flat_scratch(0), self.flat_scratch(1));
        let base = self.pack64(low, high);
        let lane = self.lane_bytes();
        let lane = self.wide(lane);
        let base = self.plus(base, lane);
        let shift = self.request.wave_size.trailing_zeros();
        let each: SmallVec<[Value; 4]> = (0..dwords)
            .map(|i| {
                let at = if i == 0 { offset } else { self.imm(Op::iadd, offset, i * 4) };
                let element = self.imm(Op::iand, at, !3);
                let element = self.wide(element);
                let element = self.imm(Op::ishl, element, shift);
                let inside = self.imm(Op::iand, at, 3);
                let inside = self.wide(inside);
                let sum = self.plus(element, inside);
                self.plus(base, sum)
            })
            .collect();
        Address::Each(each)
    }

    /// The place of an access at an offset of the lane's scratch.
    fn scratch_target(&mut self, offset: Value, kind: Kind, mask: Value) -> Target {
        if self.scratch.as_ref().is_some_and(State::is_flat) {
            self.outside_scratch(offset, mask, kind.bytes());
            return Target::new(Space::Scratch, offset, 0, mask);
        }
        let address = self.scratch_addresses(offset, kind.registers());
        Target { address, ..Target::new(Space::Global, offset, 0, mask) }
    }

    fn scratch(&mut self, name: &'static str, kind: Kind, f: &FlatFields) -> Lifted {
        if f.lds {
            return unsupported(name, "moving scratch to LDS is not modelled");
        }
        let base = match f.scalar_base(Family::SCRATCH) {
            Some(s) => self.sgpr(s),
            None => self.vgpr(u32::from(f.addr)),
        };
        let constant = self.b.c32(f.byte_offset(Family::SCRATCH).cast_unsigned());
        let offset = self.plus(base, constant);
        let exec = self.exec();
        let target = self.scratch_target(offset, kind, exec);
        self.access(name, kind, registers(kind, f), &[target], coherence(f.glc))
    }

    fn flat_segment(&mut self, name: &'static str, kind: Kind, f: &FlatFields) -> Lifted {
        if f.lds {
            return unsupported(name, "the lds bit has no known meaning for flat addresses");
        }
        Self::vgprs_exist(name, f.addr, 2)?;
        let (low, high) = (self.vgpr(u32::from(f.addr)), self.vgpr(u32::from(f.addr) + 1));
        let shared = self.imm(Op::ieq, high, self.request.shared_high);
        let private = self.imm(Op::ieq, high, self.request.private_high);
        let not_shared = self.b.pure(Op::inot, &[shared]);
        let private = self.both(private, not_shared);
        let aperture = self.two(Op::ior, shared, private);
        if f.offset != 0 {
            self.fault_where(aperture, fault::FLAT_OFFSET);
        }
        let elsewhere = self.b.pure(Op::inot, &[aperture]);
        let address = self.pack64(low, high);
        let [global, lds, scratch] = [elsewhere, shared, private].map(|m| self.active_and(m));
        let mut targets: SmallVec<[Target; 3]> = SmallVec::new();
        targets.push(Target::new(Space::Global, address, 0, global));
        if f.offset == 0 {
            targets.push(Target::new(Space::Lds, low, 0, lds));
            if matches!(kind, Kind::Atomic { .. }) {
                self.fault_where(private, fault::SCRATCH_ATOMIC);
            } else {
                let target = self.scratch_target(low, kind, scratch);
                targets.push(target);
            }
        }
        self.access(name, kind, registers(kind, f), &targets, coherence(f.glc))
    }
}
