//! The `isa` crate against what LLVM 19 says of gfx1013: words, text, canonical words and refused words.
//!
//! Every test has the family in its name (`text_sop1`, `refused_mimg`, ...), so that a family can be run alone. A failing
//! test prints how many rows fail and the first of them.
//! Facts: the tables of `../shared/isa` (its README says how the rows were made), carried in `tests/corpus`.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a test ends by panicking and tells what it counted"
)]

use isa::{DecodeErrorKind, DecodeOptions, Strictness, decode, disasm, encode};
use wavewright_tests::corpus::Archive;

const STRICT: DecodeOptions = DecodeOptions { strictness: Strictness::Strict, wave_size: 64 };
const DEFAULT: DecodeOptions = DecodeOptions { strictness: Strictness::Default, wave_size: 64 };

fn wave(options: DecodeOptions, wave_size: u32) -> DecodeOptions {
    DecodeOptions { wave_size, ..options }
}

fn file(name: &str) -> String {
    let bytes = Archive::Isa.file(name).unwrap_or_else(|e| panic!("{name}: {e}"));
    String::from_utf8(bytes).unwrap()
}

/// The words of a row.
fn words(text: &str) -> Vec<u32> {
    text.split(' ').map(|w| u32::from_str_radix(w, 16).unwrap()).collect()
}

/// Failures of one test: counted, the first ones kept.
#[derive(Default)]
struct Failures {
    rows: usize,
    failed: usize,
    first: Vec<String>,
}

impl Failures {
    fn add(&mut self, row: &str, what: String) {
        self.failed += 1;
        if self.first.len() < 12 {
            self.first.push(format!("{row}\n      {what}"));
        }
    }

    fn finish(self, family: &str) {
        let first = self.first.join("\n   ");
        assert!(self.failed == 0, "{family}: {} of {} rows fail:\n   {first}", self.failed, self.rows);
    }
}

fn expect_text(f: &mut Failures, row: &str, words: &[u32], text: &str, options: DecodeOptions) {
    let inst = match decode(words, 0, options) {
        Ok(inst) => inst,
        Err(e) => return f.add(row, format!("{:?}: {e}", options.strictness)),
    };
    let ours = disasm(&inst, options.wave_size);
    if ours != text {
        f.add(row, format!("ours: {ours}"));
    } else if inst.dwords() as usize != words.len() {
        f.add(row, format!("length {} dwords", inst.dwords()));
    } else {
        match encode(&inst) {
            Ok(back) if back.as_slice() == words => {}
            other => f.add(row, format!("encodes to {other:08x?}")),
        }
    }
}

/// Every row of the decode files decodes in both modes, prints its text and encodes back to its words.
fn text(family: &str) {
    let mut f = Failures::default();
    for name in ["decode-gfx1013.tsv", "decode-gfx1013-noncanon.tsv", "decode-gfx1013-noreasm.tsv"] {
        for row in file(name).lines().filter(|l| !l.starts_with('#')) {
            let col: Vec<&str> = row.split('\t').collect();
            if col[2] == family {
                f.rows += 1;
                for options in [STRICT, DEFAULT] {
                    expect_text(&mut f, row, &words(col[0]), col[1], options);
                }
            }
        }
    }
    for row in file("decode-gfx1013-w32.tsv").lines().filter(|l| !l.starts_with('#')) {
        let col: Vec<&str> = row.split('\t').collect();
        if col[2] == family {
            f.rows += 1;
            for options in [STRICT, DEFAULT] {
                expect_text(&mut f, row, &words(col[0]), col[1], wave(options, 32));
            }
            match decode(&words(col[0]), 0, STRICT) {
                Ok(_) if col[4] == "w64-rejects" => f.add(row, "taken in wave64".into()),
                Ok(inst) if disasm(&inst, 64) != col[4] => {
                    f.add(row, format!("ours in wave64: {}", disasm(&inst, 64)));
                }
                Err(e) if col[4] != "w64-rejects" => f.add(row, format!("wave64: {e}")),
                _ => {}
            }
        }
    }
    f.finish(family);
}

