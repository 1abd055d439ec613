//! Widened references: expected results that are looser than the instruction that makes them.
//!
//! Some expected results come from an implementation (lavapipe) that uses a freedom of the language in another way
//! than the captured code does, in more than the case's rule allows for. Each such place is listed in [`WIDENED`] by
//! case, code and bytes, with the rule that holds there instead and the reason; nothing else is compared differently.
//! **In:** a case, expected and actual bytes. **Out:** the actual bytes as they are to be compared under the case's own
//! rule: those that only the wider rule accepts are replaced by what was expected, and counted. Fields that the wider
//! rule does not accept either stay as they are and are reported as differences.
//!
//! An entry says what the instruction does instead; a test per entry shows that with that done the expected results are
//! met exactly (`tests/tests/widened_references.rs`), and the page Errata of the book has the evidence.

mod table;

use crate::capture::Case;
use crate::compare::Rule;
pub use table::WIDENED;

/// One place where a reference is looser than the instruction.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Widened {
    /// Name of the case.
    pub case: &'static str,
    /// [`code_hash`] of its code file: a case that is made anew loses the entry.
    pub code: u64,
    /// Region whose expectation is meant.
    pub region: &'static str,
    /// Bytes from one record of the region to the next.
    pub stride: usize,
    /// First byte of the field in a record.
    pub offset: usize,
    /// Bytes of the field: whole elements of `rule`.
    pub bytes: usize,
    /// The rule that holds for the field.
    pub rule: Rule,
    /// Why, as a sentence.
    pub reason: &'static str,
}

/// A widened reference that a comparison used.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Applied {
    /// The entry.
    pub entry: &'static Widened,
    /// Elements that only the wider rule accepted.
    pub elements: u64,
}

impl std::fmt::Display for Applied {
    /// `reference widened: c[0] bytes 16 to 19 of every 32 under f16:ulp:1, 7 elements: reason`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Widened { region, stride, offset, bytes, rule, reason, .. } = self.entry;
        let (last, n) = (offset + bytes - 1, self.elements);
        write!(
            f,
            "reference widened: {region} bytes {offset} to {last} of every {stride} under {rule}, {n} elements: {reason}"
        )
    }
}

/// FNV-1a, 64 bits: tells code files apart; no defence against forgery.
pub fn code_hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |h, b| (h ^ u64::from(*b)).wrapping_mul(0x0000_0100_0000_01b3))
}

/// The entries for a region of a case.
fn entries(case: &Case, region: &str) -> Vec<&'static Widened> {
    let mut entries: Vec<_> = WIDENED.iter().filter(|w| w.case == case.name && w.region == region).collect();
    // Most cases have no entry: hash only for those that may.
    if !entries.is_empty() {
        let hashes: Vec<u64> = case.stages.iter().map(|s| code_hash(&s.code.bytes)).collect();
        entries.retain(|w| hashes.contains(&w.code));
    }
    entries
}

/// Replaces in `actual` what the case's `own` rule does not accept and a wider one does by what was expected, and says which entries were used.
pub fn widen(case: &Case, region: &str, own: &Rule, expected: &[u8], actual: &mut [u8]) -> Vec<Applied> {
    entries(case, region)
        .into_iter()
        .map(|entry| Applied { entry, elements: entry.widen(own, expected, actual) })
        .filter(|applied| applied.elements > 0)
        .collect()
}

impl Widened {
    fn widen(&self, own: &Rule, expected: &[u8], actual: &mut [u8]) -> u64 {
        let mut elements = 0;
        let records = expected.chunks(self.stride.max(1)).zip(actual.chunks_mut(self.stride.max(1)));
        for (expected, actual) in records {
            let field = self.offset..self.offset + self.bytes;
            let (Some(expected), Some(actual)) = (expected.get(field.clone()), actual.get_mut(field)) else {
                continue;
            };
            let size = self.rule.element().bytes();
            for (expected, actual) in expected.chunks_exact(size).zip(actual.chunks_exact_mut(size)) {
                if !own.accepts_bytes(expected, actual) && self.rule.accepts_bytes(expected, actual) {
                    actual.copy_from_slice(expected);
                    elements += 1;
                }
            }
        }
        elements
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_field_is_widened_and_only_as_far_as_its_rule_goes() {
        let rule = "u8:abs:1".parse().unwrap();
        let entry =
            Widened { case: "", code: 0, region: "", stride: 4, offset: 1, bytes: 2, rule, reason: "" };
        let expected = [10, 20, 30, 40, 50, 60, 70, 80];
        let mut actual = [11, 21, 28, 40, 50, 59, 70, 79];
        assert_eq!(entry.widen(&Rule::Bits, &expected, &mut actual), 2);
        assert_eq!(actual, [11, 20, 28, 40, 50, 60, 70, 79]);
    }

    #[test]
    fn the_hash_is_fnv_1a() {
        // From the published test vectors.
        assert_eq!(code_hash(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(code_hash(b"foobar"), 0x8594_4171_f739_67e8);
    }

    #[test]
    fn entries_are_whole_fields() {
        for w in WIDENED {
            assert!(w.bytes > 0 && w.offset + w.bytes <= w.stride, "{}", w.case);
            assert!(w.bytes.is_multiple_of(w.rule.element().bytes()), "{}", w.case);
            assert!(w.reason.ends_with('.'), "{}", w.case);
        }
    }
}
