//! Shared bytes without unsafe code: a slice of atomic 64-bit cells.
//!
//! Requires: byte offsets that the caller has checked against the length it gave (offsets past the cells read 0
//! and write nothing, they do not panic). Ensures: an access inside one cell is one atomic operation, so an
//! aligned dword or qword is never torn and a narrow write never loses a neighbour's write; 32- and 64-bit
//! atomics on one cell serialise, as measured-facts 73 has it for LDS.
//! Byte `n` of the storage is bits `8 * (n % 8)` upwards of cell `n / 8`, on every host.

use std::collections::TryReserveError;
use std::sync::atomic::{AtomicU64, Ordering};

/// Bytes of a cell.
pub(super) const CELL_BYTES: u64 = 8;

/// A run of atomic cells.
#[derive(Debug)]
pub(super) struct Cells {
    cells: Box<[AtomicU64]>,
}

/// The low `bytes` (0 to 8) bytes set.
fn low_mask(bytes: u32) -> u64 {
    if bytes >= 8 { u64::MAX } else { (1u64 << (bytes * 8)) - 1 }
}

impl Cells {
    /// `count` cells, cell `n` holding `fill(n)`.
    pub(super) fn new(count: usize, mut fill: impl FnMut(usize) -> u64) -> Result<Self, TryReserveError> {
        let mut cells = Vec::new();
        cells.try_reserve_exact(count)?;
        cells.extend((0..count).map(|index| AtomicU64::new(fill(index))));
        Ok(Self { cells: cells.into_boxed_slice() })
    }

    #[inline]
    fn cell(&self, offset: u64) -> Option<&AtomicU64> {
        usize::try_from(offset / CELL_BYTES).ok().and_then(|index| self.cells.get(index))
    }

    /// The aligned cell that holds `offset`, one relaxed load.
    #[inline]
    pub(super) fn load(&self, offset: u64) -> u64 {
        self.cell(offset).map_or(0, |cell| cell.load(Ordering::Relaxed))
    }

    /// `bytes` (1 to 8) bytes from `offset`, zero extended; one load unless they lie in two cells.
    #[inline]
    pub(super) fn read(&self, offset: u64, bytes: u32) -> u64 {
        let at = (offset % CELL_BYTES) as u32;
        let low = self.load(offset) >> (at * 8);
        let value =
            if at + bytes <= 8 { low } else { low | (self.load(offset + CELL_BYTES) << ((8 - at) * 8)) };
        value & low_mask(bytes)
    }

    /// Writes the low `bytes` (1 to 8) bytes of `value` at `offset`; one operation a cell.
    #[inline]
    pub(super) fn write(&self, offset: u64, bytes: u32, value: u64) {
        let at = (offset % CELL_BYTES) as u32;
        self.merge(offset, low_mask(bytes) << (at * 8), value << (at * 8));
        if at + bytes > 8 {
            let done = 8 - at;
            self.merge(offset + CELL_BYTES, low_mask(bytes - done), value >> (done * 8));
        }
    }

    /// Replaces the bits of `mask` in the cell that holds `offset` by those of `bits`.
    #[inline]
    fn merge(&self, offset: u64, mask: u64, bits: u64) {
        let Some(cell) = self.cell(offset) else { return };
        if mask == u64::MAX {
            cell.store(bits, Ordering::Relaxed);
            return;
        }
        let mut old = cell.load(Ordering::Relaxed);
        while let Err(seen) = cell.compare_exchange_weak(
            old,
            (old & !mask) | (bits & mask),
            Ordering::Relaxed,
            Ordering::Relaxed,
        ) {
            old = seen;
        }
    }

    /// Read-modify-write of the aligned qword at `offset`; returns the old value. `next` may run several times.
    pub(super) fn update_u64(&self, offset: u64, mut next: impl FnMut(u64) -> u64) -> u64 {
        let Some(cell) = self.cell(offset) else { return 0 };
        let mut old = cell.load(Ordering::Relaxed);
        // Sequential consistency: guest atomics are what guest code builds locks and flags from.
        while let Err(seen) = cell.compare_exchange_weak(old, next(old), Ordering::SeqCst, Ordering::Relaxed)
        {
            old = seen;
        }
        old
    }

