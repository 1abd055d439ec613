//@ groups 2
//@ wg 1024
//@ arg zero 8192
//@ arg rand 8192
#include "own.h"
KERNEL lds_scan_large(G u32 *o, G const u32 *a) {
  local u32 t[2][WGX]; u32 l = L, p = 0;
  t[0][l] = a[T]; BARRIER();
  for (u32 d = 1; d < WGX; d *= 2, p ^= 1) { t[p ^ 1][l] = t[p][l] + (l >= d ? t[p][l - d] : 0); BARRIER(); }
  o[T] = t[p][l];
}
