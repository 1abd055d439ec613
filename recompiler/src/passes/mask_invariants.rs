//! Finds what unions of masks are where a loop keeps two masks of which the union never changes: the lanes that still run and
//! those that have left.
//!
//! Code that lets lanes leave a loop one by one puts EXEC together again behind it: `exec = left | running`. Each way around
//! the loop moves lanes from the one to the other, so that the union of both parameters is what it was before the loop, and
//! usually every lane. A formula of masks is compared by its truth table, whatever ops it is made of.
//!
//! Requires: phase Ssa or Resolved, a graph. Ensures: an `ior` or `iand` of masks whose table says that it is always or never
//! true, or the same as one of the masks that it is made of, is that; so is one that is the union of two parameters of a
//! block to which every edge brings a union of the same value from above, or the old one. Leaves alone: formulas of more than
//! [`MAX_LEAVES`] masks.
//!
//! Sound: the union holds when the block is first entered, and an edge that brings "the old union" says so of the parameters
//! as they are in this round, since its source is dominated by the block (it could not use them otherwise).
//!
//! ```text
//! b1(v1, v2): v3 = iand v1, c; v4 = ior v2, v3; v5 = iand v1, (inot v3); brif any(v5), b1(v5, v4), b2      from b0: (1, 0)
//! b2: v6 = ior v5, v4                                      →    v6 is every lane
//! ```
//!
//! Tests: tests/filetests/passes/mask_invariants/

use super::util::opposite_compare;
use super::util::{self, Aliases, SmallMap};
use super::{Changed, PassError};
use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::PackedOption;
use ir::dom::Dominators;
use ir::function::Def;
use ir::{Attr, Block, Function, Inst, Op, Phase, Type, Value, Width};
use smallvec::SmallVec;

/// Masks that a formula is made of: a table has a bit for each way in which they can be true.
const MAX_LEAVES: usize = 6;
/// Ops of a formula.
const MAX_OPS: usize = 40;
/// Tables of the leaves.
const LEAVES: [u64; MAX_LEAVES] = [
    0xaaaa_aaaa_aaaa_aaaa,
    0xcccc_cccc_cccc_cccc,
    0xf0f0_f0f0_f0f0_f0f0,
    0xff00_ff00_ff00_ff00,
    0xffff_0000_ffff_0000,
    0xffff_ffff_0000_0000,
];

/// What a formula is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Known {
    /// The same in all lanes.
    Bit(bool),
    /// The same as this mask.
    Mask(Value),
}

/// Replaces unions that are known.
///
/// # Errors
/// None.
pub fn run(func: &mut Function) -> Result<Changed, PassError> {
    if func.phase == Phase::Legal {
        return Err(PassError::bug("mask_invariants wants a graph"));
    }
    let candidates = func.layout.iter().flat_map(|&b| &func.blocks[b].insts);
    let candidates: Vec<(Inst, Value)> = candidates
        .filter(|&&i| matches!(func.insts[i].op, Op::ior | Op::iand))
        .filter_map(|&i| func.result(i).map(|v| (i, v)))
        .filter(|&(_, v)| func.ty(v) == Type::MASK)
        .collect();
    if candidates.is_empty() {
        return Ok(Changed::No);
    }
    let dom = Dominators::new(func);
    let mut search = Search {
        func,
        dom: &dom,
        home: util::homes(func),
        incoming: util::incoming(func),
        pairs: SmallMap::default(),
    };
    let found: Vec<(Inst, Value, Known)> = candidates
        .into_iter()
        .filter_map(|(inst, value)| search.known(value).map(|known| (inst, value, known)))
        .collect();
    let mut aliases = Aliases::default();
    for &(inst, value, known) in &found {
        match known {
            Known::Mask(mask) => aliases.set(value, mask),
            Known::Bit(bit) => {
                let bit = func.constant(Width::B1, u64::from(bit));
                let data = &mut func.insts[inst];
                (data.op, data.attr) = (Op::splat, Attr::None);
                data.args.clear();
                data.args.push(bit);
            }
        }
    }
    aliases.rewrite_graph(func);
    Ok((!found.is_empty()).into())
}

/// The masks that formulas are made of.
type Leaves = SmallVec<[Value; MAX_LEAVES]>;

struct Search<'a> {
    func: &'a Function,
    dom: &'a Dominators,
    home: SecondaryMap<Inst, PackedOption<Block>>,
    incoming: SecondaryMap<Block, SmallVec<[(Inst, u16); 2]>>,
    /// Unions of two parameters that were looked for.
    pairs: SmallMap<(Value, Value), Option<Known>>,
}

