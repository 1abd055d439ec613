//! Random valid instructions of every form of every row, for tests and fuzzing.
//!
//! Requires: a source of random numbers. Ensures: what comes out is taken by the decoder with the given options and is
//! what the words say (`decode(encode(i)) = i`).
//! Leaves alone: whether the instruction makes sense to execute.
//!
//! Fields begin as biased random bits; each field that the decoder objects to gets another value until it is content.
//! So the generator needs no rules of its own: the rows and the validity checks are the rules.

use crate::decode::{DecodeErrorKind, DecodeOptions, decode, wants_literal};
use crate::encode::encode;
use crate::fields::{FieldInfo, Fields, NULL};
use crate::form::{Form, unpack};
use crate::inst::Inst;
use crate::op::Op;
use smallvec::SmallVec;

/// How often a field is changed before it is given up.
const TRIES: u32 = 2000;

/// Random bits of one field: often all zero or all one, otherwise anything.
fn field_bits(info: FieldInfo, next: &mut impl FnMut() -> u64) -> u64 {
    let mask = (1u64 << info.width) - 1;
    let random = next();
    let value = match random >> 56 & 7 {
        0 | 1 => 0,
        2 => mask,
        // A VGPR, a scalar register or a constant where the field names a source.
        3 => random & mask | 1 << (info.width - 1),
        4 => random & mask >> 1,
        // Scalar addresses: null.
        5 if info.width == 7 => u64::from(NULL),
        5 => 1 << (random >> 32 & 63) & mask,
        _ => random & mask,
    };
    value << info.low
}

fn assemble(op: Op, form: Form, bits: u64, next: &mut impl FnMut() -> u64) -> Inst {
    let fields = unpack(op, form, bits);
    let nsa = if let Fields::Mimg(f) = fields { usize::from(f.nsa) * 4 } else { 0 };
    let literal = wants_literal(op, &fields).then(|| {
        let random = next();
        match random >> 60 & 3 {
            0 => random as u32 & 0xff,
            1 => random as u32 & 0xffff_0000,
            _ => random as u32,
        }
    });
    let nsa = (0..nsa).map(|_| next() as u8).collect();
    Inst { op, fields, literal, nsa, ignored: SmallVec::new() }
}

/// How much of an encoding [`simplify`] takes away.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Simple {
    /// Nothing.
    Random,
    /// Modifiers: signs, selections of halves, clamp and output multiplier.
    Plain,
    /// Modifiers, and all vector sources are vector registers.
    Vector,
}

impl Simple {
    /// All of them.
    pub const ALL: [Simple; 3] = [Simple::Random, Simple::Plain, Simple::Vector];
}

/// Takes from an encoding what most instructions have no use for, so that one that is refused is refused for itself. The
/// hardware register of `s_getreg_b32` and `s_setreg_b32` becomes the low half of FLAT_SCRATCH.
pub fn simplify(inst: &mut Inst, simple: Simple) {
    const FLAT_SCRATCH_LO: u16 = 20 | 31 << 11;
    if simple == Simple::Random {
        return;
    }
    match &mut inst.fields {
        Fields::Vop3(f) => {
            (f.neg, f.abs, f.op_sel, f.clamp, f.omod) = (0, 0, 0, false, 0);
            if simple == Simple::Vector {
                (f.src0, f.src1, f.src2) = (256, 257, 258);
                inst.literal = None;
            }
        }
        Fields::Sopk(f)
            if matches!(inst.op.name(), "s_getreg_b32" | "s_setreg_b32" | "s_setreg_imm32_b32") =>
        {
            f.simm16 = FLAT_SCRATCH_LO;
        }
        _ => {}
    }
}

