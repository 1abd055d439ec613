//! Small code objects made by hand: one good one, and one broken in each way. That real ones read
//! as LLVM says is tested over the corpus, in the workspace's tests.

use super::*;
use crate::capture::SgprName;

const CODE: u64 = 0x1100;
const DATA: u64 = 0x2000;

/// A code object with one kernel `k`, one read-only segment (headers, descriptor, relocations), one
/// of code and one of data with a relocated pointer.
fn object() -> Vec<u8> {
    let mut f = vec![0u8; 0x600];
    f[..16].copy_from_slice(b"\x7fELF\x02\x01\x01\x40\x03\0\0\0\0\0\0\0");
    put16(&mut f, 16, 3);
    put16(&mut f, 18, 224);
    put32(&mut f, 20, 1);
    put64(&mut f, 32, 64); // program headers
    put64(&mut f, 40, 0x400); // section headers
    put32(&mut f, 48, 0x142);
    for (at, v) in [(52, 64), (54, 56), (56, 3), (58, 64), (60, 6), (62, 5)] {
        put16(&mut f, at, v);
    }
    segment(&mut f, 0, 4, 0, 0, 0x300, 0x300);
    segment(&mut f, 1, 5, 0x300, CODE, 0x20, 0x20);
    segment(&mut f, 2, 6, 0x320, DATA, 0x10, 0x40);
    // Descriptor at 0x200.
    put32(&mut f, 0x200, 64);
    put32(&mut f, 0x204, 16);
    put32(&mut f, 0x208, 24);
    put64(&mut f, 0x210, CODE - 0x200);
    put32(&mut f, 0x230, 0x60af_0041);
    put32(&mut f, 0x234, 0x91 | 1 << 7);
    put16(&mut f, 0x238, 0x0409);
    // Relocations at 0x240: a relative one and an absolute one of symbol 1.
    relocation(&mut f, 0, DATA, 0, 13, 0x200);
    relocation(&mut f, 1, DATA + 8, 1, 3, 4);
    // Code.
    put32(&mut f, 0x300, 0xbf81_0000);
    // Symbols at 0x340: null, k, k.kd, helper.
    symbol(&mut f, 1, 1, 2, CODE, 8);
    symbol(&mut f, 2, 3, 1, 0x200, 64);
    symbol(&mut f, 3, 8, 2, CODE + 8, 4);
    f[0x3a0..0x3af].copy_from_slice(b"\0k\0k.kd\0helper\0");
    // Sections at 0x400: null, .rela, .text, .symtab, .strtab, .shstrtab (no names).
    section(&mut f, 1, 4, 2, [0, 0x240, 48], 3, 24);
    section(&mut f, 2, 1, 6, [CODE, 0x300, 0x20], 0, 0);
    section(&mut f, 3, 2, 0, [0, 0x340, 96], 4, 24);
    section(&mut f, 4, 3, 0, [0, 0x3a0, 0x10], 0, 0);
    section(&mut f, 5, 3, 0, [0, 0x3b0, 1], 0, 0);
    f
}

fn put16(f: &mut [u8], at: usize, v: u16) {
    f[at..at + 2].copy_from_slice(&v.to_le_bytes());
}

fn put32(f: &mut [u8], at: usize, v: u32) {
    f[at..at + 4].copy_from_slice(&v.to_le_bytes());
}

fn put64(f: &mut [u8], at: usize, v: u64) {
    f[at..at + 8].copy_from_slice(&v.to_le_bytes());
}

fn segment(f: &mut [u8], n: usize, flags: u32, offset: u64, address: u64, file: u64, memory: u64) {
    let at = 64 + n * 56;
    put32(f, at, 1);
    put32(f, at + 4, flags);
    for (k, v) in [offset, address, address, file, memory, 0x100].into_iter().enumerate() {
        put64(f, at + 8 + k * 8, v);
    }
}

fn relocation(f: &mut [u8], n: usize, offset: u64, symbol: u64, kind: u64, addend: u64) {
    let at = 0x240 + n * 24;
    put64(f, at, offset);
    put64(f, at + 8, symbol << 32 | kind);
    put64(f, at + 16, addend);
}

