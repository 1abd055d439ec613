//! What a device's float ops do, found by asking it: one small dispatch for each width.
//!
//! Requires: an open device. Ensures: a property is reported only if every probe of it agrees; what the probes do not settle
//! is unknown. Leaves alone: what the device promises (float controls).

use super::device::Device;
use super::error::VulkanError;
use super::storage::{Buffer, HostBytes};
use super::work::Work;
use ir::attr::{Coherence, Mem, Space};
use ir::function::ResourceData;
use ir::host::{Denormals, FloatCaps, HostCaps, Rounding, Specials};
use ir::{Attr, Builder, Function, Op, Phase, Value, Width};
use spirv::{BindingKind, Options};
use std::time::Duration;

/// A probe: what is computed from two operands, and what the answers say.
struct Probe {
    op: Op,
    a: u64,
    b: u64,
    /// Result with denormals kept, with denormals flushed, rounded to even, rounded toward zero; and the last two again for
    /// integers that are converted.
    answers: [Option<u64>; 6],
}

/// Tells a conversion to nearest even from one toward zero.
const fn conversion(op: Op, a: u64, even: u64, zero: u64) -> Probe {
    Probe { op, a, b: 0, answers: [None, None, None, None, Some(even), Some(zero)] }
}

const fn denormal(op: Op, a: u64, b: u64, kept: u64) -> Probe {
    Probe { op, a, b, answers: [Some(kept), Some(0), None, None, None, None] }
}

const fn rounding(op: Op, a: u64, b: u64, even: u64, zero: u64) -> Probe {
    Probe { op, a, b, answers: [None, None, Some(even), Some(zero), None, None] }
}

/// Smallest normal times a half, denormal times two, denormal plus denormal; then sums and products between two floats.
fn probes(width: Width) -> Vec<Probe> {
    match width {
        Width::B16 => vec![
            denormal(Op::hmul, 0x0400, 0x3800, 0x0200),
            denormal(Op::hmul, 0x0200, 0x4000, 0x0400),
            denormal(Op::hadd, 0x0001, 0x0001, 0x0002),
            rounding(Op::hadd, 0x3c00, 0x1200, 0x3c01, 0x3c00),
            rounding(Op::hadd, 0xbc00, 0x9200, 0xbc01, 0xbc00),
            rounding(Op::hmul, 0x3c01, 0x3e01, 0x3e03, 0x3e02),
        ],
        Width::B64 => vec![
            denormal(Op::hmul, 1 << 52, 0x3fe0_0000_0000_0000, 1 << 51),
            denormal(Op::hmul, 1 << 51, 0x4000_0000_0000_0000, 1 << 52),
            denormal(Op::hadd, 1, 1, 2),
            rounding(
                Op::hadd,
                0x3ff0_0000_0000_0000,
                0x3ca8_0000_0000_0000,
                0x3ff0_0000_0000_0001,
                0x3ff0_0000_0000_0000,
            ),
            rounding(
                Op::hadd,
                0xbff0_0000_0000_0000,
                0xbca8_0000_0000_0000,
                0xbff0_0000_0000_0001,
                0xbff0_0000_0000_0000,
            ),
        ],
        _ => vec![
            denormal(Op::hmul, 0x0080_0000, 0x3f00_0000, 0x0040_0000),
            denormal(Op::hmul, 0x0040_0000, 0x4000_0000, 0x0080_0000),
            denormal(Op::hadd, 1, 1, 2),
            rounding(Op::hadd, 0x3f80_0000, 0x33c0_0000, 0x3f80_0001, 0x3f80_0000),
            rounding(Op::hadd, 0xbf80_0000, 0xb3c0_0000, 0xbf80_0001, 0xbf80_0000),
            conversion(Op::u_to_h, 0x0100_0003, 0x4b80_0002, 0x4b80_0001),
            conversion(Op::u_to_h, 0xc3af_b0ff, 0x4f43_afb1, 0x4f43_afb0),
            conversion(Op::u_to_h, 0xffff_ffff, 0x4f80_0000, 0x4f7f_ffff),
            // Its low 31 bits rounded first would make a tie: SwiftShader converts in two steps.
            conversion(Op::u_to_h, 0xc000_00a0, 0x4f40_0001, 0x4f40_0000),
            conversion(Op::s_to_h, 0x0100_0003, 0x4b80_0002, 0x4b80_0001),
            conversion(Op::s_to_h, 0xfeff_fffd, 0xcb80_0002, 0xcb80_0001),
            conversion(Op::s_to_h, 0x7fff_ffff, 0x4f00_0000, 0x4eff_ffff),
        ],
    }
}

/// Probes all widths that the device has. Widths that it lacks are unknown.
///
/// # Errors
/// A dispatch that fails.
pub fn float_caps(device: &Device, options: &Options) -> Result<HostCaps, VulkanError> {
    let has = |f: spirv::Features| options.features.contains(f);
    let (b32, from_int) = probe(device, options, Width::B32)?;
    let mut caps = HostCaps { b32, from_int, ..HostCaps::default() };
    if has(spirv::Features::FLOAT64 | spirv::Features::INT64) {
        caps.b64 = probe(device, options, Width::B64)?.0;
    }
    if has(spirv::Features::FLOAT16 | spirv::Features::INT16) {
        caps.b16 = probe(device, options, Width::B16)?.0;
    }
    Ok(caps)
}

