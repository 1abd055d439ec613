//! One access of every active lane: loads, stores and atomics of all widths, in guest memory, LDS, GDS and scratch.
//!
//! Requires: what the instruction does as a [`Kind`], its registers, and a function that says where a lane's access
//! goes. Ensures: lanes act in ascending order, so that the highest lane wins where several store to one address and
//! atomics serialise in lane order (on hardware the order of lanes is one of those that are possible); a lane reads its
//! address and data before it writes its destination; a fault names lane and address.
//! Leaves alone: address calculation (see [`super::flat`], [`super::buffer`], [`super::ds`]).
//!
//! Facts: RDNA 1 ISA guide, chapters 8 to 10; what atomics compute is in [`crate::memory::atomic`].

use crate::fault::{FaultKind, Stop};
use crate::float::FloatMode;
use crate::machine::Machine;
use crate::memory::AlignmentMode;
use crate::memory::atomic::AtomicOp;
use crate::memory::guest::GuestView;
use crate::memory::lds::{Gds, Lds};
use crate::wave::Wave;

use super::float_atomics::Math;

/// What a load reads and where it puts it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Load {
    /// A byte, extended to the register.
    Byte {
        /// Sign extended rather than zero extended.
        signed: bool,
    },
    /// 16 bits, extended to the register.
    Short {
        /// Sign extended rather than zero extended.
        signed: bool,
    },
    /// One to four dwords in consecutive registers.
    Dwords(u32),
    /// A byte, extended to 16 bits, in one half of the register; the other half is kept.
    ByteD16 {
        /// Sign extended rather than zero extended.
        signed: bool,
        /// In the high half.
        high: bool,
    },
    /// 16 bits in one half of the register; the other half is kept.
    ShortD16 {
        /// In the high half.
        high: bool,
    },
}

/// What a store writes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Store {
    /// The register's low byte, or bits 23:16.
    Byte {
        /// Bits 23:16.
        high: bool,
    },
    /// The register's low or high half.
    Short {
        /// The high half.
        high: bool,
    },
    /// One to four consecutive registers.
    Dwords(u32),
}

/// What an instruction does with memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// Reads.
    Load(Load),
    /// Writes.
    Store(Store),
    /// Reads, computes, writes.
    Atomic {
        /// What it computes.
        op: AtomicOp,
        /// 64 bits rather than 32.
        wide: bool,
    },
}

impl Kind {
    /// Bytes of one lane's access.
    pub(super) fn bytes(self) -> u32 {
        match self {
            Kind::Load(Load::Byte { .. } | Load::ByteD16 { .. }) | Kind::Store(Store::Byte { .. }) => 1,
            Kind::Load(Load::Short { .. } | Load::ShortD16 { .. }) | Kind::Store(Store::Short { .. }) => 2,
            Kind::Load(Load::Dwords(n)) | Kind::Store(Store::Dwords(n)) => n * 4,
            Kind::Atomic { wide, .. } => 4 << u32::from(wide),
        }
    }

    /// Registers that hold one operand.
    fn registers(self) -> u32 {
        self.bytes().div_ceil(4)
    }
}

/// The registers of an access.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Registers {
    /// Destination of a load, or of an atomic's old value if it is wanted.
    pub dst: Option<u8>,
    /// Data of a store or atomic.
    pub data: u8,
    /// Second operand of an atomic that has two.
    pub extra: u8,
}

/// Where one lane's access goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Place {
    /// An address of guest memory.
    Guest(u64),
    /// An address of guest memory of which only the first dwords are in range; the others read 0 and are not written.
    Part {
        /// The address.
        address: u64,
        /// Dwords in range.
        dwords: u32,
    },
    /// A byte of LDS.
    Lds(u32),
    /// A byte of GDS.
    Gds(u32),
    /// A byte of the lane's own scratch.
    Scratch(u32),
}

/// Everything that lanes reach, for the time of one instruction.
#[derive(Debug)]
pub(super) struct Bus<'m, 'g> {
    memory: &'m GuestView<'g>,
    lds: &'m mut Lds,
    gds: &'m Gds,
    alignment: AlignmentMode,
    math: Math,
    scratch: u64,
    wave_size: u64,
}

impl<'m, 'g> Bus<'m, 'g> {
    pub(super) fn new(wave: &Wave, machine: &'m mut Machine<'g>) -> Bus<'m, 'g> {
        let mode: FloatMode = wave.mode;
        Bus {
            memory: &machine.memory,
            lds: &mut machine.lds,
            gds: machine.gds,
            alignment: machine.alignment,
            math: Math(mode),
            scratch: wave.flat_scratch,
            wave_size: u64::from(wave.size),
        }
    }

