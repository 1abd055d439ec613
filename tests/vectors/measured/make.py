#!/usr/bin/env python3
"""Writes the measured rows, tests/vectors/measured/*.toml, from the sentences about measured hardware.

Needs llvm-mc-19 for the words of instructions. Run it in this folder; its output is committed, and differs from what is there
only if a rule below or in exact.py does. A fact's number is its number in the index of measured facts.

Rows: operands go to v0, v1, ... (64 bits take two registers), the result comes from v8 (and v9); digits say the width. `nan`
stands for any NaN. Bits given by a sentence are written as they are; all others come from its rule in exact.py.
"""

import random
import re
import subprocess
import sys
from exact import *

FILES = {}
SNIPPETS = {}
MODES_IE = [(0, 0), (1, 0)]


def fact(file, number, gpu, says):
    FILES.setdefault(file, []).append({"number": number, "gpu": gpu, "says": says, "cases": []})
    return FILES[file][-1]["cases"]


def hexed(value, width):
    return value if isinstance(value, str) else f"{value:0{width // 4}x}"


def rows(cases, asm, widths, result_width, inputs, rule, modes, ulp=0, **extra):
    """One case for each set of modes whose results agree."""
    asm = [asm] if isinstance(asm, str) else asm
    SNIPPETS.setdefault(tuple(asm), None)
    groups = {}
    for mode in modes:
        lines = []
        for given in inputs:
            result = rule(mode, *given)
            if result is not None:
                left = " ".join(hexed(v, w) for v, w in zip(given, widths))
                lines.append(f"{left} = {hexed(result, result_width)}".strip())
        groups.setdefault(tuple(dict.fromkeys(lines)) if not extra.get("keep_all") else tuple(lines), []).append(mode.text())
    for lines, texts in groups.items():
        if lines:
            cases.append({"asm": tuple(asm), "modes": list(dict.fromkeys(texts)), "ulp": ulp, "rows": lines})


def sample(items, n, seed=1):
    items = list(items)
    if len(items) <= n:
        return items
    return random.Random(seed).sample(items, n)


def pairs(xs, ys=None):
    return [(x, y) for x in xs for y in (ys or xs)]


def triples(xs):
    return [(x, y, z) for x in xs for y in xs for z in xs]


C32 = [0, 0x80000000, 1, 0x80000001, 0x007fffff, 0x807fffff, 0x00800000, 0x80800000, 0x3f000000, 0x3f800000, 0xbf800000,
       0x3f800001, 0x7f7fffff, 0xff7fffff, 0x7f800000, 0xff800000]
N32 = [0x7f812345, 0xff812345, 0x7fa00000, 0x7fc12345, 0xffc00001]
C16 = [0, 0x8000, 1, 0x8001, 0x03ff, 0x83ff, 0x0400, 0x8400, 0x3800, 0x3c00, 0xbc00, 0x3c01, 0x7bff, 0xfbff, 0x7c00, 0xfc00]
N16 = [0x7d01, 0xfd01, 0x7c01, 0x7e01, 0xfe33]
C64 = [0, 1 << 63, 1, 1 << 63 | 1, 0xfffffffffffff, 0x800fffffffffffff, 0x0010000000000000, 0x8010000000000000,
       0x3fe0000000000000, 0x3ff0000000000000, 0xbff0000000000000, 0x3ff0000000000001, 0x7fefffffffffffff,
       0x7ff0000000000000, 0xfff0000000000000]
N64 = [0x7ff0000000012345, 0xfff4000000000000, 0x7ff8000000012345, 0xfff8000000000001]
FLUSHED_KEPT = [Mode(d32=d, i=i) for d in (0, 3) for i in (0, 1)]
HALF_MODES = [Mode(d32=3, d16=d, i=i) for d in range(4) for i in (0, 1)]


def finite(f, xs):
    return [x for x in xs if f.mag(x) < f.inf]


# --- NaN results ---------------------------------------------------------------------------------------------------

F = "nan"
c = fact(F, 1, "gfx1035", "A signalling NaN that a unary f32 or f16 instruction, ldexp, div_fixup or mullit reads comes back quieted with IEEE, unchanged without.")
KEEP = [Mode(d32=3, i=i) for i in (0, 1)]
for name in "sqrt rcp rsq log exp sin cos fract floor ceil trunc rndne rcp_iflag frexp_mant".split():
    rows(c, f"v_{name}_f32_e32 v8, v0", [32], 32, [(x,) for x in N32], lambda m, x: F32.passed(x, m.i), KEEP)
    if name != "rcp_iflag":
        rows(c, f"v_{name}_f16_e32 v8, v0", [16], 16, [(x,) for x in N16], lambda m, x: F16.passed(x, m.i), KEEP)
rows(c, "v_ldexp_f32 v8, v0, v1", [32, 32], 32, pairs(N32, [1]), lambda m, x, n: F32.passed(x, m.i), KEEP)
rows(c, "v_ldexp_f16_e32 v8, v0, v1", [16, 16], 16, pairs(N16, [1]), lambda m, x, n: F16.passed(x, m.i), KEEP)
for width, ns, one, f in ((32, N32, 0x3f800000, F32), (16, N16, 0x3c00, F16)):
    given = [(one, x, one) for x in ns] + [(one, one, x) for x in ns]
    rows(c, f"v_div_fixup_f{width} v8, v0, v1, v2", [width] * 3, width, given, lambda m, *a: div_fixup(f, m, *a), KEEP)
rows(c, "v_mullit_f32 v8, v0, v1, v2", [32] * 3, 32, [(x, 0x3f800000, 0x3f800000) for x in N32], mullit, KEEP)

c = fact(F, 2, "gfx1036", "The f64 forms and v_cvt_f64_f32 follow the same rule: quieted with IEEE alone.")
for name in "sqrt rcp rsq fract floor ceil trunc rndne frexp_mant".split():
    rows(c, f"v_{name}_f64_e32 v[8:9], v[0:1]", [64], 64, [(x,) for x in N64], lambda m, x: F64.passed(x, m.i), KEEP)
rows(c, "v_ldexp_f64 v[8:9], v[0:1], v2", [64, 32], 64, pairs(N64, [1]), lambda m, x, n: F64.passed(x, m.i), KEEP)
one = 0x3ff0000000000000
rows(c, "v_div_fixup_f64 v[8:9], v[0:1], v[2:3], v[4:5]", [64] * 3, 64, [(one, x, one) for x in N64] + [(one, one, x) for x in N64],
     lambda m, *a: div_fixup(F64, m, *a), KEEP)
rows(c, "v_cvt_f64_f32_e32 v[8:9], v0", [32], 64, [(x,) for x in N32], lambda m, x: convert(F32, F64, m, x), KEEP)

c = fact(F, 3, "gfx1036", "v_pack_b32_f16 quiets each signalling half with IEEE alone.")
rows(c, "v_pack_b32_f16 v8, v0, v1", [16, 16], 32, pairs(N16 + [0x3c00]),
     lambda m, x, y: sum((F16.passed(v, m.i) if F16.nan(v) else v) << s for v, s in ((x, 0), (y, 16))), KEEP)

c = fact(F, 4, "gfx1036", "A signalling NaN result of cubesc, cubetc or cubema is quieted with IEEE alone and keeps the sign that the instruction gives it.")
for name, given in (("sc", [(0xbf800000, 0, 0x7f812345, 0), (0x3f800000, 0, 0x7f812345, 1)]),
                    ("tc", [(0, 0x3f800000, 0x7f812345, 0), (0x3f800000, 0x7f812345, 0, 1)]),
                    ("ma", [(0x7f812345, 0, 0, 0), (0xff812345, 0, 0, 0)])):
    rows(c, f"v_cube{name}_f32 v8, v0, v1, v2", [32] * 3, 32, [g[:3] for g in given],
         lambda m, *a: next(F32.passed(next(x for x in a if F32.nan(x)) ^ (g[3] << 31), m.i) for g in given if g[:3] == a), KEEP)

c = fact(F, 5, "gfx1035", "add, sub, subrev, mul, fma, fmac, fmamk, fmaak, mul_legacy of f32 and fma_mix of f32 sources: the first NaN in operand order after modifiers (the subtrahend negated), quieted with IEEE alone; an invalid operation gives ffc00000, in fma forms inf * 0 also beside a NaN addend; a zero factor of the legacy form hides a NaN factor.")
ops2 = [0x7f812345, 0xffc00001, 0x7f800000, 0xff800000, 0, 0x80000000, 0x3f800000, 0xbf800000]
two = pairs(ops2)
three = sample(triples([0x7f812345, 0xffc00001, 0x7fa00777, 0x7f800000, 0xff800000, 0, 0x3f800000]), 126)
F5 = [Mode(d32=d, i=i) for d, i in ((0, 0), (3, 1), (3, 0), (0, 1))]
rows(c, "v_add_f32_e32 v8, v0, v1", [32] * 2, 32, two, lambda m, a, b: add(F32, m, a, b), F5)
rows(c, "v_sub_f32_e32 v8, v0, v1", [32] * 2, 32, two, lambda m, a, b: sub(F32, m, a, b), F5)
rows(c, "v_subrev_f32_e32 v8, v0, v1", [32] * 2, 32, two, lambda m, a, b: add(F32, m, a ^ F32.sign, b), F5)
rows(c, "v_mul_f32_e32 v8, v0, v1", [32] * 2, 32, two, lambda m, a, b: mul(F32, m, a, b), F5)
rows(c, "v_add_f32_e64 v8, -v0, |v1|", [32] * 2, 32, two, lambda m, a, b: add(F32, m, a ^ F32.sign, F32.mag(b)), F5)
rows(c, "v_mul_legacy_f32_e32 v8, v0, v1", [32] * 2, 32, two, lambda m, a, b: mul(F32, m, a, b, True), F5)
rows(c, "v_fma_f32 v8, v0, v1, v2", [32] * 3, 32, three, lambda m, *a: fma(F32, m, *a), F5)
rows(c, ["v_mov_b32_e32 v8, v2", "v_fmac_f32_e32 v8, v0, v1"], [32] * 3, 32, three[:64], lambda m, *a: fma(F32, m, *a), F5)
rows(c, "v_fmamk_f32 v8, v0, 0x7f812345, v1", [32] * 2, 32, two, lambda m, a, b: fma(F32, m, a, 0x7f812345, b), F5)
rows(c, "v_fmaak_f32 v8, v0, v1, 0x7f812345", [32] * 2, 32, two, lambda m, a, b: fma(F32, m, a, b, 0x7f812345), F5)
rows(c, "v_fma_mix_f32 v8, v0, v1, v2", [32] * 3, 32, three[64:], lambda m, *a: fma(F32, m, *a), F5)

c = fact(F, 6, "gfx1010", "mad_legacy and mac_legacy: a NaN source quieted with IEEE alone, inf - inf gives ffc00000, a zero factor hides a NaN factor, a NaN addend wins.")
legacy = sample([t for t in triples([0x7f812345, 0xffc00001, 0x7f800000, 0xff800000, 0, 0x3f800000])], 96, 2)
rows(c, "v_mad_legacy_f32 v8, v0, v1, v2", [32] * 3, 32, legacy, lambda m, *a: mad(m, *a, legacy=True), F5)
rows(c, ["v_mov_b32_e32 v8, v2", "v_mac_legacy_f32_e32 v8, v0, v1"], [32] * 3, 32, legacy[:64], lambda m, *a: mad(m, *a, legacy=True), F5)

