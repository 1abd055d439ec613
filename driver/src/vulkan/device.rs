//! Choice of a device, and what it can do as plain data.

use super::error::{Named, VulkanError};
use super::instance::Instance;
use ash::vk;
use gpu_allocator::vulkan::{Allocator, AllocatorCreateDesc};
use std::cell::RefCell;
use std::sync::Arc;

/// A device as plain data.
#[derive(Clone, Debug)]
pub struct DeviceInfo {
    /// Name of the device.
    pub name: String,
    /// Name and version of its driver; empty below Vulkan 1.3.
    pub driver: String,
    /// Version of Vulkan: major, minor, patch.
    pub api: [u32; 3],
    /// Whether it is a processor that plays a GPU.
    pub software: bool,
    /// It has a queue for compute.
    pub compute_queue: bool,
    /// Invocations of a subgroup.
    pub subgroup_size: u32,
    /// Subgroup sizes that a compute pipeline may require.
    pub subgroup_sizes: [u32; 2],
    /// A compute pipeline may require a subgroup size.
    pub requires_subgroup_size: bool,
    /// Pipelines may ask for full subgroups.
    pub full_subgroups: bool,
    /// Subgroup ballot, shuffle and arithmetic in compute.
    pub subgroup_ops: bool,
    /// Invocations of a workgroup.
    pub max_workgroup_invocations: u32,
    /// Invocations of a workgroup in x.
    pub max_workgroup_x: u32,
    /// Bytes of workgroup memory.
    pub max_workgroup_memory: u32,
    /// Bytes of a storage buffer.
    pub max_storage_buffer: u64,
    /// What modules may use.
    pub features: spirv::Features,
    /// The device takes pages of the host as buffers (VK_EXT_external_memory_host).
    pub imports_host_pages: bool,
    /// Float controls of f16, f32, f64: denormals kept, flushed; round to even, to zero; specials kept.
    pub float_controls: [[bool; 5]; 3],
    pub(super) raw: vk::PhysicalDevice,
}

fn text(r: Result<&std::ffi::CStr, std::ffi::FromBytesUntilNulError>) -> String {
    r.map_or_else(|_| String::new(), |c| c.to_string_lossy().into_owned())
}

fn version(v: u32) -> [u32; 3] {
    [vk::api_version_major(v), vk::api_version_minor(v), vk::api_version_patch(v)]
}

fn yes(v: vk::Bool32) -> bool {
    v == vk::TRUE
}

impl DeviceInfo {
    /// All devices of an instance, in its order. Of one below Vulkan 1.3 only name and version are known.
    ///
    /// # Errors
    /// A failed call.
    pub fn all(instance: &Instance) -> Result<Vec<DeviceInfo>, VulkanError> {
        // SAFETY: the instance is alive.
        let devices =
            unsafe { instance.raw.enumerate_physical_devices() }.named("vkEnumeratePhysicalDevices")?;
        Ok(devices.into_iter().map(|raw| DeviceInfo::query(instance, raw)).collect())
    }

