//! Random operations: an instruction of a row, or a few that belong together because one makes the other's address.
//!
//! Requires: the registers that [`super::build`] fills. Ensures: reads only registers that hold something on every path, writes
//! only those that are compared or nothing relies on. Leaves alone: control.

use super::build::{
    CELLS, FIRST_EXEC, FIRST_S, FIRST_V, INPUT_MASK, LANE_BYTES, LDS_CELLS, LDS_ROW, LDS_ROWS, OWN, S_COUNT,
    V_COUNT, WAVE_BYTES,
};
use super::{Features, Random, Settings, Step};
use isa::effects::{RegFile, effects};
use isa::fields::FieldInfo;
use isa::generate::{generate, with_fields};
use isa::make::{
    EXEC, M0, VCC, ds, global, smem, sop1, sop2_literal, sopp, v, vop1, vop2_literal, vop3, wait,
};
use isa::row::{Family, Flags, Implicit, Memory, Slot};
use isa::table::{Ds, Global, Smem, Sop1, Sop2, Sopp, Vop1, Vop2, Vop3};
use isa::{DecodeOptions, Fields, Form, Inst, Op};

/// The last registers that an operand may begin at, so that its whole width is filled.
const S_STARTS: u64 = S_COUNT as u64 - 4;
const V_STARTS: u64 = V_COUNT as u64 - 4;

/// Families of [`instruction`].
const FAMILIES: [Family; 9] = [
    Family::SOP1,
    Family::SOP2,
    Family::SOPC,
    Family::SOPK,
    Family::VOP1,
    Family::VOP2,
    Family::VOPC,
    Family::VOP3,
    Family::VOP3P,
];

/// Instructions that do not belong into a random place: what they do is control, or is not defined to the last bit, or
/// depends on more than registers.
fn is_left_out(op: Op) -> bool {
    const PARTS: [&str; 18] = [
        "s_getreg",
        "s_setreg",
        "s_call",
        "s_waitcnt",
        "s_subvector",
        "s_version",
        "s_setpc",
        "s_swappc",
        "s_rfe",
        "s_getpc",
        "v_rcp",
        "v_rsq",
        "v_sqrt",
        "v_exp",
        "v_log",
        "v_sin",
        "v_cos",
        "v_interp",
    ];
    let row = op.row();
    row.memory != Memory::None
        || row.flags.intersects(Flags::INDIRECT | Flags::INTERPOLATION)
        || row.writes.intersects(Implicit::PC | Implicit::MODE)
        || PARTS.iter().any(|part| row.name.contains(part))
}

/// Whether the lanes of an instruction are not independent.
fn crosses_lanes(op: Op, form: Form) -> bool {
    matches!(form, Form::Dpp16 | Form::Dpp8)
        || ["v_readlane", "v_writelane", "v_readfirstlane", "v_permlane", "v_mbcnt"]
            .iter()
            .any(|p| op.name().starts_with(p))
}

/// The random instructions: what [`is_left_out`] leaves.
pub struct Ops {
    settings: Settings,
    all: Vec<(Op, Form)>,
}

impl Ops {
    pub fn new(settings: Settings) -> Ops {
        let has = |f| settings.features.contains(f);
        let all = Op::all()
            .filter(|op| FAMILIES.contains(&op.family()) && !is_left_out(*op))
            .filter(|op| has(Features::FLOAT) || !op.row().operands.iter().any(|o| o.ty.is_float()))
            .flat_map(|op| Form::of(op).map(move |form| (op, form)))
            .filter(|&(op, form)| has(Features::LANES) || !crosses_lanes(op, form))
            .collect();
        Ops { settings, all }
    }

    fn options(&self) -> DecodeOptions {
        DecodeOptions { wave_size: self.settings.wave_size, ..DecodeOptions::default() }
    }

    /// A random operation.
    pub fn any(&self, random: &mut Random) -> Step {
        let has = |f| self.settings.features.contains(f);
        let insts = match random.below(40) {
            0..4 if has(Features::LDS) => lds(random, self.settings.wave_size, has(Features::LANES)),
            4..6 if has(Features::LDS | Features::ATOMICS) => lds_atomic(random),
            6 | 7 if has(Features::MEMORY) => memory(random),
            8 if has(Features::MEMORY | Features::ATOMICS) => memory_atomic(random),
            9 | 10 if has(Features::RELATIVE) => relative(random),
            11 | 12 if has(Features::LDS | Features::LANES) => lanes(random),
            13 if has(Features::EXEC) => vec![sop1(whole(self.settings.wave_size), EXEC, FIRST_EXEC)],
            _ => self.instruction(random).into_iter().collect(),
        };
        Step::Ops(insts)
    }

