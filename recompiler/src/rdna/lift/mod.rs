//! From guest blocks to IR of phase Raw.
//!
//! Requires: a [`Cfg`]. Ensures: one IR block a guest block; registers are variables between blocks and plain values inside
//! one: a variable is read at its first use and written once, at the end. EXEC is written out: a masked write is a select,
//! a masked access carries its mask. Lane masks stay masks (see [`super::masks`]).
//! Leaves alone: whether anything is needed; dead writes go with the SSA passes.
//!
//! Families are lifted in files named after them. An instruction that is not translated is an error with its pc.

mod memory;
mod mode;
mod salu;
mod shared;
mod state;
mod valu;

use super::cfg::{Assumed, Cfg, Condition, End, at};
use super::masks::{self, Slots};
use super::scratch;
use crate::error::{TranslateError, TranslateErrorKind};
use crate::request::{Request, SgprInput, VgprInput};
use ir::attr::BlockCall;
use ir::{Attr, Block, Builder, Function, Op, Rate, Value, Width};
use isa::Inst;
pub(crate) use state::State;

/// Result of lifting one instruction.
pub(crate) type Lifted = Result<(), TranslateErrorKind>;

/// A refusal.
pub(crate) fn unsupported<T>(what: &'static str, why: &'static str) -> Result<T, TranslateErrorKind> {
    Err(TranslateErrorKind::Unsupported { what, why })
}

/// Opcode and fields that do not belong together: cannot come from the decoder.
pub(crate) fn mismatch() -> TranslateErrorKind {
    TranslateErrorKind::Bug { what: "opcode and encoding do not fit" }
}

/// Writes the IR of one block.
pub(crate) struct Lift<'a> {
    /// Where instructions go.
    pub b: Builder<'a>,
    /// What is translated.
    pub request: &'a Request<'a>,
    /// Registers as the block has them so far.
    pub state: State,
    /// MODE as the block has it so far.
    pub mode: mode::Current,
    /// How often instructions may still be lifted for another mode.
    pub variants_left: u32,
    /// Address behind the instruction.
    pub next: u64,
    /// Whether the jump at the end of the block is taken, where the last instruction knows.
    pub taken: Option<Value>,
    /// What memory instructions remember.
    pub memory: memory::Context,
    /// The instruction reads a register that halves of the wave share and writes it.
    pub rereads_shared: bool,
    /// Which registers lead to the wave's scratch, where it is memory of the lanes.
    pub scratch: Option<scratch::State>,
}

/// Lifts a program.
///
/// # Errors
/// The first instruction that is not translated.
pub fn lift(request: &Request<'_>, cfg: &Cfg) -> Result<Function, TranslateError> {
    let mut func = Function::new("main", request.wave_size);
    func.local_size = request.local_size;
    func.lds_bytes = request.lds_bytes;
    let vars = state::Vars::declare(&mut func, request.wave_size);
    let forms = masks::analyse(cfg, request.wave_size);
    let mut modes = mode::analyse(request, cfg)?.into_iter();
    let mut variants_left = mode::MOST_VARIANTS;
    let memory = memory::Context::new(cfg);
    let scratch = scratch::analyse(request, cfg);
    if let (Some(_), Some(facts)) = (&scratch, &request.scratch) {
        func.scratch_bytes = facts.bytes_per_lane;
    }
    let prologue = func.add_block();
    let blocks: Vec<Block> = cfg.blocks.iter().map(|_| func.add_block()).collect();
    let to = |id: u32| blocks.get(id as usize).copied().map(BlockCall::to);
    let first = to(0).ok_or_else(|| bug(request.entry, "a program without blocks"))?;
    {
        let mut l = Lift {
            b: Builder::new(&mut func, prologue),
            request,
            state: State::new(vars.clone(), request.wave_size, 0),
            mode: mode::Current::entry(request),
            variants_left,
            next: request.entry,
            taken: None,
            rereads_shared: false,
            memory: memory.clone(),
            scratch: None,
        };
        l.prologue();
        l.finish(&[forms.first().copied().unwrap_or_default()]);
        l.b.br(first);
    }
    for (i, guest) in cfg.blocks.iter().enumerate() {
        let Some(&block) = blocks.get(i) else { continue };
        let start: Slots = forms.get(i).copied().unwrap_or_default();
        let mut l = Lift {
            b: Builder::new(&mut func, block),
            request,
            state: State::new(vars.clone(), request.wave_size, start),
            mode: modes
                .next()
                .map_or_else(|| mode::Current::entry(request), |start| mode::Current::new(start, request)),
            variants_left,
            next: guest.pc,
            taken: None,
            rereads_shared: false,
            memory: memory.clone(),
            scratch: scratch.as_ref().and_then(|s| s.get(i)).cloned(),
        };
        for (pc, inst) in &guest.insts {
            l.next = pc.wrapping_add(u64::from(inst.bytes()));
            l.b.pc = pc.wrapping_sub(request.base) as u32;
            l.in_every_mode(inst).map_err(|kind| at(*pc, isa::encode(inst).unwrap_or_default(), kind))?;
            if let Some(scratch) = &mut l.scratch {
                scratch.step(inst);
            }
        }
        if let Some(assumed) = guest.assumed {
            l.check_jump(assumed);
        }
        let condition = match guest.end {
            End::Branch { condition, .. } => {
                Some(l.condition(condition).map_err(|kind| at(guest.pc, isa::Words::new(), kind))?)
            }
            _ => None,
        };
        variants_left = l.variants_left;
        let next_forms: Vec<Slots> =
            cfg.successors(i as u32).filter_map(|s| forms.get(s as usize).copied()).collect();
        l.finish(&next_forms);
        match (&guest.end, condition) {
            (End::Program, _) => l.b.ret(),
            (End::Jump(id), _) => {
                let target = to(*id).ok_or_else(|| bug(guest.pc, "a jump to no block"))?;
                l.b.br(target);
            }
            (End::Branch { taken, next, .. }, Some(condition)) => {
                let yes = to(*taken).ok_or_else(|| bug(guest.pc, "a branch to no block"))?;
                let no = to(*next).ok_or_else(|| bug(guest.pc, "a branch to no block"))?;
                l.b.brif(condition, yes, no);
            }
            (End::Branch { .. }, None) => return Err(bug(guest.pc, "a branch without condition")),
        }
    }
    Ok(func)
}

