"""Exact arithmetic for make.py: the measured sentences as rules over rationals.

Nothing here is taken from the model or the recompiler: numbers are fractions, rounding is one function, and each rule is
written from the sentence that states it.
"""

from fractions import Fraction as Q
from decimal import Decimal, getcontext

getcontext().prec = 60
EVEN, UP, DOWN, ZERO = 0, 1, 2, 3


class Fmt:
    def __init__(self, width, precision):
        self.width, self.p = width, precision
        self.ebits = width - precision
        self.bias = (1 << self.ebits - 1) - 1
        self.emin = 1 - self.bias
        self.sign = 1 << width - 1
        self.inf = ((1 << self.ebits) - 1) << precision - 1
        self.quiet = 1 << precision - 2
        self.default = self.sign | self.inf | self.quiet
        self.normal = 1 << precision - 1

    def mag(self, x):
        return x & (self.sign - 1)

    def nan(self, x):
        return self.mag(x) > self.inf

    def signalling(self, x):
        return self.nan(x) and not x & self.quiet

    def is_inf(self, x):
        return self.mag(x) == self.inf

    def zero(self, x):
        return self.mag(x) == 0

    def neg(self, x):
        return bool(x & self.sign)

    def flush(self, x, keep):
        return x if keep or self.mag(x) >= self.normal else x & self.sign

    def value(self, x):
        """Of a finite number."""
        m, e = x & self.normal - 1, self.mag(x) >> self.p - 1
        m, e = (m, self.emin) if e == 0 else (m | self.normal, e - self.bias)
        v = Q(m) * Q(2) ** (e - self.p + 1)
        return -v if self.neg(x) else v

    def passed(self, x, ieee):
        """A NaN operand as a result: quieted only with IEEE."""
        return x | self.quiet if ieee else x

    def grid(self, v, mode, unbounded):
        """Magnitude and exponent-free value of `v` rounded to the precision, with or without the denormal grid."""
        a = abs(v)
        e = 0
        n, d = a.numerator, a.denominator
        e = n.bit_length() - d.bit_length()
        if Q(2) ** e > a:
            e -= 1
        step = Q(2) ** ((e if unbounded else max(e, self.emin)) - self.p + 1)
        k, rest = divmod(a, step)
        if rest:
            if mode == EVEN:
                k += rest * 2 > step or rest * 2 == step and k & 1
            elif mode == UP:
                k += v > 0
            elif mode == DOWN:
                k += v < 0
        return k * step

    def round(self, v, mode=EVEN, keep=True, tiny="after", saturate=False):
        """Rounds a number that is not zero. `tiny`: when a flushed result counts as tiny: `after` rounding to the precision
        with an unbounded exponent, `before` rounding, or `grid`: after rounding to what the format has."""
        sign = self.sign if v < 0 else 0
        least = Q(2) ** self.emin
        if not keep:
            looked = {"after": self.grid(v, mode, True), "before": abs(v), "grid": self.grid(v, mode, False)}[tiny]
            if looked < least:
                return sign
        r = self.grid(v, mode, False)
        if r >= Q(2) ** (self.bias + 1):
            away = mode == EVEN or mode == UP and v > 0 or mode == DOWN and v < 0
            return sign | (self.inf if away and not saturate else self.inf - 1)
        if r == 0:
            return sign
        e = max(self.exponent(r), self.emin)
        m = r / Q(2) ** (e - self.p + 1)
        assert m.denominator == 1
        m = m.numerator
        return sign | (m if m < self.normal else (e + self.bias) << self.p - 1 | m & self.normal - 1)

    @staticmethod
    def exponent(r):
        e = r.numerator.bit_length() - r.denominator.bit_length()
        return e - 1 if Q(2) ** e > r else e


F16, F32, F64 = Fmt(16, 11), Fmt(32, 24), Fmt(64, 53)


