//! Runs a captured dispatch recompiled: on the IR's interpreter.
//!
//! Requires: a checked [`Case`] of kind compute. Ensures: the program was lifted, cleaned and (for [`Stage::Mapped`]) mapped to
//! the host's waves exactly as it is for a device; what the interpreter leaves in memory is compared with what the case
//! expects. Nothing here executes guest instructions.
//! Leaves alone: the software model, which knows nothing of the IR.

use crate::capture::{Case, Kind};
use crate::lane_scratch::{self, Hidden};
use crate::program::{Inputs, Unstated, shared_vgprs};
use crate::replay::{Prepared, Replay, ReplayError, ReplayOptions};
use ir::host::Personality;
use ir::interp::{AccessError, Dispatch, External, Memory, Padding, Program, Reason, run_group};
use ir::{Resource, Width};
use model::memory::guest::{GuestMemory, GuestView, MemoryError, MemoryErrorKind, Permissions};
use recompiler::caps::DeviceCaps;
use recompiler::compile::{Compiled, Options, Upto, compile, compile_for};
use recompiler::passes::Manager;
use recompiler::plan::{Plan, Shape};
use recompiler::request::{Mode, Request};
use recompiler::{TranslateError, error::ErrorClass};

/// What is interpreted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Stage {
    /// Whole guest waves, as lifted and cleaned.
    #[default]
    Guest,
    /// After the wave map for a host with these many invocations a subgroup.
    Mapped {
        /// Invocations of a subgroup.
        subgroup_size: u32,
    },
    /// As a back end gets it: mapped, with host float ops, structured.
    Legal {
        /// Invocations of a subgroup.
        subgroup_size: u32,
    },
}

/// The request that a case makes, and the user data that goes with its dispatch.
///
/// # Errors
/// What [`ReplayError::Incomplete`] names.
pub fn request(case: &Case) -> Result<(Request<'_>, Vec<u32>), ReplayError> {
    let incomplete = |why: &str| ReplayError::Incomplete { why: why.to_owned() };
    if case.kind == Kind::Graphics {
        return Err(ReplayError::Unsupported { what: "a draw".to_owned() });
    }
    let [stage] = case.stages.as_slice() else { return Err(incomplete("a dispatch has exactly one stage")) };
    let base = stage.code.address.unwrap_or(0);
    let bytes_per_wave = crate::replay::scratch(case).and_then(|r| r.bytes_per_wave).unwrap_or(0);
    let inputs = Inputs::new(&stage.sgprs, &stage.vgprs, bytes_per_wave as u32, Unstated::Unknown)?;
    let apertures = crate::replay::apertures(case);
    let request = Request {
        code: &stage.code.bytes,
        base,
        entry: stage.entry().unwrap_or(base),
        wave_size: case.wave_size.lanes(),
        local_size: case.dispatch.map(|d| d.local_size).or(stage.facts.local_size).unwrap_or([64, 1, 1]),
        lds_bytes: stage.facts.lds_bytes.unwrap_or(0),
        mode: Mode {
            float_mode: stage.float_mode().ok_or_else(|| incomplete("FLOAT_MODE is not given"))?,
            ieee: stage.ieee_mode().ok_or_else(|| incomplete("IEEE_MODE is not given"))?,
            dx10_clamp: stage.dx10_clamp().ok_or_else(|| incomplete("DX10_CLAMP is not given"))?,
            fp16_ovfl: stage.facts.rsrc1.is_some_and(|r| r >> 26 & 1 != 0),
        },
        sgprs: inputs.sgprs,
        vgprs: inputs.vgprs,
        shared_vgprs: shared_vgprs(&stage.facts),
        shared_high: apertures.shared_high,
        private_high: apertures.private_high,
        scratch: lane_scratch::facts(case),
        instruction_limit: 1 << 20,
    };
    Ok((request, inputs.user_data))
}

/// A translation's error as a replay's: refusals stay refusals.
pub(crate) fn translated(error: TranslateError) -> ReplayError {
    let refusal = error.kind.class() == ErrorClass::Unsupported;
    ReplayError::Translate { refusal, code: error.kind.code(), message: error.to_string() }
}

/// An error of the SPIR-V back end as a replay's, with the guest address of the instruction.
pub fn not_emitted(error: &spirv::EmitError, base: u64) -> ReplayError {
    ReplayError::Translate {
        refusal: matches!(error.kind, spirv::EmitErrorKind::Unsupported(_)),
        code: "EMT0001",
        message: format!("pc {:#x}: {error}", base.wrapping_add(u64::from(error.pc))),
    }
}

