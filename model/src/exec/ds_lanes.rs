//! DS instructions that move data between lanes and touch no memory: swizzle, permute, bpermute.
//!
//! Ensures: all lanes are read before any is written. A source lane that is inactive gives 0; inactive lanes keep their
//! destination. In wave64 each half of the wave is on its own: a lane number counts within 32 lanes (ACO emulates
//! permutations across the halves for gfx10 wave64 for this reason).
//!
//! Facts: RDNA 1 ISA guide, `DS_PERMUTE_B32`, `DS_BPERMUTE_B32`, `DS_SWIZZLE_B32`: an index is bytes, the constant is
//! added to it; where several lanes push to one, the highest wins. Swizzle patterns as in LLVM's assembler; rotate (0xc000
//! and above, which ACO uses for shuffles by a constant in wave32) and FFT (0xe000 and above) as in the ISA guide.

use super::access::vgprs;
use crate::fault::Stop;
use crate::wave::{Lanes, Wave};
use isa::fields::DsFields;

/// A source of zeros with the active lanes of `from`.
fn active_lanes(wave: &Wave, from: u8) -> Lanes {
    let source = wave.vgpr(u32::from(from));
    let mut lanes = [0; 64];
    for lane in wave.active() {
        lanes[lane & 63] = source[lane & 63];
    }
    lanes
}

fn write_active(wave: &mut Wave, dst: u8, values: &Lanes) {
    for lane in wave.active() {
        wave.vgpr_mut(u32::from(dst))[lane & 63] = values[lane & 63];
    }
}

/// The lane that an index register names, seen from `lane`.
fn indexed(wave: &Wave, f: &DsFields, offset: u32, lane: usize) -> usize {
    let index = wave.vgpr(u32::from(f.addr))[lane & 63].wrapping_add(offset) / 4;
    lane & 32 | index as usize & 31
}

/// Each active lane pushes its data to the lane it names.
pub(super) fn permute(f: &DsFields, offset: u32, wave: &mut Wave) {
    let data = *wave.vgpr(u32::from(f.data0));
    let mut values = [0; 64];
    for lane in wave.active() {
        values[indexed(wave, f, offset, lane) & 63] = data[lane & 63];
    }
    write_active(wave, f.vdst, &values);
}

/// Each active lane pulls the data of the lane it names.
pub(super) fn bpermute(f: &DsFields, offset: u32, wave: &mut Wave) {
    let data = active_lanes(wave, f.data0);
    let mut values = [0; 64];
    for lane in wave.active() {
        values[lane & 63] = data[indexed(wave, f, offset, lane) & 63];
    }
    write_active(wave, f.vdst, &values);
}

/// Each active lane reads the lane that the constant's pattern gives.
pub(super) fn swizzle(f: &DsFields, offset: u32, wave: &mut Wave) -> Result<(), Stop> {
    vgprs(f.vdst, 1, "vdst")?;
    let source = |lane: usize| -> Result<usize, Stop> {
        let part = |low: u32| (offset >> low) as usize & 31;
        match offset {
            0..=0x7fff => Ok(lane & 32 | ((lane & 31 & part(0)) | part(5)) ^ part(10)),
            0x8000..=0x80ff => Ok(lane & !3 | (offset >> (lane % 4 * 2)) as usize & 3),
            // Left by the middle field, right if bit 10 is set; bits of the lane under the mask stay.
            0xc000..=0xdfff => {
                let by = if offset & 0x400 == 0 { part(5) } else { 32 - part(5) };
                Ok(lane & 32 | lane & part(0) | (lane + by) & 31 & !part(0))
            }
            // The five bits of the lane reversed, but those under the mask stay and the others close up.
            0xe000..=0xffff => {
                let reversed = (lane as u8 & 31).reverse_bits() >> 3;
                Ok(lane & 32 | lane & part(0) | usize::from(reversed) >> part(0).count_ones())
            }
            _ => Err(Stop::unsupported("ds_swizzle_b32", "bits 14 to 8 of a quad pattern are set")),
        }
    };
    let data = active_lanes(wave, f.addr);
    let mut values = [0; 64];
    for lane in wave.active() {
        values[lane & 63] = data[source(lane)? & 63];
    }
    write_active(wave, f.vdst, &values);
    Ok(())
}
