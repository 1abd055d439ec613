//! Comparisons.

use super::{Cx, Node, Rewrite, Rule};
use ir::{Op, Width};

pub(super) const RULES: &[Rule] = &[
    Rule {
        ops: &[Op::ieq, Op::ule, Op::sle],
        says: "x = x, x <= x",
        apply: |_, n| (n.a == n.b).then_some(Rewrite::Const(1)),
    },
    Rule {
        ops: &[Op::ine, Op::ult, Op::slt],
        says: "x != x and x < x are false",
        apply: |_, n| (n.a == n.b).then_some(Rewrite::Const(0)),
    },
    Rule { ops: &[Op::ieq, Op::ine], says: "b = 1 is b, b = 0 is !b", apply: of_bool },
    Rule {
        ops: &[Op::ieq, Op::ine],
        says: "(c ? p : q) = r for constants is c, !c, true or false",
        apply: of_select,
    },
    Rule {
        ops: &[Op::ieq, Op::ine],
        says: "zext(x) = c is x = c, or false where c does not fit",
        apply: of_zext,
    },
    Rule {
        ops: &[Op::ult],
        says: "x < 0 is false, 0 < x is x != 0, x < 1 is x = 0, an invocation's number is below the group's size",
        apply: unsigned_less,
    },
    Rule { ops: &[Op::ule], says: "x <= ones, 0 <= x are true", apply: unsigned_less_equal },
    Rule { ops: &[Op::inot], says: "!(a = b) is a != b and so on", apply: not_compare },
];

fn of_bool(cx: &mut Cx<'_>, n: &Node) -> Option<Rewrite> {
    if cx.width(n.a) != Width::B1 {
        return None;
    }
    let one = cx.bits(n.b)? == 1;
    if one == (n.op == Op::ieq) { Some(Rewrite::Value(n.a)) } else { Rewrite::op(Op::inot, &[n.a]) }
}

fn of_select(cx: &mut Cx<'_>, n: &Node) -> Option<Rewrite> {
    let r = cx.bits(n.b)?;
    let [c, p, q] = cx.is(n.a, Op::select)?;
    let (p, q) = (cx.bits(p)?, cx.bits(q)?);
    let equal = n.op == Op::ieq;
    match ((p == r) == equal, (q == r) == equal) {
        (true, false) => Some(Rewrite::Value(c)),
        (false, true) => Rewrite::op(Op::inot, &[c]),
        (both, _) => Some(Rewrite::Const(u64::from(both))),
    }
}

fn of_zext(cx: &mut Cx<'_>, n: &Node) -> Option<Rewrite> {
    let c = cx.bits(n.b)?;
    let [x, ..] = cx.is(n.a, Op::zext)?;
    let width = cx.width(x);
    if c & !width.mask() != 0 {
        return Some(Rewrite::Const(u64::from(n.op == Op::ine)));
    }
    let c = cx.constant(width, c);
    Rewrite::op(n.op, &[x, c])
}

fn unsigned_less(cx: &mut Cx<'_>, n: &Node) -> Option<Rewrite> {
    if cx.is_zero(n.b) {
        return Some(Rewrite::Const(0));
    }
    if cx.is_zero(n.a) {
        return Rewrite::op(Op::ine, &[n.b, n.a]);
    }
    if let Some(most) = cx.bits(n.b)
        && cx.is(n.a, Op::local_index).is_some()
        && most >= u64::from(invocations(cx.func))
    {
        return Some(Rewrite::Const(1));
    }
    if cx.bits(n.b) == Some(1) {
        let zero = cx.constant(cx.width(n.a), 0);
        return Rewrite::op(Op::ieq, &[n.a, zero]);
    }
    None
}

/// Invocations of a workgroup, those that fill its last wave with it.
fn invocations(func: &ir::Function) -> u32 {
    let group = func.local_size.iter().fold(1u32, |n, &l| n.saturating_mul(l));
    group.checked_next_multiple_of(func.wave_size.max(1)).unwrap_or(u32::MAX)
}

fn unsigned_less_equal(cx: &mut Cx<'_>, n: &Node) -> Option<Rewrite> {
    (cx.is_ones(n.b) || cx.is_zero(n.a)).then_some(Rewrite::Const(1))
}

fn not_compare(cx: &mut Cx<'_>, n: &Node) -> Option<Rewrite> {
    let (op, [a, b, _]) = cx.def(n.a)?;
    match op {
        Op::ieq => Rewrite::op(Op::ine, &[a, b]),
        Op::ine => Rewrite::op(Op::ieq, &[a, b]),
        Op::ult => Rewrite::op(Op::ule, &[b, a]),
        Op::ule => Rewrite::op(Op::ult, &[b, a]),
        Op::slt => Rewrite::op(Op::sle, &[b, a]),
        Op::sle => Rewrite::op(Op::slt, &[b, a]),
        _ => None,
    }
}
