//! The scalar ALU: SOP1, SOP2, SOPC, SOPK, SOPP.
//!
//! Mask arithmetic on slots in mask form stays mask arithmetic (see [`crate::rdna::masks`]); everything else is arithmetic on
//! uniform values. Facts: RDNA 1 ISA guide; measured-facts 61 (bitfield masks).

use super::{Lift, Lifted, mismatch, unsupported};
use crate::error::TranslateErrorKind;
use crate::rdna::masks::{self, Writes};
use crate::request::Mode;
use ir::{Attr, Op, Value, Width};
use isa::table::{Sop1, Sop2, Sopc, Sopk, Sopp};
use isa::{Fields, Inst};

/// MODE as a hardware register: number in the low six bits of the field constant.
const HWREG_MODE: u16 = 1;
const HWREG_SH_MEM_BASES: u16 = 15;
const HWREG_FLAT_SCR_LO: u16 = 20;
const HWREG_FLAT_SCR_HI: u16 = 21;

/// MODE after an instruction.
///
/// # Errors
/// A mode that comes from a register.
pub(crate) fn mode_after(inst: &Inst, mut mode: Mode) -> Result<Mode, TranslateErrorKind> {
    match (inst.op, inst.fields) {
        (isa::Op::Sopp(Sopp::s_round_mode), Fields::Sopp(f)) => {
            mode.float_mode = mode.float_mode & 0xf0 | (f.simm16 & 15) as u8;
        }
        (isa::Op::Sopp(Sopp::s_denorm_mode), Fields::Sopp(f)) => {
            mode.float_mode = mode.float_mode & 0x0f | ((f.simm16 & 15) << 4) as u8;
        }
        (isa::Op::Sopk(Sopk::s_setreg_b32), Fields::Sopk(f)) if f.simm16 & 63 == HWREG_MODE => {
            return Err(TranslateErrorKind::FloatMode { why: "it comes from a register" });
        }
        (isa::Op::Sopk(Sopk::s_setreg_imm32_b32), Fields::Sopk(f)) if f.simm16 & 63 == HWREG_MODE => {
            let (offset, mask) = field(f.simm16);
            let old = mode_bits(mode);
            let value = inst.literal.ok_or_else(mismatch)?;
            let new = old & !(mask << offset) | (value & mask) << offset;
            mode = Mode {
                float_mode: new as u8,
                dx10_clamp: new >> 8 & 1 != 0,
                ieee: new >> 9 & 1 != 0,
                fp16_ovfl: new >> 23 & 1 != 0,
            };
        }
        _ => {}
    }
    Ok(mode)
}

fn mode_bits(mode: Mode) -> u32 {
    u32::from(mode.float_mode)
        | u32::from(mode.dx10_clamp) << 8
        | u32::from(mode.ieee) << 9
        | u32::from(mode.fp16_ovfl) << 23
}

/// Offset and mask of the field that a hardware register constant names.
fn field(simm16: u16) -> (u32, u32) {
    (u32::from(simm16 >> 6 & 31), u32::MAX >> (31 - u32::from(simm16 >> 11)))
}

