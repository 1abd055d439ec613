//! Holds the approximations, as legalized, against f64 functions: all operands of 16 bits, and N of 32 bits spread over all.
//! `float_sweep [N]`, by default 2^24. Prints the largest error of each in units of the result's last place.
#![expect(clippy::print_stdout, reason = "it reports")]

use half::f16;
use ir::attr::{Coherence, Mem, Space};
use ir::entity::Resource;
use ir::float::FloatEnv;
use ir::function::ResourceData;
use ir::host::{Denormals, FloatCaps, HostCaps, Personality, Rounding, Specials};
use ir::interp::{Bytes, Dispatch, Padding, Program, run};
use ir::{Attr, Builder, Function, Op, Phase, Type, Width};
use recompiler::caps::DeviceCaps;
use recompiler::passes::{legalize_float, pass};

const LANES: u32 = 1024;

fn main() {
    let count = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(1u64 << 24);
    let known =
        FloatCaps { denormals: Denormals::Unknown, rounding: Rounding::Even, specials: Specials::SomeNan };
    let nothing =
        FloatCaps { denormals: Denormals::Unknown, rounding: Rounding::Unknown, specials: Specials::Loose };
    let hosts = [("f64 known", known), ("nothing known", nothing)];
    let ops = [Op::frcp, Op::fsqrt, Op::frsq, Op::fexp2, Op::flog2, Op::fsin, Op::fcos];
    for (host, caps) in hosts {
        let caps = DeviceCaps { float: HostCaps::all(caps), ..DeviceCaps::PROMISING };
        for op in ops {
            let name = op.row().name;
            let Some(worst) = sweep(op, Width::B16, &caps, 1 << 16) else { continue };
            println!("{host}: {name}.16 of 65536 operands: {worst}");
            let Some(worst) = sweep(op, Width::B32, &caps, count) else { continue };
            println!("{host}: {name}.32 of {count} operands: {worst}");
        }
    }
}

fn number(width: Width, bits: u32) -> f64 {
    if width == Width::B16 { f16::from_bits(bits as u16).to_f64() } else { f64::from(f32::from_bits(bits)) }
}

/// The function in f64; quarters of a turn exact.
fn exact(op: Op, x: f64) -> f64 {
    let turns = |quarters: i32| {
        let part = x - x.trunc();
        let nearest = (part * 4.0).round_ties_even();
        let rest = (part - nearest / 4.0) * std::f64::consts::TAU;
        match (nearest as i32 + quarters).rem_euclid(4) {
            0 => rest.sin(),
            1 => rest.cos(),
            2 => -rest.sin(),
            _ => -rest.cos(),
        }
    };
    match op {
        Op::frcp => 1.0 / x,
        Op::fsqrt => x.sqrt(),
        Op::frsq => 1.0 / x.sqrt(),
        Op::fexp2 => x.exp2(),
        Op::flog2 if (x - 1.0).abs() < 0.25 => (x - 1.0).ln_1p() * std::f64::consts::LOG2_E,
        Op::flog2 => x.log2(),
        // The product with the f32 constant is what a small operand gives (measured-facts 33).
        Op::fsin if x.abs() < 1.0 / 4096.0 => x * f64::from(f32::from_bits(0x40c9_0fd5)),
        Op::fsin => turns(0),
        _ => turns(1),
    }
}

/// The largest error and where it is; none where something does not run.
fn sweep(op: Op, width: Width, caps: &DeviceCaps, count: u64) -> Option<String> {
    let mut func = function(op, width)?;
    legalize_float::run(&mut func, caps).ok()?;
    for name in ["fold", "gvn", "dce"] {
        (pass(name)?.run)(&mut func).ok()?;
    }
    let program = Program::new(&func).ok()?;
    let mut host = Personality::adversary(caps.float, 1);
    let (least, fraction, overflow) =
        if width == Width::B16 { (-14, 10, 65520.0) } else { (-126, 23, 3.402_823_567_797_336_6e38) };
    let step = (1u64 << width.bits()) as f64 / count as f64;
    let (mut worst, mut at, mut special) = (0.0, 0, 0u64);
    for start in (0..count).step_by(LANES as usize) {
        // One operand in each of `count` equal ranges, at a place of its own.
        let place = |i: u64| {
            let within = (i.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) as f64 / (1u64 << 24) as f64;
            ((i as f64 + within) * step) as u32
        };
        let operands: Vec<u32> = (start..start + u64::from(LANES)).map(place).collect();
        let mut memory = Bytes::default();
        memory.buffers.insert(0, operands.iter().flat_map(|v| v.to_le_bytes()).collect());
        memory.buffers.insert(1, vec![0; LANES as usize * 4]);
        let dispatch = Dispatch { workgroups: [1; 3], user_data: &[], padding: Padding::Absent };
        run(&program, &dispatch, &mut memory, &mut host, &mut u64::MAX.clone()).ok()?;
        let (results, _) = memory.buffers.get(&1)?.as_chunks::<4>();
        for (&a, r) in operands.iter().zip(results) {
            let got = number(width, u32::from_le_bytes(*r));
            let want = exact(op, number(width, a));
            if want.is_nan() || want.is_infinite() || want.abs() >= overflow {
                let same = want.is_nan() && got.is_nan()
                    || got == want
                    || got.is_infinite() && want.abs() >= overflow && got.signum() == want.signum();
                special += u64::from(!same);
                continue;
            }
            let unit = (((want.to_bits() >> 52 & 0x7ff) as i32 - 1023).max(least) - fraction) as f64;
            let error = (got - want).abs() / unit.exp2();
            if error.is_nan() || error > worst {
                (worst, at) = (error, a);
            }
        }
    }
    Some(format!("{worst:.4} units at {at:#x}, {special} special values wrong"))
}

fn function(op: Op, width: Width) -> Option<Function> {
    let mut func = Function::new("f", 1);
    func.phase = Phase::Resolved;
    func.local_size = [LANES, 1, 1];
    func.wave_size = 64;
    for name in ["in", "out"] {
        func.resources.push(ResourceData { name: name.into(), written: name == "out" });
    }
    let block = func.add_block();
    let mut b = Builder::new(&mut func, block);
    let yes = b.c1(true);
    let index = b.pure(Op::local_index, &[]);
    let two = b.c32(2);
    let at = b.pure(Op::ishl, &[index, two]);
    let mem = |resource| {
        Attr::Mem(Mem {
            space: Space::Buffer(Resource::from_u32(resource)),
            width: Width::B32,
            count: 1,
            align: 4,
            coherence: Coherence::Wave,
            offset: 0,
        })
    };
    let inst = b.emit(Op::load, &[at, yes], mem(0), &[Type::L32]);
    let mut a = b.func.result(inst)?;
    if width == Width::B16 {
        a = b.op(Op::trunc, &[a], Attr::Width(width));
    }
    let mut v = b.op(op, &[a], Attr::Float(FloatEnv::IEEE));
    if width == Width::B16 {
        v = b.op(Op::zext, &[v], Attr::Width(Width::B32));
    }
    b.emit(Op::store, &[at, yes, v], mem(1), &[]);
    b.ret();
    Some(func)
}
