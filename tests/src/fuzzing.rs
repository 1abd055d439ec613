//! Bodies of the fuzz targets, and deterministic generators that run the same bodies as ordinary tests.
//!
//! **Requires** nothing of its input. **Ensures** that a body returns for every input, or panics because a property is
//! broken, which is what a fuzzer looks for: [`decode`], [`case`], [`model()`], [`print_parse`], and those of [`recompile`] and [`mod@descriptors`].
//! `fuzz/fuzz_targets` hands them bytes from
//! libFuzzer; `tests/tests/never_panics.rs` and the example `fuzz_long` hand them bytes from [`Random`].
#![allow(clippy::panic, reason = "a broken property ends the run")]

pub mod descriptors;
pub mod recompile;

use ::model::code::Code;
use ::model::fault::FaultClass;
use ::model::float::FloatMode;
use ::model::group::{RunLimits, Unobserved, run_group};
use ::model::machine::Machine;
use ::model::memory::AlignmentMode;
use ::model::memory::guest::{GuestMemory, Initial, Permissions, WriteOnly};
use ::model::memory::lds::{Gds, Lds};
use ::model::wave::{Apertures, Unknown, Wave};
use driver::capture::{Case, CaseError, Limits, MemoryFiles};
pub use driver::random::Random;
use driver::replay::{Prepared, ReplayError, ReplayOptions};
use isa::{DecodeOptions, Strictness};
use std::collections::BTreeMap;

/// A word: anything, or an encoding of gfx10 with anything in its other bits.
pub fn word(random: &mut Random) -> u32 {
    let bits = random.bits() as u32;
    if random.bits() & 1 == 0 {
        return bits;
    }
    let (value, mask, _) = random.pick(&isa::decode::ENCODINGS);
    value | bits & !mask
}

/// A program of 1 to 64 words.
pub fn program(random: &mut Random) -> Vec<u32> {
    (0..=random.below(64)).map(|_| word(random)).collect()
}

fn words(data: &[u8]) -> Vec<u32> {
    data.as_chunks::<4>().0.iter().map(|w| u32::from_le_bytes(*w)).collect()
}

/// Words as the bytes that [`decode`] and [`model()`] take.
pub fn bytes(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|w| w.to_le_bytes()).collect()
}

/// Decodes a program at every word. What is taken has text and encodes back to the same words; what is refused says
/// where and which words; what strict decoding takes, default decoding takes as the same instruction.
pub fn decode(data: &[u8]) {
    let words = words(data);
    for pc in 0..words.len() {
        for wave_size in [32, 64] {
            let strict = one(&words[pc..], pc as u64 * 4, Strictness::Strict, wave_size);
            let default = one(&words[pc..], pc as u64 * 4, Strictness::Default, wave_size);
            if let Some(strict) = strict {
                assert_eq!(
                    Some(&strict),
                    default.as_ref(),
                    "strict and default decoding differ: {:08x?}",
                    &words[pc..]
                );
            }
        }
    }
}

fn one(words: &[u32], pc: u64, strictness: Strictness, wave_size: u32) -> Option<isa::Inst> {
    let inst = match isa::decode(words, pc, DecodeOptions { strictness, wave_size }) {
        Ok(inst) => inst,
        Err(e) => {
            assert_eq!(e.pc, pc, "{e}");
            assert!(!e.words.is_empty() && words.starts_with(&e.words), "{e}: not the words {words:08x?}");
            assert!(!e.to_string().is_empty());
            return None;
        }
    };
    let used = &words[..inst.dwords() as usize];
    let text = isa::disasm(&inst, wave_size);
    assert!(text.starts_with(|c: char| c.is_ascii_lowercase()), "{used:08x?}: {text}");
    match isa::encode(&inst) {
        Ok(again) => assert_eq!(again.as_slice(), used, "{text}: encodes to other words"),
        Err(e) => panic!("{used:08x?}: {text}: {e}"),
    }
    Some(inst)
}

/// Address of the code of [`model()`].
const CODE: u64 = 0x7f00_0000_0000;
/// Address of a region that may be read and written.
const DATA: u64 = 0x7f20_0000_0000;
const DATA_BYTES: u64 = 4096;
/// Address of a region that may only be read.
const FIXED: u64 = 0x7f20_0000_2000;
const FIXED_BYTES: u64 = 256;
/// Bytes at the start of the input that are settings, not code.
pub const MODEL_HEAD: usize = 8;

