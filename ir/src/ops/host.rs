//! Float ops as a host does them: after `legalize_float` only these remain.
//!
//! Their results are exact only where operands and result are normal numbers or zeros that the host must compute: denormals
//! may be flushed at input and output, NaNs are some NaN, and the accuracy of each is the least that Vulkan requires. The
//! interpreter's personality decides within that.

use super::group;

group! {
    hadd(T, T) -> (T) None Pure + commutes "Sum, correctly rounded.";
    hmul(T, T) -> (T) None Pure + commutes "Product, correctly rounded.";
    hfma(T, T, T) -> (T) None Pure + commutes "Product and sum, rounded once or twice.";
    hdiv(T, T) -> (T) None Pure "Quotient, within 2.5 units in the last place.";
    hmin(T, T) -> (T) None Pure + commutes "Minimum; with a NaN either operand.";
    hmax(T, T) -> (T) None Pure + commutes "Maximum; with a NaN either operand.";
    hfloor(T) -> (T) None Pure "Integer below.";
    hceil(T) -> (T) None Pure "Integer above.";
    htrunc(T) -> (T) None Pure "Integer toward zero.";
    hrndne(T) -> (T) None Pure "Nearest integer, ties to even.";
    hsqrt(T) -> (T) None Pure "Square root, as accurate as 1 / rsqrt.";
    hrsq(T) -> (T) None Pure "Reciprocal square root, within 2 units in the last place.";
    hexp2(T) -> (T) None Pure "Power of two, within 3 + 2 |x| units in the last place.";
    hlog2(T) -> (T) None Pure "Logarithm to base two, within 3 units in the last place outside [0.5, 2], absolute 2^-21 inside.";
    hsin(T) -> (T) None Pure "Sine of radians, absolute 2^-11 in [-pi, pi].";
    hcos(T) -> (T) None Pure "Cosine of radians, absolute 2^-11 in [-pi, pi].";
    hldexp(T, B32) -> (T) None Pure "First operand times two to the power of the second.";
    hcmp(T, T) -> (B1) FCmp Pure "Comparison; the environment is not looked at.";
    hcvt(T) -> (Attr) Width Pure "The same number in another float width.";
    h_to_s(T) -> (Attr) Width Pure "Signed integer toward zero; unknown bits outside the range.";
    h_to_u(T) -> (Attr) Width Pure "Unsigned integer toward zero; unknown bits outside the range.";
    s_to_h(T) -> (Attr) Width Pure "Float of a signed integer, correctly rounded.";
    u_to_h(T) -> (Attr) Width Pure "Float of an unsigned integer, correctly rounded.";
}
