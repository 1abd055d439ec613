//! One tested instruction: which, in which form and mode, what it reads and what is looked at afterwards.
//!
//! Requires: an opcode of the vector or scalar ALU. Ensures: an instruction that the decoder takes, whose registers lie where the
//! frame of [`crate::program`] has none of its own; every register and bit of state that it reads is given a value, and every
//! one that it writes is looked at, also where lanes or a condition keep the old value.
//! Leaves alone: the values ([`Test::values`] asks [`crate::numbers`]) and where they lie in memory.

use crate::numbers::{Kind, Numbers};
use isa::access::{self, Destination};
use isa::effects::{Effects, RegFile, effects};
use isa::generate::{Simple, generate, simplify};
use isa::make::{EXEC, M0};
use isa::row::{Flags, Implicit, Slot, Targets, Ty};
use isa::{DecodeOptions, Family, Fields, Form, Inst, Op, Row, Strictness};
use model::exec::step;
use model::float::FloatMode;
use model::machine::Machine;
use model::memory::AlignmentMode;
use model::memory::guest::{GuestMemory, WriteOnly};
use model::memory::lds::{Gds, Lds};
use model::wave::{Apertures, Unknown, Wave};
use recompiler::request::Mode;

/// First vector register of tested instructions; those below belong to the frame.
const FIRST_VGPR: u64 = 8;
/// How many of them instructions name; operands of several dwords and M0 reach some further.
const VGPRS: u64 = 192;
/// First scalar register of tested instructions.
const FIRST_SGPR: u64 = 16;
/// How many of them: a multiple of four, so that aligned operands stay aligned.
const SGPRS: u64 = 88;
/// Highest number that M0 shifts a register by.
const MOST_SHIFT: u16 = 3;
const VCC: u16 = 106;

/// A register that is given a value before the instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub enum Place {
    /// A vector register: a value a lane.
    Lane(u8),
    /// A scalar register by its code: a value a wave.
    Scalar(u8),
    /// SCC.
    Scc,
}

/// Something that is looked at behind the instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub enum Out {
    /// A vector register.
    Lane(u8),
    /// A mask in scalar registers, lane by lane.
    Mask(u8),
    /// EXEC, lane by lane.
    ExecLanes,
    /// A scalar register.
    Scalar(u8),
    /// SCC.
    Scc,
    /// MODE.
    Mode,
}

impl Out {
    /// Its name in reports.
    pub fn name(self) -> String {
        match self {
            Out::Lane(n) => format!("v{n}"),
            Out::Mask(code) => format!("lane of {}", scalar_name(code)),
            Out::ExecLanes => "lane of exec".to_owned(),
            Out::Scalar(code) => scalar_name(code),
            Out::Scc => "scc".to_owned(),
            Out::Mode => "mode".to_owned(),
        }
    }
}

fn scalar_name(code: u8) -> String {
    match code {
        106 => "vcc_lo".to_owned(),
        107 => "vcc_hi".to_owned(),
        M0 => "m0".to_owned(),
        EXEC => "exec_lo".to_owned(),
        127 => "exec_hi".to_owned(),
        n => format!("s{n}"),
    }
}

impl Place {
    /// Its name in reports.
    pub fn name(self) -> String {
        match self {
            Place::Lane(n) => format!("v{n}"),
            Place::Scalar(code) => scalar_name(code),
            Place::Scc => "scc".to_owned(),
        }
    }
}

/// Consecutive registers that one operand is read from.
#[derive(Clone, Copy, Debug)]
struct Operand {
    kind: Kind,
    /// It is a source whose corners are crossed with those of the others.
    crossed: bool,
}

/// Where a dword of an operand goes.
#[derive(Clone, Copy, Debug)]
pub struct Load {
    /// The register.
    pub place: Place,
    operand: usize,
    dword: usize,
}

/// One instruction to test.
#[derive(Clone, Debug)]
pub struct Test {
    /// The instruction.
    pub inst: Inst,
    /// MODE before it.
    pub mode: Mode,
    /// A field of MODE, offset and size, that is written from a register before it, so that nothing knows it when compiling.
    pub from_register: Option<(u16, u16)>,
    /// Registers that are given values.
    pub loads: Vec<Load>,
    /// What is looked at.
    pub outs: Vec<Out>,
    operands: Vec<Operand>,
}

/// Values of a test: for each of its loads one a row (vector registers) or one a wave (scalar ones).
#[derive(Clone, Debug, Default)]
pub struct Values(pub Vec<Vec<u32>>);

