//! Validity of the fields of memory instructions.
//!
//! Requires, ensures: see [`super`]. Register ranges have to end inside the register file; unused fields are zero where
//! LLVM fixes them, and anything where LLVM's tables leave the bits open (then they are only reported).

use super::Checker;
use crate::decode::DecodeErrorKind;
use crate::fields::{DsFields, Fields, FlatFields, MtbufFields, MubufFields, NULL, SmemFields};
use crate::op::Op;
use crate::row::{Family, Flags, Memory, Slot};
use crate::table::Ds;

type Checked = Result<(), DecodeErrorKind>;

/// Why a scalar code is refused.
const NO_REGISTER: &str = "no scalar register (range) of this width begins there";

/// Checks the fields.
pub(super) fn check(c: &mut Checker<'_>) -> Checked {
    match c.inst.fields {
        Fields::Smem(f) => smem(c, &f),
        Fields::Ds(f) => ds(c, &f),
        Fields::Flat(f) => flat(c, &f),
        Fields::Mubuf(f) => mubuf(c, &f),
        Fields::Mtbuf(f) => mtbuf(c, &f),
        // The decoder gives these families no other fields.
        _ => Ok(()),
    }
}

/// Whether a 7-bit scalar code names `dwords` registers. The low bits that wide operands drop are not looked at.
///
/// VCC lies behind s105 in the register file: compilers other than LLVM let wide operands run into it
/// (`s_load_dwordx4 s[104:107]` in ../shared/corpus/gfx10-realworld), LLVM does not.
fn scalar_exists(code: u32, dwords: u32, strict: bool) -> bool {
    let first = if dwords <= 2 { code & !(dwords.max(1) - 1) } else { code & !3 };
    let behind = if strict { 106 } else { 108 };
    match (code, dwords) {
        (_, 0 | 1) => code <= 127,
        (0..=105, _) => first + dwords <= behind,
        (108..=123, _) => first + dwords <= 124,
        (106 | 126, 2) | (125, _) => true,
        _ => false,
    }
}

impl Checker<'_> {
    /// A scalar operand of several registers.
    #[inline]
    pub(super) fn sgprs(&self, field: &'static str, code: u32, value: u8, dwords: u32) -> Checked {
        self.must(scalar_exists(code, dwords, self.strict), field, value.into(), NO_REGISTER)
    }

    fn dwords(&self, slot: Slot) -> Option<u32> {
        self.row.ty(slot).map(|ty| ty.dwords(self.wave).into())
    }
}

fn smem(c: &mut Checker<'_>, f: &SmemFields) -> Checked {
    match c.dwords(Slot::sdata) {
        Some(dwords) => c.sgprs("sdata", f.sdata.into(), f.sdata, dwords)?,
        // The probes take the field as a number.
        None if c.row.operand(Slot::sbase).is_some() && c.row.name.starts_with("s_atc") => {}
        None => c.lenient("sdata", f.sdata.into(), 0),
    }
    match c.dwords(Slot::sbase) {
        Some(dwords) => c.sgprs("sbase", u32::from(f.sbase) * 2, f.sbase, dwords)?,
        None => c.lenient("sbase", f.sbase.into(), 0),
    }
    if c.row.operand(Slot::soffset).is_none() {
        c.lenient("offset", f.offset, 0);
        // Zero and null both say that there is none.
        let unused = if f.soffset == NULL { NULL.into() } else { 0 };
        c.lenient("soffset", f.soffset.into(), unused);
    }
    if c.row.memory == Memory::Cache {
        c.lenient("glc", f.glc.into(), 0);
        c.lenient("dlc", f.dlc.into(), 0);
    }
    c.lenient("unused13", f.unused13.into(), 0);
    c.lenient("unused15", f.unused15.into(), 0);
    c.lenient("unused17", f.unused17.into(), 0);
    c.lenient("unused53", f.unused53.into(), 0);
    Ok(())
}

fn ds(c: &mut Checker<'_>, f: &DsFields) -> Checked {
    for (slot, field, first) in [
        (Slot::vdst, "vdst", f.vdst),
        (Slot::vaddr, "addr", f.addr),
        (Slot::data0, "data0", f.data0),
        (Slot::data1, "data1", f.data1),
    ] {
        match c.dwords(slot) {
            Some(dwords) => c.vgpr(field, first.into(), dwords)?,
            None => c.unused(field, first.into(), 0)?,
        }
    }
    c.lenient("unused16", f.unused16.into(), 0);
    match c.inst.op {
        _ if c.row.flags.contains(Flags::GDS) => {
            c.must(f.gds, "gds", 0, "only the global data share has it")?;
        }
        Op::Ds(Ds::ds_nop) => {
            c.unused("offset0", f.offset0.into(), 0)?;
            c.unused("offset1", f.offset1.into(), 0)?;
            c.unused("gds", f.gds.into(), 0)?;
        }
        // Lanes exchange values, no memory takes part.
        Op::Ds(Ds::ds_permute_b32 | Ds::ds_bpermute_b32) => c.unused("gds", f.gds.into(), 0)?,
        _ => {}
    }
    Ok(())
}

