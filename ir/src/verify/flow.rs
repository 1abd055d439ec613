//! Control and scope: ends of blocks, targets and their arguments, bodies, definitions above uses, lane flow.

use super::structure::Places;
use super::{Rule, Verifier};
use crate::attr::{Attr, BlockCall};
use crate::dom::Dominators;
use crate::entity::{Block, Inst, Value};
use crate::function::{Def, Phase};
use crate::ops::{Effect, Op};
use crate::types::Type;
use crate::walk::{Event, walk};
use cranelift_entity::EntitySet;
use smallvec::SmallVec;
use std::collections::HashSet;

/// Checks control and scope.
pub(super) fn check(v: &mut Verifier<'_>, places: &Places) {
    let func = v.func;
    entry(v, places);
    for &block in &places.blocks {
        let insts = &func.blocks[block].insts;
        for (i, &inst) in insts.iter().enumerate() {
            let last = i + 1 == insts.len();
            if func.insts[inst].op.is_terminator() != last {
                let message =
                    if last { "the block does not end here" } else { "something stands behind this" };
                v.inst(Rule::Terminator, inst, message);
            }
            targets(v, inst);
            shape(v, inst);
        }
        if insts.is_empty() {
            v.block(Rule::Terminator, block, "is empty");
        }
    }
    if v.phase == Phase::Legal {
        Nest { v, stack: vec![], defined: EntitySet::new(), scope: vec![] }.check();
    } else {
        dominance(v, places);
    }
}

fn entry(v: &mut Verifier<'_>, places: &Places) {
    let func = v.func;
    let Some(entry) = func.entry() else {
        return v.function(Rule::Entry, "there are no blocks");
    };
    if !func.blocks[entry].params.is_empty() {
        v.block(Rule::Entry, entry, "the entry has parameters");
    }
    if v.phase == Phase::Legal
        && let Some(&second) = func.layout.get(1)
    {
        v.block(Rule::Entry, second, "in Legal the entry is the only block");
    }
    for &block in &places.blocks {
        if let Some(&inst) = func.blocks[block].insts.last()
            && func.targets(inst).iter().any(|c| c.block == entry)
        {
            v.inst(Rule::Entry, inst, "goes to the entry");
        }
    }
}

/// Whether a value may stand for something of a type.
fn fits(value: Type, place: Type) -> bool {
    value.width == place.width && value.rate <= place.rate
}

/// How values do not fit places.
fn misfit(v: &Verifier<'_>, values: &[Value], places: &[Value]) -> Option<String> {
    if values.len() != places.len() {
        return Some(format!("{} values for {}", values.len(), places.len()));
    }
    values.iter().zip(places).enumerate().find_map(|(i, (&value, &place))| {
        let (value, place) = (v.func.ty(value), v.func.ty(place));
        (!fits(value, place)).then(|| format!("value {i} is {value}, not {place}"))
    })
}

fn targets(v: &mut Verifier<'_>, inst: Inst) {
    let func = v.func;
    let calls: SmallVec<[&BlockCall; 2]> = func.targets(inst);
    for call in calls {
        if let Some(message) = misfit(v, &call.args, &func.blocks[call.block].params) {
            v.inst(Rule::BlockArgs, inst, message);
        }
    }
    let mut seen = HashSet::new();
    let mut twice = None;
    match &func.insts[inst].attr {
        Attr::Switch(switch) => twice = switch.cases.iter().map(|(n, _)| *n).find(|n| !seen.insert(*n)),
        Attr::Cases(cases) => {
            twice = cases.iter().flat_map(|(values, _)| values.iter().copied()).find(|n| !seen.insert(*n));
        }
        _ => {}
    }
    if let Some(n) = twice {
        v.inst(Rule::CaseValues, inst, format_args!("two cases have the value {n:#x}"));
    }
}

