//! Bodies: moves instructions into structured ops and notes where edges are taken.
//!
//! Ensures: every body ends; what values cross them is noted in [`Skeleton`] and done by [`super::scope`].

use super::MAX_DEPTH;
use super::forest::{Decide, Forest, Way};
use super::loops::NONE;
use crate::passes::{PassError, util};
use cranelift_entity::SecondaryMap;
use ir::dom::Dominators;
use ir::{Attr, Block, Function, Inst, Op, Type, Value, Width};
use smallvec::{SmallVec, smallvec};

/// A place in a body. The instruction with index i has place 2i + 1; 2i is the place before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Site {
    pub(super) body: u32,
    pub(super) place: u32,
}

/// A body.
#[derive(Clone, Debug)]
pub(super) struct Body {
    pub(super) block: Block,
    /// The op that it belongs to; none for the function's.
    pub(super) op: u32,
    /// Where that op stands.
    pub(super) parent: Site,
    pub(super) depth: u32,
}

/// A structured op.
#[derive(Clone, Debug)]
pub(super) struct Structured {
    pub(super) inst: Inst,
    pub(super) is_loop: bool,
    /// The terminators that end it with results, and their places before.
    pub(super) exits: Vec<(Inst, Site)>,
}

/// An edge that is taken at a place.
#[derive(Clone, Debug)]
pub(super) struct Taken {
    pub(super) site: Site,
    pub(super) to: Block,
    pub(super) args: SmallVec<[Value; 4]>,
    /// What the selector becomes.
    pub(super) code: u32,
    /// The op of the loop that it goes back in.
    pub(super) back: u32,
}

/// Bodies without values across them.
#[derive(Debug)]
pub(super) struct Skeleton {
    pub(super) bodies: Vec<Body>,
    pub(super) ops: Vec<Structured>,
    /// Where values are defined: body and place.
    pub(super) defs: SecondaryMap<Value, Option<Site>>,
    pub(super) taken: Vec<Taken>,
    /// Parameters of blocks that head no loop, and where the blocks begin.
    pub(super) params: Vec<(Value, Site)>,
    /// Loops: the op, its head's parameters, where the op stands.
    pub(super) loops: Vec<(u32, Block, Site)>,
    /// `continue_` and the places before.
    pub(super) continues: Vec<(Inst, Site)>,
    /// Stands for the selector in guards.
    pub(super) selector: Value,
}

enum Task {
    Tree { x: u32, body: u32 },
    Own { x: u32, body: u32 },
    Arm { x: u32, edge: usize, body: u32 },
    Followers { x: u32, after: bool, at: usize, body: u32, reach: u32 },
    AfterLoop { x: u32, body: u32 },
    Close { body: u32 },
}

struct Emit<'a> {
    func: &'a mut Function,
    forest: &'a Forest,
    out: Skeleton,
    tasks: Vec<Task>,
    /// The op of each loop.
    loop_op: Vec<u32>,
    pc: u32,
}