/// What ops of a width do, and how conversions from integers round.
fn probe(device: &Device, options: &Options, width: Width) -> Result<(FloatCaps, Rounding), VulkanError> {
    let probes = probes(width);
    let bug = |e: &dyn std::fmt::Display| VulkanError::Lacks { what: format!("the float probe: {e}") };
    let (func, user_data) = program(&probes, width);
    let module = spirv::emit(&func, options).map_err(|e| bug(&e))?;
    let mut buffers = Vec::new();
    for binding in &module.bindings {
        let bytes = match binding.kind {
            BindingKind::Resource(_) => vec![0; probes.len() * 8],
            BindingKind::Places => {
                [0u32, probes.len() as u32 * 8].iter().flat_map(|w| w.to_le_bytes()).collect()
            }
            BindingKind::UserData => user_data.iter().flat_map(|w| w.to_le_bytes()).collect(),
            _ => vec![0; 64],
        };
        buffers.push(Buffer { binding: binding.binding, bytes: HostBytes::from(bytes) });
    }
    let push: Vec<u8> =
        user_data.iter().take(module.push_dwords as usize).flat_map(|w| w.to_le_bytes()).collect();
    let work = Work {
        words: &module.words,
        subgroup_size: 1,
        push: &push,
        groups: [1, 1, 1],
        timeout: Duration::from_secs(60),
    };
    device.dispatch(&work, &mut buffers)?;
    let result = module
        .bindings
        .iter()
        .zip(&buffers)
        .find(|(b, _)| matches!(b.kind, BindingKind::Resource(_)))
        .map(|(_, b)| &b.bytes[..])
        .unwrap_or_default();
    let (results, _) = result.as_chunks::<8>();
    let results: Vec<u64> = results.iter().map(|b| u64::from_le_bytes(*b)).collect();
    // Whether every probe that has an answer of this kind gave it.
    let all = |kind: usize| {
        let mut asked = probes.iter().zip(&results).filter_map(|(p, &r)| p.answers[kind].map(|a| a == r));
        asked.next().is_some_and(|first| first && asked.all(|same| same))
    };
    let rounding = |even, zero| match (all(even), all(zero)) {
        (true, _) => Rounding::Even,
        (false, true) => Rounding::Zero,
        (false, false) => Rounding::Unknown,
    };
    let denormals = match (all(0), all(1)) {
        (true, _) => Denormals::Keep,
        (false, true) => Denormals::Flush,
        (false, false) => Denormals::Unknown,
    };
    // No probe shows what a compiler does with operands that it knows: zero times anything is zero to some.
    let [half, single, double] = options.float.map(|c| c.special);
    let kept = match width {
        Width::B16 => half,
        Width::B64 => double,
        Width::B1 | Width::B8 | Width::B32 => single,
    };
    let specials = if kept { Specials::SomeNan } else { Specials::Loose };
    Ok((FloatCaps { denormals, rounding: rounding(2, 3), specials }, rounding(4, 5)))
}

/// One invocation that computes all probes from user data, so that no compiler folds them, and stores 64 bits for each.
fn program(probes: &[Probe], width: Width) -> (Function, Vec<u32>) {
    let mut func = Function::new("probe", 1);
    func.phase = Phase::Legal;
    let out = func.resources.push(ResourceData { name: "out".to_owned(), written: true });
    let block = func.add_block();
    let mut b = Builder::new(&mut func, block);
    let mut user_data = Vec::new();
    for (i, p) in probes.iter().enumerate() {
        let mut operand = |b: &mut Builder<'_>, bits: u64| -> Value {
            let mut dword = |b: &mut Builder<'_>, bits: u32| {
                user_data.push(bits);
                b.op(Op::user_data, &[], Attr::Index(user_data.len() as u32 - 1))
            };
            let low = dword(b, bits as u32);
            match width {
                Width::B64 => {
                    let high = dword(b, (bits >> 32) as u32);
                    b.pure(Op::pack, &[low, high])
                }
                Width::B32 => low,
                _ => b.op(Op::trunc, &[low], Attr::Width(width)),
            }
        };
        let (x, y) = (operand(&mut b, p.a), operand(&mut b, p.b));
        let r = match p.op {
            Op::u_to_h | Op::s_to_h => b.op(p.op, &[x], Attr::Width(width)),
            op => b.pure(op, &[x, y]),
        };
        let (low, high) = match width {
            Width::B64 => (b.pure(Op::lo, &[r]), b.pure(Op::hi, &[r])),
            Width::B32 => (r, b.c32(0)),
            _ => (b.op(Op::zext, &[r], Attr::Width(Width::B32)), b.c32(0)),
        };
        let (at, yes) = (b.c32(i as u32 * 8), b.c1(true));
        let mem = Mem {
            space: Space::Buffer(out),
            width: Width::B32,
            count: 2,
            align: 4,
            coherence: Coherence::Wave,
            offset: 0,
        };
        b.emit(Op::store, &[at, yes, low, high], Attr::Mem(mem), &[]);
    }
    b.ret();
    (func, user_data)
}