fn bug(pc: u64, what: &'static str) -> TranslateError {
    at(pc, isa::Words::new(), TranslateErrorKind::Bug { what })
}

impl Lift<'_> {
    /// Registers at the start of a wave.
    fn prologue(&mut self) {
        let wave = self.b.pure(Op::wave_id, &[]);
        let index = self.b.pure(Op::local_index, &[]);
        let [lx, ly, lz] = self.request.local_size;
        let total = lx.saturating_mul(ly).saturating_mul(lz).max(1);
        let waves = total.div_ceil(self.request.wave_size);
        let total_value = self.b.c32(total);
        let exists = if total % self.request.wave_size == 0 {
            let yes = self.b.c1(true);
            self.b.pure(Op::splat, &[yes])
        } else {
            self.b.pure(Op::ult, &[index, total_value])
        };
        self.state.set_exec(exists);
        self.initial_mode();
        self.settle_shared();
        for (register, input) in self.request.sgprs.clone() {
            let value = match input {
                SgprInput::UserData(n) => self.b.op(Op::user_data, &[], Attr::Index(n)),
                SgprInput::WorkgroupId(axis) => {
                    self.b.op(Op::workgroup_id, &[], Attr::Index(u32::from(axis)))
                }
                SgprInput::TgSize => {
                    let six = self.b.c32(6);
                    let number = self.b.pure(Op::ishl, &[wave, six]);
                    let count = self.b.c32(waves & 0x3f);
                    self.b.pure(Op::ior, &[number, count])
                }
                SgprInput::ScratchOffset { bytes_per_wave } => {
                    self.scratch_offset(wave, waves, bytes_per_wave)
                }
            };
            self.set_sgpr(register, value);
        }
        for (register, input) in self.request.vgprs.clone() {
            let VgprInput::LocalId(axis) = input;
            let (x, y) = (self.b.c32(lx.max(1)), self.b.c32(ly.max(1)));
            let value = match axis {
                0 if lx >= total => index,
                0 => self.b.pure(Op::urem, &[index, x]),
                1 => {
                    let rows = self.b.pure(Op::udiv, &[index, x]);
                    self.b.pure(Op::urem, &[rows, y])
                }
                _ => {
                    let slice = self.b.c32(lx.max(1).saturating_mul(ly.max(1)));
                    self.b.pure(Op::udiv, &[index, slice])
                }
            };
            self.state.set_vgpr(u32::from(register), value);
        }
    }

    /// Number of the wave in the dispatch times the bytes of a wave.
    fn scratch_offset(&mut self, wave: Value, waves: u32, bytes_per_wave: u32) -> Value {
        let [x, y, z] = [0, 1, 2].map(|i| self.b.op(Op::workgroup_id, &[], Attr::Index(i)));
        let [nx, ny] = [0, 1].map(|i| self.b.op(Op::num_workgroups, &[], Attr::Index(i)));
        let plane = self.b.pure(Op::imul, &[z, ny]);
        let row = self.b.pure(Op::iadd, &[plane, y]);
        let row = self.b.pure(Op::imul, &[row, nx]);
        let group = self.b.pure(Op::iadd, &[row, x]);
        let count = self.b.c32(waves);
        let first = self.b.pure(Op::imul, &[group, count]);
        let number = self.b.pure(Op::iadd, &[first, wave]);
        let bytes = self.b.c32(bytes_per_wave);
        self.b.pure(Op::imul, &[number, bytes])
    }

    /// Lifts one instruction in the mode that is assumed.
    fn one(&mut self, inst: &Inst) -> Lifted {
        use isa::Op as G;
        self.note_shared(inst)?;
        match inst.op {
            G::Sop1(op) => self.sop1(op, inst),
            G::Sop2(op) => self.sop2(op, inst),
            G::Sopc(op) => self.sopc(op, inst),
            G::Sopk(op) => self.sopk(op, inst),
            G::Sopp(op) => self.sopp(op, inst),
            G::Smem(op) => self.smem(op, inst),
            G::Flat(_) | G::Global(_) | G::Scratch(_) => self.flat(inst),
            G::Mubuf(op) => self.mubuf(op, inst),
            G::Mtbuf(op) => self.mtbuf(op, inst),
            G::Ds(_) => self.ds(inst),
            G::Vop1(_) | G::Vop2(_) | G::Vopc(_) | G::Vop3(_) | G::Vop3p(_) | G::Vintrp(_) => self.valu(inst),
            _ => unsupported(inst.name(), "this family is not lifted"),
        }
    }

    /// Records a fault where the jump at the end of a block does not lead where it is taken to lead.
    fn check_jump(&mut self, assumed: Assumed) {
        let actual = self.sgpr64(assumed.pair);
        let expected = self.b.c64(assumed.address);
        let wrong = self.b.pure(Op::ine, &[actual, expected]);
        let mask = self.lanes(wrong);
        self.b.emit(Op::fault, &[mask], Attr::Index(assumed.fault), &[]);
    }

    /// The truth value of a branch's condition, once per wave.
    fn condition(&mut self, condition: Condition) -> Result<Value, TranslateErrorKind> {
        let any = |l: &mut Self, code: u8| {
            let mask = l.mask(code);
            l.b.pure(Op::any, &[mask])
        };
        let (value, inverted) = match condition {
            Condition::Scc0 => (self.scc(), true),
            Condition::Scc1 => (self.scc(), false),
            Condition::VccZ => (any(self, 106), true),
            Condition::VccNz => (any(self, 106), false),
            Condition::ExecZ => (any(self, 126), true),
            Condition::ExecNz => (any(self, 126), false),
            Condition::Target { pair, address } => {
                let actual = self.sgpr64(pair);
                let expected = self.b.c64(address);
                (self.b.pure(Op::ieq, &[actual, expected]), false)
            }
            Condition::Instruction => {
                let what = "a branch on what no instruction has left";
                (self.taken.ok_or(TranslateErrorKind::Bug { what })?, false)
            }
        };
        Ok(if inverted { self.b.pure(Op::inot, &[value]) } else { value })
    }

    // ---- operands ----

    /// A scalar source of 32 bits by operand code.
    pub(crate) fn ssrc32(&mut self, code: u16, literal: Option<u32>) -> Result<Value, TranslateErrorKind> {
        Ok(match code {
            0..=127 => self.sgpr(code as u8),
            235 | 237 => self.b.c32(0),
            236 | 238 => self.b.c32(u32::MAX),
            251 => self.flag_of(106),
            252 => self.flag_of(126),
            253 => {
                let scc = self.scc();
                self.b.op(Op::zext, &[scc], Attr::Width(Width::B32))
            }
            255 => {
                let bits = literal.ok_or_else(mismatch)?;
                self.b.c32(bits)
            }
            _ => {
                let bits = inline32(code).ok_or(TranslateErrorKind::Unsupported {
                    what: "source operand",
                    why: "this source code is not translated",
                })?;
                self.b.c32(bits)
            }
        })
    }

    /// `src_vccz`, `src_execz`: whether a mask has no lane, as a number.
    fn flag_of(&mut self, code: u8) -> Value {
        let mask = self.mask(code);
        let any = self.b.pure(Op::any, &[mask]);
        let none = self.b.pure(Op::inot, &[any]);
        self.b.op(Op::zext, &[none], Attr::Width(Width::B32))
    }

    /// A scalar source of 64 bits by operand code; a literal is zero-extended, inline floats are doubles.
    pub(crate) fn ssrc64(&mut self, code: u16, literal: Option<u32>) -> Result<Value, TranslateErrorKind> {
        Ok(match code {
            0..=127 => self.sgpr64(code as u8),
            235..=238 => {
                let high = if code < 237 { self.request.shared_high } else { self.request.private_high };
                let low = if code & 1 == 0 { 0xffff_ffff } else { 0 };
                self.b.c64(u64::from(high) << 32 | low)
            }
            255 => {
                let bits = literal.ok_or_else(mismatch)?;
                self.b.c64(u64::from(bits))
            }
            251..=253 => {
                let low = self.ssrc32(code, literal)?;
                self.b.op(Op::zext, &[low], Attr::Width(Width::B64))
            }
            _ => {
                let bits = inline64(code).ok_or(TranslateErrorKind::Unsupported {
                    what: "source operand",
                    why: "this source code is not translated",
                })?;
                self.b.c64(bits)
            }
        })
    }

    // ---- small helpers ----

    /// Two 32-bit values as one of 64.
    pub(crate) fn pack64(&mut self, low: Value, high: Value) -> Value {
        self.b.pure(Op::pack, &[low, high])
    }

    /// Low and high half of a 64-bit value.
    pub(crate) fn halves(&mut self, value: Value) -> (Value, Value) {
        (self.b.pure(Op::lo, &[value]), self.b.pure(Op::hi, &[value]))
    }

    /// Whether a value is not zero.
    pub(crate) fn not_zero(&mut self, value: Value) -> Value {
        let width = self.b.func.ty(value).width;
        let zero = self.b.func.constant(width, 0);
        self.b.pure(Op::ine, &[value, zero])
    }

    /// A uniform value in every lane; a lane value as it is.
    pub(crate) fn lanes(&mut self, value: Value) -> Value {
        if self.b.func.ty(value).rate == Rate::Lane { value } else { self.b.pure(Op::splat, &[value]) }
    }

    /// Writes a VGPR in the active lanes.
    pub(crate) fn set_vgpr(&mut self, register: u32, value: Value) {
        let exec = self.exec();
        let value = if self.b.func.as_const(exec) == Some(1) {
            value
        } else {
            let old = self.vgpr(register);
            self.b.pure(Op::select, &[exec, value, old])
        };
        let value = self.lanes(value);
        self.write_lanes(register, value, exec);
    }

    /// Writes two VGPRs in the active lanes.
    pub(crate) fn set_vgpr64(&mut self, register: u32, value: Value) {
        let (low, high) = self.halves(value);
        self.set_vgpr(register, low);
        self.set_vgpr(register + 1, high);
    }

    /// Two VGPRs as one value.
    pub(crate) fn vgpr64(&mut self, register: u32) -> Value {
        let (low, high) = (self.vgpr(register), self.vgpr(register + 1));
        self.pack64(low, high)
    }
}

