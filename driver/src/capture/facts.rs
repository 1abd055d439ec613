//! The `facts` of a stage: what the compiler and the driver say about a program.
//!
//! **Ensures:** as `types.rs`: every documented field is taken, every other one refused. Only the API
//! stages, the hardware stage and the wave size must be there; OpenCL cases give few of the others.

use super::hex;
use super::types::{Gfx, SgprArg, VgprArg, WaveSize};
use serde::{Deserialize, Serialize};

/// Hardware stage.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum HwStage {
    /// Compute.
    #[serde(rename = "CS")]
    Compute,
    /// Pixel.
    #[serde(rename = "PS")]
    Pixel,
    /// Legacy vertex stage.
    #[serde(rename = "VS")]
    Vertex,
    /// Merged LS and HS.
    #[serde(rename = "HS")]
    Hull,
    /// Merged ES and GS, legacy.
    #[serde(rename = "GS")]
    Geometry,
    /// Next-generation geometry.
    #[serde(rename = "NGG")]
    Ngg,
}

/// API stage.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ApiStage {
    /// Compute.
    #[serde(rename = "CS")]
    Compute,
    /// Vertex.
    #[serde(rename = "VS")]
    Vertex,
    /// Tessellation control.
    #[serde(rename = "TCS")]
    TessControl,
    /// Tessellation evaluation.
    #[serde(rename = "TES")]
    TessEval,
    /// Geometry.
    #[serde(rename = "GS")]
    Geometry,
    /// Fragment.
    #[serde(rename = "FS")]
    Fragment,
    /// The vertex stage that reads what a geometry shader wrote.
    #[serde(rename = "GS_COPY")]
    GsCopy,
}

macro_rules! facts {
    ($($(#[doc = $doc:literal])* $(#[serde($($attr:tt)*)])? $name:ident: $ty:ty,)*) => {
        /// Facts about one program, as the compiler and the driver know them.
        #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
        #[serde(deny_unknown_fields)]
        pub struct Facts {
            /// API stages in the program.
            pub stages: Vec<ApiStage>,
            /// Hardware stage it runs on.
            pub hw_stage: HwStage,
            /// Lanes of a wave.
            pub wave_size: WaveSize,
            $(
                $(#[doc = $doc])*
                #[serde(default, skip_serializing_if = "Option::is_none" $(, $($attr)*)?)]
                pub $name: Option<$ty>,
            )*
        }
    };
}

facts! {
    /// Vector registers.
    vgprs: u32,
    /// Scalar registers.
    sgprs: u32,
    /// LDS of a workgroup, in bytes.
    lds_bytes: u32,
    /// Scratch of a wave, in bytes.
    scratch_bytes_per_wave: u32,
    /// Spilled scalar and vector registers.
    spilled: [u32; 2],
    /// FLOAT_MODE of RSRC1.
    float_mode: u8,
    /// Bits 1:0 of `float_mode`.
    round_32: u8,
    /// Bits 3:2 of `float_mode`.
    round_16_64: u8,
    /// Bits 5:4 of `float_mode`.
    denorm_32: u8,
    /// Bits 7:6 of `float_mode`.
    denorm_16_64: u8,
    /// 0 or 1.
    ieee_mode: u8,
    /// 0 or 1.
    dx10_clamp: u8,
    /// Register value.
    #[serde(with = "hex::register_opt")]
    rsrc1: u32,
    /// Register value.
    #[serde(with = "hex::register_opt")]
    rsrc2: u32,
    /// Register value.
    #[serde(with = "hex::register_opt")]
    rsrc3: u32,
    /// First user SGPR: 0, or 8 for merged stages.
    user_sgpr_base: u32,
    /// Number of user SGPRs.
    user_sgpr_count: u32,
    /// The arguments once more, as the model of the driver gives them.
    sgpr_args: Vec<SgprArg>,
    /// The arguments once more.
    vgpr_args: Vec<VgprArg>,
    /// The argument model agrees with the compiler's own list.
    args_match_startpgm: bool,
    /// The compiler's own list of start registers.
    startpgm: String,
    /// Whole file, in bytes.
    code_bytes: u64,
    /// Instructions at its start, in bytes.
    instruction_bytes: u64,
    /// Number of instructions.
    instructions: u64,
    /// Invocations of a workgroup in X, Y, Z.
    local_size: [u32; 3],
    /// GPU family as the driver names it.
    family: String,
    /// Target of the code.
    gfx: Gfx,
    /// Next-generation geometry.
    ngg: bool,
    /// Which varying slot is which parameter export.
    param_exports: Vec<ParamExport>,
    /// Which varying slot is which attribute.
    ps_inputs: Vec<PsInput>,
    /// Register value: which VGPR inputs are loaded.
    #[serde(with = "hex::register_opt")]
    spi_ps_input_ena: u32,
    /// Register value: which VGPR inputs have room.
    #[serde(with = "hex::register_opt")]
    spi_ps_input_addr: u32,
    /// Register value, a nibble a target.
    #[serde(with = "hex::register_opt")]
    spi_shader_col_format: u32,
    /// Register value, a nibble a target.
    #[serde(with = "hex::register_opt")]
    cb_shader_mask: u32,
    /// Register value.
    #[serde(with = "hex::register_opt")]
    spi_shader_z_format: u32,
    /// Register value.
    #[serde(with = "hex::register_opt")]
    db_shader_control: u32,
    /// Register value.
    #[serde(with = "hex::register_opt")]
    pa_cl_vs_out_cntl: u32,
    /// Register value.
    #[serde(with = "hex::register_opt")]
    spi_vs_out_config: u32,
    /// Register value.
    #[serde(with = "hex::register_opt")]
    spi_shader_pos_format: u32,
    /// Remarks of the tool that made the facts.
    notes: Vec<String>,
}

/// A parameter export.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ParamExport {
    /// Varying slot by number.
    pub slot: u32,
    /// Varying slot by name.
    pub name: String,
    /// Number of the export.
    pub param: u32,
}

/// An attribute of a pixel shader.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PsInput {
    /// Number of the attribute.
    pub attr: u32,
    /// Varying slot by name.
    pub slot: String,
    /// Not interpolated.
    pub flat: bool,
}
