//! Scalar arithmetic on lane masks: slots in mask form, and the forms that save EXEC.

use super::super::{Lift, mismatch, unsupported};
use crate::error::TranslateErrorKind;
use crate::rdna::masks::{self, Writes};
use ir::{Op, Value};
use isa::Inst;
use isa::table::Sop1;

impl Lift<'_> {
    /// A mask operand of mask arithmetic: a slot, or the constants 0 and -1.
    pub(super) fn mask_operand(&mut self, code: u16) -> Value {
        match code {
            128 => {
                let no = self.b.c1(false);
                self.lanes(no)
            }
            193 => {
                let yes = self.b.c1(true);
                self.lanes(yes)
            }
            _ => self.mask(code as u8),
        }
    }

    /// Lanes that the wave has: complements of masks stay inside it by themselves, since a mask has no other lanes.
    pub(super) fn scc_any(&mut self, mask: Value) {
        let any = self.b.pure(Op::any, &[mask]);
        self.set_scc(any);
    }

    /// Mask arithmetic, where all operands are masks; `false` if the instruction is not of that kind here.
    pub(super) fn mask_arithmetic(&mut self, inst: &Inst) -> Result<bool, TranslateErrorKind> {
        let wave = self.request.wave_size;
        let Writes::Like { to, from } = masks::writes(inst, wave) else { return Ok(false) };
        if !masks::gives_mask(from, self.state.forms(), wave) {
            return Ok(false);
        }
        let a = self.mask_operand(from[0]);
        let name = inst.name();
        let two = |l: &mut Self, op: Op, invert_b: bool, invert: bool| {
            let mut b = l.mask_operand(from[1]);
            if invert_b {
                b = l.b.pure(Op::inot, &[b]);
            }
            let mut v = l.b.pure(op, &[a, b]);
            if invert {
                v = l.b.pure(Op::inot, &[v]);
            }
            v
        };
        let base = name.trim_end_matches("_b64").trim_end_matches("_b32");
        let (value, sets_scc) = match base {
            "s_mov" => (a, false),
            "s_not" => (self.b.pure(Op::inot, &[a]), true),
            "s_and" => (two(self, Op::iand, false, false), true),
            "s_or" => (two(self, Op::ior, false, false), true),
            "s_xor" => (two(self, Op::ixor, false, false), true),
            "s_andn2" => (two(self, Op::iand, true, false), true),
            "s_orn2" => (two(self, Op::ior, true, false), true),
            "s_nand" => (two(self, Op::iand, false, true), true),
            "s_nor" => (two(self, Op::ior, false, true), true),
            "s_xnor" => (two(self, Op::ixor, false, true), true),
            "s_cselect" => {
                let b = self.mask_operand(from[1]);
                let scc = self.scc();
                (self.b.pure(Op::select, &[scc, a, b]), false)
            }
            _ => return Err(mismatch()),
        };
        self.set_mask(to, value);
        if sets_scc {
            self.scc_any(value);
        }
        Ok(true)
    }

    /// `s_*_saveexec_*` and `s_*_wrexec_*` at the wave's width: all on masks.
    pub(super) fn save_exec(
        &mut self,
        op: Sop1,
        sdst: u8,
        src: u16,
        literal: Option<u32>,
    ) -> Result<bool, TranslateErrorKind> {
        let name = op.row().name;
        let Some((kind, rest)) = name.strip_prefix("s_").and_then(|n| n.split_once('_')) else {
            return Ok(false);
        };
        let writes = rest.starts_with("wrexec");
        if !writes && !rest.starts_with("saveexec") {
            return Ok(false);
        }
        let wide = name.ends_with("_b64");
        if wide != (self.request.wave_size == 64) {
            return unsupported(name, "a mask of the other wave size");
        }
        let s = match src {
            0..=127 => self.mask(src as u8),
            128 | 193 => self.mask_operand(src),
            _ => {
                let bits = if wide {
                    self.ssrc64(src, literal)?
                } else {
                    let low = self.ssrc32(src, literal)?;
                    let zero = self.b.c32(0);
                    self.pack64(low, zero)
                };
                self.b.pure(Op::lanebit, &[bits])
            }
        };
        let exec = self.exec();
        let invert = |l: &mut Self, v: Value| l.b.pure(Op::inot, &[v]);
        let value = match kind {
            "and" => self.b.pure(Op::iand, &[s, exec]),
            "or" => self.b.pure(Op::ior, &[s, exec]),
            "xor" => self.b.pure(Op::ixor, &[s, exec]),
            "andn2" => {
                let n = invert(self, exec);
                self.b.pure(Op::iand, &[s, n])
            }
            "orn2" => {
                let n = invert(self, exec);
                self.b.pure(Op::ior, &[s, n])
            }
            "nand" => {
                let v = self.b.pure(Op::iand, &[s, exec]);
                invert(self, v)
            }
            "nor" => {
                let v = self.b.pure(Op::ior, &[s, exec]);
                invert(self, v)
            }
            "xnor" => {
                let v = self.b.pure(Op::ixor, &[s, exec]);
                invert(self, v)
            }
            "andn1" => {
                let n = invert(self, s);
                self.b.pure(Op::iand, &[n, exec])
            }
            "orn1" => {
                let n = invert(self, s);
                self.b.pure(Op::ior, &[n, exec])
            }
            _ => return Err(mismatch()),
        };
        self.set_mask(sdst, if writes { value } else { exec });
        self.set_mask(126, value);
        self.scc_any(value);
        Ok(true)
    }
}
