//! Values across bodies: a value that is used where it is not in scope becomes a result of the ops around it.
//!
//! Three kinds of things are looked up at a place: values, parameters of blocks (set by the edges that are taken) and the
//! selector (set by every edge). A lookup goes back through the body and outwards to the nearest thing that sets it. If that
//! is a structured op, the op gets one more result, and each end of its bodies is looked up later for what it gives: nothing
//! recurses, and each op gets a result once for each thing. Where nothing set it on a way, that way never uses it: `unknown`.
//!
//! Ensures: every operand is in scope; ops have the results that are used.

use super::emit::{Site, Skeleton};
use super::loops::NONE;
use crate::passes::util::{Aliases, SmallMap};
use cranelift_entity::SecondaryMap;
use ir::function::{Def, ValueData};
use ir::{Attr, Block, Function, Inst, Op, Type, Value, Width};
use smallvec::SmallVec;

/// Something that is looked up.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Thing {
    /// A value where it is defined.
    Value(Value),
    /// What edges give a parameter.
    Param(Value),
    /// The number of the block that control wants to go to.
    Selector,
}

/// What sets a thing at a place.
#[derive(Clone, Copy, Debug)]
enum Setter {
    /// This value, looked up at the same place.
    Value(Value),
    /// A structured op.
    Op(u32),
}

/// What sets a thing in one body, by place.
type Setters = SmallVec<[(u32, Setter); 2]>;

/// Results of ops have these numbers until all of them are known.
const WAITING: u32 = 0x4000_0000;

struct Scope<'a> {
    func: &'a mut Function,
    skeleton: Skeleton,
    /// First and last number of a body and what is in it.
    span: Vec<(u32, u32)>,
    /// The innermost loop's op around each body.
    in_loop: Vec<u32>,
    setters: SmallMap<(u32, Thing), Setters>,
    /// For values: the outermost body that was noted as setting it.
    noted: SecondaryMap<Value, u32>,
    noted_ops: SmallMap<(u32, Thing), ()>,
    results: SmallMap<(u32, Thing), Value>,
    /// Results in the order in which they were wanted.
    wanted: Vec<(u32, Thing)>,
    unknown: SmallMap<Type, Value>,
    unknown_insts: Vec<Inst>,
}

/// Brings values into scope.
pub(super) fn repair(func: &mut Function, skeleton: Skeleton) {
    let count = skeleton.bodies.len();
    let mut scope = Scope {
        func,
        skeleton,
        span: vec![(0, 0); count],
        in_loop: vec![NONE; count],
        setters: SmallMap::default(),
        noted: SecondaryMap::with_default(NONE),
        noted_ops: SmallMap::default(),
        results: SmallMap::default(),
        wanted: vec![],
        unknown: SmallMap::default(),
        unknown_insts: vec![],
    };
    scope.number();
    let uses = scope.uses();
    scope.note(&uses);
    scope.rewrite(&uses);
}

/// A use of something that is not in scope: an operand of an instruction.
struct Use {
    inst: Inst,
    operand: usize,
    thing: Thing,
    site: Site,
}

