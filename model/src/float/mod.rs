//! Bit-exact arithmetic of the gfx1013 VALU: raw bits in, raw bits out.
//!
//! What comes in: [`FloatMode`] (the float part of the MODE register of one wave) and operand bits after
//! source modifiers ([`modifiers`]). What goes out: the bits that the instruction writes before output
//! modifiers; [`modifiers`] then applies omod and clamp.
//!
//! What it does not do: lanes, registers, exceptions (the EXCP bits are not modelled), operand fetch.
//!
//! Where facts come from: "measured-facts N" are entries of the measured-facts index of this project's shared
//! notes (measurements on RDNA1 and RDNA2 parts, none on gfx1013 itself); "ISA" is AMD's published pseudocode;
//! `unmeasured` in a doc comment marks a rule that was chosen by analogy and waits for hardware.
//!
//! Structure: [`mod@env`] decodes MODE, [`soft`] is the generic soft float (exact value, then one rounding), the
//! `arith*` files hold add/mul/fma/min/max and friends with native fast paths for round to nearest even, the
//! others are split by instruction group. Functions are named after the instruction without the `v_` prefix.

pub mod arith16;
pub mod arith32;
pub mod arith64;
pub mod atomic;
pub mod compare;
pub mod convert;
pub mod cube;
pub mod div;
pub mod env;
mod generic;
pub mod mix;
pub mod modifiers;
pub mod soft;
pub mod transcend;

pub use arith16::*;
pub use arith32::*;
pub use arith64::*;
pub use atomic::*;
pub use compare::*;
pub use convert::*;
pub use cube::*;
pub use div::*;
pub use env::{Denorm, Env, FloatMode, Round};
pub use mix::*;
pub use modifiers::*;
pub use transcend::*;

#[cfg(test)]
mod tests;
