//! Validity of the fields of image instructions.

use super::Checker;

/// Checks the fields.
pub(super) fn check(_c: &mut Checker<'_>) -> Result<(), crate::decode::DecodeErrorKind> {
    Ok(())
}
