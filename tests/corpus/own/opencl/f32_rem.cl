//@ groups 2
//@ arg zero 512
//@ arg f32 512
//@ arg f32 512
#include "own.h"
KERNEL f32_rem(G u32 *o, G const float *a, G const float *b) {
  u32 i = T; float x = a[i], y = b[(i * 3) & 127];
  x = __builtin_fabsf(x) < 1e7f ? x : 12345.678f; y = __builtin_fabsf(y) > 1e-2f && __builtin_fabsf(y) < 1e7f ? y : 0.75f;
  float n = __builtin_truncf(x / y), r = __builtin_fmaf(-n, y, x);
  float e = 1, t = 1; for (int k = 1; k < 9; k++) { t = t * r / k; e += t; }
  o[i] = mix(mix(mix(fbits(r), fbits(e)), fbits(n)), fbits(__builtin_fabsf(r) * e - n));
}
