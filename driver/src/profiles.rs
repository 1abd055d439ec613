//! Devices as plain data: compiling needs no GPU, and what it gives must mean the same on every machine.
//!
//! Ensures: nothing here looks at a device. [`crate::on_device::Target`] says what a real one does; a test holds
//! [`lavapipe`] against it.

use ir::host::{Denormals, FloatCaps, HostCaps, Rounding, Specials};
use recompiler::caps::{DeviceCaps, Known};
use spirv::{Features, FloatControls, Options};

/// High dword of flat LDS addresses where nothing says another one.
pub const SHARED_HIGH: u32 = crate::replay::DEFAULT_APERTURES.shared_high;
/// High dword of flat scratch addresses where nothing says another one.
pub const PRIVATE_HIGH: u32 = crate::replay::DEFAULT_APERTURES.private_high;

/// A device to compile for.
#[derive(Clone, Debug)]
pub struct Profile {
    /// Name for people.
    pub name: String,
    /// Floats, widths, subgroups.
    pub caps: DeviceCaps,
    /// What modules may use.
    pub spirv: Options,
}

/// A device that promises IEEE floats and has everything.
pub fn promising(subgroup_size: u32) -> Profile {
    Profile {
        name: "promised".to_owned(),
        caps: DeviceCaps { subgroup_size, ..DeviceCaps::PROMISING },
        spirv: Options::default(),
    }
}

/// A device that has everything and whose floats nobody knows.
pub fn unknown(subgroup_size: u32) -> Profile {
    let caps = DeviceCaps {
        float: HostCaps::default(),
        float_known: Known::Unknown,
        subgroup_size,
        ..DeviceCaps::PROMISING
    };
    Profile { name: "unknown".to_owned(), caps, spirv: Options::default() }
}

/// Mesa 25's lavapipe as it shows itself when probed: denormals kept and rounding to nearest in compute, no promise, and
/// no 64-bit atomics in workgroup memory (the test `lavapipe_is_as_its_profile_says`).
pub fn lavapipe(subgroup_size: u32) -> Profile {
    let probed =
        FloatCaps { denormals: Denormals::Keep, rounding: Rounding::Even, specials: Specials::SomeNan };
    let caps = DeviceCaps {
        float: HostCaps::all(probed),
        float_known: Known::Probed,
        float16: true,
        float64: true,
        int64: true,
        subgroup_size,
        max_workgroup_invocations: 1024,
        max_workgroup_memory: 32 << 10,
        max_nest: crate::vulkan::max_nest("llvmpipe").unwrap_or(DeviceCaps::PROMISING.max_nest),
    };
    Profile {
        name: "lavapipe".to_owned(),
        caps,
        spirv: Options {
            float: [FloatControls { special: true, ..FloatControls::default() }; 3],
            features: Features::all().difference(Features::SHARED_ATOMIC64),
            max_workgroup_memory: 32 << 10,
            quirks: crate::vulkan::quirks("llvmpipe"),
            ..Options::default()
        },
    }
}

/// What a probe shows of floats of 32 bits that flush denormals.
const FLUSHING: FloatCaps =
    FloatCaps { denormals: Denormals::Flush, rounding: Rounding::Even, specials: Specials::SomeNan };

/// SwiftShader, the Vulkan driver inside Chromium, as it shows itself when probed: subgroups of 4, groups of 256, floats of 32 bits
/// that flush denormals, and no other widths.
pub fn swiftshader() -> Profile {
    let caps = DeviceCaps {
        float: HostCaps { b32: FLUSHING, from_int: Rounding::Unknown, ..HostCaps::default() },
        float_known: Known::Probed,
        float16: false,
        float64: false,
        int64: false,
        subgroup_size: 4,
        max_workgroup_invocations: 256,
        max_workgroup_memory: 32 << 10,
        max_nest: DeviceCaps::PROMISING.max_nest,
    };
    Profile {
        name: "swiftshader".to_owned(),
        caps,
        spirv: Options {
            float: [false, true, false].map(|special| FloatControls { special, ..FloatControls::default() }),
            features: Features::BROADCAST_DYNAMIC | Features::DEVICE_SCOPE,
            max_workgroup_memory: 32 << 10,
            ..Options::default()
        },
    }
}

/// What its driver promises by float controls, as published: nobody here has probed such a device.
fn promised(name: &str, denormals: Denormals, subgroup_size: u32) -> Profile {
    let [b16, b32, b64] = [Denormals::Keep, denormals, Denormals::Keep].map(|denormals| FloatCaps {
        denormals,
        rounding: Rounding::Even,
        specials: Specials::SomeNan,
    });
    let mut profile = promising(subgroup_size);
    name.clone_into(&mut profile.name);
    profile.caps.float = HostCaps { b16, b32, b64, ..profile.caps.float };
    let of = |caps: FloatCaps| FloatControls {
        denorm_preserve: caps.denormals == Denormals::Keep,
        denorm_flush: caps.denormals == Denormals::Flush,
        round_even: true,
        special: true,
    };
    profile.spirv.float = [b16, b32, b64].map(of);
    profile
}

/// Mesa's RADV on RDNA: each width's denormals may be kept or flushed, rounding to nearest and special values are promised.
pub fn radv(flush: bool) -> Profile {
    let (name, denormals) =
        if flush { ("RADV, asked to flush", Denormals::Flush) } else { ("RADV", Denormals::Keep) };
    promised(name, denormals, 64)
}

/// NVIDIA's driver: as RADV with subgroups of 32; 16-bit denormals are always kept.
pub fn nvidia(flush: bool) -> Profile {
    let (name, denormals) =
        if flush { ("NVIDIA, asked to flush", Denormals::Flush) } else { ("NVIDIA", Denormals::Keep) };
    promised(name, denormals, 32)
}

/// MoltenVK: no floats and integers of 64 bits and no float controls; what a probe shows of 32 bits where the math is not the
/// fast one: denormals flushed, to nearest, special values as IEEE 754 has them.
pub fn moltenvk() -> Profile {
    let caps = DeviceCaps {
        float: HostCaps { b32: FLUSHING, ..HostCaps::default() },
        float_known: Known::Probed,
        float16: false,
        float64: false,
        int64: false,
        subgroup_size: 32,
        ..DeviceCaps::PROMISING
    };
    let missing = Features::FLOAT16 | Features::FLOAT64 | Features::INT64;
    let spirv = Options { features: Features::all().difference(missing), ..Options::default() };
    Profile { name: "MoltenVK".to_owned(), caps, spirv }
}
