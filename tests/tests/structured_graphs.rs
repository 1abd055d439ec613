//! Structured graphs do what the graphs do, block by block: on the interpreter, and as SPIR-V on a Vulkan device.
//!
//! What a graph does is said by [`Graph::walk`], which knows neither the IR nor its interpreter.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test ends by panicking")]

use driver::vulkan::{Buffer, Device, Instance, InstanceOptions, Work};
use ir::verify::verify;
use ir::{Function, Op, Phase};
use recompiler::passes::structurize::{self, MAX_DEPTH, Options};
use recompiler::passes::{copies, dce, fold, gvn, ssa};
use std::sync::Arc;
use std::time::Duration;
use wavewright_tests::graphs::{Graph, Random, STEPS, Shape, WORDS, run, walk_of};

const SHAPES: [Shape; 3] = [Shape::Reducible, Shape::Near, Shape::Wild];

const FORMS: [Options; 2] = [
    Options { force_dispatch: false, max_depth: MAX_DEPTH },
    Options { force_dispatch: true, max_depth: MAX_DEPTH },
];

/// A graph's function in phase Resolved; `clean` runs the passes that a compile runs before.
fn resolved(graph: &Graph, clean: bool) -> Function {
    let mut func = graph.function();
    ssa::run(&mut func).unwrap();
    if clean {
        for pass in [copies::run, fold::run, gvn::run, copies::run, dce::run] {
            pass(&mut func).unwrap();
        }
    }
    func.phase = Phase::Resolved;
    func
}

fn structured(func: &Function, form: Options) -> Function {
    let mut legal = func.clone();
    structurize::run_with(&mut legal, form).unwrap_or_else(|e| panic!("{e}\n{func}"));
    verify(&legal).unwrap_or_else(|e| panic!("{e}\n{func}\n{legal}"));
    legal
}

/// Compares traces; gives how many walks came to an end.
fn check(graph: &Graph, clean: bool, seeds: u32) -> usize {
    let func = resolved(graph, clean);
    let mut ended = 0;
    for form in FORMS {
        let legal = structured(&func, form);
        for seed in 0..seeds {
            let expected = graph.walk(seed, STEPS);
            let budget = if expected.ended { 1 << 20 } else { 1 << 12 };
            let got = run(&legal, seed, budget).unwrap_or_else(|e| panic!("{e}\n{legal}"));
            if expected.ended {
                assert_eq!(got, expected, "{form:?} {:?}\n{func}\n{legal}", graph.edges);
                ended += 1;
            } else {
                // It goes on, and the way so far is the same.
                let n = got.words.len();
                let same = got.words.get(..n.min(STEPS)) == expected.words.get(..n);
                assert!(!got.ended && same, "{form:?} {:?}\n{func}\n{legal}", graph.edges);
            }
        }
    }
    ended
}

fn size(random: &mut Random) -> usize {
    let most = [8, 24, 128][random.below(3)];
    2 + random.below(most - 1)
}

#[test]
fn random_graphs_keep_their_paths() {
    let mut random = Random(7);
    let mut ended = 0;
    for round in 0..2000 {
        let count = size(&mut random);
        let graph = Graph::random(&mut random, count, SHAPES[round % 3]);
        ended += check(&graph, round % 2 == 0, 2);
    }
    println!("2000 graphs, {ended} of 8000 walks end");
    assert!(ended > 5000, "{ended}");
}

/// Bodies in bodies.
fn depth(func: &Function) -> u32 {
    let mut deepest = 0;
    let mut work: Vec<_> = func.entry().map(|b| (b, 0)).into_iter().collect();
    while let Some((block, depth)) = work.pop() {
        deepest = deepest.max(depth);
        for &inst in &func.blocks[block].insts {
            work.extend(func.bodies(inst).iter().map(|&b| (b, depth + 1)));
        }
    }
    deepest
}

/// Instructions in all bodies.
fn ops(func: &Function) -> usize {
    let mut count = 0;
    let mut work: Vec<_> = func.entry().into_iter().collect();
    while let Some(block) = work.pop() {
        count += func.blocks[block].insts.len();
        for &inst in &func.blocks[block].insts {
            work.extend(func.bodies(inst).iter().copied());
        }
    }
    count
}

fn graph_ops(func: &Function) -> usize {
    func.layout.iter().map(|&b| func.blocks[b].insts.len()).sum()
}

/// Ifs in ifs, each with an exit to a common place.
fn nested_ifs(n: usize) -> Vec<Vec<usize>> {
    let mut edges: Vec<Vec<usize>> = (0..n).map(|i| vec![i + 1, 2 * n - i]).collect();
    edges.push(vec![n + 1]);
    edges.extend((1..=n).map(|i| vec![n + i + 1]));
    edges.push(vec![]);
    edges
}

