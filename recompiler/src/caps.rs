//! What a device does with floats and waves, as plain data: a compile needs no GPU.

/// How sure a property is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Known {
    /// The device promises it (float controls).
    Promised,
    /// A dispatch at device creation showed it.
    Probed,
    /// Nothing is known.
    #[default]
    Unknown,
}

/// What the device does with floats of one width.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct FloatCaps {
    /// The width exists in the device's arithmetic.
    pub supported: bool,
    /// Denormal operands and results are kept.
    pub denorm_preserve: Known,
    /// Denormal operands and results become zero of the same sign.
    pub denorm_flush: Known,
    /// Results round to nearest even.
    pub round_even: Known,
    /// Results round toward zero.
    pub round_zero: Known,
    /// Signed zeros, infinities and NaNs are kept.
    pub nan_preserve: Known,
}

/// A device as far as compiling is concerned.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct DeviceCaps {
    /// f16, f32, f64.
    pub float: [FloatCaps; 3],
    /// 64-bit integers.
    pub int64: bool,
    /// Invocations of a subgroup in compute.
    pub subgroup_size: u32,
    /// Invocations that a workgroup may have.
    pub max_workgroup_invocations: u32,
    /// Bytes of workgroup memory.
    pub max_workgroup_memory: u32,
}

impl DeviceCaps {
    /// A device that promises everything.
    pub const PROMISING: DeviceCaps = DeviceCaps {
        float: [FloatCaps {
            supported: true,
            denorm_preserve: Known::Promised,
            denorm_flush: Known::Promised,
            round_even: Known::Promised,
            round_zero: Known::Promised,
            nan_preserve: Known::Promised,
        }; 3],
        int64: true,
        subgroup_size: 64,
        max_workgroup_invocations: 1024,
        max_workgroup_memory: 64 << 10,
    };
}
