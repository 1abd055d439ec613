//@ groups 2
//@ arg zero 128
//@ arg zero 256
//@ arg rand 1024
#include "own.h"
KERNEL atomic_minmax_f(G float *o, G double *p, G const u32 *a) {
  local float f[16]; local double d[16]; u32 l = L, v = a[T]; if (l < 16) { f[l] = l; d[l] = l; } BARRIER();
  float x = (float)(s32)v; double y = (double)(s32)(v * 3);
  __atomic_fetch_max(&f[v & 7], x, 0); __atomic_fetch_min(&f[8 + (v & 7)], x, 0); __atomic_fetch_max(&d[v & 7], y, 0); __atomic_fetch_min(&d[8 + (v & 7)], y, 0);
  BARRIER();
  if (l < 16) { o[GID(0) * 16 + l] = f[l]; p[GID(0) * 16 + l] = d[l]; }
}
