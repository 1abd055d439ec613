//! Replaces reads of constant lanes by what was written there: scalars that unoptimized code spills into lanes of a vector
//! register become plain values again.
//!
//! Requires: phase Ssa or Resolved, a graph. Ensures: `readlane(v, c)` with a constant c is gone where every way leads back,
//! through `writelane` with constant lanes, splats and block parameters, to a written value or to `unknown`. Leaves alone: reads where a way ends at anything else (a real vector value), writes (`dce` takes out those
//! nobody reads), lanes that are not constant.
//!
//! ```text
//! v2 = writelane v1, 0x3:b32, s0; v3 = writelane v2, 0x4:b32, s1; v4 = readlane v3, 0x3:b32    →    uses of v4 are uses of s0
//! ```
//!
//! A slot is a lane of a value. A slot of a block parameter becomes a uniform parameter of its own; each is made once, so the
//! work is bounded by slots that are read times the steps back to their writes. Tests: tests/filetests/passes/lane_slots/

use super::util::{self, Aliases, SmallMap};
use super::{Changed, PassError};
use ir::function::Def;
use ir::{Attr, Block, Function, Inst, Op, Phase, Type, Value};

/// A lane of a value.
type Slot = (Value, u32);

/// Where a slot's content comes from.
#[derive(Clone, Debug)]
enum Source {
    /// This uniform value.
    Value(Value),
    /// Nobody wrote it.
    Unknown,
    /// What the edges to a block give.
    Param(Block, u16),
    /// Something else.
    Other,
}

/// Promotes slots.
///
/// # Errors
/// None.
pub fn run(func: &mut Function) -> Result<Changed, PassError> {
    if func.phase == Phase::Legal {
        return Err(PassError::bug("lane_slots wants a graph"));
    }
    let reads = reads(func);
    if reads.is_empty() {
        return Ok(Changed::No);
    }
    let incoming = util::incoming(func);
    let mut slots = Slots { func, known: SmallMap::default() };
    // Slots of parameters that are reached, with those that they are made of.
    let mut nodes: SmallMap<Slot, Node> = SmallMap::default();
    let mut order: Vec<Slot> = vec![];
    let mut work: Vec<Slot> = reads.iter().map(|r| r.slot).collect();
    while let Some(slot) = work.pop() {
        let (source, _) = slots.source(slot);
        let Source::Param(block, index) = source else { continue };
        let Some(root) = slots.root(slot) else { continue };
        if nodes.contains_key(&root) {
            continue;
        }
        let mut node = Node { block, edges: vec![], users: vec![], bad: block == slots.func.layout[0] };
        for &(end, target) in &incoming[block] {
            match util::edge_arg(slots.func, end, target, usize::from(index)) {
                Some(arg) => {
                    node.edges.push((end, target, (arg, root.1)));
                    work.push((arg, root.1));
                }
                None => node.bad = true,
            }
        }
        nodes.insert(root, node);
        order.push(root);
    }
    spoil(&mut slots, &mut nodes, &order);
    let mut promote = Promote { params: SmallMap::default(), width: SmallMap::default() };
    let needed = needed(&mut slots, &nodes, &reads);
    promote.run(&mut slots, &nodes, &needed);
    let mut aliases = Aliases::default();
    for read in &reads {
        if let Some(value) = promote.value(&mut slots, read.slot) {
            aliases.set(read.result, value);
        }
    }
    let unknown: Vec<Inst> = promote.width.values().filter_map(|&v| slots.func.def_inst(v)).collect();
    let func = slots.func;
    if let Some(entry) = func.entry() {
        func.blocks[entry].insts.splice(0..0, unknown);
    }
    aliases.rewrite_graph(func);
    Ok(aliases.any().into())
}

struct Read {
    result: Value,
    slot: Slot,
}

/// All reads of constant lanes.
fn reads(func: &Function) -> Vec<Read> {
    let lanes = u64::from(func.wave_size.max(1));
    let mut reads = vec![];
    for &block in &func.layout {
        for &inst in &func.blocks[block].insts {
            let data = &func.insts[inst];
            if data.op != Op::readlane {
                continue;
            }
            if let (&[value, lane], Some(result)) = (&data.args[..], func.result(inst))
                && let Some(lane) = func.as_const(lane)
            {
                reads.push(Read { result, slot: (value, (lane % lanes) as u32) });
            }
        }
    }
    reads
}

struct Node {
    block: Block,
    edges: Vec<(Inst, u16, Slot)>,
    users: Vec<Slot>,
    /// A way leads to something else.
    bad: bool,
}

struct Slots<'a> {
    func: &'a mut Function,
    /// Answers that were found before: the parameter's slot where it is one.
    known: SmallMap<Slot, (Source, Slot)>,
}

