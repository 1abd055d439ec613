//! Reciprocals, roots, powers, logarithms and sines as they are legalized for a host, against references.
//!
//! **Requires** an op of that kind. **Ensures** the largest distance from the true value is found, in units of the result's last
//! place, and results are counted that are not the correctly rounded ones. References: for 16 and 32 bits f64 functions, whose
//! error is below 2^-28 units there, with quarters of a turn taken exactly; a result is called correctly rounded only where all
//! values within four units of the f64 round to it (Ziv's test), else it is undecided. For 64 bits the host's quotient and root,
//! which IEEE 754 has correctly rounded, and for the reciprocal root the exact residual `1 - x y^2`.
//! **Leaves alone** who decides for the host: an adversary within the caps.

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
use std::fmt;

/// Operands of a dispatch.
const LANES: u32 = 1024;

/// The ops of 16 and 32 bits.
pub const OPS: [Op; 7] = [Op::frcp, Op::fsqrt, Op::frsq, Op::fexp2, Op::flog2, Op::fsin, Op::fcos];
/// Those that 64 bits have too.
pub const OPS64: [Op; 3] = [Op::frcp, Op::fsqrt, Op::frsq];

/// Kinds of hosts, by name.
pub fn hosts() -> [(&'static str, DeviceCaps); 4] {
    let host = |denormals, rounding, specials| {
        let float = HostCaps::all(FloatCaps { denormals, rounding, specials });
        DeviceCaps { float, ..DeviceCaps::PROMISING }
    };
    [
        ("promises", DeviceCaps::PROMISING),
        ("f64 known", host(Denormals::Unknown, Rounding::Even, Specials::SomeNan)),
        (
            "no f64",
            DeviceCaps {
                float64: false,
                float16: false,
                ..host(Denormals::Flush, Rounding::Even, Specials::SomeNan)
            },
        ),
        ("nothing known", host(Denormals::Unknown, Rounding::Unknown, Specials::Loose)),
    ]
}

/// What a sweep found.
#[derive(Clone, Copy, Debug, Default)]
pub struct Found {
    /// Operands.
    pub operands: u64,
    /// The largest distance from the true value in units of the last place.
    pub worst: f64,
    /// Its operand.
    pub at: u64,
    /// Results that are not the correctly rounded value.
    pub other: u64,
    /// Results of which that is not decided.
    pub undecided: u64,
    /// Infinities, zeros and NaNs that are none, or should be.
    pub special: u64,
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} operands: at most {:.4} units off (at {:#x}), {} not correctly rounded, {} undecided, {} special values wrong",
            self.operands, self.worst, self.at, self.other, self.undecided, self.special
        )
    }
}

/// One operand in each of `count` equal ranges of the bit patterns of a width, at a place of its own in the range; all patterns
/// of 16 bits.
pub fn spread(width: Width, count: u64) -> impl Iterator<Item = u64> {
    let step = if width == Width::B16 { 1.0 } else { 2f64.powi(width.bits().cast_signed()) / count as f64 };
    let count = if width == Width::B16 { 1 << 16 } else { count };
    (0..count).map(move |i| {
        let within = (i.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) as f64 / (1u64 << 24) as f64;
        if width == Width::B16 { i } else { ((i as f64 + within) * step) as u64 }
    })
}

/// Runs an op as it is legalized for a host on operands; none where something does not run.
pub fn sweep(op: Op, width: Width, caps: &DeviceCaps, operands: impl Iterator<Item = u64>) -> Option<Found> {
    let mut func = function(op, width)?;
    legalize_float::run(&mut func, caps).ok()?;
    for name in ["fold", "gvn", "dce"] {
        (pass(name)?.run)(&mut func).ok()?;
    }
    let program = Program::new(&func).ok()?;
    let mut host = Personality::adversary(caps.float, 1);
    let mut found = Found::default();
    let mut operands = operands.peekable();
    while operands.peek().is_some() {
        let part: Vec<u64> = operands.by_ref().take(LANES as usize).collect();
        let mut memory = Bytes::default();
        let mut bytes: Vec<u8> = part.iter().flat_map(|v| v.to_le_bytes()).collect();
        bytes.resize(LANES as usize * 8, 0);
        memory.buffers.insert(0, bytes);
        memory.buffers.insert(1, vec![0; LANES as usize * 8]);
        let dispatch = Dispatch { workgroups: [1; 3], user_data: &[], padding: Padding::Absent };
        run(&program, &dispatch, &mut memory, &mut host, &mut u64::MAX.clone()).ok()?;
        let (results, _) = memory.buffers.get(&1)?.as_chunks::<8>();
        for (&a, r) in part.iter().zip(results) {
            found.look(op, width, a, u64::from_le_bytes(*r));
        }
    }
    Some(found)
}

