//! What a program finds in its registers, as the recompiler asks for it: from the arguments that a capture or a driver states.
//!
//! Requires: arguments of a compute stage. Ensures: one entry a register, in the order of the arguments; an argument that has no
//! value before the start and does not come from the dispatch is user data whose dwords the caller of a dispatch gives.
//! Leaves alone: memory. [`crate::recompiled`] adds what a case knows.

use crate::capture::{Facts, HwStage, SgprArg, SgprName, VgprArg};
use crate::replay::{DEFAULT_APERTURES, ReplayError};
use recompiler::request::{Mode, Request, SgprInput, SharedVgprs, VgprInput};

/// Registers at the start, and the user data that goes with them.
#[derive(Clone, Debug, Default)]
pub struct Inputs {
    /// Register, content.
    pub sgprs: Vec<(u8, SgprInput)>,
    /// Register, content.
    pub vgprs: Vec<(u8, VgprInput)>,
    /// Dwords of user data, zero where no value is stated.
    pub user_data: Vec<u32>,
}

/// What arguments without a value are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unstated {
    /// Registers that nobody fills: the program does not read them, or their bits are unknown.
    Unknown,
    /// User data that the caller of each dispatch gives.
    UserData,
}

impl Inputs {
    /// From the arguments of a stage.
    ///
    /// # Errors
    /// A register number that no register has.
    pub fn new(
        sgprs: &[SgprArg],
        vgprs: &[VgprArg],
        bytes_per_wave: u32,
        unstated: Unstated,
    ) -> Result<Inputs, ReplayError> {
        let register =
            |reg: u32| u8::try_from(reg).map_err(|_| incomplete("a register number is out of range"));
        let mut inputs = Inputs::default();
        for arg in sgprs {
            let reg = register(arg.reg)?;
            if let Some(words) = &arg.value {
                inputs.user_data(reg, words.iter().copied());
            } else if let Some(axis) = arg.name.workgroup_axis() {
                inputs.sgprs.push((reg, SgprInput::WorkgroupId(axis.index() as u8)));
            } else if arg.name == SgprName::TgSize {
                inputs.sgprs.push((reg, SgprInput::TgSize));
            } else if arg.name == SgprName::ScratchOffset {
                inputs.sgprs.push((reg, SgprInput::ScratchOffset { bytes_per_wave }));
            } else if unstated == Unstated::UserData && arg.name != SgprName::Unused {
                inputs.user_data(reg, std::iter::repeat_n(0, arg.count.min(128) as usize));
            }
        }
        for arg in vgprs {
            if let Some(axis) = arg.name.local_axis() {
                inputs.vgprs.push((register(arg.reg)?, VgprInput::LocalId(axis.index() as u8)));
            }
        }
        Ok(inputs)
    }

    fn user_data(&mut self, reg: u8, words: impl Iterator<Item = u32>) {
        for (register, word) in (reg..).zip(words) {
            self.sgprs.push((register, SgprInput::UserData(self.user_data.len() as u32)));
            self.user_data.push(word);
        }
    }
}

fn incomplete(why: &str) -> ReplayError {
    ReplayError::Incomplete { why: why.to_owned() }
}

/// The request that a compute program makes by the facts that its compiler left about it, without memory and dispatch: for
/// compiling only. The code lies at `base` and begins there.
///
/// # Errors
/// Another stage; facts that leave the mode or the group's size open.
pub fn request<'a>(facts: &Facts, code: &'a [u8], base: u64) -> Result<Request<'a>, ReplayError> {
    if facts.hw_stage != HwStage::Compute {
        return Err(ReplayError::Unsupported {
            what: format!("a program of the stage {:?}", facts.hw_stage),
        });
    }
    let (sgprs, vgprs) = match (&facts.sgpr_args, &facts.vgpr_args) {
        (Some(sgprs), Some(vgprs)) => (sgprs, vgprs),
        _ => return Err(incomplete("the arguments are not given")),
    };
    let scratch = facts.scratch_bytes_per_wave.unwrap_or(0);
    let inputs = Inputs::new(sgprs, vgprs, scratch, Unstated::UserData)?;
    let flag = |value: Option<u8>, what: &str| match value {
        Some(value) => Ok(value != 0),
        None => Err(incomplete(&format!("{what} is not given"))),
    };
    Ok(Request {
        code,
        base,
        entry: base,
        wave_size: facts.wave_size.lanes(),
        local_size: facts.local_size.ok_or_else(|| incomplete("the size of a workgroup is not given"))?,
        lds_bytes: facts.lds_bytes.unwrap_or(0),
        mode: Mode {
            float_mode: facts.float_mode.ok_or_else(|| incomplete("FLOAT_MODE is not given"))?,
            ieee: flag(facts.ieee_mode, "IEEE_MODE")?,
            dx10_clamp: flag(facts.dx10_clamp, "DX10_CLAMP")?,
            fp16_ovfl: facts.rsrc1.is_some_and(|r| r >> 26 & 1 != 0),
        },
        sgprs: inputs.sgprs,
        vgprs: inputs.vgprs,
        shared_vgprs: shared_vgprs(facts),
        shared_high: DEFAULT_APERTURES.shared_high,
        private_high: DEFAULT_APERTURES.private_high,
        scratch: None,
        instruction_limit: 1 << 20,
    })
}

/// RSRC3.SHARED_VGPR_CNT counts eights of registers that both halves of a wave of 64 share, which follow the others;
/// RSRC1.VGPRS counts those in fours, less one.
pub(crate) fn shared_vgprs(facts: &Facts) -> SharedVgprs {
    match (facts.wave_size.lanes(), facts.rsrc1, facts.rsrc3) {
        (64, Some(rsrc1), Some(rsrc3)) => {
            SharedVgprs { first: (rsrc1 & 0x3f) * 4 + 4, count: (rsrc3 & 15) * 8 }
        }
        _ => SharedVgprs::default(),
    }
}