fn symbol(f: &mut [u8], n: usize, name: u32, kind: u8, value: u64, size: u64) {
    let at = 0x340 + n * 24;
    put32(f, at, name);
    f[at + 4] = 0x10 | kind;
    put16(f, at + 6, 2);
    put64(f, at + 8, value);
    put64(f, at + 16, size);
}

fn section(f: &mut [u8], n: usize, kind: u32, flags: u64, place: [u64; 3], link: u32, entry: u64) {
    let at = 0x400 + n * 64;
    put32(f, at + 4, kind);
    put64(f, at + 8, flags);
    for (k, v) in place.into_iter().enumerate() {
        put64(f, at + 16 + k * 8, v);
    }
    put32(f, at + 40, link);
    put64(f, at + 56, entry);
}

fn read(f: &[u8]) -> Result<CodeObject, ElfError> {
    CodeObject::read(f, 0x7f00_0000_0000, &ElfLimits::default())
}

fn refused(change: impl FnOnce(&mut Vec<u8>)) -> ElfError {
    let mut f = object();
    change(&mut f);
    read(&f).unwrap_err()
}

#[test]
fn a_code_object_is_loaded_and_relocated() {
    let o = read(&object()).unwrap();
    let base = 0x7f00_0000_0000;
    assert_eq!(o.target, Target { name: "gfx1013", note: None });
    let data = o.segments.last().unwrap();
    assert!(data.write && !data.execute && data.bytes.len() == 0x40);
    assert_eq!(o.at(base + DATA, 8).unwrap(), (base + 0x200).to_le_bytes());
    assert_eq!(o.at(base + DATA + 8, 8).unwrap(), (base + CODE + 4).to_le_bytes());
    assert_eq!(o.at(base + DATA + 0x3c, 8), None);
    let code: Vec<_> = o.code().collect();
    assert_eq!((code.len(), code[0].address, code[0].bytes.len()), (1, base + CODE, 0x20));
    let names: Vec<_> = o.functions.iter().map(|f| (f.name.as_str(), f.address - base)).collect();
    assert_eq!(names, [("k", CODE), ("helper", CODE + 8)]);
}

#[test]
fn a_kernel_descriptor_says_how_to_start() {
    let o = read(&object()).unwrap();
    let k = o.kernel("k").unwrap();
    assert_eq!((k.lds_bytes, k.scratch_bytes, k.kernarg_bytes, k.rsrc1), (64, 16, 24, 0x60af_0041));
    assert_eq!(k.entry, 0x7f00_0000_0000 + CODE);
    assert_eq!((k.wave_size(), o.wave_size()), (32, Some(32)));
    let user: Vec<_> = k.user_sgprs().collect();
    assert_eq!(user, [(SgprName::PrivateSegmentBuffer, 4), (SgprName::KernargSegmentPtr, 2)]);
    let system: Vec<_> = k.system_sgprs().collect();
    assert_eq!(system, [SgprName::WorkgroupIdX, SgprName::ScratchOffset]);
}

#[test]
fn siblings_are_taken_with_a_note() {
    let mut f = object();
    put32(&mut f, 48, 0x133);
    let o = read(&f).unwrap();
    assert_eq!(o.target.name, "gfx1010");
    assert!(o.target.note.unwrap().contains("gfx1013"));
}

#[test]
fn other_processors_are_refused_by_name() {
    let e = refused(|f| put16(f, 18, 62));
    assert_eq!(e.code(), "ELF0003");
    assert!(e.to_string().contains("x86-64 (machine 62)"), "{e}");
    let e = refused(|f| put32(f, 48, 0x136));
    assert_eq!((e.code(), e.kind()), ("ELF0005", crate::capture::ErrorKind::Unsupported));
    assert!(e.to_string().contains("gfx1030"), "{e}");
    assert!(refused(|f| put32(f, 48, 0x1ff)).to_string().contains("unknown GPU"));
    // A big-endian file keeps its machine in the other order.
    let e = refused(|f| f.splice(5..20, *b"\x02\x01\0\0\0\0\0\0\0\0\0\0\x02\0\x16").for_each(drop));
    assert!(e.to_string().contains("S/390"), "{e}");
}

