//@ groups 2
//@ arg zero 512
//@ arg rand 1024
#include "own.h"
KERNEL mem_private(G u32 *o, G const u32 *a) {
  u32 i = T; u8 b[48]; u16 h[24]; u64 q[12]; float f[8]; uint4 v[4]; u32 x = a[i];
  for (int k = 0; k < 48; k++) b[k] = x >> (k & 15); for (int k = 0; k < 24; k++) h[k] = x * k; for (int k = 0; k < 12; k++) q[k] = (u64)x * (k + 1) * 0x10001ul;
  for (int k = 0; k < 8; k++) f[k] = k * 0.5f; for (int k = 0; k < 4; k++) v[k] = (uint4)(k, x, ~x, i);
  u32 r = 0;
  for (int k = 0; k < 24; k++) { u32 s = x >> (k & 7); b[s % 48] += h[(s >> 3) % 24]; q[s % 12] ^= b[(s + 1) % 48]; h[s % 24] = q[(s >> 2) % 12]; f[s & 7] += (float)b[s % 48]; v[s & 3] += v[s >> 2 & 3].yzwx; v[k & 3][s & 3] = s; r = mix(r, f[(s >> 1) & 7]); x = x * 1664525 + 1013904223; }
  for (int k = 0; k < 48; k++) r = mix(r, b[k]); for (int k = 0; k < 12; k++) r = mix64(r, q[k]); for (int k = 0; k < 24; k++) r = mix(r, (s16)h[k]); for (int k = 0; k < 4; k++) r = mix(mix(mix(r, v[k].x), v[k].y), v[k].z + v[k].w);
  o[i] = r;
}
