//! Which registers, state, memory and counters an instruction touches.
//!
//! Requires: an instruction from the decoder. Ensures: nothing it reads or writes is left out; where only execution
//! knows (register numbers shifted by M0, lanes), the answer names too much rather than too little, and
//! [`Effects::indirect`] says so.
//! Leaves alone: what the values are.
//!
//! Facts: the rows (operands, implicit state); counters by RDNA 1 ISA guide chapter 4.4.

use crate::access::{self, Destination};
use crate::fields::{Fields, NULL};
use crate::image::{ImageAccess, address_registers};
use crate::inst::Inst;
use crate::op::Op;
use crate::row::{Family, Flags, Implicit, Memory, Row, Slot, Ty};
use crate::table::Vop1;
use crate::text::operand::aligned;
use bitflags::bitflags;
use smallvec::SmallVec;

/// A register file.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum RegFile {
    /// Vector registers.
    Vgpr,
    /// Scalar registers by operand code: SGPRs at 0, VCC at 106, trap registers at 108, M0 at 124, EXEC at 126.
    Scalar,
}

/// Consecutive registers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RegRange {
    /// The file.
    pub file: RegFile,
    /// Number of the first.
    pub first: u16,
    /// How many.
    pub count: u16,
}

bitflags! {
    /// Counters that go up when the instruction is issued and down when it is done.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub struct Counters: u8 {
        /// Vector loads.
        const VMCNT = 1;
        /// LDS, GDS, scalar memory, messages.
        const LGKMCNT = 2;
        /// Vector stores.
        const VSCNT = 4;
        /// Exports and global data share.
        const EXPCNT = 8;
    }
}

/// What an instruction touches.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Effects {
    /// Registers read. A destination that is only partly written counts as read.
    pub reads: SmallVec<[RegRange; 6]>,
    /// Registers written.
    pub writes: SmallVec<[RegRange; 2]>,
    /// State read besides.
    pub implicit_reads: Implicit,
    /// State written besides.
    pub implicit_writes: Implicit,
    /// M0 shifts register numbers: any register of the files named may be meant.
    pub indirect: bool,
    /// What happens to memory.
    pub memory: Memory,
    /// Counters raised.
    pub counters: Counters,
}

impl Effects {
    fn vgprs(first: u8, count: u32) -> RegRange {
        // The register file ends at 255, and no operand is longer than it.
        let count = count.min(256 - u32::from(first)) as u16;
        RegRange { file: RegFile::Vgpr, first: u16::from(first), count }
    }

    fn read(&mut self, range: RegRange) {
        if range.count > 0 {
            self.reads.push(range);
        }
    }

    fn write(&mut self, range: RegRange) {
        if range.count > 0 {
            self.writes.push(range);
        }
    }

    /// A scalar source by its code: registers, or a special value that stands for other state.
    fn read_scalar(&mut self, code: u16, dwords: u32) {
        match code {
            251 => self.implicit_reads |= Implicit::VCC,
            252 => self.implicit_reads |= Implicit::EXEC,
            253 => self.implicit_reads |= Implicit::SCC,
            // LDS is read at the address that M0 says.
            254 => self.implicit_reads |= Implicit::M0,
            _ => self.read(scalars(code, dwords)),
        }
    }

    fn read_source(&mut self, code: u16, dwords: u32) {
        match code.checked_sub(access::VGPR) {
            Some(v) => self.read(Self::vgprs((v & 255) as u8, dwords)),
            None => self.read_scalar(code, dwords),
        }
    }
}

/// Scalar registers by code; an empty range where the code is none (null, constants, apertures).
fn scalars(code: u16, dwords: u32) -> RegRange {
    let (first, count) = match code {
        0..=124 | 126 | 127 => {
            let first = aligned(u32::from(code), dwords) as u16;
            (first, (dwords as u16).min(128 - first))
        }
        _ => (code, 0),
    };
    RegRange { file: RegFile::Scalar, first, count }
}

/// What `inst` touches in a wave of `wave_size` lanes.
pub fn effects(inst: &Inst, wave_size: u32) -> Effects {
    let row = inst.op.row();
    let mut e = Effects {
        reads: SmallVec::new(),
        writes: SmallVec::new(),
        implicit_reads: row.reads,
        implicit_writes: row.writes,
        indirect: row.flags.contains(Flags::INDIRECT),
        memory: row.memory,
        counters: Counters::empty(),
    };
    match row.family {
        Family::SOP1 | Family::SOP2 | Family::SOPC | Family::SOPK | Family::SOPP => {
            scalar(&mut e, inst, row, wave_size);
        }
        Family::VOP1 | Family::VOP2 | Family::VOPC | Family::VOP3 | Family::VOP3P | Family::VINTRP => {
            vector(&mut e, inst, row, wave_size);
        }
        Family::SMEM => smem(&mut e, inst, row),
        Family::DS => ds(&mut e, inst, row),
        Family::FLAT | Family::GLOBAL | Family::SCRATCH => flat(&mut e, inst, row),
        Family::MUBUF | Family::MTBUF => buffer(&mut e, inst, row),
        Family::MIMG => image(&mut e, inst, row),
        Family::EXP => export(&mut e, inst),
    }
    e
}

