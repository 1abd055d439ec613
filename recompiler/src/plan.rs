//! The resource plan: where the descriptors of buffers come from, as a flat tape that a dispatch evaluates, and what a
//! program gains when the shape of its descriptors is known.
//!
//! A descriptor's words are loads from memory that nobody writes, at addresses computed from user data. The plan holds that
//! computation for every descriptor that a buffer instruction checks. Evaluated with a dispatch's user data and memory it
//! gives the words; [`specialize`] then compiles in what rarely changes: stride and swizzle, format, destination selects
//! and range check ([`Shape`]), and whether the base is a multiple of four. Base and number of records stay dynamic.
//!
//! A specialized program is right exactly for dispatches whose plan gives the same shapes: whoever keeps programs compares
//! them (the shapes are part of the key), and uses the general program where a descriptor cannot be evaluated.
//!
//! Requires: phase Ssa. Ensures: [`Plan::of`] is linear in the function; evaluation runs each step once and reads what the
//! program would read, if it came there; a read that the memory does not allow gives no words, not an error.
//! Leaves alone: descriptors that depend on lanes, on control flow or on memory that is written.

use crate::fault;
use crate::passes::{
    rules,
    util::{self, SmallMap},
};
use ir::attr::Space;
use ir::function::Def;
use ir::ops::{Effect, eval_int};
use ir::{Attr, Function, Inst, Op, Rate, Value, Width};
use smallvec::SmallVec;

/// Steps of a plan at the most: a program with more of them runs its general form.
const MOST_STEPS: usize = 1 << 12;

/// What is compiled in of a descriptor.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Shape {
    /// The high half of word 1: stride, cache swizzle, swizzle enable (guest-abi 7.4).
    pub word1_high: u16,
    /// Word 3: destination selects, format, index stride, add-tid, range check.
    pub word3: u32,
    /// The base is a multiple of four.
    pub aligned: bool,
}

impl Shape {
    /// The shape of a descriptor.
    pub fn of(words: [u32; 4]) -> Shape {
        Shape { word1_high: (words[1] >> 16) as u16, word3: words[3], aligned: words[0].is_multiple_of(4) }
    }
}

/// A step of the tape: what it puts behind what the steps before it gave.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Step {
    /// These bits.
    Const(u64),
    /// A dword of user data.
    UserData(u32),
    /// Dwords of memory that nobody writes, from an address on: one slot each.
    Load { address: u32, offset: i64, count: u8 },
    /// A pure integer op of slots.
    Op { op: Op, width: Width, to: Width, args: SmallVec<[u32; 3]> },
}

/// A descriptor that the program uses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Source {
    /// The instruction that loads it.
    load: Inst,
    /// Number of the load's result that is its word 0.
    first: u16,
    /// Slot of word 0; the others follow.
    slot: u32,
}

/// Where the descriptors of a program come from.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Plan {
    steps: Vec<Step>,
    sources: Vec<Source>,
    /// Descriptors whose words cannot be computed before the dispatch.
    dynamic: usize,
}

impl Plan {
    /// Finds the descriptors of a function: each is checked once by the program, which marks it.
    pub fn of(func: &Function) -> Plan {
        let mut build = Build { func, plan: Plan::default(), slots: SmallMap::default(), next: 0 };
        let mut seen: std::collections::HashSet<
            (Inst, u16),
            std::hash::BuildHasherDefault<util::SmallHasher>,
        > = Default::default();
        for &block in &func.layout {
            for &inst in &func.blocks[block].insts {
                let Some(word3) = checked_word(func, inst) else { continue };
                let Def::Result(load, number) = func.values[word3].def else {
                    build.plan.dynamic += 1;
                    continue;
                };
                let Some(first) = number.checked_sub(3).filter(|_| func.insts[load].op == Op::load) else {
                    build.plan.dynamic += 1;
                    continue;
                };
                if !seen.insert((load, first)) {
                    continue;
                }
                let word0 = func.insts[load].first.map(|v| Value::from_u32(v.as_u32() + u32::from(first)));
                match word0.and_then(|v| build.slot(v)) {
                    Some(slot) => build.plan.sources.push(Source { load, first, slot }),
                    None => build.plan.dynamic += 1,
                }
            }
        }
        build.plan
    }

    /// Descriptors that [`Plan::evaluate`] gives.
    pub fn descriptors(&self) -> usize {
        self.sources.len()
    }

    /// Descriptors that are only known while the program runs.
    pub fn dynamic(&self) -> usize {
        self.dynamic
    }

