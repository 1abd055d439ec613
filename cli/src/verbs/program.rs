//! Programs to compile: from cases, from machine code with its compiler's facts, from machine code alone.
//!
//! Ensures: the same request that a dispatch of the case makes. What is not compiled is a refusal with its code; a reason
//! without the place lets callers count.

use super::load_case;
use crate::args::{Caps, RawOptions, TargetOptions};
use crate::exit::{CliError, Exit};
use driver::capture::{Case, Facts, HwStage, Kind};
use driver::profiles::{self, Profile};
use driver::replay::{Prepared, ReplayError, ReplayOptions};
use recompiler::compile::{Compiled, Options, Upto, compile_for};
use recompiler::error::ErrorClass;
use recompiler::passes::Manager;
use recompiler::plan::Plan;
use recompiler::request::{Mode, Request, SgprInput, VgprInput};
use std::path::Path;

/// Bytes of a file of machine code or facts that are read at the most.
const MAX_FILE: u64 = 64 << 20;

/// Guest address that machine code without a case is given.
const BASE: u64 = 0x1_0000_0000;

/// A program.
#[derive(Debug)]
pub struct Program {
    /// Its name.
    pub name: String,
    source: Source,
}

#[derive(Debug)]
enum Source {
    Case(Box<Case>),
    Facts { code: Vec<u8>, facts: Box<Facts> },
    Raw { code: Vec<u8>, options: RawOptions },
}

/// A program that was compiled.
#[derive(Debug)]
pub struct Output {
    /// The module.
    pub module: spirv::Module,
    /// The function that it was made of, and the wave map.
    pub compiled: Compiled,
}

/// A program that was not compiled.
#[derive(Debug)]
pub struct Failure {
    /// What to say.
    pub error: CliError,
    /// The same without the place.
    pub reason: String,
}

impl From<ReplayError> for Box<Failure> {
    fn from(error: ReplayError) -> Box<Failure> {
        Box::new(Failure { reason: error.to_string(), error: error.into() })
    }
}

/// What programs are compiled for.
pub fn device(target: &TargetOptions, subgroup: u32) -> Result<Profile, CliError> {
    let subgroup = subgroup.max(1);
    Ok(match target.caps {
        Caps::Promised => profiles::promising(subgroup),
        Caps::Unknown => profiles::unknown(subgroup),
        Caps::Lavapipe => profiles::lavapipe(subgroup),
        Caps::Probed => {
            let target = super::runner::open_device(false)
                .map_err(|e| CliError::from(driver::on_device::device_error(&e)))?;
            Profile { name: target.device.info.name.clone(), caps: target.caps, spirv: target.options }
        }
    })
}

fn read(path: &Path) -> Result<Vec<u8>, CliError> {
    let fail = |e: std::io::Error| CliError::bad_input("CLI0001", format!("{}: {e}", path.display()));
    let size = path.metadata().map_err(fail)?.len();
    if size > MAX_FILE {
        return Err(CliError::bad_input(
            "CLI0013",
            format!("{} has {size} bytes, more than the limit of {MAX_FILE}", path.display()),
        ));
    }
    std::fs::read(path).map_err(fail)
}

impl Program {
    /// Loads a case or `NAME.bin`. Machine code without facts beside it needs options that say how it begins.
    ///
    /// # Errors
    /// Files that cannot be read; cases and facts that are wrong.
    pub fn load(path: &Path, raw: Option<&RawOptions>) -> Result<Program, CliError> {
        let name = super::select::name(path);
        if path.extension().is_none_or(|e| e != "bin") {
            return Ok(Program { name, source: Source::Case(Box::new(load_case(path)?)) });
        }
        let code = read(path)?;
        let facts = path.with_extension("json");
        let source = match raw {
            _ if facts.is_file() => {
                let facts = serde_json::from_slice(&read(&facts)?)
                    .map_err(|e| CliError::bad_input("CAP0004", format!("{}: {e}", facts.display())))?;
                Source::Facts { code, facts: Box::new(facts) }
            }
            Some(options) => Source::Raw { code, options: options.clone() },
            None => {
                return Err(CliError::bad_input(
                    "CLI0016",
                    format!("{}: there are no facts {} beside it", path.display(), facts.display()),
                ));
            }
        };
        Ok(Program { name, source })
    }

