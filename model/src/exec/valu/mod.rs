//! The vector ALU: fetch of sources, modifiers, loops over lanes, write back, dispatch by family.
//!
//! Requires: a decoded instruction of VOP1, VOP2, VOPC, VOP3, VOP3P or VINTRP in any of its encodings.
//! Ensures: each source is fetched once for the whole wave; the opcode is matched once, outside the loop over lanes;
//! lanes that EXEC masks out keep their registers and have 0 in masks. Reads happen before writes, so destinations may
//! be sources. Leaves alone: arithmetic of floats ([`crate::float`]).
//!
//! Facts: 16-bit results keep the other half of the destination on gfx10 (LLVM, `GCNSubtarget::zeroesHigh16BitsOfDest`;
//! Mesa, `instr_is_16bit`); `op_sel` bit 3 selects the half. Inline constants of 16-bit operands: integers are
//! sign-extended to 32 bits, floats are f16 in the low half for f16 operands and f32 bits for integer operands (LLVM,
//! `getInlineEncodingV216`). A literal of an f64 operand is its high dword (isa README trap 4); a 64-bit integer gets
//! it zero-extended (Mesa makes 0x00000000ffffffff with `v_lshrrev_b64 v[4:5], 0, 0xffffffff`: corpus case
//! c_sg_minmax). What none of the sources say (modifiers on operands that have none) is refused by name.

mod dpp;
mod int;
mod lane;
mod operands;
mod sdwa;
mod vop1;
mod vop2;
mod vop3;
mod vop3_16;
mod vop3_float;
mod vop3p;
mod vopc;

use super::{Flow, mismatch};
use crate::fault::{FaultKind, Stop};
use crate::float::FloatMode;
use crate::float::modifiers as mods;
use crate::float::modifiers::Omod;
use crate::wave::{ActiveLanes, Lanes, Wave, inline16, inline64};
use isa::row::Ty;
use isa::{Inst, Op};
use operands::{Form, vgpr};

/// The 64 lanes of a 64-bit operand.
pub(super) type Lanes64 = [u64; 64];

/// Executes a vector instruction.
///
/// # Errors
/// A [`Stop`] with the reason; nothing is written then.
pub(super) fn execute(inst: &Inst, wave: &mut Wave) -> Result<Flow, Stop> {
    match inst.op {
        Op::Vop1(op) => vop1::vop1(op, Valu::new(inst, wave)?),
        Op::Vop2(op) => vop2::vop2(op, Valu::new(inst, wave)?),
        Op::Vopc(op) => vopc::vopc(op, Valu::new(inst, wave)?),
        Op::Vop3(op) => vop3::vop3(op, Valu::new(inst, wave)?),
        Op::Vop3p(op) => vop3p::vop3p(op, inst, Valu::new(inst, wave)?),
        Op::Vintrp(_) => Err(Stop::unsupported(inst.name(), "attribute interpolation is not modelled")),
        _ => Err(mismatch()),
    }?;
    Ok(Flow::Next)
}

/// A vector instruction at work on a wave.
pub(super) struct Valu<'w> {
    wave: &'w mut Wave,
    form: Form,
    /// Lanes that compute: EXEC without the lanes that DPP leaves out.
    exec: u64,
    /// Lanes whose destination VGPR is written.
    write: u64,
    mode: FloatMode,
}

