//@ groups 2
//@ arg zero 4096
//@ arg rand 4096
//@ arg rand 4096
#include "own.h"
KERNEL vec_ulong4(G ulong4 *o, G const ulong4 *a, G const ulong4 *b) {
  u32 i = T;
  ulong4 x = a[i], y = b[i], q = x * y + (ulong4)3;
  q ^= (x << (ulong4)31) | (y >> (ulong4)17);
  q += __builtin_elementwise_max(x, y); q -= __builtin_elementwise_min(x, y);
  
  q = x > y ? q : q - y;
  q += __builtin_astype(x == y, ulong4) & (ulong4)5;
  q ^= q / ((ulong4)3 | (y & (ulong4)15)); q += x % (ulong4)11;
  for (int k = 0; k < 4; k++) q[k] += x[(k + i) % 4] * (ulong)k;
  o[i] = q;
}
