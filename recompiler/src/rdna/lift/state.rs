//! Registers inside one block: values that were read or written so far, and what has to be stored at its end.
//!
//! Ensures: a variable is read at most once a block, at its first use, and written at most once, at the end.

use super::Lift;
use crate::rdna::masks::{Slots, exec_slot, slot};
use ir::function::{VarData, VarName};
use ir::{Function, Op, Type, Value, Var};
use std::sync::Arc;

/// The variables of a function: one a register, one a mask slot.
#[derive(Debug)]
pub(crate) struct Vars {
    sgpr: Vec<Var>,
    vgpr: Vec<Var>,
    mask: Vec<Var>,
    scc: Var,
    mode: Var,
    flat_scratch: [Var; 2],
}

impl Vars {
    /// Declares all variables. Those that nobody touches cost nothing: they have no instructions.
    pub(crate) fn declare(func: &mut Function, wave_size: u32) -> Arc<Vars> {
        let mut var = |name: VarName, ty: Type| func.vars.push(VarData { name, ty });
        let numbered = VarName::Numbered;
        let masks = if wave_size == 64 { 64 } else { 128 };
        Arc::new(Vars {
            sgpr: (0..128).map(|i| var(numbered("s", i), Type::U32)).collect(),
            vgpr: (0..256).map(|i| var(numbered("v", i), Type::L32)).collect(),
            mask: (0..masks).map(|i| var(numbered("m", i), Type::MASK)).collect(),
            scc: var(VarName::Named("scc".to_owned()), Type::BOOL),
            mode: var(VarName::Named("mode".to_owned()), Type::U32),
            flat_scratch: [
                var(VarName::Named("flat_scratch_lo".to_owned()), Type::U32),
                var(VarName::Named("flat_scratch_hi".to_owned()), Type::U32),
            ],
        })
    }
}

/// A register's value inside the block.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Cell {
    value: Option<Value>,
    dirty: bool,
}

/// The registers of a block.
#[derive(Clone, Debug)]
pub(crate) struct State {
    vars: Arc<Vars>,
    wave_size: u32,
    sgpr: Vec<Cell>,
    vgpr: Vec<Cell>,
    mask: Vec<Cell>,
    scc: Cell,
    mode: Cell,
    flat_scratch: [Cell; 2],
    /// Slots that are in mask form now.
    forms: Slots,
}

impl State {
    /// Nothing read, nothing written; slots are in these forms.
    pub(crate) fn new(vars: Arc<Vars>, wave_size: u32, forms: Slots) -> State {
        let cells = |n: usize| vec![Cell::default(); n];
        State {
            wave_size,
            sgpr: cells(vars.sgpr.len()),
            vgpr: cells(vars.vgpr.len()),
            mask: cells(vars.mask.len()),
            scc: Cell::default(),
            mode: Cell::default(),
            flat_scratch: [Cell::default(); 2],
            forms: forms | 1 << exec_slot(wave_size),
            vars,
        }
    }

    /// Slots that are in mask form now.
    pub(crate) fn forms(&self) -> Slots {
        self.forms
    }

    /// Sets EXEC.
    pub(crate) fn set_exec(&mut self, mask: Value) {
        let slot = usize::from(exec_slot(self.wave_size));
        self.mask[slot] = Cell { value: Some(mask), dirty: true };
    }

    /// Writes a VGPR in all lanes.
    pub(crate) fn set_vgpr(&mut self, register: u32, value: Value) {
        self.vgpr[(register & 255) as usize] = Cell { value: Some(value), dirty: true };
    }

    fn is_mask(&self, slot: u8) -> bool {
        self.forms >> slot & 1 != 0
    }
}

