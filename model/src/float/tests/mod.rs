//! Tests of the float model. Truth comes from outside: pinned measured rows (named by their measured-facts
//! number), the host's correctly rounded operations and `rustc_apfloat` for the directions the host lacks.

mod arith16;
mod arith32;
mod arith64;
mod convert;
mod div;
mod llvm;
mod others;
mod transcend;

use super::{FloatMode, Round};

/// The mode with `r`ounding and `d`enormal fields for f32 and f16/f64.
pub fn mode(r32: u8, r16: u8, d32: u8, d16: u8, ieee: bool) -> FloatMode {
    FloatMode { float_mode: r32 | r16 << 2 | d32 << 4 | d16 << 6, ieee, dx10_clamp: true, fp16_ovfl: false }
}

/// FLOAT_MODE 0xf0 with IEEE: compute kernels.
pub const COMPUTE: FloatMode = FloatMode { float_mode: 0xf0, ieee: true, dx10_clamp: true, fp16_ovfl: false };
/// FLOAT_MODE 0xc0 without IEEE: graphics shaders.
pub const GRAPHICS: FloatMode =
    FloatMode { float_mode: 0xc0, ieee: false, dx10_clamp: true, fp16_ovfl: false };

/// The four directions with their field values.
pub const ROUNDS: [(u8, Round); 4] =
    [(0, Round::NearestEven), (1, Round::PlusInf), (2, Round::MinusInf), (3, Round::Zero)];

/// The same direction for the judge.
pub fn judge_round(r: Round) -> rustc_apfloat::Round {
    match r {
        Round::NearestEven => rustc_apfloat::Round::NearestTiesToEven,
        Round::PlusInf => rustc_apfloat::Round::TowardPositive,
        Round::MinusInf => rustc_apfloat::Round::TowardNegative,
        Round::Zero => rustc_apfloat::Round::TowardZero,
    }
}

/// xorshift64*, seeded per test.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    /// f32 bits, biased to exponents around those of earlier corners so that sums cancel and products underflow.
    pub fn f32(&mut self) -> u32 {
        let x = self.next();
        let bits = (x >> 32) as u32;
        match x & 7 {
            0 => bits & 0x807f_ffff,
            1 => bits & 0x80ff_ffff,
            2 => bits & 0x9fff_ffff | 0x1800_0000,
            3 => (bits & 0x83ff_ffff) | 0x3c00_0000,
            4 => bits & 0xffff_f000,
            _ => bits,
        }
    }

    /// f64 bits with the same bias.
    pub fn f64(&mut self) -> u64 {
        let x = self.next();
        let bits = self.next();
        match x & 7 {
            0 => bits & 0x800f_ffff_ffff_ffff,
            1 => bits & 0x801f_ffff_ffff_ffff,
            2 => bits & 0x9fff_ffff_ffff_ffff | 0x1800_0000_0000_0000,
            3 => (bits & 0x807f_ffff_ffff_ffff) | 0x3f80_0000_0000_0000,
            4 => bits & 0xffff_ffff_f000_0000,
            _ => bits,
        }
    }
}

/// f32 corner set: zeros, denormals, smallest normals, ones, halves, largest, infinity, NaNs of both signs.
pub fn corners32() -> Vec<u32> {
    let positive = [
        0u32,
        1,
        2,
        0x0000_1234,
        0x0040_0000,
        0x007f_ffff,
        0x0080_0000,
        0x0080_0001,
        0x00ff_ffff,
        0x0100_0000,
        0x1fff_ffff,
        0x2000_0000,
        0x3380_0000,
        0x3f00_0000,
        0x3f7f_fffe,
        0x3f7f_ffff,
        0x3f80_0000,
        0x3f80_0001,
        0x3fc0_0000,
        0x4000_0000,
        0x4b80_0000,
        0x5f00_0000,
        0x7f00_0000,
        0x7f7f_ffff,
        0x7f80_0000,
        0x7f81_2345,
        0x7fa0_0000,
        0x7fc1_2345,
    ];
    positive.iter().flat_map(|&x| [x, x | 0x8000_0000]).collect()
}
