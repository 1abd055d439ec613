//! What memory instructions do, read off their names, which are regular.
//!
//! Facts: the names and sentences of the rows in `isa::table`.

use ir::attr::Atomic;

/// What a load reads and where it puts it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Load {
    /// A byte, extended to the register.
    Byte { signed: bool },
    /// 16 bits, extended to the register.
    Short { signed: bool },
    /// Dwords in consecutive registers.
    Dwords(u32),
    /// A byte, extended to 16 bits, in one half; the other half stays.
    ByteD16 { signed: bool, high: bool },
    /// 16 bits in one half; the other half stays.
    ShortD16 { high: bool },
}

/// What a store writes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Store {
    /// Low byte, or bits 23:16.
    Byte { high: bool },
    /// Low half, or the high one.
    Short { high: bool },
    /// Consecutive registers.
    Dwords(u32),
}

/// What an instruction does with memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Load(Load),
    Store(Store),
    Atomic { op: Atomic, wide: bool },
}

impl Kind {
    /// Bytes of one lane's access.
    pub(super) fn bytes(self) -> u32 {
        match self {
            Kind::Load(Load::Byte { .. } | Load::ByteD16 { .. }) | Kind::Store(Store::Byte { .. }) => 1,
            Kind::Load(Load::Short { .. } | Load::ShortD16 { .. }) | Kind::Store(Store::Short { .. }) => 2,
            Kind::Load(Load::Dwords(n)) | Kind::Store(Store::Dwords(n)) => n * 4,
            Kind::Atomic { wide, .. } => 4 << u32::from(wide),
        }
    }

    /// Registers of one operand.
    pub(super) fn registers(self) -> u32 {
        self.bytes().div_ceil(4)
    }
}

/// Whether an atomic has a second operand.
pub(super) fn has_second(op: Atomic) -> bool {
    op.operands() == 2
}

/// Whether an atomic compares.
pub(super) fn compares(op: Atomic) -> bool {
    matches!(op, Atomic::CmpSwap | Atomic::FCmpSwap)
}

fn load(dwords: u32) -> Option<Kind> {
    Some(Kind::Load(Load::Dwords(dwords)))
}

fn store(dwords: u32) -> Option<Kind> {
    Some(Kind::Store(Store::Dwords(dwords)))
}

fn byte(signed: bool) -> Option<Kind> {
    Some(Kind::Load(Load::Byte { signed }))
}

fn short(signed: bool) -> Option<Kind> {
    Some(Kind::Load(Load::Short { signed }))
}

fn byte_d16(signed: bool, high: bool) -> Option<Kind> {
    Some(Kind::Load(Load::ByteD16 { signed, high }))
}

fn short_d16(high: bool) -> Option<Kind> {
    Some(Kind::Load(Load::ShortD16 { high }))
}

/// The kind of a flat, global, scratch or buffer instruction by its name without the family: `load_dword`.
pub(super) fn vector(name: &str) -> Option<Kind> {
    if let Some(rest) = name.strip_prefix("atomic_") {
        let (op, wide) = match rest.strip_suffix("_x2") {
            Some(op) => (op, true),
            None => (rest, false),
        };
        return Some(Kind::Atomic { op: atomic(op)?, wide });
    }
    match name {
        "load_dword" | "load_dword_addtid" => load(1),
        "load_dwordx2" => load(2),
        "load_dwordx3" => load(3),
        "load_dwordx4" => load(4),
        "load_ubyte" => byte(false),
        "load_sbyte" => byte(true),
        "load_ushort" => short(false),
        "load_sshort" => short(true),
        "load_ubyte_d16" => byte_d16(false, false),
        "load_ubyte_d16_hi" => byte_d16(false, true),
        "load_sbyte_d16" => byte_d16(true, false),
        "load_sbyte_d16_hi" => byte_d16(true, true),
        "load_short_d16" => short_d16(false),
        "load_short_d16_hi" => short_d16(true),
        "store_dword" | "store_dword_addtid" => store(1),
        "store_dwordx2" => store(2),
        "store_dwordx3" => store(3),
        "store_dwordx4" => store(4),
        "store_byte" => Some(Kind::Store(Store::Byte { high: false })),
        "store_byte_d16_hi" => Some(Kind::Store(Store::Byte { high: true })),
        "store_short" => Some(Kind::Store(Store::Short { high: false })),
        "store_short_d16_hi" => Some(Kind::Store(Store::Short { high: true })),
        _ => None,
    }
}

