//! The parts of the case format that only graphics and samplers need: `draw` and sampler state.
//!
//! **Ensures:** as `types.rs`: unknown fields and unknown names are refused.

use crate::compare::Rule;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Primitive topology, by Vulkan's names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[expect(missing_docs, reason = "Vulkan's names")]
pub enum Topology {
    PointList,
    LineList,
    LineStrip,
    TriangleList,
    TriangleStrip,
    TriangleFan,
    LineListWithAdjacency,
    LineStripWithAdjacency,
    TriangleListWithAdjacency,
    TriangleStripWithAdjacency,
    PatchList,
}

/// Which faces are not drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Cull {
    /// All are drawn.
    #[serde(rename = "")]
    None,
    /// Front faces.
    #[serde(rename = "FRONT")]
    Front,
    /// Back faces.
    #[serde(rename = "BACK")]
    Back,
    /// Both.
    #[serde(rename = "FRONT_AND_BACK", alias = "FRONT | BACK")]
    FrontAndBack,
}

/// Which winding is the front.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[expect(missing_docs, reason = "Vulkan's names")]
pub enum FrontFace {
    CounterClockwise,
    Clockwise,
}

/// Blending of the targets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Blend {
    /// Targets are overwritten.
    #[serde(rename = "none")]
    None,
    /// Colour by source alpha, alpha added.
    #[serde(rename = "src_alpha,one_minus_src_alpha;one,one")]
    Alpha,
}

/// Comparison of depths, by Vulkan's names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[expect(missing_docs, reason = "Vulkan's names")]
pub enum CompareOp {
    Never,
    Less,
    Equal,
    LessOrEqual,
    Greater,
    NotEqual,
    GreaterOrEqual,
    Always,
}

/// One draw.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Draw {
    /// Topology.
    pub topology: Topology,
    /// Number of vertices.
    pub vertices: u32,
    /// Number of instances.
    pub instances: u32,
    /// First vertex.
    pub first_vertex: u32,
    /// First instance.
    pub first_instance: u32,
    /// x, y, width, height, near, far, by Vulkan's conventions.
    pub viewport: [f64; 6],
    /// Culling.
    pub cull: Cull,
    /// Front face.
    pub front_face: FrontFace,
    /// Blending.
    pub blend: Blend,
    /// Samples of a pixel.
    pub samples: u32,
    /// Vertex attributes.
    pub attributes: Vec<Attribute>,
    /// Colour targets.
    pub targets: Vec<Target>,
    /// Depth target.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<Depth>,
    /// Control points of a patch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub patch_control_points: Option<u32>,
}

/// A vertex attribute.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Attribute {
    /// Location.
    pub location: u32,
    /// Vertex buffer.
    pub binding: u32,
    /// Vulkan's name of the format.
    pub format: String,
    /// Bytes from the start of an element.
    pub offset: u32,
}

/// A colour target.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Target {
    /// Number.
    pub index: u32,
    /// Vulkan's name of the format.
    pub format: String,
    /// Width and height.
    pub extent: [u32; 2],
    /// Colour before the draw.
    pub clear: [f64; 4],
    /// Name of the file with the expected texels, in tight rows.
    pub file: String,
    /// How they may differ.
    #[serde(rename = "compare")]
    pub rule: Rule,
    /// The content of the file.
    #[serde(skip)]
    pub bytes: Arc<[u8]>,
}

/// The depth target, of the size of the colour targets.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Depth {
    /// Vulkan's name of the format.
    pub format: String,
    /// The depth test.
    pub compare_op: CompareOp,
    /// Depth before the draw.
    pub clear: f64,
    /// Depth is written.
    pub write: bool,
    /// Name of the file with the expected texels, in tight rows.
    pub file: String,
    /// How they may differ.
    #[serde(rename = "compare")]
    pub rule: Rule,
    /// The content of the file.
    #[serde(skip)]
    pub bytes: Arc<[u8]>,
}

/// Filter of a sampler.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the format's words")]
pub enum Filter {
    Nearest,
    Linear,
}

/// Address mode of a sampler.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the format's words")]
pub enum Wrap {
    Repeat,
    Mirror,
    Clamp,
    Border,
    MirrorOnce,
}

