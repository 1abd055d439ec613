//! Texels: memory bits to register bits and back, for every image format but fragment masks and BC6H.
//!
//! Codes 1 to 77 are those of buffers and convert as there ([`crate::memory::format`]). Shared exponents are exact. sRGB
//! components go through the curve of the sRGB standard: 8_SRGB and 8_8_SRGB rounded to bf16 (measured-facts 82), 8_8_8_8
//! and blocks, which nobody measured, to f32. Stores of sRGB, shared exponents and blocks are refused: no storage image
//! has such a format in Vulkan, and what hardware does was not measured.

use super::{ImageError, blocks};
use crate::memory::format::{self, BufferFormat};
use isa::descriptor::{ImageFormat, NumberFormat, Select, TexelLayout};

/// 1.0.
pub const ONE: u32 = 0x3f80_0000;

/// The buffer format of codes 1 to 77.
fn buffer(format: ImageFormat) -> Option<BufferFormat> {
    u8::try_from(format.code()).ok().and_then(|code| BufferFormat::from_code(code).ok())
}

/// The sRGB curve for a value of 0 to 1.
fn linear(value: f64) -> f64 {
    if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
}

/// Linearizes an sRGB component of eight bits.
fn srgb8(bits: u32, bf16: bool) -> u32 {
    let value = linear(f64::from(bits) / 255.0) as f32;
    if !bf16 {
        return value.to_bits();
    }
    let bits = value.to_bits();
    // To nearest even at 8 bits of mantissa.
    let round = 0x7fff + (bits >> 16 & 1);
    bits.wrapping_add(round) & 0xffff_0000
}

/// Reads the components of an element (its bytes as a little-endian number) as four registers: floats, or the integers of
/// UINT and SINT. Components that the format lacks are 0, 0, 0 and one. `x` and `y` tell the texel in a block, 0 to 3.
///
/// # Errors
/// The format cannot be read.
pub fn load(format: ImageFormat, element: u128, x: u32, y: u32) -> Result<[u32; 4], ImageError> {
    let why = |why| ImageError::Format { code: format.code(), why };
    match format.layout() {
        TexelLayout::Packed(widths) => {
            if let Some(known) = buffer(format) {
                return Ok(known.load(element));
            }
            let bf16 = matches!(format.code(), 128 | 129);
            let mut rest = element;
            let mut values = [0, 0, 0, ONE];
            for (value, (width, place)) in values.iter_mut().zip(widths.into_iter().zip(0..)) {
                if width != 0 {
                    let bits = (rest & ((1 << width) - 1)) as u32;
                    rest >>= width;
                    *value = if format.number() == NumberFormat::Srgb && place < 3 {
                        srgb8(bits, bf16)
                    } else {
                        format::unorm(bits, u32::from(width))
                    };
                }
            }
            Ok(values)
        }
        TexelLayout::SharedExponent => {
            let bits = element as u32;
            let exponent = i32::from((bits >> 27) as u8) - 24;
            let scale = f64::from(exponent).exp2();
            let part = |low: u32| ((f64::from(bits >> low & 0x1ff) * scale) as f32).to_bits();
            Ok([part(0), part(9), part(18), ONE])
        }
        TexelLayout::Block(number) => {
            let mut values = blocks::texel(number, format.number() == NumberFormat::Snorm, element, x, y)
                .ok_or(why("decoding BC6H is not modelled"))?;
            if format.number() == NumberFormat::Srgb {
                for value in values.iter_mut().take(3) {
                    *value = linear(*value);
                }
            }
            Ok(values.map(|v| (v as f32).to_bits()))
        }
        TexelLayout::Fmask => Err(why("fragment masks are not modelled")),
    }
}

/// Integer one, or 1.0.
#[must_use]
pub fn one(format: ImageFormat) -> u32 {
    if format.is_integer() { 1 } else { ONE }
}

/// Narrows registers to the halves of D16: floats to f16, to nearest even; integers lose their high bits.
#[must_use]
pub fn narrow(format: ImageFormat, value: u32) -> u16 {
    if format.is_integer() { value as u16 } else { format::to_f16(value) }
}

/// Where a store takes a component of the format from.
///
/// It is the slot whose destination select names the component. With the identity selects, the second component of a
/// format of two comes from the fourth slot (measured-facts 81).
fn slot(format: ImageFormat, select: [Select; 4], component: usize) -> Option<usize> {
    let widths = match format.layout() {
        TexelLayout::Packed(widths) => widths,
        _ => return None,
    };
    if component == 1 && widths[2] == 0 && select == Select::IDENTITY {
        return Some(3);
    }
    let wanted = Select::IDENTITY.get(component)?;
    select.iter().position(|s| s == wanted)
}

