//! The local data share of a workgroup and the global data share of a dispatch.
//!
//! Requires: the size the hardware allocates (gfx10 allocates LDS in granules of 512 bytes; rounding is the
//! caller's). Ensures: what DS instructions see: addresses are 32 bits and wrap when an offset is added
//! (the RADV corpus relies on `ds_read_b128 v, v11 offset:1008` with v11 = -16); an access that is not wholly
//! inside the storage reads 0 and writes nothing; loads and stores work at any byte address (alignment mode
//! UNALIGNED); an atomic off its natural alignment is a fault (measured-facts 73). No guest value panics.
//!
//! An access means one element of an instruction: the two halves of `ds_read2_b32` are two accesses, `ds_read_b128`
//! is one. AMD's guide leaves an access that is only partly inside undefined; here it counts as outside.
//!
//! An [`Lds`] belongs to the one thread that runs its workgroup. A [`Gds`] is shared between threads and its
//! aligned accesses and atomics are single steps.

use std::collections::TryReserveError;

use thiserror::Error;

use super::cells::{CELL_BYTES, Cells};

/// Most bytes a workgroup's LDS or the GDS can have.
pub const MAX_BYTES: u32 = 65536;

/// A fault of an LDS or GDS access, or a storage that cannot be made.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum LdsError {
    /// An atomic off its natural alignment; nothing was changed.
    #[error("LDS atomic of {size} bytes at {address:#x} is off its natural alignment")]
    Unaligned {
        /// Byte address.
        address: u32,
        /// Bytes of the access.
        size: u32,
    },
    /// More bytes than hardware has.
    #[error("{bytes} bytes of LDS asked for, the hardware has {MAX_BYTES}")]
    TooLarge {
        /// Bytes asked for.
        bytes: u32,
    },
    /// The host has no memory for it.
    #[error("the host cannot allocate {bytes} bytes of LDS")]
    Allocation {
        /// Bytes asked for.
        bytes: u32,
        /// What the allocator said.
        source: TryReserveError,
    },
}

/// The byte address of a DS access: the address register plus the instruction's offset, in 32 bits.
#[must_use]
pub fn address(register: u32, offset: u32) -> u32 {
    register.wrapping_add(offset)
}

/// Checks that an atomic of `size` bytes is aligned.
fn aligned(address: u32, size: u32) -> Result<(), LdsError> {
    if address.is_multiple_of(size) { Ok(()) } else { Err(LdsError::Unaligned { address, size }) }
}

/// Whether `size` bytes at `address` are all inside storage of `bytes` bytes.
#[inline]
fn inside(address: u32, size: u32, bytes: u32) -> bool {
    u64::from(address) + u64::from(size) <= u64::from(bytes)
}

/// The local data share of one workgroup.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lds {
    /// Dword `n` holds bytes `4n` to `4n + 3`, lowest byte in the lowest bits.
    words: Vec<u32>,
    bytes: u32,
}

impl Lds {
    /// `bytes` bytes; dword `n` holds `fill(n)` at the start. LDS is not cleared by hardware, so what is there
    /// before the first write is unknown bits that the caller chooses.
    ///
    /// # Errors
    /// More than [`MAX_BYTES`], or no host memory.
    pub fn new(bytes: u32, fill: impl FnMut(u32) -> u32) -> Result<Self, LdsError> {
        if bytes > MAX_BYTES {
            return Err(LdsError::TooLarge { bytes });
        }
        let mut words = Vec::new();
        let count = bytes.div_ceil(4);
        words.try_reserve_exact(count as usize).map_err(|source| LdsError::Allocation { bytes, source })?;
        words.extend((0..count).map(fill));
        Ok(Self { words, bytes })
    }

    /// Size in bytes.
    #[must_use]
    pub fn bytes(&self) -> u32 {
        self.bytes
    }

    /// The dword that holds `address`, 0 outside.
    #[inline]
    fn word(&self, address: u32) -> u32 {
        self.words.get((address / 4) as usize).copied().unwrap_or(0)
    }

    /// Replaces the bits of `mask` in the dword that holds `address`.
    #[inline]
    fn merge(&mut self, address: u32, mask: u32, bits: u32) {
        if let Some(word) = self.words.get_mut((address / 4) as usize) {
            *word = (*word & !mask) | (bits & mask);
        }
    }

    /// The dword at any byte address that was found inside.
    #[inline]
    fn dword(&self, address: u32) -> u32 {
        let shift = (address % 4) * 8;
        let low = self.word(address) >> shift;
        if shift == 0 { low } else { low | (self.word(address + 4) << (32 - shift)) }
    }