/// The operation of a memory or scalar atomic.
pub(super) fn atomic(name: &str) -> Option<Atomic> {
    Some(match name {
        "swap" => Atomic::Swap,
        "cmpswap" => Atomic::CmpSwap,
        "add" => Atomic::Add,
        "sub" => Atomic::Sub,
        "smin" => Atomic::SMin,
        "umin" => Atomic::UMin,
        "smax" => Atomic::SMax,
        "umax" => Atomic::UMax,
        "and" => Atomic::And,
        "or" => Atomic::Or,
        "xor" => Atomic::Xor,
        "inc" => Atomic::Inc,
        "dec" => Atomic::Dec,
        "csub" => Atomic::CSub,
        "fcmpswap" => Atomic::FCmpSwap,
        "fmin" => Atomic::FMin,
        "fmax" => Atomic::FMax,
        _ => return None,
    })
}

/// The two places of a DS instruction with two offsets.
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
    Nothing,
    /// Not translated, and why.
    Refused(&'static str),
    /// One access; whether an atomic's old value is wanted.
    One(Kind, bool),
    /// One access at an address made from M0 and the lane's number.
    AddTid(Kind),
    Read2(Pair),
    Write2(Pair),
    Exchange2(Pair),
    /// Adds (or subtracts) the number of active lanes.
    Append(bool),
    /// An atomic whose operand is in LDS, or a copy.
    Src2(Option<Atomic>),
    Permute,
    Bpermute,
    Swizzle,
}

/// What a DS instruction does, by its name.
pub(super) fn ds(name: &str) -> Option<Ds> {
    let name = name.strip_prefix("ds_")?;
    let one = |kind: Option<Kind>| kind.map(|k| Ds::One(k, true));
    let pair = |wide, st64| Pair { wide, st64 };
    if let Some((op, ty)) = name.split_once("_src2_") {
        if ty.ends_with("64") {
            return Some(Ds::Refused("the second address of the 64-bit forms is not known"));
        }
        if op == "write" {
            return Some(Ds::Src2(None));
        }
        let Some(Ds::One(Kind::Atomic { op, .. }, _)) = ds_atomic(&format!("{op}_{ty}")) else { return None };
        return Some(Ds::Src2(Some(op)));
    }
    if name.starts_with("gws_") {
        return Some(Ds::Refused("global wave sync is not modelled"));
    }
    match name {
        "nop" => Some(Ds::Nothing),
        "read_b32" => one(load(1)),
        "read_b64" => one(load(2)),
        "read_b96" => one(load(3)),
        "read_b128" => one(load(4)),
        "read_u8" => one(byte(false)),
        "read_i8" => one(byte(true)),
        "read_u16" => one(short(false)),
        "read_i16" => one(short(true)),
        "read_u8_d16" => one(byte_d16(false, false)),
        "read_u8_d16_hi" => one(byte_d16(false, true)),
        "read_i8_d16" => one(byte_d16(true, false)),
        "read_i8_d16_hi" => one(byte_d16(true, true)),
        "read_u16_d16" => one(short_d16(false)),
        "read_u16_d16_hi" => one(short_d16(true)),
        "write_b8" => one(Some(Kind::Store(Store::Byte { high: false }))),
        "write_b8_d16_hi" => one(Some(Kind::Store(Store::Byte { high: true }))),
        "write_b16" => one(Some(Kind::Store(Store::Short { high: false }))),
        "write_b16_d16_hi" => one(Some(Kind::Store(Store::Short { high: true }))),
        "write_b32" => one(store(1)),
        "write_b64" => one(store(2)),
        "write_b96" => one(store(3)),
        "write_b128" => one(store(4)),
        "read2_b32" => Some(Ds::Read2(pair(false, false))),
        "read2st64_b32" => Some(Ds::Read2(pair(false, true))),
        "read2_b64" => Some(Ds::Read2(pair(true, false))),
        "read2st64_b64" => Some(Ds::Read2(pair(true, true))),
        "write2_b32" => Some(Ds::Write2(pair(false, false))),
        "write2st64_b32" => Some(Ds::Write2(pair(false, true))),
        "write2_b64" => Some(Ds::Write2(pair(true, false))),
        "write2st64_b64" => Some(Ds::Write2(pair(true, true))),
        "wrxchg2_rtn_b32" => Some(Ds::Exchange2(pair(false, false))),
        "wrxchg2st64_rtn_b32" => Some(Ds::Exchange2(pair(false, true))),
        "wrxchg2_rtn_b64" => Some(Ds::Exchange2(pair(true, false))),
        "wrxchg2st64_rtn_b64" => Some(Ds::Exchange2(pair(true, true))),
        "read_addtid_b32" => load(1).map(Ds::AddTid),
        "write_addtid_b32" => store(1).map(Ds::AddTid),
        "append" => Some(Ds::Append(true)),
        "consume" => Some(Ds::Append(false)),
        "permute_b32" => Some(Ds::Permute),
        "bpermute_b32" => Some(Ds::Bpermute),
        "swizzle_b32" => Some(Ds::Swizzle),
        "ordered_count" => Some(Ds::Refused("the order of waves is not modelled")),
        "condxchg32_rtn_b64" => Some(Ds::One(Kind::Atomic { op: Atomic::CondSwap32, wide: true }, true)),
        _ => ds_atomic(name),
    }
}

