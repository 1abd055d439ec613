//! The scalar ALU: SOP1, SOP2, SOPC, SOPK.
//!
//! Facts: RDNA 1 ISA guide; measured-facts 61 (bitfield masks), 64 (subvector loop), 65 and 66 (calls). A scalar operand
//! that names a pair drops the low bit of its number, as LLVM does.

use super::sopp::target;
use super::{Flow, hwreg, mismatch};
use crate::fault::Stop;
use crate::wave::{Wave, code};
use isa::table::{Sop1, Sop2, Sopc, Sopk};
use isa::{Fields, Inst};

/// Bits of each nibble or-ed together and spread over it.
fn whole_quads(x: u64) -> u64 {
    let any = (x | x >> 1 | x >> 2 | x >> 3) & 0x1111_1111_1111_1111;
    any * 15
}

/// One bit a nibble: whether the nibble has a bit.
fn quad_mask(x: u64) -> u64 {
    (0..16).fold(0, |m, q| m | u64::from(x >> (q * 4) & 15 != 0) << q)
}

/// Number of the first bit, counted from the highest, that differs from the sign; all bits equal: -1.
fn sign_run(x: i64, bits: u32) -> u32 {
    let y = ((x ^ x >> 63) as u64) << (64 - bits);
    if y == 0 { u32::MAX } else { y.leading_zeros() }
}

fn or_minus_one(found: bool, index: u32) -> u32 {
    if found { index } else { u32::MAX }
}

/// A scalar register M0 away from `code`. The window ends at the last ordinary register.
fn relative(wave: &Wave, code: u8, name: &'static str) -> Result<u8, Stop> {
    let index = u64::from(code) + u64::from(wave.m0());
    if index < 106 {
        Ok(index as u8)
    } else {
        Err(Stop::unsupported(name, "the index leaves the scalar registers"))
    }
}

/// `s_*_saveexec_*` and `s_*_wrexec_*`: what EXEC becomes.
fn exec_op(op: Sop1, s: u64, exec: u64) -> Option<u64> {
    use Sop1 as O;
    Some(match op {
        O::s_and_saveexec_b32 | O::s_and_saveexec_b64 => s & exec,
        O::s_or_saveexec_b32 | O::s_or_saveexec_b64 => s | exec,
        O::s_xor_saveexec_b32 | O::s_xor_saveexec_b64 => s ^ exec,
        O::s_andn2_saveexec_b32 | O::s_andn2_saveexec_b64 => s & !exec,
        O::s_orn2_saveexec_b32 | O::s_orn2_saveexec_b64 => s | !exec,
        O::s_nand_saveexec_b32 | O::s_nand_saveexec_b64 => !(s & exec),
        O::s_nor_saveexec_b32 | O::s_nor_saveexec_b64 => !(s | exec),
        O::s_xnor_saveexec_b32 | O::s_xnor_saveexec_b64 => !(s ^ exec),
        O::s_andn1_saveexec_b32 | O::s_andn1_saveexec_b64 => !s & exec,
        O::s_orn1_saveexec_b32 | O::s_orn1_saveexec_b64 => !s | exec,
        O::s_andn1_wrexec_b32 | O::s_andn1_wrexec_b64 => !s & exec,
        O::s_andn2_wrexec_b32 | O::s_andn2_wrexec_b64 => s & !exec,
        _ => return None,
    })
}