    /// Stores a dword at any byte address that was found inside.
    #[inline]
    fn set_dword(&mut self, address: u32, value: u32) {
        let shift = (address % 4) * 8;
        self.merge(address, u32::MAX << shift, value << shift);
        if shift != 0 {
            self.merge(address + 4, u32::MAX >> (32 - shift), value >> (32 - shift));
        }
    }

    /// Loads a byte; 0 outside.
    #[must_use]
    pub fn read_u8(&self, address: u32) -> u8 {
        if !inside(address, 1, self.bytes) {
            return 0;
        }
        (self.word(address) >> ((address % 4) * 8)) as u8
    }

    /// Loads 16 bits; 0 outside.
    #[must_use]
    pub fn read_u16(&self, address: u32) -> u16 {
        if !inside(address, 2, self.bytes) {
            return 0;
        }
        self.dword(address) as u16
    }

    /// Loads `N` dwords as one access (b32 to b128); all 0 if not wholly inside.
    #[inline]
    #[must_use]
    pub fn read<const N: usize>(&self, address: u32) -> [u32; N] {
        let mut values = [0; N];
        if inside(address, N as u32 * 4, self.bytes) {
            for (value, at) in values.iter_mut().zip((address..).step_by(4)) {
                *value = self.dword(at);
            }
        }
        values
    }

    /// Loads 32 bits; 0 outside.
    #[inline]
    #[must_use]
    pub fn read_u32(&self, address: u32) -> u32 {
        let [value] = self.read(address);
        value
    }

    /// Loads 64 bits; 0 outside.
    #[inline]
    #[must_use]
    pub fn read_u64(&self, address: u32) -> u64 {
        let [low, high] = self.read(address);
        u64::from(low) | (u64::from(high) << 32)
    }

    /// Stores a byte; nothing outside.
    pub fn write_u8(&mut self, address: u32, value: u8) {
        if inside(address, 1, self.bytes) {
            let shift = (address % 4) * 8;
            self.merge(address, 0xff << shift, u32::from(value) << shift);
        }
    }

    /// Stores 16 bits; nothing outside.
    pub fn write_u16(&mut self, address: u32, value: u16) {
        if inside(address, 2, self.bytes) {
            let [low, high] = value.to_le_bytes();
            self.write_u8(address, low);
            self.write_u8(address + 1, high);
        }
    }

    /// Stores `N` dwords as one access (b32 to b128); nothing if not wholly inside.
    #[inline]
    pub fn write<const N: usize>(&mut self, address: u32, values: [u32; N]) {
        if inside(address, N as u32 * 4, self.bytes) {
            for (value, at) in values.into_iter().zip((address..).step_by(4)) {
                self.set_dword(at, value);
            }
        }
    }

    /// Stores 32 bits; nothing outside.
    #[inline]
    pub fn write_u32(&mut self, address: u32, value: u32) {
        self.write(address, [value]);
    }

    /// Stores 64 bits; nothing outside.
    #[inline]
    pub fn write_u64(&mut self, address: u32, value: u64) {
        self.write(address, [value as u32, (value >> 32) as u32]);
    }

    /// Replaces the dword at `address` by `next` of it; returns the old value, 0 outside, where nothing happens.
    ///
    /// # Errors
    /// The address is not a multiple of four.
    pub fn update_u32(&mut self, address: u32, next: impl FnOnce(u32) -> u32) -> Result<u32, LdsError> {
        aligned(address, 4)?;
        if !inside(address, 4, self.bytes) {
            return Ok(0);
        }
        let old = self.word(address);
        self.merge(address, u32::MAX, next(old));
        Ok(old)
    }

    /// Replaces the qword at `address` by `next` of it; returns the old value, 0 outside, where nothing happens.
    ///
    /// # Errors
    /// The address is not a multiple of eight.
    pub fn update_u64(&mut self, address: u32, next: impl FnOnce(u64) -> u64) -> Result<u64, LdsError> {
        aligned(address, 8)?;
        if !inside(address, 8, self.bytes) {
            return Ok(0);
        }
        let old = self.read_u64(address);
        self.write_u64(address, next(old));
        Ok(old)
    }
}

/// The global data share of a dispatch, shared by its workgroups.
///
/// Addresses here are bytes in the whole share; base and size from M0 are the caller's.
#[derive(Debug)]
pub struct Gds {
    cells: Cells,
    bytes: u32,
}

