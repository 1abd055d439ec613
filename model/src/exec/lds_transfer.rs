//! Loads whose data goes to LDS: the `lds` bit of MUBUF and GLOBAL.
//!
//! Facts: RDNA 1 ISA guide, "memory buffer load to LDS": the LDS address is M0[15:0], the instruction's constant offset
//! (which the memory address has too) and four bytes a lane; a byte or 16 bits fill a dword; no VGPR is written.

use super::access::{Bus, Kind, Load, Place};
use crate::fault::Stop;
use crate::machine::Machine;
use crate::wave::Wave;

/// Moves one dword a lane.
pub(super) fn run(
    kind: Kind,
    name: &'static str,
    offset: u32,
    wave: &Wave,
    machine: &mut Machine<'_>,
    place: impl Fn(&Wave, usize) -> Result<Place, Stop>,
) -> Result<(), Stop> {
    let refused = || Stop::unsupported(name, "the lds bit is known for loads of at most one dword only");
    let base = (wave.m0() & 0xffff).wrapping_add(offset);
    let mut bus = Bus::new(wave, machine);
    for lane in wave.active() {
        let mut step = || {
            let from = place(wave, lane)?;
            let value = match kind {
                Kind::Load(Load::Dwords(1)) => {
                    let [value] = bus.dwords(from, lane)?;
                    value
                }
                Kind::Load(Load::Byte { signed }) => {
                    let value = bus.byte(from, lane)?;
                    if signed { i32::from(value as u8 as i8).cast_unsigned() } else { value }
                }
                Kind::Load(Load::Short { signed }) => {
                    let value = bus.short(from, lane)?;
                    if signed { i32::from(value as u16 as i16).cast_unsigned() } else { value }
                }
                Kind::Load(Load::Dwords(_) | Load::ByteD16 { .. } | Load::ShortD16 { .. })
                | Kind::Store(_)
                | Kind::Atomic { .. } => return Err(refused()),
            };
            bus.store_dwords(Place::Lds(base.wrapping_add(lane as u32 * 4)), [value], lane)
        };
        step().map_err(|stop: Stop| stop.in_lane(lane as u32))?;
    }
    Ok(())
}
