//! Devices as plain data: compiling needs no GPU, and a bench must mean the same on every machine.

use ir::host::{Denormals, FloatCaps, HostCaps, Rounding, Specials};
use recompiler::caps::{DeviceCaps, Known};
use spirv::{FloatControls, Options, Quirks};

/// What a compile asks of a device.
#[derive(Clone, Debug)]
pub struct Device {
    /// Name in tables.
    pub name: &'static str,
    /// Floats, widths, subgroups.
    pub caps: DeviceCaps,
    /// What modules may use.
    pub spirv: Options,
}

const fn ieee(denormals: Denormals) -> FloatCaps {
    FloatCaps { denormals, rounding: Rounding::Even, specials: Specials::SomeNan }
}

/// A device that promises everything: the module asks it for what FLOAT_MODE 0xC0 says, so that f32 denormals are flushed by
/// the host and those of f16 and f64 kept.
pub fn promising() -> Device {
    let kept = FloatControls { denorm_preserve: true, denorm_flush: false, round_even: true, special: true };
    let flushed = FloatControls { denorm_preserve: false, denorm_flush: true, ..kept };
    Device {
        name: "promising",
        caps: DeviceCaps {
            float: HostCaps { b32: ieee(Denormals::Flush), ..DeviceCaps::PROMISING.float },
            ..DeviceCaps::PROMISING
        },
        spirv: Options { float: [kept, flushed, kept], ..Options::default() },
    }
}

/// The same device asked to keep all denormals: what flushing by instructions costs.
pub fn keeping() -> Device {
    Device { name: "keeping", caps: DeviceCaps::PROMISING, spirv: Options::default() }
}

/// Mesa 25's lavapipe as it shows itself when probed: denormals kept and rounding to nearest, subgroups of 8 in lock step.
pub fn lavapipe() -> Device {
    Device {
        name: "lavapipe",
        caps: DeviceCaps {
            float_known: Known::Probed,
            subgroup_size: 8,
            max_workgroup_memory: 32 << 10,
            ..DeviceCaps::PROMISING
        },
        spirv: Options { quirks: Quirks::SUBGROUP_BARRIER_IS_THE_GROUPS, ..Options::default() },
    }
}

/// All of them.
pub fn all() -> [Device; 3] {
    [promising(), keeping(), lavapipe()]
}
