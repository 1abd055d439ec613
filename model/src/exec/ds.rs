//! DS: the local and the global data share.
//!
//! Ensures: an LDS address is the lane's register plus a 16-bit constant in 32 bits; M0 is no limit on gfx10. What is
//! outside the allocated size reads 0 and writes nothing ([`crate::memory::lds`]). Instructions with two addresses do
//! the first access of every lane before the second of any (measured-facts 74, for exchanges; stores alike).
//!
//! GDS: M0 has the base in bits 31:16 and the size in bits 15:0, in bytes, as AMD's guides for gfx9 and gfx10 say; what
//! is outside that size counts as outside. Only plain loads, stores and atomics and append/consume are executed there.
//!
//! Facts: RDNA 1 ISA guide, chapters 10 and 11 and the DS opcodes; measured-facts 70 to 75. Append and consume use the
//! constant alone as LDS address: ACO leaves M0 unset for them on gfx10 (LLVM puts a pointer there; the two cannot both
//! be right, and ACO's code is what runs in the corpus). For src2 forms the second address is
//! `A + 4 * sext(offset1[6:0], offset0)`; with offset1[7] set, and for 64 bits, the address is not known: refused.

use super::access::{Kind, Place, Registers, get, put, run, vgprs};
use super::ds_kinds::{Ds as What, Pair, kind};
use super::float_atomics::Math;
use super::{Flow, ds_lanes, mismatch};
use crate::fault::Stop;
use crate::machine::Machine;
use crate::memory::atomic::{AtomicOp, FloatAtomic, IntAtomic};
use crate::wave::Wave;
use isa::fields::DsFields;
use isa::table::Ds;
use isa::{Fields, Inst};

/// The 16-bit constant of instructions with one address.
fn constant(f: &DsFields) -> u32 {
    u32::from(f.offset0) | u32::from(f.offset1) << 8
}

fn address(wave: &Wave, f: &DsFields, lane: usize, constant: u32) -> u32 {
    wave.vgpr(u32::from(f.addr))[lane & 63].wrapping_add(constant)
}

pub(super) fn ds(op: Ds, inst: &Inst, wave: &mut Wave, machine: &mut Machine<'_>) -> Result<Flow, Stop> {
    let Fields::Ds(f) = &inst.fields else { return Err(mismatch()) };
    let what = kind(op);
    if f.gds && !matches!(what, What::One(..) | What::Append(_) | What::Refused(_) | What::Nothing) {
        return Err(Stop::unsupported(inst.name(), "not modelled in GDS"));
    }
    let offset = constant(f);
    match what {
        What::Nothing => {}
        What::Refused(why) => return Err(Stop::unsupported(inst.name(), why)),
        What::One(kind, returns) => one(kind, returns, f, wave, machine)?,
        What::AddTid(kind) => {
            let base = (wave.m0() & 0xffff).wrapping_add(offset);
            let place = |_: &Wave, lane: usize| Ok(Place::Lds(base.wrapping_add(lane as u32 * 4)));
            run(kind, registers(kind, true, f), wave, machine, place)?;
        }
        What::Read2(pair) => read2(pair, f, wave, machine)?,
        What::Write2(pair) => write2(pair, f, wave, machine)?,
        What::Exchange2(pair) => exchange2(pair, f, wave, machine)?,
        What::ConditionalExchange => conditional_exchange(f, wave, machine)?,
        What::Append(add) => append(add, f, wave, machine)?,
        What::Src2(op) => src2(op, inst.name(), f, wave, machine)?,
        What::Permute => ds_lanes::permute(f, offset, wave),
        What::Bpermute => ds_lanes::bpermute(f, offset, wave),
        What::Swizzle => ds_lanes::swizzle(f, offset, wave)?,
    }
    Ok(Flow::Next)
}

