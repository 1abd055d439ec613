//! Text of scalar ALU and program control instructions, with the names of hardware registers and messages.
//!
//! Requires: an instruction of SOP1, SOP2, SOPC, SOPK or SOPP. Ensures: LLVM's text.
//!
//! Facts: LLVM 19's printers for gfx10 (hwreg, sendmsg, waitcnt, depctr, version).

use super::operand::{self, Constant};
use crate::fields::Fields;
use crate::inst::Inst;
use crate::op::Op;
use crate::row::{Slot, Ty};
use crate::table::{Sopk, Sopp};

/// The text of an instruction.
pub(super) fn text(inst: &Inst, wave: u32) -> String {
    let name = inst.name();
    let operands = match (inst.op, inst.fields) {
        (Op::Sopk(op), Fields::Sopk(f)) => sopk(inst, op, f.simm16, f.sdst, wave),
        (Op::Sopp(op), Fields::Sopp(f)) => sopp(op, f.simm16),
        _ => inst
            .op
            .row()
            .operands
            .iter()
            .map(|o| {
                let code = code(inst, o.slot);
                operand::scalar(
                    code,
                    u32::from(o.ty.dwords(wave)),
                    Constant::of(sop_type(o.ty)),
                    inst.literal,
                )
            })
            .collect::<Vec<_>>()
            .join(", "),
    };
    if operands.is_empty() { name.to_string() } else { format!("{name} {operands}") }
}

/// Scalar sources of 8 or 16 bits are read as 32 bits.
const fn sop_type(ty: Ty) -> Ty {
    match ty.dwords(64) {
        2 => ty,
        _ => Ty::B32,
    }
}

fn code(inst: &Inst, slot: Slot) -> u32 {
    u32::from(match (inst.fields, slot) {
        (Fields::Sop1(f), Slot::sdst) => f.sdst,
        (Fields::Sop1(f), _) => f.ssrc0,
        (Fields::Sop2(f), Slot::sdst) => f.sdst,
        (Fields::Sop2(f), Slot::ssrc0) => f.ssrc0,
        (Fields::Sop2(f), _) => f.ssrc1,
        (Fields::Sopc(f), Slot::ssrc0) => f.ssrc0,
        (Fields::Sopc(f), _) => f.ssrc1,
        _ => 0,
    })
}

fn sopk(inst: &Inst, op: Sopk, simm16: u16, sdst: u8, wave: u32) -> String {
    let dwords = inst.op.row().operands.first().map_or(1, |o| u32::from(o.ty.dwords(wave)));
    let register = operand::sgpr(u32::from(sdst), dwords);
    match op {
        Sopk::s_version => version(simm16),
        Sopk::s_getreg_b32 => format!("{register}, {}", hwreg(simm16)),
        Sopk::s_setreg_b32 => format!("{}, {register}", hwreg(simm16)),
        Sopk::s_setreg_imm32_b32 => {
            format!("{}, {}", hwreg(simm16), operand::literal(inst.literal.unwrap_or(0), Constant::B32))
        }
        Sopk::s_call_b64 | Sopk::s_subvector_loop_begin | Sopk::s_subvector_loop_end => {
            format!("{register}, {simm16}")
        }
        _ => format!("{register}, {simm16:#x}"),
    }
}

