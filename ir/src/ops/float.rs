//! Float ops with their environment: exact, bit for bit, until `legalize_float` turns them into host ops and fix-ups.
//!
//! b16, b32 and b64 are read as IEEE binary16, 32 and 64. See [`crate::float::FloatEnv`] for rounding, denormals and NaNs.

use super::group;

group! {
    fadd(T, T) -> (T) Float Pure "Sum.";
    fmul(T, T) -> (T) Float Pure "Product.";
    ffma(T, T, T) -> (T) Float Pure "Product and sum, rounded once.";
    fmad(T, T, T) -> (T) Float Pure "Product rounded, then sum rounded.";
    ffma_to(T, T, T) -> (Attr) FloatTo Pure "Product and sum, rounded once to a narrower width.";
    ffma_scale(T, T, T, B32) -> (T) Float Pure "Product and sum, times two to the power of the fourth operand, rounded once.";
    fmin(T, T) -> (T) Float Pure "Minimum, -0 below +0; the other operand where one is a quiet NaN.";
    fmax(T, T) -> (T) Float Pure "Maximum, -0 below +0; the other operand where one is a quiet NaN.";
    ffloor(T) -> (T) Float Pure "Integer below.";
    fceil(T) -> (T) Float Pure "Integer above.";
    ftrunc(T) -> (T) Float Pure "Integer toward zero.";
    frndne(T) -> (T) Float Pure "Nearest integer, ties to even.";
    ffract(T) -> (T) Float Pure "Operand minus the integer below, less than one; +0 where that is zero.";
    fsqrt(T) -> (T) Float Pure "Square root, within 1 unit in the last place.";
    frcp(T) -> (T) Float Pure "Reciprocal, within 1 unit in the last place.";
    frsq(T) -> (T) Float Pure "Reciprocal square root, within 1 unit in the last place.";
    fexp2(T) -> (T) Float Pure "Power of two, within 1 unit in the last place.";
    flog2(T) -> (T) Float Pure "Logarithm to base two, within 1 unit in the last place.";
    fsin(T) -> (T) Float Pure "Sine of turns, within 1 unit in the last place; operands below 2^-12 are multiplied by the f32 two pi.";
    fcos(T) -> (T) Float Pure "Cosine of turns, within 1 unit in the last place.";
    fldexp(T, B32) -> (T) Float Pure "First operand times two to the power of the second.";
    ffrexp_mant(T) -> (T) Float Pure "Fraction in [0.5, 1); infinities and NaNs stay.";
    ffrexp_exp(T) -> (B32) Float Pure "Exponent that belongs to the fraction; 0 for zeros, infinities and NaNs.";
    fcmp(T, T) -> (B1) FCmp Pure "Comparison.";
    fclass(T, B32) -> (B1) None Pure "Whether the operand's class is in the mask: bits 0 to 9 are signalling NaN, quiet NaN, -inf, -normal, -denormal, -0, +0, +denormal, +normal, +inf.";
    fcvt(T) -> (Attr) FloatTo Pure "The same number in another float width.";
    f_to_s(T) -> (Attr) FloatTo Pure "Signed integer toward zero, clamped to the range; NaN gives 0.";
    f_to_u(T) -> (Attr) FloatTo Pure "Unsigned integer toward zero, clamped to the range; NaN gives 0.";
    s_to_f(T) -> (Attr) FloatTo Pure "Float of a signed integer.";
    u_to_f(T) -> (Attr) FloatTo Pure "Float of an unsigned integer.";
}
