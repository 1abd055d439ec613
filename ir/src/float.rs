//! The float environment: an input of every float op until `legalize_float`.

/// Rounding direction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[repr(u8)]
pub enum Round {
    /// To nearest, ties to even.
    #[default]
    Even,
    /// Toward plus infinity.
    Up,
    /// Toward minus infinity.
    Down,
    /// Toward zero.
    Zero,
}

/// What surrounds a float op: how results round, what happens to denormals, how NaNs are chosen.
///
/// NaN rule of the exact ops: the result is the first NaN in operand order; `quiet` sets its quiet bit, else the bits pass
/// unchanged; an invalid operation gives the negative default NaN (sign set, quiet bit set, payload zero).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FloatEnv {
    /// Direction.
    pub round: Round,
    /// Denormal operands are taken as zero of the same sign.
    pub flush_in: bool,
    /// Denormal results become zero of the same sign. Tininess is found after rounding with unbounded exponent.
    pub flush_out: bool,
    /// Signalling NaNs become quiet (IEEE mode).
    pub quiet: bool,
    /// The clamp modifier turns NaN into +0.
    pub dx10_clamp: bool,
    /// f16 overflow gives the largest finite value.
    pub f16_saturate: bool,
}

impl FloatEnv {
    /// Nearest even, denormals kept, NaNs quieted: IEEE 754 as most hosts have it.
    pub const IEEE: FloatEnv = FloatEnv {
        round: Round::Even,
        flush_in: false,
        flush_out: false,
        quiet: true,
        dx10_clamp: true,
        f16_saturate: false,
    };
}

/// A float comparison: which of less, equal, greater and unordered make it true.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FCmp(pub u8);

impl FCmp {
    /// Less.
    pub const LT: u8 = 1;
    /// Equal.
    pub const EQ: u8 = 2;
    /// Greater.
    pub const GT: u8 = 4;
    /// Unordered: one operand is NaN.
    pub const UN: u8 = 8;
}