/// Tries random encodings of an instruction, `tries` for each form, wave size and kind of encoding, until one is taken: the
/// same ones each time. Says whether one was.
pub fn any_encoding(
    op: Op,
    wave_sizes: &[u32],
    tries: u32,
    mut is_taken: impl FnMut(&Inst, u32) -> bool,
) -> bool {
    let mut state = 0x9e37_79b9_7f4a_7c15u64 ^ u64::from(op.row().number);
    let mut next = move || {
        // xorshift64*: any generator will do, the tries only have to differ.
        state ^= state >> 12;
        state ^= state << 25;
        state ^= state >> 27;
        state.wrapping_mul(0x2545_f491_4f6c_dd1d)
    };
    for form in Form::of(op) {
        for &wave_size in wave_sizes {
            let options = DecodeOptions { wave_size, ..DecodeOptions::default() };
            for (simple, _) in Simple::ALL.into_iter().flat_map(|s| (0..tries).map(move |n| (s, n))) {
                let Some(mut inst) = generate(op, form, options, &mut next) else { continue };
                simplify(&mut inst, simple);
                if is_taken(&inst, wave_size) {
                    return true;
                }
            }
        }
    }
    false
}

/// A random instruction `op` in a form, or `None` where the decoder takes none with these options (an opcode that is not
/// on the part, or a form that the row lacks).
pub fn generate(op: Op, form: Form, options: DecodeOptions, next: &mut impl FnMut() -> u64) -> Option<Inst> {
    let infos = unpack(op, form, 0).infos();
    let mut bits = infos.iter().fold(0, |bits, &info| bits | field_bits(info, next));
    for _ in 0..TRIES {
        let inst = assemble(op, form, bits, next);
        let words = encode(&inst).ok()?;
        match decode(&words, 0, options) {
            Ok(decoded) if decoded.op == op && decoded.dwords() as usize == words.len() => {
                let same = std::mem::discriminant(&decoded.fields) == std::mem::discriminant(&inst.fields);
                if same {
                    return Some(decoded);
                }
                // The source field asked for another form.
                bits = change(bits, infos, "src0", next);
            }
            Err(e) => match e.kind {
                DecodeErrorKind::BadField { field, .. } => bits = change(bits, infos, field, next),
                DecodeErrorKind::NotOnTarget { .. } => return None,
                _ => bits = change(bits, infos, "src0", next),
            },
            Ok(_) => bits = change(bits, infos, "src0", next),
        }
    }
    None
}

/// The instruction with other values in its fields, as `value` gives them for each field and what it holds now; `None` where
/// the decoder takes that for another instruction or for none.
pub fn with_fields(
    inst: &Inst,
    options: DecodeOptions,
    value: &mut impl FnMut(FieldInfo, u64) -> u64,
) -> Option<Inst> {
    let bits = inst.fields.pack();
    let bits = inst.fields.infos().iter().fold(0, |all, &info| {
        let mask = (1u64 << info.width) - 1;
        all | (value(info, bits >> info.low & mask) & mask) << info.low
    });
    let fields = unpack(inst.op, Form::of_fields(inst.op.family(), &inst.fields), bits);
    let words = encode(&Inst { fields, ..inst.clone() }).ok()?;
    let decoded = decode(&words, 0, options).ok()?;
    let same = decoded.op == inst.op
        && decoded.dwords() as usize == words.len()
        && std::mem::discriminant(&decoded.fields) == std::mem::discriminant(&inst.fields);
    same.then_some(decoded)
}

/// Gives another value to the field that an error names. Errors name operands: where the encoding calls the field
/// otherwise, one of the fields that hold operands is changed.
fn change(bits: u64, infos: &[FieldInfo], name: &str, next: &mut impl FnMut() -> u64) -> u64 {
    let info = infos.iter().find(|i| i.name == name).or_else(|| {
        let other = match name {
            "src1" => "vsrc1",
            "sdst" => "vdst",
            _ => "",
        };
        infos.iter().find(|i| i.name == other)
    });
    let info = match info {
        Some(info) => *info,
        None => match infos.get(next() as usize % infos.len().max(1)) {
            Some(info) => *info,
            None => return bits,
        },
    };
    let mask = ((1u64 << info.width) - 1) << info.low;
    bits & !mask | field_bits(info, next)
}

/// A random form of a random instruction.
pub fn any(options: DecodeOptions, next: &mut impl FnMut() -> u64) -> Inst {
    loop {
        let all = Op::all().count();
        let Some(op) = Op::all().nth(next() as usize % all) else { continue };
        let forms = Form::of(op).count();
        let Some(form) = Form::of(op).nth(next() as usize % forms.max(1)) else { continue };
        if let Some(inst) = generate(op, form, options, next) {
            return inst;
        }
    }
}
