//! The Vulkan layer: instance and device choice, buffers, compute pipelines, dispatch and readback.
//!
//! In: SPIR-V words with the bindings they use, bytes for the buffers. Out: the bytes afterwards, or a typed error. It knows
//! no guest and no IR. Start at [`Instance::new`], then [`Device::open`], then [`Device::dispatch`].
//!
//! All `unsafe` of the crate is here. Each block is a call of the Vulkan API; what Vulkan asks of the caller (live
//! handles, external synchronization, valid structures) holds because handles never leave their owners, owners destroy
//! them last in `Drop`, and `Device` is used by one thread at a time (it is not `Sync`).

mod device;
mod error;
mod instance;
mod probe;
mod quirks;
mod storage;
mod work;

pub use device::{Device, DeviceInfo};
pub use error::VulkanError;
pub use instance::{Instance, InstanceOptions};
pub use probe::float_caps;
pub use quirks::{QUIRKS, max_nest, quirks};
pub use storage::{Buffer, HostBytes};
pub use work::{Transfers, Work};
