//! Runs a captured dispatch on the software model and compares the memory it leaves.
//!
//! Requires: a checked [`Case`] of kind compute. Ensures: the same result on any number of threads for programs whose
//! result does not depend on the order of workgroups; a fault names its place and, of several, the one in the lowest
//! group is returned. Registers, LDS and scratch that the capture does not give hold a pattern made from
//! [`ReplayOptions::seed`], so that a program that depends on unknown bits gives itself away when the seed changes.
//! Leaves alone: graphics and compile-only cases, which are refused by name.
//!
//! Facts: entry registers from the case format (`tg_size`, `scratch_offset`, partial waves) and guest-abi 7.3.

use crate::capture::{Access, Case, Kind, Region, Role, SgprName, Stage};
use crate::compare::{Comparison, compare};
use crate::reference::{Applied, widen};
use model::code::Code;
use model::fault::{Fault, FaultClass};
use model::float::FloatMode;
use model::group::{Observer, RunLimits, Unobserved, run_group};
use model::machine::Machine;
use model::memory::AlignmentMode;
use model::memory::guest::{GuestMemory, Initial, Permissions, RegionError, WriteOnly};
use model::memory::lds::{Gds, Lds, LdsError};
use model::wave::{Apertures, Unknown, Wave};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// How a dispatch is run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReplayOptions {
    /// Threads that run workgroups; at least one is used.
    pub threads: usize,
    /// Instructions a wave may execute before it is taken to hang.
    pub instruction_limit: u64,
    /// Makes the pattern of unknown bits.
    pub seed: u32,
    /// How misaligned addresses are treated.
    pub alignment: AlignmentMode,
    /// Bytes of guest memory that may be allocated.
    pub memory_limit: u64,
    /// Recompiled programs dispatch every block, see [`recompiler::passes::structurize::Options`].
    pub force_dispatch: bool,
}

impl ReplayOptions {
    /// Switches of the compile that goes with them.
    pub(crate) fn switches(self) -> recompiler::compile::Options {
        let mut switches = recompiler::compile::Options::default();
        switches.passes.structurize.force_dispatch = self.force_dispatch;
        switches
    }
}

impl Default for ReplayOptions {
    fn default() -> Self {
        ReplayOptions {
            threads: 1,
            instruction_limit: 1 << 28,
            seed: 0x5eed_1013,
            alignment: AlignmentMode::Unaligned,
            memory_limit: 4 << 30,
            force_dispatch: false,
        }
    }
}

/// Why a case could not be run to its end.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum ReplayError {
    /// The case needs something that this executor does not do yet.
    #[error("{what} is not supported")]
    Unsupported {
        /// What.
        what: String,
    },
    /// The case lacks something that running it needs.
    #[error("the case cannot be run: {why}")]
    Incomplete {
        /// What is missing.
        why: String,
    },
    /// Its memory cannot be mapped.
    #[error("guest memory: {0}")]
    Memory(#[from] RegionError),
    /// Its LDS cannot be made.
    #[error("LDS: {0}")]
    Lds(#[from] LdsError),
    /// A wave stopped.
    #[error("{0}")]
    Fault(Box<Fault>),
    /// The program is not translated.
    #[error("{message}")]
    Translate {
        /// It says "not supported", in contrast to "wrong input".
        refusal: bool,
        /// Stable code of the translator.
        code: &'static str,
        /// What and where.
        message: String,
    },
    /// A device or its driver failed.
    #[error("{message}")]
    Device {
        /// Stable code.
        code: &'static str,
        /// It lacks something, in contrast to having failed.
        refusal: bool,
        /// What happened.
        message: String,
    },
    /// The recompiled program recorded a fault.
    #[error("the recompiled program faulted: {what}")]
    Recompiled {
        /// Reason and place.
        what: String,
    },
}

impl ReplayError {
    /// Whether this says "not supported", in contrast to "wrong input".
    pub fn is_refusal(&self) -> bool {
        match self {
            ReplayError::Unsupported { .. } => true,
            ReplayError::Fault(fault) => fault.kind.class() == FaultClass::Unsupported,
            ReplayError::Translate { refusal, .. } | ReplayError::Device { refusal, .. } => *refusal,
            _ => false,
        }
    }

    /// Stable code.
    pub fn code(&self) -> &'static str {
        match self {
            ReplayError::Unsupported { .. } => "RPL0001",
            ReplayError::Incomplete { .. } => "RPL0002",
            ReplayError::Memory(_) => "RPL0003",
            ReplayError::Lds(_) => "RPL0004",
            ReplayError::Fault(fault) => fault.kind.code(),
            ReplayError::Translate { code, .. } | ReplayError::Device { code, .. } => code,
            ReplayError::Recompiled { .. } => "RPL0005",
        }
    }
}

