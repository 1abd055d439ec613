//@ groups 2
//@ arg zero 512
//@ arg rand 512
//@ arg rand 512
#include "own.h"
KERNEL vec_uchar4(G uchar4 *o, G const uchar4 *a, G const uchar4 *b) {
  u32 i = T;
  uchar4 x = a[i], y = b[i], q = x * y + (uchar4)3;
  q ^= (x << (uchar4)3) | (y >> (uchar4)3);
  q += __builtin_elementwise_max(x, y); q -= __builtin_elementwise_min(x, y);
  q = __builtin_elementwise_add_sat(q, y); q ^= __builtin_elementwise_sub_sat(x, y);
  q = x > y ? q : q - y;
  q += __builtin_astype(x == y, uchar4) & (uchar4)5;
  q ^= q / ((uchar4)3 | (y & (uchar4)15)); q += x % (uchar4)11;
  for (int k = 0; k < 4; k++) q[k] += x[(k + i) % 4] * (uchar)k;
  o[i] = q;
}