c = fact(F, 7, "gfx1031", "An invalid operation of the f16 fused forms gives fe00 (fma_mix: ffc00000), also beside a NaN addend.")
inf0 = [(a, b) for a in (0x7c00, 0xfc00) for b in (0, 0x8000)] + [(0, 0x7c00), (0x8000, 0xfc00)]
inv16 = [(a, b, x) for a, b in inf0 for x in N16 + [0x7e02, 0x3c00]]
F7 = [Mode(d32=d, d16=d, i=i) for d in (0, 3) for i in (0, 1)]
rows(c, "v_fma_f16 v8, v0, v1, v2", [16] * 3, 16, inv16, lambda m, *a: fma(F16, m, *a), F7)
rows(c, ["v_mov_b32_e32 v8, v2", "v_fmac_f16_e32 v8, v0, v1"], [16] * 3, 16, inv16, lambda m, *a: fma(F16, m, *a), F7)
rows(c, "v_fmamk_f16 v8, v0, 0x7c00, v1", [16] * 2, 16, [(z, x) for z in (0, 0x8000) for x in N16], lambda m, a, b: fma(F16, m, a, 0x7c00, b), F7)
rows(c, "v_fmaak_f16 v8, v0, v1, 0x7d01", [16] * 2, 16, inf0, lambda m, a, b: fma(F16, m, a, b, 0x7d01), F7)
rows(c, "v_fma_mix_f32 v8, v0, v1, v2 op_sel_hi:[1,1,1]", [16] * 3, 32, inv16, lambda m, a, b, x: 0xffc00000, F7)

c = fact(F, 8, "gfx1036", "cvt_f16_f32, cvt_f32_f64, fma_mixlo and fma_mixhi always quiet, div_scale_f32 never; fma_mix by IEEE.")
rows(c, "v_cvt_f16_f32_e32 v8, v0", [32], 16, [(x,) for x in N32], lambda m, x: convert(F32, F16, m, x), KEEP)
rows(c, "v_cvt_f32_f64_e32 v8, v[0:1]", [64], 32, [(x,) for x in (0x7ff02468a0000000, 0xfff4000000000000, 0x7ff8000020000000)],
     lambda m, x: convert(F64, F32, m, x), KEEP)
mixed = [(0x7f812345, 0x3f800000, 0x3f800000), (0x3f800000, 0x3f800000, 0x7f812345)]
rows(c, "v_fma_mixlo_f16 v8, v0, v1, v2", [32] * 3, 16, mixed, lambda m, *a: 0x7e09, KEEP)
rows(c, ["v_fma_mixhi_f16 v8, v0, v1, v2", "v_lshrrev_b32_e32 v8, 16, v8"], [32] * 3, 16, mixed, lambda m, *a: 0x7e09, KEEP)
rows(c, "v_fma_mix_f32 v8, v0, v1, v2", [32] * 3, 32, mixed, lambda m, *a: 0x7fc12345 if m.i else 0x7f812345, KEEP)
rows(c, "v_div_scale_f32 v8, vcc, v0, v1, v2", [32] * 3, 32, [(0x7f812345, 0x7f812345, 0x3f800000)], lambda m, *a: 0x7f812345, KEEP)

# --- f32 arithmetic ------------------------------------------------------------------------------------------------

F = "f32"
c = fact(F, 9, "gfx1035", "With f32 denormals flushed, arithmetic, extremes, fract, floor, ceil, frexp_mant, sin and cos flush operands and result to a zero of the same sign.")
near = [0x00800000, 0x00800001, 0x80800000, 0x80800001, 1, 0x80000001, 0x007fffff, 0x3f800000, 0x3f000000, 0x3fffffff, 0, 0x80000000, 0x7f800000]
arith2 = sample(pairs(near), 96, 3)
rows(c, "v_add_f32_e32 v8, v0, v1", [32] * 2, 32, arith2, lambda m, a, b: add(F32, m, a, b), FLUSHED_KEPT)
rows(c, "v_sub_f32_e32 v8, v0, v1", [32] * 2, 32, arith2, lambda m, a, b: sub(F32, m, a, b), FLUSHED_KEPT)
rows(c, "v_subrev_f32_e32 v8, v0, v1", [32] * 2, 32, arith2, lambda m, a, b: sub(F32, m, b, a), FLUSHED_KEPT)
rows(c, "v_mul_f32_e32 v8, v0, v1", [32] * 2, 32, arith2, lambda m, a, b: mul(F32, m, a, b), FLUSHED_KEPT)
rows(c, "v_mul_legacy_f32_e32 v8, v0, v1", [32] * 2, 32, arith2, lambda m, a, b: mul(F32, m, a, b, True), FLUSHED_KEPT)
arith3 = sample(triples(near), 120, 4)
rows(c, "v_fma_f32 v8, v0, v1, v2", [32] * 3, 32, arith3, lambda m, *a: fma(F32, m, *a), FLUSHED_KEPT)
rows(c, ["v_mov_b32_e32 v8, v2", "v_fmac_f32_e32 v8, v0, v1"], [32] * 3, 32, arith3[:64], lambda m, *a: fma(F32, m, *a), FLUSHED_KEPT)
rows(c, "v_fmamk_f32 v8, v0, 0x3f000000, v1", [32] * 2, 32, arith2, lambda m, a, b: fma(F32, m, a, 0x3f000000, b), FLUSHED_KEPT)
rows(c, "v_fmaak_f32 v8, v0, v1, 0x800000", [32] * 2, 32, arith2, lambda m, a, b: fma(F32, m, a, b, 0x800000), FLUSHED_KEPT)


def order(f, m, values):
    """Values flushed and sorted; none where two zeros of different sign would have to be told apart."""
    vs = [f.flush(v, m.keep_in(f)) for v in values]
    if {0, f.sign} <= set(vs) or any(f.nan(v) for v in vs):
        return None
    key = lambda x: (Q(2) ** 5000 if f.is_inf(x) else abs(f.value(x))) * (-1 if f.neg(x) else 1)
    return sorted(vs, key=key)


def picked(f, place):
    return lambda m, *a: (lambda s: s and s[place] if not s else s[place])(order(f, m, a))


for name, place in (("min", 0), ("max", 1)):
    rows(c, f"v_{name}_f32_e32 v8, v0, v1", [32] * 2, 32, arith2, picked(F32, place), FLUSHED_KEPT)
for name, place in (("min3", 0), ("max3", 2), ("med3", 1)):
    rows(c, f"v_{name}_f32 v8, v0, v1, v2", [32] * 3, 32, arith3[:64], picked(F32, place), FLUSHED_KEPT)
D32 = [1, 0x80000001, 0x007fffff, 0x807fffff, 0x00400000, 0x00800000, 0x80800000]


def whole(f, up):
    def rule(m, x):
        x = f.flush(x, m.keep_in(f))
        v = f.value(x)
        n = -((-v).__floor__()) if up else v.__floor__()
        return x & f.sign if n == 0 else f.round(Q(n))
    return rule


def fract(f):
    def rule(m, x):
        x = f.flush(x, m.keep_in(f))
        v = f.value(x)
        if v < 0:
            return None
        v -= v.__floor__()
        return 0 if v == 0 else f.round(v, EVEN, m.keep_out(f))
    return rule


def mantissa(f):
    def rule(m, x):
        x = f.flush(x, m.keep_in(f))
        v = f.value(x)
        if v == 0:
            return x
        return f.round(v / Q(2) ** (f.exponent(abs(v)) + 1))
    return rule


def exponent(f, width):
    def rule(m, x):
        x = f.flush(x, m.keep_in(f))
        v = abs(f.value(x))
        return 0 if v == 0 else (f.exponent(v) + 1) % (1 << width)
    return rule


for name, rule in (("floor", whole(F32, False)), ("ceil", whole(F32, True)), ("fract", fract(F32)), ("frexp_mant", mantissa(F32))):
    rows(c, f"v_{name}_f32_e32 v8, v0", [32], 32, [(x,) for x in D32 + [0, 0x3fc00000, 0x40200000]], rule, FLUSHED_KEPT)
rows(c, "v_sin_f32_e32 v8, v0", [32], 32, [(x,) for x in (1, 0x80000001, 0x007fffff)],
     lambda m, x: x & F32.sign if not m.keep_in(F32) else None, FLUSHED_KEPT)
rows(c, "v_cos_f32_e32 v8, v0", [32], 32, [(x,) for x in (1, 0x80000001, 0x007fffff)], lambda m, x: 0x3f800000, FLUSHED_KEPT)

c = fact(F, 10, "gfx1035", "Compares, conversions and frexp_exp flush f32 operands alone.")
rows(c, "v_cvt_flr_i32_f32_e32 v8, v0", [32], 32, [(x,) for x in D32[:5]],
     lambda m, x: 0xffffffff if F32.neg(x) and m.keep_in(F32) else 0, FLUSHED_KEPT)
for name in ("i32", "u32", "rpi_i32"):
    rows(c, f"v_cvt_{name}_f32_e32 v8, v0", [32], 32, [(x,) for x in D32[:5]], lambda m, x: 0, FLUSHED_KEPT)
rows(c, "v_frexp_exp_i32_f32_e32 v8, v0", [32], 32, [(x,) for x in D32 + [0x3f800000]], exponent(F32, 32), FLUSHED_KEPT)
rows(c, "v_cvt_f64_f32_e32 v[8:9], v0", [32], 64, [(x,) for x in D32], lambda m, x: convert(F32, F64, m, x), FLUSHED_KEPT)
rows(c, "v_cvt_f16_f32_e32 v8, v0", [32], 16, [(x,) for x in D32[:5]], lambda m, x: F16.sign if F32.neg(x) else 0, FLUSHED_KEPT)
rows(c, "v_cvt_pkrtz_f16_f32_e32 v8, v0, v1", [32] * 2, 32, pairs(D32[:4]),
     lambda m, x, y: (x >> 31) << 15 | (y >> 31) << 31, FLUSHED_KEPT)
for name in ("i16", "u16"):
    rows(c, f"v_cvt_pknorm_{name}_f32 v8, v0, v1", [32] * 2, 32, pairs(D32[:4]), lambda m, x, y: 0, FLUSHED_KEPT)
rows(c, "v_cvt_pk_u8_f32 v8, v0, 0, 0", [32], 32, [(x,) for x in D32[:5]], lambda m, x: 0, FLUSHED_KEPT)

c = fact(F, 11, "gfx1036", "mullit with flushed denormals: a denormal third operand counts as zero.")
lit = [(a, b, z) for a in (0x3f800000, 0x00000001, 0x7f812345) for b in (0x3f800000, 0xff7fffff, 0x40000000) for z in (1, 0x007fffff, 0x00800000, 0x80000001, 0)]
rows(c, "v_mullit_f32 v8, v0, v1, v2", [32] * 3, 32, lit, mullit, FLUSHED_KEPT)
c = fact(F, 24, "gfx1036", "mullit: a signalling first operand is quieted with IEEE alone; a positive denormal third operand is positive where denormals are kept.")
rows(c, "v_mullit_f32 v8, v0, v1, v2", [32] * 3, 32,
     [(a, b, z) for a in (0x7f812345, 0x40000000) for b in (0x3f800000, 0, 0xff800000, 0x7fc00000) for z in (1, 0x3f800000, 0x80000000, 0x7fc00000)],
     mullit, KEEP)

c = fact(F, 12, "gfx1036", "div_scale_f32 flushes all three operands.")
rows(c, "v_div_scale_f32 v8, vcc, v0, v1, v2", [32] * 3, 32, [(x, 0x3f800000, 0x3f800000) for x in (1, 0x80000001, 0x00401234)],
     lambda m, a, b, d: F32.flush(a, m.keep_in(F32)), FLUSHED_KEPT)
rows(c, "v_div_scale_f32 v8, vcc, v0, v1, v2", [32] * 3, 32, [(0x3f800000, x, 0x3f800000) for x in (1, 0x80000001)],
     lambda m, *a: "nan", [Mode(d32=0, i=i) for i in (0, 1)])

c = fact(F, 13, "gfx1036", "div_fixup_f32 flushes denominator and numerator and keeps a denormal quotient and result.")
fix = [(q, d, n) for q in (1, 0x007fffff, 0x80000001, 0x3f800000) for d in (0x3f800000, 0xbf800000, 0x00800000, 1, 0x80000001) for n in (0x3f800000, 0xbf800000, 1, 0x80000001)]
near_fix = [t for t in fix if (F32.flush(t[1], False) in (0, F32.sign)) + (F32.flush(t[2], False) in (0, F32.sign)) != 0 or F32.mag(t[1]) == 0x3f800000]
rows(c, "v_div_fixup_f32 v8, v0, v1, v2", [32] * 3, 32, near_fix,
     lambda m, *a: div_fixup(F32, m, *a) if not m.keep_in(F32) or F32.mag(a[1]) == 0x3f800000 == F32.mag(a[2]) else None, FLUSHED_KEPT)

