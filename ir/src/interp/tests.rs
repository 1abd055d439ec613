//! Small functions run by the interpreter.

use super::{AccessError, Bytes, Dispatch, Padding, Personality, Program, Reason, RunError, run};
use crate::attr::{Atomic, Attr, BlockCall, Coherence, Mem, Space};
use crate::entity::{Resource, Value};
use crate::float::FloatEnv;
use crate::function::Function;
use crate::host::HostCaps;
use crate::ops::Op;
use crate::types::{Type, Width};
use crate::{Builder, interp::Fault};
use smallvec::smallvec;

fn out() -> Attr {
    mem(Space::Buffer(Resource::from_u32(0)))
}

fn mem(space: Space) -> Attr {
    Attr::Mem(word(space))
}

fn word(space: Space) -> Mem {
    Mem { space, width: Width::B32, count: 1, align: 4, coherence: Coherence::Wave, offset: 0 }
}

fn function(wave_size: u32, invocations: u32) -> (Function, crate::Block) {
    let mut func = Function::new("f", wave_size);
    func.local_size = [invocations, 1, 1];
    func.lds_bytes = 256;
    let block = func.add_block();
    (func, block)
}

/// Stores a value of each lane at word `local_index` of the buffer.
fn store(b: &mut Builder<'_>, value: Value) {
    let yes = b.c1(true);
    store_where(b, yes, value);
}

fn store_where(b: &mut Builder<'_>, mask: Value, value: Value) {
    let index = b.pure(Op::local_index, &[]);
    let two = b.c32(2);
    let address = b.pure(Op::ishl, &[index, two]);
    b.emit(Op::store, &[address, mask, value], out(), &[]);
}

fn run_with(
    func: &Function,
    padding: Padding,
    host: &mut Personality,
) -> (Vec<u32>, Result<Option<Fault>, RunError>) {
    let program = Program::new(func).unwrap();
    let mut memory = Bytes::default();
    memory.buffers.insert(0, vec![0; 128 * 4]);
    let dispatch = Dispatch { workgroups: [1; 3], user_data: &[7, 9], padding };
    let result = run(&program, &dispatch, &mut memory, host, &mut 100_000);
    let words = memory.buffers[&0].chunks(4).map(|b| u32::from_le_bytes(b.try_into().unwrap())).collect();
    (words, result)
}

fn words(func: &Function) -> Vec<u32> {
    let (words, result) = run_with(func, Padding::Runs, &mut Personality::ieee());
    assert_eq!(result, Ok(None));
    words
}

#[test]
fn a_graph_loop_sums_to_its_end() {
    let (mut func, entry) = function(4, 4);
    let (head, body, done) = (func.add_block(), func.add_block(), func.add_block());
    let i = func.add_param(head, Type::U32);
    let total = func.add_param(head, Type::L32);
    let mut b = Builder::new(&mut func, entry);
    let zero = b.c32(0);
    let call = |block, args: &[Value]| BlockCall { block, args: args.into() };
    b.br(call(head, &[zero, zero]));
    b.block = head;
    let ten = b.c32(10);
    let more = b.pure(Op::ult, &[i, ten]);
    b.brif(more, BlockCall::to(body), BlockCall::to(done));
    b.block = body;
    let lane = b.pure(Op::lane_id, &[]);
    let term = b.pure(Op::imul, &[i, lane]);
    let sum = b.pure(Op::iadd, &[total, term]);
    let one = b.c32(1);
    let next = b.pure(Op::iadd, &[i, one]);
    b.br(call(head, &[next, sum]));
    b.block = done;
    store(&mut b, total);
    b.ret();
    assert_eq!(words(&func)[..5], [0, 45, 90, 135, 0]);
}

#[test]
fn block_arguments_change_places_at_once() {
    let (mut func, entry) = function(1, 1);
    let (head, done) = (func.add_block(), func.add_block());
    let (x, y, n) =
        (func.add_param(head, Type::U32), func.add_param(head, Type::U32), func.add_param(head, Type::BOOL));
    let mut b = Builder::new(&mut func, entry);
    let (one, two, yes, no) = (b.c32(1), b.c32(2), b.c1(true), b.c1(false));
    b.br(BlockCall { block: head, args: smallvec![one, two, yes] });
    b.block = head;
    b.brif(n, BlockCall { block: head, args: smallvec![y, x, no] }, BlockCall::to(done));
    b.block = done;
    store(&mut b, x);
    b.ret();
    assert_eq!(words(&func)[0], 2);
}

