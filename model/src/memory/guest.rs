//! The guest's 64-bit address space: named regions with permissions, shared by all workgroups of a dispatch.
//!
//! Requires: regions that neither overlap nor wrap (checked when they are added), and a bound on their total size
//! that is checked before anything is allocated. Ensures: every access either lies in mapped regions whose
//! permissions allow it, or changes nothing and gives a [`MemoryError`]; an aligned 32- or 64-bit access is never
//! torn; 32- and 64-bit atomics on one slot serialise. No guest value panics.
//!
//! Addresses are bytes, data is little endian. An access may start at any byte, as gfx10 in unaligned mode allows
//! (measured-facts 77, 79), and may lie in two regions that touch; atomics need their natural alignment
//! (measured-facts 78).

use std::cell::Cell;
use std::collections::TryReserveError;

use bitflags::bitflags;
use thiserror::Error;

use super::cells::{CELL_BYTES, Cells};

bitflags! {
    /// What a guest program may do with a region, as the captured case declares it (`r`, `w`, `rw`).
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct Permissions: u8 {
        /// Loads.
        const READ = 1;
        /// Stores.
        const WRITE = 2;
        /// Loads, stores and atomics.
        const READ_WRITE = 3;
    }
}

/// What a region holds before the run.
#[derive(Clone, Copy, Debug)]
pub enum Initial<'a> {
    /// All bytes zero.
    Zero,
    /// These bytes; their number is the region's size.
    Bytes(&'a [u8]),
    /// Bits that a correct program must not depend on: a pattern made from the seed and the address, so that two
    /// runs with different seeds show a program that does depend on them.
    Unknown {
        /// Any number.
        seed: u64,
    },
}

/// Whether a region that a program declared write-only can be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum WriteOnly {
    /// Loads and atomics are allowed, as on hardware, where the declaration has no trace.
    #[default]
    Readable,
    /// Loads and atomics are faults: the stricter check for code that should honour the declaration.
    Fault,
}

/// A region cannot be added.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum RegionError {
    /// No bytes.
    #[error("region {name} at {base:#x} is empty")]
    Empty {
        /// The region.
        name: String,
        /// Its address.
        base: u64,
    },
    /// Base plus size does not fit in 64 bits.
    #[error("region {name} at {base:#x} with {size:#x} bytes wraps around the address space")]
    Wraps {
        /// The region.
        name: String,
        /// Its address.
        base: u64,
        /// Its bytes.
        size: u64,
    },
    /// Shares bytes with a region that is there.
    #[error("region {name} at {base:#x} with {size:#x} bytes overlaps region {other}")]
    Overlaps {
        /// The region.
        name: String,
        /// Its address.
        base: u64,
        /// Its bytes.
        size: u64,
        /// The region that was there first.
        other: String,
    },
    /// Two regions have one name.
    #[error("there are two regions named {name}")]
    DuplicateName {
        /// The name.
        name: String,
    },
    /// The initial bytes are not as many as the region has.
    #[error("region {name} has {size:#x} bytes but {given:#x} initial bytes")]
    InitialSize {
        /// The region.
        name: String,
        /// Its bytes.
        size: u64,
        /// The bytes given.
        given: u64,
    },
    /// The bound on the bytes of all regions would be passed.
    #[error("region {name} with {size:#x} bytes passes the limit of {limit:#x} bytes for all regions")]
    Limit {
        /// The region.
        name: String,
        /// Its bytes.
        size: u64,
        /// The bound that the memory was made with.
        limit: u64,
    },
    /// The host has no memory for it.
    #[error("the host cannot allocate {size:#x} bytes for region {name}")]
    Allocation {
        /// The region.
        name: String,
        /// Its bytes.
        size: u64,
        /// What the allocator said.
        source: TryReserveError,
    },
}

/// Why an access is a fault.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MemoryErrorKind {
    /// No region holds the first byte.
    Unmapped,
    /// The first byte is in a region, but the access runs past its end into unmapped addresses.
    PastEnd,
    /// The access runs past the last address of the 64-bit space.
    Wraps,
    /// A store or atomic in a region without write permission.
    ReadOnly,
    /// A load or atomic in a region without read permission ([`WriteOnly::Fault`]).
    WriteOnly,
    /// An atomic off its natural alignment.
    Unaligned,
}

