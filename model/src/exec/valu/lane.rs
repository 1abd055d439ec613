//! Instructions that look at single lanes, at lanes of a row, or at registers by index.
//!
//! Facts: RDNA 1 ISA guide; measured-facts 67 (a relative index is unsigned, an access outside the window reads v0 and
//! drops writes, a swap then writes neither); isa README trap 8 (`v_permlane16_b32`: op_sel bit 0 fetches inactive lanes,
//! bit 1 gives zero for them).

use super::{Valu, operands};
use crate::fault::{FaultKind, Stop};
use crate::wave::{ActiveLanes, Lanes};
use isa::table::Vop1;

/// `v_readfirstlane_b32`: the lowest active lane, lane 0 if none is.
pub(super) fn readfirstlane(x: &mut Valu<'_>) -> Result<(), Stop> {
    let a = x.src(0)?;
    let lane = if x.exec == 0 { 0 } else { x.exec.trailing_zeros() };
    put_scalar(x, a[(lane & 63) as usize])
}

fn put_scalar(x: &mut Valu<'_>, value: u32) -> Result<(), Stop> {
    match u8::try_from(x.form.vdst) {
        Ok(code @ 0..=127) => {
            x.wave.set_sgpr(code, value);
            Ok(())
        }
        _ => Err(FaultKind::Illegal { what: "a scalar destination that is no scalar register" }.into()),
    }
}

/// A lane number from a scalar source; a VGPR names none.
fn lane_select(x: &Valu<'_>) -> Result<usize, Stop> {
    if operands::vgpr(x.form.src[1]).is_some() {
        return x.refuse("a lane number in a vector register");
    }
    let select = x.src(1)?;
    Ok((select[0] & (x.wave.size - 1) & 63) as usize)
}

/// `v_readlane_b32`: ignores EXEC.
pub(super) fn readlane(x: &mut Valu<'_>) -> Result<(), Stop> {
    let (a, lane) = (x.src(0)?, lane_select(x)?);
    put_scalar(x, a[lane])
}

/// `v_writelane_b32`: ignores EXEC.
pub(super) fn writelane(x: &mut Valu<'_>) -> Result<(), Stop> {
    if operands::vgpr(x.form.src[0]).is_some() {
        return x.refuse("a value in a vector register");
    }
    let (value, lane) = (x.src(0)?[0], lane_select(x)?);
    x.wave.vgpr_mut(x.form.vdst)[lane] = value;
    Ok(())
}

/// `v_permlane16_b32` and `v_permlanex16_b32`.
pub(super) fn permlane16(x: &mut Valu<'_>, across: bool) -> Result<(), Stop> {
    if (x.form.neg | x.form.abs) != 0 || x.form.clamp || x.form.op_sel & 12 != 0 {
        return x.refuse("modifiers");
    }
    let (fetch_inactive, bound_control) = (x.form.op_sel & 1 != 0, x.form.op_sel & 2 != 0);
    x.form.op_sel = 0;
    let (a, low, high, old) = (x.src(0)?, x.src(1)?, x.src(2)?, x.old());
    if operands::vgpr(x.form.src[1]).is_some() || operands::vgpr(x.form.src[2]).is_some() {
        return x.refuse("lane numbers in a vector register");
    }
    let selectors = u64::from(low[0]) | u64::from(high[0]) << 32;
    let exec = x.exec;
    let value: Lanes = std::array::from_fn(|lane| {
        let row = lane & !15 ^ if across { 16 } else { 0 };
        let from = row | (selectors >> ((lane & 15) * 4) & 15) as usize;
        match fetch_inactive || exec >> from & 1 != 0 {
            true => a[from & 63],
            false if bound_control => 0,
            false => old[lane],
        }
    });
    x.put(value)
}

/// `v_mbcnt_lo_u32_b32` and `v_mbcnt_hi_u32_b32`: bits of a mask below the lane, plus source 1.
pub(super) fn mbcnt(x: &mut Valu<'_>, high: bool) -> Result<(), Stop> {
    let (a, b) = (x.src(0)?, x.src(1)?);
    let value: Lanes = std::array::from_fn(|lane| {
        let below = (1u64 << lane) - 1;
        let below = if high { (below >> 32) as u32 } else { below as u32 };
        (a[lane] & below).count_ones().wrapping_add(b[lane])
    });
    x.put(value)
}

/// Register number of a relative access; none outside the registers.
fn relative(base: u32, index: u32) -> Option<u32> {
    base.checked_add(index).filter(|&r| r < 256)
}

/// The two 10-bit indices of the instructions that have one each for destination and source.
fn indices(x: &Valu<'_>) -> (u32, u32) {
    let m0 = x.wave.m0();
    (m0 >> 16 & 0x3ff, m0 & 0x3ff)
}

/// `v_movreld_b32`, `v_movrels_b32`, `v_movrelsd_b32`, `v_movrelsd_2_b32`.
///
/// The window is all 256 registers here; a wave that owns fewer has a smaller one, which a capture does not tell.
pub(super) fn movrel(op: Vop1, x: &mut Valu<'_>) -> Result<(), Stop> {
    let m0 = x.wave.m0();
    let (dst, src) = match op {
        Vop1::v_movreld_b32 => (m0, 0),
        Vop1::v_movrels_b32 => (0, m0),
        Vop1::v_movrelsd_b32 => (m0, m0),
        _ => indices(x),
    };
    if !matches!(op, Vop1::v_movreld_b32) {
        let Some(base) = operands::vgpr(x.form.src[0]) else {
            return x.refuse("a relative source that is no vector register");
        };
        x.form.src[0] = 256 + relative(base, src).unwrap_or(0) as u16;
    }
    let a = x.src(0)?;
    match relative(x.form.vdst, dst) {
        Some(register) => x.form.vdst = register,
        None => x.write = 0,
    }
    x.put(a)
}

/// `v_swap_b32` and `v_swaprel_b32`.
pub(super) fn swap(op: Vop1, x: &mut Valu<'_>) -> Result<(), Stop> {
    let Some(src) = operands::vgpr(x.form.src[0]) else {
        return x.refuse("a source that is no vector register");
    };
    let (d, s) = if op == Vop1::v_swaprel_b32 { indices(x) } else { (0, 0) };
    let (Some(dst), Some(src)) = (relative(x.form.vdst, d), relative(src, s)) else { return Ok(()) };
    let (a, b) = (*x.wave.vgpr(dst), *x.wave.vgpr(src));
    for i in ActiveLanes(x.write) {
        x.wave.vgpr_mut(dst)[i] = b[i];
        x.wave.vgpr_mut(src)[i] = a[i];
    }
    Ok(())
}