fn scalar(e: &mut Effects, inst: &Inst, row: &Row, wave: u32) {
    for o in row.operands {
        let (code, written) = match (inst.fields, o.slot) {
            (Fields::Sop1(f), Slot::sdst) => (f.sdst, true),
            (Fields::Sop1(f), Slot::ssrc0) => (f.ssrc0, false),
            (Fields::Sop2(f), Slot::sdst) => (f.sdst, true),
            (Fields::Sop2(f), Slot::ssrc0) => (f.ssrc0, false),
            (Fields::Sop2(f), Slot::ssrc1) => (f.ssrc1, false),
            (Fields::Sopc(f), Slot::ssrc0) => (f.ssrc0, false),
            (Fields::Sopc(f), Slot::ssrc1) => (f.ssrc1, false),
            (Fields::Sopk(f), Slot::sdst) => (f.sdst, true),
            (Fields::Sopk(f), Slot::ssrc) => (f.sdst, false),
            _ => continue,
        };
        let (code, dwords) = (u16::from(code), u32::from(o.ty.dwords(wave)));
        if written {
            e.write(scalars(code, dwords));
        }
        if !written || row.flags.contains(Flags::TIED) {
            e.read_scalar(code, dwords);
        }
    }
    if row.family == Family::SOPP && row.reads.contains(Implicit::M0) && row.name.starts_with("s_sendmsg") {
        e.counters = Counters::LGKMCNT;
    }
}

fn vector(e: &mut Effects, inst: &Inst, row: &Row, wave: u32) {
    // Where VCC is an operand, the operand says which mask is meant.
    let mask = |slot: Slot| row.ty(slot) == Some(Ty::Mask);
    if mask(Slot::src2) {
        e.implicit_reads -= Implicit::VCC;
    }
    if mask(Slot::vcc_dst) {
        e.implicit_writes -= Implicit::VCC;
    }
    let swap = matches!(inst.op, Op::Vop1(Vop1::v_swap_b32 | Vop1::v_swaprel_b32));
    for o in row.operands {
        let dwords = u32::from(o.ty.dwords(wave));
        if let Some(s) = access::source(row, &inst.fields, o.slot) {
            e.read_source(s.code, dwords);
            if swap && s.code >= access::VGPR {
                e.write(Effects::vgprs((s.code & 255) as u8, dwords));
            }
            continue;
        }
        match access::destination(row, &inst.fields, o.slot) {
            Some(Destination::Scalar(code)) => e.write(scalars(u16::from(code), dwords)),
            Some(Destination::Vgpr(v)) => {
                let range = Effects::vgprs(v, dwords);
                e.write(range);
                // Results of 16 bits leave the other half as it was, as partial SDWA writes may.
                let preserves = matches!(inst.fields, Fields::Sdwa(f) if f.dst_unused == 2);
                if row.flags.contains(Flags::TIED) || o.ty.is_16bit() || preserves || keeps_lanes(inst) {
                    e.read(range);
                }
            }
            None => {}
        }
    }
}

/// Whether active lanes may keep their old value: DPP without a source lane.
fn keeps_lanes(inst: &Inst) -> bool {
    match inst.fields {
        Fields::Dpp16(f) => !f.bound_ctrl || f.row_mask != 15 || f.bank_mask != 15,
        _ => false,
    }
}

/// Whether a memory instruction gives a result besides loads: atomics return the old value with `glc`.
fn returns(row: &Row, glc: bool) -> bool {
    match row.memory {
        Memory::Load => true,
        Memory::Atomic => glc,
        Memory::Store | Memory::Cache | Memory::None => false,
    }
}

/// Dwords that an atomic returns: compare-and-swap takes value and comparison, and returns the value.
fn returned(row: &Row, dwords: u32) -> u32 {
    if row.memory == Memory::Atomic && row.name.contains("cmpswap") { dwords / 2 } else { dwords }
}

