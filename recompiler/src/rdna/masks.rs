//! Where scalar registers hold lane masks: EXEC always, VCC and others where compares and mask arithmetic wrote them.
//!
//! A mask slot is what holds a mask of the wave's size: one register in wave32, an even pair in wave64. At each place a
//! slot is either in *bits* form (its registers' variables hold it) or in *mask* form (its mask variable does). The form is
//! known statically: where paths with different forms meet it is bits. So a mask that is only used as a mask never
//! becomes a number, and no ballot is made for it.
//!
//! Requires: the graph. Ensures: for each block the forms at its start. Facts: none; this is our own bookkeeping.

use super::cfg::Cfg;
use isa::fields::{Fields, Vop3Fields, Vop3bFields};
use isa::row::Family;
use isa::table::{Sop1, Sop2};
use isa::{Inst, Op};

/// A set of mask slots: bit n is slot n.
pub type Slots = u128;

/// Number of the slot that a register code belongs to.
pub fn slot(code: u8, wave_size: u32) -> u8 {
    if wave_size == 64 { code >> 1 } else { code }
}

/// Slot of EXEC, which is always in mask form.
pub fn exec_slot(wave_size: u32) -> u8 {
    slot(126, wave_size)
}

/// What an instruction does to the forms.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Writes {
    /// Writes a mask to a slot.
    Mask(u8),
    /// Mask arithmetic: the result is in mask form if all operands are masks or constants.
    Like {
        /// Destination code.
        to: u8,
        /// Source codes.
        from: [u16; 2],
    },
    /// Nothing that is a mask; all scalar registers written are in bits form after it.
    Bits,
}

/// Whether a scalar operand can stand in mask arithmetic: a slot in mask form, or 0, or -1.
pub fn is_mask_operand(code: u16, forms: Slots, wave_size: u32) -> bool {
    match code {
        0..=127 => code != 125 && forms >> slot(code as u8, wave_size) & 1 != 0,
        128 | 193 => true,
        _ => false,
    }
}

/// Whether a scalar instruction of this width is mask arithmetic in a wave of this size.
fn mask_width(name: &str, wave_size: u32) -> bool {
    name.ends_with(if wave_size == 64 { "_b64" } else { "_b32" })
}

/// What an instruction does to the forms of mask slots.
pub fn writes(inst: &Inst, wave_size: u32) -> Writes {
    match (inst.op, inst.fields) {
        (Op::Vopc(op), Fields::Vopc(_)) if !op.row().name.starts_with("v_cmpx") => Writes::Mask(106),
        (Op::Vopc(op), Fields::Sdwab(f)) if !op.row().name.starts_with("v_cmpx") => {
            Writes::Mask(if f.sd { f.sdst } else { 106 })
        }
        (Op::Vopc(op), Fields::Vop3(Vop3Fields { vdst, .. })) if !op.row().name.starts_with("v_cmpx") => {
            Writes::Mask(vdst & 127)
        }
        (_, Fields::Vop3b(Vop3bFields { sdst, .. })) => Writes::Mask(sdst),
        (op, Fields::Vop2(_) | Fields::Sdwa(_) | Fields::Dpp16(_) | Fields::Dpp8(_))
            if op.family() == Family::VOP2 && op.row().operand(isa::row::Slot::vcc_dst).is_some() =>
        {
            Writes::Mask(106)
        }
        (Op::Sop1(op), Fields::Sop1(f)) if mask_width(op.row().name, wave_size) => match op {
            Sop1::s_mov_b64 | Sop1::s_mov_b32 | Sop1::s_not_b64 | Sop1::s_not_b32 => {
                Writes::Like { to: f.sdst, from: [u16::from(f.ssrc0), 193] }
            }
            _ if op.row().name.contains("_saveexec_") || op.row().name.contains("_wrexec_") => {
                Writes::Mask(f.sdst)
            }
            _ => Writes::Bits,
        },
        (Op::Sop2(op), Fields::Sop2(f)) if mask_width(op.row().name, wave_size) => match op {
            Sop2::s_and_b64
            | Sop2::s_or_b64
            | Sop2::s_xor_b64
            | Sop2::s_andn2_b64
            | Sop2::s_orn2_b64
            | Sop2::s_nand_b64
            | Sop2::s_nor_b64
            | Sop2::s_xnor_b64
            | Sop2::s_cselect_b64
            | Sop2::s_and_b32
            | Sop2::s_or_b32
            | Sop2::s_xor_b32
            | Sop2::s_andn2_b32
            | Sop2::s_orn2_b32
            | Sop2::s_nand_b32
            | Sop2::s_nor_b32
            | Sop2::s_xnor_b32
            | Sop2::s_cselect_b32 => {
                Writes::Like { to: f.sdst, from: [u16::from(f.ssrc0), u16::from(f.ssrc1)] }
            }
            _ => Writes::Bits,
        },
        _ => Writes::Bits,
    }
}

