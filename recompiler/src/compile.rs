//! The whole way from a request to a function, with the places where a caller may stop.
//!
//! Requires: a request. Ensures: a function of the phase that was asked for, or a typed error with pc, words and reason.
//! Leaves alone: what a back end does with it.

use crate::caps::DeviceCaps;
use crate::error::TranslateError;
use crate::passes::{self, Changed, Manager, PassError};
use crate::plan::{self, Plan, Shape};
use crate::rdna::cfg::{Cfg, at};
use crate::rdna::lift::lift;
use crate::request::Request;
use crate::waves::{self, Choice, Force};
use ir::Function;

/// How far to go.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Upto {
    /// As lifted: registers are variables.
    Raw,
    /// Clean SSA of whole guest waves.
    Ssa,
    /// Mapped to the host's subgroups.
    Mapped,
    /// Structured, with host float ops: what the back ends emit.
    Legal,
}

/// Switches of a compile: part of every cache key.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Switches of the passes.
    pub passes: passes::Options,
    /// The wave map.
    pub waves: Force,
}

/// A compiled program.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// The function.
    pub func: Function,
    /// The wave map and why, once it is chosen.
    pub choice: Option<Choice>,
    /// Guest instructions that were lifted, calls counted as often as they were followed.
    pub instructions: usize,
}

/// Compiles a program for any descriptors.
///
/// # Errors
/// The first thing that cannot be translated.
pub fn compile(
    request: &Request<'_>,
    caps: &DeviceCaps,
    options: &Options,
    upto: Upto,
    manager: &mut Manager<'_>,
) -> Result<Compiled, TranslateError> {
    compile_for(request, caps, options, upto, manager, &mut |_| vec![])
}

/// Compiles a program for descriptors of the shapes that `shapes` gives for the plan, one for each of its descriptors; with
/// none it is the general program. It is called once, unless `upto` ends before.
///
/// # Errors
/// The first thing that cannot be translated.
pub fn compile_for(
    request: &Request<'_>,
    caps: &DeviceCaps,
    options: &Options,
    upto: Upto,
    manager: &mut Manager<'_>,
    shapes: &mut dyn FnMut(&Plan) -> Vec<Option<Shape>>,
) -> Result<Compiled, TranslateError> {
    let cfg = manager.timed("decode", || Cfg::build(request))?;
    let instructions = cfg.blocks.iter().map(|b| b.insts.len()).sum();
    let func = manager.timed("lift", || lift(request, &cfg))?;
    drop(cfg);
    let mut compiled = Compiled { func, choice: None, instructions };
    if upto == Upto::Raw {
        return Ok(compiled);
    }
    let place = |e: PassError| {
        let pc = if e.pc == u32::MAX { request.entry } else { request.base.wrapping_add(u64::from(e.pc)) };
        at(pc, isa::Words::new(), e.kind)
    };
    manager.run(&mut compiled.func, passes::CLEAN).map_err(place)?;
    if upto == Upto::Ssa {
        return Ok(compiled);
    }
    let plan = Plan::of(&compiled.func);
    if plan.descriptors() > 0 {
        let shapes = shapes(&plan);
        let specialize = |func: &mut Function| Ok(Changed::from(plan::specialize(func, &plan, &shapes)));
        if manager.with(&mut compiled.func, "specialize", specialize).map_err(place)? == Changed::Yes {
            manager.run(&mut compiled.func, passes::SPECIALIZED).map_err(place)?;
        }
    }
    let choice = manager
        .timed("waves", || waves::map(&mut compiled.func, caps, options.waves))
        .map_err(|kind| at(request.entry, isa::Words::new(), kind))?;
    compiled.choice = Some(choice);
    manager.run(&mut compiled.func, passes::AFTER_WAVES).map_err(place)?;
    if upto == Upto::Mapped {
        return Ok(compiled);
    }
    // MODE is in the ops and resources have names: nothing ambient is left.
    compiled.func.phase = ir::Phase::Resolved;
    manager.run(&mut compiled.func, passes::ATOMICS).map_err(place)?;
    manager
        .with(&mut compiled.func, "legalize_float", |func| passes::legalize_float::run(func, caps))
        .map_err(place)?;
    if !caps.int64 {
        // Behind floats, whose integer forms have 64 bits.
        manager.with(&mut compiled.func, "legalize_int64", passes::legalize_int64::run).map_err(place)?;
    }
    manager.nest_at_most(caps.max_nest);
    manager.run(&mut compiled.func, passes::LAST).map_err(place)?;
    Ok(compiled)
}
