//! Fuzz bodies of the recompiler: [`lift`], [`spirv()`] and [`passes_keep_results`].
//!
//! **Requires** nothing of the input. **Ensures** that a program of any words becomes a function, verified after every pass, or
//! is refused by type; that what the emitter makes of it, or of a random function, is taken by spirv-val for Vulkan 1.3, or is
//! refused by type. A refusal of the class *bug* is a failure. A random function without branches leaves the same memory before and
//! after every list of passes, run by hosts that decide against the code.

use super::{Random, bytes, instructions, words};
use difftest::numbers::Kind;
use ir::generate::{STRAIGHT_INPUT, STRAIGHT_OUTPUT};
use ir::host::{Denormals, FloatCaps, HostCaps, Personality, Rounding, Specials};
use ir::interp::{Bytes, Dispatch, Padding, Program, run};
use ir::{Function, Phase};
use isa::{DecodeOptions, Strictness};
use recompiler::caps::{DeviceCaps, Known};
use recompiler::compile::{Options, Upto, compile};
use recompiler::error::{ErrorClass, TranslateError};
use recompiler::passes::{self, Manager, PassError};
use recompiler::request::{Mode, Request, SgprInput, VgprInput};
use recompiler::waves::{self, Force};
use spirv::{EmitErrorKind, Features};

/// Bytes at the start of the input that are settings, not code.
pub const HEAD: usize = 8;
/// Words of a program: enough for nests and calls; unrolled lanes of more take seconds.
const WORDS: usize = 96;
/// Address of the code.
const CODE: u64 = 0x7f00_0000_0000;

/// A device by a number.
fn caps(choice: u8) -> DeviceCaps {
    let floats = |denormals, rounding, specials| HostCaps::all(FloatCaps { denormals, rounding, specials });
    let (float, float_known) = match choice >> 4 & 3 {
        0 => (DeviceCaps::PROMISING.float, Known::Promised),
        1 => (floats(Denormals::Flush, Rounding::Even, Specials::SomeNan), Known::Probed),
        2 => (floats(Denormals::Unknown, Rounding::Zero, Specials::Loose), Known::Probed),
        _ => (HostCaps::default(), Known::Unknown),
    };
    let subgroup_size = [64, 32, 16, 8, 4][usize::from(choice & 15) % 5];
    DeviceCaps { float, float_known, subgroup_size, ..DeviceCaps::PROMISING }
}

fn options(choice: u8) -> Options {
    let passes = passes::Options { verify: true, ..passes::Options::default() };
    Options { passes, waves: if choice & 64 == 0 { Force::No } else { Force::Packed } }
}

/// Features that a module may use.
fn features(choice: u8) -> spirv::Options {
    let all = Features::all();
    let features = match choice & 7 {
        0 => Features::empty(),
        1 => all - Features::FLOAT16 - Features::FLOAT64 - Features::BUFFER_ATOMIC64,
        2 => all - Features::INT8 - Features::STORAGE8 - Features::STORAGE16,
        3 => all - Features::BROADCAST_DYNAMIC - Features::DEVICE_SCOPE,
        _ => all,
    };
    spirv::Options {
        features,
        quirks: if choice & 8 != 0 { spirv::Quirks::all() } else { spirv::Quirks::empty() },
        names: choice & 16 != 0,
        lines: choice & 32 != 0,
        lookup: if choice & 64 == 0 { spirv::Lookup::Hoisted } else { spirv::Lookup::Every },
        ..spirv::Options::default()
    }
}

fn refused(e: &TranslateError) {
    assert!(e.kind.class() != ErrorClass::Bug, "{e}");
    assert!(e.to_string().contains(e.kind.code()), "{e}");
}

fn verified(func: &Function) {
    if let Err(errors) = ir::verify::verify(func) {
        panic!("{errors}\n{func}");
    }
}

/// A program of the data: settings, then words. With an even first byte only words that are instructions are kept, so that
/// most of the program is reached.
fn program(data: &[u8]) -> Option<(&[u8; HEAD], Vec<u8>, u32)> {
    let (head, code) = data.split_first_chunk::<HEAD>()?;
    let mut code = words(code);
    code.truncate(WORDS);
    let wave_size = if head[1] & 1 == 0 { 64 } else { 32 };
    let options = DecodeOptions { strictness: Strictness::Default, wave_size };
    let code = if head[0] & 1 == 0 { instructions(&code, options) } else { code };
    Some((head, bytes(&code), wave_size))
}