fn shape(v: &mut Verifier<'_>, inst: Inst) {
    let func = v.func;
    let data = &func.insts[inst];
    let bodies = func.bodies(inst);
    let good = match (&data.attr, data.op) {
        (Attr::Regions(_), Op::loop_) => bodies.len() == 1,
        (Attr::Regions(_), _) => bodies.len() == 2,
        (Attr::Cases(cases), _) => {
            cases.last().is_some_and(|(values, _)| values.is_empty())
                && cases.iter().filter(|(values, _)| values.is_empty()).count() == 1
        }
        _ => return,
    };
    if !good {
        v.inst(Rule::BodyShape, inst, "the number of bodies is wrong, or the default is not the last");
    }
    for body in bodies {
        let params = &func.blocks[body].params;
        if data.op == Op::loop_ {
            if let Some(message) = misfit(v, &data.args, params) {
                v.inst(Rule::BodyShape, inst, format_args!("operands and parameters: {message}"));
            }
        } else if !params.is_empty() {
            v.inst(Rule::BodyShape, inst, "only a loop's body has parameters");
        }
    }
}

/// Definitions above uses, in a graph.
fn dominance(v: &mut Verifier<'_>, places: &Places) {
    let func = v.func;
    let dom = Dominators::new(func);
    for &block in &func.layout {
        for (at, &inst) in func.blocks[block].insts.iter().enumerate() {
            let mut bad: SmallVec<[Value; 2]> = SmallVec::new();
            func.for_each_use(inst, |value| {
                let (from, above) = match func.values[value].def {
                    Def::Const(_) => return,
                    Def::Param(from, i) => {
                        (Some(from), func.blocks[from].params.get(usize::from(i)) == Some(&value))
                    }
                    Def::Result(def, _) => match places.insts[def] {
                        Some((from, i)) => (Some(from), from != block || (i as usize) < at),
                        None => (None, false),
                    },
                };
                let good = above
                    && from.is_some_and(|from| {
                        from == block || !dom.is_reachable(block) || dom.dominates(from, block)
                    });
                if !good {
                    bad.push(value);
                }
            });
            for value in bad {
                undefined(v, inst, value);
            }
        }
    }
}

fn undefined(v: &mut Verifier<'_>, inst: Inst, value: Value) {
    let name = v.names().value(value).map_or_else(|| "an operand".to_owned(), |n| format!("v{n}"));
    v.inst(Rule::Dominance, inst, format_args!("{name} is not defined above on every path"));
}

/// A structured op around what is being looked at.
struct Level {
    inst: Inst,
    /// Values that were defined when its current body began.
    scope: usize,
    /// The body is entered by some lanes only.
    lane: bool,
    /// For a loop: some lanes leave it or begin it again before others.
    ragged: bool,
    /// For a loop: what must not stand in it if it is ragged.
    cross: Option<Inst>,
}

/// Scopes and lane flow of nested bodies.
struct Nest<'v, 'f> {
    v: &'v mut Verifier<'f>,
    stack: Vec<Level>,
    defined: EntitySet<Value>,
    /// What is defined, in order.
    scope: Vec<Value>,
}

impl Nest<'_, '_> {
    fn check(&mut self) {
        let func = self.v.func;
        let mut events = vec![];
        walk(func, |event| events.push(event));
        for event in events {
            match event {
                Event::Block(block) => {
                    self.leave_to(0);
                    self.define(&func.blocks[block].params);
                    self.body_end(None, block);
                }
                Event::Inst(inst) => {
                    self.inst(inst);
                    if func.bodies(inst).is_empty() {
                        self.define_results(inst);
                    }
                }
                Event::Body(inst, index, block) => {
                    if index == 0 {
                        let data = &func.insts[inst];
                        let lane =
                            data.op != Op::loop_ && data.args.first().is_some_and(|&a| func.ty(a).is_lane());
                        let scope = self.scope.len();
                        self.stack.push(Level { inst, scope, lane, ragged: false, cross: None });
                    } else if let Some(scope) = self.stack.last().map(|level| level.scope) {
                        self.leave_to(scope);
                    }
                    self.define(&func.blocks[block].params);
                    self.body_end(Some(inst), block);
                }
                Event::End(inst) => {
                    if let Some(level) = self.stack.pop() {
                        self.leave_to(level.scope);
                        self.end(&level);
                    }
                    self.define_results(inst);
                }
                Event::Again(_) => {}
            }
        }
    }

    fn define(&mut self, values: &[Value]) {
        for &value in values {
            self.defined.insert(value);
            self.scope.push(value);
        }
    }

    fn define_results(&mut self, inst: Inst) {
        let results: SmallVec<[Value; 4]> = self.v.func.results(inst).collect();
        self.define(&results);
    }

