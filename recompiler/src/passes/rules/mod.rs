//! Rewrite rules: small tables by theme.
//!
//! A rule looks at one instruction and what defines its operands, and gives a value, a constant or another op for it. Every
//! rule holds for all bits of its operands: none needs a float freedom. A constant at lane rate is a `splat`; rules see
//! through it by [`Cx::bits`]. A uniform value may be given for one at lane rate: `fold` splats it.
//!
//! Order inside a table matters where two rules fit: the first wins. A new rule needs a filetest where it applies and one
//! where it must not.

mod arithmetic;
mod bits;
mod compares;
mod masks;
mod selects;
mod widths;

use super::fold::constant;
use ir::function::Def;
use ir::ops::{Effect, W, eval_int};
use ir::types::Rate;
use ir::{Attr, Function, Inst, Op, Type, Value, Width};
use smallvec::{SmallVec, smallvec};

/// What an instruction becomes.
#[derive(Clone, Debug)]
pub(super) enum Rewrite {
    /// Another value.
    Value(Value),
    /// A constant of the result's width.
    Const(u64),
    /// Another op with the same result type.
    Op(Op, SmallVec<[Value; 4]>, Attr),
}

impl Rewrite {
    pub(super) fn op(op: Op, args: &[Value]) -> Option<Rewrite> {
        Some(Rewrite::Op(op, SmallVec::from_slice(args), Attr::None))
    }
}

/// What a rule may look at and add to.
pub(super) struct Cx<'a> {
    pub(super) func: &'a mut Function,
    /// Where new instructions in front of the one looked at go.
    pub(super) out: &'a mut Vec<Inst>,
    pub(super) pc: u32,
}

impl Cx<'_> {
    /// Bits of a constant, also of one in every lane.
    pub(super) fn bits(&self, value: Value) -> Option<u64> {
        constant(self.func, value)
    }

    /// Op and first operands of what defines a value.
    pub(super) fn def(&self, value: Value) -> Option<(Op, [Value; 3])> {
        let Def::Result(inst, 0) = self.func.values[value].def else { return None };
        let data = &self.func.insts[inst];
        let none = Value::from_u32(u32::MAX - 1);
        let arg = |i: usize| data.args.get(i).copied().unwrap_or(none);
        Some((data.op, [arg(0), arg(1), arg(2)]))
    }

    /// The operands if this op defines the value.
    pub(super) fn is(&self, value: Value, op: Op) -> Option<[Value; 3]> {
        self.def(value).filter(|(o, _)| *o == op).map(|(_, args)| args)
    }

    pub(super) fn width(&self, value: Value) -> Width {
        self.func.ty(value).width
    }

    /// Whether all bits of a constant are set.
    pub(super) fn is_ones(&self, value: Value) -> bool {
        self.bits(value) == Some(self.width(value).mask())
    }

    pub(super) fn is_zero(&self, value: Value) -> bool {
        self.bits(value) == Some(0)
    }

    /// A constant.
    pub(super) fn constant(&mut self, width: Width, bits: u64) -> Value {
        self.func.constant(width, bits)
    }

    /// A new instruction in front.
    pub(super) fn emit(&mut self, op: Op, args: &[Value], attr: Attr, ty: Type) -> Value {
        let (inst, value) = super::util::new_inst(self.func, op, args, attr, ty, self.pc);
        self.out.push(inst);
        value
    }
}

/// Operands, result type, attribute of the instruction that a rule looks at.
pub(super) struct Node {
    pub(super) a: Value,
    pub(super) b: Value,
    pub(super) c: Value,
    pub(super) ty: Type,
    pub(super) op: Op,
}

