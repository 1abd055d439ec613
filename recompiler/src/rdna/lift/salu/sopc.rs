//! SOPC: compares to SCC.

use super::super::{Lift, Lifted, mismatch};
use ir::{Attr, Op, Width};
use isa::table::Sopc;
use isa::{Fields, Inst};

impl Lift<'_> {
    pub(in crate::rdna::lift) fn sopc(&mut self, op: Sopc, inst: &Inst) -> Lifted {
        use Sopc as O;
        let Fields::Sopc(f) = inst.fields else { return Err(mismatch()) };
        let lit = inst.literal;
        let wide0 = matches!(op, O::s_bitcmp0_b64 | O::s_bitcmp1_b64 | O::s_cmp_eq_u64 | O::s_cmp_lg_u64);
        let wide1 = matches!(op, O::s_cmp_eq_u64 | O::s_cmp_lg_u64);
        let (c0, c1) = (u16::from(f.ssrc0), u16::from(f.ssrc1));
        let a = if wide0 { self.ssrc64(c0, lit)? } else { self.ssrc32(c0, lit)? };
        let b = if wide1 { self.ssrc64(c1, lit)? } else { self.ssrc32(c1, lit)? };
        let (cmp, x, y) = match op {
            O::s_cmp_eq_i32 | O::s_cmp_eq_u32 | O::s_cmp_eq_u64 => (Op::ieq, a, b),
            O::s_cmp_lg_i32 | O::s_cmp_lg_u32 | O::s_cmp_lg_u64 => (Op::ine, a, b),
            O::s_cmp_gt_i32 => (Op::slt, b, a),
            O::s_cmp_ge_i32 => (Op::sle, b, a),
            O::s_cmp_lt_i32 => (Op::slt, a, b),
            O::s_cmp_le_i32 => (Op::sle, a, b),
            O::s_cmp_gt_u32 => (Op::ult, b, a),
            O::s_cmp_ge_u32 => (Op::ule, b, a),
            O::s_cmp_lt_u32 => (Op::ult, a, b),
            O::s_cmp_le_u32 => (Op::ule, a, b),
            O::s_bitcmp0_b32 | O::s_bitcmp1_b32 | O::s_bitcmp0_b64 | O::s_bitcmp1_b64 => {
                let moved = self.b.pure(Op::ushr, &[a, b]);
                let bit = self.b.op(Op::trunc, &[moved], Attr::Width(Width::B1));
                let set = matches!(op, O::s_bitcmp1_b32 | O::s_bitcmp1_b64);
                let scc = if set { bit } else { self.b.pure(Op::inot, &[bit]) };
                self.set_scc(scc);
                return Ok(());
            }
        };
        let scc = self.b.pure(cmp, &[x, y]);
        self.set_scc(scc);
        Ok(())
    }
}