class Mode:
    """FLOAT_MODE fields, IEEE, DX10_CLAMP, FP16_OVFL."""

    def __init__(self, r32=0, r16=0, d32=0, d16=3, i=0, c=1, o=0):
        self.r32, self.r16, self.d32, self.d16, self.i, self.c, self.o = r32, r16, d32, d16, i, c, o

    def text(self):
        return f"{self.r32 | self.r16 << 2 | self.d32 << 4 | self.d16 << 6:02x}.{self.i}{self.c}{self.o}"

    def round(self, f):
        return self.r32 if f is F32 else self.r16

    def keep_in(self, f):
        return bool((self.d32 if f is F32 else self.d16) & 1)

    def keep_out(self, f):
        return bool((self.d32 if f is F32 else self.d16) & 2)

    def saturate(self, f):
        return f is F16 and bool(self.o)


def zero_sum(f, a_neg, b_neg, mode):
    """The sign of a sum that is exactly zero."""
    if a_neg == b_neg:
        return f.sign if a_neg else 0
    return f.sign if mode == DOWN else 0


def add(f, m, a, b):
    a, b = f.flush(a, m.keep_in(f)), f.flush(b, m.keep_in(f))
    for x in (a, b):
        if f.nan(x):
            return f.passed(x, m.i)
    if f.is_inf(a) or f.is_inf(b):
        if f.is_inf(a) and f.is_inf(b) and f.neg(a) != f.neg(b):
            return f.default
        return a if f.is_inf(a) else b
    v = f.value(a) + f.value(b)
    if v == 0:
        negs = (f.neg(a), f.neg(b)) if f.zero(a) and f.zero(b) else (False, True)
        return zero_sum(f, *negs, m.round(f))
    return f.round(v, m.round(f), m.keep_out(f), saturate=m.saturate(f))


def sub(f, m, a, b):
    return add(f, m, a, b ^ f.sign)


def mul(f, m, a, b, legacy=False):
    a, b = f.flush(a, m.keep_in(f)), f.flush(b, m.keep_in(f))
    if legacy and (f.zero(a) or f.zero(b)):
        return 0
    for x in (a, b):
        if f.nan(x):
            return f.passed(x, m.i)
    sign = (a ^ b) & f.sign
    if f.is_inf(a) or f.is_inf(b):
        return f.default if f.zero(a) or f.zero(b) else sign | f.inf
    v = f.value(a) * f.value(b)
    if v == 0:
        return sign
    return f.round(v, m.round(f), m.keep_out(f), saturate=m.saturate(f))


def mullit(m, a, b, c):
    """A product whose second factor and third operand switch it off."""
    f = F32
    c, b0 = f.flush(c, m.keep_in(f)), f.flush(b, m.keep_in(f))
    positive = not f.nan(c) and not f.neg(c) and not f.zero(c)
    if b0 in (0xff7fffff, 0xff800000) or f.nan(b0) or not positive:
        return 0xff7fffff
    return mul(f, m, a, b, legacy=True)


def fma(f, m, a, b, c, flush_in=True, tiny=None):
    """One rounding. f32: a result is looked at for tininess only where the addend is zero; f64: before rounding."""
    if flush_in:
        a, b, c = (f.flush(x, m.keep_in(f)) for x in (a, b, c))
    invalid = f.is_inf(a) and f.zero(b) or f.zero(a) and f.is_inf(b)
    if invalid and not f.nan(a) and not f.nan(b):
        return f.default
    for x in (a, b, c):
        if f.nan(x):
            return f.passed(x, m.i)
    sign = (a ^ b) & f.sign
    if f.is_inf(a) or f.is_inf(b):
        return f.default if f.is_inf(c) and (c ^ sign) & f.sign else sign | f.inf
    if f.is_inf(c):
        return c
    p = f.value(a) * f.value(b)
    v = p + f.value(c)
    if v == 0:
        both = p == 0 and f.zero(c)
        return zero_sum(f, *((bool(sign), f.neg(c)) if both else (False, True)), m.round(f))
    if tiny is None:
        tiny = "before" if f is F64 else "after" if f is F16 or f.zero(c) else "grid"
    return f.round(v, m.round(f), m.keep_out(f), tiny, m.saturate(f))


