//! SMEM: scalar loads, stores and atomics; each acts once for the wave, whatever EXEC holds.
//!
//! Facts: RDNA 1 ISA guide, chapter 7: base, scalar offset and constant are bytes without their two low bits; the constant
//! has 21 bits, signed for addresses, unsigned for descriptors; measured-facts 77; guest-abi 7.4 (descriptors).

use super::kinds::{atomic, compares};
use super::{Address, Target};
use crate::error::TranslateErrorKind;
use crate::rdna::lift::{Lift, Lifted, mismatch, unsupported};
use ir::attr::{Coherence, Space};
use ir::{Op, Value, Width};
use isa::fields::{NULL, SmemFields};
use isa::row::{Memory, Slot};
use isa::table::Smem;
use isa::{Fields, Inst};
use smallvec::SmallVec;

/// Where the dwords of an access are, and whether each is in range.
struct Place {
    address: Value,
    inside: SmallVec<[Value; 16]>,
}

impl Lift<'_> {
    pub(in crate::rdna::lift) fn smem(&mut self, op: Smem, inst: &Inst) -> Lifted {
        let Fields::Smem(f) = inst.fields else { return Err(mismatch()) };
        let row = op.row();
        let name = row.name;
        match op {
            Smem::s_memtime | Smem::s_memrealtime => return unsupported(name, "clocks are not translated"),
            Smem::s_get_waveid_in_workgroup => {
                let id = self.b.pure(Op::wave_id, &[]);
                self.set_sgpr(f.sdata, id);
                return Ok(());
            }
            _ => {}
        }
        if name.starts_with("s_scratch_") {
            return unsupported(name, "how its offset is scaled is not known");
        }
        let Some(ty) = row.ty(Slot::sdata) else { return Ok(()) };
        let count = u32::from(ty.dwords(0));
        let buffer = name.starts_with("s_buffer_");
        match row.memory {
            Memory::Load => self.scalar_load(name, &f, buffer, count),
            Memory::Store => self.scalar_store(name, &f, buffer, count),
            Memory::Atomic => self.scalar_atomic(name, &f, buffer),
            Memory::Cache | Memory::None => Ok(()),
        }
    }

    /// Scalar offset and constant in bytes, without their low bits; 64 bits.
    fn scalar_offset(
        &mut self,
        name: &'static str,
        f: &SmemFields,
        buffer: bool,
    ) -> Result<Value, TranslateErrorKind> {
        let constant = if buffer { i64::from(f.offset & 0x1f_ffff) } else { i64::from(f.signed_offset()) };
        let low = self.b.c64((constant & !3).cast_unsigned());
        let Some(register) = f.offset_register() else { return Ok(low) };
        if constant & 3 != 0 {
            return unsupported(name, "the low bits of the two parts of its offset may carry");
        }
        let scalar = self.sgpr(register);
        let scalar = self.imm(Op::iand, scalar, !3);
        let scalar = self.wide(scalar);
        Ok(self.plus(scalar, low))
    }

    fn scalar_place(
        &mut self,
        name: &'static str,
        f: &SmemFields,
        buffer: bool,
        count: u32,
    ) -> Result<Place, TranslateErrorKind> {
        let offset = self.scalar_offset(name, f, buffer)?;
        // The field counts pairs.
        let base = f.sbase << 1;
        let yes = self.b.c1(true);
        if !buffer {
            let base = self.sgpr64(base);
            let low = self.b.c64(!3);
            let base = self.two(Op::iand, base, low);
            let address = self.plus(base, offset);
            return Ok(Place { address, inside: (0..count).map(|_| yes).collect() });
        }
        let base = base & !3;
        if base > 124 {
            return unsupported(name, super::BEYOND);
        }
        let [w0, w1, records] = [0, 1, 2].map(|i| self.sgpr(base + i));
        let start = self.descriptor_base(w0, w1);
        let low = self.b.c64(!3);
        let start = self.two(Op::iand, start, low);
        let address = self.plus(start, offset);
        let stride = self.imm(Op::ushr, w1, 16);
        let stride = self.imm(Op::iand, stride, 0x3fff);
        let stride = self.imm(Op::umax, stride, 1);
        let (a, b) = (self.wide(records), self.wide(stride));
        let bytes = self.two(Op::imul, a, b);
        let inside = (0..count)
            .map(|i| {
                let at = self.imm(Op::iadd, offset, i * 4);
                self.two(Op::ult, at, bytes)
            })
            .collect();
        Ok(Place { address, inside })
    }

    /// The first register of the data; `None` for null.
    fn scalar_data(name: &'static str, f: &SmemFields, count: u32) -> Result<Option<u8>, TranslateErrorKind> {
        if f.sdata == NULL {
            return Ok(None);
        }
        let first = f.sdata & !(count.min(4) as u8 - 1);
        if u32::from(first) + count > 128 { unsupported(name, super::BEYOND) } else { Ok(Some(first)) }
    }

    fn scalar_load(&mut self, name: &'static str, f: &SmemFields, buffer: bool, count: u32) -> Lifted {
        let first = Self::scalar_data(name, f, count)?;
        let place = self.scalar_place(name, f, buffer, count)?;
        let space = self.memory.scalar;
        let coherence = if f.glc && space == Space::Global { Coherence::Device } else { Coherence::Wave };
        let values: SmallVec<[Value; 16]> = if buffer {
            let loads = place.inside.iter().zip(0..);
            loads
                .map(|(&inside, i)| {
                    let mem = Self::mem(space, Width::B32, 1, coherence, 4 * i);
                    let value = self.load(place.address, inside, mem).first().copied();
                    self.or_zero(inside, value.unwrap_or(inside))
                })
                .collect()
        } else {
            let yes = self.b.c1(true);
            let mem = Self::mem(space, Width::B32, count, coherence, 0);
            self.load(place.address, yes, mem).into_iter().collect()
        };
        if let Some(first) = first {
            for (register, value) in (first..).zip(values) {
                self.set_sgpr(register, value);
            }
        }
        Ok(())
    }

    fn scalar_store(&mut self, name: &'static str, f: &SmemFields, buffer: bool, count: u32) -> Lifted {
        let first = Self::scalar_data(name, f, count)?;
        let place = self.scalar_place(name, f, buffer, count)?;
        for (i, &inside) in place.inside.iter().enumerate() {
            let value = match first {
                Some(first) => self.sgpr(first + i as u8),
                None => self.b.c32(0),
            };
            let mem = Self::mem(Space::Global, Width::B32, 1, super::coherence(f.glc), 4 * i as i32);
            self.store(place.address, inside, &[value], mem);
        }
        Ok(())
    }

    fn scalar_atomic(&mut self, name: &'static str, f: &SmemFields, buffer: bool) -> Lifted {
        let rest = name.split_once("atomic_").map_or(name, |(_, rest)| rest);
        let (op, wide) = match rest.strip_suffix("_x2") {
            Some(op) => (op, true),
            None => (rest, false),
        };
        let op = atomic(op).ok_or_else(mismatch)?;
        let one = if wide { 2 } else { 1 };
        let Some(first) = Self::scalar_data(name, f, if compares(op) { 2 * one } else { one })? else {
            return unsupported(name, "null has no data");
        };
        let place = self.scalar_place(name, f, buffer, one)?;
        let get = |l: &mut Self, r: u8| if wide { l.sgpr64(r) } else { l.sgpr(r) };
        let data = get(self, first);
        let compare = compares(op).then(|| get(self, first + one as u8));
        let yes = self.b.c1(true);
        let mask = place.inside.first().copied().unwrap_or(yes);
        let mut target = Target::new(Space::Global, place.address, 0, mask);
        if buffer {
            target.parts.push(mask);
        }
        target.address = Address::Run(place.address);
        let old = self.atomic_target(&target, op, data, compare)?;
        match (f.glc, wide) {
            (false, _) => {}
            (true, true) => self.set_sgpr64(first, old),
            (true, false) => self.set_sgpr(first, old),
        }
        Ok(())
    }
}
