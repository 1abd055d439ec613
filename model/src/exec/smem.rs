//! SMEM: scalar loads, stores and atomics, clocks, cache operations.
//!
//! Facts: RDNA 1 ISA guide, chapter 7: base, scalar offset and constant are bytes, and the two low bits of each are
//! dropped; the constant is 21 bits, signed for addresses and unsigned for descriptors; measured-facts 77 has
//! `(base & !3) + (offset & !3)` for descriptors. Where the low bits of scalar offset and constant would carry into a
//! dword the two readings differ, and the access is refused. A register range may cross from s105 to VCC.

use super::{Flow, mismatch};
use crate::fault::{FaultKind, Stop};
use crate::machine::Machine;
use crate::memory::atomic::IntAtomic as I;
use crate::memory::vsharp::ScalarBuffer;
use crate::wave::{Wave, code};
use isa::fields::SmemFields;
use isa::table::Smem;
use isa::{Fields, Inst};

/// How the address is formed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Via {
    /// A 64-bit address.
    Address,
    /// A buffer descriptor.
    Buffer,
}

/// What an instruction does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Load(Via, u8),
    Store(Via, u8),
    Atomic(Via, I, bool),
    Clock,
    WaveId,
    /// Caches hold nothing here that memory does not have.
    Cache,
    Scratch,
}

