//! The device layer on a real device.
//!
//! A test that finds no device says so where `cargo test` cannot hold it back, and fails where CI=true.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use driver::capture::{Case, Limits};
use driver::on_device::{self, Target};
use driver::profiles;
use driver::replay::ReplayOptions;
use driver::vulkan::{
    Buffer, Device, DeviceInfo, HostBytes, Instance, InstanceOptions, Transfers, VulkanError, Work,
};
use std::io::Write as _;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// All devices that can be used, open; with the validation layer.
fn targets(test: &str) -> Vec<Target> {
    targets_as(test, |_| {})
}

/// The same, opened as if they were otherwise.
#[allow(clippy::explicit_write, reason = "cargo test holds back what the macro prints")]
fn targets_as(test: &str, change: impl Fn(&mut DeviceInfo)) -> Vec<Target> {
    let open = || -> Result<Vec<Target>, VulkanError> {
        let instance = Arc::new(Instance::new(InstanceOptions { validation: true })?);
        let usable = DeviceInfo::all(&instance)?.into_iter().filter(|d| d.obstacle().is_none());
        let open = |mut info: DeviceInfo| {
            change(&mut info);
            Target::new(Device::open(instance.clone(), &info)?)
        };
        usable.map(open).collect()
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

/// A device that takes the host's pages works on them, one that is opened without copies there and back, and programs leave
/// the same memory on both.
#[test]
fn memory_is_the_same_with_and_without_the_hosts_own_pages() {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples");
    let test = "memory_is_the_same_with_and_without_the_hosts_own_pages";
    let copying = targets_as(test, |info| info.imports_host_pages = false);
    for (imports, copies) in targets(test).into_iter().zip(copying) {
        if !imports.device.info.imports_host_pages {
            continue;
        }
        for (target, transfers) in [
            (&imports, Transfers { imported: 1, copied: 0 }),
            (&copies, Transfers { imported: 0, copied: 1 }),
        ] {
            assert_eq!(nothing_done_to_a_buffer(target), transfers);
            for example in ["vadd", "shared_reduce", "mandelbrot.wwcap"] {
                let case = Case::load(&examples.join(example), &Limits::default()).unwrap();
                let replay = on_device::run(target, &case, ReplayOptions::default()).unwrap();
                assert!(replay.passed() && !replay.comparisons.is_empty(), "{example}: {transfers:?}");
            }
        }
    }
}

/// Dispatches a program that does nothing, with a buffer that must come back as it was.
fn nothing_done_to_a_buffer(target: &Target) -> Transfers {
    let func = ir::text::parse("function f legal wave 64 {\nb0:\n    ret\n}\n").unwrap();
    let module = spirv::emit(&func, &target.options).unwrap();
    let work = Work {
        words: &module.words,
        subgroup_size: 1,
        push: &[],
        groups: [1, 1, 1],
        timeout: Duration::from_secs(30),
    };
    let bytes: Vec<u8> = (0..5000u32).map(|n| (n * 7) as u8).collect();
    let mut buffers = [Buffer { binding: 0, bytes: HostBytes::from(bytes.clone()) }];
    let transfers = target.device.dispatch(&work, &mut buffers).unwrap();
    assert!(buffers[0].bytes[..] == bytes[..]);
    transfers
}
