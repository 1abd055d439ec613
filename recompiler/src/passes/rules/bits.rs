//! And, or, xor, not.

use super::{Cx, Node, Rewrite, Rule};
use ir::{Op, Value};

pub(super) const RULES: &[Rule] = &[
    Rule {
        ops: &[Op::iand, Op::ior],
        says: "x & x = x | x = x",
        apply: |_, n| (n.a == n.b).then_some(Rewrite::Value(n.a)),
    },
    Rule { ops: &[Op::ixor], says: "x ^ x = 0", apply: |_, n| (n.a == n.b).then_some(Rewrite::Const(0)) },
    Rule { ops: &[Op::iand], says: "x & 0 = 0, x & ones = x", apply: and_constant },
    Rule { ops: &[Op::ior], says: "x | 0 = x, x | ones = ones", apply: or_constant },
    Rule { ops: &[Op::ixor], says: "x ^ 0 = x, x ^ ones = !x", apply: xor_constant },
    Rule {
        ops: &[Op::inot],
        says: "!!x = x",
        apply: |cx, n| cx.is(n.a, Op::inot).map(|[x, ..]| Rewrite::Value(x)),
    },
    Rule {
        ops: &[Op::iand],
        says: "x & !x = 0",
        apply: |cx, n| opposite(cx, n).then_some(Rewrite::Const(0)),
    },
    Rule {
        ops: &[Op::ior, Op::ixor],
        says: "x | !x = x ^ !x = ones",
        apply: |cx, n| opposite(cx, n).then_some(Rewrite::Const(n.ty.width.mask())),
    },
    Rule { ops: &[Op::iand], says: "x & (x & y) = x & y, x & (x | y) = x, !x & (x & y) = 0", apply: absorb },
    Rule { ops: &[Op::ior], says: "x | (x & y) = x, x | (x | y) = x | y", apply: absorb },
    Rule { ops: &[Op::iand], says: "x & !(x & y) = x & !y", apply: and_not_and },
    Rule { ops: &[Op::iand], says: "x & (x ^ y) = x & !y where y is part of x", apply: and_xor_part },
    Rule {
        ops: &[Op::ior],
        says: "(x & !y) | (x & y) = x, (x & !y) | y = x where y is part of x",
        apply: or_parts,
    },
    Rule { ops: &[Op::ixor], says: "(x ^ y) ^ y = x", apply: xor_of_xor },
    Rule { ops: &[Op::ixor], says: "x ^ (x & y) = x & !y", apply: xor_part },
    Rule {
        ops: &[Op::iand, Op::ior, Op::ixor],
        says: "(x op c) op d = x op (c op d)",
        apply: constants_together,
    },
];

fn and_constant(cx: &mut Cx<'_>, n: &Node) -> Option<Rewrite> {
    if cx.is_zero(n.b) { Some(Rewrite::Const(0)) } else { cx.is_ones(n.b).then_some(Rewrite::Value(n.a)) }
}

fn or_constant(cx: &mut Cx<'_>, n: &Node) -> Option<Rewrite> {
    if cx.is_zero(n.b) {
        Some(Rewrite::Value(n.a))
    } else {
        cx.is_ones(n.b).then_some(Rewrite::Const(n.ty.width.mask()))
    }
}

fn xor_constant(cx: &mut Cx<'_>, n: &Node) -> Option<Rewrite> {
    if cx.is_zero(n.b) {
        Some(Rewrite::Value(n.a))
    } else if cx.is_ones(n.b) {
        Rewrite::op(Op::inot, &[n.a])
    } else {
        None
    }
}

fn opposite(cx: &Cx<'_>, n: &Node) -> bool {
    let is_not = |x: Value, y: Value| cx.is(x, Op::inot).is_some_and(|[z, ..]| z == y);
    is_not(n.a, n.b) || is_not(n.b, n.a)
}

