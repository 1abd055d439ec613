//! Storage buffers of a dispatch: the host's own pages where the device can use them as they are, copies elsewhere.
//!
//! Requires: an open device. Ensures: after a dispatch the bytes are what the device left, whichever way they went. Imported
//! pages are not copied at all; a device that lacks the extension, wants more than pages, or refuses these pages gets a copy.
//! Facts: VK_EXT_external_memory_host.

use super::device::Device;
use super::error::{Named, VulkanError};
use ash::vk;
use gpu_allocator::MemoryLocation;
use gpu_allocator::vulkan::{Allocation, AllocationCreateDesc, AllocationScheme};
use std::ops::{Deref, DerefMut};

/// Bytes of a page: what host memory must be aligned to to be imported, on all known devices.
const PAGE: usize = 4096;

/// Whole pages of bytes.
#[derive(Clone, Copy)]
#[repr(C, align(4096))]
struct Page([u8; PAGE]);

/// Bytes in whole pages, so that a device can use them without a copy. Behind the last one are zeros.
#[derive(Clone)]
pub struct HostBytes {
    pages: Vec<Page>,
    len: usize,
}

impl HostBytes {
    /// This many zeros.
    pub fn zeros(len: usize) -> HostBytes {
        HostBytes { pages: vec![Page([0; PAGE]); len.div_ceil(PAGE).max(1)], len }
    }

    fn whole(&self) -> usize {
        self.pages.len() * PAGE
    }
}

impl From<&[u8]> for HostBytes {
    fn from(bytes: &[u8]) -> HostBytes {
        let mut new = HostBytes::zeros(bytes.len());
        new.copy_from_slice(bytes);
        new
    }
}

impl From<Vec<u8>> for HostBytes {
    fn from(bytes: Vec<u8>) -> HostBytes {
        HostBytes::from(bytes.as_slice())
    }
}

impl Deref for HostBytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        // SAFETY: pages are arrays of bytes without padding, one behind the other; `len` is not above their size.
        unsafe { std::slice::from_raw_parts(self.pages.as_ptr().cast(), self.len) }
    }
}

impl DerefMut for HostBytes {
    fn deref_mut(&mut self) -> &mut [u8] {
        // SAFETY: as above, and `self` is borrowed alone.
        unsafe { std::slice::from_raw_parts_mut(self.pages.as_mut_ptr().cast(), self.len) }
    }
}

impl std::fmt::Debug for HostBytes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} bytes", self.len)
    }
}

/// A storage buffer of a dispatch.
#[derive(Clone, Debug)]
pub struct Buffer {
    /// Binding in set 0.
    pub binding: u32,
    /// Bytes before the dispatch; after it, the bytes it left.
    pub bytes: HostBytes,
}

/// Where the memory of a buffer comes from.
enum Memory {
    None,
    /// Memory of the device that the host sees.
    Copy(Allocation),
    /// The host's own pages.
    Import(vk::DeviceMemory),
}

/// A buffer on the device.
pub(super) struct Storage<'d> {
    device: &'d Device,
    pub(super) raw: vk::Buffer,
    memory: Memory,
}

impl<'d> Storage<'d> {
    /// Makes a buffer of these bytes. They must stay where they are, untouched, until the buffer is gone.
    pub(super) fn new(device: &'d Device, bytes: &mut HostBytes) -> Result<Storage<'d>, VulkanError> {
        // Vulkan has no empty buffers, and a module may read the first 16 bytes.
        let size = (bytes.len() as u64).max(16).next_multiple_of(16);
        if size > device.info.max_storage_buffer {
            return Err(VulkanError::Lacks {
                what: format!("storage buffers of {size} bytes (it has {})", device.info.max_storage_buffer),
            });
        }
        match Storage::import(device, bytes, size)? {
            Some(imported) => Ok(imported),
            None => Storage::copy(device, bytes, size),
        }
    }

    fn create(
        device: &'d Device,
        info: &vk::BufferCreateInfo<'_>,
    ) -> Result<(Storage<'d>, vk::MemoryRequirements), VulkanError> {
        // SAFETY: the device is alive.
        let raw = unsafe { device.raw.create_buffer(info, None) }.named("vkCreateBuffer")?;
        let buffer = Storage { device, raw, memory: Memory::None };
        // SAFETY: the buffer was just made.
        let requirements = unsafe { device.raw.get_buffer_memory_requirements(raw) };
        Ok((buffer, requirements))
    }

    /// A buffer on the host's pages; `None` where the device does not take them.
    fn import(
        device: &'d Device,
        bytes: &mut HostBytes,
        size: u64,
    ) -> Result<Option<Storage<'d>>, VulkanError> {
        const KIND: vk::ExternalMemoryHandleTypeFlags =
            vk::ExternalMemoryHandleTypeFlags::HOST_ALLOCATION_EXT;
        let Some(host) = &device.host else { return Ok(None) };
        let pointer = bytes.pages.as_mut_ptr().cast::<std::ffi::c_void>();
        let mut properties = vk::MemoryHostPointerPropertiesEXT::default();
        // SAFETY: the pages are alive, and aligned as the device wants (see `Device::open`).
        let asked = unsafe {
            let call = host.fp().get_memory_host_pointer_properties_ext;
            call(device.raw.handle(), KIND, pointer, &mut properties)
        };
        if asked != vk::Result::SUCCESS {
            return Ok(None);
        }
        let mut external = vk::ExternalMemoryBufferCreateInfo::default().handle_types(KIND);
        let info = vk::BufferCreateInfo::default()
            .size(size)
            .usage(vk::BufferUsageFlags::STORAGE_BUFFER)
            .push_next(&mut external);
        let (mut buffer, requirements) = Storage::create(device, &info)?;
        let whole = bytes.whole() as u64;
        let types = requirements.memory_type_bits & properties.memory_type_bits;
        let kind = device.coherent_type(types);
        let (Some(kind), true) = (kind, requirements.size <= whole) else { return Ok(None) };
        let mut import =
            vk::ImportMemoryHostPointerInfoEXT::default().handle_type(KIND).host_pointer(pointer);
        let info = vk::MemoryAllocateInfo::default()
            .allocation_size(whole)
            .memory_type_index(kind)
            .push_next(&mut import);
        // SAFETY: the pages outlive the buffer, which the caller promises, and nothing else uses them meanwhile.
        let Ok(memory) = (unsafe { device.raw.allocate_memory(&info, None) }) else { return Ok(None) };
        buffer.memory = Memory::Import(memory);
        // SAFETY: memory of the right type and size, bound once.
        unsafe { device.raw.bind_buffer_memory(buffer.raw, memory, 0) }.named("vkBindBufferMemory")?;
        Ok(Some(buffer))
    }

