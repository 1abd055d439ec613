//! Passes on small functions in text.

use super::*;
use ir::text::{PrintOptions, parse, print};
use ir::verify::verify;

fn after(text: &str, passes: &[&str]) -> String {
    let mut func = parse(text).unwrap_or_else(|e| panic!("{e}"));
    verify(&func).unwrap_or_else(|e| panic!("{e}"));
    for name in passes {
        (pass(name).unwrap().run)(&mut func).unwrap_or_else(|e| panic!("{e}"));
        verify(&func).unwrap_or_else(|e| panic!("{name}: {e}\n{func}"));
    }
    print(&func, PrintOptions::default())
}

fn becomes(text: &str, passes: &[&str], expected: &str) {
    let expected = print(&parse(expected).unwrap_or_else(|e| panic!("{e}")), PrintOptions::default());
    let got = after(text, passes);
    assert_eq!(got, expected, "{got}");
}

#[test]
fn ssa_makes_parameters_where_writes_meet() {
    becomes(
        "function f raw wave 64 {
    var %s0: u.b32
    var %s1: u.b32
    var %v0: l.b32
b0:
    set %s0, 0x5:b32
    set %v0, 0x1:b32
    v1 = get %s1
    v2 = ieq v1, 0x0:b32
    brif v2, b1, b2
b1:
    set %s0, 0x7:b32
    br b2
b2:
    v3 = get %s0
    v4 = get %v0
    store lds.b32 v3, 0x1:b1, v3 align 4
    store lds.b32 v4, 0x1:b1, v4 align 4
    brif v2, b2, b3
b3:
    ret
}
",
        &["ssa"],
        "function f ssa wave 64 {
b0:
    v1 = unknown u.b32
    v4 = splat 0x1:b32
    v2 = ieq v1, 0x0:b32
    brif v2, b1, b2(0x5:b32)
b1:
    br b2(0x7:b32)
b2(v3: u.b32):
    store lds.b32 v3, 0x1:b1, v3 align 4
    store lds.b32 v4, 0x1:b1, v4 align 4
    brif v2, b2(v3), b3
b3:
    ret
}
",
    );
}

#[test]
fn folding_cancels_ballots_and_branches() {
    becomes(
        "function f ssa wave 64 {
b0:
    v0 = lane_id
    v1 = ult v0, 0x7:b32
    v2 = ballot v1
    v3 = lo v2
    v4 = hi v2
    v5 = pack v3, v4
    v6 = lanebit v5
    v7 = iadd v0, 0x0:b32
    v8 = isub 0x3:b32, 0x3:b32
    v9 = ieq v8, 0x0:b32
    brif v9, b1(v7), b2(v6)
b1(v10: l.b32):
    store lds.b32 v10, v6, v10 align 4
    ret
b2(v11: l.b1):
    br b1(v0)
}
",
        &["fold", "copies", "dce"],
        "function f ssa wave 64 {
b0:
    v0 = lane_id
    v1 = ult v0, 0x7:b32
    br b1
b1:
    store lds.b32 v0, v1, v0 align 4
    ret
}
",
    );
}

mod random {
    //! Random programs over scalars, vectors and masks do the same after any passes.

    use super::super::{Changed, PASSES, pass};
    use ir::attr::{BlockCall, Coherence, Mem, Space};
    use ir::function::{ResourceData, VarData};
    use ir::interp::{self, Bytes, Dispatch, Padding, Personality, Program, RunError};
    use ir::verify::verify;
    use ir::{Attr, Block, Builder, Function, Op, Phase, Type, Value, Var, Width};

    const LANES: u32 = 8;
    const WORDS: u32 = 1 << 12;

    struct Random(u64);

    impl Random {
        fn below(&mut self, end: usize) -> usize {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            ((self.0 >> 33) as usize) % end.max(1)
        }
        fn of<T: Copy>(&mut self, list: &[T]) -> T {
            list[self.below(list.len())]
        }
    }

