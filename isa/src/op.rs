//! The opcode of a decoded instruction: a family and its member.

use crate::row::{Family, Row};
use crate::table::{
    Ds, Exp, Flat, Global, Mimg, Mtbuf, Mubuf, Scratch, Smem, Sop1, Sop2, Sopc, Sopk, Sopp, Vintrp, Vop1,
    Vop2, Vop3, Vop3p, Vopc,
};

macro_rules! families {
    ($($variant:ident = $fam:ident),* $(,)?) => {
        /// An instruction of gfx10.1: every match on it, or on a family's own enum, is exhaustive.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
        #[allow(missing_docs, reason = "one variant a family")]
        pub enum Op { $( $variant($variant), )* }

        impl Op {
            /// The row of the instruction.
            #[inline]
            pub const fn row(self) -> &'static Row {
                match self { $( Op::$variant(op) => op.row(), )* }
            }

            /// The instruction with this number in a family's encoding. VOP3 numbers of short instructions are
            /// resolved by [`Op::from_vop3_number`].
            pub fn from_number(family: Family, number: u16) -> Option<Op> {
                match family { $( Family::$fam => $variant::from_number(number).map(Op::$variant), )* }
            }

            /// All instructions, family by family in table order.
            pub fn all() -> impl Iterator<Item = Op> {
                std::iter::empty()$( .chain($variant::ALL.iter().map(|&op| Op::$variant(op))) )*
            }
        }
        $( impl From<$variant> for Op { fn from(op: $variant) -> Op { Op::$variant(op) } } )*
    };
}
families! {
    Sop1 = SOP1, Sop2 = SOP2, Sopc = SOPC, Sopk = SOPK, Sopp = SOPP, Smem = SMEM, Vop1 = VOP1, Vop2 = VOP2, Vopc = VOPC,
    Vop3 = VOP3, Vop3p = VOP3P, Vintrp = VINTRP, Ds = DS, Flat = FLAT, Global = GLOBAL, Scratch = SCRATCH, Mubuf = MUBUF,
    Mtbuf = MTBUF, Mimg = MIMG, Exp = EXP,
}

impl Op {
    /// The instruction with this 10-bit number in the VOP3 encoding, short instructions included.
    pub fn from_vop3_number(number: u16) -> Option<Op> {
        if let Some(op) = Vop3::from_number(number) {
            return Some(Op::Vop3(op));
        }
        [Family::VOPC, Family::VOP2, Family::VOP1, Family::VINTRP].into_iter().find_map(|family| {
            let op = Op::from_number(family, number.checked_sub(family.vop3_base()?)?)?;
            (op.row().vop3_number() == Some(number)).then_some(op)
        })
    }

    /// LLVM's mnemonic without an encoding suffix.
    pub const fn name(self) -> &'static str {
        self.row().name
    }

    /// The family.
    pub const fn family(self) -> Family {
        self.row().family
    }
}
