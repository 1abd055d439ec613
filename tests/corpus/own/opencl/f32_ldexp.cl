//@ groups 2
//@ arg zero 512
//@ arg f32 512
//@ arg rand 512
#include "own.h"
KERNEL f32_ldexp(G u32 *o, G const float *a, G const s32 *b) {
  u32 i = T, h = 0; s32 e = b[i] % 300; float x = a[i];
  h = mix(h, fbits(__builtin_ldexpf(x, e))); h = mix64(h, dbits(__builtin_ldexp((double)x, e * 5)));
  if (x == x && __builtin_fabsf(x) < __builtin_inff()) {
    int k; float m = __builtin_frexpf(x, &k); h = mix(mix(h, fbits(m)), k);
    double n = __builtin_frexp((double)x * 1e-200, &k); h = mix(mix64(h, dbits(n)), k);
  }
  o[i] = h;
}
