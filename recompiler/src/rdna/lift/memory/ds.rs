//! DS: LDS, GDS, and moves between lanes.
//!
//! Ensures: an LDS address is the lane's register plus a constant in 32 bits; outside the allocated size loads give 0 and
//! stores are dropped (the IR's LDS does that). Of two accesses the first of every lane comes before the second of any.
//! Moves between lanes read inactive lanes as 0; in wave64 each half of the wave is on its own.
//!
//! Facts: RDNA 1 ISA guide, chapters 10 and 11, `DS_SWIZZLE_B32`; measured-facts 70 to 75. M0 has base and size of GDS in its
//! halves. Append and consume use the constant alone as LDS address.

use super::kinds::{Ds as What, Kind, Load, Pair, compares, ds};
use super::{Address, Registers, Target};
use crate::fault;
use crate::rdna::lift::{Lift, Lifted, mismatch, unsupported};
use ir::attr::{Atomic, Coherence, Space};
use ir::{Attr, Op, Value, Width};
use isa::fields::DsFields;
use isa::{Fields, Inst};

impl Lift<'_> {
    pub(in crate::rdna::lift) fn ds(&mut self, inst: &Inst) -> Lifted {
        let Fields::Ds(f) = inst.fields else { return Err(mismatch()) };
        let name = inst.name();
        let what = ds(name).ok_or_else(mismatch)?;
        if f.gds && !matches!(what, What::One(..) | What::Append(_) | What::Refused(_) | What::Nothing) {
            return unsupported(name, "not modelled in GDS");
        }
        match what {
            What::Nothing => Ok(()),
            What::Refused(why) => unsupported(name, why),
            What::One(kind, returns) => self.ds_one(name, kind, returns, &f),
            What::AddTid(kind) => {
                let m0 = self.sgpr(124);
                let base = self.imm(Op::iand, m0, 0xffff);
                let lane = self.lane_bytes();
                let address = self.plus(base, lane);
                let exec = self.exec();
                let target = Target::new(Space::Lds, address, i32::from(f.offset()), exec);
                self.access(name, kind, ds_registers(kind, true, &f), &[target], Coherence::Wave)
            }
            What::Read2(pair) => self.read2(name, pair, &f),
            What::Write2(pair) => self.write2(name, pair, &f),
            What::Exchange2(pair) => self.exchange2(name, pair, &f),
            What::Append(add) => self.append(add, &f),
            What::Src2(op) => self.src2(name, op, &f),
            What::Permute => {
                self.permute(&f);
                Ok(())
            }
            What::Bpermute => {
                let data = self.active_data(f.data0);
                let from = self.named_lane(&f);
                let value = self.b.pure(Op::shuffle, &[data, from]);
                self.set_vgpr(u32::from(f.vdst), value);
                Ok(())
            }
            What::Swizzle => self.swizzle(name, &f),
        }
    }

    fn ds_one(&mut self, name: &'static str, kind: Kind, returns: bool, f: &DsFields) -> Lifted {
        let address = self.vgpr(u32::from(f.addr));
        let exec = self.exec();
        let registers = ds_registers(kind, returns, f);
        if !f.gds {
            let mut target = Target::new(Space::Lds, address, i32::from(f.offset()), exec);
            self.whole(&mut target, kind);
            return self.access(name, kind, registers, &[target], Coherence::Wave);
        }
        if matches!(kind, Kind::Atomic { op: Atomic::CondSwap32, .. }) {
            return unsupported(name, "not modelled in GDS");
        }
        let m0 = self.sgpr(124);
        let base = self.imm(Op::ushr, m0, 16);
        let size = self.imm(Op::iand, m0, 0xffff);
        let at = self.imm(Op::iadd, address, u32::from(f.offset()));
        let (wide_at, wide_size) = (self.wide(at), self.wide(size));
        let end = self.imm(Op::iadd, wide_at, kind.bytes());
        let inside = self.two(Op::ule, end, wide_size);
        let mask = self.active_and(inside);
        let address = self.two(Op::iadd, base, at);
        let mut target = Target::new(Space::Gds, address, 0, exec);
        target.parts = (0..kind.registers()).map(|_| mask).collect();
        self.access(name, kind, registers, &[target], Coherence::Device)
    }

    /// Several dwords of one access are in LDS together or not at all: what is partly inside counts as outside.
    fn whole(&mut self, target: &mut Target, kind: Kind) {
        let (Address::Run(address), false) = (&target.address, matches!(kind, Kind::Atomic { .. })) else {
            return;
        };
        if kind.bytes() <= 4 {
            return;
        }
        let at = self.imm(Op::iadd, *address, target.offset.cast_unsigned());
        let inside = match self.request.lds_bytes.checked_sub(kind.bytes()) {
            Some(last) => self.imm(Op::ule, at, last),
            None => self.b.c1(false),
        };
        let mask = self.active_and(inside);
        target.parts = (0..kind.registers()).map(|_| mask).collect();
    }

    /// One of the two targets of a lane.
    fn pair_target(&mut self, pair: Pair, f: &DsFields, second: bool) -> Target {
        let unit = if pair.wide { 8 } else { 4 } * if pair.st64 { 64 } else { 1 };
        let offset = i32::from(if second { f.offset1 } else { f.offset0 }) * unit;
        let (address, exec) = (self.vgpr(u32::from(f.addr)), self.exec());
        let mut target = Target::new(Space::Lds, address, offset, exec);
        if pair.wide {
            self.whole(&mut target, Kind::Load(Load::Dwords(2)));
        }
        target
    }

    fn read2(&mut self, name: &'static str, pair: Pair, f: &DsFields) -> Lifted {
        let count = if pair.wide { 2 } else { 1 };
        Self::vgprs_exist(name, f.vdst, count * 2)?;
        let (a, b) = (self.pair_target(pair, f, false), self.pair_target(pair, f, true));
        let first = self.load_target(&a, Width::B32, count, Coherence::Wave);
        let second = self.load_target(&b, Width::B32, count, Coherence::Wave);
        for (register, value) in (u32::from(f.vdst)..).zip(first.into_iter().chain(second)) {
            self.set_vgpr(register, value);
        }
        Ok(())
    }

    fn write2(&mut self, name: &'static str, pair: Pair, f: &DsFields) -> Lifted {
        let count = if pair.wide { 2 } else { 1 };
        Self::vgprs_exist(name, f.data0, count)?;
        Self::vgprs_exist(name, f.data1, count)?;
        for (second, data) in [(false, f.data0), (true, f.data1)] {
            let target = self.pair_target(pair, f, second);
            let values: Vec<Value> =
                (u32::from(data)..u32::from(data) + count).map(|r| self.vgpr(r)).collect();
            self.store_targets(&[target], &values, Width::B32, Coherence::Wave);
        }
        Ok(())
    }

    fn exchange2(&mut self, name: &'static str, pair: Pair, f: &DsFields) -> Lifted {
        let count = if pair.wide { 2 } else { 1 };
        Self::vgprs_exist(name, f.vdst, count * 2)?;
        Self::vgprs_exist(name, f.data0, count)?;
        Self::vgprs_exist(name, f.data1, count)?;
        let mut olds = smallvec::SmallVec::<[Value; 2]>::new();
        for (second, data) in [(false, f.data0), (true, f.data1)] {
            let target = self.pair_target(pair, f, second);
            let data = u32::from(data);
            let data = if pair.wide { self.vgpr64(data) } else { self.vgpr(data) };
            olds.push(self.atomic_target(&target, Atomic::Swap, data, None)?);
        }
        for (old, i) in olds.into_iter().zip(0..) {
            let register = u32::from(f.vdst) + count * i;
            if pair.wide { self.set_vgpr64(register, old) } else { self.set_vgpr(register, old) }
        }
        Ok(())
    }

    /// Adds or subtracts the number of active lanes once; every active lane gets the old value.
    fn append(&mut self, add: bool, f: &DsFields) -> Lifted {
        let exec = self.exec();
        let some = self.b.pure(Op::any, &[exec]);
        let bits = self.b.pure(Op::ballot, &[exec]);
        let count = self.b.pure(Op::popcnt, &[bits]);
        let op = if add { Atomic::Add } else { Atomic::Sub };
        let target = if f.gds {
            let m0 = self.sgpr(124);
            let base = self.imm(Op::ushr, m0, 16);
            let size = self.imm(Op::iand, m0, 0xffff);
            let end = self.b.c32(u32::from(f.offset()) + 4);
            let inside = self.two(Op::ule, end, size);
            let mask = self.both(some, inside);
            let mut target = Target::new(Space::Gds, base, i32::from(f.offset()), some);
            target.parts.push(mask);
            target
        } else {
            let address = self.b.c32(u32::from(f.offset()));
            Target::new(Space::Lds, address, 0, some)
        };
        let old = self.atomic_target(&target, op, count, None)?;
        self.set_vgpr(u32::from(f.vdst), old);
        Ok(())
    }

    /// Changes the dword at the lane's address by the dword at `A + 4 * sext(offset1[6:0], offset0)`; without an operation it is
    /// copied. Which lane goes first is not known: where a lane reads what another one writes, it is a fault.
    fn src2(&mut self, name: &'static str, op: Option<Atomic>, f: &DsFields) -> Lifted {
        if f.offset1 & 0x80 != 0 {
            return unsupported(name, "an offset that comes from the address is not known");
        }
        // 15 bits, sign extended, in dwords.
        let offset = i32::from((f.offset() << 1).cast_signed() >> 1) * 4;
        let (address, exec) = (self.vgpr(u32::from(f.addr)), self.exec());
        let from = self.imm(Op::iadd, address, offset.cast_unsigned());
        let lane = self.b.pure(Op::lane_id, &[]);
        let mut clash = self.b.c1(false);
        for other in 0..self.request.wave_size {
            let other = self.b.c32(other);
            let active = self.b.pure(Op::readlane, &[exec, other]);
            let written = self.b.pure(Op::readlane, &[address, other]);
            // Dwords that overlap lie at most three bytes apart.
            let apart = self.two(Op::isub, from, written);
            let apart = self.imm(Op::iadd, apart, 3);
            let near = self.imm(Op::ult, apart, 7);
            let not_me = self.two(Op::ine, lane, other);
            let hit = self.two(Op::iand, near, not_me);
            let hit = self.two(Op::iand, hit, active);
            clash = self.two(Op::ior, clash, hit);
        }
        self.fault_where(clash, fault::LANE_ORDER);
        let read = Target::new(Space::Lds, from, 0, exec);
        let write = Target::new(Space::Lds, address, 0, exec);
        let Some(data) = self.load_target(&read, Width::B32, 1, Coherence::Wave).first().copied() else {
            return Err(mismatch());
        };
        match op {
            None => self.store_targets(&[write], &[data], Width::B32, Coherence::Wave),
            Some(op) => {
                self.atomic_target(&write, op, data, None)?;
            }
        }
        Ok(())
    }

    /// A register with 0 in inactive lanes.
    fn active_data(&mut self, register: u8) -> Value {
        let exec = self.exec();
        let data = self.vgpr(u32::from(register));
        self.or_zero(exec, data)
    }

    /// Lane numbers without those within 32 lanes.
    fn half_of_wave(&mut self) -> Value {
        let lane = self.b.pure(Op::lane_id, &[]);
        self.imm(Op::iand, lane, 32)
    }

    /// The lane that an index register names, within the own 32 lanes.
    fn named_lane(&mut self, f: &DsFields) -> Value {
        let index = self.vgpr(u32::from(f.addr));
        let index = self.imm(Op::iadd, index, u32::from(f.offset()));
        let index = self.imm(Op::ushr, index, 2);
        let index = self.imm(Op::iand, index, 31);
        if self.request.wave_size == 32 {
            return index;
        }
        let half = self.half_of_wave();
        self.two(Op::ior, index, half)
    }

    /// Lanes push; of several that push to one, the highest wins.
    fn permute(&mut self, f: &DsFields) {
        let data = self.vgpr(u32::from(f.data0));
        let to = self.named_lane(f);
        let exec = self.exec();
        // Inactive lanes push to no lane.
        let nowhere = self.b.c32(u32::MAX);
        let to = self.b.pure(Op::select, &[exec, to, nowhere]);
        let lane = self.b.pure(Op::lane_id, &[]);
        let mut value = self.b.c32(0);
        for from in 0..self.request.wave_size {
            let from = self.b.c32(from);
            let target = self.b.pure(Op::readlane, &[to, from]);
            let pushed = self.b.pure(Op::readlane, &[data, from]);
            let mine = self.two(Op::ieq, lane, target);
            value = self.b.pure(Op::select, &[mine, pushed, value]);
        }
        self.set_vgpr(u32::from(f.vdst), value);
    }

    fn swizzle(&mut self, name: &'static str, f: &DsFields) -> Lifted {
        let pattern = u32::from(f.offset());
        let lane = self.b.pure(Op::lane_id, &[]);
        let from = match pattern {
            0..=0x7fff => {
                let v = self.imm(Op::iand, lane, pattern & 31);
                let v = self.imm(Op::ior, v, pattern >> 5 & 31);
                let v = self.imm(Op::ixor, v, pattern >> 10 & 31);
                let half = self.half_of_wave();
                self.two(Op::ior, v, half)
            }
            0x8000..=0x80ff => {
                let place = self.imm(Op::iand, lane, 3);
                let by = self.imm(Op::ishl, place, 1);
                let all = self.b.c32(pattern & 0xff);
                let n = self.two(Op::ushr, all, by);
                let n = self.imm(Op::iand, n, 3);
                let quad = self.imm(Op::iand, lane, !3);
                self.two(Op::ior, quad, n)
            }
            // Left by the middle field, right if bit 10 is set; bits of the lane under the mask stay.
            0xc000..=0xdfff => {
                let (kept, by) = (pattern & 31, pattern >> 5 & 31);
                let by = if pattern & 0x400 == 0 { by } else { 32 - by };
                let turned = self.imm(Op::iadd, lane, by);
                let turned = self.imm(Op::iand, turned, 31 & !kept);
                let stays = self.imm(Op::iand, lane, kept | 32);
                self.two(Op::ior, stays, turned)
            }
            // The five bits of the lane reversed, but those under the mask stay and the others close up.
            0xe000..=0xffff => {
                let kept = pattern & 31;
                if kept == 31 {
                    lane
                } else {
                    let reversed = self.b.pure(Op::bitrev, &[lane]);
                    let closed = self.imm(Op::ushr, reversed, 27 + kept.count_ones());
                    let stays = self.imm(Op::iand, lane, kept | 32);
                    self.two(Op::ior, stays, closed)
                }
            }
            _ => return unsupported(name, "bits 14 to 8 of a quad pattern are set"),
        };
        let data = self.active_data(f.addr);
        let value = self.b.op(Op::shuffle, &[data, from], Attr::None);
        self.set_vgpr(u32::from(f.vdst), value);
        Ok(())
    }
}

/// The registers of an access. Compare and store has the compare value first, unlike all other families.
fn ds_registers(kind: Kind, returns: bool, f: &DsFields) -> Registers {
    let returns = returns && !matches!(kind, Kind::Store(_));
    let dst = returns.then_some(u32::from(f.vdst));
    let (data, extra) = (u32::from(f.data0), u32::from(f.data1));
    match kind {
        Kind::Atomic { op, .. } if compares(op) => Registers { dst, data: extra, extra: data },
        _ => Registers { dst, data, extra },
    }
}
