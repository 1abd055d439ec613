//! Gives equal values one name.
//!
//! Requires: no variables, a graph. Ensures: of two instructions that compute the same from the same operands, where one
//! dominates the other, only the first is used (`dce` takes the other out). Leaves alone: effects, reads, `unknown` (two
//! unknown values need not be equal).
//!
//! One table over a walk of the dominator tree in preorder: an entry whose block does not dominate the block at hand will
//! never be of use again, so it is overwritten. Operands of commutative ops are ordered.
//!
//! Ops that look at other lanes are merged like pure ones: in the graph a wave moves as a whole, so such an op sees all lanes
//! wherever it stands, and its value follows from its operands; the mask is one of them. (In structured form that would not
//! hold; this pass asks for a graph.)
//!
//! ```text
//! v2 = iadd v0, v1; v3 = iadd v1, v0    →    uses of v3 are uses of v2
//! ```
//!
//! Tests: tests/filetests/passes/gvn/

use super::util::{Aliases, SmallMap};
use super::{Changed, PassError};
use ir::dom::Dominators;
use ir::float::{FCmp, FloatEnv};
use ir::ops::Effect;
use ir::{Attr, Block, Function, Inst, Op, Phase, Type, Value, Width};
use smallvec::SmallVec;

/// An attribute that a pure op can have.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Payload {
    None,
    Index(u32),
    Float(FloatEnv),
    FCmp(FCmp, FloatEnv),
    Width(Width),
    FloatTo(Width, FloatEnv),
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Key {
    op: Op,
    args: SmallVec<[Value; 4]>,
    payload: Payload,
    ty: Type,
}

/// Merges equal values.
///
/// # Errors
/// None.
pub fn run(func: &mut Function) -> Result<Changed, PassError> {
    if func.phase == Phase::Legal {
        return Err(PassError::bug("gvn wants a graph"));
    }
    let dom = Dominators::new(func);
    let children = dom.children();
    let mut table: SmallMap<Key, (Value, Block)> = SmallMap::default();
    let mut aliases = Aliases::default();
    let mut stack: Vec<Block> = func.entry().into_iter().collect();
    while let Some(block) = stack.pop() {
        for i in 0..func.blocks[block].insts.len() {
            let inst = func.blocks[block].insts[i];
            if aliases.any() {
                aliases.rewrite(func, inst);
            }
            let Some((key, result)) = key(func, inst) else { continue };
            match table.get(&key) {
                Some(&(leader, at)) if dom.dominates(at, block) => aliases.set(result, leader),
                _ => {
                    table.insert(key, (result, block));
                }
            }
        }
        stack.extend(children[block].iter().rev());
    }
    // Arguments of edges back into loops.
    aliases.rewrite_graph(func);
    Ok(aliases.any().into())
}

fn key(func: &Function, inst: Inst) -> Option<(Key, Value)> {
    let data = &func.insts[inst];
    if !matches!(data.op.row().effect, Effect::Pure | Effect::Cross) || data.op == Op::unknown {
        return None;
    }
    let result = func.result(inst)?;
    let payload = match data.attr {
        Attr::None => Payload::None,
        Attr::Index(i) => Payload::Index(i),
        Attr::Float(env) => Payload::Float(env),
        Attr::FCmp(cmp, env) => Payload::FCmp(cmp, env),
        Attr::Width(width) => Payload::Width(width),
        Attr::FloatTo(width, env) => Payload::FloatTo(width, env),
        _ => return None,
    };
    let mut args = data.args.clone();
    // Integer ops only: a float op's NaN follows the order of its operands.
    if data.op.row().commutes && args.len() >= 2 && args[1] < args[0] {
        args.swap(0, 1);
    }
    Some((Key { op: data.op, args, payload, ty: func.ty(result) }, result))
}
