//! What each DS instruction does: one exhaustive match.
//!
//! Facts: the doc sentences of the rows in `isa::table`.

use super::access::{Kind, Load, Store};
use crate::memory::atomic::AtomicOp::{self, Float, Int};
use crate::memory::atomic::{FloatAtomic as F, IntAtomic as I};
use isa::table::Ds as O;

/// The two places of an instruction with two offsets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Pair {
    /// 64 bits each rather than 32.
    pub wide: bool,
    /// Offsets count 64 elements rather than one.
    pub st64: bool,
}

/// What a DS instruction does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ds {
    /// Nothing.
    Nothing,
    /// Not known or not modelled, and why.
    Refused(&'static str),
    /// One access; whether an atomic's old value is returned.
    One(Kind, bool),
    /// One access at an address made from M0 and the lane's number.
    AddTid(Kind),
    /// Two loads.
    Read2(Pair),
    /// Two stores.
    Write2(Pair),
    /// Two exchanges.
    Exchange2(Pair),
    /// `ds_condxchg32_rtn_b64`.
    ConditionalExchange,
    /// Adds (or subtracts) the number of active lanes.
    Append(bool),
    /// An atomic whose operand is in LDS, or a copy.
    Src2(Option<AtomicOp>),
    /// Lanes push.
    Permute,
    /// Lanes pull.
    Bpermute,
    /// Lanes exchange by a fixed pattern.
    Swizzle,
}

use Ds as W;

const LOAD_DWORD: Kind = Kind::Load(Load::Dwords(1));
const STORE_DWORD: Kind = Kind::Store(Store::Dwords(1));

fn load(dwords: u32) -> Ds {
    W::One(Kind::Load(Load::Dwords(dwords)), true)
}

fn store(dwords: u32) -> Ds {
    W::One(Kind::Store(Store::Dwords(dwords)), false)
}

fn atomic(op: AtomicOp, wide: bool, returns: bool) -> Ds {
    W::One(Kind::Atomic { op, wide }, returns)
}

fn pair(wide: bool, st64: bool) -> Pair {
    Pair { wide, st64 }
}