c = fact(F, 14, "gfx1036", "A flushed product is tiny after rounding to 24 bits with an unbounded exponent, in the direction of the mode.")
tiny = [(0x3f7ffffe, 0x00800001), (0x3f7fffff, 0x00800000), (0xbf7ffffe, 0x00800001), (0xbf7fffff, 0x00800000)]
rng = random.Random(14)
while len(tiny) < 96:
    a = 0x3f000000 | rng.getrandbits(23)
    v = Q(2) ** -126 / F32.value(a)
    b = F32.round(v, rng.choice((UP, DOWN)))
    tiny.append((a | rng.getrandbits(1) << 31, b))
TINY = [Mode(d32=0, r32=r, i=i) for r in range(4) for i in (0, 1)]
rows(c, "v_mul_f32_e32 v8, v0, v1", [32] * 2, 32, tiny, lambda m, a, b: mul(F32, m, a, b), TINY)
rows(c, "v_mullit_f32 v8, v0, v1, 1.0", [32] * 2, 32, tiny, lambda m, a, b: mullit(m, a, b, 0x3f800000), TINY)
rows(c, "v_mul_legacy_f32_e32 v8, v0, v1", [32] * 2, 32, tiny[:48], lambda m, a, b: mul(F32, m, a, b, True), TINY)

c = fact(F, 15, "gfx1036", "The fused f32 forms look for a tiny result only where the addend is zero; beside another addend the fused result is kept.")
keep = [(0x1fffffff, 0x1fffffff, 0x00800000)]
for k in range(1, 8):
    # The smallest normal number less k eighths of the unit below it.
    keep.append((F32.round(Q(-k) / 8 * Q(2) ** -23), 0x00800000, 0x00800000))
    keep.append((F32.round(Q(k) / 8 * Q(2) ** -23), 0x00800000, 0x80800000))
rows(c, "v_fma_f32 v8, v0, v1, v2", [32] * 3, 32, keep, lambda m, *a: fma(F32, m, *a), [Mode(d32=0, i=i) for i in (0, 1)])
rows(c, ["v_mov_b32_e32 v8, v2", "v_fmac_f32_e32 v8, v0, v1"], [32] * 3, 32, keep, lambda m, *a: fma(F32, m, *a), [Mode(d32=0)])
rows(c, "v_fmaak_f32 v8, v0, v1, 0x800000", [32] * 2, 32, [t[:2] for t in keep if t[2] == 0x00800000], lambda m, a, b: fma(F32, m, a, b, 0x800000), [Mode(d32=0)])
rows(c, "v_fmamk_f32 v8, v0, 0x800000, v1", [32] * 2, 32, [(t[0], t[2]) for t in keep[1:]], lambda m, a, b: fma(F32, m, a, 0x800000, b), [Mode(d32=0)])
rows(c, "v_fma_f32 v8, v0, v1, 0", [32] * 2, 32, tiny, lambda m, a, b: fma(F32, m, a, b, 0), TINY)
rows(c, "v_fma_mix_f32 v8, v0, v1, 0", [32] * 2, 32, tiny[:48], lambda m, a, b: fma(F32, m, a, b, 0), TINY)

c = fact(F, 16, "gfx1036", "fma_mix follows that rule with an f16 factor too.")
mix16 = [(0x00801002, 0x3bff), (0x00801001, 0x3bff), (0x00801003, 0x3bff)]
mixr = {0x00801002: 0x00800000, 0x00801001: 0, 0x00801003: 0x00800001}
zero32 = [Mode(d32=0, i=i) for i in (0, 1)]
rows(c, "v_fma_mix_f32 v8, v0, v1, 0 op_sel_hi:[0,1,0]", [32, 16], 32, mix16, lambda m, a, b: mixr[a], zero32)
rows(c, "v_fma_mix_f32 v8, v1, v0, 0 op_sel_hi:[1,0,1]", [32, 16], 32, mix16, lambda m, a, b: mixr[a], zero32)
rows(c, ["v_lshlrev_b32_e32 v1, 16, v1", "v_fma_mix_f32 v8, v0, v1, 0 op_sel:[0,1,0] op_sel_hi:[0,1,0]"], [32, 16], 32, mix16, lambda m, a, b: mixr[a], zero32)


def mix(m, kinds, args):
    """Sources of two widths: each flushed by its own field, widened exactly."""
    wide = []
    for half, x in zip(kinds, args):
        x = F16.flush(x, m.keep_in(F16)) if half else F32.flush(x, m.keep_in(F32))
        wide.append(convert(F16, F32, Mode(d16=3, i=0), x) if half else x)
    return fma(F32, m, *wide, flush_in=False)


directed = [(a | s << 31, 0x3bff) for a in range(0x00801000, 0x00801006) for s in (0, 1)]
rows(c, "v_fma_mix_f32 v8, v0, v1, 0 op_sel_hi:[0,1,0]", [32, 16], 32, directed,
     lambda m, a, b: mix(m, (0, 1, 0), (a, b, 0)), [Mode(d32=0, r32=r) for r in range(4)])

c = fact(F, 17, "gfx1031", "f16 sources of fma_mix are flushed by bit 0 of the f16 field, whatever the f32 field.")
h = [0, 0x8000, 1, 0x8001, 0x03ff, 0x0400, 0x8400, 0x3c00, 0xbc00, 0x7bff, 0x7c00]
M17 = [Mode(d32=d, d16=e, i=i) for d in (0, 3) for e, i in ((0, 0), (1, 1), (2, 0), (3, 1))]
rows(c, "v_fma_mix_f32 v8, v0, v1, v2 op_sel_hi:[1,1,1]", [16] * 3, 32, sample(triples(h), 120, 17), lambda m, *a: mix(m, (1, 1, 1), a), M17)
mixed = [(a, b, z) for a, b, z in sample([(x, y, z) for x in [1, 0x3f800000, 0x00800000, 0xbf000000, 0x7f800000] for y in h for z in h], 60, 18)]
rows(c, "v_fma_mix_f32 v8, v0, v1, v2 op_sel_hi:[0,1,1]", [32, 16, 16], 32, mixed, lambda m, *a: mix(m, (0, 1, 1), a), M17)


def mixlo(m, kinds, args):
    """One rounding to f16; f32 sources flushed by their field, the product never."""
    wide = []
    for half, x in zip(kinds, args):
        x = F16.flush(x, m.keep_in(F16)) if half else F32.flush(x, m.keep_in(F32))
        wide.append((F16 if half else F32).value(x))
    p = wide[0] * wide[1]
    v = p + wide[2]
    if v == 0:
        neg = [(F16 if k else F32).neg(x) for k, x in zip(kinds, args)]
        return zero_sum(F16, *((neg[0] != neg[1], neg[2]) if p == 0 and wide[2] == 0 else (False, True)), m.r16)
    return F16.round(v, m.r16, True)


c = fact(F, 18, "gfx1036", "fma_mixlo and fma_mixhi flush f32 sources, and keep a product below the range of f32.")
below = [(0x20000000, 0x1d000000, 0), (0x80000001, 0x3f800000, 0), (1, 0x7f000000, 0), (0x00800000, 0x3f000000, 0), (0x9f800000, 0x1f800000, 0)]
for name, extra in (("lo", []), ("hi", ["v_lshrrev_b32_e32 v8, 16, v8"])):
    rows(c, [f"v_fma_mix{name}_f16 v8, v0, v1, v2"] + extra, [32] * 3, 16, below, lambda m, *a: mixlo(m, (0, 0, 0), a),
         [Mode(d32=d, r16=r, d16=3) for d in (0, 3) for r in range(4)])

c = fact(F, 19, "RDNA2", "div_fmas_f32 flushes its result alone.")
rows(c, ["s_mov_b64 vcc, 0", "v_div_fmas_f32 v8, v0, v1, v2"], [32] * 3, 32,
     [(1, 0x71800000, 0), (0x80000001, 0x71800000, 0x3f800000), (0x0d800000, 0x30800000, 0), (0x8d800000, 0x30800000, 0), (0x3f800000, 0x3f800000, 1), (0x00800000, 0x3f000000, 0)],
     lambda m, *a: fma(F32, m, *a, flush_in=False), FLUSHED_KEPT)

PREDICATES = "eq ge gt le lg lt neq nge ngt nle nlg nlt".split()
c = fact(F, 20, "gfx1036", "f32 compares are compares of sign and magnitude: a denormal is not a zero where it is kept.")
cmp = sample(pairs(C32 + N32[:1] + N32[3:4]), 128, 20)
for name in PREDICATES:
    asm = [f"v_cmp_{name}_f32_e32 vcc, v0, v1", "v_cndmask_b32_e64 v8, 0, 1, vcc"]
    rows(c, asm, [32] * 2, 32, cmp, lambda m, a, b: compare(F32, m, name, a, b), FLUSHED_KEPT)
c = fact(F, 23, "gfx1030", "In denormal modes 1 and 2 bit 0 decides for f32 compares.")
cmp23 = [(a, b) for a in (0, 0x80000000, 1, 0x80000001, 0x007fffff) for b in (0, 0x80000001, 1, 0x00800000, 0x7fc00000)]
for name in PREDICATES:
    asm = [f"v_cmp_{name}_f32_e32 vcc, v0, v1", "v_cndmask_b32_e64 v8, 0, 1, vcc"]
    rows(c, asm, [32] * 2, 32, cmp23, lambda m, a, b: compare(F32, m, name, a, b), [Mode(d32=d, i=i) for d in range(4) for i in (0, 1)])
    asm = ["s_mov_b64 s[20:21], exec", "v_mov_b32_e32 v8, 0", f"v_cmpx_{name}_f32_e32 v0, v1", "v_mov_b32_e32 v8, 1", "s_mov_b64 exec, s[20:21]"]
    rows(c, asm, [32] * 2, 32, cmp23, lambda m, a, b: compare(F32, m, name, a, b), [Mode(d32=d) for d in (1, 2)])

c = fact(F, 21, "gfx1036", "ldexp_f32 keeps a denormal operand, rounds a denormal result and an overflow in the direction of the mode; flushes both where denormals are flushed.")
exps = [-2147483648, -300, -150, -149, -127, -126, -25, -1, 0, 1, 24, 127, 128, 149, 278, 2147483647]
ins = [1, 0x80000003, 0x007fffff, 0x00800000, 0x3f800000, 0xbfc00000, 0x3fffffff, 0x7f7fffff, 0x80000000, 0x7f800000]
ld = [(a, n % (1 << 32)) for a in ins for n in exps]
signed = lambda n, w: n - (1 << w) if n >> w - 1 else n
rows(c, "v_ldexp_f32 v8, v0, v1", [32] * 2, 32, ld, lambda m, a, n: ldexp(F32, m, a, signed(n, 32)),
     [Mode(d32=3, r32=r, i=i) for r in range(4) for i in (0, 1)] + [Mode(d32=0, r32=r) for r in range(4)])
c = fact(F, 22, "gfx1030", "ldexp_f32 in mode 1 flushes results below the smallest normal number before they are rounded to the denormal grid, in mode 2 the operand.")
rows(c, "v_ldexp_f32 v8, v0, v1", [32] * 2, 32, ld[::2] + [(0x3fffffff, -127 % (1 << 32))], lambda m, a, n: ldexp(F32, m, a, signed(n, 32)),
     [Mode(d32=d, r32=r, i=r & 1) for d in (1, 2) for r in range(4)])

c = fact(F, 25, "gfx1010", "mad_legacy and mac_legacy round the product first, give +0 for a zero factor, flush sources, product and result in every denormal mode; a sum of zeros is +0 unless both are -0.")
legacy = [(0x3f800001, 0x3f800001, 0xbf800002), (1, 0x7f000000, 0x3f800000), (0x00800000, 0x3f000000, 0x80000000), (0x00800001, 0x3f800000, 0x80800000),
          (0, 0xbf800000, 0x80000000), (0x80000000, 0x3f800000, 0x80000000), (0x3f800000, 0x40000000, 0xc0000000), (0x20000000, 0x1e800000, 0x00800000),
          (0x3f800000, 0x3f800000, 1), (0x7f7fffff, 0x40000000, 0xff7fffff), (0x4b800001, 0x3f800001, 0xcb800002), (0, 0x7f800000, 0x3f800000), (0, 0, 0)]