/// Executes a program made of the instructions in the data, on one or two waves with a little memory, LDS and scratch,
/// until it ends, faults or has run long enough. A fault must not be our bug and says where it is.
pub fn model(data: &[u8]) {
    let Some((head, code)) = data.split_first_chunk::<MODEL_HEAD>() else { return };
    let [flags, float_mode, lanes, seed, ..] = *head;
    let wave_size = if flags & 1 == 0 { 64 } else { 32 };
    let waves = 1 + u32::from(flags >> 1 & 1);
    let mode = FloatMode {
        float_mode,
        ieee: flags & 4 != 0,
        dx10_clamp: flags & 8 != 0,
        fp16_ovfl: flags & 16 != 0,
    };
    let options = DecodeOptions { strictness: Strictness::Default, wave_size };
    let mut blob = Code::new(options);
    blob.add(CODE, &bytes(&instructions(&words(code), options)));

    let mut memory = GuestMemory::new(1 << 20, WriteOnly::Readable);
    let unknown = Unknown(u32::from(seed));
    let pattern = Initial::Unknown { seed: u64::from(seed) };
    let added = memory
        .add("data", DATA, DATA_BYTES, Permissions::READ_WRITE, pattern)
        .and_then(|_| memory.add("fixed", FIXED, FIXED_BYTES, Permissions::READ, pattern));
    assert!(added.is_ok(), "{added:?}");
    let (Ok(lds), Ok(gds)) = (Lds::new(1024, |i| unknown.bits(i)), Gds::new(256, |i| unknown.bits(i))) else {
        panic!("the sizes are valid")
    };
    let apertures = Apertures { shared_high: 0x8000_0000, private_high: 0x7000_0000 };
    let mut machine = Machine {
        memory: memory.view(),
        alignment: if flags & 32 == 0 { AlignmentMode::Unaligned } else { AlignmentMode::Dword },
        lds,
        gds: &gds,
        group: [0; 3],
        waves,
        clock: 0,
    };
    let mut all: Vec<Wave> = (0..waves)
        .map(|id| {
            let mut wave = Wave::new(id, wave_size, CODE, mode, apertures, unknown);
            wave.set_exec(if lanes & 1 == 0 {
                u64::MAX
            } else {
                u64::from(lanes).wrapping_mul(0x0101_0101_0101_0101)
            });
            registers(&mut wave);
            wave
        })
        .collect();
    let limits = RunLimits { instructions: 1000 };
    if let Err(fault) = run_group(&blob, &mut machine, &mut all, limits, &mut Unobserved) {
        assert!(fault.kind.class() != FaultClass::Bug, "{fault}");
        assert!(fault.to_string().contains("pc 0x"), "{fault}");
    }
}

/// Registers that let random instructions reach memory: pointers, descriptors, small numbers in every lane.
fn registers(wave: &mut Wave) {
    for reg in (0..104).step_by(8) {
        wave.set_sgpr64(reg, if reg & 8 == 0 { DATA } else { FIXED });
        wave.set_sgpr(reg + 2, 64);
        wave.set_sgpr(reg + 3, u32::from(reg));
        // A raw buffer over the data: base, no stride, bytes, format 32 float with identity swizzle (guest-abi 3).
        wave.set_sgpr64(reg + 4, DATA);
        wave.set_sgpr(reg + 6, DATA_BYTES as u32);
        wave.set_sgpr(reg + 7, 0x2001_6fac);
    }
    for reg in 0..256 {
        let high = (DATA >> 32) as u32;
        for (lane, slot) in wave.vgpr_mut(reg).iter_mut().enumerate().take(64) {
            match reg & 3 {
                0 => *slot = (DATA as u32).wrapping_add(lane as u32 * 8),
                1 => *slot = high,
                2 => *slot = lane as u32 * 4,
                _ => {}
            }
        }
    }
}

/// The words that are instructions, one behind the other, with an end behind them.
fn instructions(mut words: &[u32], options: DecodeOptions) -> Vec<u32> {
    let mut out = vec![];
    while let Some(rest) = words.get(1..) {
        match isa::decode(words, 0, options) {
            Ok(inst) => {
                let (inst, rest) = words.split_at(inst.dwords() as usize);
                out.extend(inst);
                words = rest;
            }
            Err(_) => words = rest,
        }
    }
    out.push(S_ENDPGM);
    out
}

/// `s_endpgm`.
const S_ENDPGM: u32 = 0xbf81_0000;

/// How large a case may be here.
fn small() -> Limits {
    Limits {
        max_total_bytes: 16 << 20,
        max_json_bytes: 1 << 20,
        max_packed_bytes: 1 << 20,
        max_items: 4096,
        max_groups: 4096,
    }
}

/// Workgroups of a case that are run.
const GROUPS: u64 = 2;

/// Loads a case, and where it loads, packs it, loads it again and runs its first workgroups. The data is a `.wwcap`
/// file or what [`bundle`] makes.
pub fn case(data: &[u8]) {
    let loaded = if data.starts_with(b"PK") {
        Case::from_wwcap_bytes("fuzz.wwcap", data, &small())
    } else {
        let (json, files) = unbundle(data);
        Case::from_json_and_files("fuzz", json, &mut MemoryFiles(files), &small())
    };
    match loaded {
        Ok(case) => run(&case),
        Err(e) => says_what(&e),
    }
}

