//@ groups 2
//@ arg zero 256
//@ arg rand 256
//@ arg rand 256
#include "own.h"
KERNEL vec_char2(G char2 *o, G const char2 *a, G const char2 *b) {
  u32 i = T;
  char2 x = a[i], y = b[i], q = x * y + (char2)3;
  q ^= (x << (char2)3) | (y >> (char2)3);
  q += __builtin_elementwise_max(x, y); q -= __builtin_elementwise_min(x, y);
  q = __builtin_elementwise_add_sat(q, y); q ^= __builtin_elementwise_sub_sat(x, y);
  q = x > y ? q : q - y;
  q += __builtin_astype(x == y, char2) & (char2)5;
  q ^= q / ((char2)3 | (y & (char2)15)); q += x % (char2)11;
  for (int k = 0; k < 2; k++) q[k] += x[(k + i) % 2] * (char)k;
  o[i] = q;
}
