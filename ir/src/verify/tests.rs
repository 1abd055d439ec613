//! What text cannot say. All other invariants have filetests.

use super::*;
use crate::attr::{Attr, BlockCall};
use crate::builder::Builder;
use crate::entity::Value;
use crate::float::{FCmp, FloatEnv};
use crate::function::{ResourceData, VarData};
use crate::ops::Op;
use crate::types::{Type, Width};

/// `b0: v0 = lane_id; ret`.
fn small() -> Function {
    let mut func = Function::new("main", 64);
    let block = func.add_block();
    let mut b = Builder::new(&mut func, block);
    b.pure(Op::lane_id, &[]);
    b.ret();
    func
}

fn rules(func: &Function) -> Vec<&'static str> {
    verify(func).err().map_or_else(Vec::new, |errors| errors.0.iter().map(|e| e.rule.name()).collect())
}

#[test]
fn a_small_function_is_valid() {
    assert_eq!(rules(&small()), [""; 0]);
}

#[test]
fn names_are_used_once() {
    let mut func = small();
    for _ in 0..2 {
        func.vars.push(VarData { name: "s0".into(), ty: Type::U32 });
        func.resources.push(ResourceData { name: "s0".into(), written: false });
    }
    assert_eq!(rules(&func), ["names", "names"]);
}

#[test]
fn what_is_named_exists() {
    let mut func = small();
    func.insts[Inst::from_u32(0)].args.push(Value::from_u32(77));
    assert_eq!(rules(&func), ["reference"]);
    let mut func = small();
    func.layout.push(Block::from_u32(9));
    assert_eq!(rules(&func), ["reference"]);
    let mut func = small();
    let block = func.layout[0];
    func.blocks[block].insts.push(Inst::from_u32(40));
    assert_eq!(rules(&func), ["reference"]);
}

#[test]
fn a_body_is_no_target() {
    let mut func = small();
    let body = func.add_body();
    let from = func.add_block();
    Builder::new(&mut func, from).br(BlockCall::to(body));
    assert_eq!(rules(&func), ["reference"]);
}

#[test]
fn things_stand_in_one_place() {
    let mut func = small();
    let block = func.layout[0];
    let inst = func.blocks[block].insts[0];
    func.blocks[block].insts.insert(0, inst);
    assert_eq!(rules(&func), ["one-place"]);
    let mut func = small();
    let block = func.layout[0];
    func.layout.push(block);
    assert_eq!(rules(&func), ["one-place"]);
    // A body in itself.
    let mut func = small();
    let block = func.layout[0];
    let inst = func.blocks[block].insts[0];
    func.insts[inst].attr = Attr::Regions([block].into_iter().collect());
    assert_eq!(rules(&func), ["one-place"]);
}

#[test]
fn values_are_defined_where_they_say() {
    let mut func = small();
    let (first, second) = (func.layout[0], func.add_block());
    let param = func.add_param(second, Type::U32);
    Builder::new(&mut func, second).ret();
    assert_eq!(rules(&func), [""; 0]);
    let third = func.add_block();
    func.blocks[third].params.push(param);
    Builder::new(&mut func, third).ret();
    assert_eq!(rules(&func), ["one-definition"]);
    assert_ne!(first, third);
}

#[test]
fn constants_fit() {
    let mut func = small();
    let constant = func.constant(Width::B8, 3);
    func.values[constant].ty = Type::lane(Width::B8);
    assert_eq!(rules(&func), ["constant"]);
}

#[test]
fn attributes_are_of_the_kind_of_the_row() {
    let mut func = small();
    let block = func.layout[0];
    let inst = func.blocks[block].insts[0];
    func.insts[inst].attr = Attr::Index(3);
    assert_eq!(rules(&func), ["attribute"]);
    let mut func = small();
    let block = func.layout[0];
    let last = func.blocks[block].insts.pop();
    let one = func.constant(Width::B32, 1);
    Builder::new(&mut func, block).op(Op::fcmp, &[one, one], Attr::FCmp(FCmp(16), FloatEnv::IEEE));
    func.blocks[block].insts.extend(last);
    assert_eq!(rules(&func), ["attribute"]);
}