#[test]
fn a_loop_may_be_left_lane_by_lane() {
    // Each lane counts up to its own number.
    let (mut func, entry) = function(8, 8);
    let (body, leave, stay) = (func.add_body(), func.add_body(), func.add_body());
    let n = func.add_param(body, Type::L32);
    let mut b = Builder::new(&mut func, entry);
    let lane = b.pure(Op::lane_id, &[]);
    let zero = b.c32(0);
    let regions = |blocks: &[crate::Block]| Attr::Regions(blocks.into());
    let inst = b.emit(Op::loop_, &[zero], regions(&[body]), &[Type::L32]);
    b.block = body;
    let end = b.pure(Op::ule, &[lane, n]);
    b.emit(Op::if_, &[end], regions(&[leave, stay]), &[]);
    b.block = leave;
    let hundred = b.c32(100);
    let out = b.pure(Op::iadd, &[n, hundred]);
    b.emit(Op::break_, &[out], Attr::None, &[]);
    b.block = stay;
    b.emit(Op::yield_, &[], Attr::None, &[]);
    b.block = body;
    let one = b.c32(1);
    let next = b.pure(Op::iadd, &[n, one]);
    b.emit(Op::continue_, &[next], Attr::None, &[]);
    b.block = entry;
    let result = b.func.result(inst).unwrap();
    store(&mut b, result);
    b.ret();
    let want: Vec<u32> = (100..108).collect();
    assert_eq!(words(&func)[..8], want);
}

#[test]
fn a_switch_by_lane_runs_each_body_for_its_lanes() {
    let (mut func, entry) = function(4, 4);
    let (first, rest) = (func.add_body(), func.add_body());
    let mut b = Builder::new(&mut func, entry);
    let lane = b.pure(Op::lane_id, &[]);
    let cases = Attr::Cases(Box::new(vec![(smallvec![0, 2], first), (smallvec![], rest)]));
    let inst = b.emit(Op::sswitch, &[lane], cases, &[Type::L32]);
    for (body, value) in [(first, 5), (rest, 6)] {
        b.block = body;
        let value = b.c32(value);
        b.emit(Op::yield_, &[value], Attr::None, &[]);
    }
    b.block = entry;
    let result = b.func.result(inst).unwrap();
    store(&mut b, result);
    b.ret();
    assert_eq!(words(&func)[..4], [5, 6, 5, 6]);
}

#[test]
fn cross_lane_ops_are_refused_while_lanes_are_elsewhere() {
    let (mut func, entry) = function(4, 4);
    let body = func.add_body();
    let mut b = Builder::new(&mut func, entry);
    let lane = b.pure(Op::lane_id, &[]);
    let one = b.c32(1);
    let low = b.pure(Op::ult, &[lane, one]);
    b.emit(Op::if_, &[low], Attr::Regions(smallvec![body]), &[]);
    b.ret();
    b.block = body;
    b.pure(Op::ballot, &[low]);
    b.emit(Op::yield_, &[], Attr::None, &[]);
    let (_, result) = run_with(&func, Padding::Runs, &mut Personality::ieee());
    assert!(matches!(result, Err(RunError::Divergent { op: "ballot", .. })));
}

#[test]
fn lanes_outside_the_mask_neither_read_nor_write() {
    let (mut func, entry) = function(4, 4);
    let mut b = Builder::new(&mut func, entry);
    let lane = b.pure(Op::lane_id, &[]);
    let one = b.c32(1);
    let odd = b.pure(Op::ieq, &[lane, one]);
    let (base, hole) = (b.c32(4), b.c32(1));
    let place = b.pure(Op::select, &[odd, base, hole]);
    b.emit(Op::load, &[place, odd], out(), &[Type::L32]);
    store_where(&mut b, odd, one);
    b.ret();
    assert_eq!(words(&func)[..4], [0, 1, 0, 0]);
}

#[test]
fn guest_memory_that_is_not_there_faults_and_buffers_give_zero() {
    let (mut func, entry) = function(2, 2);
    let mut b = Builder::new(&mut func, entry);
    let (yes, far, away) = (b.c1(true), b.c64(0x4000), b.c32(0x8000));
    b.pc = 0x24;
    let load = b.emit(Op::load, &[far, yes], mem(Space::Global), &[Type::U32]);
    let value = b.func.result(load).unwrap();
    let load = b.emit(Op::load, &[away, yes], out(), &[Type::U32]);
    let zero = b.func.result(load).unwrap();
    let one = b.c32(1);
    let sum = b.pure(Op::iadd, &[value, zero]);
    let sum = b.pure(Op::iadd, &[sum, one]);
    store(&mut b, sum);
    b.ret();
    let (out, result) = run_with(&func, Padding::Runs, &mut Personality::ieee());
    let fault = result.unwrap().unwrap();
    assert_eq!(fault.reason, Reason::Access { address: 0x4000, error: AccessError::Outside });
    assert_eq!((fault.pc, fault.lane), (0x24, 0));
    assert_eq!(out[..2], [1, 1]);
}

