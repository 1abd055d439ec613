//! Float ops as the host does them. Values travel as integers: operands are bitcast on the way in, results on the way out.
//!
//! Every op is marked NoContraction: what the rows call correctly rounded must stay so.

use super::Emitter;
use crate::interface::Features;
use crate::module::Ty;
use ir::float::FCmp;
use ir::{Attr, Inst, Op as IrOp, Value, Width};
use rspirv::spirv::{GlslStd450Op as Gl, Op};

impl Emitter<'_> {
    /// Emits an op of the group.
    pub(super) fn host(&mut self, inst: Inst) {
        let op = self.func.insts[inst].op;
        let width = self.aw(0);
        match op {
            IrOp::hadd => self.float2(Op::FAdd, width),
            IrOp::hmul => self.float2(Op::FMul, width),
            IrOp::hdiv => self.float2(Op::FDiv, width),
            IrOp::hfma => self.float_glsl(Gl::Fma, width, 3),
            IrOp::hmin => self.float_glsl(Gl::FMin, width, 2),
            IrOp::hmax => self.float_glsl(Gl::FMax, width, 2),
            IrOp::hfloor => self.float_glsl(Gl::Floor, width, 1),
            IrOp::hceil => self.float_glsl(Gl::Ceil, width, 1),
            IrOp::htrunc => self.float_glsl(Gl::Trunc, width, 1),
            IrOp::hrndne => self.float_glsl(Gl::RoundEven, width, 1),
            IrOp::hsqrt => self.float_glsl(Gl::Sqrt, width, 1),
            IrOp::hrsq => self.float_glsl(Gl::InverseSqrt, width, 1),
            IrOp::hexp2 => self.narrow_glsl(Gl::Exp2, width),
            IrOp::hlog2 => self.narrow_glsl(Gl::Log2, width),
            IrOp::hsin => self.narrow_glsl(Gl::Sin, width),
            IrOp::hcos => self.narrow_glsl(Gl::Cos, width),
            IrOp::hldexp => {
                let ty = self.float_ty(width);
                let (a, exponent) = (self.float_arg(0), self.a(1));
                let result = self.glsl(Gl::Ldexp as u32, ty, [a, exponent]);
                self.define_float(result, width);
            }
            IrOp::hcmp => {
                let id = self.compare(width);
                self.define(id);
            }
            IrOp::hcvt => {
                let to = self.rw();
                let a = self.float_arg(0);
                let ty = self.float_ty(to);
                let result = if to == width { a } else { self.op(Op::FConvert, ty, [a]) };
                self.define_float(result, to);
            }
            IrOp::h_to_s | IrOp::h_to_u => {
                let to = self.rw();
                let a = self.float_arg(0);
                let ty = self.ty(to);
                let op = if op == IrOp::h_to_s { Op::ConvertFToS } else { Op::ConvertFToU };
                let id = self.op(op, ty, [a]);
                let id = if self.is_word(to) { self.fitted(id, to) } else { id };
                self.define(id);
            }
            IrOp::s_to_h | IrOp::u_to_h => {
                let to = self.rw();
                let a = self.a(0);
                let signed = op == IrOp::s_to_h;
                let a = if self.is_word(width) { self.widened(a, width, signed) } else { a };
                let ty = self.float_ty(to);
                let op = if op == IrOp::s_to_h { Op::ConvertSToF } else { Op::ConvertUToF };
                let result = self.op(op, ty, [a]);
                self.define_float(result, to);
            }
            _ => self.bug("not a host float op"),
        }
    }

    /// The float type of a width.
    fn float_ty(&mut self, width: Width) -> u32 {
        let ty = match width {
            Width::B16 => {
                self.need(Features::FLOAT16);
                // Bits of such floats are integers of 16 bits.
                self.need(Features::INT16);
                Ty::F16
            }
            Width::B64 => {
                self.need(Features::FLOAT64);
                Ty::F64
            }
            Width::B32 => Ty::F32,
            Width::B1 | Width::B8 => {
                self.bug("a float of this width");
                Ty::F32
            }
        };
        self.g.ty(ty)
    }

    /// An operand as a float.
    fn float_arg(&mut self, index: usize) -> u32 {
        let value: Value = self.arg(index);
        let known = self.floats[value];
        if known != 0 {
            return known;
        }
        let width = self.aw(index);
        let ty = self.float_ty(width);
        if let Some(bits) = self.func.as_const(value) {
            let ty = match width {
                Width::B16 => Ty::F16,
                Width::B64 => Ty::F64,
                Width::B1 | Width::B8 | Width::B32 => Ty::F32,
            };
            return self.g.constant(ty, bits);
        }
        let id = self.v(value);
        self.op(Op::Bitcast, ty, [id])
    }

    /// Defines the result from a float.
    fn define_float(&mut self, float: u32, width: Width) {
        self.g.no_contraction(float);
        let ty = self.ty(width);
        let id = self.op(Op::Bitcast, ty, [float]);
        self.define(id);
        if let Some(value) = self.func.insts[self.inst].first {
            self.floats[value] = float;
        }
    }

    fn float2(&mut self, op: Op, width: Width) {
        let ty = self.float_ty(width);
        let (a, b) = (self.float_arg(0), self.float_arg(1));
        let result = self.op(op, ty, [a, b]);
        self.define_float(result, width);
    }

    fn float_glsl(&mut self, op: Gl, width: Width, operands: usize) {
        let ty = self.float_ty(width);
        let a = self.float_arg(0);
        let result = match operands {
            1 => self.glsl(op as u32, ty, [a]),
            2 => {
                let b = self.float_arg(1);
                self.glsl(op as u32, ty, [a, b])
            }
            _ => {
                let (b, c) = (self.float_arg(1), self.float_arg(2));
                self.glsl(op as u32, ty, [a, b, c])
            }
        };
        self.define_float(result, width);
    }

    /// GLSL.std.450 has these for 16 and 32 bits only.
    fn narrow_glsl(&mut self, op: Gl, width: Width) {
        if width == Width::B64 {
            self.refuse("exponentials, logarithms, sine and cosine of 64 bits");
        }
        self.float_glsl(op, width, 1);
    }

    fn compare(&mut self, width: Width) -> u32 {
        let FCmp(set) = match self.func.insts[self.inst].attr {
            Attr::FCmp(cmp, _) => cmp,
            _ => {
                self.bug("a comparison without its relation");
                FCmp(0)
            }
        };
        self.float_ty(width);
        let (a, b) = (self.float_arg(0), self.float_arg(1));
        const LT: u8 = FCmp::LT;
        const EQ: u8 = FCmp::EQ;
        const GT: u8 = FCmp::GT;
        const UN: u8 = FCmp::UN;
        let ordered = |e: &mut Self, op| e.opt(op, Ty::Bool, [a, b]);
        let op = match set & 15 {
            0 => return self.g.constant(Ty::Bool, 0),
            15 => return self.g.constant(Ty::Bool, 1),
            UN | 7 => {
                let (x, y) = (self.opt(Op::IsNan, Ty::Bool, [a]), self.opt(Op::IsNan, Ty::Bool, [b]));
                let unordered = self.opt(Op::LogicalOr, Ty::Bool, [x, y]);
                if set & 15 == UN {
                    return unordered;
                }
                return self.opt(Op::LogicalNot, Ty::Bool, [unordered]);
            }
            LT => Op::FOrdLessThan,
            EQ => Op::FOrdEqual,
            GT => Op::FOrdGreaterThan,
            3 => Op::FOrdLessThanEqual,
            5 => Op::FOrdNotEqual,
            6 => Op::FOrdGreaterThanEqual,
            9 => Op::FUnordLessThan,
            10 => Op::FUnordEqual,
            12 => Op::FUnordGreaterThan,
            11 => Op::FUnordLessThanEqual,
            13 => Op::FUnordNotEqual,
            _ => Op::FUnordGreaterThanEqual,
        };
        ordered(self, op)
    }
}