/// Makes the bodies.
pub(super) fn emit(func: &mut Function, dom: &Dominators, forest: &Forest) -> Result<Skeleton, PassError> {
    let entry = func.entry().ok_or_else(|| PassError::bug("a function without blocks"))?;
    // The entry's block becomes the function's body; its instructions are taken from a block of their own.
    let selector =
        func.values.push(ir::function::ValueData { ty: Type::U32, def: ir::function::Def::Const(0) });
    let mut insts: Vec<Vec<Inst>> = Vec::with_capacity(dom.rpo().len());
    for &block in dom.rpo() {
        insts.push(std::mem::take(&mut func.blocks[block].insts));
    }
    func.layout = vec![entry];
    let root = Body { block: entry, op: NONE, parent: Site { body: NONE, place: 0 }, depth: 0 };
    let out = Skeleton {
        bodies: vec![root],
        ops: vec![],
        defs: SecondaryMap::new(),
        taken: vec![],
        params: vec![],
        loops: vec![],
        continues: vec![],
        selector,
    };
    let mut emit = Emit {
        func,
        forest,
        out,
        tasks: vec![Task::Tree { x: 0, body: 0 }],
        loop_op: vec![NONE; forest.loops.len()],
        pc: u32::MAX,
    };
    while let Some(task) = emit.tasks.pop() {
        match task {
            Task::Tree { x, body } => emit.tree(x, body)?,
            Task::Own { x, body } => {
                let list = std::mem::take(&mut insts[x as usize]);
                emit.own(x, body, list)?;
            }
            Task::Arm { x, edge, body } => emit.arm(x, edge, body),
            Task::Followers { x, after, at, body, reach } => emit.followers(x, after, at, body, reach)?,
            Task::AfterLoop { x, body } => emit.after_loop(x, body)?,
            Task::Close { body } => emit.leave(Op::yield_, body),
        }
    }
    Ok(emit.out)
}

