//! Integer, bit and selection ops, with the meaning that their rows give: counts modulo the width, all ones for a quotient
//! by zero and for a search that finds nothing.
//!
//! Vulkan has bit counts and searches of 32 bits only: narrower operands are widened, wider ones split.

use super::Emitter;
use crate::interface::Features;
use crate::module::Ty;
use ir::{Inst, Op as IrOp, Value, Width};
use rspirv::spirv::{GlslStd450Op as Gl, Op};

impl Emitter<'_> {
    /// Emits an op of the group.
    pub(super) fn int(&mut self, inst: Inst) {
        let op = self.func.insts[inst].op;
        if op == IrOp::unknown {
            // Any bits will do; zero is the same on every host.
            let width = self.rw();
            self.ty(width);
            let id = self.g.constant(Ty::of(width), 0);
            return self.define(id);
        }
        let width = if op == IrOp::select { self.aw(1) } else { self.aw(0) };
        let id = if width == Width::B1 {
            self.truth(op)
        } else if self.is_word(width) {
            self.word(op, width)
        } else {
            self.wide(op, width)
        };
        self.define(id);
    }

    /// Ops on narrow integers that are dwords with zeros above: signed operands are extended first, and what may have become
    /// too large is fitted.
    fn word(&mut self, op: IrOp, width: Width) -> u32 {
        let signed = |e: &mut Self, i: usize| {
            let a = e.a(i);
            e.widened(a, width, true)
        };
        let ty = self.g.ty(Ty::U32);
        match op {
            IrOp::iadd | IrOp::isub | IrOp::imul | IrOp::inot | IrOp::ishl => {
                let id = self.wide(op, width);
                self.fitted(id, width)
            }
            IrOp::sshr => {
                let (a, count) = (signed(self, 0), self.count(width));
                let id = self.op(Op::ShiftRightArithmetic, ty, [a, count]);
                self.fitted(id, width)
            }
            IrOp::smin | IrOp::smax => {
                let (a, b) = (signed(self, 0), signed(self, 1));
                let id = self.glsl(if op == IrOp::smin { Gl::SMin } else { Gl::SMax } as u32, ty, [a, b]);
                self.fitted(id, width)
            }
            IrOp::slt | IrOp::sle => {
                let (a, b) = (signed(self, 0), signed(self, 1));
                self.opt(if op == IrOp::slt { Op::SLessThan } else { Op::SLessThanEqual }, Ty::Bool, [a, b])
            }
            IrOp::sext => {
                let (a, to) = (signed(self, 0), self.rw());
                match to {
                    Width::B64 => {
                        let ty = self.ty(to);
                        self.op(Op::SConvert, ty, [a])
                    }
                    _ if to == width => self.a(0),
                    _ => self.resize(a, Width::B32, to),
                }
            }
            _ => self.wide(op, width),
        }
    }

    fn plain2(&mut self, op: Op, ty: u32) -> u32 {
        let (a, b) = (self.a(0), self.a(1));
        self.op(op, ty, [a, b])
    }

    /// Ops on integers of 8 to 64 bits.
    #[allow(clippy::too_many_lines, reason = "one arm an op")]
    fn wide(&mut self, op: IrOp, width: Width) -> u32 {
        if width == Width::B64 && !matches!(op, IrOp::lo | IrOp::hi) {
            self.need(Features::INT64);
        }
        let ty = self.ty(width);
        let bool_ty = self.g.ty(Ty::Bool);
        match op {
            IrOp::iadd => self.plain2(Op::IAdd, ty),
            IrOp::isub => self.plain2(Op::ISub, ty),
            IrOp::imul => self.plain2(Op::IMul, ty),
            IrOp::udiv => self.divide(Op::UDiv, width),
            IrOp::urem => self.divide(Op::UMod, width),
            IrOp::umulhi => self.mul_high(width, false),
            IrOp::smulhi => self.mul_high(width, true),
            IrOp::iand => self.plain2(Op::BitwiseAnd, ty),
            IrOp::ior => self.plain2(Op::BitwiseOr, ty),
            IrOp::ixor => self.plain2(Op::BitwiseXor, ty),
            IrOp::inot => {
                let a = self.a(0);
                self.op(Op::Not, ty, [a])
            }
            IrOp::ishl => self.shift(Op::ShiftLeftLogical, width),
            IrOp::ushr => self.shift(Op::ShiftRightLogical, width),
            IrOp::sshr => self.shift(Op::ShiftRightArithmetic, width),
            IrOp::umin => self.glsl2(Gl::UMin, ty),
            IrOp::umax => self.glsl2(Gl::UMax, ty),
            IrOp::smin => self.glsl2(Gl::SMin, ty),
            IrOp::smax => self.glsl2(Gl::SMax, ty),
            IrOp::popcnt => self.popcnt(width),
            IrOp::bitrev => self.bitrev(width),
            IrOp::find_lsb | IrOp::find_umsb | IrOp::find_smsb => self.find(op, width),
            IrOp::ieq => self.plain2(Op::IEqual, bool_ty),
            IrOp::ine => self.plain2(Op::INotEqual, bool_ty),
            IrOp::ult => self.plain2(Op::ULessThan, bool_ty),
            IrOp::ule => self.plain2(Op::ULessThanEqual, bool_ty),
            IrOp::slt => self.plain2(Op::SLessThan, bool_ty),
            IrOp::sle => self.plain2(Op::SLessThanEqual, bool_ty),
            IrOp::select => self.select(ty),
            IrOp::zext => {
                let (a, to) = (self.a(0), self.rw());
                self.resize(a, width, to)
            }
            IrOp::sext => {
                let (a, to) = (self.a(0), self.rw());
                if to == width {
                    return a;
                }
                if self.is_word(to) {
                    let a = self.widened(a, width, true);
                    return self.fitted(a, to);
                }
                let to = self.ty(to);
                self.op(Op::SConvert, to, [a])
            }
            IrOp::trunc => {
                let (a, to) = (self.a(0), self.rw());
                if to != Width::B1 {
                    return self.resize(a, width, to);
                }
                let one = self.g.constant(Ty::of(width), 1);
                let zero = self.g.constant(Ty::of(width), 0);
                let low = self.op(Op::BitwiseAnd, ty, [a, one]);
                self.op(Op::INotEqual, bool_ty, [low, zero])
            }
            IrOp::pack => {
                let (a, b, to) = (self.a(0), self.a(1), self.rw());
                self.pack(a, b, width, to)
            }
            IrOp::lo => {
                let (a, to) = (self.a(0), self.rw());
                self.resize(a, width, to)
            }
            IrOp::hi => {
                let (a, to) = (self.a(0), self.rw());
                if width == Width::B64 && self.g.wide_is_pair {
                    return self.split(a).1;
                }
                let count = self.g.c32(width.bits() / 2);
                let high = self.op(Op::ShiftRightLogical, ty, [a, count]);
                self.resize(high, width, to)
            }
            IrOp::splat => self.a(0),
            _ => {
                self.bug("not an integer op");
                self.a(0)
            }
        }
    }

    fn glsl2(&mut self, op: Gl, ty: u32) -> u32 {
        let (a, b) = (self.a(0), self.a(1));
        self.glsl(op as u32, ty, [a, b])
    }

    fn select(&mut self, ty: u32) -> u32 {
        let (c, a, b) = (self.a(0), self.a(1), self.a(2));
        self.op(Op::Select, ty, [c, a, b])
    }

    /// `high : low` of two values of `width`.
    pub(super) fn pack(&mut self, low: u32, high: u32, width: Width, to: Width) -> u32 {
        let ty = self.ty(to);
        if width == Width::B32 && to == Width::B64 {
            let pair = self.opt(Op::CompositeConstruct, Ty::V2, [low, high]);
            return if self.g.wide_is_pair { pair } else { self.op(Op::Bitcast, ty, [pair]) };
        }
        let (low, high) = (self.resize(low, width, to), self.resize(high, width, to));
        let count = self.g.c32(width.bits());
        let high = self.op(Op::ShiftLeftLogical, ty, [high, count]);
        self.op(Op::BitwiseOr, ty, [low, high])
    }

    /// An address with a constant added.
    pub(super) fn add_wide(&mut self, a: u32, constant: i64) -> u32 {
        let constant = self.g.constant(Ty::U64, constant.cast_unsigned());
        if !self.g.wide_is_pair {
            return self.opt(Op::IAdd, Ty::U64, [a, constant]);
        }
        let ((low, high), (c_low, c_high)) = (self.split(a), self.split(constant));
        let sum = self.opt(Op::IAddCarry, Ty::Pair, [low, c_low]);
        let (low, carry) = (
            self.opt(Op::CompositeExtract, Ty::U32, [sum, 0]),
            self.opt(Op::CompositeExtract, Ty::U32, [sum, 1]),
        );
        let high = self.opt(Op::IAdd, Ty::U32, [high, c_high]);
        let high = self.opt(Op::IAdd, Ty::U32, [high, carry]);
        self.opt(Op::CompositeConstruct, Ty::U64, [low, high])
    }

    /// The low half of a difference of addresses, and whether the difference is less than a number of 32 bits.
    pub(super) fn distance(&mut self, a: u32, b: u32, limit: u32) -> (u32, u32) {
        if !self.g.wide_is_pair {
            let distance = self.opt(Op::ISub, Ty::U64, [a, b]);
            let limit = self.resize(limit, Width::B32, Width::B64);
            let is_less = self.opt(Op::ULessThan, Ty::Bool, [distance, limit]);
            return (self.resize(distance, Width::B64, Width::B32), is_less);
        }
        let ((a_low, a_high), (b_low, b_high)) = (self.split(a), self.split(b));
        let low = self.opt(Op::ISubBorrow, Ty::Pair, [a_low, b_low]);
        let (low, borrow) = (
            self.opt(Op::CompositeExtract, Ty::U32, [low, 0]),
            self.opt(Op::CompositeExtract, Ty::U32, [low, 1]),
        );
        let high = self.opt(Op::ISub, Ty::U32, [a_high, b_high]);
        let near = self.opt(Op::IEqual, Ty::Bool, [high, borrow]);
        let is_less = self.opt(Op::ULessThan, Ty::Bool, [low, limit]);
        (low, self.opt(Op::LogicalAnd, Ty::Bool, [near, is_less]))
    }

    /// Whether an address is not above another.
    pub(super) fn not_above(&mut self, a: u32, b: u32) -> u32 {
        if !self.g.wide_is_pair {
            return self.opt(Op::ULessThanEqual, Ty::Bool, [a, b]);
        }
        let ((a_low, a_high), (b_low, b_high)) = (self.split(a), self.split(b));
        let less = self.opt(Op::ULessThan, Ty::Bool, [a_high, b_high]);
        let same = self.opt(Op::IEqual, Ty::Bool, [a_high, b_high]);
        let low = self.opt(Op::ULessThanEqual, Ty::Bool, [a_low, b_low]);
        let low = self.opt(Op::LogicalAnd, Ty::Bool, [same, low]);
        self.opt(Op::LogicalOr, Ty::Bool, [less, low])
    }

    /// Halves of a 64-bit value.
    pub(super) fn split(&mut self, id: u32) -> (u32, u32) {
        let pair = if self.g.wide_is_pair { id } else { self.opt(Op::Bitcast, Ty::V2, [id]) };
        (
            self.opt(Op::CompositeExtract, Ty::U32, [pair, 0]),
            self.opt(Op::CompositeExtract, Ty::U32, [pair, 1]),
        )
    }

    fn known(&mut self, index: usize) -> Option<u64> {
        let value: Value = self.arg(index);
        self.func.as_const(value)
    }

    /// SPIR-V leaves counts of the width and above undefined.
    fn shift(&mut self, op: Op, width: Width) -> u32 {
        let ty = self.ty(width);
        let (a, count) = (self.a(0), self.count(width));
        self.op(op, ty, [a, count])
    }

    /// The count of a shift, modulo the width.
    fn count(&mut self, width: Width) -> u32 {
        let mask = width.bits() - 1;
        match self.known(1) {
            Some(count) => self.g.c32(count as u32 & mask),
            None => {
                let (count, mask) = (self.a(1), self.g.c32(mask));
                self.opt(Op::BitwiseAnd, Ty::U32, [count, mask])
            }
        }
    }

    /// SPIR-V leaves division by zero undefined.
    fn divide(&mut self, op: Op, width: Width) -> u32 {
        let ty = self.ty(width);
        let (a, b) = (self.a(0), self.a(1));
        let ones = self.g.constant(Ty::of(width), width.mask());
        match self.known(1) {
            Some(0) => return ones,
            Some(_) => return self.op(op, ty, [a, b]),
            None => {}
        }
        let zero = self.g.constant(Ty::of(width), 0);
        let is_zero = self.opt(Op::IEqual, Ty::Bool, [b, zero]);
        let divisor = self.op(Op::Select, ty, [is_zero, ones, b]);
        let result = self.op(op, ty, [a, divisor]);
        self.op(Op::Select, ty, [is_zero, ones, result])
    }

    fn mul_high(&mut self, width: Width, signed: bool) -> u32 {
        let (a, b) = (self.a(0), self.a(1));
        match width {
            Width::B1 | Width::B8 | Width::B16 => {
                let u32_ty = self.g.ty(Ty::U32);
                let (a, b) = (self.widened(a, width, signed), self.widened(b, width, signed));
                let product = self.op(Op::IMul, u32_ty, [a, b]);
                let count = self.g.c32(width.bits());
                let high = self.op(Op::ShiftRightLogical, u32_ty, [product, count]);
                self.resize(high, Width::B32, width)
            }
            Width::B32 => {
                let op = if signed { Op::SMulExtended } else { Op::UMulExtended };
                let pair = self.opt(op, Ty::Pair, [a, b]);
                self.opt(Op::CompositeExtract, Ty::U32, [pair, 1])
            }
            Width::B64 => self.mul_high64(a, b, signed),
        }
    }

    /// By halves: drivers do not agree on extended multiplications of 64 bits.
    fn mul_high64(&mut self, a: u32, b: u32, signed: bool) -> u32 {
        let ty = self.g.ty(Ty::U64);
        let low_mask = self.g.constant(Ty::U64, 0xffff_ffff);
        let (c32, c63) = (self.g.c32(32), self.g.c32(63));
        let halves = |e: &mut Self, x| {
            (e.op(Op::BitwiseAnd, ty, [x, low_mask]), e.op(Op::ShiftRightLogical, ty, [x, c32]))
        };
        let ((al, ah), (bl, bh)) = (halves(self, a), halves(self, b));
        let mul = |e: &mut Self, x, y| e.op(Op::IMul, ty, [x, y]);
        let add = |e: &mut Self, x, y| e.op(Op::IAdd, ty, [x, y]);
        let (ll, lh, hl, hh) = (mul(self, al, bl), mul(self, al, bh), mul(self, ah, bl), mul(self, ah, bh));
        let ((_, carry), (lh0, lh1), (hl0, hl1)) = (halves(self, ll), halves(self, lh), halves(self, hl));
        let middle = add(self, lh0, hl0);
        let middle = add(self, middle, carry);
        let (_, carry) = halves(self, middle);
        let high = add(self, hh, lh1);
        let high = add(self, high, hl1);
        let high = add(self, high, carry);
        if !signed {
            return high;
        }
        // The unsigned product counts a negative factor 2^64 times the other one too high.
        let mut result = high;
        for (x, y) in [(a, b), (b, a)] {
            let sign = self.op(Op::ShiftRightArithmetic, ty, [x, c63]);
            let excess = self.op(Op::BitwiseAnd, ty, [sign, y]);
            result = self.op(Op::ISub, ty, [result, excess]);
        }
        result
    }

    fn popcnt(&mut self, width: Width) -> u32 {
        let a = self.a(0);
        if width == Width::B64 {
            let (low, high) = self.split(a);
            let (low, high) =
                (self.opt(Op::BitCount, Ty::U32, [low]), self.opt(Op::BitCount, Ty::U32, [high]));
            return self.opt(Op::IAdd, Ty::U32, [low, high]);
        }
        let a = self.resize(a, width, Width::B32);
        self.opt(Op::BitCount, Ty::U32, [a])
    }

    fn bitrev(&mut self, width: Width) -> u32 {
        let a = self.a(0);
        if width == Width::B64 {
            let (low, high) = self.split(a);
            let (low, high) =
                (self.opt(Op::BitReverse, Ty::U32, [low]), self.opt(Op::BitReverse, Ty::U32, [high]));
            return self.pack(high, low, Width::B32, Width::B64);
        }
        let a = self.resize(a, width, Width::B32);
        let reversed = self.opt(Op::BitReverse, Ty::U32, [a]);
        if width == Width::B32 {
            return reversed;
        }
        let count = self.g.c32(32 - width.bits());
        let low = self.opt(Op::ShiftRightLogical, Ty::U32, [reversed, count]);
        self.resize(low, Width::B32, width)
    }

    fn find(&mut self, op: IrOp, width: Width) -> u32 {
        let u32_ty = self.g.ty(Ty::U32);
        let a = self.a(0);
        let number = match op {
            IrOp::find_lsb => Gl::FindILsb,
            IrOp::find_umsb => Gl::FindUMsb,
            _ => Gl::FindSMsb,
        };
        match width {
            Width::B64 => {}
            Width::B32 => return self.glsl(number as u32, u32_ty, [a]),
            Width::B1 | Width::B8 | Width::B16 => {
                let a = self.widened(a, width, op == IrOp::find_smsb);
                return self.glsl(number as u32, u32_ty, [a]);
            }
        }
        let a = if op == IrOp::find_smsb {
            // A bit that differs from the sign is a one of this.
            let (ty, count) = (self.g.ty(Ty::U64), self.g.c32(63));
            let sign = self.op(Op::ShiftRightArithmetic, ty, [a, count]);
            self.op(Op::BitwiseXor, ty, [a, sign])
        } else {
            a
        };
        let number = if op == IrOp::find_lsb { Gl::FindILsb } else { Gl::FindUMsb };
        let (low, high) = self.split(a);
        let (zero, ones, c32) = (self.g.c32(0), self.g.c32(u32::MAX), self.g.c32(32));
        let in_low = self.glsl(number as u32, u32_ty, [low]);
        let in_high = self.glsl(number as u32, u32_ty, [high]);
        let raised = self.op(Op::IAdd, u32_ty, [in_high, c32]);
        let (has_low, has_high) =
            (self.opt(Op::INotEqual, Ty::Bool, [low, zero]), self.opt(Op::INotEqual, Ty::Bool, [high, zero]));
        if op == IrOp::find_lsb {
            let in_high = self.op(Op::Select, u32_ty, [has_high, raised, ones]);
            self.op(Op::Select, u32_ty, [has_low, in_low, in_high])
        } else {
            self.op(Op::Select, u32_ty, [has_high, raised, in_low])
        }
    }

    /// Ops on truth values: integers of one bit, whose sign is the bit.
    fn truth(&mut self, op: IrOp) -> u32 {
        let ty = self.g.ty(Ty::Bool);
        let a = if op == IrOp::select { self.a(1) } else { self.a(0) };
        match op {
            IrOp::iadd | IrOp::isub | IrOp::ixor | IrOp::ine => self.plain2(Op::LogicalNotEqual, ty),
            IrOp::imul | IrOp::iand | IrOp::umin | IrOp::smax => self.plain2(Op::LogicalAnd, ty),
            IrOp::ior | IrOp::umax | IrOp::smin => self.plain2(Op::LogicalOr, ty),
            IrOp::ieq => self.plain2(Op::LogicalEqual, ty),
            IrOp::inot => self.op(Op::LogicalNot, ty, [a]),
            // Any one-bit number divided by one is itself; division by zero gives all ones, which is true.
            IrOp::udiv | IrOp::sle => {
                let b = self.a(1);
                let not = self.op(Op::LogicalNot, ty, [b]);
                self.op(Op::LogicalOr, ty, [a, not])
            }
            IrOp::urem => {
                let b = self.a(1);
                self.op(Op::LogicalNot, ty, [b])
            }
            IrOp::umulhi | IrOp::smulhi => self.g.constant(Ty::Bool, 0),
            IrOp::ishl | IrOp::ushr | IrOp::sshr | IrOp::bitrev | IrOp::splat => a,
            IrOp::ult => {
                let b = self.a(1);
                let not = self.op(Op::LogicalNot, ty, [a]);
                self.op(Op::LogicalAnd, ty, [not, b])
            }
            IrOp::ule => {
                let b = self.a(1);
                let not = self.op(Op::LogicalNot, ty, [a]);
                self.op(Op::LogicalOr, ty, [not, b])
            }
            IrOp::slt => {
                let b = self.a(1);
                let not = self.op(Op::LogicalNot, ty, [b]);
                self.op(Op::LogicalAnd, ty, [a, not])
            }
            IrOp::select => self.select(ty),
            IrOp::popcnt => self.choose(a, Width::B32, 1, 0),
            IrOp::find_lsb | IrOp::find_umsb => self.choose(a, Width::B32, 0, u64::from(u32::MAX)),
            IrOp::find_smsb => self.g.c32(u32::MAX),
            IrOp::zext | IrOp::sext | IrOp::trunc => {
                let to = self.rw();
                if to == Width::B1 {
                    return a;
                }
                self.choose(a, to, if op == IrOp::sext { to.mask() } else { 1 }, 0)
            }
            _ => {
                self.bug("no such op on truth values");
                a
            }
        }
    }

    /// One of two constants.
    pub(super) fn choose(&mut self, condition: u32, width: Width, yes: u64, no: u64) -> u32 {
        let ty = self.ty(width);
        let (yes, no) = (self.g.constant(Ty::of(width), yes), self.g.constant(Ty::of(width), no));
        self.op(Op::Select, ty, [condition, yes, no])
    }
}