/// Border colour of a sampler.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the format's words")]
pub enum Border {
    TransparentBlack,
    OpaqueBlack,
    OpaqueWhite,
    IntBlack,
    IntWhite,
}

/// Depth comparison of a sampler.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the format's words")]
pub enum SamplerCompare {
    Never,
    Less,
    Equal,
    LEqual,
    Greater,
    NotEqual,
    GEqual,
    Always,
}

/// What a sampler makes of its texels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the format's words")]
pub enum Reduction {
    Min,
    Max,
}

/// A number that the format writes as text.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct TextNumber(pub f32);

/// Text that is not a finite number.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a number")]
pub struct NotANumber(String);

impl TryFrom<String> for TextNumber {
    type Error = NotANumber;

    fn try_from(s: String) -> Result<Self, NotANumber> {
        match s.parse::<f32>() {
            Ok(v) if v.is_finite() => Ok(Self(v)),
            _ => Err(NotANumber(s.chars().take(64).collect())),
        }
    }
}

impl From<TextNumber> for String {
    fn from(n: TextNumber) -> Self {
        n.0.to_string()
    }
}

/// The state of a sampler in words, as the case format's `samp` directive has it. What is absent has
/// the default: nearest, repeat, transparent black, no comparison, no bias, levels 0 to 15.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SamplerState {
    /// Magnification and minification.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub filter: Option<Filter>,
    /// Magnification.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mag: Option<Filter>,
    /// Minification.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min: Option<Filter>,
    /// Between levels.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mip: Option<Filter>,
    /// Address mode of all axes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub addr: Option<Wrap>,
    /// Address mode of u.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub u: Option<Wrap>,
    /// Address mode of v.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub v: Option<Wrap>,
    /// Address mode of w.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub w: Option<Wrap>,
    /// Depth comparison.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub compare: Option<SamplerCompare>,
    /// Border colour.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub border: Option<Border>,
    /// Anisotropy.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub aniso: Option<TextNumber>,
    /// Bias of the level.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bias: Option<TextNumber>,
    /// Least level.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub minlod: Option<TextNumber>,
    /// Greatest level.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub maxlod: Option<TextNumber>,
    /// Reduction.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reduce: Option<Reduction>,
    /// Coordinates in texels.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unnorm: Option<TextNumber>,
}

/// Bytes of a texel of an uncompressed colour or depth format: the sum of the bit counts in its name.
/// Other formats give `None`.
pub fn texel_bytes(format: &str) -> Option<u32> {
    let (components, _) = format.split_once('_')?;
    let mut bits = 0u32;
    let mut number = None::<u32>;
    for c in components.chars() {
        match c.to_digit(10) {
            Some(d) => number = Some(number?.checked_mul(10)?.checked_add(d)?),
            None if matches!(c, 'R' | 'G' | 'B' | 'A' | 'D' | 'E' | 'X') => {
                // A letter without a number before the next one is no component.
                if let Some(n) = number {
                    bits = bits.checked_add((n > 0).then_some(n)?)?;
                }
                number = Some(0);
            }
            None => return None,
        }
    }
    bits = bits.checked_add(number.filter(|n| *n > 0)?)?;
    (bits.is_multiple_of(8) && bits <= 256).then_some(bits / 8)
}

#[cfg(test)]
mod tests {
    use super::texel_bytes;

    #[test]
    fn texel_sizes_follow_from_the_names() {
        for (name, bytes) in [
            ("R8_UNORM", 1),
            ("R8G8B8A8_SRGB", 4),
            ("R16G16B16A16_SFLOAT", 8),
            ("R32G32B32A32_UINT", 16),
            ("A2B10G10R10_UNORM_PACK32", 4),
            ("B10G11R11_UFLOAT_PACK32", 4),
            ("E5B9G9R9_UFLOAT_PACK32", 4),
            ("D32_SFLOAT", 4),
            ("R5G6B5_UNORM_PACK16", 2),
        ] {
            assert_eq!(texel_bytes(name), Some(bytes), "{name}");
        }
        for name in ["BC1_RGBA_UNORM_BLOCK", "", "_", "R", "R_UNORM", "RG8_X", "R99999999999_UINT", "8_UNORM"]
        {
            assert_eq!(texel_bytes(name), None, "{name}");
        }
    }
}
