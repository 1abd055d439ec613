//! Validity of field values: what strict decoding refuses and default decoding reports as ignored.

use crate::decode::{DecodeErrorKind, DecodeOptions};
use crate::inst::Inst;

/// Checks the values of an instruction's fields.
pub(crate) fn check(_inst: &mut Inst, _options: DecodeOptions) -> Result<(), DecodeErrorKind> {
    Ok(())
}
