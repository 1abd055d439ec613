//! MUBUF and MTBUF: buffer accesses through a descriptor, raw or with a format.
//!
//! Ensures: raw loads and stores of several dwords are range checked dword by dword, formatted accesses and atomics as
//! a whole; what is out of range loads 0 and stores nothing. `buffer_gl0_inv` and its kin do nothing: there are no
//! caches here.
//!
//! Facts: RDNA 1 ISA guide, chapter 8. With IDXEN and OFFEN the index comes first. Addresses, range checks and swizzling
//! are [`crate::memory::vsharp`]'s, conversions [`crate::memory::format`]'s. MTBUF takes the format of the instruction
//! and no destination selects. A D16 load with an odd number of components keeps the high half that it does not fill,
//! as the other D16 loads do (inferred: ACO allocates registers by that rule).

use super::access::{Bus, Kind, Place, Registers, half, run, vgprs};
use super::kinds::{Buffer, Form, Typed};
use super::{Flow, kinds, lds_transfer, mismatch};
use crate::fault::{FaultKind, Stop};
use crate::machine::Machine;
use crate::memory::format::{BufferFormat, FormatError, select_load, select_store};
use crate::memory::vsharp::{BufferOperands, BufferResource, Select};
use crate::wave::Wave;
use isa::fields::{MtbufFields, MubufFields};
use isa::table::{Mtbuf, Mubuf};
use isa::{Fields, Inst};

/// The address operands of an instruction, those of MUBUF and MTBUF alike.
#[derive(Clone, Copy, Debug)]
struct Address {
    resource: BufferResource,
    index: Option<u32>,
    offset: Option<u32>,
    immediate: u32,
    scalar: u32,
}

impl Address {
    fn new(
        wave: &Wave,
        srsrc: u8,
        vaddr: u8,
        enabled: (bool, bool),
        immediate: u16,
        soffset: u8,
    ) -> Result<Address, Stop> {
        let words: [u32; 4] = wave
            .sgprs(srsrc << 2, 4, "srsrc")?
            .try_into()
            .map_err(|_| FaultKind::Bug { what: "a descriptor has four words" })?;
        let (idxen, offen) = enabled;
        vgprs(vaddr, u32::from(idxen) + u32::from(offen), "vaddr")?;
        let vaddr = u32::from(vaddr);
        Ok(Address {
            resource: BufferResource::decode(words)?,
            index: idxen.then_some(vaddr),
            offset: offen.then_some(vaddr + u32::from(idxen)),
            immediate: u32::from(immediate),
            scalar: wave.scalar32(u16::from(soffset), None)?,
        })
    }

    fn mubuf(f: &MubufFields, wave: &Wave) -> Result<Address, Stop> {
        Address::new(wave, f.srsrc, f.vaddr, (f.idxen, f.offen), f.offset, f.soffset)
    }

    fn mtbuf(f: &MtbufFields, wave: &Wave) -> Result<Address, Stop> {
        Address::new(wave, f.srsrc, f.vaddr, (f.idxen, f.offen), f.offset, f.soffset)
    }

    /// Where a lane's access of `bytes` bytes goes.
    #[inline]
    fn place(&self, wave: &Wave, lane: usize, bytes: u32) -> Result<Place, Stop> {
        let register = |r: Option<u32>| r.map_or(0, |r| wave.vgpr(r)[lane & 63]);
        let operands = BufferOperands {
            index: register(self.index),
            offset: register(self.offset),
            immediate: self.immediate,
            scalar: self.scalar,
            lane: lane as u32,
        };
        let access = self.resource.access(&operands, bytes)?;
        Ok(Place::Part { address: access.address, dwords: access.dwords_in_range })
    }
}

const TFE: &str = "what tfe writes besides the data is not known";

pub(super) fn mubuf(
    op: Mubuf,
    inst: &Inst,
    wave: &mut Wave,
    machine: &mut Machine<'_>,
) -> Result<Flow, Stop> {
    let Fields::Mubuf(f) = &inst.fields else { return Err(mismatch()) };
    let what = kinds::buffer(op);
    if what == Buffer::Cache {
        machine.memory.fence();
        return Ok(Flow::Next);
    }
    if f.tfe {
        return Err(Stop::unsupported(inst.name(), TFE));
    }
    let address = Address::mubuf(f, wave)?;
    match what {
        Buffer::Cache => {}
        Buffer::Raw(kind) => {
            let bytes = kind.bytes();
            let place = |wave: &Wave, lane: usize| address.place(wave, lane, bytes);
            if f.lds {
                lds_transfer::run(kind, inst.name(), u32::from(f.offset), wave, machine, place)?;
                return Ok(Flow::Next);
            }
            let registers = bytes.div_ceil(4);
            let returns = match kind {
                Kind::Load(_) => true,
                Kind::Store(_) => false,
                Kind::Atomic { op, .. } => {
                    vgprs(f.vdata, if op.has_extra() { registers * 2 } else { registers }, "vdata")?;
                    f.glc
                }
            };
            let extra = f.vdata.wrapping_add(registers as u8);
            let regs = Registers { dst: returns.then_some(f.vdata), data: f.vdata, extra };
            run(kind, regs, wave, machine, place)?;
        }
        Buffer::Format { store, form } => {
            if f.lds {
                return Err(Stop::unsupported(inst.name(), "moving formatted data to LDS is not modelled"));
            }
            let format = Format {
                format: BufferFormat::from_code(address.resource.format),
                select: Some(address.resource.select),
            };
            formatted(format, Typed { store, form }, &address, f.vdata, wave, machine)?;
        }
    }
    Ok(Flow::Next)
}

