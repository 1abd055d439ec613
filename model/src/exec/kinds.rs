//! What each vector memory instruction does with memory: one exhaustive match a family.
//!
//! Facts: the doc sentences of the rows in `isa::table`. Old values and data of compare-and-swap stand in the registers
//! {data, comparand}.

use super::access::{Kind, Load, Store};
use crate::memory::atomic::AtomicOp::{self, Float, Int};
use crate::memory::atomic::{FloatAtomic as F, IntAtomic as I};
use isa::table::{Flat, Global, Mtbuf, Mubuf, Scratch};

/// The registers of a formatted access.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Form {
    /// This many components, 32 bits each.
    Full(usize),
    /// This many components, 16 bits each, two a register.
    D16(usize),
    /// One component in the high half of the register.
    D16High,
}

/// What a MUBUF instruction does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Buffer {
    /// Moves raw bits.
    Raw(Kind),
    /// Converts by the descriptor's format.
    Format {
        /// Writes memory.
        store: bool,
        /// Its registers.
        form: Form,
    },
    /// Acts on caches only.
    Cache,
}

/// What an MTBUF instruction does: converts by its own format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Typed {
    /// Writes memory.
    pub store: bool,
    /// Its registers.
    pub form: Form,
}

const LOAD_UBYTE: Kind = Kind::Load(Load::Byte { signed: false });
const LOAD_SBYTE: Kind = Kind::Load(Load::Byte { signed: true });
const LOAD_USHORT: Kind = Kind::Load(Load::Short { signed: false });
const LOAD_SSHORT: Kind = Kind::Load(Load::Short { signed: true });
const STORE_BYTE: Kind = Kind::Store(Store::Byte { high: false });
const STORE_BYTE_HI: Kind = Kind::Store(Store::Byte { high: true });
const STORE_SHORT: Kind = Kind::Store(Store::Short { high: false });
const STORE_SHORT_HI: Kind = Kind::Store(Store::Short { high: true });

fn load(dwords: u32) -> Kind {
    Kind::Load(Load::Dwords(dwords))
}

fn store(dwords: u32) -> Kind {
    Kind::Store(Store::Dwords(dwords))
}

fn byte_d16(signed: bool, high: bool) -> Kind {
    Kind::Load(Load::ByteD16 { signed, high })
}

fn short_d16(high: bool) -> Kind {
    Kind::Load(Load::ShortD16 { high })
}

fn narrow(op: AtomicOp) -> Kind {
    Kind::Atomic { op, wide: false }
}

fn wide(op: AtomicOp) -> Kind {
    Kind::Atomic { op, wide: true }
}

