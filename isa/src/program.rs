//! A piece of code, decoded from its first byte to its last: instructions by address, labels of branch targets.
//!
//! Requires: little-endian code bytes and the address of the first. Ensures: every dword of the extent belongs to one
//! instruction or one error; nothing is decoded twice; no size comes from the code itself.
//! Leaves alone: which instructions are reached. Data behind the code decodes as whatever it looks like unless
//! [`Extent`] says where the code ends.

use crate::decode::{DecodeError, DecodeErrorKind, DecodeOptions, decode};
use crate::inst::{Inst, Words};
use crate::op::Op;
use crate::table::{Sop1, Sopp};
use crate::text::{branch_target, disasm_with};
use std::collections::BTreeMap;

/// Where code ends in the bytes given.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Extent {
    /// At the last byte; padding of `s_code_end` at the end is left out.
    #[default]
    All,
    /// After so many bytes (a code object's symbol size, a capture's `instruction_bytes`).
    Bytes(u64),
    /// After the first instruction that ends or leaves the program and that no earlier branch jumps over, or before
    /// padding: for code of unknown length. Functions behind it are not seen.
    UntilEnd,
}

/// How a program is decoded.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ProgramOptions {
    /// How each instruction is.
    pub decode: DecodeOptions,
    /// Where it ends.
    pub extent: Extent,
}

/// Why a program as a whole cannot be decoded.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ProgramError {
    /// The extent is larger than the code.
    #[error("the code is said to have {want} bytes, {have} are there")]
    TooShort {
        /// Bytes wanted.
        want: u64,
        /// Bytes there.
        have: u64,
    },
    /// An instruction cannot be decoded.
    #[error(transparent)]
    Decode(#[from] DecodeError),
}

/// One place of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// Byte address.
    pub pc: u64,
    /// The words.
    pub words: Words,
    /// The instruction, or why there is none.
    pub content: Result<Inst, DecodeErrorKind>,
}

/// A decoded program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    base: u64,
    bytes: u64,
    wave_size: u32,
    places: Vec<Place>,
    /// For each dword the place that begins there.
    starts: Vec<u32>,
    labels: BTreeMap<u64, String>,
}

const NO_START: u32 = u32::MAX;

impl Program {
    /// Decodes all code; the first undecodable instruction is an error.
    ///
    /// # Errors
    /// [`ProgramError`]: the extent is wrong, or an instruction is none.
    pub fn decode(code: &[u8], base: u64, options: ProgramOptions) -> Result<Program, ProgramError> {
        let program = Program::decode_tolerant(code, base, options)?;
        let first = program.errors().next();
        first.map_or(Ok(program), |error| Err(error.into()))
    }

    /// Decodes all code; an undecodable instruction takes one dword and stays as an error in its place.
    ///
    /// # Errors
    /// [`ProgramError::TooShort`].
    pub fn decode_tolerant(code: &[u8], base: u64, options: ProgramOptions) -> Result<Program, ProgramError> {
        let have = code.len() as u64;
        let code = match options.extent {
            Extent::Bytes(want) => usize::try_from(want)
                .ok()
                .and_then(|want| code.get(..want))
                .ok_or(ProgramError::TooShort { want, have })?,
            Extent::All | Extent::UntilEnd => code,
        };
        let chunks = code.chunks_exact(4);
        let rest = chunks.remainder().len();
        let mut words: Vec<u32> =
            chunks.map(|b| b.iter().rev().fold(0, |w, &b| w << 8 | u32::from(b))).collect();
        if options.extent == Extent::All && rest == 0 {
            trim_padding(&mut words, options.decode);
        }
        let mut program = Program {
            base,
            bytes: 0,
            wave_size: options.decode.wave_size,
            places: Vec::new(),
            starts: Vec::new(),
            labels: BTreeMap::new(),
        };
        let used = program.decode_words(&words, options);
        if rest != 0 && used == words.len() {
            let kind = DecodeErrorKind::Truncated { need: 4, have: rest as u32 };
            program.push(Place { pc: program.end(), words: Words::new(), content: Err(kind) }, 0);
        }
        program.find_labels();
        Ok(program)
    }

    /// Decodes until the extent ends; gives the number of dwords taken.
    fn decode_words(&mut self, words: &[u32], options: ProgramOptions) -> usize {
        let until_end = options.extent == Extent::UntilEnd;
        // Highest address that a branch seen so far leads to.
        let mut reach = self.base;
        let mut at = 0;
        while let Some(rest) = words.get(at..).filter(|rest| !rest.is_empty()) {
            let pc = self.end();
            // No instruction is longer than five dwords.
            let rest = rest.get(..5).unwrap_or(rest);
            let (content, taken) = match decode(rest, pc, options.decode) {
                Ok(inst) if until_end && inst.op == Op::Sopp(Sopp::s_code_end) => break,
                Ok(inst) => {
                    let taken = inst.dwords() as usize;
                    (Ok(inst), taken)
                }
                Err(error) => (Err(error.kind), 1),
            };
            let words: Words = rest.iter().take(taken).copied().collect();
            at += words.len();
            let last = match &content {
                Ok(inst) => {
                    reach = reach.max(branch_target(inst, pc).unwrap_or(0));
                    leaves(inst.op)
                }
                Err(_) => false,
            };
            self.push(Place { pc, words, content }, taken);
            if until_end && last && reach < self.end() {
                break;
            }
        }
        at
    }

    fn push(&mut self, place: Place, dwords: usize) {
        self.starts.push(u32::try_from(self.places.len()).unwrap_or(NO_START));
        self.starts.extend((1..dwords).map(|_| NO_START));
        self.bytes += 4 * dwords as u64;
        self.places.push(place);
    }

