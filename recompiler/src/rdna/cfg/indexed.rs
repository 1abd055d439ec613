//! Registers that depend on a bounded index: what jump tables are made of.
//!
//! An index is a register that is known to be below a small number (`s_min_u32`, `s_and_b32`, `s_bfe_u32`, or a comparison that a
//! branch has decided). A register that is computed from it is a list: its value for each value of the index. Loads from the
//! code's own bytes go along, so a table of offsets behind the code becomes the list of its entries.
//!
//! Ensures: where a list is known, the register holds one of its values, as long as the code's bytes are not written. Whoever
//! jumps by it compares at run time and faults where that fails: a list is never taken as proof.
//! Facts: RDNA 1 ISA guide (SOP1, SOP2, SOPC, SMEM).

use super::Code;
use super::consts::Consts;
use isa::fields::SmemFields;
use isa::table::{Smem, Sop1, Sop2, Sopc, Sopk};
use isa::{Fields, Inst, Op};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Values that an index may have.
pub(super) const MAX_INDEX: u32 = 256;

/// Values of a register, one for each value of the index.
type List = Arc<[u32]>;

/// What is known of registers by an index.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Indexed {
    /// Where the index was bounded, and below what.
    index: Option<(u64, u32)>,
    lists: BTreeMap<u8, List>,
    scc: Option<Arc<[bool]>>,
    /// The comparison that SCC comes from: register, its bound where SCC is set, its bound where it is clear.
    compare: Option<(u8, Option<u32>, Option<u32>)>,
}

impl Indexed {
    /// Keeps what both know. Gives whether something was lost.
    pub(super) fn meet(&mut self, other: &Indexed) -> bool {
        if self == other {
            return false;
        }
        let before = self.clone();
        if self.index != other.index {
            *self = Indexed::default();
            return before != *self;
        }
        self.lists.retain(|register, list| other.lists.get(register) == Some(list));
        if self.scc != other.scc {
            self.scc = None;
        }
        if self.compare != other.compare {
            self.compare = None;
        }
        before != *self
    }

    /// A register is written otherwise.
    pub(super) fn forget(&mut self, code: u8) {
        self.lists.remove(&(code & 127));
        if self.compare.is_some_and(|(register, ..)| register == code & 127) {
            self.compare = None;
        }
    }

    /// SCC is written otherwise.
    pub(super) fn forget_scc(&mut self) {
        self.scc = None;
        self.compare = None;
    }

    /// A register becomes the index.
    fn begin(&mut self, at: u64, register: u8, values: impl Iterator<Item = u32>) {
        let values: List = values.collect();
        let compare = self.compare;
        *self = Indexed { index: Some((at, values.len() as u32)), ..Indexed::default() };
        self.compare = compare.filter(|(r, ..)| *r != register);
        self.lists.insert(register, values);
    }

    fn len(&self) -> usize {
        self.index.map_or(1, |(_, n)| n as usize)
    }

    fn set(&mut self, register: u8, values: Vec<u32>) {
        self.forget(register);
        self.lists.insert(register & 127, values.into());
    }
}

impl Consts {
    /// The values of a scalar source; those of a register that does not depend on the index are all the same.
    fn values(&self, code: u8, literal: Option<u32>) -> Option<Vec<u32>> {
        if let Some(list) = (code < 128).then(|| self.indexed.lists.get(&code)).flatten() {
            return Some(list.to_vec());
        }
        self.source(code, literal).map(|v| vec![v; self.indexed.len()])
    }

    fn depends(&self, code: u8) -> bool {
        code < 128 && self.indexed.lists.contains_key(&code)
    }

    /// The addresses that a pair of registers may hold by the index.
    pub(super) fn addresses(&self, code: u8) -> Option<Vec<u64>> {
        let (low, high) = (code & 126, code & 126 | 1);
        if !self.depends(low) && !self.depends(high) {
            return None;
        }
        let (low, high) = (self.values(low, None)?, self.values(high, None)?);
        let mut all: Vec<u64> =
            low.iter().zip(high).map(|(l, h)| u64::from(h) << 32 | u64::from(*l)).collect();
        all.sort_unstable();
        all.dedup();
        Some(all)
    }

    /// What is known where a branch on SCC goes one way.
    pub(super) fn decided(&self, at: u64, scc: bool) -> Consts {
        let mut after = self.clone();
        if let Some((register, set, clear)) = self.indexed.compare
            && let Some(bound) = if scc { set } else { clear }
            && (1..=MAX_INDEX).contains(&bound)
        {
            // Where it is known on the first way here, it may not be on the next one.
            after.set(register, None);
            after.indexed.begin(at << 1 | u64::from(scc), register, 0..bound);
        }
        after
    }