    /// A random instruction of the tables. After many tries without one that fits there is none.
    fn instruction(&self, random: &mut Random) -> Option<Inst> {
        for _ in 0..200 {
            let &(op, form) = self.all.get(random.below(self.all.len()))?;
            let Some(inst) = generate(op, form, self.options(), &mut || random.bits()) else { continue };
            let wide = op.row().operands.iter().any(|o| o.ty.dwords(self.settings.wave_size) > 1);
            let shift = random.bits() >> 32;
            let mut value = |info, value| moved(&inst, info, defined(&inst, info, value), shift, wide);
            let Some(inst) = with_fields(&inst, self.options(), &mut value) else { continue };
            if self.fits(&inst, random) {
                return Some(inst);
            }
        }
        None
    }

    /// Whether it touches only what it may.
    fn fits(&self, inst: &Inst, random: &mut Random) -> bool {
        let wave = self.settings.wave_size;
        let e = effects(inst, wave);
        let scalar = |r: u16, written: bool| {
            let first = if written { u16::from(FIRST_S) } else { 0 };
            (first..u16::from(FIRST_S + S_COUNT)).contains(&r)
                || matches!(r, 106 | 107 | 124 | 126)
                || r == 127 && wave == 64
        };
        let vector = |r: u16, written: bool| {
            let first = if written { u16::from(FIRST_V) } else { 0 };
            (first..u16::from(FIRST_V + V_COUNT)).contains(&r)
        };
        let all = |ranges: &[isa::effects::RegRange], written: bool| {
            ranges.iter().all(|range| {
                (range.first..range.first + range.count).all(|r| match range.file {
                    RegFile::Scalar => scalar(r, written),
                    RegFile::Vgpr => vector(r, written),
                })
            })
        };
        let writes_exec = e.implicit_writes.contains(Implicit::EXEC)
            || e.writes.iter().any(|r| r.file == RegFile::Scalar && r.first + r.count > 126);
        all(&e.reads, false)
            && all(&e.writes, true)
            && (!writes_exec || self.settings.features.contains(Features::EXEC) && random.below(5) == 0)
    }
}

/// The move of a whole mask.
pub fn whole(wave: u32) -> Sop1 {
    if wave == 64 { Sop1::s_mov_b64 } else { Sop1::s_mov_b32 }
}

fn scalar_register(value: u64, wide: bool) -> u64 {
    let n = value % S_STARTS;
    u64::from(FIRST_S) + if wide { n & !1 } else { n }
}

fn vector_register(value: u64) -> u64 {
    u64::from(FIRST_V) + value % V_STARTS
}

/// A scalar operand at registers that programs have.
fn scalar(value: u64, shift: u64, wide: bool) -> u64 {
    match value {
        106 | 107 => VCC.into(),
        124 if !wide => M0.into(),
        126 | 127 => EXEC.into(),
        0..128 | 254 => scalar_register(value + shift, wide),
        _ => value,
    }
}

/// A modifier's field, 0 where the row gives it no meaning: what it does there is not known, and refused.
fn defined(inst: &Inst, info: FieldInfo, value: u64) -> u64 {
    let row = inst.op.row();
    let is_source = |slot: Slot| !matches!(slot, Slot::vdst | Slot::sdst | Slot::vcc_dst);
    let floats = row.operands.iter().filter(|o| is_source(o.slot)).all(|o| o.ty.is_float());
    let signs = floats || row.flags.intersects(Flags::FLOAT_MODIFIERS | Flags::MIXED);
    let result = row.ty(Slot::vdst).is_some_and(|ty| ty.is_float()) && !row.flags.contains(Flags::NO_OMOD);
    let kept = match info.name {
        "abs" | "neg" | "neg_hi" | "src0_abs" | "src1_abs" | "src0_neg" | "src1_neg" => signs,
        "src0_sext" | "src1_sext" => !floats,
        "omod" => result,
        "clamp" => row.flags.contains(Flags::CLAMP) || result,
        "op_sel" => row.family == Family::VOP3P || row.flags.contains(Flags::OP_SEL),
        "dst_sel" | "src0_sel" | "src1_sel" if value == 7 => return 6,
        "dst_unused" if value == 3 => return 2,
        _ => true,
    };
    if kept { value } else { 0 }
}

