//! Bits that are known to be zero: takes out masks that mask nothing, makes values of zeros constants, and writes to each
//! access of memory what its address is a multiple of.
//!
//! Requires: no variables, a graph. Ensures: an `and` with a constant that only clears bits known to be clear is gone; pure
//! values all of whose bits are known are constants; `align` of an access is at least what the address shows. Leaves alone:
//! everything else; an alignment that the front end stated is never lowered.
//!
//! ```text
//! v1 = ishl v0, 0x4:b32; v2 = iand v1, 0xfffffffc:b32; load lds.b32 v2 align 1    →    load lds.b32 v1 align 16
//! ```
//!
//! The facts are a set of bits for each value, found from above: all bits at first, fewer with each round over the blocks,
//! until nothing changes that an earlier block has looked at: without loops one round. Of a parameter that still changes after [`ROUNDS`] rounds only the lowest bits are kept, of which there
//! are few: the work is linear.
//!
//! Tests: tests/filetests/passes/known_zeros/

use super::util::{self, Aliases};
use super::{Changed, PassError};
use cranelift_entity::SecondaryMap;
use ir::dom::Dominators;
use ir::function::Def;
use ir::ops::Effect;
use ir::{Attr, Function, Inst, Op, Phase, Value, Width};

/// Rounds until only the lowest bits of a parameter that still changes are kept: a counter grows a bit a round.
const ROUNDS: u32 = 6;

/// The largest alignment that an access states.
const MOST: u32 = 16;

/// Finds the bits and uses what is known.
///
/// # Errors
/// None.
pub fn run(func: &mut Function) -> Result<Changed, PassError> {
    if func.phase == Phase::Legal {
        return Err(PassError::bug("known_zeros wants a graph"));
    }
    let dom = Dominators::new(func);
    let zeros = Zeros::find(func, &dom);
    let mut aliases = Aliases::default();
    let mut changed = false;
    for &block in dom.rpo() {
        let insts = std::mem::take(&mut func.blocks[block].insts);
        let mut out = Vec::with_capacity(insts.len());
        for inst in insts {
            if aliases.any() {
                aliases.rewrite(func, inst);
            }
            changed |= align(func, inst, &zeros);
            out.push(inst);
            let Some(value) = func.result(inst) else { continue };
            if let Some(same) = masked_nothing(func, inst, &zeros) {
                aliases.set(value, same);
            } else if is_nothing(func, inst, value, &zeros) {
                let ty = func.ty(value);
                let zero = func.constant(ty.width, 0);
                let to = if ty.is_lane() {
                    let pc = func.insts[inst].pc;
                    let (splat, lane) = util::new_inst(func, Op::splat, &[zero], Attr::None, ty, pc);
                    out.push(splat);
                    lane
                } else {
                    zero
                };
                aliases.set(value, to);
            }
        }
        func.blocks[block].insts = out;
    }
    // Arguments of edges back into loops.
    aliases.rewrite_graph(func);
    Ok((changed || aliases.any()).into())
}

/// Raises the alignment that an access states to what its address, with the constant offset, shows.
fn align(func: &mut Function, inst: Inst, zeros: &Zeros) -> bool {
    let address = func.insts[inst].args.first().copied();
    let (Attr::Mem(mem) | Attr::Atomic(mem, ..)) = &mut func.insts[inst].attr else { return false };
    let Some(address) = address else { return false };
    let low = zeros.of(&func.values, address).trailing_ones().min(mem.offset.trailing_zeros());
    let shown = (1u32 << low.min(MOST.trailing_zeros())) as u8;
    let better = shown > mem.align;
    if better {
        mem.align = shown;
    }
    better
}

/// The operand of an `and` that changes nothing of it.
fn masked_nothing(func: &Function, inst: Inst, zeros: &Zeros) -> Option<Value> {
    let data = &func.insts[inst];
    let (Op::iand, &[a, b]) = (data.op, &data.args[..]) else { return None };
    let (value, bits) = match (func.as_const(a), func.as_const(b)) {
        (_, Some(bits)) => (a, bits),
        (Some(bits), _) => (b, bits),
        _ => return None,
    };
    let same = zeros.of(&func.values, value) | bits == u64::MAX;
    (same && Some(func.ty(value)) == func.result(inst).map(|r| func.ty(r))).then_some(value)
}

/// Whether a pure value is zero. What already is a splat of a constant stays.
fn is_nothing(func: &Function, inst: Inst, value: Value, zeros: &Zeros) -> bool {
    let data = &func.insts[inst];
    data.op.row().effect == Effect::Pure
        && !matches!(data.op, Op::splat | Op::unknown)
        && zeros.of(&func.values, value) == u64::MAX
}

/// For each value the bits that are zero; those above its width are.
struct Zeros(SecondaryMap<Value, u64>);

impl Zeros {
    fn of(&self, values: &cranelift_entity::PrimaryMap<Value, ir::function::ValueData>, value: Value) -> u64 {
        match values[value].def {
            Def::Const(bits) => !bits,
            _ => self.0[value] | !values[value].ty.width.mask(),
        }
    }