pub(super) fn sop1(op: Sop1, inst: &Inst, next: u64, wave: &mut Wave) -> Result<Flow, Stop> {
    use Sop1 as O;
    let Fields::Sop1(f) = inst.fields else { return Err(mismatch()) };
    let (src, lit) = (u16::from(f.ssrc0), inst.literal);
    macro_rules! s32 {
        () => {
            wave.scalar32(src, lit)?
        };
    }
    macro_rules! s64 {
        () => {
            wave.scalar64(src, lit)?
        };
    }
    // Result and, where the instruction sets it, SCC.
    macro_rules! d32 {
        ($value:expr) => {{
            let value = $value;
            wave.set_sgpr(f.sdst, value);
        }};
        ($value:expr, scc) => {{
            let value = $value;
            wave.set_sgpr(f.sdst, value);
            wave.scc = value != 0;
        }};
    }
    macro_rules! d64 {
        ($value:expr) => {{
            let value = $value;
            wave.set_sgpr64(f.sdst, value);
        }};
        ($value:expr, scc) => {{
            let value = $value;
            wave.set_sgpr64(f.sdst, value);
            wave.scc = value != 0;
        }};
    }
    match op {
        O::s_mov_b32 => d32!(s32!()),
        O::s_mov_b64 => d64!(s64!()),
        O::s_cmov_b32 => {
            let v = s32!();
            if wave.scc {
                d32!(v);
            }
        }
        O::s_cmov_b64 => {
            let v = s64!();
            if wave.scc {
                d64!(v);
            }
        }
        O::s_not_b32 => d32!(!s32!(), scc),
        O::s_not_b64 => d64!(!s64!(), scc),
        O::s_wqm_b32 => d32!(whole_quads(u64::from(s32!())) as u32, scc),
        O::s_wqm_b64 => d64!(whole_quads(s64!()), scc),
        O::s_brev_b32 => d32!(s32!().reverse_bits()),
        O::s_brev_b64 => d64!(s64!().reverse_bits()),
        O::s_bcnt0_i32_b32 => d32!(s32!().count_zeros(), scc),
        O::s_bcnt0_i32_b64 => d32!(s64!().count_zeros(), scc),
        O::s_bcnt1_i32_b32 => d32!(s32!().count_ones(), scc),
        O::s_bcnt1_i32_b64 => d32!(s64!().count_ones(), scc),
        O::s_ff0_i32_b32 => {
            let v = s32!();
            d32!(or_minus_one(v != u32::MAX, v.trailing_ones()));
        }
        O::s_ff0_i32_b64 => {
            let v = s64!();
            d32!(or_minus_one(v != u64::MAX, v.trailing_ones()));
        }
        O::s_ff1_i32_b32 => {
            let v = s32!();
            d32!(or_minus_one(v != 0, v.trailing_zeros()));
        }
        O::s_ff1_i32_b64 => {
            let v = s64!();
            d32!(or_minus_one(v != 0, v.trailing_zeros()));
        }
        O::s_flbit_i32_b32 => {
            let v = s32!();
            d32!(or_minus_one(v != 0, v.leading_zeros()));
        }
        O::s_flbit_i32_b64 => {
            let v = s64!();
            d32!(or_minus_one(v != 0, v.leading_zeros()));
        }
        O::s_flbit_i32 => d32!(sign_run(i64::from(s32!() as i32), 32)),
        O::s_flbit_i32_i64 => d32!(sign_run(s64!() as i64, 64)),
        O::s_sext_i32_i8 => d32!(s32!() as i8 as u32),
        O::s_sext_i32_i16 => d32!(s32!() as i16 as u32),
        O::s_bitset0_b32 => d32!(wave.sgpr(f.sdst) & !(1 << (s32!() & 31))),
        O::s_bitset0_b64 => d64!(wave.sgpr64(f.sdst) & !(1 << (s32!() & 63))),
        O::s_bitset1_b32 => d32!(wave.sgpr(f.sdst) | 1 << (s32!() & 31)),
        O::s_bitset1_b64 => d64!(wave.sgpr64(f.sdst) | 1 << (s32!() & 63)),
        O::s_getpc_b64 => d64!(next),
        O::s_setpc_b64 => return Ok(Flow::Jump(s64!())),
        O::s_swappc_b64 => {
            let to = s64!();
            d64!(next);
            return Ok(Flow::Jump(to));
        }
        O::s_rfe_b64 => {
            return Err(Stop::unsupported("s_rfe_b64", "returns from a trap handler, which there is not"));
        }
        O::s_and_saveexec_b64
        | O::s_or_saveexec_b64
        | O::s_xor_saveexec_b64
        | O::s_andn2_saveexec_b64
        | O::s_orn2_saveexec_b64
        | O::s_nand_saveexec_b64
        | O::s_nor_saveexec_b64
        | O::s_xnor_saveexec_b64
        | O::s_andn1_saveexec_b64
        | O::s_orn1_saveexec_b64
        | O::s_andn1_wrexec_b64
        | O::s_andn2_wrexec_b64 => {
            let old = wave.sgpr64(code::EXEC_LO);
            let new = exec_op(op, s64!(), old).ok_or_else(mismatch)?;
            let written = matches!(op, O::s_andn1_wrexec_b64 | O::s_andn2_wrexec_b64);
            wave.set_sgpr64(f.sdst, if written { new } else { old });
            wave.set_sgpr64(code::EXEC_LO, new);
            wave.scc = new != 0;
        }
        O::s_and_saveexec_b32
        | O::s_or_saveexec_b32
        | O::s_xor_saveexec_b32
        | O::s_andn2_saveexec_b32
        | O::s_orn2_saveexec_b32
        | O::s_nand_saveexec_b32
        | O::s_nor_saveexec_b32
        | O::s_xnor_saveexec_b32
        | O::s_andn1_saveexec_b32
        | O::s_orn1_saveexec_b32
        | O::s_andn1_wrexec_b32
        | O::s_andn2_wrexec_b32 => {
            let old = wave.sgpr(code::EXEC_LO);
            let new = exec_op(op, u64::from(s32!()), u64::from(old)).ok_or_else(mismatch)? as u32;
            let written = matches!(op, O::s_andn1_wrexec_b32 | O::s_andn2_wrexec_b32);
            wave.set_sgpr(f.sdst, if written { new } else { old });
            wave.set_sgpr(code::EXEC_LO, new);
            wave.scc = new != 0;
        }
        O::s_quadmask_b32 => d32!(quad_mask(u64::from(s32!())) as u32, scc),
        O::s_quadmask_b64 => d64!(quad_mask(s64!()), scc),
        O::s_movrels_b32 => d32!(wave.sgpr(relative(wave, f.ssrc0, "s_movrels_b32")?)),
        O::s_movrels_b64 => d64!(wave.sgpr64(relative(wave, f.ssrc0 & !1, "s_movrels_b64")?)),
        O::s_movreld_b32 => {
            let v = s32!();
            let to = relative(wave, f.sdst, "s_movreld_b32")?;
            wave.set_sgpr(to, v);
        }
        O::s_movreld_b64 => {
            let v = s64!();
            let to = relative(wave, f.sdst & !1, "s_movreld_b64")?;
            wave.set_sgpr64(to, v);
        }
        O::s_movrelsd_2_b32 => {
            // M0[9:0] is added to the source, M0[25:16] to the destination.
            let m0 = wave.m0();
            let at = |code: u8, offset: u32| {
                let index = u32::from(code) + (offset & 0x3ff);
                if index < 106 {
                    Ok(index as u8)
                } else {
                    Err(Stop::unsupported("s_movrelsd_2_b32", "the index leaves the scalar registers"))
                }
            };
            let v = wave.sgpr(at(f.ssrc0, m0)?);
            let to = at(f.sdst, m0 >> 16)?;
            wave.set_sgpr(to, v);
        }
        O::s_abs_i32 => d32!(s32!().cast_signed().unsigned_abs(), scc),
        O::s_bitreplicate_b64_b32 => {
            let v = s32!();
            d64!((0..32).fold(0u64, |r, i| r | (u64::from(v >> i & 1) * 3) << (i * 2)));
        }
    }
    Ok(Flow::Next)
}

