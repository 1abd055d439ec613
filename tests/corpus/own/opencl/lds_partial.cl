//@ groups 3
//@ wg 100
//@ arg zero 1200
//@ arg rand 1200
#include "own.h"
// Work-groups whose last wave is partial.
KERNEL lds_partial(G u32 *o, G const u32 *a) {
  local u32 t[WGX]; local u16 h[WGX]; local u8 b[WGX * 2]; u32 l = L;
  t[l] = a[T]; h[l] = a[T] >> 7; b[l] = a[T] >> 3; b[WGX + l] = l; BARRIER();
  u32 s = 0; for (u32 k = 0; k < WGX; k += 3) s = mix(s, t[(l + k) % WGX] + h[(l * k) % WGX] + b[(l + 2 * k) % (2 * WGX)]);
  o[T] = s;
}