/// A fault of a memory access: nothing was read or written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("memory access of {size} bytes at {address:#x}: {}", self.reason())]
pub struct MemoryError {
    /// Why.
    pub kind: MemoryErrorKind,
    /// First byte of the access.
    pub address: u64,
    /// Bytes of the access.
    pub size: u64,
}

impl MemoryError {
    fn new(kind: MemoryErrorKind, address: u64, size: u64) -> Self {
        Self { kind, address, size }
    }

    fn reason(&self) -> &'static str {
        match self.kind {
            MemoryErrorKind::Unmapped => "unmapped address",
            MemoryErrorKind::PastEnd => "runs past the end of its region",
            MemoryErrorKind::Wraps => "runs past the end of the address space",
            MemoryErrorKind::ReadOnly => "the region is read-only",
            MemoryErrorKind::WriteOnly => "the region is write-only",
            MemoryErrorKind::Unaligned => "atomic off its natural alignment",
        }
    }
}

/// A mapped range of guest addresses.
#[derive(Debug)]
pub struct Region {
    name: String,
    base: u64,
    size: u64,
    permissions: Permissions,
    readable: bool,
    /// Cell 0 holds the aligned qword that contains `base`, so that aligned guest accesses are aligned here.
    cells: Cells,
}

impl Region {
    /// The name it was added with.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Address of its first byte.
    #[must_use]
    pub fn base(&self) -> u64 {
        self.base
    }

    /// Its bytes, at least 1.
    #[must_use]
    pub fn size(&self) -> u64 {
        self.size
    }

    /// What the guest may do with it.
    #[must_use]
    pub fn permissions(&self) -> Permissions {
        self.permissions
    }

    /// A copy of its bytes, whatever its permissions. Exact only while nothing else writes.
    #[must_use]
    pub fn snapshot(&self) -> Vec<u8> {
        // The cells exist, so the size fits the host.
        let mut bytes = vec![0; usize::try_from(self.size).unwrap_or(0)];
        self.cells.read_bytes(self.cell_offset(self.base), &mut bytes);
        bytes
    }

    /// Offset of `address`, which lies in the region, in the cells.
    #[inline]
    fn cell_offset(&self, address: u64) -> u64 {
        address - (self.base & !(CELL_BYTES - 1))
    }

    /// Bytes from `address` to the end of the region, if it holds the address.
    #[inline]
    fn room(&self, address: u64) -> Option<u64> {
        let offset = address.wrapping_sub(self.base);
        (offset < self.size).then(|| self.size - offset)
    }
}

/// Mixes a 64-bit number (the finalizer of SplitMix64): unknown bits need no more than to look arbitrary.
fn mix(value: u64) -> u64 {
    let value = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ (value >> 31)
}

/// All guest memory of a dispatch. Shared between threads by reference; every worker accesses it through a
/// [`GuestView`] of its own.
#[derive(Debug)]
pub struct GuestMemory {
    /// By base address.
    regions: Vec<Region>,
    limit: u64,
    used: u64,
    write_only: WriteOnly,
}

impl GuestMemory {
    /// Memory without regions, for at most `limit` bytes of them.
    #[must_use]
    pub fn new(limit: u64, write_only: WriteOnly) -> Self {
        Self { regions: Vec::new(), limit, used: 0, write_only }
    }

