//@ groups 2
//@ arg zero 2048
//@ arg rand 2048
//@ arg rand 2048
#include "own.h"
KERNEL vec_long2(G long2 *o, G const long2 *a, G const long2 *b) {
  u32 i = T;
  long2 x = a[i], y = b[i], q = x * y + (long2)3;
  q ^= (x << (long2)31) | (y >> (long2)17);
  q += __builtin_elementwise_max(x, y); q -= __builtin_elementwise_min(x, y);
  
  q = x > y ? q : q - y;
  q += __builtin_astype(x == y, long2) & (long2)5;
  q ^= q / ((long2)3 | (y & (long2)15)); q += x % (long2)11;
  for (int k = 0; k < 2; k++) q[k] += x[(k + i) % 2] * (long)k;
  o[i] = q;
}