    /// The address that an access of elements of `bytes` bytes uses in this alignment mode.
    fn align(&self, address: u64, bytes: u32) -> u64 {
        self.alignment.address(address, bytes)
    }

    fn align32(&self, address: u32, bytes: u32) -> u32 {
        self.alignment.address(u64::from(address), bytes) as u32
    }

    /// Address of a byte of a lane's scratch: dwords of the lanes of a wave are interleaved, as in the buffer with
    /// ADD_TID, an index stride of the wave's size and elements of four bytes that drivers set up for it.
    fn scratch_byte(&self, offset: u32, lane: usize) -> u64 {
        let element = u64::from(offset & !3) * self.wave_size + lane as u64 * 4;
        self.scratch.wrapping_add(element).wrapping_add(u64::from(offset & 3))
    }

    /// The places of the bytes of an access to scratch: one where it lies in one dword.
    fn scratch_load(&self, offset: u32, bytes: u32, lane: usize) -> Result<u32, Stop> {
        let first = self.scratch_byte(offset, lane);
        Ok(match bytes {
            1 => u32::from(self.memory.read_u8(first)?),
            2 if offset & 3 != 3 => u32::from(self.memory.read_u16(first)?),
            4 if offset & 3 == 0 => self.memory.read_u32(first)?,
            _ => {
                let mut value = 0;
                for i in 0..bytes {
                    let byte = self.memory.read_u8(self.scratch_byte(offset.wrapping_add(i), lane))?;
                    value |= u32::from(byte) << (i * 8);
                }
                value
            }
        })
    }

    fn scratch_store(&self, offset: u32, bytes: u32, value: u32, lane: usize) -> Result<(), Stop> {
        let first = self.scratch_byte(offset, lane);
        match bytes {
            1 => self.memory.write_u8(first, value as u8)?,
            2 if offset & 3 != 3 => self.memory.write_u16(first, value as u16)?,
            4 if offset & 3 == 0 => self.memory.write_u32(first, value)?,
            _ => {
                for i in 0..bytes {
                    let at = self.scratch_byte(offset.wrapping_add(i), lane);
                    self.memory.write_u8(at, (value >> (i * 8)) as u8)?;
                }
            }
        }
        Ok(())
    }

    /// A byte, zero extended.
    pub(super) fn byte(&self, place: Place, lane: usize) -> Result<u32, Stop> {
        Ok(match place {
            Place::Guest(at) => u32::from(self.memory.read_u8(at)?),
            Place::Part { dwords: 0, .. } => 0,
            Place::Part { address, .. } => u32::from(self.memory.read_u8(address)?),
            Place::Lds(at) => u32::from(self.lds.read_u8(at)),
            Place::Gds(at) => u32::from(self.gds.read_u8(at)),
            Place::Scratch(at) => self.scratch_load(at, 1, lane)?,
        })
    }

    /// 16 bits, zero extended.
    pub(super) fn short(&self, place: Place, lane: usize) -> Result<u32, Stop> {
        Ok(match place {
            Place::Guest(at) => u32::from(self.memory.read_u16(self.align(at, 2))?),
            Place::Part { dwords: 0, .. } => 0,
            Place::Part { address, .. } => u32::from(self.memory.read_u16(self.align(address, 2))?),
            Place::Lds(at) => u32::from(self.lds.read_u16(self.align32(at, 2))),
            Place::Gds(at) => u32::from(self.gds.read_u16(self.align32(at, 2))),
            Place::Scratch(at) => self.scratch_load(self.align32(at, 2), 2, lane)?,
        })
    }

    /// `N` dwords (at most four).
    #[inline]
    pub(super) fn dwords<const N: usize>(&self, place: Place, lane: usize) -> Result<[u32; N], Stop> {
        match place {
            Place::Guest(at) => self.guest_dwords(self.align(at, 4), N),
            Place::Part { address, dwords } => {
                self.guest_dwords(self.align(address, 4), N.min(dwords as usize))
            }
            Place::Lds(at) => Ok(self.lds.read(self.align32(at, 4))),
            Place::Gds(at) => {
                let at = self.align32(at, 4);
                let mut values = [0; N];
                for (value, i) in values.iter_mut().zip(0u32..) {
                    *value = self.gds.read_u32(at.wrapping_add(i * 4));
                }
                Ok(values)
            }
            Place::Scratch(at) => {
                let at = self.align32(at, 4);
                let mut values = [0; N];
                for (value, i) in values.iter_mut().zip(0u32..) {
                    *value = self.scratch_load(at.wrapping_add(i * 4), 4, lane)?;
                }
                Ok(values)
            }
        }
    }