    /// Bytes at its start that are instructions, where that is known.
    pub fn extent(&self) -> Option<u64> {
        match &self.source {
            Source::Case(case) => {
                let stage = case.stages.first()?;
                stage.code.instruction_bytes.or(stage.facts.instruction_bytes)
            }
            Source::Facts { facts, .. } => facts.instruction_bytes,
            Source::Raw { .. } => None,
        }
    }

    /// What the recompiler is asked.
    ///
    /// # Errors
    /// Stages other than compute, and what a request cannot say.
    pub fn ready(&self) -> Result<Ready<'_>, ReplayError> {
        let plain = |request| Ready { name: &self.name, request, dispatch: None };
        Ok(match &self.source {
            Source::Case(case) => {
                let other = case.stages.iter().map(|s| s.facts.hw_stage).find(|s| *s != HwStage::Compute);
                if let Some(stage) = other {
                    return Err(ReplayError::Unsupported {
                        what: format!("a program of the stage {stage:?}"),
                    });
                }
                if case.kind == Kind::CompileOnly
                    && let [stage] = case.stages.as_slice()
                {
                    return Ok(plain(driver::program::request(&stage.facts, &stage.code.bytes, BASE)?));
                }
                let (request, user_data) = driver::recompiled::request(case)?;
                let prepared = Prepared::new(case, ReplayOptions::default())?;
                Ready { name: &self.name, request, dispatch: Some((prepared, user_data)) }
            }
            Source::Facts { code, facts } => plain(driver::program::request(facts, code, BASE)?),
            Source::Raw { code, options } => plain(raw_request(code, options)),
        })
    }
}

/// A program that can be compiled.
#[derive(Debug)]
pub struct Ready<'a> {
    /// Its name.
    pub name: &'a str,
    /// What the recompiler is asked.
    pub request: Request<'a>,
    /// Memory and user data of the dispatch, where there is one: what they hold is compiled in, as it is for a replay.
    dispatch: Option<(Prepared<'a>, Vec<u32>)>,
}

impl Ready<'_> {
    /// Goes the whole way from words to SPIR-V words.
    ///
    /// # Errors
    /// What is not translated, or not emitted for this device.
    pub fn compile(&self, device: &Profile, manager: &mut Manager<'_>) -> Result<Output, Box<Failure>> {
        let compiled = self.compile_upto(device, Upto::Legal, manager)?;
        let emitted = manager.timed("emit", || spirv::emit(&compiled.func, &device.spirv));
        let module = emitted.map_err(|e| {
            let error = driver::recompiled::not_emitted(&e, self.request.base);
            Box::new(Failure { reason: e.kind.to_string(), error: error.into() })
        })?;
        Ok(Output { module, compiled })
    }

    /// Goes a part of the way.
    ///
    /// # Errors
    /// What is not translated.
    pub fn compile_upto(
        &self,
        device: &Profile,
        upto: Upto,
        manager: &mut Manager<'_>,
    ) -> Result<Compiled, Box<Failure>> {
        let mut shapes = |plan: &Plan| match &self.dispatch {
            Some((prepared, user_data)) => driver::recompiled::shapes(plan, user_data, prepared.memory()),
            None => vec![],
        };
        let (request, options) = (&self.request, Options::default());
        compile_for(request, &device.caps, &options, upto, manager, &mut shapes).map_err(|e| {
            let exit = match e.kind.class() {
                ErrorClass::Unsupported => Exit::Refused,
                ErrorClass::Invalid => Exit::BadInput,
                ErrorClass::Bug => Exit::Mismatch,
            };
            let error = CliError { exit, code: e.kind.code(), message: e.to_string() };
            Box::new(Failure { error, reason: e.kind.to_string() })
        })
    }
}

fn raw_request<'a>(code: &'a [u8], options: &RawOptions) -> Request<'a> {
    Request {
        code,
        base: BASE,
        entry: BASE,
        wave_size: options.wave.lanes(),
        local_size: options.local_size,
        lds_bytes: options.lds_bytes,
        mode: Mode { float_mode: options.float_mode, ieee: options.ieee, dx10_clamp: true, fp16_ovfl: false },
        sgprs: (0..options.user_sgprs.min(106)).map(|n| (n, SgprInput::UserData(u32::from(n)))).collect(),
        vgprs: (0..3).map(|n| (n, VgprInput::LocalId(n))).take(options.local_ids()).collect(),
        shared_vgprs: Default::default(),
        shared_high: profiles::SHARED_HIGH,
        private_high: profiles::PRIVATE_HIGH,
        scratch: None,
        instruction_limit: 1 << 20,
    }
}