fn sopp(op: Sopp, simm16: u16) -> String {
    match op {
        // Numbers that have an inline constant print in decimal here.
        Sopp::s_nop
        | Sopp::s_setkill
        | Sopp::s_sethalt
        | Sopp::s_sleep
        | Sopp::s_setprio
        | Sopp::s_trap
        | Sopp::s_incperflevel
        | Sopp::s_decperflevel
        | Sopp::s_denorm_mode => {
            if simm16 <= 64 {
                simm16.to_string()
            } else {
                format!("{simm16:#x}")
            }
        }
        Sopp::s_endpgm if simm16 == 0 => String::new(),
        Sopp::s_endpgm
        | Sopp::s_branch
        | Sopp::s_cbranch_scc0
        | Sopp::s_cbranch_scc1
        | Sopp::s_cbranch_vccz
        | Sopp::s_cbranch_vccnz
        | Sopp::s_cbranch_execz
        | Sopp::s_cbranch_execnz
        | Sopp::s_cbranch_cdbgsys
        | Sopp::s_cbranch_cdbguser
        | Sopp::s_cbranch_cdbgsys_or_user
        | Sopp::s_cbranch_cdbgsys_and_user => simm16.to_string(),
        Sopp::s_round_mode | Sopp::s_inst_prefetch | Sopp::s_clause | Sopp::s_ttracedata_imm => {
            format!("{simm16:#x}")
        }
        Sopp::s_waitcnt => waitcnt(simm16),
        Sopp::s_waitcnt_depctr => depctr(simm16),
        Sopp::s_sendmsg | Sopp::s_sendmsghalt => message(simm16),
        Sopp::s_wakeup
        | Sopp::s_barrier
        | Sopp::s_icache_inv
        | Sopp::s_ttracedata
        | Sopp::s_endpgm_saved
        | Sopp::s_endpgm_ordered_ps_done
        | Sopp::s_code_end
        | Sopp::s_wait_idle => String::new(),
    }
}

/// Counters with their value; those that would wait for nothing are left out, unless that leaves none.
fn counters(values: &[(&str, u16, u16)]) -> String {
    let all = values.iter().all(|(_, value, max)| value == max);
    let shown = values.iter().filter(|(_, value, max)| all || value != max);
    shown.map(|(name, value, _)| format!("{name}({value})")).collect::<Vec<_>>().join(" ")
}

fn waitcnt(v: u16) -> String {
    let vmcnt = v & 15 | v >> 14 << 4;
    counters(&[("vmcnt", vmcnt, 63), ("expcnt", v >> 4 & 7, 7), ("lgkmcnt", v >> 8 & 63, 63)])
}

fn depctr(v: u16) -> String {
    // Bits that belong to no counter.
    if v & 0xe0 != 0 {
        return format!("{v:#x}");
    }
    counters(&[
        ("depctr_sa_sdst", v & 1, 1),
        ("depctr_va_vdst", v >> 12, 15),
        ("depctr_va_sdst", v >> 9 & 7, 7),
        ("depctr_va_ssrc", v >> 8 & 1, 1),
        ("depctr_va_vcc", v >> 1 & 1, 1),
        ("depctr_vm_vsrc", v >> 2 & 7, 7),
    ])
}

fn version(v: u16) -> String {
    if v & 0x1f00 != 0 {
        return format!("{v:#x}");
    }
    let mut out = match v & 0xff {
        0 => "UC_VERSION_GFX7".to_string(),
        4 => "UC_VERSION_GFX10".to_string(),
        6 => "UC_VERSION_GFX11".to_string(),
        9 => "UC_VERSION_GFX12".to_string(),
        n => n.to_string(),
    };
    let mut terms = 0;
    for (bit, name) in [(13, "UC_VERSION_W64_BIT"), (14, "UC_VERSION_W32_BIT"), (15, "UC_VERSION_MDP_BIT")] {
        if v >> bit & 1 == 1 {
            out = if terms == 0 { format!("{out}|{name}") } else { format!("({out})|{name}") };
            terms += 1;
        }
    }
    out
}

/// The name of a hardware register, where it has one on gfx10.1.
pub fn hwreg_name(id: u16) -> Option<&'static str> {
    Some(match id {
        1 => "HW_REG_MODE",
        2 => "HW_REG_STATUS",
        3 => "HW_REG_TRAPSTS",
        5 => "HW_REG_GPR_ALLOC",
        6 => "HW_REG_LDS_ALLOC",
        7 => "HW_REG_IB_STS",
        15 => "HW_REG_SH_MEM_BASES",
        16 => "HW_REG_TBA_LO",
        17 => "HW_REG_TBA_HI",
        18 => "HW_REG_TMA_LO",
        19 => "HW_REG_TMA_HI",
        20 => "HW_REG_FLAT_SCR_LO",
        21 => "HW_REG_FLAT_SCR_HI",
        22 => "HW_REG_XNACK_MASK",
        23 => "HW_REG_HW_ID1",
        24 => "HW_REG_HW_ID2",
        25 => "HW_REG_POPS_PACKER",
        _ => return None,
    })
}

