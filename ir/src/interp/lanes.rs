//! Values of the ops that are not control.

use super::code::{Extra, Slot, Step};
use super::memory::{AccessError, External, get, part, put};
use super::run::{Group, Reason, RunError, Wave, bits};
use crate::attr::{Attr, Mem, Space};
use crate::float::FloatEnv;
use crate::ops::{Effect, Op, eval_atomic, eval_float, eval_host, eval_int};
use crate::types::Width;

/// Applies a function of two operands in every lane that the result has.
#[inline(always)]
fn binary(regs: &mut [u64], step: &Step, count: usize, f: impl Fn(u64, u64) -> u64) {
    let (a, b, to) = (step.args[0], step.args[1], step.results[0]);
    let mask = step.to.mask();
    for lane in 0..count {
        regs[to.at(lane)] = f(regs[a.at(lane)], regs[b.at(lane)]) & mask;
    }
}

impl Wave {
    /// Runs a step that is not control.
    pub(super) fn execute(&mut self, group: &mut Group<'_>, step: &Step) -> Result<(), RunError> {
        if step.op.row().effect == Effect::Cross {
            self.whole(step)?;
        }
        match &step.extra {
            Extra::Mem(mem) => self.access(group, step, mem),
            Extra::Atomic(..) => self.atomic(group, step),
            Extra::Var(var) => {
                self.variable(group, step, *var);
                Ok(())
            }
            Extra::Attr(attr) => self.float(group, step, attr),
            Extra::Index(index) => self.number(group, step, *index),
            _ => match step.op.group() {
                "int" => self.int(group, step),
                "wave" => {
                    self.cross(group, step);
                    Ok(())
                }
                _ => self.float(group, step, &Attr::None),
            },
        }
    }

    fn no_value(step: &Step) -> RunError {
        RunError::NoValue { pc: step.pc, op: step.op.row().name }
    }

    /// Lanes that the first result has, and lanes of a wave where it is uniform: one.
    fn count(group: &Group<'_>, step: &Step) -> usize {
        if step.lanes { group.program.wave_size as usize } else { 1 }
    }

    fn int(&mut self, group: &mut Group<'_>, step: &Step) -> Result<(), RunError> {
        let n = Self::count(group, step);
        let regs = &mut self.regs[..];
        let shift = u64::from(step.width.bits() - 1);
        match step.op {
            Op::iadd => binary(regs, step, n, u64::wrapping_add),
            Op::isub => binary(regs, step, n, u64::wrapping_sub),
            Op::imul => binary(regs, step, n, u64::wrapping_mul),
            Op::iand => binary(regs, step, n, |a, b| a & b),
            Op::ior => binary(regs, step, n, |a, b| a | b),
            Op::ixor => binary(regs, step, n, |a, b| a ^ b),
            Op::ishl => binary(regs, step, n, |a, b| a << (b & shift)),
            Op::ushr => binary(regs, step, n, |a, b| a >> (b & shift)),
            Op::umin => binary(regs, step, n, u64::min),
            Op::umax => binary(regs, step, n, u64::max),
            Op::ieq => binary(regs, step, n, |a, b| u64::from(a == b)),
            Op::ine => binary(regs, step, n, |a, b| u64::from(a != b)),
            Op::ult => binary(regs, step, n, |a, b| u64::from(a < b)),
            Op::ule => binary(regs, step, n, |a, b| u64::from(a <= b)),
            Op::select => {
                let (c, a, b) = (step.args[0], step.args[1], step.args[2]);
                for lane in 0..n {
                    let chosen = if regs[c.at(lane)] & 1 != 0 { a } else { b };
                    regs[step.results[0].at(lane)] = regs[chosen.at(lane)];
                }
            }
            Op::unknown => {
                for lane in 0..n {
                    regs[step.results[0].at(lane)] = group.personality.unknown() & step.to.mask();
                }
            }
            _ => return self.each(step, n, |args| eval_int(step.op, step.width, step.to, args)),
        }
        Ok(())
    }

    fn float(&mut self, group: &mut Group<'_>, step: &Step, attr: &Attr) -> Result<(), RunError> {
        let n = Self::count(group, step);
        match step.op.group() {
            "float" => self.each(step, n, |args| eval_float(step.op, step.width, step.to, args, attr)),
            "host" => {
                let host = &mut *group.personality;
                self.each(step, n, |args| eval_host(step.op, step.width, step.to, args, attr, host))
            }
            "int" => self.int(group, step),
            _ => Err(Self::no_value(step)),
        }
    }

    /// Applies a function of up to four operands in every lane that the result has.
    #[inline(always)]
    fn each(
        &mut self,
        step: &Step,
        n: usize,
        mut f: impl FnMut(&[u64]) -> Option<u64>,
    ) -> Result<(), RunError> {
        let count = step.args.len().min(4);
        let mut args = [0; 4];
        for lane in 0..n {
            for (value, slot) in args.iter_mut().zip(&step.args) {
                *value = self.regs[slot.at(lane)];
            }
            let value = f(&args[..count]).ok_or_else(|| Self::no_value(step))?;
            self.regs[step.results[0].at(lane)] = value;
        }
        Ok(())
    }