/// One rule.
pub(super) struct Rule {
    /// Ops that it looks at.
    pub(super) ops: &'static [Op],
    /// What it says, for those who read the tables.
    #[allow(dead_code, reason = "the table is documentation too")]
    pub(super) says: &'static str,
    pub(super) apply: fn(&mut Cx<'_>, &Node) -> Option<Rewrite>,
}

/// The rules by op.
pub(super) struct Table {
    rules: Vec<&'static Rule>,
    ops: Vec<Rules>,
}

/// What there is to do about an op.
#[derive(Clone, Copy, Default)]
struct Rules {
    /// Place of its rules in the table.
    first: u16,
    end: u16,
    /// It is of the group int: it has a value where its operands are constants.
    int: bool,
    /// Whether to look at it at all.
    any: bool,
}

/// All rules.
pub(super) fn table() -> Table {
    let mut ops = vec![Rules::default(); Op::ALL.len()];
    let themes =
        [arithmetic::RULES, bits::RULES, compares::RULES, masks::RULES, selects::RULES, widths::RULES];
    let all = || themes.into_iter().flatten().flat_map(|rule| rule.ops.iter().map(move |&op| (op, rule)));
    for (op, _) in all() {
        ops[op as usize].end += 1;
    }
    let mut place = 0;
    for (rules, &op) in ops.iter_mut().zip(Op::ALL) {
        let count = rules.end;
        rules.int = op.group() == "int" && op != Op::unknown;
        rules.any = matches!(op.row().effect, Effect::Pure | Effect::Cross) && (rules.int || count > 0);
        (rules.first, rules.end) = (place, place);
        place += count;
    }
    let mut rules: Vec<&'static Rule> = Vec::new();
    if let Some((_, filler)) = all().next() {
        rules.resize(usize::from(place), filler);
    }
    for (op, rule) in all() {
        let end = &mut ops[op as usize].end;
        rules[usize::from(*end)] = rule;
        *end += 1;
    }
    Table { rules, ops }
}

impl Table {
    /// Whether there is something to do about an op.
    #[inline]
    pub(super) fn has(&self, op: Op) -> bool {
        self.ops[op as usize].any
    }

    /// The first rewrite that fits an instruction.
    pub(super) fn apply(&self, cx: &mut Cx<'_>, inst: Inst) -> Option<Rewrite> {
        let data = &cx.func.insts[inst];
        let op = data.op;
        let rules = self.ops[op as usize];
        let args: SmallVec<[Value; 4]> = SmallVec::from_slice(&data.args);
        cx.pc = data.pc;
        let ty = cx.func.ty(data.first?);
        if rules.int {
            if let Some(bits) = evaluate(cx, op, &args, ty) {
                return (op != Op::splat).then_some(Rewrite::Const(bits));
            }
            if let Some(rewrite) = canonical(cx, op, &args, inst, ty) {
                return Some(rewrite);
            }
        }
        let none = Value::from_u32(u32::MAX - 1);
        let arg = |i: usize| args.get(i).copied().unwrap_or(none);
        let node = Node { a: arg(0), b: arg(1), c: arg(2), ty, op };
        let mut rules = self.rules[usize::from(rules.first)..usize::from(rules.end)].iter();
        rules.find_map(|rule| (rule.apply)(cx, &node))
    }
}

/// The value of a pure integer op of constants.
fn evaluate(cx: &Cx<'_>, op: Op, args: &[Value], ty: Type) -> Option<u64> {
    let mut bits: SmallVec<[u64; 4]> = SmallVec::new();
    for &arg in args {
        bits.push(cx.bits(arg)?);
    }
    eval_int(op, operand_width(cx.func, op, args, ty.width), ty.width, &bits)
}

/// The width T of an op's row for these operands.
pub(crate) fn operand_width(func: &Function, op: Op, args: &[Value], result: Width) -> Width {
    let mut operands = op.row().args.iter().zip(args);
    operands.find(|(s, _)| s.width == W::T).map_or(result, |(_, &a)| func.ty(a).width)
}

/// Constants of commutative ops stand behind; what is the same in all lanes is computed once for all and then splatted;
/// beside an operand at lane rate a splatted one stands for itself.
fn canonical(cx: &mut Cx<'_>, op: Op, args: &[Value], inst: Inst, ty: Type) -> Option<Rewrite> {
    let mut new: SmallVec<[Value; 4]> = SmallVec::new();
    if op.row().commutes && cx.bits(args[0]).is_some() && cx.bits(args[1]).is_none() {
        new.extend_from_slice(args);
        new.swap(0, 1);
    }
    if ty.rate == Rate::Lane && op != Op::splat {
        let splatted = |cx: &Cx<'_>, v: Value| {
            cx.is(v, Op::splat).map(|[inner, ..]| inner).filter(|&inner| !cx.func.ty(inner).is_lane())
        };
        let lanes = args.iter().filter(|&&a| cx.func.ty(a).is_lane()).count();
        let through = args.iter().filter(|&&a| splatted(cx, a).is_some()).count();
        if through > 0 || (lanes == 0 && !args.is_empty()) {
            if new.is_empty() {
                new.extend_from_slice(args);
            }
            new.iter_mut().for_each(|a| *a = splatted(cx, *a).unwrap_or(*a));
            if through == lanes {
                let uniform = Type::uniform(ty.width);
                let attr = cx.func.insts[inst].attr.clone();
                let value = cx.emit(op, &new, attr, uniform);
                return Some(Rewrite::Op(Op::splat, smallvec![value], Attr::None));
            }
        }
    }
    (!new.is_empty()).then(|| Rewrite::Op(op, new, cx.func.insts[inst].attr.clone()))
}
