//! Instructions by their rows: phase, operands, results, attribute.

use super::structure::Places;
use super::{Rule, Verifier};
use crate::attr::{Atomic, Attr, Mem, Space};
use crate::entity::Inst;
use crate::function::Phase;
use crate::ops::{AttrKind, Effect, More, Op, R, Sig, W};
use crate::signature::{self, Types};
use crate::types::{Rate, Type, Width};

/// Checks every instruction that stands somewhere.
pub(super) fn check(v: &mut Verifier<'_>, places: &Places) {
    let func = v.func;
    for &block in &places.blocks {
        for &inst in &func.blocks[block].insts {
            phase(v, inst);
            if signature::attr_kind(&func.insts[inst].attr) != func.insts[inst].op.row().attr {
                v.inst(Rule::Attribute, inst, "the attribute is of another kind");
                continue;
            }
            if operands(v, inst) {
                numbers(v, inst);
                widths(v, inst);
                results(v, inst);
                access(v, inst);
            }
        }
    }
}

fn phase(v: &mut Verifier<'_>, inst: Inst) {
    let op = v.func.insts[inst].op;
    let phase = v.phase;
    let rule = match op.row().attr {
        AttrKind::Var if !matches!(phase, Phase::Raw | Phase::Legal) => Rule::Variables,
        AttrKind::Jump | AttrKind::Branch | AttrKind::Switch if phase == Phase::Legal => Rule::Graph,
        _ if is_structured(op) && phase != Phase::Legal => Rule::Structured,
        _ if op.group() == "float" && phase == Phase::Legal => Rule::FloatEnv,
        _ if op.group() == "host" && phase < Phase::Resolved => Rule::HostFloat,
        _ => return looks_at_lanes(v, inst),
    };
    v.inst(rule, inst, format_args!("not allowed in phase {phase:?}"));
}

/// Whether an op is one of the structured form.
fn is_structured(op: Op) -> bool {
    matches!(op.row().effect, Effect::Structured) || matches!(op, Op::break_ | Op::continue_ | Op::yield_)
}

fn looks_at_lanes(v: &mut Verifier<'_>, inst: Inst) {
    let op = v.func.insts[inst].op;
    let of_workgroup = matches!(op, Op::local_index | Op::workgroup_id | Op::num_workgroups | Op::user_data);
    if v.func.wave_size == 0 && op.group() == "wave" && !of_workgroup {
        v.inst(Rule::WaveSize, inst, "the function's waves have no size");
    }
}

fn arg_types(v: &Verifier<'_>, inst: Inst) -> Types {
    v.func.insts[inst].args.iter().map(|&a| v.func.ty(a)).collect()
}

/// Width T of an instruction.
fn t_width(args: &[Sig], types: &[Type]) -> Option<Width> {
    args.iter().zip(types).find(|(sig, _)| sig.width == W::T).map(|(_, ty)| ty.width)
}

/// Number, widths and rates of operands. False where the number is wrong.
fn operands(v: &mut Verifier<'_>, inst: Inst) -> bool {
    let data = &v.func.insts[inst];
    let row = data.op.row();
    let (fixed, given) = (row.args.len(), data.args.len());
    let expected = match row.more_args {
        More::No => Some(fixed),
        More::Elements => Some(fixed + elements(&data.attr)),
        More::Any => None,
    };
    if given < fixed || expected.is_some_and(|n| n != given) {
        let expected = expected.map_or_else(|| format!("{fixed} or more"), |n| n.to_string());
        v.inst(Rule::OperandCount, inst, format_args!("{given} operands, not {expected}"));
        return false;
    }
    let types = arg_types(v, inst);
    let t = t_width(row.args, &types);
    for (i, (sig, ty)) in row.args.iter().zip(&types).enumerate() {
        let width = match sig.width {
            W::T => t,
            W::Double => t.and_then(|t| Width::from_bits(t.bits() * 2)),
            W::Half => t.and_then(|t| Width::from_bits(t.bits() / 2)),
            W::Attr => signature::attr_width(&data.attr),
            W::Any => Some(ty.width),
            W::B1 => Some(Width::B1),
            W::B32 => Some(Width::B32),
            W::B64 => Some(Width::B64),
        };
        if width != Some(ty.width) {
            let expected = width.map_or_else(|| "another width".to_owned(), |w| format!("{} bits", w.bits()));
            v.inst(
                Rule::OperandWidth,
                inst,
                format_args!("operand {i} has {} bits, not {expected}", ty.width.bits()),
            );
        }
        if sig.rate == R::U && ty.is_lane() {
            v.inst(Rule::OperandRate, inst, format_args!("operand {i} is at lane rate"));
        }
    }
    if let Attr::Var(var) = data.attr
        && let Some(&ty) = types.first()
    {
        let var = v.func.vars[var].ty;
        if ty.width != var.width {
            v.inst(Rule::OperandWidth, inst, format_args!("the variable has {} bits", var.width.bits()));
        }
        if ty.is_lane() && !var.is_lane() {
            v.inst(Rule::OperandRate, inst, "the variable is uniform");
        }
    }
    true
}