    fn cross(&mut self, group: &Group<'_>, step: &Step) {
        let size = group.program.wave_size as usize;
        let n = Self::count(group, step);
        let all = u64::MAX >> (64 - size);
        let arg = |i: usize| step.args[i];
        let lanes = |regs: &[u64], slot: Slot| (0..size).fold(0, |m, l| m | (regs[slot.at(l)] & 1) << l);
        let regs = &self.regs[..];
        let once = match step.op {
            Op::ballot => lanes(regs, arg(0)),
            Op::any => u64::from(lanes(regs, arg(0)) & self.full != 0),
            Op::readlane => regs[arg(0).at(regs[arg(1).at(0)] as usize % size)],
            Op::readfirst => {
                let mask = lanes(regs, arg(1)) & all;
                regs[arg(0).at(if mask == 0 { 0 } else { mask.trailing_zeros() as usize })]
            }
            Op::wave_id => u64::from(self.id),
            _ => {
                self.by_lane(step, size, n);
                return;
            }
        };
        for lane in 0..n {
            self.regs[step.results[0].at(lane)] = once;
        }
    }

    fn by_lane(&mut self, step: &Step, size: usize, n: usize) {
        let regs = &self.regs[..];
        let mut out = [0; 64];
        for (lane, out) in out.iter_mut().enumerate().take(n) {
            let arg = |i: usize| regs[step.args[i].at(lane)];
            *out = match step.op {
                Op::lane_id => lane as u64,
                Op::local_index => u64::from(self.id) * size as u64 + lane as u64,
                Op::lanebit => arg(0) >> lane & 1,
                Op::writelane if arg(1) as usize % size == lane => arg(2),
                Op::writelane => arg(0),
                Op::shuffle => regs[step.args[0].at(arg(1) as usize % size)],
                _ => 0,
            };
        }
        for (lane, &value) in out.iter().enumerate().take(n) {
            self.regs[step.results[0].at(lane)] = value;
        }
    }

    fn variable(&mut self, group: &Group<'_>, step: &Step, var: Slot) {
        let (from, to, lanes) = match (step.args.first(), step.results.first()) {
            (Some(&from), _) => (from, var, var.is_lane()),
            (None, Some(&to)) => (var, to, to.is_lane()),
            (None, None) => return,
        };
        for lane in 0..if lanes { group.program.wave_size as usize } else { 1 } {
            self.regs[to.at(lane)] = self.regs[from.at(lane)];
        }
    }

    /// Ops with a number: parts of the dispatch, buffer sizes, faults.
    fn number(&mut self, group: &mut Group<'_>, step: &Step, index: u32) -> Result<(), RunError> {
        let component = |v: [u32; 3]| v.get(index as usize).copied();
        let value = match step.op {
            Op::workgroup_id => component(group.id).ok_or_else(|| Self::no_value(step))?,
            Op::num_workgroups => component(group.dispatch.workgroups).ok_or_else(|| Self::no_value(step))?,
            Op::user_data => {
                let found = group.dispatch.user_data.get(index as usize).copied();
                found.ok_or(RunError::UserData { pc: step.pc, index })?
            }
            Op::buffer_size => group.memory.size(crate::entity::Resource::from_u32(index)),
            Op::fault => {
                let mask = self.mask(step.args[0]);
                if mask != 0 {
                    group.record(Reason::Code(index), step.pc, self.id, mask.trailing_zeros());
                }
                return Ok(());
            }
            _ => return Err(Self::no_value(step)),
        };
        for lane in 0..Self::count(group, step) {
            self.regs[step.results[0].at(lane)] = u64::from(value);
        }
        Ok(())
    }

    /// Whether an access is made once for the wave.
    fn once(step: &Step, mem: &Mem) -> bool {
        mem.space != Space::Scratch && !step.args.iter().take(2).any(|a| a.is_lane())
    }

    /// Lanes that make an access; lane 0 where it is made once.
    fn accessors(&self, step: &Step, mem: &Mem) -> u64 {
        let mask = self.mask(step.args[1]);
        if Self::once(step, mem) { u64::from(mask != 0) } else { mask }
    }

    fn address(&self, step: &Step, mem: &Mem, lane: usize) -> Result<u64, RunError> {
        let base = self.regs[step.args[0].at(lane)];
        let wide = matches!(mem.space, Space::Global | Space::Constant);
        let address = if wide {
            base.wrapping_add_signed(i64::from(mem.offset))
        } else {
            u64::from((base as u32).wrapping_add_signed(mem.offset))
        };
        if address.checked_rem(u64::from(mem.align)).unwrap_or(0) != 0 {
            return Err(RunError::Alignment { pc: step.pc, address });
        }
        Ok(address)
    }

