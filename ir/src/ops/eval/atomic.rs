//! The new memory value of an atomic.
//!
//! Float atomics take their flush rule from the environment and nothing else: they round to nearest even and always quiet
//! (measured-facts 70, 71).

use super::soft::Format;
use super::{arith, soft};
use crate::attr::Atomic;
use crate::float::{FloatEnv, Round};
use crate::types::Width;

/// What an atomic stores, from the old element, the data and the second operand. `None` where the width has no such
/// atomic.
pub fn eval_atomic(
    atomic: Atomic,
    width: Width,
    env: &FloatEnv,
    old: u64,
    data: u64,
    compare: u64,
) -> Option<u64> {
    let shift = 64 - width.bits();
    let signed = |v: u64| (v << shift).cast_signed();
    let value = match atomic {
        Atomic::Swap => data,
        Atomic::CmpSwap if old == compare => data,
        Atomic::CmpSwap => old,
        Atomic::Add => old.wrapping_add(data),
        Atomic::Sub => old.wrapping_sub(data),
        Atomic::SMin if signed(data) < signed(old) => data,
        Atomic::SMax if signed(data) > signed(old) => data,
        Atomic::SMin | Atomic::SMax => old,
        Atomic::UMin => old.min(data),
        Atomic::UMax => old.max(data),
        Atomic::And => old & data,
        Atomic::Or => old | data,
        Atomic::Xor => old ^ data,
        Atomic::Inc => {
            if old >= data {
                0
            } else {
                old + 1
            }
        }
        Atomic::Dec => {
            if old == 0 || old > data {
                data
            } else {
                old - 1
            }
        }
        Atomic::CSub => old.saturating_sub(data),
        Atomic::RSub => data.wrapping_sub(old),
        Atomic::MaskOr => old & !data | compare,
        Atomic::Wrap if old >= data => old - data,
        Atomic::Wrap => old.wrapping_add(compare),
        Atomic::CondSwap32 if width == Width::B64 => {
            let half = |shift: u32| {
                let (old, new) = (old >> shift & 0xffff_ffff, data >> shift & 0xffff_ffff);
                (if new >> 31 == 0 { old } else { new & 0x7fff_ffff }) << shift
            };
            half(0) | half(32)
        }
        Atomic::CondSwap32 => return None,
        Atomic::FMin | Atomic::FMax => extreme(Format::of(width)?, env, old, data, atomic == Atomic::FMin),
        Atomic::FCmpSwap => {
            let f = Format::of(width)?;
            let (a, b) = (f.flush(old, env.flush_in), f.flush(compare, env.flush_in));
            let equal = !f.is_nan(a) && !f.is_nan(b) && soft::order(f, a, b).is_eq();
            if equal { data } else { old }
        }
        Atomic::FAdd => {
            let f = Format::of(width)?;
            let env = FloatEnv { round: Round::Even, quiet: true, ..*env };
            // A NaN of the data is stored before one of the old value.
            arith::add(f, &env, data, old)
        }
    };
    Some(value & width.mask())
}

/// Signalling NaNs win quieted, that of the data first; quiet NaNs lose, that of the old value first.
fn extreme(f: Format, env: &FloatEnv, old: u64, data: u64, least: bool) -> u64 {
    let (old, data) = (f.flush(old, env.flush_in), f.flush(data, env.flush_in));
    if f.is_signalling(data) {
        data | f.quiet_bit()
    } else if f.is_signalling(old) {
        old | f.quiet_bit()
    } else if f.is_nan(old) {
        data
    } else if f.is_nan(data) {
        old
    } else if (f.key(data) < f.key(old)) == least {
        data
    } else {
        old
    }
}
