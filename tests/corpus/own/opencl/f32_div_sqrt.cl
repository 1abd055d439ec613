//@ groups 2
//@ arg zero 512
//@ arg zero 512
//@ arg f32 512
//@ arg f32 512
#include "own.h"
KERNEL f32_div_sqrt(G u32 *o, G u32 *p, G const float *a, G const float *b) {
  u32 i = T;
  o[i] = fbits(a[i] / b[(i * 37 + 5) & 127]);
  p[i] = fbits(__builtin_sqrtf(__builtin_fabsf(a[i])) + 1.0f / __builtin_sqrtf(__builtin_fabsf(b[i])));
}