fn says_what(e: &CaseError) {
    assert!(e.code().starts_with("CAP") && e.to_string().contains(e.code()), "{e}");
}

fn run(case: &Case) {
    match case.to_wwcap_bytes() {
        Ok(packed) => {
            let again = Case::from_wwcap_bytes("again", &packed, &Limits::default());
            assert!(again.is_ok(), "what was packed does not load: {again:?}");
        }
        Err(e) => says_what(&e),
    }
    let options =
        ReplayOptions { instruction_limit: 4000, memory_limit: 32 << 20, ..ReplayOptions::default() };
    let ready = match Prepared::new(case, options) {
        Ok(ready) => ready,
        Err(e) => return not_our_bug(&e),
    };
    for group in 0..ready.group_count().min(GROUPS) {
        if let Err(e) = ready.run_group(group, &mut Unobserved) {
            not_our_bug(&e);
        }
    }
    if let Err(e) = ready.compare() {
        not_our_bug(&e);
    }
}

fn not_our_bug(e: &ReplayError) {
    if let ReplayError::Fault(fault) = e {
        assert!(fault.kind.class() != FaultClass::Bug, "{e}");
    }
    assert!(!e.to_string().is_empty() && !e.code().is_empty());
}

/// The text of `case.json` and the files it names as one byte string: size of the text (4 bytes, little endian), text,
/// then for each file the size of its name (1 byte), name, size (4 bytes), bytes.
pub fn bundle(json: &[u8], files: &BTreeMap<String, Vec<u8>>) -> Vec<u8> {
    let mut out = (json.len() as u32).to_le_bytes().to_vec();
    out.extend(json);
    for (name, bytes) in files {
        out.push(name.len() as u8);
        out.extend(name.as_bytes());
        out.extend((bytes.len() as u32).to_le_bytes());
        out.extend(bytes);
    }
    out
}

/// Undoes [`bundle`]. Any bytes mean something: sizes end where the data ends.
fn unbundle(data: &[u8]) -> (&[u8], BTreeMap<String, Vec<u8>>) {
    fn size<'a>(rest: &mut &'a [u8]) -> Option<usize> {
        let (size, after): (&'a [u8; 4], &'a [u8]) = rest.split_first_chunk()?;
        *rest = after;
        Some(u32::from_le_bytes(*size) as usize)
    }
    fn take<'a>(rest: &mut &'a [u8], size: usize) -> &'a [u8] {
        let (taken, after) = rest.split_at(size.min(rest.len()));
        *rest = after;
        taken
    }
    let mut rest = data;
    let Some(n) = size(&mut rest) else { return (data, BTreeMap::new()) };
    let json = take(&mut rest, n);
    let mut files = BTreeMap::new();
    while let Some((&n, after)) = rest.split_first() {
        rest = after;
        let name = String::from_utf8_lossy(take(&mut rest, usize::from(n))).into_owned();
        let Some(n) = size(&mut rest) else { break };
        files.insert(name, take(&mut rest, n).to_vec());
    }
    (json, files)
}

/// IR text. Data that begins with `function` is text: it is refused at a place in it, or what is printed for it reads back
/// and prints the same, and the verifier looks at it. Other data are choices of [`ir::generate::generate`], whose function
/// is valid and reads back the same.
pub fn print_parse(data: &[u8]) {
    if data.starts_with(b"function") {
        return print_parse_text(&String::from_utf8_lossy(data));
    }
    let mut left = data.iter();
    let mut next = || left.next().map_or(0, |&b| usize::from(b));
    let func =
        ir::generate::generate(&mut |end| if end <= 256 { next() } else { next() << 8 | next() } % end);
    let text = func.to_string();
    if let Err(errors) = ir::verify::verify(&func) {
        panic!("the generator made an invalid function: {errors}\n{text}");
    }
    match ir::text::parse(&text) {
        Ok(again) => {
            assert_eq!(again.to_string(), text, "printing what was read gives another text");
            assert!(ir::verify::verify(&again).is_ok(), "what was read is not valid any more:\n{text}");
        }
        Err(e) => panic!("{e}\n{text}"),
    }
}

fn print_parse_text(text: &str) {
    let all = match ir::text::parse_all(text) {
        Ok(all) => all,
        Err(e) => {
            let lines = text.split('\n').count();
            assert!(e.line >= 1 && e.line as usize <= lines && e.column >= 1, "{e}");
            return;
        }
    };
    for parsed in all {
        let _ = ir::verify::verify(&parsed.func);
        let printed = parsed.func.to_string();
        match ir::text::parse(&printed) {
            Ok(again) => assert_eq!(again.to_string(), printed),
            Err(e) => panic!("{e}\n{printed}"),
        }
    }
}
