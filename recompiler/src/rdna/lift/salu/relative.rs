//! Scalar registers by index: `s_movrels_*`, `s_movreld_*`, `s_movrelsd_2_b32`.
//!
//! Ensures: an index that is known at translation names its register; any other one is compared with each register that it may
//! name. An index that leaves the ordinary registers is a fault: what hardware does there is not known.
//!
//! Facts: RDNA 1 ISA guide; a pair by index drops the low bit of its number.

use super::super::{Lift, Lifted, mismatch, unsupported};
use crate::error::TranslateErrorKind;
use crate::fault;
use ir::{Attr, Op, Value};
use isa::table::Sop1;
use isa::{Fields, Inst};

/// Scalar registers that an index may name: those below VCC.
const REGISTERS: u8 = 106;

impl Lift<'_> {
    pub(super) fn scalar_by_index(&mut self, op: Sop1, inst: &Inst) -> Lifted {
        use Sop1 as O;
        let Fields::Sop1(f) = inst.fields else { return Err(mismatch()) };
        let name = inst.name();
        let wide = matches!(op, O::s_movrels_b64 | O::s_movreld_b64);
        let m0 = self.sgpr(124);
        let (from, to) = match op {
            O::s_movrels_b32 | O::s_movrels_b64 => (Some(m0), None),
            O::s_movreld_b32 | O::s_movreld_b64 => (None, Some(m0)),
            O::s_movrelsd_2_b32 => {
                let (sixteen, bits) = (self.b.c32(16), self.b.c32(0x3ff));
                let high = self.b.pure(Op::ushr, &[m0, sixteen]);
                (Some(self.b.pure(Op::iand, &[m0, bits])), Some(self.b.pure(Op::iand, &[high, bits])))
            }
            _ => return Err(mismatch()),
        };
        let source = u16::from(f.ssrc0);
        let value = match from {
            Some(index) => self.indexed(name, f.ssrc0, index, wide)?,
            None if wide => self.ssrc64(source, inst.literal)?,
            None => self.ssrc32(source, inst.literal)?,
        };
        match to {
            Some(index) => self.set_indexed(name, f.sdst, index, wide, value),
            None if wide => {
                self.set_sgpr64(f.sdst, value);
                Ok(())
            }
            None => {
                self.set_sgpr(f.sdst, value);
                Ok(())
            }
        }
    }

    /// The first register, and the number of the register that base and index name, as a value or as known.
    fn window(
        &mut self,
        name: &'static str,
        base: u8,
        index: Value,
        wide: bool,
    ) -> Result<(u8, Result<u8, Value>), TranslateErrorKind> {
        let base = if wide { base & !1 } else { base };
        if base >= REGISTERS {
            return unsupported(name, "a base that is no ordinary scalar register");
        }
        let room = u64::from(REGISTERS - base);
        if let Some(index) = self.b.func.as_const(index) {
            if index >= room {
                return unsupported(name, "the index leaves the scalar registers");
            }
            let register = base + index as u8;
            return Ok((base, Ok(if wide { register & !1 } else { register })));
        }
        let limit = self.b.c32(room as u32);
        let outside = self.b.pure(Op::ule, &[limit, index]);
        let mask = self.lanes(outside);
        self.b.emit(Op::fault, &[mask], Attr::Index(fault::SCALAR_INDEX), &[]);
        let first = self.b.c32(u32::from(base));
        let mut register = self.b.pure(Op::iadd, &[first, index]);
        if wide {
            let even = self.b.c32(!1);
            register = self.b.pure(Op::iand, &[register, even]);
        }
        Ok((base, Err(register)))
    }

    fn indexed(
        &mut self,
        name: &'static str,
        base: u8,
        index: Value,
        wide: bool,
    ) -> Result<Value, TranslateErrorKind> {
        let get = |l: &mut Self, r: u8| if wide { l.sgpr64(r) } else { l.sgpr(r) };
        let (first, register) = self.window(name, base, index, wide)?;
        let number = match register {
            Ok(register) => return Ok(get(self, register)),
            Err(number) => number,
        };
        let mut value = get(self, first);
        for r in (first..REGISTERS).step_by(if wide { 2 } else { 1 }).skip(1) {
            let code = self.b.c32(u32::from(r));
            let here = self.b.pure(Op::ieq, &[number, code]);
            let candidate = get(self, r);
            value = self.b.pure(Op::select, &[here, candidate, value]);
        }
        Ok(value)
    }

    fn set_indexed(
        &mut self,
        name: &'static str,
        base: u8,
        index: Value,
        wide: bool,
        value: Value,
    ) -> Lifted {
        let (first, register) = self.window(name, base, index, wide)?;
        let number = match register {
            Ok(register) => {
                if wide {
                    self.set_sgpr64(register, value)
                } else {
                    self.set_sgpr(register, value)
                }
                return Ok(());
            }
            Err(number) => number,
        };
        for r in (first..REGISTERS).step_by(if wide { 2 } else { 1 }) {
            let code = self.b.c32(u32::from(r));
            let here = self.b.pure(Op::ieq, &[number, code]);
            let old = if wide { self.sgpr64(r) } else { self.sgpr(r) };
            let new = self.b.pure(Op::select, &[here, value, old]);
            if wide { self.set_sgpr64(r, new) } else { self.set_sgpr(r, new) }
        }
        Ok(())
    }
}