/// Whether an instruction is tested: it computes, and it does not leave the program or wait for somebody.
pub fn is_tested(op: Op) -> bool {
    let row = op.row();
    let computes = match row.family {
        Family::SOP1 | Family::SOP2 | Family::SOPC | Family::SOPK => true,
        Family::SOPP => matches!(row.name, "s_round_mode" | "s_denorm_mode" | "s_nop" | "s_clause"),
        Family::VOP1 | Family::VOP2 | Family::VOPC | Family::VOP3 | Family::VOP3P => true,
        Family::VINTRP
        | Family::SMEM
        | Family::DS
        | Family::FLAT
        | Family::GLOBAL
        | Family::SCRATCH
        | Family::MUBUF
        | Family::MTBUF
        | Family::MIMG
        | Family::EXP => false,
    };
    // `s_getpc_b64` says where it stands, which no two programs have in common.
    computes
        && !row.is_interpolation()
        && !(row.writes | row.reads).intersects(Implicit::PC)
        && !matches!(row.name, "v_illegal" | "s_rfe_b64" | "s_getpc_b64")
}

/// Whether it is one of the scalar ALU.
pub fn is_scalar(op: Op) -> bool {
    matches!(op.family(), Family::SOP1 | Family::SOP2 | Family::SOPC | Family::SOPK | Family::SOPP)
}

/// Whether lanes look at each other or at mask bits, which makes another program of it.
fn crosses(inst: &Inst, effects: &Effects) -> bool {
    let dpp = matches!(inst.fields, Fields::Dpp16(_) | Fields::Dpp8(_));
    let name = inst.name();
    let lanes = ["lane", "mbcnt", "v_swaprel", "movrel"].iter().any(|part| name.contains(part));
    let row = inst.op.row();
    let mask = row.operands.iter().any(|o| o.ty == Ty::Mask);
    let masks_as_numbers =
        effects.reads.iter().any(|r| r.file == RegFile::Scalar && matches!(r.first, VCC | 107 | 126 | 127));
    dpp || lanes
        || masks_as_numbers && !mask
        || is_scalar(inst.op)
        || [Slot::src0, Slot::src1, Slot::src2]
            .iter()
            .any(|&slot| access::source(row, &inst.fields, slot).is_some_and(|s| matches!(s.code, 251 | 252)))
}

/// Puts a field of registers where tested instructions have theirs.
fn moved(name: &str, width: u32, value: u64, inst: &Inst) -> u64 {
    let vgpr = |n: u64| FIRST_VGPR + n % VGPRS;
    let scalar = |code: u64| match code {
        0..=105 | 108..=123 => FIRST_SGPR + code % SGPRS,
        // LDS and the id of an ordered wave are not there.
        254 | 239 => 129,
        code => code,
    };
    let row = inst.op.row();
    // Fields that the instruction does not use are zero.
    let unused = match name {
        "src1" | "vsrc1" => row.ty(Slot::src1).is_none() && row.ty(Slot::vsrc).is_none(),
        "src2" => row.ty(Slot::src2).is_none(),
        "vdst" => row.ty(Slot::vdst).is_none() && row.ty(Slot::vcc_dst).is_none(),
        "src0" => row.ty(Slot::src0).is_none(),
        "ssrc0" => row.ty(Slot::ssrc0).is_none(),
        "sdst" => {
            row.ty(Slot::sdst).is_none() && row.ty(Slot::ssrc).is_none() && row.ty(Slot::vcc_dst).is_none()
        }
        _ => false,
    };
    if unused {
        return value;
    }
    let is_scalar_destination = row.flags.contains(Flags::SCALAR_DST)
        || row.ty(Slot::vdst).is_none() && matches!(inst.fields, Fields::Vop3(_));
    match (name, width, &inst.fields) {
        ("src0" | "src1" | "src2", 9, _) if value >= 256 => 256 + vgpr(value - 256),
        ("src0" | "src1" | "src2", 9, _) => scalar(value),
        ("src0", _, Fields::Sdwa(f)) if f.s0 => scalar(value),
        ("src0", _, Fields::Sdwab(f)) if f.s0 => scalar(value),
        ("vsrc1", _, Fields::Sdwa(f)) if f.s1 => scalar(value),
        ("vsrc1", _, Fields::Sdwab(f)) if f.s1 => scalar(value),
        ("src0" | "vsrc1", _, _) => vgpr(value),
        ("vdst", _, _) if is_scalar_destination => scalar(value),
        ("vdst", _, _) => vgpr(value),
        ("sdst" | "ssrc0" | "ssrc1", _, _) => scalar(value),
        _ => value,
    }
}

