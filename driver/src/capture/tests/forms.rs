//! Directories and packed captures.

use super::*;
use std::io::Write;
use std::path::PathBuf;
use tempfile::TempDir;

/// A corpus with the small case in `small` and the set in `shared`.
fn corpus() -> (TempDir, PathBuf) {
    let root = TempDir::new().unwrap();
    let dir = root.path().join("small");
    std::fs::create_dir(&dir).unwrap();
    std::fs::create_dir(root.path().join("shared")).unwrap();
    for (name, bytes) in files().0 {
        std::fs::write(dir.join(name), bytes).unwrap();
    }
    std::fs::write(dir.join(CASE_JSON), case().to_string()).unwrap();
    (root, dir)
}

fn load(path: &Path) -> Result<Case, CaseError> {
    Case::load(path, &Limits::default())
}

fn zip(entries: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(Cursor::new(vec![]));
    for (name, bytes) in entries {
        zip.start_file(*name, zip::write::SimpleFileOptions::default()).unwrap();
        zip.write_all(bytes).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

/// The small case packed by hand, with plain names.
fn packed_parts() -> Vec<(String, Vec<u8>)> {
    let mut c = case();
    c["memory"][2]["file"] = json!("set0.bin");
    let mut parts = vec![(CASE_JSON.to_owned(), c.to_string().into_bytes())];
    parts.extend(files().0.into_iter().map(|(n, b)| (n.replace("../shared/", ""), b)));
    parts
}

fn pack_parts(parts: &[(String, Vec<u8>)]) -> Vec<u8> {
    let entries: Vec<(&str, &[u8])> = parts.iter().map(|(n, b)| (n.as_str(), b.as_slice())).collect();
    zip(&entries)
}

fn unpacked(bytes: &[u8]) -> Result<Case, CaseError> {
    Case::from_wwcap_bytes("test", bytes, &Limits::default())
}

fn without_file_names(mut c: Case) -> Case {
    c.stages.iter_mut().for_each(|s| s.code.file.clear());
    c.memory.iter_mut().filter_map(|r| r.file.as_mut()).for_each(String::clear);
    c.expect.iter_mut().for_each(|e| e.file.clear());
    c
}

#[test]
fn a_directory_its_json_and_its_packed_form_are_one_case() {
    let (root, dir) = corpus();
    let from_dir = load(&dir).unwrap();
    assert_eq!(load(&dir.join(CASE_JSON)).unwrap(), from_dir);
    let cap = root.path().join("small.wwcap");
    pack(&dir, &cap, &Limits::default()).unwrap();
    let from_cap = load(&cap).unwrap();
    assert_eq!(without_file_names(from_cap.clone()), without_file_names(from_dir));
    assert_eq!(from_cap.memory[2].file.as_deref(), Some("set0.bin"));
    let again = root.path().join("deep/er");
    unpack(&cap, &again, &Limits::default()).unwrap();
    assert_eq!(load(&again).unwrap(), from_cap);
    // Equal input, equal bytes.
    assert_eq!(std::fs::read(&cap).unwrap(), load(&again).unwrap().to_wwcap_bytes().unwrap());
}

#[test]
fn a_hand_made_archive_loads() {
    assert_eq!(unpacked(&pack_parts(&packed_parts())).unwrap().name, "small");
}

#[test]
fn packing_keeps_files_of_one_name_apart() {
    let mut c = case();
    c["memory"][2]["file"] = json!("../shared/code.bin");
    let mut f = files();
    let set = f.0.remove("../shared/set0.bin").unwrap();
    f.0.insert("../shared/code.bin".into(), set);
    let c = Case::from_json_and_files("test", c.to_string().as_bytes(), &mut f, &Limits::default()).unwrap();
    let again = unpacked(&c.to_wwcap_bytes().unwrap()).unwrap();
    assert_eq!(again.memory[2].file.as_deref(), Some("code-2.bin"));
    assert_eq!(without_file_names(again), without_file_names(c));
}

#[test]
fn what_would_not_load_is_not_written() {
    let mut c = read(&case(), &Limits::default()).unwrap();
    c.memory[0].size = 17;
    assert_eq!(c.to_wwcap_bytes().unwrap_err().code(), "CAP0009");
    c.memory[0].size = 16;
    c.memory[0].address = 0x3000;
    assert_eq!(c.to_wwcap_bytes().unwrap_err().code(), "CAP0011");
}

#[test]
fn captures_are_never_overwritten() {
    let (_root, dir) = corpus();
    assert_eq!(load(&dir).unwrap().write_dir(&dir).unwrap_err().code(), "CAP0001");
}

#[test]
fn what_is_no_capture_is_told_so() {
    let root = TempDir::new().unwrap();
    assert_eq!(load(root.path()).unwrap_err().code(), "CAP0002");
    assert_eq!(load(&root.path().join("none")).unwrap_err().code(), "CAP0001");
    let file = root.path().join("x.wwcap");
    for bytes in [&b""[..], b"P", b"\x7fELF", b"{}"] {
        std::fs::write(&file, bytes).unwrap();
        assert_eq!(load(&file).unwrap_err().code(), "CAP0002");
    }
    std::fs::write(&file, b"PK\x03\x04 and nothing more").unwrap();
    assert_eq!(load(&file).unwrap_err().code(), "CAP0020");
}

#[cfg(unix)]
#[test]
fn links_must_not_lead_out_of_the_corpus() {
    let (root, dir) = corpus();
    let elsewhere = TempDir::new().unwrap();
    std::fs::write(elsewhere.path().join("secret"), [0; 16]).unwrap();
    let link = |target: &Path| {
        let file = dir.join("out.in.bin");
        std::fs::remove_file(&file).unwrap();
        std::os::unix::fs::symlink(target, file).unwrap();
        load(&dir)
    };
    assert_eq!(link(&elsewhere.path().join("secret")).unwrap_err().code(), "CAP0008");
    // Inside the corpus a link is as good as a file.
    std::fs::write(root.path().join("shared/zero"), [0; 16]).unwrap();
    link(&root.path().join("shared/zero")).unwrap();
    assert_eq!(link(&root.path().join("shared")).unwrap_err().code(), "CAP0008");
}

#[test]
fn a_file_of_another_size_is_not_read() {
    let (_root, dir) = corpus();
    std::fs::write(dir.join("out.in.bin"), [0; 15]).unwrap();
    let e = load(&dir).unwrap_err();
    assert_eq!((e.code(), e.at.as_str()), ("CAP0009", "memory[0]"));
    let huge = std::fs::File::create(dir.join(CASE_JSON)).unwrap();
    huge.set_len(1 << 40).unwrap();
    assert_eq!(load(&dir).unwrap_err().code(), "CAP0006");
}

#[test]
fn entries_of_an_archive_are_plain_known_and_there_once() {
    let with = |name: &str| {
        let mut parts = packed_parts();
        parts.push((name.to_owned(), vec![1]));
        unpacked(&pack_parts(&parts)).unwrap_err()
    };
    for name in ["dir/file", "../file", "/file", "dir/"] {
        let e = with(name);
        assert_eq!(e.code(), "CAP0020", "{e}");
    }
    assert_eq!(with("..").code(), "CAP0008");
    assert_eq!(with("a\\b").code(), "CAP0008");
    let e = with("surplus.bin");
    assert!(e.to_string().contains("`surplus.bin`"), "{e}");
    let mut parts = packed_parts();
    parts.remove(0);
    assert!(unpacked(&pack_parts(&parts)).unwrap_err().to_string().contains("no case.json"));
}

#[test]
fn a_doubled_entry_is_refused() {
    // The writer refuses to make one, so two names of one length are made equal afterwards.
    let mut parts = packed_parts();
    parts.push(("code.bix".into(), vec![9; 12]));
    let mut bytes = pack_parts(&parts);
    let from = b"code.bix";
    let places: Vec<usize> = (0..bytes.len() - 8).filter(|i| bytes[*i..].starts_with(from)).collect();
    assert_eq!(places.len(), 2);
    for p in places {
        bytes[p..p + 8].copy_from_slice(b"code.bin");
    }
    let e = unpacked(&bytes).unwrap_err();
    assert!(e.to_string().contains("`code.bin` is there twice"), "{e}");
}

#[test]
fn an_archive_is_held_to_the_limits_before_it_is_inflated() {
    let mut parts = packed_parts();
    parts.push(("zeros.bin".into(), vec![0; 2 << 20]));
    let bytes = pack_parts(&parts);
    let read = |limits| Case::from_wwcap_bytes("test", &bytes, &limits).unwrap_err();
    let e = read(Limits { max_total_bytes: 1 << 20, max_json_bytes: 1 << 16, ..Limits::default() });
    assert_eq!(e.code(), "CAP0006", "{e}");
    assert_eq!(read(Limits { max_packed_bytes: 100, ..Limits::default() }).code(), "CAP0006");
    assert_eq!(read(Limits { max_items: 3, ..Limits::default() }).code(), "CAP0006");
}

#[test]
fn a_lying_size_and_damage_are_found() {
    let good = pack_parts(&packed_parts());
    // Change the declared size of code.bin in both headers: 12 becomes 16.
    let mut lie = good.clone();
    let sizes: Vec<usize> = (0..lie.len() - 8).filter(|i| lie[*i..].starts_with(b"code.bin")).collect();
    // In the local header the size is 8 bytes before the name, in the central one 22 (APPNOTE 4.3.7, 4.3.12).
    for (place, back) in sizes.iter().zip([8, 22]) {
        assert_eq!(lie[place - back], 12);
        lie[place - back] = 16;
    }
    assert_eq!(unpacked(&lie).unwrap_err().code(), "CAP0009");
    // No flip of a byte may panic, and none may change what is read.
    let expected = unpacked(&good).unwrap();
    for at in 0..good.len() {
        let mut bytes = good.clone();
        bytes[at] ^= 0x41;
        if let Ok(c) = unpacked(&bytes) {
            assert_eq!(c, expected, "byte {at}");
        }
    }
    for end in 0..good.len() {
        assert!(unpacked(&good[..end]).is_err());
    }
}