impl<'w> Valu<'w> {
    fn new(inst: &Inst, wave: &'w mut Wave) -> Result<Valu<'w>, Stop> {
        let form = Form::new(inst)?;
        let exec = wave.exec();
        let (exec, write) = match form.dpp {
            None => (exec, exec),
            Some(dpp) => {
                let enabled = dpp.enabled(exec);
                (enabled, enabled & dpp.written())
            }
        };
        let mode = wave.mode;
        Ok(Valu { wave, form, exec, write, mode })
    }

    fn refuse<T>(&self, why: &'static str) -> Result<T, Stop> {
        Err(Stop::unsupported(self.form.name, why))
    }

    // ---- sources ----

    /// Source `n` as the row types it, with its modifiers.
    fn src(&self, n: usize) -> Result<Lanes, Stop> {
        self.src_as(n, self.form.ty[n])
    }

    /// Source `n` as a 32-bit or 16-bit type, with its modifiers; a 16-bit source stands in the low half, the rest
    /// is zero.
    fn src_as(&self, n: usize, ty: Ty) -> Result<Lanes, Stop> {
        let f = &self.form;
        let mut lanes = self.raw(n, ty)?;
        if n == 0
            && let Some(dpp) = f.dpp
        {
            lanes = dpp.permute(&lanes, self.wave.exec());
        }
        if let Some(select) = f.select
            && let Some(select) = select.get(n)
        {
            select.apply(&mut lanes);
        }
        let high = f.op_sel >> n & 1 != 0;
        if ty.is_16bit() {
            if high {
                lanes.iter_mut().for_each(|x| *x >>= 16);
            } else {
                lanes.iter_mut().for_each(|x| *x &= 0xffff);
            }
        } else if high {
            return self.refuse("op_sel on a 32-bit source");
        }
        let (abs, neg) = (f.abs >> n & 1 != 0, f.neg >> n & 1 != 0);
        if abs || neg {
            match ty {
                Ty::F32 => lanes.iter_mut().for_each(|x| *x = mods::source_f32(*x, abs, neg)),
                Ty::F16 => lanes.iter_mut().for_each(|x| *x = mods::source_f16(*x as u16, abs, neg).into()),
                _ => return self.refuse("abs or neg on an integer source"),
            }
        }
        Ok(lanes)
    }

    /// Source `n` as it is, all 32 bits; the type decides what an inline constant is.
    fn raw(&self, n: usize, ty: Ty) -> Result<Lanes, Stop> {
        let code = self.form.src[n];
        Ok(match vgpr(code) {
            Some(register) => *self.wave.vgpr(register),
            None => [self.scalar(code, ty)?; 64],
        })
    }

    /// A scalar source of at most 32 bits, all of its bits.
    fn scalar(&self, code: u16, ty: Ty) -> Result<u32, Stop> {
        if ty == Ty::F16
            && let 240..=248 = code
        {
            return Ok(inline16(code).unwrap_or_default().into());
        }
        self.wave.scalar32(code, self.form.literal)
    }

    /// 64-bit source `n` with its modifiers.
    fn src64(&self, n: usize) -> Result<Lanes64, Stop> {
        let f = &self.form;
        let (code, ty) = (f.src[n], f.ty[n]);
        let mut lanes = match vgpr(code) {
            Some(register) => {
                let (low, high) = (self.wave.vgpr(register), self.wave.vgpr(register + 1));
                std::array::from_fn(|i| u64::from(low[i]) | u64::from(high[i]) << 32)
            }
            None => [self.scalar64(code, ty)?; 64],
        };
        if f.op_sel >> n & 1 != 0 {
            return self.refuse("op_sel on a 64-bit source");
        }
        let (abs, neg) = (f.abs >> n & 1 != 0, f.neg >> n & 1 != 0);
        if abs || neg {
            if ty != Ty::F64 {
                return self.refuse("abs or neg on an integer source");
            }
            lanes.iter_mut().for_each(|x| *x = mods::source_f64(*x, abs, neg));
        }
        Ok(lanes)
    }

    fn scalar64(&self, code: u16, ty: Ty) -> Result<u64, Stop> {
        match (code, self.form.literal) {
            (255, Some(literal)) if ty == Ty::F64 => Ok(u64::from(literal) << 32),
            (240..=248, _) => Ok(inline64(code).unwrap_or_default()),
            _ => self.wave.scalar64(code, self.form.literal),
        }
    }

    /// The lane mask that an instruction reads (VCC, or a scalar register in VOP3).
    fn mask_src(&self) -> Result<u64, Stop> {
        match u8::try_from(self.form.mask_src) {
            Ok(code @ 0..=127) => Ok(self.wave.mask(code)),
            _ => Err(FaultKind::Illegal { what: "a lane mask that is no scalar register" }.into()),
        }
    }

    /// The destination's old value, for instructions that accumulate.
    fn old(&self) -> Lanes {
        *self.wave.vgpr(self.form.vdst)
    }

    /// The literal of an instruction that always has one.
    fn literal(&self) -> Result<u32, Stop> {
        self.form.literal.ok_or_else(mismatch)
    }

    // ---- loops over lanes ----

    fn map1(&self, a: &Lanes, f: impl Fn(u32) -> u32) -> Lanes {
        let mut out = [0; 64];
        if self.all() {
            let n = self.size();
            for (out, a) in out[..n].iter_mut().zip(a) {
                *out = f(*a);
            }
        } else {
            for i in ActiveLanes(self.exec) {
                out[i] = f(a[i]);
            }
        }
        out
    }

    fn map2(&self, a: &Lanes, b: &Lanes, f: impl Fn(u32, u32) -> u32) -> Lanes {
        let mut out = [0; 64];
        if self.all() {
            let n = self.size();
            for ((out, a), b) in out[..n].iter_mut().zip(a).zip(b) {
                *out = f(*a, *b);
            }
        } else {
            for i in ActiveLanes(self.exec) {
                out[i] = f(a[i], b[i]);
            }
        }
        out
    }

    fn map3(&self, a: &Lanes, b: &Lanes, c: &Lanes, f: impl Fn(u32, u32, u32) -> u32) -> Lanes {
        let mut out = [0; 64];
        if self.all() {
            let n = self.size();
            for (((out, a), b), c) in out[..n].iter_mut().zip(a).zip(b).zip(c) {
                *out = f(*a, *b, *c);
            }
        } else {
            for i in ActiveLanes(self.exec) {
                out[i] = f(a[i], b[i], c[i]);
            }
        }
        out
    }

    /// A mask from one bit a lane; 0 in lanes that do not compute.
    fn test(&self, f: impl Fn(usize) -> bool) -> u64 {
        if self.all() {
            return (0..self.size()).fold(0, |mask, i| mask | u64::from(f(i)) << i);
        }
        ActiveLanes(self.exec).fold(0, |mask, i| mask | u64::from(f(i)) << i)
    }

    fn all(&self) -> bool {
        self.exec == self.wave.lane_mask()
    }

    fn size(&self) -> usize {
        if self.wave.size == 64 { 64 } else { 32 }
    }

    // ---- results ----

    /// Writes results of the row's destination type, with output modifiers.
    fn put(&mut self, value: Lanes) -> Result<(), Stop> {
        let ty = self.form.dst_ty;
        self.put_as(value, ty)
    }

    /// Writes results of a 32-bit or 16-bit type, with output modifiers.
    fn put_as(&mut self, mut value: Lanes, ty: Ty) -> Result<(), Stop> {
        let (mode, omod, clamp) = (self.mode, self.form.omod, self.form.clamp);
        if clamp || omod != Omod::None {
            match ty {
                Ty::F32 => {
                    for i in ActiveLanes(self.exec) {
                        value[i] = mods::output_f32(mode, value[i], omod, clamp);
                    }
                }
                Ty::F16 => {
                    for i in ActiveLanes(self.exec) {
                        value[i] = mods::output_f16(mode, value[i] as u16, omod, clamp).into();
                    }
                }
                _ if clamp => return self.refuse("clamp on this integer result"),
                _ => return self.refuse("an output multiplier on an integer result"),
            }
        }
        self.store(&value, ty.is_16bit())
    }

    /// Writes integer results whose clamp the caller has already seen to.
    fn put_clamped(&mut self, value: Lanes) -> Result<(), Stop> {
        if self.form.omod != Omod::None {
            return self.refuse("an output multiplier on an integer result");
        }
        let half = self.form.dst_ty.is_16bit();
        self.store(&value, half)
    }

    /// Writes whole dwords of an instruction whose row type says less than its width.
    fn put_dword(&mut self, value: Lanes) -> Result<(), Stop> {
        self.put_as(value, Ty::B32)
    }

    fn store(&mut self, value: &Lanes, half: bool) -> Result<(), Stop> {
        let (place, high) = (self.form.place, self.form.op_sel & 8 != 0);
        if high && !half {
            return self.refuse("op_sel on a 32-bit result");
        }
        let write = self.write;
        let whole = write == self.wave.lane_mask();
        let dst = self.wave.vgpr_mut(self.form.vdst);
        match (place, half) {
            (Some(place), _) => {
                for i in ActiveLanes(write) {
                    let v = if half { value[i] & 0xffff } else { value[i] };
                    dst[i] = place.merge(dst[i], v);
                }
            }
            (None, true) if high => {
                for i in ActiveLanes(write) {
                    dst[i] = dst[i] & 0xffff | value[i] << 16;
                }
            }
            (None, true) => {
                for i in ActiveLanes(write) {
                    dst[i] = dst[i] & 0xffff_0000 | value[i] & 0xffff;
                }
            }
            (None, false) if whole && write == u64::MAX => *dst = *value,
            (None, false) => blend(dst, value, write),
        }
        Ok(())
    }

    /// Writes 64-bit results, with output modifiers where they are floats.
    fn put64(&mut self, mut value: Lanes64) -> Result<(), Stop> {
        let (mode, omod, clamp) = (self.mode, self.form.omod, self.form.clamp);
        if clamp || omod != Omod::None {
            if self.form.dst_ty != Ty::F64 {
                return self.refuse("an output modifier on a 64-bit integer result");
            }
            for i in ActiveLanes(self.exec) {
                value[i] = mods::output_f64(mode, value[i], omod, clamp);
            }
        }
        self.store64(&value)
    }

    fn store64(&mut self, value: &Lanes64) -> Result<(), Stop> {
        if self.form.op_sel & 8 != 0 {
            return self.refuse("op_sel on a 64-bit result");
        }
        for i in ActiveLanes(self.write) {
            self.wave.set_vgpr64(self.form.vdst, i, value[i]);
        }
        Ok(())
    }

    /// Writes results together with a lane mask. Row and bank masks of DPP do not act on the mask; a lane that has no
    /// valid source has 0 there, as a lane that is off (`unmeasured`: compilers do not use that bit).
    fn put_with_mask(&mut self, value: Lanes, mask: u64) -> Result<(), Stop> {
        if self.form.dst_ty == Ty::F32 { self.put(value) } else { self.put_clamped(value) }?;
        self.wave.set_mask(self.form.mask_dst, mask & self.exec);
        Ok(())
    }

    // ---- whole instructions ----

    /// One source, the row's types.
    fn one(&mut self, f: impl Fn(u32) -> u32) -> Result<(), Stop> {
        let a = self.src(0)?;
        let value = self.map1(&a, f);
        self.put(value)
    }

    /// Two sources, the row's types.
    fn two(&mut self, f: impl Fn(u32, u32) -> u32) -> Result<(), Stop> {
        let (a, b) = (self.src(0)?, self.src(1)?);
        let value = self.map2(&a, &b, f);
        self.put(value)
    }

    /// Three sources, the row's types.
    fn three(&mut self, f: impl Fn(u32, u32, u32) -> u32) -> Result<(), Stop> {
        let (a, b, c) = (self.src(0)?, self.src(1)?, self.src(2)?);
        let value = self.map3(&a, &b, &c, f);
        self.put(value)
    }

    /// Two sources, an integer result that `clamp` saturates.
    fn two_sat(&mut self, wrap: impl Fn(u32, u32) -> u32, sat: impl Fn(u32, u32) -> u32) -> Result<(), Stop> {
        let (a, b) = (self.src(0)?, self.src(1)?);
        let value = if self.form.clamp { self.map2(&a, &b, sat) } else { self.map2(&a, &b, wrap) };
        self.put_clamped(value)
    }

    /// Three sources, an integer result that `clamp` saturates.
    fn three_sat(
        &mut self,
        wrap: impl Fn(u32, u32, u32) -> u32,
        sat: impl Fn(u32, u32, u32) -> u32,
    ) -> Result<(), Stop> {
        let (a, b, c) = (self.src(0)?, self.src(1)?, self.src(2)?);
        let value = if self.form.clamp { self.map3(&a, &b, &c, sat) } else { self.map3(&a, &b, &c, wrap) };
        self.put_clamped(value)
    }

    /// One 64-bit source, a 32-bit result.
    fn one_narrow(&mut self, f: impl Fn(u64) -> u32) -> Result<(), Stop> {
        let a = self.src64(0)?;
        let mut out = [0; 64];
        for i in ActiveLanes(self.exec) {
            out[i] = f(a[i]);
        }
        self.put(out)
    }

    /// One 32-bit source, a 64-bit result.
    fn one_widen(&mut self, f: impl Fn(u32) -> u64) -> Result<(), Stop> {
        let a = self.src(0)?;
        let mut out = [0; 64];
        for i in ActiveLanes(self.exec) {
            out[i] = f(a[i]);
        }
        self.put64(out)
    }

    /// One 64-bit source, a 64-bit result.
    fn one64(&mut self, f: impl Fn(u64) -> u64) -> Result<(), Stop> {
        let a = self.src64(0)?;
        let mut out = [0; 64];
        for i in ActiveLanes(self.exec) {
            out[i] = f(a[i]);
        }
        self.put64(out)
    }

    /// Two 64-bit sources, a 64-bit result.
    fn two64(&mut self, f: impl Fn(u64, u64) -> u64) -> Result<(), Stop> {
        let (a, b) = (self.src64(0)?, self.src64(1)?);
        let mut out = [0; 64];
        for i in ActiveLanes(self.exec) {
            out[i] = f(a[i], b[i]);
        }
        self.put64(out)
    }

    /// Three 64-bit sources, a 64-bit result.
    fn three64(&mut self, f: impl Fn(u64, u64, u64) -> u64) -> Result<(), Stop> {
        let (a, b, c) = (self.src64(0)?, self.src64(1)?, self.src64(2)?);
        let mut out = [0; 64];
        for i in ActiveLanes(self.exec) {
            out[i] = f(a[i], b[i], c[i]);
        }
        self.put64(out)
    }

    /// Sum or difference with carry or borrow; `clamp` gives `limit` where there is one.
    fn carry(
        &mut self,
        carry_in: u64,
        limit: u32,
        f: impl Fn(u32, u32, u32) -> (u32, bool),
    ) -> Result<(), Stop> {
        let (a, b) = (self.src(0)?, self.src(1)?);
        let bit = |i: usize| (carry_in >> i & 1) as u32;
        let carry = self.test(|i| f(a[i], b[i], bit(i)).1);
        let mut out: Lanes = std::array::from_fn(|i| f(a[i], b[i], bit(i)).0);
        if self.form.clamp {
            for i in ActiveLanes(carry) {
                out[i] = limit;
            }
        }
        self.put_with_mask(out, carry)
    }
}

#[cfg(test)]
mod tests;

/// Writes the lanes of a mask.
fn blend(dst: &mut Lanes, value: &Lanes, mask: u64) {
    for (i, (d, v)) in dst.iter_mut().zip(value).enumerate() {
        let keep = ((mask >> i & 1) as u32).wrapping_sub(1);
        *d = *d & keep | *v & !keep;
    }
}
