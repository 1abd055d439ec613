//@ groups 2
//@ arg zero 512
//@ arg f16 256
//@ arg f32 512
//@ arg rand 512
//@ arg zero 256
#include "own.h"
KERNEL f16_convert(G u32 *o, G const half *a, G const float *f, G const u32 *v, G half *p) {
  u32 i = T, h = 0;
  float x = (float)a[i], y = f[i];
  h = mix(h, fbits(x));
  half r = (half)y;
  h = mix(h, r != r ? 0x7e00 : as_ushort(r));
  h = mix(h, as_ushort((half)(s16)(v[i] & 1023))); h = mix(h, as_ushort((half)(u16)(v[i] & 4095)));
  h = mix(h, (u32)(s32)__builtin_fminf(__builtin_fmaxf(x, -60000), 60000));
  half q = a[i] * (half)2.5f;
  p[i] = q != q ? (half)1 : q;
  o[i] = h;
}
