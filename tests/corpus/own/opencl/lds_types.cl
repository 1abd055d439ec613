//@ groups 2
//@ arg zero 512
//@ arg rand 1024
#include "own.h"
KERNEL lds_types(G u32 *o, G const u32 *a) {
  local s8 c[256]; local s16 s[256]; local u64 q[64]; local uint4 v[64]; local float f[64]; local double d[64]; local uint2 w[64]; local uint3 x[64];
  u32 l = L, k = a[T];
  c[l * 4] = k; c[l * 4 + 1] = k >> 8; c[l * 4 + 2] = k >> 16; c[l * 4 + 3] = k >> 24; s[l] = k >> 5; s[l + 64] = k; s[l + 128] = l; s[l + 192] = ~k;
  q[l] = (u64)k * 0x123456789ul; v[l] = (uint4)(k, k + 1, k ^ 5, l); f[l] = (s32)k; d[l] = (double)k * 0.5; w[l] = (uint2)(l, k); x[l] = (uint3)(k, l, 3);
  BARRIER();
  u32 j = (l * 29 + 7) & 63, h = 0;
  h = mix(h, c[(k >> 4) & 255]); h = mix(h, (u8)c[k & 255]); h = mix(h, s[(k >> 3) & 255]); h = mix(h, (u16)s[k & 255]); h = mix64(h, q[j]);
  uint4 z = v[j]; h = mix(mix(mix(mix(h, z.x), z.y), z.z), z.w); h = mix(h, fbits(f[j])); h = mix64(h, dbits(d[j]));
  h = mix(mix(h, w[j].x), w[63 - j].y); h = mix(mix(h, x[j].z), x[j ^ 1].x); h = mix64(h, q[j] + q[j ^ 1]); h = mix(h, *(local u32 *)&c[(k & 63) * 4]);
  o[T] = h;
}
