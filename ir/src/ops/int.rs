//! Integer, bit and selection ops. Arithmetic wraps; shift counts are taken modulo the width.

use super::{Op, group};
use crate::types::Width;

group! {
    iadd(T, T) -> (T) None Pure + commutes "Sum.";
    isub(T, T) -> (T) None Pure "Difference.";
    imul(T, T) -> (T) None Pure + commutes "Low half of the product.";
    udiv(T, T) -> (T) None Pure "Unsigned quotient; all ones where the divisor is zero.";
    urem(T, T) -> (T) None Pure "Unsigned remainder; all ones where the divisor is zero.";
    umulhi(T, T) -> (T) None Pure + commutes "High half of the unsigned product.";
    smulhi(T, T) -> (T) None Pure + commutes "High half of the signed product.";
    iand(T, T) -> (T) None Pure + commutes "Bits set in both.";
    ior(T, T) -> (T) None Pure + commutes "Bits set in one or both.";
    ixor(T, T) -> (T) None Pure + commutes "Bits set in one.";
    inot(T) -> (T) None Pure "All bits inverted.";
    ishl(T, B32) -> (T) None Pure "Shift left.";
    ushr(T, B32) -> (T) None Pure "Shift right, zeros come in.";
    sshr(T, B32) -> (T) None Pure "Shift right, the sign comes in.";
    umin(T, T) -> (T) None Pure + commutes "Unsigned minimum.";
    umax(T, T) -> (T) None Pure + commutes "Unsigned maximum.";
    smin(T, T) -> (T) None Pure + commutes "Signed minimum.";
    smax(T, T) -> (T) None Pure + commutes "Signed maximum.";
    popcnt(T) -> (B32) None Pure "Number of ones.";
    bitrev(T) -> (T) None Pure "Bits in reversed order.";
    find_lsb(T) -> (B32) None Pure "Number of the lowest one; all ones where there is none.";
    find_umsb(T) -> (B32) None Pure "Number of the highest one; all ones where there is none.";
    find_smsb(T) -> (B32) None Pure "Number of the highest bit that differs from the sign; all ones where there is none.";
    ieq(T, T) -> (B1) None Pure + commutes "Equal.";
    ine(T, T) -> (B1) None Pure + commutes "Not equal.";
    ult(T, T) -> (B1) None Pure "Unsigned less.";
    ule(T, T) -> (B1) None Pure "Unsigned less or equal.";
    slt(T, T) -> (B1) None Pure "Signed less.";
    sle(T, T) -> (B1) None Pure "Signed less or equal.";
    select(B1, T, T) -> (T) None Pure "The second operand where the first is true, else the third.";
    zext(T) -> (Attr) Width Pure "Widened with zeros.";
    sext(T) -> (Attr) Width Pure "Widened with the sign.";
    trunc(T) -> (Attr) Width Pure "Low bits.";
    pack(T, T) -> (Double) None Pure "Low half, high half.";
    lo(T) -> (Half) None Pure "Low half.";
    hi(T) -> (Half) None Pure "High half.";
    splat(T) -> (T:L) None Pure "The uniform value in every lane.";
    unknown() -> (Attr) Type Pure "Bits that nobody knows: what a register holds before anything wrote it.";
}

/// Sign extension of a value of `width`.
fn signed(value: u64, width: Width) -> i64 {
    let shift = 64 - width.bits();
    (value << shift).cast_signed() >> shift
}

