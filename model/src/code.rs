//! Guest code, decoded once and on demand.
//!
//! Requires: the bytes of the code regions. Ensures: each pc is decoded at most once (by whichever thread comes first)
//! and never outside its region. Code that the guest writes while it runs is not seen: such programs are not known.

use crate::fault::{FaultKind, Stop};
use isa::{DecodeOptions, Inst};
use std::sync::OnceLock;

type Cell = OnceLock<Box<Result<Inst, FaultKind>>>;

/// A range of code.
#[derive(Debug)]
struct Region {
    base: u64,
    words: Vec<u32>,
    cells: Vec<Cell>,
}

/// All code that a dispatch may execute.
#[derive(Debug, Default)]
pub struct Code {
    regions: Vec<Region>,
    options: DecodeOptions,
}

impl Code {
    /// No code yet; instructions are decoded with `options`.
    pub fn new(options: DecodeOptions) -> Code {
        Code { regions: Vec::new(), options }
    }

    /// Adds code at an address; bytes past the last whole dword are not executable.
    pub fn add(&mut self, base: u64, bytes: &[u8]) {
        let (words, _) = bytes.as_chunks::<4>();
        let words: Vec<u32> = words.iter().map(|b| u32::from_le_bytes(*b)).collect();
        let cells = words.iter().map(|_| Cell::new()).collect();
        self.regions.push(Region { base, words, cells });
    }

    /// The instruction at a pc.
    ///
    /// # Errors
    /// [`FaultKind::PcOutsideCode`], [`FaultKind::Decode`], [`FaultKind::RegisterRange`].
    #[inline]
    pub fn fetch(&self, pc: u64) -> Result<&Inst, Stop> {
        for region in &self.regions {
            let offset = pc.wrapping_sub(region.base);
            if offset & 3 == 0
                && let Some(cell) = region.cells.get((offset / 4) as usize)
            {
                let decoded = cell.get_or_init(|| Box::new(self.decode(region, offset / 4, pc)));
                return decoded.as_ref().as_ref().map_err(|kind| kind.clone().into());
            }
        }
        Err(FaultKind::PcOutsideCode.into())
    }

    #[cold]
    fn decode(&self, region: &Region, index: u64, pc: u64) -> Result<Inst, FaultKind> {
        let words = region.words.get(index as usize..).unwrap_or_default();
        isa::decode(words, pc, self.options).map_err(FaultKind::Decode)
    }
}
