//! Data-parallel primitives: source 0 of a lane comes from another lane.
//!
//! Requires: fields of the decoder. Ensures: for each lane the value it gets and whether the lane is written.
//! Facts: RDNA 1 ISA guide, DPP controls of gfx10 as in isa README trap 10. A source lane outside the row, or one that
//! EXEC masks out while `fi` is off, is invalid: with `bound_ctrl` the lane gets zero, without it the lane is not
//! written. DPP8 has no `bound_ctrl`: invalid lanes give zero (LLVM's syntax guide, `fi`). Row and bank masks act on the
//! write of the destination VGPR only.

use crate::fault::Stop;
use crate::wave::Lanes;
use isa::decode::DPP8_FI;
use isa::fields::{Dpp8Fields, Dpp16Fields};

/// Where a lane's value comes from.
#[derive(Clone, Copy, Debug)]
enum Control {
    /// Lane 4n + sel\[2 * (lane & 3)\].
    Quad(u8),
    /// Lane + n inside the row of 16.
    ShiftLeft(usize),
    /// Lane - n inside the row.
    ShiftRight(usize),
    /// Lane - n, around the row.
    Rotate(usize),
    Mirror,
    HalfMirror,
    /// Lane n of the row.
    Share(usize),
    /// Lane ^ n.
    Xor(usize),
    /// Lane 8n + sel\[3 * (lane & 7)\].
    Eight(u32),
}

/// A permutation of source 0.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dpp {
    control: Control,
    row_mask: u8,
    bank_mask: u8,
    zero_invalid: bool,
    fetch_inactive: bool,
}

impl Dpp {
    pub fn row(f: &Dpp16Fields) -> Result<Dpp, Stop> {
        let n = usize::from(f.dpp_ctrl & 15);
        let control = match f.dpp_ctrl {
            0..=0xff => Control::Quad(f.dpp_ctrl as u8),
            0x101..=0x10f => Control::ShiftLeft(n),
            0x111..=0x11f => Control::ShiftRight(n),
            0x121..=0x12f => Control::Rotate(n),
            0x140 => Control::Mirror,
            0x141 => Control::HalfMirror,
            0x150..=0x15f => Control::Share(n),
            0x160..=0x16f => Control::Xor(n),
            _ => return Err(Stop::unsupported("dpp_ctrl", "a DPP control that gfx10 does not have")),
        };
        Ok(Dpp {
            control,
            row_mask: f.row_mask,
            bank_mask: f.bank_mask,
            zero_invalid: f.bound_ctrl,
            fetch_inactive: f.fi,
        })
    }

    pub fn eight(f: &Dpp8Fields) -> Dpp {
        Dpp {
            control: Control::Eight(f.sel),
            row_mask: 15,
            bank_mask: 15,
            zero_invalid: true,
            fetch_inactive: f.src0_code == DPP8_FI,
        }
    }

    /// The lane that `lane` reads; none outside the row.
    fn source(self, lane: usize) -> Option<usize> {
        let (row, i) = (lane & !15, lane & 15);
        Some(match self.control {
            Control::Quad(sel) => lane & !3 | usize::from(sel >> (2 * (lane & 3)) & 3),
            Control::ShiftLeft(n) if i + n < 16 => lane + n,
            Control::ShiftRight(n) if i >= n => lane - n,
            Control::ShiftLeft(_) | Control::ShiftRight(_) => return None,
            Control::Rotate(n) => row | (i + 16 - n) & 15,
            Control::Mirror => lane ^ 15,
            Control::HalfMirror => lane ^ 7,
            Control::Share(n) => row | n,
            Control::Xor(n) => lane ^ n,
            Control::Eight(sel) => lane & !7 | (sel >> (3 * (lane & 7)) & 7) as usize,
        })
    }

    /// What each lane reads (zero where invalid).
    pub fn permute(self, source: &Lanes, exec: u64) -> Lanes {
        std::array::from_fn(|lane| match self.source(lane) {
            Some(from) if self.fetch_inactive || exec >> from & 1 != 0 => source[from & 63],
            _ => 0,
        })
    }

    /// The lanes that take part: those with a valid source, or all with `bound_ctrl`.
    pub fn enabled(self, exec: u64) -> u64 {
        if self.zero_invalid {
            return exec;
        }
        (0..64).filter(|&lane| exec >> lane & 1 != 0).fold(0, |mask, lane| match self.source(lane) {
            Some(from) if self.fetch_inactive || exec >> from & 1 != 0 => mask | 1 << lane,
            _ => mask,
        })
    }

    /// The lanes that row and bank mask let through.
    pub fn written(self) -> u64 {
        (0..64)
            .filter(|lane| {
                self.row_mask >> (lane >> 4) & 1 != 0 && self.bank_mask >> (lane >> 2 & 3) & 1 != 0
            })
            .fold(0, |mask, lane: u32| mask | 1 << lane)
    }
}
