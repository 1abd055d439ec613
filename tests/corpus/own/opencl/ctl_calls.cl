//@ groups 2
//@ arg zero 512
//@ arg rand 1024
#include "own.h"
FAR u32 f1(u32 a, u32 b) { return a * b + (a >> 3); }
FAR u64 f2(u64 a, u32 b) { return a * b ^ f1(a, b); }
FAR uint4 f3(uint4 v, u32 k) { v.x = f1(v.x, k); v.w += f2(v.y, k); return v.wxyz; }
FAR double f4(double x, float y) { return x * y + 1.0; }
FAR u32 many(u32 a, u32 b, u32 c, u32 d, u64 e, u64 f, uint4 g, uint4 h, u32 i, u32 j, u32 k, uint16 m, uint16 n) { return mix(a + b * 2 + c * 3 + d * 5, i + j * k) ^ (u32)(e - f) ^ g.x ^ h.w ^ m.s5 ^ n.sf; }
KERNEL ctl_calls(G u32 *o, G const u32 *a) {
  u32 i = T, x = a[i]; uint4 v = (uint4)(x, i, 3, 4); u64 w = x; double d = i; for (u32 k = 0; k < 5; k++) { v = f3(v, k + x); if (x & (1 << k)) w = f2(w, v.z); d = f4(d, (float)(k + 0.5f)); }
  u32 h = many(x, i, v.x, v.y, w, w >> 7, v, v.zwxy, 1, 2, x, (uint16)(x), (uint16)(i)); o[i] = mix64(mix64(h, w), dbits(d));
}
