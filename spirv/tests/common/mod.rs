//! What the tests share: functions as text, emitted, validated, disassembled.

#![allow(dead_code, clippy::panic, reason = "each test uses a part; helpers of tests may panic")]

use spirv::{EmitError, Module, Options, emit};

/// A function of phase Legal with this head behind its name, and this body.
pub fn function(head: &str, body: &str) -> ir::Function {
    let text = format!("function main legal {head} {{\n{body}}}\n");
    let func = ir::text::parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    if let Err(e) = ir::verify::verify(&func) {
        panic!("{e}\n{text}");
    }
    func
}

/// Emits a function.
pub fn try_emit(head: &str, body: &str, options: &Options) -> Result<Module, EmitError> {
    emit(&function(head, body), options)
}

/// Emits a function for a device that has everything; the module is valid.
pub fn valid(head: &str, body: &str) -> Module {
    valid_with(head, body, &Options::default())
}

/// Emits a function; the module is valid.
pub fn valid_with(head: &str, body: &str, options: &Options) -> Module {
    let module = try_emit(head, body, options).unwrap_or_else(|e| panic!("{e}\n{body}"));
    let text = spirv::text::disassemble(&module.words).unwrap_or_else(|e| panic!("{e}\n{body}"));
    if let Err(e) = spirv::tools::validate(&module.words) {
        panic!("{e}\n{body}\n{text}");
    }
    module
}

/// The module as text.
pub fn text(module: &Module) -> String {
    spirv::text::disassemble(&module.words).unwrap_or_else(|e| panic!("{e}"))
}

/// Head of a function without waves, and of one whose waves have 4 lanes.
pub const PER_LANE: &str = "wave 1 local [64, 1, 1] lds 256 scratch 64";
/// Four lanes.
pub const NATIVE: &str = "wave 4 local [64, 1, 1] lds 256 scratch 64";