/// What a field becomes: registers are those that programs have, moved on by `shift`.
fn moved(inst: &Inst, info: FieldInfo, value: u64, shift: u64, wide: bool) -> u64 {
    let row = inst.op.row();
    let scalar = |value: u64, wide| scalar(value, shift, wide);
    let destination = |value: u64, wide| if value == 125 { value } else { scalar(value & 127, wide) };
    let vector_register = |value: u64| vector_register(value.wrapping_add(shift));
    match (info.name, info.width) {
        ("ssrc0" | "ssrc1", _) => scalar(value, wide),
        ("src0" | "src1" | "src2", 9) if value >= 256 => 256 + vector_register(value),
        ("src0" | "src1" | "src2", 9) if matches!(inst.fields, Fields::Dpp8(_)) => value,
        ("src0" | "src1" | "src2", 9) if matches!(value, 233 | 234 | 249 | 250) => value,
        ("src0" | "src1" | "src2", 9) => scalar(value, wide),
        ("src0", _) if matches!(inst.fields, Fields::Sdwa(f) if f.s0) => scalar(value, wide),
        ("src0", _) if matches!(inst.fields, Fields::Sdwab(f) if f.s0) => scalar(value, wide),
        ("vsrc1", _) if matches!(inst.fields, Fields::Sdwa(f) if f.s1) => scalar(value, wide),
        ("vsrc1", _) if matches!(inst.fields, Fields::Sdwab(f) if f.s1) => scalar(value, wide),
        ("vsrc1", _) if row.family == Family::VOP1 => value,
        ("src0" | "vsrc1", _) => vector_register(value),
        ("vdst", _) if row.flags.contains(Flags::SCALAR_DST) || row.family == Family::VOPC => {
            destination(value, wide)
        }
        ("vdst", _) => vector_register(value),
        ("sdst", _) => destination(value, wide),
        _ => value,
    }
}

fn vgpr(random: &mut Random) -> u8 {
    vector_register(random.bits()) as u8
}

/// A register whose next three are filled, too.
fn sgpr(random: &mut Random) -> u8 {
    scalar_register(random.bits(), true) as u8
}

/// A place in LDS that is the lane's own.
fn own_offset(random: &mut Random) -> u16 {
    random.below(LDS_ROWS.into()) as u16 * LDS_ROW
}

fn with_wait(mut insts: Vec<Inst>) -> Vec<Inst> {
    insts.extend(wait());
    insts
}

/// A store to the lane's own LDS, or a load from it or from that of a lane of the same wave.
fn lds(random: &mut Random, wave: u32, peers: bool) -> Vec<Inst> {
    let (to, from, offset) = (vgpr(random), vgpr(random), own_offset(random));
    let mut next = || random.below(usize::MAX);
    let (store, load) = (
        [
            Ds::ds_write_b32,
            Ds::ds_write_b8,
            Ds::ds_write_b16,
            Ds::ds_write_b8_d16_hi,
            Ds::ds_write_b16_d16_hi,
        ][next() % 5],
        [
            Ds::ds_read_b32,
            Ds::ds_read_u8,
            Ds::ds_read_i8,
            Ds::ds_read_u16,
            Ds::ds_read_i16,
            Ds::ds_read_u8_d16,
            Ds::ds_read_i8_d16_hi,
            Ds::ds_read_u16_d16_hi,
        ][next() % 8],
    );
    with_wait(match next() % 3 {
        0 => vec![ds(store, 0, LANE_BYTES, from, offset)],
        1 if peers => vec![
            vop2_literal(Vop2::v_and_b32, 2, (wave - 1) * 4, from),
            vop3(Vop3::v_add3_u32, 2, u16::from(WAVE_BYTES), v(2)),
            ds(load, to, 2, 0, offset),
        ],
        _ => vec![ds(load, to, LANE_BYTES, 0, offset)],
    })
}

/// An atomic in LDS: one on the lane's own dword that gives the old value, or one on a cell that only such are done to.
fn lds_atomic(random: &mut Random) -> Vec<Inst> {
    let (to, from) = (vgpr(random), vgpr(random));
    with_wait(if random.below(2) == 0 {
        let op = *random.pick(&[
            Ds::ds_add_rtn_u32,
            Ds::ds_sub_rtn_u32,
            Ds::ds_rsub_rtn_u32,
            Ds::ds_inc_rtn_u32,
            Ds::ds_dec_rtn_u32,
            Ds::ds_min_rtn_i32,
            Ds::ds_max_rtn_u32,
            Ds::ds_and_rtn_b32,
            Ds::ds_or_rtn_b32,
            Ds::ds_xor_rtn_b32,
            Ds::ds_wrxchg_rtn_b32,
        ]);
        vec![ds(op, to, LANE_BYTES, from, own_offset(random))]
    } else {
        let kind = random.below(8);
        let op = [
            Ds::ds_add_u32,
            Ds::ds_min_i32,
            Ds::ds_max_i32,
            Ds::ds_min_u32,
            Ds::ds_max_u32,
            Ds::ds_and_b32,
            Ds::ds_or_b32,
            Ds::ds_xor_b32,
        ][kind];
        let which = vgpr(random);
        vec![vop2_literal(Vop2::v_and_b32, 2, 28, which), ds(op, 0, 2, from, LDS_CELLS + kind as u16 * 32)]
    })
}