/// The function that a program becomes, of phase Legal; `None` where it is refused.
fn legal(head: [u8; HEAD], code: &[u8], wave_size: u32) -> Option<Function> {
    let [_, flags, float_mode, device, local, lds, start, _] = head;
    let local_size = match local & 3 {
        0 => [wave_size, 1, 1],
        1 => [u32::from(local), 1, 1],
        2 => [4, 1 + u32::from(local >> 4), 2],
        _ => [256, 1, 1],
    };
    let user = (0..16).map(|n| (n, SgprInput::UserData(u32::from(n))));
    let more = [
        (16, SgprInput::WorkgroupId(0)),
        (17, SgprInput::TgSize),
        (18, SgprInput::ScratchOffset { bytes_per_wave: 1024 }),
    ];
    let request = Request {
        code,
        base: CODE,
        entry: CODE + u64::from(start & 3) * 4,
        wave_size,
        local_size,
        lds_bytes: u32::from(lds) * 64,
        mode: Mode {
            float_mode,
            ieee: flags & 4 != 0,
            dx10_clamp: flags & 8 != 0,
            fp16_ovfl: flags & 16 != 0,
        },
        sgprs: user.chain(more).collect(),
        vgprs: (0..3).map(|n| (n, VgprInput::LocalId(n))).collect(),
        shared_vgprs: Default::default(),
        shared_high: 0x8000_0000,
        private_high: 0x7000_0000,
        scratch: None,
        instruction_limit: 4000,
    };
    let (caps, options) = (caps(device), options(device));
    let mut manager = Manager::new(options.passes.clone());
    match compile(&request, &caps, &options, Upto::Raw, &mut manager) {
        Ok(compiled) => verified(&compiled.func),
        Err(e) => {
            refused(&e);
            return None;
        }
    }
    match compile(&request, &caps, &options, Upto::Legal, &mut manager) {
        Ok(compiled) => {
            verified(&compiled.func);
            assert_eq!(compiled.func.phase, Phase::Legal);
            Some(compiled.func)
        }
        Err(e) => {
            if let Some((pass, errors)) = manager.broken() {
                panic!("{pass}: {errors}");
            }
            refused(&e);
            None
        }
    }
}

/// Decodes, lifts and compiles a program for some device: a function that every phase's rules hold for, or a refusal.
pub fn lift(data: &[u8]) {
    if let Some((head, code, wave_size)) = program(data) {
        legal(*head, &code, wave_size);
    }
}

/// A random function on its way to Legal, for some device; `None` where that is refused.
fn generated(head: [u8; HEAD], choices: &[u8]) -> Option<Function> {
    let mut left = choices.iter();
    let mut next = || left.next().map_or(0, |&b| usize::from(b));
    let mut func =
        ir::generate::generate(&mut |end| if end <= 256 { next() } else { next() << 8 | next() } % end);
    let (caps, options) = (caps(head[3]), options(head[3]));
    let mut manager = Manager::new(options.passes);
    if func.phase <= Phase::Ssa {
        // The first step is for Raw.
        let steps =
            if func.phase == Phase::Raw { passes::CLEAN } else { passes::CLEAN.get(1..).unwrap_or(&[]) };
        taken(manager.run(&mut func, steps), &manager)?;
        match waves::map(&mut func, &caps, options.waves) {
            Ok(_) => verified(&func),
            Err(kind) => {
                assert!(kind.class() != ErrorClass::Bug, "{kind}");
                return None;
            }
        }
        taken(manager.run(&mut func, passes::AFTER_WAVES), &manager)?;
        func.phase = Phase::Resolved;
    }
    if func.phase == Phase::Resolved {
        let legalized = manager
            .with(&mut func, "legalize_float", |func| passes::legalize_float::run(func, &caps))
            .map(|_| ());
        taken(legalized, &manager)?;
        taken(manager.run(&mut func, passes::LAST), &manager)?;
    }
    Some(func)
}

fn taken(result: Result<(), PassError>, manager: &Manager<'_>) -> Option<()> {
    match result {
        Ok(()) => Some(()),
        Err(e) => {
            if let Some((pass, errors)) = manager.broken() {
                panic!("{pass}: {errors}");
            }
            assert!(e.kind.class() != ErrorClass::Bug, "{}", e.kind);
            None
        }
    }
}

/// Emits a program's function or a random one. What is emitted is valid; what is not is a lack of the device. A random
/// function that is Legal from the start may also be refused as something that no pass makes.
pub fn spirv(data: &[u8]) {
    let Some((head, rest)) = data.split_first_chunk::<HEAD>() else { return };
    let random = head[0] & 2 != 0;
    let func = if random {
        generated(*head, rest)
    } else {
        program(data).and_then(|(head, code, wave_size)| legal(*head, &code, wave_size))
    };
    let Some(func) = func else { return };
    match spirv::emit(&func, &features(head[7])) {
        Ok(module) => {
            if let Err(e) = spirv::tools::validate(&module.words) {
                panic!("{e}\n{func}");
            }
        }
        Err(e) => match e.kind {
            EmitErrorKind::Unsupported(what) => assert!(!what.is_empty()),
            EmitErrorKind::NotLegal(_) => assert!(random, "{e}\n{func}"),
        },
    }
}