fn kind(op: Smem) -> Kind {
    use Kind::{Atomic, Load, Store};
    use Smem as O;
    use Via::{Address, Buffer};
    match op {
        O::s_load_dword => Load(Address, 1),
        O::s_load_dwordx2 => Load(Address, 2),
        O::s_load_dwordx4 => Load(Address, 4),
        O::s_load_dwordx8 => Load(Address, 8),
        O::s_load_dwordx16 => Load(Address, 16),
        O::s_buffer_load_dword => Load(Buffer, 1),
        O::s_buffer_load_dwordx2 => Load(Buffer, 2),
        O::s_buffer_load_dwordx4 => Load(Buffer, 4),
        O::s_buffer_load_dwordx8 => Load(Buffer, 8),
        O::s_buffer_load_dwordx16 => Load(Buffer, 16),
        O::s_store_dword => Store(Address, 1),
        O::s_store_dwordx2 => Store(Address, 2),
        O::s_store_dwordx4 => Store(Address, 4),
        O::s_buffer_store_dword => Store(Buffer, 1),
        O::s_buffer_store_dwordx2 => Store(Buffer, 2),
        O::s_buffer_store_dwordx4 => Store(Buffer, 4),
        O::s_buffer_atomic_swap => Atomic(Buffer, I::Swap, false),
        O::s_buffer_atomic_cmpswap => Atomic(Buffer, I::CmpSwap, false),
        O::s_buffer_atomic_add => Atomic(Buffer, I::Add, false),
        O::s_buffer_atomic_sub => Atomic(Buffer, I::Sub, false),
        O::s_buffer_atomic_smin => Atomic(Buffer, I::Smin, false),
        O::s_buffer_atomic_umin => Atomic(Buffer, I::Umin, false),
        O::s_buffer_atomic_smax => Atomic(Buffer, I::Smax, false),
        O::s_buffer_atomic_umax => Atomic(Buffer, I::Umax, false),
        O::s_buffer_atomic_and => Atomic(Buffer, I::And, false),
        O::s_buffer_atomic_or => Atomic(Buffer, I::Or, false),
        O::s_buffer_atomic_xor => Atomic(Buffer, I::Xor, false),
        O::s_buffer_atomic_inc => Atomic(Buffer, I::Inc, false),
        O::s_buffer_atomic_dec => Atomic(Buffer, I::Dec, false),
        O::s_buffer_atomic_swap_x2 => Atomic(Buffer, I::Swap, true),
        O::s_buffer_atomic_cmpswap_x2 => Atomic(Buffer, I::CmpSwap, true),
        O::s_buffer_atomic_add_x2 => Atomic(Buffer, I::Add, true),
        O::s_buffer_atomic_sub_x2 => Atomic(Buffer, I::Sub, true),
        O::s_buffer_atomic_smin_x2 => Atomic(Buffer, I::Smin, true),
        O::s_buffer_atomic_umin_x2 => Atomic(Buffer, I::Umin, true),
        O::s_buffer_atomic_smax_x2 => Atomic(Buffer, I::Smax, true),
        O::s_buffer_atomic_umax_x2 => Atomic(Buffer, I::Umax, true),
        O::s_buffer_atomic_and_x2 => Atomic(Buffer, I::And, true),
        O::s_buffer_atomic_or_x2 => Atomic(Buffer, I::Or, true),
        O::s_buffer_atomic_xor_x2 => Atomic(Buffer, I::Xor, true),
        O::s_buffer_atomic_inc_x2 => Atomic(Buffer, I::Inc, true),
        O::s_buffer_atomic_dec_x2 => Atomic(Buffer, I::Dec, true),
        O::s_atomic_swap => Atomic(Address, I::Swap, false),
        O::s_atomic_cmpswap => Atomic(Address, I::CmpSwap, false),
        O::s_atomic_add => Atomic(Address, I::Add, false),
        O::s_atomic_sub => Atomic(Address, I::Sub, false),
        O::s_atomic_smin => Atomic(Address, I::Smin, false),
        O::s_atomic_umin => Atomic(Address, I::Umin, false),
        O::s_atomic_smax => Atomic(Address, I::Smax, false),
        O::s_atomic_umax => Atomic(Address, I::Umax, false),
        O::s_atomic_and => Atomic(Address, I::And, false),
        O::s_atomic_or => Atomic(Address, I::Or, false),
        O::s_atomic_xor => Atomic(Address, I::Xor, false),
        O::s_atomic_inc => Atomic(Address, I::Inc, false),
        O::s_atomic_dec => Atomic(Address, I::Dec, false),
        O::s_atomic_swap_x2 => Atomic(Address, I::Swap, true),
        O::s_atomic_cmpswap_x2 => Atomic(Address, I::CmpSwap, true),
        O::s_atomic_add_x2 => Atomic(Address, I::Add, true),
        O::s_atomic_sub_x2 => Atomic(Address, I::Sub, true),
        O::s_atomic_smin_x2 => Atomic(Address, I::Smin, true),
        O::s_atomic_umin_x2 => Atomic(Address, I::Umin, true),
        O::s_atomic_smax_x2 => Atomic(Address, I::Smax, true),
        O::s_atomic_umax_x2 => Atomic(Address, I::Umax, true),
        O::s_atomic_and_x2 => Atomic(Address, I::And, true),
        O::s_atomic_or_x2 => Atomic(Address, I::Or, true),
        O::s_atomic_xor_x2 => Atomic(Address, I::Xor, true),
        O::s_atomic_inc_x2 => Atomic(Address, I::Inc, true),
        O::s_atomic_dec_x2 => Atomic(Address, I::Dec, true),
        O::s_scratch_load_dword
        | O::s_scratch_load_dwordx2
        | O::s_scratch_load_dwordx4
        | O::s_scratch_store_dword
        | O::s_scratch_store_dwordx2
        | O::s_scratch_store_dwordx4 => Kind::Scratch,
        O::s_gl1_inv
        | O::s_dcache_inv
        | O::s_dcache_wb
        | O::s_atc_probe
        | O::s_atc_probe_buffer
        | O::s_dcache_discard
        | O::s_dcache_discard_x2 => Kind::Cache,
        O::s_memtime | O::s_memrealtime => Kind::Clock,
        O::s_get_waveid_in_workgroup => Kind::WaveId,
    }
}

/// The scalar offset and constant, in bytes, without their two low bits.
fn offset(f: &SmemFields, via: Via, wave: &Wave) -> Result<u64, Stop> {
    let constant = match via {
        Via::Address => i64::from((f.offset << 11).cast_signed() >> 11),
        Via::Buffer => i64::from(f.offset & 0x1f_ffff),
    };
    let scalar = if f.soffset == code::NULL { 0 } else { wave.sgpr(f.soffset) };
    if i64::from(scalar & 3) + (constant & 3) > 3 {
        return Err(Stop::unsupported("scalar memory offset", "the low bits of its two parts carry"));
    }
    Ok(u64::from(scalar & !3).wrapping_add((constant & !3).cast_unsigned()))
}

