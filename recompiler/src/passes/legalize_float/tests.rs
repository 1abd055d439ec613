//! Every op at corner values and random ones, in every environment, under hosts of every kind: the bits of `eval_float`.

use super::*;
use crate::caps::Known;
use ir::attr::{Coherence, Mem, Space};
use ir::float::FCmp;
use ir::host::{FloatCaps, HostCaps, Personality};
use ir::interp::{Bytes, Dispatch, Padding, Program};
use ir::ops::{W, eval_float};
use ir::verify::verify;
use ir::{Resource, Type};

const SLOT: u32 = 32;

fn caps(denormals: Denormals) -> DeviceCaps {
    DeviceCaps {
        float: HostCaps::all(FloatCaps { denormals, rounding: Rounding::Even, specials: Specials::SomeNan }),
        float_known: Known::Probed,
        ..DeviceCaps::PROMISING
    }
}

/// Hosts that round f32 and f64 to nearest, a host without f64 that flushes, and one of which nothing is known.
fn hosts() -> [DeviceCaps; 5] {
    [
        caps(Denormals::Keep),
        caps(Denormals::Flush),
        caps(Denormals::Unknown),
        DeviceCaps { float64: false, ..caps(Denormals::Flush) },
        DeviceCaps { float: HostCaps::all(NOTHING), float_known: Known::Unknown, ..DeviceCaps::PROMISING },
    ]
}

const NOTHING: FloatCaps =
    FloatCaps { denormals: Denormals::Unknown, rounding: Rounding::Unknown, specials: Specials::Loose };

fn mem(resource: u32, offset: i32, width: Width) -> Attr {
    Attr::Mem(Mem {
        space: Space::Buffer(Resource::from_u32(resource)),
        width,
        count: 1,
        align: 8,
        coherence: Coherence::Wave,
        offset,
    })
}

/// Loads the operands of each lane, does the op, stores the result.
fn function(op: Op, widths: &[Width], attr: &Attr, lanes: u32) -> Function {
    let mut func = Function::new("f", 64);
    func.phase = Phase::Resolved;
    func.local_size = [lanes, 1, 1];
    for name in ["in", "out"] {
        func.resources.push(ir::function::ResourceData { name: name.into(), written: name == "out" });
    }
    let block = func.add_block();
    let mut b = Builder::new(&mut func, block);
    let yes = b.c1(true);
    let index = b.pure(Op::local_index, &[]);
    let five = b.c32(5);
    let at = b.pure(Op::ishl, &[index, five]);
    let args: Vec<Value> = widths
        .iter()
        .enumerate()
        .map(|(i, &width)| {
            let inst = b.emit(Op::load, &[at, yes], mem(0, i as i32 * 8, Width::B64), &[Type::L64]);
            let wide = b.func.results(inst).next().unwrap();
            if width == Width::B64 { wide } else { b.op(Op::trunc, &[wide], Attr::Width(width)) }
        })
        .collect();
    let result = b.op(op, &args, attr.clone());
    let wide = match b.func.ty(result).width {
        Width::B64 => result,
        _ => b.op(Op::zext, &[result], Attr::Width(Width::B64)),
    };
    b.emit(Op::store, &[at, yes, wide], mem(1, 0, Width::B64), &[]);
    b.ret();
    func
}

fn corners(width: Width) -> Vec<u64> {
    let Some(f) = Fmt::of(width) else { return vec![0, 1] };
    let (one, inf, frac) = (f.power(0), f.infinity(), f.fraction());
    let mut all = vec![
        0,
        1,
        2,
        frac >> 1,
        frac - 1,
        frac,
        frac + 1,
        frac + 2,
        2 * frac + 1,
        2 * frac + 2,
        f.power(f.min_exponent() / 2),
        f.power(f.min_exponent() / 2) + 1,
        f.power(f.min_exponent() / 2) - 1,
        one - 2,
        one - 1,
        one,
        one + 1,
        f.power(-1),
        one + (frac >> 1) + 1,
        f.power(1),
        f.power(1) + (frac >> 2) + 1,
        f.power(7),
        f.power(f.fraction_bits() as i32 - 1) + 1,
        f.power(f.bias()),
        inf - 1,
        inf,
        inf + 1,
        inf | f.quiet_bit() | 5,
    ];
    for i in 0..all.len() {
        all.push(all[i] | f.sign());
    }
    all
}

fn operand_sets(widths: &[Width], random: &mut Personality) -> Vec<[u64; 4]> {
    let mut sets = vec![];
    let lists: Vec<Vec<u64>> = widths.iter().map(|&w| corners(w)).collect();
    match lists.len() {
        1 => sets.extend(lists[0].iter().map(|&a| [a, 0, 0, 0])),
        2 => {
            for &a in &lists[0] {
                sets.extend(lists[1].iter().map(|&b| [a, b, 0, 0]));
            }
        }
        _ => {}
    }
    for _ in 0..400 {
        let mut set = [0; 4];
        for (i, list) in lists.iter().enumerate() {
            let f = Fmt::of(widths[i]).unwrap_or(Fmt::F32);
            let r = random.random();
            let value = match r % 4 {
                0 | 1 => list[(r >> 8) as usize % list.len()],
                2 => random.random() & widths[i].mask(),
                // Near one, or near the square root of the smallest normal number.
                _ => {
                    let e = if r & 256 == 0 { 0 } else { f.min_exponent() / 2 };
                    let e = e + ((r >> 16) % 9) as i32 - 4;
                    f.power(e) | random.random() & f.fraction() | random.random() & f.sign()
                }
            };
            set[i] = value & widths[i].mask();
        }
        sets.push(set);
    }
    sets
}

