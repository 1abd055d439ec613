//! What a device does with floats and waves, as plain data: a compile needs no GPU.

use ir::host::{Denormals, FloatCaps, HostCaps, Rounding, Specials};

/// How sure the float properties are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Known {
    /// The device promises them, and the module asks for them (float controls).
    Promised,
    /// A dispatch at device creation showed them; its answers are part of every cache key.
    Probed,
    /// Nothing is known.
    #[default]
    Unknown,
}

/// A device as far as compiling is concerned.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct DeviceCaps {
    /// What the host's float ops do.
    pub float: HostCaps,
    /// How that is known.
    pub float_known: Known,
    /// The host has 16-bit floats.
    pub float16: bool,
    /// The host has 64-bit floats.
    pub float64: bool,
    /// The host has 64-bit integers.
    pub int64: bool,
    /// Invocations of a subgroup in compute.
    pub subgroup_size: u32,
    /// Invocations that a workgroup may have.
    pub max_workgroup_invocations: u32,
    /// Bytes of workgroup memory.
    pub max_workgroup_memory: u32,
    /// Structured control in structured control that its compiler takes.
    pub max_nest: u32,
}

impl DeviceCaps {
    /// A device that promises IEEE 754 with denormals, rounding to nearest even, and everything else.
    pub const PROMISING: DeviceCaps = DeviceCaps {
        float: HostCaps::all(FloatCaps {
            denormals: Denormals::Keep,
            rounding: Rounding::Even,
            specials: Specials::SomeNan,
        }),
        float_known: Known::Promised,
        float16: true,
        float64: true,
        int64: true,
        subgroup_size: 64,
        max_workgroup_invocations: 1024,
        max_workgroup_memory: 64 << 10,
        max_nest: crate::passes::structurize::MAX_DEPTH,
    };
}
