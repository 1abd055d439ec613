//! The case format as types: what `case.json` holds, with the bytes of its files beside it.
//!
//! **Ensures:** one struct is both the JSON shape and what the rest of the workspace uses, so the two
//! cannot drift. Every struct refuses unknown fields. What JSON types cannot say (ranges, sizes,
//! references) is in `check.rs`. Source: the case format (radv-lab's README) and, for `entry`,
//! the float fields of a stage and `apertures`, the head of the OpenCL case maker.

use super::facts::Facts;
use super::hex;
use super::names::{SgprName, VgprName};
use crate::compare::Rule;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::sync::Arc;

/// A capture: code, registers and memory before, memory after.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// Version of the format; [`super::FORMAT`].
    pub format: u32,
    /// Name of the case.
    pub name: String,
    /// Program that the case was made of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program: Option<String>,
    /// Source files of the program; for people.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sources: Vec<String>,
    /// Which tool made it; no meaning.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub generator: Option<String>,
    /// What can be done with it.
    pub kind: Kind,
    /// Target of the code. Decoded as gfx1013 whichever it names.
    pub gfx: Gfx,
    /// Lanes of a wave.
    pub wave_size: WaveSize,
    /// Next-generation geometry.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ngg: Option<bool>,
    /// Compute only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dispatch: Option<Dispatch>,
    /// Graphics only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draw: Option<super::draw::Draw>,
    /// Flat apertures of HSA code.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub apertures: Option<Apertures>,
    /// The programs.
    pub stages: Vec<Stage>,
    /// Guest memory before the start, without the code.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub memory: Vec<Region>,
    /// What is in the descriptor sets; a reading of the bytes there.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub descriptors: Vec<Descriptor>,
    /// Memory after the run.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub expect: Vec<Expect>,
    /// False marks a case that checks nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub output_differs_from_input: Option<bool>,
}

impl Case {
    /// The region of that name.
    pub fn region(&self, name: &str) -> Option<&Region> {
        self.memory.iter().find(|r| r.name == name)
    }
}

/// What can be done with a case.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// One dispatch.
    Compute,
    /// One draw.
    Graphics,
    /// Code and facts, nothing to execute.
    CompileOnly,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Compute => "compute",
            Self::Graphics => "graphics",
            Self::CompileOnly => "compile-only",
        })
    }
}

/// Name of a GPU. Those of GFX10.1 other than gfx1013 are its siblings: their code decodes as gfx1013.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Gfx(pub String);

impl Gfx {
    /// True if code for it can be taken as gfx1013 code.
    pub fn is_gfx10_1(&self) -> bool {
        matches!(self.0.as_str(), "gfx1010" | "gfx1011" | "gfx1012" | "gfx1013")
    }
}

/// Lanes of a wave.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "u32", into = "u32")]
pub enum WaveSize {
    /// 32 lanes.
    W32,
    /// 64 lanes.
    W64,
}

impl WaveSize {
    /// 32 or 64.
    pub fn lanes(self) -> u32 {
        match self {
            Self::W32 => 32,
            Self::W64 => 64,
        }
    }
}

/// A wave size that does not exist.
#[derive(Debug, Clone, Copy, thiserror::Error)]
#[error("wave size {0} does not exist, it is 32 or 64")]
pub struct NoSuchWaveSize(u32);

impl TryFrom<u32> for WaveSize {
    type Error = NoSuchWaveSize;

    fn try_from(n: u32) -> Result<Self, NoSuchWaveSize> {
        match n {
            32 => Ok(Self::W32),
            64 => Ok(Self::W64),
            _ => Err(NoSuchWaveSize(n)),
        }
    }
}

impl From<WaveSize> for u32 {
    fn from(w: WaveSize) -> Self {
        w.lanes()
    }
}

/// A compute dispatch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Dispatch {
    /// Workgroups in X, Y, Z.
    pub groups: [u32; 3],
    /// Invocations of a workgroup in X, Y, Z.
    pub local_size: [u32; 3],
}

impl Dispatch {
    /// Invocations of a workgroup; checked cases have 1 to 1024.
    pub fn invocations(&self) -> u64 {
        product(self.local_size)
    }

    /// Workgroups of the dispatch.
    pub fn group_count(&self) -> u64 {
        product(self.groups)
    }

    /// Waves of a workgroup, the last one possibly partial.
    pub fn waves_per_group(&self, wave: WaveSize) -> u64 {
        self.invocations().div_ceil(u64::from(wave.lanes()))
    }
}

/// Saturating, because an unchecked case may hold anything.
fn product(v: [u32; 3]) -> u64 {
    v.iter().fold(1u64, |p, x| p.saturating_mul(u64::from(*x)))
}

