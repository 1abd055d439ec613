//@ groups 2
//@ arg zero 512
//@ arg zero 2048
//@ arg rand 1024
#include "own.h"
typedef struct { u32 a; u8 b; u16 c; u64 d; } S;
FAR u32 look(const u32 *p, u32 n) { u32 h = 0; for (u32 k = 0; k < n; k++) h = mix(h, p[k * 3 % n]); return h; }
FAR void fill(u8 *p, u32 n, u32 v) { for (u32 k = 0; k < n; k++) p[k] = v + k * k; }
FAR void sets(S *s, u32 v) { s->a += v; s->b ^= v; s->c -= v; s->d = s->d * v + 1; }
KERNEL mem_generic(G u32 *o, G u32 *w, G const u32 *a) {
  local u32 t[64]; local S ls[64]; u32 l = L, i = T, m[16]; S ps = { i, 2, 3, 4 };
  t[l] = a[i]; ls[l].a = l; ls[l].b = 1; ls[l].c = 2; ls[l].d = 3; for (int k = 0; k < 16; k++) m[k] = k * i; BARRIER();
  u32 c = a[i] & 3; const u32 *p = c == 0 ? (const u32 *)&t[l & 48] : c == 1 ? (const u32 *)&a[i & ~15] : c == 2 ? m : (const u32 *)&t[0];
  u32 h = look(p, 16); sets(c & 1 ? (S *)&ls[l] : &ps, a[i]); fill(c & 2 ? (u8 *)m : (u8 *)&w[i * 4], 16, h);
  BARRIER(); h = mix64(mix(mix(h, ps.a + ps.b + ps.c), ls[l].a + ls[l].b + ls[l].c), ps.d ^ ls[l].d); o[i] = mix(h, look(m, 16));
}
