//! Measured rows: `tests/vectors/measured/*.toml`, and guest programs that execute them.
//!
//! **Requires** the files that `tests/vectors/measured/make.py` writes. **Ensures** every row of every mode is in one program;
//! what is wrong in a file is an error that names it. A program is one wave of 64 lanes: each case has a block that loads
//! operands of 64 rows, executes the case's words, and stores v8 and v9. Rows of a short block are repeated.
//! **Leaves alone** who executes: a program is a case, which every executor takes.

use driver::capture::{Case, Limits, MemoryFiles};
use serde::Deserialize;
use serde_json::json;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{fmt, fs, io};

const OPERANDS: u64 = 0x10_0000_0000;
const RESULTS: u64 = 0x20_0000_0000;
const CODE: u64 = 0x40_0000_0000;
/// Dwords of operands of a lane.
const SLOTS: usize = 6;
const LANES: usize = 64;
/// Blocks of a program with LDS.
const LDS_BLOCKS: usize = 2;
/// Name of the region of results.
pub const REGION: &str = "results";

/// Where the rows are.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("vectors/measured")
}

/// One file of rows.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
struct File {
    fact: Vec<Fact>,
}

/// A measured fact and its rows.
#[derive(Deserialize, Clone, Debug)]
#[serde(deny_unknown_fields)]
pub struct Fact {
    /// Its number in the index of measured facts.
    pub number: u32,
    /// What it was measured on.
    pub gpu: String,
    /// The fact.
    pub says: String,
    /// Instructions with rows.
    pub case: Vec<Rows>,
}

/// Instructions, and what they give in some modes.
#[derive(Deserialize, Clone, Debug)]
#[serde(deny_unknown_fields)]
pub struct Rows {
    /// The instructions as LLVM prints them.
    pub asm: Vec<String>,
    /// Their words.
    pub words: Vec<u32>,
    /// FLOAT_MODE in hex, a dot, then IEEE, DX10_CLAMP and FP16_OVFL.
    pub modes: Vec<String>,
    /// Units of the last place that a result may be off.
    #[serde(default)]
    pub ulp: u64,
    /// Operands, `=`, result; digits say the width.
    pub rows: Vec<String>,
}

/// The result of a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Want {
    /// The bits; none for any NaN of that width.
    pub bits: Option<u64>,
    /// 16, 32 or 64.
    pub width: u32,
    /// Units that it may be off.
    pub ulp: u64,
}

impl Want {
    /// Whether a register pair has it.
    pub fn is(&self, got: u64) -> bool {
        let got = if self.width == 64 { got } else { got & ((1 << self.width) - 1) };
        let Some(want) = self.bits else { return self.is_nan(got) };
        got == want
            || self.ulp > 0 && !self.is_nan(got) && !self.is_nan(want) && {
                let key = |v: u64| {
                    let sign = 1u64 << (self.width - 1);
                    let m = (v & (sign - 1)).cast_signed();
                    if v & sign != 0 { -m } else { m }
                };
                key(got).abs_diff(key(want)) <= self.ulp
            }
    }

    fn is_nan(&self, v: u64) -> bool {
        let infinity = match self.width {
            16 => 0x7c00,
            32 => 0x7f80_0000,
            _ => 0x7ff0_0000_0000_0000,
        };
        v & ((1 << (self.width - 1)) - 1) > infinity
    }
}

/// What is wrong in a file.
#[derive(Debug)]
pub struct Damaged(String);

impl fmt::Display for Damaged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Damaged {}

impl From<Damaged> for io::Error {
    fn from(e: Damaged) -> io::Error {
        io::Error::other(e)
    }
}

fn damaged(what: impl fmt::Display) -> Damaged {
    Damaged(what.to_string())
}

/// All facts that have rows, by file and number.
///
/// # Errors
/// A file that cannot be read or does not have the shape.
pub fn facts() -> io::Result<Vec<Fact>> {
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder())?.map(|entry| entry.map(|e| e.path())).collect::<io::Result<_>>()?;
    paths.retain(|p| {
        p.extension().is_some_and(|e| e == "toml") && p.file_stem().is_some_and(|s| s != "frame")
    });
    paths.sort();
    let mut facts = Vec::new();
    for path in paths {
        let file: File = toml::from_str(&fs::read_to_string(&path)?)
            .map_err(|e| damaged(format!("{}: {e}", path.display())))?;
        facts.extend(file.fact);
    }
    Ok(facts)
}

