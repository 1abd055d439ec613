//! Machine code that compilers made, against what LLVM and the compilers' own records say of it.
//!
//! Facts: `../shared/corpus/gfx10-realworld` (every stage; `instruction_bytes` says where code ends and constant data
//! begins) and `../shared/corpus/gfx1013-opencl/dis` (LLVM's disassembly).
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test ends by panicking")]

use isa::program::{Extent, Program, ProgramOptions};
use isa::{DecodeOptions, Strictness, branch_target, decode, disasm};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use wavewright_tests::corpus_or_skip;

/// All files with an extension under a folder, in order.
fn files(dir: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![dir.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display())) {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == extension) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

#[test]
fn every_public_shader_disassembles_to_its_end() {
    let Some(corpus) = corpus_or_skip("every_public_shader_disassembles_to_its_end") else { return };
    let files = files(&corpus.join("gfx10-realworld"), "bin");
    assert_eq!(files.len(), 1535, "the corpus is complete");
    let (mut instructions, mut failed) = (0, Vec::new());
    for path in &files {
        let facts = std::fs::read_to_string(path.with_extension("json")).unwrap();
        let facts: serde_json::Value = serde_json::from_str(&facts).unwrap();
        let want = facts["instruction_bytes"].as_u64().unwrap();
        let wave_size = u32::try_from(facts["wave_size"].as_u64().unwrap()).unwrap();
        let code = std::fs::read(path).unwrap();
        let decode = DecodeOptions { wave_size, ..DecodeOptions::default() };
        let options = ProgramOptions { decode, extent: Extent::Bytes(want) };
        match Program::decode(&code, 0, options) {
            Ok(program) => {
                instructions += program.places().len();
                let texts = program.places().iter().map(|p| program.text(p));
                if program.end() != want || texts.into_iter().any(|t| t.is_empty()) {
                    failed.push(format!("{}: ends at {:#x}", path.display(), program.end()));
                }
                // Compilers emit branches to instructions, never into them.
                for (pc, inst) in program.instructions() {
                    if let Some(target) = branch_target(inst, pc)
                        && program.index_of(target).is_none()
                    {
                        failed.push(format!("{}: {pc:#x} branches to {target:#x}", path.display()));
                    }
                }
            }
            Err(e) => failed.push(format!("{}: {e}", path.display())),
        }
    }
    assert!(
        failed.is_empty(),
        "{} of {}:\n{}",
        failed.len(),
        files.len(),
        failed[..failed.len().min(20)].join("\n")
    );
    assert!(instructions > 100_000, "{instructions} instructions");
}

#[test]
fn the_end_of_code_is_found_without_being_told() {
    let Some(corpus) = corpus_or_skip("the_end_of_code_is_found_without_being_told") else { return };
    let mut failed = Vec::new();
    for path in files(&corpus.join("gfx10-realworld"), "bin") {
        let facts = std::fs::read_to_string(path.with_extension("json")).unwrap();
        let facts: serde_json::Value = serde_json::from_str(&facts).unwrap();
        let want = facts["instruction_bytes"].as_u64().unwrap();
        let options = ProgramOptions { extent: Extent::UntilEnd, ..ProgramOptions::default() };
        let found = Program::decode_tolerant(&std::fs::read(&path).unwrap(), 0, options).unwrap().end();
        if found != want {
            failed.push(format!("{}: {found:#x} instead of {want:#x}", path.display()));
        }
    }
    assert!(failed.is_empty(), "{}:\n{}", failed.len(), failed[..failed.len().min(20)].join("\n"));
}

#[test]
fn text_of_compiled_programs_is_that_of_llvm() {
    let Some(corpus) = corpus_or_skip("text_of_compiled_programs_is_that_of_llvm") else { return };
    let files = files(&corpus.join("gfx1013-opencl/dis"), "dis");
    assert!(files.len() >= 166, "the corpus is complete: {}", files.len());
    let (mut lines, mut failed) = (0, Vec::new());
    for path in &files {
        let wave_size = if path.to_string_lossy().contains(".w32.") { 32 } else { 64 };
        let text = std::fs::read_to_string(path).unwrap();
        let hex = |s: &str| u64::from_str_radix(s, 16).unwrap();
        // `ADDR <NAME>:` heads a function.
        let functions: HashMap<&str, u64> = text
            .lines()
            .filter_map(|l| l.strip_suffix(">:")?.split_once(" <"))
            .map(|(address, name)| (name, hex(address)))
            .collect();
        for line in text.lines().filter(|l| l.contains('\t')) {
            let (place, rest) = line.split_once('\t').unwrap();
            let (want, target) = rest.split_once('\t').map_or((rest, None), |(t, target)| (t, Some(target)));
            let (pc, words) = place.split_once(": ").unwrap();
            let pc = hex(pc);
            let words: Vec<u32> = words.split(' ').map(|w| u32::from_str_radix(w, 16).unwrap()).collect();
            lines += 1;
            let options = DecodeOptions { strictness: Strictness::Strict, wave_size };
            let problem = match decode(&words, pc, options) {
                Err(e) => Some(e.to_string()),
                Ok(inst) if disasm(&inst, wave_size) != want => Some(disasm(&inst, wave_size)),
                Ok(inst) if inst.dwords() as usize != words.len() => {
                    Some(format!("{} dwords", inst.dwords()))
                }
                Ok(inst) => target.and_then(|target| {
                    let (name, offset) =
                        target.trim_matches(['<', '>']).split_once('+').unwrap_or((target, "0x0"));
                    let name = name.trim_matches(['<', '>']);
                    let want = functions.get(name)? + hex(offset.strip_prefix("0x")?);
                    let ours = branch_target(&inst, pc);
                    (ours != Some(want)).then(|| format!("branches to {ours:x?}"))
                }),
            };
            if let Some(problem) = problem {
                failed.push(format!("{}: {line}\n      {problem}", path.display()));
            }
        }
    }
    assert!(failed.is_empty(), "{} of {lines}:\n{}", failed.len(), failed[..failed.len().min(20)].join("\n"));
    assert!(lines > 16_000, "{lines} lines");
}
