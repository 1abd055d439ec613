//! Buffer data formats: what formatted loads and stores do between memory bits and register bits.
//!
//! Comes in: a unified format code of gfx10 (the descriptor's or the MTBUF instruction's) and raw bits. Goes out: raw
//! bits, exact, or a [`FormatError`] where no rule is known. The address and the range check are [`super::vsharp`]'s.
//!
//! Codes are LLVM's `BUF_FMT_*` numbers (guest-abi 7.8). Names list components from the highest bits to the lowest:
//! `2_10_10_10` has X in its low ten bits, as RADV uses it for A2B10G10R10. Conversions are those of the Vulkan
//! specification: normalized values are correctly rounded quotients; see [`convert`] for each.
//!
//! Known only by inference, since no measurement of gfx10 buffers is at hand: stores to UINT formats saturate as
//! those to SINT formats do (measured-facts 80, for image stores); stores to 16-bit floats and D16 loads round to
//! nearest even, which Vulkan allows. Stores to scaled formats and to 10- and 11-bit floats are refused unless the value
//! is one of the format's: neither hardware nor Vulkan gives the rounding of the others.

mod convert;

use thiserror::Error;

use super::vsharp::Select;

/// A format or a use of it that no rule covers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum FormatError {
    /// The code is not that of a buffer format (0, or above 77).
    #[error("{code} is not a buffer data format")]
    NotABufferFormat {
        /// The code.
        code: u8,
    },
    /// How the hardware rounds a store to this format is not known.
    #[error("the rounding of stores to buffer data format {code} is not known")]
    StoreRounding {
        /// The code.
        code: u8,
    },
    /// A store gives fewer components than the format has, and what happens to the others is not known.
    #[error("store of {given} components to buffer data format {code}, which has {components}")]
    StoreComponents {
        /// The code.
        code: u8,
        /// Components of the store instruction.
        given: u32,
        /// Components of the format.
        components: u32,
    },
    /// A component in memory has no register among the descriptor's destination selects.
    #[error("no destination select gives component {component} of a store to buffer data format {code}")]
    StoreSelect {
        /// The code.
        code: u8,
        /// The component, 0 for X.
        component: u32,
    },
}

/// How the bits of a component are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NumberFormat {
    /// Unsigned, 0 to 1.
    Unorm,
    /// Signed, -1 to 1.
    Snorm,
    /// Unsigned integer as a float.
    Uscaled,
    /// Signed integer as a float.
    Sscaled,
    /// Unsigned integer.
    Uint,
    /// Signed integer.
    Sint,
    /// Float of the component's width.
    Float,
}

use NumberFormat::{Float, Sint, Snorm, Sscaled, Uint, Unorm, Uscaled};

const ALL: &[NumberFormat] = &[Unorm, Snorm, Uscaled, Sscaled, Uint, Sint, Float];
const NO_FLOAT: &[NumberFormat] = &[Unorm, Snorm, Uscaled, Sscaled, Uint, Sint];
const WIDE: &[NumberFormat] = &[Uint, Sint, Float];

/// First code of each data format, the bits of X, Y, Z and W from the lowest up, and the number formats in the order
/// of their codes.
const FORMATS: [(u8, [u8; 4], &[NumberFormat]); 14] = [
    (1, [8, 0, 0, 0], NO_FLOAT),
    (7, [16, 0, 0, 0], ALL),
    (14, [8, 8, 0, 0], NO_FLOAT),
    (20, [32, 0, 0, 0], WIDE),
    (23, [16, 16, 0, 0], ALL),
    (30, [11, 11, 10, 0], ALL),
    (37, [10, 11, 11, 0], ALL),
    (44, [2, 10, 10, 10], NO_FLOAT),
    (50, [10, 10, 10, 2], NO_FLOAT),
    (56, [8, 8, 8, 8], NO_FLOAT),
    (62, [32, 32, 0, 0], WIDE),
    (65, [16, 16, 16, 16], ALL),
    (72, [32, 32, 32, 0], WIDE),
    (75, [32, 32, 32, 32], WIDE),
];

/// A buffer data format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BufferFormat {
    code: u8,
    /// Bits of X, Y, Z and W; 0 for components it does not have.
    widths: [u8; 4],
    number: NumberFormat,
}

