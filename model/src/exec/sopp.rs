//! Program control: branches, barriers, ends, modes.
//!
//! Facts: RDNA 1 ISA guide, SOPP; measured-facts 62 (`s_setkill` ends the wave), 63 (`s_sethalt 0` does nothing).

use super::{Flow, mismatch};
use crate::fault::{FaultKind, Stop};
use crate::wave::Wave;
use isa::table::Sopp;
use isa::{Fields, Inst};

/// The target of a relative branch: `simm16` counts dwords from the next instruction.
pub(super) fn target(next: u64, simm16: u16) -> u64 {
    next.wrapping_add((i64::from(simm16 as i16) * 4) as u64)
}

pub(super) fn sopp(op: Sopp, inst: &Inst, next: u64, wave: &mut Wave) -> Result<Flow, Stop> {
    let Fields::Sopp(f) = inst.fields else { return Err(mismatch()) };
    let branch = |taken: bool| Ok(if taken { Flow::Jump(target(next, f.simm16)) } else { Flow::Next });
    match op {
        Sopp::s_branch => branch(true),
        Sopp::s_cbranch_scc0 => branch(!wave.scc),
        Sopp::s_cbranch_scc1 => branch(wave.scc),
        Sopp::s_cbranch_vccz => branch(wave.vcc() == 0),
        Sopp::s_cbranch_vccnz => branch(wave.vcc() != 0),
        Sopp::s_cbranch_execz => branch(wave.exec() == 0),
        Sopp::s_cbranch_execnz => branch(wave.exec() != 0),
        // The debug flags are set by a debugger only; without one both are clear.
        Sopp::s_cbranch_cdbgsys
        | Sopp::s_cbranch_cdbguser
        | Sopp::s_cbranch_cdbgsys_or_user
        | Sopp::s_cbranch_cdbgsys_and_user => branch(false),
        Sopp::s_barrier => Ok(Flow::Barrier),
        Sopp::s_endpgm | Sopp::s_endpgm_saved | Sopp::s_endpgm_ordered_ps_done | Sopp::s_setkill => {
            Ok(Flow::End)
        }
        Sopp::s_round_mode => {
            wave.mode.float_mode = wave.mode.float_mode & 0xf0 | (f.simm16 & 0xf) as u8;
            Ok(Flow::Next)
        }
        Sopp::s_denorm_mode => {
            wave.mode.float_mode = wave.mode.float_mode & 0x0f | ((f.simm16 & 0xf) << 4) as u8;
            Ok(Flow::Next)
        }
        Sopp::s_sethalt if f.simm16 & 1 == 0 => Ok(Flow::Next),
        Sopp::s_sethalt => Err(Stop::unsupported("s_sethalt", "nobody resumes a halted wave here")),
        Sopp::s_trap => Err(Stop::unsupported("s_trap", "there is no trap handler")),
        Sopp::s_sendmsg | Sopp::s_sendmsghalt => {
            Err(Stop::unsupported(inst.name(), "messages to the fixed-function hardware are not modelled"))
        }
        Sopp::s_code_end => Err(FaultKind::Illegal { what: "s_code_end" }.into()),
        // Waits, hints, caches and performance counters: the model has no latency, no caches, no counters.
        Sopp::s_nop
        | Sopp::s_wakeup
        | Sopp::s_waitcnt
        | Sopp::s_sleep
        | Sopp::s_setprio
        | Sopp::s_icache_inv
        | Sopp::s_incperflevel
        | Sopp::s_decperflevel
        | Sopp::s_ttracedata
        | Sopp::s_ttracedata_imm
        | Sopp::s_inst_prefetch
        | Sopp::s_clause
        | Sopp::s_wait_idle
        | Sopp::s_waitcnt_depctr => Ok(Flow::Next),
    }
}