    fn access(&mut self, group: &mut Group<'_>, step: &Step, mem: &Mem) -> Result<(), RunError> {
        let lanes = self.accessors(step, mem);
        let size = u64::from(mem.width.bits() / 8);
        if step.op == Op::load {
            let all = if Self::once(step, mem) { 1 } else { u64::MAX >> (64 - group.program.wave_size) };
            for lane in bits(all & !lanes) {
                for (slot, width) in step.results.iter().zip(&step.widths) {
                    self.regs[slot.at(lane)] = group.personality.unknown() & width.mask();
                }
            }
        }
        for lane in bits(lanes) {
            let mut address = self.address(step, mem, lane)?;
            for element in 0..usize::from(mem.count) {
                if step.op == Op::load {
                    let value = self.read(group, step, mem, lane, address);
                    self.regs[step.results[element].at(lane)] = value;
                } else {
                    let value = self.regs[step.args[2 + element].at(lane)] & mem.width.mask();
                    self.write(group, step, mem, lane, address, value);
                }
                address = address.wrapping_add(size);
            }
        }
        // A load made once stands for itself in every lane of a lane result.
        if step.op == Op::load && Self::once(step, mem) {
            for slot in step.results.iter().filter(|s| s.is_lane()) {
                for lane in 1..group.program.wave_size as usize {
                    self.regs[slot.at(lane)] = self.regs[slot.at(0)];
                }
            }
        }
        Ok(())
    }

    fn own<'a>(
        &'a mut self,
        group: &'a mut Group<'_>,
        mem: &Mem,
        lane: usize,
        address: u64,
    ) -> Option<&'a mut [u8]> {
        match mem.space {
            Space::Lds => part(&mut group.lds, address, mem.width),
            _ => {
                let size = group.program.scratch_bytes as usize;
                part(self.scratch.get_mut(lane * size..(lane + 1) * size)?, address, mem.width)
            }
        }
    }

    fn read(&mut self, group: &mut Group<'_>, step: &Step, mem: &Mem, lane: usize, address: u64) -> u64 {
        let Some(space) = External::of(mem.space) else {
            return self.own(group, mem, lane, address).map_or(0, |b| get(b));
        };
        match group.memory.load(space, address, mem.width) {
            Ok(value) => value & mem.width.mask(),
            Err(error) => {
                self.refuse(group, step, space, lane, address, error);
                0
            }
        }
    }

    fn write(
        &mut self,
        group: &mut Group<'_>,
        step: &Step,
        mem: &Mem,
        lane: usize,
        address: u64,
        value: u64,
    ) {
        let Some(space) = External::of(mem.space) else {
            if let Some(bytes) = self.own(group, mem, lane, address) {
                put(bytes, value);
            }
            return;
        };
        if let Err(error) = group.memory.store(space, address, mem.width, value) {
            self.refuse(group, step, space, lane, address, error);
        }
    }

    /// Records an access that is not made, where that is a fault.
    fn refuse(
        &self,
        group: &mut Group<'_>,
        step: &Step,
        space: External,
        lane: usize,
        address: u64,
        error: AccessError,
    ) {
        let bounded = matches!(space, External::Buffer(_) | External::Gds);
        if !(bounded && error == AccessError::Outside) {
            group.record(Reason::Access { address, error }, step.pc, self.id, lane as u32);
        }
    }

    fn atomic(&mut self, group: &mut Group<'_>, step: &Step) -> Result<(), RunError> {
        let Extra::Atomic(mem, atomic, env) = &step.extra else { return Ok(()) };
        let env: &FloatEnv = env;
        let once = Self::once(step, mem);
        if once {
            self.whole(step)?;
        }
        let lanes = self.accessors(step, mem);
        let width: Width = mem.width;
        for lane in 0..if step.lanes { group.program.wave_size as usize } else { 1 } {
            if lanes >> lane & 1 == 0
                && let Some(to) = step.results.first()
            {
                self.regs[to.at(lane)] = group.personality.unknown() & step.to.mask();
            }
        }
        for lane in bits(lanes) {
            let address = self.address(step, mem, lane)?;
            let old = self.read(group, step, mem, lane, address);
            let data = self.regs[step.args[2].at(lane)] & width.mask();
            let compare = step.args.get(3).map_or(0, |c| self.regs[c.at(lane)] & width.mask());
            let new = eval_atomic(*atomic, width, env, old, data, compare);
            let new = new.ok_or_else(|| Self::no_value(step))?;
            self.write(group, step, mem, lane, address, new);
            if let Some(to) = step.results.first() {
                self.regs[to.at(lane)] = old;
            }
        }
        if once && let Some(to) = step.results.first().filter(|s| s.is_lane()) {
            for lane in 1..group.program.wave_size as usize {
                self.regs[to.at(lane)] = self.regs[to.at(0)];
            }
        }
        Ok(())
    }
}
