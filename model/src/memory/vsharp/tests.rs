//! Descriptor fields against RADV's words, and addresses worked out by hand from AMD's rules.

use super::{BufferAccess, BufferOperands, BufferResource, RangeCheck, ResourceError, ScalarBuffer, Select};

const BASE: u64 = 0x1234_5678_9000;

fn buffer() -> BufferResource {
    BufferResource {
        base: BASE,
        stride: 0,
        cache_swizzle: false,
        swizzle: false,
        num_records: 64,
        select: Select::IDENTITY,
        format: 22,
        index_stride: 8,
        add_tid: false,
        resource_level: true,
        range: RangeCheck::Raw,
    }
}

fn at(offset: u32) -> BufferOperands {
    BufferOperands { offset, ..BufferOperands::default() }
}

fn in_range(buffer: &BufferResource, operands: BufferOperands, bytes: u32) -> u32 {
    buffer.access(&operands, bytes).unwrap().dwords_in_range
}

fn offset(buffer: &BufferResource, operands: BufferOperands) -> u64 {
    buffer.access(&operands, 4).unwrap().address - buffer.base
}

/// Rows of RADV's descriptor table: address 0x12abcdef0000, 100 texels.
#[test]
fn radv_texel_buffers_decode() {
    use Select::{One, W, X, Y, Z, Zero};
    for (words, stride, format, select) in [
        // R8_UNORM, B8G8R8A8_SINT, A2B10G10R10_UINT, R16G16_SFLOAT, R32G32B32_SFLOAT, R32G32B32A32_UINT,
        // B10G11R11_UFLOAT.
        ([0xcdef_0000, 0x0001_12ab, 0x64, 0x0100_1204], 1, 1, [X, Zero, Zero, One]),
        ([0xcdef_0000, 0x0004_12ab, 0x64, 0x0103_df2e], 4, 61, [Z, Y, X, W]),
        ([0xcdef_0000, 0x0004_12ab, 0x64, 0x0103_6fac], 4, 54, [X, Y, Z, W]),
        ([0xcdef_0000, 0x0004_12ab, 0x64, 0x0101_d22c], 4, 29, [X, Y, Zero, One]),
        ([0xcdef_0000, 0x000c_12ab, 0x64, 0x0104_a3ac], 12, 74, [X, Y, Z, One]),
        ([0xcdef_0000, 0x0010_12ab, 0x64, 0x0104_bfac], 16, 75, [X, Y, Z, W]),
        ([0xcdef_0000, 0x0004_12ab, 0x64, 0x0102_43ac], 4, 36, [X, Y, Z, One]),
    ] {
        let decoded = BufferResource::decode(words).unwrap();
        let expected = BufferResource {
            base: 0x12ab_cdef_0000,
            stride,
            num_records: 100,
            select,
            format,
            range: RangeCheck::StructuredWithOffset,
            ..buffer()
        };
        assert_eq!(decoded, expected, "{words:08x?}");
    }
}

#[test]
fn radv_storage_buffers_decode() {
    let decoded = BufferResource::decode([0x0000_1000, 0x0000_7fff, 0xffff_fffc, 0x3101_6fac]).unwrap();
    let expected = BufferResource { base: 0x7fff_0000_1000, num_records: 0xffff_fffc, ..buffer() };
    assert_eq!(decoded, expected);
}

#[test]
fn bases_are_canonical_48_bit_addresses() {
    let decoded = BufferResource::decode([0x0001_0000, 0x8000, 64, 0x3101_6fac]).unwrap();
    assert_eq!(decoded.base, 0xffff_8000_0001_0000);
    assert_eq!(decoded.access(&at(8), 4).unwrap().address, 0xffff_8000_0001_0008);
}

#[test]
fn descriptors_of_other_kinds_are_refused() {
    let words = [0xabcd_ef00, 0xc880_0012, 0x800e_c018, 0x9400_0977];
    assert_eq!(BufferResource::decode(words), Err(ResourceError::NotABuffer { words, kind: 2 }));
    let words = [0, 0, 64, 0x3101_6fab];
    assert_eq!(BufferResource::decode(words), Err(ResourceError::ReservedSelect { words, select: 3 }));
}

