//! Single instructions: the software model against what the recompiler lifts, run by the IR interpreter.
//!
//! The same holds for what float legalization makes of it on hosts of several kinds, run by adversaries that decide against the
//! code wherever the host may.
//!
//! For every form of every row of the scalar and vector ALU: random operands with the corners of integers and floats, both
//! wave sizes, the modes that compilers start with. All registers, SCC and EXEC have to be the same afterwards. What one side
//! refuses is counted; an instruction that the model runs and the lift refuses must stand in [`may_be_refused`].
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a test ends by panicking and tells what it counted"
)]

#[path = "lift_differential/ds.rs"]
mod ds;

use ir::Phase;
use ir::attr::{BlockCall, Coherence, Mem, Space};
use ir::entity::{Resource, Value, Var};
use ir::function::ResourceData;
use ir::host::{Denormals, FloatCaps, HostCaps, Rounding, Specials};
use ir::interp::{Bytes, Dispatch, Padding, Personality, Program, run};
use ir::{Attr, Block, Builder, Function, Op, Type, Width};
use isa::generate::generate;
use isa::row::{Family, Targets};
use isa::{DecodeOptions, Form, Inst, Strictness, disasm};
use model::exec::Flow;
use model::float::FloatMode;
use model::machine::Machine;
use model::memory::AlignmentMode;
use model::memory::guest::{GuestMemory, WriteOnly};
use model::memory::lds::{Gds, Lds};
use model::wave::{Apertures, Unknown, Wave};
use recompiler::Request;
use recompiler::caps::DeviceCaps;
use recompiler::passes::{legalize_float, ssa};
use recompiler::rdna::cfg::{Cfg, End, GuestBlock};
use recompiler::rdna::{lift, masks};
use recompiler::request::Mode;
use std::collections::{BTreeMap, BTreeSet};

/// Whether the lift may refuse uses of an instruction that the model runs.
fn may_be_refused(name: &str) -> bool {
    // Masks of the other wave size; modes that come from a register; the subvector loop with a special register.
    ["saveexec", "wrexec", "s_setreg", "s_subvector"].iter().any(|part| name.contains(part))
}

const APERTURES: Apertures = Apertures { shared_high: 0x1_0000, private_high: 0x2_0000 };
const PC: u64 = 0x1000;
/// Places in the buffers: scalar registers, SCC, MODE, FLAT_SCRATCH, vector registers.
const SCC: u32 = 512;
const MODE: u32 = 516;
const FLAT_SCRATCH: u32 = 520;
const VGPRS: u32 = 1024;
const BYTES: usize = 1024 + 256 * 256;

fn numbers(mut state: u64) -> impl FnMut() -> u64 {
    move || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}

/// An operand: a corner of f32, f16, f64 (high dword) or integers, or random bits.
fn operand(next: &mut impl FnMut() -> u64) -> u32 {
    const F32: [u32; 18] = [
        0,
        0x8000_0000,
        1,
        0x007f_ffff,
        0x0080_0000,
        0x0080_0001,
        0x3f80_0000,
        0xbf80_0000,
        0x3f00_0000,
        0x4000_0000,
        0x7f7f_ffff,
        0xff7f_ffff,
        0x7f80_0000,
        0xff80_0000,
        0x7fc0_0001,
        0x7f80_0001,
        0xffc0_0002,
        0x4f00_0000,
    ];
    const F16: [u16; 14] = [
        0, 0x8000, 1, 0x03ff, 0x0400, 0x3c00, 0xbc00, 0x3800, 0x7bff, 0xfbff, 0x7c00, 0xfc00, 0x7e01, 0x7d01,
    ];
    const F64: [u32; 10] = [
        0x3ff0_0000,
        0xbff0_0000,
        0x7ff0_0000,
        0xfff0_0000,
        0x7ff8_0000,
        0x7ff0_0001,
        0x0010_0000,
        0x000f_ffff,
        0x7fef_ffff,
        0x4330_0000,
    ];
    let r = next();
    let pick = (r >> 32) as usize;
    let half = |i: usize| u32::from(F16[i % F16.len()]);
    match r & 15 {
        0..=3 => F32[pick % F32.len()],
        4 | 5 => half(pick) | half(pick >> 8) << 16,
        6 => F64[pick % F64.len()],
        7 => pick as u32 & 0xff,
        8 => (pick as u32 & 15).wrapping_sub(8),
        // A number near one, of either sign.
        9 | 10 => pick as u32 & 0x80ff_ffff | 0x3f00_0000,
        11 => pick as u32 & 0x83ff_83ff | 0x3800_3800,
        // Exponents around those of the first operands.
        12 => pick as u32 & 0x87ff_ffff | 0x3800_0000,
        _ => pick as u32,
    }
}

