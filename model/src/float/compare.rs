//! Float compares and classes.
//!
//! Requires: operand bits after source modifiers. Ensures: the lane's bit; signalling rules (exceptions) are
//! not modelled. Denormal inputs of compares are flushed by bit 0 of their field (measured-facts 20, 23, 45,
//! 60), classes read the original bits (60).

use super::env::FloatMode;
use super::generic::order_key;
use super::soft::{F16, F32, F64, Format};

/// The sixteen predicates, in opcode order (`v_cmp_f` is 0, `v_cmp_tru` is 15).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Predicate {
    /// Never.
    F,
    /// Less.
    Lt,
    /// Equal.
    Eq,
    /// Less or equal.
    Le,
    /// Greater.
    Gt,
    /// Less or greater (ordered, not equal).
    Lg,
    /// Greater or equal.
    Ge,
    /// Ordered: no NaN.
    O,
    /// Unordered: a NaN.
    U,
    /// Not greater or equal.
    Nge,
    /// Not less or greater.
    Nlg,
    /// Not greater.
    Ngt,
    /// Not less or equal.
    Nle,
    /// Not equal.
    Neq,
    /// Not less.
    Nlt,
    /// Always.
    Tru,
}

impl Predicate {
    /// The predicate of the low four opcode bits.
    pub const fn from_code(code: u8) -> Self {
        use Predicate::*;
        [F, Lt, Eq, Le, Gt, Lg, Ge, O, U, Nge, Nlg, Ngt, Nle, Neq, Nlt, Tru][(code & 15) as usize]
    }

    /// Whether a relation (1 less, 2 equal, 4 greater, 8 unordered) satisfies the predicate: the opcode order is
    /// the set of relations written as a mask.
    #[inline]
    const fn holds(self, relation: u8) -> bool {
        self as u8 & relation != 0
    }
}

#[inline]
fn compare(f: Format, keep: bool, p: Predicate, a: u64, b: u64) -> bool {
    let (a, b) = (f.flush(a, keep), f.flush(b, keep));
    let relation = if f.is_nan(a) || f.is_nan(b) {
        8
    } else if f.is_zero(a) && f.is_zero(b) {
        2
    } else {
        match order_key(f, a).cmp(&order_key(f, b)) {
            std::cmp::Ordering::Less => 1,
            std::cmp::Ordering::Equal => 2,
            std::cmp::Ordering::Greater => 4,
        }
    };
    p.holds(relation)
}

/// v_cmp_*_f32, v_cmpx_*_f32 (measured-facts 20, 23).
#[inline]
pub fn cmp_f32(m: FloatMode, p: Predicate, a: u32, b: u32) -> bool {
    compare(F32, m.env32().denorm.keep_in, p, a.into(), b.into())
}

/// v_cmp_*_f16, v_cmpx_*_f16 (measured-facts 45).
#[inline]
pub fn cmp_f16(m: FloatMode, p: Predicate, a: u16, b: u16) -> bool {
    compare(F16, m.env16_64().denorm.keep_in, p, a.into(), b.into())
}

/// v_cmp_*_f64, v_cmpx_*_f64 (measured-facts 60; the mode matrix is `unmeasured`).
#[inline]
pub fn cmp_f64(m: FloatMode, p: Predicate, a: u64, b: u64) -> bool {
    compare(F64, m.env16_64().denorm.keep_in, p, a, b)
}

/// Class number of `bits`: 0 signalling NaN, 1 quiet NaN, 2 -inf, 3 -normal, 4 -denormal, 5 -0, 6 +0,
/// 7 +denormal, 8 +normal, 9 +inf (ISA).
fn class(f: Format, bits: u64) -> u32 {
    if f.is_nan(bits) {
        return u32::from(!f.is_snan(bits));
    }
    let size = if f.is_zero(bits) {
        0
    } else if f.is_denormal(bits) {
        1
    } else if f.is_inf(bits) {
        3
    } else {
        2
    };
    if f.negative(bits) { 5 - size } else { 6 + size }
}

/// v_cmp_class_f32: whether the class of `a` is in `mask`.
#[inline]
pub fn class_f32(a: u32, mask: u32) -> bool {
    mask >> class(F32, a.into()) & 1 != 0
}

/// v_cmp_class_f16.
#[inline]
pub fn class_f16(a: u16, mask: u32) -> bool {
    mask >> class(F16, a.into()) & 1 != 0
}

/// v_cmp_class_f64.
#[inline]
pub fn class_f64(a: u64, mask: u32) -> bool {
    mask >> class(F64, a) & 1 != 0
}
