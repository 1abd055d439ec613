//! gfx10 instruction tables, decoder, disassembler and encoder.
//!
//! In: little-endian dwords of console machine code. Out: [`Inst`] values with their opcode, fields and literal, LLVM's
//! text, the registers they touch, and words again. It does not execute, follow branches or know of descriptors.
//! Start at [`table`] (one row an instruction), then [`decode()`].
#![forbid(unsafe_code)]

pub mod access;
mod check;
pub mod coverage;
pub mod decode;
pub mod descriptor;
pub mod effects;
pub mod encode;
pub mod explain;
pub mod fields;
pub mod form;
pub mod generate;
pub mod image;
mod inst;
pub mod make;
mod op;
pub mod program;
pub mod row;
pub mod table;
pub mod text;

pub use decode::{DecodeError, DecodeErrorKind, DecodeOptions, Strictness, decode};
pub use encode::{EncodeError, encode};
pub use fields::Fields;
pub use form::Form;
pub use inst::{Inst, Words};
pub use op::Op;
pub use row::{Family, Row};
pub use text::{branch_target, disasm, disasm_with};
