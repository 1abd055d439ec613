//! AMD GPU code objects: ELF files with kernels for gfx1013 and its siblings.
//!
//! **In:** the bytes of a linked code object (as clang makes it for `amdgcn-amd-amdhsa`) and an
//! address to load it at. **Out:** [`CodeObject`]: loaded segments with dynamic relocations applied,
//! the ranges that are code, kernels by their descriptors, functions by name.
//! **Ensures:** no panic and no allocation by an unchecked size, whatever the bytes are; a file for
//! another machine is refused by the machine's name. **Does not** decode instructions.
//!
//! Facts: LLVM's "User Guide for AMDGPU Backend" (e_flags, kernel descriptor, relocations), checked
//! against LLVM's own output in the tests.

mod error;
mod kernel;

pub use error::ElfError;
pub use kernel::{Kernel, Properties};

use object::LittleEndian as LE;
use object::elf::{self, FileHeader64};
use object::read::elf::{FileHeader, ProgramHeader, Rela, SectionHeader, SectionTable, Sym};

/// Bounds that are checked before anything is allocated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ElfLimits {
    /// All loaded segments together, in bytes. 256 MiB.
    pub max_loaded_bytes: u64,
    /// Loaded segments. 64.
    pub max_segments: usize,
}

impl Default for ElfLimits {
    fn default() -> Self {
        Self { max_loaded_bytes: 256 << 20, max_segments: 64 }
    }
}

/// The GPU that a code object was made for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Target {
    /// LLVM's name of the processor.
    pub name: &'static str,
    /// What to tell the user, if it is not gfx1013 itself.
    pub note: Option<&'static str>,
}

/// A loaded segment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Segment {
    /// Address of the first byte, with the load address added.
    pub address: u64,
    /// May be read.
    pub read: bool,
    /// May be written.
    pub write: bool,
    /// Holds code.
    pub execute: bool,
    /// Its bytes in memory: those of the file, zeros behind them, relocations applied.
    pub bytes: Vec<u8>,
}

impl Segment {
    /// The bytes at an address, if all of them are in this segment.
    pub fn at(&self, address: u64, size: usize) -> Option<&[u8]> {
        let start = usize::try_from(address.checked_sub(self.address)?).ok()?;
        self.bytes.get(start..start.checked_add(size)?)
    }

    fn at_mut(&mut self, address: u64, size: usize) -> Option<&mut [u8]> {
        let start = usize::try_from(address.checked_sub(self.address)?).ok()?;
        self.bytes.get_mut(start..start.checked_add(size)?)
    }
}

/// A symbol that is a function.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// Address of its first instruction, with the load address added.
    pub address: u64,
    /// Its size in bytes, as the symbol states it.
    pub size: u64,
}

/// A range of code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Code<'a> {
    /// Address of the first byte.
    pub address: u64,
    /// The bytes.
    pub bytes: &'a [u8],
}

/// A code object in memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CodeObject {
    /// What it was made for.
    pub target: Target,
    /// Loaded segments, by address.
    pub segments: Vec<Segment>,
    /// Kernels, by name.
    pub kernels: Vec<Kernel>,
    /// Functions, by address (the code of kernels too).
    pub functions: Vec<Function>,
    /// Address and size of sections with code.
    sections: Vec<(u64, usize)>,
}

/// True if the bytes begin like an ELF file of any kind.
pub fn is_elf(data: &[u8]) -> bool {
    data.starts_with(b"\x7fELF")
}

impl CodeObject {
    /// Reads a code object and loads it at `base` (0 gives the addresses that the file states).
    ///
    /// # Errors
    /// The file is damaged, for another machine, or needs what this code does not do.
    pub fn read(data: &[u8], base: u64, limits: &ElfLimits) -> Result<Self, ElfError> {
        identify(data)?;
        let header = FileHeader64::<LE>::parse(data).map_err(damaged("header"))?;
        let target = target(header)?;
        match header.e_type(LE) {
            elf::ET_DYN | elf::ET_EXEC => {}
            elf::ET_REL => return Err(ElfError::Unsupported("a relocatable object; link it first".into())),
            t => return Err(ElfError::Unsupported(format!("an ELF file of type {}", t.0))),
        }
        let mut segments = load(header, data, base, limits)?;
        let sections = header.sections(LE, data).map_err(damaged("sections"))?;
        relocate(&sections, data, base, &mut segments)?;
        let (mut kernels, mut functions) = symbols(&sections, data, base, &segments)?;
        kernels.sort_by(|a, b| a.name.cmp(&b.name));
        functions.sort_by(|a, b| (a.address, &a.name).cmp(&(b.address, &b.name)));
        functions.dedup();
        let sections = code_sections(&sections, base, &segments);
        Ok(Self { target, segments, kernels, functions, sections })
    }