pub(super) fn sop2(op: Sop2, inst: &Inst, wave: &mut Wave) -> Result<Flow, Stop> {
    use Sop2 as O;
    let Fields::Sop2(f) = inst.fields else { return Err(mismatch()) };
    let lit = inst.literal;
    let (c0, c1) = (u16::from(f.ssrc0), u16::from(f.ssrc1));
    // Sources by width; only what an instruction reads is read.
    let a32 = |w: &Wave| w.scalar32(c0, lit);
    let b32 = |w: &Wave| w.scalar32(c1, lit);
    let a64 = |w: &Wave| w.scalar64(c0, lit);
    let b64 = |w: &Wave| w.scalar64(c1, lit);
    enum Out {
        /// 32 bits, SCC unchanged.
        W(u32),
        /// 32 bits and SCC.
        Ws(u32, bool),
        /// 64 bits, SCC unchanged.
        D(u64),
        /// 64 bits and SCC.
        Ds(u64, bool),
    }
    let bit32 = |v: u32| Out::Ws(v, v != 0);
    let bit64 = |v: u64| Out::Ds(v, v != 0);
    let out = match op {
        O::s_add_u32 => {
            let (v, carry) = a32(wave)?.overflowing_add(b32(wave)?);
            Out::Ws(v, carry)
        }
        O::s_sub_u32 => {
            let (v, borrow) = a32(wave)?.overflowing_sub(b32(wave)?);
            Out::Ws(v, borrow)
        }
        O::s_add_i32 => {
            let (v, o) = a32(wave)?.cast_signed().overflowing_add(b32(wave)?.cast_signed());
            Out::Ws(v.cast_unsigned(), o)
        }
        O::s_sub_i32 => {
            let (v, o) = a32(wave)?.cast_signed().overflowing_sub(b32(wave)?.cast_signed());
            Out::Ws(v.cast_unsigned(), o)
        }
        O::s_addc_u32 => {
            let sum = u64::from(a32(wave)?) + u64::from(b32(wave)?) + u64::from(wave.scc);
            Out::Ws(sum as u32, sum >> 32 != 0)
        }
        O::s_subb_u32 => {
            let (a, b) = (u64::from(a32(wave)?), u64::from(b32(wave)?) + u64::from(wave.scc));
            Out::Ws(a.wrapping_sub(b) as u32, b > a)
        }
        // SCC says whether the first source was taken.
        O::s_min_i32 => {
            let (a, b) = (a32(wave)?.cast_signed(), b32(wave)?.cast_signed());
            Out::Ws(a.min(b).cast_unsigned(), a < b)
        }
        O::s_min_u32 => {
            let (a, b) = (a32(wave)?, b32(wave)?);
            Out::Ws(a.min(b), a < b)
        }
        O::s_max_i32 => {
            let (a, b) = (a32(wave)?.cast_signed(), b32(wave)?.cast_signed());
            Out::Ws(a.max(b).cast_unsigned(), a > b)
        }
        O::s_max_u32 => {
            let (a, b) = (a32(wave)?, b32(wave)?);
            Out::Ws(a.max(b), a > b)
        }
        O::s_cselect_b32 => Out::W(if wave.scc { a32(wave)? } else { b32(wave)? }),
        O::s_cselect_b64 => Out::D(if wave.scc { a64(wave)? } else { b64(wave)? }),
        O::s_and_b32 => bit32(a32(wave)? & b32(wave)?),
        O::s_and_b64 => bit64(a64(wave)? & b64(wave)?),
        O::s_or_b32 => bit32(a32(wave)? | b32(wave)?),
        O::s_or_b64 => bit64(a64(wave)? | b64(wave)?),
        O::s_xor_b32 => bit32(a32(wave)? ^ b32(wave)?),
        O::s_xor_b64 => bit64(a64(wave)? ^ b64(wave)?),
        O::s_andn2_b32 => bit32(a32(wave)? & !b32(wave)?),
        O::s_andn2_b64 => bit64(a64(wave)? & !b64(wave)?),
        O::s_orn2_b32 => bit32(a32(wave)? | !b32(wave)?),
        O::s_orn2_b64 => bit64(a64(wave)? | !b64(wave)?),
        O::s_nand_b32 => bit32(!(a32(wave)? & b32(wave)?)),
        O::s_nand_b64 => bit64(!(a64(wave)? & b64(wave)?)),
        O::s_nor_b32 => bit32(!(a32(wave)? | b32(wave)?)),
        O::s_nor_b64 => bit64(!(a64(wave)? | b64(wave)?)),
        O::s_xnor_b32 => bit32(!(a32(wave)? ^ b32(wave)?)),
        O::s_xnor_b64 => bit64(!(a64(wave)? ^ b64(wave)?)),
        O::s_lshl_b32 => bit32(a32(wave)? << (b32(wave)? & 31)),
        O::s_lshl_b64 => bit64(a64(wave)? << (b32(wave)? & 63)),
        O::s_lshr_b32 => bit32(a32(wave)? >> (b32(wave)? & 31)),
        O::s_lshr_b64 => bit64(a64(wave)? >> (b32(wave)? & 63)),
        O::s_ashr_i32 => bit32((a32(wave)?.cast_signed() >> (b32(wave)? & 31)).cast_unsigned()),
        O::s_ashr_i64 => bit64((a64(wave)?.cast_signed() >> (b32(wave)? & 63)).cast_unsigned()),
        O::s_bfm_b32 => Out::W(((1u32 << (a32(wave)? & 31)) - 1) << (b32(wave)? & 31)),
        O::s_bfm_b64 => Out::D(((1u64 << (a32(wave)? & 63)) - 1) << (b32(wave)? & 63)),
        O::s_mul_i32 => Out::W(a32(wave)?.wrapping_mul(b32(wave)?)),
        O::s_mul_hi_u32 => Out::W(((u64::from(a32(wave)?) * u64::from(b32(wave)?)) >> 32) as u32),
        O::s_mul_hi_i32 => {
            let (a, b) = (a32(wave)?.cast_signed(), b32(wave)?.cast_signed());
            Out::W(((i64::from(a) * i64::from(b)) >> 32) as u32)
        }
        O::s_bfe_u32 => {
            let (a, b) = (a32(wave)?, b32(wave)?);
            bit32(extract(u64::from(a), b & 31, b >> 16 & 127, 32) as u32)
        }
        O::s_bfe_i32 => {
            let (a, b) = (a32(wave)?.cast_signed(), b32(wave)?);
            bit32(extract_signed(i64::from(a), b & 31, b >> 16 & 127, 32) as u32)
        }
        O::s_bfe_u64 => {
            let (a, b) = (a64(wave)?, b32(wave)?);
            bit64(extract(a, b & 63, b >> 16 & 127, 64))
        }
        O::s_bfe_i64 => {
            let (a, b) = (a64(wave)?.cast_signed(), b32(wave)?);
            bit64(extract_signed(a, b & 63, b >> 16 & 127, 64).cast_unsigned())
        }
        O::s_absdiff_i32 => {
            let (a, b) = (a32(wave)?.cast_signed(), b32(wave)?.cast_signed());
            bit32(a.wrapping_sub(b).unsigned_abs())
        }
        O::s_lshl1_add_u32 => shift_add(a32(wave)?, b32(wave)?, 1),
        O::s_lshl2_add_u32 => shift_add(a32(wave)?, b32(wave)?, 2),
        O::s_lshl3_add_u32 => shift_add(a32(wave)?, b32(wave)?, 3),
        O::s_lshl4_add_u32 => shift_add(a32(wave)?, b32(wave)?, 4),
        O::s_pack_ll_b32_b16 => Out::W(a32(wave)? & 0xffff | b32(wave)? << 16),
        O::s_pack_lh_b32_b16 => Out::W(a32(wave)? & 0xffff | b32(wave)? & 0xffff_0000),
        O::s_pack_hh_b32_b16 => Out::W(a32(wave)? >> 16 | b32(wave)? & 0xffff_0000),
    };
    /// SCC is the carry out of bit 31 of the full sum.
    fn shift_add(a: u32, b: u32, shift: u32) -> Out {
        let sum = (u64::from(a) << shift) + u64::from(b);
        Out::Ws(sum as u32, sum >> 32 != 0)
    }
    match out {
        Out::W(v) => wave.set_sgpr(f.sdst, v),
        Out::Ws(v, scc) => {
            wave.set_sgpr(f.sdst, v);
            wave.scc = scc;
        }
        Out::D(v) => wave.set_sgpr64(f.sdst, v),
        Out::Ds(v, scc) => {
            wave.set_sgpr64(f.sdst, v);
            wave.scc = scc;
        }
    }
    Ok(Flow::Next)
}

