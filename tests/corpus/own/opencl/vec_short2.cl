//@ groups 2
//@ arg zero 512
//@ arg rand 512
//@ arg rand 512
#include "own.h"
KERNEL vec_short2(G short2 *o, G const short2 *a, G const short2 *b) {
  u32 i = T;
  short2 x = a[i], y = b[i], q = x * y + (short2)3;
  q ^= (x << (short2)7) | (y >> (short2)5);
  q += __builtin_elementwise_max(x, y); q -= __builtin_elementwise_min(x, y);
  q = __builtin_elementwise_add_sat(q, y); q ^= __builtin_elementwise_sub_sat(x, y);
  q = x > y ? q : q - y;
  q += __builtin_astype(x == y, short2) & (short2)5;
  q ^= q / ((short2)3 | (y & (short2)15)); q += x % (short2)11;
  for (int k = 0; k < 2; k++) q[k] += x[(k + i) % 2] * (short)k;
  o[i] = q;
}
