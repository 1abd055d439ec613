//! Random control-flow graphs whose blocks leave a trace, and a walker that knows the trace.
//!
//! A [`Graph`] is plain data. [`Graph::function`] makes a function of phase Raw of it: each block appends a word made of its
//! number and a register to a buffer, mixes registers and decides by them where to go. [`Graph::walk`] does the same with
//! nothing but integers and lists: it knows no IR, no pass and no interpreter.

use ir::attr::{BlockCall, Coherence, Mem, Space, Switch};
use ir::dom::Dominators;
use ir::function::{ResourceData, VarData};
use ir::interp::{self, Bytes, Dispatch, Padding, Personality, Program, RunError};
use ir::{Attr, Block, Builder, Function, Op, Type, Var, Width};

/// Words of a trace; the first one holds the seed before and the number of blocks after.
pub const WORDS: usize = 1 << 10;

/// Blocks that a walk may visit to be compared.
pub const STEPS: usize = WORDS - 2;

/// Registers of a graph's blocks.
const REGS: usize = 4;

/// A small generator of random numbers: results depend on the seed alone.
#[derive(Clone, Debug)]
pub struct Random(pub u64);

impl Random {
    /// A number below an end.
    pub fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % end.max(1)
    }
}

/// What the edges of a random graph are like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// Forward, and back to blocks that dominate the source.
    Reducible,
    /// Mostly near, forward or back.
    Near,
    /// Anywhere.
    Wild,
}

/// Ways to mix two registers.
const MIX: [Op; 3] = [Op::iadd, Op::ixor, Op::isub];

/// What a block does.
#[derive(Clone, Debug)]
struct Work {
    /// The register that its word shows.
    shown: usize,
    /// Index in [`MIX`], destination, operands.
    steps: Vec<(usize, usize, usize, usize)>,
}

/// A graph; block 0 is where it begins.
#[derive(Clone, Debug)]
pub struct Graph {
    /// Targets of each block.
    pub edges: Vec<Vec<usize>>,
    work: Vec<Work>,
    init: [u32; REGS],
}

/// What a walk does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Walk {
    /// A word a block.
    pub words: Vec<u32>,
    /// Whether it came to an end.
    pub ended: bool,
}

impl Graph {
    /// A graph with these edges.
    pub fn new(edges: Vec<Vec<usize>>, random: &mut Random) -> Graph {
        let mut reg = || random.below(REGS);
        let work = edges.iter().map(|_| Work {
            shown: reg(),
            steps: (0..reg() % 3).map(|_| (reg() % 3, reg(), reg(), reg())).collect(),
        });
        let work = work.collect();
        Graph { edges, work, init: std::array::from_fn(|i| 17 * i as u32 + 5) }
    }

    /// A random graph of so many blocks.
    pub fn random(random: &mut Random, count: usize, shape: Shape) -> Graph {
        let span = 1 + random.below(count);
        let mut edges: Vec<Vec<usize>> = (0..count)
            .map(|i| {
                let number = [0, 1, 1, 2, 2, 2, 2, 3][random.below(8)];
                // The first half goes on, so that large graphs are reached.
                let number = if i < count / 2 { number.max(1) } else { number };
                (0..number)
                    .map(|_| match shape {
                        Shape::Reducible => i + 1 + random.below(span),
                        Shape::Near if random.below(3) == 0 => i.saturating_sub(random.below(span)),
                        Shape::Near => i + 1 + random.below(span.min(4)),
                        Shape::Wild => random.below(count),
                    })
                    .map(|to| to.min(count - 1))
                    .collect()
            })
            .collect();
        edges[count - 1] = vec![];
        if shape == Shape::Reducible {
            let (func, blocks) = bare(&edges);
            let dom = Dominators::new(&func);
            for i in 1..count {
                for e in 0..edges[i].len() {
                    if random.below(4) == 0 && dom.is_reachable(blocks[i]) {
                        let up: Vec<usize> =
                            (1..=i).filter(|&a| dom.dominates(blocks[a], blocks[i])).collect();
                        edges[i][e] = up[random.below(up.len())];
                    }
                }
            }
        }
        Graph::new(edges, random)
    }

    /// Walks with a seed, at most so many blocks.
    pub fn walk(&self, seed: u32, limit: usize) -> Walk {
        let mut regs = self.init;
        let (mut at, mut state) = (0, seed);
        let mut words = vec![];
        while words.len() < limit {
            let (work, to) = (&self.work[at], &self.edges[at]);
            words.push(regs[work.shown].wrapping_add(1000 * (at as u32 + 1)));
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            for &(how, dst, a, b) in &work.steps {
                let (x, y) = (regs[a], regs[b]);
                regs[dst] = [x.wrapping_add(y), x ^ y, x.wrapping_sub(y)][how];
            }
            let bits = state >> 20;
            at = match to.len() {
                0 => return Walk { words, ended: true },
                1 => to[0],
                2 => to[usize::from(bits & 1 == 0)],
                n => to[(bits as usize % (n + 1)).min(n - 1)],
            };
        }
        Walk { words, ended: false }
    }

