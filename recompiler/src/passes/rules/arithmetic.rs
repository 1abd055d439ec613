//! Sums, differences, products, minima and shifts.

use super::{Cx, Node, Rewrite, Rule};
use ir::{Attr, Op};
use smallvec::smallvec;

pub(super) const RULES: &[Rule] = &[
    Rule {
        ops: &[Op::iadd, Op::isub, Op::ishl, Op::ushr, Op::sshr],
        says: "x + 0, x - 0, x << 0, x >> 0 = x",
        apply: |cx, n| cx.is_zero(n.b).then_some(Rewrite::Value(n.a)),
    },
    Rule {
        ops: &[Op::ishl, Op::ushr, Op::sshr],
        says: "shift counts are taken modulo the width",
        apply: shift_count,
    },
    Rule { ops: &[Op::isub], says: "x - x = 0", apply: |_, n| (n.a == n.b).then_some(Rewrite::Const(0)) },
    Rule { ops: &[Op::isub], says: "x - c = x + -c", apply: minus_constant },
    Rule { ops: &[Op::iadd], says: "(x + c) + d = x + (c + d)", apply: add_of_add },
    Rule { ops: &[Op::iadd], says: "(x - y) + y = x", apply: add_of_sub },
    Rule { ops: &[Op::isub], says: "(x + y) - y = x", apply: sub_of_add },
    Rule { ops: &[Op::imul], says: "x * 0 = 0, x * 1 = x", apply: mul },
    Rule {
        ops: &[Op::umulhi, Op::smulhi],
        says: "the high half of x * 0 is 0",
        apply: |cx, n| cx.is_zero(n.b).then_some(Rewrite::Const(0)),
    },
    Rule {
        ops: &[Op::umin, Op::umax, Op::smin, Op::smax],
        says: "min(x, x) = x",
        apply: |_, n| (n.a == n.b).then_some(Rewrite::Value(n.a)),
    },
    Rule {
        ops: &[Op::umin, Op::umax],
        says: "min(x, 0) = 0, max(x, 0) = x, min(x, ones) = x, max(x, ones) = ones",
        apply: unsigned_bounds,
    },
    Rule {
        ops: &[Op::ishl, Op::ushr],
        says: "(x << c) << d = x << (c + d) below the width",
        apply: shift_of_shift,
    },
];

fn shift_count(cx: &mut Cx<'_>, n: &Node) -> Option<Rewrite> {
    let count = cx.bits(n.b)?;
    let bits = u64::from(n.ty.width.bits());
    if count < bits {
        return None;
    }
    let count = cx.constant(ir::Width::B32, count & (bits - 1));
    Rewrite::op(n.op, &[n.a, count])
}

fn minus_constant(cx: &mut Cx<'_>, n: &Node) -> Option<Rewrite> {
    let c = cx.bits(n.b)?;
    let minus = cx.constant(n.ty.width, c.wrapping_neg());
    Rewrite::op(Op::iadd, &[n.a, minus])
}

fn add_of_add(cx: &mut Cx<'_>, n: &Node) -> Option<Rewrite> {
    let d = cx.bits(n.b)?;
    let [x, c, _] = cx.is(n.a, Op::iadd)?;
    let c = cx.bits(c)?;
    let sum = cx.constant(n.ty.width, c.wrapping_add(d));
    Rewrite::op(Op::iadd, &[x, sum])
}

fn add_of_sub(cx: &mut Cx<'_>, n: &Node) -> Option<Rewrite> {
    for (sum, other) in [(n.a, n.b), (n.b, n.a)] {
        if let Some([x, y, _]) = cx.is(sum, Op::isub)
            && y == other
        {
            return Some(Rewrite::Value(x));
        }
    }
    None
}

fn sub_of_add(cx: &mut Cx<'_>, n: &Node) -> Option<Rewrite> {
    let [x, y, _] = cx.is(n.a, Op::iadd)?;
    if y == n.b {
        Some(Rewrite::Value(x))
    } else if x == n.b {
        Some(Rewrite::Value(y))
    } else {
        None
    }
}

fn mul(cx: &mut Cx<'_>, n: &Node) -> Option<Rewrite> {
    match cx.bits(n.b)? {
        0 => Some(Rewrite::Const(0)),
        1 => Some(Rewrite::Value(n.a)),
        c if c.is_power_of_two() => {
            let count = cx.constant(ir::Width::B32, u64::from(c.trailing_zeros()));
            Some(Rewrite::Op(Op::ishl, smallvec![n.a, count], Attr::None))
        }
        _ => None,
    }
}

fn unsigned_bounds(cx: &mut Cx<'_>, n: &Node) -> Option<Rewrite> {
    let min = n.op == Op::umin;
    if cx.is_zero(n.b) {
        Some(if min { Rewrite::Const(0) } else { Rewrite::Value(n.a) })
    } else if cx.is_ones(n.b) {
        Some(if min { Rewrite::Value(n.a) } else { Rewrite::Const(n.ty.width.mask()) })
    } else {
        None
    }
}

fn shift_of_shift(cx: &mut Cx<'_>, n: &Node) -> Option<Rewrite> {
    let [x, c, _] = cx.is(n.a, n.op)?;
    let (c, d) = (cx.bits(c)?, cx.bits(n.b)?);
    let bits = u64::from(n.ty.width.bits());
    let sum = (c & (bits - 1)) + (d & (bits - 1));
    if sum >= bits {
        return Some(Rewrite::Const(0));
    }
    let count = cx.constant(ir::Width::B32, sum);
    Rewrite::op(n.op, &[x, count])
}