impl Found {
    /// Takes a result into account.
    pub fn look(&mut self, op: Op, width: Width, a: u64, got: u64) {
        self.operands += 1;
        if width == Width::B64 {
            return self.look64(op, a, got);
        }
        let (x, y) = (number(width, a), number(width, got));
        let want = exact(op, x);
        let (least, fraction, largest) = if width == Width::B16 {
            (-14, 10, 65520.0)
        } else {
            // Half a unit above the largest finite number.
            (-126, 23, 3.402_823_567_797_336_6e38)
        };
        if want.is_nan() || want.abs() >= largest {
            let same = want.is_nan() && y.is_nan() || y.is_infinite() && y.signum() == want.signum();
            self.special += u64::from(!same);
            return;
        }
        let unit = f64::from(((want.to_bits() >> 52 & 0x7ff) as i32 - 1023).max(least) - fraction).exp2();
        self.distance((y - want).abs() / unit, a);
        if want == 0.0 {
            self.special += u64::from(y != 0.0 || y.is_sign_negative() != want.is_sign_negative());
            return;
        }
        let round = |v: f64| {
            if width == Width::B16 {
                // On the grid of halves the conversion is exact.
                u64::from(f16::from_f64((v / unit).round_ties_even() * unit).to_bits())
            } else {
                (v as f32).to_bits().into()
            }
        };
        // Exact where the f64 is the value itself; else all values around it have to agree.
        let (below, above) = (round(want * (1.0 - 9e-16)), round(want * (1.0 + 9e-16)));
        let itself = round(want);
        if number(width, itself) == want || below == above {
            self.other += u64::from(got != itself);
        } else {
            self.undecided += 1;
        }
    }

    fn look64(&mut self, op: Op, a: u64, got: u64) {
        let (x, y) = (f64::from_bits(a), f64::from_bits(got));
        let want = match op {
            Op::frcp => 1.0 / x,
            Op::fsqrt => x.sqrt(),
            _ => 1.0 / x.sqrt(),
        };
        if want.is_nan() || want.is_infinite() || want == 0.0 {
            let same = want.is_nan() && y.is_nan() || want.to_bits() == got;
            self.special += u64::from(!same);
            return;
        }
        if op != Op::frsq {
            self.other += u64::from(want.to_bits() != got);
        }
        // Scaled by an even power of two, so that no step underflows. The residuals are exact but for their own last bits.
        let exponent = (want.to_bits() >> 52 & 0x7ff) as i32 - 1023;
        let (half, rest) = (2f64.powi(exponent / 2), 2f64.powi(exponent - exponent / 2));
        let up = |v: f64| v * half * rest;
        let y = y / half / rest;
        let error = match op {
            Op::frcp => (-up(x)).mul_add(y, 1.0) * y,
            Op::fsqrt => (-y).mul_add(y, x / half / rest / half / rest) / (2.0 * y),
            _ => {
                let x = up(up(x));
                let square = y * y;
                let below = y.mul_add(y, -square);
                ((-x).mul_add(square, 1.0) - x * below) / 2.0 * y
            }
        };
        self.distance(error.abs() * 2f64.powi(52 + (exponent + 1022).min(0)), a);
    }

    fn distance(&mut self, error: f64, at: u64) {
        if error.is_nan() || error > self.worst {
            (self.worst, self.at) = (if error.is_nan() { f64::INFINITY } else { error }, at);
        }
    }
}

fn number(width: Width, bits: u64) -> f64 {
    if width == Width::B16 {
        f16::from_bits(bits as u16).to_f64()
    } else {
        f64::from(f32::from_bits(bits as u32))
    }
}

/// The function in f64; quarters of a turn exact.
fn exact(op: Op, x: f64) -> f64 {
    let turns = |quarters: i32| {
        let part = x - x.trunc();
        let nearest = (part * 4.0).round_ties_even();
        let rest = (part - nearest / 4.0) * std::f64::consts::TAU;
        let value = match (nearest as i32 + quarters).rem_euclid(4) {
            0 => rest.sin(),
            1 => rest.cos(),
            2 => -rest.sin(),
            _ => -rest.cos(),
        };
        // The zeros of whole and half turns have no sign (measured-facts 32).
        if value == 0.0 { 0.0 } else { value }
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

/// Each lane applies the op to an operand of its own; slots of eight bytes.
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
    let three = b.c32(3);
    let at = b.pure(Op::ishl, &[index, three]);
    let mem = |resource, width| {
        Attr::Mem(Mem {
            space: Space::Buffer(Resource::from_u32(resource)),
            width,
            count: 1,
            align: 8,
            coherence: Coherence::Wave,
            offset: 0,
        })
    };
    let slot = if width == Width::B64 { Width::B64 } else { Width::B32 };
    let ty = Type { width: slot, ..Type::L32 };
    let inst = b.emit(Op::load, &[at, yes], mem(0, slot), &[ty]);
    let mut a = b.func.result(inst)?;
    if width == Width::B16 {
        a = b.op(Op::trunc, &[a], Attr::Width(width));
    }
    let mut v = b.op(op, &[a], Attr::Float(FloatEnv::IEEE));
    if width == Width::B16 {
        v = b.op(Op::zext, &[v], Attr::Width(Width::B32));
    }
    b.emit(Op::store, &[at, yes, v], mem(1, slot), &[]);
    b.ret();
    Some(func)
}

/// Whether what an op becomes uses the host's own powers, logarithms, sines or reciprocal roots, whose bounds are wide.
pub fn uses_loose_functions(op: Op, width: Width, caps: &DeviceCaps) -> Option<bool> {
    let mut func = function(op, width)?;
    legalize_float::run(&mut func, caps).ok()?;
    let mut ops = func.layout.iter().flat_map(|&b| &func.blocks[b].insts).map(|&i| func.insts[i].op);
    Some(ops.any(|op| matches!(op, Op::hexp2 | Op::hlog2 | Op::hsin | Op::hcos | Op::hrsq)))
}
