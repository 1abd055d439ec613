//! `docs/src/refused.md`: every instruction that the software model or the recompiler refuses in all its forms, by name and
//! reason, as they say themselves. `BLESS=1` writes the page.
#![allow(clippy::unwrap_used, reason = "a test ends by panicking")]

use isa::coverage::coverage;
use isa::row::Family;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

const HEAD: &str = "# Instructions that are refused

An instruction stands here if all its encodings are refused, by the software model (M), the recompiler (R) or both; each of
them was asked by trying. Uses of other instructions can be refused too: the error then names the pc, the words and the reason.
This page is written by the test that holds it:

    BLESS=1 cargo test -p wavewright-tests --test refused_list

`wavewright coverage` counts by family, `wavewright coverage --all` names every row.

## Uses

Of instructions that are not refused as such, these uses are, by both unless said otherwise:

| use | why |
|---|---|
| `tfe` of buffer loads | what it writes besides the data is not known |
| `s_getreg_b32`, `s_setreg_b32` of other registers than MODE, FLAT_SCRATCH and (reads) SH_MEM_BASES | what a wave cannot know |
| `s_*_saveexec_*`, `s_*_wrexec_*` of the other wave size (R) | EXEC is a mask of the wave's own size |
| `s_subvector_loop_*` in waves of 32, or (R) with VCC, M0 or null | not measured |
| `ds_*_src2_*` with bit 7 of `offset1` | the address it makes is not known |
| `ds_*_src2_*` where a lane reads what another lane of the instruction writes (R, a fault at run time) | the order of lanes is not known |
| `ds_swizzle_b32` quad patterns with bits 14 to 8 | no source describes them |
| two-address forms, permutes and conditional exchange in GDS | not modelled |
| scalar memory whose two offsets carry in their low bits | not known |
| a shared VGPR that both halves of a wave of 64 read and write in one instruction (R, a fault at run time) | the high half sees what the low one wrote |
| registers by index beside shared VGPRs (R) | which register is meant is known at run time only |
| a jump whose targets neither constants nor a bounded table give (R) | nobody knows where it goes |
";

#[test]
fn what_is_refused_stands_in_the_docs() {
    let mut text = HEAD.to_owned();
    for family in coverage() {
        let mut rows: BTreeMap<(String, &str), Vec<&str>> = BTreeMap::new();
        for i in &family.instructions {
            let name = i.row.name;
            // Reasons that differ in the instruction's name only are one.
            let why = |reason: String| reason.replace(&format!("{name}: "), "");
            let model = match model::probe::probe(i.op) {
                model::probe::Support::Executed => None,
                model::probe::Support::Refused(reason) => Some(why(reason)),
            };
            let lift = match recompiler::probe::probe(i.op) {
                recompiler::probe::Support::Lifted => None,
                recompiler::probe::Support::Refused(reason) => Some(why(reason)),
            };
            let key = match (model, lift) {
                (None, None) => continue,
                (None, Some(l)) => (l, "R"),
                (Some(m), None) => (m, "M"),
                (Some(m), Some(l)) if m == l => (l, "M, R"),
                (Some(m), Some(l)) => (format!("{m} (model); {l} (recompiler)"), "M, R"),
            };
            rows.entry(key).or_default().push(name);
        }
        if rows.is_empty() {
            continue;
        }
        let n: usize = rows.values().map(Vec::len).sum();
        write!(text, "\n## {} ({n} of {})\n\n", family.family.name(), family.instructions.len()).unwrap();
        text.push_str("| instructions | by | why |\n|---|---|---|\n");
        for ((reason, by), names) in rows {
            writeln!(text, "| {} | {by} | {reason} |", names.join(", ")).unwrap();
        }
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/src/refused.md");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &text).unwrap();
    }
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(written == text, "docs/src/refused.md is old: run this test with BLESS=1");
}

/// What the recompiler translates of the vector and scalar ALU: all but what is refused by name.
#[test]
fn nearly_all_of_the_alu_is_recompiled() {
    use Family as F;
    let (mut rows, mut lifted) = (0u32, 0u32);
    for family in coverage() {
        let alu = [F::SOP1, F::SOP2, F::SOPC, F::SOPK, F::SOPP, F::VOP1, F::VOP2, F::VOPC, F::VOP3, F::VOP3P];
        if alu.contains(&family.family) {
            for i in &family.instructions {
                rows += 1;
                lifted += u32::from(recompiler::probe::probe(i.op) == recompiler::probe::Support::Lifted);
            }
        }
    }
    assert!(lifted * 100 >= rows * 98, "{lifted} of {rows}");
}