/// Every invalid row is refused by strict decoding with pc, words and reason; those that only have an unused field set
/// are taken by default decoding, which names the field; opcodes known from elsewhere are taken too.
fn refused(family: &str) {
    let mut f = Failures::default();
    for row in file("invalid-gfx1013.tsv").lines().filter(|l| !l.starts_with('#')) {
        let col: Vec<&str> = row.split('\t').collect();
        if col[2] != family {
            continue;
        }
        f.rows += 1;
        let (words, notes) = (words(col[0]), col.get(4).copied().unwrap_or(""));
        match decode(&words, 0x40, STRICT) {
            Ok(inst) => f.add(row, format!("strict takes it: {}", disasm(&inst, 64))),
            Err(e) if e.pc != 0x40 || e.words.is_empty() || !words.starts_with(&e.words) => {
                f.add(row, format!("the error does not name place and words: {e}"));
            }
            Err(_) => {}
        }
        if notes.contains("w32-accepts")
            && let Err(e) = decode(&words, 0, wave(STRICT, 32))
        {
            f.add(row, format!("refused in wave32: {e}"));
        }
        // Some of these rows end before the address list that they ask for.
        if notes.contains("known-elsewhere")
            && let Err(e) = decode(&words, 0, DEFAULT)
            && !matches!(e.kind, DecodeErrorKind::Truncated { .. })
        {
            f.add(row, format!("default refuses it: {e}"));
        }
    }
    f.finish(family);
}

/// Rows whose only fault is a field that may be zero: default decoding takes those whose field the instruction does not
/// use and names it. It refuses only fields that are used and hold a code that names nothing.
fn unused_fields(family: &str) {
    let mut f = Failures::default();
    let mut used = 0;
    for row in file("invalid-gfx1013.tsv").lines().filter(|l| !l.starts_with('#')) {
        let col: Vec<&str> = row.split('\t').collect();
        let notes = col.get(4).copied().unwrap_or("");
        if col[2] != family || !notes.contains("zero-accepted") {
            continue;
        }
        f.rows += 1;
        match decode(&words(col[0]), 0, DEFAULT) {
            // Wide scalar operands may run into VCC, as compilers other than LLVM have it.
            Ok(inst) if inst.ignored.is_empty() && disasm(&inst, 64).contains(":107]") => {}
            Ok(inst) if inst.ignored.is_empty() => {
                f.add(row, format!("nothing ignored: {}", disasm(&inst, 64)));
            }
            Ok(inst) => {
                let text = disasm(&inst, 64);
                if encode(&inst).map(|w| w.to_vec()) != Ok(words(col[0])) {
                    f.add(row, format!("does not encode back: {text}"));
                }
            }
            Err(e)
                if !matches!(
                    e.kind,
                    DecodeErrorKind::BadField { .. } | DecodeErrorKind::Truncated { .. }
                ) =>
            {
                f.add(row, format!("{e}"));
            }
            Err(e) => match decode(&words(col[0]), 0, STRICT) {
                Err(strict) if strict == e => used += 1,
                // The row ends before an address list that strict decoding refuses for its length.
                Err(_) if matches!(e.kind, DecodeErrorKind::Truncated { .. }) => used += 1,
                other => f.add(row, format!("default: {e}; strict: {other:?}")),
            },
        }
    }
    println!("{family}: {} of {} rows have a field that is used and names nothing", used, f.rows);
    f.finish(family);
}

macro_rules! families {
    ($($family:ident: $text:ident $refused:ident $unused:ident;)*) => { $(
        #[test]
        fn $text() { text(stringify!($family)) }
        #[test]
        fn $refused() { refused(stringify!($family)) }
        #[test]
        fn $unused() { unused_fields(stringify!($family)) }
    )* };
}
families! {
    SOP1: text_sop1 refused_sop1 unused_sop1;
    SOP2: text_sop2 refused_sop2 unused_sop2;
    SOPC: text_sopc refused_sopc unused_sopc;
    SOPK: text_sopk refused_sopk unused_sopk;
    SOPP: text_sopp refused_sopp unused_sopp;
    SMEM: text_smem refused_smem unused_smem;
    VOP1: text_vop1 refused_vop1 unused_vop1;
    VOP2: text_vop2 refused_vop2 unused_vop2;
    VOPC: text_vopc refused_vopc unused_vopc;
    VOP3: text_vop3 refused_vop3 unused_vop3;
    VOP3P: text_vop3p refused_vop3p unused_vop3p;
    SDWA: text_sdwa refused_sdwa unused_sdwa;
    DPP16: text_dpp16 refused_dpp16 unused_dpp16;
    DPP8: text_dpp8 refused_dpp8 unused_dpp8;
    VINTRP: text_vintrp refused_vintrp unused_vintrp;
    DS: text_ds refused_ds unused_ds;
    FLAT: text_flat refused_flat unused_flat;
    GLOBAL: text_global refused_global unused_global;
    SCRATCH: text_scratch refused_scratch unused_scratch;
    MUBUF: text_mubuf refused_mubuf unused_mubuf;
    MTBUF: text_mtbuf refused_mtbuf unused_mtbuf;
    MIMG: text_mimg refused_mimg unused_mimg;
    EXP: text_exp refused_exp unused_exp;
}