    /// `count` dwords of guest memory as one access, then zeros (measured-facts 79: two dwords are one access).
    #[inline]
    fn guest_dwords<const N: usize>(&self, address: u64, count: usize) -> Result<[u32; N], Stop> {
        let mut values = [0; N];
        match (&mut values[..], count) {
            (_, 0) => {}
            ([value, ..], 1) => *value = self.memory.read_u32(address)?,
            ([low, high, ..], 2) => {
                let both = self.memory.read_u64(address)?;
                *low = both as u32;
                *high = (both >> 32) as u32;
            }
            (values, _) => {
                let mut bytes = [0; 16];
                let size = values.len().min(count).min(4) * 4;
                if let Some(part) = bytes.get_mut(..size) {
                    self.memory.read(address, part)?;
                }
                for (value, dword) in values.iter_mut().zip(bytes.as_chunks::<4>().0) {
                    *value = u32::from_le_bytes(*dword);
                }
            }
        }
        Ok(values)
    }

    fn store_byte(&mut self, place: Place, value: u32, lane: usize) -> Result<(), Stop> {
        match place {
            Place::Guest(at) => self.memory.write_u8(at, value as u8)?,
            Place::Part { dwords: 0, .. } => {}
            Place::Part { address, .. } => self.memory.write_u8(address, value as u8)?,
            Place::Lds(at) => self.lds.write_u8(at, value as u8),
            Place::Gds(at) => self.gds.write_u8(at, value as u8),
            Place::Scratch(at) => self.scratch_store(at, 1, value, lane)?,
        }
        Ok(())
    }

    fn store_short(&mut self, place: Place, value: u32, lane: usize) -> Result<(), Stop> {
        match place {
            Place::Guest(at) => self.memory.write_u16(self.align(at, 2), value as u16)?,
            Place::Part { dwords: 0, .. } => {}
            Place::Part { address, .. } => {
                self.memory.write_u16(self.align(address, 2), value as u16)?;
            }
            Place::Lds(at) => self.lds.write_u16(self.align32(at, 2), value as u16),
            Place::Gds(at) => self.gds.write_u16(self.align32(at, 2), value as u16),
            Place::Scratch(at) => self.scratch_store(self.align32(at, 2), 2, value, lane)?,
        }
        Ok(())
    }

    /// Stores `N` dwords (at most four).
    #[inline]
    pub(super) fn store_dwords<const N: usize>(
        &mut self,
        place: Place,
        values: [u32; N],
        lane: usize,
    ) -> Result<(), Stop> {
        match place {
            Place::Guest(at) => self.guest_store(self.align(at, 4), &values)?,
            Place::Part { address, dwords } => {
                let count = N.min(dwords as usize);
                self.guest_store(self.align(address, 4), values.get(..count).unwrap_or(&values))?;
            }
            Place::Lds(at) => self.lds.write(self.align32(at, 4), values),
            Place::Gds(at) => {
                let at = self.align32(at, 4);
                for (value, i) in values.into_iter().zip(0u32..) {
                    self.gds.write_u32(at.wrapping_add(i * 4), value);
                }
            }
            Place::Scratch(at) => {
                let at = self.align32(at, 4);
                for (value, i) in values.into_iter().zip(0u32..) {
                    self.scratch_store(at.wrapping_add(i * 4), 4, value, lane)?;
                }
            }
        }
        Ok(())
    }

    #[inline]
    fn guest_store(&self, address: u64, values: &[u32]) -> Result<(), Stop> {
        match *values {
            [] => {}
            [value] => self.memory.write_u32(address, value)?,
            [low, high] => self.memory.write_u64(address, u64::from(low) | u64::from(high) << 32)?,
            _ => {
                let mut bytes = [0; 16];
                for (dword, value) in bytes.as_chunks_mut::<4>().0.iter_mut().zip(values) {
                    *dword = value.to_le_bytes();
                }
                let size = values.len().min(4) * 4;
                self.memory.write(address, bytes.get(..size).unwrap_or(&bytes))?;
            }
        }
        Ok(())
    }

