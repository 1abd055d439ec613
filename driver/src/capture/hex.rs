//! Hex strings in JSON: addresses, register words, and registers that may also be plain numbers.
//!
//! **Requires** a `0x` prefix and 1 to 16 (or 8) hex digits; anything else is an error that shows what
//! was found. **Ensures** that writing gives a string that reading takes.

use serde::de::{self, Deserialize, Deserializer, Visitor};
use serde::ser::{SerializeSeq, Serializer};
use std::fmt;

fn digits(s: &str, max: usize) -> Option<u64> {
    let d = s.strip_prefix("0x")?;
    if d.is_empty() || d.len() > max || !d.bytes().all(|b| b.is_ascii_hexdigit()) {
        return None;
    }
    u64::from_str_radix(d, 16).ok()
}

/// A 64-bit address from its hex string.
pub(super) fn parse64(s: &str) -> Option<u64> {
    digits(s, 16)
}

/// A 32-bit word from its hex string.
pub(super) fn parse32(s: &str) -> Option<u32> {
    digits(s, 8).and_then(|v| u32::try_from(v).ok())
}

struct Hex64;

impl Visitor<'_> for Hex64 {
    type Value = u64;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an address as hex string such as \"0x7f0000001000\"")
    }

    fn visit_str<E: de::Error>(self, s: &str) -> Result<u64, E> {
        parse64(s).ok_or_else(|| E::invalid_value(de::Unexpected::Str(s), &self))
    }
}

struct Hex32;

impl Visitor<'_> for Hex32 {
    type Value = u32;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("32 bits as hex string such as \"0x0000001f\"")
    }

    fn visit_str<E: de::Error>(self, s: &str) -> Result<u32, E> {
        parse32(s).ok_or_else(|| E::invalid_value(de::Unexpected::Str(s), &self))
    }
}

struct Register;

impl Visitor<'_> for Register {
    type Value = u32;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a 32-bit register value, a number or a hex string such as \"0x60af0041\"")
    }

    fn visit_u64<E: de::Error>(self, v: u64) -> Result<u32, E> {
        u32::try_from(v).map_err(|_| E::invalid_value(de::Unexpected::Unsigned(v), &self))
    }

    fn visit_str<E: de::Error>(self, s: &str) -> Result<u32, E> {
        parse32(s).ok_or_else(|| E::invalid_value(de::Unexpected::Str(s), &self))
    }
}

struct W64(u64);

impl<'de> Deserialize<'de> for W64 {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        d.deserialize_str(Hex64).map(Self)
    }
}

struct W32(u32);

impl<'de> Deserialize<'de> for W32 {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        d.deserialize_str(Hex32).map(Self)
    }
}

struct Reg(u32);

impl<'de> Deserialize<'de> for Reg {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        d.deserialize_any(Register).map(Self)
    }
}

/// `u64` as hex string.
pub(super) mod addr {
    use super::*;

    pub(in crate::capture) fn serialize<S: Serializer>(v: &u64, s: S) -> Result<S::Ok, S::Error> {
        s.collect_str(&format_args!("{v:#x}"))
    }

    pub(in crate::capture) fn deserialize<'de, D: Deserializer<'de>>(d: D) -> Result<u64, D::Error> {
        W64::deserialize(d).map(|v| v.0)
    }
}

/// `Option<u64>` as hex string or absent.
pub(super) mod addr_opt {
    use super::*;

    pub(in crate::capture) fn serialize<S: Serializer>(v: &Option<u64>, s: S) -> Result<S::Ok, S::Error> {
        match v {
            Some(v) => addr::serialize(v, s),
            None => s.serialize_none(),
        }
    }

    pub(in crate::capture) fn deserialize<'de, D: Deserializer<'de>>(d: D) -> Result<Option<u64>, D::Error> {
        W64::deserialize(d).map(|v| Some(v.0))
    }
}

/// `u32` as hex string.
pub(super) mod word {
    use super::*;

    pub(in crate::capture) fn serialize<S: Serializer>(v: &u32, s: S) -> Result<S::Ok, S::Error> {
        s.collect_str(&format_args!("{v:#x}"))
    }

    pub(in crate::capture) fn deserialize<'de, D: Deserializer<'de>>(d: D) -> Result<u32, D::Error> {
        W32::deserialize(d).map(|v| v.0)
    }
}

/// A list of 32-bit words, each a hex string, or absent.
pub(super) mod words_opt {
    use super::*;

    pub(in crate::capture) fn serialize<S: Serializer>(
        v: &Option<Vec<u32>>,
        s: S,
    ) -> Result<S::Ok, S::Error> {
        let Some(v) = v else { return s.serialize_none() };
        let mut seq = s.serialize_seq(Some(v.len()))?;
        for w in v {
            seq.serialize_element(&format!("{w:#010x}"))?;
        }
        seq.end()
    }

    pub(in crate::capture) fn deserialize<'de, D: Deserializer<'de>>(
        d: D,
    ) -> Result<Option<Vec<u32>>, D::Error> {
        let list = Vec::<W32>::deserialize(d)?;
        Ok(Some(list.into_iter().map(|w| w.0).collect()))
    }
}

/// A register value: a number (as RADV's facts have it) or a hex string (as OpenCL's have it).
pub(super) mod register_opt {
    use super::*;

    pub(in crate::capture) fn serialize<S: Serializer>(v: &Option<u32>, s: S) -> Result<S::Ok, S::Error> {
        match v {
            Some(v) => s.serialize_u32(*v),
            None => s.serialize_none(),
        }
    }

    pub(in crate::capture) fn deserialize<'de, D: Deserializer<'de>>(d: D) -> Result<Option<u32>, D::Error> {
        Reg::deserialize(d).map(|v| Some(v.0))
    }
}

/// Descriptor words: 8 hex digits each, one space between them.
pub(super) mod descriptor_words {
    use super::*;

    struct List;

    impl Visitor<'_> for List {
        type Value = Vec<u32>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("words of 8 hex digits each with one space between them")
        }

        fn visit_str<E: de::Error>(self, s: &str) -> Result<Vec<u32>, E> {
            s.split(' ')
                .map(|w| {
                    if w.len() == 8 && w.bytes().all(|b| b.is_ascii_hexdigit()) {
                        u32::from_str_radix(w, 16).ok()
                    } else {
                        None
                    }
                })
                .collect::<Option<Vec<u32>>>()
                .ok_or_else(|| E::invalid_value(de::Unexpected::Str(s), &self))
        }
    }

    pub(in crate::capture) fn serialize<S: Serializer>(v: &[u32], s: S) -> Result<S::Ok, S::Error> {
        let text: Vec<String> = v.iter().map(|w| format!("{w:08x}")).collect();
        s.serialize_str(&text.join(" "))
    }

    pub(in crate::capture) fn deserialize<'de, D: Deserializer<'de>>(d: D) -> Result<Vec<u32>, D::Error> {
        d.deserialize_str(List)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hex_needs_prefix_and_digits_that_fit() {
        assert_eq!(parse64("0xffff800000010000"), Some(0xffff_8000_0001_0000));
        assert_eq!(parse32("0x0000001F"), Some(0x1f));
        for bad in ["", "0x", "1f", "0x1g", "0x+1", "0x1_0", " 0x1", "0x00000000000000001"] {
            assert_eq!(parse64(bad), None, "{bad}");
        }
        assert_eq!(parse32("0x100000000"), None);
    }
}