    /// The graph as a function for waves of one lane. Each workgroup has [`WORDS`] words of a buffer.
    pub fn function(&self) -> Function {
        let mut func = Function::new("graph", 1);
        let buffer = func.resources.push(ResourceData { name: "trace".into(), written: true });
        let access = |offset| {
            Attr::Mem(Mem {
                space: Space::Buffer(buffer),
                width: Width::B32,
                count: 1,
                align: 4,
                coherence: Coherence::Wave,
                offset,
            })
        };
        let mut var = |name: &str| func.vars.push(VarData { name: name.into(), ty: Type::U32 });
        let (base, count, state) = (var("base"), var("count"), var("state"));
        let regs: Vec<Var> = (0..REGS).map(|i| var(&format!("s{i}"))).collect();
        let entry = func.add_block();
        let blocks: Vec<Block> = self.edges.iter().map(|_| func.add_block()).collect();
        let mut b = Builder::new(&mut func, entry);
        let group = b.op(Op::workgroup_id, &[], Attr::Index(0));
        let bytes = b.c32(4 * WORDS as u32);
        let first = b.pure(Op::imul, &[group, bytes]);
        b.set(base, first);
        let yes = b.c1(true);
        let load = b.emit(Op::load, &[first, yes], access(0), &[Type::U32]);
        if let Some(seed) = b.func.result(load) {
            b.set(state, seed);
        }
        let zero = b.c32(0);
        b.set(count, zero);
        for (&r, &init) in regs.iter().zip(&self.init) {
            let init = b.c32(init);
            b.set(r, init);
        }
        b.br(BlockCall::to(blocks[0]));
        for (i, to) in self.edges.iter().enumerate() {
            b.block = blocks[i];
            b.pc = 4 * i as u32;
            let work = &self.work[i];
            let at = b.get(count);
            let one = b.c32(1);
            let next = b.pure(Op::iadd, &[at, one]);
            b.set(count, next);
            // The number of blocks goes to word 0, the word behind those before it; a walk that is too long stays in place.
            let (two, last) = (b.c32(2), b.c32(WORDS as u32 - 1));
            let place = b.pure(Op::umin, &[next, last]);
            let place = b.pure(Op::ishl, &[place, two]);
            let first = b.get(base);
            let place = b.pure(Op::iadd, &[place, first]);
            let reg = b.get(regs[work.shown]);
            let number = b.c32(1000 * (i as u32 + 1));
            let word = b.pure(Op::iadd, &[reg, number]);
            b.emit(Op::store, &[place, yes, word], access(0), &[]);
            b.emit(Op::store, &[first, yes, next], access(0), &[]);
            let old = b.get(state);
            let factor = b.c32(1_664_525);
            let new = b.pure(Op::imul, &[old, factor]);
            let add = b.c32(1_013_904_223);
            let new = b.pure(Op::iadd, &[new, add]);
            b.set(state, new);
            for &(how, dst, x, y) in &work.steps {
                let (x, y) = (b.get(regs[x]), b.get(regs[y]));
                let mixed = b.pure(MIX[how], &[x, y]);
                b.set(regs[dst], mixed);
            }
            let shift = b.c32(20);
            let bits = b.pure(Op::ushr, &[new, shift]);
            match to.len() {
                0 => b.ret(),
                1 => b.br(BlockCall::to(blocks[to[0]])),
                2 => {
                    let bit = b.pure(Op::iand, &[bits, one]);
                    let odd = b.pure(Op::ine, &[bit, zero]);
                    b.brif(odd, BlockCall::to(blocks[to[0]]), BlockCall::to(blocks[to[1]]));
                }
                n => {
                    let n = b.c32(n as u32 + 1);
                    let value = b.pure(Op::urem, &[bits, n]);
                    b.emit(Op::switch, &[value], switch(to, &blocks), &[]);
                }
            }
        }
        func
    }
}

fn switch(to: &[usize], blocks: &[Block]) -> Attr {
    let call = |&t: &usize| BlockCall::to(blocks[t]);
    let (last, cases) = to.split_last().map_or((&0, &[][..]), |(l, c)| (l, c));
    let cases = cases.iter().enumerate().map(|(v, t)| (v as u32, call(t))).collect();
    Attr::Switch(Box::new(Switch { cases, default: call(last) }))
}

/// The edges alone.
fn bare(edges: &[Vec<usize>]) -> (Function, Vec<Block>) {
    let mut func = Function::new("graph", 1);
    let blocks: Vec<Block> = edges.iter().map(|_| func.add_block()).collect();
    let zero = func.constant(Width::B32, 0);
    for (i, to) in edges.iter().enumerate() {
        let mut b = Builder::new(&mut func, blocks[i]);
        if to.is_empty() {
            b.ret();
        } else {
            b.emit(Op::switch, &[zero], switch(to, &blocks), &[]);
        }
    }
    (func, blocks)
}

/// What a function of a graph leaves in a buffer that begins with the seed: the walk as far as the budget goes. The error
/// is what the interpreter says.
pub fn run(func: &Function, seed: u32, budget: u64) -> Result<Walk, String> {
    let program = Program::new(func).map_err(|e| e.to_string())?;
    let mut memory = Bytes::default();
    let mut bytes = vec![0; 4 * WORDS];
    bytes[..4].copy_from_slice(&seed.to_le_bytes());
    memory.buffers.insert(0, bytes);
    let dispatch = Dispatch { workgroups: [1; 3], user_data: &[], padding: Padding::Runs };
    let mut budget = budget;
    let ended = match interp::run(&program, &dispatch, &mut memory, &mut Personality::ieee(), &mut budget) {
        Ok(None) => true,
        Err(RunError::Budget { .. }) => false,
        other => return Err(format!("{other:?}")),
    };
    let words = memory.buffers.get(&0).map_or(&[][..], Vec::as_slice).as_chunks::<4>().0.to_vec();
    Ok(walk_of(&words.into_iter().map(u32::from_le_bytes).collect::<Vec<u32>>(), ended))
}

/// The walk that a trace tells of.
pub fn walk_of(trace: &[u32], ended: bool) -> Walk {
    let count = trace.first().map_or(0, |&n| n as usize);
    Walk { words: trace.iter().skip(1).take(count.min(STEPS)).copied().collect(), ended }
}
