//! Random memory instructions over random registers.

use crate::exec::testing::{Bench, DATA};
use crate::fault::FaultClass;
use crate::memory::AlignmentMode;
use isa::fields::{DsFields, FlatFields, MtbufFields, MubufFields, SmemFields};
use isa::row::Family;
use isa::{Fields, Inst, Op};

/// Xorshift: the same numbers in every run.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// Small, large and arbitrary numbers, near the ends of 32 bits too.
    fn word(&mut self) -> u32 {
        let r = self.next();
        let word = (r >> 32) as u32;
        match r % 6 {
            0 => word % 64,
            1 => word % 0x1000,
            2 => (word % 64).wrapping_neg(),
            3 => (DATA >> 32) as u32,
            4 => DATA as u32 + word % 0x1000,
            _ => word,
        }
    }
}

fn fields(family: Family, bits: u64) -> Option<Fields> {
    Some(match family {
        Family::SMEM => Fields::Smem(SmemFields::unpack(bits)),
        Family::DS => Fields::Ds(DsFields::unpack(bits)),
        Family::FLAT | Family::GLOBAL | Family::SCRATCH => Fields::Flat(FlatFields::unpack(bits)),
        Family::MUBUF => Fields::Mubuf(MubufFields::unpack(bits)),
        Family::MTBUF => Fields::Mtbuf(MtbufFields::unpack(bits)),
        _ => return None,
    })
}

#[test]
fn no_registers_and_no_fields_make_a_memory_instruction_panic() {
    let mut random = Random(0x1013);
    let mut executed = 0;
    for op in Op::all() {
        for round in 0..24 {
            let Some(fields) = fields(op.family(), random.next()) else { break };
            let mut b = Bench::new(if round % 2 == 0 { 64 } else { 32 });
            b.alignment = if round % 3 == 0 { AlignmentMode::Dword } else { AlignmentMode::Unaligned };
            for register in 0..128 {
                b.wave.set_sgpr(register, random.word());
            }
            b.wave.flat_scratch = random.next();
            b.wave.set_exec(random.next() & random.next() & random.next());
            for lane in b.wave.active() {
                for register in 0..256 {
                    b.wave.vgpr_mut(register)[lane] = random.word();
                }
            }
            let inst =
                Inst { op, fields, literal: None, nsa: Default::default(), ignored: Default::default() };
            match b.execute(&inst) {
                Ok(_) => executed += 1,
                Err(stop) => assert_ne!(stop.kind.class(), FaultClass::Bug, "{inst:?}: {stop:?}"),
            }
        }
    }
    // Most random addresses are faults, but not all: DS has no faults but misaligned atomics.
    assert!(executed > 1000, "{executed}");
}