/// High dwords of the flat apertures (low dwords are 0).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Apertures {
    /// Of LDS.
    #[serde(with = "hex::word")]
    pub shared_high: u32,
    /// Of scratch.
    #[serde(with = "hex::word")]
    pub private_high: u32,
}

/// One program of a case.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stage {
    /// The machine code.
    pub code: CodeBlob,
    /// Scalar registers at the start.
    pub sgprs: Vec<SgprArg>,
    /// Vector registers at the start.
    pub vgprs: Vec<VgprArg>,
    /// FLOAT_MODE of RSRC1 (OpenCL cases give it here, RADV cases in the facts).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub float_mode: Option<u8>,
    /// IEEE_MODE, 0 or 1; as above.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ieee_mode: Option<u8>,
    /// DX10_CLAMP, 0 or 1; as above.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dx10_clamp: Option<u8>,
    /// What the compiler and driver say about it.
    pub facts: Facts,
}

impl Stage {
    /// The 8 bits FLOAT_MODE at the start: round_32 \[1:0\], round_16_64 \[3:2\], denorm_32 \[5:4\],
    /// denorm_16_64 \[7:6\]. From the stage, else the facts, else RSRC1.
    pub fn float_mode(&self) -> Option<u8> {
        self.float_mode.or(self.facts.float_mode).or_else(|| {
            let [_, b1, b2, _] = self.facts.rsrc1?.to_le_bytes();
            Some(b1 >> 4 | b2 << 4)
        })
    }

    /// IEEE_MODE at the start. From the stage, else the facts, else RSRC1 bit 23.
    pub fn ieee_mode(&self) -> Option<bool> {
        self.flag(self.ieee_mode.or(self.facts.ieee_mode), 23)
    }

    /// DX10_CLAMP at the start. From the stage, else the facts, else RSRC1 bit 21.
    pub fn dx10_clamp(&self) -> Option<bool> {
        self.flag(self.dx10_clamp.or(self.facts.dx10_clamp), 21)
    }

    fn flag(&self, given: Option<u8>, bit: u32) -> Option<bool> {
        given.map(|v| v != 0).or_else(|| self.facts.rsrc1.map(|r| r >> bit & 1 != 0))
    }

    /// Address of the first instruction: `entry`, else the start of the code.
    pub fn entry(&self) -> Option<u64> {
        self.code.entry.or(self.code.address)
    }
}

/// Machine code. The whole file is readable as memory at its address: constants lie behind the code.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CodeBlob {
    /// Name of the file.
    pub file: String,
    /// Guest address of the first byte; compile-only cases may have none.
    #[serde(default, with = "hex::addr_opt", skip_serializing_if = "Option::is_none")]
    pub address: Option<u64>,
    /// Size of the file.
    #[serde(rename = "bytes")]
    pub size: u64,
    /// Bytes at the start of the file that are instructions, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub instruction_bytes: Option<u64>,
    /// Address of the first instruction, if it is not the first byte.
    #[serde(default, with = "hex::addr_opt", skip_serializing_if = "Option::is_none")]
    pub entry: Option<u64>,
    /// The content of the file.
    #[serde(skip)]
    pub bytes: Arc<[u8]>,
}

/// Scalar registers that hold one argument at the start.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SgprArg {
    /// First register.
    pub reg: u32,
    /// Number of registers.
    pub count: u32,
    /// What they hold.
    pub name: SgprName,
    /// Values, one word a register, where they are known before the start.
    #[serde(default, with = "hex::words_opt", skip_serializing_if = "Option::is_none")]
    pub value: Option<Vec<u32>>,
}

/// Vector registers that hold one argument at the start.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VgprArg {
    /// First register.
    pub reg: u32,
    /// Number of registers.
    pub count: u32,
    /// What they hold.
    pub name: VgprName,
}

/// What a region is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// A descriptor set.
    Descriptors,
    /// Push constants.
    PushConstants,
    /// Table of vertex buffer descriptors.
    VertexDescriptors,
    /// A buffer.
    Buffer,
    /// A buffer with a format.
    TexelBuffer,
    /// An image, linear.
    Image,
    /// Reached through pointers only.
    Memory,
    /// Three dwords: the number of workgroups.
    NumWorkgroups,
    /// Scratch of all waves.
    Scratch,
    /// Vertices or instances.
    VertexBuffer,
}

/// How the shader declares to use a region.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Access {
    /// Reads only.
    #[serde(rename = "r")]
    Read,
    /// Writes only.
    #[serde(rename = "w")]
    Write,
    /// Reads and writes.
    #[serde(rename = "rw")]
    ReadWrite,
}