/// Loops in loops: heads, then latches that go back to the head, out of a few loops or all, or on.
fn nested_loops(n: usize) -> Vec<Vec<usize>> {
    let mut edges: Vec<Vec<usize>> = (0..n).map(|i| vec![i + 1]).collect();
    edges.extend((0..n).map(|i| {
        let next = n + i + 1;
        vec![n - 1 - i, if i % 9 == 4 { 2 * n } else { (next + 3).min(2 * n) }, next]
    }));
    edges.push(vec![]);
    edges
}

/// Loops, ifs and early exits side by side.
fn side_by_side(n: usize) -> Vec<Vec<usize>> {
    let mut edges = vec![];
    while edges.len() < n {
        let i = edges.len();
        edges.extend([vec![i + 1, i + 4], vec![i + 2, i + 3], vec![i + 1, i + 4], vec![i + 4]]);
    }
    edges.push(vec![]);
    edges
}

/// Regions with two entries, side by side, each in a loop.
fn two_entries(n: usize) -> Vec<Vec<usize>> {
    let mut edges = vec![];
    while edges.len() < n {
        let i = edges.len();
        edges.extend([vec![i + 1, i + 2], vec![i + 2, i + 3], vec![i + 1, i + 3], vec![i, i + 4]]);
    }
    edges.push(vec![]);
    edges
}

/// A ladder: every block may skip the next one.
fn ladder(n: usize) -> Vec<Vec<usize>> {
    let mut edges: Vec<Vec<usize>> = (0..n).map(|i| vec![i + 1, (i + 2).min(n)]).collect();
    edges.push(vec![]);
    edges
}

/// A chain whose blocks also go anywhere within a distance.
fn anywhere(n: usize, distance: usize) -> Vec<Vec<usize>> {
    let mut random = Random(5);
    let mut to = |i: usize| (i + random.below(2 * distance + 1)).saturating_sub(distance).min(n);
    let mut edges: Vec<Vec<usize>> = (0..n).map(|i| vec![i + 1, to(i)]).collect();
    edges.push(vec![]);
    edges
}

#[test]
fn deep_nests_use_the_dispatch_form_and_keep_their_paths() {
    for (edges, dispatches) in [
        (nested_ifs(400), false),
        (nested_ifs(2000), true),
        (nested_loops(400), false),
        (nested_loops(1500), true),
        (ladder(3000), false),
    ] {
        let graph = Graph::new(edges, &mut Random(1));
        let func = resolved(&graph, false);
        let legal = structured(&func, FORMS[0]);
        let depth = depth(&legal);
        assert!(depth <= MAX_DEPTH, "{depth}");
        let has = legal.insts.values().any(|i| i.op == Op::sswitch);
        assert!(!dispatches || has);
        for seed in 0..8 {
            let expected = graph.walk(seed, STEPS);
            let got = run(&legal, seed, 1 << 21).unwrap();
            let n = got.words.len().min(expected.words.len());
            assert_eq!(got.words[..n], expected.words[..n]);
            assert!(n > 0 && (got.ended || !expected.ended), "{n}");
        }
    }
}

