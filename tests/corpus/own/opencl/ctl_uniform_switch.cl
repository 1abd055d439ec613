//@ groups 4
//@ arg zero 1024
//@ arg rand 1024
//@ arg 37
#include "own.h"
KERNEL ctl_uniform_switch(G u32 *o, G const u32 *a, u32 n) {
  u32 i = T, h = a[i]; for (u32 k = 0; k < n; k++) switch ((k * 7 + GID(0)) % 11) { case 0: h += 3; break; case 1: h *= 3; break; case 2: h ^= k; break; case 3: h = ~h; break; case 4: h >>= 1; break; case 5: h -= i; break; case 6: h = mix(h, 1); break; case 7: h |= 16; break; case 8: h &= ~32u; break; case 9: h += h << 3; break; default: h = h * h; } o[i] = h;
}