/// Guest memory before the start.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Region {
    /// Its name in the case.
    pub name: String,
    /// Guest address of the first byte.
    #[serde(with = "hex::addr")]
    pub address: u64,
    /// Size in bytes.
    pub size: u64,
    /// Name of the file with its bytes; null where the contents do not matter.
    #[serde(deserialize_with = "present")]
    pub file: Option<String>,
    /// What it is.
    pub role: Role,
    /// How it is used.
    pub access: Access,
    /// Descriptor set that names it, or that it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub set: Option<u32>,
    /// Binding of the resource or vertex buffer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub binding: Option<u32>,
    /// Element of an array of resources.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub index: Option<u32>,
    /// Texel buffers: Vulkan's name of the format.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub format: Option<String>,
    /// Images: what is in the memory.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub image: Option<Image>,
    /// Scratch: bytes of one wave.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bytes_per_wave: Option<u64>,
    /// Vertex buffers: bytes from one element to the next.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stride: Option<u32>,
    /// Vertex buffers: one element an instance.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub per_instance: Option<bool>,
    /// The content of the file, `size` bytes.
    #[serde(skip)]
    pub bytes: Option<Arc<[u8]>>,
}

impl Region {
    /// One past the last address. Checked cases never wrap.
    pub fn end(&self) -> u64 {
        self.address.saturating_add(self.size)
    }
}

/// An optional value whose field must be there (it may be null).
fn present<'de, D: serde::Deserializer<'de>>(d: D) -> Result<Option<String>, D::Error> {
    Option::deserialize(d)
}

/// View type of an image.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum View {
    /// 1D.
    #[serde(rename = "TYPE_1D")]
    D1,
    /// 1D array.
    #[serde(rename = "TYPE_1D_ARRAY")]
    D1Array,
    /// 2D.
    #[serde(rename = "TYPE_2D")]
    D2,
    /// 2D array.
    #[serde(rename = "TYPE_2D_ARRAY")]
    D2Array,
    /// 3D.
    #[serde(rename = "TYPE_3D")]
    D3,
    /// Cube.
    Cube,
    /// Cube array.
    CubeArray,
}

/// Tiling of an image; cases have linear ones only.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Tiling {
    /// Rows.
    Linear,
}

/// What is in the memory of an image.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Image {
    /// Vulkan's name of the format.
    pub format: String,
    /// View type.
    pub view: View,
    /// Width, height, depth of level 0.
    pub extent: [u32; 3],
    /// Number of levels.
    pub mips: u32,
    /// Number of array layers.
    pub layers: u32,
    /// How texels are placed.
    pub tiling: Tiling,
    /// Where each level is.
    pub mip_layout: Vec<MipLayout>,
}

/// Where a level of an image is, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MipLayout {
    /// Of layer 0, from the start of the region.
    pub offset: u64,
    /// From one row (of texels or blocks) to the next.
    pub row_pitch: u64,
    /// From one slice of a 3D image to the next.
    pub depth_pitch: u64,
    /// From one layer to the next.
    pub array_pitch: u64,
    /// Size.
    pub size: u64,
}

/// Vulkan's kind of a descriptor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum DescriptorType {
    /// S#.
    Sampler,
    /// T#, FMASK T#, S#.
    CombinedImageSampler,
    /// T#.
    SampledImage,
    /// T#.
    StorageImage,
    /// V#.
    UniformTexelBuffer,
    /// V#.
    StorageTexelBuffer,
    /// V#.
    UniformBuffer,
    /// V#.
    StorageBuffer,
    /// T#.
    InputAttachment,
}

/// A descriptor in a set.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Descriptor {
    /// Set.
    pub set: u32,
    /// Binding.
    pub binding: u32,
    /// Element of the binding.
    pub index: u32,
    /// Vulkan's kind.
    #[serde(rename = "type")]
    pub ty: DescriptorType,
    /// Where in the set, in bytes.
    pub offset: u64,
    /// The hardware's words, equal to the bytes in the set's region.
    #[serde(with = "hex::descriptor_words")]
    pub words: Vec<u32>,
    /// Region that it points to; samplers have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory: Option<String>,
    /// The sampler's state in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sampler: Option<super::draw::SamplerState>,
}

/// Memory after the run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Expect {
    /// Name of the region.
    #[serde(rename = "memory")]
    pub region: String,
    /// Name of the file with the expected bytes.
    pub file: String,
    /// How they may differ.
    #[serde(rename = "compare")]
    pub rule: Rule,
    /// The content of the file; as many as the region has.
    #[serde(skip)]
    pub bytes: Arc<[u8]>,
}