/// Operands of a row as dwords, and its result.
///
/// # Errors
/// Text of another form.
pub fn row(text: &str, ulp: u64) -> Result<(Vec<u32>, Want), Damaged> {
    let bad = || damaged(format!("the row `{text}`"));
    let (operands, result) = text.split_once('=').ok_or_else(bad)?;
    let mut dwords = Vec::new();
    for operand in operands.split_whitespace() {
        let v = u64::from_str_radix(operand, 16).map_err(|_| bad())?;
        dwords.push(v as u32);
        if operand.len() > 8 {
            dwords.push((v >> 32) as u32);
        }
    }
    let result = result.trim();
    let want = if result == "nan" {
        Want { bits: None, width: 32, ulp }
    } else {
        let bits = Some(u64::from_str_radix(result, 16).map_err(|_| bad())?);
        Want { bits, width: result.len() as u32 * 4, ulp }
    };
    if dwords.len() > SLOTS || !matches!(want.width, 16 | 32 | 64) {
        return Err(bad());
    }
    Ok((dwords, want))
}

/// The words around the instructions of rows.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
struct Frame {
    enter: Vec<Vec<u32>>,
    place: Vec<Vec<u32>>,
    load: Vec<Vec<u32>>,
    ready: Vec<Vec<u32>>,
    store: Vec<Vec<u32>>,
    leave: Vec<Vec<u32>>,
}

/// Up to 64 rows of a case.
#[derive(Clone, Debug)]
pub struct Block {
    /// The fact's number.
    pub fact: u32,
    /// Text of the instructions.
    pub asm: String,
    /// The rows as they stand in the file.
    pub texts: Vec<String>,
    /// Their results.
    pub wants: Vec<Want>,
    words: Vec<u32>,
    operands: Vec<Vec<u32>>,
}

/// A program of some blocks in one mode.
#[derive(Clone, Debug)]
pub struct Measured {
    /// The mode, as [`Rows::modes`] has it.
    pub mode: String,
    /// Its blocks in their order.
    pub blocks: Vec<Block>,
    /// It has atomics of 64 bits in LDS.
    pub wide_atomics: bool,
    /// The program.
    pub case: Case,
}

impl Measured {
    /// What differs in the bytes of the results' region: lines for people.
    pub fn differences(&self, results: &[u8]) -> Vec<String> {
        let (dwords, _) = results.as_chunks::<4>();
        let mut lines = Vec::new();
        for (number, block) in self.blocks.iter().enumerate() {
            for (lane, want) in block.wants.iter().enumerate() {
                let at = |slot: usize| {
                    dwords.get((number * 2 + slot) * LANES + lane).map_or(0, |d| u32::from_le_bytes(*d))
                };
                let got = u64::from(at(0)) | u64::from(at(1)) << 32;
                if !want.is(got) {
                    lines.push(format!(
                        "fact {}, mode {}, {}: {} but {got:x}",
                        block.fact, self.mode, block.asm, block.texts[lane]
                    ));
                }
            }
        }
        lines
    }

    /// How many rows it has.
    pub fn rows(&self) -> usize {
        self.blocks.iter().map(|b| b.wants.len()).sum()
    }
}

/// The modes in which rows are run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Modes {
    /// All that a case has.
    Every,
    /// One for each case: every row runs once.
    One,
}

/// All rows as programs of at most `most` blocks. Rows with atomics of 64 bits in LDS are in programs of their own, since a device
/// may lack these; and programs with LDS have [`LDS_BLOCKS`], since some drivers' compilers take a time that grows with a power of
/// the branches around accesses.
///
/// # Errors
/// What is wrong in a file.
pub fn programs(facts: &[Fact], most: usize, modes: Modes) -> io::Result<Vec<Measured>> {
    let frame: Frame = toml::from_str(&fs::read_to_string(folder().join("frame.toml"))?).map_err(damaged)?;
    let mut by_mode: BTreeMap<(&str, Lds), Vec<Block>> = BTreeMap::new();
    for fact in facts {
        for rows in &fact.case {
            let blocks = blocks(fact.number, rows)?;
            let lds = lds(rows);
            let count = if modes == Modes::Every { rows.modes.len() } else { 1 };
            for mode in rows.modes.iter().take(count) {
                by_mode.entry((mode, lds)).or_default().extend(blocks.iter().cloned());
            }
        }
    }
    let mut programs = Vec::new();
    for ((mode, lds), blocks) in by_mode {
        let most = if lds == Lds::Unused { most } else { LDS_BLOCKS.min(most) };
        for (number, part) in blocks.chunks(most).enumerate() {
            let case = case(&format!("measured-{mode}-{lds:?}-{number}"), mode, part, &frame)?;
            let wide_atomics = lds == Lds::WideAtomics;
            programs.push(Measured { mode: mode.to_owned(), blocks: part.to_vec(), wide_atomics, case });
        }
    }
    Ok(programs)
}

/// What rows do with LDS.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Lds {
    Unused,
    Used,
    WideAtomics,
}

fn lds(rows: &Rows) -> Lds {
    let mut uses = Lds::Unused;
    for inst in rows.asm.iter().filter(|i| i.starts_with("ds_")) {
        let wide = ["_u64", "_f64", "_b64"].iter().any(|w| inst.contains(w));
        let access = inst.starts_with("ds_read") || inst.starts_with("ds_write");
        uses = uses.max(if wide && !access { Lds::WideAtomics } else { Lds::Used });
    }
    uses
}

