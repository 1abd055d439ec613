//@ groups 2
//@ arg zero 512
//@ arg rand 1024
//@ arg rand 1024
//@ arg rand 1024
#include "own.h"
// All operators of u8, and those that the compiler makes of idioms.
KERNEL int_u8(G u32 *o, G const u8 *a, G const u8 *b, G const u32 *sh) {
  u32 i = T, h = 0, s = sh[i] & 7;
  u8 x = a[i], y = b[i], z = a[(i * 7 + 3) & 127];
  u8 ux = (u8)x, uy = (u8)y;
#define R(v) h = mix64(h, (u64)(s64)(v))
  R((u8)(x + y)); R((u8)(x - y)); R((u8)((u8)x * (u8)y)); R(x & y); R(x | y); R(x ^ y); R((u8)~x); R((u8)-ux);
  R((u8)(ux << s)); R(x >> s); R(ux >> s); R(x < y); R(x <= y); R(x == y); R(x > (s64)z); R(ux > uy);
  R(y ? y == (u8)-1 ? 7 : x / y : 3); R(y ? y == (u8)-1 ? 9 : x % y : 5); R(ux / 10); R(ux % 10); R(x / 7); R(x % 7); R(x / 16); R(x % 16);
  R((u8)(ux * uy + (u8)z)); R((u8)(ux << s | ux >> (8 - s & 7))); R((x & y) | (~x & z)); R((u8)(x < y ? x : y)); R(x > y ? x : y);
  R(__builtin_elementwise_max(x, y)); R(__builtin_elementwise_min(x, z));
  R(__builtin_elementwise_add_sat(x, y)); R(__builtin_elementwise_sub_sat(x, y));
  R(__builtin_popcountl((u64)ux)); R(ux ? __builtin_clzl((u64)ux) : 64); R(ux ? __builtin_ctzl((u64)ux) : 64);
  R(__builtin_elementwise_bitreverse(x)); R(__builtin_elementwise_abs((s8)x));
  u8 r; R(__builtin_add_overflow(x, y, &r)); R(r); R(__builtin_sub_overflow(x, y, &r)); R(r); R(__builtin_mul_overflow(x, y, &r)); R(r);
  o[i] = h;
}
