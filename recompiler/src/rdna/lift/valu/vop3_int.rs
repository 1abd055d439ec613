//! Integer instructions of 32 and 64 bits that are more than one op.
//!
//! Facts: rows of the instruction table; LLVM's folding (measured-facts section 4): bit-field offsets modulo 32, width 0
//! gives 0, selectors of `v_perm_b32`. `clamp` saturates the exact result to the result's type.

use super::{Valu, operands};
use crate::rdna::lift::{Lifted, mismatch};
use ir::{Op, Value, Width};
use isa::row::Ty;

/// What `clamp` saturates to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Limits {
    Signed,
    Unsigned,
}

/// Bits 23:0, signed.
pub(super) fn i24(x: &mut Valu<'_, '_>, a: Value) -> Value {
    let up = x.ik(Op::ishl, a, 8);
    x.ik(Op::sshr, up, 8)
}

/// Saturates a 64-bit result to 32 bits.
fn saturate(x: &mut Valu<'_, '_>, v: Value, limits: Limits) -> Value {
    let v = match limits {
        Limits::Signed => x.clamp_signed(v, i32::MIN.into(), i32::MAX.into()),
        Limits::Unsigned => x.ik(Op::umin, v, u32::MAX.into()),
    };
    x.p(Op::lo, &[v])
}

/// Sum or difference without carry.
pub(super) fn sum(x: &mut Valu<'_, '_>, op: Op, limits: Limits, reversed: bool) -> Lifted {
    let (a, b) = (x.src(0)?, x.src(1)?);
    let (a, b) = if reversed { (b, a) } else { (a, b) };
    let v = match (x.clamp, limits) {
        (false, _) => x.i2(op, a, b),
        (true, Limits::Signed) => {
            let (a, b) = (x.sext(a, Width::B64), x.sext(b, Width::B64));
            let v = x.i2(op, a, b);
            saturate(x, v, limits)
        }
        (true, Limits::Unsigned) => {
            let v = x.i2(op, a, b);
            let (out, limit) = match op {
                Op::iadd => (x.i2(Op::ult, v, a), u64::MAX),
                _ => (x.i2(Op::ult, a, b), 0),
            };
            x.select_k(out, limit, v)
        }
    };
    x.put_clamped(v)
}

/// Product of 24-bit numbers, plus a 32-bit addend where there is one.
pub(super) fn mul24(x: &mut Valu<'_, '_>, signed: bool, addend: Option<usize>) -> Lifted {
    let (a, b) = (x.src(0)?, x.src(1)?);
    let c = match addend {
        Some(n) => Some(x.src(n)?),
        None => None,
    };
    let (a, b) = if signed {
        (i24(x, a), i24(x, b))
    } else {
        (x.ik(Op::iand, a, 0xff_ffff), x.ik(Op::iand, b, 0xff_ffff))
    };
    let limits = if signed { Limits::Signed } else { Limits::Unsigned };
    product_sum(x, a, b, c, limits)
}

/// Product of 16-bit numbers plus a 32-bit addend.
pub(super) fn mad16(x: &mut Valu<'_, '_>, signed: bool) -> Lifted {
    let (a, b) = if signed { (x.src_signed(0)?, x.src_signed(1)?) } else { (x.src(0)?, x.src(1)?) };
    let c = x.src_as(2, Ty::U32)?;
    product_sum(x, a, b, Some(c), if signed { Limits::Signed } else { Limits::Unsigned })
}

fn product_sum(x: &mut Valu<'_, '_>, a: Value, b: Value, c: Option<Value>, limits: Limits) -> Lifted {
    if !x.clamp {
        let mut v = x.i2(Op::imul, a, b);
        if let Some(c) = c {
            v = x.i2(Op::iadd, v, c);
        }
        return x.put_clamped(v);
    }
    let wide = |x: &mut Valu<'_, '_>, v: Value| match limits {
        Limits::Signed => x.sext(v, Width::B64),
        Limits::Unsigned => x.zext(v, Width::B64),
    };
    let (a, b) = (wide(x, a), wide(x, b));
    let mut v = x.i2(Op::imul, a, b);
    if let Some(c) = c {
        let c = wide(x, c);
        v = x.i2(Op::iadd, v, c);
    }
    let v = saturate(x, v, limits);
    x.put_clamped(v)
}

/// As many ones as the low five bits say.
pub(super) fn ones(x: &mut Valu<'_, '_>, width: Value) -> Value {
    let one = x.k32(1);
    let power = x.i2(Op::ishl, one, width);
    x.ik(Op::isub, power, 1)
}

pub(super) fn bfe_u32(x: &mut Valu<'_, '_>, a: Value, offset: Value, width: Value) -> Value {
    let moved = x.i2(Op::ushr, a, offset);
    let mask = ones(x, width);
    x.i2(Op::iand, moved, mask)
}

