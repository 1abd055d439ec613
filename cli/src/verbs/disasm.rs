//! `wavewright disasm`: machine code as text, with pc, words and labels.

use super::explain::words;
use super::load_case;
use crate::args::Disasm;
use crate::exit::{CliError, Exit};
use crate::output::line;
use driver::capture::ErrorKind;
use driver::elf::{CodeObject, ElfLimits, is_elf};
use isa::program::{Extent, Program, ProgramOptions};
use isa::{DecodeOptions, Strictness};
use serde_json::json;
use std::path::Path;

/// Bytes of a raw file that are read at the most.
const MAX_FILE: u64 = 1 << 30;

/// A piece of code and what is known about it.
struct Piece {
    name: String,
    bytes: Vec<u8>,
    base: u64,
    wave: u32,
    extent: Extent,
}

fn options(args: &Disasm, piece: &Piece) -> ProgramOptions {
    ProgramOptions {
        decode: DecodeOptions {
            strictness: if args.strict { Strictness::Strict } else { Strictness::Default },
            wave_size: args.wave.map_or(piece.wave, crate::args::WaveArg::lanes),
        },
        extent: piece.extent,
    }
}

/// Whether a path names a captured case.
fn is_case(path: &Path) -> bool {
    path.is_dir()
        || path.file_name().is_some_and(|n| n == "case.json")
        || path.extension().is_some_and(|e| e == "wwcap")
}

fn from_case(path: &Path) -> Result<Vec<Piece>, CliError> {
    let case = load_case(path)?;
    let many = case.stages.len() > 1;
    Ok(case
        .stages
        .iter()
        .enumerate()
        .map(|(i, stage)| Piece {
            name: if many {
                format!("{} stage {i} ({:?})", case.name, stage.facts.hw_stage)
            } else {
                case.name.clone()
            },
            bytes: stage.code.bytes.to_vec(),
            base: stage.code.address.unwrap_or(0),
            wave: stage.facts.wave_size.lanes(),
            extent: stage
                .code
                .instruction_bytes
                .or(stage.facts.instruction_bytes)
                .map_or(Extent::All, Extent::Bytes),
        })
        .collect())
}

fn from_elf(data: &[u8], args: &Disasm, path: &Path) -> Result<Vec<Piece>, CliError> {
    let object = CodeObject::read(data, args.base, &ElfLimits::default()).map_err(|e| CliError {
        exit: if e.kind() == ErrorKind::Unsupported { Exit::Refused } else { Exit::BadInput },
        code: e.code(),
        message: format!("{}: {e}", path.display()),
    })?;
    if let Some(name) = &args.kernel
        && object.kernel(name).is_none()
    {
        let names: Vec<_> = object.kernels.iter().map(|k| k.name.as_str()).collect();
        return Err(CliError::bad_input(
            "CLI0012",
            format!("no kernel `{name}`; there are: {}", names.join(", ")),
        ));
    }
    let wave = object.wave_size().unwrap_or(64);
    let mut pieces = Vec::new();
    for f in &object.functions {
        if args.kernel.as_ref().is_some_and(|k| *k != f.name) {
            continue;
        }
        let Some(bytes) = usize::try_from(f.size).ok().and_then(|size| object.at(f.address, size)) else {
            continue;
        };
        let wave = object.kernel(&f.name).map_or(wave, |k| k.wave_size());
        pieces.push(Piece {
            name: f.name.clone(),
            bytes: bytes.to_vec(),
            base: f.address,
            wave,
            extent: Extent::All,
        });
    }
    if pieces.is_empty() {
        pieces.extend(object.code().map(|c| Piece {
            name: "code".to_owned(),
            bytes: c.bytes.to_vec(),
            base: c.address,
            wave,
            extent: Extent::All,
        }));
    }
    Ok(pieces)
}

/// Wave size and instruction bytes from a facts file `NAME.json` beside `NAME.bin`, where there is one.
fn facts_beside(path: &Path) -> Option<(Option<u32>, Option<u64>)> {
    let text = std::fs::read_to_string(path.with_extension("json")).ok()?;
    let value: serde_json::Value = serde_json::from_str(&text).ok()?;
    let wave = value.get("wave_size").and_then(serde_json::Value::as_u64).and_then(|w| u32::try_from(w).ok());
    Some((
        wave.filter(|w| [32, 64].contains(w)),
        value.get("instruction_bytes").and_then(serde_json::Value::as_u64),
    ))
}

