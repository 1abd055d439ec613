//! Compares memory after a run with what is expected.
//!
//! **Requires** two byte strings of equal size and a [`Rule`]. **Ensures** the first difference with
//! its address, element and values, and counts of all differences. Rules are those of the case
//! format (`compare`): under `ulp` and `abs` NaN equals NaN, and infinities must be equal.

use half::f16;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// A float type of a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Float {
    /// IEEE binary16.
    F16,
    /// IEEE binary32.
    F32,
    /// IEEE binary64.
    F64,
}

impl Float {
    /// Size in bytes.
    pub fn bytes(self) -> usize {
        match self {
            Self::F16 => 2,
            Self::F32 => 4,
            Self::F64 => 8,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::F16 => "f16",
            Self::F32 => "f32",
            Self::F64 => "f64",
        }
    }

    /// The value; every f16 and f32 is exact in f64.
    fn value(self, bits: u64) -> f64 {
        match self {
            Self::F16 => f16::from_bits(low16(bits)).to_f64(),
            Self::F32 => f64::from(f32::from_bits(low32(bits))),
            Self::F64 => f64::from_bits(bits),
        }
    }

    /// Units in the last place between two numbers, across zero; +0 and -0 are 0 apart.
    fn distance(self, a: u64, b: u64) -> u64 {
        let sign_bit = 1u64 << (self.bytes() * 8 - 1);
        let (ma, mb) = (a & (sign_bit - 1), b & (sign_bit - 1));
        // Magnitudes are below 2^63, so the sum of two fits.
        if (a & sign_bit) == (b & sign_bit) { ma.abs_diff(mb) } else { ma + mb }
    }
}

fn low16(v: u64) -> u16 {
    let [a, b, ..] = v.to_le_bytes();
    u16::from_le_bytes([a, b])
}

fn low32(v: u64) -> u32 {
    let [a, b, c, d, ..] = v.to_le_bytes();
    u32::from_le_bytes([a, b, c, d])
}

/// How actual and expected memory may differ.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Rule {
    /// Equal bytes.
    Bits,
    /// Floats at most this many units in the last place apart.
    Ulp(Float, u64),
    /// f32 at most this far apart.
    Abs(f64),
    /// f32 for which one of both holds.
    UlpOrAbs(u64, f64),
    /// Bytes at most this far apart.
    U8Abs(u8),
    /// 16-bit unsigned integers at most this far apart.
    U16Abs(u16),
}

/// A comparison rule that is not documented.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "unknown comparison rule `{0}`; the rules are bits, f16:ulp:N, f32:ulp:N, f64:ulp:N, f32:abs:X, f32:ulp:N,abs:X, u8:abs:N and u16:abs:N"
)]
pub struct UnknownRule(String);

impl FromStr for Rule {
    type Err = UnknownRule;

    fn from_str(s: &str) -> Result<Self, UnknownRule> {
        rule(s).ok_or_else(|| UnknownRule(s.chars().take(64).collect()))
    }
}

fn rule(s: &str) -> Option<Rule> {
    if s == "bits" {
        return Some(Rule::Bits);
    }
    let (ty, rest) = s.split_once(':')?;
    match ty {
        "u8" => return Some(Rule::U8Abs(integer(rest.strip_prefix("abs:")?)?)),
        "u16" => return Some(Rule::U16Abs(integer(rest.strip_prefix("abs:")?)?)),
        _ => {}
    }
    let ty = match ty {
        "f16" => Float::F16,
        "f32" => Float::F32,
        "f64" => Float::F64,
        _ => return None,
    };
    if let Some(x) = rest.strip_prefix("abs:") {
        return (ty == Float::F32).then_some(Rule::Abs(tolerance(x)?));
    }
    let rest = rest.strip_prefix("ulp:")?;
    match rest.split_once(",abs:") {
        Some((n, x)) if ty == Float::F32 => Some(Rule::UlpOrAbs(integer(n)?, tolerance(x)?)),
        Some(_) => None,
        None => Some(Rule::Ulp(ty, integer(rest)?)),
    }
}

fn integer<T: FromStr>(s: &str) -> Option<T> {
    // `parse` would take a leading `+`.
    s.bytes().all(|b| b.is_ascii_digit()).then(|| s.parse().ok())?
}

