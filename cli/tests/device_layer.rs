//! The device layer on a real device.
//!
//! A test that finds no device says so where `cargo test` cannot hold it back, and fails where CI=true.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use driver::on_device::Target;
use driver::profiles;
use driver::vulkan::{Device, DeviceInfo, Instance, InstanceOptions, VulkanError};
use std::io::Write as _;
use std::sync::Arc;

/// All devices that can be used, open; with the validation layer.
#[allow(clippy::explicit_write, reason = "cargo test holds back what the macro prints")]
fn targets(test: &str) -> Vec<Target> {
    let open = || -> Result<Vec<Target>, VulkanError> {
        let instance = Arc::new(Instance::new(InstanceOptions { validation: true })?);
        let usable = DeviceInfo::all(&instance)?.into_iter().filter(|d| d.obstacle().is_none());
        usable.map(|info| Target::new(Device::open(instance.clone(), &info)?)).collect()
    };
    let why = match open() {
        Ok(targets) if !targets.is_empty() => return targets,
        Ok(_) => "no device can be used".to_owned(),
        // Anything else is a finding and no reason to skip.
        Err(e @ (VulkanError::NoLoader(_) | VulkanError::NoDevice { .. } | VulkanError::Lacks { .. })) => {
            e.to_string()
        }
        Err(e) => panic!("{test}: {e}"),
    };
    assert!(
        std::env::var_os("CI").is_none_or(|v| v != "true"),
        "{test}: Vulkan is required where CI=true: {why}"
    );
    writeln!(std::io::stderr(), "skipped: {test}: {why}").unwrap();
    vec![]
}

#[test]
fn every_device_answers_the_float_probe_without_a_word_of_the_validation_layer() {
    for target in targets("every_device_answers_the_float_probe_without_a_word_of_the_validation_layer") {
        let info = &target.device.info;
        assert!(info.api >= [1, 3, 0] && info.subgroup_size > 0, "{info:?}");
        assert_eq!(target.caps.subgroup_size, info.subgroup_size);
    }
}

#[test]
fn lavapipe_is_as_its_profile_says() {
    for target in targets("lavapipe_is_as_its_profile_says") {
        if !target.device.info.driver.starts_with("llvmpipe") {
            continue;
        }
        let profile = profiles::lavapipe(target.device.info.subgroup_size);
        assert_eq!(target.caps, profile.caps);
        assert_eq!(target.options, profile.spirv);
    }
}

#[test]
fn a_device_below_vulkan_1_3_or_without_subgroups_says_why_it_cannot_be_used() {
    for target in targets("a_device_below_vulkan_1_3_or_without_subgroups_says_why_it_cannot_be_used") {
        let mut info = target.device.info.clone();
        assert_eq!(info.obstacle(), None);
        info.subgroup_ops = false;
        assert_eq!(info.obstacle(), Some("it has no subgroup ballot and shuffle in compute"));
        info.compute_queue = false;
        assert_eq!(info.obstacle(), Some("it has no compute queue"));
        info.api = [1, 2, 999];
        assert_eq!(info.obstacle(), Some("it has no Vulkan 1.3"));
    }
}