/// Where an access goes: the address of its first dword, and how many of its dwords are in range.
fn target(f: &SmemFields, via: Via, count: u8, wave: &Wave) -> Result<(u64, usize), Stop> {
    let offset = offset(f, via, wave)?;
    // The field counts pairs.
    let base = f.sbase << 1;
    match via {
        Via::Address => Ok(((wave.sgpr64(base) & !3).wrapping_add(offset), usize::from(count))),
        Via::Buffer => {
            let words: [u32; 4] = wave
                .sgprs(base, 4, "sbase")?
                .try_into()
                .map_err(|_| FaultKind::Bug { what: "a descriptor has four words" })?;
            let buffer = ScalarBuffer::decode(words);
            let dword = |i: u8| buffer.dword(offset + u64::from(i) * 4);
            // What is out of range lies behind what is in range: the offset does not wrap.
            let inside = (0..count).take_while(|&i| dword(i).is_some()).count();
            Ok((dword(0).unwrap_or(0), inside))
        }
    }
}

/// The first of `count` scalar registers that hold data; `None` for null, which takes and gives nothing.
fn data(f: &SmemFields, count: u8) -> Result<Option<u8>, Stop> {
    if f.sdata == code::NULL {
        return Ok(None);
    }
    let first = f.sdata & !(count.min(4) - 1);
    if u32::from(first) + u32::from(count) <= 128 {
        Ok(Some(first))
    } else {
        Err(FaultKind::RegisterRange { what: "sdata" }.into())
    }
}

pub(super) fn smem(op: Smem, inst: &Inst, wave: &mut Wave, machine: &mut Machine<'_>) -> Result<Flow, Stop> {
    let Fields::Smem(f) = &inst.fields else { return Err(mismatch()) };
    match kind(op) {
        Kind::Load(via, count) => {
            let first = data(f, count)?;
            let (address, inside) = target(f, via, count, wave)?;
            let mut bytes = [0; 64];
            if let Some(part) = bytes.get_mut(..inside * 4) {
                machine.memory.read(address, part)?;
            }
            if let Some(first) = first {
                for (value, register) in bytes.as_chunks::<4>().0.iter().zip(first..first + count) {
                    wave.set_sgpr(register, u32::from_le_bytes(*value));
                }
            }
        }
        Kind::Store(via, count) => {
            let first = data(f, count)?;
            let (address, inside) = target(f, via, count, wave)?;
            let mut bytes = [0; 64];
            if let Some(first) = first {
                for (value, register) in bytes.as_chunks_mut::<4>().0.iter_mut().zip(first..first + count) {
                    *value = wave.sgpr(register).to_le_bytes();
                }
            }
            machine.memory.write(address, bytes.get(..inside * 4).unwrap_or(&[]))?;
        }
        Kind::Atomic(via, op, wide) => atomic(f, via, op, wide, wave, machine)?,
        Kind::Clock => wave.set_sgpr64(f.sdata, machine.clock),
        Kind::WaveId => wave.set_sgpr(f.sdata, wave.id),
        Kind::Cache => machine.memory.fence(),
        Kind::Scratch => {
            return Err(Stop::unsupported(inst.name(), "how its offset is scaled is not known"));
        }
    }
    Ok(Flow::Next)
}

/// A scalar atomic: once per wave, whatever EXEC holds. Compare and swap has {data, comparand} in its registers.
fn atomic(
    f: &SmemFields,
    via: Via,
    op: I,
    wide: bool,
    wave: &mut Wave,
    machine: &Machine<'_>,
) -> Result<(), Stop> {
    let one = if wide { 2 } else { 1 };
    let Some(first) = data(f, if op.has_extra() { one * 2 } else { one })? else {
        return Err(Stop::unsupported("scalar atomic", "null has no data"));
    };
    let second = if op.has_extra() { first + one } else { first };
    let (address, inside) = target(f, via, one, wave)?;
    if wide {
        let (data, cmp) = (wave.sgpr64(first), wave.sgpr64(second));
        let next = |old| op.apply_u64(old, data, cmp);
        let old = if inside == 0 { 0 } else { machine.memory.atomic_u64(address, next)? };
        if f.glc {
            wave.set_sgpr64(first, old);
        }
    } else {
        let (data, cmp) = (wave.sgpr(first), wave.sgpr(second));
        let next = |old| op.apply_u32(old, data, cmp);
        let old = if inside == 0 { 0 } else { machine.memory.atomic_u32(address, next)? };
        if f.glc {
            wave.set_sgpr(first, old);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
