//! What can go wrong between the driver layer and a Vulkan device.

use ash::vk;

/// Why a device did not do its work.
#[derive(Debug, thiserror::Error)]
pub enum VulkanError {
    /// There is no Vulkan loader on this machine.
    #[error("no Vulkan loader: {0}")]
    NoLoader(String),
    /// The loader finds no device that can run compute shaders.
    #[error("no Vulkan device that can be used: {why}")]
    NoDevice {
        /// What is missing.
        why: String,
    },
    /// The device lacks something that the work needs.
    #[error("the device lacks {what}")]
    Lacks {
        /// What.
        what: String,
    },
    /// The device has no memory left.
    #[error("out of memory: {what}")]
    OutOfMemory {
        /// For what.
        what: &'static str,
    },
    /// The device is lost: what it was doing is gone, other devices and a new one are not.
    #[error("the device was lost during {during}")]
    Lost {
        /// What it was doing.
        during: &'static str,
    },
    /// The device did not finish in time.
    #[error("the device did not finish within {seconds} s")]
    Timeout {
        /// The time given.
        seconds: u64,
    },
    /// A call failed.
    #[error("{call}: {result}")]
    Call {
        /// The call.
        call: &'static str,
        /// What it returned.
        result: vk::Result,
    },
    /// The allocator failed.
    #[error("allocation: {0}")]
    Allocation(#[from] gpu_allocator::AllocationError),
    /// The validation layer objects: our bug.
    #[error("Vulkan validation: {0}")]
    Validation(String),
}

impl VulkanError {
    /// Stable code.
    pub fn code(&self) -> &'static str {
        match self {
            VulkanError::NoLoader(_) => "VUL0001",
            VulkanError::NoDevice { .. } => "VUL0002",
            VulkanError::Lacks { .. } => "VUL0003",
            VulkanError::OutOfMemory { .. } => "VUL0004",
            VulkanError::Lost { .. } => "VUL0005",
            VulkanError::Timeout { .. } => "VUL0006",
            VulkanError::Call { .. } => "VUL0007",
            VulkanError::Allocation(_) => "VUL0008",
            VulkanError::Validation(_) => "VUL0009",
        }
    }

    /// An error of a call, sorted by what the caller can do about it.
    pub(super) fn from_call(call: &'static str, result: vk::Result) -> VulkanError {
        match result {
            vk::Result::ERROR_DEVICE_LOST => VulkanError::Lost { during: call },
            vk::Result::ERROR_OUT_OF_DEVICE_MEMORY | vk::Result::ERROR_OUT_OF_HOST_MEMORY => {
                VulkanError::OutOfMemory { what: call }
            }
            _ => VulkanError::Call { call, result },
        }
    }
}

/// Names the call of a result.
pub(super) trait Named<T> {
    /// The value, or the error with the name of the call.
    fn named(self, call: &'static str) -> Result<T, VulkanError>;
}

impl<T> Named<T> for Result<T, vk::Result> {
    fn named(self, call: &'static str) -> Result<T, VulkanError> {
        self.map_err(|result| VulkanError::from_call(call, result))
    }
}