impl Slots<'_> {
    /// Goes back through writes of other lanes.
    fn source(&mut self, slot: Slot) -> (Source, Slot) {
        let lanes = u64::from(self.func.wave_size.max(1));
        let (mut at, lane) = slot;
        let mut passed = vec![];
        let answer = loop {
            if let Some(known) = self.known.get(&(at, lane)) {
                break known.clone();
            }
            passed.push(at);
            let root = (at, lane);
            let inst = match self.func.values[at].def {
                Def::Const(_) => break (Source::Value(at), root),
                Def::Param(block, index) => break (Source::Param(block, index), root),
                Def::Result(inst, _) => inst,
            };
            let data = &self.func.insts[inst];
            match (data.op, &data.args[..]) {
                (Op::writelane, &[old, to, value]) => match self.func.as_const(to) {
                    Some(to) if (to % lanes) as u32 == lane => break (Source::Value(value), root),
                    Some(_) => at = old,
                    None => break (Source::Other, root),
                },
                (Op::splat, &[value]) => break (Source::Value(value), root),
                (Op::unknown, _) => break (Source::Unknown, root),
                _ => break (Source::Other, root),
            }
        };
        for value in passed {
            self.known.insert((value, lane), answer.clone());
        }
        answer
    }

    /// The slot of the parameter that a slot leads back to.
    fn root(&mut self, slot: Slot) -> Option<Slot> {
        match self.source(slot) {
            (Source::Param(..), root) => Some(root),
            _ => None,
        }
    }
}

/// Marks the slots of parameters that lead to something else.
fn spoil(slots: &mut Slots<'_>, nodes: &mut SmallMap<Slot, Node>, order: &[Slot]) {
    let mut work = vec![];
    for &slot in order {
        let edges: Vec<Slot> =
            nodes.get(&slot).map_or_else(Vec::new, |n| n.edges.iter().map(|e| e.2).collect());
        let mut bad = nodes.get(&slot).is_some_and(|n| n.bad);
        for from in edges {
            match slots.source(from) {
                (Source::Other, _) => bad = true,
                (Source::Param(..), root) => {
                    if let Some(node) = nodes.get_mut(&root) {
                        node.users.push(slot);
                    }
                }
                _ => {}
            }
        }
        if bad {
            work.push(slot);
        }
    }
    let mut done: SmallMap<Slot, ()> = SmallMap::default();
    while let Some(slot) = work.pop() {
        if done.insert(slot, ()).is_some() {
            continue;
        }
        if let Some(node) = nodes.get_mut(&slot) {
            node.bad = true;
            work.extend(&node.users);
        }
    }
}

/// The slots of parameters that reads which can be replaced lead to.
fn needed(slots: &mut Slots<'_>, nodes: &SmallMap<Slot, Node>, reads: &[Read]) -> Vec<Slot> {
    let mut seen: SmallMap<Slot, ()> = SmallMap::default();
    let mut work: Vec<Slot> = reads.iter().map(|r| r.slot).collect();
    let mut needed = vec![];
    while let Some(slot) = work.pop() {
        let Some(root) = slots.root(slot) else { continue };
        if let Some(node) = nodes.get(&root).filter(|n| !n.bad)
            && seen.insert(root, ()).is_none()
        {
            needed.push(root);
            work.extend(node.edges.iter().map(|e| e.2));
        }
    }
    needed
}

struct Promote {
    params: SmallMap<Slot, Value>,
    /// `unknown` by width.
    width: SmallMap<Type, Value>,
}

impl Promote {
    fn run(&mut self, slots: &mut Slots<'_>, nodes: &SmallMap<Slot, Node>, good: &[Slot]) {
        for &slot in good {
            let Some(node) = nodes.get(&slot) else { continue };
            let ty = Type::uniform(slots.func.ty(slot.0).width);
            let param = slots.func.add_param(node.block, ty);
            self.params.insert(slot, param);
        }
        for &slot in good {
            let Some(node) = nodes.get(&slot) else { continue };
            for &(end, target, from) in &node.edges {
                let Some(value) = self.value(slots, from) else { continue };
                let attr = &mut slots.func.insts[end].attr;
                if let Some(call) = util::targets_mut(attr).nth(usize::from(target)) {
                    call.args.push(value);
                }
            }
        }
    }

    /// The uniform value in a slot; none where it is something else.
    fn value(&mut self, slots: &mut Slots<'_>, slot: Slot) -> Option<Value> {
        match slots.source(slot) {
            (Source::Value(value), _) => Some(value),
            (Source::Param(..), root) => self.params.get(&root).copied(),
            (Source::Other, _) => None,
            (Source::Unknown, _) => {
                let ty = Type::uniform(slots.func.ty(slot.0).width);
                Some(*self.width.entry(ty).or_insert_with(|| {
                    util::new_inst(slots.func, Op::unknown, &[], Attr::Type(ty), ty, u32::MAX).1
                }))
            }
        }
    }
}
