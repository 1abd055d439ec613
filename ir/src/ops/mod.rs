//! The ops: one row each, from which builder, printer, parser, verifier, reference and folding take what they need.
//!
//! # Adding an op
//! 1. Do you need it? What two or three ops say as well stays two or three ops; a guest's instruction is no reason.
//! 2. Write its row in the file of its group: name, operands, results, attribute, effects, one sentence of meaning.
//! 3. The exhaustive matches that fail to compile are the places that need it: its value (`eval` of the group), emitters.
//! 4. Add a filetest that runs it, and one for each rewrite that knows it.

mod control;
pub mod eval;
mod float;
mod host;
mod int;
mod memory;
mod wave;

pub use eval::{eval_atomic, eval_float, eval_host};
pub use int::eval_int;

use crate::types::{Rate, Type, Width};

/// Width of an operand or result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum W {
    /// The width of all operands marked so; any of `b1` to `b64`.
    T,
    /// Any width of its own.
    Any,
    /// Twice T.
    Double,
    /// Half of T.
    Half,
    /// Given by the attribute.
    Attr,
    /// One bit.
    B1,
    /// 32 bits.
    B32,
    /// 64 bits.
    B64,
}

/// Rate of an operand or result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum R {
    /// Operand: either. Result: lane if an operand is at lane rate.
    Join,
    /// Once per wave.
    U,
    /// Once per lane; a uniform value stands for itself in every lane.
    L,
}

/// Signature of an operand or result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sig {
    /// Width.
    pub width: W,
    /// Rate.
    pub rate: R,
}

/// Which attribute an op carries.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the variants of Attr")]
pub enum AttrKind {
    None,
    Index,
    Float,
    FCmp,
    Width,
    FloatTo,
    Var,
    Type,
    Mem,
    Atomic,
    Jump,
    Branch,
    Switch,
    Regions,
    Cases,
}

/// What an op does besides computing its results.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// Nothing: may be moved, merged and left out.
    Pure,
    /// Computes from other lanes of the wave: nothing else, but it must stay where all of them are.
    Cross,
    /// Reads memory or a variable.
    Read,
    /// Writes memory or a variable, or acts once.
    Write,
    /// Ends a block.
    Terminator,
    /// A structured op with bodies.
    Structured,
}

/// Number of operands and results beyond the fixed ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum More {
    /// None.
    No,
    /// As many values of `Any` width as the access has elements.
    Elements,
    /// Any number of any type.
    Any,
}

/// One op.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OpRow {
    /// Name in text.
    pub name: &'static str,
    /// Fixed operands.
    pub args: &'static [Sig],
    /// Operands behind the fixed ones.
    pub more_args: More,
    /// Fixed results.
    pub results: &'static [Sig],
    /// Results behind the fixed ones.
    pub more_results: More,
    /// Attribute.
    pub attr: AttrKind,
    /// Effect.
    pub effect: Effect,
    /// Operands 0 and 1 may change places.
    pub commutes: bool,
    /// Meaning in a sentence.
    pub doc: &'static str,
}

/// `T`, `B32:U`, …: the signature of an operand.
macro_rules! sig {
    ($w:ident) => {
        $crate::ops::Sig { width: $crate::ops::W::$w, rate: $crate::ops::R::Join }
    };
    ($w:ident : $r:ident) => {
        $crate::ops::Sig { width: $crate::ops::W::$w, rate: $crate::ops::R::$r }
    };
}
pub(crate) use sig;

/// Declares the rows of a group as a constant: the enum [`Op`] is put together from all groups below.
macro_rules! group {
    ($($name:ident ( $($aw:ident $(: $ar:ident)?),* $(; $more:ident)? ) -> ( $($rw:ident $(: $rr:ident)?),* $(; $rmore:ident)? )
        $attr:ident $effect:ident $(+ $commutes:ident)? $doc:literal;)*) => {
        $(
            #[allow(non_upper_case_globals, reason = "one constant an op, named after it")]
            pub(super) const $name: $crate::ops::OpRow = $crate::ops::OpRow {
                name: stringify!($name),
                args: &[ $( $crate::ops::sig!($aw $(: $ar)?) ),* ],
                more_args: $crate::ops::group!(@more $($more)?),
                results: &[ $( $crate::ops::sig!($rw $(: $rr)?) ),* ],
                more_results: $crate::ops::group!(@more $($rmore)?),
                attr: $crate::ops::AttrKind::$attr,
                effect: $crate::ops::Effect::$effect,
                commutes: $crate::ops::group!(@commutes $($commutes)?),
                doc: $doc,
            };
        )*
    };
    (@more) => { $crate::ops::More::No };
    (@more $more:ident) => { $crate::ops::More::$more };
    (@commutes) => { false };
    (@commutes commutes) => { true };
}
pub(crate) use group;