/// Exponents as fldexp and ffma_scale take them.
fn exponents(sets: &mut [[u64; 4]], at: usize, random: &mut Personality) {
    for set in sets {
        let r = random.random();
        set[at] = match r % 4 {
            0 => [0u64, 1, 0xffff_ffff, 0x7fff_ffff, 0x8000_0000][(r >> 8) as usize % 5],
            1 => u64::from((((r >> 8) % 4400) as i32 - 2200).cast_unsigned()),
            _ => u64::from((((r >> 8) % 300) as i32 - 150).cast_unsigned()),
        };
    }
}

fn envs() -> Vec<FloatEnv> {
    let mut all = vec![];
    for round in [Round::Even, Round::Up, Round::Down, Round::Zero] {
        for bits in 0..8 {
            all.push(FloatEnv {
                round,
                flush_in: bits & 1 != 0,
                flush_out: bits & 2 != 0,
                quiet: bits & 4 != 0,
                dx10_clamp: true,
                f16_saturate: bits == 5,
            });
        }
    }
    all
}

/// Distance in units of the last place; 0 for equal bits, huge across NaNs.
fn distance(f: Fmt, a: u64, b: u64) -> u64 {
    let key = |v: u64| {
        let m = (v & (f.sign() - 1)).cast_signed();
        if v & f.sign() != 0 { -m } else { m }
    };
    let nan = |v: u64| v & (f.sign() - 1) > f.infinity();
    match a == b {
        true => 0,
        false if nan(a) || nan(b) => u64::MAX,
        false => key(a).abs_diff(key(b)),
    }
}

/// Runs the op as it is legalized, on all operands and personalities; gives whether it was refused.
fn check(op: Op, widths: &[Width], attr: &Attr, device: &DeviceCaps, within: u64) -> bool {
    let mut random = Personality::adversary(device.float, 7 + op as u64);
    let mut sets = operand_sets(widths, &mut random);
    match op {
        Op::fldexp => exponents(&mut sets, 1, &mut random),
        Op::ffma_scale => exponents(&mut sets, 3, &mut random),
        Op::fclass => sets.iter_mut().for_each(|s| s[1] = random.random() & 0x3ff),
        _ => {}
    }
    let mut func = function(op, widths, attr, sets.len() as u32);
    verify(&func).unwrap_or_else(|e| panic!("{e}\n{func}"));
    match run(&mut func, device) {
        Ok(_) => {}
        Err(PassError { kind: TranslateErrorKind::FloatEnvironment { .. }, .. }) => return false,
        Err(e) => panic!("{e}"),
    }
    verify(&func).unwrap_or_else(|e| panic!("{e}\n{func}"));
    let program = Program::new(&func).unwrap_or_else(|e| panic!("{e:?}\n{func}"));
    let fixed = match device.float.b32.denormals {
        Denormals::Flush => Personality::flush(),
        _ => Personality::ieee(),
    };
    let hosts = [1, 2].map(|seed| Personality::adversary(device.float, seed));
    for (number, mut host) in std::iter::once(fixed).chain(hosts).enumerate() {
        let mut memory = Bytes::default();
        let bytes = sets.iter().flat_map(|s| s.iter().flat_map(|v| v.to_le_bytes())).collect();
        memory.buffers.insert(0, bytes);
        memory.buffers.insert(1, vec![0; sets.len() * SLOT as usize]);
        let dispatch = Dispatch { workgroups: [1; 3], user_data: &[], padding: Padding::Absent };
        let result = ir::interp::run(&program, &dispatch, &mut memory, &mut host, &mut 1_000_000_000);
        assert_eq!(result, Ok(None));
        for (i, set) in sets.iter().enumerate() {
            let at = i * SLOT as usize;
            let got = u64::from_le_bytes(memory.buffers[&1][at..at + 8].try_into().unwrap());
            let to = match attr {
                Attr::FloatTo(to, _) => *to,
                _ => match op.row().results[0].width {
                    W::T => widths[0],
                    W::B1 => Width::B1,
                    _ => Width::B32,
                },
            };
            let want = eval_float(op, widths[0], to, &set[..widths.len()], attr).unwrap();
            let off = Fmt::of(to).map_or(u64::from(got != want), |f| distance(f, got, want));
            let same = if within == 0 { got == want } else { off <= within };
            assert!(
                same,
                "{} {attr:?} on {:?}, host {number}: {:x?} gave {got:x}, not {want:x}",
                op.row().name,
                device.float.b32.denormals,
                &set[..widths.len()]
            );
        }
    }
    true
}