impl Scope<'_> {
    fn number(&mut self) {
        let count = self.skeleton.bodies.len();
        let mut size = vec![1u32; count];
        for b in (1..count).rev() {
            size[self.skeleton.bodies[b].parent.body as usize] += size[b];
        }
        let mut next = vec![0u32; count];
        for b in 0..count {
            let body = &self.skeleton.bodies[b];
            let first = if b == 0 {
                0
            } else {
                let p = body.parent.body as usize;
                next[p] += size[b];
                let is_loop = self.skeleton.ops[body.op as usize].is_loop;
                self.in_loop[b] = if is_loop { body.op } else { self.in_loop[p] };
                next[p] - size[b]
            };
            next[b] = first + 1;
            self.span[b] = (first, first + size[b] - 1);
        }
    }

    /// Whether what is defined in one body is in scope in another: the second is the first or in it. That it stands above
    /// follows from dominance.
    fn encloses(&self, outer: u32, inner: u32) -> bool {
        let (first, last) = self.span[outer as usize];
        (first..=last).contains(&self.span[inner as usize].0)
    }

    fn in_scope(&self, value: Value, body: u32) -> bool {
        self.skeleton.defs[value].is_none_or(|def| self.encloses(def.body, body))
    }

    /// Operands that are not in scope.
    fn uses(&self) -> Vec<Use> {
        let mut uses = vec![];
        for (number, body) in self.skeleton.bodies.iter().enumerate() {
            for (i, &inst) in self.func.blocks[body.block].insts.iter().enumerate() {
                let site = Site { body: number as u32, place: 2 * i as u32 };
                for (operand, &value) in self.func.insts[inst].args.iter().enumerate() {
                    let thing = if value == self.skeleton.selector {
                        Thing::Selector
                    } else if self.in_scope(value, site.body) {
                        continue;
                    } else {
                        Thing::Value(value)
                    };
                    uses.push(Use { inst, operand, thing, site });
                }
            }
        }
        uses
    }

    /// Notes an op as setting a thing; says whether it was not noted before.
    fn note_op(&mut self, body: u32, thing: Thing) -> bool {
        let Site { body: parent, place } = self.skeleton.bodies[body as usize].parent;
        let op = self.skeleton.bodies[body as usize].op;
        let new = self.noted_ops.insert((op, thing), ()).is_none();
        if new {
            self.setters.entry((parent, thing)).or_default().push((place, Setter::Op(op)));
        }
        new
    }

    /// Notes the ops around a value's definition up to where a use is in their scope.
    fn note_value(&mut self, value: Value, body: u32) {
        let Some(def) = self.skeleton.defs[value] else { return };
        let mut at = if self.noted[value] == NONE { def.body } else { self.noted[value] };
        while at != 0 && !self.encloses(at, body) {
            self.note_op(at, Thing::Value(value));
            at = self.skeleton.bodies[at as usize].parent.body;
        }
        self.noted[value] = at;
    }

    /// Notes everything that sets things.
    fn note(&mut self, uses: &[Use]) {
        for used in uses {
            if let Thing::Value(value) = used.thing {
                self.note_value(value, used.site.body);
            }
        }
        let selector = uses.iter().any(|u| u.thing == Thing::Selector);
        // Where parameters are looked up.
        let mut readers: SecondaryMap<Block, u32> = SecondaryMap::with_default(NONE);
        let mut params: SecondaryMap<Block, SmallVec<[Value; 4]>> = SecondaryMap::new();
        for &(param, site) in &self.skeleton.params {
            if let Def::Param(block, _) = self.func.values[param].def {
                readers[block] = site.body;
                params[block].push(param);
            }
        }
        for &(op, head, site) in &self.skeleton.loops {
            readers[head] = site.body;
            let body = self.func.bodies(self.skeleton.ops[op as usize].inst)[0];
            params[head] = self.func.blocks[body].params.clone();
        }
        let taken = std::mem::take(&mut self.skeleton.taken);
        for edge in &taken {
            if selector {
                let code = self.func.constant(Width::B32, u64::from(edge.code));
                let set = (edge.site.place, Setter::Value(code));
                self.setters.entry((edge.site.body, Thing::Selector)).or_default().push(set);
                let mut at = edge.site.body;
                while at != 0 && self.note_op(at, Thing::Selector) {
                    at = self.skeleton.bodies[at as usize].parent.body;
                }
            }
            for (&param, &arg) in params[edge.to].iter().zip(&edge.args) {
                if !self.in_scope(arg, edge.site.body) {
                    self.note_value(arg, edge.site.body);
                }
                let thing = Thing::Param(param);
                let set = (edge.site.place, Setter::Value(arg));
                self.setters.entry((edge.site.body, thing)).or_default().push(set);
                let mut at = edge.site.body;
                let there = |s: &Self, at: u32| {
                    if edge.back == NONE {
                        s.encloses(at, readers[edge.to])
                    } else {
                        s.in_loop[at as usize] == edge.back
                    }
                };
                while at != 0 && !there(self, at) && self.note_op(at, thing) {
                    at = self.skeleton.bodies[at as usize].parent.body;
                }
            }
        }
        for list in self.setters.values_mut() {
            list.sort_by_key(|(place, _)| *place);
        }
    }

    fn ty(&self, thing: Thing) -> Type {
        match thing {
            Thing::Value(v) | Thing::Param(v) => self.func.ty(v),
            Thing::Selector => Type::U32,
        }
    }

    /// The value of a thing at a place. `sure`: its definition dominates the place. (The end of a body need not be such a
    /// place: an earlier way out of a loop knows nothing of what is defined further down.)
    fn look_up(&mut self, mut thing: Thing, site: Site, mut sure: bool) -> Value {
        let Site { mut body, place: mut limit } = site;
        loop {
            if let Thing::Value(value) = thing {
                match self.skeleton.defs[value] {
                    None => return value,
                    Some(def) if sure && self.encloses(def.body, body) => return value,
                    Some(def) if def.body == body => {
                        return if def.place <= limit { value } else { self.unknown(thing) };
                    }
                    Some(_) => {}
                }
            }
            let setters = self.setters.get(&(body, thing));
            let last = setters.and_then(|s| {
                let end = s.partition_point(|(place, _)| *place <= limit);
                end.checked_sub(1).and_then(|i| s.get(i)).copied()
            });
            match last {
                Some((place, Setter::Value(value))) => {
                    thing = Thing::Value(value);
                    limit = place;
                    sure = true;
                }
                Some((_, Setter::Op(op))) => return self.result(op, thing),
                None => {
                    if body == 0 {
                        return self.unknown(thing);
                    }
                    let Site { body: parent, place } = self.skeleton.bodies[body as usize].parent;
                    // What a loop sets is not carried around it: it is set again before it is used.
                    let set_here = self.in_loop[body as usize] == self.skeleton.bodies[body as usize].op
                        && self
                            .setters
                            .get(&(parent, thing))
                            .is_some_and(|s| s.binary_search_by_key(&place, |(p, _)| *p).is_ok());
                    if set_here {
                        return self.unknown(thing);
                    }
                    (body, limit) = (parent, place - 1);
                }
            }
        }
    }

    fn result(&mut self, op: u32, thing: Thing) -> Value {
        let next = Value::from_u32(WAITING + self.wanted.len() as u32);
        let value = *self.results.entry((op, thing)).or_insert(next);
        if value == next {
            self.wanted.push((op, thing));
        }
        value
    }

    fn unknown(&mut self, thing: Thing) -> Value {
        let ty = self.ty(thing);
        if let Some(&value) = self.unknown.get(&ty) {
            return value;
        }
        let (inst, value) =
            crate::passes::util::new_inst(self.func, Op::unknown, &[], Attr::Type(ty), ty, u32::MAX);
        self.unknown.insert(ty, value);
        self.unknown_insts.push(inst);
        value
    }

    fn rewrite(&mut self, uses: &[Use]) {
        let mut aliases = Aliases::default();
        for used in uses {
            let value = self.look_up(used.thing, used.site, true);
            self.func.insts[used.inst].args[used.operand] = value;
        }
        for (param, site) in std::mem::take(&mut self.skeleton.params) {
            let value = self.look_up(Thing::Param(param), site, true);
            aliases.set(param, value);
        }
        for (op, _, site) in std::mem::take(&mut self.skeleton.loops) {
            let inst = self.skeleton.ops[op as usize].inst;
            let body = self.func.bodies(inst)[0];
            for param in self.func.blocks[body].params.clone() {
                let value = self.look_up(Thing::Param(param), site, true);
                self.func.insts[inst].args.push(value);
            }
        }
        for (inst, site) in std::mem::take(&mut self.skeleton.continues) {
            let op = self.in_loop[site.body as usize];
            let body = self.func.bodies(self.skeleton.ops[op as usize].inst)[0];
            for param in self.func.blocks[body].params.clone() {
                let value = self.look_up(Thing::Param(param), site, true);
                self.func.insts[inst].args.push(value);
            }
        }
        // Looking up what bodies give may want more results.
        let mut at = 0;
        while let Some(&(op, thing)) = self.wanted.get(at) {
            for i in 0..self.skeleton.ops[op as usize].exits.len() {
                let (inst, site) = self.skeleton.ops[op as usize].exits[i];
                let value = self.look_up(thing, site, false);
                self.func.insts[inst].args.push(value);
            }
            at += 1;
        }
        let finals = self.results();
        for b in 0..self.skeleton.bodies.len() {
            let block = self.skeleton.bodies[b].block;
            for i in 0..self.func.blocks[block].insts.len() {
                let inst = self.func.blocks[block].insts[i];
                self.func.replace_uses(inst, |v| {
                    let v = aliases.get(v);
                    match v.as_u32().checked_sub(WAITING) {
                        Some(n) => finals.get(n as usize).copied().unwrap_or(v),
                        None => v,
                    }
                });
            }
        }
        let entry = self.skeleton.bodies[0].block;
        self.func.blocks[entry].insts.splice(0..0, self.unknown_insts.drain(..));
    }

    /// Gives the ops their results; what each number that waits becomes.
    fn results(&mut self) -> Vec<Value> {
        let mut by_op: Vec<SmallVec<[u32; 4]>> = vec![SmallVec::new(); self.skeleton.ops.len()];
        for (n, (op, _)) in self.wanted.iter().enumerate() {
            by_op[*op as usize].push(n as u32);
        }
        let mut finals = vec![Value::from_u32(0); self.wanted.len()];
        for (op, list) in by_op.iter().enumerate() {
            let inst = self.skeleton.ops[op].inst;
            for (i, &n) in list.iter().enumerate() {
                let ty = self.ty(self.wanted[n as usize].1);
                let value = self.func.values.push(ValueData { ty, def: Def::Result(inst, i as u16) });
                finals[n as usize] = value;
                if i == 0 {
                    self.func.insts[inst].first = Some(value);
                }
            }
            self.func.insts[inst].results = list.len() as u16;
        }
        finals
    }
}