    /// Why recompiled programs cannot run on it.
    pub fn obstacle(&self) -> Option<&'static str> {
        if self.api < [1, 3, 0] {
            Some("it has no Vulkan 1.3")
        } else if !self.compute_queue {
            Some("it has no compute queue")
        } else if !self.subgroup_ops {
            Some("it has no subgroup ballot and shuffle in compute")
        } else {
            None
        }
    }

    fn old(raw: vk::PhysicalDevice, base: &vk::PhysicalDeviceProperties) -> DeviceInfo {
        DeviceInfo {
            name: text(base.device_name_as_c_str()),
            driver: String::new(),
            api: version(base.api_version),
            software: base.device_type == vk::PhysicalDeviceType::CPU,
            compute_queue: false,
            subgroup_size: 0,
            subgroup_sizes: [0; 2],
            requires_subgroup_size: false,
            full_subgroups: false,
            subgroup_ops: false,
            max_workgroup_invocations: base.limits.max_compute_work_group_invocations,
            max_workgroup_x: base.limits.max_compute_work_group_size[0],
            max_workgroup_memory: base.limits.max_compute_shared_memory_size,
            max_storage_buffer: u64::from(base.limits.max_storage_buffer_range),
            features: spirv::Features::empty(),
            float_controls: [[false; 5]; 3],
            imports_host_pages: false,
            raw,
        }
    }

    fn query(instance: &Instance, raw: vk::PhysicalDevice) -> DeviceInfo {
        // SAFETY: the device is one of the instance's, which is alive.
        let base = unsafe { instance.raw.get_physical_device_properties(raw) };
        if base.api_version < vk::API_VERSION_1_3 {
            return DeviceInfo::old(raw, &base);
        }
        // SAFETY: as above.
        let families = unsafe { instance.raw.get_physical_device_queue_family_properties(raw) };
        let mut v11 = vk::PhysicalDeviceVulkan11Properties::default();
        let mut v12 = vk::PhysicalDeviceVulkan12Properties::default();
        let mut v13 = vk::PhysicalDeviceVulkan13Properties::default();
        let mut host = vk::PhysicalDeviceExternalMemoryHostPropertiesEXT::default();
        let imports = has_extension(instance, raw, ash::ext::external_memory_host::NAME);
        let mut props = vk::PhysicalDeviceProperties2::default()
            .push_next(&mut v11)
            .push_next(&mut v12)
            .push_next(&mut v13);
        if imports {
            props = props.push_next(&mut host);
        }
        // SAFETY: the chain's structures live until the call returns.
        unsafe { instance.raw.get_physical_device_properties2(raw, &mut props) };
        let (mut f11, mut f12, mut f13) = feature_structs();
        let mut layout = vk::PhysicalDeviceWorkgroupMemoryExplicitLayoutFeaturesKHR::default();
        let explicit = has_extension(instance, raw, ash::khr::workgroup_memory_explicit_layout::NAME);
        let mut feats = vk::PhysicalDeviceFeatures2::default()
            .push_next(&mut f11)
            .push_next(&mut f12)
            .push_next(&mut f13);
        if explicit {
            feats = feats.push_next(&mut layout);
        }
        // SAFETY: as above.
        unsafe { instance.raw.get_physical_device_features2(raw, &mut feats) };
        let core = feats.features;
        let mut features = spirv::Features::empty();
        let pairs = [
            (spirv::Features::INT8, f12.shader_int8),
            (spirv::Features::INT16, core.shader_int16),
            (spirv::Features::INT64, core.shader_int64),
            (spirv::Features::FLOAT16, f12.shader_float16),
            (spirv::Features::FLOAT64, core.shader_float64),
            (spirv::Features::STORAGE8, f12.storage_buffer8_bit_access),
            (spirv::Features::STORAGE16, f11.storage_buffer16_bit_access),
            (spirv::Features::BUFFER_ATOMIC64, f12.shader_buffer_int64_atomics),
            (spirv::Features::BROADCAST_DYNAMIC, f12.subgroup_broadcast_dynamic_id),
            (spirv::Features::DEVICE_SCOPE, f12.vulkan_memory_model_device_scope & f12.vulkan_memory_model),
        ];
        for (feature, there) in pairs {
            features.set(feature, yes(there));
        }
        features.set(
            spirv::Features::SHARED_ATOMIC64,
            yes(f12.shader_shared_int64_atomics) && yes(layout.workgroup_memory_explicit_layout),
        );
        let compute = vk::ShaderStageFlags::COMPUTE;
        let wanted = vk::SubgroupFeatureFlags::BASIC
            | vk::SubgroupFeatureFlags::BALLOT
            | vk::SubgroupFeatureFlags::SHUFFLE;
        DeviceInfo {
            driver: format!("{} {}", text(v12.driver_name_as_c_str()), text(v12.driver_info_as_c_str())),
            compute_queue: families.iter().any(|f| f.queue_flags.contains(vk::QueueFlags::COMPUTE)),
            subgroup_size: v11.subgroup_size,
            subgroup_sizes: [v13.min_subgroup_size, v13.max_subgroup_size],
            requires_subgroup_size: yes(f13.subgroup_size_control)
                && v13.required_subgroup_size_stages.contains(compute),
            full_subgroups: yes(f13.compute_full_subgroups),
            subgroup_ops: v11.subgroup_supported_stages.contains(compute)
                && v11.subgroup_supported_operations.contains(wanted),
            features,
            // Pages of 4 KiB are what `HostBytes` has.
            imports_host_pages: imports && host.min_imported_host_pointer_alignment <= 4096,
            float_controls: [
                [
                    yes(v12.shader_denorm_preserve_float16),
                    yes(v12.shader_denorm_flush_to_zero_float16),
                    yes(v12.shader_rounding_mode_rte_float16),
                    yes(v12.shader_rounding_mode_rtz_float16),
                    yes(v12.shader_signed_zero_inf_nan_preserve_float16),
                ],
                [
                    yes(v12.shader_denorm_preserve_float32),
                    yes(v12.shader_denorm_flush_to_zero_float32),
                    yes(v12.shader_rounding_mode_rte_float32),
                    yes(v12.shader_rounding_mode_rtz_float32),
                    yes(v12.shader_signed_zero_inf_nan_preserve_float32),
                ],
                [
                    yes(v12.shader_denorm_preserve_float64),
                    yes(v12.shader_denorm_flush_to_zero_float64),
                    yes(v12.shader_rounding_mode_rte_float64),
                    yes(v12.shader_rounding_mode_rtz_float64),
                    yes(v12.shader_signed_zero_inf_nan_preserve_float64),
                ],
            ],
            ..DeviceInfo::old(raw, &base)
        }
    }
}

