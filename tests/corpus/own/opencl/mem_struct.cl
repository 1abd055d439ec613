//@ groups 2
//@ arg zero 8192
//@ arg rand 4096
//@ arg 7
#include "own.h"
typedef struct { u8 a; u16 b; u32 c; u64 d; float f; u32 e[5]; uint4 v; } S;
FAR S change(S s, u32 k) { s.a ^= k; s.b += k; s.c *= k; s.d -= k; s.e[k % 5] ^= s.c; s.v = s.v.yzwx + k; return s; }
KERNEL mem_struct(G S *o, G const S *a, u32 n) {
  u32 i = T; S s = a[i % 32]; s.f = 1.5f; for (u32 k = 0; k < n; k++) { S t = change(s, k + i); s = k & 1 ? t : s; s.c += t.c; } s.f = (float)(s.c & 0xffff);
  G u32 *p = (G u32 *)&o[i]; u32 h = s.a; h = mix(h, s.b); h = mix(h, s.c); h = mix64(h, s.d); for (int k = 0; k < 5; k++) h = mix(h, s.e[k]); h = mix(mix(h, s.v.x), s.v.w); p[0] = h; o[i].v = s.v; o[i].d = s.d;
}
