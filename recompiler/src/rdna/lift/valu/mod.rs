//! The vector ALU: VOP1, VOP2, VOPC, VOP3, VOP3P in all their encodings.
//!
//! Requires: an instruction of the decoder. Ensures: lanes that EXEC masks out keep their registers and are 0 in masks;
//! every modifier is written out (sign bits by integer ops, output modifiers by ops, SDWA by shifts, DPP by shuffles).
//! Leaves alone: how a host gives a float op exactly (`legalize_float`).
//!
//! Facts: rows of the instruction tables; measured-facts as named in the files. 16-bit results keep the other half of the
//! destination (LLVM, `GCNSubtarget::zeroesHigh16BitsOfDest`). Modifiers whose effect nobody has measured are refused.

mod convert;
mod cube;
mod div;
mod dpp;
mod emit;
mod float;
mod lane;
mod operands;
mod output;
mod sdwa;
mod vop1;
mod vop2;
mod vop3;
mod vop3_16;
mod vop3_int;
mod vop3p;
mod vopc;

use super::{Lift, Lifted, unsupported};
use crate::error::TranslateErrorKind;
use dpp::Dpp;
use ir::{Op, Value};
use isa::Inst;
use isa::access::{Destination, destination};
use isa::row::{Row, Slot, Ty};
use sdwa::Place;

/// A value or the reason why there is none.
type Lifts<T> = Result<T, TranslateErrorKind>;

/// A vector instruction at work.
struct Valu<'l, 'a> {
    l: &'l mut Lift<'a>,
    inst: &'l Inst,
    row: &'static Row,
    /// Bit n: source n is a high half; bit 3: the result goes to the high half.
    op_sel: u8,
    clamp: bool,
    omod: u8,
    dpp: Option<Dpp>,
    place: Option<Place>,
    /// Lanes that compute: EXEC without those that DPP leaves out.
    exec: Value,
    /// Lanes whose VGPR is written.
    write: Value,
}

impl Lift<'_> {
    /// Lifts a vector instruction.
    pub(super) fn valu(&mut self, inst: &Inst) -> Lifted {
        let mut x = Valu::new(self, inst)?;
        match inst.op {
            isa::Op::Vop1(op) => vop1::lift(op, &mut x),
            isa::Op::Vop2(op) => vop2::lift(op, &mut x),
            isa::Op::Vopc(op) => vopc::lift(op, &mut x),
            isa::Op::Vop3(op) => vop3::lift(op, &mut x),
            isa::Op::Vop3p(op) => vop3p::lift(op, &mut x),
            _ => unsupported(inst.name(), "attribute interpolation is not lifted"),
        }
    }
}

impl<'l, 'a> Valu<'l, 'a> {
    fn new(l: &'l mut Lift<'a>, inst: &'l Inst) -> Lifts<Valu<'l, 'a>> {
        let exec = l.exec();
        let row = inst.op.row();
        let mut x = Valu {
            l,
            inst,
            row,
            op_sel: 0,
            clamp: false,
            omod: 0,
            dpp: None,
            place: None,
            exec,
            write: exec,
        };
        x.modifiers()?;
        Ok(x)
    }

    /// A refusal of this instruction.
    fn refuse<T>(&self, why: &'static str) -> Lifts<T> {
        unsupported(self.row.name, why)
    }

    /// Type of the destination.
    fn dst_ty(&self) -> Ty {
        self.row.ty(Slot::vdst).unwrap_or(Ty::B32)
    }

    /// The destination VGPR.
    fn vdst(&self) -> Lifts<u32> {
        match destination(self.row, &self.inst.fields, Slot::vdst) {
            Some(Destination::Vgpr(register)) => Ok(register.into()),
            _ => Err(super::mismatch()),
        }
    }

    /// The scalar register that a result goes to.
    fn scalar_dst(&self) -> Lifts<u8> {
        match destination(self.row, &self.inst.fields, Slot::vdst) {
            Some(Destination::Scalar(code @ 0..=127)) => Ok(code),
            _ => self.refuse("a destination that is no scalar register"),
        }
    }

    /// Writes the lane mask that the instruction names; lanes that do not compute are 0.
    fn put_mask(&mut self, mask: Value) -> Lifted {
        let Some(Destination::Scalar(code)) = destination(self.row, &self.inst.fields, Slot::vcc_dst) else {
            return Err(super::mismatch());
        };
        let mut mask = self.i2(Op::iand, self.exec, mask);
        if code & 127 == 124 && self.l.request.wave_size == 64 {
            // The upper half of the pair is the null register, which keeps nothing.
            let lower = self.l.b.c64(0xffff_ffff);
            let lower = self.p(Op::lanebit, &[lower]);
            mask = self.i2(Op::iand, mask, lower);
        }
        self.l.set_mask(code & 127, mask);
        Ok(())
    }

    /// The lane mask that the instruction reads.
    fn mask_src(&mut self) -> Lifts<Value> {
        match self.operand(2) {
            Some(source) if source.code < 128 => Ok(self.l.mask(source.code as u8)),
            _ => self.refuse("a lane mask that is no scalar register"),
        }
    }

    // ---- whole instructions ----

    /// One 32-bit or zero-extended 16-bit source, a result of the row's type.
    fn one(&mut self, f: impl FnOnce(&mut Self, Value) -> Value) -> Lifted {
        let a = self.src(0)?;
        let v = f(self, a);
        self.put(v)
    }

    /// As [`Valu::one`] with two sources.
    fn two(&mut self, f: impl FnOnce(&mut Self, Value, Value) -> Value) -> Lifted {
        let (a, b) = (self.src(0)?, self.src(1)?);
        let v = f(self, a, b);
        self.put(v)
    }

    /// As [`Valu::one`] with three sources.
    fn three(&mut self, f: impl FnOnce(&mut Self, Value, Value, Value) -> Value) -> Lifted {
        let (a, b, c) = (self.src(0)?, self.src(1)?, self.src(2)?);
        let v = f(self, a, b, c);
        self.put(v)
    }

    /// Two sources, an op.
    fn two_op(&mut self, op: Op) -> Lifted {
        self.two(|x, a, b| x.i2(op, a, b))
    }

    /// A float op of the row's types with `n` sources.
    fn float_op(&mut self, op: Op, n: usize) -> Lifted {
        let mut args = smallvec::SmallVec::<[Value; 3]>::new();
        for i in 0..n {
            args.push(self.fsrc(i)?);
        }
        let v = self.f(op, &args);
        self.fput(v)
    }
}

#[cfg(test)]
mod tests;