ALL32 = [Mode(d32=d, i=i) for d in range(4) for i in (0, 1)]
rows(c, "v_mad_legacy_f32 v8, v0, v1, v2", [32] * 3, 32, legacy, lambda m, *a: mad(m, *a, legacy=True), ALL32)
rows(c, ["v_mov_b32_e32 v8, v2", "v_mac_legacy_f32_e32 v8, v0, v1"], [32] * 3, 32, legacy, lambda m, *a: mad(m, *a, legacy=True), ALL32)
c = fact(F, 26, "gfx1010", "The encoding is the separately rounded one on GFX10.1; on gfx1031 it is fused, which is no evidence here.")
rows(c, "v_mad_legacy_f32 v8, v0, v1, v2", [32] * 3, 32, [(0x3f800001, 0x3f800001, 0xbf800002)], lambda m, *a: 0, [Mode()])
c = fact(F, 27, "gfx1010", "mad, mac, madak and madmk round the product first; sources, product and result are flushed in every denormal mode, the product where it is tiny after rounding; NaNs as fma; toward minus infinity a zero sum of opposite signs is -0.")
mads = legacy[:4] + legacy[6:] + sample([(a, b, z) for a, b in tiny[:24] for z in (0, 0x00800000, 0x80800000, 0x3f800000)], 60, 27) + \
    [(0x7f800000, 0, 0x7f812345), (0x7f812345, 0, 0x3f800000), (0x3f800000, 0x3f800000, 0x7f812345), (0x7f800000, 0x3f800000, 0xff800000),
     (0, 0x3f800000, 0x80000000), (0x3f800000, 0x3f800000, 0xbf800000)]
MAD = [Mode(d32=d, i=d & 1) for d in range(4)] + [Mode(d32=0, r32=2), Mode(d32=0, i=1)]
rows(c, "v_mad_f32 v8, v0, v1, v2", [32] * 3, 32, mads, lambda m, *a: mad(m, *a), MAD)
rows(c, ["v_mov_b32_e32 v8, v2", "v_mac_f32_e32 v8, v0, v1"], [32] * 3, 32, mads[:64], lambda m, *a: mad(m, *a), MAD)
rows(c, "v_madak_f32 v8, v0, v1, 0xbf800002", [32] * 2, 32, [t[:2] for t in mads], lambda m, a, b: mad(m, a, b, 0xbf800002), MAD)
rows(c, "v_madmk_f32 v8, v0, 0x3f800001, v1", [32] * 2, 32, [(t[0], t[2]) for t in mads], lambda m, a, b: mad(m, a, 0x3f800001, b), MAD)

# --- output modifiers ----------------------------------------------------------------------------------------------

F = "output"
c = fact(F, 28, "gfx1035", "mul:2, mul:4 and div:2 act only without IEEE and with results of that precision flushed.")
FACTORS = (("mul:2", 2), ("mul:4", 4), ("div:2", Q(1, 2)))


def modified(f, factor):
    def rule(m, a, b):
        r = mul(f, m, a, b)
        if m.i or m.keep_out(f) or f.mag(r) in (0, f.inf):
            return r
        return f.round(f.value(r) * factor, m.round(f), False)
    return rule


om32 = [(0x3f800000, x) for x in (0x3f800000, 0xc0490fdb, 0x00800000, 0x00800001, 0x7e800000, 0x3eaaaaab)]
om16 = [(0x3c00, x) for x in (0x3c00, 0xc248, 0x0801, 0x3555, 0x7000)]
om64 = [(one, x) for x in (one, 0xc00921fb54442d18, 0x0020000000000001, 0x7fc0000000000000)]
OM = [Mode(d32=d, d16=3 if d else 0, i=i) for d in (0, 1, 2, 3) for i in (0, 1)]
for text, factor in FACTORS:
    rows(c, f"v_mul_f32_e64 v8, v0, v1 {text}", [32] * 2, 32, om32 if factor != Q(1, 2) else om32[:2] + om32[4:], modified(F32, factor), OM)
    M16 = [Mode(d32=0, d16=d, i=i) for d in range(4) for i in (0, 1)]
    rows(c, f"v_mul_f16_e64 v8, v0, v1 {text}", [16] * 2, 16, om16, modified(F16, factor), M16)
    rows(c, f"v_mul_f64 v[8:9], v[0:1], v[2:3] {text}", [64] * 2, 64, om64, modified(F64, factor), M16)

c = fact(F, 29, "gfx1036", "cubeid, cubesc, cubetc and cubema take the output modifier whenever IEEE is off, in all denormal modes; clamp acts after it; an overflow of cubema and of its scaling rounds by the mode; toward minus infinity a zero cubema beside a NaN is -0.")
CUBE = [Mode(d32=d, i=i) for d in range(4) for i in (0, 1)]
axis = {"id": (0xbf800000, 0, 0, 1), "sc": (0x3f800000, 0, 0xbf000000, Q(1, 2)), "tc": (0x3f800000, 0xbe800000, 0, Q(1, 4)), "ma": (0x3f800000, 0, 0, 2)}
for name, (x, y, z, v) in axis.items():
    for text, factor in FACTORS:
        rows(c, f"v_cube{name}_f32 v8, v0, v1, v2 {text}", [32] * 3, 32, [(x, y, z)], lambda m, *a: F32.round(v if m.i else v * factor), CUBE)
    rows(c, f"v_cube{name}_f32 v8, v0, v1, v2 clamp mul:4", [32] * 3, 32, [(x, y, z)],
         lambda m, *a: F32.round(min(Q(1), v if m.i else v * 4)), CUBE[:2])
CR = [Mode(d32=d, r32=r) for d in (0, 3) for r in range(4)]
big = lambda m, x, *a: F32.round(F32.value(x) * 2, m.r32)
rows(c, "v_cubema_f32 v8, v0, v1, v2", [32] * 3, 32, [(0x7f7fffff, 0, 0), (0xff7fffff, 0, 0)], big, CR)
rows(c, "v_cubema_f32 v8, v0, v1, v2 mul:2", [32] * 3, 32, [(0x7e800000, 0, 0), (0xfe800001, 0, 0)], lambda m, x, *a: F32.round(F32.value(x) * 4, m.r32), CR)
rows(c, "v_cubema_f32 v8, v0, v1, v2", [32] * 3, 32, [(0, 0x7f812345, 0)], lambda m, *a: 0x80000000 if m.r32 == DOWN else 0, CR)

c = fact(F, 30, "gfx1035", "clamp with DX10_CLAMP turns a NaN into +0, without it leaves the NaN; every other value goes to [0, 1].")
CL = [Mode(d32=3, i=i, c=d) for i in (0, 1) for d in (0, 1)]


def clamped(f):
    def rule(m, a, b):
        r = mul(f, m, a, b)
        if f.nan(r):
            return 0 if m.c else r
        one = f.round(Q(1))
        return 0 if f.neg(r) else min(r, one)
    return rule


rows(c, "v_mul_f32_e64 v8, v0, v1 clamp", [32] * 2, 32, [(x, 0x3f800000) for x in N32 + [0x3f000000, 0x40000000, 0xbf800000, 0x7f800000, 0xff800000]] + [(0x7f800000, 0)], clamped(F32), CL)
rows(c, "v_mul_f16_e64 v8, v0, v1 clamp", [16] * 2, 16, [(x, 0x3c00) for x in N16 + [0x3800, 0x4000, 0xbc00, 0x7c00, 0xfc00]] + [(0x7c00, 0)], clamped(F16), CL)
rows(c, "v_mul_f64 v[8:9], v[0:1], v[2:3] clamp", [64] * 2, 64, [(x, one) for x in N64 + [0x3fe0000000000000, 0x4000000000000000, 0xbff0000000000000]], clamped(F64), CL)
packed = lambda rule: lambda m, a, b: rule(m, a & 0xffff, b & 0xffff) | rule(m, a >> 16, b >> 16) << 16
rows(c, "v_pk_mul_f16 v8, v0, v1 clamp", [32] * 2, 32, [(x | 0x38000000, 0x3c003c00) for x in N16 + [0x4000, 0xbc00]] + [(0x7c01 << 16 | 0x3800, 0x3c003c00)], packed(clamped(F16)), CL)
c = fact(F, 31, "gfx1036", "The quieted NaN that pk_min and pk_max return with IEEE clamps to +0 with DX10_CLAMP.")
for name in ("min", "max"):
    rows(c, f"v_pk_{name}_f16 v8, v0, v1 clamp", [32] * 2, 32, [(0x7d013800, 0x3c003a00), (0x3a003800, 0x7d013c00)],
         lambda m, a, b: (min if name == "min" else max)(a & 0xffff, b & 0xffff) | (0 if m.c else 0x7f010000), [Mode(d32=3, i=1, c=d) for d in (0, 1)])

# --- functions -----------------------------------------------------------------------------------------------------

F = "functions"
FUNCTIONS = {"rcp": lambda v: 1 / v, "rsq": lambda v: 1 / root(v), "sqrt": root, "log": log2, "exp": exp2, "sin": sine, "cos": cosine}


def function(f, name):
    def rule(m, x):
        x = f.flush(x, False if f is F32 else m.keep_in(f))
        v = None if f.mag(x) >= f.inf else f.value(x)
        sign = x & f.sign
        keep = False if f is F32 else m.keep_out(f)
        if name == "rcp" and v is None:
            return sign
        if name in ("rcp", "rsq") and v == 0:
            return sign | (f.inf - 1 if m.saturate(f) else f.inf)
        if name in ("sqrt", "rsq", "log") and sign and v != 0:
            return f.default
        if v is None:
            return {"rsq": 0, "sqrt": f.inf, "log": f.inf, "exp": 0 if sign else f.inf}.get(name, f.default)
        if v == 0 and name == "log":
            return f.sign | (f.inf - 1 if m.saturate(f) else f.inf)
        if v == 0:
            return {"sqrt": x, "sin": x}.get(name, f.round(Q(1)))
        if name == "sin" and abs(v) < Q(1, 4096):
            return None
        if name == "exp" and abs(v) > 3000:
            v = Q(3000) * (1 if v > 0 else -1)
        r = Q(0) if name == "log" and v == 1 else FUNCTIONS[name](v)
        if r == 0 or name in ("sin", "cos") and abs(r) < Q(1, 10 ** 30):
            return 0
        return f.round(r, EVEN, keep, "grid", m.saturate(f))
    return rule


F_IN = [0x3f800000, 0x40000000, 0x3f000000, 0x40490fdb, 0x3eaaaaab, 0x42280000, 0x7f7fffff, 0x00800000, 0x3f7fffff, 0x3f800001, 0x41700000, 0x4b000001, 0x3dcccccd, 0x3c123456,
        0x42fe0000, 0x5e123456]
NEG = [x | 0x80000000 for x in F_IN]
SPECIAL = [0, 0x80000000, 0x7f800000, 0xff800000]
c = fact(F, 32, "gfx1036", "rcp, rsq, sqrt, log, exp, sin and cos of f32 and f16: NaN, invalid, zero and infinite results and the zeros of sine and cosine are exact; other results are approximations of the hardware, here within one unit of the correctly rounded value.")
RANGE = {"exp": [x for x in F_IN + NEG if abs(F32.value(x)) < 126], "sin": [x for x in F_IN + NEG if abs(F32.value(x)) < 256], "cos": [x for x in F_IN + NEG if abs(F32.value(x)) < 256]}
for name in FUNCTIONS:
    given = RANGE.get(name) or [x for x in F_IN + NEG if name != "rcp" or abs(F32.value(x)) < Q(2) ** 126]
    rows(c, f"v_{name}_f32_e32 v8, v0", [32], 32, [(x,) for x in SPECIAL], function(F32, name), FLUSHED_KEPT)
    rows(c, f"v_{name}_f32_e32 v8, v0", [32], 32, [(x,) for x in given], function(F32, name), FLUSHED_KEPT, ulp=1)
    half = [(x,) for x in sample(range(0x7c00), 40, 32) + [x | 0x8000 for x in sample(range(0x7c00), 10, 33)]]
    rows(c, f"v_{name}_f16_e32 v8, v0", [16], 16, [(x,) for x in (0, 0x8000, 0x7c00, 0xfc00)], function(F16, name), KEEP)
    rows(c, f"v_{name}_f16_e32 v8, v0", [16], 16, half, function(F16, name), KEEP, ulp=1)