    /// Names the targets of direct branches that lie at the beginning of a place.
    fn find_labels(&mut self) {
        let targets: Vec<u64> = self
            .instructions()
            .filter_map(|(pc, inst)| branch_target(inst, pc))
            .filter(|&target| self.index_of(target).is_some())
            .collect();
        for target in targets {
            self.labels.insert(target, format!("L{:04x}", target - self.base));
        }
    }

    /// Address of the first byte.
    pub fn base(&self) -> u64 {
        self.base
    }

    /// Address behind the last byte.
    pub fn end(&self) -> u64 {
        self.base.saturating_add(self.bytes)
    }

    /// Lanes of a wave.
    pub fn wave_size(&self) -> u32 {
        self.wave_size
    }

    /// All places in order of address.
    pub fn places(&self) -> &[Place] {
        &self.places
    }

    /// The instructions with their addresses.
    pub fn instructions(&self) -> impl Iterator<Item = (u64, &Inst)> {
        self.places.iter().filter_map(|place| Some((place.pc, place.content.as_ref().ok()?)))
    }

    /// What could not be decoded.
    pub fn errors(&self) -> impl Iterator<Item = DecodeError> + '_ {
        self.places.iter().filter_map(|place| {
            let kind = place.content.as_ref().err()?.clone();
            Some(DecodeError { pc: place.pc, words: place.words.clone(), kind })
        })
    }

    /// Number of the place that begins at an address.
    #[inline]
    pub fn index_of(&self, pc: u64) -> Option<usize> {
        let offset = pc.checked_sub(self.base)?;
        if offset % 4 != 0 {
            return None;
        }
        match *self.starts.get(usize::try_from(offset / 4).ok()?)? {
            NO_START => None,
            index => Some(index as usize),
        }
    }

    /// The place that begins at an address.
    pub fn place(&self, pc: u64) -> Option<&Place> {
        self.places.get(self.index_of(pc)?)
    }

    /// The instruction that begins at an address.
    pub fn inst(&self, pc: u64) -> Option<&Inst> {
        self.place(pc)?.content.as_ref().ok()
    }

    /// The label of an address, where a branch leads to it: `L` and the offset from the first byte in hexadecimal.
    pub fn label(&self, pc: u64) -> Option<&str> {
        self.labels.get(&pc).map(String::as_str)
    }

    /// The text of a place: the instruction with labels for branch targets, or the reason why there is none.
    pub fn text(&self, place: &Place) -> String {
        match &place.content {
            Ok(inst) => {
                let label = |pc: u64| self.label(pc).map(str::to_string);
                disasm_with(inst, self.wave_size, place.pc, &label)
            }
            Err(kind) => format!("// {kind}"),
        }
    }
}

/// Whether execution does not go on behind an instruction.
fn leaves(op: Op) -> bool {
    matches!(
        op,
        Op::Sopp(Sopp::s_endpgm | Sopp::s_endpgm_saved | Sopp::s_endpgm_ordered_ps_done | Sopp::s_branch)
            | Op::Sop1(Sop1::s_setpc_b64)
    )
}

/// Drops `s_code_end` at the end.
fn trim_padding(words: &mut Vec<u32>, options: DecodeOptions) {
    let is_padding =
        |&word: &u32| decode(&[word], 0, options).is_ok_and(|inst| inst.op == Op::Sopp(Sopp::s_code_end));
    while words.last().is_some_and(is_padding) {
        words.pop();
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test ends by panicking")]
mod tests {
    use super::*;

    fn bytes(words: &[u32]) -> Vec<u8> {
        words.iter().flat_map(|w| w.to_le_bytes()).collect()
    }

    // s_cbranch_scc0 over the first s_endpgm; two dwords of data behind the last.
    const CODE: [u32; 7] =
        [0xbf84_0001, 0xbf81_0000, 0x7e00_02ff, 0x1234_5678, 0xbf81_0000, 0xffff_ffff, 0xbf9f_0000];

    #[test]
    fn the_end_is_the_first_endpgm_that_no_branch_jumps_over() {
        let options = ProgramOptions { extent: Extent::UntilEnd, ..ProgramOptions::default() };
        let program = Program::decode(&bytes(&CODE), 0x100, options).unwrap();
        let pcs: Vec<u64> = program.instructions().map(|(pc, _)| pc).collect();
        assert_eq!(pcs, [0x100, 0x104, 0x108, 0x110]);
        assert_eq!(program.label(0x108), Some("L0008"));
        assert!(program.inst(0x10c).is_none(), "no instruction begins inside another");
        assert_eq!(program.text(&program.places()[0]), "s_cbranch_scc0 L0008");
    }

    #[test]
    fn an_undecodable_dword_is_an_error_in_its_place() {
        let program = Program::decode_tolerant(&bytes(&CODE), 0, ProgramOptions::default()).unwrap();
        let errors: Vec<DecodeError> = program.errors().collect();
        assert_eq!(errors.len(), 1);
        assert_eq!((errors[0].pc, errors[0].words.as_slice()), (0x14, &[0xffff_ffff][..]));
        assert!(Program::decode(&bytes(&CODE), 0, ProgramOptions::default()).is_err());
    }

    #[test]
    fn wrong_sizes_are_named() {
        let options = ProgramOptions { extent: Extent::Bytes(64), ..ProgramOptions::default() };
        let error = Program::decode(&bytes(&CODE), 0, options).unwrap_err();
        assert_eq!(error.to_string(), "the code is said to have 64 bytes, 28 are there");
        let mut odd = bytes(&CODE[..1]);
        odd.extend([1, 2]);
        let error = Program::decode(&odd, 0, ProgramOptions::default()).unwrap_err();
        assert_eq!(
            error.to_string(),
            "pc 0x0004, words : truncated: the instruction needs 4 bytes, 2 are left"
        );
    }
}
