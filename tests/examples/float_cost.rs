//! Prints what exact float ops cost: IR ops that each becomes, for kinds of hosts, as the tables of docs/src/floats.md.
#![expect(clippy::print_stdout, reason = "it reports")]

use ir::attr::{Coherence, Mem, Space};
use ir::entity::Resource;
use ir::float::{FCmp, FloatEnv, Round};
use ir::function::ResourceData;
use ir::host::{Denormals, FloatCaps, HostCaps, Rounding, Specials};
use ir::{Attr, Builder, Function, Op, Phase, Type, Value, Width};
use recompiler::caps::DeviceCaps;
use recompiler::passes::{legalize_float, pass};

fn main() {
    let known = |denormals| FloatCaps { denormals, rounding: Rounding::Even, specials: Specials::SomeNan };
    let host = |denormals, float64| DeviceCaps {
        float: HostCaps::all(known(denormals)),
        float64,
        ..DeviceCaps::PROMISING
    };
    let nothing =
        FloatCaps { denormals: Denormals::Unknown, rounding: Rounding::Unknown, specials: Specials::Loose };
    let hosts = [
        host(Denormals::Keep, true),
        host(Denormals::Flush, true),
        host(Denormals::Unknown, true),
        host(Denormals::Flush, false),
        DeviceCaps { float: HostCaps::all(nothing), ..DeviceCaps::PROMISING },
    ];
    let title = |width| {
        let flush = width == Width::B32;
        FloatEnv { flush_in: flush, flush_out: flush, quiet: false, ..FloatEnv::IEEE }
    };
    let ieee = |_| FloatEnv::IEEE;
    let up = |_| FloatEnv { round: Round::Up, ..FloatEnv::IEEE };
    let modes: [(&str, &dyn Fn(Width) -> FloatEnv); 3] = [
        ("FLOAT_MODE 0xC0, IEEE 0 (titles)", &title),
        ("FLOAT_MODE 0xF0, IEEE 1", &ieee),
        ("FLOAT_MODE 0xF5, IEEE 1 (toward plus infinity)", &up),
    ];
    for (name, env) in modes {
        println!("\n{name}\n");
        println!("| op | keeps denormals | flushes | denormals unknown | flushes, no f64 | nothing known |");
        println!("|---|---|---|---|---|---|");
        for op in [
            Op::fadd,
            Op::fmul,
            Op::ffma,
            Op::fmad,
            Op::fmin,
            Op::ffloor,
            Op::ffract,
            Op::fldexp,
            Op::fcmp,
            Op::frcp,
            Op::fsqrt,
            Op::frsq,
            Op::fexp2,
            Op::flog2,
            Op::fsin,
        ] {
            for width in [Width::B32, Width::B16, Width::B64] {
                if width == Width::B64 && matches!(op, Op::fmad | Op::fexp2 | Op::flog2 | Op::fsin) {
                    continue;
                }
                let counts = hosts.map(|host| {
                    cost(op, width, env(width), &host).map_or("refused".to_owned(), |n| n.to_string())
                });
                println!("| `{}.{}` | {} |", op.row().name, width.bits(), counts.join(" | "));
            }
        }
    }
}

/// IR ops behind loads and in front of the store; none where the op is refused.
fn cost(op: Op, width: Width, env: FloatEnv, caps: &DeviceCaps) -> Option<usize> {
    let mut func = Function::new("f", 1);
    func.phase = Phase::Resolved;
    for name in ["in", "out"] {
        func.resources.push(ResourceData { name: name.into(), written: name == "out" });
    }
    let block = func.add_block();
    let mut b = Builder::new(&mut func, block);
    let (at, yes) = (b.c32(0), b.c1(true));
    let mem = |resource, offset, width| {
        Attr::Mem(Mem {
            space: Space::Buffer(Resource::from_u32(resource)),
            width,
            count: 1,
            align: 8,
            coherence: Coherence::Wave,
            offset,
        })
    };
    let mut args: Vec<Value> = vec![];
    for (i, sig) in op.row().args.iter().enumerate() {
        let w = if sig.width == ir::ops::W::B32 { Width::B32 } else { width };
        let ty = Type { width: w, rate: ir::Rate::Uniform };
        let inst = b.emit(Op::load, &[at, yes], mem(0, i as i32 * 8, w), &[ty]);
        args.push(b.func.result(inst)?);
    }
    let attr = if op == Op::fcmp { Attr::FCmp(FCmp(FCmp::LT), env) } else { Attr::Float(env) };
    let v = b.op(op, &args, attr);
    let w = b.func.ty(v).width;
    let v = if w == Width::B1 { b.op(Op::zext, &[v], Attr::Width(Width::B32)) } else { v };
    let w = b.func.ty(v).width;
    b.emit(Op::store, &[at, yes, v], mem(1, 0, w), &[]);
    b.ret();
    let before = func.blocks[block].insts.len() - 1;
    legalize_float::run(&mut func, caps).ok()?;
    for name in ["fold", "gvn", "fold", "dce"] {
        (pass(name)?.run)(&mut func).ok()?;
    }
    Some(func.blocks[block].insts.len().saturating_sub(before))
}
