//! Integer arithmetic of single lanes.
//!
//! Facts: RDNA 1 ISA guide; LLVM's folding (measured-facts section 4: bit-field offsets modulo 32, width 0 gives 0,
//! `v_perm_b32` selectors); Mesa's errata for `v_sad_u32` (unsigned distance), `v_bcnt_u32_b32` and `v_alignbyte_b32`.

/// Bits 23:0, unsigned.
#[inline]
pub(super) fn u24(x: u32) -> u32 {
    x & 0xff_ffff
}

/// Bits 23:0, signed.
#[inline]
pub(super) fn i24(x: u32) -> i32 {
    (x << 8) as i32 >> 8
}

/// Bits 15:0, signed.
#[inline]
pub(super) fn i16(x: u32) -> i32 {
    i32::from(x as i16)
}

/// Saturates to 32 signed bits.
#[inline]
pub(super) fn sat_i32(x: i64) -> u32 {
    x.clamp(i32::MIN.into(), i32::MAX.into()) as i32 as u32
}

/// Saturates to 32 unsigned bits.
#[inline]
pub(super) fn sat_u32(x: i64) -> u32 {
    x.clamp(0, u32::MAX.into()) as u32
}

/// Saturates to 16 signed bits.
#[inline]
pub(super) fn sat_i16(x: i64) -> u32 {
    x.clamp(i16::MIN.into(), i16::MAX.into()) as u32 & 0xffff
}

/// Saturates to 16 unsigned bits.
#[inline]
pub(super) fn sat_u16(x: i64) -> u32 {
    x.clamp(0, 0xffff) as u32
}

/// Leading zeros; all zero: -1.
#[inline]
pub(super) fn ffbh_u32(x: u32) -> u32 {
    if x == 0 { u32::MAX } else { x.leading_zeros() }
}

/// Trailing zeros; all zero: -1.
#[inline]
pub(super) fn ffbl(x: u32) -> u32 {
    if x == 0 { u32::MAX } else { x.trailing_zeros() }
}

/// Leading bits equal to the sign; all equal: -1.
#[inline]
pub(super) fn ffbh_i32(x: u32) -> u32 {
    ffbh_u32(x ^ ((x as i32) >> 31) as u32)
}

/// Unsigned field of `a`.
#[inline]
pub(super) fn bfe_u32(a: u32, offset: u32, width: u32) -> u32 {
    let width = width & 31;
    a >> (offset & 31) & ((1 << width) - 1)
}

/// Signed field of `a`. A field that reaches past bit 31 is filled from the sign of `a`.
#[inline]
pub(super) fn bfe_i32(a: u32, offset: u32, width: u32) -> u32 {
    let (offset, width) = (offset & 31, width & 31);
    if width == 0 {
        return 0;
    }
    let field = (a as i32) >> offset;
    (field << (32 - width) >> (32 - width)) as u32
}

/// `width` ones from bit `offset` on (measured-facts 61).
#[inline]
pub(super) fn bfm(width: u32, offset: u32) -> u32 {
    ((1u32 << (width & 31)) - 1) << (offset & 31)
}

/// Low dword of `{high, low}` shifted right.
#[inline]
pub(super) fn align(high: u32, low: u32, bits: u32) -> u32 {
    ((u64::from(high) << 32 | u64::from(low)) >> bits) as u32
}

/// `v_perm_b32`.
#[inline]
pub(super) fn perm(high: u32, low: u32, selectors: u32) -> u32 {
    let bytes = (u64::from(high) << 32 | u64::from(low)).to_le_bytes();
    let pick = |s: u8| match s {
        0..=7 => bytes[usize::from(s)],
        8..=11 => {
            if bytes[usize::from(s - 8) * 2 + 1] & 0x80 != 0 {
                0xff
            } else {
                0
            }
        }
        12 => 0,
        _ => 0xff,
    };
    u32::from_le_bytes(selectors.to_le_bytes().map(pick))
}

/// `v_lerp_u8`: averages of bytes, rounded by the low bits of `c`.
#[inline]
pub(super) fn lerp_u8(a: u32, b: u32, c: u32) -> u32 {
    let (a, b, c) = (a.to_le_bytes(), b.to_le_bytes(), c.to_le_bytes());
    u32::from_le_bytes(std::array::from_fn(|i| {
        ((u16::from(a[i]) + u16::from(b[i]) + u16::from(c[i] & 1)) >> 1) as u8
    }))
}

/// Sum of the distances of four bytes.
#[inline]
pub(super) fn sad_u8(a: u32, b: u32) -> u32 {
    let (a, b) = (a.to_le_bytes(), b.to_le_bytes());
    (0..4).map(|i| u32::from(a[i].abs_diff(b[i]))).sum()
}

/// Sum of the distances of two words.
#[inline]
pub(super) fn sad_u16(a: u32, b: u32) -> u32 {
    (a & 0xffff).abs_diff(b & 0xffff) + (a >> 16).abs_diff(b >> 16)
}

/// As [`sad_u8`], without the bytes whose reference `b` is zero.
#[inline]
pub(super) fn msad_u8(a: u32, b: u32) -> u32 {
    let (a, b) = (a.to_le_bytes(), b.to_le_bytes());
    (0..4).filter(|&i| b[i] != 0).map(|i| u32::from(a[i].abs_diff(b[i]))).sum()
}

/// The four dwords of 64 bits at byte offsets 0 to 3.
#[inline]
pub(super) fn windows(a: u64) -> [u32; 4] {
    std::array::from_fn(|i| (a >> (8 * i)) as u32)
}

/// Median of three by an order.
#[inline]
pub(super) fn med3<T: Ord + Copy>(a: T, b: T, c: T) -> T {
    a.max(b).min(a.min(b).max(c))
}

/// Two signed words saturated to unsigned bytes, in the low half.
#[inline]
pub(super) fn sat_pk_u8_i16(x: u32) -> u32 {
    let byte = |v: u32| i16(v).clamp(0, 255) as u32;
    byte(x) | byte(x >> 16) << 8
}
