//! Generated instructions and the structure of the instruction tables.
//!
//! * every form of every row can be generated, decodes to itself and encodes to the same words;
//! * `llvm-mc` (LLVM 19) prints the same text for them, where it is installed;
//! * effects name registers that exist;
//! * no row shadows another: of two patterns that overlap the more specific one wins.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a test ends by panicking and tells what it counted"
)]

use isa::effects::{RegFile, effects};
use isa::fields::FieldInfo;
use isa::generate::generate;
use isa::row::{Memory, Targets};
use isa::{DecodeOptions, Fields, Form, Inst, Op, Strictness, decode, disasm, encode};
use std::io::Write;
use std::process::{Command, Stdio};

/// Random numbers that are the same in every run.
fn numbers(mut state: u64) -> impl FnMut() -> u64 {
    move || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}

fn options(strictness: Strictness, wave_size: u32) -> DecodeOptions {
    DecodeOptions { strictness, wave_size }
}

fn forms() -> impl Iterator<Item = (Op, Form)> {
    Op::all().flat_map(|op| Form::of(op).map(move |form| (op, form)))
}

fn on_gfx1013(op: Op) -> bool {
    op.row().targets.contains(Targets::GFX1013)
}

#[test]
fn every_form_of_every_row_decodes_to_itself() {
    let mut next = numbers(1);
    for (op, form) in forms() {
        let strictness = if on_gfx1013(op) { Strictness::Strict } else { Strictness::Default };
        for wave_size in [32, 64] {
            for _ in 0..20 {
                let options = options(strictness, wave_size);
                let inst = generate(op, form, options, &mut next)
                    .unwrap_or_else(|| panic!("{} {}: nothing was generated", op.name(), form.name()));
                assert_eq!(Form::of_fields(op.family(), &inst.fields), form);
                let words = encode(&inst).unwrap();
                assert_eq!(decode(&words, 0, options).as_ref(), Ok(&inst), "{words:08x?}");
                // What strict decoding takes, default decoding takes as the same instruction.
                let other = decode(&words, 0, DecodeOptions { strictness: Strictness::Default, ..options });
                assert_eq!(other.as_ref(), Ok(&inst), "{words:08x?}");
            }
        }
    }
}

#[test]
fn effects_stay_inside_the_register_files() {
    let mut next = numbers(7);
    for (op, form) in forms() {
        for wave_size in [32, 64] {
            let inst = generate(op, form, options(Strictness::Default, wave_size), &mut next).unwrap();
            let e = effects(&inst, wave_size);
            for range in e.reads.iter().chain(&e.writes) {
                let end = range.first + range.count;
                let size = if range.file == RegFile::Vgpr { 256 } else { 128 };
                assert!(range.count > 0 && end <= size, "{}: {range:?}", disasm(&inst, wave_size));
            }
            // Who writes to memory or waits for it has to be waited for.
            if !matches!(e.memory, Memory::None | Memory::Cache) {
                assert!(!e.counters.is_empty(), "{}", disasm(&inst, wave_size));
            }
        }
    }
}

#[test]
fn no_bit_of_a_generated_instruction_is_lost() {
    // Each change of a field gives another instruction or is refused.
    let mut next = numbers(2);
    for (op, form) in forms() {
        let options = options(Strictness::Default, 64);
        let inst = generate(op, form, options, &mut next).unwrap();
        let words = encode(&inst).unwrap();
        for bit in 0..words.len() * 32 {
            let mut changed = words.to_vec();
            changed[bit / 32] ^= 1 << (bit % 32);
            if let Ok(other) = decode(&changed, 0, options) {
                let back = encode(&other).unwrap();
                assert_eq!(back.as_slice(), &changed[..back.len()], "{changed:08x?}");
            }
        }
    }
}

