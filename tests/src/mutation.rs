//! Damages cases in ways that keep most of them sound, so that the checks behind the first one are reached too.
//!
//! **Requires** a sound case. **Ensures** the same damage for the same random numbers.

use crate::fuzzing::{self, Random, bundle};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::io;
use std::path::Path;

/// A case that can be damaged.
#[derive(Clone, Debug)]
pub struct Seed {
    json: Value,
    files: BTreeMap<String, Vec<u8>>,
}

impl Seed {
    /// Reads a case directory.
    ///
    /// # Errors
    /// A file is missing or `case.json` is no JSON.
    pub fn read(dir: &Path) -> io::Result<Seed> {
        let json: Value = serde_json::from_slice(&std::fs::read(dir.join("case.json"))?)?;
        let mut files = BTreeMap::new();
        let mut names = vec![];
        visit(&json, &mut |v| {
            if let Some(name) = v.get("file").and_then(Value::as_str) {
                names.push(name.to_owned());
            }
        });
        for name in names {
            let bytes = std::fs::read(dir.join(&name))?;
            files.insert(name, bytes);
        }
        Ok(Seed { json, files })
    }

    /// Bytes of `case.json` and of all files.
    pub fn size(&self) -> usize {
        self.json.to_string().len() + self.files.values().map(Vec::len).sum::<usize>()
    }

    /// Bytes of the code of the first stage.
    pub fn code(&self) -> &[u8] {
        let name = self.json.pointer("/stages/0/code/file").and_then(Value::as_str);
        name.and_then(|name| self.files.get(name)).map_or(&[], Vec::as_slice)
    }

    /// The case as it is, as [`crate::fuzzing::case`] takes it.
    pub fn bundle(&self) -> Vec<u8> {
        bundle(self.json.to_string().as_bytes(), &self.files)
    }

    /// The case with one to three faults, as [`crate::fuzzing::case`] takes it.
    pub fn damaged(&self, random: &mut Random) -> Vec<u8> {
        let mut seed = self.clone();
        let mut text = None;
        for _ in 0..=random.below(3) {
            match random.below(8) {
                0..=3 => change_node(&mut seed.json, random),
                4 | 5 => change_file(&mut seed.files, random),
                6 => text = Some(seed.json.to_string().into_bytes()),
                _ => {
                    let mut whole = seed.bundle();
                    change_bytes(&mut whole, random);
                    return whole;
                }
            }
        }
        match text {
            Some(mut text) => {
                change_bytes(&mut text, random);
                bundle(&text, &seed.files)
            }
            None => seed.bundle(),
        }
    }
}

/// Calls `f` for every value of a tree, without recursion.
fn visit<'a>(root: &'a Value, f: &mut impl FnMut(&'a Value)) {
    let mut open = vec![root];
    while let Some(v) = open.pop() {
        f(v);
        match v {
            Value::Array(a) => open.extend(a),
            Value::Object(o) => open.extend(o.values()),
            _ => {}
        }
    }
}

/// Walks down from the root at random and changes what it comes to.
fn change_node(root: &mut Value, random: &mut Random) {
    let mut node = root;
    loop {
        let deeper = match &*node {
            Value::Array(a) => a.len(),
            Value::Object(o) => o.len(),
            _ => 0,
        };
        if deeper == 0 || random.below(8) == 0 {
            break;
        }
        let i = random.below(deeper);
        let next = match node {
            Value::Array(a) => a.get_mut(i),
            Value::Object(o) => o.values_mut().nth(i),
            _ => None,
        };
        let Some(next) = next else { return };
        node = next;
    }
    match node {
        Value::Object(o) if random.below(2) == 0 => change_members(o, random),
        Value::Array(a) if random.below(2) == 0 && !a.is_empty() => {
            let i = random.below(a.len());
            if random.below(2) == 0 {
                a.remove(i);
            } else {
                a.push(a[i].clone());
            }
        }
        Value::Number(n) if random.below(4) != 0 => {
            let n = n.as_i64().unwrap_or(0);
            let near = [n ^ 1, n.wrapping_add(1), n.wrapping_sub(1), n.wrapping_mul(2), n.wrapping_mul(16)];
            let far = [0, 1, n.wrapping_neg(), n.wrapping_add(0x1_0000_0000), i64::MAX];
            let other = if random.below(2) == 0 { near } else { far };
            *node = json!(random.pick(&other));
        }
        Value::String(s) if random.below(4) != 0 => {
            let mut bytes = std::mem::take(s).into_bytes();
            change_bytes(&mut bytes, random);
            *node = Value::String(String::from_utf8_lossy(&bytes).into_owned());
        }
        other => {
            let values = [
                Value::Null,
                json!(true),
                json!(0),
                json!(-1),
                json!(1.5),
                json!(u64::MAX),
                json!(""),
                json!("../../x"),
                json!("0xffffffffffffffff"),
                json!("0"),
                json!([]),
                json!({}),
                json!([0, 0, 0]),
                json!([u32::MAX, u32::MAX, u32::MAX]),
            ];
            *other = random.pick(&values).clone();
        }
    }
}

fn change_members(o: &mut Map<String, Value>, random: &mut Random) {
    let keys: Vec<String> = o.keys().cloned().collect();
    if keys.is_empty() {
        return;
    }
    let key = random.pick(&keys).clone();
    let value = o.remove(&key).unwrap_or(Value::Null);
    if random.below(2) == 0 {
        let other = random.pick(&keys).clone();
        o.insert(if random.below(2) == 0 { format!("{key}_") } else { other }, value);
    }
}

fn change_file(files: &mut BTreeMap<String, Vec<u8>>, random: &mut Random) {
    let keys: Vec<String> = files.keys().cloned().collect();
    if keys.is_empty() {
        return;
    }
    let key = random.pick(&keys).clone();
    if random.below(16) == 0 {
        files.remove(&key);
    } else if let Some(bytes) = files.get_mut(&key) {
        // Sizes are declared: most changes must keep them to get further.
        if random.below(8) == 0 {
            change_bytes(bytes, random);
        } else {
            for _ in 0..=random.below(8) {
                overwrite(bytes, random);
            }
        }
    }
}

fn overwrite(bytes: &mut [u8], random: &mut Random) {
    if bytes.is_empty() {
        return;
    }
    let at = random.below(bytes.len());
    if random.below(2) == 0 {
        bytes[at] ^= 1 << random.below(8);
    } else {
        // A whole dword: in code, another instruction.
        let word = fuzzing::word(random).to_le_bytes();
        for (slot, byte) in bytes.iter_mut().skip(at & !3).zip(word) {
            *slot = byte;
        }
    }
}

fn change_bytes(bytes: &mut Vec<u8>, random: &mut Random) {
    if bytes.is_empty() {
        bytes.push(random.bits() as u8);
        return;
    }
    let at = random.below(bytes.len());
    match random.below(6) {
        0 => bytes.truncate(at),
        1 => {
            let end = (at + 1 + random.below(16)).min(bytes.len());
            bytes.drain(at..end);
        }
        2 => bytes.insert(at, random.bits() as u8),
        3 => {
            let end = (at + 1 + random.below(64)).min(bytes.len());
            let copy = bytes[at..end].to_vec();
            let to = random.below(bytes.len());
            bytes.splice(to..to, copy);
        }
        4 => bytes[at] = *random.pick(b"0123456789abcdef\"{}[],:-.\\/\0\xff"),
        _ => bytes[at] ^= 1 << random.below(8),
    }
}
