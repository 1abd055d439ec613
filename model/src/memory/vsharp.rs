//! Buffer descriptors (V#), and where the accesses of buffer instructions go.
//!
//! Comes in: four descriptor words and one lane's address operands. Goes out: a byte address and how much of the
//! access is in range, or a [`ResourceError`] for descriptors that no rule here covers. Out-of-range loads give 0
//! and out-of-range stores do nothing; that is for the caller to do.
//!
//! Fields are those of guest-abi 7.4, checked against RADV's own descriptors. Linear and swizzled addresses are those
//! AMD documents for RDNA buffers. The OOB_SELECT modes are as Mesa's drivers state them for gfx10: they compare the
//! start of an access, not its end as gfx11 does. As AMD documents, loads and stores of several dwords are checked
//! dword by dword, formatted accesses and atomics are all or nothing, and the scalar offset counts in the raw mode.
//!
//! Two things differ from older parts: elements of swizzled buffers are always four bytes (there is no element size
//! field), and ADD_TID does not turn format bits into stride bits (Mesa and LLVM leave a format in the scratch
//! descriptors of gfx10, with stride 0).

pub use isa::descriptor::Select;
use thiserror::Error;

/// Bytes of an element of a swizzled buffer.
const ELEMENT_BYTES: u64 = 4;

/// A descriptor that buffer instructions cannot use, or a use that no rule covers. Not a guest fault of memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum ResourceError {
    /// The type field is that of an image.
    #[error("descriptor {words:08x?} has type {kind}, a buffer has 0")]
    NotABuffer {
        /// The descriptor.
        words: [u32; 4],
        /// Its type field.
        kind: u32,
    },
    /// A destination select is 2 or 3, which have no meaning.
    #[error("descriptor {words:08x?} has the reserved destination select {select}")]
    ReservedSelect {
        /// The descriptor.
        words: [u32; 4],
        /// The select.
        select: u32,
    },
    /// An access to a swizzled buffer covers more than one four-byte element. AMD requires that such accesses are
    /// split, and what hardware does otherwise is not known.
    #[error("access of {bytes} bytes at offset {offset:#x} spans elements of a swizzled buffer")]
    SpansElements {
        /// Offset in the record.
        offset: u32,
        /// Bytes of the access.
        bytes: u32,
    },
}

/// The range check of a descriptor (OOB_SELECT).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RangeCheck {
    /// 0: out of range if `index >= num_records` or `offset >= stride`; with stride 0 that is everything.
    StructuredWithOffset,
    /// 1: out of range if `index >= num_records`.
    Structured,
    /// 2: out of range only if `num_records` is 0.
    Disabled,
    /// 3: out of range if the byte offset from the base, swizzled where the buffer is, is `>= num_records`.
    Raw,
}

/// A decoded buffer descriptor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BufferResource {
    /// Byte address of the first record, 48 bits, sign extended.
    pub base: u64,
    /// Bytes of a record, 0 to 16383.
    pub stride: u32,
    /// Swizzle the cache lines; has no effect on results.
    pub cache_swizzle: bool,
    /// Addresses are swizzled.
    pub swizzle: bool,
    /// Records, or bytes with [`RangeCheck::Raw`].
    pub num_records: u32,
    /// Destination selects of formatted accesses that take the descriptor's format.
    pub select: [Select; 4],
    /// Unified buffer format code, 0 to 127.
    pub format: u8,
    /// Records that are interleaved in a swizzled buffer: 8, 16, 32 or 64.
    pub index_stride: u32,
    /// The lane number is added to the index.
    pub add_tid: bool,
    /// As read; drivers set it on gfx10.
    pub resource_level: bool,
    /// The range check.
    pub range: RangeCheck,
}

/// Bits `low` to `low + width - 1` of `word`.
fn bits(word: u32, low: u32, width: u32) -> u32 {
    (word >> low) & ((1 << width) - 1)
}

/// A 48-bit address as the 64-bit address that memory is mapped at.
fn canonical(address: u64) -> u64 {
    ((address << 16).cast_signed() >> 16).cast_unsigned()
}

/// The base address of a descriptor.
fn base([low, high, ..]: [u32; 4]) -> u64 {
    canonical(u64::from(low) | (u64::from(bits(high, 0, 16)) << 32))
}

/// One lane's address operands of a buffer instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct BufferOperands {
    /// The index register, 0 without IDXEN.
    pub index: u32,
    /// The offset register, 0 without OFFEN.
    pub offset: u32,
    /// The instruction's offset, 12 bits.
    pub immediate: u32,
    /// The value of SOFFSET.
    pub scalar: u32,
    /// The lane number in the wave, for ADD_TID.
    pub lane: u32,
}

/// Where one lane's access goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BufferAccess {
    /// Address of the first byte; the others follow.
    pub address: u64,
    /// How many of the access's dwords, from the first one on, are in range. Accesses of less than a dword count as
    /// one.
    pub dwords_in_range: u32,
}

impl BufferAccess {
    /// Whether a formatted access or an atomic, which are all or nothing, happens.
    #[must_use]
    pub fn in_range(self) -> bool {
        self.dwords_in_range != 0
    }
}

