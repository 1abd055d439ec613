//! FLAT, GLOBAL and SCRATCH.
//!
//! Ensures: GLOBAL goes to guest memory, SCRATCH to the wave's scratch, FLAT to what the high dword of the lane's
//! address says: LDS or scratch for the two apertures (measured-facts 68), else guest memory.
//!
//! Facts: RDNA 1 ISA guide, chapter 9. Global: 64-bit scalar base, 32-bit unsigned lane offset, 12-bit signed constant;
//! without a scalar base the lane has all 64 bits. Scratch: an offset from a scalar or from the lane, and the constant.
//! The constant of FLAT-segment instructions is ignored by gfx10.1 where the address is in global memory (LLVM's
//! flat-segment-offset-bug); with it, LDS and scratch are refused, since nobody has said what happens there.

use super::access::{Kind, Place, Registers, run, vgprs};
use super::{Flow, kinds, lds_transfer, mismatch};
use crate::fault::Stop;
use crate::machine::Machine;
use crate::wave::{Wave, code};
use isa::fields::FlatFields;
use isa::table::{Flat, Global, Scratch};
use isa::{Fields, Inst};

fn fields(inst: &Inst) -> Result<&FlatFields, Stop> {
    if let Fields::Flat(f) = &inst.fields { Ok(f) } else { Err(mismatch()) }
}

/// The signed 12-bit constant.
fn constant(f: &FlatFields) -> i64 {
    i64::from((f.offset << 4).cast_signed() >> 4)
}

/// Whether there is no scalar address; the guide gives two codes for that.
fn no_scalar(f: &FlatFields) -> bool {
    f.saddr == code::NULL || f.saddr == code::EXEC_HI
}

fn registers(kind: Kind, f: &FlatFields) -> Registers {
    let returns = match kind {
        Kind::Load(_) => true,
        Kind::Store(_) => false,
        Kind::Atomic { .. } => f.glc,
    };
    // Compare and swap: {data, comparand}.
    let extra = f.data.wrapping_add(kind.bytes().div_ceil(4) as u8);
    Registers { dst: returns.then_some(f.vdst), data: f.data, extra }
}

/// Checks the registers that `run` cannot know of.
fn check(kind: Kind, f: &FlatFields, address_dwords: u32) -> Result<(), Stop> {
    vgprs(f.addr, address_dwords, "vaddr")?;
    match kind {
        Kind::Atomic { op, .. } if op.has_extra() => vgprs(f.data, kind.bytes().div_ceil(4) * 2, "vdata"),
        _ => Ok(()),
    }
}

pub(super) fn flat(op: Flat, inst: &Inst, wave: &mut Wave, machine: &mut Machine<'_>) -> Result<Flow, Stop> {
    let f = fields(inst)?;
    if f.lds {
        return Err(Stop::unsupported(inst.name(), "the lds bit has no known meaning for flat addresses"));
    }
    let kind = kinds::flat(op);
    check(kind, f, 2)?;
    let apertures = wave.apertures;
    let aperture = |place: Place| {
        if f.offset == 0 {
            Ok(place)
        } else {
            Err(Stop::unsupported(
                "flat offset",
                "gfx10.1 ignores it for global memory, the rest is not known",
            ))
        }
    };
    let place = |wave: &Wave, lane: usize| {
        let address = wave.vgpr64(u32::from(f.addr), lane);
        match (address >> 32) as u32 {
            high if high == apertures.shared_high => aperture(Place::Lds(address as u32)),
            high if high == apertures.private_high => aperture(Place::Scratch(address as u32)),
            _ => Ok(Place::Guest(address)),
        }
    };
    run(kind, registers(kind, f), wave, machine, place)?;
    Ok(Flow::Next)
}

pub(super) fn global(
    op: Global,
    inst: &Inst,
    wave: &mut Wave,
    machine: &mut Machine<'_>,
) -> Result<Flow, Stop> {
    let f = fields(inst)?;
    let kind = kinds::global(op);
    let offset = constant(f) as u64;
    let regs = registers(kind, f);
    let scalar = if no_scalar(f) { None } else { Some(wave.sgpr64(f.saddr).wrapping_add(offset)) };
    if matches!(op, Global::global_load_dword_addtid | Global::global_store_dword_addtid) {
        // The lane's number takes the place of the address register.
        let base = scalar.unwrap_or(offset);
        run(kind, regs, wave, machine, |_, lane| Ok(Place::Guest(base.wrapping_add(lane as u64 * 4))))?;
        return Ok(Flow::Next);
    }
    check(kind, f, if scalar.is_some() { 1 } else { 2 })?;
    let addr = u32::from(f.addr);
    let place = |wave: &Wave, lane: usize| {
        Ok(Place::Guest(match scalar {
            Some(base) => base.wrapping_add(u64::from(wave.vgpr(addr)[lane & 63])),
            None => wave.vgpr64(addr, lane).wrapping_add(offset),
        }))
    };
    if f.lds {
        lds_transfer::run(kind, inst.name(), offset as u32, wave, machine, place)?;
    } else {
        run(kind, regs, wave, machine, place)?;
    }
    Ok(Flow::Next)
}

pub(super) fn scratch(
    op: Scratch,
    inst: &Inst,
    wave: &mut Wave,
    machine: &mut Machine<'_>,
) -> Result<Flow, Stop> {
    let f = fields(inst)?;
    if f.lds {
        return Err(Stop::unsupported(inst.name(), "moving scratch to LDS is not modelled"));
    }
    let kind = kinds::scratch(op);
    let offset = constant(f) as u32;
    let regs = registers(kind, f);
    if no_scalar(f) {
        check(kind, f, 1)?;
        let addr = u32::from(f.addr);
        run(kind, regs, wave, machine, |wave, lane| {
            Ok(Place::Scratch(wave.vgpr(addr)[lane & 63].wrapping_add(offset)))
        })?;
    } else {
        let at = wave.sgpr(f.saddr).wrapping_add(offset);
        run(kind, regs, wave, machine, |_, _| Ok(Place::Scratch(at)))?;
    }
    Ok(Flow::Next)
}

#[cfg(test)]
mod tests;
