//! Instructions of the frame around a tested one.
//!
//! Requires: register numbers of the frame. Ensures: words that the decoder reads back as what was asked for.
//! Leaves alone: what they are for; `program` says that.

use crate::Error;
use isa::fields::{SopkFields, Vop3Fields};
use isa::make::{self, LITERAL, ONE, ZERO};
use isa::table::{Global, Smem, Sop1, Sop2, Sopc, Sopk, Sopp, Vop1, Vop2, Vop3};
use isa::{Fields, Inst, Op};

/// Number of MODE among the hardware registers.
const MODE: u16 = 1;

/// A program as words.
#[derive(Clone, Debug, Default)]
pub struct Asm {
    /// The words.
    pub words: Vec<u32>,
}

impl Asm {
    /// Appends an instruction.
    pub fn inst(&mut self, inst: &Inst) -> Result<(), Error> {
        let words = isa::encode(inst).map_err(|e| Error::Frame(e.to_string()))?;
        self.words.extend(words);
        Ok(())
    }

    fn op(&mut self, op: impl Into<Op>, fields: Fields, literal: Option<u32>) -> Result<(), Error> {
        self.inst(&make::inst(op, fields, literal))
    }

    /// A scalar instruction with one source.
    pub fn sop1(&mut self, op: Sop1, sdst: u8, ssrc0: u8) -> Result<(), Error> {
        self.inst(&make::sop1(op, sdst, ssrc0))
    }

    /// A scalar instruction with two sources.
    pub fn sop2(&mut self, op: Sop2, sdst: u8, ssrc0: u8, ssrc1: u8) -> Result<(), Error> {
        self.inst(&make::sop2(op, sdst, ssrc0, ssrc1))
    }

    /// The same with a number as the second source.
    pub fn sop2_literal(&mut self, op: Sop2, sdst: u8, ssrc0: u8, value: u32) -> Result<(), Error> {
        self.inst(&make::sop2_literal(op, sdst, ssrc0, value))
    }

    /// SCC = register is not zero.
    pub fn scc_from(&mut self, ssrc0: u8) -> Result<(), Error> {
        self.inst(&make::sopc(Sopc::s_cmp_lg_u32, ssrc0, ZERO))
    }

    /// Loads a dword by a scalar address.
    pub fn load_scalar(&mut self, sdata: u8, sbase: u8, offset: u32) -> Result<(), Error> {
        self.inst(&make::smem(Smem::s_load_dword, sdata, sbase, offset))
    }

    /// Waits for all memory.
    pub fn wait(&mut self) -> Result<(), Error> {
        self.inst(&make::sopp(Sopp::s_waitcnt, 0))
    }

    /// Ends the program.
    pub fn end(&mut self) -> Result<(), Error> {
        self.inst(&make::sopp(Sopp::s_endpgm, 0))
    }

    /// Sets bits of MODE to a number.
    pub fn mode_bits(&mut self, offset: u16, size: u16, value: u32) -> Result<(), Error> {
        let simm16 = MODE | offset << 6 | (size - 1) << 11;
        self.op(Sopk::s_setreg_imm32_b32, Fields::Sopk(SopkFields { simm16, sdst: 0 }), Some(value))
    }

    /// Sets bits of MODE from a register.
    pub fn mode_from(&mut self, offset: u16, size: u16, register: u8) -> Result<(), Error> {
        let simm16 = MODE | offset << 6 | (size - 1) << 11;
        self.op(Sopk::s_setreg_b32, Fields::Sopk(SopkFields { simm16, sdst: register }), None)
    }

    /// Reads MODE.
    pub fn get_mode(&mut self, register: u8) -> Result<(), Error> {
        let simm16 = MODE | 31 << 11;
        self.op(Sopk::s_getreg_b32, Fields::Sopk(SopkFields { simm16, sdst: register }), None)
    }

    /// Copies a scalar (or vector, by its 9-bit code) operand into a vector register.
    pub fn v_mov(&mut self, vdst: u8, src0: u16) -> Result<(), Error> {
        self.inst(&make::vop1(Vop1::v_mov_b32, vdst, src0))
    }

    /// A vector instruction with two sources, of which the second is a register.
    pub fn vop2(&mut self, op: Vop2, vdst: u8, src0: u16, vsrc1: u8) -> Result<(), Error> {
        self.inst(&make::vop2(op, vdst, src0, vsrc1))
    }

    /// Multiplies a vector register with a number.
    pub fn v_mul(&mut self, vdst: u8, source: u8, by: u32) -> Result<(), Error> {
        let fields =
            Vop3Fields { vdst, src0: make::v(source), src1: u16::from(LITERAL), ..Vop3Fields::default() };
        self.op(Vop3::v_mul_lo_u32, Fields::Vop3(fields), Some(by))
    }

    /// 1 in the lanes of a mask, 0 in the others.
    pub fn lanes_of(&mut self, vdst: u8, mask: u8) -> Result<(), Error> {
        let fields = Vop3Fields {
            vdst,
            src0: u16::from(ZERO),
            src1: u16::from(ONE),
            src2: u16::from(mask),
            ..Vop3Fields::default()
        };
        self.op(Vop2::v_cndmask_b32, Fields::Vop3(fields), None)
    }

    /// Loads a dword a lane: scalar base, vector offset, number of bytes.
    pub fn load_lane(&mut self, vdst: u8, saddr: u8, offset: u8, bytes: u16) -> Result<(), Error> {
        self.inst(&make::global_at(Global::global_load_dword, vdst, offset, 0, saddr, bytes))
    }

    /// Stores a dword a lane.
    pub fn store_lane(&mut self, data: u8, saddr: u8, offset: u8, bytes: u16) -> Result<(), Error> {
        self.inst(&make::global_at(Global::global_store_dword, 0, offset, data, saddr, bytes))
    }
}
