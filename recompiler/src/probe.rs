//! Which instructions are translated, found by trying: random valid encodings are lifted on their own.
//!
//! Ensures: an instruction counts as translated if at least one of its encodings is lifted; the reason of a refusal is the
//! lift's own. A jump out of these few words, or to a place that nobody knows here, is understood all the same.
//! Leaves alone: whether what is made of it is right; `lift_differential` and the cases say that.

use crate::error::TranslateErrorKind;
use crate::rdna::cfg::Cfg;
use crate::rdna::lift::lift;
use crate::request::{Mode, Request};
use isa::form::Form;
use isa::generate::{Simple, generate, simplify};
use isa::{DecodeOptions, Op};

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
    let mut state = 0x9e37_79b9_7f4a_7c15u64 ^ u64::from(op.row().number);
    let mut next = move || {
        // xorshift64*: any generator will do, the tries only have to differ.
        state ^= state >> 12;
        state ^= state << 25;
        state ^= state >> 27;
        state.wrapping_mul(0x2545_f491_4f6c_dd1d)
    };
    let mut reason = "no valid encoding was found".to_owned();
    for form in Form::of(op) {
        for wave_size in [64, 32] {
            let options = DecodeOptions { wave_size, ..DecodeOptions::default() };
            for (simple, _) in Simple::ALL.into_iter().flat_map(|s| (0..TRIES).map(move |n| (s, n))) {
                let Some(mut inst) = generate(op, form, options, &mut next) else { continue };
                simplify(&mut inst, simple);
                let Ok(words) = isa::encode(&inst) else { continue };
                match attempt(&words, wave_size) {
                    Ok(()) => return Support::Lifted,
                    Err(why) => reason = why,
                }
            }
        }
    }
    Support::Refused(reason)
}

fn attempt(words: &[u32], wave_size: u32) -> Result<(), String> {
    let words = words.iter().copied().chain([END; 4]);
    let code: Vec<u8> = words.flat_map(u32::to_le_bytes).collect();
    let request = Request {
        code: &code,
        base: 0x1000,
        entry: 0x1000,
        wave_size,
        local_size: [wave_size, 1, 1],
        lds_bytes: 1 << 15,
        mode: Mode { float_mode: 0xc0, ieee: false, dx10_clamp: true, fp16_ovfl: false },
        sgprs: Vec::new(),
        vgprs: Vec::new(),
        shared_high: 1,
        private_high: 2,
        scratch: None,
        instruction_limit: 100,
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
