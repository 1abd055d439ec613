//! Hardware registers that `s_getreg_b32` and `s_setreg_b32` reach.
//!
//! Ensures: registers whose value a wave can know are exact; all others are refused by name.
//! Facts: numbers as in LLVM's hwreg table for gfx1013; layout of MODE from the RDNA 1 ISA guide, chapter 3.

use crate::fault::Stop;
use crate::wave::Wave;

const MODE: u16 = 1;
const SH_MEM_BASES: u16 = 15;
const FLAT_SCR_LO: u16 = 20;
const FLAT_SCR_HI: u16 = 21;

const DX10_CLAMP: u32 = 1 << 8;
const IEEE: u32 = 1 << 9;
const FP16_OVFL: u32 = 1 << 23;
/// Bits of MODE that [`crate::float::FloatMode`] holds.
const FLOAT_BITS: u32 = 0xff | DX10_CLAMP | IEEE | FP16_OVFL;

/// A field of a hardware register, as the 16-bit constant of the instructions names it.
struct Field {
    id: u16,
    offset: u32,
    mask: u32,
}

fn field(simm16: u16) -> Field {
    let size = u32::from(simm16 >> 11) + 1;
    Field { id: simm16 & 63, offset: u32::from(simm16 >> 6 & 31), mask: u32::MAX >> (32 - size) }
}

fn mode(wave: &Wave) -> u32 {
    let m = wave.mode;
    wave.mode_other
        | u32::from(m.float_mode)
        | if m.dx10_clamp { DX10_CLAMP } else { 0 }
        | if m.ieee { IEEE } else { 0 }
        | if m.fp16_ovfl { FP16_OVFL } else { 0 }
}

fn read(wave: &Wave, id: u16) -> Result<u32, Stop> {
    match id {
        MODE => Ok(mode(wave)),
        FLAT_SCR_LO => Ok(wave.flat_scratch as u32),
        FLAT_SCR_HI => Ok((wave.flat_scratch >> 32) as u32),
        // Bits 63:48 of the aperture bases (KFD: SH_MEM_BASES.PRIVATE_BASE, SHARED_BASE).
        SH_MEM_BASES => Ok(wave.apertures.private_high >> 16 | wave.apertures.shared_high & 0xffff_0000),
        _ => Err(Stop::unsupported("s_getreg_b32", "this hardware register is not modelled")),
    }
}

fn write(wave: &mut Wave, id: u16, value: u32) -> Result<(), Stop> {
    match id {
        MODE => {
            wave.mode.float_mode = value as u8;
            wave.mode.dx10_clamp = value & DX10_CLAMP != 0;
            wave.mode.ieee = value & IEEE != 0;
            wave.mode.fp16_ovfl = value & FP16_OVFL != 0;
            wave.mode_other = value & !FLOAT_BITS;
        }
        FLAT_SCR_LO => wave.flat_scratch = wave.flat_scratch & !0xffff_ffff | u64::from(value),
        FLAT_SCR_HI => wave.flat_scratch = wave.flat_scratch & 0xffff_ffff | u64::from(value) << 32,
        _ => return Err(Stop::unsupported("s_setreg_b32", "this hardware register is not modelled")),
    }
    Ok(())
}

/// `s_getreg_b32`.
pub(super) fn getreg(wave: &Wave, simm16: u16) -> Result<u32, Stop> {
    let f = field(simm16);
    Ok(read(wave, f.id)? >> f.offset & f.mask)
}

/// `s_setreg_b32`: replaces a field, keeps the rest.
pub(super) fn setreg(wave: &mut Wave, simm16: u16, value: u32) -> Result<(), Stop> {
    let f = field(simm16);
    let mask = f.mask << f.offset;
    let merged = read(wave, f.id)? & !mask | value << f.offset & mask;
    write(wave, f.id, merged)
}