fn tolerance(s: &str) -> Option<f64> {
    let plain = s.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'.' | b'e' | b'E' | b'-'));
    let v: f64 = plain.then(|| s.parse().ok())??;
    // Not `v >= 0.0` alone: "-0" is no tolerance anyone means to write.
    (v.is_finite() && v.is_sign_positive()).then_some(v)
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bits => f.write_str("bits"),
            Self::Ulp(t, n) => write!(f, "{}:ulp:{n}", t.name()),
            Self::Abs(x) => write!(f, "f32:abs:{x:e}"),
            Self::UlpOrAbs(n, x) => write!(f, "f32:ulp:{n},abs:{x:e}"),
            Self::U8Abs(n) => write!(f, "u8:abs:{n}"),
            Self::U16Abs(n) => write!(f, "u16:abs:{n}"),
        }
    }
}

impl TryFrom<String> for Rule {
    type Error = UnknownRule;

    fn try_from(s: String) -> Result<Self, UnknownRule> {
        s.parse()
    }
}

impl From<Rule> for String {
    fn from(r: Rule) -> Self {
        r.to_string()
    }
}

/// What an element is read as.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Element {
    /// A byte.
    U8,
    /// 16 bits, unsigned.
    U16,
    /// A dword.
    U32,
    /// A float.
    Float(Float),
}

impl Element {
    /// Size in bytes.
    pub fn bytes(self) -> usize {
        match self {
            Self::U8 => 1,
            Self::U16 => 2,
            Self::U32 => 4,
            Self::Float(t) => t.bytes(),
        }
    }
}

impl fmt::Display for Element {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::U8 => "u8",
            Self::U16 => "u16",
            Self::U32 => "u32",
            Self::Float(t) => t.name(),
        })
    }
}

impl Rule {
    /// The element that the rule compares. `bits` is shown in dwords (bytes in a tail).
    pub fn element(&self) -> Element {
        match self {
            Self::Bits => Element::U32,
            Self::Ulp(t, _) => Element::Float(*t),
            Self::Abs(_) | Self::UlpOrAbs(..) => Element::Float(Float::F32),
            Self::U8Abs(_) => Element::U8,
            Self::U16Abs(_) => Element::U16,
        }
    }

    /// True if memory of this many bytes is whole elements.
    pub fn fits(&self, bytes: u64) -> bool {
        match self {
            Self::Bits => true,
            _ => bytes.is_multiple_of(self.element().bytes() as u64),
        }
    }

    /// Do these bytes of one element satisfy the rule?
    pub(crate) fn accepts_bytes(&self, expected: &[u8], actual: &[u8]) -> bool {
        self.accepts(bits(expected), bits(actual))
    }

    /// Do these bits satisfy the rule?
    fn accepts(&self, expected: u64, actual: u64) -> bool {
        if expected == actual {
            return true;
        }
        match *self {
            Self::Bits => false,
            Self::U8Abs(n) => expected.abs_diff(actual) <= u64::from(n),
            Self::U16Abs(n) => expected.abs_diff(actual) <= u64::from(n),
            Self::Ulp(t, n) => float_accepts(t, expected, actual, Some(n), None),
            Self::Abs(x) => float_accepts(Float::F32, expected, actual, None, Some(x)),
            Self::UlpOrAbs(n, x) => float_accepts(Float::F32, expected, actual, Some(n), Some(x)),
        }
    }
}

fn float_accepts(t: Float, expected: u64, actual: u64, ulp: Option<u64>, abs: Option<f64>) -> bool {
    let (e, a) = (t.value(expected), t.value(actual));
    if e.is_nan() || a.is_nan() {
        return e.is_nan() && a.is_nan();
    }
    if e.is_infinite() || a.is_infinite() {
        return e == a;
    }
    ulp.is_some_and(|n| t.distance(expected, actual) <= n) || abs.is_some_and(|x| (e - a).abs() <= x)
}

/// One element as it is in memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Value {
    /// Its type.
    pub element: Element,
    /// Its bits, in the low bits.
    pub bits: u64,
}