#[test]
fn the_null_descriptor_is_out_of_range_everywhere() {
    let null = BufferResource::decode([0; 4]).unwrap();
    for operands in [at(0), at(u32::MAX), BufferOperands { scalar: u32::MAX, ..at(0) }] {
        assert_eq!(in_range(&null, operands, 16), 0);
    }
    assert_eq!(ScalarBuffer::decode([0; 4]).dword(0), None);
}

#[test]
fn linear_addresses_add_everything() {
    let buffer = BufferResource { stride: 24, num_records: 1 << 20, ..buffer() };
    let operands = BufferOperands { index: 5, offset: 7, immediate: 16, scalar: 1000, lane: 63 };
    let access = buffer.access(&operands, 4).unwrap();
    assert_eq!(access, BufferAccess { address: BASE + 5 * 24 + 7 + 16 + 1000, dwords_in_range: 1 });
    let with_lane = BufferResource { add_tid: true, ..buffer };
    assert_eq!(offset(&with_lane, operands), (5 + 63) * 24 + 7 + 16 + 1000);
}

#[test]
fn a_negative_offset_register_wraps_with_the_immediate() {
    let operands = BufferOperands { immediate: 24, ..at(0xffff_fff0) };
    assert_eq!(offset(&buffer(), operands), 8);
    assert_eq!(in_range(&buffer(), at(0xffff_fff0), 4), 0);
}

#[test]
fn raw_range_checks_every_dword_by_its_start() {
    for (from, dwords) in [(0, 4), (48, 4), (49, 4), (52, 3), (60, 1), (63, 1), (64, 0), (u32::MAX, 0)] {
        assert_eq!(in_range(&buffer(), at(from), 16), dwords, "{from}");
    }
    assert_eq!(in_range(&buffer(), at(63), 1), 1);
    assert_eq!(in_range(&buffer(), at(64), 1), 0);
    assert!(!buffer().access(&at(64), 4).unwrap().in_range());
}

#[test]
fn raw_range_includes_the_scalar_offset_without_wrapping() {
    let operands = |scalar| BufferOperands { scalar, ..at(32) };
    assert_eq!(in_range(&buffer(), operands(31), 4), 1);
    assert_eq!(in_range(&buffer(), operands(32), 4), 0);
    assert_eq!(in_range(&buffer(), operands(u32::MAX - 15), 4), 0);
    let all = BufferResource { num_records: u32::MAX, ..buffer() };
    assert_eq!(in_range(&all, BufferOperands { scalar: u32::MAX, ..at(u32::MAX) }, 4), 0);
}

#[test]
fn structured_range_checks_the_index_and_perhaps_the_offset() {
    let with = |range| BufferResource { stride: 12, num_records: 10, range, ..buffer() };
    let access = |index, offset| BufferOperands { index, offset, ..BufferOperands::default() };
    let checked = with(RangeCheck::StructuredWithOffset);
    for (operands, dwords) in [
        (access(9, 0), 3),
        (access(9, 4), 2),
        (access(9, 8), 1),
        (access(9, 12), 0),
        (access(10, 0), 0),
        (access(u32::MAX, u32::MAX), 0),
    ] {
        assert_eq!(in_range(&checked, operands, 16), dwords, "{operands:?}");
    }
    assert_eq!(in_range(&BufferResource { stride: 0, ..checked }, access(0, 0), 16), 0);
    let unchecked = with(RangeCheck::Structured);
    assert_eq!(in_range(&unchecked, access(9, 4000), 16), 4);
    assert_eq!(in_range(&unchecked, access(10, 0), 16), 0);
    let disabled = with(RangeCheck::Disabled);
    assert_eq!(in_range(&disabled, access(u32::MAX, u32::MAX), 16), 4);
    assert_eq!(in_range(&BufferResource { num_records: 0, ..disabled }, access(0, 0), 16), 0);
}