fn flat(c: &mut Checker<'_>, f: &FlatFields) -> Checked {
    let family = c.row.family;
    let base = f.scalar_base(family);
    let lds = f.writes_lds(c.row);
    match (c.dwords(Slot::vaddr), family, base) {
        (None, ..) => c.lenient("addr", f.addr.into(), 0),
        _ if !f.has_vector_address(family) => c.lenient("addr", f.addr.into(), 0),
        // An offset to the scalar base.
        (Some(_), Family::GLOBAL, Some(_)) => {}
        (Some(dwords), ..) => c.vgpr("addr", f.addr.into(), dwords)?,
    }
    match family {
        Family::FLAT => c.unused("saddr", f.saddr.into(), NULL.into())?,
        Family::GLOBAL if f.saddr == 127 => {
            // AMD's guide: 127 is "off", as null is.
            c.unused("saddr", f.saddr.into(), NULL.into())?;
        }
        Family::GLOBAL => c.sgprs("saddr", f.saddr.into(), f.saddr, 2)?,
        // One register: every other code names one. Without any address only the form that writes LDS exists here.
        _ => {
            let ok = f.saddr != 127 || f.writes_lds(c.row);
            c.must(ok, "saddr", f.saddr.into(), "scratch without any address came with gfx10.3")?;
        }
    }
    match c.dwords(Slot::data0) {
        Some(dwords) => c.vgpr("data", f.data.into(), dwords)?,
        None => c.lenient("data", f.data.into(), 0),
    }
    // Atomics return the old value with glc only.
    match c.dwords(Slot::vdst) {
        Some(dwords) if !lds && (c.row.memory != Memory::Atomic || f.glc) => {
            c.vgpr("vdst", f.vdst.into(), dwords)?;
        }
        _ => c.lenient("vdst", f.vdst.into(), 0),
    }
    if !lds {
        c.unused("lds", f.lds.into(), 0)?;
    }
    c.lenient("unused25", f.unused25.into(), 0);
    c.unused("unused55", f.unused55.into(), 0)
}

/// Fields that typed and untyped buffer instructions share.
fn buffer(
    c: &mut Checker<'_>,
    (vdata, data_dwords): (u8, u32),
    vaddr: u8,
    enables: u32,
    srsrc: u8,
    soffset: u8,
) -> Checked {
    if data_dwords > 0 {
        c.vgpr("vdata", vdata.into(), data_dwords)?;
    } else {
        c.lenient("vdata", vdata.into(), 0);
    }
    match enables {
        0 => c.lenient("vaddr", vaddr.into(), 0),
        dwords => c.vgpr("vaddr", vaddr.into(), dwords)?,
    }
    c.sgprs("srsrc", u32::from(srsrc) * 4, srsrc, 4)?;
    c.source("soffset", soffset.into(), 1)
}

fn mubuf(c: &mut Checker<'_>, f: &MubufFields) -> Checked {
    let enables = u32::from(f.idxen) + u32::from(f.offen);
    c.lenient("unused17", f.unused17.into(), 0);
    c.lenient("unused53", f.unused53.into(), 0);
    let Some(data) = c.dwords(Slot::vdata) else {
        // Cache invalidation: no operands. The flags are fixed, the rest is open.
        for (field, value) in [
            ("offen", f.offen),
            ("idxen", f.idxen),
            ("glc", f.glc),
            ("dlc", f.dlc),
            ("lds", f.lds),
            ("tfe", f.tfe),
        ] {
            c.unused(field, value.into(), 0)?;
        }
        for (field, value) in [
            ("offset", u32::from(f.offset)),
            ("vaddr", f.vaddr.into()),
            ("vdata", f.vdata.into()),
            ("srsrc", f.srsrc.into()),
            ("slc", f.slc.into()),
            ("soffset", f.soffset.into()),
        ] {
            c.lenient(field, value, 0);
        }
        return Ok(());
    };
    let lds = f.writes_lds(c.row);
    if !lds {
        c.unused("lds", f.lds.into(), 0)?;
    }
    if c.row.memory == Memory::Atomic {
        c.unused("dlc", f.dlc.into(), 0)?;
    }
    // Atomics and accesses to LDS return no status; the bit is reported, and whoever executes it has to look.
    let status = f.has_status(c.row);
    if !status {
        c.unused("tfe", f.tfe.into(), 0)?;
    }
    let dwords = if lds { 0 } else { data + u32::from(status) };
    buffer(c, (f.vdata, dwords), f.vaddr, enables, f.srsrc, f.soffset)
}

fn mtbuf(c: &mut Checker<'_>, f: &MtbufFields) -> Checked {
    let enables = u32::from(f.idxen) + u32::from(f.offen);
    // LLVM knows no status of typed accesses; the bit is reported, and whoever executes it has to look.
    c.unused("tfe", f.tfe.into(), 0)?;
    let dwords = c.dwords(Slot::vdata).unwrap_or(0);
    buffer(c, (f.vdata, dwords), f.vaddr, enables, f.srsrc, f.soffset)
}