struct Case {
    /// Runs before it.
    first: Option<Inst>,
    inst: Inst,
    wave: Wave,
}

fn float_mode(mode: Mode) -> FloatMode {
    FloatMode {
        float_mode: mode.float_mode,
        ieee: mode.ieee,
        dx10_clamp: mode.dx10_clamp,
        fp16_ovfl: mode.fp16_ovfl,
    }
}

fn random_wave(size: u32, mode: Mode, next: &mut impl FnMut() -> u64) -> Wave {
    let mut wave = Wave::new(0, size, PC, float_mode(mode), APERTURES, Unknown(0));
    for code in 0..128 {
        wave.set_sgpr(code, operand(next));
    }
    if next() & 1 == 0 {
        wave.set_sgpr(124, next() as u32 & 0x00ff_00ff);
    }
    let all = if size == 64 { u64::MAX } else { 0xffff_ffff };
    wave.set_exec(match next() & 3 {
        0 => all,
        1 => next() & next() & all,
        _ => (next() | next()) & all,
    });
    wave.set_vcc(next() & all);
    wave.scc = next() & 1 == 1;
    wave.flat_scratch = next();
    for register in 0..256 {
        for lane in 0..64 {
            wave.vgpr_mut(register)[lane] = operand(next);
        }
    }
    wave
}

fn model_step(case: &mut Case) -> Result<Flow, model::Stop> {
    let memory = GuestMemory::new(1 << 20, WriteOnly::Readable);
    let gds = Gds::new(16, |_| 0).unwrap();
    let mut machine = Machine {
        memory: memory.view(),
        alignment: AlignmentMode::Unaligned,
        lds: Lds::new(0, |_| 0).unwrap(),
        gds: &gds,
        group: [0; 3],
        waves: 1,
        clock: 0,
    };
    let mut next = PC;
    if let Some(first) = &case.first {
        next += u64::from(first.bytes());
        model::exec::step(first, next, &mut case.wave, &mut machine)?;
    }
    next += u64::from(case.inst.bytes());
    model::exec::step(&case.inst, next, &mut case.wave, &mut machine)
}

fn access(
    func: &mut Builder<'_>,
    resource: Resource,
    offset: u32,
    ty: Type,
    store: Option<Value>,
) -> Option<Value> {
    access_in(func, Space::Buffer(resource), offset, ty, store)
}

/// A dword, or one a lane, from or to a place in an address space.
fn access_in(
    func: &mut Builder<'_>,
    space: Space,
    offset: u32,
    ty: Type,
    store: Option<Value>,
) -> Option<Value> {
    let mem = Mem { space, width: Width::B32, count: 1, align: 4, coherence: Coherence::Wave, offset: 0 };
    let base = func.c32(offset);
    let yes = func.c1(true);
    let (address, mask) = if ty.is_lane() {
        let lane = func.pure(Op::lane_id, &[]);
        let two = func.c32(2);
        let by = func.pure(Op::ishl, &[lane, two]);
        (func.pure(Op::iadd, &[base, by]), func.pure(Op::splat, &[yes]))
    } else {
        (base, yes)
    };
    match store {
        None => {
            let inst = func.emit(Op::load, &[address, mask], Attr::Mem(mem), &[ty]);
            func.func.result(inst)
        }
        Some(value) => {
            func.emit(Op::store, &[address, mask, value], Attr::Mem(mem), &[]);
            None
        }
    }
}

/// What a variable of the lifted function is, by its name.
#[derive(Clone, Copy)]
enum Kind {
    Sgpr(u32),
    Vgpr(u32),
    Mask(u32),
    Scc,
    Mode,
    FlatScratch(u32),
    Other,
}