/// What a straight function leaves in memory, run by a host.
fn left(func: &Function, input: &[u8], host: &mut Personality) -> Vec<u8> {
    let program = Program::new(func).unwrap_or_else(|e| panic!("{e}\n{func}"));
    let mut memory = Bytes::default();
    memory.buffers.insert(STRAIGHT_INPUT.0, input.to_vec());
    memory.buffers.insert(STRAIGHT_OUTPUT.0, vec![0; STRAIGHT_OUTPUT.1]);
    // A function of single lanes has exactly those of the workgroup.
    let padding = if func.wave_size == 1 { Padding::Absent } else { Padding::Runs };
    let dispatch = Dispatch { workgroups: [1; 3], user_data: &[], padding };
    match run(&program, &dispatch, &mut memory, host, &mut (1 << 24)) {
        Ok(None) => memory.buffers.remove(&STRAIGHT_OUTPUT.0).unwrap_or_default(),
        other => panic!("{other:?}\n{func}"),
    }
}

/// A random function without branches, from the rows of the ops: after every list of passes it leaves the memory that it left
/// before, whatever a host of the caps decides. The first bytes choose operands and host, the others the function.
pub fn passes_keep_results(data: &[u8]) {
    let Some((head, choices)) = data.split_first_chunk::<HEAD>() else { return };
    let mut choices = choices.iter();
    let mut next = || choices.next().map_or(0, |&b| usize::from(b));
    let mut func =
        ir::generate::straight(&mut |end| if end <= 256 { next() } else { next() << 8 | next() } % end);
    verified(&func);
    let mut random = Random(u64::from_le_bytes(*head));
    let mut input = vec![0; STRAIGHT_INPUT.1];
    for dword in input.as_chunks_mut::<4>().0 {
        let kind = *random.pick(&[Kind::F32, Kind::F16, Kind::Int, Kind::F64]);
        let corner = kind.corner(random.below(kind.corners()));
        let any = random.bits();
        let value = if any & 3 == 0 { any >> 32 } else { corner };
        // The high dword of a corner has its exponent.
        let value = if any & 4 == 0 && kind == Kind::F64 { value >> 32 } else { value };
        *dword = (value as u32).to_le_bytes();
    }
    let mut caps = caps(head[3]);
    caps.int64 = head[4] & 3 != 0;
    caps.float64 = head[4] & 12 != 0;
    let want = left(&func, &input, &mut Personality::ieee());
    let options = options(head[5] & 64);
    let mut manager = Manager::new(options.passes);
    let seed = u64::from(head[6]);
    let same = |func: &Function, host: &mut Personality, after: &str| {
        verified(func);
        let got = left(func, &input, host);
        if let Some(at) = want.iter().zip(&got).position(|(a, b)| a != b) {
            let (lane, value) = (at / 4 % 64, at / 256);
            panic!("after {after}: value {value}, lane {lane} differs, {caps:?}\n{func}");
        }
    };
    // The first step is for Raw.
    let clean = passes::CLEAN.get(1..).unwrap_or(&[]);
    if taken(manager.run(&mut func, clean), &manager).is_none() {
        return;
    }
    same(&func, &mut Personality::ieee(), "CLEAN");
    match waves::map(&mut func, &caps, options.waves) {
        Ok(_) => same(&func, &mut Personality::ieee(), "the wave map"),
        Err(kind) => return assert!(kind.class() != ErrorClass::Bug, "{kind}"),
    }
    if taken(manager.run(&mut func, passes::AFTER_WAVES), &manager).is_none() {
        return;
    }
    same(&func, &mut Personality::ieee(), "AFTER_WAVES");
    func.phase = Phase::Resolved;
    let legalized = manager
        .with(&mut func, "legalize_float", |func| passes::legalize_float::run(func, &caps))
        .map(|_| ());
    if taken(legalized, &manager).is_none() {
        return;
    }
    same(&func, &mut Personality::adversary(caps.float, seed), "legalize_float");
    if !caps.int64 {
        let split = manager.with(&mut func, "legalize_int64", passes::legalize_int64::run).map(|_| ());
        if taken(split, &manager).is_none() {
            return;
        }
        same(&func, &mut Personality::adversary(caps.float, seed), "legalize_int64");
    }
    if taken(manager.run(&mut func, passes::LAST), &manager).is_some() {
        same(&func, &mut Personality::adversary(caps.float, seed ^ 0x55), "LAST");
    }
}