#[test]
fn other_files_are_told_apart() {
    assert_eq!(read(b"").unwrap_err().code(), "ELF0001");
    assert_eq!(read(b"PK\x03\x04").unwrap_err().code(), "ELF0001");
    assert_eq!(read(&object()[..10]).unwrap_err().code(), "ELF0002");
    assert_eq!(refused(|f| f[4] = 1).code(), "ELF0004");
    assert_eq!(refused(|f| put16(f, 16, 1)).code(), "ELF0012");
    assert_eq!(refused(|f| put16(f, 16, 4)).code(), "ELF0012");
}

#[test]
fn segments_are_checked() {
    let e = refused(|f| segment(f, 1, 5, 0x5f0, CODE, 0x20, 0x20));
    assert!(e.to_string().contains("outside the file"), "{e}");
    assert!(refused(|f| segment(f, 1, 5, 0x300, CODE, 0x20, 0x10)).to_string().contains("smaller in memory"));
    assert!(
        refused(|f| segment(f, 1, 5, 0x300, u64::MAX - 8, 0x20, 0x20)).to_string().contains("address space")
    );
    assert!(refused(|f| segment(f, 2, 6, 0x320, CODE + 0x10, 0x10, 0x40)).to_string().contains("overlaps"));
    assert_eq!(refused(|f| segment(f, 2, 6, 0x320, DATA, 0x10, 1 << 40)).code(), "ELF0007");
    assert_eq!(refused(|f| segment(f, 1, 4, 0x300, CODE, 0x20, 0x20)).code(), "ELF0011");
}

#[test]
fn relocations_are_checked() {
    assert_eq!(refused(|f| relocation(f, 0, DATA + 0x3c, 0, 13, 0)).code(), "ELF0009");
    assert_eq!(refused(|f| relocation(f, 0, u64::MAX, 0, 13, 0)).code(), "ELF0009");
    let e = refused(|f| relocation(f, 0, DATA, 0, 1, 0));
    assert!(e.to_string().contains("relocation type 1"), "{e}");
    assert_eq!(refused(|f| relocation(f, 1, DATA, 99, 3, 0)).code(), "ELF0006");
    let e = refused(|f| put16(f, 0x340 + 24 + 6, 0));
    assert!(e.to_string().contains("not defined"), "{e}");
}

#[test]
fn kernels_are_checked() {
    let e = refused(|f| symbol(f, 2, 3, 1, 0x2e0, 64));
    assert!(e.to_string().contains("`k`") && e.to_string().contains("descriptor"), "{e}");
    assert!(refused(|f| put64(f, 0x210, 0)).to_string().contains("outside all executable"));
    assert!(refused(|f| put64(f, 0x210, CODE - 0x200 + 4)).to_string().contains("multiple of 256"));
    assert_eq!(refused(|f| put16(f, 0x238, 0x8409)).code(), "ELF0012");
    assert_eq!(refused(|f| put16(f, 0x23a, 1)).code(), "ELF0012");
}

#[test]
fn a_name_without_an_end_is_refused() {
    let mut f = object();
    let end = f.len() as u64;
    f.resize(f.len() + MAX_NAME + 100, b'x');
    f.push(0);
    section(&mut f, 4, 3, 0, [0, end, MAX_NAME as u64 + 101], 0, 0);
    assert_eq!(read(&f).unwrap_err().code(), "ELF0007");
}

#[test]
fn no_byte_that_changes_makes_it_panic() {
    let good = object();
    for at in 0..good.len() {
        for v in [0, 1, 0x7f, 0x80, 0xff] {
            let mut f = good.clone();
            f[at] = v;
            // Either answer is fine; the point is that there is one.
            let _ = read(&f);
        }
    }
    for end in 0..good.len() {
        let _ = read(&good[..end]);
    }
}

/// Object files may start at any address in memory (inside another file, say).
#[test]
fn bytes_need_no_alignment() {
    let mut shifted = vec![0];
    shifted.extend(object());
    assert!(read(&shifted[1..]).is_ok());
}
