//! Facts of image instructions that their names carry: modifiers, numbers of address and data dwords.
//!
//! Requires: rows of [`Mimg`]; LLVM's spelling of their names, in which every modifier is a word of its own.
//! Ensures: the numbers of VGPRs that an instruction reads as address and reads or writes as data.
//! Leaves alone: which texels are touched, and whether the numbers fit the register file.
//!
//! Facts: RDNA 1 ISA guide chapter 8.2 (order and number of address components), LLVM 19's tables for gfx10 (which
//! operand sizes exist), checked against every image row of the decode vectors.

use crate::fields::{Fields, MimgFields};
use crate::inst::Inst;
use crate::op::Op;
use crate::row::Memory;
use crate::table::Mimg;

/// What the third address part of an instruction means, where it has one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Level {
    /// Nothing of the kind.
    None,
    /// Explicit level of detail (`_l`).
    Lod,
    /// Lower bound of the level of detail (`_cl`).
    Clamp,
    /// Number of the level (`_mip`, `image_get_resinfo`).
    Mip,
}

/// What an image instruction takes besides the coordinates.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ImageModifiers {
    /// A sampler descriptor.
    pub sampler: bool,
    /// Returns four values of one component whatever `dmask` says.
    pub gather4: bool,
    /// A dword of packed texel offsets (`_o`), first in the address.
    pub offset: bool,
    /// A bias of the level of detail (`_b`).
    pub bias: bool,
    /// A reference value of a depth comparison (`_c`).
    pub compare: bool,
    /// User derivatives (`_d`, `_cd`).
    pub gradients: bool,
    /// The derivatives are those of `_cd`.
    pub coarse: bool,
    /// The derivatives are packed halves (`_g16`).
    pub g16: bool,
    /// Coordinates (`image_get_resinfo` has none).
    pub coordinates: bool,
    /// Level of detail, its clamp, or the number of the level.
    pub level: Level,
    /// The level of detail is zero without an operand (`_lz`).
    pub level_zero: bool,
    /// The data is raw, without conversion by the descriptor's format (`_pck`).
    pub raw: bool,
    /// A compare-and-swap: twice the data.
    pub compare_swap: bool,
    /// Reads, computes and writes.
    pub atomic: bool,
    /// Data may be packed halves (`d16`).
    pub halves: bool,
    /// A ray-tracing instruction: its address has a length of its own.
    pub ray: Option<RayAddress>,
}

/// Width of the node pointer of a ray-tracing instruction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RayAddress {
    /// One dword.
    Node32,
    /// Two dwords.
    Node64,
}

const fn is_word(name: &[u8], from: usize, to: usize, word: &[u8]) -> bool {
    if to - from != word.len() {
        return false;
    }
    let mut i = 0;
    while i < word.len() {
        if name[from + i] != word[i] {
            return false;
        }
        i += 1;
    }
    true
}

