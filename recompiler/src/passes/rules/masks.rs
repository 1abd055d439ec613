//! Masks as bits and back, and other lanes.
//!
//! A wave moves through the graph as a whole, so an op that looks at other lanes sees all of them wherever it stands.

use super::{Cx, Node, Rewrite, Rule};
use ir::{Attr, Op, Type, Value, Width};

pub(super) const RULES: &[Rule] = &[
    Rule { ops: &[Op::lanebit], says: "lanebit(ballot m) = m", apply: lanebit_ballot },
    Rule {
        ops: &[Op::lanebit],
        says: "lanebit(0) is no lane, lanebit(all) is every lane",
        apply: lanebit_constant,
    },
    Rule {
        ops: &[Op::lanebit],
        says: "lanebit(x op y) = lanebit(x) op lanebit(y) where both come from masks",
        apply: lanebit_logic,
    },
    Rule { ops: &[Op::ballot], says: "ballot of every lane and of none", apply: ballot_constant },
    Rule {
        ops: &[Op::any],
        says: "any of a constant",
        apply: |cx, n| same_everywhere(cx, n.a).map(Rewrite::Value),
    },
    Rule { ops: &[Op::ieq, Op::ine], says: "ballot(m) = 0 is !any(m)", apply: ballot_compare },
    Rule {
        ops: &[Op::readlane, Op::readfirst, Op::shuffle],
        says: "any lane of a splatted value is the value",
        apply: |cx, n| same_everywhere(cx, n.a).map(Rewrite::Value),
    },
    Rule {
        ops: &[Op::readlane],
        says: "readlane(writelane(v, n, x), n) = x, another lane is v's",
        apply: read_of_write,
    },
];

/// The uniform value that a lane value has in all lanes.
fn same_everywhere(cx: &Cx<'_>, value: Value) -> Option<Value> {
    if !cx.func.ty(value).is_lane() {
        return Some(value);
    }
    cx.is(value, Op::splat).map(|[inner, ..]| inner).filter(|v| !cx.func.ty(*v).is_lane())
}

/// All lanes of the wave as bits.
fn all_lanes(cx: &Cx<'_>) -> u64 {
    u64::MAX >> 64u32.saturating_sub(cx.func.wave_size.max(1)).min(63)
}

/// The mask whose ballot these 64 bits are; in a wave of 32 also behind `pack(lo(ballot m), 0)`.
fn mask_of(cx: &Cx<'_>, bits: Value) -> Option<Value> {
    if let Some([mask, ..]) = cx.is(bits, Op::ballot) {
        return Some(mask);
    }
    let [low, high, _] = cx.is(bits, Op::pack)?;
    let [whole, ..] = cx.is(low, Op::lo)?;
    let [mask, ..] = cx.is(whole, Op::ballot)?;
    // Lanes from 32 on do not exist in such a wave, whatever the high half is.
    let same_high = cx.is(high, Op::hi).is_some_and(|[w, ..]| w == whole);
    (same_high || cx.func.wave_size <= 32).then_some(mask)
}

fn lanebit_ballot(cx: &mut Cx<'_>, n: &Node) -> Option<Rewrite> {
    mask_of(cx, n.a).map(Rewrite::Value)
}

fn lanebit_constant(cx: &mut Cx<'_>, n: &Node) -> Option<Rewrite> {
    let bits = cx.bits(n.a)?;
    let all = all_lanes(cx);
    match bits & all {
        0 => Some(Rewrite::Const(0)),
        b if b == all => Some(Rewrite::Const(1)),
        _ => None,
    }
}

fn lanebit_logic(cx: &mut Cx<'_>, n: &Node) -> Option<Rewrite> {
    let (op, [x, y, _]) = cx.def(n.a)?;
    let one = |cx: &Cx<'_>, v: Value| match cx.bits(v) {
        Some(bits) => {
            let all = all_lanes(cx);
            (bits & all == 0 || bits & all == all).then_some(None)
        }
        None => mask_of(cx, v).map(Some),
    };
    let mask = |cx: &mut Cx<'_>, v: Value, m: Option<Value>| match m {
        Some(m) => m,
        None => {
            let set = cx.bits(v).is_some_and(|b| b & all_lanes(cx) != 0);
            cx.constant(Width::B1, u64::from(set))
        }
    };
    match op {
        Op::iand | Op::ior | Op::ixor => {
            let (p, q) = (one(cx, x)?, one(cx, y)?);
            let (p, q) = (mask(cx, x, p), mask(cx, y, q));
            Rewrite::op(op, &[p, q])
        }
        Op::inot => {
            let p = mask_of(cx, x)?;
            Rewrite::op(Op::inot, &[p])
        }
        _ => None,
    }
}

fn ballot_constant(cx: &mut Cx<'_>, n: &Node) -> Option<Rewrite> {
    let set = cx.bits(n.a)? & 1 != 0;
    Some(Rewrite::Const(if set { all_lanes(cx) } else { 0 }))
}

fn ballot_compare(cx: &mut Cx<'_>, n: &Node) -> Option<Rewrite> {
    if !cx.is_zero(n.b) {
        return None;
    }
    let mask = match cx.width(n.a) {
        Width::B64 => mask_of(cx, n.a)?,
        // The low half is all there is in a wave of 32.
        Width::B32 if cx.func.wave_size <= 32 => {
            let [whole, ..] = cx.is(n.a, Op::lo)?;
            let [mask, ..] = cx.is(whole, Op::ballot)?;
            mask
        }
        _ => return None,
    };
    if n.op == Op::ine {
        return Rewrite::op(Op::any, &[mask]);
    }
    let any = cx.emit(Op::any, &[mask], Attr::None, Type::BOOL);
    Rewrite::op(Op::inot, &[any])
}

fn read_of_write(cx: &mut Cx<'_>, n: &Node) -> Option<Rewrite> {
    let [old, at, value] = cx.is(n.a, Op::writelane)?;
    let lanes = u64::from(cx.func.wave_size.max(1));
    let (read, written) = (cx.bits(n.b)? % lanes, cx.bits(at)? % lanes);
    if read == written { Some(Rewrite::Value(value)) } else { Rewrite::op(Op::readlane, &[old, n.b]) }
}