fn elements(attr: &Attr) -> usize {
    match attr {
        Attr::Mem(mem) | Attr::Atomic(mem, ..) => usize::from(mem.count),
        _ => 0,
    }
}

/// Numbers in attributes that the types allow but nothing means.
fn numbers(v: &mut Verifier<'_>, inst: Inst) {
    let data = &v.func.insts[inst];
    match data.attr {
        Attr::FCmp(cmp, _) if cmp.0 > 15 => {
            v.inst(Rule::Attribute, inst, format_args!("there is no comparison {}", cmp.0));
        }
        Attr::Index(index) if matches!(data.op, Op::workgroup_id | Op::num_workgroups) && index > 2 => {
            v.inst(Rule::Attribute, inst, format_args!("there is no component {index}"));
        }
        _ => {}
    }
}

/// Widths that a row cannot say.
fn widths(v: &mut Verifier<'_>, inst: Inst) {
    let data = &v.func.insts[inst];
    let row = data.op.row();
    let Some(t) = t_width(row.args, &arg_types(v, inst)) else { return };
    let to = signature::attr_width(&data.attr);
    let fits = match data.op {
        Op::zext | Op::sext => to > Some(t),
        Op::trunc => to < Some(t),
        Op::pack => t != Width::B1 && t != Width::B64,
        Op::lo | Op::hi => t > Width::B8,
        _ => true,
    };
    if !fits {
        v.inst(Rule::ConversionWidth, inst, format_args!("{} bits do not convert so", t.bits()));
    }
    if !matches!(data.op.group(), "float" | "host") {
        return;
    }
    let is_float = |width: Width| matches!(width, Width::B16 | Width::B32 | Width::B64);
    let (from_int, to_int) = (
        matches!(data.op, Op::s_to_f | Op::u_to_f | Op::s_to_h | Op::u_to_h),
        matches!(data.op, Op::f_to_s | Op::f_to_u | Op::h_to_s | Op::h_to_u),
    );
    if !from_int && !is_float(t) || !to_int && to.is_some_and(|w| !is_float(w)) {
        v.inst(Rule::FloatWidth, inst, "a float has 16, 32 or 64 bits");
    }
    if (from_int && t == Width::B1) || (to_int && to == Some(Width::B1)) {
        v.inst(Rule::ConversionWidth, inst, "a truth value is no number");
    }
    if data.op == Op::ffma_to && to >= Some(t) {
        v.inst(Rule::ConversionWidth, inst, "the result is not narrower");
    }
}

