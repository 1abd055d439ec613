//! SOPP: barriers, modes, hints.

use super::super::{Lift, Lifted, unsupported};
use super::mode_after;
use ir::{Attr, Op};
use isa::table::Sopp;
use isa::{Fields, Inst};

impl Lift<'_> {
    pub(in crate::rdna::lift) fn sopp(&mut self, op: Sopp, inst: &Inst) -> Lifted {
        use Sopp as O;
        match op {
            O::s_round_mode | O::s_denorm_mode => {
                self.mode = mode_after(inst, self.mode)?;
                Ok(())
            }
            O::s_barrier => {
                self.b.emit(Op::barrier, &[], Attr::None, &[]);
                Ok(())
            }
            O::s_nop
            | O::s_wakeup
            | O::s_waitcnt
            | O::s_sleep
            | O::s_setprio
            | O::s_icache_inv
            | O::s_incperflevel
            | O::s_decperflevel
            | O::s_ttracedata
            | O::s_ttracedata_imm
            | O::s_inst_prefetch
            | O::s_clause
            | O::s_wait_idle
            | O::s_waitcnt_depctr => Ok(()),
            O::s_sethalt if matches!(inst.fields, Fields::Sopp(f) if f.simm16 & 1 == 0) => Ok(()),
            _ => unsupported(op.row().name, "not lifted"),
        }
    }
}