/// A family of graphs by size.
type Family = (&'static str, fn(usize) -> Vec<Vec<usize>>);

const FAMILIES: [Family; 7] = [
    ("side by side", side_by_side),
    ("nested ifs", nested_ifs),
    ("nested loops", nested_loops),
    ("two entries", two_entries),
    ("ladder", ladder),
    ("near", |n| anywhere(n, 20)),
    ("wild", |n| anywhere(n, n)),
];

#[test]
fn the_output_grows_with_the_input() {
    for form in FORMS {
        for (name, family) in FAMILIES {
            for n in [10, 100, 1000, 10_000] {
                let graph = Graph::new(family(n), &mut Random(3));
                let func = resolved(&graph, false);
                let before = graph_ops(&func);
                let start = std::time::Instant::now();
                let mut legal = func;
                structurize::run_with(&mut legal, form).unwrap();
                let time = start.elapsed();
                let after = ops(&legal);
                println!("{name:14} {n:6} {before:8} ops became {after:8}, {time:?} {form:?}");
                // What is added for an edge, a block, a level or a value that crosses a dispatch block.
                assert!(after < 3 * before + 100, "{name} {n}: {before} ops became {after}");
                assert!(depth(&legal) <= MAX_DEPTH);
                if n <= 1000 {
                    verify(&legal).unwrap();
                }
            }
        }
    }
}

#[test]
fn a_dispatch_block_stands_before_its_region_alone() {
    // 0 → loop 1 { 2 } → 3, and only {4, 5} has two entries.
    let edges = vec![vec![1], vec![2, 3], vec![1], vec![4, 5], vec![5, 6], vec![4, 6], vec![]];
    let graph = Graph::new(edges, &mut Random(2));
    let legal = structured(&resolved(&graph, true), FORMS[0]);
    let count = |op| legal.insts.values().filter(|i| i.op == op).count();
    // Loops: the natural one and the region; a switch of the region's two targets.
    assert_eq!((count(Op::loop_), count(Op::sswitch)), (2, 1), "{legal}");
    check(&graph, true, 16);
}

#[test]
fn graphs_that_never_end_never_end() {
    for edges in [
        vec![vec![0]],
        vec![vec![1], vec![2], vec![1]],
        vec![vec![1, 2], vec![2], vec![1]],
        vec![vec![1, 2], vec![1], vec![3, 4], vec![4, 3], vec![3, 4]],
    ] {
        let graph = Graph::new(edges, &mut Random(4));
        assert_eq!(check(&graph, false, 4), 0);
        assert_eq!(check(&graph, true, 4), 0);
    }
}

#[test]
fn emitted_graphs_are_valid() {
    let mut random = Random(23);
    let mut graphs: Vec<Graph> = (0..60)
        .map(|i| {
            let count = size(&mut random);
            Graph::random(&mut random, count, SHAPES[i % 3])
        })
        .collect();
    // The validator's time grows faster than the depth of a nest.
    graphs.extend([nested_ifs(60), nested_loops(30)].map(|e| Graph::new(e, &mut random)));
    for graph in &graphs {
        let func = resolved(graph, true);
        for form in FORMS {
            let legal = structured(&func, form);
            let module = spirv::emit(&legal, &spirv::Options::default()).unwrap();
            spirv::tools::validate(&module.words).unwrap_or_else(|e| panic!("{e}\n{legal}"));
        }
    }
}

/// A device, or the reason why there is none; under CI there has to be one.
fn device() -> Option<Device> {
    let found = Instance::new(InstanceOptions::default())
        .map_err(|e| e.to_string())
        .and_then(|i| Device::first(&Arc::new(i)).map_err(|e| e.to_string()));
    match found {
        Ok(device) => Some(device),
        Err(e) => {
            let required = std::env::var_os("CI").is_some_and(|v| v == "true");
            assert!(!required, "a Vulkan device is required where CI=true: {e}");
            None
        }
    }
}

/// Runs a function of a graph on a device, a workgroup a seed; gives what each one left.
fn dispatch(device: &Device, legal: &Function, seeds: &[u32]) -> Vec<Vec<u32>> {
    let options = spirv::Options { features: device.info.features, ..spirv::Options::default() };
    let module = spirv::emit(legal, &options).unwrap();
    let size = seeds.len() * WORDS * 4;
    let mut buffers: Vec<Buffer> = module
        .bindings
        .iter()
        .map(|b| {
            let bytes: Vec<u8> = match b.kind {
                spirv::BindingKind::Places => [0, size as u32].iter().flat_map(|w| w.to_le_bytes()).collect(),
                spirv::BindingKind::Resource(_) => {
                    let mut words = vec![0u32; seeds.len() * WORDS];
                    for (group, &seed) in seeds.iter().enumerate() {
                        words[group * WORDS] = seed;
                    }
                    words.iter().flat_map(|w| w.to_le_bytes()).collect()
                }
                _ => vec![0; 64],
            };
            Buffer { binding: b.binding, bytes: bytes.into() }
        })
        .collect();
    let work = Work {
        words: &module.words,
        subgroup_size: 1,
        push: &[],
        groups: [seeds.len() as u32, 1, 1],
        timeout: Duration::from_secs(60),
    };
    device.dispatch(&work, &mut buffers).unwrap();
    let trace = module.bindings.iter().position(|b| matches!(b.kind, spirv::BindingKind::Resource(_)));
    let bytes = &buffers[trace.unwrap()].bytes;
    let words: Vec<u32> = bytes.as_chunks::<4>().0.iter().map(|w| u32::from_le_bytes(*w)).collect();
    words.chunks(WORDS).take(seeds.len()).map(<[u32]>::to_vec).collect()
}

/// Compares a graph on a device with its walks; gives how many were compared.
fn check_on(device: &Device, graph: &Graph) -> usize {
    let seeds: Vec<u32> = (0..32).filter(|&s| graph.walk(s, STEPS).ended).take(16).collect();
    if seeds.is_empty() {
        return 0;
    }
    let func = resolved(graph, true);
    for form in FORMS {
        let legal = structured(&func, form);
        for (&seed, got) in seeds.iter().zip(dispatch(device, &legal, &seeds)) {
            assert_eq!(walk_of(&got, true), graph.walk(seed, STEPS), "{form:?} {:?}\n{legal}", graph.edges);
        }
    }
    2 * seeds.len()
}

#[test]
fn random_graphs_keep_their_paths_on_a_device() {
    let Some(device) = device() else {
        println!("skipped: 1 test, no Vulkan device");
        return;
    };
    let mut random = Random(11);
    let mut compared = 0;
    for round in 0..30 {
        let count = size(&mut random).min(16);
        let graph = Graph::random(&mut random, count, SHAPES[round % 3]);
        compared += check_on(&device, &graph);
    }
    println!("{compared} walks on {}", device.info.name);
    assert!(compared > 300, "{compared}");
}
