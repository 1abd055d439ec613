//! Formats against LLVM's names and RADV's cases.

use super::{BufferFormat, FormatError, NumberFormat, select_load, select_store};
use crate::memory::vsharp::Select;

/// The names of codes 1 to 77 in LLVM, without `BUF_FMT_`.
const NAMES: &str = "\
    8_UNORM 8_SNORM 8_USCALED 8_SSCALED 8_UINT 8_SINT 16_UNORM 16_SNORM 16_USCALED 16_SSCALED 16_UINT \
    16_SINT 16_FLOAT 8_8_UNORM 8_8_SNORM 8_8_USCALED 8_8_SSCALED 8_8_UINT 8_8_SINT 32_UINT 32_SINT \
    32_FLOAT 16_16_UNORM 16_16_SNORM 16_16_USCALED 16_16_SSCALED 16_16_UINT 16_16_SINT 16_16_FLOAT \
    10_11_11_UNORM 10_11_11_SNORM 10_11_11_USCALED 10_11_11_SSCALED 10_11_11_UINT 10_11_11_SINT \
    10_11_11_FLOAT 11_11_10_UNORM 11_11_10_SNORM 11_11_10_USCALED 11_11_10_SSCALED 11_11_10_UINT \
    11_11_10_SINT 11_11_10_FLOAT 10_10_10_2_UNORM 10_10_10_2_SNORM 10_10_10_2_USCALED 10_10_10_2_SSCALED \
    10_10_10_2_UINT 10_10_10_2_SINT 2_10_10_10_UNORM 2_10_10_10_SNORM 2_10_10_10_USCALED \
    2_10_10_10_SSCALED 2_10_10_10_UINT 2_10_10_10_SINT 8_8_8_8_UNORM 8_8_8_8_SNORM 8_8_8_8_USCALED \
    8_8_8_8_SSCALED 8_8_8_8_UINT 8_8_8_8_SINT 32_32_UINT 32_32_SINT 32_32_FLOAT 16_16_16_16_UNORM \
    16_16_16_16_SNORM 16_16_16_16_USCALED 16_16_16_16_SSCALED 16_16_16_16_UINT 16_16_16_16_SINT \
    16_16_16_16_FLOAT 32_32_32_UINT 32_32_32_SINT 32_32_32_FLOAT 32_32_32_32_UINT 32_32_32_32_SINT \
    32_32_32_32_FLOAT";

fn format(code: u8) -> BufferFormat {
    BufferFormat::from_code(code).unwrap()
}

fn named(name: &str) -> BufferFormat {
    format(NAMES.split(' ').position(|other| other == name).unwrap() as u8 + 1)
}

#[test]
fn codes_are_those_of_llvm() {
    let mut code = 0;
    for name in NAMES.split(' ') {
        code += 1;
        let format = format(code);
        let mut parts: Vec<&str> = name.split('_').collect();
        let number = match parts.pop().unwrap() {
            "UNORM" => NumberFormat::Unorm,
            "SNORM" => NumberFormat::Snorm,
            "USCALED" => NumberFormat::Uscaled,
            "SSCALED" => NumberFormat::Sscaled,
            "UINT" => NumberFormat::Uint,
            "SINT" => NumberFormat::Sint,
            "FLOAT" => NumberFormat::Float,
            other => panic!("{other}"),
        };
        assert_eq!(format.number(), number, "{name}");
        // Names go from the highest bits down.
        let mut widths: Vec<u8> = parts.iter().rev().map(|part| part.parse().unwrap()).collect();
        assert_eq!(format.components() as usize, widths.len(), "{name}");
        assert_eq!(format.bytes(), widths.iter().map(|width| u32::from(*width)).sum::<u32>() / 8);
        widths.resize(4, 0);
        assert_eq!(format.widths.as_slice(), widths, "{name}");
        assert_eq!(format.code(), code);
    }
    assert_eq!(code, 77);
    for code in [0, 78, 127, 128, 255] {
        assert_eq!(BufferFormat::from_code(code), Err(FormatError::NotABufferFormat { code }));
    }
}

