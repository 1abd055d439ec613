//! Random numbers and the values that operands take.
//!
//! Ensures: the same seed gives the same values on every machine; for every type of operand there is a set of at least 24
//! corner values. Leaves alone: which registers they go to.
//!
//! Facts: the corner sets of measured-facts section 2 (zeros, limits of denormals, halves and ones, the largest number,
//! infinities, quiet and signalling NaNs with payload, ties and edges of conversions, turns, shifts with garbage above).

use driver::random::Random;
use isa::row::Ty;

/// Random numbers for operands.
#[derive(Clone, Debug)]
pub struct Numbers(Random);

impl Numbers {
    /// One that begins at a seed.
    pub fn new(seed: u64) -> Numbers {
        Numbers(Random(seed))
    }

    /// 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.0.bits()
    }

    /// A number below `n`; 0 where `n` is 0.
    pub fn below(&mut self, n: usize) -> usize {
        (self.bits() >> 16) as usize % n.max(1)
    }

    /// True once in `n` times.
    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    /// One of several.
    pub fn pick<T: Copy>(&mut self, from: &[T]) -> Option<T> {
        from.get(self.below(from.len())).copied()
    }
}

const F32: [u32; 40] = [
    0,
    0x8000_0000,
    1,
    0x8000_0001,
    0x007f_ffff,
    0x807f_ffff,
    0x0080_0000,
    0x8080_0000,
    0x0080_0001,
    0x3f80_0000,
    0xbf80_0000,
    0x3f00_0000,
    0xbf00_0000,
    0x4000_0000,
    0xc000_0000,
    0x4040_0000,
    0x7f7f_ffff,
    0xff7f_ffff,
    0x7f80_0000,
    0xff80_0000,
    0x7fc1_2345,
    0xffc0_0002,
    0x7f81_2345,
    0xffa0_0000,
    0x3f7f_ffff,
    0x3f80_0001,
    0x4b00_0000,
    0x4b7f_ffff,
    0x4eff_ffff,
    0x4f00_0000,
    0xcf00_0000,
    0x4f80_0000,
    0x3fc0_0000,
    0x4020_0000,
    0x477f_e000,
    0x477f_f000,
    0x3880_0000,
    0x3340_0000,
    0x1fff_ffff,
    0x3e80_0000,
];

const F16: [u16; 32] = [
    0, 0x8000, 1, 0x8001, 0x03ff, 0x83ff, 0x0400, 0x8400, 0x0401, 0x3c00, 0xbc00, 0x3800, 0xb800, 0x4000,
    0xc000, 0x3e00, 0x7bff, 0xfbff, 0x7c00, 0xfc00, 0x7e01, 0xfe02, 0x7d01, 0xfd55, 0x3bff, 0x3c01, 0x6400,
    0x67ff, 0x4248, 0x3400, 0x77ff, 0xf800,
];

const F64: [u64; 32] = [
    0,
    0x8000_0000_0000_0000,
    1,
    0x8000_0000_0000_0001,
    0x000f_ffff_ffff_ffff,
    0x800f_ffff_ffff_ffff,
    0x0010_0000_0000_0000,
    0x8010_0000_0000_0000,
    0x0010_0000_0000_0001,
    0x3ff0_0000_0000_0000,
    0xbff0_0000_0000_0000,
    0x3fe0_0000_0000_0000,
    0xbfe0_0000_0000_0000,
    0x4000_0000_0000_0000,
    0xc008_0000_0000_0000,
    0x7fef_ffff_ffff_ffff,
    0xffef_ffff_ffff_ffff,
    0x7ff0_0000_0000_0000,
    0xfff0_0000_0000_0000,
    0x7ff8_0000_0001_2345,
    0xfff8_0000_0000_0002,
    0x7ff0_0000_0001_2345,
    0xfff4_0000_0000_0000,
    0x3fef_ffff_ffff_ffff,
    0x3ff0_0000_0000_0001,
    0x4330_0000_0000_0000,
    0x41df_ffff_ffe0_0000,
    0x41e0_0000_0000_0000,
    0xc1e0_0000_0000_0000,
    0x41f0_0000_0000_0000,
    0x36a0_0000_0000_0000,
    0x47ef_ffff_f000_0000,
];

const INTS: [u64; 32] = [
    0,
    1,
    2,
    3,
    4,
    7,
    8,
    15,
    16,
    23,
    24,
    31,
    32,
    33,
    63,
    64,
    127,
    128,
    255,
    0x7fff,
    0x8000,
    0xffff,
    0x00ff_ffff,
    0x0100_0000,
    0x7fff_ffff,
    0x8000_0000,
    0x8000_0001,
    0xaaaa_5555,
    0xffff_ffe0,
    u64::MAX - 148,
    u64::MAX - 1,
    u64::MAX,
];

/// How the bits of an operand are chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Two 16-bit floats.
    F16,
    /// A 32-bit float.
    F32,
    /// A 64-bit float.
    F64,
    /// Two 16-bit integers.
    I16,
    /// Integers of up to 64 bits, and now and then floats: the bits of anything.
    Int,
    /// Lanes.
    Mask,
}

