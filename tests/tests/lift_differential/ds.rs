//! DS instructions: the software model against the lift, with LDS before and after.

use super::*;
use isa::Fields;

/// Bytes of LDS, and where they lie in the buffers.
const LDS: u32 = 1024;
const AT: u32 = BYTES as u32;

/// Puts LDS in before the block and takes it out behind it.
fn with_lds(func: &mut Function, size: u32) {
    let (entry, guest) = (func.layout[0], func.layout[1]);
    for (block, before) in [(entry, true), (guest, false)] {
        let end = func.blocks[block].insts.pop().unwrap();
        let buffer = |b: &Builder<'_>, number: usize| b.func.resources.keys().nth(number).unwrap();
        let mut b = Builder::new(func, block);
        let (from, to) = if before {
            (Space::Buffer(buffer(&b, 0)), Space::Lds)
        } else {
            (Space::Lds, Space::Buffer(buffer(&b, 1)))
        };
        for row in (0..LDS).step_by(size as usize * 4) {
            let place = |space| if space == Space::Lds { row } else { AT + row };
            let value = move_lanes(&mut b, from, place(from), None).unwrap();
            move_lanes(&mut b, to, place(to), Some(value));
        }
        func.blocks[block].insts.push(end);
    }
}

/// A dword a lane from or to a place.
fn move_lanes(b: &mut Builder<'_>, space: Space, at: u32, store: Option<Value>) -> Option<Value> {
    access_in(b, space, at, Type::L32, store)
}

/// An address and constants that mostly meet LDS, and that no lane order matters for where the instruction has two places.
fn tame(inst: &mut Inst, wave: &mut Wave, next: &mut impl FnMut() -> u64) {
    let name = inst.name();
    let Fields::Ds(f) = &mut inst.fields else { return };
    f.gds = false;
    if name == "ds_swizzle_b32" {
        return;
    }
    let step = if next() & 3 == 0 { 1 } else { 8 };
    let two = name.contains("read2") || name.contains("write2") || name.contains("xchg2");
    if name.contains("_src2_") {
        (f.offset0, f.offset1) = (128, 0);
    } else if two {
        (f.offset0, f.offset1) = (f.offset0 & 7, f.offset1 & 7 | 8);
    } else {
        (f.offset0, f.offset1) = (f.offset0 & 0xf8, f.offset1 & 1);
    }
    for lane in 0..64 {
        let random = next();
        wave.vgpr_mut(f.addr.into())[lane] = if name.contains("_src2_") {
            lane as u32 * 4
        } else if random & 15 == 0 {
            random as u32
        } else {
            (random >> 8) as u32 % (LDS / step) * step
        };
    }
}

fn compare_ds(mut inst: Inst, size: u32, mode: Mode, next: &mut impl FnMut() -> u64, counts: &mut Counts) {
    let name = inst.name();
    let mut wave = random_wave(size, mode, next);
    tame(&mut inst, &mut wave, next);
    let words: Vec<u32> = (0..LDS / 4).map(|_| operand(next)).collect();
    let with = |wave: &Wave, lds: &[u32]| -> Vec<u8> {
        let mut all = bytes(wave);
        all.extend(lds.iter().flat_map(|w| w.to_le_bytes()));
        all
    };
    let before = with(&wave, &words);
    let memory = GuestMemory::new(1 << 20, WriteOnly::Readable);
    let gds = Gds::new(16, |_| 0).unwrap();
    let mut machine = Machine {
        memory: memory.view(),
        alignment: AlignmentMode::Unaligned,
        lds: Lds::new(LDS, |i| words[i as usize]).unwrap(),
        gds: &gds,
        group: [0; 3],
        waves: 1,
        clock: 0,
    };
    let pc = PC + u64::from(inst.bytes());
    if let Err(stop) = model::exec::step(&inst, pc, &mut wave, &mut machine) {
        *counts.model_refused.entry(format!("{name}: {}", stop.kind)).or_default() += 1;
        return;
    }
    let after: Vec<u32> = (0..LDS).step_by(4).map(|at| machine.lds.read_u32(at)).collect();
    let want = with(&wave, &after);
    let text = disasm(&inst, size);
    let mut func = match lifted(None, &inst, size, mode, LDS) {
        Ok(func) => func,
        Err(e) => {
            let form = Form::of_fields(inst.op.family(), &inst.fields);
            counts.lift_refused.entry((name, form)).or_insert_with(|| (0, format!("{text}: {e}"))).0 += 1;
            return;
        }
    };
    with_lds(&mut func, size);
    counts.ran += 1;
    counts.changed += u32::from(want != before);
    let mut fail = |message: String| {
        counts.failed.entry(name).or_insert_with(|| (0, format!("{text} (wave{size}): {message}"))).0 += 1;
    };
    let program = match Program::new(&func) {
        Ok(program) => program,
        Err(e) => return fail(format!("{e}\n{func}")),
    };
    let mut memory = Bytes::default();
    memory.buffers.insert(0, before.clone());
    memory.buffers.insert(1, before.clone());
    let dispatch = Dispatch { workgroups: [1; 3], user_data: &[], padding: Padding::Runs };
    match run(&program, &dispatch, &mut memory, &mut Personality::ieee(), &mut (1 << 20)) {
        Ok(None) => {}
        other => return fail(format!("{other:?}")),
    }
    let got = &memory.buffers[&1];
    let word = |b: &[u8], at: usize| u32::from_le_bytes(b[at..at + 4].try_into().unwrap());
    for at in (0..want.len()).step_by(4) {
        let nothing = size == 32 && (1024..BYTES).contains(&at) && (at - 1024) / 4 % 64 >= 32;
        let (w, g) = (word(&want, at), word(got, at));
        if w != g && !nothing {
            let place = if at < BYTES { place(at) } else { format!("lds {:#x}", at - BYTES) };
            return fail(format!("{place}: model {w:08x}, lifted {g:08x}, before {:08x}", word(&before, at)));
        }
    }
}

#[test]
fn data_share_instructions_lift_to_what_the_model_does() {
    let mut next = numbers(5);
    let mut counts = Counts::default();
    for op in isa::Op::all().filter(|op| op.family() == Family::DS) {
        for round in 0..16 {
            let size = if round & 1 == 0 { 64 } else { 32 };
            let options = DecodeOptions { wave_size: size, ..DecodeOptions::default() };
            let form = Form::of(op).next().unwrap();
            let inst = generate(op, form, options, &mut next).unwrap();
            compare_ds(inst, size, MODES[round % MODES.len()], &mut next, &mut counts);
        }
    }
    report(&counts);
    assert!(counts.failed.is_empty(), "{} instructions differ", counts.failed.len());
    assert!(counts.lift_refused.is_empty(), "refused by the lift alone: {:?}", counts.lift_refused.keys());
    assert!(counts.ran > 1000 && counts.changed * 10 > counts.ran * 8, "{} {}", counts.ran, counts.changed);
}