/// The same instruction with registers that the frame does not use; none where that is no instruction.
fn relocated(inst: &Inst, options: DecodeOptions) -> Option<Inst> {
    const MODE: u64 = 1;
    let mut words = isa::encode(inst).ok()?;
    let mut bits = u64::from(*words.first()?);
    let second = matches!(inst.op.family(), Family::VOP3 | Family::VOP3P)
        || !matches!(Form::of_fields(inst.op.family(), &inst.fields), Form::Own);
    if second {
        bits |= u64::from(*words.get(1)?) << 32;
    }
    for info in inst.fields.infos() {
        let mask = ((1u64 << info.width) - 1) << info.low;
        let value = (bits & mask) >> info.low;
        let is_register_of_hardware = info.name == "simm16"
            && matches!(inst.name(), "s_getreg_b32" | "s_setreg_b32" | "s_setreg_imm32_b32");
        let value = if is_register_of_hardware {
            value & !0x3f | MODE
        } else if info.name == "simm16" && matches!(inst.op.family(), Family::SOPP) {
            value
        } else if second || info.low < 32 {
            moved(info.name, info.width, value, inst)
        } else {
            value
        };
        bits = bits & !mask | value << info.low & mask;
    }
    *words.get_mut(0)? = bits as u32;
    if second {
        *words.get_mut(1)? = (bits >> 32) as u32;
    }
    let decoded = isa::decode(&words, 0, options).ok()?;
    let same = decoded.op == inst.op && decoded.dwords() as usize == words.len();
    same.then_some(decoded)
}

/// Whether gfx10 gives the fields a meaning; what has none is refused by model and lift by name, which other tests show.
fn has_meaning(inst: &Inst) -> bool {
    let masks = [Slot::src2, Slot::src1].iter().filter(|&&slot| inst.op.row().ty(slot) == Some(Ty::Mask));
    let registers = |slot: &Slot| {
        access::source(inst.op.row(), &inst.fields, *slot).is_none_or(|s| s.code < 128 && s.code != 125)
    };
    let control = match inst.fields {
        // Quads, shifts of rows, mirrors, shares and permutes of rows.
        Fields::Dpp16(f) => {
            matches!(f.dpp_ctrl, 0..=0xff | 0x101..=0x10f | 0x111..=0x11f | 0x121..=0x12f | 0x140 | 0x141 | 0x150..=0x16f)
        }
        _ => true,
    };
    control && masks.into_iter().all(registers)
}

/// Keeps one kind of modifier of a VOP3 encoding.
fn one_modifier(inst: &mut Inst, next: &mut Numbers) {
    if let Fields::Vop3(f) = &mut inst.fields {
        let old = *f;
        (f.neg, f.abs, f.op_sel, f.clamp, f.omod) = (0, 0, 0, false, 0);
        match next.below(4) {
            0 => (f.neg, f.abs) = (old.neg, old.abs),
            1 => f.op_sel = old.op_sel,
            2 => f.clamp = true,
            _ => f.omod = old.omod,
        }
    }
}

/// Whether the model runs it.
fn is_executed(inst: &Inst, size: u32) -> bool {
    let apertures = Apertures { shared_high: 1, private_high: 2 };
    let mode = FloatMode { float_mode: 0xf0, ieee: true, dx10_clamp: true, fp16_ovfl: false };
    let mut wave = Wave::new(0, size, 0, mode, apertures, Unknown(1));
    wave.set_sgpr(M0, 0);
    let memory = GuestMemory::new(0, WriteOnly::Readable);
    let (Ok(lds), Ok(gds)) = (Lds::new(0, |_| 0), Gds::new(16, |_| 0)) else { return false };
    let alignment = AlignmentMode::Unaligned;
    let mut machine =
        Machine { memory: memory.view(), lds, gds: &gds, alignment, group: [0; 3], waves: 1, clock: 0 };
    step(inst, u64::from(inst.bytes()), &mut wave, &mut machine).is_ok()
}

/// Collects loads and outs without doubles.
struct Build<'a> {
    test: Test,
    row: &'a Row,
    effects: Effects,
    size: u32,
}

