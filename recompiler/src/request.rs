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

/// Scratch that may become memory of the lanes themselves: what the caller knows of the registers that lead to it.
///
/// The caller states with it that the scratch of every wave of the dispatch lies in one region that nothing else is in, holds
/// unknown bits at the start and is not looked at afterwards, and that the descriptor and the flat base, where they are
/// given, describe that region as a whole: see [`crate::rdna::scratch`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct LaneScratch {
    /// Bytes of a lane: those of the wave divided by its lanes, a multiple of four.
    pub bytes_per_lane: u32,
    /// Register that holds the wave's byte offset ([`SgprInput::ScratchOffset`]).
    pub offset: u8,
    /// First of the four registers that hold the descriptor of all waves' scratch: stride 0, swizzled, lanes added, as many
    /// records interleaved as the wave has lanes, with a range check that the whole region passes.
    pub descriptor: Option<u8>,
    /// Two registers from which the flat base comes.
    pub flat: Option<FlatBase>,
}

/// Registers from which FLAT_SCRATCH is made.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FlatBase {
    /// Register of the low half; the high one follows.
    pub register: u8,
    /// What the program adds to the high half besides the carry, to make it that of the address: 0 where the pair is the
    /// address. RADV's pair is the first half of a descriptor, and its code adds what turns that into an address.
    pub high: u32,
}

/// Vector registers that both halves of a wave of 64 share: lanes n and n + 32 have one (RSRC3.SHARED_VGPR_CNT).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct SharedVgprs {
    /// Number of the first.
    pub first: u32,
    /// How many; none in waves of 32.
    pub count: u32,
}

impl SharedVgprs {
    /// Whether a register is one of them.
    pub fn contains(self, register: u32) -> bool {
        register.wrapping_sub(self.first) < self.count
    }
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
    /// Registers that both halves of a wave of 64 share.
    pub shared_vgprs: SharedVgprs,
    /// VGPRs at the start: register, content.
    pub vgprs: Vec<(u8, VgprInput)>,
    /// High dword of flat LDS addresses.
    pub shared_high: u32,
    /// High dword of flat scratch addresses.
    pub private_high: u32,
    /// Scratch, where it may become memory of the lanes.
    pub scratch: Option<LaneScratch>,
    /// Guest instructions that are translated at the most.
    pub instruction_limit: u32,
}

impl<'a> Request<'a> {
    /// A program of one whole wave that is given nothing: no registers, LDS or scratch, code and entry at address 0, apertures 1
    /// (LDS) and 2 (scratch), FLOAT_MODE 0xC0. Callers change what they know better.
    pub fn bare(code: &'a [u8], wave_size: u32) -> Request<'a> {
        Request {
            code,
            base: 0,
            entry: 0,
            wave_size,
            local_size: [wave_size, 1, 1],
            lds_bytes: 0,
            mode: Mode { float_mode: 0xc0, ieee: false, dx10_clamp: true, fp16_ovfl: false },
            sgprs: Vec::new(),
            vgprs: Vec::new(),
            shared_vgprs: SharedVgprs::default(),
            shared_high: 1,
            private_high: 2,
            scratch: None,
            instruction_limit: 1 << 20,
        }
    }
}