/// What a run did and left.
#[derive(Clone, PartialEq, Debug)]
pub struct Replay {
    /// Workgroups run.
    pub groups: u64,
    /// Waves run.
    pub waves: u64,
    /// Instructions executed by all waves.
    pub instructions: u64,
    /// One comparison for each expectation of the case.
    pub comparisons: Vec<(String, Comparison)>,
    /// The bytes of the regions that differ.
    pub differing: Vec<(String, Vec<u8>)>,
    /// Expectations that were looser than the instruction and are compared by another rule.
    pub widened: Vec<Applied>,
}

impl Replay {
    /// Whether everything came out as expected.
    pub fn passed(&self) -> bool {
        self.comparisons.iter().all(|(_, c)| c.is_equal())
    }
}

/// What memory is found to be.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Compared {
    /// One comparison for each expectation of the case.
    pub comparisons: Vec<(String, Comparison)>,
    /// Expectations that were looser than the instruction.
    pub widened: Vec<Applied>,
}

/// A case made ready to run: memory mapped, code loaded, registers worked out.
#[derive(Debug)]
pub struct Prepared<'a> {
    case: &'a Case,
    stage: &'a Stage,
    options: ReplayOptions,
    memory: GuestMemory,
    code: Code,
    gds: Gds,
    entry: u64,
    mode: FloatMode,
    apertures: Apertures,
    groups: [u32; 3],
    local: [u32; 3],
    wave_size: u32,
    lds_bytes: u32,
    scratch_per_wave: u64,
}

/// LDS aperture that is assumed where a case gives none: the console's, as guest-abi 7.3 infers it.
pub(crate) const DEFAULT_APERTURES: Apertures =
    Apertures { shared_high: 0x8000_0000, private_high: 0x7000_0000 };

/// Bytes of GDS that the model gives a dispatch (the part has 64 KiB).
const GDS_BYTES: u32 = 64 << 10;

/// The flat apertures of a case.
pub(crate) fn apertures(case: &Case) -> Apertures {
    case.apertures
        .map_or(DEFAULT_APERTURES, |a| Apertures { shared_high: a.shared_high, private_high: a.private_high })
}

fn permissions(access: Access) -> Permissions {
    match access {
        Access::Read => Permissions::READ,
        Access::Write => Permissions::WRITE,
        Access::ReadWrite => Permissions::READ_WRITE,
    }
}

fn incomplete(why: &str) -> ReplayError {
    ReplayError::Incomplete { why: why.to_owned() }
}

