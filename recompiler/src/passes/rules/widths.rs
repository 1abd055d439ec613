//! Halves, extensions, truncations, splats.

use super::{Cx, Node, Rewrite, Rule};
use ir::{Attr, Op, Value, Width};
use smallvec::smallvec;

pub(super) const RULES: &[Rule] = &[
    Rule { ops: &[Op::lo, Op::hi], says: "lo(pack(x, y)) = x, hi(pack(x, y)) = y", apply: half_of_pack },
    Rule { ops: &[Op::pack], says: "pack(lo(x), hi(x)) = x", apply: pack_of_halves },
    Rule { ops: &[Op::lo, Op::hi], says: "halves of an extended half", apply: half_of_extension },
    Rule {
        ops: &[Op::lo, Op::hi],
        says: "halves of and, or, xor, not go inside beside pack",
        apply: half_of_logic,
    },
    Rule {
        ops: &[Op::lo],
        says: "the low half of a sum, difference, product or shift to the left needs low halves only",
        apply: low_of_arithmetic,
    },
    Rule {
        ops: &[Op::lo, Op::hi],
        says: "a shift by a half or more moves one half to the other",
        apply: half_of_long_shift,
    },
    Rule { ops: &[Op::lo], says: "lo(c ? pack(a, b) : pack(d, e)) = c ? a : d", apply: half_of_select },
    Rule { ops: &[Op::hi], says: "hi(c ? pack(a, b) : pack(d, e)) = c ? b : e", apply: half_of_select },
    Rule { ops: &[Op::pack], says: "pack(x, 0) = zext(x)", apply: pack_zero },
    Rule { ops: &[Op::trunc], says: "trunc of zext, sext, trunc, pack", apply: truncation },
    Rule { ops: &[Op::zext, Op::sext], says: "extensions of extensions", apply: extension },
    Rule {
        ops: &[Op::zext, Op::sext, Op::trunc],
        says: "to the same width is nothing",
        apply: |cx, n| (cx.width(n.a) == n.ty.width).then_some(Rewrite::Value(n.a)),
    },
    Rule {
        ops: &[Op::iand],
        says: "zext(trunc) as a mask: trunc inside stays; (zext(x) & mask of x) = zext(x)",
        apply: masked_zext,
    },
    Rule {
        ops: &[Op::splat],
        says: "a splat of a lane value is the value",
        apply: |cx, n| cx.func.ty(n.a).is_lane().then_some(Rewrite::Value(n.a)),
    },
];

fn half_of_pack(cx: &mut Cx<'_>, n: &Node) -> Option<Rewrite> {
    let [low, high, _] = cx.is(n.a, Op::pack)?;
    Some(Rewrite::Value(if n.op == Op::lo { low } else { high }))
}

fn pack_of_halves(cx: &mut Cx<'_>, n: &Node) -> Option<Rewrite> {
    let [x, ..] = cx.is(n.a, Op::lo)?;
    let [y, ..] = cx.is(n.b, Op::hi)?;
    (x == y).then_some(Rewrite::Value(x))
}

fn half_of_extension(cx: &mut Cx<'_>, n: &Node) -> Option<Rewrite> {
    let (op, [x, ..]) = cx.def(n.a)?;
    if !matches!(op, Op::zext | Op::sext) {
        return None;
    }
    let (from, to) = (cx.width(x).bits(), n.ty.width.bits());
    match (n.op, op) {
        (Op::lo, _) if from == to => Some(Rewrite::Value(x)),
        (Op::lo, _) if from < to => Some(Rewrite::Op(op, smallvec![x], Attr::Width(n.ty.width))),
        (Op::hi, Op::zext) if from <= to => Some(Rewrite::Const(0)),
        _ => None,
    }
}

/// A half that needs no instruction: of a pack, or of a constant.
fn ready_half(cx: &mut Cx<'_>, op: Op, value: Value, width: Width) -> Option<Value> {
    if let Some([low, high, _]) = cx.is(value, Op::pack) {
        return Some(if op == Op::lo { low } else { high });
    }
    let bits = cx.bits(value)?;
    Some(cx.constant(width, if op == Op::lo { bits } else { bits >> width.bits() }))
}

