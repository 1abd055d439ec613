//! Reasons of the faults that translated programs record (`fault` in the IR).

/// A return led elsewhere than to its caller.
pub const RETURN: u32 = 1;

/// A jump through registers led to a place that was not foreseen.
pub const JUMP: u32 = 2;

/// The reason as text.
pub fn describe(reason: u32) -> &'static str {
    match reason {
        RETURN => "a return led elsewhere than to its caller",
        JUMP => "a jump through registers led to a place that was not foreseen",
        _ => "unknown reason",
    }
}