    /// The words of each descriptor for a dispatch; `None` where memory does not allow a read. `read` gives the dword at a
    /// guest address if it is there and nobody writes it during the dispatch.
    pub fn evaluate(
        &self,
        user_data: &[u32],
        read: &mut dyn FnMut(u64) -> Option<u32>,
    ) -> Vec<Option<[u32; 4]>> {
        let mut slots: Vec<Option<u64>> = Vec::with_capacity(self.steps.len());
        for step in &self.steps {
            match step {
                Step::Const(bits) => slots.push(Some(*bits)),
                Step::UserData(n) => slots.push(user_data.get(*n as usize).map(|&w| u64::from(w))),
                Step::Load { address, offset, count } => {
                    let from = slots[*address as usize].map(|a| a.wrapping_add_signed(*offset));
                    for i in 0..u64::from(*count) {
                        let word = from.and_then(|a| read(a.wrapping_add(4 * i)));
                        slots.push(word.map(u64::from));
                    }
                }
                Step::Op { op, width, to, args } => {
                    let bits: Option<SmallVec<[u64; 3]>> = args.iter().map(|&a| slots[a as usize]).collect();
                    slots.push(bits.and_then(|bits| eval_int(*op, *width, *to, &bits)));
                }
            }
        }
        let words = |s: &Source| {
            let mut words = [0; 4];
            for (i, word) in words.iter_mut().enumerate() {
                *word = slots.get(s.slot as usize + i).copied().flatten()? as u32;
            }
            Some(words)
        };
        self.sources.iter().map(words).collect()
    }
}

/// Word 3 of the descriptor that an instruction checks: `fault DESCRIPTOR` of its kind, bits 31:30.
fn checked_word(func: &Function, inst: Inst) -> Option<Value> {
    let data = &func.insts[inst];
    if data.op != Op::fault || data.attr != Attr::Index(fault::DESCRIPTOR) {
        return None;
    }
    let mut value = *data.args.first()?;
    for op in [Op::splat, Op::ine, Op::ushr] {
        let def = &func.insts[func.def_inst(value)?];
        if def.op == op {
            value = *def.args.first()?;
        } else if op != Op::splat {
            return None;
        }
    }
    Some(value)
}

struct Build<'a> {
    func: &'a Function,
    plan: Plan,
    /// Slot of each value; none where it cannot be computed.
    slots: SmallMap<Value, Option<u32>>,
    next: u32,
}

impl Build<'_> {
    fn push(&mut self, step: Step, slots: u32) -> Option<u32> {
        if self.plan.steps.len() >= MOST_STEPS {
            return None;
        }
        self.plan.steps.push(step);
        let slot = self.next;
        self.next += slots;
        Some(slot)
    }

    /// The slot of a value, after the steps that compute it.
    fn slot(&mut self, value: Value) -> Option<u32> {
        let mut stack = vec![(value, false)];
        while let Some((value, ready)) = stack.pop() {
            if self.slots.contains_key(&value) {
                continue;
            }
            let func = self.func;
            let inst = match func.values[value].def {
                Def::Const(bits) => {
                    let slot = self.push(Step::Const(bits), 1);
                    self.slots.insert(value, slot);
                    continue;
                }
                Def::Result(inst, _) if func.ty(value).rate == Rate::Uniform => inst,
                _ => {
                    self.slots.insert(value, None);
                    continue;
                }
            };
            let args = &func.insts[inst].args;
            if !ready {
                stack.push((value, true));
                stack.extend(args.iter().map(|&a| (a, false)));
                continue;
            }
            self.compute(inst, value);
        }
        self.slots.get(&value).copied().flatten()
    }

    /// Adds the step of an instruction whose operands have slots.
    fn compute(&mut self, inst: Inst, value: Value) {
        let func = self.func;
        let data = &func.insts[inst];
        let args: Option<SmallVec<[u32; 3]>> =
            data.args.iter().map(|a| self.slots.get(a).copied().flatten()).collect();
        let slot = match (data.op, &data.attr, args) {
            (Op::user_data, Attr::Index(n), _) => self.push(Step::UserData(*n), 1),
            (Op::load, Attr::Mem(mem), Some(args))
                if mem.space == Space::Constant
                    && mem.width == Width::B32
                    && data.args.get(1).and_then(|&m| func.as_const(m)) == Some(1) =>
            {
                let step = Step::Load { address: args[0], offset: i64::from(mem.offset), count: mem.count };
                let first = self.push(step, u32::from(mem.count));
                for (i, result) in func.results(inst).enumerate() {
                    self.slots.insert(result, first.map(|f| f + i as u32));
                }
                return;
            }
            (op, _, Some(args)) if op.row().effect == Effect::Pure && op.group() == "int" => {
                let to = func.ty(value).width;
                let width = rules::operand_width(func, op, &data.args, to);
                self.push(Step::Op { op, width, to, args }, 1)
            }
            _ => None,
        };
        self.slots.insert(value, slot);
    }
}

