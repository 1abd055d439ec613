//! Which drivers break which shapes.

use spirv::Quirks;

/// A row: how the driver's name begins (`VkPhysicalDeviceDriverProperties`), what it breaks.
pub const QUIRKS: &[(&str, Quirks)] =
    &[("llvmpipe", Quirks::SUBGROUP_BARRIER_IS_THE_GROUPS), ("radv", Quirks::NARROW_LOADS_ARE_VOLATILE)];

/// What a driver with this name breaks.
pub fn quirks(driver: &str) -> Quirks {
    QUIRKS.iter().filter(|(name, _)| driver.starts_with(name)).fold(Quirks::empty(), |all, (_, q)| all | *q)
}

/// How deep structured control may nest on a driver with less room than SPIR-V allows. Measured: 70 ifs in ifs run on llvmpipe,
/// 150 crash it; its masks have stacks of 80 levels (`LP_MAX_TGSI_NESTING`).
pub fn max_nest(driver: &str) -> Option<u32> {
    driver.starts_with("llvmpipe").then_some(60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_driver_has_the_quirks_of_its_rows() {
        assert_eq!(quirks("llvmpipe Mesa 25.0.7 (LLVM 19.1.7)"), Quirks::SUBGROUP_BARRIER_IS_THE_GROUPS);
        assert_eq!(quirks("SwiftShader driver"), Quirks::empty());
    }
}
