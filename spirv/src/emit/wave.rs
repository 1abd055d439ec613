//! Ops that look at the wave, and what an invocation knows about itself.
//!
//! The wave is the host's subgroup: lane and wave numbers are the subgroup's, so that the number of an invocation is the
//! wave's number times the wave size plus the lane, which `LocalInvocationIndex` does not promise. A wave of one lane needs
//! no subgroup ops. Values cross lanes as pieces of 32 bits, which every subgroup op takes.

use super::Emitter;
use crate::interface::{BindingKind, Features, PUSH_DWORDS};
use crate::module::Ty;
use ir::{Attr, Inst, Op as IrOp, Width};
use rspirv::spirv::{BuiltIn, Capability, Op, Scope, StorageClass};
use rustc_hash::FxHashMap;

/// Values of the prologue that are already loaded.
#[derive(Debug, Default)]
pub(super) struct State {
    lane: u32,
    wave: u32,
    index: u32,
    vectors: FxHashMap<(u32, u32), u32>,
    user: FxHashMap<u32, u32>,
}

impl Emitter<'_> {
    /// Whether a wave has more than one lane.
    pub(super) fn crosses(&self) -> bool {
        self.func.wave_size > 1
    }

    /// Number of the workgroup in the dispatch: x fastest, z slowest.
    pub(super) fn group_number(&mut self) -> u32 {
        let [x, y, z] = [0, 1, 2].map(|i| self.component(BuiltIn::WorkgroupId, i));
        let [nx, ny] = [0, 1].map(|i| self.component(BuiltIn::NumWorkgroups, i));
        self.in_prologue(|e| {
            let plane = e.opt(Op::IMul, Ty::U32, [ny, z]);
            let row = e.opt(Op::IAdd, Ty::U32, [y, plane]);
            let row = e.opt(Op::IMul, Ty::U32, [nx, row]);
            e.opt(Op::IAdd, Ty::U32, [x, row])
        })
    }

    /// Emits an op of the group.
    pub(super) fn wave(&mut self, inst: Inst) {
        let data = &self.func.insts[inst];
        let number = if let Attr::Index(n) = data.attr { n } else { 0 };
        if self.func.wave_size > 64 || (self.crosses() && !self.func.wave_size.is_power_of_two()) {
            self.refuse("a wave that is not 1, 2, 4 … 64 lanes");
        }
        let id = match data.op {
            IrOp::lane_id => self.lane(),
            IrOp::ballot => {
                let mask = self.a(0);
                self.ballot(mask)
            }
            IrOp::lanebit => self.lane_bit(),
            IrOp::any => {
                let mask = self.a(0);
                if self.crosses() {
                    self.g.sink.capability(Capability::GroupNonUniformVote);
                    let scope = self.subgroup();
                    self.opt(Op::GroupNonUniformAny, Ty::Bool, [scope, mask])
                } else {
                    mask
                }
            }
            IrOp::readlane => {
                let (value, width, lane) = (self.a(0), self.aw(0), self.a(1));
                let lane = self.modulo(lane);
                self.read_lane(value, width, lane, true)
            }
            IrOp::readfirst => {
                let (value, width, mask) = (self.a(0), self.aw(0), self.a(1));
                let lane = self.first(mask);
                self.read_lane(value, width, lane, true)
            }
            IrOp::writelane => {
                let (value, width, lane, new) = (self.a(0), self.aw(0), self.a(1), self.a(2));
                if self.crosses() {
                    let (lane, own) = (self.modulo(lane), self.lane());
                    let here = self.opt(Op::IEqual, Ty::Bool, [lane, own]);
                    let ty = self.ty(width);
                    self.op(Op::Select, ty, [here, new, value])
                } else {
                    new
                }
            }
            IrOp::shuffle => {
                let (value, width, lane) = (self.a(0), self.aw(0), self.a(1));
                let lane = self.modulo(lane);
                self.read_lane(value, width, lane, false)
            }
            IrOp::wave_id => self.wave_number(),
            IrOp::local_index => self.local_index(),
            IrOp::workgroup_id => self.component(BuiltIn::WorkgroupId, number),
            IrOp::num_workgroups => self.component(BuiltIn::NumWorkgroups, number),
            IrOp::user_data => self.user_data(number),
            _ => {
                self.bug("not a wave op");
                self.g.c32(0)
            }
        };
        self.define(id);
    }

    pub(super) fn subgroup(&mut self) -> u32 {
        self.g.sink.capability(Capability::GroupNonUniform);
        self.g.c32(Scope::Subgroup as u32)
    }

    fn modulo(&mut self, lane: u32) -> u32 {
        if !self.crosses() {
            return lane;
        }
        let mask = self.g.c32(self.func.wave_size.wrapping_sub(1));
        self.opt(Op::BitwiseAnd, Ty::U32, [lane, mask])
    }

    fn input(&mut self, builtin: BuiltIn) -> u32 {
        self.in_prologue(|e| {
            let variable = e.g.builtin(builtin, Ty::U32);
            e.opt(Op::Load, Ty::U32, [variable])
        })
    }

    /// Number of the lane.
    pub(super) fn lane(&mut self) -> u32 {
        if !self.crosses() {
            return self.g.c32(0);
        }
        if self.wave.lane == 0 {
            self.subgroup();
            self.wave.lane = self.input(BuiltIn::SubgroupLocalInvocationId);
        }
        self.wave.lane
    }

    fn wave_number(&mut self) -> u32 {
        if !self.crosses() {
            return self.local_index();
        }
        if self.wave.wave == 0 {
            self.subgroup();
            self.wave.wave = self.input(BuiltIn::SubgroupId);
        }
        self.wave.wave
    }

    fn local_index(&mut self) -> u32 {
        if self.wave.index == 0 {
            self.wave.index = if self.crosses() {
                let (wave, lane, size) = (self.wave_number(), self.lane(), self.g.c32(self.func.wave_size));
                self.in_prologue(|e| {
                    let first = e.opt(Op::IMul, Ty::U32, [wave, size]);
                    e.opt(Op::IAdd, Ty::U32, [first, lane])
                })
            } else {
                self.input(BuiltIn::LocalInvocationIndex)
            };
        }
        self.wave.index
    }

    fn component(&mut self, builtin: BuiltIn, number: u32) -> u32 {
        if number > 2 {
            self.bug("a dimension above 2");
            return self.g.c32(0);
        }
        if let Some(&id) = self.wave.vectors.get(&(builtin as u32, number)) {
            return id;
        }
        let id = self.in_prologue(|e| {
            let variable = e.g.builtin(builtin, Ty::V3);
            let vector = e.opt(Op::Load, Ty::V3, [variable]);
            e.opt(Op::CompositeExtract, Ty::U32, [vector, number])
        });
        self.wave.vectors.insert((builtin as u32, number), id);
        id
    }

    fn user_data(&mut self, number: u32) -> u32 {
        if let Some(&id) = self.wave.user.get(&number) {
            return id;
        }
        let id = self.in_prologue(|e| {
            let (zero, index, element) = (e.g.c32(0), e.g.c32(number), e.g.ty(Ty::U32));
            let (variable, class) = if number < PUSH_DWORDS {
                (e.g.push_constants(), StorageClass::PushConstant)
            } else {
                let buffer = e.g.buffer(BindingKind::UserData, Ty::U32, e.options);
                (buffer, StorageClass::StorageBuffer)
            };
            let pointer = e.g.pointer(class, element);
            let place = e.op(Op::AccessChain, pointer, [variable, zero, index]);
            e.op(Op::Load, element, [place])
        });
        self.wave.user.insert(number, id);
        id
    }

    /// Bits of a mask as a vector of dwords.
    fn ballot_vector(&mut self, mask: u32) -> u32 {
        self.g.sink.capability(Capability::GroupNonUniformBallot);
        let scope = self.subgroup();
        self.opt(Op::GroupNonUniformBallot, Ty::V4, [scope, mask])
    }

    fn ballot(&mut self, mask: u32) -> u32 {
        if !self.crosses() {
            let bit = self.choose(mask, Width::B32, 1, 0);
            return self.resize(bit, Width::B32, Width::B64);
        }
        let vector = self.ballot_vector(mask);
        let low = self.opt(Op::CompositeExtract, Ty::U32, [vector, 0]);
        if self.func.wave_size <= 32 {
            return self.resize(low, Width::B32, Width::B64);
        }
        let high = self.opt(Op::CompositeExtract, Ty::U32, [vector, 1]);
        self.pack(low, high, Width::B32, Width::B64)
    }

    fn lane_bit(&mut self) -> u32 {
        let (bits, lane) = (self.a(0), self.lane());
        if self.g.wide_is_pair {
            let (low, high) = self.split(bits);
            let (one, zero, c32, c31) = (self.g.c32(1), self.g.c32(0), self.g.c32(32), self.g.c32(31));
            let moved = if self.crosses() {
                let is_low = self.opt(Op::ULessThan, Ty::Bool, [lane, c32]);
                let word = self.opt(Op::Select, Ty::U32, [is_low, low, high]);
                let lane = self.opt(Op::BitwiseAnd, Ty::U32, [lane, c31]);
                self.opt(Op::ShiftRightLogical, Ty::U32, [word, lane])
            } else {
                low
            };
            let bit = self.opt(Op::BitwiseAnd, Ty::U32, [moved, one]);
            return self.opt(Op::INotEqual, Ty::Bool, [bit, zero]);
        }
        let ty = self.ty(Width::B64);
        let (one, zero) = (self.g.constant(Ty::U64, 1), self.g.constant(Ty::U64, 0));
        let moved = if self.crosses() { self.op(Op::ShiftRightLogical, ty, [bits, lane]) } else { bits };
        let bit = self.op(Op::BitwiseAnd, ty, [moved, one]);
        self.opt(Op::INotEqual, Ty::Bool, [bit, zero])
    }

    /// Lowest lane of a mask; 0 where it is empty.
    fn first(&mut self, mask: u32) -> u32 {
        if !self.crosses() {
            return self.g.c32(0);
        }
        let vector = self.ballot_vector(mask);
        let zero = self.g.c32(0);
        let ty = self.g.ty(Ty::U32);
        let lsb = rspirv::spirv::GlslStd450Op::FindILsb as u32;
        let mut lane = zero;
        let words: &[u32] = if self.func.wave_size > 32 { &[1, 0] } else { &[0] };
        for &word in words {
            let bits = self.op(Op::CompositeExtract, ty, [vector, word]);
            let some = self.opt(Op::INotEqual, Ty::Bool, [bits, zero]);
            let found = self.glsl(lsb, ty, [bits]);
            let base = self.g.c32(word * 32);
            let found = if word == 0 { found } else { self.op(Op::IAdd, ty, [found, base]) };
            lane = self.op(Op::Select, ty, [some, found, lane]);
        }
        lane
    }

    /// The value that another lane has. `same`: all lanes ask for the same one.
    pub(super) fn read_lane(&mut self, value: u32, width: Width, lane: u32, same: bool) -> u32 {
        if !self.crosses() {
            return value;
        }
        match width {
            Width::B1 => {
                let bits = self.choose(value, Width::B32, 1, 0);
                let bits = self.exchange(bits, lane, same);
                let zero = self.g.c32(0);
                self.opt(Op::INotEqual, Ty::Bool, [bits, zero])
            }
            Width::B8 | Width::B16 => {
                let bits = self.resize(value, width, Width::B32);
                let bits = self.exchange(bits, lane, same);
                self.resize(bits, Width::B32, width)
            }
            Width::B32 => self.exchange(value, lane, same),
            Width::B64 => {
                let (low, high) = self.split(value);
                let (low, high) = (self.exchange(low, lane, same), self.exchange(high, lane, same));
                self.pack(low, high, Width::B32, Width::B64)
            }
        }
    }

    fn exchange(&mut self, bits: u32, lane: u32, same: bool) -> u32 {
        let scope = self.subgroup();
        if same && self.options.features.contains(Features::BROADCAST_DYNAMIC) {
            self.g.sink.capability(Capability::GroupNonUniformBallot);
            return self.opt(Op::GroupNonUniformBroadcast, Ty::U32, [scope, bits, lane]);
        }
        self.g.sink.capability(Capability::GroupNonUniformShuffle);
        self.opt(Op::GroupNonUniformShuffle, Ty::U32, [scope, bits, lane])
    }
}