rows(c, "v_exp_f16_e32 v8, v0", [16], 16, [(0x11c5,)], function(F16, "exp"), KEEP, ulp=1)
for quarter in range(-8, 9):
    x = F32.round(Q(quarter, 4)) if quarter else 0
    rows(c, "v_sin_f32_e32 v8, v0", [32], 32, [(x,)] if x else [], lambda m, x: F32.round(Q(round(float(sine(F32.value(x)))))) if quarter % 2 else 0, [Mode(d32=0)])
    rows(c, "v_cos_f32_e32 v8, v0", [32], 32, [(x,)], lambda m, x: F32.round(Q(round(float(cosine(F32.value(x)))))) if quarter % 2 == 0 else 0, [Mode(d32=0)])
turn = F32.value(0x40c90fd5)
c = fact(F, 33, "gfx1036", "A sine of less than 2^-12 of a turn is the operand times 40c90fd5, exactly.")
small = [0x397fffff, 0xb97fffff, 0x39000000, 0x38123457, 0x2f7fffff, 0x80a00000, 0x00800000] + [0x30000000 + 0x1234567 * k for k in range(1, 8)]
rows(c, "v_sin_f32_e32 v8, v0", [32], 32, [(x,) for x in small], lambda m, x: F32.round(F32.value(x) * turn), FLUSHED_KEPT)
c = fact(F, 34, "gfx1036", "A denormal f32 operand of a sine, kept, is multiplied by 6.2831826.")
rows(c, "v_sin_f32_e32 v8, v0", [32], 32, [(x,) for x in (1, 2, 0x80000005, 0x00123456, 0x007fffff, 0x807fffff)], lambda m, x: F32.round(F32.value(x) * turn), KEEP)
c = fact(F, 35, "gfx1035", "Within an eighth of 1.0 the hardware's logarithm is within one unit of the correctly rounded one; so is ours.")
around = [0x3f752e47, 0x3f7baab0, 0x3f7bc4fb, 0x3f7fffff, 0x3f7ffffe, 0x3f800001, 0x3f800002, 0x3f8fffff, 0x3f600000] + sample(range(0x3f600000, 0x3f900000), 48, 35)
rows(c, "v_log_f32_e32 v8, v0", [32], 32, [(x,) for x in around], function(F32, "log"), [Mode(d32=0)], ulp=1)
rows(c, "v_log_f16_e32 v8, v0", [16], 16, [(0x3bed,)], function(F16, "log"), [Mode(d32=0)], ulp=1)

# --- f16 -----------------------------------------------------------------------------------------------------------

F = "f16"
c = fact(F, 37, "gfx1036", "f16 add, sub, subrev and mul: bit 0 of the field keeps operands, bit 1 the result.")
HO = [Mode(d32=3, d16=d, i=i, o=o) for d in range(4) for i, o in ((0, 0), (1, 1), (0, 1), (1, 0))]
half2 = sample(pairs(C16 + [0x7d01]), 128, 37)
c40 = fact(F, 40, "gfx1036", "f16 sub and subrev do so over all pairs of corner values.")
for name, rule, where in (("add", lambda m, a, b: add(F16, m, a, b), c), ("mul", lambda m, a, b: mul(F16, m, a, b), c),
                          ("sub", lambda m, a, b: sub(F16, m, a, b), c40), ("subrev", lambda m, a, b: add(F16, m, a ^ F16.sign, b), c40)):
    rows(where, f"v_{name}_f16_e32 v8, v0, v1", [16] * 2, 16, half2, rule, HO)
rows(c, "v_sub_f16_e32 v8, v0, v1", [16] * 2, 16, half2[:32], lambda m, a, b: sub(F16, m, a, b), HO)
rows(c, "v_subrev_f16_e32 v8, v0, v1", [16] * 2, 16, half2[:32], lambda m, a, b: add(F16, m, a ^ F16.sign, b), HO)
c = fact(F, 38, "gfx1036", "A flushed f16 product is tiny after rounding to 11 bits with an unbounded exponent.")
tiny16 = [(0x3bff, 0x0400), (0x3c01, 0x03ff)]
rng = random.Random(38)
while len(tiny16) < 96:
    a = 0x3800 | rng.getrandbits(10)
    tiny16.append((a | rng.getrandbits(1) << 15, F16.round(Q(2) ** -14 / F16.value(a), rng.choice((UP, DOWN)))))
rows(c, "v_mul_f16_e32 v8, v0, v1", [16] * 2, 16, tiny16, lambda m, a, b: mul(F16, m, a, b), HALF_MODES)
c = fact(F, 39, "gfx1031", "The fused f16 forms look for a tiny result in the same way, with every addend.")
tri = [(0x0400, 0x0400, 0x8400), (0x8400, 0x0400, 0x0400)] + sample(triples(C16[:12]), 60, 39)
for k in range(1, 9):
    tri.append((F16.round(Q(-k, 8) * Q(2) ** -11), 0x0400 + 0, 0x0400))
    tri.append((F16.round(Q(k, 8) * Q(2) ** -11), 0x0400, 0x8400))
FM = HALF_MODES + [Mode(d32=3, d16=d, i=0, o=1) for d in range(4)]
rows(c, "v_fma_f16 v8, v0, v1, v2", [16] * 3, 16, tri, lambda m, *a: fma(F16, m, *a), FM)
rows(c, "v_fma_f16 v8, -v0, |v1|, v2", [16] * 3, 16, tri[:32], lambda m, a, b, d: fma(F16, m, a ^ 0x8000, b & 0x7fff, d), FM)
rows(c, ["v_lshlrev_b32_e32 v1, 16, v1", "v_fma_f16 v8, v0, v1, v2 op_sel:[0,1,0,0]"], [16] * 3, 16, tri[:32], lambda m, *a: fma(F16, m, *a), FM)
rows(c, ["v_mov_b32_e32 v8, v2", "v_fmac_f16_e32 v8, v0, v1"], [16] * 3, 16, tri[:64], lambda m, *a: fma(F16, m, *a), FM)
rows(c, "v_fmamk_f16 v8, v0, 0x400, v1", [16] * 2, 16, [(t[0], t[2]) for t in tri], lambda m, a, b: fma(F16, m, a, 0x400, b), FM)
rows(c, "v_fmaak_f16 v8, v0, v1, 0x8400", [16] * 2, 16, [t[:2] for t in tri], lambda m, a, b: fma(F16, m, a, b, 0x8400), FM)

c = fact(F, 41, "gfx1036", "Unary f16 instructions, frexp and conversions: bit 0 keeps operands, bit 1 results, after they are rounded to half.")
D16 = [1, 0x8001, 0x03ff, 0x83ff, 0x0200, 0x0155, 0x0400, 0x8400, 0x3c00, 0x4180]
for name, rule in (("floor", whole(F16, False)), ("ceil", whole(F16, True)), ("fract", fract(F16)), ("frexp_mant", mantissa(F16))):
    rows(c, f"v_{name}_f16_e32 v8, v0", [16], 16, [(x,) for x in D16], rule, HALF_MODES)
rows(c, "v_frexp_exp_i16_f16_e32 v8, v0", [16], 16, [(x,) for x in D16], exponent(F16, 16), HALF_MODES)
rows(c, "v_cvt_f32_f16_e32 v8, v0", [16], 32, [(x,) for x in D16], lambda m, x: convert(F16, F32, m, x), HALF_MODES)
for name, extra in (("rcp", [0x7bff, 0x7800, 0xf555, 0x7400]), ("rsq", []), ("sqrt", []), ("log", []), ("exp", [0xcb80, 0xcc00, 0xcb00]), ("sin", [])):
    rule = function(F16, name)
    if name == "sin":
        rule = lambda m, x: (lambda y: y if F16.zero(y) else F16.round(F16.value(y) * turn, EVEN, m.keep_out(F16), "grid") if abs(F16.value(y)) < Q(1, 4096) else None)(F16.flush(x, m.keep_in(F16)))
    rows(c, f"v_{name}_f16_e32 v8, v0", [16], 16, [(x,) for x in D16 + extra], rule, HALF_MODES, ulp=1)


def norm(f, top, bits):
    def one(m, x):
        x = f.flush(x, m.keep_in(f))
        v = max(Q(-1) if bits else Q(0), min(Q(1), f.value(x))) * top
        k, rest = divmod(v, 1)
        # Halfway cases are left out: no sentence says where they go.
        return None if abs(rest - Q(1, 2)) < Q(1, 100) else int(k + (rest > Q(1, 2))) & 0xffff
    return one


NORM = [(x,) for x in (0, 1, 0x8001, 0x0200, 0x0201, 0x83ff, 0x03ff, 0x0400, 0x3c00, 0xbc00, 0x3555)]
for name, top, signed_ in (("i16", 32767, 1), ("u16", 65535, 0)):
    rows(c, f"v_cvt_norm_{name}_f16_e32 v8, v0", [16], 16, NORM, norm(F16, top, signed_), HALF_MODES)
c = fact(F, 42, "gfx1030", "cvt_pknorm_i16_f16 and _u16_f16 flush both operands by bit 0, in every f16 rounding.")
for name, top, signed_ in (("i16", 32767, 1), ("u16", 65535, 0)):
    both = lambda m, a, b: (lambda x, y: None if x is None or y is None else x | y << 16)(norm(F16, top, signed_)(m, a), norm(F16, top, signed_)(m, b))
    rows(c, f"v_cvt_pknorm_{name}_f16 v8, v0, v1", [16] * 2, 32, [(x[0], x[0] ^ 0x8000) for x in NORM], both,
         HALF_MODES[::2] + [Mode(d32=3, d16=d, r16=r) for d in (0, 3) for r in (1, 2, 3)])

c = fact(F, 43, "gfx1031", "div_fixup_f16 flushes denominator and numerator by bit 0, keeps quotient and result.")
fix = [(q, d, n) for q in (1, 0x03ff, 0x8001, 0x3c00, 0x7bff) for d in (0x3c00, 0xbc00, 1, 0x8001, 0, 0x7c00) for n in (0x3c00, 0xbc00, 1, 0x8001, 0, 0x7c00)]
rows(c, "v_div_fixup_f16 v8, v0, v1, v2", [16] * 3, 16, sample(fix, 126, 43), lambda m, *a: div_fixup(F16, m, *a), HALF_MODES + [Mode(d32=3, d16=d, o=1) for d in range(4)])
rows(c, "v_div_fixup_f16 v8, v0, -v1, |v2|", [16] * 3, 16, sample(fix, 32, 44), lambda m, a, b, n: div_fixup(F16, m, a, b ^ 0x8000, n & 0x7fff), HALF_MODES)

c = fact(F, 44, "gfx1036", "ldexp_f16: bit 0 keeps the operand, bit 1 the result; a result is flushed where its exact value is below the smallest normal number, before rounding.")
ld16 = [(x | s, n % 65536) for x in [0x07ff, 0x07fe, 0x0800, 0x0400, 0x03ff, 1, 0x0555] + sample(range(0x1000), 24, 44) for s in (0, 0x8000) for n in (-1, 0)]
rows(c, "v_ldexp_f16_e32 v8, v0, v1", [16] * 2, 16, ld16, lambda m, a, n: ldexp(F16, m, a, signed(n, 16)), HALF_MODES)

c = fact(F, 45, "gfx1031", "f16 compares flush operands by bit 0.")
cmp16 = [(a, b) for a in C16[:10] for b in (0, 0x8001, 1, 0x0400, 0x3c00, 0x7e01)]
for name in PREDICATES:
    asm = [f"v_cmp_{name}_f16_e32 vcc, v0, v1", "v_cndmask_b32_e64 v8, 0, 1, vcc"]
    rows(c, asm, [16] * 2, 32, cmp16, lambda m, a, b: compare(F16, m, name, a, b), HALF_MODES)

