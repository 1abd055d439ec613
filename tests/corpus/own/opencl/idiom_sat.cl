//@ groups 2
//@ arg zero 512
//@ arg rand 1024
#include "own.h"
KERNEL idiom_sat(G u32 *o, G const u32 *a) {
  u32 i = T, h = 0, x = a[i], y = a[i ^ 1];
#define R(v) h = mix64(h, (u64)(v))
#define S(t, lo, hi, v) ((v) < (lo) ? (lo) : (v) > (hi) ? (hi) : (t)(v))
  s64 w = (s64)(s32)x + (s32)y, m = (s64)(s32)x * (s32)y; R(S(s32, -2147483648ll, 2147483647ll, w)); R(S(s16, -32768, 32767, (s32)x >> 8)); R(S(u8, 0, 255, (s32)x >> 20)); R(S(s8, -128, 127, (s32)y >> 18)); R(m > 1000000 ? 1000000 : m); R(x + y < x ? ~0u : x + y); R(x > y ? x - y : 0); R(x > y ? x - y : y - x);
  for (int k = 0; k < 4; k++) { s32 p = (u8)(x >> k * 8), q = (u8)(y >> k * 8); R(p > q ? p - q : q - p); R((p + q + 1) >> 1); R(p * q + 128 >> 8); }
  R(__builtin_elementwise_add_sat((s32)x, (s32)y)); R(__builtin_elementwise_sub_sat(x, y)); R(__builtin_elementwise_add_sat((u16)x, (u16)y)); R(__builtin_elementwise_sub_sat((s16)x, (s16)y)); o[i] = h;
}
