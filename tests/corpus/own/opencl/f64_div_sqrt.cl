//@ groups 2
//@ arg zero 1024
//@ arg zero 1024
//@ arg f64 1024
//@ arg f64 1024
#include "own.h"
KERNEL f64_div_sqrt(G u64 *o, G u64 *p, G const double *a, G const double *b) {
  u32 i = T;
  o[i] = dbits(a[i] / b[(i * 37 + 5) & 127]);
  p[i] = dbits(__builtin_sqrt(__builtin_fabs(a[i])) + 1.0 / __builtin_sqrt(__builtin_fabs(b[i])));
}