impl Lift<'_> {
    /// A VGPR, all lanes.
    pub(crate) fn vgpr(&mut self, register: u32) -> Value {
        let i = (register & 255) as usize;
        if let Some(value) = self.state.vgpr[i].value {
            return value;
        }
        let value = self.b.get(self.state.vars.vgpr[i]);
        self.state.vgpr[i].value = Some(value);
        value
    }

    /// SCC.
    pub(crate) fn scc(&mut self) -> Value {
        if let Some(value) = self.state.scc.value {
            return value;
        }
        let value = self.b.get(self.state.vars.scc);
        self.state.scc.value = Some(value);
        value
    }

    /// Sets SCC.
    pub(crate) fn set_scc(&mut self, value: Value) {
        self.state.scc = Cell { value: Some(value), dirty: true };
    }

    /// MODE at the start of the program; bits that floats do not depend on are 0.
    pub(super) fn initial_mode(&mut self) {
        let value = self.b.c32(super::mode::initial(self.request));
        self.set_register_of_mode(value);
    }

    /// MODE.
    pub(super) fn register_of_mode(&mut self) -> Value {
        if let Some(value) = self.state.mode.value {
            return value;
        }
        let value = self.b.get(self.state.vars.mode);
        self.state.mode.value = Some(value);
        value
    }

    /// Sets MODE.
    pub(super) fn set_register_of_mode(&mut self, value: Value) {
        self.state.mode = Cell { value: Some(value), dirty: true };
    }

    /// Takes over what another state of the same place wrote, where the condition holds. Both are in the same forms.
    pub(super) fn merge(&mut self, here: Value, other: State) {
        let vars = self.state.vars.clone();
        let pairs = |l: &mut Self, cells: fn(&mut State) -> &mut [Cell], vars: &[Var]| {
            let mut other = other.clone();
            for (i, &var) in vars.iter().enumerate() {
                let (Some(&a), Some(&b)) = (cells(&mut l.state).get(i), cells(&mut other).get(i)) else {
                    continue;
                };
                if a == b {
                    continue;
                }
                let merged = if a.dirty || b.dirty {
                    let [a, b] = [a, b].map(|c| c.value.unwrap_or_else(|| l.b.get(var)));
                    let value = if a == b { a } else { l.b.pure(Op::select, &[here, b, a]) };
                    Cell { value: Some(value), dirty: true }
                } else {
                    // Read by one of them alone, or twice.
                    Cell { value: a.value.or(b.value), dirty: false }
                };
                if let Some(cell) = cells(&mut l.state).get_mut(i) {
                    *cell = merged;
                }
            }
        };
        pairs(self, |s| &mut s.sgpr, &vars.sgpr);
        pairs(self, |s| &mut s.vgpr, &vars.vgpr);
        pairs(self, |s| &mut s.mask, &vars.mask);
        pairs(self, |s| std::slice::from_mut(&mut s.scc), &[vars.scc]);
        pairs(self, |s| std::slice::from_mut(&mut s.mode), &[vars.mode]);
        pairs(self, |s| &mut s.flat_scratch, &vars.flat_scratch);
    }

    /// A half of FLAT_SCRATCH.
    pub(crate) fn flat_scratch(&mut self, half: usize) -> Value {
        if let Some(value) = self.state.flat_scratch[half & 1].value {
            return value;
        }
        let value = self.b.get(self.state.vars.flat_scratch[half & 1]);
        self.state.flat_scratch[half & 1].value = Some(value);
        value
    }

    /// Sets a half of FLAT_SCRATCH.
    pub(crate) fn set_flat_scratch(&mut self, half: usize, value: Value) {
        self.state.flat_scratch[half & 1] = Cell { value: Some(value), dirty: true };
    }

    /// A scalar register as 32 bits by code 0 to 127; null reads zero.
    pub(crate) fn sgpr(&mut self, code: u8) -> Value {
        let code = code & 127;
        if code == 125 {
            return self.b.c32(0);
        }
        let i = usize::from(code);
        if let Some(value) = self.state.sgpr[i].value {
            return value;
        }
        let slot = slot(code, self.state.wave_size);
        if !self.state.is_mask(slot) {
            let value = self.b.get(self.state.vars.sgpr[i]);
            self.state.sgpr[i].value = Some(value);
            return value;
        }
        // The mask as a number; both halves come from one ballot.
        let mask = self.mask_slot(slot);
        let bits = self.b.pure(Op::ballot, &[mask]);
        let (low, high) = self.halves(bits);
        if self.state.wave_size == 64 {
            let even = i & !1;
            self.state.sgpr[even].value.get_or_insert(low);
            self.state.sgpr[even + 1].value.get_or_insert(high);
            if i == even { low } else { high }
        } else {
            self.state.sgpr[i].value = Some(low);
            low
        }
    }

    /// Two scalar registers as 64 bits; the low bit of the code is dropped, null is 64 bits wide.
    pub(crate) fn sgpr64(&mut self, code: u8) -> Value {
        if code & 127 == 125 {
            return self.b.c64(0);
        }
        let even = code & 126;
        let (low, high) = (self.sgpr(even), self.sgpr(even + 1));
        self.pack64(low, high)
    }

    /// Writes a scalar register as bits; a write to null is dropped.
    pub(crate) fn set_sgpr(&mut self, code: u8, value: Value) {
        let code = code & 127;
        if code == 125 {
            return;
        }
        let slot = slot(code, self.state.wave_size);
        if slot == exec_slot(self.state.wave_size) {
            self.set_exec_half(code, value);
            return;
        }
        if self.state.is_mask(slot) {
            // The other half of the pair keeps its bits.
            if self.state.wave_size == 64 {
                let other = code ^ 1;
                let kept = self.sgpr(other);
                self.state.sgpr[usize::from(other)] = Cell { value: Some(kept), dirty: true };
            }
            self.state.forms &= !(1 << slot);
        }
        self.state.mask[usize::from(slot)] = Cell::default();
        self.state.sgpr[usize::from(code)] = Cell { value: Some(value), dirty: true };
    }

    /// A write of one half of EXEC as a number (in wave32 the high half is an ordinary register with its own slot).
    fn set_exec_half(&mut self, code: u8, value: Value) {
        let bits = if self.state.wave_size == 64 {
            let other = self.sgpr(code ^ 1);
            if code & 1 == 0 { self.pack64(value, other) } else { self.pack64(other, value) }
        } else {
            let zero = self.b.c32(0);
            self.pack64(value, zero)
        };
        let mask = self.b.pure(Op::lanebit, &[bits]);
        self.set_mask_slot(exec_slot(self.state.wave_size), mask);
    }

    /// Writes two scalar registers; see [`Lift::sgpr64`].
    pub(crate) fn set_sgpr64(&mut self, code: u8, value: Value) {
        if code & 127 == 125 {
            return;
        }
        let even = code & 126;
        if self.state.wave_size == 64 && even == 126 {
            let mask = self.b.pure(Op::lanebit, &[value]);
            self.set_mask_slot(exec_slot(64), mask);
            return;
        }
        let (low, high) = self.halves(value);
        if self.state.wave_size == 64 {
            // Both halves are written: nothing of a mask is kept.
            let slot = slot(even, 64);
            self.state.forms &= !(1 << slot);
        }
        self.set_sgpr(even, low);
        self.set_sgpr(even + 1, high);
    }

    fn mask_slot(&mut self, slot: u8) -> Value {
        let i = usize::from(slot);
        if let Some(value) = self.state.mask[i].value {
            return value;
        }
        let value = if self.state.is_mask(slot) {
            self.b.get(self.state.vars.mask[i])
        } else {
            let bits = if self.state.wave_size == 64 {
                self.sgpr64(slot << 1)
            } else {
                let low = self.sgpr(slot);
                let zero = self.b.c32(0);
                self.pack64(low, zero)
            };
            self.b.pure(Op::lanebit, &[bits])
        };
        self.state.mask[i].value = Some(value);
        value
    }

    fn set_mask_slot(&mut self, slot: u8, mask: Value) {
        self.state.mask[usize::from(slot)] = Cell { value: Some(mask), dirty: true };
        self.state.forms |= 1 << slot;
        if self.state.wave_size == 64 {
            self.state.sgpr[usize::from(slot) * 2] = Cell::default();
            self.state.sgpr[usize::from(slot) * 2 + 1] = Cell::default();
        } else {
            self.state.sgpr[usize::from(slot)] = Cell::default();
        }
    }

    /// A lane mask by the code of its (first) register; null has no lane.
    pub(crate) fn mask(&mut self, code: u8) -> Value {
        if code & 127 == 125 {
            let no = self.b.c1(false);
            return self.lanes(no);
        }
        self.mask_slot(slot(code & 127, self.state.wave_size))
    }

    /// Writes a lane mask; all lanes of the wave, active or not.
    pub(crate) fn set_mask(&mut self, code: u8, mask: Value) {
        if code & 127 == 125 {
            return;
        }
        let mask = self.lanes(mask);
        self.set_mask_slot(slot(code & 127, self.state.wave_size), mask);
    }

    /// The active lanes.
    pub(crate) fn exec(&mut self) -> Value {
        self.mask_slot(exec_slot(self.state.wave_size))
    }

    /// Stores what the block wrote, in the forms that its successors want.
    pub(crate) fn finish(&mut self, next: &[Slots]) {
        let vars = self.state.vars.clone();
        let slots = vars.mask.len();
        for s in 0..slots {
            let bit = 1 << s;
            // A mask that a successor wants as bits.
            if self.state.forms & bit != 0 && next.iter().any(|n| n & bit == 0) {
                let codes = if self.state.wave_size == 64 { vec![s * 2, s * 2 + 1] } else { vec![s] };
                for code in codes.into_iter().filter(|&c| c < 128 && c != 125) {
                    let value = self.sgpr(code as u8);
                    self.state.sgpr[code] = Cell { value: Some(value), dirty: true };
                }
            }
            if self.state.forms & bit != 0
                && self.state.mask[s].dirty
                && let Some(value) = self.state.mask[s].value
            {
                self.b.set(vars.mask[s], value);
            }
        }
        let halves = (&self.state.flat_scratch[..], &vars.flat_scratch[..]);
        for (cells, vars) in
            [(&self.state.sgpr[..], &vars.sgpr[..]), (&self.state.vgpr[..], &vars.vgpr[..]), halves]
        {
            for (cell, &var) in cells.iter().zip(vars) {
                if let (true, Some(value)) = (cell.dirty, cell.value) {
                    self.b.set(var, value);
                }
            }
        }
        for (cell, var) in [(self.state.scc, vars.scc), (self.state.mode, vars.mode)] {
            if let (true, Some(value)) = (cell.dirty, cell.value) {
                self.b.set(var, value);
            }
        }
    }
}