/// The scratch descriptor of the OpenCL corpus: swizzled by lane, elements of four bytes.
#[test]
fn opencl_scratch_interleaves_the_lanes_of_a_wave() {
    for (lanes, index_stride) in [(64, 3), (32, 2)] {
        let word3 = 0xfac | 20 << 12 | index_stride << 21 | 1 << 23 | 1 << 24 | 2 << 28;
        let scratch = BufferResource::decode([0, 0x7f30 | 1 << 31, 4096, word3]).unwrap();
        assert_eq!((scratch.stride, scratch.index_stride, scratch.format), (0, lanes, 20));
        assert!(scratch.swizzle && scratch.add_tid && scratch.range == RangeCheck::Disabled);
        let operands = |lane, offset| BufferOperands { lane, offset, scalar: 0x10_0000, ..at(0) };
        for (lane, place, expected) in [
            (0, 0, 0),
            (1, 0, 4),
            (lanes - 1, 0, lanes * 4 - 4),
            (0, 4, lanes * 4),
            (3, 9, 2 * lanes * 4 + 3 * 4 + 1),
        ] {
            let access = scratch.access(&operands(lane, place), 1).unwrap();
            assert_eq!(access.address, 0x7f30_0000_0000 + 0x10_0000 + u64::from(expected));
            assert!(access.in_range());
        }
    }
}

#[test]
fn swizzled_records_interleave_in_groups() {
    let buffer =
        BufferResource { stride: 16, swizzle: true, index_stride: 8, num_records: 1 << 20, ..buffer() };
    let operands = |index, offset| BufferOperands { index, offset, ..at(0) };
    // Group 2 of eight records of 16 bytes; element 3 of all its records is one row of 32 bytes.
    assert_eq!(offset(&buffer, operands(21, 12)), 2 * 8 * 16 + 3 * 32 + 5 * 4);
    assert_eq!(buffer.access(&operands(0, 2), 4), Err(ResourceError::SpansElements { offset: 2, bytes: 4 }));
    assert!(buffer.access(&operands(0, 2), 2).is_ok());
    // The range check of a raw swizzled buffer looks at the swizzled address.
    let small = BufferResource { num_records: 64, ..buffer };
    assert_eq!(in_range(&small, operands(7, 4), 4), 1);
    assert_eq!(in_range(&small, operands(0, 8), 4), 0);
}

#[test]
fn extreme_operands_do_not_overflow() {
    let extreme = BufferOperands {
        index: u32::MAX,
        offset: u32::MAX,
        immediate: u32::MAX,
        scalar: u32::MAX,
        lane: u32::MAX,
    };
    for swizzle in [false, true] {
        for range in
            [RangeCheck::StructuredWithOffset, RangeCheck::Structured, RangeCheck::Disabled, RangeCheck::Raw]
        {
            let buffer = BufferResource {
                base: u64::MAX,
                stride: 0x3fff,
                num_records: u32::MAX,
                index_stride: 64,
                add_tid: true,
                swizzle,
                range,
                ..buffer()
            };
            for bytes in [0, 1, 2, u32::MAX] {
                let _ = buffer.access(&extreme, bytes);
            }
        }
    }
}

#[test]
fn scalar_loads_drop_the_low_bits_of_base_and_offset() {
    // measured-facts 77.
    let buffer = ScalarBuffer::decode([0x1003, 0, 64, u32::MAX]);
    assert_eq!(buffer.dword(0), Some(0x1000));
    assert_eq!(buffer.dword(7), Some(0x1004));
    assert_eq!(buffer.dword(63), Some(0x103c));
    assert_eq!(buffer.dword(64), None);
    assert_eq!(buffer.dword(u64::MAX), None);
}

#[test]
fn scalar_loads_count_records_by_stride() {
    let buffer = ScalarBuffer::decode([0x1000, 12 << 16, 10, 0]);
    assert_eq!(buffer.dword(116), Some(0x1074));
    assert_eq!(buffer.dword(120), None);
    let largest = ScalarBuffer::decode([u32::MAX, 0x3fff_ffff, u32::MAX, 0]);
    assert!(largest.dword(u64::from(u32::MAX)).is_some());
}