/// Compiles a case's program.
///
/// # Errors
/// What is not translated.
pub fn compiled(case: &Case, stage: Stage) -> Result<(Compiled, Vec<u32>), ReplayError> {
    let options = Options::default();
    match stage {
        Stage::Guest => compile_upto(case, case.wave_size.lanes(), Upto::Ssa, &options),
        Stage::Mapped { subgroup_size } => compile_upto(case, subgroup_size, Upto::Mapped, &options),
        Stage::Legal { subgroup_size } => compile_upto(case, subgroup_size, Upto::Legal, &options),
    }
}

/// Compiles a case's program for a host that promises everything, with subgroups of this size, as far as asked.
///
/// # Errors
/// What is not translated.
pub fn compile_upto(
    case: &Case,
    subgroup_size: u32,
    upto: Upto,
    options: &Options,
) -> Result<(Compiled, Vec<u32>), ReplayError> {
    let (request, user_data) = request(case)?;
    let caps = DeviceCaps { subgroup_size, ..DeviceCaps::PROMISING };
    let mut manager = Manager::new(options.passes.clone());
    let compiled = compile(&request, &caps, options, upto, &mut manager).map_err(translated)?;
    Ok((compiled, user_data))
}

/// Compiles a program for the descriptors of its dispatch.
pub(crate) fn specialized(
    request: &Request<'_>,
    prepared: &Prepared<'_>,
    user_data: &[u32],
    caps: &DeviceCaps,
    upto: Upto,
    options: &Options,
) -> Result<Compiled, ReplayError> {
    let mut manager = Manager::new(options.passes.clone());
    let mut known = |plan: &Plan| shapes(plan, user_data, prepared.memory());
    compile_for(request, caps, options, upto, &mut manager, &mut known).map_err(translated)
}

/// The shapes of a dispatch's descriptors: from its user data and the memory that it may not write.
pub fn shapes(plan: &Plan, user_data: &[u32], memory: &GuestMemory) -> Vec<Option<Shape>> {
    let view = memory.view();
    let mut read = |address: u64| {
        let written = memory.regions().any(|r| {
            r.permissions().contains(Permissions::WRITE) && address.wrapping_sub(r.base()) < r.size()
        });
        if written { None } else { view.read_u32(address).ok() }
    };
    plan.evaluate(user_data, &mut read).into_iter().map(|words| words.map(Shape::of)).collect()
}

/// Guest memory as the interpreter asks for it.
struct Guest<'a> {
    view: GuestView<'a>,
    gds: Vec<u8>,
    /// What programs do not reach: their scratch, where it is memory of the lanes.
    hidden: Option<Hidden>,
}

impl Guest<'_> {
    fn reach(&self, address: u64, width: Width) -> Result<(), AccessError> {
        let bytes = u64::from(width.bits().div_ceil(8));
        if self.hidden.is_some_and(|h| h.touches(address, bytes)) {
            Err(AccessError::Outside)
        } else {
            Ok(())
        }
    }
}

fn access(error: MemoryError) -> AccessError {
    match error.kind {
        MemoryErrorKind::ReadOnly | MemoryErrorKind::WriteOnly => AccessError::Denied,
        MemoryErrorKind::Unmapped
        | MemoryErrorKind::PastEnd
        | MemoryErrorKind::Wraps
        | MemoryErrorKind::Unaligned => AccessError::Outside,
    }
}

impl Memory for Guest<'_> {
    fn load(&mut self, space: External, address: u64, width: Width) -> Result<u64, AccessError> {
        match space {
            External::Global | External::Constant => match self.reach(address, width).map(|()| width)? {
                Width::B1 | Width::B8 => self.view.read_u8(address).map(u64::from),
                Width::B16 => self.view.read_u16(address).map(u64::from),
                Width::B32 => self.view.read_u32(address).map(u64::from),
                Width::B64 => self.view.read_u64(address),
            }
            .map_err(access),
            External::Gds => {
                let n = width.bits().div_ceil(8) as usize;
                let at = usize::try_from(address).map_err(|_| AccessError::Outside)?;
                let bytes = self.gds.get(at..at.saturating_add(n)).ok_or(AccessError::Outside)?;
                Ok(bytes.iter().rev().fold(0, |v, &b| v << 8 | u64::from(b)))
            }
            External::Buffer(_) => Err(AccessError::Outside),
        }
    }

    fn store(&mut self, space: External, address: u64, width: Width, value: u64) -> Result<(), AccessError> {
        match space {
            External::Global | External::Constant => match self.reach(address, width).map(|()| width)? {
                Width::B1 | Width::B8 => self.view.write_u8(address, value as u8),
                Width::B16 => self.view.write_u16(address, value as u16),
                Width::B32 => self.view.write_u32(address, value as u32),
                Width::B64 => self.view.write_u64(address, value),
            }
            .map_err(access),
            External::Gds => {
                let n = width.bits().div_ceil(8) as usize;
                let at = usize::try_from(address).map_err(|_| AccessError::Outside)?;
                let bytes = self.gds.get_mut(at..at.saturating_add(n)).ok_or(AccessError::Outside)?;
                bytes.copy_from_slice(&value.to_le_bytes()[..n]);
                Ok(())
            }
            External::Buffer(_) => Err(AccessError::Outside),
        }
    }

    fn size(&mut self, _resource: Resource) -> u32 {
        0
    }
}

