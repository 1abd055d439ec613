//! Kernel descriptors (`NAME.kd`): 64 bytes that say how a kernel is started.
//!
//! Layout: LLVM's AMDGPU guide, "Kernel Descriptor". **Ensures** that the entry is in an executable
//! segment, and that bits which gfx10 does not have are refused rather than ignored.

use super::{ElfError, Segment};
use crate::capture::SgprName;

/// Size of a descriptor in bytes.
const BYTES: usize = 64;
/// `kernel_code_properties` bits of gfx10: 0 to 6, wave32, dynamic stack.
const KNOWN_PROPERTIES: u16 = 0x0c7f;
/// A kernel starts at a multiple of this.
const ENTRY_ALIGNMENT: u64 = 256;

/// `kernel_code_properties`: which user SGPRs there are, and the wave size.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Properties(pub u16);

impl Properties {
    fn bit(self, n: u32) -> bool {
        self.0 >> n & 1 != 0
    }

    /// Waves of 32 lanes.
    pub fn wave32(self) -> bool {
        self.bit(10)
    }

    /// The stack's size is not known before the run.
    pub fn dynamic_stack(self) -> bool {
        self.bit(11)
    }
}

/// A kernel of a code object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kernel {
    /// Its name, without `.kd`.
    pub name: String,
    /// Address of its descriptor.
    pub descriptor: u64,
    /// Address of its first instruction.
    pub entry: u64,
    /// LDS of a workgroup, in bytes.
    pub lds_bytes: u32,
    /// Scratch of a lane, in bytes.
    pub scratch_bytes: u32,
    /// Size of the kernel arguments, in bytes.
    pub kernarg_bytes: u32,
    /// COMPUTE_PGM_RSRC1.
    pub rsrc1: u32,
    /// COMPUTE_PGM_RSRC2.
    pub rsrc2: u32,
    /// COMPUTE_PGM_RSRC3.
    pub rsrc3: u32,
    /// Which user SGPRs, wave size.
    pub properties: Properties,
}

impl Kernel {
    /// Reads the descriptor at `address` of the loaded segments.
    pub(super) fn read(name: &str, address: u64, segments: &[Segment]) -> Result<Self, ElfError> {
        let wrong = |why: String| ElfError::Kernel { name: name.chars().take(256).collect(), why };
        let Some(d) = segments.iter().find_map(|s| s.at(address, BYTES)) else {
            return Err(wrong(format!("its descriptor at {address:#x} is outside all segments")));
        };
        let field = Fields(d);
        let properties = Properties(field.u16(56));
        if properties.0 & !KNOWN_PROPERTIES != 0 {
            let text = format!(
                "kernel `{name}`: kernel_code_properties {:#06x} has bits that gfx10 has not",
                properties.0
            );
            return Err(ElfError::Unsupported(text));
        }
        if field.u16(58) != 0 {
            return Err(ElfError::Unsupported(format!("kernel `{name}`: preloaded kernel arguments")));
        }
        let entry = address.wrapping_add(u64::from_le_bytes(field.bytes(16)));
        let code = segments.iter().any(|s| s.execute && s.at(entry, 4).is_some());
        if !code {
            return Err(wrong(format!("its entry {entry:#x} is outside all executable segments")));
        }
        if !entry.is_multiple_of(ENTRY_ALIGNMENT) {
            return Err(wrong(format!("its entry {entry:#x} is not a multiple of {ENTRY_ALIGNMENT}")));
        }
        Ok(Self {
            name: name.to_owned(),
            descriptor: address,
            entry,
            lds_bytes: field.u32(0),
            scratch_bytes: field.u32(4),
            kernarg_bytes: field.u32(8),
            rsrc3: field.u32(44),
            rsrc1: field.u32(48),
            rsrc2: field.u32(52),
            properties,
        })
    }

    /// 32 or 64.
    pub fn wave_size(&self) -> u32 {
        if self.properties.wave32() { 32 } else { 64 }
    }

    /// User SGPRs in order, each with its number of registers; they start at s0.
    pub fn user_sgprs(&self) -> impl Iterator<Item = (SgprName, u32)> {
        let all = [
            (0, SgprName::PrivateSegmentBuffer),
            (1, SgprName::DispatchPtr),
            (2, SgprName::QueuePtr),
            (3, SgprName::KernargSegmentPtr),
            (4, SgprName::DispatchId),
            (5, SgprName::FlatScratchInit),
            (6, SgprName::PrivateSegmentSize),
        ];
        let properties = self.properties;
        all.into_iter().filter(move |(bit, _)| properties.bit(*bit)).map(|(_, n)| (n, n.registers()))
    }

    /// System SGPRs in order, one register each; they follow the user SGPRs (RSRC2 bits 7 to 10, 0).
    pub fn system_sgprs(&self) -> impl Iterator<Item = SgprName> {
        let all = [
            (7, SgprName::WorkgroupIdX),
            (8, SgprName::WorkgroupIdY),
            (9, SgprName::WorkgroupIdZ),
            (10, SgprName::TgSize),
            (0, SgprName::ScratchOffset),
        ];
        let rsrc2 = self.rsrc2;
        all.into_iter().filter(move |(bit, _)| rsrc2 >> bit & 1 != 0).map(|(_, n)| n)
    }

    /// Local ids that are loaded into v0 and up: 1 to 3 (RSRC2 TIDIG_COMP_CNT, bits 12:11).
    pub fn local_ids(&self) -> u32 {
        (self.rsrc2 >> 11 & 3).min(2) + 1
    }
}

/// Little-endian fields of the descriptor; its size has been checked.
struct Fields<'a>(&'a [u8]);

impl Fields<'_> {
    fn bytes<const N: usize>(&self, at: usize) -> [u8; N] {
        let field = self.0.get(at..).and_then(|b| b.first_chunk::<N>());
        field.copied().unwrap_or([0; N])
    }

    fn u16(&self, at: usize) -> u16 {
        u16::from_le_bytes(self.bytes(at))
    }

    fn u32(&self, at: usize) -> u32 {
        u32::from_le_bytes(self.bytes(at))
    }
}