impl BufferFormat {
    /// The format of a code.
    ///
    /// # Errors
    /// The code is not in 1 to 77.
    pub fn from_code(code: u8) -> Result<Self, FormatError> {
        let unknown = FormatError::NotABufferFormat { code };
        let (first, widths, numbers) =
            FORMATS.iter().rev().find(|(first, ..)| *first <= code).ok_or(unknown)?;
        let number = *numbers.get(usize::from(code - first)).ok_or(unknown)?;
        Ok(Self { code, widths: *widths, number })
    }

    /// Its code.
    #[must_use]
    pub fn code(self) -> u8 {
        self.code
    }

    /// How its components are read.
    #[must_use]
    pub fn number(self) -> NumberFormat {
        self.number
    }

    /// Components in memory, 1 to 4.
    #[must_use]
    pub fn components(self) -> u32 {
        self.widths.iter().map(|width| u32::from(*width != 0)).sum()
    }

    /// Bytes of a texel, 1 to 16.
    #[must_use]
    pub fn bytes(self) -> u32 {
        self.widths.iter().map(|width| u32::from(*width)).sum::<u32>() / 8
    }

    /// Whether registers hold integers and not floats.
    #[must_use]
    pub fn is_integer(self) -> bool {
        matches!(self.number, Uint | Sint)
    }

    /// What [`Select::One`] and a missing fourth component give: the integer 1 or the f32 1.0.
    #[must_use]
    pub fn one(self) -> u32 {
        if self.is_integer() { 1 } else { 0x3f80_0000 }
    }

    /// [`Self::one`] for D16: the integer 1 or the f16 1.0.
    #[must_use]
    pub fn one_d16(self) -> u16 {
        if self.is_integer() { 1 } else { 0x3c00 }
    }

    /// Loads: the texel (its bytes as a little-endian number) as four registers. Missing components are 0, 0, 0 and
    /// one; destination selects are not applied.
    #[must_use]
    pub fn load(self, texel: u128) -> [u32; 4] {
        self.unpack(texel, [0, 0, 0, self.one()], |bits, width| match self.number {
            Unorm => convert::unorm_to_f32(bits, width),
            Snorm => convert::snorm_to_f32(bits, width),
            Uscaled => (bits as f32).to_bits(),
            Sscaled => (convert::sign_extend(bits, width) as f32).to_bits(),
            Uint => bits,
            Sint => convert::sign_extend(bits, width).cast_unsigned(),
            Float => convert::small_float_to_f32(bits, width),
        })
    }

    /// Loads with D16: as [`Self::load`], in halves of registers. Floats, normalized and scaled values become f16,
    /// integers lose their high bits.
    #[must_use]
    pub fn load_d16(self, texel: u128) -> [u16; 4] {
        self.unpack(texel, [0, 0, 0, self.one_d16()], |bits, width| match self.number {
            Unorm => convert::unorm_to_f16(bits, width),
            Snorm => convert::snorm_to_f16(bits, width),
            Uscaled => convert::f64_to_f16(f64::from(bits)),
            Sscaled => convert::f64_to_f16(f64::from(convert::sign_extend(bits, width))),
            Uint => bits as u16,
            Sint => convert::sign_extend(bits, width) as u16,
            Float => convert::small_float_to_f16(bits, width),
        })
    }

    /// Splits a texel and converts its components.
    fn unpack<T: Copy>(self, texel: u128, missing: [T; 4], convert: impl Fn(u32, u32) -> T) -> [T; 4] {
        let mut rest = texel;
        let mut values = missing;
        for (value, width) in values.iter_mut().zip(self.widths) {
            if width != 0 {
                let bits = (rest & ((1 << width) - 1)) as u32;
                rest >>= width;
                *value = convert(bits, u32::from(width));
            }
        }
        values
    }

