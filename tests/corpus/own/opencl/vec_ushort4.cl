//@ groups 2
//@ arg zero 1024
//@ arg rand 1024
//@ arg rand 1024
#include "own.h"
KERNEL vec_ushort4(G ushort4 *o, G const ushort4 *a, G const ushort4 *b) {
  u32 i = T;
  ushort4 x = a[i], y = b[i], q = x * y + (ushort4)3;
  q ^= (x << (ushort4)7) | (y >> (ushort4)5);
  q += __builtin_elementwise_max(x, y); q -= __builtin_elementwise_min(x, y);
  q = __builtin_elementwise_add_sat(q, y); q ^= __builtin_elementwise_sub_sat(x, y);
  q = x > y ? q : q - y;
  q += __builtin_astype(x == y, ushort4) & (ushort4)5;
  q ^= q / ((ushort4)3 | (y & (ushort4)15)); q += x % (ushort4)11;
  for (int k = 0; k < 4; k++) q[k] += x[(k + i) % 4] * (ushort)k;
  o[i] = q;
}