fn kind(name: &str) -> Kind {
    let number = |s: &str| s.parse().ok();
    match name {
        "mode" => return Kind::Mode,
        "flat_scratch_lo" => return Kind::FlatScratch(0),
        "flat_scratch_hi" => return Kind::FlatScratch(1),
        _ => {}
    }
    match name.split_at(1) {
        ("s", n) if name != "scc" => number(n).map_or(Kind::Other, Kind::Sgpr),
        ("v", n) => number(n).map_or(Kind::Other, Kind::Vgpr),
        ("m", n) => number(n).map_or(Kind::Other, Kind::Mask),
        _ if name == "scc" => Kind::Scc,
        _ if name == "flat_scratch_lo" => Kind::FlatScratch(0),
        _ if name == "flat_scratch_hi" => Kind::FlatScratch(1),
        _ => Kind::Other,
    }
}

/// Puts loads of all variables that are read before the block and stores of those that are written behind it.
fn wrap(func: &mut Function, guest: Block, wave: u32, forms: masks::Slots) {
    let (input, output) = (
        func.resources.push(ResourceData { name: "in".into(), written: false }),
        func.resources.push(ResourceData { name: "out".into(), written: true }),
    );
    let mut read: BTreeSet<Var> = BTreeSet::new();
    let mut written: BTreeSet<Var> = BTreeSet::new();
    for &inst in &func.blocks[guest].insts {
        match (func.insts[inst].op, &func.insts[inst].attr) {
            (Op::get, Attr::Var(var)) => read.insert(*var),
            (Op::set, Attr::Var(var)) => written.insert(*var),
            _ => false,
        };
    }
    let entry = func.add_body();
    let mut b = Builder::new(func, entry);
    let registers = if wave == 64 { 2 } else { 1 };
    for var in read {
        let name = b.func.vars[var].name.clone();
        let value = match kind(&name.to_string()) {
            Kind::Sgpr(n) => access(&mut b, input, n * 4, Type::U32, None).unwrap(),
            Kind::Vgpr(n) => access(&mut b, input, VGPRS + n * 256, Type::L32, None).unwrap(),
            Kind::Mask(n) => {
                let low = access(&mut b, input, n * registers * 4, Type::U32, None).unwrap();
                let high = if wave == 64 {
                    access(&mut b, input, n * 8 + 4, Type::U32, None).unwrap()
                } else {
                    b.c32(0)
                };
                let bits = b.pure(Op::pack, &[low, high]);
                b.pure(Op::lanebit, &[bits])
            }
            Kind::Scc => {
                let v = access(&mut b, input, SCC, Type::U32, None).unwrap();
                let zero = b.c32(0);
                b.pure(Op::ine, &[v, zero])
            }
            Kind::Mode => access(&mut b, input, MODE, Type::U32, None).unwrap(),
            Kind::FlatScratch(n) => access(&mut b, input, FLAT_SCRATCH + n * 4, Type::U32, None).unwrap(),
            Kind::Other => panic!("{name} has no place"),
        };
        b.set(var, value);
    }
    b.br(BlockCall::to(guest));
    // The block's `ret` goes behind the stores.
    func.blocks[guest].insts.pop();
    let mut b = Builder::new(func, guest);
    for var in written {
        let name = b.func.vars[var].name.clone();
        let ty = b.func.vars[var].ty;
        let value = b.emit(Op::get, &[], Attr::Var(var), &[ty]);
        let value = b.func.result(value).unwrap();
        match kind(&name.to_string()) {
            Kind::Sgpr(n) => {
                let slot = masks::slot(n as u8, wave);
                if forms >> slot & 1 == 0 {
                    access(&mut b, output, n * 4, Type::U32, Some(value));
                }
            }
            Kind::Vgpr(n) => {
                access(&mut b, output, VGPRS + n * 256, Type::L32, Some(value));
            }
            Kind::Mask(n) => {
                assert!(forms >> n & 1 != 0, "{name} is written, but the slot is in bits form");
                let bits = b.pure(Op::ballot, &[value]);
                let low = b.pure(Op::lo, &[bits]);
                access(&mut b, output, n * registers * 4, Type::U32, Some(low));
                if wave == 64 {
                    let high = b.pure(Op::hi, &[bits]);
                    access(&mut b, output, n * 8 + 4, Type::U32, Some(high));
                }
            }
            Kind::Scc => {
                let v = b.op(Op::zext, &[value], Attr::Width(Width::B32));
                access(&mut b, output, SCC, Type::U32, Some(v));
            }
            Kind::Mode => {
                access(&mut b, output, MODE, Type::U32, Some(value));
            }
            Kind::FlatScratch(n) => {
                access(&mut b, output, FLAT_SCRATCH + n * 4, Type::U32, Some(value));
            }
            Kind::Other => {}
        }
    }
    b.ret();
    func.layout = vec![entry, guest];
}