/// FLAT.
pub(super) fn flat(op: Flat) -> Kind {
    use Flat as O;
    match op {
        O::flat_load_ubyte => LOAD_UBYTE,
        O::flat_load_sbyte => LOAD_SBYTE,
        O::flat_load_ushort => LOAD_USHORT,
        O::flat_load_sshort => LOAD_SSHORT,
        O::flat_load_dword => load(1),
        O::flat_load_dwordx2 => load(2),
        O::flat_load_dwordx4 => load(4),
        O::flat_load_dwordx3 => load(3),
        O::flat_store_byte => STORE_BYTE,
        O::flat_store_byte_d16_hi => STORE_BYTE_HI,
        O::flat_store_short => STORE_SHORT,
        O::flat_store_short_d16_hi => STORE_SHORT_HI,
        O::flat_store_dword => store(1),
        O::flat_store_dwordx2 => store(2),
        O::flat_store_dwordx4 => store(4),
        O::flat_store_dwordx3 => store(3),
        O::flat_load_ubyte_d16 => byte_d16(false, false),
        O::flat_load_ubyte_d16_hi => byte_d16(false, true),
        O::flat_load_sbyte_d16 => byte_d16(true, false),
        O::flat_load_sbyte_d16_hi => byte_d16(true, true),
        O::flat_load_short_d16 => short_d16(false),
        O::flat_load_short_d16_hi => short_d16(true),
        O::flat_atomic_swap => narrow(Int(I::Swap)),
        O::flat_atomic_cmpswap => narrow(Int(I::CmpSwap)),
        O::flat_atomic_add => narrow(Int(I::Add)),
        O::flat_atomic_sub => narrow(Int(I::Sub)),
        O::flat_atomic_smin => narrow(Int(I::Smin)),
        O::flat_atomic_umin => narrow(Int(I::Umin)),
        O::flat_atomic_smax => narrow(Int(I::Smax)),
        O::flat_atomic_umax => narrow(Int(I::Umax)),
        O::flat_atomic_and => narrow(Int(I::And)),
        O::flat_atomic_or => narrow(Int(I::Or)),
        O::flat_atomic_xor => narrow(Int(I::Xor)),
        O::flat_atomic_inc => narrow(Int(I::Inc)),
        O::flat_atomic_dec => narrow(Int(I::Dec)),
        O::flat_atomic_fcmpswap => narrow(Float(F::CmpSwap)),
        O::flat_atomic_fmin => narrow(Float(F::Min)),
        O::flat_atomic_fmax => narrow(Float(F::Max)),
        O::flat_atomic_swap_x2 => wide(Int(I::Swap)),
        O::flat_atomic_cmpswap_x2 => wide(Int(I::CmpSwap)),
        O::flat_atomic_add_x2 => wide(Int(I::Add)),
        O::flat_atomic_sub_x2 => wide(Int(I::Sub)),
        O::flat_atomic_smin_x2 => wide(Int(I::Smin)),
        O::flat_atomic_umin_x2 => wide(Int(I::Umin)),
        O::flat_atomic_smax_x2 => wide(Int(I::Smax)),
        O::flat_atomic_umax_x2 => wide(Int(I::Umax)),
        O::flat_atomic_and_x2 => wide(Int(I::And)),
        O::flat_atomic_or_x2 => wide(Int(I::Or)),
        O::flat_atomic_xor_x2 => wide(Int(I::Xor)),
        O::flat_atomic_inc_x2 => wide(Int(I::Inc)),
        O::flat_atomic_dec_x2 => wide(Int(I::Dec)),
        O::flat_atomic_fcmpswap_x2 => wide(Float(F::CmpSwap)),
        O::flat_atomic_fmin_x2 => wide(Float(F::Min)),
        O::flat_atomic_fmax_x2 => wide(Float(F::Max)),
    }
}