    /// Knows nothing by an index any more.
    pub(super) fn without_index(&self) -> Consts {
        let mut known = self.clone();
        known.indexed = Indexed::default();
        known
    }

    /// What an instruction does with lists; `false` where it has nothing to do with them.
    pub(super) fn indexed_step(&mut self, inst: &Inst, next: u64, code: &Code) -> bool {
        match (inst.op, inst.fields) {
            (Op::Sop1(Sop1::s_mov_b32), Fields::Sop1(f)) if self.depends(f.ssrc0) => {
                self.put(f.sdst, self.values(f.ssrc0, None))
            }
            (Op::Sop1(Sop1::s_mov_b64), Fields::Sop1(f))
                if self.depends(f.ssrc0 & 126) || self.depends(f.ssrc0 & 126 | 1) =>
            {
                let (low, high) = (self.values(f.ssrc0 & 126, None), self.values(f.ssrc0 & 126 | 1, None));
                self.put(f.sdst & 126, low) && self.put(f.sdst & 126 | 1, high)
            }
            (Op::Sop2(op), Fields::Sop2(f)) => self.indexed_sop2(op, f.sdst, [f.ssrc0, f.ssrc1], inst, next),
            (Op::Sopc(op), Fields::Sopc(f)) => self.compared(op, f.ssrc0, f.ssrc1, inst.literal),
            (Op::Sopk(op), Fields::Sopk(f)) => {
                let k = u32::from(f.simm16);
                let bounds = match op {
                    Sopk::s_cmpk_lt_u32 => (Some(k), None),
                    Sopk::s_cmpk_le_u32 => (k.checked_add(1), None),
                    Sopk::s_cmpk_ge_u32 => (None, Some(k)),
                    Sopk::s_cmpk_gt_u32 => (None, k.checked_add(1)),
                    _ => return false,
                };
                self.set_compare(f.sdst, bounds)
            }
            (Op::Smem(Smem::s_load_dword), Fields::Smem(f)) => self.table_load(&f, 1, code),
            (Op::Smem(Smem::s_load_dwordx2), Fields::Smem(f)) => self.table_load(&f, 2, code),
            _ => false,
        }
    }

    /// Writes a list. Gives whether there was one.
    fn put(&mut self, register: u8, values: Option<Vec<u32>>) -> bool {
        let (Some(values), true) = (values, register < 125) else { return false };
        self.set(register, None);
        self.indexed.set(register, values);
        true
    }

    fn set_compare(&mut self, register: u8, (set, clear): (Option<u32>, Option<u32>)) -> bool {
        if register >= 125 {
            return false;
        }
        self.forget_scc();
        self.indexed.compare = Some((register, set, clear));
        true
    }

    fn compared(&mut self, op: Sopc, a: u8, b: u8, literal: Option<u32>) -> bool {
        // A register on the left with a constant on the right, or the other way round.
        let (register, k, swapped) = match (a < 125, b < 125) {
            (true, false) => (a, self.source(b, literal), false),
            (false, true) => (b, self.source(a, literal), true),
            (true, true) if self.get(b).is_some() => (a, self.get(b), false),
            (true, true) => (b, self.get(a), true),
            (false, false) => return false,
        };
        let Some(k) = k else { return false };
        let bounds = match (op, swapped) {
            (Sopc::s_cmp_lt_u32, false) | (Sopc::s_cmp_gt_u32, true) => (Some(k), None),
            (Sopc::s_cmp_le_u32, false) | (Sopc::s_cmp_ge_u32, true) => (k.checked_add(1), None),
            (Sopc::s_cmp_ge_u32, false) | (Sopc::s_cmp_le_u32, true) => (None, Some(k)),
            (Sopc::s_cmp_gt_u32, false) | (Sopc::s_cmp_lt_u32, true) => (None, k.checked_add(1)),
            _ => return false,
        };
        self.set_compare(register, bounds)
    }

