//@ groups 2
//@ arg zero 512
//@ arg f32 512
//@ arg f32 512
//@ arg f32 512
#include "own.h"
KERNEL f32_ops(G u32 *o, G const float *a, G const float *b, G const float *c) {
  u32 i = T, h = 0;
  float x = a[i], y = b[(i * 5) & 127], z = c[(i * 11) & 127];
#define R(v) h = mix(h, fbits(v))
  R(x + y); R(x - y); R(x * y); R(x / y); R(__builtin_fmaf(x, y, z)); R(__builtin_sqrtf(x)); R(1.0f / y); R(-x); R(__builtin_fabsf(z));
  R(__builtin_floorf(x)); R(__builtin_ceilf(x)); R(__builtin_truncf(x)); R(__builtin_rintf(x)); R(__builtin_roundevenf(y)); R(__builtin_roundf(y));
  R(__builtin_copysignf(x, y)); R(x * y + z); R((x + y) * z); R(x - __builtin_floorf(x)); R(__builtin_fabsf(x) * -y);
  R(__builtin_fmaxf(x, y) + 0.0f); R(__builtin_fminf(x, y) + 0.0f); R(x > 0 ? x : y); R(2.0f * x); R(0.5f * y); R(4.0f * (x + z));
  h = mix(h, (x < y) | (x <= y) << 1 | (x == y) << 2 | (x != y) << 3 | (x >= y) << 4 | (x > y) << 5 | (!(x < y)) << 6 | (!(x >= y)) << 7);
  h = mix(h, __builtin_isunordered(x, y) | __builtin_islessgreater(x, y) << 1 | (x != x) << 2 | __builtin_isinf(x) << 3 | __builtin_isfinite(y) << 4 | __builtin_isnormal(z) << 5 | __builtin_signbit(x) << 6);
  o[i] = h;
}
