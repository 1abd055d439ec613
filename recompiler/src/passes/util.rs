//! What several passes need: replacement of values, removal of unreachable blocks, a fast hash.
//!
//! Ensures: nothing recurses; each helper is linear in what it looks at.

use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{EntityRef, SecondaryMap};
use ir::attr::BlockCall;
use ir::dom::Dominators;
use ir::function::ValueData;
use ir::{Attr, Block, Function, Inst, Op, Type, Value};
use std::hash::{BuildHasherDefault, Hasher};

/// Which value stands for which. Chains are followed; nothing may come to stand for itself.
#[derive(Clone, Debug, Default)]
pub(crate) struct Aliases {
    map: SecondaryMap<Value, PackedOption<Value>>,
    any: bool,
}

impl Aliases {
    /// Lets `to` stand for `from` from now on.
    pub(crate) fn set(&mut self, from: Value, to: Value) {
        if from != to {
            self.map[from] = to.into();
            self.any = true;
        }
    }

    /// The value that stands for this one; shortens the chain on the way.
    #[inline]
    pub(crate) fn get(&mut self, value: Value) -> Value {
        match self.map[value].expand() {
            None => value,
            Some(to) => self.follow(value, to),
        }
    }

    fn follow(&mut self, value: Value, to: Value) -> Value {
        let mut at = to;
        while let Some(next) = self.map[at].expand() {
            at = next;
        }
        let mut short = value;
        while let Some(next) = self.map[short].expand() {
            if next == at {
                break;
            }
            self.map[short] = at.into();
            short = next;
        }
        at
    }

    /// Whether a value is replaced at all.
    pub(crate) fn any(&self) -> bool {
        self.any
    }

    /// Replaces the operands of an instruction.
    #[inline]
    pub(crate) fn rewrite(&mut self, func: &mut Function, inst: Inst) {
        if self.any {
            func.replace_uses(inst, |v| self.get(v));
        }
    }

    /// Replaces the operands of the terminators.
    pub(crate) fn rewrite_ends(&mut self, func: &mut Function) {
        if !self.any {
            return;
        }
        for at in 0..func.layout.len() {
            if let Some(end) = func.terminator(func.layout[at]) {
                self.rewrite(func, end);
            }
        }
    }

    /// Replaces the operands of every instruction of the layout's blocks.
    pub(crate) fn rewrite_graph(&mut self, func: &mut Function) {
        if !self.any {
            return;
        }
        for at in 0..func.layout.len() {
            let block = func.layout[at];
            for i in 0..func.blocks[block].insts.len() {
                let inst = func.blocks[block].insts[i];
                self.rewrite(func, inst);
            }
        }
    }
}

/// Takes blocks that cannot be reached out of the layout. Says whether there were any.
pub(crate) fn drop_unreachable(func: &mut Function, dom: &Dominators) -> bool {
    let before = func.layout.len();
    for at in 0..before {
        let block = func.layout[at];
        if !dom.is_reachable(block) {
            for inst in std::mem::take(&mut func.blocks[block]).insts {
                func.insts[inst].attr = Attr::None;
            }
        }
    }
    func.layout.retain(|&b| dom.is_reachable(b));
    func.layout.len() != before
}

/// Targets of a terminator, to be changed.
pub(crate) fn targets_mut(attr: &mut Attr) -> impl Iterator<Item = &mut BlockCall> {
    let (jump, branch, switch) = match attr {
        Attr::Jump(call) => (Some(&mut **call), None, None),
        Attr::Branch(calls) => (None, Some(calls.iter_mut()), None),
        Attr::Switch(s) => (None, None, Some(s.cases.iter_mut().map(|(_, c)| c).chain([&mut s.default]))),
        _ => (None, None, None),
    };
    jump.into_iter().chain(branch.into_iter().flatten()).chain(switch.into_iter().flatten())
}

/// A new instruction with one result, not in a block yet.
pub(crate) fn new_inst(
    func: &mut Function,
    op: Op,
    args: &[Value],
    attr: Attr,
    ty: Type,
    pc: u32,
) -> (Inst, Value) {
    let value = Value::from_u32(func.values.len() as u32);
    let inst = func.add_inst(op, args, attr, &[ty], pc);
    (inst, value)
}

