//! Execution of one instruction of one wave, by family.
//!
//! Requires: an instruction of [`isa::decode()`] at the wave's pc. Ensures: registers and memory as the ISA guide says, or a
//! [`Stop`] and nothing written by the lane that failed. Lanes that EXEC masks out keep their registers.
//! Leaves alone: the pc (see [`crate::group`]) and waits (`s_waitcnt` and its kin do nothing: every access is done at
//! once).

mod access;
mod buffer;
mod ds;
mod ds_kinds;
mod ds_lanes;
mod flat;
mod float_atomics;
mod hwreg;
mod kinds;
mod lds_transfer;
mod salu;
mod smem;
mod sopp;
#[cfg(test)]
pub(crate) mod testing;
mod valu;

use crate::fault::{FaultKind, Stop};
use crate::machine::Machine;
use crate::wave::Wave;
use isa::{Inst, Op};

/// Where execution goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flow {
    /// At the next instruction.
    Next,
    /// At an address.
    Jump(u64),
    /// At the next instruction, once all waves of the group have come to a barrier.
    Barrier,
    /// Nowhere: the wave is done.
    End,
}

/// Opcode and fields that do not belong together: cannot come from the decoder.
pub(crate) fn mismatch() -> Stop {
    FaultKind::Bug { what: "opcode and encoding do not fit" }.into()
}

/// Executes one instruction; `next` is the address behind it.
///
/// # Errors
/// A [`Stop`] with the reason.
#[inline]
pub fn step(inst: &Inst, next: u64, wave: &mut Wave, machine: &mut Machine<'_>) -> Result<Flow, Stop> {
    let flow = dispatch(inst, next, wave, machine)?;
    wave.settle_shared();
    Ok(flow)
}

#[inline]
fn dispatch(inst: &Inst, next: u64, wave: &mut Wave, machine: &mut Machine<'_>) -> Result<Flow, Stop> {
    match inst.op {
        Op::Sop1(op) => salu::sop1(op, inst, next, wave),
        Op::Sop2(op) => salu::sop2(op, inst, wave),
        Op::Sopc(op) => salu::sopc(op, inst, wave),
        Op::Sopk(op) => salu::sopk(op, inst, next, wave),
        Op::Sopp(op) => sopp::sopp(op, inst, next, wave),
        Op::Vop1(_) | Op::Vop2(_) | Op::Vopc(_) | Op::Vop3(_) | Op::Vop3p(_) | Op::Vintrp(_) => {
            valu::execute(inst, wave)
        }
        Op::Smem(op) => smem::smem(op, inst, wave, machine),
        Op::Ds(op) => ds::ds(op, inst, wave, machine),
        Op::Flat(op) => flat::flat(op, inst, wave, machine),
        Op::Global(op) => flat::global(op, inst, wave, machine),
        Op::Scratch(op) => flat::scratch(op, inst, wave, machine),
        Op::Mubuf(op) => buffer::mubuf(op, inst, wave, machine),
        Op::Mtbuf(op) => buffer::mtbuf(op, inst, wave, machine),
        Op::Mimg(_) => Err(Stop::unsupported(inst.name(), "images come later")),
        Op::Exp(_) => Err(Stop::unsupported(inst.name(), "exports come with the graphics stages")),
    }
}