/// Whether a device has an extension.
fn has_extension(instance: &Instance, raw: vk::PhysicalDevice, name: &std::ffi::CStr) -> bool {
    // SAFETY: the instance is alive, the device is one of its own.
    let all = unsafe { instance.raw.enumerate_device_extension_properties(raw) };
    all.is_ok_and(|all| all.iter().any(|e| e.extension_name_as_c_str() == Ok(name)))
}

fn feature_structs() -> (
    vk::PhysicalDeviceVulkan11Features<'static>,
    vk::PhysicalDeviceVulkan12Features<'static>,
    vk::PhysicalDeviceVulkan13Features<'static>,
) {
    Default::default()
}

/// An open device with its one compute queue. Used by one thread at a time.
pub struct Device {
    /// What it is.
    pub info: DeviceInfo,
    pub(super) instance: Arc<Instance>,
    pub(super) raw: ash::Device,
    pub(super) queue: vk::Queue,
    pub(super) pool: vk::CommandPool,
    /// Calls of the extension that imports pages, where the device has it.
    pub(super) host: Option<ash::ext::external_memory_host::Device>,
    /// Memory types.
    memory: vk::PhysicalDeviceMemoryProperties,
    // Taken in `drop`, before the device goes.
    pub(super) allocator: RefCell<Option<Allocator>>,
}

impl std::fmt::Debug for Device {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Device").field("info", &self.info).finish_non_exhaustive()
    }
}