fn ds_atomic(name: &str) -> Option<Ds> {
    let (rest, ty) = name.rsplit_once('_')?;
    let (op, returns) = match rest.strip_suffix("_rtn") {
        Some(op) => (op, true),
        None => (rest, false),
    };
    let wide = ty.ends_with("64");
    let op = match (op, ty.as_bytes().first()?) {
        ("add", b'f') => Atomic::FAdd,
        ("min", b'f') => Atomic::FMin,
        ("max", b'f') => Atomic::FMax,
        ("cmpst", b'f') => Atomic::FCmpSwap,
        ("add", _) => Atomic::Add,
        ("sub", _) => Atomic::Sub,
        ("inc", _) => Atomic::Inc,
        ("dec", _) => Atomic::Dec,
        ("min", b'i') => Atomic::SMin,
        ("max", b'i') => Atomic::SMax,
        ("min", _) => Atomic::UMin,
        ("max", _) => Atomic::UMax,
        ("and", _) => Atomic::And,
        ("or", _) => Atomic::Or,
        ("xor", _) => Atomic::Xor,
        ("wrxchg", _) => Atomic::Swap,
        ("cmpst", _) => Atomic::CmpSwap,
        ("rsub", _) => Atomic::RSub,
        ("mskor", _) => Atomic::MaskOr,
        ("wrap", _) => Atomic::Wrap,
        _ => return None,
    };
    Some(Ds::One(Kind::Atomic { op, wide }, returns))
}

#[cfg(test)]
mod tests {
    use super::*;
    use isa::Op;
    use isa::row::Family;

    #[test]
    fn every_vector_memory_instruction_has_a_kind() {
        for op in Op::all() {
            let name = op.name();
            let known = match op.family() {
                Family::DS => ds(name).is_some(),
                Family::FLAT | Family::GLOBAL | Family::SCRATCH | Family::MUBUF
                    if !name.contains("_format_") && !name.ends_with("_inv") =>
                {
                    name.split_once('_').is_some_and(|(_, rest)| vector(rest).is_some())
                }
                _ => true,
            };
            assert!(known, "{name}");
        }
    }
}
