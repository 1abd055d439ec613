//! What the atomic operations of memory and LDS compute: pure functions from the old value to the new one.
//!
//! Requires: operands as raw bits. Ensures: the value to store; the value returned to the shader is always the old
//! one as it was in memory. Where the operation happens, and that it is one atomic step, is the caller's part
//! ([`super::guest`], [`super::lds`]). Float operations depend on the wave's float mode and are handed to the
//! caller's [`FloatAtomicMath`].
//!
//! Meanings are those of the column "meaning" of the instruction list (LLVM's gfx1013 opcode list with AMD's
//! descriptions); `csub` is the row of the list of opcodes that PS5 code adds.

/// Integer and bit operations. `old` is the value in memory, `data` the first data operand; `extra` is the second
/// one of the operations that have two.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IntAtomic {
    /// `data`.
    Swap,
    /// `data` if `old == extra`, else `old`. In buffer, global, flat and scalar forms the data registers hold
    /// {data, extra}; in the DS forms data0 is `extra` (compare) and data1 is `data`.
    CmpSwap,
    /// `old + data`.
    Add,
    /// `old - data`.
    Sub,
    /// `data - old`.
    Rsub,
    /// Clamped subtraction: `old - data`, or 0 where that is negative.
    Csub,
    /// Signed minimum.
    Smin,
    /// Unsigned minimum.
    Umin,
    /// Signed maximum.
    Smax,
    /// Unsigned maximum.
    Umax,
    /// `old & data`.
    And,
    /// `old | data`.
    Or,
    /// `old ^ data`.
    Xor,
    /// 0 if `old >= data` (unsigned), else `old + 1`.
    Inc,
    /// `data` if `old` is 0 or above `data` (unsigned), else `old - 1`.
    Dec,
    /// `(old & !data) | extra`: masked or.
    MskOr,
    /// `old - data` if `old >= data` (unsigned), else `old + extra`.
    Wrap,
}

/// Float operations; the meaning is the caller's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FloatAtomic {
    /// Minimum.
    Min,
    /// Maximum.
    Max,
    /// Float compare and swap: `extra` is compared, `data` is stored.
    CmpSwap,
    /// Sum.
    Add,
}

/// Any atomic operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AtomicOp {
    /// Integer and bit operations.
    Int(IntAtomic),
    /// Float operations.
    Float(FloatAtomic),
}

/// Float arithmetic of atomics under the wave's float mode (measured-facts 70 to 72).
pub trait FloatAtomicMath {
    /// The f32 to store, from raw bits.
    fn f32(&self, op: FloatAtomic, old: u32, data: u32, extra: u32) -> u32;
    /// The f64 to store, from raw bits.
    fn f64(&self, op: FloatAtomic, old: u64, data: u64, extra: u64) -> u64;
}