impl Search<'_> {
    /// What a mask is, if it is not what it seems.
    fn known(&mut self, value: Value) -> Option<Known> {
        let mut leaves = Leaves::new();
        let table = self.table(&[value], &mut leaves)?;
        if let Some(known) = simple(table, &leaves) {
            return (known != Known::Mask(value)).then_some(known);
        }
        let of = |i: usize| LEAVES.get(i).copied().unwrap_or(0);
        let used: SmallVec<[usize; MAX_LEAVES]> = (0..leaves.len()).filter(|&i| depends(table, i)).collect();
        let &[p, q] = &used[..] else { return None };
        if table != of(p) | of(q) {
            return None;
        }
        let (p, q) = (leaves[p].min(leaves[q]), leaves[p].max(leaves[q]));
        if let Some(&known) = self.pairs.get(&(p, q)) {
            return known;
        }
        let known = self.union(p, q);
        self.pairs.insert((p, q), known);
        known
    }

    /// What the union of two parameters of a block always is.
    fn union(&self, p: Value, q: Value) -> Option<Known> {
        let (Def::Param(block, i), Def::Param(other, j)) = (self.func.values[p].def, self.func.values[q].def)
        else {
            return None;
        };
        if block != other || self.func.entry() == Some(block) {
            return None;
        }
        let mut found: Option<Known> = None;
        for &(end, target) in &self.incoming[block] {
            let a = util::edge_arg(self.func, end, target, usize::from(i))?;
            let b = util::edge_arg(self.func, end, target, usize::from(j))?;
            let mut leaves = Leaves::from_slice(&[p, q]);
            let table = self.table(&[a, b], &mut leaves)?;
            if table == LEAVES[0] | LEAVES[1] {
                // As it was.
                continue;
            }
            let known = simple(table, &leaves)?;
            let above = match known {
                Known::Bit(_) => true,
                Known::Mask(mask) => {
                    let home = util::def_block(self.func, &self.home, mask);
                    home.is_some_and(|h| h != block && self.dom.dominates(h, block))
                }
            };
            if !above || found.is_some_and(|f| f != known) {
                return None;
            }
            found = Some(known);
        }
        found
    }

    /// The leaf that a mask is, or of which it is the opposite: a compare that is true where the leaf's is false.
    fn leaf(&self, leaves: &Leaves, value: Value) -> Option<(usize, bool)> {
        if let Some(at) = leaves.iter().position(|&l| l == value) {
            return Some((at, false));
        }
        let data = &self.func.insts[self.func.def_inst(value)?];
        let &[a, b] = &data.args[..] else { return None };
        let (op, swapped) = opposite_compare(data.op)?;
        let args = if swapped { [b, a] } else { [a, b] };
        let at = leaves.iter().position(|&l| {
            let inst = self.func.def_inst(l).map(|i| &self.func.insts[i]);
            inst.is_some_and(|d| d.op == op && d.args[..] == args)
        })?;
        Some((at, true))
    }

    /// The table of the union of some masks over leaves; none where it has too many.
    fn table(&self, of: &[Value], leaves: &mut Leaves) -> Option<u64> {
        let mut known: SmallMap<Value, u64> = SmallMap::default();
        let mut work: SmallVec<[(Value, bool); 16]> = of.iter().map(|&v| (v, false)).collect();
        let mut steps = MAX_OPS;
        while let Some((value, done)) = work.pop() {
            if known.contains_key(&value) {
                continue;
            }
            if let Some(bits) = super::fold::constant(self.func, value) {
                known.insert(value, if bits & 1 != 0 { u64::MAX } else { 0 });
                continue;
            }
            let formula = self.func.def_inst(value).map(|i| &self.func.insts[i]).filter(|d| {
                matches!(d.op, Op::iand | Op::ior | Op::ixor | Op::inot)
                    && d.args.iter().all(|&a| self.func.ty(a) == Type::MASK)
            });
            let Some(data) = formula.filter(|_| !leaves.contains(&value)) else {
                let (at, opposite) = match self.leaf(leaves, value) {
                    Some(found) => found,
                    None => {
                        leaves.push(value);
                        (leaves.len() - 1, false)
                    }
                };
                let table = *LEAVES.get(at)?;
                known.insert(value, if opposite { !table } else { table });
                continue;
            };
            if !done {
                steps = steps.checked_sub(1)?;
                work.push((value, true));
                work.extend(data.args.iter().map(|&a| (a, false)));
                continue;
            }
            let arg = |i: usize| data.args.get(i).and_then(|a| known.get(a)).copied();
            let table = match data.op {
                Op::inot => !arg(0)?,
                Op::iand => arg(0)? & arg(1)?,
                Op::ior => arg(0)? | arg(1)?,
                _ => arg(0)? ^ arg(1)?,
            };
            known.insert(value, table);
        }
        of.iter().try_fold(0, |table, v| Some(table | known.get(v)?))
    }
}

/// Whether a formula depends on a leaf.
fn depends(table: u64, leaf: usize) -> bool {
    let (mask, by) = (LEAVES.get(leaf).copied().unwrap_or(0), 1 << leaf);
    (table & mask) >> by != table & !mask
}

/// A formula that is a constant or one leaf.
fn simple(table: u64, leaves: &[Value]) -> Option<Known> {
    match table {
        0 => Some(Known::Bit(false)),
        u64::MAX => Some(Known::Bit(true)),
        _ => leaves.iter().zip(LEAVES).find(|&(_, t)| t == table).map(|(&v, _)| Known::Mask(v)),
    }
}