/// GLOBAL; the `addtid` forms are those without an address register.
pub(super) fn global(op: Global) -> Kind {
    use Global as O;
    match op {
        O::global_load_ubyte => LOAD_UBYTE,
        O::global_load_sbyte => LOAD_SBYTE,
        O::global_load_ushort => LOAD_USHORT,
        O::global_load_sshort => LOAD_SSHORT,
        O::global_load_dword => load(1),
        O::global_load_dwordx2 => load(2),
        O::global_load_dwordx4 => load(4),
        O::global_load_dwordx3 => load(3),
        O::global_store_byte => STORE_BYTE,
        O::global_store_byte_d16_hi => STORE_BYTE_HI,
        O::global_store_short => STORE_SHORT,
        O::global_store_short_d16_hi => STORE_SHORT_HI,
        O::global_store_dword => store(1),
        O::global_store_dwordx2 => store(2),
        O::global_store_dwordx4 => store(4),
        O::global_store_dwordx3 => store(3),
        O::global_load_ubyte_d16 => byte_d16(false, false),
        O::global_load_ubyte_d16_hi => byte_d16(false, true),
        O::global_load_sbyte_d16 => byte_d16(true, false),
        O::global_load_sbyte_d16_hi => byte_d16(true, true),
        O::global_load_short_d16 => short_d16(false),
        O::global_load_short_d16_hi => short_d16(true),
        O::global_atomic_swap => narrow(Int(I::Swap)),
        O::global_atomic_cmpswap => narrow(Int(I::CmpSwap)),
        O::global_atomic_add => narrow(Int(I::Add)),
        O::global_atomic_sub => narrow(Int(I::Sub)),
        O::global_atomic_smin => narrow(Int(I::Smin)),
        O::global_atomic_umin => narrow(Int(I::Umin)),
        O::global_atomic_smax => narrow(Int(I::Smax)),
        O::global_atomic_umax => narrow(Int(I::Umax)),
        O::global_atomic_and => narrow(Int(I::And)),
        O::global_atomic_or => narrow(Int(I::Or)),
        O::global_atomic_xor => narrow(Int(I::Xor)),
        O::global_atomic_inc => narrow(Int(I::Inc)),
        O::global_atomic_dec => narrow(Int(I::Dec)),
        O::global_atomic_fcmpswap => narrow(Float(F::CmpSwap)),
        O::global_atomic_fmin => narrow(Float(F::Min)),
        O::global_atomic_fmax => narrow(Float(F::Max)),
        O::global_atomic_swap_x2 => wide(Int(I::Swap)),
        O::global_atomic_cmpswap_x2 => wide(Int(I::CmpSwap)),
        O::global_atomic_add_x2 => wide(Int(I::Add)),
        O::global_atomic_sub_x2 => wide(Int(I::Sub)),
        O::global_atomic_smin_x2 => wide(Int(I::Smin)),
        O::global_atomic_umin_x2 => wide(Int(I::Umin)),
        O::global_atomic_smax_x2 => wide(Int(I::Smax)),
        O::global_atomic_umax_x2 => wide(Int(I::Umax)),
        O::global_atomic_and_x2 => wide(Int(I::And)),
        O::global_atomic_or_x2 => wide(Int(I::Or)),
        O::global_atomic_xor_x2 => wide(Int(I::Xor)),
        O::global_atomic_inc_x2 => wide(Int(I::Inc)),
        O::global_atomic_dec_x2 => wide(Int(I::Dec)),
        O::global_atomic_fcmpswap_x2 => wide(Float(F::CmpSwap)),
        O::global_atomic_fmin_x2 => wide(Float(F::Min)),
        O::global_atomic_fmax_x2 => wide(Float(F::Max)),
        O::global_atomic_csub => narrow(Int(I::Csub)),
        O::global_load_dword_addtid => load(1),
        O::global_store_dword_addtid => store(1),
    }
}

/// SCRATCH.
pub(super) fn scratch(op: Scratch) -> Kind {
    use Scratch as O;
    match op {
        O::scratch_load_ubyte => LOAD_UBYTE,
        O::scratch_load_sbyte => LOAD_SBYTE,
        O::scratch_load_ushort => LOAD_USHORT,
        O::scratch_load_sshort => LOAD_SSHORT,
        O::scratch_load_dword => load(1),
        O::scratch_load_dwordx2 => load(2),
        O::scratch_load_dwordx4 => load(4),
        O::scratch_load_dwordx3 => load(3),
        O::scratch_store_byte => STORE_BYTE,
        O::scratch_store_byte_d16_hi => STORE_BYTE_HI,
        O::scratch_store_short => STORE_SHORT,
        O::scratch_store_short_d16_hi => STORE_SHORT_HI,
        O::scratch_store_dword => store(1),
        O::scratch_store_dwordx2 => store(2),
        O::scratch_store_dwordx4 => store(4),
        O::scratch_store_dwordx3 => store(3),
        O::scratch_load_ubyte_d16 => byte_d16(false, false),
        O::scratch_load_ubyte_d16_hi => byte_d16(false, true),
        O::scratch_load_sbyte_d16 => byte_d16(true, false),
        O::scratch_load_sbyte_d16_hi => byte_d16(true, true),
        O::scratch_load_short_d16 => short_d16(false),
        O::scratch_load_short_d16_hi => short_d16(true),
    }
}

