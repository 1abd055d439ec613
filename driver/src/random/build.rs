//! A random program as a captured dispatch: its fixed beginning and end, memory, and what each byte of the result is.
//!
//! Requires: steps whose labels exist. Ensures: every register that steps may read is written before; the result holds all that
//! they may write. Leaves alone: what they do.
//!
//! Registers: s\[0:1\] input, s\[2:3\] output, s4 number and count of waves, s5 the wave's first lane, s6 fuel, s7 bytes before
//! the wave's part of LDS, s\[8:9\] EXEC at the start, saved masks, then those of the steps. v0 is the lane in the group, v1 four
//! times that, v2 for addresses, then those of the steps.

use super::ops::whole;
use super::{Program, Random, Step};
use crate::capture::{Case, CaseError, Limits, MemoryFiles};
use isa::make::{
    ALL_ONES, EXEC, M0, VCC, ZERO, constant, ds, global_at, smem, sop1, sop2, sop2_literal, sopc, sopp, v,
    vop1, vop2, vop2_literal, vop3, wait,
};
use isa::table::{Ds, Global, Smem, Sop1, Sop2, Sopc, Sopp, Vop1, Vop2, Vop3};
use isa::{Fields, Inst, Op};
use serde_json::json;
use std::collections::{BTreeMap, HashMap};

/// First scalar register of the steps, and how many there are.
pub const FIRST_S: u8 = 32;
pub const S_COUNT: u8 = 24;
/// First vector register of the steps, and how many there are.
pub const FIRST_V: u8 = 3;
pub const V_COUNT: u8 = 12;
/// EXEC at the start.
pub const FIRST_EXEC: u8 = 8;
/// Pairs for masks that are saved, one for each depth.
pub const SAVED: u8 = 10;
/// Vector register: four times the lane in the group.
pub const LANE_BYTES: u8 = 1;
/// Scalar register: bytes before the wave's part of a row of LDS.
pub const WAVE_BYTES: u8 = 7;
const FUEL: u8 = 6;
/// Fuel at the start: halved each time a program goes back in its code, which it does while any is left.
const FULL: u32 = 0xff_ffff;

/// Bytes of LDS that hold a dword of every lane; there are two rows, then the cells of atomics.
pub const LDS_ROW: u16 = 512;
pub const LDS_ROWS: u16 = 2;
pub const LDS_CELLS: u16 = LDS_ROWS * LDS_ROW;
const LDS_BYTES: u32 = 2048;
/// Bytes of a lane in the input and in the output: vector registers, then in the output rows of LDS, cells, scalars.
const RECORD: u32 = 64;
const _: () = assert!((V_COUNT as u32 + LDS_ROWS as u32 + 2) * 4 == RECORD && S_COUNT + 6 <= 32);
/// Offset of the lanes' own dwords in the output, as in LDS, and of the cells of atomics.
pub const OWN: u32 = 128 * RECORD;
pub const CELLS: u32 = OWN + LDS_ROWS as u32 * LDS_ROW as u32;
const CELL_BYTES: u32 = 256;
const OUTPUT_BYTES: u32 = CELLS + CELL_BYTES;
/// Keeps an address inside of the input, at a dword, with three more behind it.
pub const INPUT_MASK: u32 = 0x7fc;
const INPUT_SGPRS: u32 = 128 * RECORD;
const INPUT_BYTES: u32 = INPUT_SGPRS + 512;

const CODE: u64 = 0x10_0000;
const INPUT: u64 = 0x20_0000;
const OUTPUT: u64 = 0x30_0000;
/// The region that is compared.
pub const REGION: &str = "output";

/// What a dword of the result is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Part {
    /// A vector register.
    Vector(u8),
    /// A dword of LDS, by its byte.
    Lds(u32),
    /// A scalar register by its code; 253 is SCC.
    Scalar(u8),
    /// A dword of memory, by its byte in the output.
    Memory(u32),
}

/// Where a dword of the result comes from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Place {
    /// What it is.
    pub part: Part,
    /// The wave.
    pub wave: u32,
    /// The lane, for vector registers.
    pub lane: u32,
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.part {
            Part::Vector(r) => write!(f, "v{r} of lane {}, wave {}", self.lane, self.wave),
            Part::Scalar(106) => write!(f, "vcc_lo of wave {}", self.wave),
            Part::Scalar(107) => write!(f, "vcc_hi of wave {}", self.wave),
            Part::Scalar(124) => write!(f, "m0 of wave {}", self.wave),
            Part::Scalar(126) => write!(f, "exec_lo of wave {}", self.wave),
            Part::Scalar(127) => write!(f, "exec_hi of wave {}", self.wave),
            Part::Scalar(253) => write!(f, "scc of wave {}", self.wave),
            Part::Scalar(r) => write!(f, "s{r} of wave {}", self.wave),
            Part::Lds(at) => write!(f, "LDS {at:#x}"),
            Part::Memory(at) => write!(f, "memory {at:#x} of the output"),
        }
    }
}

