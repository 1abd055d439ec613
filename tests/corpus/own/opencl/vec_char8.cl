//@ groups 2
//@ arg zero 1024
//@ arg rand 1024
//@ arg rand 1024
#include "own.h"
KERNEL vec_char8(G char8 *o, G const char8 *a, G const char8 *b) {
  u32 i = T;
  char8 x = a[i], y = b[i], q = x * y + (char8)3;
  q ^= (x << (char8)3) | (y >> (char8)3);
  q += __builtin_elementwise_max(x, y); q -= __builtin_elementwise_min(x, y);
  q = __builtin_elementwise_add_sat(q, y); q ^= __builtin_elementwise_sub_sat(x, y);
  q = x > y ? q : q - y;
  q += __builtin_astype(x == y, char8) & (char8)5;
  q ^= q / ((char8)3 | (y & (char8)15)); q += x % (char8)11;
  for (int k = 0; k < 8; k++) q[k] += x[(k + i) % 8] * (char)k;
  o[i] = q;
}