    fn find(func: &Function, dom: &Dominators) -> Zeros {
        let mut zeros = Zeros(SecondaryMap::with_default(u64::MAX));
        if let Some(entry) = func.entry() {
            for &param in &func.blocks[entry].params {
                zeros.0[param] = 0;
            }
        }
        for round in 0.. {
            // Whether a parameter changed whose block was passed.
            let mut changed = false;
            for &block in dom.rpo() {
                for &inst in &func.blocks[block].insts {
                    let data = &func.insts[inst];
                    if data.results == 1 {
                        let bits = zeros.result(func, inst);
                        zeros.lower(func.result(inst), bits, false);
                    } else {
                        let bits = element(data).unwrap_or(0);
                        for value in func.results(inst) {
                            zeros.lower(Some(value), bits, false);
                        }
                    }
                }
                let Some(end) = func.terminator(block) else { continue };
                for call in func.targets(end) {
                    for (&param, &arg) in func.blocks[call.block].params.iter().zip(&call.args) {
                        let bits = zeros.of(&func.values, arg);
                        let lowered = zeros.lower(Some(param), bits, round >= ROUNDS);
                        changed |= lowered && dom.is_back_edge(block, call.block);
                    }
                }
            }
            if !changed {
                break;
            }
        }
        zeros
    }

    /// Takes away bits that are not known; whether that changed anything.
    fn lower(&mut self, value: Option<Value>, bits: u64, lowest: bool) -> bool {
        let Some(value) = value else { return false };
        let old = self.0[value];
        let mut new = old & bits;
        if lowest && new != old {
            new = below(new.trailing_ones());
        }
        self.0[value] = new;
        new != old
    }

    /// Zeros of the one result of an instruction, from those of its operands.
    fn result(&self, func: &Function, inst: Inst) -> u64 {
        let data = &func.insts[inst];
        let Some(value) = func.result(inst) else { return 0 };
        let width = func.ty(value).width;
        let arg = |i: usize| data.args.get(i).map_or(0, |&a| self.of(&func.values, a));
        let number = |i: usize| data.args.get(i).and_then(|&a| func.as_const(a));
        let bits = width.bits();
        let outside = !width.mask();
        // Lowest bits of a result all of which are zero.
        let low = |n: u32| below(n.min(bits));
        // Highest ones, n of them.
        let high = |n: u32| !below(bits - n.min(bits));
        let leading = |z: u64| (z << (64 - bits)).leading_ones().min(bits);
        let count = |i: usize| number(i).map(|n| n as u32 & (bits - 1));
        match data.op {
            Op::iand => arg(0) | arg(1),
            Op::ior | Op::ixor => arg(0) & arg(1),
            Op::select => arg(1) & arg(2),
            Op::writelane => arg(0) & arg(2),
            Op::splat | Op::readlane | Op::readfirst | Op::shuffle | Op::zext => arg(0),
            Op::trunc | Op::lo => arg(0) | outside,
            Op::umin => (arg(0) & arg(1)) | high(leading(arg(0)).max(leading(arg(1)))),
            Op::umax | Op::smin | Op::smax => arg(0) & arg(1),
            Op::ishl => match count(1) {
                Some(n) => arg(0) << n | below(n) | outside,
                None => low(arg(0).trailing_ones()),
            },
            Op::ushr => match count(1) {
                Some(n) => arg(0) >> n | high(n) | outside,
                None => high(leading(arg(0))),
            },
            Op::sshr => match count(1) {
                Some(n) => {
                    let moved = ((arg(0) << (64 - bits)).cast_signed() >> n).cast_unsigned() >> (64 - bits);
                    moved | outside
                }
                None => high(leading(arg(0))),
            },
            Op::iadd => {
                let most = leading(arg(0)).min(leading(arg(1))).saturating_sub(1);
                low(arg(0).trailing_ones().min(arg(1).trailing_ones())) | high(most)
            }
            Op::isub => low(arg(0).trailing_ones().min(arg(1).trailing_ones())),
            Op::imul => {
                let used = |z: u64| bits - leading(z);
                let most = bits.saturating_sub(used(arg(0)) + used(arg(1)));
                low(arg(0).trailing_ones().min(bits) + arg(1).trailing_ones().min(bits)) | high(most)
            }
            Op::pack => {
                let half = bits / 2;
                arg(0) & below(half) | arg(1) << half | outside
            }
            Op::hi => arg(0) >> bits | outside,
            // At most 64: seven bits.
            Op::popcnt => !below(7),
            Op::local_index => {
                let most = func.local_size.iter().fold(1u32, |n, &l| n.saturating_mul(l));
                // Padding invocations have numbers, too.
                up_to(most.next_multiple_of(func.wave_size.max(1)).saturating_sub(1))
            }
            Op::lane_id => up_to(func.wave_size.saturating_sub(1)),
            Op::load => element(data).unwrap_or(0),
            _ => 0,
        }
    }
}

/// Zeros of what a load gives: narrow elements are widened with zeros.
fn element(data: &ir::function::InstData) -> Option<u64> {
    match (&data.attr, data.op) {
        (Attr::Mem(mem), Op::load) if mem.width != Width::B1 => Some(!mem.width.mask()),
        _ => None,
    }
}

/// The lowest `n` bits.
fn below(n: u32) -> u64 {
    if n >= 64 { u64::MAX } else { (1 << n) - 1 }
}

/// Zeros of a number that is not above this.
fn up_to(most: u32) -> u64 {
    !below(32 - most.leading_zeros())
}