    /// Read-modify-write of the aligned dword at `offset`; returns the old value. `next` may run several times.
    pub(super) fn update_u32(&self, offset: u64, mut next: impl FnMut(u32) -> u32) -> u32 {
        let shift = (offset % CELL_BYTES) * 8;
        let old = self.update_u64(offset, |cell| {
            let new = u64::from(next((cell >> shift) as u32));
            (cell & !(0xffff_ffff << shift)) | (new << shift)
        });
        (old >> shift) as u32
    }

    /// Fills `bytes` from `offset`; every aligned qword is one load.
    pub(super) fn read_bytes(&self, offset: u64, bytes: &mut [u8]) {
        let mut at = offset;
        let mut rest = bytes;
        while !rest.is_empty() {
            let inside = (at % CELL_BYTES) as usize;
            let cell = self.load(at).to_le_bytes();
            let count = rest.len().min(8 - inside);
            let (now, later) = rest.split_at_mut(count);
            for (to, from) in now.iter_mut().zip(cell.iter().skip(inside)) {
                *to = *from;
            }
            at += count as u64;
            rest = later;
        }
    }

    /// Writes `bytes` at `offset`; every aligned qword is one store.
    pub(super) fn write_bytes(&self, offset: u64, bytes: &[u8]) {
        let mut at = offset;
        let mut rest = bytes;
        while !rest.is_empty() {
            let count = rest.len().min(8 - (at % CELL_BYTES) as usize);
            let (now, later) = rest.split_at(count);
            let value = now.iter().rev().fold(0, |value, byte| (value << 8) | u64::from(*byte));
            self.write(at, count as u32, value);
            at += count as u64;
            rest = later;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Cells;

    fn counting(count: usize) -> Cells {
        Cells::new(count, |index| 0x0706_0504_0302_0100 + index as u64 * 0x0808_0808_0808_0808).unwrap()
    }

    #[test]
    fn reads_cross_cells_at_every_offset() {
        let cells = counting(2);
        for offset in 0..8u64 {
            for bytes in 1..=8u32 {
                let expected =
                    (0..u64::from(bytes)).rev().fold(0, |value, byte| (value << 8) | (offset + byte));
                assert_eq!(cells.read(offset, bytes), expected, "{bytes} bytes at {offset}");
            }
        }
    }

    #[test]
    fn writes_change_only_their_bytes() {
        for offset in 0..8u64 {
            for bytes in 1..=8u32 {
                let cells = counting(2);
                cells.write(offset, bytes, 0xf8f9_fafb_fcfd_feff);
                let mut all = [0; 16];
                cells.read_bytes(0, &mut all);
                for (at, byte) in all.iter().enumerate() {
                    let at = at as u64;
                    let inside = at >= offset && at < offset + u64::from(bytes);
                    let expected = if inside { 0xff - (at - offset) } else { at };
                    assert_eq!(u64::from(*byte), expected, "{bytes} bytes at {offset}, byte {at}");
                }
            }
        }
    }

    #[test]
    fn byte_slices_round_trip_off_alignment() {
        let cells = Cells::new(4, |_| 0).unwrap();
        let data: Vec<u8> = (1..=23).collect();
        cells.write_bytes(5, &data);
        let mut back = [0; 25];
        cells.read_bytes(4, &mut back);
        assert_eq!(back[0], 0);
        assert_eq!(&back[1..24], data.as_slice());
        assert_eq!(back[24], 0);
    }

    #[test]
    fn dword_update_keeps_the_other_half() {
        let cells = Cells::new(1, |_| 0x1111_1111_2222_2222).unwrap();
        assert_eq!(cells.update_u32(4, |old| old + 1), 0x1111_1111);
        assert_eq!(cells.update_u32(0, |_| 7), 0x2222_2222);
        assert_eq!(cells.load(0), 0x1111_1112_0000_0007);
    }
}