impl Build<'_> {
    fn load(&mut self, first: Place, dwords: u16, kind: Kind, crossed: bool) {
        let operand = self.test.operands.len();
        let mut any = false;
        for dword in 0..dwords {
            let place = match first {
                Place::Lane(n) => Place::Lane(n.saturating_add(dword as u8)),
                Place::Scalar(n) => Place::Scalar(n.saturating_add(dword as u8)),
                Place::Scc => Place::Scc,
            };
            let is_null = matches!(place, Place::Scalar(125 | 128..));
            if is_null || self.test.loads.iter().any(|l| l.place == place) {
                continue;
            }
            any = true;
            self.test.loads.push(Load { place, operand, dword: usize::from(dword) });
        }
        if any {
            self.test.operands.push(Operand { kind, crossed });
        }
    }

    fn out(&mut self, out: Out) {
        let is_null = matches!(out, Out::Scalar(125 | 128..) | Out::Mask(125 | 128..));
        if !is_null && !self.test.outs.contains(&out) {
            self.test.outs.push(out);
        }
    }

    /// The sources by their types, in the order of the encoding.
    fn sources(&mut self) {
        for slot in [Slot::src0, Slot::src1, Slot::src2, Slot::ssrc0, Slot::ssrc1, Slot::ssrc] {
            let Some(ty) = self.row.ty(slot) else { continue };
            let fields = &self.test.inst.fields;
            let place = match (slot, fields) {
                (Slot::ssrc0, Fields::Sop1(f)) => Place::Scalar(f.ssrc0),
                (Slot::ssrc0, Fields::Sop2(f)) => Place::Scalar(f.ssrc0),
                (Slot::ssrc0, Fields::Sopc(f)) => Place::Scalar(f.ssrc0),
                (Slot::ssrc1, Fields::Sop2(f)) => Place::Scalar(f.ssrc1),
                (Slot::ssrc1, Fields::Sopc(f)) => Place::Scalar(f.ssrc1),
                (Slot::ssrc, Fields::Sopk(f)) => Place::Scalar(f.sdst),
                (Slot::src0 | Slot::src1 | Slot::src2, fields) => {
                    match access::source(self.row, fields, slot).map(|s| s.code) {
                        Some(code @ 256..) => Place::Lane((code & 255) as u8),
                        Some(code @ 0..128) => Place::Scalar(code as u8),
                        _ => continue,
                    }
                }
                _ => continue,
            };
            let dwords = u16::from(ty.dwords(self.size));
            // Wide scalar operands at odd places begin at the even one before.
            let place = match place {
                Place::Scalar(code) => {
                    let all = self.effects.reads.iter();
                    let mut of = all.filter(|r| r.file == RegFile::Scalar && r.count == dwords);
                    let near = of.find(|r| (r.first..r.first + r.count).contains(&u16::from(code)));
                    near.map_or(place, |r| Place::Scalar(r.first as u8))
                }
                Place::Lane(_) | Place::Scc => place,
            };
            // A packed operand is two 16-bit values in one register.
            let kind = Kind::of(ty);
            self.load(place, dwords.max(1), kind, kind != Kind::Mask);
        }
    }

    /// Everything else that is read, and what is kept where it is not written.
    fn rest(&mut self) {
        let further = if self.effects.indirect { MOST_SHIFT } else { 0 };
        let tied = self.row.ty(Slot::vdst).map_or(Kind::Int, Kind::of);
        let is_tied = self.row.flags.contains(Flags::TIED);
        let ranges: Vec<_> = self.effects.writes.iter().chain(&self.effects.reads).copied().collect();
        let written = self.effects.writes.len();
        for (i, range) in ranges.into_iter().enumerate() {
            let kind = if i < written && is_tied { tied } else { Kind::Int };
            let place = match range.file {
                RegFile::Vgpr => Place::Lane(range.first as u8),
                RegFile::Scalar => Place::Scalar(range.first as u8),
            };
            self.load(place, range.count + further, kind, i < written && is_tied);
        }
        let reads = self.effects.implicit_reads | self.effects.implicit_writes;
        if reads.contains(Implicit::VCC) {
            self.load(Place::Scalar(VCC as u8), 2, Kind::Mask, false);
        }
        if reads.contains(Implicit::M0) {
            self.load(Place::Scalar(M0), 1, Kind::Int, false);
        }
        if reads.contains(Implicit::SCC) {
            self.load(Place::Scc, 1, Kind::Int, false);
        }
        if !is_scalar(self.test.inst.op) || reads.contains(Implicit::EXEC) {
            self.load(Place::Scalar(EXEC), (self.size / 32) as u16, Kind::Mask, false);
        }
    }

    fn outs(&mut self) {
        let further = if self.effects.indirect { MOST_SHIFT } else { 0 };
        let scalar = is_scalar(self.test.inst.op);
        let masks: Vec<u16> = [Slot::vcc_dst, Slot::vdst, Slot::sdst]
            .iter()
            .filter(|&&slot| !scalar && self.row.ty(slot) == Some(Ty::Mask))
            .filter_map(|&slot| match access::destination(self.row, &self.test.inst.fields, slot)? {
                Destination::Scalar(code) => Some(u16::from(code)),
                Destination::Vgpr(_) => None,
            })
            .collect();
        for range in self.effects.writes.clone() {
            match range.file {
                RegFile::Vgpr => {
                    for n in range.first..range.first + range.count + further {
                        self.out(Out::Lane(n as u8));
                    }
                }
                RegFile::Scalar if masks.contains(&range.first) => self.out(match range.first as u8 {
                    EXEC => Out::ExecLanes,
                    code => Out::Mask(code),
                }),
                RegFile::Scalar => {
                    for n in range.first..range.first + range.count + further {
                        self.out(Out::Scalar(n as u8));
                    }
                }
            }
        }
        let writes = self.effects.implicit_writes;
        if writes.contains(Implicit::SCC) {
            self.out(Out::Scc);
        }
        if writes.contains(Implicit::EXEC) && !scalar {
            self.out(Out::ExecLanes);
        } else if writes.contains(Implicit::EXEC) {
            (0..self.size / 32).for_each(|n| self.out(Out::Scalar(EXEC + n as u8)));
        }
        if writes.contains(Implicit::VCC) && !scalar {
            self.out(Out::Mask(VCC as u8));
        } else if writes.contains(Implicit::VCC) {
            (0..2).for_each(|n| self.out(Out::Scalar(VCC as u8 + n)));
        }
        if writes.contains(Implicit::M0) {
            self.out(Out::Scalar(M0));
        }
        if writes.contains(Implicit::MODE) {
            self.out(Out::Mode);
        }
    }
}

