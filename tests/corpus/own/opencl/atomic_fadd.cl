//@ groups 2
//@ arg zero 256
//@ arg zero 512
//@ arg rand 1024
#include "own.h"
KERNEL atomic_fadd(G float *o, G double *p, G const u32 *a) {
  local float f[16]; local double d[16]; u32 l = L, v = a[T]; if (l < 16) { f[l] = l; d[l] = l; } BARRIER();
  __atomic_fetch_add(&f[v & 15], (float)(v >> 20), __ATOMIC_RELAXED); __atomic_fetch_add(&d[v >> 4 & 15], (double)(v >> 12), __ATOMIC_RELAXED);
  __atomic_fetch_max(&f[(v >> 8) & 15], -1.0f, __ATOMIC_RELAXED); BARRIER();
  if (l < 16) { o[GID(0) * 16 + l] = f[l]; p[GID(0) * 16 + l] = d[l]; }
  __atomic_fetch_add(&o[32 + (v & 7)], (float)(v & 255), __ATOMIC_RELAXED); __atomic_fetch_add(&p[32 + (v & 7)], (double)(v & 4095), __ATOMIC_RELAXED);
}
