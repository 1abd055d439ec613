//@ groups 2
//@ arg zero 512
//@ arg rand 1024
//@ arg rand 1024
//@ arg rand 1024
#include "own.h"
// All operators of s32, and those that the compiler makes of idioms.
KERNEL int_s32(G u32 *o, G const s32 *a, G const s32 *b, G const u32 *sh) {
  u32 i = T, h = 0, s = sh[i] & 31;
  s32 x = a[i], y = b[i], z = a[(i * 7 + 3) & 127];
  u32 ux = (u32)x, uy = (u32)y;
#define R(v) h = mix64(h, (u64)(s64)(v))
  R((s32)(x + y)); R((s32)(x - y)); R((s32)((u32)x * (u32)y)); R(x & y); R(x | y); R(x ^ y); R((s32)~x); R((s32)-ux);
  R((s32)(ux << s)); R(x >> s); R(ux >> s); R(x < y); R(x <= y); R(x == y); R(x > (s64)z); R(ux > uy);
  R(y ? y == (s32)-1 ? 7 : x / y : 3); R(y ? y == (s32)-1 ? 9 : x % y : 5); R(ux / 10); R(ux % 10); R(x / 7); R(x % 7); R(x / 16); R(x % 16);
  R((s32)(ux * uy + (u32)z)); R((u32)(ux << s | ux >> (32 - s & 31))); R((x & y) | (~x & z)); R((u32)(x < y ? x : y)); R(x > y ? x : y);
  R(__builtin_elementwise_max(x, y)); R(__builtin_elementwise_min(x, z));
  R(__builtin_elementwise_add_sat(x, y)); R(__builtin_elementwise_sub_sat(x, y));
  R(__builtin_popcountl((u64)ux)); R(ux ? __builtin_clzl((u64)ux) : 64); R(ux ? __builtin_ctzl((u64)ux) : 64);
  R(__builtin_elementwise_bitreverse(x)); R(__builtin_elementwise_abs((s32)x));
  s32 r; R(__builtin_add_overflow(x, y, &r)); R(r); R(__builtin_sub_overflow(x, y, &r)); R(r); R(__builtin_mul_overflow(x, y, &r)); R(r);
  o[i] = h;
}