macro_rules! int_atomic {
    ($(#[$doc:meta])* $name:ident, $unsigned:ty) => {
        $(#[$doc])*
        #[must_use]
        pub fn $name(self, old: $unsigned, data: $unsigned, extra: $unsigned) -> $unsigned {
            match self {
                Self::Swap => data,
                Self::CmpSwap => {
                    if old == extra {
                        data
                    } else {
                        old
                    }
                }
                Self::Add => old.wrapping_add(data),
                Self::Sub => old.wrapping_sub(data),
                Self::Rsub => data.wrapping_sub(old),
                Self::Csub => old.saturating_sub(data),
                Self::Smin => old.cast_signed().min(data.cast_signed()).cast_unsigned(),
                Self::Umin => old.min(data),
                Self::Smax => old.cast_signed().max(data.cast_signed()).cast_unsigned(),
                Self::Umax => old.max(data),
                Self::And => old & data,
                Self::Or => old | data,
                Self::Xor => old ^ data,
                Self::Inc => {
                    if old >= data {
                        0
                    } else {
                        old.wrapping_add(1)
                    }
                }
                Self::Dec => {
                    if old == 0 || old > data {
                        data
                    } else {
                        old.wrapping_sub(1)
                    }
                }
                Self::MskOr => (old & !data) | extra,
                Self::Wrap => {
                    if old >= data {
                        old.wrapping_sub(data)
                    } else {
                        old.wrapping_add(extra)
                    }
                }
            }
        }
    };
}

impl IntAtomic {
    /// Whether `extra` takes part.
    #[must_use]
    pub fn has_extra(self) -> bool {
        matches!(self, Self::CmpSwap | Self::MskOr | Self::Wrap)
    }

    int_atomic!(
        /// The 32-bit value to store.
        apply_u32,
        u32
    );
    int_atomic!(
        /// The 64-bit value to store.
        apply_u64,
        u64
    );
}

impl AtomicOp {
    /// Whether `extra` takes part.
    #[must_use]
    pub fn has_extra(self) -> bool {
        match self {
            Self::Int(op) => op.has_extra(),
            Self::Float(op) => op == FloatAtomic::CmpSwap,
        }
    }

    /// The 32-bit value to store.
    #[must_use]
    pub fn apply_u32(self, old: u32, data: u32, extra: u32, math: &impl FloatAtomicMath) -> u32 {
        match self {
            Self::Int(op) => op.apply_u32(old, data, extra),
            Self::Float(op) => math.f32(op, old, data, extra),
        }
    }

    /// The 64-bit value to store.
    #[must_use]
    pub fn apply_u64(self, old: u64, data: u64, extra: u64, math: &impl FloatAtomicMath) -> u64 {
        match self {
            Self::Int(op) => op.apply_u64(old, data, extra),
            Self::Float(op) => math.f64(op, old, data, extra),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{AtomicOp, FloatAtomic, FloatAtomicMath, IntAtomic};

    fn both(op: IntAtomic, old: u32, data: u32, extra: u32, expected: u32) {
        assert_eq!(op.apply_u32(old, data, extra), expected, "{op:?} {old:#x} {data:#x} {extra:#x}");
        // The same at the top of 64 bits: arithmetic on multiples of 2^32 behaves alike except for inc and dec.
        if !matches!(op, IntAtomic::Inc | IntAtomic::Dec) {
            let high = |value: u32| u64::from(value) << 32;
            assert_eq!(op.apply_u64(high(old), high(data), high(extra)), high(expected), "{op:?} 64 bit");
        }
    }

    #[test]
    fn arithmetic_wraps_and_csub_clamps() {
        both(IntAtomic::Add, u32::MAX, 2, 0, 1);
        both(IntAtomic::Sub, 1, 2, 0, u32::MAX);
        both(IntAtomic::Rsub, 1, 3, 0, 2);
        both(IntAtomic::Csub, 1, 2, 0, 0);
        both(IntAtomic::Csub, 5, 2, 0, 3);
    }

    #[test]
    fn minimum_and_maximum_know_their_signedness() {
        both(IntAtomic::Smin, 1, 0xffff_ffff, 0, 0xffff_ffff);
        both(IntAtomic::Umin, 1, 0xffff_ffff, 0, 1);
        both(IntAtomic::Smax, 1, 0x8000_0000, 0, 1);
        both(IntAtomic::Umax, 1, 0x8000_0000, 0, 0x8000_0000);
    }

    #[test]
    fn bits_swap_and_compare() {
        both(IntAtomic::And, 0b1100, 0b1010, 0, 0b1000);
        both(IntAtomic::Or, 0b1100, 0b1010, 0, 0b1110);
        both(IntAtomic::Xor, 0b1100, 0b1010, 0, 0b0110);
        both(IntAtomic::MskOr, 0xffff_00ff, 0x00ff_00ff, 0x1200, 0xff00_1200);
        both(IntAtomic::Swap, 1, 2, 3, 2);
        both(IntAtomic::CmpSwap, 1, 2, 1, 2);
        both(IntAtomic::CmpSwap, 1, 2, 3, 1);
    }

    #[test]
    fn increment_and_decrement_wrap_at_their_limit() {
        for (old, data, inc, dec) in [
            (0u32, 0u32, 0, 0),
            (0, 5, 1, 5),
            (4, 5, 5, 3),
            (5, 5, 0, 4),
            (6, 5, 0, 5),
            (u32::MAX, u32::MAX, 0, u32::MAX - 1),
        ] {
            both(IntAtomic::Inc, old, data, 0, inc);
            both(IntAtomic::Dec, old, data, 0, dec);
        }
        assert_eq!(IntAtomic::Inc.apply_u64(0xffff_ffff, u64::MAX, 0), 0x1_0000_0000);
        assert_eq!(IntAtomic::Dec.apply_u64(0x1_0000_0000, u64::MAX, 0), 0xffff_ffff);
        assert_eq!(IntAtomic::Inc.apply_u64(u64::MAX, u64::MAX, 0), 0);
    }

    #[test]
    fn wrap_subtracts_or_adds() {
        both(IntAtomic::Wrap, 7, 5, 100, 2);
        both(IntAtomic::Wrap, 5, 5, 100, 0);
        both(IntAtomic::Wrap, 4, 5, 100, 104);
    }

    #[test]
    fn float_operations_go_to_the_caller() {
        struct Math;
        impl FloatAtomicMath for Math {
            fn f32(&self, op: FloatAtomic, old: u32, data: u32, extra: u32) -> u32 {
                assert_eq!(op, FloatAtomic::CmpSwap);
                old + data + extra
            }
            fn f64(&self, op: FloatAtomic, old: u64, data: u64, extra: u64) -> u64 {
                assert_eq!(op, FloatAtomic::Add);
                old * data * extra
            }
        }
        assert_eq!(AtomicOp::Float(FloatAtomic::CmpSwap).apply_u32(1, 2, 3, &Math), 6);
        assert_eq!(AtomicOp::Float(FloatAtomic::Add).apply_u64(5, 2, 3, &Math), 30);
        assert_eq!(AtomicOp::Int(IntAtomic::Add).apply_u32(1, 2, 3, &Math), 3);
    }
}