/// Makes an element of the slots of a store; those that the instruction's mask leaves out are `None`. With `d16` the
/// values are halves.
///
/// # Errors
/// A component has no value, or the conversion is not known.
pub fn store(
    format: ImageFormat,
    select: [Select; 4],
    slots: [Option<u32>; 4],
    d16: bool,
) -> Result<u128, ImageError> {
    let why = |why| ImageError::Format { code: format.code(), why };
    let known = buffer(format).ok_or(why("what a store writes is not known"))?;
    let mut values = [0; 4];
    for (component, value) in values.iter_mut().enumerate().take(known.components() as usize) {
        *value = slot(format, select, component)
            .and_then(|s| slots.get(s).copied().flatten())
            .ok_or(why("a store gives no value for one of its components"))?;
    }
    let result = if d16 { known.store_d16(&values.map(|v| v as u16)) } else { known.store(&values) };
    result.map_err(|_| why("the rounding of a store is not known"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn format(code: u16) -> ImageFormat {
        ImageFormat::from_code(code).expect("defined")
    }

    fn floats(code: u16, element: u128) -> [f32; 4] {
        load(format(code), element, 0, 0).expect("known").map(f32::from_bits)
    }

    #[test]
    fn packed_unorm_components_begin_at_the_lowest_bits() {
        assert_eq!(floats(133, 0x001f), [1.0, 0.0, 0.0, 1.0]);
        assert_eq!(floats(134, 0x8000), [0.0, 0.0, 0.0, 1.0]);
        assert_eq!(floats(135, 0x0001), [1.0, 0.0, 0.0, 0.0]);
        assert_eq!(floats(136, 0xf000), [0.0, 0.0, 0.0, 1.0]);
    }

    #[test]
    fn shared_exponents_are_exact() {
        assert_eq!(floats(132, 16 << 27 | 256), [1.0, 0.0, 0.0, 1.0]);
        assert_eq!(floats(132, 31 << 27 | 511 << 9), [0.0, 65408.0, 0.0, 1.0]);
        assert_eq!(floats(132, 1 << 18), [0.0, 0.0, 1.0 / 16_777_216.0, 1.0]);
    }

    /// measured-facts 82.
    #[test]
    fn srgb_of_one_and_two_components_is_rounded_to_bf16() {
        for code in 0..=255 {
            assert_eq!(srgb8(code, true) & 0xffff, 0, "{code}");
            let (short, long) = (f32::from_bits(srgb8(code, true)), f32::from_bits(srgb8(code, false)));
            assert!((short - long).abs() <= long / 256.0, "{code}");
        }
        assert_eq!((srgb8(0, true), srgb8(255, true)), (0, ONE));
        assert_eq!(floats(130, 0xff00_00ff), [1.0, 0.0, 0.0, 1.0]);
        assert_eq!(floats(130, 0x8000_0000)[3], 128.0 / 255.0, "alpha is linear");
    }

    /// measured-facts 80.
    #[test]
    fn stores_of_small_integers_saturate() {
        let wide = |v: i32| [Some(v.cast_unsigned()); 4];
        assert_eq!(store(format(61), Select::IDENTITY, wide(-1000), false), Ok(0x8080_8080));
        assert_eq!(store(format(61), Select::IDENTITY, wide(1000), false), Ok(0x7f7f_7f7f));
        assert_eq!(store(format(61), Select::IDENTITY, wide(0xff38), true), Ok(0x8080_8080));
    }

    /// measured-facts 81.
    #[test]
    fn the_second_of_two_components_comes_from_the_fourth_slot() {
        let slots = [Some(1), Some(2), Some(3), Some(4)];
        assert_eq!(store(format(18), Select::IDENTITY, slots, false), Ok(0x0401));
        let select = [Select::X, Select::Y, Select::Zero, Select::One];
        assert_eq!(store(format(18), select, slots, false), Ok(0x0201));
    }

    #[test]
    fn stores_without_a_known_result_are_refused() {
        for code in [128, 130, 132, 133, 169, 182] {
            assert!(store(format(code), Select::IDENTITY, [Some(0); 4], false).is_err(), "{code}");
        }
        assert!(store(format(56), Select::IDENTITY, [Some(0), None, Some(0), Some(0)], false).is_err());
        assert!(load(format(179), 0, 0, 0).is_err(), "BC6H");
    }
}