fn blocks(fact: u32, rows: &Rows) -> Result<Vec<Block>, Damaged> {
    rows.rows
        .chunks(LANES)
        .map(|texts| {
            let mut block = Block {
                fact,
                asm: rows.asm.join("; "),
                texts: texts.to_vec(),
                wants: Vec::new(),
                words: rows.words.clone(),
                operands: Vec::new(),
            };
            for text in texts {
                let (operands, want) = row(text, rows.ulp)?;
                block.operands.push(operands);
                block.wants.push(want);
            }
            Ok(block)
        })
        .collect()
}

fn case(name: &str, mode: &str, blocks: &[Block], frame: &Frame) -> io::Result<Case> {
    let bad = || damaged(format!("the mode `{mode}`"));
    let (float_mode, flags) = mode.split_once('.').ok_or_else(bad)?;
    let float_mode = u8::from_str_radix(float_mode, 16).map_err(|_| bad())?;
    let [ieee, clamp, ovfl] = flags.as_bytes() else { return Err(bad().into()) };
    let flag = |b: &u8| u32::from(*b == b'1');
    let (ieee, clamp, ovfl) = (flag(ieee), flag(clamp), flag(ovfl));
    let rsrc1 = u32::from(float_mode) << 12 | clamp << 21 | ieee << 23 | ovfl << 26;

    let mut code: Vec<u32> = frame.enter.concat();
    let mut operands = Vec::new();
    for (number, block) in blocks.iter().enumerate() {
        // The literal of each addition is its last word.
        let bytes = [number * SLOTS * LANES * 4, number * 2 * LANES * 4];
        for (words, at) in frame.place.iter().zip(bytes) {
            let (_, first) = words.split_last().ok_or_else(|| damaged("the frame"))?;
            code.extend(first);
            code.push(at as u32);
        }
        let count = block.operands.first().map_or(0, Vec::len);
        code.extend(frame.load.iter().take(count).flatten());
        code.extend(frame.ready.iter().flatten());
        code.extend(&block.words);
        code.extend(frame.store.iter().flatten());
        for slot in 0..SLOTS {
            for lane in 0..LANES {
                let row = &block.operands[lane % block.operands.len()];
                operands.push(row.get(slot).copied().unwrap_or(0));
            }
        }
    }
    code.extend(frame.leave.iter().flatten());

    let bytes = |words: &[u32]| words.iter().flat_map(|w| w.to_le_bytes()).collect::<Vec<u8>>();
    let (code, operands) = (bytes(&code), bytes(&operands));
    let results = vec![0xa5u8; blocks.len() * 2 * LANES * 4];
    let hex = |v: u64| format!("{v:#018x}");
    let dword = |v: u64| format!("{:#010x}", v as u32);
    let pointer = |reg: u32, name: &str, to: u64| json!({ "reg": reg, "count": 2, "name": name, "value": [dword(to), dword(to >> 32)] });
    let region = |name: &str, address: u64, size: usize, access: &str| {
        json!({
            "name": name, "address": hex(address), "size": size, "file": format!("{name}.bin"),
            "role": "memory", "access": access,
        })
    };
    let document = json!({
        "format": 1, "name": name, "program": "measured rows", "generator": "tests/src/measured.rs",
        "kind": "compute", "gfx": "gfx1013", "wave_size": LANES,
        "dispatch": { "groups": [1, 1, 1], "local_size": [LANES, 1, 1] },
        "apertures": { "shared_high": "0x00010000", "private_high": "0x00020000" },
        "stages": [{
            "code": { "file": "code.bin", "address": hex(CODE), "bytes": code.len() },
            "sgprs": [pointer(0, "dispatch_ptr", OPERANDS), pointer(2, "queue_ptr", RESULTS)],
            "vgprs": [{ "reg": 0, "count": 1, "name": "local_id_x" }],
            "facts": {
                "stages": ["CS"], "hw_stage": "CS", "wave_size": LANES, "lds_bytes": 4096, "rsrc1": dword(rsrc1.into()),
            },
        }],
        "memory": [
            region("operands", OPERANDS, operands.len(), "r"),
            region(REGION, RESULTS, results.len(), "rw"),
        ],
        // Whatever the run leaves is kept: rows are looked at one by one.
        "expect": [{ "memory": REGION, "file": "results.bin", "compare": "bits" }],
    });
    let mut source = MemoryFiles(BTreeMap::from([
        ("code.bin".to_owned(), code),
        ("operands.bin".to_owned(), operands),
        ("results.bin".to_owned(), results),
    ]));
    Case::from_json_and_files(name, document.to_string().as_bytes(), &mut source, &Limits::default())
        .map_err(io::Error::other)
}