/// One operand is made of the other.
fn absorb(cx: &mut Cx<'_>, n: &Node) -> Option<Rewrite> {
    for (x, made) in [(n.a, n.b), (n.b, n.a)] {
        let Some((op, [p, q, _])) = cx.def(made) else { continue };
        if !matches!(op, Op::iand | Op::ior) {
            continue;
        }
        if p == x || q == x {
            return Some(Rewrite::Value(if op == n.op { made } else { x }));
        }
        // !x & (x & y) = 0; !x | (x | y) = ones
        if op == n.op
            && let Some([inner, ..]) = cx.is(x, Op::inot)
            && (p == inner || q == inner)
        {
            return Some(Rewrite::Const(if op == Op::iand { 0 } else { n.ty.width.mask() }));
        }
    }
    None
}

fn and_not_and(cx: &mut Cx<'_>, n: &Node) -> Option<Rewrite> {
    for (x, not) in [(n.a, n.b), (n.b, n.a)] {
        if let Some([inner, ..]) = cx.is(not, Op::inot)
            && let Some([p, q, _]) = cx.is(inner, Op::iand)
            && (p == x || q == x)
        {
            let y = if p == x { q } else { p };
            let ty = cx.func.ty(y);
            let not_y = cx.emit(Op::inot, &[y], ir::Attr::None, ty);
            return Rewrite::op(Op::iand, &[x, not_y]);
        }
    }
    None
}

/// Whether `part` is `whole & something`.
fn is_part(cx: &Cx<'_>, part: Value, whole: Value) -> bool {
    cx.is(part, Op::iand).is_some_and(|[p, q, _]| p == whole || q == whole)
}

fn and_xor_part(cx: &mut Cx<'_>, n: &Node) -> Option<Rewrite> {
    for (x, made) in [(n.a, n.b), (n.b, n.a)] {
        let Some([p, q, _]) = cx.is(made, Op::ixor) else { continue };
        // `x ^ y` lies inside `x` where `y` does.
        if (p == x && is_part(cx, q, x)) || (q == x && is_part(cx, p, x)) {
            return Some(Rewrite::Value(made));
        }
    }
    None
}

fn or_parts(cx: &mut Cx<'_>, n: &Node) -> Option<Rewrite> {
    for (first, second) in [(n.a, n.b), (n.b, n.a)] {
        let Some([p, q, _]) = cx.is(first, Op::iand) else { continue };
        for (x, not_y) in [(p, q), (q, p)] {
            let Some([y, ..]) = cx.is(not_y, Op::inot) else { continue };
            if second == y && is_part(cx, y, x) {
                return Some(Rewrite::Value(x));
            }
            if let Some([s, t, _]) = cx.is(second, Op::iand)
                && ((s == x && t == y) || (s == y && t == x))
            {
                return Some(Rewrite::Value(x));
            }
        }
    }
    None
}

fn xor_of_xor(cx: &mut Cx<'_>, n: &Node) -> Option<Rewrite> {
    for (x, made) in [(n.a, n.b), (n.b, n.a)] {
        if let Some([p, q, _]) = cx.is(made, Op::ixor) {
            if p == x {
                return Some(Rewrite::Value(q));
            }
            if q == x {
                return Some(Rewrite::Value(p));
            }
        }
    }
    None
}

/// Masks of lanes that leave a branch are often made by `xor` with a part: as `and not` other rules know them.
fn xor_part(cx: &mut Cx<'_>, n: &Node) -> Option<Rewrite> {
    for (x, made) in [(n.a, n.b), (n.b, n.a)] {
        if let Some([p, q, _]) = cx.is(made, Op::iand)
            && (p == x || q == x)
        {
            let y = if p == x { q } else { p };
            let ty = cx.func.ty(y);
            let not_y = cx.emit(Op::inot, &[y], ir::Attr::None, ty);
            return Rewrite::op(Op::iand, &[x, not_y]);
        }
    }
    None
}

fn constants_together(cx: &mut Cx<'_>, n: &Node) -> Option<Rewrite> {
    let d = cx.bits(n.b)?;
    let [x, c, _] = cx.is(n.a, n.op)?;
    let c = cx.bits(c)?;
    let both = match n.op {
        Op::iand => c & d,
        Op::ior => c | d,
        _ => c ^ d,
    };
    let both = cx.constant(n.ty.width, both);
    Rewrite::op(n.op, &[x, both])
}