/// Texts that `llvm-mc` gives for instructions, `None` where it refuses one. Between two instructions stands a move of
/// a number, so that answers can be told apart.
fn llvm(instructions: &[Vec<u32>], wave_size: u32) -> Option<Vec<Option<String>>> {
    let line = |words: &[u32]| {
        let bytes: Vec<String> =
            words.iter().flat_map(|w| w.to_le_bytes()).map(|b| format!("{b:#04x}")).collect();
        format!("[{}]\n", bytes.join(" "))
    };
    const MARK: u32 = 0x1000_0000;
    let input: String =
        (MARK..).zip(instructions).map(|(mark, words)| line(words) + &line(&[0xbe80_03ff, mark])).collect();
    let mut child = Command::new("llvm-mc-19")
        .args(["--disassemble", "--triple=amdgcn", "--mcpu=gfx1013"])
        .arg(format!("--mattr=+wavefrontsize{wave_size}"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    let mut stdin = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    assert!(output.status.success(), "llvm-mc-19: {}", output.status);
    let mut texts = Vec::new();
    let mut current: Option<String> = None;
    for text in String::from_utf8(output.stdout).unwrap().lines().map(str::trim) {
        if text.is_empty() || text.starts_with('.') {
            continue;
        }
        let mark = format!("s_mov_b32 s0, {:#x}", MARK + texts.len() as u32);
        if text == mark {
            texts.push(current.take());
        } else {
            // Two instructions in place of one show up as a text of both.
            let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
            current = Some(current.map_or(text.clone(), |before| format!("{before}; {text}")));
        }
    }
    assert_eq!(texts.len(), instructions.len());
    Some(texts)
}

/// A text without LLVM's remarks that an operand is of a register class it does not use there.
fn without_remarks(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("/*Invalid ") {
        out += before;
        rest = after.split_once("*/").map_or("", |(_, after)| after);
    }
    out + rest
}

/// Compares about 20,000 generated instructions.
fn llvm_agrees(wave_size: u32, seed: u64) {
    let mut next = numbers(seed);
    let mut instructions: Vec<Inst> = Vec::new();
    for (op, form) in forms().filter(|(op, _)| on_gfx1013(*op)) {
        for _ in 0..10 {
            instructions.push(generate(op, form, options(Strictness::Strict, wave_size), &mut next).unwrap());
        }
    }
    let words: Vec<Vec<u32>> = instructions.iter().map(|i| encode(i).unwrap().to_vec()).collect();
    let Some(texts) = llvm(&words, wave_size) else {
        println!("skipped: llvm-mc-19 is not installed, {} texts not compared", words.len());
        return;
    };
    let mut wrong = Vec::new();
    for ((inst, words), llvm) in instructions.iter().zip(&words).zip(&texts) {
        let ours = disasm(inst, wave_size);
        if llvm.as_deref().map(without_remarks) != Some(without_remarks(&ours)) {
            wrong.push(format!("{words:08x?}\n   ours {ours}\n   LLVM {llvm:?}"));
        }
    }
    let first = wrong.iter().take(20).cloned().collect::<Vec<_>>().join("\n");
    assert!(wrong.is_empty(), "{} of {} texts differ:\n{first}", wrong.len(), words.len());
    println!("{} texts are as LLVM's", words.len());
}

#[test]
fn llvm_prints_generated_instructions_the_same_wave64() {
    llvm_agrees(64, 3);
}

#[test]
fn llvm_prints_generated_instructions_the_same_wave32() {
    llvm_agrees(32, 4);
}

/// The bits of the first two dwords that say which instruction and form it is.
struct Pattern {
    op: Op,
    form: Form,
    mask: u64,
    value: u64,
}

/// The pattern of a form: bits that no field covers and that hold in all of its words.
fn pattern(op: Op, form: Form, next: &mut impl FnMut() -> u64) -> Pattern {
    let strictness = if on_gfx1013(op) { Strictness::Strict } else { Strictness::Default };
    let inst = generate(op, form, options(strictness, 64), next).unwrap();
    let words = encode(&inst).unwrap();
    let value = u64::from(words[0]) | u64::from(words.get(1).copied().unwrap_or(0)) << 32;
    let covered = inst.fields.infos().iter().fold(0u64, |m, i: &FieldInfo| m | ((1 << i.width) - 1) << i.low);
    let long = !matches!(
        inst.fields,
        Fields::Sop1(_)
            | Fields::Sop2(_)
            | Fields::Sopc(_)
            | Fields::Sopk(_)
            | Fields::Sopp(_)
            | Fields::Vop1(_)
            | Fields::Vop2(_)
            | Fields::Vopc(_)
            | Fields::Vintrp(_)
    );
    let mut mask = if long { !covered } else { !covered & 0xffff_ffff };
    // Fields whose value belongs to the form or the family.
    match inst.fields {
        Fields::Dpp8(_) => mask |= 0x1ff,
        Fields::Flat(_) => mask |= 3 << 14,
        // The opcode of VOP1 lies where the others have their second source.
        Fields::Sdwa(_) | Fields::Dpp16(_) if op.family() == isa::Family::VOP1 => mask |= 0xff << 9,
        _ => {}
    }
    if matches!(inst.fields, Fields::Dpp8(_)) && op.family() == isa::Family::VOP1 {
        mask |= 0xff << 9;
    }
    Pattern { op, form, mask, value: value & mask }
}

#[test]
fn no_row_shadows_another() {
    let mut next = numbers(5);
    let patterns: Vec<Pattern> = forms().map(|(op, form)| pattern(op, form, &mut next)).collect();
    let mut overlaps = 0;
    for (i, a) in patterns.iter().enumerate() {
        for b in &patterns[i + 1..] {
            let both = a.mask & b.mask;
            if (a.value ^ b.value) & both != 0 {
                continue;
            }
            overlaps += 1;
            let (wide, narrow) = if a.mask.count_ones() < b.mask.count_ones() { (a, b) } else { (b, a) };
            let names = format!(
                "{} ({}) and {} ({})",
                wide.op.name(),
                wide.form.name(),
                narrow.op.name(),
                narrow.form.name()
            );
            assert_ne!(wide.mask, narrow.mask, "{names} have the same pattern");
            assert_eq!(wide.mask & narrow.mask, wide.mask, "{names}: none is the more specific one");
            // Words of both patterns are the more specific instruction.
            for _ in 0..8 {
                let bits = narrow.value | next() & !narrow.mask;
                let words = [bits as u32, (bits >> 32) as u32, 0, 0, 0];
                let options = options(Strictness::Default, 64);
                if let Ok(inst) = decode(&words, 0, options) {
                    let form = Form::of_fields(inst.op.family(), &inst.fields);
                    assert_eq!((inst.op, form), (narrow.op, narrow.form), "{names}: {words:08x?}");
                }
            }
        }
    }
    // The short vector encodings are the only ones inside others.
    assert!(overlaps > 0);
    println!("{} forms, {overlaps} overlapping pairs", patterns.len());
}

#[test]
fn words_of_every_form_are_that_form() {
    // The pattern alone decides: random field bits never lead to another row.
    let mut next = numbers(6);
    for (op, form) in forms() {
        let p = pattern(op, form, &mut next);
        for _ in 0..50 {
            let bits = p.value | next() & !p.mask;
            let words = [bits as u32, (bits >> 32) as u32, 0, 0, 0];
            if let Ok(inst) = decode(&words, 0, options(Strictness::Default, 64)) {
                let other = Form::of_fields(inst.op.family(), &inst.fields);
                let selects = matches!(
                    inst.fields,
                    Fields::Sdwa(_) | Fields::Sdwab(_) | Fields::Dpp16(_) | Fields::Dpp8(_)
                );
                assert!(
                    inst.op == op && (other == form || form == Form::Own && selects),
                    "{} {}: {words:08x?} is {} {}",
                    op.name(),
                    form.name(),
                    inst.op.name(),
                    other.name()
                );
            }
        }
    }
}