fn results(v: &mut Verifier<'_>, inst: Inst) {
    let func = v.func;
    let data = &func.insts[inst];
    let row = data.op.row();
    let (fixed, given) = (row.results.len(), usize::from(data.results));
    let expected = match row.more_results {
        More::No => Some(fixed),
        More::Elements => Some(fixed + elements(&data.attr)),
        More::Any => None,
    };
    if given < fixed || expected.is_some_and(|n| n != given) {
        v.inst(Rule::ResultCount, inst, format_args!("{given} results, not {}", expected.unwrap_or(fixed)));
        return;
    }
    let types = arg_types(v, inst);
    let Some(derived) = signature::result_types(&func.vars, data.op, &types, &data.attr) else {
        if row.more_results == More::No && row.results.iter().any(|s| s.width != W::Any) {
            v.inst(Rule::ResultType, inst, "no type follows from these operands");
        }
        return;
    };
    for (i, (want, value)) in derived.iter().zip(func.results(inst)).enumerate() {
        let ty = func.ty(value);
        // Rewrites put uniform values for lane ones; what has been at lane rate may stay.
        let joins = row.results.get(i).is_some_and(|sig| sig.rate == R::Join)
            && !matches!(data.attr, Attr::Var(_) | Attr::Type(_));
        let rate = ty.rate == want.rate || joins && ty.rate == Rate::Lane;
        if ty.width != want.width || !rate {
            v.inst(Rule::ResultType, inst, format_args!("result {i} is {ty}, not {want}"));
        }
    }
}

fn access(v: &mut Verifier<'_>, inst: Inst) {
    let data = &v.func.insts[inst];
    match &data.attr {
        Attr::Mem(mem) => {
            let values: Types = if data.op == Op::store {
                data.args.iter().skip(2).map(|&a| v.func.ty(a)).collect()
            } else {
                v.func.results(inst).map(|r| v.func.ty(r)).collect()
            };
            memory(v, inst, mem, &values);
        }
        Attr::Atomic(mem, atomic, _) => {
            let mut values: Types = data.args.iter().skip(2).map(|&a| v.func.ty(a)).collect();
            let operands = atomic.operands();
            let good = mem.count == 1
                && matches!(mem.width, Width::B32 | Width::B64)
                && (mem.width == Width::B64 || *atomic != Atomic::CondSwap32)
                && data.results <= 1
                && values.len() == operands
                && values.iter().all(|ty| ty.width == mem.width)
                && v.func.results(inst).all(|r| v.func.ty(r).width == mem.width);
            if !good {
                v.inst(
                    Rule::Atomic,
                    inst,
                    format_args!("it takes {operands} of data and one element, all of 32 or of 64 bits"),
                );
                return;
            }
            values.extend(v.func.results(inst).map(|r| v.func.ty(r)));
            memory(v, inst, mem, &values);
        }
        _ => {}
    }
}

/// `values`: what is written and what is read.
fn memory(v: &mut Verifier<'_>, inst: Inst, mem: &Mem, values: &[Type]) {
    let data = &v.func.insts[inst];
    let types = arg_types(v, inst);
    let (Some(&address), Some(&mask)) = (types.first(), types.get(1)) else { return };
    let (wide, readonly) = match mem.space {
        Space::Global => (true, false),
        Space::Constant => (true, true),
        Space::Buffer(_) | Space::Lds | Space::Gds | Space::Scratch => (false, false),
    };
    let width = if wide { Width::B64 } else { Width::B32 };
    // Scratch is memory of a lane, whatever the address; the only lane's is the wave's.
    let own = mem.space == Space::Scratch && v.func.wave_size != 1;
    let lanes = address.is_lane() || mask.is_lane() || own;
    // A buffer that the function is not said to write may be bound so that it cannot be.
    let kept = match mem.space {
        Space::Buffer(resource) => data.op != Op::load && !v.func.resources[resource].written,
        _ => readonly && data.op != Op::load,
    };
    let message = if mem.width == Width::B1 {
        "memory has no single bits"
    } else if !(1..=16).contains(&mem.count) {
        "an access has 1 to 16 elements"
    } else if !mem.align.is_power_of_two() {
        "the alignment is not a power of two"
    } else if values.iter().any(|ty| ty.width < mem.width) {
        "a value is narrower than its element in memory"
    } else if address.width != width {
        "the address has another width in this space"
    } else if readonly && lanes {
        "constant memory is read at uniform rate"
    } else if kept {
        "this is not written"
    } else if data.op != Op::load && !lanes && data.args.iter().skip(2).any(|&a| v.func.ty(a).is_lane()) {
        "an access made once for the wave has uniform data"
    } else if data.op != Op::store && lanes && v.func.results(inst).any(|r| !v.func.ty(r).is_lane()) {
        "what lanes read is at lane rate"
    } else {
        return;
    };
    v.inst(Rule::Memory, inst, message);
}
