//! Names of operands in LLVM's spelling: registers, register ranges, inline constants, literals.
//!
//! Requires: codes as the fields hold them. Ensures: text for every code; codes that name nothing (the validity checks
//! refuse them) get the name of the nearest thing, never a panic.
//! Leaves alone: modifiers (`neg`, `abs`, `sext`) and which type an operand has.
//!
//! Facts: RDNA 1 ISA guide chapter 13.1 (codes of scalar operands), LLVM 19's printer for gfx10.

use crate::row::Ty;

/// A VGPR or a range of them.
pub(crate) fn vgpr(first: u32, dwords: u32) -> String {
    range("v", first, dwords)
}

fn range(file: &str, first: u32, dwords: u32) -> String {
    if dwords <= 1 { format!("{file}{first}") } else { format!("{file}[{first}:{}]", first + dwords - 1) }
}

/// The first register of a scalar operand: pairs begin at even numbers, wider operands at multiples of four; the low
/// bits of the code are not looked at.
pub(crate) const fn aligned(code: u32, dwords: u32) -> u32 {
    // Trap registers count from 108, which is a multiple of four itself.
    match dwords {
        0 | 1 => code,
        2 => code & !1,
        _ => code & !3,
    }
}

/// A scalar register or a range of them, by its 7-bit code.
pub(crate) fn sgpr(code: u32, dwords: u32) -> String {
    let first = aligned(code, dwords);
    match code {
        0..=105 => range("s", first, dwords),
        108..=123 => range("ttmp", first - 108, dwords),
        106 if dwords == 2 => "vcc".to_string(),
        106 => "vcc_lo".to_string(),
        107 => "vcc_hi".to_string(),
        124 => "m0".to_string(),
        125 => "null".to_string(),
        126 if dwords == 2 => "exec".to_string(),
        126 => "exec_lo".to_string(),
        _ => "exec_hi".to_string(),
    }
}

/// How a constant is read and therefore printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Constant {
    /// 32 bits; floats that have a code print as such.
    B32,
    /// 64 bits; a literal holds the low half.
    B64,
    /// 64-bit float; a literal holds the high half.
    F64,
    /// 16-bit float.
    F16,
    /// 16-bit integer: floats print as their half-precision bits.
    I16,
    /// Two 16-bit integers.
    PackedI16,
    /// Two 16-bit floats.
    PackedF16,
}

impl Constant {
    /// The reading that belongs to a type.
    pub(crate) const fn of(ty: Ty) -> Constant {
        match ty {
            Ty::F64 => Constant::F64,
            Ty::B64 | Ty::U64 | Ty::I64 => Constant::B64,
            Ty::F16 => Constant::F16,
            Ty::B16 | Ty::U16 | Ty::I16 => Constant::I16,
            _ => Constant::B32,
        }
    }
}

/// Names of the codes 240 to 248, with the half and single precision bits.
const FLOATS: [(&str, u16, u32, u32); 9] = [
    ("0.5", 0x3800, 0x3f00_0000, 0x3fe0_0000),
    ("-0.5", 0xb800, 0xbf00_0000, 0xbfe0_0000),
    ("1.0", 0x3c00, 0x3f80_0000, 0x3ff0_0000),
    ("-1.0", 0xbc00, 0xbf80_0000, 0xbff0_0000),
    ("2.0", 0x4000, 0x4000_0000, 0x4000_0000),
    ("-2.0", 0xc000, 0xc000_0000, 0xc000_0000),
    ("4.0", 0x4400, 0x4080_0000, 0x4010_0000),
    ("-4.0", 0xc400, 0xc080_0000, 0xc010_0000),
    // 1/(2 pi); as a literal it has no 64-bit form, its low half is not zero.
    ("0.15915494", 0x3118, 0x3e22_f983, 0xffff_ffff),
];

/// A literal dword as LLVM prints it: a constant that has a code of its own prints as that constant.
pub(crate) fn literal(value: u32, constant: Constant) -> String {
    let half = value as u16;
    let small = |v: i64| (-16..=64).contains(&v).then(|| v.to_string());
    let float32 = || FLOATS.iter().find(|f| f.2 == value).map(|f| f.0.to_string());
    let float16 = || FLOATS.iter().find(|f| f.1 == half).map(|f| f.0.to_string());
    let float64 = || FLOATS[..8].iter().find(|f| f.3 == value).map(|f| f.0.to_string());
    let short = match constant {
        Constant::B32 => small(i64::from(value as i32)).or_else(float32),
        Constant::B64 => small(i64::from(value)),
        // A literal is the high half; only zero is a small integer then.
        Constant::F64 => (value == 0).then(|| "0".to_string()).or_else(float64),
        Constant::F16 => small(i64::from(half as i16)).or_else(float16),
        // The whole dword decides whether it is a small integer.
        Constant::I16 => small(i64::from(value as i32)),
        Constant::PackedI16 => small(i64::from(value as i32)).or_else(float32),
        Constant::PackedF16 => {
            small(i64::from(value as i32)).or_else(|| if value >> 16 == 0 { float16() } else { None })
        }
    };
    short.unwrap_or_else(|| match constant {
        Constant::F16 | Constant::I16 => format!("{half:#x}"),
        _ => format!("{value:#x}"),
    })
}

/// A scalar source by its 8-bit code: register, constant, literal or one of the special values.
pub(crate) fn scalar(code: u32, dwords: u32, constant: Constant, lit: Option<u32>) -> String {
    match code {
        0..=127 => sgpr(code, dwords),
        128..=192 => (code - 128).to_string(),
        193..=208 => format!("-{}", code - 192),
        235 => "src_shared_base".to_string(),
        236 => "src_shared_limit".to_string(),
        237 => "src_private_base".to_string(),
        238 => "src_private_limit".to_string(),
        239 => "src_pops_exiting_wave_id".to_string(),
        240..=248 => {
            let (name, half, ..) = FLOATS[(code - 240) as usize];
            match constant {
                Constant::I16 => format!("{half:#x}"),
                Constant::B64 | Constant::F64 if code == 248 => "0.15915494309189532".to_string(),
                _ => name.to_string(),
            }
        }
        251 => "src_vccz".to_string(),
        252 => "src_execz".to_string(),
        253 => "src_scc".to_string(),
        254 => "src_lds_direct".to_string(),
        255 => literal(lit.unwrap_or(0), constant),
        _ => format!("<code {code}>"),
    }
}

/// A vector source by its 9-bit code: a VGPR or what [`scalar`] names.
pub(crate) fn vector(code: u32, dwords: u32, constant: Constant, lit: Option<u32>) -> String {
    if code >= 256 { vgpr(code - 256, dwords) } else { scalar(code, dwords, constant, lit) }
}