impl Gds {
    /// `bytes` bytes; dword `n` holds `fill(n)` at the start.
    ///
    /// # Errors
    /// More than [`MAX_BYTES`], or no host memory.
    pub fn new(bytes: u32, mut fill: impl FnMut(u32) -> u32) -> Result<Self, LdsError> {
        if bytes > MAX_BYTES {
            return Err(LdsError::TooLarge { bytes });
        }
        let count = bytes.div_ceil(CELL_BYTES as u32);
        let cells = Cells::new(count as usize, |cell| {
            let word = cell as u32 * 2;
            u64::from(fill(word)) | (u64::from(fill(word + 1)) << 32)
        })
        .map_err(|source| LdsError::Allocation { bytes, source })?;
        Ok(Self { cells, bytes })
    }

    /// Size in bytes.
    #[must_use]
    pub fn bytes(&self) -> u32 {
        self.bytes
    }

    /// Loads `size` (1 to 8) bytes, zero extended; 0 if not wholly inside.
    fn load(&self, address: u32, size: u32) -> u64 {
        if inside(address, size, self.bytes) { self.cells.read(u64::from(address), size) } else { 0 }
    }

    /// Stores the low `size` (1 to 8) bytes of `value`; nothing if not wholly inside.
    fn store(&self, address: u32, size: u32, value: u64) {
        if inside(address, size, self.bytes) {
            self.cells.write(u64::from(address), size, value);
        }
    }

    /// Loads a byte; 0 outside.
    #[must_use]
    pub fn read_u8(&self, address: u32) -> u8 {
        self.load(address, 1) as u8
    }

    /// Loads 16 bits; 0 outside.
    #[must_use]
    pub fn read_u16(&self, address: u32) -> u16 {
        self.load(address, 2) as u16
    }

    /// Loads 32 bits; 0 outside.
    #[must_use]
    pub fn read_u32(&self, address: u32) -> u32 {
        self.load(address, 4) as u32
    }

    /// Loads 64 bits; 0 outside.
    #[must_use]
    pub fn read_u64(&self, address: u32) -> u64 {
        self.load(address, 8)
    }

    /// Stores a byte; nothing outside.
    pub fn write_u8(&self, address: u32, value: u8) {
        self.store(address, 1, u64::from(value));
    }

    /// Stores 16 bits; nothing outside.
    pub fn write_u16(&self, address: u32, value: u16) {
        self.store(address, 2, u64::from(value));
    }

    /// Stores 32 bits; nothing outside.
    pub fn write_u32(&self, address: u32, value: u32) {
        self.store(address, 4, u64::from(value));
    }

    /// Stores 64 bits; nothing outside.
    pub fn write_u64(&self, address: u32, value: u64) {
        self.store(address, 8, value);
    }

    /// Replaces the dword at `address` by `next` of it in one step; returns the old value, 0 outside, where nothing
    /// happens. `next` may run several times.
    ///
    /// # Errors
    /// The address is not a multiple of four.
    pub fn update_u32(&self, address: u32, next: impl FnMut(u32) -> u32) -> Result<u32, LdsError> {
        aligned(address, 4)?;
        if !inside(address, 4, self.bytes) {
            return Ok(0);
        }
        Ok(self.cells.update_u32(u64::from(address), next))
    }

    /// Replaces the qword at `address` by `next` of it in one step; returns the old value, 0 outside, where nothing
    /// happens. `next` may run several times.
    ///
    /// # Errors
    /// The address is not a multiple of eight.
    pub fn update_u64(&self, address: u32, next: impl FnMut(u64) -> u64) -> Result<u64, LdsError> {
        aligned(address, 8)?;
        if !inside(address, 8, self.bytes) {
            return Ok(0);
        }
        Ok(self.cells.update_u64(u64::from(address), next))
    }
}

#[cfg(test)]
mod tests {
    use super::{Gds, Lds, LdsError, MAX_BYTES, address};

    fn lds(bytes: u32) -> Lds {
        // Every byte holds the low bits of its address.
        Lds::new(bytes, |word| u32::from_le_bytes([0, 1, 2, 3].map(|byte| (word * 4 + byte) as u8))).unwrap()
    }

    #[test]
    fn addresses_wrap_at_32_bits() {
        // RADV: ds_read_b128 v, v11 offset:1008 with v11 = -16.
        assert_eq!(address(0xffff_fff0, 1008), 992);
        let lds = lds(1024);
        assert_eq!(lds.read_u32(address(0xffff_fff0, 20)), lds.read_u32(4));
    }

