//@ groups 2
//@ arg zero 2048
//@ arg rand 2048
//@ arg rand 2048
#include "own.h"
KERNEL vec_int4(G int4 *o, G const int4 *a, G const int4 *b) {
  u32 i = T;
  int4 x = a[i], y = b[i], q = x * y + (int4)3;
  q ^= (x << (int4)15) | (y >> (int4)9);
  q += __builtin_elementwise_max(x, y); q -= __builtin_elementwise_min(x, y);
  q = __builtin_elementwise_add_sat(q, y); q ^= __builtin_elementwise_sub_sat(x, y);
  q = x > y ? q : q - y;
  q += __builtin_astype(x == y, int4) & (int4)5;
  q ^= q / ((int4)3 | (y & (int4)15)); q += x % (int4)11;
  for (int k = 0; k < 4; k++) q[k] += x[(k + i) % 4] * (int)k;
  o[i] = q;
}