fn hwreg(v: u16) -> String {
    let (id, offset, size) = (v & 63, v >> 6 & 31, (v >> 11) + 1);
    let name = hwreg_name(id).map_or_else(|| id.to_string(), str::to_string);
    if offset == 0 && size == 32 {
        format!("hwreg({name})")
    } else {
        format!("hwreg({name}, {offset}, {size})")
    }
}

fn message(v: u16) -> String {
    let (id, op, stream) = (v & 15, v >> 4 & 7, v >> 8 & 3);
    // Geometry messages carry an operation, and all but the empty one a stream.
    let geometry = |name: &str| match (op, stream) {
        (0, 0) if id == 3 => Some(format!("{name}, GS_OP_NOP")),
        (1, _) => Some(format!("{name}, GS_OP_CUT, {stream}")),
        (2, _) => Some(format!("{name}, GS_OP_EMIT, {stream}")),
        (3, _) => Some(format!("{name}, GS_OP_EMIT_CUT, {stream}")),
        _ => None,
    };
    let plain = |name: &str| (op == 0 && stream == 0).then(|| name.to_string());
    let named = match id {
        1 => plain("MSG_INTERRUPT"),
        2 => geometry("MSG_GS"),
        3 => geometry("MSG_GS_DONE"),
        4 => plain("MSG_SAVEWAVE"),
        5 => plain("MSG_STALL_WAVE_GEN"),
        6 => plain("MSG_HALT_WAVES"),
        7 => plain("MSG_ORDERED_PS_DONE"),
        8 => plain("MSG_EARLY_PRIM_DEALLOC"),
        9 => plain("MSG_GS_ALLOC_REQ"),
        10 => plain("MSG_GET_DOORBELL"),
        11 => plain("MSG_GET_DDID"),
        15 => match (op, stream) {
            (1, 0) => Some("MSG_SYSMSG, SYSMSG_OP_ECC_ERR_INTERRUPT".to_string()),
            (2, 0) => Some("MSG_SYSMSG, SYSMSG_OP_REG_RD".to_string()),
            (4, 0) => Some("MSG_SYSMSG, SYSMSG_OP_TTRACE_PC".to_string()),
            _ => None,
        },
        _ => None,
    };
    match named {
        Some(name) => format!("sendmsg({name})"),
        None if id | op << 4 | stream << 8 == v => format!("sendmsg({id}, {op}, {stream})"),
        None => v.to_string(),
    }
}

/// Byte address of the target of a direct branch at `pc`.
pub(super) fn branch_target(inst: &Inst, pc: u64) -> Option<u64> {
    let simm16 = match (inst.op, inst.fields) {
        (
            Op::Sopp(
                Sopp::s_branch
                | Sopp::s_cbranch_scc0
                | Sopp::s_cbranch_scc1
                | Sopp::s_cbranch_vccz
                | Sopp::s_cbranch_vccnz
                | Sopp::s_cbranch_execz
                | Sopp::s_cbranch_execnz
                | Sopp::s_cbranch_cdbgsys
                | Sopp::s_cbranch_cdbguser
                | Sopp::s_cbranch_cdbgsys_or_user
                | Sopp::s_cbranch_cdbgsys_and_user,
            ),
            Fields::Sopp(f),
        ) => f.simm16,
        (
            Op::Sopk(Sopk::s_call_b64 | Sopk::s_subvector_loop_begin | Sopk::s_subvector_loop_end),
            Fields::Sopk(f),
        ) => f.simm16,
        _ => return None,
    };
    Some(pc.wrapping_add(4).wrapping_add_signed(i64::from(simm16 as i16) * 4))
}

/// The text with a label in place of the offset, which LLVM prints last.
pub(super) fn with_label(inst: &Inst, wave: u32, label: &str) -> String {
    let plain = text(inst, wave);
    match plain.rfind(' ') {
        Some(at) => format!("{} {label}", &plain[..at]),
        None => plain,
    }
}
