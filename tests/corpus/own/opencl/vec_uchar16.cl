//@ groups 2
//@ arg zero 2048
//@ arg rand 2048
//@ arg rand 2048
#include "own.h"
KERNEL vec_uchar16(G uchar16 *o, G const uchar16 *a, G const uchar16 *b) {
  u32 i = T;
  uchar16 x = a[i], y = b[i], q = x * y + (uchar16)3;
  q ^= (x << (uchar16)3) | (y >> (uchar16)3);
  q += __builtin_elementwise_max(x, y); q -= __builtin_elementwise_min(x, y);
  q = __builtin_elementwise_add_sat(q, y); q ^= __builtin_elementwise_sub_sat(x, y);
  q = x > y ? q : q - y;
  q += __builtin_astype(x == y, uchar16) & (uchar16)5;
  q ^= q / ((uchar16)3 | (y & (uchar16)15)); q += x % (uchar16)11;
  for (int k = 0; k < 16; k++) q[k] += x[(k + i) % 16] * (uchar)k;
  o[i] = q;
}