    /// Stores: the registers of X, Y, ... as a texel in the low [`Self::bytes`] bytes. Normalized values are clamped
    /// and rounded to nearest even, NaN gives 0; integers saturate.
    ///
    /// `values` has one register a component of the instruction, in memory order (see [`select_store`]).
    ///
    /// # Errors
    /// There are fewer values than components, or the rounding is not known.
    pub fn store(self, values: &[u32]) -> Result<u128, FormatError> {
        self.pack(values, |bits, width| {
            Some(match self.number {
                Unorm => convert::f64_to_unorm(f64::from(f32::from_bits(bits)), width),
                Snorm => convert::f64_to_snorm(f64::from(f32::from_bits(bits)), width),
                Uint => convert::saturate_unsigned(bits, width),
                Sint => convert::saturate_signed(bits.cast_signed(), width),
                Float => match width {
                    32 => bits,
                    16 => u32::from(convert::f32_to_f16(bits)),
                    _ => convert::exact_small_float(bits, width)?,
                },
                Uscaled | Sscaled => convert::exact_integer(bits, width, self.number == Sscaled)?,
            })
        })
    }

    /// Stores with D16: as [`Self::store`], from halves of registers; signed integers are sign extended before they
    /// saturate (measured-facts 80).
    ///
    /// # Errors
    /// As [`Self::store`].
    pub fn store_d16(self, values: &[u16]) -> Result<u128, FormatError> {
        self.pack(values, |bits, width| {
            let float = || f64::from(f32::from_bits(convert::f16_to_f32(bits)));
            Some(match self.number {
                Unorm => convert::f64_to_unorm(float(), width),
                Snorm => convert::f64_to_snorm(float(), width),
                Uint => convert::saturate_unsigned(u32::from(bits), width),
                Sint => convert::saturate_signed(i32::from(bits.cast_signed()), width),
                Float => match width {
                    32 => convert::f16_to_f32(bits),
                    16 => u32::from(bits),
                    _ => convert::exact_small_float(convert::f16_to_f32(bits), width)?,
                },
                Uscaled | Sscaled => {
                    convert::exact_integer(convert::f16_to_f32(bits), width, self.number == Sscaled)?
                }
            })
        })
    }

    /// Converts components and puts them into a texel.
    fn pack<T: Copy>(
        self,
        values: &[T],
        convert: impl Fn(T, u32) -> Option<u32>,
    ) -> Result<u128, FormatError> {
        let components = self.components();
        if values.len() < components as usize {
            return Err(FormatError::StoreComponents {
                code: self.code,
                given: values.len() as u32,
                components,
            });
        }
        let mut texel = 0;
        let mut place = 0;
        for (value, width) in values.iter().zip(self.widths) {
            let width = u32::from(width);
            if width != 0 {
                let bits = convert(*value, width).ok_or(FormatError::StoreRounding { code: self.code })?;
                texel |= u128::from(bits) << place;
                place += width;
            }
        }
        Ok(texel)
    }
}

/// The low `width` bits, 1 to 16, as an unsigned normalized f32.
pub(crate) fn unorm(bits: u32, width: u32) -> u32 {
    convert::unorm_to_f32(bits, width)
}

/// An f32 as f16, to nearest even.
pub(crate) fn to_f16(bits: u32) -> u16 {
    convert::f32_to_f16(bits)
}

/// Applies destination selects to what was loaded: `one` is [`BufferFormat::one`] or its D16 form.
///
/// A load that is out of range is this of four zeros: components whose select is [`Select::One`] still give one.
#[must_use]
pub fn select_load<T: Copy + Default>(loaded: [T; 4], one: T, select: [Select; 4]) -> [T; 4] {
    let [x, y, z, w] = loaded;
    select.map(|select| match select {
        Select::Zero => T::default(),
        Select::One => one,
        Select::X => x,
        Select::Y => y,
        Select::Z => z,
        Select::W => w,
    })
}

/// The inverse for stores with a descriptor's format: the value of each of the format's components in memory is that
/// of the first register whose select names it. RADV describes B8G8R8A8 storage buffers in this way.
///
/// # Errors
/// No register of `registers` is selected for a component of the format.
pub fn select_store<T: Copy + Default>(
    format: BufferFormat,
    registers: &[T],
    select: [Select; 4],
) -> Result<[T; 4], FormatError> {
    let mut values = [T::default(); 4];
    let components = format.components();
    for ((value, wanted), component) in values.iter_mut().zip(Select::IDENTITY).zip(0..components) {
        *value = registers
            .iter()
            .zip(select)
            .find_map(|(register, select)| (select == wanted).then_some(*register))
            .ok_or(FormatError::StoreSelect { code: format.code, component })?;
    }
    Ok(values)
}

#[cfg(test)]
mod tests;