fn from_file(path: &Path, args: &Disasm) -> Result<Vec<Piece>, CliError> {
    let io = |e: std::io::Error| CliError::bad_input("CLI0001", format!("{}: {e}", path.display()));
    let size = std::fs::metadata(path).map_err(io)?.len();
    if size > MAX_FILE {
        return Err(CliError::bad_input("CLI0013", format!("{}: {size} bytes are too many", path.display())));
    }
    let bytes = std::fs::read(path).map_err(io)?;
    if is_elf(&bytes) {
        return from_elf(&bytes, args, path);
    }
    let (wave, known) = facts_beside(path).unwrap_or_default();
    let extent = args.bytes.or(known).map_or(Extent::All, Extent::Bytes);
    let name = path.display().to_string();
    Ok(vec![Piece { name, bytes, base: args.base, wave: wave.unwrap_or(64), extent }])
}

fn pieces(args: &Disasm) -> Result<Vec<Piece>, CliError> {
    if let [one] = args.input.as_slice() {
        let path = Path::new(one);
        if path.exists() {
            return if is_case(path) { from_case(path) } else { from_file(path, args) };
        }
        if crate::parse::word(one).is_none() {
            return Err(CliError::bad_input(
                "CLI0011",
                format!("`{one}` is neither a file nor a hexadecimal word"),
            ));
        }
    }
    let bytes = words(&args.input)?.iter().flat_map(|w| w.to_le_bytes()).collect();
    Ok(vec![Piece { name: "words".to_owned(), bytes, base: args.base, wave: 64, extent: Extent::All }])
}

pub fn run(args: &Disasm, as_json: bool) -> Result<Exit, CliError> {
    let pieces = pieces(args)?;
    let mut errors = 0;
    let mut documents = Vec::new();
    for piece in &pieces {
        let program = Program::decode_tolerant(&piece.bytes, piece.base, options(args, piece))
            .map_err(|e| CliError::bad_input("CLI0014", format!("{}: {e}", piece.name)))?;
        errors += program.errors().count();
        if as_json {
            documents.push(document(piece, &program));
        } else {
            print(piece, &program, args.bare, pieces.len() > 1);
        }
    }
    if as_json {
        line(&json!(documents).to_string());
    }
    if errors > 0 {
        return Err(CliError::bad_input("CLI0015", format!("places that are no instruction: {errors}")));
    }
    Ok(Exit::Ok)
}

fn print(piece: &Piece, program: &Program, bare: bool, named: bool) {
    if named {
        line(&format!("{}:", piece.name));
    }
    for place in program.places() {
        if let Some(label) = program.label(place.pc) {
            line(&format!("{label}:"));
        }
        let (text, remark) = match &place.content {
            Ok(inst) if inst.ignored.is_empty() => (program.text(place), String::new()),
            Ok(inst) => (program.text(place), format!("  ; ignored fields: {}", inst.ignored.join(", "))),
            // The text is the reason.
            Err(_) => (program.text(place), String::new()),
        };
        if bare {
            line(&format!("{text}{remark}"));
        } else {
            line(&format!("  {:#06x}: {:<27} {text}{remark}", place.pc, isa::decode::hex(&place.words)));
        }
    }
}

fn document(piece: &Piece, program: &Program) -> serde_json::Value {
    let lines: Vec<_> = program
        .places()
        .iter()
        .map(|place| {
            let (ignored, error) = match &place.content {
                Ok(inst) => (inst.ignored.to_vec(), None),
                Err(kind) => (Vec::new(), Some(kind.to_string())),
            };
            json!({
                "pc": format!("{:#x}", place.pc), "words": isa::decode::hex(&place.words), "text": program.text(place),
                "label": program.label(place.pc), "ignored": ignored, "error": error,
            })
        })
        .collect();
    json!({ "name": piece.name, "wave_size": program.wave_size(), "instructions": lines })
}