impl ImageModifiers {
    /// Reads the words of a name.
    const fn parse(name: &str, sampler: bool, atomic: bool) -> ImageModifiers {
        let name = name.as_bytes();
        let mut m = ImageModifiers {
            sampler,
            gather4: false,
            offset: false,
            bias: false,
            compare: false,
            gradients: false,
            coarse: false,
            g16: false,
            coordinates: true,
            level: Level::None,
            level_zero: false,
            raw: false,
            compare_swap: false,
            atomic,
            halves: !atomic,
            ray: None,
        };
        let (mut from, mut i) = (0, 0);
        while i <= name.len() {
            if i < name.len() && name[i] != b'_' {
                i += 1;
                continue;
            }
            let (a, b) = (from, i);
            // gather4h with `_pck` returns one word for each bit of dmask, as loads do; plain gather4h returns four.
            m.gather4 |= is_word(name, a, b, b"gather4") || is_word(name, a, b, b"gather4h");
            if is_word(name, a, b, b"pck") && sampler {
                m.gather4 = false;
            }
            m.raw |=
                is_word(name, a, b, b"pck") || is_word(name, a, b, b"pck2") || is_word(name, a, b, b"pck4");
            // Raw bits, sizes and levels come as they are.
            if m.raw
                || is_word(name, a, b, b"get")
                || is_word(name, a, b, b"bvh")
                || is_word(name, a, b, b"bvh64")
            {
                m.halves = false;
            }
            m.offset |= is_word(name, a, b, b"o");
            m.bias |= is_word(name, a, b, b"b");
            m.compare |= is_word(name, a, b, b"c");
            m.coarse |= is_word(name, a, b, b"cd");
            m.gradients |= is_word(name, a, b, b"d") || is_word(name, a, b, b"cd");
            m.g16 |= is_word(name, a, b, b"g16");
            m.level_zero |= is_word(name, a, b, b"lz");
            if is_word(name, a, b, b"l") {
                m.level = Level::Lod;
            } else if is_word(name, a, b, b"cl") {
                m.level = Level::Clamp;
            } else if is_word(name, a, b, b"mip") {
                m.level = Level::Mip;
            } else if is_word(name, a, b, b"resinfo") {
                m.level = Level::Mip;
                m.coordinates = false;
            } else if is_word(name, a, b, b"bvh64") {
                m.ray = Some(RayAddress::Node64);
            } else if is_word(name, a, b, b"bvh") {
                m.ray = Some(RayAddress::Node32);
            }
            m.compare_swap |= is_word(name, a, b, b"cmpswap") || is_word(name, a, b, b"fcmpswap");
            from = i + 1;
            i += 1;
        }
        m
    }

    /// The modifiers of an instruction.
    #[inline]
    pub const fn of(op: Mimg) -> ImageModifiers {
        TABLE[op as usize]
    }

    /// Dwords in front of the coordinates besides derivatives: offsets, bias, reference value.
    pub const fn extra_dwords(self) -> u32 {
        self.offset as u32 + self.bias as u32 + self.compare as u32
    }

    /// Dwords of derivatives for a dimension.
    pub const fn gradient_dwords(self, dim: Dim) -> u32 {
        match (self.gradients, self.g16) {
            (false, _) => 0,
            (true, false) => 2 * dim.gradients(),
            // Packed by direction: the halves of one direction fill whole dwords.
            (true, true) => dim.gradients().div_ceil(2) * 2,
        }
    }

    /// Address components after the derivatives: coordinates and level, 32 bits each or 16 with `a16`.
    pub const fn components(self, dim: Dim) -> u32 {
        let level = !matches!(self.level, Level::None);
        (if self.coordinates { dim.coordinates() } else { 0 }) + level as u32
    }

    /// Dwords of the whole address.
    pub const fn address_dwords(self, dim: Dim, a16: bool) -> u32 {
        match self.ray {
            // Node pointer, extent, origin, direction, inverse direction; a16 packs the two directions.
            Some(RayAddress::Node32) => {
                if a16 {
                    8
                } else {
                    11
                }
            }
            Some(RayAddress::Node64) => {
                if a16 {
                    9
                } else {
                    12
                }
            }
            None => {
                let components = self.components(dim);
                self.extra_dwords()
                    + self.gradient_dwords(dim)
                    + if a16 { components.div_ceil(2) } else { components }
            }
        }
    }

    /// Dwords of the data.
    pub const fn data_dwords(self, dmask: u8, d16: bool, tfe: bool) -> u32 {
        if self.ray.is_some() {
            return 4;
        }
        let components = if self.gather4 {
            4
        } else if dmask & 15 == 0 {
            // Hardware treats an empty mask as if one component were asked for (RDNA 1 ISA guide 8.2.1).
            1
        } else {
            (dmask & 15).count_ones()
        };
        (if d16 && self.halves { components.div_ceil(2) } else { components }) + tfe as u32
    }
}

const TABLE: [ImageModifiers; Mimg::ROWS.len()] = {
    let mut table = [ImageModifiers::parse("", false, false); Mimg::ROWS.len()];
    let mut i = 0;
    while i < table.len() {
        let row = &Mimg::ROWS[i];
        let mut sampler = false;
        let mut j = 0;
        while j < row.operands.len() {
            sampler |= matches!(row.operands[j].slot, crate::row::Slot::ssamp);
            j += 1;
        }
        table[i] = ImageModifiers::parse(row.name, sampler, matches!(row.memory, Memory::Atomic));
        i += 1;
    }
    table
};

