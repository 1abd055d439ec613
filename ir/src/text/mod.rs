//! The text form: [`print()`] writes it, [`parse`] reads it back; `print(parse(x))` is `x` for all that `print` writes.
//!
//! ```text
//! function main ssa wave 64 local [64, 1, 1] lds 256 {
//!     var %s0: u.b32
//!     resource @out written
//! b0:
//!     v0 = lane_id
//!     v1 = ult v0, 0x20:b32
//!     v2 = any v1
//!     brif v2, b1(0x4:b32), b2
//! b1(v3: u.b32):
//!     store buffer(@out).b32 v3, v1, v0 align 4
//!     br b2
//! b2:
//!     ret
//! }
//! ```
//!
//! * One line an instruction: results, `=`, op, operands, attribute. A type is `u.` or `l.` (rate) and a width.
//! * A result's type stands only where it does not follow from the row, or where an operand is defined further down.
//! * Constants stand where they are used, `0x10:b32`.
//! * Values and blocks are numbered in the order in which they stand; a reader takes any numbers.
//! * Bodies of structured ops are nested: `if_ v1 {` `} else {` `}`; `loop_ v1 { |v2: u.b32|`; `sswitch v1 case 1, 2 {`
//!   `} default {` `}`.
//! * `;` begins a comment; `; pc 0x40` is written on request and is not read.

mod lex;
mod names;
mod parse;
mod print;

pub use names::{COMPARISONS, atomic_name, coherence_name, comparison_name, float_env};
pub use parse::{MAX_DEPTH, MAX_TEXT, ParseError, ParseErrorKind, Parsed, parse, parse_all};
pub use print::{Names, PrintOptions, inst_line, print};

use std::fmt;

impl fmt::Display for crate::Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&print(self, PrintOptions::default()))
    }
}

#[cfg(test)]
mod tests;
