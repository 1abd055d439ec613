//! Appends instructions to a block, with constants folded and result types worked out from the rows.
//!
//! Requires: operands of the widths that the row asks for (debug assertions say where they are not; the verifier always
//! does). Ensures: pure integer ops of constants become constants.

use crate::attr::{Attr, BlockCall};
use crate::entity::{Block, Inst, Value, Var};
use crate::function::{Def, Function};
use crate::ops::{Op, W, eval_int};
use crate::types::{Rate, Type, Width};
use smallvec::SmallVec;

/// A place in a function where instructions are appended.
#[derive(Debug)]
pub struct Builder<'a> {
    /// The function.
    pub func: &'a mut Function,
    /// The block that is appended to.
    pub block: Block,
    /// Guest address that new instructions carry.
    pub pc: u32,
}

impl<'a> Builder<'a> {
    /// Appends to a block.
    pub fn new(func: &'a mut Function, block: Block) -> Builder<'a> {
        Builder { func, block, pc: u32::MAX }
    }

    /// Appends an instruction with results of these types.
    pub fn emit(&mut self, op: Op, args: &[Value], attr: Attr, results: &[Type]) -> Inst {
        let inst = self.func.add_inst(op, args, attr, results, self.pc);
        self.func.blocks[self.block].insts.push(inst);
        inst
    }

    /// Appends an op with one result, whose type follows from its row.
    pub fn op(&mut self, op: Op, args: &[Value], attr: Attr) -> Value {
        let row = op.row();
        let (mut t, mut lane, mut constant) = (None, false, true);
        for (i, &arg) in args.iter().enumerate() {
            let value = &self.func.values[arg];
            lane |= value.ty.is_lane();
            constant &= matches!(value.def, Def::Const(_));
            if t.is_none() && row.args.get(i).is_some_and(|s| s.width == W::T) {
                t = Some(value.ty.width);
            }
        }
        let width = match &attr {
            Attr::Width(w) | Attr::FloatTo(w, _) => Some(*w),
            Attr::Type(ty) => Some(ty.width),
            _ => None,
        };
        let sig = row.results.first().copied();
        let ty = sig.and_then(|s| Op::type_of(s, t, lane, width)).unwrap_or(Type::U32);
        debug_assert!(sig.is_some(), "{} has no fixed result", row.name);
        if constant && op.is_pure() && ty.rate == Rate::Uniform && op.group() == "int" {
            let bits: SmallVec<[u64; 4]> = args.iter().filter_map(|&a| self.func.as_const(a)).collect();
            if let Some(bits) = eval_int(op, t.unwrap_or(ty.width), ty.width, &bits) {
                return self.func.constant(ty.width, bits);
            }
        }
        let ty = if let Attr::Type(t) = &attr { *t } else { ty };
        let inst = self.emit(op, args, attr, &[ty]);
        self.func.result(inst).unwrap_or(Value::from_u32(0))
    }

    /// Appends a pure op without attribute.
    pub fn pure(&mut self, op: Op, args: &[Value]) -> Value {
        self.op(op, args, Attr::None)
    }

    /// A constant of 32 bits.
    pub fn c32(&mut self, bits: u32) -> Value {
        self.func.constant(Width::B32, u64::from(bits))
    }

    /// A constant of 64 bits.
    pub fn c64(&mut self, bits: u64) -> Value {
        self.func.constant(Width::B64, bits)
    }

    /// A constant truth value.
    pub fn c1(&mut self, value: bool) -> Value {
        self.func.constant(Width::B1, u64::from(value))
    }

    /// Value of a variable.
    pub fn get(&mut self, var: Var) -> Value {
        let ty = self.func.vars[var].ty;
        let inst = self.emit(Op::get, &[], Attr::Var(var), &[ty]);
        self.func.result(inst).unwrap_or(Value::from_u32(0))
    }

    /// Sets a variable.
    pub fn set(&mut self, var: Var, value: Value) {
        self.emit(Op::set, &[value], Attr::Var(var), &[]);
    }

    /// Ends the block with a jump.
    pub fn br(&mut self, to: BlockCall) {
        self.emit(Op::br, &[], Attr::Jump(Box::new(to)), &[]);
    }

    /// Ends the block with a branch.
    pub fn brif(&mut self, condition: Value, yes: BlockCall, no: BlockCall) {
        self.emit(Op::brif, &[condition], Attr::Branch(Box::new([yes, no])), &[]);
    }

    /// Ends the block and the wave.
    pub fn ret(&mut self) {
        self.emit(Op::ret, &[], Attr::None, &[]);
    }
}