    /// `count` (at most 16) bytes of guest memory as a little-endian number.
    pub(super) fn bytes(&self, address: u64, count: u32) -> Result<u128, Stop> {
        let mut bytes = [0; 16];
        if let Some(part) = bytes.get_mut(..count as usize) {
            self.memory.read(address, part)?;
        }
        Ok(u128::from_le_bytes(bytes))
    }

    /// Stores the low `count` (at most 16) bytes of a number.
    pub(super) fn store_bytes(&self, address: u64, count: u32, value: u128) -> Result<(), Stop> {
        let bytes = value.to_le_bytes();
        self.memory.write(address, bytes.get(..count as usize).unwrap_or(&bytes))?;
        Ok(())
    }

    /// A 32-bit atomic; returns the old value.
    pub(super) fn atomic32(
        &mut self,
        place: Place,
        op: AtomicOp,
        data: u32,
        extra: u32,
    ) -> Result<u32, Stop> {
        let math = self.math;
        let next = |old| op.apply_u32(old, data, extra, &math);
        Ok(match place {
            Place::Part { dwords: 0, .. } => 0,
            Place::Guest(at) | Place::Part { address: at, .. } => {
                self.memory.atomic_u32(self.align(at, 4), next)?
            }
            Place::Lds(at) => self.lds.update_u32(self.align32(at, 4), next)?,
            Place::Gds(at) => self.gds.update_u32(self.align32(at, 4), next)?,
            Place::Scratch(at) => return Err(scratch_atomic(at)),
        })
    }

    /// A 64-bit atomic; returns the old value.
    pub(super) fn atomic64(
        &mut self,
        place: Place,
        op: AtomicOp,
        data: u64,
        extra: u64,
    ) -> Result<u64, Stop> {
        let math = self.math;
        let next = |old| op.apply_u64(old, data, extra, &math);
        Ok(match place {
            Place::Part { dwords: 0, .. } => 0,
            Place::Guest(at) | Place::Part { address: at, .. } => {
                self.memory.atomic_u64(self.align(at, 8), next)?
            }
            Place::Lds(at) => self.lds.update_u64(self.align32(at, 8), next)?,
            Place::Gds(at) => self.gds.update_u64(self.align32(at, 8), next)?,
            Place::Scratch(at) => return Err(scratch_atomic(at)),
        })
    }
}

/// AMD's guide has flat atomics for global memory and LDS only.
#[cold]
fn scratch_atomic(offset: u32) -> Stop {
    let mut stop = Stop::unsupported("flat atomic", "the address is in the scratch aperture");
    stop.address = Some(u64::from(offset));
    stop
}

/// Checks that `count` VGPRs from `first` exist.
pub(super) fn vgprs(first: u8, count: u32, what: &'static str) -> Result<(), Stop> {
    if u32::from(first) + count <= 256 { Ok(()) } else { Err(FaultKind::RegisterRange { what }.into()) }
}

/// Does the access in every active lane.
#[inline]
pub(super) fn run(
    kind: Kind,
    registers: Registers,
    wave: &mut Wave,
    machine: &mut Machine<'_>,
    place: impl Fn(&Wave, usize) -> Result<Place, Stop>,
) -> Result<(), Stop> {
    let count = kind.registers();
    if let Some(dst) = registers.dst {
        vgprs(dst, count, "vdst")?;
    }
    match kind {
        Kind::Load(_) => {}
        Kind::Store(_) => vgprs(registers.data, count, "data")?,
        Kind::Atomic { op, .. } => {
            vgprs(registers.data, count, "data")?;
            if op.has_extra() {
                vgprs(registers.extra, count, "data")?;
            }
        }
    }
    let mut bus = Bus::new(wave, machine);
    for lane in wave.active() {
        place(wave, lane)
            .and_then(|at| one(kind, registers, at, lane, wave, &mut bus))
            .map_err(|stop| stop.in_lane(lane as u32))?;
    }
    Ok(())
}