/// All registers as bytes.
fn bytes(wave: &Wave) -> Vec<u8> {
    let mut bytes = vec![0; BYTES];
    let mut put = |at: usize, v: u32| bytes[at..at + 4].copy_from_slice(&v.to_le_bytes());
    for code in 0..128u8 {
        put(usize::from(code) * 4, wave.sgpr(code));
    }
    put(SCC as usize, wave.scc.into());
    put(FLAT_SCRATCH as usize, wave.flat_scratch as u32);
    put(FLAT_SCRATCH as usize + 4, (wave.flat_scratch >> 32) as u32);
    let m = wave.mode;
    let flags = u32::from(m.dx10_clamp) << 8 | u32::from(m.ieee) << 9 | u32::from(m.fp16_ovfl) << 23;
    put(MODE as usize, wave.mode_other | u32::from(m.float_mode) | flags);
    for register in 0..256 {
        for lane in 0..64 {
            put(VGPRS as usize + register * 256 + lane * 4, wave.vgpr(register as u32)[lane]);
        }
    }
    bytes
}

fn place(offset: usize) -> String {
    match offset {
        0..512 => format!("s{}", offset / 4),
        512 => "scc".to_owned(),
        516 => "mode".to_owned(),
        520 | 524 => "flat_scratch".to_owned(),
        _ => format!("v{} lane {}", (offset - 1024) / 256, (offset - 1024) / 4 % 64),
    }
}

fn request(code: &[u8], size: u32, mode: Mode) -> Request<'_> {
    Request {
        base: PC,
        entry: PC,
        mode,
        shared_high: APERTURES.shared_high,
        private_high: APERTURES.private_high,
        instruction_limit: 100,
        ..Request::bare(code, size)
    }
}

/// The lifted function, ready to run; or the refusal.
fn lifted(
    first: Option<&Inst>,
    inst: &Inst,
    size: u32,
    mode: Mode,
    lds_bytes: u32,
) -> Result<Function, recompiler::TranslateError> {
    let request = Request { lds_bytes, ..request(&[], size, mode) };
    let cfg = Cfg {
        blocks: vec![GuestBlock {
            pc: PC,
            insts: first.into_iter().chain([inst]).map(|inst| (PC, inst.clone())).collect(),
            end: End::Program,
            assumed: None,
        }],
    };
    let mut func = lift::lift(&request, &cfg)?;
    let exec = 1 << masks::exec_slot(size);
    let forms = masks::after(inst, exec, size);
    let guest = func.layout[1];
    wrap(&mut func, guest, size, forms);
    Ok(func)
}

/// Instructions whose last bit is not defined: results may be one apart.
fn is_approximate(name: &str) -> bool {
    ["v_rcp", "v_rsq", "v_sqrt", "v_exp", "v_log", "v_sin", "v_cos"].iter().any(|p| name.starts_with(p))
}

/// Whether two results differ by one in the last place, wherever in the register that is.
fn one_apart(a: u32, b: u32) -> bool {
    let apart = a.wrapping_sub(b);
    [0, 8, 16, 24].iter().any(|&at| [1 << at, (1u32 << at).wrapping_neg()].contains(&apart))
}