/// Texels of the RADV corpus and what lavapipe loaded, where the result is exact.
#[test]
fn radv_texel_buffers_load() {
    for (name, texel, expected) in [
        ("2_10_10_10_UINT", 0xbde8_82b2, [0x2b2, 0x220, 0x3de, 2]),
        ("2_10_10_10_UINT", 0x41d0_19d7, [0x1d7, 6, 0x1d, 1]),
        ("16_UINT", 0x7eab, [0x7eab, 0, 0, 1]),
        ("16_16_16_16_SINT", 0x45ea_7b81_8865_27a3, [0x27a3, 0xffff_8865, 0x7b81, 0x45ea]),
        ("8_SINT", 0x8f, [0xffff_ff8f, 0, 0, 1]),
        ("16_16_16_16_FLOAT", 0xc1a1_3e06_4318_c1da, [0xc03b_4000, 0x4063_0000, 0x3fc0_c000, 0xc034_2000]),
        ("32_32_FLOAT", 0xbfb8_4bef_3e31_f1be, [0x3e31_f1be, 0xbfb8_4bef, 0, 0x3f80_0000]),
        ("2_10_10_10_UNORM", 0x6d52_b50e, [0x3e87_21c8, 0x3e2d_2b4b, 0x3f35_6d5b, 0x3eaa_aaab]),
        ("16_UNORM", 0x7120, [0x3ee2_40e2, 0, 0, 0x3f80_0000]),
        ("8_8_SNORM", 0xbfff, [0xbc01_0204, 0xbf03_060c, 0, 0x3f80_0000]),
        ("8_8_8_8_SNORM", 0xbd51_72db, [0xbe95_2a55, 0x3f65_cb97, 0x3f23_468d, 0xbf07_0e1c]),
    ] {
        assert_eq!(named(name).load(texel), expected, "{name} {texel:#x}");
    }
}

/// B10G11R11_UFLOAT in RADV: code 36, red in the low eleven bits.
#[test]
fn packed_floats_have_x_in_the_low_bits() {
    let one = |mantissa_bits: u32| 15u128 << mantissa_bits;
    let texel = one(6) | (one(6) + 32) << 11 | (one(5) + 32) << 22;
    assert_eq!(format(36).load(texel), [0x3f80_0000, 0x3fc0_0000, 0x4000_0000, 0x3f80_0000]);
    let texel = one(5) | (one(6) + 32) << 10 | (one(6) + 64) << 21;
    assert_eq!(named("11_11_10_FLOAT").load(texel), [0x3f80_0000, 0x3fc0_0000, 0x4000_0000, 0x3f80_0000]);
    assert_eq!(named("10_10_10_2_UINT").load(0xc030_0c03), [3, 0x300, 0x300, 0x300]);
}

#[test]
fn scaled_formats_load_as_floats() {
    assert_eq!(named("8_8_USCALED").load(0xff02), [2.0f32, 255.0, 0.0, 1.0].map(f32::to_bits));
    assert_eq!(named("16_16_SSCALED").load(0x8000_ffff), [-1.0f32, -32768.0, 0.0, 1.0].map(f32::to_bits));
    assert_eq!(named("16_SSCALED").load_d16(0x8000), [0xf800, 0, 0, 0x3c00]);
    assert_eq!(named("16_USCALED").load_d16(65535), [0x7c00, 0, 0, 0x3c00]);
}

#[test]
fn float_bits_pass_unchanged() {
    let bits = [0x0000_0001, 0x7f80_0001, 0xffff_ffff, 0x8000_0000];
    let texel = bits.iter().rev().fold(0, |texel, bits| (texel << 32) | u128::from(*bits));
    let format = named("32_32_32_32_FLOAT");
    assert_eq!(format.load(texel), bits);
    assert_eq!(format.store(&bits), Ok(texel));
    assert_eq!(named("16_16_FLOAT").load_d16(0x7c01_0001), [0x0001, 0x7c01, 0, 0x3c00]);
    assert_eq!(named("16_16_FLOAT").store_d16(&[0x0001, 0x7c01]), Ok(0x7c01_0001));
}

#[test]
fn d16_loads_make_halves() {
    assert_eq!(named("8_UNORM").load_d16(0xff), [0x3c00, 0, 0, 0x3c00]);
    assert_eq!(named("8_UNORM").load_d16(0x55), [0x3555, 0, 0, 0x3c00]);
    assert_eq!(named("8_8_SNORM").load_d16(0x8081), [0xbc00, 0xbc00, 0, 0x3c00]);
    assert_eq!(named("32_UINT").load_d16(0x1234_5678), [0x5678, 0, 0, 1]);
    assert_eq!(named("8_SINT").load_d16(0x80), [0xff80, 0, 0, 1]);
    assert_eq!(named("10_11_11_FLOAT").load_d16(15 << 6), [0x3c00, 0, 0, 0x3c00]);
    assert_eq!(named("32_FLOAT").load_d16(0x477f_f000), [0x7c00, 0, 0, 0x3c00]);
}