/// A field that reaches past bit 31 is filled from the sign.
pub(super) fn bfe_i32(x: &mut Valu<'_, '_>, a: Value, offset: Value, width: Value) -> Value {
    let moved = x.i2(Op::sshr, a, offset);
    let zero = x.k32(0);
    // Shift counts are taken modulo 32: this is 32 less the width.
    let by = x.i2(Op::isub, zero, width);
    let up = x.i2(Op::ishl, moved, by);
    let field = x.i2(Op::sshr, up, by);
    let width = x.ik(Op::iand, width, 31);
    let none = x.ik(Op::ieq, width, 0);
    x.select(none, zero, field)
}

/// Low dword of `{high, low}` shifted right by the low five bits.
pub(super) fn align(x: &mut Valu<'_, '_>, high: Value, low: Value, by: Value) -> Value {
    let low = x.i2(Op::ushr, low, by);
    // By 32 less the count in two steps, so that a count of 0 leaves nothing.
    let once = x.ik(Op::ishl, high, 1);
    let rest = x.not(by);
    let high = x.i2(Op::ishl, once, rest);
    x.i2(Op::ior, low, high)
}

/// Bytes of `{high, low}` by selectors 0 to 7, signs by 8 to 11, zero by 12, ones above.
pub(super) fn perm(x: &mut Valu<'_, '_>, high: Value, low: Value, selectors: Value) -> Value {
    let mut result = x.k32(0);
    let known = x.constant(selectors);
    for i in 0..4 {
        let byte = match known {
            Some(bits) => known_byte(x, high, low, (bits >> (8 * i)) as u8),
            None => {
                let selector = x.field(selectors, 8 * i, 8);
                any_byte(x, high, low, selector)
            }
        };
        let placed = if i == 0 { byte } else { x.ik(Op::ishl, byte, (8 * i).into()) };
        result = if i == 0 { placed } else { x.i2(Op::ior, result, placed) };
    }
    result
}

fn known_byte(x: &mut Valu<'_, '_>, high: Value, low: Value, selector: u8) -> Value {
    let n = u32::from(selector);
    match n {
        0..=3 => x.field(low, n * 8, 8),
        4..=7 => x.field(high, (n - 4) * 8, 8),
        8..=11 => {
            let word = if n < 10 { low } else { high };
            let up = if n & 1 == 0 { x.ik(Op::ishl, word, 16) } else { word };
            let sign = x.ik(Op::sshr, up, 31);
            x.ik(Op::iand, sign, 0xff)
        }
        12 => x.k32(0),
        _ => x.k32(0xff),
    }
}

fn any_byte(x: &mut Valu<'_, '_>, high: Value, low: Value, selector: Value) -> Value {
    let bit = |x: &mut Valu<'_, '_>, n: u64| {
        let v = x.ik(Op::iand, selector, n);
        x.ik(Op::ine, v, 0)
    };
    let upper = bit(x, 4);
    let word = x.select(upper, high, low);
    let by = x.ik(Op::iand, selector, 3);
    let by = x.ik(Op::ishl, by, 3);
    let moved = x.i2(Op::ushr, word, by);
    let byte = x.ik(Op::iand, moved, 0xff);
    let (second, odd) = (bit(x, 2), bit(x, 1));
    let word = x.select(second, high, low);
    let raised = x.ik(Op::ishl, word, 16);
    let word = x.select(odd, word, raised);
    let sign = x.ik(Op::sshr, word, 31);
    let sign = x.ik(Op::iand, sign, 0xff);
    let is_byte = x.ik(Op::ult, selector, 8);
    let is_sign = x.ik(Op::ult, selector, 12);
    let is_zero = x.ik(Op::ieq, selector, 12);
    let (zero, ones) = (x.k32(0), x.k32(0xff));
    let v = x.select(is_zero, zero, ones);
    let v = x.select(is_sign, sign, v);
    x.select(is_byte, byte, v)
}

/// Averages of bytes, rounded up where the low bit of the byte of `c` is set.
pub(super) fn lerp_u8(x: &mut Valu<'_, '_>, a: Value, b: Value, c: Value) -> Value {
    let both = x.i2(Op::iand, a, b);
    let differ = x.i2(Op::ixor, a, b);
    let halves = x.ik(Op::iand, differ, 0xfefe_fefe);
    let halves = x.ik(Op::ushr, halves, 1);
    let round = x.ik(Op::iand, c, 0x0101_0101);
    let round = x.i2(Op::iand, differ, round);
    x.twice(Op::iadd, both, halves, round)
}

/// Distance of two numbers.
pub(super) fn distance(x: &mut Valu<'_, '_>, a: Value, b: Value) -> Value {
    let (high, low) = (x.i2(Op::umax, a, b), x.i2(Op::umin, a, b));
    x.i2(Op::isub, high, low)
}

/// Sum of the distances of four bytes; `masked` leaves out those whose reference is zero.
pub(super) fn sad_u8(x: &mut Valu<'_, '_>, a: Value, b: Value, masked: bool) -> Value {
    let mut sum = x.k32(0);
    for i in 0..4 {
        let (a, b) = (x.field(a, 8 * i, 8), x.field(b, 8 * i, 8));
        let mut d = distance(x, a, b);
        if masked {
            let none = x.ik(Op::ieq, b, 0);
            d = x.select_k(none, 0, d);
        }
        sum = x.i2(Op::iadd, sum, d);
    }
    sum
}