fn half_of_logic(cx: &mut Cx<'_>, n: &Node) -> Option<Rewrite> {
    let (op, [x, y, _]) = cx.def(n.a)?;
    let width = n.ty.width;
    match op {
        Op::inot => {
            let x = ready_half(cx, n.op, x, width)?;
            Rewrite::op(Op::inot, &[x])
        }
        Op::iand | Op::ior | Op::ixor => {
            let ready = (ready_half(cx, n.op, x, width), ready_half(cx, n.op, y, width));
            let half = |cx: &mut Cx<'_>, v: Value| {
                let ty = cx.func.ty(v).with_width(width);
                cx.emit(n.op, &[v], Attr::None, ty)
            };
            let (x, y) = match ready {
                (Some(x), Some(y)) => (x, y),
                (Some(x), None) => (x, half(cx, y)),
                (None, Some(y)) => (half(cx, x), y),
                (None, None) => return None,
            };
            Rewrite::op(op, &[x, y])
        }
        _ => None,
    }
}

/// Where both low halves are at hand: code puts together what it has, and often never looks at the high half.
fn low_of_arithmetic(cx: &mut Cx<'_>, n: &Node) -> Option<Rewrite> {
    let (op, [x, y, _]) = cx.def(n.a)?;
    let width = n.ty.width;
    let low = |cx: &mut Cx<'_>, v: Value| match cx.def(v) {
        Some((Op::zext | Op::sext, [narrow, ..])) if cx.width(narrow) == width => Some(narrow),
        _ => ready_half(cx, Op::lo, v, width),
    };
    match op {
        Op::iadd | Op::isub | Op::imul => {
            let (x, y) = (low(cx, x)?, low(cx, y)?);
            Rewrite::op(op, &[x, y])
        }
        Op::ishl if cx.bits(y).is_some_and(|c| c < u64::from(width.bits())) => {
            let x = low(cx, x)?;
            Rewrite::op(op, &[x, y])
        }
        _ => None,
    }
}

fn half_of_long_shift(cx: &mut Cx<'_>, n: &Node) -> Option<Rewrite> {
    let (op, [x, count, _]) = cx.def(n.a)?;
    if !matches!(op, Op::ishl | Op::ushr) {
        return None;
    }
    let (half, count) = (u64::from(n.ty.width.bits()), cx.bits(count)?);
    if !(half..half * 2).contains(&count) {
        return None;
    }
    let from = match (op, n.op) {
        (Op::ishl, Op::hi) => Op::lo,
        (Op::ushr, Op::lo) => Op::hi,
        (Op::ishl | Op::ushr, _) => return Some(Rewrite::Const(0)),
        _ => return None,
    };
    let moved = ready_half(cx, from, x, n.ty.width)?;
    if count == half {
        return Some(Rewrite::Value(moved));
    }
    let by = cx.constant(Width::B32, count - half);
    Rewrite::op(op, &[moved, by])
}

fn half_of_select(cx: &mut Cx<'_>, n: &Node) -> Option<Rewrite> {
    let [c, x, y] = cx.is(n.a, Op::select)?;
    let x = ready_half(cx, n.op, x, n.ty.width)?;
    let y = ready_half(cx, n.op, y, n.ty.width)?;
    Rewrite::op(Op::select, &[c, x, y])
}

fn pack_zero(cx: &mut Cx<'_>, n: &Node) -> Option<Rewrite> {
    cx.is_zero(n.b).then(|| Rewrite::Op(Op::zext, smallvec![n.a], Attr::Width(n.ty.width)))
}

fn truncation(cx: &mut Cx<'_>, n: &Node) -> Option<Rewrite> {
    let (op, [x, ..]) = cx.def(n.a)?;
    let to = n.ty.width;
    match op {
        Op::zext | Op::sext | Op::trunc => {
            let from = cx.width(x);
            Some(if from == to {
                Rewrite::Value(x)
            } else if from > to {
                Rewrite::Op(Op::trunc, smallvec![x], Attr::Width(to))
            } else {
                Rewrite::Op(op, smallvec![x], Attr::Width(to))
            })
        }
        Op::pack if cx.width(x) == to => Some(Rewrite::Value(x)),
        Op::pack if cx.width(x) > to => Some(Rewrite::Op(Op::trunc, smallvec![x], Attr::Width(to))),
        _ => None,
    }
}

fn extension(cx: &mut Cx<'_>, n: &Node) -> Option<Rewrite> {
    let (op, [x, ..]) = cx.def(n.a)?;
    // What zext widened has a zero sign.
    let same = op == n.op || (op == Op::zext && n.op == Op::sext);
    (same && matches!(op, Op::zext | Op::sext))
        .then(|| Rewrite::Op(op, smallvec![x], Attr::Width(n.ty.width)))
}

fn masked_zext(cx: &mut Cx<'_>, n: &Node) -> Option<Rewrite> {
    let mask = cx.bits(n.b)?;
    let [x, ..] = cx.is(n.a, Op::zext)?;
    let bits = cx.width(x).mask();
    (mask & bits == bits).then_some(Rewrite::Value(n.a))
}