fn args(op: Op, width: Width) -> Vec<Width> {
    op.row().args.iter().map(|s| if s.width == W::B32 { Width::B32 } else { width }).collect()
}

fn all(ops: &[Op], widths: &[Width], within: u64) {
    for &op in ops {
        for &width in widths {
            for env in envs() {
                for host in hosts() {
                    let done = check(op, &args(op, width), &Attr::Float(env), &host, within);
                    assert!(done, "{} of {width:?} {env:?} on {host:?} is refused", op.row().name);
                }
            }
        }
    }
}

const NARROW: [Width; 2] = [Width::B16, Width::B32];
const EVERY: [Width; 3] = [Width::B16, Width::B32, Width::B64];

#[test]
fn sums_and_products() {
    all(&[Op::fadd, Op::fmul], &EVERY, 0);
}

#[test]
fn fused_and_separate_products_and_sums() {
    all(&[Op::ffma, Op::fmad, Op::ffma_scale], &EVERY, 0);
}

#[test]
fn extremes_and_integers() {
    all(&[Op::fmin, Op::fmax, Op::ffloor, Op::fceil, Op::ftrunc, Op::frndne, Op::ffract], &EVERY, 0);
}

#[test]
fn scales() {
    all(&[Op::fldexp, Op::ffrexp_mant, Op::ffrexp_exp], &EVERY, 0);
}

#[test]
fn approximations_are_within_a_unit() {
    all(&[Op::frcp, Op::fsqrt, Op::frsq], &EVERY, 1);
    all(&[Op::fexp2, Op::flog2, Op::fsin, Op::fcos], &NARROW, 1);
}

#[test]
fn comparisons_and_classes() {
    for width in EVERY {
        for host in hosts() {
            for flush_in in [false, true] {
                let env = FloatEnv { flush_in, ..FloatEnv::IEEE };
                for want in 0..16 {
                    let attr = Attr::FCmp(FCmp(want), env);
                    assert!(check(Op::fcmp, &[width; 2], &attr, &host, 0));
                }
            }
            assert!(check(Op::fclass, &[width, Width::B32], &Attr::None, &host, 0));
        }
    }
}

#[test]
fn conversions() {
    for host in hosts() {
        for env in envs() {
            for from in EVERY {
                for to in EVERY {
                    if from != to {
                        assert!(check(Op::fcvt, &[from], &Attr::FloatTo(to, env), &host, 0));
                    }
                }
                for to in [Width::B8, Width::B16, Width::B32, Width::B64] {
                    let attr = Attr::FloatTo(to, env);
                    for op in [Op::f_to_s, Op::f_to_u] {
                        assert!(check(op, &[from], &attr, &host, 0));
                    }
                    for op in [Op::s_to_f, Op::u_to_f] {
                        assert!(check(op, &[to], &Attr::FloatTo(from, env), &host, 0));
                    }
                }
            }
            let mixed = Attr::FloatTo(Width::B16, env);
            assert!(check(Op::ffma_to, &[Width::B32; 3], &mixed, &host, 0));
        }
    }
}

#[test]
fn single_floats_go_through_double_ones_where_their_rounding_is_unknown() {
    let mut device = caps(Denormals::Unknown);
    device.float.b32.rounding = Rounding::Unknown;
    device.float.b16.rounding = Rounding::Unknown;
    for env in envs() {
        let attr = Attr::Float(env);
        for width in NARROW {
            for op in [Op::fadd, Op::fmul, Op::ffma, Op::fmad, Op::ffract, Op::frndne] {
                assert!(check(op, &args(op, width), &attr, &device, 0));
            }
            for op in [Op::frcp, Op::fsqrt, Op::fsin] {
                assert!(check(op, &[width], &attr, &device, 1));
            }
        }
        for op in [Op::s_to_f, Op::u_to_f] {
            assert!(check(op, &[Width::B32], &Attr::FloatTo(Width::B32, env), &device, 0));
        }
    }
}

#[test]
fn powers_of_double_floats_are_refused() {
    let env = Attr::Float(FloatEnv::IEEE);
    assert!(!check(Op::fexp2, &[Width::B64], &env, &DeviceCaps::PROMISING, 0));
}

#[test]
fn nothing_known_leaves_no_host_float_op() {
    let [.., nothing] = hosts();
    for op in [Op::fadd, Op::fmul, Op::ffma, Op::frndne, Op::fsqrt, Op::fsin, Op::fcmp] {
        for width in NARROW {
            let env = FloatEnv { round: Round::Up, ..FloatEnv::IEEE };
            let attr = if op == Op::fcmp { Attr::FCmp(FCmp(1), env) } else { Attr::Float(env) };
            let mut func = function(op, &args(op, width), &attr, 1);
            run(&mut func, &nothing).unwrap();
            let insts = func.layout.iter().flat_map(|&b| func.blocks[b].insts.clone());
            assert!(insts.into_iter().all(|i| func.insts[i].op.group() != "host"), "{func}");
        }
    }
}