pub(super) fn kind(op: O) -> Ds {
    match op {
        O::ds_add_u32 => atomic(Int(I::Add), false, false),
        O::ds_sub_u32 => atomic(Int(I::Sub), false, false),
        O::ds_rsub_u32 => atomic(Int(I::Rsub), false, false),
        O::ds_inc_u32 => atomic(Int(I::Inc), false, false),
        O::ds_dec_u32 => atomic(Int(I::Dec), false, false),
        O::ds_min_i32 => atomic(Int(I::Smin), false, false),
        O::ds_max_i32 => atomic(Int(I::Smax), false, false),
        O::ds_min_u32 => atomic(Int(I::Umin), false, false),
        O::ds_max_u32 => atomic(Int(I::Umax), false, false),
        O::ds_and_b32 => atomic(Int(I::And), false, false),
        O::ds_or_b32 => atomic(Int(I::Or), false, false),
        O::ds_xor_b32 => atomic(Int(I::Xor), false, false),
        O::ds_mskor_b32 => atomic(Int(I::MskOr), false, false),
        O::ds_write_b32 => store(1),
        O::ds_write2_b32 => W::Write2(pair(false, false)),
        O::ds_write2st64_b32 => W::Write2(pair(false, true)),
        O::ds_cmpst_b32 => atomic(Int(I::CmpSwap), false, false),
        O::ds_cmpst_f32 => atomic(Float(F::CmpSwap), false, false),
        O::ds_min_f32 => atomic(Float(F::Min), false, false),
        O::ds_max_f32 => atomic(Float(F::Max), false, false),
        O::ds_nop => W::Nothing,
        O::ds_add_f32 => atomic(Float(F::Add), false, false),
        O::ds_write_b8 => W::One(Kind::Store(Store::Byte { high: false }), false),
        O::ds_write_b16 => W::One(Kind::Store(Store::Short { high: false }), false),
        O::ds_add_rtn_u32 => atomic(Int(I::Add), false, true),
        O::ds_sub_rtn_u32 => atomic(Int(I::Sub), false, true),
        O::ds_rsub_rtn_u32 => atomic(Int(I::Rsub), false, true),
        O::ds_inc_rtn_u32 => atomic(Int(I::Inc), false, true),
        O::ds_dec_rtn_u32 => atomic(Int(I::Dec), false, true),
        O::ds_min_rtn_i32 => atomic(Int(I::Smin), false, true),
        O::ds_max_rtn_i32 => atomic(Int(I::Smax), false, true),
        O::ds_min_rtn_u32 => atomic(Int(I::Umin), false, true),
        O::ds_max_rtn_u32 => atomic(Int(I::Umax), false, true),
        O::ds_and_rtn_b32 => atomic(Int(I::And), false, true),
        O::ds_or_rtn_b32 => atomic(Int(I::Or), false, true),
        O::ds_xor_rtn_b32 => atomic(Int(I::Xor), false, true),
        O::ds_mskor_rtn_b32 => atomic(Int(I::MskOr), false, true),
        O::ds_wrxchg_rtn_b32 => atomic(Int(I::Swap), false, true),
        O::ds_wrxchg2_rtn_b32 => W::Exchange2(pair(false, false)),
        O::ds_wrxchg2st64_rtn_b32 => W::Exchange2(pair(false, true)),
        O::ds_cmpst_rtn_b32 => atomic(Int(I::CmpSwap), false, true),
        O::ds_cmpst_rtn_f32 => atomic(Float(F::CmpSwap), false, true),
        O::ds_min_rtn_f32 => atomic(Float(F::Min), false, true),
        O::ds_max_rtn_f32 => atomic(Float(F::Max), false, true),
        O::ds_wrap_rtn_b32 => atomic(Int(I::Wrap), false, true),
        O::ds_swizzle_b32 => W::Swizzle,
        O::ds_read_b32 => load(1),
        O::ds_read2_b32 => W::Read2(pair(false, false)),
        O::ds_read2st64_b32 => W::Read2(pair(false, true)),
        O::ds_read_i8 => W::One(Kind::Load(Load::Byte { signed: true }), true),
        O::ds_read_u8 => W::One(Kind::Load(Load::Byte { signed: false }), true),
        O::ds_read_i16 => W::One(Kind::Load(Load::Short { signed: true }), true),
        O::ds_read_u16 => W::One(Kind::Load(Load::Short { signed: false }), true),
        O::ds_consume => W::Append(false),
        O::ds_append => W::Append(true),
        O::ds_ordered_count => W::Refused("the order of waves is not modelled"),
        O::ds_add_u64 => atomic(Int(I::Add), true, false),
        O::ds_sub_u64 => atomic(Int(I::Sub), true, false),
        O::ds_rsub_u64 => atomic(Int(I::Rsub), true, false),
        O::ds_inc_u64 => atomic(Int(I::Inc), true, false),
        O::ds_dec_u64 => atomic(Int(I::Dec), true, false),
        O::ds_min_i64 => atomic(Int(I::Smin), true, false),
        O::ds_max_i64 => atomic(Int(I::Smax), true, false),
        O::ds_min_u64 => atomic(Int(I::Umin), true, false),
        O::ds_max_u64 => atomic(Int(I::Umax), true, false),
        O::ds_and_b64 => atomic(Int(I::And), true, false),
        O::ds_or_b64 => atomic(Int(I::Or), true, false),
        O::ds_xor_b64 => atomic(Int(I::Xor), true, false),
        O::ds_mskor_b64 => atomic(Int(I::MskOr), true, false),
        O::ds_write_b64 => store(2),
        O::ds_write2_b64 => W::Write2(pair(true, false)),
        O::ds_write2st64_b64 => W::Write2(pair(true, true)),
        O::ds_cmpst_b64 => atomic(Int(I::CmpSwap), true, false),
        O::ds_cmpst_f64 => atomic(Float(F::CmpSwap), true, false),
        O::ds_min_f64 => atomic(Float(F::Min), true, false),
        O::ds_max_f64 => atomic(Float(F::Max), true, false),
        O::ds_add_rtn_f32 => atomic(Float(F::Add), false, true),
        O::ds_add_rtn_u64 => atomic(Int(I::Add), true, true),
        O::ds_sub_rtn_u64 => atomic(Int(I::Sub), true, true),
        O::ds_rsub_rtn_u64 => atomic(Int(I::Rsub), true, true),
        O::ds_inc_rtn_u64 => atomic(Int(I::Inc), true, true),
        O::ds_dec_rtn_u64 => atomic(Int(I::Dec), true, true),
        O::ds_min_rtn_i64 => atomic(Int(I::Smin), true, true),
        O::ds_max_rtn_i64 => atomic(Int(I::Smax), true, true),
        O::ds_min_rtn_u64 => atomic(Int(I::Umin), true, true),
        O::ds_max_rtn_u64 => atomic(Int(I::Umax), true, true),
        O::ds_and_rtn_b64 => atomic(Int(I::And), true, true),
        O::ds_or_rtn_b64 => atomic(Int(I::Or), true, true),
        O::ds_xor_rtn_b64 => atomic(Int(I::Xor), true, true),
        O::ds_mskor_rtn_b64 => atomic(Int(I::MskOr), true, true),
        O::ds_wrxchg_rtn_b64 => atomic(Int(I::Swap), true, true),
        O::ds_wrxchg2_rtn_b64 => W::Exchange2(pair(true, false)),
        O::ds_wrxchg2st64_rtn_b64 => W::Exchange2(pair(true, true)),
        O::ds_cmpst_rtn_b64 => atomic(Int(I::CmpSwap), true, true),
        O::ds_cmpst_rtn_f64 => atomic(Float(F::CmpSwap), true, true),
        O::ds_min_rtn_f64 => atomic(Float(F::Min), true, true),
        O::ds_max_rtn_f64 => atomic(Float(F::Max), true, true),
        O::ds_read_b64 => load(2),
        O::ds_read2_b64 => W::Read2(pair(true, false)),
        O::ds_read2st64_b64 => W::Read2(pair(true, true)),
        O::ds_condxchg32_rtn_b64 => W::ConditionalExchange,
        O::ds_add_src2_u32 => W::Src2(Some(Int(I::Add))),
        O::ds_sub_src2_u32 => W::Src2(Some(Int(I::Sub))),
        O::ds_rsub_src2_u32 => W::Src2(Some(Int(I::Rsub))),
        O::ds_inc_src2_u32 => W::Src2(Some(Int(I::Inc))),
        O::ds_dec_src2_u32 => W::Src2(Some(Int(I::Dec))),
        O::ds_min_src2_i32 => W::Src2(Some(Int(I::Smin))),
        O::ds_max_src2_i32 => W::Src2(Some(Int(I::Smax))),
        O::ds_min_src2_u32 => W::Src2(Some(Int(I::Umin))),
        O::ds_max_src2_u32 => W::Src2(Some(Int(I::Umax))),
        O::ds_and_src2_b32 => W::Src2(Some(Int(I::And))),
        O::ds_or_src2_b32 => W::Src2(Some(Int(I::Or))),
        O::ds_xor_src2_b32 => W::Src2(Some(Int(I::Xor))),
        O::ds_write_src2_b32 => W::Src2(None),
        O::ds_min_src2_f32 => W::Src2(Some(Float(F::Min))),
        O::ds_max_src2_f32 => W::Src2(Some(Float(F::Max))),
        O::ds_add_src2_f32 => W::Src2(Some(Float(F::Add))),
        O::ds_write_b8_d16_hi => W::One(Kind::Store(Store::Byte { high: true }), false),
        O::ds_write_b16_d16_hi => W::One(Kind::Store(Store::Short { high: true }), false),
        O::ds_read_u8_d16 => W::One(Kind::Load(Load::ByteD16 { signed: false, high: false }), true),
        O::ds_read_u8_d16_hi => W::One(Kind::Load(Load::ByteD16 { signed: false, high: true }), true),
        O::ds_read_i8_d16 => W::One(Kind::Load(Load::ByteD16 { signed: true, high: false }), true),
        O::ds_read_i8_d16_hi => W::One(Kind::Load(Load::ByteD16 { signed: true, high: true }), true),
        O::ds_read_u16_d16 => W::One(Kind::Load(Load::ShortD16 { high: false }), true),
        O::ds_read_u16_d16_hi => W::One(Kind::Load(Load::ShortD16 { high: true }), true),
        O::ds_write_addtid_b32 => W::AddTid(STORE_DWORD),
        O::ds_read_addtid_b32 => W::AddTid(LOAD_DWORD),
        O::ds_permute_b32 => W::Permute,
        O::ds_bpermute_b32 => W::Bpermute,
        O::ds_write_b96 => store(3),
        O::ds_write_b128 => store(4),
        O::ds_read_b96 => load(3),
        O::ds_read_b128 => load(4),
        O::ds_gws_sema_release_all
        | O::ds_gws_init
        | O::ds_gws_sema_v
        | O::ds_gws_sema_br
        | O::ds_gws_sema_p
        | O::ds_gws_barrier => W::Refused("global wave sync is not modelled"),
        O::ds_add_src2_u64
        | O::ds_sub_src2_u64
        | O::ds_rsub_src2_u64
        | O::ds_inc_src2_u64
        | O::ds_dec_src2_u64
        | O::ds_min_src2_i64
        | O::ds_max_src2_i64
        | O::ds_min_src2_u64
        | O::ds_max_src2_u64
        | O::ds_and_src2_b64
        | O::ds_or_src2_b64
        | O::ds_xor_src2_b64
        | O::ds_write_src2_b64
        | O::ds_min_src2_f64
        | O::ds_max_src2_f64 => W::Refused("the second address of the 64-bit forms is not known"),
    }
}
