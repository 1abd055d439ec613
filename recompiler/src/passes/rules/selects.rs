//! Selections.

use super::{Cx, Node, Rewrite, Rule};
use ir::{Attr, Op, Value, Width};
use smallvec::smallvec;

pub(super) const RULES: &[Rule] = &[
    Rule {
        ops: &[Op::select],
        says: "c ? x : x = x",
        apply: |_, n| (n.b == n.c).then_some(Rewrite::Value(n.b)),
    },
    Rule { ops: &[Op::select], says: "true ? x : y = x", apply: constant_condition },
    Rule {
        ops: &[Op::select],
        says: "!c ? x : y = c ? y : x",
        apply: |cx, n| cx.is(n.a, Op::inot).and_then(|[c, ..]| Rewrite::op(Op::select, &[c, n.c, n.b])),
    },
    Rule { ops: &[Op::select], says: "c ? (c ? x : y) : z = c ? x : z", apply: nested },
    Rule { ops: &[Op::select], says: "on truth values: and, or, not", apply: of_bools },
];

fn constant_condition(cx: &mut Cx<'_>, n: &Node) -> Option<Rewrite> {
    Some(Rewrite::Value(if cx.bits(n.a)? & 1 != 0 { n.b } else { n.c }))
}

/// Whether a condition that is true makes another one true: it is the other one and something.
fn implies(cx: &Cx<'_>, strong: Value, weak: Value) -> bool {
    strong == weak || cx.is(strong, Op::iand).is_some_and(|[p, q, _]| p == weak || q == weak)
}

fn nested(cx: &mut Cx<'_>, n: &Node) -> Option<Rewrite> {
    if let Some([c, x, _]) = cx.is(n.b, Op::select)
        && implies(cx, n.a, c)
    {
        return Rewrite::op(Op::select, &[n.a, x, n.c]);
    }
    if let Some([c, _, y]) = cx.is(n.c, Op::select)
        && implies(cx, c, n.a)
    {
        return Rewrite::op(Op::select, &[n.a, n.b, y]);
    }
    None
}

fn of_bools(cx: &mut Cx<'_>, n: &Node) -> Option<Rewrite> {
    if n.ty.width != Width::B1 {
        return None;
    }
    match (cx.bits(n.b), cx.bits(n.c)) {
        (Some(1), Some(0)) => Some(Rewrite::Value(n.a)),
        (Some(0), Some(1)) => Rewrite::op(Op::inot, &[n.a]),
        (Some(1), None) => Rewrite::op(Op::ior, &[n.a, n.c]),
        (None, Some(0)) => Rewrite::op(Op::iand, &[n.a, n.b]),
        (Some(0), None) => {
            let ty = cx.func.ty(n.a);
            let not = cx.emit(Op::inot, &[n.a], Attr::None, ty);
            Some(Rewrite::Op(Op::iand, smallvec![n.c, not], Attr::None))
        }
        (None, Some(1)) => {
            let ty = cx.func.ty(n.a);
            let not = cx.emit(Op::inot, &[n.a], Attr::None, ty);
            Some(Rewrite::Op(Op::ior, smallvec![n.b, not], Attr::None))
        }
        _ => None,
    }
}
