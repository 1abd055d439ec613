//! Which instructions are translated, found by trying: random valid encodings are lifted on their own.
//!
//! Ensures: an instruction counts as translated if at least one of its encodings is lifted; the reason of a refusal is the
//! lift's own. A jump out of these few words, or to a place that nobody knows here, is understood all the same.
//! Leaves alone: whether what is made of it is right; `lift_differential` and the cases say that.

use crate::error::TranslateErrorKind;
use crate::rdna::cfg::Cfg;
use crate::rdna::lift::lift;
use crate::request::Request;
use isa::Op;
use isa::generate::any_encoding;

/// Whether an instruction is translated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Support {
    /// It is.
    Lifted,
    /// All tries were refused; the last reason.
    Refused(String),
}

/// Tries for each form of an instruction, wave size and kind of encoding.
const TRIES: u32 = 6;

/// `s_endpgm`.
const END: u32 = 0xbf81_0000;

/// Tries an instruction in all its forms.
pub fn probe(op: Op) -> Support {
    let mut reason = "no valid encoding was found".to_owned();
    let lifted = any_encoding(op, &[64, 32], TRIES, |inst, wave_size| {
        let Ok(words) = isa::encode(inst) else { return false };
        attempt(&words, wave_size).map_err(|why| reason = why).is_ok()
    });
    if lifted { Support::Lifted } else { Support::Refused(reason) }
}

fn attempt(words: &[u32], wave_size: u32) -> Result<(), String> {
    let words = words.iter().copied().chain([END; 4]);
    let code: Vec<u8> = words.flat_map(u32::to_le_bytes).collect();
    let request = Request {
        base: 0x1000,
        entry: 0x1000,
        lds_bytes: 1 << 15,
        instruction_limit: 100,
        ..Request::bare(&code, wave_size)
    };
    match Cfg::build(&request).and_then(|cfg| lift(&request, &cfg)) {
        Ok(_) => Ok(()),
        Err(e) => match e.kind {
            TranslateErrorKind::OutsideCode | TranslateErrorKind::UnknownTarget => Ok(()),
            TranslateErrorKind::Unsupported { what, why } => Err(format!("{what}: {why}")),
            kind => Err(kind.to_string()),
        },
    }
}
