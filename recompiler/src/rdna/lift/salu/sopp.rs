//! SOPP: barriers, modes, hints.

use super::super::{Lift, Lifted, mismatch, unsupported};
use ir::{Attr, Op};
use isa::table::Sopp;
use isa::{Fields, Inst};

impl Lift<'_> {
    pub(in crate::rdna::lift) fn sopp(&mut self, op: Sopp, inst: &Inst) -> Lifted {
        use Sopp as O;
        match op {
            O::s_round_mode | O::s_denorm_mode => {
                let Fields::Sopp(f) = inst.fields else { return Err(mismatch()) };
                let (old, value) = (self.register_of_mode(), self.b.c32(f.simm16.into()));
                let new = self.replaced(old, if op == O::s_round_mode { 0 } else { 4 }, 15, value);
                self.set_register_of_mode(new);
                Ok(())
            }
            O::s_barrier => {
                self.b.emit(Op::barrier, &[], Attr::None, &[]);
                Ok(())
            }
            // The debug flags are set by a debugger only; without one both are clear.
            O::s_cbranch_cdbgsys
            | O::s_cbranch_cdbguser
            | O::s_cbranch_cdbgsys_or_user
            | O::s_cbranch_cdbgsys_and_user => Ok(()),
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
            O::s_sethalt => unsupported(op.row().name, "nobody resumes a halted wave here"),
            O::s_sendmsg | O::s_sendmsghalt => {
                unsupported(op.row().name, "messages to the fixed-function hardware are not modelled")
            }
            _ => unsupported(op.row().name, "not lifted"),
        }
    }
}
