//! Memory of the software gfx1013: what instructions read and write outside the registers.
//!
//! Comes in: addresses, offsets and descriptor words as instructions form them, all of them guest data.
//! Goes out: raw bits, or an error that says which address and why. Nothing here decodes an instruction, knows
//! a register file or does float arithmetic of the shader; the executor's MUBUF, MTBUF, DS, FLAT and SMEM groups
//! are written on top.
//!
//! * [`guest`]: the guest's 64-bit address space as checked regions, shared by all workgroups of a dispatch.
//! * [`lds`]: the local data share of one workgroup, and the global data share of a dispatch.
//! * [`atomic`]: what the atomic operations compute, as pure functions.
//! * [`vsharp`]: buffer descriptors, and the addresses and range checks of buffer instructions.
//! * [`image`]: texels, filters and comparisons of images.
//! * [`mod@format`]: buffer data formats: memory bits to register bits and back.

pub mod atomic;
mod cells;
pub mod format;
pub mod guest;
pub mod image;
pub mod lds;
pub mod vsharp;

/// How the memory unit treats an address that is not a multiple of its access size: the field
/// `SH_MEM_CONFIG.alignment_mode`. Its strict modes, which report violations, are not modelled.
///
/// The console's mode is unknown; Linux sets [`AlignmentMode::Unaligned`], and the facts of measured-facts 77 and
/// 78 were taken there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum AlignmentMode {
    /// An access is moved down to a multiple of its element size or of four bytes, whichever is smaller.
    Dword,
    /// Loads and stores use the exact byte address; a misaligned atomic is a fault.
    #[default]
    Unaligned,
}

impl AlignmentMode {
    /// The byte address that an access of elements of `element_bytes` (1, 2, 4 or more) really uses.
    #[must_use]
    pub fn address(self, address: u64, element_bytes: u32) -> u64 {
        match self {
            Self::Unaligned => address,
            Self::Dword => match element_bytes {
                0 | 1 => address,
                2 | 3 => address & !1,
                _ => address & !3,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::AlignmentMode;

    #[test]
    fn dword_mode_drops_address_bits_up_to_a_dword() {
        assert_eq!(AlignmentMode::Dword.address(0x1007, 1), 0x1007);
        assert_eq!(AlignmentMode::Dword.address(0x1007, 2), 0x1006);
        assert_eq!(AlignmentMode::Dword.address(0x1007, 4), 0x1004);
        assert_eq!(AlignmentMode::Dword.address(0x1007, 8), 0x1004);
        assert_eq!(AlignmentMode::Unaligned.address(u64::MAX, 8), u64::MAX);
    }
}