    /// The ranges that are code: sections with instructions, or whole executable segments in a file
    /// without sections.
    pub fn code(&self) -> impl Iterator<Item = Code<'_>> {
        let sections =
            self.sections.iter().filter_map(|(a, n)| Some(Code { address: *a, bytes: self.at(*a, *n)? }));
        let none = self.sections.is_empty();
        let whole = self.segments.iter().filter(move |s| none && s.execute);
        sections.chain(whole.map(|s| Code { address: s.address, bytes: &s.bytes }))
    }

    /// The loaded bytes at an address, if one segment has all of them.
    pub fn at(&self, address: u64, size: usize) -> Option<&[u8]> {
        self.segments.iter().find_map(|s| s.at(address, size))
    }

    /// Lanes of a wave, if the kernels agree.
    pub fn wave_size(&self) -> Option<u32> {
        let first = self.kernels.first()?.wave_size();
        self.kernels.iter().all(|k| k.wave_size() == first).then_some(first)
    }

    /// The kernel of that name.
    pub fn kernel(&self, name: &str) -> Option<&Kernel> {
        self.kernels.iter().find(|k| k.name == name)
    }
}

fn damaged(what: &'static str) -> impl Fn(object::read::Error) -> ElfError {
    move |e| ElfError::Damaged { what, why: e.to_string() }
}

/// The first 20 bytes, where files of every class and byte order say what they are.
fn identify(data: &[u8]) -> Result<(), ElfError> {
    if !is_elf(data) {
        return Err(ElfError::NotElf);
    }
    let Some([class, order]) = data.get(4..6).and_then(|b| <[u8; 2]>::try_from(b).ok()) else {
        return Err(ElfError::Truncated);
    };
    let Some(machine) = data.get(18..20).and_then(|b| <[u8; 2]>::try_from(b).ok()) else {
        return Err(ElfError::Truncated);
    };
    let machine = if order == 2 { u16::from_be_bytes(machine) } else { u16::from_le_bytes(machine) };
    // The machine first: "for x86-64" helps more than "for big endian".
    if machine != elf::EM_AMDGPU.0 {
        return Err(ElfError::Machine { number: machine, name: machine_name(machine) });
    }
    if class != 2 || order != 1 {
        return Err(ElfError::Class);
    }
    Ok(())
}

fn machine_name(number: u16) -> &'static str {
    match number {
        0 => "no machine",
        3 => "x86",
        8 => "MIPS",
        20 => "PowerPC",
        21 => "PowerPC 64",
        22 => "S/390",
        40 => "ARM",
        62 => "x86-64",
        183 => "AArch64",
        190 => "NVIDIA CUDA",
        243 => "RISC-V",
        247 => "BPF",
        258 => "LoongArch",
        _ => "another processor",
    }
}

/// EF_AMDGPU_MACH: bits 7:0 of e_flags. The numbers are what LLVM 19 writes for each processor.
const MACHS: &[(u32, &str)] = &[
    (0x20, "gfx600"),
    (0x21, "gfx601"),
    (0x3a, "gfx602"),
    (0x22, "gfx700"),
    (0x23, "gfx701"),
    (0x24, "gfx702"),
    (0x25, "gfx703"),
    (0x26, "gfx704"),
    (0x3b, "gfx705"),
    (0x28, "gfx801"),
    (0x29, "gfx802"),
    (0x2a, "gfx803"),
    (0x3c, "gfx805"),
    (0x2b, "gfx810"),
    (0x2c, "gfx900"),
    (0x2d, "gfx902"),
    (0x2e, "gfx904"),
    (0x2f, "gfx906"),
    (0x30, "gfx908"),
    (0x31, "gfx909"),
    (0x3f, "gfx90a"),
    (0x32, "gfx90c"),
    (0x40, "gfx940"),
    (0x4b, "gfx941"),
    (0x4c, "gfx942"),
    (0x33, "gfx1010"),
    (0x34, "gfx1011"),
    (0x35, "gfx1012"),
    (0x42, "gfx1013"),
    (0x36, "gfx1030"),
    (0x37, "gfx1031"),
    (0x38, "gfx1032"),
    (0x39, "gfx1033"),
    (0x3e, "gfx1034"),
    (0x3d, "gfx1035"),
    (0x45, "gfx1036"),
    (0x41, "gfx1100"),
    (0x46, "gfx1101"),
    (0x47, "gfx1102"),
    (0x44, "gfx1103"),
    (0x43, "gfx1150"),
    (0x4a, "gfx1151"),
    (0x55, "gfx1152"),
    (0x48, "gfx1200"),
    (0x4e, "gfx1201"),
];