impl BufferResource {
    /// Decodes a descriptor for vector memory instructions.
    ///
    /// # Errors
    /// It is not a buffer, or has a reserved destination select.
    pub fn decode(words: [u32; 4]) -> Result<Self, ResourceError> {
        let [_, word1, num_records, word3] = words;
        let kind = bits(word3, 30, 2);
        if kind != 0 {
            return Err(ResourceError::NotABuffer { words, kind });
        }
        let mut select = Select::IDENTITY;
        for (place, low) in select.iter_mut().zip([0, 3, 6, 9]) {
            let field = bits(word3, low, 3);
            *place =
                Select::from_bits(field).ok_or(ResourceError::ReservedSelect { words, select: field })?;
        }
        Ok(Self {
            base: base(words),
            stride: bits(word1, 16, 14),
            cache_swizzle: bits(word1, 30, 1) != 0,
            swizzle: bits(word1, 31, 1) != 0,
            num_records,
            select,
            format: bits(word3, 12, 7) as u8,
            index_stride: 8 << bits(word3, 21, 2),
            add_tid: bits(word3, 23, 1) != 0,
            resource_level: bits(word3, 24, 1) != 0,
            range: match bits(word3, 28, 2) {
                0 => RangeCheck::StructuredWithOffset,
                1 => RangeCheck::Structured,
                2 => RangeCheck::Disabled,
                _ => RangeCheck::Raw,
            },
        })
    }

    /// The words. Bits that no source names are 0.
    #[must_use]
    pub fn encode(&self) -> [u32; 4] {
        let [b0, b1, b2, b3, b4, b5, ..] = self.base.to_le_bytes();
        let select = self.select.iter().rev().fold(0, |word, select| word << 3 | select.bits());
        let range = match self.range {
            RangeCheck::StructuredWithOffset => 0,
            RangeCheck::Structured => 1,
            RangeCheck::Disabled => 2,
            RangeCheck::Raw => 3,
        };
        [
            u32::from_le_bytes([b0, b1, b2, b3]),
            u32::from_le_bytes([b4, b5, 0, 0])
                | bits(self.stride, 0, 14) << 16
                | u32::from(self.cache_swizzle) << 30
                | u32::from(self.swizzle) << 31,
            self.num_records,
            select
                | bits(u32::from(self.format), 0, 7) << 12
                | bits((self.index_stride >> 3).trailing_zeros(), 0, 2) << 21
                | u32::from(self.add_tid) << 23
                | u32::from(self.resource_level) << 24
                | range << 28,
        ]
    }

    /// Where an access of `bytes` bytes goes.
    ///
    /// Index plus lane and register plus immediate offset wrap at 32 bits; nothing after that does, up to the 48
    /// bits of an address.
    ///
    /// # Errors
    /// The buffer is swizzled and the access spans elements.
    pub fn access(&self, operands: &BufferOperands, bytes: u32) -> Result<BufferAccess, ResourceError> {
        let index = if self.add_tid { operands.index.wrapping_add(operands.lane) } else { operands.index };
        let offset = operands.offset.wrapping_add(operands.immediate);
        if self.swizzle && u64::from(offset) % ELEMENT_BYTES + u64::from(bytes) > ELEMENT_BYTES {
            return Err(ResourceError::SpansElements { offset, bytes });
        }
        let linear = self.buffer_offset(index, offset);
        let from_base = linear + u64::from(operands.scalar);
        let dwords = bytes.div_ceil(4);
        let limit = match self.range {
            _ if self.num_records == 0 => 0,
            RangeCheck::Disabled => dwords,
            RangeCheck::Structured => {
                if index < self.num_records {
                    dwords
                } else {
                    0
                }
            }
            RangeCheck::StructuredWithOffset => {
                if index < self.num_records {
                    dwords_below(u64::from(offset), u64::from(self.stride))
                } else {
                    0
                }
            }
            RangeCheck::Raw => dwords_below(from_base, u64::from(self.num_records)),
        };
        Ok(BufferAccess {
            address: canonical(self.base.wrapping_add(from_base)),
            dwords_in_range: dwords.min(limit),
        })
    }

    /// The byte offset of `offset` in record `index`, without the scalar offset.
    fn buffer_offset(&self, index: u32, offset: u32) -> u64 {
        let (index, offset, stride) = (u64::from(index), u64::from(offset), u64::from(self.stride));
        if !self.swizzle {
            return index * stride + offset;
        }
        let interleave = u64::from(self.index_stride);
        let record = (index / interleave) * stride + (offset / ELEMENT_BYTES) * ELEMENT_BYTES;
        record * interleave + (index % interleave) * ELEMENT_BYTES + offset % ELEMENT_BYTES
    }
}

/// How many dwords that start at `from` start below `end`.
fn dwords_below(from: u64, end: u64) -> u32 {
    u32::try_from(end.saturating_sub(from).div_ceil(4)).unwrap_or(u32::MAX)
}

/// A buffer descriptor as scalar loads, stores and atomics read it: the fourth word has no meaning for them
/// (guest-abi 7.4).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScalarBuffer {
    base: u64,
    bytes: u64,
}

impl ScalarBuffer {
    /// Decodes a descriptor.
    #[must_use]
    pub fn decode(words: [u32; 4]) -> Self {
        let [_, word1, num_records, _] = words;
        let stride = bits(word1, 16, 14);
        let bytes = u64::from(num_records) * u64::from(stride.max(1));
        Self { base: base(words), bytes }
    }

    /// The address of the dword that byte offset `offset` (register plus immediate) falls into:
    /// `(base & !3) + (offset & !3)` (measured-facts 77), or `None` if it is out of range, which loads 0.
    ///
    /// For loads of several dwords call it with `offset + 4 * n`.
    #[must_use]
    pub fn dword(&self, offset: u64) -> Option<u64> {
        let offset = offset & !3;
        (offset < self.bytes).then(|| canonical((self.base & !3).wrapping_add(offset)))
    }
}

#[cfg(test)]
mod tests;