#[derive(Default)]
struct Counts {
    ran: u32,
    changed: u32,
    model_refused: BTreeMap<String, u32>,
    lift_refused: BTreeMap<(&'static str, Form), (u32, String)>,
    failed: BTreeMap<&'static str, (u32, String)>,
}

fn compare(
    first: Option<Inst>,
    inst: Inst,
    size: u32,
    mode: Mode,
    next: &mut impl FnMut() -> u64,
    counts: &mut Counts,
) {
    let name = inst.name();
    let mut case = Case { wave: random_wave(size, mode, next), first, inst };
    if case.first.is_some() {
        case.wave.set_sgpr(MODE_SGPR, next() as u32);
    }
    let before = bytes(&case.wave);
    match model_step(&mut case) {
        Ok(Flow::Next) => {}
        // Jumps end blocks; they are not lifted as instructions.
        Ok(_) => return,
        Err(stop) => {
            *counts.model_refused.entry(format!("{name}: {}", stop.kind)).or_default() += 1;
            return;
        }
    }
    let text = disasm(&case.inst, size);
    let func = match lifted(case.first.as_ref(), &case.inst, size, mode, 0) {
        Ok(func) => func,
        Err(e) => {
            let form = Form::of_fields(case.inst.op.family(), &case.inst.fields);
            let entry =
                counts.lift_refused.entry((name, form)).or_insert_with(|| (0, format!("{text}: {e}")));
            entry.0 += 1;
            return;
        }
    };
    counts.ran += 1;
    counts.changed += u32::from(bytes(&case.wave) != before);
    let mut fail = |message: String| {
        let entry = counts.failed.entry(name).or_insert_with(|| {
            (0, format!("{text} (wave{size}, mode {:#x}, ieee {}): {message}", mode.float_mode, mode.ieee))
        });
        entry.0 += 1;
    };
    let want = bytes(&case.wave);
    if let Err(e) = run_and_compare(&func, &case, size, &before, &want, &mut Personality::ieee()) {
        return fail(e);
    }
    // Not in an instruction without floats: the same function would run again.
    if !func.layout.iter().any(|&b| func.blocks[b].insts.iter().any(|&i| func.insts[i].op.group() == "float"))
    {
        return;
    }
    let host = HOSTS[next() as usize % HOSTS.len()];
    let mut legal = func;
    let legalized = ssa::run(&mut legal).and_then(|_| {
        legal.phase = Phase::Resolved;
        legalize_float::run(&mut legal, &host)
    });
    if let Err(e) = legalized {
        return fail(format!("legalized: {e}"));
    }
    let mut adversary = Personality::adversary(host.float, next());
    if let Err(e) = run_and_compare(&legal, &case, size, &before, &want, &mut adversary) {
        fail(format!("on {:?}, f64 {}: {e}", host.float.b32, host.float64));
    }
}

/// Hosts: IEEE 754 but for NaNs, one that flushes and has no f64, one of which nothing is known.
const HOSTS: [DeviceCaps; 3] = [
    DeviceCaps::PROMISING,
    DeviceCaps {
        float: HostCaps::all(FloatCaps {
            denormals: Denormals::Flush,
            rounding: Rounding::Even,
            specials: Specials::SomeNan,
        }),
        float64: false,
        ..DeviceCaps::PROMISING
    },
    DeviceCaps {
        float: HostCaps::all(FloatCaps {
            denormals: Denormals::Unknown,
            rounding: Rounding::Unknown,
            specials: Specials::Loose,
        }),
        ..DeviceCaps::PROMISING
    },
];

fn run_and_compare(
    func: &Function,
    case: &Case,
    size: u32,
    before: &[u8],
    want: &[u8],
    host: &mut Personality,
) -> Result<(), String> {
    let name = case.inst.name();
    let program = Program::new(func).map_err(|e| format!("{e}\n{func}"))?;
    let mut memory = Bytes::default();
    memory.buffers.insert(0, before.to_vec());
    memory.buffers.insert(1, before.to_vec());
    let dispatch = Dispatch { workgroups: [1; 3], user_data: &[], padding: Padding::Runs };
    let mut budget = 1 << 24;
    match run(&program, &dispatch, &mut memory, host, &mut budget) {
        Ok(None) => {}
        other => return Err(format!("{other:?}")),
    }
    let got = &memory.buffers[&1];
    let word = |b: &[u8], at: usize| u32::from_le_bytes(b[at..at + 4].try_into().unwrap());
    for at in (0..BYTES).step_by(4) {
        let (w, g) = (word(want, at), word(got, at));
        // In wave32 the upper lanes of a VGPR are nothing.
        let nothing = size == 32 && at >= 1024 && (at - 1024) / 4 % 64 >= 32;
        if w == g || nothing || is_approximate(name) && one_apart(w, g) {
            continue;
        }
        let lane = if at >= 1024 { (at - 1024) / 4 % 64 } else { 0 };
        let sources: Vec<String> = (0..3)
            .filter_map(|n| {
                let slot = [isa::row::Slot::src0, isa::row::Slot::src1, isa::row::Slot::src2][n];
                let s = isa::access::source(case.inst.op.row(), &case.inst.fields, slot)?;
                let register = usize::from(s.code.checked_sub(256)?);
                let at = 1024 + register * 256 + lane * 4;
                let high = if at + 256 < BYTES { word(before, at + 256) } else { 0 };
                Some(format!("src{n} = {:08x} (next {high:08x})", word(before, at)))
            })
            .collect();
        let old = word(before, at);
        return Err(format!(
            "{}: model {w:08x}, recompiled {g:08x}, before {old:08x}; {}",
            place(at),
            sources.join(", ")
        ));
    }
    Ok(())
}

const MODES: [Mode; 7] = [
    Mode { float_mode: 0xf5, ieee: true, dx10_clamp: true, fp16_ovfl: false },
    Mode { float_mode: 0x0a, ieee: false, dx10_clamp: true, fp16_ovfl: true },
    Mode { float_mode: 0x9f, ieee: true, dx10_clamp: false, fp16_ovfl: false },
    Mode { float_mode: 0x60, ieee: false, dx10_clamp: true, fp16_ovfl: false },
    Mode { float_mode: 0xc0, ieee: false, dx10_clamp: true, fp16_ovfl: false },
    Mode { float_mode: 0xf0, ieee: true, dx10_clamp: true, fp16_ovfl: false },
    Mode { float_mode: 0xf0, ieee: false, dx10_clamp: false, fp16_ovfl: true },
];

/// The scalar register that MODE is written from.
const MODE_SGPR: u8 = 100;

/// `s_setreg_b32 hwreg(HW_REG_MODE, offset, size), s100` (encoding: RDNA 1 ISA guide, SOPK).
fn set_mode(offset: u32, size: u32) -> Inst {
    let word = 0xb000_0000 | 0x13 << 23 | u32::from(MODE_SGPR) << 16 | (size - 1) << 11 | offset << 6 | 1;
    isa::decode(&[word], PC, DecodeOptions::default()).unwrap()
}

/// Runs every form of the rows of these families some times, and says what differs. `fields`: fields of MODE, offset and size,
/// of which one is set from a register first, so that its value is not known when the instruction is lifted.
fn sweep(seed: u64, rounds: usize, families: &[Family], fields: &[(u32, u32)]) {
    let mut next = numbers(seed);
    let mut counts = Counts::default();
    for op in isa::Op::all().filter(|op| families.contains(&op.family())) {
        let strictness = if op.row().targets.contains(Targets::GFX1013) {
            Strictness::Strict
        } else {
            Strictness::Default
        };
        for form in Form::of(op) {
            for round in 0..rounds {
                let size = if round & 1 == 0 { 64 } else { 32 };
                let mode = MODES[round % MODES.len()];
                let options = DecodeOptions { strictness, wave_size: size };
                let inst = generate(op, form, options, &mut next).unwrap();
                let first =
                    fields.get(round % fields.len().max(1)).map(|&(offset, size)| set_mode(offset, size));
                compare(first, inst, size, mode, &mut next, &mut counts);
            }
        }
    }
    report(&counts);
    assert!(counts.changed * 10 > counts.ran * 6, "most instructions change something");
    assert!(counts.failed.is_empty(), "{} instructions differ", counts.failed.len());
    let unexpected: Vec<_> = counts.lift_refused.keys().filter(|(name, _)| !may_be_refused(name)).collect();
    assert!(unexpected.is_empty(), "refused by the lift alone: {unexpected:?}");
}

fn report(counts: &Counts) {
    println!("{} instructions ran on both, {} of them changed registers", counts.ran, counts.changed);
    println!("the model refuses: {:#?}", counts.model_refused);
    for ((name, _), (n, example)) in &counts.lift_refused {
        println!("refused {n}: {name}: {example}");
    }
    for (name, (n, example)) in &counts.failed {
        println!("FAILED {n}: {name}: {example}");
    }
}

// Fourteen rounds are every mode in both wave sizes.

#[test]
fn vector_instructions_lift_to_what_the_model_does() {
    use Family as F;
    sweep(3, 14, &[F::VOP1, F::VOP2, F::VOPC, F::VOP3, F::VOP3P], &[]);
}

#[test]
fn scalar_instructions_lift_to_what_the_model_does() {
    use Family as F;
    sweep(4, 28, &[F::SOP1, F::SOP2, F::SOPC, F::SOPK], &[]);
}

#[test]
fn instructions_do_what_a_mode_from_a_register_says() {
    use Family as F;
    let fields = [(0, 4), (4, 4), (0, 8), (8, 2), (23, 1), (0, 32)];
    sweep(5, 6, &[F::VOP1, F::VOP2, F::VOPC, F::VOP3, F::VOP3P, F::SOPK], &fields);
}
