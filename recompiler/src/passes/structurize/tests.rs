//! Random reducible graphs do the same before and after, block by block.

use super::super::{copies, dce, fold, gvn, ssa};
use super::run;
use crate::error::TranslateErrorKind;
use ir::attr::{BlockCall, Coherence, Mem, Space, Switch};
use ir::dom::Dominators;
use ir::function::{ResourceData, VarData};
use ir::interp::{self, Bytes, Dispatch, Padding, Personality, Program, RunError};
use ir::verify::verify;
use ir::{Attr, Block, Builder, Function, Op, Phase, Resource, Type, Var, Width};

const WORDS: u32 = 1 << 12;

struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % end.max(1)
    }
}

/// A graph as lists of targets, reducible: edges go forward, and some back to a block that dominates their source.
fn graph(random: &mut Random, count: usize) -> Vec<Vec<usize>> {
    let span = 1 + random.below(count);
    let mut edges: Vec<Vec<usize>> = (0..count)
        .map(|i| {
            let number = [0, 1, 1, 2, 2, 2, 2, 3][random.below(8)];
            let number = if i == 0 { number.max(1) } else { number };
            (0..number).map(|_| i + 1 + random.below(span)).map(|t| t.min(count - 1)).collect()
        })
        .collect();
    edges[count - 1] = vec![];
    let (func, blocks) = bare(&edges);
    let dom = Dominators::new(&func);
    for i in 1..count {
        for e in 0..edges[i].len() {
            if random.below(4) == 0 && dom.is_reachable(blocks[i]) {
                let up: Vec<usize> = (1..=i).filter(|&a| dom.dominates(blocks[a], blocks[i])).collect();
                edges[i][e] = up[random.below(up.len())];
            }
        }
    }
    edges
}

fn bare(edges: &[Vec<usize>]) -> (Function, Vec<Block>) {
    let mut func = Function::new("graph", 1);
    let blocks: Vec<Block> = edges.iter().map(|_| func.add_block()).collect();
    let zero = func.constant(Width::B32, 0);
    for (i, to) in edges.iter().enumerate() {
        let mut b = Builder::new(&mut func, blocks[i]);
        match to.split_last() {
            None => b.ret(),
            Some((last, cases)) => {
                let cases =
                    cases.iter().enumerate().map(|(v, &c)| (v as u32, BlockCall::to(blocks[c]))).collect();
                let attr = Attr::Switch(Box::new(Switch { cases, default: BlockCall::to(blocks[*last]) }));
                b.emit(Op::switch, &[zero], attr, &[]);
            }
        }
    }
    (func, blocks)
}

/// A function with this graph: every block appends its number and a register to a buffer, mixes registers, and decides by
/// them where to go.
fn program(random: &mut Random, edges: &[Vec<usize>]) -> Function {
    let mut func = Function::new("graph", 1);
    let buffer = func.resources.push(ResourceData { name: "trace".into(), written: true });
    let mut var = |name: &str| func.vars.push(VarData { name: name.into(), ty: Type::U32 });
    let (count, state) = (var("count"), var("state"));
    let regs: Vec<Var> = (0..4).map(|i| var(&format!("s{i}"))).collect();
    let entry = func.add_block();
    let blocks: Vec<Block> = edges.iter().map(|_| func.add_block()).collect();
    let mut b = Builder::new(&mut func, entry);
    let seed = b.op(Op::user_data, &[], Attr::Index(0));
    b.set(state, seed);
    let zero = b.c32(0);
    b.set(count, zero);
    for &r in &regs {
        let init = b.c32(random.below(100) as u32);
        b.set(r, init);
    }
    b.br(BlockCall::to(blocks[0]));
    for (i, to) in edges.iter().enumerate() {
        b.block = blocks[i];
        b.pc = 4 * i as u32;
        let at = b.get(count);
        let (four, mask) = (b.c32(4), b.c32(WORDS - 1));
        let place = b.pure(Op::iand, &[at, mask]);
        let place = b.pure(Op::imul, &[place, four]);
        let reg = b.get(regs[random.below(4)]);
        let number = b.c32(1000 * (i as u32 + 1));
        let word = b.pure(Op::iadd, &[reg, number]);
        let yes = b.c1(true);
        b.emit(Op::store, &[place, yes, word], access(buffer), &[]);
        let one = b.c32(1);
        let next = b.pure(Op::iadd, &[at, one]);
        b.set(count, next);
        let old = b.get(state);
        let factor = b.c32(1_664_525);
        let new = b.pure(Op::imul, &[old, factor]);
        let add = b.c32(1_013_904_223);
        let new = b.pure(Op::iadd, &[new, add]);
        b.set(state, new);
        for _ in 0..random.below(3) {
            let (x, y) = (b.get(regs[random.below(4)]), b.get(regs[random.below(4)]));
            let x = b.pure([Op::iadd, Op::ixor, Op::isub][random.below(3)], &[x, y]);
            b.set(regs[random.below(4)], x);
        }
        let shift = b.c32(20);
        let bits = b.pure(Op::ushr, &[new, shift]);
        match to.len() {
            0 => b.ret(),
            1 => b.br(BlockCall::to(blocks[to[0]])),
            2 => {
                let one = b.c32(1);
                let bit = b.pure(Op::iand, &[bits, one]);
                let zero = b.c32(0);
                let yes = b.pure(Op::ine, &[bit, zero]);
                b.brif(yes, BlockCall::to(blocks[to[0]]), BlockCall::to(blocks[to[1]]));
            }
            n => {
                let n = b.c32(n as u32 + 1);
                let value = b.pure(Op::urem, &[bits, n]);
                let mut cases: Vec<(u32, BlockCall)> =
                    to.iter().enumerate().map(|(v, &c)| (v as u32, BlockCall::to(blocks[c]))).collect();
                let default = cases.pop().unwrap().1;
                b.emit(Op::switch, &[value], Attr::Switch(Box::new(Switch { cases, default })), &[]);
            }
        }
    }
    func
}