/// MUBUF.
pub(super) fn buffer(op: Mubuf) -> Buffer {
    use Mubuf as O;
    match op {
        O::buffer_load_format_x => Buffer::Format { store: false, form: Form::Full(1) },
        O::buffer_load_format_xy => Buffer::Format { store: false, form: Form::Full(2) },
        O::buffer_load_format_xyz => Buffer::Format { store: false, form: Form::Full(3) },
        O::buffer_load_format_xyzw => Buffer::Format { store: false, form: Form::Full(4) },
        O::buffer_store_format_x => Buffer::Format { store: true, form: Form::Full(1) },
        O::buffer_store_format_xy => Buffer::Format { store: true, form: Form::Full(2) },
        O::buffer_store_format_xyz => Buffer::Format { store: true, form: Form::Full(3) },
        O::buffer_store_format_xyzw => Buffer::Format { store: true, form: Form::Full(4) },
        O::buffer_load_ubyte => Buffer::Raw(LOAD_UBYTE),
        O::buffer_load_sbyte => Buffer::Raw(LOAD_SBYTE),
        O::buffer_load_ushort => Buffer::Raw(LOAD_USHORT),
        O::buffer_load_sshort => Buffer::Raw(LOAD_SSHORT),
        O::buffer_load_dword => Buffer::Raw(load(1)),
        O::buffer_load_dwordx2 => Buffer::Raw(load(2)),
        O::buffer_load_dwordx4 => Buffer::Raw(load(4)),
        O::buffer_load_dwordx3 => Buffer::Raw(load(3)),
        O::buffer_store_byte => Buffer::Raw(STORE_BYTE),
        O::buffer_store_byte_d16_hi => Buffer::Raw(STORE_BYTE_HI),
        O::buffer_store_short => Buffer::Raw(STORE_SHORT),
        O::buffer_store_short_d16_hi => Buffer::Raw(STORE_SHORT_HI),
        O::buffer_store_dword => Buffer::Raw(store(1)),
        O::buffer_store_dwordx2 => Buffer::Raw(store(2)),
        O::buffer_store_dwordx4 => Buffer::Raw(store(4)),
        O::buffer_store_dwordx3 => Buffer::Raw(store(3)),
        O::buffer_load_ubyte_d16 => Buffer::Raw(byte_d16(false, false)),
        O::buffer_load_ubyte_d16_hi => Buffer::Raw(byte_d16(false, true)),
        O::buffer_load_sbyte_d16 => Buffer::Raw(byte_d16(true, false)),
        O::buffer_load_sbyte_d16_hi => Buffer::Raw(byte_d16(true, true)),
        O::buffer_load_short_d16 => Buffer::Raw(short_d16(false)),
        O::buffer_load_short_d16_hi => Buffer::Raw(short_d16(true)),
        O::buffer_load_format_d16_hi_x => Buffer::Format { store: false, form: Form::D16High },
        O::buffer_store_format_d16_hi_x => Buffer::Format { store: true, form: Form::D16High },
        O::buffer_atomic_swap => Buffer::Raw(narrow(Int(I::Swap))),
        O::buffer_atomic_cmpswap => Buffer::Raw(narrow(Int(I::CmpSwap))),
        O::buffer_atomic_add => Buffer::Raw(narrow(Int(I::Add))),
        O::buffer_atomic_sub => Buffer::Raw(narrow(Int(I::Sub))),
        O::buffer_atomic_smin => Buffer::Raw(narrow(Int(I::Smin))),
        O::buffer_atomic_umin => Buffer::Raw(narrow(Int(I::Umin))),
        O::buffer_atomic_smax => Buffer::Raw(narrow(Int(I::Smax))),
        O::buffer_atomic_umax => Buffer::Raw(narrow(Int(I::Umax))),
        O::buffer_atomic_and => Buffer::Raw(narrow(Int(I::And))),
        O::buffer_atomic_or => Buffer::Raw(narrow(Int(I::Or))),
        O::buffer_atomic_xor => Buffer::Raw(narrow(Int(I::Xor))),
        O::buffer_atomic_inc => Buffer::Raw(narrow(Int(I::Inc))),
        O::buffer_atomic_dec => Buffer::Raw(narrow(Int(I::Dec))),
        O::buffer_atomic_fcmpswap => Buffer::Raw(narrow(Float(F::CmpSwap))),
        O::buffer_atomic_fmin => Buffer::Raw(narrow(Float(F::Min))),
        O::buffer_atomic_fmax => Buffer::Raw(narrow(Float(F::Max))),
        O::buffer_atomic_swap_x2 => Buffer::Raw(wide(Int(I::Swap))),
        O::buffer_atomic_cmpswap_x2 => Buffer::Raw(wide(Int(I::CmpSwap))),
        O::buffer_atomic_add_x2 => Buffer::Raw(wide(Int(I::Add))),
        O::buffer_atomic_sub_x2 => Buffer::Raw(wide(Int(I::Sub))),
        O::buffer_atomic_smin_x2 => Buffer::Raw(wide(Int(I::Smin))),
        O::buffer_atomic_umin_x2 => Buffer::Raw(wide(Int(I::Umin))),
        O::buffer_atomic_smax_x2 => Buffer::Raw(wide(Int(I::Smax))),
        O::buffer_atomic_umax_x2 => Buffer::Raw(wide(Int(I::Umax))),
        O::buffer_atomic_and_x2 => Buffer::Raw(wide(Int(I::And))),
        O::buffer_atomic_or_x2 => Buffer::Raw(wide(Int(I::Or))),
        O::buffer_atomic_xor_x2 => Buffer::Raw(wide(Int(I::Xor))),
        O::buffer_atomic_inc_x2 => Buffer::Raw(wide(Int(I::Inc))),
        O::buffer_atomic_dec_x2 => Buffer::Raw(wide(Int(I::Dec))),
        O::buffer_atomic_fcmpswap_x2 => Buffer::Raw(wide(Float(F::CmpSwap))),
        O::buffer_atomic_fmin_x2 => Buffer::Raw(wide(Float(F::Min))),
        O::buffer_atomic_fmax_x2 => Buffer::Raw(wide(Float(F::Max))),
        O::buffer_gl0_inv => Buffer::Cache,
        O::buffer_gl1_inv => Buffer::Cache,
        O::buffer_load_format_d16_x => Buffer::Format { store: false, form: Form::D16(1) },
        O::buffer_load_format_d16_xy => Buffer::Format { store: false, form: Form::D16(2) },
        O::buffer_load_format_d16_xyz => Buffer::Format { store: false, form: Form::D16(3) },
        O::buffer_load_format_d16_xyzw => Buffer::Format { store: false, form: Form::D16(4) },
        O::buffer_store_format_d16_x => Buffer::Format { store: true, form: Form::D16(1) },
        O::buffer_store_format_d16_xy => Buffer::Format { store: true, form: Form::D16(2) },
        O::buffer_store_format_d16_xyz => Buffer::Format { store: true, form: Form::D16(3) },
        O::buffer_store_format_d16_xyzw => Buffer::Format { store: true, form: Form::D16(4) },
        O::buffer_atomic_csub => Buffer::Raw(narrow(Int(I::Csub))),
    }
}

