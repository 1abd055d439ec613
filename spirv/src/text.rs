//! SPIR-V as text, through `rspirv`.

/// Why words are not a module.
#[derive(Debug, Clone, thiserror::Error)]
#[error("not a SPIR-V module: {0}")]
pub struct TextError(String);

/// Disassembles a module.
///
/// # Errors
/// Where the words do not parse.
pub fn disassemble(words: &[u32]) -> Result<String, TextError> {
    use rspirv::binary::Disassemble as _;
    let module = rspirv::dr::load_words(words).map_err(|e| TextError(e.to_string()))?;
    Ok(module.disassemble())
}
