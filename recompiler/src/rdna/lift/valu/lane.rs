//! Instructions that look at single lanes, at lanes of a row, or at registers by index.
//!
//! Facts: RDNA 1 ISA guide; measured-facts 67 (a relative index is unsigned, an access outside the window reads v0 and
//! drops writes, a swap then writes neither); isa README trap 8 (`v_permlane16_b32`: op_sel bit 0 fetches inactive lanes,
//! bit 1 gives zero for them).

use super::{Lifts, Valu, operands, sdwa};
use crate::rdna::lift::{Lifted, mismatch};
use ir::{Op, Rate, Value};
use isa::Fields;
use isa::table::Vop1;

/// VGPRs that a relative access may reach; a wave that owns fewer has a smaller window, which the code does not tell.
const WINDOW: u32 = 256;

/// A uniform source.
fn uniform(x: &mut Valu<'_, '_>, n: usize, why: &'static str) -> Lifts<Value> {
    let code = x.operand(n).ok_or_else(mismatch)?.code;
    if operands::vgpr(code).is_some() {
        return x.refuse(why);
    }
    x.src(n)
}

fn is_uniform(x: &Valu<'_, '_>, v: Value) -> bool {
    x.l.b.func.ty(v).rate == Rate::Uniform
}

/// `v_readfirstlane_b32`: the lowest active lane, lane 0 if none is.
pub(super) fn readfirstlane(x: &mut Valu<'_, '_>) -> Lifted {
    let dst = x.scalar_dst()?;
    let mut v = x.src(0)?;
    if !is_uniform(x, v) {
        v = x.i2(Op::readfirst, v, x.exec);
    }
    x.l.set_sgpr(dst, v);
    Ok(())
}

/// `v_readlane_b32`: ignores EXEC.
pub(super) fn readlane(x: &mut Valu<'_, '_>) -> Lifted {
    let dst = x.scalar_dst()?;
    let mut v = x.src(0)?;
    let lane = uniform(x, 1, "a lane number in a vector register")?;
    if !is_uniform(x, v) {
        v = x.i2(Op::readlane, v, lane);
    }
    x.l.set_sgpr(dst, v);
    Ok(())
}

/// `v_writelane_b32`: ignores EXEC.
pub(super) fn writelane(x: &mut Valu<'_, '_>) -> Lifted {
    let value = uniform(x, 0, "a value in a vector register")?;
    let lane = uniform(x, 1, "a lane number in a vector register")?;
    let register = x.vdst()?;
    let old = x.l.vgpr(register);
    let v = x.p(Op::writelane, &[old, lane, value]);
    let own = x.p(Op::lane_id, &[]);
    let size = x.l.b.c32(63);
    let wanted = x.p(Op::iand, &[lane, size]);
    let written = x.p(Op::ieq, &[own, wanted]);
    x.l.write_lanes(register, v, written);
    Ok(())
}

/// `v_permlane16_b32` and `v_permlanex16_b32`.
pub(super) fn permlane16(x: &mut Valu<'_, '_>, across: bool) -> Lifted {
    if let Fields::Vop3(f) = x.inst.fields
        && (f.neg != 0 || f.abs != 0 || f.clamp || f.op_sel & 12 != 0)
    {
        return x.refuse("modifiers");
    }
    let (fetch_inactive, bound_control) = (x.op_sel & 1 != 0, x.op_sel & 2 != 0);
    x.op_sel = 0;
    let a = x.src(0)?;
    let why = "lane numbers in a vector register";
    let (low, high) = (uniform(x, 1, why)?, uniform(x, 2, why)?);
    let lane = x.p(Op::lane_id, &[]);
    let upper = x.ik(Op::iand, lane, 8);
    let upper = x.ik(Op::ine, upper, 0);
    let selectors = x.select(upper, high, low);
    let by = x.ik(Op::iand, lane, 7);
    let by = x.ik(Op::ishl, by, 2);
    let moved = x.i2(Op::ushr, selectors, by);
    let inner = x.ik(Op::iand, moved, 15);
    let mut row = x.ik(Op::iand, lane, !15);
    if across {
        row = x.ik(Op::ixor, row, 16);
    }
    let from = x.i2(Op::ior, row, inner);
    let mut v = x.i2(Op::shuffle, a, from);
    if !fetch_inactive {
        let valid = x.i2(Op::shuffle, x.exec, from);
        let other = if bound_control {
            x.k32(0)
        } else {
            let register = x.vdst()?;
            x.l.vgpr(register)
        };
        v = x.select(valid, v, other);
    }
    x.put(v)
}