/// Runs a case on the interpreter and compares.
///
/// # Errors
/// What is not translated; a fault; a budget that is used up.
pub fn interpret(case: &Case, options: ReplayOptions, stage: Stage) -> Result<Replay, ReplayError> {
    let (subgroup_size, upto) = match stage {
        // What lanes of guest waves do is looked at without the help of descriptors.
        Stage::Guest => (case.wave_size.lanes(), Upto::Ssa),
        Stage::Mapped { subgroup_size } => (subgroup_size, Upto::Mapped),
        Stage::Legal { subgroup_size } => (subgroup_size, Upto::Legal),
    };
    interpret_upto(case, options, &DeviceCaps { subgroup_size, ..DeviceCaps::PROMISING }, upto)
}

/// Compiles a case for a device of any kind, runs what a back end gets on the interpreter, with a host that decides against the
/// code wherever these caps allow, and compares.
///
/// # Errors
/// As [`interpret`].
pub fn interpret_for(case: &Case, options: ReplayOptions, caps: &DeviceCaps) -> Result<Replay, ReplayError> {
    interpret_upto(case, options, caps, Upto::Legal)
}

fn interpret_upto(
    case: &Case,
    options: ReplayOptions,
    caps: &DeviceCaps,
    upto: Upto,
) -> Result<Replay, ReplayError> {
    with_scratch(case, |request, user_data| run(case, request, user_data, options, caps, upto))
}

/// Runs a case's program; where that gives none, since it faulted and its scratch was memory of the lanes, once more with scratch
/// as guest memory, where every access has a meaning.
pub(crate) fn with_scratch(
    case: &Case,
    mut run: impl FnMut(&Request<'_>, &[u32]) -> Result<Option<Replay>, ReplayError>,
) -> Result<Replay, ReplayError> {
    let (mut request, user_data) = request(case)?;
    if let Some(replay) = run(&request, &user_data)? {
        return Ok(replay);
    }
    request.scratch = None;
    run(&request, &user_data)?.ok_or_else(|| ReplayError::Incomplete {
        why: "a program without scratch of lanes has some".to_owned(),
    })
}

/// The scratch of a case, where the program has it as memory of the lanes: nothing else reaches it then.
pub(crate) fn hidden(case: &Case, compiled: &Compiled) -> Option<Hidden> {
    if compiled.func.scratch_bytes == 0 { None } else { Hidden::of(case) }
}

/// None: it faulted, and its scratch was memory of the lanes.
fn run(
    case: &Case,
    request: &Request<'_>,
    user_data: &[u32],
    options: ReplayOptions,
    caps: &DeviceCaps,
    upto: Upto,
) -> Result<Option<Replay>, ReplayError> {
    let prepared = Prepared::new(case, options)?;
    let compiled = specialized(request, &prepared, user_data, caps, upto, &options.switches())?;
    let hidden = hidden(case, &compiled);
    let program = Program::new(&compiled.func).map_err(|e| ReplayError::Incomplete { why: e.to_string() })?;
    let dispatch = Dispatch {
        workgroups: prepared.groups(),
        user_data,
        padding: if compiled.func.wave_size == 1 { Padding::Absent } else { Padding::Runs },
    };
    let mut memory = Guest { view: prepared.memory().view(), gds: vec![0; 64 << 10], hidden };
    // Unknown bits differ from run to run with the seed.
    let mut personality = Personality::adversary(caps.float, u64::from(options.seed));
    let mut budget = options.instruction_limit;
    let total = budget;
    for number in 0..prepared.group_count() {
        let id = prepared.group_id(number);
        let fault = run_group(&program, &dispatch, id, &mut memory, &mut personality, &mut budget)
            .map_err(|e| ReplayError::Incomplete { why: e.to_string() })?;
        if let Some(fault) = fault {
            if hidden.is_some() {
                return Ok(None);
            }
            let pc = prepared.code_base().wrapping_add(u64::from(fault.pc));
            let at =
                format!("pc {pc:#x}, lane {}, wave {}, group {:?}", fault.lane, fault.wave, fault.workgroup);
            return Err(match fault.reason {
                Reason::Access { address, error } => {
                    ReplayError::Recompiled { what: format!("address {address:#x}: {error}, {at}") }
                }
                // The lift's own faults stand where it knows at run time only that it does not know what hardware does.
                Reason::Code(code) => ReplayError::Unsupported {
                    what: format!("{} ({at}): it", recompiler::fault::describe(code)),
                },
            });
        }
    }
    prepared.finish(total - budget).map(Some)
}
