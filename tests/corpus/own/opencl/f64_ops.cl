//@ groups 2
//@ arg zero 512
//@ arg f64 1024
//@ arg f64 1024
//@ arg f64 1024
#include "own.h"
KERNEL f64_ops(G u32 *o, G const double *a, G const double *b, G const double *c) {
  u32 i = T, h = 0;
  double x = a[i], y = b[(i * 5) & 127], z = c[(i * 11) & 127];
#define R(v) h = mix64(h, dbits(v))
  R(x + y); R(x - y); R(x * y); R(x / y); R(__builtin_fma(x, y, z)); R(__builtin_sqrt(x)); R(1.0 / y); R(-x); R(__builtin_fabs(z));
  R(__builtin_floor(x)); R(__builtin_ceil(x)); R(__builtin_trunc(x)); R(__builtin_rint(x)); R(__builtin_roundeven(y));
  R(__builtin_copysign(x, y)); R(x * y + z); R((x + y) * z); R(__builtin_fmax(x, y) + 0.0); R(__builtin_fmin(x, y) + 0.0); R(x > 0 ? x : y);
  h = mix(h, (x < y) | (x <= y) << 1 | (x == y) << 2 | (x != y) << 3 | (x >= y) << 4 | (x > y) << 5 | (!(x < y)) << 6 | (!(x >= y)) << 7);
  h = mix(h, __builtin_isunordered(x, y) | __builtin_islessgreater(x, y) << 1 | (x != x) << 2 | __builtin_isinf(x) << 3 | __builtin_isfinite(y) << 4 | __builtin_isnormal(z) << 5 | __builtin_signbit(x) << 6);
  o[i] = h;
}