impl Test {
    /// A random use of an instruction in a form; none where the decoder takes none.
    pub fn random(op: Op, form: Form, size: u32, mode: Mode, next: &mut Numbers) -> Option<Test> {
        let on_target = op.row().targets.contains(Targets::GFX1013);
        let strictness = if on_target { Strictness::Strict } else { Strictness::Default };
        let options = DecodeOptions { strictness, wave_size: size };
        // Random modifiers mostly mean nothing: what the model refuses is tried again, with fewer of them each time.
        for attempt in 0..12 {
            let mut inst = generate(op, form, options, &mut || next.bits())?;
            match attempt {
                0..4 => {}
                4..8 => one_modifier(&mut inst, next),
                8..10 => simplify(&mut inst, Simple::Plain),
                _ => simplify(&mut inst, Simple::Vector),
            }
            if let Some(inst) = relocated(&inst, options).filter(has_meaning)
                && (is_executed(&inst, size) || attempt == 11)
            {
                return Some(Test::of(inst, size, mode));
            }
        }
        None
    }

    /// The test of an instruction.
    pub fn of(inst: Inst, size: u32, mode: Mode) -> Test {
        let row = inst.op.row();
        let effects = effects(&inst, size);
        let test = Test { inst, mode, from_register: None, loads: vec![], outs: vec![], operands: vec![] };
        let mut build = Build { test, row, effects, size };
        build.sources();
        build.rest();
        build.outs();
        build.test
    }

    /// Whether lanes look at each other.
    pub fn crosses(&self, size: u32) -> bool {
        crosses(&self.inst, &effects(&self.inst, size))
    }

    /// Whether a register that is written is EXEC.
    pub fn writes_exec(&self) -> bool {
        self.outs.iter().any(|o| matches!(o, Out::ExecLanes | Out::Scalar(EXEC | 127)))
    }

