//@ groups 2
//@ arg zero 512
//@ arg f16 256
//@ arg f16 256
#include "own.h"
#pragma OPENCL FP_CONTRACT OFF
static inline u32 hb(half x) { return x != x ? 0x7e00 : as_ushort(x); }
KERNEL f16_ops(G u32 *o, G const half *a, G const half *b) {
  u32 i = T, h = 0;
  half x = a[i], y = b[(i * 5) & 127], z = a[(i * 11) & 127];
#define R(v) h = mix(h, hb(v))
  R(x + y); R(x - y); R(x * y); R(-x); R(x * y + z); R((x + y) * z); R(x > y ? x : z);
  h = mix(h, (x < y) | (x <= y) << 1 | (x == y) << 2 | (x != y) << 3 | (x >= y) << 4 | (x > y) << 5 | (!(x < y)) << 6);
  o[i] = h;
}