/// Compiles shapes in. `shapes` has one for each descriptor of the plan, `None` to leave it as it is.
///
/// The function must be the one that the plan was made of, unchanged.
pub fn specialize(func: &mut Function, plan: &Plan, shapes: &[Option<Shape>]) -> bool {
    let mut aliases = util::Aliases::default();
    let mut new: SmallMap<Inst, SmallVec<[Inst; 4]>> = SmallMap::default();
    for (source, shape) in plan.sources.iter().zip(shapes) {
        let Some(shape) = shape else { continue };
        let words: SmallVec<[Value; 4]> =
            func.results(source.load).skip(usize::from(source.first)).take(4).collect();
        let &[word0, word1, _, word3] = &words[..] else { continue };
        let pc = func.insts[source.load].pc;
        let mut add = |func: &mut Function, op, args: &[Value]| {
            let ty = func.ty(args[0]);
            let (inst, value) = util::new_inst(func, op, args, Attr::None, ty, pc);
            new.entry(source.load).or_default().push(inst);
            value
        };
        if shape.aligned {
            let mask = func.constant(Width::B32, !3 & u64::from(u32::MAX));
            let to = add(func, Op::iand, &[word0, mask]);
            aliases.set(word0, to);
        }
        let (low, high) =
            (func.constant(Width::B32, 0xffff), func.constant(Width::B32, u64::from(shape.word1_high) << 16));
        let kept = add(func, Op::iand, &[word1, low]);
        let to = add(func, Op::ior, &[kept, high]);
        aliases.set(word1, to);
        let to = func.constant(Width::B32, u64::from(shape.word3));
        aliases.set(word3, to);
    }
    if !aliases.any() {
        return false;
    }
    // The new instructions read the loaded words: they join the blocks after the uses were replaced.
    aliases.rewrite_graph(func);
    for at in 0..func.layout.len() {
        let block = func.layout[at];
        let insts = std::mem::take(&mut func.blocks[block].insts);
        let mut out = Vec::with_capacity(insts.len());
        for inst in insts {
            out.push(inst);
            out.extend(new.remove(&inst).unwrap_or_default());
        }
        func.blocks[block].insts = out;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A descriptor behind a pointer in user data, at an offset that is computed, and one that depends on a lane.
    const TWO: &str = "function f ssa wave 64 {
b0:
    v0 = user_data #1
    v1 = pack v0, 0x0:b32
    v2 = iadd v1, 0x20:b64
    v3: u.b32, v4: u.b32, v5: u.b32, v6: u.b32 = load constant.b32x4 v2, 0x1:b1 align 4 +16
    v7 = ushr v6, 0x1e:b32
    v8 = ine v7, 0x0:b32
    v9 = splat v8
    fault v9 #3
    v10 = lane_id
    v11 = readlane v10, v3
    v12 = ushr v11, 0x1e:b32
    v13 = ine v12, 0x0:b32
    v14 = splat v13
    fault v14 #3
    v15 = ushr v4, 0x10:b32
    v16 = iadd v15, v6
    v17 = splat v16
    store lds.b32 v17, 0x1:b1, v17 align 4
    ret
}
";

    fn two() -> Function {
        ir::text::parse(TWO).unwrap()
    }

    #[test]
    fn a_tape_gives_the_words_that_the_program_would_load() {
        let plan = Plan::of(&two());
        assert_eq!((plan.descriptors(), plan.dynamic()), (1, 1));
        let mut read = |address: u64| (0x1030..0x1040).contains(&address).then_some(address as u32);
        assert_eq!(plan.evaluate(&[7, 0x1000], &mut read), [Some([0x1030, 0x1034, 0x1038, 0x103c])]);
    }

    #[test]
    fn a_read_that_memory_does_not_allow_gives_no_words() {
        let plan = Plan::of(&two());
        let mut read = |address: u64| (address != 0x103c).then_some(1);
        assert_eq!(plan.evaluate(&[7, 0x1000], &mut read), [None]);
        assert_eq!(plan.evaluate(&[7], &mut |_| Some(1)), [None], "user data that the caller does not give");
    }

    #[test]
    fn a_shape_becomes_constants_and_the_rest_stays() {
        let mut func = two();
        let plan = Plan::of(&func);
        let shape = Shape::of([0x1234_5678, 0x0010_ffff, 5, 0x3101_6fac]);
        assert_eq!(shape, Shape { word1_high: 0x10, word3: 0x3101_6fac, aligned: true });
        assert!(specialize(&mut func, &plan, &[Some(shape)]));
        ir::verify::verify(&func).unwrap();
        let text = func.to_string();
        assert!(text.contains("0x31016fac:b32") && text.contains("0x100000:b32"), "{text}");
        let mut same = two();
        assert!(!specialize(&mut same, &plan, &[None]));
    }
}