impl Emit<'_> {
    /// The place before what comes next in a body.
    fn here(&self, body: u32) -> Site {
        let block = self.out.bodies[body as usize].block;
        Site { body, place: 2 * self.func.blocks[block].insts.len() as u32 }
    }

    fn append(&mut self, body: u32, inst: Inst) {
        let block = self.out.bodies[body as usize].block;
        let site = self.here(body);
        for result in self.func.results(inst) {
            self.out.defs[result] = Some(Site { place: site.place + 1, ..site });
        }
        self.func.blocks[block].insts.push(inst);
    }

    /// A structured op at the end of a body; gives its number and its bodies.
    fn structured(
        &mut self,
        body: u32,
        op: Op,
        args: &[Value],
        count: usize,
    ) -> Result<(u32, SmallVec<[u32; 2]>), PassError> {
        let depth = self.out.bodies[body as usize].depth + 1;
        if depth > MAX_DEPTH {
            return Err(PassError::bug("bodies nest deeper than was counted"));
        }
        let number = self.out.ops.len() as u32;
        let parent = Site { place: self.here(body).place + 1, body };
        let mut bodies: SmallVec<[u32; 2]> = smallvec![];
        let mut blocks: SmallVec<[Block; 2]> = smallvec![];
        for _ in 0..count {
            let block = self.func.add_body();
            bodies.push(self.out.bodies.len() as u32);
            blocks.push(block);
            self.out.bodies.push(Body { block, op: number, parent, depth });
        }
        let attr = if op == Op::sswitch {
            Attr::Cases(Box::new(blocks.iter().map(|&b| (SmallVec::new(), b)).collect()))
        } else {
            Attr::Regions(blocks)
        };
        let inst = self.func.add_inst(op, args, attr, &[], self.pc);
        self.out.ops.push(Structured { inst, is_loop: op == Op::loop_, exits: vec![] });
        self.append(body, inst);
        Ok((number, bodies))
    }

    /// Ends a body with `yield_`, `break_` or `continue_`.
    fn leave(&mut self, op: Op, body: u32) {
        let inst = self.func.add_inst(op, &[], Attr::None, &[], self.pc);
        let site = self.here(body);
        self.append(body, inst);
        let mut of = body;
        if op != Op::yield_ {
            // The innermost loop around the place.
            while of != 0 && !self.out.ops[self.out.bodies[of as usize].op as usize].is_loop {
                of = self.out.bodies[of as usize].parent.body;
            }
        }
        let number = self.out.bodies[of as usize].op;
        if number == NONE {
            return;
        }
        if op == Op::continue_ {
            self.out.continues.push((inst, site));
        } else {
            self.out.ops[number as usize].exits.push((inst, site));
        }
    }

    /// A block with all that is placed behind it.
    fn tree(&mut self, x: u32, body: u32) -> Result<(), PassError> {
        let node = &self.forest.nodes[x as usize];
        let mut inside = body;
        if node.heads != NONE {
            self.tasks.push(Task::AfterLoop { x, body });
            let (number, bodies) = self.structured(body, Op::loop_, &[], 1)?;
            inside = bodies[0];
            self.loop_op[node.heads as usize] = number;
            let site = self.out.bodies[inside as usize].parent;
            self.out.loops.push((number, node.block, Site { place: site.place - 1, ..site }));
            // The head's parameters are the body's.
            let params = std::mem::take(&mut self.func.blocks[node.block].params);
            let block = self.out.bodies[inside as usize].block;
            for (i, &param) in params.iter().enumerate() {
                self.func.values[param].def = ir::function::Def::Param(block, i as u16);
                self.out.defs[param] = Some(Site { body: inside, place: 0 });
            }
            self.func.blocks[block].params = params;
        }
        let reach = node.edges.iter().map(|e| self.forest.edge_reach(e)).max().unwrap_or(0);
        self.tasks.push(Task::Followers { x, after: false, at: 0, body: inside, reach });
        self.tasks.push(Task::Own { x, body: inside });
        Ok(())
    }

    /// A block's own instructions and its terminator.
    fn own(&mut self, x: u32, body: u32, mut insts: Vec<Inst>) -> Result<(), PassError> {
        let node = &self.forest.nodes[x as usize];
        if node.heads == NONE {
            let site = self.here(body);
            for param in std::mem::take(&mut self.func.blocks[node.block].params) {
                self.out.defs[param] = Some(site);
                self.out.params.push((param, site));
            }
        }
        let end = insts.pop().ok_or_else(|| PassError::bug("a block without terminator"))?;
        for inst in insts {
            self.append(body, inst);
        }
        self.pc = self.func.insts[end].pc;
        let subject = self.func.insts[end].args.first().copied();
        if !matches!(node.decide, Decide::End) {
            // What is left of it names no blocks.
            self.func.insts[end].attr = Attr::None;
        }
        match (&node.decide, subject) {
            (Decide::End, _) => self.append(body, end),
            (Decide::Jump, _) => self.tasks.push(Task::Arm { x, edge: 0, body }),
            (Decide::Branch, Some(subject)) => self.branch(x, body, subject)?,
            (Decide::Switch(values), Some(subject)) => {
                let (number, bodies) = self.structured(body, Op::sswitch, &[subject], node.edges.len())?;
                let inst = self.out.ops[number as usize].inst;
                if let Attr::Cases(cases) = &mut self.func.insts[inst].attr {
                    cases.iter_mut().zip(values).for_each(|(case, v)| case.0 = v.clone());
                }
                for (edge, &arm) in bodies.iter().enumerate() {
                    self.push_arm(x, edge, arm);
                }
                if node.edges.iter().all(|e| self.forest.edge_reach(e) == 0) {
                    let inst = self.func.add_inst(Op::unreachable, &[], Attr::None, &[], self.pc);
                    self.append(body, inst);
                }
            }
            (_, None) => return Err(PassError::bug("a branch without condition")),
        }
        Ok(())
    }

    /// An arm in a body of its own.
    fn push_arm(&mut self, x: u32, edge: usize, body: u32) {
        if self.forest.edge_reach(&self.forest.nodes[x as usize].edges[edge]) != 0 {
            self.tasks.push(Task::Close { body });
        }
        self.tasks.push(Task::Arm { x, edge, body });
    }

    /// Two arms. Where one never comes out, the other one needs no body: it stands behind.
    fn branch(&mut self, x: u32, body: u32, condition: Value) -> Result<(), PassError> {
        let leaves = self.forest.leaving_arm(&self.forest.nodes[x as usize].edges);
        let (_, bodies) = self.structured(body, Op::if_, &[condition], 2)?;
        match leaves {
            Some(arm) => {
                self.leave(Op::yield_, bodies[1 - arm]);
                self.tasks.push(Task::Arm { x, edge: 1 - arm, body });
                self.push_arm(x, arm, bodies[arm]);
            }
            None => {
                self.push_arm(x, 1, bodies[1]);
                self.push_arm(x, 0, bodies[0]);
            }
        }
        Ok(())
    }

    /// Takes an edge.
    fn arm(&mut self, x: u32, edge: usize, body: u32) {
        let forest = self.forest;
        let edge = &forest.nodes[x as usize].edges[edge];
        let to = &forest.nodes[edge.to as usize];
        let back = if edge.to <= x { self.loop_op[to.heads as usize] } else { NONE };
        let site = self.here(body);
        let code = forest.code(x, edge);
        self.out.taken.push(Taken { site, to: to.block, args: edge.call.args.clone(), code, back });
        match edge.way {
            Way::Inline => self.tasks.push(Task::Tree { x: edge.to, body }),
            Way::Forward => {}
            Way::Continue => self.leave(Op::continue_, body),
            Way::Break => self.leave(Op::break_, body),
        }
    }

    /// A guard on the selector: the body where it holds.
    fn guard(&mut self, body: u32, op: Op, args: [Value; 2]) -> Result<u32, PassError> {
        let (inst, test) = util::new_inst(self.func, op, &args, Attr::None, Type::BOOL, self.pc);
        self.append(body, inst);
        let (_, bodies) = self.structured(body, Op::if_, &[test], 2)?;
        self.leave(Op::yield_, bodies[1]);
        Ok(bodies[0])
    }

    /// The next block behind another one.
    fn followers(&mut self, x: u32, after: bool, at: usize, body: u32, reach: u32) -> Result<(), PassError> {
        let forest = self.forest;
        let node = &forest.nodes[x as usize];
        let list = if after { &node.after } else { &node.followers };
        let Some(&f) = list.get(at) else { return Ok(()) };
        let follower = &forest.nodes[f as usize];
        let next = forest.behind(reach, f)?;
        self.tasks.push(Task::Followers { x, after, at: at + 1, body, reach: next });
        if reach == follower.number {
            self.tasks.push(Task::Tree { x: f, body });
        } else {
            let number = self.func.constant(Width::B32, u64::from(follower.number));
            let inside = self.guard(body, Op::ieq, [self.out.selector, number])?;
            if follower.reach != 0 {
                self.tasks.push(Task::Close { body: inside });
            }
            self.tasks.push(Task::Tree { x: f, body: inside });
        }
        Ok(())
    }

    /// Behind a loop: goes on outwards where an edge leaves more than this loop.
    fn after_loop(&mut self, x: u32, body: u32) -> Result<(), PassError> {
        let forest = self.forest;
        let l = &forest.loops[forest.nodes[x as usize].heads as usize];
        if l.continues {
            if l.breaks || l.reach != 0 {
                let code = self.func.constant(Width::B32, u64::from(forest.continue_code(l.parent)));
                let inside = self.guard(body, Op::ieq, [self.out.selector, code])?;
                self.leave(Op::continue_, inside);
            } else {
                self.leave(Op::continue_, body);
            }
        }
        if l.breaks {
            if l.reach != 0 {
                let end = u64::from(forest.loops[l.parent as usize].end);
                let end = self.func.constant(Width::B32, end);
                let inside = self.guard(body, Op::ult, [end, self.out.selector])?;
                self.leave(Op::break_, inside);
            } else {
                self.leave(Op::break_, body);
            }
        }
        if !l.continues && !l.breaks && l.reach == 0 {
            // Only `ret` leaves it, or nothing does.
            let inst = self.func.add_inst(Op::unreachable, &[], Attr::None, &[], self.pc);
            self.append(body, inst);
        }
        self.tasks.push(Task::Followers { x, after: true, at: 0, body, reach: l.reach });
        Ok(())
    }
}