impl Lift<'_> {
    /// Sets a 32-bit result and SCC to "is not zero".
    fn result32(&mut self, sdst: u8, value: Value) {
        self.set_sgpr(sdst, value);
        let scc = self.not_zero(value);
        self.set_scc(scc);
    }

    /// Sets a 64-bit result and SCC to "is not zero".
    fn result64(&mut self, sdst: u8, value: Value) {
        self.set_sgpr64(sdst, value);
        let scc = self.not_zero(value);
        self.set_scc(scc);
    }

    /// A mask operand of mask arithmetic: a slot, or the constants 0 and -1.
    fn mask_operand(&mut self, code: u16) -> Value {
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
    fn scc_any(&mut self, mask: Value) {
        let any = self.b.pure(Op::any, &[mask]);
        self.set_scc(any);
    }

    /// Mask arithmetic, where all operands are masks; `false` if the instruction is not of that kind here.
    fn mask_arithmetic(&mut self, inst: &Inst) -> Result<bool, TranslateErrorKind> {
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
    fn save_exec(
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

    pub(super) fn sop1(&mut self, op: Sop1, inst: &Inst) -> Lifted {
        use Sop1 as O;
        let Fields::Sop1(f) = inst.fields else { return Err(mismatch()) };
        let (src, lit) = (u16::from(f.ssrc0), inst.literal);
        if self.mask_arithmetic(inst)? || self.save_exec(op, f.sdst, src, lit)? {
            return Ok(());
        }
        let wide = matches!(op.row().ty(isa::row::Slot::ssrc0), Some(t) if t.dwords(64) == 2);
        // Only what the instruction reads is read.
        let s = match op {
            O::s_getpc_b64 => None,
            _ if wide => Some(self.ssrc64(src, lit)?),
            _ => Some(self.ssrc32(src, lit)?),
        };
        let a = s.unwrap_or_else(|| self.b.c32(0));
        let count = |l: &mut Self, v: Value, invert: bool| {
            let v = if invert { l.b.pure(Op::inot, &[v]) } else { v };
            l.b.pure(Op::popcnt, &[v])
        };
        match op {
            O::s_mov_b32 => self.set_sgpr(f.sdst, a),
            O::s_mov_b64 => self.set_sgpr64(f.sdst, a),
            O::s_cmov_b32 => {
                let (scc, old) = (self.scc(), self.sgpr(f.sdst));
                let v = self.b.pure(Op::select, &[scc, a, old]);
                self.set_sgpr(f.sdst, v);
            }
            O::s_cmov_b64 => {
                let (scc, old) = (self.scc(), self.sgpr64(f.sdst));
                let v = self.b.pure(Op::select, &[scc, a, old]);
                self.set_sgpr64(f.sdst, v);
            }
            O::s_not_b32 => {
                let v = self.b.pure(Op::inot, &[a]);
                self.result32(f.sdst, v);
            }
            O::s_not_b64 => {
                let v = self.b.pure(Op::inot, &[a]);
                self.result64(f.sdst, v);
            }
            O::s_wqm_b32 | O::s_wqm_b64 => {
                let v = self.whole_quads(a);
                if wide { self.result64(f.sdst, v) } else { self.result32(f.sdst, v) }
            }
            O::s_brev_b32 => {
                let v = self.b.pure(Op::bitrev, &[a]);
                self.set_sgpr(f.sdst, v);
            }
            O::s_brev_b64 => {
                let v = self.b.pure(Op::bitrev, &[a]);
                self.set_sgpr64(f.sdst, v);
            }
            O::s_bcnt0_i32_b32 | O::s_bcnt0_i32_b64 => {
                let v = count(self, a, true);
                self.result32(f.sdst, v);
            }
            O::s_bcnt1_i32_b32 | O::s_bcnt1_i32_b64 => {
                let v = count(self, a, false);
                self.result32(f.sdst, v);
            }
            O::s_ff0_i32_b32 | O::s_ff0_i32_b64 => {
                let n = self.b.pure(Op::inot, &[a]);
                let v = self.b.pure(Op::find_lsb, &[n]);
                self.set_sgpr(f.sdst, v);
            }
            O::s_ff1_i32_b32 | O::s_ff1_i32_b64 => {
                let v = self.b.pure(Op::find_lsb, &[a]);
                self.set_sgpr(f.sdst, v);
            }
            O::s_flbit_i32_b32 | O::s_flbit_i32_b64 => {
                let v = self.with_top(Op::find_umsb, a);
                self.set_sgpr(f.sdst, v);
            }
            O::s_flbit_i32 | O::s_flbit_i32_i64 => {
                let v = self.with_top(Op::find_smsb, a);
                self.set_sgpr(f.sdst, v);
            }
            O::s_sext_i32_i8 | O::s_sext_i32_i16 => {
                let width = if op == O::s_sext_i32_i8 { Width::B8 } else { Width::B16 };
                let low = self.b.op(Op::trunc, &[a], Attr::Width(width));
                let v = self.b.op(Op::sext, &[low], Attr::Width(Width::B32));
                self.set_sgpr(f.sdst, v);
            }
            O::s_bitset0_b32 | O::s_bitset1_b32 => {
                let (one, old) = (self.b.c32(1), self.sgpr(f.sdst));
                let bit = self.b.pure(Op::ishl, &[one, a]);
                let v = self.change_bit(old, bit, op == O::s_bitset1_b32);
                self.set_sgpr(f.sdst, v);
            }
            O::s_bitset0_b64 | O::s_bitset1_b64 => {
                let (one, old) = (self.b.c64(1), self.sgpr64(f.sdst));
                let bit = self.b.pure(Op::ishl, &[one, a]);
                let v = self.change_bit(old, bit, op == O::s_bitset1_b64);
                self.set_sgpr64(f.sdst, v);
            }
            O::s_getpc_b64 | O::s_swappc_b64 => {
                let v = self.b.c64(self.next);
                self.set_sgpr64(f.sdst, v);
            }
            // The jump itself is the block's end.
            O::s_setpc_b64 => {}
            O::s_quadmask_b32 | O::s_quadmask_b64 => {
                let v = self.quad_mask(a, wide);
                if wide { self.result64(f.sdst, v) } else { self.result32(f.sdst, v) }
            }
            O::s_abs_i32 => {
                let zero = self.b.c32(0);
                let n = self.b.pure(Op::isub, &[zero, a]);
                let v = self.b.pure(Op::smax, &[a, n]);
                self.result32(f.sdst, v);
            }
            O::s_bitreplicate_b64_b32 => {
                let v = self.spread_bits(a);
                self.set_sgpr64(f.sdst, v);
            }
            O::s_movrels_b32
            | O::s_movrels_b64
            | O::s_movreld_b32
            | O::s_movreld_b64
            | O::s_movrelsd_2_b32 => {
                return unsupported(op.row().name, "scalar registers by index");
            }
            O::s_rfe_b64 => return unsupported("s_rfe_b64", "there is no trap handler"),
            _ => return unsupported(op.row().name, "this form of it"),
        }
        Ok(())
    }

    /// `old` with the bits of `bit` set or cleared.
    fn change_bit(&mut self, old: Value, bit: Value, set: bool) -> Value {
        if set {
            return self.b.pure(Op::ior, &[old, bit]);
        }
        let keep = self.b.pure(Op::inot, &[bit]);
        self.b.pure(Op::iand, &[old, keep])
    }

    /// A bit number counted from the highest bit; all ones stay.
    fn with_top(&mut self, op: Op, value: Value) -> Value {
        let bits = self.b.func.ty(value).width.bits();
        let n = self.b.pure(op, &[value]);
        let (top, none) = (self.b.c32(bits - 1), self.b.c32(u32::MAX));
        let v = self.b.pure(Op::isub, &[top, n]);
        let missing = self.b.pure(Op::ieq, &[n, none]);
        self.b.pure(Op::select, &[missing, none, v])
    }

    fn constant_like(&mut self, value: Value, bits: u64) -> Value {
        let width = self.b.func.ty(value).width;
        self.b.func.constant(width, bits)
    }

    /// Bits 0 of each nibble: whether the nibble has a bit.
    fn any_of_quads(&mut self, value: Value) -> Value {
        let mut v = value;
        for shift in [1, 2] {
            let by = self.b.c32(shift);
            let moved = self.b.pure(Op::ushr, &[v, by]);
            v = self.b.pure(Op::ior, &[v, moved]);
        }
        let ones = self.constant_like(value, 0x1111_1111_1111_1111);
        self.b.pure(Op::iand, &[v, ones])
    }

    fn whole_quads(&mut self, value: Value) -> Value {
        let any = self.any_of_quads(value);
        let fifteen = self.constant_like(value, 15);
        self.b.pure(Op::imul, &[any, fifteen])
    }

    /// The lowest bits of all nibbles, moved together.
    fn quad_mask(&mut self, value: Value, wide: bool) -> Value {
        let mut v = self.any_of_quads(value);
        let steps: &[(u32, u64)] = &[
            (3, 0x0303_0303_0303_0303),
            (6, 0x000f_000f_000f_000f),
            (12, 0x0000_00ff_0000_00ff),
            (24, 0x0000_0000_0000_ffff),
        ];
        for &(shift, mask) in steps.iter().take(if wide { 4 } else { 3 }) {
            let by = self.b.c32(shift);
            let moved = self.b.pure(Op::ushr, &[v, by]);
            let both = self.b.pure(Op::ior, &[v, moved]);
            let mask = self.constant_like(value, mask);
            v = self.b.pure(Op::iand, &[both, mask]);
        }
        v
    }

    /// Every bit of 32 doubled.
    fn spread_bits(&mut self, value: Value) -> Value {
        let mut v = self.b.op(Op::zext, &[value], Attr::Width(Width::B64));
        for (shift, mask) in [
            (16, 0x0000_ffff_0000_ffff),
            (8, 0x00ff_00ff_00ff_00ff),
            (4, 0x0f0f_0f0f_0f0f_0f0f),
            (2, 0x3333_3333_3333_3333),
            (1, 0x5555_5555_5555_5555u64),
        ] {
            let by = self.b.c32(shift);
            let moved = self.b.pure(Op::ishl, &[v, by]);
            let both = self.b.pure(Op::ior, &[v, moved]);
            let mask = self.b.c64(mask);
            v = self.b.pure(Op::iand, &[both, mask]);
        }
        let three = self.b.c64(3);
        self.b.pure(Op::imul, &[v, three])
    }

    pub(super) fn sop2(&mut self, op: Sop2, inst: &Inst) -> Lifted {
        use Sop2 as O;
        let Fields::Sop2(f) = inst.fields else { return Err(mismatch()) };
        if self.mask_arithmetic(inst)? {
            return Ok(());
        }
        let row = op.row();
        let wide = |slot| matches!(row.ty(slot), Some(t) if t.dwords(64) == 2);
        let (c0, c1, lit) = (u16::from(f.ssrc0), u16::from(f.ssrc1), inst.literal);
        let a = if wide(isa::row::Slot::ssrc0) { self.ssrc64(c0, lit)? } else { self.ssrc32(c0, lit)? };
        let b = if wide(isa::row::Slot::ssrc1) { self.ssrc64(c1, lit)? } else { self.ssrc32(c1, lit)? };
        let d = f.sdst;
        let two = |l: &mut Self, op: Op, a: Value, b: Value| l.b.pure(op, &[a, b]);
        match op {
            O::s_add_u32 => {
                let v = two(self, Op::iadd, a, b);
                let carry = two(self, Op::ult, v, a);
                self.set_sgpr(d, v);
                self.set_scc(carry);
            }
            O::s_sub_u32 => {
                let v = two(self, Op::isub, a, b);
                let borrow = two(self, Op::ult, a, b);
                self.set_sgpr(d, v);
                self.set_scc(borrow);
            }
            O::s_add_i32 | O::s_sub_i32 => {
                let sub = op == O::s_sub_i32;
                let v = two(self, if sub { Op::isub } else { Op::iadd }, a, b);
                let overflow = self.signed_overflow(a, b, v, sub);
                self.set_sgpr(d, v);
                self.set_scc(overflow);
            }
            O::s_addc_u32 | O::s_subb_u32 => {
                let scc = self.scc();
                let c = self.b.op(Op::zext, &[scc], Attr::Width(Width::B32));
                let (step, first, second);
                if op == O::s_addc_u32 {
                    step = two(self, Op::iadd, a, b);
                    first = two(self, Op::ult, step, a);
                    let v = two(self, Op::iadd, step, c);
                    second = two(self, Op::ult, v, step);
                    self.set_sgpr(d, v);
                } else {
                    step = two(self, Op::isub, a, b);
                    first = two(self, Op::ult, a, b);
                    let v = two(self, Op::isub, step, c);
                    second = two(self, Op::ult, step, c);
                    self.set_sgpr(d, v);
                }
                let out = two(self, Op::ior, first, second);
                self.set_scc(out);
            }
            O::s_min_i32 | O::s_min_u32 | O::s_max_i32 | O::s_max_u32 => {
                // SCC says that the first source was taken; strict on both (errata: scc of s_max on ties).
                let (less, x, y) = match op {
                    O::s_min_i32 => (Op::slt, a, b),
                    O::s_min_u32 => (Op::ult, a, b),
                    O::s_max_i32 => (Op::slt, b, a),
                    _ => (Op::ult, b, a),
                };
                let first = two(self, less, x, y);
                let v = self.b.pure(Op::select, &[first, a, b]);
                self.set_sgpr(d, v);
                self.set_scc(first);
            }
            O::s_cselect_b32 => {
                let scc = self.scc();
                let v = self.b.pure(Op::select, &[scc, a, b]);
                self.set_sgpr(d, v);
            }
            O::s_cselect_b64 => {
                let scc = self.scc();
                let v = self.b.pure(Op::select, &[scc, a, b]);
                self.set_sgpr64(d, v);
            }
            O::s_and_b32 => self.bits32(d, Op::iand, a, b, false, false),
            O::s_and_b64 => self.bits64(d, Op::iand, a, b, false, false),
            O::s_or_b32 => self.bits32(d, Op::ior, a, b, false, false),
            O::s_or_b64 => self.bits64(d, Op::ior, a, b, false, false),
            O::s_xor_b32 => self.bits32(d, Op::ixor, a, b, false, false),
            O::s_xor_b64 => self.bits64(d, Op::ixor, a, b, false, false),
            O::s_andn2_b32 => self.bits32(d, Op::iand, a, b, true, false),
            O::s_andn2_b64 => self.bits64(d, Op::iand, a, b, true, false),
            O::s_orn2_b32 => self.bits32(d, Op::ior, a, b, true, false),
            O::s_orn2_b64 => self.bits64(d, Op::ior, a, b, true, false),
            O::s_nand_b32 => self.bits32(d, Op::iand, a, b, false, true),
            O::s_nand_b64 => self.bits64(d, Op::iand, a, b, false, true),
            O::s_nor_b32 => self.bits32(d, Op::ior, a, b, false, true),
            O::s_nor_b64 => self.bits64(d, Op::ior, a, b, false, true),
            O::s_xnor_b32 => self.bits32(d, Op::ixor, a, b, false, true),
            O::s_xnor_b64 => self.bits64(d, Op::ixor, a, b, false, true),
            O::s_lshl_b32 => self.bits32(d, Op::ishl, a, b, false, false),
            O::s_lshl_b64 => self.bits64(d, Op::ishl, a, b, false, false),
            O::s_lshr_b32 => self.bits32(d, Op::ushr, a, b, false, false),
            O::s_lshr_b64 => self.bits64(d, Op::ushr, a, b, false, false),
            O::s_ashr_i32 => self.bits32(d, Op::sshr, a, b, false, false),
            O::s_ashr_i64 => self.bits64(d, Op::sshr, a, b, false, false),
            O::s_bfm_b32 => {
                let v = self.field_mask(a, b, Width::B32);
                self.set_sgpr(d, v);
            }
            O::s_bfm_b64 => {
                let v = self.field_mask(a, b, Width::B64);
                self.set_sgpr64(d, v);
            }
            O::s_mul_i32 => {
                let v = two(self, Op::imul, a, b);
                self.set_sgpr(d, v);
            }
            O::s_mul_hi_u32 => {
                let v = two(self, Op::umulhi, a, b);
                self.set_sgpr(d, v);
            }
            O::s_mul_hi_i32 => {
                let v = two(self, Op::smulhi, a, b);
                self.set_sgpr(d, v);
            }
            O::s_bfe_u32 | O::s_bfe_i32 => {
                let v = self.scalar_field(a, b, op == O::s_bfe_i32);
                self.result32(d, v);
            }
            O::s_bfe_u64 | O::s_bfe_i64 => {
                let v = self.scalar_field(a, b, op == O::s_bfe_i64);
                self.result64(d, v);
            }
            O::s_absdiff_i32 => {
                let v = two(self, Op::isub, a, b);
                let zero = self.b.c32(0);
                let n = two(self, Op::isub, zero, v);
                let v = two(self, Op::smax, v, n);
                self.result32(d, v);
            }
            O::s_lshl1_add_u32 => self.shift_add(d, a, b, 1),
            O::s_lshl2_add_u32 => self.shift_add(d, a, b, 2),
            O::s_lshl3_add_u32 => self.shift_add(d, a, b, 3),
            O::s_lshl4_add_u32 => self.shift_add(d, a, b, 4),
            O::s_pack_ll_b32_b16 | O::s_pack_lh_b32_b16 | O::s_pack_hh_b32_b16 => {
                let (al, ah) = self.halves(a);
                let (bl, bh) = self.halves(b);
                let (low, high) = match op {
                    O::s_pack_ll_b32_b16 => (al, bl),
                    O::s_pack_lh_b32_b16 => (al, bh),
                    _ => (ah, bh),
                };
                let v = self.b.pure(Op::pack, &[low, high]);
                self.set_sgpr(d, v);
            }
        }
        Ok(())
    }

    fn bits(&mut self, op: Op, a: Value, b: Value, invert_b: bool, invert: bool) -> Value {
        let b = if invert_b { self.b.pure(Op::inot, &[b]) } else { b };
        let v = self.b.pure(op, &[a, b]);
        if invert { self.b.pure(Op::inot, &[v]) } else { v }
    }

    fn bits32(&mut self, d: u8, op: Op, a: Value, b: Value, invert_b: bool, invert: bool) {
        let v = self.bits(op, a, b, invert_b, invert);
        self.result32(d, v);
    }

    fn bits64(&mut self, d: u8, op: Op, a: Value, b: Value, invert_b: bool, invert: bool) {
        let v = self.bits(op, a, b, invert_b, invert);
        self.result64(d, v);
    }

    /// Whether a signed sum or difference does not fit.
    pub(crate) fn signed_overflow(&mut self, a: Value, b: Value, result: Value, sub: bool) -> Value {
        let x = self.b.pure(Op::ixor, &[a, result]);
        let y = if sub { self.b.pure(Op::ixor, &[a, b]) } else { self.b.pure(Op::ixor, &[b, result]) };
        let both = self.b.pure(Op::iand, &[x, y]);
        let zero = self.constant_like(both, 0);
        self.b.pure(Op::slt, &[both, zero])
    }

    /// `width` ones, moved up by `offset`; both modulo the width.
    fn field_mask(&mut self, width: Value, offset: Value, ty: Width) -> Value {
        let (w, o) = if ty == Width::B64 { (self.low32(width), self.low32(offset)) } else { (width, offset) };
        let one = self.b.func.constant(ty, 1);
        let top = self.b.pure(Op::ishl, &[one, w]);
        let ones = self.b.pure(Op::isub, &[top, one]);
        self.b.pure(Op::ishl, &[ones, o])
    }

    fn low32(&mut self, value: Value) -> Value {
        if self.b.func.ty(value).width == Width::B64 { self.b.pure(Op::lo, &[value]) } else { value }
    }

    /// The field of `value` that the second source of `s_bfe_*` names: offset in the low bits, width from bit 16.
    fn scalar_field(&mut self, value: Value, spec: Value, signed: bool) -> Value {
        let bits = self.b.func.ty(value).width.bits();
        let offset_mask = self.b.c32(bits - 1);
        let offset = self.b.pure(Op::iand, &[spec, offset_mask]);
        let (sixteen, seven) = (self.b.c32(16), self.b.c32(127));
        let width = self.b.pure(Op::ushr, &[spec, sixteen]);
        let width = self.b.pure(Op::iand, &[width, seven]);
        // A field that runs past the top ends there.
        let all = self.b.c32(bits);
        let room = self.b.pure(Op::isub, &[all, offset]);
        let width = self.b.pure(Op::umin, &[width, room]);
        let up = self.b.pure(Op::isub, &[room, width]);
        let down = self.b.pure(Op::isub, &[all, width]);
        let moved = self.b.pure(Op::ishl, &[value, up]);
        let v = self.b.pure(if signed { Op::sshr } else { Op::ushr }, &[moved, down]);
        // Shift counts are taken modulo the width, so an empty field needs its own answer.
        let (zero, none) = (self.constant_like(value, 0), self.b.c32(0));
        let empty = self.b.pure(Op::ieq, &[width, none]);
        self.b.pure(Op::select, &[empty, zero, v])
    }

    /// SCC is the carry out of bit 31 of the full sum.
    fn shift_add(&mut self, d: u8, a: Value, b: Value, shift: u32) {
        let by = self.b.c32(shift);
        let (a, b) = (
            self.b.op(Op::zext, &[a], Attr::Width(Width::B64)),
            self.b.op(Op::zext, &[b], Attr::Width(Width::B64)),
        );
        let moved = self.b.pure(Op::ishl, &[a, by]);
        let sum = self.b.pure(Op::iadd, &[moved, b]);
        let (low, high) = self.halves(sum);
        self.set_sgpr(d, low);
        let carry = self.not_zero(high);
        self.set_scc(carry);
    }

    pub(super) fn sopc(&mut self, op: Sopc, inst: &Inst) -> Lifted {
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

    pub(super) fn sopk(&mut self, op: Sopk, inst: &Inst) -> Lifted {
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
            O::s_version
            | O::s_waitcnt_vscnt
            | O::s_waitcnt_vmcnt
            | O::s_waitcnt_expcnt
            | O::s_waitcnt_lgkmcnt => {}
            _ => return unsupported(op.row().name, "not lifted"),
        }
        Ok(())
    }

    fn getreg(&mut self, simm16: u16) -> Result<Value, TranslateErrorKind> {
        let (offset, mask) = field(simm16);
        let whole = match simm16 & 63 {
            HWREG_MODE => self.b.c32(mode_bits(self.mode)),
            HWREG_SH_MEM_BASES => {
                let bits = self.request.private_high >> 16 | self.request.shared_high & 0xffff_0000;
                self.b.c32(bits)
            }
            HWREG_FLAT_SCR_LO => self.flat_scratch(0),
            HWREG_FLAT_SCR_HI => self.flat_scratch(1),
            _ => return unsupported("s_getreg_b32", "this hardware register"),
        };
        let (by, mask) = (self.b.c32(offset), self.b.c32(mask));
        let moved = self.b.pure(Op::ushr, &[whole, by]);
        Ok(self.b.pure(Op::iand, &[moved, mask]))
    }

    fn setreg(&mut self, inst: &Inst, simm16: u16, value: Value) -> Lifted {
        match simm16 & 63 {
            HWREG_MODE => {
                self.mode = mode_after(inst, self.mode)?;
                Ok(())
            }
            id @ (HWREG_FLAT_SCR_LO | HWREG_FLAT_SCR_HI) if simm16 >> 6 == 31 << 5 => {
                self.set_flat_scratch(usize::from(id - HWREG_FLAT_SCR_LO), value);
                Ok(())
            }
            HWREG_FLAT_SCR_LO | HWREG_FLAT_SCR_HI => unsupported(inst.name(), "a part of FLAT_SCRATCH"),
            _ => unsupported(inst.name(), "this hardware register"),
        }
    }

    pub(super) fn sopp(&mut self, op: Sopp, inst: &Inst) -> Lifted {
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
