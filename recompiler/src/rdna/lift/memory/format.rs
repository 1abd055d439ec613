//! Formatted buffer accesses: conversions between memory and registers, exact, for every format code.
//!
//! The code is a value: it comes from the descriptor at run time, or it is the constant of an MTBUF instruction. What the
//! code decides (widths, places and number format of the components) are uniform values, so one piece of IR converts
//! every format; where the code is a constant only that format's conversion is made. A dynamic code costs about 60 lane
//! instructions a component.
//!
//! Facts: codes are LLVM's `BUF_FMT_*` numbers (guest-abi 7.8), components from the lowest bits up. Conversions are those of
//! the Vulkan specification. Normalized values are correctly rounded quotients `m / (2^w - 1)`: their binary expansion
//! repeats the `w` bits of `m` for ever, so its first bits are the result and no tie can occur. Stores clamp, take NaN as 0
//! and round to nearest even; integers saturate (measured-facts 80). Stores to scaled formats and to floats of 10 and 11
//! bits, and of fewer components than the format has, have no known meaning: they fault.

use super::Target;
use super::buffer::{Parts, Place};
use crate::fault;
use crate::rdna::lift::{Lift, Lifted};
use ir::attr::{Coherence, Space};
use ir::float::FloatEnv;
use ir::{Attr, Op, Value, Width};
use smallvec::SmallVec;

/// The registers of an access.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Form {
    /// A register a component.
    Full(u32),
    /// Half a register a component.
    D16(u32),
    /// One component in the high half.
    D16High,
}

impl Form {
    fn components(self) -> u32 {
        match self {
            Form::Full(n) | Form::D16(n) => n,
            Form::D16High => 1,
        }
    }

    fn is_d16(self) -> bool {
        !matches!(self, Form::Full(_))
    }
}

/// Where the format comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Source {
    /// The fourth word of the descriptor, which has destination selects too.
    Descriptor(Value),
    /// The instruction; every component is itself.
    Instruction,
}

/// Number formats; 0 is none.
const UNORM: u32 = 1;
const SNORM: u32 = 2;
const USCALED: u32 = 3;
const SSCALED: u32 = 4;
const UINT: u32 = 5;
const SINT: u32 = 6;
const FLOAT: u32 = 7;

/// The number formats of a run of codes: four bits each, the first lowest.
const ALL: u32 = 0x0765_4321;
const NO_FLOAT: u32 = 0x0065_4321;
const WIDE: u32 = 0x0000_0765;

/// First code, widths of X to W (eight bits each, X lowest), number formats.
const LAYOUTS: [(u32, u32, u32); 14] = [
    (1, 0x0000_0008, NO_FLOAT),
    (7, 0x0000_0010, ALL),
    (14, 0x0000_0808, NO_FLOAT),
    (20, 0x0000_0020, WIDE),
    (23, 0x0000_1010, ALL),
    (30, 0x000a_0b0b, ALL),
    (37, 0x000b_0b0a, ALL),
    (44, 0x0a0a_0a02, NO_FLOAT),
    (50, 0x020a_0a0a, NO_FLOAT),
    (56, 0x0808_0808, NO_FLOAT),
    (62, 0x0000_2020, WIDE),
    (65, 0x1010_1010, ALL),
    (72, 0x0020_2020, WIDE),
    (75, 0x2020_2020, WIDE),
];

/// A component of a format: all uniform.
#[derive(Clone, Copy, Debug)]
struct Component {
    width: Value,
    /// All ones in the width.
    mask: Value,
    /// Dword that it is in.
    dword: Value,
    /// Lowest bit in the dword.
    shift: Value,
    exists: Value,
}

/// A format: all uniform.
#[derive(Clone, Copy, Debug)]
struct Format {
    number: Value,
    bytes: Value,
    components: [Component; 4],
}

/// Signalling NaNs pass.
const PASS: FloatEnv = FloatEnv { quiet: false, ..FloatEnv::IEEE };