impl<'a> Prepared<'a> {
    /// Maps the memory of a case and loads its code.
    ///
    /// # Errors
    /// Cases that are no dispatch, lack a fact, or whose memory cannot be mapped.
    pub fn new(case: &'a Case, options: ReplayOptions) -> Result<Prepared<'a>, ReplayError> {
        match case.kind {
            Kind::Compute => {}
            Kind::Graphics => return Err(ReplayError::Unsupported { what: "a draw".to_owned() }),
            Kind::CompileOnly => {
                return Err(ReplayError::Unsupported {
                    what: "a case without anything to execute".to_owned(),
                });
            }
        }
        let dispatch = case.dispatch.ok_or_else(|| incomplete("there is no dispatch"))?;
        let [stage] = case.stages.as_slice() else {
            return Err(incomplete("a dispatch has exactly one stage"));
        };
        let address = stage.code.address.ok_or_else(|| incomplete("the code has no address"))?;
        let entry = stage.entry().ok_or_else(|| incomplete("the code has no entry"))?;
        let mode = FloatMode {
            float_mode: stage.float_mode().ok_or_else(|| incomplete("FLOAT_MODE is not given"))?,
            ieee: stage.ieee_mode().ok_or_else(|| incomplete("IEEE_MODE is not given"))?,
            dx10_clamp: stage.dx10_clamp().ok_or_else(|| incomplete("DX10_CLAMP is not given"))?,
            // RSRC1 bit 26 (guest-abi 7.2).
            fp16_ovfl: stage.facts.rsrc1.is_some_and(|r| r >> 26 & 1 != 0),
        };
        let mut memory = GuestMemory::new(options.memory_limit, WriteOnly::Readable);
        for region in &case.memory {
            let initial = match &region.bytes {
                Some(bytes) => Initial::Bytes(bytes),
                None => Initial::Unknown { seed: u64::from(options.seed) },
            };
            memory.add(&region.name, region.address, region.size, permissions(region.access), initial)?;
        }
        // Constants lie behind the instructions and are read as memory.
        let bytes = &stage.code.bytes;
        memory.add("(code)", address, bytes.len() as u64, Permissions::READ, Initial::Bytes(bytes))?;
        let wave_size = case.wave_size.lanes();
        let mut code = Code::new(isa::DecodeOptions { wave_size, ..isa::DecodeOptions::default() });
        code.add(address, bytes);
        let unknown = Unknown(options.seed);
        Ok(Prepared {
            case,
            stage,
            options,
            memory,
            code,
            gds: Gds::new(GDS_BYTES, |i| unknown.bits(0x4000_0000 | i))?,
            entry,
            mode,
            apertures: apertures(case),
            groups: dispatch.groups,
            local: dispatch.local_size,
            wave_size,
            lds_bytes: stage.facts.lds_bytes.unwrap_or(0),
            scratch_per_wave: scratch(case).and_then(|r| r.bytes_per_wave).unwrap_or(0),
        })
    }

    /// Number of workgroups.
    pub fn group_count(&self) -> u64 {
        self.groups.iter().map(|&g| u64::from(g)).product()
    }

    /// Number of waves in a workgroup; the last one may be partial.
    pub fn waves_per_group(&self) -> u32 {
        let invocations: u64 = self.local.iter().map(|&l| u64::from(l)).product();
        invocations.div_ceil(u64::from(self.wave_size)) as u32
    }

    /// Workgroups in each dimension.
    pub fn groups(&self) -> [u32; 3] {
        self.groups
    }

    /// Guest memory.
    pub fn memory(&self) -> &GuestMemory {
        &self.memory
    }

    /// Address of the first byte of the code.
    pub fn code_base(&self) -> u64 {
        self.stage.code.address.unwrap_or(0)
    }

    /// The id of the group with this number, counted in x first.
    pub fn group_id(&self, number: u64) -> [u32; 3] {
        let [x, y, _] = self.groups.map(u64::from);
        [(number % x) as u32, (number / x % y) as u32, (number / x / y) as u32]
    }

    /// The number of the group with this id, if the dispatch has it.
    pub fn group_number(&self, id: [u32; 3]) -> Option<u64> {
        let [x, y, _] = self.groups.map(u64::from);
        let inside = id.iter().zip(&self.groups).all(|(i, n)| i < n);
        let [i, j, k] = id.map(u64::from);
        inside.then_some(i + x * (j + y * k))
    }

    /// The waves of a group with their entry registers.
    ///
    /// # Errors
    /// A register number that no wave has (a checked case has none).
    pub fn waves(&self, number: u64) -> Result<Vec<Wave>, ReplayError> {
        let count = self.waves_per_group();
        (0..count).map(|wave| self.wave(number, wave, count)).collect()
    }

    fn wave(&self, number: u64, id: u32, count: u32) -> Result<Wave, ReplayError> {
        let unknown = Unknown(self.options.seed.wrapping_add((number as u32) << 8).wrapping_add(id));
        let mut wave = Wave::new(id, self.wave_size, self.entry, self.mode, self.apertures, unknown);
        let group = self.group_id(number);
        let [lx, ly, lz] = self.local.map(u64::from);
        let first = u64::from(id) * u64::from(self.wave_size);
        let lanes = (lx * ly * lz).saturating_sub(first).min(u64::from(self.wave_size));
        wave.set_exec(if lanes == 64 { u64::MAX } else { (1 << lanes) - 1 });
        if let (Some(rsrc1), Some(rsrc3)) = (self.stage.facts.rsrc1, self.stage.facts.rsrc3) {
            // RSRC1.VGPRS counts fours in wave64, less one; RSRC3.SHARED_VGPR_CNT counts eights, which follow. RADV's
            // wave64 shuffles rely on them.
            wave.share_vgprs((rsrc1 & 0x3f) * 4 + 4, (rsrc3 & 0xf) * 8);
        }
        for arg in &self.stage.sgprs {
            let reg = u8::try_from(arg.reg).map_err(|_| incomplete("an SGPR number is out of range"))?;
            if let Some(words) = &arg.value {
                for (r, &word) in (reg..).zip(words) {
                    wave.set_sgpr(r, word);
                }
            } else if let Some(axis) = arg.name.workgroup_axis() {
                wave.set_sgpr(reg, group[axis.index()]);
            } else if arg.name == SgprName::TgSize {
                wave.set_sgpr(reg, count & 0x3f | id << 6);
            } else if arg.name == SgprName::ScratchOffset {
                let offset = (number * u64::from(count) + u64::from(id)).wrapping_mul(self.scratch_per_wave);
                wave.set_sgpr(reg, offset as u32);
            }
            // All other arguments without a value are unknown to the capture: the registers keep their pattern.
        }
        for arg in &self.stage.vgprs {
            let Some(axis) = arg.name.local_axis() else { continue };
            let register = wave.vgpr_mut(arg.reg);
            for (lane, slot) in register.iter_mut().enumerate().take(lanes as usize) {
                let i = first + lane as u64;
                *slot = [i % lx, i / lx % ly, i / (lx * ly)][axis.index()] as u32;
            }
        }
        Ok(wave)
    }

    /// Runs one group.
    ///
    /// # Errors
    /// The first fault of its waves.
    pub fn run_group(&self, number: u64, observer: &mut impl Observer) -> Result<u64, ReplayError> {
        let mut waves = self.waves(number)?;
        let unknown = Unknown(self.options.seed ^ number as u32);
        let mut machine = Machine {
            memory: self.memory.view(),
            lds: Lds::new(self.lds_bytes, |i| unknown.bits(0x2000_0000 | i))?,
            gds: &self.gds,
            alignment: self.options.alignment,
            group: self.group_id(number),
            waves: self.waves_per_group(),
            clock: 0,
        };
        let limits = RunLimits { instructions: self.options.instruction_limit };
        run_group(&self.code, &mut machine, &mut waves, limits, observer)
            .map_err(|f| ReplayError::Fault(Box::new(f)))
    }

    /// Runs all groups on as many threads as the options say and returns the instructions executed.
    fn run_all(&self) -> Result<u64, ReplayError> {
        let total = self.group_count();
        let threads = (self.options.threads.max(1) as u64).min(total.max(1));
        let next = AtomicU64::new(0);
        let instructions = AtomicU64::new(0);
        let failure: Mutex<Option<(u64, ReplayError)>> = Mutex::new(None);
        let worker = || {
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= total {
                    return;
                }
                match self.run_group(number, &mut Unobserved) {
                    Ok(n) => {
                        instructions.fetch_add(n, Ordering::Relaxed);
                    }
                    Err(error) => {
                        // Groups after the failed one need not start; groups before it have.
                        next.fetch_max(total, Ordering::Relaxed);
                        let mut slot = failure.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                        if slot.as_ref().is_none_or(|(n, _)| number < *n) {
                            *slot = Some((number, error));
                        }
                        return;
                    }
                }
            }
        };
        if threads == 1 {
            worker();
        } else {
            std::thread::scope(|scope| {
                for _ in 0..threads {
                    scope.spawn(worker);
                }
            });
        }
        match failure.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner) {
            Some((_, error)) => Err(error),
            None => Ok(instructions.into_inner()),
        }
    }

    /// Runs the dispatch and compares what it left with what the case expects.
    ///
    /// # Errors
    /// The first fault.
    pub fn run(&self) -> Result<Replay, ReplayError> {
        let instructions = self.run_all()?;
        self.finish(instructions)
    }

    /// What a run left, once it is over: counts and comparisons.
    ///
    /// # Errors
    /// As [`Prepared::compare`].
    pub fn finish(&self, instructions: u64) -> Result<Replay, ReplayError> {
        let groups = self.group_count();
        let Compared { comparisons, widened } = self.compare()?;
        let differing = comparisons
            .iter()
            .filter(|(_, c)| !c.is_equal())
            .filter_map(|(name, _)| Some((name.clone(), self.memory.region(name)?.snapshot())))
            .collect();
        let waves = groups * u64::from(self.waves_per_group());
        Ok(Replay { groups, waves, instructions, comparisons, differing, widened })
    }

    /// The bytes of a region as they are now.
    pub fn snapshot(&self, region: &str) -> Option<Vec<u8>> {
        self.memory.region(region).map(|r| r.snapshot())
    }

    /// Compares memory as it is now with what the case expects.
    ///
    /// # Errors
    /// An expectation that does not fit its region (a checked case has none).
    pub fn compare(&self) -> Result<Compared, ReplayError> {
        let mut out = Compared::default();
        for expect in &self.case.expect {
            let region = self
                .memory
                .region(&expect.region)
                .ok_or_else(|| incomplete("an expectation names a region that is not there"))?;
            let mut actual = region.snapshot();
            out.widened.extend(widen(self.case, &expect.region, &expect.rule, &expect.bytes, &mut actual));
            let comparison = compare(&expect.rule, region.name(), region.base(), &expect.bytes, &actual)
                .map_err(|e| ReplayError::Incomplete { why: e.to_string() })?;
            out.comparisons.push((expect.region.clone(), comparison));
        }
        Ok(out)
    }
}

/// The scratch region of a case.
pub(crate) fn scratch(case: &Case) -> Option<&Region> {
    case.memory.iter().find(|r| r.role == Role::Scratch)
}

/// Runs a case on the software model.
///
/// # Errors
/// See [`ReplayError`].
pub fn replay(case: &Case, options: ReplayOptions) -> Result<Replay, ReplayError> {
    Prepared::new(case, options)?.run()
}
