//! Validation and optimization by SPIRV-Tools, through the crate `spirv-tools` (feature `validate`).
//!
//! The crate calls the installed programs `spirv-val` and `spirv-opt` (Debian: package spirv-tools): compiling
//! SPIRV-Tools takes minutes that nobody who replays a capture should wait. Both cost far more than the translation and
//! are never part of it.

use spirv_tools::opt::{Optimizer as _, Passes};
use spirv_tools::val::Validator as _;
use spirv_tools::{TargetEnv, opt, val};

/// Why a module did not pass, in the tool's words.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{tool}: {message}")]
pub struct ToolError {
    /// Which tool.
    pub tool: &'static str,
    /// What it said.
    pub message: String,
}

/// What a module must be valid for.
const TARGET: TargetEnv = TargetEnv::Vulkan_1_3;

/// Checks a module by the rules of Vulkan 1.3.
///
/// # Errors
/// The first rule that it breaks, or that the tool is not installed.
pub fn validate(words: &[u32]) -> Result<(), ToolError> {
    val::create(Some(TARGET))
        .validate(words, None)
        .map_err(|e| ToolError { tool: "spirv-val", message: e.to_string() })
}

/// The recipe, in order. The redundancy passes are left out: they copy their tables at every branch, and our own value
/// numbering has done their work. So are the passes that inline: every access calls the function that translates addresses.
pub const RECIPE: &[Passes] = &[
    Passes::LocalSingleBlockLoadStoreElim,
    Passes::LocalSingleStoreElim,
    Passes::SSARewrite,
    Passes::Simplification,
    Passes::DeadBranchElim,
    Passes::BlockMerge,
    Passes::AggressiveDCE,
    Passes::EliminateDeadConstant,
    Passes::CompactIds,
];

/// Runs passes over a module. Bindings stay as they are.
///
/// # Errors
/// What the tool said, or that it is not installed.
pub fn optimize(words: &[u32], passes: &[Passes]) -> Result<Vec<u32>, ToolError> {
    let mut optimizer = opt::create(Some(TARGET));
    for &pass in passes {
        optimizer.register_pass(pass);
    }
    let options = opt::Options { preserve_bindings: true, ..opt::Options::default() };
    optimizer
        .optimize(words, &mut |_| {}, Some(options))
        .map(|binary| binary.as_words().to_vec())
        .map_err(|e| ToolError { tool: "spirv-opt", message: e.to_string() })
}
