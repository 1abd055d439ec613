//! Which instructions the model executes, found by trying: random valid instructions are stepped on a wave without memory.
//!
//! Ensures: an instruction counts as executed if at least one of its encodings did anything but be refused; a memory fault
//! is execution. The reason of a refusal is the executor's own.

use crate::exec::step;
use crate::fault::{FaultKind, Stop};
use crate::float::FloatMode;
use crate::machine::Machine;
use crate::memory::AlignmentMode;
use crate::memory::guest::{GuestMemory, WriteOnly};
use crate::memory::lds::{Gds, Lds};
use crate::wave::{Apertures, Unknown, Wave};
use isa::Op;
use isa::generate::any_encoding;

/// Whether an instruction is executed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Support {
    /// It is.
    Executed,
    /// All tries were refused; the last reason.
    Refused(String),
}

/// Tries for each form of an instruction and kind of encoding.
const TRIES: u32 = 8;

/// Tries an instruction in all its forms.
pub fn probe(op: Op) -> Support {
    let mut reason = "no valid encoding was found".to_owned();
    let executed = any_encoding(op, &[64], TRIES, |inst, _| {
        match attempt(inst) {
            Err(FaultKind::Unsupported { what, why }) => reason = format!("{what}: {why}"),
            Err(FaultKind::Illegal { what }) => reason = format!("{what} is illegal"),
            Ok(()) | Err(_) => return true,
        }
        false
    });
    if executed { Support::Executed } else { Support::Refused(reason) }
}

fn attempt(inst: &isa::Inst) -> Result<(), FaultKind> {
    let apertures = Apertures { shared_high: 1, private_high: 2 };
    let mode = FloatMode { float_mode: 0xf0, ieee: true, dx10_clamp: true, fp16_ovfl: false };
    let mut wave = Wave::new(0, 64, 0, mode, apertures, Unknown(1));
    // Indices from M0 stay inside the register files.
    wave.set_sgpr(crate::wave::code::M0, 0);
    let memory = GuestMemory::new(0, WriteOnly::Readable);
    let bug = |_| FaultKind::Bug { what: "the data shares cannot be made" };
    let lds = Lds::new(1 << 16, |_| 0).map_err(bug)?;
    let gds = Gds::new(1 << 12, |_| 0).map_err(bug)?;
    let mut machine = Machine {
        memory: memory.view(),
        lds,
        gds: &gds,
        alignment: AlignmentMode::Unaligned,
        group: [0; 3],
        waves: 1,
        clock: 0,
    };
    step(inst, 8, &mut wave, &mut machine).map(|_| ()).map_err(|stop: Stop| stop.kind)
}