fn smem(e: &mut Effects, inst: &Inst, row: &Row) {
    let Fields::Smem(f) = inst.fields else { return };
    e.counters = Counters::LGKMCNT;
    if let Some(ty) = row.ty(Slot::sbase) {
        e.read(scalars(u16::from(f.sbase) * 2, u32::from(ty.dwords(0))));
    }
    if row.ty(Slot::soffset).is_some() && f.soffset != NULL {
        e.read(scalars(u16::from(f.soffset), 1));
    }
    let Some(ty) = row.ty(Slot::sdata) else { return };
    let (code, dwords) = (u16::from(f.sdata), u32::from(ty.dwords(0)));
    match row.memory {
        Memory::Store => e.read(scalars(code, dwords)),
        Memory::Atomic => {
            e.read(scalars(code, dwords));
            if f.glc {
                e.write(scalars(code, returned(row, dwords)));
            }
        }
        // Clocks are written like loads.
        Memory::Load | Memory::Cache | Memory::None => e.write(scalars(code, dwords)),
    }
}

fn ds(e: &mut Effects, inst: &Inst, row: &Row) {
    let Fields::Ds(f) = inst.fields else { return };
    e.counters = if f.gds { Counters::LGKMCNT | Counters::EXPCNT } else { Counters::LGKMCNT };
    for o in row.operands {
        let dwords = u32::from(o.ty.dwords(0));
        match o.slot {
            Slot::vaddr => e.read(Effects::vgprs(f.addr, dwords)),
            Slot::data0 => e.read(Effects::vgprs(f.data0, dwords)),
            Slot::data1 => e.read(Effects::vgprs(f.data1, dwords)),
            Slot::vdst => {
                e.write(Effects::vgprs(f.vdst, dwords));
                if row.flags.contains(Flags::TIED) {
                    e.read(Effects::vgprs(f.vdst, dwords));
                }
            }
            _ => {}
        }
    }
}

/// Counters of vector memory: loads and what returns count apart from what does not.
fn vector_counters(row: &Row, returns: bool) -> Counters {
    match row.memory {
        Memory::Store => Counters::VSCNT,
        Memory::Atomic if !returns => Counters::VSCNT,
        _ => Counters::VMCNT,
    }
}

fn flat(e: &mut Effects, inst: &Inst, row: &Row) {
    let Fields::Flat(f) = inst.fields else { return };
    let lds = f.writes_lds(row);
    e.counters = vector_counters(row, returns(row, f.glc));
    if row.family == Family::FLAT {
        // The address may lie in LDS.
        e.counters |= Counters::LGKMCNT;
    }
    if lds {
        e.implicit_reads |= Implicit::M0;
    }
    let base = f.scalar_base(row.family);
    if let Some(saddr) = base {
        let dwords = if row.family == Family::SCRATCH { 1 } else { 2 };
        e.read(scalars(u16::from(saddr), dwords));
    }
    if row.family == Family::SCRATCH {
        e.implicit_reads |= Implicit::FLAT_SCR;
    }
    for o in row.operands {
        let dwords = u32::from(o.ty.dwords(0));
        match o.slot {
            Slot::vaddr if f.has_vector_address(row.family) => {
                let dwords = if base.is_some() { 1 } else { dwords };
                e.read(Effects::vgprs(f.addr, dwords));
            }
            Slot::data0 => e.read(Effects::vgprs(f.data, dwords)),
            Slot::vdst if !lds && returns(row, f.glc) => {
                e.write(Effects::vgprs(f.vdst, dwords));
                if row.flags.contains(Flags::TIED) && row.memory == Memory::Load {
                    e.read(Effects::vgprs(f.vdst, dwords));
                }
            }
            _ => {}
        }
    }
}

fn buffer(e: &mut Effects, inst: &Inst, row: &Row) {
    let (vaddr, enables, vdata, srsrc, soffset, glc, lds, status) = match inst.fields {
        Fields::Mubuf(f) => (
            f.vaddr,
            u32::from(f.idxen) + u32::from(f.offen),
            f.vdata,
            f.srsrc,
            f.soffset,
            f.glc,
            f.writes_lds(row),
            f.has_status(row),
        ),
        Fields::Mtbuf(f) => (
            f.vaddr,
            u32::from(f.idxen) + u32::from(f.offen),
            f.vdata,
            f.srsrc,
            f.soffset,
            f.glc,
            false,
            f.tfe,
        ),
        _ => return,
    };
    e.counters = vector_counters(row, returns(row, glc));
    if lds {
        e.implicit_reads |= Implicit::M0;
    }
    for o in row.operands {
        let dwords = u32::from(o.ty.dwords(0));
        match o.slot {
            Slot::vaddr => e.read(Effects::vgprs(vaddr, enables)),
            Slot::srsrc => e.read(scalars(u16::from(srsrc) * 4, dwords)),
            Slot::soffset => e.read_scalar(u16::from(soffset), 1),
            Slot::vdata if !lds => {
                let extra = u32::from(status);
                if row.memory != Memory::Load {
                    e.read(Effects::vgprs(vdata, dwords));
                } else if row.flags.contains(Flags::TIED) || status {
                    // Without a fault the data, and of 16-bit data the other half, stay as they were.
                    e.read(Effects::vgprs(vdata, dwords + extra));
                }
                if returns(row, glc) {
                    e.write(Effects::vgprs(vdata, returned(row, dwords) + extra));
                }
            }
            _ => {}
        }
    }
}

