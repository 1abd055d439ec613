//@ groups 2
//@ arg zero 512
//@ arg rand 1024
#include "own.h"
typedef u32 (*fn)(u32, u32);
FAR u32 p0(u32 a, u32 b) { return a + b; } FAR u32 p1(u32 a, u32 b) { return a ^ b * 3; } FAR u32 p2(u32 a, u32 b) { u32 t[8]; for (int k = 0; k < 8; k++) t[k] = a * k; return t[b & 7]; } FAR u32 p3(u32 a, u32 b) { return p1(p0(a, b), p2(b, a)); }
constant fn table[4] = { p0, p1, p2, p3 };
KERNEL ctl_pointers(G u32 *o, G const u32 *a) {
  u32 i = T, h = a[i]; for (int k = 0; k < 6; k++) { h = table[h & 3](h, i + k); if (h & 8) h = table[(h >> 4) & 3](h, k); } o[i] = h;
}
