//! Where instructions go: a module as words, section by section.
//!
//! The back end writes through [`Sink`] alone. It puts words down at once instead of building `rspirv`'s instruction
//! objects, because those cost two allocations each and a module has several instructions for one of the guest; the
//! enumerants are `rspirv`'s, and [`crate::text`] reads the words back with its loader.
//!
//! Ensures: sections come out in the order that SPIR-V wants, whatever the order of calls.

use rspirv::spirv::{Capability, Op};
use std::collections::BTreeSet;

/// Part of a module.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Section {
    /// Extensions.
    Extensions,
    /// Imports of instruction sets.
    Imports,
    /// Memory model, entry point, execution modes.
    Head,
    /// Strings and names.
    Debug,
    /// Decorations.
    Annotations,
    /// Types, constants, global variables.
    Globals,
    /// The entry function up to the end of its prologue.
    Prologue,
    /// The rest of the entry function.
    Body,
    /// Other functions.
    Helpers,
}

const SECTIONS: usize = 9;

/// A module that is being written.
#[derive(Debug, Default)]
pub struct Sink {
    sections: [Vec<u32>; SECTIONS],
    capabilities: BTreeSet<u32>,
    next: u32,
}

impl Sink {
    /// An empty module; room for a body of about `words` words.
    pub fn new(words: usize) -> Sink {
        let mut sink = Sink { next: 1, ..Sink::default() };
        sink.sections[Section::Body as usize].reserve(words);
        sink
    }

    /// A new id.
    #[inline]
    pub fn id(&mut self) -> u32 {
        let id = self.next;
        self.next += 1;
        id
    }

    /// Writes an instruction: its operands as words, result type and result id among them.
    #[inline]
    pub fn put(&mut self, section: Section, op: Op, operands: &[u32]) {
        let out = &mut self.sections[section as usize];
        out.push(((operands.len() as u32 + 1) << 16) | op as u32);
        out.extend_from_slice(operands);
    }

    /// The same where the number of operands is known: first some, then others.
    #[inline]
    pub fn fixed<const M: usize, const N: usize>(
        &mut self,
        section: Section,
        op: Op,
        first: [u32; M],
        then: [u32; N],
    ) {
        let out = &mut self.sections[section as usize];
        out.reserve(1 + M + N);
        out.push(((1 + M + N) as u32) << 16 | op as u32);
        out.extend_from_slice(&first);
        out.extend_from_slice(&then);
    }

    /// Writes an instruction with a string behind its operands.
    pub fn put_str(&mut self, section: Section, op: Op, operands: &[u32], text: &str, more: &[u32]) {
        let mut words: Vec<u32> = operands.to_vec();
        string_words(text, &mut words);
        words.extend_from_slice(more);
        self.put(section, op, &words);
    }

    /// Asks for an extension, the only one of a module.
    pub fn extension(&mut self, name: &str) {
        if self.sections[Section::Extensions as usize].is_empty() {
            self.put_str(Section::Extensions, Op::Extension, &[], name, &[]);
        }
    }

    /// Declares a capability.
    pub fn capability(&mut self, capability: Capability) {
        self.capabilities.insert(capability as u32);
    }

    /// The module's words. `version` is the word of the header.
    pub fn finish(&self, version: u32) -> Vec<u32> {
        let size: usize = self.sections.iter().map(Vec::len).sum();
        let mut words = Vec::with_capacity(size + 64);
        words.extend_from_slice(&[rspirv::spirv::MAGIC_NUMBER, version, 0, self.next, 0]);
        for &capability in &self.capabilities {
            words.extend_from_slice(&[(2 << 16) | Op::Capability as u32, capability]);
        }
        for section in &self.sections {
            words.extend_from_slice(section);
        }
        words
    }
}

/// Appends a literal string: bytes in little-endian words, at least one zero at the end.
fn string_words(text: &str, words: &mut Vec<u32>) {
    let bytes = text.as_bytes();
    for chunk in bytes.chunks(4) {
        let mut word = [0; 4];
        word[..chunk.len()].copy_from_slice(chunk);
        words.push(u32::from_le_bytes(word));
    }
    if bytes.len().is_multiple_of(4) {
        words.push(0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_end_with_a_zero_byte() {
        for (text, len) in [("", 1), ("abc", 1), ("main", 2)] {
            let mut words = Vec::new();
            string_words(text, &mut words);
            assert_eq!(words.len(), len, "{text}");
        }
    }
}
