//! Random programs: made from the rows of the instruction tables, run on the software model and recompiled, and made smaller
//! where the two differ.
//!
//! **In:** a seed and what programs may contain ([`Settings`]). **Out:** programs ([`Program`]) as captured dispatches, what
//! came of running them ([`Outcome`]), and the smallest program that still differs. **Does not** print.
//!
//! What makes a program valid: all registers are written before they are read, by a fixed beginning that loads them from
//! memory; memory and LDS of a lane are its own, or are read only, or are cells that get commutative atomics alone; every way
//! back in the code uses up fuel, so that programs end; barriers stand where every wave comes by. A fixed end stores all
//! registers and LDS, and that is what is compared. Instructions whose last bit is not defined (`v_rcp_f32` and its like)
//! are left out.

mod build;
mod flow;
mod judge;
mod ops;
mod shrink;

pub use build::{Part, Place};
pub use judge::{Difference, On, Outcome, judge, settle};
pub use shrink::shrink;

use isa::Inst;
use isa::table::Sopp;

bitflags::bitflags! {
    /// What programs may contain besides scalar and vector arithmetic.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub struct Features: u16 {
        /// Ifs and loops, by scalar branches and by EXEC.
        const FLOW = 1;
        /// Branches from anywhere to anywhere.
        const WILD = 2;
        /// Lanes that read others: DPP, readlane, permlane, swizzle, permute.
        const LANES = 4;
        /// LDS.
        const LDS = 8;
        /// Atomics with order-free results.
        const ATOMICS = 16;
        /// Loads from memory, stores to memory.
        const MEMORY = 32;
        /// Changes of MODE.
        const MODE = 64;
        /// EXEC written as a value and by comparisons.
        const EXEC = 128;
        /// Registers named by M0.
        const RELATIVE = 256;
        /// Workgroups of two waves, partial waves, barriers.
        const WAVES = 512;
        /// Float arithmetic.
        const FLOAT = 1024;
    }
}

impl Features {
    /// Names on the command line.
    pub const NAMES: [(&'static str, Features); 11] = [
        ("flow", Features::FLOW),
        ("wild", Features::WILD),
        ("lanes", Features::LANES),
        ("lds", Features::LDS),
        ("atomics", Features::ATOMICS),
        ("memory", Features::MEMORY),
        ("mode", Features::MODE),
        ("exec", Features::EXEC),
        ("relative", Features::RELATIVE),
        ("waves", Features::WAVES),
        ("float", Features::FLOAT),
    ];
}

/// What programs are made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Lanes of a wave.
    pub wave_size: u32,
    /// Operations of a program at the most; one that needs an address or a condition counts as one with them.
    pub ops: usize,
    /// What they contain.
    pub features: Features,
}

/// A part of a program that can be left out alone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step {
    /// Instructions.
    Ops(Vec<Inst>),
    /// A place to go to.
    Label(u32),
    /// A branch.
    Branch {
        /// Instructions that make its condition.
        before: Vec<Inst>,
        /// The branch.
        op: Sopp,
        /// Where it goes.
        to: u32,
        /// Whether it may go back, which costs fuel.
        back: bool,
    },
}

/// A random program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    /// What makes it and the data of its registers.
    pub seed: u64,
    /// Lanes of a wave.
    pub wave_size: u32,
    /// Invocations of the workgroup: one or two waves, the last one perhaps partial.
    pub invocations: u32,
    /// FLOAT_MODE at the start.
    pub float_mode: u8,
    /// IEEE at the start.
    pub ieee: bool,
    /// DX10_CLAMP at the start.
    pub dx10_clamp: bool,
    /// What it does between the fixed beginning and the fixed end.
    pub steps: Vec<Step>,
}

impl Program {
    /// The program of a seed.
    pub fn random(seed: u64, settings: &Settings) -> Program {
        let mut random = Random(seed);
        let wave = settings.wave_size;
        let invocations = if settings.features.contains(Features::WAVES) {
            match random.below(4) {
                0 => wave * 2,
                1 => wave + 1 + random.below(wave as usize - 1) as u32,
                2 => 1 + random.below(wave as usize - 1) as u32,
                _ => wave,
            }
        } else {
            wave
        };
        let float_mode = *random.pick(&[0xc0, 0xc0, 0xf0, 0x00, 0x30, 0xc5, 0xfa]);
        let (ieee, dx10_clamp) = (random.below(2) == 0, random.below(4) != 0);
        let steps = flow::steps(&mut random, settings, invocations > wave);
        Program { seed, wave_size: wave, invocations, float_mode, ieee, dx10_clamp, steps }
    }

    /// Waves of its workgroup.
    pub fn waves(&self) -> u32 {
        self.invocations.div_ceil(self.wave_size)
    }
}

/// A small generator of numbers (SplitMix64): the same seed gives the same numbers on every machine.
#[derive(Clone, Debug)]
pub struct Random(pub u64);

impl Random {
    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// A number below `end`; 0 where that is 0.
    pub fn below(&mut self, end: usize) -> usize {
        (self.bits() % end.max(1) as u64) as usize
    }

    /// One of several, of which there is at least one.
    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }
}