#[test]
fn stores_pack_from_the_low_bits() {
    let values = [0.0f32, 1.0, 0.5, 1.0].map(f32::to_bits);
    assert_eq!(named("2_10_10_10_UNORM").store(&values), Ok(0xc000_0000 | 512 << 20 | 1023 << 10));
    assert_eq!(named("8_8_8_8_UNORM").store(&values), Ok(0xff80_ff00));
    assert_eq!(named("16_UNORM").store(&values[1..]), Ok(0xffff));
    assert_eq!(named("16_FLOAT").store(&[0x3f80_1000]), Ok(0x3c00));
    assert_eq!(named("16_FLOAT").store(&[0x7f80_0001]), Ok(0x7e00));
    assert_eq!(named("16_16_SINT").store(&[0x0000_8000, 0xffff_7fff]), Ok(0x8000_7fff));
    assert_eq!(named("8_8_UINT").store(&[0x100, 0xffff_ffff]), Ok(0xffff));
    assert_eq!(named("32_SINT").store_d16(&[0x8000]), Ok(0xffff_8000));
    assert_eq!(named("8_SINT").store_d16(&[0x8000]), Ok(0x80));
    assert_eq!(named("8_SNORM").store_d16(&[0xbc00]), Ok(0x81));
    assert_eq!(named("32_FLOAT").store_d16(&[0x0001]), Ok(0x3380_0000));
}

#[test]
fn stores_without_a_known_rule_are_refused() {
    let half = 0.5f32.to_bits();
    assert_eq!(named("8_USCALED").store(&[half]), Err(FormatError::StoreRounding { code: 3 }));
    assert_eq!(named("8_USCALED").store(&[256f32.to_bits()]), Err(FormatError::StoreRounding { code: 3 }));
    let third = (1.0f32 / 3.0).to_bits();
    assert_eq!(format(36).store(&[third; 4]), Err(FormatError::StoreRounding { code: 36 }));
    assert_eq!(format(36).store(&[(-1.0f32).to_bits(); 4]), Err(FormatError::StoreRounding { code: 36 }));
    assert_eq!(format(36).store_d16(&[0x3c01; 4]), Err(FormatError::StoreRounding { code: 36 }));
    assert_eq!(
        named("8_8_8_8_UNORM").store(&[0]),
        Err(FormatError::StoreComponents { code: 56, given: 1, components: 4 })
    );
}

#[test]
fn values_of_a_format_are_stored_whatever_the_rounding_is() {
    assert_eq!(named("8_USCALED").store(&[255f32.to_bits()]), Ok(255));
    assert_eq!(named("8_8_SSCALED").store(&[(-128f32).to_bits(), 5f32.to_bits()]), Ok(0x0580));
    // What a load gives goes back as it was: all values of the 11- and 10-bit floats but NaNs, which a store may quieten.
    for bits in 0..1u32 << 11 {
        let texel = bits | (bits ^ 0x155) << 11 | (bits >> 1) << 22;
        let [x, y, z, w] = format(36).load(u128::from(texel));
        if [x, y, z].iter().all(|v| !f32::from_bits(*v).is_nan()) {
            assert_eq!(format(36).store(&[x, y, z, w]), Ok(u128::from(texel)), "{texel:#x}");
        }
    }
}

#[test]
fn selects_route_loads_and_stores() {
    use Select::{One, W, X, Y, Z, Zero};
    // RADV's selects for R8, B8G8R8A8.
    assert_eq!(select_load([7, 8, 9, 10], 1, [X, Zero, Zero, One]), [7, 0, 0, 1]);
    let bgra = [Z, Y, X, W];
    assert_eq!(select_load([1, 2, 3, 4], 9, bgra), [3, 2, 1, 4]);
    assert_eq!(select_store(named("8_8_8_8_UINT"), &[3, 2, 1, 4], bgra), Ok([1, 2, 3, 4]));
    assert_eq!(select_store(named("8_UINT"), &[5], [X, Zero, Zero, One]), Ok([5, 0, 0, 0]));
    assert_eq!(
        select_store(named("8_8_UINT"), &[5], [X, Y, Zero, One]),
        Err(FormatError::StoreSelect { code: 18, component: 1 })
    );
    // Out of range: zeros, but for a select of one.
    assert_eq!(select_load([0; 4], 0x3f80_0000, [X, Zero, Zero, One]), [0, 0, 0, 0x3f80_0000]);
}

/// Lavapipe's B8G8R8A8 texels are within a unit of the exact quotient, as its case allows.
#[test]
fn radv_bgra_texels_load_through_their_selects() {
    use Select::{W, X, Y, Z};
    let format = named("8_8_8_8_UNORM");
    let loaded = select_load(format.load(0xa27d_6eeb), format.one(), [Z, Y, X, W]);
    for (value, reference) in loaded.into_iter().zip([0x3efa_fafc, 0x3edc_dcde, 0x3f6b_ebed, 0x3f22_a2a3u32])
    {
        assert!((f32::from_bits(value) - f32::from_bits(reference)).abs() < 1e-6);
    }
    assert_eq!(loaded, [0x7d, 0x6e, 0xeb, 0xa2].map(|bits| (bits as f32 / 255.0).to_bits()));
}