/// Whether mask arithmetic gives a mask: all operands can stand in it.
///
/// Constants alone do, too: loops begin their masks with one, and a constant that is used as a number folds back.
pub fn gives_mask(from: [u16; 2], forms: Slots, wave_size: u32) -> bool {
    from.iter().all(|&c| is_mask_operand(c, forms, wave_size))
}

/// The forms after an instruction.
pub fn after(inst: &Inst, forms: Slots, wave_size: u32) -> Slots {
    let exec = 1 << exec_slot(wave_size);
    let set = |forms: Slots, code: u8| forms | 1 << slot(code, wave_size);
    let forms = match writes(inst, wave_size) {
        Writes::Mask(code) if code != 125 => set(forms, code),
        Writes::Mask(_) => forms,
        Writes::Like { to, from } if to != 125 && gives_mask(from, forms, wave_size) => set(forms, to),
        Writes::Like { .. } | Writes::Bits => written(inst, wave_size).fold(forms, |f, s| f & !(1 << s)),
    };
    forms | exec
}

/// Slots of the scalar registers that an instruction writes, or may write by an index.
fn written(inst: &Inst, wave_size: u32) -> impl Iterator<Item = u8> + use<> {
    let effects = isa::effects::effects(inst, wave_size);
    let by_index = match (inst.op, inst.fields) {
        (Op::Sop1(Sop1::s_movreld_b32 | Sop1::s_movreld_b64 | Sop1::s_movrelsd_2_b32), Fields::Sop1(f)) => {
            let first = u16::from(f.sdst & !1);
            Some((first, 106u16.saturating_sub(first)))
        }
        _ => None,
    };
    let ranges: smallvec::SmallVec<[(u16, u16); 4]> = effects
        .writes
        .iter()
        .filter(|r| r.file == isa::effects::RegFile::Scalar)
        .map(|r| (r.first, r.count))
        .chain(by_index)
        .collect();
    ranges.into_iter().flat_map(move |(first, count)| {
        (first..first + count).map(move |c| slot(c.min(127) as u8, wave_size))
    })
}

/// The forms at the start of every block: a forward analysis whose meet is intersection.
pub fn analyse(cfg: &Cfg, wave_size: u32) -> Vec<Slots> {
    let exec: Slots = 1 << exec_slot(wave_size);
    let mut start: Vec<Option<Slots>> = vec![None; cfg.blocks.len()];
    if let Some(first) = start.first_mut() {
        *first = Some(exec);
    }
    let mut work = vec![0u32];
    while let Some(block) = work.pop() {
        let Some(forms) = start.get(block as usize).copied().flatten() else { continue };
        let Some(data) = cfg.blocks.get(block as usize) else { continue };
        let end = data.insts.iter().fold(forms, |f, (_, inst)| after(inst, f, wave_size));
        for next in cfg.successors(block) {
            if let Some(slot) = start.get_mut(next as usize) {
                let met = slot.map_or(end, |old| old & end);
                if *slot != Some(met) {
                    *slot = Some(met);
                    work.push(next);
                }
            }
        }
    }
    start.into_iter().map(|s| s.unwrap_or(exec)).collect()
}
