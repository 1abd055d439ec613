//! SOPK: a register and a constant of 16 bits.

use super::super::{Lift, Lifted, mismatch, unsupported};
use ir::Op;
use isa::table::Sopk;
use isa::{Fields, Inst};

impl Lift<'_> {
    pub(in crate::rdna::lift) fn sopk(&mut self, op: Sopk, inst: &Inst) -> Lifted {
        use Sopk as O;
        let Fields::Sopk(f) = inst.fields else { return Err(mismatch()) };
        let signed = i32::from(f.simm16 as i16) as u32;
        let k = match op {
            O::s_cmpk_eq_u32
            | O::s_cmpk_lg_u32
            | O::s_cmpk_gt_u32
            | O::s_cmpk_ge_u32
            | O::s_cmpk_lt_u32
            | O::s_cmpk_le_u32 => u32::from(f.simm16),
            _ => signed,
        };
        let k = self.b.c32(k);
        let compare = match op {
            O::s_cmpk_eq_i32 | O::s_cmpk_eq_u32 => Some((Op::ieq, false)),
            O::s_cmpk_lg_i32 | O::s_cmpk_lg_u32 => Some((Op::ine, false)),
            O::s_cmpk_gt_i32 => Some((Op::slt, true)),
            O::s_cmpk_ge_i32 => Some((Op::sle, true)),
            O::s_cmpk_lt_i32 => Some((Op::slt, false)),
            O::s_cmpk_le_i32 => Some((Op::sle, false)),
            O::s_cmpk_gt_u32 => Some((Op::ult, true)),
            O::s_cmpk_ge_u32 => Some((Op::ule, true)),
            O::s_cmpk_lt_u32 => Some((Op::ult, false)),
            O::s_cmpk_le_u32 => Some((Op::ule, false)),
            _ => None,
        };
        if let Some((cmp, swap)) = compare {
            let d = self.sgpr(f.sdst);
            let (x, y) = if swap { (k, d) } else { (d, k) };
            let scc = self.b.pure(cmp, &[x, y]);
            self.set_scc(scc);
            return Ok(());
        }
        match op {
            O::s_movk_i32 => self.set_sgpr(f.sdst, k),
            O::s_cmovk_i32 => {
                let (scc, old) = (self.scc(), self.sgpr(f.sdst));
                let v = self.b.pure(Op::select, &[scc, k, old]);
                self.set_sgpr(f.sdst, v);
            }
            O::s_addk_i32 => {
                let d = self.sgpr(f.sdst);
                let v = self.b.pure(Op::iadd, &[d, k]);
                let overflow = self.signed_overflow(d, k, v, false);
                self.set_sgpr(f.sdst, v);
                self.set_scc(overflow);
            }
            O::s_mulk_i32 => {
                let d = self.sgpr(f.sdst);
                let v = self.b.pure(Op::imul, &[d, k]);
                self.set_sgpr(f.sdst, v);
            }
            O::s_getreg_b32 => {
                let v = self.getreg(f.simm16)?;
                self.set_sgpr(f.sdst, v);
            }
            O::s_setreg_b32 => {
                let v = self.sgpr(f.sdst);
                self.setreg(inst, f.simm16, v)?;
            }
            O::s_setreg_imm32_b32 => {
                let bits = inst.literal.ok_or_else(mismatch)?;
                let v = self.b.c32(bits);
                self.setreg(inst, f.simm16, v)?;
            }
            O::s_call_b64 => {
                let v = self.b.c64(self.next);
                self.set_sgpr64(f.sdst, v);
            }
            O::s_subvector_loop_begin | O::s_subvector_loop_end => return self.subvector(op, f.sdst),
            O::s_version
            | O::s_waitcnt_vscnt
            | O::s_waitcnt_vmcnt
            | O::s_waitcnt_expcnt
            | O::s_waitcnt_lgkmcnt => {}
            _ => return unsupported(op.row().name, "not lifted"),
        }
        Ok(())
    }
}
