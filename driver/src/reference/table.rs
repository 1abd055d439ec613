//! The list of [`Widened`] references. Each has an entry of the same words in the page Errata and a test.

use super::Widened;
use crate::compare::{Float, Rule};

const PACK: &str = "v_cvt_pkrtz_f16_f32 rounds toward zero, packHalf2x16 may round either way and the reference rounds to nearest.";
const UNPACK: &str =
    "unpackUnorm4x8 is a product with 1/255 in the captured code and a quotient in the reference.";
const VEC: &str = "v_pk_fma_f16 rounds once, the reference rounds the product and then the sum; where they cancel that is up to 6 units.";

const fn pack(case: &'static str, code: u64, offset: usize, bytes: usize, rule: Rule) -> Widened {
    Widened { case, code, region: "b0_1", stride: 32, offset, bytes, rule, reason: PACK }
}

const fn vec(case: &'static str, code: u64) -> Widened {
    let rule = Rule::Ulp(Float::F16, 6);
    Widened { case, code, region: "b0_1", stride: 16, offset: 0, bytes: 8, rule, reason: VEC }
}

const fn unpack(case: &'static str, code: u64) -> Widened {
    let rule = Rule::Ulp(Float::F32, 1);
    Widened { case, code, region: "b0_1", stride: 32, offset: 28, bytes: 4, rule, reason: UNPACK }
}

/// A unit in the last place of an f16 that was made an f32.
const HALF_AS_F32: Rule = Rule::Ulp(Float::F32, 1 << 13);

/// All widened references.
pub const WIDENED: &[Widened] = &[
    pack("c_pack", 0xc5ef_77d4_42e3_82da, 16, 4, Rule::Ulp(Float::F16, 1)),
    pack("c_pack", 0xc5ef_77d4_42e3_82da, 20, 8, HALF_AS_F32),
    pack("c_pack_w32", 0x5376_2bf6_ff9e_033e, 16, 4, Rule::Ulp(Float::F16, 1)),
    pack("c_pack_w32", 0x5376_2bf6_ff9e_033e, 20, 8, HALF_AS_F32),
    unpack("c_pack", 0xc5ef_77d4_42e3_82da),
    unpack("c_pack_w32", 0x5376_2bf6_ff9e_033e),
    vec("c_f16_vec", 0xab67_7bd4_41fb_ca5a),
    vec("c_f16_vec_w32", 0xab67_7bd4_41fb_ca5a),
];