    fn leave_to(&mut self, scope: usize) {
        for value in self.scope.drain(scope..) {
            self.defined.remove(value);
        }
    }

    fn inst(&mut self, inst: Inst) {
        let func = self.v.func;
        let mut bad: SmallVec<[Value; 2]> = SmallVec::new();
        func.for_each_use(inst, |value| {
            if func.as_const(value).is_none() && !self.defined.contains(value) {
                bad.push(value);
            }
        });
        for value in bad {
            undefined(self.v, inst, value);
        }
        let data = &func.insts[inst];
        match data.op {
            Op::yield_ => {
                if let Some(level) = self.stack.last()
                    && func.insts[level.inst].op != Op::loop_
                {
                    self.gives(inst, level.inst, true);
                }
            }
            Op::break_ | Op::continue_ => self.exit(inst),
            _ => {}
        }
        if self.needs_all_lanes(inst) {
            if self.stack.iter().any(|level| level.lane) {
                self.v.inst(Rule::LaneFlow, inst, "stands under a condition at lane rate");
            }
            for level in &mut self.stack {
                level.cross.get_or_insert(inst);
            }
        }
    }

    /// Whether an instruction looks at other lanes or acts once a wave.
    fn needs_all_lanes(&self, inst: Inst) -> bool {
        let func = self.v.func;
        let data = &func.insts[inst];
        match data.op.row().effect {
            Effect::Cross => true,
            Effect::Terminator => data.op == Op::ret,
            // A variable is set for all lanes.
            _ if data.op == Op::set => true,
            // Where address and mask are uniform, or there are none.
            Effect::Write => data.args.iter().take(2).all(|&a| !func.ty(a).is_lane()),
            Effect::Pure | Effect::Read | Effect::Structured => false,
        }
    }

    /// Values of a `yield_`, `break_` or `continue_` against what they are for.
    fn gives(&mut self, inst: Inst, to: Inst, results: bool) {
        let func = self.v.func;
        let places: SmallVec<[Value; 4]> = if results {
            func.results(to).collect()
        } else {
            func.bodies(to).first().map_or_else(SmallVec::new, |&b| func.blocks[b].params.clone())
        };
        if let Some(message) = misfit(self.v, &func.insts[inst].args, &places) {
            self.v.inst(Rule::BodyResults, inst, message);
        }
    }

    fn exit(&mut self, inst: Inst) {
        let func = self.v.func;
        let Some(at) = self.stack.iter().rposition(|level| func.insts[level.inst].op == Op::loop_) else {
            return self.v.inst(Rule::LoopExit, inst, "there is no loop around it");
        };
        let to = self.stack[at].inst;
        let results = func.insts[inst].op == Op::break_;
        self.gives(inst, to, results);
        if self.stack[at..].iter().any(|level| level.lane) {
            self.stack[at].ragged = true;
        }
    }

    /// How a body ends.
    fn body_end(&mut self, of: Option<Inst>, block: Block) {
        let func = self.v.func;
        let Some(&last) = func.blocks[block].insts.last() else { return };
        let op = func.insts[last].op;
        let good = match of.map(|inst| func.insts[inst].op) {
            None => !matches!(op, Op::yield_),
            Some(Op::loop_) => op != Op::yield_,
            Some(_) => true,
        };
        if !good {
            self.v.inst(Rule::BodyEnd, last, "only bodies of `if_` and `sswitch` end so");
        }
    }

    fn end(&mut self, level: &Level) {
        let func = self.v.func;
        let uniform = |value: Value| !func.ty(value).is_lane();
        let is_loop = func.insts[level.inst].op == Op::loop_;
        if !(level.lane || level.ragged) {
            return;
        }
        if func.results(level.inst).any(uniform) {
            self.v.inst(Rule::LaneFlow, level.inst, "a result that depends on a lane's path is uniform");
        }
        if is_loop {
            let bodies = func.bodies(level.inst);
            if bodies.iter().any(|&b| func.blocks[b].params.iter().any(|&p| uniform(p))) {
                self.v.inst(
                    Rule::LaneFlow,
                    level.inst,
                    "a parameter that depends on a lane's path is uniform",
                );
            }
            if let Some(cross) = level.cross {
                self.v.inst(Rule::LaneFlow, cross, "stands in a loop that lanes leave one by one");
            }
        }
    }
}