impl Lift<'_> {
    fn is(&mut self, value: Value, number: u32) -> Value {
        self.imm(Op::ieq, value, number)
    }

    /// What a code means; number format 0 where it means nothing.
    fn format(&mut self, code: Value) -> Format {
        let zero = self.b.c32(0);
        let (mut widths, mut numbers, mut first) = (zero, zero, zero);
        for (start, w, n) in LAYOUTS {
            let (start_value, w, n) = (self.b.c32(start), self.b.c32(w), self.b.c32(n));
            let reached = self.two(Op::ule, start_value, code);
            widths = self.pick(reached, |_| w, |_| widths);
            numbers = self.pick(reached, |_| n, |_| numbers);
            first = self.pick(reached, |_| start_value, |_| first);
        }
        // The eighth number format of every layout is none.
        let nth = self.two(Op::isub, code, first);
        let nth = self.imm(Op::umin, nth, 7);
        let nth = self.imm(Op::ishl, nth, 2);
        let number = self.two(Op::ushr, numbers, nth);
        let number = self.imm(Op::iand, number, 15);
        let mut bit = zero;
        let components = [0, 8, 16, 24].map(|low| {
            let width = self.imm(Op::ushr, widths, low);
            let width = self.imm(Op::iand, width, 255);
            let full = self.is(width, 32);
            let mask = self.pick(
                full,
                |l| l.b.c32(u32::MAX),
                |l| {
                    let one = l.b.c32(1);
                    let top = l.two(Op::ishl, one, width);
                    l.imm(Op::isub, top, 1)
                },
            );
            let dword = self.imm(Op::ushr, bit, 5);
            let shift = self.imm(Op::iand, bit, 31);
            bit = self.two(Op::iadd, bit, width);
            let exists = self.imm(Op::ine, width, 0);
            Component { width, mask, dword, shift, exists }
        });
        Format { number, bytes: self.imm(Op::ushr, bit, 3), components }
    }

    /// A formatted load or store.
    #[allow(clippy::too_many_arguments, reason = "the operands of the two encodings")]
    pub(super) fn formatted(
        &mut self,
        name: &'static str,
        store: bool,
        form: Form,
        place: &Place,
        code: Value,
        source: Source,
        vdata: u8,
        coherence: Coherence,
    ) -> Lifted {
        let registers = if form.is_d16() { form.components().div_ceil(2) } else { form.components() };
        Self::vgprs_exist(name, vdata, registers)?;
        let format = self.format(code);
        let unknown = self.is(format.number, 0);
        let records = self.imm(Op::ine, place.words[2], 0);
        let selects = self.selects(source);
        // A null descriptor has no format either; but a select of one needs it.
        let mut needed = records;
        if !store && source != Source::Instruction {
            for select in &selects {
                let one = self.is(*select, 1);
                needed = self.two(Op::ior, needed, one);
            }
        }
        let bad = self.both(unknown, needed);
        self.fault_where(bad, fault::FORMAT);
        if let Source::Descriptor(_) = source {
            let mut reserved = self.b.c1(false);
            for select in &selects {
                let low = self.imm(Op::iand, *select, 6);
                let r = self.is(low, 2);
                reserved = self.two(Op::ior, reserved, r);
            }
            self.fault_where(reserved, fault::DESCRIPTOR);
        }
        let large = self.b.c32(4);
        let large = self.two(Op::ult, large, format.bytes);
        let spans = self.both(large, place.swizzle);
        self.fault_where(spans, fault::SPANS);

        let inside = self.in_range(place, 0);
        let known = self.b.pure(Op::inot, &[unknown]);
        let inside = self.both(inside, known);
        let mask = self.active_and(inside);
        if store {
            self.store_texel(form, place, &format, &selects, source, vdata, mask, coherence);
        } else {
            self.load_texel(form, place, &format, &selects, source, vdata, mask, coherence);
        }
        Ok(())
    }

    /// Destination selects of X to W: 0, 1, or 4 to 7 for a component.
    fn selects(&mut self, source: Source) -> [Value; 4] {
        match source {
            Source::Instruction => [4, 5, 6, 7].map(|i| self.b.c32(i)),
            Source::Descriptor(w3) => [0, 3, 6, 9].map(|low| {
                let s = self.imm(Op::ushr, w3, low);
                self.imm(Op::iand, s, 7)
            }),
        }
    }

    /// Masks of the dwords of a texel, of its only byte, and of its only 16 bits.
    fn texel_masks(&mut self, format: &Format, mask: Value) -> (Parts, Value, Value) {
        let dwords = (1..=4)
            .map(|n| {
                let least = self.b.c32(4 * n);
                let has = self.two(Op::ule, least, format.bytes);
                self.both_lane(mask, has)
            })
            .collect();
        let one = self.is(format.bytes, 1);
        let two = self.is(format.bytes, 2);
        (dwords, self.both_lane(mask, one), self.both_lane(mask, two))
    }

    /// A mask and a uniform condition.
    fn both_lane(&mut self, mask: Value, condition: Value) -> Value {
        if self.number(condition) == Some(0) {
            return condition;
        }
        self.both(mask, condition)
    }

    #[allow(clippy::too_many_arguments, reason = "what the access is made of")]
    fn load_texel(
        &mut self,
        form: Form,
        place: &Place,
        format: &Format,
        selects: &[Value; 4],
        source: Source,
        vdata: u8,
        mask: Value,
        coherence: Coherence,
    ) {
        let (parts, byte, short) = self.texel_masks(format, mask);
        let mut dwords: SmallVec<[Value; 4]> = SmallVec::new();
        for (i, &part) in parts.iter().enumerate() {
            let mut value = self.masked_load(place.address, part, Width::B32, 4 * i as i32, coherence);
            if i == 0 {
                let b = self.masked_load(place.address, byte, Width::B8, 0, coherence);
                let s = self.masked_load(place.address, short, Width::B16, 0, coherence);
                value = self.either(value, b);
                value = self.either(value, s);
            }
            dwords.push(value);
        }
        let d16 = form.is_d16();
        let integer = self.is_integer(format);
        let one = self.pick(integer, |l| l.b.c32(1), |l| l.b.c32(if d16 { 0x3c00 } else { 0x3f80_0000 }));
        // An instruction's format needs as many components as it has; a descriptor's selects may name any.
        let count = if source == Source::Instruction { form.components() as usize } else { 4 };
        let mut loaded: SmallVec<[Value; 4]> = SmallVec::new();
        for (i, c) in format.components.iter().enumerate().take(count) {
            let missing = if i == 3 { one } else { self.b.c32(0) };
            let dwords = dwords.clone();
            let value = self.pick(c.exists, |l| l.load_component(format, c, &dwords, d16), |_| missing);
            loaded.push(self.or_zero(mask, value));
        }
        let mut results: SmallVec<[Value; 4]> = SmallVec::new();
        for select in selects.iter().take(form.components() as usize) {
            let mut value = self.b.c32(0);
            let is_one = self.is(*select, 1);
            value = self.pick(is_one, |_| one, |_| value);
            for (&component, n) in loaded.iter().zip(4..) {
                let here = self.is(*select, n);
                value = self.pick(here, |_| component, |_| value);
            }
            results.push(value);
        }
        let data = u32::from(vdata);
        match form {
            Form::Full(_) => {
                for (register, value) in (data..).zip(results) {
                    self.set_vgpr(register, value);
                }
            }
            Form::D16(_) | Form::D16High => {
                let first = u32::from(form == Form::D16High);
                for (value, at) in results.into_iter().zip(first..) {
                    self.set_half(data + at / 2, value, at % 2 == 1);
                }
            }
        }
    }

    /// One of two values of which one is zero.
    fn either(&mut self, a: Value, b: Value) -> Value {
        match (self.number(a), self.number(b)) {
            (Some(0), _) => b,
            (_, Some(0)) => a,
            _ => self.two(Op::ior, a, b),
        }
    }

    fn masked_load(
        &mut self,
        address: Value,
        mask: Value,
        width: Width,
        offset: i32,
        coherence: Coherence,
    ) -> Value {
        if self.number(mask) == Some(0) {
            return self.b.c32(0);
        }
        let mem = Self::mem(Space::Global, width, 1, coherence, offset);
        let value = self.load(address, mask, mem).first().copied().unwrap_or(address);
        self.or_zero(mask, value)
    }

    fn is_integer(&mut self, format: &Format) -> Value {
        let u = self.is(format.number, UINT);
        let s = self.is(format.number, SINT);
        self.two(Op::ior, u, s)
    }

    /// A component as a register, or with `d16` as 16 bits.
    fn load_component(&mut self, format: &Format, c: &Component, dwords: &[Value], d16: bool) -> Value {
        let mut word = dwords.first().copied().unwrap_or(c.width);
        for (&dword, i) in dwords.iter().zip(0..).skip(1) {
            let here = self.is(c.dword, i);
            word = self.pick(here, |_| dword, |_| word);
        }
        let moved = if self.number(c.shift) == Some(0) { word } else { self.two(Op::ushr, word, c.shift) };
        let bits = if self.number(c.mask) == Some(u64::from(u32::MAX)) {
            moved
        } else {
            self.two(Op::iand, moved, c.mask)
        };
        let c = *c;
        let signed = |l: &mut Self| {
            let thirty_two = l.b.c32(32);
            let unused = l.two(Op::isub, thirty_two, c.width);
            let up = l.two(Op::ishl, bits, unused);
            l.two(Op::sshr, up, unused)
        };
        let number = format.number;
        let to_float = |l: &mut Self, op: Op, v: Value| {
            let width = if d16 { Width::B16 } else { Width::B32 };
            let f = l.b.op(op, &[v], Attr::FloatTo(width, FloatEnv::IEEE));
            if d16 { l.b.op(Op::zext, &[f], Attr::Width(Width::B32)) } else { f }
        };
        let low = |l: &mut Self, v: Value| if d16 { l.imm(Op::iand, v, 0xffff) } else { v };
        let [unorm, snorm, uscaled, sscaled, uint, sint] =
            [UNORM, SNORM, USCALED, SSCALED, UINT, SINT].map(|n| self.is(number, n));
        let normalized = self.two(Op::ior, unorm, snorm);
        self.pick(
            normalized,
            |l| l.normalized(bits, &c, snorm, d16, signed),
            |l| {
                l.pick(
                    uscaled,
                    |l| to_float(l, Op::u_to_f, bits),
                    |l| {
                        l.pick(
                            sscaled,
                            |l| {
                                let s = signed(l);
                                to_float(l, Op::s_to_f, s)
                            },
                            |l| {
                                l.pick(
                                    uint,
                                    |l| low(l, bits),
                                    |l| {
                                        l.pick(
                                            sint,
                                            |l| {
                                                let s = signed(l);
                                                low(l, s)
                                            },
                                            |l| l.load_float(bits, c.width, d16),
                                        )
                                    },
                                )
                            },
                        )
                    },
                )
            },
        )
    }

    /// A normalized component: a magnitude of `w` bits over `2^w - 1`, with a sign.
    fn normalized(
        &mut self,
        bits: Value,
        c: &Component,
        snorm: Value,
        d16: bool,
        signed: impl Fn(&mut Self) -> Value,
    ) -> Value {
        let zero = self.b.c32(0);
        let value = self.pick(snorm, |l| signed(l), |_| bits);
        let negative = self.pick(snorm, |l| l.two(Op::slt, value, zero), |l| l.b.c1(false));
        let m = self.pick(negative, |l| l.two(Op::isub, zero, value), |_| value);
        // The lowest code is clamped to -1.
        let m = self.pick(
            snorm,
            |l| {
                let max = l.imm(Op::ushr, c.mask, 1);
                l.two(Op::umin, m, max)
            },
            |_| m,
        );
        let width = self.pick(snorm, |l| l.imm(Op::isub, c.width, 1), |_| c.width);
        let fraction = self.fraction(m, width, d16);
        let sign = self.b.c32(if d16 { 0x8000 } else { 0x8000_0000 });
        let with_sign = self.pick(negative, |_| sign, |_| zero);
        self.either(fraction, with_sign)
    }

    /// `m / (2^w - 1)`, correctly rounded: the expansion repeats the bits of `m`. `m` has at most `w` bits.
    fn fraction(&mut self, m: Value, w: Value, d16: bool) -> Value {
        let zero = self.b.c32(0);
        let top = self.b.pure(Op::find_umsb, &[m]);
        let last = self.imm(Op::isub, w, 1);
        let leading = self.two(Op::isub, last, top);
        // The period, turned so that it begins with a one.
        let up = self.two(Op::ishl, m, leading);
        let rest = self.two(Op::isub, w, leading);
        let down = self.two(Op::ushr, m, rest);
        let period = self.two(Op::ior, up, down);
        let thirty_two = self.b.c32(32);
        let to_top = self.two(Op::isub, thirty_two, w);
        // Bits above the period fall out here.
        let mut t = self.two(Op::ishl, period, to_top);
        for doubling in 0..5 {
            let by = self.imm(Op::ishl, w, doubling);
            let fits = self.two(Op::ult, by, thirty_two);
            let by = self.pick(fits, |_| by, |_| zero);
            if self.number(by) == Some(0) {
                break;
            }
            let copy = self.two(Op::ushr, t, by);
            t = self.two(Op::ior, t, copy);
        }
        let value = if d16 {
            // Eleven bits from the top; fewer in subnormals.
            let thirteen = self.b.c32(13);
            let room = self.two(Op::isub, thirteen, leading);
            let exponent = self.two(Op::smax, room, zero);
            let short = self.two(Op::isub, exponent, room);
            let by = self.imm(Op::iadd, short, 21);
            let mantissa = self.two(Op::ushr, t, by);
            let before = self.imm(Op::isub, by, 1);
            let round = self.two(Op::ushr, t, before);
            let round = self.imm(Op::iand, round, 1);
            let exponent = self.imm(Op::ishl, exponent, 10);
            let sum = self.two(Op::iadd, exponent, mantissa);
            self.two(Op::iadd, sum, round)
        } else {
            let bias = self.b.c32(125);
            let exponent = self.two(Op::isub, bias, leading);
            let exponent = self.imm(Op::ishl, exponent, 23);
            let mantissa = self.imm(Op::ushr, t, 8);
            let round = self.imm(Op::ushr, t, 7);
            let round = self.imm(Op::iand, round, 1);
            let sum = self.two(Op::iadd, exponent, mantissa);
            self.two(Op::iadd, sum, round)
        };
        let none = self.two(Op::ieq, m, zero);
        self.b.pure(Op::select, &[none, zero, value])
    }

    fn convert(&mut self, value: Value, to: Width, env: FloatEnv) -> Value {
        self.b.op(Op::fcvt, &[value], Attr::FloatTo(to, env))
    }

    /// 16 bits as f32, exact; NaNs keep their bits.
    fn half_to_full(&mut self, bits: Value) -> Value {
        let half = self.b.op(Op::trunc, &[bits], Attr::Width(Width::B16));
        self.convert(half, Width::B32, PASS)
    }

    /// f32 as 16 bits, to nearest even; NaNs become quiet.
    fn full_to_half(&mut self, value: Value) -> Value {
        let half = self.convert(value, Width::B16, FloatEnv::IEEE);
        self.b.op(Op::zext, &[half], Attr::Width(Width::B32))
    }

    /// A float of 10, 11, 16 or 32 bits; the short ones are an f16 without sign and low bits.
    fn load_float(&mut self, bits: Value, width: Value, d16: bool) -> Value {
        let full = self.is(width, 32);
        self.pick(
            full,
            |l| if d16 { l.full_to_half(bits) } else { bits },
            |l| {
                let sixteen = l.is(width, 16);
                let half = l.pick(
                    sixteen,
                    |_| bits,
                    |l| {
                        let fifteen = l.b.c32(15);
                        let missing = l.two(Op::isub, fifteen, width);
                        l.two(Op::ishl, bits, missing)
                    },
                );
                if d16 { half } else { l.half_to_full(half) }
            },
        )
    }

    #[allow(clippy::too_many_arguments, reason = "what the access is made of")]
    fn store_texel(
        &mut self,
        form: Form,
        place: &Place,
        format: &Format,
        selects: &[Value; 4],
        source: Source,
        vdata: u8,
        mask: Value,
        coherence: Coherence,
    ) {
        let data = u32::from(vdata);
        let d16 = form.is_d16();
        let first = u32::from(form == Form::D16High);
        let registers: SmallVec<[Value; 4]> = (0..form.components())
            .map(|i| {
                if !d16 {
                    return self.vgpr(data + i);
                }
                let at = first + i;
                let v = self.vgpr(data + at / 2);
                if at % 2 == 1 { self.imm(Op::ushr, v, 16) } else { self.imm(Op::iand, v, 0xffff) }
            })
            .collect();
        // Refusals that depend on the format.
        let mut refused = self.b.c1(false);
        for number in [USCALED, SSCALED] {
            let scaled = self.is(format.number, number);
            refused = self.two(Op::ior, refused, scaled);
        }
        let float = self.is(format.number, FLOAT);
        let short = self.is(format.components[1].width, 11);
        let short = self.both(float, short);
        refused = self.two(Op::ior, refused, short);
        let mut values: SmallVec<[Option<Value>; 4]> = SmallVec::new();
        for (i, c) in format.components.iter().enumerate() {
            let mut value = None;
            let mut found = self.b.c1(false);
            match source {
                Source::Instruction => {
                    value = registers.get(i).copied();
                    found = self.b.c1(value.is_some());
                }
                Source::Descriptor(_) => {
                    // The first register whose select names the component.
                    for (&register, select) in registers.iter().zip(selects).rev() {
                        let here = self.is(*select, 4 + i as u32);
                        value = Some(match value {
                            None => register,
                            Some(other) => self.pick(here, |_| register, |_| other),
                        });
                        found = self.two(Op::ior, found, here);
                    }
                }
            }
            let lost = self.b.pure(Op::inot, &[found]);
            let lost = self.both(c.exists, lost);
            refused = self.two(Op::ior, refused, lost);
            values.push(value);
        }
        self.fault_masked(refused, mask, fault::FORMAT_STORE);
        let fine = self.b.pure(Op::inot, &[refused]);
        let mask = self.both_lane(mask, fine);
        if self.number(mask) == Some(0) {
            return;
        }
        let zero = self.b.c32(0);
        let mut dwords = [zero; 4];
        for (c, value) in format.components.iter().zip(values) {
            let Some(value) = value else { continue };
            let bits = self.pick(c.exists, |l| l.store_component(format, c, value, d16), |_| zero);
            let moved =
                if self.number(c.shift) == Some(0) { bits } else { self.two(Op::ishl, bits, c.shift) };
            for (dword, i) in dwords.iter_mut().zip(0..) {
                let here = self.is(c.dword, i);
                let part = self.pick(here, |_| moved, |_| zero);
                *dword = self.either(*dword, part);
            }
        }
        let (parts, byte, short) = self.texel_masks(format, mask);
        let widths = [(byte, Width::B8, 0usize), (short, Width::B16, 0)];
        let full = parts.iter().enumerate().map(|(i, &part)| (part, Width::B32, i));
        for (part, width, i) in widths.into_iter().chain(full) {
            if self.number(part) == Some(0) {
                continue;
            }
            let target = Target::new(Space::Global, place.address, 4 * i as i32, part);
            let value = dwords.get(i).copied().unwrap_or(zero);
            self.store_targets(&[target], &[value], width, coherence);
        }
    }

    /// A register (with `d16` 16 bits) as a component.
    fn store_component(&mut self, format: &Format, c: &Component, value: Value, d16: bool) -> Value {
        let c = *c;
        let [unorm, snorm, uint, sint] = [UNORM, SNORM, UINT, SINT].map(|n| self.is(format.number, n));
        let normalized = self.two(Op::ior, unorm, snorm);
        self.pick(
            normalized,
            |l| {
                let float = if d16 { l.half_to_full(value) } else { value };
                l.normalize(float, &c, snorm)
            },
            |l| {
                l.pick(
                    uint,
                    |l| l.two(Op::umin, value, c.mask),
                    |l| {
                        l.pick(
                            sint,
                            |l| {
                                let v = l.extended(value, Width::B16, d16);
                                let max = l.imm(Op::ushr, c.mask, 1);
                                let min = l.b.pure(Op::inot, &[max]);
                                let v = l.two(Op::smin, v, max);
                                let v = l.two(Op::smax, v, min);
                                l.two(Op::iand, v, c.mask)
                            },
                            |l| {
                                let full = l.is(c.width, 32);
                                l.pick(
                                    full,
                                    |l| if d16 { l.half_to_full(value) } else { value },
                                    |l| if d16 { value } else { l.full_to_half(value) },
                                )
                            },
                        )
                    },
                )
            },
        )
    }

    /// An f32 clamped, times the largest value, rounded to nearest even. The product of 24 and 16 bits is exact in 64.
    fn normalize(&mut self, value: Value, c: &Component, snorm: Value) -> Value {
        let zero = self.b.c32(0);
        let size = self.imm(Op::iand, value, 0x7fff_ffff);
        let negative = self.two(Op::slt, value, zero);
        // NaN is above infinity.
        let infinity = self.b.c32(0x7f80_0000);
        let nan = self.two(Op::ult, infinity, size);
        let gone = self.pick(snorm, |_| nan, |l| l.two(Op::ior, nan, negative));
        let size = self.b.pure(Op::select, &[gone, zero, size]);
        let size = self.imm(Op::umin, size, 0x3f80_0000);
        let max = self.pick(snorm, |l| l.imm(Op::ushr, c.mask, 1), |_| c.mask);
        let exponent = self.imm(Op::ushr, size, 23);
        let mantissa = self.imm(Op::iand, size, 0x007f_ffff);
        let mantissa = self.imm(Op::ior, mantissa, 0x0080_0000);
        let point = self.b.c32(150);
        let shift = self.two(Op::isub, point, exponent);
        // What is shifted that far is less than a half.
        let shift = self.imm(Op::umin, shift, 62);
        let (m, w) = (self.wide(mantissa), self.wide(max));
        let product = self.two(Op::imul, m, w);
        let quotient = self.two(Op::ushr, product, shift);
        let back = self.two(Op::ishl, quotient, shift);
        let rest = self.two(Op::isub, product, back);
        let one = self.b.c64(1);
        let before = self.imm(Op::isub, shift, 1);
        let half = self.two(Op::ishl, one, before);
        let above = self.two(Op::ult, half, rest);
        let tie = self.two(Op::ieq, half, rest);
        let quotient = self.b.pure(Op::lo, &[quotient]);
        let odd = self.b.op(Op::trunc, &[quotient], Attr::Width(Width::B1));
        let tie = self.both(tie, odd);
        let up = self.two(Op::ior, above, tie);
        let up = self.b.op(Op::zext, &[up], Attr::Width(Width::B32));
        let result = self.two(Op::iadd, quotient, up);
        let c = *c;
        self.pick(
            snorm,
            |l| {
                let minus = l.two(Op::isub, zero, result);
                let signed = l.b.pure(Op::select, &[negative, minus, result]);
                l.two(Op::iand, signed, c.mask)
            },
            |_| result,
        )
    }
}