impl Program {
    /// What lies at a byte of the result.
    pub fn place(&self, at: u32) -> Place {
        let (lane, n) = (at / RECORD, at % RECORD / 4);
        let (in_group, rows) = (lane * 4, u32::from(LDS_ROWS));
        let (wave, lane) = (lane / self.wave_size, lane % self.wave_size);
        let part = if at >= OWN {
            Part::Memory(at)
        } else if n < u32::from(V_COUNT) {
            Part::Vector(FIRST_V + n as u8)
        } else if n < u32::from(V_COUNT) + rows {
            Part::Lds((n - u32::from(V_COUNT)) * u32::from(LDS_ROW) + in_group)
        } else if n == u32::from(V_COUNT) + rows {
            Part::Lds(u32::from(LDS_CELLS) + in_group % CELL_BYTES)
        } else {
            Part::Scalar(match lane.checked_sub(u32::from(S_COUNT)) {
                None => FIRST_S + lane as u8,
                Some(0) => EXEC,
                Some(1) => EXEC + 1,
                Some(2) => 253,
                Some(3) => M0,
                Some(4) => VCC,
                Some(_) => VCC + 1,
            })
        };
        Place { part, wave, lane }
    }

    fn is_wide(&self) -> bool {
        self.wave_size == 64
    }

    fn beginning(&self) -> Vec<Inst> {
        let mask = whole(self.wave_size);
        let mut out = vec![
            sop1(mask, FIRST_EXEC, EXEC),
            sop1(mask, EXEC, ALL_ONES),
            sop2_literal(Sop2::s_bfe_u32, 5, 4, 6 | 6 << 16),
            sop2(Sop2::s_lshl_b32, 5, 5, ZERO + self.wave_size.trailing_zeros() as u8),
            sop2(Sop2::s_lshl_b32, WAVE_BYTES, 5, ZERO + 2),
            vop3(Vop3::v_mbcnt_lo_u32_b32, 0, ALL_ONES.into(), ZERO.into()),
        ];
        if self.is_wide() {
            out.push(vop3(Vop3::v_mbcnt_hi_u32_b32, 0, ALL_ONES.into(), v(0)));
        }
        out.extend([
            vop2(Vop2::v_add_nc_u32, 0, 5, 0),
            vop2(Vop2::v_lshlrev_b32, LANE_BYTES, u16::from(ZERO + 2), 0),
            vop2(Vop2::v_lshlrev_b32, 2, u16::from(ZERO + RECORD.trailing_zeros() as u8), 0),
        ]);
        for n in (0..V_COUNT).step_by(4) {
            let load = Global::global_load_dwordx4;
            out.push(global_at(load, FIRST_V + n, 2, 0, 0, u16::from(n) * 4));
        }
        out.extend(wait());
        for row in 0..LDS_ROWS {
            out.push(ds(Ds::ds_write_b32, 0, LANE_BYTES, FIRST_V + row as u8, row * LDS_ROW));
        }
        // Cells begin with what their place says: every wave writes the same.
        out.extend([
            vop2_literal(Vop2::v_and_b32, 2, CELL_BYTES - 4, LANE_BYTES),
            ds(Ds::ds_write_b32, 0, 2, 2, LDS_CELLS),
        ]);
        out.extend([
            smem(Smem::s_load_dwordx16, FIRST_S, 0, INPUT_SGPRS),
            smem(Smem::s_load_dwordx8, FIRST_S + 16, 0, INPUT_SGPRS + 64),
            smem(Smem::s_load_dwordx2, VCC, 0, INPUT_SGPRS + 96),
        ]);
        out.extend(wait());
        out.push(sopp(Sopp::s_barrier, 0));
        for saved in (SAVED..FIRST_S).step_by(2) {
            out.push(sop1(Sop1::s_mov_b64, saved, ALL_ONES));
        }
        out.extend([
            constant(FUEL, FULL),
            constant(M0, 5),
            sopc(Sopc::s_cmp_eq_u32, FUEL, FUEL),
            vop1(Vop1::v_mov_b32, 2, v(LANE_BYTES)),
            sop1(mask, EXEC, FIRST_EXEC),
        ]);
        out
    }

