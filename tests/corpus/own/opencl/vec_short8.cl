//@ groups 2
//@ arg zero 2048
//@ arg rand 2048
//@ arg rand 2048
#include "own.h"
KERNEL vec_short8(G short8 *o, G const short8 *a, G const short8 *b) {
  u32 i = T;
  short8 x = a[i], y = b[i], q = x * y + (short8)3;
  q ^= (x << (short8)7) | (y >> (short8)5);
  q += __builtin_elementwise_max(x, y); q -= __builtin_elementwise_min(x, y);
  q = __builtin_elementwise_add_sat(q, y); q ^= __builtin_elementwise_sub_sat(x, y);
  q = x > y ? q : q - y;
  q += __builtin_astype(x == y, short8) & (short8)5;
  q ^= q / ((short8)3 | (y & (short8)15)); q += x % (short8)11;
  for (int k = 0; k < 8; k++) q[k] += x[(k + i) % 8] * (short)k;
  o[i] = q;
}