/// `width` bits from `offset`; a field that runs past the top is cut off there.
fn extract(value: u64, offset: u32, width: u32, bits: u32) -> u64 {
    let width = width.min(bits - offset);
    if width == 0 { 0 } else { value >> offset & u64::MAX >> (64 - width) }
}

fn extract_signed(value: i64, offset: u32, width: u32, bits: u32) -> i64 {
    let width = width.min(bits - offset);
    if width == 0 { 0 } else { value << (64 - offset - width) >> (64 - width) }
}

pub(super) fn sopc(op: Sopc, inst: &Inst, wave: &mut Wave) -> Result<Flow, Stop> {
    use Sopc as O;
    let Fields::Sopc(f) = inst.fields else { return Err(mismatch()) };
    let lit = inst.literal;
    let (c0, c1) = (u16::from(f.ssrc0), u16::from(f.ssrc1));
    let unsigned = |w: &Wave| Ok::<_, Stop>((w.scalar32(c0, lit)?, w.scalar32(c1, lit)?));
    let signed = |w: &Wave| unsigned(w).map(|(a, b)| (a.cast_signed(), b.cast_signed()));
    wave.scc = match op {
        O::s_cmp_eq_i32 | O::s_cmp_eq_u32 => unsigned(wave).map(|(a, b)| a == b)?,
        O::s_cmp_lg_i32 | O::s_cmp_lg_u32 => unsigned(wave).map(|(a, b)| a != b)?,
        O::s_cmp_gt_i32 => signed(wave).map(|(a, b)| a > b)?,
        O::s_cmp_ge_i32 => signed(wave).map(|(a, b)| a >= b)?,
        O::s_cmp_lt_i32 => signed(wave).map(|(a, b)| a < b)?,
        O::s_cmp_le_i32 => signed(wave).map(|(a, b)| a <= b)?,
        O::s_cmp_gt_u32 => unsigned(wave).map(|(a, b)| a > b)?,
        O::s_cmp_ge_u32 => unsigned(wave).map(|(a, b)| a >= b)?,
        O::s_cmp_lt_u32 => unsigned(wave).map(|(a, b)| a < b)?,
        O::s_cmp_le_u32 => unsigned(wave).map(|(a, b)| a <= b)?,
        O::s_bitcmp0_b32 => unsigned(wave).map(|(a, b)| a >> (b & 31) & 1 == 0)?,
        O::s_bitcmp1_b32 => unsigned(wave).map(|(a, b)| a >> (b & 31) & 1 == 1)?,
        O::s_bitcmp0_b64 => wave.scalar64(c0, lit)? >> (wave.scalar32(c1, lit)? & 63) & 1 == 0,
        O::s_bitcmp1_b64 => wave.scalar64(c0, lit)? >> (wave.scalar32(c1, lit)? & 63) & 1 == 1,
        O::s_cmp_eq_u64 => wave.scalar64(c0, lit)? == wave.scalar64(c1, lit)?,
        O::s_cmp_lg_u64 => wave.scalar64(c0, lit)? != wave.scalar64(c1, lit)?,
    };
    Ok(Flow::Next)
}