def mad(m, a, b, c, legacy=False):
    """Product rounded, then the sum; everything flushed whatever MODE says."""
    k = Mode(r32=m.r32, d32=0, i=m.i)
    f = F32
    a, b, c = (f.flush(x, False) for x in (a, b, c))
    if not (legacy and (f.zero(a) or f.zero(b))):
        if f.is_inf(a) and f.zero(b) or f.zero(a) and f.is_inf(b):
            return f.default
        for x in (a, b):
            if f.nan(x):
                return f.passed(x, m.i)
    return add(f, k, mul(f, k, a, b, legacy), c)


def div_fixup(f, m, q, d, n):
    """Quotient, denominator, numerator; the exponents' difference stays within bounds in all rows."""
    raw = q
    d, n = f.flush(d, m.keep_in(f)), f.flush(n, m.keep_in(f))
    for x in (n, d):
        if f.nan(x):
            return f.passed(x, m.i)
    sign = (d ^ n) & f.sign
    if f.zero(d) and f.zero(n) or f.is_inf(d) and f.is_inf(n):
        return f.default
    if f.zero(d) or f.is_inf(n):
        return sign | f.inf
    if f.is_inf(d) or f.zero(n):
        return sign
    if m.saturate(f) and f.mag(raw) >= f.inf:
        return sign | f.inf - 1
    if f.nan(raw):
        return None
    return sign | f.mag(raw)


def ldexp(f, m, a, n):
    a = f.flush(a, m.keep_in(f))
    if f.nan(a):
        return f.passed(a, m.i)
    if f.is_inf(a) or f.zero(a):
        return a
    n = max(min(n, 5000), -5000)
    return f.round(f.value(a) * Q(2) ** n, m.round(f), m.keep_out(f), "before", m.saturate(f))


def compare(f, m, name, a, b):
    a, b = f.flush(a, m.keep_in(f)), f.flush(b, m.keep_in(f))
    if f.nan(a) or f.nan(b):
        return int(name in ("neq", "nge", "ngt", "nle", "nlg", "nlt"))
    key = lambda x: Q(2) ** 5000 * (-1 if f.neg(x) else 1) if f.is_inf(x) else f.value(x)
    x, y = key(a), key(b)
    return int({"eq": x == y, "neq": x != y, "lt": x < y, "nlt": not x < y, "gt": x > y, "ngt": not x > y,
                "le": x <= y, "nle": not x <= y, "ge": x >= y, "nge": not x >= y, "lg": x != y, "nlg": x == y}[name])


def convert(src, dst, m, a, mode=None, keep=None):
    """A number of another format; always quiet to a narrower one."""
    a = src.flush(a, m.keep_in(src))
    sign = dst.sign if src.neg(a) else 0
    if src.nan(a):
        payload = a & src.normal - 1
        shift = src.p - dst.p
        payload = payload >> shift if shift > 0 else payload << -shift
        quiet = dst.quiet if shift > 0 or m.i else 0
        return sign | dst.inf | payload | quiet
    if src.is_inf(a):
        return sign | dst.inf
    v = src.value(a)
    if v == 0:
        return sign
    return dst.round(v, m.round(dst) if mode is None else mode, m.keep_out(dst) if keep is None else keep,
                     saturate=m.saturate(dst) and mode is None)


# Functions, to sixty digits.

PI = Decimal("3.14159265358979323846264338327950288419716939937510582097494459230781640628620899")


def dec(q):
    return Decimal(q.numerator) / Decimal(q.denominator)


def log2(q):
    return Q(dec(q).ln() / Decimal(2).ln())


def exp2(q):
    return Q((dec(q) * Decimal(2).ln()).exp())


def root(q):
    return Q(dec(q).sqrt())


def sine(turns):
    x = Q(2 * PI) * (turns - round(turns))
    term, total, k = x, Q(0), 1
    while abs(term) > Q(1, 10 ** 45):
        total += term
        term = Q((dec(term * x * x) / -((k + 1) * (k + 2))))
        k += 2
    return total


def cosine(turns):
    return sine(turns + Q(1, 4))