impl fmt::Display for Value {
    /// Bits, and for floats the value too: `0x3f800000 (1)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bits = self.bits;
        match self.element {
            Element::U8 | Element::U16 => write!(f, "{bits}"),
            // A dword may be anything; people recognise an integer, a float or a pattern.
            Element::U32 => write!(f, "{bits:#010x} ({bits}, as f32 {:?})", f32::from_bits(low32(bits))),
            Element::Float(Float::F16) => {
                write!(f, "{bits:#06x} ({:?})", f16::from_bits(low16(bits)).to_f32())
            }
            Element::Float(Float::F32) => write!(f, "{bits:#010x} ({:?})", f32::from_bits(low32(bits))),
            Element::Float(Float::F64) => write!(f, "{bits:#018x} ({:?})", f64::from_bits(bits)),
        }
    }
}

/// The first element of a region that does not satisfy the rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mismatch {
    /// Name of the region.
    pub region: String,
    /// Guest address of the element.
    pub address: u64,
    /// Byte offset in the region.
    pub offset: u64,
    /// Number of the element in the region.
    pub index: u64,
    /// What it should be.
    pub expected: Value,
    /// What it is.
    pub actual: Value,
    /// Distance in units in the last place, where the rule compares floats and both are numbers.
    pub ulp: Option<u64>,
}

impl Mismatch {
    /// Type of the element.
    pub fn element(&self) -> Element {
        self.expected.element
    }
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} + {:#x} (address {:#x}, {} element {}): expected {}, got {}",
            self.region,
            self.offset,
            self.address,
            self.element(),
            self.index,
            self.expected,
            self.actual
        )?;
        match self.ulp {
            Some(n) => write!(f, ", {n} ulp apart"),
            None => Ok(()),
        }
    }
}

/// Result of comparing one region.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comparison {
    /// Elements compared.
    pub elements: u64,
    /// Elements that do not satisfy the rule.
    pub differing: u64,
    /// The first of them.
    pub first: Option<Mismatch>,
}

impl Comparison {
    /// True if every element satisfies the rule.
    pub fn is_equal(&self) -> bool {
        self.first.is_none()
    }
}

/// Sizes that cannot be compared.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CompareError {
    /// Not the same number of bytes.
    #[error("{region}: {actual} bytes cannot be compared with {expected} expected bytes")]
    Sizes {
        /// Name of the region.
        region: String,
        /// Bytes expected.
        expected: usize,
        /// Bytes given.
        actual: usize,
    },
    /// Not whole elements.
    #[error("{region}: {bytes} bytes are not whole elements of rule {rule}")]
    Elements {
        /// Name of the region.
        region: String,
        /// Size of the region.
        bytes: usize,
        /// The rule.
        rule: String,
    },
}

/// Compares a region that starts at guest address `address`.
///
/// # Errors
/// When the two are not of one size, or not whole elements of the rule.
pub fn compare(
    rule: &Rule,
    region: &str,
    address: u64,
    expected: &[u8],
    actual: &[u8],
) -> Result<Comparison, CompareError> {
    if expected.len() != actual.len() {
        return Err(CompareError::Sizes {
            region: region.to_owned(),
            expected: expected.len(),
            actual: actual.len(),
        });
    }
    if !rule.fits(expected.len() as u64) {
        return Err(CompareError::Elements {
            region: region.to_owned(),
            bytes: expected.len(),
            rule: rule.to_string(),
        });
    }
    let element = rule.element();
    let size = element.bytes();
    let mut result = Comparison { elements: 0, differing: 0, first: None };
    let (e, a) = (expected.chunks_exact(size), actual.chunks_exact(size));
    let (tail_e, tail_a) = (e.remainder(), a.remainder());
    for (e, a) in e.zip(a) {
        result.element(rule, region, address, element, e, a);
    }
    // Only `bits` has a tail: what is left after the last dword.
    let head = (expected.len() - tail_e.len()) as u64;
    for (k, (e, a)) in tail_e.iter().zip(tail_a).enumerate() {
        let index = result.elements;
        result.elements += 1;
        if e != a {
            result.differing += 1;
            let offset = head + k as u64;
            result.first.get_or_insert_with(|| Mismatch {
                region: region.to_owned(),
                address: address.wrapping_add(offset),
                offset,
                index,
                expected: Value { element: Element::U8, bits: u64::from(*e) },
                actual: Value { element: Element::U8, bits: u64::from(*a) },
                ulp: None,
            });
        }
    }
    Ok(result)
}

