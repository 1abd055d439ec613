//! Instructions by name, for programs that are made: the fixed parts of generated tests.
//!
//! Requires: register codes that the encodings take. Ensures: what comes out encodes. Leaves alone: modifiers, which are off.

use crate::fields::{
    DsFields, FlatFields, SmemFields, Sop1Fields, Sop2Fields, SopcFields, SoppFields, Vop1Fields, Vop2Fields,
    Vop3Fields, VopcFields,
};
use crate::table::{Ds, Global, Smem, Sop1, Sop2, Sopc, Sopp, Vop1, Vop2, Vop3, Vopc};
use crate::{Fields, Inst, Op};

/// The low half of VCC, an operand code as the others.
pub const VCC: u8 = 106;
/// M0.
pub const M0: u8 = 124;
/// The low half of EXEC.
pub const EXEC: u8 = 126;
/// The literal that follows.
pub const LITERAL: u8 = 255;
/// The integer 0; the others to 64 follow.
pub const ZERO: u8 = 128;
/// The integer 1.
pub const ONE: u8 = 129;
/// The integer -1.
pub const ALL_ONES: u8 = 193;

/// A vector register as a source.
pub const fn v(register: u8) -> u16 {
    256 + register as u16
}

/// Any, by its fields.
pub fn inst(op: impl Into<Op>, fields: Fields, literal: Option<u32>) -> Inst {
    Inst { op: op.into(), fields, literal, nsa: Default::default(), ignored: Default::default() }
}

/// A scalar instruction with one source.
pub fn sop1(op: Sop1, sdst: u8, ssrc0: u8) -> Inst {
    inst(op, Fields::Sop1(Sop1Fields { ssrc0, sdst }), None)
}

/// A scalar register from a constant.
pub fn constant(sdst: u8, value: u32) -> Inst {
    inst(Sop1::s_mov_b32, Fields::Sop1(Sop1Fields { ssrc0: LITERAL, sdst }), Some(value))
}

/// A scalar instruction with two sources.
pub fn sop2(op: Sop2, sdst: u8, ssrc0: u8, ssrc1: u8) -> Inst {
    inst(op, Fields::Sop2(Sop2Fields { ssrc0, ssrc1, sdst }), None)
}

/// With a literal as second source.
pub fn sop2_literal(op: Sop2, sdst: u8, ssrc0: u8, literal: u32) -> Inst {
    inst(op, Fields::Sop2(Sop2Fields { ssrc0, ssrc1: LITERAL, sdst }), Some(literal))
}

/// A scalar comparison.
pub fn sopc(op: Sopc, ssrc0: u8, ssrc1: u8) -> Inst {
    inst(op, Fields::Sopc(SopcFields { ssrc0, ssrc1 }), None)
}

/// A scalar instruction with an immediate alone.
pub fn sopp(op: Sopp, simm16: u16) -> Inst {
    inst(op, Fields::Sopp(SoppFields { simm16 }), None)
}

/// A vector instruction with one source.
pub fn vop1(op: Vop1, vdst: u8, src0: u16) -> Inst {
    inst(op, Fields::Vop1(Vop1Fields { src0, vdst }), None)
}

/// A vector instruction with two sources, of which the second is a register.
pub fn vop2(op: Vop2, vdst: u8, src0: u16, vsrc1: u8) -> Inst {
    inst(op, Fields::Vop2(Vop2Fields { src0, vsrc1, vdst }), None)
}

/// With a literal as first source.
pub fn vop2_literal(op: Vop2, vdst: u8, literal: u32, vsrc1: u8) -> Inst {
    inst(op, Fields::Vop2(Vop2Fields { src0: LITERAL.into(), vsrc1, vdst }), Some(literal))
}

/// A vector instruction with two sources of any kind.
pub fn vop3(op: Vop3, vdst: u8, src0: u16, src1: u16) -> Inst {
    inst(op, Fields::Vop3(Vop3Fields { vdst, src0, src1, ..Vop3Fields::default() }), None)
}

/// A comparison that writes VCC.
pub fn vopc(op: Vopc, src0: u16, vsrc1: u8) -> Inst {
    inst(op, Fields::Vopc(VopcFields { src0, vsrc1 }), None)
}

/// An LDS instruction: address, data, result.
pub fn ds(op: Ds, vdst: u8, addr: u8, data0: u8, offset: u16) -> Inst {
    let [offset0, offset1] = offset.to_le_bytes();
    inst(op, Fields::Ds(DsFields { offset0, offset1, addr, data0, vdst, ..DsFields::default() }), None)
}

/// A global access with a 32-bit offset in a vector register to the pair `saddr`.
pub fn global(op: Global, vdst: u8, addr: u8, data: u8, saddr: u8) -> Inst {
    global_at(op, vdst, addr, data, saddr, 0)
}

/// As [`global`], with a constant offset.
pub fn global_at(op: Global, vdst: u8, addr: u8, data: u8, saddr: u8, offset: u16) -> Inst {
    let fields = FlatFields { offset, seg: 2, addr, data, saddr, vdst, ..FlatFields::default() };
    inst(op, Fields::Flat(fields), None)
}

/// A scalar load from the pair `base`.
pub fn smem(op: Smem, sdata: u8, base: u8, offset: u32) -> Inst {
    let fields =
        SmemFields { sbase: base / 2, sdata, offset, soffset: crate::fields::NULL, ..SmemFields::default() };
    inst(op, Fields::Smem(fields), None)
}

/// Waits for all counters, as a real program has to.
pub fn wait() -> [Inst; 2] {
    let all = crate::fields::SopkFields { simm16: 0, sdst: crate::fields::NULL };
    [sopp(Sopp::s_waitcnt, 0), inst(crate::table::Sopk::s_waitcnt_vscnt, Fields::Sopk(all), None)]
}
