//@ groups 2
//@ arg zero 512
//@ arg rand 1024
#include "own.h"
typedef struct __attribute__((packed)) { u8 t; u32 a; u16 b; u64 c; float f; } P;
KERNEL lds_unaligned(G u32 *o, G const u32 *a) {
  local P p[64]; u32 l = L, k = a[T];
  p[l].t = k; p[l].a = k * 3; p[l].b = k >> 9; p[l].c = (u64)k << 17 | l; p[l].f = (float)(k & 0xffff); BARRIER();
  P r = p[(l * 13 + 5) & 63];
  o[T] = mix64(mix(mix(mix(r.t, r.a), r.b), fbits(r.f)), r.c);
}
