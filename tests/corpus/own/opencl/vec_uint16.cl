//@ groups 2
//@ arg zero 8192
//@ arg rand 8192
//@ arg rand 8192
#include "own.h"
KERNEL vec_uint16(G uint16 *o, G const uint16 *a, G const uint16 *b) {
  u32 i = T;
  uint16 x = a[i], y = b[i], q = x * y + (uint16)3;
  q ^= (x << (uint16)15) | (y >> (uint16)9);
  q += __builtin_elementwise_max(x, y); q -= __builtin_elementwise_min(x, y);
  q = __builtin_elementwise_add_sat(q, y); q ^= __builtin_elementwise_sub_sat(x, y);
  q = x > y ? q : q - y;
  q += __builtin_astype(x == y, uint16) & (uint16)5;
  q ^= q / ((uint16)3 | (y & (uint16)15)); q += x % (uint16)11;
  for (int k = 0; k < 16; k++) q[k] += x[(k + i) % 16] * (uint)k;
  o[i] = q;
}