fn access(buffer: Resource) -> Attr {
    Attr::Mem(Mem {
        space: Space::Buffer(buffer),
        width: Width::B32,
        count: 1,
        align: 4,
        coherence: Coherence::Wave,
        offset: 0,
    })
}

/// The trace; none where it does not end within the budget.
fn trace(func: &Function, seed: u32) -> Option<Vec<u8>> {
    let program = Program::new(func).unwrap_or_else(|e| panic!("{e}\n{func}"));
    let mut memory = Bytes::default();
    memory.buffers.insert(0, vec![0; 4 * WORDS as usize]);
    let dispatch = Dispatch { workgroups: [1; 3], user_data: &[seed], padding: Padding::Runs };
    match interp::run(&program, &dispatch, &mut memory, &mut Personality::ieee(), &mut 20_000) {
        Ok(None) => Some(memory.buffers[&0].clone()),
        Err(RunError::Budget { .. }) => None,
        other => panic!("{other:?}\n{func}"),
    }
}

fn check(random: &mut Random, edges: &[Vec<usize>], clean: bool) -> bool {
    let mut func = program(random, edges);
    let before: Vec<_> = (0..6).map(|seed| trace(&func, seed)).collect();
    ssa::run(&mut func).unwrap();
    verify(&func).unwrap_or_else(|e| panic!("ssa: {e}\n{func}"));
    if clean {
        for pass in [copies::run, fold::run, gvn::run, copies::run, dce::run] {
            pass(&mut func).unwrap();
            verify(&func).unwrap_or_else(|e| panic!("{e}\n{func}"));
        }
    }
    func.phase = Phase::Resolved;
    let graph = func.to_string();
    run(&mut func).unwrap_or_else(|e| panic!("{e}\n{edges:?}\n{graph}"));
    verify(&func).unwrap_or_else(|e| panic!("{e}\n{edges:?}\n{graph}\n{func}"));
    let mut compared = false;
    for (seed, expected) in before.iter().enumerate() {
        // A budget may run out in one form and not in the other.
        if let (Some(expected), Some(got)) = (expected, trace(&func, seed as u32)) {
            assert!(*expected == got, "{edges:?}\n{graph}\n{func}");
            compared = true;
        }
    }
    compared
}

#[test]
fn random_graphs_keep_their_paths() {
    let mut random = Random(7);
    let mut compared = 0;
    for round in 0..1000 {
        let count = 2 + random.below(if round < 700 { 9 } else { 30 });
        let edges = graph(&mut random, count);
        compared += u32::from(check(&mut random, &edges, round % 2 == 0));
    }
    assert!(compared > 700, "{compared}");
}

#[test]
fn irreducible_graphs_are_refused_with_the_place() {
    let mut func = program(&mut Random(1), &[vec![1, 2], vec![2], vec![1, 3], vec![]]);
    ssa::run(&mut func).unwrap();
    func.phase = Phase::Resolved;
    let error = run(&mut func).unwrap_err();
    assert_eq!(error.kind, TranslateErrorKind::Irreducible);
    assert!(error.pc == 4 || error.pc == 8, "{error:?}");
}

#[test]
fn ten_thousand_blocks_grow_by_a_constant() {
    // Loops, ifs and early exits side by side.
    let mut edges = vec![];
    while edges.len() < 10_000 {
        let i = edges.len();
        edges.extend([vec![i + 1, i + 4], vec![i + 2, i + 3], vec![i + 1, i + 4], vec![i + 4]]);
    }
    edges.push(vec![]);
    let mut func = program(&mut Random(3), &edges);
    ssa::run(&mut func).unwrap();
    func.phase = Phase::Resolved;
    let before = func.to_string().lines().count();
    run(&mut func).unwrap();
    let after = func.to_string().lines().count();
    // No block is written twice: what is added are selectors, a few lines for each edge that leaves early.
    assert!(after < 4 * before, "{before} lines became {after}");
    verify(&func).unwrap();
}