    fn indexed_sop2(&mut self, op: Sop2, d: u8, sources: [u8; 2], inst: &Inst, next: u64) -> bool {
        let [s0, s1] = sources;
        if d >= 125 {
            return false;
        }
        let carried = op == Sop2::s_addc_u32 && self.indexed.scc.is_some();
        if !self.depends(s0) && !self.depends(s1) && !carried {
            return self.begin_index(op, d, sources, inst, next);
        }
        let (Some(a), Some(b)) = (self.values(s0, inst.literal), self.values(s1, inst.literal)) else {
            return false;
        };
        let carry_in = self.indexed.scc.clone();
        let known_carry = self.scc();
        let mut carries: Vec<bool> = Vec::new();
        let mut values = Vec::with_capacity(a.len());
        for (i, (a, b)) in a.into_iter().zip(b).enumerate() {
            let carry = carry_in.as_ref().and_then(|c| c.get(i).copied()).or(known_carry);
            let (value, out) = match op {
                Sop2::s_add_u32 => with_carry(a.overflowing_add(b)),
                Sop2::s_sub_u32 => with_carry(a.overflowing_sub(b)),
                Sop2::s_addc_u32 => {
                    let Some(carry) = carry else { return false };
                    let sum = u64::from(a) + u64::from(b) + u64::from(carry);
                    (sum as u32, Some(sum >> 32 != 0))
                }
                Sop2::s_add_i32 => (a.wrapping_add(b), None),
                Sop2::s_sub_i32 => (a.wrapping_sub(b), None),
                Sop2::s_lshl_b32 => (a << (b & 31), None),
                Sop2::s_lshr_b32 => (a >> (b & 31), None),
                Sop2::s_ashr_i32 => ((a.cast_signed() >> (b & 31)).cast_unsigned(), None),
                Sop2::s_and_b32 => (a & b, None),
                Sop2::s_or_b32 => (a | b, None),
                Sop2::s_mul_i32 => (a.wrapping_mul(b), None),
                Sop2::s_min_u32 => (a.min(b), None),
                Sop2::s_lshl1_add_u32 => ((a << 1).wrapping_add(b), None),
                Sop2::s_lshl2_add_u32 => ((a << 2).wrapping_add(b), None),
                Sop2::s_lshl3_add_u32 => ((a << 3).wrapping_add(b), None),
                Sop2::s_lshl4_add_u32 => ((a << 4).wrapping_add(b), None),
                _ => return false,
            };
            values.push(value);
            carries.extend(out);
        }
        // A product leaves SCC alone.
        if op != Sop2::s_mul_i32 {
            self.forget_scc();
            if carries.len() == values.len() {
                self.indexed.scc = Some(carries.into());
            }
        }
        self.put(d, Some(values))
    }

    /// An instruction after which an unknown register is below a small number.
    fn begin_index(&mut self, op: Sop2, d: u8, [s0, s1]: [u8; 2], inst: &Inst, next: u64) -> bool {
        let commutes = matches!(op, Sop2::s_min_u32 | Sop2::s_and_b32);
        // A register that is known on the first way here may not be on the next one: the constant is the other source.
        let bound = match (s0 < 128, s1 < 128) {
            (true, false) => s1,
            (false, true) if commutes => s0,
            (true, true) if self.get(s1).is_some() => s1,
            (true, true) if commutes => s0,
            _ => return false,
        };
        let Some(k) = self.source(bound, inst.literal) else { return false };
        let end = match op {
            Sop2::s_min_u32 | Sop2::s_and_b32 => k.checked_add(1),
            Sop2::s_bfe_u32 => 1u32.checked_shl(k >> 16 & 0x7f),
            _ => None,
        };
        let Some(end) = end.filter(|end| (1..=MAX_INDEX).contains(end)) else { return false };
        self.set(d, None);
        self.forget_scc();
        let possible = |v: &u32| op != Sop2::s_and_b32 || v & !k == 0;
        self.indexed.begin(next << 1, d, (0..end).filter(possible));
        true
    }

    /// Loads from the code's bytes.
    fn table_load(&mut self, f: &SmemFields, dwords: u8, code: &Code) -> bool {
        let base = f.sbase << 1;
        let (Some(low), Some(high)) = (self.values(base, None), self.values(base | 1, None)) else {
            return false;
        };
        let offset = match f.offset_register() {
            Some(register) => match self.values(register, None) {
                Some(values) => values,
                None => return false,
            },
            None => vec![0; low.len()],
        };
        let mut lists = vec![Vec::with_capacity(low.len()); usize::from(dwords)];
        for ((low, high), offset) in low.into_iter().zip(high).zip(offset) {
            let base = (u64::from(high) << 32 | u64::from(low)) & !3;
            let constant = i64::from(f.signed_offset() & !3).cast_unsigned();
            let address = base.wrapping_add(u64::from(offset & !3)).wrapping_add(constant);
            for (i, list) in (0..).zip(&mut lists) {
                let at = address.wrapping_add(4 * i);
                let Some(&word) = code.index(at).and_then(|i| code.words.get(i)) else { return false };
                list.push(word);
            }
        }
        let first = f.sdata & !(dwords - 1);
        (first..).zip(lists).fold(true, |all, (register, list)| self.put(register, Some(list)) && all)
    }
}

fn with_carry((value, carry): (u32, bool)) -> (u32, Option<bool>) {
    (value, Some(carry))
}
