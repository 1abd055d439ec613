//! Sub-dword addressing: which part of a source is read and where in the destination a result goes.
//!
//! Facts: RDNA 1 ISA guide chapter 6 and 13 (selects 0 to 3 bytes, 4 and 5 words, 6 the dword; unused bits 0 zero,
//! 1 sign, 2 kept). A part of a source is taken before abs and neg.

use crate::fault::Stop;
use crate::wave::Lanes;

/// A part of a dword: shift and width in bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Part {
    shift: u32,
    width: u32,
}

impl Part {
    fn new(sel: u8, name: &'static str) -> Result<Part, Stop> {
        Ok(match sel {
            0..=3 => Part { shift: u32::from(sel) * 8, width: 8 },
            4 | 5 => Part { shift: u32::from(sel - 4) * 16, width: 16 },
            6 => Part { shift: 0, width: 32 },
            _ => return Err(Stop::unsupported(name, "a reserved SDWA select")),
        })
    }

    fn mask(self) -> u32 {
        u32::MAX >> (32 - self.width)
    }
}

/// A part of a source, zero- or sign-extended.
#[derive(Clone, Copy, Debug)]
pub(super) struct Select {
    part: Part,
    sext: bool,
}

impl Select {
    pub fn new(sel: u8, sext: bool, name: &'static str) -> Result<Select, Stop> {
        Ok(Select { part: Part::new(sel, name)?, sext })
    }

    /// Takes the part of every lane.
    pub fn apply(self, lanes: &mut Lanes) {
        let up = 32 - self.part.width - self.part.shift;
        let down = 32 - self.part.width;
        if self.sext {
            for x in lanes.iter_mut() {
                *x = ((*x << up) as i32 >> down) as u32;
            }
        } else if self.part.width < 32 {
            for x in lanes.iter_mut() {
                *x = *x << up >> down;
            }
        }
    }
}

/// What becomes of the destination's bits outside the part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Unused {
    Zero,
    Sign,
    Keep,
}

/// Where a result goes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    part: Part,
    unused: Unused,
}

impl Place {
    pub fn new(sel: u8, unused: u8, name: &'static str) -> Result<Place, Stop> {
        let unused = match unused {
            0 => Unused::Zero,
            1 => Unused::Sign,
            2 => Unused::Keep,
            _ => return Err(Stop::unsupported(name, "a reserved SDWA treatment of unused bits")),
        };
        Ok(Place { part: Part::new(sel, name)?, unused })
    }

    /// The dword that the destination holds afterwards.
    #[inline]
    pub fn merge(self, old: u32, value: u32) -> u32 {
        let Part { shift, width } = self.part;
        let placed = (value & self.part.mask()) << shift;
        match self.unused {
            Unused::Zero => placed,
            Unused::Keep => placed | old & !(self.part.mask() << shift),
            // Bits above the part repeat its sign, bits below are zero.
            Unused::Sign => {
                let extended = (value << (32 - width)) as i32 >> (32 - width);
                (extended as u32) << shift
            }
        }
    }
}