/// Value of a pure integer op. `width` is T, `to` the result's width. `None` for ops of other groups, for ops whose
/// value is not determined, and where operands are missing.
pub fn eval_int(op: Op, width: Width, to: Width, args: &[u64]) -> Option<u64> {
    let bits = width.bits();
    let arg = |i: usize| args.get(i).copied();
    let a = arg(0)?;
    let un = |f: &dyn Fn(u64) -> u64| Some(f(a));
    let bin = |f: &dyn Fn(u64, u64) -> u64| Some(f(a, arg(1)?));
    let sbin =
        |f: &dyn Fn(i64, i64) -> i64| Some(f(signed(a, width), signed(arg(1)?, width)).cast_unsigned());
    let cmp = |f: &dyn Fn(u64, u64) -> bool| Some(u64::from(f(a, arg(1)?)));
    let scmp = |f: &dyn Fn(i64, i64) -> bool| Some(u64::from(f(signed(a, width), signed(arg(1)?, width))));
    let or_none = |found: bool, n: u32| if found { u64::from(n) } else { 0xffff_ffff };
    let value = match op {
        Op::iadd => bin(&|a, b| a.wrapping_add(b))?,
        Op::isub => bin(&|a, b| a.wrapping_sub(b))?,
        Op::imul => bin(&|a, b| a.wrapping_mul(b))?,
        Op::udiv => bin(&|a, b| a.checked_div(b).unwrap_or(u64::MAX))?,
        Op::urem => bin(&|a, b| a.checked_rem(b).unwrap_or(u64::MAX))?,
        Op::umulhi => bin(&|a, b| ((u128::from(a) * u128::from(b)) >> bits) as u64)?,
        Op::smulhi => sbin(&|a, b| ((i128::from(a) * i128::from(b)) >> bits) as i64)?,
        Op::iand => bin(&|a, b| a & b)?,
        Op::ior => bin(&|a, b| a | b)?,
        Op::ixor => bin(&|a, b| a ^ b)?,
        Op::inot => un(&|a| !a)?,
        Op::ishl => bin(&|a, n| a << (n & u64::from(bits - 1)))?,
        Op::ushr => bin(&|a, n| a >> (n & u64::from(bits - 1)))?,
        Op::sshr => bin(&|a, n| (signed(a, width) >> (n & u64::from(bits - 1))).cast_unsigned())?,
        Op::umin => bin(&|a, b| a.min(b))?,
        Op::umax => bin(&|a, b| a.max(b))?,
        Op::smin => sbin(&|a, b| a.min(b))?,
        Op::smax => sbin(&|a, b| a.max(b))?,
        Op::popcnt => un(&|a| u64::from(a.count_ones()))?,
        Op::bitrev => un(&|a| a.reverse_bits() >> (64 - bits))?,
        Op::find_lsb => or_none(a != 0, a.trailing_zeros()),
        Op::find_umsb => or_none(a != 0, 63 - a.leading_zeros().min(63)),
        Op::find_smsb => {
            let s = signed(a, width);
            let y = (s ^ s >> 63).cast_unsigned();
            or_none(y != 0, 63 - y.leading_zeros().min(63))
        }
        Op::ieq => cmp(&|a, b| a == b)?,
        Op::ine => cmp(&|a, b| a != b)?,
        Op::ult => cmp(&|a, b| a < b)?,
        Op::ule => cmp(&|a, b| a <= b)?,
        Op::slt => scmp(&|a, b| a < b)?,
        Op::sle => scmp(&|a, b| a <= b)?,
        Op::select => {
            if a & 1 != 0 {
                arg(1)?
            } else {
                arg(2)?
            }
        }
        Op::zext | Op::trunc | Op::splat | Op::lo => a,
        Op::sext => signed(a, width).cast_unsigned(),
        Op::pack => bin(&|low, high| low | high.checked_shl(bits).unwrap_or(0))?,
        Op::hi => a >> (bits / 2),
        _ => return None,
    };
    Some(value & to.mask())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shift_counts_are_taken_modulo_the_width() {
        assert_eq!(eval_int(Op::ishl, Width::B32, Width::B32, &[1, 33]), Some(2));
        assert_eq!(eval_int(Op::sshr, Width::B16, Width::B16, &[0x8000, 15]), Some(0xffff));
    }

    #[test]
    fn high_halves_of_products() {
        let (a, b) = (0xffff_fff0u32, 0x8000_0001u32);
        let unsigned = (u64::from(a) * u64::from(b)) >> 32;
        let signed = ((i64::from(a.cast_signed()) * i64::from(b.cast_signed())) >> 32) as u32;
        let args = [u64::from(a), u64::from(b)];
        assert_eq!(eval_int(Op::umulhi, Width::B32, Width::B32, &args), Some(unsigned));
        assert_eq!(eval_int(Op::smulhi, Width::B32, Width::B32, &args), Some(u64::from(signed)));
    }

    #[test]
    fn searches_of_nothing_give_all_ones() {
        for op in [Op::find_lsb, Op::find_umsb, Op::find_smsb] {
            assert_eq!(eval_int(op, Width::B64, Width::B32, &[0]), Some(0xffff_ffff));
        }
        assert_eq!(eval_int(Op::find_smsb, Width::B32, Width::B32, &[0xffff_ffff]), Some(0xffff_ffff));
        assert_eq!(eval_int(Op::find_smsb, Width::B32, Width::B32, &[0xffff_fffe]), Some(0));
    }
}