fn target(header: &FileHeader64<LE>) -> Result<Target, ElfError> {
    let mach = header.e_flags(LE).0 & 0xff;
    let Some((_, name)) = MACHS.iter().find(|m| m.0 == mach) else {
        return Err(ElfError::Processor { mach, name: "an unknown GPU" });
    };
    match *name {
        "gfx1013" => Ok(Target { name: "gfx1013", note: None }),
        "gfx1010" | "gfx1012" => {
            Ok(Target { name, note: Some("made for a sibling of gfx1013; decoded as gfx1013 code") })
        }
        name => Err(ElfError::Processor { mach, name }),
    }
}

/// PT_LOAD segments at their addresses.
fn load(
    header: &FileHeader64<LE>,
    data: &[u8],
    base: u64,
    limits: &ElfLimits,
) -> Result<Vec<Segment>, ElfError> {
    let headers = header.program_headers(LE, data).map_err(damaged("program headers"))?;
    let loads: Vec<_> =
        headers.iter().filter(|p| p.p_type(LE) == elf::PT_LOAD && p.p_memsz(LE) != 0).collect();
    if loads.len() > limits.max_segments {
        return Err(ElfError::Limit { what: "loaded segments", limit: limits.max_segments as u64 });
    }
    let total = loads.iter().fold(0u64, |n, p| n.saturating_add(p.p_memsz(LE)));
    if total > limits.max_loaded_bytes {
        return Err(ElfError::Limit { what: "bytes of loaded segments", limit: limits.max_loaded_bytes });
    }
    let mut segments = Vec::with_capacity(loads.len());
    for p in loads {
        let (address, size) = (p.p_vaddr(LE), p.p_memsz(LE));
        let outside = ElfError::Segment { address, size, why: "it leaves the address space" };
        let Some(loaded) = base.checked_add(address).filter(|a| a.checked_add(size).is_some()) else {
            return Err(outside);
        };
        let file = p.data(LE, data).map_err(|()| ElfError::Segment {
            address,
            size,
            why: "its bytes are outside the file; is the file complete?",
        })?;
        let Ok(size_here) = usize::try_from(size) else { return Err(outside) };
        if file.len() > size_here {
            return Err(ElfError::Segment { address, size, why: "it is smaller in memory than in the file" });
        }
        let mut bytes = file.to_vec();
        bytes.resize(size_here, 0);
        let flags = p.p_flags(LE);
        segments.push(Segment {
            address: loaded,
            read: flags.contains(elf::PF_R),
            write: flags.contains(elf::PF_W),
            execute: flags.contains(elf::PF_X),
            bytes,
        });
    }
    segments.sort_by_key(|s| s.address);
    for pair in segments.windows(2) {
        let [a, b] = pair else { continue };
        if b.address - a.address < a.bytes.len() as u64 {
            let (address, size) = (b.address.wrapping_sub(base), b.bytes.len() as u64);
            return Err(ElfError::Segment { address, size, why: "it overlaps another one" });
        }
    }
    if !segments.iter().any(|s| s.execute) {
        return Err(ElfError::NoCode);
    }
    Ok(segments)
}

/// R_AMDGPU_ABS64 and R_AMDGPU_RELATIVE64.
const ABS64: u32 = 3;
const RELATIVE64: u32 = 13;

