//! The instruction tables: one row per instruction, everything else is derived from the rows.
//!
//! Each file here holds the rows of one family as a `rows!` block. A row says the instruction's name (LLVM's
//! spelling), its number in the family's encoding, which operand slots it has and of which type, what it reads and
//! writes implicitly, in which other encodings it exists and on which parts. The enum of the family, the decoder's
//! index, disassembler, encoder, effects and coverage all come from these rows; no other file names an opcode number.
//!
//! # Adding an instruction
//! 1. Do you need it? An opcode belongs here when a gfx10.1 part decodes it, or console code is known to use it.
//! 2. Add one line in the file of its family: `name = number { slot: Type, … } attributes "meaning";`
//!    Slots are written in the order of LLVM's text; a destination that is also read is marked `tied`.
//! 3. `cargo test -p wavewright-isa` tells whether the row shadows another one.
//! 4. The exhaustive matches of `model` now fail to compile: write the meaning there.
//! 5. Add a vector (words and LLVM's text) and a case that executes it.
//!
//! Facts: LLVM 19's tables for gfx1013 (names, numbers, operands), RDNA 1 ISA guide (implicit reads and writes).

mod ds;
mod flat;
mod image;
mod mem;
mod sop;
mod vop1;
mod vop2;
mod vop3;
mod vop3p;
mod vopc;

pub use ds::Ds;
pub use flat::{Flat, Global, Scratch};
pub use image::{Exp, Mimg};
pub use mem::{Mtbuf, Mubuf, Smem};
pub use sop::{Sop1, Sop2, Sopc, Sopk, Sopp};
pub use vop1::{Vintrp, Vop1};
pub use vop2::Vop2;
pub use vop3::Vop3;
pub use vop3p::Vop3p;
pub use vopc::Vopc;

use crate::row::Row;

/// Declares one family: its enum, its rows and the number → row index.
macro_rules! rows {
    (
        $(#[$meta:meta])*
        pub enum $family:ident in $fam:ident {
            $( $name:ident = $number:literal { $($slot:ident : $ty:ident),* $(,)? }
               $($attr:ident ( $($arg:ident)|+ ))* $doc:literal ; )*
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
        #[repr(u8)]
        #[allow(
            non_camel_case_types,
            rustdoc::broken_intra_doc_links,
            rustdoc::invalid_html_tags,
            reason = "variants carry the ISA's own spelling, their meaning has bit ranges in brackets"
        )]
        pub enum $family { $( #[doc = $doc] $name, )* }

        impl $family {
            /// All members of the family in table order.
            pub const ALL: &'static [$family] = &[ $( $family::$name, )* ];
            /// The rows, indexed by the enum's discriminant.
            pub const ROWS: &'static [$crate::row::Row] = &[ $( {
                #[allow(unused_mut, reason = "rows without attributes change nothing")]
                let mut row = $crate::row::Row::new(
                    stringify!($name), $crate::row::Family::$fam, $number,
                    &[ $( $crate::row::Operand {
                        slot: $crate::row::Slot::$slot, ty: $crate::row::Ty::$ty } ),* ],
                    $doc);
                $( row = $crate::table::attr!(row, $attr $($arg)|+); )*
                row
            }, )* ];
            const INDEX: [u8; 1024] = $crate::table::index(Self::ROWS);

            /// The row of this instruction.
            #[inline]
            pub const fn row(self) -> &'static $crate::row::Row { &Self::ROWS[self as usize] }

            /// The instruction with this number in the family's encoding, if there is one.
            #[inline]
            pub fn from_number(number: u16) -> Option<$family> {
                let i = *Self::INDEX.get(usize::from(number))?;
                Self::ALL.get(usize::from(i)).copied()
            }
        }
    };
}
pub(crate) use rows;

/// Applies one attribute of a row.
macro_rules! attr {
    ($row:ident, reads $($arg:ident)|+) => { $row.with_reads($crate::row::Implicit::empty()$(.union($crate::row::Implicit::$arg))+) };
    ($row:ident, writes $($arg:ident)|+) => { $row.with_writes($crate::row::Implicit::empty()$(.union($crate::row::Implicit::$arg))+) };
    ($row:ident, forms $($arg:ident)|+) => { $row.with_forms($crate::row::Forms::empty()$(.union($crate::row::Forms::$arg))+) };
    ($row:ident, on $($arg:ident)|+) => { $row.with_targets($crate::row::Targets::empty()$(.union($crate::row::Targets::$arg))+) };
    ($row:ident, mem $($arg:ident)|+) => { $row.with_memory($($crate::row::Memory::$arg)+) };
    ($row:ident, flags $($arg:ident)|+) => { $row.with_flags($crate::row::Flags::empty()$(.union($crate::row::Flags::$arg))+) };
}
pub(crate) use attr;

/// The number → row index of a family; 255 where no row has the number.
pub(crate) const fn index(rows: &[Row]) -> [u8; 1024] {
    let mut table = [255u8; 1024];
    let mut i = 0;
    while i < rows.len() {
        table[rows[i].number as usize] = i as u8;
        i += 1;
    }
    table
}