impl Device {
    /// Opens a device with the features that [`DeviceInfo::features`] lists.
    ///
    /// # Errors
    /// No compute queue; a failed call.
    pub fn open(instance: Arc<Instance>, info: &DeviceInfo) -> Result<Device, VulkanError> {
        // SAFETY: the instance is alive.
        let families = unsafe { instance.raw.get_physical_device_queue_family_properties(info.raw) };
        let family = families
            .iter()
            .position(|f| f.queue_flags.contains(vk::QueueFlags::COMPUTE))
            .ok_or_else(|| VulkanError::NoDevice { why: format!("{} has no compute queue", info.name) })?
            as u32;
        let has = |f: spirv::Features| info.features.contains(f);
        let (f11, f12, f13) = feature_structs();
        let mut f11 = f11.storage_buffer16_bit_access(has(spirv::Features::STORAGE16));
        let mut f12 = f12
            .shader_int8(has(spirv::Features::INT8))
            .shader_float16(has(spirv::Features::FLOAT16))
            .storage_buffer8_bit_access(has(spirv::Features::STORAGE8))
            .shader_buffer_int64_atomics(has(spirv::Features::BUFFER_ATOMIC64))
            .shader_shared_int64_atomics(has(spirv::Features::SHARED_ATOMIC64))
            .subgroup_broadcast_dynamic_id(has(spirv::Features::BROADCAST_DYNAMIC))
            .vulkan_memory_model(has(spirv::Features::DEVICE_SCOPE))
            .vulkan_memory_model_device_scope(has(spirv::Features::DEVICE_SCOPE));
        let mut f13 = f13
            .subgroup_size_control(info.requires_subgroup_size)
            .compute_full_subgroups(info.full_subgroups);
        let core = vk::PhysicalDeviceFeatures::default()
            .shader_int16(has(spirv::Features::INT16))
            .shader_int64(has(spirv::Features::INT64))
            .shader_float64(has(spirv::Features::FLOAT64));
        let mut features = vk::PhysicalDeviceFeatures2::default()
            .features(core)
            .push_next(&mut f11)
            .push_next(&mut f12)
            .push_next(&mut f13);
        let queues =
            [vk::DeviceQueueCreateInfo::default().queue_family_index(family).queue_priorities(&[1.0])];
        let mut layout = vk::PhysicalDeviceWorkgroupMemoryExplicitLayoutFeaturesKHR::default()
            .workgroup_memory_explicit_layout(true);
        let mut extensions = vec![];
        if has(spirv::Features::SHARED_ATOMIC64) {
            extensions.push(ash::khr::workgroup_memory_explicit_layout::NAME.as_ptr());
            features = features.push_next(&mut layout);
        }
        if info.imports_host_pages {
            extensions.push(ash::ext::external_memory_host::NAME.as_ptr());
        }
        let create = vk::DeviceCreateInfo::default()
            .queue_create_infos(&queues)
            .enabled_extension_names(&extensions)
            .push_next(&mut features);
        // SAFETY: the structures live until the call returns; the features are those that the device said it has.
        let raw = unsafe { instance.raw.create_device(info.raw, &create, None) }.named("vkCreateDevice")?;
        // SAFETY: queue 0 of the family was asked for above.
        let queue = unsafe { raw.get_device_queue(family, 0) };
        let pool_info = vk::CommandPoolCreateInfo::default()
            .queue_family_index(family)
            .flags(vk::CommandPoolCreateFlags::RESET_COMMAND_BUFFER);
        // SAFETY: the device is alive; on failure it is destroyed at once.
        let pool = match unsafe { raw.create_command_pool(&pool_info, None) } {
            Ok(pool) => pool,
            Err(result) => {
                // SAFETY: nothing of the device is in use.
                unsafe { raw.destroy_device(None) };
                return Err(VulkanError::from_call("vkCreateCommandPool", result));
            }
        };
        let host =
            info.imports_host_pages.then(|| ash::ext::external_memory_host::Device::new(&instance.raw, &raw));
        // SAFETY: the instance is alive.
        let memory = unsafe { instance.raw.get_physical_device_memory_properties(info.raw) };
        let mut device = Device {
            info: info.clone(),
            instance,
            raw,
            queue,
            pool,
            host,
            memory,
            allocator: RefCell::new(None),
        };
        let allocator = Allocator::new(&AllocatorCreateDesc {
            instance: device.instance.raw.clone(),
            device: device.raw.clone(),
            physical_device: info.raw,
            debug_settings: gpu_allocator::AllocatorDebugSettings::default(),
            buffer_device_address: false,
            allocation_sizes: gpu_allocator::AllocationSizes::default(),
        })?;
        device.allocator = RefCell::new(Some(allocator));
        Ok(device)
    }

    /// The first of these memory types that host and device see alike without more being done.
    pub(super) fn coherent_type(&self, types: u32) -> Option<u32> {
        let wanted = vk::MemoryPropertyFlags::HOST_VISIBLE | vk::MemoryPropertyFlags::HOST_COHERENT;
        (0..self.memory.memory_type_count).find(|&i| {
            types >> i & 1 != 0
                && self.memory.memory_types.get(i as usize).is_some_and(|t| t.property_flags.contains(wanted))
        })
    }

    /// Opens the first device of an instance that can run mapped waves; hardware before software.
    ///
    /// # Errors
    /// No such device; a failed call.
    pub fn first(instance: &Arc<Instance>) -> Result<Device, VulkanError> {
        let mut devices = DeviceInfo::all(instance)?;
        devices.sort_by_key(|d| d.software);
        let why =
            devices.iter().filter_map(|d| Some(format!("{}: {}", d.name, d.obstacle()?))).collect::<Vec<_>>();
        let why = if devices.is_empty() { "there is none".to_owned() } else { why.join("; ") };
        let info =
            devices.into_iter().find(|d| d.obstacle().is_none()).ok_or(VulkanError::NoDevice { why })?;
        Device::open(instance.clone(), &info)
    }
}

impl Drop for Device {
    fn drop(&mut self) {
        // SAFETY: `dispatch` waits for its work, so nothing is in flight unless the device is lost, and buffers are freed by
        // their owners, which cannot outlive the device.
        unsafe {
            // A lost device answers with an error; there is nothing left to wait for then.
            let _ = self.raw.device_wait_idle();
            drop(self.allocator.borrow_mut().take());
            self.raw.destroy_command_pool(self.pool, None);
            self.raw.destroy_device(None);
        }
    }
}