/// Applies dynamic relocations (those in loaded sections).
fn relocate(
    sections: &SectionTable<'_, FileHeader64<LE>>,
    data: &[u8],
    base: u64,
    segments: &mut [Segment],
) -> Result<(), ElfError> {
    for section in sections.iter().filter(|s| s.sh_flags(LE).contains(elf::SHF_ALLOC)) {
        if section.sh_type(LE) == elf::SHT_REL && section.sh_size(LE) != 0 {
            return Err(ElfError::Unsupported("relocations without addends".into()));
        }
        let Some((entries, link)) = section.rela(LE, data).map_err(damaged("relocations"))? else { continue };
        let symbols = match link.0 {
            0 => None,
            _ => Some(
                sections.symbol_table_by_index(LE, data, link).map_err(damaged("symbols of relocations"))?,
            ),
        };
        for r in entries {
            let (offset, addend) = (r.r_offset(LE), r.r_addend(LE));
            let value = match r.r_type(LE, false).0 {
                RELATIVE64 => base.wrapping_add_signed(addend),
                ABS64 => {
                    let bad = |why: &str| ElfError::Relocation { offset, why: why.into() };
                    let symbol = match (r.symbol(LE, false), &symbols) {
                        (None, _) => 0,
                        (Some(_), None) => {
                            return Err(bad("it names a symbol, but there is no symbol table"));
                        }
                        (Some(i), Some(t)) => {
                            let s = t.symbol(i).map_err(damaged("symbol of a relocation"))?;
                            if s.is_undefined(LE) {
                                return Err(bad("its symbol is not defined in this file"));
                            }
                            s.st_value(LE)
                        }
                    };
                    base.wrapping_add(symbol).wrapping_add_signed(addend)
                }
                kind => {
                    return Err(ElfError::Unsupported(format!("relocation type {kind} at {offset:#x}")));
                }
            };
            let place =
                base.checked_add(offset).and_then(|a| segments.iter_mut().find_map(|s| s.at_mut(a, 8)));
            let Some(place) = place else {
                return Err(ElfError::Relocation { offset, why: "it is outside all segments".into() });
            };
            place.copy_from_slice(&value.to_le_bytes());
        }
    }
    Ok(())
}

/// Longest name of a symbol, and all of them together, in bytes. Many symbols may share one long name
/// in the file, so its size alone bounds nothing.
const MAX_NAME: usize = 4096;
const MAX_NAMES: usize = 64 << 20;

/// Kernels and functions of `.symtab`, or of `.dynsym` in a stripped file.
fn symbols(
    sections: &SectionTable<'_, FileHeader64<LE>>,
    data: &[u8],
    base: u64,
    segments: &[Segment],
) -> Result<(Vec<Kernel>, Vec<Function>), ElfError> {
    let mut table = sections.symbols(LE, data, elf::SHT_SYMTAB).map_err(damaged("symbols"))?;
    if table.is_empty() {
        table = sections.symbols(LE, data, elf::SHT_DYNSYM).map_err(damaged("dynamic symbols"))?;
    }
    let (mut kernels, mut functions) = (vec![], vec![]);
    let mut total = 0;
    for symbol in table.iter().filter(|s| !s.is_undefined(LE)) {
        let name = symbol.name(LE, table.strings()).map_err(damaged("name of a symbol"))?;
        total += name.len();
        if name.len() > MAX_NAME || total > MAX_NAMES {
            return Err(ElfError::Limit { what: "bytes in the name of a symbol", limit: MAX_NAME as u64 });
        }
        let name = String::from_utf8_lossy(name);
        let address = base.wrapping_add(symbol.st_value(LE));
        match symbol.st_type() {
            elf::STT_FUNC => {
                functions.push(Function { name: name.into_owned(), address, size: symbol.st_size(LE) });
            }
            elf::STT_OBJECT => {
                if let Some(kernel) = name.strip_suffix(".kd").filter(|n| !n.is_empty()) {
                    kernels.push(Kernel::read(kernel, address, segments)?);
                }
            }
            _ => {}
        }
    }
    Ok((kernels, functions))
}

/// Sections with instructions that lie in executable segments.
fn code_sections(
    sections: &SectionTable<'_, FileHeader64<LE>>,
    base: u64,
    segments: &[Segment],
) -> Vec<(u64, usize)> {
    let code = sections.iter().filter(|s| s.sh_flags(LE).contains(elf::SHF_EXECINSTR));
    let mut found: Vec<(u64, usize)> = code
        .filter_map(|s| {
            let (address, size) = (base.checked_add(s.sh_addr(LE))?, usize::try_from(s.sh_size(LE)).ok()?);
            let inside = segments.iter().any(|g| g.execute && size > 0 && g.at(address, size).is_some());
            inside.then_some((address, size))
        })
        .collect();
    found.sort_unstable();
    found.dedup();
    found
}

#[cfg(test)]
mod tests;