/// The access of one lane.
#[inline]
fn one(
    kind: Kind,
    registers: Registers,
    place: Place,
    lane: usize,
    wave: &mut Wave,
    bus: &mut Bus<'_, '_>,
) -> Result<(), Stop> {
    match kind {
        Kind::Load(load) => {
            let Some(dst) = registers.dst else { return Ok(()) };
            load_one(load, u32::from(dst), place, lane, wave, bus)
        }
        Kind::Store(store) => store_one(store, u32::from(registers.data), place, lane, wave, bus),
        Kind::Atomic { op, wide: false } => {
            let data = wave.vgpr(u32::from(registers.data))[lane & 63];
            let extra = if op.has_extra() { wave.vgpr(u32::from(registers.extra))[lane & 63] } else { 0 };
            let old = bus.atomic32(place, op, data, extra)?;
            if let Some(dst) = registers.dst {
                wave.vgpr_mut(u32::from(dst))[lane & 63] = old;
            }
            Ok(())
        }
        Kind::Atomic { op, wide: true } => {
            let data = wave.vgpr64(u32::from(registers.data), lane);
            let extra = if op.has_extra() { wave.vgpr64(u32::from(registers.extra), lane) } else { 0 };
            let old = bus.atomic64(place, op, data, extra)?;
            if let Some(dst) = registers.dst {
                wave.set_vgpr64(u32::from(dst), lane, old);
            }
            Ok(())
        }
    }
}

/// A byte as the register or half register it becomes.
fn extend_byte(byte: u32, signed: bool) -> u32 {
    if signed { i32::from(byte as u8 as i8).cast_unsigned() } else { byte }
}

/// Replaces one half of a register.
pub(super) fn half(old: u32, value: u32, high: bool) -> u32 {
    if high { old & 0xffff | value << 16 } else { old & 0xffff_0000 | value & 0xffff }
}

#[inline]
fn load_one(
    load: Load,
    dst: u32,
    place: Place,
    lane: usize,
    wave: &mut Wave,
    bus: &Bus<'_, '_>,
) -> Result<(), Stop> {
    match load {
        Load::Dwords(1) => put(wave, dst, lane, bus.dwords::<1>(place, lane)?),
        Load::Dwords(2) => put(wave, dst, lane, bus.dwords::<2>(place, lane)?),
        Load::Dwords(3) => put(wave, dst, lane, bus.dwords::<3>(place, lane)?),
        Load::Dwords(_) => put(wave, dst, lane, bus.dwords::<4>(place, lane)?),
        Load::Byte { signed } => put(wave, dst, lane, [extend_byte(bus.byte(place, lane)?, signed)]),
        Load::Short { signed } => {
            let value = bus.short(place, lane)?;
            let value = if signed { i32::from(value as u16 as i16).cast_unsigned() } else { value };
            put(wave, dst, lane, [value]);
        }
        Load::ByteD16 { signed, high } => {
            let value = extend_byte(bus.byte(place, lane)?, signed);
            let register = &mut wave.vgpr_mut(dst)[lane & 63];
            *register = half(*register, value, high);
        }
        Load::ShortD16 { high } => {
            let value = bus.short(place, lane)?;
            let register = &mut wave.vgpr_mut(dst)[lane & 63];
            *register = half(*register, value, high);
        }
    }
    Ok(())
}

/// Writes one lane of consecutive VGPRs.
#[inline]
pub(super) fn put<const N: usize>(wave: &mut Wave, first: u32, lane: usize, values: [u32; N]) {
    for (value, register) in values.into_iter().zip(first..) {
        wave.vgpr_mut(register)[lane & 63] = value;
    }
}

/// One lane of consecutive VGPRs.
#[inline]
pub(super) fn get<const N: usize>(wave: &Wave, first: u32, lane: usize) -> [u32; N] {
    let mut values = [0; N];
    for (value, register) in values.iter_mut().zip(first..) {
        *value = wave.vgpr(register)[lane & 63];
    }
    values
}

#[inline]
fn store_one(
    store: Store,
    data: u32,
    place: Place,
    lane: usize,
    wave: &Wave,
    bus: &mut Bus<'_, '_>,
) -> Result<(), Stop> {
    match store {
        Store::Dwords(1) => bus.store_dwords(place, get::<1>(wave, data, lane), lane),
        Store::Dwords(2) => bus.store_dwords(place, get::<2>(wave, data, lane), lane),
        Store::Dwords(3) => bus.store_dwords(place, get::<3>(wave, data, lane), lane),
        Store::Dwords(_) => bus.store_dwords(place, get::<4>(wave, data, lane), lane),
        Store::Byte { high } => {
            bus.store_byte(place, wave.vgpr(data)[lane & 63] >> if high { 16 } else { 0 }, lane)
        }
        Store::Short { high } => {
            bus.store_short(place, wave.vgpr(data)[lane & 63] >> if high { 16 } else { 0 }, lane)
        }
    }
}

#[cfg(test)]
mod tests;