/// A load from read-only memory, or an access to the lane's own memory.
fn memory(random: &mut Random) -> Vec<Inst> {
    let (to, from) = (vgpr(random), vgpr(random));
    with_wait(match random.below(4) {
        0 => {
            let op = *random.pick(&[
                Global::global_load_dword,
                Global::global_load_dwordx2,
                Global::global_load_dwordx4,
                Global::global_load_ubyte,
                Global::global_load_sshort,
                Global::global_load_short_d16_hi,
            ]);
            vec![vop2_literal(Vop2::v_and_b32, 2, INPUT_MASK, from), global(op, to, 2, 0, 0)]
        }
        1 => {
            let op = *random.pick(&[Smem::s_load_dword, Smem::s_load_dwordx2]);
            vec![smem(op, sgpr(random), 0, (random.below(256) * 4) as u32)]
        }
        kind => {
            let at = OWN + random.below(LDS_ROWS.into()) as u32 * u32::from(LDS_ROW);
            let access = if kind == 2 {
                let op = *random.pick(&[
                    Global::global_store_dword,
                    Global::global_store_byte,
                    Global::global_store_short_d16_hi,
                ]);
                global(op, 0, 2, from, 2)
            } else {
                global(Global::global_load_dword, to, 2, 0, 2)
            };
            vec![vop2_literal(Vop2::v_add_nc_u32, 2, at, LANE_BYTES), access]
        }
    })
}

fn memory_atomic(random: &mut Random) -> Vec<Inst> {
    let kind = random.below(8);
    let op = [
        Global::global_atomic_add,
        Global::global_atomic_smin,
        Global::global_atomic_smax,
        Global::global_atomic_umin,
        Global::global_atomic_umax,
        Global::global_atomic_and,
        Global::global_atomic_or,
        Global::global_atomic_xor,
    ][kind];
    let (which, from) = (vgpr(random), vgpr(random));
    with_wait(vec![
        vop2_literal(Vop2::v_and_b32, 2, 28, which),
        vop2_literal(Vop2::v_add_nc_u32, 2, CELLS + kind as u32 * 32, 2),
        global(op, 0, 2, from, 2),
    ])
}

/// A register that is named by M0, which stays below eight.
fn relative(random: &mut Random) -> Vec<Inst> {
    let index = sop2_literal(Sop2::s_and_b32, M0, sgpr(random), 7);
    let (to, from) = (vgpr(random), vgpr(random));
    let far = |r: u8| FIRST_V + (r - FIRST_V) % (V_COUNT - 8);
    let (sto, sfrom) = (sgpr(random), sgpr(random));
    let far_s = |r: u8| FIRST_S + (r - FIRST_S) % (S_COUNT - 8);
    let access = match random.below(6) {
        0 => vop1(Vop1::v_movrels_b32, to, v(far(from))),
        1 => vop1(Vop1::v_movreld_b32, far(to), v(from)),
        2 => vop1(Vop1::v_movrelsd_b32, far(to), v(far(from))),
        3 => sop1(Sop1::s_movrels_b32, sto, far_s(sfrom)),
        4 => sop1(Sop1::s_movreld_b32, far_s(sto), sfrom),
        _ => vop1(Vop1::v_swaprel_b32, far(to), v(far(from))),
    };
    vec![index, access]
}

/// An exchange between lanes through the LDS hardware.
fn lanes(random: &mut Random) -> Vec<Inst> {
    let (to, from, address) = (vgpr(random), vgpr(random), vgpr(random));
    with_wait(match random.below(3) {
        0 => vec![ds(Ds::ds_bpermute_b32, to, address, from, 0)],
        1 => {
            // Each lane another place: no two write the same one.
            let by = random.below(64) as u32 * 4;
            vec![vop2_literal(Vop2::v_add_nc_u32, 2, by, LANE_BYTES), ds(Ds::ds_permute_b32, to, 2, from, 0)]
        }
        _ => {
            let offset = random.bits() as u16;
            let mode = *random.pick(&[offset & 0x7fff, 0x8000 | offset & 0xff]);
            vec![ds(Ds::ds_swizzle_b32, to, from, 0, mode)]
        }
    })
}

/// A change of MODE: rounding, denormals.
pub fn mode(random: &mut Random) -> Step {
    let op = *random.pick(&[Sopp::s_round_mode, Sopp::s_denorm_mode]);
    Step::Ops(vec![sopp(op, random.below(16) as u16)])
}
