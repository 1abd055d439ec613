//! What is to be translated.

/// What an SGPR holds when a wave starts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SgprInput {
    /// A dword that the caller gives with each dispatch, by its number in the user data.
    UserData(u32),
    /// Component 0 to 2 of the workgroup's number.
    WorkgroupId(u8),
    /// Number of waves of the group in bits 5:0, of this wave in bits 11:6.
    TgSize,
    /// Byte offset of the wave's scratch: its number in the dispatch times this many bytes.
    ScratchOffset {
        /// Bytes of a wave.
        bytes_per_wave: u32,
    },
}

/// What a VGPR holds when a wave starts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum VgprInput {
    /// Component 0 to 2 of the invocation's place in its group.
    LocalId(u8),
}

/// MODE at the start.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Mode {
    /// FLOAT_MODE: round f32 \[1:0\], round f16/f64 \[3:2\], denormals f32 \[5:4\], denormals f16/f64 \[7:6\].
    pub float_mode: u8,
    /// IEEE.
    pub ieee: bool,
    /// DX10_CLAMP.
    pub dx10_clamp: bool,
    /// FP16_OVFL.
    pub fp16_ovfl: bool,
}

/// A compute program and everything static about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Request<'a> {
    /// Bytes of the code, instructions and what lies behind them.
    pub code: &'a [u8],
    /// Guest address of the first byte.
    pub base: u64,
    /// Guest address of the first instruction.
    pub entry: u64,
    /// Lanes of a wave.
    pub wave_size: u32,
    /// Invocations of a workgroup in each dimension.
    pub local_size: [u32; 3],
    /// Bytes of LDS.
    pub lds_bytes: u32,
    /// MODE at the start.
    pub mode: Mode,
    /// SGPRs at the start: register, content.
    pub sgprs: Vec<(u8, SgprInput)>,
    /// VGPRs at the start: register, content.
    pub vgprs: Vec<(u8, VgprInput)>,
    /// High dword of flat LDS addresses.
    pub shared_high: u32,
    /// High dword of flat scratch addresses.
    pub private_high: u32,
    /// Guest instructions that are translated at the most.
    pub instruction_limit: u32,
}
