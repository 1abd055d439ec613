//! MODE-derived float environment: rounding, denormal handling, NaN quieting.
//!
//! Requires: FLOAT_MODE in its register layout (two 2-bit rounding fields, two 2-bit denormal fields).
//! Ensures: every combination of bits is a valid environment.
//! Facts: FLOAT_MODE layout from the ISA; what each bit does to an instruction stands at the instruction.

/// Rounding direction, in the encoding of the two MODE rounding fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Round {
    /// To nearest, ties to even (field value 0).
    NearestEven,
    /// Toward plus infinity (1).
    PlusInf,
    /// Toward minus infinity (2).
    MinusInf,
    /// Toward zero (3).
    Zero,
}

impl Round {
    /// Decodes the low two bits of `bits`.
    #[inline]
    pub const fn from_bits(bits: u8) -> Self {
        match bits & 3 {
            0 => Round::NearestEven,
            1 => Round::PlusInf,
            2 => Round::MinusInf,
            _ => Round::Zero,
        }
    }
}

/// One denormal field: whether denormal inputs and results are kept or flushed to a zero of their sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Denorm {
    /// Field bit 0: denormal inputs are kept.
    pub keep_in: bool,
    /// Field bit 1: denormal results are kept.
    pub keep_out: bool,
}

impl Denorm {
    /// Everything kept.
    pub const KEEP: Denorm = Denorm { keep_in: true, keep_out: true };
    /// Everything flushed.
    pub const FLUSH: Denorm = Denorm { keep_in: false, keep_out: false };

    /// Decodes the low two bits of `bits`.
    #[inline]
    pub const fn from_bits(bits: u8) -> Self {
        Denorm { keep_in: bits & 1 != 0, keep_out: bits & 2 != 0 }
    }
}

/// MODE-derived float environment for one wave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FloatMode {
    /// FLOAT_MODE: round f32 `[1:0]`, round f16/f64 `[3:2]`, denormals f32 `[5:4]`, denormals f16/f64 `[7:6]`.
    pub float_mode: u8,
    /// MODE.IEEE: signalling NaNs are quieted, output modifiers are ignored.
    pub ieee: bool,
    /// MODE.DX10_CLAMP: the clamp modifier turns NaN into +0.
    pub dx10_clamp: bool,
    /// MODE.FP16_OVFL: f16 overflow gives the largest finite value.
    pub fp16_ovfl: bool,
}

impl FloatMode {
    /// Decodes the float fields of SPI_SHADER_PGM_RSRC1 / COMPUTE_PGM_RSRC1: FLOAT_MODE `[19:12]`,
    /// DX10_CLAMP 21, IEEE_MODE 23, FP16_OVFL 26 (guest-abi section on COMPUTE registers).
    #[inline]
    pub const fn from_rsrc1(rsrc1: u32) -> Self {
        FloatMode {
            float_mode: (rsrc1 >> 12) as u8,
            ieee: rsrc1 & (1 << 23) != 0,
            dx10_clamp: rsrc1 & (1 << 21) != 0,
            fp16_ovfl: rsrc1 & (1 << 26) != 0,
        }
    }

    /// Environment of f32 arithmetic.
    #[inline]
    pub const fn env32(self) -> Env {
        Env {
            round: Round::from_bits(self.float_mode),
            denorm: Denorm::from_bits(self.float_mode >> 4),
            ieee: self.ieee,
        }
    }

    /// Environment of f16 and f64 arithmetic (they share their fields).
    #[inline]
    pub const fn env16_64(self) -> Env {
        Env {
            round: Round::from_bits(self.float_mode >> 2),
            denorm: Denorm::from_bits(self.float_mode >> 6),
            ieee: self.ieee,
        }
    }
}

/// The part of [`FloatMode`] that one precision reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Env {
    /// Rounding direction of results.
    pub round: Round,
    /// Denormal handling.
    pub denorm: Denorm,
    /// Signalling NaN operands are returned quieted.
    pub ieee: bool,
}

impl Env {
    /// The same environment with another denormal handling.
    #[inline]
    pub const fn with_denorm(self, denorm: Denorm) -> Self {
        Env { round: self.round, denorm, ieee: self.ieee }
    }

    /// The same environment rounding to nearest even.
    #[inline]
    pub const fn nearest(self) -> Self {
        Env { round: Round::NearestEven, denorm: self.denorm, ieee: self.ieee }
    }
}