/// Gives an instruction that has no result one.
pub(crate) fn give_result(func: &mut Function, inst: Inst, ty: Type) -> Value {
    let value = func.values.push(ValueData { ty, def: ir::function::Def::Result(inst, 0) });
    func.insts[inst].first = Some(value);
    func.insts[inst].results = 1;
    value
}

/// For each block the edges that come to it: the terminator and the number of the target.
pub(crate) fn incoming(func: &Function) -> SecondaryMap<Block, smallvec::SmallVec<[(Inst, u16); 2]>> {
    let mut edges: SecondaryMap<Block, smallvec::SmallVec<[(Inst, u16); 2]>> = SecondaryMap::new();
    for &block in &func.layout {
        if let Some(end) = func.terminator(block) {
            for (i, call) in func.targets(end).iter().enumerate() {
                edges[call.block].push((end, i as u16));
            }
        }
    }
    edges
}

/// An argument of an edge.
pub(crate) fn edge_arg(func: &Function, end: Inst, target: u16, param: usize) -> Option<Value> {
    let call = match &func.insts[end].attr {
        Attr::Jump(call) => &**call,
        Attr::Branch(calls) => calls.get(usize::from(target))?,
        Attr::Switch(s) => s.cases.get(usize::from(target)).map_or(&s.default, |(_, c)| c),
        _ => return None,
    };
    call.args.get(param).copied()
}

/// A hash for keys made of small numbers; not for keys that an enemy may choose freely to collide in a hot table of
/// unbounded size, but guest code that tries only slows its own translation down.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct SmallHasher(u64);

impl Hasher for SmallHasher {
    fn finish(&self) -> u64 {
        self.0 ^ (self.0 >> 29)
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    fn write_u8(&mut self, n: u8) {
        self.write_u64(u64::from(n));
    }

    fn write_u16(&mut self, n: u16) {
        self.write_u64(u64::from(n));
    }

    fn write_u32(&mut self, n: u32) {
        self.write_u64(u64::from(n));
    }

    fn write_u64(&mut self, n: u64) {
        self.0 = (self.0.rotate_left(5) ^ n).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    fn write_usize(&mut self, n: usize) {
        self.write_u64(n as u64);
    }

    fn write_isize(&mut self, n: isize) {
        self.write_u64(n.cast_unsigned() as u64);
    }
}

/// A map with [`SmallHasher`].
pub(crate) type SmallMap<K, V> = std::collections::HashMap<K, V, BuildHasherDefault<SmallHasher>>;

/// The block in which a value is defined; none for constants. `home` gives the block of an instruction.
pub(crate) fn def_block(
    func: &Function,
    home: &SecondaryMap<Inst, PackedOption<Block>>,
    value: Value,
) -> Option<Block> {
    match func.values[value].def {
        ir::function::Def::Result(inst, _) => home[inst].expand(),
        ir::function::Def::Param(block, _) => Some(block),
        ir::function::Def::Const(_) => None,
    }
}

/// The block of each instruction of the layout.
pub(crate) fn homes(func: &Function) -> SecondaryMap<Inst, PackedOption<Block>> {
    let mut home = SecondaryMap::with_capacity(func.insts.len());
    for &block in &func.layout {
        for &inst in &func.blocks[block].insts {
            home[inst] = block.into();
        }
    }
    home
}

/// Index of an entity in a dense table.
pub(crate) fn index<E: EntityRef>(entity: E) -> usize {
    entity.index()
}

/// The integer compare that is true where this one is false, and whether its operands change places.
pub(crate) fn opposite_compare(op: Op) -> Option<(Op, bool)> {
    match op {
        Op::ieq => Some((Op::ine, false)),
        Op::ine => Some((Op::ieq, false)),
        Op::ult => Some((Op::ule, true)),
        Op::ule => Some((Op::ult, true)),
        Op::slt => Some((Op::sle, true)),
        Op::sle => Some((Op::slt, true)),
        _ => None,
    }
}
