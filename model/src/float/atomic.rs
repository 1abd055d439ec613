//! Float atomics of LDS, buffer, image and flat memory: the new memory value from the old one and the data.
//!
//! Requires: old memory bits and data bits as they are. Ensures: the bits to store; the value returned to the
//! shader is always the old one as stored. IEEE and DX10_CLAMP have no effect, nor have rounding modes.
//! Facts: measured-facts 70 (min, max, compare-swap; the seed applies the same rule to buffer atomics), 71
//! (add), 72. Flushing of denormals by memory atomics outside LDS is `unmeasured`.

use super::env::{Denorm, Env, FloatMode, Round};
use super::generic::{self, order_key};
use super::soft::{F32, F64, Format};

/// Both operands flushed by bit 0; a signalling NaN of the data wins quieted, then one of the old value; a quiet
/// NaN loses, that of the old value first; -0 is below +0.
fn min_max(f: Format, denorm: Denorm, max: bool, old: u64, data: u64) -> u64 {
    let (old, data) = (f.flush(old, denorm.keep_in), f.flush(data, denorm.keep_in));
    if f.is_snan(data) {
        data | f.quiet()
    } else if f.is_snan(old) {
        old | f.quiet()
    } else if f.is_nan(old) {
        data
    } else if f.is_nan(data) || (order_key(f, old) > order_key(f, data)) == max {
        old
    } else {
        data
    }
}

/// Compare-swap: stores `data` when the flushed old value equals the flushed comparand (zeros are equal, a NaN
/// never is), otherwise leaves memory unchanged. `None`: unchanged. The data is stored as given (`unmeasured`
/// for denormals and signalling NaNs).
fn compare_swap(f: Format, denorm: Denorm, old: u64, comparand: u64, data: u64) -> Option<u64> {
    let (old, cmp) = (f.flush(old, denorm.keep_in), f.flush(comparand, denorm.keep_in));
    let nan = f.is_nan(old) || f.is_nan(cmp);
    (!nan && (old == cmp || (f.is_zero(old) && f.is_zero(cmp)))).then_some(data)
}

/// ds_min_f32, buffer/image/flat fmin (measured-facts 70).
pub fn atomic_min_f32(m: FloatMode, old: u32, data: u32) -> u32 {
    min_max(F32, m.env32().denorm, false, old.into(), data.into()) as u32
}

/// ds_max_f32, buffer/image/flat fmax (measured-facts 70).
pub fn atomic_max_f32(m: FloatMode, old: u32, data: u32) -> u32 {
    min_max(F32, m.env32().denorm, true, old.into(), data.into()) as u32
}

/// ds_min_f64 and the x2 forms; the f16/f64 denormal field applies (measured-facts 70).
pub fn atomic_min_f64(m: FloatMode, old: u64, data: u64) -> u64 {
    min_max(F64, m.env16_64().denorm, false, old, data)
}

/// ds_max_f64 and the x2 forms (measured-facts 70).
pub fn atomic_max_f64(m: FloatMode, old: u64, data: u64) -> u64 {
    min_max(F64, m.env16_64().denorm, true, old, data)
}

/// ds_cmpst_f32, fcmpswap: the value to store, or `None` to leave memory unchanged (measured-facts 70).
pub fn atomic_cmpswap_f32(m: FloatMode, old: u32, comparand: u32, data: u32) -> Option<u32> {
    compare_swap(F32, m.env32().denorm, old.into(), comparand.into(), data.into()).map(|x| x as u32)
}

/// ds_cmpst_f64, fcmpswap_x2 (measured-facts 70).
pub fn atomic_cmpswap_f64(m: FloatMode, old: u64, comparand: u64, data: u64) -> Option<u64> {
    compare_swap(F64, m.env16_64().denorm, old, comparand, data)
}

/// ds_add_f32, ds_add_rtn_f32: flushed by both bits of the f32 field, always to nearest even; a NaN of the data
/// is stored quieted, else one of the old value (measured-facts 71).
pub fn atomic_add_f32(m: FloatMode, old: u32, data: u32) -> u32 {
    let env = Env { round: Round::NearestEven, denorm: m.env32().denorm, ieee: true };
    let (old, data) = (F32.flush(old.into(), env.denorm.keep_in), F32.flush(data.into(), env.denorm.keep_in));
    generic::add(F32, env, data, old) as u32
}