/// The registers of an access. Compare and store has the comparand first, unlike all other families.
fn registers(kind: Kind, returns: bool, f: &DsFields) -> Registers {
    let dst = returns.then_some(f.vdst);
    match kind {
        Kind::Atomic {
            op: AtomicOp::Int(IntAtomic::CmpSwap) | AtomicOp::Float(FloatAtomic::CmpSwap),
            ..
        } => Registers { dst, data: f.data1, extra: f.data0 },
        Kind::Load(_) | Kind::Store(_) | Kind::Atomic { .. } => {
            Registers { dst, data: f.data0, extra: f.data1 }
        }
    }
}

fn one(
    kind: Kind,
    returns: bool,
    f: &DsFields,
    wave: &mut Wave,
    machine: &mut Machine<'_>,
) -> Result<(), Stop> {
    let offset = constant(f);
    let regs = registers(kind, returns, f);
    if !f.gds {
        return run(kind, regs, wave, machine, |wave, lane| Ok(Place::Lds(address(wave, f, lane, offset))));
    }
    let (base, size) = (wave.m0() >> 16, wave.m0() & 0xffff);
    run(kind, regs, wave, machine, |wave, lane| {
        let at = address(wave, f, lane, offset);
        Ok(if u64::from(at) + u64::from(kind.bytes()) <= u64::from(size) {
            Place::Gds(base + at)
        } else {
            Place::Part { address: 0, dwords: 0 }
        })
    })
}

/// The two addresses of a lane.
fn pair_addresses(pair: Pair, f: &DsFields, wave: &Wave, lane: usize) -> (u32, u32) {
    let unit = if pair.wide { 8 } else { 4 } * if pair.st64 { 64 } else { 1 };
    (address(wave, f, lane, u32::from(f.offset0) * unit), address(wave, f, lane, u32::from(f.offset1) * unit))
}

fn read2(pair: Pair, f: &DsFields, wave: &mut Wave, machine: &mut Machine<'_>) -> Result<(), Stop> {
    vgprs(f.vdst, if pair.wide { 4 } else { 2 }, "vdst")?;
    let dst = u32::from(f.vdst);
    let align = |at: u32| machine.alignment.address(u64::from(at), 4) as u32;
    for lane in wave.active() {
        let (first, second) = pair_addresses(pair, f, wave, lane);
        if pair.wide {
            let [a, b] = machine.lds.read(align(first));
            let [c, d] = machine.lds.read(align(second));
            put(wave, dst, lane, [a, b, c, d]);
        } else {
            let [a] = machine.lds.read(align(first));
            let [b] = machine.lds.read(align(second));
            put(wave, dst, lane, [a, b]);
        }
    }
    Ok(())
}

fn write2(pair: Pair, f: &DsFields, wave: &Wave, machine: &mut Machine<'_>) -> Result<(), Stop> {
    let count = if pair.wide { 2 } else { 1 };
    vgprs(f.data0, count, "data0")?;
    vgprs(f.data1, count, "data1")?;
    let alignment = machine.alignment;
    for (second, data) in [(false, f.data0), (true, f.data1)] {
        for lane in wave.active() {
            let (a, b) = pair_addresses(pair, f, wave, lane);
            let at = alignment.address(u64::from(if second { b } else { a }), 4) as u32;
            if pair.wide {
                machine.lds.write(at, get::<2>(wave, u32::from(data), lane));
            } else {
                machine.lds.write(at, get::<1>(wave, u32::from(data), lane));
            }
        }
    }
    Ok(())
}