#[test]
fn waves_meet_at_a_barrier() {
    // Each lane reads what the lane of the other wave wrote.
    let (mut func, entry) = function(2, 4);
    let mut b = Builder::new(&mut func, entry);
    let (yes, two, four) = (b.c1(true), b.c32(2), b.c32(4));
    let index = b.pure(Op::local_index, &[]);
    let place = b.pure(Op::imul, &[index, four]);
    b.emit(Op::store, &[place, yes, index], mem(Space::Lds), &[]);
    b.emit(Op::barrier, &[], Attr::None, &[]);
    let other = b.pure(Op::ixor, &[index, two]);
    let place = b.pure(Op::imul, &[other, four]);
    let load = b.emit(Op::load, &[place, yes], mem(Space::Lds), &[Type::L32]);
    let value = b.func.result(load).unwrap();
    store(&mut b, value);
    b.ret();
    assert_eq!(words(&func)[..4], [2, 3, 0, 1]);
}

#[test]
fn atomics_act_lane_by_lane_and_once_where_uniform() {
    let (mut func, entry) = function(4, 4);
    let mut b = Builder::new(&mut func, entry);
    let (yes, zero, five) = (b.c1(true), b.c32(0), b.c32(5));
    b.emit(Op::store, &[zero, yes, zero], mem(Space::Lds), &[]);
    let attr = |a| Attr::Atomic(word(Space::Lds), a, FloatEnv::IEEE);
    b.emit(Op::atomic, &[zero, yes, five], attr(Atomic::Add), &[Type::U32]);
    let lanes = b.pure(Op::splat, &[zero]);
    let inst = b.emit(Op::atomic, &[lanes, yes, five], attr(Atomic::Add), &[Type::L32]);
    let old = b.func.result(inst).unwrap();
    store(&mut b, old);
    b.ret();
    assert_eq!(words(&func)[..4], [5, 10, 15, 20]);
}

#[test]
fn wave_ops_look_at_all_lanes() {
    let (mut func, entry) = function(4, 4);
    let mut b = Builder::new(&mut func, entry);
    let lane = b.pure(Op::lane_id, &[]);
    let (one, three) = (b.c32(1), b.c32(3));
    let high = b.pure(Op::ult, &[one, lane]);
    let bits = b.pure(Op::ballot, &[high]);
    let bits = b.op(Op::trunc, &[bits], Attr::Width(Width::B32));
    let swapped = b.pure(Op::ixor, &[lane, three]);
    let swapped = b.pure(Op::shuffle, &[lane, swapped]);
    let lowest = b.pure(Op::readfirst, &[lane, high]);
    let data = b.op(Op::user_data, &[], Attr::Index(1));
    let mut sum = b.pure(Op::imul, &[bits, bits]);
    for term in [swapped, lowest, data] {
        sum = b.pure(Op::iadd, &[sum, term]);
    }
    store(&mut b, sum);
    b.ret();
    let base = 12 * 12 + 2 + 9;
    assert_eq!(words(&func)[..4], [base + 3, base + 2, base + 1, base]);
}

#[test]
fn padding_lanes_run_or_are_absent() {
    let (mut func, entry) = function(4, 6);
    let mut b = Builder::new(&mut func, entry);
    let one = b.c32(1);
    store(&mut b, one);
    b.ret();
    for (padding, count) in [(Padding::Runs, 8), (Padding::Absent, 6)] {
        let (out, _) = run_with(&func, padding, &mut Personality::ieee());
        assert_eq!(out.iter().sum::<u32>(), count);
    }
}

#[test]
fn unknown_bits_come_from_the_personality() {
    let (mut func, entry) = function(4, 4);
    let mut b = Builder::new(&mut func, entry);
    let value = b.op(Op::unknown, &[], Attr::Type(Type::L32));
    store(&mut b, value);
    b.ret();
    let run = |seed| run_with(&func, Padding::Runs, &mut Personality::adversary(HostCaps::default(), seed)).0;
    assert_eq!(run(1), run(1));
    assert_ne!(run(1), run(2));
    assert_eq!(words(&func)[0], 0);
}

#[test]
fn an_endless_loop_uses_up_the_budget() {
    let (mut func, entry) = function(4, 4);
    let mut b = Builder::new(&mut func, entry);
    b.br(BlockCall::to(entry));
    let (_, result) = run_with(&func, Padding::Runs, &mut Personality::ieee());
    assert!(matches!(result, Err(RunError::Budget { .. })));
}

#[test]
fn generated_functions_run_to_an_answer() {
    let mut ran = 0;
    for seed in 0..1500 {
        let mut random = Personality::adversary(HostCaps::default(), seed);
        let func = crate::generate::generate(&mut |n| (random.random() % n.max(1) as u64) as usize);
        let Ok(program) = Program::new(&func) else { continue };
        let dispatch = Dispatch { workgroups: [1; 3], user_data: &[3; 16], padding: Padding::Runs };
        let mut memory = Bytes::default();
        memory.buffers.insert(0, vec![0; 64]);
        let result = run(&program, &dispatch, &mut memory, &mut random, &mut 5_000);
        ran += u32::from(result.is_ok());
    }
    assert!(ran > 100, "{ran}");
}
