//! Text of image instructions.
//!
//! Requires, ensures: see [`super`]. LLVM's decoder first takes the smallest operands and then looks for the
//! instruction with the sizes that dmask, dim and the rest ask for; where its tables have none, or the registers would
//! run past v255, it prints the smallest operands. That is followed here, text must agree.

use super::memory::Line;
use super::operand::{sgpr, vgpr};
use crate::fields::{Fields, MimgFields};
use crate::image::{Dim, ImageAccess, LlvmSizes};
use crate::inst::Inst;
use crate::op::Op;
use crate::row::Slot;
use crate::table::Mimg;

/// The text of an instruction.
pub(super) fn text(inst: &Inst, _wave: u32) -> String {
    let (Op::Mimg(op), Fields::Mimg(f)) = (inst.op, inst.fields) else { return inst.name().to_string() };
    let row = op.row();
    let access = ImageAccess::new(op, &f);
    let (data, address) = match access.modifiers.ray {
        // How many registers it takes is not known: those that the words name.
        Some(_) if op == Mimg::image_bvh_unknown_e5 => (4, 1 + inst.nsa.len() as u32),
        Some(_) => (4, access.address_dwords),
        None => printed_sizes(&f, &access),
    };
    let mut line = Line::new(row.name);
    line.operand(&vgpr(f.vdata.into(), data));
    if f.nsa == 0 {
        line.operand(&vgpr(f.vaddr.into(), address));
    } else {
        let others = inst.nsa.iter().take(address.saturating_sub(1) as usize);
        let list: Vec<String> = std::iter::once(&f.vaddr).chain(others).map(|&v| vgpr(v.into(), 1)).collect();
        line.operand(&format!("[{}]", list.join(", ")));
    }
    // The size of the descriptor does not follow r128 in text.
    let descriptor = if access.modifiers.ray.is_some() { 4 } else { 8 };
    line.operand(&sgpr(u32::from(f.srsrc) * 4, descriptor));
    if row.operand(Slot::ssamp).is_some() {
        line.operand(&sgpr(u32::from(f.ssamp) * 4, 4));
    }
    if access.modifiers.ray.is_some() {
        line.flag(f.a16, "a16");
        return line.finish();
    }
    if f.dmask != 0 {
        line.modifier(&format!("dmask:{:#x}", f.dmask));
    }
    line.modifier(&format!("dim:{}", Dim::from_field(f.dim).name()));
    for (set, name) in [
        (f.unorm, "unorm"),
        (f.glc, "glc"),
        (f.slc, "slc"),
        (f.dlc, "dlc"),
        (f.r128, "r128"),
        (f.a16, "a16"),
        (f.tfe, "tfe"),
        (f.lwe, "lwe"),
        (f.d16 && access.modifiers.halves, "d16"),
    ] {
        line.flag(set, name);
    }
    line.finish()
}

/// Numbers of data and address VGPRs that LLVM prints.
fn printed_sizes(f: &MimgFields, access: &ImageAccess) -> (u32, u32) {
    let sizes = LlvmSizes::of(access.modifiers);
    let scattered = f.nsa != 0;
    let first_data = sizes.first_data();
    // Lists that no instruction has are taken by default decoding only: all wanted addresses are printed then.
    let first_address = sizes.first_address(f.nsa).unwrap_or(access.address_dwords);
    let first = (first_data, first_address);
    let address = access.address_dwords;
    let data = access.data_dwords;
    // LLVM's four-dword form of the plain atomics is written with five registers.
    let odd = access.modifiers.atomic && !access.modifiers.compare_swap && data == 4;
    let registers = if odd { 5 } else { data };
    if scattered && address > first_address
        || !sizes.has_address(scattered, address)
        || !sizes.has_data(data)
        || u32::from(f.vdata) + registers > 256
        || !scattered && u32::from(f.vaddr) + address > 256
    {
        return first;
    }
    (registers, address)
}