/// Inline integers and f32 constants (codes 128 to 208 and 240 to 248; RDNA 1 ISA guide, operand table).
pub(crate) fn inline32(code: u16) -> Option<u32> {
    const F32: [u32; 9] = [
        0x3f00_0000,
        0xbf00_0000,
        0x3f80_0000,
        0xbf80_0000,
        0x4000_0000,
        0xc000_0000,
        0x4080_0000,
        0xc080_0000,
        0x3e22_f983,
    ];
    match code {
        128..=192 => Some(u32::from(code) - 128),
        193..=208 => Some((192 - i32::from(code)) as u32),
        240..=248 => F32.get(usize::from(code - 240)).copied(),
        _ => None,
    }
}

/// Inline integers and f64 constants.
pub(crate) fn inline64(code: u16) -> Option<u64> {
    const HIGH: [u64; 8] = [0x3fe0, 0xbfe0, 0x3ff0, 0xbff0, 0x4000, 0xc000, 0x4010, 0xc010];
    match code {
        128..=192 => Some(u64::from(code) - 128),
        193..=208 => Some((192 - i64::from(code)) as u64),
        240..=247 => HIGH.get(usize::from(code - 240)).map(|h| h << 48),
        248 => Some(0x3fc4_5f30_6dc9_c882),
        _ => None,
    }
}

/// Inline integers and f16 constants.
pub(crate) fn inline16(code: u16) -> Option<u16> {
    const F16: [u16; 9] = [0x3800, 0xb800, 0x3c00, 0xbc00, 0x4000, 0xc000, 0x4400, 0xc400, 0x3118];
    match code {
        240..=248 => F16.get(usize::from(code - 240)).copied(),
        _ => inline32(code).map(|v| v as u16),
    }
}