    fn end(&self) -> Vec<Inst> {
        let mask = whole(self.wave_size);
        let first = FIRST_S + S_COUNT;
        let mut out = vec![sop1(Sop1::s_mov_b32, first, EXEC)];
        let high = if self.is_wide() { EXEC + 1 } else { ZERO };
        out.extend([
            sop1(Sop1::s_mov_b32, first + 1, high),
            sop2(Sop2::s_cselect_b32, first + 2, ZERO + 1, ZERO),
            sop1(Sop1::s_mov_b32, first + 3, M0),
            sop1(Sop1::s_mov_b32, first + 4, VCC),
            sop1(Sop1::s_mov_b32, first + 5, VCC + 1),
            sop1(mask, EXEC, ALL_ONES),
        ]);
        out.extend(wait());
        out.push(sopp(Sopp::s_barrier, 0));
        out.push(vop2(Vop2::v_lshlrev_b32, 2, u16::from(ZERO + RECORD.trailing_zeros() as u8), 0));
        let store = |r: u8, n: u8| global_at(Global::global_store_dwordx4, 0, 2, r, 2, u16::from(n) * 4);
        for n in (0..V_COUNT).step_by(4) {
            out.push(store(FIRST_V + n, n));
        }
        for row in 0..LDS_ROWS {
            out.push(ds(Ds::ds_read_b32, FIRST_V + row as u8, LANE_BYTES, 0, row * LDS_ROW));
        }
        let (cells, scalars) = (FIRST_V + LDS_ROWS as u8, FIRST_V + LDS_ROWS as u8 + 1);
        out.push(vop2_literal(Vop2::v_and_b32, scalars, CELL_BYTES - 4, LANE_BYTES));
        out.push(ds(Ds::ds_read_b32, cells, scalars, 0, LDS_CELLS));
        out.extend(wait());
        out.push(vop1(Vop1::v_mov_b32, scalars, ZERO.into()));
        for lane in 0..S_COUNT + 6 {
            let (source, lane) = (u16::from(FIRST_S + lane), u16::from(ZERO + lane));
            out.push(vop3(Vop3::v_writelane_b32, scalars, source, lane));
        }
        out.push(store(FIRST_V, V_COUNT));
        out.push(sopp(Sopp::s_endpgm, 0));
        out
    }

    /// Its instructions in order with the step that each belongs to; nothing for those of beginning and end.
    pub fn instructions(&self) -> Vec<(Inst, Option<usize>)> {
        let mut out: Vec<(Inst, Option<usize>)> = self.beginning().into_iter().map(|i| (i, None)).collect();
        let mut labels: HashMap<u32, i64> = HashMap::new();
        let mut jumps: Vec<(usize, u32)> = Vec::new();
        for (n, step) in self.steps.iter().enumerate() {
            match step {
                Step::Ops(insts) => out.extend(insts.iter().map(|i| (i.clone(), Some(n)))),
                Step::Label(label) => {
                    labels.insert(*label, dwords(&out));
                }
                Step::Branch { before, op, to, back } => {
                    if *back {
                        out.push((sop2(Sop2::s_lshr_b32, FUEL, FUEL, ZERO + 1), Some(n)));
                        // Over what makes the condition, and the branch.
                        let over: i64 = before.iter().map(|i| i64::from(i.dwords())).sum();
                        out.push((sopp(Sopp::s_cbranch_scc0, over as u16 + 1), Some(n)));
                    }
                    out.extend(before.iter().map(|i| (i.clone(), Some(n))));
                    jumps.push((out.len(), *to));
                    out.push((sopp(*op, 0), Some(n)));
                }
            }
        }
        let end = dwords(&out);
        for (at, label) in jumps {
            let to = labels.get(&label).copied().unwrap_or(end);
            let from = dwords(out.get(..=at).unwrap_or_default());
            if let Some((Inst { fields: Fields::Sopp(f), .. }, _)) = out.get_mut(at) {
                f.simm16 = (to - from) as u16;
            }
        }
        out.extend(self.end().into_iter().map(|i| (i, None)));
        out
    }

    /// The step that an address belongs to.
    pub fn step_at(&self, pc: u64) -> Option<usize> {
        let mut at = CODE;
        for (inst, step) in self.instructions() {
            let next = at + u64::from(inst.bytes());
            if (at..next).contains(&pc) {
                return step;
            }
            at = next;
        }
        None
    }

    /// The steps as assembly, with labels; beginning and end are named in a comment.
    pub fn assembly(&self) -> String {
        let mut out = String::from("  ; registers from memory\n");
        for (n, step) in self.steps.iter().enumerate() {
            match step {
                Step::Ops(insts) => insts.iter().for_each(|i| line(&mut out, i, self.wave_size)),
                Step::Label(label) => out.push_str(&format!("l{label}:\n")),
                Step::Branch { before, op, to, back } => {
                    if *back {
                        line(&mut out, &sop2(Sop2::s_lshr_b32, FUEL, FUEL, ZERO + 1), self.wave_size);
                        out.push_str(&format!("  s_cbranch_scc0 over{n}\n"));
                    }
                    before.iter().for_each(|i| line(&mut out, i, self.wave_size));
                    let is_there = self.steps.contains(&Step::Label(*to));
                    let to = if is_there { format!("l{to}") } else { "end".to_owned() };
                    out.push_str(&format!("  {} {to}\n", Op::from(*op).name()));
                    if *back {
                        out.push_str(&format!("over{n}:\n"));
                    }
                }
            }
        }
        out.push_str("end:\n  ; registers and LDS to memory\n  s_endpgm\n");
        out
    }