c = fact(F, 46, "gfx1035", "Packed f16: with IEEE a signalling NaN is quieted, and min and max return the other operand for a quiet NaN alone; without it NaNs pass unquieted and min and max take every NaN as quiet; an invalid product of pk_fma gives the default NaN beside a NaN addend.")
nan2 = sample(pairs([0x7d01, 0xfe33, 0x7c00, 0xfc00, 0, 0x3c00]), 36, 46)
lanes2 = [(a | a2 << 16, b | b2 << 16) for (a, b), (a2, b2) in zip(nan2, nan2[::-1])]
KEEP16 = [Mode(d32=0, d16=3, i=i) for i in (0, 1)]
rows(c, "v_pk_add_f16 v8, v0, v1", [32] * 2, 32, lanes2, packed(lambda m, a, b: add(F16, m, a, b)), KEEP16)
rows(c, "v_pk_mul_f16 v8, v0, v1", [32] * 2, 32, lanes2, packed(lambda m, a, b: mul(F16, m, a, b)), KEEP16)


def extreme(lowest):
    def rule(m, a, b):
        f = F16
        a, b = f.flush(a, m.keep_in(f)), f.flush(b, m.keep_in(f))
        if m.i and (f.signalling(a) or f.signalling(b)):
            return (a if f.signalling(a) else b) | f.quiet
        if f.nan(a) or f.nan(b):
            return b if f.nan(a) else a
        key = lambda x: -f.mag(x) - 1 if f.neg(x) else f.mag(x)
        return (min if lowest else max)((a, b), key=key)
    return rule


no_two_nans = [(a, b) for a, b in lanes2 if not any(F16.nan(a >> s & 0xffff) and F16.nan(b >> s & 0xffff) for s in (0, 16))]
packed3 = lambda rule: lambda m, a, b, d: rule(m, a & 0xffff, b & 0xffff, d & 0xffff) | rule(m, a >> 16, b >> 16, d >> 16) << 16
for name, lowest in (("min", True), ("max", False)):
    rows(c, f"v_pk_{name}_f16 v8, v0, v1", [32] * 2, 32, no_two_nans, packed(extreme(lowest)), KEEP16)
nan3 = sample(triples([0x7d01, 0xfe33, 0x7c00, 0, 0x3c00]), 100, 47)
lanes3 = [(a | x << 16, b | y << 16, d | z << 16) for (a, b, d), (x, y, z) in zip(nan3, nan3[::-1])]
rows(c, "v_pk_fma_f16 v8, v0, v1, v2", [32] * 3, 32, lanes3, packed3(lambda m, *a: fma(F16, m, *a)), KEEP16)
c = fact(F, 47, "gfx1031", "Packed f16 denormals: operands by bit 0, so that inf times a denormal is invalid; results by bit 1, products rounded to 11 bits before they are looked at; min and max flush operands alone.")
p2 = [(a | x << 16, b | y << 16) for (a, b), (x, y) in zip(tiny16[:48] + [(0x7c00, 1), (0x0401, 0x8400), (1, 0x3c00)], half2[:51]) if not any(map(F16.nan, (x, y)))]
rows(c, "v_pk_add_f16 v8, v0, v1", [32] * 2, 32, p2, packed(lambda m, a, b: add(F16, m, a, b)), HALF_MODES)
rows(c, "v_pk_mul_f16 v8, v0, v1", [32] * 2, 32, p2, packed(lambda m, a, b: mul(F16, m, a, b)), HALF_MODES)
rows(c, "v_pk_mul_f16 v8, v0, v1 op_sel:[1,0] op_sel_hi:[0,1] neg_lo:[1,0]", [32] * 2, 32, p2,
     lambda m, a, b: mul(F16, m, a >> 16 ^ 0x8000, b & 0xffff) | mul(F16, m, a & 0xffff, b >> 16) << 16, HALF_MODES)
for name, lowest in (("min", True), ("max", False)):
    rows(c, f"v_pk_{name}_f16 v8, v0, v1", [32] * 2, 32, p2, packed(extreme(lowest)), HALF_MODES)
t3 = [t for t in tri if not any(map(F16.nan, t))]
p3 = [tuple(l | h << 16 for l, h in zip(a, b)) for a, b in zip(t3, t3[::-1])]
rows(c, "v_pk_fma_f16 v8, v0, v1, v2", [32] * 3, 32, p3, packed3(lambda m, *a: fma(F16, m, *a)), HALF_MODES)
rows(c, ["v_mov_b32_e32 v8, v2", "v_pk_fmac_f16 v8, v0, v1"], [32] * 3, 32, p3, packed3(lambda m, *a: fma(F16, m, *a)), HALF_MODES)

c = fact(F, 48, "gfx1036", "FP16_OVFL: an infinite f16 result becomes the largest finite number unless a source is infinite; rcp, rsq, log of zero and exp of 16 and more too; div_fixup keeps the infinity of a zero denominator or an infinite numerator; the threshold is 65520; cvt_pkrtz never overflows.")
OV = [Mode(d32=3, d16=d, i=i, o=o) for d in (0, 3) for i in (0, 1) for o in (0, 1)]
over = [(0x7bff, 0x7bff), (0xfbff, 0xfbff), (0x7bff, 0x5000), (0x7bff, 0x4c00), (0x7bff, 0x4bff), (0x7c00, 0x3c00), (0x7c00, 0xfc00), (0xfc00, 0x7bff)]
rows(c, "v_add_f16_e32 v8, v0, v1", [16] * 2, 16, over, lambda m, a, b: add(F16, m, a, b), OV)
rows(c, "v_mul_f16_e32 v8, v0, v1", [16] * 2, 16, over, lambda m, a, b: mul(F16, m, a, b), OV)
rows(c, "v_pk_add_f16 v8, v0, v1", [32] * 2, 32, [(a | 0x3c000000, b | 0x3c000000) for a, b in over], packed(lambda m, a, b: add(F16, m, a, b)), OV)
rows(c, "v_fma_f16 v8, v0, v1, v2", [16] * 3, 16, [(a, b, 0) for a, b in over] + [(0x3c00, a, b) for a, b in over], lambda m, *a: fma(F16, m, *a), OV)
rows(c, "v_cvt_f16_f32_e32 v8, v0", [32], 16, [(x,) for x in (0x477fefff, 0x477ff000, 0xc77ff000, 0x47800000, 0x7f7fffff, 0x7f800000, 0xff800000)],
     lambda m, x: convert(F32, F16, m, x), OV)
rows(c, "v_cvt_pkrtz_f16_f32_e32 v8, v0, v1", [32] * 2, 32, [(0x477ff000, 0x7f7fffff), (0x7f800000, 0xff7fffff)],
     lambda m, a, b: 0x7bff7bff if a != 0x7f800000 else 0xfbff7c00, OV)
for name, given in (("rcp", [0, 0x8000, 0x7c00, 0xfc00]), ("rsq", [0, 0x8000, 0x7c00]), ("log", [0, 0x8000, 0x7c00]), ("exp", [0x4c00, 0x4d00, 0x7bff, 0x7c00])):
    rows(c, f"v_{name}_f16_e32 v8, v0", [16], 16, [(x,) for x in given], function(F16, name), OV)
rows(c, "v_div_fixup_f16 v8, v0, v1, v2", [16] * 3, 16, [(q, d, n) for q in (0x7c00, 0xfc00, 0x3c00) for d in (0, 0x3c00, 0xbc00) for n in (0x3c00, 0x7c00, 0xfc00)],
     lambda m, *a: div_fixup(F16, m, *a), OV)

c = fact(F, 49, "gfx1030 and gfx1036", "cvt_f16_f32, cvt_f16_i16, cvt_f16_u16 and ldexp_f16 round by the f16 field in every denormal mode; a conversion is flushed where its value rounded with an unbounded exponent is below the smallest normal number; clamp acts before rounding.")
R16 = [Mode(d32=3, d16=d, r16=r) for d in range(4) for r in range(4)]
edge = []
for base in (0x38800000, 0x33800000, 0x33000000, 0x477fe000, 0x477ff000, 0x3f801000, 0x38ffe000):
    edge += [base + k for k in (-0x1001, -0x1000, -1, 0, 1, 0x0fff, 0x1000)]
edge = [(x | s << 31,) for x in edge for s in (0, 1)]
rows(c, "v_cvt_f16_f32_e32 v8, v0", [32], 16, edge, lambda m, x: convert(F32, F16, m, x), R16)


def clamp_then_convert(m, x):
    v = F32.value(x)
    return 0 if v <= 0 else convert(F32, F16, m, x if v <= 1 else 0x3f800000)


rows(c, "v_cvt_f16_f32_e64 v8, v0 clamp", [32], 16, edge, clamp_then_convert, R16)
ints = [(x,) for x in (0, 1, 2047, 2048, 2049, 4097, 4098, 32767, 32768, 33000, 65503, 65504, 65519, 65520, 65535)]
rows(c, "v_cvt_f16_u16_e32 v8, v0", [16], 16, ints, lambda m, x: F16.round(Q(x), m.r16) if x else 0, R16[:4] + R16[12:])
rows(c, "v_cvt_f16_i16_e32 v8, v0", [16], 16, ints, lambda m, x: F16.round(Q(signed(x, 16)), m.r16) if x else 0, R16[:4] + R16[12:])
lde = [(x, n % 65536) for x in (0x3fff, 0x3c01, 0xbfff, 1, 0x8003, 0x7bff, 0x03ff) for n in (-25, -24, -15, -14, -1, 0, 1, 16, 40)]
rows(c, "v_ldexp_f16_e32 v8, v0, v1", [16] * 2, 16, lde, lambda m, a, n: ldexp(F16, m, a, signed(n, 16)), R16)
c = fact(F, 50, "gfx1031", "cvt_pkrtz flushes each denormal half by bit 1.")
P = [0, 0x80000000, 0x387fc000, 0x38800000, 0x387fffff, 0xb3800000, 0x33ffffff, 0x3f800000]
rtz = lambda m, x: convert(F32, F16, m, x, ZERO, True)
rows(c, "v_cvt_pkrtz_f16_f32_e32 v8, v0, v1", [32] * 2, 32, pairs(P),
     lambda m, a, b: F16.flush(rtz(m, a), m.keep_out(F16)) | F16.flush(rtz(m, b), m.keep_out(F16)) << 16, HALF_MODES)
c = fact(F, 51, "gfx1031", "v_pack_b32_f16 flushes each denormal half by bit 0.")
rows(c, "v_pack_b32_f16 v8, v0, v1", [16] * 2, 32, pairs(C16[:10]), lambda m, a, b: F16.flush(a, m.keep_in(F16)) | F16.flush(b, m.keep_in(F16)) << 16, HALF_MODES)
c = fact(F, 52, "gfx1036", "fma_mixlo and fma_mixhi round once, by the f16 fields; beyond 65504 as IEEE says for the direction.")
pin = (0xbfc00000, 0x33800000, 0x00800000)
for name, extra in (("lo", []), ("hi", ["v_lshrrev_b32_e32 v8, 16, v8"])):
    asm = [f"v_fma_mix{name}_f16 v8, v0, v1, v2"] + extra
    rows(c, asm, [32] * 3, 16, [pin], lambda m, *a: 0x8000, [Mode(d32=3, d16=0)])
    rows(c, asm, [32] * 3, 16, [pin], lambda m, *a: 0x8002 if m.r16 == 2 else 0x8001, [Mode(d32=3, r16=r, r32=q) for r, q in ((0, 0), (2, 0), (0, 2))])
    sweep = [(0x477fe000, 0x3f800000, x) for x in (0x417fffff, 0x41800000, 0x42000000)] + [(0xc77fe000, 0x3f800000, x) for x in (0xc17fffff, 0xc1800000)] + \
        [(0x3f800000, 0x33800000 + k, 0x33000000 + k * 7) for k in range(8)] + [(0x3f800000, 0x3f800000, 0xbf800000), (0x3f801000, 0x3f800000, 0), (0x3f803000, 0xbf800000, 0x2f000000)]
    rows(c, asm, [32] * 3, 16, sweep, lambda m, *a: mixlo(m, (0, 0, 0), a), [Mode(d32=3, d16=3, r16=r) for r in range(4)])
    rows(c, [asm[0] + " op_sel_hi:[1,1,0]"] + extra, [16, 16, 32], 16, [(0x3c01, 0x3c01, 0x2f000000), (0x0001, 0x3800, 0x80000001), (0x7bff, 0x3c01, 0)],
         lambda m, *a: mixlo(m, (1, 1, 0), a), [Mode(d32=3, d16=3, r16=r) for r in range(4)])
