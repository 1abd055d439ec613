//! Words of the text form: one table for each set, read in both directions.

use crate::attr::{Atomic, Coherence};
use crate::float::{FCmp, FloatEnv, Round};
use crate::function::Phase;
use crate::types::{Rate, Type, Width};

/// Names of the comparisons, by their bits.
pub const COMPARISONS: [&str; 16] = [
    "false", "lt", "eq", "le", "gt", "lg", "ge", "ord", "uno", "ult", "ueq", "ule", "ugt", "ne", "uge",
    "true",
];

const ATOMICS: [(&str, Atomic); 22] = [
    ("swap", Atomic::Swap),
    ("cmpswap", Atomic::CmpSwap),
    ("add", Atomic::Add),
    ("sub", Atomic::Sub),
    ("smin", Atomic::SMin),
    ("umin", Atomic::UMin),
    ("smax", Atomic::SMax),
    ("umax", Atomic::UMax),
    ("and", Atomic::And),
    ("or", Atomic::Or),
    ("xor", Atomic::Xor),
    ("inc", Atomic::Inc),
    ("dec", Atomic::Dec),
    ("csub", Atomic::CSub),
    ("rsub", Atomic::RSub),
    ("maskor", Atomic::MaskOr),
    ("wrap", Atomic::Wrap),
    ("condswap32", Atomic::CondSwap32),
    ("fmin", Atomic::FMin),
    ("fmax", Atomic::FMax),
    ("fcmpswap", Atomic::FCmpSwap),
    ("fadd", Atomic::FAdd),
];

const COHERENCES: [(&str, Coherence); 3] =
    [("wave", Coherence::Wave), ("group", Coherence::Group), ("device", Coherence::Device)];

const ROUNDS: [(&str, Round); 4] =
    [("even", Round::Even), ("up", Round::Up), ("down", Round::Down), ("zero", Round::Zero)];

const PHASES: [(&str, Phase); 4] =
    [("raw", Phase::Raw), ("ssa", Phase::Ssa), ("resolved", Phase::Resolved), ("legal", Phase::Legal)];

const WIDTHS: [(&str, Width); 5] =
    [("b1", Width::B1), ("b8", Width::B8), ("b16", Width::B16), ("b32", Width::B32), ("b64", Width::B64)];

fn name_of<T: PartialEq + Copy>(table: &[(&'static str, T)], item: T) -> &'static str {
    table.iter().find(|(_, t)| *t == item).map_or("?", |(name, _)| name)
}

fn by_name<T: Copy>(table: &[(&str, T)], name: &str) -> Option<T> {
    table.iter().find(|(n, _)| *n == name).map(|(_, t)| *t)
}

/// Name of what an atomic computes.
pub fn atomic_name(atomic: Atomic) -> &'static str {
    name_of(&ATOMICS, atomic)
}

pub(super) fn atomic(name: &str) -> Option<Atomic> {
    by_name(&ATOMICS, name)
}

/// Name of a coherence.
pub fn coherence_name(coherence: Coherence) -> &'static str {
    name_of(&COHERENCES, coherence)
}

pub(super) fn coherence(name: &str) -> Option<Coherence> {
    by_name(&COHERENCES, name)
}

/// Name of a comparison; `?` where its bits mean nothing.
pub fn comparison_name(cmp: FCmp) -> &'static str {
    COMPARISONS.get(usize::from(cmp.0)).copied().unwrap_or("?")
}

pub(super) fn comparison(name: &str) -> Option<FCmp> {
    COMPARISONS.iter().position(|n| *n == name).and_then(|i| u8::try_from(i).ok()).map(FCmp)
}

pub(super) fn phase_name(phase: Phase) -> &'static str {
    name_of(&PHASES, phase)
}

pub(super) fn phase(name: &str) -> Option<Phase> {
    by_name(&PHASES, name)
}

pub(super) fn width_name(width: Width) -> &'static str {
    name_of(&WIDTHS, width)
}

pub(super) fn width(name: &str) -> Option<Width> {
    by_name(&WIDTHS, name)
}

pub(super) fn ty(rate: &str, width_name: &str) -> Option<Type> {
    let rate = match rate {
        "u" => Rate::Uniform,
        "l" => Rate::Lane,
        _ => return None,
    };
    Some(Type { width: width(width_name)?, rate })
}

/// A float environment: `{ieee}`, or the rounding and the words that are on.
pub fn float_env(env: &FloatEnv) -> String {
    if *env == FloatEnv::IEEE {
        return "{ieee}".to_owned();
    }
    let mut env = *env;
    let mut text = format!("{{round={}", name_of(&ROUNDS, env.round));
    for word in ENV_WORDS {
        if let Some(true) = env_flag(&mut env, word).map(|f| *f) {
            text.push_str(", ");
            text.push_str(word);
        }
    }
    text.push('}');
    text
}

/// Words of a float environment, in the order of text.
pub(super) const ENV_WORDS: [&str; 5] = ["flush_in", "flush_out", "quiet", "dx10_clamp", "f16_saturate"];

pub(super) fn env_flag<'a>(env: &'a mut FloatEnv, word: &str) -> Option<&'a mut bool> {
    Some(match word {
        "flush_in" => &mut env.flush_in,
        "flush_out" => &mut env.flush_out,
        "quiet" => &mut env.quiet,
        "dx10_clamp" => &mut env.dx10_clamp,
        "f16_saturate" => &mut env.f16_saturate,
        _ => return None,
    })
}

pub(super) fn round(name: &str) -> Option<Round> {
    by_name(&ROUNDS, name)
}

/// Nothing on, nearest even.
pub(super) const NO_ENV: FloatEnv = FloatEnv {
    round: Round::Even,
    flush_in: false,
    flush_out: false,
    quiet: false,
    dx10_clamp: false,
    f16_saturate: false,
};

/// The number behind a prefix letter: `v12`, `b3`.
pub(super) fn numbered(word: &str, prefix: char) -> Option<u32> {
    let digits = word.strip_prefix(prefix)?;
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    digits.parse().ok()
}

/// A name as it stands in text: bare where it is a word, else quoted.
pub(super) fn quoted(name: &str) -> String {
    let mut chars = name.chars();
    let word = chars.next().is_some_and(|c| c.is_ascii_alphabetic() || c == '_')
        && chars.all(|c| c.is_ascii_alphanumeric() || c == '_');
    if word {
        return name.to_owned();
    }
    let mut out = String::from("\"");
    for c in name.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if c.is_control() => out.push_str(&format!("\\u{{{:x}}}", u32::from(c))),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}