    /// Words of the code.
    pub fn words(&self) -> Vec<u32> {
        self.instructions().iter().flat_map(|(i, _)| isa::encode(i).unwrap_or_default()).collect()
    }

    /// The dispatch.
    ///
    /// # Errors
    /// None that a program can cause.
    pub fn case(&self) -> Result<Case, CaseError> {
        let words = self.words();
        let wave = self.wave_size;
        let invocations = self.invocations;
        let address = |a: u64| json!([format!("{:#010x}", a as u32), format!("{:#010x}", a >> 32)]);
        let json = json!({
            "format": 1, "name": format!("random {:#x}", self.seed), "program": "random", "sources": [],
            "kind": "compute", "gfx": "gfx1013", "wave_size": wave, "ngg": false,
            "dispatch": {"groups": [1, 1, 1], "local_size": [invocations, 1, 1]},
            "stages": [{
                "code": {"file": "code", "address": format!("{CODE:#x}"), "bytes": words.len() * 4},
                "sgprs": [
                    {"reg": 0, "count": 2, "name": "kernarg_segment_ptr", "value": address(INPUT)},
                    {"reg": 2, "count": 2, "name": "dispatch_ptr", "value": address(OUTPUT)},
                    {"reg": 4, "count": 1, "name": "tg_size"}
                ],
                "vgprs": [{"reg": 0, "count": 1, "name": "local_id_x"}],
                "facts": {"stages": ["CS"], "hw_stage": "CS", "wave_size": wave, "lds_bytes": LDS_BYTES,
                          "float_mode": self.float_mode, "ieee_mode": u8::from(self.ieee),
                          "dx10_clamp": u8::from(self.dx10_clamp), "rsrc3": 0, "local_size": [invocations, 1, 1]}
            }],
            "memory": [
                {"name": "input", "address": format!("{INPUT:#x}"), "size": INPUT_BYTES, "file": "input",
                 "role": "memory", "access": "r"},
                {"name": REGION, "address": format!("{OUTPUT:#x}"), "size": OUTPUT_BYTES, "file": "before",
                 "role": "memory", "access": "rw"}
            ],
            "expect": [{"memory": REGION, "file": "before", "compare": "bits"}],
            "output_differs_from_input": true
        });
        let mut random = Random(!self.seed);
        let mut data = |bytes: u32| (0..bytes / 4).map(|_| operand(&mut random)).collect::<Vec<u32>>();
        let bytes = |words: &[u32]| words.iter().flat_map(|w| w.to_le_bytes()).collect::<Vec<u8>>();
        let mut before = vec![0; OWN as usize / 4];
        let input = bytes(&data(INPUT_BYTES));
        before.extend(data(OUTPUT_BYTES - OWN));
        let files = [("code", bytes(&words)), ("input", input), ("before", bytes(&before))];
        let files: BTreeMap<String, Vec<u8>> = files.into_iter().map(|(n, b)| (n.to_owned(), b)).collect();
        let limits = Limits::default();
        Case::from_json_and_files("random", json.to_string().as_bytes(), &mut MemoryFiles(files), &limits)
    }
}

fn line(out: &mut String, inst: &Inst, wave: u32) {
    out.push_str(&format!("  {}\n", isa::disasm(inst, wave)));
}

fn dwords(insts: &[(Inst, Option<usize>)]) -> i64 {
    insts.iter().map(|(i, _)| i64::from(i.dwords())).sum()
}

/// A dword of data: a small number, a float near 1, two halves, a corner, or any bits.
fn operand(random: &mut Random) -> u32 {
    let bits = random.bits() as u32;
    match random.below(8) {
        0 => bits & 0xff,
        1 => (bits & 15).wrapping_sub(8),
        2 => bits & 0x80ff_ffff | 0x3f00_0000,
        3 => bits & 0x83ff_83ff | 0x3800_3800,
        4 => *random.pick(&[
            0,
            0x8000_0000,
            1,
            0x007f_ffff,
            0x0080_0000,
            0x3f80_0000,
            0x7f7f_ffff,
            0x7f80_0000,
            0xff80_0000,
            0x7fc0_0001,
            0x7f80_0001,
            0xffff_ffff,
            0x7fff_ffff,
            0x3c00_bc00,
            0x0001_8001,
            0x7c00_fc00,
            0x7e01_7d01,
            0x3ff0_0000,
            0x7ff0_0001,
            0x000f_ffff,
        ]),
        5 => bits & 0x87ff_ffff | 0x3800_0000,
        _ => bits,
    }
}
