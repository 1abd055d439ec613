//! Results: output modifiers and the masked write.
//!
//! Facts: omod applies with IEEE off and flushed results of the width, before clamp; it makes +0 of zeros and denormals
//! (measured-facts 28 to 31); clamp makes +0 of -0 and, in DX10_CLAMP, of NaN.

use super::emit::{infinity, one};
use super::{Lifts, Valu};
use crate::rdna::lift::Lifted;
use crate::rdna::lift::mode;
use ir::float::FloatEnv;
use ir::{Op, Value, Width};
use isa::row::Ty;

impl Valu<'_, '_> {
    /// Output modifiers of a float result.
    pub(super) fn output(&mut self, v: Value) -> Value {
        let scaled = if self.omod != 0 && self.flush_out(self.width(v)) { self.scaled(v) } else { v };
        if self.clamp { self.clamped(scaled) } else { scaled }
    }

    /// The output multiplier, where IEEE is off.
    pub(super) fn scaled(&mut self, v: Value) -> Value {
        if self.omod == 0 || self.ieee() {
            return v;
        }
        let width = self.width(v);
        let env = self.env(width);
        let step = 1u64 << super::emit::fraction_bits(width);
        let factor = match self.omod {
            1 => one(width) + step,
            2 => one(width) + 2 * step,
            _ => one(width) - step,
        };
        let factor = self.k(width, factor);
        let env = FloatEnv { flush_in: true, flush_out: true, ..env };
        let product = self.f_in(Op::fmul, env, &[v, factor]);
        let small = self.ik(Op::iand, v, infinity(width));
        let small = self.ik(Op::ieq, small, 0);
        self.select_k(small, 0, product)
    }

    /// Clamp to [0, 1].
    pub(super) fn clamped(&mut self, v: Value) -> Value {
        let width = self.width(v);
        let nan = self.is_nan(v);
        let inside = self.ik(Op::smax, v, 0);
        let inside = self.ik(Op::smin, inside, one(width));
        if self.l.mode.is(mode::DX10_CLAMP) {
            self.select_k(nan, 0, inside)
        } else {
            self.select(nan, v, inside)
        }
    }

    fn no_modifiers(&self) -> Lifted {
        if self.clamp {
            return self.refuse("clamp on this integer result");
        }
        self.no_omod()
    }

    fn no_omod(&self) -> Lifted {
        if self.omod != 0 {
            return self.refuse("an output multiplier on an integer result");
        }
        Ok(())
    }

    /// Writes 32 bits, or the low 16 where the row's type is narrow, without modifiers.
    pub(super) fn put(&mut self, v: Value) -> Lifted {
        self.no_modifiers()?;
        self.put_clamped(v)
    }

    /// As [`Valu::put`] where the caller has seen to clamp.
    pub(super) fn put_clamped(&mut self, v: Value) -> Lifted {
        self.no_omod()?;
        if self.dst_ty().is_16bit() {
            let low = self.p(Op::lo, &[v]);
            return self.store16(low);
        }
        self.store32(v)
    }

    /// Writes 32 bits whatever the row's type.
    pub(super) fn put_dword(&mut self, v: Value) -> Lifted {
        self.no_modifiers()?;
        self.store32(v)
    }

    /// Writes a float of the width that it has, with output modifiers.
    pub(super) fn fput(&mut self, v: Value) -> Lifted {
        let v = self.output(v);
        self.store(v)
    }

    /// Writes by width.
    pub(super) fn store(&mut self, v: Value) -> Lifted {
        match self.width(v) {
            Width::B16 => self.store16(v),
            Width::B64 => self.store64(v),
            _ => self.store32(v),
        }
    }

    pub(super) fn store32(&mut self, v: Value) -> Lifted {
        if self.op_sel & 8 != 0 {
            return self.refuse("op_sel on a 32-bit result");
        }
        let register = self.vdst()?;
        let v = match self.place {
            None => v,
            Some(place) => {
                let old = self.l.vgpr(register);
                place.merge(self, old, v)
            }
        };
        self.write_vgpr(register, v);
        Ok(())
    }

    /// Writes one half, the other one stays.
    pub(super) fn store16(&mut self, v: Value) -> Lifted {
        let register = self.vdst()?;
        let old = self.l.vgpr(register);
        let v = match self.place {
            Some(place) => {
                let v = self.zext(v, Width::B32);
                place.merge(self, old, v)
            }
            None if self.op_sel & 8 != 0 => {
                let low = self.p(Op::lo, &[old]);
                self.i2(Op::pack, low, v)
            }
            None => {
                let high = self.p(Op::hi, &[old]);
                self.i2(Op::pack, v, high)
            }
        };
        self.write_vgpr(register, v);
        Ok(())
    }

    pub(super) fn store64(&mut self, v: Value) -> Lifted {
        if self.op_sel & 8 != 0 {
            return self.refuse("op_sel on a 64-bit result");
        }
        let register = self.vdst()?;
        let (low, high) = self.l.halves(v);
        self.write_vgpr(register, low);
        self.write_vgpr(register + 1, high);
        Ok(())
    }

    /// Writes 64 bits of an integer, which take no modifiers.
    pub(super) fn put64(&mut self, v: Value) -> Lifted {
        if self.clamp || self.omod != 0 {
            return self.refuse("an output modifier on a 64-bit integer result");
        }
        self.store64(v)
    }

    /// Writes a VGPR in the lanes that are written.
    pub(super) fn write_vgpr(&mut self, register: u32, v: Value) {
        self.write_where(register, v, self.write);
    }

    pub(super) fn write_where(&mut self, register: u32, v: Value, mask: Value) {
        let v = match self.constant(mask) {
            Some(1) => v,
            _ => {
                let old = self.l.vgpr(register);
                self.select(mask, v, old)
            }
        };
        let v = self.l.lanes(v);
        let mask = self.l.lanes(mask);
        self.l.write_lanes(register, v, mask);
    }

    /// Writes a result with a lane mask.
    pub(super) fn put_with_mask(&mut self, v: Value, mask: Value) -> Lifts<()> {
        if self.dst_ty() == Ty::F32 {
            self.fput(v)?
        } else {
            self.put_clamped(v)?
        };
        self.put_mask(mask)
    }
}