/// Sum of the distances of two words.
pub(super) fn sad_u16(x: &mut Valu<'_, '_>, a: Value, b: Value) -> Value {
    let (al, bl) = (x.field(a, 0, 16), x.field(b, 0, 16));
    let low = distance(x, al, bl);
    let (ah, bh) = (x.field(a, 16, 16), x.field(b, 16, 16));
    let high = distance(x, ah, bh);
    x.i2(Op::iadd, low, high)
}

/// Sum with an addend that `clamp` saturates.
fn saturating_sum(x: &mut Valu<'_, '_>, a: Value, c: Value) -> Value {
    let sum = x.i2(Op::iadd, a, c);
    if !x.clamp {
        return sum;
    }
    let carry = x.i2(Op::ult, sum, c);
    x.select_k(carry, u64::MAX, sum)
}

/// A distance added to source 2.
pub(super) fn sad(x: &mut Valu<'_, '_>, f: impl FnOnce(&mut Valu<'_, '_>, Value, Value) -> Value) -> Lifted {
    let (a, b, c) = (x.src_as(0, Ty::B32)?, x.src_as(1, Ty::B32)?, x.src_as(2, Ty::B32)?);
    let d = f(x, a, b);
    let v = saturating_sum(x, d, c);
    x.clamp = false;
    x.put_dword(v)
}

/// The dwords of 64 bits at byte offsets 0 to 3.
fn windows(x: &mut Valu<'_, '_>, v: Value) -> [Value; 4] {
    let (low, high) = x.l.halves(v);
    [0, 1, 2, 3].map(|i: u32| {
        let by = x.k32(i * 8);
        if i == 0 { low } else { align(x, high, low, by) }
    })
}

/// Four distances, each added to 16 bits of source 2.
pub(super) fn quad_sad(x: &mut Valu<'_, '_>, masked: bool) -> Lifted {
    let (a, b, c) = (x.src64(0)?, x.src_as(1, Ty::B32)?, x.src64(2)?);
    let (c_low, c_high) = x.l.halves(c);
    let windows = windows(x, a);
    let mut dwords = [c_low, c_high];
    for (i, dword) in dwords.iter_mut().enumerate() {
        let mut words = [*dword; 2];
        for (n, word) in words.iter_mut().enumerate() {
            let Some(&window) = windows.get(i * 2 + n) else { return Err(mismatch()) };
            let old = x.field(*word, 16 * n as u32, 16);
            let d = sad_u8(x, window, b, masked);
            let sum = x.i2(Op::iadd, d, old);
            *word = if x.clamp { x.ik(Op::umin, sum, 0xffff) } else { sum };
        }
        *dword = super::convert::pack(x, words[0], words[1]);
    }
    x.clamp = false;
    let v = x.p(Op::pack, &dwords);
    x.put64(v)
}

/// `v_mqsad_u32_u8`: four masked distances added to the four dwords of source 2.
pub(super) fn quad_sad_wide(x: &mut Valu<'_, '_>) -> Lifted {
    let (a, b) = (x.src64(0)?, x.src_as(1, Ty::B32)?);
    let source = x.operand(2).ok_or_else(mismatch)?;
    let Some(register) = operands::vgpr(source.code) else {
        return x.refuse("a 128-bit source that is no vector register");
    };
    if x.op_sel != 0 || source.neg || source.abs || x.omod != 0 {
        return x.refuse("modifiers");
    }
    let vdst = x.vdst()?;
    let windows = windows(x, a);
    let mut sums = windows;
    for (n, sum) in (0u32..).zip(sums.iter_mut()) {
        let d = sad_u8(x, *sum, b, true);
        let old = x.l.vgpr(register + n);
        *sum = saturating_sum(x, d, old);
    }
    for (n, sum) in (0u32..).zip(sums) {
        x.write_vgpr(vdst + n, sum);
    }
    Ok(())
}

/// A 64-bit shift by source 0.
pub(super) fn shift64(x: &mut Valu<'_, '_>, op: Op) -> Lifted {
    let (n, v) = (x.src(0)?, x.src64(1)?);
    let v = x.i2(op, v, n);
    x.put64(v)
}

/// Product plus a 64-bit addend, with the bit that leaves the sum.
pub(super) fn mad64(x: &mut Valu<'_, '_>, signed: bool) -> Lifted {
    let (a, b, c) = (x.src(0)?, x.src(1)?, x.src64(2)?);
    let low = x.i2(Op::imul, a, b);
    let high = x.i2(if signed { Op::smulhi } else { Op::umulhi }, a, b);
    let product = x.p(Op::pack, &[low, high]);
    let sum = x.i2(Op::iadd, product, c);
    let out = if signed {
        // Both terms have the sign that the sum has not.
        let (p, q) = (x.i2(Op::ixor, product, sum), x.i2(Op::ixor, c, sum));
        let both = x.i2(Op::iand, p, q);
        x.ik(Op::slt, both, 0)
    } else {
        x.i2(Op::ult, sum, c)
    };
    x.put64(sum)?;
    x.put_mask(out)
}