fn image(e: &mut Effects, inst: &Inst, row: &Row) {
    let (Fields::Mimg(f), Some(access)) = (inst.fields, ImageAccess::of(inst)) else { return };
    let result = row.memory == Memory::None || returns(row, f.glc);
    e.counters = vector_counters(row, result);
    for v in address_registers(inst).into_iter().flatten().flatten() {
        e.read(Effects::vgprs(v, 1));
    }
    let descriptor = if f.r128 { 4 } else { 8 };
    e.read(scalars(u16::from(f.srsrc) * 4, descriptor));
    if row.ty(Slot::ssamp).is_some() {
        e.read(scalars(u16::from(f.ssamp) * 4, 4));
    }
    let data = access.data_dwords;
    match row.memory {
        Memory::Store | Memory::Atomic => e.read(Effects::vgprs(f.vdata, data)),
        // With tfe a part may keep its value.
        _ if f.tfe || f.lwe => e.read(Effects::vgprs(f.vdata, data)),
        _ => {}
    }
    if result {
        e.write(Effects::vgprs(f.vdata, returned(row, data)));
    }
}

fn export(e: &mut Effects, inst: &Inst) {
    let Fields::Exp(f) = inst.fields else { return };
    e.counters = Counters::EXPCNT;
    // A compressed export has two registers of two components.
    let groups: &[(u8, u8)] = if f.compr {
        &[(f.vsrc0, 3), (f.vsrc1, 12)]
    } else {
        &[(f.vsrc0, 1), (f.vsrc1, 2), (f.vsrc2, 4), (f.vsrc3, 8)]
    };
    for &(v, components) in groups {
        if f.en & components != 0 {
            e.read(Effects::vgprs(v, 1));
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test ends by panicking")]
mod tests {
    use super::*;
    use crate::decode::{DecodeOptions, decode};

    fn of(words: &[u32]) -> Effects {
        effects(&decode(words, 0, DecodeOptions::default()).unwrap(), 64)
    }

    fn v(first: u16, count: u16) -> RegRange {
        RegRange { file: RegFile::Vgpr, first, count }
    }

    fn s(first: u16, count: u16) -> RegRange {
        RegRange { file: RegFile::Scalar, first, count }
    }

    #[test]
    fn a_fused_multiply_add_reads_its_destination() {
        // v_fmac_f32_e32 v3, s5, v7
        let e = of(&[0x5606_0e05]);
        assert_eq!(e.reads.as_slice(), [v(3, 1), s(5, 1), v(7, 1)]);
        assert_eq!(e.writes.as_slice(), [v(3, 1)]);
    }

    #[test]
    fn the_mask_of_a_select_is_an_operand_in_every_form() {
        // v_cndmask_b32_e32 v1, v2, v3, vcc
        let e = of(&[0x0202_0702]);
        assert_eq!(e.reads.as_slice(), [v(2, 1), v(3, 1), s(106, 2)]);
        assert!(!e.implicit_reads.contains(Implicit::VCC));
        // v_cndmask_b32_e64 v1, v2, v3, s[10:11]
        let e = of(&[0xd501_0001, 0x002a_0702]);
        assert_eq!(e.reads.as_slice(), [v(2, 1), v(3, 1), s(10, 2)]);
    }

    #[test]
    fn a_compare_writes_a_mask_and_cmpx_writes_exec() {
        // v_cmp_lt_f32_e64 s[20:21], v1, v2
        let e = of(&[0xd401_0014, 0x0002_0501]);
        assert_eq!(e.writes.as_slice(), [s(20, 2)]);
        // v_cmpx_lt_f32_e32 v1, v2
        let e = of(&[0x7c22_0501]);
        assert!(e.writes.is_empty() && e.implicit_writes.contains(Implicit::EXEC));
    }

    #[test]
    fn an_atomic_without_return_writes_no_register() {
        // global_atomic_cmpswap v5, v[6:7], s[2:3]
        let e = of(&[0xdcc4_8000, 0x0002_0605]);
        assert_eq!(e.reads.as_slice(), [s(2, 2), v(5, 1), v(6, 2)]);
        assert!(e.writes.is_empty());
        assert_eq!(e.counters, Counters::VSCNT);
    }

    #[test]
    fn a_scalar_load_writes_as_many_registers_as_its_name_says() {
        // s_load_dwordx8 s[8:15], s[4:5], null offset:0x20
        let e = of(&[0xf40c_0202, 0xfa00_0020]);
        assert_eq!((e.reads.as_slice(), e.writes.as_slice()), ([s(4, 2)].as_slice(), [s(8, 8)].as_slice()));
    }
}