c = fact(F, 54, "gfx1031", "16-bit multiplies keep the low half of the product.")
rows(c, "v_mul_lo_u16 v8, v0, v1", [16] * 2, 16, [(0xffff, 0xffff), (0x1234, 0x5678), (0x8000, 2)], lambda m, a, b: a * b & 0xffff, [Mode()])
rows(c, ["v_mov_b32_e32 v8, 0", "v_mul_lo_u16 v8, v0, v1", "v_and_b32_e32 v8, 0xffff, v8"], [32] * 2, 32, [(0xffff, 0xffff)], lambda m, a, b: 1, [Mode()])
rows(c, "v_pk_mul_lo_u16 v8, v0, v1", [32] * 2, 32, [(0xffff, 0xffff), (0xffffffff, 0xffffffff), (0x12345678, 0x9abcdef0)],
     packed(lambda m, a, b: a * b & 0xffff), [Mode()])

# --- f64 -----------------------------------------------------------------------------------------------------------

F = "f64"
DOUBLE = [Mode(d16=d, i=i) for d in (0, 3) for i in (0, 1)]
DOUBLE4 = [Mode(d16=d, i=i) for d in range(4) for i in (0, 1)]
MIN = 0x0010000000000000
c = fact(F, 55, "gfx1035", "v_fma_f64 and v_div_fmas_f64 round once beside denormals, kept.")
f3 = [(1, one, 1), (MIN, 0x3fe0000000000000, 1), (0x000fffffffffffff, 0x3ff0000000000001, 0), (0x3fefffffffffffff, MIN, 0), (0x3ff0000000000001, 0x3ff0000000000001, 0xbff0000000000002),
      (0x2000000000000001, 0x1ffffffffffffffe, 0), (0x2000000000000001, 0x1ffffffffffffffe, 1), (1, 0x4330000000000000, 1 << 63 | 3), (0x8000000000000001, 0x3fe0000000000000, 0), (MIN, one, MIN | 1 << 63)]
f3 += [t for t in sample(triples(C64[:12]), 48, 55)]
rows(c, "v_fma_f64 v[8:9], v[0:1], v[2:3], v[4:5]", [64] * 3, 64, f3, lambda m, *a: fma(F64, m, *a), DOUBLE[2:])
rows(c, ["s_mov_b64 vcc, 0", "v_div_fmas_f64 v[8:9], v[0:1], v[2:3], v[4:5]"], [64] * 3, 64, f3, lambda m, *a: fma(F64, m, *a), DOUBLE[2:])
c = fact(F, 56, "gfx1035", "With f64 denormals flushed v_fma_f64 flushes operands and result, tiny before rounding; v_div_fmas_f64 its result alone.")
rows(c, "v_fma_f64 v[8:9], v[0:1], v[2:3], v[4:5]", [64] * 3, 64, f3, lambda m, *a: fma(F64, m, *a), DOUBLE[:2])
rows(c, ["s_mov_b64 vcc, 0", "v_div_fmas_f64 v[8:9], v[0:1], v[2:3], v[4:5]"], [64] * 3, 64,
     [(1, 0x7e30000000000000, 0), (1, one, 1), (MIN, 0x3fe0000000000000, 0), (MIN | 1 << 63, 0x3fe0000000000000, 0), (one, one, 1)],
     lambda m, *a: fma(F64, m, *a, flush_in=False), DOUBLE[:2])
c = fact(F, 57, "gfx1031", "floor, ceil, fract, frexp_mant and frexp_exp of f64 flush a denormal operand by bit 0, fract a denormal result by bit 1; trunc and rndne are not affected.")
d64 = [(x,) for x in C64[:13] if F64.mag(x) < F64.inf] + [(0x4004000000000000,)]
for name, rule in (("floor", whole(F64, False)), ("ceil", whole(F64, True)), ("fract", fract(F64)), ("frexp_mant", mantissa(F64))):
    rows(c, f"v_{name}_f64_e32 v[8:9], v[0:1]", [64], 64, d64, rule, DOUBLE4)
    if name != "fract":
        rows(c, f"v_{name}_f64_e64 v[8:9], -|v[0:1]|", [64], 64, d64, lambda m, x: rule(m, x | F64.sign), DOUBLE4)
rows(c, "v_frexp_exp_i32_f64_e32 v8, v[0:1]", [64], 32, d64, exponent(F64, 32), DOUBLE4)
for name in ("trunc", "rndne"):
    rows(c, f"v_{name}_f64_e32 v[8:9], v[0:1]", [64], 64, [(x,) for x in C64[:6]], lambda m, x: x & F64.sign, DOUBLE4)
c = fact(F, 58, "gfx1031", "f64 sums and products: operands by bit 0, results by bit 1, a product tiny after rounding to 53 bits with an unbounded exponent.")
d2 = [(0x2000000000000001, 0x1ffffffffffffffe), (0x3fefffffffffffff, MIN), (0x3feffffffffffffe, MIN + 1)] + sample(pairs(C64), 60, 58)
rng = random.Random(58)
for _ in range(40):
    a = 0x3fe0000000000000 | rng.getrandbits(52)
    d2.append((a | rng.getrandbits(1) << 63, F64.round(Q(2) ** -1022 / F64.value(a), rng.choice((UP, DOWN)))))
rows(c, "v_mul_f64 v[8:9], v[0:1], v[2:3]", [64] * 2, 64, d2, lambda m, a, b: mul(F64, m, a, b), DOUBLE4)
rows(c, "v_add_f64 v[8:9], v[0:1], v[2:3]", [64] * 2, 64, d2, lambda m, a, b: add(F64, m, a, b), DOUBLE4)
rows(c, "v_add_f64 v[8:9], -v[0:1], |v[2:3]|", [64] * 2, 64, d2[:40], lambda m, a, b: add(F64, m, a ^ F64.sign, F64.mag(b)), DOUBLE4)
rows(c, "v_mul_f64 v[8:9], v[0:1], v[2:3] clamp", [64] * 2, 64, [p for p in d2[:40] if mul(F64, Mode(d16=3), *p) != F64.sign], clamped(F64), DOUBLE4)
c = fact(F, 59, "gfx1031", "v_div_fixup_f64 flushes denominator and numerator by bit 0, keeps quotient and result.")
fix = [(q, d, n) for q in (1, 0x800fffffffffffff, one) for d in (one, 0xbff0000000000000, 1, 1 << 63 | 1, 0, F64.inf) for n in (one, 1, 1 << 63 | 1, 0, F64.inf)]
fix = [t for t in fix if not (F64.mag(t[1]) == 1 and t[2] == one or F64.mag(t[2]) == 1 and F64.mag(t[1]) == one)] + \
    [(q, d, n) for q in (1, one) for d, n in ((1, one), (one, 1))]
rows(c, "v_div_fixup_f64 v[8:9], v[0:1], v[2:3], v[4:5]", [64] * 3, 64, fix,
     lambda m, q, d, n: None if m.keep_in(F64) and {F64.mag(d), F64.mag(n)} == {1, one} else div_fixup(F64, m, q, d, n), DOUBLE4)
c = fact(F, 60, "gfx1036", "f64 compares flush denormal operands by bit 0 (an audit, not the full matrix); class compares read the bits as they are.")
cmp64 = [(a, b) for a in (0, 1 << 63, 1, 1 << 63 | 1, MIN, one) for b in (0, 1, 1 << 63 | 1, 0x7ff8000000000000)]
for name in PREDICATES:
    asm = [f"v_cmp_{name}_f64_e32 vcc, v[0:1], v[2:3]", "v_cndmask_b32_e64 v8, 0, 1, vcc"]
    rows(c, asm, [64] * 2, 32, cmp64, lambda m, a, b: compare(F64, m, name, a, b), DOUBLE4[::2])
rows(c, ["v_cmp_class_f64_e32 vcc, v[0:1], v2", "v_cndmask_b32_e64 v8, 0, 1, vcc"], [64, 32], 32,
     [(x, 1 << n) for x in (1, 1 << 63 | 1, 0, 1 << 63) for n in (4, 5, 6, 7)],
     lambda m, x, n: int(n == 1 << {1: 7, 1 << 63 | 1: 4, 0: 6, 1 << 63: 5}[x]), DOUBLE4[::2])

# --- integers, scalars, control ------------------------------------------------------------------------------------

F = "scalar"
TITLE = [Mode()]
c = fact(F, 61, "gfx1035", "Bitfield masks use the low five bits of width and offset, and truncate; SCC stays.")
bfm = lambda m, w, o: ((1 << (w & 31)) - 1) << (o & 31) & 0xffffffff
rows(c, "v_bfm_b32 v8, v0, v1", [32] * 2, 32, [(w, o) for w in range(0, 32, 3) for o in range(0, 32, 5)] + [(w | 0xffffffe0, o | 0x12340000) for w in (0, 1, 31) for o in (0, 7, 31)], bfm, TITLE)
for w, o in ((1, 0), (31, 31), (5, 7), (32, 3), (63, 60), (0, 4), (31, 1), (17, 20)):
    for scc in (0, 1):
        rows(c, [f"s_cmp_eq_u32 {scc}, 1", f"s_movk_i32 s20, {w}", f"s_bfm_b32 s20, s20, {o}", "s_cselect_b32 s21, 1, 0", "v_mov_b32_e32 v8, s20", "v_mov_b32_e32 v9, s21"],
             [], 64, [()], lambda m: bfm(m, w, o) | scc << 32, TITLE)
c = fact(F, 63, "gfx1035", "s_sethalt 0 does nothing.")
rows(c, ["s_sethalt 0", "v_mov_b32_e32 v8, v0"], [32], 32, [(0x12345678,)], lambda m, x: x, TITLE)
c = fact(F, 65, "gfx1036", "s_swappc_b64 branches and writes PC + 4 as the link.")
rows(c, ["s_getpc_b64 s[20:21]", "s_add_u32 s24, s20, 16", "s_addc_u32 s25, s21, 0", "s_swappc_b64 s[22:23], s[24:25]", "s_mov_b32 s22, 0", "s_sub_u32 s22, s22, s20", "v_mov_b32_e32 v8, s22"],
     [], 32, [()], lambda m: 12, TITLE)
c = fact(F, 66, "gfx1036", "s_call_b64 saves PC + 4 and branches to PC + 4 plus four times its offset.")
rows(c, ["s_getpc_b64 s[20:21]", "s_call_b64 s[22:23], 1", "s_mov_b32 s22, 0", "s_sub_u32 s22, s22, s20", "v_mov_b32_e32 v8, s22"], [], 32, [()], lambda m: 4, TITLE)
c = fact(F, 67, "gfx1035", "Relative addressing takes M0 as an unsigned number of registers.")
rows(c, ["s_mov_b32 m0, 2", "v_movrels_b32_e32 v8, v0"], [32] * 3, 32, [(1, 2, 3), (0x11, 0x22, 0x33)], lambda m, a, b, d: d, TITLE)
rows(c, ["s_mov_b32 m0, 1", "v_movreld_b32_e32 v7, v0", "s_mov_b32 m0, 0"], [32], 32, [(0x1234,)], lambda m, a: a, TITLE)
c = fact(F, 68, "gfx1035", "src_shared_base is the high dword of the aperture over zero, src_shared_limit over all ones.")
for name, low in (("base", 0), ("limit", 0xffffffff)):
    rows(c, [f"s_mov_b64 s[20:21], src_shared_{name}", "v_mov_b32_e32 v8, s20", "v_mov_b32_e32 v9, s21"], [], 64, [()], lambda m: 0x00010000 << 32 | low, TITLE)
    rows(c, [f"s_mov_b32 s20, src_shared_{name}", "v_mov_b32_e32 v8, s20"], [], 32, [()], lambda m: low, TITLE)

# --- LDS -----------------------------------------------------------------------------------------------------------

F = "lds"
WAIT = "s_waitcnt lgkmcnt(0)"


