//! The validator refuses what is wrong, the optimizer keeps modules valid.

mod common;
use common::{PER_LANE, valid};

const BODY: &str = "b0:
 v0 = local_index
 v1 = zext v0 to b64
 v2: l.b32 = load global.b32 v1, 0x1:b1 align 4
 v3 = ult v2, 0x4:b32
 if_ v3 {
  store lds.b32 v2, 0x1:b1, v0 align 4
  yield_
 } else {
  yield_
 }
 ret
";

#[test]
fn a_type_that_does_not_fit_is_refused() {
    let mut words = valid(PER_LANE, BODY).words;
    assert!(spirv::tools::validate(&words).is_ok());
    let compare = 0x0005_00b0; // OpULessThan, five words
    let at = words.iter().rposition(|&w| w == compare).unwrap();
    words[at] = 0x0005_0080; // OpIAdd
    assert_eq!(spirv::tools::validate(&words).unwrap_err().tool, "spirv-val");
}

#[test]
fn the_recipe_makes_a_valid_module() {
    let words = valid(PER_LANE, BODY).words;
    let optimized = spirv::tools::optimize(&words, spirv::tools::RECIPE).unwrap();
    spirv::tools::validate(&optimized).unwrap();
    assert!(optimized.len() < words.len());
}
