//! The IR reference in the docs is what the op rows say. `BLESS=1` writes it.

#[test]
fn the_ir_reference_is_up_to_date() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/src/ir-reference.md");
    let text = ir::reference::markdown();
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &text).unwrap();
    }
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(written == text, "docs/src/ir-reference.md is old: run this test with BLESS=1");
}