    /// Values for so many waves of `lanes` rows. Corners of up to two sources are crossed; further ones are sampled.
    pub fn values(&self, waves: usize, lanes: usize, next: &mut Numbers) -> Values {
        let crossed: Vec<usize> =
            (0..self.operands.len()).filter(|&i| self.operands.get(i).is_some_and(|o| o.crossed)).collect();
        let all: usize = match crossed.as_slice() {
            [] => 0,
            [one] => self.kind(*one).corners(),
            [one, two] => self.kind(*one).corners() * self.kind(*two).corners(),
            _ => 0,
        };
        let rows = waves * lanes;
        let base = if all > rows { next.below(all) } else { 0 };
        let mut of_wave: Vec<u64> = Vec::new();
        let mut out = vec![Vec::with_capacity(rows); self.loads.len()];
        for row in 0..rows {
            let new_wave = row % lanes == 0;
            let lane = self.tuple(&crossed, base + row, all, row + base < base + all, next);
            if new_wave {
                of_wave = self.tuple(&crossed, base + row / lanes * 7, all, all > 0, next);
            }
            for (load, column) in self.loads.iter().zip(&mut out) {
                let values = match load.place {
                    Place::Lane(_) => &lane,
                    Place::Scalar(_) | Place::Scc if new_wave => &of_wave,
                    Place::Scalar(_) | Place::Scc => continue,
                };
                column.push(self.dword(load, values, next));
            }
        }
        Values(out)
    }

    fn kind(&self, operand: usize) -> Kind {
        self.operands.get(operand).map_or(Kind::Int, |o| o.kind)
    }

    /// Values of all operands: those that are crossed by a number, the others at random.
    fn tuple(&self, crossed: &[usize], n: usize, all: usize, corners: bool, next: &mut Numbers) -> Vec<u64> {
        let mut n = if all == 0 { 0 } else { n % all };
        let mut values: Vec<u64> = Vec::with_capacity(self.operands.len());
        for (i, operand) in self.operands.iter().enumerate() {
            let kind = operand.kind;
            let value = if corners && all > 0 && crossed.contains(&i) {
                let corner = kind.corner(n);
                n /= kind.corners();
                corner
            } else if kind == Kind::Mask {
                if next.one_in(2) { u64::MAX } else { kind.random(next) }
            } else if next.one_in(2) {
                kind.corner(next.below(kind.corners()))
            } else {
                kind.random(next)
            };
            values.push(value);
        }
        if !(corners && all > 0) {
            related(&self.operands, crossed, &mut values, next);
        }
        values
    }

    fn dword(&self, load: &Load, values: &[u64], next: &mut Numbers) -> u32 {
        let value = values.get(load.operand).copied().unwrap_or(0);
        let indirect = self.inst.op.row().flags.contains(Flags::INDIRECT);
        match (load.place, load.dword) {
            // Register numbers shift by little, so that they stay where the frame looks.
            (Place::Scalar(M0), _) if indirect => {
                // One instruction has two numbers there.
                let two = if self.inst.name() == "v_movrelsd_2_b32" { 1 << 16 } else { 0 };
                value as u32 & ((two | 1) * u32::from(MOST_SHIFT))
            }
            (Place::Scc, _) => value as u32 & 1,
            (_, 0) => value as u32,
            (_, 1) => (value >> 32) as u32,
            _ => next.bits() as u32,
        }
    }
}

/// Now and then operands that have to do with each other: equal, neighbours, opposite, sums that cancel.
fn related(operands: &[Operand], crossed: &[usize], values: &mut [u64], next: &mut Numbers) {
    let (Some(&a), Some(&b)) = (crossed.first(), crossed.get(1)) else { return };
    let kind = operands.get(a).map(|o| o.kind);
    if kind != operands.get(b).map(|o| o.kind) {
        return;
    }
    let (Some(&va), Some(&vb)) = (values.get(a), values.get(b)) else { return };
    let sign = match kind {
        Some(Kind::F16) => 0x8000_8000,
        Some(Kind::F32) => 1 << 31,
        _ => 1 << 63,
    };
    let how = next.below(16);
    if let (Some(&c), 0 | 1) = (crossed.get(2), how) {
        // The addend is the rounded product, negated.
        let product = match kind {
            Some(Kind::F32) => (-(f32::from_bits(va as u32) * f32::from_bits(vb as u32))).to_bits().into(),
            Some(Kind::F64) => (-(f64::from_bits(va) * f64::from_bits(vb))).to_bits(),
            Some(Kind::F16) => {
                let half = |v: u64| half::f16::from_bits(v as u16).to_f32();
                u64::from(half::f16::from_f32(-(half(va) * half(vb))).to_bits()) | va & 0xffff_0000
            }
            _ => va.wrapping_mul(vb).wrapping_neg(),
        };
        if operands.get(c).map(|o| o.kind) == kind
            && let Some(slot) = values.get_mut(c)
        {
            *slot = product;
        }
        return;
    }
    let new = match how {
        2 => va,
        3 => va ^ sign,
        4 => va ^ 1,
        5 => va.wrapping_add(1) ^ sign,
        _ => return,
    };
    if let Some(slot) = values.get_mut(b) {
        *slot = new;
    }
}