/// `v_mbcnt_lo_u32_b32` and `v_mbcnt_hi_u32_b32`: bits of a mask below the lane, plus source 1.
pub(super) fn mbcnt(x: &mut Valu<'_, '_>, high: bool) -> Lifted {
    let wide = x.l.request.wave_size == 64;
    x.two(|x, a, b| {
        if high && !wide {
            return b;
        }
        let lane = x.p(Op::lane_id, &[]);
        let mut below = super::vop3_int::ones(x, lane);
        if wide {
            // Lanes 0 to 31 have all of the low half at or above them, or none of the high half below.
            let lower = x.ik(Op::ult, lane, 32);
            let (zero, all) = (x.k32(0), x.k32(u32::MAX));
            below = if high { x.select(lower, zero, below) } else { x.select(lower, below, all) };
        }
        let bits = x.i2(Op::iand, a, below);
        let n = x.p(Op::popcnt, &[bits]);
        x.i2(Op::iadd, n, b)
    })
}

/// The two indices of an instruction that adds M0 to its registers: destination, source.
fn indices(x: &mut Valu<'_, '_>, both: bool) -> (Value, Value) {
    let m0 = x.l.sgpr(124);
    if !both {
        return (m0, m0);
    }
    (x.field(m0, 16, 10), x.field(m0, 0, 10))
}

/// The VGPR with this number above `base`; v0 outside the window.
fn read_relative(x: &mut Valu<'_, '_>, base: u32, index: Value) -> Value {
    if let Some(index) = x.constant(index) {
        let register = u64::from(base) + index;
        return x.l.vgpr(if register < u64::from(WINDOW) { register as u32 } else { 0 });
    }
    let mut v = x.l.vgpr(0);
    for register in base..WINDOW {
        let here = x.ik(Op::ieq, index, u64::from(register - base));
        let candidate = x.l.vgpr(register);
        v = x.select(here, candidate, v);
    }
    v
}

/// Writes a VGPR, or the part of it that SDWA names.
fn write_placed(x: &mut Valu<'_, '_>, register: u32, v: Value, write: Value) {
    let v = match x.place {
        Some(place) => {
            let old = x.l.vgpr(register);
            place.merge(x, old, v)
        }
        None => v,
    };
    x.write_where(register, v, write);
}

/// Writes the VGPR with this number above `base`, where `allowed` too; nothing outside the window.
fn write_relative(x: &mut Valu<'_, '_>, base: u32, index: Value, v: Value, allowed: Option<Value>) {
    let write = match allowed {
        Some(allowed) => x.i2(Op::iand, x.write, allowed),
        None => x.write,
    };
    if let Some(index) = x.constant(index) {
        let register = u64::from(base) + index;
        if register < u64::from(WINDOW) {
            write_placed(x, register as u32, v, write);
        }
        return;
    }
    for register in base..WINDOW {
        let here = x.ik(Op::ieq, index, u64::from(register - base));
        let mask = x.i2(Op::iand, write, here);
        write_placed(x, register, v, mask);
    }
}

fn relative_source(x: &Valu<'_, '_>) -> Lifts<u32> {
    let code = x.operand(0).ok_or_else(mismatch)?.code;
    match operands::vgpr(code) {
        Some(register) => Ok(register),
        None => x.refuse("a relative source that is no vector register"),
    }
}

/// `v_movreld_b32`, `v_movrels_b32`, `v_movrelsd_b32`, `v_movrelsd_2_b32`.
pub(super) fn movrel(op: Vop1, x: &mut Valu<'_, '_>) -> Lifted {
    if x.clamp || x.omod != 0 || x.op_sel != 0 {
        return x.refuse("modifiers");
    }
    let (dst, src) = indices(x, op == Vop1::v_movrelsd_2_b32);
    let v = if op == Vop1::v_movreld_b32 {
        x.src(0)?
    } else {
        let source = x.operand(0).ok_or_else(mismatch)?;
        if source.neg || source.abs {
            return x.refuse("modifiers");
        }
        let base = relative_source(x)?;
        let v = read_relative(x, base, src);
        match x.dpp {
            Some(dpp) => x.permute(dpp, v),
            None if source.sel != isa::access::DWORD => sdwa::part(x, v, source.sel, source.sext),
            None => v,
        }
    };
    let register = x.vdst()?;
    if op == Vop1::v_movrels_b32 {
        write_placed(x, register, v, x.write);
    } else {
        write_relative(x, register, dst, v, None);
    }
    Ok(())
}

/// `v_swap_b32` and `v_swaprel_b32`.
pub(super) fn swap(op: Vop1, x: &mut Valu<'_, '_>) -> Lifted {
    let (dst, src) = (x.vdst()?, relative_source(x)?);
    if op == Vop1::v_swap_b32 {
        let (a, b) = (x.l.vgpr(dst), x.l.vgpr(src));
        x.write_vgpr(dst, b);
        x.write_vgpr(src, a);
        return Ok(());
    }
    let (d, s) = indices(x, true);
    let inside_d = x.ik(Op::ult, d, u64::from(WINDOW - dst));
    let inside_s = x.ik(Op::ult, s, u64::from(WINDOW - src));
    let inside = x.i2(Op::iand, inside_d, inside_s);
    let (a, b) = (read_relative(x, dst, d), read_relative(x, src, s));
    write_relative(x, dst, d, b, Some(inside));
    write_relative(x, src, s, a, Some(inside));
    Ok(())
}
