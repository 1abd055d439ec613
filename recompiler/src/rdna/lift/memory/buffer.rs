//! MUBUF and MTBUF: accesses through a descriptor.
//!
//! Ensures: raw loads and stores of several dwords are range checked dword by dword, formatted accesses and atomics as a
//! whole; what is out of range loads 0 and stores nothing.
//!
//! Facts: descriptor fields from guest-abi 7.4; RDNA 1 ISA guide, chapter 8 (linear and swizzled addresses, index first);
//! OOB_SELECT as Mesa's drivers state it for gfx10: it compares the start of an access. Elements of swizzled buffers
//! have four bytes, and an access over several of them has no known meaning: it faults. Index plus lane and register
//! plus immediate offset wrap at 32 bits, nothing after that does.
//!
//! A linear buffer is a swizzled one that interleaves one record: `k`, the logarithm of the interleaving, is 0 for it, so
//! that no address is computed twice.

use super::format::{Form, Source};
use super::kinds::{Kind, compares, vector};
use super::{Registers, Target, coherence};
use crate::error::TranslateErrorKind;
use crate::fault;
use crate::rdna::lift::{Lift, Lifted, mismatch, unsupported};
use ir::attr::Space;
use ir::{Op, Value};
use isa::fields::{MtbufFields, MubufFields};
use isa::table::{Mtbuf, Mubuf};
use isa::{Fields, Inst};
use smallvec::SmallVec;

/// Code of a literal constant behind the instruction.
const LITERAL: u8 = 255;
const TFE: &str = "what tfe writes besides the data is not known";

/// Operands of an address.
#[derive(Clone, Copy, Debug)]
struct Operands {
    vaddr: u8,
    idxen: bool,
    offen: bool,
    immediate: u16,
    srsrc: u8,
    soffset: u8,
}

/// An address and what decides whether it is in range.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    /// The words of the descriptor.
    pub words: [Value; 4],
    /// Address of the first byte.
    pub address: Value,
    /// Whether the addresses are swizzled.
    pub swizzle: Value,
    index: Value,
    offset: Value,
    from_base: Value,
}

impl From<&MubufFields> for Operands {
    fn from(f: &MubufFields) -> Operands {
        Operands {
            vaddr: f.vaddr,
            idxen: f.idxen,
            offen: f.offen,
            immediate: f.offset,
            srsrc: f.srsrc,
            soffset: f.soffset,
        }
    }
}

impl From<&MtbufFields> for Operands {
    fn from(f: &MtbufFields) -> Operands {
        Operands {
            vaddr: f.vaddr,
            idxen: f.idxen,
            offen: f.offen,
            immediate: f.offset,
            srsrc: f.srsrc,
            soffset: f.soffset,
        }
    }
}

