//! Reasons of the faults that translated programs record (`fault` in the IR).

/// A return led elsewhere than to its caller.
pub const RETURN: u32 = 1;

/// A jump through registers led to a place that was not foreseen.
pub const JUMP: u32 = 2;

/// A descriptor that is not one of a buffer, or has a reserved destination select.
pub const DESCRIPTOR: u32 = 3;

/// A format code that is no buffer format.
pub const FORMAT: u32 = 4;

/// A store to a buffer format whose meaning is not known.
pub const FORMAT_STORE: u32 = 5;

/// An access over several elements of a swizzled buffer.
pub const SPANS: u32 = 6;

/// A flat access with a constant offset to LDS or scratch.
pub const FLAT_OFFSET: u32 = 7;

/// A flat atomic on scratch.
pub const SCRATCH_ATOMIC: u32 = 8;

/// An atomic that is not aligned to its size.
pub const MISALIGNED: u32 = 9;

/// An LDS operand that another lane of the same instruction writes.
pub const LANE_ORDER: u32 = 10;

/// A scalar register by index that is no ordinary one.
pub const SCALAR_INDEX: u32 = 11;

/// A call through registers led to a function that is not part of the program ("UnlinkedCall", guest-abi 2.7).
pub const UNLINKED_CALL: u32 = 12;

/// An access outside of the lane's scratch.
pub const SCRATCH_RANGE: u32 = 13;

/// A scalar offset to scratch that does not move all lanes by whole dwords.
pub const SCRATCH_OFFSET: u32 = 14;

/// An access to scratch at a computed place that holds a spilled register.
pub const SCRATCH_SPILL: u32 = 15;

/// A register that both halves of the wave share, read and written by both in one instruction: the high half sees what the
/// low one wrote.
pub const SHARED_HALVES: u32 = 16;

/// The reason as text.
pub fn describe(reason: u32) -> &'static str {
    match reason {
        RETURN => "a return led elsewhere than to its caller",
        JUMP => "a jump through registers led to a place that was not foreseen",
        DESCRIPTOR => "a descriptor that buffer instructions cannot use",
        FORMAT => "a code that is no buffer format",
        FORMAT_STORE => "a store to a buffer format whose meaning is not known",
        SPANS => "an access over several elements of a swizzled buffer",
        FLAT_OFFSET => "a flat access with a constant offset to LDS or scratch",
        SCRATCH_ATOMIC => "a flat atomic on scratch",
        MISALIGNED => "an atomic that is not aligned to its size",
        LANE_ORDER => "an operand in LDS that another lane of the same instruction writes",
        SCALAR_INDEX => "a scalar register by index that is no ordinary one",
        UNLINKED_CALL => "a call through registers led to a function that is not part of the program",
        SCRATCH_RANGE => "an access outside of the lane's scratch",
        SCRATCH_OFFSET => "a scalar offset to scratch that does not move all lanes by whole dwords",
        SCRATCH_SPILL => "an access to scratch at a computed place that holds a spilled register",
        SHARED_HALVES => "a register that both halves of a wave share, read and written by both at once",
        _ => "unknown reason",
    }
}