    struct Registers {
        count: Var,
        exec: Var,
        scalars: Vec<Var>,
        vectors: Vec<Var>,
        masks: Vec<Var>,
        wide: Vec<Var>,
    }

    fn step(b: &mut Builder<'_>, random: &mut Random, r: &Registers) {
        let lane = b.c32([0, 3, 3, 5, 11][random.below(5)]);
        let small = [0u32, 1, 2, 3, 31, 32, 0xff, u32::MAX][random.below(8)];
        let scalar = |b: &mut Builder<'_>, random: &mut Random| -> Value {
            if random.below(4) == 0 { b.c32(small) } else { b.get(random.of(&r.scalars)) }
        };
        let vector = |b: &mut Builder<'_>, random: &mut Random| -> Value {
            match random.below(6) {
                0 => {
                    let s = b.c32(small);
                    b.pure(Op::splat, &[s])
                }
                1 => b.pure(Op::lane_id, &[]),
                _ => b.get(random.of(&r.vectors)),
            }
        };
        let mask = |b: &mut Builder<'_>, random: &mut Random| -> Value { b.get(random.of(&r.masks)) };
        let exec = b.get(r.exec);
        match random.below(16) {
            // Vector arithmetic, written where lanes are on.
            0..=3 => {
                let (x, y) = (vector(b, random), vector(b, random));
                let op = random.of(&[
                    Op::iadd,
                    Op::isub,
                    Op::iand,
                    Op::ior,
                    Op::ixor,
                    Op::umin,
                    Op::ishl,
                    Op::imul,
                ]);
                let new = b.pure(op, &[x, y]);
                let to = random.of(&r.vectors);
                let old = b.get(to);
                let value = if random.below(4) == 0 { new } else { b.pure(Op::select, &[exec, new, old]) };
                b.set(to, value);
            }
            4 => {
                let (x, y) = (vector(b, random), vector(b, random));
                let m = b.pure(random.of(&[Op::ieq, Op::ult, Op::slt, Op::ine]), &[x, y]);
                let m = b.pure(Op::iand, &[m, exec]);
                b.set(random.of(&r.masks), m);
            }
            5 => {
                let (x, y) = (mask(b, random), mask(b, random));
                let op = random.of(&[Op::iand, Op::ior, Op::ixor]);
                let y = if random.below(3) == 0 { b.pure(Op::inot, &[y]) } else { y };
                let m = b.pure(op, &[x, y]);
                b.set(random.of(&r.masks), m);
            }
            6 => {
                let m = mask(b, random);
                let bits = b.pure(Op::ballot, &[m]);
                b.set(random.of(&r.wide), bits);
            }
            7 => {
                let w = b.get(random.of(&r.wide));
                let m = b.pure(Op::lanebit, &[w]);
                b.set(random.of(&r.masks), m);
            }
            8 => {
                let w = b.get(random.of(&r.wide));
                let half = b.pure(random.of(&[Op::lo, Op::hi]), &[w]);
                b.set(random.of(&r.scalars), half);
            }
            9 => {
                let (x, y) = (scalar(b, random), scalar(b, random));
                let w = b.pure(Op::pack, &[x, y]);
                let other = b.get(random.of(&r.wide));
                let w = b.pure(random.of(&[Op::iand, Op::ior, Op::ixor]), &[w, other]);
                b.set(random.of(&r.wide), w);
            }
            10 | 11 => {
                // Spills a scalar.
                let to = random.of(&r.vectors[2..]);
                let (old, s) = (b.get(to), scalar(b, random));
                let new = b.pure(Op::writelane, &[old, lane, s]);
                b.set(to, new);
            }
            12 => {
                let v = b.get(random.of(&r.vectors[2..]));
                let s = b.pure(Op::readlane, &[v, lane]);
                b.set(random.of(&r.scalars), s);
            }
            13 => {
                let (x, y) = (scalar(b, random), scalar(b, random));
                let op = random.of(&[Op::iadd, Op::isub, Op::iand, Op::ushr, Op::ishl, Op::umax, Op::imul]);
                let s = b.pure(op, &[x, y]);
                b.set(random.of(&r.scalars), s);
            }
            14 => {
                let m = mask(b, random);
                let new = if random.below(2) == 0 { m } else { b.pure(Op::iand, &[exec, m]) };
                b.set(r.exec, new);
            }
            _ => {
                let (m, x) = (exec, vector(b, random));
                let s = b.pure(Op::readfirst, &[x, m]);
                b.set(random.of(&r.scalars), s);
            }
        }
    }

    fn program(random: &mut Random) -> Function {
        let mut func = Function::new("random", LANES);
        func.local_size = [LANES, 1, 1];
        let buffer = func.resources.push(ResourceData { name: "out".into(), written: true });
        let mut var = |name: &str, ty: Type| func.vars.push(VarData { name: name.into(), ty });
        let mut list =
            |name: &str, ty: Type| -> Vec<Var> { (0..4).map(|i| var(&format!("{name}{i}"), ty)).collect() };
        let r = Registers {
            scalars: list("s", Type::U32),
            vectors: list("v", Type::L32),
            masks: list("m", Type::MASK),
            wide: list("w", Type::U64),
            count: list("count", Type::U32)[0],
            exec: list("exec", Type::MASK)[0],
        };
        let entry = func.add_block();
        let count = 1 + random.below(7);
        let blocks: Vec<Block> = (0..count).map(|_| func.add_block()).collect();
        let mut b = Builder::new(&mut func, entry);
        let id = b.pure(Op::lane_id, &[]);
        let seed = b.op(Op::user_data, &[], Attr::Index(0));
        let zero = b.c32(0);
        b.set(r.count, zero);
        for (i, &v) in r.vectors.iter().enumerate() {
            let n = b.c32(3 + i as u32);
            let x = b.pure(Op::imul, &[id, n]);
            let x = b.pure(Op::iadd, &[x, seed]);
            b.set(v, x);
        }
        for (i, &s) in r.scalars.iter().enumerate() {
            let n = b.c32(i as u32);
            let x = b.pure(Op::iadd, &[seed, n]);
            b.set(s, x);
        }
        let five = b.c32(5);
        let some = b.pure(Op::ult, &[id, five]);
        let bits = b.pure(Op::ballot, &[some]);
        r.masks.iter().for_each(|&m| b.set(m, some));
        r.wide.iter().for_each(|&w| b.set(w, bits));
        b.set(r.exec, some);
        b.br(BlockCall::to(blocks[0]));
        let mem = Mem {
            space: Space::Buffer(buffer),
            width: Width::B32,
            count: 1,
            align: 4,
            coherence: Coherence::Wave,
            offset: 0,
        };
        for (i, &block) in blocks.iter().enumerate() {
            b.block = block;
            for _ in 0..random.below(9) {
                step(&mut b, random, &r);
            }
            // Stores what lanes that are on see, and once what the wave sees.
            let at = b.get(r.count);
            let mask = b.c32(WORDS / 16 - 1);
            let at = b.pure(Op::iand, &[at, mask]);
            let wide = b.c32(64);
            let base = b.pure(Op::imul, &[at, wide]);
            let two = b.c32(2);
            let own = b.pure(Op::ishl, &[id, two]);
            let address = b.pure(Op::iadd, &[base, own]);
            let exec = b.get(r.exec);
            let value = b.get(random.of(&r.vectors));
            b.emit(Op::store, &[address, exec, value], Attr::Mem(mem), &[]);
            let yes = b.c1(true);
            let value = b.get(random.of(&r.scalars));
            b.emit(Op::store, &[base, yes, value], Attr::Mem(Mem { offset: 32, ..mem }), &[]);
            let one = b.c32(1);
            let at = b.get(r.count);
            let next = b.pure(Op::iadd, &[at, one]);
            b.set(r.count, next);
            let target = |random: &mut Random| -> BlockCall {
                let t = if random.below(4) == 0 { random.below(i + 1) } else { i + 1 };
                BlockCall::to(blocks[t.min(count - 1)])
            };
            if i + 1 == count {
                b.ret();
                continue;
            }
            match random.below(3) {
                0 => {
                    let to = target(random);
                    b.br(to);
                }
                1 => {
                    let m = if random.below(2) == 0 { exec } else { b.get(random.of(&r.masks)) };
                    let any = b.pure(Op::any, &[m]);
                    let (yes, no) = (target(random), BlockCall::to(blocks[i + 1]));
                    b.brif(any, yes, no);
                }
                _ => {
                    let (x, y) = (b.get(random.of(&r.scalars)), b.get(random.of(&r.scalars)));
                    let c = b.pure(random.of(&[Op::ult, Op::ieq]), &[x, y]);
                    let (yes, no) = (target(random), target(random));
                    b.brif(c, yes, no);
                }
            }
        }
        func
    }

    fn memory(func: &Function, seed: u32) -> Option<Vec<u8>> {
        let program = Program::new(func).unwrap_or_else(|e| panic!("{e}\n{func}"));
        let mut memory = Bytes::default();
        memory.buffers.insert(0, vec![0; 4 * WORDS as usize]);
        let dispatch = Dispatch { workgroups: [1; 3], user_data: &[seed], padding: Padding::Runs };
        match interp::run(&program, &dispatch, &mut memory, &mut Personality::ieee(), &mut 5_000) {
            Ok(None) => Some(memory.buffers[&0].clone()),
            Err(RunError::Budget { .. }) => None,
            other => panic!("{other:?}\n{func}"),
        }
    }

    #[test]
    fn any_passes_in_any_order_keep_results() {
        let mut random = Random(11);
        let (mut compared, mut changes) = (0, vec![0; PASSES.len()]);
        let mut tried: std::collections::HashSet<&str> = std::collections::HashSet::new();
        for _ in 0..500 {
            let mut func = program(&mut random);
            let before: Vec<_> = (0..3).map(|s| memory(&func, s * 7)).collect();
            let raw = func.to_string();
            let mut names = vec!["ssa"];
            let all = [
                "fold",
                "gvn",
                "simplify",
                "known_zeros",
                "dce",
                "copies",
                "masked_writes",
                "lane_slots",
                "branch_facts",
            ];
            names.extend((0..random.below(14)).map(|_| all[random.below(all.len())]));
            tried.extend(names.iter().copied());
            let mut structured = names.clone();
            structured.extend(["dce", "structurize"]);
            for name in structured {
                if name == "structurize" {
                    if !ir::dom::Dominators::new(&func).is_reducible() {
                        break;
                    }
                    func.phase = Phase::Resolved;
                }
                let text = func.to_string();
                let done =
                    (pass(name).unwrap().run)(&mut func).unwrap_or_else(|e| panic!("{name}: {e}\n{raw}"));
                verify(&func).unwrap_or_else(|e| panic!("{name}: {e}\n{text}\n{func}"));
                if done == Changed::Yes {
                    changes[PASSES.iter().position(|p| p.name == name).unwrap()] += 1;
                    for (s, expected) in before.iter().enumerate() {
                        if let (Some(expected), Some(got)) = (expected, memory(&func, s as u32 * 7)) {
                            assert!(*expected == got, "{name} of {names:?}\n{text}\n{func}");
                            compared += 1;
                        }
                    }
                } else {
                    assert_eq!(text, func.to_string(), "{name} says that it changed nothing");
                }
            }
        }
        assert!(compared > 1_000, "{compared}");
        // Passes that need more than a random program shows have tests of their own.
        for (pass, &n) in PASSES.iter().zip(&changes) {
            assert!(n > 5 || !tried.contains(pass.name), "{}: {changes:?}", pass.name);
        }
    }
}
