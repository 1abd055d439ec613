//@ groups 2
//@ arg zero 512
//@ arg f32 512
//@ arg f32 512
#include "own.h"
KERNEL f32_clamp(G float *o, G const float *a, G const float *b) {
  u32 i = T; float x = a[i], y = b[i];
  float s = x + y; s = s > 0.0f ? s : 0.0f; s = s < 1.0f ? s : 1.0f;
  float m = __builtin_fmaxf(__builtin_fminf(x, y), __builtin_fminf(__builtin_fmaxf(x, y), 0.25f));
  float c = __builtin_fminf(__builtin_fmaxf(x * y, 0.0f), 1.0f);
  float r = s + (m == m ? m : 1.0f) * 2.0f + c * 0.5f;
  o[i] = r == r ? r + 0.0f : 7.0f;
}