    /// Maps a region of `size` bytes at `base`.
    ///
    /// # Errors
    /// See [`RegionError`]; the memory is then as before.
    pub fn add(
        &mut self,
        name: &str,
        base: u64,
        size: u64,
        permissions: Permissions,
        initial: Initial<'_>,
    ) -> Result<(), RegionError> {
        let name = name.to_owned();
        if size == 0 {
            return Err(RegionError::Empty { name, base });
        }
        let Some(last) = base.checked_add(size - 1) else {
            return Err(RegionError::Wraps { name, base, size });
        };
        if self.region(&name).is_some() {
            return Err(RegionError::DuplicateName { name });
        }
        let place = self.regions.partition_point(|region| region.base <= base);
        let before = place.checked_sub(1).and_then(|index| self.regions.get(index));
        let after = self.regions.get(place);
        let clash = before
            .filter(|region| region.room(base).is_some())
            .or_else(|| after.filter(|region| region.base <= last));
        if let Some(other) = clash {
            return Err(RegionError::Overlaps { name, base, size, other: other.name.clone() });
        }
        if let Initial::Bytes(bytes) = initial
            && bytes.len() as u64 != size
        {
            return Err(RegionError::InitialSize { name, size, given: bytes.len() as u64 });
        }
        let Some(used) = self.used.checked_add(size).filter(|used| *used <= self.limit) else {
            return Err(RegionError::Limit { name, size, limit: self.limit });
        };
        let window = base & !(CELL_BYTES - 1);
        let count = usize::try_from((last - window) / CELL_BYTES + 1).unwrap_or(usize::MAX);
        let cells = match initial {
            Initial::Zero | Initial::Bytes(_) => Cells::new(count, |_| 0),
            Initial::Unknown { seed } => Cells::new(count, |index| mix(mix(seed ^ window) ^ index as u64)),
        }
        .map_err(|source| RegionError::Allocation { name: name.clone(), size, source })?;
        if let Initial::Bytes(bytes) = initial {
            cells.write_bytes(base - window, bytes);
        }
        let readable = permissions.contains(Permissions::READ) || self.write_only == WriteOnly::Readable;
        self.regions.insert(place, Region { name, base, size, permissions, readable, cells });
        self.used = used;
        Ok(())
    }

    /// All regions by address.
    pub fn regions(&self) -> impl ExactSizeIterator<Item = &Region> {
        self.regions.iter()
    }

    /// The region of that name.
    #[must_use]
    pub fn region(&self, name: &str) -> Option<&Region> {
        self.regions.iter().find(|region| region.name == name)
    }

    /// Access for one thread.
    #[must_use]
    pub fn view(&self) -> GuestView<'_> {
        GuestView { memory: self, last: Cell::new(0) }
    }
}

/// One thread's access to [`GuestMemory`]. It remembers the region it used last, which makes the usual access
/// one comparison and one load; make one for every worker and keep it.
#[derive(Clone, Debug)]
pub struct GuestView<'a> {
    memory: &'a GuestMemory,
    last: Cell<usize>,
}

/// The kinds of access that permissions tell apart.
#[derive(Clone, Copy)]
enum Access {
    Load,
    Store,
    Atomic,
}

