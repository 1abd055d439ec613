//! The instance: loader, validation layer, messages.

use super::error::{Named, VulkanError};
use ash::{ext::debug_utils, vk};
use std::ffi::{CStr, c_void};
use std::sync::Mutex;

/// Options of an instance.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct InstanceOptions {
    /// Load the validation layer; its errors fail the work that caused them.
    pub validation: bool,
}

const VALIDATION: &CStr = c"VK_LAYER_KHRONOS_validation";

/// A Vulkan instance and what the validation layer said.
pub struct Instance {
    pub(super) entry: ash::Entry,
    pub(super) raw: ash::Instance,
    messenger: Option<(debug_utils::Instance, vk::DebugUtilsMessengerEXT)>,
    // Boxed: the messenger holds its address.
    messages: Box<Mutex<Vec<String>>>,
}

impl std::fmt::Debug for Instance {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Instance").field("validation", &self.messenger.is_some()).finish_non_exhaustive()
    }
}

/// Keeps errors and warnings of the validation layer.
///
/// # Safety
/// `user` is the address of the instance's message list, which outlives the messenger; `data` is valid during the call.
unsafe extern "system" fn keep(
    _severity: vk::DebugUtilsMessageSeverityFlagsEXT,
    _types: vk::DebugUtilsMessageTypeFlagsEXT,
    data: *const vk::DebugUtilsMessengerCallbackDataEXT<'_>,
    user: *mut c_void,
) -> vk::Bool32 {
    // SAFETY: see above; null pointers are looked for because a layer is not ours.
    let (data, list) = unsafe { (data.as_ref(), user.cast::<Mutex<Vec<String>>>().as_ref()) };
    if let (Some(data), Some(list)) = (data, list)
        && !data.p_message.is_null()
    {
        // SAFETY: the layer gives a string that ends with zero and lives during the call.
        let text = unsafe { CStr::from_ptr(data.p_message) }.to_string_lossy().into_owned();
        list.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push(text);
    }
    vk::FALSE
}

impl Instance {
    /// Loads Vulkan.
    ///
    /// # Errors
    /// No loader, no validation layer where it is asked for, a failed call.
    pub fn new(options: InstanceOptions) -> Result<Instance, VulkanError> {
        // SAFETY: loads the system's loader library; nothing else of this program depends on its initialization.
        let entry = unsafe { ash::Entry::load() }.map_err(|e| VulkanError::NoLoader(e.to_string()))?;
        let app =
            vk::ApplicationInfo::default().application_name(c"wavewright").api_version(vk::API_VERSION_1_3);
        let mut layers = Vec::new();
        let mut extensions = Vec::new();
        if options.validation {
            // SAFETY: a query without preconditions.
            let there = unsafe { entry.enumerate_instance_layer_properties() }
                .named("vkEnumerateInstanceLayerProperties")?;
            if !there.iter().any(|l| l.layer_name_as_c_str().is_ok_and(|n| n == VALIDATION)) {
                return Err(VulkanError::Lacks {
                    what: "the validation layer (Debian: vulkan-validationlayers)".to_owned(),
                });
            }
            layers.push(VALIDATION.as_ptr());
            extensions.push(debug_utils::NAME.as_ptr());
        }
        let info = vk::InstanceCreateInfo::default()
            .application_info(&app)
            .enabled_layer_names(&layers)
            .enabled_extension_names(&extensions);
        // SAFETY: the structure and what it points to live until the call returns.
        let raw = unsafe { entry.create_instance(&info, None) }.map_err(|result| match result {
            vk::Result::ERROR_INCOMPATIBLE_DRIVER => {
                VulkanError::NoDevice { why: "the loader finds no driver".to_owned() }
            }
            _ => VulkanError::from_call("vkCreateInstance", result),
        })?;
        let mut instance = Instance { entry, raw, messenger: None, messages: Box::default() };
        if options.validation {
            let utils = debug_utils::Instance::new(&instance.entry, &instance.raw);
            let info = vk::DebugUtilsMessengerCreateInfoEXT::default()
                .message_severity(
                    vk::DebugUtilsMessageSeverityFlagsEXT::ERROR
                        | vk::DebugUtilsMessageSeverityFlagsEXT::WARNING,
                )
                .message_type(
                    vk::DebugUtilsMessageTypeFlagsEXT::VALIDATION
                        | vk::DebugUtilsMessageTypeFlagsEXT::PERFORMANCE,
                )
                .pfn_user_callback(Some(keep))
                .user_data(std::ptr::from_ref::<Mutex<Vec<String>>>(&instance.messages).cast_mut().cast());
            // SAFETY: the list is boxed, so its address stays; the messenger is destroyed before it in `drop`.
            let messenger = unsafe { utils.create_debug_utils_messenger(&info, None) }
                .named("vkCreateDebugUtilsMessengerEXT")?;
            instance.messenger = Some((utils, messenger));
        }
        Ok(instance)
    }

    /// What the validation layer said since the last call.
    ///
    /// # Errors
    /// [`VulkanError::Validation`] if it said anything.
    pub fn complaints(&self) -> Result<(), VulkanError> {
        let mut list = self.messages.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if list.is_empty() {
            Ok(())
        } else {
            Err(VulkanError::Validation(std::mem::take(&mut *list).join("\n")))
        }
    }
}

impl Drop for Instance {
    fn drop(&mut self) {
        // SAFETY: devices hold an `Arc` of this instance, so all of them are gone; nothing is used afterwards.
        unsafe {
            if let Some((utils, messenger)) = self.messenger.take() {
                utils.destroy_debug_utils_messenger(messenger, None);
            }
            self.raw.destroy_instance(None);
        }
    }
}