    /// A buffer in memory of the device, filled with the bytes.
    fn copy(device: &'d Device, bytes: &HostBytes, size: u64) -> Result<Storage<'d>, VulkanError> {
        let info = vk::BufferCreateInfo::default().size(size).usage(vk::BufferUsageFlags::STORAGE_BUFFER);
        let (mut buffer, requirements) = Storage::create(device, &info)?;
        let mut allocator = device.allocator.borrow_mut();
        let allocator =
            allocator.as_mut().ok_or(VulkanError::OutOfMemory { what: "the allocator is gone" })?;
        let mut allocation = allocator.allocate(&AllocationCreateDesc {
            name: "storage",
            requirements,
            location: MemoryLocation::GpuToCpu,
            linear: true,
            allocation_scheme: AllocationScheme::GpuAllocatorManaged,
        })?;
        // SAFETY: memory of the right type and size, bound once.
        let bound =
            unsafe { device.raw.bind_buffer_memory(buffer.raw, allocation.memory(), allocation.offset()) };
        let filled = allocation.mapped_slice_mut().and_then(|s| s.get_mut(..size as usize)).map(|slice| {
            let (head, tail) = slice.split_at_mut(bytes.len());
            head.copy_from_slice(bytes);
            tail.fill(0);
        });
        buffer.memory = Memory::Copy(allocation);
        bound.named("vkBindBufferMemory")?;
        filled.ok_or(VulkanError::Lacks { what: "memory that the host can see".to_owned() })?;
        Ok(buffer)
    }

    /// Whether the device works on the host's own pages.
    pub(super) fn is_imported(&self) -> bool {
        matches!(self.memory, Memory::Import(_))
    }

    /// Brings what the device left to the host's bytes. Imported pages hold it already.
    pub(super) fn read(&self, bytes: &mut HostBytes) -> Result<(), VulkanError> {
        let Memory::Copy(allocation) = &self.memory else { return Ok(()) };
        let slice = allocation.mapped_slice().and_then(|s| s.get(..bytes.len()));
        bytes.copy_from_slice(
            slice.ok_or(VulkanError::Lacks { what: "memory that the host can see".to_owned() })?,
        );
        Ok(())
    }
}

impl Drop for Storage<'_> {
    fn drop(&mut self) {
        // SAFETY: the work that used the buffer is done or was never submitted (see `Objects` in `work`).
        unsafe { self.device.raw.destroy_buffer(self.raw, None) };
        match std::mem::replace(&mut self.memory, Memory::None) {
            Memory::None => {}
            Memory::Copy(allocation) => {
                if let Some(allocator) = self.device.allocator.borrow_mut().as_mut() {
                    // Fails only for allocations of another allocator.
                    let _ = allocator.free(allocation);
                }
            }
            // SAFETY: the buffer that was bound to it is gone. The pages stay the host's.
            Memory::Import(memory) => unsafe { self.device.raw.free_memory(memory, None) },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_lie_on_pages_and_keep_their_length() {
        let bytes = HostBytes::from(vec![7u8; 5000]);
        assert_eq!((bytes.len(), bytes.whole()), (5000, 2 * PAGE));
        assert_eq!(bytes.as_ptr() as usize % PAGE, 0);
        assert!(bytes.iter().all(|&b| b == 7));
        assert_eq!(HostBytes::zeros(0).whole(), PAGE, "an empty buffer has a page to bind");
    }
}