/// MTBUF.
pub(super) fn typed(op: Mtbuf) -> Typed {
    use Mtbuf as O;
    match op {
        O::tbuffer_load_format_x => Typed { store: false, form: Form::Full(1) },
        O::tbuffer_load_format_xy => Typed { store: false, form: Form::Full(2) },
        O::tbuffer_load_format_xyz => Typed { store: false, form: Form::Full(3) },
        O::tbuffer_load_format_xyzw => Typed { store: false, form: Form::Full(4) },
        O::tbuffer_store_format_x => Typed { store: true, form: Form::Full(1) },
        O::tbuffer_store_format_xy => Typed { store: true, form: Form::Full(2) },
        O::tbuffer_store_format_xyz => Typed { store: true, form: Form::Full(3) },
        O::tbuffer_store_format_xyzw => Typed { store: true, form: Form::Full(4) },
        O::tbuffer_load_format_d16_x => Typed { store: false, form: Form::D16(1) },
        O::tbuffer_load_format_d16_xy => Typed { store: false, form: Form::D16(2) },
        O::tbuffer_load_format_d16_xyz => Typed { store: false, form: Form::D16(3) },
        O::tbuffer_load_format_d16_xyzw => Typed { store: false, form: Form::D16(4) },
        O::tbuffer_store_format_d16_x => Typed { store: true, form: Form::D16(1) },
        O::tbuffer_store_format_d16_xy => Typed { store: true, form: Form::D16(2) },
        O::tbuffer_store_format_d16_xyz => Typed { store: true, form: Form::D16(3) },
        O::tbuffer_store_format_d16_xyzw => Typed { store: true, form: Form::D16(4) },
    }
}
