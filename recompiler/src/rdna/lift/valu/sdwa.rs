//! Sub-dword addressing.
//!
//! Facts: RDNA 1 ISA guide chapters 6 and 13: selects 0 to 3 bytes, 4 and 5 words, 6 the dword; unused bits 0 zero, 1 sign,
//! 2 kept.

use super::Valu;
use ir::{Op, Value};

/// Where a result goes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub sel: u8,
    pub unused: u8,
}

/// Shift and width of a part.
fn bits(sel: u8) -> (u32, u32) {
    match sel {
        0..=3 => (u32::from(sel) * 8, 8),
        4 | 5 => (u32::from(sel - 4) * 16, 16),
        _ => (0, 32),
    }
}

/// A part of a dword, extended to 32 bits.
pub(super) fn part(x: &mut Valu<'_, '_>, value: Value, sel: u8, sext: bool) -> Value {
    let (shift, width) = bits(sel);
    if width == 32 {
        return value;
    }
    if !sext {
        return x.field(value, shift, width);
    }
    let up = 32 - width - shift;
    let value = if up == 0 { value } else { x.ik(Op::ishl, value, up.into()) };
    x.ik(Op::sshr, value, (32 - width).into())
}

impl Place {
    /// The dword that the destination holds afterwards.
    pub fn merge(self, x: &mut Valu<'_, '_>, old: Value, value: Value) -> Value {
        let (shift, width) = bits(self.sel);
        if width == 32 {
            return value;
        }
        let mask = u64::MAX >> (64 - width);
        if self.unused == 1 {
            let up = x.ik(Op::ishl, value, (32 - width).into());
            let extended = x.ik(Op::sshr, up, (32 - width).into());
            return if shift == 0 { extended } else { x.ik(Op::ishl, extended, shift.into()) };
        }
        let low = x.ik(Op::iand, value, mask);
        let placed = if shift == 0 { low } else { x.ik(Op::ishl, low, shift.into()) };
        if self.unused == 0 {
            return placed;
        }
        let kept = x.ik(Op::iand, old, !(mask << shift));
        x.i2(Op::ior, kept, placed)
    }
}