/// Dimension of an image access, the `dim` field, and of an image, the low bits of its descriptor's type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "the manual's own names")]
pub enum Dim {
    D1,
    D2,
    D3,
    Cube,
    D1Array,
    D2Array,
    D2Msaa,
    D2MsaaArray,
}

impl Dim {
    /// The dimension a field value names; only the low three bits are looked at.
    pub const fn from_field(dim: u8) -> Dim {
        match dim & 7 {
            0 => Dim::D1,
            1 => Dim::D2,
            2 => Dim::D3,
            3 => Dim::Cube,
            4 => Dim::D1Array,
            5 => Dim::D2Array,
            6 => Dim::D2Msaa,
            _ => Dim::D2MsaaArray,
        }
    }

    /// The field value that names it.
    pub const fn field(self) -> u8 {
        self as u8
    }

    /// Whether texels have samples.
    #[must_use]
    pub const fn is_msaa(self) -> bool {
        matches!(self, Dim::D2Msaa | Dim::D2MsaaArray)
    }

    /// Whether there are layers, faces of cubes included.
    #[must_use]
    pub const fn is_array(self) -> bool {
        matches!(self, Dim::Cube | Dim::D1Array | Dim::D2Array | Dim::D2MsaaArray)
    }

    /// LLVM's name.
    pub const fn name(self) -> &'static str {
        match self {
            Dim::D1 => "SQ_RSRC_IMG_1D",
            Dim::D2 => "SQ_RSRC_IMG_2D",
            Dim::D3 => "SQ_RSRC_IMG_3D",
            Dim::Cube => "SQ_RSRC_IMG_CUBE",
            Dim::D1Array => "SQ_RSRC_IMG_1D_ARRAY",
            Dim::D2Array => "SQ_RSRC_IMG_2D_ARRAY",
            Dim::D2Msaa => "SQ_RSRC_IMG_2D_MSAA",
            Dim::D2MsaaArray => "SQ_RSRC_IMG_2D_MSAA_ARRAY",
        }
    }

    /// Coordinates with slice, face and fragment number.
    pub const fn coordinates(self) -> u32 {
        match self {
            Dim::D1 => 1,
            Dim::D2 | Dim::D1Array => 2,
            Dim::D3 | Dim::Cube | Dim::D2Array | Dim::D2Msaa => 3,
            Dim::D2MsaaArray => 4,
        }
    }

    /// Derivatives in each of the two screen directions.
    pub const fn gradients(self) -> u32 {
        match self {
            Dim::D1 | Dim::D1Array => 1,
            Dim::D2 | Dim::Cube | Dim::D2Array | Dim::D2Msaa | Dim::D2MsaaArray => 2,
            Dim::D3 => 3,
        }
    }
}

/// An image instruction as far as its operands go.
#[derive(Clone, Copy, Debug)]
pub struct ImageAccess {
    /// What its name says.
    pub modifiers: ImageModifiers,
    /// Its dimension.
    pub dim: Dim,
    /// VGPRs of data.
    pub data_dwords: u32,
    /// VGPRs of address.
    pub address_dwords: u32,
}

impl ImageAccess {
    /// The operands of an instruction; `None` where it is not an image instruction.
    pub fn of(inst: &Inst) -> Option<ImageAccess> {
        let (Op::Mimg(op), Fields::Mimg(f)) = (inst.op, inst.fields) else { return None };
        Some(ImageAccess::new(op, &f))
    }

    pub(crate) fn new(op: Mimg, f: &MimgFields) -> ImageAccess {
        let modifiers = ImageModifiers::of(op);
        let dim = Dim::from_field(f.dim);
        ImageAccess {
            modifiers,
            dim,
            data_dwords: modifiers.data_dwords(f.dmask, f.d16, f.tfe),
            address_dwords: modifiers.address_dwords(dim, f.a16),
        }
    }
}

