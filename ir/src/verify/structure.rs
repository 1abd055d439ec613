//! The arenas: what is named exists and stands in one place, where it says.

use super::{Place, Rule, Verifier};
use crate::attr::{Attr, Space};
use crate::entity::{Block, Inst, Value};
use crate::function::Def;
use crate::ops::Op;
use crate::walk::{Event, walk};
use cranelift_entity::SecondaryMap;
use std::collections::HashSet;

/// Where instructions stand.
pub(super) struct Places {
    /// Block and number in it.
    pub(super) insts: SecondaryMap<Inst, Option<(Block, u32)>>,
    /// Blocks that stand somewhere, in the order of text.
    pub(super) blocks: Vec<Block>,
    /// Whether a block is in the layout.
    pub(super) layout: SecondaryMap<Block, bool>,
}

/// Checks the arenas. `None` where nothing else may be looked at.
pub(super) fn check(v: &mut Verifier<'_>) -> Option<Places> {
    existence(v);
    if !v.errors.is_empty() {
        return None;
    }
    let places = placement(v);
    if !v.errors.is_empty() {
        return None;
    }
    definitions(v, &places);
    if !v.errors.is_empty() {
        return None;
    }
    head(v);
    Some(places)
}

/// Everything that is named exists.
fn existence(v: &mut Verifier<'_>) {
    let func = v.func;
    for &block in &func.layout {
        if !func.blocks.is_valid(block) {
            v.broken(
                Rule::Reference,
                Place::Function,
                format_args!("the layout has {block}, which does not exist"),
            );
        }
    }
    for (block, data) in &func.blocks {
        for &param in &data.params {
            if !func.values.is_valid(param) {
                v.broken(Rule::Reference, Place::Block(block), format_args!("{param} does not exist"));
            }
        }
        for &inst in &data.insts {
            if !func.insts.is_valid(inst) {
                v.broken(Rule::Reference, Place::Block(block), format_args!("{inst} does not exist"));
            }
        }
    }
    for inst in func.insts.keys() {
        let data = &func.insts[inst];
        let mut bad: Vec<String> = vec![];
        func.for_each_use(inst, |value| {
            if !func.values.is_valid(value) {
                bad.push(value.to_string());
            }
        });
        let last = data.first.map(|f| u64::from(f.as_u32()) + u64::from(data.results));
        if last.map_or(data.results != 0, |last| last > func.values.len() as u64) {
            bad.push("one of its results".to_owned());
        }
        let targets = func.targets(inst);
        bad.extend(
            targets
                .iter()
                .map(|c| c.block)
                .chain(func.bodies(inst))
                .filter(|b| !func.blocks.is_valid(*b))
                .map(|b| b.to_string()),
        );
        match &data.attr {
            Attr::Var(var) if !func.vars.is_valid(*var) => bad.push(format!("variable {var}")),
            Attr::Mem(mem) | Attr::Atomic(mem, ..) => {
                if let Space::Buffer(resource) = mem.space
                    && !func.resources.is_valid(resource)
                {
                    bad.push(format!("resource {resource}"));
                }
            }
            _ => {}
        }
        for what in bad {
            v.broken(Rule::Reference, Place::Inst(inst), format_args!("{what} does not exist"));
        }
    }
}

/// Everything stands in one place.
fn placement(v: &mut Verifier<'_>) -> Places {
    let func = v.func;
    let mut places = Places { insts: SecondaryMap::new(), blocks: vec![], layout: SecondaryMap::new() };
    let mut again = vec![];
    walk(func, |event| match event {
        Event::Block(block) => {
            places.layout[block] = true;
            places.blocks.push(block);
        }
        Event::Body(_, _, block) => places.blocks.push(block),
        Event::Again(block) => again.push(block),
        Event::Inst(_) | Event::End(_) => {}
    });
    for block in again {
        v.broken(Rule::OnePlace, Place::Block(block), "stands in two places");
    }
    if !v.errors.is_empty() {
        return places;
    }
    for &block in &places.blocks {
        for (i, &inst) in func.blocks[block].insts.iter().enumerate() {
            if places.insts[inst].replace((block, i as u32)).is_some() {
                v.broken(Rule::OnePlace, Place::Inst(inst), "stands in two places");
            }
        }
    }
    places
}

/// Every value is defined where it says.
fn definitions(v: &mut Verifier<'_>, places: &Places) {
    let func = v.func;
    let wrong = |value: Value, def: Def| func.values[value].def != def;
    for &block in &places.blocks {
        for (i, &param) in func.blocks[block].params.iter().enumerate() {
            if u16::try_from(i).map_or(true, |i| wrong(param, Def::Param(block, i))) {
                v.broken(
                    Rule::OneDefinition,
                    Place::Block(block),
                    format_args!("{param} is not its parameter {i}"),
                );
            }
        }
        for &inst in &func.blocks[block].insts {
            for (i, result) in func.results(inst).enumerate() {
                if u16::try_from(i).map_or(true, |i| wrong(result, Def::Result(inst, i))) {
                    v.broken(
                        Rule::OneDefinition,
                        Place::Inst(inst),
                        format_args!("{result} is not its result {i}"),
                    );
                }
            }
            for target in func.targets(inst) {
                if !places.layout[target.block] {
                    v.inst(Rule::Reference, inst, "goes to a block that is not in the layout");
                }
            }
            if func.insts[inst].op == Op::buffer_size
                && let Attr::Index(index) = func.insts[inst].attr
                && index as usize >= func.resources.len()
            {
                v.inst(Rule::Reference, inst, format_args!("there is no resource {index}"));
            }
        }
    }
    for (value, data) in &func.values {
        if let Def::Const(bits) = data.def
            && (data.ty.is_lane() || bits & !data.ty.width.mask() != 0)
        {
            v.broken(
                Rule::Constant,
                Place::Function,
                format_args!("{value} is the constant {bits:#x} of type {}", data.ty),
            );
        }
    }
}

fn head(v: &mut Verifier<'_>) {
    let func = v.func;
    let mut names = HashSet::new();
    for name in func.vars.values().map(|var| var.name.to_string()) {
        if !names.insert(name.clone()) {
            v.function(Rule::Names, format_args!("two variables are named {name:?}"));
        }
    }
    names.clear();
    for name in func.resources.values().map(|resource| &resource.name) {
        if !names.insert(name.clone()) {
            v.function(Rule::Names, format_args!("two resources are named {name:?}"));
        }
    }
    if func.wave_size != 0 && (!func.wave_size.is_power_of_two() || func.wave_size > 64) {
        v.function(Rule::WaveSize, format_args!("a wave of {} lanes", func.wave_size));
    }
    let invocations = func.local_size.iter().try_fold(1u32, |all, &n| all.checked_mul(n));
    if invocations.is_none_or(|n| n == 0) {
        v.function(Rule::LocalSize, format_args!("a workgroup of {:?}", func.local_size));
    }
}