impl Comparison {
    fn element(&mut self, rule: &Rule, region: &str, address: u64, element: Element, e: &[u8], a: &[u8]) {
        let index = self.elements;
        self.elements += 1;
        if e == a {
            return;
        }
        let (e, a) = (bits(e), bits(a));
        if rule.accepts(e, a) {
            return;
        }
        self.differing += 1;
        let offset = index * element.bytes() as u64;
        self.first.get_or_insert_with(|| Mismatch {
            region: region.to_owned(),
            address: address.wrapping_add(offset),
            offset,
            index,
            expected: Value { element, bits: e },
            actual: Value { element, bits: a },
            ulp: match element {
                Element::Float(t) if !t.value(e).is_nan() && !t.value(a).is_nan() => Some(t.distance(e, a)),
                _ => None,
            },
        });
    }
}

/// Little-endian bits of up to 8 bytes.
fn bits(b: &[u8]) -> u64 {
    b.iter().rev().fold(0, |v, x| v << 8 | u64::from(*x))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn f32s(v: &[f32]) -> Vec<u8> {
        v.iter().flat_map(|x| x.to_le_bytes()).collect()
    }

    fn equal(rule: &str, e: &[u8], a: &[u8]) -> bool {
        compare(&rule.parse().unwrap(), "r", 0, e, a).unwrap().is_equal()
    }

    #[test]
    fn rules_print_as_they_are_read() {
        for s in ["bits", "f16:ulp:2", "f32:ulp:16", "f64:ulp:1", "u8:abs:8", "u16:abs:1"] {
            assert_eq!(s.parse::<Rule>().unwrap().to_string(), s);
        }
        for s in ["f32:abs:1e-3", "f32:ulp:64,abs:4e-5", "f32:abs:0.004"] {
            let r: Rule = s.parse().unwrap();
            assert_eq!(r.to_string().parse::<Rule>().unwrap(), r, "{s}");
        }
        assert_eq!("f32:ulp:16,abs:1e-4".parse::<Rule>().unwrap(), Rule::UlpOrAbs(16, 1e-4));
    }

    #[test]
    fn undocumented_rules_are_refused_by_name() {
        let bad = "bit|bits |f32|f32:ulp|f32:ulp:|f32:ulp:-1|f32:ulp:+1|f32:ulp:1.5|f16:abs:1|f64:ulp:1,abs:1|u8:abs:256|\
                   u8:ulp:1|u32:abs:1|f32:abs:inf|f32:abs:nan|f32:abs:-1|f32:abs:|f32:abs:1,ulp:1|f32:ulp:1,abs:";
        for s in bad.split('|') {
            let e = s.parse::<Rule>().unwrap_err().to_string();
            assert!(e.contains(&format!("`{s}`")), "{e}");
        }
    }

    #[test]
    fn bits_shows_the_first_differing_dword_and_counts() {
        let e = [0u8; 16];
        let mut a = e;
        a[5] = 1;
        a[12] = 7;
        let c = compare(&Rule::Bits, "out", 0x1000, &e, &a).unwrap();
        assert_eq!((c.elements, c.differing), (4, 2));
        let m = c.first.unwrap();
        assert_eq!((m.address, m.offset, m.index, m.actual.bits), (0x1004, 4, 1, 0x100));
        assert_eq!(m.element(), Element::U32);
    }

    #[test]
    fn bits_compares_the_tail_by_bytes() {
        let c = compare(&Rule::Bits, "out", 0x10, &[0; 7], &[0, 0, 0, 0, 0, 0, 9]).unwrap();
        let m = c.first.unwrap();
        assert_eq!((c.elements, m.index, m.offset, m.address), (4, 3, 6, 0x16));
        assert_eq!(m.element(), Element::U8);
        assert_eq!(m.actual.bits, 9);
    }

    #[test]
    fn bits_tells_zeros_and_nans_apart() {
        assert!(!equal("bits", &f32s(&[0.0]), &f32s(&[-0.0])));
        assert!(!equal("bits", &0x7fc0_0000u32.to_le_bytes(), &0x7fc0_0001u32.to_le_bytes()));
    }

    #[test]
    fn ulp_counts_units_across_zero() {
        let one = 1.0f32.to_bits();
        let at = |n: u32| (one + n).to_le_bytes();
        assert!(equal("f32:ulp:2", &at(0), &at(2)));
        assert!(!equal("f32:ulp:2", &at(0), &at(3)));
        // Smallest positive and smallest negative denormal are two apart, the zeros none.
        assert!(equal("f32:ulp:2", &1u32.to_le_bytes(), &0x8000_0001u32.to_le_bytes()));
        assert!(!equal("f32:ulp:1", &1u32.to_le_bytes(), &0x8000_0001u32.to_le_bytes()));
        assert!(equal("f32:ulp:0", &f32s(&[0.0]), &f32s(&[-0.0])));
    }

    #[test]
    fn ulp_works_in_half_and_double() {
        assert!(equal("f16:ulp:1", &0x3c00u16.to_le_bytes(), &0x3c01u16.to_le_bytes()));
        assert!(!equal("f16:ulp:1", &0x3c00u16.to_le_bytes(), &0x3c02u16.to_le_bytes()));
        let one = 1.0f64.to_bits();
        assert!(equal("f64:ulp:1", &one.to_le_bytes(), &(one + 1).to_le_bytes()));
        assert!(!equal("f64:ulp:1", &one.to_le_bytes(), &(one + 2).to_le_bytes()));
        // The largest distance there is must not overflow.
        assert!(!equal("f64:ulp:1", &f64::MAX.to_le_bytes(), &f64::MIN.to_le_bytes()));
    }

    #[test]
    fn nan_equals_nan_and_infinities_must_be_equal() {
        for rule in ["f32:ulp:1", "f32:abs:1e30", "f32:ulp:1,abs:1e30"] {
            assert!(equal(rule, &0x7fc0_0000u32.to_le_bytes(), &0xff80_0001u32.to_le_bytes()), "{rule}");
            assert!(!equal(rule, &f32s(&[f32::NAN]), &f32s(&[1.0])), "{rule}");
            assert!(equal(rule, &f32s(&[f32::INFINITY]), &f32s(&[f32::INFINITY])), "{rule}");
            assert!(!equal(rule, &f32s(&[f32::INFINITY]), &f32s(&[f32::NEG_INFINITY])), "{rule}");
            // The largest number is one unit from infinity, but not infinite.
            assert!(!equal(rule, &f32s(&[f32::INFINITY]), &f32s(&[f32::MAX])), "{rule}");
        }
    }

    #[test]
    fn abs_and_the_combined_rule() {
        assert!(equal("f32:abs:0.5", &f32s(&[1.0]), &f32s(&[1.5])));
        assert!(!equal("f32:abs:0.25", &f32s(&[1.0]), &f32s(&[1.5])));
        // Near zero many units apart but close; far out close in units only.
        assert!(equal("f32:ulp:4,abs:1e-4", &f32s(&[0.0]), &f32s(&[1e-5])));
        assert!(equal("f32:ulp:4,abs:1e-4", &f32s(&[1e9]), &f32s(&[1e9 + 64.0])));
        assert!(!equal("f32:ulp:4,abs:1e-4", &f32s(&[1.0]), &f32s(&[1.01])));
    }

    #[test]
    fn unsigned_rules_do_not_wrap() {
        assert!(equal("u8:abs:1", &[10, 255], &[11, 254]));
        assert!(!equal("u8:abs:1", &[0], &[255]));
        assert!(equal("u16:abs:1", &256u16.to_le_bytes(), &255u16.to_le_bytes()));
        assert!(!equal("u16:abs:1", &0u16.to_le_bytes(), &0xffffu16.to_le_bytes()));
    }

    #[test]
    fn a_float_mismatch_tells_values_and_distance() {
        let c = compare(&"f32:ulp:1".parse().unwrap(), "out", 0x100, &f32s(&[0.0, 1.0]), &f32s(&[0.0, 1.5]))
            .unwrap();
        let m = c.first.unwrap();
        assert_eq!(m.ulp, Some(1 << 22));
        assert_eq!(
            m.to_string(),
            "out + 0x4 (address 0x104, f32 element 1): expected 0x3f800000 (1.0), got 0x3fc00000 (1.5), 4194304 ulp apart"
        );
    }

    #[test]
    fn sizes_that_do_not_fit_are_errors() {
        assert!(compare(&Rule::Bits, "r", 0, &[0; 4], &[0; 5]).is_err());
        assert!(compare(&"f32:ulp:1".parse().unwrap(), "r", 0, &[0; 6], &[0; 6]).is_err());
    }
}
