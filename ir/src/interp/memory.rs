//! Memory outside the workgroup, as the interpreter asks for it.

use crate::attr::Space;
use crate::entity::Resource;
use crate::types::Width;
use std::collections::BTreeMap;

/// A space whose memory the caller holds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum External {
    /// A bound buffer; the address is a byte offset.
    Buffer(Resource),
    /// Guest memory.
    Global,
    /// Guest memory that is only read.
    Constant,
    /// Memory of the dispatch; the address is a byte offset.
    Gds,
}

impl External {
    /// The space that the caller holds; `None` for those of the workgroup.
    pub fn of(space: Space) -> Option<External> {
        Some(match space {
            Space::Buffer(r) => External::Buffer(r),
            Space::Global => External::Global,
            Space::Constant => External::Constant,
            Space::Gds => External::Gds,
            Space::Lds | Space::Scratch => return None,
        })
    }
}

/// Why an access is not made.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error)]
pub enum AccessError {
    /// No such bytes. Buffers and GDS then give 0 and drop stores; guest memory faults.
    #[error("outside of memory")]
    Outside,
    /// The bytes may not be read or written so; a fault in every space.
    #[error("not allowed")]
    Denied,
}

/// Memory that the caller holds. Values are little-endian and in the low bits.
pub trait Memory {
    /// Reads an element.
    ///
    /// # Errors
    /// Where the element is not wholly there or may not be read.
    fn load(&mut self, space: External, address: u64, width: Width) -> Result<u64, AccessError>;

    /// Writes an element.
    ///
    /// # Errors
    /// Where the element is not wholly there or may not be written.
    fn store(&mut self, space: External, address: u64, width: Width, value: u64) -> Result<(), AccessError>;

    /// Bytes of a bound buffer.
    fn size(&mut self, resource: Resource) -> u32;
}

/// Memory of plain bytes: buffers by resource and regions by address. For tests and small runs.
#[derive(Clone, Debug, Default)]
pub struct Bytes {
    /// Buffers.
    pub buffers: BTreeMap<u32, Vec<u8>>,
    /// Guest memory: regions by first address; they do not overlap.
    pub regions: BTreeMap<u64, Vec<u8>>,
    /// Memory of the dispatch.
    pub gds: Vec<u8>,
}

impl Bytes {
    fn place(&mut self, space: External, address: u64, width: Width) -> Option<&mut [u8]> {
        let (bytes, offset) = match space {
            External::Buffer(r) => (self.buffers.get_mut(&r.as_u32())?, address),
            External::Gds => (&mut self.gds, address),
            External::Global | External::Constant => {
                let (&base, region) = self.regions.range_mut(..=address).next_back()?;
                (region, address - base)
            }
        };
        part(bytes, offset, width)
    }
}

impl Memory for Bytes {
    fn load(&mut self, space: External, address: u64, width: Width) -> Result<u64, AccessError> {
        self.place(space, address, width).map(|b| get(b)).ok_or(AccessError::Outside)
    }

    fn store(&mut self, space: External, address: u64, width: Width, value: u64) -> Result<(), AccessError> {
        let bytes = self.place(space, address, width).ok_or(AccessError::Outside)?;
        put(bytes, value);
        Ok(())
    }

    fn size(&mut self, resource: Resource) -> u32 {
        let len = self.buffers.get(&resource.as_u32()).map_or(0, Vec::len);
        u32::try_from(len).unwrap_or(u32::MAX)
    }
}

/// The bytes of an element, if all of them are there.
pub(super) fn part(bytes: &mut [u8], offset: u64, width: Width) -> Option<&mut [u8]> {
    let start = usize::try_from(offset).ok()?;
    let end = start.checked_add((width.bits() / 8) as usize)?;
    bytes.get_mut(start..end)
}

pub(super) fn get(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |v, &b| v << 8 | u64::from(b))
}

pub(super) fn put(bytes: &mut [u8], value: u64) {
    for (byte, v) in bytes.iter_mut().zip(value.to_le_bytes()) {
        *byte = v;
    }
}