fn exchange2(pair: Pair, f: &DsFields, wave: &mut Wave, machine: &mut Machine<'_>) -> Result<(), Stop> {
    let count = if pair.wide { 2 } else { 1 };
    vgprs(f.vdst, count * 2, "vdst")?;
    vgprs(f.data0, count, "data0")?;
    vgprs(f.data1, count, "data1")?;
    let mut old = [[0u64; 64]; 2];
    for ((second, data), old) in [(false, f.data0), (true, f.data1)].into_iter().zip(&mut old) {
        for lane in wave.active() {
            let (a, b) = pair_addresses(pair, f, wave, lane);
            let at = if second { b } else { a };
            let exchanged = if pair.wide {
                machine.lds.update_u64(at, |_| wave.vgpr64(u32::from(data), lane))
            } else {
                machine.lds.update_u32(at, |_| wave.vgpr(u32::from(data))[lane & 63]).map(u64::from)
            };
            old[lane & 63] = exchanged.map_err(|e| Stop::from(e).in_lane(lane as u32))?;
        }
    }
    let dst = u32::from(f.vdst);
    let [first, second] = old;
    for lane in wave.active() {
        let (a, b) = (first[lane & 63], second[lane & 63]);
        if pair.wide {
            wave.set_vgpr64(dst, lane, a);
            wave.set_vgpr64(dst + 2, lane, b);
        } else {
            put(wave, dst, lane, [a as u32, b as u32]);
        }
    }
    Ok(())
}

/// Each of two dwords is replaced where its new value has bit 31, which is not stored (measured-facts 75).
fn conditional_exchange(f: &DsFields, wave: &mut Wave, machine: &mut Machine<'_>) -> Result<(), Stop> {
    vgprs(f.vdst, 2, "vdst")?;
    vgprs(f.data0, 2, "data0")?;
    let half = |old: u32, data: u32| if data >> 31 != 0 { data & 0x7fff_ffff } else { old };
    for lane in wave.active() {
        let at = address(wave, f, lane, constant(f));
        let [low, high] = get(wave, u32::from(f.data0), lane);
        let next =
            |old: u64| u64::from(half(old as u32, low)) | u64::from(half((old >> 32) as u32, high)) << 32;
        let old = machine.lds.update_u64(at, next).map_err(|e| Stop::from(e).in_lane(lane as u32))?;
        wave.set_vgpr64(u32::from(f.vdst), lane, old);
    }
    Ok(())
}

/// Adds or subtracts the number of active lanes once; every active lane gets the old value.
fn append(add: bool, f: &DsFields, wave: &mut Wave, machine: &mut Machine<'_>) -> Result<(), Stop> {
    let count = wave.exec().count_ones();
    if count == 0 {
        return Ok(());
    }
    let next = |old: u32| if add { old.wrapping_add(count) } else { old.wrapping_sub(count) };
    let old = if f.gds {
        let (base, size) = (wave.m0() >> 16, wave.m0() & 0xffff);
        let at = constant(f);
        if at + 4 <= size { machine.gds.update_u32(base + at, next)? } else { 0 }
    } else {
        machine.lds.update_u32(constant(f), next)?
    };
    for lane in wave.active() {
        wave.vgpr_mut(u32::from(f.vdst))[lane & 63] = old;
    }
    Ok(())
}

/// The second operand comes from LDS too. `None` copies.
fn src2(
    op: Option<AtomicOp>,
    name: &'static str,
    f: &DsFields,
    wave: &Wave,
    machine: &mut Machine<'_>,
) -> Result<(), Stop> {
    if f.offset1 & 0x80 != 0 {
        return Err(Stop::unsupported(name, "an offset that comes from the address is not known"));
    }
    // 15 bits, sign extended, in dwords.
    let offset = i32::from((constant(f) as u16) << 1).cast_unsigned();
    let offset = ((offset << 16).cast_signed() >> 17).cast_unsigned().wrapping_mul(4);
    let math = Math(wave.mode);
    for lane in wave.active() {
        let at = address(wave, f, lane, 0);
        let data = machine.lds.read_u32(at.wrapping_add(offset));
        match op {
            None => machine.lds.write_u32(at, data),
            Some(op) => {
                machine
                    .lds
                    .update_u32(at, |old| op.apply_u32(old, data, 0, &math))
                    .map_err(|e| Stop::from(e).in_lane(lane as u32))?;
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