pub(super) fn sopk(op: Sopk, inst: &Inst, next: u64, wave: &mut Wave) -> Result<Flow, Stop> {
    use Sopk as O;
    let Fields::Sopk(f) = inst.fields else { return Err(mismatch()) };
    let k = i32::from(f.simm16 as i16);
    let d = wave.sgpr(f.sdst);
    let (signed, zero_extended) = (d.cast_signed(), u32::from(f.simm16));
    match op {
        O::s_movk_i32 => wave.set_sgpr(f.sdst, k.cast_unsigned()),
        O::s_cmovk_i32 => {
            if wave.scc {
                wave.set_sgpr(f.sdst, k.cast_unsigned());
            }
        }
        O::s_cmpk_eq_i32 => wave.scc = signed == k,
        O::s_cmpk_lg_i32 => wave.scc = signed != k,
        O::s_cmpk_gt_i32 => wave.scc = signed > k,
        O::s_cmpk_ge_i32 => wave.scc = signed >= k,
        O::s_cmpk_lt_i32 => wave.scc = signed < k,
        O::s_cmpk_le_i32 => wave.scc = signed <= k,
        O::s_cmpk_eq_u32 => wave.scc = d == zero_extended,
        O::s_cmpk_lg_u32 => wave.scc = d != zero_extended,
        O::s_cmpk_gt_u32 => wave.scc = d > zero_extended,
        O::s_cmpk_ge_u32 => wave.scc = d >= zero_extended,
        O::s_cmpk_lt_u32 => wave.scc = d < zero_extended,
        O::s_cmpk_le_u32 => wave.scc = d <= zero_extended,
        O::s_addk_i32 => {
            let (v, overflow) = signed.overflowing_add(k);
            wave.set_sgpr(f.sdst, v.cast_unsigned());
            wave.scc = overflow;
        }
        O::s_mulk_i32 => wave.set_sgpr(f.sdst, signed.wrapping_mul(k).cast_unsigned()),
        O::s_getreg_b32 => {
            let v = hwreg::getreg(wave, f.simm16)?;
            wave.set_sgpr(f.sdst, v);
        }
        O::s_setreg_b32 => hwreg::setreg(wave, f.simm16, d)?,
        O::s_setreg_imm32_b32 => hwreg::setreg(wave, f.simm16, inst.literal.ok_or_else(mismatch)?)?,
        O::s_call_b64 => {
            wave.set_sgpr64(f.sdst, next);
            return Ok(Flow::Jump(target(next, f.simm16)));
        }
        O::s_version
        | O::s_waitcnt_vscnt
        | O::s_waitcnt_vmcnt
        | O::s_waitcnt_expcnt
        | O::s_waitcnt_lgkmcnt => {}
        O::s_subvector_loop_begin | O::s_subvector_loop_end => {
            return subvector(op, f.sdst, target(next, f.simm16), wave);
        }
    }
    Ok(Flow::Next)
}

