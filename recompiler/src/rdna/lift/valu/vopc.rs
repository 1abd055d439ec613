//! Vector compares: one bit a lane, 0 in lanes that are off; `v_cmpx_*` writes EXEC and nothing else (isa README trap 7).

use super::{Lifts, Valu};
use crate::rdna::lift::{Lifted, mismatch};
use ir::float::FloatEnv;
use ir::{Op, Value};
use isa::row::{Implicit, Ty};
use isa::table::Vopc;

pub(super) fn lift(op: Vopc, x: &mut Valu<'_, '_>) -> Lifted {
    let holds = compare(op.row().name, x)?;
    if op.row().writes.contains(Implicit::EXEC) {
        let mask = x.i2(Op::iand, x.exec, holds);
        x.l.set_mask(126, mask);
        return Ok(());
    }
    x.put_mask(holds)
}

/// The relations (less 1, equal 2, greater 4, unordered 8) of a float compare.
fn relations(predicate: &str) -> Option<u8> {
    const NAMES: [&str; 16] =
        ["f", "lt", "eq", "le", "gt", "lg", "ge", "o", "u", "nge", "nlg", "ngt", "nle", "neq", "nlt", "tru"];
    NAMES.iter().position(|&n| n == predicate).map(|n| n as u8)
}

fn compare(name: &'static str, x: &mut Valu<'_, '_>) -> Lifts<Value> {
    let rest = name.strip_prefix("v_cmp_").or_else(|| name.strip_prefix("v_cmpx_")).ok_or_else(mismatch)?;
    let (predicate, _) = rest.split_once('_').ok_or_else(mismatch)?;
    let ty = x.ty(0);
    if predicate == "class" {
        let (a, classes) = (x.fsrc(0)?, x.src(1)?);
        return Ok(x.p(Op::fclass, &[a, classes]));
    }
    if ty.is_float() {
        let (a, b) = (x.fsrc(0)?, x.fsrc(1)?);
        return Ok(match relations(predicate).ok_or_else(mismatch)? {
            0 => x.l.b.c1(false),
            15 => x.l.b.c1(true),
            relations => {
                let env = FloatEnv { flush_in: x.flush_in(x.width(a)), ..FloatEnv::IEEE };
                x.fcmp(relations, env, a, b)
            }
        });
    }
    let signed = matches!(ty, Ty::I16 | Ty::I32 | Ty::I64);
    let (a, b) = match ty {
        Ty::I16 => (x.src_signed(0)?, x.src_signed(1)?),
        Ty::I64 | Ty::U64 => (x.src64(0)?, x.src64(1)?),
        _ => (x.src(0)?, x.src(1)?),
    };
    let (less, less_equal) = if signed { (Op::slt, Op::sle) } else { (Op::ult, Op::ule) };
    Ok(match predicate {
        "f" => x.l.b.c1(false),
        "t" => x.l.b.c1(true),
        "lt" => x.i2(less, a, b),
        "le" => x.i2(less_equal, a, b),
        "gt" => x.i2(less, b, a),
        "ge" => x.i2(less_equal, b, a),
        "eq" => x.i2(Op::ieq, a, b),
        "ne" => x.i2(Op::ine, a, b),
        _ => return Err(mismatch()),
    })
}