    #[test]
    fn loads_work_at_any_byte() {
        let lds = lds(64);
        for at in 0..48 {
            let byte = |n: u32| u32::from((at + n) as u8);
            assert_eq!(u32::from(lds.read_u8(at)), byte(0));
            assert_eq!(u32::from(lds.read_u16(at)), byte(0) | byte(1) << 8);
            let dword = |n: u32| byte(n) | byte(n + 1) << 8 | byte(n + 2) << 16 | byte(n + 3) << 24;
            assert_eq!(lds.read::<4>(at), [dword(0), dword(4), dword(8), dword(12)]);
            assert_eq!(lds.read_u64(at), u64::from(dword(0)) | u64::from(dword(4)) << 32);
        }
    }

    #[test]
    fn stores_work_at_any_byte_and_change_only_their_bytes() {
        for at in 0..8 {
            let mut lds = Lds::new(32, |_| 0).unwrap();
            lds.write(at, [0x1312_1110, 0x1716_1514, 0x1b1a_1918]);
            for byte in 0..32 {
                let expected = if (at..at + 12).contains(&byte) { 0x10 + byte - at } else { 0 };
                assert_eq!(u32::from(lds.read_u8(byte)), expected);
            }
            lds.write_u16(at, 0xbbaa);
            assert_eq!(lds.read_u32(at), 0x1312_bbaa);
        }
    }

    #[test]
    fn outside_reads_zero_and_writes_nothing() {
        let mut lds = lds(64);
        let before = lds.clone();
        for at in [61, 62, 63, 64, 65, 0x8000_0000, 0xffff_fffc, u32::MAX] {
            assert_eq!(lds.read_u32(at), 0, "{at:#x}");
            assert_eq!(lds.read::<4>(at), [0; 4]);
            lds.write_u32(at, u32::MAX);
            lds.write(at, [u32::MAX; 4]);
            lds.write_u64(at, u64::MAX);
        }
        for at in [64, 0xffff_fffc] {
            lds.write_u8(at, 1);
            lds.write_u16(at - 1, 1);
            assert_eq!(lds.read_u8(at), 0);
            assert_eq!(lds.update_u32(at, |_| 1).unwrap(), 0);
        }
        assert_eq!(lds.update_u64(0xffff_fff8, |_| 1).unwrap(), 0);
        assert_eq!(lds, before);
        assert_eq!(lds.read::<4>(52), [0; 4], "an access that is partly outside is outside");
    }

    #[test]
    fn a_size_off_a_dword_ends_at_its_byte() {
        let lds = lds(6);
        assert_eq!(lds.read_u16(4), 0x0504);
        assert_eq!(lds.read_u8(6), 0);
        assert_eq!(lds.read_u32(4), 0);
    }

    #[test]
    fn misaligned_atomics_are_faults() {
        let mut lds = lds(64);
        let before = lds.clone();
        assert_eq!(lds.update_u32(2, |_| 0), Err(LdsError::Unaligned { address: 2, size: 4 }));
        assert_eq!(lds.update_u64(4, |_| 0), Err(LdsError::Unaligned { address: 4, size: 8 }));
        assert_eq!(lds, before);
        assert_eq!(lds.update_u64(8, |old| old + 1).unwrap(), 0x0f0e_0d0c_0b0a_0908);
        assert_eq!(lds.update_u32(12, |old| old + 1).unwrap(), 0x0f0e_0d0c);
        assert_eq!(lds.read_u64(8), 0x0f0e_0d0d_0b0a_0909);
    }

    #[test]
    fn more_than_hardware_has_is_refused() {
        assert_eq!(Lds::new(MAX_BYTES + 1, |_| 0), Err(LdsError::TooLarge { bytes: MAX_BYTES + 1 }));
        assert!(matches!(Gds::new(u32::MAX, |_| 0), Err(LdsError::TooLarge { .. })));
        assert_eq!(Lds::new(0, |_| 0).unwrap().read_u32(0), 0);
    }

    #[test]
    fn gds_serialises_atomics_of_all_threads() {
        let gds = Gds::new(16, |word| word).unwrap();
        assert_eq!(gds.read_u64(8), 0x0000_0003_0000_0002);
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..1000 {
                        gds.update_u32(4, |old| old + 1).unwrap();
                        gds.update_u64(0, |old| old + 1).unwrap();
                    }
                });
            }
        });
        assert_eq!(gds.read_u32(0), 4000);
        assert_eq!(gds.read_u32(4), 4001);
        gds.write_u16(13, 0xffff);
        assert_eq!(gds.read_u32(12), 0x00ff_ff03);
        assert_eq!(gds.read_u32(13), 0);
        gds.write_u32(u32::MAX, 1);
        assert_eq!(gds.update_u64(16, |_| 1).unwrap(), 0);
        assert!(gds.update_u64(4, |_| 1).is_err());
    }
}