impl Lift<'_> {
    pub(in crate::rdna::lift) fn mubuf(&mut self, op: Mubuf, inst: &Inst) -> Lifted {
        let Fields::Mubuf(f) = inst.fields else { return Err(mismatch()) };
        let name = op.row().name;
        if matches!(op, Mubuf::buffer_gl0_inv | Mubuf::buffer_gl1_inv) {
            return Ok(());
        }
        if f.tfe {
            return unsupported(name, TFE);
        }
        let rest = name.strip_prefix("buffer_").ok_or_else(mismatch)?;
        if self.scratch.as_ref().is_some_and(|s| s.is_descriptor(f.srsrc.saturating_mul(4))) {
            let kind = vector(rest).ok_or_else(mismatch)?;
            return self.buffer_scratch(name, kind, &f);
        }
        let place = self.buffer_place(name, (&f).into())?;
        if let Some((store, form)) = format_form(rest) {
            if f.lds {
                return unsupported(name, "moving formatted data to LDS is not modelled");
            }
            let code = self.imm(Op::ushr, place.words[3], 12);
            let code = self.imm(Op::iand, code, 127);
            let source = Source::Descriptor(place.words[3]);
            return self.formatted(name, store, form, &place, code, source, f.vdata, coherence(f.glc));
        }
        let kind = vector(rest).ok_or_else(mismatch)?;
        let registers = kind.registers();
        let data = u32::from(f.vdata);
        let returns = match kind {
            Kind::Load(_) => true,
            Kind::Store(_) => false,
            Kind::Atomic { op, .. } => {
                Self::vgprs_exist(name, f.vdata, if compares(op) { registers * 2 } else { registers })?;
                f.glc
            }
        };
        if kind.bytes() > 4 {
            self.fault_where(place.swizzle, fault::SPANS);
        }
        let exec = self.exec();
        let mut target = Target::new(Space::Global, place.address, 0, exec);
        let dwords = if matches!(kind, Kind::Atomic { .. }) { 1 } else { registers };
        for i in 0..dwords {
            let inside = self.in_range(&place, i);
            let mask = self.active_and(inside);
            target.parts.push(mask);
        }
        let regs = Registers { dst: returns.then_some(data), data, extra: data + registers };
        if f.lds {
            return self.load_to_lds(name, kind, i32::from(f.offset), &[target], coherence(f.glc));
        }
        self.access(name, kind, regs, &[target], coherence(f.glc))
    }

    pub(in crate::rdna::lift) fn mtbuf(&mut self, op: Mtbuf, inst: &Inst) -> Lifted {
        let Fields::Mtbuf(f) = inst.fields else { return Err(mismatch()) };
        let name = op.row().name;
        if f.tfe {
            return unsupported(name, TFE);
        }
        let place = self.buffer_place(name, (&f).into())?;
        let rest = name.strip_prefix("tbuffer_").ok_or_else(mismatch)?;
        let (store, form) = format_form(rest).ok_or_else(mismatch)?;
        let code = self.b.c32(u32::from(f.format));
        self.formatted(name, store, form, &place, code, Source::Instruction, f.vdata, coherence(f.glc))
    }

    /// Address of the first record: 48 bits, sign extended.
    pub(super) fn descriptor_base(&mut self, w0: Value, w1: Value) -> Value {
        let high = self.imm(Op::ishl, w1, 16);
        let high = self.imm(Op::sshr, high, 16);
        self.pack64(w0, high)
    }

    /// The scalar offset of an access through a descriptor.
    pub(super) fn byte_offset_of(
        &mut self,
        name: &'static str,
        soffset: u8,
    ) -> Result<Value, TranslateErrorKind> {
        if soffset == LITERAL {
            return unsupported(name, "a literal as its scalar offset: there is no room for one");
        }
        self.ssrc32(u16::from(soffset), None)
    }

    fn buffer_place(&mut self, name: &'static str, o: Operands) -> Result<Place, TranslateErrorKind> {
        if o.srsrc > 31 {
            return unsupported(name, super::BEYOND);
        }
        Self::vgprs_exist(name, o.vaddr, u32::from(o.idxen) + u32::from(o.offen))?;
        let words = [0, 1, 2, 3].map(|i| self.sgpr(o.srsrc * 4 + i));
        let [w0, w1, _, w3] = words;
        if !self.memory.checked.contains(&(w1, w3)) {
            self.memory.checked.push((w1, w3));
            let kind = self.imm(Op::ushr, w3, 30);
            let bad = self.imm(Op::ine, kind, 0);
            self.fault_anyway(bad, fault::DESCRIPTOR);
        }
        let vaddr = u32::from(o.vaddr);
        let mut index = if o.idxen { self.vgpr(vaddr) } else { self.b.c32(0) };
        let tid = self.imm(Op::ushr, w3, 23);
        let tid = self.imm(Op::iand, tid, 1);
        let tid = self.imm(Op::ine, tid, 0);
        let lane = self.pick(tid, |l| l.b.pure(Op::lane_id, &[]), |l| l.b.c32(0));
        index = self.plus(index, lane);
        let register = if o.offen { self.vgpr(vaddr + u32::from(o.idxen)) } else { self.b.c32(0) };
        let immediate = self.b.c32(u32::from(o.immediate));
        let offset = self.plus(register, immediate);
        let scalar = self.byte_offset_of(name, o.soffset)?;

        let stride = self.imm(Op::ushr, w1, 16);
        let stride = self.imm(Op::iand, stride, 0x3fff);
        let swizzle = self.imm(Op::ushr, w1, 31);
        let swizzle = self.imm(Op::ine, swizzle, 0);
        let k = self.imm(Op::ushr, w3, 21);
        let k = self.imm(Op::iand, k, 3);
        let k = self.imm(Op::iadd, k, 3);
        let k = self.pick(swizzle, |_| k, |l| l.b.c32(0));
        let linear = self.record_offset(index, offset, stride, k);
        let scalar = self.wide(scalar);
        let from_base = self.plus(linear, scalar);
        let base = self.descriptor_base(w0, w1);
        let address = self.plus(base, from_base);
        Ok(Place { words, address, swizzle, index, offset, from_base })
    }

    /// Byte offset of a place in a record: `(index >> k) * stride` and the offset's dwords, interleaved by `2^k` records.
    fn record_offset(&mut self, index: Value, offset: Value, stride: Value, k: Value) -> Value {
        let wide_stride = self.wide(stride);
        if self.number(k) == Some(0) {
            let index = self.wide(index);
            let offset = self.wide(offset);
            let record =
                if self.number(index) == Some(0) { index } else { self.two(Op::imul, index, wide_stride) };
            return self.plus(record, offset);
        }
        let high = self.two(Op::ushr, index, k);
        let high = self.wide(high);
        let record = self.two(Op::imul, high, wide_stride);
        let dwords = self.imm(Op::iand, offset, !3);
        let dwords = self.wide(dwords);
        let record = self.plus(record, dwords);
        let record = self.two(Op::ishl, record, k);
        let one = self.b.c32(1);
        let interleave = self.two(Op::ishl, one, k);
        let low_bits = self.imm(Op::isub, interleave, 1);
        let low = self.two(Op::iand, index, low_bits);
        let low = self.imm(Op::ishl, low, 2);
        let bytes = self.imm(Op::iand, offset, 3);
        let low = self.plus(low, bytes);
        let low = self.wide(low);
        self.plus(record, low)
    }

    /// Whether dword `i` of an access is in range.
    pub(super) fn in_range(&mut self, p: &Place, i: u32) -> Value {
        let [_, w1, records, w3] = p.words;
        let mode = self.imm(Op::ushr, w3, 28);
        let mode = self.imm(Op::iand, mode, 3);
        let raw = self.imm(Op::ieq, mode, 3);
        let disabled = self.imm(Op::ieq, mode, 2);
        let structured = self.imm(Op::ieq, mode, 1);
        // A start of 4 * i is below a limit exactly if 0 is below the limit less 4 * i, clamped at 0.
        let below = |l: &mut Self, limit: Value| {
            if i == 0 {
                return limit;
            }
            let at_least = l.imm(Op::umax, limit, 4 * i);
            l.imm(Op::isub, at_least, 4 * i)
        };
        let place = *p;
        self.pick(
            raw,
            |l| {
                let limit = below(l, records);
                let limit = l.wide(limit);
                l.two(Op::ult, place.from_base, limit)
            },
            |l| {
                l.pick(
                    disabled,
                    |l| l.imm(Op::ine, records, 0),
                    |l| {
                        let record = l.two(Op::ult, place.index, records);
                        let inside = l.pick(
                            structured,
                            |l| l.b.c1(true),
                            |l| {
                                let stride = l.imm(Op::ushr, w1, 16);
                                let stride = l.imm(Op::iand, stride, 0x3fff);
                                let limit = below(l, stride);
                                l.two(Op::ult, place.offset, limit)
                            },
                        );
                        l.both(record, inside)
                    },
                )
            },
        )
    }
}

/// Store or load, and the registers, of a formatted access: `load_format_d16_xy`.
fn format_form(name: &str) -> Option<(bool, Form)> {
    let (access, rest) = name.split_once("_format_")?;
    let form = match rest {
        "x" => Form::Full(1),
        "xy" => Form::Full(2),
        "xyz" => Form::Full(3),
        "xyzw" => Form::Full(4),
        "d16_x" => Form::D16(1),
        "d16_xy" => Form::D16(2),
        "d16_xyz" => Form::D16(3),
        "d16_xyzw" => Form::D16(4),
        "d16_hi_x" => Form::D16High,
        _ => return None,
    };
    Some((access == "store", form))
}

/// Masks of the dwords of a texel.
pub(super) type Parts = SmallVec<[Value; 4]>;
