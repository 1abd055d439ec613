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

/// Replaces copies.
///
/// # Errors
/// None.
pub fn run(func: &mut Function) -> Result<Changed, PassError> {
    let incoming = util::incoming(func);
    // What a parameter equals; nothing yet at first.
    let mut equals: SecondaryMap<Value, PackedOption<Value>> = SecondaryMap::new();
    let mut changes: SecondaryMap<Value, u8> = SecondaryMap::new();
    let mut users: SecondaryMap<Value, SmallVec<[Value; 2]>> = SecondaryMap::new();
    let mut work = vec![];
    for (at, &block) in func.layout.iter().enumerate() {
        for (i, &param) in func.blocks[block].params.iter().enumerate() {
            if at == 0 {
                equals[param] = param.into();
                continue;
            }
            work.push(param);
            for &(end, target) in &incoming[block] {
                let Some(arg) = util::edge_arg(func, end, target, i) else { continue };
                if matches!(func.values[arg].def, Def::Param(..)) && arg != param {
                    users[arg].push(param);
                }
            }
        }
    }
    if work.is_empty() {
        return Ok(Changed::No);
    }
    work.reverse();
    while let Some(param) = work.pop() {
        let Def::Param(block, index) = func.values[param].def else { continue };
        let mut same = None;
        let mut differs = changes[param] >= MAX_CHANGES;
        for &(end, target) in &incoming[block] {
            let Some(arg) = util::edge_arg(func, end, target, usize::from(index)) else { continue };
            let value = match func.values[arg].def {
                Def::Param(..) => equals[arg].expand(),
                _ => Some(arg),
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
        if equals[param].expand() != new {
            equals[param] = new.into();
            changes[param] = changes[param].saturating_add(1);
            work.extend(&users[param]);
        }
    }
    let mut aliases = Aliases::default();
    for &block in &func.layout {
        for &param in &func.blocks[block].params {
            if let Some(value) = equals[param].expand() {
                aliases.set(param, value);
            }
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