/// The subvector loop runs a body for the low half of a wave64, then for the high half (measured-facts 64).
fn subvector(op: Sopk, sdst: u8, to: u64, wave: &mut Wave) -> Result<Flow, Stop> {
    if wave.size != 64 {
        return Err(Stop::unsupported("s_subvector_loop", "not measured in wave32"));
    }
    let (low, high) = (wave.sgpr(code::EXEC_LO), wave.sgpr(code::EXEC_HI));
    if op == Sopk::s_subvector_loop_begin {
        match (low, high) {
            (0, 0) => return Ok(Flow::Jump(to)),
            (0, _) => wave.set_sgpr(sdst, low),
            (_, 0) => wave.set_sgpr(sdst, high),
            _ => {
                wave.set_sgpr(sdst, high);
                wave.set_sgpr(code::EXEC_HI, 0);
            }
        }
        return Ok(Flow::Next);
    }
    let saved = wave.sgpr(sdst);
    if high != 0 {
        wave.set_sgpr(code::EXEC_LO, saved);
        Ok(Flow::Next)
    } else if saved == 0 {
        Ok(Flow::Next)
    } else {
        wave.set_sgpr(code::EXEC_HI, saved);
        wave.set_sgpr(sdst, low);
        wave.set_sgpr(code::EXEC_LO, 0);
        Ok(Flow::Jump(to))
    }
}

#[cfg(test)]
mod tests;