macro_rules! ops {
    ($($group:ident { $($name:ident)* })*) => {
        /// An op. The variants are the rows of the group files, in their spelling.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
        #[repr(u8)]
        #[allow(non_camel_case_types, missing_docs, reason = "named after the rows, which hold the documentation")]
        pub enum Op { $($($name,)*)* }

        impl Op {
            /// All ops.
            pub const ALL: &'static [Op] = &[$($(Op::$name,)*)*];
            const ROWS: &'static [OpRow] = &[$($($group::$name,)*)*];

            /// The op's row.
            #[inline]
            pub const fn row(self) -> &'static OpRow { &Self::ROWS[self as usize] }

            /// The group the op belongs to.
            pub const fn group(self) -> &'static str {
                match self { $( $(Op::$name)|* => stringify!($group), )* }
            }
        }
    };
}
ops! {
    int {
        iadd isub imul udiv urem umulhi smulhi iand ior ixor inot ishl ushr sshr umin umax smin smax popcnt bitrev find_lsb
        find_umsb find_smsb ieq ine ult ule slt sle select zext sext trunc pack lo hi splat unknown
    }
    float {
        fadd fmul ffma fmad ffma_to ffma_scale fmin fmax ffloor fceil ftrunc frndne ffract fsqrt frcp frsq fexp2 flog2 fsin fcos fldexp
        ffrexp_mant ffrexp_exp fcmp fclass fcvt f_to_s f_to_u s_to_f u_to_f
    }
    host {
        hadd hmul hfma hdiv hmin hmax hfloor hceil htrunc hrndne hsqrt hrsq hexp2 hlog2 hsin hcos hldexp hcmp hcvt h_to_s
        h_to_u s_to_h u_to_h
    }
    wave {
        lane_id ballot lanebit any readlane readfirst writelane shuffle wave_id local_index workgroup_id num_workgroups user_data
    }
    memory { load store atomic buffer_size barrier vote_barrier wave_barrier fault get set }
    control { br brif switch ret unreachable if_ loop_ sswitch break_ continue_ yield_ }
}

impl Op {
    /// The op with this name.
    pub fn from_name(name: &str) -> Option<Op> {
        Op::ALL.iter().copied().find(|op| op.row().name == name)
    }

    /// Whether the op may be moved, merged and left out.
    pub const fn is_pure(self) -> bool {
        matches!(self.row().effect, Effect::Pure)
    }

    /// Whether the op ends a block.
    pub const fn is_terminator(self) -> bool {
        matches!(self.row().effect, Effect::Terminator)
    }

    /// The type of a fixed result, from the operands' types and the attribute's width.
    pub fn result_type(self, sig: Sig, args: &[Type], attr: Option<Width>) -> Option<Type> {
        let t = self.row().args.iter().zip(args).find(|(s, _)| s.width == W::T).map(|(_, ty)| ty.width);
        let lane = args.iter().any(|a| a.is_lane());
        Op::type_of(sig, t, lane, attr)
    }

    /// The type of a fixed result, from the width of the operands that are marked `T`, whether an operand is at lane rate, and
    /// the attribute's width.
    #[inline]
    pub(crate) fn type_of(sig: Sig, t: Option<Width>, lane: bool, attr: Option<Width>) -> Option<Type> {
        let width = match sig.width {
            W::T => t?,
            W::Any | W::Attr => attr?,
            W::Double => Width::from_bits(t?.bits() * 2)?,
            W::Half => Width::from_bits(t?.bits() / 2)?,
            W::B1 => Width::B1,
            W::B32 => Width::B32,
            W::B64 => Width::B64,
        };
        let rate = match sig.rate {
            R::U => Rate::Uniform,
            R::L => Rate::Lane,
            R::Join if lane => Rate::Lane,
            R::Join => Rate::Uniform,
        };
        Some(Type { width, rate })
    }
}
