//! The names of start-register arguments.
//!
//! **Ensures:** a name is either one of the documented ones or an error that says which name it is;
//! nothing is passed through. Source of the names: the case format's argument lists, with the HSA
//! arguments of OpenCL code objects.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// X, Y or Z.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Axis {
    /// First dimension.
    X,
    /// Second dimension.
    Y,
    /// Third dimension.
    Z,
}

impl Axis {
    /// 0, 1 or 2.
    pub fn index(self) -> usize {
        match self {
            Self::X => 0,
            Self::Y => 1,
            Self::Z => 2,
        }
    }
}

/// An argument name that the case format does not have.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown {what} argument `{name}`")]
pub struct UnknownName {
    what: &'static str,
    name: String,
}

macro_rules! names {
    (
        $(#[$meta:meta])* $enum:ident, $what:literal,
        fixed { $($(#[$fm:meta])* $fixed:ident = $text:literal, $regs:literal;)* }
        numbered { $($(#[$nm:meta])* $numbered:ident = $prefix:literal .. $suffix:literal, max $max:literal;)* }
    ) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
        #[serde(try_from = "String", into = "String")]
        pub enum $enum {
            $($(#[$fm])* $fixed,)*
            $($(#[$nm])* $numbered(u8),)*
        }

        impl $enum {
            /// Number of registers that the argument takes.
            pub fn registers(self) -> u32 {
                match self {
                    $(Self::$fixed => $regs,)*
                    $(Self::$numbered(_) => 1,)*
                }
            }
        }

        impl FromStr for $enum {
            type Err = UnknownName;

            fn from_str(s: &str) -> Result<Self, UnknownName> {
                match s {
                    $($text => return Ok(Self::$fixed),)*
                    _ => {}
                }
                $(
                    if let Some(n) = number(s, $prefix, $suffix).filter(|n| *n <= $max) {
                        return Ok(Self::$numbered(n));
                    }
                )*
                // A hostile name may be as long as the file; the message shows its beginning.
                Err(UnknownName { what: $what, name: s.chars().take(64).collect() })
            }
        }

        impl fmt::Display for $enum {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $(Self::$fixed => f.write_str($text),)*
                    $(Self::$numbered(n) => write!(f, concat!($prefix, "{}", $suffix), n),)*
                }
            }
        }

        impl TryFrom<String> for $enum {
            type Error = UnknownName;

            fn try_from(s: String) -> Result<Self, UnknownName> {
                s.parse()
            }
        }

        impl From<$enum> for String {
            fn from(n: $enum) -> Self {
                n.to_string()
            }
        }
    };
}

/// The decimal number between a prefix and a suffix, in its one canonical spelling.
fn number(s: &str, prefix: &str, suffix: &str) -> Option<u8> {
    let digits = s.strip_prefix(prefix)?.strip_suffix(suffix)?;
    let n = digits.parse::<u8>().ok()?;
    (n.to_string() == digits).then_some(n)
}

names! {
    /// What a scalar register holds at the start.
    SgprName, "SGPR",
    fixed {
        /// Ring table, or the scratch base in compute (case format: argument names).
        RingOffsets = "ring_offsets", 2;
        /// Low half of the push constant address; the high half is 0xffff8000.
        PushConstantsLo = "push_constants_lo", 1;
        /// Low half of the address of the table of set addresses.
        IndirectDescriptorSetsLo = "indirect_descriptor_sets_lo", 1;
        /// Low half of the address of the vertex buffer descriptors.
        VertexBuffersLo = "vertex_buffers_lo", 1;
        /// Low half of the address of the streamout descriptors.
        StreamoutBuffersLo = "streamout_buffers_lo", 1;
        /// Address of three dwords: the number of workgroups.
        NumWorkgroupsPtr = "num_workgroups_ptr", 2;
        /// Number of workgroups by value, X.
        NumWorkgroupsX = "num_workgroups_x", 1;
        /// Number of workgroups by value, Y.
        NumWorkgroupsY = "num_workgroups_y", 1;
        /// Number of workgroups by value, Z.
        NumWorkgroupsZ = "num_workgroups_z", 1;
        /// First vertex.
        BaseVertex = "base_vertex", 1;
        /// Number of the draw in a multi-draw.
        DrawId = "draw_id", 1;
        /// First instance.
        StartInstance = "start_instance", 1;
        /// Multiview index.
        ViewIndex = "view_index", 1;
        /// Workgroup id X, from the dispatch.
        WorkgroupIdX = "workgroup_id_x", 1;
        /// Workgroup id Y, from the dispatch.
        WorkgroupIdY = "workgroup_id_y", 1;
        /// Workgroup id Z, from the dispatch.
        WorkgroupIdZ = "workgroup_id_z", 1;
        /// Waves of the group in bits 5:0, number of this wave in bits 11:6, from the dispatch.
        TgSize = "tg_size", 1;
        /// Byte offset of this wave's scratch, from the dispatch.
        ScratchOffset = "scratch_offset", 1;
        /// Primitive mask for interpolation (goes to M0).
        PrimMask = "prim_mask", 1;
        /// Provoking vertex information of pixel shaders.
        ProvokingVertex = "provoking_vertex", 1;
        /// Thread counts of merged stages.
        MergedWaveInfo = "merged_wave_info", 1;
        /// Offset into the off-chip tessellation ring.
        TessOffchipOffset = "tess_offchip_offset", 1;
        /// Offset into the tessellation factor ring.
        TcsFactorOffset = "tcs_factor_offset", 1;
        /// Offset into the GS to VS ring.
        Gs2vsOffset = "gs2vs_offset", 1;
        /// Thread group information of NGG.
        GsTgInfo = "gs_tg_info", 1;
        /// Culling settings of NGG.
        NggCullingSettings = "ngg_culling_settings", 1;
        /// Viewport scale X of NGG culling.
        NggViewportScaleX = "ngg_viewport_scale_x", 1;
        /// Viewport scale Y of NGG culling.
        NggViewportScaleY = "ngg_viewport_scale_y", 1;
        /// Viewport translation X of NGG culling.
        NggViewportTranslateX = "ngg_viewport_translate_x", 1;
        /// Viewport translation Y of NGG culling.
        NggViewportTranslateY = "ngg_viewport_translate_y", 1;
        /// Streamout configuration.
        StreamoutConfig = "streamout_config", 1;
        /// Streamout write index.
        StreamoutWriteIndex = "streamout_write_index", 1;
        /// HSA: V# of swizzled scratch.
        PrivateSegmentBuffer = "private_segment_buffer", 4;
        /// HSA: address of the kernel dispatch packet.
        DispatchPtr = "dispatch_ptr", 2;
        /// HSA: address of the queue.
        QueuePtr = "queue_ptr", 2;
        /// HSA: address of the kernel arguments.
        KernargSegmentPtr = "kernarg_segment_ptr", 2;
        /// HSA: id of the dispatch.
        DispatchId = "dispatch_id", 2;
        /// HSA: scratch base.
        FlatScratchInit = "flat_scratch_init", 2;
        /// HSA: scratch bytes of a lane.
        PrivateSegmentSize = "private_segment_size", 1;
        /// Loaded, but the program does not read it.
        Unused = "unused", 1;
    }
    numbered {
        /// Low half of the address of a descriptor set.
        DescriptorSetLo = "descriptor_set" .. "_lo", max 31;
        /// A dword of the push constants, by value.
        PushConstantDword = "push_constant_dword" .. "", max 63;
        /// A push constant by value whose place is not known.
        PushConstantInline = "push_constant_inline" .. "", max 63;
        /// Streamout offset of a buffer.
        StreamoutOffset = "streamout_offset" .. "", max 3;
        /// A user data slot of the driver without a documented meaning.
        DriverSlot = "driver_slot" .. "", max 63;
    }
}

impl SgprName {
    /// True for arguments that the hardware makes for each group or wave of a dispatch; a case gives
    /// no value for them.
    pub fn is_from_dispatch(self) -> bool {
        matches!(
            self,
            Self::WorkgroupIdX | Self::WorkgroupIdY | Self::WorkgroupIdZ | Self::TgSize | Self::ScratchOffset
        )
    }

    /// The axis of a workgroup id.
    pub fn workgroup_axis(self) -> Option<Axis> {
        match self {
            Self::WorkgroupIdX => Some(Axis::X),
            Self::WorkgroupIdY => Some(Axis::Y),
            Self::WorkgroupIdZ => Some(Axis::Z),
            _ => None,
        }
    }
}

names! {
    /// What a vector register holds at the start.
    VgprName, "VGPR",
    fixed {
        /// Invocation's X in its workgroup.
        LocalIdX = "local_id_x", 1;
        /// Invocation's Y in its workgroup.
        LocalIdY = "local_id_y", 1;
        /// Invocation's Z in its workgroup.
        LocalIdZ = "local_id_z", 1;
        /// Vertex number in the draw, from 0.
        VertexId = "vertex_id", 1;
        /// Instance number in the draw, from 0.
        InstanceId = "instance_id", 1;
        /// Primitive number.
        PrimitiveId = "primitive_id", 1;
        /// Patch number relative to the wave.
        VsRelPatchId = "vs_rel_patch_id", 1;
        /// Patch number.
        TcsPatchId = "tcs_patch_id", 1;
        /// Relative patch in bits 7:0, output control point in bits 12:8.
        TcsRelIds = "tcs_rel_ids", 1;
        /// Tessellation coordinate u.
        TessU = "tess_u", 1;
        /// Tessellation coordinate v.
        TessV = "tess_v", 1;
        /// Patch number relative to the wave.
        TesRelPatchId = "tes_rel_patch_id", 1;
        /// Patch number.
        TesPatchId = "tes_patch_id", 1;
        /// Primitive number of a geometry shader.
        GsPrimId = "gs_prim_id", 1;
        /// Invocation of a geometry shader.
        GsInvocationId = "gs_invocation_id", 1;
        /// Barycentrics at the sample.
        PerspSampleIj = "persp_sample_ij", 2;
        /// Barycentrics at the pixel centre.
        PerspCenterIj = "persp_center_ij", 2;
        /// Barycentrics at the centroid.
        PerspCentroidIj = "persp_centroid_ij", 2;
        /// I/W, J/W, 1/W.
        PerspPullModel = "persp_pull_model", 3;
        /// Linear barycentrics at the sample.
        LinearSampleIj = "linear_sample_ij", 2;
        /// Linear barycentrics at the pixel centre.
        LinearCenterIj = "linear_center_ij", 2;
        /// Linear barycentrics at the centroid.
        LinearCentroidIj = "linear_centroid_ij", 2;
        /// Line stipple.
        LineStipple = "line_stipple", 1;
        /// Position x.
        PosX = "pos_x", 1;
        /// Position y.
        PosY = "pos_y", 1;
        /// Position z.
        PosZ = "pos_z", 1;
        /// Position w.
        PosW = "pos_w", 1;
        /// Facing.
        FrontFace = "front_face", 1;
        /// Sample number and more.
        Ancillary = "ancillary", 1;
        /// Coverage mask.
        SampleCoverage = "sample_coverage", 1;
        /// Integer pixel position.
        PosFixedPt = "pos_fixed_pt", 1;
        /// Loaded, but the program does not read it.
        Unused = "unused", 1;
    }
    numbered {
        /// Where a vertex of the primitive is in the ES to GS ring.
        GsVtxOffset = "gs_vtx_offset" .. "", max 5;
    }
}

impl VgprName {
    /// The axis of a local id.
    pub fn local_axis(self) -> Option<Axis> {
        match self {
            Self::LocalIdX => Some(Axis::X),
            Self::LocalIdY => Some(Axis::Y),
            Self::LocalIdZ => Some(Axis::Z),
            _ => None,
        }
    }
}