impl<'a> GuestView<'a> {
    /// The memory that is looked at.
    #[must_use]
    pub fn memory(&self) -> &'a GuestMemory {
        self.memory
    }

    /// The region that holds `address`, and its bytes from there on.
    #[inline]
    fn locate(&self, address: u64) -> Option<(&'a Region, u64)> {
        let regions = &self.memory.regions;
        if let Some(region) = regions.get(self.last.get())
            && let Some(room) = region.room(address)
        {
            return Some((region, room));
        }
        let index = regions.partition_point(|region| region.base <= address).checked_sub(1)?;
        let region = regions.get(index)?;
        let room = region.room(address)?;
        self.last.set(index);
        Some((region, room))
    }

    /// Checks the permissions of `region` for an access of `size` bytes at `address`.
    #[inline]
    fn allow(region: &Region, access: Access, address: u64, size: u64) -> Result<(), MemoryError> {
        let (loads, stores) = match access {
            Access::Load => (true, false),
            Access::Store => (false, true),
            Access::Atomic => (true, true),
        };
        if stores && !region.permissions.contains(Permissions::WRITE) {
            return Err(MemoryError::new(MemoryErrorKind::ReadOnly, address, size));
        }
        if loads && !region.readable {
            return Err(MemoryError::new(MemoryErrorKind::WriteOnly, address, size));
        }
        Ok(())
    }

    /// The region that holds all of an access, `None` if it lies in several, which are all checked.
    #[inline]
    fn check(&self, access: Access, address: u64, size: u64) -> Result<Option<&'a Region>, MemoryError> {
        let Some((region, room)) = self.locate(address) else {
            return Err(MemoryError::new(MemoryErrorKind::Unmapped, address, size));
        };
        Self::allow(region, access, address, size)?;
        if room >= size {
            return Ok(Some(region));
        }
        self.check_rest(access, address, size, room)?;
        Ok(None)
    }

    /// Checks the regions that follow the first one, which gives `done` bytes.
    #[cold]
    fn check_rest(&self, access: Access, address: u64, size: u64, mut done: u64) -> Result<(), MemoryError> {
        if address.checked_add(size - 1).is_none() {
            return Err(MemoryError::new(MemoryErrorKind::Wraps, address, size));
        }
        while done < size {
            let Some((region, room)) = self.locate(address + done) else {
                return Err(MemoryError::new(MemoryErrorKind::PastEnd, address, size));
            };
            Self::allow(region, access, address, size)?;
            done += room;
        }
        Ok(())
    }

    /// Calls `part` for each region's share of a checked access: region, address, start and bytes in the access.
    fn for_parts(&self, address: u64, size: u64, mut part: impl FnMut(&Region, u64, u64, u64)) {
        let mut done = 0;
        while done < size {
            let at = address.wrapping_add(done);
            let Some((region, room)) = self.locate(at) else { return };
            let count = room.min(size - done);
            part(region, at, done, count);
            done += count;
        }
    }

    /// `size` (1 to 8) bytes at `address`, zero extended.
    #[inline]
    fn load(&self, address: u64, size: u32) -> Result<u64, MemoryError> {
        match self.check(Access::Load, address, u64::from(size))? {
            Some(region) => Ok(region.cells.read(region.cell_offset(address), size)),
            None => {
                let mut value = 0;
                self.for_parts(address, u64::from(size), |region, at, done, count| {
                    value |= region.cells.read(region.cell_offset(at), count as u32) << (done * 8);
                });
                Ok(value)
            }
        }
    }

    /// Writes the low `size` (1 to 8) bytes of `value` at `address`.
    #[inline]
    fn store(&self, address: u64, size: u32, value: u64) -> Result<(), MemoryError> {
        match self.check(Access::Store, address, u64::from(size))? {
            Some(region) => region.cells.write(region.cell_offset(address), size, value),
            None => self.for_parts(address, u64::from(size), |region, at, done, count| {
                region.cells.write(region.cell_offset(at), count as u32, value >> (done * 8));
            }),
        }
        Ok(())
    }

    /// Loads a byte.
    ///
    /// # Errors
    /// The address is unmapped or may not be read.
    pub fn read_u8(&self, address: u64) -> Result<u8, MemoryError> {
        self.load(address, 1).map(|value| value as u8)
    }

    /// Loads 16 bits at any byte address.
    ///
    /// # Errors
    /// See [`MemoryErrorKind`].
    pub fn read_u16(&self, address: u64) -> Result<u16, MemoryError> {
        self.load(address, 2).map(|value| value as u16)
    }

    /// Loads 32 bits at any byte address; one atomic load if they lie in one aligned qword.
    ///
    /// # Errors
    /// See [`MemoryErrorKind`].
    #[inline]
    pub fn read_u32(&self, address: u64) -> Result<u32, MemoryError> {
        self.load(address, 4).map(|value| value as u32)
    }

    /// Loads 64 bits at any byte address; one atomic load if aligned (measured-facts 79).
    ///
    /// # Errors
    /// See [`MemoryErrorKind`].
    #[inline]
    pub fn read_u64(&self, address: u64) -> Result<u64, MemoryError> {
        self.load(address, 8)
    }

    /// Loads `bytes.len()` bytes; each aligned qword of them is one atomic load. Nothing to load always works.
    ///
    /// # Errors
    /// See [`MemoryErrorKind`]; `bytes` is then unchanged.
    pub fn read(&self, address: u64, bytes: &mut [u8]) -> Result<(), MemoryError> {
        if bytes.is_empty() {
            return Ok(());
        }
        let size = bytes.len() as u64;
        self.check(Access::Load, address, size)?;
        self.for_parts(address, size, |region, at, done, count| {
            if let Some(part) = bytes.get_mut(done as usize..(done + count) as usize) {
                region.cells.read_bytes(region.cell_offset(at), part);
            }
        });
        Ok(())
    }

    /// Stores a byte.
    ///
    /// # Errors
    /// The address is unmapped or may not be written.
    pub fn write_u8(&self, address: u64, value: u8) -> Result<(), MemoryError> {
        self.store(address, 1, u64::from(value))
    }

    /// Stores 16 bits at any byte address.
    ///
    /// # Errors
    /// See [`MemoryErrorKind`].
    pub fn write_u16(&self, address: u64, value: u16) -> Result<(), MemoryError> {
        self.store(address, 2, u64::from(value))
    }

    /// Stores 32 bits at any byte address; one atomic operation if they lie in one aligned qword.
    ///
    /// # Errors
    /// See [`MemoryErrorKind`].
    #[inline]
    pub fn write_u32(&self, address: u64, value: u32) -> Result<(), MemoryError> {
        self.store(address, 4, u64::from(value))
    }

    /// Stores 64 bits at any byte address; one atomic store if aligned.
    ///
    /// # Errors
    /// See [`MemoryErrorKind`].
    #[inline]
    pub fn write_u64(&self, address: u64, value: u64) -> Result<(), MemoryError> {
        self.store(address, 8, value)
    }

    /// Stores `bytes`; each aligned qword of them is one atomic store.
    ///
    /// # Errors
    /// See [`MemoryErrorKind`]; no byte is then written.
    pub fn write(&self, address: u64, bytes: &[u8]) -> Result<(), MemoryError> {
        if bytes.is_empty() {
            return Ok(());
        }
        let size = bytes.len() as u64;
        self.check(Access::Store, address, size)?;
        self.for_parts(address, size, |region, at, done, count| {
            if let Some(part) = bytes.get(done as usize..(done + count) as usize) {
                region.cells.write_bytes(region.cell_offset(at), part);
            }
        });
        Ok(())
    }

    /// The region for an atomic of `size` bytes.
    fn atomic_region(&self, address: u64, size: u64) -> Result<&'a Region, MemoryError> {
        if !address.is_multiple_of(size) {
            return Err(MemoryError::new(MemoryErrorKind::Unaligned, address, size));
        }
        // Two regions that touch inside the slot have a cell each, so no single operation covers it.
        self.check(Access::Atomic, address, size)?.ok_or(MemoryError::new(
            MemoryErrorKind::PastEnd,
            address,
            size,
        ))
    }

    /// Replaces the dword at `address` by `next` of it in one atomic step; returns the old value. `next` may run
    /// several times and its last result counts.
    ///
    /// # Errors
    /// As a load and a store; [`MemoryErrorKind::Unaligned`] off four bytes (measured-facts 77, 78).
    pub fn atomic_u32(&self, address: u64, next: impl FnMut(u32) -> u32) -> Result<u32, MemoryError> {
        let region = self.atomic_region(address, 4)?;
        Ok(region.cells.update_u32(region.cell_offset(address), next))
    }

    /// Replaces the qword at `address` by `next` of it in one atomic step; returns the old value. `next` may run
    /// several times and its last result counts.
    ///
    /// # Errors
    /// As a load and a store; [`MemoryErrorKind::Unaligned`] off eight bytes.
    pub fn atomic_u64(&self, address: u64, next: impl FnMut(u64) -> u64) -> Result<u64, MemoryError> {
        let region = self.atomic_region(address, 8)?;
        Ok(region.cells.update_u64(region.cell_offset(address), next))
    }

    /// Orders this thread's accesses before and after: for waits and cache operations between plain accesses.
    pub fn fence(&self) {
        std::sync::atomic::fence(std::sync::atomic::Ordering::SeqCst);
    }
}

#[cfg(test)]
mod tests;