/// VGPR number of each address dword in order; `None` past the end of the register file, or where the list of an
/// instruction with scattered addresses is too short.
pub fn address_registers(inst: &Inst) -> Option<impl Iterator<Item = Option<u8>> + '_> {
    let Fields::Mimg(f) = inst.fields else { return None };
    let access = ImageAccess::of(inst)?;
    let scattered = f.nsa != 0;
    Some((0..access.address_dwords).map(move |i| match (scattered, i) {
        (_, 0) => Some(f.vaddr),
        (true, _) => inst.nsa.get(i as usize - 1).copied(),
        (false, _) => u8::try_from(u32::from(f.vaddr) + i).ok(),
    }))
}

/// Which operand sizes LLVM's tables have for an instruction, and which of them its decoder begins with. Hardware has
/// no such limits; text and strict decoding need them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LlvmSizes {
    /// Fewest and most address dwords.
    address: (u32, u32),
    modifiers: ImageModifiers,
}

impl LlvmSizes {
    pub(crate) const fn of(m: ImageModifiers) -> LlvmSizes {
        let level = !matches!(m.level, Level::None);
        let (low, high) = match (m.sampler, m.gradients) {
            (false, _) => (1, 4),
            (true, false) => (1, 3 + level as u32),
            (true, true) => (2, if m.g16 { 7 } else { 9 } + level as u32),
        };
        let extra = if m.sampler { m.extra_dwords() } else { 0 };
        LlvmSizes { address: (low + extra, high + extra), modifiers: m }
    }

    /// Address dwords that the decoder begins with: the least for consecutive addresses, the most that fit the list for
    /// scattered ones. `None` where no instruction has such a list.
    pub(crate) const fn first_address(self, nsa: u8) -> Option<u32> {
        let (low, high) = self.address;
        let (group_low, group_high) = match nsa {
            0 => return Some(low),
            1 => (2, 5),
            2 => (6, 9),
            _ => (10, 12),
        };
        let most = if high < group_high { high } else { group_high };
        if most >= group_low && most >= low { Some(most) } else { None }
    }

    /// Whether an instruction with so many consecutive or scattered address dwords exists.
    pub(crate) const fn has_address(self, scattered: bool, dwords: u32) -> bool {
        let (low, high) = self.address;
        match (scattered, dwords) {
            (true, 0 | 1 | 13..) => false,
            // Register classes of four and eight also exist where fewer are the most.
            (false, 4) if low <= 3 && high >= 3 => true,
            (false, 8) if low <= 7 && high >= 5 => true,
            _ => low <= dwords && dwords <= high,
        }
    }

    /// Data dwords that the decoder begins with.
    pub(crate) const fn first_data(self) -> u32 {
        let m = self.modifiers;
        if m.gather4 {
            4
        } else if m.compare_swap {
            2
        } else {
            1
        }
    }

    /// Whether an instruction with so many data dwords exists.
    pub(crate) const fn has_data(self, dwords: u32) -> bool {
        let m = self.modifiers;
        if m.gather4 {
            matches!(dwords, 2 | 4 | 5)
        } else if m.compare_swap {
            matches!(dwords, 2 | 4)
        } else if m.atomic {
            matches!(dwords, 1 | 2 | 4)
        } else {
            matches!(dwords, 1..=5)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_says_what_the_address_holds() {
        let m = ImageModifiers::of(Mimg::image_sample_c_d_cl_o_g16);
        assert!(m.compare && m.gradients && m.g16 && m.offset && m.sampler && !m.bias && !m.coarse);
        assert_eq!(m.level, Level::Clamp);
        // offset, reference, two packed derivative pairs a direction, three coordinates and the clamp
        assert_eq!(m.address_dwords(Dim::D3, false), 1 + 1 + 4 + 4);
        assert_eq!(m.address_dwords(Dim::D3, true), 1 + 1 + 4 + 2);
    }

    #[test]
    fn data_size_follows_mask_packing_and_status() {
        let m = ImageModifiers::of(Mimg::image_load);
        assert_eq!(m.data_dwords(0b1011, false, false), 3);
        assert_eq!(m.data_dwords(0b1011, true, true), 3);
        assert_eq!(ImageModifiers::of(Mimg::image_gather4_c_lz).data_dwords(1, false, true), 5);
    }

    #[test]
    fn resinfo_has_only_the_level() {
        let m = ImageModifiers::of(Mimg::image_get_resinfo);
        assert_eq!(m.address_dwords(Dim::D2MsaaArray, false), 1);
    }
}
