//! Compute programs of `../shared/corpus/gfx10-realworld`: machine code of public shaders, with facts and without memory.
//!
//! **Requires** the folder of the corpora. **Ensures** that every compute program of the manifest is given, in its order, with
//! facts that were read strictly. [`compile`] takes one the whole way to SPIR-V.

use driver::capture::Facts;
use recompiler::caps::DeviceCaps;
use recompiler::compile::{Options, Upto};
use recompiler::error::{ErrorClass, TranslateError};
use recompiler::passes::Manager;
use std::io;
use std::path::Path;

/// A program.
#[derive(Clone, Debug)]
pub struct Program {
    /// File name without its extension, with the folder.
    pub name: String,
    /// Bytes of the file: instructions and what lies behind them.
    pub code: Vec<u8>,
    /// What its compiler says about it.
    pub facts: Facts,
}

/// All compute programs of the corpus.
///
/// # Errors
/// A file is missing or does not read.
pub fn programs(corpus: &Path) -> io::Result<Vec<Program>> {
    let folder = corpus.join("gfx10-realworld");
    let manifest = std::fs::read_to_string(folder.join("MANIFEST.tsv"))?;
    let mut lines = manifest.lines();
    let head: Vec<&str> = lines.next().unwrap_or_default().split('\t').collect();
    let column = |name: &str| {
        head.iter().position(|h| *h == name).ok_or_else(|| io::Error::other(format!("no column {name}")))
    };
    let (file, stage) = (column("file")?, column("hw_stage")?);
    let mut programs = Vec::new();
    for line in lines {
        let cells: Vec<&str> = line.split('\t').collect();
        if cells.get(stage) != Some(&"CS") {
            continue;
        }
        let name = cells.get(file).and_then(|f| f.strip_suffix(".bin")).unwrap_or_default();
        let facts = std::fs::read_to_string(folder.join(format!("{name}.json")))?;
        programs.push(Program {
            name: name.to_owned(),
            code: std::fs::read(folder.join(format!("{name}.bin")))?,
            facts: serde_json::from_str(&facts).map_err(|e| io::Error::other(format!("{name}: {e}")))?,
        });
    }
    Ok(programs)
}

/// Guest address that the code is given.
const BASE: u64 = 0x1_0000_0000;

/// Why a program does not become SPIR-V.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// Stable code.
    pub code: &'static str,
    /// What is refused, in words that do not depend on the place.
    pub reason: String,
    /// Byte of the code at which it stands, and the words there.
    pub place: String,
}

/// What became of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// A module.
    Module(Vec<u32>),
    /// A typed refusal.
    Refused(Refusal),
    /// Anything else: the facts were not taken, or a bug of ours.
    Broken(String),
}

/// Takes a program to SPIR-V for a device.
pub fn compile(program: &Program, caps: &DeviceCaps) -> Outcome {
    let request = match driver::program::request(&program.facts, &program.code, BASE) {
        Ok(request) => request,
        Err(e) => return Outcome::Broken(e.to_string()),
    };
    let options = Options::default();
    let mut manager = Manager::new(options.passes.clone());
    let compiled = match recompiler::compile::compile(&request, caps, &options, Upto::Legal, &mut manager) {
        Ok(compiled) => compiled,
        Err(e) if e.kind.class() == ErrorClass::Unsupported => return Outcome::Refused(refusal(&e)),
        Err(e) => return Outcome::Broken(e.to_string()),
    };
    if let Err(e) = ir::verify::verify(&compiled.func) {
        return Outcome::Broken(e.to_string());
    }
    match spirv::emit(&compiled.func, &spirv::Options::default()) {
        Ok(module) => Outcome::Module(module.words),
        Err(e) => match &e.kind {
            spirv::EmitErrorKind::Unsupported(_) => Outcome::Refused(Refusal {
                code: "EMT0001",
                reason: e.kind.to_string(),
                place: format!("{:#x}: {}", e.pc, e.op.row().name),
            }),
            spirv::EmitErrorKind::NotLegal(_) => Outcome::Broken(e.to_string()),
        },
    }
}

fn refusal(e: &TranslateError) -> Refusal {
    let words = isa::decode::hex(&e.words);
    let place = format!("{:#x}: {}", e.pc.wrapping_sub(BASE), if words.is_empty() { "-" } else { &words });
    Refusal { code: e.kind.code(), reason: e.kind.to_string(), place }
}
