//! The commands in `docs/src/bad-input.md` give the output that is printed there.
//!
//! `BLESS=1 cargo test -p wavewright --test documented_messages` writes the output into the document; read the diff.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test ends by panicking")]

use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Copies `examples/vadd` and changes its `case.json`.
fn case(dir: &Path, name: &str, change: impl FnOnce(&mut Value)) -> PathBuf {
    let to = dir.join(name);
    fs::create_dir(&to).unwrap();
    for entry in fs::read_dir(root().join("examples/vadd")).unwrap() {
        let from = entry.unwrap().path();
        fs::copy(&from, to.join(from.file_name().unwrap())).unwrap();
    }
    let json = to.join("case.json");
    let mut value: Value = serde_json::from_slice(&fs::read(&json).unwrap()).unwrap();
    change(&mut value);
    fs::write(json, value.to_string()).unwrap();
    to
}

fn change_byte(file: &Path, at: usize) {
    let mut bytes = fs::read(file).unwrap();
    bytes[at] ^= 1;
    fs::write(file, bytes).unwrap();
}

/// Makes the inputs that the document names. `memory[3]` is the buffer that the kernel writes.
fn make_inputs(dir: &Path) {
    case(dir, "region-outside", |c| c["memory"][3]["address"] = json!("0xffffffffffffff00"));
    case(dir, "address-outside", |c| c["memory"][3]["address"] = json!("0x7f3000000000"));
    case(dir, "read-only", |c| c["memory"][3]["access"] = json!("r"));
    case(dir, "wrong-size", |c| c["memory"][3]["size"] = json!(484));
    case(dir, "misspelt", |c| {
        let address = c["memory"][3]["address"].clone();
        c["memory"][3].as_object_mut().unwrap().insert("adress".into(), address);
    });
    case(dir, "climbing", |c| c["memory"][3]["file"] = json!("../../secret.bin"));
    case(dir, "other-gpu", |c| c["gfx"] = json!("gfx1030"));
    let code = case(dir, "unknown-word", |_| ()).join("code.bin");
    let mut bytes = fs::read(&code).unwrap();
    bytes[8..12].copy_from_slice(&0xffff_ffffu32.to_le_bytes());
    fs::write(code, bytes).unwrap();
    let expected = case(dir, "wrong-result", |_| ()).join("vadd_f32.0.out.bin");
    change_byte(&expected, 40);
    // An ELF header and nothing else: 64 bits, little endian, machine 62 (x86-64).
    let mut elf = [0u8; 64];
    elf[..7].copy_from_slice(b"\x7fELF\x02\x01\x01");
    elf[16] = 2;
    elf[18] = 62;
    elf[20] = 1;
    elf[52] = 64;
    fs::write(dir.join("x86-64.elf"), elf).unwrap();
}

/// The command's output, both streams, and how it ended.
fn run(dir: &Path, command: &str) -> String {
    let mut args = command.split(' ');
    assert_eq!(args.next(), Some("wavewright"), "{command}");
    let out = Command::new(env!("CARGO_BIN_EXE_wavewright")).args(args).current_dir(dir).output().unwrap();
    let text = [out.stdout, out.stderr].map(|b| String::from_utf8(b).unwrap()).concat();
    format!("{text}exit code {}", out.status.code().expect("the program ends by itself"))
}

#[test]
fn bad_input_gets_the_documented_message() {
    let path = root().join("docs/src/bad-input.md");
    let document = fs::read_to_string(&path).unwrap();
    let dir = tempfile::tempdir().unwrap();
    make_inputs(dir.path());
    let mut commands = 0;
    // Every second part is the inside of a block.
    let parts: Vec<String> = document
        .split("```")
        .map(|part| match part.strip_prefix("text\n$ ").and_then(|block| block.lines().next()) {
            None => part.to_owned(),
            Some(command) => {
                commands += 1;
                format!("text\n$ {command}\n{}\n", run(dir.path(), command))
            }
        })
        .collect();
    assert!(commands > 8, "{commands}");
    let actual = parts.join("```");
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, actual).unwrap();
    } else {
        assert!(actual == document, "docs/src/bad-input.md should be:\n{actual}");
    }
}