impl Kind {
    /// Of an operand type.
    pub fn of(ty: Ty) -> Kind {
        match ty {
            Ty::F16 => Kind::F16,
            Ty::F32 => Kind::F32,
            Ty::F64 => Kind::F64,
            Ty::B16 | Ty::U16 | Ty::I16 => Kind::I16,
            Ty::Mask => Kind::Mask,
            Ty::U8
            | Ty::I8
            | Ty::I4
            | Ty::U24
            | Ty::I24
            | Ty::B32
            | Ty::U32
            | Ty::I32
            | Ty::B64
            | Ty::U64
            | Ty::I64
            | Ty::B96
            | Ty::B128
            | Ty::B160
            | Ty::B256
            | Ty::B512
            | Ty::Image
            | Ty::ImageRsrc => Kind::Int,
        }
    }

    /// How many corner values it has.
    pub fn corners(self) -> usize {
        match self {
            Kind::F16 => F16.len(),
            Kind::F32 => F32.len(),
            Kind::F64 => F64.len(),
            Kind::I16 | Kind::Int | Kind::Mask => INTS.len(),
        }
    }

    /// A corner value. The upper half of two 16-bit values is another corner.
    pub fn corner(self, n: usize) -> u64 {
        let at = |n: usize| n % self.corners();
        let int = |n: usize| INTS.get(at(n)).copied().unwrap_or(0);
        let half = |n: usize| u64::from(F16.get(at(n)).copied().unwrap_or(0));
        match self {
            Kind::F16 => half(n) | half(n.wrapping_mul(7).wrapping_add(5)) << 16,
            Kind::F32 => u64::from(F32.get(at(n)).copied().unwrap_or(0)),
            Kind::F64 => F64.get(at(n)).copied().unwrap_or(0),
            Kind::I16 => int(n) & 0xffff | (int(n.wrapping_mul(7).wrapping_add(5)) & 0xffff) << 16,
            Kind::Int | Kind::Mask => int(n),
        }
    }

    /// A random value: numbers near one, near the limits of the exponent, small integers, any bits.
    pub fn random(self, next: &mut Numbers) -> u64 {
        let (r, how) = (next.bits(), next.below(8));
        let floats = |exponent_low: u32, bits: u32, mid: u64| {
            let exponent_mask = (1u64 << (bits - 1 - exponent_low)) - 1;
            let rest = r & !(exponent_mask << exponent_low);
            let rest = if bits == 64 { rest } else { rest & ((1 << bits) - 1) };
            let exponent = match how {
                0 | 1 => mid.wrapping_add(r >> 60 & 3).wrapping_sub(2),
                2 => r >> 60 & 3,
                3 => exponent_mask - (r >> 60 & 3),
                4 => mid.wrapping_add(r >> 56 & 63).wrapping_sub(32),
                5 => (mid / 2).wrapping_add(r >> 60 & 7),
                _ => r >> 52,
            };
            // Mantissas that are short, or nearly all ones, make ties.
            let short = match how {
                4 => rest & !((1 << (exponent_low / 2)) - 1),
                1 => rest | ((1 << (exponent_low / 2)) - 1),
                _ => rest,
            };
            short | (exponent & exponent_mask) << exponent_low
        };
        match self {
            Kind::F32 => floats(23, 32, 127),
            Kind::F64 => floats(52, 64, 1023),
            Kind::F16 => {
                let low = floats(10, 16, 15);
                let other = next.bits();
                low | (other & 0x83ff | (((other >> 20) % 31) << 10)) << 16
            }
            Kind::I16 => match how {
                0 => r & 0x000f_000f,
                1 => r & 0x7fff_ffff | 0x0000_8000,
                _ => r & 0xffff_ffff,
            },
            Kind::Int => match how {
                0 => r & 0xff,
                1 => (r & 0xff).wrapping_sub(128),
                2 => 1 << (r & 63),
                3 => (1u64 << (r & 63)).wrapping_sub(1 + (r >> 60 & 1)),
                4 => u64::from(F32.get(next.below(F32.len())).copied().unwrap_or(0)) | r << 32,
                5 => r & next.bits(),
                _ => r,
            },
            Kind::Mask => match how {
                0 => u64::MAX,
                1 => 0,
                2 => 1 << (r & 63),
                3 => r | next.bits(),
                _ => r,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_type_has_at_least_24_different_corners() {
        for kind in [Kind::F16, Kind::F32, Kind::F64, Kind::I16, Kind::Int] {
            let low = if matches!(kind, Kind::F16 | Kind::I16) { 0xffff } else { u64::MAX };
            let mut all: Vec<u64> = (0..kind.corners()).map(|n| kind.corner(n) & low).collect();
            all.sort_unstable();
            all.dedup();
            assert!(all.len() >= 24, "{kind:?} has {}", all.len());
        }
    }
}