pub(super) fn mtbuf(
    op: Mtbuf,
    inst: &Inst,
    wave: &mut Wave,
    machine: &mut Machine<'_>,
) -> Result<Flow, Stop> {
    let Fields::Mtbuf(f) = &inst.fields else { return Err(mismatch()) };
    if f.tfe {
        return Err(Stop::unsupported(inst.name(), TFE));
    }
    let address = Address::mtbuf(f, wave)?;
    let format = Format { format: BufferFormat::from_code(f.format), select: None };
    formatted(format, kinds::typed(op), &address, f.vdata, wave, machine)?;
    Ok(Flow::Next)
}

/// How registers and memory correspond.
#[derive(Clone, Copy, Debug)]
struct Format {
    /// An unknown format matters only where something is in range.
    format: Result<BufferFormat, FormatError>,
    /// Destination selects of the descriptor.
    select: Option<[Select; 4]>,
}

impl Format {
    fn select(self) -> [Select; 4] {
        self.select.unwrap_or(Select::IDENTITY)
    }
}

fn formatted(
    format: Format,
    what: Typed,
    address: &Address,
    vdata: u8,
    wave: &mut Wave,
    machine: &mut Machine<'_>,
) -> Result<(), Stop> {
    let registers = match what.form {
        Form::Full(n) => n as u32,
        Form::D16(n) => (n as u32).div_ceil(2),
        Form::D16High => 1,
    };
    vgprs(vdata, registers, "vdata")?;
    let data = u32::from(vdata);
    let mut bus = Bus::new(wave, machine);
    for lane in wave.active() {
        if what.store {
            store_lane(format, what.form, address, data, lane, wave, &mut bus)
        } else {
            load_lane(format, what.form, address, data, lane, wave, &bus)
        }
        .map_err(|stop| stop.in_lane(lane as u32))?;
    }
    Ok(())
}

/// The place of a texel, `None` where it is out of range.
fn texel_place(
    format: Format,
    address: &Address,
    lane: usize,
    wave: &Wave,
) -> Result<Option<(BufferFormat, u64)>, Stop> {
    if address.resource.num_records == 0 {
        // A null descriptor has no format either.
        return Ok(None);
    }
    let known = format.format?;
    let bytes = known.bytes();
    match address.place(wave, lane, bytes)? {
        Place::Part { address, dwords } if dwords != 0 => {
            // Vulkan and compilers keep texels aligned, and what hardware does otherwise was not measured.
            if address & u64::from(bytes.min(4) - 1) != 0 {
                let mut stop =
                    Stop::unsupported("formatted access", "the address is off the texel's alignment");
                stop.address = Some(address);
                return Err(stop);
            }
            Ok(Some((known, address)))
        }
        _ => Ok(None),
    }
}

fn load_lane(
    format: Format,
    form: Form,
    address: &Address,
    data: u32,
    lane: usize,
    wave: &mut Wave,
    bus: &Bus<'_, '_>,
) -> Result<(), Stop> {
    let texel = match texel_place(format, address, lane, wave)? {
        Some((known, at)) => Some((known, bus.bytes(at, known.bytes())?)),
        None => None,
    };
    let select = format.select();
    // Out of range, a descriptor without a format has no one either.
    let one = |one: fn(BufferFormat) -> u32| match format.format {
        Ok(known) => Ok(one(known)),
        Err(_) if !select.contains(&Select::One) => Ok(0),
        Err(error) => Err(Stop::from(error)),
    };
    match form {
        Form::Full(count) => {
            let loaded = texel.map_or([0; 4], |(known, bits)| known.load(bits));
            let values = select_load(loaded, one(BufferFormat::one)?, select);
            for (value, register) in values.into_iter().zip(data..).take(count) {
                wave.vgpr_mut(register)[lane & 63] = value;
            }
        }
        Form::D16(_) | Form::D16High => {
            let loaded = texel.map_or([0; 4], |(known, bits)| known.load_d16(bits));
            let one = one(|known| u32::from(known.one_d16()))? as u16;
            let values = select_load(loaded, one, select);
            let (count, first) = match form {
                Form::D16(count) => (count, 0),
                Form::Full(_) | Form::D16High => (1, 1),
            };
            for (value, place) in values.into_iter().zip(first..).take(count) {
                let register = &mut wave.vgpr_mut(data + place / 2)[lane & 63];
                *register = half(*register, u32::from(value), place % 2 == 1);
            }
        }
    }
    Ok(())
}

fn store_lane(
    format: Format,
    form: Form,
    address: &Address,
    data: u32,
    lane: usize,
    wave: &Wave,
    bus: &mut Bus<'_, '_>,
) -> Result<(), Stop> {
    let Some((known, at)) = texel_place(format, address, lane, wave)? else { return Ok(()) };
    let mut full = [0u32; 4];
    let mut halves = [0u16; 4];
    let texel = match form {
        Form::Full(count) => {
            for (value, register) in full.iter_mut().zip(data..).take(count) {
                *value = wave.vgpr(register)[lane & 63];
            }
            let values = full.get(..count).unwrap_or(&full);
            match format.select {
                Some(select) => known.store(&select_store(known, values, select)?)?,
                None => known.store(values)?,
            }
        }
        Form::D16(_) | Form::D16High => {
            let (count, first) = match form {
                Form::D16(count) => (count, 0),
                Form::Full(_) | Form::D16High => (1, 1),
            };
            for (value, place) in halves.iter_mut().zip(first..).take(count) {
                *value = (wave.vgpr(data + place / 2)[lane & 63] >> (place % 2 * 16)) as u16;
            }
            let values = halves.get(..count).unwrap_or(&halves);
            match format.select {
                Some(select) => known.store_d16(&select_store(known, values, select)?)?,
                None => known.store_d16(values)?,
            }
        }
    };
    bus.store_bytes(at, known.bytes(), texel)
}

#[cfg(test)]
mod tests;
