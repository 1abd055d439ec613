//! Replaces block parameters that always get the same value by that value.
//!
//! Requires: phase Ssa or later, a graph. Ensures: no parameter of a block other than the entry has on all edges one value or
//! itself; parameters that only hand one value around in a loop go too. Leaves alone: instructions, a parameter at lane rate
//! that always gets a uniform value (`fold` works with its `splat`).
//!
//! ```text
//! b0: br b1(v0)                                  b0: br b1
//! b1(v1): … brif v2, b1(v1), b2             →    b1: … brif v2, b1, b2
//! b2: v3 = inot v1                               b2: v3 = inot v0
//! ```
//!
//! Optimistic: at first a parameter is taken to equal whatever comes first, then lowered where something else comes. A value
//! reached on all edges dominates them all, so it dominates the block. Tests: tests/filetests/passes/copies/

use super::util::{self, Aliases};
use super::{Changed, PassError, dce};
use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::PackedOption;
use ir::function::Def;
use ir::{Function, Value};
use smallvec::SmallVec;

/// Changes of one parameter's value after which it stands for itself: a bound on work, not on what is right.
const MAX_CHANGES: u8 = 8;

/// What is known of a parameter.
#[derive(Clone, Debug, Default)]
struct Fact {
    /// What it equals; nothing yet at first.
    equals: PackedOption<Value>,
    changes: u8,
    /// Parameters that it is an argument for.
    users: SmallVec<[u32; 2]>,
}

/// Replaces copies.
///
/// # Errors
/// None.
pub fn run(func: &mut Function) -> Result<Changed, PassError> {
    // The parameters and their numbers, from 1; those of the entry stand for themselves.
    let mut params: Vec<Value> = vec![];
    let mut number: SecondaryMap<Value, u32> = SecondaryMap::new();
    for &block in func.layout.iter().skip(1) {
        for &param in &func.blocks[block].params {
            params.push(param);
            number[param] = params.len() as u32;
        }
    }
    if params.is_empty() {
        return Ok(Changed::No);
    }
    let incoming = util::incoming(func);
    let mut facts = vec![Fact::default(); params.len()];
    for (i, &param) in params.iter().enumerate() {
        let Def::Param(block, index) = func.values[param].def else { continue };
        for &(end, target) in &incoming[block] {
            let Some(arg) = util::edge_arg(func, end, target, usize::from(index)) else { continue };
            let n = number[arg];
            if n != 0 && arg != param {
                facts[n as usize - 1].users.push(i as u32);
            }
        }
    }
    let mut work: Vec<u32> = (0..params.len() as u32).rev().collect();
    while let Some(at) = work.pop() {
        let param = params[at as usize];
        let Def::Param(block, index) = func.values[param].def else { continue };
        let mut same = None;
        let mut differs = facts[at as usize].changes >= MAX_CHANGES;
        for &(end, target) in &incoming[block] {
            let Some(arg) = util::edge_arg(func, end, target, usize::from(index)) else { continue };
            let value = match number[arg] {
                0 => Some(arg),
                n => facts[n as usize - 1].equals.expand(),
            };
            match (value, same) {
                (None, _) => {}
                (Some(v), _) if v == param => {}
                (Some(v), None) => same = Some(v),
                (Some(v), Some(s)) => differs |= v != s,
            }
        }
        let new = match same {
            Some(v) if !differs && func.ty(v) == func.ty(param) => Some(v),
            None if !differs => None,
            _ => Some(param),
        };
        let fact = &mut facts[at as usize];
        if fact.equals.expand() != new {
            fact.equals = new.into();
            fact.changes = fact.changes.saturating_add(1);
            work.extend(&fact.users);
        }
    }
    let mut aliases = Aliases::default();
    for (&param, fact) in params.iter().zip(&facts) {
        if let Some(value) = fact.equals.expand() {
            aliases.set(param, value);
        }
    }
    if !aliases.any() {
        return Ok(Changed::No);
    }
    aliases.rewrite_graph(func);
    // The parameters are dead now.
    dce::run(func)?;
    Ok(Changed::Yes)
}