def ds(op, wide, returns, second=None):
    """Puts v0 (and v1) into the lane's own slot, does the atomic with the next operand, reads back."""
    shift, w = (3, "b64") if wide else (2, "b32")
    old, data = ("v[0:1]", "v[2:3]") if wide else ("v0", "v1")
    at = ["v_mbcnt_lo_u32_b32 v10, -1, 0", "v_mbcnt_hi_u32_b32 v10, -1, v10", f"v_lshlrev_b32_e32 v10, {shift}, v10", f"ds_write_{w} v10, {old}", WAIT]
    result = "v[8:9]" if wide else "v8"
    if second:
        data = f"{data}, {second}"
    if returns:
        return at + [f"{op.replace('_f', '_rtn_f')} {result}, v10, {data}", WAIT]
    return at + [f"{op} v10, {data}", WAIT, f"ds_read_{w} {result}, v10", WAIT]


def lds_extreme(f, lowest):
    def rule(m, old, data):
        keep = m.keep_in(f)
        old, data = f.flush(old, keep), f.flush(data, keep)
        if f.signalling(data):
            return data | f.quiet
        if f.signalling(old):
            return old | f.quiet
        if f.nan(old):
            return data
        if f.nan(data):
            return old
        key = lambda x: -f.mag(x) - 1 if f.neg(x) else f.mag(x)
        return (min if lowest else max)((data, old), key=key)
    return rule


c = fact(F, 70, "gfx1036", "LDS min and max: operands flushed by bit 0; a signalling data operand, else a signalling old value is stored quieted; else the data replaces a quiet old NaN, a quiet data NaN loses; -0 is below +0; IEEE has no effect; the old value comes back as it was. cmpst compares flushed bits.")
L32 = [0, 0x80000000, 0x3f800000, 0xbf800000, 0x7f800000, 0xff800000, 1, 0x80000001, 0x007fffff, 0x7fc00001, 0xffc00777, 0x7f812345, 0xff812345, 0x00800000]
L64 = [0, 1 << 63, one, 0xbff0000000000000, F64.inf, F64.inf | F64.sign, 1, 1 << 63 | 1, 0x7ff8000000000001, 0x7ff0000000012345, 0xfff4000000000000]
for name, lowest in (("min", True), ("max", False)):
    M = [Mode(d32=d, i=i) for d in range(4) for i in ((0, 1) if d in (0, 3) else (d & 1,))]
    rows(c, ds(f"ds_{name}_f32", False, False), [32] * 2, 32, pairs(L32), lds_extreme(F32, lowest), M)
    rows(c, ds(f"ds_{name}_f32", False, True), [32] * 2, 32, pairs(L32)[::3], lambda m, old, data: old, [Mode(d32=0), Mode(d32=3, i=1)])
    M = [Mode(d16=d, i=d & 1) for d in range(4)]
    rows(c, ds(f"ds_{name}_f64", True, False), [64] * 2, 64, pairs(L64), lds_extreme(F64, lowest), M)


def cmpst(f):
    def rule(m, old, want, new):
        a, b = f.flush(old, m.keep_in(f)), f.flush(want, m.keep_in(f))
        if f.nan(a) or f.nan(b):
            return old
        return new if a == b or f.zero(a) and f.zero(b) else old
    return rule


rows(c, ds("ds_cmpst_f32", False, False, "v2"), [32] * 3, 32, [(a, b, 0x40000000) for a, b in pairs(L32)], cmpst(F32), [Mode(d32=d) for d in range(4)])
rows(c, ds("ds_cmpst_f64", True, False, "v[4:5]"), [64] * 3, 64, [(a, b, 0x4000000000000000) for a, b in pairs(L64)], cmpst(F64), [Mode(d16=d) for d in range(4)])

c = fact(F, 71, "gfx1010 and gfx1031", "ds_add_f32: operands flushed by bit 0, the result by bit 1, always to nearest even; a NaN operand is stored quieted, the data first; inf - inf gives ffc00000; IEEE and DX10_CLAMP have no effect.")


def lds_add(m, old, data):
    n = Mode(r32=0, d32=m.d32, i=1)
    old, data = (F32.flush(x, n.keep_in(F32)) for x in (old, data))
    if F32.nan(data) or F32.nan(old):
        return (data if F32.nan(data) else old) | F32.quiet
    return add(F32, n, old, data)


A32 = L32 + [0x00800001, 0x80800000, 0x33800000, 0x7f7fffff]
adds = sample(pairs(A32), 190, 71)
rows(c, ds("ds_add_f32", False, False), [32] * 2, 32, adds, lds_add, [Mode(d32=d, r32=r) for d in range(4) for r in (0, 1 + d % 3)] + [Mode(d32=3, i=1), Mode(d32=3, c=0)])
rows(c, ds("ds_add_f32", False, True), [32] * 2, 32, adds[::3], lambda m, old, data: old, [Mode(d32=0), Mode(d32=3)])
c = fact(F, 72, "gfx1035", "ds_min_f32, ds_max_f32 and ds_add_f32 ignore IEEE and depend on the f32 denormal field; the src2 forms read their data from a second slot.")
for name, rule in (("min", lds_extreme(F32, True)), ("max", lds_extreme(F32, False)), ("add", lds_add)):
    at = ["v_mbcnt_lo_u32_b32 v10, -1, 0", "v_mbcnt_hi_u32_b32 v10, -1, v10", "v_lshlrev_b32_e32 v10, 3, v10", "ds_write_b32 v10, v0", "ds_write_b32 v10, v1 offset:4", WAIT,
          f"ds_{name}_src2_f32 v10 offset:1", WAIT, "ds_read_b32 v8, v10", WAIT]
    rows(c, at, [32] * 2, 32, adds[::2], rule, [Mode(d32=d, i=i) for d in (0, 3) for i in (0, 1)])
c = fact(F, 73, "gfx1036", "32-bit adds to the high dword of a slot and 64-bit adds to the slot are done one after the other: sums are exact.")
rows(c, ["v_mov_b32_e32 v10, 0", "v_mov_b32_e32 v11, 0", "ds_write_b64 v10, v[10:11] offset:2048", WAIT, "v_mov_b32_e32 v11, 4",
         "ds_add_u32 v11, v0 offset:2048", "ds_add_u64 v10, v[1:2] offset:2048", WAIT, "s_barrier", "ds_read_b64 v[8:9], v10 offset:2048", WAIT],
     [32, 64], 64, [(1, 0x100000001)] * 64, lambda m, a, b: 64 * (b + (a << 32)), TITLE, keep_all=True)
c = fact(F, 74, "gfx1035", "ds_wrxchg2: the first exchanges of all lanes come before any second one.")
rng = random.Random(74)
vals = [(rng.getrandbits(32), rng.getrandbits(32), rng.getrandbits(32)) for _ in range(64)]
pre = ["v_mbcnt_lo_u32_b32 v10, -1, 0", "v_mbcnt_hi_u32_b32 v10, -1, v10", "v_lshlrev_b32_e32 v10, 2, v10", "v_mov_b32_e32 v11, 0", "v_mov_b32_e32 v12, 0x100", "ds_write_b32 v12, v11", "ds_write_b32 v10, v0", WAIT]
chain = {v: (v[0] | (vals[k + 1][1] if k < 63 else 0) << 32) for k, v in enumerate(vals)}
rows(c, pre + ["ds_wrxchg2_rtn_b32 v[8:9], v10, v1, v2 offset1:1", WAIT], [32] * 3, 64, vals, lambda m, *v: chain[v], TITLE, keep_all=True)
c = fact(F, 75, "gfx1035", "ds_condxchg32_rtn_b64: each dword with the top bit set is exchanged without that bit; the old dwords come back.")
cond = [(0x1111111122222222, 0x8000000780000009), (0x1111111122222222, 0x0000000780000009), (0xffffffffeeeeeeee, 0x8123456700000001), (5, 6)]


def exchanged(m, old, data):
    return sum(((data >> s & 0x7fffffff) if data >> s & 0x80000000 else old >> s & 0xffffffff) << s for s in (0, 32))


at = ["v_mbcnt_lo_u32_b32 v10, -1, 0", "v_mbcnt_hi_u32_b32 v10, -1, v10", "v_lshlrev_b32_e32 v10, 3, v10", "ds_write_b64 v10, v[0:1]", WAIT, "ds_condxchg32_rtn_b64 v[8:9], v10, v[2:3]", WAIT]
rows(c, at, [64] * 2, 64, cond, lambda m, old, data: old, TITLE)
rows(c, at + ["ds_read_b64 v[8:9], v10", WAIT], [64] * 2, 64, cond, exchanged, TITLE)

# --- words ---------------------------------------------------------------------------------------------------------

FRAME = {
    "enter": ["v_lshlrev_b32_e32 v60, 2, v0"],
    "place": ["v_add_nc_u32_e32 v61, 0x12345678, v60", "v_add_nc_u32_e32 v62, 0x12345678, v60"],
    "load": [f"global_load_dword v{k}, v61, s[0:1] offset:{256 * k}" for k in range(6)],
    "ready": ["s_waitcnt vmcnt(0)", "v_mov_b32_e32 v8, 0", "v_mov_b32_e32 v9, 0"],
    "store": ["global_store_dword v62, v8, s[2:3]", "global_store_dword v62, v9, s[2:3] offset:256"],
    "leave": ["s_endpgm"],
}


def assemble(groups):
    """Words and text, as LLVM prints it, of each group of lines."""
    lines = [line for group in groups for line in group]
    done = subprocess.run(["llvm-mc-19", "-arch=amdgcn", "-mcpu=gfx1013", "-mattr=+wavefrontsize64,-wavefrontsize32", "-show-encoding"],
                          input="\n".join(lines), capture_output=True, text=True)
    found = re.findall(r"^\t(\S.*?)\s*; encoding: \[(.*)\]$", done.stdout, re.M)
    if done.stderr or len(found) != len(lines):
        sys.exit(done.stderr or "lines were lost")
    out = []
    for group in groups:
        part, found = found[:len(group)], found[len(group):]
        code = [bytes(int(b, 16) for b in enc.split(",")) for _, enc in part]
        words = [[int.from_bytes(code[i][k:k + 4], "little") for k in range(0, len(code[i]), 4)] for i in range(len(part))]
        out.append(([text.strip() for text, _ in part], words))
    return out


def main():
    snippets = list(SNIPPETS)
    for snippet, (text, words) in zip(snippets, assemble(snippets)):
        SNIPPETS[snippet] = (text, [w for inst in words for w in inst])
    say = lambda words: "[" + ", ".join(f"0x{w:08x}" for w in words) + "]"
    with open("frame.toml", "w") as out:
        out.write("# Written by make.py: the words around the instructions of a row.\n\n")
        for name, lines in FRAME.items():
            _, words = assemble([lines])[0]
            out.write("".join(f"# {line}\n" for line in lines))
            nested = ", ".join(say(w) for w in words)
            out.write(f"{name} = [{nested}]\n\n")
    total = 0
    for name, facts in FILES.items():
        with open(f"{name}.toml", "w") as out:
            out.write("# Written by make.py from measured facts: see its head.\n")
            for f in facts:
                out.write(f'\n[[fact]]\nnumber = {f["number"]}\ngpu = "{f["gpu"]}"\nsays = """\n{f["says"]}"""\n')
                for case in f["cases"]:
                    text, words = SNIPPETS[case["asm"]]
                    out.write("\n[[fact.case]]\nasm = [" + ", ".join(f'"{t}"' for t in text) + f"]\nwords = {say(words)}\n")
                    out.write("modes = [" + ", ".join(f'"{m}"' for m in case["modes"]) + "]\n")
                    if case["ulp"]:
                        out.write(f'ulp = {case["ulp"]}\n')
                    out.write("rows = [\n" + "".join(f'    "{r}",\n' for r in case["rows"]) + "]\n")
                    total += len(case["rows"]) * len(case["modes"])
        print(name, sum(len(c["rows"]) for f in facts for c in f["cases"]), "rows")
    numbers = sorted({f["number"] for facts in FILES.values() for f in facts})
    print(total, "rows over modes,", len(numbers), "facts:", numbers)


main()
